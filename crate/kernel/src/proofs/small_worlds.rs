//! The integer kernels on toy radices: every odd modulus of some bits and every pair of residues, compared with
//! plain integers.
//!
//! A limb has 1 to 6 bits here, so that a few limbs meet every carry. `scalar` is generic over the width of a
//! limb. `cios` and `short` are compiled again with another width. Of `wide`, only the passes run here.
//! Columns stay as wide as they are: `bounds/` has their bounds.

use crate::{
    kernel::Kernel,
    kernels::{
        ifma::Ifma,
        lazy_carry::{Arithmetic, LazyCarry, TwoColumns, Winograd},
        scalar::Balanced,
        winograd,
    },
    lanes::u52x8::Portable,
    limbs::{radix, wiped::Wiped},
};
use alloc::{vec, vec::Vec};

extern crate std;

/// A kernel on a toy radix, whose numbers are plain integers.
struct World<'a> {
    name: &'a str,
    kernel: &'a mut dyn Kernel,
    n: i64,
    /// The residues with their words.
    residues: Vec<(i64, Vec<u64>)>,
    /// Whether a result is a residue.
    holds: &'a dyn Fn(i64) -> bool,
    /// The value of words, which must be limbs.
    value: &'a dyn Fn(&[u64]) -> i64,
    /// The limbs of an integer below N, and the integer of limbs, as the kernel converts them.
    limbs: &'a dyn Fn(i64) -> Vec<u32>,
    integer: &'a dyn Fn(&[u32]) -> i64,
}

impl World<'_> {
    /// Checks every product and squaring, encoding and decoding. Returns the number of cases.
    fn check(&mut self) -> u64 {
        let Self { n, name, .. } = *self;
        // a·R⁻¹ mod N by R' = R⁻¹ mod N.
        let radix = (0..self.kernel.radix_bits()).fold(1 % n, |power, _| power * 2 % n);
        let inverse = (0..n).find(|x| radix * x % n == 1 % n).expect("N is odd");
        let divided = |x: i64| x.rem_euclid(n) * inverse % n;
        let mut cases = 0;
        let mut check = |kernel: &dyn Kernel, out: &[u64], expected: i64, what: [i64; 2]| {
            let found = (self.value)(out);
            assert_eq!(found.rem_euclid(n), expected, "{name}: {what:?} modulo {n}");
            assert!((self.holds)(found), "{name}: {what:?} modulo {n} is {found}");
            let mut decoded = vec![0; kernel.decoded_limbs()];
            kernel.decode(out, &mut decoded);
            let decoded = (self.integer)(&decoded);
            assert_eq!(decoded % n, expected, "{name}: {what:?} modulo {n}, decoded");
            cases += 1;
        };
        let mut out = vec![0; self.kernel.words()];
        for (a, a_words) in &self.residues {
            for (b, b_words) in &self.residues {
                out.copy_from_slice(a_words);
                self.kernel.montgomery_multiply(&mut out, b_words);
                check(self.kernel, &out, divided(a * b), [*a, *b]);
            }
            out.copy_from_slice(a_words);
            self.kernel.montgomery_square(&mut out, 1);
            check(self.kernel, &out, divided(a * a), [*a; 2]);
            let square = divided(a * a);
            out.copy_from_slice(a_words);
            self.kernel.montgomery_square(&mut out, 2);
            check(self.kernel, &out, divided(square * square), [*a; 2]);
        }
        for x in 0..n {
            self.kernel.encode(&(self.limbs)(x), &mut out);
            assert_eq!((self.value)(&out), x, "{name}: {x} modulo {n}, encoded");
            cases += 1;
        }
        cases
    }
}

/// The odd numbers from 3 on of at most `bits` bits.
fn odd_moduli(bits: u32) -> impl Iterator<Item = i64> {
    (3..1 << bits).step_by(2)
}

/// Low limbs first.
fn value_of(limbs: impl DoubleEndedIterator<Item = i64>, width: usize) -> i64 {
    limbs.rev().fold(0, |sum, limb| (sum << width) + limb)
}

fn unsigned_limbs(x: i64, width: usize, count: usize) -> Vec<u64> {
    (0..count).map(|i| x as u64 >> (width * i) & ((1 << width) - 1)).collect()
}

fn report(name: &str, bits: u32, limbs: usize, cases: u64) {
    std::println!("{name}: every odd modulus to {bits} bits, to {limbs} limbs: {cases} cases");
    assert!(cases > 100);
}

