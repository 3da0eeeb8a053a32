//! The allocator and the end of a panic, which the standard library would have.

// Two-level segregated fits: every call in constant time, and less to load than dlmalloc.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// A trap: the JavaScript above gives up the instance, says so, and makes a new one.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
