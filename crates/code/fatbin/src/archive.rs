//! Static archives (`.a`): a name and a size before each member.

use std::borrow::Cow;

use crate::entry::without_padding;

pub(crate) const MAGIC: &[u8] = b"!<arch>\n";
pub(crate) const THIN_MAGIC: &[u8] = b"!<thin>\n";
const HEADER: usize = 60;

pub(crate) struct Member<'a> {
    pub(crate) name: Cow<'a, str>,
    /// From the start of the archive.
    pub(crate) offset: u64,
    pub(crate) bytes: &'a [u8],
}

/// The members, and what was wrong after the last of them.
pub(crate) fn members(archive: &[u8]) -> (Vec<Member<'_>>, Option<String>) {
    let mut members = Vec::new();
    let mut long_names: &[u8] = &[];
    let mut at = MAGIC.len();
    while at < archive.len() {
        let Some((name, bytes)) = member(archive, at) else {
            return (members, Some(format!("the archive's member at {at:#x} is cut off")));
        };
        let next = at + HEADER + bytes.len();
        match name {
            // Tables of symbols.
            "/" | "/SYM64/" | "__.SYMDEF" => {}
            "//" => long_names = bytes,
            _ => members.push(named(name, long_names, at + HEADER, bytes)),
        }
        at = next + next % 2;
    }
    (members, None)
}

fn member(archive: &[u8], at: usize) -> Option<(&str, &[u8])> {
    let header = archive.get(at..at.checked_add(HEADER)?)?;
    if &header[58..] != b"`\n" {
        return None;
    }
    let size: usize = std::str::from_utf8(&header[48..58]).ok()?.trim().parse().ok()?;
    let name = std::str::from_utf8(&header[..16]).ok()?.trim_end();
    let start = at + HEADER;
    Some((name, archive.get(start..start.checked_add(size)?)?))
}

fn named<'a>(name: &'a str, long_names: &'a [u8], start: usize, bytes: &'a [u8]) -> Member<'a> {
    // BSD: the name is the first bytes of the member.
    let inside = name.strip_prefix("#1/").and_then(|length| length.parse().ok());
    if let Some((name, rest)) = inside.and_then(|length: usize| bytes.split_at_checked(length)) {
        let name = String::from_utf8_lossy(without_padding(name));
        let offset = (start + bytes.len() - rest.len()) as u64;
        return Member { name, offset, bytes: rest };
    }
    // GNU: `/17` is the name at offset 17 of the member `//`, up to `/` and a line's end.
    let long = name.strip_prefix('/').and_then(|offset| offset.parse().ok());
    let long = long.and_then(|offset: usize| long_names.get(offset..));
    let name = match long {
        Some(rest) => {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            String::from_utf8_lossy(rest[..end].strip_suffix(b"/").unwrap_or(&rest[..end]))
        }
        None => Cow::Borrowed(name.strip_suffix('/').unwrap_or(name)),
    };
    Member { name, offset: start as u64, bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for (name, content) in members {
            let size = content.len();
            bytes.extend(format!("{name:16}{:12}{:6}{:6}{:8}{size:<10}`\n", 0, 0, 0, 644).bytes());
            bytes.extend(*content);
            bytes.extend(std::iter::repeat_n(b'\n', size % 2));
        }
        bytes
    }

    #[test]
    fn names_of_all_three_kinds() {
        let names = b"a_rather_long_name.o/\nanother_long_name.o/\n";
        let bytes = archive(&[
            ("/", b"symbols"),
            ("//", names),
            ("short.o/", b"one"),
            ("/22", b"three"),
            ("#1/8", b"bsd.o\0\0\0four"),
        ]);
        let (members, wrong) = members(&bytes);
        let read: Vec<_> = members.iter().map(|m| (&*m.name, m.bytes)).collect();
        let expected: [(&str, &[u8]); 3] =
            [("short.o", b"one"), ("another_long_name.o", b"three"), ("bsd.o", b"four")];
        assert_eq!((&read[..], wrong), (&expected[..], None));
        for member in &members {
            assert!(bytes[member.offset as usize..].starts_with(member.bytes));
        }
    }

    #[test]
    fn members_before_the_cut_are_kept() {
        let mut bytes = archive(&[("a.o/", b"first"), ("b.o/", b"second")]);
        bytes.truncate(bytes.len() - 2);
        let (members, wrong) = members(&bytes);
        assert_eq!(members.len(), 1);
        assert_eq!(wrong.unwrap(), "the archive's member at 0x4a is cut off");
    }
}
