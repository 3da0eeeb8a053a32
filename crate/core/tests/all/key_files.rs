//! The table of RSA keys in files, which the package's tests read too: accepted, or refused for the same reason.

use num_bigint::BigUint;
use powmod::{Kind, secret::crt::KeptKey};
use serde_json::Value;

const TABLE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/keys/files.json"));

fn table() -> Value {
    serde_json::from_str(TABLE).unwrap()
}

/// The bytes that the table writes so: its head has the notation.
fn assembled(table: &Value, content: &str) -> Vec<u8> {
    let mut open = vec![Vec::new()];
    let mut rest = content;
    while let Some(first) = rest.chars().next() {
        let mut length = 1;
        match first {
            '(' => open.push(Vec::new()),
            ')' => {
                let sign = rest[1..].starts_with(['+', '-']);
                length = if sign { 3 } else { 1 };
                let more: isize = if sign { rest[1..3].parse().unwrap() } else { 0 };
                let inside = open.pop().unwrap();
                let bytes = (inside.len() as isize + more).to_be_bytes();
                let digits = &bytes[bytes.iter().take_while(|&&byte| byte == 0).count().min(7)..];
                let list = open.last_mut().unwrap();
                if digits.len() > 1 || digits[0] > 0x7f {
                    list.push(0x80 | digits.len() as u8);
                }
                list.extend(digits);
                list.extend(inside);
            }
            '$' => {
                let end =
                    rest[1..].find(|c: char| !c.is_alphanumeric()).map_or(rest.len(), |i| i + 1);
                let name = &rest[1..end];
                let part = &table["numbers"][name].as_str().or(table["parts"][name].as_str());
                open.last_mut().unwrap().extend(assembled(table, part.unwrap()));
                length = end;
            }
            ' ' => {}
            _ => {
                length = 2;
                open.last_mut().unwrap().push(u8::from_str_radix(&rest[..2], 16).unwrap());
            }
        }
        rest = &rest[length..];
    }
    open.pop().unwrap()
}

/// By the function for the file's form, which the other one names.
fn read(der: &[u8]) -> Result<KeptKey, &'static str> {
    let refusal = |error: powmod::Error| {
        assert_eq!((error.kind, error.field), (Kind::Argument, "der".into()));
        error.reason
    };
    match KeptKey::from_pkcs8_der(der).map_err(refusal) {
        Err("is of PKCS #1: take `from_pkcs1_der`") => KeptKey::from_pkcs1_der(der),
        Err(reason) => {
            let again = KeptKey::from_pkcs1_der(der).map_err(refusal).err();
            assert_eq!(again, Some(reason), "by the function for PKCS #1");
            return Err(reason);
        }
        Ok(key) => {
            let other = KeptKey::from_pkcs1_der(der).map_err(refusal).err();
            assert_eq!(other, Some("is of PKCS #8: take `from_pkcs8_der`"));
            return Ok(key);
        }
    }
    .map_err(refusal)
}

#[test]
fn the_table_of_files() {
    let table = table();
    let number = |name| BigUint::from_bytes_be(&assembled(&table, name));
    let power = BigUint::from(7_u8).modpow(&number("$d"), &number("$n"));
    for case in table["der"].as_array().unwrap() {
        let [name, content, verdict] = [0, 1, 2].map(|i| case[i].as_str().unwrap());
        let der = assembled(&table, content);
        let reason = &table["reasons"][verdict];
        let expected = reason.as_str().or(reason["crate"].as_str());
        assert!(expected.is_some() || verdict == "accepted", "{name}: {verdict}");
        match read(&der) {
            Ok(key) => {
                assert_eq!(None, expected, "{name}");
                assert_eq!(BigUint::from_bytes_be(&key.pow(&[7]).unwrap()), power, "{name}");
                // What was read is written as it was.
                let is_pkcs1 = KeptKey::from_pkcs1_der(&der).is_ok();
                let written = if is_pkcs1 { key.to_pkcs1_der() } else { key.to_pkcs8_der() };
                let as_before = !["attributes", "public key", "version 1"]
                    .iter()
                    .any(|more| name.contains(more));
                assert_eq!(written.unwrap()[..] == der, as_before, "{name}");
            }
            Err(reason) => assert_eq!(Some(reason), expected, "{name}"),
        }
    }
}

#[test]
fn each_other_tag_length_and_version() {
    let table = table();
    for form in ["$pkcs1", "$pkcs8"] {
        let der = assembled(&table, form);
        // The bytes outside of the numbers, which stand one behind the other.
        let mut frame = Vec::new();
        let mut at = 0;
        for name in ["$n", "$e", "$d", "$p", "$q", "$dp", "$dq", "$qInv"] {
            let number = assembled(&table, name);
            let begin = at + der[at..].windows(number.len()).position(|x| x == number).unwrap();
            frame.extend(at..begin);
            at = begin + number.len();
        }
        assert!(at == der.len() && frame.len() > 20);
        let mut accepted = Vec::new();
        for i in frame {
            for byte in (0..=255).filter(|&byte| byte != der[i]) {
                let mut changed = der.clone();
                changed[i] = byte;
                if read(&changed).is_ok() {
                    accepted.push((byte, i));
                }
            }
        }
        // Another version, without a public key.
        assert_eq!(accepted, if form == "$pkcs8" { vec![(1, 6)] } else { vec![] });
    }
}

#[test]
fn a_file_that_is_cut_anywhere_ends_too_early() {
    let table = table();
    for form in ["$pkcs1", "$pkcs8"] {
        let der = assembled(&table, form);
        for length in 1..der.len() {
            let reason = read(&der[..length]).err();
            assert_eq!(reason, Some("its DER is damaged: it ends too early"), "{length} bytes");
        }
    }
    assert_eq!(read(&[]).err(), Some("is no RSA private key in PKCS #1 or PKCS #8"));
}
