//! The real CUPTI host library, on machines without a GPU.
//!
//! Needs the redistributables (`cargo xtask setup`); without them the tests
//! are left out, and a line says so.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use cupti_sys::image::{CounterImage, ImageError};
use cupti_sys::{Error, Host, Library};
use propp_base_model::counters::{COUNTERS, counter};
use propp_collect::survey::{survey, wanted_counters};
use propp_judge_criteria::counters::ratios::RATIOS;

use crate::support::{redistributables, same, says};

/// Chips on which the whole set must fit into four passes.
const MAIN_CHIPS: [&str; 5] = ["GV100", "GA100", "AD102", "GH100", "GB100"];

/// The library, unless it is left out.
fn library() -> Result<Option<Library>, String> {
    let open = |dir: PathBuf| Library::open(&dir.join("lib")).map_err(words);
    redistributables().map(open).transpose()
}

fn words(error: impl ToString) -> String {
    error.to_string()
}

/// The values of every range of a counter image that was recorded on `chip`, by counter.
fn evaluate(
    library: &Library,
    chip: &str,
    image: &[u8],
    counters: &[&str],
) -> Result<Vec<BTreeMap<String, Option<f64>>>, Error> {
    let image = CounterImage::parse(image)?;
    Host::for_chip(library, chip)?.evaluate(&image, counters)
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/counter_images").join(name)
}

fn recorded_image() -> Result<Vec<u8>, String> {
    let packed = std::fs::read(fixture("h200_7_counters_120_ranges.bin.gz")).map_err(words)?;
    let mut image = Vec::new();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut image).map_err(words)?;
    Ok(image)
}

fn recorded_table() -> Result<(Vec<String>, Vec<Vec<String>>), String> {
    let text = std::fs::read_to_string(fixture("h200_7_counters_120_ranges.tsv")).map_err(words)?;
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned));
    let header = lines.next().ok_or("no header")?.skip(2).collect();
    Ok((header, lines.map(|line| line.skip(2).collect()).collect()))
}

fn usable_chips(library: &Library) -> Result<Vec<String>, String> {
    let chips = Host::chips(library).map_err(words)?;
    Ok(chips.into_iter().filter(|chip| Host::for_chip(library, chip).is_ok()).collect())
}

#[test]
fn passes_of_every_chip() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    for chip in usable_chips(library)? {
        let host = Host::for_chip(library, &chip).map_err(words)?;
        let survey = survey(&host, library.version()).map_err(words)?;
        let limit = if MAIN_CHIPS.contains(&chip.as_str()) { 4 } else { 5 };
        if survey.passes.len() > limit {
            return Err(format!("{chip} needs {} passes", survey.passes.len()));
        }
    }
    Ok(())
}

/// Each planned pass is one pass for the host library, and every ratio that
/// the chip can have sits whole in one of them.
#[test]
fn passes_hold_what_they_promise() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    for chip in MAIN_CHIPS {
        let host = Host::for_chip(library, chip).map_err(words)?;
        let survey = survey(&host, library.version()).map_err(words)?;
        for pass in &survey.passes {
            let names: Vec<&str> = pass.counters.iter().map(|c| c.name).collect();
            same(host.config(&names).map_err(words)?.passes, 1, chip)?;
        }
        for ratio in survey.criteria.iter().flat_map(|row| &row.ratios) {
            if let Some(pass) = ratio.pass {
                let read: BTreeSet<&str> =
                    survey.passes[pass - 1].counters.iter().map(|c| c.name).collect();
                if !ratio.counters.iter().all(|name| read.contains(name)) {
                    return Err(format!("{chip}: {} is not whole in pass {pass}", ratio.quantity));
                }
            }
        }
        let required = RATIOS
            .iter()
            .filter(|r| r.need == propp_judge_criteria::counters::ratios::Need::Required);
        let placed = survey.criteria.iter().flat_map(|c| &c.ratios).filter(|r| r.pass.is_some());
        if placed.count() < required.count() {
            return Err(format!("{chip}: a required ratio is left out"));
        }
    }
    Ok(())
}

