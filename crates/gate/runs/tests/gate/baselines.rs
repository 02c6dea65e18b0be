//! Profiles of recordings, and the files that keep them.

use std::io::Write;

use propp_gate_runs::{
    Allowed, BaselineError, Measures, Policy, Profile, Quantity, Samples, Verdict, compare, measure,
};
use propp_judge_cost::quality::Weights;

use crate::edited::{before, judged, now};
use crate::runs::{all, joined, repeated, unpacked};

fn text() -> String {
    joined(&repeated("planted_none")[..2]).to_json()
}

/// A run as a file keeps it, from its recording.
fn measured(name: &str) -> Profile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&unpacked(&format!("{name}.propp.gz"))).unwrap();
    let recording = propp_recording_store::read(file.path()).unwrap();
    let profile = measure(&recording, &Weights::bundled("paper").unwrap());
    assert_eq!(profile.runner.gpus.len(), 1);
    Profile::from_json(&profile.to_json()).unwrap()
}

/// The fixture's runs were written before instructions were counted.
#[test]
fn a_recording_has_the_values_that_were_kept_of_it() {
    // Two have other formulas today.
    let other = ["SMem_eff", "QM_kernel"].map(|name| Quantity::named(name).unwrap());
    let common = |measures: &Measures| -> Measures {
        let is_common = |quantity: &Quantity| !quantity.explains() && !other.contains(quantity);
        let kept = measures.iter().filter(|(quantity, _)| is_common(quantity));
        kept.map(|(quantity, samples)| (*quantity, samples.clone())).collect()
    };
    for name in ["planted_none_1", "planted_conflict2"] {
        let (measured, kept) = (measured(name), &all()[name]);
        assert_eq!(common(&measured.application), common(&kept.application), "{name}");
        assert_eq!(measured.gpus, kept.gpus);
        assert_eq!(measured.kernels.len(), kept.kernels.len());
        for (measured, kept) in measured.kernels.iter().zip(&kept.kernels) {
            assert_eq!((&measured.key, &measured.name), (&kept.key, &kept.name));
            assert_eq!(common(&measured.measures), common(&kept.measures), "{}", kept.name);
            assert!(measured.measures[&Quantity::Quality].mean() > 0.5, "{}", kept.name);
            let instructions = measured.measures[&Quantity::Instructions].mean();
            assert!(instructions > 1_000.0, "{}: {instructions}", kept.name);
        }
        let sum = &measured.kernels.iter().find(|kernel| kernel.name.starts_with("sum(")).unwrap();
        assert_eq!(sum.measures[&Quantity::Instructions].mean(), 1_577_984.0);
        assert_eq!(sum.measures[&Quantity::BarriersEtc].mean(), 12.0);
    }
}

#[test]
fn a_file_is_small_and_can_be_reviewed() {
    let text = text();
    assert!(text.len() < 8_000, "{}", text.len());
    assert!(text.contains("\"name\":\"NVIDIA H200\",\"chip\":\"GH100\""));
    assert!(text.contains("\n        \"OCC\": 1,\n"), "{text}");
    let read = Profile::from_json(&text).unwrap();
    assert_eq!((read.to_json(), read.origins.len()), (text, 2));
}

