"""A sixth set of programs, written without a look at what finds steps or at the other sets.

    python3 sixth.py NAME
    python3 sixth.py --list

The marks are those of programs.py (see README.md); nothing else is shared with the other sets.
The first line of each program says what its steps are, after the kinds of the steps. Frameworks
are imported by the programs that want them, since each takes seconds. The program in JAX, whose
launches come from threads without ranges, tells the number of its steps on standard error.
"""

import copy
import math
import os
import random
import sys
import tempfile

from marks import begin, other, rest, step

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
def wgan_penalty():
    """critic, generator: one update each of a WGAN-GP; three of the critic, then one generator's.

    The average of the generator's weights is part of its step. Every fifth round a sheet of
    samples is drawn, which is no step.
    """
    import torch
    from torch import nn

    torch.manual_seed(11)

    def up(inputs, outputs):
        return [
            nn.ConvTranspose2d(inputs, outputs, 4, 2, 1, bias=False),
            nn.GroupNorm(8, outputs),
            nn.ReLU(inplace=True),
        ]

    generator = nn.Sequential(
        nn.Linear(64, 128 * 4 * 4),
        nn.Unflatten(1, (128, 4, 4)),
        *up(128, 64),
        *up(64, 32),
        nn.ConvTranspose2d(32, 3, 4, 2, 1),
        nn.Tanh(),
    ).to(DEVICE)
    critic = nn.Sequential(
        nn.Conv2d(3, 32, 4, 2, 1),
        nn.LeakyReLU(0.2),
        nn.Conv2d(32, 64, 4, 2, 1),
        nn.LeakyReLU(0.2),
        nn.Conv2d(64, 128, 4, 2, 1),
        nn.LeakyReLU(0.2),
        nn.Flatten(),
        nn.Linear(128 * 4 * 4, 1),
    ).to(DEVICE)
    average = copy.deepcopy(generator).requires_grad_(False)
    of_critic = torch.optim.Adam(critic.parameters(), lr=2e-4, betas=(0.0, 0.9))
    of_generator = torch.optim.Adam(generator.parameters(), lr=1e-4, betas=(0.0, 0.9))
    images = torch.tanh(torch.randn(4096, 3, 32, 32, device=DEVICE))
    fixed = torch.randn(36, 64, device=DEVICE)
    size = 64
    distance = 0.0
    for round_ in range(20):
        for _ in range(3):
            with step("critic"):
                real = images[torch.randint(0, len(images), (size,), device=DEVICE)]
                with torch.no_grad():
                    fake = generator(torch.randn(size, 64, device=DEVICE))
                share = torch.rand(size, 1, 1, 1, device=DEVICE)
                between = torch.lerp(fake, real, share).requires_grad_(True)
                (slope,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
                penalty = (slope.flatten(1).norm(dim=1) - 1).square().mean()
                gap = critic(fake).mean() - critic(real).mean()
                of_critic.zero_grad(set_to_none=True)
                (gap + 10 * penalty).backward()
                of_critic.step()
        with step("generator"):
            critic.requires_grad_(False)
            of_generator.zero_grad(set_to_none=True)
            loss = -critic(generator(torch.randn(size, 64, device=DEVICE))).mean()
            loss.backward()
            of_generator.step()
            critic.requires_grad_(True)
            with torch.no_grad():
                for kept, new in zip(average.parameters(), generator.parameters()):
                    kept.lerp_(new, 0.05)
        if round_ % 5 == 4:
            distance = -gap.item()
            with torch.no_grad():
                sheet = average(fixed).reshape(6, 6, 3, 32, 32).permute(0, 3, 1, 4, 2)
                sheet = ((sheet.reshape(192, 192, 3) + 1) * 127.5).to(torch.uint8).cpu()
            note("round", round_, "distance", distance, "sheet", tuple(sheet.shape))
    print(f"wgan distance {finite(distance):.3f}")


@program
def graph_attention():
    """train, eval: an update on a sampled part of a graph; each tenth time the whole graph.

    Messages are gathered and scattered by index_add and scatter_reduce.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Attention(nn.Module):
        def __init__(self, inputs, heads, width):
            super().__init__()
            self.heads, self.width = heads, width
            self.project = nn.Linear(inputs, heads * width, bias=False)
            self.source = nn.Parameter(torch.randn(heads, width) * 0.1)
            self.target = nn.Parameter(torch.randn(heads, width) * 0.1)
            self.bias = nn.Parameter(torch.zeros(heads * width))

        def forward(self, x, source, target):
            nodes = len(x)
            h = self.project(x).view(nodes, self.heads, self.width)
            score = (h * self.source).sum(-1)[source] + (h * self.target).sum(-1)[target]
            score = F.leaky_relu(score, 0.2)
            index = target[:, None].expand_as(score)
            low = torch.full((nodes, self.heads), -1e9, device=x.device)
            top = low.scatter_reduce(0, index, score.detach(), "amax")
            weight = (score - top[target]).exp()
            total = torch.zeros_like(low).index_add(0, target, weight)
            weight = weight / (total[target] + 1e-9)
            out = torch.zeros_like(h).index_add(0, target, h[source] * weight[:, :, None])
            return out.flatten(1) + self.bias

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = Attention(96, 4, 32)
            self.second = Attention(128, 4, 32)
            self.head = nn.Linear(128, 12)

        def forward(self, x, source, target):
            x = F.elu(self.first(x, source, target))
            x = F.elu(self.second(x, source, target))
            return self.head(x)

    torch.manual_seed(5)
    nodes, edges = 20_000, 160_000
    features = torch.randn(nodes, 96, device=DEVICE)
    labels = features[:, :12].argmax(dim=1)
    source = torch.randint(0, nodes, (edges,), device=DEVICE)
    target = torch.randint(0, nodes, (edges,), device=DEVICE)
    loop = torch.arange(nodes, device=DEVICE)
    source, target = torch.cat([source, loop]), torch.cat([target, loop])
    held = torch.rand(nodes, device=DEVICE) < 0.2
    train = torch.nonzero(~held).squeeze(1)
    model = Network().to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=1e-4)
    right = 0.0
    for number in range(50):
        with step("train"):
            seeds = train[torch.randperm(len(train), device=DEVICE)[:2000]]
            marked = torch.zeros(nodes, dtype=torch.bool, device=DEVICE)
            marked[seeds] = True
            # The neighbours of the seeds, and all edges between those.
            marked[source[marked[target]]] = True
            inside = marked[source] & marked[target]
            names = torch.cumsum(marked, dim=0) - 1
            part = features[marked]
            optimizer.zero_grad(set_to_none=True)
            logits = model(part, names[source[inside]], names[target[inside]])
            loss = F.cross_entropy(logits[names[seeds]], labels[seeds])
            loss.backward()
            optimizer.step()
        if number % 10 == 9:
            with step("eval"), torch.no_grad():
                guess = model(features, source, target).argmax(dim=1)
                right = (guess == labels)[held].float().mean().item()
            note("update", number, "loss", loss.item(), "right", right)
    print(f"graph attention right {finite(right):.3f}")


@program
def gru_accumulate():
    """train: one update of a character model, three batches of truncated sequences each.

    The state of each stream goes on into its next batch; every sixth loss is logged.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Characters(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(96, 64)
            self.recur = nn.GRU(64, 192, batch_first=True)
            self.norm = nn.LayerNorm(192)
            self.head = nn.Linear(192, 96)

        def forward(self, letters, state):
            out, state = self.recur(self.embed(letters), state)
            return self.head(self.norm(out)), state

    torch.manual_seed(2)
    text = torch.randint(0, 96, (3, 32, 20 * 30 + 1), device=DEVICE)
    model = Characters().to(DEVICE)
    decay = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decay, "weight_decay": 0.05}, {"params": plain, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=2e-3)
    warm = torch.optim.lr_scheduler.LinearLR(optimizer, 0.1, 1.0, total_iters=8)
    states = [torch.zeros(1, 32, 192, device=DEVICE) for _ in range(3)]
    losses = []
    for number in range(30):
        with step("train"):
            optimizer.zero_grad()
            total = torch.zeros((), device=DEVICE)
            for stream in range(3):
                chunk = text[stream, :, number * 20 : number * 20 + 21]
                logits, state = model(chunk[:, :-1], states[stream])
                states[stream] = state.detach()
                loss = F.cross_entropy(logits.flatten(0, 1), chunk[:, 1:].flatten()) / 3
                loss.backward()
                total += loss.detach()
            nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()
            warm.step()
        if number % 6 == 5:
            losses.append(total.item())
            note("update", number, "loss", losses[-1], "rate", warm.get_last_lr()[0])
    print(f"characters loss {finite(losses[-1]):.3f}")


@program
def bert_amp():
    """train: masked words with BERT in float16: scaling, clipping, warm-up; saved each 12th time.

    Masking the words on the GPU is part of the step.
    """
    import torch
    from transformers import BertConfig, BertForMaskedLM, get_linear_schedule_with_warmup

    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=2000,
        hidden_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=512,
        max_position_embeddings=128,
    )
    model = BertForMaskedLM(config).to(DEVICE).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4, weight_decay=0.01)
    schedule = get_linear_schedule_with_warmup(optimizer, 10, 36)
    scaler = torch.amp.GradScaler("cuda", init_scale=2.0**12)
    corpus = torch.randint(5, 2000, (36 * 16, 64))
    last = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(36):
            with step("train"):
                words = corpus[number * 16 : number * 16 + 16].to(DEVICE)
                chance = torch.rand(words.shape, device=DEVICE)
                labels = words.masked_fill(chance > 0.15, -100)
                seen = words.masked_fill(chance < 0.12, 4)
                noise = torch.randint(5, 2000, words.shape, device=DEVICE)
                seen = torch.where((chance >= 0.12) & (chance < 0.135), noise, seen)
                with torch.autocast("cuda", dtype=torch.float16):
                    loss = model(
                        input_ids=seen, attention_mask=torch.ones_like(seen), labels=labels
                    ).loss
                scaler.scale(loss).backward()
                scaler.unscale_(optimizer)
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                scaler.step(optimizer)
                scaler.update()
                schedule.step()
                optimizer.zero_grad(set_to_none=True)
            if number % 12 == 11:
                last = loss.item()
                path = os.path.join(folder, f"{number}.pt")
                torch.save({"model": model.state_dict(), "scaler": scaler.state_dict()}, path)
                note("update", number, "loss", last, "bytes", os.path.getsize(path))
    print(f"bert loss {finite(last):.3f}")


