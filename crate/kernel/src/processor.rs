//! Instructions that not every processor of a build has.

#[cfg(all(target_arch = "x86_64", not(miri)))]
cpufeatures::new!(bmi, "bmi1", "bmi2");

/// Runs `f`, which has products of words. On x86-64 it is compiled once more, for processors whose multiplication of
/// words leaves the flags alone (BMI2, with BMI1), if it is inlined: closures say `#[inline(always)]`.
#[inline(always)]
pub fn with_products<T>(f: impl FnOnce() -> T) -> T {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        #[target_feature(enable = "bmi1,bmi2")]
        fn with_bmi<T>(f: impl FnOnce() -> T) -> T {
            f()
        }
        if bmi::get() {
            // SAFETY: the processor has both.
            return unsafe { with_bmi(f) };
        }
    }
    f()
}
