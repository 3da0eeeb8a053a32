//! The form that a verifier requires of a proof, on both sides of each bound; the checks of tasks and
//! of moduli.

use crate::common::{for_any, prime, small_group, task};
use num_traits::{One, Zero};
use powmod::{
    Field, Modulus, Natural, kernel, primality::is_probable_prime,
    testing::is_strong_probable_prime_to_2,
};
use powmod_vdf::{
    self as vdf, Claim, Encoded, Error, Evaluation, Group, Kind, MAX_BITS, MAX_DELTA,
    MAX_ITERATIONS, MIN_BITS, Options, POWMOD_V1, Profile, Proof, Prover, Scheme, TOKAMAK, Task,
    rounds, verify,
};
use rand::{SeedableRng, rngs::SmallRng};

fn prove(
    group: &Group,
    scheme: Scheme,
    profile: &'static dyn Profile,
    iterations: u64,
    delta: Option<u32>,
) -> Proof {
    let task = task(scheme, &12_345_u32.into(), iterations, 1 << 16);
    vdf::prove(group, &Task { profile, delta, ..task }).unwrap()
}

/// The field at fault, if the proof is malformed.
fn malformed(answer: Result<bool, Error>) -> Option<Field> {
    let error = answer.err()?;
    assert_eq!(error.kind, Kind::Proof);
    Some(error.field)
}

fn with(proof: &Proof, change: impl Fn(&mut Proof)) -> Proof {
    let mut proof = proof.clone();
    change(&mut proof);
    proof
}

fn schemes(group: &Group) -> [Proof; 3] {
    [
        prove(group, Scheme::Wesolowski, &POWMOD_V1, 300, None),
        prove(group, Scheme::Pietrzak, &POWMOD_V1, 300, Some(3)),
        prove(group, Scheme::Pietrzak, &TOKAMAK, 256, Some(3)),
    ]
}

#[test]
fn elements_are_accepted_up_to_their_bounds() {
    let group = &mut small_group(&mut SmallRng::seed_from_u64(1), 64);
    let n = group.natural().clone();
    let half = &n >> 1;
    let below = n.checked_sub(&Natural::one()).unwrap();
    for proof in schemes(group) {
        let largest = if proof.profile.name() == "tokamak" { &below } else { &half };
        let values = proof.values.len();
        let verify = |group: &Group, proof: Proof| verify(group, &proof, &for_any(&proof));
        assert_eq!(verify(group, proof.clone()), Ok(true));
        for i in 0..2 + values {
            let put = |z: &Natural| {
                with(&proof, |proof| match i {
                    0 => proof.input = z.clone(),
                    1 => proof.output = z.clone(),
                    i => proof.values[i - 2] = z.clone(),
                })
            };
            let field = match (i, proof.scheme) {
                (0, _) => "input".into(),
                (1, _) => "output".into(),
                (_, Scheme::Wesolowski) => "values".into(),
                (i, Scheme::Pietrzak) => Field::entry("values", i - 2),
            };
            for z in [Natural::zero(), largest + &Natural::one(), n.clone()] {
                assert_eq!(malformed(verify(group, put(&z))), Some(field), "{z:?} as {field}");
            }
            for z in [Natural::one(), largest.clone()] {
                assert_eq!(verify(group, put(&z)), Ok(false), "{z:?} as {field}");
            }
        }
    }
}

#[test]
fn iterations_are_from_1_to_the_most_that_is_counted_exactly() {
    let group = &mut small_group(&mut SmallRng::seed_from_u64(2), 64);
    for proof in schemes(group) {
        let verify = |iterations, values| {
            let mut changed = with(&proof, |proof| proof.iterations = iterations);
            changed.values.resize(values, proof.values[0].clone());
            verify(group, &changed, &for_any(&changed))
        };
        // The right number of values, so that only T is out of range.
        let tokamak = proof.profile.name() == "tokamak";
        let (most, values) = match proof.scheme {
            Scheme::Wesolowski => (MAX_ITERATIONS, 1),
            Scheme::Pietrzak if tokamak => (1 << 52, 49),
            Scheme::Pietrzak => (MAX_ITERATIONS, 50),
        };
        assert_eq!(verify(most, values), Ok(false));
        for iterations in [0, MAX_ITERATIONS + 1, u64::MAX] {
            assert_eq!(malformed(verify(iterations, values)), Some("iterations".into()));
        }
        assert_eq!(
            malformed(verify(257, 6)),
            match (proof.scheme, tokamak) {
                (Scheme::Wesolowski, _) => Some("values".into()),
                (_, true) => Some("iterations".into()),
                _ => None,
            }
        );
    }
}

