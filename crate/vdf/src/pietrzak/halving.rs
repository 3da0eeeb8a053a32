//! The prover of Pietrzak's scheme: the midpoints, from O(√T) kept values (eprint 2018/627, section
//! 6.2).
//!
//! The prover has the powers x^(2^p) of a claim, for all sums p of some of ⌈T/2⌉, ⌈T/4⌉, … ⌈T/2^s⌉.
//! The power at p = ⌈T/2⌉ is the midpoint v. The next claim starts from x^r·v. Its powers, for the
//! sums of the other terms, are (x^(2^p))^r · x^(2^(p + ⌈T/2⌉)): half as many powers, with one
//! exponentiation for each. After s rounds and 2^s − 1 exponentiations, ⌈T/2^s⌉ squarings are left,
//! which give the other midpoints directly.
//!
//! `powmod-v1` may change the sign of an element. The first squaring cancels that.

use super::claim::{Claim, rounds};
use crate::error::{Error, Kind};
use crate::{
    checkpoint::{Head, Spacing, Values},
    group::Group,
    task::Task,
};
use alloc::vec::Vec;
use powmod::{Natural, modulus::montgomery::Element, monoid::Monoid, pow};

/// About the number of squarings that take as long as an exponentiation with r.
const FOLD: u64 = 180;

/// The most squarings in one call of a kernel, which takes a `usize`.
const RUN: u64 = 1 << 20;

/// The depth s for T squarings, with kept values in at most `memory` bytes. s minimizes
/// 2^s·FOLD + T/2^s. So if s > 0, T/2^s is above FOLD, and therefore allowed by `Spacing::fits`.
fn depth(group: &Group, iterations: u64, memory: u64) -> u32 {
    let most = memory / (2 * group.bytes() as u64);
    let mut depth = 0;
    while most >> (depth + 1) > 0 && iterations >> (depth + 1) > FOLD << depth {
        depth += 1;
    }
    depth
}

/// The spacing for T squarings, with kept values in at most `memory` bytes.
pub fn spacing(group: &Group, iterations: u64, memory: u64) -> Spacing {
    Spacing::Halvings(depth(group, iterations, memory))
}

/// The squarings from round `depth` on: those of a midpoint for each round below `rounds`, and those
/// of the last check.
fn squarings(iterations: u64, depth: u32, rounds: u32) -> u64 {
    let left = |round: u32| ((iterations - 1) >> round) + 1;
    (depth..rounds).map(|round| left(round + 1)).sum::<u64>() + left(depth.max(rounds))
}

/// The rounds of a proof.
pub struct Halving {
    /// The number of midpoints in the proof.
    rounds: u32,
    depth: u32,
    iterations: u64,
    kept: Values,
    /// The position and the value of x^(2^position), while the powers are computed.
    making: Option<(u64, Element)>,
    /// The powers x^(2^p) of the claim, in the order of [`Spacing::Halvings`].
    powers: Vec<Element>,
    claim: Claim,
    /// The number of rounds done.
    round: u32,
    /// r of the last round, and the number of powers that are already folded with it.
    folding: Option<(Natural, usize)>,
    /// The value that is being squared, and the number of squarings left.
    squaring: Option<(Element, u64)>,
    values: Vec<Natural>,
    is_done: bool,
    done: u64,
    total: u64,
}

impl Halving {
    /// The rounds of a proof, from all kept values.
    pub fn new(group: &Group, task: &Task, head: &Head, kept: Values) -> Self {
        let iterations = task.iterations;
        let rounds = rounds(iterations, task.delta()) as u32;
        let depth = depth(group, iterations, task.memory);
        let output = task.profile.element(head.value.clone(), group.natural());
        let input = task.element(group);
        let spacing = Spacing::Halvings(depth);
        let mut missing = 0;
        let mut last = 0;
        for i in 0..1 << depth {
            let at = spacing.position(i, iterations);
            missing += at - kept.before(at).1.max(last);
            last = at;
        }
        let folds = ((1 << depth) - 1) * FOLD;
        Self {
            rounds,
            depth,
            iterations,
            kept,
            making: None,
            powers: Vec::with_capacity(1 << depth),
            claim: Claim { input, output, iterations },
            round: 0,
            folding: None,
            squaring: None,
            values: Vec::with_capacity(rounds as usize),
            is_done: false,
            done: 0,
            total: missing + folds + squarings(iterations, depth, rounds),
        }
    }

