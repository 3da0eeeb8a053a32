//! The encoding of a form in 100 bytes, three quarters of (a, b) (Dobson, Galbraith, Smith, eprint 2020/196).
//!
//! The first 4 + 3W bytes are fields, with W = ⌈bits/32⌉ for a discriminant of so many bits, and the others are zero.
//! The second byte is a length, gs: g and b₀ have gs + 1 bytes, and a' and t' are shorter by gs. All numbers are
//! little-endian.
//!
//! | bytes | field |
//! | --- | --- |
//! | 1 | flags: b < 0, t < 0, the identity, the generator |
//! | 1 | gs |
//! | 2W − gs | a' = a/g |
//! | W − gs | \|t'\| = \|t\|/g |
//! | gs + 1 | g = gcd(a, t) |
//! | gs + 1 | b₀ = \|b\| div a', or 0 if g = 1 |
//!
//! t is the cofactor for which t·|b| modulo a is about √a. Modulo a', t'²·D = t'²·b² is then a square in the
//! integers, whose root gives t'·|b|. The way to t is a part of the format: see
//! [`partial_gcd`].
//!
//! ```
//! use powmod::monoid::Monoid;
//! use powmod_chia::{Field, encoding::{decode, encode}};
//!
//! let mut field = Field::new(&[7; 32], 256)?;
//! let mut form = field.group.generator();
//! field.group.square(&mut form, 100);
//! let bytes = encode(&field.group, &form);
//! assert_eq!(decode(&field.group, &bytes, true), Ok(form));
//! assert_eq!(decode(&field.group, &[0xff; 100], false), Ok(field.group.generator())); // for consensus
//! # Ok::<(), powmod_chia::Error>(())
//! ```

use crate::{
    classgroup::{ClassGroup, Form},
    error::{Error, Kind},
    integer::{
        Short,
        euclid::{PartialGcd, partial_gcd},
    },
};

/// The length of an encoded form.
pub const FORM_BYTES: usize = 100;

const NEGATIVE_B: u8 = 1;
const NEGATIVE_T: u8 = 2;
const IDENTITY: u8 = 4;
const GENERATOR: u8 = 8;

/// W, for a discriminant of `bits` bits.
fn width(bits: usize) -> usize {
    bits.div_ceil(32)
}

/// The fields of an encoding, of these lengths in bytes: a', |t'|, g and b₀.
fn lengths(width: usize, gs: usize) -> [usize; 4] {
    [2 * width - gs, width - gs, gs + 1, gs + 1]
}

/// The encoding of a reduced form.
///
/// # Panics
/// If a number of the form has no room: the form is of a longer discriminant, or a number of it was changed.
#[must_use]
pub fn encode(group: &ClassGroup, form: &Form) -> [u8; FORM_BYTES] {
    encode_pair(width(group.size().bits()), &form.a, &form.b).expect("a reduced form fits")
}

/// The encoding of a pair (a, b), which need not be reduced; `None` if a field does not fit its bytes.
fn encode_pair(width: usize, a: &Short, b: &Short) -> Option<[u8; FORM_BYTES]> {
    let mut bytes = [0; FORM_BYTES];
    if b.is_one() && (a.is_one() || *a == Short::from_word(2)) {
        bytes[0] = if a.is_one() { IDENTITY } else { GENERATOR };
        return Some(bytes);
    }
    let (mut fields, mut gs) = ([*a, Short::ZERO, Short::ZERO, Short::ZERO], 0);
    if a != b {
        // The cofactor of the format is the negated one of the kernel, and t negates it again.
        let PartialGcd { u: [_, t], .. } = partial_gcd(a, &b.abs(), &a.square_root());
        let PartialGcd { r: [g, _], .. } = partial_gcd(a, &t.abs(), &Short::ZERO);
        gs = g.bits().div_ceil(8).max(1) - 1;
        if gs >= width {
            return None;
        }
        let quotient = a.divide_exactly(&g);
        let b0 = if g.is_one() { Short::ZERO } else { b.abs().divide(&quotient).0 };
        fields = [quotient, t.abs().divide_exactly(&g), g, b0];
        bytes[0] = NEGATIVE_B * u8::from(b.is_negative()) + NEGATIVE_T * u8::from(t.is_negative());
    }
    bytes[1] = gs as u8;
    let mut at = 2;
    for (field, length) in fields.iter().zip(lengths(width, gs)) {
        if !field.write_le_bytes(&mut bytes[at..at + length]) {
            return None;
        }
        at += length;
    }
    Some(bytes)
}

/// Why an encoding is refused even without its discriminant, of which only the length is known.
pub(crate) fn refusal_of_shape(bytes: &[u8; FORM_BYTES], bits: usize) -> Option<&'static str> {
    let width = width(bits);
    if bytes[0] & (IDENTITY | GENERATOR) != 0 {
        None
    } else if bytes[0] > NEGATIVE_B + NEGATIVE_T {
        Some("has an unknown flag")
    } else if usize::from(bytes[1]) >= width {
        Some("has a common factor that is too long")
    } else if bytes[4 + 3 * width..].iter().any(|&byte| byte != 0) {
        Some("must end in zeros")
    } else {
        None
    }
}

/// The reduced form of an encoding.
///
/// The lenient rules are those of Chia's consensus. They also take any bytes with one of the two highest flags,
/// |b| above a, and forms that are not reduced. The strict rules refuse |b| above a.
///
/// # Errors
/// [`Kind::Proof`](crate::Kind), field `form`. The reason is the rule that the encoding breaks.
pub fn decode(group: &ClassGroup, bytes: &[u8; FORM_BYTES], strict: bool) -> Result<Form, Error> {
    read(group, bytes, strict).map_err(|reason| Error::new(Kind::Proof, "form", reason))
}

