//! The exact number of squarings and products of every method, by a monoid that counts.
//!
//! The elements of the monoid are exponents, so they show the result too. The expected counts come
//! from formulas over the digits of the exponent. They share no code with the methods.

use crate::natural;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use powmod::{
    Error, Kind, Natural,
    methods::{self, EarlyExit, Multi, Single, WindowRule},
    monoid::{Absorbing, Canonical, Commutative, ConstantTime, Costs, Invertible, Monoid},
    multi::{
        Table,
        signed::{self, OddPowers, with_powers},
    },
    pow::{self, fixed_base},
    secret,
    testing::plan,
};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::{
    any::Any,
    cell::Cell,
    collections::BTreeSet,
    panic::{self, AssertUnwindSafe},
};

/// The free abelian group. An element holds the exponent of each generator. With a bound, monomials above the bound are
/// zero.
#[derive(Default)]
struct Counting {
    squarings: usize,
    products: usize,
    zero_tests: usize,
    zero_from: Option<BigInt>,
    repeats: Option<(u32, u32)>,
    readings: Cell<usize>,
    costs: Costs,
    fingerprint: u64,
}

type Monomial = Vec<BigInt>;

impl Monoid for Counting {
    type Element = Monomial;
    fn one(&self) -> Monomial {
        vec![]
    }
    fn multiply(&mut self, a: &mut Monomial, b: &Monomial) {
        self.products += 1;
        a.resize(a.len().max(b.len()), BigInt::zero());
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    }
    fn square(&mut self, a: &mut Monomial, times: usize) {
        self.squarings += times;
        a.iter_mut().for_each(|a| *a <<= times);
    }
    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
    fn costs(&self) -> Costs {
        self.costs
    }
}

impl Commutative for Counting {}

impl Invertible for Counting {
    fn invert(&self, a: &mut Monomial) {
        a.iter_mut().for_each(|a| *a = -&*a);
    }
}

impl Absorbing for Counting {
    fn is_zero(&mut self, a: &Monomial) -> bool {
        self.zero_tests += 1;
        self.zero_from.as_ref().is_some_and(|from| a.first().is_some_and(|a| a >= from))
    }
    fn nilpotency(&self) -> usize {
        1 << 10
    }
}

impl Canonical for Counting {
    type Name = Monomial;
    fn name(&mut self, a: &Monomial) -> Monomial {
        match self.repeats {
            // The sequence x^(2^i) is periodic from i = `offset` on.
            Some((offset, period)) => {
                let i = a[0].bits() as u32 - 1;
                vec![if i < offset { i } else { offset + (i - offset) % period }.into()]
            }
            None => a.clone(),
        }
    }
}

impl ConstantTime for Counting {
    fn select(&self, table: &[Monomial], index: usize, out: &mut Monomial) {
        self.readings.set(self.readings.get() + table.len());
        *out = table[index].clone();
    }
    fn wipe(&mut self, a: &mut Monomial) {
        a.clear();
    }
}

fn big(x: &Natural) -> BigInt {
    crate::big(x).into()
}

fn generator(i: usize) -> Monomial {
    let mut monomial = vec![BigInt::zero(); i];
    monomial.push(BigInt::one());
    monomial
}

/// Exponents of many shapes: short, long, sparse, all ones.
fn exponents() -> Vec<Natural> {
    let rng = &mut SmallRng::seed_from_u64(4);
    let mut all: Vec<Natural> = (0..130_u32).map(Natural::from).collect();
    for bits in [31, 32, 33, 64, 100, 255, 256, 257, 521] {
        let power = Natural::power_of_two(bits);
        all.push(power.checked_sub(&Natural::one()).unwrap());
        all.push(&power + &Natural::one());
        all.push(power);
        for _ in 0..4 {
            all.push(random(bits, rng));
        }
    }
    all
}

fn random(bits: usize, rng: &mut SmallRng) -> Natural {
    let limbs: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.random()).collect();
    let low = Natural::from_limbs(limbs).low_bits(bits - 1);
    &low + &Natural::power_of_two(bits - 1)
}

/// The bits, from the highest to the lowest.
fn bits(e: &Natural) -> Vec<bool> {
    (0..e.bits()).rev().map(|i| e.bit(i)).collect()
}

/// The number of sliding windows over columns of bits, from the left. A window of `window` columns
/// starts at each column with a set bit that the window before does not cover.
fn sliding_windows(columns: &[Vec<bool>], window: usize) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < columns.len() {
        let set = columns[i].iter().any(|&bit| bit);
        count += usize::from(set);
        i += if set { window } else { 1 };
    }
    count
}

