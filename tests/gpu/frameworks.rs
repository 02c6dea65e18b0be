//! PyTorch, which brings a CUPTI of its own and uses most of CUDA, and JAX, which compiles
//! kernels in many threads and tries them out.

use std::path::Path;
use std::process::Command;

use super::process::run;
use super::programs::Profile;
use crate::support::{same, says};

const TRAINING: &str = r#"
import torch
torch.manual_seed(0)
model = torch.nn.TransformerEncoderLayer(256, 4, batch_first=True).cuda()
optimizer = torch.optim.Adam(model.parameters())
x = torch.randn(16, 128, 256, device="cuda")
for step in range(4):
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    print(round(loss.item(), 3))
print(int(torch.sort(torch.arange(100000, device="cuda") * 7919 % 100003).values[50000]))
"#;

/// PyTorch's own profiler is another user of CUPTI.
const UNDER_ITS_OWN_PROFILER: &str = r#"
import torch
from torch.profiler import ProfilerActivity, profile
x = torch.arange(1000, device="cuda", dtype=torch.float64)
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]):
    total = int((x * 2).sum().item())
print(total)
"#;

/// XLA compiles several kernels for the product, and runs each to see which is fastest.
const TUNED: &str = r#"
import jax, jax.numpy as jnp
f = jax.jit(lambda x: jax.nn.softmax(x @ x.T).sum(0))
x = jnp.ones((1024, 1024), jnp.float32) / 7
for i in range(3):
    y = f(x + i)
print(float(y.sum()), float(y[7]))
"#;

/// Whether Python has the module.
pub(crate) fn has(module: &str) -> bool {
    let find =
        format!("import importlib.util as u, sys; sys.exit(u.find_spec('{module}') is None)");
    Command::new("python3").args(["-c", &find]).status().is_ok_and(|status| status.success())
}

fn python() -> &'static Path {
    Path::new("python3")
}

pub(crate) fn a_training_loop_prints_the_same() -> Result<(), String> {
    let alone = run(Command::new(python()).args(["-c", TRAINING]), b"")?.ended_with(0)?;
    let profiled = Profile::of_command(&[], python(), &["-c", TRAINING])?.expect(0, b"")?;
    same(profiled.ran.text(), alone.text(), "output")?;
    let kernels = profiled.analysis.kernels.len();
    let (seen, measured) = (profiled.seen(), profiled.measured());
    println!("torch: {kernels} kernels, {seen} launches seen, {measured} measured");
    same(kernels > 20 && measured > kernels / 2, true, &profiled.notices())
}

pub(crate) fn another_profiler_in_the_program_does_no_harm() -> Result<(), String> {
    let arguments = ["-c", UNDER_ITS_OWN_PROFILER];
    let alone = run(Command::new(python()).args(arguments), b"")?.ended_with(0)?;
    let mut profile = Profile::of_command(&[], python(), &arguments)?;
    let ran = run(&mut profile.command, b"")?;
    println!("torch.profiler under propp: code {}\n{}", ran.code(), ran.err);
    same(ran.text(), alone.text(), "output")?;
    says(&ran.err, &["propp: "])
}

/// Module loading decides which locks the driver holds while kernels run.
pub(crate) fn a_program_that_tunes_its_kernels_prints_the_same() -> Result<(), String> {
    let arguments = ["-c", TUNED];
    for loading in ["LAZY", "EAGER"] {
        let set = |command: &mut Command| {
            command.env("CUDA_MODULE_LOADING", loading);
            command.env("XLA_PYTHON_CLIENT_PREALLOCATE", "false");
        };
        let mut alone = Command::new(python());
        set(alone.args(arguments));
        let alone = run(&mut alone, b"")?.ended_with(0)?;
        let mut profile = Profile::of_command(&[], python(), &arguments)?;
        set(&mut profile.command);
        let profiled = profile.expect(0, b"")?;
        same(profiled.ran.text(), alone.text(), "output")?;
        same(profiled.notice("ended-differently"), false, &profiled.notices())?;
        let (seen, measured) = (profiled.seen(), profiled.measured());
        println!("jax, {loading}: {seen} launches seen, {measured} measured");
        same(measured > 10, true, &profiled.notices())?;
    }
    Ok(())
}
