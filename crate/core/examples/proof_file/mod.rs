//! Proof files, for the examples that make them.

use powmod::vdf::{Group, Proof, Scheme};
use powmod::{Natural, vdf::group::rsa_2048};
use serde_json::{Value, json};

/// A proof file: numbers as lower-case hex of exactly the modulus's width.
pub fn file(group: &Group, proof: &Proof) -> Value {
    let hex = |z: &Natural| Value::from(format!("0x{z:0width$x}", width = 2 * group.bytes()));
    let n = group.natural();
    let mut file = json!({
        "scheme": match proof.scheme {
            Scheme::Wesolowski => "wesolowski",
            Scheme::Pietrzak => "pietrzak",
        },
        "profile": proof.profile.name(),
        "modulus": if n == &rsa_2048() { "RSA-2048".into() } else { hex(n) },
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
