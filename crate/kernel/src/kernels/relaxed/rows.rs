//! Products by rows: the columns with the limbs that each pass multiplies there, and the passes of a product.

use crate::{
    kernels::relaxed::{
        differences::{ColumnPair, IntegerLimbs},
        limbs::{
            Constants, HALF, HIGH_START, LIMB_RANGE, Multipliers, OFFSET, Parts, carry, digit,
        },
    },
    lanes::f64x2::{F64x2, U64x2, fused},
    limbs::{
        chain::{LOW_START, Term},
        wiped::Wiped,
    },
};

/// A pair of columns with the limbs of the operand that a pass multiplies there.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Pair {
    /// Limbs 2k and 2k + 1 of the operand.
    pub a: F64x2,
    /// Limbs 2k − 1 and 2k of the operand.
    pub a_odd: F64x2,
    /// x is q, and y is N'. The sums of low parts have HALF added.
    pub columns: ColumnPair,
}

impl Pair {
    /// Stores the sums of the pair `above`, plus these parts, one pair down.
    #[inline(always)]
    pub fn store_from(&mut self, above: &Self, (low, high): Parts) {
        self.columns.low = above.columns.low + low;
        self.columns.high = above.columns.high + high;
    }

    /// Adds these parts to the sums.
    #[inline(always)]
    pub fn add(&mut self, (low, high): Parts) {
        self.columns.low = self.columns.low + low;
        self.columns.high = self.columns.high + high;
    }
}

impl Multipliers {
    /// The terms of the rows of a·b, or of a² with b doubled.
    #[inline(always)]
    pub fn product(self, pair: &Pair) -> [Term; 2] {
        [(pair.a, self.0), (pair.a_odd, self.1)]
    }

    /// The terms of the rows of q·N', which belong one column further up.
    #[inline(always)]
    pub fn reduction(self, pair: &Pair) -> [Term; 2] {
        [(pair.columns.y_odd, self.0), (pair.columns.y, self.1)]
    }
}

/// The limbs of a residue.
#[inline(never)]
pub(crate) fn load_limbs(words: &[u64], out: &mut [F64x2]) {
    for (out, words) in out.iter_mut().zip(words.chunks_exact(2)) {
        *out = U64x2::new(words[0], words[1]).to_f64().within(LIMB_RANGE);
    }
}

/// The words of limbs.
pub(crate) fn store_limbs(limbs: impl Iterator<Item = F64x2>, out: &mut [u64]) {
    for (limbs, out) in limbs.zip(out.chunks_exact_mut(2)) {
        let bits = limbs.to_bits();
        (out[0], out[1]) = (bits.low(), bits.high());
    }
}

/// The scratch space of products modulo one N, with the limbs of N'.
#[derive(Clone)]
pub(crate) struct Rows {
    pub n_prime: IntegerLimbs,
    /// P pairs, and the pair that enters at the top in each pass.
    pub pairs: Wiped<Pair>,
}

impl Rows {
    /// For the limbs of N', an odd number of them.
    #[inline(never)]
    pub fn new(n_prime: &[f64]) -> Self {
        let count = n_prime.len() / 2;
        let limb = |i: usize| i.checked_sub(2).map_or(0.0, |i| n_prime[i]);
        let none = F64x2::splat(0.0);
        let pair = |k| Pair { a: none, a_odd: none, columns: ColumnPair::new(k, limb) };
        let mut pairs: Wiped<Pair> = (0..=count).map(pair).collect();
        pairs[count].columns.low = U64x2::splat(HALF);
        Self { n_prime: IntegerLimbs::new(n_prime.iter().map(|&limb| limb as i64)), pairs }
    }

    /// P, the number of passes.
    pub fn count(&self) -> usize {
        self.pairs.len() - 1
    }

    /// Stores the operand that rows multiply.
    #[inline(never)]
    pub fn load(&mut self, a: &[u64]) {
        let mut before = F64x2::splat(0.0);
        let (top, pairs) = self.pairs.split_last_mut().expect("a pair");
        for (pair, a) in pairs.iter_mut().zip(a.chunks_exact(2)) {
            pair.a = U64x2::new(a[0], a[1]).to_f64().within(LIMB_RANGE);
            pair.a_odd = pair.a.shifted(before);
            before = pair.a;
        }
        top.a_odd = F64x2::splat(0.0).shifted(before);
    }

    /// Copies the result, which `carry_round` stores in place of the operand.
    #[inline(never)]
    pub fn store(&self, a: &mut [u64]) {
        store_limbs(self.pairs.iter().map(|pair| pair.a), a);
    }

    /// Sets the sums for the first pass. Pair k gets one chain in each of the k passes before it is the
    /// lowest pair, so k biases are subtracted from it here.
    #[inline(always)]
    pub fn clear_sums(&mut self, constants: &Constants) {
        let (top, pairs) = self.pairs.split_last_mut().expect("a pair");
        let (mut low, mut high) = (top.columns.low, top.columns.high);
        for pair in pairs {
            (pair.columns.low, pair.columns.high) = (low, high);
            (low, high) = (low - constants.low_bias, high - constants.high_bias);
        }
    }

