//! No secret stays in freed memory. Each call runs with two secrets that differ in nothing public, in an arena whose
//! blocks keep what they held when they were freed. Both arenas must then be equal.

use num_bigint::BigUint;
use powmod::{
    Error, Modulus, Natural,
    kernel::{ALL, Descriptor},
    modulus::{Odd, montgomery::Montgomery},
    monoid::{ConstantTime, Monoid},
    pow::fixed_base::Comb,
    primality::is_probable_prime,
    secret::{
        self, Secret,
        crt::{self, KeptKey, Key},
    },
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    ptr, slice,
};
use zeroize::Zeroizing;

/// Blocks for a thread that records come from the arena, one behind the other, and are not used again.
struct Arena;

const SIZE: usize = 1 << 25;

#[global_allocator]
static ARENA: Arena = Arena;

thread_local! {
    static START: Cell<*mut u8> = const { Cell::new(ptr::null_mut()) };
    /// The bytes that are taken, while the thread records.
    static TAKEN: Cell<Option<usize>> = const { Cell::new(None) };
}

#[expect(unsafe_code, reason = "safe code cannot see freed memory")]
// SAFETY: blocks are of the system's allocator, or disjoint parts of one block of it that is never freed.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(taken) = TAKEN.get() else {
            // SAFETY: the caller's promise.
            return unsafe { System.alloc(layout) };
        };
        let begin = taken.next_multiple_of(layout.align());
        assert!(begin + layout.size() <= SIZE, "the arena is full");
        TAKEN.set(Some(begin + layout.size()));
        // SAFETY: the arena goes on to here.
        unsafe { START.get().add(begin) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let start = START.get();
        if start.is_null() || !(start..start.wrapping_add(SIZE)).contains(&block) {
            // SAFETY: the caller's promise, for a block that is not of the arena.
            unsafe { System.dealloc(block, layout) }
        }
    }
}

/// What the blocks hold that `work` took.
#[expect(unsafe_code, reason = "as above")]
fn left_by(work: &dyn Fn()) -> Vec<u8> {
    if START.get().is_null() {
        // SAFETY: the layout is not empty.
        START.set(unsafe { System.alloc_zeroed(Layout::from_size_align(SIZE, 64).unwrap()) });
    }
    let arena = START.get();
    TAKEN.set(Some(0));
    work();
    let taken = TAKEN.take().unwrap();
    assert!(taken > 0, "nothing was recorded");
    // SAFETY: the arena has so many bytes, and nothing refers to them any more.
    unsafe {
        let left = slice::from_raw_parts(std::hint::black_box(arena), taken).to_vec();
        arena.write_bytes(0, taken);
        left
    }
}

/// `work` gets one list of secrets and then the other, at the same addresses.
fn assert_nothing_is_left<const K: usize>(
    name: &str,
    [one, other]: [&[Vec<u8>; K]; 2],
    work: impl Fn(&[Vec<u8>; K]),
) {
    let mut secrets = one.clone();
    work(&secrets); // what is computed once for all calls
    let one = left_by(&|| work(&secrets));
    secrets.iter_mut().zip(other).for_each(|(secret, other)| secret.copy_from_slice(other));
    let other = left_by(&|| work(&secrets));
    assert_eq!(one.len(), other.len(), "{name}: the blocks have other lengths");
    let different: Vec<usize> = (0..one.len()).filter(|&i| one[i] != other[i]).collect();
    assert!(different.is_empty(), "{name}: {} bytes, from {}", different.len(), different[0]);
}

/// A prime with the highest bit and the bit below it set, and its number from e's point of view. It is 3 modulo 4: how
/// often 2 divides p − 1 shows in the number of blocks.
fn prime(bits: usize, seed: u32) -> BigUint {
    let mut x = BigUint::from(seed);
    while x.bits() < 2 * bits as u64 {
        x = &x * &x + 12_345_u32;
    }
    x = (x >> 3_u32) % (BigUint::from(1_u8) << bits);
    x |= BigUint::from(7_u8) << (bits - 3) | BigUint::from(3_u8);
    // The exponents of the tests have inverses.
    let divides = |x: &BigUint, small: u32| (x - 1_u8) % small == BigUint::ZERO;
    while !is_probable_prime(&Natural::from(&x)) || [3, 17, 65_537].iter().any(|&d| divides(&x, d))
    {
        x += 4_u8;
    }
    x
}

