//! The code in recordings.

use std::collections::BTreeSet;

use propp_base_names::demangle;
use propp_recording::Recording;

/// One kernel's code in one of the recordings.
pub struct Piece<'a> {
    pub recording: &'a Recording,
    pub symbol: &'a str,
    pub cubin: usize,
}

/// The code of all recordings, each once, by name.
pub fn pieces(recordings: &[Recording]) -> Vec<Piece<'_>> {
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

/// Whether some launch of a kernel with such a demangled name is recorded.
pub fn is_launched(recordings: &[Recording], is_it: impl Fn(&str) -> bool) -> bool {
    let functions = recordings.iter().flat_map(|recording| {
        let functions = recording.signatures.iter().filter_map(|signature| signature.function);
        functions.map(|function| recording.names[function].as_str())
    });
    functions.collect::<BTreeSet<_>>().iter().any(|symbol| is_it(&demangle(symbol)))
}

/// Why there is no code in recordings, and what to do.
pub fn why_none(recordings: &[Recording]) -> String {
    let option = |recording: &Recording| recording.meta.get("option.no-code").cloned();
    let options: Vec<Option<String>> = recordings.iter().map(option).collect();
    let of_code = |code: &str| code.starts_with("code-");
    let notices = recordings.iter().flat_map(|recording| &recording.notices);
    let told: BTreeSet<&str> =
        notices.filter(|notice| of_code(&notice.code)).map(|notice| notice.text.as_str()).collect();
    if options.iter().any(|option| option.as_deref() == Some("true")) {
        "it was made with --no-code; profile the program again without".to_owned()
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
    }
}
