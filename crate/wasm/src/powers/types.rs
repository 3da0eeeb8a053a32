//! The types of the arguments and answers of these operations.

use super::kept_tables::Tables;
use crate::shared::{
    macros::record,
    slots::Handle,
    wire::{Integer, Secret},
};

record! {
    /// One factor of a product of powers, whose base has a table.
    TableTerm {
        table: Handle<Tables>,
        exponent: Integer,
    }
}

record! {
    /// One factor of a product of secret powers.
    SecretTerm<'a> {
        base: Secret<'a>,
        exponent: Secret<'a>,
    }
}
