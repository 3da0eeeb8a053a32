//! Words, and products modulo powers of two.
//!
//! **Bounds.** A step of a row adds a word, a product of two words and a carry: (B − 1) + (B − 1)² + (B − 1) = B² − 1,
//! with B = 2^[`WORD_BITS`], so the carry is a word again.

use crate::{
    limbs::{radix, wiped::Wiped},
    processor::with_products,
};
use alloc::{vec, vec::Vec};
use core::array;
use zeroize::Zeroize;

/// A digit of an integer.
#[cfg(target_pointer_width = "64")]
pub type Word = u64;
/// A digit of an integer.
#[cfg(not(target_pointer_width = "64"))]
pub type Word = u32;

#[cfg(target_pointer_width = "64")]
pub(super) type Double = u128;
#[cfg(not(target_pointer_width = "64"))]
pub(super) type Double = u64;

#[cfg(target_pointer_width = "64")]
pub(super) type SignedWord = i64;
#[cfg(not(target_pointer_width = "64"))]
pub(super) type SignedWord = i32;

#[cfg(target_pointer_width = "64")]
pub(super) type SignedDouble = i128;
#[cfg(not(target_pointer_width = "64"))]
pub(super) type SignedDouble = i64;

/// The bits of a word.
pub const WORD_BITS: usize = Word::BITS as usize;

/// Whether speed counts for more than size: modules of WebAssembly have words of 32 bits.
pub(super) const IS_WIDE: bool = WORD_BITS == 64;

/// The words of an integer in big-endian bytes, without zeros at the top, and with room for one word more.
pub fn from_be_bytes(bytes: &[u8]) -> Vec<Word> {
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    let (head, full) = bytes[zeros..].as_rchunks();
    let mut words = Vec::with_capacity(full.len() + 2);
    words.extend(full.iter().rev().map(|&word| Word::from_be_bytes(word)));
    if !head.is_empty() {
        words.push(head.iter().fold(0, |word, &byte| word << 8 | Word::from(byte)));
    }
    words
}

/// The low `length` big-endian bytes of an integer.
pub fn to_be_bytes(words: &[Word], length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    let (head, full) = bytes.as_rchunks_mut();
    for (bytes, word) in full.iter_mut().rev().zip(words) {
        *bytes = word.to_be_bytes();
    }
    if let Some(word) = words.get(full.len()) {
        let word = word.to_be_bytes();
        head.copy_from_slice(&word[word.len() - head.len()..]);
    }
    bytes
}

/// The words of an integer given by its 32-bit limbs, with room for one word more.
#[inline(never)]
pub fn words(limbs: &[u32]) -> Vec<Word> {
    let length = limbs.len().div_ceil(LIMBS);
    let mut words = Vec::with_capacity(length + 1);
    words.resize(length, 0);
    put(limbs, &mut words);
    words
}

/// The 32-bit limbs of a word.
const LIMBS: usize = WORD_BITS / 32;

/// Writes the words of an integer given by its 32-bit limbs over the lowest ones of `place`.
#[inline]
pub(super) fn put(limbs: &[u32], place: &mut [Word]) {
    let (full, last) = limbs.as_chunks::<LIMBS>();
    for (word, limbs) in place.iter_mut().zip(full) {
        *word = limbs.iter().rev().fold(0, |word, &limb| word << 32 | u64::from(limb)) as Word;
    }
    if let [limb] = last {
        place[full.len()] = *limb as Word;
    }
}

/// Zeros, in memory that some allocators give sooner than zeroed memory.
pub(super) fn zeros<T: Copy + Default>(length: usize) -> Vec<T> {
    let mut zeros = Vec::with_capacity(length);
    zeros.resize(length, T::default());
    zeros
}

/// The 32-bit limbs of an integer, with zeros at the top or without, in memory that is allocated once.
pub fn to_limbs(words: &[Word]) -> Vec<u32> {
    let mut limbs = zeros(LIMBS * words.len());
    let (places, _) = limbs.as_chunks_mut::<LIMBS>();
    for (place, &word) in places.iter_mut().zip(words) {
        *place = array::from_fn(|i| (word >> (32 * i)) as u32);
    }
    limbs
}

/// a·b of 32-bit limbs, in a vector with room for `room` words at least. Copies are overwritten: the numbers may be
/// secret. Time depends only on the lengths.
#[inline(never)]
pub fn product(a: &[u32], b: &[u32], room: usize) -> Vec<Word> {
    let (less, more) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let middle = less.len().div_ceil(LIMBS);
    let length = middle + more.len().div_ceil(LIMBS);
    // Short operands need no memory of the allocator.
    let mut short = [0; SHORT];
    let mut long = zeros(if length > SHORT { length } else { 0 });
    let operands = short.get_mut(..length).unwrap_or(&mut long);
    put(less, operands);
    put(more, &mut operands[middle..]);
    let (less, more) = operands.split_at(middle);
    let mut product = Vec::with_capacity(length.max(room));
    product.resize(length, 0);
    let (pairs, last) = if IS_WIDE { less.as_chunks::<2>() } else { (&[][..], less) };
    with_products(
        #[inline(always)]
        || {
            // A constant length needs no loop over words.
            match (IS_WIDE, more.first_chunk::<4>(), more.first_chunk::<8>()) {
                (true, Some(b), _) if more.len() == 4 => add_pairs(&mut product, b, pairs),
                (true, _, Some(b)) if more.len() == 8 => add_pairs(&mut product, b, pairs),
                _ => add_pairs(&mut product, more, pairs),
            }
            for (i, &x) in (2 * pairs.len()..).zip(last) {
                let (row, above) = product[i..].split_at_mut(more.len());
                above[0] = add_row(row, more, x);
            }
        },
    );
    operands.zeroize();
    product
}

