//! [`modexp`]: a power of numbers in bytes, in one call.

use crate::{
    modulus::{Modulus, Parts},
    monoid::Monoid,
    natural::Natural,
    pow,
};
use alloc::{vec, vec::Vec};
use core::mem;
use powmod_kernel::integers::{self, Divisor, Registers, WORD_BITS, Word, WordDivisor};

/// The longest exponent, in bits, for which division is faster: than Montgomery multiplication in registers; than a
/// kernel, which takes some products to set up; and than a kernel for an even modulus, which needs a second power
/// modulo a power of two.
const BITS_FOR_DIVISION: (usize, usize, usize) = (2, 8, 17);

/// The longest odd modulus, in words, that needs no kernel.
const WORDS_IN_REGISTERS: usize = 12;

/// The longest exponent, in bits, that needs no kernel modulo an odd number of up to four words more. A kernel's
/// products are faster there, but 2^16 + 1 has too few for its set-up.
const BITS_IN_REGISTERS: usize = 32;

/// base^exponent mod modulus for big-endian numbers of any length, as long as the modulus: the precompile of EIP-198.
/// Exponent 0 gives 1 mod modulus, also for base 0. A modulus of 0 gives zeros. The time depends on all arguments: not
/// for secrets.
///
/// ```
/// // 3^65537 mod 1000003
/// assert_eq!(powmod::modexp(&[3], &[1, 0, 1], &[0x0f, 0x42, 0x43]), [0x07, 0x6d, 0x5e]);
/// assert_eq!(powmod::modexp(&[3], &[2], &[0, 0]), [0, 0]);
/// ```
pub fn modexp(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    let [x, n] = [base, modulus].map(integers::from_be_bytes);
    let e = Natural::from_be_bytes(exponent);
    let power = if n.is_empty() { n } else { power(x, &e, &n) };
    integers::to_be_bytes(&power, modulus.len())
}

/// x^e mod n, for n > 0. The integers have no zeros at the top.
fn power(x: Vec<Word>, e: &Natural, n: &[Word]) -> Vec<Word> {
    let top = n.len() - 1;
    let bits = n.len() * WORD_BITS - n[top].leading_zeros() as usize;
    let zeros = n.iter().take_while(|&&word| word == 0).count();
    let twos = zeros * WORD_BITS + n[zeros].trailing_zeros() as usize;
    let fits_registers = n.len() <= WORDS_IN_REGISTERS;
    let (in_registers, on_a_kernel, on_a_kernel_if_even) = BITS_FOR_DIVISION;
    let bits_for_division = if fits_registers && twos == 0 {
        in_registers
    } else if !fits_registers && (1..bits / 4).contains(&twos) {
        on_a_kernel_if_even
    } else {
        on_a_kernel
    };
    if twos + 1 == bits {
        power_modulo_power_of_two(x, e, twos)
    } else if let [n] = n {
        power_modulo_word(&x, e, *n)
    } else if e.bits() <= bits_for_division {
        power_by_division(x, e, n)
    } else if twos == 0 {
        power_modulo_odd(x, e, n)
    } else {
        let parts = Parts::of(Natural::from_words(n));
        let odd = power_modulo_odd(x.clone(), e, &integers::words(parts.m.limbs()));
        let low = power_modulo_power_of_two(x, e, twos);
        integers::words(parts.combine(Natural::from_words(&odd), &low).limbs())
    }
}

/// x^e. An exponent of a byte goes bit by bit: among short numbers the lists of [`pow::pow`] take longer than its table
/// saves.
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

/// x^e mod n for an odd n.
fn power_modulo_odd(x: Vec<Word>, e: &Natural, n: &[Word]) -> Vec<Word> {
    match n.len() {
        1 => power_modulo_word(&x, e, n[0]),
        2 => power_in_registers::<2>(x, e, n),
        3 => power_in_registers::<3>(x, e, n),
        4 => power_in_registers::<4>(x, e, n),
        5..=6 => power_in_registers::<6>(x, e, n),
        7..=8 => power_in_registers::<8>(x, e, n),
        9..=10 => power_in_registers::<10>(x, e, n),
        11..=WORDS_IN_REGISTERS => power_in_registers::<WORDS_IN_REGISTERS>(x, e, n),
        13..=14 if e.bits() <= BITS_IN_REGISTERS => power_in_registers::<14>(x, e, n),
        15..=16 if e.bits() <= BITS_IN_REGISTERS => power_in_registers::<16>(x, e, n),
        _ => {
            let modulus = &mut Modulus::new(&Natural::from_words(n)).expect("above 0");
            let base = modulus.to_residue(&Natural::from_words(&x));
            let power = power_of(modulus, &base, e);
            integers::words(modulus.from_residue(&power).limbs())
        }
    }
}

