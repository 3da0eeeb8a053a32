//! Compares each prover with its verifier and the definition, for evaluations that are saved and
//! resumed, in any slices, spacings and parts.

use crate::{
    numbers::{big, natural, number},
    small_group::GROUP,
};
use arbitrary::{Result, Unstructured};
use num_traits::One;
use powmod_vdf::{self as vdf, Evaluation, Options, PROFILES, Prover, Scheme, Task};

const SCHEMES: [Scheme; 2] = [Scheme::Wesolowski, Scheme::Pietrzak];

/// The target.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let group = &mut GROUP.clone();
    let input = number(u, 300)?;
    let iterations = match u.arbitrary()? {
        true => 1 << u.int_in_range(0..=11)?,
        false => u.int_in_range(1..=3000)?,
    };
    let (kept, memory) = (u.int_in_range(0..=1 << 16)?, u.int_in_range(0..=1 << 16)?);
    let Ok(mut evaluation) = Evaluation::new(group, &input, iterations, *u.choose(&SCHEMES)?, kept)
    else {
        assert!(group.modulus().reduce(&input) == Default::default());
        return Ok(());
    };
    // After the last byte every slice would be 0, so the rest is done at once.
    while !evaluation.advance(u.int_in_range(0..=2000)?).expect("sound") {
        if u.is_empty() {
            assert_eq!(evaluation.advance(u64::MAX), Ok(true));
        } else if u.arbitrary()? {
            let saved = evaluation.save().expect("sound");
            evaluation = Evaluation::resume(group, saved).expect("its own");
        }
    }
    let n = big(group.natural());
    let expected = big(&input).modpow(&(num_bigint::BigUint::one() << iterations), &n);
    assert_eq!(evaluation.output(), Ok(Some(natural(&expected))), "{input:?}, T = {iterations}");

    let task = Task {
        scheme: *u.choose(&SCHEMES)?,
        profile: *u.choose(PROFILES)?,
        input,
        iterations,
        delta: if u.arbitrary()? { Some(u.int_in_range(0..=20)?) } else { None },
        challenge: None,
        memory,
    };
    if task.check(group).is_err() {
        return Ok(());
    }
    let of = if task.scheme == Scheme::Pietrzak { 1 } else { u.int_in_range(1..=4)? };
    let head = evaluation.head().expect("sound");
    let values = evaluation.values().expect("sound");
    let mut results = Vec::new();
    for part in 0..of {
        let (from, to) = task.needs(group, head, part, of).expect("its own head");
        let needed = &values[from as usize * group.bytes()..to as usize * group.bytes()];
        let mut prover =
            Prover::new(group, &task, head, needed.to_vec(), from, part, of).expect("enough");
        let slice = u.int_in_range(1..=500)?;
        while !prover.advance(slice).expect("sound") {}
        assert_eq!(prover.done(), prover.total());
        results.extend(prover.result());
    }
    let proof = task.join(group, head, &results).expect("its own head, and sound");
    let context = || format!("{:?}, {}, T = {iterations}", task.scheme, task.profile.name());
    let options =
        Options { profile: proof.profile, max_delta: 20, prime: None, allow_weak_modulus: true };
    assert_eq!(vdf::verify(group, &proof, &options), Ok(true), "{}", context());
    let output = task.profile.element(natural(&expected), group.natural());
    assert_eq!(proof.output, output, "{}", context());
    Ok(())
}
