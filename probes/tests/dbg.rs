mod truth;
#[test]
fn dbg() {
    for seed in std::env::var("SEEDS").unwrap().split(',') {
        truth::examine_loud(seed.parse().unwrap());
    }
}
