//! Proof files: the table that the package's tests read too, the proofs of `tests/vectors`, and damage.

use crate::common::for_any;
use powmod::{Modulus, Natural};
use powmod_vdf::{
    Error, Group, Kind, Options, POWMOD_V1, PROFILES, Proof, ProofFile, Scheme, check_form, verify,
};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use serde_json::Value;
use std::path::PathBuf;

/// The fields of a proof, by their names in files.
const NAMES: [&str; 8] =
    ["scheme", "profile", "modulus", "input", "output", "iterations", "proof", "delta"];

fn read(path: &str) -> Value {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    serde_json::from_str(&std::fs::read_to_string(root.join(path)).unwrap()).unwrap()
}

fn unhex(digits: &str) -> Vec<u8> {
    let pair = |i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(pair).collect()
}

/// What a reader names of this file.
fn field(file: &[u8]) -> Option<String> {
    let error = ProofFile::from_json(file).err()?;
    assert_eq!(error.kind, Kind::Proof, "{error}");
    Some(error.field.to_string())
}

#[test]
fn the_table_of_files_says_what_is_read_and_what_is_refused() {
    let table = read("proof-files/files.json");
    for row in table["files"].as_array().unwrap() {
        let mut file = match row["hex"].as_str() {
            Some(digits) => unhex(digits),
            None => row["text"].as_str().unwrap().into(),
        };
        let spaces = row["spaces"].as_u64().unwrap_or(0) as usize;
        file.resize(file.len() + spaces, b' ');
        // An error of this crate has one of these names, so that of a name that no proof has is `file`.
        let known = |name: &str| NAMES.contains(&name.split('[').next().unwrap());
        let expected = row["field"].as_str().map(|name| if known(name) { name } else { "file" });
        assert_eq!(field(&file).as_deref(), expected, "{}", row["about"]);
    }
}

#[test]
fn the_proofs_of_other_provers_are_read_and_written_as_they_are() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/proofs");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        for row in read(&format!("proofs/{name}")).as_array().unwrap() {
            let row = row.get("proof").filter(|proof| proof.is_object()).unwrap_or(row);
            let text = row.to_string();
            let file = ProofFile::from_json(&text).unwrap();
            let number = |value: &Value| {
                let text = value.as_str().unwrap();
                if text == "RSA-2048" {
                    Group::rsa_2048().natural().clone()
                } else {
                    text.parse().unwrap()
                }
            };
            let values = match &row["proof"] {
                Value::Array(values) => values.iter().map(number).collect(),
                value => vec![number(value)],
            };
            let Proof { scheme, profile, .. } = file.proof;
            assert_eq!(row["scheme"] == "wesolowski", scheme == Scheme::Wesolowski);
            let proof = Proof {
                scheme,
                profile: *PROFILES.iter().find(|profile| row["profile"] == profile.name()).unwrap(),
                input: number(&row["input"]),
                output: number(&row["output"]),
                iterations: row["iterations"].as_u64().unwrap(),
                values,
                delta: row.get("delta").map(|delta| delta.as_u64().unwrap() as u32),
            };
            assert_eq!((&file.proof, profile.name()), (&proof, proof.profile.name()), "{name}");
            assert_eq!(file.modulus, number(&row["modulus"]));
            assert_eq!(file.to_json().unwrap(), text, "{name}");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_file_with_a_changed_byte_is_refused_or_says_something_else_that_is_no_proof() {
    let rng = &mut SmallRng::seed_from_u64(1);
    let files = ["wesolowski-1024", "pietrzak-1024", "tokamak-1024"];
    for name in files {
        let rows = read(&format!("proofs/{name}.json"));
        let text = rows[1].to_string();
        let original = ProofFile::from_json(&text).unwrap();
        let group = Group::new(Modulus::new(&original.modulus).unwrap()).unwrap();
        assert_eq!(verify(&group, &original.proof, &for_any(&original.proof)), Ok(true), "{name}");
        let mut read = 0;
        for i in 0..1500 {
            let mut damaged = text.clone().into_bytes();
            let place = rng.random_range(0..damaged.len());
            if i % 3 == 0 {
                damaged.remove(place);
            } else {
                damaged[place] =
                    if i % 3 == 1 { b'0' + rng.random::<u8>() % 10 } else { rng.random() };
            }
            let Ok(file) = ProofFile::from_json(&damaged) else { continue };
            assert_eq!(ProofFile::from_json(file.to_json().unwrap()), Ok(file.clone()));
            if file == original {
                continue;
            }
            read += 1;
            let of_group = file.modulus == original.modulus;
            let options = for_any(&original.proof);
            if of_group
                && check_form(&file.modulus, &file.proof, &options).is_ok()
                && read % 20 == 0
            {
                let about = String::from_utf8(damaged).unwrap();
                assert_eq!(verify(&group, &file.proof, &options), Ok(false), "{about}");
            }
        }
        assert!(read > 100, "{name}: {read}");
    }
}

#[test]
fn what_is_not_read_is_not_written() {
    let good = ProofFile {
        modulus: 0x018f_u32.into(),
        proof: Proof {
            scheme: Scheme::Pietrzak,
            profile: &POWMOD_V1,
            input: 2_u32.into(),
            output: 0x10a_u32.into(),
            iterations: 5000,
            values: [5_u32, 7, 9].map(Natural::from).into(),
            delta: None,
        },
    };
    let with = |change: &dyn Fn(&mut ProofFile)| {
        let mut file = good.clone();
        change(&mut file);
        file.to_json().map_err(|error: Error| error.field.to_string())
    };
    let text = r#"{"scheme":"pietrzak","profile":"powmod-v1","modulus":"0x018f","input":"0x0002","output":"0x010a","iterations":5000,"proof":["0x0005","0x0007","0x0009"]}"#;
    assert_eq!(with(&|_| ()), Ok(text.into()));
    assert_eq!(
        with(&|file| file.proof.delta = Some(10)),
        Ok(text.replace("]}", "],\"delta\":10}"))
    );
    let wide = || Natural::from(0x1_0000_u32);
    for (name, change) in [
        ("modulus", &|file| file.modulus = Natural::default()),
        ("modulus", &|file| file.modulus = Natural::power_of_two(1 << 14)),
        ("input", &|file| file.proof.input = wide()),
        ("output", &|file| file.proof.output = wide()),
        ("proof[1]", &|file| file.proof.values[1] = wide()),
        ("proof", &|file| file.proof.values = Vec::new()),
        ("proof", &|file| file.proof.scheme = Scheme::Wesolowski),
        ("iterations", &|file| file.proof.iterations = 0),
        ("delta", &|file| file.proof.delta = Some(21)),
    ] as [(&str, &dyn Fn(&mut ProofFile)); 9]
    {
        assert_eq!(with(change), Err(name.into()));
    }
    // Whether a number is an element is left to `check_form`.
    let text = with(&|file| file.proof.input = Natural::default()).unwrap();
    let ProofFile { modulus, proof } = ProofFile::from_json(&text).unwrap();
    let error = check_form(&modulus, &proof, &Options::default()).unwrap_err();
    assert_eq!((error.kind, error.field), (Kind::Proof, "input".into()));
}
