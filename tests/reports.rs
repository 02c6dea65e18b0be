//! Reports as files: HTML without a browser, traces, Markdown, Parquet.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use propp_gate_runs::Quantity;
use propp_judge_criteria::Criterion;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::left_out;
use crate::support::many::{Made, write, write_traced};
use crate::support::propp::{in_repository, propp, propp_here, refusal};

const HOSTILE: [&str; 4] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "a|b`c`|</td></table>&lt;@everyone",
    "'-->]]></style></script>\u{202e}\n\0",
];

/// Two megabytes, whatever is recorded.
const MOST_BYTES: usize = 2_000_000;

fn show(recording: &Path, arguments: &[&str]) -> Vec<u8> {
    let recording = recording.to_str().unwrap();
    let output = propp_here(&[&["show", recording], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn shown(kernels: &[Made], format: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    write(&path, kernels);
    whole(&path, format)
}

fn app(format: &str) -> String {
    whole(&in_repository("tests/fixtures/recordings/h200_app.propp"), format)
}

fn whole(path: &Path, format: &str) -> String {
    let all: &[&str] = if format == "table" { &["--all"] } else { &[] };
    String::from_utf8(show(path, &[&["--format", format], all].concat())).unwrap()
}

#[test]
fn every_report_has_every_criterion() {
    let csv = app("csv");
    let columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let json: Value = serde_json::from_str(&app("json")).unwrap();
    let (table, page) = (app("table"), app("html"));
    let mut titles = table.lines().filter(|line| line.contains("_eff"));
    let titles: Vec<&str> = titles.next().unwrap().split_whitespace().collect();
    for criterion in Criterion::ALL {
        let name = criterion.name();
        for suffix in ["", "_state", "_min", "_median", "_max"] {
            assert!(columns.contains(&format!("{name}{suffix}").as_str()), "{name}{suffix}");
        }
        assert!(json["formulas"][name].is_string() && json["weights"]["weights"][name].is_f64());
        assert!(json["kernels"][0]["criteria"][name]["state"].is_string(), "{name}");
        assert!(titles.contains(&criterion.title().lines().last().unwrap()), "{name}");
        // A column, or said once for all kernels.
        let tags = ["button", "abbr"];
        assert!(tags.iter().any(|tag| page.contains(&format!(">{name}</{tag}>"))), "{name}");
        assert_eq!(Quantity::named(name), Ok(Quantity::Criterion(criterion)));
    }
}

fn hostile() -> Vec<Made> {
    HOSTILE.iter().map(|name| Made::new(name, 3, 10_000)).collect()
}

/// The tags of a page in order, without what is in `style` and `script`; panics where one
/// is not closed as it was opened.
fn tags(page: &str) -> Vec<(String, String)> {
    const VOID: [&str; 4] = ["meta", "link", "input", "br"];
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a bare > before {:.60}", &rest[start..]);
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "near {rest:.60}");
            continue;
        }
        let is_closed = tag.ends_with('/');
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag.trim_end_matches('/'), ""));
        if name == "!DOCTYPE" {
            continue;
        }
        assert!(!attributes.contains('<'), "{tag}");
        all.push((name.to_owned(), attributes.trim_end_matches('/').to_owned()));
        if !is_closed && !VOID.contains(&name) {
            open.push(name.to_owned());
        }
        if let "style" | "script" = name {
            let close = format!("</{name}>");
            rest = &rest[rest.find(&close).unwrap()..];
        }
    }
    assert_eq!(open, Vec::<String>::new());
    all
}

