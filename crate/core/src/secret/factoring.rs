//! An RSA key whose primes are not at hand, from the modulus and both exponents.
//!
//! e·d − 1 is a multiple of the order of every x that is prime to n = p·q, so x^(e·d − 1) is 1. The exponent is halved
//! while it is even and the power is 1. The last power is a root of 1. For at least half of all x it is 1 modulo one
//! prime and −1 modulo the other (Boneh, "Twenty years of attacks on the RSA cryptosystem", 1999, fact 1). The gcds of
//! n with this root less 1 and with the root plus 1 are p and q. A first power that is not 1, or a factor that is no
//! prime, shows that d or n is wrong, and ends the search.

use super::{
    crt::{KeptKey, Key, Ring, inverse_modulo, odd, padded, remainder, to_bytes},
    number::{Limbs, are_equal, is},
    strong::is_prime,
};
use crate::{
    error::Error,
    modulus::Odd,
    monoid::Monoid,
    natural::{limbs_from_be_bytes, mul_low_in_place, strip_twos},
    primality::is_probable_prime,
    roots::is_perfect_power,
    small_primes::primes_below,
};
use alloc::vec;
use powmod_kernel::integers;

/// The x are the primes below this bound: for a right key all fail with a probability of 2^−54.
const BASES_BELOW: u32 = 256;

/// So many x fail for a right key with a probability of 2^−8, and for every prime and every power of one.
const SUSPICIOUS: usize = 8;

impl KeptKey {
    /// Prepares a key from n, e and d, which are big-endian. Time and addresses depend on n and e, on the lengths of d
    /// and of the primes, and on how soon the primes are found: on the exponents of 2 in e·d − 1, p − 1 and q − 1, and
    /// on which small number finds them. Intermediate values are overwritten.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument) with `n` or `e` if it is even or 1, or `d` if it is longer than n, or
    /// not the private exponent for a product of two primes.
    pub fn from_exponents(n: &[u8], e: &[u8], d: &[u8]) -> Result<Self, Error> {
        let (n, public) = (odd("n", n)?, odd("e", e)?);
        let d = padded(d, n.bits().div_ceil(8));
        let d = d.ok_or_else(|| Error::argument("d", "is longer than n"))?;
        let d = Limbs::new(limbs_from_be_bytes(&d));
        // e·d − 1, which is not 0. For an even d it is e·d + 1, which is odd: then some x has another power than 1, or
        // all powers are 1 at once.
        let mut multiple: Limbs = vec![0; d.len() + public.limbs().len()].into();
        multiple[..d.len()].copy_from_slice(&d);
        mul_low_in_place(&mut multiple, public.limbs());
        multiple[0] ^= 1;
        let ring = &mut Ring::new(n.clone(), n.limbs().len());
        let factors = split(ring, &n, multiple.clone(), primes_below(BASES_BELOW));
        ring.arithmetic.wipe_workspace();
        let [p, q] = factors?.ok_or_else(wrong)?;
        let mut fits = true;
        let [dp, dq] = [&p, &q].map(|prime| {
            let mut order = prime.clone();
            order[0] ^= 1;
            fits &= is(0, &remainder(&multiple, &order));
            to_bytes(&remainder(&d, &order))
        });
        if !(fits && is_prime(&p)? && is_prime(&q)?) {
            return Err(wrong());
        }
        let [p, q, q_inv] = [&p, &q, &inverse_modulo(&q, &p)].map(to_bytes);
        let mut kept =
            Self::new(&Key { p: &p, q: &q, dp: &dp, dq: &dq, q_inv: &q_inv, e: Some(e) })?;
        kept.keep_exponent(&to_bytes(&d));
        Ok(kept)
    }
}

fn wrong() -> Error {
    let reason =
        "is not the private exponent of n and e, or n is not a product of two different primes";
    Error::argument("d", reason)
}

/// The two factors of n that the first root of 1 other than ±1 gives, neither of which is 1: their product is n.
/// `multiple` is e·d − 1, and each of the `bases` costs a power. None if a power shows that d is wrong, or n no
/// product, or if no base is left.
fn split(
    ring: &mut Ring,
    n: &Odd,
    mut multiple: Limbs,
    bases: impl Iterator<Item = u32>,
) -> Result<Option<[Limbs; 2]>, Error> {
    let twos = strip_twos(&mut multiple);
    let r = to_bytes(&multiple);
    let zero = vec![0; n.limbs().len()];
    let mut one = zero.clone();
    one[0] = 1;
    let minus_one = ring.arithmetic.subtract_limbs(&zero, &one);
    for (i, x) in bases.filter(|&x| n.rem_small(x) != 0).enumerate() {
        if i == SUSPICIOUS && (is_probable_prime(n) || is_perfect_power(n, 1)) {
            break;
        }
        let mut power = ring.pow(&[x], &r)?;
        let mut root: Limbs = ring.arithmetic.limbs_from_montgomery(&power).into();
        let mut is_root = are_equal(&root, &one);
        for _ in 0..twos {
            if is_root {
                break;
            }
            ring.arithmetic.square(&mut power, 1);
            let square: Limbs = ring.arithmetic.limbs_from_montgomery(&power).into();
            is_root = are_equal(&square, &one);
            if !is_root {
                root = square;
            }
        }
        if !is_root {
            break;
        }
        if !are_equal(&root, &one) && !are_equal(&root, &minus_one) {
            return Ok(Some([&one, &minus_one].map(|other| {
                let difference: Limbs = ring.arithmetic.subtract_limbs(&root, other).into();
                let [gcd, _inverse] = integers::gcd(&difference, n.limbs()).map(Limbs::new);
                gcd
            })));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::natural::Natural;

    /// How many powers a search takes, and whether it finds factors.
    fn search(n: &Natural, multiple: &Natural) -> (usize, bool) {
        let n = Odd::new(n.clone()).unwrap();
        let ring = &mut Ring::new(n.clone(), n.limbs().len());
        let mut powers = 0;
        let bases = primes_below(BASES_BELOW).inspect(|_| powers += 1);
        let found = split(ring, &n, multiple.limbs().to_vec().into(), bases).unwrap();
        (powers, found.is_some())
    }

    #[test]
    fn what_is_wrong_takes_no_more_powers_than_what_is_right() {
        let mersenne = |k: usize| Natural::power_of_two(k) - 1_u32;
        let order = |k: usize| mersenne(k) - 1_u32;
        let [p, q] = [mersenne(127), mersenne(89)];
        let totient = order(127) * order(89);
        let (powers, is_found) = search(&(&p * &q), &totient);
        assert!(is_found && powers <= SUSPICIOUS, "{powers}");
        // e·d − 1 for a wrong d.
        for wrong in [&totient + &Natural::from(2_u32), order(127), Natural::power_of_two(200)] {
            assert_eq!(search(&(&p * &q), &wrong), (1, false));
        }
        // A prime, and powers of primes: the base behind the last power is looked at.
        let most = SUSPICIOUS + 1;
        assert_eq!(search(&p, &order(127)), (most, false));
        assert_eq!(search(&(&q * &q), &(&q * &order(89))), (most, false));
        assert_eq!(search(&(&(&q * &q) * &q), &(&(&q * &q) * &order(89))), (most, false));
    }
}
