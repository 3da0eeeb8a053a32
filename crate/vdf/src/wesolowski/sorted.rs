//! One window of many bases: ∏ x^digit for digits of w bits, with the factors sorted by their digits (Pippenger 1976,
//! in the form that multi-scalar multiplication uses, without its buckets).
//!
//! The factors of a digit are multiplied into the running product, from the highest digit down, and the product of all
//! running products is the result. A window of n factors costs about n + 2^w products.

use alloc::{vec, vec::Vec};
use powmod::monoid::Commutative;

/// a ← a·b, where `None` stands for the neutral element.
fn multiply_into<M: Commutative>(monoid: &mut M, a: &mut Option<M::Element>, b: &M::Element) {
    match a {
        Some(a) => monoid.multiply(a, b),
        None => *a = Some(b.clone()),
    }
}

/// The factors of one window in the order of their digits.
pub struct Sorted<E> {
    /// The factors that are left, by number, from the lowest digit to the highest.
    order: Vec<u32>,
    /// Where the factors of each digit begin in `order`.
    begins: Vec<u32>,
    /// The highest digit that is left.
    digit: usize,
    running: Option<E>,
    product: Option<E>,
}

impl<E: Clone> Sorted<E> {
    /// Sorts the factors 0, 1, 2, … by their digits of `window` bits.
    ///
    /// # Panics
    /// If a digit is 2^window or more, or there are 2^32 factors or more.
    pub fn new(digits: &[u16], window: u32) -> Self {
        let count = u32::try_from(digits.len()).expect("below 2^32 factors");
        let mut begins = vec![0_u32; 1 << window];
        for &digit in digits {
            begins[usize::from(digit)] += 1;
        }
        let mut end = 0;
        for begin in &mut begins {
            end += *begin;
            *begin = end;
        }
        let mut order = vec![0; digits.len()];
        for (i, &digit) in (0..count).zip(digits) {
            let begin = &mut begins[usize::from(digit)];
            *begin -= 1;
            order[*begin as usize] = i;
        }
        Self { order, begins, digit: (1 << window) - 1, running: None, product: None }
    }

    /// Multiplies until about `steps` steps are done, and returns the number of steps: one for each factor and
    /// one for each digit above 0 in all. `read` gets the numbers of the factors that are left. It writes the
    /// last of them to `factor`; those before the last come next.
    pub fn advance<M: Commutative<Element = E>>(
        &mut self,
        monoid: &mut M,
        steps: u64,
        factor: &mut E,
        read: &mut impl FnMut(&mut M, &[u32], &mut E),
    ) -> u64 {
        let mut done = 0;
        while done < steps && self.digit > 0 {
            done += 1;
            if self.order.len() > self.begins[self.digit] as usize {
                read(monoid, &self.order, factor);
                self.order.pop();
                multiply_into(monoid, &mut self.running, factor);
                continue;
            }
            self.digit -= 1;
            if let Some(running) = &self.running {
                multiply_into(monoid, &mut self.product, running);
            }
        }
        if self.digit == 0 {
            done += self.order.len() as u64;
            self.order.clear();
        }
        done
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.digit == 0 && self.order.is_empty()
    }

    /// ∏ x^digit, once all steps are done; `None` if every digit was 0.
    pub fn product(self) -> Option<E> {
        self.product
    }
}
