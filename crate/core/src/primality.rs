//! Primes: a sieve for the small ones, and the Baillie–PSW test.
//!
//! Baillie, Wagstaff, "Lucas pseudoprimes" (1980): trial division, a strong test to base 2, and a
//! strong Lucas test with Selfridge's parameters (method A). No composite number that passes is
//! known, and none exists below 2^64. Time depends on the number, which is public.

use crate::{
    Modulus, Natural, kernel::reference, modulus::montgomery::Montgomery, monoid::Monoid,
    perfect_power::is_square, pow,
};
use alloc::{boxed::Box, vec};
use num_traits::One;

/// The bound of trial division before the tests that cost an exponentiation.
const TRIAL_BOUND: u32 = 1 << 10;

/// The primes below `bound`, by the sieve of Eratosthenes over odd numbers.
pub fn primes_below(bound: u32) -> impl Iterator<Item = u32> {
    let mut composite = vec![false; bound as usize / 2];
    for i in (1..).take_while(|i| (2 * i + 1) * (2 * i + 1) < bound as usize) {
        if !composite[i] {
            (2 * i * (i + 1)..composite.len()).step_by(2 * i + 1).for_each(|j| composite[j] = true);
        }
    }
    let odd = (3..bound).step_by(2).filter(move |n| !composite[*n as usize / 2]);
    (bound > 2).then_some(2).into_iter().chain(odd)
}

/// The least prime below `bound` that divides n, itself included; n is not 0.
pub fn small_factor(n: &Natural, bound: u32) -> Option<u32> {
    primes_below(bound).find(|&p| n.rem_small(p) == 0)
}

/// Whether n is a prime, by Baillie–PSW.
pub fn is_probable_prime(n: &Natural) -> bool {
    if n.bits() <= 1 {
        return false;
    }
    match small_factor(n, TRIAL_BOUND) {
        Some(p) => n == &Natural::from(p),
        None if n < &Natural::from(u64::from(TRIAL_BOUND).pow(2)) => true,
        None => is_strong_probable_prime_to_2(n) && is_strong_lucas_probable_prime(n),
    }
}

/// n − 1 = d·2^s: 2^d ≡ 1, or 2^(d·2^r) ≡ −1 for some r < s. For odd n ≥ 3.
pub fn is_strong_probable_prime_to_2(n: &Natural) -> bool {
    let minus_one = n.checked_sub(&Natural::one()).expect("n is positive");
    let s = minus_one.trailing_zeros();
    let mut modulus = Modulus::new(n).expect("n is positive");
    let mut power = pow::mod_pow(&mut modulus, &Natural::from(2_u32), &(&minus_one >> s));
    if power.is_one() || power == minus_one {
        return true;
    }
    (1..s).any(|_| {
        power = modulus.mul(&power, &power);
        power == minus_one
    })
}

/// The Jacobi symbol (a/n) of small numbers, n odd.
fn jacobi_small(mut a: u32, mut n: u32) -> i32 {
    let mut sign = 1;
    a %= n;
    while a != 0 {
        let twos = a.trailing_zeros();
        a >>= twos;
        if twos % 2 == 1 && matches!(n % 8, 3 | 5) {
            sign = -sign;
        }
        if a % 4 == 3 && n % 4 == 3 {
            sign = -sign;
        }
        (a, n) = (n % a, a);
    }
    if n == 1 { sign } else { 0 }
}

/// The Jacobi symbol (d/n) for odd d and odd n, by reciprocity.
fn jacobi(d: i32, n: &Natural) -> i32 {
    let n_mod_4 = n.window(0, 2);
    let size = d.unsigned_abs();
    let mut sign = jacobi_small(n.rem_small(size), size);
    if size % 4 == 3 && n_mod_4 == 3 {
        sign = -sign;
    }
    if d < 0 && n_mod_4 == 3 { -sign } else { sign }
}

/// Numbers modulo n in Montgomery form, with the sums that Lucas sequences need. On the
/// reference kernel, because its residues are unique.
struct Field {
    montgomery: Montgomery,
    sums: reference::Reference,
}

type Element = Box<[u64]>;

impl Field {
    fn new(n: &Natural) -> Self {
        Self {
            montgomery: Montgomery::new(n, reference::MAKER),
            sums: reference::Reference::new(n.limbs()),
        }
    }

    fn small(&mut self, value: i32) -> Element {
        let size = self.montgomery.enter(&Natural::from(value.unsigned_abs()));
        if value >= 0 {
            return size;
        }
        let mut negated: Element = vec![0; size.len()].into();
        self.sums.sub(&mut negated, &size);
        negated
    }

    fn product(&mut self, a: &Element, b: &Element) -> Element {
        let mut product = a.clone();
        self.montgomery.multiply(&mut product, b);
        product
    }

