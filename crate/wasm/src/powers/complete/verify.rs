//! Verifying proofs, from the fields of their files to the verdict.

use super::types::{CheckedOptions, Expectation, Proof};
use crate::powers::Objects;
use crate::shared::error::{Error, Kind};
use crate::shared::{
    moduli::ModulusArgument,
    wire::{Bytes, Integer},
};
use alloc::{vec, vec::Vec};
use powmod::{Natural, Refusal, primality};
use powmod_vdf::{
    self as vdf, Checked, Encoded, Group, POWMOD_V1, Profile, Scheme, input, reasons,
};

/// `Verify`.
///
/// The order bounds what a hostile proof costs: its form is checked before any product, and what
/// the caller expects before the modulus is set up.
pub fn verify(
    objects: &mut Objects,
    proof: Proof<'_>,
    options: CheckedOptions<'_>,
) -> Result<bool, Error> {
    let checked = options.check_form(&proof)?;
    options.check_prime()?;
    options.verify(objects, &checked)
}

/// `VerifyBatch`.
pub fn verify_batch(
    objects: &mut Objects,
    proofs: Vec<Proof<'_>>,
    options: CheckedOptions<'_>,
    batch: bool,
    random: Bytes<'_>,
) -> Result<Vec<Result<bool, Error>>, Error> {
    options.check_prime()?;
    // The caller's own challenge is for one proof, so such proofs share nothing.
    let batch = batch && options.prime.is_none();
    let mut verdicts = vec![Ok(false); proofs.len()];
    let mut batches: Vec<Batch> = Vec::new();
    for (place, proof) in proofs.iter().enumerate() {
        let verdict = options.check_form(proof).and_then(|checked| {
            if !batch {
                return options.verify(objects, &checked);
            }
            Batch::add(&mut batches, checked, place);
            Ok(false)
        });
        verdicts[place] = of_one_proof(verdict)?;
    }
    // Modulus by modulus, so that none is set up twice.
    for Batch { modulus, proofs } in batches {
        let (mut places, mut together) = (Vec::new(), Vec::new());
        for (place, checked) in proofs {
            match of_one_proof(options.group(objects, &checked).map(|group| group.is_some()))? {
                Ok(true) => {
                    places.push(place);
                    together.push(checked);
                }
                verdict => verdicts[place] = verdict,
            }
        }
        if together.is_empty() {
            continue;
        }
        let modulus = objects.moduli.get(ModulusArgument::Number(modulus))?;
        let group = modulus.group.of(&modulus.arithmetic, options.allow_weak_modulus)?;
        let together = vdf::verify_checked(group, &together, random.0)?;
        for (place, verdict) in places.into_iter().zip(together) {
            verdicts[place] = Ok(verdict);
        }
    }
    Ok(verdicts)
}

/// A proof's file has the values of a proof in its field `proof`.
fn with_name_of_file(error: powmod_vdf::Error) -> powmod_vdf::Error {
    let Refusal { kind, mut field, reason, .. } = *error;
    if field.name == "values" {
        field.name = "proof";
    }
    powmod_vdf::Error::new(kind, field, reason)
}

/// The verdict on one of many proofs. The caller's mistake is about the call, not about one of its proofs.
fn of_one_proof(verdict: Result<bool, Error>) -> Result<Result<bool, Error>, Error> {
    match verdict {
        Err(error) if error.kind != Kind::Proof => Err(error),
        verdict => Ok(verdict),
    }
}

/// Proofs of one modulus that are verified together, each with its place among all proofs.
struct Batch {
    modulus: Natural,
    proofs: Vec<(usize, Checked)>,
}

impl Batch {
    /// Adds a proof to the batch of its modulus.
    fn add(batches: &mut Vec<Self>, checked: Checked, place: usize) {
        match batches.iter_mut().find(|batch| &batch.modulus == checked.modulus()) {
            Some(batch) => batch.proofs.push((place, checked)),
            None => {
                let modulus = checked.modulus().clone();
                batches.push(Self { modulus, proofs: vec![(place, checked)] });
            }
        }
    }
}

