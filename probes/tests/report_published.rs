//! Published values: each from a named place of a paper, each beside a finding that there
//! can be.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests")]

use propp_probes::DeviceProfile;
use propp_probes::published::{Gpu, Paper, Said, beside, rows};

/// What the exploration of a cache's structure finds, by cache.
const CACHES: [&str; 4] = ["l1", "read_only", "texture", "constant"];
const STRUCTURE: [(&str, &str); 15] = [
    ("hit", "cycles"),
    ("hit_modes", ""),
    ("miss", "cycles"),
    ("miss_modes", ""),
    ("sector", "bytes"),
    ("capacity", "bytes"),
    ("line", "bytes"),
    ("sets", ""),
    ("ways", ""),
    ("ways_of_sets", ""),
    ("index_bits", ""),
    ("lru", ""),
    ("periodic", ""),
    ("replacement", ""),
    ("victims", ""),
];

/// What curves over the footprint and over threads find.
const CURVES: [(&str, &str); 5] = [
    ("tlb.reach", "bytes"),
    ("tlb.page", "bytes"),
    ("requests.verdict", ""),
    ("requests.entries", "count"),
    ("requests.merges", "count"),
];

/// Every id that an analysis can give, with its unit.
fn ids() -> Vec<(String, String)> {
    let text = include_str!("../h200.json");
    let recorded = DeviceProfile::from_json(text).unwrap();
    let mut ids: Vec<(String, String)> =
        recorded.findings.into_iter().map(|finding| (finding.id, finding.unit)).collect();
    for cache in CACHES {
        ids.extend(STRUCTURE.map(|(name, unit)| (format!("{cache}.{name}"), unit.to_owned())));
    }
    ids.extend(CURVES.map(|(id, unit)| (id.to_owned(), unit.to_owned())));
    ids
}

#[test]
fn every_mapped_id_is_one_that_an_analysis_gives_in_the_same_unit() {
    let known = ids();
    for row in rows() {
        for id in row.ids {
            let (_, unit) = known.iter().find(|(known, _)| known == id).expect(id);
            let numbers = row.values.iter().any(|(_, said)| !matches!(said, Said::Word(_)));
            // A finding in words has no unit, and counts of structure have none.
            let alike = unit == row.unit || (unit.is_empty() && row.unit == "count");
            assert!(!numbers || alike || id == &"shared.eight_byte_banks", "{id}: {unit}");
        }
    }
}

#[test]
fn every_row_names_where_it_is_from_and_a_gpu() {
    for row in rows() {
        let place = ["Table", "Figure", "Section"].iter().any(|kind| row.place.starts_with(kind));
        assert!(place && !row.values.is_empty() && !row.property.is_empty(), "{}", row.property);
        assert!(Paper::ALL.contains(&row.paper) && !row.paper.title().is_empty());
        for (i, (gpu, _)) in row.values.iter().enumerate() {
            assert!(Gpu::ALL.contains(gpu));
            assert!(row.values[..i].iter().all(|(other, _)| other != gpu), "{}", row.property);
        }
    }
    assert!(Gpu::ALL.iter().all(|gpu| rows().any(|row| row.values.iter().any(|v| v.0 == *gpu))));
}

#[test]
fn what_was_calculated_is_calculated_right() {
    let number = |place: &str, property: &str, unit: &str, gpu: Gpu| -> f64 {
        let row = rows().find(|r| r.place == place && r.property == property && r.unit == unit);
        match row.unwrap().values.iter().find(|(one, _)| *one == gpu).unwrap().1 {
            Said::Number(value) => value,
            other => panic!("{other:?}"),
        }
    };
    let shared = |unit, gpu| number("Table 7", "shared memory of an SM, best", unit, gpu);
    for (gpu, ghz) in [(Gpu::Gtx560Ti, 0.950), (Gpu::Gtx780, 1.006), (Gpu::Gtx980, 1.279)] {
        let cycles = shared("GB/s", gpu) / ghz;
        assert!((cycles - shared("bytes/cycle", gpu)).abs() < 0.01, "{cycles}");
    }
    for (name, copied) in [
        ("float", 159.744),
        ("double", 158.989),
        ("int", 159.757),
        ("char", 159.337),
        ("char4", 159.286),
    ] {
        let own = number("Table 4", &format!("copy of {name}"), "GB/s", Gpu::K20c);
        let property = format!("copy of {name}, against the driver's");
        let share = number("Table 4", &property, "share", Gpu::K20c);
        assert!((own / copied - share).abs() < 0.0006, "{name}: {}", own / copied);
    }
    let conflict = |ways: u32| {
        let property = format!("shared memory, conflict of {ways} ways");
        number("Section 4.1", &property, "cycles", Gpu::Gtx560Ti)
    };
    assert!(((conflict(32) - 50.0) / 31.0 - 37.4).abs() < 0.05);
}

#[test]
fn findings_stand_beside_what_means_the_same() {
    let profile = DeviceProfile::from_json(include_str!("../h200.json")).unwrap();
    let all = beside(&profile);
    assert_eq!(all.len(), rows().count());
    let copy = all.iter().find(|of| of.row.property == "best copy").unwrap();
    assert_eq!(copy.here[0].id, "bandwidth.copy");
    let cores = all.iter().find(|of| of.row.property == "cores of an SM").unwrap();
    assert!(cores.here.is_empty());
}
