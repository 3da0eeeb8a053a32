//! The cost of verification in products and squarings modulo N, by a kernel that counts them.

use crate::{
    common::{for_any, task},
    wrapped::{Hooks, wrapped},
};
use num_traits::One;
use powmod::{
    Modulus, Natural,
    modulus::{Odd, montgomery::Montgomery},
    testing::{LucasChain, SearchArithmetic, are_strong_probable_primes},
};
use powmod_vdf::{
    Group, MAX_ITERATIONS, MAX_PRODUCTS, Options, POWMOD_V1, Profile, Proof, RANDOM_BYTES, Scheme,
    TOKAMAK, prove, verify, verify_batch,
};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Computes at most `COMPUTED` squarings of a run, and counts all: a run costs the same whatever it squares.
struct Counting<const COMPUTED: usize>;

/// Enough for the proofs of these tests to hold.
const ALL: usize = 1 << 9;

impl<const COMPUTED: usize> Hooks for Counting<COMPUTED> {
    fn multiply() {
        COUNT.set(COUNT.get() + 1);
    }
    fn square(times: usize) -> usize {
        COUNT.set(COUNT.get() + times as u64);
        times.min(COMPUTED)
    }
}

fn counting<const COMPUTED: usize>(n: &Natural) -> Modulus {
    Modulus::with_kernel(n, wrapped::<Counting<COMPUTED>>(n.bits())).expect("an odd modulus")
}

/// The number of products and squarings of `work`, and its result.
fn count<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = COUNT.get();
    let result = work();
    (COUNT.get() - before, result)
}

/// The setup of a modulus: under 15 at 2048 bits, and one more when the length doubles.
const SET_UP: u64 = 18;

/// A halving: T is made even, and there are two double exponentiations, with r < 2^128 and 1.
const HALVING: u64 = 4 + 2 * (128 + 46);

/// The conversion to Montgomery form and back around the last squarings.
const END: u64 = 2;

/// A Pietrzak proof: the halvings, and then 2^δ squarings.
fn pietrzak_bound(delta: u32) -> u64 {
    (53 - u64::from(delta)) * HALVING + (1 << delta) + END
}

/// A Wesolowski proof: a double exponentiation with l < 2^256 and r < l.
const WESOLOWSKI: u64 = 256 + 135;

/// The primality test of a modulus: a squaring for each bit, and a product for each digit of log2(bits) bits.
fn admission_bound(bits: u64) -> u64 {
    SET_UP + bits + bits / u64::from(bits.ilog2()) + 4
}

fn random_elements(count: usize, n: &Natural) -> Vec<Natural> {
    let mut z = n >> 2;
    let factor = &(n >> 3) + &Natural::one();
    let modulus = Modulus::new(n).unwrap();
    let mut next = || {
        z = modulus.mul(&z, &factor);
        POWMOD_V1.element(z.clone(), n)
    };
    (0..count).map(|_| next()).collect()
}

fn proof(
    scheme: Scheme,
    profile: &'static dyn Profile,
    iterations: u64,
    delta: Option<u32>,
    n: &Natural,
) -> Proof {
    let bits = 64 - (iterations - 1).leading_zeros();
    let values = match scheme {
        Scheme::Wesolowski => 1,
        Scheme::Pietrzak => (bits - delta.unwrap()) as usize,
    };
    let mut elements = random_elements(values + 2, n);
    let (input, output) = (elements.pop().unwrap(), elements.pop().unwrap());
    Proof { scheme, profile, input, output, iterations, values: elements, delta }
}

#[test]
fn no_proof_costs_more_than_the_bound_and_the_worst_nearly_as_much() {
    let group = &Group::new(counting::<1>(Group::rsa_2048().natural())).unwrap();
    let n = &group.natural().clone();
    let cost = |proof: &Proof| {
        let options = &Options { max_delta: 20, ..for_any(proof) };
        count(|| verify(group, proof, options).expect("well formed")).0
    };

    // The first T is odd after each halving. The second leaves the most squarings.
    let longest = [(1 << 52) + 1, MAX_ITERATIONS];
    for delta in [0, 5, 10, 20] {
        let bound = pietrzak_bound(delta);
        let of = |profile, t| proof(Scheme::Pietrzak, profile, t, Some(delta), n);
        let most = longest.map(|t| cost(&of(&POWMOD_V1, t))).into_iter().max().unwrap();
        assert!(most <= bound && 100 * most >= 85 * bound, "δ {delta}: {most}, {bound}");
        let power = cost(&of(&TOKAMAK, 1 << 52));
        assert!(power <= bound, "δ {delta}: {power}");
    }
    let of = |i| proof(Scheme::Wesolowski, &POWMOD_V1, longest[0] - i, None, n);
    let most = (0..20).map(|i| cost(&of(i))).max().unwrap();
    assert!(most <= WESOLOWSKI && 100 * most >= 85 * WESOLOWSKI, "{most}, {WESOLOWSKI}");
    // By default δ is at most 10, and 2^10 squarings cost less than ten halvings.
    let worst = (0..=10).map(pietrzak_bound).max().unwrap();
    assert_eq!(worst, pietrzak_bound(0));
    assert_eq!(worst, MAX_PRODUCTS);
}

