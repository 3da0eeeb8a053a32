//! RSA's private operation by the Chinese remainder theorem.
//!
//! Two powers of half the length are combined by Garner's formula
//! m = m₂ + q·((m₁ − m₂)·q⁻¹ mod p). The result is checked with the public exponent, because a fault
//! in one half would reveal the factors (Boneh, DeMillo, Lipton). A key without a public exponent cannot be checked so.
//!
//! No branch and no address depends on the base. Against someone who measures power or radiation, or finds a difference
//! in time all the same, blind the base: with a random r, ask for the power of base·r^e, and multiply the result by
//! r⁻¹, modulo p·q.
//!
//! ```
//! use powmod::secret::crt::{self, Key, KeptKey};
//!
//! // p = 61, q = 53, e = 17, d = 413
//! let key = Key { p: &[61], q: &[53], dp: &[53], dq: &[49], q_inv: &[38], e: Some(&[17]) };
//! let kept = KeptKey::new(&key)?;
//! assert_eq!(kept.pow(&2790_u16.to_be_bytes())?[..], [0, 65]);
//! assert_eq!(kept.modulus(), &powmod::Natural::from(3233_u32));
//! assert!(kept.pow(&3233_u16.to_be_bytes()).is_err());
//! // The same key without its primes: they are found.
//! let found = KeptKey::from_exponents(&3233_u16.to_be_bytes(), &[17], &413_u16.to_be_bytes())?;
//! assert_eq!(found.pow(&2790_u16.to_be_bytes())?[..], [0, 65]);
//! // From its primes, what else is known is compared, and it goes into DER, as OpenSSL reads it.
//! let of_primes = KeptKey::from_primes(&[61], &[53], &[17])?.expect("17 is prime to 60 and to 52");
//! of_primes.confirm(Some(&3233_u16.to_be_bytes()), Some(&413_u16.to_be_bytes()))?;
//! assert_eq!(of_primes.to_pkcs1_der()?[..7], [0x30, 29, 2, 1, 0, 2, 2]);
//! // For one operation only.
//! assert_eq!(crt::mod_pow(&2790_u16.to_be_bytes(), &key)?[..], [0, 65]);
//! # Ok::<(), powmod::Error>(())
//! ```

pub use super::der::Parts;
#[cfg(feature = "pkcs1")]
use super::key_file::{self, KeyFile};
use super::{
    der,
    number::{Limbs, Secret, are_equal, is},
    power::multi_pow,
    strong::is_prime,
};
use crate::{
    error::Error,
    modulus::{
        Modulus, Odd,
        montgomery::{Element, Montgomery},
    },
    monoid::{Commutative, ConstantTime, Monoid},
    natural::{
        Natural, add_in_place, be_bytes_from_limbs, limbs_from_be_bytes, mul_low_in_place,
        strip_twos, sub_in_place,
    },
};
use alloc::{vec, vec::Vec};
use core::hint::black_box;
use powmod_kernel::{active, bytes, integers};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// An RSA private key. Every number is big-endian, with any number of zeros in front.
#[derive(Clone, Copy)]
pub struct Key<'a> {
    /// A prime factor of N.
    pub p: &'a [u8],
    /// The other prime factor of N.
    pub q: &'a [u8],
    /// d mod p − 1.
    pub dp: &'a [u8],
    /// d mod q − 1.
    pub dq: &'a [u8],
    /// q⁻¹ mod p.
    pub q_inv: &'a [u8],
    /// The public exponent, which is odd. Without it, a fault in a half is not noticed, and the result reveals p and q.
    pub e: Option<&'a [u8]>,
}

/// An RSA public key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// The modulus.
    pub n: Natural,
    /// The public exponent.
    pub e: Natural,
}

impl PublicKey {
    /// A key in DER, as SPKI writes it (`SubjectPublicKeyInfo`, RFC 5280), or PKCS #1 (`RSAPublicKey`, RFC 8017,
    /// A.1.1). The numbers are not tested. Needs the feature `pkcs1`. PEM is base64 of such bytes between two lines.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `der`, if the bytes are no such key.
    #[cfg(feature = "pkcs1")]
    pub fn from_der(der: &[u8]) -> Result<Self, Error> {
        let numbers = key_file::public(der).map_err(|reason| Error::argument("der", reason))?;
        let [n, e] = numbers.map(Natural::from_be_bytes);
        Ok(Self { n, e })
    }
}