fn lazy_carry<A: Arithmetic>(
    name: &str,
    bits: u32,
    residues: impl Fn(i64) -> core::ops::Range<i64>,
    limbs_of: impl Fn(i64, usize) -> Vec<u64>,
) {
    let mut cases = 0;
    let mut limbs = 0;
    for n in odd_moduli(bits) {
        let mut kernel = LazyCarry::<A>::new(&[n as u32]);
        limbs = kernel.words();
        let n_star = n_star::<A>(n);
        let range = residues(n_star);
        let value = |words: &[u64]| {
            // `limb` asserts the bounds of a limb.
            words.iter().for_each(|&word| assert_eq!(A::word(A::limb(word)), word));
            value_of(words.iter().map(|&word| word as i64), A::WIDTH)
        };
        let residues = range.clone().map(|x| (x, limbs_of(x, limbs)));
        let mut world = World {
            name,
            kernel: &mut kernel,
            n,
            residues: residues.collect(),
            holds: &|x| range.contains(&x),
            value: &value,
            limbs: &|x| vec![x as u32],
            integer: &|limbs| value_of(limbs.iter().map(|&limb| limb.into()), 32),
        };
        cases += world.check();
    }
    report(name, bits, limbs, cases);
}

/// N*
fn n_star<A: Arithmetic>(n: i64) -> i64 {
    let shifted = A::shifted_n_prime(&[n as u32]);
    let multiple = value_of(shifted.iter().map(|&limb| limb.into()), 32);
    if multiple % n == 0 { multiple } else { multiple - 1 }
}

fn balanced<const W: usize, const PRODUCT: usize, const SQUARE: usize>(bits: u32) {
    let limbs_of = |x: i64, count: usize| {
        let mut rest = x;
        let limbs = (0..count).map(|_| {
            let low = (rest + (1 << (W - 1))).rem_euclid(1 << W) - (1 << (W - 1));
            rest = (rest - low) >> W;
            low as u64
        });
        let limbs = limbs.collect();
        assert_eq!(rest, 0);
        limbs
    };
    let name = std::format!("scalar, limbs of {W} bits, carries after {PRODUCT} and {SQUARE}");
    let residues = |n_star: i64| -n_star..n_star + 1;
    lazy_carry::<Balanced<W, PRODUCT, SQUARE>>(&name, bits, residues, limbs_of);
}

#[test]
fn scalar() {
    balanced::<2, 1, 1>(5);
    balanced::<2, 2, 1>(5);
    balanced::<2, 7, 5>(5);
    balanced::<3, 1, 1>(6);
    balanced::<3, 7, 5>(5);
    balanced::<4, 1, 1>(5);
}

/// The arithmetic of `wide` on shorter limbs. That kernel is not generic, because LLVM then compiles it to other
/// bytes.
#[derive(Clone, Copy)]
struct Unsigned<const W: usize, const PRODUCT: usize, const SQUARE: usize, const WINOGRAD: bool>;

impl<const W: usize, const PRODUCT: usize, const SQUARE: usize, const WINOGRAD: bool>
    Unsigned<W, PRODUCT, SQUARE, WINOGRAD>
{
    const MASK: u64 = (1 << W) - 1;
}

impl<const W: usize, const PRODUCT: usize, const SQUARE: usize, const WINOGRAD: bool> Arithmetic
    for Unsigned<W, PRODUCT, SQUARE, WINOGRAD>
{
    type Limb = u64;
    type Column = u128;

    const WIDTH: usize = W;
    const SPARE: usize = 2;
    const CARRY_INTERVAL: usize = PRODUCT;
    const CARRY_INTERVAL_SQUARE: usize = SQUARE;
    const REREADS: bool = true;
    const WINOGRAD: Option<Winograd<Self>> = if WINOGRAD {
        Some(Winograd { from_passes: 0, multiply: winograd::multiply })
    } else {
        None
    };

    fn limb(word: u64) -> u64 {
        assert!(word <= Self::MASK, "a limb is beyond its bound");
        word
    }

    fn word(limb: u64) -> u64 {
        limb
    }

    fn low(x: u128) -> u64 {
        x as u64 & Self::MASK
    }

    fn high(x: u128) -> u128 {
        x >> W
    }

    fn low_bits(x: u128) -> u128 {
        Self::low(x).into()
    }

    fn high_bits(x: u128) -> u128 {
        Self::high(x)
    }

    fn product(x: u64, y: u64) -> u128 {
        u128::from(x) * u128::from(y)
    }

    fn add_multiple(sum: u128, q: u64, n_prime: u64) -> u128 {
        sum + Self::product(q, n_prime)
    }

    fn limbs(x: &[u32]) -> impl Iterator<Item = u64> {
        (0..).map(move |i| radix::window(x, W * i, W))
    }

    fn shifted_n_prime(n: &[u32]) -> Wiped<u32> {
        let k = radix::inverse(n[0].into()).wrapping_neg() & Self::MASK;
        radix::multiply_add(n, k, 1).into()
    }

    fn decode(a: &[u64], _: &[TwoColumns<Self>], out: &mut [u32]) {
        radix::pack(a.iter().copied(), W, out);
    }
}

