//! x^e mod N by each peer, used as its documentation says. A peer may prepare its numbers before the
//! timed call.

use crypto_bigint::{
    BoxedUint, Odd, U256, U512, U1024, U2048, U4096,
    modular::{BoxedMontyForm, BoxedMontyParams, FixedMontyForm, FixedMontyParams},
};
use num_bigint::BigUint;
use powmod::Natural;
#[cfg(feature = "gmp")]
use rug::{Integer, integer::Order};
use std::hint::black_box;

/// The name of a peer, and a function that computes its result for one x, e and N as big-endian bytes.
pub type Peer = (&'static str, Box<dyn Fn() -> Vec<u8>>);

pub fn all(x: &Natural, e: &Natural, n: &Natural) -> Vec<Peer> {
    let numbers = [x, e, n].map(Natural::to_be_bytes);
    vec![
        ("num-bigint", num_bigint(&numbers)),
        ("crypto-bigint", crypto_bigint(n.bits(), &numbers)),
        ("crypto-bigint secret", crypto_bigint_secret(&numbers)),
        #[cfg(feature = "gmp")]
        ("rug (GMP)", rug(&numbers)),
    ]
}

fn num_bigint(numbers: &[Vec<u8>; 3]) -> Box<dyn Fn() -> Vec<u8>> {
    let [x, e, n] = numbers.each_ref().map(|bytes| BigUint::from_bytes_be(bytes));
    Box::new(move || x.modpow(&e, &n).to_bytes_be())
}

/// In variable time, which crypto-bigint has for integers of a length that the type fixes. The parameters of N are
/// prepared.
fn crypto_bigint(bits: usize, numbers: &[Vec<u8>; 3]) -> Box<dyn Fn() -> Vec<u8>> {
    macro_rules! power {
        ($uint:ty) => {{
            let number = |bytes: &[u8]| {
                let mut padded = vec![0; bits / 8];
                padded[bits / 8 - bytes.len()..].copy_from_slice(bytes);
                <$uint>::from_be_slice(&padded)
            };
            let [x, e, n] = numbers.each_ref().map(|bytes| number(bytes));
            let modulus = Odd::new(n).into_option().expect("an odd modulus");
            let parameters = FixedMontyParams::new_vartime(modulus);
            Box::new(move || {
                let power = FixedMontyForm::new(black_box(&x), &parameters).pow_vartime(&e);
                power.retrieve().to_be_bytes().as_ref().to_vec()
            })
        }};
    }
    match bits {
        256 => power!(U256),
        512 => power!(U512),
        1024 => power!(U1024),
        2048 => power!(U2048),
        4096 => power!(U4096),
        _ => unreachable!("no bench has this length"),
    }
}

/// In constant time. The parameters of N are prepared.
fn crypto_bigint_secret(numbers: &[Vec<u8>; 3]) -> Box<dyn Fn() -> Vec<u8>> {
    let bits = 8 * numbers[2].len() as u32;
    let [x, n] = [0, 2].map(|i| BoxedUint::from_be_slice(&numbers[i], bits).expect("below 2^bits"));
    let e = BoxedUint::from_be_slice_vartime(&numbers[1]);
    let modulus = Odd::new(n).into_option().expect("an odd modulus");
    let parameters = BoxedMontyParams::new_vartime(modulus);
    Box::new(move || {
        let power = BoxedMontyForm::new(x.clone(), &parameters).pow(&e).retrieve();
        power.to_be_bytes().into_vec()
    })
}

#[cfg(feature = "gmp")]
fn rug(numbers: &[Vec<u8>; 3]) -> Box<dyn Fn() -> Vec<u8>> {
    let [x, e, n] = numbers.each_ref().map(|bytes| Integer::from_digits(bytes, Order::Msf));
    Box::new(move || bytes_of(x.pow_mod_ref(&e, &n).expect("an exponent above 0").into()))
}

#[cfg(feature = "gmp")]
pub fn bytes_of(number: Integer) -> Vec<u8> {
    let mut bytes = vec![0; number.significant_digits::<u8>()];
    number.write_digits(&mut bytes, Order::Msf);
    bytes
}
