use super::rows::{Rows, longest_run};
use crate::scalar::{PRODUCT_RUN, SPARE, SQUARE_RUN, W, carries};

#[test]
fn bounds_of_scalar() {
    let compiled = Rows {
        signed: true,
        width: W,
        factor_bits: i64::BITS as usize,
        column_bits: i64::BITS as usize,
        spare: SPARE,
        product_run: longest_run(|pass, passes| carries(pass, PRODUCT_RUN, passes)),
        square_run: longest_run(|pass, passes| carries(pass, SQUARE_RUN, passes)),
    };
    compiled.move_each("scalar");
}
