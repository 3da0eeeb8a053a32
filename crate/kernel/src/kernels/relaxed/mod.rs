//! `relaxed`: 50-bit limbs in doubles, multiplied by fused multiply-add.
//!
//! A number is Σ a_i·2^(50·i), i < l, l even. A limb a_i is a signed integer held in a double, |a_i| ≤ 2^49 + 2^12, and
//! the words of a residue are the bits of its limbs. A residue is any integer in [−N*, N*], where N* = k·N ≡ −1 modulo
//! 2^50 is less than R/4. R = 2^(50·l).
//!
//! A pass adds two rows of the product. Each quotient digit is the lowest column modulo 2^50, and adds its row of
//! N' = (N* + 1)/2^50 one column further up. Every product of two limbs is exact: a chain of fused multiply-adds leaves
//! a low and a high part, which are added up in 64-bit integers.
//!
//! | file | of the kernel |
//! | --- | --- |
//! | `rows.rs`, `square.rs` | products and squarings by rows |
//! | `differences.rs` | the reduction with half of the products of limbs |
//! | `products.rs`, `karatsuba.rs`, `reduction.rs` | long moduli: products apart from their reduction |
//! | `limbs.rs` | limbs, digits and carries, and the constants that every pass needs |
//!
//! The rest of this page derives all of it.
//!
#![doc = include_str!("derivation.md")]

pub(crate) mod differences;
pub(crate) mod karatsuba;
pub(crate) mod limbs;
pub(crate) mod products;
pub(crate) mod reduction;
mod rows;
mod square;

use crate::{
    descriptor::Descriptor,
    kernel::Kernel,
    kernels::{
        relaxed::{
            karatsuba::Scratch,
            limbs::{HALF, MASK, SPARE, WIDTH, carry},
            products::PairProducts,
            reduction::{HALVES_FROM, Reduction},
            rows::{Rows, load_limbs, store_limbs},
        },
        scalar,
    },
    lanes::f64x2::{F64x2, IN_HARDWARE, U64x2, is_fused},
    limbs::{radix, wiped::Wiped},
};
use alloc::{boxed::Box, vec};
use core::iter;

/// This kernel's line in [`ALL`](crate::ALL).
pub(crate) const DESCRIPTOR: Descriptor = Descriptor {
    name: "relaxed",
    max_bits: 65_536,
    fast_from: 257,
    square_cost: 0.73,
    division_below: 4097,
    make: make::<{ !cfg!(powmod_schoolbook) }>,
};

/// This kernel without Karatsuba's method, which benches compare.
pub(crate) const SCHOOLBOOK: Descriptor =
    Descriptor { name: "relaxed without Karatsuba", make: make::<false>, ..DESCRIPTOR };

/// Where no multiply-add is fused, this kernel would be wrong, and another one takes its place.
fn make<const KARATSUBA: bool>(n: &[u32]) -> Box<dyn Kernel> {
    if is_fused() { Box::new(Relaxed::<KARATSUBA>::new(n)) } else { (scalar::DESCRIPTOR.make)(n) }
}

/// Whether this machine has the instruction that this kernel needs.
pub(crate) fn is_fast() -> bool {
    IN_HARDWARE && is_fused()
}

/// From this number of pairs of limbs on, 1449 bits, a squaring reduces by differences. Measured in V8, this
/// costs 6 % more at 1024 bits, breaks even at 1400, and saves 6 % at 2048 and 8 % at 3072.
const DIFFERENCES_FROM: usize = 16;

/// From this number of pairs of limbs on, 4849 bits, a product is by Karatsuba's method. Measured in V8 on Zen 4, the
/// method costs 4 to 9 % at 4096 bits, breaks even at 5120, and saves 7 % at 8192, 24 % at 16384 and 37 % at 32768.
/// A build with `--cfg powmod_schoolbook` has it nowhere.
pub(crate) const KARATSUBA_FROM: usize = 50;
/// From this number of pairs of limbs on, 9849 bits, a square is by Karatsuba's method. The method breaks even at 8192
/// bits, and saves 10 % at 12288.
const KARATSUBA_SQUARE_FROM: usize = 100;

