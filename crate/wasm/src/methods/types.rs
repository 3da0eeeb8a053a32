//! The types of the arguments of these operations.

use crate::shared::macros::{choice, record};
use powmod::methods::{Multi, Single, WindowRule};

choice! {
    /// A method for one base. It chooses a window that is not given.
    SingleMethod: fn(Option<u32>) -> Single {
        "binary" => |_| Single::Binary { early_exit: None },
        "mary" => |window| Single::Mary { window },
        "sliding" => |window| Single::Sliding { window, rule: WindowRule::Minimal },
    }
}

choice! {
    /// A method for several bases. A joint table grows with the power of their number, so its default window is narrow.
    MultiMethod: fn(Option<u32>) -> Multi {
        "separate" => |_| Multi::Separate,
        "ary" => |window| Multi::Ary { window: window.unwrap_or(2) },
        "yll" => |window| Multi::Yll { window: window.unwrap_or(2) },
        "interleaved" => |window| Multi::Interleaved { window },
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
