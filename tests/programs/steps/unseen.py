"""Programs kept for one test at the end: nothing that finds steps was made with them in view.

    python3 unseen.py NAME
    python3 unseen.py --list

The marks are those of programs.py (see README.md); nothing else is shared with it. The first line
of each program says what its steps are, after the kinds of the steps. Frameworks are imported by
the programs that want them, since each takes seconds.
"""

import math
import os
import sys

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


def residual_encoder(width, outputs):
    """Two stages of two residual blocks each, and a projection."""
    import torch
    from torch import nn

    class Block(nn.Module):
        def __init__(self, before, after, stride):
            super().__init__()
            self.body = nn.Sequential(
                nn.Conv2d(before, after, 3, stride, 1, bias=False),
                nn.BatchNorm2d(after),
                nn.ReLU(inplace=True),
                nn.Conv2d(after, after, 3, 1, 1, bias=False),
                nn.BatchNorm2d(after),
            )
            self.short = nn.Identity()
            if stride != 1 or before != after:
                short = nn.Conv2d(before, after, 1, stride, bias=False)
                self.short = nn.Sequential(short, nn.BatchNorm2d(after))

        def forward(self, x):
            return torch.relu(self.body(x) + self.short(x))

    return nn.Sequential(
        nn.Conv2d(3, width, 3, 1, 1, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(inplace=True),
        Block(width, width, 1),
        Block(width, width, 1),
        Block(width, 2 * width, 2),
        Block(2 * width, 2 * width, 1),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(2 * width, outputs),
    )


@program
def moco():
    """train: two views, a queue of negatives, SGD with a warm-up, and the encoder that follows."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    images = torch.rand(512, 3, 32, 32).to(DEVICE)
    encoder = residual_encoder(16, 64).to(DEVICE)
    follower = residual_encoder(16, 64).to(DEVICE)
    follower.load_state_dict(encoder.state_dict())
    follower.requires_grad_(False)
    queue = F.normalize(torch.randn(64, 256, device=DEVICE), dim=0)
    optimizer = torch.optim.SGD(
        encoder.parameters(), lr=0.06, momentum=0.9, weight_decay=1e-4, nesterov=True
    )
    warmup = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=6)

    def view(x):
        x = torch.where(torch.rand(len(x), 1, 1, 1, device=DEVICE) < 0.5, x.flip(3), x)
        strength = 0.6 + 0.8 * torch.rand(len(x), 3, 1, 1, device=DEVICE)
        return (x * strength + 0.05 * torch.randn_like(x)).clamp(0, 1) * 2 - 1

    order = torch.randperm(512, device=DEVICE)
    place = 0
    for number in range(10):
        with step("train"):
            x = images[order[number % 8 * 64 : number % 8 * 64 + 64]]
            queries = F.normalize(encoder(view(x)), dim=1)
            with torch.no_grad():
                for slow, fast in zip(follower.parameters(), encoder.parameters()):
                    slow.mul_(0.99).add_(fast, alpha=0.01)
                keys = F.normalize(follower(view(x)), dim=1)
            positive = (queries * keys).sum(dim=1, keepdim=True)
            logits = torch.cat([positive, queries @ queue.clone()], dim=1) / 0.2
            loss = F.cross_entropy(logits, torch.zeros(64, dtype=torch.long, device=DEVICE))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            warmup.step()
            queue[:, place : place + 64] = keys.T
            place = (place + 64) % 256
            if number % 4 == 0:
                note(number, loss.item(), warmup.get_last_lr())
    print(f"loss {finite(loss.item()):.3f}")


@program
def bert_mlm():
    """train, eval: masked tokens are guessed; after each fourth step three batches are judged."""
    import torch
    from transformers import BertConfig, BertForMaskedLM, get_linear_schedule_with_warmup

    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=1000,
        hidden_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=512,
        max_position_embeddings=64,
    )
    model = BertForMaskedLM(config).to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01, fused=True)
    schedule = get_linear_schedule_with_warmup(optimizer, 3, 13)

    def collate(size):
        tokens = torch.randint(10, 1000, (size, 48))
        mask = torch.arange(48)[None, :] < torch.randint(24, 49, (size, 1))
        tokens[~mask] = 0
        hidden = (torch.rand(size, 48) < 0.15) & mask
        hidden[:, 0] = True
        labels = torch.where(hidden, tokens, -100)
        tokens[hidden & (torch.rand(size, 48) < 0.8)] = 4
        batch = {"input_ids": tokens, "attention_mask": mask.long(), "labels": labels}
        return {name: value.to(DEVICE) for name, value in batch.items()}

    def evaluate():
        model.eval()
        losses = []
        for size in (32, 32, 11):
            with step("eval"), torch.no_grad():
                losses.append(model(**collate(size)).loss.item())
        model.train()
        return sum(losses) / len(losses)

    model.train()
    judged = 0.0
    for number in range(13):
        with step("train"):
            loss = model(**collate(16)).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
        if number % 4 == 3:
            judged = evaluate()
            note(number, judged)
    print(f"loss {finite(loss.item()):.3f}, judged {finite(judged):.3f}")


@program
def lstm_language():
    """train, generate: windows of a text, the last of an epoch shorter; then one letter each."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Language(nn.Module):
        def __init__(self):
            super().__init__()
            self.drop = nn.Dropout(0.2)
            self.letters = nn.Embedding(96, 64)
            self.lstm = nn.LSTM(64, 128, num_layers=2, dropout=0.2)
            self.head = nn.Linear(128, 96)

        def forward(self, letters, state):
            x, state = self.lstm(self.drop(self.letters(letters)), state)
            return self.head(self.drop(x)), state

    torch.manual_seed(0)
    model = Language().to(DEVICE)
    text = torch.randint(0, 96, (16 * 6 + 10, 20)).to(DEVICE)
    for epoch in range(2):
        model.train()
        state = tuple(torch.zeros(2, 20, 128, device=DEVICE) for _ in range(2))
        for start in range(0, len(text) - 1, 16):
            with step("train"):
                length = min(16, len(text) - 1 - start)
                letters, wanted = text[start : start + length], text[start + 1 : start + 1 + length]
                model.zero_grad()
                state = tuple(part.detach() for part in state)
                logits, state = model(letters, state)
                loss = F.cross_entropy(logits.flatten(0, 1), wanted.flatten())
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 0.25)
                with torch.no_grad():
                    for weights in model.parameters():
                        weights.add_(weights.grad, alpha=-5.0)
        note(epoch, math.exp(loss.item()))
    model.eval()
    letter = torch.randint(0, 96, (1, 1)).to(DEVICE)
    state = tuple(torch.zeros(2, 1, 128, device=DEVICE) for _ in range(2))
    written = []
    with torch.no_grad():
        for _ in range(25):
            with step("generate"):
                logits, state = model(letter, state)
                chances = logits.flatten().div(0.8).exp().cpu()
                drawn = int(torch.multinomial(chances, 1))
                letter.fill_(drawn)
                written.append(drawn)
    print(f"perplexity {finite(math.exp(loss.item())):.1f}, letters {sum(written)}")


