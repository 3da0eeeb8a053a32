//! Compares properties of the crate `powmod` with GMP. `npm run hunts -- gmp` runs it. A case depends on the seed, its
//! property and its number alone.

use arbitrary::{Result, Unstructured};
use num_traits::Num;
use powmod::{
    Modulus, Natural, modexp,
    monoid::Monoid,
    multi,
    pow::{self, fixed_base::Comb},
    primality::{is_probable_prime, power_of_two, small_factor},
    roots::is_perfect_power,
    secret,
    testing::{is_strong_probable_prime_to_2, passes_strong_tests},
};
use powmod_fuzz::numbers::{below, number, odd, positive};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use rug::{
    Complete, Integer,
    integer::{IsPrime, Order},
    ops::Pow,
};
use std::process::ExitCode;

/// Whether powmod and GMP agree on one case.
type Property = fn(&mut Unstructured<'_>) -> Result<bool>;

fn gmp(x: &Natural) -> Integer {
    Integer::from_digits(x.limbs(), Order::Lsf)
}

/// A number of some thousands of bits at most, and in most cases of fewer.
fn any(u: &mut Unstructured<'_>) -> Result<Natural> {
    let most = *u.choose(&[40, 64, 130, 300, 520, 1100, 2100])?;
    number(u, most)
}

fn above_zero(u: &mut Unstructured<'_>) -> Result<Natural> {
    Ok(any(u)? + 1_u32)
}

/// A number, its successor, or its neighbours at a multiple of the divisor, where a quotient changes.
fn dividend(u: &mut Unstructured<'_>, divisor: &Natural) -> Result<Natural> {
    let x = any(u)?;
    Ok(match u.int_in_range(0..=3)? {
        0 => &x * divisor,
        1 => &x * divisor + divisor - 1_u32,
        2 => &x * divisor + 1_u32,
        _ => x,
    })
}

/// A modulus of each kind, of at most so many bits.
fn modulus(u: &mut Unstructured<'_>, most: usize) -> Result<Natural> {
    Ok(match u.int_in_range(0..=3)? {
        0 => positive(u, most)?,
        1 => odd(u, most)? << u.int_in_range(0..=70)?,
        _ => odd(u, most)?,
    })
}

fn kept(n: &Natural) -> Modulus {
    Modulus::new(n).expect("above 0")
}

fn power(x: &Natural, e: &Natural, n: &Natural) -> Integer {
    gmp(x).pow_mod(&gmp(e), &gmp(n)).expect("an exponent from 0 on")
}

fn short_exponent(u: &mut Unstructured<'_>) -> Result<Natural> {
    let most = *u.choose(&[1, 8, 40, 90, 300])?;
    number(u, most)
}

fn inverse(x: &Natural, n: &Natural) -> Option<Integer> {
    // GMP has no inverse modulo 1.
    if n == &1_u32.into() { Some(Integer::new()) } else { gmp(x).invert(&gmp(n)).ok() }
}

fn list(u: &mut Unstructured<'_>, most: usize) -> Result<Vec<Natural>> {
    (0..u.int_in_range(0..=most)?).map(|_| any(u)).collect()
}

fn is_prime(n: &Integer) -> bool {
    n.is_probably_prime(40) != IsPrime::No
}

/// A prime of at most 200 bits.
fn prime(u: &mut Unstructured<'_>) -> Result<Natural> {
    let most = *u.choose(&[4, 20, 62, 130, 200])?;
    Ok(Natural::from_limbs(gmp(&number(u, most)?).next_prime().to_digits(Order::Lsf)))
}

/// Two expressions that must be equal, of numbers that are drawn first.
macro_rules! equal {
    ($($x:ident = $draw:expr),+; $ours:expr, $theirs:expr) => {
        |u| {
            $(let $x = $draw(u)?;)+
            Ok($ours == $theirs)
        }
    };
}

const NUMBERS: &[(&str, Property)] = &[
    ("a + b", equal!(a = any, b = any; gmp(&(&a + &b)), gmp(&a) + gmp(&b))),
    ("a + b − b", equal!(a = any, b = any; &(&a + &b) - &b, a)),
    ("a += word", equal!(a = any, b = word; gmp(&(&a + b)), gmp(&a) + b)),
    ("word + a", equal!(a = any, b = word; gmp(&(b + &a)), gmp(&a) + b)),
    (
        "checked_sub",
        equal!(a = any, b = any; a.checked_sub(&b).map(|x| gmp(&x)), Some(gmp(&a) - gmp(&b)).filter(|x| *x >= 0)),
    ),
    ("a · b", equal!(a = any, b = any; gmp(&(&a * &b)), gmp(&a) * gmp(&b))),
    ("a · a", equal!(a = any; gmp(&(&a * &a)), gmp(&a).square())),
    ("a · word", equal!(a = any, b = word; gmp(&(&a * b)), gmp(&a) * b)),
    ("long · long", equal!(a = long, b = long; gmp(&(&a * &b)), gmp(&a) * gmp(&b))),
    ("a / b", |u| {
        let b = above_zero(u)?;
        let a = dividend(u, &b)?;
        Ok(gmp(&(&a / &b)) == gmp(&a) / gmp(&b))
    }),
    ("a % b", |u| {
        let b = above_zero(u)?;
        let a = dividend(u, &b)?;
        Ok(gmp(&(&a % &b)) == gmp(&a) % gmp(&b))
    }),
    ("div_rem", |u| {
        let b = above_zero(u)?;
        let a = dividend(u, &b)?;
        let (q, r) = a.div_rem(&b);
        Ok((gmp(&q), gmp(&r)) == gmp(&a).div_rem(gmp(&b)))
    }),
    ("long % b", |u| {
        let b = above_zero(u)?;
        let a = long(u)?;
        Ok(gmp(&(&a % &b)) == gmp(&a) % gmp(&b))
    }),
    ("a / word", |u| {
        let (a, b) = (any(u)?, word(u)?.max(1));
        Ok(gmp(&(&a / b)) == gmp(&a) / b)
    }),
    ("a % word", |u| {
        let (a, b) = (any(u)?, word(u)?.max(1));
        Ok(gmp(&(&a % b)) == gmp(&a) % b)
    }),
    ("a^k", |u| {
        let (a, k) = (number(u, 300)?, u.int_in_range(0..=12)?);
        Ok(gmp(&Natural::pow(&a, k)) == gmp(&a).pow(k))
    }),
    ("gcd", equal!(a = any, b = any; gmp(&a.gcd(&b)), gmp(&a).gcd(&gmp(&b)))),
    (
        "gcd of multiples",
        equal!(a = any, b = any, c = any;
            gmp(&(&a * &c).gcd(&(&b * &c))), (gmp(&a) * gmp(&c)).gcd(&(gmp(&b) * gmp(&c)))),
    ),
    ("gcd of short numbers", |u| {
        let (a, b) = (number(u, 130)?, number(u, 130)?);
        Ok(gmp(&a.gcd(&b)) == gmp(&a).gcd(&gmp(&b)))
    }),
    ("a & b", equal!(a = any, b = any; gmp(&(&a & &b)), gmp(&a) & gmp(&b))),
    ("a | b", equal!(a = any, b = any; gmp(&(&a | &b)), gmp(&a) | gmp(&b))),
    ("a ^ b", equal!(a = any, b = any; gmp(&(&a ^ &b)), gmp(&a) ^ gmp(&b))),
    ("a << k", equal!(a = any, k = place; gmp(&(&a << k)), gmp(&a) << k as u32)),
    ("a >> k", equal!(a = any, k = place; gmp(&(&a >> k)), gmp(&a) >> k as u32)),
    ("cmp", equal!(a = any, b = any; a.cmp(&b), gmp(&a).cmp(&gmp(&b)))),
    ("cmp of neighbours", equal!(a = any; (&a + 1_u32).cmp(&a), (gmp(&a) + 1_u32).cmp(&gmp(&a)))),
    ("bits", equal!(a = any; a.bits() as u32, gmp(&a).significant_bits())),
    ("bit", equal!(a = any, k = place; a.bit(k), gmp(&a).get_bit(k as u32))),
    ("window", |u| {
        let (a, low, width) = (any(u)?, place(u)?, u.int_in_range(0..=32)?);
        Ok(a.window(low, width)
            == (gmp(&a) >> low as u32).keep_bits(width as u32).to_u32_wrapping())
    }),
    ("is_even", equal!(a = any; a.is_even(), gmp(&a).is_even())),
    (
        "trailing_zeros",
        equal!(a = any; a.trailing_zeros() as u32, gmp(&a).find_one(0).unwrap_or(0)),
    ),
    ("low_bits", equal!(a = any, k = place; gmp(&a.low_bits(k)), gmp(&a).keep_bits(k as u32))),
    (
        "power_of_two",
        equal!(k = place; gmp(&Natural::power_of_two(k)), Integer::from(1) << k as u32),
    ),
    ("to_be_bytes", equal!(a = any; a.to_be_bytes(), gmp(&a).to_digits::<u8>(Order::Msf))),
    ("to_le_bytes", equal!(a = any; a.to_le_bytes(), gmp(&a).to_digits::<u8>(Order::Lsf))),
    ("from_be_bytes", |u| {
        let bytes: Vec<u8> = u.arbitrary()?;
        Ok(gmp(&Natural::from_be_bytes(&bytes)) == Integer::from_digits(&bytes, Order::Msf))
    }),
    ("from_le_bytes", |u| {
        let bytes: Vec<u8> = u.arbitrary()?;
        Ok(gmp(&Natural::from_le_bytes(&bytes)) == Integer::from_digits(&bytes, Order::Lsf))
    }),
    ("limbs", equal!(a = any; a.limbs().to_vec(), gmp(&a).to_digits::<u32>(Order::Lsf))),
    ("to_str_radix", |u| {
        let (a, radix) = (any(u)?, u.int_in_range(2..=36)?);
        Ok(a.to_str_radix(radix) == gmp(&a).to_string_radix(radix as i32))
    }),
    ("from_str_radix", |u| {
        let (a, radix) = (any(u)?, u.int_in_range(2..=36)?);
        Ok(Natural::from_str_radix(&gmp(&a).to_string_radix(radix as i32), radix) == Ok(a))
    }),
    ("decimal digits", equal!(a = any; a.to_string(), gmp(&a).to_string())),
    ("parse", equal!(a = any; gmp(&a).to_string().parse(), Ok::<_, powmod::Error>(a))),
    (
        "hexadecimal digits",
        equal!(a = any; [format!("{a:x}"), format!("{a:X}")],
            [format!("{:x}", gmp(&a)), format!("{:X}", gmp(&a))]),
    ),
    (
        "octal and binary digits",
        equal!(a = any; (format!("{a:o}"), format!("{a:b}")), (format!("{:o}", gmp(&a)), format!("{:b}", gmp(&a)))),
    ),
    ("u64", equal!(a = any; u64::try_from(&a).ok(), gmp(&a).to_u64())),
    ("u128", equal!(a = any; u128::try_from(&a).ok(), gmp(&a).to_u128())),
    ("sum", |u| {
        let all = list(u, 6)?;
        Ok(gmp(&all.iter().sum())
            == Integer::sum(all.iter().map(gmp).collect::<Vec<_>>().iter()).complete())
    }),
    ("product", |u| {
        let all = list(u, 4)?;
        Ok(gmp(&all.iter().product())
            == all.iter().map(gmp).fold(Integer::from(1), |product, x| product * x))
    }),
];

const MODULI: &[(&str, Property)] = &[
    ("reduce", |u| {
        let n = modulus(u, 1100)?;
        let a = dividend(u, &n)?;
        Ok(gmp(&kept(&n).reduce(&a)) == gmp(&a) % gmp(&n))
    }),
    ("mul", |u| {
        let (n, a, b) = (modulus(u, 2100)?, any(u)?, any(u)?);
        Ok(gmp(&kept(&n).mul(&a, &b)) == gmp(&a) * gmp(&b) % gmp(&n))
    }),
    ("mul of residues", |u| {
        let n = modulus(u, 2100)?;
        let (a, b) = (below(u, &n)?, below(u, &n)?);
        Ok(gmp(&kept(&n).mul(&a, &b)) == gmp(&a) * gmp(&b) % gmp(&n))
    }),
    ("mul of long residues", |u| {
        let n = odd(u, 5000)?;
        let (a, b) = (below(u, &n)?, below(u, &n)?);
        Ok(gmp(&kept(&n).mul_mut(&a, &b)) == gmp(&a) * gmp(&b) % gmp(&n))
    }),
    ("product of a list", |u| {
        let (n, all) = (modulus(u, 700)?, list(u, 6)?);
        let theirs = all.iter().fold(Integer::from(1), |product, x| product * gmp(x));
        Ok(gmp(&kept(&n).product(&all)) == theirs % gmp(&n))
    }),
    ("square_times", |u| {
        let (n, a, k) = (modulus(u, 700)?, any(u)?, u.int_in_range(0..=60)?);
        Ok(gmp(&kept(&n).square_times(&a, k)) == power(&a, &Natural::power_of_two(k as usize), &n))
    }),
    ("residues", |u| {
        let (n, a, b) = (modulus(u, 1100)?, any(u)?, any(u)?);
        let mut m = kept(&n);
        let mut x = m.to_residue(&a);
        let y = m.to_residue(&b);
        m.multiply(&mut x, &y);
        m.square(&mut x, 1);
        Ok(gmp(&m.from_residue(&x)) == (gmp(&a) * gmp(&b)).square() % gmp(&n))
    }),
    ("inverse", |u| {
        let (n, a) = (modulus(u, 2100)?, any(u)?);
        Ok(kept(&n).inverse(&a).map(|x| gmp(&x)) == inverse(&a, &n))
    }),
    ("inverse of a residue", |u| {
        let n = odd(u, 2100)?;
        let a = below(u, &n)?;
        Ok(kept(&n).inverse(&a).map(|x| gmp(&x)) == inverse(&a, &n))
    }),
    ("inverses", |u| {
        let (n, all) = (modulus(u, 300)?, list(u, 4)?);
        let theirs: Vec<_> = all.iter().map(|x| inverse(x, &n)).collect();
        Ok(match kept(&n).inverses(&all) {
            Ok(ours) => ours.iter().map(|x| Some(gmp(x))).eq(theirs),
            Err(place) => theirs.iter().position(Option::is_none) == Some(place),
        })
    }),
    ("jacobi", |u| {
        let (n, a) = (modulus(u, 700)?, any(u)?);
        Ok(kept(&n).jacobi(&a) == (!n.is_even()).then(|| gmp(&a).jacobi(&gmp(&n))))
    }),
    ("square_root of a square", |u| {
        let (p, a) = (prime(u)?, any(u)?);
        let m = kept(&p);
        let square = m.mul(&a, &a);
        let root = m.square_root(&square).ok().flatten();
        let a = gmp(&a) % gmp(&p);
        let other = (gmp(&p) - &a) % gmp(&p);
        Ok(root.map(|x| gmp(&x)) == Some(a.min(other)))
    }),
    ("square_root", |u| {
        let (p, a) = (prime(u)?, any(u)?);
        let has = p == 2_u32.into() || gmp(&a).legendre(&gmp(&p)) != -1;
        Ok(kept(&p).square_root(&a).map(|root| root.is_some()) == Ok(has))
    }),
    ("mod_pow", |u| {
        let (n, a, e) = (modulus(u, 700)?, any(u)?, short_exponent(u)?);
        Ok(gmp(&pow::mod_pow(&kept(&n), &a, &e)) == power(&a, &e, &n))
    }),
    ("mod_pow of an odd modulus", |u| {
        let (n, a, e) = (odd(u, 600)?, any(u)?, number(u, 600)?);
        Ok(gmp(&pow::mod_pow(&kept(&n), &a, &e)) == power(&a, &e, &n))
    }),
    ("mod_pow of a power of two", |u| {
        let (n, a, e) =
            (Natural::power_of_two(u.int_in_range(0..=900)?), any(u)?, short_exponent(u)?);
        Ok(gmp(&pow::mod_pow(&kept(&n), &a, &e)) == power(&a, &e, &n))
    }),
    ("mod_pow of a short modulus", |u| {
        let (n, a, e) = (positive(u, 70)?, any(u)?, any(u)?);
        Ok(gmp(&pow::mod_pow(&kept(&n), &a, &e)) == power(&a, &e, &n))
    }),
    ("modexp", |u| {
        let (n, a, e) = (modulus(u, 700)?, any(u)?, short_exponent(u)?);
        let [x, y, z] = [&a, &e, &n].map(|x| x.to_be_bytes());
        Ok(Integer::from_digits(&modexp(&x, &y, &z), Order::Msf) == power(&a, &e, &n))
    }),
    ("mod_powers", |u| {
        let (n, a) = (modulus(u, 300)?, any(u)?);
        let all: Vec<_> = (0..4).map(|_| short_exponent(u)).collect::<Result<_>>()?;
        let ours = pow::mod_powers(&kept(&n), &a, &all.iter().collect::<Vec<_>>());
        Ok(ours.iter().map(gmp).eq(all.iter().map(|e| power(&a, e, &n))))
    }),
    ("mod_multi_pow", |u| {
        let n = modulus(u, 300)?;
        let terms: Vec<_> = (0..u.int_in_range(0..=4)?)
            .map(|_| Ok((any(u)?, short_exponent(u)?)))
            .collect::<Result<_>>()?;
        let ours =
            multi::mod_multi_pow(&kept(&n), &terms.iter().map(|(x, e)| (x, e)).collect::<Vec<_>>());
        let theirs =
            terms.iter().fold(Integer::from(1), |product, (x, e)| product * power(x, e, &n));
        Ok(gmp(&ours) == theirs % gmp(&n))
    }),
    ("Comb", |u| {
        let (n, a, e) = (odd(u, 300)?, any(u)?, number(u, 90)?);
        let mut m = kept(&n);
        let base = m.to_residue(&a);
        let comb = Comb::new(&mut m, &base, 90).expect("short exponents");
        let ours = comb.pow(&mut m, &e).expect("an exponent that fits");
        Ok(gmp(&m.from_residue(&ours)) == power(&a, &e, &n))
    }),
    ("are_roots_of_unity", |u| {
        let (p, a) = (prime(u)?, any(u)?);
        let e = &p - 1_u32;
        let half = &e >> 1;
        let m = kept(&p);
        let ours = pow::are_roots_of_unity(&m, [&a], &half);
        Ok(ours == [power(&a, &half, &p) == Integer::from(1) % gmp(&p)])
    }),
    ("secret::mod_pow", |u| {
        let (n, a, e) = (odd(u, 300)?, any(u)?, number(u, 64)?);
        let [x, y] = [&a, &e].map(|x| x.to_be_bytes());
        let ours = secret::mod_pow(&kept(&n), &[(&x, &y)], 64).expect("an odd modulus");
        Ok(Integer::from_digits(&ours, Order::Msf) == power(&a, &e, &n))
    }),
    ("secret::inverse", |u| {
        let (n, a) = (odd(u, 300)?, any(u)?);
        let ours = secret::inverse(&kept(&n), &a.to_be_bytes()).ok();
        Ok(ours.map(|x| Integer::from_digits(&x, Order::Msf)) == inverse(&a, &n))
    }),
    ("secret::mul_add", |u| {
        let (n, a, b, c) = (modulus(u, 300)?, any(u)?, any(u)?, any(u)?);
        let [x, y, z] = [&a, &b, &c].map(|x| x.to_be_bytes());
        let ours = secret::mul_add(&kept(&n), &x, &y, &z);
        Ok(Integer::from_digits(&ours, Order::Msf) == (gmp(&a) * gmp(&b) + gmp(&c)) % gmp(&n))
    }),
    ("primality::power_of_two", |u| {
        let (n, e) = (odd(u, 500)?, short_exponent(u)?);
        Ok(power_of_two(&e, &n).map(|x| gmp(&x)) == Some(power(&2_u32.into(), &e, &n)))
    }),
];

const PRIMES: &[(&str, Property)] = &[
    ("is_probable_prime", |u| {
        let n = number(u, 200)?;
        Ok(is_probable_prime(&n) == is_prime(&gmp(&n)))
    }),
    ("is_probable_prime of primes", |u| {
        let p = prime(u)?;
        Ok(is_probable_prime(&p))
    }),
    ("is_probable_prime of products", |u| {
        let (p, q) = (prime(u)?, prime(u)?);
        Ok(!is_probable_prime(&(&p * &q)) && !is_probable_prime(&(&p * &p)))
    }),
    ("strong probable primes", |u| {
        let (n, base) = (odd(u, 90)?, u.int_in_range(2..=40)?);
        Ok(passes_strong_tests(&n, &[u32::into(base)]) == is_strong(&gmp(&n), base))
    }),
    ("strong probable primes to 2", |u| {
        let n = odd(u, 300)?;
        Ok(is_strong_probable_prime_to_2(&n) == is_strong(&gmp(&n), 2))
    }),
    ("small_factor", |u| {
        let (n, bound) = (number(u, 64)? + 2_u32, u.int_in_range(2..=300)?);
        let theirs = (2..bound).find(|&p| gmp(&n).is_divisible_u(p));
        Ok(small_factor(&n, bound) == theirs)
    }),
    ("is_perfect_power", |u| {
        let (a, k) = (odd(u, 60)?, u.int_in_range(1..=5)?);
        let n = a.pow(k);
        Ok(is_perfect_power(&n, 1) == gmp(&n).is_perfect_power())
    }),
];

fn word(u: &mut Unstructured<'_>) -> Result<u64> {
    let word = u.arbitrary()?;
    Ok(*u.choose(&[word, 0, 1, u32::MAX.into(), 1 << 32, u64::MAX])?)
}

fn place(u: &mut Unstructured<'_>) -> Result<usize> {
    u.int_in_range(0..=2200)
}

/// A number above the lengths at which GMP changes its methods.
fn long(u: &mut Unstructured<'_>) -> Result<Natural> {
    number(u, 9000)
}

/// The strong test by its definition.
fn is_strong(n: &Integer, base: u32) -> bool {
    if *n == base || Integer::from(base).is_divisible(n) {
        return true;
    }
    let minus_one = Integer::from(n - 1);
    let s = minus_one.find_one(0).expect("above 0");
    let power = |e: Integer| Integer::from(base).pow_mod(&e, n).expect("an exponent from 0 on");
    power(Integer::from(&minus_one >> s)) == 1
        || (1..=s).any(|i| power(Integer::from(&minus_one >> i)) == minus_one)
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [cases, seed] = numbers[..] else {
        eprintln!("usage: gmp CASES SEED");
        return ExitCode::FAILURE;
    };
    let properties: Vec<_> = [NUMBERS, MODULI, PRIMES].concat();
    let mut bytes = [0; 2048];
    for (i, (name, property)) in properties.iter().enumerate() {
        for case in 0..cases {
            let of_case = (seed << 32 | i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ case;
            SmallRng::seed_from_u64(of_case).fill_bytes(&mut bytes);
            if property(&mut Unstructured::new(&bytes)) == Ok(false) {
                println!("{name}: differs in case {case} of seed {seed}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!(
        "{} properties, {cases} cases each from seed {seed} on; no difference",
        properties.len()
    );
    ExitCode::SUCCESS
}
