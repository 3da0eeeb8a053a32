//! The reduced set of residues of a base (Prots'ko, Gryshchuk): where the repeated squares begin to cycle, and the
//! number of residues to keep.

use crate::{Failure, natural};
use powmod::{Modulus, pow::fixed_base::Residues};
use serde_json::{Value, json};

pub fn residues(ask: &Value) -> Result<Value, Failure> {
    let bits = ask["bits"].as_u64().ok_or("bits: missing")? as usize;
    let mut modulus = Modulus::new(&natural(ask, "modulus")?).ok_or("modulus: must not be 0")?;
    let base = modulus.enter(&natural(ask, "base")?);
    let residues = Residues::new(&mut modulus, &base, bits);
    let (offset, period) = residues.repeats().unzip();
    Ok(json!({ "kept": residues.len(), "offset": offset, "period": period }))
}
