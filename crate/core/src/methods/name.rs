//! The methods by name, each with its options.

use crate::{
    monoid::Costs,
    natural::Natural,
    plan::{self, MAX_WINDOW, MultiMethod},
};

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
    /// Left-to-right square and multiply.
    Binary {
        /// Where the method tests for a zero; `None` for no test.
        early_exit: Option<EarlyExit>,
    },
    /// Left-to-right 2^m-ary windows (Ji, Wan, section II).
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
    /// Each power by itself, with sliding windows.
    Separate,
    /// Simultaneous 2^w-ary windows (Attias, Vigneri, Dimitrov, section 3.2).
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
        /// Bits of every window; by default the one that costs the least for each exponent.
        window: Option<u32>,
    },
    /// The bucket method (Pippenger).
    Pippenger {
        /// Bits of a window.
        window: u32,
    },
    /// The method of Bos and Coster.
    BosCoster,
}

impl Multi {
    /// The method that [`multi::multi_pow`](crate::multi::multi_pow) takes for these exponents, in a monoid of these
    /// costs.
    #[must_use]
    pub fn planned(exponents: &[&Natural], costs: Costs) -> Self {
        match plan::multi(exponents, costs) {
            MultiMethod::Yll { window } => Self::Yll { window },
            MultiMethod::Interleaved => Self::Interleaved { window: None },
            MultiMethod::BosCoster => Self::BosCoster,
        }
    }

    /// Whether the lookup table for this number of bases has at most 2^[`MAX_WINDOW`] entries.
    #[must_use]
    pub fn fits(self, bases: usize) -> bool {
        let bits = match self {
            Self::Separate | Self::Interleaved { window: None } | Self::BosCoster => 1,
            Self::Ary { window } | Self::Yll { window } => {
                bases.max(1).saturating_mul(window as usize)
            }
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
