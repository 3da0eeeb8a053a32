//! Trial division by several products of primes at once. One division is a chain, in which each step waits for the
//! one before.

/// The number of products.
pub const LANES: usize = 4;

/// For each odd product a number congruent to n/2^(32·limbs) modulo the product, by Montgomery reduction with
/// −product⁻¹ mod 2^32. The sums are at most (2^32 − 1) + (2^32 − 1) + (2^32 − 1)², and so fit 64 bits.
#[inline(never)]
pub fn reduce(n: &[u32], products: &[u32; LANES], negated_inverses: &[u32; LANES]) -> [u32; LANES] {
    let mut rests = [0; LANES];
    for &limb in n {
        for (i, rest) in rests.iter_mut().enumerate() {
            let sum = u64::from(*rest) + u64::from(limb);
            let q = (sum as u32).wrapping_mul(negated_inverses[i]);
            *rest = ((sum + u64::from(q) * u64::from(products[i])) >> 32) as u32;
        }
    }
    rests
}
