//! Programs of several translation units, and all that is in the way of a kernel.

use crate::{Constant, Module, PtxError, Reason};

fn unit(body: &str) -> String {
    format!(".version 9.0\n.target sm_90\n.address_size 64\n{body}\n")
}

fn linked(units: &[&str]) -> Result<Module, PtxError> {
    let texts: Vec<String> = units.iter().map(|body| unit(body)).collect();
    Module::link(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}

const KERNEL: &str = ".extern .func (.param .b32 r) get ();\n.extern .global .align 4 .u32 far;\n\
    .global .align 4 .u32 own = 1;\n.visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>;\n{\n\
    .param .b32 v;\ncall.uni (v), get, ();\nld.param.b32 %r1, [v];\n}\n\
    ld.global.u32 %r2, [far];\nld.global.u32 %r3, [own];\nret;\n}";

/// A function that reads a variable which only its own unit sees.
const FUNCTION: &str = ".visible .global .align 4 .u32 far = 7;\n\
    .global .align 4 .u32 own = 2;\n.visible .func (.param .b32 r) get ()\n{\n\
    .reg .b32 %r<9>;\nld.global.u32 %r1, [own];\nst.param.b32 [r], %r1;\nret;\n}";

#[test]
fn a_unit_sees_the_functions_and_variables_that_another_defines() {
    for units in [[KERNEL, FUNCTION], [FUNCTION, KERNEL]] {
        let module = linked(&units).unwrap();
        let kernel = module.kernel("k").unwrap();
        let code = kernel.code.as_ref().unwrap();
        let mut read: Vec<(&str, u8)> = { code.constants.iter() }
            .filter_map(|(_, constant)| match constant {
                Constant::Address { variable, .. } => Some(*variable as usize),
                Constant::Narrow(_) | Constant::Wide(_) => None,
            })
            .map(|index| &module.variables[index])
            .map(|variable| (&*variable.name, variable.initial[0]))
            .collect();
        read.sort_unstable();
        // Each unit's own variable, though both have the same name.
        assert_eq!(read, [("far", 7), ("own", 1), ("own", 2)]);
        assert!(module.variables.iter().all(|variable| !variable.external));
    }
}

#[test]
fn a_variable_that_no_unit_defines_stays_external() {
    let module = linked(&[KERNEL]).unwrap();
    let far = module.variables.iter().find(|variable| variable.name == "far").unwrap();
    assert!(far.external);
    let reason = module.kernel("k").unwrap().code.clone().unwrap_err().to_string();
    assert!(reason.ends_with("'a call of get' is not supported"), "{reason}");
}

#[test]
fn of_weak_definitions_one_is_taken_and_two_others_are_an_error() {
    let weak = ".weak .global .align 4 .u32 w = 3;\n.weak .entry t()\n{\nret;\n}";
    let strong = ".visible .global .align 4 .u32 w = 4;";
    let module = linked(&[weak, weak, strong]).unwrap();
    assert_eq!((module.kernels.len(), module.variables.len()), (1, 1));
    assert_eq!(module.variables[0].initial, [4]);
    let error = linked(&[strong, strong]).unwrap_err();
    assert_eq!(error.reason, Reason::DefinedTwice("w".to_owned()));
}

#[test]
fn the_alignment_of_what_a_pointer_points_to_is_not_its_own() {
    let text = ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u32 a, \
                .param .u64 .ptr .global .align 1 b, .param .u64 .ptr .align 16 c)\n{\nret;\n}\n";
    let module = Module::parse(text).unwrap();
    let offsets: Vec<u32> = module.kernels[0].parameters.iter().map(|own| own.offset).collect();
    assert_eq!((offsets, module.kernels[0].parameter_bytes), (vec![0, 8, 16], 24));
}

#[test]
fn a_source_file_has_another_number_in_each_unit() {
    let file = |name: &str| format!(".file 1 \"{name}.cu\"");
    let one = file("one") + "\n.visible .entry a()\n{\n.loc 1 5 0\nret;\n}";
    let two = file("two") + "\n.visible .entry b()\n{\n.loc 1 6 0\nret;\n}";
    let module = linked(&[&one, &two]).unwrap();
    let path = |kernel: &str| {
        let code = module.kernel(kernel).unwrap().code.as_ref().unwrap();
        let place = code.places[code.instructions[0].place as usize];
        (module.path(place).unwrap().to_owned(), place.line)
    };
    assert_eq!(path("a"), ("one.cu".to_owned(), 5));
    assert_eq!(path("b"), ("two.cu".to_owned(), 6));
}

#[test]
fn the_size_of_a_warp_is_a_constant_and_a_register_needs_no_blank() {
    let body = ".visible .entry k()\n{\n.reg.b32 a, b;\n.reg.b16 c;\nmov.u32 a, WARP_SZ;\n\
        add.s32 b, a, 1;\nret;\n}";
    let module = linked(&[body]).unwrap();
    let code = module.kernels[0].code.as_ref().unwrap();
    assert!(code.constants.iter().any(|(_, constant)| *constant == Constant::Narrow(32)));
}

#[test]
fn a_kernel_names_all_that_is_in_its_way_once() {
    let body = ".visible .entry k()\n{\n.reg .b32 %r<9>;\n.reg .b128 %q<3>;\n\
        vadd.u32.u32.u32 %r1, %r2, %r3;\nvadd.u32.u32.u32 %r1, %r1, %r3;\n\
        mov.b128 %q1, %q2;\nadd.s32 %r1, %r2, %r3;\nsuld.b.1d.b32.trap %r1, [s, %r2];\nret;\n}";
    let kernel = &linked(&[body]).unwrap().kernels[0];
    let reasons: Vec<String> = kernel.refusals.iter().map(ToString::to_string).collect();
    assert_eq!(kernel.code.as_ref().unwrap_err(), &kernel.refusals[0]);
    assert!(reasons.len() >= 3, "{reasons:?}");
    let of = |word: &str| reasons.iter().filter(|reason| reason.contains(word)).count();
    assert_eq!((of("vadd"), of("suld"), of("add.s32")), (1, 1, 0), "{reasons:?}");
}
