//! What Miri interprets of Chia's proofs (`npm run miri`): a short discriminant, its forms and their encodings. A
//! proof's challenges of 264 bits take it many minutes.

use powmod::monoid::Monoid;
use powmod_chia::{
    Field,
    encoding::{decode, encode},
};

#[test]
fn forms_of_a_short_discriminant() {
    let group = &mut Field::new(b"small", 16).unwrap().group;
    let mut form = group.generator();
    for _ in 0..4 {
        assert_eq!(decode(group, &encode(group, &form), true), Ok(form));
        let mut square = form;
        group.square(&mut square, 1);
        let mut product = form;
        group.multiply(&mut product, &form);
        assert_eq!(product, square);
        form = square;
    }
}
