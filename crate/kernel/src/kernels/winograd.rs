//! Products of `wide` with half the multiplications: two products are one, and a constant.
//!
//! A pass adds x_j·b_i + x_(j−1)·b_(i+1) + N'_(j−1)·q_i + N'_(j−2)·q_(i+1) to a column (`lazy_carry.md`), four
//! multiplications. Winograd's identity ("A new algorithm for inner product", 1968) makes two of them:
//!
//! ```text
//! x_j·b_i + x_(j−1)·b_(i+1) = (x_j + b_(i+1))·(x_(j−1) + b_i) − x_j·x_(j−1) − b_i·b_(i+1)
//! ```
//!
//! and the same for N' and q. A pass adds the first product alone. What is then too much depends on the column or on
//! the pass, but not on both, so two sums count it apart:
//!
//! - `offset`_(j−2) − `offset`_j = x_j·x_(j−1) + N'_(j−1)·N'_(j−2), with `offset`_0 = `offset`_1 = 0. A product
//!   computes the offsets once.
//! - e = Σ b_i·b_(i+1) + q_i·q_(i+1) over the passes so far, one number for all columns.
//!
//! Column j holds t_j + `offset`_j + e modulo 2^128, which a pass leads to the same form two columns down. Where t_j
//! itself is needed, both are subtracted: in the head, where a pass carries, and at the end. So each t_j is that of
//! `lazy_carry.md`, with its bounds. All sums that contain an offset wrap around.
//!
//! A factor, the sum of two limbs, has w + 1 bits.
//!
//! **Carries.** They follow a pass, in a walk of their own. When `rest` passes remain, pair k of the m pairs has taken
//! m − k passes at most, so it carries only if m − k + `rest` is above the interval. Of 2048 bits a third of the pairs
//! carries. The pair above takes a carry of less than 2^67 once, since only the last walk leaves pairs out.
//!
//! **Registers.** Two columns a step need more registers than OMG has, and OMG would spill the sums. So the limbs of
//! the rows lie in memory, where an addition takes them as easily (`lazy_carry.md`). The offsets lie apart from the
//! columns: with wider columns, squarings of up to 1024 bits took 1 to 3 % more time.

use super::lazy_carry::{Arithmetic, Column, TwoColumns, carries, reread};

/// The instances that can have such products.
pub(crate) trait Unsigned: Arithmetic<Limb = u64, Column = u128> {}
impl<A: Arithmetic<Limb = u64, Column = u128>> Unsigned for A {}

/// a becomes the product of the operand and b. The accumulator is zero before and after. `offsets`,
/// two for each pair, is space, of which the first pair is zero.
pub(crate) fn multiply<A: Unsigned>(
    pairs: &mut [TwoColumns<A>],
    offsets: &mut [[u128; 2]],
    a: &mut [u64],
    b: &[u64],
) {
    set_offsets(pairs, offsets);
    let passes = pairs.len();
    let mut e = 0;
    for (i, b) in b.as_chunks().0.iter().enumerate() {
        pass(pairs, offsets, b.map(A::limb), &mut e);
        if carries(i, A::CARRY_INTERVAL, passes) {
            carry(pairs, &offsets[..carried_pairs(i, A::CARRY_INTERVAL, passes)], e);
        }
    }
    store(pairs, offsets, e, a);
}

/// How many pairs carry after a pass, from the lowest on.
pub(crate) fn carried_pairs(pass: usize, interval: usize, passes: usize) -> usize {
    let rest = passes - pass - 1;
    passes.min(passes + rest - interval)
}

/// Computes the offsets. The accumulator, which was zero, becomes a form of zero.
#[inline(always)]
fn set_offsets<A: Unsigned>(mut pairs: &mut [TwoColumns<A>], mut offsets: &mut [[u128; 2]]) {
    let too_much = |column: &Column<A>, below: &Column<A>| {
        A::product(reread(&column.x), reread(&below.x))
            + A::product(reread(&column.n_prime), reread(&below.n_prime))
    };
    while let ([[_, below], pairs_above @ ..], [[offset0, offset1], offsets_above @ ..]) =
        (pairs, offsets)
    {
        let ([[c0, c1], ..], [above, ..]) = (&mut *pairs_above, &mut *offsets_above) else {
            return;
        };
        c0.t = offset0.wrapping_sub(too_much(c0, below));
        c1.t = offset1.wrapping_sub(too_much(c1, c0));
        *above = [c0.t, c1.t];
        (pairs, offsets) = (pairs_above, offsets_above);
    }
}

