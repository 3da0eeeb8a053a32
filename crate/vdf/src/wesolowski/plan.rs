//! The parameters of the prover of Wesolowski's scheme: the digit width κ, the block length σ, and the
//! kept values that each part reads.

use crate::{
    checkpoint::{Head, MAX_KEPT_BYTES, Spacing},
    group::Group,
    task::Task,
};

/// The costs of reading a kept value, and of a squaring, in products.
const READ: f64 = 0.3;
const SQUARE: f64 = 0.75;

/// The widest digit, in bits.
const WIDEST: u32 = 16;

/// About the bytes of an element, on any kernel.
pub fn element_bytes(group: &Group) -> u64 {
    2 * group.bytes() as u64 + 64
}

/// The number of places that a pass serves: each may take the memory of 2^κ elements. At least 2^20 bytes are used. It
/// takes 2 bytes for each block, and while its factors are multiplied 4 more, and 4 for each of the 2^κ digits. That is
/// less, because the κ of the lowest cost makes 2^κ about as large as the number of blocks.
pub fn places_at_once(window: u32, memory: u64, element: u64) -> u64 {
    (memory.max(1 << 20) / element) >> window
}

/// The cost, in products, for `blocks` blocks of `spacing` bits.
fn cost(blocks: u64, spacing: u64, window: u32, at_once: u64) -> f64 {
    let places = spacing.div_ceil(window.into());
    let passes = places.div_ceil(at_once.max(1)) as f64;
    let (blocks, places) = (blocks as f64, places as f64);
    let digits = (1_u64 << window) as f64;
    places * (blocks + digits) + passes * blocks * READ + SQUARE * spacing as f64
}

/// The κ of the lowest cost, and that cost, for `blocks` blocks of `spacing` bits.
pub fn window(blocks: u64, spacing: u64, memory: u64, element: u64) -> (u32, f64) {
    let mut best = (1, f64::INFINITY);
    for window in 1..=WIDEST {
        let at_once = places_at_once(window, memory, element);
        let cost = cost(blocks, spacing, window, at_once);
        if cost < best.1 && (at_once > 0 || window == 1) {
            best = (window, cost);
        }
    }
    best
}

/// The spacing σ = γ·κ for T squarings, with kept values in at most `memory` bytes. κ and γ are those
/// of the lowest cost.
pub fn spacing(group: &Group, iterations: u64, memory: u64) -> Spacing {
    let most = (memory.min(MAX_KEPT_BYTES) / group.bytes() as u64).max(1);
    let mut best = (iterations, f64::INFINITY);
    for window in 1..=WIDEST {
        let width = u64::from(window);
        let least = iterations.div_ceil(width * most).max(1);
        // This γ minimizes γ·2^κ + READ·T/(κ·γ).
        let balanced = ((iterations as f64 * READ) as u64 / (width << window)).isqrt().max(least);
        for places in [balanced, balanced + 1] {
            let spacing = places * width;
            let at_once = places_at_once(window, memory, element_bytes(group)).max(1);
            let cost = cost(iterations.div_ceil(spacing), spacing, window, at_once);
            if cost < best.1 {
                best = (spacing, cost);
            }
        }
    }
    Spacing::Even(best.0.min(iterations))
}

/// The number of squarings that compute the values at `from`·σ, (`from` + 1)·σ, … below `to`·σ from
/// the kept values.
pub fn missing(kept: Spacing, iterations: u64, spacing: u64, from: u64, to: u64) -> u64 {
    if kept == Spacing::Even(spacing) {
        return 0;
    }
    let mut squarings = 0;
    for i in from..to {
        let at = i * spacing;
        let last = if i > from { at - spacing } else { 0 };
        squarings += at - kept.position(kept.floor(at, iterations), iterations).max(last);
    }
    squarings
}

/// The σ for the given kept values: about their spacing, unless computing other values costs less.
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

/// The blocks [from, to) of part `part` of `parts`.
pub fn blocks(task: &Task, spacing: u64, part: u64, parts: u64) -> (u64, u64) {
    let all = u128::from(task.iterations.div_ceil(spacing));
    let begin = |part: u64| (all * u128::from(part) / u128::from(parts)) as u64;
    (begin(part), begin(part + 1))
}