/// Numbers of the same length that differ in most bits.
fn secrets(length: usize) -> [Vec<u8>; 2] {
    [0x5a_u8, 0xc3].map(|x| (0..length).map(|i| x.wrapping_mul((2 * i + 1) as u8)).collect())
}

#[test]
fn a_key_leaves_nothing_of_its_primes() {
    let e = BigUint::from(65_537_u32);
    let dense = BigUint::from(0xfedc_ba99_u32);
    for bits in [64, 256, 512, 1024] {
        let [p, q] = [3, 7].map(|seed| prime(bits, seed));
        for e in [&e, &dense] {
            let part = |p: &BigUint, q: &BigUint| {
                let d = |p: &BigUint| e.modinv(&(p - 1_u8)).unwrap();
                let parts = [p.clone(), q.clone(), d(p), d(q), q.modinv(p).unwrap(), e.clone()];
                parts.map(|x| x.to_bytes_be())
            };
            let (one, other) = (part(&p, &q), part(&q, &p));
            let run = |[p, q, dp, dq, q_inv, e]: &[Vec<u8>; 6], kept: bool| {
                let key = Key { p, q, dp, dq, q_inv, e: Some(e) };
                drop(match kept {
                    true => KeptKey::new(&key).unwrap().pow(&[0x35; 15]).unwrap(),
                    false => crt::mod_pow(&[0x35; 15], &key).unwrap(),
                });
            };
            for kept in [true, false] {
                let name = format!("{bits} bits, e = {e}");
                assert_nothing_is_left(&name, [&one, &other], |parts| run(parts, kept));
            }
        }
    }
}

/// The primes and their parts, and d: other exponents for the same primes would leave the same.
#[test]
fn a_key_from_its_exponents_leaves_nothing_of_its_primes() {
    for bits in [64, 256, 512] {
        let [p, q] = [3, 7].map(|seed| prime(bits, seed));
        let e = BigUint::from(65_537_u32);
        let d = e.modinv(&((&p - 1_u8) * (&q - 1_u8))).unwrap();
        let [n, e_bytes, d_bytes] = [&p * &q, e, d.clone()].map(|x| x.to_bytes_be());
        let work =
            || drop(KeptKey::from_exponents(&n, &e_bytes, &d_bytes).unwrap().pow(&[3]).unwrap());
        work();
        let left = left_by(&work);
        let one = BigUint::from(1_u8);
        for secret in [&p, &q, &(&p - &one), &d, &(&d % (&p - &one)), &q.modinv(&p).unwrap()] {
            for bytes in [secret.to_bytes_le(), secret.to_bytes_be()] {
                for part in [&bytes[..8], &bytes[bytes.len() - 8..]] {
                    assert!(!left.windows(8).any(|window| window == part), "{bits} bits");
                }
            }
        }
    }
}

/// What the inverses of the search hold: a·x ≡ p modulo n for the number a whose greatest common divisor with n is p.
#[test]
fn a_key_from_its_exponents_leaves_no_inverse_of_a_root() {
    let [p, q] = [3, 7].map(|seed| prime(256, seed));
    let (one, e) = (BigUint::from(1_u8), BigUint::from(65_537_u32));
    let n = &p * &q;
    let mut odd = &e * e.modinv(&((&p - &one) * (&q - &one))).unwrap() - &one;
    let d_bytes = ((&odd + &one) / &e).to_bytes_be();
    let [n_bytes, e_bytes] = [&n, &e].map(BigUint::to_bytes_be);
    odd >>= odd.trailing_zeros().unwrap();
    let root = [2_u32, 3, 5, 7, 11, 13, 17, 19].iter().find_map(|&x| {
        let mut root = BigUint::from(x).modpow(&odd, &n);
        let mut square = &root * &root % &n;
        while square != one {
            (root, square) = (square.clone(), &square * &square % &n);
        }
        (root != one && root != &n - &one).then_some(root)
    });
    let root = root.expect("a root but 1 and -1");
    let inverses: Vec<[BigUint; 2]> = [&root - &one, &root + &one]
        .iter()
        .map(|a| {
            let other = if (a % &p) == BigUint::ZERO { &q } else { &p };
            let rest = &n / other;
            [(a / &rest).modinv(other).expect("prime to the other factor"), other.clone()]
        })
        .collect();
    let work =
        || drop(KeptKey::from_exponents(&n_bytes, &e_bytes, &d_bytes).unwrap().pow(&[3]).unwrap());
    work();
    let left = left_by(&work);
    for window in left.windows(64).step_by(4) {
        let x = BigUint::from_bytes_le(window);
        for [inverse, other] in &inverses {
            assert!(&x % other != *inverse, "an inverse is left");
        }
    }
}

