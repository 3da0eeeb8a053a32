//! Changes valid proofs of both schemes in every profile. A changed proof that is accepted must be
//! true.

use crate::{numbers::big, small_group::GROUP};
use arbitrary::{Arbitrary, Result, Unstructured};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use powmod::Natural;
use powmod_vdf::{
    self as vdf, Claim, Group, Options, POWMOD_V1, PROFILES, Profile, Proof, RANDOM_BYTES, Scheme,
    Task, challenge, verify_batch,
};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// A number of squarings that no proof here has.
const MOST: u64 = 1 << 14;

/// Proofs of each scheme in each profile that has it, for some T and δ.
static PROOFS: LazyLock<Vec<Proof>> = LazyLock::new(|| {
    let group = &mut GROUP.clone();
    let mut proofs = Vec::new();
    for &profile in PROFILES {
        for iterations in [1, 2, 3, 64, 100, 129, 512] {
            for (scheme, delta) in [
                (Scheme::Wesolowski, None),
                (Scheme::Pietrzak, None),
                (Scheme::Pietrzak, Some(0)),
                (Scheme::Pietrzak, Some(3)),
            ] {
                let input = Natural::from(7 * iterations + 1);
                let task = Task {
                    scheme,
                    profile,
                    input,
                    iterations,
                    delta,
                    challenge: None,
                    memory: 1 << 16,
                };
                // Not every profile has every scheme.
                proofs.extend(vdf::prove(group, &task).ok());
            }
        }
    }
    proofs
});

/// A change of a proof. An index counts x, y and then the values.
#[derive(Arbitrary, Debug)]
enum Mutation {
    FlipBit { index: u8, bit: u8 },
    Negate { index: u8 },
    Replace { index: u8, by: Special },
    Swap { index: u8, other: u8 },
    Remove { index: u8 },
    Append { index: u8 },
    Iterations { factor: u8, plus: i8 },
    Delta { delta: Option<u8> },
    Scheme,
    Profile,
}

#[derive(Arbitrary, Debug)]
enum Special {
    Zero,
    One,
    N,
    HalfOfN,
    Other { proof: u8, index: u8 },
}

/// The target.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let group = &mut GROUP.clone();
    let original = u.choose(&PROOFS)?;
    let mut proof = original.clone();
    let mutations: Vec<Mutation> =
        (0..u.int_in_range(0..=4)?).map(|_| u.arbitrary()).collect::<Result<_>>()?;
    for mutation in &mutations {
        mutate(group.natural(), &mut proof, mutation);
    }
    // Few squarings are left to the verifier, to save time.
    let options = Options {
        profile: proof.profile,
        max_delta: u.int_in_range(0..=12)?,
        prime: None,
        allow_weak_modulus: true,
    };
    let answer = vdf::verify(group, &proof, &options);
    let delta = proof.delta.unwrap_or(proof.profile.default_delta());
    if answer == Ok(true) {
        assert!(is_true(group, &proof), "accepted, though changed: {mutations:?}");
    } else if proof.scheme == Scheme::Wesolowski || delta <= options.max_delta {
        assert!(proof != *original, "refused, though unchanged: {answer:?}");
    }

    // In a batch, with random numbers that a change cannot foresee.
    if u.ratio(1, 8)? {
        let seed = Sha256::digest(format!("{mutations:?}"));
        let seed = u64::from_be_bytes(seed[..8].try_into().expect("8 bytes"));
        let mut random = [0; 2 * RANDOM_BYTES];
        SmallRng::seed_from_u64(seed).fill_bytes(&mut random);
        let proofs = [proof, original.clone()];
        let alone = proofs.each_ref().map(|proof| vdf::verify(group, proof, &options));
        assert_eq!(
            verify_batch(group, &proofs, &options, &random).unwrap(),
            alone,
            "{mutations:?}"
        );
    }
    Ok(())
}

