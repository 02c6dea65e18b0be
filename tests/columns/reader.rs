//! Reads the Parquet files that a table makes back into columns, and nothing else:
//! written after `parquet.thrift` and `Encodings.md` of apache/parquet-format, and
//! sharing no line with the writer.

use std::collections::BTreeMap;

use propp_columns::Values;

const MAGIC: &[u8] = b"PAR1";

/// A file, decoded.
pub(crate) struct File {
    /// Keys and values of the metadata, in their order.
    pub(crate) notes: Vec<(String, String)>,
    /// Who says to have written it.
    pub(crate) created_by: String,
    /// Rows of each group.
    pub(crate) groups: Vec<usize>,
    /// Columns by name, in their order.
    pub(crate) columns: Vec<(String, Values)>,
    /// For each group and column: missing values, smallest and largest one.
    pub(crate) statistics: Vec<Vec<(i64, Option<[u64; 2]>)>>,
    /// Encodings of all data pages, in the order of the file.
    pub(crate) encodings: Vec<i64>,
}

/// Decodes a file.
pub(crate) fn read(bytes: &[u8]) -> File {
    let end = bytes.len() - 8;
    assert_eq!((&bytes[..4], &bytes[end + 4..]), (MAGIC, MAGIC));
    let length = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
    let mut cursor = Cursor { bytes: &bytes[end - length..end] };
    let meta = cursor.structure();
    assert!(cursor.bytes.is_empty(), "the footer is longer than what it holds");

    let (root, leaves) = meta[&2].list().split_first().unwrap();
    assert_eq!(root.fields()[&5].int() as usize, leaves.len());
    let mut file = File {
        notes: meta[&5].list().iter().map(|note| (note.text(1), note.text(2))).collect(),
        created_by: String::from_utf8(meta[&6].bytes().to_vec()).unwrap(),
        groups: Vec::new(),
        columns: leaves.iter().map(|leaf| (leaf.text(4), empty(leaf))).collect(),
        statistics: Vec::new(),
        encodings: Vec::new(),
    };
    let mut place = MAGIC.len();
    for group in meta[&4].list() {
        file.group(bytes, group, &mut place);
    }
    assert_eq!(place, end - length, "the footer begins where the last chunk ends");
    assert_eq!(meta[&3].int() as usize, file.groups.iter().sum::<usize>());
    assert_eq!(meta[&7].list().len(), leaves.len());
    file
}

fn empty(leaf: &Thrift) -> Values {
    let leaf = leaf.fields();
    assert_eq!(leaf[&3].int(), 1, "optional");
    match leaf[&1].int() {
        0 => Values::Bool(vec![]),
        2 => Values::Int(vec![]),
        5 => Values::Float(vec![]),
        6 => {
            assert!(leaf[&10].fields().contains_key(&1), "logical type STRING");
            Values::Text(vec![])
        }
        other => panic!("physical type {other}"),
    }
}

impl File {
    fn group(&mut self, bytes: &[u8], group: &Thrift, place: &mut usize) {
        let group = group.fields();
        let rows = group[&3].int() as usize;
        assert_eq!(group[&5].int() as usize, *place);
        let start = *place;
        let mut statistics = Vec::new();
        for (chunk, (name, values)) in group[&1].list().iter().zip(&mut self.columns) {
            let meta = chunk.fields()[&3].fields();
            assert_eq!(meta[&3].list()[0].bytes(), name.as_bytes());
            assert_eq!((meta[&4].int(), meta[&5].int() as usize), (0, rows));
            assert_eq!(meta.get(&11).unwrap_or(&meta[&9]).int() as usize, *place);
            let length = meta[&7].int() as usize;
            let mut cursor = Cursor { bytes: &bytes[*place..*place + length] };
            *place += length;
            let data = *place as i64 - meta[&9].int();
            let mut dictionary = None;
            while !cursor.bytes.is_empty() {
                let left = cursor.bytes.len() as i64;
                let header = cursor.structure();
                let mut body = Cursor { bytes: cursor.take(header[&3].int() as usize) };
                if header[&1].int() == 2 {
                    let page = header[&7].fields();
                    assert!(dictionary.is_none() && page[&2].int() == 0);
                    let mut entries = empty_like(values);
                    plain(&mut entries, &mut body, page[&1].int() as usize);
                    dictionary = Some(entries);
                } else {
                    assert!(left <= data, "the footer points to the first page of data");
                    let page = header[&5].fields();
                    self.encodings.push(page[&2].int());
                    data_page(values, &mut body, page, dictionary.as_ref());
                }
                assert!(body.bytes.is_empty(), "a page is longer than what it holds");
            }
            let known = meta[&12].fields();
            let bound =
                |field| Some(u64::from_le_bytes(known.get(field)?.bytes().try_into().ok()?));
            statistics.push((known[&3].int(), bound(&6).zip(bound(&5)).map(<[u64; 2]>::from)));
        }
        assert_eq!(group[&2].int() as usize, *place - start);
        self.groups.push(rows);
        self.statistics.push(statistics);
    }
}

fn empty_like(values: &Values) -> Values {
    match values {
        Values::Float(_) => Values::Float(vec![]),
        Values::Int(_) => Values::Int(vec![]),
        Values::Text(_) => Values::Text(vec![]),
        Values::Bool(_) => Values::Bool(vec![]),
    }
}

