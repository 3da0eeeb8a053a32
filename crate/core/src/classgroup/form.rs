//! Binary quadratic forms, and their reduction.

use core::cmp::Ordering;
use powmod_kernel::integer::Integer;

/// The a and the b of a reduced form, with a word to spare for encoded forms, which may be longer.
pub type Short = Integer<10>;

/// The c of a form, and products.
pub type Long = Integer<18>;

/// The square of the b of a form that is not reduced.
type Longest = Integer<35>;

/// A reduced form (a, b, c).
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
    /// The reduced form equivalent to (a, b, (b² − D)/(4a)), for a > 0; `None` if 4a does not divide b² − D.
    pub fn reduced(a: &Long, b: &Long, discriminant: &Long) -> Option<Self> {
        // Of the b with the same remainder modulo 2a, take the one in (−a, a].
        let mut b: Long = b.modulo(&a.shift_left(1));
        if b.compare_magnitude(a).is_gt() {
            b = &b - &a.shift_left(1);
        }
        let difference = &b.times::<_, 35>(&b) - discriminant;
        let (c, rest): (Longest, Long) = difference.divide(&a.shift_left(2));
        rest.is_zero().then(|| reduce(*a, b, c.resize()))
    }

    /// The inverse: (a, −b, c), if it is reduced.
    pub fn inverse(&self) -> Self {
        let is_own =
            self.b.compare_magnitude(&self.a).is_eq() || self.a.compare_magnitude(&self.c).is_eq();
        Self { b: self.b.negate_if(!is_own), ..*self }
    }

    /// Whether this is (1, 1, (1 − D)/4).
    pub fn is_identity(&self) -> bool {
        self.a.is_one()
    }
}

/// The reduced form equivalent to (a, b, c), for −a < b ≤ a.
fn reduce(mut a: Long, mut b: Long, mut c: Long) -> Form {
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
    Form { a: a.resize(), b: b.resize(), c }
}
