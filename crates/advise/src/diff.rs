//! Edits put into texts, and as a unified diff.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::code::Files;
use crate::patch::Edit;

/// The text of a file with its edits, of which none may overlap another.
#[must_use]
pub fn applied(text: &str, edits: &[&Edit]) -> String {
    let mut sorted = edits.to_vec();
    sorted.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    sorted.dedup_by(|a, b| a.range == b.range && a.text == b.text);
    let mut text = text.to_owned();
    for edit in sorted {
        if text.is_char_boundary(edit.range.start) && text.is_char_boundary(edit.range.end) {
            text.replace_range(edit.range.clone(), &edit.text);
        }
    }
    text
}

/// Lines around a change.
const AROUND: usize = 3;

/// A unified diff of all edits, for `patch -p1` and `git apply`.
#[must_use]
pub fn diff(files: &Files, edits: &[&Edit]) -> String {
    let mut of_files: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    for edit in edits {
        of_files.entry(&edit.file).or_default().push(edit);
    }
    let mut out = String::new();
    for (path, edits) in of_files {
        let Some(file) = files.get(path) else { continue };
        let name = file.path.trim_start_matches('/');
        let _ = writeln!(out, "--- a/{name}\n+++ b/{name}");
        out.push_str(&hunks(&file.source.text, &applied(&file.source.text, &edits)));
    }
    out
}

/// The hunks between texts of as many lines.
fn hunks(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let changed: Vec<usize> =
        (0..old.len().min(new.len())).filter(|at| old[*at] != new[*at]).collect();
    let mut out = String::new();
    let mut rest = &changed[..];
    while let Some(first) = rest.first() {
        let gap = rest.windows(2).position(|pair| pair[1] - pair[0] > 2 * AROUND);
        let (group, others) = rest.split_at(gap.map_or(rest.len(), |gap| gap + 1));
        rest = others;
        let last = group.last().unwrap_or(first);
        let (start, end) = (first.saturating_sub(AROUND), (last + 1 + AROUND).min(old.len()));
        let _ = writeln!(out, "@@ -{0},{1} +{0},{1} @@", start + 1, end - start);
        let mut at = start;
        while at < end {
            if old[at] == new[at] {
                put(&mut out, ' ', old[at]);
                at += 1;
                continue;
            }
            let stop = (at..end).find(|at| old[*at] == new[*at]).unwrap_or(end);
            old[at..stop].iter().for_each(|line| put(&mut out, '-', line));
            new[at..stop].iter().for_each(|line| put(&mut out, '+', line));
            at = stop;
        }
    }
    out
}

fn put(out: &mut String, sign: char, line: &str) {
    let _ = write!(out, "{sign}{line}");
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Source};

    fn edit(text: &str, old: &str, new: &str) -> Edit {
        let start = text.find(old).unwrap();
        Edit {
            kind: Kind::Padding,
            file: "/src/a.cu".to_owned(),
            line: 1,
            range: start..start + old.len(),
            text: new.to_owned(),
            why: String::new(),
        }
    }

    #[test]
    fn a_diff_has_what_is_around_and_merges_what_is_near() {
        let text = "1\n2\n3\n4 old\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15 end";
        let files = Files::from([(
            "/src/a.cu".to_owned(),
            crate::File { path: "a.cu".to_owned(), source: Source::new(text.to_owned()) },
        )]);
        let (one, two) = (edit(text, "old", "new"), edit(text, "end", "more"));
        let diff = diff(&files, &[&one, &two, &one]);
        let expected = "--- a/a.cu\n+++ b/a.cu\n@@ -1,7 +1,7 @@\n 1\n 2\n 3\n-4 old\n+4 new\n 5\n 6\n 7\n\
                        @@ -12,4 +12,4 @@\n 12\n 13\n 14\n-15 end\n\\ No newline at end of file\n+15 more\n\
                        \\ No newline at end of file\n";
        assert_eq!(diff, expected);
    }
}
