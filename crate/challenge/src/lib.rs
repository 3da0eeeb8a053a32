//! The hashes of a proof's challenge, for the first verdict of a page: SHA-256, and the search for
//! candidates of hashing to a prime. The module is so small that the page's script contains its
//! bytes. JavaScript tests the candidates by BigInt.
//!
//! Block and digest lie at fixed addresses. JavaScript writes the one and reads the other.

#![no_std]

#[cfg(not(target_family = "wasm"))]
extern crate std;

#[cfg(target_family = "wasm")]
#[path = "../../wasm/src/host.rs"]
mod host;

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use sha2::block_api::compress256;
use wasm_bindgen::prelude::*;

static BLOCK: [AtomicU8; 64] = [const { AtomicU8::new(0) }; 64];
static DIGEST: [AtomicU8; 32] = [const { AtomicU8::new(0) }; 32];

/// The address of the block, 64 bytes.
#[wasm_bindgen]
pub fn block() -> *const u8 {
    BLOCK.as_ptr().cast()
}

/// The address of the digest, 32 bytes.
#[wasm_bindgen]
pub fn digest() -> *const u8 {
    DIGEST.as_ptr().cast()
}

/// Compresses the block into the digest. The state before is FIPS 180-4's initial one if `is_first`, else the digest.
#[wasm_bindgen]
pub fn compress(is_first: bool) {
    let mut state = if is_first { INITIAL } else { words() };
    compress256(&mut state, &[BLOCK.each_ref().map(|byte| byte.load(Relaxed))]);
    let bytes = state.into_iter().flat_map(u32::to_be_bytes);
    DIGEST.iter().zip(bytes).for_each(|(place, byte)| place.store(byte, Relaxed));
}

/// Hashes seed ‖ u32(i) for i = `from`, `from` + 1, … and sets bits 255 and 0 of the digest, until
/// no prime below 2^10 divides it. Returns that i. The block begins with the seed, 32 bytes.
#[wasm_bindgen]
pub fn next_candidate(from: u32) -> u32 {
    let mut i = from;
    loop {
        // The index, a bit 1, zeros, and the length of 36 bytes in bits (FIPS 180-4, section 5.1.1).
        let mut rest = [0; 32];
        rest[..4].copy_from_slice(&i.to_be_bytes());
        rest[4] = 0x80;
        rest[30..].copy_from_slice(&(8_u16 * 36).to_be_bytes());
        BLOCK[32..].iter().zip(rest).for_each(|(place, byte)| place.store(byte, Relaxed));
        compress(true);
        DIGEST[0].fetch_or(0x80, Relaxed);
        DIGEST[31].fetch_or(1, Relaxed);
        let number = words();
        let rest = |divisor: u32| {
            let step = |rest: u64, &word: &u32| (rest << 32 | u64::from(word)) % u64::from(divisor);
            number.iter().fold(0, step) as u32
        };
        // One long division serves the nine least primes, which divide most candidates. A table of
        // the other primes would be larger than the time that it saves is worth.
        let first = rest(FIRST.into_iter().map(u32::from).product());
        let others = (31..1 << 10).step_by(2).filter(|d| d % 3 != 0 && d % 5 != 0 && d % 7 != 0);
        if FIRST.iter().all(|&p| first % u32::from(p) != 0)
            && others.into_iter().all(|d| rest(d) != 0)
        {
            return i;
        }
        i += 1;
    }
}

/// The digest as words.
fn words() -> [u32; 8] {
    core::array::from_fn(|i| {
        u32::from_be_bytes(core::array::from_fn(|j| DIGEST[4 * i + j].load(Relaxed)))
    })
}

/// The initial state: FIPS 180-4, section 5.3.3.
const INITIAL: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The least odd primes. Their product is below 2^32.
const FIRST: [u8; 9] = [3, 5, 7, 11, 13, 17, 19, 23, 29];