fn element(proof: &mut Proof, index: u8) -> &mut Natural {
    match usize::from(index) % (2 + proof.values.len()) {
        0 => &mut proof.input,
        1 => &mut proof.output,
        i => &mut proof.values[i - 2],
    }
}

fn mutate(n: &Natural, proof: &mut Proof, mutation: &Mutation) {
    match *mutation {
        Mutation::FlipBit { index, bit } => {
            let bit = Natural::power_of_two(usize::from(bit) % n.bits());
            let z = element(proof, index);
            *z = match (&*z >> (bit.bits() - 1)).is_even() {
                true => &*z + &bit,
                false => z.checked_sub(&bit).expect("the bit is set"),
            };
        }
        Mutation::Negate { index } => {
            let z = element(proof, index);
            *z = n.checked_sub(z).unwrap_or_default();
        }
        Mutation::Replace { index, ref by } => {
            *element(proof, index) = match *by {
                Special::Zero => Natural::zero(),
                Special::One => Natural::one(),
                Special::N => n.clone(),
                Special::HalfOfN => n >> 1,
                Special::Other { proof, index } => {
                    element(&mut PROOFS[usize::from(proof) % PROOFS.len()].clone(), index).clone()
                }
            };
        }
        Mutation::Swap { index, other } => {
            let z = element(proof, other).clone();
            *element(proof, other) = core::mem::replace(element(proof, index), z);
        }
        Mutation::Remove { index } => {
            if !proof.values.is_empty() {
                proof.values.remove(usize::from(index) % proof.values.len());
            }
        }
        Mutation::Append { index } => {
            let z = element(proof, index).clone();
            proof.values.push(z);
        }
        Mutation::Iterations { factor, plus } => {
            let times = proof.iterations.saturating_mul(factor.into());
            proof.iterations = times.saturating_add_signed(plus.into());
        }
        Mutation::Delta { delta } => proof.delta = delta.map(u32::from),
        Mutation::Scheme => {
            proof.scheme = match proof.scheme {
                Scheme::Wesolowski => Scheme::Pietrzak,
                Scheme::Pietrzak => Scheme::Wesolowski,
            }
        }
        Mutation::Profile => {
            let other = PROFILES.iter().position(|other| other.name() != proof.profile.name());
            proof.profile = PROFILES[other.expect("two profiles")];
        }
    }
}

/// Whether the claim of a proof is true and its values are those of the definition: exactly if the
/// elements of the profile are defined up to sign, otherwise up to sign.
fn is_true(group: &Group, proof: &Proof) -> bool {
    let same = |group: &Group, a: &Natural, b: &Natural| {
        let up_to_sign = |x: &Natural| POWMOD_V1.element(x.clone(), group.natural());
        proof.profile.is_element(a, group.natural()) && up_to_sign(a) == up_to_sign(b)
    };
    if proof.iterations > MOST {
        return false;
    }
    let y = group.modulus().square_times(&proof.input, proof.iterations);
    let mut holds = same(group, &proof.output, &y);
    match proof.scheme {
        Scheme::Wesolowski => {
            let (x, y) = (&proof.input, &proof.output);
            let l = challenge(group, proof.profile, x, y, proof.iterations);
            let quotient = (BigUint::one() << proof.iterations) / big(&l.expect("offered"));
            let value = big(x).modpow(&quotient, &big(group.natural()));
            let value = crate::numbers::natural(&value);
            holds &= proof.values.len() == 1 && same(group, &proof.values[0], &value);
        }
        Scheme::Pietrzak => {
            let mut claim = Claim {
                input: proof.input.clone(),
                output: proof.output.clone(),
                iterations: proof.iterations,
            };
            for v in &proof.values {
                let half = claim.iterations.div_ceil(2);
                let middle = group.modulus().square_times(&claim.input, half);
                holds &= same(group, v, &middle);
                claim.halve(group, proof.profile, v);
            }
        }
    }
    holds
}
