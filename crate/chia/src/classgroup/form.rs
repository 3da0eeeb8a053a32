//! Binary quadratic forms, and their reduction.

use crate::integer::{Long, Short};
use core::cmp::Ordering;

/// A reduced form (a, b, c). [`ClassGroup::form`](super::ClassGroup::form) makes one.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Above 0.
    pub a: Short,
    /// Odd.
    pub b: Short,
    /// (b² − D)/(4a).
    pub c: Long,
}

impl Form {
    /// The reduced form equivalent to (a, b, (b² − D)/(4a)), for 0 < a < 2^540; `None` if 4a does not divide b² − D.
    pub(crate) fn from_pair(a: &Long, b: &Long, discriminant: &Long) -> Option<Self> {
        // The same class has a b in [0, 2a), whose square fits.
        let b: Long = b.modulo(&a.shift_left(1));
        let difference = &b.times::<_, 18>(&b) - discriminant;
        let (c, rest) = difference.divide(&a.shift_left(2));
        rest.is_zero().then(|| Self::reduced(*a, b, c))
    }

    /// The reduced form equivalent to (a, b, c), for a > 0.
    pub(crate) fn reduced(mut a: Long, mut b: Long, mut c: Long) -> Self {
        // −a < b ≤ a: q = (a − b) div 2a; (b, c) = (b + 2qa, aq² + bq + c)
        if b.compare_magnitude(&a).is_gt() {
            let (q, _) = (&a - &b).divide(&a.shift_left(1));
            let product: Long = q.times(&a);
            c = &c + &q.times::<_, 18>(&(&product + &b));
            b = &b + &product.shift_left(1);
        }
        loop {
            match a.compare_magnitude(&c) {
                Ordering::Less => break,
                Ordering::Equal if !b.is_negative() => break,
                _ => {}
            }
            // q = (b + c) div 2c; (a, b, c) = (c, 2qc − b, cq² − bq + a). The new b is in (−c, c].
            let (q, _) = (&b + &c).divide(&c.shift_left(1));
            let product: Long = q.times(&c);
            let last: Long = q.times(&(&product - &b));
            (a, b, c) = (c, &product.shift_left(1) - &b, &a + &last);
        }
        if b.is_negative() && b.compare_magnitude(&a).is_eq() {
            b = a;
        }
        Self { a: a.resize(), b: b.resize(), c }
    }

    /// The inverse: (a, −b, c), if it is reduced.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let is_own =
            self.b.compare_magnitude(&self.a).is_eq() || self.a.compare_magnitude(&self.c).is_eq();
        Self { b: self.b.negate_if(!is_own), ..*self }
    }

    /// Whether this is (1, 1, (1 − D)/4).
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.a.is_one()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, one step at a time: |b| ≤ a ≤ c, and b ≥ 0 where one of the two is an equality.
    fn reduced(mut a: i64, mut b: i64, mut c: i64) -> [i64; 3] {
        loop {
            (a, b, c) = match () {
                () if b > a => (a, b - 2 * a, a - b + c),
                () if b <= -a => (a, b + 2 * a, a + b + c),
                () if a > c || a == c && b < 0 => (c, -b, a),
                () => return [a, b, c],
            };
        }
    }

    /// All forms with small numbers, of any discriminant: only some meet the edges of a reduced form.
    #[test]
    fn forms_are_reduced_to_those_of_the_definition() {
        let long = |x: i64| {
            let magnitude = Long::from_word(x.unsigned_abs());
            if x < 0 { -&magnitude } else { magnitude }
        };
        let form =
            |[a, b, c]: [i64; 3]| Form { a: long(a).resize(), b: long(b).resize(), c: long(c) };
        let mut edges = 0;
        for a in 1..=12 {
            for c in 1..=12 {
                for b in (-25..=25).step_by(2).filter(|b| b * b < 4 * a * c) {
                    let expected = reduced(a, b, c);
                    let found = Form::reduced(long(a), long(b), long(c));
                    assert_eq!(found, form(expected), "({a}, {b}, {c})");
                    // The form of the opposite b is the inverse.
                    assert_eq!(found.inverse(), form(reduced(a, -b, c)), "1/({a}, {b}, {c})");
                    edges +=
                        usize::from(expected[1].abs() == expected[0] || expected[0] == expected[2]);
                }
            }
        }
        assert!(edges > 100, "{edges}");
    }
}
