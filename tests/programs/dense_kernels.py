"""Products of matrices, softmax and layer norm, of cuBLAS (through PyTorch), PyTorch and Triton.

None of them is in propp's suite, so the prices of the cost model were not fitted to them.
`predicted_times.py` beside this file compares their predicted with their measured times:

    propp profile -o dense.propp -- python3 dense_kernels.py
    propp show dense.propp --format json -o dense.json
    python3 predicted_times.py dense.json
"""

import torch
import triton
import triton.language as tl

LAUNCHES = 6
SQUARES = [(512, 512, 512), (1024, 1024, 1024), (2048, 2048, 2048), (4096, 4096, 4096)]
# Tall, flat, with a long and with a short inner side.
SHAPES = SQUARES + [(16384, 256, 1024), (256, 8192, 512), (512, 512, 16384), (8192, 4096, 64)]
ROWS = [(65536, 256), (16384, 1024), (4096, 4096), (1024, 32768), (512, 1000)]


@triton.jit
def triton_matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        left = tl.load(a + rows[:, None] * K + (k + inner)[None, :])
        right = tl.load(b + (k + inner)[:, None] * N + columns[None, :])
        sums = tl.dot(left, right, sums)
    tl.store(c + rows[:, None] * N + columns[None, :], sums.to(c.dtype.element_ty))


@triton.jit
def triton_softmax(out, x, columns, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    at = tl.program_id(0).to(tl.int64) * columns + offsets
    values = tl.load(x + at, mask=offsets < columns, other=-float("inf")).to(tl.float32)
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + at, powers / tl.sum(powers, axis=0), mask=offsets < columns)


@triton.jit
def triton_layer_norm(out, x, columns, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    at = tl.program_id(0).to(tl.int64) * columns + offsets
    inside = offsets < columns
    values = tl.load(x + at, mask=inside, other=0).to(tl.float32)
    apart = tl.where(inside, values - tl.sum(values, axis=0) / columns, 0)
    scale = 1 / tl.sqrt(tl.sum(apart * apart, axis=0) / columns + 1e-5)
    tl.store(out + at, apart * scale, mask=inside)


def products(kind, dtype):
    torch.backends.cuda.matmul.allow_tf32 = kind == "tf32"
    for m, n, k in SHAPES:
        a = torch.randn(m, k, device="cuda", dtype=dtype)
        b = torch.randn(k, n, device="cuda", dtype=dtype)
        for _ in range(LAUNCHES):
            right = a @ b
        if kind != "f32":
            out = torch.empty_like(right)
            for _ in range(LAUNCHES):
                triton_matmul[(m // 128, n // 128)](a, b, out, m, n, k, 128, 128, 32, num_warps=8)
            error = (out - right).abs().max() / right.abs().max()
            assert error < 0.02, f"{kind} {m} {n} {k}: {error}"


def rows(dtype):
    for count, columns in ROWS:
        x = torch.randn(count, columns, device="cuda", dtype=dtype)
        out = torch.empty_like(x)
        block = triton.next_power_of_2(columns)
        weight, bias = torch.ones(columns, device="cuda", dtype=dtype), None
        for _ in range(LAUNCHES):
            softmax = torch.softmax(x, dim=1)
            norm = torch.nn.functional.layer_norm(x, (columns,), weight, bias)
        for _ in range(LAUNCHES):
            triton_softmax[(count,)](out, x, columns, block, num_warps=8)
        assert torch.allclose(out, softmax, rtol=0.02, atol=1e-3), "softmax"
        for _ in range(LAUNCHES):
            triton_layer_norm[(count,)](out, x, columns, block, num_warps=8)
        assert torch.allclose(out, norm, rtol=0.02, atol=0.02), "layer norm"


torch.manual_seed(1)
products("f32", torch.float32)
products("tf32", torch.float32)
products("f16", torch.float16)
products("bf16", torch.bfloat16)
rows(torch.float32)
rows(torch.bfloat16)
torch.cuda.synchronize()
print("ok")
