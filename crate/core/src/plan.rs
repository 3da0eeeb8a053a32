//! The methods of exponentiation, and the choice of method and window width.
//!
//! The costs are those of Ji and Wan for one base, and of Attias, Vigneri and Dimitrov for several.
//!
//! ```
//! use powmod::{Natural, monoid::Costs, plan::{self, EarlyExit, Multi, Single, WindowRule}};
//!
//! // The windows of 256-bit exponents, by each method's own rule.
//! assert_eq!(plan::sliding_window(256, WindowRule::Minimal), 5);
//! assert_eq!(plan::signed_window(256), 5);
//! assert_eq!(plan::mary_window(256), 4);
//! assert_eq!(plan::window_for(&Natural::from(65_537_u32)), 1);
//!
//! let e = Natural::power_of_two(255);
//! let method: Multi = plan::multi(&[&e, &e], Costs::default());
//! let separate = plan::expected_cost(Multi::Separate, &[256, 256], Costs::default());
//! assert!(plan::expected_cost(method, &[256, 256], Costs::default()) < separate);
//!
//! let method = Single::Binary { early_exit: Some(EarlyExit::All) };
//! assert_ne!(method, Single::Mary { window: None });
//! ```

use crate::{monoid::Costs, natural::Natural};
use alloc::{collections::BinaryHeap, vec::Vec};

/// The most bits of a window, 16. For a window over several exponents at once, the most bits of all
/// its digits together.
pub const MAX_WINDOW: u32 = 16;

/// Where the early exit tests for a zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyExit {
    /// After products only, as in the paper (Brun).
    Products,
    /// After products and squarings.
    All,
}

/// The methods for one base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single {
    /// [`binary`](crate::pow::binary).
    Binary {
        /// Where the method tests for a zero; `None` for no test.
        early_exit: Option<EarlyExit>,
    },
    /// [`mary`](crate::pow::mary).
    Mary {
        /// Bits of a window; by default [`mary_window`].
        window: Option<u32>,
    },
    /// [`sliding`](crate::pow::sliding).
    Sliding {
        /// Bits of a window; by default [`sliding_window`].
        window: Option<u32>,
        /// The rule that picks the default.
        rule: WindowRule,
    },
}

/// The methods for several bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multi {
    /// [`separate`](crate::multi::separate).
    Separate,
    /// [`ary`](crate::multi::ary).
    Ary {
        /// Bits of a window.
        window: u32,
    },
    /// [`yll`](crate::multi::yll).
    Yll {
        /// Bits of a window.
        window: u32,
    },
    /// [`interleaved`](crate::multi::interleaved).
    Interleaved {
        /// Bits of every window; by default [`window_for`] each exponent.
        window: Option<u32>,
    },
    /// [`pippenger`](crate::multi::pippenger).
    Pippenger {
        /// Bits of a window.
        window: u32,
    },
    /// [`bos_coster`](crate::multi::bos_coster).
    BosCoster,
}

impl Multi {
    /// Whether the lookup table for this number of bases has at most 2^[`MAX_WINDOW`] entries.
    pub fn fits(self, bases: usize) -> bool {
        let bits = match self {
            Self::Separate | Self::Interleaved { window: None } | Self::BosCoster => 1,
            Self::Ary { window } | Self::Yll { window } => bases.max(1) * window as usize,
            Self::Interleaved { window: Some(window) } | Self::Pippenger { window } => {
                window as usize
            }
        };
        (1..=MAX_WINDOW as usize).contains(&bits)
    }
}

/// A rule for the width of a sliding window (Ji, Wan).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowRule {
    /// Their Table II as printed. Its windows are one bit too wide for nearly every length.
    Paper,
    /// The minimum of their formula T'(k, m), which needs fewer operations.
    Minimal,
}

