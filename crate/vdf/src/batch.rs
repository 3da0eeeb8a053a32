//! Batch verification of Wesolowski proofs with the same modulus. With random s_i of 128 bits, one
//! equation replaces all, and the proofs share its squarings:
//! el(∏ π_i^(l_i·s_i) · x_i^(r_i·s_i)) = el(∏ y_i^(s_i)).
//!
//! A false proof passes with probability 2^−128, if the group has no elements of low order other
//! than ±1. This is the assumption of Pietrzak's scheme, and stronger than Wesolowski's, so the
//! caller must choose the batch. If the equation fails, each proof is verified by itself.

use super::{
    group::{Group, fold},
    profile::Profile,
    proof::{Options, Proof, Scheme},
    verifier::{check_form, verify},
    wesolowski::verifier::{Equation, equation},
};
use crate::error::{Error, Kind};
use alloc::vec::Vec;
use num_traits::One;
use powmod::{Natural, multi::mod_multi_pow};

/// The length of an s_i, in bytes.
pub const RANDOM_BYTES: usize = 16;

/// The result of [`verify`] for each proof. Wesolowski proofs share their squarings, in a profile where −1 is 1.
/// `random` holds [`RANDOM_BYTES`] for each proof, from a secure generator. Nobody who made a proof may know them.
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
/// [`Kind::Argument`] if `random` is too short.
pub fn verify_batch(
    group: &Group,
    proofs: &[Proof],
    options: &Options,
    random: &[u8],
) -> Result<Vec<Result<bool, Error>>, Error> {
    if random.len() / RANDOM_BYTES < proofs.len() {
        return Err(Error::new(Kind::Argument, "random", "must have 16 bytes for each proof"));
    }
    let mut joined: Vec<Option<Joined<'_>>> = Vec::with_capacity(proofs.len());
    for (proof, random) in proofs.iter().zip(random.chunks(RANDOM_BYTES)) {
        let fits = proof.scheme == Scheme::Wesolowski
            && ignores_signs(proof.profile, group.natural())
            && check_form(group.natural(), proof, options).is_ok();
        let equation = if fits { equation(group, proof, options).ok() } else { None };
        joined.push(equation.map(|Equation { value, prime, rest }| {
            let random = Natural::from_be_bytes(random);
            Joined {
                proof,
                value,
                value_exponent: &prime * &random,
                input_exponent: &rest * &random,
                random,
            }
        }));
    }
    let all_hold = hold(group, &joined);
    let verdict = |(proof, joined): (_, &Option<_>)| match joined {
        Some(_) if all_hold => Ok(true),
        _ => verify(group, proof, options),
    };
    Ok(proofs.iter().zip(&joined).map(verdict).collect())
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
    let [left, right] =
        [left, right].map(|terms| fold(mod_multi_pow(group.modulus(), &terms), group.natural()));
    left == right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        challenge,
        input::from_seed,
        profile::{POWMOD_V1, TOKAMAK},
        prover::prove as proof_of,
        task::Task,
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
        let folded = |x: BigUint| fold(Natural::from_be_bytes(&(x % big(n)).to_bytes_be()), n);
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
    }
}
