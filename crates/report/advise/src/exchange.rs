//! Scattered stores whose neighbours are neighbouring threads along y: the threads of a block exchange
//! through shared memory who stores what.

use std::collections::BTreeSet;
use std::ops::Range;

use propp_code_lines::KernelLines;
use propp_judge_analysis::KernelReport;

use crate::arrays::{Array, Base, Use};
use crate::code::Code;
use crate::edit::{Edit, EditKind, MOST_SHARED};
use crate::source::{Kernel, Source};

/// Banks of shared memory, and bytes of a value and its place.
const BANKS: u32 = 32;
const BYTES: u32 = 16;

/// Words with which some threads of a block may leave the others.
const BRANCHES: [&str; 13] = [
    "if", "else", "while", "do", "switch", "goto", "return", "break", "continue", "try", "asm",
    "case", "default",
];

/// Words of a loop's head that are the same for all threads.
const PLAIN: [&str; 15] = [
    "int", "unsigned", "long", "short", "char", "auto", "const", "size_t", "int32_t", "uint32_t",
    "int64_t", "uint64_t", "blockIdx", "blockDim", "gridDim",
];

/// The store of an array that is only stored to, by one line that all threads of a block reach together.
pub(crate) fn exchange(
    report: &KernelReport,
    lines: &KernelLines,
    arrays: &[Array],
    code: &Code<'_>,
) -> Option<Edit> {
    let (path, kernel) = code.definition.as_ref()?;
    let source = &code.files[*path].source;
    let mut blocks = report.configurations.iter().map(|one| one.block);
    let block = blocks.next()?;
    let [width, height, 1] = block else { return None };
    if blocks.any(|other| other != block) || height < 2 || (width * height) % BANKS != 0 {
        return None;
    }
    let shared = u64::from((width + BANKS) * height * BYTES);
    let own = u64::from(lines.static_shared_bytes) + u64::from(lines.dynamic_shared_bytes);
    if own + shared > MOST_SHARED {
        return None;
    }
    let is_wanted = |array: &&Array| {
        array.is_global()
            && array.is_named
            && array.loaded == 0
            && array.atomics == 0
            && array.uses().contains(&Use::Scattered)
            && matches!(&array.base, Base::Parameters(all) if all.len() == 1)
    };
    let array = arrays.iter().find(is_wanted)?;
    let [place] = &array.lines[..] else { return None };
    if place.file != *path {
        return None;
    }
    let (range, text) = exchanged(source, kernel, &array.name, place.line, [width, height])?;
    Some(Edit {
        kind: EditKind::Exchange,
        file: (*path).to_owned(),
        line: place.line,
        range,
        text,
        why: format!(
            "the threads of a block of {width} x {height} exchange values and places through shared memory, so \
             that neighbouring threads store neighbouring elements of `{}`; other blocks store as before",
            array.name
        ),
    })
}

/// A store to an element: `name[index] = value;`.
struct Store {
    whole: Range<usize>,
    index: Range<usize>,
    value: Range<usize>,
}

fn exchanged(
    source: &Source,
    kernel: &Kernel,
    name: &str,
    line: u32,
    [width, height]: [u32; 2],
) -> Option<(Range<usize>, String)> {
    let body = &kernel.body;
    let store = store(source, body, name, line)?;
    let is_in_the_way = |word: &str| source.words(word).any(|at| body.contains(&at));
    if BRANCHES.iter().any(|word| is_in_the_way(word)) || has_macro_call(source, body) {
        return None;
    }
    let names = ["exchanged_values", "exchanged_places", "exchanging"];
    if names.iter().any(|name| source.words(name).next().is_some()) {
        return None;
    }
    loops_are_uniform(source, kernel, store.whole.start)?;
    let along_y = |term: &str| {
        term == "threadIdx.y"
            || initialiser(source, body, term)
                .is_some_and(|range| terms(source.code(&range)).any(|term| term == "threadIdx.y"))
    };
    terms(source.code(&store.index)).any(along_y).then_some(())?;
    let element = element_type(source, kernel, name)?;
    let text = |range: &Range<usize>| source.text.get(range.clone()).unwrap_or_default().trim();
    let (index, value) = (text(&store.index), text(&store.value));
    if index.contains("//") || value.contains("//") {
        return None;
    }
    // Lanes that read a column of `height` values hit different banks.
    let pitch = width + BANKS.div_ceil(height);
    let indent = source.indentation(store.whole.start);
    let lines = [
        format!("if (blockDim.x != {width} || blockDim.y != {height} || blockDim.z != 1) {{"),
        format!("    {name}[{index}] = {value};"),
        "} else {".to_owned(),
        format!("    __shared__ {element} exchanged_values[{height}][{pitch}];"),
        format!("    __shared__ {element}* exchanged_places[{height}][{pitch}];"),
        format!("    const unsigned exchanging = threadIdx.y * {width} + threadIdx.x;"),
        format!("    exchanged_values[threadIdx.y][threadIdx.x] = {value};"),
        format!("    exchanged_places[threadIdx.y][threadIdx.x] = &{name}[{index}];"),
        "    __syncthreads();".to_owned(),
        format!("    *exchanged_places[exchanging % {height}][exchanging / {height}] ="),
        format!("        exchanged_values[exchanging % {height}][exchanging / {height}];"),
        "    __syncthreads();".to_owned(),
        "}".to_owned(),
    ];
    Some((store.whole, lines.join(&format!("\n{indent}"))))
}

