//! The types of the arguments and answers of these operations.

use crate::shared::macros::{answer, choice, record};
use powmod::methods::{EarlyExit, Multi, Single, WindowRule};

choice! {
    /// A method for one base. It chooses a window that is not given.
    SingleMethod: fn(Option<u32>) -> Single {
        "binary" => |_| Single::Binary { early_exit: None },
        "exit-products" => |_| Single::Binary { early_exit: Some(EarlyExit::Products) },
        "exit-all" => |_| Single::Binary { early_exit: Some(EarlyExit::All) },
        "mary" => |window| Single::Mary { window },
        "sliding" => |window| Single::Sliding { window, rule: WindowRule::Minimal },
        "sliding-paper" => |window| Single::Sliding { window, rule: WindowRule::Paper },
    }
}

choice! {
    /// A method for several bases. A joint table grows with the power of their number, so its default window is narrow.
    /// The best window of buckets grows with that number, about as its logarithm.
    MultiMethod: fn(Option<u32>) -> Multi {
        "separate" => |_| Multi::Separate,
        "ary" => |window| Multi::Ary { window: window.unwrap_or(2) },
        "yll" => |window| Multi::Yll { window: window.unwrap_or(2) },
        "interleaved" => |window| Multi::Interleaved { window },
        "pippenger" => |window| Multi::Pippenger { window: window.unwrap_or(4) },
        "bos-coster" => |_| Multi::BosCoster,
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

answer! {
    /// The operations of a power.
    Counts {
        squarings: f64,
        products: f64,
    }
}