impl CheckedOptions<'_> {
    /// Those that the crate of delays has.
    fn of_vdf(&self) -> vdf::Options {
        let max_delta = self.max_delta.unwrap_or(vdf::DEFAULT_MAX_DELTA);
        vdf::Options {
            profile: self.expect.profile.0,
            max_delta,
            prime: self.prime.clone(),
            allow_weak_modulus: self.allow_weak_modulus,
        }
    }

    /// A proof whose form is right: widths, ranges and counts. This takes no product.
    #[inline(never)]
    fn check_form(&self, proof: &Proof<'_>) -> Result<Checked, Error> {
        if proof.scheme.0 == Scheme::Pietrzak && self.prime.is_some() {
            return Err(Error::argument("options.challenge", reasons::CHALLENGE_OF_PIETRZAK));
        }
        let encoded = Encoded {
            scheme: proof.scheme.0,
            profile: proof.profile.0,
            input: proof.input.0,
            output: proof.output.0,
            iterations: proof.iterations,
            values: proof.values.0,
            delta: proof.delta,
        };
        let modulus = Natural::from_be_bytes(proof.modulus.0);
        Ok(encoded.check(modulus, self.of_vdf()).map_err(with_name_of_file)?)
    }

    /// The caller's own challenge is a prime.
    fn check_prime(&self) -> Result<(), Error> {
        match &self.prime {
            Some(prime) if !primality::is_probable_prime(prime) => {
                Err(Error::argument("options.challenge.prime", reasons::CHALLENGE_NO_PRIME))
            }
            _ => Ok(()),
        }
    }

    /// The verdict on a proof whose form is right. Where the caller halves it, this is all but the equation.
    #[inline(never)]
    fn verify(&self, objects: &mut Objects, checked: &Checked) -> Result<bool, Error> {
        match self.group(objects, checked)? {
            Some(group) => Ok(self.halved_by_caller || checked.holds(group)?),
            None => Ok(false),
        }
    }

    /// The group of a proof of what the caller expects; `None` for another proof.
    #[inline(never)]
    fn group<'o>(
        &self,
        objects: &'o mut Objects,
        checked: &Checked,
    ) -> Result<Option<&'o Group>, Error> {
        if !self.is_expected(checked) {
            return Ok(None);
        }
        let modulus = objects.moduli.get(ModulusArgument::Number(checked.modulus().clone()))?;
        // An unfit modulus is the mistake of whoever gave it: the caller, or else the file.
        let group =
            modulus.group.of(&modulus.arithmetic, self.allow_weak_modulus).map_err(|error| {
                match self.expect.modulus {
                    Some(_) => Error::argument("options.expect.modulus", error.reason),
                    None => Error::proof("modulus", error.reason),
                }
            })?;
        let is_from_seed = self.expect.seed.is_none_or(|Bytes(seed)| {
            input::from_seed(group, seed).as_ref() == Some(&checked.proof().input)
        });
        Ok(is_from_seed.then_some(group))
    }

    /// Whether the proof is about what the caller expects, apart from the seed.
    fn is_expected(&self, checked: &Checked) -> bool {
        fn is<T: PartialEq>(expected: Option<&T>, value: &T) -> bool {
            expected.is_none_or(|expected| expected == value)
        }
        let (modulus, proof) = (checked.modulus(), checked.proof());
        let Expectation { modulus: n, input, iterations, scheme, profile, .. } = &self.expect;
        is(n.as_ref(), modulus)
            && input.as_ref().is_none_or(|x| !x.is_negative && x.magnitude == proof.input)
            && is(iterations.as_ref(), &proof.iterations)
            && scheme.is_none_or(|scheme| scheme.0 == proof.scheme)
            && profile.0 == proof.profile
    }
}

/// `HashToGroup`.
pub fn hash_to_group(
    objects: &mut Objects,
    modulus: ModulusArgument,
    seed: Bytes<'_>,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let input = input::from_seed(modulus.group.of(&modulus.arithmetic, false)?, seed.0)
        .ok_or_else(|| Error::argument("seed", "gives 0 or 1 in this group"))?;
    Ok(modulus.bytes(&input))
}

