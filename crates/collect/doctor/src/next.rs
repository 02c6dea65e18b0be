//! What works on a machine, and the cheapest next step.

use crate::facts::Facts;

/// What a person without nvcc installs: 105 MB.
const PIP: &str = "python3 -m venv nvcc && . nvcc/bin/activate && pip install \
                   nvidia-cuda-nvcc==13.0.* nvidia-cuda-runtime==13.0.* nvidia-cuda-crt==13.0.* \
                   nvidia-nvvm==13.0.* nvidia-cuda-cccl==13.0.*";

/// Commands that work here, and what to do next.
pub(crate) fn next(
    facts: &Facts,
    can_profile: bool,
    has_host_library: bool,
) -> (Vec<&'static str>, String) {
    let mut works = vec!["demo"];
    if can_profile {
        works.extend(["profile", "calibrate"]);
        if facts.nvcc.is_ok() {
            works.extend(["suite", "probe"]);
        }
    } else if facts.nvcc.is_ok() {
        works.push("suite run --emulate");
    }
    works.extend([
        "emulate",
        "show",
        "compare",
        "inspect",
        "gate",
        "rank",
        "fit",
        "explain",
        "advise (of recordings with lines)",
    ]);
    // The counters of a chip are the host library's business, and no GPU's.
    if has_host_library {
        works.push("metrics");
    }
    (works, step(facts, can_profile))
}

fn step(facts: &Facts, can_profile: bool) -> String {
    if can_profile {
        return "`propp profile ./my_app`; `propp demo` shows a report first".to_owned();
    }
    let emulated = match &facts.nvcc {
        Ok(_) => format!(
            "build your program with NVCC_APPEND_FLAGS=\"{}\" and run `propp emulate ./my_app`",
            facts.emulation_flags
        ),
        Err(_) => format!("to compile programs of your own, `{PIP}` gets nvcc, which propp finds"),
    };
    match &facts.gpus {
        Ok(gpus) if !gpus.is_empty() => {
            format!("the first cure above; until then `propp demo --emulate`, and {emulated}")
        }
        _ => format!("`propp demo` shows a report without a GPU; {emulated}"),
    }
}
