//! `ary`: simultaneous 2^w-ary windows (Attias, Vigneri, Dimitrov, section 3.2). With w = 1 this is
//! Shamir's trick.
//!
//! The method computes 2^(nw) − 1 − n entries of a lookup table, those with even digits only by
//! squaring. Then it needs ⌊(k−1)/w⌋·w squarings and k(1 − 2^(−nw))/w products. Algorithm 2 of the
//! paper has an error: it must multiply if any digit is not zero.

use crate::{
    monoid::Commutative,
    natural::Natural,
    pow::windows::{self, Digit, product, squared},
};
use alloc::{vec, vec::Vec};

/// ∏ x^e over the n terms (x, e).
///
/// # Panics
/// If the window is 0, or n·window is above [`MAX_WINDOW`](crate::plan::MAX_WINDOW).
pub fn multi_pow<M: Commutative>(
    monoid: &mut M,
    terms: &[(M::Element, &Natural)],
    window: u32,
) -> M::Element {
    let (bases, exponents): (Vec<_>, Vec<_>) = terms.iter().cloned().unzip();
    windows::assert_window(window, bases.len());
    let width = window as usize;
    let bits = exponents.iter().map(|e| e.bits()).max().unwrap_or(0);
    let digit = |low| windows::digit(&exponents, low, width, window);
    let mut digits: Vec<Digit> =
        (0..bits).step_by(width).map(|low| Digit { low, value: digit(low) }).collect();
    digits.retain(|digit| digit.value != 0);
    digits.reverse();
    if digits.is_empty() {
        return monoid.one();
    }

    let ones: usize = (0..bases.len()).map(|i| 1 << (i * width)).sum();
    let mut table: Vec<Option<M::Element>> = vec![None];
    for index in 1_usize..1 << (bases.len() * width) {
        let odd = index & ones;
        let entry = if odd == 0 {
            // All digits are even, so halving moves no bit from one digit into the next.
            squared(monoid, table[index / 2].as_ref().expect("a smaller entry"))
        } else {
            let i = odd.ilog2() as usize / width;
            match &table[index - (1 << (i * width))] {
                None => bases[i].clone(),
                Some(less) => product(monoid, less, &bases[i]),
            }
        };
        table.push(Some(entry));
    }
    windows::evaluate_digits(monoid, &digits, &table)
}
