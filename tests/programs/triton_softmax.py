"""A softmax in Triton, with autotuning: the kernel is compiled for several numbers of warps
and each is run many times to see which is fastest, before the launches that the program asked
for. How many launches that makes differs from run to run.
"""

import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[triton.Config({}, num_warps=warps) for warps in (2, 4, 8)], key=["columns"]
)
@triton.jit
def softmax(out, x, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * columns
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + row + offsets, mask=offsets < columns, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row + offsets, powers / tl.sum(powers, axis=0), mask=offsets < columns)


rows, columns = 512, 1000
numbers = torch.arange(rows * columns, device="cuda").reshape(rows, columns)
x = (numbers * 7919 % 4093).to(torch.float32) / 256
for call in range(10):
    out = torch.empty_like(x)
    softmax[(rows,)](out, x, columns, BLOCK=triton.next_power_of_2(columns))
    assert torch.allclose(out, torch.softmax(x, dim=1), rtol=1e-4, atol=1e-7)
    assert torch.equal(out.argmax(dim=1), x.argmax(dim=1))
    x = x.roll(17, dims=1)
print(f"softmax of {rows} rows: sum {out.sum():.0f}, largest at {out.argmax(dim=1).sum().item()}")
