//! The arrays of a kernel, from its instructions and their counts.

use std::collections::{BTreeMap, BTreeSet};

use propp_code_lines::{Counts, Instruction, KernelLines, Place};
use propp_code_sass::{Direction, Memory, Space};

use crate::arrays::{Access, Array, Base, Sharing, Way};
use crate::bases::{constant_base, described, global_base, parameters, shared_base};
use crate::code::Code;
use crate::origin::Origin;

/// Sectors of a request, above which threads of a warp have not the same address.
const SAME_ADDRESS: f64 = 1.1;

/// All arrays of a kernel, the most demand first.
pub(crate) fn arrays(lines: &KernelLines, code: &Code<'_>) -> Vec<Array> {
    let mut groups: BTreeMap<(Space, Base), Vec<Access>> = BTreeMap::new();
    for (index, one) in lines.instructions.iter().enumerate() {
        if one.function == lines.symbol && code.constants.contains(&one.offset) {
            let width =
                one.memory.and_then(|memory| memory.width).map_or(4, |bits| u64::from(bits / 8));
            let access = Access {
                instruction: index,
                way: Way::Load,
                width: Some(width),
                sharing: None,
                index_from: Vec::new(),
            };
            groups.entry((Space::Constant, constant_base(code, one))).or_default().push(access);
            continue;
        }
        let Some((memory, way)) = one.memory.and_then(|memory| Some((memory, way(&memory)?)))
        else {
            continue;
        };
        let origin =
            (one.function == lines.symbol).then(|| code.origins.get(&one.offset)).flatten();
        let access = Access {
            instruction: index,
            way,
            width: memory.width.map(|bits| u64::from(bits / 8)),
            sharing: origin
                .map(|origin| sharing(origin, code.loops_at(one.offset), lines))
                .filter(|sharing| !sharing.is_warp || has_one_address(one, memory)),
            index_from: origin.map_or_else(Vec::new, |origin| parameters(code, origin.through())),
        };
        let mut put = |space, base| groups.entry((space, base)).or_default().push(access.clone());
        match memory.space {
            Space::Local => put(Space::Local, Base::Frame),
            Space::Shared => put(Space::Shared, shared_base(code, one)),
            Space::Global | Space::Generic => put(Space::Global, global_base(code, origin)),
            _ => {}
        }
        // A copy to shared memory also touches the array there.
        if memory.direction == Direction::CopyToShared {
            let access = Access { way: Way::Store, sharing: None, ..access };
            groups.entry((Space::Shared, shared_base(code, one))).or_default().push(access);
        }
    }
    let mut arrays: Vec<Array> = groups
        .into_iter()
        .map(|((space, base), all)| array(space, base, all, lines, code))
        .collect();
    arrays.sort_by_key(|array| std::cmp::Reverse(array.demand()));
    arrays
}

/// Whether counts agree that all threads of a warp have the same address.
fn has_one_address(one: &Instruction, memory: Memory) -> bool {
    let sectors = f64::from(memory.width.unwrap_or(0)).max(256.0) / 256.0;
    one.counts.sectors as f64 <= SAME_ADDRESS * sectors * one.counts.executed as f64
}

fn way(memory: &Memory) -> Option<Way> {
    Some(match memory.direction {
        Direction::Load | Direction::CopyToShared => Way::Load,
        Direction::Store => Way::Store,
        Direction::Atomic | Direction::Reduce => Way::Atomic,
        Direction::Copy | Direction::CopyFromShared | Direction::Prefetch => return None,
    })
}

fn sharing(origin: &Origin, loops: u16, lines: &KernelLines) -> Sharing {
    let apart = |extents: [u32; 3], depends: u8| -> u64 {
        let all = extents.iter().enumerate();
        all.filter(|(axis, _)| depends >> axis & 1 == 0)
            .map(|(_, extent)| u64::from(*extent))
            .product()
    };
    Sharing {
        threads: apart(lines.block, origin.threads),
        blocks: apart(lines.grid, origin.blocks),
        is_warp: lines.block[0] > 1 && origin.threads & 1 == 0,
        is_repeated: loops & !origin.loops != 0,
        is_walked: loops & origin.loops != 0,
        is_indirect: origin.is_loaded,
    }
}

fn array(
    space: Space,
    base: Base,
    accesses: Vec<Access>,
    lines: &KernelLines,
    code: &Code<'_>,
) -> Array {
    let mut counts = Counts::default();
    let mut bytes = [0; 3];
    let mut demand: BTreeMap<&Place, u64> = BTreeMap::new();
    let mut most: Option<(u64, Sharing)> = None;
    let mut index_from = BTreeSet::new();
    for access in &accesses {
        let one = &lines.instructions[access.instruction];
        let mut own = one.counts;
        if space == Space::Constant {
            own = Counts::default();
        } else if space == Space::Shared {
            (own.sectors, own.ideal_sectors, own.tags) = (0, 0, 0);
        } else {
            (own.wavefronts, own.ideal_wavefronts) = (0, 0);
        }
        counts += own;
        let asked = one.counts.threads_on.saturating_mul(access.width.unwrap_or(0));
        bytes[access.way as usize] += asked;
        if let Some(place) = one.own_place() {
            *demand.entry(place).or_default() +=
                1 + own.sectors + own.wavefronts + own.local_sectors;
        }
        if let (Way::Load, Some(sharing)) = (access.way, access.sharing)
            && most.is_none_or(|(most, _)| asked > most)
        {
            most = Some((asked, sharing));
        }
        index_from.extend(access.index_from.iter().map(|one| code.arguments[*one].label()));
    }
    let mut lines: Vec<(&Place, u64)> = demand.into_iter().collect();
    lines.sort_by_key(|(_, demand)| std::cmp::Reverse(*demand));
    let [loaded, stored, atomics] = bytes;
    let (name, declared) = described(&base, space, code);
    let is_named = match &base {
        Base::Parameters(all) => {
            all.iter().all(|one| code.arguments[*one].name.is_some()) && all.len() == 1
        }
        Base::Shared(names) | Base::Constant(names) => names.len() == 1,
        _ => false,
    };
    Array {
        name,
        is_named,
        declared,
        loaded,
        stored,
        atomics,
        counts,
        sharing: most.map(|(_, sharing)| sharing),
        loads_of_a_byte: None,
        index_from: index_from.into_iter().collect(),
        lines: lines.into_iter().map(|(place, _)| place.clone()).collect(),
        base,
        space,
        accesses,
    }
}

/// The share of a kernel's loaded bytes above which what device memory delivers counts as an array's.
const NEARLY_ALL: f64 = 0.9;

/// Notes how often the bytes of the only array that is much loaded are loaded.
pub(crate) fn note_reuse(arrays: &mut [Array], delivered: f64) {
    let all: u64 = arrays.iter().filter(|array| array.is_global()).map(|array| array.loaded).sum();
    for array in arrays.iter_mut().filter(|array| array.is_global() && delivered > 0.0) {
        if array.loaded as f64 >= NEARLY_ALL * all as f64 && array.loaded > 0 {
            array.loads_of_a_byte = Some(array.loaded as f64 / delivered);
        }
    }
}
