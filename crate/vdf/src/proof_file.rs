//! Proof files: JSON that has a proof and its modulus. The package for browsers has a reader too, and
//! `tests/vectors/proof-files` what both say of damaged files.

use crate::{
    error::{Error, Kind},
    group::Group,
    limits::{MAX_BITS, MAX_DELTA, MAX_ITERATIONS},
    pietrzak::verifier::{COUNT, has_its_count},
    profile::{NO_WESOLOWSKI, PROFILES, Profile},
    proof::{Proof, Scheme},
    reasons,
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;
use powmod::{Field, Natural};
use serde_core::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// The longest file, in bytes.
const MAX_LENGTH: usize = 1 << 18;

/// The most values of a proof: each round halves T, which is below 2^53.
const MAX_VALUES: usize = 53;

/// The name of [`Group::rsa_2048`] in files.
const RSA_2048: &str = "RSA-2048";

const NAMES: [&str; 8] =
    ["scheme", "profile", "modulus", "input", "output", "iterations", "proof", "delta"];

/// The content of a proof file: a proof, and the modulus that it is for.
///
/// ```
/// use powmod_vdf::{Group, Options, POWMOD_V1, ProofFile, Scheme, Task, input, verify};
///
/// // This file is of powmod's repository.
/// let text = std::fs::read("../js/examples/wesolowski-rsa2048.json")?;
/// let ProofFile { modulus, proof } = ProofFile::from_json(&text)?;
/// // The file says itself which modulus, x and T it has: compare them with what you asked for.
/// let group = Group::rsa_2048();
/// assert_eq!(group.natural(), &modulus);
/// let input = input::from_seed(&group, b"powmod").expect("the seed gives an input");
/// let (scheme, profile, iterations) = (Scheme::Wesolowski, &POWMOD_V1, 1 << 20);
/// let task = Task { scheme, profile, input, iterations, delta: None, challenge: None, memory: 0 };
/// assert!(task.is_task_of(&group, &proof));
/// assert!(verify(&group, &proof, &Options::default())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    /// N.
    pub modulus: Natural,
    /// The proof.
    pub proof: Proof,
}

impl ProofFile {
    /// Reads a file of at most 2^18 bytes in UTF-8, with a byte order mark or without. Nothing is computed:
    /// [`verify`](super::verify) tells whether the proof is true. Of x, y and the values the width alone is checked:
    /// [`check_form`](super::check_form) checks the rest. For a modulus that you do not know, call it before you make
    /// a [`Group`] of it. Of a proof within other JSON, `RawValue` of serde_json has the text.
    ///
    /// # Errors
    /// [`Kind::Proof`] with the field that is wrong; `file` if the text is not that of an object, or if the
    /// object has a name that no proof has.
    pub fn from_json(file: impl AsRef<[u8]>) -> Result<Self, Error> {
        let Fields(mut fields) = parse(file.as_ref())?;
        let take = |name| {
            fields.iter_mut().find(|(other, _)| *other == name).map(|(_, value)| value.take())
        };
        let [scheme, profile, modulus, input, output, iterations, values, delta] = NAMES.map(take);

        let scheme = match scheme.as_ref().and_then(Value::as_str) {
            Some("wesolowski") => Scheme::Wesolowski,
            Some("pietrzak") => Scheme::Pietrzak,
            _ => return refuse("scheme", "must be wesolowski or pietrzak"),
        };
        let profile = read_profile(profile, scheme)?;
        let modulus = read_modulus(modulus)?;
        let width = modulus.bits().div_ceil(8);
        let input = read_number(input, "input", width)?;
        let output = read_number(output, "output", width)?;
        let iterations = match iterations.as_ref().and_then(whole) {
            Some(iterations @ 1..=MAX_ITERATIONS) => iterations,
            _ => return refuse("iterations", reasons::ITERATIONS),
        };
        let values = match (scheme, values) {
            (Scheme::Wesolowski, value) => [read_number(value, "proof", width)?].into(),
            (_, Some(Value::Array(values))) if values.len() <= MAX_VALUES => {
                let entry = |(i, value)| read_number(Some(value), Field::entry("proof", i), width);
                values.into_iter().enumerate().map(entry).collect::<Result<_, _>>()?
            }
            _ => return refuse("proof", "must be an array of at most 53 values"),
        };
        let delta = match (scheme, &delta) {
            (_, None) => None,
            (Scheme::Wesolowski, _) => return refuse("delta", reasons::DELTA_OF_WESOLOWSKI),
            (_, Some(delta)) => match whole(delta) {
                Some(delta) if delta <= MAX_DELTA.into() => Some(delta as u32),
                _ => return refuse("delta", "must be from 0 to 20"),
            },
        };
        let proof = Proof { scheme, profile, input, output, iterations, values, delta };
        match scheme == Scheme::Pietrzak && !has_its_count(&proof) {
            true => refuse("proof", COUNT),
            false => Ok(Self { modulus, proof }),
        }
    }

