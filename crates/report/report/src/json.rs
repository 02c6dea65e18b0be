//! The report for programs.
//!
//! The structures in `json/format.rs` are the format. Their JSON Schema is
//! derived from them, published by `propp show --schema`, and kept in
//! `docs/schema/show-1.schema.json`. Fields are added, never renamed; anything
//! else makes `propp.show/2`.

mod format;
mod hints;

use std::collections::BTreeMap;

use propp_base_model::Value;
use propp_base_names::{fused, labels, shorten};
use propp_judge_analysis::{Analysis, CriterionReport, DeviceReport, KernelReport};
use propp_judge_cost::quality::{QualityMetric, Weights};
use propp_judge_cost::{Place, Predicted, PriceSource, Unknown};
use propp_judge_criteria::{Aggregate, Assessment, Criterion, Input, InputSource, Spread};
use propp_judge_hints::{Advice, Advised};

use format::{
    Criteria, CriterionJson, DeviceJson, DeviceProfileJson, Document, DurationsJson, InputJson,
    KernelJson, PartJson, PlaceJson, PredictedJson, PricesJson, QualityJson, RunJson, SCHEMA,
    SourceJson, SpreadJson, StartJson, StateJson, WeightsJson,
};
use hints::AdviceJson;

use super::brief::ChangeBrief;
use super::first::changes;
use super::prices;

/// Characters of a kernel's name in the list of changes.
const LABEL: usize = 80;

pub fn render(advised: &Advised<'_>) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&Document::of(advised))? + "\n")
}

/// The JSON Schema of the report.
pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document))? + "\n")
}

impl Document {
    fn of(advised: &Advised<'_>) -> Self {
        let listing = &advised.listing;
        let analysis = listing.analysis;
        let run = &analysis.run;
        let weights = &analysis.weights;
        Self {
            schema: SCHEMA.to_owned(),
            propp_version: env!("CARGO_PKG_VERSION").to_owned(),
            recordings: analysis.sources.clone(),
            devices: analysis.devices.iter().map(device).collect(),
            weights: WeightsJson {
                source: weights.provenance().source.clone(),
                gpu: weights.provenance().gpu.clone(),
                date: weights.provenance().date.clone(),
                model: weights.model().name().to_owned(),
                weights: Criterion::ALL.map(|c| (c, weights.weight(c))).into(),
                prices: prices_of(analysis),
            },
            device_profile: advised.device_profile.map(|profile| DeviceProfileJson {
                gpu: profile.gpu.clone(),
                driver: profile.driver.clone(),
                propp: profile.propp.clone(),
                date: profile.date.clone(),
            }),
            formulas: Criterion::ALL.map(|criterion| (criterion, criterion.formula())).into(),
            run: RunJson {
                quality: quality_of_run(&run.quality),
                criteria: criteria(&run.criteria),
                kernel_time_ns: run.kernel_time_ns,
                alone_ns: run.wall.alone_ns,
                traced_ns: run.wall.traced_ns,
                counted_ns: run.wall.counted_ns,
                launches_seen: run.seen,
                launches_measured: run.measured,
                copies: run.traffic.copies,
                to_device_bytes: run.traffic.to_device_bytes,
                to_host_bytes: run.traffic.to_host_bytes,
                allocated_bytes: run.traffic.allocated_bytes,
                between: run.between.clone(),
                steps: run.steps.clone(),
                start: run.start.as_ref().map(StartJson::of),
            },
            changes: {
                let names: Vec<_> = listing.kernels.iter().map(|kernel| &kernel.name).collect();
                let labels = labels(&names, LABEL);
                let all = changes(advised);
                all.iter().map(|change| ChangeBrief::of(change, advised, &labels)).collect()
            },
            kernels: advised.kernels().map(|(of, advice)| kernel(of, advice, weights)).collect(),
            kernels_left_out: listing.unlisted(),
            modules: analysis.modules.parts.clone(),
            notices: analysis.notices.clone(),
            advice: Some(AdviceJson::of(&advised.run_advice)),
        }
    }
}

fn device(device: &DeviceReport) -> DeviceJson {
    let own = [&device.host_sync, &device.data_transfer];
    DeviceJson {
        uuid: device.uuid.clone(),
        name: device.name.clone(),
        chip: device.chip.clone(),
        memory_bytes: device.memory_bytes,
        driver_cuda_version: device.driver_cuda_version,
        cupti_version: device.cupti_version,
        criteria: own.map(|a| (a.criterion, criterion(&CriterionReport::of_run(a.clone())))).into(),
    }
}

