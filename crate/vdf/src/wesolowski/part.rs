//! The prover of Wesolowski's scheme: a factor of π from kept values, by the block form of the long
//! division (eprint 2018/623, section 4.1).
//!
//! The quotient ⌊2^T/l⌋ is cut into blocks of σ bits. A block has γ = ⌈σ/κ⌉ digits of κ bits, where
//! the highest may be shorter. Let C_i = x^(2^(iσ)), and let d_ij be the digit at place j of block i.
//! The factor of the blocks `from` ≤ i < `to` is ∏_j (∏_i C_i^(d_ij))^(2^(jκ)).
//!
//! A digit is ⌊2^κ·(2^e mod l)/l⌋, where e is the number of bits of T above the digit. One long
//! division gives the digits from the highest block down, and skips those of other places. A pass
//! over the blocks serves as many places as memory allows.
//!
//! The factors of a place are multiplied in the order of their digits, from the highest digit down.
//! S is the product of the C_i so far. When no digit d is left, P is multiplied by S, for d = 2^κ − 1
//! down to 1. So C_i gets into P as often as its digit says. S and P stay in the first cache, while
//! buckets would not.
//!
//! The cost is about T/κ + γ·2^κ products, and σ squarings.

use super::{
    challenge::challenge,
    division::{self, Division, Shift},
    plan::{blocks, element_bytes, missing, places_at_once, spacing_over, window},
    sorted::Sorted,
};
use crate::{
    checkpoint::{Head, Spacing, Values},
    group::Group,
    task::Task,
};
use alloc::{vec, vec::Vec};
use num_traits::One;
use powmod::{
    Natural,
    modulus::montgomery::{Element, Montgomery},
    monoid::Monoid,
};

/// The most squarings in one call of a kernel, which takes a `usize`.
const RUN: u64 = 1 << 20;

/// The number of values that are loaded into the first cache at once, before their products. The processor
/// then waits for all of them at once, and not for each.
const AHEAD: usize = 16;

/// The computation of the factor of one part.
pub struct Part {
    iterations: u64,
    /// σ.
    spacing: u64,
    /// κ.
    window: u32,
    from: u64,
    to: u64,
    /// The number of places that a pass serves.
    at_once: u64,
    division: Division,
    /// The kept values, until all C_i are computed from them.
    kept: Option<Values>,
    /// The C_i, from i = `from` on.
    values: Values,
    /// The position and the value of x^(2^position), while the C_i are computed.
    making: Option<(u64, Element)>,
    pass: Option<Pass>,
    /// The places from here up are done.
    places_left: u64,
    product: Option<Element>,
    done: u64,
    total: u64,
}

/// A pass over the blocks for some places.
struct Pass {
    /// The lowest place.
    low: u64,
    /// The number of places left, from `low` up.
    places: usize,
    /// The digits of each place, one for each block.
    digits: Vec<u16>,
    /// The digits of the highest place that is left, once all digits are known.
    sorted: Option<Sorted<Element>>,
    /// The blocks from here up are done.
    blocks_left: u64,
    /// Whether the division has begun. Then it stands at the end of the last digit.
    has_begun: bool,
    /// The bits that the division skips between two blocks.
    shift: Option<Shift>,
}

impl Part {
    /// Part `part` of `parts`, from kept values that include those that the part needs.
    pub fn new(
        group: &Group,
        task: &Task,
        head: &Head,
        kept: Values,
        part: u64,
        parts: u64,
    ) -> Self {
        let iterations = task.iterations;
        let l = task.challenge.clone().or_else(|| {
            let output = task.profile.element(head.value.clone(), group.natural());
            challenge(group, task.profile, &task.element(group), &output, iterations)
        });
        let l = l.expect("a profile that offers it");
        let spacing = spacing_over(group, task, head.spacing);
        let (from, to) = blocks(task, spacing, part, parts);
        let squarings = missing(head.spacing, iterations, spacing, from, to);
        let (window, _) = window(to - from, spacing, task.memory, element_bytes(group));
        let at_once = places_at_once(window, task.memory, element_bytes(group)).max(1);
        let places_left = if from < to { spacing.div_ceil(window.into()) } else { 0 };
        let passes = places_left.div_ceil(at_once);
        let steps = (places_left + passes) * (to - from)
            + places_left * ((1 << window) + u64::from(window));
        let (kept, values) = match kept.spacing() == Spacing::Even(spacing) {
            true => (None, kept),
            false => (Some(kept), Values::room(group, from, to, spacing, iterations)),
        };
        Self {
            iterations,
            spacing,
            window,
            from,
            to,
            at_once,
            division: Division::new(&l),
            kept,
            values,
            making: None,
            pass: None,
            places_left,
            product: None,
            done: 0,
            total: squarings + steps,
        }
    }

    /// Computes about `steps` more products. Returns whether the part is done.
    pub fn advance(&mut self, group: &mut Group, steps: u64) -> bool {
        let end = self.done.saturating_add(steps);
        while self.done < end {
            if self.kept.is_some() {
                self.make_value(group, (end - self.done).min(RUN));
            } else if self.pass.is_some() {
                self.advance_pass(group, end);
            } else if self.places_left > 0 {
                self.begin_pass();
            } else {
                return true;
            }
        }
        self.places_left == 0 && self.pass.is_none() && self.kept.is_none()
    }

