//! One piece of device code.

use std::borrow::Cow;
use std::fmt;

use crate::unpack::{self, Compression};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Ptx,
    Cubin,
    /// Intermediate code for optimisation at link time (`-dlto`). Its form is not public.
    LinkTimeCode,
    /// A number of which the meaning is not known.
    Other(u16),
}

/// What an architecture's instructions are compatible with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suffix {
    None,
    /// `a`: this architecture only.
    Specific,
    /// `f`: the family of this architecture.
    Family,
}

/// `sm_NN` of a cubin, the `.target` of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    pub number: u32,
    pub suffix: Suffix,
}

impl Target {
    /// Whether a GPU of this compute capability runs such code, PTX or a cubin.
    pub fn runs_on(self, capability: u32) -> bool {
        let Self { number, suffix } = self;
        match suffix {
            Suffix::None => number <= capability,
            Suffix::Specific => number == capability,
            Suffix::Family => number <= capability && number / 10 == capability / 10,
        }
    }
}

/// Where in a file an entry is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place<'a> {
    /// The member of an archive.
    pub member: Option<Cow<'a, str>>,
    /// The section of an ELF file.
    pub section: Option<&'a str>,
    /// From the start of the file.
    pub offset: u64,
}

/// A cubin or PTX, as the file holds it.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    pub place: Place<'a>,
    pub kind: Kind,
    /// `None` if a bare cubin or PTX does not say.
    pub target: Option<Target>,
    /// The version of PTX, such as (9, 0). `None` for other kinds.
    pub ptx_version: Option<(u16, u16)>,
    /// The name of the source file, which compilers write with `-lineinfo` and `-G`.
    pub name: Option<&'a str>,
    /// The options for ptxas, with PTX only.
    pub options: Option<&'a str>,
    pub compression: Compression,
    /// Bytes when unpacked. What the file says, which may be damaged.
    pub size: u64,
    pub stored: &'a [u8],
}

impl<'a> Entry<'a> {
    /// The contents, unpacked.
    /// Fails if they are damaged, or unpack to another size than stated.
    pub fn unpack(&self) -> Result<Cow<'a, [u8]>, String> {
        unpack::unpack(self.stored, self.compression, self.size)
    }
}

/// Without the zero bytes at the end.
pub(crate) fn without_padding(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

impl Target {
    /// Reads `sm_90a` or `compute_90a`.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("sm_").or_else(|| text.strip_prefix("compute_"))?;
        let digits = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let suffix = match &rest[digits.len()..] {
            "" => Suffix::None,
            "a" => Suffix::Specific,
            "f" => Suffix::Family,
            _ => return None,
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        Some(Self { number: digits.parse().ok().filter(|_| is_number)?, suffix })
    }
}

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "",
            Self::Specific => "a",
            Self::Family => "f",
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}{}", self.number, self.suffix)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ptx => f.write_str("PTX"),
            Self::Cubin => f.write_str("cubin"),
            Self::LinkTimeCode => f.write_str("link-time code"),
            Self::Other(number) => write!(f, "an entry of kind {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_runs_on_what_its_suffix_says() {
        let gpus = [75, 80, 89, 90, 100, 103, 120];
        let run = |text: &str| -> Vec<u32> {
            let target = Target::parse(text).unwrap();
            gpus.into_iter().filter(|gpu| target.runs_on(*gpu)).collect()
        };
        assert_eq!(run("sm_89"), [89, 90, 100, 103, 120]);
        assert_eq!(run("sm_90a"), [90]);
        assert_eq!((run("sm_100f"), run("sm_103f")), (vec![100, 103], vec![103]));
    }

    #[test]
    fn targets_with_and_without_a_suffix() {
        for text in ["sm_75", "sm_90a", "sm_100f"] {
            assert_eq!(Target::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Target::parse("compute_120a").unwrap().to_string(), "sm_120a");
        for text in ["", "sm_", "sm_a", "sm_90x", "90", "sm_+9", "sm_99999999999"] {
            assert_eq!(Target::parse(text), None, "{text}");
        }
    }
}
