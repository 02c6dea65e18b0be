//! Published values: each from a named place of a paper, each beside a finding that there
//! can be.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests")]

use propp_base_model::{DeviceProfile, Finding, Sample};
use propp_probe_experiments::ALL;
use propp_probe_report::markdown;
use propp_probe_report::published::{GPUS, Row, Said, papers};

/// Samples of loads that take a leap where more than 128 lines are asked for, unless many
/// threads share one: as of the M2070.
fn samples_of_a_fermi() -> Vec<Sample> {
    let mut samples = Vec::new();
    for merged in [1_u32, 2, 4, 8, 16, 32] {
        for loads in 1..=7_u32 {
            for threads in (8..=1024_u32).step_by(8) {
                let lines = threads * loads / merged;
                // Noise of a cycle, the same in every run.
                let noise = f64::from(threads / 8 * 7 % 3);
                let leap = if lines > 128 && merged <= 8 { 380.0 } else { 0.0 };
                let value = 400.0 + f64::from(threads) / 32.0 + noise + leap;
                samples.push(Sample {
                    experiment: "requests.latency".to_owned(),
                    series: format!("loads_{loads}_merged_{merged}"),
                    setting: [("threads".to_owned(), f64::from(threads))].into(),
                    unit: "cycles".to_owned(),
                    values: vec![value; 3],
                    stable: true,
                    ..Sample::default()
                });
            }
        }
    }
    samples
}

fn rows() -> Vec<Row> {
    papers().unwrap().into_iter().flat_map(|paper| paper.rows).collect()
}

/// The findings of every experiment that has samples.
fn analyse(samples: &[Sample]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for experiment in ALL {
        if samples.iter().any(|sample| sample.experiment == experiment.id) {
            let found = (experiment.analyse)(samples, &findings);
            findings.extend(found);
        }
    }
    findings
}

/// Every id that an analysis gives, with its unit: of an H200, where nothing runs out, and of
/// a GPU where something does.
fn ids() -> Vec<(String, String)> {
    let recorded =
        DeviceProfile::from_json(include_str!("../../../../weights/h200/probe.json")).unwrap();
    let all = recorded.findings.into_iter().chain(analyse(&samples_of_a_fermi()));
    all.map(|finding| (finding.id, finding.unit)).collect()
}

#[test]
fn every_mapped_id_is_one_that_an_analysis_gives_in_the_same_unit() {
    let known = ids();
    for row in rows() {
        for id in &row.findings {
            let found = known.iter().find(|(known, _)| known == id);
            let (_, unit) = found.unwrap_or_else(|| panic!("{}: {id}", row.property));
            let numbers = row.values.values().any(|said| !matches!(said, Said::Word(_)));
            // A finding in words has no unit, and counts of structure have none.
            let alike = *unit == row.unit || (unit.is_empty() && row.unit == "count");
            let is_absent =
                ["shared.eight_byte_banks", "latency.page_table_switch"].contains(&id.as_str());
            assert!(!numbers || alike || is_absent, "{id}: {unit}");
        }
    }
}

/// A cell of this GPU is never left blank: it has a value, or says why there is none.
#[test]
fn every_row_has_a_finding_or_a_reason() {
    let recorded =
        DeviceProfile::from_json(include_str!("../../../../weights/h200/probe.json")).unwrap();
    for row in rows() {
        match &row.no_finding {
            None => assert!(!row.findings.is_empty(), "{}", row.property),
            Some(why) => {
                assert!(why.split(' ').count() > 3, "{}: {why}", row.property);
                assert!(row.findings.is_empty());
            }
        }
    }
    let text = markdown(&[], &recorded).unwrap();
    let rows = text.split("## Compared with published values").nth(1).unwrap();
    let rows = rows.split("## Memories by property").next().unwrap();
    assert!(rows.contains("| no finding: "), "{rows}");
    for line in rows.lines().filter(|line| line.starts_with('|')) {
        let here = line.split(" | ").nth(1).unwrap();
        assert!(!here.is_empty() && here != "–", "{line}");
    }
}

/// A name of a finding within a reason is that of one that there can be.
#[test]
fn reasons_speak_of_findings_that_there_are() {
    let known = ids();
    let is_known = |word: &str| match word.split_once('*') {
        Some((front, back)) => {
            known.iter().any(|(id, _)| id.starts_with(front) && id.ends_with(back))
        }
        None => known.iter().any(|(id, _)| id == word),
    };
    let mut seen = 0;
    for row in rows() {
        let Some(why) = row.no_finding else { continue };
        let words = why.split([' ', ',', ';', ':', '(', ')']);
        for word in words.filter(|word| word.trim_end_matches('.').contains('.')) {
            assert!(is_known(word), "{}: {word}", row.property);
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn every_row_names_where_it_is_from_and_a_gpu() {
    assert!(papers().unwrap().iter().all(|paper| !paper.title.is_empty()));
    for row in rows() {
        let place = ["Table", "Figure", "Section"].iter().any(|kind| row.place.starts_with(kind));
        assert!(place && !row.values.is_empty() && !row.property.is_empty(), "{}", row.property);
        for gpu in row.values.keys() {
            assert!(GPUS.iter().any(|(known, _)| known == gpu), "{}: {gpu}", row.property);
        }
    }
    let rows = rows();
    assert!(GPUS.iter().all(|(gpu, _)| rows.iter().any(|row| row.values.contains_key(*gpu))));
}

#[test]
fn what_was_calculated_is_calculated_right() {
    let rows = rows();
    let number = |place: &str, property: &str, unit: &str, gpu: &str| -> f64 {
        let row =
            rows.iter().find(|r| r.place == place && r.property == property && r.unit == unit);
        match row.unwrap().values[gpu] {
            Said::Number(value) => value,
            ref other => panic!("{other:?}"),
        }
    };
    let shared = |unit, gpu| number("Table 7", "shared memory of an SM, best", unit, gpu);
    for (gpu, ghz) in [("GTX560Ti", 0.950), ("GTX780", 1.006), ("GTX980", 1.279)] {
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
        let own = number("Table 4", &format!("copy of {name}"), "GB/s", "K20c");
        let property = format!("copy of {name}, against the driver's");
        let share = number("Table 4", &property, "share", "K20c");
        assert!((own / copied - share).abs() < 0.0006, "{name}: {}", own / copied);
    }
    let table_3 = |property: &str, gpu| number("Table 3", property, "cycles", gpu);
    for gpu in ["GTX560Ti", "GTX780"] {
        let [p2, p3, miss] = [
            "P2: L2, first level of translation misses",
            "P3: L2, both levels of translation miss",
            "a miss of the second level of translation, data in L2",
        ]
        .map(|property| table_3(property, gpu));
        assert_eq!(p3 - p2, miss);
    }
    let conflict = |ways: u32| {
        let property = format!("shared memory, conflict of {ways} ways");
        number("Section 4.1", &property, "cycles", "GTX560Ti")
    };
    assert!(((conflict(32) - 50.0) / 31.0 - 37.4).abs() < 0.05);
}

#[test]
fn findings_stand_beside_what_means_the_same() {
    let profile =
        DeviceProfile::from_json(include_str!("../../../../weights/h200/probe.json")).unwrap();
    let here = |property: &str| {
        let row = rows().into_iter().find(|row| row.property == property).unwrap();
        row.here(&profile).first().map(|finding| finding.id.clone())
    };
    assert_eq!(here("best copy").as_deref(), Some("bandwidth.copy"));
    assert_eq!(here("cores of an SM"), None);
    assert_eq!(here("what an entry of translation covers").as_deref(), Some("tlb.coverage"));
}
