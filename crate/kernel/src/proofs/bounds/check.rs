//! The functions that every check uses.

use alloc::string::{String, ToString};

extern crate std;

/// A proven value, or the claim that failed.
pub type Checked<T = ()> = Result<T, String>;

/// Fails with `what` unless the claim holds.
pub fn ensure(holds: bool, what: &str) -> Checked {
    if holds { Ok(()) } else { Err(what.to_string()) }
}

/// Asserts that `check` holds for the compiled constant and fails for some later one, going on by
/// `step`. Prints the last value that holds.
///
/// # Panics
/// If the check fails for the compiled constant, or holds for all of 1000 steps: then it does not
/// depend on that constant.
pub fn assert_limit(name: &str, compiled: usize, step: isize, check: impl Fn(usize) -> Checked) {
    const STEPS: usize = 1000;
    check(compiled).unwrap_or_else(|broken| panic!("{name} = {compiled}: {broken}"));
    let mut last = compiled;
    for _ in 0..STEPS {
        let next = last.checked_add_signed(step).unwrap_or_else(|| panic!("{name} has no bound"));
        if let Err(broken) = check(next) {
            std::println!("{name} = {compiled} holds to {last}; {next}: {broken}");
            return;
        }
        last = next;
    }
    panic!("no check bounds {name}");
}
