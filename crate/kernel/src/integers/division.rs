//! Remainders by a divisor that is used more than once. The reciprocal of its highest words gives the quotient's words.

use super::words::{Double, IS_WIDE, WORD_BITS, Word, add_row, multiply_add, product};
use crate::{limbs::wiped::Wiped, processor::with_products};
use alloc::vec::Vec;
use core::hint::black_box;

/// A word to divide by, its highest bit set, and its reciprocal v = ⌊(B² − 1)/d⌋ − B (Möller, Granlund, "Improved
/// division by invariant integers", 2011).
#[derive(Clone, Copy)]
struct Reciprocal {
    d: Word,
    v: Word,
}

impl Reciprocal {
    fn new(d: Word) -> Self {
        debug_assert!(d >> (WORD_BITS - 1) == 1);
        // The quotient is at least B and below 2B, so the cast subtracts B.
        Self { d, v: (Double::MAX / Double::from(d)) as Word }
    }

    /// The quotient and the remainder of (high, low) by d, for high < d: algorithm 4 of the paper.
    #[inline(always)]
    fn divide(self, high: Word, low: Word) -> (Word, Word) {
        debug_assert!(high < self.d);
        let pair = Double::from(high) << WORD_BITS | Double::from(low);
        let estimate = (Double::from(self.v) * Double::from(high)).wrapping_add(pair);
        let mut q = ((estimate >> WORD_BITS) as Word).wrapping_add(1);
        let mut r = low.wrapping_sub(q.wrapping_mul(self.d));
        if r > estimate as Word {
            q = q.wrapping_sub(1);
            r = r.wrapping_add(self.d);
        }
        if r >= self.d {
            q = q.wrapping_add(1);
            r -= self.d;
        }
        (q, r)
    }
}

/// Two words to divide by, the highest bit set, and their reciprocal v = ⌊(B³ − 1)/d⌋ − B, of the same paper.
struct PairReciprocal {
    d: Double,
    v: Word,
}

impl PairReciprocal {
    /// Algorithm 6 of the paper: v is made of the reciprocal of the high word alone.
    fn new(high: Word, low: Word) -> Self {
        let mut v = Reciprocal::new(high).v;
        let mut p = high.wrapping_mul(v).wrapping_add(low);
        if p < low {
            v -= 1;
            if p >= high {
                v -= 1;
                p -= high;
            }
            p = p.wrapping_sub(high);
        }
        let d = Double::from(high) << WORD_BITS | Double::from(low);
        let t = Double::from(v) * Double::from(low);
        let carry = (t >> WORD_BITS) as Word;
        p = p.wrapping_add(carry);
        if p < carry {
            v -= 1;
            if Double::from(p) << WORD_BITS | Double::from(t as Word) >= d {
                v -= 1;
            }
        }
        Self { d, v }
    }

    /// The quotient of (pair, low) by d, for pair < d: algorithm 5 of the paper. No branch tells which of two
    /// candidates it is: a processor would guess wrong half the time.
    #[inline(always)]
    fn quotient(&self, pair: Double, low: Word) -> Word {
        debug_assert!(pair < self.d);
        let (high, middle) = ((pair >> WORD_BITS) as Word, pair as Word);
        let estimate = (Double::from(self.v) * Double::from(high)).wrapping_add(pair);
        let q = (estimate >> WORD_BITS) as Word;
        let [of_high, of_low] = [(self.d >> WORD_BITS) as Word, self.d as Word];
        let rest = middle.wrapping_sub(q.wrapping_mul(of_high));
        let mut rest = (Double::from(rest) << WORD_BITS | Double::from(low))
            .wrapping_sub(Double::from(of_low) * Double::from(q))
            .wrapping_sub(self.d);
        let is_less = Word::from((rest >> WORD_BITS) as Word >= estimate as Word);
        rest = rest.wrapping_add(self.d & Double::from(is_less).wrapping_neg());
        q.wrapping_add(1 - is_less).wrapping_add(Word::from(rest >= self.d))
    }
}

/// An integer of one word to divide by.
#[derive(Clone, Copy)]
pub struct WordDivisor {
    reciprocal: Reciprocal,
    /// The divisor is d / 2^shift.
    shift: u32,
}

impl WordDivisor {
    /// Division by `n`, which is not 0.
    pub fn new(n: Word) -> Self {
        let shift = n.leading_zeros();
        Self { reciprocal: Reciprocal::new(n << shift), shift }
    }

    /// x mod n for an integer of any length.
    pub fn remainder(self, x: &[Word]) -> Word {
        x.iter().rev().fold(0, |high, &word| self.reduce(high, word))
    }

    /// a·b mod n, for a, b < n.
    #[inline]
    pub fn multiply(self, a: Word, b: Word) -> Word {
        let product = Double::from(a) * Double::from(b);
        self.reduce((product >> WORD_BITS) as Word, product as Word)
    }

