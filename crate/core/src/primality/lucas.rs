//! The strong Lucas test with Selfridge's parameters (Baillie, Wagstaff, "Lucas pseudoprimes",
//! 1980, method A), by a Lucas chain with two products for each bit.
//!
//! With D the first of 5, −7, 9, −11, … whose Jacobi symbol (D/n) is −1, P = 1, Q = (1 − D)/4 and
//! n + 1 = d·2^s, the test asks whether U_d ≡ 0, or V_(d·2^r) ≡ 0 for some r < s.
//!
//! Let α, β be the roots of x² − x + Q and γ = α/β = α²/Q, which is a root of x² − A·x + 1 with
//! A = γ + γ⁻¹ = 1/Q − 2, and W_k = γ^k + γ^−k the sequence of that polynomial (Crandall, Pomerance,
//! "Prime Numbers", section 3.6.3): W_(2k) = W_k² − 2 and W_(2k+1) = W_k·W_(k+1) − A.
//! α − β = √D and α² − β² = √D have inverses modulo n, so the following holds modulo any n:
//!
//! - U_d ≡ 0 means γ^d = 1, and V_d ≡ 0 means γ^d = −1. γ^d = ±1 if and only if W_d = ±2 and
//!   W_(d+1) = ±A, because e + e⁻¹ = ±2 and e·γ + (e·γ)⁻¹ = ±A imply e·(γ − γ⁻¹) = ±(γ − γ⁻¹).
//! - V_(2k) = Q^k·W_k, so V_(d·2^r) ≡ 0 if and only if W_(d·2^(r−1)) ≡ 0.

use super::arithmetic::{LucasChain, SearchArithmetic};
use crate::{modulus::montgomery::Montgomery, natural::Natural, roots::is_square};
use alloc::boxed::Box;
use num_traits::{One, Zero};

/// Makes a chain at W_0 = 2 and W_1 = a < n, modulo an odd n ≥ 3.
pub type NewChain = fn(n: &Natural, a: &Natural) -> Box<dyn LucasChain>;

/// Whether n passes the strong Lucas test: an odd n ≥ 3, or 2. If a D has (D/n) = 0 before another has −1, then n is
/// the prime |D| or composite: a composite n that is no square has a factor in common with a smaller |D|.
pub fn is_strong_lucas_probable_prime(n: &Natural) -> bool {
    if n.is_even() || n.is_one() {
        return n == &Natural::from(2_u32);
    }
    is_strong_lucas_probable_prime_by(<Montgomery as SearchArithmetic<1>>::new_chain, n)
}

/// Whether an odd n ≥ 3 passes the test, on the given kind of chain.
pub fn is_strong_lucas_probable_prime_by(new_chain: NewChain, n: &Natural) -> bool {
    if is_square(n) {
        return false; // No D has (D/n) = −1.
    }
    let candidates = (5..).step_by(2).map(|size| if size % 4 == 1 { size } else { -size });
    let mut symbols = candidates.map(|d| (d, jacobi(d, n)));
    let (d, symbol) = symbols.find(|&(_, symbol)| symbol != 1).expect("n is no square");
    if symbol == 0 {
        return n == &Natural::from(d.unsigned_abs());
    }
    let minus =
        |x: &Natural| if x.is_zero() { Natural::zero() } else { n.checked_sub(x).expect("x < n") };
    let two = Natural::from(2_u32);
    let Some(inverse) = inverse_of_small((1 - d) / 4, n) else {
        return false; // Q and n have a common factor.
    };
    let a = inverse
        .checked_sub(&two)
        .unwrap_or_else(|| (n + &inverse).checked_sub(&two).expect("n > 2"));

    let next = n + &Natural::one();
    let s = next.trailing_zeros();
    let mut chain = new_chain(n, &a);
    chain.steps(&next, s..next.bits());
    let [mut w, w_next] = chain.values();
    if (w == two && w_next == a) || (w == minus(&two) && w_next == minus(&a)) {
        return true;
    }
    (1..s).any(|i| {
        if i > 1 {
            chain.steps(&next, s - i..s - i + 1);
            [w, _] = chain.values();
        }
        w.is_zero()
    })
}

/// q⁻¹ mod n for q ≠ 0, from an m with m·n ≡ −1 modulo |q|; `None` if there is no inverse.
fn inverse_of_small(q: i32, n: &Natural) -> Option<Natural> {
    let size = q.unsigned_abs();
    let rest = u64::from(n.rem_small(size));
    let m = (0..size).find(|&m| (u64::from(m) * rest + 1) % u64::from(size) == 0)?;
    let inverse = (&(n * &Natural::from(m)) + &Natural::one()).div_small(size);
    if q > 0 { Some(inverse) } else { n.checked_sub(&inverse) }
}

/// The Jacobi symbol (a/n) of small numbers, for odd n.
fn jacobi_small(mut a: u32, mut n: u32) -> i32 {
    let mut sign = 1;
    a %= n;
    while a != 0 {
        let twos = a.trailing_zeros();
        a >>= twos;
        if twos % 2 == 1 && matches!(n % 8, 3 | 5) {
            sign = -sign;
        }
        if a % 4 == 3 && n % 4 == 3 {
            sign = -sign;
        }
        (a, n) = (n % a, a);
    }
    if n == 1 { sign } else { 0 }
}

/// The Jacobi symbol (d/n) for odd d and odd n, by reciprocity.
fn jacobi(d: i32, n: &Natural) -> i32 {
    let n_mod_4 = n.window(0, 2);
    let size = d.unsigned_abs();
    let mut sign = jacobi_small(n.rem_small(size), size);
    if size % 4 == 3 && n_mod_4 == 3 {
        sign = -sign;
    }
    if d < 0 && n_mod_4 == 3 { -sign } else { sign }
}
