//! Conversion between 32-bit limbs and limbs of another width, which kernels use to encode and
//! decode residues.

use alloc::vec::Vec;

/// The `width` ≤ 64 bits of x from bit `start` on. Bits beyond the end of x are zero.
pub fn window(x: &[u32], start: usize, width: usize) -> u64 {
    let limb = |i: usize| u128::from(x.get(i).copied().unwrap_or(0));
    let i = start / 32;
    let bits = limb(i) | limb(i + 1) << 32 | limb(i + 2) << 64;
    (bits >> (start % 32)) as u64 & (u64::MAX >> (64 - width))
}

/// The limbs of `width` ≤ 64 bits of the integer with these 32-bit limbs; zeros beyond its end.
#[cfg(not(target_family = "wasm"))]
pub fn unpack(x: &[u32], width: usize, out: &mut [u64]) {
    let mut limbs = x.iter();
    let (mut buffer, mut filled) = (0_u128, 0);
    for out in out {
        while filled < width {
            buffer |= u128::from(limbs.next().copied().unwrap_or(0)) << filled;
            filled += 32;
        }
        *out = buffer as u64 & (u64::MAX >> (64 - width));
        buffer >>= width;
        filled -= width;
    }
}

/// Writes the integer with these unsigned limbs of `width` ≤ 64 bits, least significant first, to the
/// 32-bit limbs `out`.
pub fn pack(mut limbs: impl Iterator<Item = u64>, width: usize, out: &mut [u32]) {
    let (mut buffer, mut filled) = (0_u128, 0);
    for out in out {
        while filled < 32 {
            buffer |= u128::from(limbs.next().unwrap_or(0)) << filled;
            filled += width;
        }
        *out = buffer as u32;
        buffer >>= 32;
        filled -= 32;
    }
}

/// k·n + addend, in two limbs more than n has, which always hold it.
pub fn multiply_add(n: &[u32], k: u64, addend: u64) -> Vec<u32> {
    let mut carry = u128::from(addend);
    let mut out = Vec::with_capacity(n.len() + 2);
    for &limb in n.iter().chain(&[0; 2]) {
        carry += u128::from(k) * u128::from(limb);
        out.push(carry as u32);
        carry >>= 32;
    }
    out
}

/// x⁻¹ mod 2^64 for odd x, by Newton's iteration: each step doubles the number of correct bits
/// (Prots'ko, Gryshchuk, eq. 7).
pub fn inverse(x: u64) -> u64 {
    let mut inverse = x; // correct to 3 bits
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(x.wrapping_mul(inverse)));
    }
    inverse
}

/// The length of n in bits. The last limb of n is not zero.
pub fn bits(n: &[u32]) -> usize {
    32 * n.len() - n[n.len() - 1].leading_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: [u32; 4] = [0x8765_4321, 0x0fed_cba9, 0x89ab_cdef, 0x0123_4567];

    #[test]
    fn pack_inverts_window() {
        for width in 1..=64 {
            let limbs = (0..).map(|i| window(&X, i * width, width));
            let mut out = [0; 4];
            pack(limbs, width, &mut out);
            assert_eq!(out, X, "{width}");
            #[cfg(not(target_family = "wasm"))]
            {
                let mut limbs = [u64::MAX; 6];
                unpack(&X, width, &mut limbs);
                assert_eq!(limbs, core::array::from_fn(|i| window(&X, i * width, width)));
            }
        }
        assert_eq!(window(&X, 4, 64), 0xf0fe_dcba_9876_5432);
        assert_eq!(window(&X, 124, 8), 0);
    }

    #[test]
    fn a_multiple_carries_to_the_end() {
        let n = [u32::MAX; 3];
        // (2^64 − 1)·(2^96 − 1) + 2^64 − 1 = (2^64 − 1)·2^96
        assert_eq!(multiply_add(&n, u64::MAX, u64::MAX), [0, 0, 0, u32::MAX, u32::MAX]);
        assert_eq!(bits(&n), 96);
        assert_eq!(bits(&[5, 1]), 33);
    }
}
