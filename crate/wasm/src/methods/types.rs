//! The types of the arguments and answers of these operations.

use crate::shared::macros::{choice, record};

/// The methods for one base.
#[derive(Clone, Copy)]
pub enum Single {
    Auto,
    Binary,
    Mary,
    Sliding,
}

/// The methods for several bases.
#[derive(Clone, Copy)]
pub enum Multi {
    Auto,
    Separate,
    Ary,
    Yll,
    Interleaved,
}

choice! {
    /// A method for one base.
    SingleMethod: Single {
        "auto" => Single::Auto,
        "binary" => Single::Binary,
        "mary" => Single::Mary,
        "sliding" => Single::Sliding,
    }
}

choice! {
    /// A method for several bases.
    MultiMethod: Multi {
        "auto" => Multi::Auto,
        "separate" => Multi::Separate,
        "ary" => Multi::Ary,
        "yll" => Multi::Yll,
        "interleaved" => Multi::Interleaved,
    }
}

record! {
    /// How one power is computed; the plan chooses what is not given.
    SingleOptions {
        method: Option<SingleMethod>,
        window: Option<u32>,
    }
}

record! {
    /// How a product of powers is computed; the plan chooses what is not given.
    MultiOptions {
        method: Option<MultiMethod>,
        window: Option<u32>,
    }
}
