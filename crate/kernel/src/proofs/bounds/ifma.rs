//! The columns of `ifma`, its residues, and the carries that make limbs of its columns.

use super::{
    check::{Checked, assert_limit, ensure},
    interval::{Interval, ensure_residues_closed, power},
};
use crate::{
    kernels::ifma::{MOST_LIMBS, SPARE},
    lanes::u52x8::{Fastest, Lanes},
};

fn check(width: usize, spare: usize, limbs: usize) -> Checked {
    let (limb, word) = (Interval::unsigned(width), Interval::unsigned(64));
    // Words are multiplied by their low bits alone.
    ensure_residues_closed(2, width, spare, &limb.most)?;
    // R = 2^(w·l) holds 2N*, and N' has a limb less: of one limb in the tightest case.
    ensure(2 * power(width) <= power(width + spare), "a residue has a limb more")?;

    // The low part of the first row, and in each row two products' low and high parts and the carry of the lowest lane.
    let mut column = limb.clone();
    for _ in 0..limbs {
        let carry = column.clone() >> width;
        column = (&column + &(&limb * 4) + &carry).within(&word, "a column")?;
    }
    // A column gets the high part of the column below, and then at most 1 by a mask. It carries at most 1.
    let sum = (&limb + &(column >> width)).within(&word, "a column and the high part below it")?;
    let carried = (sum + &Interval::unsigned(1)) >> width;
    carried.within(&Interval::unsigned(1), "a carry of more than 1")?;
    Ok(())
}

#[test]
fn bounds_of_ifma() {
    let width = Fastest::WIDTH;
    assert_limit("ifma: bits of a limb", width, 1, |width| check(width, SPARE, MOST_LIMBS));
    assert_limit("ifma: spare bits", SPARE, -1, |spare| check(width, spare, MOST_LIMBS));
    assert_limit("ifma: limbs", MOST_LIMBS, 1, |limbs| check(width, SPARE, limbs));
}
