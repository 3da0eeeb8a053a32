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

use crate::{error::Error, natural::Natural, radix::convert};
use alloc::{format, vec::Vec};
use core::{fmt, str::FromStr};

/// The digits of a decimal number that a limb holds.
const DIGITS: usize = 9;
const CHUNK: u64 = 10_u64.pow(DIGITS as u32);
const LIMB: u64 = 1 << 32;

/// Decimal digits, or hexadecimal ones after `0x`.
impl FromStr for Natural {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (digits, radix, width) = match text.strip_prefix("0x") {
            Some(digits) => (digits, 16, 8),
            None => (text, 10, DIGITS),
        };
        let refused =
            || Error::argument("number", "must be decimal digits, or 0x and hexadecimal digits");
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
            return Err(refused());
        }
        // The first chunk may be shorter.
        let (first, rest) = digits.split_at(digits.len() % width);
        let chunk = |chunk: &[u8]| {
            chunk
                .iter()
                .fold(0, |x, &digit| x * radix + (digit as char).to_digit(radix).unwrap_or(0))
        };
        let chunks = rest.as_bytes().chunks(width);
        if radix == 16 {
            let mut limbs: Vec<u32> = chunks.rev().map(chunk).collect();
            limbs.push(chunk(first.as_bytes()));
            return Ok(Self::from_limbs(limbs));
        }
        let mut digits: Vec<u32> = chunks.rev().map(chunk).collect();
        digits.push(chunk(first.as_bytes()));
        Ok(Self::from_limbs(convert::<CHUNK, LIMB>(&digits)))
    }
}

/// Decimal digits.
impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chunks = convert::<LIMB, CHUNK>(self.limbs());
        let mut digits = format!("{}", chunks.pop().unwrap_or(0));
        digits.extend(chunks.iter().rev().map(|chunk| format!("{chunk:0DIGITS$}")));
        f.pad_integral(true, "", &digits)
    }
}

impl fmt::LowerHex for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut limbs = self.limbs().iter().rev();
        let mut digits = format!("{:x}", limbs.next().unwrap_or(&0));
        digits.extend(limbs.map(|limb| format!("{limb:08x}")));
        f.pad_integral(true, "0x", &digits)
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
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
}

#[cfg(feature = "crypto-bigint")]
mod crypto_bigint {
    use crate::natural::Natural;
    use crypto_bigint::BoxedUint;

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
}

#[cfg(feature = "rand_core")]
mod random {
    use crate::natural::Natural;
    use alloc::vec;
    use rand_core::RngCore;

    impl Natural {
        /// A number that is uniform in [0, n), from a secure generator; `None` if `n` is 0. The function draws numbers
        /// as long as `n` until one is below `n`: on average fewer than two.
        pub fn random_below(n: &Self, generator: &mut (impl RngCore + ?Sized)) -> Option<Self> {
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

/// Strings of `0x` and hexadecimal digits, as in proof files, of at most 2^18 characters.
#[cfg(feature = "serde")]
mod serialization {
    use crate::natural::Natural;
    use core::fmt;
    use serde_core::{Deserialize, Deserializer, Serialize, Serializer, de};

    impl Serialize for Natural {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&format_args!("{self:#x}"))
        }
    }

    impl<'de> Deserialize<'de> for Natural {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(NumberVisitor)
        }
    }

    /// The longest text that is read: 2^20 bits.
    const MOST_CHARACTERS: usize = 1 << 18;

    struct NumberVisitor;

    impl<'de> de::Visitor<'de> for NumberVisitor {
        type Value = Natural;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a string of at most {MOST_CHARACTERS} digits")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Natural, E> {
            if text.len() > MOST_CHARACTERS {
                return Err(E::invalid_length(text.len(), &self));
            }
            text.parse().map_err(E::custom)
        }
    }
}