/// The store that begins a line, as a statement of its own.
fn store(source: &Source, body: &Range<usize>, name: &str, line: u32) -> Option<Store> {
    let start = source.words(name).find(|at| {
        let before = source.code(&(body.start..*at));
        body.contains(at)
            && source.line_of(*at) == line
            && before.trim_end().ends_with(['{', ';', '}'])
    })?;
    let open = source.after(start + name.len()).filter(|at| source.code(&(*at..at + 1)) == "[")?;
    let close = source.close(open)?;
    let equals = source.after(close + 1)?;
    if source.code(&(equals..equals + 1)) != "=" || source.code(&(equals..equals + 2)) == "==" {
        return None;
    }
    let end = equals + source.code(&(equals..body.end)).find(';')?;
    let value = equals + 1..end;
    // No initialiser, no lambda.
    let is_plain = !source.code(&value).contains(['{', '}', '=']);
    is_plain.then_some(Store { whole: start..end + 1, index: open + 1..close, value })
}

/// Whether something of the body looks like the call of a macro, which may hide a branch.
fn has_macro_call(source: &Source, body: &Range<usize>) -> bool {
    identifiers(source.code(body)).any(|(at, word)| {
        let next = source.after(body.start + at + word.len());
        let is_called = next.is_some_and(|next| source.code(&(next..next + 1)) == "(");
        is_called && word.len() > 1 && !word.contains(|c: char| c.is_ascii_lowercase())
    })
}

/// Each block around a place is that of a `for` whose head is the same for all threads.
fn loops_are_uniform(source: &Source, kernel: &Kernel, at: usize) -> Option<()> {
    let body = &kernel.body;
    let mut heads = Vec::new();
    for word in source.words("for").filter(|at| body.contains(at)) {
        let open = source.after(word + 3)?;
        let close = source.close(open)?;
        let brace = source.after(close + 1)?;
        if source.code(&(brace..brace + 1)) != "{" {
            return None;
        }
        heads.push((open + 1..close, brace..source.close(brace)? + 1));
    }
    let code = source.code(body);
    let braces = code.match_indices('{').map(|(place, _)| body.start + place).skip(1);
    for brace in braces {
        if !(brace..source.close(brace)? + 1).contains(&at) {
            continue;
        }
        let (head, block) = heads.iter().find(|(_, block)| block.start == brace)?;
        is_uniform(source, kernel, head, block).then_some(())?;
    }
    Some(())
}

fn is_uniform(source: &Source, kernel: &Kernel, head: &Range<usize>, block: &Range<usize>) -> bool {
    let text = source.code(head);
    let Some(variable) =
        text.split_once('=').and_then(|(before, _)| before.split_whitespace().last())
    else {
        return false;
    };
    if text.contains(['(', '[', ':', '&']) || text.matches(';').count() != 2 {
        return false;
    }
    let is_value = |word: &str| {
        kernel.parameters.iter().any(|one| {
            one.name.as_ref().is_some_and(|name| source.code(name) == word)
                && !source.code(&one.whole).contains(['*', '&', '['])
        })
    };
    identifiers(text).all(|(at, word)| {
        let is_member = text[..at].ends_with('.');
        if is_member || PLAIN.contains(&word) {
            return true;
        }
        if word == variable {
            return !is_changed(source, word, block);
        }
        (is_value(word) || is_constant(source, word, &kernel.body))
            && !is_changed(source, word, &kernel.body)
    })
}

/// Whether a name is that of a constant outside of the kernel.
fn is_constant(source: &Source, word: &str, body: &Range<usize>) -> bool {
    source.words(word).filter(|at| !body.contains(at)).any(|at| {
        let line = source.line(source.line_of(at));
        let line = line.trim_start().trim_start_matches("static ");
        line.starts_with("constexpr ") || line.starts_with("#define ")
    })
}