@program
def ppo():
    """iteration: pendulums swing, then one to three epochs of minibatches: less if it moved far."""
    import torch
    from torch import nn
    from torch.distributions import Normal

    torch.manual_seed(0)
    count, horizon = 256, 4
    hidden = [nn.Linear(3, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh()]
    actor = nn.Sequential(*hidden, nn.Linear(64, 1))
    critic = nn.Sequential(nn.Linear(3, 64), nn.Tanh(), nn.Linear(64, 1))
    actor, critic = actor.to(DEVICE), critic.to(DEVICE)
    spread = nn.Parameter(torch.zeros(1, device=DEVICE))
    weights = [*actor.parameters(), *critic.parameters(), spread]
    optimizer = torch.optim.Adam(weights, lr=4e-3, eps=1e-5)

    def seen(angle, speed):
        return torch.stack([angle.cos(), angle.sin(), speed / 8], dim=1)

    def policy(observed):
        return Normal(actor(observed), spread.exp(), validate_args=False)

    @torch.no_grad()
    def rollout(angle, speed):
        kept = []
        for _ in range(horizon):
            observed = seen(angle, speed)
            chance = policy(observed)
            action = chance.sample()
            push = action[:, 0].clamp(-2, 2)
            upright = torch.remainder(angle + math.pi, 2 * math.pi) - math.pi
            reward = -(upright**2 + 0.1 * speed**2 + 0.001 * push**2)
            kept.append((observed, action, chance.log_prob(action), reward, critic(observed)[:, 0]))
            speed = (speed + 0.05 * (15 * angle.sin() + 3 * push)).clamp(-8, 8)
            angle = angle + 0.05 * speed
        following, advantage = critic(seen(angle, speed))[:, 0], torch.zeros(count, device=DEVICE)
        advantages = []
        for *_, reward, value in reversed(kept):
            advantage = reward + 0.99 * following - value + 0.94 * advantage
            following = value
            advantages.append(advantage)
        observed, action, chance, _, value = (torch.cat(parts) for parts in zip(*kept))
        advantages = torch.cat(advantages[::-1])
        return (observed, action, chance, advantages, advantages + value), angle, speed

    def minibatch(observed, action, before, advantage, wanted):
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        chance = policy(observed)
        change = (chance.log_prob(action) - before)[:, 0]
        ratio = change.exp()
        gain = torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
        error = (critic(observed)[:, 0] - wanted).square().mean()
        optimizer.zero_grad()
        (0.5 * error - gain - 0.01 * chance.entropy().mean()).backward()
        nn.utils.clip_grad_norm_(weights, 0.5)
        optimizer.step()
        return (ratio - 1 - change).mean().detach()

    angle = (torch.rand(count, device=DEVICE) * 2 - 1) * math.pi
    speed = torch.zeros(count, device=DEVICE)
    epochs = []
    for _ in range(5):
        with step("iteration"):
            data, angle, speed = rollout(angle, speed)
            for epoch in range(3):
                order = torch.randperm(count * horizon, device=DEVICE)
                moved = [minibatch(*(part[some] for part in data)) for some in order.chunk(2)]
                if torch.stack(moved).mean().item() > 0.002:
                    break
            epochs.append(epoch + 1)
            note(epoch + 1, moved[-1].item())
    print(f"epochs {epochs}, moved {finite(moved[-1].item()):.4f}")


@program
def graph_network():
    """epoch: training on a whole graph, accuracies, and a copy of the weights if best so far."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Convolution(nn.Module):
        def __init__(self, before, after):
            super().__init__()
            self.linear = nn.Linear(before, after)

        def forward(self, x, source, target, weight):
            x = self.linear(x)
            out = torch.zeros_like(x)
            return out.index_add(0, target, x[source] * weight[:, None])

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = Convolution(32, 64), Convolution(64, 5)

        def forward(self, x, *edges):
            x = F.dropout(x, 0.5, self.training)
            x = F.dropout(F.relu(self.first(x, *edges)), 0.5, self.training)
            return self.second(x, *edges)

    torch.manual_seed(0)
    nodes, links = 3000, 9000
    labels = torch.randint(0, 5, (nodes,))
    first, second = torch.randint(0, nodes, (2, 4 * links))
    kept = (labels[first] == labels[second]) | (torch.rand(4 * links) < 0.1)
    first, second = first[kept][:links], second[kept][:links]
    loops = torch.arange(nodes)
    source = torch.cat([first, second, loops]).to(DEVICE)
    target = torch.cat([second, first, loops]).to(DEVICE)
    x = torch.randn(nodes, 32) + 0.4 * F.one_hot(labels, 32)
    x, labels = x.to(DEVICE), labels.to(DEVICE)
    degree = torch.bincount(target, minlength=nodes).float()
    weight = (degree[source] * degree[target]).rsqrt()
    part = torch.rand(nodes, device=DEVICE)
    masks = part < 0.1, (part >= 0.1) & (part < 0.4), part >= 0.4

    model = Network().to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)

    def accuracies():
        model.eval()
        with torch.no_grad():
            guesses = model(x, source, target, weight).argmax(dim=1)
        return [(guesses[mask] == labels[mask]).float().mean().item() for mask in masks]

    best, chosen, weights = 0.0, 0.0, {}
    for epoch in range(25):
        with step("epoch"):
            model.train()
            optimizer.zero_grad()
            out = model(x, source, target, weight)
            loss = F.cross_entropy(out[masks[0]], labels[masks[0]])
            loss.backward()
            optimizer.step()
            _, judged, tested = accuracies()
            if judged > best:
                best, chosen = judged, tested
                weights = {name: value.clone() for name, value in model.state_dict().items()}
    model.load_state_dict(weights)
    print(f"loss {finite(loss.item()):.3f}, accuracy {chosen:.3f} where the other is {best:.3f}")


@program
def physics_informed():
    """train: Burgers' equation by derivatives of a network; new points for each fourth step."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    layers = [nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 64)]
    model = nn.Sequential(*layers, nn.Tanh(), nn.Linear(64, 1)).to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    decay = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.95)

    def derivative(y, x):
        return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]

    def value(t, x):
        return model(torch.cat([t, x], dim=1))

    def points():
        t = torch.rand(2000, 1, device=DEVICE, requires_grad=True)
        x = (2 * torch.rand(2000, 1, device=DEVICE) - 1).requires_grad_()
        return t, x

    start = torch.linspace(-1, 1, 200, device=DEVICE)[:, None]
    zero, rising, sides = torch.zeros_like(start), start.abs(), start.sign()
    for number in range(12):
        with step("train"):
            if number % 4 == 0:
                t, x = points()
            u = value(t, x)
            slope = derivative(u, x)
            residual = derivative(u, t) + u * slope - 0.01 / math.pi * derivative(slope, x)
            initial = value(zero, start) + torch.sin(math.pi * start)
            edges = value(rising, sides)
            loss = sum(error.square().mean() for error in (residual, initial, edges))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            decay.step()
    print(f"loss {finite(loss.item()):.4f}")


