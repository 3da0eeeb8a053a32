use super::{Checked, Interval, claim, moved, power};
use crate::cios::LIMB_BITS;

fn check(width: usize) -> Checked {
    let (limb, word) = (Interval::unsigned(width), Interval::unsigned(64));

    // t + x·y + carry, and above the last of them t + carry + the row's before, however long.
    let mut carry = Interval::of(0);
    loop {
        let sum = (&limb + &(&limb * &limb) + &carry).within(&word, "a sum in a row")?;
        let top = (&limb + &carry + &carry).within(&word, "the top of a row")?;
        let next = carry.or(&(sum >> width)).or(&(top >> width));
        if next == carry {
            break;
        }
        carry = next;
    }

    // In units of N: an accumulator below 2 gets less than 2^w − 1 by a, and at most that by q.
    let row = Interval::new(0, 2) + &Interval::new(0, &limb.most + &limb.most);
    claim(row.most <= 2 * power(width), "a row leaves 2N or more")?;
    // Its limbs, and one more while the row is added.
    claim(row.most <= power(2 * width), "a row is longer than the accumulator")?;

    // What t − n − borrow is shows in the sign of the word.
    let difference = &limb + &-&limb - &Interval::new(0, 1);
    difference.within(&Interval::signed(64), "a difference")?;
    Ok(())
}

#[test]
fn bounds_of_reference() {
    moved("cios: bits of a limb", LIMB_BITS, 1, check);
}