/// As [`decode`], with the reason alone, for a field that the caller names.
pub(crate) fn read(
    group: &ClassGroup,
    bytes: &[u8; FORM_BYTES],
    strict: bool,
) -> Result<Form, &'static str> {
    let bits = group.size().bits();
    if bytes[0] & GENERATOR != 0 {
        return Ok(group.generator());
    }
    if bytes[0] & IDENTITY != 0 {
        return Ok(group.identity());
    }
    if let Some(reason) = refusal_of_shape(bytes, bits) {
        return Err(reason);
    }
    let width = width(bits);
    let mut at = 2;
    let [a, t, g, b0] = lengths(width, bytes[1].into()).map(|length| {
        at += length;
        Short::from_le_bytes(&bytes[at - length..at])
    });
    let (a, b) = if t.is_zero() {
        (a, a)
    } else {
        let b = root(group, &a, &t.negate_if(bytes[0] & NEGATIVE_T != 0))?;
        let b: Short = (&b.resize::<18>() + &a.times::<_, 18>(&b0)).resize();
        let whole = if g.is_zero() { a } else { a.times::<_, 18>(&g).resize() };
        if strict && b.compare_magnitude(&whole).is_gt() {
            return Err("must have |b| ≤ a");
        }
        (whole, b.negate_if(bytes[0] & NEGATIVE_B != 0))
    };
    if encode_pair(width, &a, &b).as_ref() != Some(bytes) {
        return Err("is not the canonical encoding");
    }
    if a.is_zero() {
        return Err("must have a > 0");
    }
    group.form(&a.resize(), &b.resize()).ok_or("is no form of the discriminant")
}

/// |b| modulo a, for the root w of t²·D modulo a in the integers: w/t modulo a.
fn root(group: &ClassGroup, a: &Short, t: &Short) -> Result<Short, &'static str> {
    if a.is_zero() {
        return Err("must have a > 0");
    }
    let PartialGcd { r: [gcd, _], u: [inverse, _] } = partial_gcd(a, &t.modulo(a), &Short::ZERO);
    if !gcd.is_one() {
        return Err("has a t without an inverse modulo a");
    }
    let square: Short = t.times::<_, 18>(t).modulo(a);
    let discriminant: Short = group.discriminant().modulo(a);
    let square: Short = square.times::<_, 18>(&discriminant).modulo(a);
    let root = square.square_root();
    if root.times::<_, 18>(&root) != square.resize() {
        return Err("has no square modulo a");
    }
    Ok(root.times::<_, 18>(&inverse).modulo(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Field;

    /// Each rule refuses for its own reason, so that none hides behind the last: to encode again what was decoded.
    #[test]
    fn every_rule_of_an_encoding_is_checked() {
        let group = Field::new(&[7; 32], 256).unwrap().group;
        const W: usize = 8;
        let encoding = |flags: u8, gs: u8, fields: [u8; 4]| {
            let mut bytes = [0; FORM_BYTES];
            (bytes[0], bytes[1]) = (flags, gs);
            let mut at = 2;
            for (field, length) in fields.into_iter().zip(lengths(W, 0)) {
                bytes[at] = field;
                at += length;
            }
            bytes
        };
        let square = (3..).find(|&a| has_square(&group, a)).unwrap();
        let no_square = (3..).find(|&a| !has_square(&group, a)).unwrap();
        let mut long = encoding(0, 0, [3, 1, 1, 0]);
        long[4 + 3 * W] = 1;
        let mut longest = encoding(0, 0, [3, 1, 1, 0]);
        longest[FORM_BYTES - 1] = 0x80;
        let of_shape = [
            (encoding(16, 0, [3, 1, 1, 0]), "has an unknown flag"),
            (encoding(NEGATIVE_T + 16, 0, [3, 1, 1, 0]), "has an unknown flag"),
            (encoding(0, W as u8, [3, 1, 1, 0]), "has a common factor that is too long"),
            (encoding(0, W as u8 + 1, [0; 4]), "has a common factor that is too long"),
            (long, "must end in zeros"),
            (longest, "must end in zeros"),
        ];
        for (bytes, reason) in of_shape {
            assert_eq!(refusal_of_shape(&bytes, 256), Some(reason));
        }
        let canonical = "is not the canonical encoding";
        for (bytes, strict, lenient) in [
            (encoding(0, 0, [0, 1, 1, 0]), "must have a > 0", "must have a > 0"),
            (
                encoding(0, 0, [4, 2, 1, 0]),
                "has a t without an inverse modulo a",
                "has a t without an inverse modulo a",
            ),
            (
                encoding(0, 0, [no_square, 1, 1, 0]),
                "has no square modulo a",
                "has no square modulo a",
            ),
            (encoding(0, 0, [square, 1, 2, 200]), "must have |b| ≤ a", canonical),
            // With a' = 1 and g = 9, |b| is b₀.
            (encoding(0, 0, [1, 1, 9, 10]), "must have |b| ≤ a", canonical),
            (encoding(0, 0, [1, 1, 9, 9]), canonical, canonical),
        ] {
            let refused = |reason| Err(Error::new(Kind::Proof, "form", reason));
            assert_eq!(decode(&group, &bytes, true), refused(strict), "{bytes:?}");
            assert_eq!(decode(&group, &bytes, false), refused(lenient), "{bytes:?}");
        }
    }

    /// Whether D modulo a is a square in the integers.
    fn has_square(group: &ClassGroup, a: u8) -> bool {
        let rest: Short = group.discriminant().modulo(&Short::from_word(a.into()));
        let root = rest.square_root();
        root.times::<_, 18>(&root) == rest.resize()
    }
}
