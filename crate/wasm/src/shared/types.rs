//! The types that cross the border in more than one module.

use super::{
    macros::{answer, record},
    wire::Integer,
};

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
