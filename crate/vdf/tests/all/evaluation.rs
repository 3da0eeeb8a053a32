//! Evaluations and provers, compared with the definitions in num-bigint.

use crate::{
    common::{for_any, random, small_group, task},
    wrapped::{Hooks, wrapped},
};
use num_bigint::BigUint;
use num_traits::One;
use powmod::{Modulus, Natural};
use powmod_vdf::{
    self as vdf, Claim, Error, Evaluation, Group, Kind, Options, POWMOD_V1, Profile, Prover,
    Scheme, TOKAMAK, Task, challenge,
    checkpoint::{Head, Spacing},
    rounds, verify,
};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    panic, ptr,
};

const ALL_T: [u64; 8] = [1, 2, 3, 5, 7, 1000, 1001, 1024];

fn big(x: &Natural) -> BigUint {
    BigUint::from_bytes_be(&x.to_be_bytes())
}

fn natural(x: &BigUint) -> Natural {
    Natural::from_be_bytes(&x.to_bytes_be())
}

/// x^(2^T) mod N, one squaring after the other.
fn power(group: &Group, x: &Natural, iterations: u64) -> Natural {
    let n = big(group.natural());
    let power = (0..iterations).fold(big(x) % &n, |power, _| &power * &power % &n);
    natural(&power)
}

fn run(evaluation: &mut Evaluation, slice: u64) -> Natural {
    to_end(evaluation, slice).unwrap();
    evaluation.output().unwrap().unwrap()
}

/// Advances to the end. What damage can cost is bounded: each stretch may fail three times, and is longer by the check.
fn to_end(evaluation: &mut Evaluation, slice: u64) -> Result<(), Error> {
    let most = 10 * evaluation.total() + (1 << 18);
    for _ in 0..most.div_ceil(slice) {
        if evaluation.advance(slice)? {
            return Ok(());
        }
    }
    panic!("it runs on after {most} squarings")
}

/// The head and the kept values of a whole evaluation.
fn evaluated(
    group: &Group,
    x: &Natural,
    iterations: u64,
    scheme: Scheme,
    memory: u64,
) -> (Vec<u8>, Vec<u8>) {
    let mut evaluation = Evaluation::new(group, x, iterations, scheme, memory).unwrap();
    run(&mut evaluation, 1 << 20);
    (evaluation.head().unwrap().to_vec(), evaluation.values().unwrap().to_vec())
}

/// The proof, from this number of parts, each of which gets only the values that it needs.
fn proved(group: &Group, task: &Task, head: &[u8], values: &[u8], parts: u32) -> vdf::Proof {
    let width = group.bytes();
    let mut results = Vec::new();
    for part in 0..parts {
        let (from, to) = task.needs(group, head, part, parts).unwrap();
        let slice = values[from as usize * width..to as usize * width].to_vec();
        let [small, large] = [1, 37].map(|steps| {
            let mut prover =
                Prover::new(group, task, head, slice.clone(), from, part, parts).unwrap();
            while !prover.advance(steps).unwrap() {}
            assert_eq!(prover.done(), prover.total(), "{:?}", task.scheme);
            prover.result()
        });
        assert_eq!(small, large);
        results.extend(small);
    }
    task.join(group, head, &results).unwrap()
}

/// The output and the values of a proof (π, or all v), by their definitions.
fn oracle(group: &Group, task: &Task) -> (Natural, Vec<Natural>) {
    let n = group.natural().clone();
    let element = |z: BigUint| task.profile.element(natural(&(z % big(&n))), &n);
    let iterations = task.iterations;
    let x = element(big(&task.input));
    let y = task.profile.element(power(group, &x, iterations), &n);
    let values = match task.scheme {
        Scheme::Wesolowski => {
            let l = big(&challenge(group, task.profile, &x, &y, iterations).unwrap());
            let quotient = (BigUint::one() << iterations) / l;
            vec![element(big(&x).modpow(&quotient, &big(&n)))]
        }
        Scheme::Pietrzak => {
            let delta = task.delta.unwrap_or(task.profile.default_delta());
            let (mut x, mut y, mut left) = (x, y.clone(), iterations);
            let mut values = Vec::new();
            for _ in 0..rounds(iterations, delta) {
                if left % 2 == 1 {
                    y = element(big(&y) * big(&y));
                    left += 1;
                }
                let v = element(big(&power(group, &x, left / 2)));
                let claim = Claim { input: x.clone(), output: y.clone(), iterations: left };
                let r = big(&claim.challenge(group, task.profile, &v));
                x = element(big(&x).modpow(&r, &big(&n)) * big(&v));
                y = element(big(&v).modpow(&r, &big(&n)) * big(&y));
                left /= 2;
                values.push(v);
            }
            values
        }
    };
    (y, values)
}

