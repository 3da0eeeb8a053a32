//! The methods by name, with what they may be asked: window, table, early exit.

use crate::{Arguments, range};
use alloc::vec::Vec;
use num_traits::FromBytes;
use powmod::{
    Modulus, Natural, multi,
    plan::{Multi, Single, Table},
    pow::{self, binary::EarlyExit, windows::MAX_WINDOW},
};
use wasm_bindgen::JsValue;

/// What a caller asked for; everything else is the plan's.
pub struct MethodOptions<'a> {
    method: Option<&'a [u8]>,
    window: Option<u32>,
    table: Option<Table>,
    early_exit: Option<EarlyExit>,
}

impl<'a> MethodOptions<'a> {
    /// From four fields, each empty where it is not asked for: the TypeScript above has checked the
    /// values of all but the method, which depend on nothing else.
    #[inline(never)]
    pub fn read(arguments: &mut Arguments<'a>) -> Self {
        const { assert!(MAX_WINDOW == 16, "what readPowOptions checks") }
        Self {
            method: Some(arguments.bytes()).filter(|name| !matches!(*name, b"" | b"auto")),
            window: arguments.number().map(|window| window as u32),
            table: match arguments.bytes() {
                b"" => None,
                b"paper" => Some(Table::Paper),
                _ => Some(Table::Minimal),
            },
            early_exit: match arguments.bytes() {
                b"" => None,
                b"products" => Some(EarlyExit::Products),
                _ => Some(EarlyExit::All),
            },
        }
    }

    fn without_window(&self) -> Result<(), JsValue> {
        match self.window {
            None => Ok(()),
            Some(_) => Err(range("window", "is for methods that have windows")),
        }
    }

    fn without_table(&self) -> Result<(), JsValue> {
        match self.table {
            None => Ok(()),
            Some(_) => Err(range("table", "is for the method 'sliding'")),
        }
    }

    /// The method for one base; `None` where all is the plan's.
    fn single(&self) -> Result<Option<Single>, JsValue> {
        let window = self.window;
        let method = match (self.method, self.early_exit) {
            (Some(b"binary"), early_exit) => {
                self.without_window()?;
                self.without_table()?;
                Some(Single::Binary { early_exit })
            }
            (_, Some(_)) => return Err(range("earlyExit", "is for the method 'binary'")),
            (Some(b"mary"), None) => {
                self.without_table()?;
                Some(Single::Mary { window })
            }
            (None, None) if window.is_none() && self.table.is_none() => None,
            (None | Some(b"sliding"), None) => {
                Some(Single::Sliding { window, table: self.table.unwrap_or(Table::Minimal) })
            }
            _ => return Err(range("method", "must be 'auto', 'binary', 'mary' or 'sliding'")),
        };
        Ok(method)
    }

    /// The method for several bases; `None` where all is the plan's.
    fn multi(&self, bases: usize) -> Result<Option<Multi>, JsValue> {
        if self.early_exit.is_some() {
            return Err(range("earlyExit", "is for the method 'binary'"));
        }
        self.without_table()?;
        let named = |make: fn(u32) -> Multi| {
            // The joint tables grow with the number of bases, so the default stays narrow.
            make(self.window.unwrap_or(2))
        };
        let method = match self.method {
            None if self.window.is_none() => return Ok(None),
            None | Some(b"interleaved") => Multi::Interleaved { window: self.window },
            Some(b"separate") => {
                self.without_window()?;
                Multi::Separate
            }
            Some(b"ary") => named(|window| Multi::Ary { window }),
            Some(b"yll") => named(|window| Multi::Yll { window }),
            Some(b"pippenger") => named(|window| Multi::Pippenger { window }),
            Some(_) => {
                let names =
                    "must be 'auto', 'separate', 'ary', 'yll', 'interleaved' or 'pippenger'";
                return Err(range("method", names));
            }
        };
        match method.fits(bases) {
            true => Ok(Some(method)),
            false => Err(range("window", "is too wide for so many bases")),
        }
    }

    /// base^e by the method asked for.
    #[inline(never)]
    pub fn pow(&self, m: &mut Modulus, base: &Natural, e: &Natural) -> Result<Natural, JsValue> {
        let method = self.single()?;
        let base = m.enter(base);
        let power = match method {
            None => pow::pow(m, &base, e),
            Some(method) => pow::pow_by(method, m, &base, e),
        };
        Ok(m.leave(&power))
    }

    /// The product of base^exponent over the terms, base and exponent in turn, by the method asked
    /// for.
    #[inline(never)]
    pub fn multi_pow(
        &self,
        m: &mut Modulus,
        numbers: &mut Arguments<'_>,
    ) -> Result<Natural, JsValue> {
        let (mut bases, mut exponents) = (Vec::new(), Vec::new());
        while let Some(base) = numbers.next() {
            bases.push(m.enter(&Natural::from_be_bytes(base)));
            exponents.push(numbers.natural());
        }
        let method = self.multi(bases.len())?;
        let terms: Vec<_> = bases.into_iter().zip(&exponents).collect();
        let product = match method {
            None => multi::multi_pow(m, &terms),
            Some(method) => multi::multi_pow_by(method, m, &terms),
        };
        Ok(m.leave(&product))
    }
}
