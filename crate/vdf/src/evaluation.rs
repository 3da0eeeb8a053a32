//! The evaluation of a delay: T squarings, checked as they are computed, that can be saved and
//! resumed.
//!
//! The check is Gerbicz's. Let x_0 be a value that is known to be correct, let x_1, x_2, … be the
//! values after B, 2B, … more squarings, and d = x_0·x_1⋯x_(L−1). Then d·x_L = x_0·d^(2^B). This
//! equation detects an error in any of the L·B squarings. It costs one product for each B squarings,
//! and B squarings for each L·B. If it fails, the evaluation repeats the squarings from x_0. If it
//! holds, x_L becomes the next x_0.
//!
//! The conversions are checked too. The x_0 of the equation is converted anew from the number of the last checked
//! point, and back; x_L is the number that is given out. After a value is kept, the squarings go on from the kept
//! number. A 0 would make both sides equal, so it is a fault.
//!
//! An evaluation only gives out values of such checked points. B gets shorter for the last
//! squarings, so that the last checked point is T.

use super::{
    checkpoint::{Head, MAX_KEPT_BYTES, Values, require},
    group::Group,
    hash::Hash,
    limits::MAX_ITERATIONS,
    pietrzak::halving,
    proof::Scheme,
    reasons,
    task::ZERO_INPUT,
    wesolowski::plan,
};
use crate::error::{Error, Kind};
use alloc::vec::Vec;
use num_traits::Zero;
use powmod::{
    Natural,
    modulus::montgomery::{Element, Montgomery},
    monoid::Monoid,
};

/// The largest B and the largest L. A check costs 2/256 of the squarings that it covers.
const BLOCK: u64 = 256;

/// How many times the same squarings may fail before the evaluation gives up.
const ATTEMPTS: u32 = 3;

/// The evaluation of x^(2^T) mod N, in slices.
///
/// ```
/// use powmod::Natural;
/// use powmod_vdf::{Evaluation, Group, Scheme};
///
/// let (group, input) = (Group::rsa_2048(), Natural::from(3_u32));
/// let mut evaluation = Evaluation::new(&group, &input, 1000, Scheme::Wesolowski, 1 << 20)?;
/// while !evaluation.advance(300)? {
///     println!("{} of {}", evaluation.done(), evaluation.total());
///     let saved = evaluation.save()?;
///     assert!(evaluation.reached()? >= evaluation.done());
///     evaluation = Evaluation::resume(&group, saved)?;
/// }
/// assert_eq!(evaluation.output()?, Some(group.modulus().square_times(&input, 1000)));
/// # Ok::<(), powmod_vdf::Error>(())
/// ```
pub struct Evaluation {
    group: Group,
    iterations: u64,
    /// The last checked point, with a hash that detects damage in memory.
    head: Vec<u8>,
    /// The kept values of the head, then those of the stretch.
    values: Vec<u8>,
    /// The hash of the kept values of the head.
    hash: Hash,
    stretch: Stretch,
    failures: u32,
}

/// The squarings since the last checked point.
struct Stretch {
    /// The number of squarings done, counted from x.
    index: u64,
    /// The number of squarings at the end of the stretch.
    end: u64,
    value: Element,
    /// d.
    product: Element,
    /// B.
    block: u64,
    /// The number of blocks left.
    blocks: u64,
    /// The number of squarings left in this block.
    left: u64,
    /// The numbers of squarings, counted from x, after which the stretch keeps values.
    positions: Vec<u64>,
    /// The number of values kept.
    kept: usize,
    /// The hash of all kept values.
    hash: Hash,
}

impl Stretch {
    /// B and L of a stretch, when `left` squarings are left until T.
    fn shape(left: u64) -> (u64, u64) {
        let block = left.isqrt().clamp(1, BLOCK);
        (block, (left / block).min(BLOCK))
    }

    /// The positions of the values that the stretch after a head keeps, and the end of the stretch.
    fn positions(head: &Head) -> (Vec<u64>, u64) {
        let (block, blocks) = Self::shape(head.iterations - head.index);
        let end = head.index + block * blocks;
        let kept = head.kept()..head.spacing.reached(end, head.iterations);
        (kept.map(|i| head.spacing.position(i, head.iterations)).collect(), end)
    }

    fn begin(ring: &mut Montgomery, head: &Head, hash: &Hash) -> Self {
        let (block, blocks) = Self::shape(head.iterations - head.index);
        let value = ring.to_montgomery(&head.value);
        let (positions, end) = Self::positions(head);
        Self {
            index: head.index,
            end,
            product: value.clone(),
            value,
            block,
            blocks,
            left: block,
            positions,
            kept: 0,
            hash: hash.clone(),
        }
    }

