//! The tests of the public interface, in one program: each program links everything anew.

use num_bigint::BigUint;
use powmod::{
    Natural,
    kernel::{ALL, Descriptor},
};

mod conformance;
mod conversions;
mod counts;
mod key_files;
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

/// Kernel number i of those that take a modulus of `bits` bits.
fn any_kernel(i: usize, bits: usize) -> Descriptor {
    let takes = |descriptor: &&Descriptor| bits <= descriptor.max_bits;
    *ALL.iter().filter(takes).cycle().nth(i % ALL.len()).unwrap()
}
