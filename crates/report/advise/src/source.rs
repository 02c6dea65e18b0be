//! CUDA source, as far as names and edits need it: kernels with their parameters, and arrays in
//! shared memory. No preprocessor runs: what a macro makes is not found.

use std::ops::Range;

/// A source file, and the same with comments and literals blanked out: both have the same bytes.
#[derive(Clone, Debug)]
pub struct Source {
    pub text: String,
    code: String,
}

/// The definition of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kernel {
    pub name: Range<usize>,
    pub parameters: Vec<Parameter>,
    pub body: Range<usize>,
    pub has_bounds: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    /// Without the default.
    pub whole: Range<usize>,
    /// `None` for one without a name.
    pub name: Option<Range<usize>>,
}

/// The declaration of an array in shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shared {
    pub name: String,
    /// From `__shared__` on.
    pub at: Range<usize>,
    /// What is between the brackets.
    pub dimensions: Vec<Range<usize>>,
    /// The body of the function that it is in.
    pub within: Option<Range<usize>>,
}

/// Words that may end a parameter without a name.
const NO_NAMES: [&str; 8] =
    ["const", "int", "float", "double", "char", "short", "long", "__restrict__"];

impl Source {
    pub fn new(text: String) -> Self {
        let code = blanked(&text);
        Self { text, code }
    }

    /// The text without comments and literals.
    pub(crate) fn code(&self, range: &Range<usize>) -> &str {
        self.code.get(range.clone()).unwrap_or_default()
    }

    /// The number of the line that a byte is in.
    pub(crate) fn line_of(&self, byte: usize) -> u32 {
        let before = self.text.as_bytes().iter().take(byte);
        1 + before.filter(|one| **one == b'\n').count() as u32
    }

    pub(crate) fn line(&self, number: u32) -> &str {
        self.code.split('\n').nth(number.saturating_sub(1) as usize).unwrap_or_default()
    }

    /// The spaces before what begins a line.
    pub(crate) fn indentation(&self, at: usize) -> &str {
        let before = self.text.get(..at).unwrap_or_default();
        let before = before.rsplit('\n').next().unwrap_or_default();
        &before[..before.len() - before.trim_start().len()]
    }

    /// The definition of a kernel by its name without namespaces and arguments.
    pub(crate) fn kernel(&self, name: &str) -> Option<Kernel> {
        self.words("__global__").find_map(|at| self.kernel_at(at, name))
    }

    fn kernel_at(&self, at: usize, wanted: &str) -> Option<Kernel> {
        let bytes = self.code.as_bytes();
        let mut has_bounds = false;
        let mut from = at;
        loop {
            let open =
                from + bytes.get(from..)?.iter().position(|b| matches!(b, b'(' | b';' | b'{'))?;
            if bytes[open] != b'(' {
                return None;
            }
            let close = self.close(open)?;
            let name = self.word_before(open)?;
            if self.code[name.clone()].starts_with("__") {
                has_bounds |= &self.code[name] == "__launch_bounds__";
                from = close + 1;
                continue;
            }
            let body = self.after(close + 1).filter(|next| bytes[*next] == b'{')?;
            if &self.code[name.clone()] != wanted {
                return None;
            }
            let body = body..self.close(body)? + 1;
            return Some(Kernel {
                name,
                parameters: self.parameters(open + 1..close),
                body,
                has_bounds,
            });
        }
    }

    fn parameters(&self, all: Range<usize>) -> Vec<Parameter> {
        let (start, split) = (all.start, pieces(&self.code[all]));
        let parameter = |range: Range<usize>| {
            let end = self.code[range.clone()].find('=').map_or(range.end, |at| range.start + at);
            let text = &self.code[range.start..end];
            let whole = range.start + (text.len() - text.trim_start().len())
                ..range.start + text.trim_end().len();
            let name = self.word_before(whole.end).filter(|name| {
                let before = self.code[whole.start..name.start].trim_end();
                name.start > whole.start
                    && !before.is_empty()
                    && !before.ends_with("::")
                    && !NO_NAMES.contains(&&self.code[name.clone()])
            });
            Parameter { whole, name }
        };
        split
            .into_iter()
            .map(|one| one.start + start..one.end + start)
            .map(parameter)
            .filter(|one| !one.whole.is_empty())
            .collect()
    }

    /// All arrays in shared memory of fixed dimensions.
    pub(crate) fn shared(&self) -> Vec<Shared> {
        self.words("__shared__").filter_map(|at| self.shared_at(at)).collect()
    }

    /// Names and declarations of arrays in constant memory.
    pub(crate) fn constants(&self) -> Vec<(String, String)> {
        let declared = |at: usize| {
            let end = at + self.code[at..].find([';', '=', '{'])?;
            let text = self.code[at..end].trim();
            let name = self.word_before(at + text.find('[').unwrap_or(text.len()))?;
            Some((self.code[name].to_owned(), text.to_owned()))
        };
        self.words("__constant__").filter_map(declared).collect()
    }

    fn shared_at(&self, at: usize) -> Option<Shared> {
        let bytes = self.code.as_bytes();
        let end = at + self.code[at..].find(';')?;
        let mut open = at + self.code[at..end].find('[')?;
        let name = self.word_before(open)?;
        let mut dimensions = Vec::new();
        let mut close = open;
        while bytes.get(open) == Some(&b'[') {
            close = self.close(open)?;
            dimensions.push(open + 1..close);
            open = self.after(close + 1)?;
        }
        // Several in a declaration, or one that is initialised.
        let is_alone = self.after(close + 1)? == end;
        let within = self.function_around(at);
        let name = self.code[name].to_owned();
        is_alone.then_some(Shared { name, at: at..end, dimensions, within })
    }

