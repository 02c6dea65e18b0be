//! The documentation inside the binary, by topics: what `propp explain` shows.

pub mod exit_codes;

const CAPTURE: &str = include_str!("../../../../docs/capture.md");
const AGENTS: &str = include_str!("../../../../docs/agents.md");
const ADVISE: &str = include_str!("../../../../docs/advise.md");
pub const CRITERIA: &str = include_str!("../../../../docs/criteria.md");
const QUALITY: &str = include_str!("../../../../docs/quality-metric.md");
const REPORTS: &str = include_str!("../../../../docs/reports.md");
const HINTS: &str = include_str!("../../../../docs/hints.md");
const COLLECTION: &str = include_str!("../../../../docs/collection.md");
const INSPECT: &str = include_str!("../../../../docs/inspect.md");
const PYTHON: &str = include_str!("../../../../docs/python.md");
const CI: &str = include_str!("../../../../docs/ci.md");
const ENGINE: &str = include_str!("../../../../docs/engine.md");
const FLEET: &str = include_str!("../../../../docs/fleet.md");
const GATE: &str = include_str!("../../../../docs/gate.md");
const CODE_GATE: &str = include_str!("../../../../docs/code-gate.md");
const CLI: &str = include_str!("../../../../docs/cli.md");
const RECORDING: &str = include_str!("../../../../docs/recording.md");
const LINES: &str = include_str!("../../../../docs/lines.md");
const PROBE: &str = include_str!("../../../../docs/probe.md");
const YOUR_GPU: &str = include_str!("../../../../docs/your-gpu.md");
const SECURITY: &str = include_str!("../../../../docs/security.md");
const SUITE: &str = include_str!("../../../../docs/suite.md");

macro_rules! rule {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../docs/rules/", $name, ".md")))
    };
}

/// The hints that have a page with an example, by the names of their rules.
pub const RULES: &[(&str, &str)] = &[
    rule!("atomics"),
    rule!("bank-conflicts"),
    rule!("broadcast"),
    rule!("divergence"),
    rule!("expensive-sequence"),
    rule!("fences"),
    rule!("few-blocks"),
    rule!("heap"),
    rule!("indexed-constants"),
    rule!("local-memory"),
    rule!("lock"),
    rule!("memory-as-register"),
    rule!("misaligned-access"),
    rule!("narrow-types"),
    rule!("occupancy"),
    rule!("one-thread"),
    rule!("partial-warps"),
    rule!("precision"),
    rule!("register-tile"),
    rule!("scattered-access"),
    rule!("scattered-reads"),
    rule!("search"),
    rule!("shared-memory-reuse"),
];

/// A page, or a section of one, by its name.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    pub name: &'static str,
    pub about: &'static str,
    pub page: &'static str,
    /// The beginning of a heading; the whole page without one.
    pub section: Option<&'static str>,
}

const fn topic(
    name: &'static str,
    about: &'static str,
    page: &'static str,
    section: Option<&'static str>,
) -> Topic {
    Topic { name, about, page, section }
}

/// Besides the criteria, which go by their names.
pub const TOPICS: &[Topic] = &[
    topic("screen", "the first screen of a report", REPORTS, Some("The first screen")),
    topic(
        "roof",
        "how close a kernel is to the limits of the GPU",
        REPORTS,
        Some("The first screen"),
    ),
    topic("criteria", "the eleven criteria", CRITERIA, None),
    topic("QM", "the quality metric and the cost model", QUALITY, None),
    topic("floor", "how much a kernel can still gain", HINTS, Some("What is left to gain")),
    topic("hints", "what to change, the expected gain, and how good hints are", HINTS, None),
    topic(
        "profile",
        "how `propp profile` measures, and which kernels it leaves out",
        COLLECTION,
        None,
    ),
    topic("window", "profiling a part of a program", COLLECTION, Some("Part of a program")),
    topic("replay", "the ways to read the counters of a launch", COLLECTION, Some("Four ways")),
    topic(
        "notices",
        "repetitions of a failed run, and notices on missing data",
        COLLECTION,
        Some("When a count run goes wrong"),
    ),
    topic("lines", "memory requests of source lines, and the compiled code", LINES, None),
    topic("agent", "optimising by a language model: packet, verdict, skill, server", AGENTS, None),
    topic(
        "capture",
        "one launch of a kernel in a file, and your version of the kernel beside it",
        CAPTURE,
        None,
    ),
    topic("advise", "how a kernel uses its arrays, and patches", ADVISE, None),
    topic("inspect", "inspecting compiled kernels without running them", INSPECT, None),
    topic(
        "static-price",
        "the time of a loop for one warp alone, estimated from the code",
        INSPECT,
        Some("The static price"),
    ),
    topic(
        "engine",
        "running and counting without a GPU: accuracy and unsupported features",
        ENGINE,
        None,
    ),
    topic(
        "python",
        "recordings, profiles and ranges from Python; modules of PyTorch",
        PYTHON,
        None,
    ),
    topic("gate", "comparing runs with a baseline in CI: a workflow to copy", CI, None),
    topic(
        "code-gate",
        "the gate without a GPU: comparing compiled code with a baseline",
        CODE_GATE,
        None,
    ),
    topic(
        "gate-workflows",
        "workflows for GitLab, and for two machines",
        GATE,
        Some("Other workflows"),
    ),
    topic("policy", "the limits of the gate, and how to set them", GATE, Some("The policy")),
    topic(
        "certificate",
        "the false-alarm rate and the least change on your runner",
        GATE,
        Some("What the gate is worth"),
    ),
    topic(
        "benchmarks",
        "baselines of NVBench and Google Benchmark",
        GATE,
        Some("Benchmarks of other"),
    ),
    topic("gate-quantities", "what the gate compares", GATE, Some("What is compared")),
    topic("gate-statistics", "how often the gate is wrong", GATE, Some("How often it is wrong")),
    topic("reports", "formats of reports, and comparisons", REPORTS, None),
    topic("code", "the compiled code of kernels, and how it is recorded", LINES, None),
    topic("recording", "the file format", RECORDING, None),
    topic(
        "security",
        "files from others, contents of a published page, gates of pull requests",
        SECURITY,
        None,
    ),
    topic("probe", "how propp measures the memory of a GPU", PROBE, None),
    topic("suite", "the primitive suite", SUITE, None),
    topic("your-gpu", "the prices of your GPU, and the same run on another GPU", YOUR_GPU, None),
    topic("fleet", "recordings of many ranks and machines, and the questions to them", FLEET, None),
    topic("rank", "how to read a ranking", SUITE, Some("Reading a ranking")),
    topic(
        "options",
        "the options that all commands share",
        CLI,
        Some("Words that all commands share"),
    ),
    topic(
        "exit-codes",
        "the meaning of exit codes; of one: `propp explain 3`",
        CLI,
        Some("Exit codes"),
    ),
];