/// The pass of the rows b.
#[inline(always)]
fn pass<A: Unsigned>(
    pairs: &mut [TwoColumns<A>],
    offsets: &[[u128; 2]],
    [b0, b1]: [u64; 2],
    e: &mut u128,
) {
    let [c0, c1] = &pairs[0];
    let u0 = c0.t.wrapping_sub(*e) + A::product(c0.x, b0);
    let u1 = c1.t.wrapping_sub(*e) + A::product(c1.x, b0) + A::product(c0.x, b1) + A::high(u0);
    let q0 = A::low(u0);
    let u1 = A::add_multiple(u1, q0, c1.n_prime);
    let q1 = A::low(u1);

    walk(pairs.as_flattened_mut(), &[b0, b1], &[q0, q1]);

    // `e` stays in memory during the walk, which needs the registers.
    *e = reread(e).wrapping_add(A::product(b0, b1) + A::product(q0, q1));
    if let ([.., [c0, c1]], [.., [offset0, offset1]]) = (&mut *pairs, offsets) {
        let sum = A::product(c1.x, b1) + A::product(c1.n_prime, q1);
        c0.t = sum.wrapping_add(*offset0).wrapping_add(*e);
        c1.t = offset1.wrapping_add(*e);
    }
    let lowest = &mut pairs[0][0].t;
    *lowest = lowest.wrapping_add(A::high(u1));
}

/// The walk of a pass, two columns a step.
#[inline(always)]
fn walk<A: Unsigned>(mut columns: &mut [Column<A>], b: &[u64; 2], q: &[u64; 2]) {
    let add = |t: u128, column: &Column<A>, below: &Column<A>| {
        let x = A::product(reread(&column.x) + reread(&b[1]), reread(&below.x) + reread(&b[0]));
        let n = A::product(
            reread(&column.n_prime) + reread(&q[1]),
            reread(&below.n_prime) + reread(&q[0]),
        );
        t.wrapping_add(x).wrapping_add(n)
    };
    while let [target0, target1, rest @ ..] = columns {
        let [c0, c1, ..] = rest else { return };
        target0.t = add(c0.t, c0, target1);
        target1.t = add(c1.t, c1, c0);
        columns = rest;
    }
}

/// Carries, through the lowest pairs: those of `offsets`.
#[inline(always)]
fn carry<A: Unsigned>(pairs: &mut [TwoColumns<A>], offsets: &[[u128; 2]], e: u128) {
    let mut carry = 0;
    let (carried, above) = pairs.as_flattened_mut().split_at_mut(2 * offsets.len());
    for (column, offset) in carried.iter_mut().zip(offsets.as_flattened()) {
        let constant = offset.wrapping_add(e);
        let t = column.t.wrapping_sub(constant);
        column.t = constant.wrapping_add(A::low_bits(t) + carry);
        carry = A::high_bits(t);
    }
    if let [column, ..] = above {
        column.t = column.t.wrapping_add(carry);
    }
}

/// Propagates all carries into a. The accumulator becomes zero.
#[inline(always)]
fn store<A: Unsigned>(pairs: &mut [TwoColumns<A>], offsets: &[[u128; 2]], e: u128, a: &mut [u64]) {
    let mut carry = 0;
    for ((pair, offsets), a) in pairs.iter_mut().zip(offsets).zip(a.as_chunks_mut::<2>().0) {
        let [c0, c1] = pair;
        let u0 = c0.t.wrapping_sub(offsets[0].wrapping_add(e)) + carry;
        let u1 = c1.t.wrapping_sub(offsets[1].wrapping_add(e)) + A::high(u0);
        carry = A::high(u1);
        *a = [u0, u1].map(|u| A::word(A::low(u)));
        (c0.t, c1.t) = (0, 0);
    }
    debug_assert!(carry == 0, "carried out of the highest limb");
}