/// The place of the lowest bit of the first sliding window. There is one squaring for each lower
/// place.
fn leading_place(columns: &[Vec<bool>], window: usize) -> usize {
    let first = columns.iter().position(|c| c.contains(&true)).unwrap_or(columns.len());
    let run = &columns[first..columns.len().min(first + window)];
    let last = run.iter().rposition(|c| c.contains(&true)).unwrap_or(0);
    columns.len() - 1 - (first + last)
}

/// The bits of the exponents side by side, from the highest bit of the longest exponent.
fn columns(exponents: &[&Natural]) -> Vec<Vec<bool>> {
    let length = exponents.iter().map(|e| e.bits()).max().unwrap();
    (0..length).rev().map(|i| exponents.iter().map(|e| e.bit(i)).collect()).collect()
}

fn check_single(method: Single, e: &Natural, squarings: usize, products: usize) {
    let mut counting = Counting::default();
    let power = methods::pow(method, &mut counting, &generator(0), e);
    let expected = if e.is_zero() { vec![] } else { vec![big(e)] };
    assert_eq!(power, expected, "{method:?} {e:?}");
    let counts = (counting.squarings, counting.products);
    assert_eq!(counts, (squarings, products), "squarings, products: {method:?} {e:?}");
}

#[test]
fn single_methods_cost_their_formulas() {
    for e in exponents() {
        let (k, ones) = (e.bits(), bits(&e).iter().filter(|&&bit| bit).count());
        if k == 0 {
            check_single(Single::Binary { early_exit: None }, &e, 0, 0);
            check_single(Single::Mary { window: Some(3) }, &e, 0, 0);
            check_single(Single::Sliding { window: Some(3), rule: WindowRule::Minimal }, &e, 0, 0);
            continue;
        }
        check_single(Single::Binary { early_exit: None }, &e, k - 1, ones - 1);
        for w in 1..=9 {
            let used = bits(&e).chunks(w).filter(|digit| digit.contains(&true)).count();
            let table = (1 << (w - 1)) - 1;
            let chain = k.saturating_sub(w);
            let mary = Single::Mary { window: Some(w as u32) };
            check_single(mary, &e, table + chain, table + used - 1);

            let columns = columns(&[&e]);
            let used = sliding_windows(&columns, w);
            let square = usize::from(w > 1);
            let chain = leading_place(&columns, w);
            let sliding = Single::Sliding { window: Some(w as u32), rule: WindowRule::Minimal };
            check_single(sliding, &e, square + chain, table + used - 1);
        }
    }
}

fn check_multi(method: Multi, exponents: &[&Natural], squarings: usize, products: usize) {
    let mut counting = Counting::default();
    let terms: Vec<_> = exponents.iter().enumerate().map(|(i, &e)| (generator(i), e)).collect();
    let mut product = methods::multi_pow(method, &mut counting, &terms);
    product.resize(exponents.len(), BigInt::zero());
    let expected: Monomial = exponents.iter().map(|e| big(e)).collect();
    assert_eq!(product, expected, "{method:?} {exponents:?}");
    let counts = (counting.squarings, counting.products);
    assert_eq!(counts, (squarings, products), "squarings, products: {method:?} {exponents:?}");
}

#[test]
fn multi_methods_cost_their_formulas() {
    let rng = &mut SmallRng::seed_from_u64(5);
    for round in 0..60 {
        let n = 1 + round % 5;
        let lengths: Vec<usize> =
            (0..n).map(|_| if round % 2 == 0 { 128 } else { rng.random_range(1..200) }).collect();
        let exponents: Vec<Natural> = lengths.iter().map(|&k| random(k, rng)).collect();
        let exponents: Vec<&Natural> = exponents.iter().collect();
        let columns = columns(&exponents);
        let k = columns.len();

        for w in 1..=(12 / n).min(4) {
            let combinations = 1 << (n * w);
            let odd = combinations - (1 << (n * (w - 1)));
            let square = if w > 1 { n } else { 0 };
            let yll = Multi::Yll { window: w as u32 };
            let used = sliding_windows(&columns, w);
            check_multi(yll, &exponents, square + leading_place(&columns, w), odd - n + used - 1);

            // Digits are cut from the lowest bit.
            let used = columns.rchunks(w).filter(|block| block.concat().contains(&true)).count();
            let even = (1 << (n * (w - 1))) - 1;
            let ary = Multi::Ary { window: w as u32 };
            check_multi(ary, &exponents, even + (k - 1) / w * w, odd - n + used - 1);
        }
        for w in 1..=6 {
            let square = if w > 1 { n } else { 0 };
            let table = n * ((1 << (w - 1)) - 1);
            let each = exponents.iter().map(|e| self::columns(&[e]));
            let used: usize = each.clone().map(|c| sliding_windows(&c, w)).sum();
            let chain = each.map(|c| leading_place(&c, w)).max().unwrap();
            let interleaved = Multi::Interleaved { window: Some(w as u32) };
            check_multi(interleaved, &exponents, square + chain, table + used - 1);

            let (mut products, mut chain, mut windows) = (0, 0, 0);
            for low in (0..k).step_by(w) {
                let digits: Vec<u32> =
                    exponents.iter().map(|e| e.window(low, w)).filter(|&d| d != 0).collect();
                let mut distinct = digits.clone();
                distinct.sort_unstable();
                distinct.dedup();
                if let Some(&highest) = distinct.last() {
                    // Products into buckets, into the running product, and of running products.
                    let fills = digits.len() - distinct.len();
                    products += fills + (distinct.len() - 1) + (highest as usize - 1);
                    (chain, windows) = (low, windows + 1);
                }
            }
            let pippenger = Multi::Pippenger { window: w as u32 };
            check_multi(pippenger, &exponents, chain, products + windows - 1);
        }
        let (squarings, products) = bos_coster(exponents.iter().map(|e| crate::big(e)).collect());
        check_multi(Multi::BosCoster, &exponents, squarings, products);
        let mut apart = (0, n - 1);
        for e in &exponents {
            let mut counting = Counting::default();
            pow::pow(&mut counting, &generator(0), e);
            apart = (apart.0 + counting.squarings, apart.1 + counting.products);
        }
        check_multi(Multi::Separate, &exponents, apart.0, apart.1);
    }
}

