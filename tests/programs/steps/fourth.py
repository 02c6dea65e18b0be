"""A fourth set of programs, written without a look at what finds steps or at its results.

    python3 fourth.py NAME
    python3 fourth.py --list

The marks are those of programs.py (see README.md); nothing else is shared with the other sets.
The first line of each program says what its steps are, after the kinds of the steps. Frameworks
are imported by the programs that want them, since each takes seconds. Programs in JAX, whose
launches come from threads without ranges, tell the number of their steps on standard error.
"""

import copy
import math
import os
import sys
import tempfile

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
def amp_resnet():
    """train, eval: float16 with a GradScaler; after each eighth step five batches by the average.

    A validation batch is a step of its own; sums over all of them are in none.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Bottleneck(nn.Module):
        def __init__(self, inputs, outputs, stride):
            super().__init__()
            inner = outputs // 4
            self.body = nn.Sequential(
                nn.Conv2d(inputs, inner, 1, bias=False),
                nn.BatchNorm2d(inner),
                nn.ReLU(inplace=True),
                nn.Conv2d(inner, inner, 3, stride, 1, bias=False),
                nn.BatchNorm2d(inner),
                nn.ReLU(inplace=True),
                nn.Conv2d(inner, outputs, 1, bias=False),
                nn.BatchNorm2d(outputs),
            )
            self.short = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )

        def forward(self, x):
            return F.relu(self.body(x) + self.short(x))

    torch.manual_seed(1)
    model = nn.Sequential(
        nn.Conv2d(3, 32, 3, 1, 1),
        Bottleneck(32, 64, 1),
        Bottleneck(64, 128, 2),
        Bottleneck(128, 256, 2),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(256, 10),
    )
    model = model.to(DEVICE, memory_format=torch.channels_last)
    average = copy.deepcopy(model).eval().requires_grad_(False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=41)
    scaler = torch.amp.GradScaler("cuda", init_scale=2.0**14)
    dataset = torch.utils.data.TensorDataset(
        torch.randn(2048, 3, 32, 32), torch.randint(0, 10, (2048,))
    )
    train, held = torch.utils.data.random_split(dataset, [1728, 320])
    loader = torch.utils.data.DataLoader(train, 64, shuffle=True, pin_memory=True, drop_last=True)
    judged = torch.utils.data.DataLoader(held, 64, pin_memory=True)
    number, accuracies = 0, []
    while number < 40:
        for x, labels in loader:
            if number == 40:
                break
            with step("train"):
                x = x.to(DEVICE, non_blocking=True, memory_format=torch.channels_last)
                labels = labels.to(DEVICE, non_blocking=True)
                optimizer.zero_grad(set_to_none=True)
                with torch.autocast("cuda", dtype=torch.float16):
                    loss = F.cross_entropy(model(x), labels, label_smoothing=0.1)
                scaler.scale(loss).backward()
                scaler.unscale_(optimizer)
                nn.utils.clip_grad_norm_(model.parameters(), 2.0)
                scaler.step(optimizer)
                scaler.update()
                schedule.step()
                with torch.no_grad():
                    torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), 0.1)
                    for kept, new in zip(average.buffers(), model.buffers()):
                        kept.copy_(new)
            number += 1
            if number % 8 == 0:
                right = torch.zeros((), device=DEVICE)
                for x, labels in judged:
                    with step("eval"), torch.no_grad(), torch.autocast("cuda", torch.float16):
                        x = x.to(DEVICE, non_blocking=True, memory_format=torch.channels_last)
                        guesses = average(x).argmax(dim=1)
                        right += (guesses == labels.to(DEVICE, non_blocking=True)).sum()
                accuracies.append(right.item() / len(held))
                note(number, loss.item(), accuracies[-1], scaler.get_scale())
    print(f"loss {finite(loss.item()):.3f}, accuracy {finite(accuracies[-1]):.3f}")


@program
def curriculum():
    """train: a language model on texts that grow from 32 to 256 tokens, its weights averaged."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

    class Norm(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.scale = nn.Parameter(torch.ones(width))

        def forward(self, x):
            return x * torch.rsqrt(x.square().mean(dim=-1, keepdim=True) + 1e-6) * self.scale

    class Layer(nn.Module):
        """Queries and keys are turned by their places; eight heads share two keys and values."""

        def __init__(self, width):
            super().__init__()
            self.first, self.second = Norm(width), Norm(width)
            self.queries = nn.Linear(width, width, bias=False)
            self.others = nn.Linear(width, width // 2, bias=False)
            self.out = nn.Linear(width, width, bias=False)
            self.gate = nn.Linear(width, 4 * width, bias=False)
            self.down = nn.Linear(2 * width, width, bias=False)

        def forward(self, x, turn):
            normed = self.first(x)
            queries = self.queries(normed).unflatten(2, (8, 32)).transpose(1, 2)
            keys, values = self.others(normed).unflatten(2, (4, 32)).transpose(1, 2).chunk(2, 1)
            queries, keys = (
                part * turn[0] + torch.cat([-part[..., 16:], part[..., :16]], dim=3) * turn[1]
                for part in (queries, keys)
            )
            keys, values = (part.repeat_interleave(4, dim=1) for part in (keys, values))
            mixed = F.scaled_dot_product_attention(queries, keys, values, is_causal=True)
            x = x + self.out(mixed.transpose(1, 2).flatten(2))
            gate, up = self.gate(self.second(x)).chunk(2, dim=2)
            return x + self.down(F.silu(gate) * up)

    class Language(nn.Module):
        def __init__(self, words, width):
            super().__init__()
            self.words = nn.Embedding(words, width)
            self.layers = nn.ModuleList([Layer(width) for _ in range(3)])
            self.norm, self.head = Norm(width), nn.Linear(width, words, bias=False)

        def forward(self, tokens):
            places = torch.arange(tokens.shape[1], device=tokens.device)[:, None]
            speeds = 10000 ** (-torch.arange(16, device=tokens.device) / 16)
            angles = (places * speeds).repeat(1, 2)
            turn = angles.cos(), angles.sin()
            x = self.words(tokens)
            for layer in self.layers:
                x = layer(x, turn)
            return self.head(self.norm(x))

    torch.manual_seed(2)
    text = torch.randint(0, 1000, (100000,)).square() % 1000
    model = Language(1000, 256).to(DEVICE)
    average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.95))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05)
    warm = LinearLR(optimizer, start_factor=0.1, total_iters=5)
    cosine = CosineAnnealingLR(optimizer, T_max=35)
    schedule = SequentialLR(optimizer, [warm, cosine], milestones=[5])
    losses = []
    for number in range(40):
        # As many tokens in each step: the texts are fewer when they are longer.
        length = 32 * 2 ** (number // 10)
        starts = torch.randint(0, len(text) - length - 1, (2048 // length,)).tolist()
        rows = torch.stack([text[start : start + length + 1] for start in starts])
        with step("train"):
            rows = rows.to(DEVICE)
            logits = model(rows[:, :-1])
            loss = F.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten())
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            average.update_parameters(model)
            if number % 10 == 9:
                losses.append(loss.item())
                note(length, losses[-1], schedule.get_last_lr())
    with torch.no_grad():
        final = F.cross_entropy(average(rows[:, :-1]).flatten(0, 1), rows[:, 1:].flatten())
    print(f"losses {losses[0]:.3f} to {losses[-1]:.3f}, averaged {finite(final.item()):.3f}")


@program
def compiled_vae():
    """train: a compiled step of a variational autoencoder; each tenth also draws new images."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Autoencoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.enter = nn.Sequential(nn.Linear(784, 400), nn.ELU(), nn.Linear(400, 200), nn.ELU())
            self.mean, self.spread = nn.Linear(200, 20), nn.Linear(200, 20)
            self.leave = nn.Sequential(
                nn.Linear(20, 200), nn.ELU(), nn.Linear(200, 400), nn.ELU(), nn.Linear(400, 784)
            )

        def forward(self, x, noise):
            inner = self.enter(x)
            mean, spread = self.mean(inner), self.spread(inner).clamp(-6, 6)
            shown = self.leave(mean + noise * torch.exp(0.5 * spread))
            likely = F.binary_cross_entropy_with_logits(shown, x, reduction="none").sum(dim=1)
            apart = 0.5 * (spread.exp() + mean.square() - 1 - spread).sum(dim=1)
            return likely.mean(), apart.mean()

    torch.manual_seed(3)
    patterns = torch.rand(12, 784) > 0.7
    images = (patterns[torch.randint(0, 12, (4096,))] ^ (torch.rand(4096, 784) > 0.95)).float()
    model = Autoencoder().to(DEVICE)
    compiled = torch.compile(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
    seen, brightness = [], []
    for number in range(45):
        rows = images[torch.randint(0, 4096, (256,))]
        with step("train"):
            x = rows.to(DEVICE)
            noise = torch.randn(256, 20, device=DEVICE)
            likely, apart = compiled(x, noise)
            # The second part of the loss counts more and more.
            loss = likely + min(1.0, number / 20) * apart
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if number % 10 == 9:
                with torch.no_grad():
                    drawn = model.leave(torch.randn(64, 20, device=DEVICE)).sigmoid()
                    brightness.append(drawn.mean().item())
            seen.append(loss.detach())
    losses = torch.stack(seen).cpu()
    note(brightness)
    print(f"loss {losses[0]:.2f} to {finite(losses[-1].item()):.2f}")


@program
def distill():
    """train: a BERT of two layers learns from one of six, in groups of different lengths."""
    import torch
    from torch.nn import functional as F
    from transformers import BertConfig, BertForSequenceClassification

    torch.manual_seed(4)
    sizes = dict(vocab_size=2000, hidden_size=192, num_attention_heads=4, intermediate_size=768)
    teacher = BertForSequenceClassification(
        BertConfig(num_hidden_layers=6, num_labels=5, **sizes)
    )
    student = BertForSequenceClassification(
        BertConfig(num_hidden_layers=2, num_labels=5, **sizes)
    )
    # The student starts with every third layer of the teacher.
    student.bert.embeddings.load_state_dict(teacher.bert.embeddings.state_dict())
    for own, theirs in zip(student.bert.encoder.layer, teacher.bert.encoder.layer[::3]):
        own.load_state_dict(theirs.state_dict())
    teacher, student = teacher.to(DEVICE).eval(), student.to(DEVICE).train()
    optimizer = torch.optim.AdamW(student.parameters(), lr=2e-4)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda number: 1 - number / 36)
    running = 0.0
    for number in range(36):
        lengths = torch.randint(8, 20 + 4 * (number % 6), (24,))
        tokens = torch.randint(5, 2000, (24, int(lengths.max())))
        mask = (torch.arange(tokens.shape[1]) < lengths[:, None]).long()
        tokens = tokens * mask
        labels = tokens.sum(dim=1) % 5
        with step("train"):
            batch = {"input_ids": tokens.to(DEVICE), "attention_mask": mask.to(DEVICE)}
            labels = labels.to(DEVICE)
            with torch.no_grad():
                taught = teacher(**batch, output_hidden_states=True)
            learnt = student(**batch, output_hidden_states=True)
            heat = 3.0
            soft = F.kl_div(
                F.log_softmax(learnt.logits / heat, dim=1),
                F.log_softmax(taught.logits / heat, dim=1),
                reduction="batchmean",
                log_target=True,
            )
            hard = F.cross_entropy(learnt.logits, labels)
            kept = batch["attention_mask"].bool()
            inner = F.mse_loss(learnt.hidden_states[-1][kept], taught.hidden_states[-1][kept])
            loss = heat**2 * soft + 0.5 * hard + inner
            loss.backward()
            torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            running += loss.item()
        if number % 12 == 11:
            note(number, running / 12)
            running = 0.0
    print(f"loss {finite(loss.item()):.3f}, agreeing {finite(soft.item()):.4f}")


@program
def contrastive():
    """train, eval: pictures and their words; a big batch goes forward in parts, once for the loss.

    The parts then go forward again, with their gradients. After each ninth step one evaluation:
    all pictures of the held set, all words, and the ranks.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Pictures(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.patches = nn.Conv2d(3, width, 8, stride=8)
            self.mixing = nn.ModuleList(
                [nn.Conv2d(width, width, 5, 1, 2, groups=width) for _ in range(2)]
            )
            self.channels = nn.ModuleList([nn.Conv2d(width, width, 1) for _ in range(2)])
            self.norms = nn.ModuleList([nn.GroupNorm(8, width) for _ in range(2)])
            self.out = nn.Linear(width, 64)

        def forward(self, x):
            x = F.gelu(self.patches(x))
            for mix, channel, norm in zip(self.mixing, self.channels, self.norms):
                x = x + F.gelu(channel(norm(mix(x))))
            return F.normalize(self.out(x.mean(dim=(2, 3))), dim=1)

    class Words(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.words = nn.Embedding(500, width)
            self.places = nn.Parameter(0.02 * torch.randn(12, width))
            layer = nn.TransformerEncoderLayer(
                width, 4, 2 * width, dropout=0.0, batch_first=True, norm_first=True
            )
            self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
            self.out = nn.Linear(width, 64)

        def forward(self, tokens):
            return F.normalize(self.out(self.layers(self.words(tokens) + self.places)[:, 0]), dim=1)

    torch.manual_seed(5)
    kinds = torch.randn(50, 3, 32, 32)
    chosen = torch.randint(0, 50, (1500,))
    pictures = kinds[chosen] + 0.5 * torch.randn(1500, 3, 32, 32)
    tokens = (chosen[:, None] * 7 + torch.arange(12) * torch.randint(1, 4, (1500, 1))) % 500
    held, held_tokens = pictures[1244:].to(DEVICE), tokens[1244:].to(DEVICE)
    encoders = nn.ModuleList([Pictures(128), Words(128)]).to(DEVICE)
    heat = nn.Parameter(torch.tensor(2.0, device=DEVICE))
    optimizer = torch.optim.AdamW([*encoders.parameters(), heat], lr=5e-4)
    targets = torch.arange(256, device=DEVICE)
    recalls = []
    for number in range(27):
        rows = torch.randperm(1244)[:256]
        batch = pictures[rows].pin_memory(), tokens[rows].pin_memory()
        with step("train"):
            parts = [inputs.to(DEVICE, non_blocking=True).split(64) for inputs in batch]
            with torch.no_grad():
                found = [
                    torch.cat([encoder(part) for part in own])
                    for encoder, own in zip(encoders, parts)
                ]
            leaves = [outputs.requires_grad_() for outputs in found]
            logits = leaves[0] @ leaves[1].T * heat.exp()
            loss = 0.5 * (F.cross_entropy(logits, targets) + F.cross_entropy(logits.T, targets))
            loss.backward()
            for encoder, own, leaf in zip(encoders, parts, leaves):
                for part, gradient in zip(own, leaf.grad.split(64)):
                    encoder(part).backward(gradient)
            optimizer.step()
            optimizer.zero_grad()
            with torch.no_grad():
                heat.clamp_(0, math.log(100))
        if number % 9 == 8:
            with step("eval"), torch.no_grad():
                encoders.eval()
                seen = torch.cat([encoders[0](part) for part in held.split(64)])
                read = torch.cat([encoders[1](part) for part in held_tokens.split(64)])
                likeness = seen @ read.T
                ranks = (likeness > likeness.diagonal()[:, None]).sum(dim=1)
                recalls.append((ranks < 10).float().mean().item())
                encoders.train()
            note(number, loss.item(), recalls[-1])
    print(f"loss {finite(loss.item()):.3f}, found {finite(recalls[-1]):.3f}")


# Inference in PyTorch


@program
def guided_diffusion():
    """denoise: a step of Heun, so two looks at the noise but in the last; guided in the middle.

    Three requests; their texts are encoded before and their images decoded after, in no step.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F
    from transformers import CLIPTextConfig, CLIPTextModel

    class Block(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.change = nn.Linear(width, 6 * width)
            self.norms = nn.ModuleList(
                [nn.LayerNorm(width, elementwise_affine=False) for _ in range(2)]
            )
            self.itself = nn.MultiheadAttention(width, 4, batch_first=True)
            self.text = nn.MultiheadAttention(width, 4, kdim=128, vdim=128, batch_first=True)
            self.feed = nn.Sequential(
                nn.Linear(width, 4 * width), nn.GELU("tanh"), nn.Linear(4 * width, width)
            )

        def forward(self, x, time, text):
            changes = self.change(F.silu(time))[:, None].chunk(6, dim=2)
            normed = self.norms[0](x) * (1 + changes[0]) + changes[1]
            x = x + changes[2] * self.itself(normed, normed, normed, need_weights=False)[0]
            x = x + self.text(x, text, text, need_weights=False)[0]
            normed = self.norms[1](x) * (1 + changes[3]) + changes[4]
            return x + changes[5] * self.feed(normed)

    class Denoiser(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.enter = nn.Conv2d(4, width, 2, stride=2)
            self.places = nn.Parameter(0.02 * torch.randn(256, width))
            self.time = nn.Sequential(nn.Linear(64, width), nn.SiLU(), nn.Linear(width, width))
            self.blocks = nn.ModuleList([Block(width) for _ in range(4)])
            self.leave = nn.Linear(width, 16)

        def forward(self, x, sigma, text):
            scaled = x * torch.rsqrt(sigma**2 + 0.25)[:, None, None, None]
            numbers = torch.arange(32, device=x.device)
            angles = sigma.log()[:, None] * torch.exp(numbers * (math.log(100) / 32))
            time = self.time(torch.cat([angles.sin(), angles.cos()], dim=1))
            patches = self.enter(scaled).flatten(2).transpose(1, 2) + self.places
            for block in self.blocks:
                patches = block(patches, time, text)
            return F.pixel_shuffle(self.leave(patches).transpose(1, 2).unflatten(2, (16, 16)), 2)

    torch.manual_seed(6)
    config = CLIPTextConfig(
        vocab_size=1000,
        hidden_size=128,
        intermediate_size=512,
        num_hidden_layers=3,
        num_attention_heads=4,
        max_position_embeddings=32,
        projection_dim=128,
        bos_token_id=998,
        eos_token_id=999,
        pad_token_id=0,
    )
    encoder = CLIPTextModel(config).to(DEVICE).eval()
    denoiser = Denoiser(256).to(DEVICE).eval()
    decoder = nn.Sequential(
        nn.Conv2d(4, 64, 3, 1, 1),
        nn.SiLU(),
        nn.Upsample(scale_factor=2),
        nn.Conv2d(64, 64, 3, 1, 1),
        nn.GroupNorm(8, 64),
        nn.SiLU(),
        nn.Upsample(scale_factor=2),
        nn.Conv2d(64, 3, 3, 1, 1),
    ).to(DEVICE)
    empty = torch.zeros(1, 24, dtype=torch.long)
    empty[:, 0], empty[:, -1] = 998, 999
    brightness = []
    with torch.inference_mode():
        for images, steps in ((4, 14), (2, 18), (4, 14)):
            tokens = torch.randint(1, 998, (images, 24))
            tokens[:, 0], tokens[:, -1] = 998, 999
            text = encoder(tokens.to(DEVICE)).last_hidden_state
            nothing = encoder(empty.to(DEVICE)).last_hidden_state.expand(images, -1, -1)
            ramp = torch.linspace(0, 1, steps) * (0.02 ** (1 / 7) - 40 ** (1 / 7))
            sigmas = [*(40 ** (1 / 7) + ramp).pow(7).tolist(), 0.0]

            def slope(x, sigma):
                """The direction of the noise; guided where there is neither much nor little."""
                if 0.1 < sigma < 10:
                    twice = denoiser(
                        torch.cat([x, x]),
                        torch.full((2 * images,), sigma, device=DEVICE),
                        torch.cat([text, nothing]),
                    )
                    told, free = twice.chunk(2)
                    clean = free + 4 * (told - free)
                else:
                    clean = denoiser(x, torch.full((images,), sigma, device=DEVICE), text)
                return (x - clean.clamp(-1, 1)) / sigma

            x = torch.randn(images, 4, 32, 32, device=DEVICE) * sigmas[0]
            for now, then in zip(sigmas, sigmas[1:]):
                with step("denoise"):
                    first = slope(x, now)
                    tried = x + (then - now) * first
                    if then > 0:
                        tried = x + (then - now) * 0.5 * (first + slope(tried, then))
                    x = tried
            shown = (decoder(x).clamp(-1, 1) * 127.5 + 127.5).round().to(torch.uint8).cpu()
            brightness.append(shown.float().mean().item())
            note(images, steps, brightness[-1])
    print(f"{len(brightness)} requests, brightness {finite(brightness[-1]):.1f}")


@program
def prompt_lookup():
    """prefill, round: Llama checks up to six tokens that followed the same two tokens before.

    In a round without such tokens it says just one.
    """
    import torch
    from transformers import DynamicCache, LlamaConfig, LlamaForCausalLM

    torch.manual_seed(7)
    config = LlamaConfig(
        vocab_size=400,
        hidden_size=256,
        intermediate_size=688,
        num_hidden_layers=4,
        num_attention_heads=8,
        num_key_value_heads=4,
        max_position_embeddings=1024,
    )
    model = LlamaForCausalLM(config).to(DEVICE, torch.bfloat16).eval()

    def guesses(text):
        for start in range(len(text) - 3, -1, -1):
            if text[start : start + 2] == text[-2:]:
                return text[start + 2 : start + 8]
        return []

    told = []
    with torch.inference_mode():
        for length in (90, 140):
            text = torch.randint(3, 43, (length,)).tolist()
            cache = DynamicCache()
            with step("prefill"):
                result = model(torch.tensor([text]).to(DEVICE), past_key_values=cache)
                text.append(result.logits[0, -1].argmax().item())
            rounds, wanted = 0, len(text) + 110
            while len(text) < wanted:
                guessed = guesses(text)
                with step("round"):
                    asked = torch.tensor([text[-1:] + guessed]).to(DEVICE)
                    logits = model(asked, past_key_values=cache).logits[0].float()
                    # Only words of the prompts may be said, so that guesses are often right.
                    chances = (20 * logits[:, 3:43]).softmax(dim=1)
                    chosen = (torch.multinomial(chances, 1)[:, 0] + 3).tolist()
                    right = 0
                    while right < len(guessed) and guessed[right] == chosen[right]:
                        right += 1
                    text += chosen[: right + 1]
                    if right < len(guessed):
                        cache.crop(right - len(guessed))
                rounds += 1
            told.append(rounds)
            note(length, rounds, cache.get_seq_length(), len(text))
    print(f"rounds {told} for 110 tokens each, last token {text[-1]}")


@program
def continuous_batching():
    """step: of the server: prompts that came are read, then all running texts get a token.

    As in vLLM, a step is one turn of the loop, with prompts or without.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F

    slots, longest, width, heads = 8, 160, 256, 4

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.norms = nn.ModuleList([nn.RMSNorm(width) for _ in range(2)])
            self.ask = nn.Linear(width, 3 * width, bias=False)
            self.tell = nn.Linear(width, width, bias=False)
            self.up = nn.Linear(width, 4 * width, bias=False)
            self.down = nn.Linear(4 * width, width, bias=False)

        def forward(self, x, store, mask, causal):
            parts = self.ask(self.norms[0](x)).unflatten(2, (3, heads, width // heads))
            queries, keys, values = parts.permute(2, 0, 3, 1, 4)
            keys, values = store(keys, values)
            mixed = F.scaled_dot_product_attention(
                queries, keys, values, attn_mask=mask, is_causal=causal
            )
            x = x + self.tell(mixed.transpose(1, 2).flatten(2))
            return x + self.down(F.silu(self.up(self.norms[1](x))))

    torch.manual_seed(8)
    words = nn.Embedding(800, width).to(DEVICE, torch.float16)
    places = nn.Embedding(longest, width).to(DEVICE, torch.float16)
    layers = nn.ModuleList([Layer() for _ in range(3)]).to(DEVICE, torch.float16)
    norm = nn.RMSNorm(width).to(DEVICE, torch.float16)
    shape = len(layers), 2, slots, heads, longest, width // heads
    memory = torch.zeros(shape, device=DEVICE, dtype=torch.float16)

    def next_tokens(x):
        return (norm(x) @ words.weight.T).float().argmax(dim=1).tolist()

    def read(slot, prompt):
        """Puts a prompt's keys and values where the slot has them; its first answer."""
        tokens = torch.tensor([prompt]).to(DEVICE)
        x = words(tokens) + places.weight[: len(prompt)]
        for number, layer in enumerate(layers):

            def store(keys, values):
                memory[number, 0, slot, :, : len(prompt)] = keys[0]
                memory[number, 1, slot, :, : len(prompt)] = values[0]
                return keys, values

            x = layer(x, store, None, True)
        return next_tokens(x[:, -1])[0]

    def decode(running):
        rows = torch.tensor([[slot, run["at"], run["last"]] for slot, run in running.items()])
        which, at, last = rows.to(DEVICE).T
        reach = max(run["at"] for run in running.values()) + 1
        reach = min(longest, 32 * math.ceil(reach / 32))
        mask = (torch.arange(reach, device=DEVICE) <= at[:, None])[:, None, None]
        x = (words(last) + places(at))[:, None]
        for number, layer in enumerate(layers):

            def store(keys, values):
                memory[number, 0, which, :, at] = keys[:, :, 0]
                memory[number, 1, which, :, at] = values[:, :, 0]
                kept = memory[number][:, which, :, :reach]
                return kept[0], kept[1]

            x = layer(x, store, mask, False)
        return next_tokens(x[:, 0])

    generator = torch.Generator().manual_seed(8)

    def drawn(low, high):
        return int(torch.randint(low, high, (), generator=generator))

    arrivals = sorted(drawn(0, 90) for _ in range(26))
    waiting, running, turn, answered, said = [], {}, 0, 0, 0
    with torch.inference_mode():
        while answered < 26:
            while arrivals and arrivals[0] <= turn:
                arrivals.pop(0)
                prompt = torch.randint(1, 800, (drawn(8, 90),), generator=generator).tolist()
                waiting.append((prompt, drawn(6, 50)))
            turn += 1
            if not waiting and not running:
                continue
            with step("step"):
                free = [slot for slot in range(slots) if slot not in running]
                for slot in free[:2]:
                    if waiting:
                        prompt, wanted = waiting.pop(0)
                        last = read(slot, prompt)
                        running[slot] = {"at": len(prompt), "last": last, "left": wanted}
                for (slot, run), token in zip(list(running.items()), decode(running)):
                    run["at"], run["last"], run["left"] = run["at"] + 1, token, run["left"] - 1
                    said += 1
                    if run["left"] == 0:
                        del running[slot]
                        answered += 1
            if turn % 20 == 0:
                note(turn, len(running), len(waiting), answered)
    print(f"{answered} answers, {said} tokens, in {turn} turns")


@program
def embed_dataset():
    """batch: texts of similar lengths through DistilBERT, the means of their tokens copied out."""
    import numpy as np
    import torch
    from torch.nn import functional as F
    from transformers import DistilBertConfig, DistilBertModel

    torch.manual_seed(9)
    config = DistilBertConfig(
        vocab_size=3000,
        dim=256,
        n_layers=4,
        n_heads=4,
        hidden_dim=1024,
        max_position_embeddings=256,
    )
    model = DistilBertModel(config).to(DEVICE, torch.float16).eval()
    chance = np.random.default_rng(9)
    lengths = np.clip(chance.lognormal(3.6, 0.7, 1500).astype(int), 4, 250)
    texts = [chance.integers(5, 3000, length) for length in lengths]
    order = np.argsort(-lengths, kind="stable")
    result = np.empty((len(texts), 256), dtype=np.float32)
    with torch.inference_mode():
        start = 0
        while start < len(order):
            # At most 4096 tokens with those that only fill up, and at most 96 texts.
            count = min(96, max(1, 4096 // int(lengths[order[start]])), len(order) - start)
            rows = order[start : start + count]
            tokens = np.zeros((count, int(lengths[rows].max())), dtype=np.int64)
            for place, row in enumerate(rows):
                tokens[place, : lengths[row]] = texts[row]
            with step("batch"):
                tokens = torch.from_numpy(tokens).pin_memory().to(DEVICE, non_blocking=True)
                mask = tokens != 0
                hidden = model(tokens, attention_mask=mask.long()).last_hidden_state
                weights = mask[:, :, None].to(hidden.dtype)
                means = (hidden * weights).sum(dim=1, dtype=torch.float32) / weights.float().sum(1)
                result[rows] = F.normalize(means, dim=1).cpu().numpy()
            start += count
        # The whole index once, which is no step.
        index = torch.from_numpy(result).to(DEVICE)
        best = (index[:20] @ index.T).topk(5, dim=1)
    note(best.indices[0].tolist())
    print(f"{len(result)} texts, likeness {finite(best.values[:, 1].mean().item()):.4f}")


@program
def transducer():
    """chunk: 640 ms of sound are encoded, then a loop over frames and the symbols of each.

    The symbols differ in number. A listener waits for chunks, so that they are the steps.
    """
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(10)
    blank, width = 0, 256
    filters = torch.rand(201, 80, device=DEVICE).square()
    window = torch.hann_window(400, device=DEVICE)
    squeeze = nn.Sequential(
        nn.Conv1d(80, width, 3, 2, 1), nn.ReLU(), nn.Conv1d(width, width, 3, 2, 1), nn.ReLU()
    )
    squeeze = squeeze.to(DEVICE).eval()
    encoder = nn.LSTM(width, width, 3, batch_first=True).to(DEVICE).eval()
    symbols = nn.Embedding(64, width).to(DEVICE)
    predictor = nn.LSTMCell(width, width).to(DEVICE)
    heard, said = nn.Linear(width, width).to(DEVICE), nn.Linear(width, width).to(DEVICE)
    joint = nn.Linear(width, 64).to(DEVICE)
    sound = torch.randn(28 * 10240)
    sound *= 1 + torch.sin(torch.arange(len(sound)) / 3000.0)
    written = []
    with torch.no_grad():
        # Without training: a blank is set to be about as likely as all symbols together.
        logits = joint(torch.tanh(1.4 * torch.randn(4096, width, device=DEVICE)))
        joint.bias[blank] += (logits[:, 1:].amax(dim=1) - logits[:, blank]).median()
    with torch.inference_mode():
        memory = None
        hidden = cell = torch.zeros(1, width, device=DEVICE)
        hidden, cell = predictor(symbols(torch.tensor([blank], device=DEVICE)), (hidden, cell))
        spoken = F.layer_norm(said(hidden)[0], (width,))
        for number, chunk in enumerate(sound.split(10240)):
            with step("chunk"):
                chunk = chunk.pin_memory().to(DEVICE, non_blocking=True)
                spectrum = torch.stft(chunk, 400, 160, window=window, return_complex=True)
                mels = torch.log(filters.T @ spectrum[:, :64].abs().square() + 1e-5)
                mels = (mels - mels.mean(dim=1, keepdim=True)) / mels.std(dim=1, keepdim=True)
                frames, memory = encoder(squeeze(mels[None]).transpose(1, 2), memory)
                frames = heard(frames[0])
                frames = (frames - frames.mean(dim=0)) / frames.std(dim=0)
                for frame in frames:
                    for _ in range(3):
                        symbol = joint(torch.tanh(frame + spoken)).argmax()
                        number_said = symbol.item()
                        if number_said == blank:
                            break
                        written.append(number_said)
                        hidden, cell = predictor(symbols(symbol[None]), (hidden, cell))
                        spoken = F.layer_norm(said(hidden)[0], (width,))
            note(number, len(written))
    print(f"{len(written)} symbols, memory {finite(memory[0].abs().mean().item()):.3f}")


# Simulations and solvers


@program
def schroedinger():
    """step: of waves in a trap by FFT, once whole and twice in halves; refused if they differ.

    A refused step does the same work, so it is a step; each tenth that counts is measured.
    """
    import torch

    size, width = 192, 24.0
    line = (torch.arange(size, device=DEVICE) - size // 2) * (width / size)
    x, y = torch.meshgrid(line, line, indexing="ij")
    waves = 2 * math.pi * torch.fft.fftfreq(size, width / size, device=DEVICE)
    kinetic = 0.5 * (waves[:, None] ** 2 + waves[None] ** 2)
    trap = 0.5 * (x**2 + 1.4 * y**2)
    wave = torch.exp(-((x - 2) ** 2 + y**2) / 3).to(torch.complex64)
    wave /= wave.abs().square().sum().sqrt() * (width / size)

    def split(wave, length, strength):
        for half in (False, True):
            potential = trap + strength * wave.abs().square()
            wave = wave * torch.exp(-0.5j * length * potential)
            if not half:
                wave = torch.fft.ifft2(torch.fft.fft2(wave) * torch.exp(-1j * length * kinetic))
        return wave

    time, length, taken, refused, means = 0.0, 0.02, 0, 0, []
    while time < 1.8:
        with step("step"):
            # The atoms repel each other much more for some while.
            strength = 400.0 if 0.6 < time < 1.1 else 40.0
            whole = split(wave, length, strength)
            halves = split(split(wave, length / 2, strength), length / 2, strength)
            error = ((halves - whole).abs().square().sum().sqrt() * (width / size)).item()
            if error < 1e-4 or length < 0.005:
                time, wave, taken = time + length, halves + (halves - whole) / 3, taken + 1
                if taken % 10 == 0:
                    density = wave.abs().square()
                    density = density / density.sum()
                    spread = (density * (x**2 + y**2)).sum().sqrt()
                    shares = torch.fft.fft2(wave).abs().square()
                    energy = (shares * kinetic).sum() / shares.sum() + (density * trap).sum()
                    means.append((spread.item(), energy.item()))
            else:
                refused += 1
            length *= min(1.6, max(0.3, 0.97 * (1e-4 / max(error, 1e-9)) ** (1 / 3)))
    note(means)
    print(f"{taken} steps, {refused} refused, spread {finite(means[-1][0]):.3f}")


@program
def respa():
    """step: of chains of beads: all pairs once, bonds and angles in four shorter steps inside.

    What is reported of molecular dynamics is the outer step; each twelfth is also measured.
    """
    import torch

    torch.manual_seed(11)
    chains, beads, box, length = 48, 32, 22.0, 0.004
    count = chains * beads
    x = torch.rand(chains, 1, 3) * box + 0.55 * torch.randn(chains, beads, 3).cumsum(dim=1)
    x, v = x.reshape(count, 3).to(DEVICE), torch.randn(count, 3, device=DEVICE)

    def apart(difference):
        return difference - box * torch.round(difference / box)

    def bonded(x):
        x = x.detach().requires_grad_()
        bonds = apart(x.view(chains, beads, 3).diff(dim=1))
        lengths = bonds.norm(dim=2)
        cosines = (bonds[:, 1:] * bonds[:, :-1]).sum(dim=2) / (lengths[:, 1:] * lengths[:, :-1])
        energy = 100 * (lengths - 0.97).square().sum() + 3 * (1 - cosines).sum()
        (slope,) = torch.autograd.grad(energy, x)
        return -slope.clamp(-500, 500), energy.detach()

    def pairs(x):
        """Soft balls; their energy and the force on each."""
        force, energy = torch.empty_like(x), 0.0
        for rows in range(0, count, 512):
            between = apart(x[rows : rows + 512, None] - x[None])
            distances = between.square().sum(dim=2).add_(1e-9).sqrt_()
            near = (distances < 1.12) & (distances > 1e-3)
            force[rows : rows + 512] = torch.einsum(
                "rc,rcd->rd", torch.where(near, 60 * (1.12 - distances) / distances, 0.0), between
            )
            energy = energy + torch.where(near, 15 * (1.12 - distances).square(), 0.0).sum()
        return force, energy

    fast, _ = bonded(x)
    slow, _ = pairs(x)
    friction = math.exp(-0.5 * 4 * length)
    reports = []
    for number in range(48):
        with step("step"):
            v += 2 * length * slow
            for _ in range(4):
                v += 0.5 * length * fast
                x = x + length * v
                fast, energy = bonded(x)
                v += 0.5 * length * fast
            slow, soft = pairs(x)
            v += 2 * length * slow
            v = friction * v + math.sqrt(1 - friction**2) * torch.randn_like(v)
            if number % 12 == 11:
                heat = v.square().mean().item()
                ends = x.view(chains, beads, 3)
                ends = (ends[:, -1] - ends[:, 0]).norm(dim=1).mean().item()
                reports.append((heat, (energy + soft).item() / count, ends))
    note(reports)
    print(f"temperature {finite(reports[-1][0]):.3f}, energy {finite(reports[-1][1]):.3f}")


@program
def particle_in_cell():
    """step: charges onto a grid, its field by FFT, a push; each sixteenth sorts the particles."""
    import cupy

    cells, count, length = 128, 400_000, 0.1
    deposit = cupy.ElementwiseKernel(
        "float32 x, float32 y, int32 cells, float32 charge",
        "raw float32 density",
        """
        int left = (int)x, low = (int)y;
        float right_share = x - left, high_share = y - low;
        int right = (left + 1) % cells, high = (low + 1) % cells;
        left %= cells;
        low %= cells;
        atomicAdd(&density[left * cells + low], charge * (1 - right_share) * (1 - high_share));
        atomicAdd(&density[right * cells + low], charge * right_share * (1 - high_share));
        atomicAdd(&density[left * cells + high], charge * (1 - right_share) * high_share);
        atomicAdd(&density[right * cells + high], charge * right_share * high_share);
        """,
        "deposit",
    )
    gather = cupy.ElementwiseKernel(
        "float32 x, float32 y, int32 cells, raw float32 field",
        "float32 force",
        """
        int left = (int)x, low = (int)y;
        float right_share = x - left, high_share = y - low;
        int right = (left + 1) % cells, high = (low + 1) % cells;
        left %= cells;
        low %= cells;
        force = (field[left * cells + low] * (1 - high_share)
                 + field[left * cells + high] * high_share) * (1 - right_share)
              + (field[right * cells + low] * (1 - high_share)
                 + field[right * cells + high] * high_share) * right_share;
        """,
        "gather",
    )
    push = cupy.ElementwiseKernel(
        "float32 force, float32 length, float32 cells",
        "float32 place, float32 speed",
        """
        speed += length * force;
        place += length * speed;
        place -= cells * floorf(place / cells);
        """,
        "push",
    )
    random = cupy.random.default_rng(12)
    places = [random.random(count, dtype=cupy.float32) * cells for _ in range(2)]
    streams = cupy.where(cupy.arange(count) % 2 == 0, 8.0, -8.0).astype(cupy.float32)
    speeds = [
        streams + 0.5 * random.standard_normal(count, dtype=cupy.float32),
        0.5 * random.standard_normal(count, dtype=cupy.float32),
    ]
    across = (2 * math.pi * cupy.fft.fftfreq(cells)).astype(cupy.float32)[:, None]
    along = (2 * math.pi * cupy.fft.rfftfreq(cells)).astype(cupy.float32)[None]
    squares = across**2 + along**2
    squares[0, 0] = 1
    energies = []
    for number in range(80):
        with step("step"):
            if number % 16 == 15:
                order = cupy.argsort(places[0].astype(cupy.int32) * cells + places[1].astype(int))
                places, speeds = ([part[order] for part in parts] for parts in (places, speeds))
            density = cupy.zeros((cells, cells), dtype=cupy.float32)
            deposit(places[0], places[1], cells, cells * cells / count, density)
            changes = cupy.fft.rfft2(density - density.mean())
            potential = changes / squares
            for axis, waves in enumerate((across, along)):
                field = cupy.fft.irfft2(-1j * waves * potential, s=(cells, cells))
                field = cupy.ascontiguousarray(field, dtype=cupy.float32)
                force = gather(places[0], places[1], cells, field)
                if axis == 0:
                    first = force
            push(first, length, float(cells), places[0], speeds[0])
            push(force, length, float(cells), places[1], speeds[1])
            if number % 10 == 9:
                moving = sum(float((speed**2).mean()) for speed in speeds)
                stored = float((cupy.abs(changes) ** 2 / squares).mean())
                energies.append((moving, stored))
    note(energies)
    print(f"{len(energies)} energies, moving {finite(energies[-1][0]):.3f}")


@program
def ensemble_kalman():
    """cycle: sixty forecasts by steps of Runge and Kutta, then observations correct them.

    Between observations there are two to five steps; each eighth cycle the errors are read.
    """
    import cupy
    import numpy as np

    size, members, length = 400, 60, 0.05
    random = cupy.random.default_rng(13)
    chance = np.random.default_rng(13)
    # The first column is the truth; the filter sees it only by observations.
    state = 8 + random.standard_normal((size, members + 1))
    distances = cupy.abs(cupy.arange(size)[:, None] - cupy.arange(size)[None])
    distances = cupy.minimum(distances, size - distances)
    nearby = cupy.exp(-((distances / 12.0) ** 2))

    def slope(x):
        return (cupy.roll(x, -1, 0) - cupy.roll(x, 2, 0)) * cupy.roll(x, 1, 0) - x + 8

    errors = []
    for number in range(32):
        watched = np.sort(chance.choice(size, 160, replace=False))
        gap = int(chance.integers(2, 6))
        with step("cycle"):
            for _ in range(gap):
                k1 = slope(state)
                k2 = slope(state + 0.5 * length * k1)
                k3 = slope(state + 0.5 * length * k2)
                k4 = slope(state + length * k3)
                state = state + length / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            rows = cupy.asarray(watched)
            seen = state[rows, :1] + random.standard_normal((160, 1))
            forecast = state[:, 1:]
            mean = forecast.mean(axis=1, keepdims=True)
            parts = 1.05 * (forecast - mean)
            covered = nearby[:, rows] * (parts @ parts[rows].T) / (members - 1)
            expected = (mean + parts)[rows]
            noise = random.standard_normal((160, members))
            noise -= noise.mean(axis=1, keepdims=True)
            surprise = seen + noise - expected
            change = covered @ cupy.linalg.solve(covered[rows] + cupy.eye(160), surprise)
            state = cupy.concatenate([state[:, :1], mean + parts + change], axis=1)
            if number % 8 == 7:
                error = state[:, 1:].mean(axis=1) - state[:, 0]
                spread = state[:, 1:].std(axis=1, ddof=1).mean()
                errors.append(float(cupy.sqrt((error**2).mean())))
                note(number, errors[-1], float(spread))
            cupy.cuda.get_current_stream().synchronize()
    print(f"errors {errors[0]:.3f} to {finite(errors[-1]):.3f}")


def ising_kernel():
    """Metropolis for the spins of one colour in all copies of a lattice."""
    import triton
    from triton import language as tl

    @triton.jit
    def flip(spins, colds, seed, colour, SIZE: tl.constexpr, BLOCK: tl.constexpr):
        lattice = tl.program_id(1)
        place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        row = place // (SIZE // 2)
        column = 2 * (place % (SIZE // 2)) + (row + colour) % 2
        start = spins + lattice * SIZE * SIZE
        around = tl.load(start + (row + SIZE - 1) % SIZE * SIZE + column)
        around += tl.load(start + (row + 1) % SIZE * SIZE + column)
        around += tl.load(start + row * SIZE + (column + SIZE - 1) % SIZE)
        around += tl.load(start + row * SIZE + (column + 1) % SIZE)
        own = tl.load(start + row * SIZE + column)
        chance = tl.exp(-2 * tl.load(colds + lattice) * own * around)
        drawn = tl.rand(seed, lattice * SIZE * SIZE + place)
        tl.store(start + row * SIZE + column, tl.where(drawn < chance, -own, own))

    return flip


@program
def tempering():
    """round: some sweeps over sixteen magnets, their energies, and neighbours that change places.

    A sweep is two launches, so that a report is wanted about rounds. It ends when it is exact.
    """
    import numpy as np
    import torch

    flip = ising_kernel()
    torch.manual_seed(14)
    chance = np.random.default_rng(14)
    copies, size, block = 16, 128, 256
    spins = torch.randint(0, 2, (copies, size, size), device=DEVICE).mul(2).sub(1).float()
    colds = np.linspace(0.36, 0.52, copies).astype(np.float32)
    grid = size * size // 2 // block, copies
    sweeps, swapped, curve = 0, 0, []
    for number in range(240):
        with step("round"):
            warmth = torch.from_numpy(colds).to(DEVICE)
            # The first rounds only bring the magnets to their temperatures.
            for _ in range(8 if number < 20 else 4):
                for colour in range(2):
                    seed = 1000 + 2 * sweeps + colour
                    flip[grid](spins, warmth, seed, colour, SIZE=size, BLOCK=block)
                sweeps += 1
            bonds = spins * (spins.roll(1, dims=1) + spins.roll(1, dims=2))
            energies = -bonds.sum(dim=(1, 2)).cpu().numpy()
            order = np.argsort(colds)
            if number >= 20:
                curve.append(energies[order] / size**2)
            for first in range(number % 2, copies - 1, 2):
                one, two = order[first], order[first + 1]
                gain = (colds[one] - colds[two]) * (energies[one] - energies[two])
                if chance.random() < math.exp(min(0.0, float(gain))):
                    colds[one], colds[two] = colds[two], colds[one]
                    swapped += 1
            if number >= 20 and number % 12 == 11:
                magnet = spins.mean(dim=(1, 2)).abs().cpu().numpy()[order]
                bins = np.array_split(np.stack(curve), 6)
                error = np.std([part.mean(axis=0) for part in bins], axis=0).max() / math.sqrt(6)
                note(number, error, magnet[0], magnet[-1])
        if number > 60 and number % 12 == 11 and error < 2e-3:
            break
    means = np.mean(curve, axis=0)
    print(f"energies {finite(means[0]):.3f} to {finite(means[-1]):.3f}, {swapped} swaps")


@program
def pagerank():
    """iteration: a product with the links, what leaves dead ends, the change; for three topics."""
    import cupy
    import numpy as np
    from cupyx.scipy import sparse

    pages, links = 40_000, 500_000
    chance = np.random.default_rng(15)
    sources = chance.integers(0, pages * 9 // 10, links)
    targets = (pages * chance.random(links) ** 2.5).astype(np.int64)
    counts = np.bincount(sources, minlength=pages)
    shares = cupy.asarray(1.0 / counts[sources])
    places = cupy.asarray(targets.astype(np.int32)), cupy.asarray(sources.astype(np.int32))
    matrix = sparse.coo_matrix((shares, places), shape=(pages, pages)).tocsr()
    dead = cupy.asarray((counts == 0).astype(np.float64))
    iterations, best = [], []
    for topic in range(3):
        wanted = cupy.zeros(pages)
        wanted[topic::3] = 1
        wanted /= wanted.sum()
        rank, change, done = wanted.copy(), 1.0, 0
        damping = (0.85, 0.8, 0.9)[topic]
        while change > 1e-8 and done < 200:
            with step("iteration"):
                lost = rank @ dead
                new = damping * (matrix @ rank + lost * wanted) + (1 - damping) * wanted
                new /= new.sum()
                change = float(cupy.abs(new - rank).sum())
                rank = new
                done += 1
                if done % 10 == 0:
                    best = cupy.argsort(rank)[-20:].get().tolist()
                    note(topic, done, change, best[-3:])
        iterations.append(done)
    print(f"iterations {iterations}, highest rank {finite(float(rank.max())):.5f}, page {best[-1]}")


@program
def video_frames():
    """frame: smoothed, what moves is found and measured, edges drawn, a smaller picture out.

    Frames without anything that moves need less; each twelfth takes a new background by median.
    """
    import cupy
    import numpy as np
    from cupyx.scipy import ndimage

    height, width = 240, 320
    chance = np.random.default_rng(16)
    ground = 60 + 40 * np.sin(np.arange(height)[:, None] / 17.0) * np.cos(np.arange(width) / 23.0)
    rows, columns = np.mgrid[:height, :width]
    # Balls enter and leave the picture, at times there is none.
    balls = [(chance.uniform(40, 200), start, chance.uniform(5, 9)) for start in (4, 9, 12, 40, 44)]
    mix = cupy.asarray([0.299, 0.587, 0.114], dtype=cupy.float32)
    cross = ndimage.generate_binary_structure(2, 1)
    recent, background, tracks, total = [], None, [], 0.0
    for number in range(64):
        picture = np.repeat((ground + chance.normal(0, 3, ground.shape))[:, :, None], 3, axis=2)
        for row, start, speed in balls:
            column = 12 * speed * (number - start) / 4
            picture[(rows - row) ** 2 + (columns - column) ** 2 < 150] = (230, 200, 90)
        picture = picture.clip(0, 255).astype(np.uint8)
        with step("frame"):
            grey = cupy.asarray(picture).astype(cupy.float32) @ mix
            smooth = ndimage.gaussian_filter(grey, 1.5)
            recent = [*recent[-6:], smooth]
            if number % 12 == 0:
                background = cupy.median(cupy.stack(recent), axis=0)
            moved = cupy.abs(smooth - background) > 25
            moved = ndimage.binary_opening(moved, cupy.ones((5, 5), dtype=bool))
            labels, count = ndimage.label(moved)
            shown = grey / 255
            if count:
                index = cupy.arange(1, count + 1)
                sizes = ndimage.sum_labels(moved.astype(cupy.float32), labels, index)
                middles = ndimage.center_of_mass(grey, labels, index)
                tracks.append((number, sizes.get().tolist(), cupy.stack(middles).get().tolist()))
                edges = ndimage.binary_dilation(moved, cross) ^ moved
                shown = cupy.where(edges, cupy.float32(1), shown)
            sharp = cupy.hypot(ndimage.sobel(smooth, 0), ndimage.sobel(smooth, 1))
            shown = (shown + 0.002 * sharp).clip(0, 1).astype(cupy.float32)
            small = ndimage.zoom(shown, 0.5, order=1)
            total += float((255 * small).astype(cupy.uint8).get().mean())
    note(tracks[-1])
    print(f"moving in {len(tracks)} of 64 frames, brightness {finite(total / 64):.2f}")


def heat_kernels():
    """What conjugate gradients want for heat in a plate; each sums up what the host asks next."""
    import triton
    from triton import language as tl

    @triton.jit
    def product(q, p, leads, length, sums, SIZE: tl.constexpr, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        row, column = at // SIZE, at % SIZE
        own, here = tl.load(p + at), tl.load(leads + at)
        up, down = row > 0, row < SIZE - 1
        left, right = column > 0, column < SIZE - 1
        flow = (here + tl.load(leads + at - SIZE, mask=up, other=1.0)) * (
            own - tl.load(p + at - SIZE, mask=up, other=0.0)
        )
        flow += (here + tl.load(leads + at + SIZE, mask=down, other=1.0)) * (
            own - tl.load(p + at + SIZE, mask=down, other=0.0)
        )
        flow += (here + tl.load(leads + at - 1, mask=left, other=1.0)) * (
            own - tl.load(p + at - 1, mask=left, other=0.0)
        )
        flow += (here + tl.load(leads + at + 1, mask=right, other=1.0)) * (
            own - tl.load(p + at + 1, mask=right, other=0.0)
        )
        result = own + 0.5 * length * flow
        tl.store(q + at, result)
        tl.store(sums + tl.program_id(0), tl.sum(own * result, axis=0))

    @triton.jit
    def advance(x, r, p, q, share, sums, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(x + at, tl.load(x + at) + share * tl.load(p + at))
        rest_of = tl.load(r + at) - share * tl.load(q + at)
        tl.store(r + at, rest_of)
        tl.store(sums + tl.program_id(0), tl.sum(rest_of * rest_of, axis=0))

    @triton.jit
    def turn(p, r, share, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(p + at, tl.load(r + at) + share * tl.load(p + at))

    return product, advance, turn


@program
def triton_heat():
    """timestep: heat in a plate, implicit, so a solution by as many iterations as it needs.

    The iterations are a loop inside; a report about the simulation is one about its time steps.
    """
    import torch

    product, advance, turn = heat_kernels()
    torch.manual_seed(17)
    size, block = 256, 512
    grid = (size * size // block,)
    leads = torch.where(torch.rand(size, size, device=DEVICE) < 0.3, 0.2, 2.0).contiguous()
    x = torch.zeros(size, size, device=DEVICE)
    q, sums = torch.empty_like(x), torch.empty(grid[0], device=DEVICE)
    line = torch.arange(size, device=DEVICE, dtype=torch.float32)
    length, iterations, hottest = 0.5, [], 0.0
    for number in range(26):
        with step("timestep"):
            place = 128 + 70 * math.cos(0.3 * number), 128 + 70 * math.sin(0.3 * number)
            source = torch.exp(
                -((line[:, None] - place[0]) ** 2 + (line - place[1]) ** 2) / 120
            )
            wanted = x + length * source
            product[grid](q, x, leads, length, sums, SIZE=size, BLOCK=block)
            r = wanted - q
            p = r.clone()
            square = r.square().sum().item()
            enough, done = 1e-9 * wanted.square().sum().item(), 0
            while square > enough and done < 150:
                product[grid](q, p, leads, length, sums, SIZE=size, BLOCK=block)
                share = square / sums.sum().item()
                advance[grid](x, r, p, q, share, sums, BLOCK=block)
                before, square = square, sums.sum().item()
                turn[grid](p, r, square / before, BLOCK=block)
                done += 1
            iterations.append(done)
            # Longer steps as soon as the solution is easy, shorter ones when it is not.
            length *= 1.3 if done < 25 else 0.8
            if number % 6 == 5:
                hottest = x.max().item()
                note(number, length, hottest, x.sum().item())
    print(f"{sum(iterations)} iterations, hottest {finite(hottest):.3f}")


# JAX


@program
def jax_levenberg():
    """iteration: a Jacobian, then as many tries as it takes until the fit is better; three fits."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    size, spots = 48, 6
    places = jnp.stack(jnp.meshgrid(jnp.arange(size), jnp.arange(size), indexing="ij")) / size

    def drawn(numbers):
        x, y, width, height = numbers.reshape(4, spots, 1, 1)
        distances = (places[0] - x) ** 2 + (places[1] - y) ** 2
        return (height * jnp.exp(-distances / (0.002 + width**2))).sum(axis=0).ravel()

    def cost_of(numbers, image):
        return 0.5 * jnp.sum((drawn(numbers) - image) ** 2)

    @jax.jit
    def linearise(numbers, image):
        slopes = jax.jacfwd(drawn)(numbers)
        return slopes.T @ slopes, slopes.T @ (drawn(numbers) - image)

    @jax.jit
    def attempt(numbers, image, normal, slope, damping):
        damped = normal + damping * jnp.diag(jnp.diag(normal) + 1e-4)
        new = numbers - jnp.linalg.solve(damped, slope)
        return new, cost_of(new, image)

    judge = jax.jit(cost_of)
    chance = np.random.default_rng(18)
    total, tries, costs = 0, 0, []
    for fit in range(3):
        least, most = [[0.1], [0.1], [0.08], [0.5]], [[0.9], [0.9], [0.2], [1.5]]
        shape = chance.uniform(least, most, (4, spots))
        image = drawn(jnp.asarray(shape.ravel(), dtype=jnp.float32))
        image = image + jnp.asarray(0.02 * chance.standard_normal(size * size), dtype=jnp.float32)
        start = (shape + chance.normal(0, 0.06, shape.shape)).ravel()
        numbers = jnp.asarray(start, dtype=jnp.float32)
        cost, damping = float(judge(numbers, image)), 1e-3
        jax.block_until_ready((numbers, image))
        for _ in range(25):
            with step("iteration"):
                normal, slope = linearise(numbers, image)
                total, better, gain = total + 1, False, 0.0
                for _ in range(6):
                    new, reached = attempt(numbers, image, normal, slope, damping)
                    reached, tries = float(reached), tries + 1
                    if reached < cost:
                        gain, better = (cost - reached) / cost, True
                        numbers, cost, damping = new, reached, max(damping / 10, 1e-7)
                        break
                    damping *= 8
                jax.block_until_ready((numbers, normal, slope, new))
            if not better or gain < 1e-6:
                break
        costs.append(cost)
        note(fit, cost, total, tries)
    print(f"{total} iterations, {tries} tries, cost {finite(costs[-1]):.4f}")
    note(f"truth: {total} steps")


@program
def jax_a2c():
    """update, eval: one jitted call: pendulums by a scan, advantages by another, then Adam.

    After each tenth update one evaluation without chance, which is another scan.
    """
    import jax
    import jax.numpy as jnp

    poles, seconds, hidden = 512, 12, 64

    def network(parameters, seen):
        inner = jnp.tanh(seen @ parameters["enter"] + parameters["bias"])
        inner = jnp.tanh(inner @ parameters["middle"])
        return (inner @ parameters["act"])[:, 0], (inner @ parameters["value"])[:, 0]

    def seen(state):
        return jnp.stack([jnp.cos(state[0]), jnp.sin(state[0]), state[1] / 8], axis=1)

    def swing(state, push):
        angle, speed = state
        force = 2 * jnp.tanh(push)
        wrapped = (angle + jnp.pi) % (2 * jnp.pi) - jnp.pi
        reward = -(wrapped**2 + 0.1 * speed**2 + 0.001 * force**2) / 10
        speed = jnp.clip(speed + 0.05 * (15 * jnp.sin(angle) + 3 * force), -8, 8)
        return (angle + 0.05 * speed, speed), reward

    def loss_of(parameters, saw, did, advantages, returns):
        means, values = network(parameters, saw)
        likely = -0.5 * ((did - means) / 0.5) ** 2
        return -(likely * advantages).mean() + 0.5 * ((values - returns) ** 2).mean()

    @jax.jit
    def update(parameters, moments, state, key, number):
        def act(carried, key):
            state = carried
            mean, value = network(parameters, seen(state))
            did = mean + 0.5 * jax.random.normal(key, mean.shape)
            after, reward = swing(state, did)
            return after, (seen(state), did, value, reward)

        def back(carried, moment):
            advantage, following = carried
            value, reward = moment
            advantage = reward + 0.97 * following - value + 0.97 * 0.9 * advantage
            return (advantage, value), advantage

        state, (saw, did, values, rewards) = jax.lax.scan(
            act, state, jax.random.split(key, seconds)
        )
        last = network(parameters, seen(state))[1]
        _, advantages = jax.lax.scan(
            back, (jnp.zeros(poles), last), (values, rewards), reverse=True
        )
        returns = (advantages + values).ravel()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        loss, slopes = jax.value_and_grad(loss_of)(
            parameters, saw.reshape(-1, 3), did.ravel(), advantages.ravel(), returns
        )
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slopes)
        second = jax.tree.map(lambda m, g: 0.99 * m + 0.01 * g**2, moments[1], slopes)
        scale = 3e-3 * jnp.sqrt(1 - 0.99**number) / (1 - 0.9**number)
        parameters = jax.tree.map(
            lambda w, m, s: w - scale * m / (jnp.sqrt(s) + 1e-8), parameters, first, second
        )
        return parameters, (first, second), state, rewards.mean(), loss

    @jax.jit
    def judge(parameters, state):
        def act(state, _):
            return swing(state, network(parameters, seen(state))[0])

        return jax.lax.scan(act, state, None, length=40)[1].sum(axis=0).mean()

    keys = jax.random.split(jax.random.key(19), 6)
    shapes = {"enter": (3, hidden), "middle": (hidden, hidden), "act": (hidden, 1)}
    shapes |= {"value": (hidden, 1)}
    parameters = {
        name: jax.random.normal(key, shape) / shape[0] ** 0.5
        for key, (name, shape) in zip(keys, shapes.items())
    }
    parameters["bias"] = jnp.zeros(hidden)
    moments = jax.tree.map(jnp.zeros_like, parameters), jax.tree.map(jnp.zeros_like, parameters)
    angles = jax.random.uniform(keys[4], (2, poles), minval=-3.0, maxval=3.0)
    state = angles[0], angles[1] / 3
    start = state
    drawn = jax.random.split(keys[5], 40)
    jax.block_until_ready((parameters, moments, state, drawn))
    scores = []
    for number in range(40):
        with step("update"):
            parameters, moments, state, reward, loss = jax.block_until_ready(
                update(parameters, moments, state, drawn[number], float(number + 1))
            )
        if number % 10 == 9:
            with step("eval"):
                scores.append(float(judge(parameters, start)))
            note(number, float(reward), float(loss), scores[-1])
    print(f"score {finite(scores[0]):.3f} to {finite(scores[-1]):.3f}")
    note(f"truth: {number + 1 + len(scores)} steps")


# Programs without steps


@program
def nosteps_checkpoint():
    """No steps: CLIP is made, saved, loaded again, looked at, and sees one batch once."""
    import torch
    from transformers import CLIPConfig, CLIPModel

    torch.manual_seed(20)
    common = dict(hidden_size=256, intermediate_size=1024, num_attention_heads=4)
    text = dict(
        vocab_size=2000,
        num_hidden_layers=5,
        max_position_embeddings=32,
        bos_token_id=1998,
        eos_token_id=1999,
        pad_token_id=0,
    )
    vision = dict(image_size=96, patch_size=16, num_hidden_layers=7)
    config = CLIPConfig(
        text_config=common | text, vision_config=common | vision, projection_dim=128
    )
    with tempfile.TemporaryDirectory() as folder:
        CLIPModel(config).save_pretrained(folder)
        model = CLIPModel.from_pretrained(folder).eval()
    model = model.to(DEVICE).half()
    pixels = torch.randint(0, 256, (6, 96, 96, 3), dtype=torch.uint8).to(DEVICE)
    pixels = pixels.permute(0, 3, 1, 2).float().div(255).sub(0.45).div(0.27).half()
    tokens = torch.randint(1, 1998, (5, 20))
    tokens[:, -1] = 1999
    with torch.inference_mode():
        result = model(input_ids=tokens.to(DEVICE), pixel_values=pixels)
        chances = result.logits_per_image.float().softmax(dim=1)
        best = chances.max(dim=1)
        entropy = torch.special.entr(chances).sum(dim=1)
        biggest = model.visual_projection.weight.float().abs().max()
        rank = torch.linalg.matrix_rank(model.text_projection.weight.float())
    note(best.indices.tolist(), entropy.tolist(), biggest.item(), rank.item())
    print(f"best {finite(best.values.mean().item()):.3f}, {tokens.numel()} tokens")


@program
def nosteps_microbench():
    """No steps: fourteen operations, each timed by a loop of its own, as long as it deserves."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(21)
    a, b = (torch.randn(1024, 1024, device=DEVICE) for _ in range(2))
    halves = torch.randn(2, 8, 512, 64, device=DEVICE, dtype=torch.float16)
    images, weights = torch.randn(16, 32, 56, 56, device=DEVICE), torch.randn(64, 32, 3, 3)
    weights = weights.to(DEVICE)
    words, rows = torch.randn(20000, 128, device=DEVICE), torch.randint(0, 20000, (8192,))
    rows = rows.to(DEVICE)
    long = torch.randn(1 << 20, device=DEVICE)
    positive = a @ a.T / 1024 + torch.eye(1024, device=DEVICE)
    scale = torch.ones(1024, device=DEVICE)
    times = {}

    def timed(name, repeats, function, warm=3):
        for _ in range(warm):
            function()
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        begin.record()
        for _ in range(repeats):
            function()
        end.record()
        end.synchronize()
        times[name] = begin.elapsed_time(end) / repeats
        note(name, times[name])

    timed("product", 60, lambda: a @ b)
    timed("product, half", 80, lambda: a.half() @ b.half())
    timed("attention", 50, lambda: F.scaled_dot_product_attention(halves, halves, halves))
    timed("convolution", 40, lambda: F.conv2d(images, weights, padding=1))
    timed("layer norm", 120, lambda: F.layer_norm(a, (1024,), scale))
    timed("softmax", 90, lambda: a.softmax(dim=1))
    timed("lookup", 100, lambda: words[rows])
    timed("sum by row", 70, lambda: torch.zeros_like(words).index_add_(0, rows, words[:8192]))
    timed("sort", 30, lambda: long.sort())
    timed("running sum", 110, lambda: long.cumsum(dim=0))
    timed("spectrum", 65, lambda: torch.fft.rfft(long))
    timed("Cholesky", 25, lambda: torch.linalg.cholesky(positive))
    timed("turned", 130, lambda: a.T.contiguous())
    timed("pooling", 45, lambda: F.max_pool2d(images, 3, 2))
    print(f"{len(times)} operations, {sum(finite(time) > 0 for time in times.values())} timed")


@program
def nosteps_scan():
    """No steps: one magnetic resonance scan, from what the coils heard to a table of tissues."""
    import cupy
    from cupyx.scipy import ndimage

    random = cupy.random.default_rng(22)
    size, coils = 320, 8
    rows, columns = cupy.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j]
    head = (rows / 0.9) ** 2 + (columns / 0.7) ** 2 < 1
    brain = 0.4 * head + 0.3 * ((rows / 0.75) ** 2 + (columns / 0.55) ** 2 < 1)
    brain = brain + 0.3 * (cupy.hypot(rows - 0.2, columns + 0.2) < 0.13)
    brain = brain - 0.4 * (cupy.hypot(rows + 0.2, columns * 1.8) < 0.2)
    angles = cupy.arange(coils)[:, None, None] * (2 * math.pi / coils)
    near = cupy.exp(-(rows - cupy.cos(angles)) ** 2 - (columns - cupy.sin(angles)) ** 2)
    heard = cupy.fft.fft2(brain * near * cupy.exp(1j * angles))
    heard = heard + 8 * (
        random.standard_normal(heard.shape) + 1j * random.standard_normal(heard.shape)
    )
    # The noise of the coils, from corners where there is little else.
    quiet = heard[:, 150:170, 150:170].reshape(coils, -1)
    noise = cupy.cov(cupy.concatenate([quiet.real, quiet.imag], axis=1))
    whiten = cupy.linalg.inv(cupy.linalg.cholesky(noise))
    heard = cupy.tensordot(whiten.astype(heard.dtype), heard, axes=1)
    taper = cupy.outer(cupy.hanning(size), cupy.hanning(size))
    pictures = cupy.fft.ifft2(heard * cupy.fft.ifftshift(taper))
    _, sizes, parts = cupy.linalg.svd(pictures.reshape(coils, -1), full_matrices=False)
    magnitude = cupy.sqrt((cupy.abs(pictures) ** 2).sum(axis=0))
    phase = cupy.angle(pictures[0] * pictures[4].conj())
    field = ndimage.gaussian_filter(magnitude, 40)
    even = magnitude / cupy.maximum(field, field.max() / 20)
    calm = ndimage.median_filter(even, size=3)
    counts, edges = cupy.histogram(calm, bins=96)
    middle = 0.5 * (edges[1:] + edges[:-1])
    below = cupy.cumsum(counts)
    weight = cupy.cumsum(counts * middle)
    apart = (weight[-1] * below / below[-1] - weight) ** 2
    apart = apart / cupy.maximum(below * (below[-1] - below), 1)
    mask = calm > middle[int(cupy.argmax(apart))]
    mask = ndimage.binary_fill_holes(ndimage.binary_closing(mask))
    labels, found = ndimage.label(mask)
    largest = int(cupy.bincount(labels.ravel())[1:].argmax()) + 1
    skull = labels == largest
    inside = calm[skull]
    borders = cupy.percentile(inside, cupy.asarray([25.0, 50.0, 75.0]))
    tissue = cupy.digitize(calm, borders) * skull
    areas = cupy.bincount(tissue.ravel(), minlength=4)
    sharp = ndimage.gaussian_gradient_magnitude(calm, 1.5)
    flipped = cupy.fft.ifft2(cupy.fft.fft2(calm) * cupy.fft.fft2(calm[:, ::-1]).conj())
    shift = int(cupy.abs(flipped).argmax()) % size
    turned = ndimage.rotate(calm, 7.0, reshape=False, order=1)
    change = float(cupy.corrcoef(cupy.stack([calm.ravel(), turned.ravel()]))[0, 1])
    note(found, shift, change, areas.get().tolist(), sizes.get().tolist(), parts.shape)
    note(float(phase.std()), float(sharp[skull].mean()), float(inside.std() / inside.mean()))
    print(f"{int(skull.sum())} pixels of a head, likeness {finite(change):.3f}")


@program
def nosteps_recording():
    """No steps: one recording of music: its spectrum, beats, pitch, chords and loudness, once."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(23)
    rate = 22050
    time = torch.arange(12 * rate, device=DEVICE) / rate
    tones = torch.tensor([220.0, 277.2, 329.6, 440.0], device=DEVICE)[:, None]
    sound = torch.sin(2 * math.pi * tones * time).mean(dim=0) * torch.exp(-4 * (time % 0.5))
    sound = sound + 0.02 * torch.randn_like(sound)
    sound = F.pad(sound[1:] - 0.95 * sound[:-1], (1, 0))
    window = torch.hann_window(2048, device=DEVICE)
    spectrum = torch.stft(sound, 2048, 512, window=window, return_complex=True)
    power = spectrum.abs().square()
    lines = torch.fft.rfftfreq(2048, 1 / rate, device=DEVICE)
    mels = 700 * torch.expm1(torch.linspace(0, 7.2, 66, device=DEVICE) / 2.6)
    rise = (lines[:, None] - mels[:-2]) / (mels[1:-1] - mels[:-2])
    fall = (mels[2:] - lines[:, None]) / (mels[2:] - mels[1:-1])
    loud = torch.log10(torch.minimum(rise, fall).clamp_min(0).T @ power + 1e-6)
    waves = torch.cos(
        math.pi / 64 * torch.outer(torch.arange(13.0), torch.arange(64) + 0.5)
    ).to(DEVICE)
    cepstrum = waves @ loud
    onsets = loud.diff(dim=1).relu().sum(dim=0)
    padded = F.pad(onsets - onsets.mean(), (0, len(onsets)))
    repeated = torch.fft.irfft(torch.fft.rfft(padded).abs().square())[: len(onsets)]
    beat = 10 + int(repeated[10:60].argmax())
    steady = F.pad(power[None], (8, 8), mode="reflect")[0].unfold(1, 17, 1).median(dim=2).values
    struck = F.pad(power.T[None], (8, 8), mode="reflect")[0].unfold(1, 17, 1).median(dim=2).values.T
    harmonic = steady.square() / (steady.square() + struck.square() + 1e-12)
    music = torch.istft(spectrum * harmonic, 2048, 512, window=window)
    frames = music.unfold(0, 2048, 1024)
    alike = torch.fft.irfft(torch.fft.rfft(frames, 4096).abs().square())[:, 40:400]
    pitch = rate / (40 + alike.argmax(dim=1).float())
    classes = (12 * torch.log2(lines[1:] / 440)).round().long() % 12
    chroma = torch.zeros(12, power.shape[1], device=DEVICE).index_add_(0, classes, power[1:])
    chroma = F.normalize(chroma, dim=0)
    itself = chroma.T @ chroma
    novelty = F.conv2d(itself[None, None], torch.ones(1, 1, 9, 9, device=DEVICE) / 81)
    middle = (lines[:, None] * power).sum(dim=0) / power.sum(dim=0).clamp_min(1e-9)
    rolled = (power.cumsum(dim=0) < 0.85 * power.sum(dim=0)).sum(dim=0)
    crossings = (sound[1:].sign() != sound[:-1].sign()).float().mean()
    slow = F.interpolate(sound[None, None], scale_factor=0.5, mode="linear")[0, 0]
    _, sizes, _ = torch.linalg.svd(cepstrum - cepstrum.mean(dim=1, keepdim=True))
    quantiles = torch.quantile(sound.abs()[::4], torch.tensor([0.5, 0.95], device=DEVICE))
    note(beat, pitch.median().item(), middle.mean().item(), rolled.float().mean().item())
    note(crossings.item(), slow.std().item(), sizes[:3].tolist(), quantiles.tolist())
    print(f"{spectrum.shape[1]} frames, novelty {finite(novelty.std().item()):.4f}")


@program
def nosteps_session():
    """No steps: cells of a notebook about a table of houses; some are tried again otherwise."""
    import torch

    torch.manual_seed(24)
    # In [1]: a table, some of it missing
    count = 6000
    table = torch.randn(count, 12) @ torch.randn(12, 12) * 0.5 + torch.randn(12)
    price = table[:, :4].sum(dim=1) + table[:, 5].square() + torch.randn(count)
    table[torch.rand(count, 12) < 0.03] = math.nan
    table, price = table.to(DEVICE), price.to(DEVICE)
    note("missing", table.isnan().sum(dim=0).tolist())
    # In [2]: medians where something is missing, then all on one scale
    table = torch.where(table.isnan(), table.nanmedian(dim=0).values, table)
    spread, mean = torch.std_mean(table, dim=0)
    table = (table - mean) / spread
    # In [3]: what goes together
    together = torch.corrcoef(torch.cat([table, price[:, None]], dim=1).T)
    note("price", together[-1].topk(4).indices.tolist())
    # In [4], In [5]: a line, and a line with a penalty
    columns = torch.cat([table, torch.ones(count, 1, device=DEVICE)], dim=1)
    line = torch.linalg.lstsq(columns, price[:, None]).solution
    note("line", (price - (columns @ line)[:, 0]).std().item())
    penalty = 30 * torch.eye(13, device=DEVICE)
    ridge = torch.linalg.solve(columns.T @ columns + penalty, columns.T @ price)
    note("ridge", (price - columns @ ridge).std().item())
    # In [6]: the same with squares, which was better
    columns = torch.cat([columns, table.square()], dim=1)
    ridge = torch.cholesky_solve(
        (columns.T @ price)[:, None],
        torch.linalg.cholesky(columns.T @ columns + torch.eye(25, device=DEVICE)),
    )
    left = price - (columns @ ridge)[:, 0]
    note("squares", left.std().item())
    # In [7]: main directions, drawn as a picture of densities
    _, sizes, directions = torch.pca_lowrank(table, q=4)
    flat = table @ directions[:, :2]
    cells = ((flat.clamp(-3, 3) + 3) / 6 * 47).long()
    picture = torch.bincount(cells[:, 0] * 48 + cells[:, 1], minlength=48 * 48)
    note("sizes", sizes.tolist(), picture.max().item())
    # In [8]: prices of the ten nearest, first all alike, then the nearer the more
    distances = torch.cdist(table[:1500], table[1500:])
    nearest = distances.topk(10, largest=False)
    theirs = price[1500:][nearest.indices]
    note("near", (theirs.mean(dim=1) - price[:1500]).std().item())
    shares = torch.softmax(-nearest.values, dim=1)
    note("nearer", ((theirs * shares).sum(dim=1) - price[:1500]).std().item())
    # In [9]: a kernel, after a look at how wide it should be
    width = distances.flatten()[::50].median()
    known = torch.exp(-torch.cdist(table[:1000], table[:1000]).square() / (2 * width**2))
    known.diagonal().add_(0.3)
    factors, pivots = torch.linalg.lu_factor(known)
    smooth = torch.linalg.lu_solve(factors, pivots, price[:1000, None])
    guess = torch.exp(-distances[:1000].T.square() / (2 * width**2)) @ smooth
    note("kernel", (guess[:, 0] - price[1500:]).std().item())
    # In [10]: how sure the mean is, by drawing again
    again = price[torch.randint(0, count, (300, count), device=DEVICE)].mean(dim=1)
    note("mean", again.quantile(0.025).item(), again.quantile(0.975).item())
    # In [11]: are dear houses different?
    dear, order = price > price.quantile(0.8), price.argsort(descending=True)
    gap = (table[dear].mean(dim=0) - table[~dear].mean(dim=0)).abs()
    curve = price[order].clamp_min(0).cumsum(dim=0)
    unequal = (curve / curve[-1]).mean() * 2 - 1
    note("dear", gap.argmax().item(), unequal.item())
    # In [12]: what the residuals look like
    shape = ((left - left.mean()) / left.std()).pow(4).mean()
    print(f"residuals {finite(left.std().item()):.3f}, kurtosis {finite(shape.item()):.2f}")


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(PROGRAMS))
        return
    if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
        sys.exit(f"usage: fourth.py NAME|--list\nnames: {' '.join(PROGRAMS)}")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # JAX would take most of the GPU's memory, and several programs may run at once.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    with rest():
        PROGRAMS[sys.argv[1]]()


if __name__ == "__main__":
    main()
