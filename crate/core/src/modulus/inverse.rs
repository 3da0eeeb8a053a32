//! Modular inverses without division: Kaliski's almost inverse modulo odd numbers.

use crate::natural::{Natural, add_in_place, sub_in_place};
use core::cmp::Ordering;
use num_traits::{One, Zero};
use powmod_kernel::cios::Cios;

/// a ← a/2, for even a.
fn halve(a: &mut [u32]) {
    let mut above = 0;
    for limb in a.iter_mut().rev() {
        (*limb, above) = (above << 31 | *limb >> 1, *limb & 1);
    }
}

/// a ← 2a, for an a whose top bit is 0.
fn double(a: &mut [u32]) {
    let mut below = 0;
    for limb in a.iter_mut() {
        (*limb, below) = (*limb << 1 | below, *limb >> 31);
    }
}

/// a⁻¹ mod m in [0, m), for 0 ≤ a < m and odd m ≥ 3; `None` if gcd(a, m) > 1. The time depends on a,
/// which must be public.
///
/// The method is phase I of Kaliski, "The Montgomery inverse and its applications" (1995). It starts
/// with u = m, v = a, r = 0, s = 1. Each step halves u or v and keeps m = u·s + v·r, so r, s ≤ 2m.
/// After k steps, with bits(m) ≤ k ≤ 2·bits(m), v is zero, u is the gcd, and r ≡ −a⁻¹·2^k mod m. A
/// Montgomery reduction then removes the factor 2^k.
pub(super) fn inverse_odd(a: &Natural, m: &Natural) -> Option<Natural> {
    let len = m.limbs().len() + 1;
    let (mut u, mut v) = (m.to_limbs(len), a.to_limbs(len));
    let (mut r, mut s) = (Natural::zero().to_limbs(len), Natural::one().to_limbs(len));
    let mut k = 0;
    while v.iter().any(|&limb| limb != 0) {
        if u[0] & 1 == 0 {
            halve(&mut u);
            double(&mut s);
        } else if v[0] & 1 == 0 {
            halve(&mut v);
            double(&mut r);
        } else if u.iter().rev().cmp(v.iter().rev()) == Ordering::Greater {
            sub_in_place(&mut u, &v);
            halve(&mut u);
            add_in_place(&mut r, &s);
            double(&mut s);
        } else {
            sub_in_place(&mut v, &u);
            halve(&mut v);
            add_in_place(&mut s, &r);
            double(&mut r);
        }
        k += 1;
    }
    if !Natural::from_limbs(u).is_one() {
        return None;
    }
    let r = Natural::from_limbs(r);
    let r = r.checked_sub(m).unwrap_or(r);
    // −r·2^(−k) = −(r·2^(32j − k))·2^(−32j), where r·2^(32j − k) fits j limbs because r < 2^k.
    let j = k.max(m.bits()).div_ceil(32);
    let reduced = Cios::new(m.limbs()).reduce(&(&r << (32 * j - k)).to_limbs(j));
    m.checked_sub(&Natural::from_limbs(reduced))
}
