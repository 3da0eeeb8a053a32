//! The arithmetic on which this build searches for a prime. Two moduli at once are faster where doubles have fused
//! multiply-add; other kernels take one modulus.

pub use chosen::{CANDIDATES_AT_ONCE, Of256Bits, counted_hashes};

/// For numbers of up to 1024 bits: `M` takes one modulus, and this build may have a faster arithmetic.
pub type OfMoreBits<M> = <M as chosen::Replaced>::By;

#[cfg(powmod_kernel = "relaxed")]
mod chosen {
    use crate::primes::{
        sha256::hash_four,
        side_by_side::{two_long_moduli::TwoLongModuli, two_moduli::TwoModuli},
    };

    /// The numbers that a search tests at once.
    pub const CANDIDATES_AT_ONCE: usize = 2;

    /// For numbers of 256 bits.
    pub type Of256Bits = TwoModuli;

    pub trait Replaced {
        type By;
    }

    impl<M> Replaced for M {
        type By = TwoLongModuli;
    }

    /// The words of SHA-256(seed ‖ u32(i)) for i = 0, 1, 2, …, where `hash` computes one of them.
    pub fn counted_hashes(
        seed: [u32; 8],
        _hash: impl Fn(u32) -> [u32; 8],
    ) -> impl Iterator<Item = [u32; 8]> {
        (0..=u32::MAX).step_by(4).flat_map(move |first| hash_four(&seed, first))
    }
}

#[cfg(not(powmod_kernel = "relaxed"))]
mod chosen {
    use crate::kernels::short::Short;

    /// The numbers that a search tests at once.
    pub const CANDIDATES_AT_ONCE: usize = 1;

    /// For numbers of 256 bits.
    pub type Of256Bits = Short;

    pub trait Replaced {
        type By;
    }

    impl<M> Replaced for M {
        type By = M;
    }

    /// The words of SHA-256(seed ‖ u32(i)) for i = 0, 1, 2, …, where `hash` computes one of them. Four at once would
    /// make the kernel `simd128` a kilobyte longer, and its searches a twentieth faster.
    pub fn counted_hashes(
        _seed: [u32; 8],
        hash: impl Fn(u32) -> [u32; 8],
    ) -> impl Iterator<Item = [u32; 8]> {
        (0..=u32::MAX).map(hash)
    }
}