/// The squarings and products of Bos and Coster's method: one product for each step, and the powers
/// by quotients and by the last exponent.
fn bos_coster(mut exponents: Vec<BigUint>) -> (usize, usize) {
    let counting = &mut Counting::default();
    loop {
        exponents.sort_unstable();
        exponents.retain(|e| !e.is_zero());
        let [.., second, first] = &mut exponents[..] else { break };
        let quotient = &*first / &*second;
        *first %= &*second;
        pow::pow(counting, &generator(0), &natural(&quotient));
        counting.products += 1;
    }
    if let [last] = &exponents[..] {
        pow::pow(counting, &generator(0), &natural(last));
    }
    (counting.squarings, counting.products)
}

/// The odd powers of a generator, for nothing.
struct Free(u32, Monomial);

impl OddPowers<Counting> for Free {
    fn window(&self) -> u32 {
        self.0
    }
    fn power(&self, _: &mut Counting, digit: usize) -> Monomial {
        self.1.iter().map(|x| x * digit).collect()
    }
}

/// The places of the digits that are not 0: k ← (k − d)/2 for the d of least absolute value that is congruent to an
/// odd k modulo 2^w (Solinas, routine 4.5).
fn signed_places(e: &Natural, w: usize) -> Vec<usize> {
    let (mut places, mut k) = (Vec::new(), big(e));
    for place in 0.. {
        if k.is_zero() {
            break;
        }
        if k.bit(0) {
            let d: BigInt = &k % (BigInt::one() << w);
            let half = BigInt::one() << (w - 1);
            k -= if d >= half { d - half * 2 } else { d };
            places.push(place);
        }
        k >>= 1;
    }
    places
}

#[test]
fn signed_digits_cost_their_formula() {
    let rng = &mut SmallRng::seed_from_u64(7);
    let mut sets: Vec<Vec<Natural>> = exponents().into_iter().map(|e| vec![e]).collect();
    sets.extend(
        (0..40).map(|round| (0..1 + round % 4).map(|_| random(1 + round * 7, rng)).collect()),
    );
    for exponents in sets {
        for w in 2..=8 {
            let terms: Vec<_> =
                exponents.iter().enumerate().map(|(i, e)| (generator(i), e)).collect();
            let counting = &mut Counting::default();
            let mut power = signed::multi_pow(counting, &terms, |_| w as u32);
            power.resize(exponents.len(), BigInt::zero());
            let expected: Monomial = exponents.iter().map(big).collect();
            assert_eq!(power, expected, "windows of {w}");

            let used: Vec<_> =
                exponents.iter().map(|e| signed_places(e, w)).filter(|p| !p.is_empty()).collect();
            let digits: usize = used.iter().map(Vec::len).sum();
            let chain = used.iter().filter_map(|places| places.last()).max().copied().unwrap_or(0);
            let square = if w > 2 { used.len() } else { 0 };
            let table = used.len() * ((1 << (w - 2)) - 1);
            assert_eq!(counting.squarings, square + chain, "windows of {w}: {exponents:?}");
            assert_eq!(counting.products, table + digits.saturating_sub(1), "windows of {w}");
        }
    }
}

