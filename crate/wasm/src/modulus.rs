//! What is asked of a modulus.

use crate::{
    Arguments, CRYPTO, Evaluation, Object, Operation, Surface, options::MethodOptions, proof,
    prover, range, secret,
};
use alloc::{vec, vec::Vec};
use powmod::{
    Modulus as Arithmetic, Natural,
    vdf::{self, Group, Refused, input},
};
use wasm_bindgen::JsValue;
use zeroize::Zeroize;

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
        mut data: Vec<u8>,
        surface: &mut Surface,
    ) -> Result<Vec<u8>, JsValue> {
        let residue = match operation {
            Operation::Pow => {
                let options = MethodOptions::parse(arguments.text())?;
                let (base, exponent) = (arguments.natural(), arguments.natural());
                options.pow(&mut self.arithmetic, &base, &exponent)?
            }
            Operation::MultiPow => {
                let options = MethodOptions::parse(arguments.text())?;
                options.multi_pow(&mut self.arithmetic, arguments)?
            }
            Operation::Mul => self.arithmetic.mul(&arguments.natural(), &arguments.natural()),
            Operation::Inv => match self.arithmetic.inverse(&arguments.natural()) {
                Some(inverse) => inverse,
                None => return Ok(Vec::new()),
            },
            Operation::Square => {
                let times = arguments.long();
                self.arithmetic.square_times(&arguments.natural(), times)
            }
            Operation::PowFixed | Operation::MultiPowTables => {
                let tables = surface.objects[arguments.count()].as_ref();
                let Some(Object::Tables(tables)) = tables else {
                    unreachable!("the number of tables");
                };
                tables.pow(&mut self.arithmetic, arguments)?
            }
            Operation::HashToGroup => input::from_seed(self.checked_group()?, arguments.bytes())
                .ok_or_else(|| range("seed", "gives 0 or 1 in this group"))?,
            Operation::Element => self.checked_group()?.up_to_sign(&arguments.natural()),

            Operation::PowSecret => {
                let power = secret::pow(&mut self.arithmetic, &data, arguments.count());
                data.zeroize();
                return power;
            }
            Operation::FixedBase => {
                return Ok(surface.keep(Object::Tables(self.fixed_base(arguments))));
            }
            Operation::Tables => {
                return Ok(surface.keep(Object::Tables(self.tables(arguments))));
            }
            Operation::CheckGroup => return Ok(self.check_group(arguments.count() != 0)),
            Operation::Verify => return self.verify(arguments),
            Operation::VerifyBatch => return self.verify_batch(arguments),
            Operation::NewEvaluation | Operation::ResumeEvaluation => {
                let group = self.checked_group()?;
                let evaluation = match operation {
                    Operation::NewEvaluation => Evaluation::new(group, arguments)?,
                    _ => Evaluation::resume(group, arguments, data)?,
                };
                return Ok(surface.keep(Object::Evaluation(evaluation)));
            }
            Operation::NewProver => {
                let prover = prover::new(self.checked_group()?, arguments, data)?;
                return Ok(surface.keep(Object::Prover(prover)));
            }
            Operation::ProverNeeds => return prover::needs(self.checked_group()?, arguments),
            Operation::JoinProof => {
                let proof = prover::join(self.checked_group()?, arguments)?;
                let mut bytes = self.bytes(&proof.input);
                bytes.extend(self.bytes(&proof.output));
                for value in &proof.values {
                    bytes.extend(self.bytes(value));
                }
                return Ok(bytes);
            }
            _ => unreachable!("not for a modulus"),
        };
        Ok(self.bytes(&residue))
    }

    fn bytes(&self, x: &Natural) -> Vec<u8> {
        let length = self.arithmetic.natural().bits().div_ceil(8);
        x.to_be_bytes_padded(length).expect("below the modulus")
    }

    fn group(&mut self) -> Result<&mut Group, Refused> {
        let arithmetic = &self.arithmetic;
        let group = self.group.get_or_insert_with(|| Group::new(arithmetic.clone()));
        group.as_mut().map_err(|refused| *refused)
    }

    fn checked_group(&mut self) -> Result<&mut Group, JsValue> {
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

    /// Whether a proof holds; a prime is one that the caller has checked.
    #[inline(never)]
    fn verify(&mut self, arguments: &mut Arguments<'_>) -> Result<Vec<u8>, JsValue> {
        let group = self.checked_group()?;
        let max_delta = proof::max_delta(arguments);
        let prime = arguments.natural();
        let options = vdf::Options { max_delta, prime: (prime.bits() > 0).then_some(prime) };
        let proof = proof::decode(group.natural(), arguments);
        match proof.and_then(|proof| vdf::verify(group, &proof, &options)) {
            Ok(valid) => Ok(vec![valid.into()]),
            Err(malformed) => Err(proof::thrown_for(malformed)),
        }
    }

    /// What `verify` says of each proof, the squarings shared among Wesolowski's: 1 for valid, 0
    /// for invalid, 2 for malformed, whose reason `verify` gives.
    #[inline(never)]
    fn verify_batch(&mut self, arguments: &mut Arguments<'_>) -> Result<Vec<u8>, JsValue> {
        let options = vdf::Options { max_delta: proof::max_delta(arguments), prime: None };
        let group = self.checked_group()?;
        let (mut codes, mut places, mut proofs) = (Vec::new(), Vec::new(), Vec::new());
        for packed in arguments {
            if let Ok(proof) = proof::decode(group.natural(), &mut Arguments::new(packed)) {
                places.push(codes.len());
                proofs.push(proof);
            }
            codes.push(2);
        }
        let mut random = vec![0; proofs.len() * vdf::batch::RANDOM_BYTES];
        // The host hands out no more than this in a call.
        for chunk in random.chunks_mut(65_536) {
            CRYPTO.with(|crypto| crypto.get_random_values_with_u8_array(chunk))?;
        }
        let answers = vdf::batch::verify_batch(group, &proofs, &options, &random);
        for (place, answer) in places.into_iter().zip(answers) {
            if let Ok(valid) = answer {
                codes[place] = valid.into();
            }
        }
        Ok(codes)
    }
}