/// The most words of two operands that [`product`] keeps in its frame.
const SHORT: usize = if IS_WIDE { 32 } else { 0 };

/// a ← a + x·b for the number x of these pairs of words, where a is 0 from b.len() on.
#[inline(always)]
fn add_pairs(a: &mut [Word], b: &[Word], pairs: &[[Word; 2]]) {
    for (i, &pair) in pairs.iter().enumerate() {
        add_two_rows(&mut a[2 * i..], b, pair);
    }
}

/// a ← a + (x + B·y)·b, for an a whose words from b.len() on are 0: at least two. Each word of a is loaded and
/// stored once for both rows.
#[inline(always)]
fn add_two_rows(a: &mut [Word], b: &[Word], [x, y]: [Word; 2]) {
    let (mut of_x, mut of_y, mut before) = (0, 0, 0);
    let (row, above) = a.split_at_mut(b.len());
    for (a, &b) in row.iter_mut().zip(b) {
        let sum = multiply_add(*a, x, b, &mut of_x);
        *a = multiply_add(sum, y, before, &mut of_y);
        before = b;
    }
    above[0] = multiply_add(of_x, y, before, &mut of_y);
    above[1] = of_y;
}

/// The 32-bit limbs of an integer, with zeros at the top or without.
pub fn limbs(words: &[Word]) -> impl Iterator<Item = u32> {
    words.iter().flat_map(|&word| (0..Word::BITS).step_by(32).map(move |low| (word >> low) as u32))
}

/// Returns the low word of t + x·y + carry, and leaves the high one in `carry`.
#[inline(always)]
pub(super) fn multiply_add(t: Word, x: Word, y: Word, carry: &mut Word) -> Word {
    let sum = Double::from(t) + Double::from(x) * Double::from(y) + Double::from(*carry);
    *carry = (sum >> WORD_BITS) as Word;
    sum as Word
}

/// a ← a + x·b, with as many words of b as a has; returns the carry.
#[inline(always)]
pub(super) fn add_row(a: &mut [Word], b: &[Word], x: Word) -> Word {
    let mut carry = 0;
    for (a, &b) in a.iter_mut().zip(b) {
        *a = multiply_add(*a, x, b, &mut carry);
    }
    carry
}

/// product ← a·b modulo B^product.len(). Time depends only on the lengths.
#[inline(never)]
pub fn multiply_low(a: &[Word], b: &[Word], product: &mut [Word]) {
    let length = product.len();
    product.fill(0);
    for (i, &x) in a.iter().enumerate().take(length) {
        let (row, above) = product[i..].split_at_mut(b.len().min(length - i));
        let carry = add_row(row, b, x);
        // The words above are still zero.
        if let Some(above) = above.first_mut() {
            *above = carry;
        }
    }
}

/// square ← a² modulo B^square.len(). Each product of two different words is computed once.
pub fn square_low(a: &[Word], square: &mut [Word]) {
    square.fill(0);
    for (i, &x) in a.iter().enumerate() {
        let Some(row) = square.get_mut(2 * i + 1..) else { break };
        let others = &a[i + 1..];
        let (row, above) = row.split_at_mut(others.len().min(row.len()));
        let carry = add_row(row, others, x);
        // The words above are still zero.
        if let Some(above) = above.first_mut() {
            *above = carry;
        }
    }
    let (mut bit, mut carry) = (0, 0);
    for (i, pair) in square.chunks_mut(2).enumerate() {
        let x = Double::from(a.get(i).copied().unwrap_or(0));
        let x = x * x;
        for (place, x) in pair.iter_mut().zip([x as Word, (x >> WORD_BITS) as Word]) {
            let doubled = *place << 1 | bit;
            bit = *place >> (WORD_BITS - 1);
            let sum = Double::from(doubled) + Double::from(x) + carry;
            (*place, carry) = (sum as Word, sum >> WORD_BITS);
        }
    }
}

/// a⁻¹ modulo B, for an odd a.
pub(super) fn inverse(a: Word) -> Word {
    radix::inverse(Double::from(a) as u64) as Word
}

