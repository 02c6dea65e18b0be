//! The sites of compiled kernels, for three architectures: those of `kernels.cu` in their lines and nothing
//! of the kernels that look alike, and the routines of `routines.cu`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::collections::BTreeSet;
use std::io::Read as _;

use propp_code_sass::{Cubin, Flow, Kind, Space};
use propp_code_sites::{Site, What, find};

const ARCHITECTURES: [u32; 3] = [80, 90, 120];

fn cubin(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/cubins/{name}.cubin.gz", env!("CARGO_MANIFEST_DIR"));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

/// The sites of each kernel of a cubin.
fn sites(name: &str) -> Vec<(String, Vec<Site>)> {
    sites_in(&cubin(name))
}

fn sites_in(bytes: &[u8]) -> Vec<(String, Vec<Site>)> {
    let cubin = Cubin::parse(bytes).unwrap();
    let kernels = cubin.functions().iter().filter(|function| function.kind == Kind::Kernel);
    let of = |kernel: &propp_code_sass::Function<'_>| {
        let all: Vec<_> = kernel.instructions().collect();
        let flow = Flow::of_instructions(kernel, &all);
        (kernel.name.to_owned(), find(&cubin, kernel, &flow, &all))
    };
    kernels.map(of).collect()
}

fn word(what: What) -> &'static str {
    match what {
        What::Routine(routine) => routine.name,
        What::State { .. } => "State",
        What::Lock => "Lock",
        What::Swap => "Swap",
        What::Fence => "Fence",
        What::OneThread => "OneThread",
        What::IndexedConstant => "IndexedConstant",
        What::Conversion { .. } => "Conversion",
        What::Search { .. } => "Search",
        What::Products(_) => "Products",
        What::Heap { .. } => "Heap",
    }
}

#[test]
fn kernels_have_what_their_source_says_and_those_that_look_alike_have_nothing() {
    let expected: BTreeSet<String> = include_str!("expected.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    for architecture in ARCHITECTURES {
        let kernels = sites(&format!("kernels.sm_{architecture}"));
        assert_eq!(kernels.len(), 49);
        let lines = kernels.iter().flat_map(|(kernel, sites)| {
            sites.iter().map(move |site| {
                let line = site.line.as_ref().unwrap();
                assert!(line.file.ends_with("kernels.cu"));
                // The logarithm of a power may lie before its loop.
                let number = line.number + u32::from(line.number == 153);
                format!("{kernel}\t{number}\t{}", word(site.what))
            })
        });
        // Constants of routines lie in constant memory from sm_100 on. For sm_80 the loop looks ahead.
        let unknown: &[&str] = match architecture {
            80 => &["search_adds_where_found\t305\tSearch"],
            90 => &[],
            _ => &["routine_of_loop\t160\tfmod_f32", "routine_before_loop\t343\tsin_f32_far"],
        };
        let is_there = |row: &&String| !unknown.contains(&row.as_str());
        let expected: BTreeSet<String> = expected.iter().filter(is_there).cloned().collect();
        assert_eq!(lines.collect::<BTreeSet<String>>(), expected, "sm_{architecture}");
    }
}

#[test]
fn sites_say_what_they_are_about() {
    for architecture in ARCHITECTURES {
        let kernels = sites(&format!("kernels.sm_{architecture}"));
        let of = |name: &str| -> Vec<What> {
            let (_, sites) = kernels.iter().find(|(kernel, _)| kernel == name).unwrap();
            sites.iter().map(|site| site.what).collect()
        };
        let (global, shared) = (Space::Global, Space::Shared);
        assert_eq!(of("search_member"), [What::Search { space: global }], "sm_{architecture}");
        assert_eq!(of("search_shared"), [What::Search { space: shared }], "sm_{architecture}");
        assert_eq!(of("heap_array"), [What::Heap { by_one: false, has_arrays: false }]);
        assert_eq!(of("heap_of_one"), [What::Heap { by_one: true, has_arrays: true }]);
        // The loop over k is unrolled four times in one over t, or whole.
        let of_tile = of("product_tile").into_iter().map(|what| match what {
            What::Products(number) => number,
            _ => 0,
        });
        assert_eq!(of_tile.sum::<usize>() % 16, 0, "sm_{architecture}");
    }
}