    /// The outermost body of a function around a place.
    fn function_around(&self, at: usize) -> Option<Range<usize>> {
        let mut from = 0;
        while let Some(open) = self.code.get(from..at)?.find('{').map(|found| from + found) {
            let close = self.close(open)?;
            let head = self.code[..open].trim_end();
            let is_function =
                head.ends_with(')') || head.ends_with("noexcept") || head.ends_with("const");
            if close < at {
                from = close + 1;
            } else if is_function {
                return Some(open..close + 1);
            } else {
                from = open + 1;
            }
        }
        None
    }

    /// Where a word begins, each time.
    pub(crate) fn words<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        let is_part =
            |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let bytes = self.code.as_bytes();
        self.code.match_indices(word).map(|(at, _)| at).filter(move |at| {
            let before = at.checked_sub(1).and_then(|at| bytes.get(at));
            !is_part(before) && !is_part(bytes.get(at + word.len()))
        })
    }

    /// The next byte that is no space.
    pub(crate) fn after(&self, at: usize) -> Option<usize> {
        let rest = self.code.as_bytes().get(at..)?;
        Some(at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?)
    }

    /// The word that ends before a place.
    fn word_before(&self, at: usize) -> Option<Range<usize>> {
        let text = self.code.get(..at)?.trim_end();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let start = text.len() - text.chars().rev().take_while(|c| is_part(*c)).count();
        (start < text.len()).then_some(start..text.len())
    }

    /// The bracket that closes the one at a place.
    pub(crate) fn close(&self, open: usize) -> Option<usize> {
        let bytes = self.code.as_bytes();
        let (own, other) = match bytes.get(open)? {
            b'(' => (b'(', b')'),
            b'[' => (b'[', b']'),
            b'{' => (b'{', b'}'),
            _ => return None,
        };
        let mut depth = 0_usize;
        for (at, byte) in bytes.iter().enumerate().skip(open) {
            if *byte == own {
                depth += 1;
            } else if *byte == other {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        None
    }
}

/// Pieces between commas outside of brackets.
pub(crate) fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth -= 1,
            b',' if depth == 0 => {
                pieces.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(start..text.len());
    pieces
}

/// The text with spaces in place of comments, strings and characters.
fn blanked(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'/')) => text[at..].find('\n').map_or(bytes.len(), |end| at + end),
            (b'/', Some(b'*')) => text[at..].find("*/").map_or(bytes.len(), |end| at + end + 2),
            (b'"', _) => literal(bytes, at),
            // Not between the digits of a number.
            (b'\'', _) if !at.checked_sub(1).is_some_and(|b| bytes[b].is_ascii_hexdigit()) => {
                literal(bytes, at)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        out[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        at = end;
    }
    String::from_utf8(out).unwrap_or_else(|_| " ".repeat(text.len()))
}

fn literal(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while let Some(byte) = bytes.get(at) {
        match *byte {
            b'\\' => at += 1,
            b'\n' => return at,
            quote if quote == bytes[from] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// __global__ void no(int* a) {}\n\
        template <int N>\n__global__ void __launch_bounds__(256, 2)\nscale(const float* __restrict__ in, \
        Pair<int, float>* out, int, size_t n = 3) {\n  __shared__ float tile[N][32];\n  \
        const char* s = \"}\"; /* } */\n}\n\nvoid other() { int x = 1'000; }\n";

    #[test]
    fn kernels_have_their_parameters() {
        let source = Source::new(TEXT.to_owned());
        assert_eq!(source.kernel("no"), None);
        let kernel = source.kernel("scale").unwrap();
        let names = kernel.parameters.iter().map(|p| p.name.clone().map(|name| source.code(&name)));
        assert_eq!(names.collect::<Vec<_>>(), [Some("in"), Some("out"), None, Some("n")]);
        assert!(kernel.has_bounds && source.code(&kernel.body).ends_with('}'));
        assert_eq!(source.line_of(kernel.name.start), 4);
    }

    #[test]
    fn shared_arrays_have_their_dimensions_and_function() {
        let source = Source::new(TEXT.to_owned());
        let all = source.shared();
        let [tile] = &all[..] else { panic!("{all:?}") };
        let dimensions: Vec<&str> = tile.dimensions.iter().map(|d| source.code(d)).collect();
        assert_eq!((tile.name.as_str(), dimensions), ("tile", vec!["N", "32"]));
        assert_eq!(tile.within, Some(source.kernel("scale").unwrap().body));
    }

    #[test]
    fn constants_have_their_names() {
        let source =
            Source::new("__constant__ float w[8 * N];\n__constant__ int n = 3;".to_owned());
        let names: Vec<String> = source.constants().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["w", "n"]);
    }

    #[test]
    fn hostile_text_is_no_panic() {
        for text in
            ["__global__", "__global__ void f(", "__shared__ int a[", "\"\\", "'", "/*", "{}}{("]
        {
            let source = Source::new(text.to_owned());
            assert_eq!(
                (source.kernel("f"), source.shared(), source.constants().len()),
                (None, Vec::new(), 0),
                "{text}"
            );
        }
    }
}
