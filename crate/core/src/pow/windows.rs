//! Sliding windows: how an exponent is cut into odd digits, the table of odd powers that answers
//! them, and the one chain of squarings that puts each factor in its place.

use crate::{Natural, monoid::Monoid};
use alloc::vec::Vec;

/// The largest window that a table is ever made for.
pub const MAX_WINDOW: u32 = 16;

/// An odd digit of an exponent: it counts 2^low · digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The place of the digit's lowest bit.
    pub low: usize,
    /// Odd, below 2^window.
    pub digit: u32,
}

/// The digits of an exponent from the left, each of at most `window` bits and odd, with runs of
/// zeros between them.
///
/// # Panics
/// If the window is 0 or above [`MAX_WINDOW`].
pub fn sliding(e: &Natural, window: u32) -> Vec<Window> {
    assert!((1..=MAX_WINDOW).contains(&window), "a window of 1 to {MAX_WINDOW} bits");
    let mut digits = Vec::new();
    let mut end = e.bits();
    while end > 0 {
        if !e.bit(end - 1) {
            end -= 1;
            continue;
        }
        let start = end.saturating_sub(window as usize);
        let bits = e.window(start, end - start);
        let zeros = bits.trailing_zeros();
        digits.push(Window { low: start + zeros as usize, digit: bits >> zeros });
        end = start;
    }
    digits
}

/// x, x³, x⁵, … up to x^(2^window − 1): one squaring and 2^(window − 1) − 1 products.
pub fn odd_powers<M: Monoid>(monoid: &mut M, x: &M::Element, window: u32) -> Vec<M::Element> {
    let mut table = Vec::with_capacity(1 << (window - 1));
    table.push(x.clone());
    if window > 1 {
        let mut square = x.clone();
        monoid.square(&mut square, 1);
        for i in 1..1 << (window - 1) {
            let mut power: M::Element = table[i - 1].clone();
            monoid.multiply(&mut power, &square);
            table.push(power);
        }
    }
    table
}

/// The product of all factor^(2^low), from factors in falling order of `low`. The first is
/// copied; nothing is done to a one.
pub fn evaluate<'a, M: Monoid>(
    monoid: &mut M,
    factors: impl Iterator<Item = (usize, &'a M::Element)>,
) -> M::Element
where
    M::Element: 'a,
{
    let mut product: Option<M::Element> = None;
    let mut place = 0;
    for (low, factor) in factors {
        match &mut product {
            None => product = Some(factor.clone()),
            Some(product) => {
                monoid.square(product, place - low);
                monoid.multiply(product, factor);
            }
        }
        place = low;
    }
    match product {
        None => monoid.one(),
        Some(mut product) => {
            monoid.square(&mut product, place);
            product
        }
    }
}
