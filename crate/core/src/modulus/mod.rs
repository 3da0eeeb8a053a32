//! Arithmetic modulo any number N ≥ 1.
//!
//! Let N = 2^s·m with odd m. A residue has two parts: its value modulo m in Montgomery form, and its
//! value modulo 2^s. A part is empty if its modulus is 1. The Chinese remainder theorem combines the
//! parts only when a residue is converted back to a number: x = a + m·((b − a)·m⁻¹ mod 2^s), for a
//! modulo m and b modulo 2^s. One exponentiation therefore serves odd moduli, even moduli, and 1.
//!
//! ```
//! use powmod::{Modulus, Natural, Residue, monoid::Monoid};
//!
//! // An even modulus works too: 1000 = 8 · 125.
//! let mut modulus = Modulus::new(&Natural::from(1000_u32)).expect("above 0");
//! let mut x: Residue = modulus.to_residue(&Natural::from(1234_u32));
//! modulus.square(&mut x, 1);
//! assert_eq!(modulus.from_residue(&x), Natural::from(756_u32));
//! assert_eq!(modulus.inverse(&Natural::from(3_u32)), Some(Natural::from(667_u32)));
//! assert!(Modulus::new(&Natural::from(0_u32)).is_none());
//! ```

pub(crate) mod doubling;
mod jacobi;
pub mod montgomery;
mod odd;

use crate::{
    monoid::{Absorbing, Canonical, Commutative, Costs, Monoid},
    natural::Natural,
};
pub use odd::Odd;

use alloc::{boxed::Box, sync::Arc, vec, vec::Vec};
use jacobi::jacobi;
use montgomery::{Element, Montgomery};
use num_traits::{One, Zero};
use once_cell::race::OnceBox;
use powmod_kernel::{
    Descriptor, Wiped,
    integers::{self, Divisor, WORD_BITS, Word},
};
use zeroize::Zeroize;

/// A modulus N with its precomputed numbers and the scratch space of its kernel.
///
/// All threads can share one for [`pow::mod_pow`](crate::pow::mod_pow) and all else that takes `&Modulus`. Arithmetic
/// on residues takes `&mut Modulus`, for its scratch space; a clone shares the numbers, and has scratch space of its
/// own.
#[must_use]
#[derive(Clone)]
pub struct Modulus {
    parts: Arc<Parts>,
    odd: Option<Montgomery>,
    fingerprint: u64,
}

/// N = 2^s·m.
pub(crate) struct Parts {
    pub(crate) n: Natural,
    /// m.
    pub(crate) m: Natural,
    /// s.
    pub(crate) twos: usize,
    /// Divides by N. The first product that needs the divisor makes it. There is none if N has one word.
    divisor: OnceBox<Option<Divisor>>,
    /// m⁻¹ mod 2^s, in as many words as s needs, of which the highest may have more bits.
    pub(crate) m_inverse: Wiped<Word>,
}

/// N may be made of secret primes.
impl Drop for Parts {
    fn drop(&mut self) {
        self.n.zeroize();
        self.m.zeroize();
    }
}

impl Parts {
    /// Those of n > 0.
    pub(crate) fn of(n: Natural) -> Self {
        let twos = n.trailing_zeros();
        let m = &n >> twos;
        let words = Wiped::from(integers::words(m.limbs()));
        let m_inverse = integers::inverse_low(&words, twos.div_ceil(WORD_BITS));
        Self { n, m, twos, divisor: OnceBox::new(), m_inverse }
    }

    fn divisor(&self) -> Option<&Divisor> {
        let make = || Box::new(Divisor::new(&Wiped::from(integers::words(self.n.limbs()))));
        self.divisor.get_or_init(make).as_ref()
    }

    /// x ← x mod 2^s.
    fn cut(&self, x: &mut [Word]) {
        let bits = self.twos % WORD_BITS;
        if let (1.., Some(top)) = (bits, x.last_mut()) {
            *top &= (1 << bits) - 1;
        }
    }

    /// The number in [0, N) that is congruent to `a` < m modulo m, and to `b` modulo 2^s: a + m·((b − a)·m⁻¹ mod 2^s).
    pub(crate) fn combine(&self, a: Natural, b: &[Word]) -> Natural {
        let mut difference = b.to_vec();
        integers::subtract(&mut difference, &integers::words(a.limbs()));
        let mut factor = vec![0; b.len()];
        integers::multiply_low(&difference, &self.m_inverse, &mut factor);
        self.cut(&mut factor);
        &a + &(&self.m * &Natural::from_words(&factor))
    }
}

