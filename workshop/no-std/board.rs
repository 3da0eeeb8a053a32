//! Two of QEMU's boards: `mps2-an386` with a Cortex-M4, and `virt` with a RISC-V processor of 32 bits.

use core::{
    alloc::{GlobalAlloc, Layout},
    arch::{asm, global_asm},
    cell::UnsafeCell,
    hint::black_box,
    panic::PanicInfo,
    ptr,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

/// The memory of the stack, below its start.
const STACK: usize = 1 << 16;

#[cfg(target_arch = "arm")]
global_asm!(".section .start, \"a\"", ".word 0x20010000, start");
#[cfg(target_arch = "arm")]
const STACK_START: usize = 0x2001_0000;

#[cfg(target_arch = "riscv32")]
global_asm!(".section .start, \"ax\"", "li sp, 0x81010000", "j start");
#[cfg(target_arch = "riscv32")]
const STACK_START: usize = 0x8101_0000;

#[unsafe(no_mangle)]
extern "C" fn start() -> ! {
    // A timer of 25 MHz that counts down, on the board with the Cortex-M4.
    #[cfg(target_arch = "arm")]
    // SAFETY: the registers of that timer.
    unsafe {
        ptr::with_exposed_provenance_mut::<u32>(0x4000_0008).write_volatile(u32::MAX);
        ptr::with_exposed_provenance_mut::<u32>(0x4000_0004).write_volatile(u32::MAX);
        ptr::with_exposed_provenance_mut::<u32>(0x4000_0000).write_volatile(1);
    }
    super::powers::run();
    call(0x18, 0x20026); // the program has ended well
    loop {}
}

/// The instructions since the start.
fn instructions() -> u64 {
    #[cfg(target_arch = "arm")]
    // SAFETY: the register of the timer that `start` has started.
    return 40
        * u64::from(
            u32::MAX - unsafe { ptr::with_exposed_provenance::<u32>(0x4000_0004).read_volatile() },
        );
    #[cfg(target_arch = "riscv32")]
    {
        let (low, high): (u32, u32);
        // SAFETY: registers that every RISC-V processor has. The low one does not overflow between two reads, or hardly
        // ever.
        unsafe {
            asm!("csrr {high}, minstreth", "csrr {low}, minstret", low = out(reg) low, high = out(reg) high)
        };
        u64::from(high) << 32 | u64::from(low)
    }
}

/// A request of semihosting to QEMU.
fn call(operation: usize, argument: usize) {
    // SAFETY: QEMU reads the registers and, for text, memory that ends with a zero.
    unsafe {
        #[cfg(target_arch = "arm")]
        asm!("bkpt 0xab", inout("r0") operation => _, in("r1") argument);
        #[cfg(target_arch = "riscv32")]
        asm!(
            ".balign 16", ".option push", ".option norvc",
            "slli x0, x0, 0x1f", "ebreak", "srai x0, x0, 7",
            ".option pop",
            inout("a0") operation => _, in("a1") argument
        );
    }
}

pub fn print(text: &str) {
    for &byte in text.as_bytes() {
        call(0x03, ptr::from_ref(&byte).expose_provenance());
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    print(info.message().as_str().unwrap_or("a panic"));
    call(0x18, 0x20023);
    loop {}
}

/// Runs a function: its result, its instructions, and the most bytes of heap and of stack that it takes.
#[inline(never)]
pub fn measure<T>(function: &mut dyn FnMut() -> T) -> (T, [u64; 3]) {
    const UNTOUCHED: u32 = 0x5af0_0fa5;
    let bottom = ptr::with_exposed_provenance_mut::<u32>(STACK_START - STACK);
    let here = (&raw const bottom).addr();
    let words = (here - 256 - bottom.addr()) / 4;
    // SAFETY: this memory belongs to the stack and lies below what is in use.
    (0..words).for_each(|i| unsafe { bottom.add(i).write_volatile(UNTOUCHED) });
    let kept = HEAP.live.load(Relaxed);
    HEAP.most.store(kept, Relaxed);
    let before = instructions();
    let result = black_box(function());
    let spent = instructions() - before;
    // SAFETY: as above.
    let untouched =
        (0..words).take_while(|&i| unsafe { bottom.add(i).read_volatile() } == UNTOUCHED);
    let stack = here - bottom.addr() - 4 * untouched.count();
    (result, [spent, (HEAP.most.load(Relaxed) - kept) as u64, stack as u64])
}

/// An allocator that never uses memory again, and counts what is in use.
struct Heap {
    memory: UnsafeCell<[u64; HEAP_WORDS]>,
    end: AtomicUsize,
    live: AtomicUsize,
    most: AtomicUsize,
}

const HEAP_WORDS: usize = 1 << 17;

#[global_allocator]
static HEAP: Heap = Heap {
    memory: UnsafeCell::new([0; HEAP_WORDS]),
    end: AtomicUsize::new(0),
    live: AtomicUsize::new(0),
    most: AtomicUsize::new(0),
};

// SAFETY: the board has one processor.
unsafe impl Sync for Heap {}

// SAFETY: no two blocks overlap, and each is aligned to the bytes of its words.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let end = self.end.load(Relaxed);
        let next = end + layout.size().div_ceil(8);
        if next > HEAP_WORDS || layout.align() > 8 {
            return ptr::null_mut();
        }
        self.end.store(next, Relaxed);
        let live = self.live.load(Relaxed) + layout.size();
        self.live.store(live, Relaxed);
        self.most.store(self.most.load(Relaxed).max(live), Relaxed);
        // SAFETY: the place is within the memory.
        unsafe { self.memory.get().cast::<u64>().add(end).cast() }
    }

    unsafe fn dealloc(&self, _: *mut u8, layout: Layout) {
        self.live.store(self.live.load(Relaxed) - layout.size(), Relaxed);
    }
}
