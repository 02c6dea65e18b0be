//! Copies of boxes by tensor maps, against the places that the manual gives to their elements.

use propp_emulate_engine::{Cause, Counts, Element, Images, LaunchError, Swizzle, TensorMap};
use propp_emulate_ptx::Module;

use crate::support::{BASE, Shape, bytes, launch, launch_shape, module, words};

const NONE: Swizzle = Swizzle::None;

/// Of 32-bit numbers that lie densely, in the second array.
fn map(extents: &[u64], sides: &[u32], swizzle: Swizzle) -> TensorMap {
    let mut all = TensorMap {
        element: Element::U32,
        axes: extents.len(),
        base: BASE + (1 << 20),
        extents: [1; 5],
        strides: [4; 5],
        sides: [1; 5],
        steps: [1; 5],
        swizzle,
        fills_with_nan: false,
    };
    all.extents[..extents.len()].copy_from_slice(extents);
    all.sides[..sides.len()].copy_from_slice(sides);
    for axis in 1..extents.len() {
        all.strides[axis] = all.strides[axis - 1] * all.extents[axis - 1];
    }
    all
}

/// Loads a box into shared memory and writes that to the third array, word by word; then stores it by
/// the map in the fourth array.
fn kernel(axes: usize, box_bytes: u32, coordinates: &str, back: &str) -> Module {
    let body = format!(
        ".shared .align 1024 .b8 s[16384];\n.shared .align 8 .b8 b[8];\nmov.u32 %r1, s;\n\
         mov.u32 %r2, b;\nmov.u32 %r3, %tid.x;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra $W;\n\
         prefetch.tensormap [%rd0];\nmbarrier.init.shared.b64 [%r2], 1;\n\
         fence.mbarrier_init.release.cluster;\nmbarrier.arrive.expect_tx.shared.b64 _, [%r2], \
         {box_bytes};\n\
         cp.async.bulk.tensor.{axes}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes \
         [%r1], [%rd0, {{{coordinates}}}], [%r2];\n$W:\nbar.sync 0;\n$T:\n\
         mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;\n@!%p2 bra $T;\nshl.b32 %r4, %r3, 2;\n\
         $L:\nadd.u32 %r5, %r1, %r4;\nld.shared.u32 %r6, [%r5];\ncvt.u64.u32 %rd10, %r4;\n\
         add.s64 %rd11, %rd2, %rd10;\nst.global.u32 [%rd11], %r6;\nadd.u32 %r4, %r4, 128;\n\
         setp.lt.u32 %p3, %r4, {box_bytes};\n@%p3 bra $L;\n\
         @%p1 bra $E;\n{back}\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n$E:"
    );
    module(4, &body)
}

fn stored(axes: usize, coordinates: &str, reduction: &str) -> String {
    let (how, operation) = match reduction {
        "" => ("cp.async", String::new()),
        operation => ("cp.reduce.async", format!(".{operation}")),
    };
    format!(
        "{how}.bulk.tensor.{axes}d.global.shared::cta{operation}.tile.bulk_group [%rd3, \
         {{{coordinates}}}], [%r1];"
    )
}

/// Runs it, and gives what lay in shared memory, and the tensor at the end.
fn run(
    module: &Module,
    map: TensorMap,
    back: TensorMap,
    tensor: Vec<u8>,
) -> (Vec<u32>, Vec<u32>, Counts) {
    let mut arrays = [map.encode().to_vec(), tensor, vec![0; 16384], back.encode().to_vec()];
    let (counts, _) = launch(module, 1, 32, &mut arrays).unwrap();
    (words(&arrays[2]), words(&arrays[1]), counts)
}

/// Where a word of a box lies in shared memory: pieces of 16 bytes change places by the number of their
/// row of 128 bytes.
fn place(swizzle: Swizzle, at: usize) -> usize {
    let pieces = match swizzle {
        Swizzle::None => 1,
        Swizzle::Bytes32 => 2,
        Swizzle::Bytes64 => 4,
        Swizzle::Bytes128 => 8,
    };
    let (byte, line) = (at * 4, at * 4 / 128);
    ((byte / 16) ^ (line % pieces)) * 4 + at % 4
}

