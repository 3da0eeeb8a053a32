//! Makes proofs: each line of standard input is a task in JSON (scheme, profile, modulus, seed,
//! iterations; for Pietrzak's a delta, or the profile's own), each line of standard output its
//! proof file.
//!
//! `cargo run --release -p powmod --example prove`

mod proof_file;

use num_bigint::BigUint;
use powmod::{
    Modulus, Natural,
    vdf::{Group, Scheme, Task, input, profile_by_name, prover},
};
use proof_file::file;
use serde_json::Value;
use std::{error::Error, io};

fn main() -> Result<(), Box<dyn Error>> {
    for line in io::stdin().lines() {
        println!("{}", prove(&serde_json::from_str(&line?)?).ok_or("a wrong task")?);
    }
    Ok(())
}

fn prove(task: &Value) -> Option<Value> {
    let group = &mut group(task["modulus"].as_str()?)?;
    let profile = profile_by_name(task["profile"].as_str()?)?;
    let input = input::from_seed(group, task["seed"].as_str()?.as_bytes())?;
    let delta = task.get("delta").and_then(Value::as_u64).map(u32::try_from);
    let task = Task {
        scheme: Scheme::by_name(task["scheme"].as_str()?)?,
        profile,
        input,
        iterations: task["iterations"].as_u64()?,
        delta: delta.transpose().ok()?,
        memory: 1 << 26,
    };
    let proof = prover::prove(group, &task).ok()?;
    Some(file(group, &proof))
}

fn group(modulus: &str) -> Option<Group> {
    if modulus == "RSA-2048" {
        return Some(Group::rsa_2048());
    }
    let n = BigUint::parse_bytes(modulus.strip_prefix("0x")?.as_bytes(), 16)?;
    Group::new(Modulus::new(&Natural::from_limbs(n.to_u32_digits()))?).ok()
}
