//! The choice of method and window width.
//!
//! The costs are those of Ji and Wan for one base, and of Attias, Vigneri and Dimitrov for several.

use crate::{error::Error, monoid::Costs, natural::Natural};
use alloc::{collections::BinaryHeap, vec::Vec};

/// The most bits of a window, 16. For a window over several exponents at once, the most bits of all
/// its digits together.
pub const MAX_WINDOW: u32 = 16;

/// The most bits of a secret exponent, and of one for a table: 2^26.
pub const MAX_EXPONENT_BITS: usize = 1 << 26;

/// Refuses more than [`MAX_EXPONENT_BITS`].
pub(crate) fn check_bits(bits: usize) -> Result<(), Error> {
    if bits > MAX_EXPONENT_BITS {
        return Err(Error::argument("bits", "must be at most 2^26"));
    }
    Ok(())
}

/// The methods for several bases that the plan takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MultiMethod {
    /// The method of Yen, Laih and Lenstra.
    Yll {
        /// Bits of a window.
        window: u32,
    },
    /// Interleaved windows, by [`window_for`] each exponent.
    Interleaved,
    /// The method of Bos and Coster.
    BosCoster,
}

/// The window width, 1 to [`MAX_WINDOW`], of the sliding-window method for an exponent of `bits`
/// bits: the minimum of T'(k, m) = 2^(m−1) + k + k/(m+1) (Ji, Wan).
#[must_use]
pub fn sliding_window(bits: usize) -> u32 {
    // Window m+1 costs less than m if 2^(m−1) < k/(m+1) − k/(m+2) = k/((m+1)(m+2)).
    let wider_wins = |m: u32| bits as u64 > u64::from((m + 1) * (m + 2)) << (m - 1);
    (1..MAX_WINDOW).find(|&m| !wider_wins(m)).unwrap_or(MAX_WINDOW)
}

/// The window width, 2 to 16, of digits with a sign for an exponent of `bits` bits: the minimum of
/// 2^(w−2) + k/(w+1).
#[must_use]
pub fn signed_window(bits: usize) -> u32 {
    let wider_wins = |w: u32| bits as u64 > u64::from((w + 1) * (w + 2)) << (w - 2);
    (2..MAX_WINDOW).find(|&w| !wider_wins(w)).unwrap_or(MAX_WINDOW)
}

/// The sliding-window width for the exponent `e`. The digits of an exponent of up to 64 bits are counted. A longer
/// exponent has the width for its length, or 1 if it has so few ones that a lookup table costs more than it saves.
#[must_use]
pub fn window_for(e: &Natural) -> u32 {
    if let Some(e) = short(e) {
        return counted_window(e);
    }
    let window = sliding_window(e.bits());
    let products = (1 << (window - 1)) + e.bits() as u64 / u64::from(window + 1);
    let ones: u64 = e.limbs().iter().map(|limb| u64::from(limb.count_ones())).sum();
    if ones <= products { 1 } else { window }
}

/// An exponent of up to 64 bits.
fn short(e: &Natural) -> Option<u64> {
    let limb = |i: usize| u64::from(e.limbs().get(i).copied().unwrap_or(0));
    (e.bits() <= 64).then(|| limb(0) | limb(1) << 32)
}

/// The sliding-window width that needs the fewest operations for `e`.
fn counted_window(e: u64) -> u32 {
    let operations = |&m: &u32| {
        let (digits, first) = digits(e, m);
        digits + first + if m == 1 { 0 } else { 1 << (m - 1) }
    };
    (1..=5).min_by_key(operations).expect("a width")
}

/// The number of digits of a sliding window over `e`, or over several exponents whose bits `e` unites, and the place of
/// the highest digit, from which the squarings begin.
fn digits(mut e: u64, window: u32) -> (u32, u32) {
    let (mut count, mut first) = (0, 0);
    while e != 0 {
        let lower = (1 << (e.ilog2() + 1).saturating_sub(window)) - 1;
        if count == 0 {
            first = (e & !lower).trailing_zeros();
        }
        e &= lower;
        count += 1;
    }
    (count, first)
}

/// The shape of a comb (Lim, Lee, section 3): the exponent is cut into `teeth` rows, and each row into `tables` blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The most bits of an exponent, 1 to [`MAX_EXPONENT_BITS`].
    pub bits: usize,
    /// The bits of a digit, 1 to [`MAX_TEETH`]. A table has 2^teeth entries.
    pub teeth: u32,
    /// The lookup tables, 1 or more, each with a block: a row of 4 bits has 2 blocks of 2, not 3, since 2 of them cover
    /// it.
    pub tables: usize,
}