#[test]
fn planes_in_all_swizzles_go_in_and_come_back() {
    for (swizzle, width) in
        [(NONE, 12), (Swizzle::Bytes32, 8), (Swizzle::Bytes64, 16), (Swizzle::Bytes128, 32)]
    {
        let (rows, columns) = (40, 64);
        let own = map(&[columns, rows], &[width as u32, 20], swizzle);
        let module = kernel(2, width as u32 * 80, "4, 6", &stored(2, "8, 1", ""));
        let tensor = bytes(0..(rows * columns) as u32);
        let (shared, after, counts) = run(&module, own, own, tensor);
        let value = |row: usize, column: usize| (row * columns as usize + column) as u32;
        for (row, column) in (0..20).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let at = place(swizzle, row * width + column);
            assert_eq!(shared[at], value(row + 6, column + 4), "{swizzle:?}: {row}, {column}");
        }
        for (index, word) in after.iter().enumerate() {
            let (row, column) = (index / columns as usize, index % columns as usize);
            let is_inside = (1..21).contains(&row) && (8..8 + width).contains(&column);
            let expected = if is_inside { value(row + 5, column - 4) } else { value(row, column) };
            assert_eq!(*word, expected, "{swizzle:?}: {row}, {column}");
        }
        // Rows begin within a sector: 16 bytes of it, and those that follow.
        let sectors = |first: usize| ((first + width) * 4).div_ceil(32) - first * 4 / 32;
        let read = (sectors(4) * 20) as u64;
        let written = (sectors(8) * 20) as u64;
        assert_eq!(
            (counts.bulk_copies, counts.l2_sectors - read - written),
            (2, 80 * width as u64 / 32)
        );
        assert_eq!((counts.bulk_read_sectors, counts.bulk_write_sectors), (read, written));
    }
}

/// Extents of a tensor, sides and steps of a box, and where it begins.
type Boxed<'c> = (&'c [u64], &'c [u32], &'c [u32], &'c [i32]);

#[test]
fn boxes_of_one_to_five_axes_with_steps_and_beyond_the_edges() {
    let cases: [Boxed<'_>; 6] = [
        (&[100], &[64], &[1], &[-8]),
        (&[20, 9], &[8, 12], &[1, 1], &[-4, -2]),
        (&[20, 9], &[8, 9], &[1, 4], &[16, 1]),
        (&[12, 6, 5], &[4, 3, 4], &[1, 1, 3], &[8, 4, -1]),
        (&[8, 4, 3, 5], &[8, 2, 2, 2], &[1, 1, 2, 1], &[0, 3, 1, 4]),
        (&[4, 3, 3, 3, 3], &[4, 2, 2, 2, 2], &[1, 1, 1, 1, 2], &[0, 1, 2, 1, 0]),
    ];
    for (extents, sides, steps, first) in cases {
        let mut own = map(extents, sides, NONE);
        own.steps[..steps.len()].copy_from_slice(steps);
        let taken: Vec<u32> =
            sides.iter().zip(steps).map(|(side, step)| side.div_ceil(*step)).collect();
        let elements = taken.iter().product::<u32>();
        let total = extents.iter().product::<u64>() as u32;
        let coordinates: Vec<String> = first.iter().map(ToString::to_string).collect();
        let coordinates = coordinates.join(", ");
        let axes = extents.len();
        let module = kernel(axes, elements * 4, &coordinates, &stored(axes, &coordinates, "add"));
        let (shared, after, _) = run(&module, own, own, bytes(1000..1000 + total));
        let mut expected: Vec<u32> = (1000..1000 + total).collect();
        for element in 0..elements {
            let (mut rest, mut at, mut stride, mut is_inside) = (element, 0, 1, true);
            for axis in 0..axes {
                let place = i64::from(first[axis] + (rest % taken[axis] * steps[axis]) as i32);
                rest /= taken[axis];
                is_inside &= (0..extents[axis] as i64).contains(&place);
                at += place * stride;
                stride *= extents[axis] as i64;
            }
            let value = if is_inside { 1000 + at as u32 } else { 0 };
            assert_eq!(shared[element as usize], value, "{extents:?}: element {element}");
            // What was read is added to itself.
            if is_inside {
                expected[at as usize] += value;
            }
        }
        assert_eq!(after, expected, "{extents:?}");
    }
}

#[test]
fn what_lies_outside_is_nan_if_asked_for_and_numbers_are_rounded() {
    let of = |element: Element, nan: bool, tensor: &[u32]| {
        let mut own = map(&[tensor.len() as u64], &[8], NONE);
        (own.element, own.fills_with_nan) = (element, nan);
        let module = kernel(1, 32, "0", "");
        run(&module, own, own, bytes(tensor.iter().copied())).0[..8].to_vec()
    };
    let floats = [0x3f80_1000, 0x3f80_0fff, 0xbf80_1000, 0x0000_0001];
    let plain = of(Element::F32, true, &floats);
    assert_eq!(plain[..4], floats);
    assert!(plain[4..].iter().all(|bits| f32::from_bits(*bits).is_nan()), "{plain:x?}");
    assert_eq!(of(Element::F32Flushed, false, &floats)[3..5], [1, 0]);
    let rounded = [0x3f80_0000, 0x3f80_0000, 0xbf80_0000, 0];
    assert_eq!(of(Element::Tf32, false, &floats)[..4], rounded);
}

