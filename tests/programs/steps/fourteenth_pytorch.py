"""Programs for one test at the end: nothing that finds steps was made with them in view.

    python3 fourteenth_pytorch.py NAME
    python3 fourteenth_pytorch.py --list

The marks are those of marks.py. The first line of each program says what its steps are, after the
kinds of the steps. Frameworks are imported by the programs that want them.
"""

import math

from harness import DEVICE, finite, main, note, program
from marks import step

# Training in PyTorch


def unet(widths):
    """A U-Net for grey pictures whose sides can be halved len(widths) - 1 times."""
    import torch
    from torch import nn

    def twice(before, after):
        layers = []
        for width in (before, after):
            layers += [nn.Conv2d(width, after, 3, padding=1, bias=False), nn.BatchNorm2d(after)]
            layers.append(nn.ReLU(inplace=True))
        return nn.Sequential(*layers)

    class UNet(nn.Module):
        def __init__(self):
            super().__init__()
            self.down = nn.ModuleList(twice(a, b) for a, b in zip((1, *widths[:-1]), widths))
            pairs = list(zip(widths[:-1], widths[1:]))[::-1]
            self.up = nn.ModuleList(nn.ConvTranspose2d(high, low, 2, 2) for low, high in pairs)
            self.join = nn.ModuleList(twice(2 * low, low) for low, _ in pairs)
            self.head = nn.Conv2d(widths[0], 1, 1)

        def forward(self, x):
            kept = []
            for number, block in enumerate(self.down):
                x = block(nn.functional.max_pool2d(x, 2) if number else x)
                kept.append(x)
            kept.pop()
            for up, join in zip(self.up, self.join):
                x = join(torch.cat([kept.pop(), up(x)], dim=1))
            return self.head(x)

    return UNet()


def discs(count, high, wide, draw):
    """Noisy pictures of discs, and where the discs are."""
    import torch

    y = torch.arange(high).view(1, 1, -1, 1)
    x = torch.arange(wide).view(1, 1, 1, -1)
    middle = torch.rand(count, 5, 2, generator=draw) * torch.tensor([high, wide])
    radius = 3 + 10 * torch.rand(count, 5, 1, 1, generator=draw)
    cy, cx = middle[..., 0, None, None], middle[..., 1, None, None]
    mask = ((y - cy) ** 2 + (x - cx) ** 2 < radius**2).any(1, keepdim=True).float()
    return 0.6 * mask + 0.4 * torch.randn(mask.shape, generator=draw), mask


@program
def unet_cells():
    """train, eval, test: a U-Net finds cells; held pictures of all sizes, one by one, turned in the test."""
    import torch
    from torch.nn import functional as F
    from torch.utils.data import DataLoader, TensorDataset

    torch.manual_seed(0)
    draw = torch.Generator().manual_seed(1)
    # 150 pictures in batches of 16: the last batch of an epoch has 6.
    loader = DataLoader(TensorDataset(*discs(150, 96, 96, draw)), 16, shuffle=True)
    sizes = [(64, 80), (96, 96), (128, 96), (160, 120), (72, 136), (200, 160), (96, 96), (88, 104)]
    held = [discs(1, high, wide, draw) for high, wide in sizes]
    tested = [discs(1, wide, high, draw) for high, wide in sizes]
    model = unet((16, 32, 64, 128)).to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="max", factor=0.5, patience=0)

    def overlap(chance, mask):
        return (2 * (chance * mask).sum() + 1) / (chance.sum() + mask.sum() + 1)

    def criterion(output, mask):
        output = output.float()
        return F.binary_cross_entropy_with_logits(output, mask) + 1 - overlap(output.sigmoid(), mask)

    best, best_weights, bad = 0.0, None, 0
    for epoch in range(5):
        model.train()
        total = torch.zeros((), device=DEVICE)
        for image, mask in loader:
            with step("train"):
                image, mask = image.to(DEVICE), mask.to(DEVICE)
                if torch.rand(()) < 0.5:
                    image, mask = image.flip(3), mask.flip(3)
                with torch.autocast(DEVICE, dtype=torch.bfloat16):
                    output = model(image)
                loss = criterion(output, mask)
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_value_(model.parameters(), 1.0)
                optimizer.step()
                total += loss.detach()
        model.eval()
        scores = []
        with torch.no_grad():
            for image, mask in held:
                with step("eval"):
                    output = model(image.to(DEVICE))
                    scores.append(overlap((output > 0).float(), mask.to(DEVICE)).item())
        score = sum(scores) / len(scores)
        schedule.step(score)
        note(f"epoch {epoch}: loss {total.item() / len(loader):.3f} dice {score:.3f}")
        if score > best:
            best, bad = score, 0
            best_weights = {name: value.cpu().clone() for name, value in model.state_dict().items()}
        else:
            bad += 1
            if bad == 3:
                break

    model.load_state_dict(best_weights)
    scores = []
    with torch.inference_mode():
        for image, mask in tested:
            with step("test"):
                image, mask = image.to(DEVICE), mask.to(DEVICE)
                chance = model(image).sigmoid() / 4
                for sides in ((2,), (3,), (2, 3)):
                    chance += model(image.flip(sides)).sigmoid().flip(sides) / 4
                scores.append(overlap((chance > 0.5).float(), mask).item())
    print(f"best {best:.3f} test {finite(sum(scores) / len(scores)):.3f}")


def bucketed(pairs, tokens):
    """Batches of pairs of about equal lengths: as many pairs as fit into so many tokens."""
    batches, batch = [], []
    for pair in sorted(pairs, key=lambda pair: (len(pair[0]), len(pair[1]))):
        longest = max([len(pair[0])] + [len(source) for source, _ in batch])
        if batch and longest * (len(batch) + 1) > tokens:
            batches.append(batch)
            batch = []
        batch.append(pair)
    return [*batches, batch]


