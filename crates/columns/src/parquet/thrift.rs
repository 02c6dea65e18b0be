//! Thrift's compact protocol, as far as Parquet's metadata need it
//! (`thrift-compact-protocol.md` in apache/thrift).

/// Type numbers of fields and of elements of lists.
mod kind {
    pub(super) const I32: u8 = 5;
    pub(super) const I64: u8 = 6;
    pub(super) const BINARY: u8 = 8;
    pub(super) const LIST: u8 = 9;
    pub(super) const STRUCT: u8 = 12;
}

/// Appends a number, seven bits a byte, the lowest first.
pub(super) fn varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Small numbers of either sign as small numbers without one.
const fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// A structure that is being written. Fields come in the order of their numbers.
pub(super) struct Struct<'a> {
    out: &'a mut Vec<u8>,
    last: u8,
}

/// Appends a structure that nothing stands around.
pub(super) fn structure(out: &mut Vec<u8>, fields: impl FnOnce(&mut Struct<'_>)) {
    fields(&mut Struct { out, last: 0 });
    out.push(0);
}

impl Struct<'_> {
    /// A header holds the distance to the field before in four bits. The larger
    /// form is left out: no structure here has a field number above 13.
    fn field(&mut self, number: u8, kind: u8) {
        debug_assert!((1..16).contains(&number.saturating_sub(self.last)));
        self.out.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    fn bytes_of(&mut self, bytes: &[u8]) {
        varint(self.out, bytes.len() as u64);
        self.out.extend_from_slice(bytes);
    }

    pub(super) fn i32(&mut self, number: u8, value: i32) {
        self.field(number, kind::I32);
        varint(self.out, zigzag(value.into()));
    }

    pub(super) fn i64(&mut self, number: u8, value: i64) {
        self.field(number, kind::I64);
        varint(self.out, zigzag(value));
    }

    pub(super) fn bytes(&mut self, number: u8, bytes: &[u8]) {
        self.field(number, kind::BINARY);
        self.bytes_of(bytes);
    }

    pub(super) fn structure(&mut self, number: u8, fields: impl FnOnce(&mut Struct<'_>)) {
        self.field(number, kind::STRUCT);
        structure(self.out, fields);
    }

    fn list(&mut self, number: u8, kind: u8, count: usize) {
        self.field(number, kind::LIST);
        if count < 15 {
            self.out.push((count as u8) << 4 | kind);
        } else {
            self.out.push(0xf0 | kind);
            varint(self.out, count as u64);
        }
    }

    pub(super) fn i32s(&mut self, number: u8, values: &[i32]) {
        self.list(number, kind::I32, values.len());
        for value in values {
            varint(self.out, zigzag((*value).into()));
        }
    }

    pub(super) fn texts(&mut self, number: u8, texts: &[&str]) {
        self.list(number, kind::BINARY, texts.len());
        for text in texts {
            self.bytes_of(text.as_bytes());
        }
    }

    pub(super) fn structures<T>(
        &mut self,
        number: u8,
        items: impl ExactSizeIterator<Item = T>,
        fields: impl Fn(&mut Struct<'_>, T),
    ) {
        self.list(number, kind::STRUCT, items.len());
        for item in items {
            structure(self.out, |item_fields| fields(item_fields, item));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_carry_seven_bits_a_byte() {
        let of = |number| {
            let mut out = Vec::new();
            varint(&mut out, number);
            out
        };
        assert_eq!(of(0), [0]);
        assert_eq!(of(127), [0x7f]);
        assert_eq!(of(128), [0x80, 0x01]);
        assert_eq!(of(300), [0xac, 0x02]);
        assert_eq!(of(u64::MAX), [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
    }

    #[test]
    fn zigzag_keeps_small_numbers_small() {
        assert_eq!([0, -1, 1, -2, 2].map(zigzag), [0, 1, 2, 3, 4]);
        assert_eq!(zigzag(i64::MAX), u64::MAX - 1);
        assert_eq!(zigzag(i64::MIN), u64::MAX);
    }

    #[test]
    fn fields_say_how_far_they_are_from_the_one_before() {
        let mut out = Vec::new();
        structure(&mut out, |fields| {
            fields.i32(1, -1);
            fields.bytes(4, b"ab");
            fields.structure(5, |inner| inner.i64(2, 64));
            fields.i32s(13, &[1, 2]);
        });
        let expected =
            [0x15, 1, 0x38, 2, b'a', b'b', 0x1c, 0x26, 0x80, 0x01, 0, 0x89, 0x25, 2, 4, 0];
        assert_eq!(out, expected);
    }

    #[test]
    fn a_list_of_fifteen_says_its_length_apart() {
        let mut out = Vec::new();
        structure(&mut out, |fields| fields.texts(1, &[""; 15]));
        assert_eq!(out[..3], [0x19, 0xf8, 15]);
        assert_eq!(out.len(), 3 + 15 + 1);
    }
}
