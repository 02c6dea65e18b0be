"""The Triton kernels of programs.py. All sizes are multiples of the blocks: no masks."""

import triton
import triton.language as tl
import triton.testing


@triton.jit
def attention_weights(
    out, q, k, scale, LENGTH: tl.constexpr, WIDTH: tl.constexpr, BLOCK: tl.constexpr
):
    """softmax(q kT) for a block of rows of one head."""
    head = tl.program_id(1)
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.arange(0, LENGTH)
    depth = tl.arange(0, WIDTH)
    start = head * LENGTH * WIDTH
    queries = tl.load(q + start + rows[:, None] * WIDTH + depth[None, :])
    keys = tl.load(k + start + columns[None, :] * WIDTH + depth[:, None])
    products = tl.dot(queries, keys) * scale
    powers = tl.exp(products - tl.max(products, axis=1)[:, None])
    weights = powers / tl.sum(powers, axis=1)[:, None]
    start = head * LENGTH * LENGTH
    tl.store(out + start + rows[:, None] * LENGTH + columns[None, :], weights)


@triton.jit
def attention_mix(out, weights, v, LENGTH: tl.constexpr, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    """The weighted sum of the values, for a block of rows of one head."""
    head = tl.program_id(1)
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.arange(0, LENGTH)
    depth = tl.arange(0, WIDTH)
    start = head * LENGTH * LENGTH
    shares = tl.load(weights + start + rows[:, None] * LENGTH + columns[None, :])
    start = head * LENGTH * WIDTH
    values = tl.load(v + start + columns[:, None] * WIDTH + depth[None, :])
    tl.store(out + start + rows[:, None] * WIDTH + depth[None, :], tl.dot(shares, values))


def short_bench(call, quantiles):
    """The defaults would launch some ten thousand kernels."""
    return triton.testing.do_bench(call, warmup=2, rep=10, quantiles=quantiles)


@triton.autotune(
    configs=[
        triton.Config({"ROWS": 32, "COLUMNS": 64}, num_warps=4),
        triton.Config({"ROWS": 64, "COLUMNS": 64}, num_warps=4),
        triton.Config({"ROWS": 64, "COLUMNS": 128}, num_warps=4),
        triton.Config({"ROWS": 128, "COLUMNS": 128}, num_warps=8),
    ],
    key=["n"],
    do_bench=short_bench,
)
@triton.jit
def matmul(out, a, b, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """The product of two square matrices of n rows in half precision."""
    rows = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None]
    columns = (tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS))[None, :]
    depth = tl.arange(0, 32)
    total = tl.zeros((ROWS, COLUMNS), dtype=tl.float32)
    for start in range(0, n, 32):
        left = tl.load(a + rows * n + (start + depth)[None, :])
        right = tl.load(b + (start + depth)[:, None] * n + columns)
        total += tl.dot(left, right)
    tl.store(out + rows * n + columns, total.to(tl.float16))