    /// Whether there are squarings left. Damaged counts do not make a stretch longer than BLOCK²
    /// squarings.
    fn is_open(&self) -> bool {
        let counts = [self.left, self.block, self.blocks];
        counts.iter().all(|count| (1..=BLOCK).contains(count))
    }
}

/// Makes room in `values` for `count` values, those that are there included.
fn reserve(values: &mut Vec<u8>, count: u64, group: &Group) -> Result<(), Error> {
    let more = count as usize * group.bytes() - values.len();
    let none = |_| Error::new(Kind::Argument, "memory", "is more than this machine has");
    values.try_reserve_exact(more).map_err(none)
}

impl Evaluation {
    /// Starts the evaluation of T squarings of x, which is reduced modulo N. It keeps values for the
    /// prover of `scheme` in at most `memory` bytes, and in no more than 2^30. It keeps x in any case.
    ///
    /// # Errors
    /// [`Kind::Argument`] if x is 0 modulo N, T is not from 1 to 2^53 − 1, or the machine does not have the memory.
    pub fn new(
        group: &Group,
        input: &Natural,
        iterations: u64,
        scheme: Scheme,
        memory: u64,
    ) -> Result<Self, Error> {
        let allowed = (1..=MAX_ITERATIONS).contains(&iterations);
        if !allowed {
            return Err(Error::new(Kind::Argument, "iterations", reasons::ITERATIONS));
        }
        let memory = memory.min(MAX_KEPT_BYTES);
        let spacing = match scheme {
            Scheme::Wesolowski => plan::spacing(group, iterations, memory),
            Scheme::Pietrzak => halving::spacing(group, iterations, memory),
        };
        let input = group.modulus().reduce(input);
        if input.is_zero() {
            return Err(Error::new(Kind::Argument, "input", ZERO_INPUT));
        }
        // Reserve all memory now, rather than run out of it hours later.
        let mut values = Vec::new();
        reserve(&mut values, spacing.count(iterations), group)?;
        values.extend_from_slice(&group.encode(&input));
        let mut hash = Hash::default();
        hash.update(&values);
        let value = input.clone();
        let head = Head { input, iterations, index: 0, value, spacing, values_hash: hash.value() };
        Ok(Self::from_point(group.clone(), &head, values, hash))
    }

    /// Resumes an evaluation from its [`head`](Self::head) followed by its [`values`](Self::values), as
    /// [`save`](Self::save) gives them. [`Head::read`] tells x, T and the reach of a checkpoint. A checkpoint is not
    /// authenticated: its hashes find damage, but whoever can write a checkpoint can choose the output. A proof of such
    /// an output fails.
    ///
    /// # Errors
    /// [`Kind::Checkpoint`] if the checkpoint is damaged, out of range, or of another group; [`Kind::Argument`], field
    /// `memory`, if the machine does not have the memory for all values.
    pub fn resume(group: &Group, mut checkpoint: Vec<u8>) -> Result<Self, Error> {
        let head = Head::read(group, &checkpoint)?;
        checkpoint.drain(..Head::length(group));
        let values = Values::new(group, &head, checkpoint, 0)?;
        require(values.cover(0, head.kept()), "length", "is not a checkpoint's")?;
        let hash = values.hash();
        let fits = hash.value() == head.values_hash;
        require(fits, "hash", "does not fit: the checkpoint is damaged")?;
        let mut values = values.into_bytes();
        reserve(&mut values, head.spacing.count(head.iterations), group)?;
        Ok(Self::from_point(group.clone(), &head, values, hash))
    }

    fn from_point(mut group: Group, head: &Head, values: Vec<u8>, hash: Hash) -> Self {
        let stretch = Stretch::begin(group.ring(), head, &hash);
        let (iterations, head) = (head.iterations, head.seal(&group));
        Self { group, iterations, head, values, hash, stretch, failures: 0 }
    }

    /// Computes at most `squarings` more squarings, and sometimes those of a check. Returns whether
    /// all T squarings are done.
    ///
    /// # Errors
    /// [`Kind::Fault`] if the same squarings failed their check three times.
    pub fn advance(&mut self, squarings: u64) -> Result<bool, Error> {
        let mut budget = squarings;
        while budget > 0 {
            if !self.stretch.is_open() {
                let head = self.open()?;
                if head.index == head.iterations {
                    return Ok(true);
                }
                self.repeat(&head)?;
            }
            let (ring, stretch) = (self.group.ring(), &mut self.stretch);
            let next = stretch.positions.get(stretch.kept);
            let to_keep = next.map_or(u64::MAX, |&at| at.wrapping_sub(stretch.index));
            let run = stretch.left.min(budget).min(to_keep);
            ring.square(&mut stretch.value, run as usize);
            stretch.index = stretch.index.wrapping_add(run);
            stretch.left -= run;
            budget -= run;
            if run == to_keep {
                let value = ring.from_montgomery(&stretch.value);
                stretch.value = ring.to_montgomery(&value);
                let bytes = self.group.encode(&value);
                stretch.hash.update(&bytes);
                self.values.extend_from_slice(&bytes);
                stretch.kept += 1;
            }
            if stretch.left > 0 {
                continue;
            }
            stretch.blocks -= 1;
            if stretch.blocks > 0 {
                stretch.left = stretch.block;
                self.group.ring().multiply(&mut stretch.product, &stretch.value);
            } else {
                budget = budget.saturating_sub(stretch.block);
                self.finish_stretch()?;
            }
        }
        Ok(self.output()?.is_some())
    }

