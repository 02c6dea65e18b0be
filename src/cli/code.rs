//! `propp show --code`.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use propp_names::{KernelFilter, demangle};
use propp_recording::Recording;
use propp_report::code::{CodeError, Listing, Operands, json, list, table};
use propp_store::read;
use propp_text::Page;
use propp_toolkit::{Surroundings, find_nvdisasm};

use super::recordings::warn;
use super::render::{Format, no_json};
use super::{Failure, say};

/// What of the code is shown.
pub(super) struct Wanted<'a> {
    /// Of `--code`.
    pub(super) kernel: Option<&'a KernelFilter>,
    /// Of `-k`, which may come from the environment.
    pub(super) filter: Option<&'a KernelFilter>,
    pub(super) format: Format,
}

/// One kernel's code in one of the recordings.
struct Piece<'a> {
    recording: &'a Recording,
    symbol: &'a str,
    cubin: usize,
}

pub(super) fn schema() -> Result<String, Failure> {
    json::schema().map_err(no_json)
}

/// # Errors
/// If no recording has such code, and why.
pub(super) fn report(files: &[&Path], wanted: &Wanted<'_>, page: Page) -> Result<String, Failure> {
    if !matches!(wanted.format, Format::Table | Format::Json) {
        return Err(Failure::usage("--code is written as a table or as JSON (--format json)"));
    }
    let mut recordings = Vec::new();
    for file in files {
        let recording = read(file).map_err(Failure::usage)?;
        warn(file, &recording);
        recordings.push(recording);
    }
    let all = pieces(&recordings);
    if all.is_empty() {
        return Err(Failure::usage(why_none(files, &recordings)));
    }
    // What is typed behind --code goes before what the environment says.
    let filter = wanted.kernel.or(wanted.filter);
    let names: BTreeSet<String> = all.iter().map(|piece| demangle(piece.symbol)).collect();
    let is_chosen =
        |piece: &&Piece<'_>| filter.is_none_or(|filter| filter.matches(&demangle(piece.symbol)));
    let chosen: Vec<&Piece<'_>> = all.iter().filter(is_chosen).collect();
    if let (Some(filter), true) = (filter, chosen.is_empty()) {
        let what = if is_launched(&recordings, filter) {
            "the recording has no code of this kernel, which was not measured or whose code could \
             not be read (see `propp show --all`); no kernel with code matches"
        } else {
            "no kernel with code matches"
        };
        return Err(Failure::usage(filter.nothing_among(what, names.into_iter().collect())));
    }
    let is_list = filter.is_none() && names.len() > 1 && wanted.format == Format::Table;
    let disassembler = if is_list { None } else { find_nvdisasm(&surroundings()) };
    let mut listings = Vec::new();
    for piece in chosen {
        match listing(piece, disassembler.as_deref()) {
            Ok(listing) => listings.push(listing),
            Err(reason) => {
                say(&format!("propp: the code of {}: {reason}", demangle(piece.symbol)));
            }
        }
    }
    if listings.is_empty() {
        return Err(Failure::usage("none of the code can be shown"));
    }
    // What a program reads from a pipe has whole lines.
    let page = if io::stdout().is_terminal() { page } else { Page { width: WHOLE, ..page } };
    match wanted.format {
        Format::Json => json::render(&listings).map_err(no_json),
        _ if is_list => {
            let file = files.first().map(|file| file.display().to_string()).unwrap_or_default();
            let table = table::overview(&listings, page);
            Ok(format!("{table}\nOne of them: propp show {file} --code NAME\n"))
        }
        _ => Ok(table::render(&listings, page)),
    }
}

/// No line is as long.
const WHOLE: usize = 10_000;

fn surroundings() -> Surroundings {
    let explicit = std::env::var_os("PROPP_CUDA_DIR").filter(|value| !value.is_empty());
    Surroundings::from_environment(explicit.map(PathBuf::from))
}

/// The code of all recordings, each once, by name.
fn pieces(recordings: &[Recording]) -> Vec<Piece<'_>> {
    let mut known = BTreeSet::new();
    let mut pieces = Vec::new();
    for recording in recordings {
        for row in &recording.code {
            let (symbol, cubin) = (&recording.names[row.function], row.cubin);
            if known.insert((symbol, &recording.cubins[cubin].hash)) {
                pieces.push(Piece { recording, symbol, cubin });
            }
        }
    }
    pieces.sort_by_cached_key(|piece| demangle(piece.symbol));
    pieces
}

fn listing(piece: &Piece<'_>, disassembler: Option<&Path>) -> Result<Listing, String> {
    let cubin = &piece.recording.cubins[piece.cubin];
    let bytes = cubin.unpack().ok_or("it is damaged in the recording")?;
    let operands = disassembler.and_then(|nvdisasm| match operands(nvdisasm, &bytes) {
        Ok(operands) => Some(operands),
        Err(reason) => {
            say(&format!("propp: {} was of no use: {reason}", nvdisasm.display()));
            None
        }
    });
    list(&bytes, &cubin.hash, piece.symbol, operands.as_ref()).map_err(|error| match error {
        CodeError::Unreadable(reason) => reason,
        CodeError::Absent => "the recorded cubin does not have it".to_owned(),
    })
}

