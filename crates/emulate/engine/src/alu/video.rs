//! Bytes or halves of a register, each by itself.

use propp_emulate_ptx::{Comparison, LaneOp, Video, VideoOp};

use crate::lanes::Registers;

pub(super) fn video(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Video(video) = op else { return };
    let sources = registers.sources(&video.from);
    registers.set_narrow(video.to, mask, |lane| result(video, sources.map(|source| source[lane])));
}

fn result(video: &Video, [a, b, c]: [u32; 3]) -> u32 {
    let part = |value: u32, at: u32, signed: bool| {
        let bits = value >> at & (u32::MAX >> (32 - video.bits));
        let unused = 64 - video.bits;
        if signed { (i64::from(bits) << unused) >> unused } else { i64::from(bits) }
    };
    let places = (0..32).step_by(video.bits as usize);
    let parts = places.map(|at| {
        let (a, b) = (part(a, at, video.signed[1]), part(b, at, video.signed[2]));
        (at, saturated(video, of(video.op, a, b)))
    });
    if video.sums {
        return parts.fold(c, |sum, (_, part)| sum.wrapping_add(part as u32));
    }
    let mask = i64::from(u32::MAX >> (32 - video.bits));
    parts.fold(0, |all, (at, part)| all | ((part & mask) as u32) << at)
}

fn of(op: VideoOp, a: i64, b: i64) -> i64 {
    match op {
        VideoOp::Add => a + b,
        VideoOp::Sub => a - b,
        VideoOp::Average => (a + b + i64::from(a + b >= 0)) >> 1,
        VideoOp::Difference => (a - b).abs(),
        VideoOp::Min => a.min(b),
        VideoOp::Max => a.max(b),
        VideoOp::Set { comparison, negated } => {
            let holds = match comparison {
                Comparison::Equal => a == b,
                Comparison::Different => a != b,
                Comparison::Less => a < b,
                Comparison::LessOrEqual => a <= b,
                Comparison::Ordered => true,
            };
            i64::from(holds != negated)
        }
    }
}

fn saturated(video: &Video, value: i64) -> i64 {
    let top = 1_i64 << video.bits;
    match (video.saturate, video.signed[0]) {
        (false, _) => value,
        (true, true) => value.clamp(-top / 2, top / 2 - 1),
        (true, false) => value.clamp(0, top - 1),
    }
}