    /// The file's text, in one line.
    ///
    /// # Errors
    /// Those of [`from_json`](Self::from_json): what it does not read is not written.
    pub fn to_json(&self) -> Result<String, Error> {
        let Self { modulus, proof } = self;
        let digits = 2 + 2 * modulus.bits().div_ceil(8);
        let number = |z: &Natural| format!("\"{z:#0digits$x}\"");
        let name = match proof.scheme {
            Scheme::Wesolowski => "wesolowski",
            Scheme::Pietrzak => "pietrzak",
        };
        let values: Vec<_> = proof.values.iter().map(number).collect();
        let values = match proof.scheme {
            Scheme::Wesolowski if values.len() == 1 => values.concat(),
            _ => format!("[{}]", values.join(",")),
        };
        let modulus = match modulus == Group::rsa_2048().natural() {
            true => format!("\"{RSA_2048}\""),
            false => number(modulus),
        };
        let mut text = format!(
            r#"{{"scheme":"{name}","profile":"{}","modulus":{modulus},"input":{},"output":{},"iterations":{},"proof":{values}"#,
            proof.profile.name(),
            number(&proof.input),
            number(&proof.output),
            proof.iterations,
        );
        if let Some(delta) = proof.delta {
            text.push_str(",\"delta\":");
            text.push_str(&delta.to_string());
        }
        text.push('}');
        Self::from_json(&text).map(|_| text)
    }
}

fn refuse<T>(field: impl Into<Field>, reason: &'static str) -> Result<T, Error> {
    Err(Error::new(Kind::Proof, field, reason))
}

/// The names and values of an object, as they stand in its text.
struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// The fields in a file's text. Each has a name of its own, which proofs have.
fn parse(file: &[u8]) -> Result<Fields, Error> {
    if file.is_empty() {
        return refuse("file", "is empty");
    }
    if file.len() > MAX_LENGTH {
        return refuse("file", "is longer than 262144 bytes");
    }
    let text = file.strip_prefix("\u{feff}".as_bytes()).unwrap_or(file);
    let Fields(fields) = match serde_json::from_slice(text) {
        Ok(fields) => fields,
        Err(error) if error.is_data() => return refuse("file", "must hold an object"),
        Err(_) => return refuse("file", "is not JSON text in UTF-8"),
    };
    for (i, (name, _)) in fields.iter().enumerate() {
        let Some(&known) = NAMES.iter().find(|known| *known == name) else {
            return refuse("file", "has a field that no proof has");
        };
        if fields[..i].iter().any(|(other, _)| other == name) {
            return refuse(known, "stands twice in one object");
        }
    }
    Ok(Fields(fields))
}

fn read_profile(value: Option<Value>, scheme: Scheme) -> Result<&'static dyn Profile, Error> {
    let name = value.as_ref().and_then(Value::as_str);
    match PROFILES.iter().find(|profile| Some(profile.name()) == name) {
        Some(profile)
            if scheme == Scheme::Wesolowski && profile.wesolowski_challenge().is_none() =>
        {
            refuse("profile", NO_WESOLOWSKI)
        }
        Some(&profile) => Ok(profile),
        None => refuse("profile", "must be powmod-v1 or tokamak"),
    }
}

fn read_modulus(value: Option<Value>) -> Result<Natural, Error> {
    let text = value.as_ref().and_then(Value::as_str);
    if text == Some(RSA_2048) {
        return Ok(Group::rsa_2048().natural().clone());
    }
    let fits = |digits: &&str| digits.len() <= MAX_BITS / 4 && !digits.starts_with("00");
    let bytes = text.and_then(digits).filter(fits).and_then(bytes);
    let rule =
        "must be RSA-2048, or 0x and 1 to 2048 bytes in lower-case hex without leading zeros";
    bytes.map_or_else(|| refuse("modulus", rule), |bytes| Ok(Natural::from_be_bytes(&bytes)))
}

/// A number of exactly `width` bytes.
fn read_number(
    value: Option<Value>,
    field: impl Into<Field>,
    width: usize,
) -> Result<Natural, Error> {
    let text = value.as_ref().and_then(Value::as_str);
    let bytes = text.and_then(digits).filter(|digits| digits.len() == 2 * width).and_then(bytes);
    let rule = "must be 0x and lower-case hex, as wide as the modulus";
    bytes.map_or_else(|| refuse(field, rule), |bytes| Ok(Natural::from_be_bytes(&bytes)))
}

fn digits(text: &str) -> Option<&str> {
    text.strip_prefix("0x")
}

/// The bytes of lower-case hex, of which there is at least one.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let pair = |pair: &[u8]| Some(value(pair[0])? << 4 | value(*pair.get(1)?)?);
    digits
        .as_bytes()
        .chunks(2)
        .map(pair)
        .collect::<Option<Vec<u8>>>()
        .filter(|bytes| !bytes.is_empty())
}

/// A whole number, however JSON writes it: 1000, 1000.0 or 1e3. A proof has no number that `u64` does not have.
fn whole(value: &Value) -> Option<u64> {
    let number = value.as_number()?;
    number.as_u64().or_else(|| {
        let number = number.as_f64()?;
        ((0.0..=MAX_ITERATIONS as f64).contains(&number) && number % 1.0 == 0.0)
            .then_some(number as u64)
    })
}
