//! The prover: π = x^⌊2^T/B⌋ from the values that an evaluation keeps, by the block form of the long division (eprint
//! 2018/623, section 4.1), in slices.
//!
//! The quotient is cut into blocks of σ bits, and a block into digits of κ bits. Let C_i = x^(2^(iσ)), and let d_ij be
//! the digit at place j of block i. Then π = ∏_j (∏_i C_i^(d_ij))^(2^(jκ)), place by place from the highest, with a
//! bucket for each value of a digit.
//!
//! ```
//! use powmod_chia::{Evaluation, Field, Proved, Prover, prove, prover::join};
//!
//! let mut field = Field::new(&[7; 32], 256)?;
//! let x = field.group.generator();
//! let Proved { output, witness, .. } = prove(&mut field, &x, &[300], 1 << 20);
//!
//! // The same in slices:
//! let mut evaluation = Evaluation::new(x, 300, 1 << 20);
//! while !evaluation.advance(&mut field.group, 100) {}
//! let mut prover = Prover::new(&field, evaluation, 1 << 20);
//! while !prover.advance(&mut field.group, 10) {}
//! let joined = join(&field.group, &[prover]);
//! assert_eq!((joined.output, joined.witness), (output, witness));
//! # Ok::<(), powmod::Error>(())
//! ```

use crate::classgroup::{ClassGroup, Form};
use crate::{
    discriminant::Field,
    encoding::{FORM_BYTES, encode},
    evaluation::{ELEMENT_BYTES, Evaluation},
    verifier::{PRIME_BYTES, challenge},
};
use alloc::vec::Vec;
use powmod::{
    Natural,
    internals::{Buckets, Division, Shift, wesolowski_window},
    monoid::Monoid,
};

/// The prover of a part.
pub struct Prover {
    evaluation: Evaluation,
    prime: Natural,
    division: Division,
    /// κ.
    window: u32,
    place: Option<Place>,
    /// The places from here up are done, or one of them is served now.
    places_left: u64,
    product: Option<Form>,
    done: u64,
}

/// The place that is served.
struct Place {
    /// The place's bits [low, high) of each block.
    low: u64,
    high: u64,
    buckets: Buckets<Form>,
    /// The blocks from here up are done.
    blocks_left: u64,
    /// Whether the division has begun. Then it stands at the end of the last digit.
    has_begun: bool,
    /// The bits of the quotient from a digit to the next.
    shift: Shift,
}

impl Prover {
    /// The prover of a part from its evaluation. It uses about `memory` bytes in addition to those of the
    /// evaluation, and at least 2^20.
    ///
    /// # Panics
    /// If the evaluation is not complete.
    pub fn new(field: &Field, evaluation: Evaluation, memory: u64) -> Self {
        let output = evaluation.output().expect("a complete evaluation");
        let prime = challenge(field, evaluation.input(), output).expect("one prime in 92");
        let (iterations, spacing) = (evaluation.iterations(), evaluation.spacing());
        let blocks = iterations.div_ceil(spacing);
        let (window, _) = wesolowski_window(blocks, spacing, memory, ELEMENT_BYTES);
        Self {
            division: Division::new(&prime),
            window,
            place: None,
            places_left: if blocks > 0 { spacing.div_ceil(window.into()) } else { 0 },
            product: None,
            done: 0,
            prime,
            evaluation,
        }
    }

    /// Computes about `steps` more products. Returns whether the proof is done.
    pub fn advance(&mut self, group: &mut ClassGroup, steps: u64) -> bool {
        let end = self.done.saturating_add(steps);
        while self.done < end && !self.is_done() {
            let Some(mut place) = self.place.take() else {
                self.begin_place();
                continue;
            };
            if place.blocks_left > 0 {
                self.block(group, &mut place);
                self.done += 1;
            } else if place.buckets.empty_highest(group) {
                self.done += 2;
            } else {
                self.finish_place(group, place.buckets.product());
                continue;
            }
            self.place = Some(place);
        }
        self.is_done()
    }

