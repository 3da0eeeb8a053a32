//! What the standard library would have: the allocator, the end of a panic, and the length of the memory.

// Two-level segregated fits: every call in constant time, and less to load than dlmalloc.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// A trap: the JavaScript above gives up the instance, says so, and makes a new one.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The bytes of the memory.
pub fn memory_bytes() -> usize {
    const PAGE: usize = 1 << 16;
    core::arch::wasm32::memory_size::<0>() * PAGE
}
