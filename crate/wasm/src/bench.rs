//! Calls for benches and tests inside wasm, which no package contains.

use alloc::{string::String, vec};
use powmod::{
    Natural,
    kernel::{Descriptor, active, conformance, named},
    modulus::{
        Odd,
        montgomery::{Element, Montgomery},
    },
    monoid::Monoid,
};
use powmod_chia::Field;
use wasm_bindgen::prelude::*;

/// The kernel of this name. For an empty name, the build's own choice for this length of modulus.
fn descriptor(name: &str, bits: usize) -> Descriptor {
    if name.is_empty() {
        return active(bits);
    }
    named(name).expect("a kernel of this name")
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static PERFORMANCE: web_sys::Performance;
}

/// The time of some work. The clock is read inside wasm, so that the call from JavaScript is not
/// part of the time.
fn milliseconds(work: impl FnOnce()) -> f64 {
    let now = || PERFORMANCE.with(web_sys::Performance::now);
    let start = now();
    work();
    now() - start
}

/// 2^bits − 1.
fn all_ones(bits: usize) -> Odd {
    let limbs = vec![u32::MAX; bits.div_ceil(32)];
    Odd::new(Natural::from_limbs(limbs).low_bits(bits)).expect("at least 2 bits")
}

/// A chain of products in which each waits for the one before.
#[wasm_bindgen]
pub struct ProductChain {
    modulus: Montgomery,
    value: Element,
    factor: Element,
}

#[wasm_bindgen]
impl ProductChain {
    /// Modulo the all-ones number of `bits` bits.
    #[wasm_bindgen(constructor)]
    pub fn new(kernel: &str, bits: usize) -> Self {
        let n = all_ones(bits);
        let half = &*n >> 1;
        let mut modulus = Montgomery::new(n, descriptor(kernel, bits));
        let value = modulus.to_montgomery(&Natural::from(0x0123_4567_89ab_cdef_u64));
        let factor = modulus.to_montgomery(&half);
        Self { modulus, value, factor }
    }

    /// The milliseconds of `times` dependent products.
    pub fn multiply(&mut self, times: usize) -> f64 {
        milliseconds(|| {
            for _ in 0..times {
                self.modulus.multiply(&mut self.value, &self.factor);
            }
        })
    }

    /// The milliseconds of `times` dependent squarings, in one run.
    pub fn square(&mut self, times: usize) -> f64 {
        milliseconds(|| self.modulus.square(&mut self.value, times))
    }

    /// The milliseconds of `times` set-ups of a modulus.
    pub fn set_up(bits: usize, kernel: &str, times: usize) -> f64 {
        let n = all_ones(bits);
        milliseconds(|| {
            for _ in 0..times {
                drop(core::hint::black_box(Montgomery::new(n.clone(), descriptor(kernel, bits))));
            }
        })
    }

    /// The low 32 bits of the value, so that nothing is optimised away.
    pub fn value(&mut self) -> u32 {
        self.modulus.from_montgomery(&self.value).window(0, 32)
    }
}

/// The conformance suite at one size: what differed, if anything did.
#[wasm_bindgen]
pub fn conformance(kernel: &str, bits: usize, seed: u32) -> Option<String> {
    conformance::check(&[descriptor(kernel, bits)], bits, seed.into()).err()
}

/// So many products modulo random and worst numbers of up to `bits` bits: what differed, if anything did.
#[wasm_bindgen]
pub fn differential(kernel: &str, products: usize, bits: usize, seed: u32) -> Option<String> {
    conformance::check_random(&[descriptor(kernel, bits)], products, bits, seed.into()).err()
}

/// The index of the prime of each seed of 32 bytes, added up.
#[wasm_bindgen]
pub fn hash_to_prime(seeds: &[u8]) -> u32 {
    let (seeds, _) = seeds.as_chunks();
    seeds.iter().map(|seed| powmod_vdf::hash_to_prime(seed).0).sum()
}

/// Computes Chia's discriminant of a challenge, of 1024 bits.
#[wasm_bindgen]
pub fn chia_discriminant(challenge: &[u8]) {
    Field::new(challenge, 1024).expect("a challenge that gives one");
}
