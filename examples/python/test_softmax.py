"""A softmax in Triton that a test keeps from getting worse.

    pytest --propp-update test_softmax.py     # once, and commit .propp/
    pytest test_softmax.py
"""

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")
tl = triton.language


@triton.jit
def softmax(out, x, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * columns
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + row + offsets, mask=offsets < columns, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row + offsets, powers / tl.sum(powers, axis=0), mask=offsets < columns)


@pytest.fixture
def x():
    return torch.randn(4096, 1024, device="cuda")


@pytest.mark.propp(kernel="softmax", Gran_L1=">=0.9", local_memory=0, time="<=1.05*baseline")
def test_softmax(x):
    out = torch.empty_like(x)
    # Several launches: their spread is what a change is held against.
    for _ in range(10):
        softmax[(x.shape[0],)](out, x, x.shape[1], BLOCK=1024)
    assert torch.allclose(out, torch.softmax(x, dim=1), atol=1e-6)
