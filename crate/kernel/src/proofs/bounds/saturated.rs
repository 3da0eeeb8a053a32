//! The sums of `saturated` and of `fios`, and the size of their accumulators.

use super::{
    check::{Checked, assert_limit, ensure},
    interval::{Interval, power},
};
use crate::kernels::{fios, saturated::WIDTH};

fn check(width: usize, of_sums: usize) -> Checked {
    let (limb, sums) = (Interval::unsigned(width), Interval::unsigned(of_sums));

    // t + x·y + carry, and above the highest limb the bit there and two carries.
    let mut carry = Interval::of(0);
    loop {
        let sum = (&limb + &(&limb * &limb) + &carry).within(&sums, "a sum in a row")?;
        let next = carry.hull(&(sum >> width));
        if next == carry {
            break;
        }
        carry = next;
    }
    let top = (Interval::unsigned(1) + &carry + &carry) >> width;
    top.within(&Interval::unsigned(1), "the limb above the highest")?;

    // In units of R, the accumulator is below 2. The row of a adds less than 2^w − 1, and the row of q at most as much.
    let row = Interval::new(0, 2) + &Interval::new(0, &limb.most + &limb.most);
    ensure(row.most <= 2 * power(width), "a row leaves 2R or more")
}

#[test]
fn bounds_of_saturated() {
    assert_limit("saturated: bits of a limb", WIDTH, 1, |width| check(width, 128));
    assert_limit("fios: bits of a limb", fios::LIMB_BITS, 1, |width| check(width, 64));
}