/// A segment of one of Chia's proofs: x^r·y^B with exponents of 264 bits.
#[test]
fn a_double_power_of_264_bits_takes_345_operations_with_free_powers_and_370_without() {
    let rng = &mut SmallRng::seed_from_u64(8);
    let (x, y) = (generator(0), generator(1));
    assert_eq!(plan::signed_window(264), 5);
    let (mut both, mut free) = (Counting::default(), Counting::default());
    let rounds = 300;
    for _ in 0..rounds {
        let (b, r) = (random(264, rng), random(264, rng));
        let window = |e: &Natural| plan::signed_window(e.bits());
        let terms = [(x.clone(), &r), (y.clone(), &b)];
        let power = signed::multi_pow(&mut both, &terms, window);
        let table = Table::new(&mut free, &y, window(&b) - 1);
        let terms: [(&dyn OddPowers<Counting>, _); 2] = [(&Free(10, x.clone()), &r), (&table, &b)];
        assert_eq!(with_powers(&mut free, &terms), power);
    }
    for (counting, most) in [(both, 370), (free, 345)] {
        let operations = (counting.squarings + counting.products) / rounds;
        assert!((most - 8..=most).contains(&operations), "{operations}");
    }
}

#[test]
fn signed_digits_take_no_table_of_another_monoid() {
    let [mut own, mut other] =
        [1, 2].map(|fingerprint| Counting { fingerprint, ..Counting::default() });
    let (table, e) = (Table::new(&mut own, &generator(0), 2), Natural::from(5_u32));
    let terms: [(&dyn OddPowers<Counting>, _); 1] = [(&table, &e)];
    assert_eq!(with_powers(&mut own, &terms), [5.into()]);
    let panic = panic::catch_unwind(AssertUnwindSafe(|| with_powers(&mut other, &terms)));
    assert_eq!(*panic.unwrap_err().downcast::<&str>().unwrap(), "a table of another monoid");
}

/// Whatever the exponents, a segment takes no more.
#[test]
fn no_double_power_of_264_bits_takes_more_than_390_operations() {
    let digits = |digit: u32| {
        let every = (0..260).step_by(5).map(|low| &Natural::from(digit) << low);
        every.fold(Natural::power_of_two(263), |sum, digit| &sum + &digit)
    };
    let ones = Natural::power_of_two(264).checked_sub(&Natural::one()).unwrap();
    let mut most = 0;
    for b in [digits(1), digits(13), digits(17), digits(31), ones] {
        for r in [&b, &digits(3)] {
            let counting = &mut Counting::default();
            let terms = [(generator(0), r), (generator(1), &b)];
            signed::multi_pow(counting, &terms, |e| plan::signed_window(e.bits()));
            most = most.max(counting.squarings + counting.products);
        }
    }
    assert!((380..=390).contains(&most), "{most}");
}

#[test]
fn signed_windows_minimize_the_formula() {
    for bits in 1..12_000 {
        let cost = |w: u32| f64::from(1 << (w - 2)) + bits as f64 / f64::from(w + 1);
        let best = (2..=plan::MAX_WINDOW).map(cost).fold(f64::INFINITY, f64::min);
        assert!(cost(plan::signed_window(bits)) <= best * (1.0 + 1e-12), "{bits} bits");
    }
}

#[test]
fn zero_exponents_and_no_terms_are_one() {
    let (zero, five) = (Natural::zero(), Natural::from(5_u32));
    for method in [
        Multi::Separate,
        Multi::Ary { window: 2 },
        Multi::Yll { window: 2 },
        Multi::Interleaved { window: None },
        Multi::Pippenger { window: 2 },
        Multi::BosCoster,
    ] {
        for exponents in [vec![], vec![&zero], vec![&zero, &zero], vec![&zero, &five, &zero]] {
            let counting = &mut Counting::default();
            let terms: Vec<_> =
                exponents.iter().enumerate().map(|(i, &e)| (generator(i), e)).collect();
            let mut product = methods::multi_pow(method, counting, &terms);
            product.resize(exponents.len(), BigInt::zero());
            let expected: Monomial = exponents.iter().map(|e| big(e)).collect();
            assert_eq!(product, expected, "{method:?} {exponents:?}");
        }
    }
}

/// The mean operations of a method, over a thousand random exponents of k bits, or over fewer sets of several
/// exponents.
fn mean(method: Multi, k: usize, bases: usize) -> f64 {
    let rng = &mut SmallRng::seed_from_u64(k as u64);
    let rounds = 1000 / bases;
    let all = (0..rounds).map(|_| {
        let exponents: Vec<Natural> = (0..bases).map(|_| random(k, rng)).collect();
        operations(&exponents, |counting, terms| drop(methods::multi_pow(method, counting, terms)))
    });
    all.sum::<usize>() as f64 / rounds as f64
}

