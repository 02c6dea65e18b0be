//! Prints what this crate reads in cubins, for `tables/compare.py`.
//!
//!     cargo run -p propp-sass --example decode FILE…

use std::fmt::Write as _;
use std::io::Write as _;

use propp_sass::{Cubin, Frame, Function, Instruction, LineTable};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let cubin = Cubin::parse(&bytes).map_err(|error| format!("{path}: {error}"))?;
        let lines = cubin.lines();
        for function in cubin.functions() {
            writeln!(out, "{}", function_line(function))?;
            let table = lines.as_ref().ok().and_then(|lines| lines.table(function));
            for instruction in function.instructions() {
                writeln!(out, "{}", instruction_line(function, &instruction, table))?;
            }
        }
    }
    Ok(())
}

/// The name, then what `cuobjdump --dump-resource-usage` prints.
fn function_line(function: &Function<'_>) -> String {
    let used = &function.resources;
    // cuobjdump prints 0 for what is not recorded.
    let number = |value: Option<u32>| value.unwrap_or(0);
    let mut line = format!(
        "F\t{}\t{:?}\tREG:{} STACK:{} SHARED:{} LOCAL:{}",
        function.name,
        function.kind,
        number(used.registers),
        number(used.stack),
        used.shared,
        used.local,
    );
    for (bank, bytes) in used.constants.iter().rev() {
        let _ = write!(line, " CONSTANT[{bank}]:{bytes}");
    }
    line + " TEXTURE:0 SURFACE:0 SAMPLER:0"
}

/// Offset, guard, name, width, policy, target, reuse flags, and the source lines outwards.
fn instruction_line(
    function: &Function<'_>,
    instruction: &Instruction,
    table: Option<LineTable<'_, '_>>,
) -> String {
    let or_dash = |text: Option<String>| text.unwrap_or("-".to_owned());
    let memory = instruction.memory;
    let location = table.and_then(|table| table.at(instruction.offset));
    let place = |frame: &Frame<'_>| format!("{}:{}", frame.file.path(), frame.line);
    let places = location.map(|location| {
        let frames = std::iter::once(&location.frame).chain(&location.inlined);
        frames.map(place).collect::<Vec<_>>().join(" ")
    });
    let target = instruction.target.map(|target| target.to_string());
    let is_call = instruction.opcode.name() == Some("CALL");
    let callee = function.callee(instruction.offset).filter(|_| is_call);
    [
        format!("{:x}", instruction.offset),
        or_dash(instruction.guard.map(|guard| guard.to_string())),
        instruction.opcode.to_string(),
        or_dash(memory.and_then(|memory| memory.width).map(|width| width.to_string())),
        or_dash(memory.and_then(|memory| memory.policy).map(|policy| format!("{policy:?}"))),
        or_dash(callee.map(str::to_owned).or(target)),
        format!("{:x}", instruction.control.reuse),
        or_dash(places),
    ]
    .join("\t")
}
