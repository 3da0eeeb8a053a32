//! `differential [--products N] [--powers N]`: compares products and powers of each kernel, on
//! portable lanes, with `cios` and num-bigint. The moduli have 1 to 130 limbs, and are random or worst cases. For each
//! thousand products there is one more, whose modulus has up to 2048 limbs. Prints a line for each kernel that agrees, and
//! panics at a difference. `npm run differential` runs it.

use arbitrary::Unstructured;
use powmod::kernel::{ALL, Descriptor, conformance::check_random};
use powmod_fuzz::{mod_pow, two_moduli};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use std::{
    env,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

const MAX_BITS: usize = 130 * 32;
/// The longest modulus that every kernel takes.
const LONGEST_BITS: usize = 65_536;
/// The products for each product whose modulus may have any length.
const LONG_EVERY: usize = 1000;

/// The operations that a thread does at a time.
const PRODUCTS: usize = 20_000;
const LONG_PRODUCTS: usize = 200;
const POWERS: usize = 1000;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name).expect(name);
        arguments[at + 1].parse::<usize>().expect(name)
    };
    let (products, powers) = (number("--products"), number("--powers"));
    for descriptor in ALL.iter().filter(|descriptor| descriptor.name != "cios") {
        let compare = |wanted, at_a_time, bits: usize| {
            share(wanted, |seed| {
                check_random(&[*descriptor], at_a_time, bits.min(descriptor.max_bits), seed)
                    .expect("what `cios` computes");
                at_a_time
            })
        };
        let products = compare(products, PRODUCTS, MAX_BITS);
        let long = compare(products / LONG_EVERY, LONG_PRODUCTS, LONGEST_BITS);
        let powers = share(powers, |seed| several_powers(*descriptor, seed));
        println!("{}: {products} products, {long} long ones, {powers} powers", descriptor.name);
    }
    let operations = share(products, |seed| repeat(seed, PRODUCTS, |u| two_moduli::check(u, 1000)));
    println!("two_moduli: {operations} products and squarings in both lanes");
}

/// Calls `work` with one seed after another, in a thread for each core, until the operations add up
/// to the wanted number. Returns their sum.
fn share(wanted: usize, work: impl Fn(u64) -> usize + Sync) -> usize {
    let (done, seeds) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while done.load(Ordering::Relaxed) < wanted {
                    let seed = seeds.fetch_add(1, Ordering::Relaxed) as u64;
                    done.fetch_add(work(seed), Ordering::Relaxed);
                }
            });
        }
    });
    done.into_inner()
}

fn several_powers(descriptor: Descriptor, seed: u64) -> usize {
    repeat(seed, POWERS, |u| mod_pow::check(u, descriptor, MAX_BITS.min(descriptor.max_bits)))
}

/// Runs a fuzz target on random bytes until the operations add up to the wanted number. Returns
/// their sum.
fn repeat(
    seed: u64,
    wanted: usize,
    target: impl Fn(&mut Unstructured<'_>) -> arbitrary::Result<usize>,
) -> usize {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut data = [0; 4096];
    let mut done = 0;
    while done < wanted {
        rng.fill_bytes(&mut data);
        done += target(&mut Unstructured::new(&data)).unwrap_or(0);
    }
    done
}
