"""Training steps of a small network in JAX: jax.grad under jax.jit, a hundred steps.

The host hands over a step while earlier ones still run; a step is a handful of fused kernels.
"""

import jax
import jax.numpy as jnp

jax.config.update("jax_default_matmul_precision", "highest")


def loss_of(parameters, x, y):
    for weights, bias in parameters[:-1]:
        x = jnp.tanh(x @ weights + bias)
    weights, bias = parameters[-1]
    return jnp.mean((x @ weights + bias - y) ** 2)


@jax.jit
def step(parameters, x, y):
    loss, slopes = jax.value_and_grad(loss_of)(parameters, x, y)
    return loss, jax.tree.map(lambda value, slope: value - 0.05 * slope, parameters, slopes)


keys = jax.random.split(jax.random.key(1), 4)
sizes = [64, 256, 256, 1]
parameters = [
    (jax.random.normal(key, (m, n)) / m**0.5, jnp.zeros(n))
    for key, m, n in zip(keys, sizes, sizes[1:])
]
x = jax.random.normal(keys[3], (512, 64))
y = jnp.sin(x[:, :1]) + x[:, 1:2] * x[:, 2:3]
losses = []
for _ in range(100):
    loss, parameters = step(parameters, x, y)
    losses.append(loss)
print(f"{len(losses)} steps, loss {losses[0]:.2f} at first, {losses[-1]:.2f} at last")
assert losses[-1] < losses[0] - 0.5
