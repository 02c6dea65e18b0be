//! Calls that stay calls.

use crate::{Call, Callee, Code, ControlOp, Module, Op, Piece, Request, Special, SystemOp};

const HEAD: &str = ".version 9.0\n.target sm_90\n.address_size 64\n";

/// Functions of the same form, one that is in a table, and a kernel.
fn module(body: &str) -> Module {
    let text = format!(
        "{HEAD}.func (.param .b32 out) one(.param .b32 in);\n\
         .func (.param .b32 out) two(.param .b32 in);\n\
         .extern .func (.param .b64 out) malloc(.param .b64 in);\n\
         .global .align 8 .u64 table[3] = {{7, one, two}};\n\
         .func (.param .b32 out) one(.param .b32 in)\n{{\n.reg .b32 %r<5>;\n.reg .b64 %rd<3>;\n\
         .local .align 8 .b8 depot[24];\nmov.u64 %rd1, depot;\n\
         ld.param.u32 %r1, [in];\nst.local.u32 [%rd1+4], %r1;\n{{\n.param .b32 a;\n\
         st.param.b32 [a], %r1;\n.param .b32 b;\ncall.uni (b), one, (a);\n\
         ld.param.b32 %r2, [b];\n}}\nadd.s32 %r3, %r1, %r2;\nst.param.b32 [out], %r3;\nret;\n}}\n\
         .func (.param .b32 out) two(.param .b32 in)\n{{\nret;\n}}\n\
         .func other()\n{{\nret;\n}}\n\
         .visible .entry k(.param .u64 p)\n{{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n{body}\n}}\n"
    );
    Module::parse(&text).unwrap()
}

fn code(module: &Module) -> Code {
    module.kernels[0].code.clone().unwrap()
}

fn calls(code: &Code) -> Vec<&Call> {
    let all = code.instructions.iter();
    let calls = all.filter_map(|own| {
        let Op::Control(ControlOp::Call(call)) = &own.op else { return None };
        Some(&**call)
    });
    calls.collect()
}

const ARGUMENT: &str = ".param .b32 a;\nst.param.b32 [a], 5;\n.param .b32 b;\n";

#[test]
fn a_function_that_calls_itself_is_a_routine_that_keeps_its_registers() {
    let module =
        module(&format!("{ARGUMENT}call.uni (b), one, (a);\nld.param.b32 %r1, [b];\nret;"));
    let code = code(&module);
    // The kernel has the function's first body, and calls it from there, as the routine does.
    assert_eq!(code.routines.len(), 1);
    let all = calls(&code);
    assert_eq!(all.len(), 2);
    let routine = &code.routines[0];
    assert_eq!((routine.bytes, routine.has_locals), (32, true));
    for call in &all {
        assert_eq!(call.callee, Callee::Routine(0));
        assert_eq!((call.arguments.len(), call.results.len(), call.bytes), (1, 1, 8));
        assert_eq!((call.arguments[0].callee, call.results[0].callee), (0, 4));
        // The argument, which the sum needs.
        assert_eq!((call.saved.narrow.len(), call.saved.wide.len()), (1, 0));
    }
    // Behind its own argument, its result and 24 bytes: 32, and 4 + 8 that the call keeps.
    let own = all[1];
    assert_eq!(own.arguments, [Piece { caller: 8, callee: 0, bytes: 4 }]);
    assert_eq!(own.below, 48);
    assert!(code.specials.iter().any(|(_, special)| *special == Special::Stack));
    // From the calls into the routine, and from its end behind both.
    let begins = code.ways.iter().filter(|(_, to)| *to == routine.block).count();
    assert_eq!((begins, code.ways.len()), (2, 4));
}

#[test]
fn a_call_by_address_leads_to_functions_of_its_form_whose_address_is_taken() {
    let body = format!(
        "mov.u64 %rd1, table;\nld.global.u64 %rd2, [%rd1+8];\nmov.u64 %rd3, other;\n{ARGUMENT}\
         form: .callprototype (.param .b32 _) _ (.param .b32 _);\n\
         call (b), %rd2, (a), form;\nnone: .callprototype () _ ();\ncall %rd3, (), none;\nret;"
    );
    let module = module(&body);
    let code = code(&module);
    let lists = calls(&code).into_iter().filter_map(|call| match &call.callee {
        Callee::Address { routines, .. } => Some(routines.clone()),
        Callee::Routine(_) => None,
    });
    assert_eq!(lists.collect::<Vec<_>>(), [vec![0, 1], vec![2]]);
    let names = code.routines.iter().map(|own| module.function_at(own.address).unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["one", "two", "other"]);
    // Zeros at its end are left out.
    let mut table = module.variables[0].initial.clone();
    table.resize(24, 0);
    let words: Vec<u64> =
        { table.as_chunks::<8>().0.iter() }.map(|word| u64::from_le_bytes(*word)).collect();
    assert_eq!(words, [7, code.routines[0].address, code.routines[1].address]);
    assert_eq!(module.function_at(words[1] + 1), None);
}

#[test]
fn a_list_of_targets_says_which_functions_are_called() {
    let body = format!(
        "mov.u64 %rd2, two;\n{ARGUMENT}list: .calltargets two;\ncall (b), %rd2, (a), list;\nret;"
    );
    let module = module(&body);
    let code = code(&module);
    assert_eq!(code.routines.len(), 1);
    assert_eq!(module.function_at(code.routines[0].address), Some("two"));
    assert!(!code.asks);
}

#[test]
fn malloc_asks_the_host() {
    let module = module(
        ".param .b64 a;\nst.param.b64 [a], 16;\n.param .b64 b;\n\
         call.uni (b), malloc, (a);\nld.param.b64 %rd1, [b];\nret;",
    );
    let code = code(&module);
    let ask = |op: &Op| {
        matches!(op, Op::System(SystemOp::Ask { request: Request::Allocate, arguments, .. })
            if arguments.len() == 1)
    };
    assert_eq!(code.instructions.iter().filter(|own| ask(&own.op)).count(), 1);
    assert!(code.asks);
}
