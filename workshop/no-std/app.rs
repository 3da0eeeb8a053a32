//! A program without `std` that computes powers, as a user of the crate builds it for WebAssembly.

#![cfg_attr(target_family = "wasm", no_std)]

use core::{
    iter::repeat,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};
#[cfg(feature = "secret")]
use powmod::secret;
use powmod::{Modulus, Natural, kernel, pow};

/// The longest number, in limbs of 32 bits.
const LONGEST: usize = 512;

/// The base, the exponent and the modulus, each of [`LONGEST`] limbs, least significant first.
static NUMBERS: [[AtomicU32; LONGEST]; 3] = [const { [const { AtomicU32::new(0) }; LONGEST] }; 3];

/// Where the caller writes the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn numbers() -> *const AtomicU32 {
    NUMBERS[0].as_ptr()
}

/// Replaces the base with its power.
#[unsafe(no_mangle)]
pub extern "C" fn power() {
    let [base, exponent, n] = [0, 1, 2].map(number);
    let modulus = Modulus::new(&n).expect("a modulus above 0");
    store(pow::mod_pow(&modulus, &base, &exponent).limbs().iter().copied());
}

/// The same by num-bigint.
#[cfg(feature = "num-bigint")]
#[unsafe(no_mangle)]
pub extern "C" fn num_bigint_power() {
    let [base, exponent, n] = [0, 1, 2].map(|i| num_bigint::BigUint::from_slice(number(i).limbs()));
    store(base.modpow(&exponent, &n).iter_u32_digits());
}

/// The same, of a secret exponent of 64 bits and an odd modulus.
#[cfg(feature = "secret")]
#[unsafe(no_mangle)]
pub extern "C" fn secret_power() {
    let [base, exponent, n] = [0, 1, 2].map(number);
    let modulus = Modulus::new(&n).expect("a modulus above 0");
    let bytes =
        |x: &Natural, length| x.to_be_bytes_padded(length).expect("a number of this length");
    let terms: [(&[u8], &[u8]); 1] = [(&bytes(&base, 4 * LONGEST), &bytes(&exponent, 8))];
    let power = secret::mod_pow(&modulus, &terms, 64).expect("an odd modulus");
    let limb = |bytes: &[u8]| bytes.iter().fold(0, |limb, &byte| limb << 8 | u32::from(byte));
    store(power.rchunks(4).map(limb));
}

/// The length of the name of the kernel that this build takes, which is [`kernel_name`].
#[unsafe(no_mangle)]
pub extern "C" fn kernel_name_length() -> usize {
    kernel::active(2048).name.len()
}

/// The name of the kernel that this build takes, in ASCII.
#[unsafe(no_mangle)]
pub extern "C" fn kernel_name() -> *const u8 {
    kernel::active(2048).name.as_ptr()
}

fn number(i: usize) -> Natural {
    Natural::from_limbs(NUMBERS[i].each_ref().map(|limb| limb.load(Relaxed)).to_vec())
}

fn store(limbs: impl Iterator<Item = u32>) {
    for (to, limb) in NUMBERS[0].iter().zip(limbs.chain(repeat(0))) {
        to.store(limb, Relaxed);
    }
}

#[cfg(target_family = "wasm")]
mod host {
    #[global_allocator]
    static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

    #[panic_handler]
    fn trap(_: &core::panic::PanicInfo<'_>) -> ! {
        core::arch::wasm32::unreachable()
    }
}
