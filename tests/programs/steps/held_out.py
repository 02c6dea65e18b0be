"""A third set of programs, held out: it is used once, after all that finds steps is settled.

    python3 held_out.py NAME
    python3 held_out.py --list

The marks are those of programs.py (see README.md); nothing else is shared with it or unseen.py.
The first line of each program says what its steps are, after the kinds of the steps. Frameworks
are imported by the programs that want them, since each takes seconds. Programs in JAX, whose
launches come from threads without ranges, tell the number of their steps on standard error.
"""

import copy
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


def sent(tensor):
    """A copy on the GPU, by way of pinned memory, for which nothing waits."""
    return tensor.pin_memory().to(DEVICE, non_blocking=True)


# Training in PyTorch


@program
def gpt_accumulate():
    """train: four micro-batches, the gradients clipped, fused AdamW with a rate from the host."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attend, self.mix = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x):
            parts = self.attend(self.before(x)).chunk(3, dim=2)
            queries, keys, values = (
                part.unflatten(2, (self.heads, -1)).transpose(1, 2) for part in parts
            )
            mixed = F.scaled_dot_product_attention(queries, keys, values, is_causal=True)
            x = x + F.dropout(self.mix(mixed.transpose(1, 2).flatten(2)), 0.1, self.training)
            fed = self.down(F.gelu(self.up(self.between(x)), approximate="tanh"))
            return x + F.dropout(fed, 0.1, self.training)

    class Language(nn.Module):
        def __init__(self, words, length, width):
            super().__init__()
            self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
            self.blocks = nn.ModuleList([Block(width, 4) for _ in range(2)])
            self.norm = nn.LayerNorm(width)
            self.head = nn.Linear(width, words, bias=False)
            self.head.weight = self.words.weight
            for weights in self.parameters():
                if weights.dim() == 2:
                    nn.init.normal_(weights, std=0.02)

        def forward(self, tokens, wanted):
            places = torch.arange(tokens.shape[1], device=tokens.device)
            x = self.words(tokens) + self.places(places)
            for block in self.blocks:
                x = block(x)
            return F.cross_entropy(self.head(self.norm(x)).flatten(0, 1), wanted.flatten())

    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    text = torch.randint(0, 2000, (50000,)).square() % 2000

    def batch():
        starts = torch.randint(0, len(text) - 65, (16,)).tolist()
        rows = torch.stack([text[start : start + 65] for start in starts])
        return sent(rows[:, :-1].contiguous()), sent(rows[:, 1:].contiguous())

    model = Language(2000, 64, 256).to(DEVICE)
    decayed = [weights for weights in model.parameters() if weights.dim() == 2]
    others = [weights for weights in model.parameters() if weights.dim() != 2]
    groups = [
        {"params": decayed, "weight_decay": 0.1},
        {"params": others, "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.95), fused=True)
    tokens, wanted = batch()
    for number in range(7):
        with step("train"):
            rate = 1e-3 * min((number + 1) / 3, 0.5 + 0.5 * math.cos(math.pi * number / 7))
            for group in optimizer.param_groups:
                group["lr"] = rate
            for _ in range(4):
                loss = model(tokens, wanted) / 4
                # The next batch is on its way while this one is on the GPU.
                tokens, wanted = batch()
                loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            if number % 3 == 0:
                note(number, 4 * loss.item(), rate)
    print(f"loss {finite(4 * loss.item()):.3f}")


@program
def vit_mixup():
    """train, eval: two epochs with mixed images and averaged weights, which then are judged."""
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

    class Vit(nn.Module):
        def __init__(self, width, classes):
            super().__init__()
            stem, before = [], 3
            for after in (width // 4, width // 2, width):
                stem += [nn.Conv2d(before, after, 3, 2, 1, bias=False), nn.BatchNorm2d(after)]
                stem.append(nn.ReLU(inplace=True))
                before = after
            self.stem = nn.Sequential(*stem)
            self.token = nn.Parameter(torch.zeros(1, 1, width))
            self.places = nn.Parameter(0.02 * torch.randn(1, 65, width))
            layer = nn.TransformerEncoderLayer(
                width, 4, 4 * width, 0.1, "gelu", batch_first=True, norm_first=True
            )
            self.body = nn.TransformerEncoder(layer, 3, enable_nested_tensor=False)
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

        def forward(self, images):
            patches = self.stem(images).flatten(2).transpose(1, 2)
            token = self.token.expand(len(images), -1, -1)
            x = self.body(torch.cat([token, patches], dim=1) + self.places)
            return self.head(self.norm(x[:, 0]))

    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    model = Vit(128, 20).to(DEVICE, memory_format=torch.channels_last)
    averaged = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-3, total_steps=12)
    middle = torch.tensor([0.485, 0.456, 0.406], device=DEVICE)[:, None, None]
    spread = torch.tensor([0.229, 0.224, 0.225], device=DEVICE)[:, None, None]

    def load(size):
        pixels = torch.randint(0, 256, (size, 3, 64, 64), dtype=torch.uint8)
        images = sent(pixels.contiguous(memory_format=torch.channels_last))
        return (images.float() / 255 - middle) / spread, sent(torch.randint(0, 20, (size,)))

    for epoch in range(2):
        model.train()
        for _ in range(6):
            with step("train"):
                images, labels = load(32)
                share = float(chance.beta(0.8, 0.8))
                logits = model(images.lerp(images.flip(0), 1 - share))
                first = F.cross_entropy(logits, labels, label_smoothing=0.1)
                second = F.cross_entropy(logits, labels.flip(0), label_smoothing=0.1)
                loss = share * first + (1 - share) * second
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                averaged.update_parameters(model)
        averaged.eval()
        right = torch.zeros((), device=DEVICE)
        for size in (32, 32, 13):
            with step("eval"), torch.no_grad():
                images, labels = load(size)
                right += (averaged(images).argmax(dim=1) == labels).sum()
        note(epoch, loss.item(), right.item() / 77)
    print(f"loss {finite(loss.item()):.3f}, {int(right.item())} of 77 right")


@program
def lora():
    """train: Qwen2 in bfloat16 with adapters, its layers computed again for the backward pass."""
    import torch
    from torch import nn
    from transformers import Qwen2Config, Qwen2ForCausalLM, get_cosine_schedule_with_warmup

    class Adapted(nn.Module):
        def __init__(self, linear, rank):
            super().__init__()
            self.linear = linear
            self.down = nn.Linear(linear.in_features, rank, bias=False)
            self.up = nn.Linear(rank, linear.out_features, bias=False)
            nn.init.zeros_(self.up.weight)
            self.drop = nn.Dropout(0.05)

        def forward(self, x):
            return self.linear(x) + 2 * self.up(self.down(self.drop(x)))

    torch.manual_seed(0)
    config = Qwen2Config(
        vocab_size=1200,
        hidden_size=256,
        intermediate_size=640,
        num_hidden_layers=2,
        num_attention_heads=8,
        num_key_value_heads=2,
        max_position_embeddings=256,
        use_cache=False,
    )
    model = Qwen2ForCausalLM(config)
    model.requires_grad_(False)
    for layer in model.model.layers:
        attention = layer.self_attn
        attention.q_proj, attention.v_proj = (
            Adapted(linear, 8) for linear in (attention.q_proj, attention.v_proj)
        )
    model.to(DEVICE, torch.bfloat16).train()
    model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    adapters = {
        name: weights for name, weights in model.named_parameters() if weights.requires_grad
    }
    optimizer = torch.optim.AdamW(adapters.values(), lr=3e-3, weight_decay=0.0)
    schedule = get_cosine_schedule_with_warmup(optimizer, 2, 8)

    def collate():
        """Questions and answers, all as long as the longest; the question is not learnt."""
        lengths = torch.randint(20, 90, (8, 1))
        places = torch.arange(int(lengths.max()))[None, :]
        tokens = torch.randint(3, 1200, (8, places.shape[1]))
        there = places < lengths
        labels = torch.where(there & (places >= lengths // 2), tokens, -100)
        return sent(torch.where(there, tokens, 0)), sent(there.long()), sent(labels)

    losses = []
    for number in range(8):
        with step("train"):
            tokens, mask, labels = collate()
            loss = model(input_ids=tokens, attention_mask=mask, labels=labels).loss
            loss.backward()
            norm = nn.utils.clip_grad_norm_(adapters.values(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            losses.append(loss.item())
            note(number, losses[-1], float(norm), schedule.get_last_lr()[0])
    saved = {name: weights.detach().cpu() for name, weights in adapters.items()}
    print(f"{len(saved)} adapters, loss {finite(losses[0]):.3f} to {finite(losses[-1]):.3f}")


@program
def dpo():
    """train: two answers each by the policy and by the frozen reference; RMSprop."""
    import torch
    from torch.nn import functional as F
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    config = GPT2Config(vocab_size=800, n_positions=96, n_embd=192, n_layer=2, n_head=4)
    policy = GPT2LMHeadModel(config).to(DEVICE)
    reference = copy.deepcopy(policy).eval().requires_grad_(False)
    policy.train()
    optimizer = torch.optim.RMSprop(policy.parameters(), lr=2e-4)
    warmup = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda number: min(1, (number + 1) / 5))

    def log_chances(model, tokens, answered):
        logits = model(tokens, use_cache=False).logits[:, :-1].float()
        each = logits.log_softmax(dim=-1).gather(2, tokens[:, 1:, None])[..., 0]
        return (each * answered[:, 1:]).sum(dim=1).chunk(2)

    def pairs():
        asked = torch.randint(0, 800, (6, 24)).repeat(2, 1)
        tokens = torch.cat([asked, torch.randint(0, 800, (12, 40))], dim=1)
        ends = torch.randint(30, 64, (12, 1))
        places = torch.arange(64)[None, :]
        return sent(tokens), sent(((places >= 24) & (places < ends)).float())

    margins = []
    for number in range(10):
        with step("train"):
            tokens, answered = pairs()
            chosen, rejected = log_chances(policy, tokens, answered)
            with torch.no_grad():
                before_chosen, before_rejected = log_chances(reference, tokens, answered)
            rewards = 0.1 * (chosen - before_chosen), 0.1 * (rejected - before_rejected)
            loss = -F.logsigmoid(rewards[0] - rewards[1]).mean()
            optimizer.zero_grad()
            loss.backward()
            norm = torch.nn.utils.clip_grad_norm_(policy.parameters(), 10.0)
            optimizer.step()
            warmup.step()
            better = (rewards[0] > rewards[1]).float().mean()
            margins.append((rewards[0] - rewards[1]).mean().item())
            note(number, loss.item(), better.item(), margins[-1], norm.item())
    print(f"loss {finite(loss.item()):.4f}, margin {finite(margins[-1]):.4f}")


@program
def unet_masks():
    """train, val: masks by a U-Net in bfloat16; after each epoch two batches are judged."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    def double(before, after):
        layers = []
        for width in (before, after):
            layers += [nn.Conv2d(width, after, 3, padding=1, bias=False), nn.BatchNorm2d(after)]
            layers.append(nn.ReLU(inplace=True))
        return nn.Sequential(*layers)

    class Unet(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.down = nn.ModuleList([double(1, width), double(width, 2 * width)])
            self.deepest = double(2 * width, 4 * width)
            self.larger = nn.ModuleList(
                [
                    nn.ConvTranspose2d(4 * width, 2 * width, 2, 2),
                    nn.ConvTranspose2d(2 * width, width, 2, 2),
                ]
            )
            self.up = nn.ModuleList([double(4 * width, 2 * width), double(2 * width, width)])
            self.out = nn.Conv2d(width, 1, 1)

        def forward(self, x):
            kept = []
            for down in self.down:
                kept.append(down(x))
                x = F.max_pool2d(kept[-1], 2)
            x = self.deepest(x)
            for larger, up in zip(self.larger, self.up):
                x = up(torch.cat([kept.pop(), larger(x)], dim=1))
            return self.out(x)

    torch.manual_seed(0)
    model = Unet(24).to(DEVICE, memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.99, nesterov=True)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, "max", patience=0)

    def load(size):
        truth = (
            F.interpolate(torch.randn(size, 1, 12, 12), size=96, mode="bilinear") > 0.4
        ).float()
        return sent(truth + 0.7 * torch.randn_like(truth)), sent(truth)

    def overlap(chances, truth):
        both = (chances * truth).sum(dim=(1, 2, 3))
        return (2 * both + 1) / (chances.sum(dim=(1, 2, 3)) + truth.sum(dim=(1, 2, 3)) + 1)

    best, weights = -1.0, {}
    for epoch in range(3):
        model.train()
        for size in (8, 8, 8, 5):
            with step("train"):
                images, truth = load(size)
                turns = int(torch.randint(0, 4, ()))
                images, truth = (part.rot90(turns, (2, 3)) for part in (images, truth))
                images = images.contiguous(memory_format=torch.channels_last)
                with torch.autocast(DEVICE, torch.bfloat16):
                    logits = model(images)
                logits = logits.float()
                loss = F.binary_cross_entropy_with_logits(logits, truth)
                loss = loss + 1 - overlap(logits.sigmoid(), truth).mean()
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 12.0)
                optimizer.step()
        model.eval()
        scores = []
        for _ in range(2):
            with step("val"), torch.inference_mode():
                images, truth = load(16)
                images = images.contiguous(memory_format=torch.channels_last)
                with torch.autocast(DEVICE, torch.bfloat16):
                    logits = model(images)
                guesses = (logits > 0).float()
                scores.append(overlap(guesses, truth).mean().item())
        score = sum(scores) / 2
        plateau.step(score)
        if score > best:
            best = score
            weights = {name: value.clone() for name, value in model.state_dict().items()}
        note(epoch, loss.item(), score)
    print(f"best of three epochs {finite(best):.3f}, {len(weights)} tensors kept")