/// The expected cost of each method is within 6 % of the counted cost, at any length, for few bases
/// and many.
#[test]
fn the_plan_expects_what_is_counted() {
    for (bases, k) in
        [(1, 64), (2, 32), (2, 128), (2, 1024), (4, 256), (16, 256), (100, 128), (500, 384)]
    {
        let mut methods = vec![Multi::Interleaved { window: None }];
        methods.extend((1..=5).map(|window| Multi::Pippenger { window }));
        methods.extend((1..=4).flat_map(|window| [Multi::Yll { window }, Multi::Ary { window }]));
        methods.extend((bases > 1).then_some(Multi::BosCoster));
        for method in methods.into_iter().filter(|method| method.fits(bases)) {
            let counted = mean(method, k, bases);
            let expected = methods::expected_cost(method, &vec![k; bases], Costs::default());
            let off = expected / counted - 1.0;
            assert!(off.abs() < 0.06, "{method:?}, {bases} bases: {expected}, counted {counted}");
        }
    }
}

/// The number of operations with these exponents. Every base needs as many, so each base is 1, whose element is the
/// shortest.
fn operations(
    exponents: &[Natural],
    compute: impl FnOnce(&mut Counting, &[(Monomial, &Natural)]),
) -> usize {
    let counting = &mut Counting::default();
    let terms: Vec<_> = exponents.iter().map(|e| (Monomial::new(), e)).collect();
    compute(counting, &terms);
    counting.squarings + counting.products
}

#[test]
fn the_plan_counts_short_exponents() {
    let rng = &mut SmallRng::seed_from_u64(9);
    for round in 0..2_000 {
        let bases = 1 + round % 3;
        let exponents: Vec<Natural> = (0..bases)
            .map(|_| match rng.random_range(1..=64) {
                1 => Natural::one(),
                bits => random(bits, rng),
            })
            .collect();
        let least = |choices: &mut dyn Iterator<Item = usize>| choices.min().unwrap();
        let (planned, fewest) = if let [e] = &exponents[..] {
            let by = |window| {
                operations(&exponents, |counting, terms| {
                    pow::sliding(counting, &terms[0].0, e, window);
                })
            };
            (by(plan::window_for(e)), least(&mut (1..=6).map(by)))
        } else {
            let by = |method| {
                operations(&exponents, |counting, terms| {
                    methods::multi_pow(method, counting, terms);
                })
            };
            let methods = (1..=4)
                .map(|window| Multi::Yll { window })
                .chain([Multi::Interleaved { window: None }]);
            let all: Vec<&Natural> = exponents.iter().collect();
            (by(Multi::planned(&all, Costs::default())), least(&mut methods.map(by)))
        };
        assert_eq!(planned, fewest, "{exponents:?}");
    }
}

/// Neighbours of Fibonacci's sequence have quotients of 1 only, and Sylvester's numbers long ones.
#[test]
fn no_exponents_cost_bos_coster_more_than_two_operations_a_bit() {
    let (mut fibonacci, mut sylvester) = (vec![Natural::one(); 2], vec![Natural::from(2_u32)]);
    for i in 0..400 {
        fibonacci.push(&fibonacci[i] + &fibonacci[i + 1]);
    }
    for i in 0..10 {
        sylvester.push(&(&sylvester[i] * &sylvester[i]) + &Natural::one());
    }
    for exponents in [&fibonacci[398..], &fibonacci[300..], &sylvester[..], &exponents()[..]] {
        let terms: Vec<_> = exponents.iter().enumerate().map(|(i, e)| (generator(i), e)).collect();
        let counting = &mut Counting::default();
        methods::multi_pow(Multi::BosCoster, counting, &terms);
        let bits: usize = exponents.iter().map(Natural::bits).sum();
        let operations = counting.squarings + counting.products;
        assert!(operations <= 2 * bits, "{operations} operations for {bits} bits");
    }
}