/// What `propp profile` asks for is the plan's counters and the pipes' peaks.
#[test]
fn peaks_of_the_pipes_cost_no_pass() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    for chip in MAIN_CHIPS {
        let host = Host::for_chip(library, chip).map_err(words)?;
        let wanted = wanted_counters(&host).map_err(words)?;
        let all: BTreeSet<&str> = wanted.iter().flatten().map(String::as_str).collect();
        let peaks = all.iter().filter(|name| name.ends_with(".peak_sustained")).count();
        same(peaks, 6, chip)?;
        same(wanted.len() <= 4, true, chip)?;
        for pass in &wanted {
            let names: Vec<&str> = pass.iter().map(String::as_str).collect();
            same(host.config(&names).map_err(words)?.passes, 1, chip)?;
        }
    }
    Ok(())
}

/// Kernel replay gets one configuration in which each pass keeps its counters.
#[test]
fn groups_of_counters_get_passes_of_their_own() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    for chip in MAIN_CHIPS {
        let host = Host::for_chip(library, chip).map_err(words)?;
        let wanted = wanted_counters(&host).map_err(words)?;
        let mut taken = BTreeSet::new();
        let groups: Vec<Vec<&str>> = wanted
            .iter()
            .map(|pass| {
                pass.iter().map(String::as_str).filter(|name| taken.insert(*name)).collect()
            })
            .collect();
        let groups: Vec<&[&str]> = groups.iter().map(Vec::as_slice).collect();
        same(host.config_in_groups(&groups).map_err(words)?.passes, wanted.len(), chip)?;
    }
    Ok(())
}

#[test]
fn every_counter_exists_on_the_newest_chips() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    use propp_base_model::counters::{DRAM_READ, DRAM_WRITTEN, HOST_SECTORS};
    let names: Vec<&str> = COUNTERS.iter().map(|c| c.name).collect();
    // What only the cost model would use: CUPTI 13.0 counts no bytes of GDDR7, and no
    // sectors of host memory on Blackwell.
    let without = |chip| match chip {
        "GB100" => vec![HOST_SECTORS],
        "GB202" => vec![DRAM_READ, DRAM_WRITTEN, HOST_SECTORS],
        _ => Vec::new(),
    };
    for chip in ["GH100", "GB100", "GB202"] {
        let host = Host::for_chip(library, chip).map_err(words)?;
        same(host.missing(&names).map_err(words)?, without(chip), chip)?;
    }
    Ok(())
}

/// The reason why Gran_L2 has its halves in two passes.
#[test]
fn patched_counters_never_share_a_pass() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    use propp_base_model::counters::{GLOBAL_BYTES, L2_SECTORS_FROM_L1};
    for chip in usable_chips(library)? {
        let host = Host::for_chip(library, &chip).map_err(words)?;
        let config = host.config(&[GLOBAL_BYTES, L2_SECTORS_FROM_L1]).map_err(words)?;
        same(config.passes, 2, &chip)?;
    }
    Ok(())
}

#[test]
fn recorded_image_equals_its_table() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    let (names, rows) = recorded_table()?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let values = evaluate(library, "GH100", &recorded_image()?, &names).map_err(words)?;
    same((values.len(), rows.len(), names.len()), (120, 120, 7), "ranges, rows and counters")?;
    for (range, (row, values)) in rows.iter().zip(&values).enumerate() {
        for (name, printed) in names.iter().zip(row) {
            let value = values[*name].ok_or(format!("{name} is absent in range {range}"))?;
            let want: f64 = printed.parse().map_err(words)?;
            // The table was printed with ten significant digits.
            if (value - want).abs() > want.abs() * 5.1e-10 {
                return Err(format!("range {range}, {name}: {value} instead of {want}"));
            }
        }
    }
    Ok(())
}