    /// Computes about `steps` more squarings. Returns whether all rounds are done.
    ///
    /// # Errors
    /// [`Kind::Fault`] if the last claim does not hold.
    pub fn advance(&mut self, group: &mut Group, task: &Task, steps: u64) -> Result<bool, Error> {
        let end = self.done.saturating_add(steps);
        while self.done < end && !self.is_done {
            let most = (end - self.done).min(RUN);
            if self.round == 0 && self.powers.len() < 1 << self.depth {
                self.make_power(group, most);
            } else if self.folding.is_some() {
                self.fold(group);
            } else if self.round < self.depth {
                let middle = &self.powers[self.powers.len() / 2];
                let value = group.ring().from_montgomery(middle);
                let r = self.halve(group, task, value);
                self.folding = Some((r, 0));
            } else {
                self.square(group, task, most)?;
            }
        }
        Ok(self.is_done)
    }

    /// Squares towards the next power. A kept value saves some or all of the squarings.
    fn make_power(&mut self, group: &mut Group, most: u64) {
        let spacing = Spacing::Halvings(self.depth);
        let target = spacing.position(self.powers.len() as u64, self.iterations);
        let (i, at) = self.kept.before(target);
        let (position, mut value) = match self.making.take() {
            Some((position, value)) if position >= at => (position, value),
            _ => (at, group.ring().to_montgomery(&self.kept.value(i))),
        };
        let run = (target - position).min(most);
        group.ring().square(&mut value, run as usize);
        self.done += run;
        if position + run == target {
            self.powers.push(value.clone());
        }
        self.making = Some((position + run, value));
    }

    /// Halves the claim at a midpoint. Returns the challenge r.
    fn halve(&mut self, group: &Group, task: &Task, value: Natural) -> Natural {
        let value = task.profile.element(value, group.natural());
        let r = self.claim.halve(group, task.profile, &value);
        if self.round < self.rounds {
            self.values.push(value);
        }
        self.round += 1;
        r
    }

    /// Computes one power of the next claim.
    fn fold(&mut self, group: &mut Group) {
        let Some((r, folded)) = &mut self.folding else { return };
        let (ring, half) = (group.ring(), self.powers.len() / 2);
        let mut power = pow::pow(ring, &self.powers[*folded], r);
        ring.multiply(&mut power, &self.powers[half + *folded]);
        self.powers[*folded] = power;
        *folded += 1;
        self.done += FOLD;
        if *folded == half {
            self.powers.truncate(half);
            self.folding = None;
        }
    }

    /// Squares towards the next midpoint, or, after the last round, towards y of the claim.
    fn square(&mut self, group: &mut Group, task: &Task, most: u64) -> Result<(), Error> {
        let is_last = self.round >= self.rounds;
        let (mut value, left) = self.squaring.take().unwrap_or_else(|| {
            let (x, all) = (&self.claim.input, self.claim.iterations);
            (group.ring().to_montgomery(x), if is_last { all } else { all.div_ceil(2) })
        });
        let run = left.min(most);
        group.ring().square(&mut value, run as usize);
        self.done += run;
        if run < left {
            self.squaring = Some((value, left - run));
            return Ok(());
        }
        let value = group.ring().from_montgomery(&value);
        if is_last {
            self.is_done = true;
            let value = task.profile.element(value, group.natural());
            return match value == self.claim.output {
                true => Ok(()),
                false => Err(Error::new(Kind::Fault, "proof", "what was proved does not hold")),
            };
        }
        self.halve(group, task, value);
        Ok(())
    }

    /// The number of squarings done, or work of the same length.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The number of squarings of all rounds.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The midpoints of the proof.
    pub fn values(&self) -> &[Natural] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_is_the_cheapest_whose_values_fit() {
        let group = &Group::rsa_2048();
        let ties = (0..6).map(|s| FOLD << (2 * s + 1));
        for iterations in
            [1, 63, 64, 127, 128, 500, 100_003, 12_345_679, (1 << 53) - 1].into_iter().chain(ties)
        {
            for memory in [0, 511, 512, 1023, 1024, 1 << 14, 1 << 20, 1 << 40] {
                let fits = |s: u32| s == 0 || memory >= 512 << s && iterations >> s >= 64;
                let cost = |s: u32| (FOLD << s) as f64 + iterations as f64 / f64::from(1 << s);
                let cheapest = (0..25)
                    .filter(|&s| fits(s))
                    .reduce(|best, s| if cost(s) < cost(best) { s } else { best });
                let found = depth(group, iterations, memory);
                assert_eq!(Some(found), cheapest, "{iterations}, {memory} bytes");
            }
        }
    }
}