#[test]
fn a_page_is_whole_and_loads_nothing() {
    for page in [app("html"), shown(&hostile(), "html")] {
        let tags = tags(&page);
        assert!(page.len() < MOST_BYTES);
        for (name, attributes) in &tags {
            for pair in attributes.split('"').collect::<Vec<_>>().chunks(2) {
                let (attribute, value) = (pair[0].trim(), pair.get(1).copied().unwrap_or_default());
                let loads = matches!(attribute, "src=" | "href=" | "action=" | "data=");
                let is_inner = value.starts_with('#') || value.starts_with("data:");
                assert!(!loads || is_inner, "{name} {attribute}{value}");
                assert!(!attribute.starts_with("on"), "{name} {attribute}");
            }
        }
        let count = |wanted: &str| tags.iter().filter(|(name, _)| name == wanted).count();
        // The other one only holds data.
        let scripts = tags.iter().filter(|(name, attributes)| {
            name == "script" && !attributes.starts_with("type=\"application/json\"")
        });
        assert_eq!((scripts.count(), count("style"), count("h1")), (1, 1, 1));
        for name in ["img", "iframe", "object"] {
            assert_eq!(count(name), 0);
        }
        let ids: Vec<&str> =
            tags.iter().filter_map(|(_, a)| a.split_once("id=\"")?.1.split('"').next()).collect();
        let mut distinct = ids.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), ids.len(), "{ids:?}");
        assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'"));
    }
}

#[test]
fn names_are_texts_in_a_page() {
    let page = shown(&hostile(), "html");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    for part in ["<script>alert", "<img", "onerror=alert(1)>", "</td></table>&lt;@", "\u{202e}"] {
        assert!(!page.contains(part), "{part}");
    }
}

#[test]
fn every_section_has_what_it_promises() {
    let page = app("html");
    let tags = tags(&page);
    let has = |name: &str, attribute: &str| {
        tags.iter().any(|(n, attributes)| n == name && attributes.contains(attribute))
    };
    for id in ["kernels", "advice", "criteria", "roofline", "timeline", "origin"] {
        assert!(has("section", &format!("id=\"{id}\"")), "{id}");
    }
    assert!(has("th", "aria-sort=\"descending\""));
    assert!(has("circle", "class=\"spot\""));
    assert!(has("rect", "class=\"s5\""));
    assert!(has("path", "class=\"t-kernel\"") || has("rect", "class=\"t-kernel\""));
    assert!(page.contains("Warp divergence: threads of a warp branch differently"));
    assert!(page.contains("GPU-a1f23e87-a925-1d77-8dd3-876137bd669d"));
}

/// Names as long as those of templates that nobody reads.
fn thousand() -> Vec<Made> {
    let name =
        |n: u32| format!("void ns{n}::kernel_{n}<{}>(float*)", "Argument<int, 4>, ".repeat(40));
    (0..1000).map(|n| Made::new(&name(n), 2, 5_000 + 10 * u64::from(n))).collect()
}

#[test]
fn a_page_of_a_thousand_kernels_has_them_all_in_two_megabytes() {
    let page = shown(&thousand(), "html");
    assert!(page.len() < MOST_BYTES, "{}", page.len());
    let rows = tags(&page).iter().filter(|(_, a)| a.starts_with("id=\"kernel-")).count();
    assert_eq!(rows, 1000);
    // What is drawn or told of single kernels does not grow with them.
    let count = |part: &str| page.matches(part).count();
    assert_eq!(count("<g class=\"own\""), 10);
    assert!(count("<h3 id=\"hints-") <= 8 + 3 + 1, "{}", count("<h3 id=\"hints-"));
}