/// base^d mod p·q, in as many bytes as p·q has, by a key that serves this call alone: see [`KeptKey::pow`].
///
/// # Errors
/// Those of [`KeptKey::new`] and of [`KeptKey::pow`].
pub fn mod_pow(base: &[u8], key: &Key<'_>) -> Result<Secret, Error> {
    KeptKey::new(key)?.pow(base)
}

/// A private key whose moduli are prepared, for many operations. Threads share it by `&` or an `Arc`. It is not
/// `Clone`, so that its numbers lie in one place. When it is dropped it overwrites them all.
#[must_use]
pub struct KeptKey {
    p: Ring,
    q: Ring,
    n: Ring,
    dp: Secret,
    dq: Secret,
    /// q⁻¹ mod p, an element modulo p.
    q_inv: Zeroizing<Element>,
    q_limbs: Limbs,
    e: Option<Vec<u8>>,
    /// d as it was given: of the exponents that fit, the one that is written again.
    d: Option<Secret>,
    /// The algorithm of the PKCS #8 that the key was in: RSA's, or that of the padding PSS alone.
    algorithm: Option<Vec<u8>>,
    /// The limbs of a base that is no longer than p and q together.
    width: usize,
    /// The lengths of the parts when the key was made.
    lengths: [usize; LENGTHS],
}

/// Each part overwrites itself.
impl ZeroizeOnDrop for KeptKey {}

/// How many lengths in a key decide for how long a power computes, beside those of its moduli.
const LENGTHS: usize = 12;

impl KeptKey {
    /// Prepares a key. Time and addresses may depend on p, q and e; of the other parts they depend on the lengths of
    /// the arrays only. That the numbers agree and that p and q are primes, [`confirm`](Self::confirm) tests.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument) with the part of the key that is out of range.
    pub fn new(key: &Key<'_>) -> Result<Self, Error> {
        let [p, q] = [odd("p", key.p)?, odd("q", key.q)?];
        if are_equal(p.limbs(), q.limbs()) {
            return Err(Error::argument("q", "must differ from p"));
        }
        let below = |name, value, prime: &Odd| {
            let bytes = padded(value, prime.bits().div_ceil(8));
            bytes.ok_or_else(|| Error::argument(name, "is longer than its prime"))
        };
        let (dp, dq) = (below("dp", key.dp, &p)?, below("dq", key.dq, &q)?);
        let q_inv = below("q_inv", key.q_inv, &p)?;
        let zeros = |e: &[u8]| e.iter().take_while(|&&byte| byte == 0).count();
        let e = key.e.map(|e| e[zeros(e)..].to_vec());
        e.as_deref().map(|e| odd("e", e)).transpose()?;
        let [of_p, of_q] = [&p, &q].map(|prime| prime.bits().div_ceil(8));
        let width = (of_p + of_q).div_ceil(4);
        let n = Odd::new(&*p * &*q).expect("a product of odd numbers");
        let q_limbs = q.limbs().to_vec().into();
        let mut p = Ring::new(p, width);
        let q_inv = Limbs::new(limbs_from_be_bytes(&q_inv));
        let q_inv = p.arithmetic.limbs_to_montgomery(&q_inv).into();
        let (q, n) = (Ring::new(q, width), Ring::new(n, width));
        let (d, algorithm, lengths) = (None, None, [0; LENGTHS]);
        let mut key = Self { p, q, n, dp, dq, q_inv, q_limbs, e, d, algorithm, width, lengths };
        key.lengths = key.lengths();
        Ok(key)
    }

    /// A key of two primes and a public exponent, all big-endian; `None` if e has a common factor with p − 1 or q − 1.
    /// [`confirm`](Self::confirm) tests that they are primes. Time depends on p, q and e.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), fields `p` and `q`, as for [`new`](Self::new), or `e`, if it is even
    /// or 1.
    pub fn from_primes(p: &[u8], q: &[u8], e: &[u8]) -> Result<Option<Self>, Error> {
        let [of_p, of_q, public] = [odd("p", p)?, odd("q", q)?, odd("e", e)?];
        let exponent_of = |prime: &Odd| {
            let mut order = Limbs::new(prime.limbs().to_vec());
            order[0] ^= 1;
            inverse_modulo_even(&public, &order)
        };
        let (Some(dp), Some(dq)) = (exponent_of(&of_p), exponent_of(&of_q)) else {
            return Ok(None);
        };
        let q_inv = inverse_modulo(of_q.limbs(), of_p.limbs());
        let [dp, dq, q_inv] = [&dp, &dq, &q_inv].map(to_bytes);
        Self::new(&Key { p, q, dp: &dp, dq: &dq, q_inv: &q_inv, e: Some(e) }).map(Some)
    }

