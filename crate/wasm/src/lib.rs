//! The border between JavaScript and the core: this crate reads arguments, calls the core, and
//! writes answers. It does no arithmetic of its own.
//!
//! A build is one of the modules: powers, complete or alone, prover, Chia, methods. Each has its
//! list of operations, and a call names one of them. JavaScript writes the arguments into
//! the memory that [`Instance::reserve`] gave, and reads the answer at the address that
//! [`Instance::call`] gives. Each call is one crossing, and one more when the arguments need more
//! room than before. If wasm-bindgen exported a function for each operation, each would bring its
//! own conversions, and every page would load them.
//!
//! TypeScript has checked types, signs and limits before it calls. A call that cannot be answered
//! gives a kind, a field and a reason ([`powmod::Error`]). A panic is a trap: JavaScript then gives
//! up the instance and makes a new one.

// The standard library would bring its panic messages, which pages would load and nobody sees.
#![no_std]

extern crate alloc;

#[cfg(feature = "bench")]
mod bench;
#[cfg_attr(not(target_family = "wasm"), path = "no_host.rs")]
mod host;
pub mod shared;

// A build is one of these modules.
#[cfg(feature = "chia")]
mod chia;
#[cfg(feature = "methods")]
mod methods;
#[cfg(feature = "powers")]
mod powers;
#[cfg(feature = "prover")]
mod prover;

/// The objects and the operations of the module that the build is.
macro_rules! take_the_one_of {
    ($($feature:literal: $module:ident::perform;)*) => { $(
        #[cfg(feature = $feature)]
        use $module::{Objects, perform};
    )* };
}
take_the_one_of! {
    "chia": chia::perform;
    "methods": methods::perform;
    "powers": powers::perform;
    "prover": prover::perform;
}

use alloc::{vec, vec::Vec};
use core::{
    hint,
    mem::{self, ManuallyDrop},
};
use host::memory_bytes;
use shared::wire::{Answer, Reader, write_error};
use wasm_bindgen::prelude::*;
use zeroize::Zeroize;

/// The memory of a longer answer is given back before the next call.
const KEPT_ANSWER_BYTES: usize = 1 << 16;

/// A memory that had to grow grows by this part of its length more.
const GROWTH: usize = 4;

/// The objects of one instance, and the memory that its calls cross by. JavaScript never frees an
/// instance but drops its whole memory, so no module needs code that drops the objects.
#[wasm_bindgen]
#[derive(Default)]
pub struct Instance {
    objects: ManuallyDrop<Objects>,
    arguments: Vec<u8>,
    data: Vec<u8>,
    answer: Vec<u8>,
    /// The length of the memory after the last call, or what JavaScript reserved since.
    memory: usize,
}

#[wasm_bindgen]
impl Instance {
    /// An instance without objects.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self { memory: memory_bytes(), ..Self::default() }
    }

    /// Reserves `length` bytes for the arguments of this call and of later ones, and gives their
    /// address. The bytes that were reserved before are freed.
    pub fn reserve(&mut self, length: usize) -> *mut u8 {
        self.arguments = vec![0; length];
        self.memory = memory_bytes();
        self.arguments.as_mut_ptr()
    }

    /// Reserves `length` bytes for the one long argument of the next call, and gives their address.
    pub fn reserve_data(&mut self, length: usize) -> *mut u8 {
        self.data = vec![0; length];
        self.memory = memory_bytes();
        self.data.as_mut_ptr()
    }

    /// Runs an operation with the arguments in the first `length` reserved bytes, and gives the
    /// address of its answer. The answer is the number 0 and the values; or, for an error, its kind
    /// from 1 on, the field's name, the field's index or −1, and the reason.
    pub fn call(&mut self, operation: usize, length: usize) -> *const u8 {
        self.answer.clear();
        if self.answer.capacity() > KEPT_ANSWER_BYTES {
            self.answer = Vec::new();
        }
        0.0.write(&mut self.answer);
        let data = mem::take(&mut self.data);
        let mut reader = Reader::new(&self.arguments[..length], data);
        let done = perform(operation, &mut self.objects, &mut reader, &mut self.answer);
        let has_secrets = reader.has_secrets;
        if let Err(error) = done {
            self.answer.clear();
            write_error(&mut self.answer, 1.0 + error.kind as u8 as f64, &error);
        }
        if has_secrets {
            self.arguments[..length].zeroize();
        }
        self.grow_ahead();
        self.answer.as_ptr()
    }

    /// Grows the memory by a part of its length, if it grew. Each growth is a new buffer in JavaScript, which the
    /// collector of garbage counts as one more of the whole length: where ten thousand objects each grew the memory by
    /// a page, it would do nothing but collect.
    fn grow_ahead(&mut self) {
        if memory_bytes() > self.memory {
            let mut ahead: Vec<u8> = Vec::new();
            let _ = hint::black_box(&mut ahead).try_reserve_exact(memory_bytes() / GROWTH);
            drop(ahead);
            self.memory = memory_bytes();
        }
    }
}
