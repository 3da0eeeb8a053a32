//! The strong probable prime test (Miller 1976; Rabin 1980) of a secret number.

use super::{
    number::{Limbs, are_equal},
    power::multi_pow,
};
use crate::{
    error::Error,
    modulus::{Odd, montgomery::Montgomery},
    monoid::Monoid,
    natural::{be_bytes_from_limbs, strip_twos},
};
use alloc::{vec, vec::Vec};
use powmod_kernel::active;
use zeroize::{Zeroize, Zeroizing};

/// The tests of one number p. Time and addresses depend on the length of p and on how often 2 divides p − 1; to prepare
/// them takes time that may depend on p. What they compute is overwritten.
pub(super) struct StrongTests {
    ring: Montgomery,
    /// The odd part of p − 1, big-endian.
    odd: Zeroizing<Vec<u8>>,
    /// How often 2 divides p − 1.
    twos: usize,
    one: Vec<u32>,
    minus_one: Limbs,
}

impl StrongTests {
    pub(super) fn new(p: Odd) -> Self {
        let mut rest = Limbs::new(p.limbs().to_vec());
        rest[0] ^= 1;
        let minus_one = rest.clone();
        let twos = strip_twos(&mut rest);
        let odd = be_bytes_from_limbs(&rest, 4 * rest.len()).into();
        let mut one = vec![0; rest.len()];
        one[0] = 1;
        let descriptor = active(p.bits());
        Self { ring: Montgomery::new(p, descriptor), odd, twos, one, minus_one }
    }

    /// Whether base^odd is 1, or a square of it before base^(p − 1) is −1.
    pub(super) fn passes(&mut self, base: &[u32]) -> Result<bool, Error> {
        let Self { ring, odd, twos, one, minus_one } = self;
        let mut terms = [(ring.enter_limbs(base), &odd[..])];
        let power = multi_pow(ring, &terms, 8 * odd.len()).map(Zeroizing::new);
        terms[0].0.zeroize();
        let mut power = power?;
        let mut passes = are_equal(&Limbs::new(ring.leave_limbs(&power)), one);
        for i in 0..*twos {
            if i > 0 {
                ring.square(&mut power, 1);
            }
            passes |= are_equal(&Limbs::new(ring.leave_limbs(&power)), minus_one);
        }
        Ok(passes)
    }
}

impl Drop for StrongTests {
    fn drop(&mut self) {
        self.ring.wipe_workspace();
    }
}