fn kernel(kernel: &KernelReport, advice: Option<&Advice>, weights: &Weights) -> KernelJson {
    KernelJson {
        id: kernel.id(),
        name: kernel.name.full.clone(),
        symbol: kernel.name.symbol.clone(),
        short_name: shorten(&kernel.name.bare, 80),
        fuses: fused(&kernel.name.symbol).into_iter().map(str::to_owned).collect(),
        nvtx: kernel.nvtx.clone(),
        configurations: kernel.configurations.clone(),
        launches_seen: kernel.seen,
        launches_measured: kernel.measured,
        durations: kernel.durations.map(|of| DurationsJson {
            total_ns: of.total_ns,
            min_ns: of.min_ns,
            median_ns: of.median_ns,
            max_ns: of.max_ns,
            measured_ns: kernel.measured_ns,
        }),
        time_share: kernel.time_share.map(f64::from),
        quality: quality(&kernel.quality),
        predicted: kernel.predicted.as_ref().map(|of| predicted(of, weights)),
        predicted_order: kernel.order.as_ref().map(|order| order.place).map(place),
        floor: kernel.floor.clone(),
        after_refusal: kernel.after_refusal.clone(),
        criteria: criteria(&kernel.criteria),
        advice: advice.map(AdviceJson::of),
    }
}

fn place(Place { place, tied, certainty }: Place) -> PlaceJson {
    PlaceJson { place, tied, certainty }
}

fn prices_of(analysis: &Analysis) -> Option<PricesJson> {
    let source = prices::source(analysis)?;
    let own = analysis.weights.prices_from();
    let (kind, from, cases) = match own {
        PriceSource::Fitted => ("fitted", None, None),
        PriceSource::Calibrated { cases, .. } => ("calibrated", None, Some(*cases)),
        PriceSource::Scaled { from, .. } => ("scaled", Some(from.clone()), None),
        PriceSource::OtherChip { from } => ("other_chip", Some(from.clone()), None),
    };
    Some(PricesJson {
        kind: kind.to_owned(),
        source,
        from,
        cases,
        validated: own.is_validated(),
        widening: own.widening_of_gains(),
        flattening: own.flattening(),
    })
}

fn predicted(of: &Result<Predicted, Unknown>, weights: &Weights) -> PredictedJson {
    let within = |predicted: &Predicted| {
        let within = weights.cost()?.unseen?.of(predicted.largest());
        Some([within.eighty, within.ninety_five])
    };
    match of {
        Ok(of) => PredictedJson {
            ns: of.outside.is_none().then_some(of.ns),
            reason: of.outside.as_ref().map(|term| {
                format!("outside the fitted range: far more {term} than any launch that was fitted")
            }),
            within: within(of),
            parts: of
                .parts
                .iter()
                .map(|part| PartJson {
                    term: part.term.to_owned(),
                    resource: part.resource.name().to_owned(),
                    share: part.share,
                })
                .collect(),
        },
        Err(unknown) => {
            let reason = Some(unknown.to_string());
            PredictedJson { ns: None, reason, within: None, parts: Vec::new() }
        }
    }
}

fn state(value: &Value) -> StateJson {
    match value {
        Value::Measured { .. } => StateJson::Measured,
        Value::NotApplicable { .. } => StateJson::NotApplicable,
        Value::Unavailable { .. } => StateJson::Unavailable,
    }
}

fn number(value: &Value) -> Option<f64> {
    value.measured().map(f64::from)
}

fn reason(value: &Value) -> Option<String> {
    value.reason().map(str::to_owned)
}

fn spread(spread: Spread) -> SpreadJson {
    SpreadJson { min: spread.min.get(), median: spread.median.get(), max: spread.max.get() }
}

fn quality(quality: &QualityMetric) -> QualityJson {
    QualityJson {
        state: state(&quality.value),
        value: number(&quality.value),
        reason: reason(&quality.value),
        low: quality.interval.map(|[low, _]| low),
        high: quality.interval.map(|[_, high]| high),
        weight_covered: Some(quality.weight_covered.get()),
        left_out: quality.left_out.iter().map(|left| left.criterion).collect(),
        spread: None,
    }
}

fn quality_of_run(aggregate: &Aggregate) -> QualityJson {
    QualityJson {
        state: state(&aggregate.value),
        value: number(&aggregate.value),
        reason: reason(&aggregate.value),
        low: None,
        high: None,
        weight_covered: None,
        left_out: Vec::new(),
        spread: aggregate.spread.map(spread),
    }
}

fn criteria(of: &BTreeMap<Criterion, CriterionReport>) -> Criteria {
    of.iter().map(|(&name, report)| (name, criterion(report))).collect()
}

fn criterion(report: &CriterionReport) -> CriterionJson {
    let Aggregate { value, measured, not_applicable, unavailable, .. } = &report.aggregate;
    let Assessment { inputs, notes, .. } = &report.evidence;
    CriterionJson {
        state: state(value),
        value: number(value),
        reason: reason(value),
        scope: report.scope,
        spread: report.aggregate.spread.map(spread),
        measured: *measured,
        not_applicable: *not_applicable,
        unavailable: *unavailable,
        time_covered: report.aggregate.time_covered.map(f64::from),
        inputs: inputs.iter().map(input).collect(),
        notes: notes.iter().map(ToString::to_string).collect(),
    }
}

fn input(input: &Input) -> InputJson {
    InputJson {
        name: input.name.to_string(),
        number: input.number,
        source: match input.source {
            InputSource::Counter => SourceJson::Counter,
            InputSource::Launch => SourceJson::Launch,
            InputSource::Device => SourceJson::Device,
            InputSource::Trace => SourceJson::Trace,
            InputSource::Derived => SourceJson::Derived,
        },
    }
}