#[test]
fn a_page_without_counters_says_what_is_not_known() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    write_traced(&path, &["first", "second"].map(|name| Made::new(name, 3, 10_000)));
    let page = whole(&path, "html");
    assert!(page.contains("No counter was read, so what to change in the kernels is not known."));
    assert!(page.contains("no launch of this kernel was measured"), "why criteria are missing");
    // Neither bar is drawn, and nothing stands for 0.
    assert!(!page.contains("class=\"share\"") && !page.contains("0 % memory"));
    // Both kernels still have a row and bars.
    for id in ["kernel-1", "kernel-2", "bars-1", "bars-2"] {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[test]
fn a_long_run_is_thinned_and_the_page_says_so() {
    let kernels: Vec<Made> = (0..5).map(|n| Made::new(&format!("k{n}"), 12_000, 3_000)).collect();
    let page = shown(&kernels, "html");
    assert!(page.len() < 200_000, "{}", page.len());
    assert!(page.contains("60,001 events"), "the text has all");
    assert!(page.contains("are drawn as one block"));
}

#[test]
fn a_trace_has_every_event_in_rows_that_do_not_overlap() {
    let kernels = [Made::new("_Z4vaddPKfS0_Pfi", 5, 10_000), Made::new("<b>", 2, 700)];
    let trace: Value = serde_json::from_str(&shown(&kernels, "trace")).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let of = |category: &str| events.iter().filter(|e| e["cat"] == category).count();
    assert_eq!((of("kernel"), of("sync"), of("copy")), (7, 1, 0));
    let named: Vec<&str> = events
        .iter()
        .filter(|event| event["name"] == "thread_name")
        .map(|event| event["args"]["name"].as_str().unwrap())
        .collect();
    assert!(
        named.contains(&"GPU 0 stream 8: kernels") && named.contains(&"host waits"),
        "{named:?}"
    );
    let first = events.iter().find(|event| event["name"] == "vadd").unwrap();
    assert_eq!((first["ts"].as_f64(), first["dur"].as_f64()), (Some(0.0), Some(10.0)));
}

/// The rules of the Trace Event Format for what propp writes, and those of Perfetto's
/// importer, which drops slices that overlap on a track without one being inside the other
/// (`slice_drop_overlapping_complete_event`) after it made nanoseconds of the times.
#[test]
fn traces_keep_the_rules_of_their_format() {
    let many: Vec<Made> = (0..7).map(|n| Made::new(&format!("k{n}"), 1000, 1_001 + n)).collect();
    for text in [app("trace"), shown(&many, "trace"), shown(&hostile(), "trace")] {
        let trace: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(keys(&trace), ["displayTimeUnit", "otherData", "traceEvents"]);
        assert!(matches!(trace["displayTimeUnit"].as_str(), Some("ns" | "ms")));
        let start = trace["otherData"]["start_ns"].as_str().unwrap();
        assert!(start.parse::<u64>().unwrap() > 0);
        let mut tracks = Tracks::default();
        for event in trace["traceEvents"].as_array().unwrap() {
            match event["ph"].as_str().unwrap() {
                "M" => tracks.name(event),
                "X" => tracks.span(event),
                other => panic!("{other} is a phase that propp does not write"),
            }
        }
        assert!(!tracks.ends.is_empty());
    }
}

fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[derive(Default)]
struct Tracks {
    processes: BTreeMap<u64, String>,
    threads: BTreeMap<(u64, u64), String>,
    /// Where each track's last span ends, in nanoseconds.
    ends: BTreeMap<(u64, u64), i64>,
}

impl Tracks {
    /// A name is given once, before anything of its track.
    fn name(&mut self, event: &Value) {
        assert_eq!(keys(event), ["args", "name", "ph", "pid", "tid"]);
        assert_eq!(keys(&event["args"]), ["name"]);
        let (process, thread) = (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap());
        let name = event["args"]["name"].as_str().unwrap().to_owned();
        assert!(!name.is_empty());
        let before = match event["name"].as_str().unwrap() {
            "process_name" => self.processes.insert(process, name),
            "thread_name" => {
                // Perfetto knows threads by their number alone.
                let is_new = self.threads.keys().all(|(_, other)| *other != thread);
                assert!(thread > 0 && is_new, "{event}");
                assert!(self.processes.contains_key(&process), "{event}");
                self.threads.insert((process, thread), name)
            }
            other => panic!("{other} is a name of nothing"),
        };
        assert_eq!(before, None, "{event}");
    }

    fn span(&mut self, event: &Value) {
        assert_eq!(keys(event), ["args", "cat", "dur", "name", "ph", "pid", "tid", "ts"]);
        assert!(event["args"].is_object() && !event["name"].as_str().unwrap().is_empty());
        assert!(matches!(event["cat"].as_str(), Some("kernel" | "copy" | "sync")), "{event}");
        let track = (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap());
        assert!(self.threads.contains_key(&track), "{event}");
        let ns = |key: &str| (event[key].as_f64().unwrap() * 1000.0) as i64;
        let (start, length) = (ns("ts"), ns("dur"));
        assert!(start >= 0 && length >= 0, "{event}");
        let end = self.ends.entry(track).or_insert(0);
        assert!(start >= *end, "{event} begins before {end}");
        *end = start + length;
    }
}

#[test]
fn markdown_fits_a_comment_and_names_are_no_markup() {
    let text = shown(&hostile(), "md");
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let bars = line.replace("\\|", "").matches('|').count();
        assert_eq!(bars, 16, "{line}");
    }
    assert!(text.contains("`a\\|b'c'\\|</td></table>&lt;@everyone`"), "{text}");
    assert!(shown(&thousand(), "md").len() < 65_536);
    assert!(app("md").contains("<details><summary>What to change</summary>"));
}