@program
def neural_ode():
    """train: spirals followed by four intervals of Runge and Kutta, and back through them."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 2)).to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    length = 0.15

    def slope(x):
        return model(x**3)

    def advanced(x, slope):
        k1 = slope(x)
        k2 = slope(x + length / 2 * k1)
        k3 = slope(x + length / 2 * k2)
        k4 = slope(x + length * k3)
        return x + length / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    # The truth, from the same equation with a known matrix.
    turn = torch.tensor([[-0.1, -2.0], [2.0, -0.1]])
    truth = [torch.tensor([[2.0, 0.0]])]
    with torch.no_grad():
        for _ in range(60):
            truth.append(advanced(truth[-1], lambda x: x**3 @ turn.T))
    truth = torch.cat(truth).to(DEVICE)

    errors = []
    for number in range(8):
        with step("train"):
            starts = torch.randint(0, 55, (128,)).to(DEVICE)
            wanted = torch.stack([truth[starts + later] for later in range(1, 5)])
            x, followed = truth[starts], []
            for _ in range(4):
                x = advanced(x, slope)
                followed.append(x)
            loss = (torch.stack(followed) - wanted).abs().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            errors.append(loss.item())
            if number % 4 == 3:
                note(number, errors[-1])
    print(f"error {finite(errors[0]):.3f} to {finite(errors[-1]):.3f}")


# Inference in PyTorch


@program
def whisper():
    """encode, decode: three windows of a sound, each encoded, then a token each until its end."""
    import torch
    from transformers import WhisperConfig, WhisperForConditionalGeneration
    from transformers.audio_utils import mel_filter_bank
    from transformers.modeling_outputs import BaseModelOutput

    torch.manual_seed(0)
    config = WhisperConfig(
        vocab_size=900,
        num_mel_bins=80,
        d_model=128,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=512,
        decoder_ffn_dim=512,
        max_source_positions=300,
        max_target_positions=64,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        decoder_start_token_id=3,
    )
    model = WhisperForConditionalGeneration(config).to(DEVICE, torch.float16).eval()
    filters = torch.from_numpy(mel_filter_bank(201, 80, 0, 8000, 16000, norm="slaney"))
    filters = filters.float().to(DEVICE)
    window = torch.hann_window(400, device=DEVICE)
    time = torch.arange(3 * 6 * 16000) / 16000
    sound = torch.sin(900 * time * (1 + 0.2 * torch.sin(3 * time))) + 0.1 * torch.randn_like(time)

    def spectrogram(samples):
        waves = torch.stft(samples, 400, 160, window=window, return_complex=True)[..., :-1]
        mels = (filters.T @ waves.abs().square()).clamp(min=1e-10).log10()
        mels = torch.maximum(mels, mels.max() - 8.0)
        return ((mels + 4) / 4)[None].half()

    # Neither padding nor the starts are ever said, nor the end before `longest`.
    never = torch.tensor([0, 1, 2, 3, 4, 5, 6], device=DEVICE)
    said = []
    with torch.inference_mode():
        for samples, longest in zip(sound.split(6 * 16000), (13, 8, 18)):
            with step("encode"):
                mels = spectrogram(samples.to(DEVICE))
                encoded = BaseModelOutput(model.get_encoder()(mels).last_hidden_state)
            tokens = torch.tensor([[3, 4, 5, 6]]).to(DEVICE)
            past, score = None, 0.0
            for _ in range(longest):
                with step("decode"):
                    result = model(
                        encoder_outputs=encoded,
                        decoder_input_ids=tokens,
                        past_key_values=past,
                        use_cache=True,
                    )
                    past = result.past_key_values
                    logits = result.logits[:, -1].float()
                    logits[:, never] = -math.inf
                    best = logits.log_softmax(dim=-1).max(dim=-1, keepdim=True)
                    tokens = best.indices
                    score += best.values.item()
                    said.append(tokens.item())
            note(len(said), score / longest)
    print(f"{len(said)} tokens, sum {sum(said)}, last score {finite(score):.2f}")


@program
def static_cache():
    """prefill, decode: two prompts, then a token each, drawn by top-p; keys stay in one place."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    width, heads, groups, room, words = 256, 8, 2, 192, 1500
    head = width // heads

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.norms = nn.ModuleList([nn.RMSNorm(width), nn.RMSNorm(width)])
            self.attend = nn.Linear(width, (heads + 2 * groups) * head, bias=False)
            self.mix = nn.Linear(width, width, bias=False)
            self.gate, self.up = (nn.Linear(width, 704, bias=False) for _ in range(2))
            self.down = nn.Linear(704, width, bias=False)
            for name in ("keys", "values"):
                self.register_buffer(name, torch.zeros(1, groups, room, head))

        def forward(self, x, turns, mask, places):
            parts = self.attend(self.norms[0](x)).unflatten(2, (-1, head)).transpose(1, 2)
            queries, keys, values = parts.split([heads, groups, groups], dim=1)
            queries, keys = turned(queries, *turns), turned(keys, *turns)
            self.keys[:, :, places] = keys
            self.values[:, :, places] = values
            keys, values = (
                kept.repeat_interleave(heads // groups, dim=1) for kept in (self.keys, self.values)
            )
            mixed = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
            x = x + self.mix(mixed.transpose(1, 2).flatten(2))
            y = self.norms[1](x)
            return x + self.down(F.silu(self.gate(y)) * self.up(y))

    def turned(x, cosines, sines):
        first, second = x.chunk(2, dim=-1)
        return torch.cat([first * cosines - second * sines, second * cosines + first * sines], -1)

    class Llama(nn.Module):
        def __init__(self):
            super().__init__()
            self.words = nn.Embedding(words, width)
            self.layers = nn.ModuleList([Layer() for _ in range(2)])
            self.norm, self.head = nn.RMSNorm(width), nn.Linear(width, words, bias=False)
            angles = torch.outer(torch.arange(room), 1e4 ** -(torch.arange(0, head, 2) / head))
            self.register_buffer("cosines", angles.cos())
            self.register_buffer("sines", angles.sin())
            self.register_buffer("causal", torch.ones(room, room, dtype=torch.bool).tril())

        def forward(self, tokens, places):
            x = self.words(tokens)
            mask = self.causal[None, None, places]
            turns = self.cosines[places], self.sines[places]
            for layer in self.layers:
                x = layer(x, turns, mask, places)
            return self.head(self.norm(x[:, -1]))

    def drawn(logits, warmth, most):
        chances, order = (logits.float() / warmth).softmax(dim=-1).sort(descending=True)
        chances = chances.masked_fill(chances.cumsum(dim=-1) - chances > most, 0.0)
        # The smallest of exponential times is as likely as its chance, and nothing waits for it.
        places = (chances / torch.empty_like(chances).exponential_()).argmax(dim=-1, keepdim=True)
        return order.gather(-1, places)

    torch.manual_seed(0)
    model = Llama().to(DEVICE, torch.bfloat16).eval()
    answers = []
    with torch.inference_mode():
        for length, longest in ((37, 18), (70, 14)):
            prompt = torch.randint(0, words, (1, length)).to(DEVICE)
            places = torch.arange(length, device=DEVICE)
            with step("prefill"):
                token = drawn(model(prompt, places), 0.8, 0.9)
            places = places[-1:] + 1
            answer = [token]
            for _ in range(longest):
                with step("decode"):
                    token = drawn(model(token, places), 0.8, 0.9)
                    places += 1
                    answer.append(token.clone())
                    if token.item() == words:  # the end, which no token is here
                        break
            answers.append(torch.cat(answer, dim=1)[0].tolist())
            note(answers[-1])
    print(f"{[len(answer) for answer in answers]} tokens, sum {sum(map(sum, answers))}")


# Simulations and solvers


@program
def lennard_jones():
    """step: of Verlet for a liquid; its list of neighbours is made anew where atoms moved far."""
    import torch

    torch.manual_seed(0)
    edge, cutoff, skin, length = 10, 2.5, 0.35, 0.004
    box = edge / 0.8 ** (1 / 3)
    grid = torch.arange(edge) * box / edge
    x = torch.cartesian_prod(grid, grid, grid).to(DEVICE)
    count = len(x)
    speed = torch.randn(count, 3, device=DEVICE) * 1.2
    speed -= speed.mean(dim=0)

    def between(first, second):
        apart = first - second
        return apart - box * torch.round(apart / box)

    def neighbours(x):
        square = between(x[:, None], x[None, :]).square().sum(dim=2)
        near = torch.triu(square < (cutoff + skin) ** 2, diagonal=1)
        return near.nonzero().unbind(1)

    def forces(x, first, second):
        apart = between(x[first], x[second])
        square = apart.square().sum(dim=1, keepdim=True)
        inverse = torch.where(square < cutoff**2, square, torch.inf).reciprocal() ** 3
        force = 24 * (2 * inverse**2 - inverse) / square * apart
        total = torch.zeros_like(x).index_add_(0, first, force).index_add_(0, second, -force)
        return total, inverse

    first, second = neighbours(x)
    home = x.clone()
    force, _ = forces(x, first, second)
    lists, energies = 1, []
    for number in range(70):
        with step("step"):
            speed += length / 2 * force
            x = x + length * speed
            if (x - home).square().sum(dim=1).max().item() > (skin / 2) ** 2:
                x = torch.remainder(x, box)
                first, second = neighbours(x)
                home = x.clone()
                lists += 1
            force, inverse = forces(x, first, second)
            speed += length / 2 * force
            if number % 10 == 9:
                kinetic = speed.square().sum() / 2
                warmth = 2 / 3 * kinetic / count
                speed *= (1 + 0.2 * (1.0 / warmth - 1)).sqrt()
                energy = (kinetic + 4 * (inverse**2 - inverse).sum()) / count
                energies.append(energy.item())
                note(number, energies[-1], warmth.item(), len(first))
    print(f"energy {finite(energies[-1]):.3f}, {lists} lists")


@program
def als():
    """iteration: factors of users, then those of films, some hundreds at a time, and the error."""
    import torch

    torch.manual_seed(0)
    users, films, rank, ratings = 1200, 900, 16, 60000
    user, film = (torch.randint(0, n, (ratings,)).to(DEVICE) for n in (users, films))
    hidden = [torch.randn(n, 4, device=DEVICE) for n in (users, films)]
    rating = (hidden[0][user] * hidden[1][film]).sum(dim=1)
    rating += 0.3 * torch.randn_like(rating)
    held = torch.rand(ratings, device=DEVICE) < 0.1
    of_users, of_films = (0.1 * torch.randn(n, rank, device=DEVICE) for n in (users, films))

    def ordered(rows, columns, rows_in_all):
        """Ratings by rows, and where those of each block of rows are."""
        order = rows[~held].argsort()
        rows, columns, values = (part[~held][order] for part in (rows, columns, rating))
        blocks = []
        for start in range(0, rows_in_all, 400):
            end = min(start + 400, rows_in_all)
            bounds = torch.tensor([start, end], device=DEVICE)
            low, high = torch.searchsorted(rows, bounds).tolist()
            blocks.append((start, end, rows[low:high] - start, columns[low:high], values[low:high]))
        return blocks

    by_user, by_film = ordered(user, film, users), ordered(film, user, films)
    regular = 0.5 * torch.eye(rank, device=DEVICE)

    def solve(factors, others, blocks):
        for start, end, rows, columns, values in blocks:
            theirs = others[columns]
            products = (theirs[:, :, None] * theirs[:, None, :]).flatten(1)
            matrices = torch.zeros(end - start, rank * rank, device=DEVICE)
            matrices = matrices.index_add_(0, rows, products).unflatten(1, (rank, rank)) + regular
            sides = torch.zeros(end - start, rank, device=DEVICE)
            sides = sides.index_add_(0, rows, theirs * values[:, None])[..., None]
            lower = torch.linalg.cholesky(matrices)
            middle = torch.linalg.solve_triangular(lower, sides, upper=False)
            solution = torch.linalg.solve_triangular(lower.mT, middle, upper=True)
            factors[start:end] = solution[..., 0]

    errors = [math.inf]
    for number in range(15):
        with step("iteration"):
            solve(of_users, of_films, by_user)
            solve(of_films, of_users, by_film)
            wrong = (of_users[user] * of_films[film]).sum(dim=1) - rating
            known, unknown = (wrong[which].square().mean().sqrt() for which in (~held, held))
            errors.append(known.item())
            note(number, errors[-1], unknown.item())
        if errors[-2] - errors[-1] < 1e-4:
            break
    print(f"{len(errors) - 1} iterations, errors {finite(errors[-1]):.3f} and {unknown.item():.3f}")


@program
def lattice_boltzmann():
    """step: of a flow around a cylinder: collisions, streaming, edges; each 25th is measured."""
    import cupy
    import numpy as np

    rows, columns, viscosity, inflow = 160, 384, 0.02, 0.08
    collide = cupy.ElementwiseKernel(
        "T f, T density, T u, T v, T along, T across, T weight, T rate",
        "T after",
        """
        T way = along * u + across * v;
        T still = weight * density * (1 + 3 * way + 4.5f * way * way - 1.5f * (u * u + v * v));
        after = f + rate * (still - f)
        """,
        "collide",
    )
    stream = cupy.RawKernel(
        r"""
        extern "C" __global__ void stream(
            const float *from, float *to, const bool *solid, int rows, int columns)
        {
            const int along[] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
            const int across[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
            const int opposite[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
            int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
            if (x >= columns)
                return;
            int cells = rows * columns, here = y * columns + x;
            for (int way = 0; way < 9; ++way) {
                int left = (x - along[way] + columns) % columns;
                int up = (y - across[way] + rows) % rows;
                int source = up * columns + left;
                to[way * cells + here] = solid[source] ? from[opposite[way] * cells + here]
                                                       : from[way * cells + source];
            }
        }
        """,
        "stream",
    )
    ways = np.array([[0, 1, 0, -1, 0, 1, -1, -1, 1], [0, 0, 1, 0, -1, 1, 1, -1, -1]], np.float32)
    shares = np.array([4 / 9] + 4 * [1 / 9] + 4 * [1 / 36], np.float32)
    directions = cupy.asarray(ways)
    along, across = directions[:, :, None, None]
    weights = cupy.asarray(shares)[:, None, None]
    rate = np.float32(1 / (3 * viscosity + 0.5))
    places = np.mgrid[:rows, :columns]
    solid = cupy.asarray(np.hypot(places[0] - rows / 2 - 1, places[1] - columns / 5) < rows / 9)
    entering = shares * (1 + 3 * inflow * ways[0] + 4.5 * (inflow * ways[0]) ** 2 - 1.5 * inflow**2)
    entering = cupy.asarray(entering.astype(np.float32))[:, None]
    f = cupy.ascontiguousarray(cupy.broadcast_to(entering[:, :, None], (9, rows, columns)))
    moved = cupy.empty_like(f)
    measured = []
    for number in range(130):
        with step("step"):
            density = f.sum(axis=0)
            u, v = cupy.tensordot(directions, f, 1) / density
            after = collide(f, density, u, v, along, across, weights, rate)
            stream(
                ((columns + 127) // 128, rows),
                (128, 1),
                (after, moved, solid, np.int32(rows), np.int32(columns)),
            )
            f, moved = moved, f
            f[:, :, 0] = entering
            f[3, :, -1], f[6, :, -1], f[7, :, -1] = f[3, :, -2], f[6, :, -2], f[7, :, -2]
            if number % 25 == 24:
                u, v = (cupy.where(solid, 0, part) for part in (u, v))
                turning = cupy.gradient(v, axis=1) - cupy.gradient(u, axis=0)
                measured.append((float(cupy.abs(turning).max()), float((u * u + v * v).mean())))
                note(number, *measured[-1])
    print(f"turning {finite(measured[-1][0]):.4f}, energy {finite(measured[-1][1]):.6f}")


@program
def heston_batches():
    """batch: paths of eight quarters, their payoffs, and whether the price is exact enough."""
    import cupy

    chance = cupy.random.default_rng(7)
    paths, quarters, rate, quarter = 65536, 8, 0.03, 0.25
    pull, long, noise, correlation = 1.5, 0.04, 0.4, -0.7

    def batch():
        price = cupy.full(paths, 100.0, dtype=cupy.float32)
        variance = cupy.full(paths, 0.05, dtype=cupy.float32)
        total = cupy.zeros(paths, dtype=cupy.float32)
        alive = cupy.ones(paths, dtype=bool)
        for _ in range(quarters):
            one, two = chance.standard_normal((2, paths), dtype=cupy.float32)
            two = correlation * one + math.sqrt(1 - correlation**2) * two
            positive = cupy.maximum(variance, 0)
            spread = cupy.sqrt(positive * quarter)
            price = price * cupy.exp((rate - positive / 2) * quarter + spread * one)
            variance = variance + pull * (long - positive) * quarter + noise * spread * two
            total += price
            alive &= price > 70
        payoff = (
            cupy.maximum(total / quarters - 100, 0) * alive * math.exp(-rate * quarters * quarter)
        )
        return float(payoff.mean(dtype=cupy.float64)), float(payoff.var(dtype=cupy.float64))

    means, variances = [], []
    for number in range(16):
        with step("batch"):
            mean, variance = batch()
            means.append(mean)
            variances.append(variance)
            error = math.sqrt(sum(variances) / paths) / len(means)
            note(number, sum(means) / len(means), error)
        if error < 0.0125:
            break
    print(f"price {finite(sum(means) / len(means)):.2f} of {len(means)} batches")


def marching_kernels():
    """Rays into a hall of balls, and the colours that a screen shows."""
    import triton
    from triton import language as tl

    @triton.jit
    def march(
        light, time, right, down, WIDTH: tl.constexpr, HEIGHT: tl.constexpr, BLOCK: tl.constexpr
    ):
        pixel = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        across = ((pixel % WIDTH).to(tl.float32) + right - WIDTH // 2) / HEIGHT
        along = ((pixel // WIDTH).to(tl.float32) + down - HEIGHT // 2) / HEIGHT
        inverse = 1 / tl.sqrt(across * across + along * along + 1)
        depth = tl.zeros([BLOCK], dtype=tl.float32)
        ball = depth
        ground = depth
        for _ in range(56):
            x = across * inverse * depth + 2
            y = along * inverse * depth
            z = inverse * depth + time
            x -= 4 * tl.floor(x / 4) + 2
            z -= 4 * tl.floor(z / 4) + 2
            ball = tl.sqrt(x * x + y * y + z * z) - 1 + 0.1 * tl.sin(3 * y + time)
            ground = 1.3 - y
            depth = tl.minimum(depth + 0.8 * tl.minimum(ball, ground), 30.0)
        hit = tl.where(ground < ball, 0.35, 0.9 - 0.5 * along)
        tl.store(light + pixel, hit * tl.exp(-0.12 * depth))

    @triton.jit
    def show(light, bloom, screen, exposure, BLOCK: tl.constexpr):
        pixel = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        bright = exposure * (tl.load(light + pixel) + 0.3 * tl.load(bloom + pixel))
        shown = tl.sqrt(bright / (1 + bright))
        tl.store(screen + pixel, (255 * shown).to(tl.uint8))

    return march, show


@program
def ray_march():
    """frame: rays for four places in a pixel, light kept from earlier frames, bloom, a picture."""
    import torch
    from torch.nn import functional as F

    march, show = marching_kernels()
    height, width, block = 256, 384, 256
    grid = (height * width // block,)
    corners = (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)
    samples = torch.empty(4, height, width, device=DEVICE)
    screen = torch.empty(height, width, dtype=torch.uint8, device=DEVICE)
    kept, pictures = None, []
    for number in range(36):
        with step("frame"):
            time = 0.11 * number
            for sample, (right, down) in zip(samples, corners):
                march[grid](sample, time, right, down, WIDTH=width, HEIGHT=height, BLOCK=block)
            light = samples.mean(dim=0)
            kept = light if kept is None else torch.lerp(kept, light, 0.6)
            small = F.avg_pool2d((kept - 0.3).relu()[None, None], 8)
            small = F.avg_pool2d(F.pad(small, (2, 2, 2, 2), mode="replicate"), 5, stride=1)
            bloom = F.interpolate(small, scale_factor=8, mode="bilinear")
            if number % 12 == 0:
                exposure = 0.5 / max(kept.mean().item(), 1e-3)
            show[grid](kept, bloom.contiguous(), screen, exposure, BLOCK=block)
            pictures.append(screen.cpu())
    means = torch.stack(pictures).float().mean(dim=(1, 2))
    print(f"{len(pictures)} pictures, means {means[0]:.1f} to {finite(means[-1].item()):.1f}")


# JAX


@program
def jax_evolution():
    """generation: noises are drawn, all carts are driven, the mean moves to what did well."""
    import jax
    import jax.numpy as jnp

    pairs, hidden, seconds = 256, 16, 14
    sizes = 4 * hidden, hidden, hidden

    def drive(weights, start):
        """How long a pole on a cart stays up, roughly, with a small network at the wheel."""
        first, bias, last = jnp.split(weights, [sizes[0], sizes[0] + sizes[1]])

        def advance(state, _):
            place, speed, angle, turning = state
            push = 10 * jnp.tanh(jnp.tanh(state @ first.reshape(4, hidden) + bias) @ last)
            swing = (push + 0.05 * turning**2 * jnp.sin(angle)) / 1.1
            bent = (9.8 * jnp.sin(angle) - jnp.cos(angle) * swing) / (
                0.66 - 0.05 * jnp.cos(angle) ** 2
            )
            pushed = swing - 0.05 * bent * jnp.cos(angle)
            change = jnp.stack([speed, pushed, turning, bent])
            return state + 0.05 * change, jnp.exp(-4 * angle**2 - 0.1 * place**2)

        return jax.lax.scan(advance, start, None, length=seconds)[1].mean()

    @jax.jit
    def ask(key, mean):
        noise = jax.random.normal(key, (pairs, mean.size))
        noise = jnp.concatenate([noise, -noise])
        return noise, mean + 0.3 * noise

    @jax.jit
    def judge(population, key):
        starts = 0.3 * jax.random.normal(key, (4, 4))
        return jax.vmap(lambda weights: jax.vmap(drive, (None, 0))(weights, starts).mean())(
            population
        )

    @jax.jit
    def tell(mean, moment, noise, fitness):
        ranks = jnp.argsort(jnp.argsort(fitness)) / (2 * pairs - 1) - 0.5
        slope = ranks @ noise / (2 * pairs * 0.3)
        moment = 0.8 * moment + slope
        return mean + 0.3 * moment - 0.001 * mean, moment

    key = jax.random.key(0)
    mean, moment = jnp.zeros(sum(sizes)), jnp.zeros(sum(sizes))
    jax.block_until_ready((key, mean, moment))
    bests = []
    for number in range(22):
        with step("generation"):
            key, drawn, started = jax.random.split(key, 3)
            noise, population = ask(drawn, mean)
            fitness = judge(population, started)
            mean, moment = tell(mean, moment, noise, fitness)
            bests.append(float(fitness.max()))
            jax.block_until_ready((mean, moment, key))
        if number % 7 == 0:
            note(number, bests[-1])
    print(f"best {finite(bests[0]):.3f} to {finite(bests[-1]):.3f}")
    note(f"truth: {len(bests)} steps")


@program
def jax_gpt():
    """prefill, decode: four prompts at once, then a token each; both compiled before."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    width, heads, room, words, length, batch = 128, 4, 64, 512, 16, 4
    head = width // heads
    chance = np.random.default_rng(0)

    def weights(*shape):
        return jnp.asarray(chance.standard_normal(shape, dtype=np.float32) / width**0.5)

    layers = [
        {name: weights(width, width) for name in ("q", "k", "v", "o", "up", "down")}
        for _ in range(2)
    ]
    parameters = {"words": weights(words, width), "places": weights(room, width), "layers": layers}

    def normed(x):
        return x * jax.lax.rsqrt(jnp.mean(x**2, axis=-1, keepdims=True) + 1e-5)

    def forward(parameters, cache, tokens, start, key):
        """The next tokens, and the cache with keys and values from `start` on."""
        count = tokens.shape[1]
        places = start + jnp.arange(count)
        x = parameters["words"][tokens] + parameters["places"][places]
        seen = jnp.arange(room)[None, :] <= places[:, None]
        filled = []
        for layer, kept in zip(parameters["layers"], cache):
            y = normed(x)
            q, k, v = ((y @ layer[name]).reshape(batch, count, heads, head) for name in "qkv")
            kept = [
                jax.lax.dynamic_update_slice(old, new, (0, start, 0, 0))
                for old, new in zip(kept, (k, v))
            ]
            filled.append(kept)
            scores = jnp.einsum("bihd,bjhd->bhij", q, kept[0]) / head**0.5
            shares = jax.nn.softmax(jnp.where(seen, scores, -1e9), axis=-1)
            mixed = jnp.einsum("bhij,bjhd->bihd", shares, kept[1]).reshape(x.shape)
            x = x + mixed @ layer["o"]
            x = x + jax.nn.gelu(normed(x) @ layer["up"]) @ layer["down"]
        logits = normed(x[:, -1]) @ parameters["words"].T
        best, which = jax.lax.top_k(logits, 40)
        drawn = jax.random.categorical(key, 4 * best)
        return jnp.take_along_axis(which, drawn[:, None], axis=1), filled

    empty = jnp.zeros((batch, room, heads, head))
    cache = [[empty, empty] for _ in layers]
    prompts = jnp.asarray(chance.integers(0, words, (batch, length), dtype=np.int32))
    keys = jax.random.split(jax.random.key(1), 41)
    first = jnp.int32(0)
    jitted = jax.jit(forward)
    prefill = jitted.lower(parameters, cache, prompts, first, keys[0]).compile()
    decode = jitted.lower(parameters, cache, prompts[:, :1], first, keys[0]).compile()
    keys = [keys[number] for number in range(41)]
    jax.block_until_ready((parameters, cache, prompts, keys))
    answer = []
    with step("prefill"):
        tokens, cache = jax.block_until_ready(prefill(parameters, cache, prompts, first, keys[0]))
    for number in range(40):
        with step("decode"):
            where = jnp.int32(length + number)
            tokens, cache = decode(parameters, cache, tokens, where, keys[number + 1])
            jax.block_until_ready((tokens, cache))
            answer.append(np.asarray(tokens)[:, 0])
    print(f"{len(answer)} tokens for each of {batch} prompts, sum {int(np.sum(answer))}")
    note("1 prefill, 40 decode")
    note("truth: 41 steps")


# Without steps


@program
def nosteps_ensemble():
    """No steps: one batch through five different networks, and what they say together."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Dense(nn.Module):
        """Each convolution sees what all before it made."""

        def __init__(self):
            super().__init__()
            self.parts = nn.ModuleList()
            width = 3
            for number in range(9):
                size = 1 if number == 4 else 3
                convolution = nn.Conv2d(width, 12, size, padding=size // 2)
                self.parts.append(nn.Sequential(nn.BatchNorm2d(width), nn.ReLU(), convolution))
                width = 12 if number == 4 else width + 12
            self.head = nn.Linear(width, 10)

        def forward(self, x):
            for number, part in enumerate(self.parts):
                x = F.avg_pool2d(part(x), 2) if number == 4 else torch.cat([x, part(x)], dim=1)
            return self.head(x.mean(dim=(2, 3)))

    class Rows(nn.Module):
        """A photograph read line by line, from above and from below."""

        def __init__(self):
            super().__init__()
            self.gru = nn.GRU(96, 96, batch_first=True, bidirectional=True)
            self.judge, self.head = nn.Linear(192, 1), nn.Linear(192, 10)

        def forward(self, x):
            x, _ = self.gru(x.transpose(1, 2).flatten(2))
            return self.head((x * self.judge(torch.tanh(x)).softmax(dim=1)).sum(dim=1))

    class Light(nn.Module):
        """Depthwise convolutions with squeezing, wider and wider."""

        def __init__(self):
            super().__init__()
            self.first = nn.Conv2d(3, 16, 3, 2, 1)
            shapes = (16, 24, 5), (24, 40, 3), (40, 64, 5)
            self.wide, self.deep, self.squeeze, self.narrow, self.norms = (
                nn.ModuleList() for _ in range(5)
            )
            for before, after, size in shapes:
                self.wide.append(nn.Conv2d(before, 4 * before, 1))
                self.deep.append(
                    nn.Conv2d(4 * before, 4 * before, size, 1, size // 2, groups=4 * before)
                )
                self.squeeze.append(nn.Conv2d(4 * before, 4 * before, 1))
                self.narrow.append(nn.Conv2d(4 * before, after, 1, bias=False))
                self.norms.append(nn.BatchNorm2d(after))
            self.head = nn.Linear(64, 10)

        def forward(self, x):
            x = F.hardswish(self.first(x))
            for wide, deep, squeeze, narrow, norm in zip(
                self.wide, self.deep, self.squeeze, self.narrow, self.norms
            ):
                x = F.hardswish(deep(F.hardswish(wide(x))))
                x = norm(narrow(x * F.hardsigmoid(squeeze(F.adaptive_avg_pool2d(x, 1)))))
            return self.head(F.adaptive_max_pool2d(x, 1).flatten(1))

    class Seeker(nn.Module):
        """A few queries that look at the patches twice, with attention of their own between."""

        def __init__(self):
            super().__init__()
            self.patches = nn.Conv2d(3, 64, 4, 4)
            self.queries = nn.Parameter(torch.randn(1, 6, 64))
            self.look = nn.ModuleList(
                [nn.MultiheadAttention(64, 4, batch_first=True) for _ in range(3)]
            )
            self.norm, self.feed = nn.LayerNorm(64), nn.Linear(64, 64)
            self.head = nn.Linear(6 * 64, 10)

        def forward(self, x):
            seen = self.patches(x).flatten(2).transpose(1, 2)
            asked = self.queries.expand(len(x), -1, -1)
            asked = asked + self.look[0](asked, seen, seen, need_weights=False)[0]
            inner = self.norm(asked)
            asked = asked + self.look[1](inner, inner, inner, need_weights=True)[0]
            asked = asked + F.gelu(self.feed(asked))
            asked = asked + self.look[2](asked, seen, seen, need_weights=False)[0]
            return self.head(asked.flatten(1))

    torch.manual_seed(0)
    plain = [nn.Flatten(), nn.Linear(3072, 512), nn.SELU(), nn.Linear(512, 200), nn.GLU()]
    plain += [nn.LayerNorm(100), nn.Linear(100, 64), nn.Softplus(), nn.Linear(64, 10)]
    models = [nn.Sequential(*plain), Dense(), Rows(), Light(), Seeker()]
    models = [model.to(DEVICE).eval() for model in models]
    images = torch.randint(0, 256, (32, 3, 32, 32), dtype=torch.uint8)
    with torch.inference_mode():
        images = sent(images).float().div_(127.5).sub_(1)
        logits = torch.stack([model(images) for model in models])
        chances = logits.softmax(dim=2)
        together = chances.mean(dim=0)
        entropy = -torch.xlogy(together, together).sum(dim=1)
        alone = torch.special.entr(chances).sum(dim=2).mean(dim=0)
        votes = F.one_hot(chances.argmax(dim=2), 10).sum(dim=0)
        agreed = (votes.amax(dim=1) >= 3).sum()
        order = (entropy - alone).argsort(descending=True)
        ranks = logits.argsort(dim=2).float().var(dim=0).mean()
    doubtful = finite((entropy - alone)[order[0]].item())
    print(f"{agreed.item()} of 32 agreed, most doubt {doubtful:.4f}, ranks {ranks.item():.2f}")


@program
def nosteps_cleaning():
    """No steps: measurements of a plant are cleaned, each column in the way that it needs."""
    import cupy
    import numpy as np
    from cupyx.scipy import ndimage

    chance = np.random.default_rng(0)
    rows = 120000
    when = np.cumsum(chance.integers(1, 4, rows))
    late = chance.permutation(rows)[:900]
    when[late] -= 40
    warmth = 20 + 8 * np.sin(when / 9000) + chance.standard_normal(rows)
    warmth[chance.random(rows) < 0.03] = np.nan
    pressure = 1 + 0.1 * chance.standard_normal(rows).cumsum() / np.sqrt(rows)
    pressure[chance.permutation(rows)[:300]] = -999
    flow = chance.gamma(2.0, 3.0, rows)
    flow[5000:5600] = 0
    level = np.round(50 + 20 * np.cos(when / 20000) + chance.standard_normal(rows), 1)
    valve = chance.choice([0, 1, 1, 1, 3, 255], rows)
    sensor = chance.integers(0, 60, rows) * 17 % 61
    columns = (when, warmth, pressure, flow, level, valve, sensor)
    when, warmth, pressure, flow, level, valve, sensor = (cupy.asarray(part) for part in columns)

    # Rows in order of time, each time once.
    order = cupy.argsort(when)
    when, places = cupy.unique(when[order], return_index=True)
    kept = order[places]
    warmth, pressure, flow, level = warmth[kept], pressure[kept], flow[kept], level[kept]
    valve, sensor = valve[kept].astype(cupy.uint8), sensor[kept]
    rows = int(when.size)

    # Missing temperatures are between their neighbours, jumps are cut.
    missing = cupy.isnan(warmth)
    missing, there = cupy.flatnonzero(missing), cupy.flatnonzero(~missing)
    warmth[missing] = cupy.interp(when[missing], when[there], warmth[there])
    middle = float(cupy.median(warmth))
    apart = cupy.median(cupy.abs(warmth - middle))
    warmth = cupy.clip(warmth, middle - 6 * apart, middle + 6 * apart)
    slow = ndimage.gaussian_filter1d(warmth, 40.0)

    # The pressure has a code for errors, and drifts.
    pressure = cupy.where(pressure < 0, cupy.nan, pressure)
    usual = cupy.nanmean(pressure)
    pressure = cupy.nan_to_num(pressure, nan=float(usual))
    hours = (when - when[0]) / 3600.0
    design = cupy.stack([cupy.ones_like(hours), hours, cupy.square(hours)], axis=1)
    drift = cupy.linalg.solve(design.T @ design, design.T @ pressure)
    pressure -= design @ drift
    bent = float(cupy.linalg.norm(drift[1:]))

    # The flow stood still for a while; the rest is almost normal as a logarithm.
    stuck = ndimage.minimum_filter1d((flow == 0).astype(cupy.int32), 25)
    regions, stops = ndimage.label(ndimage.binary_dilation(stuck.astype(bool), iterations=2))
    longest = cupy.bincount(regions)[1:].max()
    flow = cupy.log1p(flow[regions == 0])
    flow = (flow - flow.mean()) / flow.std(ddof=1)
    crooked = float((flow**3).mean())
    tails = cupy.percentile(flow, cupy.asarray([1.0, 99.0]))

    # The level has steps of a tenth, which noise hides.
    level += (cupy.random.default_rng(1).random(rows) - 0.5) / 10
    level = ndimage.median_filter(level, 5)
    spectrum = cupy.abs(cupy.fft.rfft(level - level.mean()))
    loudest = int(spectrum[1:2000].argmax()) + 1
    classes = cupy.digitize(level, cupy.linspace(20, 80, 13))

    # States of the valve that exist, and how they follow each other.
    known = cupy.isin(valve, cupy.asarray([0, 1, 3], dtype=cupy.uint8))
    state = cupy.searchsorted(cupy.asarray([0, 1, 3]), valve[known].astype(cupy.int64))
    follows = cupy.zeros((3, 3))
    cupy.add.at(follows, (state[:-1], state[1:]), 1.0)
    follows /= follows.sum(axis=1, keepdims=True)
    changes = cupy.count_nonzero(cupy.diff(state))

    # Sensors get numbers without gaps; those with few rows go.
    names, number, counts = cupy.unique(sensor, return_inverse=True, return_counts=True)
    weak = counts < cupy.sort(counts)[counts.size // 10]
    strong = ~weak[number]
    first = cupy.full(names.size, rows, dtype=cupy.int32)
    cupy.minimum.at(first, number, cupy.arange(rows, dtype=cupy.int32))

    # All together: a table for those who train on it.
    table = cupy.column_stack([warmth, slow, pressure, level])[strong]
    related = cupy.corrcoef(table, rowvar=False)
    strongest = cupy.abs(related - cupy.eye(4)).max()
    both, _, _ = cupy.histogram2d(table[:, 0], table[:, 3], bins=20)
    filled = float((both > 0).mean())
    table = cupy.ascontiguousarray(table.astype(cupy.float32))
    flat = cupy.take(table, cupy.random.default_rng(2).integers(0, len(table), 5000), axis=0)
    fold = (cupy.cumsum(strong) * 5 // rows)[strong]
    sizes = cupy.bincount(fold, minlength=5)
    same = bool(cupy.allclose(table.mean(axis=0), flat.mean(axis=0), atol=2.0))
    numbers = [
        int(longest),
        int(stops),
        loudest,
        int(classes.max()),
        int(changes),
        int(first.max()),
        int(sizes.min()),
        round(finite(float(strongest)), 3),
    ]
    note(bent, crooked, tails, follows, filled, same)
    print(f"{rows} rows: {numbers}")


@program
def nosteps_matrices():
    """No steps: matrices of different kinds, each with the factors and numbers that suit it."""
    import torch
    from torch import linalg

    torch.manual_seed(0)
    results = {}
    noise = torch.randn(64, 64, device=DEVICE)

    # A random one: its singular values, and how near the best one of rank 10 is.
    left, values, right = linalg.svd(noise)
    low = left[:, :10] * values[:10] @ right[:10]
    results["rank 10"] = linalg.matrix_norm(noise - low) / linalg.matrix_norm(noise)
    results["nuclear"] = values.sum()

    # Hilbert's: hardly invertible.
    places = torch.arange(1, 25, device=DEVICE, dtype=torch.float64)
    hilbert = 1 / (places[:, None] + places - 1)
    results["condition"] = linalg.cond(hilbert[:8, :8]).log10()
    lower, failed = linalg.cholesky_ex(hilbert + 1e-9 * torch.eye(24, device=DEVICE))
    results["Hilbert"] = 2 * lower.diagonal().log().sum() / 100 + failed

    # A graph's Laplacian: pieces, and a cut in two.
    linked = (torch.rand(64, 64, device=DEVICE) < 0.06).float()
    linked = torch.maximum(linked, linked.T).fill_diagonal_(0)
    laplacian = torch.diag(linked.sum(dim=0)) - linked
    frequencies, waves = linalg.eigh(laplacian)
    results["pieces"] = (frequencies < 1e-4).sum()
    side = (waves[:, 2] > 0).float()
    results["cut"] = side @ linked @ (1 - side)

    # One that turns: QR of noise with the signs made positive; its power turns as well.
    turn, triangle = linalg.qr(noise[:40, :40])
    turn = turn * triangle.diagonal().sign()
    results["turn"] = (turn.T @ turn - torch.eye(40, device=DEVICE)).abs().max()
    results["turned"] = linalg.matrix_power(turn, 9).trace()
    results["sign"] = linalg.slogdet(turn).sign

    # Toeplitz': by FFT of the circle around it, and solved by LU.
    column = torch.exp(-torch.arange(60, device=DEVICE) / 7.0)
    away = (torch.arange(60, device=DEVICE)[:, None] - torch.arange(60, device=DEVICE)).abs()
    toeplitz = column[away]
    around = torch.cat([column, column[1:].flip(0)])
    x = torch.sin(torch.arange(60, device=DEVICE) / 5.0)
    fast = torch.fft.irfft(torch.fft.rfft(around) * torch.fft.rfft(x, n=119), n=119)[:60]
    results["Toeplitz"] = (fast - toeplitz @ x).abs().amax()
    packed, pivots = linalg.lu_factor(toeplitz)
    results["solved"] = (linalg.lu_solve(packed, pivots, fast[:, None])[:, 0] - x).norm()

    # A complex Hermitian one: energies of a ring in a magnetic field.
    phase = torch.full((48,), 0.3, device=DEVICE)
    hop = torch.diag_embed(torch.polar(torch.ones_like(phase), phase)).roll(1, dims=1)
    ring = hop + hop.mH + torch.diag(torch.rand(48, device=DEVICE)).to(hop.dtype)
    energies = linalg.eigvalsh(ring)
    results["lowest energies"] = energies[:24].sum()
    results["gap"] = energies[24] - energies[23]

    # A generator of a Markov chain: its exponential.
    rates = torch.rand(32, 32, device=DEVICE).pow(3).fill_diagonal_(0)
    rates -= torch.diag(rates.sum(dim=1))
    later = linalg.matrix_exp(rates)
    results["stays"] = later.diagonal().mean()
    results["rows"] = (later.sum(dim=1) - 1).abs().max()

    # A tall one: least squares in two ways, and the leverage of each row.
    tall = torch.randn(2000, 24, device=DEVICE, dtype=torch.float64).cumsum(dim=1)
    wanted = tall.square().mean(dim=1, keepdim=True)
    fitted = linalg.lstsq(tall, wanted).solution
    inverse = linalg.pinv(tall.T @ tall, hermitian=True) @ (tall.T @ wanted)
    results["two ways"] = (fitted - inverse).abs().max()
    results["leverage"] = torch.einsum("ij,jk,ik->i", tall, linalg.inv(tall.T @ tall), tall).max()

    # Many small ones at once.
    small = torch.randn(500, 4, 4, device=DEVICE)
    results["determinants"] = linalg.det(small).median()
    results["ranks"] = linalg.matrix_rank(small[:, :, :2] @ small[:, :2, :]).float().mean()

    # Householder's reflections, a Kronecker product, a banded one, a Vandermonde one.
    reflections, factors = torch.geqrf(noise[:, :20])
    results["reflected"] = torch.ormqr(reflections, factors, noise[:, 20:30])[:20].norm()
    kronecker = torch.kron(noise[:6, :6], noise[6:14, 6:14])
    results["Kronecker"] = kronecker.norm() - noise[:6, :6].norm() * noise[6:14, 6:14].norm()
    banded = noise.tril(2).triu(-2)
    results["band"] = (
        banded.count_nonzero() / banded.numel() + (banded @ banded).abs().amax(1).mean()
    )
    nodes = torch.cos(torch.arange(16, device=DEVICE) * math.pi / 15)
    vandermonde = linalg.vander(nodes)
    results["interpolated"] = linalg.solve(vandermonde, nodes.exp())[:4].sum()
    for name, result in results.items():
        note(name, finite(float(result)))
    print(f"{len(results)} numbers, nuclear norm {float(results['nuclear']):.3f}")


@program
def nosteps_scales():
    """No steps: features of one photograph, each of four scales by other networks and filters."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    photo = torch.randint(0, 256, (1, 3, 384, 512), dtype=torch.uint8)
    features = {}

    def keep(name, x):
        features[name] = x.float().flatten()

    def whole(image):
        """At full size: what early layers of VGG see, Gabor's filters, colours."""
        layers, before = [], 3
        for width in (16, 16, 0, 32, 32, 0, 64, 64, 64, 0):
            layers.append(nn.Conv2d(before, width, 3, padding=1) if width else nn.MaxPool2d(2))
            layers += [nn.ReLU(inplace=True)] if width else []
            before = width or before
        seen = nn.Sequential(*layers).to(DEVICE)(image)
        gram = torch.einsum("bchw,bdhw->bcd", seen, seen) / seen[0, 0].numel()
        keep("style", gram)
        axis = torch.arange(-10, 11, device=DEVICE)
        down, right = torch.meshgrid(axis, axis, indexing="ij")
        angles = torch.arange(8, device=DEVICE)[:, None, None] * math.pi / 8
        along = right * angles.cos() + down * angles.sin()
        gabor = torch.exp(-(right**2 + down**2) / 40) * torch.cos(0.7 * along)
        answers = F.conv2d(image.mean(dim=1, keepdim=True), gabor[:, None], padding=10, stride=2)
        keep("gabor", answers.abs().mean(dim=(2, 3)))
        keep("gabor spread", answers.std(dim=(2, 3)))
        bins = (image * 7.99).long()
        codes = (bins[:, 0] * 64 + bins[:, 1] * 8 + bins[:, 2]).flatten()
        keep("colours", torch.bincount(codes, minlength=512).float().sqrt())

    def half(image):
        """At half: a small ResNeXt with squeezed channels, and gradients' directions."""
        first = nn.Conv2d(3, 32, 7, 2, 3, bias=False).to(DEVICE)
        grouped = nn.Conv2d(32, 32, 3, padding=1, groups=8, bias=False).to(DEVICE)
        point = nn.Conv2d(32, 64, 1, bias=False).to(DEVICE)
        norm, other = nn.GroupNorm(8, 32).to(DEVICE), nn.InstanceNorm2d(64).to(DEVICE)
        x = F.leaky_relu(norm(first(image)))
        x = x + F.silu(grouped(x))
        x = other(point(x))
        channels = torch.sigmoid(x.mean(dim=(2, 3), keepdim=True))
        keep("channels", (x * channels).amax(dim=(2, 3)))
        grey = image.mean(dim=1)[0]
        down, right = torch.gradient(grey)
        strength, angle = torch.hypot(down, right), torch.atan2(down, right).remainder(math.pi)
        which = (angle / math.pi * 9).long().clamp(max=8)
        cells = torch.zeros(9, *grey.shape, device=DEVICE)
        cells = F.avg_pool2d(cells.scatter_(0, which[None], strength[None]), 16)
        keep("directions", F.normalize(cells, dim=0).clamp(max=0.2))

    def quarter(image):
        """At a quarter: a transformer of patches with windows, and the spectrum."""
        patches = F.unfold(image, 8, stride=8).transpose(1, 2)
        embed, norm = nn.Linear(192, 96).to(DEVICE), nn.LayerNorm(96).to(DEVICE)
        joined, out = nn.Linear(96, 288).to(DEVICE), nn.Linear(96, 96).to(DEVICE)
        x = norm(embed(patches))
        windows = x.unflatten(1, (3, 4, 4, 4)).permute(0, 1, 3, 2, 4, 5).reshape(12, 16, 96)
        queries, keys, values = joined(windows).unflatten(2, (3, 4, 24)).permute(2, 0, 3, 1, 4)
        bias = torch.randn(4, 16, 16, device=DEVICE)
        shares = (queries @ keys.transpose(2, 3) / 24**0.5 + bias).softmax(dim=3)
        mixed = out((shares @ values).transpose(1, 2).flatten(2))
        keep("windows", (windows + F.gelu(mixed)).amax(dim=1).mean(dim=0))
        power = torch.fft.fft2(image.mean(dim=1)).abs().square().log1p()
        shifted = torch.fft.fftshift(power, dim=(1, 2))[0]
        place = torch.hypot(
            torch.arange(96, device=DEVICE)[:, None] - 48.0, torch.arange(128, device=DEVICE) - 64.0
        )
        rings = place.long().flatten()
        keep("rings", torch.zeros(81, device=DEVICE).index_add_(0, rings, shifted.flatten()))

    def eighth(image):
        """At an eighth: one fully connected autoencoder, corners, patterns and moments."""
        code = nn.Linear(3 * 48 * 64, 128).to(DEVICE)
        back = nn.Linear(128, 3 * 48 * 64).to(DEVICE)
        inner = torch.tanh(code(image.flatten(1)))
        keep("code", inner)
        keep(
            "not in the code",
            F.l1_loss(back(inner), image.flatten(1), reduction="none").topk(50)[0],
        )
        grey = image.mean(dim=1, keepdim=True)
        down, right = grey.diff(dim=2)[..., 1:], grey.diff(dim=3)[:, :, 1:]
        products = torch.cat([down * down, right * right, down * right], dim=1)
        a, b, c = F.avg_pool2d(products, 5, 1).unbind(1)
        corners = a * b - c * c - 0.05 * (a + b) ** 2
        peaks = corners == F.max_pool2d(corners, 7, 1, 3)
        keep("corners", torch.where(peaks, corners, 0).flatten().topk(40).indices)
        around = F.unfold(grey, 3).view(1, 9, -1)
        bits = (around > around[:, 4:5]).long()
        codes = (bits * torch.tensor([1, 2, 4, 8, 0, 16, 32, 64, 128], device=DEVICE)[:, None]).sum(
            1
        )
        keep("patterns", torch.histc(codes.float(), 59, 0, 255))
        flat = image.flatten(2)[0]
        centred = flat - flat.mean(dim=1, keepdim=True)
        keep("colour covariance", centred @ centred.T / flat.shape[1])
        keep("third moments", torch.sign(centred).mul(centred.abs() ** 3).mean(dim=1))

    with torch.no_grad():
        image = sent(photo).float() / 255
        whole(image)
        half(F.interpolate(image, scale_factor=0.5, mode="bilinear", antialias=True))
        quarter(F.avg_pool2d(image, 4))
        eighth(F.interpolate(image, size=(48, 64), mode="area"))
        vector = torch.cat([F.normalize(part, dim=0) for part in features.values()])
        shrunk = vector @ torch.randn(len(vector), 64, device=DEVICE) / 8
        code = (shrunk > 0).long().mul(2 ** torch.arange(64, device=DEVICE) % 65521).sum()
    norm = finite(shrunk.norm().item())
    print(f"{len(features)} features of {len(vector)} numbers, norm {norm:.3f}")
    note("code", code.item())


@program
def nosteps_notebook():
    """No steps: a notebook in JAX: unrelated questions, each answered by a jitted function."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    chance = np.random.default_rng(0)
    results = {}

    def answer(function, *arguments):
        result = jax.block_until_ready(jax.jit(function)(*arguments))
        results[function.__name__] = finite(float(jnp.sum(result)))
        return result

    x = jnp.linspace(0, 10, 64)
    y = jnp.asarray(np.sin(np.linspace(0, 10, 64)) + 0.1 * chance.standard_normal(64), jnp.float32)

    def gaussian_process(x, y):
        kernel = jnp.exp(-0.5 * (x[:, None] - x[None, :]) ** 2)
        lower = jnp.linalg.cholesky(kernel + 0.02 * jnp.eye(64))
        half = jax.scipy.linalg.solve_triangular(lower, y, lower=True)
        return -0.5 * half @ half - jnp.log(jnp.diagonal(lower)).sum()

    def splines(x, y):
        bumps = jax.nn.relu(x[:, None] - jnp.linspace(0, 9, 10)[None, :]) ** 3
        design = jnp.concatenate([jnp.ones((64, 1)), bumps / 100], axis=1)
        return jnp.linalg.solve(design.T @ design + 1e-3 * jnp.eye(11), design.T @ y)

    def autocorrelation(y):
        spectrum = jnp.fft.rfft(y - y.mean(), n=128)
        return jnp.fft.irfft(jnp.abs(spectrum) ** 2)[:20]

    answer(gaussian_process, x, y)
    answer(splines, x, y)
    answer(autocorrelation, y)

    cells = jnp.asarray(chance.random((96, 96), dtype=np.float32))
    counts = jnp.asarray(chance.poisson(3.0, 20000).astype(np.int32))
    groups = jnp.asarray(chance.integers(0, 37, 20000).astype(np.int32))

    def percolation(cells):
        shifted = [jnp.roll(cells > 0.4, way, axis) for way in (1, -1) for axis in (0, 1)]
        return jnp.logical_and(cells > 0.4, sum(part.astype(int) for part in shifted) >= 3).mean()

    def likelihood(counts, groups):
        totals = jax.ops.segment_sum(counts, groups, 37)
        rates = totals / jnp.bincount(groups, length=37)
        return (counts * jnp.log(rates[groups]) - rates[groups]).mean()

    def resampled(counts):
        drawn = jax.random.choice(jax.random.key(3), counts, (200, 500))
        return jnp.percentile(drawn.mean(axis=1), jnp.array([2.5, 97.5]))

    def entropy(counts):
        shares = jnp.bincount(counts, length=32) / counts.size
        return -jnp.sum(jax.scipy.special.xlogy(shares, shares))

    def dispersion(counts, groups):
        mean = jax.ops.segment_sum(counts, groups, 37) / 500
        square = jax.ops.segment_sum(counts**2, groups, 37) / 500
        return (square - mean**2) / mean

    answer(percolation, cells)
    answer(likelihood, counts, groups)
    answer(entropy, counts)
    answer(resampled, counts)
    answer(dispersion, counts, groups)

    cloud = jnp.asarray(chance.standard_normal((400, 3), dtype=np.float32))
    other = jnp.asarray(chance.standard_normal((300, 3), dtype=np.float32) * 1.3 + 0.2)

    def chamfer(cloud, other):
        apart = jnp.sum((cloud[:, None] - other[None]) ** 2, axis=-1)
        return apart.min(axis=0).mean() + apart.min(axis=1).mean()

    def aligned(cloud):
        moved = cloud[:300] @ jnp.array([[0.8, -0.6, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, 1.0]])
        left, _, right = jnp.linalg.svd(cloud[:300].T @ moved)
        return left @ right

    def inertia(cloud):
        return jnp.linalg.eigvalsh(cloud.T @ cloud)

    def shells(cloud):
        return jnp.histogram(jnp.linalg.norm(cloud, axis=1), bins=12, range=(0, 4))[0]

    def farthest(cloud, other):
        return jnp.linalg.norm(cloud[:, None] - other[None], ord=jnp.inf, axis=-1).max()

    def hull(cloud):
        angles = jnp.arange(90) * (jnp.pi / 45)
        return jnp.unique(
            jnp.argmax(cloud[:, :2] @ jnp.stack([jnp.cos(angles), jnp.sin(angles)]), 0), size=40
        )

    answer(chamfer, cloud, other)
    answer(hull, cloud)
    answer(aligned, cloud)
    answer(shells, cloud)
    answer(inertia, cloud)
    answer(farthest, cloud, other)

    sound = jnp.asarray(chance.standard_normal(16384, dtype=np.float32))

    def spectrogram(sound):
        frames = sound.reshape(-1, 256) * jnp.hanning(256)
        return jnp.log1p(jnp.abs(jnp.fft.rfft(frames, axis=1)) ** 2)

    def zero_crossings(sound):
        return jnp.count_nonzero(jnp.diff(jnp.signbit(sound)))

    def envelope(sound):
        spectrum = jnp.fft.fft(sound)
        return jnp.abs(jnp.fft.ifft(jnp.where(jnp.arange(16384) < 8192, 2 * spectrum, 0))).mean()

    def echo(sound):
        return jnp.convolve(sound[:2048], jnp.exp(-jnp.arange(200.0) / 40), mode="full")

    def loudest(sound):
        return jax.lax.top_k(jnp.abs(sound), 16)[0]

    def squeezed(sound):
        return jnp.sign(sound) * jnp.log1p(255 * jnp.abs(sound)) / jnp.log(256.0)

    answer(zero_crossings, sound)
    answer(spectrogram, sound)
    answer(squeezed, sound)
    answer(envelope, sound)
    answer(loudest, sound)
    answer(echo, sound)

    walks = jnp.asarray(chance.standard_normal((300, 250), dtype=np.float32))
    chances = jnp.asarray(chance.dirichlet(np.full(24, 0.3), 24).astype(np.float32))

    def drawdown(walks):
        paths = jnp.exp(0.01 * jnp.cumsum(walks, axis=1))
        return (1 - paths / jax.lax.cummax(paths, axis=1)).max(axis=1).mean()

    def portfolio(walks):
        covariance = jnp.cov(walks[:20])
        shares = jnp.linalg.solve(covariance, jnp.ones(20))
        return shares / shares.sum()

    def stationary(chances):
        return jnp.linalg.matrix_power(chances, 12)[0]

    def shortfall(walks):
        last = jnp.sort(walks.sum(axis=1))
        return jnp.where(jnp.arange(300) < 15, last, 0).sum() / 15

    def rank_correlation(walks):
        first, second = (jnp.argsort(jnp.argsort(walks[row])) for row in (3, 4))
        return jnp.corrcoef(first, second)[0, 1]

    def crossed(walks):
        above = jnp.cumsum(walks, axis=1) > 10
        return jnp.where(above.any(axis=1), above.argmax(axis=1), 250).mean()

    def fisher(chances):
        def divergence(shift):
            return jax.scipy.special.rel_entr(chances[1], jax.nn.softmax(shift)).sum()

        return jnp.trace(jax.hessian(divergence)(jnp.log(chances[1] + 1e-6)))

    answer(drawdown, walks)
    answer(portfolio, walks)
    answer(stationary, chances)
    answer(rank_correlation, walks)
    answer(crossed, walks)
    answer(shortfall, walks)
    answer(fisher, chances)

    # By hand, without functions: what the results look like together.
    numbers = jnp.array(list(results.values()))
    order = jnp.argsort(numbers)
    steps = jnp.diff(jnp.sort(numbers))
    scaled = (numbers - jnp.median(numbers)) / (jnp.std(numbers) + 1e-6)
    outer = jnp.outer(scaled, jnp.tanh(scaled))
    picked = jnp.where(outer > outer.mean(), outer, 0.0)
    odd = jnp.cumsum(picked[::2], axis=0)[-1].max()
    jax.block_until_ready((order, steps, odd))
    for name, result in results.items():
        note(name, result)
    note("together", int(order[0]), float(steps.max()), float(odd))
    print(f"{len(results)} answers, entropy {results['entropy']:.4f}")
    note("truth: 0 steps")


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(PROGRAMS))
        return
    if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
        sys.exit(f"usage: held_out.py NAME|--list\nnames: {' '.join(PROGRAMS)}")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # JAX would take most of the GPU's memory, and several programs may run at once.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    with rest():
        PROGRAMS[sys.argv[1]]()


if __name__ == "__main__":
    main()
