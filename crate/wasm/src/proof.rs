//! A proof on its way in: the fields of a proof file, elements as bytes.

use crate::Arguments;
use powmod::vdf::{Encoded, Group, Malformed, Proof};

/// The proof that is next among the arguments, if each part has its name or width.
pub fn decode(group: &Group, arguments: &mut Arguments<'_>) -> Result<Proof, Malformed> {
    let encoded = Encoded {
        scheme: arguments.text(),
        profile: arguments.text(),
        input: arguments.bytes(),
        output: arguments.bytes(),
        iterations: arguments.long(),
        values: arguments.bytes(),
        delta: arguments.number().map(|delta| delta as u32),
    };
    encoded.decode(group)
}
