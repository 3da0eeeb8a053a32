//! The verification of a proof. The form is checked first, which costs no product, and then the
//! equation of the scheme.

use super::{
    group::Group,
    limits::MAX_ITERATIONS,
    pietrzak,
    proof::{Encoded, Options, Proof, Scheme},
    reasons, wesolowski,
};
use crate::error::{Error, Kind};
use powmod::{Field, Natural};

/// The most products and squarings modulo N that [`verify`] computes for one proof under the default options. A larger
/// [`max_delta`](Options::max_delta) raises this bound. Making the [`Group`] takes about one more squaring for each bit
/// of N, and about four times as long for a number that passes the strong test to base 2, as p·(2p − 1) may.
pub const MAX_PRODUCTS: u64 = 53 * (4 + 2 * (128 + 46)) + 3;

/// Whether the proof shows that y is the element of x^(2^T), in the profile of the options. By default this is
/// [`POWMOD_V1`](super::POWMOD_V1), and a proof of another profile is `false`: in the profile `tokamak` both y and
/// N − y have proofs. The proof itself says what x and T are: compare them with what you asked for, as
/// [`Task::is_task_of`](super::Task::is_task_of) does.
///
/// # Errors
/// Those of [`Group::check_length`]; those of [`check_form`]: a malformed proof is neither valid nor invalid.
pub fn verify(group: &Group, proof: &Proof, options: &Options) -> Result<bool, Error> {
    group.check_length(options.allow_weak_modulus)?;
    check_form(group.natural(), proof, options)?;
    Ok(holds(group, proof, options))
}

/// Whether a proof, whose form is right, has the profile of the options, and its equation holds.
pub(crate) fn holds(group: &Group, proof: &Proof, options: &Options) -> bool {
    proof.profile == options.profile
        && match proof.scheme {
            Scheme::Wesolowski => wesolowski::verifier::equation_holds(group, proof, options),
            Scheme::Pietrzak => pietrzak::verifier::halvings_hold(group, proof),
        }
}

/// A proof whose form is right, with its modulus and the options that it was checked for. A verifier of proofs from
/// strangers checks the form before it makes a [`Group`], which costs as much as a verification.
#[derive(Clone, Debug)]
pub struct Checked {
    modulus: Natural,
    proof: Proof,
    options: Options,
}

impl Encoded<'_> {
    /// Decodes a proof modulo `modulus`, and checks its form.
    ///
    /// # Errors
    /// Those of [`decode`](Self::decode) and of [`check_form`].
    pub fn check(&self, modulus: Natural, options: Options) -> Result<Checked, Error> {
        let proof = self.decode(&modulus)?;
        check_form(&modulus, &proof, &options)?;
        Ok(Checked { modulus, proof, options })
    }
}

impl Checked {
    /// N.
    #[must_use]
    pub fn modulus(&self) -> &Natural {
        &self.modulus
    }

    /// The proof.
    #[must_use]
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The options.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// As [`verify`].
    ///
    /// # Errors
    /// [`Kind::Argument`], field `group`, if the group has another modulus; those of [`Group::check_length`].
    pub fn holds(&self, group: &Group) -> Result<bool, Error> {
        self.check_group(group)?;
        Ok(holds(group, &self.proof, &self.options))
    }

    /// Refuses a group of another modulus than the one that the form was checked for, and a modulus that is too short.
    pub(crate) fn check_group(&self, group: &Group) -> Result<(), Error> {
        match group.natural() == &self.modulus {
            true => group.check_length(self.options.allow_weak_modulus),
            false => Err(Error::new(Kind::Argument, "group", "must have the proof's modulus")),
        }
    }
}

/// Checks the form of a proof modulo `n`: the ranges of T and of the elements, the number of values,
/// and δ. [`verify`] makes the same checks before its first product. Call this before you make a
/// [`Group`] of `n`, because that costs as much as a verification.
///
/// # Errors
/// [`Kind::Proof`] with the first field that is out of range;
/// [`Kind::Argument`] if the prime of the options is shorter than 128 bits.
pub fn check_form(n: &Natural, proof: &Proof, options: &Options) -> Result<(), Error> {
    check_ranges(n, proof)?;
    match proof.scheme {
        Scheme::Wesolowski => wesolowski::verifier::check_form(proof, options),
        Scheme::Pietrzak => pietrzak::verifier::check_form(proof, options),
    }
}

/// Checks that T and every element are in the ranges that the profile allows.
fn check_ranges(n: &Natural, proof: &Proof) -> Result<(), Error> {
    if !(1..=MAX_ITERATIONS).contains(&proof.iterations) {
        return Err(Error::new(Kind::Proof, "iterations", reasons::ITERATIONS));
    }
    if !proof.iterations.is_power_of_two() && !proof.profile.takes_any_iterations() {
        return Err(Error::new(Kind::Proof, "iterations", reasons::NO_POWER_OF_TWO));
    }
    for (field, z) in [("input", &proof.input), ("output", &proof.output)] {
        if !proof.profile.is_element(z, n) {
            return Err(Error::new(Kind::Proof, field, reasons::NO_ELEMENT));
        }
    }
    for (i, v) in proof.values.iter().enumerate() {
        if !proof.profile.is_element(v, n) {
            let field = match proof.scheme {
                Scheme::Pietrzak => Field::entry("values", i),
                Scheme::Wesolowski => "values".into(),
            };
            return Err(Error::new(Kind::Proof, field, reasons::NO_ELEMENT));
        }
    }
    Ok(())
}
