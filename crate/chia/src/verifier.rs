//! The verification of a proof: the walk from part to part.
//!
//! A proof of the depth n has n segments and a last part. A segment says only its length T, a prime B and π. The
//! output of a segment, y = π^B · x^(2^T mod B), must hash to B together with x. It is the next segment's x, and the
//! last part must end in the output of the proof.
//!
//! A hostile proof costs at most 64 parts of 390 products and squarings, besides the discriminant and 64 searches for a
//! prime. The numbers of each product are bounded, because only forms of the discriminant are multiplied.

use crate::classgroup::Form;
use crate::error::{Error, Kind};
use crate::{
    discriminant::{Field, Fields, check_lengths},
    encoding::{FORM_BYTES, encode, read, refusal_of_shape},
    hash_prime::hash_prime,
};
use alloc::vec::Vec;
use powmod::{
    Natural,
    multi::{
        Table,
        signed::{OddPowers, signed_window, with_powers},
    },
    primality::power_of_two,
};

/// The length of a challenge B, in bits.
const PRIME_BITS: usize = 264;

/// The length of a challenge B, in bytes.
const PRIME_BYTES: usize = PRIME_BITS / 8;

/// The length of a segment's T, in bytes.
const COUNT_BYTES: usize = 8;

/// The length of a segment, in bytes.
const SEGMENT_BYTES: usize = COUNT_BYTES + PRIME_BYTES + FORM_BYTES;

/// The most segments of a proof.
const MAX_SEGMENTS: u64 = 63;

/// A proof, in the names of Chia's structures VDFInfo and VDFProof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<'a> {
    /// The bytes that give the discriminant.
    pub challenge: &'a [u8],
    /// T, the number of squarings.
    pub iterations: u64,
    /// x, encoded.
    pub input: &'a [u8],
    /// y, encoded.
    pub output: &'a [u8],
    /// The π of the last part, and the segments, from the last in time to the first.
    pub witness: &'a [u8],
    /// The number of segments.
    pub witness_type: u64,
}

/// Which proofs a verifier takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Refuse encodings with |b| above a. Consensus takes them.
    pub strict: bool,
    /// The length of the discriminant, in bits. By default it is that of mainnet, and then a challenge must have 32
    /// bytes, as there.
    pub discriminant_bits: Option<usize>,
}

/// Whether a proof is valid.
///
/// The checks come in the order of their costs: of lengths and ranges, of the bytes of each form, of the segments'
/// numbers; then the discriminant, the forms, and the walk.
///
/// # Errors
/// [`Kind::Proof`](crate::Kind) if the proof is malformed, and [`Kind::Argument`](crate::Kind) if
/// the options are. A form in the segment i, counted from the first in time, is `witness[i]`.
pub fn verify(fields: &mut Fields, proof: &Proof<'_>, options: &Options) -> Result<bool, Error> {
    let Some((field, mut walk)) = Walk::new(fields, proof, options)? else { return Ok(false) };
    loop {
        if let Some(verdict) = walk.advance(field) {
            return Ok(verdict);
        }
    }
}

/// The verification of a proof whose form is right, segment by segment.
struct Walk {
    x: Form,
    output: Form,
    /// The segments that are left, from the last in time to the first.
    segments: Vec<Segment>,
    /// The last part: its T and π.
    last: (u64, Form),
}

struct Segment {
    iterations: u64,
    prime: Natural,
    proof: Form,
}

/// The bytes of a segment, whose numbers are read.
struct Encoded<'a> {
    iterations: u64,
    prime: Natural,
    proof: &'a [u8; FORM_BYTES],
}

