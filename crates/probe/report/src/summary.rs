//! What an engineer asks first: how far each memory is, how large, how fast; and what the
//! usual mistakes cost. All of it is in the findings, too.

use propp_base_model::DeviceProfile;
use propp_base_text::{Page, table as terminal};

use super::svg::Table;
use super::words::{self, NONE};

pub(super) const TITLE: &str = "At a glance";

/// A memory: its name, what follows `latency.` in the findings of its latency, and the findings of
/// its size, of what a miss of it moves, and of its best rate; empty where there is none.
const MEMORIES: [[&str; 5]; 7] = [
    ["shared memory, of an SM", "shared", "device.shared_memory_per_sm", "", "bandwidth.shared"],
    ["constant cache, of an SM", "constant_l1", "constant.capacity", "constant.line", ""],
    ["L1, of an SM", "l1", "l1.capacity", "fetch.into_l1", ""],
    ["L1 as textures", "texture", "texture.capacity", "", ""],
    ["L2, the part near the SM", "l2_near", "l2.near_capacity", "", ""],
    ["L2, all of it, from its far part", "l2_far", "l2.capacity", "fetch.into_l2", ""],
    ["memory", "dram", "device.memory", "", "bandwidth.read"],
];

/// The findings of a memory's latency in cycles and in nanoseconds, size, miss and rate.
fn ids([_, level, size, miss, rate]: &[&str; 5]) -> [String; 5] {
    let latency = format!("latency.{level}");
    let nanoseconds = format!("{latency}.ns");
    [latency, nanoseconds, (*size).to_owned(), (*miss).to_owned(), (*rate).to_owned()]
}

/// How far away memories are, and how much they hold and move; without rows when nothing
/// of them was found.
pub(super) fn memories(profile: &DeviceProfile) -> Table {
    let cell = |id: String| {
        let finding = profile.finding(&id);
        finding.filter(|f| f.value.number().is_some()).map_or(NONE.to_owned(), words::value)
    };
    let rows = MEMORIES
        .iter()
        .map(|memory| {
            let cells = ids(memory).map(cell);
            std::iter::once(memory[0].to_owned()).chain(cells).collect()
        })
        .filter(|row: &Vec<String>| row.iter().skip(1).any(|cell| cell != NONE))
        .collect();
    let head = ["", "a load", "in time", "size", "a miss brings", "rate at best"];
    Table { rows, ..Table::new(head) }
}

/// A question, and the finding that answers it.
const COSTS: [(&str, &str); 11] = [
    ("each further way of a bank conflict", "shared.conflict_4.cycles_per_way"),
    (
        "each further distinct word of a warp out of constant memory",
        "warp.constant.distinct_words.cycles_per_more",
    ),
    ("a warp's load out of L1, words side by side", "warp.cached.distinct_words.most"),
    ("the same, each word in a line of its own", "warp.cached.distinct_lines.most"),
    ("a warp's load out of L2, words side by side", "warp.l2.distinct_words.most"),
    ("the same, each word in a line of its own", "warp.l2.distinct_lines.most"),
    ("memory written, at best", "bandwidth.write"),
    ("memory copied, at best", "bandwidth.copy"),
    ("bytes under way on each SM that a copy of words takes", "bandwidth.copy.bytes_in_flight"),
    ("memory covered by the TLB", "tlb.reach"),
    ("a load beyond takes longer by", "tlb.penalty"),
];

/// What the usual mistakes cost, and what full speed takes.
pub(super) fn costs(profile: &DeviceProfile) -> Table {
    let rows = COSTS
        .iter()
        .filter_map(|(question, id)| {
            let finding = profile.finding(id).filter(|f| f.value.number().is_some())?;
            Some(vec![(*question).to_owned(), words::value(finding)])
        })
        .collect();
    Table { rows, ..Table::new(["", "here"]) }
}

/// Both tables in text; empty when nothing of them was found.
pub fn at_a_glance(profile: &DeviceProfile, page: Page) -> String {
    let tables = [memories(profile), costs(profile)];
    let tables = tables.iter().filter(|table| !table.rows.is_empty()).map(|table| {
        let titles = table.head.iter().map(String::as_str);
        let mut text = terminal::dense(titles, |column| column > 0, page);
        table.rows.iter().for_each(|row| {
            text.add_row(row);
        });
        terminal::text(&text)
    });
    tables.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded() -> DeviceProfile {
        DeviceProfile::from_json(include_str!("../../../../weights/h200/probe.json"))
            .unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn every_cell_has_a_finding_that_there_is() {
        let profile = recorded();
        let of_memories = MEMORIES.iter().flat_map(ids).filter(|id| !id.is_empty());
        let of_costs = COSTS.iter().map(|(_, id)| (*id).to_owned());
        for id in of_memories.chain(of_costs) {
            assert!(profile.number(&id).is_some(), "{id}");
        }
        assert_eq!(memories(&profile).rows.len(), MEMORIES.len());
        assert_eq!(costs(&profile).rows.len(), COSTS.len());
    }

    #[test]
    fn what_was_not_found_is_left_out() {
        let mut profile = recorded();
        profile.findings.retain(|finding| finding.id == "bandwidth.read");
        assert_eq!(memories(&profile).rows.len(), 1);
        assert!(costs(&profile).rows.is_empty());
    }
}
