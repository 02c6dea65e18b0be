//! Where the files of a recording are in the tree.

/// The tables of a tree. `runs` is the last: a recording whose file is missing there is no part
/// of the tree yet, so a reader never sees a part of a recording.
pub const TABLES: [&str; 6] = ["kernels", "launches", "steps", "counters", "notices", "runs"];

/// The column by which a table of several recordings is sorted: engines skip what they need not.
pub fn sort_key(table: &str) -> &'static str {
    match table {
        "kernels" => "function",
        "launches" | "counters" => "kernel",
        "steps" => "name",
        _ => "recording",
    }
}

/// The folder of a table below the tree.
pub fn folder(table: &str, date: &str, job: &str) -> String {
    format!("table={table}/date={}/job={}", encoded(date), encoded(job))
}

/// A value in the name of a folder, as Hive writes it: other bytes than those of plain names as
/// `%` and two hexadecimal digits.
pub fn encoded(value: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    let one = |byte: u8| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    value.bytes().map(one).collect()
}

/// The value that a name stands for; `None` of a name that is none of [`encoded`].
pub fn decoded(name: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                u8::try_from(digit()? * 16 + digit()?).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_of_a_job_is_one_folder_and_comes_back() {
        for name in ["train-7", "../a", "a/b=c", "100 %", "ü", "%41"] {
            let folder = encoded(name);
            assert!(!folder.contains(['/', '=', ' ']), "{folder}");
            assert_eq!(decoded(&folder).as_deref(), Some(name));
        }
        assert_eq!(decoded("%4"), None);
        assert_eq!(folder("runs", "2026-11-20", "a/b"), "table=runs/date=2026-11-20/job=a%2Fb");
    }
}