impl Walk {
    /// All checks before the walk. `None` if they show that the proof is invalid.
    fn new<'a>(
        fields: &'a mut Fields,
        proof: &Proof<'_>,
        options: &Options,
    ) -> Result<Option<(&'a mut Field, Self)>, Error> {
        let bits = check_lengths(proof.challenge, options.discriminant_bits)?;
        if proof.witness_type > MAX_SEGMENTS {
            return Err(Error::new(Kind::Proof, "witness_type", "must be from 0 to 63"));
        }
        let input = form_bytes("input", proof.input)?;
        let output = form_bytes("output", proof.output)?;
        if proof.witness.len() != FORM_BYTES + proof.witness_type as usize * SEGMENT_BYTES {
            let reason = "must have 100 bytes, and 141 for each segment";
            return Err(Error::new(Kind::Proof, "witness", reason));
        }
        let (last, segments) =
            proof.witness.split_first_chunk::<FORM_BYTES>().expect("its length is right");
        // From the first in time on.
        let segments = segments.chunks_exact(SEGMENT_BYTES).rev().map(Encoded::read);
        let segments: Vec<_> = segments.collect();
        let mut forms = Vec::from([
            ("input".into(), input),
            ("output".into(), output),
            ("witness".into(), last),
        ]);
        forms.extend(
            segments
                .iter()
                .enumerate()
                .map(|(i, segment)| (powmod::Field::entry("witness", i), segment.proof)),
        );
        each_form(&forms, |bytes| refusal_of_shape(bytes, bits).map_or(Ok(()), Err))?;

        let mut left = proof.iterations;
        for segment in &segments {
            match left.checked_sub(segment.iterations) {
                Some(rest) if segment.prime.bits() == PRIME_BITS && !segment.prime.is_even() => {
                    left = rest;
                }
                _ => return Ok(None),
            }
        }

        let field = fields.get(proof.challenge, bits)?;
        let decoded = each_form(&forms, |bytes| read(&field.group, bytes, options.strict))?;
        let [x, output, last, proofs @ ..] = &decoded[..] else { unreachable!("three forms") };
        let segments = segments.into_iter().zip(proofs).map(|(encoded, proof)| Segment {
            iterations: encoded.iterations,
            prime: encoded.prime,
            proof: *proof,
        });
        let mut segments: Vec<_> = segments.collect();
        segments.reverse();
        Ok(Some((field, Self { x: *x, output: *output, segments, last: (left, *last) })))
    }

    /// Checks the next part. Returns the verdict, if this was the last part or the part is invalid.
    fn advance(&mut self, field: &mut Field) -> Option<bool> {
        let Some(Segment { iterations, prime, proof }) = self.segments.pop() else {
            let (iterations, proof) = self.last;
            let y = challenge(field, &self.x, &self.output)
                .map(|prime| output(field, &self.x, &prime, &proof, iterations));
            return Some(y == Some(self.output));
        };
        let y = output(field, &self.x, &prime, &proof, iterations);
        if challenge(field, &self.x, &y) != Some(prime) {
            return Some(false);
        }
        self.x = y;
        None
    }
}

impl<'a> Encoded<'a> {
    fn read(bytes: &'a [u8]) -> Self {
        let (count, rest) = bytes.split_first_chunk::<COUNT_BYTES>().expect("a segment");
        let (prime, proof) = rest.split_at(PRIME_BYTES);
        Self {
            iterations: u64::from_be_bytes(*count),
            prime: Natural::from_be_bytes(prime),
            proof: proof.try_into().expect("a segment"),
        }
    }
}

fn form_bytes<'a>(field: &'static str, bytes: &'a [u8]) -> Result<&'a [u8; FORM_BYTES], Error> {
    bytes.try_into().map_err(|_| Error::new(Kind::Proof, field, "must have 100 bytes"))
}

/// Reads every form, or refuses the first that cannot be read.
fn each_form<T>(
    forms: &[(powmod::Field, &[u8; FORM_BYTES])],
    read: impl Fn(&[u8; FORM_BYTES]) -> Result<T, &'static str>,
) -> Result<Vec<T>, Error> {
    forms
        .iter()
        .map(|&(field, bytes)| read(bytes).map_err(|reason| Error::new(Kind::Proof, field, reason)))
        .collect()
}

/// The challenge B of a part from x to y.
fn challenge(field: &Field, x: &Form, y: &Form) -> Option<Natural> {
    let seed = [encode(&field.group, x), encode(&field.group, y)].concat();
    hash_prime(&seed, PRIME_BITS, &[PRIME_BITS - 1]).map(|(_, prime)| prime)
}

