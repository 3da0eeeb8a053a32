//! Makes the example proofs that the package ships: both schemes on RSA-2048, 2^20 squarings from
//! the seed "powmod".
//!
//! `cargo run --release -p powmod-vdf --example example_proofs -- crate/js/examples`

use powmod::Natural;
use powmod_vdf::{Group, POWMOD_V1, Proof, Scheme, Task, input, prove};
use serde_json::{Value, json};
use std::{error::Error, fs, path::PathBuf};

const ITERATIONS: u64 = 1 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("usage: example_proofs FOLDER")?);
    let group = &Group::rsa_2048();
    let input = input::from_seed(group, b"powmod").ok_or("a seed that gives no input")?;
    for (name, scheme, delta) in
        [("wesolowski", Scheme::Wesolowski, None), ("pietrzak", Scheme::Pietrzak, Some(10))]
    {
        let task = Task {
            scheme,
            profile: &POWMOD_V1,
            input: input.clone(),
            iterations: ITERATIONS,
            delta,
            challenge: None,
            memory: 1 << 26,
        };
        let proof = prove(group, &task).map_err(|error| error.to_string())?;
        let text = serde_json::to_string_pretty(&file(group, &proof))?;
        fs::write(folder.join(format!("{name}-rsa2048.json")), text + "\n")?;
    }
    Ok(())
}

/// A proof file: numbers as lower-case hex of exactly the modulus's width.
fn file(group: &Group, proof: &Proof) -> Value {
    let hex = |z: &Natural| Value::from(format!("0x{z:0width$x}", width = 2 * group.bytes()));
    let n = group.natural();
    let mut file = json!({
        "scheme": match proof.scheme {
            Scheme::Wesolowski => "wesolowski",
            Scheme::Pietrzak => "pietrzak",
        },
        "profile": proof.profile.name(),
        "modulus": if n == Group::rsa_2048().natural() { "RSA-2048".into() } else { hex(n) },
        "input": hex(&proof.input),
        "output": hex(&proof.output),
        "iterations": proof.iterations,
        "proof": match proof.scheme {
            Scheme::Wesolowski => hex(&proof.values[0]),
            Scheme::Pietrzak => proof.values.iter().map(hex).collect(),
        },
    });
    if let Some(delta) = proof.delta {
        file["delta"] = delta.into();
    }
    file
}
