//! NUCOMP and NUDUPL: products and squares of forms, with numbers that stay short (Shanks 1989; Jacobson, van der
//! Poorten, "Computational aspects of NUCOMP", 2002).
//!
//! The product of (a₁, b₁, c₁) and (a₂, b₂, c₂) is the form (a₂r² + b₂ru + c₂u²)/a₁ on the lattice of all (r, u)
//! with r ≡ k·u modulo a₁. Two consecutive rows of Euclid's algorithm are a basis of the lattice, and those whose
//! rests are near |D|^(1/4) give a form that is nearly reduced. Any rows give a form of the right class.

use super::form::{Form, Long, Short};
use powmod_kernel::integer::euclid::{Rows, partial_gcd};

/// x·u + y·v
fn dot(x: &Short, u: &Short, y: &Long, v: &Short) -> Long {
    &x.times::<_, 18>(u) + &y.times::<_, 18>(v)
}

/// The product of two forms (NUCOMP). `bound` is ⌊|D|^(1/4)⌋.
pub fn product(f: &Form, g: &Form, discriminant: &Long, bound: &Short) -> Form {
    let (f, g) = if f.a.compare_magnitude(&g.a).is_gt() { (g, f) } else { (f, g) };
    let s = (&f.b + &g.b).shift_right(1);
    let m = (&f.b - &g.b).shift_right(1);
    let (mut a1, mut a2, mut c2) = (f.a, g.a, g.c);
    // v·a₂ ≡ e modulo a₁
    let Rows { r: [e, _], u: [v, _] } = partial_gcd(&a1, &a2, &Short::ZERO);
    let k: Short = if e.is_one() {
        m.times::<_, 18>(&v).modulo(&a1)
    } else {
        // d = X·e + Y·s, and k = X·m·v − Y·c₂
        let Rows { r: [d, _], u: [y, _] } = partial_gcd(&e, &s.modulo(&e), &Short::ZERO);
        let x: Short = (&d.resize::<18>() - &y.times::<_, 18>(&s)).divide_exactly(&e).resize();
        a1 = a1.divide_exactly(&d);
        a2 = a2.divide_exactly(&d);
        let y_c2 = y.times::<_, 18>(&c2.modulo(&a1));
        c2 = c2.times::<_, 18>(&d);
        let x_m: Short = x.times::<_, 18>(&m).modulo(&a1);
        (&x_m.times::<_, 18>(&v) - &y_c2).modulo(&a1)
    };
    let rows = partial_gcd(&a1, &k, bound);
    let ([r2, r1], [u2, u1]) = (&rows.r, &rows.u);
    let t1 = (&a2.times::<_, 18>(r1) - &m.times::<_, 18>(u1)).divide_exactly(&a1);
    let t2 = dot(&s, r1, &c2, u1).divide_exactly(&a1);
    let a = &r1.times::<_, 18>(&t1) + &u1.times::<_, 18>(&t2);
    let b = (&r2.times::<_, 18>(&t1) + &u2.times::<_, 18>(&t2)).shift_left(1);
    let b = &b.negate_if(!u1.is_negative()) - &f.b;
    Form::reduced(&a, &b, discriminant).expect("the product of two forms")
}

/// The square of a form (NUDUPL). `bound` is ⌊|D|^(1/4)⌋.
pub fn square(f: &Form, discriminant: &Long, bound: &Short) -> Form {
    // k = −c/b modulo a
    let Rows { u: [inverse, _], .. } = partial_gcd(&f.a, &f.b.modulo(&f.a), &Short::ZERO);
    let k = (-&f.c.times::<_, 18>(&inverse)).modulo(&f.a);
    let rows = partial_gcd(&f.a, &k, bound);
    let ([r2, r1], [u2, u1]) = (&rows.r, &rows.u);
    let t = dot(&f.b, r1, &f.c, u1).divide_exactly(&f.a);
    let a = &r1.times::<_, 18>(r1) + &u1.times::<_, 18>(&t);
    let b = (&r1.times::<_, 18>(r2) + &u2.times::<_, 18>(&t)).shift_left(1);
    let b = &b.negate_if(!u1.is_negative()) - &f.b;
    Form::reduced(&a, &b, discriminant).expect("the square of a form")
}