    /// Compares what else is known of the key, all big-endian: n with p·q, and d with dp and dq. With d the key is
    /// whole: then e is compared with dp and dq too, and q_inv with q, so that a damaged file shows here and not at the
    /// first power. p and q are tested to be primes, also without n and d, in about the time of one operation: modulo a
    /// composite number a power may be another e-th root than base^d. One that was made to pass may pass. Time depends
    /// on n and e, of primes to 81 bits on how often 2 divides p − 1 and q − 1, and of the others on lengths alone.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `n`, `p`, `q`, `d`, `e` or `q_inv`.
    pub fn confirm(&self, n: Option<&[u8]>, d: Option<&[u8]>) -> Result<(), Error> {
        if n.is_some_and(|n| Natural::from_be_bytes(n) != *self.modulus()) {
            return Err(Error::argument("n", "is not p·q"));
        }
        for (name, prime) in [("p", &self.p), ("q", &self.q)] {
            if !is_prime(prime.arithmetic.modulus().limbs())? {
                return Err(Error::argument(name, "is not a prime"));
            }
        }
        let Some(d) = d else { return Ok(()) };
        let d = Limbs::new(limbs_from_be_bytes(d));
        let e = self.e.as_ref().map(|e| limbs_from_be_bytes(e));
        let agrees = [(&self.p, &self.dp), (&self.q, &self.dq)].map(|(prime, part)| {
            let mut order = Limbs::new(prime.arithmetic.modulus().limbs().to_vec());
            order[0] ^= 1;
            let part = Limbs::new(limbs_from_be_bytes(part));
            let is_of_d = are_equal(&remainder(&d, &order), &remainder(&part, &order));
            let is_of_e = e.as_ref().is_none_or(|e| {
                let mut product: Limbs = vec![0; part.len() + e.len()].into();
                product[..part.len()].copy_from_slice(&part);
                mul_low_in_place(&mut product, e);
                is(1, &remainder(&product, &order))
            });
            (is_of_d, is_of_e)
        });
        match agrees {
            [(true, true), (true, true)] if self.inverts_q()? => Ok(()),
            [(true, true), (true, true)] => {
                Err(Error::argument("q_inv", "is not the inverse of q modulo p"))
            }
            [(true, _), (true, _)] => Err(Error::argument("e", "does not agree with d")),
            _ => Err(Error::argument("d", "does not agree with dp and dq")),
        }
    }

    /// Whether q·q_inv is 1 modulo p.
    fn inverts_q(&self) -> Result<bool, Error> {
        let mut p = self.p.opened()?;
        let mut product = Zeroizing::new(p.to_montgomery(&self.q_limbs));
        p.arithmetic.multiply(&mut product, &self.q_inv);
        let product = Limbs::new(p.arithmetic.limbs_from_montgomery(&product));
        p.arithmetic.wipe_workspace();
        Ok(is(1, &product))
    }

    /// A key in DER, as PKCS #1 writes it (`RSAPrivateKey`, RFC 8017, A.1.2). Needs the feature `pkcs1`.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `der` if the bytes are no such key of two primes, or those of
    /// [`new`](Self::new) and [`confirm`](Self::confirm).
    #[cfg(feature = "pkcs1")]
    pub fn from_pkcs1_der(der: &[u8]) -> Result<Self, Error> {
        Self::from_file(der, false, "is of PKCS #8: take `from_pkcs8_der`")
    }

    /// A key in DER, as PKCS #8 writes it (`PrivateKeyInfo`, RFC 5208; with a public key, `OneAsymmetricKey`, RFC
    /// 5958), not encrypted. A key for the padding PSS alone (RSASSA-PSS) is an RSA key too: the caller pads. Needs the
    /// feature `pkcs1`. PEM is base64 of such bytes between two lines.
    ///
    /// # Errors
    /// As for [`from_pkcs1_der`](Self::from_pkcs1_der).
    #[cfg(feature = "pkcs1")]
    pub fn from_pkcs8_der(der: &[u8]) -> Result<Self, Error> {
        Self::from_file(der, true, "is of PKCS #1: take `from_pkcs1_der`")
    }