@program
def translate_buckets():
    """train, translate: a transformer on batches of as many tokens; greedy translations each 15 updates."""
    import random

    import torch
    from torch import nn
    from torch.nn.utils.rnn import pad_sequence

    torch.manual_seed(0)
    draw = random.Random(0)
    words, width, pad, start, stop = 200, 128, 0, 1, 2

    def sentence():
        source = [draw.randrange(3, words) for _ in range(draw.randrange(4, 41))]
        target = [3 + (7 * word + 5) % (words - 3) for word in reversed(source) if word % 9]
        return torch.tensor([*source, stop]), torch.tensor([start, *target, stop])

    class Translator(nn.Module):
        def __init__(self):
            super().__init__()
            self.word = nn.Embedding(words, width, padding_idx=pad)
            self.place = nn.Embedding(64, width)
            self.body = nn.Transformer(
                width, 4, 2, 2, 4 * width, dropout=0.1, batch_first=True, norm_first=True
            )
            self.head = nn.Linear(width, words)

        def embed(self, ids):
            places = torch.arange(ids.shape[1], device=ids.device)
            return self.word(ids) * math.sqrt(width) + self.place(places)

        def encode(self, source):
            return self.body.encoder(self.embed(source), src_key_padding_mask=source == pad)

        def decode(self, target, memory, source):
            length = target.shape[1]
            later = torch.ones(length, length, dtype=torch.bool, device=target.device).triu(1)
            hidden = self.body.decoder(
                self.embed(target),
                memory,
                tgt_mask=later,
                tgt_key_padding_mask=target == pad,
                memory_key_padding_mask=source == pad,
            )
            return self.head(hidden)

    def padded(batch):
        return [pad_sequence(side, batch_first=True, padding_value=pad).to(DEVICE) for side in zip(*batch)]

    torch.backends.mha.set_fastpath_enabled(False)
    batches = bucketed([sentence() for _ in range(900)], 700)
    held = bucketed([sentence() for _ in range(48)], 350)
    model = Translator().to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    warmup = 20
    noam = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: width**-0.5 * 0.2 * min((n + 1) ** -0.5, (n + 1) * warmup**-1.5)
    )
    criterion = nn.CrossEntropyLoss(ignore_index=pad, label_smoothing=0.1)

    @torch.no_grad()
    def translate(batch):
        source, target = padded(batch)
        memory = model.encode(source)
        made = torch.full((len(source), 1), start, device=DEVICE)
        done = torch.zeros(len(source), dtype=torch.bool, device=DEVICE)
        # An untrained network seldom stops: at most as many words as the source and two.
        for _ in range(source.shape[1] + 2):
            word = model.decode(made, memory, source)[:, -1].argmax(-1)
            word = word.masked_fill(done, stop)
            made = torch.cat([made, word[:, None]], 1)
            done |= word == stop
            if done.all():
                break
        shared = min(made.shape[1], target.shape[1])
        return (made[:, 1:shared] == target[:, 1:shared]).float().mean().item()

    updates = 0
    for epoch in range(2):
        draw.shuffle(batches)
        for batch in batches:
            model.train()
            with step("train"):
                source, target = padded(batch)
                logits = model.decode(target[:, :-1], model.encode(source), source)
                loss = criterion(logits.flatten(0, 1), target[:, 1:].flatten())
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                noam.step()
            updates += 1
            if updates % 10 == 0:
                note(f"epoch {epoch} update {updates}: {source.shape[0]} pairs, loss {loss.item():.3f}")
            if updates % 15 == 0:
                model.eval()
                rates = []
                for some in held:
                    with step("translate"):
                        rates.append(translate(some))
                note(f"update {updates}: right {sum(rates) / len(rates):.3f}")
    print(f"loss {finite(loss.item()):.3f} after {updates} updates")


