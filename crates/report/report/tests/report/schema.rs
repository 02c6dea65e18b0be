//! The JSON report against its published schema.

use std::path::Path;

use propp_judge_analysis::{Grouping, Input, Listing, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::advise;
use propp_recording_store::read;
use propp_recording_wire::Job;
use propp_report::{brief, json, lines};
use serde_json::Value;

use crate::json_schema::problems;
use crate::synthetic::{program, record};

fn document(runs: &[(Job, Vec<Vec<propp_recording_wire::Frame>>)], grouping: Grouping) -> Value {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    record(&path, runs, true);
    let recording = read(&path).unwrap();
    let input = Input { name: "r.propp", recording: &recording };
    let analysis = analyse(&[input], &Weights::bundled("paper").unwrap(), grouping);
    serde_json::from_str(
        &json::render(&advise(
            Listing::whole(&analysis),
            None,
            &propp_judge_hints::Libraries::default(),
        ))
        .unwrap(),
    )
    .unwrap()
}

#[test]
fn reports_fit_the_schema() {
    let schema: Value = serde_json::from_str(&json::schema().unwrap()).unwrap();
    let whole = program(1);
    for grouping in [Grouping::Signature, Grouping::Function] {
        for runs in [&whole[..], &whole[..1], &whole[1..], &[]] {
            let document = document(runs, grouping);
            assert_eq!(problems(&schema, &document), Vec::<String>::new());
        }
    }
}

#[test]
fn what_does_not_fit_is_noticed() {
    let schema: Value = serde_json::from_str(&json::schema().unwrap()).unwrap();
    let good = document(&program(1), Grouping::Signature);
    let spoil = |pointer: &str, by: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = by;
        assert!(!problems(&schema, &bad).is_empty(), "{pointer}");
    };
    spoil("/kernels/0/quality/value", Value::from(1.5));
    spoil("/kernels/0/criteria/OCC/state", Value::from("perfect"));
    spoil("/kernels/0/criteria/OCC/inputs/0/number", Value::from("many"));
    spoil("/kernels/0/configurations/0/grid", Value::from(vec![1, 2]));
    spoil("/kernels/0/durations", Value::from(7));
    spoil("/run/launches_measured", Value::Null);
    spoil("/notices", Value::from(0));
    let mut bad = good.clone();
    bad.as_object_mut().unwrap().insert("extra".to_owned(), Value::Null);
    assert_eq!(problems(&schema, &bad), ["/extra is not in the schema"]);
    let mut bad = good.clone();
    bad["kernels"][0].as_object_mut().unwrap().remove("symbol");
    assert_eq!(problems(&schema, &bad).len(), 1);
}

#[test]
fn the_published_schemas_are_those_of_the_structures() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/schema");
    for (name, own) in [
        ("show-1", json::schema()),
        ("lines-1", lines::json::schema()),
        ("brief-1", brief::Brief::schema()),
    ] {
        let published = std::fs::read_to_string(docs.join(format!("{name}.schema.json"))).unwrap();
        assert_eq!(published, own.unwrap(), "PROPP_WRITE_DOCS=1 with the tests of propp writes it");
    }
}