# Inference in PyTorch


@program
def mixtral_decode():
    """prefill, decode: a prompt, then one token each, drawn; the experts asked differ."""
    import torch
    from transformers import MixtralConfig, MixtralForCausalLM

    torch.manual_seed(0)
    config = MixtralConfig(
        vocab_size=1000,
        hidden_size=256,
        intermediate_size=384,
        num_hidden_layers=2,
        num_attention_heads=8,
        num_key_value_heads=2,
        num_local_experts=8,
        num_experts_per_tok=2,
        max_position_embeddings=256,
        experts_implementation="eager",
    )
    model = MixtralForCausalLM(config).to(DEVICE, torch.bfloat16).eval()

    def draw(logits):
        chances = torch.softmax(logits[:, -1].float() / 0.9, dim=-1)
        chances, order = chances.sort(dim=-1, descending=True)
        chances[chances.cumsum(dim=-1) - chances > 0.95] = 0
        return order.gather(1, torch.multinomial(chances, 1))

    tokens = torch.randint(3, 1000, (2, 40)).to(DEVICE)
    written = []
    with torch.inference_mode():
        with step("prefill"):
            result = model(tokens, use_cache=True)
            tokens = draw(result.logits)
        for _ in range(14):
            with step("decode"):
                result = model(tokens, past_key_values=result.past_key_values, use_cache=True)
                tokens = draw(result.logits)
                written.append(tokens.tolist())
    print(f"{len(written)} tokens, first {written[0]}")


