//! The ground of all modules. It is public, because each module uses a part of it.

pub mod chia_self_test;
pub mod error;
pub mod integers;
#[allow(unused_macros, unused_imports, reason = "each module uses a part of these too")]
pub mod macros;
pub mod module;
pub mod moduli;
pub mod self_test;
pub mod slots;
pub mod types;
#[cfg_attr(not(feature = "vdf"), path = "no_vdf.rs")]
pub mod vdf;
pub mod wire;
