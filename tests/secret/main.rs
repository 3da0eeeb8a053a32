//! `secret-path KERNEL EXPONENT` computes a power, a double power, a power of a table and a sum of
//! products on the secret path, for a test that runs it under valgrind.
//!
//! Under memcheck the exponents are marked as undefined, so that a conditional jump or an address
//! that depends on one is an error. Under callgrind only the secret path is counted, so that the
//! counts of two exponents can be compared. EXPONENT is `zeros`, `ones` or `mixed`. `secret-path
//! control` jumps on a bit of an exponent, which memcheck must find. `secret-path --list` prints the kernels.

use crabgrind::memcheck::{MemState, mark_mem};
use powmod::{
    Error, Modulus, Natural,
    kernel::{ALL, Descriptor},
    modulus::{Odd, montgomery::Montgomery},
    pow::fixed_base::Comb,
    secret,
};
use powmod_kernel::integers::gcd;
use std::hint::black_box;

const EXPONENT_BITS: usize = 256;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let kernel = arguments.next().expect("usage: secret-path KERNEL EXPONENT");
    if kernel == "--list" {
        ALL.iter().for_each(|descriptor| println!("{}", descriptor.name));
        return;
    }
    if kernel == "control" {
        let mut exponent = [arguments.count() as u8];
        hide(&mut exponent);
        if black_box(exponent[0]) & 1 == 1 {
            black_box(kernel);
        }
        return;
    }
    let fill = match arguments.next().as_deref() {
        Some("zeros") => |_| 0,
        Some("ones") => |_| 0xff,
        Some("mixed") => |i: usize| (i * 167 + 41) as u8,
        _ => panic!("EXPONENT is zeros, ones or mixed"),
    };
    let descriptor =
        *ALL.iter().find(|descriptor| descriptor.name == kernel).expect("the name of a kernel");
    for bits in [256, 512, 1088].into_iter().filter(|bits| *bits <= descriptor.max_bits) {
        powers(descriptor, bits, fill);
    }
}

fn powers(descriptor: Descriptor, bits: usize, fill: fn(usize) -> u8) {
    let n = Natural::power_of_two(bits).checked_sub(&Natural::from(189_u32)).expect("long enough");
    let kept = Modulus::with_kernel(&n, descriptor).expect("above 0");
    let mut modulus = Montgomery::new(Odd::new(n).expect("odd"), descriptor);
    let base: Vec<u8> = (0..bits / 8).map(|i| (i * 158 + 55) as u8).collect();
    let element = modulus.to_montgomery(&Natural::from_be_bytes(&base));
    let comb = Comb::new(&mut modulus, &element, EXPONENT_BITS).expect("few bits");
    let mut exponents =
        [0, 7].map(|shift| (0..EXPONENT_BITS / 8).map(|i| fill(i + shift)).collect::<Vec<u8>>());
    exponents.iter_mut().for_each(|exponent| hide(exponent));
    let [a, b] = &exponents;
    for terms in [&[(&base[..], &a[..])][..], &[(&base, a), (&base, b)]] {
        let power = black_box(on_secrets(|| secret::mod_pow(&kept, terms, EXPONENT_BITS)));
        // The result is public: the caller receives it.
        show(&power);
        assert_eq!(power.len(), bits / 8);
    }
    let power = on_secrets(|| secret::fixed_base_pow(&kept, &comb, a));
    let sum = on_secrets(|| Ok(secret::mul_add(&kept, a, b, a)));
    let long = exponents.concat().repeat(3);
    let sum_of_long = on_secrets(|| Ok(secret::mul_add(&kept, &long, a, &long)));
    // Modulo even numbers as long as N, as p − 1 and λ are.
    let even = [1, 100].map(|twos| {
        let odd = Natural::power_of_two(bits - twos) - 1_u32;
        Modulus::with_kernel(&(&odd << twos), descriptor).expect("above 0")
    });
    let [one, other] = even.map(|even| on_secrets(|| Ok(secret::mul_add(&even, a, &long, b))));
    // An inverse without its last step: whether there is one shows.
    let mut residue: Vec<u32> = (0..bits / 32).map(|i| u32::from(fill(i)) << 8).collect();
    hide(&mut residue);
    let found = on_secrets(|| Ok(gcd(&residue, kept.natural().limbs())));
    found.iter().for_each(|number| show(number));
    for result in [&power, &sum, &sum_of_long, &one, &other] {
        show(result);
        assert_eq!(result.len(), bits / 8);
    }
}

/// The function that callgrind counts.
#[inline(never)]
fn on_secrets<T>(compute: impl FnOnce() -> Result<T, Error>) -> T {
    compute().expect("right arguments")
}

/// Marks a secret as undefined. It takes a mutable reference: else the compiler may know what the
/// memory holds, and keep it in a register, which nothing marks.
fn hide<T>(memory: &mut [T]) {
    mark(memory.as_mut_ptr(), memory.len(), MemState::Undefined);
}

/// Marks a result as defined.
fn show<T>(memory: &[T]) {
    mark(memory.as_ptr().cast_mut(), memory.len(), MemState::Defined);
}

fn mark<T>(address: *mut T, length: usize, state: MemState) {
    // Outside valgrind these requests do nothing.
    let _ = mark_mem(address.cast(), length * size_of::<T>(), state);
}