/// The most teeth of a comb, 8.
pub const MAX_TEETH: u32 = 8;

impl Shape {
    /// The bits of a row, which is the number of digits.
    pub(crate) fn row(&self) -> usize {
        self.bits.div_ceil(self.teeth as usize)
    }

    /// The bits of a block, which is one more than the number of squarings.
    pub(crate) fn block(&self) -> usize {
        self.row().div_ceil(self.tables)
    }

    /// Refuses a field out of its range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.bits == 0 {
            return Err(Error::argument("bits", "must be at least 1"));
        }
        check_bits(self.bits)?;
        if !(1..=MAX_TEETH).contains(&self.teeth) {
            return Err(Error::argument("teeth", "must be from 1 to 8"));
        }
        match self.tables > 0 && self.uses_every_table() {
            true => Ok(()),
            false => Err(Error::argument(
                "tables",
                "must be at least 1, and leave no table without a block",
            )),
        }
    }

    /// Whether each table has a block.
    fn uses_every_table(&self) -> bool {
        (self.tables - 1) * self.block() < self.row()
    }
}

/// The tables of a comb fill no more than this: the second-level cache of most processors holds it.
const COMB_BYTES: usize = 1 << 18;

/// The powers that a comb is made for, over which the cost of its tables is spread.
const POWERS_OF_A_COMB: f64 = 100.0;

/// The comb for exponents of at most `bits` bits that costs the least, in the mean of a public power and of a secret
/// one, which reads a whole table for each digit.
#[must_use]
pub fn comb(bits: usize, costs: Costs) -> Shape {
    let bits = bits.max(1);
    let mut best = (f64::INFINITY, Shape { bits, teeth: 1, tables: 1 });
    for teeth in 1..=MAX_TEETH {
        let entries = 1 << teeth;
        let most = COMB_BYTES / (entries * costs.bytes.max(1));
        for tables in 1..=most.min(bits.div_ceil(teeth as usize)) {
            let comb = Shape { bits, teeth, tables };
            if !comb.uses_every_table() {
                continue;
            }
            let digits = comb.row() as f64 * (1.0 + entries as f64 * costs.read / 2.0);
            let squarings = comb.block() as f64 * costs.square;
            let cost = digits + squarings + (tables * entries) as f64 / POWERS_OF_A_COMB;
            if cost < best.0 {
                best = (cost, comb);
            }
        }
    }
    best.1
}

/// The width w, 1 to 8, of the windows of a secret exponent of `bits` bits: the minimum of 2^w for the lookup table,
/// and for each of the ⌈bits/w⌉ digits a product and a reading of the table.
#[must_use]
pub fn secret_window(bits: usize, costs: Costs) -> u32 {
    let cost = |w: u32| {
        let entries = f64::from(1 << w);
        entries + bits.div_ceil(w as usize) as f64 * (1.0 + entries * costs.read)
    };
    // The memory of a machine without a system is small: of 12 KB for 2048 bits, this table takes 4.
    let widest = if cfg!(all(target_os = "none", not(target_family = "wasm"))) { 4 } else { 8 };
    (1..=widest).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).expect("a width")
}

/// The fewest bases for which `bos_coster` is tried. Among fewer it saves little or nothing.
pub(crate) const BASES_FOR_BOS_COSTER: usize = 16;

/// The method and window with the lowest expected cost (Attias, Vigneri, Dimitrov, Table 1,
/// corrected, and for exponents of unequal length). The paper's other methods are not tried: one with a joint table
/// needs no fewer products than `yll`, and buckets need more than `bos_coster`.
#[must_use]
pub fn multi(exponents: &[&Natural], costs: Costs) -> MultiMethod {
    // Sorting with a heap compiles to much less WebAssembly than `sort`.
    let bits = exponents.iter().map(|e| e.bits()).collect::<BinaryHeap<_>>().into_sorted_vec();
    let bases = bits.len();
    let counted: Option<Vec<u64>> = exponents.iter().map(|e| short(e)).collect();
    let expected = Expected { bits: &bits, costs, counted: counted.as_deref() };
    let mut best = (MultiMethod::Interleaved, expected.interleaved(None));
    let mut offer = |method, cost| {
        if cost < best.1 {
            best = (method, cost);
        }
    };
    for window in (1..=4).take_while(|window| bases.max(1) * window <= MAX_WINDOW as usize) {
        let window = window as u32;
        offer(MultiMethod::Yll { window }, expected.yll(window));
    }
    if bases >= BASES_FOR_BOS_COSTER {
        offer(MultiMethod::BosCoster, expected.bos_coster());
    }
    best.0
}

