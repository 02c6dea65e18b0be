"""Training steps of a small transformer in mixed precision, about a hundred launches each.

    python3 pytorch_step.py eager|compile|fp16|graph|profiler|nvtx STEPS

compile: through torch.compile, which makes kernels in processes of its own. fp16: with
GradScaler, which waits for the GPU in each step. graph: one step captured as a CUDA graph
and replayed. profiler: under torch.profiler, which wants CUPTI for itself and says on stderr
what it saw. nvtx: each part of a step in a range.
"""

import contextlib
import os
import sys

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # for the same sums in each run

import torch
from torch import nn

mode, steps = sys.argv[1], int(sys.argv[2])
torch.manual_seed(1)
torch.use_deterministic_algorithms(True, warn_only=True)
torch.utils.deterministic.fill_uninitialized_memory = False
precision = torch.float16 if mode == "fp16" else torch.bfloat16


def part(name):
    return torch.cuda.nvtx.range(name) if mode == "nvtx" else contextlib.nullcontext()


layer = nn.TransformerEncoderLayer(256, 4, 1024, dropout=0.0, batch_first=True)
model = nn.Sequential(layer, nn.Linear(256, 32)).to("cuda")
data = torch.randn(16, 64, 256).to("cuda")
target = torch.randint(0, 32, (16 * 64,)).to("cuda")
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, capturable=mode == "graph")
scaler = torch.amp.GradScaler("cuda", enabled=mode == "fp16", init_scale=1024, growth_interval=4)
forward = torch.compile(model) if mode == "compile" else model


def step():
    optimizer.zero_grad(set_to_none=True)
    with part("forward"), torch.autocast("cuda", precision, cache_enabled=mode != "graph"):
        loss = nn.functional.cross_entropy(forward(data).flatten(0, 1), target)
    with part("backward"):
        scaler.scale(loss).backward()
    with part("optimizer"):
        scaler.step(optimizer)
        scaler.update()
    return loss.detach()


def replayed_steps():
    """The first three steps on a stream of their own, the others as replays of a graph."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        losses = [step() for _ in range(3)]
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        loss = step()
    for _ in range(steps - len(losses)):
        graph.replay()
        losses.append(loss.clone())
    return losses


if mode == "graph":
    losses = replayed_steps()
elif mode == "profiler":
    activities = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities) as profile:
        losses = [step() for _ in range(steps)]
        torch.cuda.synchronize()
    events = profile.events()
    kernels = sum(event.device_type == torch.autograd.DeviceType.CUDA for event in events)
    print(f"torch.profiler: {len(events)} events, {kernels} of the GPU", file=sys.stderr)
else:
    losses = [step() for _ in range(steps)]

losses = [loss.item() for loss in losses]
print(f"{mode}: {len(losses)} steps, loss {losses[0]:.2f} at first, {losses[-1]:.2f} at last")
if mode == "fp16":
    print(f"scale {scaler.get_scale():.0f}")
sys.exit(not losses[-1] < losses[0] - 0.5)