    /// (a + b)/2
    fn mean(&mut self, mut a: Element, b: &Element) -> Element {
        self.sums.add(&mut a, b);
        self.sums.halve(&mut a);
        a
    }

    /// v² − 2q
    fn square_minus_twice(&mut self, v: &Element, q: &Element) -> Element {
        let mut square = v.clone();
        self.montgomery.square(&mut square, 1);
        self.sums.sub(&mut square, q);
        self.sums.sub(&mut square, q);
        square
    }
}

/// With D the first of 5, −7, 9, −11, … whose Jacobi symbol (D/n) is −1, P = 1, Q = (1 − D)/4 and
/// n + 1 = d·2^s: U_d ≡ 0, or V_(d·2^r) ≡ 0 for some r < s. For odd n ≥ 3 without a factor among
/// the D tried (where the symbol is 0, n is composite or that factor).
pub fn is_strong_lucas_probable_prime(n: &Natural) -> bool {
    if is_square(n) {
        return false; // No D exists.
    }
    let candidates = (5..).step_by(2).map(|size| if size % 4 == 1 { size } else { -size });
    let mut symbols = candidates.map(|d| (d, jacobi(d, n)));
    let (d, symbol) = symbols.find(|&(_, symbol)| symbol != 1).expect("n is no square");
    if symbol == 0 {
        return n == &Natural::from(d.unsigned_abs())
            && small_factor(n, d.unsigned_abs()).is_none();
    }

    let field = &mut Field::new(n);
    let is_zero = |a: &Element| a.iter().all(|&limb| limb == 0);
    let d_element = field.small(d);
    let q = field.small((1 - d) / 4);
    let next = n + &Natural::one();
    let s = next.trailing_zeros();
    let odd = &next >> s;

    // U_1 = 1, V_1 = P = 1, and Q¹; then one doubling for each further bit of d, and a step.
    let (mut u, mut v) = (field.small(1), field.small(1));
    let mut q_power = q.clone();
    for i in (0..odd.bits() - 1).rev() {
        u = field.product(&u, &v);
        v = field.square_minus_twice(&v, &q_power);
        field.montgomery.square(&mut q_power, 1);
        if odd.bit(i) {
            let d_times_u = field.product(&d_element, &u);
            u = field.mean(u, &v);
            v = field.mean(v, &d_times_u);
            field.montgomery.multiply(&mut q_power, &q);
        }
    }
    if is_zero(&u) || is_zero(&v) {
        return true;
    }
    (1..s).any(|_| {
        v = field.square_minus_twice(&v, &q_power);
        field.montgomery.square(&mut q_power, 1);
        is_zero(&v)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn every_number_to_two_million() {
        let primes: Vec<u32> = primes_below(2_000_000).collect();
        assert_eq!(primes.len(), 148_933);
        assert_eq!(primes[..6], [2, 3, 5, 7, 11, 13]);
        let mut next = primes.iter().copied().peekable();
        for n in 0..2_000_000 {
            let prime = next.next_if_eq(&n).is_some();
            assert_eq!(is_probable_prime(&n.into()), prime, "{n}");
        }
    }

    /// Where trial division ends, the two tests stand alone; so they are also held to small
    /// numbers, where their pseudoprimes are known.
    #[test]
    fn pseudoprimes_of_each_test_are_the_known_ones() {
        let composites = || (3..60_000_u32).step_by(2).filter(|&n| !is_probable_prime(&n.into()));
        let strong: Vec<u32> =
            composites().filter(|&n| is_strong_probable_prime_to_2(&n.into())).collect();
        // OEIS A001262
        assert_eq!(strong, [2047, 3277, 4033, 4681, 8321, 15841, 29341, 42799, 49141, 52633]);
        let lucas: Vec<u32> =
            composites().filter(|&n| is_strong_lucas_probable_prime(&n.into())).collect();
        // OEIS A217255
        assert_eq!(lucas, [5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519]);
    }

    #[test]
    fn every_prime_passes_each_test() {
        for p in primes_below(60_000).filter(|&p| p > 2) {
            assert!(is_strong_probable_prime_to_2(&p.into()), "{p}");
            assert!(is_strong_lucas_probable_prime(&p.into()), "{p}");
        }
    }

    #[test]
    fn long_numbers() {
        let mersenne = |p| Natural::power_of_two(p).checked_sub(&Natural::one()).unwrap();
        for p in [61, 89, 107, 127, 521, 607, 1279] {
            assert!(is_probable_prime(&mersenne(p)), "2^{p} − 1");
        }
        for p in [67, 83, 101, 129, 523, 1277] {
            assert!(!is_probable_prime(&mersenne(p)), "2^{p} − 1");
        }
        let square = &mersenne(127) * &mersenne(127);
        assert!(!is_probable_prime(&square));
        assert!(!is_probable_prime(&(&mersenne(127) * &mersenne(521))));
    }
}
