//! The savings of the early exit (Brun), with actual moduli.

use crate::{Failure, decimal, natural};
use powmod::{
    Modulus, Natural,
    methods::{self, EarlyExit, Single, counting::Counting},
};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use serde_json::{Value, json};

const PLACEMENTS: [(&str, Option<EarlyExit>); 3] =
    [("none", None), ("products", Some(EarlyExit::Products)), ("all", Some(EarlyExit::All))];

/// The squarings, products and tests for zero of one power, without the exit and with each kind of exit.
pub fn power(ask: &Value) -> Result<Value, Failure> {
    let [base, exponent, modulus] =
        [natural(ask, "base")?, natural(ask, "exponent")?, natural(ask, "modulus")?];
    let mut answer = json!({});
    for (name, early_exit) in PLACEMENTS {
        let (counting, power) = run(&base, &exponent, &modulus, early_exit)?;
        answer[name] = json!({
            "squarings": counting.squarings,
            "products": counting.products,
            "tests": counting.zero_tests,
            "power": decimal(&power),
        });
    }
    Ok(answer)
}

/// How often a random base exits early, for moduli of a given length. Takes every pair of modulus and base if there
/// are at most `samples` pairs, otherwise `samples` random pairs; and one random exponent for each pair.
pub fn frequency(ask: &Value) -> Result<Value, Failure> {
    let small = |name: &str| ask[name].as_u64().ok_or_else(|| format!("{name}: missing"));
    let (bits, exponent_bits, samples) =
        (small("bits")?, small("exponentBits")?, small("samples")?);
    let rng = &mut SmallRng::seed_from_u64(bits);
    let moduli = 1_u64 << (bits - 1)..1 << bits;
    let pairs: u64 = moduli.clone().sum();
    let is_exhaustive = pairs <= samples;
    let mut tally = Tally::default();
    if is_exhaustive {
        for n in moduli {
            (0..n).try_for_each(|base| tally.add(n, base, exponent_bits, rng))?;
        }
    } else {
        for _ in 0..samples {
            // Every pair is equally likely: a larger modulus has more bases.
            let n = loop {
                let n = rng.random_range(moduli.clone());
                if rng.random_range(0..moduli.end) < n {
                    break n;
                }
            };
            let base = rng.random_range(0..n);
            tally.add(n, base, exponent_bits, rng)?;
        }
    }
    let Tally { pairs, products, all } = tally;
    Ok(json!({ "exhaustive": is_exhaustive, "pairs": pairs, "products": products, "all": all }))
}

/// The number of pairs of modulus and base, and of pairs whose power was known before the last operation.
#[derive(Default)]
struct Tally {
    pairs: u64,
    products: u64,
    all: u64,
}

impl Tally {
    fn add(&mut self, n: u64, base: u64, bits: u64, rng: &mut SmallRng) -> Result<(), Failure> {
        let exponent = rng.random_range(1_u64 << (bits - 1)..1 << bits);
        let [n, base, exponent] = [n, base, exponent].map(Natural::from);
        let operations = |early_exit| -> Result<usize, Failure> {
            Ok(run(&base, &exponent, &n, early_exit)?.0.operations())
        };
        let plain = operations(None)?;
        self.pairs += 1;
        self.products += u64::from(operations(Some(EarlyExit::Products))? < plain);
        self.all += u64::from(operations(Some(EarlyExit::All))? < plain);
        Ok(())
    }
}

fn run(
    base: &Natural,
    exponent: &Natural,
    modulus: &Natural,
    early_exit: Option<EarlyExit>,
) -> Result<(Counting<Modulus>, Natural), Failure> {
    let mut counting = Counting::new(Modulus::new(modulus).ok_or("modulus: must not be 0")?);
    let base = counting.inner.enter(base);
    let power = methods::pow(Single::Binary { early_exit }, &mut counting, &base, exponent);
    let power = counting.inner.leave(&power);
    Ok((counting, power))
}
