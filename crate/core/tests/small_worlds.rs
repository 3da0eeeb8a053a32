//! Montgomery form for every small modulus and every number: its set-up, entering and leaving, on the kernels and on
//! a radix of any size; and even moduli, which join two parts. And every product of two forms of every small class
//! group.

use powmod::{
    Modulus, Natural,
    classgroup::{ClassGroup, Form, Long},
    kernel::{ALL, Kernel, Maker},
    modulus::{Odd, doubling::Doubling, montgomery::Montgomery},
    monoid::{Absorbing, Invertible, Monoid},
};
use std::thread;

/// A kernel for N below 2^16 with R = 2^RHO, by division: what a kernel is by definition. A residue is one word,
/// below 3N, so that residues of one number differ.
struct Plain<const RHO: usize> {
    n: u64,
    inverse: u64,
}

impl<const RHO: usize> Plain<RHO> {
    fn make(n: &[u32]) -> Box<dyn Kernel> {
        let n = u64::from(n[0]);
        let radix = (1_u128 << RHO) % u128::from(n);
        let inverse = (0..n).find(|&x| radix as u64 * x % n == 1 % n).expect("N is odd");
        Box::new(Self { n, inverse })
    }

    fn maker() -> Maker {
        let make = Self::make;
        Maker { name: "plain", max_bits: 16, fast_from: 0, square_cost: 1.0, make }
    }
}

impl<const RHO: usize> Kernel for Plain<RHO> {
    fn words(&self) -> usize {
        1
    }

    fn radix_bits(&self) -> usize {
        RHO
    }

    fn decoded_limbs(&self) -> usize {
        2
    }

    fn encode(&self, x: &[u32], out: &mut [u64]) {
        assert!(x.len() == 1 && u64::from(x[0]) < self.n, "not below N");
        out[0] = x[0].into();
    }

    fn decode(&self, a: &[u64], out: &mut [u32]) {
        out.copy_from_slice(&[a[0] as u32, (a[0] >> 32) as u32][..out.len()]);
    }

    fn multiply(&mut self, a: &mut [u64], b: &[u64]) {
        assert!(a[0] < 3 * self.n && b[0] < 3 * self.n, "not a residue");
        let product = a[0] * b[0] % self.n * self.inverse % self.n;
        a[0] = product + self.n * (product % 3);
    }

    fn square(&mut self, a: &mut [u64], times: usize) {
        for _ in 0..times {
            let b = a[0];
            self.multiply(a, &[b]);
        }
    }

    fn fork(&self) -> Box<dyn Kernel> {
        Box::new(Self { ..*self })
    }
}

fn number(x: &Natural) -> u64 {
    x.limbs().iter().rev().fold(0, |sum, &limb| sum << 32 | u64::from(limb))
}

/// Checks the set-up for an odd N, and every number to a few times N. Returns the number of cases.
fn check_montgomery(n: u64, maker: Maker) -> u64 {
    let name = maker.name;
    let mut form = Montgomery::new(Odd::new(n.into()).unwrap(), maker);
    let one = form.one();
    assert_eq!(number(&form.from_montgomery(&one)), 1, "{name}: 1 modulo {n}");
    let radix = form.radix();
    let mut cases = 1;
    for x in 0..4 * n {
        let mut element = form.to_montgomery(&x.into());
        assert_eq!(number(&form.from_montgomery(&element)), x % n, "{name}: {x} modulo {n}");
        assert_eq!(form.is_zero(&element), x % n == 0, "{name}: {x} modulo {n}");
        for limbs in [vec![x as u32], vec![x as u32, 0, 1]] {
            let long = form.limbs_to_montgomery(&limbs);
            let value = limbs.iter().rev().fold(0_u128, |sum, &limb| sum << 32 | u128::from(limb));
            let expected = (value % u128::from(n)) as u64;
            assert_eq!(
                number(&form.from_montgomery(&long)),
                expected,
                "{name}: {limbs:?} modulo {n}"
            );
        }
        form.square(&mut element, 1);
        let square = x % n * (x % n) % n;
        assert_eq!(number(&form.from_montgomery(&element)), square, "{name}: {x}² modulo {n}");
        cases += 5;
    }
    for x in 0..n {
        let mut divided = form.one();
        form.unconverted_into(&[x as u32], &mut divided);
        form.multiply(&mut divided, &radix);
        assert_eq!(number(&form.from_montgomery(&divided)), x, "{name}: {x}/R·R modulo {n}");
        for y in 0..n {
            let difference = form.subtract_limbs(&[x as u32], &[y as u32]);
            assert_eq!(u64::from(difference[0]), (x + n - y) % n, "{name}: {x} − {y} modulo {n}");
        }
        cases += 1 + n;
    }
    cases
}