/// A number modulo N. Only a [`Modulus`] with the same N and the same kernel can read it.
#[must_use]
#[derive(Clone)]
pub struct Residue {
    fingerprint: u64,
    /// The value modulo m, in Montgomery form; empty if m is 1.
    odd: Element,
    /// The value modulo 2^s, in as many words as s needs; `None` if s is 0.
    low: Option<Vec<Word>>,
}

/// Of the same N.
impl PartialEq for Modulus {
    fn eq(&self, other: &Self) -> bool {
        self.parts.n == other.parts.n
    }
}

impl Eq for Modulus {}

impl Modulus {
    /// The modulus `n`, on the kernel that is fastest for its length; `None` if `n` is 0.
    #[must_use]
    pub fn new(n: &Natural) -> Option<Self> {
        Self::with_kernel(n, powmod_kernel::active(n.bits() - n.trailing_zeros()))
    }

    /// The modulus `n`, on the given kernel; `None` if `n` is 0, or if its odd part has more than the
    /// kernel's `max_bits` bits.
    #[must_use]
    pub fn with_kernel(n: &Natural, descriptor: Descriptor) -> Option<Self> {
        if n.is_zero() || n.bits() - n.trailing_zeros() > descriptor.max_bits {
            return None;
        }
        let parts = Arc::new(Parts::of(n.clone()));
        let odd = Odd::new(parts.m.clone()).map(|m| Montgomery::new(m, descriptor));
        let fingerprint =
            odd.as_ref().map_or(0, |odd| odd.fingerprint()).rotate_left(32) ^ parts.twos as u64;
        Some(Self { parts, odd, fingerprint })
    }

    /// N.
    #[must_use]
    pub fn natural(&self) -> &Natural {
        &self.parts.n
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The arithmetic modulo m; `None` if m is 1.
    pub(crate) fn odd_part(&self) -> Option<&Montgomery> {
        self.odd.as_ref()
    }

    /// The arithmetic in Montgomery form; `None` if N is even or 1.
    pub fn montgomery(&mut self) -> Option<&mut Montgomery> {
        self.odd.as_mut().filter(|_| self.parts.twos == 0)
    }

    /// The residue of a number of any length.
    pub fn to_residue(&mut self, x: &Natural) -> Residue {
        Residue {
            fingerprint: self.fingerprint,
            odd: self.odd.as_mut().map(|odd| odd.to_montgomery(x)).unwrap_or_default(),
            low: self.low_words(x),
        }
    }

    /// Refuses a residue of another modulus.
    fn check(&self, x: &Residue) {
        assert!(x.fingerprint == self.fingerprint, "a residue of another modulus");
    }

    /// The number in [0, N) of a residue.
    ///
    /// # Panics
    /// If the residue is of another modulus, as in each operation on residues.
    pub fn from_residue(&mut self, x: &Residue) -> Natural {
        self.check(x);
        let a = self.odd.as_mut().map(|odd| odd.from_montgomery(&x.odd)).unwrap_or_default();
        match &x.low {
            Some(low) => self.parts.combine(a, low),
            None => a,
        }
    }

    /// Whether two residues are of the same number. Elements that look different may be.
    ///
    /// # Panics
    /// If a residue is of another modulus.
    pub fn are_equal(&mut self, a: &Residue, b: &Residue) -> bool {
        self.from_residue(a) == self.from_residue(b)
    }

    /// x mod 2^s; `None` if s is 0.
    fn low_words(&self, x: &Natural) -> Option<Vec<Word>> {
        if self.parts.twos == 0 {
            return None;
        }
        let mut words = integers::words(x.low_bits(self.parts.twos).limbs());
        words.resize(self.parts.twos.div_ceil(WORD_BITS), 0);
        Some(words)
    }

    /// x mod N.
    #[must_use]
    pub fn reduce(&self, x: &Natural) -> Natural {
        if x.bits() <= self.parts.n.bits() {
            return x.checked_sub(&self.parts.n).unwrap_or_else(|| x.clone());
        }
        let modulus = &mut self.clone();
        let residue = modulus.to_residue(x);
        modulus.from_residue(&residue)
    }

    /// a·b mod N.
    #[must_use]
    pub fn mul(&self, a: &Natural, b: &Natural) -> Natural {
        self.mul_by_division(a, b).unwrap_or_else(|| self.clone().mul_mut(a, b))
    }

    /// As [`mul`](Self::mul), without a clone for its scratch space.
    pub fn mul_mut(&mut self, a: &Natural, b: &Natural) -> Natural {
        if let Some(product) = self.mul_by_division(a, b) {
            return product;
        }
        let n = &self.parts.n;
        if let (0, Some(odd), Some(divisor)) =
            (self.parts.twos, &mut self.odd, self.parts.divisor())
            && a < n
            && b < n
        {
            let mut product = odd.multiply_numbers(a, b);
            divisor.reduce(&mut product);
            return Natural::from_words(&Wiped::from(product));
        }
        let mut product = self.to_residue(a);
        let b = self.to_residue(b);
        self.multiply(&mut product, &b);
        self.from_residue(&product)
    }

    /// a·b mod N by one division, if this takes less time than products of the kernel.
    fn mul_by_division(&self, a: &Natural, b: &Natural) -> Option<Natural> {
        let is_below = |bits| 32 * a.limbs().len().max(b.limbs().len()) < bits;
        let is_fast =
            WORD_BITS == 64 && self.odd.as_ref().is_none_or(|odd| is_below(odd.division_below()));
        let divisor = is_fast.then(|| self.parts.divisor())??;
        Some(Natural::from_words(&divisor.multiply(a.limbs(), b.limbs())))
    }

    /// The product of numbers of any length, in [0, N); 1 mod N if there are none.
    pub fn product<'a>(&self, factors: impl IntoIterator<Item = &'a Natural>) -> Natural {
        self.clone().product_mut(factors)
    }