fn unsigned<const W: usize, const PRODUCT: usize, const SQUARE: usize>(bits: u32) {
    let name = std::format!("wide, limbs of {W} bits, carries after {PRODUCT} and {SQUARE}");
    let residues = |n_star: i64| 0..2 * n_star;
    let limbs = |x: i64, count: usize| unsigned_limbs(x, W, count);
    lazy_carry::<Unsigned<W, PRODUCT, SQUARE, false>>(&name, bits, residues, limbs);
    let name = std::format!("{name}, Winograd");
    lazy_carry::<Unsigned<W, PRODUCT, SQUARE, true>>(&name, bits, residues, limbs);
}

#[test]
fn wide() {
    unsigned::<2, 1, 1>(5);
    unsigned::<2, 2, 1>(5);
    unsigned::<2, 15, 10>(5);
    unsigned::<3, 1, 1>(6);
    unsigned::<3, 15, 10>(5);
    unsigned::<4, 1, 1>(5);
}

/// `ifma` on shorter limbs.
fn ifma_of<const W: usize>(bits: u32) {
    let name = std::format!("ifma, limbs of {W} bits");
    let (mut cases, mut limbs) = (0, 0);
    for n in odd_moduli(bits) {
        let mut kernel = Ifma::<Portable<W>>::new(&[n as u32]);
        limbs = kernel.radix_bits() / W;
        let words = kernel.words();
        let n_star = n * (0..1 << W).find(|k| (k * n + 1) % (1 << W) == 0).expect("N is odd");
        let value = |words: &[u64]| {
            let (number, above) = words.split_at(limbs);
            assert!(
                number.iter().all(|&limb| limb < 1 << W) && above.iter().all(|&limb| limb == 0)
            );
            value_of(number.iter().map(|&limb| limb as i64), W)
        };
        let mut world = World {
            name: &name,
            kernel: &mut kernel,
            n,
            residues: (0..2 * n_star).map(|x| (x, unsigned_limbs(x, W, words))).collect(),
            holds: &|x| (0..2 * n_star).contains(&x),
            value: &value,
            limbs: &|x| vec![x as u32],
            integer: &|limbs| value_of(limbs.iter().map(|&limb| limb.into()), 32),
        };
        cases += world.check();
    }
    report(&name, bits, limbs, cases);
}

/// A high part of a column is at most a limb, as with 52 bits: 4·l + 1 ≤ 2^w.
#[test]
fn ifma() {
    ifma_of::<4>(4);
    ifma_of::<5>(4);
    ifma_of::<6>(3);
}

/// Compiles `cios` again, with limbs of another width, and checks it for moduli of up to some bits.
macro_rules! cios_worlds {
    ($name:ident, $width:literal) => {
        #[path = "../kernels"]
        mod $name {
            mod widths {
                pub(super) const CIOS: usize = $width;
            }
            #[allow(dead_code, clippy::duplicate_mod, clippy::modulo_one)]
            #[path = "cios.rs"]
            mod kernel;

            pub fn check(bits: u32) {
                super::cios::<kernel::Cios>($width, bits, kernel::Cios::new);
            }

            impl super::Reductions for kernel::Cios {
                fn sub(&self, a: &mut [u64], b: &[u64]) {
                    self.sub(a, b);
                }

                fn reduce(&self, x: &[u32]) -> super::Vec<u32> {
                    self.reduce(x)
                }

                fn divides(&self, x: &[u32]) -> bool {
                    self.divides(x)
                }
            }
        }
    };
}

cios_worlds!(cios_2, 2);
cios_worlds!(cios_3, 3);
cios_worlds!(cios_4, 4);

/// The functions that `cios` has besides a kernel.
trait Reductions: Kernel {
    fn sub(&self, a: &mut [u64], b: &[u64]);
    fn reduce(&self, x: &[u32]) -> Vec<u32>;
    fn divides(&self, x: &[u32]) -> bool;
}

