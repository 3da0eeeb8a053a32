//! `chiavdf FILE`: compares verdicts on Chia's proofs with those in a file that tests/support/chia-cases.ts made. Prints how
//! many agree, how many of them are accepted, and the first case that differs. `npm run differential` runs it.

use powmod_chia::{Fields, Options, Proof, verify};
use std::{env, fs};

fn main() {
    let path = env::args().nth(1).expect("a file");
    let cases = fs::read_to_string(path).expect("a file");
    let mut fields = Fields::new(16);
    let (mut agreed, mut accepted) = (0, 0);
    for case in cases.lines() {
        let words: Vec<_> = case.split(' ').collect();
        let &[challenge, bits, input, output, witness, witness_type, iterations, expected] =
            &words[..]
        else {
            panic!("{case}");
        };
        let [challenge, input, output, witness] = [challenge, input, output, witness].map(bytes);
        let proof = Proof {
            challenge: &challenge,
            iterations: iterations.parse().expect("a number of squarings"),
            input: &input,
            output: &output,
            witness: &witness,
            witness_type: witness_type.parse().expect("a number of segments"),
        };
        let bits = bits.parse().expect("a number of bits");
        let options = Options { discriminant_bits: Some(bits), ..Options::default() };
        let verdict = verify(&mut fields, &proof, &options) == Ok(true);
        if verdict.to_string() != expected {
            println!("{agreed} agreed, {accepted} accepted; {case}");
            std::process::exit(1);
        }
        agreed += 1;
        accepted += usize::from(verdict);
    }
    println!("{agreed} agreed, {accepted} accepted");
}

fn bytes(hex: &str) -> Vec<u8> {
    let pair = |i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex");
    (0..hex.len()).step_by(2).map(pair).collect()
}
