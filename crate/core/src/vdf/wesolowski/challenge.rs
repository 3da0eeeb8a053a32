//! The challenge of a Wesolowski proof: the prime l.

use crate::{
    natural::Natural,
    vdf::{
        group::Group,
        profile::{Profile, Statement},
    },
};

/// l for this statement, or `None` where the profile does not offer the scheme.
pub fn challenge(
    group: &Group,
    profile: &dyn Profile,
    input: &Natural,
    output: &Natural,
    iterations: u64,
) -> Option<Natural> {
    let challenge = profile.wesolowski_challenge()?;
    Some(challenge(&Statement {
        modulus: &group.encode(group.natural()),
        input: &group.encode(input),
        output: &group.encode(output),
        iterations,
    }))
}
