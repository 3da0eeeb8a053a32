//! `wide`: 61-bit limbs and columns of 128 bits, for machines that multiply two words to two words:
//! the wide-arithmetic proposal of WebAssembly (`i64.mul_wide_u`, `i64.add128`), and native code.
//!
//! The passes are in `lazy_carry.rs`, those of long products in `winograd.rs`. This file has the
//! limbs, and the proof that no column overflows.
//!
//! **Form.** w = 61. A number is Σ x_i·2^(w·i), 0 ≤ x_i < 2^w, in l limbs, l even,
//! w·l ≥ bits + w + 2; R = 2^(w·l). Residues are integers in [0, 2N*), where N* = k·N and
//! k = −N⁻¹ mod 2^w makes N* = 2^w·N' − 1. low(x) is x mod 2^w, and high(x) = ⌊x/2^w⌋.
//!
//! A limb is three bits shorter than a word, so columns need no carry for fifteen passes. With
//! 64-bit limbs each product costs two more additions, each waiting for the one before. The limbs
//! are not signed as those of `scalar` are: LLVM hoists the sign extension out of the loop and
//! then multiplies 128 bits by 64.
//!
//! **Bounds on values.** a, b < 2N* and 4N* ≤ R give (a·b + Q·N*)/R < 4N*²/R + N* ≤ 2N*, Q < R
//! being the number that the quotient digits make. 2N* < R has l limbs, so nothing is carried
//! out of the last one. N' < 2^bits has l − 1.
//!
//! **Bounds on columns.** A product of two limbs is below 2^122. A pass adds four of them to a
//! column, less than 2^124; in a squaring, where x_j < 2^62, less than 2·2^123 + 2·2^122 = 1.5·2^124
//! (on the diagonal 2·2^122 + 2·2^122; where a_(i+1) meets itself 3·2^122 + 2·2^122). A
//! *carrying* pass leaves in each column w bits and the high part of the column below, together
//! under 2^61 + 2^67. Once in its life, when it becomes the lowest, a column also takes high(u1),
//! under 2^67. So with every fifteenth pass carrying no column reaches 15·2^124 + 2^69 < 2^128,
//! and with every tenth in a squaring none reaches 10·1.5·2^124 + 2^69: for any number of limbs,
//! hence a modulus of any length. The sums of the head, u0 and u1, hold fewer products than a pass
//! adds to other columns.
//!
//! `bounds/lazy_carry.rs` follows both kinds of pass with intervals, and checks these bounds.

use crate::{
    descriptor::Descriptor,
    kernel::Kernel,
    kernels::{
        lazy_carry::{Arithmetic, LazyCarry, TwoColumns, Winograd},
        winograd,
    },
    limbs::{radix, wiped::Wiped},
};
use alloc::boxed::Box;

/// This kernel's line in [`ALL`](crate::ALL).
pub(crate) const DESCRIPTOR: Descriptor = Descriptor {
    name: "wide",
    max_bits: usize::MAX,
    fast_from: 0,
    square_cost: 0.86,
    division_below: 4097,
    make,
};

/// It is no closure in the constant: each crate that uses a constant compiles its closures, and with this one the whole
/// kernel, which is generic. Other crates are compiled for size, and this one for speed.
fn make(n: &[u32]) -> Box<dyn Kernel> {
    Box::new(LazyCarry::<Wide>::new(n))
}

/// 61-bit limbs, and columns of 128 bits.
#[derive(Clone, Copy)]
pub(crate) struct Wide;

/// w.
const W: usize = Wide::WIDTH;
const MASK: u64 = (1 << W) - 1;
/// The fewest passes where, by measurement, half the multiplications save more than the offsets
/// cost: those of 1024 bits.
const WINOGRAD_FROM: usize = 9;

// The bounds on columns, in units of 2^(2w): 4 a pass and 6 a pass, and 2^69 beside them.
const _: () = assert!(4 * Wide::CARRY_INTERVAL < 1 << (128 - 2 * W));
const _: () = assert!(6 * Wide::CARRY_INTERVAL_SQUARE < 1 << (128 - 2 * W));
// Shorter products need no carrying pass.
const _: () = assert!(WINOGRAD_FROM <= Wide::CARRY_INTERVAL + 1);

impl Arithmetic for Wide {
    type Limb = u64;
    type Column = u128;

    const WIDTH: usize = 61;
    const SPARE: usize = 2;
    const CARRY_INTERVAL: usize = 15;
    const CARRY_INTERVAL_SQUARE: usize = 10;
    /// WebAssembly's engines run out of registers, native code does not. Unit tests take this way too.
    const REREADS: bool = cfg!(any(target_family = "wasm", test));
    const WINOGRAD: Option<Winograd<Self>> = if Self::REREADS {
        Some(Winograd { from_passes: WINOGRAD_FROM, multiply: winograd::multiply })
    } else {
        None
    };

    #[inline(always)]
    fn limb(word: u64) -> u64 {
        debug_assert!(word <= MASK, "a limb is beyond its bound");
        word
    }

    #[inline(always)]
    fn word(limb: u64) -> u64 {
        limb
    }

    #[inline(always)]
    fn low(x: u128) -> u64 {
        x as u64 & MASK
    }

    #[inline(always)]
    fn high(x: u128) -> u128 {
        x >> W
    }