/// The indices [from, to) of the kept values that part `part` of `parts` reads. Values that no block needs
/// are read too, by the part before them, because reading a value checks it.
pub fn needs(group: &Group, task: &Task, head: &Head, part: u64, parts: u64) -> (u64, u64) {
    let spacing = spacing_over(group, task, head.spacing);
    let (from, to) = blocks(task, spacing, part, parts);
    if from == to {
        return (0, 0);
    }
    let kept = |block: u64| head.spacing.floor(block * spacing, head.iterations);
    let is_last = to == task.iterations.div_ceil(spacing);
    let next = if is_last { head.kept() } else { kept(to) };
    (kept(from), next.max(kept(to - 1) + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{profile::powmod_v1::POWMOD_V1, proof::Scheme};
    use alloc::vec::Vec;
    use powmod::Natural;

    #[test]
    fn places_share_the_memory_and_never_less_than_a_mebibyte() {
        assert_eq!(places_at_once(3, 1 << 22, 1 << 10), 512);
        assert_eq!(places_at_once(3, 5, 1 << 10), 128);
        assert_eq!(places_at_once(12, 1 << 20, 1 << 10), 0);
        assert_eq!(element_bytes(&Group::rsa_2048()), 576);
    }

    #[test]
    fn a_cost_counts_products_values_read_and_squarings() {
        // Ten places of 4 bits take three passes over 100 blocks if a pass serves four places, and
        // eleven places take eleven passes if it serves one.
        let [products, read] = [116.0, 100.0 * READ];
        assert_eq!(cost(100, 40, 4, 4), 10.0 * products + 3.0 * read + SQUARE * 40.0);
        assert_eq!(cost(100, 41, 4, 0), 11.0 * products + 11.0 * read + SQUARE * 41.0);
    }

    #[test]
    fn the_window_is_the_cheapest_whose_buckets_fit() {
        for (blocks, spacing) in [(1, 1), (1, 5000), (300, 256), (70_000, 999), (12, 1 << 30)] {
            for memory in [0, 1 << 21, 1 << 30] {
                let of =
                    |window| cost(blocks, spacing, window, places_at_once(window, memory, 576));
                let fits = |&window: &u32| window == 1 || places_at_once(window, memory, 576) > 0;
                let cheapest = (1..=WIDEST).filter(fits).map(of).fold(f64::INFINITY, f64::min);
                let (window, found) = window(blocks, spacing, memory, 576);
                assert!(fits(&window) && found == of(window));
                assert_eq!(found, cheapest, "{blocks} of {spacing}, {memory} bytes");
            }
        }
    }

    #[test]
    fn no_other_spacing_that_fits_is_cheaper() {
        let group = &Group::rsa_2048();
        for iterations in [1, 100, 5000, 1 << 16, 1_000_003, 1 << 22, (1 << 34) + 1] {
            for memory in [0, 1 << 12, 1 << 20, 1 << 26] {
                let Spacing::Even(found) = spacing(group, iterations, memory) else { panic!() };
                let most = (memory / 256).max(1);
                let blocks = |spacing: u64| iterations.div_ceil(spacing);
                assert!((1..=iterations).contains(&found) && blocks(found) <= most);
                let of = |spacing| window(blocks(spacing), spacing, memory, 576).1;
                // Lengths from 1 to T, in steps of about 2.5 percent.
                let all =
                    core::iter::successors(Some(1), |spacing| Some(spacing + 1 + spacing / 40));
                let cheapest =
                    (all.take_while(|&spacing| spacing < iterations).chain([iterations]))
                        .filter(|&spacing| blocks(spacing) <= most)
                        .map(of)
                        .fold(f64::INFINITY, f64::min);
                let found = of(found);
                assert!(found <= 1.0001 * cheapest, "{iterations}, {memory}: {found}, {cheapest}");
            }
        }
    }

    #[test]
    fn missing_values_come_from_the_nearest_value_before() {
        let iterations = 1000;
        for kept in [Spacing::Even(50), Spacing::Even(1000), Spacing::Halvings(3)] {
            let positions: Vec<u64> =
                (0..kept.count(iterations)).map(|i| kept.position(i, iterations)).collect();
            for spacing in [1, 7, 50, 99, 125, 1000] {
                let blocks = iterations.div_ceil(spacing);
                for (from, to) in [(0, blocks), (blocks / 3, blocks), (1, blocks / 2), (1, 1)] {
                    let mut there = positions.clone();
                    let mut squarings = 0;
                    for at in (from..to).map(|i| i * spacing) {
                        squarings += at - there.iter().filter(|&&p| p <= at).max().unwrap();
                        there.push(at);
                    }
                    assert_eq!(missing(kept, iterations, spacing, from, to), squarings);
                }
            }
        }
    }

    fn task(iterations: u64, memory: u64) -> Task {
        let (scheme, input) = (Scheme::Wesolowski, Natural::from(2u32));
        Task {
            scheme,
            profile: &POWMOD_V1,
            input,
            iterations,
            delta: None,
            challenge: None,
            memory,
        }
    }

    #[test]
    fn values_are_made_only_where_they_fit_and_pay() {
        let group = &Group::rsa_2048();
        let over = |task: &Task, kept| spacing_over(group, task, kept);
        // Without memory for other values, evenly spaced values are used as they are. Otherwise
        // there is one block of T bits.
        assert_eq!(over(&task(1 << 20, 0), Spacing::Halvings(12)), 1 << 8);
        assert_eq!(over(&task((1 << 20) + 1, 0), Spacing::Halvings(12)), (1 << 20) + 1);
        let task = &task(100_000, 1 << 26);
        let Spacing::Even(planned) = spacing(group, 100_000, 1 << 26) else { panic!() };
        let mut chosen = [0, 0];
        for times in [1, 2, 300, 1000, 5000] {
            let kept = Spacing::Even(times * planned);
            let [as_kept, made] = [times, 1].map(|times| {
                let blocks = 100_000_u64.div_ceil(times * planned);
                let squarings = missing(kept, 100_000, times * planned, 0, blocks);
                window(blocks, times * planned, 1 << 26, 576).1 + SQUARE * squarings as f64
            });
            let makes = made < as_kept;
            chosen[usize::from(makes)] += 1;
            assert_eq!(over(task, kept), if makes { planned } else { times * planned });
        }
        assert_eq!(chosen, [3, 2]);
    }

    #[test]
    fn parts_share_the_blocks_and_need_the_last_value_before_each_and_all_up_to_the_next_part() {
        let group = &Group::rsa_2048();
        for iterations in [1, 5, 1000, 4097] {
            let task = &task(iterations, 1 << 26);
            for spacing in [Spacing::Even(1), Spacing::Even(30), Spacing::Halvings(0)] {
                let input = Natural::from(2u32);
                let value = input.clone();
                let index = iterations;
                let head = &Head { input, iterations, index, value, spacing, values_hash: [0; 32] };
                let positions: Vec<u64> =
                    (0..head.kept()).map(|i| spacing.position(i, iterations)).collect();
                let length = spacing_over(group, task, spacing);
                for parts in [1, 3, 7] {
                    let (mut end, mut read) = (0, 0);
                    for part in 0..parts {
                        let (from, to) = blocks(task, length, part, parts);
                        assert_eq!(from, end);
                        end = to;
                        let all = iterations.div_ceil(length);
                        assert!((all / parts..=all.div_ceil(parts)).contains(&(to - from)));
                        let last = |block: u64| {
                            positions.iter().rposition(|&p| p <= block * length).unwrap() as u64
                        };
                        let needed = needs(group, task, head, part, parts);
                        if from == to {
                            assert_eq!(needed, (0, 0));
                            continue;
                        }
                        assert!(needed.0 == last(from) && needed.1 > last(to - 1));
                        assert!(needed.0 <= read && needed.1 <= last(to - 1).max(last(to)) + 1);
                        read = needed.1;
                    }
                    assert_eq!(end, iterations.div_ceil(length));
                    assert_eq!(read, head.kept());
                }
            }
        }
    }
}
