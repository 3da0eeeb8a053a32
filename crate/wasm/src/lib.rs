//! The wasm-bindgen surface of powmod: bytes in, bytes out; no arithmetic of its own.

#[cfg(feature = "bench")]
mod bench;
