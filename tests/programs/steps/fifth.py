"""A fifth set of programs, held out: eleven with steps and three without.

    python3 fifth.py NAME
    python3 fifth.py --list

The marks are those of programs.py (see README.md); nothing else is shared with the other sets.
The first line of each program says what its steps are, after the kinds of the steps. Frameworks
are imported by the programs that want them, since each takes seconds. Programs in JAX, whose
launches come from threads without ranges, tell the number of their steps on standard error.
"""

import copy
import math
import os
import sys
import time

from marks import rest, step

DEVICE = "cuda"
PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def finite(number):
    assert math.isfinite(number), number
    return number


def note(*words):
    print(*words, file=sys.stderr)


# Training in PyTorch


@program
def amp_validation():
    """train, eval: an optimizer step under GradScaler; a batch of the pass after every ten."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.utils.data import DataLoader, TensorDataset

    class Residual(nn.Module):
        def __init__(self, inward, outward, stride):
            super().__init__()
            self.first = nn.Conv2d(inward, outward, 3, stride, 1, bias=False)
            self.second = nn.Conv2d(outward, outward, 3, 1, 1, bias=False)
            self.norm_first, self.norm_second = nn.BatchNorm2d(outward), nn.BatchNorm2d(outward)
            self.short = nn.Conv2d(inward, outward, 1, stride)

        def forward(self, x):
            inner = F.relu(self.norm_first(self.first(x)))
            return F.relu(self.norm_second(self.second(inner)) + self.short(x))

    torch.manual_seed(11)
    images, labels = torch.randn(2560, 3, 32, 32), torch.randint(0, 10, (2560,))
    images += labels.view(-1, 1, 1, 1) * 0.1
    training = DataLoader(
        TensorDataset(images[:2048], labels[:2048]), batch_size=64, shuffle=True, pin_memory=True
    )
    validation = DataLoader(TensorDataset(images[2048:], labels[2048:]), batch_size=128)
    model = nn.Sequential(
        nn.Conv2d(3, 32, 3, padding=1),
        Residual(32, 64, 2),
        Residual(64, 128, 2),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(128, 10),
    ).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 50)
    scaler = torch.amp.GradScaler("cuda", init_scale=1024.0)

    def validate():
        model.eval()
        right, loss, seen = 0, 0.0, 0
        for x, y in validation:
            with step("eval"), torch.no_grad(), torch.autocast("cuda", torch.float16):
                x, y = x.to(DEVICE), y.to(DEVICE)
                out = model(x)
                loss += F.cross_entropy(out, y, reduction="sum").item()
                right += (out.argmax(1) == y).sum().item()
                seen += len(y)
        model.train()
        return loss / seen, right / seen

    done, running = 0, torch.zeros((), device=DEVICE)
    while done < 50:
        for x, y in training:
            with step("train"):
                x, y = x.to(DEVICE, non_blocking=True), y.to(DEVICE, non_blocking=True)
                optimizer.zero_grad(set_to_none=True)
                with torch.autocast("cuda", torch.float16):
                    loss = F.cross_entropy(model(x), y)
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
                schedule.step()
                running += loss.detach()
            done += 1
            if done % 10 == 0:
                note("step", done, "train loss", running.item() / 10)
                running.zero_()
                held, accuracy = validate()
                note("validation", held, accuracy)
            if done == 50:
                break
    print(f"validation loss {finite(held):.4f}, accuracy {accuracy:.3f}")


@program
def distillation():
    """train: a step of the student, whose targets a frozen teacher makes of the same batch."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    def encoder(width, heads, layers):
        layer = nn.TransformerEncoderLayer(
            width, heads, 4 * width, dropout=0.1, activation="gelu", batch_first=True
        )
        return nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)

    class Classifier(nn.Module):
        def __init__(self, width, heads, layers):
            super().__init__()
            self.embed = nn.Embedding(1000, width)
            self.place = nn.Parameter(torch.randn(64, width) * 0.02)
            self.body = encoder(width, heads, layers)
            self.head = nn.Linear(width, 20)

        def forward(self, tokens):
            return self.head(self.body(self.embed(tokens) + self.place).mean(1))

    torch.manual_seed(12)
    teacher = Classifier(512, 8, 6).to(DEVICE).eval().requires_grad_(False)
    student = Classifier(192, 4, 2).to(DEVICE).train()
    optimizer = torch.optim.AdamW(student.parameters(), lr=3e-4)
    generator = torch.Generator().manual_seed(13)
    temperature, weight = 2.0, 0.7
    for number in range(40):
        tokens = torch.randint(0, 1000, (32, 64), generator=generator)
        labels = torch.randint(0, 20, (32,), generator=generator)
        with step("train"):
            tokens, labels = tokens.to(DEVICE), labels.to(DEVICE)
            with torch.no_grad():
                wanted = F.softmax(teacher(tokens) / temperature, dim=-1)
            out = student(tokens)
            soft = F.kl_div(
                F.log_softmax(out / temperature, dim=-1), wanted, reduction="batchmean"
            )
            loss = weight * temperature**2 * soft + (1 - weight) * F.cross_entropy(out, labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if number % 8 == 0:
                note("step", number, "loss", loss.item(), "soft", soft.item())
    print(f"distilled, loss {finite(loss.item()):.4f}")


@program
def actor_critic():
    """iteration: a rollout of 16 steps of 256 environments, then one update of both networks."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(14)
    actor = nn.Sequential(nn.Linear(4, 128), nn.Tanh(), nn.Linear(128, 2)).to(DEVICE)
    critic = nn.Sequential(nn.Linear(4, 128), nn.Tanh(), nn.Linear(128, 1)).to(DEVICE)
    spread = nn.Parameter(torch.full((2,), -0.5, device=DEVICE))
    weights = [*actor.parameters(), *critic.parameters(), spread]
    optimizer = torch.optim.Adam(weights, lr=3e-3)

    def fresh():
        return torch.cat(
            (torch.rand(256, 2, device=DEVICE) * 2 - 1, torch.zeros(256, 2, device=DEVICE)), 1
        )

    def environment(state, action):
        place, speed = state.chunk(2, 1)
        speed = 0.95 * speed + 0.1 * action.clamp(-1, 1)
        place = place + 0.1 * speed
        reward = -place.norm(dim=1) - 0.01 * action.square().sum(1)
        ended = (place.abs() > 2).any(1)
        state = torch.where(ended[:, None], fresh(), torch.cat((place, speed), 1))
        return state, reward, ended

    state = fresh()
    for number in range(15):
        with step("iteration"):
            states, actions, rewards, ends = [], [], [], []
            for _ in range(16):
                with torch.no_grad():
                    mean = actor(state)
                    action = mean + spread.exp() * torch.randn_like(mean)
                states.append(state)
                actions.append(action)
                state, reward, ended = environment(state, action)
                rewards.append(reward)
                ends.append(ended)
            with torch.no_grad():
                value = critic(state).squeeze(1)
                returns = []
                for reward, ended in zip(reversed(rewards), reversed(ends)):
                    value = reward + 0.97 * value * ~ended
                    returns.append(value)
            states, actions = torch.cat(states), torch.cat(actions)
            returns = torch.cat(returns[::-1])
            values = critic(states).squeeze(1)
            gain = returns - values.detach()
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            off = (actions - actor(states)) / spread.exp()
            likely = (-0.5 * off.square() - spread).sum(1)
            loss = -(likely * gain).mean() + 0.5 * F.mse_loss(values, returns)
            loss = loss - 0.01 * spread.sum()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(weights, 0.5)
            optimizer.step()
            note("iteration", number, "loss", loss.item(), "return", returns.mean().item())
    print(f"mean return {finite(returns.mean().item()):.4f}")


@program
def contrastive():
    """train: a batch of pairs through two encoders, gradients clipped, then the EMA copy."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Texts(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(2000, 192)
            layer = nn.TransformerEncoderLayer(192, 4, 512, dropout=0.0, batch_first=True)
            self.body = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
            self.out = nn.Linear(192, 128)

        def forward(self, tokens):
            return self.out(self.body(self.embed(tokens))[:, 0])

    class Images(nn.Module):
        def __init__(self):
            super().__init__()
            widths = (3, 32, 64, 128)
            self.stages = nn.ModuleList(
                nn.Sequential(nn.Conv2d(a, b, 3, 2, 1), nn.GroupNorm(8, b), nn.SiLU())
                for a, b in zip(widths, widths[1:])
            )
            self.out = nn.Linear(128, 128)

        def forward(self, x):
            for stage in self.stages:
                x = stage(x)
            return self.out(x.mean((2, 3)))

    class Pair(nn.Module):
        def __init__(self):
            super().__init__()
            self.images, self.texts = Images(), Texts()
            self.scale = nn.Parameter(torch.tensor(math.log(1 / 0.07)))

        def forward(self, pixels, tokens):
            seen = F.normalize(self.images(pixels), dim=-1)
            read = F.normalize(self.texts(tokens), dim=-1)
            return self.scale.exp() * seen @ read.t()

    torch.manual_seed(15)
    model = Pair().to(DEVICE)
    average = copy.deepcopy(model).requires_grad_(False)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.05)
    pixels, tokens = torch.randn(36 * 64, 3, 64, 64), torch.randint(0, 2000, (36 * 64, 24))
    for number in range(36):
        part = slice(64 * number, 64 * number + 64)
        with step("train"):
            seen = pixels[part].pin_memory().to(DEVICE, non_blocking=True)
            read = tokens[part].pin_memory().to(DEVICE, non_blocking=True)
            likeness = model(seen, read)
            pairs = torch.arange(64, device=DEVICE)
            loss = (F.cross_entropy(likeness, pairs) + F.cross_entropy(likeness.t(), pairs)) / 2
            optimizer.zero_grad()
            loss.backward()
            norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            with torch.no_grad():
                model.scale.clamp_(0, math.log(100))
                torch._foreach_lerp_(
                    list(average.parameters()), list(model.parameters()), 0.05
                )
        if number % 12 == 11:
            note("step", number, "loss", loss.item(), "norm", norm.item())
    with torch.no_grad():
        likeness = average(pixels[:64].to(DEVICE), tokens[:64].to(DEVICE))
    print(f"loss {finite(loss.item()):.4f}, of the average {likeness.diag().mean().item():.4f}")


