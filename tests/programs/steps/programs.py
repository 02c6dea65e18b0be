"""Programs whose steps are known: each marks them by ranges (see marks.py).

    python3 programs.py NAME
    python3 programs.py --list

The first line of each program says what its steps are, after the kinds of the steps.
Frameworks are imported by the programs that want them, since each takes seconds.
"""

import itertools
import math
import os
import random
import sys
import time

from marks import begin, other, rest, step

DEVICE = "cuda"
PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def finite(number):
    assert math.isfinite(number), number
    return number


# Training in PyTorch


def batches(count, shape, classes):
    """Inputs and labels on the host, as a loader would hand them out."""
    import torch

    for _ in range(count):
        yield torch.randn(shape), torch.randint(0, classes, shape[:1])


def update(model, optimizer, x, labels):
    """One training step, without waiting for the GPU."""
    from torch.nn import functional as F

    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), labels)
    loss.backward()
    optimizer.step()
    return loss.detach()


@program
def mlp_train():
    """train: a batch copied in, forward, backward, Adam, the loss read."""
    import torch

    from networks import perceptron

    torch.manual_seed(0)
    model = perceptron(64, 256, 256, 10).to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for x, labels in batches(12, (256, 64), 10):
        with step("train"):
            loss = update(model, optimizer, x.to(DEVICE), labels.to(DEVICE)).item()
    print(f"loss {finite(loss):.3f}")


@program
def transformer_train():
    """train: forward, backward, AdamW; the first one also makes the optimizer's state."""
    import torch

    from networks import TransformerClassifier

    torch.manual_seed(0)
    model = TransformerClassifier(4, 128, 10).to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    x = torch.randn(16, 32, 128).to(DEVICE)
    labels = torch.randint(0, 10, (16,)).to(DEVICE)
    losses = []
    for _ in range(10):
        with step("train"):
            losses.append(update(model, optimizer, x, labels))
    losses = torch.stack(losses).tolist()
    print(f"loss {finite(losses[0]):.3f} to {finite(losses[-1]):.3f}")


@program
def accumulation():
    """train: four micro batches, the gradients clipped, one step of SGD with momentum."""
    import torch
    from torch.nn import functional as F

    from networks import perceptron

    torch.manual_seed(0)
    model = perceptron(64, 256, 256, 10).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    data = batches(8 * 4, (128, 64), 10)
    for _ in range(8):
        with step("train"):
            optimizer.zero_grad()
            for x, labels in itertools.islice(data, 4):
                loss = F.cross_entropy(model(x.to(DEVICE)), labels.to(DEVICE)) / 4
                loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
    print(f"loss {finite(4 * loss.item()):.3f}")


@program
def gan():
    """iteration: two updates of the discriminator, one of the generator."""
    import torch
    from torch.nn import functional as F

    from networks import perceptron

    def judged(x, label):
        verdict = discriminator(x)
        wanted = torch.full_like(verdict, label)
        return F.binary_cross_entropy_with_logits(verdict, wanted)

    torch.manual_seed(0)
    generator = perceptron(16, 128, 128, 2).to(DEVICE)
    discriminator = perceptron(2, 128, 128, 1).to(DEVICE)
    for_generator = torch.optim.Adam(generator.parameters(), lr=1e-3)
    for_discriminator = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
    for _ in range(9):
        with step("iteration"):
            for _ in range(2):
                true = 0.5 * torch.randn(256, 2, device=DEVICE) + 1
                false = generator(torch.randn(256, 16, device=DEVICE)).detach()
                for_discriminator.zero_grad()
                (judged(true, 1.0) + judged(false, 0.0)).backward()
                for_discriminator.step()
            for_generator.zero_grad()
            loss = judged(generator(torch.randn(256, 16, device=DEVICE)), 1.0)
            loss.backward()
            for_generator.step()
    print(f"generator's loss {finite(loss.item()):.3f}")


@program
def train_then_eval():
    """train, eval: twelve training steps, then eight batches that are only judged."""
    import torch

    from networks import perceptron

    torch.manual_seed(0)
    model = perceptron(64, 256, 256, 10).to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for x, labels in batches(12, (256, 64), 10):
        with step("train"):
            update(model, optimizer, x.to(DEVICE), labels.to(DEVICE))
    model.eval()
    correct = 0
    with torch.no_grad():
        for x, labels in batches(8, (256, 64), 10):
            with step("eval"):
                guesses = model(x.to(DEVICE)).argmax(dim=1)
                correct += (guesses == labels.to(DEVICE)).sum().item()
    print(f"{correct} of {8 * 256} correct")


