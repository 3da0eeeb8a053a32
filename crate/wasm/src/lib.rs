//! The wasm-bindgen surface of powmod: bytes in, bytes out; no arithmetic of its own.
//!
//! Numbers are unsigned and big-endian, of any length on the way in; what is modulo N leaves with
//! N's length in bytes. The TypeScript above has checked types, signs and limits. What is thrown
//! is a string `kind:field: reason`, kind `malformed` (a proof), `range` (the caller), `checkpoint`
//! or `fault` (a result that a check found wrong).

// The standard library would bring its panic messages, which pages would load and nobody see.
#![no_std]

extern crate alloc;
#[cfg(not(target_family = "wasm"))]
extern crate std;

#[cfg(feature = "bench")]
mod bench;
mod evaluation;
#[cfg(target_family = "wasm")]
mod host;
mod options;
mod proof;
mod prover;
mod secret;
mod self_test;
mod tables;

use alloc::{string::String, vec, vec::Vec};
use num_traits::FromBytes;
use options::MethodOptions;
use powmod::{
    Modulus as Arithmetic, Natural, kernel,
    modulus::montgomery::Montgomery,
    monoid::Monoid,
    primality,
    vdf::{self, Group, Malformed, Refused, input},
};
use proof::ProofBytes;
use wasm_bindgen::prelude::*;

fn natural(bytes: &[u8]) -> Natural {
    Natural::from_be_bytes(bytes)
}

