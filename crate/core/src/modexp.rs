//! [`modexp`]: a power of numbers in bytes, in one call.

use crate::{modulus::Modulus, monoid::Monoid, natural::Natural, pow};
use alloc::{vec, vec::Vec};
use core::mem;
use num_traits::Zero;
use powmod_kernel::integers::{self, Divisor, Montgomery, WORD_BITS, Word, WordDivisor};

/// The longest exponent, in bits, for which division is faster than a kernel, which takes some products to set up; and the
/// longest one if the modulus is even, where a kernel needs a second power modulo a power of two.
const BITS_FOR_DIVISION: (usize, usize) = (8, 17);

/// The longest odd modulus, in words, that needs no kernel.
const WORDS_IN_REGISTERS: usize = 12;

/// base^exponent mod modulus for big-endian numbers of any length, as long as the modulus: the precompile of EIP-198.
/// Exponent 0 gives 1 mod modulus, also for base 0. A modulus of 0 gives zeros. The time depends on all arguments: not for
/// secrets.
///
/// ```
/// // 3^65537 mod 1000003
/// assert_eq!(powmod::modexp(&[3], &[1, 0, 1], &[0x0f, 0x42, 0x43]), [0x07, 0x6d, 0x5e]);
/// assert_eq!(powmod::modexp(&[3], &[2], &[0, 0]), [0, 0]);
/// ```
pub fn modexp(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    let [x, e, n] = [base, exponent, modulus].map(Natural::from_be_bytes);
    let power = if n.is_zero() { n } else { power(&x, &e, &n) };
    power.to_be_bytes_padded(modulus.len()).expect("below the modulus")
}

/// x^e mod n, for n > 0.
fn power(x: &Natural, e: &Natural, n: &Natural) -> Natural {
    let words = integers::words(n.limbs());
    let twos = n.trailing_zeros();
    let is_nearly_odd = (1..n.bits() / 4).contains(&twos) && words.len() > WORDS_IN_REGISTERS;
    let (short, short_if_even) = BITS_FOR_DIVISION;
    let power = if words.len() == 1 && twos + 1 < n.bits() {
        power_modulo_word(x, e, words[0])
    } else if twos + 1 == n.bits() {
        power_modulo_power_of_two(x, e, twos)
    } else if e.bits() <= if is_nearly_odd { short_if_even } else { short } {
        power_by_division(x, e, &words)
    } else if twos == 0 {
        return power_modulo_odd(x, e, n);
    } else {
        let m = n >> twos;
        let odd = power_modulo_odd(x, e, &m);
        return combine(&odd, &power_modulo_power_of_two(x, e, twos), &m, twos);
    };
    natural(&power)
}

/// x^e. An exponent of a byte goes bit by bit: among short numbers the lists of [`pow::pow`] take longer than its table saves.
fn power_of<M: Monoid>(monoid: &mut M, x: &M::Element, e: &Natural) -> M::Element {
    if !(1..=8).contains(&e.bits()) {
        return pow::pow(monoid, x, e);
    }
    let mut power = x.clone();
    for i in (0..e.bits() - 1).rev() {
        monoid.square(&mut power, 1);
        if e.bit(i) {
            monoid.multiply(&mut power, x);
        }
    }
    power
}

fn natural(words: &[Word]) -> Natural {
    Natural::from_limbs(integers::limbs(words).collect::<Vec<_>>())
}

/// The number that is a modulo m and b modulo 2^s, for a < m: a + m·((b − a)·m⁻¹ mod 2^s).
fn combine(a: &Natural, b: &[Word], m: &Natural, twos: usize) -> Natural {
    let mut difference = b.to_vec();
    integers::subtract(&mut difference, &integers::words(a.limbs()));
    let m_inverse = integers::inverse_low(&integers::words(m.limbs()), b.len());
    let mut factor = vec![0; b.len()];
    integers::multiply_low(&difference, &m_inverse, &mut factor);
    a + &(m * &natural(&factor).low_bits(twos))
}

/// x^e mod n for an odd n.
fn power_modulo_odd(x: &Natural, e: &Natural, n: &Natural) -> Natural {
    let words = integers::words(n.limbs());
    let power = match words.len() {
        1 => power_modulo_word(x, e, words[0]),
        2 => power_in_registers::<2>(x, e, &words),
        3 => power_in_registers::<3>(x, e, &words),
        4 => power_in_registers::<4>(x, e, &words),
        5..=6 => power_in_registers::<6>(x, e, &words),
        7..=8 => power_in_registers::<8>(x, e, &words),
        9..=WORDS_IN_REGISTERS => power_in_registers::<WORDS_IN_REGISTERS>(x, e, &words),
        _ => {
            let modulus = &mut Modulus::new(n).expect("above 0");
            let base = modulus.enter(x);
            let power = power_of(modulus, &base, e);
            return modulus.leave(&power);
        }
    };
    natural(&power)
}

fn power_modulo_word(x: &Natural, e: &Natural, n: Word) -> Vec<Word> {
    let ring = &mut ByWord(WordDivisor::new(n));
    let base = ring.0.remainder(&integers::words(x.limbs()));
    vec![power_of(ring, &base, e)]
}