    /// Checks the stretch. If it passes, the next stretch begins here; otherwise it is repeated.
    fn finish_stretch(&mut self) -> Result<(), Error> {
        let mut head = self.open()?;
        let Some(end) = self.checked_end(&head) else { return self.repeat(&head) };
        head.index = self.stretch.index;
        head.value = end;
        self.hash = self.stretch.hash.clone();
        head.values_hash = self.hash.value();
        self.head = head.seal(&self.group);
        self.failures = 0;
        self.stretch = Stretch::begin(self.group.ring(), &head, &self.hash);
        Ok(())
    }

    /// Goes back to the last checked point.
    fn repeat(&mut self, head: &Head) -> Result<(), Error> {
        self.failures += 1;
        if self.failures >= ATTEMPTS {
            return Err(Error::new(
                Kind::Fault,
                "evaluation",
                "the same squarings failed their check repeatedly",
            ));
        }
        self.values.truncate(head.kept() as usize * self.group.bytes());
        self.stretch = Stretch::begin(self.group.ring(), head, &self.hash);
        Ok(())
    }

    /// x_L, if d·x_L = x_0·d^(2^B) ≠ 0, and the counts and the kept values are those of a whole stretch.
    fn checked_end(&mut self, head: &Head) -> Option<Natural> {
        let (ring, stretch) = (self.group.ring(), &self.stretch);
        let (block, _) = Stretch::shape(head.iterations - head.index);
        let start = ring.to_montgomery(&head.value);
        let is_start = ring.from_montgomery(&start) == head.value;
        let end = ring.from_montgomery(&stretch.value);
        let mut left = ring.to_montgomery(&end);
        ring.multiply(&mut left, &stretch.product);
        let mut right = stretch.product.clone();
        ring.square(&mut right, block as usize);
        ring.multiply(&mut right, &start);
        let left = ring.from_montgomery(&left);
        let holds = is_start && !left.is_zero() && left == ring.from_montgomery(&right);

        let (positions, last) = Stretch::positions(head);
        let length = stretch.end.checked_sub(head.index)?;
        let is_end = stretch.end <= last && length.is_multiple_of(block);
        let kept = positions.iter().filter(|&&at| at <= stretch.end).count();
        let trusted = head.kept() as usize * self.group.bytes();
        let mut hash = self.hash.clone();
        hash.update(self.values.get(trusted..)?);
        let is_whole = is_end
            && stretch.index == stretch.end
            && stretch.positions == positions
            && self.values.len() == trusted + kept * self.group.bytes()
            && stretch.hash.value() == hash.value();
        (holds && is_whole).then_some(end)
    }

    /// Opens the head in memory, and finds out whether it was damaged there.
    fn open(&self) -> Result<Head, Error> {
        let damaged = Error::new(Kind::Fault, "evaluation", "the state in memory was damaged");
        Head::open(&self.group, &self.head).map_err(|_| damaged)
    }

