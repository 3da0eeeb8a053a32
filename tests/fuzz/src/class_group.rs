//! Encodings of forms, arbitrary and altered, and the laws of the class group.

use arbitrary::{Arbitrary, Result, Unstructured};
use num_bigint::{BigInt, BigUint, Sign};
use powmod::monoid::Monoid;
use powmod_chia::{
    Field,
    classgroup::Form,
    encoding::{FORM_BYTES, decode, encode},
    integer::Integer,
};
use std::sync::LazyLock;

/// Discriminants of several lengths, and some forms of each.
static FIELDS: LazyLock<Vec<(Field, Vec<Form>)>> = LazyLock::new(|| {
    let with_forms = |bits| {
        let mut field = Field::new(b"class group", bits).expect("a challenge that gives one");
        let mut form = field.group.generator();
        let mut forms = vec![field.group.identity(), form];
        for squarings in [1, 2, 3, bits / 8, bits / 4, bits, 100, 101, 102] {
            field.group.square(&mut form, squarings);
            forms.push(form);
            let other = forms[2];
            field.group.multiply(&mut form, &other);
            forms.push(form);
        }
        (field, forms)
    };
    [16, 24, 64, 256, 1000, 1024].into_iter().map(with_forms).collect()
});

/// A change of an encoding.
#[derive(Arbitrary, Debug)]
enum Change {
    Flip { byte: u8, bit: u8 },
    Set { byte: u8, to: u8 },
    Add { byte: u8, number: i8 },
}

/// Reads two forms, and checks the encodings and the laws of the group.
pub fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let (field, forms) = u.choose(&FIELDS[..])?;
    let (f, g) = (read(u, field, forms)?, read(u, field, forms)?);
    let (Some(f), Some(g)) = (f, g) else { return Ok(()) };
    let group = &mut field.group.clone();
    let mut product = f;
    group.multiply(&mut product, &g);
    check(field, &product);
    let mut exchanged = g;
    group.multiply(&mut exchanged, &f);
    assert_eq!(product, exchanged);
    group.multiply(&mut product, &g.inverse());
    assert_eq!(product, f, "{g:?}");
    let (mut square, mut twice) = (f, f);
    group.square(&mut square, 1);
    group.multiply(&mut twice, &f);
    assert_eq!(square, twice);
    Ok(())
}

/// The form of an encoding, if it is one.
fn read(u: &mut Unstructured<'_>, field: &Field, forms: &[Form]) -> Result<Option<Form>> {
    let mut bytes: [u8; FORM_BYTES] = match u.arbitrary()? {
        true => u.arbitrary()?,
        false => encode(&field.group, u.choose(forms)?),
    };
    for change in u.arbitrary::<[Option<Change>; 3]>()?.into_iter().flatten() {
        match change {
            Change::Flip { byte, bit } => bytes[usize::from(byte) % FORM_BYTES] ^= 1 << (bit % 8),
            Change::Set { byte, to } => bytes[usize::from(byte) % FORM_BYTES] = to,
            Change::Add { byte, number } => {
                let byte = &mut bytes[usize::from(byte) % FORM_BYTES];
                *byte = byte.wrapping_add_signed(number);
            }
        }
    }
    let [lenient, strict] = [false, true].map(|strict| decode(&field.group, &bytes, strict));
    if strict.is_ok() {
        assert_eq!(lenient, strict);
    }
    if let Ok(form) = &lenient {
        check(field, form);
        assert_eq!(decode(&field.group, &encode(&field.group, form), true), lenient);
    }
    Ok(lenient.ok())
}

/// Asserts that this is a reduced form of the discriminant.
fn check(field: &Field, form: &Form) {
    let [a, b, c] = [big(&form.a), big(&form.b), big(&form.c)];
    assert_eq!(&b * &b - &a * &c * 4, big(field.group.discriminant()));
    let size = BigInt::from(b.magnitude().clone());
    assert!(a > BigInt::ZERO && size <= a && a <= c, "{form:?}");
    assert!(b > BigInt::ZERO || (size < a && a < c), "{form:?}");
}

fn big<const N: usize>(x: &Integer<N>) -> BigInt {
    let sign = if x.is_negative() { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, BigUint::new(x.limbs().collect()))
}