/// x^e mod 2^s. If x is odd, x^(2^(s − 2)) is 1 for s ≥ 3, so the low bits of e decide. If it is even, x^s is 0.
fn power_modulo_power_of_two(x: &Natural, e: &Natural, s: usize) -> Vec<Word> {
    let words = s.div_ceil(WORD_BITS);
    let short;
    let e = match x.is_even() {
        _ if s == 0 => return Vec::new(),
        true if *e >= Natural::from(s as u64) => return vec![0; words],
        false if s >= 3 && e.bits() > s - 2 => {
            short = e.low_bits(s - 2);
            &short
        }
        _ => e,
    };
    let mut base = integers::words(x.low_bits(s).limbs());
    base.resize(words, 0);
    let mut power = match base[..] {
        [base] => vec![power_of(&mut Wrapping, &base, e)],
        _ => power_of(&mut Low { spare: vec![0; words] }, &base, e),
    };
    if let (1.., Some(top)) = (s % WORD_BITS, power.last_mut()) {
        *top &= (1 << (s % WORD_BITS)) - 1;
    }
    power
}

/// x^e mod n, by a division for each product, for an n of two words or more.
fn power_by_division(x: &Natural, e: &Natural, n: &[Word]) -> Vec<Word> {
    let divisor = Divisor::new(n).expect("two words or more");
    let mut base = integers::words(x.limbs());
    divisor.reduce(&mut base);
    power_of(&mut ByDivision { divisor, words: n.len(), spare: Vec::new() }, &base, e)
}

/// x^e mod n for an odd n of 2 to N words.
fn power_in_registers<const N: usize>(x: &Natural, e: &Natural, n: &[Word]) -> Vec<Word> {
    let divisor = Divisor::new(n).expect("two words or more");
    let ring = &mut InRegisters(Montgomery::<N>::new(n, &divisor).expect("odd, of N words"));
    let mut base = integers::words(x.limbs());
    divisor.reduce(&mut base);
    base.resize(N, 0);
    let base = ring.0.enter(base.first_chunk().expect("N words"));
    let power = power_of(ring, &base, e);
    ring.0.leave(&power).to_vec()
}

/// Modulo a number of one word.
struct ByWord(WordDivisor);

impl Monoid for ByWord {
    type Element = Word;

    fn one(&self) -> Word {
        self.0.remainder(&[1])
    }

    fn multiply(&mut self, a: &mut Word, b: &Word) {
        *a = self.0.multiply(*a, *b);
    }

    fn square(&mut self, a: &mut Word, times: usize) {
        for _ in 0..times {
            *a = self.0.multiply(*a, *a);
        }
    }
}

/// Modulo B.
struct Wrapping;

impl Monoid for Wrapping {
    type Element = Word;

    fn one(&self) -> Word {
        1
    }

    fn multiply(&mut self, a: &mut Word, b: &Word) {
        *a = a.wrapping_mul(*b);
    }

    fn square(&mut self, a: &mut Word, times: usize) {
        for _ in 0..times {
            *a = a.wrapping_mul(*a);
        }
    }
}

/// Modulo an odd number of N words or less.
struct InRegisters<const N: usize>(Montgomery<N>);

impl<const N: usize> Monoid for InRegisters<N> {
    type Element = [Word; N];

    fn one(&self) -> [Word; N] {
        self.0.one()
    }

    fn multiply(&mut self, a: &mut [Word; N], b: &[Word; N]) {
        *a = self.0.multiply(a, b);
    }

    fn square(&mut self, a: &mut [Word; N], times: usize) {
        for _ in 0..times {
            *a = self.0.multiply(a, a);
        }
    }
}

/// The low words of products.
struct Low {
    /// As long as an element. A product changes places with its factor.
    spare: Vec<Word>,
}

impl Monoid for Low {
    type Element = Vec<Word>;

    fn one(&self) -> Vec<Word> {
        one(self.spare.len())
    }

    fn multiply(&mut self, a: &mut Vec<Word>, b: &Vec<Word>) {
        integers::multiply_low(a, b, &mut self.spare);
        mem::swap(a, &mut self.spare);
    }

    fn square(&mut self, a: &mut Vec<Word>, times: usize) {
        for _ in 0..times {
            integers::square_low(a, &mut self.spare);
            mem::swap(a, &mut self.spare);
        }
    }
}

/// Each product is divided by the modulus.
struct ByDivision {
    divisor: Divisor,
    /// The words of the modulus.
    words: usize,
    /// A product changes places with its factor.
    spare: Vec<Word>,
}

impl Monoid for ByDivision {
    type Element = Vec<Word>;

    fn one(&self) -> Vec<Word> {
        one(self.words)
    }

    fn multiply(&mut self, a: &mut Vec<Word>, b: &Vec<Word>) {
        self.spare.resize(2 * self.words, 0);
        integers::multiply_low(a, b, &mut self.spare);
        self.divisor.reduce(&mut self.spare);
        mem::swap(a, &mut self.spare);
    }

    fn square(&mut self, a: &mut Vec<Word>, times: usize) {
        for _ in 0..times {
            self.spare.resize(2 * self.words, 0);
            integers::square_low(a, &mut self.spare);
            self.divisor.reduce(&mut self.spare);
            mem::swap(a, &mut self.spare);
        }
    }
}

fn one(words: usize) -> Vec<Word> {
    let mut one = vec![0; words];
    one[0] = 1;
    one
}
