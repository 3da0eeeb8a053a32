//! An RSA key whose primes are not at hand, from the modulus and both exponents.
//!
//! e·d − 1 is a multiple of the order of every x modulo n = p·q. So x^((e·d − 1)/2^i) is 1 for i = 0, and before the first
//! power that is not, half of all x give a root of 1 that is not ±1: it is 1 modulo one prime and −1 modulo the other
//! (Boneh, "Twenty years of attacks on the RSA cryptosystem", 1999, fact 1).

use super::{
    crt::{KeptKey, Key, are_equal, padded},
    power::multi_pow,
};
use crate::{
    error::Error,
    kernel,
    modulus::{Odd, montgomery::Montgomery},
    monoid::Monoid,
    natural::{Natural, be_bytes_from_limbs, mul_low_in_place, sub_in_place},
    small_primes::primes_below,
};
use alloc::{vec, vec::Vec};
use core::hint::black_box;
use powmod_kernel::{bytes, integers};
use zeroize::{Zeroize, Zeroizing};

/// The x are the primes below this bound: for a right key all fail with a probability of 2^−54.
const BASES_BELOW: u32 = 256;

type Limbs = Zeroizing<Vec<u32>>;

impl KeptKey {
    /// Prepares a key from n, e and d, which are big-endian. Time and addresses depend on n and e, on the lengths of d and of
    /// the primes, and on how soon the primes are found: on the exponent of 2 in e·d − 1, and on which small number finds
    /// them. Intermediate values are overwritten.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument) with `n` or `e` if it is even or 1, or `d` if it is not the private exponent
    /// for a product of two primes.
    pub fn from_exponents(n: &[u8], e: &[u8], d: &[u8]) -> Result<Self, Error> {
        let odd = |name: &'static str, bytes: &[u8]| {
            let x = Odd::new(Natural::from_be_bytes(bytes));
            x.ok_or_else(|| Error::argument(name, "must be an odd number above 1"))
        };
        let (n, public) = (odd("n", n)?, odd("e", e)?);
        let wrong = || Error::argument("d", "is not the private exponent of n and e");
        let d = padded(d, n.bits().div_ceil(8)).ok_or_else(wrong)?;
        let [p, q] = &primes(&n, &public, &d)?.ok_or_else(wrong)?;
        let dp = exponent(p, &public, &d).ok_or_else(wrong)?;
        let dq = exponent(q, &public, &d).ok_or_else(wrong)?;
        let [mut gcd, inverse] = integers::gcd(&remainder(&to_bytes(q), p), p);
        gcd.zeroize();
        let [p, q, q_inv] = [p, q, &inverse.into()].map(to_bytes);
        Self::new(&Key {
            p: &p,
            q: &q,
            dp: &to_bytes(&dp),
            dq: &to_bytes(&dq),
            q_inv: &q_inv,
            e: Some(e),
        })
    }
}

fn to_bytes(limbs: &Limbs) -> Zeroizing<Vec<u8>> {
    be_bytes_from_limbs(limbs, 4 * limbs.len()).into()
}

/// The two factors of n that e·d − 1 gives, without zeros at the top.
fn primes(n: &Odd, e: &Natural, d: &[u8]) -> Result<Option<[Limbs; 2]>, Error> {
    let mut k: Limbs = vec![0; d.len().div_ceil(4) + e.limbs().len()].into();
    bytes::limbs_from_be(d, &mut k);
    mul_low_in_place(&mut k, e.limbs());
    k[0] ^= 1;
    let Some(zeros) = k.iter().position(|&limb| limb != 0) else { return Ok(None) };
    let twos = k[zeros].trailing_zeros();
    let limb = |i: usize| u64::from(k.get(i).copied().unwrap_or(0));
    let odd_part = (zeros..k.len()).map(|i| ((limb(i) | limb(i + 1) << 32) >> twos) as u32);
    let r = to_bytes(&odd_part.collect::<Vec<_>>().into());

    let ring = &mut Montgomery::new(n.clone(), kernel::active(n.bits()));
    let zero = vec![0; n.limbs().len()];
    let mut one = zero.clone();
    one[0] = 1;
    let minus_one = ring.subtract_limbs(&zero, &one);
    let mut found = None;
    for x in primes_below(BASES_BELOW) {
        let terms = [(ring.to_montgomery(&x.into()), &r[..])];
        let mut power = Zeroizing::new(multi_pow(ring, &terms, 8 * r.len())?);
        let mut root: Limbs = ring.limbs_from_montgomery(&power).into();
        for _ in 0..32 * zeros + twos as usize {
            ring.square(&mut power, 1);
            let square: Limbs = ring.limbs_from_montgomery(&power).into();
            if are_equal(&square, &one) {
                break;
            }
            root = square;
        }
        // A root that is ±1, or none, gives 1 or n.
        let [p, q] = [&one, &minus_one].map(|other| {
            let difference: Limbs = ring.subtract_limbs(&root, other).into();
            let [gcd, mut inverse] = integers::gcd(&difference, n.limbs());
            inverse.zeroize();
            let gcd: Limbs = gcd.into();
            let length = gcd.iter().rposition(|&limb| limb != 0).map_or(0, |i| i + 1);
            Limbs::new(gcd[..length].to_vec())
        });
        let mut product: Limbs = vec![0; p.len() + q.len()].into();
        product[..p.len()].copy_from_slice(&p);
        mul_low_in_place(&mut product, &q);
        let (low, high) = product.split_at(n.limbs().len().min(product.len()));
        if p[..] != [1] && q[..] != [1] && are_equal(low, n.limbs()) && high.iter().all(|&x| x == 0)
        {
            found = Some([p, q]);
            break;
        }
    }
    ring.wipe_workspace();
    Ok(found)
}

/// d mod p − 1, if e is its inverse there.
fn exponent(p: &Limbs, e: &Natural, d: &[u8]) -> Option<Limbs> {
    let mut order = p.clone();
    order[0] ^= 1;
    let exponent = remainder(d, &order);
    let mut product: Limbs = vec![0; exponent.len() + e.limbs().len()].into();
    product[..exponent.len()].copy_from_slice(&exponent);
    mul_low_in_place(&mut product, e.limbs());
    let rest = remainder(&to_bytes(&product), &order);
    let others = rest.iter().skip(1).fold(rest[0] ^ 1, |all, limb| all | limb);
    (others == 0).then_some(exponent)
}

/// x mod m for big-endian bytes, bit by bit, in as many limbs as m has. Time and addresses depend only on lengths.
fn remainder(x: &[u8], m: &[u32]) -> Limbs {
    let mut rest: Limbs = vec![0; m.len() + 1].into();
    let mut less = rest.clone();
    for i in 0..8 * x.len() {
        let mut below = u32::from(x[i / 8] >> (7 - i % 8) & 1);
        for limb in rest.iter_mut() {
            (*limb, below) = (*limb << 1 | below, *limb >> 31);
        }
        less.copy_from_slice(&rest);
        let keep = black_box(sub_in_place(&mut less, m).wrapping_neg());
        for (rest, less) in rest.iter_mut().zip(&*less) {
            *rest = less ^ ((*rest ^ less) & keep);
        }
    }
    rest[..m.len()].to_vec().into()
}
