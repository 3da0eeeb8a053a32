//! `powmod-bindgen MODULE FOLDER` writes `powmod_bg.wasm` and its glue `powmod.js` into the folder, as `wasm-bindgen
//! --target no-modules --no-typescript --out-name powmod` does, which wasm-pack calls.

use std::env;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        println!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        return Ok(());
    };
    Bindgen::new()
        .no_modules(true)?
        .input_path(module)
        .typescript(false)
        .out_name("powmod")
        .generate(folder)?;
    Ok(())
}