#[test]
fn counts_of_values_and_deltas() {
    let group = &mut small_group(&mut SmallRng::seed_from_u64(3), 64);
    let [one, several, tokamak] = schemes(group);
    let options = Options { allow_weak_modulus: true, ..Options::default() };
    let none = with(&one, |proof| proof.values.clear());
    let two = with(&one, |proof| proof.values.push(Natural::one()));
    for proof in [none, two] {
        assert_eq!(malformed(verify(group, &proof, &options)), Some("values".into()));
    }
    let delta = with(&one, |proof| proof.delta = Some(3));
    assert_eq!(malformed(verify(group, &delta, &options)), Some("delta".into()));
    let profile = with(&one, |proof| {
        proof.profile = &TOKAMAK;
        proof.iterations = 256;
    });
    let own =
        Options { prime: Some(prime(&mut SmallRng::seed_from_u64(4), 128)), ..options.clone() };
    for options in [&options, &own] {
        assert_eq!(malformed(verify(group, &profile, options)), Some("profile".into()));
    }

    for proof in [&several, &tokamak] {
        let options = for_any(proof);
        let fewer = with(proof, |proof| drop(proof.values.pop()));
        let more = with(proof, |proof| proof.values.push(Natural::one()));
        for proof in [fewer, more] {
            assert_eq!(malformed(verify(group, &proof, &options)), Some("values".into()));
        }
        let own = Some(prime(&mut SmallRng::seed_from_u64(4), 128));
        let prime = Options { prime: own, ..options.clone() };
        assert_eq!(malformed(verify(group, proof, &prime)), Some("scheme".into()));
        for (max_delta, expected) in [(2, Some("delta".into())), (3, None), (4, None)] {
            let options = Options { max_delta, ..options.clone() };
            assert_eq!(malformed(verify(group, proof, &options)), expected);
        }
        for (delta, expected) in [(20, None), (21, Some("delta".into()))] {
            let proof = with(proof, |proof| {
                proof.delta = Some(delta);
                proof.values.clear();
            });
            let options = Options { max_delta: 30, ..options.clone() };
            assert_eq!(malformed(verify(group, &proof, &options)), expected);
        }
    }
    // A proof without δ has the default of its profile.
    let missing = with(&several, |proof| proof.delta = None);
    assert_eq!(malformed(verify(group, &missing, &options)), Some("values".into()));
    let missing = with(&several, |proof| {
        proof.delta = None;
        proof.values.clear();
    });
    assert_eq!(verify(group, &missing, &options), Ok(true));
}

#[test]
fn the_halvings_leave_two_to_the_delta_squarings() {
    for iterations in (1..70).chain([1 << 52, MAX_ITERATIONS]) {
        for delta in 0..20 {
            let mut left = iterations;
            let mut halvings = 0;
            while left > 1 << delta {
                left = left.div_ceil(2);
                halvings += 1;
            }
            assert_eq!(rounds(iterations, delta), halvings, "T = {iterations}, δ = {delta}");
        }
    }
}

