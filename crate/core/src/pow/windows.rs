//! Sliding windows over one exponent or several at once: how they are cut into digits, the table
//! that answers them, and the one chain of squarings that puts each factor in its place.

use crate::{monoid::Monoid, natural::Natural, plan::MAX_WINDOW};
use alloc::vec::Vec;

/// A digit of an exponent, or of several side by side: it counts 2^low · digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The place of the digit's lowest bit.
    pub low: usize,
    /// Below 2^window; of exponents e₀, e₁, …, the digit of e_i is shifted up by i windows.
    pub digit: usize,
}

/// Asserts what all methods ask of a window, for so many exponents side by side.
///
/// # Panics
/// If the window is 0, or that many windows have more than [`MAX_WINDOW`] bits.
pub fn assert_window(window: u32, exponents: usize) {
    let all = exponents.saturating_mul(window as usize);
    assert!(window >= 1 && all <= MAX_WINDOW as usize, "windows of 1 to {MAX_WINDOW} bits in all");
}

/// The bits of all exponents in [low, low + width), side by side.
pub fn digit(exponents: &[&Natural], low: usize, width: usize, window: u32) -> usize {
    let shift = |i| i * window as usize;
    exponents.iter().enumerate().map(|(i, e)| (e.window(low, width) as usize) << shift(i)).sum()
}

/// The digits of the exponents from the left, each of at most `window` bits and at least one of
/// them odd, with runs of zeros between them.
pub fn sliding(exponents: &[&Natural], window: u32) -> Vec<Window> {
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
        digits.push(Window { low, digit: digit(exponents, low, end - low, window) });
        end = start;
    }
    digits
}

/// All products of powers of the bases whose exponents are below 2^window and not all even, by
/// their digits side by side: a squaring for each base, and a product for each entry that is
/// not a base. More than one base needs a commutative monoid.
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
        // Taking 2 from a digit leaves an odd one odd; among ones and zeros, take a 1 away.
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

/// [`evaluate`] with the factors of a table that the digits index.
pub fn evaluate_digits<M: Monoid>(
    monoid: &mut M,
    digits: &[Window],
    table: &[Option<M::Element>],
) -> M::Element {
    let factor = |w: &Window| (w.low, table[w.digit].as_ref().expect("an entry for each digit"));
    evaluate(monoid, digits.iter().map(factor))
}