fn check(group: &Group, task: &Task, head: &[u8], values: &[u8], parts: u32) -> vdf::Proof {
    let (y, expected) = oracle(group, task);
    let proof = proved(group, task, head, values, parts);
    assert_eq!((&proof.output, &proof.values), (&y, &expected), "T = {}", task.iterations);
    let options = Options { max_delta: 20, ..for_any(&proof) };
    assert_eq!(verify(group, &proof, &options), Ok(true));
    proof
}

#[test]
fn evaluations_are_the_power_for_slices_of_any_size() {
    let rng = &mut SmallRng::seed_from_u64(1);
    for bits in [64, 300] {
        let group = &small_group(rng, bits);
        for iterations in ALL_T.into_iter().chain([255, 256, 257, 66_000]) {
            let x = random(rng, 2 * bits + 70);
            let expected = power(group, &x, iterations);
            for (scheme, memory) in [
                (Scheme::Wesolowski, 1 << 16),
                (Scheme::Pietrzak, 1 << 16),
                (Scheme::Wesolowski, 0),
            ] {
                let new = || Evaluation::new(group, &x, iterations, scheme, memory).unwrap();
                for slice in [1, 7, 1000, u64::MAX] {
                    let mut evaluation = new();
                    assert_eq!(run(&mut evaluation, slice), expected, "T = {iterations}");
                    assert_eq!((evaluation.done(), evaluation.total()), (iterations, iterations));
                }
                // The kept values are powers of x, and fit the memory.
                let mut evaluation = new();
                if iterations >= 1000 {
                    // Before the first check, an evaluation does no more squarings than it may.
                    for done in [7, 14, 500, 900] {
                        evaluation.advance(done - evaluation.done()).unwrap();
                        assert_eq!(evaluation.done(), done);
                    }
                }
                run(&mut evaluation, u64::MAX);
                let values = evaluation.values().unwrap();
                assert!(values.len() <= group.bytes().max(memory as usize));
                assert_eq!(values, kept_values(group, &x, &evaluation));
            }
        }
    }
}

#[test]
fn positions_rise_and_are_found_again() {
    for iterations in ALL_T.into_iter().chain([12_345, 65_535, 65_536, 65_537]) {
        let even = [1, 3, iterations].map(Spacing::Even);
        let depths = (0..10).filter(|&depth| depth == 0 || iterations >> depth >= 64);
        for spacing in even.into_iter().chain(depths.map(Spacing::Halvings)) {
            let count = spacing.count(iterations);
            let mut positions: Vec<u64> =
                (0..count).map(|i| spacing.position(i, iterations)).collect();
            assert_eq!(positions[0], 0);
            if count > 1 {
                assert_eq!(spacing.typical(iterations), positions[1]);
            }
            positions.push(iterations);
            assert!(positions.is_sorted_by(|a, b| a < b), "{spacing:?} of {iterations}");
            for at in 0..=iterations.min(3000) {
                let reached = positions[..count as usize].iter().filter(|&&p| p <= at).count();
                assert_eq!(spacing.reached(at, iterations), reached as u64);
            }
        }
    }
}

#[test]
fn spacings_that_no_checkpoint_has_panic() {
    use Spacing::{Even, Halvings};
    let none = [(Even(0), 5), (Even(1), 0), (Halvings(0), 0)];
    let deep = [(1, 127), (4, 1000), (10, 1 << 15), (63, u64::MAX), (64, u64::MAX), (65, 1 << 40)];
    let deep = deep.map(|(depth, iterations)| (Halvings(depth), iterations));
    for (spacing, iterations) in none.into_iter().chain(deep) {
        let [input, value] = [1_u32, 1].map(Natural::from);
        let head = Head { input, iterations, index: 0, value, spacing, values_hash: [0; 32] };
        for attempt in 0..5 {
            let panic = panic::catch_unwind(|| match attempt {
                0 => spacing.count(iterations),
                1 => spacing.reached(0, iterations),
                2 => spacing.position(0, iterations),
                3 => spacing.typical(iterations),
                _ => head.kept(),
            });
            let message = *panic.unwrap_err().downcast::<&str>().unwrap();
            assert_eq!(
                message, "a spacing that fits the iterations",
                "{spacing:?} of {iterations}"
            );
        }
    }
}

