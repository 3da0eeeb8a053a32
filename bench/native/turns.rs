//! Powers by the crate, timing themselves: a line of JSON {base, exponent, modulus, times} in, seconds out, so that
//! `bench/modpow/run.mjs` can time them in turn with the package. The modulus is prepared.

use num_bigint::BigUint;
use powmod::{Modulus, Natural, pow};
use serde_json::{Value, json};
use std::{error::Error, hint::black_box, io::stdin, time::Instant};

fn main() -> Result<(), Box<dyn Error>> {
    for line in stdin().lines() {
        let task: Value = serde_json::from_str(&line?)?;
        let [base, exponent, modulus] =
            ["base", "exponent", "modulus"].map(|name| number(&task[name]));
        let modulus = Modulus::new(&modulus).expect("a modulus above 0");
        let power = || pow::mod_pow(&modulus, black_box(&base), &exponent);
        let result = BigUint::from_bytes_be(&power().to_be_bytes());

        let start = Instant::now();
        for _ in 0..task["times"].as_u64().expect("a number of times") {
            black_box(power());
        }
        let seconds = start.elapsed().as_secs_f64();
        println!("{}", json!({ "seconds": seconds, "result": result.to_str_radix(16) }));
    }
    Ok(())
}

fn number(value: &Value) -> Natural {
    let digits = value.as_str().expect("digits");
    let number = BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits");
    Natural::from_be_bytes(&number.to_bytes_be())
}
