//! Changes Chia's proofs under a short discriminant. A changed proof that is accepted must be true.

use crate::numbers::{big, natural};
use arbitrary::{Arbitrary, Result, Unstructured};
use num_bigint::BigUint;
use powmod::{monoid::Monoid, pow};
use powmod_chia::{
    Field, Fields, Options, Proof,
    encoding::{decode, encode},
    hash_prime::hash_prime,
    verify,
};
use std::sync::LazyLock;

const BITS: usize = 64;
const CHALLENGE: &[u8] = b"chia proofs";

/// A number of squarings that no proof here has.
const MOST: u64 = 1 << 12;

struct Proved {
    iterations: u64,
    output: Vec<u8>,
    witness: Vec<u8>,
    witness_type: u64,
}

/// Proofs of some numbers of parts.
static PROOFS: LazyLock<Vec<Proved>> = LazyLock::new(|| {
    let parts: [&[u64]; 6] = [&[0], &[100], &[64, 1], &[0, 0, 7], &[10, 300, 20], &[1; 9]];
    parts.map(prove).into()
});

/// For each number in `parts`, a part of that number of squarings of the generator, each with its π = x^⌊2^T / B⌋.
fn prove(parts: &[u64]) -> Proved {
    let group = &mut Field::new(CHALLENGE, BITS).expect("a challenge that gives one").group;
    let mut x = group.generator();
    let mut witness = Vec::new();
    for (i, &iterations) in parts.iter().enumerate() {
        let mut y = x;
        group.square(&mut y, iterations as usize);
        let seed = [encode(group, &x), encode(group, &y)].concat();
        let (_, prime) = hash_prime(&seed, 264, &[263]).expect("one prime in 92");
        let quotient = (BigUint::from(1_u32) << iterations) / big(&prime);
        let proof = pow::pow(group, &x, &natural(&quotient));
        let proof = encode(group, &proof);
        let head = [&iterations.to_be_bytes()[..], &prime.to_be_bytes()].concat();
        let is_last = i + 1 == parts.len();
        witness = [if is_last { Vec::new() } else { head }, proof.into(), witness].concat();
        x = y;
    }
    let (iterations, witness_type) = (parts.iter().sum(), parts.len() as u64 - 1);
    Proved { iterations, output: encode(group, &x).into(), witness, witness_type }
}

#[derive(Clone, Copy, Arbitrary, Debug)]
enum Part {
    Input,
    Output,
    Witness,
}

/// A change of a proof.
#[derive(Arbitrary, Debug)]
enum Change {
    Flip { part: Part, byte: u16, bit: u8 },
    Set { part: Part, byte: u16, to: u8 },
    Copy { from: u16, to: u16, length: u8 },
    Length { part: Part, length: u16 },
    Iterations { iterations: u64 },
    AddIterations { number: i8 },
    WitnessType { number: u8 },
    Challenge { byte: u8 },
}

/// Changes a proof some times, and verifies it.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let proved = u.choose(&PROOFS[..])?;
    let mut challenge = CHALLENGE.to_vec();
    let (mut iterations, mut witness_type) = (proved.iterations, proved.witness_type);
    let mut input = [0; 100].to_vec();
    input[0] = 8;
    let mut bytes = [input, proved.output.clone(), proved.witness.clone()];
    for change in u.arbitrary::<[Option<Change>; 4]>()?.into_iter().flatten() {
        match change {
            Change::Flip { part, byte, bit } => {
                at(&mut bytes[part as usize], byte, |byte| *byte ^= 1 << (bit % 8))
            }
            Change::Set { part, byte, to } => {
                at(&mut bytes[part as usize], byte, |byte| *byte = to)
            }
            Change::Copy { from, to, length } => {
                for i in 0..length.into() {
                    let witness = &mut bytes[Part::Witness as usize];
                    let copied = witness.get(usize::from(from) + i).copied();
                    let place = witness.get_mut(usize::from(to) + i);
                    copied.into_iter().zip(place).for_each(|(byte, place)| *place = byte);
                }
            }
            Change::Length { part, length } => {
                bytes[part as usize].resize(usize::from(length % 2048), 0)
            }
            Change::Iterations { iterations: other } => iterations = other,
            Change::AddIterations { number } => {
                iterations = iterations.wrapping_add_signed(number.into());
            }
            Change::WitnessType { number } => witness_type = number.into(),
            Change::Challenge { byte } => at(&mut challenge, byte.into(), |byte| *byte ^= 1),
        }
    }
    let [input, output, witness] = &bytes;
    let proof = Proof { challenge: &challenge, iterations, input, output, witness, witness_type };
    let lenient = Options { discriminant_bits: Some(BITS), ..Options::default() };
    let strict = Options { strict: true, ..lenient };
    let fields = &mut Fields::new(2);
    let verdict = verify(fields, &proof, &lenient);
    if verify(fields, &proof, &strict) == Ok(true) {
        assert_eq!(verdict, Ok(true));
    }
    if verdict == Ok(true) {
        assert!(iterations < MOST, "{proof:?}");
        let group = &mut fields.get(&challenge, BITS).expect("it was just made").group;
        let read = |bytes: &[u8]| decode(group, bytes.try_into().expect("100 bytes"), false);
        let (mut x, y) = (read(input).expect("a form"), read(output).expect("a form"));
        group.square(&mut x, iterations as usize);
        assert_eq!(encode(group, &x), encode(group, &y), "{proof:?}");
    }
    Ok(())
}

/// Changes a byte, if there is any.
fn at(bytes: &mut [u8], i: u16, change: impl FnOnce(&mut u8)) {
    let length = bytes.len().max(1);
    if let Some(byte) = bytes.get_mut(usize::from(i) % length) {
        change(byte);
    }
}
