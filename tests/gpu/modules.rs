//! Which module of PyTorch launches a kernel (`--pytorch modules`): all of them, in forward and
//! backward, and at what price.

use std::path::Path;

use super::programs::{Profile, Profiled, root};
use crate::support::{same, says};

/// Times steps of transformers with the hooks and without, in turn.
const COST: &str = include_str!("../../examples/python/module_cost.py");

/// Steps of a transformer whose loss is a part of it, so that forward and backward have no kernel
/// outside of modules. What is launched before the first step is outside.
const TRAINING: &str = r#"
import sys, torch
from torch import nn

how, width, layers, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 8, 4 * width, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.head = nn.Linear(width, 32)
        self.loss = nn.CrossEntropyLoss()
    def forward(self, x, y):
        return self.loss(self.head(self.encoder(x)).flatten(0, 1), y)

torch.manual_seed(0)
model = Model().cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
x = torch.randn(16, 128, width, device="cuda")
y = torch.randint(0, 32, (16 * 128,), device="cuda")
run = torch.compile(model) if how == "compile" else model
for step in range(steps):
    loss = run(x, y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
print(f"{how}: {steps} steps")
"#;

/// What modules may add to a step.
const MOST: f64 = 1.05;

fn profiled(options: &[&str], arguments: &[&str]) -> Result<Profiled, String> {
    let all = [&["-c", TRAINING], arguments].concat();
    let profiled = Profile::of_command(options, Path::new("python3"), &all)?.expect(0, b"")?;
    says(&profiled.ran.text(), &[&format!("{}: {} steps", arguments[0], arguments[3])])?;
    Ok(profiled)
}

/// Launches and time of the modules that `is_it` takes, by phase.
fn of(profiled: &Profiled, is_it: impl Fn(&str, &str) -> bool) -> (u64, u64) {
    let parts = &profiled.analysis.modules.parts;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let all = parts.iter().filter(|part| is_it(&text(&part.module), &text(&part.phase)));
    all.fold((0, 0), |sum, part| (sum.0 + part.launches, sum.1 + part.total_ns))
}

pub(crate) fn every_kernel_of_a_step_has_a_module() -> Result<(), String> {
    let profiled = profiled(&["--pytorch", "modules"], &["eager", "256", "2", "6"])?;
    let all = of(&profiled, |_, _| true);
    same(all, (profiled.seen() as u64, profiled.analysis.run.kernel_time_ns), "the whole")?;
    for (module, phase) in [
        ("Model.encoder.layers.0.self_attn", "forward"),
        ("Model.encoder.layers.0.self_attn", "backward"),
        ("Model.encoder.layers.1.linear2", "forward"),
        ("Model.encoder.layers.1.linear2", "backward"),
        ("Model.loss", "forward"),
        ("Model.loss", "backward"),
        ("AdamW", "optimizer"),
    ] {
        let (launches, ns) = of(&profiled, |m, p| (m, p) == (module, phase));
        println!("{module} ({phase}): {launches} launches, {ns} ns");
        same(launches >= 6 && ns > 0, true, &format!("{module} ({phase}) in each step"))?;
    }
    // Kernels of data and weights, and autograd's own: the 1 that backward begins with, and
    // the hundreds of the steps are not among them.
    let (outside, _) = of(&profiled, |module, _| module.is_empty());
    println!("outside of modules: {outside} of {} launches", all.0);
    same(outside <= 60, true, &format!("{outside} launches outside of modules"))
}

pub(crate) fn a_compiled_model_is_one_module() -> Result<(), String> {
    let profiled = profiled(&["--pytorch", "modules"], &["compile", "256", "2", "6"])?;
    let all = of(&profiled, |_, _| true);
    same(all.1, profiled.analysis.run.kernel_time_ns, "the whole")?;
    for phase in ["forward", "backward"] {
        let (launches, ns) = of(&profiled, |m, p| m == "Model, compiled" && p == phase);
        println!("compiled, {phase}: {launches} launches, {ns} ns");
        same(launches > 0 && ns > 0, true, phase)?;
    }
    Ok(())
}

/// Where the GPU decides how long a step takes, and where the host does.
/// Each rank's modules have kernels in each step, and the rows add up to the whole.
pub(crate) fn a_model_on_two_gpus_has_modules() -> Result<(), String> {
    let gpus = propp_collect_cuda::gpus().map_err(|error| error.to_string())?.len();
    if gpus < 2 {
        println!("left out: it needs two GPUs");
        return Ok(());
    }
    let program = root().join("tests/programs/pytorch_distributed.py").display().to_string();
    let options = ["--runs", "trace", "--pytorch", "modules"];
    let profile = Profile::of_command(&options, Path::new("python3"), &[&program, "ddp"])?;
    let profiled = profile.expect(0, b"")?;
    let all = of(&profiled, |_, _| true);
    same(all.1, profiled.analysis.run.kernel_time_ns, "the whole")?;
    for module in ["Sequential.0.0", "Sequential.4"] {
        for phase in ["forward", "backward"] {
            let (launches, _) = of(&profiled, |m, p| (m, p) == (module, phase));
            same(launches >= 10 * gpus as u64, true, &format!("{module} {phase}: {launches}"))?;
        }
    }
    Ok(())
}

pub(crate) fn modules_cost_a_step_little() -> Result<(), String> {
    let options = ["--runs", "trace", "--pytorch", "modules"];
    let profiled = Profile::of_command(&options, Path::new("python3"), &["-c", COST])?;
    let text = profiled.expect(0, b"")?.ran.text();
    print!("{text}");
    for model in ["float32", "bfloat16", "small"] {
        let line = text.lines().find(|line| line.starts_with(model));
        // Of the fastest steps: the medians of steps that wait for the host vary more than this.
        let factor =
            line.and_then(|line| line.split(" and ").last()?.split(' ').next()?.parse().ok());
        let factor: f64 = factor.ok_or_else(|| format!("no times of a step: {text}"))?;
        same(factor <= MOST, true, &format!("{model}: a step takes {factor:.3} times as long"))?;
    }
    Ok(())
}