# Inference in PyTorch


@program
def guided_diffusion():
    """denoise: one of the 20 steps of each of three images, with and without its class."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Block(nn.Module):
        def __init__(self, inward, outward):
            super().__init__()
            self.norm, self.conv = nn.GroupNorm(8, inward), nn.Conv2d(inward, outward, 3, 1, 1)
            self.moment = nn.Linear(128, outward)
            self.again = nn.Conv2d(outward, outward, 3, 1, 1)
            self.short = nn.Conv2d(inward, outward, 1)

        def forward(self, x, moment):
            inner = self.conv(F.silu(self.norm(x))) + self.moment(moment)[:, :, None, None]
            return self.short(x) + self.again(F.silu(inner))

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.kinds = nn.Embedding(11, 128)
            self.moment = nn.Sequential(nn.Linear(128, 128), nn.SiLU(), nn.Linear(128, 128))
            self.into, self.out = nn.Conv2d(4, 64, 3, 1, 1), nn.Conv2d(64, 4, 3, 1, 1)
            self.high, self.low = Block(64, 64), Block(64, 128)
            self.middle, self.rise = Block(128, 128), Block(192, 64)

        def forward(self, x, moment, kind):
            rates = torch.exp(-math.log(1e4) * torch.arange(64, device=x.device) / 64)
            angle = moment[:, None] * rates
            moment = self.moment(torch.cat((angle.sin(), angle.cos()), 1)) + self.kinds(kind)
            high = self.high(self.into(x), moment)
            low = self.middle(self.low(F.avg_pool2d(high, 2), moment), moment)
            rise = F.interpolate(low, scale_factor=2, mode="nearest")
            return self.out(F.silu(self.rise(torch.cat((rise, high), 1), moment)))

    torch.manual_seed(16)
    net = Net().to(DEVICE).eval()
    decoder = nn.Sequential(
        nn.Conv2d(4, 32, 3, padding=1),
        nn.SiLU(),
        nn.Upsample(scale_factor=2),
        nn.Conv2d(32, 3, 3, padding=1),
        nn.Tanh(),
    ).to(DEVICE)
    kept = torch.cumprod(1 - torch.linspace(1e-4, 0.02, 1000), 0)
    moments = list(range(999, -1, -50))
    images = []
    with torch.inference_mode():
        for kind in (3, 7, 1):
            noise = torch.Generator(DEVICE).manual_seed(kind)
            x = torch.randn(1, 4, 32, 32, generator=noise, device=DEVICE)
            kinds = torch.tensor([kind, 10]).to(DEVICE)
            for number, moment in enumerate(moments):
                with step("denoise"):
                    when = torch.full((2,), float(moment), device=DEVICE)
                    known, unknown = net(torch.cat((x, x)), when, kinds).chunk(2)
                    guess = unknown + 5.0 * (known - unknown)
                    now = kept[moment].item()
                    after = kept[moments[number + 1]].item() if number < 19 else 1.0
                    clean = ((x - math.sqrt(1 - now) * guess) / math.sqrt(now)).clamp(-3, 3)
                    x = math.sqrt(after) * clean + math.sqrt(1 - after) * guess
            picture = ((decoder(x)[0] + 1) * 127.5).clamp(0, 255).to(torch.uint8)
            images.append(picture.permute(1, 2, 0).cpu().numpy())
            note("image", kind, images[-1].shape, images[-1].mean())
    print(f"{len(images)} images, mean {finite(sum(i.mean() for i in images) / 3):.2f}")


@program
def dataset_embeddings():
    """embed: a batch, of as many texts as have about 2048 tokens together, the longest first."""
    import torch
    from torch.nn import functional as F
    from transformers import BertConfig, BertModel

    torch.manual_seed(17)
    config = BertConfig(
        vocab_size=5000,
        hidden_size=256,
        num_hidden_layers=5,
        num_attention_heads=4,
        intermediate_size=1024,
    )
    model = BertModel(config).to(DEVICE).half().eval()
    lengths = (torch.rand(800).pow(2) * 180 + 8).long().tolist()
    texts = [torch.randint(5, 5000, (length,)) for length in lengths]
    order = sorted(range(800), key=lambda i: -lengths[i])
    batches, batch = [], []
    for i in order:
        if batch and (len(batch) + 1) * lengths[batch[0]] > 2048:
            batches.append(batch)
            batch = []
        batch.append(i)
    batches.append(batch)
    found = torch.empty(800, 256)
    began = time.perf_counter()
    for number, batch in enumerate(batches):
        with step("embed"), torch.inference_mode():
            tokens = torch.nn.utils.rnn.pad_sequence([texts[i] for i in batch], batch_first=True)
            tokens = tokens.to(DEVICE)
            mask = (tokens != 0).long()
            hidden = model(input_ids=tokens, attention_mask=mask).last_hidden_state
            weight = mask.unsqueeze(-1).to(hidden.dtype)
            mean = (hidden * weight).sum(1) / weight.sum(1).clamp(min=1)
            found[batch] = F.normalize(mean.float(), dim=-1).cpu()
        if number % 10 == 0:
            note("batch", number, tuple(tokens.shape), time.perf_counter() - began)
    close = found.to(DEVICE) @ found[:5].to(DEVICE).t()
    best = close.topk(3, dim=0).indices.cpu()
    print(f"{len(batches)} batches, {best[0].tolist()}, {finite(close.mean().item()):.4f}")


@program
def cached_decoding():
    """prefill, decode: the whole of a prompt, of three in turn; each of its tokens thereafter."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    width, heads, depth, vocabulary = 384, 6, 5, 4000

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attend, self.mix = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x, cache):
            many, length, _ = x.shape
            parts = self.attend(self.before(x)).view(many, length, 3, heads, -1)
            q, k, v = parts.permute(2, 0, 3, 1, 4)
            if cache is not None:
                k, v = torch.cat((cache[0], k), 2), torch.cat((cache[1], v), 2)
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)
            x = x + self.mix(mixed.transpose(1, 2).reshape(many, length, width))
            return x + self.down(F.gelu(self.up(self.between(x)))), (k, v)

    class Gpt(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed, self.place = nn.Embedding(vocabulary, width), nn.Embedding(512, width)
            self.blocks = nn.ModuleList(Block() for _ in range(depth))
            self.norm = nn.LayerNorm(width)

        def forward(self, tokens, start, caches):
            places = torch.arange(start, start + tokens.shape[1], device=tokens.device)
            x, kept = self.embed(tokens) + self.place(places), []
            for block, cache in zip(self.blocks, caches):
                x, cache = block(x, cache)
                kept.append(cache)
            return F.linear(self.norm(x[:, -1]), self.embed.weight), kept

    torch.manual_seed(18)
    model = Gpt().to(DEVICE).bfloat16().eval()
    noise = torch.Generator(DEVICE).manual_seed(19)

    def pick(logits):
        best, which = (logits.float() / 0.8).topk(40)
        chosen = torch.multinomial(F.softmax(best, -1), 1, generator=noise)
        return which.gather(1, chosen)

    answers = []
    with torch.inference_mode():
        for length, wanted in ((48, 32), (160, 20), (17, 36)):
            prompt = torch.randint(0, vocabulary, (1, length))
            with step("prefill"):
                logits, caches = model(prompt.to(DEVICE), 0, [None] * depth)
                token = pick(logits)
                answer = [token.item()]
            for place in range(length, length + wanted):
                with step("decode"):
                    logits, caches = model(token, place, caches)
                    token = pick(logits)
                    answer.append(token.item())
            note("prompt of", length, "answer", answer[:8])
            answers.append(answer)
    assert all(0 <= token < vocabulary for answer in answers for token in answer)
    print(f"{sum(map(len, answers))} tokens, the last {answers[-1][-1]}")


# CuPy


@program
def gaussian_mixture():
    """iteration: E and M of a mixture of five Gaussians, until the likelihood stays the same."""
    import cupy as cp
    import numpy as np

    random = np.random.default_rng(20)
    centres = random.normal(0, 2.0, (5, 4))
    labels = random.integers(0, 5, 60000)
    points = centres[labels] + random.normal(0, 1, (60000, 4)) * (0.8 + 0.1 * labels[:, None])
    x = cp.asarray(points)
    means = cp.asarray(points[random.choice(60000, 5, replace=False)])
    covariances = cp.stack([cp.cov(x.T)] * 5)
    weights = cp.full(5, 0.2)
    before, ended = -math.inf, False
    for number in range(100):
        with step("iteration"):
            inverses = cp.linalg.inv(covariances)
            _, logdets = cp.linalg.slogdet(covariances)
            off = x[None] - means[:, None]
            far = ((off @ inverses) * off).sum(2)
            logs = cp.log(weights)[:, None] - 0.5 * (far + logdets[:, None])
            logs -= 2 * math.log(2 * math.pi)
            top = logs.max(0)
            total = top + cp.log(cp.exp(logs - top).sum(0))
            shares = cp.exp(logs - total)
            mass = shares.sum(1)
            weights = mass / len(x)
            means = shares @ x / mass[:, None]
            off = x[None] - means[:, None]
            covariances = (off * shares[:, :, None]).transpose(0, 2, 1) @ off
            covariances = covariances / mass[:, None, None] + 1e-6 * cp.eye(4)
            likelihood = float(total.mean())
            ended = abs(likelihood - before) < 1e-5
            before = likelihood
        if number % 5 == 0:
            note("iteration", number, "likelihood", likelihood)
        if ended:
            break
    nearest = cp.bincount(shares.argmax(0), minlength=5).get()
    print(f"{number + 1} iterations, likelihood {finite(likelihood):.5f}, sizes {nearest.tolist()}")


@program
def pagerank():
    """iteration: a product with the matrix and the damping; every fifth compares with the last."""
    import cupy as cp
    import numpy as np
    from cupyx.scipy import sparse

    random = np.random.default_rng(21)
    count, damping = 200_000, 0.85
    source = np.repeat(np.arange(count), 6)
    near = (source + random.integers(-20, 21, source.size)) % count
    hubs = (random.pareto(1.5, source.size) * 50).astype(np.int64) % count
    target = np.where(random.random(source.size) < 0.9, near, hubs)
    kept = source % 50 != 0
    source, target = cp.asarray(source[kept]), cp.asarray(target[kept])
    degree = cp.bincount(source, minlength=count)
    dangling = (degree == 0).astype(cp.float64)
    values = 1.0 / degree[source]
    matrix = sparse.coo_matrix((values, (target, source)), shape=(count, count)).tocsr()
    rank = cp.full(count, 1.0 / count)
    note("nonzeros", matrix.nnz, "dangling", int(dangling.sum()))
    number, change = 0, math.inf
    while change > 1e-8 and number < 150:
        with step("iteration"):
            lost = cp.dot(dangling, rank)
            after = damping * (matrix @ rank + lost / count) + (1 - damping) / count
            number += 1
            if number % 5 == 0:
                change = float(cp.abs(after - rank).sum())
                note("iteration", number, "change", change)
            rank = after
    best = cp.argsort(rank)[::-1][:5].get()
    print(f"{number} iterations, sum {finite(float(rank.sum())):.6f}, best {best.tolist()}")


@program
def spectral_vortices():
    """timestep: Heun's step of the vorticity in Fourier space, as long as the speed permits."""
    import cupy as cp

    size, viscosity, end = 256, 1e-3, 0.6
    random = cp.random.RandomState(22)
    waves = cp.fft.fftfreq(size, 1 / size)
    kx, ky = waves[:, None], cp.arange(size // 2 + 1, dtype=cp.float64)[None]
    square = kx**2 + ky**2
    inverse = cp.where(square > 0, 1 / cp.maximum(square, 1), 0.0)
    mask = (cp.abs(kx) < size / 3) & (ky < size / 3)
    vortices = cp.fft.rfft2(random.standard_normal((size, size)))
    vortices *= cp.exp(-square / 50)
    vortices *= 8.0 / cp.abs(cp.fft.irfft2(vortices, s=(size, size))).max()

    def speeds(w):
        stream = w * inverse
        return (
            cp.fft.irfft2(1j * ky * stream, s=(size, size)),
            cp.fft.irfft2(-1j * kx * stream, s=(size, size)),
        )

    def advected(w):
        u, v = speeds(w)
        along = u * cp.fft.irfft2(1j * kx * w, s=(size, size))
        along += v * cp.fft.irfft2(1j * ky * w, s=(size, size))
        return -(mask * cp.fft.rfft2(along))

    now, number = 0.0, 0
    while now < end and number < 100:
        with step("timestep"):
            u, v = speeds(vortices)
            fastest = float(cp.maximum(cp.abs(u), cp.abs(v)).max())
            length = min(0.8 * (2 * math.pi / size) / fastest, 0.02, end - now)
            decay = cp.exp(-viscosity * square * length)
            first = advected(vortices)
            guess = decay * (vortices + length * first)
            vortices = decay * (vortices + 0.5 * length * first) + 0.5 * length * advected(guess)
            now += length
            number += 1
        if number % 20 == 0:
            field = cp.fft.irfft2(vortices, s=(size, size))
            note("time", now, "length", length, "enstrophy", float((field**2).mean()))
    field = cp.fft.irfft2(vortices, s=(size, size)).get()
    print(f"{number} steps to {now:.3f}, enstrophy {finite(float((field**2).mean())):.5f}")


# JAX


@program
def jax_blocking():
    """train: a jitted step, for whose loss the host waits before it makes the next batch."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    random = np.random.default_rng(23)
    widths = (64, 512, 512, 256, 10)
    weights = [
        (
            jnp.asarray(random.normal(0, math.sqrt(2 / a), (a, b)), jnp.float32),
            jnp.zeros(b, jnp.float32),
        )
        for a, b in zip(widths, widths[1:])
    ]
    hidden = random.normal(0, 1, (64, 10))

    def forward(weights, x):
        for matrix, bias in weights[:-1]:
            x = jax.nn.gelu(x @ matrix + bias)
            x = (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + 1e-5)
        matrix, bias = weights[-1]
        return x @ matrix + bias

    def cost(weights, x, y):
        likely = jax.nn.log_softmax(forward(weights, x))
        return -jnp.take_along_axis(likely, y[:, None], 1).mean()

    @jax.jit
    def update(weights, first, second, count, x, y):
        loss, slopes = jax.value_and_grad(cost)(weights, x, y)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slopes)
        second = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, second, slopes)
        rate = 1e-3 * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        weights = jax.tree.map(
            lambda w, m, s: w - rate * m / (jnp.sqrt(s) + 1e-8), weights, first, second
        )
        return weights, first, second, loss

    first = jax.tree.map(jnp.zeros_like, weights)
    second = jax.tree.map(jnp.zeros_like, weights)
    for number in range(60):
        x = random.normal(0, 1, (128, 64)).astype(np.float32)
        y = (x @ hidden).argmax(1).astype(np.int32)
        with step("train"):
            x, y = jax.device_put(x), jax.device_put(y)
            count = np.float32(number + 1)
            weights, first, second, loss = update(weights, first, second, count, x, y)
            loss = float(loss)
        if number % 15 == 0:
            note("step", number, "loss", loss)
    print(f"loss {finite(loss):.4f}")
    note("truth: 60 steps")


# Without steps


@program
def thirty_operations():
    """No steps: a pipeline of thirty different operations, each of them once."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(24)
    raw = torch.randn(16, 3, 128, 128)
    x = raw.to(DEVICE)
    x = x.clamp(-3, 3)
    x = (x - x.mean((2, 3), keepdim=True)) / x.std((2, 3), keepdim=True)
    x = x.flip(3)
    x = F.pad(x, (4, 4, 4, 4), mode="reflect")
    x = F.conv2d(x, torch.randn(8, 3, 5, 5).to(DEVICE) * 0.1)
    x = F.relu(x)
    x = F.max_pool2d(x, 2)
    x = torch.fft.rfft2(x).abs()
    x = torch.log1p(x)
    note("spectrum", tuple(x.shape), x.max().item())
    x = F.interpolate(x, size=(48, 48), mode="bilinear", align_corners=False)
    x = F.group_norm(x, 4)
    x = x.flatten(2).transpose(1, 2).contiguous()
    x = x @ torch.randn(8, 32).to(DEVICE)
    x = F.softmax(x, dim=-1)
    order = x[..., 0].argsort(dim=1)
    x = x.gather(1, order[..., None].expand_as(x))
    x = x.cumsum(1)
    x = torch.tanh(x * 0.01)
    x = torch.roll(x, 7, 1)
    near = torch.cdist(x[:, :256], x[:, 256:512])
    least, where = near.min(2)
    x = torch.einsum("bnc,bnd->bcd", x, x) / x.shape[1]
    x = x + 0.1 * torch.eye(32, device=DEVICE)
    factor = torch.linalg.cholesky(x)
    solved = torch.linalg.solve_triangular(factor, torch.ones_like(x), upper=False)
    kinds, counts = where.unique(return_counts=True)
    note("kinds", len(kinds), "most", counts.max().item())
    bins = torch.histc(least, 20)
    picked = least[least > least.median()]
    spread = torch.zeros(32, device=DEVICE).index_add_(
        0, torch.arange(32).to(DEVICE), solved.sum((0, 1))
    )
    best = torch.topk(picked, 10).values
    answer = torch.logsumexp(torch.cat((best, bins / bins.sum(), spread.sigmoid())), 0)
    print(f"answer {finite(answer.item()):.5f}, picked {picked.numel()}")


@program
def microbenchmarks():
    """No steps: eight operations are timed, each in its own loop of twenty."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(25)
    square = torch.randn(1024, 1024).to(DEVICE)
    half = square.half()
    image = torch.randn(8, 32, 64, 64).to(DEVICE)
    kernel = torch.randn(32, 32, 3, 3).to(DEVICE)
    heads = torch.randn(4, 8, 256, 64).to(DEVICE).half()
    table = torch.randn(10000, 128).to(DEVICE)
    index = torch.randint(0, 10000, (8192,)).to(DEVICE)
    host = torch.randn(1 << 20).pin_memory()
    gain, bias = torch.ones(1024, device=DEVICE), torch.zeros(1024, device=DEVICE)
    operations = {
        "matmul": lambda: half @ half,
        "conv2d": lambda: F.conv2d(image, kernel, padding=1),
        "attention": lambda: F.scaled_dot_product_attention(heads, heads, heads),
        "layer_norm": lambda: F.layer_norm(square, (1024,), gain, bias),
        "sort": lambda: square.sort(dim=1),
        "gather": lambda: table[index],
        "upload": lambda: host.to(DEVICE, non_blocking=True),
        "softmax": lambda: F.softmax(square, dim=-1),
    }
    times = {}
    for name, operation in operations.items():
        for _ in range(3):
            operation()
        torch.cuda.synchronize()
        start = torch.cuda.Event(enable_timing=True)
        stop = torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(20):
            operation()
        stop.record()
        stop.synchronize()
        times[name] = start.elapsed_time(stop) / 20
        note(f"{name}: {times[name] * 1000:.1f} us")
    slowest = max(times, key=times.get)
    print(f"{len(times)} operations, the slowest {slowest}, {finite(sum(times.values())):.3f} ms")


@program
def five_models():
    """No steps: one forward pass of each of five models, of which no two are alike."""
    import torch
    from torch import nn

    torch.manual_seed(26)

    class Recurrent(nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm, self.head = nn.LSTM(40, 128, 2, batch_first=True), nn.Linear(128, 5)

        def forward(self, x):
            return self.head(self.lstm(x)[0][:, -1])

    class Graph(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.Linear(32, 64), nn.Linear(64, 8)
            self.register_buffer("edges", torch.randint(0, 500, (2, 4000)))

        def spread(self, x):
            return torch.zeros_like(x).index_add_(0, self.edges[1], x[self.edges[0]])

        def forward(self, x):
            return self.second(self.spread(torch.relu(self.first(self.spread(x)))))

    convolutional = nn.Sequential(
        nn.Conv2d(3, 32, 3, 2, 1),
        nn.BatchNorm2d(32),
        nn.ReLU(),
        nn.Conv2d(32, 64, 3, 2, 1, groups=32),
        nn.Hardswish(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(64, 100),
    )
    layer = nn.TransformerEncoderLayer(128, 4, 256, batch_first=True, norm_first=True)
    coder = nn.Sequential(
        nn.Linear(784, 256),
        nn.ELU(),
        nn.Linear(256, 16),
        nn.ELU(),
        nn.Linear(16, 784),
        nn.Sigmoid(),
    )
    models = {
        "convolutional": (convolutional, torch.randn(8, 3, 96, 96)),
        "recurrent": (Recurrent(), torch.randn(16, 30, 40)),
        "transformer": (
            nn.TransformerEncoder(layer, 3, enable_nested_tensor=False),
            torch.randn(4, 50, 128),
        ),
        "graph": (Graph(), torch.randn(500, 32)),
        "autoencoder": (coder, torch.rand(64, 784)),
    }
    total = 0.0
    with torch.no_grad():
        for name, (model, x) in models.items():
            out = model.to(DEVICE).eval()(x.to(DEVICE))
            total += out.abs().mean().item()
            note(name, tuple(out.shape), out.mean().item())
    print(f"{len(models)} models, {finite(total):.4f}")


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(PROGRAMS))
        return
    if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
        sys.exit(f"usage: fifth.py NAME|--list\nnames: {' '.join(PROGRAMS)}")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # JAX would take most of the GPU's memory, and several programs may run at once.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    with rest():
        PROGRAMS[sys.argv[1]]()


if __name__ == "__main__":
    main()
