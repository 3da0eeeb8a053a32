//! Proofs of other implementations, read from `tests/vectors`.

use crate::common::{for_any, task};
use powmod::{Modulus, Natural};
use powmod_vdf::{
    self as vdf, Claim, Encoded, Error, Group, Options, PROFILES, Proof, Scheme, Statement, Task,
    hash_to_prime, input, wesolowski_seed,
};
use serde_json::Value;
use std::path::PathBuf;

/// The parsed files of a folder of vectors.
fn vectors(folder: &str) -> Vec<(String, Value)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let files = std::fs::read_dir(root.join(folder)).unwrap();
    let parse = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path.file_name().unwrap().to_str().unwrap().into(), serde_json::from_str(&text).unwrap())
    };
    files.map(|file| parse(file.unwrap().path())).collect()
}

fn bytes(hex: &Value) -> Vec<u8> {
    let digits = hex.as_str().unwrap().trim_start_matches("0x");
    let digits = if digits.len() % 2 == 1 { format!("0{digits}") } else { digits.into() };
    let pair = |i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(pair).collect()
}

fn natural(hex: &Value) -> Natural {
    Natural::from_be_bytes(&bytes(hex))
}

fn group_of(file: &Value) -> Group {
    match file["modulus"].as_str().unwrap() {
        "RSA-2048" => Group::rsa_2048(),
        _ => Group::new(Modulus::new(&natural(&file["modulus"])).unwrap()).unwrap(),
    }
}

fn decode(group: &Group, file: &Value) -> Result<Proof, Error> {
    let values = match &file["proof"] {
        Value::Array(values) => values.iter().flat_map(bytes).collect(),
        value => bytes(value),
    };
    Encoded {
        scheme: match file["scheme"].as_str() {
            Some("wesolowski") => Scheme::Wesolowski,
            Some("pietrzak") => Scheme::Pietrzak,
            other => panic!("{other:?}"),
        },
        profile: *PROFILES.iter().find(|profile| file["profile"] == profile.name()).unwrap(),
        input: &bytes(&file["input"]),
        output: &bytes(&file["output"]),
        iterations: file["iterations"].as_u64().unwrap(),
        values: &values,
        delta: file["delta"].as_u64().map(|delta| delta as u32),
    }
    .decode(group.natural())
}

/// Asserts that this prover makes the same proof.
fn proves(group: &Group, proof: &Proof) {
    let &Proof { scheme, profile, iterations, delta, .. } = proof;
    let task = Task { profile, delta, ..task(scheme, &proof.input, iterations, 1 << 26) };
    let made = vdf::prove(group, &task).unwrap();
    assert_eq!(made.output, proof.output);
    assert_eq!(made.values, proof.values);
}

/// The contract hashes a number in the fewest words that hold it.
#[test]
fn proofs_with_short_numbers_that_the_contract_takes() {
    let files = vectors("evm");
    let (_, words) = files.iter().find(|(name, _)| name == "tokamak-words.json").unwrap();
    for example in words.as_array().unwrap() {
        let group = &group_of(&example["file"]);
        let proof = decode(group, &example["file"]).unwrap();
        let answer = vdf::verify(group, &proof, &for_any(&proof));
        assert_eq!(answer, Ok(true), "{}", example["name"]);
    }
}

#[test]
fn worked_examples_in_every_intermediate_value() {
    for (name, file) in vectors("protocol") {
        if name == "input.json" {
            for row in file["rows"].as_array().unwrap() {
                let group = &mut group_of(row);
                let seed = row["seed"].as_str().unwrap().as_bytes();
                assert_eq!(input::from_seed(group, seed), Some(natural(&row["input"])));
            }
            continue;
        }
        let expected = &file["proof"];
        let group = &mut group_of(expected);
        let proof = decode(group, expected).unwrap();
        let options = Options { max_delta: 20, ..for_any(&proof) };
        assert_eq!(vdf::verify(group, &proof, &options), Ok(true), "{name}");

        let steps = &file["intermediate"];
        match proof.scheme {
            vdf::Scheme::Wesolowski => {
                let n = group.natural().to_be_bytes_padded(256).unwrap();
                let seed = wesolowski_seed(&Statement {
                    modulus: &n,
                    input: &bytes(&expected["input"]),
                    output: &bytes(&expected["output"]),
                    iterations: proof.iterations,
                });
                assert_eq!(seed.to_vec(), bytes(&steps["s"]));
                let (index, l) = hash_to_prime(&seed);
                assert_eq!(u64::from(index), steps["index"].as_u64().unwrap());
                assert_eq!(l, natural(&steps["l"]));
                proves(group, &proof);
            }
            vdf::Scheme::Pietrzak if steps.is_array() => {
                let mut claim = Claim {
                    input: proof.input.clone(),
                    output: proof.output.clone(),
                    iterations: proof.iterations,
                };
                for (step, v) in steps.as_array().unwrap().iter().zip(&proof.values) {
                    let mut even = claim.clone();
                    even.make_even(group, proof.profile);
                    assert_eq!(even.iterations, step["T"].as_u64().unwrap());
                    assert_eq!(even.input, natural(&step["x"]));
                    assert_eq!(even.output, natural(&step["y"]));
                    assert_eq!(v, &natural(&step["v"]));
                    assert_eq!(even.challenge(group, proof.profile, v), natural(&step["r"]));
                    claim.halve(group, proof.profile, v);
                }
                let last = &file["final"];
                assert_eq!(claim.iterations, last["T"].as_u64().unwrap());
                assert_eq!(claim.input, natural(&last["x"]));
                assert_eq!(claim.output, natural(&last["y"]));
                proves(group, &proof);
            }
            vdf::Scheme::Pietrzak => {
                // A proof with a forged sign: its output is N minus the true value.
                assert_eq!(name, "pietrzak-tokamak-sign.json");
                let n = group.natural().clone();
                let truth = group.modulus().square_times(&proof.input, proof.iterations);
                assert_eq!(n.checked_sub(&proof.output), Some(truth));
            }
        }
    }
}

#[test]
fn the_built_in_group_is_the_challenge_number() {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(Group::rsa_2048().natural().to_string());
    assert_eq!(hash[..8], [0xb3, 0xc2, 0x46, 0x8a, 0xdd, 0x10, 0xe2, 0xa0]);
    assert!(Group::new(Modulus::new(Group::rsa_2048().natural()).unwrap()).is_ok());
}
