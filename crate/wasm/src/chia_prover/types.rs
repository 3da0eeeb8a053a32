//! The type of the arguments of these operations.

use crate::shared::{macros::record, wire::Bytes};

record! {
    /// The squarings of a part of a proof of Chia: T squarings of an encoded form.
    ChiaTask<'a> {
        challenge: Bytes<'a>,
        discriminant_bits: Option<usize>,
        input: Bytes<'a>,
        iterations: u64,
    }
}