    /// The number of products done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The number of products in all, or a little more.
    pub fn total(&self) -> u64 {
        let (spacing, width) = (self.evaluation.spacing(), u64::from(self.window));
        if self.evaluation.iterations() == 0 {
            return 0;
        }
        let (blocks, places) = (self.evaluation.kept().len() as u64, spacing.div_ceil(width));
        places * (blocks + 2 * ((1 << width) - 1)) + (places - 1) * width
    }

    fn is_done(&self) -> bool {
        self.places_left == 0 && self.place.is_none()
    }

    fn begin_place(&mut self) {
        self.places_left -= 1;
        let (spacing, width) = (self.evaluation.spacing(), u64::from(self.window));
        let low = self.places_left * width;
        let high = (low + width).min(spacing);
        self.place = Some(Place {
            low,
            high,
            buckets: Buckets::new(self.window),
            blocks_left: self.evaluation.kept().len() as u64,
            has_begun: false,
            shift: self.division.shift(spacing - (high - low)),
        });
    }

    /// Multiplies C_i into the bucket of its digit.
    fn block(&mut self, group: &mut ClassGroup, place: &mut Place) {
        place.blocks_left -= 1;
        let i = place.blocks_left;
        // The bits of the quotient from the block's lowest up. The highest block may be shorter.
        let left = self.evaluation.iterations() - i * self.evaluation.spacing();
        let top = place.high.min(left);
        if top <= place.low {
            return;
        }
        if place.has_begun {
            self.division.skip(&place.shift);
        } else {
            self.division.begin(left - top);
            place.has_begun = true;
        }
        let digit = self.division.digit((top - place.low) as usize);
        place.buckets.insert(group, digit, &self.evaluation.kept()[i as usize]);
    }

    fn finish_place(&mut self, group: &mut ClassGroup, product: Option<Form>) {
        if let Some(all) = &mut self.product {
            group.square(all, self.window as usize);
            self.done += u64::from(self.window);
        }
        if let Some(product) = product {
            match &mut self.product {
                Some(all) => group.multiply(all, &product),
                None => self.product = Some(product),
            }
        }
    }

    /// π, once the proof is done.
    pub fn proof(&self, group: &ClassGroup) -> Option<Form> {
        self.is_done().then(|| self.product.unwrap_or(group.identity()))
    }

    /// The part as a segment of a witness: T, B and π. `None` until the proof is done.
    pub fn segment(&self, group: &ClassGroup) -> Option<Vec<u8>> {
        let prime = self.prime.to_be_bytes_padded(PRIME_BYTES).expect("264 bits");
        let proof = encode(group, &self.proof(group)?);
        Some([&self.evaluation.iterations().to_be_bytes()[..], &prime, &proof].concat())
    }
}

/// An output and its witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// y, encoded.
    pub output: [u8; FORM_BYTES],
    /// The witness.
    pub witness: Vec<u8>,
    /// The number of segments.
    pub witness_type: u64,
}

/// The proof of parts, each of which was proved: the input of each is the output of the one before.
///
/// # Panics
/// If there are no parts, or one is not done.
pub fn join(group: &ClassGroup, parts: &[Prover]) -> Proved {
    let (last, segments) = parts.split_last().expect("one part or more");
    let output = last.evaluation.output().expect("a complete evaluation");
    let proof = last.proof(group).expect("a part that is done");
    let mut witness = encode(group, &proof).to_vec();
    for part in segments.iter().rev() {
        witness.extend(part.segment(group).expect("a part that is done"));
    }
    Proved { output: encode(group, output), witness, witness_type: segments.len() as u64 }
}

/// Evaluates and proves parts of these numbers of squarings, one after the other.
///
/// # Panics
/// If there are no parts.
pub fn prove(field: &mut Field, input: &Form, parts: &[u64], memory: u64) -> Proved {
    let mut input = *input;
    let mut provers = Vec::new();
    for &iterations in parts {
        let mut evaluation = Evaluation::new(input, iterations, memory);
        evaluation.advance(&mut field.group, u64::MAX);
        input = *evaluation.output().expect("all squarings are done");
        let mut prover = Prover::new(field, evaluation, memory);
        prover.advance(&mut field.group, u64::MAX);
        provers.push(prover);
    }
    join(&field.group, &provers)
}
