//! Runs every target on its corpus and on random bytes. This short form of fuzzing needs neither a
//! nightly compiler nor a C++ compiler.

use arbitrary::Unstructured;
use powmod_fuzz::Target;
use rand::{Rng, RngExt, SeedableRng, rngs::SmallRng};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The number of random inputs for each target.
const RANDOM: u64 = 1000;

/// The inputs of a corpus that is written here, and the bytes of most of them.
const FIRST: usize = 16;
const SHORT: usize = 200;

#[test]
fn every_target_on_its_corpus() {
    for (name, target) in powmod_fuzz::TARGETS {
        let file = corpus_of(name);
        if !file.exists() {
            assert!(env::var_os("CI").is_none(), "{name} has no corpus: cargo test writes one");
            fs::write(&file, first_corpus(*target)).expect("a corpus");
        }
        let lines = fs::read_to_string(file).expect("a corpus");
        assert!(!lines.is_empty(), "the corpus of {name}");
        for line in lines.lines() {
            let byte = |i| u8::from_str_radix(&line[i..i + 2], 16).expect("hexadecimal");
            let data: Vec<u8> = (0..line.len()).step_by(2).map(byte).collect();
            powmod_fuzz::run(name, &data);
        }
    }
}

#[test]
fn every_target_on_random_bytes() {
    for (name, _) in powmod_fuzz::TARGETS {
        for data in random_inputs() {
            powmod_fuzz::run(name, &data);
        }
    }
}

#[test]
fn a_first_corpus_has_inputs_that_last() {
    let reads_ten: Target = |u| u.bytes(10).map(|_| ());
    let text = first_corpus(reads_ten);
    assert_eq!(text, first_corpus(reads_ten), "the same each time");
    assert_eq!(text.lines().count(), FIRST);
    assert!(text.lines().all(|line| line.len() >= 20), "ten bytes each");
}

fn corpus_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name).with_extension("hex")
}

/// The corpus of a target that libFuzzer has not run yet: random inputs that last to its end, one a
/// line, of which few are long.
fn first_corpus(target: Target) -> String {
    let mut inputs: Vec<Vec<u8>> =
        random_inputs().filter(|data| target(&mut Unstructured::new(data)).is_ok()).collect();
    inputs.sort_by_key(|data| data.len() > SHORT);
    let hex = |data: &Vec<u8>| data.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    inputs.iter().filter(|data| !data.is_empty()).take(FIRST).map(|data| hex(data) + "\n").collect()
}

fn random_inputs() -> impl Iterator<Item = Vec<u8>> {
    (0..RANDOM).map(|seed| {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut data = vec![0; rng.random_range(0..1000)];
        rng.fill_bytes(&mut data);
        data
    })
}
