//! The arithmetic on which this build searches for a prime of 257 to 1024 bits. Two moduli at once are faster where
//! doubles have fused multiply-add; other kernels take one modulus. Up to 256 bits every build takes
//! [`short`](crate::short): two such moduli at once, with four hashes at once, would make a verification a fifth
//! shorter, and each page's download three kilobytes longer.

pub use chosen::CANDIDATES_AT_ONCE;

/// `M` takes one modulus, and this build may have a faster arithmetic.
pub type OfMoreBits<M> = <M as chosen::Replaced>::By;

#[cfg(powmod_kernel = "relaxed")]
mod chosen {
    use crate::primes::two_long_moduli::TwoLongModuli;

    /// The numbers that a search tests at once.
    pub const CANDIDATES_AT_ONCE: usize = 2;

    pub trait Replaced {
        type By;
    }

    impl<M> Replaced for M {
        type By = TwoLongModuli;
    }
}

#[cfg(not(powmod_kernel = "relaxed"))]
mod chosen {
    /// The numbers that a search tests at once.
    pub const CANDIDATES_AT_ONCE: usize = 1;

    pub trait Replaced {
        type By;
    }

    impl<M> Replaced for M {
        type By = M;
    }
}
