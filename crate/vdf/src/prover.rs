//! The prover: makes a proof from the checkpoint of a complete evaluation, in steps. In Wesolowski's
//! scheme, several workers can make parts of a proof.

use super::{
    checkpoint::{Head, Values, require},
    evaluation::Evaluation,
    group::Group,
    limits::MAX_DELTA,
    pietrzak::halving::Halving,
    proof::{Options, Proof, Scheme},
    task::Task,
    verifier::verify,
    wesolowski::{part::Part, plan},
};
use crate::error::{Error, Kind};
use alloc::{boxed::Box, vec, vec::Vec};
use powmod::Natural;

impl Task {
    /// Opens the head of a complete evaluation of this task.
    fn open(&self, group: &Group, head: &[u8]) -> Result<Head, Error> {
        self.check(group)?;
        let head = Head::open(group, head)?;
        head.require_input(group, &self.input, self.iterations)?;
        require(head.index == head.iterations, "index", "is not at the end of the evaluation")?;
        Ok(head)
    }

    /// The head at the beginning of a checkpoint, which [`Evaluation::save`] makes: its bytes, and what
    /// they say. The kept values after the head are not compared with its hash.
    ///
    /// # Errors
    /// The errors of [`needs`](Self::needs).
    pub fn head_of<'a>(
        &self,
        group: &Group,
        checkpoint: &'a [u8],
    ) -> Result<(&'a [u8], Head), Error> {
        let head = &checkpoint[..Head::length(group).min(checkpoint.len())];
        Ok((head, self.open(group, head)?))
    }

    /// The indices [from, to) of the kept values that part `part` of `parts` reads. All parts together
    /// read all values.
    ///
    /// # Errors
    /// [`Kind::Checkpoint`] if the head is damaged, belongs to another
    /// evaluation, or is not at the end of its evaluation; [`Kind::Argument`] if the task fails
    /// its [check](Task::check), or `part` is not below `parts`.
    pub fn needs(
        &self,
        group: &Group,
        head: &[u8],
        part: u32,
        parts: u32,
    ) -> Result<(u64, u64), Error> {
        if part >= parts {
            return Err(Error::new(Kind::Argument, "part", "must be below the number of parts"));
        }
        let head = self.open(group, head)?;
        Ok(match self.scheme {
            Scheme::Wesolowski => plan::needs(group, self, &head, part.into(), parts.into()),
            Scheme::Pietrzak => (0, head.kept()),
        })
    }

    /// Makes the proof from the concatenated [results](Prover::result) of all parts, and checks it.
    ///
    /// # Errors
    /// The errors of [`needs`](Self::needs); [`Kind::Fault`] if the proof does
    /// not hold.
    pub fn join(&self, group: &Group, head: &[u8], results: &[u8]) -> Result<Proof, Error> {
        let head = self.open(group, head)?;
        let mut values: Vec<_> =
            results.chunks(group.bytes()).map(Natural::from_be_bytes).collect();
        if self.scheme == Scheme::Wesolowski {
            let modulus = group.modulus();
            let product = values.into_iter().reduce(|a, b| modulus.mul(&a, &b));
            let product = product.unwrap_or_default();
            values = vec![self.profile.element(product, group.natural())];
        }
        let delta = (self.scheme == Scheme::Pietrzak).then(|| self.delta());
        let proof = Proof {
            scheme: self.scheme,
            profile: self.profile,
            input: self.element(group),
            output: self.profile.element(head.value, group.natural()),
            iterations: self.iterations,
            values,
            delta,
        };
        let options = Options {
            profile: self.profile,
            max_delta: MAX_DELTA,
            prime: self.challenge.clone(),
            allow_weak_modulus: true,
        };
        let holds = verify(group, &proof, &options) == Ok(true);
        if holds {
            Ok(proof)
        } else {
            Err(Error::new(Kind::Fault, "proof", "what was proved does not hold"))
        }
    }
}

/// The prover of a part of a proof.
pub struct Prover {
    group: Group,
    task: Task,
    method: Method,
}

