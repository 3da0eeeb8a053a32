//! The average cost of windows: means over random exponents, which are the same for every method.

use crate::{Failure, text, trivial::Trivial};
use powmod::{
    Natural,
    methods::{self, Multi, Single, WindowRule, counting::Counting},
    monoid::Costs,
    plan,
};
use powmod_bench::number;
use serde_json::{Value, json};

/// The mean number of squarings and products of a method, for a number of bases and a length of the exponents.
pub fn mean(ask: &Value) -> Result<Value, Failure> {
    let bits = small(ask, "bits")?;
    let bases = small(ask, "bases")?;
    let samples = small(ask, "samples")?;
    let mut counting = Counting::new(Trivial);
    for sample in 0..samples {
        let exponents = exponents(bits, bases, sample);
        if bases == 1 {
            methods::pow(single(ask)?, &mut counting, &(), &exponents[0]);
        } else {
            let terms: Vec<_> = exponents.iter().map(|e| ((), e)).collect();
            methods::multi_pow(several(ask, bits, bases)?, &mut counting, &terms);
        }
    }
    let mean = |sum: usize| sum as f64 / samples as f64;
    Ok(json!({ "squarings": mean(counting.squarings), "products": mean(counting.products) }))
}

/// The length of exponent, in bits, from which the next wider window costs less. A binary search finds it; at each
/// length both windows are compared on the same random exponents.
pub fn crossover(ask: &Value) -> Result<Value, Failure> {
    let window = small(ask, "window")? as u32;
    let samples = small(ask, "samples")?;
    let cost = |bits: usize, window: u32| -> Result<usize, Failure> {
        let method = match text(ask, "method")? {
            "mary" => Single::Mary { window: Some(window) },
            "sliding" => Single::Sliding { window: Some(window), rule: WindowRule::Minimal },
            other => return Err(format!("no windows: {other}").into()),
        };
        let mut counting = Counting::new(Trivial);
        for sample in 0..samples {
            methods::pow(method, &mut counting, &(), &exponents(bits, 1, sample)[0]);
        }
        Ok(counting.operations())
    };
    let (mut narrow, mut wide) = (1, 1 << 14);
    while wide - narrow > 1 {
        let bits = usize::midpoint(narrow, wide);
        let is_wide = cost(bits, window + 1)? < cost(bits, window)?;
        *(if is_wide { &mut wide } else { &mut narrow }) = bits;
    }
    Ok(json!({ "bits": wide }))
}

fn exponents(bits: usize, bases: usize, sample: usize) -> Vec<Natural> {
    (0..bases).map(|base| number(bits, (bits << 32 | sample << 8 | base) as u64)).collect()
}

fn single(ask: &Value) -> Result<Single, Failure> {
    let window = ask["window"].as_u64().map(|window| window as u32);
    let rule = if ask["table"] == "paper" { WindowRule::Paper } else { WindowRule::Minimal };
    Ok(match text(ask, "method")? {
        "binary" => Single::Binary { early_exit: None },
        "mary" => Single::Mary { window },
        "sliding" => Single::Sliding { window, rule },
        other => return Err(format!("no method for one base: {other}").into()),
    })
}

fn several(ask: &Value, bits: usize, bases: usize) -> Result<Multi, Failure> {
    let window = || small(ask, "window").map(|window| window as u32);
    Ok(match text(ask, "method")? {
        "separate" => Multi::Separate,
        "ary" => Multi::Ary { window: window()? },
        "yll" => Multi::Yll { window: window()? },
        "interleaved" => Multi::Interleaved { window: window().ok() },
        "pippenger" => Multi::Pippenger { window: window()? },
        "bos-coster" => Multi::BosCoster,
        "auto" => {
            let longest = Natural::power_of_two(bits - 1);
            plan::multi(&vec![&longest; bases], Costs::default()).into()
        }
        other => return Err(format!("no method for several bases: {other}").into()),
    })
}

fn small(ask: &Value, name: &str) -> Result<usize, Failure> {
    Ok(ask[name].as_u64().ok_or_else(|| format!("{name}: missing"))? as usize)
}
