//! What the sources of the fixtures say that the cubins must hold.

use propp_code_sass::{Class, Cubin, CubinError, Direction, Kind, NoLines, Policy, Space};

use crate::fixture;

#[test]
fn both_layouts_name_the_architecture() {
    for (name, number) in [
        ("older.sm_80", 80),
        ("older.sm_90", 90),
        ("kernels.sm_75", 75),
        ("kernels.sm_90", 90),
        ("kernels.sm_120", 120),
    ] {
        let bytes = fixture(&format!("{name}.cubin"));
        assert_eq!(Cubin::parse(&bytes).unwrap().architecture().number(), number, "{name}");
    }
}

#[test]
fn kernels_and_the_functions_behind_them() {
    let bytes = fixture("kernels.sm_90.cubin");
    let cubin = Cubin::parse(&bytes).unwrap();
    let kernels = cubin.functions().iter().filter(|f| f.kind == Kind::Kernel).count();
    assert_eq!(kernels, 7);
    let device = cubin.function("$_Z5callsPKfPfi$_Z10polynomialPKfif").unwrap();
    assert_eq!((device.kind, device.resources.frame), (Kind::Device, Some(64)));
    let calls = cubin.function("_Z5callsPKfPfi").unwrap();
    assert!(device.code.len() < calls.code.len());
    assert!(calls.code.ends_with(device.code));
    let inside = |function| cubin.inside(function).map(|inner| inner.name).collect::<Vec<_>>();
    assert_eq!(inside(calls), [device.name]);
    assert_eq!(inside(device), [""; 0]);
}

#[test]
fn launch_bounds_parameters_and_barriers() {
    let bytes = fixture("kernels.sm_80.cubin");
    let cubin = Cubin::parse(&bytes).unwrap();
    let nested = &cubin.function("_Z6nestedPKfPfii").unwrap().resources;
    assert_eq!(nested.max_threads, Some([256, 1, 1]));
    assert_eq!((nested.barriers, nested.shared, nested.max_registers), (1, 1024, Some(128)));
    assert_eq!(nested.parameters.map(|(_, bytes)| bytes), Some(24));
    let parameters: Vec<_> = nested.parameter.iter().map(|p| (p.offset, p.bytes)).collect();
    assert_eq!(parameters, [(0, 8), (8, 8), (16, 4), (20, 4)]);
}

#[test]
fn the_blocks_of_a_cluster() {
    let bytes = fixture("modern.sm_90.cubin");
    let cubin = Cubin::parse(&bytes).unwrap();
    assert_eq!(cubin.function("_Z7clusterPi").unwrap().resources.cluster, Some([2, 1, 1]));
    assert_eq!(cubin.function("_Z4warpPi").unwrap().resources.cluster, None);
}

#[test]
fn an_inlined_line_names_its_functions_and_calls() {
    let bytes = fixture("kernels.sm_90.cubin");
    let cubin = Cubin::parse(&bytes).unwrap();
    let lines = cubin.lines().unwrap();
    let function = cubin.function("_Z7inlinedPKfS0_Pfi").unwrap();
    let table = lines.table(function).unwrap();
    let product = function.instructions().find(|i| i.opcode.name() == Some("FMUL")).unwrap();
    let location = table.at(product.offset).unwrap();
    let source = include_str!("../fixtures/kernels.cu");
    let text = |line: u32| source.lines().nth(line as usize - 1).unwrap().trim();
    assert_eq!(location.frame.file.name, "kernels.cu");
    assert_eq!(location.frame.function, Some("_Z6squaref"));
    assert_eq!(text(location.frame.line), "return x * x;");
    let calls: Vec<_> =
        location.inlined.iter().map(|call| (call.function, text(call.line))).collect();
    let norm = (Some("_Z4normff"), "return sqrtf(square(x) + square(y));");
    assert_eq!(calls, [norm, (None, "out[i] = norm(a[i], b[i]);")]);
    assert_eq!(table.at(function.code.len() as u64), None);
}

#[test]
fn a_cubin_without_lines_says_so() {
    let bytes = fixture("plain.sm_90.cubin");
    let error = Cubin::parse(&bytes).unwrap().lines().err();
    assert_eq!(error, Some(NoLines::Missing));
    assert!(NoLines::Missing.to_string().contains("-lineinfo"));
}

#[test]
fn accesses_have_spaces_widths_and_policies() {
    for architecture in [75, 80, 90, 100, 120] {
        let bytes = fixture(&format!("plain.sm_{architecture}.cubin"));
        let cubin = Cubin::parse(&bytes).unwrap();
        let widths = cubin.function("_Z6widthsPKhPKsPKiPKdPK6float4PcPi").unwrap();
        let accesses: Vec<_> = widths.instructions().filter_map(|i| i.memory).collect();
        let has = |space, direction, width| {
            let found = |a: &&propp_code_sass::Memory| {
                (a.space, a.direction, a.width) == (space, direction, Some(width))
            };
            assert!(accesses.iter().any(|a| found(&a)), "sm_{architecture} {space:?} {width}");
        };
        has(Space::Global, Direction::Load, 8);
        has(Space::Global, Direction::Load, 64);
        has(Space::Global, Direction::Load, 128);
        has(Space::Global, Direction::Store, 128);
        has(Space::Shared, Direction::Store, 128);
        has(Space::Generic, Direction::Store, 32);
        assert!(accesses.iter().any(|a| a.policy == Some(Policy::EvictFirst)), "sm_{architecture}");
    }
}

#[test]
fn tensor_cores_and_asynchronous_copies() {
    let bytes = fixture("modern.sm_80.cubin");
    let cubin = Cubin::parse(&bytes).unwrap();
    let product = cubin.function("_Z7productPK6__halfS1_Pfi").unwrap();
    let classes: Vec<_> = product.instructions().map(|i| i.opcode).collect();
    let is_tensor = |o: &propp_code_sass::Opcode| {
        matches!(o, propp_code_sass::Opcode::Known { class: Class::Tensor, .. })
    };
    assert!(classes.iter().any(is_tensor));
    let staged = cubin.function("_Z6stagedPK6float4PS_i").unwrap();
    let copy = staged.instructions().filter_map(|i| i.memory);
    let mut copy = copy.filter(|m| m.direction == Direction::CopyToShared).map(|m| m.width);
    assert!(copy.any(|width| width == Some(128)));
}

#[test]
fn other_files_are_errors_that_say_why() {
    let mut bytes = fixture("plain.sm_90.cubin");
    assert_eq!(Cubin::parse(b"MZ").err(), Some(CubinError::NotElf(2)));
    let cut = Cubin::parse(&bytes[..4096]).err().unwrap();
    assert!(matches!(cut, CubinError::CutOff { length: 4096, .. }), "{cut}");
    bytes[18] = 62;
    assert_eq!(Cubin::parse(&bytes).err(), Some(CubinError::NotCuda(62)));
}