fn report(name: &str, what: &str, cases: u64) {
    println!("{name}: {what}: {cases} cases");
    assert!(cases > 1000);
}

#[test]
fn montgomery_form_on_every_kernel() {
    for maker in ALL {
        let cases = (3..1 << 7).step_by(2).map(|n| check_montgomery(n, *maker)).sum();
        report(maker.name, "every odd modulus to 7 bits, every number to 4N", cases);
    }
}

#[test]
fn montgomery_form_on_any_radix() {
    // R just above the moduli, and every length from there over one limb and two.
    macro_rules! radices {
        ($($rho:literal)*) => {
            [$(($rho, Plain::<$rho>::maker())),*]
        };
    }
    for (rho, maker) in radices!(8 9 10 11 12 13 15 16 17 24 31 32 33 47 48 63 64 65 96 127) {
        let cases = (3..1 << 7).step_by(2).map(|n| check_montgomery(n, maker)).sum();
        report(&format!("R = 2^{rho}"), "every odd modulus to 7 bits, every number to 4N", cases);
    }
}

#[test]
fn powers_of_two() {
    let mut cases = 0;
    for n in (3_u64..1 << 12).step_by(2) {
        let mut chain = Doubling::new(&Natural::from(n));
        let bits = u64::BITS - n.leading_zeros();
        let mut expected = (1 << (bits - 1)) % n;
        for exponent in bits - 1..bits + 130 {
            assert_eq!(
                u64::from(chain.reach(exponent as usize)[0]),
                expected,
                "2^{exponent} mod {n}"
            );
            expected = expected * 2 % n;
            cases += 1;
        }
    }
    report("doubling", "every odd modulus to 12 bits, 131 powers", cases);
}

#[test]
fn any_modulus_and_every_pair() {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    for maker in ALL {
        let mut cases = 0;
        for n in 1_u64..=1 << 6 {
            let mut modulus = Modulus::with_kernel(&n.into(), *maker).unwrap();
            let name = maker.name;
            for a in 0..2 * n {
                let element = modulus.enter(&a.into());
                assert_eq!(number(&modulus.leave(&element)), a % n, "{name}: {a} modulo {n}");
                assert_eq!(modulus.is_zero(&element), a % n == 0, "{name}: {a} modulo {n}");
                let inverse = modulus.inverse(&a.into()).map(|x| number(&x));
                let expected = (0..n).find(|x| a * x % n == 1 % n);
                assert_eq!(inverse, expected, "{name}: 1/{a} modulo {n}");
                assert_eq!(expected.is_some(), gcd(a, n) == 1);
                for b in 0..2 * n {
                    let product = modulus.mul(&a.into(), &b.into());
                    assert_eq!(number(&product), a * b % n, "{name}: {a}·{b} modulo {n}");
                    cases += 1;
                }
                cases += 3;
            }
        }
        report(maker.name, "every modulus to 64, every pair to 2N", cases);
    }
}

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
    let Form { a, b, c } = form;
    Definition {
        a: signed(a.is_negative(), a.magnitude()),
        b: signed(b.is_negative(), b.magnitude()),
        c: signed(c.is_negative(), c.magnitude()),
    }
}

/// Every pair of forms of a discriminant: in both orders if it is small, else in one order. Returns the number of
/// cases.
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
    let both_orders = size < 1 << 14;
    for (i, (x, f)) in elements.iter().zip(&forms).enumerate() {
        let mut inverse = *x;
        group.invert(&mut inverse);
        assert_eq!(definition(&inverse), Definition { b: -f.b, ..*f }.reduced(), "1/{f:?}");
        let mut square = *x;
        group.square(&mut square, 1);
        assert_eq!(definition(&square), f.times(*f), "{f:?}²");
        for (j, (y, g)) in elements.iter().zip(&forms).enumerate() {
            // Of both orders of a pair, one by its parity.
            if !both_orders && (i >= j) != ((i + j) % 2 == 0) {
                continue;
            }
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
#[ignore = "takes half a minute: `npm test -- --all` runs it"]
fn class_groups() {
    const BITS: u32 = 16;
    const THREADS: usize = 2;
    let is_prime = |n: &i64| (2..).take_while(|d| d * d <= *n).all(|d| n % d > 0);
    let sizes: Vec<i64> = (15..1 << BITS).step_by(8).filter(is_prime).collect();
    // Neighbours take as long.
    let cases: u64 = thread::scope(|scope| {
        let share = |first| sizes.iter().skip(first).step_by(THREADS);
        let workers: Vec<_> = (0..THREADS)
            .map(|i| {
                scope.spawn(move || share(i).map(|&size| check_class_group(size)).sum::<u64>())
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no failure")).sum()
    });
    let what = format!("{} discriminants to {BITS} bits, every pair of forms", sizes.len());
    report("class groups", &what, cases);
}
