//! Powers in a small class group. Miri interprets this test (`npm run miri`).

use powmod::{Natural, monoid::Monoid, multi::signed, pow};
use powmod_chia::{
    classgroup::ClassGroup,
    encoding::{decode, encode},
};

/// The generator of the class group of −1031 has the order 35.
#[test]
fn powers_of_a_form() {
    let mut group = ClassGroup::new(&Natural::from(1031_u32)).unwrap();
    let generator = group.generator();
    let mut power = generator;
    for exponent in 2..=35_u32 {
        group.multiply(&mut power, &generator);
        assert_eq!(power.is_identity(), exponent == 35);
        if exponent % 11 > 0 {
            continue;
        }
        let exponent = Natural::from(exponent);
        assert_eq!(pow::pow(&mut group, &generator, &exponent), power);
        let terms = [(generator, &exponent)];
        assert_eq!(signed::multi_pow(&mut group, &terms, |_| 3), power);
        assert_eq!(decode(&group, &encode(&group, &power), true), Ok(power));
    }
}
