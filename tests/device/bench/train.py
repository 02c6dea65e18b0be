"""Training steps of a transformer layer, and a few calls around them.

    python3 train.py [STEPS]      (default 20)

The program that `cargo xtask bench collect` profiles: some eighty kinds of
launches, some of them once and some in every step.
"""

import sys

import torch

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 20
torch.manual_seed(1)
device = torch.device("cuda")
layer = torch.nn.TransformerEncoderLayer(512, 8, 2048, dropout=0.1, batch_first=True).to(device)
optimizer = torch.optim.Adam(layer.parameters(), lr=1e-4)
data = torch.randn(32, 128, 512, device=device)
target = torch.randn(32, 128, 512, device=device)
for _ in range(steps):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(layer(data), target)
    loss.backward()
    optimizer.step()
keys = torch.randint(0, 1000, (1 << 20,), device=device)
torch.sort(keys)
torch.cumsum(keys, 0)
torch.topk(keys, 32)
torch.unique(keys)
torch.cuda.synchronize()
print(f"loss {loss.item():.3f}")