#[test]
fn elements_have_the_width_of_the_modulus() {
    let group = &mut small_group(&mut SmallRng::seed_from_u64(6), 64);
    let width = group.bytes();
    let proof = prove(group, Scheme::Pietrzak, &POWMOD_V1, 300, Some(3));
    let bytes = |z: &Natural| z.to_be_bytes_padded(width).unwrap();
    let (input, output) = (bytes(&proof.input), bytes(&proof.output));
    let values: Vec<u8> = proof.values.iter().flat_map(bytes).collect();
    let encoded = || Encoded {
        scheme: Scheme::Pietrzak,
        profile: &POWMOD_V1,
        input: &input,
        output: &output,
        iterations: 300,
        values: &values,
        delta: Some(3),
    };
    let decoded = encoded().decode(group.natural()).unwrap();
    assert_eq!(verify(group, &decoded, &for_any(&decoded)), Ok(true));
    let field = |encoded: Encoded<'_>| {
        let error = encoded.decode(group.natural()).err()?;
        assert_eq!(error.kind, Kind::Proof);
        Some(error.field.name)
    };
    let long = [&[0], &input[..]].concat();
    for other in [&input[1..], &long, &[]] {
        assert_eq!(field(Encoded { input: other, ..encoded() }), Some("input"));
        assert_eq!(field(Encoded { output: other, ..encoded() }), Some("output"));
    }
    for other in [&values[1..], &input[1..], &long] {
        assert_eq!(field(Encoded { values: other, ..encoded() }), Some("values"));
    }
    assert_eq!(field(Encoded { values: &[], ..encoded() }), None);
    let nothing = encoded().decode(&Natural::zero()).err();
    assert_eq!(nothing, Some(Error::new(Kind::Proof, "modulus", "must be positive")));
}

/// A proof is true of what it says itself.
#[test]
fn a_task_tells_its_proof_from_others() {
    let group = Group::rsa_2048();
    let input = Natural::from(7_u32);
    for scheme in [Scheme::Wesolowski, Scheme::Pietrzak] {
        let asked = task(scheme, &input, 64, 1 << 16);
        let proof = vdf::prove(&group, &asked).unwrap();
        assert!(asked.is_task_of(&group, &proof));
        // The element of −x is that of x.
        let negative = Task { input: group.natural() - &input, ..asked.clone() };
        assert!(negative.is_task_of(&group, &proof));
        let other = [
            Task { input: Natural::from(8_u32), ..asked.clone() },
            Task { iterations: 65, ..asked.clone() },
            Task { profile: &TOKAMAK, ..asked.clone() },
            Task { scheme: Scheme::Pietrzak, delta: Some(3), ..asked.clone() },
        ];
        for task in other {
            assert!(!task.is_task_of(&group, &proof), "{task:?}");
        }
        // What a prover may send who has done one squaring.
        let short = vdf::prove(&group, &Task { iterations: 1, ..asked.clone() }).unwrap();
        assert_eq!(verify(&group, &short, &Options::default()), Ok(true));
        assert!(!asked.is_task_of(&group, &short));
    }
}

#[test]
fn tasks_without_a_proof_are_refused() {
    let group = &mut small_group(&mut SmallRng::seed_from_u64(8), 64);
    let n = group.natural().clone();
    let good = Task { delta: Some(20), ..task(Scheme::Pietrzak, &2_u32.into(), 65, 0) };
    let refused = |change: &dyn Fn(&mut Task)| {
        let mut task = good.clone();
        change(&mut task);
        let error = task.check(group).err()?;
        assert_eq!(error.kind, Kind::Argument);
        Some(error.field.name)
    };
    assert_eq!(refused(&|_| ()), None);
    assert_eq!(refused(&|task| task.delta = None), None);
    assert_eq!(refused(&|task| task.delta = Some(MAX_DELTA)), None);
    assert_eq!(refused(&|task| task.delta = Some(MAX_DELTA + 1)), Some("delta"));
    let deep = Task { delta: Some(MAX_DELTA + 1), ..good.clone() }.check(group).unwrap_err();
    assert_eq!(deep.reason, format!("must be at most {MAX_DELTA}"));
    assert_eq!(refused(&|task| task.iterations = 0), Some("iterations"));
    assert_eq!(refused(&|task| task.iterations = MAX_ITERATIONS), None);
    assert_eq!(refused(&|task| task.iterations = MAX_ITERATIONS + 1), Some("iterations"));
    assert_eq!(refused(&|task| task.input = n.clone()), Some("input"));
    assert_eq!(refused(&|task| task.input = &n + &1_u32.into()), None);

    assert_eq!(refused(&|task| task.profile = &TOKAMAK), Some("iterations"));
    assert_eq!(refused(&|task| (task.profile, task.iterations) = (&TOKAMAK, 64)), None);

    let wesolowski = |task: &mut Task| (task.scheme, task.delta) = (Scheme::Wesolowski, None);
    assert_eq!(refused(&wesolowski), None);
    assert_eq!(refused(&|task| task.scheme = Scheme::Wesolowski), Some("delta"));
    let of_tokamak = |task: &mut Task| {
        wesolowski(task);
        (task.profile, task.iterations) = (&TOKAMAK, 64);
    };
    assert_eq!(refused(&of_tokamak), Some("profile"));

    assert_eq!(refused(&|task| task.challenge = Some(n.clone())), Some("challenge"));
    let challenge = |l: &Natural| {
        refused(&|task| {
            wesolowski(task);
            task.challenge = Some(l.clone());
        })
    };
    let from_top = |bits, less: u32| Natural::power_of_two(bits).checked_sub(&less.into()).unwrap();
    for l in [from_top(127, 1), from_top(128, 157), from_top(128, 160), n] {
        assert_eq!(challenge(&l), Some("challenge"));
    }
    for l in [from_top(128, 159), from_top(521, 1), from_top(1024, 105)] {
        assert_eq!(challenge(&l), None);
        let mut task = good.clone();
        wesolowski(&mut task);
        (task.iterations, task.challenge) = (3000, Some(l.clone()));
        let proof = vdf::prove(group, &task).unwrap();
        let by = |prime| vdf::verify(group, &proof, &Options { prime, ..for_any(&proof) });
        assert_eq!([by(Some(l)), by(None)], [Ok(true), Ok(false)]);
    }
}