    /// Makes limbs of the sums after the last pass by one round of carries. It leaves
    /// |limb| ≤ 2^49 + 2^12. Nothing is carried out of the highest limb: it is below 2^48 because the
    /// residue is below N* < R/4.
    ///
    /// `diagonal` is Σ e_m. Each column gets the part that is not yet in `pair.columns.diagonal`.
    #[inline(always)]
    pub fn carry_round(&mut self, constants: &Constants, carry: u64, diagonal: Option<U64x2>) {
        // Pair k got P − k chains, because it entered at the top in pass k.
        let count = self.count() as u64;
        let mut low_bias =
            U64x2::splat(OFFSET.wrapping_sub(count.wrapping_mul(LOW_START.to_bits())));
        let mut high_bias = U64x2::splat(count.wrapping_mul(HIGH_START.to_bits()).wrapping_neg());
        if let Some(diagonal) = diagonal {
            low_bias = low_bias + diagonal;
        }
        let mut high_before = U64x2::new(0, carry);
        let mut carry_before = F64x2::splat(0.0);
        let mut before = F64x2::splat(0.0);
        let (top, pairs) = self.pairs.split_last_mut().expect("a pair");
        for pair in pairs {
            let high = pair.columns.high + high_bias;
            let mut sum = pair.columns.low + low_bias + high.shifted(high_before);
            if diagonal.is_some() {
                sum = sum - pair.columns.diagonal;
            }
            let carry = constants.carries(sum);
            pair.a = (constants.digits(sum) + carry.shifted(carry_before)).within(LIMB_RANGE);
            pair.a_odd = pair.a.shifted(before);
            (high_before, carry_before, before) = (high, carry, pair.a);
            (low_bias, high_bias) =
                (low_bias + constants.low_bias, high_bias + constants.high_bias);
        }
        top.a_odd = F64x2::splat(0.0).shifted(before);
        debug_assert_eq!(carry_before.high(), 0.0, "carried out of the highest limb");
    }

    /// The quotient digits of a pass, from its lowest sums. Updates the carry out of the two columns.
    #[inline(always)]
    pub fn quotient_digits(
        &self,
        constants: &Constants,
        (low, high): Parts,
        carry_in: &mut u64,
    ) -> Multipliers {
        let first = low.low().wrapping_add(*carry_in);
        let (integer, q_0) = digit(first);
        let second = low.high().wrapping_add(high.low()).wrapping_add(carry(first));
        let (_, q_1) = digit(second.wrapping_add(integer.wrapping_mul(self.n_prime.y_0)));

        let (product_low, product_high) =
            constants.unbiased_chain([(self.pairs[0].columns.y_odd, q_0)]);
        *carry_in = carry(second.wrapping_add(product_low.high()))
            .wrapping_add(high.high())
            .wrapping_add(product_high.high());
        Multipliers(q_0, q_1)
    }

    /// The quotient digits of a pass of a product, with the rows `b` and these sums in the lowest pair. Updates the
    /// carry.
    #[inline(always)]
    fn product_digits(
        &self,
        constants: &Constants,
        b: Multipliers,
        sums: Parts,
        carry: &mut u64,
    ) -> Multipliers {
        let (low, high) = constants.unbiased_chain(b.product(&self.pairs[0]));
        self.quotient_digits(constants, (sums.0 + low, sums.1 + high), carry)
    }

    /// Adds rows 2p and 2p + 1 of a product, and those of its reduction with the quotient digits `q`. Returns the sums
    /// of the pair that becomes the lowest. If a pass with the rows `next_b` follows, this function leaves the quotient
    /// digits and the carry of that pass in `q` and `carry`.
    #[inline(always)]
    fn product_pass(
        &mut self,
        constants: &Constants,
        b: Multipliers,
        next_b: Option<Multipliers>,
        q: &mut Multipliers,
        carry: &mut u64,
    ) -> Parts {
        let rows = *q;
        let first = &self.pairs[1];
        let ([x, y], [z, t]) = (b.product(first), rows.reduction(first));
        let (low, high) = constants.chain([x, y, z, t]);
        let head = (first.columns.low + low, first.columns.high + high);
        if let Some(next_b) = next_b {
            *q = self.product_digits(constants, next_b, head, carry);
        }
        let (mut below, pairs) = self.pairs[1..].split_first_mut().expect("a pair");
        for pair in pairs {
            let ([x, y], [z, t]) = (b.product(pair), rows.reduction(pair));
            below.store_from(pair, constants.chain([x, y, z, t]));
            below = pair;
        }
        head
    }

    /// Multiplies the operand by b.
    pub fn multiply(&mut self, b: &[u64]) {
        fused(
            #[inline(always)]
            || {
                let constants = &Constants::new();
                self.clear_sums(constants);
                let rows = |b: &[u64]| {
                    Multipliers::splat(&U64x2::new(b[0], b[1]).to_f64().within(LIMB_RANGE))
                };
                let (first, others) = b.split_at(2);
                let (mut b, mut carry) = (rows(first), 0);
                let sums = (self.pairs[0].columns.low, self.pairs[0].columns.high);
                let mut q = self.product_digits(constants, b, sums, &mut carry);
                for next_b in others.chunks_exact(2) {
                    let next_b = rows(next_b);
                    self.product_pass(constants, b, Some(next_b), &mut q, &mut carry);
                    b = next_b;
                }
                let head = self.product_pass(constants, b, None, &mut q, &mut carry);
                (self.pairs[0].columns.low, self.pairs[0].columns.high) = head;
                self.carry_round(constants, carry, None);
            },
        )
    }
}