fn power_modulo_word(x: &[Word], e: &Natural, n: Word) -> Vec<Word> {
    let ring = &mut ByWord(WordDivisor::new(n));
    let base = ring.0.remainder(x);
    vec![power_of(ring, &base, e)]
}

/// x^e mod 2^s. If x is odd, x^(2^(s − 2)) is 1 for s ≥ 3, so the low bits of e decide. If it is even, x^s is 0.
fn power_modulo_power_of_two(mut x: Vec<Word>, e: &Natural, s: usize) -> Vec<Word> {
    let words = s.div_ceil(WORD_BITS);
    let short;
    let e = match x.first().is_some_and(|low| low % 2 == 1) {
        _ if s == 0 => return Vec::new(),
        false if *e >= Natural::from(s as u64) => return vec![0; words],
        true if s >= 3 && e.bits() > s - 2 => {
            short = e.low_bits(s - 2);
            &short
        }
        _ => e,
    };
    x.resize(words, 0);
    let mut power = power_of(&mut Low { spare: vec![0; words] }, &x, e);
    if let (1.., Some(top)) = (s % WORD_BITS, power.last_mut()) {
        *top &= (1 << (s % WORD_BITS)) - 1;
    }
    power
}

/// x^e mod n, by a division for each product, for an n of two words or more.
fn power_by_division(mut x: Vec<Word>, e: &Natural, n: &[Word]) -> Vec<Word> {
    let divisor = Divisor::new(n).expect("two words or more");
    divisor.reduce(&mut x);
    // The division needs a word more than the product.
    let spare = Vec::with_capacity(2 * n.len() + 1);
    power_of(&mut ByDivision { divisor, spare }, &x, e)
}

/// x^e mod n for an odd n of 2 to N words.
fn power_in_registers<const N: usize>(mut x: Vec<Word>, e: &Natural, n: &[Word]) -> Vec<Word> {
    let divisor = Divisor::new(n).expect("two words or more");
    let ring = &mut InRegisters(Registers::<N>::new(n, &divisor).expect("odd, of N words"));
    divisor.reduce(&mut x);
    x.resize(N, 0);
    let base = ring.0.to_montgomery(x.first_chunk().expect("N words"));
    let power = power_of(ring, &base, e);
    ring.0.from_montgomery(&power).to_vec()
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

/// Modulo an odd number of N words or less.
struct InRegisters<const N: usize>(Registers<N>);

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
    /// As long as an element. A product is written here, and then exchanged with its factor.
    spare: Vec<Word>,
}

impl Monoid for Low {
    type Element = Vec<Word>;

    fn one(&self) -> Vec<Word> {
        let mut one = vec![0; self.spare.len()];
        one[0] = 1;
        one
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
    /// The product.
    spare: Vec<Word>,
}

impl ByDivision {
    /// a ← a product of elements, which `write` writes, mod n.
    fn reduce(&mut self, a: &mut [Word], write: impl Fn(&[Word], &mut [Word])) {
        self.spare.resize(2 * a.len(), 0);
        write(a, &mut self.spare);
        self.divisor.reduce(&mut self.spare);
        a.copy_from_slice(&self.spare);
    }
}

impl Monoid for ByDivision {
    type Element = Vec<Word>;

    fn one(&self) -> Vec<Word> {
        let mut one = vec![1];
        self.divisor.reduce(&mut one);
        one
    }

    fn multiply(&mut self, a: &mut Vec<Word>, b: &Vec<Word>) {
        self.reduce(a, |a, product| integers::multiply_low(a, b, product));
    }

    fn square(&mut self, a: &mut Vec<Word>, times: usize) {
        for _ in 0..times {
            self.reduce(a, integers::square_low);
        }
    }
}