#[test]
fn bad_arguments_are_named() {
    let group = &small_group(&mut SmallRng::seed_from_u64(9), 64);
    let n = group.natural().clone();
    let named = |error: Option<Error>, name| {
        let error = error.unwrap_or_else(|| panic!("{name} is taken"));
        assert_eq!((error.kind, error.field.name), (Kind::Argument, name));
    };
    let [one, ..] = schemes(group);
    let short = Natural::power_of_two(127).checked_sub(&Natural::one()).unwrap();
    for prime in [Natural::zero(), Natural::one(), short] {
        let options = &Options { prime: Some(prime), ..for_any(&one) };
        named(vdf::check_form(&n, &one, options).err(), "prime");
        named(vdf::verify(group, &one, options).err(), "prime");
    }
    // A number that needs no more bytes than N may be above it.
    let widest = Natural::power_of_two(8 * group.bytes()) - 1_u32;
    for (input, output, fits) in [
        (&widest, &widest, true),
        (&(&widest + 1_u32), &Natural::one(), false),
        (&Natural::one(), &(&widest + 1_u32), false),
    ] {
        let challenge = vdf::challenge(group, &vdf::POWMOD_V1, input, output, 1);
        assert_eq!(challenge.is_some(), fits);
    }
    for profile in vdf::PROFILES {
        let element = |z: &Natural, n: &Natural| profile.element(z.clone(), n);
        assert_eq!(element(&(&(&n << 9) + &7_u32.into()), &n), 7_u32.into());
        assert_eq!(element(&n, &n), Natural::zero());
        assert_eq!(element(&n, &Natural::zero()), Natural::zero());
    }

    for scheme in [Scheme::Wesolowski, Scheme::Pietrzak] {
        let iterations = 300;
        let task = task(scheme, &3_u32.into(), iterations, 0);
        let mut evaluation = Evaluation::new(group, &task.input, iterations, scheme, 0).unwrap();
        while !evaluation.advance(iterations).unwrap() {}
        let head = evaluation.head().unwrap();
        let values = || evaluation.values().unwrap().to_vec();
        for (part, parts) in [(0, 0), (1, 1), (u32::MAX, 3)] {
            named(task.needs(group, head, part, parts).err(), "part");
        }
        named(Prover::new(group, &task, head, values(), 0, 0, 0).err(), "part");
        let none = Task { iterations: 0, ..task.clone() };
        named(none.needs(group, head, 0, 1).err(), "iterations");
        named(none.head_of(group, head).err(), "iterations");
        named(none.join(group, head, &[]).err(), "iterations");

        // The numbers of a join are a proof, or a fault.
        let task = Task { delta: (scheme == Scheme::Pietrzak).then_some(3), ..task };
        let made_up = vec![1; 6 * group.bytes()];
        for length in [0, 1, group.bytes(), 6 * group.bytes()] {
            let error = task.join(group, head, &made_up[..length]).expect_err("made up");
            assert_eq!((error.kind, error.field.name), (Kind::Fault, "proof"));
        }
    }
}

