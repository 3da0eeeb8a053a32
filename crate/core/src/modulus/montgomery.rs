//! Montgomery form modulo an odd N, over any kernel.
//!
//! With R = 2^ρ the kernel's radix, x is kept as x·R mod N, and a product is a·b·R⁻¹. Nothing
//! here divides: powers of two modulo N come from a few doublings and then Montgomery squarings,
//! and what leaves is brought to [0, N) by one reduction in 32-bit limbs.

use crate::{
    kernel::doubling::Doubling,
    monoid::{Commutative, Costs, Monoid, Oblivious},
    natural::Natural,
};
use alloc::{boxed::Box, vec, vec::Vec};
use powmod_kernel::{Kernel, Maker, cios::Cios};
use zeroize::Zeroize;

/// Numbers in Montgomery form modulo an odd N ≥ 3; an element is a kernel's residue.
pub struct Montgomery {
    kernel: Box<dyn Kernel>,
    cios: Cios,
    n: Natural,
    /// R² mod N as an integer: a product with it enters Montgomery form.
    enter: Box<[u64]>,
    /// 2^(32·rows) mod N as an integer: a product with it makes up for the reduction on the way
    /// out.
    leave: Box<[u64]>,
    /// R mod N: the one of Montgomery form.
    one: Box<[u64]>,
    square_cost: f64,
}

impl Montgomery {
    /// For an odd n ≥ 3 no longer than the kernel's `max_bits`.
    pub fn new(n: &Natural, maker: Maker) -> Self {
        debug_assert!(!n.is_even() && n.bits() >= 2 && n.bits() <= maker.max_bits);
        let kernel = (maker.make)(n.limbs());
        let mut this = Self {
            n: n.clone(),
            cios: Cios::new(n.limbs()),
            enter: Box::default(),
            leave: Box::default(),
            one: Box::default(),
            square_cost: maker.square_cost,
            kernel,
        };
        let rho = this.kernel.radix_bits();
        let chain = &mut Doubling::new(n);
        this.leave = this.encode(&chain.clone().reach(32 * this.rows()));
        this.one = this.encode(&chain.reach(rho));
        this.enter = this.integer_power_of_two(2 * rho, chain);
        this
    }

    /// How many rows of a reduction bring what the kernel decodes below 2N.
    fn rows(&self) -> usize {
        self.kernel.decoded_limbs() - self.n.limbs().len() + 1
    }

    fn encode(&self, x: &[u32]) -> Box<[u64]> {
        let mut out = vec![0; self.kernel.words()].into_boxed_slice();
        self.kernel.encode(x, &mut out);
        out
    }

    /// 2^`exponent` mod N as an integer that the kernel holds, for an exponent of ρ or more, from
    /// a chain of doublings that has not passed ρ.
    ///
    /// An integer 2^(ρ + j) is 2^j in Montgomery form, so t squarings make it 2^(ρ + j·2^t), and
    /// a product with the integer 2^s makes that 2^(j·2^t + s). t leaves 64 ≤ j < 128: a squaring
    /// takes about as long as so many doublings.
    fn integer_power_of_two(&mut self, exponent: usize, chain: &mut Doubling) -> Box<[u64]> {
        let squarings = (exponent.ilog2() as usize).saturating_sub(6);
        let (j, s) = (exponent >> squarings, exponent & ((1 << squarings) - 1));
        let rest = chain.clone().reach(s);
        let mut power = self.encode(&chain.reach(self.kernel.radix_bits() + j));
        self.kernel.square(&mut power, squarings);
        self.kernel.multiply(&mut power, &self.encode(&rest));
        power
    }

    /// Any integer, in Montgomery form.
    pub fn enter(&mut self, x: &Natural) -> Box<[u64]> {
        if x < &self.n {
            let mut residue = self.encode(&x.to_limbs(self.n.limbs().len()));
            self.kernel.multiply(&mut residue, &self.enter);
            return residue;
        }
        self.enter_long(x.limbs())
    }

    /// The integer x < N, in as many limbs as N has, as the element that stands for x/R: without
    /// the product that Montgomery form costs. Many such factors are made up for together, by a
    /// power of [`radix`](Self::radix).
    pub fn enter_divided(&self, x: &[u32]) -> Box<[u64]> {
        self.encode(x)
    }

    /// The element that stands for R.
    pub fn radix(&self) -> Box<[u64]> {
        self.enter.clone()
    }

