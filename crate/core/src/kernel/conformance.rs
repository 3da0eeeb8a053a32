//! The conformance suite, which every kernel passes natively and in wasm.
//!
//! It computes with the tested kernel and with [`cios`] and compares the results. The operands come
//! close to the bounds of the kernels.

use crate::{modulus::montgomery::Montgomery, monoid::Monoid, natural::Natural};
use alloc::{boxed::Box, format, string::String, vec, vec::Vec};
use num_traits::{One, Zero};
use powmod_kernel::{Maker, cios};
use rand::{Rng, SeedableRng, rngs::SmallRng};

/// The odd moduli of exactly `bits` ≥ 2 bits in the suite: all ones, 2^(bits−1) + 1,
/// alternating limbs of ones and zeros, alternating bits, and a random one.
pub fn moduli(bits: usize, rng: &mut impl Rng) -> Vec<Natural> {
    let limbs = bits.div_ceil(32);
    let patterns: [&mut dyn FnMut(usize) -> u32; 6] = [
        &mut |_| u32::MAX,
        &mut |_| 0,
        &mut |i| if i % 2 == 0 { u32::MAX } else { 0 },
        &mut |i| if i % 2 == 0 { 0 } else { u32::MAX },
        &mut |_| 0x5555_5555,
        &mut |_| rng.random(),
    ];
    let odd = |pattern: &mut dyn FnMut(usize) -> u32| {
        let mut all: Vec<u32> = (0..limbs).map(pattern).collect();
        all[0] |= 1;
        all[(bits - 1) / 32] |= 1 << ((bits - 1) % 32);
        Natural::from_limbs(all).low_bits(bits)
    };
    patterns.into_iter().map(odd).collect()
}

/// The operands in [0, n) in the suite: 0, 1, n − 1, half of it, all ones, 2^k and its
/// neighbours, alternating limbs, and random ones.
pub fn operands(n: &Natural, rng: &mut impl Rng) -> Vec<Natural> {
    let (bits, limbs) = (n.bits(), n.limbs().len());
    let one = Natural::one();
    let below = |x: &Natural| x.checked_sub(&Natural::one()).expect("positive");
    let middle = Natural::power_of_two(rng.random_range(0..bits));
    let alternating =
        |even, odd| (0..limbs).map(|i| if i % 2 == 0 { even } else { odd }).collect::<Vec<u32>>();
    let mut all = vec![
        Natural::zero(),
        one.clone(),
        below(n),
        n >> 1,
        below(&Natural::power_of_two(bits - 1)),
        Natural::power_of_two(bits - 1),
        &middle + &one,
        below(&middle),
        middle,
        Natural::from_limbs(alternating(u32::MAX, 0)).low_bits(bits - 1),
        Natural::from_limbs(alternating(0, u32::MAX)).low_bits(bits - 1),
    ];
    for _ in 0..3 {
        let limbs: Vec<u32> = (0..limbs).map(|_| rng.random()).collect();
        all.push(Natural::from_limbs(limbs).low_bits(bits - 1));
    }
    all.retain(|x| x < n);
    all
}

/// Checks a kernel at moduli of `bits` bits: conversion to and from Montgomery form, every product of
/// two operands, runs of squarings, and a long chain in which results are operands again.
///
/// # Errors
/// The first difference, with its numbers.
pub fn check(maker: Maker, bits: usize, seed: u64) -> Result<(), String> {
    let rng = &mut SmallRng::seed_from_u64(seed ^ bits as u64);
    for n in moduli(bits, rng) {
        check_modulus(maker, &n, rng).map_err(|error| format!("{}: {error}", maker.name))?;
    }
    Ok(())
}

