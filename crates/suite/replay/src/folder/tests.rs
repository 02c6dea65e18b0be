use super::*;

#[test]
fn names_of_sources_are_plain() {
    assert_eq!(plain("/a/b/norm_2.cu"), "norm_2.cu");
    assert_eq!(plain("../../.."), "_..");
    assert_eq!(plain("/a/$(touch x) `y`'\"\n.cu"), "__touch_x___y____.cu");
    assert_eq!(plain("/a/-o.cu"), "_-o.cu");
    assert_eq!(plain("/a/"), "");
}

#[test]
fn zeros_are_holes_and_everything_else_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut region = Region { before: vec![0; 300_000], ..Region::default() };
    region.before[200_000] = 7;
    assert_eq!(contents(folder.path(), "a", &region).unwrap_err().kind(), io::ErrorKind::NotFound);
    fs::create_dir(folder.path().join("data")).unwrap();
    assert_eq!(contents(folder.path(), "a", &region).unwrap(), "data/a.before -");
    region.after = vec![(199_999, vec![1, 0, 2])];
    let names = contents(folder.path(), "b", &region).unwrap();
    assert_eq!(names, "data/b.before data/b.after");
    assert_eq!(fs::read(folder.path().join("data/a.before")).unwrap(), region.before);
    let mut after = region.before.clone();
    after[199_999..200_002].copy_from_slice(&[1, 0, 2]);
    assert_eq!(fs::read(folder.path().join("data/b.after")).unwrap(), after);
}