/// The balanced limbs of (x >> from) + carry, without end.
pub(crate) fn balanced_limbs(x: &[u32], from: u32, mut carry_in: u64) -> impl Iterator<Item = f64> {
    let limb = |i| u64::from(x.get(i).copied().unwrap_or(0));
    (from as usize..).step_by(WIDTH as usize).map(move |bit| {
        let (i, shift) = (bit / 32, bit % 32);
        let window = (limb(i) | limb(i + 1) << 32) >> shift | limb(i + 2) << 1 << (63 - shift);
        let sum = (window & MASK) + carry_in + HALF;
        carry_in = carry(sum);
        ((sum & MASK) as i64 - HALF as i64) as f64
    })
}

/// Limbs 0, 1, …, 2·count of N' = (N* + 1)/2^50. The low 50 bits of N* are ones, so N* + 1 carries 1 out of them.
#[inline(never)]
fn n_prime(n_star: &[u32], count: usize) -> Wiped<f64> {
    balanced_limbs(n_star, WIDTH, 1).take(2 * count + 1).collect()
}

/// Montgomery arithmetic in 50-bit limbs. Long moduli have Karatsuba's method, unless the build leaves it out.
pub(crate) struct Relaxed<const KARATSUBA: bool> {
    /// N* in 32-bit limbs, as many as `decode` writes.
    n_star: Wiped<u32>,
    rows: Rows,
    /// For moduli that are long enough for Karatsuba's method. It is apart, because an empty place for it in this
    /// struct would be filled with what the stack held.
    karatsuba: Option<Box<Karatsuba>>,
}

/// The scratch space for products by Karatsuba's method.
struct Karatsuba {
    products: PairProducts,
    a: Wiped<F64x2>,
    b: Wiped<F64x2>,
    /// The columns of a product.
    columns: Wiped<U64x2>,
    limbs_below: Wiped<F64x2>,
    columns_below: Wiped<U64x2>,
    reduction: Reduction,
    /// In place of padding, which would keep what the stack held.
    _spare: u64,
}

impl Karatsuba {
    /// For numbers of `count` pairs of limbs.
    #[inline(never)]
    fn new(n_star: &[u32], count: usize) -> Self {
        let zero = F64x2::splat(0.0);
        let below = karatsuba::scratch_length::<PairProducts>(count);
        Self {
            products: PairProducts::new(),
            a: vec![zero; count].into(),
            b: vec![zero; count].into(),
            columns: vec![U64x2::splat(0); 2 * count].into(),
            limbs_below: vec![zero; below].into(),
            columns_below: vec![U64x2::splat(0); below].into(),
            reduction: Reduction::new(&n_prime(n_star, count)[..2 * count]),
            _spare: 0,
        }
    }

    /// Multiplies the operand by b, or by itself.
    fn multiply(&mut self, square: bool) {
        let Self { products, a, b, columns, limbs_below: limbs, columns_below, reduction, .. } =
            self;
        let scratch = &mut Scratch { limbs, columns: columns_below };
        karatsuba::product(products, a, (!square).then_some(b), columns, scratch);
        reduction.reduce(columns, a);
    }
}

