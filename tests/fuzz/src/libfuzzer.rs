//! libFuzzer's program: it runs the target that `POWMOD_TARGET` names.

#![no_main]

use std::{env, sync::LazyLock};

static TARGET: LazyLock<String> =
    LazyLock::new(|| env::var("POWMOD_TARGET").expect("POWMOD_TARGET names a target"));

libfuzzer_sys::fuzz_target!(|data: &[u8]| powmod_fuzz::run(&TARGET, data));