/// What a product of powers is expected to cost, in products, for random exponents. Squarings and copies into lookup
/// tables count at their costs.
pub(crate) struct Expected<'a> {
    /// The lengths of the exponents, in rising order.
    pub bits: &'a [usize],
    /// The costs of operations.
    pub costs: Costs,
    /// The exponents themselves, if they are short: then `interleaved` and `yll` cost what they need for these.
    pub counted: Option<&'a [u64]>,
}

/// The number of joint digits of `bases` bases, of `window` bits for each.
pub(crate) fn size(window: u32, bases: usize) -> f64 {
    (1_u64 << (window as usize * bases)) as f64
}

impl Expected<'_> {
    /// The squarings that all exponents share.
    pub fn chain(&self) -> f64 {
        self.bits.last().copied().unwrap_or(0) as f64 * self.costs.square
    }

    /// Over each stretch of bit positions, the same number j of exponents is long enough to reach it. `per_bit(j)` is
    /// their cost for one position.
    pub fn stretches(&self, per_bit: &dyn Fn(usize) -> f64) -> f64 {
        let starts = core::iter::once(0).chain(self.bits.iter().copied());
        let lengths = self.bits.iter().zip(starts).map(|(end, start)| (end - start) as f64);
        lengths.enumerate().map(|(i, length)| length * per_bit(self.bits.len() - i)).sum()
    }

    /// The lookup table of a sliding window.
    fn table(&self, window: u32) -> f64 {
        let Costs { square, copy, .. } = self.costs;
        let entries = size(window - 1, 1);
        let squared = if window == 1 { 0.0 } else { square + copy };
        squared + entries - 1.0 + entries * copy
    }

    /// The table and the products of a sliding window over an exponent of this length.
    pub fn sliding(&self, bits: usize, window: u32) -> f64 {
        self.table(window) + bits as f64 / f64::from(window + 1)
    }

    /// Interleaved windows, with one window for all exponents if it is given.
    pub fn interleaved(&self, window: Option<u32>) -> f64 {
        let Some(exponents) = self.counted else {
            let one = |&k: &usize| self.sliding(k, window.unwrap_or_else(|| sliding_window(k)));
            return self.chain() + self.bits.iter().map(one).sum::<f64>() - 1.0;
        };
        let (mut all, mut first) = (0.0, 0);
        for &e in exponents {
            let window = window.unwrap_or_else(|| counted_window(e));
            let (digits, place) = digits(e, window);
            all += self.table(window) + f64::from(digits);
            first = first.max(place);
        }
        all + f64::from(first) * self.costs.square - 1.0
    }

    /// The method of Yen, Laih and Lenstra.
    pub fn yll(&self, window: u32) -> f64 {
        let bases = self.bits.len();
        let Costs { square, copy, .. } = self.costs;
        let entries = size(window, bases) - size(window - 1, bases);
        let squares = if window == 1 { 0.0 } else { bases as f64 };
        let table = entries - bases as f64 + squares * square + (entries + squares) * copy;
        let used = |j: usize| 1.0 / (f64::from(window) + 1.0 / (size(1, j) - 1.0));
        let Some(exponents) = self.counted else {
            return self.chain() + table + self.stretches(&used) - 1.0;
        };
        let (digits, first) = digits(exponents.iter().fold(0, |all, e| all | e), window);
        f64::from(first) * square + table + f64::from(digits) - 1.0
    }

    /// The method of Bos and Coster.
    pub fn bos_coster(&self) -> f64 {
        // A step takes 0.55 + 0.75·log₂ j bits of one of j exponents: a fit to counted steps.
        let used = |j: usize| match j {
            0 | 1 => self.costs.square + 0.2,
            _ => {
                let whole = j.ilog2();
                let log = f64::from(whole) + j as f64 / size(whole, 1) - 1.0;
                j as f64 / (0.55 + 0.75 * log)
            }
        };
        self.stretches(&used) + self.bits.len() as f64 * self.costs.copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sparse_exponents_need_no_table() {
        for e in [1_u32, 2, 3, 17, 257, 65537, 0x8000_0000] {
            assert_eq!(window_for(&e.into()), 1, "{e}");
        }
        let dense = Natural::from_limbs([0x9e37_79b9_u32; 64]);
        assert_eq!(window_for(&dense), 7);
    }

    #[test]
    fn minimal_windows_minimize_the_formula() {
        for bits in 1..12_000 {
            let cost = |m: u32| f64::from(1 << (m - 1)) + bits as f64 / f64::from(m + 1);
            let best = (1..=MAX_WINDOW).map(cost).fold(f64::INFINITY, f64::min);
            let chosen = cost(sliding_window(bits));
            assert!(chosen <= best * (1.0 + 1e-12), "{bits} bits");
        }
    }
}
