"""Programs for one test at the end: nothing that finds steps was made with them in view.

    python3 fourteenth.py NAME
    python3 fourteenth.py --list

In CuPy, Triton and JAX; six CUDA C++ programs belong to the set, too. The marks are those of
marks.py. The first line of each program says what its steps are, after the kinds of the steps.
Frameworks are imported by the programs that want them.
"""

import math

from harness import DEVICE, finite, main, note, program
from marks import step

# With CuPy

TOMOGRAPHY = r"""
__device__ float pixel(const float *image, int side, int x, int y) {
    return x < 0 || y < 0 || x >= side || y >= side ? 0.0f : image[y * side + x];
}

// One thread a ray: samples at distances of a pixel, between four pixels each.
extern "C" __global__ void project(const float *image, const float *angles, float *rays, int side,
                                   int count, int detectors) {
    int d = blockIdx.x * blockDim.x + threadIdx.x, a = blockIdx.y;
    if (d >= detectors || a >= count)
        return;
    float c = cosf(angles[a]), s = sinf(angles[a]), middle = 0.5f * (side - 1);
    float offset = d - 0.5f * (detectors - 1), sum = 0;
    for (int i = 0; i < detectors; i++) {
        float along = i - 0.5f * (detectors - 1);
        float x = middle + offset * c - along * s, y = middle + offset * s + along * c;
        int left = (int)floorf(x), top = (int)floorf(y);
        float u = x - left, v = y - top;
        float above = (1 - u) * pixel(image, side, left, top) + u * pixel(image, side, left + 1, top);
        float below = (1 - u) * pixel(image, side, left, top + 1) + u * pixel(image, side, left + 1, top + 1);
        sum += (1 - v) * above + v * below;
    }
    rays[a * detectors + d] = sum;
}

extern "C" __global__ void smear(const float *rays, const float *angles, float *image, int side,
                                 int count, int detectors) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= side)
        return;
    float middle = 0.5f * (side - 1), sum = 0;
    for (int a = 0; a < count; a++) {
        float place = (x - middle) * cosf(angles[a]) + (y - middle) * sinf(angles[a]) + 0.5f * (detectors - 1);
        int left = (int)floorf(place);
        float part = place - left;
        if (left >= 0 && left + 1 < detectors)
            sum += (1 - part) * rays[a * detectors + left] + part * rays[a * detectors + left + 1];
    }
    image[y * side + x] = sum;
}
"""