@program
def wgan_gp():
    """critic, generator: WGAN-GP: five updates of the critic before each of the generator, ten at first."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    width, noise, batch = 32, 64, 48

    def raised(before, after):
        return [
            nn.Upsample(scale_factor=2, mode="nearest"),
            nn.Conv2d(before, after, 3, padding=1),
            nn.BatchNorm2d(after),
            nn.ReLU(),
        ]

    def lowered(before, after, side):
        return [nn.Conv2d(before, after, 4, 2, 1), nn.LayerNorm([after, side, side]), nn.LeakyReLU(0.2)]

    generator = nn.Sequential(
        nn.Linear(noise, 4 * width * 16),
        nn.Unflatten(1, (4 * width, 4, 4)),
        *raised(4 * width, 2 * width),
        *raised(2 * width, width),
        *raised(width, width),
        nn.Conv2d(width, 3, 3, padding=1),
        nn.Tanh(),
    ).to(DEVICE)
    critic = nn.Sequential(
        *lowered(3, width, 16),
        *lowered(width, 2 * width, 8),
        *lowered(2 * width, 4 * width, 4),
        nn.Flatten(),
        nn.Linear(4 * width * 16, 1),
    ).to(DEVICE)
    by_generator = torch.optim.Adam(generator.parameters(), 2e-4, betas=(0.0, 0.9))
    by_critic = torch.optim.Adam(critic.parameters(), 2e-4, betas=(0.0, 0.9))
    wave = torch.linspace(0, 6, 32)
    phase = 6 * torch.rand(1000, 3, 1, 1)
    pictures = torch.sin(wave.view(1, 1, 1, -1) + phase) * torch.cos(wave.view(1, 1, -1, 1) - phase)

    def endless():
        while True:
            order = torch.randperm(len(pictures))
            for first in range(0, len(order) - batch + 1, batch):
                yield pictures[order[first : first + batch]]

    def penalty(real, fake):
        share = torch.rand(len(real), 1, 1, 1, device=DEVICE)
        mixed = (share * real + (1 - share) * fake).requires_grad_()
        (slope,) = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)
        return ((slope.flatten(1).norm(dim=1) - 1) ** 2).mean()

    data = endless()
    fixed = torch.randn(16, noise, device=DEVICE)
    for iteration in range(24):
        critic.requires_grad_(True)
        for _ in range(10 if iteration < 3 else 5):
            with step("critic"):
                real = next(data).to(DEVICE)
                with torch.no_grad():
                    fake = generator(torch.randn(batch, noise, device=DEVICE))
                distance = critic(real).mean() - critic(fake).mean()
                loss = 10 * penalty(real, fake) - distance
                by_critic.zero_grad()
                loss.backward()
                by_critic.step()
        critic.requires_grad_(False)
        with step("generator"):
            loss = -critic(generator(torch.randn(batch, noise, device=DEVICE))).mean()
            by_generator.zero_grad()
            loss.backward()
            by_generator.step()
        if iteration % 8 == 7:
            generator.eval()
            with torch.no_grad():
                sheet = generator(fixed).view(4, 4, 3, 32, 32).permute(2, 0, 3, 1, 4).reshape(3, 128, 128)
                shown = sheet.add(1).mul(127.5).to(torch.uint8).cpu()
            generator.train()
            note(f"{iteration}: distance {distance.item():.3f}, shown {shown.float().mean():.1f}")
    print(f"distance {finite(distance.item()):.3f}")


@program
def convmixer_distilled():
    """train, eval, bn: a compiled ConvMixer learns from a teacher, two micro-batches a step; SWA, then its norms."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
    from torch.utils.data import DataLoader, TensorDataset

    class Residual(nn.Module):
        def __init__(self, *layers):
            super().__init__()
            self.body = nn.Sequential(*layers)

        def forward(self, x):
            return x + self.body(x)

    def mixer(width, depth, classes):
        blocks = []
        for _ in range(depth):
            conv = nn.Conv2d(width, width, 5, groups=width, padding="same")
            blocks += [Residual(conv, nn.GELU(), nn.BatchNorm2d(width))]
            blocks += [nn.Conv2d(width, width, 1), nn.GELU(), nn.BatchNorm2d(width)]
        return nn.Sequential(
            nn.Conv2d(3, width, 4, 4),
            nn.GELU(),
            nn.BatchNorm2d(width),
            *blocks,
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
            nn.Linear(width, classes),
        )

    torch.manual_seed(0)
    classes, epochs, swa_from, accumulate, hot = 10, 6, 3, 2, 3.0
    labels = torch.randint(classes, (712,))
    images = torch.randn(712, 3, 32, 32) + 0.2 * labels.view(-1, 1, 1, 1) - 1
    train = DataLoader(TensorDataset(images[:512], labels[:512]), 32, shuffle=True, drop_last=True)
    held = DataLoader(TensorDataset(images[512:], labels[512:]), 64)
    teacher = mixer(192, 6, classes).to(DEVICE).eval().requires_grad_(False)
    student = mixer(64, 2, classes).to(DEVICE)
    compiled = torch.compile(student)
    averaged = AveragedModel(student)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.05, momentum=0.9, nesterov=True)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=swa_from)
    constant = SWALR(optimizer, swa_lr=0.01, anneal_epochs=1)

    def learn(image, label):
        with torch.no_grad():
            wanted = F.log_softmax(teacher(image) / hot, 1)
        made = compiled(image)
        soft = F.kl_div(F.log_softmax(made / hot, 1), wanted, reduction="batchmean", log_target=True)
        loss = 0.3 * hot**2 * soft + 0.7 * F.cross_entropy(made, label)
        (loss / accumulate).backward()
        return loss.detach()

    def judge(model):
        model.eval()
        right = 0
        with torch.no_grad():
            for image, label in held:
                with step("eval"):
                    right += (model(image.to(DEVICE)).argmax(1) == label.to(DEVICE)).sum().item()
        model.train()
        return right / len(held.dataset)

    def marked(loader):
        for batch in loader:
            with step("bn"):
                yield batch

    for epoch in range(epochs):
        batches = iter(train)
        for number in range(len(train) // accumulate):
            with step("train"):
                for _ in range(accumulate):
                    image, label = (x.to(DEVICE) for x in next(batches))
                    loss = learn(image, label)
                nn.utils.clip_grad_norm_(student.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad(set_to_none=True)
            if number % 5 == 0:
                note(f"epoch {epoch}, {number}: loss {loss.item():.3f}")
        if epoch >= swa_from:
            averaged.update_parameters(student)
            constant.step()
        else:
            cosine.step()
        note(f"epoch {epoch}: right {judge(student):.3f}")
    update_bn(marked(train), averaged, device=torch.device(DEVICE))
    print(f"loss {finite(loss.item()):.3f} average right {judge(averaged):.3f}")


@program
def dpo_lora():
    """train, eval: DPO of adapters of a Llama on ragged pairs, four micro-batches a step, one in an epoch's last."""
    import random

    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.nn.utils.rnn import pad_sequence
    from transformers import LlamaConfig, LlamaForCausalLM

    class Adapted(nn.Module):
        """A linear layer and a change of it of low rank, which can be turned off."""

        def __init__(self, base, rank):
            super().__init__()
            self.base, self.on = base, True
            self.a = nn.Parameter(torch.randn(rank, base.in_features) / rank)
            self.b = nn.Parameter(torch.zeros(base.out_features, rank))

        def forward(self, x):
            y = self.base(x)
            return y + 2 * F.linear(F.linear(x, self.a), self.b) if self.on else y

    torch.manual_seed(0)
    draw = random.Random(0)
    words, beta, accumulate, size = 1000, 0.1, 4, 4
    config = LlamaConfig(
        vocab_size=words,
        hidden_size=256,
        intermediate_size=704,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=256,
    )
    model = LlamaForCausalLM(config).requires_grad_(False)
    adapters = []
    for layer in model.model.layers:
        for name in ("q_proj", "v_proj"):
            adapters.append(Adapted(getattr(layer.self_attn, name), 8))
            setattr(layer.self_attn, name, adapters[-1])
    model.to(DEVICE).train()

    def some(low, high):
        return [draw.randrange(3, words) for _ in range(draw.randrange(low, high))]

    def pair():
        prompt = some(8, 40)
        good, bad = some(5, 60), some(5, 60)
        good[::3] = [7] * len(good[::3])
        return prompt, good, bad

    pairs = [pair() for _ in range(112)]
    pairs, held = pairs[:100], pairs[100:]

    def batches(pairs):
        return [pairs[first : first + size] for first in range(0, len(pairs), size)]

    def collate(batch):
        """Good answers, then bad ones, after their prompts; and where the answers are."""
        rows = [prompt + good for prompt, good, _ in batch] + [prompt + bad for prompt, _, bad in batch]
        ids = pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
        places = torch.arange(ids.shape[1])
        ends = torch.tensor([len(row) for row in rows])[:, None]
        starts = torch.tensor([len(prompt) for prompt, _, _ in batch] * 2)[:, None]
        seen = places < ends
        return [x.to(DEVICE) for x in (ids, seen.long(), seen & (places >= starts))]

    def chances(ids, seen, answers):
        with torch.autocast(DEVICE, dtype=torch.bfloat16):
            logits = model(input_ids=ids, attention_mask=seen, use_cache=False).logits
        each = logits[:, :-1].float().log_softmax(-1).gather(2, ids[:, 1:, None])[..., 0]
        return (each * answers[:, 1:]).sum(1).chunk(2)

    def turn(on):
        for adapter in adapters:
            adapter.on = on

    def gains(batch):
        """By how much the model likes good answers and bad ones more than it did."""
        given = collate(batch)
        turn(False)
        with torch.no_grad():
            old_good, old_bad = chances(*given)
        turn(True)
        good, bad = chances(*given)
        return beta * (good - old_good), beta * (bad - old_bad)

    weights = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(weights, lr=5e-3, weight_decay=0.0)
    total = 4 * math.ceil(100 / size / accumulate)
    warm = torch.optim.lr_scheduler.LinearLR(optimizer, 0.1, 1.0, total_iters=5)
    fall = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, total_iters=total - 5)
    schedule = torch.optim.lr_scheduler.SequentialLR(optimizer, [warm, fall], milestones=[5])

    def judge():
        model.eval()
        rates = []
        with torch.no_grad():
            for batch in batches(held):
                with step("eval"):
                    good, bad = gains(batch)
                    rates.append((good > bad).float().mean().item())
        model.train()
        return sum(rates) / len(rates)

    updates = 0
    for epoch in range(4):
        draw.shuffle(pairs)
        parts = batches(pairs)
        for first in range(0, len(parts), accumulate):
            group = parts[first : first + accumulate]
            with step("train"):
                loss = 0.0
                for batch in group:
                    good, bad = gains(batch)
                    part = -F.logsigmoid(good - bad).mean() / len(group)
                    part.backward()
                    loss += part.item()
                nn.utils.clip_grad_norm_(weights, 1.0)
                optimizer.step()
                schedule.step()
                optimizer.zero_grad()
            updates += 1
            if updates % 5 == 0:
                note(f"update {updates}: loss {loss:.4f}, right {judge():.3f}")
            if updates % 12 == 0:
                kept = [w.detach().cpu().clone() for w in weights]
                note(f"kept {sum(w.numel() for w in kept)} numbers")
    print(f"loss {finite(loss):.4f}, right {judge():.3f} after {updates} updates")


@program
def splat_picture():
    """train, eval: Gaussians are fitted to a picture, at half its size first; some are added and taken at times."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    side = 128
    line = torch.linspace(-1, 1, side, device=DEVICE)
    y, x = torch.meshgrid(line, line, indexing="ij")
    rings = torch.sin(12 * torch.hypot(x, y)) * 0.5 + 0.5
    picture = torch.stack([rings, (x > y).float(), (x * 4).floor() % 2], -1)
    coarse = nn.functional.avg_pool2d(picture.permute(2, 0, 1)[None], 2)[0].permute(1, 2, 0)
    rates = {"middle": 5e-3, "size": 1e-2, "turn": 1e-2, "colour": 2e-2, "shade": 2e-2}
    count = 240
    splats = {
        "middle": torch.rand(count, 2) * 2 - 1,
        "size": torch.full((count, 2), math.log(0.08)) + 0.2 * torch.randn(count, 2),
        "turn": torch.rand(count) * math.pi,
        "colour": torch.rand(count, 3),
        "shade": torch.zeros(count),
    }

    def fitted(tensors):
        """Parameters and their optimizer; Adam begins anew whenever their number changes."""
        made = {name: nn.Parameter(tensor.detach().to(DEVICE)) for name, tensor in tensors.items()}
        groups = [{"params": [made[name]], "lr": rate} for name, rate in rates.items()]
        return made, torch.optim.Adam(groups, eps=1e-15)

    def render(splats, side):
        line = torch.linspace(-1, 1, side, device=DEVICE)
        across = line[None, :, None] - splats["middle"][:, 0]
        down = line[:, None, None] - splats["middle"][:, 1]
        sine, cosine = splats["turn"].sin(), splats["turn"].cos()
        along = (across * cosine + down * sine) / splats["size"][:, 0].exp()
        aside = (down * cosine - across * sine) / splats["size"][:, 1].exp()
        weight = torch.exp(-0.5 * (along**2 + aside**2)) * splats["shade"].sigmoid()
        return weight @ splats["colour"]

    def grown_and_thinned(splats, pull):
        """Those that are pulled most are split in two, those that are hardly seen go."""
        seen = (splats["shade"] > -3).nonzero()[:, 0]
        most = seen[pull[seen] > pull[seen].quantile(0.8)]
        both = {name: torch.cat([value[seen], value[most]]) for name, value in splats.items()}
        both["middle"][-len(most) :] += splats["size"][most].exp() * torch.randn_like(splats["middle"][most])
        both["size"][-len(most) :] -= 0.3
        return both

    def judge(splats):
        with step("eval"):
            with torch.no_grad():
                error = (render(splats, side).clamp(0, 1) - picture).square().mean()
                return -10 * math.log10(error.item())

    splats, optimizer = fitted(splats)
    pull, best, bad = torch.zeros(count, device=DEVICE), 0.0, 0
    for number in range(240):
        with step("train"):
            small = number < 70
            made = render(splats, side // 2 if small else side)
            error = made - (coarse if small else picture)
            loss = error.abs().mean() + 0.2 * error.square().mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            pull += splats["middle"].grad.norm(dim=1)
            optimizer.step()
        if number % 35 == 34 and number < 180:
            with torch.no_grad():
                changed = grown_and_thinned(splats, pull)
            splats, optimizer = fitted(changed)
            pull = torch.zeros(len(splats["turn"]), device=DEVICE)
            note(f"{number}: {len(pull)} Gaussians")
        if number == 120:
            with torch.no_grad():
                splats["shade"].clamp_(max=-1.0)
        if number % 20 == 19:
            quality = judge(splats)
            note(f"{number}: loss {loss.item():.4f} PSNR {quality:.2f}")
            # After the last change, two that are no better are enough.
            bad = bad + 1 if number > 180 and quality < best + 0.02 else 0
            best = max(best, quality)
            if bad == 2:
                break
    print(f"PSNR {finite(best):.2f} with {len(pull)} Gaussians")


# Reinforcement learning


class Catch:
    """Games in which a paddle is to be under what falls; a game lasts for nine moves."""

    def __init__(self, count, side, seed):
        import numpy as np

        self.draw = np.random.default_rng(seed)
        self.count, self.side = count, side
        self.ball = np.zeros((count, 2), dtype=np.int64)
        self.paddle = np.zeros(count, dtype=np.int64)
        self.begin(np.ones(count, dtype=bool))

    def begin(self, which):
        self.ball[which, 0] = 0
        self.ball[which, 1] = self.draw.integers(0, self.side, which.sum())
        self.paddle[which] = self.side // 2

    def look(self):
        import numpy as np

        seen = np.zeros((self.count, 2, self.side, self.side), dtype=np.float32)
        each = np.arange(self.count)
        seen[each, 0, self.ball[:, 0], self.ball[:, 1]] = 1
        seen[each, 1, self.side - 1, self.paddle] = 1
        return seen

    def move(self, actions):
        import numpy as np

        self.paddle = np.clip(self.paddle + actions - 1, 0, self.side - 1)
        self.ball[:, 0] += 1
        done = self.ball[:, 0] == self.side - 1
        hit = np.abs(self.ball[:, 1] - self.paddle) <= 1
        reward = np.where(done, np.where(hit, 1.0, -1.0), 0.0).astype(np.float32)
        after = self.look()
        self.begin(done)
        return after, reward, done


class Replay:
    """A ring of moves on the host, from which those with large errors are drawn more often."""

    def __init__(self, size, shape, seed):
        import numpy as np

        self.draw = np.random.default_rng(seed)
        self.size, self.count, self.at = size, 0, 0
        self.before, self.after = (np.zeros((size, *shape), dtype=np.float32) for _ in range(2))
        self.action = np.zeros(size, dtype=np.int64)
        self.reward, self.done = (np.zeros(size, dtype=np.float32) for _ in range(2))
        self.priority = np.zeros(size)

    def add(self, before, action, reward, after, done):
        import numpy as np

        where = (self.at + np.arange(len(action))) % self.size
        for kept, new in (
            (self.before, before),
            (self.action, action),
            (self.reward, reward),
            (self.after, after),
            (self.done, done),
            (self.priority, max(1.0, self.priority.max())),
        ):
            kept[where] = new
        self.at = (self.at + len(action)) % self.size
        self.count = min(self.size, self.count + len(action))

    def sample(self, count):
        import torch

        chance = self.priority[: self.count] ** 0.6
        chance /= chance.sum()
        where = self.draw.choice(self.count, count, p=chance)
        weight = (self.count * chance[where]) ** -0.4
        columns = (self.before, self.action, self.reward, self.after, self.done)
        rows = [torch.from_numpy(column[where]).to(DEVICE) for column in columns]
        return where, torch.from_numpy(weight / weight.max()).float().to(DEVICE), rows


@program
def dueling_dqn():
    """act, train: a dueling double DQN with prioritised replay: after a while, an update on each second move."""
    import copy

    import numpy as np
    import torch
    from torch import nn

    torch.manual_seed(0)
    draw = np.random.default_rng(0)
    side, gamma = 10, 0.97

    class Dueling(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Sequential(
                nn.Conv2d(2, 32, 3, padding=1),
                nn.ReLU(),
                nn.Conv2d(32, 32, 3, stride=2, padding=1),
                nn.ReLU(),
                nn.Flatten(),
                nn.Linear(32 * 25, 128),
                nn.ReLU(),
            )
            self.value, self.gain = nn.Linear(128, 1), nn.Linear(128, 3)

        def forward(self, x):
            hidden = self.body(x)
            gain = self.gain(hidden)
            return self.value(hidden) + gain - gain.mean(1, keepdim=True)

    online = Dueling().to(DEVICE)
    target = copy.deepcopy(online).requires_grad_(False)
    optimizer = torch.optim.Adam(online.parameters(), lr=5e-4)
    games, replay = Catch(8, side, 1), Replay(600, (2, side, side), 2)

    @torch.no_grad()
    def act(seen, epsilon):
        with step("act"):
            best = online(torch.from_numpy(seen).to(DEVICE)).argmax(1).cpu().numpy()
        random = draw.integers(0, 3, len(best))
        return np.where(draw.random(len(best)) < epsilon, random, best)

    def judge():
        """One game each of more players at once, without chance."""
        trial, total = Catch(64, side, 7), 0.0
        for _ in range(side - 1):
            _, reward, _ = trial.move(act(trial.look(), 0.0))
            total += reward.mean()
        return total

    updates = 0
    for move in range(120):
        seen = games.look()
        action = act(seen, max(0.05, 1 - move / 80))
        after, reward, done = games.move(action)
        replay.add(seen, action, reward, after, done)
        if move >= 30 and move % 2 == 0:
            with step("train"):
                where, weight, (before, chosen, gained, then, ended) = replay.sample(64)
                with torch.no_grad():
                    best = online(then).argmax(1, keepdim=True)
                    worth = gained + gamma * (1 - ended) * target(then).gather(1, best)[:, 0]
                error = online(before).gather(1, chosen[:, None])[:, 0] - worth
                huber = nn.functional.smooth_l1_loss(error, torch.zeros_like(error), reduction="none")
                loss = (weight * huber).mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(online.parameters(), 10.0)
                optimizer.step()
                replay.priority[where] = error.detach().abs().cpu().numpy() + 1e-3
                updates += 1
                if updates % 12 == 0:
                    target.load_state_dict(online.state_dict())
        if move % 40 == 39:
            note(f"move {move}: {updates} updates, a game brings {judge():.3f}")
    print(f"loss {finite(loss.item()):.4f} after {updates} updates")


# Inference in PyTorch


def cached_gpt(words, width, layers, places):
    """A decoder for one sequence, which keeps keys and values of what it has seen in place."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    heads = width // 64

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = nn.RMSNorm(width), nn.RMSNorm(width)
            self.qkv = nn.Linear(width, 3 * width, bias=False)
            self.out = nn.Linear(width, width, bias=False)
            self.gate, self.up = (nn.Linear(width, 3 * width, bias=False) for _ in range(2))
            self.down = nn.Linear(3 * width, width, bias=False)
            self.register_buffer("keys", torch.zeros(1, heads, places, 64))
            self.register_buffer("values", torch.zeros(1, heads, places, 64))

        def forward(self, x, seen, mask):
            end = seen + x.shape[1]
            parts = self.qkv(self.norm1(x)).chunk(3, -1)
            q, k, v = (part.view(1, -1, heads, 64).transpose(1, 2) for part in parts)
            self.keys[:, :, seen:end] = k
            self.values[:, :, seen:end] = v
            mixed = F.scaled_dot_product_attention(
                q, self.keys[:, :, :end], self.values[:, :, :end], attn_mask=mask
            )
            x = x + self.out(mixed.transpose(1, 2).reshape(x.shape))
            y = self.norm2(x)
            return x + self.down(F.silu(self.gate(y)) * self.up(y))

    class Decoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.seen = 0
            self.word, self.place = nn.Embedding(words, width), nn.Embedding(places, width)
            self.blocks = nn.ModuleList(Block() for _ in range(layers))
            self.norm = nn.RMSNorm(width)
            self.head = nn.Linear(width, words, bias=False)

        def forward(self, ids):
            """Chances of the words after each of those that come after the ones seen."""
            new = ids[:, self.seen :]
            at = torch.arange(self.seen, ids.shape[1], device=ids.device)
            mask = None
            if len(at) > 1:
                mask = torch.arange(ids.shape[1], device=ids.device)[None] <= at[:, None]
            x = self.word(new) + self.place(at)
            for block in self.blocks:
                x = block(x, self.seen, mask)
            self.seen = ids.shape[1]
            return self.head(self.norm(x)).float().softmax(-1)[0]

    return Decoder()


@program
def speculative_chat():
    """prefill, round: a small model guesses two to six words, a larger one judges them; seven prompts."""
    import torch

    torch.manual_seed(0)
    words, places, stops = 1000, 400, 12
    kind = torch.bfloat16 if DEVICE == "cuda" else torch.float32
    large = cached_gpt(words, 512, 6, places).to(DEVICE, kind).eval()
    small = cached_gpt(words, 128, 1, places).to(DEVICE, kind).eval()

    def guess_and_judge(ids, count):
        """The words with those that were accepted and one of the large model, and how many were."""
        length, chances = ids.shape[1], []
        for _ in range(count):
            chances.append(small(ids)[-1])
            ids = torch.cat([ids, torch.multinomial(chances[-1], 1)[None]], 1)
        guessed, judged = torch.stack(chances), large(ids)
        made = ids[0, length:, None]
        ratio = judged[:count].gather(1, made) / guessed.gather(1, made)
        kept = (torch.rand_like(ratio) < ratio)[:, 0].long().cumprod(0).sum().item()
        rest = judged[kept]
        if kept < count:
            # The tiny number keeps the chances from being all zero.
            rest = (rest - guessed[kept]).clamp(min=0) + 1e-9
        ids = torch.cat([ids[:, : length + kept], torch.multinomial(rest, 1)[None]], 1)
        large.seen = length + kept
        small.seen = min(small.seen, length + kept)
        return ids, kept

    guesses, right, rounds = 0, 0, 0
    with torch.inference_mode():
        for number, length in enumerate((37, 180, 12, 95, 240, 64, 23)):
            prompt = torch.randint(stops, words, (1, length))
            large.seen = small.seen = 0
            with step("prefill"):
                ids = prompt.to(DEVICE)
                small(ids)
                ids = torch.cat([ids, torch.multinomial(large(ids)[-1], 1)[None]], 1)
            count, wanted = 4, 30 + 9 * (number % 4)
            while ids.shape[1] < length + wanted:
                with step("round"):
                    before = ids.shape[1]
                    ids, kept = guess_and_judge(ids, count)
                    ended = (ids[0, before:] < stops).any().item()
                guesses, right, rounds = guesses + count, right + kept, rounds + 1
                count = min(6, count + 2) if kept == count else max(2, count - 1)
                if ended:
                    break
            answer = ids[0, length:].tolist()
            note(f"prompt {number}: {length} words, answer of {len(answer)}, {right} of {guesses} right")
    print(f"{right / guesses:.3f} of the guesses right in {rounds} rounds")


class Bucket:
    """A CUDA graph of a model for a fixed number of rows, or the model itself without CUDA."""

    def __init__(self, model, rows, example):
        import torch

        self.model, self.graph = model, None
        self.inputs = [x[:1].expand(rows, *x.shape[1:]).contiguous() for x in example]
        if DEVICE != "cuda":
            return
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                model(*self.inputs)
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.output = model(*self.inputs)

    def __call__(self, *given):
        rows = len(given[0])
        for kept, new in zip(self.inputs, given):
            kept[:rows].copy_(new, non_blocking=True)
        if self.graph is None:
            self.output = self.model(*self.inputs)
        else:
            self.graph.replay()
        return self.output[:rows]


@program
def ranking_server():
    """batch: a DLRM in eight bits ranks what requests bring: CUDA graphs for three sizes, none above them."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    tables, rows, width, numbers = 8, 5000, 32, 13

    class Linear8(nn.Module):
        """Weights of eight bits with a scale for each row, made half precision when used."""

        def __init__(self, before, after):
            super().__init__()
            weight = torch.randn(after, before) / math.sqrt(before)
            scale = weight.abs().amax(1, keepdim=True) / 127
            self.register_buffer("weight", (weight / scale).round().to(torch.int8))
            self.register_buffer("scale", scale)
            self.register_buffer("bias", torch.zeros(after))

        def forward(self, x):
            return F.linear(x, self.weight.to(x.dtype) * self.scale.to(x.dtype), self.bias.to(x.dtype))

    class DLRM(nn.Module):
        def __init__(self):
            super().__init__()
            self.words = nn.ModuleList(nn.Embedding(rows, width) for _ in range(tables))
            self.bottom = nn.Sequential(Linear8(numbers, 128), nn.ReLU(), Linear8(128, width), nn.ReLU())
            pairs = (tables + 1) * tables // 2
            self.top = nn.Sequential(
                Linear8(width + pairs, 256), nn.ReLU(), Linear8(256, 64), nn.ReLU(), Linear8(64, 1)
            )
            first, second = torch.triu_indices(tables + 1, tables + 1, 1)
            self.register_buffer("pairs", first * (tables + 1) + second)

        def forward(self, dense, sparse):
            kind = torch.bfloat16
            low = self.bottom(torch.log1p(dense).to(kind))
            parts = [table(sparse[:, i]).mean(1).to(kind) for i, table in enumerate(self.words)]
            parts = torch.stack([low, *parts], 1)
            products = (parts @ parts.transpose(1, 2)).flatten(1)[:, self.pairs]
            return self.top(torch.cat([low, products], 1))[:, 0].float().sigmoid()

    def arrive():
        """Requests of one moment: seldom many at once. Each has some candidates."""
        burst = torch.rand(()).item()
        requests = 1 + int(-3 * math.log(1 - burst))
        sizes = torch.randint(4, 40, (requests,)).tolist()
        count = sum(sizes)
        dense = torch.rand(count, numbers) * 100
        sparse = torch.randint(rows, (count, tables, 5))
        return sizes, dense, sparse

    model = DLRM().to(DEVICE).eval()
    served, scores, graphless = 0, [], 0
    with torch.no_grad():
        _, dense, sparse = arrive()
        example = dense.to(DEVICE), sparse.to(DEVICE)
        buckets = {size: Bucket(model, size, example) for size in (128, 64, 32)}
        for number in range(180):
            sizes, dense, sparse = arrive()
            with step("batch"):
                fitting = [size for size in sorted(buckets) if size >= len(dense)]
                if fitting:
                    chance = buckets[fitting[0]](dense, sparse)
                else:
                    chance = model(dense.to(DEVICE), sparse.to(DEVICE))
                    graphless += 1
                # The best of each request, by one sort of them all.
                owner = torch.repeat_interleave(torch.arange(len(sizes)), torch.tensor(sizes)).to(DEVICE)
                order = torch.argsort(owner - 0.5 * chance)
                ranked = torch.stack([owner[order].float(), chance[order]]).cpu()
            served += len(sizes)
            scores.append(ranked[1].mean().item())
            if number % 60 == 59:
                # New weights of a trainer for two tables; addresses stay as the graphs know them.
                for table in model.words[:2]:
                    table.weight.copy_(table.weight * 0.99 + 0.01 * torch.randn_like(table.weight))
                note(f"batch {number}: {served} requests served, {graphless} batches without a graph")
    print(f"{served} requests, mean chance {finite(sum(scores) / len(scores)):.4f}")


# Without steps


@program
def nosteps_size_sweep():
    """No steps: routines of PyTorch, each over sizes of its own: tried once, then timed for some milliseconds."""
    import time

    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    table = []

    def wait():
        if DEVICE == "cuda":
            torch.cuda.synchronize()

    def timed(name, size, work, amount):
        """The first call is not counted; then as many as fit into 2 ms by the time of the second."""
        work()
        wait()
        start = time.perf_counter()
        work()
        wait()
        once = max(1e-6, time.perf_counter() - start)
        repeats = max(1, min(12, int(2e-3 / once)))
        start = time.perf_counter()
        for _ in range(repeats):
            work()
        wait()
        spent = (time.perf_counter() - start) / repeats
        table.append((name, size, spent, amount / spent))
        note(f"{name:14s} {size!s:>14s} {repeats:3d} x {1e6 * spent:9.1f} us {amount / spent / 1e9:10.2f} G/s")

    def normal(*shape, kind=torch.float32):
        return torch.randn(*shape, device=DEVICE, dtype=kind)

    # Products: kinds of numbers, then shapes.
    for kind in (torch.float32, torch.bfloat16, torch.float64):
        for n in (128, 384, 1024, 2048):
            a, b = normal(n, n, kind=kind), normal(n, n, kind=kind)
            timed(f"mm {str(kind)[6:]}", n, lambda: a @ b, 2 * n**3)
    for n in (1000, 4000, 8000):
        a, v = normal(n, n), normal(n)
        timed("mv", n, lambda: torch.mv(a, v), 2 * n * n)
    for count, n in ((2000, 16), (500, 48), (64, 200)):
        a = normal(count, n, n)
        timed("bmm", (count, n), lambda: torch.bmm(a, a), 2 * count * n**3)
    for n in (256, 700, 1500):
        a, b, c = normal(n, 64), normal(64, n), normal(n)
        timed("addmm relu", n, lambda: torch.relu(torch.addmm(c, a, b)), 2 * 64 * n * n)

    # Convolutions and what stands about them.
    for width, side, size in ((16, 64, 3), (64, 56, 3), (64, 28, 1), (128, 14, 5), (3, 128, 7)):
        x, w = normal(8, width, side, side), normal(64, width, size, size)
        work = 2 * 8 * 64 * width * side * side * size * size
        timed("conv2d", (width, side, size), lambda: F.conv2d(x, w, padding=size // 2), work)
    for side in (32, 80, 192):
        x = normal(8, 32, side, side)
        timed("batch norm", side, lambda: F.batch_norm(x, None, None, training=True), x.numel())
        timed("max pool", side, lambda: F.max_pool2d(x, 3, 2, 1), x.numel())
    for length in (128, 512, 2048):
        q = normal(2, 8, length, 64, kind=torch.bfloat16)
        work = 4 * 16 * length * length * 64
        timed("attention", length, lambda: F.scaled_dot_product_attention(q, q, q), work)
    for width in (100, 1000, 10_000, 100_000):
        x = normal(2_000_000 // width, width)
        timed("softmax", width, lambda: x.softmax(-1), x.numel())
        timed("layer norm", width, lambda: F.layer_norm(x, (width,)), x.numel())

    # Memory: copies, turns, gathering, scattering.
    for n in (10_000, 1_000_000, 30_000_000):
        x, y = normal(n), normal(n)
        timed("copy", n, lambda: y.copy_(x), 8 * n)
        timed("triad", n, lambda: torch.add(x, y, alpha=2.0), 12 * n)
    for n in (300, 1200, 4000):
        x = normal(n, n)
        timed("transpose", n, lambda: x.t().contiguous(), 8 * n * n)
    for n in (50_000, 2_000_000):
        x, at = normal(n), torch.randint(n, (n,), device=DEVICE)
        timed("gather", n, lambda: x[at], 16 * n)
        timed("scatter", n, lambda: torch.zeros_like(x).scatter_add_(0, at, x), 16 * n)
    for n in (1_000, 300_000, 20_000_000):
        host, there = torch.randn(n), normal(n)
        timed("to the device", n, lambda: there.copy_(host), 4 * n)

    # Reductions, scans, sorting.
    for n in (4_000, 500_000, 16_000_000):
        x = normal(n)
        timed("sum", n, lambda: x.sum(), 4 * n)
        timed("cumsum", n, lambda: x.cumsum(0), 8 * n)
        timed("sort", n, lambda: x.sort(), n)
    for n in (2_000, 200_000):
        x = normal(16, n)
        timed("topk", n, lambda: x.topk(40), x.numel())
        timed("unique", n, lambda: (x * 100).int().unique(), x.numel())
        timed("histogram", n, lambda: torch.histc(x, 100), x.numel())

    # Spectra and decompositions.
    for n in (1 << 10, 1 << 16, 3**11, 10_007):
        x = normal(8, n)
        timed("rfft", n, lambda: torch.fft.rfft(x), 8 * 2.5 * n * math.log2(n))
    for n in (64, 250, 1024):
        x = normal(n, n)
        timed("fft2", n, lambda: torch.fft.fft2(x), 5 * n * n * math.log2(n))
    for n in (32, 200, 1000):
        x = normal(n, n)
        x = x @ x.T + n * torch.eye(n, device=DEVICE)
        b = normal(n, 4)
        timed("cholesky", n, lambda: torch.linalg.cholesky(x), n**3 / 3)
        timed("solve", n, lambda: torch.linalg.solve(x, b), 2 * n**3 / 3)
        timed("inverse", n, lambda: torch.linalg.inv(x), 2 * n**3)
    for n in (40, 300):
        x = normal(2 * n, n)
        timed("qr", n, lambda: torch.linalg.qr(x), 4 * n**3)
        timed("svd", n, lambda: torch.linalg.svdvals(x), 10 * n**3)
        timed("eigh", n, lambda: torch.linalg.eigvalsh(x.T @ x), 10 * n**3)

    # What a call costs and what a byte costs, by a line through the copies.
    copies = torch.tensor([(1.0, 8.0 * size, spent) for name, size, spent, _ in table if name == "copy"])
    line = torch.linalg.lstsq(copies[:, :2].double(), copies[:, 2:].double()).solution
    slowest = max(table, key=lambda row: row[2])
    note(f"slowest: {slowest[0]} {slowest[1]}, {1e3 * slowest[2]:.2f} ms; a byte {line[1].item():.3e} s")
    best = max(rate for name, _, _, rate in table if name.startswith("mm"))
    print(f"{len(table)} rows, products at best {'well' if finite(best) > 0 else 'badly'}")


@program
def nosteps_recording():
    """No steps: one recording is cleaned, described and cut into parts; every stage of it once."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    rate, seconds = 22050, 40
    time = torch.arange(rate * seconds, device=DEVICE) / rate
    tune = torch.tensor([220.0, 261.6, 329.6, 392.0, 440.0, 329.6, 293.7, 246.9], device=DEVICE)
    tone = tune[((time * 2).long() % 8)] * (1 + (time > seconds / 2))
    turns = torch.cumsum(2 * math.pi * tone.double() / rate, 0).float()
    sound = sum(torch.sin(k * turns) / k for k in (1, 2, 3)) * torch.exp(-3 * (time * 2 % 1))
    clicks = (torch.rand(len(time), device=DEVICE) < 2e-5).float() * 3
    sound = sound + clicks + 0.05 * torch.randn_like(sound) + 0.1 * torch.sin(2 * math.pi * 50 * time) + 0.02
    note(f"loudest {sound.abs().max().item():.3f}")

    # Clicks are replaced by the median about them, the hum and the mean are taken off.
    about = F.pad(sound[None], (5, 5), mode="reflect")[0].unfold(0, 11, 1).median(1).values
    sound = torch.where((sound - about).abs() > 1.5, about, sound)
    spectrum = torch.fft.rfft(sound - sound.mean())
    pitch = torch.fft.rfftfreq(len(sound), 1 / rate, device=DEVICE)
    spectrum = torch.where(((pitch - 50).abs() < 1) | (pitch < 20), torch.zeros_like(spectrum), spectrum)

    # To 16 kHz by leaving out the highest; then a band by a filter of 255 numbers, and more treble.
    rate, count = 16000, 16000 * seconds
    sound = torch.fft.irfft(spectrum[: count // 2 + 1], n=count) * (count / len(sound))
    at = torch.arange(-127, 128, device=DEVICE) / rate
    band = (7000 * torch.sinc(2 * 7000 * at) - 60 * torch.sinc(2 * 60 * at)) * 2 / rate
    band = band * torch.hamming_window(255, periodic=False, device=DEVICE)
    sound = F.conv1d(sound[None, None], band[None, None], padding=127)[0, 0]
    bright = sound.clone()
    bright[1:] -= 0.97 * sound[:-1]
    note(f"power {sound.square().mean().item():.5f}, of the bright one {bright.square().mean().item():.5f}")

    # A spectrogram, the noise in it as a low quantile, Wiener's gain, and back.
    window = torch.hann_window(512, device=DEVICE)
    frames = torch.stft(sound, 512, 160, window=window, return_complex=True)
    power = frames.abs().square()
    noise = power.quantile(0.1, dim=1, keepdim=True)
    gain = (1 - 2 * noise / power.clamp(min=1e-10)).clamp(min=0.1)
    gain = F.avg_pool2d(gain[None, None], 3, 1, 1)[0, 0]
    clean = torch.istft(frames * gain, 512, 160, window=window, length=len(sound))
    power = power * gain.square()
    note(f"noise lowered by {10 * math.log10((sound.square().sum() / clean.square().sum()).item()):.2f} dB")

    # Tones and beats by medians along time and along frequency.
    size = power.sqrt()
    tones = F.pad(size[None], (8, 8), mode="reflect")[0].unfold(1, 17, 1).median(-1).values
    beats = F.pad(size.T[None], (6, 6), mode="reflect")[0].unfold(1, 13, 1).median(-1).values.T
    share = tones.square() / (tones.square() + beats.square() + 1e-10)
    note(f"share of tones {share.mean().item():.4f}")

    # Mel bands, cepstra, their changes, and all of them of one size.
    mel = 700 * (10 ** (torch.linspace(0, 2840, 66, device=DEVICE) / 2595) - 1)
    bins = torch.linspace(0, rate / 2, 257, device=DEVICE)
    rise = (bins[None] - mel[:-2, None]) / (mel[1:-1] - mel[:-2])[:, None]
    fall = (mel[2:, None] - bins[None]) / (mel[2:] - mel[1:-1])[:, None]
    bank = torch.minimum(rise, fall).clamp(min=0)
    logs = (bank @ power + 1e-8).log10()
    logs = torch.maximum(logs, logs.max() - 8)
    order = torch.arange(64, device=DEVICE)
    cosine = torch.cos(math.pi / 64 * (order[None] + 0.5) * order[:20, None])
    cepstra = cosine @ logs
    slope = torch.tensor([-2.0, -1, 0, 1, 2], device=DEVICE) / 10
    change = F.conv1d(cepstra[:, None], slope[None, None], padding=2)[:, 0]
    features = F.instance_norm(torch.cat([cepstra, change])[None])[0]
    note(f"features {tuple(features.shape)}, widest {features.abs().max().item():.2f}")

    # Where there is sound: energies against Otsu's kind of threshold, short gaps closed.
    energy = 10 * (power.sum(0) + 1e-8).log10()
    ranked = energy.sort().values
    sums = ranked.cumsum(0)
    below = torch.arange(1, len(ranked), device=DEVICE)
    gap = sums[:-1] / below - (sums[-1] - sums[:-1]) / (len(ranked) - below)
    threshold = ranked[(below * (len(ranked) - below) * gap.square()).argmax()]
    loud = (energy > threshold).float()
    closed = -F.max_pool1d(-F.max_pool1d(loud[None], 11, 1, 5), 11, 1, 5)[0]
    edges = torch.diff(closed).nonzero()[:, 0]
    note(f"{len(edges)} edges, loud for {closed.mean().item():.3f} of the time")

    # Pitch by autocorrelation.
    pieces = clean.unfold(0, 1024, 160)
    pieces = pieces - pieces.mean(1, keepdim=True)
    likeness = torch.fft.irfft(torch.fft.rfft(pieces, 2048).abs().square())[:, :400]
    likeness = likeness / likeness[:, :1].clamp(min=1e-8)
    height, lag = likeness[:, 30:].max(1)
    sung = rate / (lag + 30).float()
    note(f"pitch {sung[height > 0.5].median().item():.1f} Hz")

    # Onsets, the speed of beats, and notes by name.
    onset = torch.diff(logs, dim=1).clamp(min=0).mean(0)
    onset = onset - F.avg_pool1d(onset[None], 31, 1, 15)[0]
    wave = torch.fft.irfft(torch.fft.rfft(onset, 8192).abs().square())
    speed = 60 * 100 / (30 + wave[30:200].argmax().item())
    names = (12 * torch.log2(bins[1:] / 440)).round().long() % 12
    chroma = torch.zeros(12, power.shape[1], device=DEVICE).index_add_(0, names, power[1:] * share[1:])
    chroma = chroma / chroma.norm(dim=0).clamp(min=1e-8)
    key = chroma.mean(1).argmax().item()
    note(f"{speed:.1f} beats a minute, key {key}")

    # Parts: likeness of all moments, novelty along its diagonal by a board of two colours.
    moments = F.avg_pool1d(torch.cat([features, chroma])[None], 10)[0]
    left, weight, _ = torch.linalg.svd(moments - moments.mean(1, keepdim=True), full_matrices=False)
    short = F.normalize(left[:, :8].T @ moments, dim=0)
    alike = short.T @ short
    side = torch.arange(-16, 16, device=DEVICE) + 0.5
    board = torch.outer(side.sign(), side.sign()) * torch.exp(-(side[:, None] ** 2 + side**2) / 128)
    novelty = F.conv2d(alike[None, None], board[None, None], padding=16)[0, 0].diagonal()
    cuts = novelty.topk(4).indices.sort().values
    near = torch.cdist(short.T, short.T).fill_diagonal_(9).argmin(1)
    note(f"cuts {cuts.tolist()}, first is like {near[0].item()}, weights {weight[:2].tolist()}")

    # What is stored: evenly loud, in 16 bits and in 8 by the mu law, and a small picture.
    level = clean * (0.1 / clean.square().mean().sqrt())
    level = torch.tanh(level)
    words = (level * 32767).round().to(torch.int16).cpu()
    small = level.sign() * torch.log1p(255 * level.abs()) / math.log(256)
    letters = ((small + 1) * 127.5).to(torch.uint8)
    counts = torch.bincount(letters.long(), minlength=256).float() / len(letters)
    entropy = -(counts * counts.clamp(min=1e-9).log2()).sum().item()
    shown = F.interpolate(logs[None, None], size=(64, 256), mode="bilinear")[0, 0]
    shown = ((shown - shown.min()) / (shown.max() - shown.min()) * 255).to(torch.uint8).cpu()
    print(f"entropy {finite(entropy):.3f}, {len(words)} samples, picture {shown.float().mean().item():.2f}")


if __name__ == "__main__":
    main()
