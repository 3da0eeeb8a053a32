//! The types that cross the border in more than one module.

#[cfg(feature = "vdf")]
use super::macros::choice;
use super::{
    macros::{answer, record},
    wire::Integer,
};
#[cfg(feature = "vdf")]
use powmod_vdf::{self as vdf, POWMOD_V1, TOKAMAK};

#[cfg(feature = "vdf")]
choice! {
    /// Which proof.
    Scheme: vdf::Scheme {
        "wesolowski" => vdf::Scheme::Wesolowski,
        "pietrzak" => vdf::Scheme::Pietrzak,
    }
}

#[cfg(feature = "vdf")]
choice! {
    /// The elements and transcripts of a proof.
    Profile: &'static dyn vdf::Profile {
        "powmod-v1" => &POWMOD_V1,
        "tokamak" => &TOKAMAK,
    }
}

record! {
    /// One factor of a product of powers.
    Term {
        base: Integer,
        exponent: Integer,
    }
}

answer! {
    /// The kernel that a module was built for, and the part of the kernel that the module holds:
    /// `-powers`, `-prover`, `-chia`, `-methods`, or nothing for the complete module.
    ModuleName {
        kernel: &'static str,
        part: &'static str,
    }
}
