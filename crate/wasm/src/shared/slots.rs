//! Objects of one type by handle.

use super::error::Error;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The number by which JavaScript names an object of type `T`: its place, and the place's generation above it.
pub struct Handle<T>(u64, PhantomData<T>);

impl<T> Handle<T> {
    /// A handle with this number.
    pub fn new(number: u64) -> Self {
        Self(number, PhantomData)
    }

    /// Its number.
    pub fn number(&self) -> u64 {
        self.0
    }
}

/// A handle has as many bits as a whole number in a double. These are left for the generation.
const MAX_GENERATION: u32 = (1 << 21) - 1;

/// Objects of one type by handle. The place of a freed object is used again, in the next generation, so that no
/// handle ever means two objects.
pub struct Slots<T>(Vec<Slot<T>>);

struct Slot<T> {
    generation: u32,
    object: Option<T>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Slots<T> {
    /// Keeps an object.
    #[inline(never)]
    pub fn keep(&mut self, object: T) -> Handle<T> {
        let is_free = |slot: &Slot<T>| slot.object.is_none() && slot.generation < MAX_GENERATION;
        let place = self.0.iter().position(is_free).unwrap_or_else(|| {
            self.0.push(Slot { generation: 0, object: None });
            self.0.len() - 1
        });
        let slot = &mut self.0[place];
        slot.generation += 1;
        slot.object = Some(object);
        Handle::new(u64::from(slot.generation) << 32 | place as u64)
    }

    /// Drops an object, if it is still there.
    pub fn free(&mut self, handle: Handle<T>) {
        if let Some(object) = self.object(&handle) {
            *object = None;
        }
    }

    /// The object of a handle.
    ///
    /// # Errors
    /// If it was freed.
    pub fn get(&mut self, handle: Handle<T>) -> Result<&mut T, Error> {
        let object = self.object(&handle).and_then(Option::as_mut);
        object.ok_or_else(|| Error::argument("handle", "was freed"))
    }

    /// The place of a handle, unless another object came after it.
    fn object(&mut self, &Handle(number, _): &Handle<T>) -> Option<&mut Option<T>> {
        let slot = self.0.get_mut(number as u32 as usize)?;
        (u64::from(slot.generation) == number >> 32).then_some(&mut slot.object)
    }
}