impl<const KARATSUBA: bool> Relaxed<KARATSUBA> {
    /// For an odd N ≥ 3 given by its limbs.
    pub fn new(n: &[u32]) -> Self {
        let bits = 32 * n.len() - n[n.len() - 1].leading_zeros() as usize;
        let mut count = (bits + WIDTH as usize + SPARE).div_ceil(2 * WIDTH as usize);
        let with_karatsuba = KARATSUBA && count >= KARATSUBA_FROM;
        if with_karatsuba && count >= HALVES_FROM {
            count = count.next_multiple_of(2);
        }

        // k = −N⁻¹ mod 2^50
        let low = u64::from(n[0]) | u64::from(n.get(1).copied().unwrap_or(0)) << 32;
        let k = radix::inverse(low).wrapping_neg() & MASK;
        let (k_low, k_high) = (k & 0xffff_ffff, k >> 32);
        // 2N* < 2^(bits + 51) fits. Limb i is k_low·n_i + k_high·n_(i−1) and a carry below 2^33.
        let mut n_star = Wiped::from(vec![0; (bits + 51).div_ceil(32)]);
        let (mut carry_in, mut before) = (0, 0);
        for (i, limb) in n_star.iter_mut().enumerate() {
            let n = u64::from(n.get(i).copied().unwrap_or(0));
            let (x, y) = (k_low * n, k_high * before);
            let sum = (x & 0xffff_ffff) + (y & 0xffff_ffff) + carry_in;
            carry_in = (x >> 32) + (y >> 32) + (sum >> 32);
            (*limb, before) = (sum as u32, n);
        }

        let karatsuba = with_karatsuba.then(|| Box::new(Karatsuba::new(&n_star, count)));
        Self { rows: Rows::new(&n_prime(&n_star, count)), n_star, karatsuba }
    }
}

impl<const KARATSUBA: bool> Kernel for Relaxed<KARATSUBA> {
    fn words(&self) -> usize {
        2 * self.rows.count()
    }

    fn radix_bits(&self) -> usize {
        WIDTH as usize * self.words()
    }

    fn decoded_limbs(&self) -> usize {
        self.n_star.len()
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        for (out, digit) in out.iter_mut().zip(balanced_limbs(x, 0, 0)) {
            *out = digit.to_bits();
        }
    }