/// Whether some launch of such a kernel is recorded.
fn is_launched(recordings: &[Recording], filter: &KernelFilter) -> bool {
    let functions = recordings.iter().flat_map(|recording| {
        let functions = recording.signatures.iter().filter_map(|signature| signature.function);
        functions.map(|function| recording.names[function].as_str())
    });
    functions.collect::<BTreeSet<_>>().iter().any(|symbol| filter.matches(&demangle(symbol)))
}

/// Why there is no code in recordings, and what to do.
fn why_none(files: &[&Path], recordings: &[Recording]) -> String {
    let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let file = files.join(", ");
    let option = |recording: &Recording| recording.meta.get("option.no-code").cloned();
    let options: Vec<Option<String>> = recordings.iter().map(option).collect();
    let of_code = |code: &str| code.starts_with("code-");
    let notices = recordings.iter().flat_map(|recording| &recording.notices);
    let told: BTreeSet<&str> =
        notices.filter(|notice| of_code(&notice.code)).map(|notice| notice.text.as_str()).collect();
    let why = if options.iter().any(|option| option.as_deref() == Some("true")) {
        "it was made with --no-code; profile the program again without it".to_owned()
    } else if options.iter().all(Option::is_none) {
        "it was made by a propp that did not record code, or not by `propp profile`; profile the \
         program again"
            .to_owned()
    } else if !told.is_empty() {
        told.into_iter().collect::<Vec<_>>().join("; ")
    } else {
        "the code of a kernel is recorded when its counters are read, and no kernel was measured \
         whose code was loaded as a module; see `propp show --all` for what was measured"
            .to_owned()
    };
    format!("{file} has no code of kernels: {why}")
}

/// What nvdisasm says of a cubin.
fn operands(nvdisasm: &Path, cubin: &[u8]) -> Result<Operands, String> {
    let words = |error: io::Error| error.to_string();
    let mut file = tempfile::Builder::new().suffix(".cubin").tempfile().map_err(words)?;
    file.write_all(cubin).and_then(|()| file.flush()).map_err(words)?;
    let output =
        Command::new(nvdisasm).arg("--print-code").arg(file.path()).output().map_err(words)?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().next().unwrap_or("it failed").to_owned());
    }
    Ok(parsed(&String::from_utf8_lossy(&output.stdout)))
}

/// Instructions by section and offset: `/*0110*/  @P0 BRA `(.L_x_8) ;` below `.text.NAME:`.
fn parsed(text: &str) -> Operands {
    let mut operands = Operands::new();
    let mut function = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix(".text.").and_then(|rest| rest.strip_suffix(':')) {
            function = Some(name.to_owned());
        }
        if let (Some(function), Some((offset, text))) = (&function, instruction(line)) {
            operands.entry(function.clone()).or_default().insert(offset, text);
        }
    }
    operands
}

/// The offset and the instruction without its guard.
fn instruction(line: &str) -> Option<(u64, String)> {
    let (offset, rest) = line.trim_start().strip_prefix("/*")?.split_once("*/")?;
    let offset = u64::from_str_radix(offset, 16).ok()?;
    let text = rest.split_once(" ;").or_else(|| rest.split_once(';')).map_or(rest, |(t, _)| t);
    // Remarks, as on the targets of an indirect branch.
    let text = text.split_once("(*").map_or(text, |(text, _)| text).trim();
    let text = match text.strip_prefix('@') {
        Some(guarded) => guarded.split_once(' ')?.1.trim_start(),
        None => text,
    };
    (!text.is_empty()).then(|| (offset, text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::parsed;

    #[test]
    fn instructions_of_each_function_by_offset() {
        let text = "\
.section\t.text._Z1fPf,\"ax\",@progbits
.text._Z1fPf:
        /*0000*/                   LDC R1, c[0x0][0x37c] ;
        /*0010*/              @!P0 BRA `(.L_x_6) ;
.L_x_54:
        /*0160*/                   BRX R6 -0x170         (*\"BRANCH_TARGETS .L_x_55,.L_x_56\"*);
\t.text.other stuff
.text.g:
        /*0000*/                   EXIT ;
";
        let operands = parsed(text);
        assert_eq!(operands["_Z1fPf"][&0], "LDC R1, c[0x0][0x37c]");
        assert_eq!(operands["_Z1fPf"][&0x10], "BRA `(.L_x_6)");
        assert_eq!(operands["_Z1fPf"][&0x160], "BRX R6 -0x170");
        assert_eq!(operands["g"].len(), 1);
        assert_eq!(parsed("no /* of it */"), Default::default());
    }
}
