//! `yao`: several powers of one base, which share one chain of squarings (Yao, "On the evaluation of powers", SIAM J.
//! Comput. 5, 1976).
//!
//! The chain runs from the lowest bit up. Each exponent has a bucket for each odd digit of a sliding window, and where
//! the chain reaches a digit, its power joins that bucket. Then ∏ bucket_d^d is made of running products from the
//! highest bucket down (Brickell, Gordon, McCurley, Wilson, EUROCRYPT '92). For n exponents of k bits and windows of w
//! bits, this costs k squarings and n·(k/(w+1) + 2^(w−1)) products, about.

use super::windows::multiply_into;
use crate::{monoid::Monoid, natural::Natural, plan};
use alloc::{vec, vec::Vec};

/// The most exponents that share a chain. More would save little, and their buckets would leave the caches.
const MOST: usize = 64;

/// The most bytes that the buckets of one chain take of a cache.
const BUCKET_BYTES: usize = 1 << 20;

/// x^e for each exponent e, in order.
pub fn powers<M: Monoid>(
    monoid: &mut M,
    x: &M::Element,
    exponents: &[&Natural],
) -> Vec<M::Element> {
    let longest = exponents.iter().map(|e| e.bits()).max().unwrap_or(0);
    // A window for half the length, because a bucket takes two products where an entry of a lookup table takes one.
    let window = plan::sliding_window(longest / 2) as usize;
    let count = 1 << (window - 1);
    let bytes = monoid.costs().bytes * count;
    let at_once = (BUCKET_BYTES / bytes.max(1)).clamp(2, MOST);
    let mut powers = Vec::with_capacity(exponents.len());
    for exponents in exponents.chunks(at_once) {
        let mut buckets: Vec<Option<M::Element>> =
            (0..exponents.len() * count).map(|_| None).collect();
        // For each exponent, the place below which all bits belong to digits that were found.
        let mut done = vec![0; exponents.len()];
        let (mut chain, mut reached) = (x.clone(), 0);
        for low in 0..longest {
            for (i, e) in exponents.iter().enumerate() {
                if low >= done[i] && e.bit(low) {
                    done[i] = low + window;
                    monoid.square(&mut chain, low - reached);
                    reached = low;
                    let digit = e.window(low, window) as usize;
                    multiply_into(monoid, &mut buckets[i * count + digit / 2], &chain);
                }
            }
        }
        for buckets in buckets.chunks(count) {
            powers.push(join(monoid, buckets));
        }
    }
    powers
}

/// ∏ bucket_i^(2i + 1), which is S₀·(S₁·S₂⋯)² with the running products S_i = bucket_i·bucket_(i+1)⋯.
fn join<M: Monoid>(monoid: &mut M, buckets: &[Option<M::Element>]) -> M::Element {
    let (mut running, mut product) = (None, None);
    for (i, bucket) in buckets.iter().enumerate().rev() {
        if let Some(bucket) = bucket {
            multiply_into(monoid, &mut running, bucket);
        }
        if i > 0
            && let Some(running) = &running
        {
            multiply_into(monoid, &mut product, running);
        }
    }
    if let Some(product) = &mut product {
        monoid.square(product, 1);
        multiply_into(monoid, &mut running, product);
    }
    running.unwrap_or_else(|| monoid.one())
}
