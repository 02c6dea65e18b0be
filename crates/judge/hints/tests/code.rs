//! Rules that read the code, on kernels recorded on an H100: each finds its defect in the line where the
//! source has it (`tests/pairs`), and nothing in kernels that look alike and are fine.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::path::Path;

use propp_base_model::counters::{
    DATA_WAVEFRONTS, EXACT_ATOMIC_WAVEFRONTS, EXACT_SHARED_ATOMICS, INST_EXECUTED,
};
use propp_judge_analysis::{Analysis, Grouping, Input, Listing, analyse, gpu};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Advice, Libraries, Rule, advise, advise_kernel};
use propp_recording_store::read;

const OF_CODE: [Rule; 8] = [
    Rule::ExpensiveSequence,
    Rule::MemoryAsRegister,
    Rule::Lock,
    Rule::OneThread,
    Rule::Fences,
    Rule::SharedAtomics,
    Rule::IndexedConstants,
    Rule::Precision,
];

/// The analysis of a recording of `tests/pairs`, with the weights of its GPU.
fn analysed(pair: &str) -> (Analysis, Weights) {
    let file = format!("{}.propp.gz", pair.split('_').next().unwrap());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../recordings/pairs");
    let all = [root.join(&file), root.join("eighth").join(&file)];
    let recording = read(all.iter().find(|path| path.exists()).unwrap()).unwrap();
    let weights = Weights::for_reports(&gpu(&recording)).unwrap();
    let analysis =
        analyse(&[Input { name: "pairs", recording: &recording }], &weights, Grouping::Signature);
    (analysis, weights)
}

/// What a recording of `tests/pairs` says of the `before` or `after` of a pair.
fn with_advice(pair: &str, side: &str, check: impl FnOnce(&Advice)) {
    let (analysis, _) = analysed(pair);
    let advised = advise(Listing::whole(&analysis), None, &Libraries::default());
    let name = format!("{pair}_{side}");
    let found = advised.all_kernels().find(|(kernel, _)| kernel.name.bare == name);
    check(found.unwrap_or_else(|| panic!("no kernel {name}")).1.unwrap());
}

#[test]
fn each_defect_is_first_in_its_line_in_two_programs_and_more() {
    for (rule, pair, line) in [
        (Rule::ExpensiveSequence, "str_rk_modulo", 140),
        (Rule::ExpensiveSequence, "db_bloom_mod", 157),
        (Rule::ExpensiveSequence, "ray_schlick_pow", 220),
        (Rule::ExpensiveSequence, "fin_annuity", 228),
        (Rule::ExpensiveSequence, "audio_sin_range", 136),
        (Rule::MemoryAsRegister, "sparse_spmm_accum", 185),
        (Rule::MemoryAsRegister, "mc_rng_memory", 127),
        (Rule::Lock, "graph_relax_lock", 193),
        (Rule::Lock, "str_count_lock", 264),
        (Rule::Lock, "pic_dep", 126),
        (Rule::Lock, "lidar_voxel_lock", 131),
        (Rule::OneThread, "str_compact_thread0", 234),
        (Rule::OneThread, "cry_huff", 265),
        (Rule::IndexedConstants, "image_lut_constant", 218),
        (Rule::IndexedConstants, "fin_curve", 159),
        (Rule::Precision, "md_coulomb_literals", 172),
        (Rule::Precision, "ray_double_literal", 137),
        (Rule::Fences, "clim_fence", 230),
        (Rule::SharedAtomics, "cosmo_pair_weight", 92),
        (Rule::SharedAtomics, "satim_class_moments", 133),
    ] {
        with_advice(pair, "before", |advice| {
            let first = &advice.hints[0];
            let found = first.at.as_ref().and_then(|at| Some(at.place.as_ref()?.line));
            assert_eq!((first.rule, found), (rule, Some(line)), "{pair}");
        });
    }
}

#[test]
fn kernels_that_look_alike_and_are_fine_have_no_such_hint() {
    for (pair, side) in [
        ("sparse_jacobi_div", "before"),
        ("attn_trap_silu", "before"),
        ("db_trap_probe", "before"),
        ("fin_rebase", "before"),
        ("codec_vig", "before"),
        ("nn_bn", "before"),
        ("gen_fm", "before"),
        ("geo_mirror", "before"),
        ("sort_trap_append", "before"),
        ("linalg_accum_global", "after"),
        ("graph_relax_lock", "after"),
        ("image_lut_constant", "after"),
        ("md_coulomb_literals", "after"),
        ("str_compact_thread0", "after"),
        ("clim_fence", "after"),
    ] {
        with_advice(pair, side, |advice| {
            let rules: Vec<Rule> = advice.hints.iter().map(|hint| hint.rule).collect();
            assert!(!rules.iter().any(|rule| OF_CODE.contains(rule)), "{pair}_{side}: {rules:?}");
        });
    }
}

/// The rules on the `before` of a pair with other counts than were recorded.
fn with_counts(pair: &str, counts: &[(&str, f64)]) -> Vec<Rule> {
    let (analysis, weights) = analysed(pair);
    let name = format!("{pair}_before");
    let kernel = analysis.kernels.iter().find(|kernel| kernel.name.bare == name);
    let mut kernel = kernel.unwrap_or_else(|| panic!("no kernel {name}")).clone();
    kernel.work[0].counts.extend(counts.iter().map(|(name, count)| ((*name).to_owned(), *count)));
    let advice = advise_kernel(&kernel, &weights, analysis.machine.unwrap(), None, None);
    advice.hints.iter().map(|hint| hint.rule).collect()
}

#[test]
fn what_is_little_beside_the_rest_of_a_kernel_has_no_hint() {
    for (rule, pair) in
        [(Rule::ExpensiveSequence, "str_rk_modulo"), (Rule::MemoryAsRegister, "mc_rng_memory")]
    {
        assert!(with_counts(pair, &[]).contains(&rule), "{pair}");
        let rules = with_counts(pair, &[(INST_EXECUTED, 1e12)]);
        assert!(!rules.contains(&rule), "{pair}: {rules:?}");
    }
}

#[test]
fn shared_atomics_are_told_where_they_collide_and_are_much_of_the_work() {
    let found = |wavefronts: f64, all: f64| {
        let counts = [
            (EXACT_SHARED_ATOMICS, 1e6),
            (EXACT_ATOMIC_WAVEFRONTS, wavefronts),
            (DATA_WAVEFRONTS, all),
        ];
        with_counts("str_rk_modulo", &counts).contains(&Rule::SharedAtomics)
    };
    assert!(found(1e7, 2e7));
    assert!(!found(2e6, 4e6) && !found(1e7, 1e9));
}