    /// The key of a file that names an algorithm, or of one that does not.
    #[cfg(feature = "pkcs1")]
    fn from_file(der: &[u8], has_algorithm: bool, other_form: &'static str) -> Result<Self, Error> {
        let refused = |reason| Error::argument("der", reason);
        let KeyFile { numbers, algorithm } = KeyFile::read(der).map_err(refused)?;
        if algorithm.is_some() != has_algorithm {
            return Err(refused(other_form));
        }
        let [n, e, d, p, q, dp, dq, q_inv] = numbers;
        let mut kept = Self::new(&Key { p, q, dp, dq, q_inv, e: Some(e) })?;
        kept.confirm(Some(n), Some(d))?;
        kept.keep_exponent(d);
        kept.algorithm = algorithm.map(<[u8]>::to_vec);
        Ok(kept)
    }

    /// Keeps d, which fits, to write it again.
    pub(super) fn keep_exponent(&mut self, d: &[u8]) {
        self.d = Some(without_zeros(d));
    }

    /// All numbers of the key: d as it was given with the key, otherwise the least one that fits (FIPS 186-5). Time
    /// depends on p·q and e, on the lengths of the numbers, and on how often 2 divides p − 1 and q − 1.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `e`, if the key has none, or it has a common factor with p − 1
    /// or q − 1.
    pub fn parts(&self) -> Result<Parts, Error> {
        let e = self.e.as_deref().ok_or_else(|| Error::argument("e", "is missing in the key"))?;
        let public = odd("e", e)?;
        let [p, q] =
            [&self.p, &self.q].map(|ring| Limbs::new(ring.arithmetic.modulus().limbs().to_vec()));
        let [of_p, of_q] = [&p, &q].map(|prime| {
            let mut order = prime.clone();
            order[0] ^= 1;
            order
        });
        let d = match &self.d {
            Some(d) => d.clone(),
            None => {
                let order = least_common_multiple(&of_p, &of_q);
                let d = inverse_modulo_even(&public, &order).ok_or_else(no_inverse)?;
                without_zeros(&to_bytes(&d))
            }
        };
        let mut ring = self.p.opened()?;
        let q_inv = Limbs::new(ring.arithmetic.limbs_from_montgomery(&self.q_inv));
        ring.arithmetic.wipe_workspace();
        let [p, q, q_inv] = [&p, &q, &q_inv].map(|x| without_zeros(&to_bytes(x)));
        let [n, e] = [&self.modulus().to_be_bytes(), e].map(without_zeros);
        let [dp, dq] = [&self.dp, &self.dq].map(|x| without_zeros(x));
        Ok(Parts { n, e, d, p, q, dp, dq, q_inv })
    }

    /// The key in DER, as PKCS #1 writes it (`RSAPrivateKey`, RFC 8017, A.1.2).
    ///
    /// # Errors
    /// Those of [`parts`](Self::parts).
    pub fn to_pkcs1_der(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.parts().map(|parts| der::pkcs1(&parts))
    }

    /// The key in DER, as PKCS #8 writes it (`PrivateKeyInfo`, RFC 5958), with the algorithm of the PKCS #8 that it was
    /// read from, otherwise rsaEncryption. Attributes and a public key are not written.
    ///
    /// # Errors
    /// Those of [`parts`](Self::parts).
    pub fn to_pkcs8_der(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.parts().map(|parts| der::pkcs8(&parts, self.algorithm.as_deref()))
    }

    /// p·q, which is public.
    #[must_use]
    pub fn modulus(&self) -> &Natural {
        self.n.arithmetic.modulus()
    }

    /// e, which is public; `None` if the key has none.
    #[must_use]
    pub fn public_exponent(&self) -> Option<Natural> {
        self.e.as_deref().map(Natural::from_be_bytes)
    }

