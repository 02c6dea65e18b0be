//! Reports on compiled kernels, word for word.

use propp_base_text::Page;
use propp_code_inspect::{Code, Inspection, Launches, Order, report};

use crate::{cubin, fixture, inspection, kernel};

const PAGE: Page = Page { width: 100, colour: false };

/// Two files, which hold the same kernels for two architectures, and one of Triton.
fn of_three_files() -> Inspection {
    let mut code = Code::default();
    for architecture in ["sm_80", "sm_90"] {
        code.add(format!("slow.{architecture}.cubin"), &cubin(architecture)).unwrap();
    }
    code.add("matmul.cubin".to_owned(), &fixture("triton.sm_80.cubin")).unwrap();
    let mut found = Inspection::new(code, Launches::default());
    found.sort(Order::Conspicuous);
    found
}

#[test]
fn kernels_in_full() {
    let mut found = inspection(&["sm_80"], Launches::default());
    let told = ["spills", "array", "literal", "divides", "shared", "sums"];
    found.kernels.retain(|inspected| told.contains(&&*inspected.kernel.name.bare));
    insta::assert_snapshot!(report::full(&found, PAGE, 5));
}

#[test]
fn a_kernel_of_triton_in_full() {
    let mut found = of_three_files();
    found.kernels.retain(|inspected| &*inspected.kernel.name.bare == "matmul");
    insta::assert_snapshot!(report::full(&found, PAGE, 1));
}

#[test]
fn screens_of_several_files() {
    let found = of_three_files();
    let wide = Page { width: 140, colour: false };
    let texts = [report::screen(&found, PAGE, 4), report::screen(&found, wide, 30)];
    insta::assert_snapshot!(texts.join("\n-----\n"));
}

#[test]
fn a_table_for_a_pull_request_has_blocks_that_do_not_fit() {
    let launches = Launches { blocks: vec![512], ..Launches::default() };
    insta::assert_snapshot!(report::markdown(&inspection(&["sm_90"], launches), 12));
}

#[test]
fn a_pass_of_a_loop_asks_units_for_what_its_source_says() {
    let found = crate::inspected("sm_90");
    let effort = |name: &str| kernel(&found, name).kernel.code.loops[0].effort;
    // A double multiplication and addition are one instruction.
    let doubles = effort("doubles");
    assert_eq!(doubles.double, 1, "{doubles:?}");
    assert_eq!([doubles.load_store, doubles.global_loads, doubles.global_stores], [2, 1, 1]);
    let gather = effort("gather");
    assert_eq!([gather.load_store, gather.global_loads, gather.global_stores], [4, 4, 0]);
    assert!(gather.integer >= 2 && gather.branches == 1, "{gather:?}");
    let spills = effort("spills");
    assert_eq!(spills.load_store, spills.local_words, "{spills:?}");
    assert!(spills.single >= 40, "{spills:?}");
    let array = kernel(&found, "array").kernel.code.loops.iter().map(|one| one.effort.local_words);
    assert_eq!(array.collect::<Vec<_>>(), [1, 1]);
    let shared =
        kernel(&found, "shared").kernel.code.loops.iter().map(|one| one.effort.shared_words);
    assert!(shared.sum::<u32>() > 0);
}