#[test]
fn early_exit_stops_at_the_first_zero_and_costs_no_operation() {
    let exponent = Natural::from(0b1011_0110_1101_u32);
    for (zero_from, exit, squarings, products) in [
        // x is zero.
        (1_u32, EarlyExit::Products, 0, 0),
        // x^5 = x^4·x is zero, by a product.
        (5, EarlyExit::Products, 2, 1),
        // x^10 is zero, by a squaring. `Products` finds it only after the next product.
        (10, EarlyExit::All, 3, 1),
        (10, EarlyExit::Products, 3, 2),
        // No power is zero.
        (5000, EarlyExit::All, 11, 7),
        (5000, EarlyExit::Products, 11, 7),
    ] {
        let counting = &mut Counting { zero_from: Some(zero_from.into()), ..Default::default() };
        let method = Single::Binary { early_exit: Some(exit) };
        let power = methods::pow(method, counting, &generator(0), &exponent);
        let counts = (counting.squarings, counting.products);
        assert_eq!(counts, (squarings, products), "zero from x^{zero_from}, {exit:?}");
        assert_eq!(power[0] >= BigInt::from(zero_from), zero_from < 5000);
    }
    // x^1024 is zero, and the first product comes long after it.
    let counting = &mut Counting { zero_from: Some(10.into()), ..Default::default() };
    let method = Single::Binary { early_exit: Some(EarlyExit::Products) };
    let sparse = &Natural::power_of_two(40) + &Natural::from(0b10_0000_0001_u32);
    let _ = methods::pow(method, counting, &generator(0), &sparse);
    assert_eq!((counting.squarings, counting.products, counting.zero_tests), (31, 1, 2));
    // The tests stop at b = 2^10: there is one test of x, one for each of ten squarings, and one for
    // each of their products. Nothing else differs from the method without tests.
    let rng = &mut SmallRng::seed_from_u64(6);
    let long = random(1000, rng);
    let counting = &mut Counting::default();
    let method = Single::Binary { early_exit: Some(EarlyExit::All) };
    assert_eq!(methods::pow(method, counting, &generator(0), &long), vec![big(&long)]);
    let products = bits(&long)[1..11].iter().filter(|&&bit| bit).count();
    assert_eq!(counting.zero_tests, 1 + 10 + products);
    check_single(Single::Binary { early_exit: None }, &long, counting.squarings, counting.products);
}

#[test]
fn secret_exponents_cost_what_their_length_says() {
    for (bits, read) in [1, 8, 31, 64, 256, 521].into_iter().flat_map(|b| [(b, 0.0), (b, 0.02)]) {
        let costs = Costs { read, ..Costs::default() };
        let width = plan::secret_window(bits, costs) as usize;
        let expected = |w: usize| {
            let digits = bits.div_ceil(w) as f64;
            f64::from(1 << w) + digits + digits * f64::from(1 << w) * read
        };
        assert!((1..=8).all(|w| expected(width) <= expected(w)), "{bits} bits: windows of {width}");
        for n in [1, 2] {
            for e in exponents().iter().filter(|e| e.bits() <= bits) {
                let bytes = e.to_be_bytes();
                let terms: Vec<_> = (0..n).map(|i| (generator(i), &bytes[..])).collect();
                let counting = &mut Counting { costs, ..Default::default() };
                let mut power = secret::multi_pow(counting, &terms, bits).unwrap();
                power.resize(n, BigInt::zero());
                assert_eq!(power, vec![big(e); n]);
                let (half, digits) = ((1 << (width - 1)) - 1, bits.div_ceil(width));
                let squarings = n * half + (digits - 1) * width;
                assert_eq!(counting.squarings, squarings, "{e:?}");
                assert_eq!(counting.products, n * half + n * digits - 1, "{e:?}");
                assert_eq!(counting.readings.get(), (n * digits) << width, "{e:?}");
            }
        }
    }
}

#[test]
fn residues_of_a_fixed_base_cost_one_product_a_bit() {
    for e in exponents() {
        let ones = (0..e.bits()).filter(|&i| e.bit(i)).count();
        let counting = &mut Counting::default();
        let residues = fixed_base::Residues::new(counting, &generator(0), 521 + 1).unwrap();
        assert_eq!((counting.squarings, counting.products), (522, 0));
        assert_eq!((residues.len(), residues.repeats()), (522, None));
        let counting = &mut Counting::default();
        let power = residues.pow(counting, &e).unwrap();
        assert_eq!(power, if e.is_zero() { vec![] } else { vec![big(&e)] });
        assert_eq!((counting.squarings, counting.products), (0, ones.saturating_sub(1)));
        assert_eq!(residues.pow(counting, &Natural::power_of_two(522)), None);
    }
}

