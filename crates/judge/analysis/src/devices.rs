//! Which GPU is which, across processes and files.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use propp_base_gpus::Description;
use propp_base_model::{ComputeCapability, DeviceAttributes, DeviceFacts, GpuRates, attribute};
use propp_judge_cost::quality::Wanted;
use propp_judge_criteria::Assessment;
use propp_recording::{Device, Recording};

use super::DeviceReport;
use super::selection::View;

/// Every GPU of the recordings. Processes number devices as they like; the
/// driver's identifier is the same everywhere.
pub(super) struct Devices<'a> {
    all: Vec<Gpu<'a>>,
    /// By recording, process and the process's index.
    places: HashMap<(usize, usize, u32), usize>,
}

struct Gpu<'a> {
    described: Option<&'a Device>,
    facts: Result<DeviceFacts, String>,
    driver_cuda_version: Option<i32>,
    cupti_version: Option<u32>,
}

impl<'a> Devices<'a> {
    pub(super) fn of(views: &[View<'a>]) -> Self {
        let mut by_uuid: BTreeMap<&str, Vec<(usize, &'a Device)>> = BTreeMap::new();
        for (file, view) in views.iter().enumerate() {
            for device in &view.recording.devices {
                by_uuid.entry(&device.uuid).or_default().push((file, device));
            }
        }
        let mut devices = Self { all: Vec::new(), places: HashMap::new() };
        for same in by_uuid.into_values() {
            let place = devices.all.len();
            for &(file, device) in &same {
                devices.places.insert((file, device.process, device.index), place);
            }
            devices.all.extend(same.first().map(|&(file, device)| {
                let hello = views[file].recording.processes[device.process].hello.as_ref();
                Gpu {
                    described: Some(device),
                    facts: facts(device),
                    driver_cuda_version: hello.map(|hello| hello.driver_cuda_version),
                    cupti_version: hello.map(|hello| hello.cupti_version),
                }
            }));
        }
        devices.add_undescribed(views);
        devices
    }

    /// Whether one of them is called that.
    pub(super) fn has(&self, name: &str) -> bool {
        self.all.iter().any(|gpu| gpu.described.is_some_and(|device| device.name == name))
    }

    /// A process that was killed early may have used a GPU that it did not come to describe.
    /// It is the GPU that the other processes call by that index, if they agree.
    fn add_undescribed(&mut self, views: &[View<'a>]) {
        let mut described: HashMap<(usize, u32), BTreeSet<usize>> = HashMap::new();
        for (&(file, _, index), place) in &self.places {
            described.entry((file, index)).or_default().insert(*place);
        }
        let others = |file: usize, index: u32| {
            let places = described.get(&(file, index))?;
            places.first().copied().filter(|_| places.len() == 1)
        };
        let mut unknown = None;
        for (file, view) in views.iter().enumerate() {
            let streams = view.recording.streams.iter().map(|s| (s.process, s.device_index));
            let memory = view.memory().iter().filter(|m| is_on_device(m.event.kind));
            let memory = memory.map(|m| (m.process, m.event.device));
            for (process, index) in streams.chain(memory) {
                let key = (file, process, index);
                if self.places.contains_key(&key) {
                    continue;
                }
                let place = others(file, index)
                    .unwrap_or_else(|| *unknown.get_or_insert_with(|| self.add_unknown()));
                self.places.insert(key, place);
            }
        }
    }

    fn add_unknown(&mut self) -> usize {
        self.all.push(Gpu {
            described: None,
            facts: Err("the recording does not describe the GPU".to_owned()),
            driver_cuda_version: None,
            cupti_version: None,
        });
        self.all.len() - 1
    }

    /// The GPU that a process calls by an index.
    pub(super) fn place(&self, file: usize, process: usize, index: u32) -> Option<usize> {
        self.places.get(&(file, process, index)).copied()
    }

    /// What the criteria need to know of a GPU, or why it is not known.
    pub(super) fn facts(&self, place: usize) -> Result<&DeviceFacts, &str> {
        match self.all.get(place).map(|gpu| &gpu.facts) {
            Some(Ok(facts)) => Ok(facts),
            Some(Err(reason)) => Err(reason),
            None => Err("the recording does not describe the GPU"),
        }
    }

    /// Every GPU, with its own HSync and DT by its place.
    pub(super) fn report(
        &self,
        host_sync: impl Fn(usize) -> Assessment,
        data_transfer: impl Fn(usize) -> Assessment,
    ) -> Vec<DeviceReport> {
        let text = |of: Option<&str>| of.unwrap_or("unknown").to_owned();
        self.all
            .iter()
            .enumerate()
            .map(|(place, gpu)| DeviceReport {
                uuid: text(gpu.described.map(|device| device.uuid.as_str())),
                name: text(gpu.described.map(|device| device.name.as_str())),
                chip: text(gpu.described.map(|device| device.chip.as_str())),
                memory_bytes: gpu.described.map_or(0, |device| device.memory_bytes),
                known: gpu.described.and_then(|device| {
                    let rates = rates(device)?;
                    Some((rates, gpu.facts.clone().ok()?))
                }),
                driver_cuda_version: gpu.driver_cuda_version,
                cupti_version: gpu.cupti_version,
                host_sync: host_sync(place),
                data_transfer: data_transfer(place),
            })
            .collect()
    }
}

fn facts(device: &Device) -> Result<DeviceFacts, String> {
    let get = |number| {
        let value = device.attributes.get(&number).copied().and_then(|v| u32::try_from(v).ok());
        value.ok_or_else(|| format!("the recording lacks attribute {number} of the GPU"))
    };
    let compute_capability = ComputeCapability {
        major: get(attribute::COMPUTE_CAPABILITY_MAJOR)?,
        minor: get(attribute::COMPUTE_CAPABILITY_MINOR)?,
    };
    let attributes = DeviceAttributes {
        sm_count: get(attribute::MULTIPROCESSOR_COUNT)?,
        max_threads_per_sm: get(attribute::MAX_THREADS_PER_MULTIPROCESSOR)?,
        max_blocks_per_sm: get(attribute::MAX_BLOCKS_PER_MULTIPROCESSOR)?,
        registers_per_sm: get(attribute::MAX_REGISTERS_PER_MULTIPROCESSOR)?,
        max_registers_per_block: get(attribute::MAX_REGISTERS_PER_BLOCK)?,
        shared_bytes_per_sm: get(attribute::MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?,
        max_shared_bytes_per_block: get(attribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
        reserved_shared_bytes_per_block: get(attribute::RESERVED_SHARED_MEMORY_PER_BLOCK)?,
    };
    DeviceFacts::new(&device.chip, compute_capability, attributes).map_err(|e| e.to_string())
}

/// The GPU of a recording, of several the first.
pub fn gpu(recording: &Recording) -> Wanted {
    let name = recording.gpu();
    let own = recording.devices.iter().find(|device| Some(device.name.as_str()) == name);
    Wanted {
        name: name.map(str::to_owned),
        rates: own.and_then(rates),
        is_emulated: recording.emulated_gpu().is_some(),
    }
}

/// What prices of a GPU follow. Where published figures describe it, its memory clock is theirs: not
/// every driver counts it alike.
fn rates(device: &Device) -> Option<GpuRates> {
    let rates = GpuRates::new(&device.chip, &device.attributes)?;
    let published = Description::of_product(&device.name).filter(|own| !own.sources.is_empty());
    let published = published.and_then(|own| GpuRates::new(&own.chip, &own.attributes));
    let memory_clock_khz = published.map_or(rates.memory_clock_khz, |own| own.memory_clock_khz);
    Some(GpuRates { memory_clock_khz, ..rates })
}

/// Whether a `CUpti_ActivityMemoryKind` is memory of a GPU: device, array,
/// managed, and the static kinds of device and managed memory. Pageable and
/// pinned host memory is not, and unknown memory is not counted.
pub(super) const fn is_on_device(kind: u32) -> bool {
    matches!(kind, 3..=7)
}

#[cfg(test)]
mod tests {
    use propp_recording::{MemoryRow, Process, Recording, Stream};
    use propp_recording_wire::Memory;

    use super::*;

    /// A recording whose processes describe these devices: process, index, identifier.
    fn recording(processes: usize, described: &[(usize, u32, &str)]) -> Recording {
        let process = Process { run: 0, ordinal: 0, hello: None, progress: None, totals: None };
        let device = |&(process, index, uuid): &(usize, u32, &str)| Device {
            process,
            index,
            uuid: uuid.to_owned(),
            name: "H200".to_owned(),
            chip: "GH100".to_owned(),
            memory_bytes: 0,
            attributes: BTreeMap::new(),
        };
        Recording {
            processes: vec![process; processes],
            devices: described.iter().map(device).collect(),
            ..Recording::default()
        }
    }

    fn stream(process: usize, device_index: u32) -> Stream {
        Stream { process, device_index, context: 1, stream: 7 }
    }

    #[test]
    fn a_gpu_that_one_process_describes_is_known_to_the_others() {
        let mut two = recording(3, &[(0, 0, "a"), (1, 1, "b")]);
        two.streams = vec![stream(0, 1), stream(2, 0)];
        let devices = Devices::of(&[View::whole(&two)]);
        assert_eq!(devices.all.len(), 2);
        assert_eq!(devices.place(0, 0, 1), devices.place(0, 1, 1));
        assert_eq!(devices.place(0, 2, 0), devices.place(0, 0, 0));
    }

    #[test]
    fn an_index_that_means_two_gpus_means_none() {
        let mut two = recording(3, &[(0, 0, "a"), (1, 0, "b")]);
        two.streams = vec![stream(2, 0)];
        assert_eq!(Devices::of(&[View::whole(&two)]).all.len(), 3);
    }

    #[test]
    fn memory_of_the_host_is_on_no_gpu() {
        const PINNED: u32 = 2;
        let mut one = recording(1, &[(0, 0, "a")]);
        let event = Memory {
            allocated: true,
            kind: PINNED,
            address: 0,
            bytes: 8,
            at_ns: 0,
            device: u32::MAX,
            context: 0,
        };
        one.memory = vec![MemoryRow { process: 0, event }];
        assert_eq!(Devices::of(&[View::whole(&one)]).all.len(), 1);
    }
}