@program
def t5_beams():
    """encode, decode: three texts, then one token for each of four beams until all have ended."""
    import torch
    from transformers import T5Config, T5ForConditionalGeneration
    from transformers.modeling_outputs import BaseModelOutput

    torch.manual_seed(0)
    config = T5Config(
        vocab_size=800,
        d_model=128,
        d_kv=32,
        d_ff=256,
        num_layers=3,
        num_decoder_layers=2,
        num_heads=4,
        decoder_start_token_id=0,
    )
    model = T5ForConditionalGeneration(config).to(DEVICE).eval()
    batch, beams, words = 3, 4, 800
    texts = torch.randint(2, words, (batch, 30))
    mask = torch.arange(30)[None, :] < torch.tensor([[30], [22], [17]])
    texts, mask = (texts * mask).to(DEVICE), mask.long().to(DEVICE)

    with torch.no_grad():
        with step("encode"):
            hidden = model.get_encoder()(input_ids=texts, attention_mask=mask).last_hidden_state
            hidden = hidden.repeat_interleave(beams, dim=0)
            mask = mask.repeat_interleave(beams, dim=0)
            encoded = BaseModelOutput(last_hidden_state=hidden)
        first = torch.arange(batch, device=DEVICE)[:, None] * beams
        tokens = torch.zeros(batch * beams, 1, dtype=torch.long, device=DEVICE)
        ended = torch.zeros(batch * beams, dtype=torch.bool, device=DEVICE)
        scores = torch.full((batch, beams), -1e9, device=DEVICE)
        scores[:, 0] = 0
        padding = torch.full((words,), -1e9, device=DEVICE)
        padding[0] = 0
        past = None
        for _ in range(22):
            with step("decode"):
                result = model(
                    encoder_outputs=encoded,
                    attention_mask=mask,
                    decoder_input_ids=tokens[:, -1:],
                    past_key_values=past,
                    use_cache=True,
                )
                chances = torch.log_softmax(result.logits[:, -1], dim=-1)
                chances = torch.where(ended[:, None], padding, chances)
                totals = (scores[:, :, None] + chances.view(batch, beams, words)).flatten(1)
                scores, best = totals.topk(beams, dim=1)
                origin = (best // words + first).flatten()
                new = (best % words).flatten()
                tokens = torch.cat([tokens[origin], new[:, None]], dim=1)
                ended = ended[origin] | (new == 1)
                past = result.past_key_values
                past.reorder_cache(origin)
                if ended.all():
                    break
    print(f"{tokens.shape[1]} tokens, score {finite(scores.max().item()):.2f}")


@program
def mixer_graphs():
    """request: images copied in, torch.compile with CUDA graphs, the best classes copied out."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Layer(nn.Module):
        def __init__(self, places, width):
            super().__init__()
            self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
            self.places = nn.ModuleList([nn.Linear(places, 128), nn.Linear(128, places)])
            self.channels = nn.ModuleList([nn.Linear(width, 256), nn.Linear(256, width)])

        def forward(self, x):
            across = self.norms[0](x).transpose(1, 2)
            x = x + self.places[1](F.gelu(self.places[0](across))).transpose(1, 2)
            return x + self.channels[1](F.gelu(self.channels[0](self.norms[1](x))))

    class Mixer(nn.Module):
        def __init__(self):
            super().__init__()
            self.patches = nn.Conv2d(3, 128, 8, 8)
            self.layers = nn.ModuleList([Layer(64, 128) for _ in range(4)])
            self.norm, self.head = nn.LayerNorm(128), nn.Linear(128, 50)

        def forward(self, images):
            x = self.patches(images).flatten(2).transpose(1, 2)
            for layer in self.layers:
                x = layer(x)
            return self.head(self.norm(x).mean(dim=1))

    torch.manual_seed(0)
    model = torch.compile(Mixer().to(DEVICE).eval(), mode="reduce-overhead")

    def answer(pixels):
        images = pixels.to(DEVICE, non_blocking=True).float() / 255 - 0.5
        best = torch.softmax(model(images), dim=1).topk(5)
        return best.indices.cpu()

    # The first calls compile and capture.
    waiting = torch.randint(0, 256, (43, 16, 3, 64, 64), dtype=torch.uint8)
    total = 0
    with torch.no_grad():
        for pixels in waiting[:3]:
            answer(pixels)
        for pixels in waiting[3:]:
            with step("request"):
                total += int(answer(pixels).sum())
    print(f"sum of classes {total}")


# JAX. Whichever thread launches: steps, and what comes before them, wait for their results.


@program
def jax_language():
    """train, eval: a transformer with Adam, jitted; two batches judged after each fifth step."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    # One width everywhere, so that there are few products to tune.
    width, heads, length = 128, 4, 32

    def normed(x):
        return (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)

    def block(x, layer):
        batch = x.shape[0]
        y = normed(x) * layer["scales"][0]
        queries, keys, values = (
            (y @ layer[name]).reshape(batch, length, heads, width // heads) for name in "qkv"
        )
        scores = jnp.einsum("bihd,bjhd->bhij", queries, keys) / (width // heads) ** 0.5
        causal = jnp.tril(jnp.ones((length, length), bool))
        shares = jax.nn.softmax(jnp.where(causal, scores, -1e9))
        mixed = jnp.einsum("bhij,bjhd->bihd", shares, values).reshape(batch, length, width)
        x = x + mixed @ layer["o"]
        return x + jax.nn.gelu(normed(x) * layer["scales"][1] @ layer["up"]) @ layer["down"]

    def loss_of(parameters, tokens):
        x = parameters["tokens"][tokens[:, :-1]] + parameters["places"]
        for layer in parameters["layers"]:
            x = block(x, layer)
        chances = jax.nn.log_softmax(normed(x) @ parameters["tokens"].T)
        return -jnp.take_along_axis(chances, tokens[:, 1:, None], axis=-1).mean()

    @jax.jit
    def train(parameters, moments, count, tokens):
        loss, slopes = jax.value_and_grad(loss_of)(parameters, tokens)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slopes)
        second = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, moments[1], slopes)

        def change(weights, m, v):
            m, v = m / (1 - 0.9**count), v / (1 - 0.99**count)
            return weights - 1e-3 * m / (jnp.sqrt(v) + 1e-8)

        return jax.tree.map(change, parameters, first, second), (first, second), loss

    judge = jax.jit(loss_of)
    chance = np.random.default_rng(0)

    def weights(*shape):
        return jnp.asarray(chance.standard_normal(shape, dtype=np.float32) / width**0.5)

    def layer():
        names = ("q", "k", "v", "o", "up", "down")
        return {**{name: weights(width, width) for name in names}, "scales": jnp.ones((2, width))}

    def batch():
        return chance.integers(0, width, (8, length + 1), dtype=np.int32)

    parameters = {"tokens": weights(width, width), "places": weights(length, width)}
    parameters["layers"] = [layer()]
    moments = jax.tree.map(jnp.zeros_like, parameters), jax.tree.map(jnp.zeros_like, parameters)
    jax.block_until_ready((parameters, moments))
    for number in range(15):
        with step("train"):
            tokens = jax.device_put(batch())
            parameters, moments, loss = train(parameters, moments, number + 1.0, tokens)
            jax.block_until_ready((parameters, moments, loss))
        if number % 5 == 4:
            for _ in range(2):
                with step("eval"):
                    judged = jax.block_until_ready(judge(parameters, jax.device_put(batch())))
            note(number, float(judged))
    print(f"loss {finite(float(loss)):.3f}, judged {finite(float(judged)):.3f}")


@program
def jax_ode():
    """step: a jitted step of Bogacki and Shampine; the host accepts it or takes a shorter one."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    chance = np.random.default_rng(0)
    coupling = jnp.asarray(chance.standard_normal((256, 256), dtype=np.float32) / 16)

    def slope(state):
        voltage, recovery = state
        driven = voltage - voltage**3 / 3 - recovery + 0.5 + 0.3 * jnp.tanh(voltage) @ coupling
        return driven, 0.08 * (voltage + 0.7 - 0.8 * recovery)

    def moved(state, length, *terms):
        for factor, slopes in terms:
            state = jax.tree.map(lambda x, k, f=factor: x + length * f * k, state, slopes)
        return state

    @jax.jit
    def attempt(state, k1, length):
        k2 = slope(moved(state, length, (1 / 2, k1)))
        k3 = slope(moved(state, length, (3 / 4, k2)))
        new = moved(state, length, (2 / 9, k1), (1 / 3, k2), (4 / 9, k3))
        k4 = slope(new)
        zero = jax.tree.map(jnp.zeros_like, state)
        terms = (-5 / 72, k1), (1 / 12, k2), (1 / 9, k3), (-1 / 8, k4)
        error = moved(zero, length, *terms)
        return new, k4, jnp.sqrt(sum(jnp.mean(part**2) for part in error))

    state = tuple(
        jnp.asarray(chance.standard_normal((64, 256), dtype=np.float32)) for _ in range(2)
    )
    k1 = jax.block_until_ready(jax.jit(slope)(state))
    time, length, accepted, means = 0.0, 1.5, 0, []
    for _ in range(30):
        with step("step"):
            new, k4, error = jax.block_until_ready(attempt(state, k1, length))
            ratio = float(error) / 2e-4
            if ratio <= 1:
                state, k1 = new, k4
                time, accepted = time + length, accepted + 1
                means.append(jax.block_until_ready(jnp.linalg.norm(state[0], axis=1).mean()))
            length *= min(3.0, max(0.2, 0.9 * (ratio + 1e-9) ** (-1 / 3)))
    last = finite(float(means[-1]))
    print(f"time {time:.2f} by {accepted} accepted steps, norm {last:.3f}")


# CuPy


@program
def cupy_power():
    """iteration: of the power method, for four eigenvectors one after the other."""
    import cupy
    import numpy as np

    size = 768
    chance = np.random.default_rng(0)
    basis, _ = np.linalg.qr(chance.standard_normal((size, size)))
    values = np.concatenate([[8.0, 5.0, 3.4, 2.2], chance.random(size - 4)])
    matrix = cupy.asarray(basis * values @ basis.T)
    found, counts = [], []
    for _ in range(4):
        vector = cupy.asarray(chance.standard_normal(size))
        vector /= cupy.linalg.norm(vector)
        for count in range(1, 61):
            with step("iteration"):
                image = matrix @ vector
                for earlier in found:
                    image -= (earlier @ image) * earlier
                value = vector @ image
                left = cupy.linalg.norm(image - value * vector)
                vector = image / cupy.linalg.norm(image)
                done = float(left) < 1e-4 * abs(float(value))
            if done:
                break
        found.append(vector)
        counts.append(count)
    print(f"last eigenvalue {finite(float(value)):.4f}, iterations {counts}")


@program
def cupy_navier_stokes():
    """step: of Heun's method for vorticity by FFT; each eighth one takes a spectrum too."""
    import cupy
    import numpy as np

    size = 128
    waves = cupy.fft.fftfreq(size, 1 / size)[:, None]
    columns = cupy.fft.rfftfreq(size, 1 / size)[None, :]
    square = waves**2 + columns**2
    inverse = 1 / cupy.where(square == 0, 1, square)
    sharp = (cupy.abs(waves) < size / 3) & (columns < size / 3)
    chance = np.random.default_rng(0)
    noise = cupy.fft.rfft2(cupy.asarray(chance.standard_normal((size, size))))
    vorticity = noise * cupy.exp(-(((cupy.sqrt(square) - 6) / 2) ** 2)) * 40
    shells = cupy.rint(cupy.sqrt(square)).astype(cupy.int64).ravel()

    def back(spectrum):
        return cupy.fft.irfft2(spectrum, s=(size, size))

    def velocity(vorticity):
        stream = vorticity * inverse
        return back(1j * waves * stream), back(-1j * columns * stream)

    def change(vorticity, u, v):
        along, across = back(1j * columns * vorticity), back(1j * waves * vorticity)
        carried = cupy.fft.rfft2(u * along + v * across)
        return -1e-3 * square * vorticity - sharp * carried

    time, spectra = 0.0, []
    for number in range(24):
        with step("step"):
            u, v = velocity(vorticity)
            fastest = float(cupy.maximum(cupy.abs(u), cupy.abs(v)).max())
            length = min(0.5 * (2 * np.pi / size) / fastest, 0.05)
            first = change(vorticity, u, v)
            guess = vorticity + length * first
            second = change(guess, *velocity(guess))
            vorticity = vorticity + length / 2 * (first + second)
            time += length
            if number % 8 == 7:
                energy = (cupy.abs(vorticity) ** 2 * inverse).ravel() / size**4
                spectra.append(cupy.bincount(shells, weights=energy, minlength=size).get())
    peak = int(spectra[-1].argmax())
    print(f"time {time:.3f}, energy {finite(float(spectra[-1].sum())):.4f}, peak at {peak}")


# Triton


def norm_kernels():
    """LayerNorm of rows of WIDTH numbers, forward and backward, one program for each row."""
    import triton
    from triton import language as tl

    @triton.jit
    def forward(x, out, scale, shift, means, inverses, WIDTH: tl.constexpr):
        row = tl.program_id(0)
        columns = tl.arange(0, WIDTH)
        values = tl.load(x + row * WIDTH + columns)
        mean = tl.sum(values, axis=0) / WIDTH
        centred = values - mean
        inverse = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / WIDTH + 1e-5)
        tl.store(means + row, mean)
        tl.store(inverses + row, inverse)
        result = centred * inverse * tl.load(scale + columns) + tl.load(shift + columns)
        tl.store(out + row * WIDTH + columns, result)

    @triton.jit
    def backward(
        x, slope, x_slope, scale, scale_slope, shift_slope, means, inverses, WIDTH: tl.constexpr
    ):
        row = tl.program_id(0)
        columns = tl.arange(0, WIDTH)
        values = tl.load(x + row * WIDTH + columns)
        slopes = tl.load(slope + row * WIDTH + columns)
        inverse = tl.load(inverses + row)
        normed = (values - tl.load(means + row)) * inverse
        scaled = slopes * tl.load(scale + columns)
        along = tl.sum(scaled * normed, axis=0) / WIDTH
        mean = tl.sum(scaled, axis=0) / WIDTH
        tl.store(x_slope + row * WIDTH + columns, (scaled - normed * along - mean) * inverse)
        tl.atomic_add(scale_slope + columns, slopes * normed)
        tl.atomic_add(shift_slope + columns, slopes)

    return forward, backward


