//! The methods by name, each with its options.

use crate::plan::{Choice, MAX_WINDOW};

/// Where the early exit tests for a zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyExit {
    /// After products only, as in the paper (Brun).
    Products,
    /// After products and squarings.
    All,
}

/// The methods for one base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single {
    /// [`binary`](super::binary).
    Binary {
        /// Where the method tests for a zero; `None` for no test.
        early_exit: Option<EarlyExit>,
    },
    /// [`mary`](super::mary).
    Mary {
        /// Bits of a window; by default [`mary_window`](super::mary_window).
        window: Option<u32>,
    },
    /// Sliding windows.
    Sliding {
        /// Bits of a window; by default that of the rule.
        window: Option<u32>,
        /// The rule that picks the default.
        rule: WindowRule,
    },
}

/// The methods for several bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multi {
    /// [`separate`](super::separate).
    Separate,
    /// [`ary`](super::ary).
    Ary {
        /// Bits of a window.
        window: u32,
    },
    /// The method of Yen, Laih and Lenstra.
    Yll {
        /// Bits of a window.
        window: u32,
    },
    /// Interleaved windows.
    Interleaved {
        /// Bits of every window; by default [`window_for`](crate::plan::window_for) each exponent.
        window: Option<u32>,
    },
    /// [`pippenger`](super::pippenger).
    Pippenger {
        /// Bits of a window.
        window: u32,
    },
    /// The method of Bos and Coster.
    BosCoster,
}

impl Multi {
    /// Whether the lookup table for this number of bases has at most 2^[`MAX_WINDOW`] entries.
    pub fn fits(self, bases: usize) -> bool {
        let bits = match self {
            Self::Separate | Self::Interleaved { window: None } | Self::BosCoster => 1,
            Self::Ary { window } | Self::Yll { window } => bases.max(1) * window as usize,
            Self::Interleaved { window: Some(window) } | Self::Pippenger { window } => {
                window as usize
            }
        };
        (1..=MAX_WINDOW as usize).contains(&bits)
    }
}

/// A rule for the width of a sliding window (Ji, Wan).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowRule {
    /// Their Table II as printed. Its windows are one bit too wide for nearly every length.
    Paper,
    /// The minimum of their formula T'(k, m), which needs fewer operations.
    Minimal,
}

impl From<Choice> for Multi {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Yll { window } => Self::Yll { window },
            Choice::Interleaved => Self::Interleaved { window: None },
            Choice::BosCoster => Self::BosCoster,
        }
    }
}
