//! What the standard library would be asked for: memory, and an end for a panic.

// A third of the size of dlmalloc, and as sound: two-level segregated fits, in constant time.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// A trap: the JavaScript above gives up the instance, says so, and makes a new one.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
