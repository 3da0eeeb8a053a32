//! Tells the crate the name in `--cfg powmod_kernel="NAME"`, which `built_for` looks up among all kernels, and whether
//! the compiler optimises.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(powmod_kernel, values(any()))");
    let name = env::var("CARGO_CFG_POWMOD_KERNEL").unwrap_or_default();
    println!("cargo::rustc-env=POWMOD_KERNEL={name}");
    println!("cargo::rustc-check-cfg=cfg(powmod_schoolbook)");
    println!("cargo::rustc-check-cfg=cfg(powmod_unoptimised)");
    if env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo::rustc-cfg=powmod_unoptimised");
    }
}
