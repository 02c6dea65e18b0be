//! Moves, packing, and conversions of addresses.

use crate::text::{File, Operand, Result, Space, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;
use super::special;

use crate::module::{Constant, Special};
use crate::op::{Comparison, LaneOp, SystemOp};

pub(crate) const SPACES: &[(&str, Space)] = &[
    ("global", Space::Global),
    ("shared::cta", Space::Shared),
    ("shared::cluster", Space::Shared),
    ("shared", Space::Shared),
    ("local", Space::Local),
    ("const", Space::Constant),
    ("param::entry", Space::Parameter),
    ("param", Space::Parameter),
];

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn move_(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        match mods.name {
            "cvta" => {
                let back = mods.take("to");
                let space = mods.take_one(SPACES).ok_or_else(|| written.unsupported())?;
                let ty = mods.ty(written)?;
                mods.done(written)?;
                let wide = ty.bytes() == 8;
                let from = self.source(written, 1, ty)?;
                let to = self.destination(written, 0, file(wide))?;
                let guard = self.guard(written)?;
                let op = if back {
                    LaneOp::FromGeneric { space, wide, to, from }
                } else {
                    LaneOp::ToGeneric { space, wide, to, from }
                };
                self.emit(guard, op)
            }
            "isspacep" => {
                let of_cluster = written.opcode.ends_with("::cluster");
                let space = mods.take_one(SPACES).ok_or_else(|| written.unsupported())?;
                mods.done(written)?;
                let from = self.source(written, 1, Type::U64)?;
                let to = self.destination(written, 0, File::Predicate)?;
                let guard = self.guard(written)?;
                self.emit(guard, LaneOp::IsSpace { space, of_cluster, to, from })
            }
            "mapa" | "getctarank" => self.other_block(written, mods),
            _ => {
                let ty = mods.ty(written)?;
                mods.done(written)?;
                self.plain_move(written, ty)
            }
        }
    }

    /// `mapa` and `getctarank`: an address and a rank.
    fn other_block(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        mods.take("shared::cluster");
        let ty = mods.ty(written)?;
        mods.done(written)?;
        let wide = ty.bytes() == 8;
        let from = self.source(written, 1, ty)?;
        let own = self.special(Special::ClusterRank);
        let op = if mods.name == "mapa" {
            let rank = self.source(written, 2, Type::U32)?;
            let to = self.destination(written, 0, file(wide))?;
            LaneOp::ToBlock { wide, to, from, rank, own }
        } else {
            let to = self.destination(written, 0, File::Narrow)?;
            LaneOp::RankOf { wide, to, from, own }
        };
        let guard = self.guard(written)?;
        self.emit(guard, op)
    }

    /// `mov.pred p, %is_explicit_cluster`
    fn has_clusters(&mut self, written: &Written<'a>) -> Result<()> {
        let own = self.special(Special::HasClusters);
        let zero = self.constant(Constant::Narrow(0));
        let to = Some(self.destination(written, 0, File::Predicate)?);
        let guard = self.guard(written)?;
        self.emit(
            guard,
            LaneOp::Compare {
                comparison: Comparison::Equal,
                negated: true,
                ty: Type::U32,
                from: [own, zero],
                with: None,
                to,
                other: None,
            },
        )
    }

    fn plain_move(&mut self, written: &Written<'a>, ty: Type) -> Result<()> {
        match (written.operand(0)?, written.operand(1)?) {
            (Operand::Vector(to), _) => self.split(written, &to.clone(), ty),
            (_, Operand::Vector(from)) => self.join(written, &from.clone(), ty),
            (_, Operand::Name { name, .. }) if let Some(clock) = special::clock(name) => {
                let to = self.destination(written, 0, file(clock.is_wide()))?;
                let guard = self.guard(written)?;
                self.emit(guard, SystemOp::Clock { clock, to })
            }
            (_, Operand::Name { name: "%is_explicit_cluster", .. }) => self.has_clusters(written),
            _ if ty == Type::Pred => {
                let guard = self.guard(written)?;
                let to = self.destination(written, 0, File::Predicate)?;
                let op = if let Operand::Integer(value) = *written.operand(1)? {
                    LaneOp::PredicateSet { to, value: value != 0 }
                } else {
                    LaneOp::PredicateMove { to, from: self.predicate(written, 1)? }
                };
                self.emit(guard, op)
            }
            _ => {
                let from = self.source(written, 1, ty)?;
                let wide = ty.bytes() == 8;
                let to = self.destination(written, 0, file(wide))?;
                let guard = self.guard(written)?;
                self.emit(guard, LaneOp::Move { wide, to, from })
            }
        }
    }

    /// `mov.b64 {a, b}, c`
    fn split(&mut self, written: &Written<'a>, parts: &[Operand<'a>], ty: Type) -> Result<()> {
        let bits = part_bits(written, ty, parts.len())?;
        let mut to = Vec::new();
        for part in parts {
            let Operand::Name { name, offset: 0 } = part else {
                return Err(written.problem("a register is needed for each part"));
            };
            to.push(self.wanted(written, name, File::Narrow)?);
        }
        let from = self.source(written, 1, ty)?;
        let guard = self.guard(written)?;
        match (bits, to.as_slice()) {
            (32, [low, high]) => self.emit(guard, LaneOp::Split64 { to: [*low, *high], from }),
            (16, [a, b, c, d]) => {
                let halves = [self.slot(File::Narrow), self.slot(File::Narrow)];
                self.add(LaneOp::Split64 { to: halves.map(Some), from })?;
                let low = LaneOp::Split32 { bits, to: vec![*a, *b], from: halves[0] };
                self.push(guard, low, false)?;
                self.emit(guard, LaneOp::Split32 { bits, to: vec![*c, *d], from: halves[1] })
            }
            _ => self.emit(guard, LaneOp::Split32 { bits, to, from }),
        }
    }

    /// `mov.b64 c, {a, b}`
    fn join(&mut self, written: &Written<'a>, parts: &[Operand<'a>], ty: Type) -> Result<()> {
        let bits = part_bits(written, ty, parts.len())?;
        let part_type = match bits {
            32 => Type::B32,
            16 => Type::B16,
            _ => Type::B8,
        };
        let mut from = Vec::new();
        for part in parts {
            from.push(self.value(written, part, part_type)?);
        }
        let to = self.destination(written, 0, file(ty.bytes() == 8))?;
        let guard = self.guard(written)?;
        match (bits, from.as_slice()) {
            (32, [low, high]) => self.emit(guard, LaneOp::Join64 { to, from: [*low, *high] }),
            (16, [a, b, c, d]) => {
                let halves = [self.slot(File::Narrow), self.slot(File::Narrow)];
                self.add(LaneOp::Join32 { bits, to: halves[0], from: vec![*a, *b] })?;
                self.add(LaneOp::Join32 { bits, to: halves[1], from: vec![*c, *d] })?;
                self.emit(guard, LaneOp::Join64 { to, from: halves })
            }
            _ => self.emit(guard, LaneOp::Join32 { bits, to, from }),
        }
    }
}

fn file(wide: bool) -> File {
    if wide { File::Wide } else { File::Narrow }
}

fn part_bits(written: &Written<'_>, ty: Type, parts: usize) -> Result<u32> {
    match (ty.bytes(), parts) {
        (8, 2) => Ok(32),
        (4, 2) | (8, 4) => Ok(16),
        (4, 4) | (2, 2) => Ok(8),
        _ => Err(written.unsupported()),
    }
}
