//! Memory that is overwritten before it is freed: a modulus, or what was computed with it, may be secret.

use alloc::vec::Vec;
use core::{
    hint::black_box,
    mem::MaybeUninit,
    ops::{Deref, DerefMut},
    slice::Iter,
};

/// A vector of fixed length that is overwritten when it is dropped.
#[derive(Clone)]
pub struct Wiped<T: Copy>(Vec<T>);

impl<T: Copy> From<Vec<T>> for Wiped<T> {
    fn from(values: Vec<T>) -> Self {
        Self(values)
    }
}

impl<T: Copy> FromIterator<T> for Wiped<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<T: Copy> Deref for Wiped<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Copy> DerefMut for Wiped<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<'a, T: Copy> IntoIterator for &'a Wiped<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T: Copy> Drop for Wiped<T> {
    fn drop(&mut self) {
        self.0.clear();
        self.0.spare_capacity_mut().fill(MaybeUninit::zeroed());
        // Without a reader, the compiler drops writes to memory that is freed next.
        black_box(&self.0);
    }
}
