//! The method of a power: the one that the caller named, with its window.

use super::types::{self, MultiOptions, SingleOptions};
use crate::shared::error::Error;
use powmod::methods::{Multi, Single, WindowRule};

fn refuse_window(window: Option<u32>) -> Result<(), Error> {
    match window {
        None => Ok(()),
        Some(_) => Err(Error::argument("options.window", "is for methods that have windows")),
    }
}

impl SingleOptions {
    /// The method for one base; `None` leaves everything to the plan.
    ///
    /// # Errors
    /// An option that the method does not have.
    pub fn method(&self) -> Result<Option<Single>, Error> {
        let window = self.window;
        Ok(match self.method.map_or(types::Single::Auto, |method| method.0) {
            types::Single::Binary => {
                refuse_window(window)?;
                Some(Single::Binary { early_exit: None })
            }
            types::Single::Mary => Some(Single::Mary { window }),
            types::Single::Auto if window.is_none() => None,
            types::Single::Auto | types::Single::Sliding => {
                Some(Single::Sliding { window, rule: WindowRule::Minimal })
            }
        })
    }
}

impl MultiOptions {
    /// The method for this number of bases; `None` leaves everything to the plan.
    ///
    /// # Errors
    /// An option that the method does not have, or a window that is too wide for `bases`.
    pub fn method(&self, bases: usize) -> Result<Option<Multi>, Error> {
        // A joint table grows with the power of the number of bases, so its default is narrow.
        let joint = self.window.unwrap_or(2);
        let method = match self.method.map_or(types::Multi::Auto, |method| method.0) {
            types::Multi::Auto if self.window.is_none() => return Ok(None),
            types::Multi::Auto | types::Multi::Interleaved => {
                Multi::Interleaved { window: self.window }
            }
            types::Multi::Separate => {
                refuse_window(self.window)?;
                Multi::Separate
            }
            types::Multi::Ary => Multi::Ary { window: joint },
            types::Multi::Yll => Multi::Yll { window: joint },
        };
        match method.fits(bases) {
            true => Ok(Some(method)),
            false => Err(Error::argument("options.window", "is too wide for the number of bases")),
        }
    }
}
