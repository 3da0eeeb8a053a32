//! Counts the operations of the library's methods. Reads a JSON array of questions and prints an array of answers.
//!
//! `echo '[{ "ask": "mean", "method": "yll", "window": 2, "bases": 2, "bits": 256, "samples": 100 }]' |
//! cargo run --quiet -p powmod-bench --bin counts`

mod early_exit;
mod residues;
mod trivial;
mod windows;

use num_bigint::BigUint;
use num_traits::FromBytes;
use powmod::Natural;
use serde_json::Value;
use std::{error::Error, io};

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let asks: Vec<Value> = serde_json::from_reader(io::stdin())?;
    let answers = asks.iter().map(answer).collect::<Result<Vec<_>, _>>()?;
    println!("{}", serde_json::to_string(&answers)?);
    Ok(())
}

fn answer(ask: &Value) -> Result<Value, Failure> {
    match text(ask, "ask")? {
        "mean" => windows::mean(ask),
        "crossover" => windows::crossover(ask),
        "power" => early_exit::power(ask),
        "frequency" => early_exit::frequency(ask),
        "residues" => residues::residues(ask),
        other => Err(format!("ask: there is no {other}").into()),
    }
}

fn text<'a>(ask: &'a Value, name: &str) -> Result<&'a str, Failure> {
    Ok(ask[name].as_str().ok_or_else(|| format!("{name}: missing"))?)
}

/// A number in decimal digits, because numbers above 2^53 lose digits in JSON.
fn natural(ask: &Value, name: &str) -> Result<Natural, Failure> {
    let number: BigUint = text(ask, name)?.parse()?;
    Ok(Natural::from_be_bytes(&number.to_bytes_be()))
}

fn decimal(x: &Natural) -> String {
    BigUint::from_bytes_be(&powmod_bench::bytes(x)).to_string()
}