/// A key's operation, with a sparse and a dense e and without one, leaves nothing of its base or its result.
#[test]
fn a_kept_key_leaves_nothing_of_a_base() {
    for bits in [64, 256, 1024] {
        let [p, q] = [3, 7].map(|seed| prime(bits, seed));
        for e in [Some(65_537_u32), Some(0xfedc_ba99), None] {
            let of = |p: &BigUint| BigUint::from(e.unwrap_or(65_537)).modinv(&(p - 1_u8)).unwrap();
            let (dp, dq, q_inv) = (of(&p), of(&q), q.modinv(&p).unwrap());
            let [p, q, dp, dq, q_inv] = [&p, &q, &dp, &dq, &q_inv].map(BigUint::to_bytes_be);
            let e = e.map(u32::to_be_bytes);
            let e = e.as_ref().map(|e| &e[..]);
            let key = KeptKey::new(&Key { p: &p, q: &q, dp: &dp, dq: &dq, q_inv: &q_inv, e });
            let kept = key.unwrap();
            let [one, other] = secrets(bits / 4 - 1).map(|base| [base]);
            let name = format!("{bits} bits, e = {e:?}");
            assert_nothing_is_left(&name, [&one, &other], |[base]| drop(kept.pow(base).unwrap()));
        }
    }
}

/// The parts of a key, made from its primes and compared with d.
#[test]
fn a_key_of_its_primes_leaves_nothing_of_them() {
    for (bits, e) in [(64, 65_537_u32), (256, 17), (512, 65_537), (1024, 0xfedc_ba99)] {
        let e = BigUint::from(e);
        let [p, q] = [3, 7].map(|seed| prime(bits, seed));
        let totient = (&p - 1_u8) * (&q - 1_u8);
        let d = e.modinv(&totient).unwrap();
        // Two exponents of the key, in as many bytes.
        let [d, longer] = [&d, &(&d + (&totient >> 1))].map(|d| {
            let d = d.to_bytes_be();
            [vec![0; bits / 4 + 8 - d.len()], d].concat()
        });
        let [e, p, q] = [&e, &p, &q].map(BigUint::to_bytes_be);
        let (one, other) = ([p.clone(), q.clone(), d], [q, p, longer]);
        assert_nothing_is_left(&format!("{bits} bits"), [&one, &other], |[p, q, d]| {
            let kept = KeptKey::from_primes(p, q, &e).unwrap().expect("prime to e");
            kept.confirm(None, Some(d)).unwrap();
            drop(kept.pow(&[0x35; 15]).unwrap());
        });
    }
}

/// A key in DER is wiped by its type, and so are its numbers on the way.
#[test]
fn a_key_in_der_leaves_nothing_of_it() {
    let [p, q] = [3, 7].map(|seed| prime(256, seed));
    let (one, e) = (BigUint::from(1_u8), BigUint::from(65_537_u32));
    let d = e.modinv(&((&p - &one) * (&q - &one))).unwrap();
    let [p_bytes, q_bytes, e_bytes] = [&p, &q, &e].map(BigUint::to_bytes_be);
    let kept = KeptKey::from_primes(&p_bytes, &q_bytes, &e_bytes).unwrap().unwrap();
    let left = left_by(&|| drop(kept.to_pkcs8_der().unwrap()));
    for secret in [&p, &q, &d, &(&d % (&p - &one)), &(&d % (&q - &one)), &q.modinv(&p).unwrap()] {
        for bytes in [secret.to_bytes_le(), secret.to_bytes_be()] {
            for part in [&bytes[..8], &bytes[bytes.len() - 8..]] {
                assert!(!left.windows(8).any(|window| window == part));
            }
        }
    }
}