/// A thread that asks gets no block of a megabyte.
struct Scarce;

#[global_allocator]
static SCARCE: Scarce = Scarce;

thread_local! {
    static IS_SCARCE: Cell<bool> = const { Cell::new(false) };
}

// SAFETY: blocks are of the system's allocator.
unsafe impl GlobalAlloc for Scarce {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if IS_SCARCE.get() && layout.size() >= 1 << 20 {
            return ptr::null_mut();
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }
}

#[test]
fn memory_that_the_machine_does_not_have_is_refused() {
    let group = &small_group(&mut SmallRng::seed_from_u64(41), 64);
    for scheme in [Scheme::Wesolowski, Scheme::Pietrzak] {
        let new = || Evaluation::new(group, &3_u32.into(), (1 << 53) - 1, scheme, 1 << 24);
        let saved = new().unwrap().save().unwrap();
        IS_SCARCE.set(true);
        let refused = [new().err(), Evaluation::resume(group, saved).err()];
        IS_SCARCE.set(false);
        for error in refused {
            let error = error.expect("no memory");
            assert_eq!((error.kind, error.field.name), (Kind::Argument, "memory"));
        }
    }
}

#[test]
fn proofs_are_those_of_the_definition_for_any_kept_values() {
    let rng = &mut SmallRng::seed_from_u64(2);
    // The challenge l has 256 bits: the quotient 2^T / l is 0 for T < 256, and long only for a larger T than ALL_T has.
    let group = &mut small_group(rng, 128);
    for iterations in ALL_T.into_iter().chain([255, 256, 257, 4097]) {
        let x = random(rng, 250);
        for spaced_for in [Scheme::Wesolowski, Scheme::Pietrzak] {
            for kept in [0, 100, 2000, 1 << 20] {
                let (head, values) = evaluated(group, &x, iterations, spaced_for, kept);
                for memory in [0, 2000, 1 << 26] {
                    let task = task(Scheme::Wesolowski, &x, iterations, memory);
                    for of in [1, 2, 5] {
                        check(group, &task, &head, &values, of);
                    }
                    let task = Task { scheme: Scheme::Pietrzak, delta: Some(1), ..task };
                    check(group, &task, &head, &values, 1);
                }
            }
        }
    }
}

#[test]
fn proofs_are_those_of_the_definition_with_several_passes() {
    let rng = &mut SmallRng::seed_from_u64(9);
    let group = &mut small_group(rng, 128);
    let (input, iterations) = (random(rng, 250), 20_001);
    // Three blocks of 6667 bits. The least memory holds 2048 places of four buckets.
    let (head, values) = evaluated(group, &input, iterations, Scheme::Wesolowski, 100);
    assert_eq!(values.len(), 3 * group.bytes());
    let task = task(Scheme::Wesolowski, &input, iterations, 0);
    for of in [1, 2] {
        check(group, &task, &head, &values, of);
    }
}

#[test]
fn missing_values_are_computed_in_steps_of_the_given_size() {
    let rng = &mut SmallRng::seed_from_u64(8);
    let group = &mut small_group(rng, 128);
    let (input, iterations) = (random(rng, 250), 4097);
    let (head, values) = evaluated(group, &input, iterations, Scheme::Pietrzak, 0);
    let task = task(Scheme::Wesolowski, &input, iterations, 2000);
    let mut prover = Prover::new(group, &task, &head, values, 0, 0, 1).unwrap();
    for done in [37, 74, 174, 1000] {
        assert_eq!(prover.advance(done - prover.done()), Ok(false));
        assert_eq!(prover.done(), done);
    }
    while !prover.advance(1000).unwrap() {}
    assert_eq!(prover.done(), prover.total());
}

