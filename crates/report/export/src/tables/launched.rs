//! The columns that say what was launched, and where.

use std::collections::HashMap;

use propp_base_columns::{Column, Values};
use propp_base_names::KernelName;
use propp_recording::{KernelRow, Measurement, Recording, Signature};

use super::RowOf;

/// A row that is a launch.
pub(super) trait Launched {
    fn stream(&self) -> usize;
    fn signature(&self) -> usize;
    fn nvtx(&self) -> Option<usize>;
    fn correlation(&self) -> u32;
    fn graph(&self) -> u32;
}

macro_rules! launched {
    ($($row:ty),*) => {$(impl Launched for $row {
        fn stream(&self) -> usize {
            self.stream
        }
        fn signature(&self) -> usize {
            self.signature
        }
        fn nvtx(&self) -> Option<usize> {
            self.nvtx
        }
        fn correlation(&self) -> u32 {
            self.correlation
        }
        fn graph(&self) -> u32 {
            self.graph
        }
    })*};
}

launched!(KernelRow, Measurement);

/// The names of the functions of recordings, demangled once each.
#[derive(Default)]
struct Names<'a>(HashMap<&'a str, String>);

impl<'a> Names<'a> {
    fn full(&mut self, symbol: &'a str) -> String {
        let known = self.0.entry(symbol);
        known.or_insert_with(|| KernelName::from_symbol(symbol).full).clone()
    }
}

pub(super) fn columns<T: Launched>(rows: &[RowOf<'_, T>]) -> Vec<Column> {
    let mut names = Names::default();
    let symbols: Vec<Option<&str>> = rows.iter().map(|row| symbol(row)).collect();
    let full = symbols.iter().map(|symbol| symbol.map(|symbol| names.full(symbol))).collect();
    let symbols = symbols.into_iter().map(|symbol| symbol.map(str::to_owned)).collect();
    let range = |(_, recording, row): &RowOf<'_, T>| Some(recording.names[row.nvtx()?].clone());
    let mut columns = vec![
        text("kernel", "Full demangled name; missing where CUPTI gives none", full),
        text("symbol", "Name as the driver knows it", symbols),
        text("nvtx", "NVTX range around the launch", rows.iter().map(range).collect()),
        whole(rows, "recording", "Which of the recordings, from 0", |row| row.0 as u64),
        whole(rows, "process", "Process id", |row| u64::from(process(row))),
        whole(rows, "device", "The process's index for the GPU", |row| {
            u64::from(row.1.streams[row.2.stream()].device_index)
        }),
        whole(rows, "stream", "CUPTI's number for the stream", |row| {
            u64::from(row.1.streams[row.2.stream()].stream)
        }),
    ];
    columns.extend(configuration(rows));
    columns.push(whole(rows, "correlation", "Number of the call that launched it", |row| {
        u64::from(row.2.correlation())
    }));
    let about = "Graph that launched it, or 0; in count runs the kernel's place in the graph";
    columns.push(whole(rows, "graph", about, |row| u64::from(row.2.graph())));
    columns
}

fn configuration<T: Launched>(rows: &[RowOf<'_, T>]) -> Vec<Column> {
    type Get = fn(&Signature) -> u32;
    let all: [(&str, &str, Get); 10] = [
        ("grid_x", "Blocks along x", |s| s.grid[0]),
        ("grid_y", "Blocks along y", |s| s.grid[1]),
        ("grid_z", "Blocks along z", |s| s.grid[2]),
        ("block_x", "Threads of a block along x", |s| s.block[0]),
        ("block_y", "Threads of a block along y", |s| s.block[1]),
        ("block_z", "Threads of a block along z", |s| s.block[2]),
        ("registers", "Registers a thread", |s| s.registers),
        ("static_shared_bytes", "Declared shared memory", |s| s.static_shared_bytes),
        ("dynamic_shared_bytes", "Shared memory asked for at launch", |s| s.dynamic_shared_bytes),
        ("local_bytes_per_thread", "Local memory of a thread", |s| s.local_bytes_per_thread),
    ];
    let of = |(name, about, get): (&str, &str, Get)| {
        whole(rows, name, about, |row| u64::from(get(signature(row))))
    };
    all.map(of).into()
}

fn signature<'a, T: Launched>((_, recording, row): &RowOf<'a, T>) -> &'a Signature {
    &recording.signatures[row.signature()]
}

fn symbol<'a, T: Launched>(row: &RowOf<'a, T>) -> Option<&'a str> {
    let recording: &'a Recording = row.1;
    Some(recording.names[signature(row).function?].as_str())
}

fn process<T: Launched>((_, recording, row): &RowOf<'_, T>) -> u32 {
    let process = &recording.processes[recording.streams[row.stream()].process];
    process.hello.as_ref().map_or(0, |hello| hello.pid)
}

pub(super) fn text(name: &str, about: &str, values: Vec<Option<String>>) -> Column {
    Column::new(name, about, Values::Text(values))
}

/// A column of whole numbers; what is beyond 2^63 is missing.
pub(super) fn whole<T>(
    rows: &[RowOf<'_, T>],
    name: &str,
    about: &str,
    of: impl Fn(&RowOf<'_, T>) -> u64,
) -> Column {
    let values = rows.iter().map(|row| i64::try_from(of(row)).ok()).collect();
    Column::new(name, about, Values::Int(values))
}