    /// As [`product`](Self::product), without a clone for its scratch space.
    pub fn product_mut<'a>(&mut self, factors: impl IntoIterator<Item = &'a Natural>) -> Natural {
        let mut product = self.one();
        // A number below an odd N is multiplied as it stands, for x·R⁻¹. The powers of R are corrected at the end.
        let mut as_they_stand = 0;
        let mut factor = self.one();
        for x in factors {
            if self.parts.twos == 0 && x < &self.parts.n {
                self.take_as_it_stands(x, &mut factor);
                as_they_stand += 1;
            } else {
                factor = self.to_residue(x);
            }
            self.multiply(&mut product, &factor);
        }
        if let Some(odd) = &mut self.odd {
            let correction = odd.radix_power(as_they_stand);
            odd.multiply(&mut product.odd, &correction);
        }
        self.from_residue(&product)
    }

    /// The Jacobi symbol (a/N); `None` if N is even. For a prime N it is 1 for squares other than 0: for the members of
    /// the subgroup of a safe prime. The time depends on a.
    #[must_use]
    pub fn jacobi(&self, a: &Natural) -> Option<i32> {
        (self.parts.twos == 0).then(|| jacobi(a, &self.parts.n))
    }

    /// x^(2^times) mod N, by `times` squarings, or by fewer if the powers soon repeat, as modulo a power of two.
    #[must_use]
    pub fn square_times(&self, x: &Natural, times: u64) -> Natural {
        self.clone().square_times_mut(x, times)
    }

    /// As [`square_times`](Self::square_times), without a clone for its scratch space.
    pub fn square_times_mut(&mut self, x: &Natural, mut times: u64) -> Natural {
        const RUN: u64 = 1 << 12;
        let mut power = self.to_residue(x);
        let mut before = None;
        while times > RUN {
            self.square(&mut power, RUN as usize);
            times -= RUN;
            let after = Some(self.from_residue(&power));
            if after == before {
                times %= RUN; // each further run would end here again
            }
            before = after;
        }
        self.square(&mut power, times as usize);
        self.from_residue(&power)
    }

    /// a⁻¹ mod N, in [0, N); `None` if a and N have a common factor. The time depends on a.
    #[must_use]
    pub fn inverse(&self, a: &Natural) -> Option<Natural> {
        let n = &self.parts.n;
        let reduced;
        let a = if a < n {
            a
        } else {
            reduced = self.reduce(a);
            &reduced
        };
        integers::inverse(a.limbs(), n.limbs()).map(Natural::from_limbs)
    }

    /// The inverses of a list, for three products each and one inverse (Montgomery, "Speeding the Pollard and elliptic
    /// curve methods of factorization", 1987, section 10.3.1). The time depends on the list.
    ///
    /// # Errors
    /// The index of the first number that has a common factor with N.
    pub fn inverses(&self, list: &[Natural]) -> Result<Vec<Natural>, usize> {
        self.clone().inverses_mut(list)
    }

    /// As [`inverses`](Self::inverses), without a clone for its scratch space.
    pub fn inverses_mut(&mut self, list: &[Natural]) -> Result<Vec<Natural>, usize> {
        let mut numbers: Vec<_> = list.iter().map(|x| self.reduce(x)).collect();
        // Of the numbers before each; `product` is that of all in the end.
        let mut products = Vec::with_capacity(list.len());
        let (mut product, mut factor) = (self.one(), self.one());
        for x in &numbers {
            self.take_as_it_stands(x, &mut factor);
            products.push(product.clone());
            self.multiply(&mut product, &factor);
        }
        let mut inverse_of = |product: &Residue| {
            let number = self.from_residue(product);
            self.inverse(&number)
        };
        let Some(of_all) = inverse_of(&product) else {
            return Err(products.partition_point(|product| inverse_of(product).is_some()) - 1);
        };
        // Modulo an odd N the products are of x/R, and this is 1/R of the inverse of all: R cancels in each answer.
        let mut inverse = product;
        self.take_as_it_stands(&of_all, &mut inverse);
        while let Some(mut answer) = products.pop() {
            let x = &mut numbers[products.len()];
            self.take_as_it_stands(x, &mut factor);
            self.multiply(&mut answer, &inverse);
            self.multiply(&mut inverse, &factor);
            *x = self.from_residue(&answer);
        }
        Ok(numbers)
    }

    /// Enters a number below N, for an odd N without the product by R²: the residue is then that of x/R.
    fn take_as_it_stands(&mut self, x: &Natural, out: &mut Residue) {
        match &self.odd {
            Some(odd) if self.parts.twos == 0 => {
                odd.over_radix(&x.to_limbs(self.parts.n.limbs().len()), &mut out.odd);
            }
            _ => *out = self.to_residue(x),
        }
    }
}

