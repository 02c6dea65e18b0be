//! `propp show --code` on recordings with real cubins.

use std::path::Path;
use std::process::Output;

use propp_recording::{Ending, Facts};
use propp_recording_store::Writer;
use propp_recording_wire::{Frame, Job, Name};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::propp::{
    command, document, fits, published_schema, refusal, refuses, stdout, unpacked,
};
use crate::support::schema::problems;
use crate::support::script;

const INLINED: &str = "_Z7inlinedPKfS0_Pfi";
const NESTED: &str = "_Z6nestedPKfPfii";
const SHARED: &str = "_Z4warpPi";

fn cubin(name: &str) -> Vec<u8> {
    unpacked(&format!("crates/code/sass/tests/fixtures/{name}.cubin.gz"))
}

fn only(name: &str, kernel: &str) -> Vec<u8> {
    propp_code_sass::cut(&cubin(name), |name| name == kernel).unwrap().unwrap()
}

/// A folder with `r.propp`: a recording with this code, and with a kernel without code.
fn recorded(no_code: Option<&str>, code: &[(&str, &[u8])]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    write(&dir.path().join("r.propp"), no_code, code);
    dir
}

fn write(path: &Path, no_code: Option<&str>, code: &[(&str, &[u8])]) {
    let mut facts = Facts::now(&["./app".to_owned()]);
    facts.options.extend(no_code.map(|value| ("no-code".to_owned(), value.to_owned())));
    let mut writer = Writer::create(path, false, &facts).unwrap();
    let run = writer.begin_run(Job::Trace).unwrap();
    let process = writer.process(run, 0).unwrap();
    let frames = crate::support::synthetic::program(1).remove(0).1.remove(0);
    let is_kept = |frame: &&Frame| matches!(frame, Frame::Name(_) | Frame::Kernels(_));
    for frame in frames.iter().filter(is_kept) {
        // One of its kernels is called as one that has code.
        let frame = match frame {
            Frame::Name(name) if name.text.contains("diverge") => {
                Frame::Name(Name { id: name.id, text: INLINED.to_owned() })
            }
            other => other.clone(),
        };
        writer.frame(process, &frame).unwrap();
    }
    let run = writer.begin_run(Job::Count).unwrap();
    let process = writer.process(run, 0).unwrap();
    for (kernel, cubin) in code {
        writer.code(process, kernel, Some(90), cubin).unwrap();
    }
    writer.end_run(run, std::time::Duration::from_secs(1), Ending::Exited(0)).unwrap();
    writer.finish().unwrap();
}

/// A recording with the code of a kernel, for other tests.
pub(crate) fn write_with_code(path: &Path) {
    write(path, Some(""), &[(INLINED, &only("kernels.sm_90", INLINED))]);
}

/// With the disassembler in a folder, or none.
fn show(dir: &TempDir, disassembler: Option<&Path>, arguments: &str) -> Output {
    let mut command = command(dir);
    command.arg("show").args(arguments.split_whitespace());
    command.env("PROPP_CUDA_DIR", disassembler.unwrap_or(Path::new("/nowhere")));
    command.output().unwrap()
}

fn two() -> TempDir {
    let (inlined, nested) = (only("kernels.sm_90", INLINED), only("kernels.sm_90", NESTED));
    recorded(Some(""), &[(INLINED, &inlined), (NESTED, &nested)])
}

#[test]
fn the_code_of_a_kernel() {
    let dir = two();
    insta::assert_snapshot!("code", stdout(&show(&dir, None, "r.propp --code inlined")));
    let by_filter = stdout(&show(&dir, None, "-k inlined r.propp --code"));
    assert_eq!(by_filter, stdout(&show(&dir, None, "r.propp --code inlined")));
    let both = stdout(&show(&dir, None, "r.propp --code regex:e"));
    assert!(both.contains("\ninlined(") || both.starts_with("inlined("), "{both}");
    assert!(both.contains("\nnested(float const*, float*, int, int) (sm_90)"), "{both}");
    // Three loops inside each other, the innermost drawn with three bars.
    assert!(both.lines().any(|line| line.contains(" ||| ")) && !both.contains("||||"));
}

/// The listing in `docs/lines.md` is the beginning of what is printed.
#[test]
fn the_page_shows_what_is_printed() {
    let page = include_str!("../docs/lines.md");
    let blocks = page.split("```").map(str::trim_start);
    let listing = blocks.into_iter().find(|block| block.starts_with("inlined(")).unwrap();
    assert!(listing.lines().count() > 20);
    assert!(stdout(&show(&two(), None, "r.propp --code inlined")).starts_with(listing));
}

