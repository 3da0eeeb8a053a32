//! Bytes from outside: the parts of a proof, and checkpoints. Bytes that are accepted encode to the
//! same bytes again and can be used; all other bytes are refused with the name of a field.

use crate::small_group::GROUP;
use arbitrary::{Result, Unstructured};
use powmod::Natural;
use powmod_vdf::{
    self as vdf, Encoded, Evaluation, Options, PROFILES, Prover, Scheme, Task,
    checkpoint::{Head, Spacing},
};
use sha2::{Digest, Sha256};

/// The largest size of kept values in this test, in bytes.
const MAX_KEPT: u64 = 1 << 16;

/// The target.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=1)? {
        0 => parts(u),
        _ => crafted_checkpoint(u),
    }
}

/// Replaces each part of a proof with bytes of any length.
fn parts(u: &mut Unstructured<'_>) -> Result<()> {
    let group = &mut GROUP.clone();
    let width = group.bytes();
    let mut part = |count: usize| {
        let exact = u.ratio(15, 16)?;
        let length = if exact { count * width } else { u.int_in_range(0..=5 * width)? };
        u.bytes(length.min(u.len()))
    };
    let (input, output) = (part(1)?, part(1)?);
    let count = input.first().map_or(0, |&byte| usize::from(byte % 8));
    let values = part(count)?;
    let scheme = *u.choose(&[Scheme::Wesolowski, Scheme::Pietrzak])?;
    let profile = *u.choose(PROFILES)?;
    let iterations = u.arbitrary::<u64>()? >> u.int_in_range(0..=63)?;
    let delta = u.arbitrary()?;
    let encoded = Encoded { scheme, profile, input, output, iterations, values, delta };
    let wide = [input, output].iter().all(|part| part.len() == width);
    match encoded.decode(group.natural()) {
        Ok(proof) => {
            assert!(wide && values.len() == proof.values.len() * width);
            let again = [&proof.input, &proof.output].into_iter().chain(&proof.values);
            let again: Vec<u8> =
                again.flat_map(|z| z.to_be_bytes_padded(width).expect("as wide")).collect();
            assert_eq!(again, [input, output, values].concat());
            let options = Options {
                profile: proof.profile,
                max_delta: 12,
                prime: None,
                allow_weak_modulus: true,
            };
            // No proof is found by chance, except for so few squarings that the proof is empty.
            if vdf::verify(group, &proof, &options) == Ok(true) {
                assert!(iterations <= 1 << 12, "T = {iterations}");
            }
        }
        Err(error) => assert!(!wide || !values.len().is_multiple_of(width), "{error}"),
    }
    Ok(())
}

/// A checkpoint with right hashes and arbitrary other fields.
fn crafted_checkpoint(u: &mut Unstructured<'_>) -> Result<()> {
    let group = &mut GROUP.clone();
    let width = group.bytes();
    let number = |u: &mut Unstructured<'_>| -> Result<u64> {
        Ok(u.arbitrary::<u64>()? >> u.int_in_range(0..=63)?)
    };
    let iterations = number(u)?;
    let index = if u.arbitrary()? { iterations } else { number(u)? };
    let spacing = match u.arbitrary()? {
        true => Spacing::Even(number(u)?),
        false => Spacing::Halvings(u.int_in_range(0..=70)?),
    };
    let elements = Natural::from_limbs(u.arbitrary::<[u32; 4]>()?);
    let [input, value] = [elements.low_bits(120), &elements >> 8];
    let mut head = Head { input, iterations, index, value, spacing, values_hash: [0; 32] };
    let Ok(opened) = Head::open(group, &head.seal(group)) else {
        return Ok(());
    };
    assert_eq!(opened, head);
    assert!(head.kept() <= spacing.count(iterations));
    if spacing.count(iterations) > MAX_KEPT / width as u64 {
        return Ok(());
    }
    // The number of values that the head states, or one more or less; the first value is x.
    let count =
        (head.kept() + u64::from(u.ratio(1, 16)?)).saturating_sub(u64::from(u.ratio(1, 16)?));
    let mut values = head.input.to_be_bytes_padded(width).expect("below 2^120");
    values.resize(count as usize * width, 1);
    head.values_hash = Sha256::digest(&values).into();
    let sealed = head.seal(group);
    let saved = [&sealed[..], &values].concat();
    match Evaluation::resume(group, saved.clone()) {
        Ok(mut evaluation) => {
            assert_eq!(count, head.kept());
            assert_eq!(evaluation.save().expect("sound"), saved);
            assert!(evaluation.advance(500).is_ok());
        }
        Err(error) => assert!(count != head.kept() || !fits(&values, group), "{error:?}"),
    }

    let task = Task {
        scheme: *u.choose(&[Scheme::Wesolowski, Scheme::Pietrzak])?,
        profile: *u.choose(PROFILES)?,
        input: head.input.clone(),
        iterations,
        delta: u.arbitrary::<Option<u8>>()?.map(u32::from),
        challenge: None,
        memory: u.int_in_range(0..=1 << 16)?,
    };
    if task.check(group).is_ok() {
        // The values are not powers, so the proof need not be valid; the prover only must not
        // panic.
        if let Ok(mut prover) = Prover::new(group, &task, &sealed, values, 0, 0, 1) {
            let _ = prover.advance(500);
        }
    }
    Ok(())
}

/// Whether each value lies above 0 and below N.
fn fits(values: &[u8], group: &vdf::Group) -> bool {
    let n = group.natural().to_be_bytes();
    values.chunks(group.bytes()).all(|value| value < &n[..] && value.iter().any(|&byte| byte != 0))
}
