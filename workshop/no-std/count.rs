//! A program for bare metal under QEMU: the instructions, the bytes of heap and of stack of a power with a secret
//! exponent, by each library. QEMU counts one instruction as a nanosecond. `tests/no-std` builds and runs it.

#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(not(target_os = "none"))]
fn main() {}

#[cfg(target_os = "none")]
mod board;

#[cfg(target_os = "none")]
mod powers {
    extern crate alloc;

    use super::board::{measure, print};
    use alloc::{format, vec::Vec};
    use crypto_bigint::{
        BoxedUint, Odd,
        modular::{BoxedMontyForm, BoxedMontyParams},
    };
    use powmod::{Modulus, Natural, secret};

    /// A number of this many bytes that looks random, of which the highest and the lowest bit are set.
    fn number(bytes: usize, mut seed: u32) -> Vec<u8> {
        let mut number: Vec<u8> = (0..bytes)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 24) as u8
            })
            .collect();
        number[0] |= 0x80;
        number[bytes - 1] |= 1;
        number
    }

    pub fn run() {
        for bits in [256, 512, 1024, 2048] {
            let [n, x, e] = [1, 2, 3].map(|seed| number(bits / 8, seed));
            let report = |library, power: &mut dyn FnMut() -> Vec<u8>| {
                let (result, [instructions, heap, stack]) = measure(power);
                print(&format!("{library} {bits} {instructions} {heap} {stack}\n"));
                result
            };
            let ours = report("powmod", &mut || {
                let modulus = Modulus::new(&Natural::from_be_bytes(&n)).expect("above 0");
                secret::mod_pow(&modulus, &[(&x, &e)], bits).expect("an odd modulus").to_vec()
            });
            let theirs = report("crypto-bigint", &mut || {
                let [n, x, e] = [&n, &x, &e].map(|bytes| {
                    BoxedUint::from_be_slice(bytes, bits as u32).expect("of this length")
                });
                let n = BoxedMontyParams::new(Odd::new(n).into_option().expect("odd"));
                BoxedMontyForm::new(x, &n).pow(&e).retrieve().to_be_bytes().into()
            });
            assert!(ours == theirs, "the libraries disagree at {bits} bits");
        }
    }
}
