//! OCC against the driver: its own answers for 825 kernels and launch shapes
//! on an H200, limited by threads, blocks, registers, shared memory and
//! barriers, and some that cannot be launched at all.

use std::collections::BTreeSet;

use propp_base_model::{LaunchFacts, OccupancyLimit, Product, Residency};

use super::launch_tables::{Row, h200, rows};

const TABLE: &str = include_str!("../../../../../tests/fixtures/criteria/h200_occupancy.tsv");

fn launch(row: &Row<'_>) -> LaunchFacts {
    LaunchFacts {
        grid: [1_000_000, 1, 1],
        block: [row.integer("block"), 1, 1],
        registers_per_thread: row.integer("registers"),
        static_shared_bytes: row.integer("static_shared"),
        dynamic_shared_bytes: row.integer("dynamic_shared"),
        barriers_per_block: Some(row.integer("barriers")),
        cluster: None,
        unprofiled: None,
    }
}

#[test]
fn resident_blocks_equal_the_drivers_answer_everywhere() {
    let rows = rows(TABLE);
    assert!(rows.len() >= 800, "{}", rows.len());
    let mut limiting = BTreeSet::new();
    for row in &rows {
        let residency = Residency::new(&launch(row), &h200());
        let blocks = residency.as_ref().map_or(0, Residency::blocks_per_sm);
        assert_eq!(blocks, u64::from(row.integer("resident_blocks")), "{:?}", launch(row));
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

/// What `propp inspect` takes for the GPU is what the driver says of it.
#[test]
fn the_products_sm_is_the_devices() {
    let product = Product::named("h200").unwrap();
    let mut sm = product.sm().unwrap();
    sm.attributes.sm_count = h200().attributes.sm_count;
    assert_eq!(sm, h200());
}

#[test]
fn unknown_barriers_matter_only_to_kernels_with_more_than_two() {
    for row in rows(TABLE).iter().filter(|row| row.integer("barriers") <= 2) {
        let unknown = LaunchFacts { barriers_per_block: None, ..launch(row) };
        let blocks = Residency::new(&unknown, &h200()).map_or(0, |r| r.blocks_per_sm());
        assert_eq!(blocks, u64::from(row.integer("resident_blocks")), "{unknown:?}");
    }
}