enum Method {
    Wesolowski(Box<Part>),
    Pietrzak(Box<Halving>),
}

impl Prover {
    /// The prover of part `part` of `parts`, from the head of a checkpoint and its kept values from index
    /// `from` on. The values must include those that [`Task::needs`] names. They are not compared
    /// with the hash in the head, because [`Task::join`] finds a proof that does not hold.
    ///
    /// # Errors
    /// The errors of [`Task::needs`]; [`Kind::Checkpoint`] if values are
    /// missing, or not in (0, N); [`Kind::Argument`] if the task fails its
    /// [check](Task::check), if `part` is not below `parts`, or if `parts` is not 1 in Pietrzak's scheme, where each
    /// round needs the round before.
    pub fn new(
        group: &Group,
        task: &Task,
        head: &[u8],
        values: Vec<u8>,
        from: u64,
        part: u32,
        parts: u32,
    ) -> Result<Self, Error> {
        if parts > 1 && task.scheme == Scheme::Pietrzak {
            return Err(Error::new(Kind::Argument, "parts", "must be 1 in Pietrzak's scheme"));
        }
        let (needed, end) = task.needs(group, head, part, parts)?;
        let head = Head::open(group, head)?;
        let values = Values::new(group, &head, values, from)?;
        require(values.cover(needed, end), "length", "has too few values")?;
        let method = match task.scheme {
            Scheme::Wesolowski => {
                let (part, parts) = (part.into(), parts.into());
                let part = Part::new(group, task, &head, values, part, parts);
                Method::Wesolowski(Box::new(part))
            }
            Scheme::Pietrzak => {
                let halving = Halving::new(group, task, &head, values);
                Method::Pietrzak(Box::new(halving))
            }
        };
        Ok(Self { group: group.clone(), task: task.clone(), method })
    }

    /// Computes about `steps` more products or squarings. Returns whether the part is done.
    ///
    /// # Errors
    /// [`Kind::Fault`] if the proof does not hold, in Pietrzak's scheme.
    pub fn advance(&mut self, steps: u64) -> Result<bool, Error> {
        match &mut self.method {
            Method::Wesolowski(part) => Ok(part.advance(&mut self.group, steps)),
            Method::Pietrzak(halving) => halving.advance(&mut self.group, &self.task, steps),
        }
    }

    /// About the number of products and squarings done.
    #[must_use]
    pub fn done(&self) -> u64 {
        match &self.method {
            Method::Wesolowski(part) => part.done(),
            Method::Pietrzak(halving) => halving.done(),
        }
    }

    /// About the number of products and squarings of the whole part.
    #[must_use]
    pub fn total(&self) -> u64 {
        match &self.method {
            Method::Wesolowski(part) => part.total(),
            Method::Pietrzak(halving) => halving.total(),
        }
    }

    /// The result of this part for [`Task::join`], once it is done: numbers of L bytes each.
    pub fn result(&mut self) -> Vec<u8> {
        let group = &mut self.group;
        match &self.method {
            Method::Wesolowski(part) => {
                let factor = part.result(group);
                group.encode(&factor)
            }
            Method::Pietrzak(halving) => {
                halving.values().iter().flat_map(|value| group.encode(value)).collect()
            }
        }
    }
}

/// Evaluates a task and proves it.
///
/// # Errors
/// [`Kind::Argument`] if a field of the task is out of range;
/// [`Kind::Fault`] if a check of the computation fails, and repeating it does not help.
pub fn prove(group: &Group, task: &Task) -> Result<Proof, Error> {
    let Task { input, iterations, scheme, memory, .. } = task;
    task.check(group)?;
    let mut evaluation = Evaluation::new(group, input, *iterations, *scheme, *memory)?;
    while !evaluation.advance(u64::MAX)? {}
    let values = evaluation.values()?.to_vec();
    let mut prover = Prover::new(group, task, evaluation.head()?, values, 0, 0, 1)?;
    while !prover.advance(u64::MAX)? {}
    task.join(group, evaluation.head()?, &prover.result())
}