/// Each kernel forgets a modulus, and each clone does.
#[test]
fn a_modulus_leaves_nothing_of_itself() {
    for descriptor in ALL {
        let lengths = [64, 256, 512, 1024, 5000, 10_000];
        for bits in lengths.into_iter().filter(|bits| *bits <= descriptor.max_bits) {
            let numbers = secrets(bits / 8).map(|mut x| {
                x[0] |= 0xc0;
                *x.last_mut().unwrap() |= 1;
                x
            });
            let name = format!("{}, {bits} bits", descriptor.name);
            let [one, other] = numbers.map(|n| [n]);
            assert_nothing_is_left(&name, [&one, &other], |[n]| {
                let n = Odd::new(Natural::from_be_bytes(n)).unwrap();
                let mut ring = Montgomery::new(n, *descriptor);
                let ones = Natural::power_of_two(bits).checked_sub(&1_u32.into()).unwrap();
                let mut x = ring.to_montgomery(&ones);
                let mut y = ring.to_montgomery(&Natural::from_limbs([7; 500]));
                let mut other = ring.clone();
                other.multiply(&mut x, &y);
                ring.square(&mut y, 3);
                ring.wipe(&mut x);
                ring.wipe(&mut y);
            });
        }
    }
}

/// Numbers and moduli that are made of secrets, as p − 1 is, by their types alone.
#[test]
fn what_is_made_of_a_secret_leaves_nothing_of_it() {
    for bytes in [8, 64, 200] {
        for twos in [0_u32, 1, 9, 70] {
            let [one, other] = secrets(bytes).map(|mut x| {
                x[0] |= 0xc0;
                let n = (BigUint::from_bytes_be(&x) | BigUint::from(1_u8)) << twos;
                // −1 has an inverse modulo each number.
                [n.to_bytes_be(), (n - 1_u8).to_bytes_be()]
            });
            let name = format!("{bytes} bytes, 2^{twos}");
            assert_nothing_is_left(&name, [&one, &other], |[n, less]| {
                let secret = Secret::from(&n[..]);
                assert!(secret == secret.clone());
                let modulus = Modulus::new(&secret.to_natural()).unwrap();
                let square = secret::mul_add(&modulus, less, less, &[]);
                drop((square, secret::inverse(&modulus, less).unwrap()));
                drop(Zeroizing::<Vec<u8>>::from(secret));
            });
        }
    }
}

#[test]
fn calls_on_secrets_leave_nothing_of_them() {
    for descriptor in ALL {
        for bits in [64, 256, 1024, 10_000].into_iter().filter(|bits| *bits <= descriptor.max_bits)
        {
            calls(*descriptor, bits);
        }
    }
}

type Call<'a> = &'a dyn Fn(&[Vec<u8>; 4]) -> Result<Secret, Error>;

fn calls(descriptor: Descriptor, bits: usize) {
    let n = Natural::power_of_two(bits).checked_sub(&189_u32.into()).unwrap();
    let modulus = &Modulus::with_kernel(&n, descriptor).unwrap();
    let mut ring = Montgomery::new(Odd::new(n).unwrap(), descriptor);
    let base = ring.to_montgomery(&3_u32.into());
    let comb = &Comb::new(&mut ring, &base, 128).unwrap();
    let ([e, f], [x, y]) = (secrets(16), secrets(bits / 8));
    let [x, y] = [x, y].map(|mut x| {
        *x.last_mut().unwrap() |= 1;
        x
    });
    let numbers = [&x, &y].map(|x| Natural::from_be_bytes(x));
    let (one, other) = ([x.clone(), y.clone(), e.clone(), f.clone()], [y, x, f, e]);
    let check = |name: &str, work: Call<'_>| {
        let name = format!("{name}, {}, {bits} bits", descriptor.name);
        assert_nothing_is_left(&name, [&one, &other], |secrets| drop(work(secrets).unwrap()));
    };
    check("a power", &|[x, _, e, _]| secret::mod_pow(modulus, &[(x, e)], 128));
    check("two", &|[x, y, e, f]| secret::mod_pow(modulus, &[(x, e), (y, f)], 128));
    check("of a comb", &|[_, _, e, _]| secret::fixed_base_pow(modulus, comb, e));
    for twos in [0, 1, bits / 2, bits - 1] {
        // Both secrets have an inverse.
        let mut odd = Natural::power_of_two(bits - twos) - 1_u32;
        while numbers.iter().any(|x| x.gcd(&odd) != Natural::from(1_u32)) {
            odd -= 2_u32;
        }
        let modulus = &Modulus::with_kernel(&(&odd << twos), descriptor).unwrap();
        let name = |call| format!("{call} modulo a multiple of 2^{twos}");
        check(&name("a sum"), &|[x, y, ..]| Ok(secret::mul_add(modulus, x, y, x)));
        check(&name("an inverse"), &|[x, ..]| secret::inverse(modulus, x));
    }
}