    /// a + N*, which lies in (0, 2N*).
    fn decode(&self, a: &[u64], out: &mut [u32]) {
        // The limbs as digits of 50 bits, in two's complement: the sign continues above the highest.
        let mut carry_in = 0;
        let limbs = a.iter().map(|&limb| f64::from_bits(limb) as i64).chain(iter::repeat(0));
        let mut limbs = limbs.map(|limb| {
            let sum = limb + carry_in;
            carry_in = sum >> WIDTH;
            sum as u64 & MASK
        });
        let (mut buffer, mut filled, mut sum) = (0_u128, 0, 0);
        for (out, &n) in out.iter_mut().zip(&self.n_star) {
            if filled < 32 {
                buffer |= u128::from(limbs.next().expect("endless")) << filled;
                filled += WIDTH;
            }
            sum += (buffer & 0xffff_ffff) as u64 + u64::from(n);
            (buffer, filled) = (buffer >> 32, filled - 32);
            *out = sum as u32;
            sum >>= 32;
        }
    }

    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        if KARATSUBA && let Some(karatsuba) = &mut self.karatsuba {
            load_limbs(a, &mut karatsuba.a);
            load_limbs(b, &mut karatsuba.b);
            karatsuba.multiply(false);
            return store_limbs(karatsuba.a.iter().copied(), a);
        }
        self.rows.load(a);
        self.rows.multiply(b);
        self.rows.store(a);
    }

    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        if KARATSUBA
            && self.rows.count() >= KARATSUBA_SQUARE_FROM
            && let Some(karatsuba) = &mut self.karatsuba
        {
            load_limbs(a, &mut karatsuba.a);
            for _ in 0..times {
                karatsuba.multiply(true);
            }
            return store_limbs(karatsuba.a.iter().copied(), a);
        }
        self.rows.load(a);
        if self.rows.count() < DIFFERENCES_FROM {
            self.rows.squarings(times);
        } else {
            self.rows.squarings_by_differences(times);
        }
        self.rows.store(a);
    }

    /// The scratch space for a long modulus is made anew: to copy each vector of it would be more code.
    fn fork(&self) -> Box<dyn Kernel> {
        let again = || Box::new(Karatsuba::new(&self.n_star, self.rows.count()));
        Box::new(Self {
            n_star: self.n_star.clone(),
            rows: self.rows.clone(),
            karatsuba: (KARATSUBA && self.karatsuba.is_some()).then(again),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use num_bigint::BigInt;

    /// The largest limb in a residue.
    const LARGEST_LIMB: i64 = crate::kernels::relaxed::limbs::LARGEST_LIMB as i64;

    fn value(limbs: impl DoubleEndedIterator<Item = i64>) -> BigInt {
        limbs.rev().fold(BigInt::ZERO, |sum, limb| (sum << WIDTH) + limb)
    }

    fn residue_value(a: &[u64]) -> BigInt {
        value(a.iter().map(|&limb| f64::from_bits(limb) as i64))
    }

    fn residue(limbs: impl Iterator<Item = i64>) -> Vec<u64> {
        limbs.map(|limb| (limb as f64).to_bits()).collect()
    }

    /// The kernel for this N, with Karatsuba's method or without, and the values of N* and of R.
    fn kernel(n: &BigInt, with_karatsuba: bool) -> (Box<dyn Kernel>, BigInt, BigInt) {
        let n = n.magnitude().to_u32_digits();
        if with_karatsuba {
            parts(Relaxed::<true>::new(&n))
        } else {
            parts(Relaxed::<false>::new(&n))
        }
    }

    fn parts<const KARATSUBA: bool>(
        kernel: Relaxed<KARATSUBA>,
    ) -> (Box<dyn Kernel>, BigInt, BigInt) {
        let n_star = kernel.n_star.iter().rev().fold(BigInt::ZERO, |sum, &x| (sum << 32) + x);
        let radix = BigInt::from(1) << kernel.radix_bits();
        (Box::new(kernel), n_star, radix)
    }

    /// Short moduli, and long ones with Karatsuba's method and without.
    fn cases(short: &[usize], long: &[usize]) -> Vec<(usize, bool)> {
        let both = [short, long].concat().into_iter().map(|count| (count, true));
        both.chain(long.iter().map(|&count| (count, false))).collect()
    }

    /// N = N* of `count` limbs, with these limbs in turn in N'.
    fn modulus(count: usize, limbs: [i64; 2]) -> BigInt {
        let mut n_prime = value((0..count - 2).map(|i| limbs[i % 2]));
        // The top limb makes it positive, and is the largest with |limb| ≤ 2^49.
        n_prime += BigInt::from(HALF - 1) << (WIDTH as usize * (count - 2));
        (n_prime << WIDTH) - 1
    }

    /// The signs of even and of odd limbs, for limbs at their bounds.
    const PATTERNS: [[i64; 2]; 4] = [[-1, -1], [1, 1], [1, -1], [-1, 1]];

    #[test]
    fn limbs_at_their_bounds() {
        let karatsuba = [KARATSUBA_FROM - 1, KARATSUBA_FROM, HALVES_FROM - 1, HALVES_FROM, 132];
        let by_rows = [2, 4, DIFFERENCES_FROM - 1, DIFFERENCES_FROM, DIFFERENCES_FROM + 9];
        for (count, with_karatsuba) in cases(&by_rows, &karatsuba) {
            for n_pattern in PATTERNS {
                let limbs = 2 * count;
                let n = modulus(limbs - 2, n_pattern.map(|sign| sign * HALF as i64 - sign.max(0)));
                let (mut kernel, n_star, radix) = kernel(&n, with_karatsuba);
                assert_eq!((kernel.words(), &n_star), (limbs, &n), "N is its diagonal N*");
                for a_pattern in PATTERNS {
                    for b_pattern in PATTERNS {
                        // Just below N*, which has two limbs less.
                        let limb = |pattern: [i64; 2], i: usize| match i {
                            i if i + 3 < limbs => pattern[i % 2] * LARGEST_LIMB,
                            i if i + 3 == limbs => pattern[i % 2] * (LARGEST_LIMB >> 2),
                            _ => 0,
                        };
                        let a = residue((0..limbs).map(|i| limb(a_pattern, i)));
                        let b = residue((0..limbs).map(|i| limb(b_pattern, i)));
                        let mut product = a.clone();
                        kernel.montgomery_multiply(&mut product, &b);
                        let (x, y) = (residue_value(&a), residue_value(&b));
                        assert_eq!((residue_value(&product) * &radix - &x * &y) % &n, 0.into());
                        let mut square = a.clone();
                        kernel.montgomery_square(&mut square, 1);
                        assert_eq!((residue_value(&square) * &radix - &x * &x) % &n, 0.into());
                        for result in [product, square] {
                            assert!(residue_value(&result).magnitude() < n_star.magnitude());
                            let large =
                                |&limb: &u64| f64::from_bits(limb).abs() > LARGEST_LIMB as f64;
                            assert!(!result.iter().any(large));
                        }
                    }
                }
            }
        }
    }

    /// Some x with x² ≡ s modulo 2^bits, for s ≡ 1 modulo 8.
    fn square_root(s: &BigInt, bits: u32) -> BigInt {
        let modulus = BigInt::from(1) << bits;
        let mut inverse = BigInt::from(1); // s·inverse² ≡ 1, right to 3 bits
        let mut right = 3;
        while right < bits + 1 {
            let two = 3 - s * &inverse * &inverse; // even
            inverse = ((inverse * two) >> 1) % (&modulus << 1);
            right = 2 * right - 2;
        }
        let root = ((s * inverse) % &modulus + &modulus) % &modulus;
        assert_eq!((&root * &root - s) % modulus, 0.into());
        root
    }

    #[test]
    fn quotient_digits_at_their_bounds() {
        let longest = (DESCRIPTOR.max_bits + WIDTH as usize + SPARE).div_ceil(2 * WIDTH as usize);
        let karatsuba = [KARATSUBA_FROM, HALVES_FROM, KARATSUBA_SQUARE_FROM, 132, longest];
        let by_rows = [2, 5, DIFFERENCES_FROM - 1, DIFFERENCES_FROM, DIFFERENCES_FROM + 9];
        for (count, with_karatsuba) in cases(&by_rows, &karatsuba) {
            for n_pattern in PATTERNS {
                let limbs = 2 * count;
                let extreme = |sign: i64| sign * HALF as i64 - sign.max(0);
                let n = modulus(limbs - 2, n_pattern.map(extreme));
                let (mut kernel, _, radix) = kernel(&n, with_karatsuba);
                for q_pattern in PATTERNS {
                    // 1 modulo 8, so that the square root exists.
                    let first = extreme(q_pattern[0]) & !7 | 1;
                    let rest = (1..limbs).map(|i| extreme(q_pattern[i % 2]));
                    let q = value(iter::once(first).chain(rest));
                    let cleared = ((-&q * &n) % &radix + &radix) % &radix;
                    let centred = |x: BigInt| if &x * 2 >= radix { x - &radix } else { x };
                    let (root, cleared) =
                        (centred(square_root(&cleared, WIDTH * limbs as u32)), centred(cleared));
                    let operand = |x: &BigInt| {
                        let sign = if x.sign() == num_bigint::Sign::Minus { -1.0 } else { 1.0 };
                        let digits = x.magnitude().to_u32_digits();
                        let limbs = balanced_limbs(&digits, 0, 0).take(limbs);
                        limbs.map(|limb| (sign * limb).to_bits()).collect::<Vec<u64>>()
                    };
                    let one = operand(&BigInt::from(1));
                    let mut product = operand(&cleared);
                    kernel.montgomery_multiply(&mut product, &one);
                    assert_eq!(residue_value(&product) * &radix, &cleared + &q * &n);
                    let mut square = operand(&root);
                    kernel.montgomery_square(&mut square, 1);
                    let expected = &root * &root + &q * &n;
                    assert_eq!(residue_value(&square) * &radix, expected);
                }
            }
        }
    }
}
