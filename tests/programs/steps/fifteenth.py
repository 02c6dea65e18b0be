"""Programs for one test at the end: nothing that finds steps was made with them in view.

    python3 fifteenth.py NAME
    python3 fifteenth.py --list

The marks are those of marks.py. The first line of each program says what its steps are, after the
kinds of the steps. Frameworks are imported by the programs that want them.
"""

import copy
import io
import math
import random
from functools import partial

from harness import DEVICE, finite, main, note, program
from marks import begin, other, step


def marked(loader, kind):
    """The batches of a loader, each of which starts a step, for loops inside a library."""
    for batch in loader:
        begin(kind)
        yield batch
    other()


def warm_up_and_cosine(optimizer, warm, total):
    """A schedule by updates: up in a line, then down as a cosine."""
    import torch

    def factor(number):
        if number < warm:
            return (number + 1) / warm
        return 0.05 + 0.475 * (1 + math.cos(math.pi * (number - warm) / max(1, total - warm)))

    return torch.optim.lr_scheduler.LambdaLR(optimizer, factor)


def follow(average, model, rate):
    """Moves the weights of `average` a little towards those of `model`."""
    import torch

    with torch.no_grad():
        torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), rate)


def transformer_layer(width, heads, linear=None):
    """A layer that normalises first. `linear` makes its matrices, `cache` keeps keys and values."""
    from torch import nn
    from torch.nn import functional as F

    linear = linear or nn.Linear

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = linear(width, 3 * width), linear(width, width)
            self.up, self.down = linear(width, 4 * width), linear(4 * width, width)

        def forward(self, x, mask=None, causal=False, cache=None):
            shape = (x.shape[0], x.shape[1], heads, width // heads)
            q, k, v = (t.view(shape).transpose(1, 2) for t in self.qkv(self.norm1(x)).chunk(3, -1))
            if cache is not None:
                k, v = cache(k, v)
            mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=causal)
            x = x + self.out(mixed.transpose(1, 2).reshape(x.shape))
            return x + self.down(F.gelu(self.up(self.norm2(x))))

    return Layer()


def tower(enter, places, width, heads, depth, out):
    """A vector for pictures by patches, or for texts by words, whose last word speaks for all."""
    import torch
    from torch import nn

    class Tower(nn.Module):
        def __init__(self):
            super().__init__()
            self.enter, self.place = enter, nn.Parameter(0.02 * torch.randn(places, width))
            self.layers = nn.ModuleList(transformer_layer(width, heads) for _ in range(depth))
            self.norm, self.last = nn.LayerNorm(width), nn.Linear(width, out, bias=False)

        def forward(self, x):
            real = x != 0 if x.dim() == 2 else None
            x = self.enter(x) if real is not None else self.enter(x).flatten(2).transpose(1, 2)
            x = x + self.place[: x.shape[1]]
            mask = None if real is None else real[:, None, None, :]
            for layer in self.layers:
                x = layer(x, mask=mask)
            x = x.mean(1) if real is None else x[torch.arange(len(x), device=x.device), real.sum(1) - 1]
            return self.last(self.norm(x))

    return Tower()


# Training in PyTorch


def unet(before, after, width):
    """A U-Net of three levels with batch norms."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    def double(before, after):
        layers = []
        for start in (before, after):
            layers += [nn.Conv2d(start, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
        return nn.Sequential(*layers)

    class UNet(nn.Module):
        def __init__(self):
            super().__init__()
            self.down = nn.ModuleList([double(before, width), double(width, 2 * width)])
            self.middle = double(2 * width, 4 * width)
            self.grow = nn.ModuleList(nn.ConvTranspose2d(2 * w, w, 2, 2) for w in (2 * width, width))
            self.up = nn.ModuleList(double(2 * w, w) for w in (2 * width, width))
            self.last = nn.Conv2d(width, after, 1)

        def forward(self, x):
            kept = []
            for block in self.down:
                kept.append(block(x))
                x = F.max_pool2d(kept[-1], 2)
            x = self.middle(x)
            for grow, block in zip(self.grow, self.up):
                x = block(torch.cat([kept.pop(), grow(x)], 1))
            return self.last(x)

    return UNet()


def discs(count, size):
    """Pictures with a few bright discs, and where the discs are."""
    import torch

    at = torch.arange(size).float()
    masks = torch.zeros(count, 1, size, size)
    for _ in range(3):
        y, x, r = (torch.rand(3, count, 1, 1) * torch.tensor([size, size, 14.0]).view(3, 1, 1, 1)) + 3
        inside = (at.view(1, -1, 1) - y) ** 2 + (at.view(1, 1, -1) - x) ** 2 < r**2
        masks = torch.maximum(masks, inside[:, None].float())
    return masks * 0.6 + 0.4 * torch.randn(count, 1, size, size), masks


@program
def unet_swa():
    """train, eval, calibrate: a U-Net marks discs; its weights are averaged and batch norms measured anew."""
    import torch
    from torch.nn import functional as F
    from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
    from torch.utils.data import DataLoader, TensorDataset

    torch.manual_seed(0)
    images, masks = discs(330, 96)
    options = dict(batch_size=16, num_workers=2, pin_memory=DEVICE == "cuda", persistent_workers=True)
    train = DataLoader(TensorDataset(images[:240], masks[:240]), shuffle=True, **options)
    valid = DataLoader(TensorDataset(images[240:], masks[240:]), **options)
    model = unet(1, 1, 24).to(DEVICE)
    averaged = AveragedModel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=1e-4)
    swa_start, epochs = 3, 6
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, swa_start)
    swa_schedule = SWALR(optimizer, swa_lr=0.01, anneal_epochs=1)

    def overlap(chance, target):
        both = (chance * target).sum((1, 2, 3))
        return (2 * both + 1) / (chance.sum((1, 2, 3)) + target.sum((1, 2, 3)) + 1)

    def evaluate(network):
        network.eval()
        scores = []
        with torch.no_grad():
            for image, mask in valid:
                with step("eval"):
                    image, mask = image.to(DEVICE, non_blocking=True), mask.to(DEVICE, non_blocking=True)
                    found = (network(image) > 0).float()
                    scores += overlap(found, mask).tolist()
        return sum(scores) / len(scores)

    best = 0.0
    for epoch in range(epochs):
        model.train()
        for index, (image, mask) in enumerate(train):
            with step("train"):
                image, mask = image.to(DEVICE, non_blocking=True), mask.to(DEVICE, non_blocking=True)
                with torch.autocast(DEVICE, torch.bfloat16):
                    logits = model(image).float()
                loss = F.binary_cross_entropy_with_logits(logits, mask)
                loss = loss + 1 - overlap(logits.sigmoid(), mask).mean()
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
            if index % 5 == 0:
                note(f"epoch {epoch} batch {index}: loss {loss.item():.4f}")
        if epoch >= swa_start:
            averaged.update_parameters(model)
            swa_schedule.step()
        else:
            schedule.step()
        if (score := evaluate(model)) > best:
            best, kept = score, [t.detach().cpu() for t in model.state_dict().values()]
        note(f"epoch {epoch}: dice {score:.4f}")
    update_bn(marked(train, "calibrate"), averaged, device=DEVICE)
    print(f"dice {finite(best):.3f}, of the average {evaluate(averaged):.3f}, {len(kept)} tensors kept")


@program
def wgan_gp():
    """train: a Wasserstein GAN with a gradient penalty: each batch for the critic, each fourth for both."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    latent, width, batch, every = 64, 48, 48, 4
    layers = [nn.Linear(latent, 4 * width * 16), nn.Unflatten(1, (4 * width, 4, 4))]
    for before, after in ((4 * width, 2 * width), (2 * width, width), (width, 1)):
        layers += [nn.BatchNorm2d(before), nn.ReLU(), nn.ConvTranspose2d(before, after, 4, 2, 1)]
    generator = nn.Sequential(*layers, nn.Tanh()).to(DEVICE)
    layers = []
    for before, after in ((1, width), (width, 2 * width), (2 * width, 4 * width)):
        layers += [nn.Conv2d(before, after, 4, 2, 1), nn.LeakyReLU(0.2)]
    critic = nn.Sequential(*layers, nn.Flatten(), nn.Linear(4 * width * 16, 1)).to(DEVICE)
    smooth = copy.deepcopy(generator)
    for_generator = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.0, 0.9))
    for_critic = torch.optim.Adam(critic.parameters(), lr=2e-4, betas=(0.0, 0.9))
    real_images = discs(1160, 32)[0].clamp(-1, 1)

    def gradient_penalty(real, fake):
        share = torch.rand(len(real), 1, 1, 1, device=DEVICE)
        mixed = (share * real + (1 - share) * fake).requires_grad_()
        (slope,) = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)
        return (slope.flatten(1).norm(dim=1) - 1).square().mean()

    count = 0
    for epoch in range(4):
        for rows in torch.randperm(len(real_images)).split(batch):
            with step("train"):
                real = real_images[rows].to(DEVICE)
                with torch.no_grad():
                    fake = generator(torch.randn(len(real), latent, device=DEVICE))
                for_critic.zero_grad()
                distance = critic(real).mean() - critic(fake).mean()
                (10 * gradient_penalty(real, fake) - distance).backward()
                for_critic.step()
                if count % every == every - 1:
                    for_generator.zero_grad()
                    loss = -critic(generator(torch.randn(batch, latent, device=DEVICE))).mean()
                    loss.backward()
                    for_generator.step()
                    follow(smooth, generator, 0.05)
            count += 1
            if count % 20 == 0:
                note(f"epoch {epoch} batch {count}: distance {distance.item():.4f}, loss {loss.item():.4f}")
        with torch.no_grad():
            shown = smooth(torch.randn(36, latent, device=DEVICE)).reshape(6, 6, 32, 32).permute(0, 2, 1, 3)
            picture = ((shown.reshape(192, 192) + 1) * 127.5).to(torch.uint8).cpu()
        note(f"epoch {epoch}: samples of mean {picture.float().mean().item():.2f}")
    print(f"distance {finite(distance.item()):.4f} after {count} batches")


