//! Small primes: the sieve of Eratosthenes, and trial division by several primes at once.

use crate::natural::Natural;
use alloc::{vec, vec::Vec};
use core::array;
use num_traits::Zero;
use powmod_kernel::{
    cios::negated_inverse,
    trial::{LANES, reduce},
};

/// The primes below `bound`, by the sieve of Eratosthenes over odd numbers.
pub fn primes_below(bound: u32) -> impl Iterator<Item = u32> {
    let mut composite = vec![false; bound as usize / 2];
    // Where a usize has 32 bits, the square above the highest bounds does not fit it.
    for i in (1..).take_while(|&i| (2 * i as u64 + 1).pow(2) < u64::from(bound)) {
        if !composite[i] {
            (2 * i * (i + 1)..composite.len()).step_by(2 * i + 1).for_each(|j| composite[j] = true);
        }
    }
    let odd = (3..bound).step_by(2).filter(move |n| !composite[*n as usize / 2]);
    (bound > 2).then_some(2).into_iter().chain(odd)
}

/// The primes below a bound, prepared for trial division.
pub struct SmallPrimes {
    has_two: bool,
    groups: Vec<Group>,
}

/// Consecutive odd primes, in products below 2^32.
struct Group {
    products: [u32; LANES],
    /// −product⁻¹ mod 2^32.
    negated_inverses: [u32; LANES],
    primes: [Vec<u32>; LANES],
}

impl SmallPrimes {
    /// The primes below `bound`.
    pub fn below(bound: u32) -> Self {
        let mut products: Vec<(u32, Vec<u32>)> = Vec::new();
        for p in primes_below(bound).skip(1) {
            match products.last_mut() {
                Some((product, primes)) if product.checked_mul(p).is_some() => {
                    *product *= p;
                    primes.push(p);
                }
                _ => products.push((p, vec![p])),
            }
        }
        Self { has_two: bound > 2, groups: products.chunks(LANES).map(Group::new).collect() }
    }

    /// The least of these primes that divides n, which may be n itself.
    pub fn factor_of(&self, n: &Natural) -> Option<u32> {
        if self.has_two && n.is_even() {
            return Some(2);
        }
        self.groups.iter().find_map(|group| {
            let rests = reduce(n.limbs(), &group.products, &group.negated_inverses);
            let mut lanes = group.primes.iter().zip(rests);
            lanes
                .find_map(|(primes, rest)| primes.iter().copied().find(|&p| rest.is_multiple_of(p)))
        })
    }
}

impl Group {
    /// A missing product is 1, without primes.
    fn new(products: &[(u32, Vec<u32>)]) -> Self {
        let of = array::from_fn(|i| products.get(i).map_or(1, |(product, _)| *product));
        Self {
            products: of,
            negated_inverses: of.map(negated_inverse),
            primes: array::from_fn(|i| products.get(i).map_or(Vec::new(), |(_, p)| p.clone())),
        }
    }
}

/// The bound of the first primes that divide, and how much higher each next bound is: most factors are small.
const FIRST_BOUND: u32 = 1 << 16;
const BOUND_STEP: u32 = 16;

/// The least prime below `bound` that divides n, which may be n itself. The primes up to the root of n decide.
#[must_use]
pub fn small_factor(n: &Natural, bound: u32) -> Option<u32> {
    // √n is below 2^⌈bits/2⌉.
    let above_root = 1_u32.checked_shl(n.bits().div_ceil(2) as u32).unwrap_or(u32::MAX);
    let most = if n.is_zero() { bound } else { bound.min(above_root) };
    let mut reached = FIRST_BOUND.min(most);
    loop {
        let found = SmallPrimes::below(reached).factor_of(n);
        if found.is_some() {
            return found;
        }
        if reached == most {
            // A number without a factor up to its root is a prime.
            return u32::try_from(n).ok().filter(|n| (2..bound).contains(n));
        }
        reached = reached.saturating_mul(BOUND_STEP).min(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;

    #[test]
    fn primes_are_those_without_a_divisor() {
        let is_prime =
            |n: u32| n >= 2 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        for bound in [0, 1, 2, 3, 4, 5, 9, 10, 25, 26, 1000, 1 << 16] {
            let expected: Vec<u32> = (0..bound).filter(|&n| is_prime(n)).collect();
            assert_eq!(primes_below(bound).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn factors_are_those_of_division_one_by_one() {
        let power = Natural::power_of_two(288);
        let low: Vec<Natural> = (1..3000_u32).map(Natural::from).collect();
        let high = low.iter().map(|less| power.checked_sub(less).unwrap());
        for n in low.iter().cloned().chain(high) {
            for bound in [2, 3, 4, 30, 1 << 11] {
                let expected = primes_below(bound).find(|&p| n.rem_small(p) == 0);
                assert_eq!(SmallPrimes::below(bound).factor_of(&n), expected, "{n:?}");
                assert_eq!(small_factor(&n, bound), expected, "{n:?}");
            }
        }
        // Each prime, alone and times a number without small factors.
        let rough = Natural::power_of_two(127).checked_sub(&Natural::one()).unwrap();
        let small = SmallPrimes::below(1 << 16);
        assert_eq!(small.factor_of(&rough), None);
        for p in primes_below(1 << 16) {
            assert_eq!(small.factor_of(&p.into()), Some(p));
            assert_eq!(small.factor_of(&(&rough * &p.into())), Some(p));
        }
    }

    #[test]
    fn a_search_for_a_factor_ends_at_the_root() {
        // The sieve of such a bound has 2^31 entries.
        let highest = u32::MAX;
        let [zero, one] = [Natural::default(), Natural::one()];
        assert_eq!([&zero, &one].map(|n| small_factor(n, highest)), [Some(2), None]);
        assert_eq!([&zero, &one].map(|n| small_factor(n, 2)), [None, None]);
        for n in 2..20_000_u32 {
            let least = primes_below(n + 1).find(|p| n.is_multiple_of(*p));
            assert_eq!(small_factor(&n.into(), highest), least, "{n}");
            let below = |bound| least.filter(|&p| p < bound);
            for bound in [0, 1, 2, 3, n / 2, n, n + 1] {
                assert_eq!(small_factor(&n.into(), bound), below(bound), "{n} {bound}");
            }
        }
        // The last primes below 2^16, 2^20 and 2^32, and the least factor of a product.
        let [p, q, r] = [65_521_u32, 1_048_573, 4_294_967_291];
        for (n, bound, least) in [
            (Natural::from(r), 1 << 28, None),
            (Natural::from(r), highest, Some(r)),
            (Natural::from(r), r, None),
            (Natural::from(p) * p, highest, Some(p)),
            (Natural::from(q) * q, 1 << 20, Some(q)),
            (Natural::from(q) * q, q, None),
            (Natural::from(p) * (Natural::power_of_two(127) - 1_u32), highest, Some(p)),
        ] {
            assert_eq!(small_factor(&n, bound), least, "{n} {bound}");
        }
    }
}
