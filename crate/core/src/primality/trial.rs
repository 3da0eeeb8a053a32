//! The small primes by which numbers are divided before any other test.

use crate::small_primes::SmallPrimes;
use alloc::boxed::Box;
use once_cell::race::OnceBox;

/// The bound of the trial division that precedes the strong tests. In a search, larger primes cost about
/// as much as they save.
pub const TRIAL_BOUND: u32 = 1 << 11;

/// The bound of the trial division for [long](super::on_kernel::is_long) numbers.
const TRIAL_BOUND_OF_LONG: u32 = 1 << 14;

/// The primes below [`TRIAL_BOUND`], which are computed once.
pub fn small_primes() -> &'static SmallPrimes {
    static PRIMES: OnceBox<SmallPrimes> = OnceBox::new();
    PRIMES.get_or_init(|| Box::new(SmallPrimes::below(TRIAL_BOUND)))
}

/// The primes below [`TRIAL_BOUND_OF_LONG`], which are computed once.
pub fn small_primes_of_long() -> &'static SmallPrimes {
    static PRIMES: OnceBox<SmallPrimes> = OnceBox::new();
    PRIMES.get_or_init(|| Box::new(SmallPrimes::below(TRIAL_BOUND_OF_LONG)))
}