#[test]
fn reductions_of_halves_and_integers() {
    let reduce = |element: Element, operation: &str, tensor: &[u32], with: &[u32]| {
        // What is loaded from one tensor is combined with the other.
        let mut own = map(&[4], &[4], NONE);
        own.element = element;
        let extent = 16 / element.bytes();
        (own.extents[0], own.sides[0]) = (extent, extent as u32);
        let back = TensorMap { base: own.base + 16, ..own };
        let module = kernel(1, 16, "0", &stored(1, "0", operation));
        let all = bytes(with.iter().chain(tensor).copied());
        run(&module, own, back, all).1[4..8].to_vec()
    };
    let halves = reduce(Element::F16, "add", &[0x3c00_4000; 4], &[0x3c00_3c00; 4]);
    assert_eq!(halves, [0x4000_4200; 4]);
    let brains = reduce(Element::Bf16, "add", &[0x3f80_4000; 4], &[0x3f80_3f80; 4]);
    assert_eq!(brains, [0x4000_4040; 4]);
    let least = reduce(Element::S32, "min", &[5, u32::MAX, 7, 0], &[3, 1, 9, 0]);
    assert_eq!(least, [3, u32::MAX, 7, 0]);
    let both = reduce(Element::U32, "and", &[12, 10, 6, 1], &[10, 6, 3, 0]);
    assert_eq!(both, [8, 2, 2, 0]);
    let counted = reduce(Element::U32, "inc", &[1, 5, 0, 9], &[4, 4, 0, 9]);
    assert_eq!(counted, [2, 0, 0, 0]);
}

/// The map is a parameter of the kernel, to which a generic address leads.
#[test]
fn a_map_among_the_parameters() {
    let text = ".version 9.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .align 64 .b8 \
        m[128], .param .u64 p0, .param .u64 p1)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<9>;\n\
        .reg .b64 %rd<9>;\n.shared .align 128 .b8 s[128];\n.shared .align 8 .b8 b[8];\n\
        mov.b64 %rd1, m;\ncvta.param.u64 %rd2, %rd1;\nld.param.u64 %rd3, [p0];\n\
        mov.u32 %r1, s;\nmov.u32 %r2, b;\nmov.u32 %r3, %tid.x;\nsetp.ne.u32 %p1, %r3, 0;\n\
        @%p1 bra $W;\nmbarrier.init.shared::cta.b64 [%r2], 1;\n\
        mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%r2], 128;\n\
        cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint \
        [%r1], [%rd2, {%r3}], [%r2], 0;\n$W:\nbar.sync 0;\n$T:\n\
        mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0;\n@!%p2 bra $T;\n\
        shl.b32 %r4, %r3, 2;\nadd.u32 %r5, %r1, %r4;\nld.shared.u32 %r6, [%r5];\n\
        cvt.u64.u32 %rd4, %r4;\nadd.s64 %rd5, %rd3, %rd4;\nst.global.u32 [%rd5], %r6;\nret;\n}\n";
    let module = Module::parse(text).unwrap();
    let own = map(&[32], &[32], NONE);
    let shape = Shape { grid: [1; 3], block: 32, cluster: [0; 3], threads: 1 };
    let mut arrays = [vec![0; 128], bytes(7..39)];
    launch_shape(Images::default(), &module, shape, &own.encode(), &mut arrays).unwrap();
    assert_eq!(words(&arrays[0]), (7..39).collect::<Vec<_>>());
}

