//! Compares the kernel for two moduli at once with num-bigint, at 256 bits.

use crate::numbers::{below, big, number};
use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use powmod::Natural;
use powmod_kernel::{TwoAtOnce, TwoLongModuli};

/// The bits of a modulus.
const BITS: usize = 256;

/// The target.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    check(u, 40).map(drop)
}

/// A number of exactly 256 bits.
fn modulus(u: &mut Unstructured<'_>) -> Result<Natural> {
    let top = Natural::power_of_two(BITS - 1);
    Ok(&number(u, BITS)?.low_bits(BITS - 1) + &top)
}

/// A chain of at most `most` operations. Returns the number of operations.
///
/// # Errors
/// The bytes ended.
///
/// # Panics
/// If a result differs.
pub fn check(u: &mut Unstructured<'_>, most: usize) -> Result<usize> {
    // A Lucas chain has one modulus in both lanes.
    let first = modulus(u)?;
    let is_chain = u.arbitrary::<bool>()?;
    let n = [first.clone(), if is_chain { first } else { modulus(u)? }];
    let start = [below(u, &n[0])?, below(u, &n[1])?];
    let less = [[number(u, BITS)?, number(u, BITS)?], [number(u, BITS)?, number(u, BITS)?]];
    let mut moduli: TwoLongModuli = TwoAtOnce::new([n[0].limbs(), n[1].limbs()]);
    let encode = |x: &[Natural; 2]| moduli.encode([x[0].limbs(), x[1].limbs()]);
    let (mut residues, less_residues) = (encode(&start), less.each_ref().map(encode));

    let big_n = n.each_ref().map(big);
    let less = less.each_ref().map(|less| less.each_ref().map(big));
    let mut expected = start.each_ref().map(big);
    let steps = u.int_in_range(0..=most)?;
    for _ in 0..steps {
        let (is_square, bits) = (u.arbitrary::<bool>()?, u.arbitrary::<[bool; 2]>()?);
        let [bit, other] = bits.map(u32::from);
        if is_square || !is_chain {
            moduli.square_double(&mut residues, [&[bit], &[other]], 0..1);
            expected =
                [0, 1].map(|i| ((&expected[i] * &expected[i]) << usize::from(bits[i])) % &big_n[i]);
        } else {
            moduli.lucas_chain(&mut residues, &less_residues, &[bit], 0..1);
            let (factor, less) = (expected[bit as usize].clone(), &less[bit as usize]);
            // What is subtracted is below 2n, so that no difference is negative.
            expected =
                [0, 1].map(|i| (&expected[i] * &factor + &big_n[i] * 2_u32 - &less[i]) % &big_n[i]);
        }
    }
    let left = moduli.from_montgomery(&residues).map(|x| big(&Natural::from_limbs(x)));
    for i in [0, 1] {
        let expected: &BigUint = &expected[i];
        assert_eq!(&left[i], expected, "{start:?} mod {n:?}");
    }
    Ok(steps)
}
