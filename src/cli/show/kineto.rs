//! `propp show --kineto`: counters into a trace of torch.profiler.

use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use propp_base_text::count;
use propp_judge_analysis::{Analysis, Input};
use propp_recording::Recording;
use propp_report_export::kineto::{Run, add_counters};
use serde_json::Value;

use crate::cli::say::{Failure, Result, no_json, say};

/// What a compressed file begins with.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// The trace with the counters of the recordings.
pub(super) fn report(trace: &Path, inputs: &[Input<'_>], analysis: &Analysis) -> Result<Vec<u8>> {
    let refused = |what: String| {
        Failure::usage(format!("cannot add counters to the trace {}: {what}", trace.display()))
    };
    let mut document = read(trace).map_err(|error| {
        refused(format!("{error}; name another, which torch.profiler's export_chrome_trace wrote"))
    })?;
    let recordings: Vec<&Recording> = inputs.iter().map(|input| input.recording).collect();
    let run = Run { recordings: &recordings, analysis };
    let added = add_counters(&mut document, &[run]).map_err(|error| refused(error.to_string()))?;
    say(&format!(
        "propp: {} of {} got counters",
        added.counted,
        count(added.launches as u64, "launch", "launches")
    ));
    if added.counted == 0 {
        say(
            "propp: no kernel of the trace was measured in the recording: are they of one program?",
        );
    }
    serde_json::to_vec(&document).map_err(no_json)
}

fn read(path: &Path) -> std::io::Result<Value> {
    let bytes = std::fs::read(path)?;
    let mut text = Vec::new();
    if bytes.starts_with(GZIP) {
        MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut text)?;
    } else {
        text = bytes;
    }
    Ok(serde_json::from_slice(&text)?)
}
