//! The conformance suite, which every kernel passes natively and in wasm.
//!
//! It computes with the tested kernel and with [`cios`] and compares the results. The operands come
//! close to the bounds of the kernels.

use crate::{
    modulus::{
        Odd,
        montgomery::{Element, Montgomery},
    },
    monoid::Monoid,
    natural::Natural,
};
use alloc::{format, string::String, vec, vec::Vec};
use num_traits::{One, Zero};
use powmod_kernel::{Descriptor, cios};
use rand::{RngExt, SeedableRng, rngs::SmallRng};

/// The odd moduli of exactly `bits` ≥ 2 bits in the suite: all ones, 2^(bits−1) + 1,
/// alternating limbs of ones and zeros, alternating bits, and a random one.
pub fn moduli(bits: usize, rng: &mut impl RngExt) -> Vec<Natural> {
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
pub fn operands(n: &Natural, rng: &mut impl RngExt) -> Vec<Natural> {
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

/// Checks kernels at moduli of `bits` bits: conversion to and from Montgomery form, every product of
/// two operands, runs of squarings, and a long chain in which results are operands again.
///
/// # Errors
/// The first difference, with its numbers.
pub fn check(descriptors: &[Descriptor], bits: usize, seed: u64) -> Result<(), String> {
    let rng = &mut SmallRng::seed_from_u64(seed ^ bits as u64);
    moduli(bits, rng).iter().try_for_each(|n| check_modulus(descriptors, n, rng))
}

/// Checks `products` random products and squarings in total, modulo random and worst-case numbers of
/// up to `max_bits` bits. A chain has a hundred products and starts from any operand; its result is
/// compared at its end.
///
/// # Errors
/// The first difference, with its numbers.
pub fn check_random(
    descriptors: &[Descriptor],
    products: usize,
    max_bits: usize,
    seed: u64,
) -> Result<(), String> {
    let rng = &mut SmallRng::seed_from_u64(seed);
    let mut done = 0;
    while done < products {
        let mut moduli = moduli(rng.random_range(2..=max_bits), rng);
        let n = moduli.swap_remove(rng.random_range(0..moduli.len()));
        let kernels = &mut Kernels::new(descriptors, &n);
        let values = operands(&n, rng);
        let residues: Vec<Residues> = values.iter().map(|x| kernels.to_montgomery(x)).collect();
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
            kernels.compare(&chain, || format!("a chain modulo {n:?}"))?;
        }
    }
    Ok(())
}

/// `cios` and the tested kernels, modulo the same N. What is expected is computed once for all.
struct Kernels {
    cios: Montgomery,
    tested: Vec<(Descriptor, Montgomery)>,
}

/// The residues of one integer in `cios` and in each tested kernel.
#[derive(Clone)]
struct Residues {
    cios: Element,
    tested: Vec<Element>,
}

impl Kernels {
    fn new(descriptors: &[Descriptor], n: &Natural) -> Self {
        let ring = |descriptor| Montgomery::new(Odd::new(n.clone()).expect("n is odd"), descriptor);
        let tested =
            descriptors.iter().map(|descriptor| (*descriptor, ring(*descriptor))).collect();
        Self { cios: ring(cios::DESCRIPTOR), tested }
    }

    fn to_montgomery(&mut self, x: &Natural) -> Residues {
        let tested = self.tested.iter_mut().map(|(_, kernel)| kernel.to_montgomery(x)).collect();
        Residues { cios: self.cios.to_montgomery(x), tested }
    }

    fn multiply(&mut self, a: &mut Residues, b: &Residues) {
        self.cios.multiply(&mut a.cios, &b.cios);
        for (((_, kernel), a), b) in self.tested.iter_mut().zip(&mut a.tested).zip(&b.tested) {
            kernel.multiply(a, b);
        }
    }

    fn square(&mut self, a: &mut Residues, times: usize) {
        self.cios.square(&mut a.cios, times);
        for ((_, kernel), a) in self.tested.iter_mut().zip(&mut a.tested) {
            kernel.square(a, times);
        }
    }

    fn compare(&mut self, x: &Residues, what: impl Fn() -> String) -> Result<(), String> {
        let expected = self.cios.from_montgomery(&x.cios);
        for ((descriptor, kernel), x) in self.tested.iter_mut().zip(&x.tested) {
            let got = kernel.from_montgomery(x);
            if got != expected {
                return Err(format!(
                    "{}: {}: got {got:?}, expected {expected:?}",
                    descriptor.name,
                    what()
                ));
            }
        }
        Ok(())
    }
}

fn check_modulus(
    descriptors: &[Descriptor],
    n: &Natural,
    rng: &mut impl RngExt,
) -> Result<(), String> {
    let mut kernels = Kernels::new(descriptors, n);
    let values = operands(n, rng);
    let residues: Vec<Residues> = values.iter().map(|x| kernels.to_montgomery(x)).collect();
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
    let mut chain = kernels.to_montgomery(&long);
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