def statistics(model, x):
    import torch

    weights = torch.stack([parameter.detach().norm() for parameter in model.parameters()])
    slopes = torch.stack([parameter.grad.norm() for parameter in model.parameters()])
    with torch.no_grad():
        shares = torch.softmax(model(x), dim=1)
        entropy = -(shares * shares.log()).sum(dim=1).mean()
    return {
        "weights": weights.norm().item(),
        "gradient": slopes.norm().item(),
        "largest": slopes.max().item(),
        "entropy": entropy.item(),
    }


@program
def log_every_five():
    """train: a training step; each fifth one also computes statistics and prints them."""
    import torch

    from networks import perceptron

    torch.manual_seed(0)
    model = perceptron(64, 256, 256, 10).to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for number, (x, labels) in enumerate(batches(20, (256, 64), 10)):
        with step("train"):
            x = x.to(DEVICE)
            loss = update(model, optimizer, x, labels.to(DEVICE))
            if number % 5 == 4:
                print(number, statistics(model, x), file=sys.stderr)
    print(f"loss {finite(loss.item()):.3f}")


@program
def cnn_benchmark():
    """train: a step of a convolutional network; in the first, cuDNN tries its kernels."""
    import torch

    from networks import convolutional

    torch.manual_seed(0)
    torch.backends.cudnn.benchmark = True
    model = convolutional(10).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    for images, labels in batches(10, (32, 3, 64, 64), 10):
        with step("train"):
            loss = update(model, optimizer, images.to(DEVICE), labels.to(DEVICE))
    print(f"loss {finite(loss.item()):.3f}")


@program
def amp_scaler():
    """train: a step in mixed precision; the first ones overflow and skip the optimizer."""
    import torch
    from torch.nn import functional as F

    from networks import perceptron

    torch.manual_seed(0)
    model = perceptron(64, 512, 512, 512, 10).to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    scaler = torch.amp.GradScaler(DEVICE, init_scale=2.0**22)
    for x, labels in batches(10, (256, 64), 10):
        with step("train"):
            optimizer.zero_grad()
            with torch.autocast(DEVICE, torch.float16):
                loss = F.cross_entropy(model(x.to(DEVICE)), labels.to(DEVICE))
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
    print(f"loss {finite(loss.item()):.3f}, scale {scaler.get_scale():.0f}")


@program
def rnn_lengths():
    """train: a step of an LSTM that is a loop over its cell; the lengths differ."""
    import torch

    from networks import LengthsClassifier

    torch.manual_seed(0)
    model = LengthsClassifier(32, 128, 5).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for length in (7, 12, 5, 9, 11, 6, 8, 13, 4, 10):
        x, labels = next(batches(1, (64, length, 32), 5))
        with step("train"):
            loss = update(model, optimizer, x.to(DEVICE), labels.to(DEVICE))
    print(f"loss {finite(loss.item()):.3f}")


@program
def cuda_graph():
    """train: a batch copied in, a training step replayed as a CUDA graph."""
    import torch
    from torch.nn import functional as F

    from networks import perceptron

    torch.manual_seed(0)
    model = perceptron(64, 256, 256, 10).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    x = torch.randn(256, 64, device=DEVICE)
    labels = torch.randint(0, 10, (256,), device=DEVICE)

    def captured():
        loss = F.cross_entropy(model(x), labels)
        loss.backward()
        optimizer.step()
        return loss

    # A capture wants one step before it, on another stream than the default one.
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        captured()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    optimizer.zero_grad(set_to_none=True)
    with torch.cuda.graph(graph):
        loss = captured()
    for new_x, new_labels in batches(20, (256, 64), 10):
        with step("train"):
            x.copy_(new_x)
            labels.copy_(new_labels)
            graph.replay()
    print(f"loss {finite(loss.item()):.3f}")


@program
def compiled():
    """train: a step with torch.compile; it compiles in the first one."""
    import torch

    from networks import perceptron

    torch.manual_seed(0)
    model = torch.compile(perceptron(64, 256, 256, 256, 256, 10).to(DEVICE))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for x, labels in batches(10, (256, 64), 10):
        with step("train"):
            loss = update(model, optimizer, x.to(DEVICE), labels.to(DEVICE))
    print(f"loss {finite(loss.item()):.3f}")