@program
def triton_norm():
    """train: a step of a network whose norms are kernels of Triton, the rate along a cosine."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    kernel_forward, kernel_backward = norm_kernels()

    class Norm(torch.autograd.Function):
        @staticmethod
        def forward(context, x, scale, shift):
            rows, width = x.shape
            out = torch.empty_like(x)
            means, inverses = torch.empty(2, rows, device=x.device)
            kernel_forward[(rows,)](x, out, scale, shift, means, inverses, WIDTH=width)
            context.save_for_backward(x, scale, means, inverses)
            return out

        @staticmethod
        def backward(context, slope):
            x, scale, means, inverses = context.saved_tensors
            x_slope = torch.empty_like(x)
            scale_slope, shift_slope = torch.zeros_like(scale), torch.zeros_like(scale)
            kernel_backward[(len(x),)](
                *(x, slope.contiguous(), x_slope, scale, scale_slope, shift_slope),
                *(means, inverses),
                WIDTH=x.shape[1],
            )
            return x_slope, scale_slope, shift_slope

    class Layer(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.scale = nn.Parameter(torch.ones(width))
            self.shift = nn.Parameter(torch.zeros(width))
            self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

        def forward(self, x):
            return x + self.down(F.silu(self.up(Norm.apply(x, self.scale, self.shift))))

    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(20, 128), Layer(128), Layer(128), Layer(128), nn.Linear(128, 1))
    model = model.to(DEVICE)
    optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 18)
    table = torch.randn(4096, 20).to(DEVICE)
    wanted = torch.sin(2 * table[:, :1]) * table[:, 1:2] + table[:, 2:3].abs()
    for _ in range(18):
        with step("train"):
            rows = torch.randint(0, 4096, (512,), device=DEVICE)
            loss = F.smooth_l1_loss(model(table[rows]), wanted[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            cosine.step()
    x = torch.randn(8, 128, device=DEVICE)
    layer = model[1]
    ours = Norm.apply(x, layer.scale, layer.shift)
    error = (ours - F.layer_norm(x, (128,), layer.scale, layer.shift)).abs().max().item()
    assert error < 1e-3, error
    print(f"loss {finite(loss.item()):.4f}")


# Solvers in PyTorch


@program
def lbfgs_deblur():
    """update: a call of L-BFGS, of up to five iterations with as many tries as each line wants."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    across = torch.exp(-(torch.arange(-4, 5, device=DEVICE) ** 2) / 6.0)
    blur = across[:, None] * across
    blur = (blur / blur.sum())[None, None]
    truth = (F.interpolate(torch.randn(1, 1, 12, 12), size=96) > 0).float().to(DEVICE)
    seen = F.conv2d(truth, blur, padding=4) + 0.01 * torch.randn_like(truth)
    image = seen.clone().requires_grad_()
    optimizer = torch.optim.LBFGS(
        [image], max_iter=5, history_size=6, line_search_fn="strong_wolfe"
    )

    def closure():
        optimizer.zero_grad()
        misfit = (F.conv2d(image, blur, padding=4) - seen).square().sum()
        down, right = image.diff(dim=2)[..., :-1], image.diff(dim=3)[..., :-1, :]
        loss = misfit + 0.02 * (down.square() + right.square() + 1e-4).sqrt().sum()
        loss.backward()
        return loss

    errors = []
    for _ in range(6):
        with step("update"):
            optimizer.step(closure)
            errors.append((image.detach() - truth).square().mean().sqrt().item())
    tries = optimizer.state[image]["func_evals"]
    print(f"error {finite(errors[0]):.4f} to {finite(errors[-1]):.4f}, {tries} tries")


