//! Numbers in bytes.
//!
//! ```
//! use powmod_kernel::bytes;
//!
//! let number = [5, 0, 6, 7, 8];
//! let mut limbs = [9; 3];
//! bytes::limbs_from_be(&number, &mut limbs);
//! assert_eq!(limbs, [0x0006_0708, 5, 0]);
//! ```

/// Writes the little-endian limbs of big-endian bytes: one limb for every four bytes, rounded up. Limbs
/// of `out` beyond those become 0.
///
/// # Panics
/// If `out` is too short.
pub fn limbs_from_be(bytes: &[u8], out: &mut [u32]) {
    let (head, fours) = bytes.as_rchunks();
    let (low, high) = out.split_at_mut(fours.len());
    for (limb, &four) in low.iter_mut().zip(fours.iter().rev()) {
        *limb = u32::from_be_bytes(four);
    }
    high.fill(0);
    if !head.is_empty() {
        high[0] = head.iter().fold(0, |limb, &byte| limb << 8 | u32::from(byte));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limbs_have_the_bytes_of_the_number() {
        let bytes: [u8; 13] = core::array::from_fn(|i| 17 * (i as u8 + 1));
        for length in 0..=bytes.len() {
            let number = &bytes[bytes.len() - length..];
            for spare in 0..3 {
                let mut limbs = [u32::MAX; 6];
                let limbs = &mut limbs[..length.div_ceil(4) + spare];
                limbs_from_be(number, limbs);
                let mut found: [u8; 24] = [0; 24];
                for (four, limb) in found.chunks_mut(4).zip(limbs) {
                    four.copy_from_slice(&limb.to_le_bytes());
                }
                assert!(found.iter().eq(number.iter().rev().chain([0; 24].iter()).take(24)));
            }
        }
    }
}
