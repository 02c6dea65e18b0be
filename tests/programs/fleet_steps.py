"""Steps of DistributedDataParallel, one rank a GPU, started by torchrun: for stragglers that are planted.

    fleet_steps.py STEPS [RANK SHARE]

Each step after the first ten lies between cudaProfilerStart and cudaProfilerStop. RANK has SHARE times as many
rows as the others. With FLEET_LOCK, a file, jobs take turns: a job uses the GPUs when the one before has ended.
The median time of a step goes to standard output, with the mean.
"""

import fcntl
import os
import statistics
import sys
import time

import torch
import torch.distributed as dist
from torch import nn

steps = int(sys.argv[1])
rank = int(os.environ["RANK"])
share = float(sys.argv[3]) if len(sys.argv) > 2 and int(sys.argv[2]) == rank else 1.0
# The other ranks wait for the first one, before they use a GPU: a barrier would keep it busy.
lock = open(os.environ["FLEET_LOCK"], "w") if rank == 0 and "FLEET_LOCK" in os.environ else None
if lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
torch.cuda.set_device(device)
dist.init_process_group("nccl", device_id=device)
torch.manual_seed(1)
blocks = [nn.Sequential(nn.LayerNorm(1024), nn.Linear(1024, 4096), nn.GELU(), nn.Linear(4096, 1024)) for _ in range(4)]
model = nn.parallel.DistributedDataParallel(nn.Sequential(*blocks).to(device), device_ids=[device.index])
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
rows = torch.randn(round(4096 * share), 1024, device=device)


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