    /// The number of squarings done. Squarings after the last checked point may have to be repeated.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.stretch.index
    }

    /// The number of squarings up to the last checked point, which the head and its values reach.
    ///
    /// # Errors
    /// [`Kind::Fault`] if the head was damaged in memory.
    pub fn reached(&self) -> Result<u64, Error> {
        Ok(self.open()?.index)
    }

    /// T.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.iterations
    }

    /// x^(2^T) mod N, if all squarings are done.
    ///
    /// # Errors
    /// [`Kind::Fault`] if the result was damaged in memory.
    pub fn output(&self) -> Result<Option<Natural>, Error> {
        let head = self.open()?;
        Ok((head.index == head.iterations).then_some(head.value))
    }

    /// The head of the last checked point, in the format of a checkpoint.
    ///
    /// # Errors
    /// [`Kind::Fault`] if the head was damaged in memory.
    pub fn head(&self) -> Result<&[u8], Error> {
        self.open()?;
        Ok(&self.head)
    }

    /// The number of kept values that belong to the head.
    ///
    /// # Errors
    /// [`Kind::Fault`] if the head was damaged in memory.
    pub fn kept(&self) -> Result<u64, Error> {
        Ok(self.open()?.kept())
    }

    /// The kept values of the head, one after the other, in L bytes each.
    ///
    /// # Errors
    /// [`Kind::Fault`] if the head was damaged in memory.
    pub fn values(&self) -> Result<&[u8], Error> {
        Ok(&self.values[..self.kept()? as usize * self.group.bytes()])
    }

    /// The checkpoint for [`resume`](Self::resume): the head and its values. It reaches as far as the squarings that
    /// are [done](Self::done), after at most 512 more that end and check them. If that check fails, it reaches as far
    /// as the last one.
    ///
    /// # Errors
    /// [`Kind::Fault`] if the head was damaged in memory, or the same squarings failed their check
    /// three times.
    pub fn save(&mut self) -> Result<Vec<u8>, Error> {
        let (head, stretch) = (self.open()?, &mut self.stretch);
        let (block, blocks) = Stretch::shape(head.iterations - head.index);
        // The block that has begun, or the next, becomes the last. Where the counts disagree, the whole stretch is
        // repeated.
        let end = head.index + block * blocks.saturating_sub(stretch.blocks).saturating_add(1);
        if stretch.index != head.index && stretch.index.checked_add(stretch.left) == Some(end) {
            (stretch.blocks, stretch.end) = (1, end);
            self.advance(self.stretch.left)?;
        }
        Ok([self.head()?, self.values()?].concat())
    }

    /// Damages the state: flips one bit of a count, a residue, a kept value or the head, or makes a residue 0. Tests
    /// use it to show that the checks find such faults.
    #[cfg(feature = "testing")]
    pub fn damage(&mut self, what: u64, place: usize) {
        let stretch = &mut self.stretch;
        let flip_byte = |bytes: &mut [u8]| bytes[place / 8 % bytes.len()] ^= 1 << (place % 8);
        match what % Self::DAMAGES {
            0 => stretch.index ^= 1 << (place % 64),
            1 => stretch.block ^= 1 << (place % 64),
            2 => stretch.blocks ^= 1 << (place % 64),
            3 => stretch.left ^= 1 << (place % 64),
            4 => stretch.kept ^= 1 << (place % 32),
            5 => {
                let count = stretch.positions.len().max(1);
                let position = stretch.positions.get_mut(place / 16 % count);
                position.into_iter().for_each(|position| *position ^= 1 << (place % 16));
            }
            6 => flip_byte(&mut self.values),
            7 => flip_byte(&mut self.head),
            8 => stretch.hash.update(&[place as u8]),
            13 => stretch.end ^= 1 << (place % 64),
            what => {
                let residue = if what % 2 == 0 { &mut stretch.product } else { &mut stretch.value };
                // A bit of the number is flipped, because a kernel takes only valid residues.
                let number = self.group.ring().from_montgomery(residue);
                let mut bytes = self.group.encode(&number);
                if what < 11 {
                    flip_byte(&mut bytes)
                } else {
                    bytes.fill(0)
                };
                *residue = self.group.ring().to_montgomery(&Natural::from_be_bytes(&bytes));
            }
        }
    }

    /// How many kinds of damage there are: 9 flips a bit of the value that is squared, 10 of the product; 11 and 12
    /// make them 0.
    #[cfg(feature = "testing")]
    pub const DAMAGES: u64 = 14;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_every_value_from_the_first_squaring_on() {
        let (group, x, iterations) = (&Group::rsa_2048(), Natural::from(3u32), 200_000);
        for scheme in [Scheme::Wesolowski, Scheme::Pietrzak] {
            let mut evaluation = Evaluation::new(group, &x, iterations, scheme, 1 << 13).unwrap();
            let head = Head::open(group, &evaluation.head).unwrap();
            let all = head.spacing.count(iterations) as usize * group.bytes();
            assert_eq!(evaluation.values.capacity(), all);
            evaluation.advance(BLOCK * BLOCK).unwrap();
            let saved = evaluation.save().unwrap();
            assert!((2 * group.bytes()..all / 2).contains(&evaluation.values().unwrap().len()));
            let resumed = Evaluation::resume(group, saved).unwrap();
            assert_eq!(resumed.values.capacity(), all);
        }
    }

    /// A checkpoint with more would be refused.
    #[test]
    fn no_more_than_2_to_the_30_bytes_are_kept() {
        let (group, x) = (&Group::rsa_2048(), Natural::from(3u32));
        for scheme in [Scheme::Wesolowski, Scheme::Pietrzak] {
            for memory in [MAX_KEPT_BYTES + 1, 1 << 40, u64::MAX] {
                let new = Evaluation::new(group, &x, MAX_ITERATIONS, scheme, memory).unwrap();
                assert!(new.values.capacity() as u64 <= MAX_KEPT_BYTES, "{memory}");
                assert!(Head::open(group, &new.head).is_ok(), "{memory}");
            }
        }
    }
}