fn pty(dir: &TempDir, arguments: &str, pager: &str) -> Option<String> {
    // Python, which the build needs anyway, has terminals.
    let script = "import pty, sys; pty.spawn(['sh', '-c', sys.argv[1]])";
    let propp = env!("CARGO_BIN_EXE_propp");
    let line = format!("stty rows 20 cols 120; {propp} show r.propp {arguments}");
    let mut python = Command::new("python3");
    python.args(["-c", script, &line]).current_dir(dir.path()).stdin(Stdio::null());
    python.env("PROPP_PAGER", pager).env("TERM", "xterm").env_remove("NO_COLOR");
    let output = python.output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_terminal_gets_colours_and_pages_unless_it_wants_none() {
    let dir = tempfile::tempdir().unwrap();
    write(&dir.path().join("r.propp"), &[Made::new("k", 3, 5_000), Made::new("l", 3, 5_000)]);
    let Some(plain) = pty(&dir, "--no-color", "cat") else {
        return left_out("colours and pages of a terminal, because there is no python3");
    };
    assert!(!plain.contains('\u{1b}'), "{plain}");
    let coloured = pty(&dir, "", "cat").unwrap();
    assert!(coloured.contains("\u{1b}["), "{coloured}");
    let paged = pty(&dir, "", "sed s/^/PAGED:/").unwrap();
    assert!(paged.contains("PAGED:r.propp"), "{paged}");
    assert!(!pty(&dir, "--no-pager", "sed s/^/PAGED:/").unwrap().contains("PAGED"));
    let missing = pty(&dir, "", "no-such-pager").unwrap();
    assert!(missing.contains("More: propp show"), "{missing}");
}

#[test]
fn a_kernel_is_explained_by_its_name() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    write(&path, &[Made::new("_Z4vaddPKfS0_Pfi", 5, 10_000), Made::new("other", 2, 700)]);
    let text = String::from_utf8(show(&path, &["--explain", "vadd"])).unwrap();
    assert!(text.contains("vadd(float const*") && !text.contains("other ("), "{text}");
    // As a script that chooses kernels must learn.
    let said = refusal(&propp(&dir, &["show", "r.propp", "-k", "=vad"]));
    assert!(said.contains("no kernel matches --kernel =vad (did you mean vadd?)"), "{said}");
    // A part of a name is enough, if no kernel has the name.
    let text_of_part = String::from_utf8(show(&path, &["--explain", "vad"])).unwrap();
    assert_eq!(text_of_part, text);
    assert!(text.contains("asks how many of a warp's 32 threads take part"), "{text}");
    let said = refusal(&propp(&dir, &["show", "r.propp", "--explain", "nothing"]));
    assert!(said.contains("nor a kernel is called nothing; there were: "), "{said}");
    assert!(said.contains("vadd") && said.contains("other"), "{said}");
}
