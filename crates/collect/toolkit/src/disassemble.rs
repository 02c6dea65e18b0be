//! Runs nvdisasm, where there is one, and reads what it prints.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Surroundings;

/// Instructions with their operands, by function and offset.
pub type Operands = BTreeMap<String, BTreeMap<u64, String>>;

/// Finds nvdisasm: on the path, or in a toolkit.
pub fn find_nvdisasm(surroundings: &Surroundings) -> Option<PathBuf> {
    let on_path = surroundings.path.iter().filter(|_| surroundings.explicit.is_none());
    let on_path = on_path.map(|dir| dir.join("nvdisasm"));
    let in_roots = surroundings.toolkit_roots().into_iter().map(|root| root.join("bin/nvdisasm"));
    on_path.chain(in_roots).find(|path| path.is_file())
}

/// What nvdisasm says of a cubin.
pub fn operands(nvdisasm: &Path, cubin: &[u8]) -> Result<Operands, String> {
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