#[test]
fn a_batch_shares_its_squarings() {
    let group = &Group::new(counting::<ALL>(Group::rsa_2048().natural())).unwrap();
    let n = &group.natural().clone();
    let proofs: Vec<Proof> = random_elements(8, n)
        .into_iter()
        .map(|input| prove(group, &task(Scheme::Wesolowski, &input, 300, 1 << 20)).unwrap())
        .collect();
    let (options, random) = (&Options::default(), &[0x55; 8 * RANDOM_BYTES]);
    let (alone, _) = count(|| {
        proofs.iter().for_each(|proof| assert_eq!(verify(group, proof, options), Ok(true)))
    });
    let (together, answers) = count(|| verify_batch(group, &proofs, options, random));
    assert_eq!(answers, Ok(vec![Ok(true); 8]));
    assert!(together < alone * 3 / 4, "{together}, {alone}");
}

struct Counted(Montgomery);

impl SearchArithmetic<1> for Counted {
    type Residues = <Montgomery as SearchArithmetic<1>>::Residues;
    fn new([n]: [&Natural; 1]) -> Self {
        Self(Montgomery::new(Odd::new(n.clone()).unwrap(), wrapped::<Counting<1>>(n.bits())))
    }
    fn powers(&mut self, e: [&Natural; 1], count: usize) -> Vec<Self::Residues> {
        SearchArithmetic::<1>::powers(&mut self.0, e, count)
    }
    fn from_montgomery(&mut self, x: &Self::Residues) -> [Natural; 1] {
        SearchArithmetic::<1>::from_montgomery(&mut self.0, x)
    }
    fn new_chain(n: &Natural, a: &Natural) -> Box<dyn LucasChain> {
        <Montgomery as SearchArithmetic<1>>::new_chain(n, a)
    }
}

#[test]
fn a_modulus_costs_about_as_many_squarings_as_it_has_bits() {
    for bits in [1024, 2048, 16_384] {
        let ones = Natural::power_of_two(bits).checked_sub(&Natural::one()).unwrap();
        let few = &Natural::power_of_two(bits - 7) + &Natural::one();
        let cost = |n: &Natural| count(|| are_strong_probable_primes::<1, Counted>([n])).0;
        let (most, bound) = (cost(&ones), admission_bound(bits as u64));
        assert!(most <= bound && 100 * most >= 85 * bound, "{bits}: {most}, {bound}");
        assert!(cost(&few) <= bound, "{bits}");
    }
}

#[test]
fn a_malformed_proof_costs_no_product() {
    let group = &Group::new(counting::<1>(Group::rsa_2048().natural())).unwrap();
    let n = &group.natural().clone();
    let good = proof(Scheme::Pietrzak, &POWMOD_V1, (1 << 53) - 1, Some(10), n);
    let bad = |change: fn(&mut Proof)| {
        let mut proof = good.clone();
        change(&mut proof);
        proof
    };
    let cases = [
        (bad(|proof| proof.iterations = 0), "iterations"),
        (bad(|proof| proof.iterations = 1 << 53), "iterations"),
        (bad(|proof| proof.iterations = 1 << 40), "values"),
        (bad(|proof| proof.delta = Some(11)), "delta"),
        (bad(|proof| proof.values.clear()), "values"),
        (bad(|proof| proof.values[7] = Natural::default()), "values[7]"),
        (bad(|proof| proof.output = &proof.output << 8), "output"),
        (bad(|proof| proof.scheme = Scheme::Wesolowski), "values"),
    ];
    for (proof, field) in cases {
        let (counted, answer) = count(|| verify(group, &proof, &Options::default()));
        assert_eq!((counted, answer.unwrap_err().field.path().as_str()), (0, field));
    }
}