#[test]
fn without_a_name_the_kernels_with_code_are_listed() {
    let text = stdout(&show(&two(), None, "r.propp --code"));
    insta::assert_snapshot!("code_list", text);
    let one = recorded(Some(""), &[(INLINED, &only("kernels.sm_90", INLINED))]);
    let text = stdout(&show(&one, None, "r.propp --code"));
    assert!(text.starts_with("inlined("), "one is shown: {text}");
}

#[test]
fn a_disassembler_gives_the_operands() {
    let dir = two();
    let tools = tempfile::tempdir().unwrap();
    std::fs::create_dir(tools.path().join("bin")).unwrap();
    let tool = tools.path().join("bin/nvdisasm");
    // It is given the cubin of this kernel alone.
    let text = format!(
        "#!/bin/sh\ntest \"$(head -c 4 \"$2\" | tail -c 3)\" = ELF || exit 1\n\
         grep -q nested \"$2\" && exit 1\n\
         echo '.text.{INLINED}:'\n\
         echo '        /*0000*/                   LDC R1, c[0x0][0x28] ;'\n\
         echo '        /*0150*/              @!P0 BRA `(.L_x_9) ;'\n"
    );
    script(&tool, &text);
    let text = stdout(&show(&dir, Some(tools.path()), "r.propp --code inlined"));
    assert!(text.contains("\n0000       LDC R1, c[0x0][0x28] "), "{text}");
    assert!(text.contains("\n0150  @!P0 BRA L1\n"), "{text}");
    assert!(text.contains("\n00c0       LDG        global load 32 bits\n"), "what it left out");
    assert!(!text.contains("without operands"), "{text}");
    let json = document(&show(&dir, Some(tools.path()), "r.propp --code inlined --format json"));
    let first = &json["kernels"][0]["functions"][0]["instructions"][0];
    assert_eq!(first["text"], "LDC R1, c[0x0][0x28]");
    // One that fails is told and not needed.
    script(&tool, "#!/bin/sh\necho no such thing >&2\nexit 3\n");
    let output = show(&dir, Some(tools.path()), "r.propp --code inlined");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("nvdisasm was of no use: no such thing"), "{errors}");
    let without = stdout(&show(&dir, None, "r.propp --code inlined"));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), without);
}

#[test]
fn the_json_fits_its_published_schema() {
    let schema = published_schema("code-1", &stdout(&show(&two(), None, "--code --schema")));
    let modern = recorded(Some(""), &[(SHARED, &only("modern.sm_90", SHARED))]);
    for (dir, count) in [(two(), 2), (modern, 1)] {
        let document = document(&show(&dir, None, "r.propp --code --format json"));
        assert_eq!(document["schema"], "propp.code/1");
        assert_eq!(document["kernels"].as_array().unwrap().len(), count);
        fits(&schema, &document);
    }
    let mut document = document(&show(&two(), None, "r.propp --code nested --format json"));
    document["kernels"][0]["functions"][0]["instructions"][0]["offset"] = Value::from("0");
    assert_eq!(problems(&schema, &document).len(), 1);
}

#[test]
fn a_file_behind_the_option_is_the_recording_where_no_other_is_named() {
    let dir = two();
    assert_eq!(
        stdout(&show(&dir, None, "--code r.propp")),
        stdout(&show(&dir, None, "r.propp --code"))
    );
    for option in ["--lines", "--explain"] {
        let [before, behind] = [format!("{option} r.propp"), format!("r.propp {option}")]
            .map(|arguments| show(&dir, None, &arguments));
        assert_eq!((before.status.code(), before.stdout), (behind.status.code(), behind.stdout));
        assert_eq!(before.stderr, behind.stderr);
    }
    // A program may have the name of its kernel.
    let listing = stdout(&show(&dir, None, "r.propp --code inlined"));
    std::fs::write(dir.path().join("inlined"), "a program").unwrap();
    assert_eq!(stdout(&show(&dir, None, "r.propp --code inlined")), listing);
}

