//! What is asked of a modulus.

use crate::{Arguments, Operation, Surface, range};
use alloc::vec::Vec;
use powmod::{
    Modulus as Arithmetic, Natural,
    vdf::{Group, Refused, input},
};
use wasm_bindgen::JsValue;

/// A modulus with its precomputation.
pub struct Modulus {
    pub arithmetic: Arithmetic,
    /// Whether the delay functions take it, once they asked.
    group: Option<Result<Group, Refused>>,
}

impl Modulus {
    /// Modulo a number above 0.
    pub fn new(modulus: &Natural) -> Result<Modulus, JsValue> {
        let arithmetic =
            Arithmetic::new(modulus).ok_or_else(|| range("modulus", "must be positive"))?;
        Ok(Self { arithmetic, group: None })
    }

    /// The answer to an operation on this modulus.
    #[inline(never)]
    pub fn answer(
        &mut self,
        operation: Operation,
        arguments: &mut Arguments<'_>,
        data: Vec<u8>,
        surface: &mut Surface,
    ) -> Result<Vec<u8>, JsValue> {
        match operation {
            Operation::CheckGroup => Ok(self.check_group(arguments.count() != 0)),
            Operation::HashToGroup => {
                let input = input::from_seed(self.checked_group()?, arguments.bytes())
                    .ok_or_else(|| range("seed", "gives 0 or 1 in this group"))?;
                Ok(self.bytes(&input))
            }
            #[cfg(feature = "prover")]
            Operation::NewEvaluation
            | Operation::ResumeEvaluation
            | Operation::NewProver
            | Operation::ProverNeeds
            | Operation::JoinProof => self.prove(operation, arguments, data, surface),
            #[cfg(feature = "verifier")]
            _ => self.calculate(operation, arguments, data, surface),
            #[cfg(not(feature = "verifier"))]
            _ => unreachable!("not in this module"),
        }
    }

    /// In exactly as many bytes as N has.
    pub fn bytes(&self, x: &Natural) -> Vec<u8> {
        let length = self.arithmetic.natural().bits().div_ceil(8);
        x.to_be_bytes_padded(length).expect("below the modulus")
    }

    fn group(&mut self) -> Result<&mut Group, Refused> {
        let arithmetic = &self.arithmetic;
        let group = self.group.get_or_insert_with(|| Group::new(arithmetic.clone()));
        group.as_mut().map_err(|refused| *refused)
    }

    /// The group, or what is thrown for a modulus that the delay functions refuse.
    pub fn checked_group(&mut self) -> Result<&mut Group, JsValue> {
        self.group().map_err(|refused| range("modulus", refused.reason()))
    }

    /// Why the delay functions refuse this modulus, if they do; `allow_weak` lifts the lower
    /// bound of its length and nothing else.
    #[inline(never)]
    fn check_group(&mut self, allow_weak: bool) -> Vec<u8> {
        match self.group() {
            Ok(group) if group.is_short() && !allow_weak => Refused::Short.reason().into(),
            Ok(_) => Vec::new(),
            Err(refused) => refused.reason().into(),
        }
    }
}