    /// The integer of these limbs, however many, in Montgomery form: first reduced with a
    /// division by a power of two, and then multiplied by that power again. What is done depends
    /// on the number of limbs alone.
    pub fn enter_long(&mut self, x: &[u32]) -> Box<[u64]> {
        let mut reduced = self.cios.reduce(x);
        let mut residue = self.encode(&reduced);
        reduced.zeroize(); // x may be secret
        let exponent = self.kernel.radix_bits() + 32 * x.len();
        let power = self.integer_power_of_two(exponent, &mut Doubling::new(&self.n));
        self.kernel.multiply(&mut residue, &power);
        self.kernel.multiply(&mut residue, &self.enter);
        residue
    }

    /// The integer in [0, N) that an element stands for.
    pub fn leave(&mut self, x: &[u64]) -> Natural {
        Natural::from_limbs(self.leave_limbs(x))
    }

    /// The integer in [0, N) that an element stands for, in exactly as many limbs as N has.
    pub fn leave_limbs(&mut self, x: &[u64]) -> Vec<u32> {
        let mut residue: Box<[u64]> = x.into();
        self.kernel.multiply(&mut residue, &self.leave);
        let mut limbs = vec![0; self.kernel.decoded_limbs()];
        self.kernel.decode(&residue, &mut limbs);
        let reduced = self.cios.reduce_by(&limbs, self.rows());
        // They tell more than x modulo N, where a kernel computes modulo a multiple of it. No address
        // depends on a value: zero leaves its limbs, and what is on the stack, where x did.
        residue.zeroize();
        self.kernel.decode(&residue, &mut limbs);
        reduced
    }

    /// Whether an element that a product or a squaring left stands for 0: far cheaper than to let
    /// it leave, above all where it does not.
    pub fn is_zero(&self, x: &[u64]) -> bool {
        let decoded = |limbs| {
            let mut out = vec![0; limbs];
            self.kernel.decode(x, &mut out);
            out
        };
        let (all, n) = (self.kernel.decoded_limbs(), self.n.limbs().len());
        let rows = self.rows();
        // One limb beyond the rows tells nearly all numbers from the multiples of N.
        let tells = rows + 1;
        (tells > n || self.cios.may_divide(&decoded(tells), rows))
            && self.cios.divides(&decoded(all))
    }

    /// a − b mod N, for integers in [0, N) in as many limbs as N has.
    pub fn subtract_limbs(&mut self, a: &[u32], b: &[u32]) -> Vec<u32> {
        let wide = |x: &[u32]| x.iter().map(|&limb| limb.into()).collect::<Vec<u64>>();
        let mut difference = wide(a);
        self.cios.sub(&mut difference, &wide(b));
        difference.into_iter().map(|limb| limb as u32).collect()
    }

    /// Overwrites what the last operations left in the workspace.
    pub fn wipe_workspace(&mut self) {
        self.kernel.wipe();
    }
}

impl Monoid for Montgomery {
    type Element = Box<[u64]>;

    fn one(&self) -> Box<[u64]> {
        self.one.clone()
    }

    fn multiply(&mut self, a: &mut Box<[u64]>, b: &Box<[u64]>) {
        self.kernel.multiply(a, b);
    }

    fn square(&mut self, a: &mut Box<[u64]>, times: usize) {
        self.kernel.square(a, times);
    }

    fn costs(&self) -> Costs {
        // A copy is an allocation: as long as a product of a few limbs, and soon outweighed.
        let limbs = self.n.limbs().len() as f64;
        Costs { square: self.square_cost, copy: 1.5 / (1.0 + limbs * limbs / 64.0) }
    }
}

impl Commutative for Montgomery {}

impl Oblivious for Montgomery {
    fn select(&self, table: &[Box<[u64]>], index: usize) -> Box<[u64]> {
        let mut selected = vec![0; self.one.len()].into_boxed_slice();
        for (i, entry) in table.iter().enumerate() {
            // All ones where i = index, by the borrow of (i ^ index) − 1.
            let mask = ((i ^ index) as u64).wrapping_sub(1) >> 63;
            let mask = core::hint::black_box(mask.wrapping_neg());
            for (selected, &word) in selected.iter_mut().zip(entry) {
                *selected |= word & mask;
            }
        }
        selected
    }

    fn wipe(&mut self, a: &mut Box<[u64]>) {
        a.zeroize();
    }
}

impl Clone for Montgomery {
    fn clone(&self) -> Self {
        Self {
            kernel: self.kernel.fork(),
            cios: self.cios.clone(),
            n: self.n.clone(),
            enter: self.enter.clone(),
            leave: self.leave.clone(),
            one: self.one.clone(),
            square_cost: self.square_cost,
        }
    }
}
