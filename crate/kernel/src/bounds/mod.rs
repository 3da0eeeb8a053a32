//! The proofs in the heads of the kernels, checked by machine: each file here follows the steps
//! of its kernel with intervals in the place of numbers, fed by the constants that the kernel
//! compiles, and fails where a sum could leave its word, a double round what it must keep, or a
//! residue outgrow its bound. The arithmetic is exact.
//!
//! A check is a function of the constants, so that a test can also move each by itself: the last
//! value that holds is printed (`npm run bounds`), and the next
//! must fail, or the check would not see that constant at all.

mod chain;
mod cios;
mod delayed_carry;
mod interval;
mod pair;
mod relaxed;
mod simd128;

pub use interval::{Interval, power};
pub use pair::RESIDUE_BITS;

use alloc::string::{String, ToString};
use num_bigint::BigInt;

extern crate std;

/// A value that is proven, or what could not be.
type Checked<T = ()> = Result<T, String>;

/// That a claim holds.
fn claim(holds: bool, what: &str) -> Checked {
    if holds { Ok(()) } else { Err(what.to_string()) }
}

/// `check` holds for the compiled constant, and the last value for which it does is found: the
/// way there is `step` by `step`, and ends.
fn moved(name: &str, compiled: usize, step: isize, check: impl Fn(usize) -> Checked) {
    const STEPS: usize = 1000;
    check(compiled).unwrap_or_else(|broken| panic!("{name} = {compiled}: {broken}"));
    let mut last = compiled;
    for _ in 0..STEPS {
        let next = last.checked_add_signed(step).unwrap_or_else(|| panic!("{name} has no bound"));
        if let Err(broken) = check(next) {
            std::println!("{name} = {compiled} holds to {last}; {next}: {broken}");
            return;
        }
        last = next;
    }
    panic!("{name} is not bounded by anything that is checked");
}

/// That a product of residues up to ρ·N* is another, where R ≥ 2^`spare`·N* and the quotient
/// digits make a number of at most `digit`·(R − 1)/(2^`width` − 1).
fn residues(residue: u32, width: usize, spare: usize, digit: &BigInt) -> Checked {
    // (ρN*)²/R + (Q/R)·N* ≤ ρN*, times 2^spare·(2^w − 1)/N*
    let all_ones = power(width) - 1;
    let product = BigInt::from(residue * residue) * &all_ones + digit * power(spare);
    claim(product <= residue * all_ones * power(spare), "a product outgrows its factors")
}
