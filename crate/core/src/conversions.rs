//! Natural numbers from and to text, and from and to the numbers of other crates, each by its feature.
//!
//! ```
//! use powmod::Natural;
//!
//! let n: Natural = "1000003".parse()?;
//! assert_eq!(n, "0xf4243".parse()?);
//! assert_eq!(n.to_string(), "1000003");
//! assert_eq!(format!("{n:#x}"), "0xf4243");
//! assert_eq!(Natural::from_be_bytes(&[0x0f, 0x42, 0x43]), n);
//! assert_eq!(n.to_be_bytes(), [0x0f, 0x42, 0x43]);
//! assert!("12a".parse::<Natural>().is_err());
//! # Ok::<(), powmod::Error>(())
//! ```

use crate::{error::Error, natural::Natural, radix};
use alloc::string::String;
use core::{fmt, str::FromStr};

/// Decimal digits, or hexadecimal ones after `0x`. The time for decimal digits grows with the square of their number.
impl FromStr for Natural {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let number = match text.strip_prefix("0x") {
            Some(digits) => radix::parse(digits, 16),
            None => radix::parse(text, 10),
        };
        let rule = "must be decimal digits, or 0x and hexadecimal digits";
        number.ok_or_else(|| Error::argument("number", rule))
    }
}

impl Natural {
    /// The digits to a base in 2..=36, with small letters.
    ///
    /// # Panics
    /// If the radix is not in 2..=36.
    #[must_use]
    pub fn to_str_radix(&self, radix: u32) -> String {
        radix::text(self, radix)
    }
}

macro_rules! formats {
    ($($Format:ident: $radix:literal, $prefix:literal;)*) => { $(
        impl fmt::$Format for Natural {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad_integral(true, $prefix, &self.to_str_radix($radix))
            }
        }
    )* };
}

formats! {
    Display: 10, "";
    LowerHex: 16, "0x";
    Binary: 2, "0b";
    Octal: 8, "0o";
}

impl fmt::UpperHex for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "0x", &self.to_str_radix(16).to_ascii_uppercase())
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
}

/// Conversions from and to values by those from and to references.
#[cfg(any(feature = "num-bigint", feature = "crypto-bigint"))]
macro_rules! owned {
    ($Other:ty) => {
        impl From<$Other> for Natural {
            fn from(x: $Other) -> Self {
                Self::from(&x)
            }
        }

        impl From<Natural> for $Other {
            fn from(x: Natural) -> Self {
                Self::from(&x)
            }
        }
    };
}

#[cfg(feature = "num-bigint")]
mod num_bigint {
    use crate::natural::Natural;
    use num_bigint::BigUint;

    impl From<&BigUint> for Natural {
        fn from(x: &BigUint) -> Self {
            Self::from_limbs(x.to_u32_digits())
        }
    }

    impl From<&Natural> for BigUint {
        fn from(x: &Natural) -> Self {
            Self::from_slice(x.limbs())
        }
    }

    owned!(BigUint);
}

#[cfg(feature = "crypto-bigint")]
mod crypto_bigint {
    use crate::{error::Error, natural::Natural};
    use crypto_bigint::{BoxedUint, Limb, Uint};

    /// The time depends on the number of leading zeros.
    impl From<&BoxedUint> for Natural {
        fn from(x: &BoxedUint) -> Self {
            Self::from_be_bytes(&x.to_be_bytes())
        }
    }

    /// As many limbs as the number needs, and at least one.
    impl From<&Natural> for BoxedUint {
        fn from(x: &Natural) -> Self {
            Self::from_be_slice_vartime(&x.to_be_bytes())
        }
    }

    owned!(BoxedUint);

    impl<const LIMBS: usize> From<&Uint<LIMBS>> for Natural {
        fn from(x: &Uint<LIMBS>) -> Self {
            Self::from_le_bytes(&x.as_words().map(|word| word.to_le_bytes()).concat())
        }
    }

    impl<const LIMBS: usize> From<Uint<LIMBS>> for Natural {
        fn from(x: Uint<LIMBS>) -> Self {
            Self::from(&x)
        }
    }

    impl<const LIMBS: usize> TryFrom<Natural> for Uint<LIMBS> {
        type Error = Error;

        fn try_from(x: Natural) -> Result<Self, Error> {
            Self::try_from(&x)
        }
    }

    impl<const LIMBS: usize> TryFrom<&Natural> for Uint<LIMBS> {
        type Error = Error;

        fn try_from(x: &Natural) -> Result<Self, Error> {
            let bytes = x.to_be_bytes_padded(LIMBS * Limb::BYTES);
            let bytes = bytes.ok_or_else(|| Error::argument("number", "must fit the type"))?;
            Ok(Self::from_be_slice(&bytes))
        }
    }
}

#[cfg(feature = "rand_core")]
mod random {
    use crate::natural::Natural;
    use alloc::vec;
    use rand_core::Rng;

    impl Natural {
        /// A number that is uniform in [0, n), from a secure generator; `None` if `n` is 0. The function draws numbers
        /// as long as `n` until one is below `n`: at most two on average.
        pub fn random_below(n: &Self, generator: &mut (impl Rng + ?Sized)) -> Option<Self> {
            if n.limbs().is_empty() {
                return None;
            }
            let mut bytes = vec![0; n.bits().div_ceil(8)];
            loop {
                generator.fill_bytes(&mut bytes);
                let x = Self::from_be_bytes(&bytes).low_bits(n.bits());
                if &x < n {
                    return Some(x);
                }
            }
        }
    }
}

#[cfg(feature = "serde")]
mod serialization {
    use crate::natural::Natural;
    use core::fmt;
    use serde_core::{Deserialize, Deserializer, Serialize, Serializer, de};

    /// A string of `0x` and hexadecimal digits, as in proof files. A number of more than 2^20 bits is written, but not
    /// read.
    impl Serialize for Natural {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&format_args!("{self:#x}"))
        }
    }

    /// A string of decimal digits, or of `0x` and hexadecimal ones; of at most 2^18 + 2 characters, as 2^20 bits need.
    impl<'de> Deserialize<'de> for Natural {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(NumberVisitor)
        }
    }

    /// The longest text that is read: `0x` and the digits of 2^20 bits.
    const MOST_CHARACTERS: usize = (1 << 18) + 2;

    struct NumberVisitor;

    impl<'de> de::Visitor<'de> for NumberVisitor {
        type Value = Natural;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a string of at most {MOST_CHARACTERS} characters")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Natural, E> {
            if text.len() > MOST_CHARACTERS {
                return Err(E::invalid_length(text.len(), &self));
            }
            text.parse().map_err(E::custom)
        }
    }
}
