//! One power, or one product of powers, split among threads (feature `std`).
//!
//! The method is `run()` of Prots'ko and Gryshchuk: each thread multiplies its share of the factors,
//! and the products of the threads are multiplied at the end.
//!
//! ```
//! use powmod::{Modulus, Natural, parallel, pow::fixed_base::Residues};
//!
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("not zero");
//! let [three, five] = [3_u32, 5].map(|x| modulus.to_residue(&x.into()));
//! let [e, f] = [Natural::from(65_537_u32), Natural::from(257_u32)];
//!
//! // 3^e on two threads, from a table of the powers 3^(2^i)
//! let table = Residues::new(&mut modulus, &three, 17)?;
//! let power = parallel::pow(&modulus, &table, &e, 2).expect("an exponent of at most 17 bits");
//! assert_eq!(modulus.from_residue(&power), 486_750_u32.into());
//!
//! // 3^e · 5^f on two threads
//! let product = parallel::multi_pow(&modulus, &[(three, &e), (five, &f)], 2);
//! assert_eq!(modulus.from_residue(&product), 222_936_u32.into());
//! # Ok::<(), powmod::Error>(())
//! ```

use crate::{
    modulus::{Modulus, Residue},
    monoid::Monoid,
    multi,
    natural::Natural,
    pow::fixed_base::Residues,
};
use std::{thread, vec::Vec};

/// The product of `share(items)` over shares of the items, on at most `workers` threads.
fn multiply_shares<T: Sync>(
    modulus: &Modulus,
    items: &[T],
    workers: usize,
    share: impl Fn(&mut Modulus, &[T]) -> Residue + Sync,
) -> Residue {
    let size = items.len().div_ceil(workers.max(1)).max(1);
    let mut modulus = modulus.clone();
    let mut partial = thread::scope(|scope| {
        let run = |items| {
            let (mut modulus, share) = (modulus.clone(), &share);
            scope.spawn(move || share(&mut modulus, items))
        };
        let threads: Vec<_> = items.chunks(size).map(run).collect();
        let products = threads.into_iter().map(|thread| match thread.join() {
            Ok(product) => product,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        products.collect::<Vec<_>>()
    });
    let mut product = partial.pop().unwrap_or_else(|| modulus.one());
    for other in &partial {
        modulus.multiply(&mut product, other);
    }
    product
}

/// g^e from the table of the residues g^(2^i), with the set bits of e split among at most `workers`
/// threads; `None` if the exponent is longer than the table allows, or the table is of another modulus. The time
/// depends on e.
///
/// # Panics
/// If the system refuses a thread.
#[must_use]
pub fn pow(
    modulus: &Modulus,
    base: &Residues<Residue>,
    e: &Natural,
    workers: usize,
) -> Option<Residue> {
    if !base.is_of(modulus) {
        return None;
    }
    let set = (0..e.bits()).filter(|&i| e.bit(i));
    let factors = set.map(|i| base.residue(i)).collect::<Option<Vec<_>>>()?;
    Some(multiply_shares(modulus, &factors, workers, |modulus, factors| {
        let mut product = factors[0].clone();
        for factor in &factors[1..] {
            modulus.multiply(&mut product, factor);
        }
        product
    }))
}

/// ∏ x^e over the terms (x, e), with the terms split among at most `workers` threads. The time depends
/// on the exponents. Every thread computes its own chain of squarings, so threads pay only for many bases.
///
/// # Panics
/// If the system refuses a thread.
pub fn multi_pow(modulus: &Modulus, terms: &[(Residue, &Natural)], workers: usize) -> Residue {
    multiply_shares(modulus, terms, workers, multi::multi_pow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_make_the_whole() {
        let n = &Natural::power_of_two(521) + &Natural::from(9_u32);
        let modulus = &mut Modulus::new(&n).expect("not zero");
        let e = Natural::from_limbs([0x9e37_79b9, 0, u32::MAX, 0x0123_4567, 1]);
        let g = modulus.to_residue(&Natural::from(3_u32));
        let residues = Residues::new(modulus, &g, e.bits()).expect("few bits");
        let exponents: Vec<Natural> = (0..7).map(|i| &e >> (20 * i)).collect();
        let terms: Vec<_> =
            (2..9_u32).zip(&exponents).map(|(x, e)| (modulus.to_residue(&x.into()), e)).collect();
        let power = crate::pow::pow(modulus, &g, &e);
        let product = multi::multi_pow(modulus, &terms);
        let [power, product] = [power, product].map(|x| modulus.from_residue(&x));
        for workers in [0, 1, 2, 3, 7, 100] {
            let parallel = pow(modulus, &residues, &e, workers).expect("long enough");
            assert_eq!(modulus.from_residue(&parallel), power, "{workers} workers");
            let parallel = multi_pow(modulus, &terms, workers);
            assert_eq!(modulus.from_residue(&parallel), product, "{workers} workers");
        }
        let one = pow(modulus, &residues, &Natural::default(), 2).expect("long enough");
        assert_eq!(modulus.from_residue(&one), Natural::from(1_u32));
        assert!(pow(modulus, &residues, &Natural::power_of_two(500), 2).is_none());
    }
}
