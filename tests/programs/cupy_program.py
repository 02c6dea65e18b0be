"""CuPy: kernels compiled from text while the program runs, and NVIDIA's libraries.

    python3 cupy_program.py raw|fft|solver|sort

raw: a kernel of the program's own (NVRTC). fft: cuFFT, two-dimensional. solver: cuSOLVER,
linear systems and eigenvalues. sort: CUB's sorts, by key and by index.
"""

import sys

import cupy
import numpy as np

STEP = r"""
extern "C" __global__ void step(unsigned int* values, unsigned int count, unsigned int what) {
    const unsigned int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < count) values[at] = values[at] * 3 + what;
}
"""


def raw():
    step = cupy.RawKernel(STEP, "step")
    values = cupy.arange(1 << 18, dtype=cupy.uint32)
    expected = np.arange(1 << 18, dtype=np.uint32)
    for what in range(20):
        blocks = (values.size + 255) // 256
        step((blocks,), (256,), (values, np.uint32(values.size), np.uint32(what)))
        expected = expected * np.uint32(3) + np.uint32(what)
    assert (values.get() == expected).all()
    return int(expected.sum(dtype=np.uint64))


def fft():
    numbers = (np.arange(512 * 512) * 7919 % 251 - 125).reshape(512, 512)
    values = cupy.asarray(numbers, dtype=cupy.complex64)
    for _ in range(5):
        there = cupy.fft.fft2(values)
        assert abs(complex(there[0, 0]) - numbers.sum()) < 1
        values = cupy.rint(cupy.fft.ifft2(there).real).astype(cupy.complex64)
    back = values.get().real.astype(np.int64)
    assert (back == numbers).all()
    return int((back * (np.arange(512) + 1)).sum())


def solver():
    n = 256
    i, j = np.meshgrid(np.arange(n), np.arange(n))
    matrix = i * j % 13 - 6 + 8 * n * np.eye(n)
    numbers = np.arange(n, dtype=np.float64)
    found = cupy.linalg.solve(cupy.asarray(matrix), cupy.asarray(matrix @ numbers))
    assert np.allclose(found.get(), numbers, atol=1e-6)
    second_difference = 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    eigenvalues, vectors = cupy.linalg.eigh(cupy.asarray(second_difference))
    expected = 2 - 2 * np.cos(np.pi * np.arange(1, n + 1) / (n + 1))
    assert np.allclose(eigenvalues.get(), expected, atol=1e-9)
    assert np.allclose((vectors.T @ vectors).get(), np.eye(n), atol=1e-9)
    return int(cupy.rint(found).sum())


def sort():
    numbers = (np.arange(1 << 20, dtype=np.uint64) * 2654435761 % 1000003).astype(np.int32)
    values = cupy.asarray(numbers)
    assert (cupy.sort(values).get() == np.sort(numbers)).all()
    order = cupy.argsort(values, kind="stable")
    assert (values[order].get() == np.sort(numbers)).all()
    different = cupy.unique(values)
    assert different.size == np.unique(numbers).size
    return int(different.size)


mode = sys.argv[1]
result = {"raw": raw, "fft": fft, "solver": solver, "sort": sort}[mode]()
print(f"CuPy, {mode}: {result}")
