//! One row at a time.

use std::collections::{BTreeMap, HashMap};

use propp_recording::Ending;
use propp_recording::{
    CodeRow, Copied, CounterSet, Cubin, Device, KernelRow, LaunchedFromRow, LineLaunch,
    Measurement, MemoryRow, NoticeRow, OwnerRow, Process, RangeRow, Run, SeenRow, SetRow,
    Signature, SiteRow, Stream, SyncRow,
};
use propp_recording_wire::{Direction, Hello, Job, Memory, Severity, Synchronisation, Wire};

use super::error::Damage;
use super::source::{Loaded, Record};

/// Row ids of a table and the places of the rows in their list.
pub(super) type Places = HashMap<i64, usize>;

impl Record<'_> {
    fn xyz(&self, columns: [&'static str; 3]) -> Loaded<[u32; 3]> {
        let [x, y, z] = columns;
        Ok([self.get(x)?, self.get(y)?, self.get(z)?])
    }

    fn times(&self) -> Loaded<(u64, u64)> {
        let start = self.bits("start_ns")?;
        Ok((start, start.wrapping_add(self.bits("duration_ns")?)))
    }

    pub(super) fn refer(
        &self,
        column: &'static str,
        wanted: &'static str,
        places: &Places,
    ) -> Loaded<usize> {
        let id = self.get(column)?;
        self.place(wanted, id, places)
    }

    fn refer_if_any(
        &self,
        column: &'static str,
        wanted: &'static str,
        places: &Places,
    ) -> Loaded<Option<usize>> {
        let id: Option<i64> = self.get(column)?;
        id.map(|id| self.place(wanted, id, places)).transpose()
    }

    pub(super) fn place(&self, wanted: &'static str, id: i64, places: &Places) -> Loaded<usize> {
        places.get(&id).copied().map_or_else(|| self.dangling(wanted, id), Ok)
    }

    pub(super) fn dangling<T>(&self, wanted: &'static str, id: i64) -> Loaded<T> {
        Err(Damage::Dangling { table: self.table.name(), row: self.id, wanted, id }.into())
    }
}

/// What rows of launches refer to.
pub(super) struct Launched<'a> {
    pub(super) streams: &'a Places,
    pub(super) signatures: &'a Places,
    pub(super) names: &'a Places,
}

pub(super) fn run(r: &Record<'_>) -> Loaded<Run> {
    let job = match r.get::<String>("job")?.as_str() {
        "trace" => Job::Trace,
        "count" => Job::Count,
        "lines" => Job::Lines,
        "waits" => Job::Waits,
        "capture" => Job::Capture,
        _ => return r.odd("job"),
    };
    let (code, signal): (Option<i32>, Option<i32>) = (r.get("exit_code")?, r.get("signal")?);
    let duration: Option<i64> = r.get("duration_ns")?;
    Ok(Run {
        job,
        duration_ns: duration.map(i64::cast_unsigned),
        ending: signal.map(Ending::Killed).or(code.map(Ending::Exited)),
    })
}

pub(super) fn process(r: &Record<'_>, runs: &[Run], places: &Places) -> Loaded<Process> {
    let run = r.refer("run", "run", places)?;
    let hello = match r.get::<Option<u32>>("wire_version")? {
        None => None,
        Some(version) => Some(Hello {
            version,
            job: runs[run].job,
            pid: r.get("pid")?,
            parent_pid: r.get("parent_pid")?,
            command: words(r)?,
            cupti_version: r.get("cupti_version")?,
            cupti_path: r.get("cupti_path")?,
            driver_cuda_version: r.get("driver_cuda_version")?,
            instance: 0,
        }),
    };
    Ok(Process { run, ordinal: r.get("ordinal")?, hello, progress: None, totals: None })
}

fn words(r: &Record<'_>) -> Loaded<Vec<String>> {
    let text: String = r.get("command")?;
    serde_json::from_str(&text).or_else(|_| r.odd("command"))
}

pub(super) fn device(r: &Record<'_>, processes: &Places) -> Loaded<Device> {
    Ok(Device {
        process: r.refer("process", "process", processes)?,
        index: r.get("device_index")?,
        name: r.get("name")?,
        chip: r.get("chip")?,
        uuid: r.get("uuid")?,
        memory_bytes: r.bits("memory_bytes")?,
        attributes: BTreeMap::new(),
    })
}

