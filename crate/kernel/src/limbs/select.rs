//! Selection from a lookup table by a secret index.

use super::element::Element;
use crate::lanes::words::Words;
use core::hint::black_box;

/// The entries that one pass reads: the sum in memory is then read and written once for all of them.
const AT_ONCE: usize = 4;

/// `out` ← `table[index]`. Every entry is read, so that no branch and no address depends on `index`. All entries are
/// as long as `out`.
#[inline(never)]
pub fn select(table: &[Element], index: usize, out: &mut [u64]) {
    out.fill(0);
    let mut masks = [0; AT_ONCE];
    for (i, entries) in table.chunks(AT_ONCE).enumerate() {
        fill(&mut masks, AT_ONCE * i, index);
        let mut read = 0;
        if let [a, b, c, d] = entries {
            let [a, b, c, d] = [a, b, c, d].map(|entry| entry.as_ref().as_chunks::<2>().0);
            let [ma, mb, mc, md] = masks;
            let (pairs, _) = out.as_chunks_mut::<2>();
            read = 2 * pairs.len();
            for ((((pair, a), b), c), d) in pairs.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                Words::load(pair)
                    .or_masked(Words::load(a), Words::splat(ma))
                    .or_masked(Words::load(b), Words::splat(mb))
                    .or_masked(Words::load(c), Words::splat(mc))
                    .or_masked(Words::load(d), Words::splat(md))
                    .store(pair);
            }
        }
        if read < out.len() {
            for (entry, mask) in entries.iter().zip(&masks) {
                for (out, word) in out.iter_mut().zip(entry.as_ref()).skip(read) {
                    *out |= word & mask;
                }
            }
        }
    }
    // The masks of the last entries tell whether one of them was selected. `black_box` keeps these writes.
    fill(&mut masks, 1, 0);
    black_box(&masks);
}

/// All ones for the entry at `index`, and 0 for the others. It is a function of its own, so that the compiler does not
/// know in [`select`] that there are two values only, between which it could branch.
#[inline(never)]
fn fill(masks: &mut [u64; AT_ONCE], first: usize, index: usize) {
    for (k, mask) in masks.iter_mut().enumerate() {
        // The borrow of (i ^ index) − 1.
        let below = (((first + k) ^ index) as u64).wrapping_sub(1) >> 63;
        *mask = below.wrapping_neg();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{vec, vec::Vec};

    #[test]
    fn every_entry_of_every_length_is_selected_alone() {
        for length in 0..9 {
            for entries in 0..19 {
                // An entry differs from all others in every word, and both halves of a word count.
                let word = |entry: usize, i: usize| !(((entry * 64 + i) as u64) << 32 | i as u64);
                let entry = |entry| (0..length).map(|i| word(entry, i)).collect::<Vec<u64>>();
                let table: Vec<_> = (0..entries).map(|i| Element::new(0, entry(i))).collect();
                for (index, entry) in table.iter().enumerate() {
                    let mut out = vec![u64::MAX; length];
                    select(&table, index, &mut out);
                    assert_eq!(out, entry.as_ref(), "{index} of {entries}");
                }
            }
        }
    }
}
