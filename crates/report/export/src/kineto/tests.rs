use serde_json::json;

use super::*;

fn trace() -> Value {
    let launch = |ts: f64, correlation: i64, name: &str, category: &str| {
        json!({ "ph": "X", "cat": category, "name": name, "pid": 9, "tid": 9, "ts": ts,
                "dur": 3.5, "args": { "correlation": correlation } })
    };
    let kernel = |name: &str, correlation: i64| {
        json!({ "ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": 100.0,
                "dur": 9.0, "args": { "correlation": correlation, "grid": [1, 1, 1],
                                      "block": [32, 1, 1] } })
    };
    json!({ "schemaVersion": 1, "traceEvents": [
        launch(20.0, 2, "cudaLaunchKernelExC", "cuda_runtime"),
        launch(10.0, 1, "cudaLaunchKernel", "cuda_runtime"),
        launch(30.0, 3, "cuLaunchKernel", "cuda_driver"),
        kernel("first", 1), kernel("second", 2), kernel("third", 3),
    ]})
}

#[test]
fn each_call_gets_an_event_in_the_order_of_time_and_the_rest_stays() {
    let before = trace();
    let mut after = before.clone();
    let added = add_counters(&mut after, &[]).unwrap();
    assert_eq!(added, Added { launches: 3, counted: 0 });
    let (old, new) = after["traceEvents"].as_array().unwrap().split_at(6);
    assert_eq!(old, before["traceEvents"].as_array().unwrap().as_slice());
    let ranges: Vec<_> = new.iter().filter(|event| event["ph"] == "X").collect();
    let names: Vec<_> = ranges.iter().map(|event| event["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["first", "second", "third"]);
    let categories: Vec<_> = ranges.iter().map(|event| event["cat"].as_str().unwrap()).collect();
    assert_eq!(categories, [CATEGORY, CATEGORY, OF_THE_DRIVER]);
}

#[test]
fn what_is_no_trace_or_has_counters_is_refused() {
    let refusal = |mut trace: Value| add_counters(&mut trace, &[]).unwrap_err();
    assert_eq!(refusal(json!({})), KinetoError::NoEvents);
    assert_eq!(refusal(json!({ "traceEvents": [] })), KinetoError::NoLaunches);
    let mut trace = trace();
    add_counters(&mut trace, &[]).unwrap();
    assert_eq!(refusal(trace), KinetoError::HasCounters);
}