pub(super) fn signature(r: &Record<'_>, names: &Places) -> Loaded<Signature> {
    Ok(Signature {
        function: r.refer_if_any("function", "name", names)?,
        grid: r.xyz(["grid_x", "grid_y", "grid_z"])?,
        block: r.xyz(["block_x", "block_y", "block_z"])?,
        cluster: r.xyz(["cluster_x", "cluster_y", "cluster_z"])?,
        registers: r.get("registers")?,
        static_shared_bytes: r.get("static_shared_bytes")?,
        dynamic_shared_bytes: r.get("dynamic_shared_bytes")?,
        local_bytes_per_thread: r.get("local_bytes_per_thread")?,
    })
}

pub(super) fn stream(r: &Record<'_>, processes: &Places) -> Loaded<Stream> {
    Ok(Stream {
        process: r.refer("process", "process", processes)?,
        device_index: r.get("device_index")?,
        context: r.get("context")?,
        stream: r.get("stream")?,
    })
}

pub(super) fn kernel(r: &Record<'_>, launched: &Launched<'_>) -> Loaded<KernelRow> {
    let (start_ns, end_ns) = r.times()?;
    Ok(KernelRow {
        stream: r.refer("stream", "stream", launched.streams)?,
        signature: r.refer("signature", "signature", launched.signatures)?,
        start_ns,
        end_ns,
        correlation: r.get("correlation")?,
        graph: r.get("graph")?,
        nvtx: r.refer_if_any("nvtx", "name", launched.names)?,
    })
}

pub(super) fn copied(r: &Record<'_>, streams: &Places) -> Loaded<Copied> {
    let (start_ns, end_ns) = r.times()?;
    Ok(Copied {
        stream: r.refer("stream", "stream", streams)?,
        direction: direction(r)?,
        bytes: r.bits("bytes")?,
        pageable: r.get("pageable")?,
        start_ns,
        end_ns,
        correlation: r.get("correlation")?,
    })
}

/// The number is the frame's own tag.
fn direction(r: &Record<'_>) -> Loaded<Direction> {
    let tag: u8 = r.get("direction")?;
    let decoded = Direction::take(&mut propp_recording_wire::Reader::new(&[tag]));
    decoded.or_else(|_| r.odd("direction"))
}

pub(super) fn set(r: &Record<'_>, streams: &Places) -> Loaded<SetRow> {
    let (start_ns, end_ns) = r.times()?;
    Ok(SetRow {
        stream: r.refer("stream", "stream", streams)?,
        bytes: r.bits("bytes")?,
        start_ns,
        end_ns,
        correlation: r.get("correlation")?,
    })
}

pub(super) fn memory(r: &Record<'_>, processes: &Places) -> Loaded<MemoryRow> {
    Ok(MemoryRow {
        process: r.refer("process", "process", processes)?,
        event: Memory {
            allocated: r.get("allocated")?,
            kind: r.get("kind")?,
            address: r.bits("address")?,
            bytes: r.bits("bytes")?,
            at_ns: r.bits("at_ns")?,
            device: r.get("device_index")?,
            context: r.get("context")?,
        },
    })
}

pub(super) fn sync(r: &Record<'_>, processes: &Places) -> Loaded<SyncRow> {
    let (start_ns, end_ns) = r.times()?;
    Ok(SyncRow {
        process: r.refer("process", "process", processes)?,
        wait: Synchronisation {
            kind: r.get("kind")?,
            start_ns,
            end_ns,
            context: r.get("context")?,
            stream: r.get("stream")?,
            correlation: r.get("correlation")?,
        },
    })
}

pub(super) fn counter_set(r: &Record<'_>, processes: &Places) -> Loaded<CounterSet> {
    Ok(CounterSet {
        process: r.refer("process", "process", processes)?,
        device_index: r.get("device_index")?,
        runs: r.get("runs")?,
        counters: Vec::new(),
        passes: Vec::new(),
    })
}

