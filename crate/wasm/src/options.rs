//! The methods by name: `method=sliding window=5 table=paper`, each part optional.

use crate::range;
use powmod::{
    Modulus, Natural, multi,
    plan::{Table, sliding_window},
    pow::{self, windows::MAX_WINDOW},
};
use wasm_bindgen::JsValue;

/// What a caller asked for; everything else is the plan's.
#[derive(Default)]
pub struct MethodOptions<'a> {
    method: Option<&'a str>,
    window: Option<u32>,
    table: Option<Table>,
}

impl<'a> MethodOptions<'a> {
    /// From words `name=value`.
    pub fn parse(text: &'a str) -> Result<Self, JsValue> {
        let mut options = Self::default();
        for (name, value) in text.split_whitespace().filter_map(|word| word.split_once('=')) {
            match (name, value) {
                ("method", "auto") => {}
                ("method", _) => options.method = Some(value),
                ("window", _) => {
                    let window = value.parse().ok().filter(|w| (1..=MAX_WINDOW).contains(w));
                    let wrong = || range("window", format!("must be from 1 to {MAX_WINDOW}"));
                    options.window = Some(window.ok_or_else(wrong)?);
                }
                ("table", "paper") => options.table = Some(Table::Paper),
                ("table", "minimal") => options.table = Some(Table::Minimal),
                ("table", _) => return Err(range("table", "must be 'minimal' or 'paper'")),
                _ => return Err(range(name, "is not an option of this method")),
            }
        }
        Ok(options)
    }

    fn window(&self, e: &Natural) -> u32 {
        let table = self.table.unwrap_or(Table::Minimal);
        self.window.unwrap_or_else(|| sliding_window(e.bits(), table))
    }

    /// base^e by the method asked for.
    pub fn pow(&self, m: &mut Modulus, base: &Natural, e: &Natural) -> Result<Natural, JsValue> {
        match self.method {
            None | Some("sliding") => {
                let base = m.enter(base);
                let power = pow::sliding::pow(m, &base, e, self.window(e));
                Ok(m.leave(&power))
            }
            Some(_) => Err(range("method", "must be 'auto' or 'sliding'")),
        }
    }

    /// The product of base^e over the terms by the method asked for.
    pub fn multi_pow(
        &self,
        m: &mut Modulus,
        terms: &[(&Natural, &Natural)],
    ) -> Result<Natural, JsValue> {
        match self.method {
            None | Some("interleaved") => {
                let terms: Vec<_> = terms.iter().map(|&(base, e)| (m.enter(base), e)).collect();
                let product = multi::interleaved::multi_pow(m, &terms, |e| self.window(e));
                Ok(m.leave(&product))
            }
            Some(_) => Err(range("method", "must be 'auto' or 'interleaved'")),
        }
    }
}
