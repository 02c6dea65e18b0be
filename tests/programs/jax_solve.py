"""Solutions of linear equations in JAX by conjugate gradients, a loop under jax.jit.

XLA makes a CUDA graph of the loop's body. The graph copies, and after each launch of it the host
reads whether the loop goes on.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.sparse.linalg import cg

n = 256
matrix = jnp.asarray(2.1 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1), dtype=jnp.float32)


@jax.jit
def solve(b):
    return cg(lambda x: matrix @ x, b, tol=1e-4, maxiter=60)[0]


waves = np.sin(np.outer([1, 2, 4, 8, 16, 32], np.arange(1, n + 1)) * np.pi / (n + 1))
for wave in waves:
    b = jnp.asarray(wave, dtype=jnp.float32)
    error = jnp.linalg.norm(matrix @ solve(b) - b) / jnp.linalg.norm(b)
    assert error < 1e-3, error
print(f"{len(waves)} systems of {n} equations solved")
