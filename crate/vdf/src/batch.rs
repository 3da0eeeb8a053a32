//! Batch verification of Wesolowski proofs with the same modulus. With random s_i of 128 bits, one
//! equation replaces all, and the proofs share its squarings:
//! el(∏ π_i^(l_i·s_i) · x_i^(r_i·s_i)) = el(∏ y_i^(s_i)).
//!
//! A false proof passes with probability 2^−128, if the group has no elements of low order other
//! than ±1. This is the assumption of Pietrzak's scheme, and stronger than Wesolowski's, so the
//! caller must choose the batch. If the equation fails, each proof is verified by itself.

use super::{
    group::{Group, up_to_sign},
    limits::RANDOM_BYTES,
    profile::Profile,
    proof::{Options, Proof, Scheme},
    verifier::{Checked, check_form, holds},
    wesolowski::verifier::{Equation, equation},
};
use crate::error::{Error, Kind};
use alloc::vec::Vec;
use num_traits::One;
use powmod::{Natural, multi::mod_multi_pow};

/// The result of [`verify`](super::verify) for each proof. Wesolowski proofs share their squarings, in a profile where
/// −1 is 1. `random` holds [`RANDOM_BYTES`] for each proof, from a secure generator. Nobody who made a proof may know
/// them.
///
/// ```
/// use powmod_vdf::{
///     Group, Options, POWMOD_V1, RANDOM_BYTES, Scheme, Task, input, prove, verify_batch,
/// };
///
/// let group = Group::rsa_2048();
/// let mut proofs = Vec::new();
/// for seed in [b"one", b"two"] {
///     let input = input::from_seed(&group, seed).expect("the seed gives an input");
///     let (scheme, profile, iterations) = (Scheme::Wesolowski, &POWMOD_V1, 500);
///     let task = Task { scheme, profile, input, iterations, delta: None, challenge: None, memory: 1 << 20 };
///     proofs.push(prove(&group, &task)?);
/// }
/// let random = [7; 2 * RANDOM_BYTES]; // of a secure generator
/// let verdicts = verify_batch(&group, &proofs, &Options::default(), &random)?;
/// assert_eq!(verdicts, [Ok(true), Ok(true)]);
/// # Ok::<(), powmod_vdf::Error>(())
/// ```
///
/// # Errors
/// [`Kind::Argument`]: field `random`, if it is too short, or has only zeros for one of the proofs; field `prime`, if
/// the options have one and there is more than one proof, because a [`prime`](Options::prime) is derived from one
/// proof; those of [`Group::check_length`].
pub fn verify_batch(
    group: &Group,
    proofs: &[Proof],
    options: &Options,
    random: &[u8],
) -> Result<Vec<Result<bool, Error>>, Error> {
    let random = random_of_each(random, proofs.len())?;
    group.check_length(options.allow_weak_modulus)?;
    if options.prime.is_some() && proofs.len() > 1 {
        return Err(Error::new(Kind::Argument, "prime", "is for one proof"));
    }
    let forms: Vec<_> =
        proofs.iter().map(|proof| check_form(group.natural(), proof, options)).collect();
    let each = proofs.iter().zip(random).zip(&forms);
    let right = each.filter(|(_, form)| form.is_ok()).map(|((proof, s), _)| (proof, options, s));
    let mut verdicts = hold_together(group, right.collect()).into_iter();
    Ok(forms.into_iter().map(|form| form.map(|()| verdicts.next() == Some(true))).collect())
}

/// As [`verify_batch`], for proofs whose form was checked, each for options of its own.
///
/// # Errors
/// [`Kind::Argument`]: field `random`, if it is too short, or zeros for a proof; field `group`, if a proof is of
/// another modulus than the group's; those of [`Group::check_length`].
pub fn verify_checked(
    group: &Group,
    proofs: &[Checked],
    random: &[u8],
) -> Result<Vec<bool>, Error> {
    let random = random_of_each(random, proofs.len())?;
    for proof in proofs {
        proof.check_group(group)?;
    }
    let each = proofs.iter().zip(random);
    Ok(hold_together(group, each.map(|(each, s)| (each.proof(), each.options(), s)).collect()))
}

