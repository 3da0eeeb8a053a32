//! Discriminants, each hashed from a challenge.

use crate::classgroup::{ClassGroup, GeneratorPowers};
use crate::error::{Error, Kind};
use crate::hash_prime::hash_prime;
use alloc::vec::Vec;

/// The length of every discriminant of Chia's mainnet, in bits.
pub(crate) const MAINNET_BITS: usize = 1024;

/// The length of every challenge of Chia's mainnet, in bytes.
pub(crate) const MAINNET_CHALLENGE_BYTES: usize = 32;

/// The shortest discriminant, in bits.
pub(crate) const MIN_BITS: usize = 16;

/// The most bytes of a challenge.
const MAX_CHALLENGE_BYTES: usize = 1024;

/// Checks the length of a challenge, and of its discriminant in bits. `None` stands for those of mainnet.
///
/// # Errors
/// [`Kind::Proof`](crate::Kind), field `challenge`, or [`Kind::Argument`](crate::Kind), field
/// `discriminant_bits`.
pub fn check_lengths(challenge: &[u8], bits: Option<usize>) -> Result<usize, Error> {
    let Some(bits) = bits else {
        return match challenge.len() {
            MAINNET_CHALLENGE_BYTES => Ok(MAINNET_BITS),
            _ => Err(Error::new(Kind::Proof, "challenge", "must have 32 bytes")),
        };
    };
    if !(MIN_BITS..=ClassGroup::MAX_BITS).contains(&bits) || !bits.is_multiple_of(8) {
        return Err(Error::new(
            Kind::Argument,
            "discriminant_bits",
            "must be a multiple of 8 from 16 to 1024",
        ));
    }
    match (2..=MAX_CHALLENGE_BYTES).contains(&challenge.len()) {
        true => Ok(bits),
        false => Err(Error::new(Kind::Proof, "challenge", "must have 2 to 1024 bytes")),
    }
}

/// The imaginary quadratic field of a challenge's discriminant, as far as proofs need it.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Field {
    /// Its class group.
    pub group: ClassGroup,
    /// The powers of its generator.
    pub generator: GeneratorPowers,
}

impl Field {
    /// The field of D = −p, for the first prime p of `bits` bits that is 7 modulo 8 and hashed from the
    /// challenge.
    ///
    /// # Errors
    /// Those of [`check_lengths`]; [`Kind::Proof`](crate::Kind), field `challenge`, if a short challenge gives no
    /// prime.
    pub fn new(challenge: &[u8], bits: usize) -> Result<Self, Error> {
        check_lengths(challenge, Some(bits))?;
        let prime = hash_prime(challenge, bits, &[1, 2, bits - 1]);
        let (_, size) =
            prime.ok_or_else(|| Error::new(Kind::Proof, "challenge", "gives no discriminant"))?;
        let group = ClassGroup::new(&size).expect("7 modulo 8, and no longer than allowed");
        Ok(Self { generator: GeneratorPowers::new(&group), group })
    }
}

/// The fields of the last challenges, kept because finding a discriminant takes longer than verifying a short proof.
#[must_use]
#[derive(Debug)]
pub struct Fields {
    /// The last one used is the last.
    kept: Vec<(Vec<u8>, Field)>,
    capacity: usize,
}

impl Fields {
    /// Room for the fields of `capacity` challenges.
    ///
    /// # Panics
    /// If there is no room.
    pub fn new(capacity: usize) -> Self {
        assert!(capacity > 0);
        Self { kept: Vec::new(), capacity }
    }

    /// The field of a challenge: a kept one, or else what [`Field::new`] makes.
    ///
    /// # Errors
    /// Those of [`Field::new`].
    pub fn get(&mut self, challenge: &[u8], bits: usize) -> Result<&mut Field, Error> {
        let is_it =
            |(of, field): &(Vec<u8>, Field)| of == challenge && field.group.size().bits() == bits;
        let entry = match self.kept.iter().position(is_it) {
            Some(i) => self.kept.remove(i),
            None => (challenge.to_vec(), Field::new(challenge, bits)?),
        };
        if self.kept.len() == self.capacity {
            self.kept.remove(0);
        }
        self.kept.push(entry);
        Ok(&mut self.kept.last_mut().expect("it was just kept").1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_that_were_used_last_are_kept_by_challenge_and_length() {
        let mut fields = Fields::new(2);
        let lengths = |fields: &Fields| -> Vec<usize> {
            fields.kept.iter().map(|(_, field)| field.group.size().bits()).collect()
        };
        for (bits, kept) in
            [(64, &[64][..]), (72, &[64, 72]), (64, &[72, 64]), (80, &[64, 80]), (72, &[80, 72])]
        {
            let size = fields.get(b"challenge", bits).unwrap().group.size().clone();
            assert_eq!(size, *Field::new(b"challenge", bits).unwrap().group.size());
            assert_eq!(lengths(&fields), kept);
        }
        let other = fields.get(b"another", 72).unwrap().group.size().clone();
        assert_eq!(other, *Field::new(b"another", 72).unwrap().group.size());
    }
}