/// `Element`.
pub fn element(
    objects: &mut Objects,
    modulus: ModulusArgument,
    mut z: Integer,
) -> Result<Vec<u8>, Error> {
    let modulus = objects.moduli.get(modulus)?;
    let z = modulus.arithmetic.reduce(z.representative(&modulus.arithmetic));
    let element = POWMOD_V1.element(z, modulus.group.of(&modulus.arithmetic, true)?.natural());
    Ok(modulus.bytes(&element))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::vdf as shared;

    /// 65537 · 65539, and an even number of the same length.
    const MODULUS: [u8; 5] = [1, 0, 4, 0, 3];
    const EVEN: [u8; 5] = [1, 0, 4, 0, 2];

    const INPUT: [u8; 5] = [0, 0, 0, 0, 4];

    /// 2^127 + 45, a prime, and 2^128 − 1, which is none.
    const PRIME: u128 = (1 << 127) + 45;
    const COMPOSITE: u128 = u128::MAX;

    /// The proof that 4^(2^1) is 16: π is 1, whatever the challenge is.
    fn proof(modulus: &[u8; 5]) -> Proof<'_> {
        Proof {
            scheme: shared::Scheme(Scheme::Wesolowski),
            profile: shared::Profile(&POWMOD_V1),
            modulus: Bytes(modulus),
            input: Bytes(&INPUT),
            output: Bytes(&[0, 0, 0, 0, 16]),
            iterations: 1,
            values: Bytes(&[0, 0, 0, 0, 1]),
            delta: None,
        }
    }

    /// The same proof with a δ, which only Pietrzak's scheme has.
    fn malformed(modulus: &[u8; 5]) -> Proof<'_> {
        Proof { delta: Some(1), ..proof(modulus) }
    }

    /// Options with an expected number of iterations and a challenge.
    fn options(iterations: u64, challenge: u128) -> CheckedOptions<'static> {
        CheckedOptions {
            expect: Expectation {
                modulus: None,
                input: None,
                seed: None,
                iterations: Some(iterations),
                scheme: None,
                profile: shared::Profile(&POWMOD_V1),
            },
            prime: Some(Natural::from_be_bytes(&challenge.to_be_bytes())),
            halved_by_caller: false,
            max_delta: None,
            allow_weak_modulus: true,
        }
    }

    /// The verdict, or the field at fault; and how many moduli were set up.
    fn outcome(
        fields: Proof<'_>,
        options: CheckedOptions<'_>,
    ) -> (Result<bool, &'static str>, usize) {
        let mut objects = Objects::default();
        let verdict = verify(&mut objects, fields, options).map_err(|error| error.field.name);
        (verdict, objects.moduli.set_up)
    }

    #[test]
    fn form_challenge_and_expectation_are_checked_before_the_modulus_is_set_up() {
        // Each proof but the last has all the mistakes of those below it.
        let challenge = "options.challenge.prime";
        assert_eq!(outcome(malformed(&EVEN), options(2, COMPOSITE)), (Err("delta"), 0));
        assert_eq!(outcome(proof(&EVEN), options(2, COMPOSITE)), (Err(challenge), 0));
        assert_eq!(outcome(proof(&EVEN), options(2, PRIME)), (Ok(false), 0));
        assert_eq!(outcome(proof(&EVEN), options(1, PRIME)), (Err("modulus"), 1));
        assert_eq!(outcome(proof(&MODULUS), options(1, PRIME)), (Ok(true), 1));
    }

    #[test]
    fn a_batch_sets_up_each_modulus_once() {
        // 65537 times the 20 primes after it, twice.
        let primes = (65_539_u64..).step_by(2).filter(|&n| primality::is_probable_prime(&n.into()));
        let moduli: Vec<_> = primes.take(20).map(|p| (65_537 * p).to_be_bytes()).collect();
        let moduli = || moduli.iter().chain(&moduli).map(|bytes| bytes[3..].try_into().unwrap());
        let moduli: Vec<[u8; 5]> = moduli().collect();
        let mut objects = Objects::default();
        let options = CheckedOptions { prime: None, ..options(1, PRIME) };
        let random = vec![7; 16 * moduli.len()];
        let proofs = moduli.iter().map(proof).collect();
        let verdicts = verify_batch(&mut objects, proofs, options, true, Bytes(&random)).unwrap();
        assert_eq!((verdicts, objects.moduli.set_up), (vec![Ok(true); 40], 20));
    }
}
