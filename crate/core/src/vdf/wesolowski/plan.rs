//! How a proof is cut up: κ and σ, and which kept values each part reads.

use crate::vdf::{
    Group,
    checkpoint::{Head, MOST_KEPT_BYTES, Spacing},
    prover::Task,
};

/// What it costs, in products, to read a kept value, and what a squaring does.
const READ: f64 = 0.3;
const SQUARE: f64 = 0.75;

/// The widest digit.
const WIDEST: u32 = 16;

/// About the bytes of an element in a bucket, on whatever kernel.
pub fn element_bytes(group: &Group) -> u64 {
    2 * group.bytes() as u64 + 64
}

/// How many rows of buckets there is memory for, which is never less than 2^20 bytes.
pub fn rows_at_once(window: u32, memory: u64, element: u64) -> u64 {
    (memory.max(1 << 20) / element) >> window
}

/// Products for so many blocks of `spacing` bits.
fn cost(blocks: u64, spacing: u64, window: u32, at_once: u64) -> f64 {
    let rows = spacing.div_ceil(window.into());
    let passes = rows.div_ceil(at_once.max(1)) as f64;
    let (blocks, rows) = (blocks as f64, rows as f64);
    let buckets = (1_u64 << window) as f64;
    rows * (blocks + buckets) + passes * blocks * READ + SQUARE * spacing as f64
}

/// κ and the cost, for so many blocks of `spacing` bits.
pub fn window(blocks: u64, spacing: u64, memory: u64, element: u64) -> (u32, f64) {
    let mut best = (1, f64::INFINITY);
    for window in 1..=WIDEST {
        let at_once = rows_at_once(window, memory, element);
        let cost = cost(blocks, spacing, window, at_once);
        if cost < best.1 && (at_once > 0 || window == 1) {
            best = (window, cost);
        }
    }
    best
}

/// The spacing for T squarings whose kept values take no more than so many bytes: γ·κ, for the κ
/// and γ that need the fewest products.
pub fn spacing(group: &Group, iterations: u64, memory: u64) -> Spacing {
    let most = (memory.min(MOST_KEPT_BYTES) / group.bytes() as u64).max(1);
    let mut best = (iterations, f64::INFINITY);
    for window in 1..=WIDEST {
        let width = u64::from(window);
        let least = iterations.div_ceil(width * most).max(1);
        // γ·2^κ + READ·T/(κ·γ) is smallest here.
        let buckets = width * ((1 << window) + width);
        let balanced = ((iterations as f64 * READ) as u64 / buckets).isqrt().max(least);
        for rows in [balanced, balanced + 1] {
            let spacing = rows * width;
            let at_once = rows_at_once(window, memory, element_bytes(group)).max(1);
            let cost = cost(iterations.div_ceil(spacing), spacing, window, at_once);
            if cost < best.1 {
                best = (spacing, cost);
            }
        }
    }
    Spacing::Even(best.0.min(iterations))
}

/// The squarings that make values up to `from`·σ, (`from` + 1)·σ … below `to`·σ out of those that
/// are kept.
pub fn missing(kept: Spacing, iterations: u64, spacing: u64, from: u64, to: u64) -> u64 {
    if kept == Spacing::Even(spacing) {
        return 0;
    }
    let mut squarings = 0;
    for i in from..to {
        let at = i * spacing;
        let last = if i > from { at - spacing } else { 0 };
        squarings += at - kept.position(kept_before(kept, at, iterations), iterations).max(last);
    }
    squarings
}

/// The last value that is kept after no more than so many squarings.
fn kept_before(kept: Spacing, squarings: u64, iterations: u64) -> u64 {
    kept.floor(squarings, iterations).min(kept.count(iterations) - 1)
}

/// σ for these kept values: about theirs, unless it is worth to make others.
pub fn spacing_over(group: &Group, task: &Task, kept: Spacing) -> u64 {
    let iterations = task.iterations;
    let Spacing::Even(planned) = spacing(group, iterations, task.memory) else {
        unreachable!("evenly spaced")
    };
    let typical = kept.typical(iterations);
    let whole = |spacing: u64| {
        let blocks = iterations.div_ceil(spacing);
        let squarings = missing(kept, iterations, spacing, 0, blocks);
        let (_, products) = window(blocks, spacing, task.memory, element_bytes(group));
        let fits = squarings == 0 || blocks.saturating_mul(group.bytes() as u64) <= task.memory;
        if fits { SQUARE * squarings as f64 + products } else { f64::INFINITY }
    };
    if whole(typical) <= whole(planned) { typical } else { planned }
}

/// The blocks of part `part` of `of`.
pub fn blocks(task: &Task, spacing: u64, part: u64, of: u64) -> (u64, u64) {
    let all = u128::from(task.iterations.div_ceil(spacing));
    let begin = |part: u64| (all * u128::from(part) / u128::from(of)) as u64;
    (begin(part), begin(part + 1))
}

/// Which kept values, from and up to an index, a part reads.
pub fn needs(group: &Group, task: &Task, head: &Head, part: u64, of: u64) -> (u64, u64) {
    let spacing = spacing_over(group, task, head.spacing);
    let (from, to) = blocks(task, spacing, part, of);
    let kept = |block: u64| kept_before(head.spacing, block * spacing, head.iterations);
    if from == to { (0, 0) } else { (kept(from), kept(to - 1) + 1) }
}