@program
def cupy_tomography():
    """iteration: a slice from few rays by SART over subsets, then descents of its total variation."""
    import cupy as cp
    import numpy as np

    side, detectors, views, subsets = 320, 456, 84, 7
    module = cp.RawModule(code=TOMOGRAPHY)
    kernels = {name: module.get_function(name) for name in ("project", "smear")}

    def transform(name, source, angles, shape, wide, high):
        out = cp.empty(shape, cp.float32)
        sizes = (np.int32(side), np.int32(len(angles)), np.int32(detectors))
        kernels[name](((wide + 127) // 128, high), (128,), (source, angles, out, *sizes))
        return out

    def project(image, angles):
        return transform("project", image, angles, (len(angles), detectors), detectors, len(angles))

    def smear(rays, angles):
        return transform("smear", rays, angles, (side, side), side, side)

    def variation(image):
        right = cp.roll(image, -1, 1) - image
        down = cp.roll(image, -1, 0) - image
        size = cp.sqrt(right**2 + down**2 + 1e-6)
        return size.sum(), right / size, down / size

    def descend(image, length):
        """A small way against the slope of the total variation."""
        _, right, down = variation(image)
        slope = cp.roll(right, 1, 1) - right + cp.roll(down, 1, 0) - down
        return image - length * slope / cp.linalg.norm(slope)

    line = cp.linspace(-1, 1, side, dtype=cp.float32)
    y, x = cp.meshgrid(line, line, indexing="ij")
    true = cp.zeros((side, side), cp.float32)
    ellipses = ((0, 0, 0.7, 0.9, 1.0), (0, 0.02, 0.64, 0.82, -0.7), (0.2, 0.1, 0.15, 0.3, 0.2))
    ellipses += ((-0.25, -0.1, 0.2, 0.25, 0.3), (0, -0.5, 0.1, 0.05, 0.4))
    for across, down, wide, high, value in ellipses:
        true += value * (((x - across) / wide) ** 2 + ((y - down) / high) ** 2 < 1)
    all_angles = cp.arange(views, dtype=cp.float32) * np.float32(math.pi / views)
    parts = [cp.ascontiguousarray(all_angles[i::subsets]) for i in range(subsets)]
    cp.random.seed(0)
    seen = [project(true, part) for part in parts]
    seen = [s + 0.3 * cp.random.standard_normal(s.shape, dtype=cp.float32) for s in seen]
    lengths = [cp.maximum(project(cp.ones_like(true), part), 1.0) for part in parts]
    counts = [cp.maximum(smear(cp.ones_like(s), part), 1e-3) for s, part in zip(seen, parts)]

    image, relax, length, best = cp.zeros_like(true), 1.0, 0.3, math.inf
    for number in range(70):
        with step("iteration"):
            before = image
            for index in np.random.default_rng(number).permutation(subsets):
                rays, part = seen[index], parts[index]
                change = smear((rays - project(image, part)) / lengths[index], part) / counts[index]
                image = cp.maximum(image + relax * change, 0)
            moved = float(cp.linalg.norm(image - before))
            middle = image
            for _ in range(12 if number < 30 else 6):
                image = descend(image, length * moved / 4)
            if float(cp.linalg.norm(image - middle)) > 0.9 * moved:
                length *= 0.95
            relax *= 0.985
        if number % 10 == 9:
            errors = [float(((project(image, part) - rays) ** 2).mean()) for rays, part in zip(seen, parts)]
            off = float(cp.sqrt(((image - true) ** 2).mean()))
            note(f"iteration {number}: residual {sum(errors) / subsets:.4f}, off by {off:.4f}")
            if off < best:
                best, kept = off, cp.asnumpy(image)
    print(f"off by {finite(best):.4f}, mean {finite(float(kept.mean())):.4f}")


@program
def cupy_online_nmf():
    """update, eval: topics of documents by online NMF on sparse batches, the last of them smaller."""
    import cupy as cp
    import numpy as np
    from cupyx.scipy import sparse

    cp.random.seed(1)
    documents, held, words, topics, batch = 2900, 600, 2400, 24, 256

    def make(count):
        shares = cp.random.gamma(0.1, 1.0, (count, topics)) + 1e-6
        shares /= shares.sum(1, keepdims=True)
        counts = cp.random.poisson(120 * shares @ truth, (count, words))
        return sparse.csr_matrix(counts.astype(cp.float32))

    truth = cp.random.gamma(0.05, 1.0, (topics, words)) + 1e-9
    truth /= truth.sum(1, keepdims=True)
    train, test = make(documents), make(held)
    note(f"{train.nnz} counts, {train.nnz / documents / words:.3%} of all")

    def infer(part, factors):
        """What each document has of each topic; few rounds where little changes."""
        weights = cp.full((part.shape[0], topics), 1.0, cp.float32)
        above = part @ cp.ascontiguousarray(factors.T)
        gram = factors @ factors.T
        for number in range(60):
            new = weights * above / (weights @ gram + 1e-9)
            if number % 10 == 9:
                change = float(cp.abs(new - weights).sum() / weights.sum())
                weights = new
                if change < 5e-3:
                    break
            weights = new
        return weights, number + 1

    def loss(part, weights, factors):
        product = ((part @ cp.ascontiguousarray(factors.T)) * weights).sum()
        square = ((weights.T @ weights) * (factors @ factors.T)).sum()
        return float(((part.data**2).sum() - 2 * product + square) / part.shape[0])

    factors = cp.random.random((topics, words), dtype=cp.float32)
    factors /= cp.linalg.norm(factors, axis=1, keepdims=True)
    gram = 1e-3 * cp.eye(topics, dtype=cp.float32)
    above = 1e-3 * factors.copy()
    draw, updates = np.random.default_rng(0), 0
    for epoch in range(5):
        starts = draw.permutation(np.arange(0, documents, batch)).tolist()
        for start in starts:
            with step("update"):
                part = train[start : min(start + batch, documents)]
                weights, rounds = infer(part, factors)
                updates += 1
                keep = max(0.0, 1 - 2 / (updates + 1))
                gram = keep * gram + weights.T @ weights / part.shape[0]
                above = keep * above + (part.T.tocsr() @ weights).T / part.shape[0]
                for topic in range(topics):
                    row = factors[topic] + (above[topic] - gram[topic] @ factors) / (gram[topic, topic] + 1e-9)
                    row = cp.maximum(row, 0)
                    factors[topic] = row / cp.maximum(cp.linalg.norm(row), 1e-6)
            if updates % 6 == 0:
                note(f"update {updates}: {rounds} rounds, loss {loss(part, weights, factors):.4f}")
        losses = []
        for start in range(0, held, batch):
            with step("eval"):
                part = test[start : min(start + batch, held)]
                weights, _ = infer(part, factors)
                losses.append(loss(part, weights, factors))
        top = cp.argsort(factors, axis=1)[:, -5:]
        note(f"epoch {epoch}: held {sum(losses) / len(losses):.4f}, words {top[0].tolist()}")
    print(f"loss {finite(losses[-1]):.4f} after {updates} updates")


@program
def cupy_particle_filter():
    """step: a robot finds its place by particles: moved, weighed by what is seen, at times drawn anew."""
    import cupy as cp
    import numpy as np

    cp.random.seed(0)
    draw = np.random.default_rng(0)
    size, noise, steps = 40.0, 0.4, 260
    marks = cp.asarray(draw.uniform(0, size, (60, 2)))
    robot = np.array([8.0, 8.0, 0.3])

    def anywhere(count):
        return cp.stack([cp.random.uniform(0, limit, count) for limit in (size, size, 2 * math.pi)], 1)

    def move(state, speed, turn, wobble):
        count = len(state)
        angle = state[:, 2] + turn + wobble * cp.random.standard_normal(count)
        length = speed + wobble * cp.random.standard_normal(count)
        place = cp.stack([state[:, 0] + length * cp.cos(angle), state[:, 1] + length * cp.sin(angle)], 1)
        return cp.concatenate([place % size, (angle % (2 * math.pi))[:, None]], 1)

    def draw_anew(particles, weights, count):
        """Systematic draws: one random number for all."""
        places = (cp.arange(count) + cp.random.random()) / count
        chosen = cp.minimum(cp.searchsorted(cp.cumsum(weights), places), len(weights) - 1)
        return particles[chosen], cp.full(count, 1 / count)

    def wanted(particles):
        """Fewer particles where they are all in few cells."""
        cells = cp.floor(particles[:, :2]).astype(cp.int64)
        filled = len(cp.unique(cells[:, 0] * 64 + cells[:, 1]))
        return int(min(200_000, max(20_000, 200 * filled)))

    particles, weights, draws, misses = anywhere(200_000), cp.full(200_000, 1 / 200_000), 0, []
    for number in range(steps):
        if number == 150:
            # Someone takes the robot elsewhere, and tells it so.
            robot = np.array([30.0, 12.0, 2.0])
            particles, weights = anywhere(200_000), cp.full(200_000, 1 / 200_000)
        speed, turn = 0.5, 0.15 * math.sin(number / 9)
        robot[2] = (robot[2] + turn) % (2 * math.pi)
        robot[:2] = (robot[:2] + speed * np.array([math.cos(robot[2]), math.sin(robot[2])])) % size
        away = np.linalg.norm(cp.asnumpy(marks) - robot[:2], axis=1)
        near = np.nonzero(away < 9)[0][: draw.integers(1, 9)]
        seen = away[near] + noise * draw.standard_normal(len(near))
        with step("step"):
            particles = move(particles, speed, turn, 0.05)
            if len(near):
                where = marks[cp.asarray(near)]
                apart = cp.linalg.norm(particles[:, None, :2] - where[None], axis=2)
                score = -0.5 * (((apart - cp.asarray(seen)) / noise) ** 2)
                score = cp.maximum(score, -8.0).sum(1)
                weights = weights * cp.exp(score - score.max())
                weights /= weights.sum()
            effective = float(1 / (weights**2).sum())
            if effective < 0.5 * len(weights):
                particles, weights = draw_anew(particles, weights, wanted(particles))
                draws += 1
            angle = 2 * math.pi * particles[:, :2] / size
            up, along = weights @ cp.sin(angle), weights @ cp.cos(angle)
            guess = cp.asnumpy(cp.arctan2(up, along) * size / (2 * math.pi) % size)
        off = np.abs(guess - robot[:2])
        misses.append(float(np.linalg.norm(np.minimum(off, size - off))))
        if number % 40 == 39:
            apart = particles[:, :2] - cp.asarray(guess)
            count, spread = len(particles), float((weights @ apart**2).sum())
            note(f"step {number}: off by {misses[-1]:.3f}, {count} particles, spread {spread:.4f}")
    print(f"off by {finite(float(np.median(misses))):.3f}, drawn anew {draws} times")


# With Triton


@program
def triton_int8_generate():
    """prefill, decode: texts by a small LLaMA with weights of eight bits; prompts are filled one by one."""
    import torch
    import triton
    import triton.language as tl
    from torch.nn import functional as F

    @triton.jit
    def normalise(x, weight, out, width: tl.constexpr):
        at = tl.program_id(0) * width + tl.arange(0, width)
        value = tl.load(x + at).to(tl.float32)
        value = value / tl.sqrt(tl.sum(value * value, 0) / width + 1e-5)
        value = value * tl.load(weight + tl.arange(0, width)).to(tl.float32)
        tl.store(out + at, value.to(tl.float16))

    @triton.jit
    def few_rows(x, w, scales, out, K, N, BN: tl.constexpr, BK: tl.constexpr):
        """Products with one row, for decoding: no tensor cores, all in the reading of weights."""
        row = tl.program_id(1)
        n = tl.program_id(0) * BN + tl.arange(0, BN)
        acc = tl.zeros((BN, BK), tl.float32)
        for start in range(0, K, BK):
            k = start + tl.arange(0, BK)
            value = tl.load(x + row * K + k).to(tl.float32)
            weight = tl.load(w + n[:, None] * K + k[None, :]).to(tl.float32)
            acc += weight * value[None, :]
        total = tl.sum(acc, 1) * tl.load(scales + n)
        tl.store(out + row * N + n, total.to(tl.float16))

    @triton.jit
    def many_rows(x, w, scales, out, M, K, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
        m = tl.program_id(1) * BM + tl.arange(0, BM)
        n = tl.program_id(0) * BN + tl.arange(0, BN)
        mask = (m < M)[:, None]
        acc = tl.zeros((BM, BN), tl.float32)
        for start in range(0, K, BK):
            k = start + tl.arange(0, BK)
            value = tl.load(x + m[:, None] * K + k[None, :], mask=mask, other=0.0)
            weight = tl.load(w + n[None, :] * K + k[:, None]).to(tl.float16)
            acc += tl.dot(value, weight)
        total = acc * tl.load(scales + n)[None, :]
        tl.store(out + m[:, None] * N + n[None, :], total.to(tl.float16), mask=mask)

    @triton.jit
    def rotate(qkv, places, stride, rate, HALF: tl.constexpr):
        """Queries and keys are turned in place by where they are in the text."""
        d = tl.arange(0, HALF)
        row = tl.program_id(0)
        first = qkv + row * stride + tl.program_id(1) * 2 * HALF + d
        angle = tl.load(places + row).to(tl.float32) * tl.exp(d.to(tl.float32) * rate)
        a = tl.load(first).to(tl.float32)
        b = tl.load(first + HALF).to(tl.float32)
        c, s = tl.cos(angle), tl.sin(angle)
        tl.store(first, (a * c - b * s).to(tl.float16))
        tl.store(first + HALF, (b * c + a * s).to(tl.float16))

    @triton.jit
    def attend_one(
        qkv, keys, values, slots, places, out, stride, limit, scale, D: tl.constexpr, B: tl.constexpr
    ):
        """One query against all that its text has in the cache."""
        row = tl.program_id(0)
        head = tl.program_id(1)
        heads = tl.num_programs(1)
        d = tl.arange(0, D)
        query = tl.load(qkv + row * stride + head * D + d).to(tl.float32) * scale
        length = tl.load(places + row).to(tl.int32) + 1
        base = tl.load(slots + row) * limit * heads * D + head * D
        most = tl.full((1,), -1e30, tl.float32)
        total = tl.zeros((1,), tl.float32)
        acc = tl.zeros((D,), tl.float32)
        for start in range(0, length, B):
            t = start + tl.arange(0, B)
            where = base + t[:, None] * heads * D + d[None, :]
            mask = (t < length)[:, None]
            key = tl.load(keys + where, mask=mask, other=0.0).to(tl.float32)
            value = tl.load(values + where, mask=mask, other=0.0).to(tl.float32)
            score = tl.where(t < length, tl.sum(key * query[None, :], 1), -1e30)
            new = tl.maximum(most, tl.max(score, 0))
            p = tl.exp(score - new)
            fade = tl.exp(most - new)
            total = total * fade + tl.sum(p, 0)
            acc = acc * fade + tl.sum(p[:, None] * value, 0)
            most = new
        tl.store(out + row * heads * D + head * D + d, (acc / total).to(tl.float16))

    @triton.jit
    def gate(both, out, inner, B: tl.constexpr):
        row = tl.program_id(0)
        at = tl.program_id(1) * B + tl.arange(0, B)
        a = tl.load(both + row * 2 * inner + at).to(tl.float32)
        b = tl.load(both + row * 2 * inner + inner + at).to(tl.float32)
        tl.store(out + row * inner + at, (a / (1 + tl.exp(-a)) * b).to(tl.float16))

    torch.manual_seed(0)
    vocabulary, width, heads, inner, layers, slots, most_places = 2048, 512, 8, 1536, 4, 4, 256
    size = width // heads
    half = dict(dtype=torch.float16, device=DEVICE)

    def pack(rows, columns):
        """Weights of eight bits with a scale for each row."""
        weight = torch.randn(rows, columns, device=DEVICE) / math.sqrt(columns)
        scale = weight.abs().amax(1) / 127
        return (weight / scale[:, None]).round().to(torch.int8), scale

    embedding = torch.randn(vocabulary, width, **half)
    blocks = []
    for _ in range(layers):
        block = dict(qkv=pack(3 * width, width), out=pack(width, width))
        block.update(up=pack(2 * inner, width), down=pack(width, inner))
        block.update(norm1=torch.ones(width, **half), norm2=torch.ones(width, **half))
        block.update(keys=torch.zeros(slots, most_places, heads, size, **half))
        block.update(values=torch.zeros(slots, most_places, heads, size, **half))
        blocks.append(block)
    last, head = torch.ones(width, **half), pack(vocabulary, width)

    def norm(x, weight):
        out = torch.empty_like(x)
        normalise[(len(x),)](x, weight, out, width=width)
        return out

    def linear(x, packed):
        weight, scale = packed
        (rows, inward), outward = x.shape, len(weight)
        out = torch.empty(rows, outward, **half)
        if rows <= slots:
            few_rows[(outward // 16, rows)](x, weight, scale, out, inward, outward, BN=16, BK=128)
        else:
            grid = (outward // 64, triton.cdiv(rows, 32))
            many_rows[grid](x, weight, scale, out, rows, inward, outward, BM=32, BN=64, BK=64)
        return out

    def forward(ids, where, places, one):
        """`one`: a token each of several texts; else all tokens of the text in slot `where`."""
        x = embedding[ids]
        for block in blocks:
            qkv = linear(norm(x, block["norm1"]), block["qkv"])
            rotate[(len(x), 2 * heads)](qkv, places, 3 * width, -2 * math.log(10000) / size, HALF=size // 2)
            q, k, v = qkv.view(-1, 3, heads, size).unbind(1)
            block["keys"][where, places] = k
            block["values"][where, places] = v
            if one:
                mixed = torch.empty_like(x)
                cache = (block["keys"], block["values"], where, places, mixed)
                sizes = (3 * width, most_places, 1 / math.sqrt(size))
                attend_one[(len(x), heads)](qkv, *cache, *sizes, D=size, B=32)
            else:
                q, k, v = (t.transpose(0, 1)[None] for t in (q, k, v))
                mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
                mixed = mixed[0].transpose(0, 1).reshape(-1, width)
            x = x + linear(mixed, block["out"])
            both = linear(norm(x, block["norm2"]), block["up"])
            gated = torch.empty(len(x), inner, **half)
            gate[(len(x), inner // 256)](both, gated, inner, B=256)
            x = x + linear(gated, block["down"])
        x = x if one else x[-1:].contiguous()
        return linear(norm(x, last), head).float()

    def choose(logits):
        best, ids = logits.topk(20, 1)
        return ids.gather(1, torch.multinomial((best / 0.8).softmax(1), 1))[:, 0]

    draw, made = torch.Generator().manual_seed(1), 0
    for group in range(9):
        count = 1 + int(torch.randint(slots, (1,), generator=draw))
        limits = torch.randint(6, 30, (count,), generator=draw).tolist()
        texts = []
        for slot in range(count):
            length = int(torch.randint(8, 180, (1,), generator=draw))
            prompt = torch.randint(1, vocabulary, (length,), generator=draw)
            with step("prefill"):
                places = torch.arange(length, device=DEVICE)
                where = torch.full_like(places, slot)
                texts.append([length, choose(forward(prompt.to(DEVICE), where, places, False)).item()])
        alive = list(range(count))
        while alive:
            with step("decode"):
                where = torch.tensor(alive, device=DEVICE)
                places = [texts[slot][0] + len(texts[slot]) - 2 for slot in alive]
                places = torch.tensor(places, device=DEVICE)
                ids = torch.tensor([texts[slot][-1] for slot in alive], device=DEVICE)
                new = choose(forward(ids, where, places, True)).tolist()
                for slot, token in zip(alive, new):
                    texts[slot].append(token)
            made += len(alive)
            alive = [slot for slot in alive if texts[slot][-1] and len(texts[slot]) - 1 < limits[slot]]
        note(f"group {group}: {[len(text) - 1 for text in texts]} tokens after {[text[0] for text in texts]}")
    print(f"{made} tokens, the last {texts[-1][-1]}")


# With JAX


@program
def jax_helium():
    """train, eval: helium by variational Monte Carlo: walkers move in a loop, then a jitted Adam."""
    from functools import partial

    import jax
    import jax.numpy as jnp
    import numpy as np

    walkers, width, moves = 1024, 32, 12

    def create(key):
        keys = jax.random.split(key, 3)
        sizes = ((3, width), (width, width), (width, 1))
        layers = [
            dict(w=0.3 * jax.random.normal(k, size) / math.sqrt(size[0]), b=jnp.zeros(size[1]))
            for k, size in zip(keys, sizes)
        ]
        return dict(layers=layers, cusp=jnp.array(0.3), charge=jnp.array(1.8))

    def log_psi(params, x):
        """Of one pair of electrons, six numbers."""
        r1 = jnp.sqrt(jnp.sum(x[:3] ** 2) + 1e-8)
        r2 = jnp.sqrt(jnp.sum(x[3:] ** 2) + 1e-8)
        r12 = jnp.sqrt(jnp.sum((x[:3] - x[3:]) ** 2) + 1e-8)
        h = jnp.stack([r1 + r2, r1 * r2, r12])
        for layer in params["layers"][:-1]:
            h = jnp.tanh(h @ layer["w"] + layer["b"])
        last = params["layers"][-1]
        h = (h @ last["w"] + last["b"])[0]
        return -params["charge"] * (r1 + r2) + 0.5 * r12 / (1 + jnp.abs(params["cusp"]) * r12) + h

    def local_energy(params, x):
        slope_of = jax.grad(log_psi, argnums=1)
        slope = slope_of(params, x)

        def curvature(i, total):
            direction = jnp.zeros(6).at[i].set(1.0)
            _, change = jax.jvp(lambda y: slope_of(params, y), (x,), (direction,))
            return total + change[i]

        curved = jax.lax.fori_loop(0, 6, curvature, 0.0)
        r1, r2 = jnp.linalg.norm(x[:3]), jnp.linalg.norm(x[3:])
        r12 = jnp.linalg.norm(x[:3] - x[3:])
        return -0.5 * (curved + jnp.sum(slope**2)) - 2 / r1 - 2 / r2 + 1 / r12

    @partial(jax.jit, static_argnums=4)
    def walk(params, x, key, width, moves):
        density = jax.vmap(log_psi, (None, 0))

        def move(_, state):
            x, logs, key, taken = state
            key, first, second = jax.random.split(key, 3)
            new = x + width * jax.random.normal(first, x.shape)
            new_logs = density(params, new)
            accept = jnp.log(jax.random.uniform(second, logs.shape) + 1e-12) < 2 * (new_logs - logs)
            x = jnp.where(accept[:, None], new, x)
            return x, jnp.where(accept, new_logs, logs), key, taken + accept.mean()

        start = (x, density(params, x), key, jnp.zeros(()))
        x, _, _, taken = jax.lax.fori_loop(0, moves, move, start)
        return x, taken / moves

    @jax.jit
    def measure(params, x):
        energies = jax.vmap(local_energy, (None, 0))(params, x)
        return energies.mean(), energies.std()

    @jax.jit
    def update(params, m, v, count, x):
        energies = jax.vmap(local_energy, (None, 0))(params, x)
        middle = jnp.median(energies)
        spread = jnp.abs(energies - middle).mean()
        clipped = jnp.clip(energies, middle - 5 * spread, middle + 5 * spread)
        weights = jax.lax.stop_gradient(clipped - clipped.mean())

        def loss_fn(params):
            return 2 * jnp.mean(weights * jax.vmap(log_psi, (None, 0))(params, x))

        grads = jax.grad(loss_fn)(params)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, grads)
        v = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, v, grads)
        rate = 5e-3 / (1 + count / 60) * jnp.sqrt(1 - 0.99**count) / (1 - 0.9**count)
        params = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-6), params, m, v)
        return params, m, v, energies.mean()

    key, first, second = jax.random.split(jax.random.key(0), 3)
    params, x = create(first), jax.random.normal(second, (walkers, 6))
    m, v = jax.tree.map(jnp.zeros_like, params), jax.tree.map(jnp.zeros_like, params)
    size = 0.5
    for _ in range(3):
        key, now = jax.random.split(key)
        x, taken = walk(params, x, now, size, 100)
    note(f"at the start {float(taken):.3f} of all moves are taken")
    for number in range(120):
        with step("train"):
            key, now = jax.random.split(key)
            x, taken = walk(params, x, now, size, moves)
            params, m, v, energy = update(params, m, v, number + 1.0, x)
            size *= 1.05 if float(taken) > 0.5 else 0.95
            jax.block_until_ready((params, m, v, energy))
        if number % 10 == 0:
            note(f"iteration {number}: energy {float(energy):.4f}, moves of {size:.3f}")
        if number % 30 == 29:
            blocks = []
            for _ in range(4):
                with step("eval"):
                    key, now = jax.random.split(key)
                    x, _ = walk(params, x, now, size, 4 * moves)
                    mean, spread = jax.block_until_ready(measure(params, x))
                blocks.append(float(mean))
            mean, error = np.mean(blocks), np.std(blocks)
            note(f"after {number + 1}: {mean:.4f} +- {error:.4f}, spread {float(spread):.4f}")
    print(f"energy {finite(float(np.mean(blocks))):.4f}")


@program
def jax_shallow_water():
    """step: shallow water, half implicit: heights by CG in a while loop, later on a finer grid."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.scipy.ndimage import map_coordinates

    gravity, depth, spin = 9.8, 100.0, 2e-3

    def slopes(h, spacing):
        return (
            (jnp.roll(h, -1, 1) - jnp.roll(h, 1, 1)) / (2 * spacing),
            (jnp.roll(h, -1, 0) - jnp.roll(h, 1, 0)) / (2 * spacing),
        )

    def spread(u, v, spacing):
        return slopes(u, spacing)[0] + slopes(v, spacing)[1]

    @jax.jit
    def advance(u, v, h, dt, spacing):
        side = h.shape[0]
        y, x = jnp.meshgrid(jnp.arange(side) * 1.0, jnp.arange(side) * 1.0, indexing="ij")
        origin = [y - v * dt / spacing, x - u * dt / spacing]
        u, v, h = (map_coordinates(field, origin, order=1, mode="wrap") for field in (u, v, h))
        c, s = jnp.cos(dt * spin), jnp.sin(dt * spin)
        u, v = c * u + s * v, c * v - s * u
        factor = gravity * depth * dt**2
        right = h - depth * dt * spread(u, v, spacing)

        def product(h):
            return h - factor * spread(*slopes(h, spacing), spacing)

        def going(state):
            _, r, _, square, count = state
            return (square > 1e-9 * jnp.sum(right**2)) & (count < 200)

        def iterate(state):
            h, r, p, square, count = state
            image = product(p)
            length = square / jnp.sum(p * image)
            h, r = h + length * p, r - length * image
            new = jnp.sum(r**2)
            return h, r, r + new / square * p, new, count + 1

        r = right - product(h)
        state = (h, r, r, jnp.sum(r**2), 0)
        h, _, _, _, count = jax.lax.while_loop(going, iterate, state)
        across, down = slopes(h, spacing)
        u, v = u - dt * gravity * across, v - dt * gravity * down
        return u, v, h, count, jnp.sqrt(jnp.max(u**2 + v**2))

    @jax.jit
    def totals(u, v, h, spacing):
        curl = slopes(v, spacing)[0] - slopes(u, spacing)[1]
        return 0.5 * jnp.mean((depth + h) * (u**2 + v**2) + gravity * h**2), jnp.mean(curl**2)

    @jax.jit
    def refine(field):
        fine = jnp.repeat(jnp.repeat(field, 2, 0), 2, 1)
        return (2 * fine + jnp.roll(fine, 1, 0) + jnp.roll(fine, 1, 1)) / 4

    side, extent = 128, 100_000.0
    line = np.arange(side) / side - 0.5
    y, x = np.meshgrid(line, line, indexing="ij")
    bumps = ((0.1, 0.0, 4.0), (-0.15, 0.05, -3.0), (0.0, 0.3, 2.0))
    h = sum(high * np.exp(-((x - a) ** 2 + (y - b) ** 2) / 0.004) for a, b, high in bumps)
    h = jnp.asarray(h, jnp.float32)
    across, down = slopes(h, extent / side)
    u, v = jax.block_until_ready((-gravity / spin * down, gravity / spin * across))
    dt, time = 30.0, 0.0
    for number in range(160):
        if number == 90:
            u, v, h = jax.block_until_ready((refine(u), refine(v), refine(h)))
            side *= 2
            note(f"now {side} by {side}")
        with step("step"):
            spacing = extent / side
            u, v, h, count, fastest = advance(u, v, h, dt, spacing)
            time += dt
            speed = float(fastest)
            jax.block_until_ready((u, v, h))
            if number % 40 == 39:
                energy, curl = totals(u, v, h, spacing)
                note(f"step {number}, {time:.0f} s: energy {float(energy):.4f}, curl {float(curl):.3e}")
        dt = min(60.0, 1.1 * dt, 1.5 * spacing / max(speed, 1e-3))
        if number % 20 == 0:
            note(f"step {number}: {int(count)} rounds, fastest {speed:.3f}, dt {dt:.2f}")
        if number in (60, 120):
            picture = np.asarray(h)
            note(f"written: heights from {picture.min():.4f} to {picture.max():.4f}")
    print(f"energy {finite(float(totals(u, v, h, spacing)[0])):.4f} after {time:.0f} s")


# Programs without steps


@program
def nosteps_cupy_sizes():
    """No steps: functions of CuPy are timed over sizes, each size warmed up once and run a few times."""
    import cupy as cp
    from cupyx.scipy import sparse

    cp.random.seed(0)

    def vector(n):
        return (cp.random.random(n, dtype=cp.float32),)

    def square(n):
        side = math.isqrt(n)
        return (cp.random.random((side, side), dtype=cp.float32),)

    def two_squares(n):
        return square(n) + square(n)

    def positive(n):
        (a,) = square(n)
        return (a @ a.T + len(a) * cp.eye(len(a), dtype=cp.float32), cp.ones(len(a), cp.float32))

    def whole(n):
        return (cp.random.randint(0, 1000, n),)

    def vector_and_places(n):
        return vector(n) + (cp.random.permutation(n),)

    def table_and_queries(n):
        return (cp.sort(vector(n)[0]), vector(n)[0])

    def rows_and_vector(n):
        side = 4 * math.isqrt(n)
        dense = cp.random.random((side, side), dtype=cp.float32)
        return (sparse.csr_matrix(cp.where(dense > 0.95, dense, 0)), cp.ones(side, cp.float32))

    def blur(a):
        return sum(cp.roll(a, i, 0) for i in range(-2, 3)) / 5

    small, large = (10_000, 90_000, 640_000), (100_000, 1_000_000, 4_000_000, 16_000_000)
    measured = (
        ("copy", vector, cp.copy, large, 10),
        ("sum", vector, cp.sum, large, 10),
        ("mean of rows", square, lambda a: a.mean(1), large, 5),
        ("sort", vector, cp.sort, large, 3),
        ("argsort", whole, cp.argsort, large[:3], 3),
        ("cumsum", vector, cp.cumsum, large, 5),
        ("unique", whole, cp.unique, large[:3], 2),
        ("bincount", whole, cp.bincount, large, 5),
        ("matmul", two_squares, cp.matmul, small + large[1:], 5),
        ("fft", vector, cp.fft.rfft, large, 5),
        ("fft2", square, cp.fft.fft2, large, 5),
        ("solve", positive, cp.linalg.solve, small, 2),
        ("cholesky", lambda n: positive(n)[:1], cp.linalg.cholesky, small, 2),
        ("svd", square, cp.linalg.svd, small[:2], 1),
        ("gather", vector_and_places, lambda a, places: a[places], large, 5),
        ("search", table_and_queries, cp.searchsorted, large[:3], 5),
        ("sparse", rows_and_vector, lambda a, x: a @ x, small, 10),
        ("transpose", square, lambda a: cp.ascontiguousarray(a.T), large, 10),
        ("blur", square, blur, large[:3], 5),
        ("exponents", square, lambda a: cp.exp(a - a.max(1, keepdims=True)), large[:3], 5),
        ("norm", vector, cp.linalg.norm, large, 8),
        ("random", lambda n: (n,), cp.random.standard_normal, large, 4),
    )
    best = {}
    start, stop = cp.cuda.Event(), cp.cuda.Event()
    for name, make, function, sizes, repeats in measured:
        for size in sizes:
            arguments = make(size)
            function(*arguments)
            times = []
            for _ in range(repeats):
                start.record()
                function(*arguments)
                stop.record()
                stop.synchronize()
                times.append(cp.cuda.get_elapsed_time(start, stop))
            best[name] = size / min(times) / 1e3
            note(f"{name:12s} {size:9d} {min(times):9.4f} ms {best[name]:9.2f} million/s")
    print(f"{len(best)} functions, {finite(min(best.values())):.3f} million/s at the least")


@program
def nosteps_jax_cells():
    """No steps: a table of cells and genes by eager JAX: cleaned, reduced, made a graph, told apart; once."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_default_matmul_precision", "highest")
    keys = jax.random.split(jax.random.key(0), 8)
    cells, genes, kinds = 2400, 1600, 5
    kind = jax.random.randint(keys[0], (cells,), 0, kinds)
    profile = jnp.exp(jax.random.normal(keys[1], (genes,)) - 0.5)
    marked = (jax.random.uniform(keys[2], (kinds, genes)) < 0.06) * 2.5
    size = jnp.exp(0.4 * jax.random.normal(keys[3], (cells, 1)))
    rate = size * profile * jnp.exp(marked[kind])
    drawn = -jnp.log(jax.random.uniform(keys[4], (cells, genes), minval=1e-6)) * rate
    counts = jnp.where(jax.random.uniform(keys[5], (cells, genes)) < 0.3, 0.0, jnp.floor(drawn))
    note(f"{float((counts > 0).mean()):.3%} are not zero")

    # Cells and genes that are good for nothing go.
    total, found = counts.sum(1), (counts > 0).sum(1)
    share = counts[:, :13].sum(1) / total
    low, high = jnp.percentile(total, jnp.array([2.0, 98.0]))
    good = (total > low) & (total < high) & (found > 200) & (share < 0.2)
    counts, kind = counts[good], kind[good]
    seen = (counts > 0).sum(0)
    counts = counts[:, seen > 20]
    cells, genes = counts.shape
    note(f"{cells} cells and {genes} genes are kept")

    # Alike in their totals, logarithms, and the genes that vary most for their mean.
    total = counts.sum(1, keepdims=True)
    logs = jnp.log1p(counts / total * jnp.median(total))
    mean, spread = counts.mean(0), counts.var(0)
    design = jnp.vander(jnp.log(mean + 1e-3), 3)
    trend = jnp.linalg.lstsq(design, jnp.log(spread + 1e-3))[0]
    excess = jnp.log(spread + 1e-3) - design @ trend
    chosen = jnp.argsort(-excess)[:500]
    table = logs[:, chosen]
    note(f"trend {trend.tolist()}, largest excess {float(excess.max()):.3f}")

    # What comes of the totals is taken out; then principal parts.
    design = jnp.concatenate([jnp.ones((cells, 1)), jnp.log(total)], 1)
    table = table - design @ jnp.linalg.solve(design.T @ design, design.T @ table)
    table = jnp.clip(table / (table.std(0) + 1e-6), -8, 8)
    values, vectors = jnp.linalg.eigh(table.T @ table / cells)
    parts = table @ vectors[:, -20:]
    note(f"the parts have {float(values[-20:].sum() / values.sum()):.3%} of all")

    # Doublets: pairs of cells are added up, and who is near to many of them is one.
    first, second = jax.random.randint(keys[6], (2, cells // 2), 0, cells)
    pairs = (table[first] + table[second]) / 2 @ vectors[:, -20:]
    both = jnp.concatenate([parts, pairs])
    squares = (parts**2).sum(1)[:, None] + (both**2).sum(1)[None] - 2 * parts @ both.T
    _, near = jax.lax.top_k(-squares, 30)
    score = (near >= cells).mean(1)
    single = score < jnp.percentile(score, 96)
    parts, logs, kind, table = parts[single], logs[single], kind[single], table[single]
    cells = len(parts)
    note(f"score {float(score.mean()):.4f}, {cells} cells are single")

    # A graph of neighbours, and the slow vectors of its Laplacian.
    norms = (parts**2).sum(1)
    squares = jnp.maximum(norms[:, None] + norms[None] - 2 * parts @ parts.T, 0)
    far = -jax.lax.top_k(-squares, 16)[0]
    scale = jnp.sqrt(far[:, 7]) + 1e-6
    weights = jnp.exp(-squares / (scale[:, None] * scale[None]))
    weights = jnp.where(squares <= far[:, -1:], weights, 0)
    weights = (weights + weights.T) / 2
    degree = weights.sum(1)
    even = weights / jnp.sqrt(degree[:, None] * degree[None])
    slow, shapes = jnp.linalg.eigh(even)
    shape = shapes[:, -kinds:] / jnp.linalg.norm(shapes[:, -kinds:], axis=1, keepdims=True)
    note(f"slowest {slow[-kinds:].tolist()}")

    # Groups by the axes that a QR of some cells gives.
    axes, _ = jnp.linalg.qr(shape[:: cells // 200].T)
    groups = jnp.argmax(jnp.abs(shape @ axes), 1)
    hot = (groups[:, None] == jnp.arange(kinds)).astype(jnp.float32)
    inside = (hot.T @ weights @ hot) / weights.sum()
    modularity = jnp.trace(inside) - (inside.sum(1) ** 2).sum()
    joint = hot.T @ (kind[:, None] == jnp.arange(kinds)).astype(jnp.float32) / cells
    outer = joint.sum(1)[:, None] * joint.sum(0)[None]
    shared = (joint * jnp.log((joint + 1e-9) / (outer + 1e-9))).sum()
    note(f"modularity {float(modularity):.3f}, shared {float(shared):.3f}")

    # Which genes tell the largest group apart: ranks, their odds, and what is left after Benjamini.
    largest = jnp.argmax(hot.sum(0))
    member = hot[:, largest]
    ranks = jnp.argsort(jnp.argsort(logs, 0), 0) + 1.0
    inner = member.sum()
    rest = cells - inner
    u = member @ ranks - inner * (inner + 1) / 2
    z = (u - inner * rest / 2) / jnp.sqrt(inner * rest * (cells + 1) / 12)
    chance = 2 * jax.scipy.stats.norm.sf(jnp.abs(z))
    ordered = jnp.sort(chance)
    bound = ordered <= 0.01 * jnp.arange(1, genes + 1) / genes
    fold = (member @ logs / inner - (1 - member) @ logs / rest) / math.log(2)
    note(f"{int(bound.sum())} genes, largest fold {float(jnp.abs(fold).max()):.3f}")

    # Genes that go together, paths from one cell, and how well the groups are apart.
    alike = jnp.corrcoef(logs[:, chosen[:200]].T)
    strongest = jnp.sort(jnp.triu(alike, 1).ravel())[-5:]
    walk = weights / degree[:, None]
    far_walk = jnp.linalg.matrix_power(walk, 8)
    root = jnp.argmin(parts[:, -1])
    time = -jnp.log(far_walk[root] + 1e-9)
    line = jnp.polyfit(parts[:, -1], time, 2)
    apart = jnp.sqrt(squares) @ hot / jnp.maximum(hot.sum(0), 1)
    own = (apart * hot).sum(1)
    other = jnp.where(hot > 0, jnp.inf, apart).min(1)
    silhouette = ((other - own) / jnp.maximum(other, own)).mean()
    density, _ = jnp.histogram(time, 40)
    note(f"strongest {strongest.tolist()}, line {line.tolist()}, densest {int(density.argmax())}")
    print(f"{cells} cells, silhouette {finite(float(silhouette)):.4f}")


if __name__ == "__main__":
    main()