@program
def compiled_vit():
    """train, eval: a vision transformer whose blocks are compiled; now and then two eval batches.

    The first step compiles. A batch of the evaluation, by uncompiled code, is a step of its own.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.before = nn.LayerNorm(width)
            self.qkv = nn.Linear(width, 3 * width)
            self.out = nn.Linear(width, width)
            self.after = nn.LayerNorm(width)
            self.wide = nn.Linear(width, 4 * width)
            self.back = nn.Linear(4 * width, width)

        def forward(self, x):
            batch, length, width = x.shape
            qkv = self.qkv(self.before(x)).view(batch, length, 3, self.heads, -1)
            q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
            seen = F.scaled_dot_product_attention(q, k, v).transpose(1, 2)
            x = x + self.out(seen.reshape(batch, length, width))
            return x + self.back(F.gelu(self.wide(self.after(x)), approximate="tanh"))

    class Vision(nn.Module):
        def __init__(self):
            super().__init__()
            self.patch = nn.Conv2d(3, 128, 8, 8)
            self.place = nn.Parameter(torch.randn(1, 64, 128) * 0.02)
            self.blocks = nn.ModuleList([Block(128, 4) for _ in range(4)])
            self.norm = nn.LayerNorm(128)
            self.head = nn.Linear(128, 20)

        def forward(self, x):
            x = self.patch(x).flatten(2).transpose(1, 2) + self.place
            for block in self.blocks:
                x = block(x)
            return self.head(self.norm(x).mean(dim=1))

    torch.manual_seed(8)
    torch.set_float32_matmul_precision("high")
    model = Vision().to(DEVICE)
    plain = Vision().to(DEVICE).eval()
    for block in model.blocks:
        block.compile()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, fused=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 60)
    images = torch.randn(1024, 3, 64, 64, device=DEVICE)
    labels = torch.randint(0, 20, (1024,), device=DEVICE)
    held = torch.randn(2, 64, 3, 64, 64, device=DEVICE)
    spread = 0.0
    for number in range(60):
        with step("train"):
            place = (number * 64) % 1024
            batch = images[place : place + 64]
            batch = torch.where(torch.rand(64, 1, 1, 1, device=DEVICE) < 0.5, batch.flip(3), batch)
            optimizer.zero_grad(set_to_none=True)
            loss = F.cross_entropy(model(batch), labels[place : place + 64], label_smoothing=0.1)
            loss.backward()
            optimizer.step()
            schedule.step()
        if number % 20 == 19:
            note("update", number, "loss", loss.item())
            plain.load_state_dict(model.state_dict())
            for batch in held:
                with step("eval"), torch.no_grad():
                    likely = plain(batch).softmax(dim=1).amax(dim=1)
                    spread = likely.mean().item()
    print(f"vit loss {finite(loss.item()):.3f}, sure {finite(spread):.3f}")


@program
def graphed_vae():
    """train: one update of a VAE; encoder and decoder are CUDA graphs, the rest is eager.

    Capturing the graphs is no step. The weight of the divergence rises; every 20th loss is read.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(4)
    encoder = nn.Sequential(
        nn.Conv2d(1, 32, 3, 2, 1),
        nn.SiLU(),
        nn.Conv2d(32, 64, 3, 2, 1),
        nn.GroupNorm(8, 64),
        nn.SiLU(),
        nn.Conv2d(64, 64, 3, 1, 1),
        nn.SiLU(),
        nn.Flatten(),
        nn.Linear(64 * 8 * 8, 64),
    ).to(DEVICE)
    decoder = nn.Sequential(
        nn.Linear(32, 64 * 8 * 8),
        nn.Unflatten(1, (64, 8, 8)),
        nn.SiLU(),
        nn.ConvTranspose2d(64, 32, 4, 2, 1),
        nn.GroupNorm(8, 32),
        nn.SiLU(),
        nn.ConvTranspose2d(32, 1, 4, 2, 1),
    ).to(DEVICE)
    weights = [*encoder.parameters(), *decoder.parameters()]
    optimizer = torch.optim.RMSprop(weights, lr=3e-4, momentum=0.9)
    images = torch.rand(1280, 1, 32, 32).pin_memory()
    size = 64
    encode, decode = torch.cuda.make_graphed_callables(
        (encoder, decoder),
        (
            (torch.rand(size, 1, 32, 32, device=DEVICE),),
            (torch.randn(size, 32, device=DEVICE, requires_grad=True),),
        ),
    )
    last = 0.0
    for number in range(120):
        with step("train"):
            place = (number * size) % len(images)
            batch = images[place : place + size].to(DEVICE, non_blocking=True)
            optimizer.zero_grad(set_to_none=True)
            mean, spread = encode(batch).chunk(2, dim=1)
            z = mean + torch.randn_like(mean) * (0.5 * spread).exp()
            pixels = F.binary_cross_entropy_with_logits(decode(z), batch, reduction="sum") / size
            divergence = -0.5 * (1 + spread - mean.square() - spread.exp()).sum() / size
            loss = pixels + min(1.0, number / 60) * divergence
            loss.backward()
            nn.utils.clip_grad_norm_(weights, 100.0)
            optimizer.step()
        if number % 20 == 19:
            last = loss.item()
            note("update", number, "loss", last)
    print(f"vae loss {finite(last):.2f}")


@program
def ppo_poles():
    """act, update: 24 steps of 256 carts with poles, then 12 updates by PPO; six rounds of both.

    An act is the policy's and the physics'; advantages in between are in no step.
    """
    import torch
    from torch import nn

    torch.manual_seed(6)
    many, horizon = 256, 24
    trunk = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh()).to(DEVICE)
    actor, judge = nn.Linear(64, 2).to(DEVICE), nn.Linear(64, 1).to(DEVICE)
    weights = [*trunk.parameters(), *actor.parameters(), *judge.parameters()]
    optimizer = torch.optim.Adam(weights, lr=1e-3, eps=1e-5)

    def physics(state, action):
        place, speed, angle, turn = state.unbind(dim=1)
        force = action.float() * 20 - 10
        sine, cosine = angle.sin(), angle.cos()
        push = (force + 0.05 * turn.square() * sine) / 1.1
        spin = (9.8 * sine - cosine * push) / (0.5 * (4 / 3 - 0.1 * cosine.square() / 1.1))
        pull = push - 0.05 * spin * cosine / 1.1
        state = torch.stack(
            [place + 0.02 * speed, speed + 0.02 * pull, angle + 0.02 * turn, turn + 0.02 * spin],
            dim=1,
        )
        over = (state[:, 0].abs() > 2.4) | (state[:, 2].abs() > 0.21)
        again = torch.rand_like(state) * 0.1 - 0.05
        return torch.where(over[:, None], again, state), over

    state = torch.rand(many, 4, device=DEVICE) * 0.1 - 0.05
    length = 0.0
    for round_ in range(6):
        states, actions, chances, values, ends = [], [], [], [], []
        for _ in range(horizon):
            with step("act"), torch.no_grad():
                hidden = trunk(state)
                odds = actor(hidden).log_softmax(dim=1)
                action = torch.multinomial(odds.exp(), 1).squeeze(1)
                states.append(state)
                actions.append(action)
                chances.append(odds.gather(1, action[:, None]).squeeze(1))
                values.append(judge(hidden).squeeze(1))
                state, over = physics(state, action)
                ends.append(over)
        with torch.no_grad():
            following, gain, gains = judge(trunk(state)).squeeze(1), 0.0, []
            for value, over in zip(reversed(values), reversed(ends)):
                alive = (~over).float()
                wonder = 1.0 - over.float() + 0.99 * following * alive - value
                gain = wonder + 0.99 * 0.95 * alive * gain
                gains.append(gain)
                following = value
            gains = torch.stack(gains[::-1]).flatten()
            goal = gains + torch.stack(values).flatten()
            gains = (gains - gains.mean()) / (gains.std() + 1e-6)
            seen, done = torch.cat(states), torch.cat(actions)
            before = torch.cat(chances)
            length = (many * horizon / torch.stack(ends).sum().clamp_min(1)).item()
        note("round", round_, "length", length)
        for _ in range(3):
            for part in torch.randperm(many * horizon, device=DEVICE).chunk(4):
                with step("update"):
                    hidden = trunk(seen[part])
                    odds = actor(hidden).log_softmax(dim=1)
                    ratio = (odds.gather(1, done[part, None]).squeeze(1) - before[part]).exp()
                    clipped = ratio.clamp(0.8, 1.2)
                    better = torch.minimum(ratio * gains[part], clipped * gains[part]).mean()
                    wrong = (judge(hidden).squeeze(1) - goal[part]).square().mean()
                    surprise = -(odds.exp() * odds).sum(dim=1).mean()
                    optimizer.zero_grad(set_to_none=True)
                    (0.5 * wrong - better - 0.01 * surprise).backward()
                    nn.utils.clip_grad_norm_(weights, 0.5)
                    optimizer.step()
    print(f"poles stand {finite(length):.1f} steps, error {finite(wrong.item()):.2f}")


# Inference