#[test]
fn unfit_moduli_are_refused() {
    let rng = &mut SmallRng::seed_from_u64(7);
    let refused = |n: &Natural| {
        let error = Group::new(Modulus::new(n).unwrap()).err()?;
        assert_eq!((error.kind, error.field), (Kind::Argument, "modulus".into()));
        Some(error.reason)
    };
    let small_factor = Some("must have no factor below 2^16");
    let large = prime(rng, 100);
    assert_eq!(refused(&(&large * &prime(rng, 90))), None);
    assert_eq!(refused(&(&large << 1)), Some("must be odd"));
    assert_eq!(refused(&large), Some("must not be a prime"));
    assert_eq!(refused(&(&large * &large)), Some("must not be a perfect power"));
    // 65521 is the last prime below 2^16, and 65537 the first above.
    assert_eq!(refused(&(&large * &65_521_u32.into())), small_factor);
    assert_eq!(refused(&(&large * &65_537_u32.into())), None);
    for k in [2, 3, 5, 61, 67, 71] {
        let power = Natural::from(65_537_u32).pow(k);
        assert_eq!(refused(&power), Some("must not be a perfect power"), "65537^{k}");
    }

    // p(2p − 1) passes the strong test to base 2, and is no prime.
    let (p, other) = (0..)
        .map(|_| prime(rng, 64))
        .map(|p| (p.clone(), (&p << 1).checked_sub(&Natural::one()).unwrap()))
        .find(|(p, other)| is_probable_prime(other) && is_strong_probable_prime_to_2(&(p * other)))
        .unwrap();
    assert_eq!(refused(&(&p * &other)), None);

    // The length is checked before the factors.
    let three = |bits: usize| {
        &(&Natural::power_of_two(bits - 1) + &Natural::power_of_two(bits - 2)) + &3_u32.into()
    };
    assert_eq!(refused(&three(16_384)), small_factor);
    assert_eq!(refused(&three(16_385)), Some("must have at most 16384 bits"));
    for (bits, short) in [(999, true), (1000, false)] {
        let n = loop {
            let n = &prime(rng, 499) * &prime(rng, bits - 499);
            if n.bits() == bits {
                break n;
            }
        };
        let group = Group::new(Modulus::new(&n).unwrap()).unwrap();
        let error = Error::new(Kind::Argument, "modulus", "must have at least 1000 bits");
        assert_eq!(group.check_length(false), if short { Err(error) } else { Ok(()) });
        assert_eq!(group.check_length(true), Ok(()));
    }
    assert_eq!(Group::rsa_2048().check_length(false), Ok(()));
    assert_eq!(refused(Group::rsa_2048().natural()), None);

    // The reasons name these bounds.
    assert_eq!((MIN_BITS, MAX_BITS), (1000, 16_384));
}

#[test]
fn a_kernel_takes_no_odd_part_longer_than_it_says() {
    let descriptor = kernel::named("relaxed").unwrap();
    let most = descriptor.max_bits;
    let odd = |bits: usize| &Natural::power_of_two(bits - 1) + &Natural::one();
    for (n, taken) in [
        (odd(most), true),
        (odd(most + 1), false),
        (Natural::power_of_two(most + 9), true),
        (&odd(most) << 9, true),
        (&odd(most + 1) << 9, false),
    ] {
        let modulus = Modulus::with_kernel(&n, descriptor);
        assert_eq!(modulus.is_some(), taken, "{} bits", n.bits());
    }
}

/// What each function of the crate says of a proof by these options: the verdict, or the field at fault.
fn verdicts(group: &Group, proof: &Proof, options: &Options) -> [Result<bool, Field>; 5] {
    let bytes = |z: &Natural| z.to_be_bytes_padded(group.bytes()).unwrap();
    let [input, output] = [&proof.input, &proof.output].map(bytes);
    let values: Vec<u8> = proof.values.iter().flat_map(bytes).collect();
    let Proof { scheme, profile, iterations, delta, .. } = *proof;
    let (input, output, values) = (&input[..], &output[..], &values[..]);
    let encoded = Encoded { scheme, profile, input, output, iterations, values, delta };
    let checked = encoded.check(group.natural().clone(), options.clone()).unwrap();
    let random = [7; 2 * vdf::RANDOM_BYTES];
    let two = [proof.clone(), proof.clone()];
    let batch =
        |proofs| vdf::verify_batch(group, proofs, options, &random).map(|mut all| all.remove(0));
    [
        verify(group, proof, options),
        batch(&two[..1]).and_then(|verdict| verdict),
        batch(&two).and_then(|verdict| verdict),
        checked.holds(group),
        vdf::verify_checked(group, &[checked.clone(), checked], &random).map(|all| all[0]),
    ]
    .map(|verdict| verdict.map_err(|error| error.field))
}