fn cios<K: Reductions>(width: usize, bits: u32, new: fn(&[u32]) -> K) {
    let name = std::format!("cios, limbs of {width} bits");
    let narrow = |x: i64, count: usize| -> Vec<u32> {
        unsigned_limbs(x, width, count).into_iter().map(|limb| limb as u32).collect()
    };
    let integer = |limbs: &[u32]| value_of(limbs.iter().map(|&limb| limb.into()), width);
    let words = |words: &[u64]| value_of(words.iter().map(|&word| word as i64), width);
    let (mut cases, mut count) = (0, 0);
    for n in odd_moduli(bits) {
        // The highest limb of a modulus is not zero.
        count = (64 - n.leading_zeros() as usize).div_ceil(width);
        let mut kernel = new(&narrow(n, count));
        let mut world = World {
            name: &name,
            kernel: &mut kernel,
            n,
            residues: (0..n).map(|x| (x, unsigned_limbs(x, width, count))).collect(),
            holds: &|x| (0..n).contains(&x),
            value: &words,
            limbs: &|x| narrow(x, count),
            integer: &integer,
        };
        cases += world.check();
        let residue = |x: i64| unsigned_limbs(x, width, count);
        for a in 0..n {
            for b in 0..n {
                let mut difference = residue(a);
                kernel.sub(&mut difference, &residue(b));
                let expected = (a - b).rem_euclid(n);
                assert_eq!(words(&difference), expected, "{name}: {a} - {b} modulo {n}");
                cases += 1;
            }
        }
        // Montgomery reductions of every number of `length` limbs, with their final subtraction.
        for length in (1..=count + 2).take_while(|length| width * length <= 12) {
            for x in 0..1 << (width * length) {
                let limbs = narrow(x, length);
                let reduced = integer(&kernel.reduce(&limbs));
                assert!(reduced < n);
                let raised = (0..width * length).fold(reduced, |x, _| x * 2 % n);
                assert_eq!(raised, x % n, "{name}: {x} reduced modulo {n}");
                cases += 1;
                if length >= count {
                    assert_eq!(kernel.divides(&limbs), x % n == 0, "{name}: {x} by {n}");
                    cases += 1;
                }
            }
        }
    }
    report(&name, bits, count, cases);
}

#[test]
fn cios_and_its_reductions() {
    cios_2::check(8);
    cios_3::check(8);
    cios_4::check(8);
}

/// Compiles `short` again, with limbs of another width, and checks it for moduli of up to some bits: 5 less
/// than its nine limbs have, or fewer.
macro_rules! short_worlds {
    ($name:ident, $test:ident, $width:literal, $bits:literal) => {
        #[path = "../kernels"]
        mod $name {
            mod widths {
                pub(super) const SHORT: usize = $width;
            }
            #[allow(dead_code, clippy::duplicate_mod, clippy::modulo_one)]
            #[path = "short.rs"]
            pub mod kernel;
        }

        #[test]
        fn $test() {
            use $name::kernel::{RADIX_BITS, Residue, Short};

            let value = |x: &Residue| value_of(x.iter().map(|&limb| limb as i64), $width);
            let mut cases = 0;
            for n in odd_moduli($bits) {
                let kernel = Short::new(&[n as u32]);
                let radix = (0..RADIX_BITS).fold(1 % n, |power, _| power * 2 % n);
                let inverse = (0..n).find(|x| radix * x % n == 1).expect("N is odd");
                assert_eq!(value(&kernel.one()), radix);
                let divided = |x: usize| x as i64 % n * inverse % n;
                let residues = (0..4 * n).map(|x| Short::encode(&[x as u32]));
                let residues: Vec<Residue> = residues.collect();
                let mut products = vec![None; 2 * n as usize];
                for (a, x) in residues.iter().enumerate() {
                    for (b, y) in residues.iter().enumerate() {
                        let product = kernel.multiply(x, y);
                        let found = value(&product);
                        assert_eq!(found % n, divided(a * b), "{a}·{b} modulo {n}");
                        assert!(2 * found < 3 * n, "{a}·{b} modulo {n}");
                        products[found as usize] = Some(product);
                        cases += 1;
                    }
                    for double in [false, true] {
                        let square = value(&kernel.square_double(x, double));
                        let expected = divided(a * a) << u32::from(double);
                        assert_eq!(square % n, expected % n, "{a}² modulo {n}, {double}");
                        assert!(square < 3 * n);
                        cases += 1;
                    }
                    let left = kernel.from_montgomery(x);
                    assert_eq!(left[1..], [0; 7]);
                    assert_eq!(i64::from(left[0]), divided(a), "{a} left modulo {n}");
                    cases += 1;
                }
                for x in products.iter().flatten() {
                    for y in products.iter().flatten() {
                        let difference = value(&kernel.subtract(x, y));
                        assert_eq!(difference, value(x) - value(y) + 2 * n);
                        cases += 1;
                    }
                }
            }
            report(concat!("short, limbs of ", $width, " bits"), $bits, RADIX_BITS / $width, cases);
        }
    };
}

short_worlds!(short_1, short_of_one_bit, 1, 4);
short_worlds!(short_2, short_of_two_bits, 2, 6);
short_worlds!(short_3, short_of_three_bits, 3, 6);
