//! x^e mod N by each peer, used as its documentation says. A peer may prepare its numbers before the timed call.

use crypto_bigint::{
    BoxedUint, Odd,
    modular::{BoxedMontyForm, BoxedMontyParams},
};
use num_bigint::BigUint;
use powmod::Natural;

/// The name of a peer, and a function that computes its power for one x, e and N as big-endian bytes.
pub type Peer = (&'static str, Box<dyn Fn() -> Vec<u8>>);

pub fn all(x: &Natural, e: &Natural, n: &Natural) -> Vec<Peer> {
    let numbers = [x, e, n].map(Natural::to_be_bytes);
    vec![
        ("num-bigint", num_bigint(&numbers)),
        ("crypto-bigint", crypto_bigint(&numbers)),
        #[cfg(feature = "gmp")]
        ("rug (GMP)", rug(&numbers)),
    ]
}

fn num_bigint(numbers: &[Vec<u8>; 3]) -> Box<dyn Fn() -> Vec<u8>> {
    let [x, e, n] = numbers.each_ref().map(|bytes| BigUint::from_bytes_be(bytes));
    Box::new(move || x.modpow(&e, &n).to_bytes_be())
}

/// In constant time, because crypto-bigint has no other operations on boxed integers. The parameters of N are prepared.
fn crypto_bigint(numbers: &[Vec<u8>; 3]) -> Box<dyn Fn() -> Vec<u8>> {
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
    use rug::{Integer, integer::Order};
    let [x, e, n] = numbers.each_ref().map(|bytes| Integer::from_digits(bytes, Order::Msf));
    Box::new(move || {
        let power = Integer::from(x.pow_mod_ref(&e, &n).expect("an exponent above 0"));
        let mut bytes = vec![0; power.significant_digits::<u8>()];
        power.write_digits(&mut bytes, Order::Msf);
        bytes
    })
}
