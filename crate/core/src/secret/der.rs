//! Writes RSA private keys in DER: PKCS #1 (RFC 8017, A.1.2) and PKCS #8 (RFC 5958).

use super::number::Secret;
use alloc::vec::Vec;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// The numbers of an RSA private key of two primes, big-endian and without zeros in front. They are overwritten when
/// they are dropped.
pub struct Parts {
    /// The modulus p·q.
    pub n: Secret,
    /// The public exponent.
    pub e: Secret,
    /// The private exponent: as it was given with the key, otherwise e⁻¹ modulo lcm(p − 1, q − 1).
    pub d: Secret,
    /// A prime factor of n.
    pub p: Secret,
    /// The other prime factor of n.
    pub q: Secret,
    /// d mod p − 1.
    pub dp: Secret,
    /// d mod q − 1.
    pub dq: Secret,
    /// q⁻¹ mod p.
    pub q_inv: Secret,
}

/// Each number is a [`Secret`].
impl ZeroizeOnDrop for Parts {}

const INTEGER: u8 = 0x02;
const OCTET_STRING: u8 = 0x04;
const SEQUENCE: u8 = 0x30;

/// 1.2.840.113549.1.1.1, rsaEncryption, and no parameters.
const RSA: &[u8] = &[6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0];

/// `RSAPrivateKey` of two primes.
pub(super) fn pkcs1(parts: &Parts) -> Zeroizing<Vec<u8>> {
    let Parts { n, e, d, p, q, dp, dq, q_inv } = parts;
    let numbers = [n, e, d, p, q, dp, dq, q_inv].map(|x| integer(x));
    let [n, e, d, p, q, dp, dq, q_inv] = &numbers;
    element(SEQUENCE, &[&integer(&[]), n, e, d, p, q, dp, dq, q_inv])
}

/// `PrivateKeyInfo`, by default of the algorithm rsaEncryption.
pub(super) fn pkcs8(parts: &Parts, algorithm: Option<&[u8]>) -> Zeroizing<Vec<u8>> {
    let algorithm = element(SEQUENCE, &[algorithm.unwrap_or(RSA)]);
    let key = element(OCTET_STRING, &[&pkcs1(parts)]);
    element(SEQUENCE, &[&integer(&[]), &algorithm, &key])
}

/// A number without zeros in front. One whose highest bit is set gets a zero, which says that it is not negative.
fn integer(x: &[u8]) -> Zeroizing<Vec<u8>> {
    let zero = x.first().is_none_or(|highest| highest & 0x80 != 0);
    element(INTEGER, &[if zero { &[0] } else { &[] }, x])
}

/// The memory is taken at once: a vector that grows would leave copies.
fn element(tag: u8, contents: &[&[u8]]) -> Zeroizing<Vec<u8>> {
    let length: usize = contents.iter().map(|content| content.len()).sum();
    let bytes = length.to_be_bytes();
    let digits = &bytes[bytes.iter().take_while(|&&byte| byte == 0).count()..];
    let mut whole = Vec::with_capacity(2 + digits.len() + length);
    whole.push(tag);
    if length < 0x80 {
        whole.push(length as u8);
    } else {
        whole.push(0x80 | digits.len() as u8);
        whole.extend(digits);
    }
    contents.iter().for_each(|content| whole.extend(*content));
    whole.into()
}
