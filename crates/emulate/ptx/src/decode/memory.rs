//! Loads, stores and atomics.

use crate::text::{File, Operand, Result, Space, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;
use super::move_::SPACES;

use crate::op::{
    Address, Atomic, Base, Caching, Joined, MemoryOp, Order, Slot, StoreAsync, Vector,
};

pub(super) const SCOPES: &[&str] = &["cta", "cluster", "gpu", "sys"];
/// How caches replace lines, which changes no count here.
const REPLACEMENT: &[&str] = &["ca", "cs", "lu", "wb"];

pub(super) const OPERATIONS: &[(&str, Atomic)] = &[
    ("add", Atomic::Add),
    ("min", Atomic::Min),
    ("max", Atomic::Max),
    ("inc", Atomic::Inc),
    ("dec", Atomic::Dec),
    ("and", Atomic::And),
    ("or", Atomic::Or),
    ("xor", Atomic::Xor),
    ("exch", Atomic::Exchange),
    ("cas", Atomic::CompareSwap),
];

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn load(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        let mut order = order(&mut mods);
        if mods.name == "ldu" || mods.take("nc") {
            order = Order::ReadOnly;
        }
        let caching = caching(&mut mods);
        let (space, address) = self.place(written, &mut mods, 1)?;
        if matches!(space, Space::Constant | Space::Parameter) {
            order = Order::ReadOnly;
        }
        let count = elements(&mut mods);
        let ty = mods.ty(written)?;
        mods.done(written)?;
        let to = self.vector(written, 0, count, ty, true)?;
        let guard = self.guard(written)?;
        self.emit(guard, MemoryOp::Load { space, order, caching, address, to, joined: Joined::No })
    }

    /// `st.async` and `red.async`, whose last operand is a barrier.
    fn store_async(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        order(&mut mods);
        mods.take("shared::cluster");
        if !mods.take("mbarrier::complete_tx::bytes") {
            return Err(written.unsupported());
        }
        let atomic = match mods.name {
            "red" => Some(mods.take_one(OPERATIONS).ok_or_else(|| written.unsupported())?),
            _ => None,
        };
        let count = elements(&mut mods);
        let ty = mods.ty(written)?;
        mods.done(written)?;
        let known = atomic.is_none_or(|atomic| !ty.is_float() && atomic != Atomic::CompareSwap);
        if ty.bytes() < 4 || !known {
            return Err(written.unsupported());
        }
        let (address, barrier) = (self.address(written, 0)?.0, self.address(written, 2)?.0);
        let from = self.vector(written, 1, count, ty, false)?;
        let combining = atomic.map(|atomic| (atomic, ty));
        let own = StoreAsync { address, from, combining, barrier };
        let guard = self.guard(written)?;
        self.emit(guard, MemoryOp::StoreAsync(Box::new(own)))
    }

    pub(crate) fn store(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        if mods.take("async") {
            return self.store_async(written, mods);
        }
        let order = order(&mut mods);
        caching(&mut mods);
        let (space, address) = self.place(written, &mut mods, 0)?;
        if matches!(space, Space::Constant | Space::Parameter) {
            return Err(written.unsupported());
        }
        let count = elements(&mut mods);
        let ty = mods.ty(written)?;
        mods.done(written)?;
        let from = self.vector(written, 1, count, ty, false)?;
        let guard = self.guard(written)?;
        self.emit(guard, MemoryOp::Store { space, order, address, from })
    }

    /// The space and the address of a memory operand.
    pub(super) fn place(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        index: usize,
    ) -> Result<(Space, Address)> {
        let function = mods.take("param::func");
        let named = mods.take_one(SPACES);
        let (address, located) = self.address(written, index)?;
        let space = match (named, located) {
            // Parameters of a called function are in the frame.
            (Some(Space::Parameter), Some(Space::Frame)) => Space::Frame,
            _ if function => located.unwrap_or(Space::Parameter),
            (Some(named), _) => named,
            // A generic access to a variable.
            (None, Some(located)) => located,
            (None, None) => Space::Generic,
        };
        // An address of 32 bits is one of shared memory, or of other small spaces.
        let narrow = matches!(address.base, Base::Narrow(_));
        if narrow && matches!(space, Space::Generic | Space::Global | Space::Constant) {
            return Err(written.problem("a register of an address has the wrong width"));
        }
        Ok((space, address))
    }

    pub(super) fn vector(
        &mut self,
        written: &Written<'a>,
        index: usize,
        count: usize,
        ty: Type,
        result: bool,
    ) -> Result<Vector> {
        let parts = written.operand(index)?.parts();
        if parts.len() != count || ty == Type::Pred {
            return Err(written.problem("the wrong number of elements"));
        }
        let mut vector = Vector { elements: Vec::new(), ty, wide: false, register_bits: 32 };
        // Registers may be wider than what is loaded or stored.
        let found = parts.iter().find_map(|part| {
            let Operand::Name { name, .. } = part else { return None };
            self.register(name)
        });
        let own = match found {
            Some((register, _)) => register,
            None => ty,
        };
        if own.bytes() < ty.bytes() {
            return Err(written.problem("a register is too small"));
        }
        vector.wide = own.file() == Some(File::Wide);
        vector.register_bits = own.bytes().max(2) * 8;
        let file = own.file().ok_or_else(|| written.unsupported())?;
        for part in &parts {
            vector.elements.push(if !result {
                Some(self.value(written, part, own)?)
            } else if let Operand::Name { name, offset: 0 } = part {
                self.wanted(written, name, file)?
            } else {
                return Err(written.problem("a register is needed"));
            });
        }
        Ok(vector)
    }

    pub(crate) fn atomic(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        if mods.take("async") {
            return self.store_async(written, mods);
        }
        let returns = mods.name == "atom";
        mods.ignore(&["relaxed", "acquire", "release", "acq_rel", "noftz"]);
        mods.ignore(SCOPES);
        let atomic = mods.take_one(OPERATIONS).ok_or_else(|| written.unsupported())?;
        let place = usize::from(returns);
        let (space, address) = self.place(written, &mut mods, place)?;
        if !matches!(space, Space::Generic | Space::Global | Space::Shared) {
            return Err(written.unsupported());
        }
        let ty = mods.ty(written)?;
        mods.done(written)?;
        let fits = match atomic {
            Atomic::Add => {
                ty.is_float() || matches!(ty, Type::U32 | Type::S32 | Type::U64 | Type::S64)
            }
            Atomic::CompareSwap => matches!(ty, Type::B16 | Type::B32 | Type::B64),
            Atomic::Inc | Atomic::Dec => ty == Type::U32,
            Atomic::Min
            | Atomic::Max
            | Atomic::And
            | Atomic::Or
            | Atomic::Xor
            | Atomic::Exchange => !ty.is_float() && matches!(ty.bytes(), 4 | 8),
        };
        if !fits {
            return Err(written.unsupported());
        }
        let file = ty.file().ok_or_else(|| written.unsupported())?;
        let from = self.source(written, place + 1, ty)?;
        let swap = match atomic == Atomic::CompareSwap {
            true => Some(self.source(written, place + 2, ty)?),
            false => None,
        };
        let to = if returns { self.wanted_at(written, 0, file)? } else { None };
        let guard = self.guard(written)?;
        self.emit(
            guard,
            MemoryOp::Atomic {
                space,
                atomic,
                ty,
                address,
                to,
                is_read: true,
                gathered: false,
                from,
                swap,
            },
        )
    }
}

