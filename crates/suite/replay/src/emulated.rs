//! The same on a CPU, from the PTX of the kernel.

use propp_base_model::printable;
use propp_collect_cuda::{DriverError, Placed, Shape};
use propp_recording_launch::{Launch, Region};
use propp_recording_wire::Reached;

use crate::differences::Comparison;
use crate::{Accepted, Found, PIECE, ReplayError, after, place, shape};

/// What the kernel did to memory when it was emulated.
#[derive(Clone, Debug, PartialEq)]
pub struct Emulated {
    pub found: Found,
    /// Variables of the captured module that the PTX does not have.
    pub missing: Vec<String>,
    /// The parts of each allocation that the launch accesses, offset and end; empty if not asked for.
    pub touched: Vec<Vec<(usize, usize)>>,
}

/// `cudaErrorNotFound` of the driver.
const NOT_FOUND: u32 = 500;

/// Runs the launch once, in a process whose driver is the emulated one.
pub fn emulate(
    launch: &Launch,
    texts: &[String],
    accepted: &Accepted,
    is_watched: bool,
) -> Result<Emulated, ReplayError> {
    let captured = &launch.captured;
    let places: Vec<_> = captured.memory.iter().map(place).collect();
    let kinds: Vec<u32> = captured.memory.iter().map(|reached| reached.kind as u32).collect();
    let placed = Placed::take(&places, &kinds).map_err(|error| match error {
        taken @ DriverError::Taken { .. } => ReplayError::Taken(taken),
        other => ReplayError::Driver(other),
    })?;
    placed.extend_stack(launch.stack.unwrap_or(0));
    for (reached, region) in captured.memory.iter().zip(&launch.memory) {
        placed.write(reached.address, &region.before)?;
    }
    // Clusters of one block are blocks.
    let shape = Shape { cluster: [0; 3], ..shape(launch) };
    let loaded = placed.load(&launch.code, texts, &captured.name, shape.dynamic_shared_bytes);
    let loaded = loaded.map_err(|error| match error.status() {
        Some(NOT_FOUND) => ReplayError::OtherSignature(format!(
            "the PTX has no kernel {}; give --ptx the program from which the launch was captured",
            printable(&captured.name)
        )),
        _ => ReplayError::Driver(error),
    })?;
    let layout = placed.layout(&loaded)?;
    let is_of =
        |((offset, size), parameter): (&(usize, usize), &propp_recording_wire::Parameter)| {
            *offset == parameter.offset as usize && *size == parameter.value.0.len()
        };
    if layout.len() != captured.parameters.len()
        || !layout.iter().zip(&captured.parameters).all(is_of)
    {
        let text = "the kernel of the PTX has other parameters than the captured one: give --ptx the \
                    program from which the launch was captured";
        return Err(ReplayError::OtherSignature(text.to_owned()));
    }
    let mut missing = Vec::new();
    for (variable, region) in captured.variables.iter().zip(&launch.variables) {
        if !placed.write_variable(&loaded, &variable.name, &region.before) {
            missing.push(variable.name.clone());
        }
    }
    let mut block = launch.parameter_block();
    let touched = if is_watched {
        let touched = placed.launch_watched(&loaded, &shape, &layout, &mut block)?;
        captured.memory.iter().map(|reached| parts_of(reached, &touched)).collect()
    } else {
        placed.launch(&loaded, &shape, &layout, &mut block)?;
        Vec::new()
    };
    let mut comparison = Comparison::new(accepted);
    let memory = captured.memory.iter().zip(&launch.memory);
    for (index, (reached, region)) in memory.enumerate() {
        let mut now = Vec::new();
        for from in (0..region.before.len()).step_by(PIECE) {
            let to = region.before.len().min(from + PIECE);
            now.resize(to - from, 0);
            placed.read(reached.address + from as u64, &mut now)?;
            comparison.add(index, from, &after(region, from, to), &now);
        }
    }
    for (variable, region) in captured.variables.iter().zip(&launch.variables) {
        let mut now = vec![0; region.before.len()];
        if placed.read_variable(&loaded, &variable.name, &mut now) {
            let wanted = whole(region);
            comparison.add(launch.memory.len(), 0, &wanted, &now);
        }
    }
    Ok(Emulated { found: comparison.found(), missing, touched })
}

/// The parts of an allocation that ranges of addresses have, offset and end.
fn parts_of(reached: &Reached, ranges: &[(u64, u64)]) -> Vec<(usize, usize)> {
    let inside = |(from, end): &(u64, u64)| {
        let from = from.saturating_sub(reached.address);
        let end = end.saturating_sub(reached.address).min(reached.bytes);
        (from < end).then_some((from as usize, end as usize))
    };
    ranges.iter().filter_map(inside).collect()
}

fn whole(region: &Region) -> Vec<u8> {
    after(region, 0, region.before.len())
}

#[cfg(test)]
mod tests {
    use propp_recording_wire::MemoryKind;

    use super::*;

    #[test]
    fn ranges_of_addresses_are_parts_of_allocations() {
        let reached = Reached { address: 0x1100, bytes: 0x3000, kind: MemoryKind::Device };
        let ranges = [(0, 0x1000), (0x1000, 0x2000), (0x3000, 0x5000), (0x5000, 0x6000)];
        assert_eq!(parts_of(&reached, &ranges), [(0, 0xf00), (0x1f00, 0x3000)]);
    }
}
