//! The page for people and models.

use std::fmt::Write as _;

use propp_base_text::{bytes, duration, per_cent};
use propp_judge_hints::words::number;

use super::{AskedBrief, Drill, KernelBrief, LineBrief, MOST_LINES, WholeChange};

impl Drill {
    pub fn text(&self) -> String {
        let mut out = String::new();
        if let Some(change) = &self.change {
            out += &change.text();
        }
        if let Some(kernel) = &self.kernel {
            if self.change.is_some() {
                out.push('\n');
            }
            out += &kernel.text(self.change.is_none());
        }
        if !self.lines.is_empty() {
            out.push_str("\nHottest lines:\n");
        }
        for line in &self.lines {
            out += &line.text();
        }
        if let left @ 1.. = self.lines_left_out {
            let _ = writeln!(out, "- {left} more lines: --top {MOST_LINES}, or --lines");
        }
        out.push_str("\nNext:\n");
        for line in &self.next {
            let _ = writeln!(out, "- {line}");
        }
        out
    }
}

impl LineBrief {
    fn text(&self) -> String {
        let mut facts = Vec::new();
        facts.extend(self.time_share.map(|share| format!("{:.1} % of the time", 100.0 * share)));
        facts.push(format!("{} instructions", self.executed));
        if self.sectors > 0 {
            let times =
                self.sectors_times.map_or_else(String::new, |x| format!(" ({x:.1}× needed)"));
            facts.push(format!("{} sectors{times}", self.sectors));
        }
        if self.wavefronts > 0 {
            facts.push(format!("{} wavefronts", self.wavefronts));
        }
        facts.extend(self.rules.iter().map(|rule| format!("[{rule}]")));
        let text = self.text.as_ref().map_or_else(String::new, |text| format!(": {text}"));
        format!("- {}: {}{text}\n", self.at, facts.join(", "))
    }
}

impl WholeChange {
    fn text(&self) -> String {
        let mut out = self.brief.text();
        for cause in &self.causes {
            let _ = writeln!(out, "   cause: {cause}");
        }
        for one in &self.evidence {
            let value = one.value.map_or_else(String::new, |value| format!(": {}", number(value)));
            let _ = writeln!(out, "   seen: {}{value}", one.what);
        }
        if self.all_kernels.len() > 1 {
            out.push_str("   kernels:\n");
            for one in &self.all_kernels {
                let time = duration(one.total_ns);
                let _ = writeln!(out, "   - [{}] {}: {time}", one.kernel_id, one.kernel);
            }
        }
        out
    }
}

impl KernelBrief {
    fn text(&self, with_changes: bool) -> String {
        let mut out = format!("[{}] {}\n", self.kernel_id, self.kernel);
        let share =
            self.time_share.map(|share| format!(", {} % of the kernels' time", per_cent(share)));
        if let Some(each) = self.launch_ns {
            let launches = self.launches.unwrap_or_default();
            let _ = writeln!(
                out,
                "   {launches} launches of {}{}",
                duration(each),
                share.unwrap_or_default()
            );
        }
        for one in &self.configurations {
            let [x, y, z] = one.grid;
            let [a, b, c] = one.block;
            let shared = one.static_shared_bytes + one.dynamic_shared_bytes;
            let _ = writeln!(
                out,
                "   grid {x}x{y}x{z}, block {a}x{b}x{c}, {} registers, {shared} bytes of shared memory",
                one.registers
            );
        }
        let criteria =
            self.criteria.iter().map(|(name, value)| format!("{name} {:.0}", 100.0 * value));
        let criteria: Vec<String> = criteria.collect();
        if !criteria.is_empty() {
            let _ = writeln!(out, "   criteria (100 is best): {}", criteria.join(", "));
        }
        if let Some(AskedBrief { needed_bytes, l1_times, l2_times }) = self.asked {
            let _ = writeln!(
                out,
                "   a launch needs {}; it asks L1 for {l1_times:.1}× that, and L2 for {l2_times:.1}×",
                bytes(needed_bytes as u64)
            );
        }
        for roof in &self.roofs {
            let _ = writeln!(out, "   {:.0} % of the peak of {}", 100.0 * roof.share, roof.roof);
        }
        if with_changes {
            for change in &self.changes {
                let _ = write!(out, "\n{}", change.text());
            }
        }
        if let Some(nothing) = &self.nothing {
            let _ = writeln!(out, "   {nothing}");
        }
        out
    }
}
