//! Objects of one type by handle.

use alloc::vec::Vec;
use core::marker::PhantomData;

/// The number by which JavaScript names an object of type `T`.
pub struct Handle<T>(usize, PhantomData<T>);

impl<T> Handle<T> {
    /// A handle with this number.
    pub fn new(number: usize) -> Self {
        Self(number, PhantomData)
    }

    /// Its number.
    pub fn number(&self) -> usize {
        self.0
    }
}

/// Objects of one type by handle. The place of a freed object is used again.
pub struct Slots<T>(Vec<Option<T>>);

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Slots<T> {
    /// Keeps an object.
    #[inline(never)]
    pub fn keep(&mut self, object: T) -> Handle<T> {
        let free = self.0.iter().position(Option::is_none);
        let place = free.unwrap_or(self.0.len());
        match self.0.get_mut(place) {
            Some(free) => *free = Some(object),
            None => self.0.push(Some(object)),
        }
        Handle::new(place)
    }

    /// Drops an object.
    pub fn free(&mut self, handle: Handle<T>) {
        self.0[handle.number()] = None;
    }

    /// The object of a handle, which JavaScript does not use after it freed it.
    pub fn get(&mut self, handle: Handle<T>) -> &mut T {
        self.0[handle.number()].as_mut().expect("an object that was not freed")
    }
}