    /// Squares towards the next C_i that was not kept.
    fn make_value(&mut self, group: &mut Group, most: u64) {
        let (Some(kept), next) = (&self.kept, self.values.end()) else { return };
        if next >= self.to {
            (self.kept, self.making) = (None, None);
            return;
        }
        let target = next * self.spacing;
        let (i, at) = kept.before(target);
        let (position, value) = match self.making.take() {
            Some((position, value)) if position >= at => (position, value),
            _ => (at, group.ring().to_montgomery(&kept.value(i))),
        };
        let run = (target - position).min(most);
        let mut value = value;
        group.ring().square(&mut value, run as usize);
        self.done += run;
        let position = position + run;
        if position == target {
            let number = group.ring().from_montgomery(&value);
            self.values.push(group, &number);
        }
        self.making = Some((position, value));
    }

    /// The bits [low, high) of a block that belong to a place.
    fn bits_of(&self, place: u64) -> (u64, u64) {
        let width = u64::from(self.window);
        (place * width, ((place + 1) * width).min(self.spacing))
    }

    fn begin_pass(&mut self) {
        let count = self.places_left.min(self.at_once);
        let low = self.places_left - count;
        let width = self.bits_of(self.places_left - 1).1 - self.bits_of(low).0;
        let skipped = self.spacing - width;
        let blocks = (self.to - self.from) as usize;
        self.pass = Some(Pass {
            low,
            places: count as usize,
            digits: vec![0; count as usize * blocks],
            sorted: None,
            blocks_left: self.to,
            has_begun: false,
            shift: (skipped > 0).then(|| self.division.shift(skipped)),
        });
    }

    fn advance_pass(&mut self, group: &mut Group, end: u64) {
        let Some(mut pass) = self.pass.take() else { return };
        while self.done < end && pass.blocks_left > self.from {
            pass.blocks_left -= 1;
            self.divide(&mut pass);
            self.done += 1;
        }
        let blocks = (self.to - self.from) as usize;
        let mut limbs = vec![0; group.natural().limbs().len()];
        let ring = group.ring();
        let mut factor = ring.one();
        while self.done < end && pass.places > 0 {
            let Some(sorted) = &mut pass.sorted else {
                let digits = &pass.digits[(pass.places - 1) * blocks..];
                pass.sorted = Some(Sorted::new(digits, self.window));
                continue;
            };
            let (values, from) = (&self.values, self.from);
            let mut read = |ring: &mut Montgomery, left: &[u32], factor: &mut Element| {
                if let ([], [.., next]) = left.as_rchunks::<AHEAD>() {
                    values.load(from, next);
                }
                let i = u64::from(left[left.len() - 1]);
                values.limbs(from + i, &mut limbs);
                ring.over_radix(&limbs, factor);
            };
            let done = sorted.advance(ring, end - self.done, &mut factor, &mut read);
            self.done += done;
            if !sorted.is_done() {
                continue;
            }
            let product = pass.sorted.take().and_then(Sorted::product);
            pass.places -= 1;
            let digits = pass.digits.drain(pass.places * blocks..).map(u64::from).sum::<u64>();
            if let Some(product) = &mut self.product {
                ring.square(product, self.window as usize);
            }
            self.done += u64::from(self.window) + 1;
            if let Some(mut product) = product {
                // The product is of C_i/R, so it needs a power of R.
                let radix = ring.radix_power(digits);
                ring.multiply(&mut product, &radix);
                match &mut self.product {
                    Some(all) => ring.multiply(all, &product),
                    None => self.product = Some(product),
                }
            }
        }
        if pass.places == 0 {
            self.places_left = pass.low;
        } else {
            self.pass = Some(pass);
        }
    }

    /// The digits of the next block down, at each place of the pass.
    fn divide(&mut self, pass: &mut Pass) {
        let i = pass.blocks_left;
        // The number of bits of this block. The highest block may be shorter.
        let length = (self.iterations - i * self.spacing).min(self.spacing);
        let top = self.bits_of(pass.low + pass.places as u64 - 1).1.min(length);
        if top <= self.bits_of(pass.low).0 {
            return;
        }
        if !pass.has_begun {
            self.division.begin(self.iterations - i * self.spacing - top);
            pass.has_begun = true;
        } else if let Some(shift) = &pass.shift {
            self.division.skip(shift);
        }
        let (blocks, at) = ((self.to - self.from) as usize, (i - self.from) as usize);
        let width = u64::from(self.window);
        let low_of = |place: usize| (pass.low + place as u64) * width;
        let (mut places, mut high) = (pass.places, top);
        while places > 0 {
            // One step of the division gives the digits of as many places as it can.
            let mut first = places - 1;
            while first > 0 && high <= low_of(first - 1) + division::WIDEST as u64 {
                first -= 1;
            }
            let low = low_of(first);
            if low < high {
                let quotient = self.division.digit((high - low) as usize);
                for place in (first..places).take_while(|&place| low_of(place) < high) {
                    let digit = quotient >> (low_of(place) - low) & ((1 << self.window) - 1);
                    pass.digits[place * blocks + at] = digit as u16;
                }
            }
            (places, high) = (first, high.min(low));
        }
    }

    /// The number of products and squarings done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The number of products and squarings of the part.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The factor of π, in [0, N), once the part is done.
    pub fn result(&self, group: &mut Group) -> Natural {
        match &self.product {
            Some(product) => group.ring().from_montgomery(product),
            None => Natural::one(),
        }
    }
}
