//! Proving what an evaluation found, from its checkpoint: in steps, and for Wesolowski's scheme in
//! parts that several workers make.

use super::{
    checkpoint::{Head, Values, require},
    evaluation::Evaluation,
    group::Group,
    pietrzak::halving::Halving,
    proof::{Options, Proof, Scheme},
    task::Task,
    verifier::verify,
    wesolowski::{part::Part, plan},
};
use crate::{error::Error, natural::Natural};
use alloc::{boxed::Box, vec, vec::Vec};
use num_traits::FromBytes;

impl Task {
    /// The head of a complete evaluation of this task.
    fn open(&self, group: &mut Group, head: &[u8]) -> Result<Head, Error> {
        let head = Head::open(group, head)?;
        head.require_of(group, &self.input, self.iterations)?;
        require(head.index == head.iterations, "index", "is not at the end of the evaluation")?;
        Ok(head)
    }

    /// The indices, from and up to, of the kept values that part `part` of `of` reads.
    ///
    /// # Errors
    /// [`Kind::Checkpoint`](crate::Kind::Checkpoint): a head that is damaged, of something else, or not at the end.
    pub fn needs(
        &self,
        group: &mut Group,
        head: &[u8],
        part: u32,
        of: u32,
    ) -> Result<(u64, u64), Error> {
        let head = self.open(group, head)?;
        Ok(match self.scheme {
            Scheme::Wesolowski => plan::needs(group, self, &head, part.into(), of.into()),
            Scheme::Pietrzak => (0, head.kept()),
        })
    }

    /// The proof from the results of all parts, one after the other, if it holds.
    ///
    /// # Errors
    /// A head as in [`needs`](Self::needs); [`Kind::Fault`](crate::Kind::Fault) for a proof that
    /// does not hold.
    pub fn join(&self, group: &mut Group, head: &[u8], results: &[u8]) -> Result<Proof, Error> {
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
        // Pietrzak's prover has seen to that.
        let holds = self.scheme == Scheme::Pietrzak
            || verify(group, &proof, &Options::default()) == Ok(true);
        if holds { Ok(proof) } else { Err(Error::fault("proof", "what was proved does not hold")) }
    }
}

/// A part of a proof, on its way.
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
    /// Part `part` of `of`, over a checkpoint's head and its kept values from index `from` on: at
    /// least those that [`Task::needs`] names. They are not compared with the hash in the head: a
    /// proof that does not hold would show it.
    ///
    /// # Errors
    /// A head as in [`Task::needs`], or values that are none or too few.
    ///
    /// # Panics
    /// If the task fails its [check](Task::check), if `part` is not below `of`, and if `of` is not
    /// 1 in Pietrzak's scheme, whose rounds each need the one before.
    pub fn new(
        group: &Group,
        task: &Task,
        head: &[u8],
        values: Vec<u8>,
        from: u64,
        part: u32,
        of: u32,
    ) -> Result<Self, Error> {
        assert!(part < of && (of == 1 || task.scheme == Scheme::Wesolowski));
        let (mut group, task) = (group.clone(), task.clone());
        assert!(task.check(&mut group).is_ok());
        let (needed, end) = task.needs(&mut group, head, part, of)?;
        let head = Head::open(&group, head)?;
        let values = Values::new(&group, &head, values, from)?;
        require(values.cover(needed, end), "length", "has too few values")?;
        let method = match task.scheme {
            Scheme::Wesolowski => {
                let (part, of) = (part.into(), of.into());
                let part = Part::new(&mut group, &task, &head, values, part, of);
                Method::Wesolowski(Box::new(part))
            }
            Scheme::Pietrzak => {
                let halving = Halving::new(&mut group, &task, &head, values);
                Method::Pietrzak(Box::new(halving))
            }
        };
        Ok(Self { group, task, method })
    }

    /// About so many products or squarings more; whether all are done.
    ///
    /// # Errors
    /// [`Kind::Fault`](crate::Kind::Fault): what was proved does not hold.
    pub fn advance(&mut self, steps: u64) -> Result<bool, Error> {
        match &mut self.method {
            Method::Wesolowski(part) => Ok(part.advance(&mut self.group, steps)),
            Method::Pietrzak(halving) => halving.advance(&mut self.group, &self.task, steps),
        }
    }

    /// About how many products or squarings are done.
    pub fn done(&self) -> u64 {
        match &self.method {
            Method::Wesolowski(part) => part.done(),
            Method::Pietrzak(halving) => halving.done(),
        }
    }

    /// Of how many.
    pub fn total(&self) -> u64 {
        match &self.method {
            Method::Wesolowski(part) => part.total(),
            Method::Pietrzak(halving) => halving.total(),
        }
    }

    /// What [`Task::join`] needs of this part, once all is done: numbers of L bytes each.
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

/// Evaluates and proves, in one go.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument): what of the task is out of range.
///
/// # Panics
/// If a computation goes wrong and cannot be mended.
pub fn prove(group: &mut Group, task: &Task) -> Result<Proof, Error> {
    task.check(group)?;
    let fits = "a task that was checked";
    let mut evaluation =
        Evaluation::new(group, &task.input, task.iterations, task.scheme, task.memory).expect(fits);
    while !evaluation.advance(u64::MAX).expect("sound squarings") {}
    let head = evaluation.head().expect("sound memory");
    let values = evaluation.values().expect("sound memory").to_vec();
    let mut prover = Prover::new(group, task, head, values, 0, 0, 1).expect(fits);
    while !prover.advance(u64::MAX).expect("sound products") {}
    Ok(task.join(group, head, &prover.result()).expect("sound products"))
}
