//! Reads RSA keys in DER. The package for browsers has a reader too, and `tests/vectors/keys` what both say of
//! the same files.

use alloc::vec::Vec;
use der::{
    Decode, ErrorKind, Reader, SliceReader,
    asn1::{AnyRef, UintRef},
};

/// What a file holds: parts of its bytes.
pub(super) struct KeyFile<'a> {
    /// n, e, d, p, q, dp, dq and q_inv, big-endian.
    pub(super) numbers: [&'a [u8]; 8],
    /// What PKCS #8 names as the algorithm; none in PKCS #1.
    pub(super) algorithm: Option<&'a [u8]>,
}

/// Why bytes are no key.
pub(super) type Reason = &'static str;

pub(super) const NO_KEY: Reason = "is no RSA private key in PKCS #1 or PKCS #8";
const PEM: Reason = "is PEM: take the bytes that its base64 holds";
const NO_PUBLIC_KEY: Reason = "is no RSA public key in SPKI or PKCS #1";
const PRIVATE: Reason = "is private, and the public one is needed";
const PUBLIC: Reason = "is public, and the private one is needed";
const ENCRYPTED: Reason = "is encrypted: decrypt it first, by OpenSSL or the crate `pkcs8`";
const OTHER_ALGORITHM: Reason = "is of another algorithm than RSA";
const MORE_PRIMES: Reason = "has more than two primes, and a key here has two";
const CUT: Reason = "its DER is damaged: it ends too early";
const BEYOND: Reason = "its DER is damaged: a part is longer than the whole";
const BEHIND: Reason = "its DER is damaged: bytes stand behind its end";
const LINE_END: Reason =
    "its DER is damaged: a line end stands behind it, as editors add it: give the bytes before it";
const LENGTH: Reason = "its DER is damaged: a length has more bytes than it needs";
const INDEFINITE: Reason = "its DER is damaged: it has an indefinite length";
const NUMBER: Reason = "its DER is damaged: a number is negative, empty or has zeros in front";
const VERSION: Reason = "its DER is damaged: its version is unknown";
const PARAMETERS: Reason = "its DER is damaged: the parameters of its algorithm are none";
const ATTRIBUTES: Reason = "its DER is damaged: its attributes are none";
const PUBLIC_PART: Reason = "its DER is damaged: its public key is another";

const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const NULL: u8 = 0x05;
const NAME: u8 = 0x06;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
/// Of PKCS #8.
const ATTRIBUTE_SET: u8 = 0xa0;
const PUBLIC_KEY: u8 = 0x81;

/// 1.2.840.113549.1.1.1, rsaEncryption, and .10, RSASSA-PSS: a key for this padding alone.
const RSA: &[u8] = &[42, 134, 72, 134, 247, 13, 1, 1, 1];
const PSS: &[u8] = &[42, 134, 72, 134, 247, 13, 1, 1, 10];

impl<'a> KeyFile<'a> {
    pub(super) fn read(der: &'a [u8]) -> Result<Self, Reason> {
        if der.starts_with(b"-----") {
            return Err(PEM);
        }
        let whole = List::of_sequence(der, CUT)?;
        let more = match whole.tags[..] {
            [SEQUENCE, BIT_STRING] | [INTEGER, INTEGER] => return Err(PUBLIC),
            [SEQUENCE, OCTET_STRING] => return Err(ENCRYPTED),
            [INTEGER, SEQUENCE, OCTET_STRING, ref more @ ..] => more,
            _ => return Ok(Self { numbers: pkcs1(&whole)?, algorithm: None }),
        };
        let (has_attributes, has_public_key) = match more {
            [] => (false, false),
            [ATTRIBUTE_SET] => (true, false),
            [PUBLIC_KEY] => (false, true),
            [ATTRIBUTE_SET, PUBLIC_KEY] => (true, true),
            _ => return Err(NO_KEY),
        };
        let [version, algorithm, key, ..] = whole.contents[..] else { return Err(NO_KEY) };
        check_algorithm(algorithm)?;
        // A file with a public key is of version 1.
        match version {
            [1] => {}
            [0] if !has_public_key => {}
            _ => return Err(VERSION),
        }
        if has_attributes {
            let inside = |tag| (tag == SEQUENCE).then_some(&[NAME, SET][..]);
            List::of(whole.contents[3])?.check(inside, ATTRIBUTES)?;
        }
        let numbers = pkcs1(&List::of_sequence(key, BEYOND)?)?;
        if let (true, Some(bits)) = (has_public_key, whole.contents.last()) {
            let [0, public @ ..] = bits else { return Err(PUBLIC_PART) };
            if public.first() != Some(&SEQUENCE) {
                return Err(PUBLIC_PART);
            }
            let public = List::of_sequence(public, BEYOND)?;
            if public.tags != [INTEGER; 2] || public.contents != numbers[..2] {
                return Err(PUBLIC_PART);
            }
        }
        Ok(Self { numbers, algorithm: Some(algorithm) })
    }
}