/// s_i of each proof. To the power of 0 every proof holds, so 0 is refused. A secure generator gives 0 with
/// probability 2^−128.
fn random_of_each(random: &[u8], proofs: usize) -> Result<impl Iterator<Item = &[u8]>, Error> {
    let each = random.chunks_exact(RANDOM_BYTES);
    let reason = if each.len() < proofs {
        "must have 16 bytes for each proof"
    } else if each.clone().take(proofs).any(|s| s.iter().all(|&byte| byte == 0)) {
        "must not be zeros"
    } else {
        return Ok(each);
    };
    Err(Error::new(Kind::Argument, "random", reason))
}

/// Whether each proof holds. Their forms are right, and each comes with its s_i.
fn hold_together(group: &Group, proofs: Vec<(&Proof, &Options, &[u8])>) -> Vec<bool> {
    let joined: Vec<Option<Joined<'_>>> = (proofs.iter())
        .map(|&(proof, options, random)| {
            let fits = proof.scheme == Scheme::Wesolowski
                && proof.profile == options.profile
                && ignores_signs(proof.profile, group.natural());
            fits.then(|| Joined::new(group, proof, options, random))
        })
        .collect();
    let all_hold = hold(group, &joined);
    let verdict = |(&(proof, options, _), joined): (&(&Proof, &Options, _), &Option<_>)| {
        (joined.is_some() && all_hold) || holds(group, proof, options)
    };
    proofs.iter().zip(&joined).map(verdict).collect()
}

/// A proof whose equation is part of the combined one.
struct Joined<'a> {
    proof: &'a Proof,
    /// π_i.
    value: &'a Natural,
    /// l_i·s_i.
    value_exponent: Natural,
    /// r_i·s_i.
    input_exponent: Natural,
    /// s_i.
    random: Natural,
}

impl<'a> Joined<'a> {
    fn new(group: &Group, proof: &'a Proof, options: &Options, random: &[u8]) -> Self {
        let Equation { value, prime, rest } = equation(group, proof, options);
        let random = Natural::from_be_bytes(random);
        Self {
            proof,
            value,
            value_exponent: &prime * &random,
            input_exponent: &rest * &random,
            random,
        }
    }
}

/// Whether −1 is the element 1. Elsewhere a wrong sign would pass with every even s_i.
fn ignores_signs(profile: &dyn Profile, n: &Natural) -> bool {
    profile.element(n - 1_u32, n).is_one()
}

