//! One suite that every kernel passes, natively and in wasm: the same numbers through it and
//! through [`cios`](super::cios), at operands that push each bound.

use super::{Maker, cios};
use crate::{Natural, modulus::montgomery::Montgomery, monoid::Monoid};
use alloc::{format, string::String, vec::Vec};
use num_traits::{One, Zero};
use rand::{Rng, SeedableRng, rngs::SmallRng};

/// The odd moduli of exactly `bits` ≥ 2 bits that the suite tries: all ones, 2^(bits−1) + 1,
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

/// Operands in [0, n) that the suite tries: 0, 1, n − 1, half of it, all ones, 2^k and its
/// neighbours, alternating limbs, and random ones.
pub fn operands(n: &Natural, rng: &mut impl Rng) -> Vec<Natural> {
    let (bits, limbs) = (n.bits(), n.limbs().len());
    let one = Natural::one();
    let below = |x: &Natural| x.checked_sub(&Natural::one()).expect("positive");
    let middle = Natural::power_of_two(rng.random_range(0..bits));
    let alternating =
        |even, odd| (0..limbs).map(|i| if i % 2 == 0 { even } else { odd }).collect::<Vec<u32>>();
    let mut all = alloc::vec![
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

/// Checks a kernel at moduli of so many bits: entering and leaving, every product of two
/// operands, runs of squarings, and a long chain in which results are operands again.
///
/// # Errors
/// What differed, with the numbers that show it.
pub fn check(maker: Maker, bits: usize, seed: u64) -> Result<(), String> {
    let rng = &mut SmallRng::seed_from_u64(seed ^ bits as u64);
    for n in moduli(bits, rng) {
        check_modulus(maker, &n, rng).map_err(|error| format!("{}: {error}", maker.name))?;
    }
    Ok(())
}

/// Checks `products` random products and squarings in all, modulo random and worst numbers of up
/// to `max_bits` bits: chains of a hundred from any operand, each compared at its end.
///
/// # Errors
/// What differed, with the numbers that show it.
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
        let sides = &mut Sides::new(maker, &n);
        let values = operands(&n, rng);
        let pairs: Vec<Pair> = values.iter().map(|x| sides.enter(x)).collect();
        for _ in 0..(products - done).div_ceil(100).min(10) {
            let mut chain = pairs[rng.random_range(1..pairs.len())].clone();
            for _ in 0..100 {
                match rng.random_range(0..pairs.len()) {
                    // The first operand is 0, which would leave nothing to compare.
                    0 => sides.square(&mut chain, 1),
                    i => sides.multiply(&mut chain, &pairs[i]),
                }
            }
            done += 100;
            sides.compare(&chain, || format!("{}: a chain modulo {n:?}", maker.name))?;
        }
    }
    Ok(())
}

/// The two sides of a comparison.
struct Sides {
    tested: Montgomery,
    expected: Montgomery,
}

type Pair = (alloc::boxed::Box<[u64]>, alloc::boxed::Box<[u64]>);

impl Sides {
    fn new(maker: Maker, n: &Natural) -> Self {
        Self { tested: Montgomery::new(n, maker), expected: Montgomery::new(n, cios::MAKER) }
    }

    fn enter(&mut self, x: &Natural) -> Pair {
        (self.tested.enter(x), self.expected.enter(x))
    }

    fn multiply(&mut self, a: &mut Pair, b: &Pair) {
        self.tested.multiply(&mut a.0, &b.0);
        self.expected.multiply(&mut a.1, &b.1);
    }

    fn square(&mut self, a: &mut Pair, times: usize) {
        self.tested.square(&mut a.0, times);
        self.expected.square(&mut a.1, times);
    }

    fn compare(&mut self, x: &Pair, what: impl FnOnce() -> String) -> Result<(), String> {
        let (got, expected) = (self.tested.leave(&x.0), self.expected.leave(&x.1));
        if got == expected {
            return Ok(());
        }
        Err(format!("{}: got {got:?}, expected {expected:?}", what()))
    }
}

fn check_modulus(maker: Maker, n: &Natural, rng: &mut impl Rng) -> Result<(), String> {
    let mut sides = Sides::new(maker, n);
    let values = operands(n, rng);
    let pairs: Vec<Pair> = values.iter().map(|x| sides.enter(x)).collect();
    for (x, a) in values.iter().zip(&pairs) {
        sides.compare(a, || format!("{x:?} mod {n:?}"))?;
        let mut square = a.clone();
        sides.square(&mut square, 1);
        sides.compare(&square, || format!("{x:?}² mod {n:?}"))?;
        sides.square(&mut square, 17);
        sides.compare(&square, || format!("{x:?}^(2^18) mod {n:?}"))?;
        for (y, b) in values.iter().zip(&pairs) {
            let mut product = a.clone();
            sides.multiply(&mut product, b);
            sides.compare(&product, || format!("{x:?}·{y:?} mod {n:?}"))?;
        }
    }
    let long = Natural::from_limbs(values[values.len() - 1].to_limbs(n.limbs().len()).repeat(3));
    let mut chain = sides.enter(&long);
    sides.compare(&chain, || format!("{long:?} mod {n:?}"))?;
    for step in 0..64 {
        let other = &pairs[rng.random_range(0..pairs.len())];
        let before = chain.clone();
        sides.square(&mut chain, rng.random_range(0..3));
        sides.multiply(&mut chain, other);
        if step % 8 == 7 {
            sides.multiply(&mut chain, &before);
        }
    }
    sides.compare(&chain, || format!("a chain from {long:?} mod {n:?}"))
}
