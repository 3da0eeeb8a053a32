//! The challenge of a Wesolowski proof: a prime l.

use crate::{
    group::Group,
    profile::{Profile, Statement},
};
use powmod::Natural;

/// The prime l for a statement; `None` if the profile does not have this scheme, or a number has more bytes than N.
pub fn challenge(
    group: &Group,
    profile: &dyn Profile,
    input: &Natural,
    output: &Natural,
    iterations: u64,
) -> Option<Natural> {
    let challenge = profile.wesolowski_challenge()?;
    let fits = [input, output].iter().all(|z| z.bits() <= 8 * group.bytes());
    fits.then(|| {
        challenge(&Statement {
            modulus: &group.encode(group.natural()),
            input: &group.encode(input),
            output: &group.encode(output),
            iterations,
        })
    })
}
