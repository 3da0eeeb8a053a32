//! Montgomery form for every small modulus and every number: its set-up, the ways to it and from it, on the kernels and
//! on a radix of any size; and even moduli, which join two parts.

use powmod::{
    Modulus, Natural,
    kernel::{ALL, Descriptor, Kernel},
    modulus::{Odd, montgomery::Montgomery},
    monoid::{Absorbing, Monoid},
    secret,
    testing::Doubling,
};

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

    fn descriptor() -> Descriptor {
        let make = Self::make;
        Descriptor {
            name: "plain",
            max_bits: 16,
            fast_from: 0,
            square_cost: 1.0,
            division_below: 0,
            make,
        }
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

    fn montgomery_multiply(&mut self, a: &mut [u64], b: &[u64]) {
        assert!(a[0] < 3 * self.n && b[0] < 3 * self.n, "not a residue");
        let product = a[0] * b[0] % self.n * self.inverse % self.n;
        a[0] = product + self.n * (product % 3);
    }

    fn montgomery_square(&mut self, a: &mut [u64], times: usize) {
        for _ in 0..times {
            let b = a[0];
            self.montgomery_multiply(a, &[b]);
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
fn check_montgomery(n: u64, descriptor: Descriptor) -> u64 {
    let name = descriptor.name;
    let mut form = Montgomery::new(Odd::new(n.into()).unwrap(), descriptor);
    let modulus = &mut Modulus::with_kernel(&n.into(), descriptor).unwrap();
    let one = form.one();
    assert_eq!(number(&form.from_montgomery(&one)), 1, "{name}: 1 modulo {n}");
    let radix = form.radix_power(1);
    let mut cases = 1;
    for x in 0..4 * n {
        let mut element = form.to_montgomery(&x.into());
        assert_eq!(number(&form.from_montgomery(&element)), x % n, "{name}: {x} modulo {n}");
        assert_eq!(form.is_zero(&element), x % n == 0, "{name}: {x} modulo {n}");
        let long = form.to_montgomery(&Natural::from_limbs([x as u32, 0, 1]));
        let expected = ((u128::from(x) + (1 << 64)) % u128::from(n)) as u64;
        assert_eq!(number(&form.from_montgomery(&long)), expected, "{name}: {x} + 2^64 modulo {n}");
        form.square(&mut element, 1);
        let square = x % n * (x % n) % n;
        assert_eq!(number(&form.from_montgomery(&element)), square, "{name}: {x}² modulo {n}");
        cases += 4;
    }
    for x in 0..n {
        let mut divided = form.one();
        form.over_radix(&[x as u32], &mut divided);
        form.multiply(&mut divided, &radix);
        assert_eq!(number(&form.from_montgomery(&divided)), x, "{name}: {x}/R·R modulo {n}");
        cases += 1;
        for y in 0..if n < 32 { n } else { 0 } {
            let sum = secret::mul_add(modulus, &[x as u8], &[1], &[y as u8]);
            assert_eq!(u64::from(sum[0]), (x + y) % n, "{name}: {x} + {y} modulo {n}");
            cases += 1;
        }
    }
    cases
}

fn report(name: &str, what: &str, cases: u64) {
    println!("{name}: {what}: {cases} cases");
    assert!(cases > 1000);
}

#[test]
fn montgomery_form_on_every_kernel() {
    for descriptor in ALL {
        let cases = (3..1 << 7).step_by(2).map(|n| check_montgomery(n, *descriptor)).sum();
        report(descriptor.name, "every odd modulus to 7 bits, every number to 4N", cases);
    }
}

#[test]
fn montgomery_form_on_any_radix() {
    // R just above the moduli, and every length from there over one limb and two.
    macro_rules! radices {
        ($($rho:literal)*) => {
            [$(($rho, Plain::<$rho>::descriptor())),*]
        };
    }
    for (rho, descriptor) in radices!(8 9 10 11 12 13 15 16 17 24 31 32 33 47 48 63 64 65 96 127) {
        let cases = (3..1 << 7).step_by(2).map(|n| check_montgomery(n, descriptor)).sum();
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
    for descriptor in ALL {
        let mut cases = 0;
        for n in 1_u64..=1 << 6 {
            let mut modulus = Modulus::with_kernel(&n.into(), *descriptor).unwrap();
            let name = descriptor.name;
            for a in 0..2 * n {
                let element = modulus.to_residue(&a.into());
                assert_eq!(
                    number(&modulus.from_residue(&element)),
                    a % n,
                    "{name}: {a} modulo {n}"
                );
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
        report(descriptor.name, "every modulus to 64, every pair to 2N", cases);
    }
}
