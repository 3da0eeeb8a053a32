//! The methods by name: `method=sliding window=5 table=paper`, each part optional.

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
#[derive(Default)]
pub struct MethodOptions<'a> {
    method: Option<&'a str>,
    window: Option<u32>,
    table: Option<Table>,
    early_exit: Option<EarlyExit>,
}

impl<'a> MethodOptions<'a> {
    /// From words `name=value`.
    #[inline(never)]
    pub fn parse(text: &'a str) -> Result<Self, JsValue> {
        let mut options = Self::default();
        for (name, value) in text.split(' ').filter_map(|word| word.split_once('=')) {
            match (name, value) {
                ("method", "auto") => {}
                ("method", _) => options.method = Some(value),
                ("window", _) => {
                    let window = value.parse().ok().filter(|w| (1..=MAX_WINDOW).contains(w));
                    const { assert!(MAX_WINDOW == 16) }
                    let wrong = || range("window", "must be from 1 to 16");
                    options.window = Some(window.ok_or_else(wrong)?);
                }
                ("table", "paper") => options.table = Some(Table::Paper),
                ("table", "minimal") => options.table = Some(Table::Minimal),
                ("table", _) => return Err(range("table", "must be 'minimal' or 'paper'")),
                ("earlyExit", "products") => options.early_exit = Some(EarlyExit::Products),
                ("earlyExit", "all") => options.early_exit = Some(EarlyExit::All),
                ("earlyExit", _) => return Err(range("earlyExit", "must be 'products' or 'all'")),
                _ => return Err(range(name, "is not an option")),
            }
        }
        Ok(options)
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
            (Some("binary"), early_exit) => {
                self.without_window()?;
                self.without_table()?;
                Some(Single::Binary { early_exit })
            }
            (_, Some(_)) => return Err(range("earlyExit", "is for the method 'binary'")),
            (Some("mary"), None) => {
                self.without_table()?;
                Some(Single::Mary { window })
            }
            (None, None) if window.is_none() && self.table.is_none() => None,
            (None | Some("sliding"), None) => {
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
            None | Some("interleaved") => Multi::Interleaved { window: self.window },
            Some("separate") => {
                self.without_window()?;
                Multi::Separate
            }
            Some("ary") => named(|window| Multi::Ary { window }),
            Some("yll") => named(|window| Multi::Yll { window }),
            Some("pippenger") => named(|window| Multi::Pippenger { window }),
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
