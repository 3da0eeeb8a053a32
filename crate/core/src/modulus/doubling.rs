//! Powers of two modulo N by doubling, from which Montgomery's constants R and R² mod N are computed.
//!
//! A step makes s doublings at once, up to `MAX_DOUBLINGS`: x ← 2^s·x − q·N, where q estimates the
//! quotient from the leading limbs. x stays below 2N, and no branch depends on the value of N.
//!
//! **Bounds.** N is shifted up to fill its limbs, 2^(32n − 1) < N < 2^(32n), and x with it. With
//! V = N/2^(32n − 31), v = ⌊V⌋ ≥ 2^30, m = ⌊2^62/(v + 1)⌋ < 2^32, X = x/2^(32n − 31) < 2V < 2^32
//! and u = ⌊X⌋, the estimate is q = ⌊2^s·u·m/2^62⌋. It is not too large: m/2^62 ≤ 1/(v + 1) < 1/V.
//! And u·m/2^62 > (X − 1)·(1/(V + 1) − 2^−62) > X/(V + 1) − 1/(V + 1) − 2^−30, of which X/V is
//! less than 3/(V + 1) + 2^−30 ≤ 2^−28 away. So 2^s·X/V − q < 2^(s − 28) + 1 ≤ 2 for s ≤ 28.

use crate::natural::{Natural, sub_in_place};
use alloc::{vec, vec::Vec};
use core::hint::black_box;
use powmod_kernel::Wiped;

/// The most doublings in one step.
const MAX_DOUBLINGS: usize = 28;

/// 2^exponent mod N, for a growing exponent.
#[derive(Clone)]
pub struct Doubling {
    /// N·2^shift, which fills its limbs to the highest bit, and a limb 0 above.
    n: Wiped<u32>,
    shift: usize,
    /// m of the head.
    reciprocal: u64,
    /// 2^(exponent + shift) modulo N·2^shift, below 2·N·2^shift.
    power: Wiped<u32>,
    exponent: usize,
}

impl Doubling {
    /// Starts at the largest power of two below an odd n ≥ 3.
    #[must_use]
    pub fn new(n: &Natural) -> Self {
        let (limbs, exponent) = (n.limbs().len(), n.bits() - 1);
        let shift = 32 * limbs - n.bits();
        // Each limb is written once: a number that moves would leave a copy behind.
        let shifted = (0..limbs).map(|i| match i {
            0 => n.limbs()[0] << shift,
            _ => n.window(32 * i - shift, 32),
        });
        let shifted: Vec<u32> = shifted.chain([0]).collect();
        let mut power = vec![0; limbs + 1];
        power[limbs - 1] = 1 << 31;
        let reciprocal = reciprocal(shifted[limbs - 1] >> 1);
        Self { reciprocal, n: shifted.into(), shift, power: power.into(), exponent }
    }

    /// 2^exponent mod N, in as many 32-bit limbs as N has. The exponent must be at least the last one
    /// reached, or the power must be below N.
    pub fn reach(&mut self, exponent: usize) -> Wiped<u32> {
        let limbs = self.n.len() - 1;
        if exponent < 32 * limbs - self.shift {
            return Natural::power_of_two(exponent).to_limbs(limbs).into();
        }
        debug_assert!(self.exponent <= exponent);
        while self.exponent < exponent {
            let times = MAX_DOUBLINGS.min(exponent - self.exponent);
            self.double(times);
            self.exponent += times;
        }
        let mut less = self.power.clone();
        let keep = black_box(sub_in_place(&mut less, &self.n).wrapping_neg());
        for (less, &power) in less.iter_mut().zip(&self.power) {
            *less ^= (*less ^ power) & keep;
        }
        let pair = |i| u64::from(less[i]) | u64::from(less[i + 1]) << 32;
        let power: Vec<u32> = (0..limbs).map(|i| (pair(i) >> self.shift) as u32).collect();
        power.into()
    }

    /// x ← 2^s·x − q·N
    fn double(&mut self, s: usize) {
        let limbs = self.n.len() - 1;
        let u = (u64::from(self.power[limbs]) << 32 | u64::from(self.power[limbs - 1])) >> 1;
        let q = ((u * self.reciprocal) >> (62 - s)) as i64;
        let mut carry = 0;
        for (x, &n) in self.power.iter_mut().zip(&self.n) {
            carry += (i64::from(*x) << s) - q * i64::from(n);
            *x = carry as u32;
            carry >>= 32;
        }
        debug_assert_eq!(carry, 0);
    }
}

/// ⌊2^62/(v + 1)⌋ for 2^30 ≤ v < 2^31, one bit at a time and without a branch.
fn reciprocal(v: u32) -> u64 {
    let divisor = u64::from(v) + 1;
    let (mut quotient, mut remainder) = (0, 1 << 30);
    for _ in 0..32 {
        remainder <<= 1;
        let below = black_box((remainder - divisor as i64) >> 63);
        remainder -= divisor as i64 & !below;
        quotient = quotient << 1 | (below + 1) as u64;
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn powers_are_those_of_num_bigint() {
        for bits in (2..70).chain([127, 128, 129, 255, 256, 257, 2048]) {
            let two = |exponent: usize| BigUint::from(1_u32) << exponent;
            // The least and the largest leading limbs, and one between.
            let between = (two(bits) * 2_u32 / 3_u32) | two(0);
            for n in [two(bits - 1) + 1_u32, two(bits) - 1_u32, between] {
                let natural = Natural::from_limbs(n.to_u32_digits());
                for start in [0, bits - 1, bits, bits + 1] {
                    let mut chain = Doubling::new(&natural);
                    for exponent in [0, 1, 27, 28, 29, 30, 100, 1000].map(|more| start + more) {
                        let power = Natural::from_limbs(&chain.reach(exponent)[..]);
                        let power = BigUint::new(power.limbs().to_vec());
                        assert_eq!(power, two(exponent) % &n, "2^{exponent} mod {n}");
                    }
                }
            }
        }
    }
}