@program
def rl():
    """iteration: ten forward passes of the policy, then four epochs of training on them."""
    import torch

    from networks import perceptron

    torch.manual_seed(0)
    policy = perceptron(8, 64, 64, 4).to(DEVICE)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    pushes = torch.randn(4, 8).to(DEVICE)

    def rollout():
        state = torch.randn(64, 8, device=DEVICE)
        states, actions, rewards = [], [], []
        with torch.no_grad():
            for _ in range(10):
                action = torch.multinomial(torch.softmax(policy(state), dim=1), 1)
                states.append(state)
                actions.append(action)
                state = 0.9 * state + 0.1 * pushes[action[:, 0]]
                rewards.append(-state.square().mean(dim=1))
        return torch.cat(states), torch.cat(actions), torch.cat(rewards)

    def epoch(states, actions, rewards):
        chances = torch.log_softmax(policy(states), dim=1).gather(1, actions)[:, 0]
        advantages = (rewards - rewards.mean()) / (rewards.std() + 1e-6)
        optimizer.zero_grad()
        loss = -(chances * advantages).mean()
        loss.backward()
        optimizer.step()
        return loss

    for _ in range(6):
        with step("iteration"):
            seen = rollout()
            for _ in range(4):
                loss = epoch(*seen)
    print(f"loss {finite(loss.item()):.3f}")


# Inference in PyTorch


def tiny_llama():
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=1000,
        hidden_size=256,
        intermediate_size=512,
        num_hidden_layers=4,
        num_attention_heads=4,
        num_key_value_heads=4,
        max_position_embeddings=512,
        bos_token_id=1,
        eos_token_id=None,  # so that no token ends the answer early
        pad_token_id=0,
    )
    return LlamaForCausalLM(config).to(DEVICE).eval()


@program
def llama_decode():
    """prefill, decode: the prompt of 64 tokens, then one token each."""
    import torch

    model = tiny_llama()
    prompt = torch.randint(2, 1000, (1, 64)).to(DEVICE)
    answer = []
    with torch.no_grad():
        with step("prefill"):
            result = model(prompt, use_cache=True)
            token = result.logits[:, -1:].argmax(dim=-1)
        for _ in range(24):
            with step("decode"):
                result = model(token, past_key_values=result.past_key_values, use_cache=True)
                token = result.logits[:, -1:].argmax(dim=-1)
                answer.append(token)
    print(f"{len(answer)} tokens, sum {torch.cat(answer).sum().item()}")


@program
def llama_generate():
    """prefill, decode: the prompt, then one token each; the loop is the library's."""
    import torch

    model = tiny_llama()
    prompt = torch.randint(2, 1000, (1, 64)).to(DEVICE)
    with torch.no_grad():
        model(prompt)
    # What the library does between two forward passes belongs to the step of the first.
    kinds = itertools.chain(["prefill"], itertools.repeat("decode"))
    model.register_forward_pre_hook(lambda module, arguments: begin(next(kinds)))
    mask = torch.ones_like(prompt)
    tokens = model.generate(prompt, attention_mask=mask, max_new_tokens=20, do_sample=False)
    other()
    assert tokens.shape == (1, 64 + 20), tokens.shape
    print(f"{tokens.shape[1]} tokens, sum {tokens.sum().item()}")


@program
def speculative():
    """round: a small model guesses four tokens, a big one verifies them."""
    import torch

    from networks import Decoder

    torch.manual_seed(0)
    big, draft = Decoder(4).to(DEVICE).eval(), Decoder(1).to(DEVICE).eval()
    # The small model is the big one's first layer, so that some of its guesses are right.
    draft.load_state_dict(big.state_dict(), strict=False)

    def next_tokens(model, tokens):
        return model(tokens)[0].argmax(dim=-1)

    def guess(tokens):
        for _ in range(4):
            tokens = torch.cat([tokens, next_tokens(draft, tokens)[:, -1:]], dim=1)
        return tokens

    tokens = torch.randint(0, 1000, (1, 24)).to(DEVICE)
    with torch.no_grad():
        for _ in range(10):
            with step("round"):
                guesses = guess(tokens)
                right = next_tokens(big, guesses)[:, tokens.shape[1] - 1 :]
                same = guesses[:, tokens.shape[1] :] == right[:, :-1]
                accepted = int(same.cumprod(dim=1).sum().item())
                tokens = torch.cat([tokens, right[:, : accepted + 1]], dim=1)
    print(f"{tokens.shape[1] - 24} tokens in 10 rounds")