    /// base^d mod p·q, in as many bytes as p·q has. Time and addresses depend only on the lengths of the key's parts
    /// and of the base, on p·q and on e. Intermediate values are overwritten.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `base`, if it is not below p·q.
    /// [`Kind::Fault`](crate::Kind::Fault), field `key`, if the result raised to e is not the base: the key is
    /// inconsistent, or a half came out wrong; or if a number or a length in the key is not as it was made.
    pub fn pow(&self, base: &[u8]) -> Result<Secret, Error> {
        // A loop over the bits of an e of zeros would not end.
        let is_odd = |e: &Vec<u8>| e.last().is_some_and(|low| low & 1 == 1);
        if self.lengths() != self.lengths || !self.e.as_ref().is_none_or(is_odd) {
            return Err(changed());
        }
        let n = &mut self.n.opened()?;
        let mut base_limbs: Limbs = vec![0; self.width.max(base.len().div_ceil(4))].into();
        bytes::limbs_from_be(base, &mut base_limbs);
        let is_below = sub_in_place(&mut base_limbs.clone(), self.modulus().limbs()) == 1;
        if !is_below {
            return Err(Error::argument("base", "must be below p·q"));
        }
        let power = self.combined(&base_limbs)?;
        if let Some(e) = &self.e {
            check(n, &power, &base_limbs, e)?;
        }
        Ok(be_bytes_from_limbs(&power, self.modulus().bits().div_ceil(8)).into())
    }

    /// The lengths of the parts as they are now. One that a fault in memory changed would decide for how long a power
    /// computes.
    fn lengths(&self) -> [usize; LENGTHS] {
        let [p, q, n] = [&self.p, &self.q, &self.n];
        let e = self.e.as_ref().map_or(0, Vec::len);
        let elements = [&p.entry, &q.entry, &n.entry, &self.q_inv].map(|x| x.as_ref().len());
        let [of_p, of_q, of_n, of_q_inv] = elements;
        let [dp, dq, q_limbs] = [self.dp.len(), self.dq.len(), self.q_limbs.len()];
        [self.width, p.width, q.width, n.width, of_p, of_q, of_n, of_q_inv, dp, dq, q_limbs, e]
    }

    /// m₂ + q·((m₁ − m₂)·q⁻¹ mod p), in `width` limbs.
    fn combined(&self, base: &Limbs) -> Result<Limbs, Error> {
        let [p, q] = &mut [self.p.opened()?, self.q.opened()?];
        let m1 = p.pow(base, &self.dp)?;
        let m2 = q.pow(base, &self.dq)?;
        let of_q = Limbs::new(q.arithmetic.limbs_from_montgomery(&m2));
        let mut wide: Limbs = vec![0; self.width].into();
        wide[..of_q.len()].copy_from_slice(&of_q);

        let m2 = Zeroizing::new(p.to_montgomery(&wide));
        let [minuend, subtrahend] = [m1, m2].map(|mut x| {
            p.arithmetic.multiply(&mut x, &self.q_inv);
            Limbs::new(p.arithmetic.limbs_from_montgomery(&x))
        });
        let factor = Limbs::new(p.arithmetic.subtract_limbs(&minuend, &subtrahend));
        let mut combined: Limbs = vec![0; self.width].into();
        combined[..factor.len()].copy_from_slice(&factor);
        mul_low_in_place(&mut combined, &self.q_limbs);
        add_in_place(&mut combined, &wide);
        p.arithmetic.wipe_workspace();
        q.arithmetic.wipe_workspace();
        Ok(combined)
    }
}

/// Whether the power raised to e is the base, modulo p·q.
fn check(n: &mut Ring, power: &Limbs, base: &Limbs, e: &[u8]) -> Result<(), Error> {
    let [power, expected] = [power, base].map(|x| Zeroizing::new(n.to_montgomery(x)));
    let again = public_pow(&mut n.arithmetic, &power, e).map(Zeroizing::new)?;
    let numbers = [&again, &expected].map(|x| Limbs::new(n.arithmetic.limbs_from_montgomery(x)));
    n.arithmetic.wipe_workspace();
    let [again, expected] = &numbers;
    let wrong = || Error::fault("key", "the result failed its check with e");
    are_equal(again, expected).then_some(()).ok_or_else(wrong)
}

/// The error for a key that a fault in memory has changed.
fn changed() -> Error {
    Error::fault("key", "a number or a length in it has changed")
}

