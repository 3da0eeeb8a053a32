//! A factor of Wesolowski's π, from kept values, by the block form of the long division (eprint
//! 2018/623, section 4.1).
//!
//! The quotient ⌊2^T/l⌋ is cut into blocks of σ bits, and a block into γ = ⌈σ/κ⌉ digits of κ bits,
//! the highest perhaps shorter. With C_i = x^(2^(iσ)) and d_ij digit j of block i, the factor of the
//! blocks i from `from` to `to` is ∏_j (∏_i C_i^(d_ij))^(2^(jκ)): for each j a bucket for each
//! digit. A digit is ⌊2^κ·(2^e mod l)/l⌋, e what of T lies above it, so from the highest block
//! down digits come from one long division, which skips those that do not belong to it. So many
//! rows j as there is memory for go through the blocks together.
//!
//! About T/κ + γ·2^κ products, and σ squarings.

use super::{
    challenge::challenge,
    division::{Division, Shift},
    plan::{blocks, element_bytes, missing, rows_at_once, spacing_over, window},
};
use crate::{
    monoid::Monoid,
    multi::pippenger::Buckets,
    natural::Natural,
    pow,
    vdf::{
        checkpoint::{Head, Spacing, Values},
        group::Group,
        task::Task,
    },
};
use alloc::{boxed::Box, vec::Vec};
use num_traits::One;

type Element = Box<[u64]>;

/// The most squarings in one go: a count that fits every target.
const RUN: u64 = 1 << 20;

/// The factor of the blocks of one part, on its way.
pub struct Part {
    iterations: u64,
    /// σ
    spacing: u64,
    /// κ
    window: u32,
    from: u64,
    to: u64,
    /// How many rows go through the blocks together.
    at_once: u64,
    division: Division,
    /// The values that were given, until those that are missing are made.
    kept: Option<Values>,
    /// C_i from `from` on.
    values: Values,
    /// x^(2^position), when values are made.
    making: Option<(u64, Element)>,
    band: Option<Band>,
    /// The rows from here up are done.
    rows_left: u64,
    product: Option<Element>,
    done: u64,
    total: u64,
}

/// Some rows on their way through the blocks.
struct Band {
    /// The lowest row, and its buckets and those of the rows above it, each with the sum of its
    /// digits.
    low: u64,
    rows: Vec<(Buckets<Element>, u64)>,
    /// The blocks from here up are done.
    blocks_left: u64,
    /// Whether the division has come to the next block.
    is_there: bool,
    shift: Shift,
}