#[test]
fn a_proof_holds_only_in_the_profile_that_is_named_which_is_powmod_v1_by_default() {
    let group = &Group::rsa_2048();
    let (by_default, of_tokamak) =
        (Options::default(), Options { profile: &TOKAMAK, ..Options::default() });
    let [one, several, tokamak] = schemes(group);
    for (proof, holds) in
        [(&one, [true, false]), (&several, [true, false]), (&tokamak, [false, true])]
    {
        let about = format!("{:?} {}", proof.scheme, proof.profile.name());
        for (options, holds) in [&by_default, &of_tokamak].into_iter().zip(holds) {
            assert_eq!(verdicts(group, proof, options), [Ok(holds); 5], "{about}, {options:?}");
        }
        let wrong = with(proof, |proof| proof.output = proof.input.clone());
        for options in [&by_default, &of_tokamak] {
            assert_eq!(verdicts(group, &wrong, options), [Ok(false); 5], "{about}, {options:?}");
        }
    }
    // A batch of both profiles: neither spoils the other.
    let mixed = [one, tokamak, several];
    for (options, holds) in
        [(&by_default, [true, false, true]), (&of_tokamak, [false, true, false])]
    {
        let found = vdf::verify_batch(group, &mixed, options, &[7; 3 * vdf::RANDOM_BYTES]).unwrap();
        assert_eq!(found, holds.map(Ok));
    }
}

/// Whoever has squared can prove y and N − y by `tokamak`. By default neither is taken.
#[test]
fn no_two_outputs_of_one_task_are_taken_by_default() {
    let group = &Group::rsa_2048();
    let n = group.natural();
    let proof = prove(group, Scheme::Pietrzak, &TOKAMAK, 1 << 10, None);
    let negative = n - &proof.output;
    // The sign of a v whose r is odd cancels that of y. Each v belongs to the statement to which those before it lead.
    let other = (0..proof.values.len()).find_map(|negated| {
        let mut other = with(&proof, |proof| proof.output = negative.clone());
        let (input, output) = (proof.input.clone(), negative.clone());
        let mut claim = Claim { input, output, iterations: proof.iterations };
        for (i, v) in other.values.iter_mut().enumerate() {
            *v = group.modulus().square_times(&claim.input, claim.iterations / 2);
            if i == negated {
                *v = n - &*v;
            }
            claim.halve(group, proof.profile, v);
        }
        let options = Options { profile: &TOKAMAK, ..Options::default() };
        (verify(group, &other, &options) == Ok(true)).then_some(other)
    });
    for proof in [proof, other.expect("one of ten challenges is odd")] {
        assert_eq!(verdicts(group, &proof, &Options::default()), [Ok(false); 5]);
    }
}

#[test]
fn the_length_of_the_group_is_part_of_each_verification() {
    let rng = &mut SmallRng::seed_from_u64(10);
    for (bits, is_short) in [(499, true), (501, false)] {
        let group = &small_group(rng, bits);
        assert_eq!(group.natural().bits() < MIN_BITS, is_short);
        for proof in schemes(group) {
            let strict = Options { profile: proof.profile, ..Options::default() };
            let expected = if is_short { Err("modulus".into()) } else { Ok(true) };
            assert_eq!(verdicts(group, &proof, &strict), [expected; 5]);
            assert_eq!(verdicts(group, &proof, &for_any(&proof)), [Ok(true); 5]);
        }
        let error = vdf::verify_batch(group, &[], &Options::default(), &[]).err();
        let expected = Error::new(Kind::Argument, "modulus", "must have at least 1000 bits");
        assert_eq!(error, is_short.then_some(expected));
    }
}