/// The window width, 1 to [`MAX_WINDOW`], of the sliding-window method for an exponent of `bits`
/// bits.
pub fn sliding_window(bits: usize, rule: WindowRule) -> u32 {
    match rule {
        WindowRule::Paper => {
            // The exponent lengths from which Table II prescribes windows of 3, 4, … bits.
            let wider = [21, 24, 80, 240, 672, 1792, 4608];
            2 + wider.iter().filter(|&&from| bits >= from).count() as u32
        }
        WindowRule::Minimal => {
            // T'(k, m) = 2^(m−1) + k + k/(m+1). Window m+1 costs less than m if
            // 2^(m−1) < k/(m+1) − k/(m+2) = k/((m+1)(m+2)).
            let wider_wins = |m: u32| bits as u64 > u64::from((m + 1) * (m + 2)) << (m - 1);
            (1..MAX_WINDOW).find(|&m| !wider_wins(m)).unwrap_or(MAX_WINDOW)
        }
    }
}

/// The window width, 2 to [`MAX_WINDOW`], of digits with a sign for an exponent of `bits` bits: the minimum of
/// 2^(w−2) + k/(w+1).
pub fn signed_window(bits: usize) -> u32 {
    let wider_wins = |w: u32| bits as u64 > u64::from((w + 1) * (w + 2)) << (w - 2);
    (2..MAX_WINDOW).find(|&w| !wider_wins(w)).unwrap_or(MAX_WINDOW)
}

/// The window width of the 2^m-ary method for an exponent of `bits` bits: the minimum of
/// T(k, m) = 2^m − 2 + k − m + (1 − 2^−m)(k − m)/m (Ji, Wan, Table I).
pub fn mary_window(bits: usize) -> u32 {
    let cost = |m: u32| {
        let (k, size, m) = (bits as f64, (1_u64 << m) as f64, f64::from(m));
        size + k - m + (1.0 - 1.0 / size) * (k - m) / m
    };
    (1..MAX_WINDOW).find(|&m| cost(m) <= cost(m + 1)).unwrap_or(MAX_WINDOW)
}

