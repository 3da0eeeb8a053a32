//! What the methods for several bases are expected to cost (Attias, Vigneri, Dimitrov, Table 1, corrected, and for
//! exponents of unequal length).

use super::name::Multi;
use crate::{
    monoid::Costs,
    plan::{self, Expected, size},
};

/// The expected cost, in products, for random exponents of the lengths `bits`, in rising order.
/// Squarings and copies into lookup tables count at their `costs`.
///
/// # Panics
/// If the method does not [fit](Multi::fits) so many bases, or the lengths do not rise.
#[must_use]
pub fn expected_cost(method: Multi, bits: &[usize], costs: Costs) -> f64 {
    let bases = bits.len();
    assert!(method.fits(bases), "a lookup table of at most 2^16 entries");
    assert!(bits.is_sorted(), "lengths in rising order");
    let expected = Expected { bits, costs, counted: None };
    match method {
        Multi::Interleaved { window } => expected.interleaved(window),
        Multi::Yll { window } => expected.yll(window),
        Multi::BosCoster => expected.bos_coster(),
        Multi::Separate => {
            let power =
                |&k: &usize| expected.sliding(k, plan::sliding_window(k)) + k as f64 * costs.square;
            bits.iter().map(power).sum::<f64>() + bases as f64 - 1.0
        }
        Multi::Ary { window } => {
            let even = size(window - 1, bases) - 1.0;
            let odd = size(window, bases) - size(window - 1, bases);
            let table = odd - bases as f64 + even * costs.square + (odd + even) * costs.copy;
            let used = |j: usize| (1.0 - 1.0 / size(window, j)) / f64::from(window);
            expected.chain() + table + expected.stretches(&used) - 1.0
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
            expected.chain() + expected.stretches(&used)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::BASES_FOR_BOS_COSTER;
    use alloc::vec;

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

    #[test]
    fn what_no_method_takes_has_no_cost() {
        extern crate std;
        let refusal = |method, bits: &[usize]| {
            let cost = || expected_cost(method, bits, Costs::default());
            let panic = std::panic::catch_unwind(cost).err()?;
            Some(*panic.downcast::<&str>().expect("a message"))
        };
        let (wide, falls) = ("a lookup table of at most 2^16 entries", "lengths in rising order");
        for (method, bits, expected) in [
            (Multi::Yll { window: 4 }, &[256; 17][..], Some(wide)),
            (Multi::Ary { window: 4 }, &[256; 17], Some(wide)),
            (Multi::Pippenger { window: 0 }, &[256], Some(wide)),
            (Multi::Interleaved { window: Some(0) }, &[256], Some(wide)),
            (Multi::Separate, &[256, 255], Some(falls)),
            (Multi::Ary { window: 4 }, &[255, 256, 256, 257], None),
        ] {
            assert_eq!(refusal(method, bits), expected, "{method:?}");
        }
    }

    const LENGTHS: [usize; 9] = [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];

    #[test]
    fn methods_that_the_plan_skips_never_cost_less() {
        let costs = [(1.0, 0.0), (0.7, 0.0), (0.7, 0.1), (0.8, 1.5)];
        for (square, copy) in costs {
            let costs = Costs { square, copy, ..Costs::default() };
            for k in LENGTHS {
                let least = |methods: &mut dyn Iterator<Item = Multi>, bits: &[usize]| {
                    let fitting = methods.filter(|method| method.fits(bits.len()));
                    fitting.map(|m| expected_cost(m, bits, costs)).fold(f64::INFINITY, f64::min)
                };
                for bases in [2, 3, 5, 8, 12, 15, 16, 24, 40, 100, 500, 5000] {
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
}
