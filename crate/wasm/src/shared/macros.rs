//! The macros of a module's list of operations, and of the types in the list.

/// `choice! { Name: Type { "word" => value, … } }`: an argument that is one of a few words.
/// JavaScript sends the index of the word.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident: $type:ty { $($word:literal => $value:expr),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        pub struct $name(pub $type);

        $(#[$meta])*
        impl<'a> $crate::shared::wire::Argument<'a> for $name {
            fn read(reader: &mut $crate::shared::wire::Reader<'a>) -> Self {
                let values: &[$type] = &[$($value),*];
                Self(values[usize::read(reader)])
            }
        }
    };
}

/// `record! { Name { field: Type, … } }`: arguments that belong together, in this order. A record
/// that borrows from the arguments of the call is written `Name<'a>`.
macro_rules! record {
    ($(#[$meta:meta])* $name:ident$(<$life:lifetime>)? { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$meta])*
        #[allow(missing_docs, reason = "the record's documentation tells its fields")]
        pub struct $name$(<$life>)? { $(pub $field: $type),* }

        $(#[$meta])*
        impl<'a> $crate::shared::wire::Argument<'a> for $name$(<$life>)? {
            #[inline(never)]
            fn read(reader: &mut $crate::shared::wire::Reader<'a>) -> Self {
                Self { $($field: $crate::shared::wire::Argument::read(reader)),* }
            }
        }
    };
}

/// `answer! { Name { field: Type, … } }`: answers that belong together, in this order.
macro_rules! answer {
    ($(#[$meta:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$meta])*
        #[allow(missing_docs, reason = "the answer's documentation tells its fields")]
        pub struct $name { $(pub $field: $type),* }

        $(#[$meta])*
        impl $crate::shared::wire::Answer for $name {
            fn write(self, out: &mut alloc::vec::Vec<u8>) {
                $($crate::shared::wire::Answer::write(self.$field, out);)*
            }
        }
    };
}

/// `errors_of!(crate: Kind, …)`: the errors of a crate, which has these kinds.
macro_rules! errors_of {
    ($from:ident: $($kind:ident),*) => {
        impl From<$from::Error> for $crate::shared::error::Error {
            #[inline(never)]
            fn from(error: $from::Error) -> Self {
                use $crate::shared::error::Kind;
                let kind = match error.kind {
                    $($from::Kind::$kind => Kind::$kind,)*
                    _ => Kind::Fault,
                };
                Self::new(kind, error.field, error.reason)
            }
        }
    };
}

/// The operations: each is a function that takes the objects of the instance and the arguments. `NameOfModule` and
/// `SelfTest` come first in each list: they tell what a module is, whatever else it has. A list that ends in
/// `_ => perform;` goes on in the list of that function.
///
/// An engine compiles a function whole when it is first called. So each operation is a function of
/// its own (`inline(never)`), and a page that verifies waits for nothing else.
macro_rules! operations {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident = $function:path[$($argument:ident: $type:ty),* $(,)?] -> $answer:ty;
    )* $(_ => $others:path;)?) => {
        /// Runs the operation of this number and adds its answer to `out`.
        ///
        /// # Errors
        /// The operation's own.
        pub fn perform(
            number: usize,
            objects: &mut Objects,
            reader: &mut $crate::shared::wire::Reader<'_>,
            out: &mut alloc::vec::Vec<u8>,
        ) -> Result<(), $crate::shared::error::Error> {
            use $crate::shared::wire::{Answer, Argument, Reader};

            /// The operations, numbered by their places in the list.
            enum Operation {
                $($(#[doc = $doc])* $name),*
            }
            #[allow(dead_code, reason = "a list that ends here needs it not")]
            const LENGTH: usize = [$(Operation::$name),*].len();

            match number {
                $(
                    number if number == Operation::$name as usize => {
                        #[inline(never)]
                        #[allow(non_snake_case, reason = "it is named as its operation")]
                        #[allow(unused_variables, reason = "an operation may have no arguments")]
                        fn $name(
                            objects: &mut Objects,
                            reader: &mut Reader<'_>,
                            out: &mut alloc::vec::Vec<u8>,
                        ) -> Result<(), $crate::shared::error::Error> {
                            $(let $argument: $type = Argument::read(reader);)*
                            let answer: $answer = $function(objects, $($argument),*)?;
                            answer.write(out);
                            Ok(())
                        }
                        $name(objects, reader, out)
                    }
                )*
                $(LENGTH.. => $others(number - LENGTH, objects, reader, out),)?
                _ => unreachable!("JavaScript has the numbers of the list"),
            }
        }
    };
}

pub(crate) use {answer, choice, errors_of, operations, record};
