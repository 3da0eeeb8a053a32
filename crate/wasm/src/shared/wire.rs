//! How arguments and answers cross between JavaScript and wasm.
//!
//! Both are sequences of numbers and byte strings. A number is a little-endian double. A byte
//! string is its length as a number, and then the bytes. `crate/js/src/border/wire.ts` writes the
//! arguments and reads the answers; the list of a module gives their order and types.

use super::error::Error;
use super::slots::Handle;
use alloc::{string::String, vec::Vec};
use powmod::Natural;
pub use powmod::secret::Secret as SecretAnswer;

/// Reads the arguments of a call, one after the other.
pub struct Reader<'a> {
    rest: &'a [u8],
    data: Vec<u8>,
    /// Whether one of the arguments was a [`Secret`]. Then all of them are wiped after the call.
    pub has_secrets: bool,
}

impl<'a> Reader<'a> {
    /// Reads from `arguments`; `data` is the one long argument, if there is one.
    pub fn new(arguments: &'a [u8], data: Vec<u8>) -> Self {
        Self { rest: arguments, data, has_secrets: false }
    }

    /// The next number; 0 at the end.
    fn number(&mut self) -> f64 {
        let Some((number, rest)) = self.rest.split_first_chunk() else { return 0.0 };
        self.rest = rest;
        f64::from_le_bytes(*number)
    }

    /// The next byte string; empty at the end.
    #[inline(never)]
    fn bytes(&mut self) -> &'a [u8] {
        let length = self.number() as usize;
        let Some((bytes, rest)) = self.rest.split_at_checked(length) else { return &[] };
        self.rest = rest;
        bytes
    }
}

/// A type of arguments.
pub trait Argument<'a>: Sized {
    /// Reads the next argument.
    fn read(reader: &mut Reader<'a>) -> Self;
}

/// A type of answers.
pub trait Answer {
    /// Adds the answer to `out`.
    fn write(self, out: &mut Vec<u8>);
}

/// Adds a byte string.
#[inline(never)]
pub fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    (bytes.len() as f64).write(out);
    out.extend_from_slice(bytes);
}

/// Bytes that are read in place.
#[derive(Clone, Copy)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Argument<'a> for Bytes<'a> {
    fn read(reader: &mut Reader<'a>) -> Self {
        Self(reader.bytes())
    }
}

/// A secret number in bytes, which JavaScript has padded to a public length.
#[derive(Clone, Copy)]
pub struct Secret<'a>(pub &'a [u8]);

impl<'a> Argument<'a> for Secret<'a> {
    fn read(reader: &mut Reader<'a>) -> Self {
        reader.has_secrets = true;
        Self(reader.bytes())
    }
}

/// A long argument that the operation keeps. A call has one at most.
pub struct Data(pub Vec<u8>);

impl<'a> Argument<'a> for Data {
    fn read(reader: &mut Reader<'a>) -> Self {
        Self(core::mem::take(&mut reader.data))
    }
}

/// A number of either sign.
pub struct Integer {
    /// Whether it is below 0.
    pub is_negative: bool,
    /// Its absolute value.
    pub magnitude: Natural,
}

impl<'a> Argument<'a> for Integer {
    #[inline(never)]
    fn read(reader: &mut Reader<'a>) -> Self {
        Self { is_negative: bool::read(reader), magnitude: Natural::read(reader) }
    }
}

impl<'a> Argument<'a> for Natural {
    fn read(reader: &mut Reader<'a>) -> Self {
        Natural::from_be_bytes(reader.bytes())
    }
}

impl<'a> Argument<'a> for bool {
    fn read(reader: &mut Reader<'a>) -> Self {
        reader.number() != 0.0
    }
}

macro_rules! whole_numbers {
    ($($type:ty),*) => { $(
        impl<'a> Argument<'a> for $type {
            fn read(reader: &mut Reader<'a>) -> Self {
                reader.number() as $type
            }
        }
    )* };
}
whole_numbers!(u32, u64, usize);

impl<'a, T> Argument<'a> for Handle<T> {
    fn read(reader: &mut Reader<'a>) -> Self {
        Self::new(u64::read(reader))
    }
}

impl<'a, T: Argument<'a>> Argument<'a> for Option<T> {
    fn read(reader: &mut Reader<'a>) -> Self {
        bool::read(reader).then(|| T::read(reader))
    }
}

impl<'a, T: Argument<'a>> Argument<'a> for Vec<T> {
    fn read(reader: &mut Reader<'a>) -> Self {
        let length = usize::read(reader);
        // Each element takes 8 bytes or more, so the arguments bound what is reserved.
        let mut list = Vec::with_capacity(length.min(reader.rest.len() / 8));
        for _ in 0..length {
            list.push(T::read(reader));
        }
        list
    }
}

impl Answer for () {
    fn write(self, _out: &mut Vec<u8>) {}
}

impl Answer for f64 {
    fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }
}

impl Answer for bool {
    fn write(self, out: &mut Vec<u8>) {
        f64::from(u8::from(self)).write(out);
    }
}

impl<T> Answer for Handle<T> {
    fn write(self, out: &mut Vec<u8>) {
        (self.number() as f64).write(out);
    }
}

/// A secret as an answer. The copy in the core is overwritten; that in `out` is the caller's.
impl Answer for SecretAnswer {
    fn write(self, out: &mut Vec<u8>) {
        write_bytes(out, &self);
    }
}

/// Bytes as an answer.
impl Answer for Vec<u8> {
    fn write(self, out: &mut Vec<u8>) {
        write_bytes(out, &self);
    }
}

/// A text as an answer.
impl Answer for &'static str {
    fn write(self, out: &mut Vec<u8>) {
        write_bytes(out, self.as_bytes());
    }
}

/// The verdict on a proof: whether it is valid, or why it is malformed.
impl Answer for Result<bool, Error> {
    fn write(self, out: &mut Vec<u8>) {
        match self {
            Ok(is_valid) => is_valid.write(out),
            Err(error) => write_error(out, 2.0, &error),
        }
    }
}

/// A list as an answer: its length, and then each element.
impl<T: Answer> Answer for Vec<T> {
    fn write(self, out: &mut Vec<u8>) {
        (self.len() as f64).write(out);
        for element in self {
            element.write(out);
        }
    }
}

/// Adds an error: a number that says which kind it is, its field by JavaScript's name, the field's index or −1, and the
/// reason. JavaScript makes its own error of them.
#[inline(never)]
pub fn write_error(out: &mut Vec<u8>, kind: f64, error: &Error) {
    kind.write(out);
    write_bytes(out, in_camel_case(error.field.name).as_bytes());
    error.field.index.map_or(-1.0, |index| index as f64).write(out);
    write_bytes(out, error.reason.as_bytes());
}

/// `q_inv` as `qInv`.
fn in_camel_case(name: &str) -> String {
    let mut capital = false;
    let letter = |c: char| {
        let is_capital = core::mem::replace(&mut capital, c == '_');
        (c != '_').then(|| if is_capital { c.to_ascii_uppercase() } else { c })
    };
    name.chars().filter_map(letter).collect()
}
