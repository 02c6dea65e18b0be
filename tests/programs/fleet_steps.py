"""Steps of DistributedDataParallel, one rank a GPU, started by torchrun: for stragglers that are planted.

    fleet_steps.py STEPS [RANK SHARE]

Each step after the first ten lies between cudaProfilerStart and cudaProfilerStop. RANK has SHARE times as many
rows as the others. With FLEET_LOCK, a file, jobs take turns: each makes ready, and does its steps
when the one before has ended. The median time of a step goes to standard output, with the mean.
"""

import fcntl
import os
import statistics
import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn

steps = int(sys.argv[1])
rank = int(os.environ["RANK"])
share = float(sys.argv[3]) if len(sys.argv) > 2 and int(sys.argv[2]) == rank else 1.0
device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
torch.cuda.set_device(device)
dist.init_process_group("nccl", device_id=device)
torch.manual_seed(1)
blocks = [nn.Sequential(nn.LayerNorm(1024), nn.Linear(1024, 4096), nn.GELU(), nn.Linear(4096, 1024)) for _ in range(4)]
model = nn.Sequential(*blocks).to(device)
rows = torch.randn(round(4096 * share), 1024, device=device)
model(rows).sum().backward()
torch.cuda.synchronize()
if "FLEET_LOCK" in os.environ:
    # Ready, but for the turn. No barrier: it would keep the GPUs busy on which another job is measured.
    store = dist.distributed_c10d._get_default_store()
    if rank == 0:
        lock = open(os.environ["FLEET_LOCK"], "w")
        fcntl.flock(lock, fcntl.LOCK_EX)
        store.set("turn", "here")
    store.wait(["turn"], timedelta(minutes=15))
model = nn.parallel.DistributedDataParallel(model, device_ids=[device.index])
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)


def step():
    optimizer.zero_grad()
    model(rows).square().mean().backward()
    optimizer.step()
    torch.cuda.synchronize()


for _ in range(10):
    step()
times = []
for _ in range(steps):
    begun = time.perf_counter()
    torch.cuda.profiler.start()
    step()
    torch.cuda.profiler.stop()
    times.append(time.perf_counter() - begun)
dist.barrier()
if rank == 0:
    print(f"{steps} steps, median {1e3 * statistics.median(times):.3f} ms, mean {1e3 * statistics.mean(times):.3f} ms")
dist.destroy_process_group()
