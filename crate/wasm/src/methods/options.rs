//! The method of a power: the one that the caller named, with its window, table and early exit.

use super::types::{self, EarlyExitName, MultiOptions, SingleOptions, WindowRuleName};
use crate::shared::error::Error;
use powmod::methods::{MAX_WINDOW, Multi, Single, WindowRule};

const _: () =
    assert!(MAX_WINDOW == 16, "crate/js/src/methods/options.ts checks windows from 1 to 16");

fn refuse_window(window: Option<u32>) -> Result<(), Error> {
    match window {
        None => Ok(()),
        Some(_) => Err(Error::argument("options.window", "is for methods that have windows")),
    }
}

fn refuse_table(table: Option<WindowRuleName>) -> Result<(), Error> {
    match table {
        None => Ok(()),
        Some(_) => Err(Error::argument("options.table", "is for the method 'sliding'")),
    }
}

fn refuse_early_exit(early_exit: Option<EarlyExitName>) -> Result<(), Error> {
    match early_exit {
        None => Ok(()),
        Some(_) => Err(Error::argument("options.earlyExit", "is for the method 'binary'")),
    }
}

impl SingleOptions {
    /// The method for one base; `None` leaves everything to the plan.
    ///
    /// # Errors
    /// An option that the method does not have.
    pub fn method(&self) -> Result<Option<Single>, Error> {
        let &Self { window, table, early_exit, .. } = self;
        let method = self.method.map_or(types::Single::Auto, |method| method.0);
        if !matches!(method, types::Single::Binary) {
            refuse_early_exit(early_exit)?;
        }
        Ok(match method {
            types::Single::Binary => {
                refuse_window(window)?;
                refuse_table(table)?;
                Some(Single::Binary { early_exit: early_exit.map(|exit| exit.0) })
            }
            types::Single::Mary => {
                refuse_table(table)?;
                Some(Single::Mary { window })
            }
            types::Single::Auto if window.is_none() && table.is_none() => None,
            types::Single::Auto | types::Single::Sliding => {
                let rule = table.map_or(WindowRule::Minimal, |table| table.0);
                Some(Single::Sliding { window, rule })
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
        refuse_early_exit(self.early_exit)?;
        refuse_table(self.table)?;
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
            types::Multi::BosCoster => {
                refuse_window(self.window)?;
                Multi::BosCoster
            }
            types::Multi::Ary => Multi::Ary { window: joint },
            types::Multi::Yll => Multi::Yll { window: joint },
            types::Multi::Pippenger => Multi::Pippenger { window: joint },
        };
        match method.fits(bases) {
            true => Ok(Some(method)),
            false => Err(Error::argument("options.window", "is too wide for the number of bases")),
        }
    }
}