#[test]
fn pietrzak_proves_for_every_delta() {
    let rng = &mut SmallRng::seed_from_u64(3);
    let group = &mut small_group(rng, 100);
    for profile in [&POWMOD_V1 as &dyn Profile, &TOKAMAK] {
        for iterations in ALL_T.into_iter().chain([65_536, 70_001]) {
            if !profile.takes_any_iterations() && !iterations.is_power_of_two() {
                continue;
            }
            let x = random(rng, 190);
            let scheme = Scheme::Pietrzak;
            let (head, values) = evaluated(group, &x, iterations, scheme, 1 << 16);
            for delta in (0..=20).map(Some).chain([None]) {
                let task = Task { profile, delta, ..task(scheme, &x, iterations, 1 << 16) };
                // The definition is slow for long T, so test only some.
                if iterations < 65_536 || delta.is_none_or(|delta| delta % 8 == 0) {
                    check(group, &task, &head, &values, 1);
                }
            }
        }
    }
}

#[test]
fn a_resumed_evaluation_ends_alike() {
    let rng = &mut SmallRng::seed_from_u64(4);
    let group = &small_group(rng, 100);
    let (x, iterations) = (random(rng, 190), 200_000);
    for scheme in [Scheme::Wesolowski, Scheme::Pietrzak] {
        let new = || Evaluation::new(group, &x, iterations, scheme, 1 << 14).unwrap();
        let mut whole = new();
        let output = run(&mut whole, 1 << 20);
        assert_eq!(output, power(group, &x, iterations));
        let end = whole.save().unwrap();

        let mut evaluation = new();
        let mut values = Vec::new();
        while !evaluation.advance(rng.random_range(1..9000)).unwrap() {
            let done = evaluation.done();
            let saved = evaluation.save().unwrap();
            // The values that were kept before are the first ones now.
            let kept = evaluation.values().unwrap();
            assert_eq!(values, kept[..values.len()]);
            values = kept.to_vec();
            let reached = Head::read(group, &saved).unwrap().index;
            assert!((done..=done + 256).contains(&reached) && evaluation.reached() == Ok(reached));
            evaluation = Evaluation::resume(group, saved).unwrap();
            assert_eq!(evaluation.done(), reached);
        }
        assert_eq!(evaluation.output().unwrap(), Some(output));
        assert_eq!(evaluation.save().unwrap(), end);
        let mut resumed = Evaluation::resume(group, end).unwrap();
        assert_eq!(resumed.advance(0), Ok(true));
    }
}

