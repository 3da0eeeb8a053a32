//! Compares each kernel, on portable lanes, with num-bigint and thus with the other kernels: chains
//! of products and squarings of its worst operands, with conversions to and from its form.

use crate::numbers::{below, big, natural, odd};
use arbitrary::{Arbitrary, Result, Unstructured};
use num_bigint::BigUint;
use num_traits::Zero;
use powmod::{
    Natural,
    kernel::{ALL, Descriptor},
    modulus::{Odd, montgomery::Montgomery},
    monoid::Monoid,
};

const REGISTERS: usize = 4;

/// An operation on numbers in registers.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Step {
    Multiply(u8, u8),
    Square(u8, u8),
    Copy(u8, u8),
    /// Converts a number from the kernel's form and back.
    Pass(u8),
}

/// The target.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let n = odd(u, 130 * 32)?;
    let start: Vec<Natural> = (0..REGISTERS).map(|_| below(u, &n)).collect::<Result<_>>()?;
    let steps: Vec<Step> =
        (0..u.int_in_range(0..=24)?).map(|_| u.arbitrary()).collect::<Result<_>>()?;
    let long = big(&start[0]) << 70 | big(&start[1]);

    let mut expected: Vec<BigUint> = start.iter().map(big).collect();
    for step in &steps {
        match step.places() {
            (Step::Multiply(..), a, b) => expected[a] = &expected[a] * &expected[b] % big(&n),
            (Step::Square(_, times), a, _) => {
                for _ in 0..times % 8 {
                    expected[a] = &expected[a] * &expected[a] % big(&n);
                }
            }
            (Step::Copy(..), a, b) => expected[a] = expected[b].clone(),
            (Step::Pass(_), ..) => {}
        }
    }
    for descriptor in ALL.iter().filter(|descriptor| n.bits() <= descriptor.max_bits) {
        let context = || format!("{}: {steps:?} on {start:?} mod {n:?}", descriptor.name);
        let ring = &mut Montgomery::new(Odd::new(n.clone()).expect("odd"), *descriptor);
        let mut registers: Vec<_> = start.iter().map(|x| ring.to_montgomery(x)).collect();
        for step in &steps {
            match step.places() {
                (Step::Multiply(..), a, b) => {
                    let b = registers[b].clone();
                    ring.multiply(&mut registers[a], &b);
                }
                (Step::Square(_, times), a, _) => {
                    ring.square(&mut registers[a], usize::from(times % 8));
                }
                (Step::Copy(..), a, b) => registers[a] = registers[b].clone(),
                (Step::Pass(_), a, _) => {
                    let x = ring.from_montgomery(&registers[a]);
                    registers[a] = ring.to_montgomery(&x);
                }
            }
        }
        for (register, expected) in registers.iter().zip(&expected) {
            assert_eq!(big(&ring.from_montgomery(register)), *expected, "{}", context());
            assert_eq!(ring.is_zero(register), expected.is_zero(), "{}", context());
        }
        let element = ring.to_montgomery(&natural(&long));
        assert_eq!(big(&ring.from_montgomery(&element)), &long % big(&n), "{}", context());
        conversions(*descriptor, &n, &start);
    }
    Ok(())
}

impl Step {
    /// The operation with the registers that it names.
    fn places(self) -> (Self, usize, usize) {
        let (a, b) = match self {
            Self::Multiply(a, b) | Self::Copy(a, b) => (a, b),
            Self::Square(a, _) | Self::Pass(a) => (a, 0),
        };
        (self, usize::from(a) % REGISTERS, usize::from(b) % REGISTERS)
    }
}

/// The contract of a kernel's conversions: a product is x·y/R, and converting only a few limbs
/// gives the lowest limbs of the number.
fn conversions(descriptor: Descriptor, n: &Natural, operands: &[Natural]) {
    let mut kernel = (descriptor.make)(n.limbs());
    let [a, b] = [0, 1].map(|i| {
        let mut residue = vec![0; kernel.words()];
        kernel.encode(&operands[i].to_limbs(n.limbs().len()), &mut residue);
        residue
    });
    let mut product = a.clone();
    kernel.montgomery_multiply(&mut product, &b);
    let mut limbs = vec![0; kernel.decoded_limbs()];
    kernel.decode(&product, &mut limbs);
    let decoded = big(&Natural::from_limbs(limbs.clone()));
    let expected = big(&operands[0]) * big(&operands[1]) % big(n);
    let context = || format!("{}: {operands:?} mod {n:?}", descriptor.name);
    assert_eq!((decoded << kernel.radix_bits()) % big(n), expected, "{}", context());
    for few in [0, 1, limbs.len() / 2] {
        let mut lowest = vec![0; few];
        kernel.decode(&product, &mut lowest);
        assert_eq!(lowest, limbs[..few], "{}", context());
    }
}
