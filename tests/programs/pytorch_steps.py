"""A training loop of short steps, for the cost of recording some of them.

    pytorch_steps.py STEPS EVERY

Each EVERY-th step lies between cudaProfilerStart and cudaProfilerStop (0: none). The median time of the
steps after the first 50 goes to standard output, with the mean.
"""

import statistics
import sys
import time

import torch

steps, every = int(sys.argv[1]), int(sys.argv[2])
torch.manual_seed(0)
layer = torch.nn.TransformerEncoderLayer(512, 8, 2048, dropout=0.0, batch_first=True)
model = torch.nn.TransformerEncoder(layer, 4, enable_nested_tensor=False).cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
batch = torch.randn(16, 256, 512, device="cuda")
times = []
for step in range(steps):
    begin = time.perf_counter()
    is_recorded = every > 0 and step % every == 0
    if is_recorded:
        torch.cuda.profiler.start()
    optimizer.zero_grad()
    loss = (model(batch) - batch).square().mean()
    loss.backward()
    optimizer.step()
    torch.cuda.synchronize()
    if is_recorded:
        torch.cuda.profiler.stop()
    times.append(time.perf_counter() - begin)
times = times[50:]
print(f"steps {len(times)} median_ms {1e3 * statistics.median(times):.4f} mean_ms {1e3 * statistics.mean(times):.4f}")
