//! Makes proofs: each line of standard input is a task in JSON (scheme, profile, modulus, seed,
//! iterations; for Pietrzak's a delta, or the profile's own), each line of standard output its
//! proof file.
//!
//! `cargo run --release -p powmod --example prove`

mod proof_file;

use num_bigint::BigUint;
use powmod::{
    Modulus, Natural,
    vdf::{Group, Scheme, input, pietrzak, profile_by_name, wesolowski},
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
    let iterations = task["iterations"].as_u64()?;
    let proof = match Scheme::by_name(task["scheme"].as_str()?)? {
        Scheme::Wesolowski => wesolowski::prove(group, profile, &input, iterations),
        Scheme::Pietrzak => {
            let delta =
                task.get("delta").map_or(Some(profile.default_delta().into()), Value::as_u64);
            pietrzak::prove(group, profile, &input, iterations, delta?.try_into().ok()?)
        }
    };
    Some(file(group, &proof))
}

fn group(modulus: &str) -> Option<Group> {
    if modulus == "RSA-2048" {
        return Some(Group::rsa_2048());
    }
    let n = BigUint::parse_bytes(modulus.strip_prefix("0x")?.as_bytes(), 16)?;
    Group::new(Modulus::new(&Natural::from_limbs(n.to_u32_digits()))?).ok()
}
