//! What only the module that verifies has: powers by every method, tables, the secret path, and
//! proofs on their way in.

use crate::{
    Arguments, Object, Operation, Surface, modulus::Modulus, number, options::MethodOptions,
    secret, thrown,
};
use alloc::{vec, vec::Vec};
use powmod::{
    Natural, kernel,
    modulus::montgomery::Montgomery,
    monoid::Monoid,
    primality,
    vdf::{self, Encoded, Malformed, Proof},
};
use wasm_bindgen::prelude::*;
use zeroize::Zeroize;

// Looked up when they are first needed: Node takes longer to load its generator than to verify.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static PERFORMANCE: web_sys::Performance;

    #[wasm_bindgen(thread_local_v2, js_name = crypto)]
    static CRYPTO: web_sys::Crypto;
}

/// The answer to an operation on no object.
#[inline(never)]
pub fn answer(
    operation: Operation,
    arguments: &mut Arguments<'_>,
    mut data: Vec<u8>,
) -> Result<Vec<u8>, JsValue> {
    match operation {
        Operation::TimeProducts => Ok(time_products(arguments)),
        Operation::IsProbablePrime => {
            Ok(vec![primality::is_probable_prime(&arguments.natural()).into()])
        }
        Operation::CheckForm => check_form(arguments),
        _ => {
            let power = secret::pow_crt(&data);
            data.zeroize();
            power
        }
    }
}

/// Milliseconds for so many dependent products modulo a number of so many bits.
#[inline(never)]
fn time_products(arguments: &mut Arguments<'_>) -> Vec<u8> {
    let (bits, times) = (arguments.count(), arguments.count());
    let n = Natural::from_limbs(vec![u32::MAX; bits.div_ceil(32)]).low_bits(bits);
    let mut modulus = Montgomery::new(&n, kernel::active(bits));
    let factor = modulus.enter(&(&n >> 1));
    let mut product = factor.clone();
    let now = || PERFORMANCE.with(web_sys::Performance::now);
    let start = now();
    for _ in 0..times {
        modulus.multiply(&mut product, &factor);
    }
    core::hint::black_box(&product);
    number(now() - start)
}

/// The proof modulo `n` that is next among the arguments, if each part has its name or width.
fn decode(n: &Natural, arguments: &mut Arguments<'_>) -> Result<Proof, Malformed> {
    let encoded = Encoded {
        scheme: arguments.name(),
        profile: arguments.name(),
        input: arguments.bytes(),
        output: arguments.bytes(),
        iterations: arguments.long(),
        values: arguments.bytes(),
        delta: arguments.number().map(|delta| delta as u32),
    };
    encoded.decode(n)
}

/// Whether a proof has the form of one: asked before its modulus is set up, which takes products.
#[inline(never)]
fn check_form(arguments: &mut Arguments<'_>) -> Result<Vec<u8>, JsValue> {
    let n = arguments.natural();
    let options = vdf::Options { max_delta: max_delta(arguments), prime: None };
    let proof = decode(&n, arguments);
    match proof.and_then(|proof| vdf::check_form(&n, &proof, &options)) {
        Ok(()) => Ok(Vec::new()),
        Err(malformed) => Err(thrown_for(malformed)),
    }
}

/// The verifier's own bound of δ, or the one that it has unless it says otherwise.
fn max_delta(arguments: &mut Arguments<'_>) -> u32 {
    arguments.number().map_or(vdf::DEFAULT_MAX_DELTA, |delta| delta as u32)
}

/// What is thrown for a proof that is none.
fn thrown_for(Malformed { field, reason }: Malformed) -> JsValue {
    thrown("malformed", &field.path(), reason)
}

impl Modulus {
    /// The answer to an operation on this modulus.
    #[inline(never)]
    pub fn calculate(
        &mut self,
        operation: Operation,
        arguments: &mut Arguments<'_>,
        mut data: Vec<u8>,
        surface: &mut Surface,
    ) -> Result<Vec<u8>, JsValue> {
        let residue = match operation {
            Operation::Pow => {
                let options = MethodOptions::read(arguments);
                let (base, exponent) = (arguments.natural(), arguments.natural());
                options.pow(&mut self.arithmetic, &base, &exponent)?
            }
            Operation::MultiPow => {
                let options = MethodOptions::read(arguments);
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
            Operation::Verify => return self.verify(arguments),
            Operation::VerifyBatch => return self.verify_batch(arguments),
            _ => unreachable!("not for a modulus"),
        };
        Ok(self.bytes(&residue))
    }

    /// Whether a proof holds; a prime is one that the caller has checked.
    #[inline(never)]
    fn verify(&mut self, arguments: &mut Arguments<'_>) -> Result<Vec<u8>, JsValue> {
        let group = self.checked_group()?;
        let max_delta = max_delta(arguments);
        let prime = arguments.natural();
        let options = vdf::Options { max_delta, prime: (prime.bits() > 0).then_some(prime) };
        let proof = decode(group.natural(), arguments);
        match proof.and_then(|proof| vdf::verify(group, &proof, &options)) {
            Ok(valid) => Ok(vec![valid.into()]),
            Err(malformed) => Err(thrown_for(malformed)),
        }
    }

    /// What `verify` says of each proof, the squarings shared among Wesolowski's: 1 for valid, 0
    /// for invalid, 2 for malformed, whose reason `verify` gives.
    #[inline(never)]
    fn verify_batch(&mut self, arguments: &mut Arguments<'_>) -> Result<Vec<u8>, JsValue> {
        let options = vdf::Options { max_delta: max_delta(arguments), prime: None };
        let group = self.checked_group()?;
        let (mut codes, mut places, mut proofs) = (Vec::new(), Vec::new(), Vec::new());
        for packed in arguments {
            if let Ok(proof) = decode(group.natural(), &mut Arguments::new(packed)) {
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
