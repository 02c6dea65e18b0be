"""Training steps on two GPUs, one process each, which torchrun starts.

    python3 pytorch_distributed.py ddp|fsdp

ddp: gradients are summed by NCCL while the backward pass still runs. fsdp: parameters are
spread over the GPUs and gathered for each layer. NCCL's kernels wait for those of the other
GPU: run one at a time they never end. Only the first process prints.
"""

import os
import sys

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # for the same sums in each run

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel

mode = sys.argv[1]
if "LOCAL_RANK" not in os.environ:
    # This is the first process: what torchrun does, wherever torchrun is.
    from torch.distributed.run import main

    here = ["--master-addr=127.0.0.1", "--master-port=29511", "--nnodes=1"]
    main([*here, "--nproc-per-node=2", __file__, mode])
    sys.exit()
rank = int(os.environ["LOCAL_RANK"])
device = torch.device("cuda", rank)
torch.cuda.set_device(device)
dist.init_process_group("nccl", device_id=device)
torch.manual_seed(1)
layers = [nn.Sequential(nn.Linear(512, 512), nn.ReLU()) for _ in range(4)]
model = nn.Sequential(*layers, nn.Linear(512, 16)).to(device)
if mode == "ddp":
    model = DistributedDataParallel(model, device_ids=[rank])
else:
    for layer in layers:
        fully_shard(layer)
    fully_shard(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
torch.manual_seed(2 + rank)
data, target = torch.randn(256, 512).to(device), torch.randint(0, 16, (256,)).to(device)
losses = []
for _ in range(10):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(data), target)
    loss.backward()
    optimizer.step()
    mean = loss.detach().clone()
    dist.all_reduce(mean)
    losses.append(mean.item() / dist.get_world_size())
if rank == 0:
    print(f"{mode} on {dist.get_world_size()} GPUs: {len(losses)} steps, loss {losses[0]:.2f} at "
          f"first, {losses[-1]:.2f} at last")
del model, optimizer, loss  # which hold on to the process group
dist.destroy_process_group()
assert losses[-1] < losses[0] - 0.5
