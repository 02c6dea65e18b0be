//! Weights files, right and wrong.

use super::*;
use crate::{GUESSED, OF_THE_CODE};

const PAPER: &str = include_str!("../../../../../weights/paper.toml");

fn error(from: &str, to: &str) -> String {
    assert!(PAPER.contains(from), "{from}");
    Weights::from_toml(&PAPER.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn the_papers_weights_are_those_of_table_3() {
    let paper = Weights::bundled("paper").unwrap();
    let weights = Criterion::ALL.map(|c| (c.name(), paper.weight(c)));
    assert_eq!(
        weights,
        [
            ("OCC", 30.0),
            ("HSync", 40.0),
            ("DSync", 15.0),
            ("TDiv", 40.0),
            ("LB_W", 50.0),
            ("LB_SM", 30.0),
            ("Gran_L1", 100.0),
            ("Gran_L2", 100.0),
            ("SMem_eff", 30.0),
            ("CI", 100.0),
            ("DT", 50.0)
        ]
    );
}

#[test]
fn every_bundled_file_is_valid_and_survives_writing() {
    for name in Weights::bundled_names() {
        let weights = Weights::bundled(&name).unwrap();
        assert_eq!(Weights::from_toml(&weights.to_toml().unwrap()).unwrap(), weights);
    }
}

#[test]
fn an_unknown_name_is_an_error_that_lists_what_exists() {
    assert_eq!(
        Weights::bundled("h900").unwrap_err().to_string(),
        "there are no bundled weights named \"h900\"; there are: paper, h100, h200, h200_emulated"
    );
    assert_eq!(
        error("TDiv =", "TDivergence ="),
        "the weights file weighs \"TDivergence\"; the criteria are: OCC, HSync, DSync, TDiv, \
         LB_W, LB_SM, Gran_L1, Gran_L2, SMem_eff, CI, DT"
    );
    assert_eq!(
        error("criteria-linear", "cost"),
        "the weights file asks for the model \"cost\"; there are: criteria-linear, \
         criteria-log"
    );
}

#[test]
fn another_schema_is_refused_before_anything_else_is_read() {
    let says = |found: &str| {
        format!("the weights file says schema {found}, and this propp reads schema 1 only")
    };
    assert_eq!(error("schema = 1", "schema = 2\nprices = [1.0]"), says("2"));
    assert_eq!(error("schema = 1", "schema = \"1\""), says("\"1\""));
    assert_eq!(error("schema = 1", ""), says("nothing"));
}

#[test]
fn a_weight_is_finite_and_not_negative() {
    let says =
        |weight: &str| format!("the weight of CI is {weight}; weights are finite and not negative");
    for (written, shown) in [("-1", "-1"), ("nan", "NaN"), ("inf", "inf"), ("-inf", "-inf")] {
        assert_eq!(error("CI = 100", &format!("CI = {written}")), says(shown));
    }
    assert!(error("CI = 100", "CI = \"much\"").contains("expected f64"));
}

#[test]
fn a_criterion_left_out_is_an_error_and_so_is_a_file_of_zeros() {
    assert_eq!(
        error("CI = 100", ""),
        "no weight for CI; a criterion that shall not count gets weight 0"
    );
    let provenance = Weights::bundled("paper").unwrap().provenance().clone();
    let zeros = Criterion::ALL.into_iter().map(|c| (c, 0.0)).collect();
    let zeros = Weights::new(Model::CriteriaLinear, provenance, zeros);
    assert!(matches!(zeros, Err(WeightsError::AllZero)));
}

#[test]
fn a_field_that_is_not_there_is_refused() {
    assert!(error("schema = 1", "schema = 1\nshcema = 2").contains("unknown field"));
    assert!(error("gpu =", "gpus =").contains("unknown field"));
}

#[test]
fn the_bundled_weights_of_the_h200_are_for_that_gpu_and_predict() {
    let weights = Weights::bundled("h200").unwrap();
    assert_eq!(weights, Weights::bundled("h200").unwrap());
    assert_eq!(weights.provenance().gpu, "NVIDIA H200");
    assert!(weights.provenance().source.contains("NVIDIA H200"));
    let cost = weights.cost().unwrap();
    assert_eq!(cost.without, GUESSED);
    let coarse = cost.coarse.as_ref().unwrap();
    assert_eq!(coarse.without, OF_THE_CODE);
    assert!(cost.prices_code() && !coarse.prices_code());
    assert!(cost.spread < coarse.spread && cost.norm == coarse.norm);
    let priced = cost.prices.iter().filter(|price| price.ns > 0.0).count();
    assert!(priced > 15 && cost.spread < 3.0, "{priced} prices, spread {}", cost.spread);
    assert_eq!(weights.draws().len(), 100);
    let certainty = cost.certainty.unwrap();
    assert!(certainty.faster(1.0, 2.0, 0.0) > 0.95 && certainty.faster(1.0, 1.05, 0.0) < 0.9);
    for criterion in Criterion::ALL {
        let [low, high] = weights.interval(criterion).unwrap();
        assert!(low <= high && high <= 100.0, "{criterion}");
    }
}

#[test]
fn coarse_prices_are_a_model_of_their_own_and_each_term_has_a_price() {
    let text = include_str!("../../../../../weights/h200/weights.toml");
    let (before, after) = text.split_once("[cost]").unwrap();
    let (_, coarse) = after.split_once("[cost.coarse]").unwrap();
    let alone = format!("{before}[cost]{}", coarse.replace("cost.coarse", "cost"));
    let alone = Weights::from_toml(&alone).unwrap();
    let both = Weights::from_toml(text).unwrap();
    assert_eq!(alone.cost(), both.cost().unwrap().coarse.as_deref());
    let line = text.lines().find(|line| line.starts_with("dram_read =")).unwrap();
    let error = Weights::from_toml(&text.replacen(line, "", 1)).unwrap_err().to_string();
    assert!(error.contains("the price of dram_read is missing"), "{error}");
    let nested = text.replace("[cost.coarse.certainty]", "[cost.coarse.coarse]");
    assert!(Weights::from_toml(&nested).is_err());
}

#[test]
fn weights_without_a_certainty_predict_all_the_same() {
    let text = include_str!("../../../../../weights/h200/weights.toml");
    let (before, after) = text.split_once("[cost.certainty]").unwrap();
    let (own, after) = after.split_once("\n\n").unwrap();
    let old = Weights::from_toml(&format!("{before}{after}")).unwrap();
    assert_eq!(old.cost().unwrap().certainty, None);
    let new = Weights::from_toml(text).unwrap();
    assert_eq!(Weights::from_toml(&new.to_toml().unwrap()).unwrap(), new);
    let scale = own.lines().find(|line| line.starts_with("scale")).unwrap();
    let bad = Weights::from_toml(&text.replace(scale, "scale = 0.0")).unwrap_err().to_string();
    assert!(bad.contains("the scale 0 of its certainty must be above 0"), "{bad}");
}

#[test]
fn draws_are_of_all_criteria_and_sane() {
    let with = |draws: &str| Weights::from_toml(&format!("{PAPER}\n{draws}"));
    let names = "[\"OCC\", \"HSync\", \"DSync\", \"TDiv\", \"LB_W\", \"LB_SM\", \"Gran_L1\", \
                 \"Gran_L2\", \"SMem_eff\", \"CI\", \"DT\"]";
    let draws = |row: &str| with(&format!("[draws]\ncriteria = {names}\nweights = [{row}]"));
    let good = draws("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]").unwrap();
    assert_eq!(good.draws()[0][0], 1.0);
    assert_eq!(Weights::from_toml(&good.to_toml().unwrap()).unwrap(), good);
    for bad in
        ["[1, 2]", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]", "[-1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]"]
    {
        assert!(draws(bad).unwrap_err().to_string().contains("draws"), "{bad}");
    }
    let other = with("[draws]\ncriteria = [\"OCC\"]\nweights = [[1]]").unwrap_err().to_string();
    assert!(other.contains("draws"), "{other}");
}

#[test]
fn weights_with_other_prices_keep_the_rest() {
    let [own, other] = ["h100", "h200"].map(|name| Weights::bundled(name).unwrap());
    let prices = other.cost().unwrap();
    let priced = own.clone().with_prices(prices.clone());
    assert_eq!((priced.cost(), priced.prices_from()), (Some(prices), own.prices_from()));
    let from = PriceSource::Scaled { from: "an H200".to_owned(), calibrated: true };
    let calibrated = own.clone().calibrated(prices.clone(), from.clone());
    assert_eq!((calibrated.cost(), calibrated.prices_from()), (Some(prices), &from));
    assert_eq!(calibrated.provenance(), own.provenance());
    assert_ne!(own.cost(), Some(prices));
}

#[test]
fn the_same_weights_of_another_gpu_have_its_origin_and_rates() {
    let [own, other] = ["h100", "h200"].map(|name| Weights::bundled(name).unwrap());
    let of = own.clone().of(other.provenance().clone(), other.rates().cloned());
    assert_eq!((of.provenance(), of.rates()), (other.provenance(), other.rates()));
    assert_ne!(of.provenance(), own.provenance());
    assert_eq!(of.cost(), own.cost());
}
