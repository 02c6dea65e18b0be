use super::*;

pub(crate) fn launch(name: u32, grid: u32) -> Launch {
    Launch { name, grid: [grid, 1, 1], block: [128, 1, 1], context: 1, ..Launch::default() }
}

pub(crate) fn no_steps() -> Steps {
    Steps::Planned { launches: Vec::new(), done: 0 }
}

fn key(handle: u64, grid: u32) -> CallKey {
    CallKey {
        handle,
        is_graph: false,
        context: 1,
        grid: [grid, 1, 1],
        block: [128, 1, 1],
        dynamic_shared_bytes: 0,
        range: 0,
    }
}

fn kind(launch: Launch) -> Kind {
    Kind::new(launch, true, false, no_steps())
}

#[test]
fn what_was_added_is_found_and_nothing_else() {
    let kinds = Kinds::new();
    for grid in 0..1000 {
        assert!(kinds.find(&key(7, grid)).is_none());
        kinds.add(&key(7, grid), launch(1, grid), kind).unwrap();
    }
    for grid in 0..1000 {
        assert_eq!(kinds.find(&key(7, grid)).unwrap().launch.grid, [grid, 1, 1]);
    }
    assert!(kinds.find(&key(8, 1)).is_none());
    assert!(kinds.find(&CallKey { is_graph: true, ..key(7, 1) }).is_none());
}

#[test]
fn two_handles_of_one_function_are_one_kind() {
    let kinds = Kinds::new();
    let first = kinds.add(&key(7, 1), launch(1, 1), kind).unwrap();
    let second = kinds.add(&key(8, 1), launch(1, 1), kind).unwrap();
    assert!(std::ptr::eq(first, second));
    assert_eq!(kinds.all().len(), 1);
}

#[test]
fn graphs_are_never_alike() {
    let kinds = Kinds::new();
    let graph = || Launch { graph: 1, ..launch(0, 0) };
    let first = kinds.add(&CallKey { is_graph: true, ..key(7, 0) }, graph(), kind).unwrap();
    let second = kinds.add(&CallKey { is_graph: true, ..key(8, 0) }, graph(), kind).unwrap();
    assert!(!std::ptr::eq(first, second));
}

#[test]
fn a_handle_that_was_given_out_again_is_another_kind() {
    let kinds = Kinds::new();
    let old = kinds.add(&key(7, 1), launch(1, 1), kind).unwrap();
    kinds.forget_handles();
    assert!(kinds.find(&key(7, 1)).is_none());
    let new = kinds.add(&key(7, 1), launch(2, 1), kind).unwrap();
    assert_eq!((old.launch.name, new.launch.name), (1, 2));
    assert!(std::ptr::eq(kinds.find(&key(7, 1)).unwrap(), new));
}

#[test]
fn a_graphs_handle_that_was_given_out_again_is_another_kind() {
    let kinds = Kinds::new();
    let graph = |handle| CallKey { is_graph: true, ..key(handle, 0) };
    let of_graph = || Launch { graph: 1, ..launch(0, 0) };
    let old = kinds.add(&graph(7), of_graph(), kind).unwrap();
    let other = kinds.add(&graph(8), of_graph(), kind).unwrap();
    kinds.forget_graph(7);
    assert!(kinds.find(&graph(7)).is_none());
    let new = kinds.add(&graph(7), of_graph(), kind).unwrap();
    assert!(!std::ptr::eq(old, new));
    assert!(std::ptr::eq(kinds.find(&graph(8)).unwrap(), other));
}

#[test]
fn a_full_table_takes_no_more_and_still_finds() {
    let kinds = Kinds::new();
    let added = (0..u32::try_from(SLOTS).unwrap())
        .filter(|&grid| kinds.add(&key(7, grid), launch(1, 0), kind).is_some());
    assert_eq!(added.count(), ENTRIES);
    assert!(kinds.find(&key(7, 0)).is_some());
    assert!(kinds.find(&key(7, u32::MAX)).is_none());
}