fn data_page(values: &mut Values, body: &mut Cursor<'_>, page: &Fields, known: Option<&Values>) {
    let rows = page[&1].int() as usize;
    let length = u32::from_le_bytes(body.take(4).try_into().unwrap()) as usize;
    let levels = hybrid(&mut Cursor { bytes: body.take(length) }, 1, rows);
    let present = levels.iter().filter(|level| **level == 1).count();
    let mut of_page = empty_like(values);
    if page[&2].int() == 8 {
        let width = body.take(1)[0].into();
        let places = hybrid(body, width, present);
        pick(&mut of_page, known.unwrap(), &places);
    } else {
        assert_eq!(page[&2].int(), 0);
        plain(&mut of_page, body, present);
    }
    match (values, of_page) {
        (Values::Float(to), Values::Float(from)) => spread(to, from, &levels),
        (Values::Int(to), Values::Int(from)) => spread(to, from, &levels),
        (Values::Text(to), Values::Text(from)) => spread(to, from, &levels),
        (Values::Bool(to), Values::Bool(from)) => spread(to, from, &levels),
        _ => unreachable!("made alike above"),
    }
}

fn spread<T>(to: &mut Vec<Option<T>>, from: Vec<Option<T>>, levels: &[u32]) {
    let mut from = from.into_iter();
    to.extend(levels.iter().map(|level| if *level == 1 { from.next().unwrap() } else { None }));
}

fn pick(to: &mut Values, from: &Values, places: &[u32]) {
    let places = places.iter().map(|place| *place as usize);
    match (to, from) {
        (Values::Float(to), Values::Float(from)) => to.extend(places.map(|place| from[place])),
        (Values::Int(to), Values::Int(from)) => to.extend(places.map(|place| from[place])),
        (Values::Text(to), Values::Text(from)) => {
            to.extend(places.map(|place| from[place].clone()));
        }
        _ => panic!("a dictionary of truth values"),
    }
}

fn plain(to: &mut Values, body: &mut Cursor<'_>, count: usize) {
    match to {
        Values::Float(to) => {
            to.extend((0..count).map(|_| Some(f64::from_le_bytes(body.eight()))));
        }
        Values::Int(to) => to.extend((0..count).map(|_| Some(i64::from_le_bytes(body.eight())))),
        Values::Text(to) => to.extend((0..count).map(|_| {
            let length = u32::from_le_bytes(body.take(4).try_into().unwrap());
            Some(String::from_utf8(body.take(length as usize).to_vec()).unwrap())
        })),
        Values::Bool(to) => {
            let bytes = body.take(count.div_ceil(8));
            to.extend((0..count).map(|bit| Some(bytes[bit / 8] >> (bit % 8) & 1 == 1)));
        }
    }
}

fn hybrid(from: &mut Cursor<'_>, width: usize, count: usize) -> Vec<u32> {
    let mut out = Vec::new();
    while out.len() < count {
        let header = from.varint() as usize;
        if header & 1 == 0 {
            let mut value = [0; 4];
            let bytes = width.div_ceil(8);
            value[..bytes].copy_from_slice(from.take(bytes));
            out.resize(out.len() + (header >> 1), u32::from_le_bytes(value));
            assert!(out.len() <= count, "a run is longer than the page");
        } else {
            let bytes = from.take((header >> 1) * width);
            let bit = |place: usize| u32::from(bytes[place / 8] >> (place % 8) & 1);
            let value = |place| (0..width).fold(0, |sum, b| sum | bit(place * width + b) << b);
            out.extend((0..(header >> 1) * 8).map(value));
        }
    }
    out.truncate(count);
    out
}

type Fields = BTreeMap<i64, Thrift>;

/// A value of Thrift's compact protocol.
enum Thrift {
    Int(i64),
    Bytes(Vec<u8>),
    List(Vec<Self>),
    Struct(Fields),
}

impl Thrift {
    fn int(&self) -> i64 {
        let Self::Int(number) = self else { panic!("no number") };
        *number
    }

    fn bytes(&self) -> &[u8] {
        let Self::Bytes(bytes) = self else { panic!("no bytes") };
        bytes
    }

    fn list(&self) -> &[Self] {
        let Self::List(items) = self else { panic!("no list") };
        items
    }

    fn fields(&self) -> &Fields {
        let Self::Struct(fields) = self else { panic!("no structure") };
        fields
    }

    fn text(&self, field: i64) -> String {
        String::from_utf8(self.fields()[&field].bytes().to_vec()).unwrap()
    }
}

struct Cursor<'a> {
    bytes: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.bytes.split_at(count);
        self.bytes = rest;
        taken
    }

    fn eight(&mut self) -> [u8; 8] {
        self.take(8).try_into().unwrap()
    }

    fn varint(&mut self) -> u64 {
        let length = self.bytes.iter().position(|byte| byte & 0x80 == 0).unwrap() + 1;
        let bytes = self.take(length).iter().rev();
        bytes.fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f))
    }

    fn int(&mut self) -> i64 {
        let number = self.varint();
        (number >> 1) as i64 ^ -((number & 1) as i64)
    }

    fn structure(&mut self) -> Fields {
        let (mut fields, mut number) = (Fields::new(), 0);
        loop {
            let header = self.take(1)[0];
            if header == 0 {
                return fields;
            }
            number += i64::from(header >> 4);
            assert!(header >> 4 > 0, "a field number in the long form");
            fields.insert(number, self.value(header & 0xf));
        }
    }

    fn value(&mut self, kind: u8) -> Thrift {
        match kind {
            4..=6 => Thrift::Int(self.int()),
            8 => {
                let length = self.varint() as usize;
                Thrift::Bytes(self.take(length).to_vec())
            }
            9 => {
                let header = self.take(1)[0];
                let count = if header >> 4 == 15 { self.varint() } else { (header >> 4).into() };
                Thrift::List((0..count).map(|_| self.value(header & 0xf)).collect())
            }
            12 => Thrift::Struct(self.structure()),
            other => panic!("a value of type {other}"),
        }
    }
}