/// Lim and Lee, section 3.1: with a = ⌈k/h⌉ and b = ⌈a/v⌉, a power takes a − 1 products and b − 1 squarings at most.
#[test]
fn a_comb_costs_what_lim_and_lee_say() {
    for (teeth, tables) in [(1, 1), (1, 3), (2, 1), (4, 2), (6, 4), (6, 87), (8, 8)] {
        let shape = fixed_base::Shape { bits: 522, teeth, tables };
        let (h, v) = (teeth as usize, tables);
        let a = 522_usize.div_ceil(h);
        let b = a.div_ceil(v);
        let counting = &mut Counting::default();
        let comb = fixed_base::Comb::with_shape(counting, &generator(0), shape).unwrap();
        assert_eq!(comb.shape(), shape);
        let made = (counting.squarings, counting.products);
        assert_eq!(made, ((h - 1) * a + (v - 1) * b, v * ((1 << h) - h - 1)), "{shape:?}");
        for e in exponents() {
            let expected = if e.is_zero() { vec![] } else { vec![big(&e)] };
            let counting = &mut Counting::default();
            assert_eq!(comb.pow(counting, &e).as_ref(), Some(&expected), "{shape:?}");
            // The columns that are not 0, and the highest place in a block among them.
            let columns: Vec<_> = (0..a).filter(|i| (0..h).any(|row| e.bit(row * a + i))).collect();
            let squarings = columns.iter().map(|i| i % b).max().unwrap_or(0);
            let products = columns.len().saturating_sub(1);
            assert_eq!((counting.squarings, counting.products), (squarings, products), "{shape:?}");

            for bytes in [e.to_be_bytes(), e.to_be_bytes_padded(70).unwrap()] {
                let counting = &mut Counting::default();
                assert_eq!(secret::comb_pow(counting, &comb, &bytes).as_ref(), Ok(&expected));
                assert_eq!((counting.squarings, counting.products), (b - 1, a - 1), "{shape:?}");
                assert_eq!(counting.readings.get(), a << h, "{shape:?}");
            }
        }
        let beyond = Natural::power_of_two(522);
        assert_eq!(comb.pow(counting, &beyond), None);
        let refused = Error::new(Kind::Argument, "exponent", "has more bits than the table");
        assert_eq!(secret::comb_pow(counting, &comb, &beyond.to_be_bytes()), Err(refused));
    }
}

/// Of all shapes whose tables fit 2^18 bytes, the plan takes the cheapest. The cost is the mean of a public and a
/// secret power, and a hundredth of the entries.
#[test]
fn the_plan_takes_the_cheapest_comb() {
    let costs = |bytes, read| Costs { square: 0.75, bytes, read, ..Costs::default() };
    let lengths = [(672, 0.006), (352, 0.011), (88, 0.05), (10_000, 0.0004), (1 << 19, 0.0)];
    for costs in lengths.map(|(bytes, read)| costs(bytes, read)) {
        for bits in [1_usize, 2, 16, 255, 256, 2048] {
            let cost = |h: usize, v: usize| {
                let (a, entries) = (bits.div_ceil(h), 1_usize << h);
                let b = a.div_ceil(v);
                let fits = v * entries * costs.bytes <= 1 << 18 || (h, v) == (1, 1);
                let products = a as f64 + 0.75 * b as f64 + (v * entries) as f64 / 100.0;
                let readings = (a * entries) as f64 * costs.read / 2.0;
                if fits { products + readings } else { f64::INFINITY }
            };
            let comb = plan::comb(bits, costs);
            let found = cost(comb.teeth as usize, comb.tables);
            for h in 1..=8 {
                for v in 1..=bits.div_ceil(h) {
                    assert!(found <= cost(h, v) + 1e-9, "{bits} bits: {comb:?}, but {h} × {v}");
                }
            }
            let row = bits.div_ceil(comb.teeth as usize);
            assert!((comb.tables - 1) * row.div_ceil(comb.tables) < row, "a table without a block");
        }
    }
}

#[test]
fn a_repeating_sequence_of_residues_is_kept_once() {
    for (offset, period) in [(0, 1), (0, 6), (3, 4), (17, 2)] {
        let counting = &mut Counting { repeats: Some((offset, period)), ..Default::default() };
        let mut new = |bits| fixed_base::Residues::new(counting, &generator(0), bits).unwrap();
        let least = (offset + period) as usize;
        assert_eq!(new(least - 1).repeats(), None);
        for bits in least..least + 30 {
            assert_eq!(new(bits).repeats(), Some((offset as usize, period as usize)), "{bits}");
        }
        let residues = new(1000);
        assert_eq!(residues.len(), least);
        assert!(!residues.is_empty());
        // Bit i of the exponent needs residue i, or the one that residue i repeats.
        for i in [0_u32, 1, 5, 29, 400, 5000] {
            let power = residues.pow(counting, &Natural::power_of_two(i as usize)).unwrap();
            let index = if i < offset { i } else { offset + (i - offset) % period };
            assert_eq!(power, vec![BigInt::one() << index]);
        }
    }
    assert!(
        fixed_base::Residues::new(&mut Counting::default(), &generator(0), 0).unwrap().is_empty()
    );
}

/// The odd digits of windows that slide from the lowest bit up: (place, value).
fn rising_digits(e: &Natural, width: u32) -> Vec<(usize, usize)> {
    let mut rest = crate::big(e);
    let mut digits = vec![];
    while let Some(low) = rest.trailing_zeros() {
        let value = (&rest >> low) % (BigUint::one() << width);
        rest -= &value << low;
        digits.push((low as usize, value.iter_u32_digits().next().unwrap() as usize));
    }
    digits
}

