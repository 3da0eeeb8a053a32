//! Squarings by rows: half of the products of limbs. For a long modulus, the reduction is by differences.

use crate::{
    kernels::relaxed::{
        differences::Diagonal,
        limbs::{Constants, Multipliers, Parts, carry, digit},
        rows::{Pair, Rows},
    },
    lanes::f64x2::{F64x2, fused},
    limbs::chain::Term,
};

/// Rows i and i + 1 of a square, i even.
struct SquareRows {
    /// a_i² and 2·a_i·a_(i+1).
    diagonal: Term,
    /// a_(i+1) and 2·a_(i+1).
    second: F64x2,
    /// 2·a_i and 2·a_(i+1).
    upper: Multipliers,
}

impl SquareRows {
    /// `a` has limbs i and i + 1.
    #[inline(always)]
    fn new(&a: &F64x2) -> Self {
        let doubled = a + a;
        Self {
            diagonal: (a, a.low_with(doubled)),
            second: a.high_with(doubled),
            upper: Multipliers(doubled.low_with(doubled), doubled.high_with(doubled)),
        }
    }

    /// The terms in the pair above limbs i and i + 1. There a_(i+1) multiplies itself, not doubled, and the next
    /// limb.
    #[inline(always)]
    fn middle(&self, pair: &Pair) -> [Term; 2] {
        [(pair.a, self.upper.0), (pair.a_odd, self.second)]
    }
}

impl Rows {
    /// The quotient digits of a pass that reduces by differences, and limbs N'_i and N'_(i+1).
    #[inline(always)]
    fn quotient_digits_by_differences(
        &mut self,
        constants: &Constants,
        pass: usize,
        carry_in: &mut u64,
        diagonal: &mut Diagonal,
    ) -> (Multipliers, Multipliers) {
        let head = self.pairs[0].columns;
        let [pair, next] = &mut self.pairs[pass..pass + 2] else { unreachable!("two pairs") };
        let (pair, next) = (&mut pair.columns, &mut next.columns);
        let n = Multipliers::splat(&next.y);
        let [first, second] = diagonal.lowest_columns(&head);
        let first = first.wrapping_add(*carry_in);
        let (integer, q_0) = digit(first);
        let second = second.wrapping_add(carry(first));
        let known = diagonal.second_column(&self.n_prime, pass, integer);
        let (_, q_1) = digit(second.wrapping_add(known));

        let q = Multipliers(q_0, q_1);
        let q_0 = (pass == 0).then_some(integer);
        let [added, over] = diagonal.take(constants, (head, pair, next), n, q_0, q);
        *carry_in = carry(second.wrapping_add(added)).wrapping_add(over);
        (q, n)
    }

    /// The sums of this pair after a pass that makes it the lowest one, with these rows of a square. The two chains of
    /// q do not wait for each other.
    #[inline(always)]
    fn next_head(
        constants: &Constants,
        pair: &Pair,
        rows: Option<[Term; 2]>,
        q: Multipliers,
    ) -> Parts {
        let (mut low, mut high) =
            (pair.columns.low - constants.low_bias, pair.columns.high - constants.high_bias);
        if let Some(rows) = rows {
            let parts = constants.unbiased_chain(rows);
            (low, high) = (low + parts.0, high + parts.1);
        }
        let [x, y] = q.reduction(pair);
        let (first, second) = (constants.chain([x]), constants.chain([y]));
        (low + first.0 + second.0, high + first.1 + second.1)
    }

    /// Adds rows 2p and 2p + 1 of a square and of its reduction. `head` has the sums of the lowest pair.
    #[inline(always)]
    fn square_pass(
        &mut self,
        constants: &Constants,
        pass: usize,
        carry: &mut u64,
        head: &mut Parts,
    ) {
        let rows = SquareRows::new(&self.pairs[pass].a);
        let (low, high) = constants.unbiased_chain([rows.diagonal]);
        if pass == 0 {
            *head = (head.0 + low, head.1 + high);
        } else {
            self.pairs[pass].add((low, high));
        }
        let q = self.quotient_digits(constants, *head, carry);
        let (mut below, pairs) = self.pairs[1..].split_first_mut().expect("two pairs");
        let upper = if pass == 0 {
            *head = Self::next_head(constants, below, Some(rows.middle(below)), q);
            pairs
        } else {
            *head = Self::next_head(constants, below, None, q);
            let (lower, upper) = pairs.split_at_mut(pass - 1);
            for pair in lower {
                below.store_from(pair, constants.chain(q.reduction(pair)));
                below = pair;
            }
            let (pair, upper) = upper.split_first_mut().expect("a pair");
            let ([x, y], [z, t]) = (rows.middle(pair), q.reduction(pair));
            below.store_from(pair, constants.chain([x, y, z, t]));
            below = pair;
            upper
        };
        for pair in upper {
            let ([x, y], [z, t]) = (rows.upper.product(pair), q.reduction(pair));
            below.store_from(pair, constants.chain([x, y, z, t]));
            below = pair;
        }
    }

    /// Adds rows 2p and 2p + 1 of a square, and reduces by differences. All sums are in memory.
    #[inline(always)]
    fn square_pass_by_differences(
        &mut self,
        constants: &Constants,
        pass: usize,
        carry: &mut u64,
        diagonal: &mut Diagonal,
    ) {
        let pair = &mut self.pairs[pass];
        let rows = SquareRows::new(&pair.a);
        let (low, high) = constants.unbiased_chain([rows.diagonal]);
        pair.add((low, high));
        let (q, n) = self.quotient_digits_by_differences(constants, pass, carry, diagonal);

        let (lower, upper) = self.pairs.split_at_mut(pass + 1);
        let (mut below, lower) = lower.split_first_mut().expect("a pair");
        for pair in lower {
            below.store_from(pair, constants.chain(q.differences(n, &pair.columns)));
            below = pair;
        }
        let (pair, upper) = upper.split_first_mut().expect("a pair");
        let [x, y] = rows.middle(pair);
        below.store_from(pair, constants.chain([x, y, q.differences(n, &pair.columns)[1]]));
        below = pair;
        for pair in upper {
            below.store_from(pair, constants.chain(rows.upper.product(pair)));
            below = pair;
        }
    }

    /// Squares the operand `times` times over.
    #[inline(never)]
    pub fn squarings(&mut self, times: usize) {
        fused(
            #[inline(always)]
            || {
                let constants = &Constants::new();
                for _ in 0..times {
                    self.clear_sums(constants);
                    let (mut carry, mut head) =
                        (0, (self.pairs[0].columns.low, self.pairs[0].columns.high));
                    for pass in 0..self.count() {
                        self.square_pass(constants, pass, &mut carry, &mut head);
                    }
                    (self.pairs[0].columns.low, self.pairs[0].columns.high) = head;
                    self.carry_round(constants, carry, None);
                }
            },
        )
    }

    /// Squares the operand `times` times over, and reduces by differences.
    #[inline(never)]
    pub fn squarings_by_differences(&mut self, times: usize) {
        fused(
            #[inline(always)]
            || {
                let constants = &Constants::new();
                for _ in 0..times {
                    self.clear_sums(constants);
                    let mut carry = 0;
                    let mut diagonal = Diagonal::EMPTY;
                    for pass in 0..self.count() {
                        self.square_pass_by_differences(constants, pass, &mut carry, &mut diagonal);
                    }
                    let diagonal = diagonal.sum + diagonal.high.splat_high();
                    self.carry_round(constants, carry, Some(diagonal));
                }
            },
        )
    }
}