#[test]
fn faults_name_line_and_key() {
    let good = text();
    let line_of = |part: &str| {
        let before = &good[..good.find(part).unwrap_or_else(|| panic!("{part}"))];
        before.matches('\n').count() + 1
    };
    for (old, new, key) in [
        ("\"OCC\": 0.969697", "\"OCC\": 1.5", "OCC"),
        ("\"OCC\": 0.969697", "\"OCC\": \"high\"", "OCC"),
        ("\"OCC\": 0.969697", "\"OCC\": [0.5, -0.5]", "OCC"),
        ("\"OCC\": 0.969697", "\"OCC\": [[0.5], []]", "OCC"),
        ("\"OCC\": 0.969697", "\"OCCC\": 0.5", "OCCC"),
        ("\"grid\": [1024,1,1]", "\"grid\": [1024,1]", "grid"),
        ("\"grid\": [1024,1,1]", "\"grid\": [-1,1,1]", "grid"),
        ("\"symbol\": \"_Z3sumPKfPfi\"", "\"symbol\": 5", "symbol"),
        ("\"copies\": 4", "\"copies\": []", "copies"),
        ("\"copies\": 4", "\"copies\": -4", "copies"),
        ("\"weights\": \"", "\"wheights\": \"", "wheights"),
    ] {
        let error = Profile::from_json(&good.replacen(old, new, 1)).unwrap_err();
        let BaselineError::Content { line, key: found, .. } = &error else { panic!("{error}") };
        assert_eq!((*line, found.as_str()), (line_of(old), key), "{error}");
    }
    let launches = "\"launches\": 8";
    for (text, what) in [
        (good.replace("baseline/1", "baseline/9"), "its schema is \"propp.baseline/9\"; this"),
        ("{}".to_owned(), "its schema is missing"),
        (good[..good.len() / 2].to_owned(), "line "),
        (
            good.replacen("_Z4axpyPKfPf", "_Z3sumPKfPfi", 1).replacen(
                "[16384,1,1]",
                "[1024,1,1]",
                1,
            ),
            "key symbol: the kernel _Z3sumPKfPfi is there twice",
        ),
        (good.replacen(launches, &format!("{launches}, {launches}"), 1), "launches is there twice"),
    ] {
        let error = Profile::from_json(&text).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

/// A key in a name, quotes and characters of several bytes do not mislead the place of a fault.
#[test]
fn odd_names_are_kept_and_faults_after_them_are_found() {
    let mut profile = joined(&repeated("planted_none")[..2]);
    let name = "f<\"a\": \\, Grüße, \u{1b}>()";
    profile.kernels[0].name = name.to_owned();
    profile.kernels[0].key.nvtx = Some("range \"b\": 1".to_owned());
    let text = profile.to_json();
    let read = Profile::from_json(&text).unwrap();
    assert_eq!(read.kernels[0].name, name);
    assert_eq!(read.kernels[0].key.nvtx.as_deref(), Some("range \"b\": 1"));
    let at = text.find("\"nvtx\"").unwrap();
    let block = at + text[at..].find("\"block\": [").unwrap();
    let end = block + text[block..].find(']').unwrap();
    let wrong = format!("{}\"block\": 7{}", &text[..block], &text[end + 1..]);
    let error = Profile::from_json(&wrong).unwrap_err();
    let BaselineError::Content { line, key, .. } = &error else { panic!("{error}") };
    let above = text[..block].matches('\n').count();
    assert_eq!((*line, key.as_str()), (above + 1, "block"), "{error}");
}

/// Numbers are kept to six digits, and integers exactly.
#[test]
fn samples_are_written_short_and_read_as_they_were() {
    let mut profile = joined(&repeated("planted_none")[..2]);
    let of = |runs: &[&[f64]]| Samples(runs.iter().map(|run| run.to_vec()).collect());
    for (samples, written, read) in [
        (of(&[&[3.0], &[3.0]]), "3", of(&[&[3.0], &[3.0]])),
        (of(&[&[3.0], &[4.5]]), "[3, 4.5]", of(&[&[3.0], &[4.5]])),
        (of(&[&[1.0, 2.0], &[2.5]]), "[[1, 2], [2.5]]", of(&[&[1.0, 2.0], &[2.5]])),
        (
            of(&[&[123_456_789.0], &[0.123_456_789]]),
            "[123456789, 0.123457]",
            of(&[&[123_456_789.0], &[0.123_457]]),
        ),
    ] {
        profile.application.insert(Quantity::Time, samples);
        let text = profile.to_json();
        let line = text.lines().find(|line| line.contains("\"time\"")).unwrap().trim();
        assert_eq!(line.trim_end_matches(','), format!("\"time\": {written}"));
        let again = Profile::from_json(&text).unwrap();
        assert_eq!(again.application[&Quantity::Time], read);
    }
}

#[test]
fn a_baseline_knows_its_own_runs() {
    let runs = repeated("planted_none");
    let baseline = Profile::from_json(&joined(&runs[..3]).to_json()).unwrap();
    assert!(runs[..3].iter().all(|run| baseline.holds(run)));
    assert!(!baseline.holds(runs[3]));
    // The same second and command, and another time: another run.
    let mut twin = runs[2].clone();
    twin.application.get_mut(&Quantity::Time).unwrap().0[0][0] *= 1.001;
    assert!(!baseline.holds(&twin));
    assert!(baseline.shares_kernels(runs[3]));
    assert!(!baseline.shares_kernels(repeated("app")[0]));
}

#[test]
fn runs_with_other_options_are_not_compared() {
    for (name, value) in [("budget", "2"), ("devices", "1"), ("kernel", "vadd")] {
        let mut other = now();
        other.origins[0].options.insert(name.to_owned(), value.to_owned());
        let result = judged(&other, &Policy::default());
        assert_eq!((result.exit_code(), result.kernels.len()), (3, 0));
        let told = format!("recorded with another --{name} than the baseline: ");
        assert!(result.refusal.unwrap().starts_with(&told), "{name}");
    }
}

/// Another command may be meant, and other weights make another metric.
#[test]
fn other_commands_and_other_weights_are_noted() {
    let mut other = now();
    other.origins[0].command = vec!["./other".to_owned(), "7".to_owned()];
    other.weights = "other weights".to_owned();
    let result = judged(&other, &Policy::default());
    assert_eq!(result.exit_code(), 0);
    let [command, weights] = &result.notes[..] else { panic!("{:?}", result.notes) };
    assert!(command.starts_with("another command: ./other 7; the baseline: "), "{command}");
    assert!(weights.starts_with("QM is not compared: ") && weights.ends_with("\"other weights\""));
    let quantities: Vec<Quantity> =
        result.all().flat_map(|row| &row.findings).map(|finding| finding.quantity).collect();
    assert!(quantities.len() > 20 && !quantities.contains(&Quantity::Quality), "{quantities:?}");
}

/// The mean of other criteria is another number.
#[test]
fn quality_of_other_criteria_is_not_compared() {
    let mut now = now();
    let kernel = &mut now.kernels[0];
    let name = kernel.name.clone();
    kernel.measures.remove(&Quantity::named("OCC").unwrap());
    kernel.measures.insert(Quantity::Quality, Samples::one(0.01));
    now.application.insert(Quantity::Quality, Samples::one(0.01));
    let result = compare(&before(), &now, &Policy::default(), Allowed::default());
    assert_eq!(result.verdict, Verdict::Pass, "{result:#?}");
    let has_quality = |name: &str| {
        let row = result.all().find(|row| row.name == name).unwrap();
        row.findings.iter().any(|finding| finding.quantity == Quantity::Quality)
    };
    assert!(!has_quality(&name) && !has_quality("application"));
    assert!(has_quality(&result.kernels.iter().find(|row| row.name != name).unwrap().name));
}
