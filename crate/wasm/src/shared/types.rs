//! The types that cross the border in more than one module.

use super::{
    macros::{answer, choice, record},
    wire::Integer,
};
use powmod_vdf::{self as vdf, POWMOD_V1, TOKAMAK};

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

record! {
    /// One factor of a product of powers.
    Term {
        base: Integer,
        exponent: Integer,
    }
}

answer! {
    /// The kernel that a module was built for, and the part of the kernel that the module holds:
    /// `-prover`, `-chia`, `-methods`, or nothing for powers.
    ModuleName {
        kernel: &'static str,
        part: &'static str,
    }
}
