//! Edits put into texts, and as a unified diff.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use crate::code::Files;
use crate::edit::Edit;

/// The text of a file with its edits, of which none may overlap another.
pub fn applied(text: &str, edits: &[&Edit]) -> String {
    replaced(text, 0, &in_order(text, edits))
}

/// Each edit once, the first of the text first.
fn in_order<'a>(text: &str, edits: &[&'a Edit]) -> Vec<&'a Edit> {
    let is_whole = |edit: &&&Edit| {
        text.is_char_boundary(edit.range.start) && text.is_char_boundary(edit.range.end)
    };
    let mut sorted: Vec<&Edit> = edits.iter().filter(is_whole).copied().collect();
    sorted.sort_by_key(|edit| (edit.range.start, edit.range.end));
    sorted.dedup_by(|a, b| a.range == b.range && a.text == b.text);
    sorted
}

/// A part of the text, which begins at a byte, with the edits in it.
fn replaced(part: &str, start: usize, edits: &[&Edit]) -> String {
    let mut text = part.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.range.start - start..edit.range.end - start, &edit.text);
    }
    text
}

const AROUND: usize = 3;

/// A unified diff of all edits, for `patch -p1` and `git apply`.
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
        out.push_str(&hunks(&file.source.text, &in_order(&file.source.text, &edits)));
    }
    out
}

/// Lines that are replaced, and by which text.
struct Change {
    lines: Range<usize>,
    text: String,
}

/// Edits by the lines that they touch; those of neighbouring lines are one change.
fn changes(text: &str, starts: &[usize], edits: &[&Edit]) -> Vec<Change> {
    let line = |byte: usize| starts.partition_point(|start| *start <= byte).saturating_sub(1);
    let touched = |edit: &Edit| {
        let last = edit.range.end.saturating_sub(1).max(edit.range.start);
        line(edit.range.start)..line(last) + 1
    };
    let mut groups: Vec<(Range<usize>, Vec<&Edit>)> = Vec::new();
    for edit in edits {
        let lines = touched(edit);
        match groups.last_mut() {
            Some((before, own)) if lines.start <= before.end => {
                before.end = before.end.max(lines.end);
                own.push(edit);
            }
            _ => groups.push((lines, vec![edit])),
        }
    }
    let change = |(lines, own): (Range<usize>, Vec<&Edit>)| {
        let start = starts[lines.start];
        let end = starts.get(lines.end).copied().unwrap_or(text.len());
        Change { text: replaced(&text[start..end], start, &own), lines }
    };
    groups.into_iter().map(change).collect()
}

fn hunks(text: &str, edits: &[&Edit]) -> String {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let starts: Vec<usize> =
        old.iter().scan(0, |at, line| Some(std::mem::replace(at, *at + line.len()))).collect();
    let all = changes(text, &starts, edits);
    let mut out = String::new();
    // Lines that the changes so far have added, less those that they have removed.
    let (mut added, mut removed) = (0, 0);
    for group in all.chunk_by(|a, b| b.lines.start <= a.lines.end + 2 * AROUND) {
        let (first, last) = (&group[0], &group[group.len() - 1]);
        let start = first.lines.start.saturating_sub(AROUND);
        let end = (last.lines.end + AROUND).min(old.len());
        let new: usize = group.iter().map(|change| change.text.split_inclusive('\n').count()).sum();
        let gone: usize = group.iter().map(|change| change.lines.len()).sum();
        let _ = writeln!(
            out,
            "@@ -{},{} +{},{} @@",
            start + 1,
            end - start,
            start + 1 + added - removed,
            end - start + new - gone
        );
        (added, removed) = (added + new, removed + gone);
        let mut at = start;
        for change in group {
            old[at..change.lines.start].iter().for_each(|line| put(&mut out, ' ', line));
            old[change.lines.clone()].iter().for_each(|line| put(&mut out, '-', line));
            change.text.split_inclusive('\n').for_each(|line| put(&mut out, '+', line));
            at = change.lines.end;
        }
        old[at..end].iter().for_each(|line| put(&mut out, ' ', line));
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
    use crate::{EditKind, Source};

    fn edit(text: &str, old: &str, new: &str) -> Edit {
        let start = text.find(old).unwrap();
        Edit {
            kind: EditKind::Padding,
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

    #[test]
    fn an_edit_may_have_more_lines_than_what_it_replaces() {
        let text = "1\n2\n3\n4 old\n5\n6\n7\n8\n9\n10\n11\n12 end\n13\n";
        let (one, two) = (edit(text, "old", "a\nb"), edit(text, "12 end", "12"));
        let expected = "@@ -1,7 +1,8 @@\n 1\n 2\n 3\n-4 old\n+4 a\n+b\n 5\n 6\n 7\n@@ -9,5 +10,5 @@\n 9\n 10\n \
                        11\n-12 end\n+12\n 13\n";
        assert_eq!(hunks(text, &in_order(text, &[&two, &one])), expected);
    }
}