@program
def requests():
    """request: a prompt, then one token at a time; both lengths differ."""
    import torch

    from networks import Decoder

    torch.manual_seed(0)
    model = Decoder(2).to(DEVICE).eval()
    total = 0
    with torch.no_grad():
        for prompt, answer in zip((16, 40, 25, 9, 33), (5, 9, 7, 4, 11)):
            tokens = torch.randint(0, 1000, (1, prompt))
            with step("request"):
                logits, past = model(tokens.to(DEVICE))
                for _ in range(answer):
                    token = logits[:, -1:].argmax(dim=-1)
                    total += token.item()
                    logits, past = model(token, past)
    print(f"sum of tokens {total}")


@program
def diffusion():
    """denoise: the network guesses the noise, the image loses some of it."""
    import torch

    from networks import UNet

    torch.manual_seed(0)
    model = UNet().to(DEVICE).eval()
    shares = torch.linspace(1e-4, 0.2, 15).tolist()
    left = list(itertools.accumulate((1 - share for share in shares), lambda a, b: a * b))
    x = torch.randn(4, 3, 32, 32, device=DEVICE)
    with torch.no_grad():
        for number in reversed(range(15)):
            with step("denoise"):
                when = torch.full((4,), float(number), device=DEVICE)
                noise = model(x, when)
                share = shares[number]
                x = (x - share / (1 - left[number]) ** 0.5 * noise) / (1 - share) ** 0.5
                if number > 0:
                    x = x + share**0.5 * torch.randn_like(x)
    print(f"spread {finite(x.std().item()):.3f}")


@program
def serving_batches():
    """request: a batch of varying size copied in, a forward pass, the answer copied out."""
    import torch

    from networks import perceptron

    torch.manual_seed(0)
    chance = random.Random(0)
    model = perceptron(128, 512, 512, 512, 20).to(DEVICE).eval()
    total = 0
    with torch.no_grad():
        for _ in range(30):
            x = torch.randn(chance.choice((1, 8, 33, 128, 512)), 128)
            with step("request"):
                shares = torch.softmax(model(x.to(DEVICE)), dim=1)
                best = shares.max(dim=1)
                total += best.indices.cpu().sum().item()
    print(f"sum of classes {total}")


@program
def two_streams():
    """iteration: two side streams with different work, and their results together."""
    import torch

    torch.manual_seed(0)
    x = torch.randn(512, 512).to(DEVICE)
    weights = torch.randn(512, 512).to(DEVICE) / 512**0.5
    main, first, second = torch.cuda.current_stream(), torch.cuda.Stream(), torch.cuda.Stream()
    ready, first_done, second_done = (torch.cuda.Event() for _ in range(3))
    # Memory of one iteration is free for another only after both streams have met `main` again.
    for _ in range(20):
        with step("iteration"):
            x = torch.sin(x)
            ready.record(main)
            with torch.cuda.stream(first):
                first.wait_event(ready)
                left = torch.relu(x @ weights) + 1
                first_done.record(first)
            with torch.cuda.stream(second):
                second.wait_event(ready)
                right = torch.softmax(x, dim=1).cumsum(dim=1)
                second_done.record(second)
            main.wait_event(first_done)
            main.wait_event(second_done)
            x = left - right
    print(f"mean {finite(x.mean().item()):.3f}")


# JAX. Whichever thread launches: each step waits for its results, so that it launches nothing
# after its range.


def jax_network(key, sizes):
    import jax
    import jax.numpy as jnp

    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(key, (inputs, outputs)) / inputs**0.5, jnp.zeros(outputs))
        for key, inputs, outputs in zip(keys, sizes, sizes[1:])
    ]


@program
def jax_train():
    """train: a jitted training step; it compiles in the first one."""
    import jax
    import jax.numpy as jnp

    def loss_of(parameters, x, y):
        for weights, bias in parameters[:-1]:
            x = jnp.tanh(x @ weights + bias)
        weights, bias = parameters[-1]
        return jnp.mean((x @ weights + bias - y) ** 2)

    @jax.jit
    def train(parameters, x, y):
        loss, slopes = jax.value_and_grad(loss_of)(parameters, x, y)
        return loss, jax.tree.map(lambda value, slope: value - 0.05 * slope, parameters, slopes)

    parameters = jax_network(jax.random.key(0), [64, 256, 256, 256, 1])
    x = jax.random.normal(jax.random.key(1), (512, 64))
    y = jax.block_until_ready(jnp.sin(x[:, :1]) + x[:, 1:2] * x[:, 2:3])
    for _ in range(12):
        with step("train"):
            loss, parameters = train(parameters, x, y)
            jax.block_until_ready(parameters)
    print(f"loss {finite(float(loss)):.3f}")


