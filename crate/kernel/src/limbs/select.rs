//! Selection from a lookup table by a secret index.

use crate::lanes::words::Words;
use alloc::boxed::Box;
use core::hint::black_box;

/// The entries that one pass reads: the sum in memory is then read and written once for all of them.
const AT_ONCE: usize = 4;

/// `out` ← `table[index]`. Every entry is read, so that no branch and no address depends on `index`. All entries are
/// as long as `out`.
#[inline(never)]
pub fn select(table: &[Box<[u64]>], index: usize, out: &mut [u64]) {
    out.fill(0);
    // All ones for i = index, from the borrow of (i ^ index) − 1. `black_box` hides from the compiler that there are two
    // values only, between which it could branch.
    let mask = |i: usize| {
        let below = ((i ^ index) as u64).wrapping_sub(1) >> 63;
        black_box(below.wrapping_neg())
    };
    let (groups, rest) = table.as_chunks::<AT_ONCE>();
    let (pairs, _) = out.as_chunks_mut::<2>();
    let count = pairs.len();
    for (i, entries) in groups.iter().enumerate() {
        let masks: [_; AT_ONCE] = core::array::from_fn(|k| Words::splat(mask(AT_ONCE * i + k)));
        let rows = entries.each_ref().map(|entry| &entry.as_chunks::<2>().0[..count]);
        for (at, pair) in pairs.iter_mut().enumerate() {
            let mut sum = Words::load(pair);
            for (row, &mask) in rows.iter().zip(&masks) {
                sum = sum.or_masked(Words::load(&row[at]), mask);
            }
            sum.store(pair);
        }
    }
    // The words and the entries that are left.
    let mut add = |from: usize, entry: &[u64], mask: u64| {
        for (out, word) in out[from..].iter_mut().zip(&entry[from..]) {
            *out |= word & mask;
        }
    };
    let read = AT_ONCE * groups.len();
    for (i, entry) in table[..read].iter().enumerate() {
        add(2 * count, entry, mask(i));
    }
    for (i, entry) in rest.iter().enumerate() {
        add(0, entry, mask(read + i));
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
                let entry = |entry| (0..length).map(|i| word(entry, i)).collect::<Box<[u64]>>();
                let table: Vec<_> = (0..entries).map(entry).collect();
                for (index, entry) in table.iter().enumerate() {
                    let mut out = vec![u64::MAX; length];
                    select(&table, index, &mut out);
                    assert_eq!(out[..], entry[..], "{index} of {entries}");
                }
            }
        }
    }
}
