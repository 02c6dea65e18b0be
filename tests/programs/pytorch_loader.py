"""A DataLoader with four worker processes and pinned memory, two epochs.

The workers are forked while CUDA is in use, and a thread of its own moves their batches to
pinned memory. All numbers are integers.
"""

import torch
from torch.utils.data import DataLoader, Dataset


class Squares(Dataset):
    def __len__(self):
        return 2048

    def __getitem__(self, index):
        return torch.full((1024,), index, dtype=torch.int64), index * index


sums = torch.zeros(2, dtype=torch.int64, device="cuda")
loader = DataLoader(Squares(), batch_size=64, num_workers=4, pin_memory=True)
for epoch in range(2):
    for values, squares in loader:
        values = values.to("cuda", non_blocking=True)
        squares = squares.to("cuda", non_blocking=True)
        sums[0] += values.sum()
        sums[1] += (values[:, 0] * values[:, -1] - squares).abs().sum()
    print(f"epoch {epoch}: sum {sums[0].item()}, differences {sums[1].item()}")
assert sums.tolist() == [2 * 1024 * (2047 * 2048 // 2), 0]