#[test]
fn absent_counters_are_absent() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    let names = ["sm__inst_executed_pipe_alu.sum", "sm__cycles_active.max"];
    let values = evaluate(library, "GH100", &recorded_image()?, &names).map_err(words)?;
    same(values[0][names[0]], None, "a counter that was not recorded")?;
    same(values[0][names[1]], Some(120_674.0), "a counter that was")
}

#[test]
fn cut_images_are_errors() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    let whole = recorded_image()?;
    let lengths = (0..4096).chain((1..60).map(|part| part * whole.len() / 60));
    for length in lengths.chain([whole.len() - 1]) {
        match evaluate(library, "GH100", &whole[..length], &["sm__cycles_active.max"]) {
            Err(Error::Image(_)) => {}
            other => return Err(format!("cut at {length}: {other:?}")),
        }
    }
    Ok(())
}

#[test]
fn random_images_are_errors() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..200_usize {
        let mut bytes: Vec<u8> = (0..round * 97)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 56) as u8
            })
            .collect();
        // Half of them with the right letters in front.
        if round % 2 == 0 && bytes.len() > 8 {
            bytes[..8].copy_from_slice(b"LOPDATA\0");
        }
        match evaluate(library, "GH100", &bytes, &["sm__cycles_active.max"]) {
            Err(Error::Image(_)) => {}
            other => return Err(format!("round {round}: {other:?}")),
        }
    }
    Ok(())
}

#[test]
fn images_of_another_chip_are_errors() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    let image = recorded_image()?;
    CounterImage::parse(&image).map_err(words)?;
    for chip in usable_chips(library)?.iter().filter(|chip| *chip != "GH100") {
        match evaluate(library, chip, &image, &["sm__cycles_active.max"]) {
            Err(Error::Image(ImageError::Foreign { .. })) => {}
            other => return Err(format!("{chip}: {other:?}")),
        }
    }
    Ok(())
}

/// NVIDIA's library fails good chips when two threads initialise at once.
#[test]
fn several_threads_may_ask_at_once() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    let ask = || -> Result<(), String> {
        for chip in MAIN_CHIPS.iter().cycle().take(100) {
            Host::for_chip(library, chip).map_err(words)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads
            .into_iter()
            .try_for_each(|t| t.join().map_err(|_| "a thread panicked".to_owned())?)
    })
}

#[test]
fn unknown_chips_and_counters_are_named() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    let error = Host::for_chip(library, "GX999").map(|_| ()).unwrap_err().to_string();
    says(&error, &["GX999", "GH100", "GB202"])?;
    let host = Host::for_chip(library, "GH100").map_err(words)?;
    let error = host.config(&["sm__cycles_active.max", "sm__nonsense.sum"]).unwrap_err();
    says(&error.to_string(), &["GH100", "sm__nonsense.sum"])?;
    let zero = Host::for_chip(library, "GH\u{0}100").map(|_| ()).unwrap_err();
    says(&zero.to_string(), &["unknown chip"])
}

#[test]
fn a_listed_chip_without_counters_is_told_apart() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    match Host::for_chip(library, "GV11B").map(|_| ()) {
        Err(Error::UnsupportedChip { usable, .. }) => {
            same(usable.contains(&"GH100".to_owned()), true, "GH100 is usable")
        }
        other => Err(format!("{other:?}")),
    }
}

/// Our table of units against the library's own words.
#[test]
fn catalogue_meets_nvidias_descriptions() -> Result<(), String> {
    let Some(library) = &library()? else { return Ok(()) };
    let host = Host::for_chip(library, "GH100").map_err(words)?;
    for row in COUNTERS {
        let base = row.name.split('.').next().unwrap_or(row.name);
        let metric = host.describe(base).map_err(words)?;
        if metric.description.is_empty() {
            return Err(format!("{base} has no description"));
        }
        let patched = base.contains("__sass_");
        let ours = counter(row.name).map(|c| c.source);
        let want = if patched {
            propp_base_model::counters::Source::Patched
        } else {
            propp_base_model::counters::Source::Hardware
        };
        same(ours, Some(want), row.name)?;
    }
    Ok(())
}
