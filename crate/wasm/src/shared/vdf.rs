//! What the modules with delay proofs share. The others have `no_vdf.rs` in its place.

use super::{
    error::Error,
    macros::{choice, errors_of},
};
use powmod::Modulus;
use powmod_vdf::{self as vdf, Group, POWMOD_V1, TOKAMAK};

choice! {
    /// Which proof.
    Scheme: vdf::Scheme {
        "wesolowski" => vdf::Scheme::Wesolowski,
        "pietrzak" => vdf::Scheme::Pietrzak,
    }
}

choice! {
    /// The elements and transcripts of a proof.
    Profile: &'static dyn vdf::Profile {
        "powmod-v1" => &POWMOD_V1,
        "tokamak" => &TOKAMAK,
    }
}

errors_of!(powmod_vdf: Argument, Proof, Checkpoint, Fault);

/// The delay group of a modulus, or why the modulus is unfit for a delay; `None` until a call asks.
#[derive(Default)]
pub struct KeptGroup(Option<Result<Group, powmod_vdf::Error>>);

impl KeptGroup {
    /// The delay group modulo N.
    ///
    /// # Errors
    /// Why N is unfit for a delay; `allow_weak` lifts the lower bound of its length alone.
    #[inline(never)]
    pub fn of(&mut self, modulus: &Modulus, allow_weak: bool) -> Result<&Group, Error> {
        let group = self.0.get_or_insert_with(|| Group::new(modulus.clone()));
        let group = group.as_ref().map_err(|refused| refused.clone())?;
        group.check_length(allow_weak)?;
        Ok(group)
    }
}