#[test]
fn damaged_checkpoints_and_those_of_other_evaluations_are_refused() {
    let rng = &mut SmallRng::seed_from_u64(5);
    let (group, other) = (&small_group(rng, 100), &small_group(rng, 100));
    let (x, iterations) = (random(rng, 190), 70_000);
    let mut evaluation =
        Evaluation::new(group, &x, iterations, Scheme::Wesolowski, 1 << 12).unwrap();
    evaluation.advance(67_000).unwrap();
    let saved = evaluation.save().unwrap();
    let refused = |group: &Group, x: &Natural, iterations, bytes: &[u8]| {
        let error = Evaluation::resume(group, bytes.to_vec())
            .and_then(|_| Head::read(group, bytes)?.require_input(group, x, iterations))
            .err()?;
        assert_eq!(error.kind, Kind::Checkpoint);
        Some(error.field.name)
    };
    assert_eq!(refused(group, &x, iterations, &saved), None);
    assert_eq!(refused(group, &(&x + group.natural()), iterations, &saved), None);
    assert_eq!(refused(other, &x, iterations, &saved), Some("modulus"));
    assert_eq!(refused(group, &random(rng, 99), iterations, &saved), Some("input"));
    assert_eq!(refused(group, &x, iterations + 1, &saved), Some("iterations"));
    for _ in 0..2000 {
        let mut bytes = saved.clone();
        let bit = rng.random_range(0..8 * bytes.len());
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(refused(group, &x, iterations, &bytes).is_some(), "bit {bit}");
    }
    for length in (0..saved.len()).step_by(17).chain([saved.len() - 1]) {
        assert!(refused(group, &x, iterations, &saved[..length]).is_some(), "{length} bytes");
    }
    assert_eq!(refused(group, &x, iterations, &[&saved[..], &[0; 25]].concat()), Some("length"));

    // These heads have the right hash, and wrong fields.
    let head = Head::open(group, evaluation.head().unwrap()).unwrap();
    let values = evaluation.values().unwrap();
    let crafted = |change: &dyn Fn(&mut Head)| {
        let mut head = head.clone();
        change(&mut head);
        refused(group, &x, iterations, &[&head.seal(group)[..], values].concat())
    };
    assert_eq!(crafted(&|_| ()), None);
    assert_eq!(crafted(&|head| head.iterations = 0), Some("iterations"));
    assert_eq!(crafted(&|head| head.iterations = 1 << 53), Some("iterations"));
    assert_eq!(crafted(&|head| head.index = iterations + 1), Some("index"));
    assert_eq!(crafted(&|head| head.index -= 20_000), Some("length"));
    assert_eq!(crafted(&|head| head.value = Natural::default()), Some("output"));
    assert_eq!(crafted(&|head| head.value = group.natural().clone()), Some("output"));
    assert_eq!(crafted(&|head| head.input = group.natural().clone()), Some("input"));
    assert_eq!(crafted(&|head| head.spacing = Spacing::Even(0)), Some("spacing"));
    for depth in [11, 63, 64, 65] {
        assert_eq!(crafted(&|head| head.spacing = Spacing::Halvings(depth)), Some("spacing"));
    }
    let greedy = |head: &mut Head| {
        (head.iterations, head.spacing) = (1 << 50, Spacing::Even(1));
    };
    assert_eq!(crafted(&greedy), Some("spacing"));
    assert_eq!(crafted(&|head| head.values_hash[3] ^= 1), Some("hash"));

    let new = |x: &Natural, iterations| {
        let error = Evaluation::new(group, x, iterations, Scheme::Pietrzak, 0).err()?;
        assert_eq!(error.kind, Kind::Argument);
        Some(error.field.name)
    };
    assert_eq!(new(&Natural::default(), 5), Some("input"));
    assert_eq!(new(group.natural(), 5), Some("input"));
    assert_eq!(new(&x, 0), Some("iterations"));
    assert_eq!(new(&x, 1 << 53), Some("iterations"));
}

/// The kept values of a whole evaluation, by squaring.
fn kept_values(group: &Group, x: &Natural, evaluation: &Evaluation) -> Vec<u8> {
    let head = Head::open(group, evaluation.head().unwrap()).unwrap();
    let (mut at, mut number, mut bytes) = (0, power(group, x, 0), Vec::new());
    for i in 0..head.kept() {
        let position = head.spacing.position(i, head.iterations);
        number = power(group, &number, position - at);
        at = position;
        bytes.extend(number.to_be_bytes_padded(group.bytes()).unwrap());
    }
    bytes
}

#[test]
fn a_damaged_field_of_a_running_state_is_mended_or_refused() {
    let rng = &mut SmallRng::seed_from_u64(6);
    let (mut mended, mut refused) = (0, 0);
    for descriptor in powmod::kernel::ALL {
        let n = small_group(rng, 100).natural().clone();
        let group = &Group::new(Modulus::with_kernel(&n, *descriptor).unwrap()).unwrap();
        let (x, iterations) = (random(rng, 190), 2000);
        let expected = power(group, &x, iterations);
        for what in 0..10 * Evaluation::DAMAGES {
            let mut evaluation =
                Evaluation::new(group, &x, iterations, Scheme::Wesolowski, 1 << 12).unwrap();
            evaluation.advance(rng.random_range(1..iterations)).unwrap();
            let before = [evaluation.head().unwrap(), evaluation.values().unwrap()].concat();
            evaluation.damage(what, rng.random_range(0..1 << 20));
            let saves = (what / Evaluation::DAMAGES).is_multiple_of(2);
            let outcome = (|| {
                if saves {
                    evaluation.save()?;
                }
                to_end(&mut evaluation, 500)?;
                Ok::<_, Error>((evaluation.output()?.expect("done"), evaluation.save()?))
            })();
            match outcome {
                Ok((output, saved)) => {
                    assert_eq!(output, expected, "{}, {what}", descriptor.name);
                    // Damage to a value of the last checked point is found when the checkpoint is resumed.
                    match Evaluation::resume(group, saved) {
                        Ok(resumed) => {
                            let values = kept_values(group, &x, &resumed);
                            assert_eq!(
                                resumed.values().unwrap(),
                                values,
                                "{}, {what}",
                                descriptor.name
                            );
                            mended += 1;
                        }
                        Err(error) => {
                            assert!(["hash", "values"].contains(&error.field.name));
                            assert_eq!(what % Evaluation::DAMAGES, 6);
                            refused += 1;
                        }
                    }
                }
                Err(error) => {
                    assert_eq!(error.kind, Kind::Fault);
                    // All else is computed again from the head.
                    assert_eq!(what % Evaluation::DAMAGES, 7, "{}: {error}", descriptor.name);
                    refused += 1;
                }
            }
            let mut resumed = Evaluation::resume(group, before).unwrap();
            assert_eq!(run(&mut resumed, 1 << 20), expected);
        }
    }
    assert!(mended > 200 && refused > 20, "{mended} mended, {refused} refused");
}

