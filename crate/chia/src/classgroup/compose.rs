//! NUCOMP and NUDUPL: products and squares of forms, with numbers that stay short (Shanks 1989; Jacobson, van der
//! Poorten, "Computational aspects of NUCOMP", 2002).
//!
//! The product of (a₁, b₁, c₁) and (a₂, b₂, c₂) is the form F(r, u) = (a₂r² + b₂ru + c₂u²)/a₁ on the lattice of all
//! (r, u) with r ≡ k·u modulo a₁. Two consecutive rows of Euclid's algorithm are a basis of the lattice, and those
//! whose rests are near |D|^(1/4) give a form that is nearly reduced. Any rows give a form of the right class.
//!
//! F is r·t₁ + u·t₂ with linear t₁ and t₂, which are integers on the lattice. Of the two rows (r, u) and (r', u'),
//! the division by a₁ gives t₁ and t₂ of the second. Those of the first follow from r·u' − r'·u = ±a₁, with the sign
//! of u', which is never 0: if t(r, u) = (x·r + y·u)/a₁, then u'·t(r, u) − u·t(r', u') = ±x.

use super::form::Form;
use crate::integer::{
    Long, Short,
    euclid::{PartialGcd, partial_gcd},
};

/// t(r, u) of the first row, for t(r, u) = (x·r + y·u)/a₁ and t of the second row.
fn first(x: &Short, t: &Long, [u, u_next]: &[Short; 2]) -> Long {
    let product = u.negate_if(u_next.is_negative()).times::<_, 18>(t);
    (&product + x).divide_exactly(&u_next.abs())
}

/// The b of F on the rows, given its half without b₁.
fn middle(half: &Long, b1: &Short, u_next: &Short) -> Long {
    &half.shift_left(1).negate_if(!u_next.is_negative()) - b1
}

/// The product of two forms (NUCOMP). `bound` is ⌊|D|^(1/4)⌋.
pub fn product(f: &Form, g: &Form, bound: &Short) -> Form {
    let (f, g) = if f.a.compare_magnitude(&g.a).is_gt() { (g, f) } else { (f, g) };
    let s = (&f.b + &g.b).shift_right(1);
    let m = (&f.b - &g.b).shift_right(1);
    let (mut a1, mut a2, mut c2) = (f.a, g.a, g.c);
    // v·a₂ ≡ e modulo a₁
    let PartialGcd { r: [e, _], u: [v, _] } = partial_gcd(&a1, &a2, &Short::ZERO);
    let k: Short = if e.is_one() {
        m.times::<_, 18>(&v).modulo(&a1)
    } else {
        // d = X·e + Y·s, and k = X·m·v − Y·c₂
        let PartialGcd { r: [d, _], u: [y, _] } = partial_gcd(&e, &s.modulo(&e), &Short::ZERO);
        let x: Short = (&d.resize::<18>() - &y.times::<_, 18>(&s)).divide_exactly(&e).resize();
        a1 = a1.divide_exactly(&d);
        a2 = a2.divide_exactly(&d);
        let y_c2 = y.times::<_, 18>(&c2.modulo(&a1));
        c2 = c2.times(&d);
        let x_m: Short = x.times::<_, 18>(&m).modulo(&a1);
        (&x_m.times::<_, 18>(&v) - &y_c2).modulo(&a1)
    };
    let PartialGcd { r: [r, r_next], u: rows_u } = partial_gcd(&a1, &k, bound);
    let [u, u_next] = &rows_u;
    let t1_next = (&a2.times::<_, 18>(&r_next) - &m.times::<_, 18>(u_next)).divide_exactly(&a1);
    let t2_next = (&s.times::<_, 18>(&r_next) + &c2.times::<_, 18>(u_next)).divide_exactly(&a1);
    let (t1, t2) = (first(&a2, &t1_next, &rows_u), first(&s, &t2_next, &rows_u));
    let a = &r_next.times::<_, 18>(&t1_next) + &u_next.times::<_, 18>(&t2_next);
    let b = &r.times::<_, 18>(&t1_next) + &u.times::<_, 18>(&t2_next);
    let c = &r.times::<_, 18>(&t1) + &u.times::<_, 18>(&t2);
    Form::reduced(a, middle(&b, &f.b, u_next), c)
}

/// The square of a form (NUDUPL): F(r, u) = r² + u·t. `bound` is ⌊|D|^(1/4)⌋.
pub fn square(f: &Form, bound: &Short) -> Form {
    // k = −c/b modulo a
    let PartialGcd { u: [inverse, _], .. } = partial_gcd(&f.a, &f.b.modulo(&f.a), &Short::ZERO);
    let k = (-&f.c.times::<_, 18>(&inverse)).modulo(&f.a);
    let PartialGcd { r: [r, r_next], u: rows_u } = partial_gcd(&f.a, &k, bound);
    let [u, u_next] = &rows_u;
    let t_next = (&f.b.times::<_, 18>(&r_next) + &f.c.times::<_, 18>(u_next)).divide_exactly(&f.a);
    let t = first(&f.b, &t_next, &rows_u);
    let a = &r_next.times::<_, 18>(&r_next) + &u_next.times::<_, 18>(&t_next);
    let b = &r_next.times::<_, 18>(&r) + &u.times::<_, 18>(&t_next);
    let c = &r.times::<_, 18>(&r) + &u.times::<_, 18>(&t);
    Form::reduced(a, middle(&b, &f.b, u_next), c)
}
