//! SHA-256 for the first verdict of a page: this module is so small that its bytes are in the page's script.
//!
//! The state and one block lie at fixed addresses. JavaScript writes a block, calls [`compress`], and reads the state.

#![no_std]

#[cfg(not(target_family = "wasm"))]
extern crate std;

#[cfg(target_family = "wasm")]
#[path = "../../wasm/src/host.rs"]
mod host;

use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};
use sha2::block_api::compress256;
use wasm_bindgen::prelude::*;

/// The state, in the byte order of the machine.
static STATE: [AtomicU32; 8] = [const { AtomicU32::new(0) }; 8];
static BLOCK: [AtomicU8; 64] = [const { AtomicU8::new(0) }; 64];

/// The address of the state, eight words.
#[wasm_bindgen]
pub fn state() -> *const u32 {
    STATE.as_ptr().cast()
}

/// The address of the block, 64 bytes.
#[wasm_bindgen]
pub fn block() -> *const u8 {
    BLOCK.as_ptr().cast()
}

/// Compresses the block into the state.
#[wasm_bindgen]
pub fn compress() {
    let mut state = STATE.each_ref().map(|word| word.load(Relaxed));
    let block = BLOCK.each_ref().map(|byte| byte.load(Relaxed));
    compress256(&mut state, &[block]);
    for (word, value) in STATE.iter().zip(state) {
        word.store(value, Relaxed);
    }
}