    /// (high, low) mod n, for high < n.
    #[inline(always)]
    fn reduce(self, high: Word, low: Word) -> Word {
        let pair = (Double::from(high) << WORD_BITS | Double::from(low)) << self.shift;
        self.reciprocal.divide((pair >> WORD_BITS) as Word, pair as Word).1 >> self.shift
    }
}

/// An integer of two words or more to divide by. It may be secret: it is overwritten when it is dropped.
pub struct Divisor {
    /// The divisor times 2^shift, so that its highest bit is set.
    n: Wiped<Word>,
    shift: u32,
    reciprocal: PairReciprocal,
}

impl Drop for Divisor {
    fn drop(&mut self) {
        self.reciprocal = PairReciprocal { d: 0, v: 0 };
        black_box(&self.reciprocal);
    }
}

impl Divisor {
    /// Division by `n`, whose highest word is not 0; `None` if `n` has less than two words.
    pub fn new(n: &[Word]) -> Option<Self> {
        let [.., _, top] = n else { return None };
        let shift = top.leading_zeros();
        let mut n = n.to_vec();
        shift_left(&mut n, shift);
        let reciprocal = PairReciprocal::new(n[n.len() - 1], n[n.len() - 2]);
        Some(Self { n: n.into(), shift, reciprocal })
    }

    /// a·b mod n of 32-bit limbs, in as many words as n has. Copies are overwritten.
    #[inline(never)]
    pub fn multiply(&self, a: &[u32], b: &[u32]) -> Wiped<Word> {
        let room = (a.len() + b.len()).max(self.n.len()) + 2; // for the word that a division adds
        let mut product = product(a, b, room);
        self.reduce(&mut product);
        product.into()
    }

    /// x ← x mod n, in as many words as n has.
    pub fn reduce(&self, x: &mut Vec<Word>) {
        with_products(
            #[inline(always)]
            || self.divide_by(x, |_| ()),
        );
    }

    /// The quotient of x by n, and x ← x mod n, in as many words as n has.
    pub fn divide(&self, x: &mut Vec<Word>) -> Vec<Word> {
        let mut quotient = Vec::with_capacity(x.len());
        self.divide_by(x, |q| quotient.push(q));
        quotient.reverse();
        quotient
    }

    /// Knuth's algorithm D, which gives the words of the quotient from the highest down.
    #[inline(always)]
    fn divide_by(&self, x: &mut Vec<Word>, give: impl FnMut(Word)) {
        let len = self.n.len();
        x.resize(x.len().max(len) + 1, 0);
        shift_left(x, self.shift);
        // A constant length needs no loop over words.
        match (IS_WIDE, self.n.first_chunk::<4>(), self.n.first_chunk::<8>()) {
            (true, Some(n), _) if len == 4 => self.divide_shifted(x, n, give),
            (true, _, Some(n)) if len == 8 => self.divide_shifted(x, n, give),
            _ => self.divide_shifted(x, &self.n, give),
        }
        x.truncate(len);
        if self.shift > 0 {
            for i in 0..len {
                let above = x.get(i + 1).map_or(0, |above| above << (Word::BITS - self.shift));
                x[i] = x[i] >> self.shift | above;
            }
        }
    }

    /// The words of the quotient of x by n·2^shift, which is `n`; the rest stays in x.
    #[inline(always)]
    fn divide_shifted(&self, x: &mut [Word], n: &[Word], mut give: impl FnMut(Word)) {
        let len = n.len();
        for top in (len..x.len()).rev() {
            let pair = Double::from(x[top]) << WORD_BITS | Double::from(x[top - 1]);
            // By the two highest words of the divisor, the estimate is at most 1 too large.
            let mut q = match pair < self.reciprocal.d {
                true => self.reciprocal.quotient(pair, x[top - 2]),
                false => Word::MAX,
            };
            let row = &mut x[top - len..=top];
            if subtract_row(row, n, q) {
                let carry = add_row(row, n, 1);
                row[len] = row[len].wrapping_add(carry);
                q -= 1;
            }
            give(q);
            debug_assert!(row[len] == 0);
        }
    }
}

/// x ← x·2^shift modulo B^x.len(), for shift < [`WORD_BITS`].
fn shift_left(x: &mut [Word], shift: u32) {
    if shift > 0 {
        for i in (0..x.len()).rev() {
            let below = i.checked_sub(1).map_or(0, |i| x[i] >> (Word::BITS - shift));
            x[i] = x[i] << shift | below;
        }
    }
}