#[test]
fn what_there_is_no_code_of_is_said_with_the_cure() {
    let cure = |no_code, words: &str| {
        let dir = recorded(no_code, &[]);
        refuses(&show(&dir, None, "r.propp --code vadd"), &[words]);
    };
    cure(Some("true"), "it was made with --no-code; profile the program again without");
    cure(None, "it was made by a propp that did not record code");
    cure(Some(""), "no kernel was measured whose code was loaded as a module");
    let dir = two();
    refuses(
        &show(&dir, None, "r.propp --code vadd"),
        &["the recording has no code of this kernel"],
    );
    let unknown = refusal(&show(&dir, None, "r.propp --code nestled"));
    assert!(
        unknown.contains("no kernel with code matches nestled (did you mean nested?)"),
        "{unknown}"
    );
    for (arguments, words) in [
        ("--code nested", "no recording is given"),
        ("r.propp --code nested --format csv", "--code is written as a table or as JSON"),
        ("r.propp --code nested -o x.html", "--code is written as a table or as JSON"),
        ("r.propp --code nested --merge", "--code cannot be used with --merge"),
        ("r.propp --code nested --explain", "--code cannot be used with --explain"),
    ] {
        refuses(&show(&dir, None, arguments), &[words]);
    }
}

#[test]
fn a_page_has_the_code_of_its_kernels_closed() {
    let dir = two();
    let html = stdout(&show(&dir, None, "r.propp --format html"));
    let sections = |html: &str| html.matches("<section id=\"code\"").count();
    let code = html.split_once("<section id=\"code\"").unwrap().1;
    assert_eq!((sections(&html), code.matches("<details>").count()), (1, 1), "nested did not run");
    assert!(html.contains("(sm_90, 11 registers, 72 instructions)"));
    assert!(html.contains("00c0       LDG        global load 32 bits"));
    assert!(html.contains("kernels.cu:35 &lt; :42"), "escaped");
    let other = stdout(&show(&dir, None, "r.propp --format html -k vadd"));
    assert_eq!(sections(&other), 0);
    let without = recorded(Some(""), &[]);
    assert_eq!(sections(&stdout(&show(&without, None, "r.propp --format html"))), 0);
}

#[test]
fn code_without_lines_says_how_to_get_them() {
    let plain = recorded(Some(""), &[(INLINED, &only("plain.sm_90", INLINED))]);
    let text = stdout(&show(&plain, None, "r.propp --code inlined"));
    let words = "no source lines: the code has no line information; compile with -lineinfo";
    assert!(text.contains(words), "{text}");
    assert!(!text.contains("kernels.cu"), "{text}");
}

#[test]
fn two_kernels_of_a_name_are_both_shown() {
    let (old, new) = (only("kernels.sm_80", INLINED), only("kernels.sm_90", INLINED));
    let dir = recorded(Some(""), &[(INLINED, &old), (INLINED, &new), (INLINED, &new)]);
    let text = stdout(&show(&dir, None, "r.propp --code inlined"));
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("inlined(")).collect();
    assert_eq!(heads.len(), 2);
    assert!(heads[0].ends_with("(sm_80)") && heads[1].ends_with("(sm_90)"), "{heads:?}");
}

#[test]
fn hostile_code_is_shown_and_not_obeyed() {
    // A file name and a function that give orders to a terminal.
    let mut evil = only("kernels.sm_90", INLINED);
    for (from, to) in [("kernels.cu", "k\u{1b}[31m.cu"), ("slowpath", "s\u{1b}[31m\u{7}")] {
        assert!(to.len() <= from.len());
        let mut to = to.as_bytes().to_vec();
        to.resize(from.len(), b'x');
        let places: Vec<usize> = (0..evil.len() - from.len())
            .filter(|at| evil[*at..].starts_with(from.as_bytes()))
            .collect();
        assert!(!places.is_empty(), "{from}");
        places.iter().for_each(|at| evil[*at..at + from.len()].copy_from_slice(&to));
    }
    let dir = recorded(Some(""), &[(INLINED, &evil)]);
    let text = stdout(&show(&dir, None, "r.propp --code inlined"));
    assert!(!text.contains('\u{1b}') && text.contains(r"k\u{1b}[31m.cu"), "{text}");
    // Of what is no cubin, and of one without the kernel, the reason is told.
    let other = only("kernels.sm_90", NESTED);
    let dir = recorded(Some(""), &[(INLINED, b"nothing"), (NESTED, &other), ("other", &other)]);
    let output = show(&dir, None, "r.propp --code");
    assert!(output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("the code of inlined(") && errors.contains("not a cubin"), "{errors}");
    assert!(errors.contains("the recorded cubin does not have it"), "{errors}");
}

/// Frames with the names of kernels: what `recorded` writes.
#[test]
fn the_made_up_program_has_a_kernel_without_code() {
    let frames = crate::support::synthetic::program(1).remove(0).1.remove(0);
    let is_vadd =
        |frame: &Frame| matches!(frame, Frame::Name(Name { text, .. }) if text.contains("vadd"));
    assert!(frames.iter().any(is_vadd));
}
