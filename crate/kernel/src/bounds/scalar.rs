use super::{
    moved,
    rows::{Rows, longest_run},
};
use crate::scalar::{PRODUCT_RUN, SPARE, SQUARE_RUN, W, carries};

fn compiled() -> Rows {
    Rows {
        signed: true,
        width: W,
        factor_bits: i64::BITS as usize,
        column_bits: i64::BITS as usize,
        spare: SPARE,
        product_run: longest_run(|pass, passes| carries(pass, PRODUCT_RUN, passes)),
        square_run: longest_run(|pass, passes| carries(pass, SQUARE_RUN, passes)),
    }
}

#[test]
fn bounds_of_scalar() {
    moved("scalar: bits of a limb", W, 1, |width| Rows { width, ..compiled() }.check());
    moved("scalar: spare bits", SPARE, -1, |spare| Rows { spare, ..compiled() }.check());
    moved("scalar: run of a product", compiled().product_run, 1, |product_run| {
        Rows { product_run, ..compiled() }.check()
    });
    moved("scalar: run of a square", compiled().square_run, 1, |square_run| {
        Rows { square_run, ..compiled() }.check()
    });
}
