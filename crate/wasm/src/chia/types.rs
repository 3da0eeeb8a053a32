//! The type of the arguments of these operations.

use crate::shared::{macros::record, wire::Bytes};

record! {
    /// A proof of Chia, in the names of Chia's structures. `iterations` has 8 bytes.
    ChiaProof<'a> {
        challenge: Bytes<'a>,
        iterations: Bytes<'a>,
        input: Bytes<'a>,
        output: Bytes<'a>,
        witness: Bytes<'a>,
        witness_type: u64,
    }
}