@program
def llama_generate():
    """prefill, decode: generate of transformers for three batches of prompts, by sampling.

    A step is a pass of the model and the choice of the token; the first of a batch is prefill.
    """
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(9)
    config = LlamaConfig(
        vocab_size=1000,
        hidden_size=128,
        intermediate_size=352,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=256,
        bos_token_id=1,
        eos_token_id=2,
        pad_token_id=0,
    )
    model = LlamaForCausalLM(config).to(DEVICE, torch.bfloat16).eval()
    fresh = True

    def before(module, args):
        nonlocal fresh
        begin("prefill" if fresh else "decode")
        fresh = False

    model.register_forward_pre_hook(before)
    written = 0
    for batch, prompt, new in ((1, 24, 30), (4, 100, 24), (2, 9, 34)):
        words = torch.randint(3, 1000, (batch, prompt), device=DEVICE)
        mask = torch.ones_like(words)
        if batch > 1:
            # The first prompt of a batch is shorter and has padding on its left.
            mask[0, : prompt // 3] = 0
            words = words * mask
        fresh = True
        with torch.inference_mode():
            out = model.generate(
                words,
                attention_mask=mask,
                max_new_tokens=new,
                min_new_tokens=new,
                do_sample=True,
                temperature=0.8,
                top_k=40,
            )
        other()
        written += out[:, prompt:].numel()
        note("batch", batch, "tokens", out[0, prompt : prompt + 8].tolist())
    print(f"llama wrote {written} tokens")


@program
def continuous_batching():
    """prefill, decode: a server by hand; requests come and go, and those there decode together.

    A prefill is for one request. The number of rows of a decode step changes with the requests.
    """
    import torch
    from torch.nn import functional as F

    torch.manual_seed(10)
    vocabulary, width, heads, layers, slots, longest = 800, 192, 6, 3, 6, 160
    size = width // heads
    kind = {"device": DEVICE, "dtype": torch.float16}

    def matrix(rows, columns):
        return torch.randn(rows, columns, **kind) / math.sqrt(rows)

    embed = torch.randn(vocabulary, width, **kind)
    blocks = [
        {
            "qkv": matrix(width, 3 * width),
            "out": matrix(width, width),
            "gate": matrix(width, 512),
            "up": matrix(width, 512),
            "down": matrix(512, width),
            "norms": torch.ones(2, width, **kind),
        }
        for _ in range(layers)
    ]
    head = matrix(width, vocabulary)
    keys = torch.zeros(layers, slots, heads, longest, size, **kind)
    values = torch.zeros_like(keys)
    rates = 10000 ** (-torch.arange(0, size, 2, device=DEVICE) / size)
    angles = torch.arange(longest, device=DEVICE)[:, None] * rates
    cosines, sines = angles.cos().half(), angles.sin().half()

    def norm(x, weight):
        whole = x.float()
        return (whole * (whole.square().mean(-1, keepdim=True) + 1e-6).rsqrt()).half() * weight

    def turn(x, place):
        # x is tokens, heads, size.
        cosine, sine = cosines[place][:, None], sines[place][:, None]
        a, b = x.chunk(2, dim=-1)
        return torch.cat([a * cosine - b * sine, a * sine + b * cosine], dim=-1)

    def feed(x, block):
        h = norm(x, block["norms"][1])
        return x + (F.silu(h @ block["gate"]) * (h @ block["up"])) @ block["down"]

    def choose(logits):
        best, names = (logits.float() / 0.9).topk(20, dim=-1)
        return names.gather(1, torch.multinomial(best.softmax(dim=-1), 1)).squeeze(1)

    def prefill(slot, prompt):
        x, place = embed[prompt], torch.arange(len(prompt), device=DEVICE)
        for number, block in enumerate(blocks):
            q, k, v = (norm(x, block["norms"][0]) @ block["qkv"]).chunk(3, dim=-1)
            q = turn(q.view(-1, heads, size), place).transpose(0, 1)
            k = turn(k.view(-1, heads, size), place).transpose(0, 1)
            v = v.view(-1, heads, size).transpose(0, 1)
            keys[number, slot, :, : len(prompt)] = k
            values[number, slot, :, : len(prompt)] = v
            seen = F.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True)[0]
            x = x + seen.transpose(0, 1).reshape(-1, width) @ block["out"]
            x = feed(x, block)
        return choose(x[-1:] @ head)

    def decode(rows, tokens, place):
        x = embed[tokens]
        reach = int(place.max()) + 1
        hidden = torch.arange(reach, device=DEVICE)[None] > place[:, None]
        for number, block in enumerate(blocks):
            q, k, v = (norm(x, block["norms"][0]) @ block["qkv"]).chunk(3, dim=-1)
            q, k = turn(q.view(-1, heads, size), place), turn(k.view(-1, heads, size), place)
            keys[number, rows, :, place] = k
            values[number, rows, :, place] = v.view(-1, heads, size)
            known = keys[number, rows, :, :reach]
            score = torch.einsum("rhd,rhtd->rht", q, known) / math.sqrt(size)
            score = score.masked_fill(hidden[:, None], -1e4).softmax(dim=-1)
            seen = torch.einsum("rht,rhtd->rhd", score, values[number, rows, :, :reach])
            x = x + seen.reshape(-1, width) @ block["out"]
            x = feed(x, block)
        return choose(x @ head)

    draw = random.Random(10)
    waiting = [(time, draw.randint(10, 90), draw.randint(8, 50)) for time in range(0, 48, 4)]
    active, tick, written = {}, 0, 0
    with torch.inference_mode():
        while waiting or active:
            while waiting and waiting[0][0] <= tick and len(active) < slots:
                _, length, new = waiting.pop(0)
                slot = min(set(range(slots)) - set(active))
                prompt = torch.randint(0, vocabulary, (length,), device=DEVICE)
                with step("prefill"):
                    active[slot] = [int(prefill(slot, prompt)), length, new - 1]
            if active:
                with step("decode"):
                    rows = torch.tensor(list(active), device=DEVICE)
                    tokens = torch.tensor([a[0] for a in active.values()], device=DEVICE)
                    place = torch.tensor([a[1] for a in active.values()], device=DEVICE)
                    chosen = decode(rows, tokens, place).tolist()
                for slot, token in zip(list(active), chosen):
                    written += 1
                    left = active[slot][2] - 1
                    active[slot] = [token, active[slot][1] + 1, left]
                    if left == 0:
                        del active[slot]
            tick += 1
    note("ticks", tick)
    print(f"served 12 requests, {written} tokens")


@program
def speculative_gpt2():
    """prefill, round: four guesses by a small model, judged in one pass of the large; two prompts.

    How many guesses are kept differs by round; caches are cut to what was kept.
    """
    import torch
    from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

    torch.manual_seed(12)
    shape = {"vocab_size": 512, "n_positions": 384, "n_embd": 192, "n_head": 6}
    shape |= {"bos_token_id": 1, "eos_token_id": 2}
    large = GPT2LMHeadModel(GPT2Config(n_layer=4, **shape)).to(DEVICE).eval()
    small = GPT2LMHeadModel(GPT2Config(n_layer=1, **shape)).to(DEVICE).eval()
    with torch.no_grad():
        # The small model is the bottom of the large one, so that they agree at times.
        for name, weight in large.named_parameters():
            if ".mlp." in name and weight.ndim > 1:
                weight.mul_(1.3)
        theirs = large.state_dict()
        for name, weight in small.state_dict().items():
            weight.copy_(theirs[name])
    wanted, kept_all, rounds = 70, 0, 0
    for prompt in (40, 90):
        words = torch.randint(0, 512, (1, prompt), device=DEVICE)
        with torch.inference_mode():
            with step("prefill"):
                of_large, of_small = DynamicCache(), DynamicCache()
                out = large(words, past_key_values=of_large, use_cache=True)
                small(words, past_key_values=of_small, use_cache=True)
                last = out.logits[:, -1:].argmax(dim=-1)
            written, tail = 1, last
            while written < wanted:
                with step("round"):
                    guesses, feed = [], tail
                    for _ in range(4):
                        out = small(feed, past_key_values=of_small, use_cache=True)
                        feed = out.logits[:, -1:].argmax(dim=-1)
                        guesses.append(feed)
                    guess = torch.cat(guesses, dim=1)
                    asked = torch.cat([last, guess], dim=1)
                    out = large(asked, past_key_values=of_large, use_cache=True)
                    best = out.logits.argmax(dim=-1)
                    kept = int((best[:, :4] == guess).long().cumprod(dim=1).sum())
                    last = best[:, kept : kept + 1]
                    if kept < 4:
                        of_large.crop(kept - 4)
                    if kept < 3:
                        of_small.crop(kept - 3)
                    # After four good guesses the small model has not seen the fourth.
                    tail = torch.cat([guess[:, 3:], last], dim=1) if kept == 4 else last
                written += kept + 1
                kept_all += kept
                rounds += 1
    note("rounds", rounds, "kept", kept_all)
    print(f"speculation kept {kept_all / rounds:.2f} of 4 guesses")


@program
def score_buckets():
    """batch: a classifier over texts sorted by length; batches of about the same number of words.

    Batches get longer and have fewer texts; the scores go to the host with each.
    """
    import torch
    from transformers import ElectraConfig, ElectraForSequenceClassification

    torch.manual_seed(13)
    config = ElectraConfig(
        vocab_size=3000,
        embedding_size=96,
        hidden_size=160,
        num_hidden_layers=4,
        num_attention_heads=4,
        intermediate_size=640,
        max_position_embeddings=256,
        num_labels=3,
    )
    model = ElectraForSequenceClassification(config).to(DEVICE).half().eval()
    draw = random.Random(13)
    texts = [
        [draw.randrange(5, 3000) for _ in range(int(min(240, 8 + draw.expovariate(1 / 50))))]
        for _ in range(1400)
    ]
    order = sorted(range(len(texts)), key=lambda name: len(texts[name]))
    batches, batch = [], []
    for name in order:
        if batch and (len(batch) + 1) * len(texts[name]) > 2048:
            batches.append(batch)
            batch = []
        batch.append(name)
    batches.append(batch)
    scores = torch.zeros(len(texts), 3)
    with torch.inference_mode():
        for batch in batches:
            with step("batch"):
                longest = max(len(texts[name]) for name in batch)
                words = torch.zeros(len(batch), longest, dtype=torch.long)
                for row, name in enumerate(batch):
                    words[row, : len(texts[name])] = torch.tensor(texts[name])
                words = words.to(DEVICE)
                logits = model(input_ids=words, attention_mask=(words != 0).long()).logits
                scores[batch] = logits.float().softmax(dim=-1).cpu()
    note("batches", len(batches))
    print(f"scored {len(texts)} texts, surest {finite(scores.max().item()):.3f}")


