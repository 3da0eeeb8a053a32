//! Powers modulo a number of 2048 bits on all processors, compared with one thread.
//!
//! `cargo run --release -p powmod --features std --example parallel`

use num_traits::One;
use powmod::{
    Modulus, Natural,
    monoid::Monoid,
    multi, parallel,
    pow::{self, fixed_base::Residues},
};
use std::{
    num::NonZero,
    thread,
    time::{Duration, Instant},
};

/// The result of `work`, and its time.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn main() {
    let n = Natural::power_of_two(2048).checked_sub(&Natural::one()).expect("above 1");
    let modulus = &mut Modulus::new(&n).expect("above 0");
    let workers = thread::available_parallelism().map_or(1, NonZero::get);

    // One power: the table of the residues g^(2^i) serves any number of exponents.
    let base = modulus.enter(&Natural::from(3_u32));
    let exponent = &n >> 1;
    let table = Residues::new(modulus, &base, exponent.bits()).expect("few bits");
    let (expected, alone) = timed(|| pow::pow(modulus, &base, &exponent));
    let (power, together) = timed(|| parallel::pow(modulus, &table, &exponent, workers));
    let power = power.expect("the table has the length of the exponent");
    assert_eq!(modulus.leave(&power), modulus.leave(&expected));
    println!("one power: {alone:.1?} on one thread, {together:.1?} on {workers} with a table");

    // A product of 256 powers. Each base is the square of the base before.
    let mut bases = vec![base];
    for i in 1..256 {
        let mut square = bases[i - 1].clone();
        modulus.square(&mut square, 1);
        bases.push(square);
    }
    let terms: Vec<_> = bases.into_iter().map(|base| (base, &exponent)).collect();
    let (expected, alone) = timed(|| multi::multi_pow(modulus, &terms));
    let (product, together) = timed(|| parallel::multi_pow(modulus, &terms, workers));
    assert_eq!(modulus.leave(&product), modulus.leave(&expected));
    println!("a product of 256 powers: {alone:.1?} on one thread, {together:.1?} on {workers}");
}
