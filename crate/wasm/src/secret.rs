//! The secret path. What came in is wiped.

use crate::{Modulus, packed, range};
use alloc::vec::Vec;
use powmod::secret::{
    self,
    crt::{self, Error, Key},
};
use wasm_bindgen::prelude::*;
use zeroize::Zeroize;

#[wasm_bindgen]
impl Modulus {
    /// The product of base^exponent over one term or two, base and exponent in turn, [`packed`];
    /// each exponent is below 2^bits, which the caller has checked.
    pub fn pow_secret(&mut self, mut terms: Vec<u8>, bits: usize) -> Result<Vec<u8>, JsValue> {
        let numbers: Vec<&[u8]> = packed(&terms).collect();
        let pairs: Vec<_> = numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let power = secret::mod_pow(&mut self.arithmetic, &pairs, bits);
        terms.zeroize();
        power.ok_or_else(|| range("modulus", "must be odd and above 1 on the secret path"))
    }
}

/// base^d mod p·q; `key` is p, q, dp, dq, qInv and e, [`packed`].
#[wasm_bindgen]
pub fn pow_crt(mut base: Vec<u8>, mut key: Vec<u8>) -> Result<Vec<u8>, JsValue> {
    let parts: Vec<&[u8]> = packed(&key).collect();
    let [p, q, dp, dq, q_inv, e] = parts[..] else {
        return Err(range("key", "must have six parts"));
    };
    let power = crt::mod_pow(&base, &Key { p, q, dp, dq, q_inv, e });
    base.zeroize();
    key.zeroize();
    power.map_err(|error| match error {
        Error::Argument(name, reason) => range(name, reason),
        Error::Fault => JsValue::from_str("fault:key: the result failed its check with e"),
    })
}