@program
def dit_heun():
    """denoise, decode: Heun's method with a guided diffusion transformer; three pictures decoded.

    A step of the sampler has two passes of the network, its last one only one.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Block(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.norm = nn.LayerNorm(width, elementwise_affine=False)
            self.shift = nn.Sequential(nn.SiLU(), nn.Linear(width, 6 * width))
            self.attend = nn.MultiheadAttention(width, 4, batch_first=True)
            self.wide = nn.Sequential(
                nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
            )

        def forward(self, x, about):
            a, b, c, d, e, f = self.shift(about)[:, None].chunk(6, dim=-1)
            h = self.norm(x) * (1 + a) + b
            x = x + c * self.attend(h, h, h, need_weights=False)[0]
            return x + f * self.wide(self.norm(x) * (1 + d) + e)

    class Transformer(nn.Module):
        def __init__(self, width=160):
            super().__init__()
            self.patch = nn.Conv2d(4, width, 2, 2)
            self.place = nn.Parameter(torch.randn(1, 256, width) * 0.02)
            self.label = nn.Embedding(11, width)
            self.time = nn.Sequential(nn.Linear(64, width), nn.SiLU(), nn.Linear(width, width))
            self.blocks = nn.ModuleList([Block(width) for _ in range(3)])
            self.head = nn.Linear(width, 16)

        def forward(self, x, noise, label):
            angle = noise[:, None] * torch.logspace(0, 3, 32, device=x.device)
            about = self.time(torch.cat([angle.sin(), angle.cos()], dim=1)) + self.label(label)
            h = self.patch(x).flatten(2).transpose(1, 2) + self.place
            for block in self.blocks:
                h = block(h, about)
            h = self.head(h).transpose(1, 2).unflatten(2, (16, 16))
            return F.pixel_shuffle(h, 2)

    torch.manual_seed(14)
    model = Transformer().to(DEVICE).eval()
    decoder = nn.Sequential(
        nn.Conv2d(4, 64, 3, 1, 1),
        nn.SiLU(),
        nn.Upsample(scale_factor=2),
        nn.Conv2d(64, 64, 3, 1, 1),
        nn.GroupNorm(8, 64),
        nn.SiLU(),
        nn.Upsample(scale_factor=2),
        nn.Conv2d(64, 32, 3, 1, 1),
        nn.SiLU(),
        nn.Conv2d(32, 3, 3, 1, 1),
    )
    decoder = decoder.to(DEVICE).eval()

    def slope(x, sigma, label):
        twice = torch.cat([x, x]) / math.sqrt(sigma**2 + 0.25)
        noise = torch.full((len(twice),), math.log(sigma) / 4, device=DEVICE)
        nothing = torch.full_like(label, 10)
        with_label, without = model(twice, noise, torch.cat([label, nothing])).chunk(2)
        guided = without + 3.0 * (with_label - without)
        clean = x * 0.25 / (sigma**2 + 0.25) + guided * sigma * 0.5 / math.sqrt(sigma**2 + 0.25)
        return (x - clean) / sigma

    number = 16
    top, bottom = 40 ** (1 / 7), 0.02 ** (1 / 7)
    sigmas = [(top + i / (number - 1) * (bottom - top)) ** 7 for i in range(number)] + [0.0]
    bright = 0.0
    with torch.inference_mode():
        for picture in range(3):
            label = torch.tensor([picture, picture + 3], device=DEVICE)
            x = torch.randn(2, 4, 32, 32, device=DEVICE) * sigmas[0]
            for sigma, following in zip(sigmas, sigmas[1:]):
                with step("denoise"):
                    first = slope(x, sigma, label)
                    ahead = x + (following - sigma) * first
                    if following > 0:
                        second = slope(ahead, following, label)
                        ahead = x + (following - sigma) * 0.5 * (first + second)
                    x = ahead
            with step("decode"):
                pixels = decoder(x.clamp(-4, 4)).clamp(-1, 1)
                pixels = ((pixels + 1) * 127.5).round().to(torch.uint8).cpu()
            bright = pixels.float().mean().item()
    print(f"pictures of {tuple(pixels.shape)}, mean {finite(bright):.2f}")


# Science


@program
def newton_gmres():
    """newton: one of Newton's iterations for a burning medium, by GMRES of changing length.

    The heat rises by degrees; each of four problems begins with the solution of the one before.
    """
    import cupy as cp
    import numpy as np

    n = 96
    width = 1.0 / (n + 1)
    grid = cp.arange(1, n + 1, dtype=cp.float64) * width
    x, y = cp.meshgrid(grid, grid, indexing="ij")
    wide = cp.pad(1.0 + 0.9 * cp.sin(5 * x) * cp.cos(7 * y), 1, mode="edge")
    across = 0.5 * (wide[1:, 1:-1] + wide[:-1, 1:-1])
    along = 0.5 * (wide[1:-1, 1:] + wide[1:-1, :-1])
    waves = cp.arange(1, n + 1, dtype=cp.float64)
    sines = cp.sqrt(2 / (n + 1)) * cp.sin(cp.pi * waves[:, None] * waves[None] * width)
    values = (2 - 2 * cp.cos(cp.pi * waves * width)) / width**2
    values = values[:, None] + values[None]

    def diffuse(u):
        u = cp.pad(u, 1)
        flow_x = across * (u[1:, 1:-1] - u[:-1, 1:-1])
        flow_y = along * (u[1:-1, 1:] - u[1:-1, :-1])
        return -((flow_x[1:] - flow_x[:-1]) + (flow_y[:, 1:] - flow_y[:, :-1])) / width**2

    def precondition(r):
        return sines @ ((sines @ r @ sines) / values) @ sines

    def gmres(apply, b, tolerance, most=40):
        basis = cp.zeros((most + 1, n * n))
        size = float(cp.linalg.norm(b))
        basis[0] = b.ravel() / size
        table = cp.zeros((most + 1, most))
        for j in range(most):
            w = apply(basis[j].reshape(n, n)).ravel()
            known = basis[: j + 1]
            part = known @ w
            w = w - part @ known
            again = known @ w
            w = w - again @ known
            table[: j + 1, j] = part + again
            norm = cp.linalg.norm(w)
            table[j + 1, j] = norm
            basis[j + 1] = w / norm
            small = cp.asnumpy(table[: j + 2, : j + 1])
            right = np.zeros(j + 2)
            right[0] = size
            answer, *_ = np.linalg.lstsq(small, right, rcond=None)
            if np.linalg.norm(small @ answer - right) < tolerance * size:
                break
        return (cp.asarray(answer) @ basis[: j + 1]).reshape(n, n), j + 1

    u, inner = cp.zeros((n, n)), []
    for heat in (1.0, 2.5, 4.0, 5.5):
        start, before = None, None
        for _ in range(8):
            with step("newton"):
                fire = heat * cp.exp(u)
                residual = diffuse(u) - fire
                size = float(cp.linalg.norm(residual))
                start = start or size
                loose = 0.1 if before is None else min(0.1, max(1e-4, 0.5 * (size / before) ** 1.5))
                change, used = gmres(
                    lambda v: precondition(diffuse(v) - fire * v), -precondition(residual), loose
                )
                u = u + change
                inner.append(used)
                before = size
            if size < 1e-8 * start or size < 1e-7:
                break
    note("inner", inner)
    print(f"burning medium: hottest {finite(float(u.max())):.4f}")


@program
def fluid_neighbours():
    """time: a step of molecular dynamics; lists of neighbours are made anew when they are stale.

    A new list is part of its step. Every tenth step rescales speeds, every 50th is written out.
    """
    import cupy as cp

    source = r"""
    extern "C" {
    __device__ float wrapped(float d, float box) { return d - box * rintf(d / box); }

    __global__ void find_neighbours(const float *x, int *list, int *counts, int n, int most,
                                    float box, float reach) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i >= n) return;
        float a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2];
        int count = 0;
        for (int j = 0; j < n; ++j) {
            float dx = wrapped(a - x[3 * j], box);
            float dy = wrapped(b - x[3 * j + 1], box);
            float dz = wrapped(c - x[3 * j + 2], box);
            if (j != i && dx * dx + dy * dy + dz * dz < reach * reach && count < most)
                list[count++ * n + i] = j;
        }
        counts[i] = count;
    }

    __global__ void pair_forces(const float *x, const int *list, const int *counts, float *force,
                                float *energy, int n, float box, float cut) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i >= n) return;
        float a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2];
        float fx = 0, fy = 0, fz = 0, sum = 0;
        for (int k = 0; k < counts[i]; ++k) {
            int j = list[k * n + i];
            float dx = wrapped(a - x[3 * j], box);
            float dy = wrapped(b - x[3 * j + 1], box);
            float dz = wrapped(c - x[3 * j + 2], box);
            float r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < cut * cut) {
                float inverse = 1.0f / r2, sixth = inverse * inverse * inverse;
                float pull = 24.0f * sixth * (2.0f * sixth - 1.0f) * inverse;
                fx += pull * dx;
                fy += pull * dy;
                fz += pull * dz;
                sum += 2.0f * sixth * (sixth - 1.0f);
            }
        }
        force[3 * i] = fx;
        force[3 * i + 1] = fy;
        force[3 * i + 2] = fz;
        energy[i] = sum;
    }
    }
    """
    module = cp.RawModule(code=source)
    find, forces = module.get_function("find_neighbours"), module.get_function("pair_forces")
    side, dt, cut, skin, most = 16, 0.004, 2.5, 0.35, 192
    n = side**3
    box = (n / 0.8442) ** (1 / 3)
    cells = cp.arange(side, dtype=cp.float32) * (box / side)
    place = cp.stack(cp.meshgrid(cells, cells, cells, indexing="ij"), axis=-1).reshape(n, 3)
    place = cp.ascontiguousarray(place.astype(cp.float32))
    cp.random.seed(15)
    speed = cp.random.standard_normal((n, 3), dtype=cp.float32) * 1.2
    speed -= speed.mean(axis=0)
    force, energy = cp.zeros_like(place), cp.zeros(n, cp.float32)
    neighbours, counts = cp.zeros((most, n), cp.int32), cp.zeros(n, cp.int32)
    blocks, threads = ((n + 127) // 128,), (128,)
    f32, i32 = cp.float32, cp.int32

    def search():
        args = (place, neighbours, counts, i32(n), i32(most), f32(box), f32(cut + skin))
        find(blocks, threads, args)
        return place.copy()

    def push():
        args = (place, neighbours, counts, force, energy, i32(n), f32(box), f32(cut))
        forces(blocks, threads, args)

    origin, made = search(), 1
    push()
    total = 0.0
    for number in range(300):
        with step("time"):
            speed += (0.5 * dt) * force
            place += dt * speed
            moved = float(cp.abs(place - origin).max())
            if moved * math.sqrt(3) > skin / 2:
                cp.remainder(place, f32(box), out=place)
                origin, made = search(), made + 1
            push()
            speed += (0.5 * dt) * force
            if number % 10 == 9:
                heat = (speed * speed).sum() / (3 * n)
                speed *= cp.sqrt(1 + 0.2 * (1.0 / heat - 1))
            if number % 50 == 49:
                total = float(energy.sum() + 0.5 * (speed * speed).sum()) / n
                spread = cp.histogram(cp.linalg.norm(speed, axis=1), bins=40, range=(0.0, 6.0))[0]
                note("step", number, "energy", total, "lists", made, int(spread.argmax()))
    print(f"fluid energy {finite(total):.3f}, {made > 3}")


@program
def spectral_flow():
    """time: a step of two-dimensional flow, by FFTs and Runge-Kutta; every 20th is written out.

    What is written out, the spectrum and the largest vorticity, comes after the step.
    """
    import cupy as cp

    n, dt, thickness = 256, 2e-3, 2e-4
    k = cp.fft.fftfreq(n, 1 / n)
    kx, ky = k[:, None], cp.fft.rfftfreq(n, 1 / n)[None]
    square = kx**2 + ky**2
    inverse = cp.where(square > 0, 1 / cp.maximum(square, 1), 0)
    keep = ((cp.abs(kx) < n / 3) & (ky < n / 3)).astype(cp.float64)
    shells = cp.sqrt(square).astype(cp.int32).ravel()
    cp.random.seed(16)
    whirl = cp.fft.rfft2(cp.random.standard_normal((n, n)))
    whirl *= keep * cp.exp(-(((cp.sqrt(square) - 8) / 3) ** 2))
    whirl *= 6 / cp.abs(cp.fft.irfft2(whirl, s=(n, n))).std()
    drive = cp.fft.rfft2(cp.cos(4 * cp.arange(n) * (2 * cp.pi / n))[None] * cp.ones((n, 1)))

    def change(w):
        stream = w * inverse
        u = cp.fft.irfft2(1j * ky * stream, s=(n, n))
        v = cp.fft.irfft2(-1j * kx * stream, s=(n, n))
        slope_x = cp.fft.irfft2(1j * kx * w, s=(n, n))
        slope_y = cp.fft.irfft2(1j * ky * w, s=(n, n))
        carried = cp.fft.rfft2(u * slope_x + v * slope_y)
        return keep * (drive - carried) - (thickness * square + 0.1) * w

    peak = 0.0
    for number in range(80):
        with step("time"):
            a = change(whirl)
            b = change(whirl + 0.5 * dt * a)
            c = change(whirl + 0.5 * dt * b)
            d = change(whirl + dt * c)
            whirl = whirl + dt / 6 * (a + 2 * b + 2 * c + d)
        if number % 20 == 19:
            power = (cp.abs(whirl) ** 2 * inverse).ravel()
            spectrum = cp.bincount(shells, weights=power)
            peak = float(cp.abs(cp.fft.irfft2(whirl, s=(n, n))).max())
            note("step", number, "peak", peak, "largest shell", int(spectrum.argmax()))
    print(f"flow peak {finite(peak):.3f}")


@program
def video_flow():
    """frame: upload, noise removal, optical flow over a pyramid and a mask of what moves.

    Every 15th frame looks for new corners; from then on the number of followed ones falls.
    """
    import torch
    from torch.nn import functional as F

    torch.manual_seed(17)
    height, width, count = 240, 320, 64
    texture = F.avg_pool2d(torch.rand(1, 3, 480, 640), 5, 1, 2)[0]
    texture = (texture - texture.min()) / (texture.max() - texture.min())
    frames = []
    for number in range(count):
        down, right = 60 + int(40 * math.sin(number / 9)), 2 + number
        frame = texture[:, down : down + height, right : right + width].clone()
        frame[:, 100:140, 2 * number : 2 * number + 40] = texture[:, :40, :40].flip(0)
        frame = (frame + 0.02 * torch.randn(frame.shape)).clamp(0, 1)
        frames.append((frame * 255).to(torch.uint8).pin_memory())

    blur = torch.tensor([1.0, 4.0, 6.0, 4.0, 1.0], device=DEVICE) / 16
    blur = (blur[:, None] * blur[None]).view(1, 1, 5, 5)
    sobel = torch.tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]], device=DEVICE) / 8
    sobel = torch.stack([sobel, sobel.T])[:, None]
    grey = torch.tensor([0.299, 0.587, 0.114], device=DEVICE).view(3, 1, 1)

    def pyramid(image):
        levels = [image]
        for _ in range(2):
            levels.append(F.conv2d(levels[-1], blur, stride=2, padding=2))
        return levels

    def warp(image, flow):
        rows, columns = image.shape[2:]
        y = torch.arange(rows, device=DEVICE)[:, None] + flow[0, 1]
        x = torch.arange(columns, device=DEVICE)[None] + flow[0, 0]
        place = torch.stack([2 * x / (columns - 1) - 1, 2 * y / (rows - 1) - 1], dim=-1)
        return F.grid_sample(image, place[None], padding_mode="border", align_corners=True)

    def follow(first, second):
        flow = torch.zeros(1, 2, *first[-1].shape[2:], device=DEVICE)
        for level in (2, 1, 0):
            if level < 2:
                size = first[level].shape[2:]
                flow = 2 * F.interpolate(flow, size=size, mode="bilinear", align_corners=True)
            slope = F.conv2d(first[level], sobel, padding=1)
            x, y = slope[:, :1], slope[:, 1:]
            xx, xy, yy = (F.avg_pool2d(p, 9, 1, 4) for p in (x * x, x * y, y * y))
            whole = xx * yy - xy * xy + 1e-6
            for _ in range(2):
                wrong = warp(second[level], flow) - first[level]
                bx, by = F.avg_pool2d(x * wrong, 9, 1, 4), F.avg_pool2d(y * wrong, 9, 1, 4)
                move = torch.cat([xy * by - yy * bx, xy * bx - xx * by], dim=1) / whole
                flow = flow + move.clamp(-2, 2)
        return flow

    before, smooth, corners = None, None, None
    kept, share = 0, 0.0
    for number, frame in enumerate(frames):
        with step("frame"):
            image = frame.to(DEVICE, non_blocking=True).float() / 255
            smooth = image if smooth is None else torch.lerp(smooth, image, 0.7)
            levels = pyramid((smooth * grey).sum(dim=0)[None, None])
            if before is not None:
                flow = follow(before, levels)
                speed = flow - flow.flatten(2).median(dim=2).values[:, :, None, None]
                moving = (speed.square().sum(dim=1, keepdim=True) > 0.5).float()
                # Opening and closing of the mask.
                moving = -F.max_pool2d(-moving, 3, 1, 1)
                moving = F.max_pool2d(moving, 5, 1, 2)
                share = moving.mean().item()
                at = corners.round().long()
                at_y, at_x = at[:, 1].clamp(0, height - 1), at[:, 0].clamp(0, width - 1)
                corners = corners + flow[0][:, at_y, at_x].T
                inside = (corners > 4).all(dim=1)
                inside &= (corners[:, 0] < width - 4) & (corners[:, 1] < height - 4)
                corners = corners[inside]
                kept = len(corners)
            if number % 15 == 0:
                slope = F.conv2d(levels[0], sobel, padding=1)
                x, y = slope[:, :1], slope[:, 1:]
                xx, xy, yy = (F.avg_pool2d(p, 7, 1, 3) for p in (x * x, x * y, y * y))
                harris = xx * yy - xy * xy - 0.05 * (xx + yy).square()
                harris = harris * (harris == F.max_pool2d(harris, 9, 1, 4))
                best = harris.flatten().topk(200).indices
                corners = torch.stack([best % width, best // width], dim=1).float()
            before = levels
    note("corners", kept)
    print(f"video of {count} frames, moving {finite(share):.3f}")


@program
def triton_reaction():
    """time: Gray and Scott's reaction in Triton kernels; the first step tunes one of them.

    A step is two half steps with a carrying flow; every 15th looks whether its length still fits.
    """
    global tl, triton
    import torch
    import triton
    import triton.language as tl

    def bench(call, quantiles):
        return triton.testing.do_bench(call, warmup=1, rep=4, quantiles=quantiles)

    @triton.autotune(
        configs=[
            triton.Config({"ROWS": 4, "COLUMNS": 128}, num_warps=4),
            triton.Config({"ROWS": 8, "COLUMNS": 128}, num_warps=8),
            triton.Config({"ROWS": 16, "COLUMNS": 64}, num_warps=4),
            triton.Config({"ROWS": 2, "COLUMNS": 256}, num_warps=4),
        ],
        key=["n"],
        do_bench=bench,
    )
    @triton.jit
    def react(u, v, new_u, new_v, n, dt, feed, kill, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
        y = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None]
        x = (tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS))[None, :]
        mask = (y < n) & (x < n)
        up, down = (y + n - 1) % n, (y + 1) % n
        left, right = (x + n - 1) % n, (x + 1) % n
        a = tl.load(u + y * n + x, mask=mask)
        b = tl.load(v + y * n + x, mask=mask)
        near = tl.load(u + up * n + x, mask=mask) + tl.load(u + down * n + x, mask=mask)
        near += tl.load(u + y * n + left, mask=mask) + tl.load(u + y * n + right, mask=mask)
        by = tl.load(v + up * n + x, mask=mask) + tl.load(v + down * n + x, mask=mask)
        by += tl.load(v + y * n + left, mask=mask) + tl.load(v + y * n + right, mask=mask)
        burn = a * b * b
        a += dt * (0.16 * (near - 4 * a) - burn + feed * (1 - a))
        b += dt * (0.08 * (by - 4 * b) + burn - (feed + kill) * b)
        tl.store(new_u + y * n + x, a, mask=mask)
        tl.store(new_v + y * n + x, b, mask=mask)

    @triton.jit
    def carry(field, new, n, shift, BLOCK: tl.constexpr):
        # Moves each row by a wind that differs by row; linear between cells.
        y = tl.program_id(0)
        x = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
        mask = x < n
        wind = shift * tl.sin(6.2831853 * y.to(tl.float32) / n)
        back = x.to(tl.float32) - wind + n
        low = tl.floor(back)
        part = back - low
        cell = low.to(tl.int32) % n
        a = tl.load(field + y * n + cell, mask=mask)
        b = tl.load(field + y * n + (cell + 1) % n, mask=mask)
        tl.store(new + y * n + x, a + part * (b - a), mask=mask)

    @triton.jit
    def change(old, new, worst, count, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = at < count
        a = tl.load(old + at, mask=mask, other=0.0)
        b = tl.load(new + at, mask=mask, other=0.0)
        tl.atomic_max(worst, tl.max(tl.abs(a - b), axis=0))

    torch.manual_seed(18)
    n = 1024
    u = torch.ones(n, n, device=DEVICE)
    v = torch.zeros(n, n, device=DEVICE)
    v[400:600, 400:600] = 0.4
    u -= v
    v += 0.05 * torch.rand(n, n, device=DEVICE)
    spare_u, spare_v = torch.empty_like(u), torch.empty_like(v)
    dt, worst = 1.0, torch.zeros(1, device=DEVICE)

    def grid(meta):
        return triton.cdiv(n, meta["ROWS"]), triton.cdiv(n, meta["COLUMNS"])

    for number in range(300):
        with step("time"):
            react[grid](u, v, spare_u, spare_v, n, 0.5 * dt, 0.037, 0.06)
            carry[(n, n // 256)](spare_u, u, n, 0.2 * dt, BLOCK=256)
            carry[(n, n // 256)](spare_v, v, n, 0.2 * dt, BLOCK=256)
            react[grid](u, v, spare_u, spare_v, n, 0.5 * dt, 0.037, 0.06)
            if number % 15 == 14:
                worst.zero_()
                change[(n * n // 1024,)](v, spare_v, worst, n * n, BLOCK=1024)
                fastest = worst.item()
                dt = min(1.0, dt * 1.05) if fastest < 0.05 else dt * 0.8
            u, spare_u = spare_u, u
            v, spare_v = spare_v, v
        if number % 100 == 99:
            note("step", number, "dt", dt, "mean", v.mean().item())
    print(f"reaction mean {finite(v.mean().item()):.4f}")


@program
def jax_hmc():
    """trajectory: Hamiltonian Monte Carlo of a logistic regression, 16 chains; lengths differ.

    The length of a leap is tuned on the host for the first 25; the number of trajectories is on
    standard error.
    """
    import jax
    import jax.numpy as jnp

    rows, columns, chains = 4096, 48, 16
    key = jax.random.PRNGKey(19)
    key, of_data, of_truth, of_labels, of_start = jax.random.split(key, 5)
    data = jax.random.normal(of_data, (rows, columns))
    truth = jax.random.normal(of_truth, (columns,)) * 0.5
    labels = (jax.random.uniform(of_labels, (rows,)) < jax.nn.sigmoid(data @ truth)) * 1.0
    place = jax.random.normal(of_start, (chains, columns)) * 0.1

    def energy(place):
        logits = place @ data.T
        likely = (labels * logits - jax.nn.softplus(logits)).sum(axis=1)
        return 0.5 * (place**2).sum(axis=1) - likely

    slope = jax.grad(lambda place: energy(place).sum())

    @jax.jit
    def trajectory(place, key, size, leaps):
        of_push, of_choice = jax.random.split(key)
        push = jax.random.normal(of_push, place.shape)
        start = energy(place) + 0.5 * (push**2).sum(axis=1)

        def leap(_, state):
            x, p = state
            x = x + size * p
            return x, p - size * slope(x)

        x, p = jax.lax.fori_loop(0, leaps, leap, (place, push - 0.5 * size * slope(place)))
        p = p + 0.5 * size * slope(x)
        gain = start - energy(x) - 0.5 * (p**2).sum(axis=1)
        chance = jnp.minimum(1.0, jnp.exp(gain))
        taken = jax.random.uniform(of_choice, (chains,)) < chance
        return jnp.where(taken[:, None], x, place), chance.mean()

    draw = random.Random(19)
    size, steps, kept = 0.01, 0, []
    for number in range(60):
        key, now = jax.random.split(key)
        with step("trajectory"):
            place, chance = trajectory(place, now, size, draw.randint(4, 14))
            place.block_until_ready()
            chance = float(chance)
            steps += 1
        if number < 25:
            size *= math.exp(0.5 * (chance - 0.75))
        else:
            kept.append(place)
    mean = jnp.stack(kept).mean(axis=(0, 1))
    note("steps: trajectory", steps)
    print(f"chains off by {finite(float(jnp.abs(mean - truth).mean())):.4f}")


# Without steps


@program
def nosteps_earthquake():
    """none: a notebook in CuPy about records of an earthquake, each cell run once."""
    import cupy as cp
    import cupyx.scipy.ndimage as ndi
    from cupyx.scipy import signal, sparse

    cp.random.seed(20)
    # In [2]: the records
    stations, samples, rate = 48, 16384, 100.0
    noise = cp.random.standard_normal((stations, samples))
    x, y = cp.random.uniform(-80, 80, stations), cp.random.uniform(-80, 80, stations)
    far = cp.sqrt((x - 12) ** 2 + (y + 30) ** 2)
    arrive = far / 6.0 + 20
    t = cp.arange(samples) / rate
    after = t[None] - arrive[:, None]
    wave = cp.where(after > 0, cp.exp(-after / 6) * cp.sin(2 * cp.pi * 3 * after), 0)
    records = 0.2 * noise + wave * (30 / (far[:, None] + 10))
    # In [3]: drift and gain
    fit = cp.polyfit(t, records.T, 1)
    records = records - (t[None] * fit[0][:, None] + fit[1][:, None])
    records /= records.std(axis=1, keepdims=True)
    note("gain", float(records.max()), float(records.min()))
    # In [4]: only 1 to 8 Hz
    f = cp.fft.rfftfreq(samples, 1 / rate)
    band = 1 / (1 + cp.exp(-(f - 1) * 8)) / (1 + cp.exp((f - 8) * 4))
    clean = cp.fft.irfft(cp.fft.rfft(records, axis=1) * band, n=samples, axis=1)
    # In [5]: when each began
    power = clean**2
    short = ndi.uniform_filter1d(power, 50, axis=1)
    long = ndi.uniform_filter1d(power, 1000, axis=1)
    ratio = short / (long + 1e-9)
    begun = ratio[:, 500:-500].argmax(axis=1) + 500
    order = cp.argsort(begun)
    note("first", cp.asnumpy(order[:5]).tolist(), float(cp.median(begun) / rate))
    # In [6]: spectra and their corner
    windows = clean[:, : 31 * 512].reshape(stations, 31, 512) * cp.hanning(512)
    spectra = (cp.abs(cp.fft.rfft(windows, axis=2)) ** 2).mean(axis=1)
    log = cp.log10(spectra + 1e-12)
    smooth = ndi.gaussian_filter(log, (0, 3))
    corner = (smooth > smooth.max(axis=1, keepdims=True) - 1).sum(axis=1)
    note("corner", float(corner.mean()), float(cp.percentile(corner, 90)))
    # In [7]: which stations are alike
    alike = cp.corrcoef(clean)
    values, vectors = cp.linalg.eigh(alike)
    note("modes", cp.asnumpy(values[-3:]).tolist(), int(cp.abs(vectors[:, -1]).argmax()))
    # In [8]: where: a table of misfits
    gx, gy = cp.meshgrid(cp.linspace(-80, 80, 200), cp.linspace(-80, 80, 200))
    path = cp.sqrt((gx[..., None] - x) ** 2 + (gy[..., None] - y) ** 2) / 6.0
    late = begun / rate - path
    misfit = cp.median(cp.abs(late - cp.median(late, axis=2, keepdims=True)), axis=2)
    best = int(misfit.argmin())
    where = float(gx.ravel()[best]), float(gy.ravel()[best])
    # In [9]: the same by least squares around it
    near = cp.sqrt((where[0] - x) ** 2 + (where[1] - y) ** 2)
    rows = cp.stack([(where[0] - x) / near / 6, (where[1] - y) / near / 6, cp.ones(stations)], 1)
    moved, *_ = cp.linalg.lstsq(rows, begun / rate - near / 6, rcond=None)
    note("where", where, cp.asnumpy(moved).tolist())
    # In [10]: a picture of the strongest record
    strongest = int(cp.abs(clean).max(axis=1).argmax())
    pieces = cp.lib.stride_tricks.as_strided(
        clean[strongest], (800, 256), (clean.strides[1] * 20, clean.strides[1])
    )
    picture = cp.log1p(cp.abs(cp.fft.rfft(pieces * cp.hamming(256), axis=1)))
    spots, found = ndi.label(picture > picture.mean() + 2 * picture.std())
    sizes = cp.bincount(spots.ravel())[1:]
    note("spots", int(found), int(sizes.max()), float(ndi.median_filter(picture, 5).max()))
    # In [11]: a network of near stations
    between = cp.sqrt((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2)
    joined = sparse.csr_matrix(cp.where(between < 40, cp.exp(-between / 20), 0))
    degree = cp.asarray(joined.sum(axis=1)).ravel()
    flat = joined.dot(cp.log(far)) / degree
    hump = float((flat**2).sum() - (cp.log(far) ** 2).sum())
    # In [12]: an envelope, and echoes of the loudest record in the others
    spectrum = cp.fft.fft(clean, axis=1)
    spectrum[:, samples // 2 + 1 :] = 0
    envelope = cp.abs(cp.fft.ifft(2 * spectrum, axis=1))
    first = envelope[:, ::16]
    echo = signal.fftconvolve(first, first[strongest][None, ::-1], mode="same", axes=1)
    lag = echo.argmax(axis=1)
    # In [13]: does it fall with distance as it should?
    top = cp.log(envelope.max(axis=1))
    decay = cp.polyfit(cp.log(far + 10), top, 1)
    left = top - cp.polyval(decay, cp.log(far + 10))
    again = left[cp.random.randint(0, stations, (2000, stations))].mean(axis=1)
    low, high = cp.percentile(again, 2.5), cp.percentile(again, 97.5)
    note("fall", float(decay[0]), float(low), float(high), hump, int(cp.unique(lag).size))
    print(f"earthquake at {finite(where[0]):.1f}, {finite(where[1]):.1f}")


@program
def nosteps_factorise():
    """none: a Gaussian process by one large Cholesky factor, and the modes of a part by one eigh.

    What repeats is inside the libraries' functions.
    """
    import torch

    torch.manual_seed(21)
    kind = {"device": DEVICE, "dtype": torch.float64}
    count = 5000
    places = torch.rand(count, 3, **kind)
    heights = (places * torch.tensor([3.0, 5.0, 7.0], **kind)).sin().sum(dim=1)
    heights += 0.05 * torch.randn(count, **kind)
    far = torch.cdist(places, places)
    cover = (1 + math.sqrt(3) * far / 0.3) * torch.exp(-math.sqrt(3) * far / 0.3)
    cover.diagonal().add_(0.01)
    root = torch.linalg.cholesky(cover)
    weights = torch.cholesky_solve(heights[:, None], root)
    fit = -0.5 * (heights @ weights.squeeze(1)) - root.diagonal().log().sum()
    fit = (fit - 0.5 * count * math.log(2 * math.pi)).item()
    asked = torch.rand(700, 3, **kind)
    far = torch.cdist(asked, places)
    cross = (1 + math.sqrt(3) * far / 0.3) * torch.exp(-math.sqrt(3) * far / 0.3)
    mean = (cross @ weights).squeeze(1)
    half = torch.linalg.solve_triangular(root, cross.T, upper=False)
    spread = (1.01 - half.square().sum(dim=0)).clamp_min(0).sqrt()
    note("fit", fit, "spread", spread.mean().item())
    part = cover[:900, :900].contiguous()
    values, vectors = torch.linalg.eigh(part)
    share = values.flip(0).cumsum(0) / values.sum()
    modes = int((share < 0.95).sum()) + 1
    q, r = torch.linalg.qr(vectors[:, -modes:] * values[-modes:].sqrt())
    wrong = (q.T @ q - torch.eye(modes, **kind)).abs().max().item()
    truth = (asked * torch.tensor([3.0, 5.0, 7.0], **kind)).sin().sum(dim=1)
    error = (mean - truth).square().mean().sqrt().item()
    note("modes", modes, "wrong", wrong, "least", r.diagonal().abs().min().item())
    print(f"process error {finite(error):.4f}, fit {finite(fit):.1f}")


@program
def nosteps_kernel_tests():
    """none: tests of eight Triton kernels, each with a few sizes and types against PyTorch."""
    global tl, triton
    import torch
    import triton
    import triton.language as tl
    from torch.nn import functional as F

    @triton.jit
    def softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
        row, at = tl.program_id(0), tl.arange(0, BLOCK)
        mask = at < columns
        value = tl.load(x + row * columns + at, mask=mask, other=-float("inf")).to(tl.float32)
        value = tl.exp(value - tl.max(value, axis=0))
        tl.store(out + row * columns + at, value / tl.sum(value, axis=0), mask=mask)

    @triton.jit
    def norm_kernel(x, weight, bias, out, columns, BLOCK: tl.constexpr):
        row, at = tl.program_id(0), tl.arange(0, BLOCK)
        mask = at < columns
        value = tl.load(x + row * columns + at, mask=mask, other=0.0).to(tl.float32)
        mean = tl.sum(value, axis=0) / columns
        off = tl.where(mask, value - mean, 0.0)
        scale = 1 / tl.sqrt(tl.sum(off * off, axis=0) / columns + 1e-5)
        w = tl.load(weight + at, mask=mask, other=0.0).to(tl.float32)
        b = tl.load(bias + at, mask=mask, other=0.0).to(tl.float32)
        tl.store(out + row * columns + at, off * scale * w + b, mask=mask)

    @triton.jit
    def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
        rows = tl.program_id(0) * BM + tl.arange(0, BM)
        columns = tl.program_id(1) * BN + tl.arange(0, BN)
        inner = tl.arange(0, BK)
        total = tl.zeros((BM, BN), dtype=tl.float32)
        for start in range(0, K, BK):
            k = start + inner
            left = tl.load(
                a + rows[:, None] * K + k[None, :],
                mask=(rows[:, None] < M) & (k[None, :] < K),
                other=0.0,
            )
            right = tl.load(
                b + k[:, None] * N + columns[None, :],
                mask=(k[:, None] < K) & (columns[None, :] < N),
                other=0.0,
            )
            total += tl.dot(left, right)
        mask = (rows[:, None] < M) & (columns[None, :] < N)
        tl.store(c + rows[:, None] * N + columns[None, :], total, mask=mask)

    @triton.jit
    def gelu_kernel(x, bias, out, count, columns, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = at < count
        value = tl.load(x + at, mask=mask, other=0.0).to(tl.float32)
        value += tl.load(bias + at % columns, mask=mask, other=0.0).to(tl.float32)
        value = value * tl.sigmoid(1.702 * value)
        tl.store(out + at, value, mask=mask)

    @triton.jit
    def histogram_kernel(x, out, count, bins, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = at < count
        value = tl.load(x + at, mask=mask, other=0.0).to(tl.float32)
        place = (value * bins).to(tl.int32)
        place = tl.minimum(tl.maximum(place, 0), bins - 1)
        tl.atomic_add(out + place, 1, mask=mask)

    @triton.jit
    def scan_kernel(x, out, columns, BLOCK: tl.constexpr):
        row, at = tl.program_id(0), tl.arange(0, BLOCK)
        mask = at < columns
        value = tl.load(x + row * columns + at, mask=mask, other=0.0).to(tl.float32)
        tl.store(out + row * columns + at, tl.cumsum(value, axis=0), mask=mask)

    @triton.jit
    def quantise_kernel(x, out, scales, columns, BLOCK: tl.constexpr):
        row, at = tl.program_id(0), tl.arange(0, BLOCK)
        mask = at < columns
        value = tl.load(x + row * columns + at, mask=mask, other=0.0).to(tl.float32)
        scale = tl.max(tl.abs(value), axis=0) / 127 + 1e-12
        level = value / scale
        level = tl.where(level < 0, level - 0.5, level + 0.5).to(tl.int8)
        tl.store(out + row * columns + at, level, mask=mask)
        tl.store(scales + row, scale)

    @triton.jit
    def transpose_kernel(x, out, rows, columns, SIDE: tl.constexpr):
        y = tl.program_id(0) * SIDE + tl.arange(0, SIDE)
        z = tl.program_id(1) * SIDE + tl.arange(0, SIDE)
        mask = (y[:, None] < rows) & (z[None, :] < columns)
        tile = tl.load(x + y[:, None] * columns + z[None, :], mask=mask, other=0.0)
        mask = (z[:, None] < columns) & (y[None, :] < rows)
        tl.store(out + z[:, None] * rows + y[None, :], tl.trans(tile), mask=mask)

    torch.manual_seed(22)
    worst = {}

    def compare(name, got, wanted):
        got, wanted = got.double(), wanted.double()
        off = ((got - wanted).abs() / (1 + wanted.abs())).max().item()
        worst[name] = max(worst.get(name, 0.0), finite(off))

    # test_softmax
    for rows, columns in ((64, 100), (512, 1000), (2048, 4096)):
        for dtype in (torch.float32, torch.float16):
            x = torch.randn(rows, columns, device=DEVICE, dtype=dtype)
            out = torch.empty_like(x)
            softmax_kernel[(rows,)](x, out, columns, BLOCK=triton.next_power_of_2(columns))
            compare("softmax", out, torch.softmax(x.float(), dim=1))
            compare("softmax sums", out.float().sum(dim=1), torch.ones(rows, device=DEVICE))
    # test_norm
    for rows, columns in ((32, 768), (300, 1023), (1000, 2048)):
        for dtype in (torch.float32, torch.bfloat16):
            x = torch.randn(rows, columns, device=DEVICE, dtype=dtype) * 3 + 1
            weight = torch.rand(columns, device=DEVICE, dtype=dtype)
            bias = torch.randn(columns, device=DEVICE, dtype=dtype)
            out = torch.empty_like(x)
            block = triton.next_power_of_2(columns)
            norm_kernel[(rows,)](x, weight, bias, out, columns, BLOCK=block)
            compare("norm", out, F.layer_norm(x, (columns,), weight, bias))
    # test_matmul
    for m, n, k in ((64, 64, 64), (200, 300, 400), (1024, 512, 768), (33, 2000, 129)):
        a = torch.randn(m, k, device=DEVICE, dtype=torch.float16)
        b = torch.randn(k, n, device=DEVICE, dtype=torch.float16)
        c = torch.empty(m, n, device=DEVICE, dtype=torch.float32)
        grid = (triton.cdiv(m, 64), triton.cdiv(n, 64))
        matmul_kernel[grid](a, b, c, m, n, k, BM=64, BN=64, BK=32)
        compare("matmul", c, a.float() @ b.float())
        c.zero_()
        eye = torch.eye(m, k, device=DEVICE, dtype=torch.float16)
        matmul_kernel[grid](eye, b, c, m, n, k, BM=64, BN=64, BK=32)
        compare("matmul eye", c[: min(m, k)], b[: min(m, k)])
    # test_gelu
    for rows, columns in ((1, 17), (256, 3072), (999, 1111)):
        for dtype in (torch.float32, torch.float16, torch.bfloat16):
            x = torch.randn(rows, columns, device=DEVICE, dtype=dtype)
            bias = torch.randn(columns, device=DEVICE, dtype=dtype)
            out = torch.empty_like(x)
            blocks = (triton.cdiv(x.numel(), 1024),)
            gelu_kernel[blocks](x, bias, out, x.numel(), columns, BLOCK=1024)
            whole = x.float() + bias.float()
            compare("gelu", out, whole * torch.sigmoid(1.702 * whole))
    # test_histogram
    for count, bins in ((1000, 10), (100_000, 256), (1_000_000, 64)):
        for spread in ("even", "square"):
            x = torch.rand(count, device=DEVICE)
            x = x if spread == "even" else x.square()
            out = torch.zeros(bins, device=DEVICE, dtype=torch.int32)
            histogram_kernel[(triton.cdiv(count, 1024),)](x, out, count, bins, BLOCK=1024)
            wanted = torch.histc(x, bins, 0.0, 1.0)
            compare("histogram", out, wanted)
            compare("histogram all", out.sum(), torch.tensor(count, device=DEVICE))
    # test_scan
    for rows, columns in ((10, 31), (100, 1024), (64, 5000)):
        for dtype in (torch.float32, torch.float16):
            x = torch.rand(rows, columns, device=DEVICE, dtype=dtype)
            out = torch.empty(rows, columns, device=DEVICE)
            scan_kernel[(rows,)](x, out, columns, BLOCK=triton.next_power_of_2(columns))
            compare("scan", out, x.double().cumsum(dim=1))
    # test_quantise
    for rows, columns in ((7, 64), (512, 1000), (4096, 256)):
        x = torch.randn(rows, columns, device=DEVICE)
        x[0] = 0
        out = torch.empty(rows, columns, device=DEVICE, dtype=torch.int8)
        scales = torch.empty(rows, device=DEVICE)
        block = triton.next_power_of_2(columns)
        quantise_kernel[(rows,)](x, out, scales, columns, BLOCK=block)
        compare("quantise", out.float() * scales[:, None], x)
        compare("quantise scales", scales, x.abs().amax(dim=1) / 127)
    # test_transpose
    for rows, columns in ((32, 32), (100, 257), (1000, 3000), (4096, 1024)):
        for dtype in (torch.float32, torch.int16):
            x = (torch.randn(rows, columns, device=DEVICE) * 100).to(dtype)
            out = torch.empty(columns, rows, device=DEVICE, dtype=dtype)
            transpose_kernel[(triton.cdiv(rows, 32), triton.cdiv(columns, 32))](
                x, out, rows, columns, SIDE=32
            )
            compare("transpose", out, x.T)
    for name, off in worst.items():
        note(name, off)
    print(f"kernels of {len(worst)} tests, worst {max(worst.values()):.4f}")


@program
def nosteps_convert():
    """none: a model is saved, loaded, renamed, fused, quantised and tried once before and after."""
    import torch
    from torch.nn import functional as F
    from transformers import Qwen2Config, Qwen2ForCausalLM

    torch.manual_seed(23)
    config = Qwen2Config(
        vocab_size=4000,
        hidden_size=256,
        intermediate_size=704,
        num_hidden_layers=6,
        num_attention_heads=8,
        num_key_value_heads=2,
        max_position_embeddings=512,
    )
    with tempfile.TemporaryDirectory() as folder:
        Qwen2ForCausalLM(config).save_pretrained(folder)
        model = Qwen2ForCausalLM.from_pretrained(folder, dtype=torch.float32).to(DEVICE).eval()
    words = torch.randint(0, 4000, (2, 96), device=DEVICE)
    with torch.inference_mode():
        wanted = model(input_ids=words).logits.float()
        weights = {name: weight.clone() for name, weight in model.state_dict().items()}
        # Names of the other program, and its fused matrices.
        renamed = {}
        for name, weight in weights.items():
            name = name.removeprefix("model.").replace("self_attn", "attention")
            renamed[name.replace("layers.", "block.")] = weight
        for number in range(6):
            at = f"block.{number}."
            for part in ("weight", "bias"):
                three = [renamed.pop(f"{at}attention.{k}_proj.{part}") for k in "qkv"]
                renamed[f"{at}attention.qkv.{part}"] = torch.cat(three)
            two = [renamed.pop(f"{at}mlp.{k}_proj.weight") for k in ("gate", "up")]
            renamed[f"{at}mlp.gate_up.weight"] = torch.stack(two, dim=1).flatten(0, 1)
        # Are there values that the new type cannot hold?
        table = {}
        for name, weight in renamed.items():
            large = weight.abs()
            table[name] = (large.max().item(), (large < 6e-8).float().mean().item())
        note("tensors", len(renamed), "largest", max(large for large, _ in table.values()))
        # Matrices to four bits by groups of 32, two to a byte; the rest to bfloat16.
        packed, size = {}, 0
        for name, weight in renamed.items():
            if weight.ndim == 2 and "embed" not in name and "head" not in name:
                groups = weight.view(len(weight), -1, 32)
                low, high = groups.amin(dim=2, keepdim=True), groups.amax(dim=2, keepdim=True)
                scale = ((high - low) / 15).clamp_min(1e-8)
                level = ((groups - low) / scale).round().to(torch.uint8).flatten(1)
                packed[name] = (level[:, ::2] | (level[:, 1::2] << 4), scale, low)
            else:
                packed[name] = (weight.to(torch.bfloat16),)
            size += sum(part.numel() * part.element_size() for part in packed[name])
        note("bytes", size)
        # And back, to see what was lost.
        for number in range(6):
            at, source = f"block.{number}.", f"model.layers.{number}."
            for name in ("attention.qkv", "attention.o_proj", "mlp.gate_up", "mlp.down_proj"):
                both, scale, low = packed[f"{at}{name}.weight"]
                level = torch.stack([both & 15, both >> 4], dim=2).flatten(1).float()
                level = level.view(len(level), -1, 32) * scale + low
                whole = level.flatten(1)
                if name == "attention.qkv":
                    for key, piece in zip("qkv", whole.split([256, 64, 64])):
                        weights[f"{source}self_attn.{key}_proj.weight"].copy_(piece)
                elif name == "mlp.gate_up":
                    pair = whole.unflatten(0, (-1, 2))
                    weights[f"{source}mlp.gate_proj.weight"].copy_(pair[:, 0])
                    weights[f"{source}mlp.up_proj.weight"].copy_(pair[:, 1])
                elif name == "attention.o_proj":
                    weights[f"{source}self_attn.o_proj.weight"].copy_(whole)
                else:
                    weights[f"{source}mlp.down_proj.weight"].copy_(whole)
        model.load_state_dict(weights)
        got = model(input_ids=words).logits.float()
        same = (got.argmax(dim=-1) == wanted.argmax(dim=-1)).float().mean().item()
        lost = F.kl_div(
            got.log_softmax(dim=-1), wanted.log_softmax(dim=-1), log_target=True, reduction="sum"
        )
        lost = lost.item() / words.numel()
        # Does bfloat16 alone do worse?
        half = model.to(torch.bfloat16)(input_ids=words).logits.float()
        apart = (half - got).abs().max().item()
    note("bfloat16", apart)
    print(f"converted: same {finite(same):.3f}, lost {finite(lost):.6f}")


@program
def nosteps_size_sweep():
    """none: eight operations of PyTorch timed over ten sizes each, a few times per size."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(24)

    def rand(*shape, dtype=torch.float32):
        return torch.rand(*shape, device=DEVICE).to(dtype)

    def time(name, size, call):
        for _ in range(2):
            call()
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(4):
            call()
        end.record()
        torch.cuda.synchronize()
        taken[name, size] = start.elapsed_time(end) / 4

    taken = {}
    for size in (64, 96, 128, 256, 384, 512, 1000, 1024, 2048, 4096):
        a, b = rand(size, size, dtype=torch.bfloat16), rand(size, size, dtype=torch.bfloat16)
        time("matmul", size, lambda: a @ b)
    for size in (8, 16, 24, 32, 48, 64, 96, 128, 192, 256):
        x, w = rand(8, size, 28, 28), rand(size, size, 3, 3)
        time("conv", size, lambda: F.conv2d(x, w, padding=1))
    for size in (32, 64, 128, 256, 384, 512, 768, 1024, 1536, 2048):
        q = rand(2, 8, size, 64, dtype=torch.float16)
        time("attention", size, lambda: F.scaled_dot_product_attention(q, q, q, is_causal=True))
    for size in (100, 256, 1000, 1024, 4000, 4096, 8000, 16384, 32768, 50000):
        x = rand(256, size)
        time("softmax", size, lambda: x.softmax(dim=-1))
    for size in (10, 12, 14, 15, 16, 17, 18, 19, 20, 22):
        x = rand(2**size)
        time("sort", size, lambda: x.sort())
    for size in (60, 64, 100, 121, 128, 256, 500, 512, 1024, 2000):
        x = rand(4, size, size)
        time("fft", size, lambda: torch.fft.rfft2(x))
    for size in (10, 13, 15, 16, 18, 20, 21, 22, 23, 24):
        x = rand(2**size)
        time("sum", size, lambda: x.sum())
    for size in (16, 32, 64, 100, 128, 200, 256, 300, 400, 512):
        table, names = rand(10_000, size), torch.randint(0, 10_000, (20_000,), device=DEVICE)
        out = torch.zeros(10_000, size, device=DEVICE)
        time("scatter", size, lambda: out.index_add_(0, names, table[names]))
    for name in dict.fromkeys(name for name, _ in taken):
        note(name, *(f"{size}:{ms:.4f}" for (of, size), ms in taken.items() if of == name))
    print(f"swept {len(taken)} points, {finite(sum(taken.values())) > 0}")


