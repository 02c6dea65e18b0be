//! Encodes values as bytes: little endian, lengths before contents, no padding.

use std::fmt;

/// Why bytes are not what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The frame claims more bytes than any frame has.
    TooLong {
        length: usize,
    },
    /// The frame ends before its last value.
    Short,
    /// Bytes are left over behind the last value.
    LeftOver {
        bytes: usize,
    },
    /// A tag that this version does not know.
    Tag {
        /// What the tag stands for, such as a frame or a severity.
        kind: &'static str,
        tag: u8,
    },
    Text,
    /// Written by a propp of another version, which may have other fields.
    Version {
        found: u32,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { length } => write!(f, "a frame of {length} bytes is no frame"),
            Self::Short => write!(f, "the frame ends too early"),
            Self::LeftOver { bytes } => write!(f, "{bytes} bytes left over in the frame"),
            Self::Tag { kind, tag } => write!(f, "unknown {kind} {tag}"),
            Self::Text => write!(f, "text that is not UTF-8"),
            Self::Version { found } => write!(f, "it is of version {found}"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Reads values from the front of a buffer.
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let (front, rest) = self.rest.split_at_checked(count).ok_or(DecodeError::Short)?;
        self.rest = rest;
        Ok(front)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let (front, rest) = self.rest.split_first_chunk::<N>().ok_or(DecodeError::Short)?;
        self.rest = rest;
        Ok(*front)
    }

    /// Makes sure that nothing is left.
    pub fn finish(self) -> Result<(), DecodeError> {
        match self.rest.len() {
            0 => Ok(()),
            bytes => Err(DecodeError::LeftOver { bytes }),
        }
    }
}

/// A value that can be sent.
pub trait Wire: Sized {
    fn put(&self, out: &mut Vec<u8>);
    fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError>;
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Wire for $number {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                Ok(<$number>::from_le_bytes(reader.array()?))
            }
        }
    )* };
}
numbers!(u8, u16, u32, u64, i32, i64, f64);

impl Wire for bool {
    fn put(&self, out: &mut Vec<u8>) {
        u8::from(*self).put(out);
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        match u8::take(reader)? {
            0 => Ok(false),
            1 => Ok(true),
            tag => Err(DecodeError::Tag { kind: "truth value", tag }),
        }
    }
}

impl Wire for String {
    fn put(&self, out: &mut Vec<u8>) {
        length(self.len()).put(out);
        out.extend_from_slice(self.as_bytes());
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let count = u32::take(reader)? as usize;
        let bytes = reader.bytes(count)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| DecodeError::Text)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        length(self.len()).put(out);
        self.iter().for_each(|item| item.put(out));
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        // Not allocated in advance: the count may be wrong.
        (0..u32::take(reader)?).map(|_| T::take(reader)).collect()
    }
}

/// Bytes that mean something elsewhere. Unlike a list of numbers they are copied at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl Wire for Bytes {
    fn put(&self, out: &mut Vec<u8>) {
        length(self.0.len()).put(out);
        out.extend_from_slice(&self.0);
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let count = u32::take(reader)? as usize;
        Ok(Self(reader.bytes(count)?.to_vec()))
    }
}

impl<T: Wire> Wire for Box<T> {
    fn put(&self, out: &mut Vec<u8>) {
        T::put(self, out);
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        T::take(reader).map(Self::new)
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        self.iter().for_each(|value| value.put(out));
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        bool::take(reader)?.then(|| T::take(reader)).transpose()
    }
}

impl<T: Wire + Copy + Default, const N: usize> Wire for [T; N] {
    fn put(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.put(out));
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::take(reader)?;
        }
        Ok(items)
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok((A::take(reader)?, B::take(reader)?))
    }
}

/// No frame comes near 2^32 items.
fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Declares a structure, encoded as its fields in the order of declaration.
macro_rules! wire_struct {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($(#[$field_meta])* pub $field: $type,)* }
        impl Wire for $name {
            fn put(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)*
            }
            fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                Ok(Self { $($field: Wire::take(reader)?,)* })
            }
        }
    };
}

/// Declares an enum without data, encoded as a tag.
macro_rules! wire_tags {
    ($(#[$meta:meta])* pub enum $name:ident ($kind:literal) {
        $($(#[$case_meta:meta])* $case:ident = $tag:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum $name { $($(#[$case_meta])* $case = $tag,)* }
        impl Wire for $name {
            fn put(&self, out: &mut Vec<u8>) {
                (*self as u8).put(out);
            }
            fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                match u8::take(reader)? {
                    $($tag => Ok(Self::$case),)*
                    tag => Err(DecodeError::Tag { kind: $kind, tag }),
                }
            }
        }
    };
}

/// Declares an enum whose cases hold one value each, encoded as a tag and the value.
macro_rules! wire_enum {
    ($(#[$meta:meta])* pub enum $name:ident ($kind:literal) {
        $($(#[$case_meta:meta])* $case:ident($type:ty) = $tag:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name { $($(#[$case_meta])* $case($type),)* }
        impl Wire for $name {
            fn put(&self, out: &mut Vec<u8>) {
                match self {
                    $(Self::$case(value) => { $tag.put(out); value.put(out); })*
                }
            }
            fn take(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                match u8::take(reader)? {
                    $($tag => Ok(Self::$case(Wire::take(reader)?)),)*
                    tag => Err(DecodeError::Tag { kind: $kind, tag }),
                }
            }
        }
    };
}
pub(crate) use {wire_enum, wire_struct, wire_tags};