/// π^B · x^(2^T mod B), for an odd B above 1. The powers of the generator are kept: they cost nothing.
fn output(field: &mut Field, x: &Form, prime: &Natural, proof: &Form, iterations: u64) -> Form {
    let exponent = power_of_two(&Natural::from(iterations), prime).expect("an odd challenge");
    let Field { group, generator } = field;
    let window = signed_window(PRIME_BITS) - 1;
    let proof = Table::new(group, proof, window);
    let powers_of_x;
    let x: &dyn OddPowers<_> = if *x == group.generator() {
        generator
    } else {
        powers_of_x = Table::new(group, x, window);
        &powers_of_x
    };
    with_powers(group, &[(&proof, prime), (x, &exponent)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use powmod::monoid::Monoid;

    /// The challenge of a segment is read before any product: without its check, an even one would be a modulus.
    #[test]
    fn a_challenge_of_a_segment_is_odd_and_of_264_bits() {
        let challenge = &[7; 32];
        let mut fields = Fields::new(1);
        let group = fields.get(challenge, 64).unwrap().group.clone();
        let form = encode(&group, &group.generator());
        let mut is_read = |first: u8, last: u8| {
            let mut prime = [0x5b; PRIME_BYTES];
            (prime[0], prime[PRIME_BYTES - 1]) = (first, last);
            let witness = [&form[..], &1_u64.to_be_bytes(), &prime, &form].concat();
            let (input, output, witness) = (&form[..], &form[..], &witness[..]);
            let proof = Proof { challenge, iterations: 9, input, output, witness, witness_type: 1 };
            let options = Options { discriminant_bits: Some(64), ..Options::default() };
            assert_eq!(verify(&mut fields, &proof, &options), Ok(false));
            Walk::new(&mut fields, &proof, &options).unwrap().is_some()
        };
        assert!(is_read(0x80, 1) && is_read(0xff, 0xff));
        assert!(!is_read(0x80, 2) && !is_read(0x7f, 1) && !is_read(0, 1));
    }

    /// Whatever the numbers of squarings that a proof claims, its walk has 64 steps at most, and ends at the first
    /// wrong one.
    #[test]
    fn a_proof_costs_at_most_64_parts() {
        let challenge = &[7; 32];
        let mut group = Field::new(challenge, 256).unwrap().group;
        let identity = encode(&group, &group.identity());
        // 64 parts of 20 squarings. 2^20 is below each B, so π is the identity.
        let mut form = group.generator();
        let mut forms = Vec::from([encode(&group, &form)]);
        for _ in 0..64 {
            group.square(&mut form, 20);
            forms.push(encode(&group, &form));
        }
        let mut witness = identity.to_vec();
        for ends in forms[..64].windows(2).rev() {
            let (_, prime) = hash_prime(&ends.concat(), PRIME_BITS, &[PRIME_BITS - 1]).unwrap();
            witness.extend([&20_u64.to_be_bytes()[..], &prime.to_be_bytes(), &identity].concat());
        }

        let options = Options { discriminant_bits: Some(256), ..Options::default() };
        let mut fields = Fields::new(1);
        let mut steps = |proof: Proof<'_>| {
            let (field, mut walk) = Walk::new(&mut fields, &proof, &options).unwrap()?;
            let mut verdicts = core::iter::repeat_with(|| walk.advance(field)).zip(1..);
            verdicts.find_map(|(verdict, steps)| Some((steps, verdict?)))
        };
        let (iterations, witness_type) = (64 * 20, 63);
        let (input, output) = (&forms[0][..], &forms[64][..]);
        let proof = Proof { challenge, iterations, input, output, witness: &witness, witness_type };
        assert_eq!(steps(proof), Some((64, true)));
        assert_eq!(steps(Proof { iterations: u64::MAX, ..proof }), Some((64, false)));
        assert_eq!(
            steps(Proof { iterations: 20 * 63 - 1, ..proof }),
            None,
            "the segments have more"
        );
        // The count of the first segment in time, which is the last in the bytes; then that of the last.
        for (at, expected) in [(FORM_BYTES + 62 * 141, 1), (FORM_BYTES, 63)] {
            let mut witness = witness.clone();
            witness[at] = 0x7f;
            let proof = Proof { iterations: u64::MAX, witness: &witness, ..proof };
            assert_eq!(steps(proof), Some((expected, false)));
        }
        let witness = [&witness[..], &[0; 141]].concat();
        let longer = Proof { witness: &witness, witness_type: 64, ..proof };
        let error = verify(&mut Fields::new(1), &longer, &options).unwrap_err();
        assert_eq!(error.field.name, "witness_type");
    }
}
