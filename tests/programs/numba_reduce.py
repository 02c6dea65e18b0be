"""A sum in Numba: blocks add up in shared memory, then with an atomic. Numba compiles the
kernel from Python while the program runs, once for each type of its arguments.
"""

import numba
import numpy as np
from numba import cuda

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # NumPy 2.5 has no longer what numba-cuda 0.30 looks for

THREADS = 256


@cuda.jit
def add_up(values, total):
    part = cuda.shared.array(THREADS, numba.int64)
    lane = cuda.threadIdx.x
    own = 0
    for at in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        own += values[at]
    part[lane] = own
    cuda.syncthreads()
    width = THREADS // 2
    while width > 0:
        if lane < width:
            part[lane] += part[lane + width]
        cuda.syncthreads()
        width >>= 1
    if lane == 0:
        cuda.atomic.add(total, 0, part[0])


for kind in (np.int32, np.int64):
    numbers = (np.arange(1 << 20) * 7919 % 1009).astype(kind)
    values, total = cuda.to_device(numbers), cuda.to_device(np.zeros(1, np.int64))
    for _ in range(10):
        add_up[64, THREADS](values, total)
    found = int(total.copy_to_host()[0])
    assert found == 10 * int(numbers.sum(dtype=np.int64))
    print(f"{np.dtype(kind).name}: ten sums together are {found}")