@program
def nosteps_point_cloud():
    """none: one scan of a street, through a chain of different operations."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(25)
    # A scan: ground, two walls, things.
    ground = torch.rand(60_000, 3, device=DEVICE) * torch.tensor([80.0, 30.0, 0.05], device=DEVICE)
    wall = torch.rand(2, 20_000, 3, device=DEVICE)
    wall = wall * torch.tensor([80.0, 0.1, 8.0], device=DEVICE)
    wall[1, :, 1] += 30
    middle = torch.rand(40, 1, 3, device=DEVICE)
    middle = middle * torch.tensor([80.0, 24.0, 0.0], device=DEVICE) + 2
    things = middle + torch.randn(40, 500, 3, device=DEVICE) * 0.4
    points = torch.cat([ground, wall.flatten(0, 1), things.flatten(0, 1)])
    points = points + 0.01 * torch.randn_like(points)
    strength = torch.rand(len(points), device=DEVICE)
    # Outside and doubles
    fine = torch.isfinite(points).all(dim=1) & (points[:, 2] > -1) & (points[:, 2] < 20)
    points, strength = points[fine], strength[fine]
    cell = ((points - points.amin(dim=0)) / 0.2).long()
    names, back, counts = torch.unique(cell, dim=0, return_inverse=True, return_counts=True)
    centre = torch.zeros(len(names), 3, device=DEVICE).index_add_(0, back, points)
    centre /= counts[:, None]
    bright = torch.zeros(len(names), device=DEVICE).scatter_reduce_(0, back, strength, "amax")
    note("cells", len(names), counts.max().item())
    # The ground: the plane on which most guesses agree
    chosen = centre[torch.randint(0, len(centre), (256, 3), device=DEVICE)]
    normal = torch.linalg.cross(chosen[:, 1] - chosen[:, 0], chosen[:, 2] - chosen[:, 0])
    normal = F.normalize(normal, dim=1)
    off = (normal * chosen[:, 0]).sum(dim=1)
    votes = ((centre @ normal.T - off).abs() < 0.15).sum(dim=0) * (normal[:, 2].abs() > 0.9)
    best = votes.argmax()
    height = (centre @ normal[best] - off[best]).abs()
    above = centre[height > 0.3]
    note("ground", votes[best].item(), len(above))
    # Normals of a part
    part = above[torch.randperm(len(above), device=DEVICE)[:6000]]
    near = torch.cdist(part, part).topk(12, largest=False)
    local = part[near.indices] - part[near.indices].mean(dim=1, keepdim=True)
    spread = local.transpose(1, 2) @ local / 12
    values, vectors = torch.linalg.eigh(spread.double())
    flat = ((values[:, 1] - values[:, 0]) / values[:, 2].clamp_min(1e-9)).float()
    upright = vectors[:, :, 0].float()
    note("flat", flat.median().item(), upright[:, 2].abs().mean().item())
    # A picture from above
    x = (part[:, 0] / 80 * 255).long().clamp(0, 255)
    y = (part[:, 1] / 31 * 127).long().clamp(0, 127)
    picture = torch.zeros(128 * 256, device=DEVICE)
    picture = picture.scatter_reduce(0, y * 256 + x, part[:, 2], "amax").view(1, 1, 128, 256)
    full = F.max_pool2d(picture, 3, 1, 1)
    edges = (full - F.avg_pool2d(full, 5, 1, 2)).abs()
    small = F.interpolate(edges, scale_factor=0.5, mode="area")
    waves = torch.fft.rfft2(small).abs().log1p()
    note("picture", full.mean().item(), waves.flatten(2).quantile(0.9).item())
    # What else the numbers say
    far = part.norm(dim=1)
    order = far.argsort()
    steps = torch.bucketize(far, torch.linspace(0, 90, 19, device=DEVICE))
    rings = torch.bincount(steps, minlength=20)
    middle, turn = part.mean(dim=0), torch.linalg.svd(part - part.mean(dim=0), full_matrices=False)
    turned = (part - middle) @ turn.Vh.T
    corners = torch.stack([turned.amin(dim=0), turned.amax(dim=0)])
    gaps = far[order].diff()
    angle = torch.atan2(part[:, 1], part[:, 0])
    wide = torch.histc(angle, 90)
    both = torch.stack([far, angle, part[:, 2], flat])
    alike = torch.corrcoef(both)
    note("rings", rings.max().item(), "gap", gaps.max().item(), "wide", wide.argmax().item())
    note("box", (corners[1] - corners[0]).tolist(), "alike", alike[0, 3].item())
    # A grid of heights with holes filled, its slopes and what is seen from the car
    heights = torch.full((128 * 256,), 1e9, device=DEVICE)
    gx = (centre[:, 0] / 80 * 255).long().clamp(0, 255)
    gy = (centre[:, 1] / 31 * 127).long().clamp(0, 127)
    heights = heights.scatter_reduce(0, gy * 256 + gx, centre[:, 2], "amin").view(128, 256)
    hole = heights > 1e8
    blurred = F.avg_pool2d(torch.where(hole, 0.0, heights)[None, None], 7, 1, 3)
    known = F.avg_pool2d((~hole).float()[None, None], 7, 1, 3)
    filled = torch.where(hole, (blurred / known.clamp_min(1e-3))[0, 0], heights)
    slope_y, slope_x = torch.gradient(filled)
    steep = torch.hypot(slope_x, slope_y)
    seen = torch.cummax(filled / torch.arange(1, 257, device=DEVICE), dim=1).values
    dark = (filled / torch.arange(1, 257, device=DEVICE) < seen).float().mean()
    mixed = torch.logsumexp(steep, dim=1).softmax(dim=0)
    surprise = -(mixed * mixed.log()).sum()
    note("holes", hole.sum().item(), "steep", steep.max().item(), "dark", dark.item())
    # A test of the brightness: a line, what is left, and its middle by drawing again
    table = torch.stack([centre[:, 2], height, torch.ones_like(height)], dim=1)
    line = torch.linalg.lstsq(table.T @ table, (table.T @ bright)[:, None]).solution
    left = bright - (table @ line).squeeze(1)
    again = left[torch.randint(0, len(left), (100, 2000), device=DEVICE)].median(dim=1).values
    kurt = ((left - left.mean()) / left.std()).pow(4).mean().item()
    names, counts = torch.unique((left * 20).round(), return_counts=True)
    note("left", again.std().item(), kurt, len(names), counts.max().item())
    print(f"street: {finite(surprise.item()):.3f}, {finite(kurt):.2f}")


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(PROGRAMS))
        return
    if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
        sys.exit(f"usage: sixth.py NAME|--list\nnames: {' '.join(PROGRAMS)}")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # JAX would take most of the GPU's memory, and several programs may run at once.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    with rest():
        PROGRAMS[sys.argv[1]]()


if __name__ == "__main__":
    main()