/// a⁻¹ modulo B^length, for an odd a. Newton's iteration: if a·x ≡ 1 mod 2^i, then a·x·(2 − a·x) ≡ 1 mod 2^(2i)
/// (Prots'ko, Gryshchuk, eq. 7). Intermediate values are wiped, because a may be of a secret modulus.
pub fn inverse_low(a: &[Word], length: usize) -> Wiped<Word> {
    if length == 0 {
        return Vec::new().into();
    }
    let mut x = Wiped::from(vec![inverse(a[0])]);
    while x.len() < length {
        let more = length.min(2 * x.len());
        let [mut product, mut factor] = [0; 2].map(|zero| Wiped::from(vec![zero; more]));
        multiply_low(a, &x, &mut product);
        factor[0] = 2;
        subtract(&mut factor, &product);
        multiply_low(&x, &factor, &mut product);
        x = product;
    }
    x
}

/// a ← a − b modulo B^a.len(). Time depends only on the lengths.
#[inline]
pub fn subtract(a: &mut [Word], b: &[Word]) {
    let mut borrow = false;
    for (i, a) in a.iter_mut().enumerate() {
        let (difference, first) = a.overflowing_sub(b.get(i).copied().unwrap_or(0));
        let (difference, second) = difference.overflowing_sub(borrow.into());
        (*a, borrow) = (difference, first | second);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use num_bigint::BigUint;

    pub fn big(x: &[Word]) -> BigUint {
        BigUint::new(limbs(x).collect())
    }

    /// Words at their bounds, and those that lead an estimate of a quotient astray.
    pub fn integers(length: usize) -> Vec<Vec<Word>> {
        const HALF: Word = 1 << (WORD_BITS - 1);
        let digits = [0, 1, HALF - 1, HALF, HALF + 1, Word::MAX - 1, Word::MAX];
        if length <= 2 {
            return (0..7_usize.pow(length as u32))
                .map(|x| (0..length).map(|i| digits[x / 7_usize.pow(i as u32) % 7]).collect())
                .collect();
        }
        let mut state = 1_u64;
        (0..60)
            .map(|_| {
                let mut digit = || {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    digits[(state >> 33) as usize % 7]
                };
                (0..length).map(|_| digit()).collect()
            })
            .collect()
    }

    #[test]
    fn words_and_limbs_are_the_same_integer() {
        for length in 0..6 {
            let x: Vec<u32> = (1..=length).map(|i| u32::MAX - i).collect();
            assert_eq!(big(&words(&x)), BigUint::new(x));
        }
    }

    #[test]
    fn words_and_bytes_are_the_same_integer() {
        for length in 0..=25 {
            for zeros in 0..=length {
                let bytes: Vec<u8> =
                    (0..length).map(|i| if i < zeros { 0 } else { 255 - i as u8 }).collect();
                let x = from_be_bytes(&bytes);
                assert_eq!(big(&x), BigUint::from_bytes_be(&bytes));
                assert!(x.last() != Some(&0));
                for above in [0, 1, 9] {
                    let expected = [vec![0; above], bytes.clone()].concat();
                    assert_eq!(to_be_bytes(&x, length + above), expected);
                }
                assert_eq!(to_be_bytes(&x, length / 2), bytes[length - length / 2..]);
            }
        }
    }

    #[test]
    fn inverses_and_differences() {
        for length in 1..6 {
            for mut a in integers(length) {
                a[0] |= 1;
                for places in [0, 1, 2, 3, length, 2 * length + 1] {
                    let inverse = inverse_low(&a, places);
                    let modulus = BigUint::from(1_u32) << (WORD_BITS * places);
                    let one = big(&a) * big(&inverse) % &modulus;
                    assert_eq!((one, inverse.len()), (1_u32 % modulus, places), "{a:x?}");
                }
                for b in integers(length).into_iter().chain(integers(length + 1)) {
                    let mut difference = a.clone();
                    subtract(&mut difference, &b);
                    let modulus = BigUint::from(1_u32) << (WORD_BITS * length);
                    assert_eq!(
                        big(&difference),
                        (big(&a) + &modulus - big(&b) % &modulus) % modulus
                    );
                }
            }
        }
    }

    #[test]
    fn low_products_and_squares() {
        for (m, n) in [(1, 1), (2, 1), (2, 2), (3, 5), (5, 3), (5, 5), (9, 4)] {
            let modulus = |length| BigUint::from(1_u32) << (WORD_BITS * length);
            for (a, b) in
                integers(m).iter().flat_map(|a| integers(n).into_iter().map(move |b| (a, b)))
            {
                for length in [0, 1, m, m + n - 1, m + n, m + n + 2] {
                    let mut product = vec![Word::MAX; length];
                    multiply_low(a, &b, &mut product);
                    assert_eq!(big(&product), big(a) * big(&b) % modulus(length));
                }
            }
            for a in integers(m) {
                for length in [0, 1, 2, m, 2 * m - 1, 2 * m, 2 * m + 3] {
                    let mut square = vec![Word::MAX; length];
                    square_low(&a, &mut square);
                    assert_eq!(big(&square), big(&a).pow(2) % modulus(length), "{a:x?} {length}");
                }
            }
        }
    }
}