/// Whether the combined equation of the batch holds.
fn hold(group: &Group, joined: &[Option<Joined<'_>>]) -> bool {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for joined in joined.iter().flatten() {
        left.push((joined.value, &joined.value_exponent));
        left.push((&joined.proof.input, &joined.input_exponent));
        right.push((&joined.proof.output, &joined.random));
    }
    let [left, right] = [left, right]
        .map(|terms| up_to_sign(mod_multi_pow(group.modulus(), &terms), group.natural()));
    left == right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        challenge,
        input::from_seed,
        profile::{POWMOD_V1, TOKAMAK},
        proof::Encoded,
        prover::prove as proof_of,
        task::Task,
        verifier::verify,
    };
    use alloc::vec;
    use num_bigint::BigUint;

    fn prove(group: &Group, scheme: Scheme, input: Natural, iterations: u64) -> Proof {
        let (delta, memory) = ((scheme == Scheme::Pietrzak).then_some(2), 1 << 20);
        let task =
            Task { scheme, profile: &POWMOD_V1, input, iterations, delta, challenge: None, memory };
        proof_of(group, &task).expect("a task")
    }

    #[test]
    fn a_batch_says_of_each_proof_what_verify_says() {
        let group = &Group::rsa_2048();
        let options = &Options::default();
        let mut proofs: Vec<Proof> = (0..6_u8)
            .map(|seed| {
                let input = from_seed(group, &[seed]).expect("a seed");
                prove(group, Scheme::Wesolowski, input, 300 + u64::from(seed))
            })
            .collect();
        let random: Vec<u8> = (0..160).map(|i| (i * 167 + 13) as u8).collect();
        let verify_batch = |proofs: &[Proof]| super::verify_batch(group, proofs, options, &random);
        assert_eq!(verify_batch(&proofs), Ok(vec![Ok(true); 6]));
        assert_eq!(super::verify_batch(group, &[], options, &[]), Ok(vec![]));
        let short = super::verify_batch(group, &proofs, options, &random[..95]).unwrap_err();
        assert_eq!(short.field.name, "random");

        // Each answer is right for a false proof, a malformed one, and one of the other scheme.
        proofs[1].output = &proofs[1].output + &Natural::one();
        proofs[3].values.clear();
        let input = proofs[0].input.clone();
        proofs.push(prove(group, Scheme::Pietrzak, input, 64));
        let alone: Vec<_> = proofs.iter().map(|proof| verify(group, proof, options)).collect();
        assert!(alone[1] == Ok(false) && alone[3].is_err() && alone[6] == Ok(true));
        assert_eq!(verify_batch(&proofs), Ok(alone));

        // The equations of these proofs hold, but one has a number that is not an element, and one
        // has a field of the other scheme.
        let good = proofs[0].clone();
        let change = |change: &dyn Fn(&mut Proof)| {
            let mut proof = good.clone();
            change(&mut proof);
            proof
        };
        let n = group.natural().clone();
        assert!(ignores_signs(&POWMOD_V1, &n) && !ignores_signs(&TOKAMAK, &n));
        let negated = change(&|proof| proof.output = n.checked_sub(&proof.output).unwrap());
        let of_pietrzak = change(&|proof| proof.delta = Some(1));
        for malformed in [negated, of_pietrzak] {
            let answers = verify_batch(&[good.clone(), malformed]).unwrap();
            assert!(answers[0] == Ok(true) && answers[1].is_err(), "{answers:?}");
        }

        // Of a Pietrzak proof of one round, the equation of the other scheme proves nothing.
        let of_one_round =
            change(&|proof| (proof.scheme, proof.delta) = (Scheme::Pietrzak, Some(8)));
        assert_eq!(verify_batch(&[good.clone(), of_one_round]), Ok(vec![Ok(true), Ok(false)]));
    }

    /// Two proofs of c·y and of y'/c, whose errors cancel for equal random exponents, and for no others.
    #[test]
    fn every_random_byte_keeps_errors_from_cancelling() {
        let group = &Group::rsa_2048();
        let options = &Options::default();
        let n = group.natural();
        let big = |x: &Natural| BigUint::from_bytes_be(&x.to_be_bytes());
        let folded =
            |x: BigUint| up_to_sign(Natural::from_be_bytes(&(x % big(n)).to_bytes_be()), n);
        let c = BigUint::from(5_u8);
        let inverse = c.modinv(&big(n)).expect("n is no multiple of 5");
        let forged = [(&b"one"[..], c), (b"two", inverse)].map(|(seed, factor)| {
            let input = from_seed(group, seed).expect("a seed");
            let proof = prove(group, Scheme::Wesolowski, input, 300);
            let output = folded(big(&proof.output) * factor);
            // π = x^⌊2^T/l⌋ for the challenge of the false output.
            let l = challenge(group, proof.profile, &proof.input, &output, proof.iterations);
            let quotient =
                (BigUint::from(1_u8) << proof.iterations) / big(&l.expect("a challenge"));
            let value = folded(big(&proof.input).modpow(&quotient, &big(n)));
            Proof { output, values: vec![value], ..proof }
        });
        let verdict =
            |random: &[u8]| verify_batch(group, &forged, options, random).expect("16 bytes each");
        let equal: Vec<u8> = (0..32).map(|i| 0x51 + i % 16).collect();
        assert_eq!(verdict(&equal), [Ok(true), Ok(true)]);
        for i in 0..RANDOM_BYTES {
            let mut random = equal.clone();
            random[i] ^= 1;
            assert_eq!(verdict(&random), [Ok(false), Ok(false)], "byte {i}");
        }
        // To the power of 0 every proof holds. Bytes beyond those of the proofs may be zeros.
        for zeros in [0..16, 16..32, 0..32] {
            let mut random = [&equal[..], &[0; RANDOM_BYTES]].concat();
            random[zeros].fill(0);
            let refused = super::verify_batch(group, &forged, options, &random).unwrap_err();
            assert_eq!((refused.kind, refused.field.name), (Kind::Argument, "random"));
        }
        assert_eq!(verdict(&[&equal[..], &[0; RANDOM_BYTES]].concat()), [Ok(true), Ok(true)]);
    }

    /// A prime that replaces the challenge was derived from one proof, and forges any other.
    #[test]
    fn a_prime_of_the_caller_is_for_one_proof() {
        let group = &Group::rsa_2048();
        let proofs = [b"one", b"two"].map(|seed| {
            let input = from_seed(group, seed).expect("a seed");
            prove(group, Scheme::Wesolowski, input, 300)
        });
        let Proof { profile, input, output, iterations, .. } = &proofs[0];
        let prime = challenge(group, *profile, input, output, *iterations);
        let options = &Options { prime, ..Options::default() };
        let verify = |proofs: &[Proof]| verify_batch(group, proofs, options, &[7; 32]);
        assert_eq!(verify(&proofs[..1]), Ok(vec![Ok(true)]));
        assert_eq!(verify(&[]), Ok(vec![]));
        let refused = verify(&proofs).unwrap_err();
        assert_eq!((refused.kind, refused.field.name), (Kind::Argument, "prime"));
    }

    #[test]
    fn a_checked_proof_gets_the_verdict_of_verify_in_its_own_group_only() {
        let group = &Group::rsa_2048();
        let n = group.natural();
        let proofs = [(Scheme::Wesolowski, 300), (Scheme::Wesolowski, 301), (Scheme::Pietrzak, 64)]
            .map(|(scheme, iterations)| {
                let input = from_seed(group, b"checked").expect("a seed");
                prove(group, scheme, input, iterations)
            });
        let bytes = |x: &Natural| x.to_be_bytes_padded(group.bytes()).expect("below N");
        let check = |proof: &Proof, options: Options| {
            let [input, output] = [&proof.input, &proof.output].map(bytes);
            let values: Vec<u8> = proof.values.iter().flat_map(bytes).collect();
            let Proof { scheme, profile, iterations, delta, .. } = *proof;
            let (input, output, values) = (&input[..], &output[..], &values[..]);
            Encoded { scheme, profile, input, output, iterations, values, delta }
                .check(n.clone(), options)
        };
        let options = Options::default();
        let mut checked: Vec<Checked> =
            proofs.iter().map(|proof| check(proof, options.clone()).expect("its form")).collect();
        let mut wrong = proofs[1].clone();
        wrong.output = proofs[0].output.clone();
        checked.push(check(&wrong, options.clone()).expect("its form"));
        for (checked, right) in checked.iter().zip([true, true, true, false]) {
            assert_eq!(checked.holds(group), Ok(right));
        }
        let random: Vec<u8> = (1..=64).collect();
        assert_eq!(verify_checked(group, &checked, &random), Ok(vec![true, true, true, false]));
        assert_eq!(verify_checked(group, &checked[..3], &random), Ok(vec![true; 3]));

        let form = check(&proofs[2], Options { max_delta: 1, ..options }).unwrap_err();
        assert_eq!(form.field.name, "delta");
        let other = &Group::new(powmod::Modulus::new(&(n + 20_u32)).expect("not zero"));
        let other = other.as_ref().expect("a number without small factors");
        let named = |error: Option<Error>| error.map(|error| error.field.name);
        assert_eq!(named(checked[0].holds(other).err()), Some("group"));
        assert_eq!(named(verify_checked(other, &checked, &random).err()), Some("group"));
        assert_eq!(named(verify_checked(group, &checked, &random[..63]).err()), Some("random"));
    }
}