/// Whether a variable may be changed or declared in a part of the code.
fn is_changed(source: &Source, word: &str, within: &Range<usize>) -> bool {
    source.words(word).filter(|at| within.contains(at)).any(|at| {
        let after = source.code(&(at + word.len()..within.end)).trim_start();
        let before = source.code(&(within.start..at)).trim_end();
        let is_set = after.starts_with('=') && !after.starts_with("==");
        let operators = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"];
        is_set
            || operators.iter().any(|operator| after.starts_with(operator))
            || before.ends_with("++")
            || before.ends_with("--")
            || before.ends_with('&') && !before.ends_with("&&")
    })
}

/// What a variable of the body is set to, where it is set once.
fn initialiser(source: &Source, body: &Range<usize>, word: &str) -> Option<Range<usize>> {
    if word.is_empty() || word.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        return None;
    }
    let sets = |at: &usize| {
        let after = source.code(&(at + word.len()..body.end)).trim_start();
        after.starts_with('=') && !after.starts_with("==")
    };
    let mut all = source.words(word).filter(|at| body.contains(at)).filter(sets);
    let (at, others) = (all.next()?, all.next());
    let from = at + source.code(&(at..body.end)).find('=')? + 1;
    let to = from + source.code(&(from..body.end)).find([';', ','])?;
    others.is_none().then_some(from..to)
}

/// What a sum adds, outside of brackets.
fn terms(sum: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    sum.split(move |c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == '+' && depth == 0
    })
    .map(str::trim)
}

/// The type that a parameter points to.
fn element_type<'a>(source: &'a Source, kernel: &Kernel, name: &str) -> Option<&'a str> {
    let is_it = |word: &Range<usize>| source.code(word) == name;
    let parameter = kernel.parameters.iter().find(|one| one.name.as_ref().is_some_and(is_it))?;
    let (element, rest) = source.code(&parameter.whole).split_once('*')?;
    let words: BTreeSet<&str> = element.split_whitespace().collect();
    let is_plain = !rest.contains('*') && !words.contains("const") && !words.contains("volatile");
    is_plain.then_some(element.trim())
}

/// Words that begin with a letter.
fn identifiers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(move |c| !is_part(c))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        .map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel with a store in its sixth line.
    fn patched(head: &str, store: &str) -> Option<String> {
        let text = format!(
            "constexpr int side = 32;\n__global__ void f(const float* in, float* out, int n) {{\n    \
             const int x = blockIdx.x * side + threadIdx.x;\n    const int y = blockIdx.y * side + \
             threadIdx.y;\n    {head} {{\n        {store}\n    }}\n}}\n"
        );
        let source = Source::new(text);
        let kernel = source.kernel("f").unwrap();
        let (range, text) = exchanged(&source, &kernel, "out", 6, [32, 8])?;
        assert_eq!(source.code(&range), store);
        Some(text)
    }

    const HEAD: &str = "for (int j = 0; j < side; j += 8)";
    const STORE: &str = "out[x * n + y + j] = in[(y + j) * n + x];";

    #[test]
    fn stores_along_y_that_all_threads_reach_are_exchanged() {
        let text = patched(HEAD, STORE).unwrap();
        for part in [
            "__shared__ float exchanged_values[8][36];",
            "= &out[x * n + y + j];",
            "    } else {\n",
        ] {
            assert!(text.contains(part), "{text}");
        }
        for head in ["for (int j = 0; j < n; j++)", "for (unsigned j = blockIdx.x; j < 64; ++j)"] {
            assert!(patched(head, STORE).is_some(), "{head}");
        }
    }

    #[test]
    fn what_some_threads_may_not_reach_stays() {
        for head in [
            "if (x < n)",
            "for (int j = threadIdx.y; j < side; j += 8)",
            "for (int j = 0; j < x; j++)",
            "for (int j = 0; j < in[0]; j++)",
            "if (x >= n) return; for (int j = 0; j < side; j += 8)",
            "for (int j = 0; j < side; j += 8) for (int k = 0; k < x; k++)",
            "GUARD(x); for (int j = 0; j < side; j += 8)",
            "n = x; for (int j = 0; j < n; j += 8)",
        ] {
            assert_eq!(patched(head, STORE), None, "{head}");
        }
        for store in [
            "out[x * n + y + j] += 1;",
            "out[x] = 1;",
            "out[y * n + x] = 1;",
            "out[x + y] = // one\n1;",
        ] {
            assert_eq!(patched(HEAD, store), None, "{store}");
        }
        assert_eq!(patched(HEAD, "*out = 1;"), None);
    }
}