/// The sliding-window width for the exponent `e`. The digits of an exponent of up to 64 bits are counted. A longer
/// exponent has the width for its length, or 1 if it has so few ones that a lookup table costs more than it saves.
pub fn window_for(e: &Natural) -> u32 {
    if let Some(e) = short(e) {
        return counted_window(e);
    }
    let window = sliding_window(e.bits(), WindowRule::Minimal);
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

/// The fewest bases for which `bos_coster` is tried. Among fewer it saves little or nothing.
const BASES_FOR_BOS_COSTER: usize = 16;

/// The method and window with the lowest expected cost (Attias, Vigneri, Dimitrov, Table 1,
/// corrected, and for exponents of unequal length). `ary` is not tried, because `yll` has a smaller
/// lookup table and no more products; `pippenger` is not, because `bos_coster` needs fewer products.
pub fn multi(exponents: &[&Natural], costs: Costs) -> Multi {
    // Sorting with a heap compiles to much less WebAssembly than `sort`.
    let bits = exponents.iter().map(|e| e.bits()).collect::<BinaryHeap<_>>().into_sorted_vec();
    let joint = (1..=4).map(|window| Multi::Yll { window });
    let many = (bits.len() >= BASES_FOR_BOS_COSTER).then_some(Multi::BosCoster);
    let methods = core::iter::once(Multi::Interleaved { window: None }).chain(joint).chain(many);
    let counted: Option<Vec<u64>> = exponents.iter().map(|e| short(e)).collect();
    let costs = methods
        .filter(|method| method.fits(bits.len()))
        .map(|method| (method, cost(method, &bits, costs, counted.as_deref())));
    costs.min_by(|a, b| a.1.total_cmp(&b.1)).expect("interleaving always fits").0
}

/// The expected cost, in products, for random exponents of the lengths `bits`, in rising order.
/// Squarings and copies into lookup tables count at their `costs`.
pub fn expected_cost(method: Multi, bits: &[usize], costs: Costs) -> f64 {
    cost(method, bits, costs, None)
}

/// [`expected_cost`]; with `counted`, the exponents themselves, `interleaved` and `yll` cost what they need for these.
fn cost(method: Multi, bits: &[usize], costs: Costs, counted: Option<&[u64]>) -> f64 {
    let bases = bits.len();
    let chain = bits.last().copied().unwrap_or(0) as f64 * costs.square;
    let size = |window: u32, bases: usize| (1_u64 << (window as usize * bases)) as f64;
    // Over each stretch of bit positions, the same number j of exponents is long enough to reach it.
    // `per_bit(j)` is their cost for one position.
    let stretches = |per_bit: &dyn Fn(usize) -> f64| -> f64 {
        let starts = core::iter::once(0).chain(bits.iter().copied());
        let lengths = bits.iter().zip(starts).map(|(end, start)| (end - start) as f64);
        lengths.enumerate().map(|(i, length)| length * per_bit(bases - i)).sum()
    };
    let table = |window: u32| {
        let entries = size(window - 1, 1);
        let square = if window == 1 { 0.0 } else { costs.square + costs.copy };
        square + entries - 1.0 + entries * costs.copy
    };
    let sliding = |bits: usize, window: u32| table(window) + bits as f64 / f64::from(window + 1);
    let planned = |bits: usize| sliding_window(bits, WindowRule::Minimal);
    match method {
        Multi::Separate => {
            let one = |&k: &usize| sliding(k, planned(k)) + k as f64 * costs.square;
            bits.iter().map(one).sum::<f64>() + bases as f64 - 1.0
        }
        Multi::Interleaved { window } => {
            let Some(exponents) = counted else {
                let one = |&k: &usize| sliding(k, window.unwrap_or_else(|| planned(k)));
                return chain + bits.iter().map(one).sum::<f64>() - 1.0;
            };
            let (mut all, mut first) = (0.0, 0);
            for &e in exponents {
                let window = window.unwrap_or_else(|| counted_window(e));
                let (digits, place) = digits(e, window);
                all += table(window) + f64::from(digits);
                first = first.max(place);
            }
            all + f64::from(first) * costs.square - 1.0
        }
        Multi::Yll { window } => {
            let entries = size(window, bases) - size(window - 1, bases);
            let squares = if window == 1 { 0.0 } else { bases as f64 };
            let table =
                entries - bases as f64 + squares * costs.square + (entries + squares) * costs.copy;
            let used = |j: usize| 1.0 / (f64::from(window) + 1.0 / (size(1, j) - 1.0));
            let Some(exponents) = counted else {
                return chain + table + stretches(&used) - 1.0;
            };
            let (digits, first) = digits(exponents.iter().fold(0, |all, e| all | e), window);
            f64::from(first) * costs.square + table + f64::from(digits) - 1.0
        }
        Multi::Ary { window } => {
            let even = size(window - 1, bases) - 1.0;
            let odd = size(window, bases) - size(window - 1, bases);
            let table = odd - bases as f64 + even * costs.square + (odd + even) * costs.copy;
            let used = |j: usize| (1.0 - 1.0 / size(window, j)) / f64::from(window);
            chain + table + stretches(&used) - 1.0
        }
        Multi::Pippenger { window } => {
            let digits = size(window, 1) - 1.0;
            let used = |j: usize| {
                // Take j digits in [0, size). Each digit that is not 0 costs one product, into a
                // bucket or into the running product. Then each bucket from the highest used one
                // down costs one more: on average digits − Σ_(d ≤ digits) (d/size)^j buckets,
                // where the Euler–Maclaurin formula gives the sum. The first factor of a window
                // needs no product, unless all digits are 0.
                let size = digits + 1.0;
                let empty = (0..j.min(32)).fold(1.0, |empty, _| empty / size);
                let j = j as f64;
                let sum = size / (j + 1.0) - 0.5 + if j <= size { j / (12.0 * size) } else { 0.0 };
                let highest = digits - sum.max(0.0);
                // About one copy for each used bucket, and one for each running product.
                let copies = j * digits / (j + digits) + 2.0;
                let products = j * digits / size + highest - (1.0 - empty);
                (products + copies * costs.copy) / f64::from(window)
            };
            chain + stretches(&used)
        }
        Multi::BosCoster => {
            // A step takes 0.55 + 0.75·log₂ j bits of one of j exponents: a fit to counted steps.
            let used = |j: usize| match j {
                0 | 1 => costs.square + 0.2,
                _ => {
                    let whole = j.ilog2();
                    let log = f64::from(whole) + j as f64 / size(whole, 1) - 1.0;
                    j as f64 / (0.55 + 0.75 * log)
                }
            };
            stretches(&used) + bases as f64 * costs.copy
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn mary_windows_are_those_of_table_1() {
        let from = |m| (1..20_000).find(|&bits| mary_window(bits) >= m).unwrap();
        assert_eq!([2, 3, 4, 5, 6, 7, 8].map(from), [7, 35, 122, 369, 1044, 2823, 7371]);
    }

    #[test]
    fn sparse_exponents_need_no_table() {
        for e in [1_u32, 2, 3, 17, 257, 65537, 0x8000_0000] {
            assert_eq!(window_for(&e.into()), 1, "{e}");
        }
        let dense = Natural::from_limbs([0x9e37_79b9_u32; 64]);
        assert_eq!(window_for(&dense), 7);
    }

    #[test]
    fn two_bases_at_256_bits_cost_what_the_formulas_say() {
        // Attias, Vigneri, Dimitrov, Table 1, with squarings at the cost of products. The table
        // neither counts the squares of the bases nor subtracts the product that the first window
        // saves.
        for (method, expected) in [
            (Multi::Separate, 630.0),
            (Multi::Ary { window: 2 }, 387.0),
            (Multi::Yll { window: 2 }, 376.0),
            (Multi::Yll { window: 3 }, 379.0),
            (Multi::Interleaved { window: Some(4) }, 374.0),
            (Multi::Interleaved { window: Some(5) }, 373.0),
        ] {
            let cost = expected_cost(method, &[256, 256], Costs::default());
            assert!((cost - expected).abs() <= 2.5, "{method:?}: {cost}");
        }
    }

    const LENGTHS: [usize; 9] = [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];

    #[test]
    fn methods_that_the_plan_skips_never_cost_less() {
        let costs = [(1.0, 0.0), (0.7, 0.0), (0.7, 0.1), (0.8, 1.5)];
        for (square, copy) in costs {
            let costs = Costs { square, copy };
            for k in LENGTHS {
                let least = |methods: &mut dyn Iterator<Item = Multi>, bits: &[usize]| {
                    let fitting = methods.filter(|method| method.fits(bits.len()));
                    fitting.map(|m| expected_cost(m, bits, costs)).fold(f64::INFINITY, f64::min)
                };
                for bases in [2, 3, 5, 8, 12, 15, 16, 24, 40, 100, 500, 5000, 50_000] {
                    let bits = vec![k; bases];
                    for window in (1..=4).filter(|window| bases * window < 16) {
                        let window = window as u32;
                        let yll = expected_cost(Multi::Yll { window }, &bits, costs);
                        let ary = expected_cost(Multi::Ary { window }, &bits, costs);
                        assert!(yll <= ary, "{bases} bases of {k} bits, windows of {window}");
                    }
                    let mut buckets = (1..=12).map(|window| Multi::Pippenger { window });
                    let buckets = least(&mut buckets, &bits);
                    let tried = Multi::Interleaved { window: None };
                    let tried = if bases < BASES_FOR_BOS_COSTER { tried } else { Multi::BosCoster };
                    let tried = least(&mut core::iter::once(tried), &bits);
                    // Copies count only for moduli so short that everything takes microseconds.
                    let short = costs.copy > 1.0 && bases > BASES_FOR_BOS_COSTER;
                    assert!(tried <= buckets || short, "{bases} bases of {k} bits");
                }
            }
        }
    }

    #[test]
    fn minimal_windows_minimize_the_formula() {
        for bits in 1..12_000 {
            let cost = |m: u32| f64::from(1 << (m - 1)) + bits as f64 / f64::from(m + 1);
            let best = (1..=MAX_WINDOW).map(cost).fold(f64::INFINITY, f64::min);
            let chosen = cost(sliding_window(bits, WindowRule::Minimal));
            assert!(chosen <= best * (1.0 + 1e-12), "{bits} bits");
        }
    }

    #[test]
    fn both_rules_change_where_they_say() {
        let steps = |rule| -> [usize; 8] {
            let from = |m| (1..20_000).find(|&bits| sliding_window(bits, rule) >= m).unwrap();
            [2, 3, 4, 5, 6, 7, 8, 9].map(from)
        };
        assert_eq!(steps(WindowRule::Minimal), [7, 25, 81, 241, 673, 1793, 4609, 11521]);
        assert_eq!(steps(WindowRule::Paper), [1, 21, 24, 80, 240, 672, 1792, 4608]);
    }
}
