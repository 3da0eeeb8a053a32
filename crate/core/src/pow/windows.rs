//! The parts that methods with windows share: cutting exponents into digits, the lookup table of odd
//! powers, and the chain of squarings that moves each factor to its place.
//!
//! The functions take one exponent, or several side by side.

use crate::{monoid::Monoid, natural::Natural, plan::MAX_WINDOW};
use alloc::vec::Vec;

/// A digit of an exponent, or of several exponents side by side. It stands for 2^low · value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// The place of the digit's lowest bit.
    pub low: usize,
    /// Below 2^window. For exponents e₀, e₁, …, the digit of e_i is shifted up by i windows.
    pub value: usize,
}

/// Asserts that a window width is allowed for this number of exponents side by side.
///
/// # Panics
/// If the window is 0, or all windows together have more than [`MAX_WINDOW`] bits.
pub fn assert_window(window: u32, exponents: usize) {
    let all = exponents.saturating_mul(window as usize);
    assert!(window >= 1 && all <= MAX_WINDOW as usize, "windows of 1 to {MAX_WINDOW} bits in all");
}

/// The bits [low, low + width) of all exponents, side by side.
pub fn digit(exponents: &[&Natural], low: usize, width: usize, window: u32) -> usize {
    let shift = |i| i * window as usize;
    exponents.iter().enumerate().map(|(i, e)| (e.window(low, width) as usize) << shift(i)).sum()
}

/// The digits of a sliding window of at most `window` bits, from the left. In each digit, at least
/// one exponent's part is odd. Runs of zeros between digits are skipped.
pub fn sliding(exponents: &[&Natural], window: u32) -> Vec<Digit> {
    assert_window(window, exponents.len());
    let any = |i| exponents.iter().any(|e| e.bit(i));
    let mut digits = Vec::new();
    let mut end = exponents.iter().map(|e| e.bits()).max().unwrap_or(0);
    while end > 0 {
        if !any(end - 1) {
            end -= 1;
            continue;
        }
        let start = end.saturating_sub(window as usize);
        let low = (start..end).find(|&i| any(i)).expect("the highest bit is set");
        digits.push(Digit { low, value: digit(exponents, low, end - low, window) });
        end = start;
    }
    digits
}

/// The digits of several lists, each from the lowest up, from the highest down: the index of the list, and the
/// digit. `low` is the place of a digit.
pub fn falling<T>(
    mut rising: Vec<Vec<T>>,
    low: impl Fn(&T) -> usize,
) -> impl Iterator<Item = (usize, T)> {
    core::iter::from_fn(move || {
        let place = |i: usize| rising[i].last().map(&low);
        let highest = (0..rising.len()).reduce(|a, b| if place(b) > place(a) { b } else { a })?;
        Some((highest, rising[highest].pop()?))
    })
}

/// The lookup table for the digits of `sliding`: all products of powers of the bases with exponents
/// below 2^window that are not all even. It costs one squaring for each base, and one product for
/// each entry that is not a base. More than one base needs a commutative monoid.
pub fn odd_products<M: Monoid>(
    monoid: &mut M,
    bases: &[M::Element],
    window: u32,
) -> Vec<Option<M::Element>> {
    assert_window(window, bases.len());
    let ones: usize = (0..bases.len()).map(|i| 1 << (i * window as usize)).sum();
    let squares: Vec<M::Element> = match window {
        1 => Vec::new(),
        _ => bases.iter().map(|base| squared(monoid, base)).collect(),
    };
    let mut table: Vec<Option<M::Element>> = Vec::new();
    for index in 0..1_usize << (bases.len() * window as usize) {
        // Subtracting 2 from one part keeps the digit odd. If all parts are 0 or 1, subtract a 1.
        let place = |part: usize| (part != 0).then(|| part.ilog2() as usize / window as usize);
        let entry = if index & ones == 0 {
            None
        } else if let Some(i) = place(index & !ones) {
            let less = &table[index - (2 << (i * window as usize))];
            Some(product(monoid, less.as_ref().expect("odd"), &squares[i]))
        } else {
            place(index).map(|i| match &table[index - (1 << (i * window as usize))] {
                None => bases[i].clone(),
                Some(less) => product(monoid, less, &bases[i]),
            })
        };
        table.push(entry);
    }
    table
}

/// a·b
pub fn product<M: Monoid>(monoid: &mut M, a: &M::Element, b: &M::Element) -> M::Element {
    let mut product = a.clone();
    monoid.multiply(&mut product, b);
    product
}

/// a²
pub fn squared<M: Monoid>(monoid: &mut M, a: &M::Element) -> M::Element {
    let mut square = a.clone();
    monoid.square(&mut square, 1);
    square
}

/// a ← a·b, where `None` stands for the neutral element.
pub fn multiply_into<M: Monoid>(monoid: &mut M, a: &mut Option<M::Element>, b: &M::Element) {
    match a {
        Some(a) => monoid.multiply(a, b),
        None => *a = Some(b.clone()),
    }
}

/// The product of all factor^(2^low), for pairs (low, factor) in falling order of `low`. The first
/// factor is copied and costs no product. No factors give the neutral element.
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

/// [`evaluate`] with factors from a lookup table that the digits index.
pub fn evaluate_digits<M: Monoid>(
    monoid: &mut M,
    digits: &[Digit],
    table: &[Option<M::Element>],
) -> M::Element {
    let factor =
        |digit: &Digit| (digit.low, table[digit.value].as_ref().expect("an entry for each digit"));
    evaluate(monoid, digits.iter().map(factor))
}