/// Yao's method for several exponents ("On the evaluation of powers", SIAM J. Comput. 5, 1976), with the product of the
/// buckets by Brickell, Gordon, McCurley and Wilson (EUROCRYPT '92), here over odd digits.
#[test]
fn powers_of_one_base_share_their_squarings() {
    let all = exponents();
    // More exponents than one chain serves, pairs, and exponents by themselves.
    let lists = [&all[..], &all[100..102], &all[180..181], &all[..1], &[]];
    for (list, bytes) in lists.iter().flat_map(|list| [(list, 0), (list, 100_000)]) {
        let costs = Costs { bytes, ..Costs::default() };
        let counting = &mut Counting { costs, ..Default::default() };
        let references: Vec<_> = list.iter().collect();
        let powers = pow::powers(counting, &generator(0), &references);
        let expected = |e: &Natural| if e.is_zero() { vec![] } else { vec![big(e)] };
        assert_eq!(powers, list.iter().map(expected).collect::<Vec<_>>());

        let longest = list.iter().map(|e| e.bits()).max().unwrap_or(0);
        let width = plan::sliding_window(longest / 2);
        let at_once = ((1 << 20) / (bytes << (width - 1)).max(1)).clamp(2, 64);
        let (mut squarings, mut products) = (0, 0);
        for e in list.chunks(at_once) {
            let digits: Vec<_> = e.iter().map(|e| rising_digits(e, width)).collect();
            squarings += digits.iter().flatten().map(|&(low, _)| low).max().unwrap_or(0);
            for digits in digits {
                let used: BTreeSet<_> = digits.iter().map(|&(_, value)| value).collect();
                // Each digit joins a bucket, and each bucket the running product: the first factors are copies. Then
                // the running products down to that of bucket 3 are multiplied, squared, and joined with that of bucket
                // 1.
                products += digits.len() - used.len() + used.len().saturating_sub(1);
                let running = used.last().map_or(0, |last| last / 2);
                products += running;
                squarings += running.min(1);
            }
        }
        assert_eq!((counting.squarings, counting.products), (squarings, products), "{longest}");
    }
}

/// The message of the panic of a computation.
fn refusal<T>(compute: impl FnOnce(&mut Counting) -> T) -> Option<String> {
    let compute = AssertUnwindSafe(|| drop(compute(&mut Counting::default())));
    let message = |panic: Box<dyn Any + Send>| match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast::<&str>().expect("a message").to_string(),
    };
    panic::catch_unwind(compute).err().map(message)
}

#[test]
fn windows_of_no_bits_or_too_many_are_refused_by_every_method() {
    let e = &Natural::from(0x1_2345_u32);
    let (x, y) = (&generator(0), &generator(1));
    let terms = &[(x.clone(), e), (y.clone(), e)];
    let widest = plan::MAX_WINDOW;
    for (bits, allowed) in [(0, false), (2, true), (widest, true), (widest + 2, false)] {
        let expected = (!allowed).then(|| format!("windows of 1 to {widest} bits in all"));
        let (window, rule) = (Some(bits), WindowRule::Minimal);
        for method in [Single::Mary { window }, Single::Sliding { window, rule }] {
            let found = refusal(|counting| methods::pow(method, counting, x, e));
            assert_eq!(found, expected, "{method:?}");
        }
        // Windows of two bases lie side by side, except in Pippenger's method.
        let (window, half) = (bits, bits / 2);
        for method in
            [Multi::Ary { window: half }, Multi::Yll { window: half }, Multi::Pippenger { window }]
        {
            let found = refusal(|counting| methods::multi_pow(method, counting, terms));
            assert_eq!(found, expected, "{method:?}");
        }
    }
}

#[test]
fn combs_that_cannot_be_are_refused() {
    let with_shape = |bits, teeth, tables| {
        let shape = fixed_base::Shape { bits, teeth, tables };
        let comb = fixed_base::Comb::with_shape(&mut Counting::default(), &generator(0), shape);
        comb.err().map(|error| error.field.name)
    };
    for (bits, teeth, tables, field) in [
        (20, 0, 1, "teeth"),
        (20, 9, 1, "teeth"),
        (0, 4, 1, "bits"),
        (fixed_base::MAX_EXPONENT_BITS + 1, 4, 1, "bits"),
        // The bits are allowed: the next field is refused.
        (fixed_base::MAX_EXPONENT_BITS, 4, 0, "tables"),
        (20, 4, 0, "tables"),
        // Three blocks of two bits cover a row of five, two a row of four.
        (20, 4, 4, "tables"),
        (4, 1, 3, "tables"),
        (20, 4, usize::MAX, "tables"),
    ] {
        assert_eq!(with_shape(bits, teeth, tables), Some(field), "{bits} {teeth} {tables}");
    }
    assert_eq!(with_shape(20, 4, 3), None);
}
