//! Square roots modulo a prime: by one power if it is 3 modulo 4, else by the algorithm of Tonelli and Shanks (Cohen,
//! "A Course in Computational Algebraic Number Theory", algorithm 1.5.1), or by Cipolla's where 2 divides p − 1 often.

use crate::{
    error::Error, modulus::Modulus, natural::Natural, pow::mod_pow, primality::is_probable_prime,
};
use num_traits::{One, Zero};

/// How many small numbers are tried for a non-residue, before p is tested: each is one with probability 1/2.
const TRIED: u32 = 64;

impl Modulus {
    /// A square root of `a` modulo N, which must be a prime: the smaller one of r and N − r; `None` if `a` is no
    /// square. Time depends on all numbers: not for secrets.
    ///
    /// ```
    /// use powmod::{Modulus, Natural};
    ///
    /// let modulus = Modulus::new(&1_000_003_u32.into()).expect("above 0");
    /// assert_eq!(modulus.square_root(&4_u32.into())?, Some(Natural::from(2_u32)));
    /// assert_eq!(modulus.square_root(&2_u32.into())?, None);
    /// # Ok::<(), powmod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `modulus`, if the computation shows that N is no prime. For
    /// some `a` it does not show that: N is not tested.
    pub fn square_root(&self, a: &Natural) -> Result<Option<Natural>, Error> {
        let p = self.natural();
        let a = self.reduce(a);
        if *p == Natural::from(2_u32) {
            return Ok(Some(a));
        }
        let symbol = self.jacobi(&a).filter(|_| !p.is_one()).ok_or_else(no_prime)?;
        match symbol {
            _ if a.is_zero() => return Ok(Some(a)),
            0 => return Err(no_prime()),
            1 => {}
            _ => return Ok(None),
        }
        let root = self.root(&a)?;
        if self.mul(&root, &root) != a {
            return Err(no_prime());
        }
        let other = p - &root;
        Ok(Some(root.min(other)))
    }

    /// A root of a, which is a square if p is a prime.
    fn root(&self, a: &Natural) -> Result<Natural, Error> {
        let p = self.natural();
        let s = (p - 1_u32).trailing_zeros();
        if s == 1 {
            return Ok(mod_pow(self, a, &((p + 1_u32) >> 2)));
        }
        // Tonelli and Shanks take about s²/4 products, Cipolla about 6 for each bit.
        if s * s > 24 * p.bits() { self.cipolla(a) } else { self.tonelli_shanks(a, s) }
    }

    /// The least number from 1 on whose norm is no square.
    fn non_residue(&self, norm: impl Fn(&Natural) -> Natural) -> Result<Natural, Error> {
        for x in 1_u32.. {
            let number = Natural::from(x);
            if self.jacobi(&norm(&number)) == Some(-1) {
                return Ok(number);
            }
            // Modulo a square there is none.
            if x == TRIED && !is_probable_prime(self.natural()) {
                break;
            }
        }
        Err(no_prime())
    }

    fn tonelli_shanks(&self, a: &Natural, s: usize) -> Result<Natural, Error> {
        let odd = (self.natural() - 1_u32) >> s;
        let mut y = mod_pow(self, &self.non_residue(Clone::clone)?, &odd);
        let mut exponent = s;
        let power = mod_pow(self, a, &(&odd >> 1));
        let mut root = self.mul(a, &power);
        let mut rest = self.mul(&root, &power);
        // root² = a·rest
        while !rest.is_one() {
            let (mut order, mut square) = (0, rest.clone());
            while !square.is_one() {
                square = self.mul(&square, &square);
                order += 1;
                if order == exponent {
                    return Err(no_prime());
                }
            }
            y = self.square_times(&y, (exponent - order - 1) as u64);
            root = self.mul(&root, &y);
            y = self.mul(&y, &y);
            rest = self.mul(&rest, &y);
            exponent = order;
        }
        Ok(root)
    }

    /// (t + √w)^((p + 1)/2) for a non-residue w = t² − a.
    fn cipolla(&self, a: &Natural) -> Result<Natural, Error> {
        let p = self.natural();
        let norm = |t: &Natural| self.reduce(&(t * t + (p - a)));
        let t = self.non_residue(norm)?;
        let w = norm(&t);
        let (mut x, mut y) = (Natural::one(), Natural::zero());
        let e = (p + 1_u32) >> 1;
        for i in (0..e.bits()).rev() {
            let of_w = self.mul(&w, &self.mul(&y, &y));
            (x, y) = (self.reduce(&(&x * &x + of_w)), self.mul(&(&x << 1), &y));
            if e.bit(i) {
                let of_w = self.mul(&w, &y);
                (x, y) = (self.reduce(&(&x * &t + of_w)), self.reduce(&(&x + &y * &t)));
            }
        }
        Ok(x)
    }
}

fn no_prime() -> Error {
    Error::argument("modulus", "must be a prime")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number modulo every prime below 500, with s to 8; and what is no prime.
    #[test]
    fn roots_of_small_numbers() {
        for n in 1_u32..500 {
            let modulus = Modulus::new(&n.into()).unwrap();
            let is_prime = n > 1 && (2..n).all(|d| n % d > 0);
            for a in 0..n {
                let expected = (0..n).find(|r| r * r % n == a).map(Natural::from);
                match modulus.square_root(&(a + n).into()) {
                    Ok(root) if is_prime => assert_eq!(root, expected, "{a} modulo {n}"),
                    Ok(Some(root)) => assert_eq!(modulus.mul(&root, &root), a.into()),
                    Ok(None) => assert!(expected.is_none(), "{a} modulo {n}"),
                    Err(error) => assert!(!is_prime && error.field == "modulus".into()),
                }
            }
        }
    }

    /// Both algorithms, also where 2 divides p − 1 often.
    #[test]
    fn roots_by_every_algorithm() {
        // s is 2, 96 and 1.
        let power = Natural::power_of_two;
        let primes = [power(255) - 19_u32, power(224) - power(96) + 1_u32, power(127) - 1_u32];
        for p in primes {
            let modulus = Modulus::new(&p).unwrap();
            let s = (&p - 1_u32).trailing_zeros();
            for r in [2_u32, 3, 7, 65_537].map(Natural::from) {
                let r = mod_pow(&modulus, &r, &power(100));
                let (square, other) = (modulus.mul(&r, &r), &p - &r);
                let expected = r.min(other);
                assert_eq!(modulus.square_root(&square), Ok(Some(expected.clone())));
                let by_each = [modulus.tonelli_shanks(&square, s), modulus.cipolla(&square)];
                for root in by_each.map(Result::unwrap) {
                    let other = &p - &root;
                    assert_eq!(root.min(other), expected);
                }
            }
        }
        // Modulo a square no number has the symbol −1.
        let square = Modulus::new(&(power(127) - 1_u32).pow(2)).unwrap();
        assert!(square.square_root(&5_u32.into()).is_err());
    }
}
