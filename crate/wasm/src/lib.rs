//! The wasm-bindgen surface of powmod: bytes in, bytes out; no arithmetic of its own.
//!
//! Numbers are unsigned and big-endian, of any length on the way in; what is modulo N leaves with
//! N's length in bytes. The TypeScript above has checked types, signs and limits. What is thrown
//! is a string `kind:field: reason`, kind `malformed` (a proof) or `range` (the caller).

// The standard library would bring its panic messages, a third of the bytes that a page loads.
#![no_std]

extern crate alloc;
#[cfg(not(target_family = "wasm"))]
extern crate std;

#[cfg(feature = "bench")]
mod bench;
#[cfg(target_family = "wasm")]
mod host;
mod options;
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
    vdf::{self, Encoded, Group, Malformed, Refused, input},
};
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

/// What is thrown for a mistake of the caller's.
fn range(field: &str, reason: &str) -> JsValue {
    JsValue::from_str(&["range:", field, ": ", reason].concat())
}

#[wasm_bindgen]
extern "C" {
    /// Declared here, because web-sys for this one call would bring all of js-sys: 600 exports.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The kernel that this build was made for.
#[wasm_bindgen]
pub fn kernel_name() -> String {
    kernel::active(2048).name.into()
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

    /// Whether a proof holds, every element of exactly N's length, `values` one after the other;
    /// `prime` is one that the caller has checked.
    #[expect(clippy::too_many_arguments, reason = "the fields of a proof file, flat for wasm")]
    pub fn verify(
        &mut self,
        scheme: &str,
        profile: &str,
        input: &[u8],
        output: &[u8],
        iterations: f64,
        values: &[u8],
        delta: Option<u32>,
        max_delta: Option<u32>,
        prime: Option<Vec<u8>>,
    ) -> Result<bool, JsValue> {
        let group = self.checked_group()?;
        let encoded = Encoded {
            scheme,
            profile,
            input,
            output,
            iterations: iterations as u64,
            values,
            delta,
        };
        let options = vdf::Options {
            max_delta: max_delta.unwrap_or(vdf::DEFAULT_MAX_DELTA),
            prime: prime.map(|prime| natural(&prime)),
        };
        (encoded.decode(group)).and_then(|proof| vdf::verify(group, &proof, &options)).map_err(
            |Malformed { field, reason }| {
                JsValue::from_str(&["malformed:", &field.path(), ": ", reason].concat())
            },
        )
    }
}
