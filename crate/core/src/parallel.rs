//! `parallel`: one power, or one product of powers, split among threads (Prots'ko, Gryshchuk,
//! `run()`): each multiplies its share, and the partial products are joined.

use crate::{
    modulus::{Modulus, Residue},
    monoid::Monoid,
    multi,
    natural::Natural,
    pow::fixed_base::Residues,
};
use std::{thread, vec::Vec};

/// The product of what each thread makes of its share of `items`, in as many threads as `workers`
/// says at most.
fn join<T: Sync>(
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

/// g^e from the residues of g, the set bits of e split among threads; `None` for an exponent
/// longer than the table serves.
pub fn pow(
    modulus: &Modulus,
    base: &Residues<Residue>,
    e: &Natural,
    workers: usize,
) -> Option<Residue> {
    let set = (0..e.bits()).filter(|&i| e.bit(i));
    let factors = set.map(|i| base.residue(i)).collect::<Option<Vec<_>>>()?;
    Some(join(modulus, &factors, workers, |modulus, factors| {
        let mut product = factors[0].clone();
        for factor in &factors[1..] {
            modulus.multiply(&mut product, factor);
        }
        product
    }))
}

/// ∏ x^e over the terms (x, e), the bases split among threads.
pub fn multi_pow(modulus: &Modulus, terms: &[(Residue, &Natural)], workers: usize) -> Residue {
    join(modulus, terms, workers, multi::multi_pow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_make_the_whole() {
        let n = &Natural::power_of_two(521) + &Natural::from(9_u32);
        let modulus = &mut Modulus::new(&n).expect("not zero");
        let e = Natural::from_limbs([0x9e37_79b9, 0, u32::MAX, 0x0123_4567, 1]);
        let g = modulus.enter(&Natural::from(3_u32));
        let residues = Residues::new(modulus, &g, e.bits());
        let exponents: Vec<Natural> = (0..7).map(|i| &e >> (20 * i)).collect();
        let terms: Vec<_> =
            (2..9_u32).zip(&exponents).map(|(x, e)| (modulus.enter(&x.into()), e)).collect();
        let power = crate::pow::pow(modulus, &g, &e);
        let product = multi::multi_pow(modulus, &terms);
        let [power, product] = [power, product].map(|x| modulus.leave(&x));
        for workers in [0, 1, 2, 3, 7, 100] {
            let parallel = pow(modulus, &residues, &e, workers).expect("long enough");
            assert_eq!(modulus.leave(&parallel), power, "{workers} workers");
            let parallel = multi_pow(modulus, &terms, workers);
            assert_eq!(modulus.leave(&parallel), product, "{workers} workers");
        }
        let one = pow(modulus, &residues, &Natural::default(), 2).expect("long enough");
        assert_eq!(modulus.leave(&one), Natural::from(1_u32));
        assert!(pow(modulus, &residues, &Natural::power_of_two(500), 2).is_none());
    }
}
