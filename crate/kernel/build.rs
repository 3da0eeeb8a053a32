//! Refuses a `--cfg powmod_kernel` that names no kernel. The code compares the name with those of kernels, and would ignore
//! any other.

use std::env;

const KERNELS: [&str; 5] = ["cios", "relaxed", "scalar", "simd128", "wide"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let Ok(name) = env::var("CARGO_CFG_POWMOD_KERNEL") else { return };
    if !KERNELS.contains(&name.as_str()) {
        println!(
            "cargo::error=`--cfg powmod_kernel=\"{name}\"`: must be one of {}",
            KERNELS.join(", ")
        );
    }
}
