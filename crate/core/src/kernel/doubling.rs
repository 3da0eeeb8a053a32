//! Powers of two modulo N by doubling: what a Montgomery context starts from.
//!
//! On 64-bit limbs, because it is all carries: 2x and 2x − N are formed in one pass, and one of
//! them is kept by a mask, so no branch depends on N's value.

use crate::Natural;
use alloc::{vec, vec::Vec};

/// 2^exponent mod N, and the way on from there.
#[derive(Clone)]
pub struct Doubling {
    n: Vec<u64>,
    power: Vec<u64>,
    less: Vec<u64>,
    exponent: usize,
    limbs: usize,
}

impl Doubling {
    /// At the largest power of two below an odd n ≥ 3.
    pub fn new(n: &Natural) -> Self {
        let pair = |pair: &[u32]| pair.iter().rev().fold(0, |x, &limb| x << 32 | u64::from(limb));
        let words: Vec<u64> = n.limbs().chunks(2).map(pair).collect();
        let (exponent, zeros) = (n.bits() - 1, vec![0; words.len()]);
        let mut power = zeros.clone();
        power[exponent / 64] = 1 << (exponent % 64);
        Self { n: words, power, less: zeros, exponent, limbs: n.limbs().len() }
    }

    /// 2^exponent mod N in as many 32-bit limbs as N has, for an exponent no lower than any
    /// reached before.
    pub fn reach(&mut self, exponent: usize) -> Vec<u32> {
        debug_assert!(self.exponent <= exponent);
        while self.exponent < exponent {
            self.double();
            self.exponent += 1;
        }
        (0..self.limbs).map(|i| (self.power[i / 2] >> (i % 2 * 32)) as u32).collect()
    }

    fn double(&mut self) {
        let (mut carry, mut borrow) = (0, 0);
        for ((power, less), &n) in self.power.iter_mut().zip(&mut self.less).zip(&self.n) {
            let twice = *power << 1 | carry;
            carry = *power >> 63;
            let (difference, below) = twice.overflowing_sub(n);
            let (difference, below_borrow) = difference.overflowing_sub(borrow);
            borrow = u64::from(below | below_borrow);
            (*power, *less) = (twice, difference);
        }
        // 2x < N exactly when the borrow is not met by a carry.
        let keep = (carry.wrapping_sub(borrow) >> 63).wrapping_neg();
        for (power, &less) in self.power.iter_mut().zip(&self.less) {
            *power = (*power & keep) | (less & !keep);
        }
    }
}