    #[inline(always)]
    fn low_bits(x: u128) -> u128 {
        Self::low(x).into()
    }

    #[inline(always)]
    fn high_bits(x: u128) -> u128 {
        Self::high(x)
    }

    #[inline(always)]
    fn product(x: u64, y: u64) -> u128 {
        u128::from(x) * u128::from(y)
    }

    #[inline(always)]
    fn add_multiple(sum: u128, q: u64, n_prime: u64) -> u128 {
        sum + Self::product(q, n_prime)
    }

    fn limbs(x: &[u32]) -> impl Iterator<Item = u64> {
        (0..).map(move |i| radix::window(x, W * i, W))
    }

    /// N* + 1 = k·N + 1, for k = −N⁻¹ mod 2^w.
    fn shifted_n_prime(n: &[u32]) -> Wiped<u32> {
        let k = radix::inverse(radix::window(n, 0, 64)).wrapping_neg() & MASK;
        radix::multiply_add(n, k, 1).into()
    }

    /// The residue itself, which is not negative.
    fn decode(a: &[u64], _: &[TwoColumns<Self>], out: &mut [u32]) {
        radix::pack(a.iter().copied(), W, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::check_products;
    use crate::kernels::lazy_carry::{Column, Pass};
    use alloc::{vec, vec::Vec};
    use num_bigint::BigUint;

    fn value(limbs: &[u64]) -> BigUint {
        limbs.iter().rev().fold(BigUint::ZERO, |value, &limb| (value << W) + limb)
    }

    /// Moduli that fill `limbs` limbs to the last bit, and for `excess` > 0 need two limbs more.
    fn moduli(limbs: usize, excess: usize) -> [BigUint; 4] {
        let power = |bits: usize| BigUint::from(1_u32) << bits;
        let bits = W * limbs - W - 2 + excess;
        [
            power(bits) - power(W) + 1_u32, // k = 2^w − 1: 4N* is just below R
            power(bits) - power(W) - 1_u32, // N* = N, and N' is all ones
            power(bits) - 1_u32,            // N* = N, and N' is a power of two
            power(bits - 1) + 1_u32,
        ]
    }

    /// Residues below the bound with the largest limbs, alone or next to zeros.
    fn extremes(bound: &BigUint, limbs: usize) -> Vec<Vec<u64>> {
        let largest = bound - 1_u32;
        let largest = (0..limbs).map(|i| radix::window(&largest.to_u32_digits(), W * i, W));
        let mut all = vec![largest.collect()];
        let patterns: [fn(usize) -> bool; 4] =
            [|_| true, |i| i % 2 == 0, |i| i % 2 == 1, |i| i > 0];
        for pattern in patterns {
            let mut residue: Vec<u64> = (0..limbs).map(|i| MASK * u64::from(pattern(i))).collect();
            for i in (0..limbs).rev() {
                if value(&residue) >= *bound {
                    residue[i] = 0;
                }
            }
            all.push(residue);
        }
        all
    }

    #[test]
    fn extreme_residues() {
        // Up to several carrying passes, in squarings and in products.
        for limbs in [4, 6, 18, 20, 22, 28, 30, 32, 64, 94] {
            for (excess, n) in (0..3).flat_map(|e| moduli(limbs, e).map(|n| (e, n))) {
                let mut kernel = LazyCarry::<Wide>::new(&n.to_u32_digits());
                assert_eq!(excess == 0, kernel.words() == limbs);
                let limbs = kernel.words();
                let columns: Vec<u64> =
                    kernel.pairs.as_flattened().iter().map(|column| column.n_prime).collect();
                let bound = (value(&columns) - 1_u32) * 2_u32;
                let check = |kernel: &LazyCarry<Wide>, out: &[u64], expected: BigUint| {
                    assert!(value(out) < bound);
                    assert_eq!((value(out) << (W * limbs)) % &n, expected % &n);
                    let mut decoded = vec![0; kernel.decoded_limbs()];
                    kernel.decode(out, &mut decoded);
                    assert_eq!(BigUint::new(decoded), value(out));
                };
                let residues = extremes(&bound, limbs);
                check_products(&mut kernel, &residues, value, check);
            }
        }
    }

    /// Columns at their bounds, from one carrying pass to the next. Test builds check for overflow.
    #[test]
    fn columns_hold_until_the_carrying_pass() {
        for (interval, x) in [(Wide::CARRY_INTERVAL, MASK), (Wide::CARRY_INTERVAL_SQUARE, 2 * MASK)]
        {
            let left = u128::from(MASK) + Wide::high(u128::MAX);
            let mut pairs = [[Column { t: left, x, n_prime: MASK }; 2]; 40];
            let pass = || Pass::<Wide> {
                b: [MASK; 2],
                q: [MASK; 2],
                x,
                n_prime: MASK,
                carry: Wide::high(u128::MAX),
            };
            for _ in 1..interval {
                pass().multiply_reduce::<false>(&mut pairs);
            }
            let a_pass = 2 * Wide::product(x, MASK) + 2 * Wide::product(MASK, MASK);
            assert_eq!(pairs[3][1].t, left + (interval as u128 - 1) * a_pass);
            pass().multiply_reduce::<true>(&mut pairs);
            let sum = left + interval as u128 * a_pass;
            assert_eq!(pairs[3][1].t, u128::from(Wide::low(sum)) + Wide::high(sum));
        }
    }
}