/// A kernel that makes a map of zeros in shared memory, as Triton does.
#[test]
fn a_map_that_the_kernel_makes() {
    let fields = [
        ("global_address", "b64 [%r8], %rd1"),
        ("rank", "b32 [%r8], 1"),
        ("box_dim", "b32 [%r8], 0, 8"),
        ("box_dim", "b32 [%r8], 1, 2"),
        ("global_dim", "b32 [%r8], 0, 24"),
        ("global_dim", "b32 [%r8], 1, 3"),
        ("global_stride", "b64 [%r8], 0, %rd9"),
        ("element_stride", "b32 [%r8], 0, 1"),
        ("element_stride", "b32 [%r8], 1, 1"),
        ("elemtype", "b32 [%r8], 3"),
        ("interleave_layout", "b32 [%r8], 0"),
        ("swizzle_mode", "b32 [%r8], 1"),
        ("fill_mode", "b32 [%r8], 0"),
    ];
    let replace = |(field, rest): (&str, &str)| {
        format!("tensormap.replace.tile.{field}.shared::cta.b1024.{rest};\n")
    };
    let fields: String = fields.into_iter().map(replace).collect();
    let body = format!(
        ".shared .align 128 .b8 s[128];\n.shared .align 128 .b8 m[128];\n.shared .align 8 .b8 b[8];\n\
         mov.u32 %r1, s;\nmov.u32 %r2, b;\nmov.u32 %r3, %tid.x;\nmov.u32 %r8, m;\n\
         setp.ne.u32 %p1, %r3, 0;\nmov.u64 %rd9, 96;\n@%p1 bra $S;\n{fields}$S:\nbar.warp.sync -1;\n\
         tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd0], \
         [%r8], 128;\nfence.proxy.tensormap::generic.acquire.gpu [%rd0], 128;\n@%p1 bra $W;\n\
         mbarrier.init.shared::cta.b64 [%r2], 1;\n\
         mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 64;\n\
         cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd0, {{16, 2}}], \
         [%r2];\n$W:\nbar.sync 0;\nshl.b32 %r4, %r3, 2;\nadd.u32 %r5, %r1, %r4;\n\
         ld.shared.u32 %r6, [%r5];\ncvt.u64.u32 %rd12, %r4;\nadd.s64 %rd13, %rd2, %rd12;\n\
         st.global.u32 [%rd13], %r6;"
    );
    let mut arrays = [vec![0; 128], bytes(0..72), vec![0; 128]];
    launch(&module(3, &body), 1, 32, &mut arrays).unwrap();
    let found = TensorMap::decode(arrays[0].first_chunk().unwrap()).unwrap();
    let base = BASE + (1 << 20);
    assert_eq!((found.element, found.swizzle, found.base), (Element::S32, Swizzle::Bytes32, base));
    assert_eq!((&found.extents[..2], &found.strides[..2]), (&[24, 3][..], &[4, 96][..]));
    // The last row, and one that is outside.
    let expected: Vec<u32> = (64..72).chain([0; 8]).collect();
    assert_eq!(words(&arrays[2])[..16], expected);
    let wrong = body.replace(
        "swizzle_mode.shared::cta.b1024.b32 [%r8], 1",
        "swizzle_mode.shared::cta.b1024.b32 [%r8], 4",
    );
    match launch(&module(3, &wrong), 1, 32, &mut arrays) {
        Err(LaunchError::Fault(fault)) => assert!(matches!(fault.cause, Cause::Unsupported(_))),
        other => panic!("{other:?}"),
    }
}

fn cause(own: &[u8], module: &Module) -> Cause {
    let mut arrays = [own.to_vec(), vec![0; 400], vec![0; 16384], own.to_vec()];
    match launch(module, 1, 32, &mut arrays) {
        Err(LaunchError::Fault(fault)) => fault.cause,
        other => panic!("{other:?}"),
    }
}

#[test]
fn maps_that_nobody_made_and_boxes_in_wrong_places_are_faults() {
    let own = map(&[100], &[8], NONE);
    let plain = kernel(1, 32, "0", "");
    assert_eq!(cause(&[0; 128], &plain), Cause::NoTensorMap { address: BASE });
    let plane = kernel(2, 32, "0, 0", "");
    assert_eq!(cause(&own.encode(), &plane), Cause::NoTensorMap { address: BASE });
    let beyond = TensorMap { extents: [200, 1, 1, 1, 1], ..own };
    let far = kernel(1, 32, "96", "");
    assert!(matches!(cause(&beyond.encode(), &far), Cause::OutOfBounds { .. }));
    let odd = kernel(
        1,
        32,
        "0",
        "add.u32 %r1, %r1, 16;\ncp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%rd3, {0}], [%r1];",
    );
    let access = "a copy of a tensor's box";
    assert_eq!(cause(&own.encode(), &odd), Cause::Misaligned { access, bytes: 128, address: 16 });
    let halves = TensorMap { element: Element::F16, ..own };
    let least = kernel(1, 16, "0", &stored(1, "0", "min"));
    assert!(matches!(cause(&halves.encode(), &least), Cause::Unsupported(_)));
}

#[test]
fn copies_that_are_not_emulated_are_refused_by_name() {
    for text in [
        "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r1], \
         [%rd0, {0, 0, 0, 0}], [%r2], {%rs1, %rs2};",
        "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%r1], \
         [%rd0, {0, 0, 0, 0, 0}], [%r2];",
        "tensormap.replace.tile.swizzle_atomicity.global.b1024.b32 [%rd0], 1;",
    ] {
        let module = module(1, text);
        let words = module.kernels[0].code.as_ref().unwrap_err().to_string();
        let name = text.split(' ').next().unwrap();
        assert!(words.contains(name), "{words}");
    }
}
