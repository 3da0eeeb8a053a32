#![no_main]
#![expect(missing_docs, reason = "the crate's own head says what it does")]

libfuzzer_sys::fuzz_target!(|data: &[u8]| powmod_fuzz::run("class_group", data));
