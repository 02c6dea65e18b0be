//! What this crate reads, in the columns of the listings. The example `decode` prints them.

use std::fmt::Write as _;

use propp_code_sass::{Frame, Function, Instruction, LineTable};

/// As `cuobjdump --dump-resource-usage` prints them: 0 for what is not recorded.
pub(crate) fn resources(function: &Function<'_>) -> String {
    let used = &function.resources;
    let (registers, stack) = (used.registers.unwrap_or(0), used.stack.unwrap_or(0));
    let (shared, local) = (used.shared, used.local);
    let mut text = format!("REG:{registers} STACK:{stack} SHARED:{shared} LOCAL:{local}");
    for (bank, bytes) in used.constants.iter().rev() {
        let _ = write!(text, " CONSTANT[{bank}]:{bytes}");
    }
    text + " TEXTURE:0 SURFACE:0 SAMPLER:0"
}

/// Guard, name, width, policy, target, reuse flags, and the source lines outwards.
pub(crate) fn columns(
    function: &Function<'_>,
    instruction: &Instruction,
    lines: Option<LineTable<'_, '_>>,
) -> Vec<String> {
    let dash = || "-".to_owned();
    let memory = instruction.memory;
    let callee = function.callee(instruction.offset);
    let callee = callee.filter(|_| instruction.opcode.name() == Some("CALL"));
    let target = instruction.target.map(|target| target.to_string());
    let location = lines.and_then(|lines| lines.at(instruction.offset));
    let place = |frame: &Frame<'_>| format!("{}:{}", frame.file.path(), frame.line);
    vec![
        instruction.guard.map_or_else(dash, |guard| guard.to_string()),
        instruction.opcode.to_string(),
        memory.and_then(|memory| memory.width).map_or_else(dash, |width| width.to_string()),
        memory.and_then(|memory| memory.policy).map_or_else(dash, |policy| format!("{policy:?}")),
        callee.map(str::to_owned).or(target).unwrap_or_else(dash),
        instruction.control.reuse.count_ones().to_string(),
        location.map_or_else(dash, |location| {
            let frames = std::iter::once(&location.frame).chain(&location.inlined);
            frames.map(place).collect::<Vec<_>>().join(" ")
        }),
    ]
}
