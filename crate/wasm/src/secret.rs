//! The secret path. The caller wipes what came in.

use crate::{Arguments, range, thrown};
use alloc::vec::Vec;
use powmod::{
    Modulus,
    secret::{
        self,
        crt::{self, Error, Key},
    },
};
use wasm_bindgen::JsValue;

/// The product of base^exponent over one term or two, base and exponent in turn; each exponent is
/// below 2^bits, which the caller has checked.
#[inline(never)]
pub fn pow(modulus: &mut Modulus, terms: &[u8], bits: usize) -> Result<Vec<u8>, JsValue> {
    let numbers: Vec<&[u8]> = Arguments::new(terms).collect();
    let terms: Vec<_> = numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    secret::mod_pow(modulus, &terms, bits)
        .ok_or_else(|| range("modulus", "must be odd and above 1 on the secret path"))
}

/// base^d mod p·q, from base, p, q, dp, dq, qInv and e.
#[inline(never)]
pub fn pow_crt(numbers: &[u8]) -> Result<Vec<u8>, JsValue> {
    let mut numbers = Arguments::new(numbers);
    let mut next = || numbers.bytes();
    let base = next();
    let key = Key { p: next(), q: next(), dp: next(), dq: next(), q_inv: next(), e: next() };
    crt::mod_pow(base, &key).map_err(|error| match error {
        Error::Argument(name, reason) => range(name, reason),
        Error::Fault => thrown("fault", "key", "the result failed its check with e"),
    })
}