/// e⁻¹ mod m, for an even m above 0 and a public e, in as many limbs as m has; `None` if they have a common factor.
/// The caller learns nothing else of m. Time and addresses depend on e and on the length of m.
///
/// With k = −m⁻¹ mod e it is (k·m + 1)/e. The division is exact: it is a product modulo a power of two.
fn inverse_modulo_even(e: &Odd, m: &[u32]) -> Option<Limbs> {
    let [gcd, inverse] = integers::gcd(&remainder(m, e.limbs()), e.limbs()).map(Limbs::new);
    if !is(1, &gcd) {
        return None;
    }
    let mut k = Limbs::new(e.limbs().to_vec());
    sub_in_place(&mut k, &inverse);
    let power = Modulus::new(&Natural::power_of_two(32 * m.len())).expect("above 0");
    let mut quotient: Limbs = vec![0; m.len()].into();
    quotient.iter_mut().zip(k.iter()).for_each(|(limb, &of_k)| *limb = of_k);
    mul_low_in_place(&mut quotient, m);
    quotient[0] |= 1;
    mul_low_in_place(&mut quotient, power.inverse(e).expect("an odd number").limbs());
    Some(quotient)
}

/// lcm(a, b) of even numbers above 0, in as many limbs as both have. Time and addresses depend on their lengths, and on
/// how often 2 divides them.
fn least_common_multiple(a: &Limbs, b: &Limbs) -> Limbs {
    let [mut odd_a, mut odd_b] = [a, b].map(Limbs::clone);
    let twos = [&mut odd_a, &mut odd_b].map(|x| strip_twos(x));
    let gcd = match is(1, &odd_a) {
        true => odd_a.clone(),
        false => {
            let [gcd, _inverse] = integers::gcd(&remainder(&odd_b, &odd_a), &odd_a).map(Limbs::new);
            gcd
        }
    };
    let (even, odd) = if twos[0] < twos[1] { (b, &odd_a) } else { (a, &odd_b) };
    let (quotient, _rest) = divide(even, &gcd);
    let mut product: Limbs = vec![0; a.len() + b.len()].into();
    product[..quotient.len()].copy_from_slice(&quotient);
    mul_low_in_place(&mut product, odd);
    product
}

/// x mod m, in as many limbs as m has. Time and addresses depend only on lengths.
pub(super) fn remainder(x: &[u32], m: &[u32]) -> Limbs {
    divide(x, m).1
}

/// The quotient and the rest of x by m, bit by bit, in as many limbs as x and m have. Time and addresses depend only on
/// lengths.
fn divide(x: &[u32], m: &[u32]) -> (Limbs, Limbs) {
    let mut quotient: Limbs = vec![0; x.len()].into();
    let mut rest: Limbs = vec![0; m.len() + 1].into();
    let mut less = rest.clone();
    for i in (0..32 * x.len()).rev() {
        let mut below = x[i / 32] >> (i % 32) & 1;
        for limb in rest.iter_mut() {
            (*limb, below) = (*limb << 1 | below, *limb >> 31);
        }
        less.copy_from_slice(&rest);
        let keep = black_box(sub_in_place(&mut less, m).wrapping_neg());
        quotient[i / 32] |= (!keep & 1) << (i % 32);
        for (rest, less) in rest.iter_mut().zip(&*less) {
            *rest = less ^ ((*rest ^ less) & keep);
        }
    }
    rest.truncate(m.len());
    (quotient, rest)
}

/// q⁻¹ mod p for an odd p ≥ 3, in as many limbs as p has. Time and addresses depend only on lengths.
pub(super) fn inverse_modulo(q: &[u32], p: &[u32]) -> Limbs {
    let [_gcd, inverse] = integers::gcd(&remainder(q, p), p).map(Limbs::new);
    inverse
}

/// The error for an e that no d belongs to.
fn no_inverse() -> Error {
    Error::argument("e", "has a common factor with p − 1 or q − 1")
}

/// A big-endian number without zeros in front. Its length shows.
fn without_zeros(x: &[u8]) -> Secret {
    x[x.iter().take_while(|&&byte| byte == 0).count()..].into()
}

/// The bytes of a secret number, with the zeros of its limbs in front.
pub(super) fn to_bytes(limbs: &Limbs) -> Secret {
    be_bytes_from_limbs(limbs, 4 * limbs.len()).into()
}

/// The argument with this name as a modulus.
pub(super) fn odd(name: &'static str, bytes: &[u8]) -> Result<Odd, Error> {
    let n = Odd::new(Natural::from_be_bytes(bytes));
    n.ok_or_else(|| Error::argument(name, "must be an odd number above 1"))
}