pub(super) fn measurement(
    r: &Record<'_>,
    launched: &Launched<'_>,
    sets: &Places,
) -> Loaded<Measurement> {
    Ok(Measurement {
        stream: r.refer("stream", "stream", launched.streams)?,
        signature: r.refer("signature", "signature", launched.signatures)?,
        counter_set: r.refer("counter_set", "counter_set", sets)?,
        ordinal: r.bits("ordinal")?,
        ordinal_in_signature: r.bits("ordinal_in_signature")?,
        correlation: r.get("correlation")?,
        graph: r.get("graph")?,
        nvtx: r.refer_if_any("nvtx", "name", launched.names)?,
        took_ns: r.bits("took_ns")?,
        values: Vec::new(),
    })
}

pub(super) fn seen(
    r: &Record<'_>,
    processes: &Places,
    signatures: &Places,
    names: &Places,
) -> Loaded<SeenRow> {
    Ok(SeenRow {
        process: r.refer("process", "process", processes)?,
        device_index: r.get("device_index")?,
        signature: r.refer("signature", "signature", signatures)?,
        nvtx: r.refer_if_any("nvtx", "name", names)?,
        launches: r.bits("launches")?,
    })
}

pub(super) fn owner(r: &Record<'_>, processes: &Places, names: &Places) -> Loaded<OwnerRow> {
    Ok(OwnerRow {
        process: r.refer("process", "process", processes)?,
        correlation: r.get("correlation")?,
        name: r.refer("name", "name", names)?,
    })
}

pub(super) fn range(r: &Record<'_>, processes: &Places, names: &Places) -> Loaded<RangeRow> {
    Ok(RangeRow {
        process: r.refer("process", "process", processes)?,
        name: r.refer("name", "name", names)?,
        first: r.get("first")?,
        last: r.get("last")?,
    })
}

pub(super) fn site(r: &Record<'_>, processes: &Places, names: &Places) -> Loaded<SiteRow> {
    Ok(SiteRow {
        process: r.refer("process", "process", processes)?,
        number: r.get("number")?,
        parent: r.get("parent")?,
        function: r.refer("function", "name", names)?,
        position: r.get("position")?,
        line: r.get("line")?,
    })
}

pub(super) fn launched_from(r: &Record<'_>, processes: &Places) -> Loaded<LaunchedFromRow> {
    Ok(LaunchedFromRow {
        process: r.refer("process", "process", processes)?,
        correlation: r.get("correlation")?,
        site: r.get("site")?,
    })
}

pub(super) fn cubin(r: &Record<'_>) -> Loaded<Cubin> {
    Ok(Cubin {
        hash: r.get("hash")?,
        architecture: r.get("architecture")?,
        bytes: r.bits("bytes")?,
        zlib: r.get("zlib")?,
    })
}

pub(super) fn code(
    r: &Record<'_>,
    processes: &Places,
    names: &Places,
    cubins: &Places,
) -> Loaded<CodeRow> {
    Ok(CodeRow {
        process: r.refer("process", "process", processes)?,
        function: r.refer("function", "name", names)?,
        cubin: r.refer("cubin", "cubin", cubins)?,
    })
}

pub(super) fn line_launch(
    r: &Record<'_>,
    launched: &Launched<'_>,
    cubins: &Places,
) -> Loaded<LineLaunch> {
    Ok(LineLaunch {
        stream: r.refer("stream", "stream", launched.streams)?,
        signature: r.refer("signature", "signature", launched.signatures)?,
        cubin: r.refer_if_any("cubin", "cubin", cubins)?,
        ordinal: r.bits("ordinal")?,
        ordinal_in_signature: r.bits("ordinal_in_signature")?,
        nvtx: r.refer_if_any("nvtx", "name", launched.names)?,
        took_ns: r.bits("took_ns")?,
        values: Vec::new(),
    })
}

pub(super) fn notice(r: &Record<'_>, processes: &Places) -> Loaded<NoticeRow> {
    let severity = match r.get::<String>("severity")?.as_str() {
        "info" => Severity::Info,
        "warning" => Severity::Warning,
        "failure" => Severity::Failure,
        _ => return r.odd("severity"),
    };
    Ok(NoticeRow {
        process: r.refer_if_any("process", "process", processes)?,
        severity,
        code: r.get("code")?,
        status: r.get("status")?,
        text: r.get("text")?,
    })
}