impl Part {
    /// Part `part` of `of`, over kept values that hold those that it needs.
    pub fn new(
        group: &mut Group,
        task: &Task,
        head: &Head,
        kept: Values,
        part: u64,
        of: u64,
    ) -> Self {
        let iterations = task.iterations;
        let input = task.element(group);
        let output = task.profile.element(head.value.clone(), group.natural());
        let l = challenge(group, task.profile, &input, &output, iterations)
            .expect("a profile that offers it");
        let spacing = spacing_over(group, task, head.spacing);
        let (from, to) = blocks(task, spacing, part, of);
        let squarings = missing(head.spacing, iterations, spacing, from, to);
        let (window, _) = window(to - from, spacing, task.memory, element_bytes(group));
        let at_once = rows_at_once(window, task.memory, element_bytes(group)).max(1);
        let rows_left = if from < to { spacing.div_ceil(window.into()) } else { 0 };
        let steps = rows_left * (to - from + (1 << window) + u64::from(window));
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
            band: None,
            rows_left,
            product: None,
            done: 0,
            total: squarings + steps,
        }
    }

    /// About so many products more; whether all are done.
    pub fn advance(&mut self, group: &mut Group, steps: u64) -> bool {
        let end = self.done.saturating_add(steps);
        while self.done < end {
            if self.kept.is_some() {
                self.make_value(group, (end - self.done).min(RUN));
            } else if self.band.is_some() {
                self.advance_band(group, end);
            } else if self.rows_left > 0 {
                self.begin_band();
            } else {
                return true;
            }
        }
        self.rows_left == 0 && self.band.is_none() && self.kept.is_none()
    }

    /// Squares towards the next value that is missing.
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
            _ => (at, group.ring().enter(&kept.value(i))),
        };
        let run = (target - position).min(most);
        let mut value = value;
        group.ring().square(&mut value, run as usize);
        self.done += run;
        let position = position + run;
        if position == target {
            let number = group.ring().leave(&value);
            self.values.push(group, &number);
        }
        self.making = Some((position, value));
    }

    /// The lowest bit of a row, and that above its highest.
    fn bits_of(&self, row: u64) -> (u64, u64) {
        let width = u64::from(self.window);
        (row * width, ((row + 1) * width).min(self.spacing))
    }

    fn begin_band(&mut self) {
        let count = self.rows_left.min(self.at_once);
        let low = self.rows_left - count;
        let width = self.bits_of(self.rows_left - 1).1 - self.bits_of(low).0;
        self.band = Some(Band {
            low,
            rows: (0..count).map(|_| (Buckets::new(self.window), 0)).collect(),
            blocks_left: self.to,
            is_there: false,
            shift: self.division.shift(self.spacing - width),
        });
    }

    fn advance_band(&mut self, group: &mut Group, end: u64) {
        let Some(mut band) = self.band.take() else { return };
        while self.done < end && band.blocks_left > self.from {
            band.blocks_left -= 1;
            self.block(group, &mut band);
            self.done += band.rows.len() as u64;
        }
        let ring = group.ring();
        while self.done < end && !band.rows.is_empty() {
            let (buckets, _) = band.rows.last_mut().expect("not empty");
            if buckets.empty_highest(ring) {
                self.done += 1;
                continue;
            }
            let (buckets, digits) = band.rows.pop().expect("not empty");
            if let Some(product) = &mut self.product {
                ring.square(product, self.window as usize);
            }
            self.done += u64::from(self.window) + 1;
            if let Some(mut product) = buckets.product() {
                // What was multiplied were C_i/R.
                let radix = ring.radix();
                let radix = pow::pow(ring, &radix, &Natural::from(digits));
                ring.multiply(&mut product, &radix);
                match &mut self.product {
                    Some(all) => ring.multiply(all, &product),
                    None => self.product = Some(product),
                }
            }
        }
        if band.rows.is_empty() {
            self.rows_left = band.low;
        } else {
            self.band = Some(band);
        }
    }

    /// C_i into the bucket of its digit, in each row of the band.
    fn block(&mut self, group: &mut Group, band: &mut Band) {
        let i = band.blocks_left;
        // What is left of T above this block's lowest bit; the highest block may be short.
        let length = (self.iterations - i * self.spacing).min(self.spacing);
        let top = self.bits_of(band.low + band.rows.len() as u64 - 1).1.min(length);
        if top <= self.bits_of(band.low).0 {
            return;
        }
        if band.is_there {
            self.division.skip(&band.shift);
        } else {
            self.division.begin(self.iterations - i * self.spacing - top);
            band.is_there = true;
        }
        let value = group.ring().enter_divided(&self.values.limbs(i));
        for (j, (buckets, digits)) in band.rows.iter_mut().enumerate().rev() {
            let (low, high) = self.bits_of(band.low + j as u64);
            if low < top {
                let digit = self.division.digit((high.min(top) - low) as usize);
                buckets.insert(group.ring(), digit, &value);
                *digits += digit as u64;
            }
        }
    }

    /// How much is done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Of how much.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The factor, in [0, N).
    pub fn result(&self, group: &mut Group) -> Natural {
        match &self.product {
            Some(product) => group.ring().leave(product),
            None => Natural::one(),
        }
    }
}
