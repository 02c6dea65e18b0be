//! Textures and surfaces.

use super::{code, refusal};
use crate::{
    Access, Atomic, Beyond, Code, Fetch, Geometry, ImageOp, LaneOp, MemoryOp, Op, Query, Sampling,
    Type,
};

const TO: &str = "{%r1, %r2, %r3, %r4}";

fn images(code: &Code) -> Vec<ImageOp> {
    let ops = code.instructions.iter().filter_map(|instruction| {
        let Op::Memory(MemoryOp::Image(own)) = &instruction.op else { return None };
        Some((**own).clone())
    });
    ops.collect()
}

fn image(text: &str) -> ImageOp {
    let mut all = images(&code(&format!("{text}\nret;")));
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

fn fetch(text: &str) -> Fetch {
    let ImageOp::Fetch(fetch) = image(text) else { panic!("{text} is no fetch") };
    fetch
}

#[test]
fn fetches_have_their_geometry_and_coordinates() {
    let all = [
        ("1d", "{%r5}", Geometry::Line, 1),
        ("2d", "{%r5, %r6}", Geometry::Plane, 2),
        ("3d", "{%r5, %r6, %r7, %r7}", Geometry::Volume, 3),
        ("a1d", "{%r5, %r6}", Geometry::LayeredLine, 1),
        ("a2d", "{%r5, %r6, %r7, %r7}", Geometry::LayeredPlane, 2),
        ("cube", "{%r5, %r6, %r7, %r7}", Geometry::Cube, 3),
        ("acube", "{%r5, %r6, %r7, %r8}", Geometry::LayeredCube, 3),
    ];
    for (name, at, geometry, coordinates) in all {
        let fetch = fetch(&format!("tex.{name}.v4.f32.f32 {TO}, [%rd1, {at}];"));
        assert_eq!((fetch.geometry, fetch.coordinates.len()), (geometry, coordinates), "{name}");
        assert_eq!(fetch.layer.is_some(), geometry.is_layered());
        assert_eq!((fetch.sampling, fetch.ty, fetch.integers), (Sampling::Base, Type::F32, false));
        assert_eq!(fetch.to.len(), 4);
    }
    let by_number = fetch(&format!("tex.1d.v4.u32.s32 {TO}, [%rd1, {{%r5}}];"));
    assert!(by_number.integers && by_number.ty == Type::U32);
    let some = fetch("tex.2d.v4.s32.f32 {%r1, _, _, _}, [%rd1, {%r5, 0f3F800000}];");
    assert_eq!(some.to.iter().flatten().count(), 1);
}

#[test]
fn levels_gradients_and_gathers_are_decoded() {
    let level = fetch(&format!("tex.level.2d.v4.f32.f32 {TO}, [%rd1, {{%r5, %r6}}], %r7;"));
    assert!(matches!(level.sampling, Sampling::Level(_)));
    let gradient = fetch(&format!(
        "tex.grad.3d.v4.f32.f32 {TO}, [%rd1, {{%r5, %r6, %r7, %r7}}], {{%r5, %r6, %r7, %r7}}, \
         {{%r6, %r6, %r7, %r7}};"
    ));
    let Sampling::Gradient(x, y) = gradient.sampling else { panic!("no gradient") };
    assert_eq!((x.len(), y.len()), (3, 3));
    for (channel, number) in ["r", "g", "b", "a"].into_iter().zip(0..) {
        let text = format!("tld4.{channel}.2d.v4.s32.f32 {TO}, [%rd1, {{%r5, %r6}}];");
        assert_eq!(fetch(&text).sampling, Sampling::Gather(number));
    }
    // The predicate of a sparse texture: all is there.
    let code = code(&format!("@%p2 tex.2d.v4.f32.f32 {TO}|%p1, [%rd1, {{%r5, %r6}}];\nret;"));
    let set =
        code.instructions.iter().find(|i| matches!(i.op, Op::Lane(LaneOp::PredicateSet { .. })));
    assert!(set.is_some_and(|set| set.guard.is_some() && set.counted == 0));
}

#[test]
fn surfaces_are_read_written_and_reduced() {
    let load = image("suld.b.2d.v4.b32.clamp {%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r6}];");
    let ImageOp::Load { place, to } = load else { panic!("no load") };
    assert_eq!((place.beyond, to.elements.len()), (Beyond::Clamp, 4));
    let store = image("sust.b.a1d.b64.zero [%rd1, {%r5, %r6}], {%rd2};");
    let ImageOp::Store { place, from } = store else { panic!("no store") };
    assert_eq!((place.layer.is_some(), place.beyond, from.wide), (true, Beyond::Zero, true));
    let reduce = image("sured.b.min.3d.s32.trap [%rd1, {%r5, %r6, %r7, %r7}], %r8;");
    let ImageOp::Reduce { atomic, ty, .. } = reduce else { panic!("no reduction") };
    assert_eq!((atomic, ty), (Atomic::Min, Type::S32));
    let query = image("txq.level.width.b32 %r1, [%rd1], %r2;");
    assert!(matches!(
        query,
        ImageOp::Query { what: Query::Width, surface: false, level: Some(_), .. }
    ));
}

/// Each register that an instruction names, once: the results are written, all others are read.
#[test]
fn all_registers_are_visited() {
    let all = [
        (
            format!(
                "tex.grad.2d.v4.f32.f32 {TO}, [%rd1, {{%r5, %r6}}], {{%r7, %r8}}, {{%r9, %r10}};"
            ),
            7,
            4,
        ),
        (format!("tex.level.a2d.v4.f32.f32 {TO}, [%rd1, {{%r5, %r6, %r7, %r7}}], %r8;"), 5, 4),
        ("suld.b.3d.v2.b64.trap {%rd2, %rd3}, [%rd1, {%r5, %r6, %r7, %r7}];".to_owned(), 4, 2),
        ("sust.b.2d.v2.b32.trap [%rd1, {%r5, %r6}], {%r7, %r8};".to_owned(), 5, 0),
        ("sured.b.add.1d.u64.trap [%rd1, {%r5}], %rd2;".to_owned(), 3, 0),
        ("suq.depth.b32 %r1, [%rd1];".to_owned(), 1, 1),
    ];
    for (text, reads, writes) in all {
        let mut code = code(&format!("{text}\nret;"));
        let mut counts = [0, 0];
        let is_image = |op: &Op| matches!(op, Op::Memory(MemoryOp::Image(_)));
        let own = code.instructions.iter_mut().find(|i| is_image(&i.op)).unwrap();
        own.slots(&mut |_, access, _| counts[usize::from(access == Access::Write)] += 1);
        assert_eq!(counts, [reads, writes], "{text}");
    }
}

#[test]
fn what_is_not_fetched_is_refused_by_name() {
    let refused = [
        ("tex.2dms.v4.f32.s32", "{%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r6, %r7, %r8}]"),
        ("tex.2d.v4.f16.f32", "{%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r6}]"),
        ("tex.2d.v4.f32.f32", "{%r1, %r2, %r3, %r4}, [%rd1, %rd2, {%r5, %r6}]"),
        ("tex.2d.v4.f32.f32", "{%r1, %r2, %r3, %r4}, [name, {%r5, %r6}]"),
        ("tex.2d.v4.f32.f32", "{%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r6}], {%r7, %r8}"),
        ("tld4.r.a2d.v4.f32.f32", "{%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r6, %r7, %r7}]"),
        ("sust.p.2d.v4.b32.trap", "[%rd1, {%r5, %r6}], {%r1, %r2, %r3, %r4}"),
        ("suld.b.2d.v4.b64.trap", "{%rd2, %rd3, %rd4, %rd5}, [%rd1, {%r5, %r6}]"),
        ("sured.b.xor.1d.b32.trap", "[%rd1, {%r5}], %r1"),
        ("txq.channel_order.b32", "%r1, [%rd1]"),
    ];
    for (opcode, operands) in refused {
        let text = refusal(&format!("{opcode} {operands};"));
        assert_eq!(text, format!("PTX line 9: '{opcode}' is not supported"));
    }
    let few = refusal("tex.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%rd1, {%r5}];");
    assert!(few.ends_with("the wrong number of coordinates"), "{few}");
    let narrow = refusal("tex.1d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%r7, {%r5}];");
    assert!(narrow.ends_with("a handle has 64 bits"), "{narrow}");
}
