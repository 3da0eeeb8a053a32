//! The description of a kernel: its name, its limits, and its constructor.

use crate::kernel::Kernel;
use alloc::boxed::Box;

/// A kernel's name, limits and constructor.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The name that users know it by.
    pub name: &'static str,
    /// The longest modulus that it accepts, in bits.
    pub max_bits: usize,
    /// The shortest modulus, in bits, for which it is the fastest kernel of its build in V8.
    pub fast_from: usize,
    /// The time of a squaring over that of a product, at 2048 bits in V8.
    pub square_cost: f64,
    /// The shortest modulus, in bits, for which two of its products take less time than a product and a division in
    /// words of 64 bits.
    pub division_below: usize,
    /// Makes the kernel for an odd modulus N ≥ 3, given by its limbs. The last limb is not zero.
    pub make: fn(&[u32]) -> Box<dyn Kernel>,
}