fn order(mods: &mut Modifiers<'_>) -> Order {
    let strong = ["relaxed", "acquire", "release", "volatile", "mmio"].iter();
    let strong = strong.filter(|modifier| mods.take(modifier)).count() > 0;
    mods.ignore(SCOPES);
    mods.ignore(&["weak"]);
    if strong { Order::Strong } else { Order::Weak }
}

pub(super) fn caching(mods: &mut Modifiers<'_>) -> Caching {
    mods.ignore(REPLACEMENT);
    mods.ignore_prefix("L1::");
    mods.ignore_prefix("L2::");
    let not = ["cg", "cv", "wt"].iter().filter(|modifier| mods.take(modifier)).count() > 0;
    if not { Caching::NotL1 } else { Caching::All }
}

fn elements(mods: &mut Modifiers<'_>) -> usize {
    mods.take_one(&[("v2", 2), ("v4", 4), ("v8", 8)]).unwrap_or(1)
}

/// A store of one register.
pub(super) fn store(space: Space, address: Address, from: Slot, ty: Type) -> MemoryOp {
    let (wide, register_bits) = (ty.bytes() == 8, ty.bytes() * 8);
    let from = Vector { elements: vec![Some(from)], ty, wide, register_bits };
    MemoryOp::Store { space, order: Order::Weak, address, from }
}
