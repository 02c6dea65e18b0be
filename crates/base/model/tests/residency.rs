//! How many blocks fit on an SM, against the driver: its own answers for 825 kernels and launch
//! shapes on an H200, limited by threads, blocks, registers, shared memory and barriers, and some
//! that cannot be launched at all.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::{BTreeMap, BTreeSet};

use propp_base_model::{
    ComputeCapability, DeviceAttributes, DeviceFacts, LaunchFacts, OccupancyLimit, Product,
    Residency, Unlaunchable,
};

const TABLE: &str = include_str!("../../../../tests/fixtures/criteria/h200_occupancy.tsv");

fn h200() -> DeviceFacts {
    let attributes = DeviceAttributes {
        sm_count: 132,
        max_threads_per_sm: 2048,
        max_blocks_per_sm: 32,
        registers_per_sm: 65_536,
        max_registers_per_block: 65_536,
        shared_bytes_per_sm: 233_472,
        max_shared_bytes_per_block: 232_448,
        reserved_shared_bytes_per_block: 1_024,
    };
    DeviceFacts::new("GH100", ComputeCapability { major: 9, minor: 0 }, attributes).unwrap()
}

/// The launches of the table, each with the driver's number of resident blocks.
fn answers() -> Vec<(LaunchFacts, u64)> {
    let mut lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let answer = |line: &str| {
        let row: BTreeMap<&str, &str> = columns.iter().copied().zip(line.split('\t')).collect();
        let number = |column| row[column].parse::<u32>().unwrap();
        let launch = LaunchFacts {
            grid: [1_000_000, 1, 1],
            block: [number("block"), 1, 1],
            registers_per_thread: number("registers"),
            static_shared_bytes: number("static_shared"),
            dynamic_shared_bytes: number("dynamic_shared"),
            barriers_per_block: Some(number("barriers")),
            cluster: None,
            unprofiled: None,
        };
        (launch, u64::from(number("resident_blocks")))
    };
    lines.map(answer).collect()
}

fn blocks(launch: &LaunchFacts) -> u64 {
    Residency::new(launch, &h200()).map_or(0, |residency| residency.blocks_per_sm())
}

#[test]
fn resident_blocks_equal_the_drivers_answer_everywhere() {
    let answers = answers();
    assert!(answers.len() >= 800, "{}", answers.len());
    let mut limiting = BTreeSet::new();
    for (launch, resident) in &answers {
        assert_eq!(blocks(launch), *resident, "{launch:?}");
        let residency = Residency::new(launch, &h200());
        if let Ok([only]) = residency.as_ref().map(Residency::limiting).as_deref() {
            limiting.insert(only.to_string());
        }
    }
    let all = [
        OccupancyLimit::Warps,
        OccupancyLimit::Blocks,
        OccupancyLimit::Registers,
        OccupancyLimit::SharedMemory,
        OccupancyLimit::Barriers,
    ];
    assert_eq!(limiting, all.map(|resource| resource.to_string()).into());
}

/// `propp inspect` takes the product's SM for the GPU; the driver says the same of the GPU.
#[test]
fn the_products_sm_is_the_devices() {
    let product = Product::named("h200").unwrap();
    let mut sm = product.sm().unwrap();
    sm.attributes.sm_count = h200().attributes.sm_count;
    assert_eq!(sm, h200());
}

#[test]
fn unknown_barriers_matter_only_to_kernels_with_more_than_two() {
    for (launch, resident) in answers() {
        if launch.barriers_per_block.is_some_and(|barriers| barriers <= 2) {
            let unknown = LaunchFacts { barriers_per_block: None, ..launch };
            assert_eq!(blocks(&unknown), resident, "{unknown:?}");
        }
    }
}

#[test]
fn launches_that_the_driver_refuses_have_a_reason() {
    let (fits, _) = answers().into_iter().find(|(_, resident)| *resident > 0).unwrap();
    let refused = |launch: &LaunchFacts| Residency::new(launch, &h200()).unwrap_err();
    assert_eq!(refused(&LaunchFacts { grid: [0, 1, 1], ..fits.clone() }), Unlaunchable::Empty);
    assert_eq!(refused(&LaunchFacts { block: [0, 1, 1], ..fits.clone() }), Unlaunchable::Empty);
    let registers = LaunchFacts { registers_per_thread: 255, block: [1024, 1, 1], ..fits.clone() };
    let resource = OccupancyLimit::Registers;
    assert_eq!(refused(&registers), Unlaunchable::TooMuch { resource });
    let shared = LaunchFacts { dynamic_shared_bytes: 232_449, static_shared_bytes: 0, ..fits };
    let resource = OccupancyLimit::SharedMemory;
    assert_eq!(refused(&shared), Unlaunchable::TooMuch { resource });
}
