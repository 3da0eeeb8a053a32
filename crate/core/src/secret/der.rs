//! RSA private keys in DER: PKCS #1 (RFC 8017, A.1.2) and PKCS #8 (RFC 5958).

use super::number::Secret;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// The numbers of an RSA private key of two primes, big-endian and without zeros in front. They are overwritten when
/// they are dropped.
pub struct Parts {
    /// The modulus p·q.
    pub n: Secret,
    /// The public exponent.
    pub e: Secret,
    /// The private exponent, e⁻¹ modulo (p − 1)·(q − 1).
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

const INTEGER: u8 = 0x02;
const OCTET_STRING: u8 = 0x04;
const SEQUENCE: u8 = 0x30;

/// The algorithm 1.2.840.113549.1.1.1, rsaEncryption, without parameters.
const RSA: &[u8] = &[SEQUENCE, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0];

/// `RSAPrivateKey` of two primes.
pub(super) fn pkcs1(parts: &Parts) -> Zeroizing<Vec<u8>> {
    let Parts { n, e, d, p, q, dp, dq, q_inv } = parts;
    let numbers = [n, e, d, p, q, dp, dq, q_inv].map(|x| integer(x));
    let [n, e, d, p, q, dp, dq, q_inv] = &numbers;
    element(SEQUENCE, &[&integer(&[]), n, e, d, p, q, dp, dq, q_inv])
}

/// `PrivateKeyInfo`.
pub(super) fn pkcs8(parts: &Parts) -> Zeroizing<Vec<u8>> {
    let key = element(OCTET_STRING, &[&pkcs1(parts)]);
    element(SEQUENCE, &[&integer(&[]), RSA, &key])
}

/// The key of PKCS #1 in one of PKCS #8, which may have attributes and a public key behind it.
#[cfg(feature = "pkcs1")]
pub(super) fn pkcs1_of_pkcs8(der: &[u8]) -> pkcs1::der::Result<&[u8]> {
    use pkcs1::der::{Error, Reader, SliceReader, Tag, asn1::OctetStringRef};

    let mut reader = SliceReader::new(der)?;
    let key = reader.sequence(|reader| {
        let version: u8 = reader.decode()?;
        if version > 1 || reader.tlv_bytes()? != RSA {
            return Err(Error::from(Tag::Sequence.value_error()));
        }
        let key: &OctetStringRef = reader.decode()?;
        while !reader.is_finished() {
            reader.tlv_bytes()?;
        }
        Ok(key.as_bytes())
    })?;
    reader.finish()?;
    Ok(key)
}

/// The form of bytes that may be a private key, by which a refusal says what to do.
#[cfg(feature = "pkcs1")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Pem,
    Pkcs1,
    /// PKCS #1 of three primes or more.
    MorePrimes,
    Pkcs8,
    Other,
}

#[cfg(feature = "pkcs1")]
impl Form {
    pub(super) fn of(der: &[u8]) -> Self {
        use pkcs1::der::{Decode, Header, Reader, SliceReader};

        if der.starts_with(b"-----") {
            return Self::Pem;
        }
        let version = || {
            let mut reader = SliceReader::new(der)?;
            Header::decode(&mut reader)?;
            let version: u8 = reader.decode()?;
            Ok::<_, pkcs1::der::Error>((version, reader.peek_byte()))
        };
        match version() {
            Ok((1, Some(INTEGER))) => Self::MorePrimes,
            Ok((_, Some(INTEGER))) => Self::Pkcs1,
            Ok((_, Some(SEQUENCE))) => Self::Pkcs8,
            _ => Self::Other,
        }
    }

    /// Why bytes of this form are no key of PKCS #1.
    pub(super) fn reason_against_pkcs1(self) -> &'static str {
        match self {
            Self::Pem => PEM,
            Self::Pkcs8 => "is of PKCS #8: take `from_pkcs8_der`",
            Self::MorePrimes => "must be a key of two primes, and has more",
            Self::Pkcs1 | Self::Other => "must be a private key of PKCS #1 with two primes",
        }
    }

    /// Why bytes of this form are no key of PKCS #8.
    pub(super) fn reason_against_pkcs8(self) -> &'static str {
        match self {
            Self::Pem => PEM,
            Self::Pkcs1 | Self::MorePrimes => "is of PKCS #1: take `from_pkcs1_der`",
            Self::Pkcs8 | Self::Other => "must be an RSA private key of PKCS #8",
        }
    }
}

#[cfg(feature = "pkcs1")]
const PEM: &str = "is PEM: take the bytes that its base64 holds";

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
