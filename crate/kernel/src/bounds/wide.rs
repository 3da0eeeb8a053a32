use super::rows::{Rows, longest_run};
use crate::wide::{PRODUCT_RUN, SPARE, SQUARE_RUN, W, carries};

#[test]
fn bounds_of_wide() {
    let compiled = Rows {
        signed: false,
        width: W,
        factor_bits: u64::BITS as usize,
        column_bits: u128::BITS as usize,
        spare: SPARE,
        product_run: longest_run(|pass, passes| carries(pass, PRODUCT_RUN, passes)),
        square_run: longest_run(|pass, passes| carries(pass, SQUARE_RUN, passes)),
    };
    compiled.move_each("wide");
}
