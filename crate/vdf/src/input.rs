//! The input of a delay from a seed: a square whose root nobody could choose.
//!
//! ```
//! use powmod_vdf::{Group, input::from_seed};
//!
//! let group = Group::rsa_2048();
//! let input = from_seed(&group, b"a public random value").expect("the seed gives an input");
//! assert!(&input < group.natural());
//! ```

use super::{
    group::{Group, up_to_sign},
    hash::sha256,
};
use alloc::vec::Vec;
use powmod::Natural;

const DOMAIN: &[u8] = b"powmod-v1:input";

/// min(s, N − s) with s = h² mod N; `None` if it is 0 or 1. h is `expand_message_xmd(seed)` (RFC 9380) of L + 16 bytes
/// as a number, L the length of N in bytes.
#[must_use]
pub fn from_seed(group: &Group, seed: &[u8]) -> Option<Natural> {
    let h = Natural::from_be_bytes(&expand_message_xmd(seed, DOMAIN, group.bytes() + 16));
    let square = group.modulus().mul(&h, &h);
    let input = up_to_sign(square, group.natural());
    (input.bits() > 1).then_some(input)
}

/// `length` uniform bytes from a message: `expand_message_xmd` of RFC 9380, section 5.3.1, with
/// SHA-256.
///
/// # Panics
/// If `length` is above 255 · 32, or the domain is longer than 255 bytes.
fn expand_message_xmd(message: &[u8], domain: &[u8], length: usize) -> Vec<u8> {
    const BLOCK: usize = 64;
    assert!(domain.len() <= 255 && length <= 255 * 32);
    let domain_length = [domain.len() as u8];
    let length_bytes = (length as u16).to_be_bytes();
    let first = sha256(&[&[0; BLOCK], message, &length_bytes, &[0], domain, &domain_length]);
    let mut out = Vec::with_capacity(length + 32);
    let mut block = [0; 32];
    for i in 1..=length.div_ceil(32) as u8 {
        for (block, first) in block.iter_mut().zip(&first) {
            *block ^= first;
        }
        block = sha256(&[&block, &[i], domain, &domain_length]);
        out.extend_from_slice(&block);
    }
    out.truncate(length);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors for SHA-256 in RFC 9380, appendix K.1.
    #[test]
    fn expand_message_agrees_with_the_rfc() {
        let domain = b"QUUX-V01-CS02-with-expander-SHA256-128";
        for (message, expected) in [
            (&b""[..], "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235"),
            (b"abc", "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615"),
        ] {
            let out = Natural::from_be_bytes(&expand_message_xmd(message, domain, 32));
            assert_eq!(alloc::format!("{out:064x}"), expected);
        }
    }
}
