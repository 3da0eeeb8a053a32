//! Prints constants as the tests in `tests/proofs/` read them: `KERNEL NAME = INTEGER`, or
//! `KERNEL NAME = MANTISSAbEXPONENT` for a double, exactly.

extern crate std;

/// Doubles that are not zero.
pub fn print_doubles(kernel: &str, constants: &[(&str, f64)]) {
    for &(name, x) in constants {
        assert!(x.is_normal() && x > 0.0, "{name}");
        let bits = x.to_bits();
        let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
        std::println!("{kernel} {name} = {mantissa}b{}", (bits >> 52) as i64 - 1075);
    }
}

/// Words, also such as stand for negative integers.
pub fn print_integers(kernel: &str, constants: &[(&str, u64)]) {
    for (name, x) in constants {
        std::println!("{kernel} {name} = {x}");
    }
}
