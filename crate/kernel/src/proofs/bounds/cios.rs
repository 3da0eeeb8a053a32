//! The sums of `cios`, and the length of its accumulator.

use super::{
    check::{Checked, assert_limit, ensure},
    interval::{Interval, power},
};
use crate::kernels::cios::LIMB_BITS;

fn check(width: usize) -> Checked {
    let (limb, word) = (Interval::unsigned(width), Interval::unsigned(64));

    // t + x·y + carry, and above the last limb t + carry + the carry of the row before, for any number
    // of limbs.
    let mut carry = Interval::of(0);
    loop {
        let sum = (&limb + &(&limb * &limb) + &carry).within(&word, "a sum in a row")?;
        let top = (&limb + &carry + &carry).within(&word, "the top of a row")?;
        let next = carry.hull(&(sum >> width)).hull(&(top >> width));
        if next == carry {
            break;
        }
        carry = next;
    }

    // In units of N, the accumulator is below 2. The row of a adds less than 2^w − 1, and the row of q at most as much.
    let row = Interval::new(0, 2) + &Interval::new(0, &limb.most + &limb.most);
    ensure(row.most <= 2 * power(width), "a row leaves 2N or more")?;
    // Its limbs, and one more while the row is added.
    ensure(row.most <= power(2 * width), "a row is longer than the accumulator")?;

    // The borrow of t − n − borrow is the sign of the word.
    let difference = &limb + &-&limb - &Interval::new(0, 1);
    difference.within(&Interval::signed(64), "a difference")?;
    Ok(())
}

#[test]
fn bounds_of_cios() {
    assert_limit("cios: bits of a limb", LIMB_BITS, 1, check);
}
