//! SHA-256 (FIPS 180-4) of four messages at once, one in each lane, for the search of a prime: a library
//! hashes the candidates one by one, in twice the time.
//!
//! A message is 36 bytes, so it is one block: eight words of a seed, a counter, the bit 1, and the length.

use crate::lanes::u32x4::U32x4;

/// The first 32 bits of the fractional parts of the square roots of the first eight primes.
const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUND: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

/// The words of SHA-256(seed ‖ u32(i)) for i = first, first + 1, first + 2 and first + 3, most
/// significant word first. The words of the seed come in the same order.
#[inline(never)]
pub fn hash_four(seed: &[u32; 8], first: u32) -> [[u32; 8]; 4] {
    let counters = [0, 1, 2, 3].map(|i| first.wrapping_add(i));
    let mut words = [U32x4::splat(0); 16];
    for (word, &seed) in words.iter_mut().zip(seed) {
        *word = U32x4::splat(seed);
    }
    words[8] = U32x4::new(counters);
    words[9] = U32x4::splat(1 << 31);
    words[15] = U32x4::splat(8 * 36);

    let start = START.map(U32x4::splat);
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = start;
    for (i, &constant) in ROUND.iter().enumerate() {
        let word = words[i % 16];
        let sum = h + sigma(e, [6, 11, 25]) + (g ^ (e & (f ^ g))) + U32x4::splat(constant) + word;
        let majority = b ^ ((a ^ b) & (b ^ c));
        (h, g, f, e) = (g, f, e, d + sum);
        (d, c, b, a) = (c, b, a, sum + sigma(a, [2, 13, 22]) + majority);

        if i >= ROUND.len() - words.len() {
            continue;
        }
        // The word that takes this place, 16 rounds on.
        let (x, y) = (words[(i + 1) % 16], words[(i + 14) % 16]);
        words[i % 16] = word
            + (x.rotate_right(7) ^ x.rotate_right(18) ^ x.shift_right(3))
            + words[(i + 9) % 16]
            + (y.rotate_right(17) ^ y.rotate_right(19) ^ y.shift_right(10));
    }
    let end = [a, b, c, d, e, f, g, h];
    let words: [[u32; 4]; 8] = core::array::from_fn(|i| (start[i] + end[i]).to_array());
    [0, 1, 2, 3].map(|lane| words.map(|word| word[lane]))
}

/// x rotated by each of these counts.
#[inline(always)]
fn sigma(x: U32x4, [r, s, t]: [u32; 3]) -> U32x4 {
    x.rotate_right(r) ^ x.rotate_right(s) ^ x.rotate_right(t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn four_hashes_are_those_of_the_library() {
        let bytes = |words: &[u32; 8]| words.map(u32::to_be_bytes).concat();
        let expected = |seed: &[u32; 8], counter: u32| {
            let hash = Sha256::new_with_prefix(bytes(seed)).chain_update(counter.to_be_bytes());
            hash.finalize().to_vec()
        };
        let mut seed = [0; 8];
        for first in (0..2000).chain([0xff, 0xfffe, 0x8000_0000, u32::MAX - 3, u32::MAX]) {
            let hashes = hash_four(&seed, first);
            for (i, hash) in (0..).zip(&hashes) {
                assert_eq!(bytes(hash), expected(&seed, first.wrapping_add(i)));
            }
            seed = hashes[0];
        }
    }
}