@program
def gmres_restarts():
    """cycle: up to twelve vectors of Arnoldi, a small system on the host, and a new start."""
    import numpy as np
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    size, longest = 64, 12
    stencil = torch.tensor([[0.0, -1.3, 0.0], [-1.6, 4.3, -0.4], [0.0, -0.7, 0.0]])
    stencil = stencil.to(DEVICE, torch.float64)[None, None]

    def applied(x):
        return F.conv2d(x.view(1, 1, size, size), stencil, padding=1).flatten()

    b = torch.randn(size * size, dtype=torch.float64).to(DEVICE)
    x = torch.zeros_like(b)
    target = 1e-6 * b.norm().item()
    residuals = []

    def cycle(x):
        residual = b - applied(x)
        length = residual.norm().item()
        residuals.append(length)
        basis = [residual / length]
        small = np.zeros((longest + 1, longest))
        for column in range(longest):
            vector = applied(basis[-1])
            parts = []
            for earlier in basis:
                part = torch.dot(earlier, vector)
                vector = vector - part * earlier
                parts.append(part)
            parts.append(vector.norm())
            small[: column + 2, column] = torch.stack(parts).tolist()
            basis.append(vector / parts[-1])
            wanted = np.zeros(column + 2)
            wanted[0] = length
            factors = np.linalg.lstsq(small[: column + 2, : column + 1], wanted)[0]
            left = np.linalg.norm(small[: column + 2, : column + 1] @ factors - wanted)
            if left < target:
                break
        factors = torch.from_numpy(factors).to(DEVICE)
        return x + factors @ torch.stack(basis[:-1]), left

    for _ in range(12):
        with step("cycle"):
            x, left = cycle(x)
        if left < target:
            break
    error = (b - applied(x)).norm().item() / b.norm().item()
    print(f"{len(residuals)} cycles, relative error {finite(error):.1e}")


# Without steps


@program
def nosteps_resnet():
    """No steps: one batch through a network of 50 layers, once."""
    import torch
    from torch import nn

    class Bottleneck(nn.Module):
        def __init__(self, before, width, stride):
            super().__init__()
            self.body = nn.Sequential(
                *self.part(before, width, 1, 1),
                nn.ReLU(),
                *self.part(width, width, 3, stride),
                nn.ReLU(),
                *self.part(width, 4 * width, 1, 1),
            )
            self.short = nn.Sequential()
            if before != 4 * width:
                self.short = nn.Sequential(*self.part(before, 4 * width, 1, stride))

        def part(self, before, after, size, stride):
            convolution = nn.Conv2d(before, after, size, stride, size // 2, bias=False)
            return convolution, nn.BatchNorm2d(after)

        def forward(self, x):
            return torch.relu(self.body(x) + self.short(x))

    torch.manual_seed(0)
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU()]
    layers.append(nn.MaxPool2d(3, 2, 1))
    before = 64
    for width, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for number in range(count):
            layers.append(Bottleneck(before, width, stride if number == 0 else 1))
            before = 4 * width
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(before, 1000)]
    model = nn.Sequential(*layers).to(DEVICE).eval()

    pixels = torch.randint(0, 256, (8, 224, 224, 3), dtype=torch.uint8).to(DEVICE)
    middle = torch.tensor([0.485, 0.456, 0.406], device=DEVICE)
    spread = torch.tensor([0.229, 0.224, 0.225], device=DEVICE)
    with torch.inference_mode():
        images = ((pixels / 255 - middle) / spread).permute(0, 3, 1, 2).contiguous()
        chances = model(images).softmax(dim=1)
        best = chances.topk(5, dim=1)
    print(f"best {finite(best.values[0, 0].item()):.4f}, classes {best.indices.sum().item()}")


