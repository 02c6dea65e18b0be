//! The code of measured kernels, from a real driver and CUPTI.

use std::collections::BTreeMap;

use propp_code_sass::Cubin;
use propp_recording::Recording;

use super::programs::{Profile, Profiled};

/// `CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR` and `_MINOR`.
const CAPABILITY: [u32; 2] = [75, 76];

/// Every measured kernel of a program has code, of this GPU, with as many registers as the driver
/// says and with source lines; and one piece of it, although CUPTI patches code.
pub(crate) fn measured_kernels_have_their_code() -> Result<(), String> {
    let profiled = Profile::of(&["--all"], "app", &["2", "2"])?.expect(0, b"")?;
    let code = checked(&profiled, true)?;
    for measurement in &profiled.recording.measurements {
        let signature = &profiled.recording.signatures[measurement.signature];
        let Some(function) = signature.function else { continue };
        let name = profiled.recording.names[function].as_str();
        match code.get(name).map(Vec::as_slice) {
            Some([registers]) if *registers == Some(signature.registers) => {}
            found => {
                return Err(format!("{name} uses {} registers: {found:?}", signature.registers));
            }
        }
    }
    let without = Profile::of(&["--no-code"], "app", &["1", "1"])?.expect(0, b"")?;
    match without.recording.code.len() {
        0 => Ok(()),
        some => Err(format!("with --no-code there are {some} pieces of code")),
    }
}

/// The same where modules come and go, compiled from PTX by the driver: without lines.
pub(crate) fn unloaded_code_is_kept() -> Result<(), String> {
    let profiled = Profile::of(&["--runs", "count"], "modules", &[])?.expect(0, b"")?;
    match checked(&profiled, false)?.len() {
        0 => Err(format!("no code{}", profiled.notices())),
        _ => Ok(()),
    }
}

/// The registers of each piece of code, by kernel.
fn checked(
    profiled: &Profiled,
    has_lines: bool,
) -> Result<BTreeMap<&str, Vec<Option<u32>>>, String> {
    let recording = &profiled.recording;
    if recording.code.is_empty() {
        return Err(format!("no code{}", profiled.notices()));
    }
    let mut code: BTreeMap<&str, Vec<Option<u32>>> = BTreeMap::new();
    let mut known = Vec::new();
    for row in &recording.code {
        let name = recording.names[row.function].as_str();
        if !known.contains(&(row.function, row.cubin)) {
            known.push((row.function, row.cubin));
            code.entry(name).or_default().push(registers(recording, row.cubin, name, has_lines)?);
        }
    }
    Ok(code)
}

fn registers(
    recording: &Recording,
    cubin: usize,
    name: &str,
    has_lines: bool,
) -> Result<Option<u32>, String> {
    let bytes = recording.cubins[cubin].unpack().ok_or("the cubin is damaged")?;
    let parsed = Cubin::parse(&bytes).map_err(|error| format!("{name}: {error}"))?;
    let function = parsed.function(name).ok_or(format!("the cubin of {name} lacks it"))?;
    let device = recording.devices.first().ok_or("no device")?;
    let [major, minor] = CAPABILITY.map(|key| device.attributes.get(&key).copied().unwrap_or(0));
    let capability = u32::try_from(10 * major + minor).unwrap_or(0);
    if parsed.architecture().number() / 10 != capability / 10 {
        return Err(format!("{name} is code for {}, not {capability}", parsed.architecture()));
    }
    let unknown = function.instructions().filter(|one| one.opcode.name().is_none()).count();
    let found = parsed
        .lines()
        .is_ok_and(|lines| lines.table(function).is_some_and(|table| table.at(0).is_some()));
    match (unknown, found || !has_lines) {
        (0, true) => Ok(function.resources.registers),
        _ => Err(format!("{name}: {unknown} unknown instructions, lines: {found}")),
    }
}