/// The byte strings of a list, each behind its length in bytes as a little-endian u32.
fn packed(mut list: &[u8]) -> impl Iterator<Item = &[u8]> {
    core::iter::from_fn(move || {
        let (length, rest) = list.split_first_chunk()?;
        let (bytes, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        list = rest;
        Some(bytes)
    })
}

/// What is thrown, of whatever kind.
fn thrown(kind: &str, field: &str, reason: &str) -> JsValue {
    JsValue::from_str(&[kind, ":", field, ": ", reason].concat())
}

/// What is thrown for a mistake of the caller's.
fn range(field: &str, reason: &str) -> JsValue {
    thrown("range", field, reason)
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static PERFORMANCE: web_sys::Performance;

    #[wasm_bindgen(thread_local_v2, js_name = crypto)]
    static CRYPTO: web_sys::Crypto;
}

/// The kernel that this build was made for.
#[wasm_bindgen]
pub fn kernel_name() -> String {
    kernel::built_for().name.into()
}

/// What the kernel computed wrongly on this engine, if anything.
#[wasm_bindgen]
pub fn self_test() -> Option<String> {
    self_test::run().err()
}

/// Milliseconds for so many dependent products modulo a number of `bits` bits.
#[wasm_bindgen]
pub fn time_products(bits: usize, times: usize) -> f64 {
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
    now() - start
}

/// Whether n is a prime, by Baillie–PSW.
#[wasm_bindgen]
pub fn is_probable_prime(n: &[u8]) -> bool {
    primality::is_probable_prime(&natural(n))
}

/// A modulus with its precomputation.
#[wasm_bindgen]
pub struct Modulus {
    arithmetic: Arithmetic,
    /// Whether the delay functions take it, once they asked.
    group: Option<Result<Group, Refused>>,
}

#[wasm_bindgen]
impl Modulus {
    /// Modulo a number above 0.
    #[wasm_bindgen(constructor)]
    pub fn new(modulus: &[u8]) -> Result<Modulus, JsValue> {
        let arithmetic = Arithmetic::new(&natural(modulus))
            .ok_or_else(|| range("modulus", "must be positive"))?;
        Ok(Self { arithmetic, group: None })
    }

    fn bytes(&self, x: &Natural) -> Vec<u8> {
        let length = self.arithmetic.natural().bits().div_ceil(8);
        x.to_be_bytes_padded(length).expect("below the modulus")
    }

    /// base^exponent; `options` as in [`MethodOptions`].
    pub fn pow(&mut self, base: &[u8], exponent: &[u8], options: &str) -> Result<Vec<u8>, JsValue> {
        let options = MethodOptions::parse(options)?;
        let power = options.pow(&mut self.arithmetic, &natural(base), &natural(exponent))?;
        Ok(self.bytes(&power))
    }

    /// The product of base^exponent over the terms: base and exponent in turn, [`packed`].
    pub fn multi_pow(&mut self, terms: &[u8], options: &str) -> Result<Vec<u8>, JsValue> {
        let options = MethodOptions::parse(options)?;
        let numbers: Vec<Natural> = packed(terms).map(natural).collect();
        let terms: Vec<_> = numbers.chunks_exact(2).map(|pair| (&pair[0], &pair[1])).collect();
        let product = options.multi_pow(&mut self.arithmetic, &terms)?;
        Ok(self.bytes(&product))
    }

    /// a·b
    pub fn mul(&mut self, a: &[u8], b: &[u8]) -> Vec<u8> {
        let product = self.arithmetic.mul(&natural(a), &natural(b));
        self.bytes(&product)
    }

    /// a⁻¹, if there is one.
    pub fn inv(&mut self, a: &[u8]) -> Option<Vec<u8>> {
        let inverse = self.arithmetic.inverse(&natural(a))?;
        Some(self.bytes(&inverse))
    }

    /// x^(2^times), for a whole number of times.
    pub fn square(&mut self, x: &[u8], times: f64) -> Vec<u8> {
        let power = self.arithmetic.square_times(&natural(x), times as u64);
        self.bytes(&power)
    }

    fn group(&mut self) -> Result<&mut Group, Refused> {
        let arithmetic = &self.arithmetic;
        let group = self.group.get_or_insert_with(|| Group::new(arithmetic.clone()));
        group.as_mut().map_err(|refused| *refused)
    }

    /// Why the delay functions refuse this modulus, if they do; `allow_weak` lifts the lower
    /// bound of its length and nothing else.
    pub fn check_group(&mut self, allow_weak: bool) -> Option<String> {
        let refused = match self.group() {
            Ok(group) => (group.is_short() && !allow_weak).then_some(Refused::Short),
            Err(refused) => Some(refused),
        };
        refused.map(|refused| refused.reason().into())
    }

    fn checked_group(&mut self) -> Result<&mut Group, JsValue> {
        self.group().map_err(|refused| range("modulus", refused.reason()))
    }

    /// The input that a seed stands for.
    pub fn hash_to_group(&mut self, seed: &[u8]) -> Result<Vec<u8>, JsValue> {
        let input = input::from_seed(self.checked_group()?, seed)
            .ok_or_else(|| range("seed", "gives 0 or 1 in this group"))?;
        Ok(self.bytes(&input))
    }

    /// min(z mod N, N − z mod N)
    pub fn element(&mut self, z: &[u8]) -> Result<Vec<u8>, JsValue> {
        let element = self.checked_group()?.up_to_sign(&natural(z));
        Ok(self.bytes(&element))
    }

    /// Whether a proof holds; `prime` is one that the caller has checked.
    pub fn verify(
        &mut self,
        proof: ProofBytes,
        max_delta: Option<u32>,
        prime: Option<Vec<u8>>,
    ) -> Result<bool, JsValue> {
        let group = self.checked_group()?;
        let options = vdf::Options {
            max_delta: max_delta.unwrap_or(vdf::DEFAULT_MAX_DELTA),
            prime: prime.map(|prime| natural(&prime)),
        };
        (proof.decode(group))
            .and_then(|proof| vdf::verify(group, &proof, &options))
            .map_err(|Malformed { field, reason }| thrown("malformed", &field.path(), reason))
    }

    /// What [`Self::verify`] says of each proof, the squarings shared among Wesolowski's: 1 for
    /// valid, 0 for invalid, 2 for malformed, whose reason `verify` gives.
    pub fn verify_batch(
        &mut self,
        proofs: Vec<ProofBytes>,
        max_delta: Option<u32>,
    ) -> Result<Vec<u8>, JsValue> {
        let options =
            vdf::Options { max_delta: max_delta.unwrap_or(vdf::DEFAULT_MAX_DELTA), prime: None };
        let group = self.checked_group()?;
        let decoded: Vec<_> = proofs.iter().map(|proof| proof.decode(group).ok()).collect();
        let whole: Vec<_> = decoded.iter().flatten().cloned().collect();
        let mut random = vec![0; whole.len() * vdf::batch::RANDOM_BYTES];
        // The host hands out no more than this in a call.
        for chunk in random.chunks_mut(65_536) {
            CRYPTO.with(|crypto| crypto.get_random_values_with_u8_array(chunk))?;
        }
        let mut answers = vdf::batch::verify_batch(group, &whole, &options, &random).into_iter();
        let code = |proof: &Option<_>| match proof.as_ref().and_then(|_| answers.next()) {
            Some(Ok(valid)) => u8::from(valid),
            Some(Err(_)) | None => 2,
        };
        Ok(decoded.iter().map(code).collect())
    }
}
