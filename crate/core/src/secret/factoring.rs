//! An RSA key whose primes are not at hand, from the modulus and both exponents.
//!
//! e·d − 1 is a multiple of the order of every x modulo n = p·q. So x^((e·d − 1)/2^i) is 1 for i = 0, and before the first
//! power that is not, half of all x give a root of 1 that is not ±1: it is 1 modulo one prime and −1 modulo the other
//! (Boneh, "Twenty years of attacks on the RSA cryptosystem", 1999, fact 1).

use super::{
    crt::{KeptKey, Key, Limbs, Ring, are_equal, inverse_modulo, odd, padded, remainder},
    scalar::is,
};
use crate::{
    error::Error,
    modulus::Odd,
    monoid::Monoid,
    natural::{be_bytes_from_limbs, limbs_from_be_bytes, mul_low_in_place},
    small_primes::primes_below,
};
use alloc::{vec, vec::Vec};
use powmod_kernel::integers;
use zeroize::{Zeroize, Zeroizing};

/// The x are the primes below this bound: for a right key all fail with a probability of 2^−54.
const BASES_BELOW: u32 = 256;

impl KeptKey {
    /// Prepares a key from n, e and d, which are big-endian. Time and addresses depend on n and e, on the lengths of d and of
    /// the primes, and on how soon the primes are found: on the exponent of 2 in e·d − 1, and on which small number finds
    /// them. Intermediate values are overwritten.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument) with `n` or `e` if it is even or 1, or `d` if it is not the private exponent
    /// for a product of two primes.
    pub fn from_exponents(n: &[u8], e: &[u8], d: &[u8]) -> Result<Self, Error> {
        let (n, public) = (odd("n", n)?, odd("e", e)?);
        let wrong = || Error::argument("d", "is not the private exponent of n and e");
        let d = padded(d, n.bits().div_ceil(8)).ok_or_else(wrong)?;
        let d = Limbs::new(limbs_from_be_bytes(&d));
        // e·d − 1, which is not 0.
        let mut multiple: Limbs = vec![0; d.len() + public.limbs().len()].into();
        multiple[..d.len()].copy_from_slice(&d);
        mul_low_in_place(&mut multiple, public.limbs());
        multiple[0] ^= 1;
        let primes = primes(&n, multiple.clone())?;
        let mut parts: Vec<_> = primes.iter().map(to_bytes).collect();
        let mut fits = true;
        for prime in &primes {
            let mut order = prime.clone();
            order[0] ^= 1;
            fits &= is(0, &remainder(&multiple, &order));
            parts.push(to_bytes(&remainder(&d, &order)));
        }
        if let [p, q] = &primes[..] {
            parts.push(to_bytes(&inverse_modulo(q, p)));
        }
        let [p, q, dp, dq, q_inv] = &parts[..] else { return Err(wrong()) };
        Self::new(&Key { p, q, dp, dq, q_inv, e: Some(e) }).and_then(|kept| {
            let fits = fits && *kept.modulus() == *n;
            if fits { Ok(kept) } else { Err(wrong()) }
        })
    }
}

fn to_bytes(limbs: &Limbs) -> Zeroizing<Vec<u8>> {
    be_bytes_from_limbs(limbs, 4 * limbs.len()).into()
}

/// Two factors of n, neither of which is 1, by a multiple above 0 of the order of every x; none if no x finds them. Their
/// product is n if it is one of two primes.
fn primes(n: &Odd, mut multiple: Limbs) -> Result<Vec<Limbs>, Error> {
    let mut twos = 0;
    while multiple[0] & 1 == 0 {
        multiple.iter_mut().rev().fold(0, |above, limb| {
            let below = *limb << 31;
            *limb = *limb >> 1 | above;
            below
        });
        twos += 1;
    }
    let r = to_bytes(&multiple);
    let zero = vec![0; n.limbs().len()];
    let mut one = zero.clone();
    one[0] = 1;
    let ring = &mut Ring::new(n.clone(), zero.len());
    let minus_one = ring.arithmetic.subtract_limbs(&zero, &one);
    let mut found = vec![];
    for x in primes_below(BASES_BELOW) {
        let mut power = Zeroizing::new(ring.pow(&[x], &r)?);
        let mut root: Limbs = ring.arithmetic.leave_limbs(&power).into();
        for _ in 0..twos {
            ring.arithmetic.square(&mut power, 1);
            let square: Limbs = ring.arithmetic.leave_limbs(&power).into();
            if are_equal(&square, &one) {
                break;
            }
            root = square;
        }
        // A root that is ±1, or none, gives 1 or n.
        for other in [&one, &minus_one] {
            let difference: Limbs = ring.arithmetic.subtract_limbs(&root, other).into();
            let [gcd, mut inverse] = integers::gcd(&difference, n.limbs());
            inverse.zeroize();
            found.push(Limbs::new(gcd));
        }
        if !found.iter().any(|factor| is(1, factor)) {
            break;
        }
        found.clear();
    }
    ring.arithmetic.wipe_workspace();
    Ok(found)
}