/// A secret number in exactly `length` bytes; `None` if it does not fit. Zeros in front of it, as DER has them, may go
/// beyond `length`. The time depends only on how many bytes are given, and on `length`.
pub(super) fn padded(x: &[u8], length: usize) -> Option<Secret> {
    let (above, x) = x.split_at(x.len().saturating_sub(length));
    let mut bytes = Zeroizing::new(vec![0; length]);
    bytes[length - x.len()..].copy_from_slice(x);
    (above.iter().fold(0, |all, byte| all | byte) == 0).then_some(bytes.into())
}

/// The arithmetic modulo p, q or p·q.
pub(super) struct Ring {
    pub(super) arithmetic: Montgomery,
    /// The factor for numbers of `width` limbs.
    entry: Zeroizing<Element>,
    width: usize,
}

impl Ring {
    pub(super) fn new(n: Odd, width: usize) -> Self {
        let descriptor = active(n.bits());
        let mut arithmetic = Montgomery::new(n, descriptor);
        let entry = arithmetic.entry_factor(width).into();
        Self { arithmetic, entry, width }
    }

    /// The ring for one operation, with scratch space of its own.
    fn opened(&self) -> Result<Self, Error> {
        let descriptor = active(self.arithmetic.modulus().bits());
        let arithmetic = self.arithmetic.renewed(descriptor).ok_or_else(changed)?;
        Ok(Self { arithmetic, entry: self.entry.clone(), width: self.width })
    }

    /// The element of a number of any number of limbs.
    fn to_montgomery(&mut self, x: &[u32]) -> Element {
        match x.len() == self.width {
            true => self.arithmetic.to_montgomery_by(x, &self.entry),
            false => self.arithmetic.limbs_to_montgomery(x),
        }
    }

    /// base^e for a secret e.
    pub(super) fn pow(&mut self, base: &[u32], e: &[u8]) -> Result<Zeroizing<Element>, Error> {
        let mut terms = [(self.to_montgomery(base), e)];
        let power = multi_pow(&mut self.arithmetic, &terms, 8 * e.len());
        terms[0].0.zeroize();
        power.map(Zeroizing::new)
    }
}

/// The most ones of a public exponent that goes bit by bit. More of them are worth a lookup table.
const FEW_ONES: u32 = 8;

/// x^e for a secret x and a public e above 0, which is usually 2^16 + 1. The methods for public powers would leave
/// copies of x.
fn public_pow<M: ConstantTime + Commutative>(
    ring: &mut M,
    x: &M::Element,
    e: &[u8],
) -> Result<M::Element, Error> {
    if e.iter().map(|byte| byte.count_ones()).sum::<u32>() > FEW_ONES {
        let mut terms = [(x.clone(), e)];
        let power = multi_pow(ring, &terms, 8 * e.len());
        ring.wipe(&mut terms[0].0);
        return power;
    }
    let e = Natural::from_be_bytes(e);
    let mut power = x.clone();
    for i in (0..e.bits() - 1).rev() {
        ring.square(&mut power, 1);
        if e.bit(i) {
            ring.multiply(&mut power, x);
        }
    }
    Ok(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A longer modulus.
    fn longer(ring: &Ring) -> Odd {
        let n = ring.arithmetic.modulus();
        Odd::new(n + &(n << 1024)).expect("an odd number")
    }

    #[test]
    fn what_has_changed_is_a_fault() {
        let changes: [fn(&mut KeptKey); 12] = [
            |key| key.width ^= 1 << 5,
            |key| key.p.width ^= 1 << 5,
            |key| key.q.width ^= 1 << 20,
            |key| key.n.width ^= 1 << 31,
            |key| key.dp = Secret::from(&[0; 1 << 12][..]),
            |key| key.dq = Secret::from(&[][..]),
            |key| key.e = Some(vec![17; 1 << 12]),
            |key| key.q_limbs = vec![53; 1 << 12].into(),
            |key| key.p.entry = Ring::new(longer(&key.p), key.width).entry,
            |key| key.q_inv = Ring::new(longer(&key.p), key.width).entry,
            |key| key.lengths[0] ^= 1,
            |key| key.e = Some(vec![0]),
        ];
        for (i, change) in changes.iter().enumerate() {
            let mut key = KeptKey::from_primes(&[61], &[53], &[17]).unwrap().unwrap();
            assert_eq!(key.pow(&[65]).unwrap()[..], [2, 76], "{i}");
            change(&mut key);
            assert_eq!(key.pow(&[65]).err(), Some(changed()), "{i}");
        }
    }
}