/// Takes RSA without parameters, or RSASSA-PSS with those of RFC 8017 (A.2.3).
fn check_algorithm(algorithm: &[u8]) -> Result<(), Reason> {
    let list = List::of(algorithm)?;
    let is_pss = match (list.tags.first(), list.contents.first()) {
        (Some(&NAME), Some(&RSA)) => false,
        (Some(&NAME), Some(&PSS)) => true,
        _ => return Err(OTHER_ALGORITHM),
    };
    match (is_pss, &list.tags[1..], list.contents.get(1)) {
        (_, [], _) | (false, [NULL], Some([])) => Ok(()),
        (true, [SEQUENCE], Some(parameters)) => {
            let parameters = List::of(parameters)?;
            if !parameters.tags.is_sorted_by(|a, b| a < b) {
                return Err(PARAMETERS);
            }
            // Two algorithms and two numbers.
            let inside = |tag| match tag {
                0xa0 | 0xa1 => Some(&[SEQUENCE][..]),
                0xa2 | 0xa3 => Some(&[INTEGER][..]),
                _ => None,
            };
            parameters.check(inside, PARAMETERS)
        }
        _ => Err(PARAMETERS),
    }
}

/// n and e of a public key: of `SubjectPublicKeyInfo` (RFC 5280), or of `RSAPublicKey` (RFC 8017, A.1.1) alone.
pub(super) fn public(der: &[u8]) -> Result<[&[u8]; 2], Reason> {
    if der.starts_with(b"-----") {
        return Err(PEM);
    }
    let whole = List::of_sequence(der, CUT)?;
    let key = match (&whole.tags[..], &whole.contents[..]) {
        ([SEQUENCE, BIT_STRING], [algorithm, bits]) => {
            check_algorithm(algorithm)?;
            let [0, key @ ..] = bits else { return Err(NO_PUBLIC_KEY) };
            List::of_sequence(key, BEYOND)?
        }
        ([INTEGER, SEQUENCE, OCTET_STRING, ..] | [INTEGER, INTEGER, INTEGER, ..], _) => {
            return Err(PRIVATE);
        }
        _ => whole,
    };
    match (&key.tags[..], &key.contents[..]) {
        ([INTEGER, INTEGER], &[n, e]) => Ok([n, e]),
        _ => Err(NO_PUBLIC_KEY),
    }
}

/// The numbers of `RSAPrivateKey`.
fn pkcs1<'a>(list: &List<'a>) -> Result<[&'a [u8]; 8], Reason> {
    match list.tags.strip_prefix(&[INTEGER; 9]) {
        Some([]) => match list.contents[0] {
            [0] => Ok(core::array::from_fn(|i| list.contents[i + 1])),
            [1] => Err(MORE_PRIMES),
            _ => Err(VERSION),
        },
        Some([SEQUENCE]) => Err(MORE_PRIMES),
        _ => Err(NO_KEY),
    }
}

/// The most elements of a list in a key.
const MOST_ELEMENTS: usize = 16;

/// Elements of DER, one behind the other.
struct List<'a> {
    tags: Vec<u8>,
    contents: Vec<&'a [u8]>,
}

impl<'a> List<'a> {
    /// The elements of the sequence that the bytes are; `beyond` says that it is longer than the bytes.
    fn of_sequence(der: &'a [u8], beyond: Reason) -> Result<Self, Reason> {
        if der.first() != Some(&SEQUENCE) {
            return Err(NO_KEY);
        }
        let mut reader = SliceReader::new(der).map_err(|_| NO_KEY)?;
        let content = element(&mut reader, beyond)?;
        let behind =
            &der[der.len() - usize::try_from(reader.remaining_len()).map_err(|_| NO_KEY)?..];
        match behind {
            [] => Self::of(content),
            _ if behind.iter().all(|byte| b"\r\n".contains(byte)) => Err(LINE_END),
            _ => Err(BEHIND),
        }
    }

    fn of(der: &'a [u8]) -> Result<Self, Reason> {
        let mut reader = SliceReader::new(der).map_err(|_| NO_KEY)?;
        let mut list = Self { tags: Vec::new(), contents: Vec::new() };
        while let Some(tag) = reader.peek_byte()
            && list.tags.len() < MOST_ELEMENTS
        {
            list.tags.push(tag);
            list.contents.push(element(&mut reader, BEYOND)?);
        }
        Ok(list)
    }

    /// Refuses an element whose tag has nothing that may be inside it, or that has other tags inside it.
    fn check<'t>(
        &self,
        inside: impl Fn(u8) -> Option<&'t [u8]>,
        reason: Reason,
    ) -> Result<(), Reason> {
        self.tags.iter().zip(&self.contents).try_for_each(|(&tag, content)| {
            let expected = inside(tag).ok_or(reason)?;
            (Self::of(content)?.tags == expected).then_some(()).ok_or(reason)
        })
    }
}

/// The content of the next element.
fn element<'a>(reader: &mut SliceReader<'a>, beyond: Reason) -> Result<&'a [u8], Reason> {
    let tag = reader.peek_byte().unwrap_or(0);
    if tag & 0x1f == 0x1f {
        return Err(NO_KEY); // its number is in the next bytes
    }
    let reason = |error: der::Error| match error.kind() {
        ErrorKind::Incomplete { .. } | ErrorKind::Overflow => beyond,
        ErrorKind::IndefiniteLength => INDEFINITE,
        ErrorKind::Length { .. } | ErrorKind::Overlength => LENGTH,
        _ => NO_KEY,
    };
    let any = AnyRef::decode(reader).map_err(reason)?;
    if tag == INTEGER {
        UintRef::try_from(any).map_err(|_| NUMBER)?;
    }
    Ok(any.value())
}
