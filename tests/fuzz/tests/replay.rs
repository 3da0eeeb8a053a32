//! Runs every target on its corpus and on random bytes. This short form of fuzzing needs neither a
//! nightly compiler nor a C++ compiler.

use rand::{Rng, RngExt, SeedableRng, rngs::SmallRng};
use std::{fs, path::Path};

/// The number of random inputs for each target.
const RANDOM: u64 = 1000;

#[test]
fn every_target_on_its_corpus() {
    for (name, _) in powmod_fuzz::TARGETS {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let lines = fs::read_to_string(file.with_extension("hex")).expect("a corpus");
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
        for seed in 0..RANDOM {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut data = vec![0; rng.random_range(0..1000)];
            rng.fill_bytes(&mut data);
            powmod_fuzz::run(name, &data);
        }
    }
}