@program
def jax_scan():
    """call: a jitted function with a scan of fifty iterations inside."""
    import jax
    import jax.numpy as jnp

    @jax.jit
    def simulate(x, weights):
        def advance(x, _):
            x = jnp.tanh(x @ weights) + 0.1 * x
            return x, jnp.sort(x[0])[-1]

        return jax.lax.scan(advance, x, None, length=50)

    weights = jax.random.normal(jax.random.key(0), (256, 256)) / 16
    x = jax.block_until_ready(jax.random.normal(jax.random.key(1), (256, 256)))
    for _ in range(3):
        with step("call"):
            x, largest = jax.block_until_ready(simulate(x, weights))
    print(f"largest {finite(float(largest[-1])):.3f}")


@program
def jax_cg():
    """solve: a jitted solution by conjugate gradients; the numbers of iterations differ."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.scipy.sparse.linalg import cg

    n = 256
    matrix = jnp.asarray(2.1 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1), dtype=jnp.float32)

    @jax.jit
    def solve(b):
        return cg(lambda x: matrix @ x, b, tol=1e-4, maxiter=60)[0]

    # Smooth ones take fewer iterations.
    waves = np.sin(np.outer([1, 2, 4, 8, 16, 32], np.arange(1, n + 1)) * np.pi / (n + 1))
    noise = np.random.default_rng(0).standard_normal((6, n)) * [[0], [1], [0.1], [0], [1e-3], [1]]
    right_hand_sides = [jnp.asarray(row, dtype=jnp.float32) for row in waves + noise]
    jax.block_until_ready(right_hand_sides)
    for b in right_hand_sides:
        with step("solve"):
            x = jax.block_until_ready(solve(b))
    error = float(jnp.linalg.norm(matrix @ x - b) / jnp.linalg.norm(b))
    print(f"relative error {finite(error):.1e}")


# CuPy


def second_differences(cupy, n, diagonal):
    import numpy as np

    return cupy.asarray(diagonal * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))


@program
def cupy_cg():
    """iteration: one of the forty of one solution by conjugate gradients."""
    import cupy
    import numpy as np

    matrix = second_differences(cupy, 1024, 2.0)
    r = cupy.asarray(np.random.default_rng(0).standard_normal(1024))
    x = cupy.zeros_like(r)
    p = r.copy()
    square = r @ r
    for _ in range(40):
        with step("iteration"):
            image = matrix @ p
            length = square / (p @ image)
            x += length * p
            r -= length * image
            square, before = r @ r, square
            p = r + (square / before) * p
    print(f"residual {finite(math.sqrt(float(square))):.3f}")


@program
def cupy_newton():
    """outer: a Newton iteration with an inner solution of a varying number of iterations."""
    import cupy
    import numpy as np

    matrix = second_differences(cupy, 512, 3.0)
    b = cupy.asarray(np.random.default_rng(0).standard_normal(512))
    x = cupy.zeros_like(b)

    def solve(diagonal, r, tolerance):
        change = cupy.zeros_like(r)
        p = r.copy()
        square = r @ r
        enough = float(square) * tolerance**2
        count = 0
        while float(square) > enough and count < 30:
            image = matrix @ p + diagonal * p
            length = square / (p @ image)
            change += length * p
            r = r - length * image
            square, before = r @ r, square
            p = r + (square / before) * p
            count += 1
        return change, count

    counts = []
    for number in range(8):
        with step("outer"):
            left = b - matrix @ x - x**3
            # The closer to the solution, the more exact.
            change, count = solve(3 * x**2, left, 0.3 * 0.4**number)
            x += change
            counts.append(count)
    print(f"residual {finite(float(cupy.abs(left).max())):.1e}, inner iterations {counts}")


@program
def cupy_kmeans():
    """iteration: labels, new centres, and the host sees how far they moved."""
    import cupy
    import numpy as np

    points = cupy.asarray(np.random.default_rng(0).random((20000, 8), dtype=np.float32))
    centres = points[:16].copy()
    numbers = cupy.arange(16)
    for _ in range(15):
        with step("iteration"):
            distances = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
            members = (distances.argmin(axis=1) == numbers[:, None]).astype(cupy.float32)
            new = (members @ points) / cupy.maximum(members.sum(axis=1), 1)[:, None]
            moved = float(cupy.abs(new - centres).max())
            centres = new
        if moved < 1e-6:
            break
    print(f"last moved by {finite(moved):.5f}")


# Triton


@program
def triton_attention():
    """step: attention in two kernels of Triton, and elementwise operations of PyTorch."""
    import torch

    from triton_code import attention_mix, attention_weights

    heads, length, width, block = 8, 128, 64, 32
    torch.manual_seed(0)
    x, k, v = (torch.randn(heads, length, width).to(DEVICE) for _ in range(3))
    grid = (length // block, heads)
    sizes = {"LENGTH": length, "WIDTH": width, "BLOCK": block}
    for _ in range(20):
        with step("step"):
            q = torch.tanh(x)
            weights = torch.empty(heads, length, length, device=DEVICE)
            attention_weights[grid](weights, q, k, width**-0.5, **sizes)
            out = torch.empty_like(x)
            attention_mix[grid](out, weights, v, **sizes)
            x = 0.9 * x + out
    expected = torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None])[0]
    error = (out - expected).abs().max().item()
    assert error < 0.05, error
    print(f"mean {finite(x.mean().item()):.3f}")


@program
def triton_autotune():
    """step: a product by the kernel that autotuning chose before, and its sum."""
    import torch

    from triton_code import matmul

    n = 1024
    torch.manual_seed(0)
    a, b = (torch.randn(n, n).to(DEVICE, torch.float16) / 32 for _ in range(2))
    out = torch.empty_like(a)

    def grid(chosen):
        return n // chosen["ROWS"], n // chosen["COLUMNS"]

    def multiply(a):
        matmul[grid](out, a, b, n)

    multiply(a)
    total = torch.zeros((), device=DEVICE)
    for _ in range(10):
        with step("step"):
            multiply(a)
            a = torch.relu(out)
            total += a.sum(dtype=torch.float32)
    print(f"sum {finite(total.item()):.0f}")


# Without steps


@program
def nosteps_zoo():
    """No steps: different operations of PyTorch, each called once."""
    import torch
    from torch import linalg
    from torch.nn import functional as F

    torch.manual_seed(0)
    v = torch.randn(10000, device=DEVICE)
    x, y = torch.randn(2, 256, 256, device=DEVICE)
    small = torch.randn(48, 48, device=DEVICE)
    positive = x @ x.T / 256 + torch.eye(256, device=DEVICE)
    i = torch.randint(0, 100, (10000,), device=DEVICE)
    edges = torch.linspace(-3, 3, 50, device=DEVICE)
    table = torch.randn(100, 32, device=DEVICE)
    labels = torch.randint(0, 256, (256,), device=DEVICE)
    image = torch.randn(4, 8, 32, 32, device=DEVICE)
    filters = torch.randn(8, 8, 3, 3, device=DEVICE)
    where = torch.rand(4, 16, 16, 2, device=DEVICE) * 2 - 1
    tokens = torch.randn(2, 4, 64, 32, device=DEVICE)
    operations = [
        lambda: torch.sort(v).values,
        lambda: F.conv2d(image, filters, padding=1),
        lambda: torch.fft.fft(v).abs(),
        lambda: torch.unique(i),
        lambda: linalg.svdvals(small),
        lambda: torch.cumsum(v, 0),
        lambda: F.layer_norm(x, (256,)),
        lambda: torch.topk(v, 50).values,
        lambda: torch.bincount(i),
        lambda: linalg.qr(small).R,
        lambda: F.max_pool2d(image, 2),
        lambda: torch.roll(x, 7, 1),
        lambda: torch.histc(v, 64),
        lambda: linalg.eigvalsh(positive),
        lambda: F.interpolate(image, scale_factor=2, mode="bilinear"),
        lambda: torch.masked_select(v, v > 1),
        lambda: torch.logcumsumexp(v, 0),
        lambda: torch.kron(small, edges),
        lambda: F.gelu(x),
        lambda: torch.searchsorted(edges, v),
        lambda: linalg.cholesky(positive),
        lambda: F.embedding(i, table),
        lambda: torch.median(v),
        lambda: torch.fft.rfft2(image).real,
        lambda: F.group_norm(image, 2),
        lambda: torch.cdist(x, y),
        lambda: torch.flip(x, (0,)),
        lambda: F.grid_sample(image, where, align_corners=False),
        lambda: torch.nonzero(i == 7),
        lambda: linalg.solve(positive, x),
        lambda: F.cross_entropy(x, labels),
        lambda: torch.var(x, dim=0),
        lambda: torch.index_select(x, 0, labels),
        lambda: F.scaled_dot_product_attention(tokens, tokens, tokens),
        lambda: torch.cumprod(edges, 0),
        lambda: F.unfold(image, 3),
        lambda: torch.randperm(10000, device=DEVICE),
        lambda: torch.logsumexp(x, 1),
        lambda: torch.zeros(100, device=DEVICE).scatter_add(0, i, v),
        lambda: F.batch_norm(image, None, None, training=True),
        lambda: torch.lgamma(v.abs() + 1),
        lambda: linalg.inv(positive),
        lambda: torch.einsum("ij,kj->ik", x, y),
        lambda: F.pad(image, (2, 2, 2, 2), mode="reflect"),
        lambda: torch.quantile(v, 0.9),
        lambda: torch.tril(x),
        lambda: F.conv_transpose2d(image, filters, stride=2),
        lambda: torch.multinomial(v.abs(), 20),
        lambda: torch.bmm(tokens[0], tokens[1].transpose(1, 2)),
        lambda: torch.where(v > 0, v, v * v),
        lambda: F.avg_pool2d(image, 4),
        lambda: torch.diff(v),
        lambda: torch.kthvalue(v, 100).values,
        lambda: F.softmax(x, dim=1),
        lambda: torch.addmm(small, small, small),
        lambda: torch.repeat_interleave(edges, 9),
        lambda: x.to(torch.float16),
        lambda: linalg.det(small),
        lambda: torch.gather(v, 0, i),
        lambda: F.normalize(y, dim=1),
        lambda: torch.amin(x, dim=1),
        lambda: torch.outer(edges, edges),
        lambda: torch.bernoulli(torch.full((1000,), 0.3, device=DEVICE)),
        lambda: torch.erfinv(v.tanh() * 0.9),
        lambda: torch.trapezoid(v),
    ]
    numbers = sum(operation().numel() for operation in operations)
    print(f"{len(operations)} operations, {numbers} numbers")


@program
def nosteps_bench():
    """No steps: ten operations, each timed in a loop of its own."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    x, y = torch.randn(2, 512, 512, device=DEVICE)
    v = torch.randn(100000, device=DEVICE)
    labels = torch.randint(0, 512, (512,), device=DEVICE)
    image = torch.randn(8, 16, 32, 32, device=DEVICE)
    filters = torch.randn(16, 16, 3, 3, device=DEVICE)
    operations = {
        "add": lambda: x + y,
        "product": lambda: x @ y,
        "softmax of product": lambda: torch.softmax(x @ y, dim=1),
        "cross entropy": lambda: F.cross_entropy(x, labels),
        "sum": lambda: x.sum(dim=1),
        "sort": lambda: torch.sort(v),
        "layer": lambda: F.layer_norm(F.gelu(x @ y + 1), (512,)),
        "convolution": lambda: F.conv2d(image, filters, padding=1),
        "transposed copy": lambda: x.T.contiguous(),
        "spread": lambda: (x - x.mean(dim=0)).square().mean().sqrt(),
    }
    for name, operation in operations.items():
        operation()
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(20):
            operation()
        torch.cuda.synchronize()
        print(name, (time.perf_counter() - start) / 20, file=sys.stderr)
    print(f"{len(operations)} operations timed")


