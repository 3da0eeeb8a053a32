//! Chia's class groups, encodings and proofs: vectors of the reference, read from `tests/vectors/chia`.

use num_bigint::{BigInt, BigUint, Sign};
use powmod::{Natural, monoid::Monoid, multi::signed::OddPowers};
use powmod_chia::{
    Field, Fields, Options, Proof, check_lengths,
    classgroup::{ClassGroup, Form},
    encoding::{FORM_BYTES, decode, encode},
    hash_prime::hash_prime,
    integer::{Integer, Long},
    verify,
};
use serde_json::Value;
use std::path::PathBuf;

/// A file of vectors.
fn vectors(name: &str) -> Value {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/chia");
    let text = std::fs::read_to_string(root.join(name).with_extension("json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn bytes(hex: &Value) -> Vec<u8> {
    let digits = hex.as_str().unwrap();
    let pair = |i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(pair).collect()
}

fn big(hex: &Value) -> BigInt {
    let digits = hex.as_str().unwrap().replace("0x", "");
    BigInt::parse_bytes(digits.as_bytes(), 16).unwrap()
}

fn integer(x: &BigInt) -> Long {
    let (sign, limbs) = x.to_u32_digits();
    Long::from_limbs(&limbs).unwrap().negate_if(sign == Sign::Minus)
}

fn natural(x: &BigInt) -> Natural {
    Natural::from_limbs(x.magnitude().to_u32_digits())
}

fn value<const N: usize>(x: &Integer<N>) -> BigInt {
    let sign = if x.is_negative() { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, BigUint::new(x.limbs().collect()))
}

fn group(discriminant: &BigInt) -> ClassGroup {
    ClassGroup::new(&natural(discriminant)).unwrap()
}

fn form(group: &ClassGroup, pair: &Value) -> Form {
    group.form(&integer(&big(&pair[0])), &integer(&big(&pair[1]))).unwrap()
}

fn pair(form: &Form) -> [BigInt; 2] {
    [value(&form.a), value(&form.b)]
}

fn pair_of(pair: &Value) -> [BigInt; 2] {
    [big(&pair[0]), big(&pair[1])]
}

#[test]
fn discriminants() {
    let file = vectors("discriminants");
    for case in file["cases"].as_array().unwrap() {
        let (challenge, bits) =
            (bytes(&case["challenge"]), case["bits"].as_u64().unwrap() as usize);
        let (index, size) = hash_prime(&challenge, bits, &[1, 2, bits - 1]).unwrap();
        assert_eq!(size, natural(&big(&case["D"])), "{case}");
        assert_eq!(index as u64 + 1, case["candidates"].as_u64().unwrap());
        let field = Field::new(&challenge, bits).unwrap();
        assert_eq!(value(field.group.discriminant()), big(&case["D"]));
    }
}

#[test]
fn lengths_that_no_discriminant_has_are_refused() {
    let file = vectors("discriminants");
    for case in file["refused"].as_array().unwrap() {
        let Some(bits) = case["bits"].as_u64() else { continue };
        let refused = check_lengths(&bytes(&case["challenge"]), Some(bits as usize));
        assert!(refused.is_err(), "{case}");
    }
    for (length, bits, expected) in [
        (32, None, Ok(1024)),
        (31, None, Err("challenge: must have 32 bytes")),
        (33, None, Err("challenge: must have 32 bytes")),
        (2, Some(16), Ok(16)),
        (1024, Some(1024), Ok(1024)),
        (1, Some(1024), Err("challenge: must have 2 to 1024 bytes")),
        (1025, Some(1024), Err("challenge: must have 2 to 1024 bytes")),
        (32, Some(8), Err("discriminant_bits: must be a multiple of 8 from 16 to 1024")),
        (32, Some(1023), Err("discriminant_bits: must be a multiple of 8 from 16 to 1024")),
        (32, Some(1032), Err("discriminant_bits: must be a multiple of 8 from 16 to 1024")),
        (32, Some(2048), Err("discriminant_bits: must be a multiple of 8 from 16 to 1024")),
    ] {
        let challenge = vec![0; length];
        let found = check_lengths(&challenge, bits).map_err(|error| error.to_string());
        assert_eq!(found, expected.map_err(String::from), "{length} bytes, {bits:?} bits");
        if let (Some(bits), Err(refused)) = (bits, expected) {
            let of_field = Field::new(&challenge, bits).unwrap_err();
            assert_eq!(of_field.to_string(), refused);
            assert_eq!(Fields::new(1).get(&challenge, bits).unwrap_err(), of_field);
        }
    }
}

/// 2^16 candidates are the most, and a seed of one byte has only 256 values.
#[test]
fn a_short_seed_can_give_no_prime() {
    let find = |seed| hash_prime(&[seed], 512, &[511]);
    assert!((0..=u8::MAX).any(|seed| find(seed).is_some()));
    assert!((0..=u8::MAX).any(|seed| find(seed).is_none()));
}

#[test]
fn encodings() {
    let file = vectors("forms");
    for group in file["groups"].as_array().unwrap() {
        let class_group = self::group(&big(&group["D"]));
        for case in group["cases"].as_array().unwrap() {
            let encoding: [u8; FORM_BYTES] = match bytes(&case["encoding"]).try_into() {
                Ok(encoding) => encoding,
                Err(other) => {
                    assert_ne!(other.len(), FORM_BYTES);
                    assert!(case["lenient"].is_null());
                    continue;
                }
            };
            for (name, strict) in [("lenient", false), ("strict", true)] {
                let decoded = decode(&class_group, &encoding, strict).ok();
                let expected = Some(&case[name]).filter(|pair| !pair.is_null()).map(pair_of);
                assert_eq!(decoded.as_ref().map(pair), expected, "{name} {case}");
                if let Some(form) = decoded {
                    let canonical = encode(&class_group, &form) == encoding;
                    assert_eq!(canonical, case["canonical"].as_bool().unwrap(), "{case}");
                }
            }
        }
    }
}

#[test]
fn products_and_squares() {
    let file = vectors("group");
    for group in file["groups"].as_array().unwrap() {
        let mut class_group = self::group(&big(&group["D"]));
        for case in group["cases"].as_array().unwrap() {
            let (f, g) = (form(&class_group, &case["f"]), form(&class_group, &case["g"]));
            for (f, g) in [(f, g), (g, f)] {
                let mut product = f;
                class_group.multiply(&mut product, &g);
                assert_eq!(pair(&product), pair_of(&case["product"]), "{case}");
            }
            for (mut f, name) in [(f, "f_squared"), (g, "g_squared")] {
                class_group.square(&mut f, 1);
                assert_eq!(pair(&f), pair_of(&case[name]), "{case}");
            }
        }
    }
}

/// (d, x, y) with d = gcd(a, b) = x·a + y·b.
fn euclid(a: &BigInt, b: &BigInt) -> (BigInt, BigInt, BigInt) {
    let zero = BigInt::ZERO;
    if b == &zero {
        let sign = if a < &zero { -1 } else { 1 };
        return (a * sign, sign.into(), zero);
    }
    let quotient = floor(a, b);
    let (d, x, y) = euclid(b, &(a - &quotient * b));
    (d, y.clone(), x - quotient * y)
}

/// ⌊a/b⌋
fn floor(a: &BigInt, b: &BigInt) -> BigInt {
    let (a, b) = if b < &BigInt::ZERO { (-a, -b) } else { (a.clone(), b.clone()) };
    let quotient = &a / &b;
    if &quotient * &b > a { quotient - 1 } else { quotient }
}

/// The product of two forms of the discriminant D by Cohen, "A course in computational algebraic number theory",
/// algorithm 5.4.7, and its reduction by algorithm 5.4.2.
fn composed([a1, b1]: &[BigInt; 2], [a2, b2]: &[BigInt; 2], discriminant: &BigInt) -> [BigInt; 2] {
    let c = |a: &BigInt, b: &BigInt| (b * b - discriminant) / (4 * a);
    let ([a1, b1], [a2, b2]) = if a1 > a2 { ([a2, b2], [a1, b1]) } else { ([a1, b1], [a2, b2]) };
    let (s, n) = ((b1 + b2) / 2, b2 - (b1 + b2) / 2);
    let (d, y1, _) = euclid(a2, a1);
    let (d1, x2, y2) = euclid(&s, &d);
    let (v1, v2) = (a1 / &d1, a2 / &d1);
    let r: BigInt = x2 * c(a2, b2) + y1 * y2 * n;
    let r = floor(&r, &v1) * &v1 - r;
    let (mut a, mut b): (BigInt, BigInt) = (v1 * &v2, b2 + 2 * v2 * r);
    loop {
        // −a < b ≤ a
        b -= floor(&(&a + &b - 1), &(2 * &a)) * (2 * &a);
        let c = c(&a, &b);
        if a < c || a == c && b >= BigInt::ZERO {
            return [a, b];
        }
        (a, b) = (c, -b);
    }
}

/// Chains in which each product is the next factor, with a small form now and then: their numbers have factors in
/// common.
#[test]
fn products_are_those_of_cohen() {
    for bits in [16, 24, 40, 64, 128, 256, 512, 1016, 1024] {
        let mut group = Field::new(b"Cohen's composition", bits).unwrap().group;
        let discriminant = value(group.discriminant());
        let small: Vec<Form> = (1..60_u32)
            .filter_map(|a| {
                let b = (1..2 * a)
                    .step_by(2)
                    .find(|b| (BigInt::from(b * b) - &discriminant) % (4 * a) == BigInt::ZERO)?;
                group.form(&integer(&a.into()), &integer(&b.into()))
            })
            .collect();
        let (mut f, mut g) = (group.generator(), small[small.len() - 1]);
        for i in 0..200 {
            let [of_f, of_g] = [pair(&f), pair(&g)];
            let mut product = f;
            group.multiply(&mut product, &g);
            assert_eq!(pair(&product), composed(&of_f, &of_g, &discriminant), "{f:?} {g:?}");
            let mut square = f;
            group.square(&mut square, 1);
            assert_eq!(pair(&square), composed(&of_f, &of_f, &discriminant), "{f:?}²");
            (f, g) = (product, if i % 3 == 0 { small[i % small.len()] } else { square });
        }
    }
}

#[test]
fn partial_gcds() {
    let file = vectors("partial-gcd");
    for case in file["cases"].as_array().unwrap() {
        let number = |name: &str| integer(&big(&case[name])).resize();
        let rows = powmod_chia::integer::euclid::partial_gcd(
            &number("R2"),
            &number("R1"),
            &number("bound"),
        );
        // The first cofactor of the format is −1, and here 1.
        assert_eq!(value(&rows.u[1]), -big(&case["C1"]), "{case}");
    }
    if let Some(form) = file.get("form") {
        let bits = form["bits"].as_u64().unwrap() as usize;
        let mut field = Field::new(&bytes(&form["challenge"]), bits).unwrap();
        let mut power = field.group.generator();
        field.group.square(&mut power, form["squarings"].as_u64().unwrap() as usize);
        assert_eq!(encode(&field.group, &power).to_vec(), bytes(&form["encoding"]));
    }
}

fn check_proofs(name: &str, count: usize) {
    let file = vectors(name);
    let cases = file["cases"].as_array().unwrap();
    assert!(file.is_null() || cases.len() == count);
    let mut fields = Fields::new(8);
    for case in cases {
        let [challenge, input, output, witness] =
            ["challenge", "input", "output", "proof"].map(|name| bytes(&case[name]));
        let iterations = match &case["iterations"] {
            Value::String(digits) => digits.parse::<u64>().ok(),
            number => number.as_u64(),
        };
        let (iterations, witness_type) = (iterations.unwrap(), case["depth"].as_u64().unwrap());
        let proof = Proof {
            challenge: &challenge,
            iterations,
            input: &input,
            output: &output,
            witness: &witness,
            witness_type,
        };
        let bits = case["bits"].as_u64().unwrap() as usize;
        let other = bits != 1024 || challenge.len() != 32;
        let options = Options { discriminant_bits: other.then_some(bits), ..Options::default() };
        let found = verify(&mut fields, &proof, &options);
        let verdict = match found {
            Ok(true) => "valid",
            Ok(false) => "invalid",
            Err(_) => "malformed",
        };
        let expected = match case.get("class") {
            Some(class) => class.as_str().unwrap(),
            None => "valid",
        };
        assert_eq!(verdict, expected, "{case}");
        if let Err(error) = found {
            let name = case["name"].as_str().unwrap();
            let field = match name.split([':', ' ']).next().unwrap() {
                "output" | "challenge" => "output",
                "depth" if witness_type > 63 => "witness_type",
                _ => "witness",
            };
            assert_eq!(error.field.name, field, "{name}");
            // The first of two segments in the bytes is the second in time.
            let index = name.starts_with("segment proof: byte").then_some(1);
            assert!(index.is_none() || error.field.index == index, "{name}: {error}");
        }
        assert_eq!(verdict == "valid", case["expected"].as_bool().unwrap());
    }
}

#[test]
fn proofs_of_the_reference() {
    check_proofs("proofs", 130);
}

#[test]
fn proofs_of_mainnet() {
    check_proofs("mainnet", 50);
}

#[test]
fn powers_of_the_generator_are_products() {
    for bits in [16, 24, 32, 40, 96, 256, 1000, 1024] {
        let mut field = Field::new(b"powers of the generator", bits).unwrap();
        let (generator, mut power) = (field.group.generator(), field.group.identity());
        for exponent in 0..1_usize << (field.generator.window() - 1) {
            assert_eq!(
                field.generator.power(&mut field.group, exponent),
                power,
                "{bits} {exponent}"
            );
            field.group.multiply(&mut power, &generator);
        }
    }
}
