//! What Miri interprets of Chia's proofs (`npm run miri`): a discriminant, its forms, and a proof, on small numbers.

use num_bigint::BigUint;
use powmod::{Natural, monoid::Monoid, pow};
use powmod_chia::{
    Field, Fields, Options, Proof,
    encoding::{decode, encode},
    hash_prime::hash_prime,
    verify,
};

#[test]
fn a_proof_of_a_short_discriminant() {
    let (challenge, bits, iterations) = (b"small", 16, 300);
    let mut field = Field::new(challenge, bits).unwrap();
    let group = &mut field.group;
    let x = group.generator();
    let mut y = x;
    group.square(&mut y, iterations);
    let [input, output] = [x, y].map(|form| encode(group, &form));
    for (form, bytes) in [(x, input), (y, output)] {
        assert_eq!(decode(group, &bytes, true), Ok(form));
    }
    // π = x^⌊2^T/B⌋
    let (_, prime) = hash_prime(&[input, output].concat(), 264, &[263]).unwrap();
    let big = |x: &Natural| BigUint::from_bytes_be(&x.to_be_bytes());
    let quotient = (BigUint::from(1_u8) << iterations) / big(&prime);
    let quotient = Natural::from_be_bytes(&quotient.to_bytes_be());
    let witness = encode(group, &pow::pow(&mut group.clone(), &x, &quotient));
    let proof = Proof {
        challenge,
        iterations: iterations as u64,
        input: &input,
        output: &output,
        witness: &witness,
        witness_type: 0,
    };
    let options = Options { discriminant_bits: Some(bits), ..Options::default() };
    let fields = &mut Fields::new(1);
    assert_eq!(verify(fields, &proof, &options), Ok(true));
    let false_one = Proof { iterations: 301, ..proof };
    assert_eq!(verify(fields, &false_one, &options), Ok(false));
}