/// x ← x − q·n modulo B^x.len(), for an x of one word more than n; returns whether the difference is negative.
#[inline(always)]
pub(super) fn subtract_row(x: &mut [Word], n: &[Word], q: Word) -> bool {
    // With n' = B^n.len() − 1 − n, of all bits of n turned: x − q·n = x + q·n' + q − q·B^n.len(). A sum waits less for
    // its carry than a difference for its borrow.
    let mut carry = q;
    for (x, &n) in x.iter_mut().zip(n) {
        *x = multiply_add(*x, q, !n, &mut carry);
    }
    let (difference, is_under) = x[n.len()].overflowing_sub(q - carry);
    x[n.len()] = difference;
    is_under
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integers::words::{
        limbs,
        tests::{big, integers},
    };
    use num_bigint::BigUint;

    #[test]
    fn remainders() {
        for (length, of) in [(2, 1), (2, 2), (2, 3), (2, 4), (3, 3), (3, 5), (4, 8), (7, 9)] {
            for mut n in integers(length) {
                for shift in [0, 1, WORD_BITS - 1] {
                    n[length - 1] = (n[length - 1] | 1 << (WORD_BITS - 1)) >> shift;
                    let divisor = Divisor::new(&n).expect("two words");
                    for x in integers(of) {
                        let mut rest = x.clone();
                        divisor.reduce(&mut rest);
                        assert_eq!((big(&rest), rest.len()), (big(&x) % big(&n), length));
                        let quotient = divisor.divide(&mut x.clone());
                        assert_eq!(big(&quotient), big(&x) / big(&n));
                    }
                }
            }
        }
        assert!(Divisor::new(&[5]).is_none());
    }

    /// q·n and its neighbours, where the estimate of a word of the quotient is too large: by the two highest words of
    /// n, and by the reciprocal of one.
    #[test]
    fn quotients_at_multiples() {
        // Knuth, exercise 4.3.1–21, for any B: 4·n is 1 above 3 + B³/2, and the estimate does not see it.
        let n = [1, 0, 1 << (WORD_BITS - 3)];
        let mut x = Vec::from([3, 0, 1 << (WORD_BITS - 1)]);
        assert_eq!(Divisor::new(&n).expect("three words").divide(&mut x), [3]);
        assert_eq!(x, [0, 0, 1 << (WORD_BITS - 3)]);

        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state ^ state >> 32) as Word
        };
        for _ in 0..20_000 {
            let (d, q, more) = (random() | 1 << (WORD_BITS - 1), random() | !0 << 8, random());
            let reciprocal = Reciprocal::new(d);
            for rest in [0, 1, more % d, d - 1] {
                let x = Double::from(q) * Double::from(d) + Double::from(rest);
                let (high, low) = ((x >> WORD_BITS) as Word, x as Word);
                assert_eq!(reciprocal.divide(high, low), (q, rest), "{x:x} by {d:x}");
            }
        }
    }

    /// Quotients of three words by two, at multiples and their neighbours too.
    #[test]
    fn quotients_of_three_words() {
        let words = integers(1).concat();
        let check = |high: Word, low: Word, q: Word| {
            let d = Double::from(high | 1 << (WORD_BITS - 1)) << WORD_BITS | Double::from(low);
            let reciprocal = PairReciprocal::new((d >> WORD_BITS) as Word, low);
            let all = (BigUint::from(1_u8) << (3 * WORD_BITS)) - 1_u8;
            let one = BigUint::from(1_u8) << WORD_BITS;
            assert_eq!(BigUint::from(reciprocal.v) + one, all / d, "the reciprocal of {d:x}");
            for rest in [0, 1, d / 2, d - 2, d - 1] {
                let x = BigUint::from(q) * d + rest;
                let low = Word::try_from(&x % (BigUint::from(1_u8) << WORD_BITS)).unwrap();
                let pair = Double::try_from(x >> WORD_BITS).unwrap();
                assert_eq!(reciprocal.quotient(pair, low), q, "{d:x} times {q:x} and {rest:x}");
            }
        };
        for &high in &words {
            for &low in &words {
                words.iter().for_each(|&q| check(high, low, q));
            }
        }
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state ^ state >> 32) as Word
        };
        for _ in 0..20_000 {
            check(random(), random(), random());
        }
    }

    #[test]
    fn products_modulo() {
        for length in 2..5 {
            for mut n in integers(length) {
                n[length - 1] |= 1;
                let divisor = Divisor::new(&n).expect("two words");
                for a in integers(length + 1).iter().step_by(3) {
                    for b in [1, 2, length].map(|length| integers(length).swap_remove(5)) {
                        let [x, y] = [a, &b].map(|x| limbs(x).collect::<Vec<_>>());
                        // Also with an odd number of limbs.
                        for (x, y) in [(&x[..], &y[..]), (&y, &x), (&x, &y[1..]), (&x[1..], &y)] {
                            let [of_x, of_y] = [x, y].map(|x| BigUint::new(x.to_vec()));
                            let product = divisor.multiply(x, y);
                            assert_eq!(big(&product), of_x * of_y % big(&n));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn remainders_by_a_word() {
        for n in integers(1).concat().into_iter().filter(|&n| n > 0) {
            for n in [n, n >> 1 | 1, n >> 5 | 1] {
                let divisor = WordDivisor::new(n);
                for x in integers(2).into_iter().chain(integers(3)) {
                    let rest = divisor.remainder(&x);
                    assert_eq!(BigUint::from(rest), big(&x) % n);
                    let product = divisor.multiply(rest, n - 1);
                    assert_eq!(BigUint::from(product), BigUint::from(rest) * (n - 1) % n);
                }
            }
        }
    }
}
