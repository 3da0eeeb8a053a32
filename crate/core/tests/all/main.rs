//! The tests of the public interface, in one program: each program links everything anew.

use num_bigint::BigUint;
use powmod::Natural;

mod conformance;
mod conversions;
mod counts;
mod modexp;
mod primality;
mod secret;
mod small;
mod small_worlds;

fn big(x: &Natural) -> BigUint {
    BigUint::from_bytes_be(&x.to_be_bytes())
}

fn natural(x: &BigUint) -> Natural {
    Natural::from_be_bytes(&x.to_bytes_be())
}