@program
def nosteps_report():
    """No steps: what is in a table of orders, each quantity once."""
    import torch

    torch.manual_seed(0)
    rows = 300000
    age = torch.randint(18, 90, (rows,)).to(DEVICE)
    income = (torch.randn(rows) * 0.6 + 10).exp().to(DEVICE)
    spent = torch.empty(rows).exponential_(0.02).to(DEVICE)
    shop = torch.randint(0, 40, (rows,)).to(DEVICE)
    minute = torch.randint(0, 7 * 24 * 60, (rows,)).to(DEVICE)
    distance = torch.rand(rows).mul(30).to(DEVICE)
    rating = torch.randint(1, 6, (rows,)).to(DEVICE)
    rating[torch.rand(rows, device=DEVICE) < 0.05] = 0

    rated = rating > 0
    report = {"rows without rating": (~rated).sum(), "mean age": age.float().mean()}
    report["median income"] = income.median()
    report["largest order"] = spent.max()
    quarters = torch.tensor([0.25, 0.75], device=DEVICE)
    report["quartiles of the distance"] = torch.quantile(distance, quarters).diff()
    report["spread of the logarithm of income"] = income.log().std()
    shares = torch.cumsum(income.sort().values.double(), 0) / income.double().sum()
    report["Gini coefficient"] = 1 - 2 * shares.mean()
    per_shop = torch.zeros(40, device=DEVICE).index_add_(0, shop, spent)
    report["best shop"] = per_shop.argmax()
    visits = torch.bincount(shop, minlength=40)
    report["rarest shop"] = visits.argmin()
    report["chi square of the shops"] = ((visits - rows / 40) ** 2 / (rows / 40)).sum()
    sums = torch.zeros(40, device=DEVICE).scatter_reduce_(0, shop, distance, "amax")
    report["smallest of the largest distances"] = sums.amin()
    report["correlation"] = torch.corrcoef(torch.stack([income, spent]))[0, 1]
    age_rank, spent_rank = age.argsort().argsort().float(), spent.argsort().argsort().float()
    covariance = ((age_rank - age_rank.mean()) * (spent_rank - spent_rank.mean())).mean()
    report["correlation of ranks"] = covariance / (rows**2 / 12)
    report["orders at night"] = ((minute % 1440) // 60 < 6).float().mean()
    busiest = torch.unique(minute // 60, return_counts=True)
    report["busiest hour"] = busiest[0][busiest[1].argmax()]
    weekend = minute >= 5 * 1440
    a, b = spent[weekend], spent[~weekend]
    error = (a.var() / len(a) + b.var() / len(b)).sqrt()
    report["t of the weekend"] = (a.mean() - b.mean()) / error
    longest = torch.diff(torch.unique(minute))
    report["longest pause"] = torch.amax(longest)
    table = torch.histc(distance, bins=30, min=0, max=30)
    chances = table / table.sum()
    report["entropy of the distance"] = -torch.xlogy(chances, chances).sum()
    cross = torch.zeros(6, 72, device=DEVICE)
    cross.index_put_((rating, age - 18), torch.ones((), device=DEVICE), accumulate=True)
    expected = cross.sum(1, keepdim=True) @ cross.sum(0, keepdim=True) / rows
    report["Cramer's V"] = (((cross - expected).square() / expected).sum() / rows / 5).sqrt()
    design = torch.stack([torch.ones_like(income), income.log(), distance, age / 90], dim=1)
    factors = torch.linalg.solve(design.T @ design, design.T @ spent)
    report["slope of the distance"] = factors[2]
    report["explained"] = 1 - (spent - design @ factors).var() / spent.var()
    drawn = torch.randint(0, rows, (200, 1000), device=DEVICE)
    report["width of the mean"] = torch.kthvalue(spent[drawn].mean(1), 195).values - spent.mean()
    ordered = spent[minute.argsort()]
    report["turnover of the best day"] = ordered.unfold(0, rows // 7, rows // 7).sum(1).amax()
    exponential = -torch.expm1(-0.02 * spent.sort().values)
    levels = torch.linspace(0, 1, rows, device=DEVICE)
    report["Kolmogorov's distance"] = torch.dist(levels, exponential, math.inf)
    report["skewness"] = ((spent - spent.mean()) / spent.std()).pow(3).mean()
    report["trimmed mean"] = torch.topk(income, rows * 9 // 10, largest=False).values.mean()
    report["outliers"] = torch.nonzero((income - 22000).abs() > 6 * 15000).numel()
    report["mode of the age"] = age.mode().values
    report["far and dissatisfied"] = torch.logical_and(distance > 25, rating == 1).any()
    report["geometric mean"] = torch.logsumexp(income.log().log(), 0).exp() / rows
    for name, number in report.items():
        note(name, float(number))
    unequal = finite(float(report["Gini coefficient"]))
    print(f"{len(report)} quantities, Gini coefficient {unequal:.3f}")


@program
def nosteps_experiments():
    """No steps: an option, a sound, a regression, a Markov chain and a photograph, each once."""
    import torch
    from torch.nn import functional as F

    def option():
        steps = torch.randn(20000, 64, device=DEVICE).mul_(0.2 / 8).add_(-0.02 / 64)
        paths = 100 * steps.cumsum(dim=1).exp()
        payoff = (paths.mean(dim=1) - 100).relu()
        barrier = torch.where(paths.amax(dim=1) < 130, payoff, 0)
        opposite = (100 * (-steps).sum(dim=1).exp() - 100).clamp(min=0)
        error = barrier.std() / 20000**0.5
        return (barrier.mean() + opposite.mean()) / 2 + 2 * error

    def sound():
        time = torch.arange(65536, device=DEVICE) / 16000
        tone = torch.sin(2 * math.pi * (220 * time + 300 * time.square()))
        noisy = tone + 0.3 * torch.randn_like(tone)
        window = torch.hann_window(512, device=DEVICE)
        spectrum = torch.stft(noisy, 512, 128, window=window, return_complex=True)
        power = spectrum.abs()
        floor = torch.quantile(power, 0.8, dim=1, keepdim=True)
        cleaned = torch.istft(spectrum * (power > floor), 512, 128, window=window)
        return 10 * torch.log10(cleaned.square().mean() / noisy.var())

    def regression():
        table = torch.randn(4000, 40, device=DEVICE, dtype=torch.float64)
        table[:, 5] = torch.lerp(table[:, 4], table[:, 5], 0.01)
        wanted = table @ torch.arange(40.0, device=DEVICE).double() + torch.tanh(table[:, 0])
        gram = table.T @ table + 0.1 * torch.eye(40, device=DEVICE)
        factor = torch.linalg.cholesky(gram)
        weights = torch.cholesky_solve((table.T @ wanted)[:, None], factor)
        orthogonal, triangle = torch.linalg.qr(table)
        plain = torch.linalg.solve_triangular(triangle, orthogonal.T @ wanted[:, None], upper=True)
        return (weights - plain).norm() / plain.norm() + factor.diagonal().log().sum() / 1000

    def markov():
        rates = torch.rand(48, 48, device=DEVICE).pow(4)
        chances = F.normalize(rates, p=1, dim=1)
        later = torch.linalg.matrix_power(chances, 10)
        visits = torch.linalg.inv(torch.eye(40, device=DEVICE) - chances[:40, :40])
        start = F.one_hot(torch.tensor([3], device=DEVICE), 48).float()
        walk = torch.multinomial(later, 500, replacement=True)
        return (start @ later).max() + visits.sum(1).min() + walk.float().mean() / 48

    def photograph():
        noise = torch.rand(1, 3, 128, 128, device=DEVICE)
        photo = F.interpolate(noise, scale_factor=2, mode="bicubic")
        grey = torch.einsum("bchw,c->bhw", photo, torch.tensor([0.3, 0.6, 0.1], device=DEVICE))
        turn = torch.tensor([[[0.8, -0.6, 0.1], [0.6, 0.8, 0.0]]], device=DEVICE)
        where = F.affine_grid(turn, [1, 1, 200, 200], align_corners=False)
        turned = F.grid_sample(grey[None], where, align_corners=False)
        local = F.avg_pool2d(turned, 15, 1, 7)
        spots = F.max_pool2d((turned > local + 0.05).half(), 5, 2)
        joined = F.pixel_unshuffle(spots[..., :96, :96].float(), 4)
        patches = F.unfold(spots.float(), 7, stride=3)
        return joined.mean() + F.local_response_norm(joined, 3).max() + patches.std()

    results = [float(run()) for run in (option, sound, regression, markov, photograph)]
    print("results " + " ".join(f"{finite(result):.3f}" for result in results))


@program
def nosteps_jax():
    """No steps: some twenty jitted functions of different kinds, each called once."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    chance = np.random.default_rng(0)
    x = jnp.asarray(chance.standard_normal((256, 192), dtype=np.float32))
    v = jnp.asarray(chance.standard_normal(50000, dtype=np.float32))
    i = jnp.asarray(chance.integers(0, 100, 50000, dtype=np.int32))
    image = jnp.asarray(chance.random((1, 3, 64, 64), dtype=np.float32))
    filters = jnp.asarray(chance.standard_normal((8, 3, 5, 5), dtype=np.float32))
    small = jnp.asarray(chance.standard_normal((24, 24), dtype=np.float32))
    key = jax.random.key(0)

    def entropy(x):
        shares = jax.nn.softmax(x, axis=1)
        return -jnp.sum(shares * jnp.log(shares), axis=1).max()

    def distances(x):
        squares = jnp.sum(x**2, axis=1)
        between = squares[:, None] + squares[None, :] - 2 * x @ x.T
        return jnp.sqrt(jnp.maximum(between, 0)).mean()

    def lowpass(v):
        spectrum = jnp.fft.rfft(v)
        return jnp.fft.irfft(jnp.where(jnp.arange(25001) < 500, spectrum, 0)).std()

    def features(image, filters):
        found = jax.lax.conv_general_dilated(image, filters, (2, 2), "SAME")
        window = (1, 1, 2, 2)
        return jax.lax.reduce_window(found, -jnp.inf, jax.lax.max, window, window, "VALID").sum()

    def groups(v, i):
        sums = jax.ops.segment_sum(v, i, 100)
        return (sums / jnp.bincount(i, length=100)).max()

    def ranks(v):
        return jnp.argsort(jnp.argsort(v))[:100].sum()

    def quantiles(v):
        return jnp.quantile(v, jnp.array([0.05, 0.5, 0.95])).sum()

    def determinant(small):
        factor = jnp.linalg.cholesky(small @ small.T + jnp.eye(24))
        return 2 * jnp.log(jnp.diagonal(factor)).sum()

    def spectrum(small):
        return jnp.linalg.eigvalsh(small + small.T).max()

    def interpolated(v):
        knots = jnp.linspace(-4, 4, 50)
        return jnp.interp(v, knots, jnp.sin(knots)).mean()

    def histogram(v):
        counts, _ = jnp.histogram(v, bins=64, range=(-4, 4))
        return counts.max()

    def largest(x):
        values, places = jax.lax.top_k(x, 5)
        return values.sum() + places.sum()

    def curvature(v):
        def energy(y):
            return jnp.sum(jnp.cos(y)) + jnp.prod(1 + y[:3] ** 2)

        return jnp.trace(jax.hessian(energy)(v[:16]))

    def running(v):
        return jax.lax.cummax(v).sum() + jnp.cumsum(v**2)[-1]

    def special(v):
        return (jax.scipy.special.gammaln(v**2 + 1) + jax.scipy.special.erf(v)).mean()

    def stencil(image):
        flat = image[0, 0]
        return jnp.abs(jnp.roll(flat, 1, 0) + jnp.roll(flat, 1, 1) - 2 * flat).max()

    def drawn(x, key):
        one, two = jax.random.split(key)
        return jax.random.normal(one, (1000,)).sum() + jax.random.categorical(two, x).sum()

    def spread(x):
        return jnp.linalg.norm(jnp.cov(x[:, :12], rowvar=False))

    def scattered(v, i):
        return jnp.zeros(1000).at[i * 7].add(v).max() + jnp.zeros(100).at[i].max(v).min()

    def resized(image):
        return jax.image.resize(image, (1, 3, 100, 90), "cubic").var()

    def kept(v, i):
        return jnp.count_nonzero(jnp.unique(i, size=100)) + jnp.searchsorted(jnp.sort(v), 0.5)

    def polynomial(v):
        return jnp.polyval(jnp.array([0.1, -0.4, 0.2, 1.0]), v).max()

    def lines(x):
        return jax.vmap(lambda row: jnp.convolve(row, jnp.ones(9) / 9, mode="same"))(x[:8]).max()

    calls = [
        (entropy, x),
        (lowpass, v),
        (groups, v, i),
        (distances, x),
        (ranks, v),
        (features, image, filters),
        (interpolated, v),
        (running, v),
        (quantiles, v),
        (determinant, small),
        (histogram, v),
        (special, v),
        (largest, x),
        (curvature, v),
        (stencil, image),
        (drawn, x, key),
        (spectrum, small),
        (scattered, v, i),
        (spread, x),
        (resized, image),
        (kept, v, i),
        (polynomial, v),
        (lines, x),
    ]
    results = {}
    for run, *arguments in calls:
        results[run.__name__] = jax.block_until_ready(jax.jit(run)(*arguments))
    for name, result in results.items():
        note(name, finite(float(result)))
    print(f"{len(calls)} functions, entropy {float(results['entropy']):.4f}")


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(PROGRAMS))
        return
    if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
        sys.exit(f"usage: unseen.py NAME|--list\nnames: {' '.join(PROGRAMS)}")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # JAX would take most of the GPU's memory, and several programs may run at once.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    with rest():
        PROGRAMS[sys.argv[1]]()


if __name__ == "__main__":
    main()
