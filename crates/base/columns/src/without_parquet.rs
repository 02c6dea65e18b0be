//! In place of Parquet in builds without it: each call says how to get it.

use std::fs::File;
use std::io::{self, Write};

use super::{NO_PARQUET, Table};

fn unsupported<T>() -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::Unsupported, NO_PARQUET))
}

pub fn write(_: &Table, _: &[(String, String)], _: &mut (impl Write + Send)) -> io::Result<()> {
    unsupported()
}

pub fn read(_: File, _: impl Fn(&str) -> bool) -> io::Result<Table> {
    unsupported()
}

pub fn read_by_group(
    _: File,
    _: impl Fn(&str) -> bool,
    _: impl FnMut(&Table) -> io::Result<()>,
) -> io::Result<()> {
    unsupported()
}
