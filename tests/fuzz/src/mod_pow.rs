//! Compares powers and products of powers, by every method and modulo any number, with num-bigint.

use crate::numbers::{big, natural, number, positive};
use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use powmod::{
    Modulus, Natural,
    kernel::ALL,
    methods::{self, EarlyExit, Multi, Single, WindowRule},
    monoid::{Absorbing, Monoid},
    multi,
    pow::{
        self,
        fixed_base::{Comb, Residues, Shape},
    },
};

/// The target: one of the kernels, a modulus of up to 1100 bits times a power of two, up to four bases and their
/// exponents.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let twos = u.int_in_range(0..=500)?;
    let descriptor = *u.choose(ALL)?;
    let n = &positive(u, descriptor.max_bits.min(1100))? << twos;
    let Some(mut modulus) = Modulus::with_kernel(&n, descriptor) else {
        return Ok(());
    };
    let terms: Vec<(Natural, Natural)> = (0..u.int_in_range(1..=4)?)
        .map(|_| Ok((number(u, n.bits() + 70)?, number(u, 100)?)))
        .collect::<Result<_>>()?;
    let (single, several) = (single(u)?, several(u, terms.len() as u32)?);
    let window = u.int_in_range(1..=5)?;
    let times = u.int_in_range(0..=40)?;

    let context = format!("{}: {single:?}, {several:?}, {terms:?} mod {n:?}", descriptor.name);
    let powers: Vec<Natural> =
        terms.iter().map(|(x, e)| natural(&big(x).modpow(&big(e), &big(&n)))).collect();
    let (x, e) = &terms[0];
    let residue = modulus.to_residue(x);
    let left =
        |modulus: &mut Modulus, power: Option<_>| power.map(|power| modulus.from_residue(&power));
    assert_eq!(pow::mod_pow(&modulus, x, e), powers[0], "{context}");
    let power = methods::pow(single, &mut modulus, &residue, e);
    assert_eq!(modulus.from_residue(&power), powers[0], "{context}");
    let table = Residues::new(&mut modulus, &residue, e.bits()).expect("few bits");
    let power = table.pow(&mut modulus, e);
    assert_eq!(left(&mut modulus, power), Some(powers[0].clone()), "{context}");
    let shape = Shape { bits: e.bits().max(1), teeth: window, tables: 1 };
    let table = Comb::with_shape(&mut modulus, &residue, shape).expect("a shape in its range");
    let power = table.pow(&mut modulus, e);
    assert_eq!(left(&mut modulus, power), Some(powers[0].clone()), "{context}");
    let squarings = big(x).modpow(&(BigUint::one() << times), &big(&n));
    assert_eq!(modulus.square_times(x, times), natural(&squarings), "{context}");

    let product = powers.iter().fold(BigUint::one(), |product, power| product * big(power));
    let product = natural(&(product % big(&n)));
    let borrowed: Vec<_> = terms.iter().map(|(x, e)| (x, e)).collect();
    assert_eq!(multi::mod_multi_pow(&modulus, &borrowed), product, "{context}");
    let terms: Vec<_> = terms.iter().map(|(x, e)| (modulus.to_residue(x), e)).collect();
    let power = methods::multi_pow(several, &mut modulus, &terms);
    assert_eq!(modulus.from_residue(&power), product, "{context}");
    let one = modulus.one();
    assert_eq!(modulus.from_residue(&one), natural(&(BigUint::one() % big(&n))), "{context}");

    assert_eq!(big(&modulus.mul(x, e)), big(x) * big(e) % big(&n), "{context}");
    let inverse = big(x).modinv(&big(&n)).map(|inverse| natural(&inverse));
    assert_eq!(modulus.inverse(x), inverse, "{context}");
    let mut square = residue.clone();
    modulus.square(&mut square, 1);
    let is_zero = (big(x) * big(x) % big(&n)).is_zero();
    assert_eq!(modulus.is_zero(&square), is_zero, "{context}");
    Ok(())
}

fn single(u: &mut Unstructured<'_>) -> Result<Single> {
    let window = if u.arbitrary()? { Some(u.int_in_range(1..=7)?) } else { None };
    Ok(match u.int_in_range(0..=2)? {
        0 => Single::Binary {
            early_exit: *u.choose(&[None, Some(EarlyExit::Products), Some(EarlyExit::All)])?,
        },
        1 => Single::Mary { window },
        _ => {
            Single::Sliding { window, rule: *u.choose(&[WindowRule::Paper, WindowRule::Minimal])? }
        }
    })
}

/// Tables have 2^8 entries at most, because the largest ones would take seconds.
fn several(u: &mut Unstructured<'_>, bases: u32) -> Result<Multi> {
    let window = u.int_in_range(1..=8 / bases)?;
    Ok(match u.int_in_range(0..=5)? {
        0 => Multi::Separate,
        1 => Multi::Ary { window },
        2 => Multi::Yll { window },
        3 => Multi::Interleaved { window: if u.arbitrary()? { Some(window) } else { None } },
        4 => Multi::Pippenger { window },
        _ => Multi::BosCoster,
    })
}