/// Checks `products` random products and squarings in total, modulo random and worst-case numbers of
/// up to `max_bits` bits. A chain has a hundred products and starts from any operand; its result is
/// compared at its end.
///
/// # Errors
/// The first difference, with its numbers.
pub fn check_random(
    maker: Maker,
    products: usize,
    max_bits: usize,
    seed: u64,
) -> Result<(), String> {
    let rng = &mut SmallRng::seed_from_u64(seed);
    let mut done = 0;
    while done < products {
        let mut moduli = moduli(rng.random_range(2..=max_bits), rng);
        let n = moduli.swap_remove(rng.random_range(0..moduli.len()));
        let kernels = &mut BothKernels::new(maker, &n);
        let values = operands(&n, rng);
        let residues: Vec<BothResidues> = values.iter().map(|x| kernels.enter(x)).collect();
        for _ in 0..(products - done).div_ceil(100).min(10) {
            let mut chain = residues[rng.random_range(1..residues.len())].clone();
            for _ in 0..100 {
                match rng.random_range(0..residues.len()) {
                    // Not a product with the first operand, 0: the chain would stay 0.
                    0 => kernels.square(&mut chain, 1),
                    i => kernels.multiply(&mut chain, &residues[i]),
                }
            }
            done += 100;
            kernels.compare(&chain, || format!("{}: a chain modulo {n:?}", maker.name))?;
        }
    }
    Ok(())
}

/// The tested kernel and `cios`, modulo the same N.
struct BothKernels {
    tested: Montgomery,
    cios: Montgomery,
}

/// The residues of one integer in both kernels.
#[derive(Clone)]
struct BothResidues {
    tested: Box<[u64]>,
    cios: Box<[u64]>,
}

impl BothKernels {
    fn new(maker: Maker, n: &Natural) -> Self {
        Self { tested: Montgomery::new(n, maker), cios: Montgomery::new(n, cios::MAKER) }
    }

    fn enter(&mut self, x: &Natural) -> BothResidues {
        BothResidues { tested: self.tested.enter(x), cios: self.cios.enter(x) }
    }

    fn multiply(&mut self, a: &mut BothResidues, b: &BothResidues) {
        self.tested.multiply(&mut a.tested, &b.tested);
        self.cios.multiply(&mut a.cios, &b.cios);
    }

    fn square(&mut self, a: &mut BothResidues, times: usize) {
        self.tested.square(&mut a.tested, times);
        self.cios.square(&mut a.cios, times);
    }

    fn compare(&mut self, x: &BothResidues, what: impl FnOnce() -> String) -> Result<(), String> {
        let (got, expected) = (self.tested.leave(&x.tested), self.cios.leave(&x.cios));
        if got == expected {
            return Ok(());
        }
        Err(format!("{}: got {got:?}, expected {expected:?}", what()))
    }
}

fn check_modulus(maker: Maker, n: &Natural, rng: &mut impl Rng) -> Result<(), String> {
    let mut kernels = BothKernels::new(maker, n);
    let values = operands(n, rng);
    let residues: Vec<BothResidues> = values.iter().map(|x| kernels.enter(x)).collect();
    for (x, a) in values.iter().zip(&residues) {
        kernels.compare(a, || format!("{x:?} mod {n:?}"))?;
        let mut square = a.clone();
        kernels.square(&mut square, 1);
        kernels.compare(&square, || format!("{x:?}² mod {n:?}"))?;
        kernels.square(&mut square, 17);
        kernels.compare(&square, || format!("{x:?}^(2^18) mod {n:?}"))?;
        for (y, b) in values.iter().zip(&residues) {
            let mut product = a.clone();
            kernels.multiply(&mut product, b);
            kernels.compare(&product, || format!("{x:?}·{y:?} mod {n:?}"))?;
        }
    }
    let long = Natural::from_limbs(values[values.len() - 1].to_limbs(n.limbs().len()).repeat(3));
    let mut chain = kernels.enter(&long);
    kernels.compare(&chain, || format!("{long:?} mod {n:?}"))?;
    for step in 0..64 {
        let other = &residues[rng.random_range(0..residues.len())];
        let before = chain.clone();
        kernels.square(&mut chain, rng.random_range(0..3));
        kernels.multiply(&mut chain, other);
        if step % 8 == 7 {
            kernels.multiply(&mut chain, &before);
        }
    }
    kernels.compare(&chain, || format!("a chain from {long:?} mod {n:?}"))
}