impl Monoid for Modulus {
    type Element = Residue;

    fn one(&self) -> Residue {
        Residue {
            fingerprint: self.fingerprint,
            odd: self.odd.as_ref().map(|odd| odd.one()).unwrap_or_default(),
            low: self.low_words(&Natural::one()),
        }
    }

    /// # Panics
    /// If a residue is of another modulus.
    fn multiply(&mut self, a: &mut Residue, b: &Residue) {
        self.check(a);
        self.check(b);
        if let Some(odd) = &mut self.odd {
            odd.multiply(&mut a.odd, &b.odd);
        }
        if let (Some(a), Some(b)) = (&mut a.low, &b.low) {
            let mut product = vec![0; a.len()];
            integers::multiply_low(a, b, &mut product);
            self.parts.cut(&mut product);
            *a = product;
        }
    }

    /// # Panics
    /// If the residue is of another modulus.
    fn square(&mut self, a: &mut Residue, times: usize) {
        self.check(a);
        if let Some(odd) = &mut self.odd {
            odd.square(&mut a.odd, times);
        }
        if let Some(low) = &mut a.low {
            let mut square = vec![0; low.len()];
            for _ in 0..times {
                // The squares of 0 and 1 are 0 and 1.
                if let [0 | 1, above @ ..] = &low[..]
                    && above.iter().all(|&word| word == 0)
                {
                    break;
                }
                integers::square_low(low, &mut square);
                self.parts.cut(&mut square);
                core::mem::swap(low, &mut square);
            }
        }
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn costs(&self) -> Costs {
        self.odd.as_ref().map(Monoid::costs).unwrap_or_default()
    }
}

impl Commutative for Modulus {}

impl Absorbing for Modulus {
    fn is_zero(&mut self, a: &Residue) -> bool {
        self.check(a);
        a.low.iter().flatten().all(|&word| word == 0)
            && self.odd.as_ref().is_none_or(|odd| odd.is_zero(&a.odd))
    }

    /// The bits of N: the exponent of every prime in N is at most log2 N.
    fn nilpotency(&self) -> usize {
        self.parts.n.bits()
    }
}

impl Canonical for Modulus {
    type Name = Natural;

    fn name(&mut self, a: &Residue) -> Natural {
        self.from_residue(a)
    }
}
