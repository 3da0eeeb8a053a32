//! Every product of two forms of every small class group.

use powmod::{
    Natural,
    monoid::{Invertible, Monoid},
};
use powmod_chia::{
    classgroup::{ClassGroup, Form},
    integer::Long,
};

/// A form (a, b, c) with b² − 4ac = D.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Definition {
    a: i64,
    b: i64,
    c: i64,
}

impl Definition {
    fn new(a: i64, b: i64, size: i64) -> Self {
        assert_eq!((b * b + size) % (4 * a), 0, "b² is not D modulo 4a");
        Self { a, b, c: (b * b + size) / (4 * a) }
    }

    fn size(self) -> i64 {
        4 * self.a * self.c - self.b * self.b
    }

    fn is_reduced(self) -> bool {
        let Self { a, b, c } = self;
        b.abs() <= a && a <= c && (b >= 0 || b.abs() < a && a < c)
    }

    /// One step at a time: f(x ± y, y) or f(−y, x).
    fn reduced(self) -> Self {
        let mut form = self;
        while !form.is_reduced() {
            let Self { a, b, c } = form;
            form = match () {
                () if b > a => Self { a, b: b - 2 * a, c: a - b + c },
                () if b <= -a => Self { a, b: b + 2 * a, c: a + b + c },
                () => Self { a: c, b: -b, c: a },
            };
        }
        form
    }

    /// An equivalent form with an `a` that has no factor in common with n.
    fn coprime_to(self, n: i64) -> Self {
        let Self { a, b, c } = self;
        let value = |x: i64, y: i64| a * x * x + b * x * y + c * y * y;
        for sum in 1.. {
            for y in 0..=sum {
                let x = sum - y;
                let (gcd, u, v) = euclid(x, y);
                if gcd == 1 && euclid(value(x, y), n).0 == 1 {
                    // f(xX − vY, yX + uY), of the determinant xu + yv = 1.
                    let middle = 2 * (c * y * u - a * x * v) + b * (x * u - y * v);
                    return Self::new(value(x, y), middle, self.size());
                }
            }
        }
        unreachable!()
    }

    /// Dirichlet's product: (a, B) and (a', B) for a and a' without a common factor give (aa', B).
    fn times(self, other: Self) -> Self {
        let other = other.coprime_to(self.a);
        // B is b modulo 2a, and b' modulo 2a'.
        let (_, inverse, _) = euclid(self.a, other.a);
        let steps = ((other.b - self.b) / 2 % other.a * inverse).rem_euclid(other.a);
        let b = self.b + 2 * self.a * steps;
        assert_eq!((b - other.b) % (2 * other.a), 0);
        Self::new(self.a * other.a, b, self.size()).reduced()
    }
}

/// The gcd of a and b, neither below 0, and x and y with ax + by = gcd.
fn euclid(a: i64, b: i64) -> (i64, i64, i64) {
    if b == 0 {
        return (a, 1, 0);
    }
    let (gcd, x, y) = euclid(b, a % b);
    (gcd, y, x - a / b * y)
}

/// Every reduced form of the discriminant −size.
fn reduced_forms(size: i64) -> Vec<Definition> {
    let mut forms = Vec::new();
    for a in (1..).take_while(|a| 3 * a * a <= size) {
        for b in (-a..=a).filter(|b| (b * b + size) % (4 * a) == 0) {
            let form = Definition::new(a, b, size);
            if form.is_reduced() {
                forms.push(form);
            }
        }
    }
    forms
}

/// The class number of the discriminant −p by Dirichlet's formula, for a prime p that is 7 modulo 8: how many more
/// squares than others there are modulo p, up to p/2.
fn class_number(p: i64) -> usize {
    let mut is_square = vec![false; p as usize];
    for x in 1..p {
        is_square[(x * x % p) as usize] = true;
    }
    let squares = is_square[..=p as usize / 2].iter().filter(|&&is| is).count();
    squares - (p as usize / 2 - squares)
}

fn long(x: i64) -> Long {
    let magnitude = Long::from_word(x.unsigned_abs());
    if x < 0 { -&magnitude } else { magnitude }
}

fn definition(form: &Form) -> Definition {
    let signed = |negative: bool, magnitude: &[u64]| {
        let word = match magnitude {
            [] => 0,
            [word] => *word as i64,
            _ => panic!("a long number"),
        };
        if negative { -word } else { word }
    };
    let Form { a, b, c, .. } = form;
    Definition {
        a: signed(a.is_negative(), a.magnitude()),
        b: signed(b.is_negative(), b.magnitude()),
        c: signed(c.is_negative(), c.magnitude()),
    }
}

/// Every pair of forms of a discriminant, in both orders. Returns the number of cases.
fn check_class_group(size: i64) -> u64 {
    let mut group = ClassGroup::new(&Natural::from(size as u64)).expect("7 modulo 8, and not 7");
    let forms = reduced_forms(size);
    assert_eq!(forms.len(), class_number(size), "the class number of −{size}");
    let identity = Definition::new(1, 1, size);
    assert_eq!(definition(&group.identity()), identity);
    assert_eq!(definition(&group.generator()), Definition::new(2, 1, size).reduced());
    let mut cases = 0;
    let elements: Vec<Form> = forms
        .iter()
        .map(|form| {
            // The forms f(x + ky, y) and f(kx − y, x).
            for k in -3..=3 {
                let moved = Definition::new(form.a, form.b + 2 * form.a * k, size);
                let turned = Definition { a: moved.c, b: -moved.b, c: moved.a };
                for Definition { a, b, .. } in [moved, turned] {
                    let found = group.form(&long(a), &long(b)).expect("4a divides b² − D");
                    assert_eq!(definition(&found), *form, "({a}, {b}) of −{size}");
                    cases += 1;
                }
            }
            group.form(&long(form.a), &long(form.b)).expect("4a divides b² − D")
        })
        .collect();
    for (x, f) in elements.iter().zip(&forms) {
        let mut inverse = *x;
        group.invert(&mut inverse);
        assert_eq!(definition(&inverse), Definition { b: -f.b, ..*f }.reduced(), "1/{f:?}");
        let mut square = *x;
        group.square(&mut square, 1);
        assert_eq!(definition(&square), f.times(*f), "{f:?}²");
        for (y, g) in elements.iter().zip(&forms) {
            let mut product = *x;
            group.multiply(&mut product, y);
            assert_eq!(definition(&product), f.times(*g), "{f:?} times {g:?}");
            cases += 1;
        }
        cases += 2;
    }
    cases
}

#[test]
fn class_groups() {
    const BITS: u32 = 14;
    let is_prime = |n: &i64| (2..).take_while(|d| d * d <= *n).all(|d| n % d > 0);
    let sizes: Vec<i64> = (15..1 << BITS).step_by(8).filter(is_prime).collect();
    let cases: u64 = sizes.iter().map(|&size| check_class_group(size)).sum();
    println!("class groups: {} discriminants to {BITS} bits: {cases} cases", sizes.len());
    assert!(cases > 1000);
}
