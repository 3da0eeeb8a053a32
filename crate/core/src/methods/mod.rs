//! The methods that papers compare and the plan never takes, beside those that it takes, for studies: each by name,
//! with its window, and with a monoid that counts.
//!
//! To add a method, write its file and add a variant to [`Single`] or [`Multi`].
//!
//! ```
//! use powmod::{Modulus, Natural, methods::{self, EarlyExit, Multi, Single, WindowRule}, monoid::Costs, multi, pow};
//!
//! let [x, a, y, b] = [3_u32, 65_537, 5, 257].map(Natural::from);
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let terms = [(modulus.to_residue(&x), &a), (modulus.to_residue(&y), &b)];
//!
//! let expected = pow::mod_pow(&modulus, &x, &a);
//! for method in [
//!     Single::Binary { early_exit: Some(EarlyExit::Products) },
//!     Single::Mary { window: None },
//!     Single::Sliding { window: Some(4), rule: WindowRule::Paper },
//! ] {
//!     let power = methods::pow(method, &mut modulus, &terms[0].0, &a);
//!     assert_eq!(modulus.from_residue(&power), expected);
//! }
//!
//! let expected = multi::mod_multi_pow(&modulus, &[(&x, &a), (&y, &b)]);
//! for method in [Multi::Separate, Multi::Ary { window: 2 }, Multi::Pippenger { window: 3 }] {
//!     let product = methods::multi_pow(method, &mut modulus, &terms);
//!     assert_eq!(modulus.from_residue(&product), expected);
//! }
//!
//! // The windows of 256-bit exponents.
//! assert_eq!(methods::sliding_window(256, WindowRule::Paper), 6);
//! assert_eq!(methods::mary_window(256), 4);
//! let cost = |method| methods::expected_cost(method, &[256, 256], Costs::default());
//! assert!(cost(Multi::Interleaved { window: None }) < cost(Multi::Separate));
//! ```

mod ary;
mod binary;
mod cost;
mod counting;
mod mary;
mod name;
mod pippenger;
mod separate;

pub use crate::plan::MAX_WINDOW;
use crate::{
    monoid::{Absorbing, Commutative},
    multi::{bos_coster, interleaved, yll},
    natural::Natural,
    plan,
    pow::sliding,
};
pub use cost::expected_cost;
pub use counting::Counting;
pub use name::{EarlyExit, Multi, Single, WindowRule};

/// x^e by the given method.
///
/// # Panics
/// If a window is 0 or above [`MAX_WINDOW`].
pub fn pow<M: Absorbing>(
    method: Single,
    monoid: &mut M,
    x: &M::Element,
    e: &Natural,
) -> M::Element {
    match method {
        Single::Binary { early_exit: None } => sliding(monoid, x, e, 1),
        Single::Binary { early_exit: Some(exit) } => binary::pow_with_exit(monoid, x, e, exit),
        Single::Mary { window } => {
            mary::pow(monoid, x, e, window.unwrap_or_else(|| mary_window(e.bits())))
        }
        Single::Sliding { window, rule } => {
            let planned = || sliding_window(e.bits(), rule);
            sliding(monoid, x, e, window.unwrap_or_else(planned))
        }
    }
}

/// ∏ x^e by the given method.
///
/// # Panics
/// If a window is 0 or too wide for the number of bases ([`Multi::fits`]).
pub fn multi_pow<M: Commutative>(
    method: Multi,
    monoid: &mut M,
    terms: &[(M::Element, &Natural)],
) -> M::Element {
    match method {
        Multi::Separate => separate::multi_pow(monoid, terms),
        Multi::Ary { window } => ary::multi_pow(monoid, terms, window),
        Multi::Yll { window } => yll::multi_pow(monoid, terms, window),
        Multi::Interleaved { window } => {
            interleaved::multi_pow(monoid, terms, |e| window.unwrap_or_else(|| plan::window_for(e)))
        }
        Multi::Pippenger { window } => pippenger::multi_pow(monoid, terms, window),
        Multi::BosCoster => bos_coster::multi_pow(monoid, terms),
    }
}

/// The window width, 1 to [`MAX_WINDOW`], of the sliding-window method for an exponent of `bits`
/// bits.
#[must_use]
pub fn sliding_window(bits: usize, rule: WindowRule) -> u32 {
    match rule {
        WindowRule::Paper => {
            // The exponent lengths from which Table II prescribes windows of 3, 4, … bits.
            let wider = [21, 24, 80, 240, 672, 1792, 4608];
            2 + wider.iter().filter(|&&from| bits >= from).count() as u32
        }
        WindowRule::Minimal => plan::sliding_window(bits),
    }
}

/// The window width of the 2^m-ary method for an exponent of `bits` bits: the minimum of
/// T(k, m) = 2^m − 2 + k − m + (1 − 2^−m)(k − m)/m (Ji, Wan, Table I).
#[must_use]
pub fn mary_window(bits: usize) -> u32 {
    let cost = |m: u32| {
        let (k, size, m) = (bits as f64, (1_u64 << m) as f64, f64::from(m));
        size + k - m + (1.0 - 1.0 / size) * (k - m) / m
    };
    (1..MAX_WINDOW).find(|&m| cost(m) <= cost(m + 1)).unwrap_or(MAX_WINDOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mary_windows_are_those_of_table_1() {
        let from = |m| (1..20_000).find(|&bits| mary_window(bits) >= m).unwrap();
        assert_eq!([2, 3, 4, 5, 6, 7, 8].map(from), [7, 35, 122, 369, 1044, 2823, 7371]);
    }

    #[test]
    fn windows_of_the_paper_widen_where_its_table_says() {
        let from = |m| (1..20_000).find(|&bits| sliding_window(bits, WindowRule::Paper) >= m);
        let steps = [2, 3, 4, 5, 6, 7, 8, 9].map(|m| from(m).unwrap());
        assert_eq!(steps, [1, 21, 24, 80, 240, 672, 1792, 4608]);
    }
}