class CartPoles:
    """Some poles on carts, on the host."""

    def __init__(self, count, seed):
        import numpy as np

        self.draw = np.random.default_rng(seed)
        self.state = self.draw.uniform(-0.05, 0.05, (count, 4))
        self.age = np.zeros(count, int)

    def move(self, action):
        import numpy as np

        x, v, angle, turn = self.state.T
        push = (np.where(action == 1, 10.0, -10.0) + 0.05 * turn**2 * np.sin(angle)) / 1.1
        spin = 9.8 * np.sin(angle) - np.cos(angle) * push
        spin = spin / (0.5 * (4 / 3 - 0.1 * np.cos(angle) ** 2 / 1.1))
        pull = push - 0.05 * spin * np.cos(angle) / 1.1
        self.state = np.stack([x + 0.02 * v, v + 0.02 * pull, angle + 0.02 * turn, turn + 0.02 * spin], 1)
        self.age += 1
        after = self.state.copy()
        fallen = (np.abs(after[:, 0]) > 2.4) | (np.abs(after[:, 2]) > 0.21)
        ended = fallen | (self.age >= 200)
        self.state[ended] = self.draw.uniform(-0.05, 0.05, (int(ended.sum()), 4))
        ages = self.age[ended].tolist()
        self.age[ended] = 0
        return after, fallen, ages


@program
def dqn_poles():
    """step: double DQN as in CleanRL: eight poles move on the host; after 40 steps every second one trains."""
    import numpy as np
    import torch
    from torch import nn

    torch.manual_seed(0)
    count, steps, starts, size = 8, 260, 40, 4096
    poles, draw = CartPoles(count, 0), np.random.default_rng(1)
    q = nn.Sequential(nn.Linear(4, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 2)).to(DEVICE)
    target = copy.deepcopy(q)
    optimizer = torch.optim.Adam(q.parameters(), lr=1e-3)
    buffer = torch.zeros(size, 11, device=DEVICE)
    filled, ages, losses = 0, [], []
    for number in range(steps):
        with step("step"):
            now = poles.state.astype(np.float32)
            with torch.no_grad():
                action = q(torch.from_numpy(now).to(DEVICE)).argmax(1).cpu().numpy()
            chance = max(0.05, 1 - number / 120)
            action = np.where(draw.random(count) < chance, draw.integers(0, 2, count), action)
            after, fallen, ended = poles.move(action)
            ages += ended
            columns = [now, after, action[:, None], np.ones((count, 1)), fallen[:, None]]
            rows = torch.from_numpy(np.concatenate(columns, 1).astype(np.float32))
            buffer[(torch.arange(filled, filled + count) % size).to(DEVICE)] = rows.to(DEVICE)
            filled += count
            if number >= starts and number % 2 == 0:
                batch = buffer[torch.randint(min(filled, size), (128,), device=DEVICE)]
                before, later, taken, reward, over = batch.split([4, 4, 1, 1, 1], 1)
                with torch.no_grad():
                    best = q(later).argmax(1, keepdim=True)
                    wanted = reward + 0.99 * (1 - over) * target(later).gather(1, best)
                loss = nn.functional.smooth_l1_loss(q(before).gather(1, taken.long()), wanted)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(q.parameters(), 10.0)
                optimizer.step()
                losses.append(loss.detach())
            if number >= starts and number % 50 == 0:
                target.load_state_dict(q.state_dict())
        if number % 60 == 59 and losses:
            note(f"step {number}: {len(ages)} episodes, loss {torch.stack(losses).mean().item():.4f}")
            losses.clear()
    print(f"{len(ages)} episodes, loss {finite(loss.item()):.4f}")


def padded(rows, fill):
    """Lists of tokens as one tensor."""
    import torch
    from torch.nn.utils.rnn import pad_sequence

    return pad_sequence([torch.tensor(row) for row in rows], batch_first=True, padding_value=fill)


@program
def t5_headlines():
    """train, eval: a T5 learns headlines of texts of all lengths; each 25 steps some are made by generate()."""
    import torch
    from transformers import T5Config, T5ForConditionalGeneration

    torch.manual_seed(0)
    draw = random.Random(0)

    def example():
        text = [draw.randrange(2, 400) for _ in range(draw.randrange(12, 100))]
        headline = [word for word in text if word % 7 == 0][:14]
        return text + [1], headline + [1]

    special = dict(decoder_start_token_id=0, pad_token_id=0, eos_token_id=1)
    sizes = dict(vocab_size=400, d_model=128, d_kv=32, d_ff=320, num_layers=3, num_decoder_layers=2, num_heads=4)
    config = T5Config(feed_forward_proj="gated-gelu", **sizes)
    config.decoder_start_token_id = 0
    model = T5ForConditionalGeneration(config).to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    epochs, batch = 2, 16
    examples = [example() for _ in range(40 * batch)]
    held = sorted((example() for _ in range(40)), key=lambda pair: len(pair[0]))
    schedule = warm_up_and_cosine(optimizer, 10, epochs * 40)

    def evaluate():
        model.eval()
        right = seen = 0
        for start in range(0, len(held), batch):
            part = held[start : start + batch]
            with step("eval"):
                ids = padded([text for text, _ in part], 0).to(DEVICE)
                most = max(len(headline) for _, headline in part)
                options = dict(max_new_tokens=most, do_sample=False, num_beams=1, **special)
                made = model.generate(input_ids=ids, attention_mask=(ids != 0).long(), **options)
                made = made[:, 1:].tolist()
            right += sum(a == b for (_, line), words in zip(part, made) for a, b in zip(line, words))
            seen += sum(len(line) for _, line in part)
        model.train()
        return right / seen

    number, losses = 0, []
    for epoch in range(epochs):
        draw.shuffle(examples)
        for start in range(0, len(examples), batch):
            part = examples[start : start + batch]
            with step("train"):
                ids = padded([text for text, _ in part], 0).to(DEVICE)
                labels = padded([headline for _, headline in part], -100).to(DEVICE)
                loss = model(input_ids=ids, attention_mask=(ids != 0).long(), labels=labels).loss
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                schedule.step()
                optimizer.zero_grad()
                losses.append(loss.detach())
            number += 1
            if number % 10 == 0:
                note(f"step {number}: loss {torch.stack(losses[-10:]).mean().item():.4f}")
            if number % 25 == 0:
                note(f"step {number}: right {evaluate():.3f}")
    print(f"loss {finite(loss.item()):.3f}, right {evaluate():.3f}")


