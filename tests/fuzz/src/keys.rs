//! RSA by the Chinese remainder theorem with numbers that hardly ever form a key. A result must be one whose e-th power
//! is the base.

use crate::numbers::number;
use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use num_traits::One;
use powmod::{
    Kind,
    secret::crt::{self, Key},
};

/// The target.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let mut part = |bits| number(u, bits).map(|x| x.to_be_bytes());
    let (p, q, base) = (part(200)?, part(200)?, part(400)?);
    let (dp, dq, q_inv, e) = (part(210)?, part(210)?, part(210)?, part(40)?);
    let key = Key { p: &p, q: &q, dp: &dp, dq: &dq, q_inv: &q_inv, e: Some(&e) };
    let [p, q, e, base_number] = [&p, &q, &e, &base].map(|bytes| BigUint::from_bytes_be(bytes));
    let n = &p * &q;
    match crt::mod_pow(&base, &key) {
        Ok(got) => {
            let got = BigUint::from_bytes_be(&got);
            assert!(got < n, "{got} is not below {n}");
            assert_eq!(got.modpow(&e, &n), &base_number % &n, "{base_number} modulo {n}");
        }
        Err(error) if error.kind == Kind::Fault => assert!(p.bit(0) && q.bit(0) && p != q),
        Err(error) => {
            assert_eq!(error.kind, Kind::Argument);
            let name = error.field.name;
            let is_refused = match name {
                "base" => base_number >= n,
                "e" => !e.bit(0) || e.is_one(),
                _ => ["p", "q", "dp", "dq", "q_inv"].contains(&name),
            };
            assert!(is_refused, "{name}");
        }
    }
    Ok(())
}