#[test]
fn a_zero_makes_no_equation_true() {
    let rng = &mut SmallRng::seed_from_u64(10);
    let group = &small_group(rng, 100);
    let x = random(rng, 190);
    const VALUE: u64 = 9;
    const ZERO_VALUE: u64 = 11;
    const ZERO_PRODUCT: u64 = 12;
    for faults in [&[ZERO_PRODUCT, VALUE][..], &[ZERO_VALUE], &[ZERO_VALUE, ZERO_PRODUCT]] {
        let mut evaluation = Evaluation::new(group, &x, 1000, Scheme::Wesolowski, 1 << 12).unwrap();
        evaluation.advance(500).unwrap();
        faults.iter().for_each(|&what| evaluation.damage(what, 3));
        assert_eq!(run(&mut evaluation, 100), power(group, &x, 1000), "{faults:?}");
    }
}

thread_local! {
    /// The conversions left until one goes wrong, and whether all go wrong from then on.
    static FAULT: Cell<(usize, bool)> = const { Cell::new((usize::MAX, false)) };
    /// The lowest limb of numbers whose conversion to the radix always goes wrong.
    static WRONG: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Whether the conversion that is made now goes wrong.
fn is_faulty() -> bool {
    let (left, stays) = FAULT.get();
    let next = if left == 0 && stays { 0 } else { left.wrapping_sub(1) };
    FAULT.set((next, stays));
    left == 0
}

/// Faults in the conversions to the radix and back.
struct Faulty;

impl Hooks for Faulty {
    fn encode(limb: u32) -> u32 {
        limb ^ u32::from(is_faulty() || WRONG.get() == Some(limb))
    }
    fn decode(limb: u32) -> u32 {
        limb ^ u32::from(is_faulty())
    }
}

#[test]
fn a_fault_in_any_conversion_is_mended_or_refused() {
    let rng = &mut SmallRng::seed_from_u64(11);
    let n = small_group(rng, 100).natural().clone();
    let modulus = Modulus::with_kernel(&n, wrapped::<Faulty>(n.bits())).unwrap();
    let group = &Group::new(modulus).unwrap();
    let (x, iterations) = (random(rng, 190), 1000);
    let expected = power(group, &x, iterations);
    let evaluate = |fault: (usize, bool)| {
        FAULT.set(fault);
        let mut evaluation = Evaluation::new(group, &x, iterations, Scheme::Wesolowski, 200)?;
        to_end(&mut evaluation, 500)?;
        let output = evaluation.output()?;
        let left = FAULT.replace((usize::MAX, false)).0;
        assert_eq!(output.as_ref(), Some(&expected), "{fault:?}");
        assert_eq!(evaluation.values()?, kept_values(group, &x, &evaluation), "{fault:?}");
        Ok::<_, Error>(usize::MAX - left)
    };
    let conversions = evaluate((usize::MAX, false)).unwrap();
    assert!(conversions > 20, "{conversions}");
    for at in 0..conversions {
        evaluate((at, false)).unwrap();
        if let Err(error) = evaluate((at, true)) {
            assert_eq!(error.kind, Kind::Fault, "{at}: {error}");
        }
    }
    // The first number that is converted is x, and the same fault in each attempt makes no wrong x^(2^T) consistent.
    WRONG.set(Some(x.limbs()[0]));
    let outcome = evaluate((usize::MAX, false));
    WRONG.set(None);
    assert_eq!(outcome.map_err(|error| error.kind), Err(Kind::Fault));
}

#[test]
fn an_evaluation_gives_up_after_three_failures() {
    let rng = &mut SmallRng::seed_from_u64(9);
    let group = &small_group(rng, 100);
    const VALUE: u64 = 9;
    for faults in 1..=3 {
        let x = random(rng, 190);
        let mut evaluation = Evaluation::new(group, &x, 64, Scheme::Wesolowski, 1 << 12).unwrap();
        let mut outcome = Ok(false);
        for bit in 0..faults {
            assert_eq!(evaluation.advance(32), Ok(false));
            evaluation.damage(VALUE, bit);
            // Advance to the check, and no further.
            outcome = evaluation.advance(32);
        }
        if faults < 3 {
            assert_eq!((outcome, evaluation.done()), (Ok(false), 0));
            assert_eq!(run(&mut evaluation, 32), power(group, &x, 64));
        } else {
            let reason = "the same squarings failed their check repeatedly";
            assert_eq!(outcome, Err(Error::new(Kind::Fault, "evaluation", reason)));
        }
    }
    // A check that passes ends a count of failures: each stretch may fail twice.
    let (x, iterations) = (random(rng, 190), 1000);
    let mut evaluation =
        Evaluation::new(group, &x, iterations, Scheme::Wesolowski, 1 << 12).unwrap();
    let mut stretches = 0;
    while evaluation.reached().unwrap() < iterations {
        let begin = evaluation.reached().unwrap();
        for bit in 0..2 {
            evaluation.advance(1).unwrap();
            evaluation.damage(VALUE, bit);
            while evaluation.done() > begin {
                evaluation.advance(1).unwrap();
            }
        }
        while evaluation.reached() == Ok(begin) {
            evaluation.advance(1).unwrap();
        }
        stretches += 1;
    }
    assert!(stretches >= 2, "{stretches}");
    assert_eq!(evaluation.output(), Ok(Some(power(group, &x, iterations))));
}

/// The count of squarings and the end of the stretch with the same bit flipped agree, so the squarings end elsewhere.
#[test]
fn counts_that_agree_and_are_wrong_are_found() {
    const INDEX: u64 = 0;
    const END: u64 = 13;
    let rng = &mut SmallRng::seed_from_u64(13);
    let group = &small_group(rng, 100);
    let x = random(rng, 190);
    // Blocks of 31, and of 32, of which a bit is a multiple.
    for iterations in [1000, 1024] {
        let expected = power(group, &x, iterations);
        for begin in [1, 500, 900] {
            for bit in 0..64 {
                let mut evaluation =
                    Evaluation::new(group, &x, iterations, Scheme::Wesolowski, 0).unwrap();
                evaluation.advance(begin).unwrap();
                evaluation.damage(INDEX, bit);
                evaluation.damage(END, bit);
                assert_eq!(run(&mut evaluation, 1000), expected, "bit {bit} after {begin}");
            }
        }
    }
}

#[test]
fn a_forged_checkpoint_is_resumed_and_never_becomes_a_proof() {
    let group = &small_group(&mut SmallRng::seed_from_u64(12), 100);
    let (x, iterations) = (Natural::from(3_u32), 1000);
    for scheme in [Scheme::Wesolowski, Scheme::Pietrzak] {
        let (head, values) = evaluated(group, &x, iterations, scheme, 1 << 12);
        let mut head = Head::open(group, &head).unwrap();
        head.value = 5_u32.into();
        let (head, task) = (head.seal(group), task(scheme, &x, iterations, 1 << 20));
        let forged = [&head[..], &values].concat();
        let resumed = Evaluation::resume(group, forged).unwrap();
        assert_eq!(resumed.output(), Ok(Some(5_u32.into())));
        let made = (|| {
            let mut prover = Prover::new(group, &task, &head, values, 0, 0, 1)?;
            while !prover.advance(1000)? {}
            task.join(group, &head, &prover.result())
        })();
        assert_eq!(made.err().map(|error| error.kind), Some(Kind::Fault));
    }
}