/// As a recording keeps it.
#[test]
fn malloc_is_known_in_a_cubin_that_was_cut() {
    for architecture in ARCHITECTURES {
        let whole = cubin(&format!("kernels.sm_{architecture}"));
        let part = propp_code_sass::cut(&whole, |kernel| kernel == "heap_array").unwrap().unwrap();
        let [(_, sites)] = &sites_in(&part)[..] else { panic!("one kernel is kept") };
        let what: Vec<What> = sites.iter().map(|site| site.what).collect();
        assert_eq!(what, [What::Heap { by_one: false, has_arrays: false }], "sm_{architecture}");
    }
}

#[test]
fn conversions_go_both_ways() {
    for architecture in ARCHITECTURES {
        let kernels = sites(&format!("kernels.sm_{architecture}"));
        let (_, sites) = kernels.iter().find(|(name, _)| name == "conversions").unwrap();
        let ways: BTreeSet<bool> = sites
            .iter()
            .filter_map(|site| match site.what {
                What::Conversion { to_double } => Some(to_double),
                _ => None,
            })
            .collect();
        assert_eq!(ways, [false, true].into(), "sm_{architecture}");
    }
}

/// Relatives have the same code but for a few instructions.
fn kin(name: &str) -> &str {
    match name {
        "div_s32" | "rem_u32" | "rem_s32" => "div_u32",
        "rem_s64" | "div_u64" | "div_s64" | "rem_u64_small" => "rem_u64",
        "log2_f64" | "log10_f64" => "log_f64",
        "log10_f32" => "log_f32",
        "sin_f32_far" => "sin_f32",
        own => own,
    }
}

#[test]
fn each_routine_is_known_by_its_code() {
    // Those that the table leaves out; and what lies in constant memory from sm_100 on.
    let unknown = [
        "acos_f64",
        "asin_f64",
        "atan2_f64",
        "atan_f64",
        "cbrt_f32",
        "cbrt_f64",
        "cosh_f32",
        "exp2_f32",
        "fmod_f64",
        "hypot_f32",
        "rsqrt_f64",
    ];
    let unknown_later = [
        "erf_f64",
        "fmod_f32",
        "log10_f64",
        "log2_f64",
        "log_f64",
        "sin_f64",
        "tan_f64",
        "tanh_f64",
    ];
    for architecture in ARCHITECTURES {
        for (kernel, sites) in sites(&format!("routines.sm_{architecture}")) {
            let names: BTreeSet<&str> = sites.iter().map(|site| word(site.what)).collect();
            if kernel.starts_with("none") {
                assert!(names.is_empty(), "sm_{architecture} {kernel}: {names:?}");
            } else if !(unknown.contains(&kernel.as_str())
                || architecture >= 100 && unknown_later.contains(&kernel.as_str()))
            {
                assert!(names.contains(kin(&kernel)), "sm_{architecture} {kernel}: {names:?}");
            }
        }
    }
}

#[test]
fn the_loop_of_one_thread_and_what_leads_to_a_loop_are_known() {
    let kernels = sites("kernels.sm_90");
    let of = |name: &str| &kernels.iter().find(|(kernel, _)| kernel == name).unwrap().1;
    let one = &of("one_thread")[0];
    assert!(one.body.contains(&one.block) && !one.before.is_empty());
    for (kernel, depth) in [("state_global", 1), ("routine_remainder", 0)] {
        let sites = of(kernel);
        let is_so = |site: &Site| site.depth == depth && site.before.is_empty() == (depth == 0);
        assert!(!sites.is_empty() && sites.iter().all(is_so), "{kernel}");
    }
}