@program
def clip_pairs():
    """train, eval: two towers for pictures and captions, their loss by torch.compile; recall each epoch."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    words, classes = 200, 40

    def contrastive(a, b, scale):
        a, b = F.normalize(a.float(), dim=1), F.normalize(b.float(), dim=1)
        logits = scale.exp() * a @ b.T
        same = torch.arange(a.shape[0], device=a.device)
        return 0.5 * (F.cross_entropy(logits, same) + F.cross_entropy(logits.T, same))

    means = torch.randn(classes, 3, 8, 8)

    def batch(count):
        labels = torch.randint(classes, (count,))
        pictures = F.interpolate(means[labels], scale_factor=8) + 0.3 * torch.randn(count, 3, 64, 64)
        lengths = torch.randint(3, 30, (count,)).tolist()
        fillers = [torch.randint(50, words, (length,)).tolist() for length in lengths]
        captions = [[label + 1, *filler, label + 1] for label, filler in zip(labels.tolist(), fillers)]
        return pictures, padded(captions, 0)

    pictures = tower(nn.Conv2d(3, 128, 8, 8), 64, 128, 4, 3, 64).to(DEVICE)
    captions = tower(nn.Embedding(words, 128, padding_idx=0), 32, 128, 4, 2, 64).to(DEVICE)
    scale = nn.Parameter(torch.tensor(2.6, device=DEVICE))
    weights = [*pictures.parameters(), *captions.parameters(), scale]
    optimizer = torch.optim.AdamW(weights, lr=5e-4, betas=(0.9, 0.98), weight_decay=0.2)
    loss_fn = torch.compile(contrastive)
    epochs, length = 4, 18
    schedule = warm_up_and_cosine(optimizer, 12, epochs * length)
    held = [batch(count) for count in (64, 64, 64, 24)]
    for epoch in range(epochs):
        for number in range(length):
            with step("train"):
                images, ids = (t.to(DEVICE) for t in batch(64))
                with torch.autocast(DEVICE, torch.bfloat16):
                    a, b = pictures(images), captions(ids)
                loss = loss_fn(a, b, scale)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                with torch.no_grad():
                    scale.clamp_(0, math.log(100))
            if number % 6 == 0:
                note(f"epoch {epoch} [{number}/{length}] loss {loss.item():.4f} scale {scale.item():.3f}")
        left, right = [], []
        with torch.no_grad():
            for images, ids in held:
                with step("eval"):
                    left.append(F.normalize(pictures(images.to(DEVICE)), dim=1))
                    right.append(F.normalize(captions(ids.to(DEVICE)), dim=1))
            ranked = (torch.cat(left) @ torch.cat(right).T).topk(5, 1).indices
            same = torch.arange(len(ranked), device=DEVICE)[:, None]
            recall = (ranked == same).any(1).float().mean().item()
        note(f"epoch {epoch}: recall {recall:.3f}")
    print(f"loss {finite(loss.item()):.4f}, recall {recall:.3f}")


@program
def qlora_answers():
    """train, eval: adapters on a frozen model of eight bits; four micro-batches a step, the last step has two."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.utils.checkpoint import checkpoint

    class Adapted(nn.Module):
        """A matrix in eight bits, which stays as it is, and a small one beside it, which is trained."""

        def __init__(self, before, after, rank=8):
            super().__init__()
            weight = torch.randn(after, before) / math.sqrt(before)
            self.register_buffer("scale", weight.abs().amax(1, keepdim=True) / 127)
            self.register_buffer("weight", (weight / self.scale).round().to(torch.int8))
            self.a = nn.Parameter(torch.randn(rank, before) / math.sqrt(before))
            self.b = nn.Parameter(torch.zeros(after, rank))

        def forward(self, x):
            weight = self.weight.to(x.dtype) * self.scale.to(x.dtype)
            beside = F.linear(F.dropout(x, 0.05, self.training), self.a.to(x.dtype))
            return F.linear(x, weight) + 2 * F.linear(beside, self.b.to(x.dtype))

    class Model(nn.Module):
        def __init__(self, words=600, width=192):
            super().__init__()
            self.embed, self.place = nn.Embedding(words, width), nn.Embedding(256, width)
            self.layers = nn.ModuleList(transformer_layer(width, 6, Adapted) for _ in range(4))
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words, bias=False)

        def forward(self, ids, labels):
            x = self.embed(ids) + self.place(torch.arange(ids.shape[1], device=ids.device))
            for layer in self.layers:
                x = checkpoint(layer, x, None, True, use_reentrant=False) if self.training else layer(x, causal=True)
            logits = self.head(self.norm(x))[:, :-1].float()
            return F.cross_entropy(logits.flatten(0, 1), labels[:, 1:].flatten(), ignore_index=-100)

    torch.manual_seed(0)
    model = Model().to(DEVICE)
    adapters = {name: p for name, p in model.named_parameters() if name.endswith((".a", ".b"))}
    for name, parameter in model.named_parameters():
        if name not in adapters:
            parameter.requires_grad_(False)
            parameter.data = parameter.data.to(torch.bfloat16)
    optimizer = torch.optim.AdamW(adapters.values(), lr=2e-3, weight_decay=0.0)
    micro, accumulate, epochs = 8, 4, 3
    lengths = torch.randint(24, 200, (58 * micro,)).tolist()
    per_epoch = math.ceil(58 / accumulate)
    schedule = warm_up_and_cosine(optimizer, 6, epochs * per_epoch)

    def batch(lengths):
        rows = [torch.randint(2, 300, (length,)).tolist() for length in lengths]
        answers = [[word + 300 for word in row[: len(row) // 4]] for row in rows]
        labels = [[-100] * len(row) + answer for row, answer in zip(rows, answers)]
        return padded([row + answer for row, answer in zip(rows, answers)], 0), padded(labels, -100)

    held = [batch(sorted(lengths)[start : start + micro]) for start in (40, 160, 280, 400)]

    def evaluate():
        losses = []
        with torch.no_grad():
            for ids, labels in held:
                with step("eval"):
                    losses.append(model.eval()(ids.to(DEVICE), labels.to(DEVICE)).item())
        return sum(losses) / len(losses)

    updates = 0
    for epoch in range(epochs):
        batches = [batch(lengths[start : start + micro]) for start in range(0, len(lengths), micro)]
        for start in range(0, len(batches), accumulate):
            group = batches[start : start + accumulate]
            with step("train"):
                for ids, labels in group:
                    loss = model.train()(ids.to(DEVICE), labels.to(DEVICE)) / len(group)
                    loss.backward()
                size = nn.utils.clip_grad_norm_(adapters.values(), 0.5)
                optimizer.step()
                schedule.step()
                optimizer.zero_grad()
            updates += 1
            if updates % 10 == 0:
                note(f"update {updates}: gradient {size.item():.4f}, held loss {evaluate():.4f}")
            if updates % 15 == 0:
                torch.save({name: p.detach().cpu() for name, p in adapters.items()}, file := io.BytesIO())
                note(f"update {updates}: checkpoint of {file.tell()} bytes")
    print(f"held loss {finite(evaluate()):.4f} after {updates} updates")


@program
def ddpm_classes():
    """train, denoise: a diffusion model with a smoothed copy; every 40 steps twelve moves of DDIM make samples."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    classes, width, times = 10, 48, 1000

    class Residual(nn.Module):
        def __init__(self, before, after):
            super().__init__()
            self.norm1, self.norm2 = nn.GroupNorm(8, before), nn.GroupNorm(8, after)
            self.conv1 = nn.Conv2d(before, after, 3, padding=1)
            self.conv2 = nn.Conv2d(after, after, 3, padding=1)
            self.shift = nn.Linear(4 * width, 2 * after)
            self.short = nn.Conv2d(before, after, 1)

        def forward(self, x, about):
            scale, shift = self.shift(F.silu(about))[:, :, None, None].chunk(2, 1)
            h = self.conv1(F.silu(self.norm1(x)))
            h = self.norm2(h) * (1 + scale) + shift
            return self.short(x) + self.conv2(F.silu(h))

    class Denoiser(nn.Module):
        def __init__(self):
            super().__init__()
            self.about = nn.Sequential(nn.Linear(width, 4 * width), nn.SiLU(), nn.Linear(4 * width, 4 * width))
            self.label = nn.Embedding(classes, 4 * width)
            self.first, self.last = nn.Conv2d(1, width, 3, padding=1), nn.Conv2d(width, 1, 3, padding=1)
            self.down, self.middle = Residual(width, width), Residual(width, 2 * width)
            self.attend, self.up = transformer_layer(2 * width, 4), Residual(3 * width, width)

        def forward(self, x, t, label):
            waves = torch.exp(-torch.arange(width // 2, device=x.device) * (9.2 / (width // 2)))
            angle = t[:, None].float() * waves
            about = self.about(torch.cat([angle.sin(), angle.cos()], 1)) + self.label(label)
            wide = self.down(self.first(x), about)
            x = self.middle(F.avg_pool2d(wide, 2), about)
            x = self.attend(x.flatten(2).transpose(1, 2)).transpose(1, 2).reshape(x.shape)
            return self.last(F.silu(self.up(torch.cat([wide, F.interpolate(x, scale_factor=2)], 1), about)))

    model = Denoiser().to(DEVICE)
    smooth = copy.deepcopy(model).requires_grad_(False)
    optimizer = torch.optim.Adam(model.parameters(), lr=4e-4)
    left = torch.cumprod(1 - torch.linspace(1e-4, 0.02, times, device=DEVICE), 0)
    labels = torch.randint(classes, (1024,), device=DEVICE)
    images = discs(1024, 32)[0].to(DEVICE) + labels.view(-1, 1, 1, 1) / 10 - 0.5

    @torch.no_grad()
    def sample(count, moves=12):
        x = torch.randn(count, 1, 32, 32, device=DEVICE)
        label = torch.arange(count, device=DEVICE) % classes
        places = torch.linspace(times - 1, 0, moves + 1).long().tolist()
        for now, later in zip(places, places[1:]):
            with step("denoise"):
                noise = smooth(x, torch.full((count,), now, device=DEVICE), label)
                clean = ((x - (1 - left[now]).sqrt() * noise) / left[now].sqrt()).clamp(-2, 2)
                x = left[later].sqrt() * clean + (1 - left[later]).sqrt() * noise
        return x

    for number in range(1, 121):
        with step("train"):
            rows = torch.randint(len(images), (64,), device=DEVICE)
            x, label = images[rows], labels[rows]
            t = torch.randint(times, (64,), device=DEVICE)
            share, noise = left[t].view(-1, 1, 1, 1), torch.randn_like(x)
            with torch.autocast(DEVICE, torch.bfloat16):
                guess = model(share.sqrt() * x + (1 - share).sqrt() * noise, t, label)
            loss = F.mse_loss(guess.float(), noise)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            follow(smooth, model, 0.05 if number > 20 else 1.0)
        if number % 15 == 0:
            note(f"step {number}: loss {loss.item():.4f}")
        if number % 40 == 0:
            spread = sample(20).std().item()
            note(f"step {number}: spread of the samples {spread:.4f}")
    print(f"loss {finite(loss.item()):.4f}, spread {finite(spread):.4f}")


# Inference in PyTorch


@program
def early_exit_speculation():
    """prefill, round: the first layers guess some tokens ahead, all layers check them; as far as they agree."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    words, width, heads, layers, early, room = 512, 256, 8, 8, 2, 256

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed, self.place = nn.Embedding(words, width), nn.Embedding(room, width)
            self.layers = nn.ModuleList(transformer_layer(width, heads) for _ in range(layers))
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words, bias=False)
            for name, p in self.named_parameters():
                if name.endswith(("out.weight", "down.weight")):
                    nn.init.normal_(p, std=0.02)

        def forward(self, ids, start, caches, depth=layers):
            end = start + ids.shape[1]
            x = self.embed(ids) + self.place(torch.arange(start, end, device=ids.device))
            mask = None
            if ids.shape[1] > 1:
                mask = torch.ones(ids.shape[1], end, dtype=torch.bool, device=ids.device).tril(start)
            for layer, (keys, values) in zip(self.layers[:depth], caches):

                def cache(k, v):
                    keys[:, :, start:end], values[:, :, start:end] = k, v
                    return keys[:, :, :end], values[:, :, :end]

                x = layer(x, mask=mask, cache=cache)
            return (self.head(self.norm(x[0])).float() / 0.7).softmax(-1)

    model, kind = Model().to(DEVICE, torch.float16).eval(), torch.float16
    prompts, new = (23, 90, 41, 150, 12, 64), 36
    rounds = taken = offered = 0
    with torch.inference_mode():
        for length in prompts:
            caches = torch.zeros(layers, 2, 1, heads, room, width // heads, dtype=kind, device=DEVICE)
            with step("prefill"):
                ids = torch.randint(words, (1, length), device=DEVICE)
                chances = model(ids, 0, caches)
                last = chances[-1:].multinomial(1)
                out = [last.item()]
            ahead = 4
            while len(out) < new:
                with step("round"):
                    start = length + len(out) - 1
                    tokens, guesses = [last], []
                    for number in range(ahead):
                        guesses.append(model(tokens[-1], start + number, caches, early))
                        tokens.append(guesses[-1].multinomial(1))
                    guess, drafted = torch.cat(guesses), torch.cat(tokens[1:])
                    chances = model(torch.cat(tokens, 1), start, caches)
                    ratio = chances[:ahead].gather(1, drafted) / guess.gather(1, drafted).clamp(min=1e-9)
                    good = torch.rand_like(ratio) < ratio
                    agreed = int(good.int().cumprod(0).sum().item())
                    rest = chances[agreed]
                    if agreed < ahead:
                        rest = (rest - guess[agreed]).clamp(min=0) + 1e-9
                    last = rest.multinomial(1)[None]
                    out += [*drafted[:agreed, 0].tolist(), last.item()]
                rounds, taken, offered = rounds + 1, taken + agreed, offered + ahead
                ahead = min(8, ahead + 1) if agreed == ahead else max(2, ahead - 1)
            note(f"prompt of {length}: {len(out)} tokens, so far {taken / offered:.2f} of the guesses taken")
    print(f"{rounds} rounds, {finite(taken / offered):.3f} of the guesses taken")


@program
def embedding_service():
    """batch: a queue of texts is embedded by CUDA graphs for three lengths, long ones without, then searched."""
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    words, width, most = 1000, 256, 8

    encoder = tower(nn.Embedding(words, width), 512, width, 8, 4, width).to(DEVICE, torch.bfloat16)
    encoder.eval().requires_grad_(False)
    index = F.normalize(torch.randn(20_000, width, device=DEVICE), dim=1).to(torch.bfloat16)

    def capture(length):
        """A graph for texts of up to `length` tokens, and where its texts and vectors are."""
        ids = torch.ones(most, length, dtype=torch.long, device=DEVICE)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                encoder(ids)
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = encoder(ids)
        return ids, out, graph

    buckets = {length: capture(length) for length in (128, 64, 32)}
    draw = np.random.default_rng(0)
    lengths = np.minimum(np.exp(draw.normal(3.4, 0.8, 620)).astype(int) + 3, 400)
    arrivals = np.cumsum(draw.exponential(0.3, len(lengths)) * np.where(np.arange(620) % 200 < 60, 0.2, 1.0))
    texts = [draw.integers(1, words, length).tolist() for length in lengths]
    queue, coming, clock, served, batches, best = [], 0, 0.0, 0, 0, []
    while served < len(texts):
        while coming < len(texts) and arrivals[coming] <= clock:
            queue.append(texts[coming])
            coming += 1
        if not queue:
            clock = float(arrivals[coming])
            continue
        # The first in the queue says how long the batch is; those behind it join if they fit.
        bucket = next((length for length in sorted(buckets) if len(queue[0]) <= length), None)
        group = [queue[0]] if bucket is None else [text for text in queue if len(text) <= bucket][:most]
        queue = [text for text in queue if all(text is not taken for taken in group)]
        with step("batch"):
            if bucket is None:
                vectors = encoder(torch.tensor(group, device=DEVICE))
            else:
                ids, out, graph = buckets[bucket]
                fresh = torch.zeros(most, bucket, dtype=torch.long)
                for row, text in enumerate(group):
                    fresh[row, : len(text)] = torch.tensor(text)
                fresh[len(group) :, 0] = 1
                ids.copy_(fresh)
                graph.replay()
                vectors = out[: len(group)]
            scores, found = (F.normalize(vectors, dim=1) @ index.T).float().topk(5, 1)
            best += scores[:, 0].tolist()
            answer = found.cpu()
        served, batches = served + len(group), batches + 1
        clock += 0.9 if bucket is None else 0.6 + bucket / 200
        if batches % 25 == 0:
            note(f"batch {batches}: served {served}, waiting {len(queue)}, first {answer[0, 0].item()}")
    print(f"{served} texts in {batches} batches, best {finite(sum(best) / len(best)):.4f}")


# CuPy


@program
def cupy_als():
    """sweep: ratings are factored by alternating least squares, for three ranks, each until it gains little."""
    import cupy as cp

    cp.random.seed(0)
    users, items, true_rank = 2400, 1600, 12
    taste = cp.random.standard_normal((users, true_rank)) * 0.4
    kind = cp.random.standard_normal((items, true_rank)) * 0.4
    ratings = taste @ kind.T + 0.3 * cp.random.standard_normal((users, items))
    ratings = (ratings + 3.5).clip(1, 5).astype(cp.float32)
    draw = cp.random.random((users, items))
    train, held = ((draw >= a) & (draw < a + b) for a, b in ((0.0, 0.06), (0.06, 0.01)))
    train, held = train.astype(cp.float32), held.astype(cp.float32)
    ratings -= (ratings * train).sum() / train.sum()
    weighed = train * ratings

    def solve_side(weights, weighed, factors, ridge):
        rank = factors.shape[1]
        pairs = (factors[:, :, None] * factors[:, None, :]).reshape(len(factors), rank * rank)
        left = (weights @ pairs).reshape(-1, rank, rank) + ridge * cp.eye(rank, dtype=cp.float32)
        return cp.linalg.solve(left, (weighed @ factors)[:, :, None])[:, :, 0]

    def rmse(weights, users, items):
        return math.sqrt(float((weights * (ratings - users @ items.T) ** 2).sum() / weights.sum()))

    best, total = math.inf, 0
    for rank in (8, 12, 20):
        of_items = (0.3 * cp.random.standard_normal((items, rank))).astype(cp.float32)
        last, bad = math.inf, 0
        for number in range(30):
            with step("sweep"):
                of_users = solve_side(train, weighed, of_items, 3.0)
                of_items = solve_side(train.T, weighed.T, of_users, 3.0)
                if number % 2 == 1:
                    now = rmse(held, of_users, of_items)
                    bad = bad + 1 if now > last - 2e-4 else 0
                    last = min(last, now)
            total += 1
            if number % 6 == 5:
                note(f"rank {rank}: train {rmse(train, of_users, of_items):.4f}, held {now:.4f}")
            if number >= 9 and bad >= 2:
                break
        if last < best:
            best, kept = last, cp.asnumpy(of_users)
    print(f"held {finite(best):.4f} at rank {kept.shape[1]}, {total} sweeps")


OSEM_KERNELS = r"""
extern "C" __global__ void project(const float *image, const float *angles, float *out, int size, int bins) {
    int bin = blockIdx.x * blockDim.x + threadIdx.x, a = blockIdx.y;
    if (bin >= bins) return;
    float c = cosf(angles[a]), s = sinf(angles[a]), middle = 0.5f * (size - 1);
    float r = bin - 0.5f * (bins - 1), sum = 0;
    for (int k = 0; k < size; k++) {
        float t = k - middle, x = middle + r * c - t * s, y = middle + r * s + t * c;
        int i = (int)floorf(x), j = (int)floorf(y);
        if (i < 0 || j < 0 || i >= size - 1 || j >= size - 1) continue;
        float fx = x - i, fy = y - j;
        const float *p = image + j * size + i;
        sum += (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[size] + fx * p[size + 1]);
    }
    out[a * bins + bin] = sum;
}

extern "C" __global__ void back(const float *lines, const float *angles, float *out, int size, int bins, int count) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= size) return;
    float middle = 0.5f * (size - 1), sum = 0;
    for (int a = 0; a < count; a++) {
        float r = (x - middle) * cosf(angles[a]) + (y - middle) * sinf(angles[a]) + 0.5f * (bins - 1);
        int i = (int)floorf(r);
        if (i < 0 || i >= bins - 1) continue;
        sum += (1 - (r - i)) * lines[a * bins + i] + (r - i) * lines[a * bins + i + 1];
    }
    out[y * size + x] = sum;
}
"""


@program
def cupy_osem():
    """update: emission tomography by ordered subsets, fewer and larger ones as it goes; smoothed each second pass."""
    import cupy as cp
    from cupyx.scipy.ndimage import gaussian_filter

    cp.random.seed(0)
    size, bins, views = 192, 272, 120
    module = cp.RawModule(code=OSEM_KERNELS)
    project_kernel, back_kernel = module.get_function("project"), module.get_function("back")
    sizes = cp.int32(size), cp.int32(bins)
    all_angles = cp.arange(views, dtype=cp.float32) * cp.float32(math.pi / views)

    def project(image, angles):
        out = cp.empty((len(angles), bins), cp.float32)
        project_kernel(((bins + 127) // 128, len(angles)), (128,), (image, angles, out, *sizes))
        return out

    def back(lines, angles):
        out = cp.empty((size, size), cp.float32)
        grid = ((size + 127) // 128, size)
        back_kernel(grid, (128,), (lines, angles, out, *sizes, cp.int32(len(angles))))
        return out

    y, x = cp.mgrid[:size, :size].astype(cp.float32) - size / 2
    truth = (x**2 / 70**2 + y**2 / 55**2 < 1).astype(cp.float32)
    for number, radius in enumerate((6, 9, 13, 17)):
        angle = 1.3 * number + 0.4
        spot = (x - 35 * math.cos(angle)) ** 2 + (y - 30 * math.sin(angle)) ** 2 < radius**2
        truth = truth + (3 - number) * spot.astype(cp.float32)
    counts = cp.random.poisson(0.4 * project(truth, all_angles)).astype(cp.float32)
    code = "out = counts / fmaxf(guess, 1e-4f)"
    ratio = cp.ElementwiseKernel("float32 counts, float32 guess", "float32 out", code, "osem_ratio")
    code = "image = sensitivity > 1e-3f ? image * factor / sensitivity : 0.0f"
    multiply = cp.ElementwiseKernel("float32 factor, float32 sensitivity", "float32 image", code, "osem_multiply")
    image, passes = cp.ones((size, size), cp.float32), 0
    for subsets, times in ((12, 4), (5, 4), (1, 7)):
        angles = [cp.ascontiguousarray(all_angles[first::subsets]) for first in range(subsets)]
        seen = [cp.ascontiguousarray(counts[first::subsets]) for first in range(subsets)]
        sensitivities = [back(cp.ones_like(lines), a) for lines, a in zip(seen, angles)]
        for _ in range(times):
            for lines, a, sensitivity in zip(seen, angles, sensitivities):
                with step("update"):
                    factor = back(ratio(lines, project(image, a)), a)
                    multiply(factor, sensitivity, image)
            passes += 1
            if passes % 2 == 0 and subsets > 1:
                image = gaussian_filter(image, 0.6).astype(cp.float32)
            guess = cp.maximum(project(image, all_angles), 1e-4)
            likelihood = float((counts * cp.log(guess) - guess).mean())
            note(f"pass {passes} with {subsets} subsets: likelihood {likelihood:.5f}")
    error = float(cp.sqrt(((image / 0.4 - truth) ** 2).mean()))
    print(f"likelihood {finite(likelihood):.4f}, error {finite(error):.4f}")


@program
def cupy_particles():
    """step: a particle filter follows a ship; some times nothing is seen, and it resamples only where it must."""
    import cupy as cp
    import numpy as np

    cp.random.seed(0)
    count, steps = 400_000, 220
    draw = np.random.default_rng(0)
    stations = np.array([[0.0, 0.0], [80.0, 10.0], [30.0, 70.0]])
    ship = np.array([20.0, 20.0, 0.4, 0.3])
    state = cp.asarray(ship) + cp.random.standard_normal((count, 4)) * cp.array([8.0, 8.0, 0.4, 0.4])
    logs = cp.zeros(count)
    spread = cp.array([0.02, 0.02, 0.03, 0.03])
    resampled, errors = 0, []
    for number in range(steps):
        ship[:2] += ship[2:]
        ship[2:] += draw.normal(0, 0.03, 2) - 0.004 * (ship[:2] - 40)
        visible = [s for s in range(3) if number % (5 + 2 * s) != 0 and not 90 <= number < 100]
        ranges = np.hypot(*(ship[:2] - stations).T) + draw.normal(0, 0.8, 3)
        bearings = np.arctan2(*(ship[:2] - stations).T) + draw.normal(0, 0.02, 3)
        with step("step"):
            state[:, :2] += state[:, 2:]
            state[:, 2:] -= 0.004 * (state[:, :2] - 40)
            state += spread * cp.random.standard_normal((count, 4))
            for s in visible:
                dx, dy = state[:, 0] - stations[s, 0], state[:, 1] - stations[s, 1]
                far = (cp.hypot(dx, dy) - ranges[s]) / 0.8
                turn = cp.arctan2(dx, dy) - bearings[s]
                turn = (turn - 2 * math.pi * cp.rint(turn / (2 * math.pi))) / 0.02
                logs -= 0.5 * (far**2 + turn**2)
            weights = cp.exp(logs - logs.max())
            weights /= weights.sum()
            mean = weights @ state
            if visible:
                alike = 1 / float((weights**2).sum())
                if alike < count / 2:
                    places = (cp.arange(count) + cp.random.random(1)) / count
                    chosen = cp.searchsorted(cp.cumsum(weights), places)
                    state = state[cp.minimum(chosen, count - 1)]
                    logs = cp.zeros(count)
                    resampled += 1
            errors.append(float(np.hypot(*(cp.asnumpy(mean)[:2] - ship[:2]))))
        if number % 20 == 19:
            wide = cp.sqrt(cp.linalg.eigvalsh(cp.cov(state[:, :2].T)))
            note(f"step {number}: error {errors[-1]:.3f}, spread {float(wide[-1]):.3f}, resampled {resampled}")
    print(f"mean error {finite(float(np.mean(errors))):.3f}, resampled {resampled} times of {steps}")


# Triton


@program
def triton_sinkhorn():
    """step: points flow to others by optimal transport; in each step Sinkhorn's loop in Triton until it is steady."""
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def soft_minimum(x, y, other, out, eps, log_weight, rows, columns, R: tl.constexpr, C: tl.constexpr):
        row = tl.program_id(0) * R + tl.arange(0, R)
        x0 = tl.load(x + 2 * row, mask=row < rows, other=0.0)
        x1 = tl.load(x + 2 * row + 1, mask=row < rows, other=0.0)
        top = tl.full((R,), -1e30, tl.float32)
        total = tl.zeros((R,), tl.float32)
        for start in range(0, columns, C):
            column = start + tl.arange(0, C)
            inside = column < columns
            y0 = tl.load(y + 2 * column, mask=inside, other=0.0)
            y1 = tl.load(y + 2 * column + 1, mask=inside, other=0.0)
            dual = tl.load(other + column, mask=inside, other=0.0)
            d0, d1 = x0[:, None] - y0[None, :], x1[:, None] - y1[None, :]
            value = (dual[None, :] - 0.5 * (d0 * d0 + d1 * d1)) / eps
            value = tl.where(inside[None, :], value, -1e30)
            new = tl.maximum(top, tl.max(value, 1))
            total = total * tl.exp(top - new) + tl.sum(tl.exp(value - new[:, None]), 1)
            top = new
        tl.store(out + row, -eps * (top + tl.log(total) + log_weight), mask=row < rows)

    torch.manual_seed(0)
    rows, columns, R, C = 4000, 5000, 32, 64
    turn = 6.28 * torch.rand(columns, device=DEVICE)
    y = torch.stack([turn.cos(), turn.sin()], 1) * (1 + 0.1 * torch.randn(columns, 1, device=DEVICE))
    x = 0.2 * torch.randn(rows, 2, device=DEVICE)
    f, g = torch.zeros(rows, device=DEVICE), torch.zeros(columns, device=DEVICE)
    f_new = torch.empty_like(f)
    grid_x, grid_y = (triton.cdiv(rows, R),), (triton.cdiv(columns, C),)
    loops = 0
    for number in range(64):
        eps = 0.1 if number < 24 else 0.03
        with step("step"):
            for loop in range(1, 61):
                soft_minimum[grid_y](y, x, f, g, eps, -math.log(rows), columns, rows, R=C, C=R)
                soft_minimum[grid_x](x, y, g, f_new, eps, -math.log(columns), rows, columns, R=R, C=C)
                f, f_new = f_new, f
                if loop % 5 == 0 and (f - f_new).abs().max().item() < 2e-3:
                    break
            loops += loop
            share = ((f[:, None] + g - 0.5 * torch.cdist(x, y) ** 2) / eps).softmax(1)
            x += 0.2 * (share @ y - x)
        if number % 8 == 7:
            cost = (f.mean() + g.mean()).item()
            note(f"step {number}: cost {cost:.5f}, {loop} loops, radius {x.norm(dim=1).mean().item():.4f}")
    print(f"cost {finite(cost):.4f}, {loops} loops, radius {finite(x.norm(dim=1).mean().item()):.3f}")


# JAX


@program
def jax_evolution():
    """iteration, eval: evolution strategies: many policies tried in a lax.scan; later for twice as long."""
    import jax
    import jax.numpy as jnp

    width, pairs, starts = 32, 256, 4
    sizes = (3 * width, width, width * width, width, width, 1)
    total = sum(sizes)

    def act(weights, seen):
        w1, b1, w2, b2, w3, b3 = jnp.split(weights, [sum(sizes[:i]) for i in range(1, 6)])
        h = jnp.tanh(seen @ w1.reshape(3, width) + b1)
        h = jnp.tanh(h @ w2.reshape(width, width) + b2)
        return 2 * jnp.tanh(h @ w3 + b3[0])

    def play(weights, start, horizon):
        """The mean reward of a pendulum."""

        def move(state, _):
            angle, speed = state
            push = act(weights, jnp.stack([jnp.cos(angle), jnp.sin(angle), speed / 8]))
            near = jnp.arctan2(jnp.sin(angle), jnp.cos(angle))
            reward = -(near**2 + 0.1 * speed**2 + 0.001 * push**2)
            speed = jnp.clip(speed + 0.05 * (15 * jnp.sin(angle) + 3 * push), -8, 8)
            return (angle + 0.05 * speed, speed), reward

        _, rewards = jax.lax.scan(move, (start[0], start[1]), None, horizon)
        return rewards.mean()

    @jax.jit
    def ask(key, mean, spread):
        noise = jax.random.normal(key, (pairs, total))
        noise = jnp.concatenate([noise, -noise])
        return mean + spread * noise, noise

    @partial(jax.jit, static_argnums=2)
    def judge(population, key, horizon):
        at = jax.random.uniform(key, (starts, 2), minval=-1.0) * jnp.array([math.pi, 1.0])
        many = jax.vmap(jax.vmap(play, (None, 0, None)), (0, None, None))
        return many(population, at, horizon).mean(1)

    @jax.jit
    def tell(mean, speed, noise, rewards, spread):
        ranks = jnp.argsort(jnp.argsort(rewards)) / (2 * pairs - 1) - 0.5
        slope = ranks @ noise / (2 * pairs * spread) - 0.005 * mean
        speed = 0.9 * speed + 0.1 * slope
        return mean + 0.3 * speed / (jnp.sqrt((speed**2).mean()) + 1e-8) * spread, speed

    key = jax.random.key(0)
    key, now = jax.random.split(key)
    mean = 0.3 * jax.random.normal(now, (total,))
    speed, spread, best = jnp.zeros(total), 0.1, -math.inf
    for number in range(1, 81):
        horizon = 60 if number <= 50 else 120
        with step("iteration"):
            key, first, second = jax.random.split(key, 3)
            population, noise = ask(first, mean, spread)
            rewards = judge(population, second, horizon)
            mean, speed = tell(mean, speed, noise, rewards, spread)
            spread = max(0.04, spread * 0.99)
            jax.block_until_ready(mean)
        if number % 10 == 0:
            note(f"iteration {number}: mean {rewards.mean().item():.4f}, best {rewards.max().item():.4f}")
        if number % 16 == 0:
            for seed in range(3):
                with step("eval"):
                    score = judge(mean[None], jax.random.key(1000 + seed), 120).item()
                best = max(best, score)
            note(f"iteration {number}: the policy itself {score:.4f}")
    print(f"best {finite(best):.3f}")


@program
def jax_ignition():
    """attempt: a flame by implicit steps of adaptive length: Newton and CG in while loops; some are refused."""
    import jax
    import jax.numpy as jnp

    size, tolerance = 512, 2e-2

    def spread(u):
        padded = jnp.pad(u, 1, mode="edge")
        return padded[2:, 1:-1] + padded[:-2, 1:-1] + padded[1:-1, 2:] + padded[1:-1, :-2] - 4 * u

    def burn(u):
        return 0.5 * u * (1 - u) * (u - 0.2)

    slope_of_burn = jax.vmap(jax.vmap(jax.grad(burn)))

    def solve(slope, dt, b):
        """CG for (1 - dt (spread + slope)) s = b."""
        goal = 1e-6 * jnp.vdot(b, b)

        def go(carry):
            return (jnp.vdot(carry[1], carry[1]) > goal) & (carry[3] < 80)

        def one(carry):
            s, r, p, loops = carry
            q = p - dt * (spread(p) + slope * p)
            old = jnp.vdot(r, r)
            alpha = old / jnp.vdot(p, q)
            s, r = s + alpha * p, r - alpha * q
            return s, r, r + jnp.vdot(r, r) / old * p, loops + 1

        s, _, _, loops = jax.lax.while_loop(go, one, (jnp.zeros_like(b), b, b, 0))
        return s, loops

    @jax.jit
    def attempt(u, dt):
        def go(carry):
            return (carry[1] > 1e-5) & (carry[2] < 6)

        def newton(carry):
            w, _, newtons, loops = carry
            s, more = solve(slope_of_burn(w), dt, u + dt * (spread(w) + burn(w)) - w)
            return w + s, jnp.abs(s).max(), newtons + 1, loops + more

        w, _, newtons, loops = jax.lax.while_loop(go, newton, (u, jnp.inf, 0, 0))
        error = 0.5 * dt * jnp.abs(spread(w - u) + burn(w) - burn(u)).max()
        return w, error, newtons, loops

    @jax.jit
    def ignite(u, key):
        place = jax.random.uniform(key, (2, 6, 1, 1)) * size
        at = jnp.arange(size)
        far = (at[:, None] - place[0]) ** 2 + (at - place[1]) ** 2
        return jnp.maximum(u, (far < 60).any(0).astype(u.dtype))

    u = ignite(jnp.zeros((size, size)), jax.random.key(0))
    dt, clock, taken, refused, loops_of_all = 4.0, 0.0, 0, 0, 0
    while taken < 110:
        with step("attempt"):
            w, error, newtons, loops = attempt(u, dt)
            error, newtons, loops = error.item(), newtons.item(), loops.item()
        loops_of_all += loops
        if error <= tolerance:
            u, clock, taken = w, clock + dt, taken + 1
            if taken % 10 == 0:
                note(f"time {clock:.2f}: burning {u.mean().item():.4f}, dt {dt:.3f}, {newtons} and {loops} loops")
            if taken % 36 == 0:
                u = ignite(u, jax.random.key(taken))
        else:
            refused += 1
        dt *= min(2.0, max(0.3, 0.9 * tolerance / max(error, 1e-9)))
    print(f"burning {finite(u.mean().item()):.4f} at {clock:.2f}, {refused} refused, {loops_of_all} loops")


# Without steps


def timed(call, repeats):
    """Milliseconds for one of some calls."""
    import torch

    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    first.record()
    for _ in range(repeats):
        call()
    last.record()
    last.synchronize()
    return first.elapsed_time(last) / repeats


@program
def nosteps_gemm_sizes():
    """No steps: a table of products of matrices: types by shapes, each warmed up twice and timed over a few."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    rates = []

    def make(*shape, dtype=torch.float16):
        return torch.randn(*shape, device=DEVICE).to(dtype)

    def row(name, flops, call):
        call()
        call()
        ms = timed(call, 3 if flops > 5e10 else 8)
        rates.append(flops / max(ms, 1e-6) / 1e9)
        note(f"{name:30s} {ms:9.4f} ms {rates[-1]:9.2f} TFLOP/s")

    def square(name, dtype, sizes):
        for size in sizes:
            a, b = make(size, size, dtype=dtype), make(size, size, dtype=dtype)
            row(f"{name} {size}", 2 * size**3, lambda: a @ b)

    sizes = (128, 256, 512, 1024, 1536, 2048, 3072, 4096)
    torch.backends.cuda.matmul.allow_tf32 = False
    square("float32", torch.float32, sizes[:6])
    torch.backends.cuda.matmul.allow_tf32 = True
    square("tf32", torch.float32, sizes)
    square("float16", torch.float16, sizes)
    square("bfloat16", torch.bfloat16, (*sizes, 6144))

    # The shapes of a transformer, then layouts, and batches.
    for tokens in (1, 8, 64, 512, 4096):
        for wide, out in ((1024, 3072), (1024, 4096), (4096, 1024)):
            x, weight, bias = make(tokens, wide), make(out, wide), make(out)
            row(f"linear {tokens} {wide} {out}", 2 * tokens * wide * out, lambda: F.linear(x, weight, bias))
    a, b = make(2048, 2048), make(2048, 2048)
    for name, call in (("left", lambda: a.T @ b), ("right", lambda: a @ b.T), ("both", lambda: a.T @ b.T)):
        row(f"turned {name}", 2 * 2048**3, call)
    row("added to", 2 * 2048**3, lambda: torch.addmm(a, a, b, beta=0.5))
    c, d = make(64, 128, 128), make(64, 128, 128)
    row("batch", 2 * 64 * 128**3, lambda: torch.bmm(c, d))
    error = (a.float() @ b.float() - (a @ b).float()).abs().max().item()
    print(f"{len(rates)} rows, error of float16 {finite(error):.3f}")


@program
def nosteps_service_start():
    """No steps: a service starts: models loaded, checked, folded, and warmed for their shapes; then it ends."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    half = torch.float16

    def load(model, name):
        """Weights from a checkpoint on the host, checked."""
        state = model.state_dict()
        for key, tensor in state.items():
            if tensor.is_floating_point():
                state[key] = torch.randn_like(tensor).abs() * 0.05 + (0.5 if "running_var" in key else -0.03)
        model.load_state_dict(state)
        model.to(DEVICE).eval().requires_grad_(False)
        norms = torch.stack([p.norm() for p in model.parameters()])
        note(f"{name}: {sum(p.numel() for p in model.parameters())} weights of norm {finite(norms.norm().item()):.3f}")
        return model

    # The detector: batch norms go into the convolutions, channels last, half precision.
    layers = []
    for before, after, stride in ((3, 32, 2), (32, 64, 2), (64, 96, 2), (96, 96, 1)):
        layers += [nn.Conv2d(before, after, 3, stride, 1), nn.BatchNorm2d(after), nn.ReLU()]
    detector = load(nn.Sequential(*layers, nn.Conv2d(96, 6, 1)), "detector")
    probe = torch.rand(1, 3, 128, 128, device=DEVICE)
    expected = detector(probe)
    for conv, norm in zip(detector[0:12:3], detector[1:12:3]):
        scale = norm.weight / (norm.running_var + norm.eps).sqrt()
        conv.weight.mul_(scale.view(-1, 1, 1, 1))
        conv.bias.sub_(norm.running_mean).mul_(scale).add_(norm.bias)
    fast = nn.Sequential(*[layer for layer in detector if not isinstance(layer, nn.BatchNorm2d)])
    note(f"folded, off by {(fast(probe) - expected).abs().max().item():.2e}")
    fast = fast.to(half).to(memory_format=torch.channels_last)

    # The reader: letters along a line by a GRU.
    see = nn.Sequential(nn.Conv2d(1, 48, 5, (4, 2), 2), nn.ReLU(), nn.Conv2d(48, 64, 3, (4, 2), 1), nn.ReLU())
    see, gru = load(see, "see").to(half), load(nn.GRU(128, 128, batch_first=True, bidirectional=True), "gru").to(half)
    gru.flatten_parameters()
    letters = load(nn.Linear(256, 96), "letters").to(half)

    def read(line):
        return letters(gru(see(line).flatten(1, 2).transpose(1, 2))[0]).log_softmax(-1)

    # Each model sees the shapes that it will be asked for.
    for height, width in ((480, 640), (640, 640), (720, 1280)):
        picture = torch.zeros(1, 3, height, width, device=DEVICE, dtype=half)
        note("detector", tuple(fast(picture.to(memory_format=torch.channels_last)).shape))
    for count, width in ((1, 128), (4, 256), (16, 512)):
        note("reader", tuple(read(torch.zeros(count, 1, 32, width, device=DEVICE, dtype=half)).shape))

    # A request from end to end, as a check of health.
    photo = torch.randint(0, 256, (1, 3, 600, 800), dtype=torch.uint8).to(DEVICE).to(half) / 255
    picture = F.interpolate(photo, (480, 640), mode="bilinear", align_corners=False)
    found = fast(picture.to(memory_format=torch.channels_last)).float()
    chance, place = found[0, 0].sigmoid().flatten().topk(3)
    word = read(picture.mean(1, keepdim=True)[:, :, :32, :256]).argmax(-1).unique_consecutive()
    note(f"chances {chance.tolist()} at {place.tolist()}, {len(word)} letters")
    print(f"ready, {finite(found.norm().item()):.3f}")


@program
def nosteps_cupy_terrain():
    """No steps: heights of a land are made, cleaned and described: slopes, light, water; each once."""
    import cupy as cp
    from cupyx.scipy import ndimage

    cp.random.seed(0)
    size, cell = 1024, 10.0

    # A land from waves of all lengths; holes take the mean of what is about them, spikes the median.
    wave = cp.hypot(cp.fft.fftfreq(size)[:, None], cp.fft.rfftfreq(size)[None])
    power = cp.where(wave > 0, cp.maximum(wave, 1e-6) ** -2.0, 0)
    land = cp.fft.irfft2(power * cp.fft.rfft2(cp.random.standard_normal((size, size))), s=(size, size))
    land = 800 * (land - land.min()) / (land.max() - land.min())
    holes = cp.random.random((size, size)) < 0.01
    measured = cp.where(cp.random.random((size, size)) < 0.001, land + 300, land)
    share = ndimage.uniform_filter((~holes).astype(cp.float64), 5)
    mean = ndimage.uniform_filter(cp.where(holes, 0, measured), 5) / cp.maximum(share, 1e-3)
    filled = cp.where(holes, mean, measured)
    median = ndimage.median_filter(filled, 3)
    clean = cp.where(cp.abs(filled - median) > 60, median, filled)
    note(f"{int(holes.sum())} holes, off by {float(cp.sqrt(((clean - land) ** 2).mean())):.3f} m")

    # Slope, aspect, light from three sides, curvature.
    south, east = cp.gradient(clean, cell)
    slope = float(cp.degrees(cp.arctan(cp.hypot(south, east))).mean())
    rose = cp.histogram(cp.degrees(cp.arctan2(-east, south)) % 360, bins=8)[0].tolist()
    sun = cp.array([[0.5, -0.5, 0.7], [0.0, -0.7, 0.7], [-0.6, -0.2, 0.77]])
    normal = cp.stack([-east, -south, cp.ones_like(east)])
    normal /= cp.linalg.norm(normal, axis=0)
    light = cp.clip(cp.tensordot(sun, normal, 1), 0, 1).mean(0)
    bend = ndimage.laplace(ndimage.gaussian_filter(clean, 3)) / cell**2
    note(f"slope {slope:.2f}, rose {rose}, light {float(light.mean()):.4f}, bend {float(bend.std()):.5f}")

    # Where a drop goes next, and low lands.
    padded = cp.pad(clean, 1, mode="constant", constant_values=1e9)
    offsets = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    around = cp.stack([padded[1 + i : 1 + i + size, 1 + j : 1 + j + size] for i, j in offsets])
    fall = (clean - around) / cp.array([math.hypot(i, j) for i, j in offsets])[:, None, None]
    shift, here = cp.array([i * size + j for i, j in offsets]), cp.arange(size * size).reshape(size, size)
    below = cp.where(fall.max(0) > 0, here + shift[fall.argmax(0)], here)
    into = cp.bincount(below.ravel(), minlength=size * size)
    parts, count = ndimage.label(clean < cp.percentile(clean, 20))
    largest = int(cp.bincount(parts.ravel())[1:].max())
    note(f"at most {int(into.max())} into one, {count} low lands, the largest {largest}")

    # Heights by share, the spectrum's slope, a coarse model by few shapes, water.
    hypsometry = cp.sort(clean.ravel())[:: size * size // 10]
    spectrum = cp.abs(cp.fft.rfft2(clean - clean.mean())) ** 2
    ring = cp.rint(wave * size).astype(cp.int64).ravel()
    by_ring = cp.bincount(ring, spectrum.ravel()) / cp.maximum(cp.bincount(ring), 1)
    fit = cp.polyfit(cp.log(cp.arange(4, 200)), cp.log(by_ring[4:200]), 1)
    coarse = ndimage.zoom(clean, 0.25, order=1)
    u, s, v = cp.linalg.svd(coarse, full_matrices=False)
    few = (u[:, :12] * s[:12]) @ v[:12] - coarse
    water = cp.maximum(hypsometry[3] - clean, 0).sum() * cell**2
    note(f"spectrum {float(fit[0]):.3f}, few shapes {float(cp.abs(few).mean()):.3f}")
    shown = cp.asnumpy((255 * light).astype(cp.uint8))
    print(f"mean height {finite(float(clean.mean())):.2f}, water {float(water):.4e}, shown {shown.mean():.2f}")


@program
def nosteps_jax_genes():
    """No steps: genes of many people against a trait: checks, relations, tests, regions, a score; eager, each once."""
    import jax
    import jax.numpy as jnp

    keys = iter(jax.random.split(jax.random.key(0), 12))
    people, places = 1536, 6000

    # Two peoples, genotypes of 0, 1 and 2, some missing; a trait with thirty causes.
    origin = jax.random.bernoulli(next(keys), 0.4, (people,)).astype(jnp.float32)
    drift = 0.08 * jax.random.normal(next(keys), (places,))
    rate = jax.random.uniform(next(keys), (places,), minval=0.05, maxval=0.5) + origin[:, None] * drift
    genes = (jax.random.uniform(next(keys), (2, people, places)) < rate).sum(0).astype(jnp.float32)
    lost = jax.random.bernoulli(next(keys), 0.01, genes.shape)
    causes = jax.random.permutation(next(keys), places)[:30]
    effects = 0.25 * jax.random.normal(next(keys), (30,))
    trait = genes[:, causes] @ effects + 0.5 * origin + jax.random.normal(next(keys), (people,))

    # Quality: how often missing, how frequent, and whether the three kinds are as they should be.
    seen = (~lost).sum(0)
    share = jnp.where(lost, 0, genes).sum(0) / (2 * seen)
    wanted = 2 * share * (1 - share) * seen
    odd = (jnp.where(lost, False, genes == 1).sum(0) - wanted) ** 2 / jnp.maximum(wanted, 1)
    kept = jnp.where((jnp.minimum(share, 1 - share) > 0.03) & (odd < 200) & (lost.mean(0) < 0.03))[0]
    note(f"kept {kept.size} of {places}")

    # Filled and scaled; who is like whom; the axes of the peoples.
    share = share[kept]
    scaled = (jnp.where(lost[:, kept], 2 * share, genes[:, kept]) - 2 * share) / jnp.sqrt(2 * share * (1 - share))
    alike = scaled @ scaled.T / kept.size
    axes = jnp.linalg.eigh(alike)[1][:, -4:]
    parted = jnp.abs(jnp.corrcoef(axes[:, -1], origin)[0, 1])
    note(f"closest {jnp.triu(alike, 1).max().item():.3f}, parted {parted.item():.3f}")

    # The trait without what the axes say, its ranks made normal; a line for each place.
    q, _ = jnp.linalg.qr(jnp.concatenate([jnp.ones((people, 1)), axes], 1))
    order = jnp.argsort(jnp.argsort(trait - q @ (q.T @ trait)))
    normal = jax.scipy.stats.norm.ppf((order + 0.5) / people)
    normal = normal - q @ (q.T @ normal)
    left = scaled - q @ (q.T @ scaled)
    size = (left**2).sum(0)
    beta = left.T @ normal / size
    z = beta / jnp.sqrt(((normal**2).sum() - beta**2 * size) / (people - 6) / size)
    p = jnp.maximum(2 * jax.scipy.stats.norm.sf(jnp.abs(z)), 1e-30)
    inflation = jnp.median(z**2) / 0.4549
    found = (jnp.sort(p) <= 0.05 * jnp.arange(1, kept.size + 1) / kept.size).sum()
    note(f"inflation {inflation.item():.3f}, found {found.item()}")

    # Which of the best hits hang together, and regions about them.
    best = jnp.argsort(p)[:40]
    lone = (jnp.tril(jnp.corrcoef(scaled[:, best].T) ** 2, -1).max(1) < 0.1).sum()
    regions = jax.ops.segment_max(-jnp.log10(p), kept // 100, places // 100)
    note(f"{lone.item()} lone hits, highest {regions.max().item():.2f}")

    # Shrunk effects, and a score on people held back.
    few, held = left[:1024, best], left[1024:, best]
    score = held @ jnp.linalg.solve(few.T @ few + 50 * jnp.eye(40), few.T @ normal[:1024])
    right = jnp.corrcoef(score, normal[1024:])[0, 1]
    bins = jnp.searchsorted(jnp.percentile(score, jnp.linspace(10, 90, 9)), score)
    means = jax.ops.segment_sum(normal[1024:], bins, 10) / jnp.bincount(bins, length=10)
    true = jnp.isin(kept[best], causes).sum()
    note(f"tenths {means[0].item():.3f} to {means[-1].item():.3f}")
    print(f"right {finite(right.item()):.3f}, {true.item()} true ones")


@program
def nosteps_triton_tuning():
    """No steps: two kernels of Triton are tuned: each of their settings compiled, checked, timed; the best kept."""
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def product(a, b, c, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
        row = tl.program_id(0) * M + tl.arange(0, M)
        column = tl.program_id(1) * N + tl.arange(0, N)
        inner = tl.arange(0, K)
        acc = tl.zeros((M, N), tl.float32)
        for start in range(0, k, K):
            left = tl.load(a + row[:, None] * k + start + inner[None, :])
            right = tl.load(b + (start + inner[:, None]) * n + column[None, :])
            acc += tl.dot(left, right)
        tl.store(c + row[:, None] * n + column[None, :], acc.to(tl.float16))

    @triton.jit
    def shares(x, out, width, B: tl.constexpr):
        row = tl.program_id(0)
        at = tl.arange(0, B)
        value = tl.load(x + row * width + at, mask=at < width, other=-1e30)
        value = tl.exp(value - tl.max(value, 0))
        tl.store(out + row * width + at, value / tl.sum(value, 0), mask=at < width)

    torch.manual_seed(0)
    size = 2048
    a, b = (torch.randn(size, size, device=DEVICE, dtype=torch.float16) / 8 for _ in range(2))
    x = torch.randn(8192, 1000, device=DEVICE)
    c, y = torch.empty_like(a), torch.empty_like(x)

    def launch_product(M, N, K, warps, stages):
        grid = (size // M, size // N)
        product[grid](a, b, c, size, size, M=M, N=N, K=K, num_warps=warps, num_stages=stages)

    def launch_shares(warps):
        shares[(len(x),)](x, y, x.shape[1], B=1024, num_warps=warps)

    def tune(launch, settings, result, expected, repeats):
        """The fastest of the settings that give what is expected."""
        times = {}
        for setting in settings:
            result.zero_()
            launch(*setting)
            if torch.allclose(result.float(), expected, rtol=2e-2, atol=2e-2):
                times[setting] = timed(lambda: launch(*setting), repeats)
            note(launch.__name__, setting, times.get(setting, "wrong"))
        launch(*min(times, key=times.get))

    # The best of each stays.
    settings = [(64, 64, 32, 4, 2), (64, 128, 32, 4, 3), (128, 128, 32, 8, 3), (128, 64, 64, 4, 3)]
    settings += [(128, 128, 64, 8, 3), (256, 128, 32, 8, 3)]
    tune(launch_product, settings, c, a.float() @ b.float(), 5)
    tune(launch_shares, [(1,), (2,), (4,), (8,)], y, x.softmax(1), 10)
    print(f"sum {finite((c.float().mean() + y.mean()).item()):.4f}")


if __name__ == "__main__":
    main()