@program
def nosteps_layers():
    """No steps: one forward pass of eight layers, then the best tokens."""
    import torch

    from networks import Decoder

    torch.manual_seed(0)
    model = Decoder(8).to(DEVICE).eval()
    tokens = torch.randint(0, 1000, (2, 64)).to(DEVICE)
    with torch.no_grad():
        logits, _ = model(tokens)
        best = torch.topk(torch.softmax(logits[:, -1], dim=-1), 10)
    print(f"sum of the best {best.indices.sum().item()}")


@program
def nosteps_build():
    """No steps: tables made once from columns, each in its own way."""
    import cupy
    import numpy as np

    chance = np.random.default_rng(0)
    rows, customers = 200000, 500
    when = cupy.asarray(chance.integers(0, 86400, rows))
    customer = cupy.asarray(chance.integers(0, customers, rows))
    price = cupy.asarray(chance.lognormal(2.0, 0.5, rows))
    pieces = cupy.asarray(chance.integers(1, 9, rows))
    weight = cupy.asarray(chance.random(rows, dtype=np.float32))

    order = cupy.argsort(when)
    when, customer, price = when[order], customer[order], price[order]
    pieces, weight = pieces[order], cupy.take(weight, order)

    turnover = price * pieces
    until = cupy.cumsum(turnover)
    per_hour, _ = cupy.histogram(when, bins=24)
    gaps = cupy.diff(when)
    quiet = cupy.flatnonzero(gaps > 3)

    names, first, count = cupy.unique(customer, return_index=True, return_counts=True)
    spent = cupy.bincount(customer, weights=turnover, minlength=customers)
    best = cupy.argsort(-spent)[:20]
    share = cupy.cumsum(cupy.sort(spent)[::-1]) / spent.sum()

    middle = cupy.percentile(price, 50)
    dear = cupy.where(price > middle, turnover, 0)
    limits = cupy.asarray([5.0, 7.0, 9.0, 12.0])
    grade = cupy.searchsorted(limits, price)
    table = cupy.zeros((5, 24))
    cupy.add.at(table, (grade, when // 3600), dear)

    scaled = (weight - weight.mean()) / weight.std()
    smooth = cupy.convolve(scaled, cupy.ones(16, dtype=cupy.float32) / 16, mode="same")
    outliers = cupy.count_nonzero(cupy.abs(smooth) > 0.75)
    lightest = cupy.partition(weight, 100)[:100]

    by_two = cupy.lexsort(cupy.stack([when, customer]))
    starts = cupy.searchsorted(customer[by_two], names)
    visits = cupy.diff(cupy.concatenate([starts, cupy.asarray([rows])]))
    assert bool((visits == count).all())
    assert abs(float(until[-1]) / float(spent.sum()) - 1) < 1e-6

    numbers = [
        int(per_hour.max()),
        int(quiet.size),
        int(first.max()),
        int(best[0]),
        int(cupy.count_nonzero(share < 0.5)),
        int(table.argmax()),
        int(outliers),
    ]
    print(f"{rows} rows: {numbers}, lightest {finite(float(lightest.max())):.4f}")


@program
def nosteps_powers():
    """No steps: the levels of a pyramid, each half as large and with other operations."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    blur = torch.tensor([1.0, 4.0, 6.0, 4.0, 1.0], device=DEVICE) / 16
    sobel = torch.tensor([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]], device=DEVICE)

    def normalise(image):
        return (image - image.mean()) / (image.std() + 1e-6)

    def edges(image):
        across = F.conv2d(image, sobel[None, None], padding=1)
        along = F.conv2d(image, sobel.T[None, None].contiguous(), padding=1)
        return torch.hypot(across, along)

    def lowpass(image):
        spectrum = torch.fft.rfft2(image)
        spectrum[..., 40:] = 0
        return torch.fft.irfft2(spectrum, s=image.shape[-2:])

    operations = {
        "blur": lambda x: F.conv2d(x, blur[None, None, None], padding=(0, 2)),
        "blur2": lambda x: F.conv2d(x, blur[None, None, :, None], padding=(2, 0)),
        "edges": edges,
        "normalise": normalise,
        "lowpass": lowpass,
        "clamp": lambda x: x.clamp(-2, 2),
        "open": lambda x: F.max_pool2d(-F.max_pool2d(-x, 3, 1, 1), 3, 1, 1),
        "equalise": lambda x: torch.argsort(x.flatten()).float().view_as(x) / x.numel(),
        "sum": lambda x: x.cumsum(2).cumsum(3) / x.numel(),
        "soft": lambda x: torch.softmax(x, dim=3) * x.shape[3],
        "shrink": lambda x: torch.sign(x) * F.relu(x.abs() - 0.1),
        "turn": lambda x: x.transpose(2, 3).contiguous().flip(3),
        "noise": lambda x: x + 0.01 * torch.randn_like(x),
        "mask": lambda x: torch.where(x > x.median(), x, torch.zeros_like(x)),
        "sharpen": lambda x: 2 * x - F.avg_pool2d(x, 3, 1, 1),
        "root": lambda x: x.abs().sqrt() * x.sign(),
        "sine": lambda x: torch.sin(3 * x),
        "half": lambda x: F.avg_pool2d(x, 2),
    }
    levels = [
        "noise blur blur2 normalise edges clamp half",
        "lowpass shrink equalise sine turn normalise open mask blur sum root half",
        "edges root sharpen half",
        "soft noise mask lowpass clamp open turn blur2 sharpen edges normalise equalise half",
        "sine sum turn noise shrink half",
        "open equalise blur soft lowpass root mask sharpen normalise",
    ]
    image = torch.randn(1, 1, 1024, 1024, device=DEVICE)
    means = []
    for level in levels:
        for name in level.split():
            image = operations[name](image)
        means.append(image.mean())
    print("means " + " ".join(f"{finite(mean):.2f}" for mean in torch.stack(means).tolist()))


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(PROGRAMS))
        return
    if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
        sys.exit(f"usage: programs.py NAME|--list\nnames: {' '.join(PROGRAMS)}")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # JAX would take most of the GPU's memory, and several programs may run at once.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    with rest():
        PROGRAMS[sys.argv[1]]()


if __name__ == "__main__":
    main()
