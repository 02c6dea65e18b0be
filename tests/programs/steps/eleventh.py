"""Programs for one test at the end: nothing that finds steps was made with them in view.

    python3 eleventh.py NAME
    python3 eleventh.py --list

The marks are those of marks.py. The first line of each program says what its steps are, after the
kinds of the steps. Frameworks are imported by the programs that want them.
"""

import math

from harness import DEVICE, finite, main, note, program
from marks import begin, other, step


# Training in PyTorch


@program
def convnext_epochs():
    """train, eval: ConvNeXt in half precision, batches by workers; validation after each epoch."""
    import torch
    from torch import nn
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
    from torch.utils.data import DataLoader, TensorDataset

    class Norm(nn.LayerNorm):
        def forward(self, x):
            return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)

    class Block(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.depthwise = nn.Conv2d(width, width, 7, padding=3, groups=width)
            self.norm = nn.LayerNorm(width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
            self.scale = nn.Parameter(torch.full((width,), 1e-2))

        def forward(self, x):
            y = self.norm(self.depthwise(x).permute(0, 2, 3, 1))
            y = self.scale * self.down(nn.functional.gelu(self.up(y)))
            return x + y.permute(0, 3, 1, 2)

    def network(widths=(48, 96, 192), depths=(1, 2, 1), classes=20):
        layers = [nn.Conv2d(3, widths[0], 4, 4), Norm(widths[0])]
        for stage, (width, depth) in enumerate(zip(widths, depths)):
            if stage:
                layers += [Norm(widths[stage - 1]), nn.Conv2d(widths[stage - 1], width, 2, 2)]
            layers += [Block(width) for _ in range(depth)]
        layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.LayerNorm(widths[-1])]
        return nn.Sequential(*layers, nn.Linear(widths[-1], classes))

    def split(count):
        labels = torch.randint(0, 20, (count,))
        images = torch.randint(0, 200, (count, 3, 64, 64), dtype=torch.uint8)
        return TensorDataset(images + labels[:, None, None, None].to(torch.uint8), labels)

    def prepare(images):
        images = images.to(DEVICE, non_blocking=True).float().div_(255)
        return (images - 0.45) / 0.225

    def train_one_epoch(model, average, criterion, optimizer, loader, scaler, scheduler, epoch):
        model.train()
        for number, (images, labels) in enumerate(loader):
            with step("train"):
                images, labels = prepare(images), labels.to(DEVICE, non_blocking=True)
                with torch.autocast(DEVICE, dtype=torch.float16):
                    logits = model(images)
                    loss = criterion(logits, labels)
                optimizer.zero_grad()
                scaler.scale(loss).backward()
                scaler.unscale_(optimizer)
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                scaler.step(optimizer)
                scaler.update()
                scheduler.step()
                if number % 4 == 0:
                    average.update_parameters(model)
            if number % 5 == 0:
                right = (logits.argmax(1) == labels).float().mean()
                note(f"epoch {epoch}, {number}: {loss.item():.3f}, right {right.item():.3f}")
        return loss.item()

    @torch.inference_mode()
    def evaluate(model, criterion, loader):
        model.eval()
        right = total = 0
        for images, labels in loader:
            with step("eval"):
                images, labels = prepare(images), labels.to(DEVICE, non_blocking=True)
                with torch.autocast(DEVICE, dtype=torch.float16):
                    logits = model(images)
                    loss = criterion(logits, labels)
                best = logits.topk(5).indices
                right += (best == labels[:, None]).any(dim=1).sum().item()
                total += loss.item() * len(labels)
        return total / len(loader.dataset), right / len(loader.dataset)

    torch.manual_seed(0)
    model = network().to(DEVICE)
    average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.99))
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.05)
    options = {"batch_size": 32, "num_workers": 2, "pin_memory": DEVICE == "cuda"}
    training = DataLoader(split(320), shuffle=True, persistent_workers=True, **options)
    validation = DataLoader(split(128), persistent_workers=True, **options)
    scaler = torch.amp.GradScaler(DEVICE)
    warm = torch.optim.lr_scheduler.LinearLR(optimizer, 0.1, total_iters=5)
    cool = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 3 * len(training) - 5)
    scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [warm, cool], [5])
    for epoch in range(3):
        train_one_epoch(
            model, average, criterion, optimizer, training, scaler, scheduler, epoch
        )
        loss, right = evaluate(model, criterion, validation)
        note(f"epoch {epoch}: loss {loss:.3f}, among the best five {right:.3f}")
    loss, right = evaluate(average, criterion, validation)
    print(f"loss of the average {finite(loss):.3f}, among the best five {right:.3f}")


@program
def nmt_trainer():
    """train, eval, decode: a Trainer of a translating Transformer; a sample after each epoch."""
    import dataclasses

    import torch
    from torch import nn
    from torch.nn.utils.rnn import pad_sequence

    PAD, START, END, WORDS = 0, 1, 2, 400

    @dataclasses.dataclass
    class Options:
        width: int = 128
        heads: int = 4
        layers: int = 2
        epochs: int = 2
        batch: int = 24
        warmup: int = 10
        clip: float = 1.0
        every: int = 5

    class Translator(nn.Module):
        def __init__(self, options):
            super().__init__()
            width = options.width
            self.source, self.target = nn.Embedding(WORDS, width), nn.Embedding(WORDS, width)
            angles = torch.arange(64)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
            places = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
            self.register_buffer("places", places)
            self.transformer = nn.Transformer(
                width,
                options.heads,
                options.layers,
                options.layers,
                4 * width,
                batch_first=True,
                norm_first=True,
            )
            self.head = nn.Linear(width, WORDS)

        def embed(self, table, words):
            return table(words) * table.embedding_dim**0.5 + self.places[: words.shape[1]]

        def encode(self, words):
            hidden = words == PAD
            x = self.embed(self.source, words)
            return self.transformer.encoder(x, src_key_padding_mask=hidden), hidden

        def decode(self, words, memory, hidden):
            later = torch.ones(words.shape[1], words.shape[1], device=words.device).triu(1).bool()
            x = self.embed(self.target, words)
            x = self.transformer.decoder(x, memory, later, memory_key_padding_mask=hidden)
            return self.head(x)

        def forward(self, source, target):
            return self.decode(target, *self.encode(source))

    class Batches:
        """Pairs of like length together, padded."""

        def __init__(self, count, size, seed):
            generator = torch.Generator().manual_seed(seed)
            lengths = torch.randint(6, 24, (count,), generator=generator).sort().values.tolist()
            self.pairs = []
            for length in lengths:
                words = torch.randint(3, WORDS, (length,), generator=generator)
                self.pairs.append((words, torch.cat([words.flip(0)[: length - 2], words[:1]])))
            self.size, self.generator = size, generator

        def __len__(self):
            return -(-len(self.pairs) // self.size)

        def __iter__(self):
            for place in torch.randperm(len(self), generator=self.generator).tolist():
                pairs = self.pairs[place * self.size : (place + 1) * self.size]
                start, end = torch.tensor([START]), torch.tensor([END])
                source = pad_sequence([a for a, _ in pairs], True, PAD)
                target = pad_sequence([torch.cat([start, b, end]) for _, b in pairs], True, PAD)
                yield source, target

    class Trainer:
        def __init__(self, model, options):
            self.model, self.options, self.count = model.to(DEVICE), options, 0
            self.optimizer = torch.optim.Adam(
                model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9
            )
            self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self.rate)
            self.criterion = nn.CrossEntropyLoss(ignore_index=PAD, label_smoothing=0.1)

        def rate(self, count):
            count += 1
            return self.options.width**-0.5 * min(count**-0.5, count * self.options.warmup**-1.5)

        def compute_loss(self, batch):
            source, target = (part.to(DEVICE) for part in batch)
            logits = self.model(source, target[:, :-1])
            return self.criterion(logits.flatten(0, 1), target[:, 1:].flatten())

        def training_step(self, batch):
            loss = self.compute_loss(batch)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), self.options.clip)
            self.optimizer.step()
            self.schedule.step()
            self.count += 1
            return loss.detach()

        def fit(self, training, validation):
            for epoch in range(self.options.epochs):
                self.model.train()
                losses = []
                for batch in training:
                    with step("train"):
                        losses.append(self.training_step(batch))
                    if self.count % self.options.every == 0:
                        recent = torch.stack(losses[-self.options.every :]).mean().item()
                        note(f"step {self.count}: loss {recent:.3f}")
                loss = self.validate(validation)
                note(f"epoch {epoch}: validation {loss:.3f}, sample {self.translate(validation)}")
            return loss

        @torch.no_grad()
        def validate(self, validation):
            self.model.eval()
            total = 0.0
            for batch in validation:
                with step("eval"):
                    total += self.compute_loss(batch).item()
            return total / len(validation)

        @torch.no_grad()
        def translate(self, validation, longest=12):
            words = torch.full((1, 1), START, device=DEVICE)
            memory, hidden = self.model.encode(validation.pairs[0][0][None].to(DEVICE))
            for _ in range(longest):
                with step("decode"):
                    best = self.model.decode(words, memory, hidden)[:, -1].argmax(-1, keepdim=True)
                    words = torch.cat([words, best], dim=1)
            words = words[0].tolist()
            return words[: words.index(END)] if END in words else words

    torch.manual_seed(0)
    options = Options()
    trainer = Trainer(Translator(options), options)
    loss = trainer.fit(Batches(288, options.batch, 1), Batches(72, options.batch, 2))
    print(f"loss {finite(loss):.3f} after {trainer.count} steps")


@program
def dqn_cartpole():
    """step: a move in one cart-pole on the host, then a batch from memory, as in the tutorial."""
    import collections
    import random

    import numpy as np
    import torch
    from torch import nn

    Move = collections.namedtuple("Move", "state action following reward")

    class CartPole:
        def __init__(self, seed):
            self.chance = np.random.default_rng(seed)

        def reset(self):
            self.state = self.chance.uniform(-0.05, 0.05, 4)
            return self.state

        def step(self, action):
            x, speed, angle, turn = self.state
            push = 10.0 if action else -10.0
            sine, cosine = math.sin(angle), math.cos(angle)
            common = (push + 0.05 * turn * turn * sine) / 1.1
            bend = (9.8 * sine - cosine * common) / (0.5 * (4 / 3 - 0.1 * cosine**2 / 1.1))
            gain = common - 0.05 * bend * cosine / 1.1
            change = np.array([speed, gain, turn, bend])
            self.state = self.state + 0.02 * change
            return self.state, 1.0, abs(self.state[0]) > 2.4 or abs(self.state[2]) > 0.21

    class Memory:
        def __init__(self, size):
            self.moves = collections.deque([], maxlen=size)

        def push(self, *parts):
            self.moves.append(Move(*parts))

        def sample(self, count):
            return random.sample(self.moves, count)

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer1, self.layer2 = nn.Linear(4, 128), nn.Linear(128, 128)
            self.layer3 = nn.Linear(128, 2)

        def forward(self, x):
            return self.layer3(torch.relu(self.layer2(torch.relu(self.layer1(x)))))

    random.seed(0)
    torch.manual_seed(0)
    policy, target = Network().to(DEVICE), Network().to(DEVICE)
    target.load_state_dict(policy.state_dict())
    optimizer = torch.optim.AdamW(policy.parameters(), lr=3e-4, amsgrad=True)
    memory = Memory(10000)
    done_steps = 0
    criterion = nn.SmoothL1Loss()

    def select_action(state):
        nonlocal done_steps
        threshold = 0.05 + 0.85 * math.exp(-done_steps / 60)
        done_steps += 1
        if random.random() > threshold:
            with torch.no_grad():
                return policy(state).max(1).indices.view(1, 1)
        return torch.tensor([[random.randrange(2)]], device=DEVICE, dtype=torch.long)

    def optimize_model(size=32, discount=0.99):
        if len(memory.moves) < size:
            return
        batch = Move(*zip(*memory.sample(size)))
        alive = torch.tensor([s is not None for s in batch.following], device=DEVICE)
        following = torch.cat([s for s in batch.following if s is not None])
        states, actions = torch.cat(batch.state), torch.cat(batch.action)
        values = policy(states).gather(1, actions)
        best = torch.zeros(size, device=DEVICE)
        with torch.no_grad():
            best[alive] = target(following).max(1).values
        wanted = best * discount + torch.cat(batch.reward)
        loss = criterion(values, wanted.unsqueeze(1))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(policy.parameters(), 100)
        optimizer.step()

    environment = CartPole(0)
    durations = []
    while done_steps < 120:
        state = torch.tensor(environment.reset(), dtype=torch.float32, device=DEVICE)[None]
        duration, done = 0, False
        while not done and duration < 60:
            with step("step"):
                action = select_action(state)
                seen, reward, done = environment.step(action.item())
                reward = torch.tensor([reward], device=DEVICE)
                following = None
                if not done:
                    following = torch.tensor(seen, dtype=torch.float32, device=DEVICE)[None]
                memory.push(state, action, following, reward)
                state = following
                optimize_model()
                weights = target.state_dict()
                for name, weight in policy.state_dict().items():
                    weights[name] = weight * 0.005 + weights[name] * 0.995
                target.load_state_dict(weights)
            duration += 1
        durations.append(duration)
    size = sum(weight.norm().item() for weight in policy.parameters())
    print(f"episodes {durations}, weights {finite(size):.3f}")


@program
def two_tower():
    """train, eval: users and items in bags of words, losses within a batch; recall each epoch."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Tower(nn.Module):
        def __init__(self, ids, words):
            super().__init__()
            self.ids = nn.Embedding(ids, 64)
            self.words = nn.EmbeddingBag(words, 64, mode="mean")
            self.net = nn.Sequential(nn.Linear(128, 256), nn.ReLU(), nn.Linear(256, 64))

        def forward(self, ids, words):
            x = torch.cat([self.ids(ids), self.words(words)], dim=1)
            return F.normalize(self.net(x), dim=1)

    torch.manual_seed(0)
    users, items, clicks = 3000, 1500, 6000
    histories = torch.randint(0, 500, (users, 12))
    titles = torch.randint(0, 800, (items, 8))
    log = torch.stack([torch.randint(0, users, (clicks,)), torch.randint(0, items, (clicks,))], 1)
    popular = torch.bincount(log[:, 1], minlength=items).add(1).float().div(clicks).log()
    popular, titles_there = popular.to(DEVICE), titles.to(DEVICE)
    user_tower, item_tower = Tower(users, 500).to(DEVICE), Tower(items, 800).to(DEVICE)
    parameters = [*user_tower.parameters(), *item_tower.parameters()]
    optimizer = torch.optim.Adagrad(parameters, lr=0.02)
    held, kept = log[:512], log[512:]
    for epoch in range(3):
        user_tower.train(), item_tower.train()
        order = torch.randperm(len(kept))
        running = torch.zeros((), device=DEVICE)
        for number, chosen in enumerate(order.split(256), 1):
            with step("train"):
                pairs = kept[chosen]
                words = histories[pairs[:, 0]].to(DEVICE)
                pairs = pairs.to(DEVICE)
                asked = user_tower(pairs[:, 0], words)
                offered = item_tower(pairs[:, 1], titles_there[pairs[:, 1]])
                scores = asked @ offered.T / 0.1 - popular[pairs[:, 1]]
                same = pairs[:, 1] == pairs[:, 1, None]
                same.fill_diagonal_(False)
                scores = scores.masked_fill(same, -1e4)
                loss = F.cross_entropy(scores, torch.arange(len(scores), device=DEVICE))
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                running += loss.detach()
                if number % 10 == 0:
                    note(f"epoch {epoch}, {number}: {running.item() / 10:.3f}")
                    running.zero_()
        user_tower.eval(), item_tower.eval()
        found = 0
        with torch.no_grad():
            offered = item_tower(torch.arange(items, device=DEVICE), titles_there)
            for pairs in held.split(128):
                with step("eval"):
                    words = histories[pairs[:, 0]].to(DEVICE)
                    pairs = pairs.to(DEVICE)
                    best = (user_tower(pairs[:, 0], words) @ offered.T).topk(50, dim=1).indices
                    found += (best == pairs[:, 1:]).any(dim=1).sum().item()
        note(f"epoch {epoch}: recall {found / len(held):.3f}")
    print(f"loss {finite(loss.item()):.3f}, recall {found / len(held):.3f}")


@program
def lstm_forecast():
    """train, eval: loads of power by an LSTM in a module with a fitter that may stop early."""
    import torch
    from torch import nn
    from torch.utils.data import DataLoader, Dataset

    class Windows(Dataset):
        def __init__(self, series, past, future):
            self.series, self.past, self.future = series, past, future

        def __len__(self):
            return (len(self.series) - self.past - self.future) // 6

        def __getitem__(self, index):
            start = index * 6
            middle = start + self.past
            return self.series[start:middle], self.series[middle : middle + self.future, 0]

    class Forecaster(nn.Module):
        def __init__(self, inputs, hidden, future):
            super().__init__()
            self.lstm = nn.LSTM(inputs, hidden, num_layers=2, batch_first=True, dropout=0.1)
            self.head = nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU(), nn.Dropout(0.1))
            self.out = nn.Linear(hidden, 3 * future)
            self.register_buffer("quantiles", torch.tensor([0.1, 0.5, 0.9])[:, None])

        def forward(self, past):
            states, _ = self.lstm(past)
            return self.out(self.head(states[:, -1])).unflatten(1, (3, -1))

        def loss(self, batch):
            past, wanted = batch
            left = wanted[:, None] - self(past)
            return torch.maximum(self.quantiles * left, (self.quantiles - 1) * left).mean()

        def training_step(self, batch, number):
            return self.loss(batch)

        def validation_step(self, batch, number):
            past, wanted = batch
            return self.loss(batch), (self(past)[:, 1] - wanted).abs().mean()

        def configure_optimizers(self):
            optimizer = torch.optim.RAdam(self.parameters(), lr=3e-3)
            plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=0)
            return optimizer, plateau

    class Fitter:
        def __init__(self, epochs, patience, device):
            self.epochs, self.patience, self.device = epochs, patience, device

        def move(self, batch):
            return tuple(part.to(self.device, non_blocking=True) for part in batch)

        def fit(self, module, training, validation):
            module.to(self.device)
            optimizer, plateau = module.configure_optimizers()
            best, waited = math.inf, 0
            for epoch in range(self.epochs):
                self.run_training(module, optimizer, training, epoch)
                loss, error = self.run_validation(module, validation)
                plateau.step(loss)
                note(f"epoch {epoch}: loss {loss:.4f}, error {error:.4f}")
                if loss < best:
                    best, waited = loss, 0
                    self.kept = {name: w.clone() for name, w in module.state_dict().items()}
                else:
                    waited += 1
                    if waited > self.patience:
                        break
            module.load_state_dict(self.kept)
            return best

        def run_training(self, module, optimizer, loader, epoch):
            module.train()
            for number, batch in enumerate(loader):
                with step("train"):
                    batch = self.move(batch)
                    optimizer.zero_grad()
                    loss = module.training_step(batch, number)
                    loss.backward()
                    nn.utils.clip_grad_norm_(module.parameters(), 0.5)
                    optimizer.step()
                if number % 8 == 0:
                    note(f"  {epoch}/{number} {loss.item():.4f}")

        @torch.no_grad()
        def run_validation(self, module, loader):
            module.eval()
            losses, errors = [], []
            for number, batch in enumerate(loader):
                with step("eval"):
                    loss, error = module.validation_step(self.move(batch), number)
                    losses.append(loss)
                    errors.append(error)
            return torch.stack(losses).mean().item(), torch.stack(errors).mean().item()

    torch.manual_seed(0)
    hours = torch.arange(4200).float()
    daily, weekly = (2 * math.pi * hours / 24).sin(), (2 * math.pi * hours / 168).cos()
    load = daily + 0.4 * weekly + 0.2 * torch.randn(4200)
    series = torch.stack([load, daily, weekly, torch.randn(4200)], dim=1)
    pinned = {"pin_memory": DEVICE == "cuda"}
    training = DataLoader(Windows(series[:3300], 96, 24), 32, shuffle=True, **pinned)
    validation = DataLoader(Windows(series[3300:], 96, 24), 32, **pinned)
    best = Fitter(4, 4, DEVICE).fit(Forecaster(4, 64, 24), training, validation)
    print(f"best loss {finite(best):.4f}")


@program
def wgan_gp():
    """train: a batch for the critic with its penalty; the generator learns on each fifth."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    generator = nn.Sequential(
        nn.Linear(64, 128 * 7 * 7),
        nn.Unflatten(1, (128, 7, 7)),
        nn.BatchNorm2d(128),
        nn.ReLU(),
        nn.Upsample(scale_factor=2),
        nn.Conv2d(128, 64, 3, padding=1),
        nn.BatchNorm2d(64),
        nn.ReLU(),
        nn.Upsample(scale_factor=2),
        nn.Conv2d(64, 32, 3, padding=1),
        nn.BatchNorm2d(32),
        nn.ReLU(),
        nn.Conv2d(32, 1, 3, padding=1),
        nn.Tanh(),
    ).to(DEVICE)
    critic = nn.Sequential(
        nn.Conv2d(1, 32, 4, 2, 1),
        nn.LeakyReLU(0.2),
        nn.Conv2d(32, 64, 4, 2, 1),
        nn.LeakyReLU(0.2),
        nn.Conv2d(64, 128, 3, 2, 1),
        nn.LeakyReLU(0.2),
        nn.Flatten(),
        nn.Linear(128 * 4 * 4, 1),
    ).to(DEVICE)
    optimizer_g = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.0, 0.9))
    optimizer_d = torch.optim.Adam(critic.parameters(), lr=2e-4, betas=(0.0, 0.9))
    pictures = torch.rand(1280, 1, 28, 28) * 2 - 1

    def gradient_penalty(real, made):
        share = torch.rand(len(real), 1, 1, 1, device=DEVICE)
        between = (share * real + (1 - share) * made).requires_grad_(True)
        (slope,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
        return ((slope.flatten(1).norm(2, dim=1) - 1) ** 2).mean()

    for epoch in range(2):
        for number, chosen in enumerate(torch.randperm(len(pictures)).split(64)):
            with step("train"):
                real = pictures[chosen].to(DEVICE)
                optimizer_d.zero_grad()
                noise = torch.randn(len(real), 64, device=DEVICE)
                made = generator(noise).detach()
                penalty = gradient_penalty(real, made)
                loss_d = critic(made).mean() - critic(real).mean() + 10 * penalty
                loss_d.backward()
                optimizer_d.step()
                if number % 5 == 0:
                    optimizer_g.zero_grad()
                    loss_g = -critic(generator(torch.randn(64, 64, device=DEVICE))).mean()
                    loss_g.backward()
                    optimizer_g.step()
                    note(f"{epoch} {number}: {loss_d.item():.3f} {loss_g.item():.3f}")
    print(f"critic {finite(loss_d.item()):.3f}, generator {finite(loss_g.item()):.3f}")


@program
def edm_heun():
    """denoise: pictures by the EDM sampler, second order in all but the last of its steps."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Residual(nn.Module):
        def __init__(self, inputs, outputs, time):
            super().__init__()
            self.norm1, self.norm2 = nn.GroupNorm(8, inputs), nn.GroupNorm(8, outputs)
            self.conv1 = nn.Conv2d(inputs, outputs, 3, padding=1)
            self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1)
            self.time = nn.Linear(time, 2 * outputs)
            self.skip = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else nn.Identity()

        def forward(self, x, time):
            y = self.conv1(F.silu(self.norm1(x)))
            scale, shift = self.time(time)[:, :, None, None].chunk(2, dim=1)
            y = self.conv2(F.silu(self.norm2(y) * (1 + scale) + shift))
            return self.skip(x) + y

    class Network(nn.Module):
        def __init__(self, width=64, classes=10):
            super().__init__()
            self.first, self.last = nn.Conv2d(3, width, 3, padding=1), nn.Conv2d(width, 3, 1)
            self.label = nn.Embedding(classes, 128)
            self.time = nn.Sequential(nn.Linear(64, 128), nn.SiLU(), nn.Linear(128, 128))
            self.down1, self.down2 = Residual(width, width, 128), Residual(width, width, 128)
            self.middle = Residual(width, width, 128)
            self.up2, self.up1 = Residual(2 * width, width, 128), Residual(2 * width, width, 128)
            self.register_buffer("waves", torch.randn(32))

        def forward(self, x, noise, labels):
            angles = noise[:, None] * self.waves * 2 * math.pi
            time = self.time(torch.cat([angles.cos(), angles.sin()], dim=1)) + self.label(labels)
            a = self.down1(self.first(x), time)
            b = self.down2(F.avg_pool2d(a, 2), time)
            y = self.middle(F.avg_pool2d(b, 2), time)
            y = self.up2(torch.cat([F.interpolate(y, scale_factor=2.0), b], dim=1), time)
            y = self.up1(torch.cat([F.interpolate(y, scale_factor=2.0), a], dim=1), time)
            return self.last(F.silu(y))

    torch.manual_seed(0)
    network = Network().to(DEVICE).eval()

    def denoise(x, sigma, labels, spread=0.5):
        sigma = sigma.to(torch.float32).reshape(-1, 1, 1, 1)
        skip = spread**2 / (sigma**2 + spread**2)
        out = sigma * spread / (sigma**2 + spread**2).sqrt()
        into = 1 / (spread**2 + sigma**2).sqrt()
        noise = (sigma.log() / 4).flatten().expand(len(x))
        return skip * x + out * network(into * x, noise, labels)

    @torch.no_grad()
    def sample(latents, labels, steps=18, low=0.002, high=80.0, rho=7, churn=20.0):
        places = torch.arange(steps, dtype=torch.float64, device=DEVICE) / (steps - 1)
        sigmas = (high ** (1 / rho) + places * (low ** (1 / rho) - high ** (1 / rho))) ** rho
        sigmas = torch.cat([sigmas, torch.zeros_like(sigmas[:1])])
        x = latents.to(torch.float64) * sigmas[0]
        for number, (now, then) in enumerate(zip(sigmas[:-1], sigmas[1:])):
            with step("denoise"):
                gamma = min(churn / steps, 2**0.5 - 1) if 0.05 <= now <= 50 else 0.0
                more = now + gamma * now
                x = x + (more**2 - now**2).sqrt() * 1.003 * torch.randn_like(x)
                slope = (x - denoise(x.float(), more, labels).to(torch.float64)) / more
                following = x + (then - more) * slope
                if number < steps - 1:
                    clean = denoise(following.float(), then, labels).to(torch.float64)
                    slope2 = (following - clean) / then
                    following = x + (then - more) * (0.5 * slope + 0.5 * slope2)
                x = following
        return x

    total = 0
    for seeds in torch.arange(48).split(16):
        generator = torch.Generator().manual_seed(int(seeds[0]))
        latents = torch.randn(16, 3, 32, 32, generator=generator).to(DEVICE)
        labels = torch.randint(0, 10, (16,), generator=generator).to(DEVICE)
        pictures = sample(latents, labels)
        pictures = (pictures * 127.5 + 128).clip(0, 255).to(torch.uint8).permute(0, 2, 3, 1)
        total += int(pictures.cpu().numpy().sum())
        note(f"seeds {int(seeds[0])} to {int(seeds[-1])}: {total}")
    print(f"sum of pixels {finite(total)}")


@program
def compiled_sae():
    """train: a sparse autoencoder of activations, its loss compiled; rare ones start anew once."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Autoencoder(nn.Module):
        def __init__(self, width, features):
            super().__init__()
            directions = F.normalize(torch.randn(features, width), dim=1)
            self.encoder = nn.Parameter(directions.T.clone())
            self.decoder = nn.Parameter(directions)
            self.encoder_bias = nn.Parameter(torch.zeros(features))
            self.decoder_bias = nn.Parameter(torch.zeros(width))

        def forward(self, x):
            codes = F.relu((x - self.decoder_bias) @ self.encoder + self.encoder_bias)
            return codes @ self.decoder + self.decoder_bias, codes

    torch.manual_seed(0)
    width, features, batch, steps = 128, 1024, 512, 60
    true = F.normalize(torch.randn(400, width), dim=1).to(DEVICE)
    active = (torch.rand(8192, 400) < 0.02).float() * torch.rand(8192, 400)
    stored = active.to(DEVICE) @ true
    model = Autoencoder(width, features).to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda count: min(1.0, 5 * (1 - count / steps))
    )

    def loss_of(x):
        restored, codes = model(x)
        error = (restored - x).pow(2).sum(dim=1).mean()
        sparse = (codes * model.decoder.norm(dim=1)).sum(dim=1).mean()
        return error + 0.05 * sparse, error, (codes > 0).sum(dim=0)

    compiled = torch.compile(loss_of) if DEVICE == "cuda" else loss_of
    fired = torch.zeros(features, dtype=torch.long, device=DEVICE)
    for number in range(steps):
        with step("train"):
            x = stored[torch.randint(0, len(stored), (batch,), device=DEVICE)]
            optimizer.zero_grad(set_to_none=True)
            loss, error, counts = compiled(x)
            loss.backward()
            optimizer.step()
            schedule.step()
            fired += counts
        if number % 10 == 0:
            note(f"{number}: loss {loss.item():.4f}, error {error.item():.4f}")
        if number == steps // 2:
            with torch.no_grad():
                rare = (fired < fired.float().quantile(0.05)).nonzero().flatten()
                worst = (model(stored[:2048])[0] - stored[:2048]).pow(2).sum(dim=1)
                chosen = torch.multinomial(worst, max(len(rare), 1))[: len(rare)]
                new = F.normalize(stored[chosen], dim=1)
                model.decoder[rare] = new
                model.encoder[:, rare] = 0.2 * new.T
                model.encoder_bias[rare] = 0
                note(f"{len(rare)} rare features start anew")
    print(f"loss {finite(loss.item()):.4f}, {int((fired > 0).sum())} features used")


@program
def nerf_rays():
    """train, eval: a radiance field from rays drawn; a view by pieces after each eighth step."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Field(nn.Module):
        def __init__(self, width=96):
            super().__init__()
            self.layers1 = nn.ModuleList([nn.Linear(39, width), nn.Linear(width, width)])
            self.layers2 = nn.ModuleList([nn.Linear(width + 39, width), nn.Linear(width, width)])
            self.density, self.feature = nn.Linear(width, 1), nn.Linear(width, width)
            self.view, self.color = nn.Linear(width + 15, width // 2), nn.Linear(width // 2, 3)
            nn.init.constant_(self.density.bias, 0.3)

        @staticmethod
        def waves(x, count):
            powers = 2.0 ** torch.arange(count, device=x.device)
            angles = (x[..., None, :] * powers[:, None]).flatten(-2)
            return torch.cat([x, angles.sin(), angles.cos()], dim=-1)

        def forward(self, points, views):
            places = self.waves(points, 6)
            x = places
            for layer in self.layers1:
                x = F.relu(layer(x))
            x = torch.cat([x, places], dim=-1)
            for layer in self.layers2:
                x = F.relu(layer(x))
            density = F.relu(self.density(x)).squeeze(-1)
            x = torch.cat([self.feature(x), self.waves(views, 2)], dim=-1)
            return density, torch.sigmoid(self.color(F.relu(self.view(x))))

    def composite(density, colors, depths):
        gaps = torch.cat([depths[:, 1:] - depths[:, :-1], torch.full_like(depths[:, :1], 1e3)], 1)
        alpha = 1 - torch.exp(-density * gaps)
        clear = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha + 1e-10], 1), 1)
        weights = alpha * clear[:, :-1]
        return (weights[..., None] * colors).sum(dim=1), weights

    def sample_more(depths, weights, count):
        middles = 0.5 * (depths[:, 1:] + depths[:, :-1])
        shares = weights[:, 1:-1] + 1e-5
        sums = torch.cumsum(shares / shares.sum(dim=1, keepdim=True), dim=1)
        sums = torch.cat([torch.zeros_like(sums[:, :1]), sums], dim=1)
        at = torch.rand(len(depths), count, device=depths.device)
        above = torch.searchsorted(sums, at, right=True).clamp(max=sums.shape[1] - 1)
        below = (above - 1).clamp(min=0)
        low, high = sums.gather(1, below), sums.gather(1, above)
        start, end = middles.gather(1, below), middles.gather(1, above)
        return start + (at - low) / (high - low).clamp(min=1e-5) * (end - start)

    def render(coarse, fine, origins, views):
        depths = torch.linspace(2.0, 6.0, 32, device=DEVICE).expand(len(origins), -1)
        depths = depths + torch.rand_like(depths) * (4.0 / 32)
        around = views[:, None].expand(-1, 32, -1)
        density, colors = coarse(origins[:, None] + views[:, None] * depths[..., None], around)
        first, weights = composite(density, colors, depths)
        more = sample_more(depths, weights.detach(), 32)
        depths = torch.cat([depths, more], dim=1).sort(dim=1).values
        around = views[:, None].expand(-1, 64, -1)
        density, colors = fine(origins[:, None] + views[:, None] * depths[..., None], around)
        return first, composite(density, colors, depths)[0]

    def camera(angle, size=32):
        side = torch.linspace(-0.5, 0.5, size)
        rows, columns = torch.meshgrid(side, side, indexing="ij")
        views = torch.stack([columns, -rows, -torch.ones_like(rows)], dim=-1).reshape(-1, 3)
        sine, cosine = math.sin(angle), math.cos(angle)
        turn = torch.tensor([[cosine, 0, sine], [0, 1, 0], [-sine, 0, cosine]])
        views = F.normalize(views @ turn.T, dim=1)
        origins = (turn @ torch.tensor([0.0, 0.0, 4.0])).expand(len(views), 3)
        near = (origins + 4 * views).norm(dim=1)
        colors = torch.sigmoid(4 * (1 - near))[:, None] * torch.tensor([0.9, 0.5, 0.2])
        return origins, views, colors

    torch.manual_seed(0)
    shots = [camera(2 * math.pi * i / 12) for i in range(12)]
    origins, views, colors = (torch.cat(part).to(DEVICE) for part in zip(*shots))
    held = [part.to(DEVICE) for part in camera(0.3)]
    coarse, fine = Field().to(DEVICE), Field().to(DEVICE)
    optimizer = torch.optim.Adam([*coarse.parameters(), *fine.parameters()], lr=1e-3)
    for number in range(1, 25):
        with step("train"):
            chosen = torch.randint(0, len(origins), (512,), device=DEVICE)
            first, second = render(coarse, fine, origins[chosen], views[chosen])
            loss = F.mse_loss(first, colors[chosen]) + F.mse_loss(second, colors[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            for group in optimizer.param_groups:
                group["lr"] = 1e-3 * 0.1 ** (number / 100)
        if number % 8 == 0:
            with torch.no_grad(), step("eval"):
                pieces = [
                    render(coarse, fine, a, b)[1]
                    for a, b in zip(held[0].split(256), held[1].split(256))
                ]
                error = F.mse_loss(torch.cat(pieces), held[2]).item()
            note(f"{number}: loss {loss.item():.4f}, PSNR {-10 * math.log10(error):.2f}")
    print(f"loss {finite(loss.item()):.4f}, error {finite(error):.4f}")


# Models of transformers


@program
def gpt2_chat():
    """prefill, decode: three turns of a talk on one cache, each token drawn until one ends it."""
    import torch
    from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=1000, n_positions=256, n_embd=192, n_layer=4, n_head=6, bos_token_id=0,
        eos_token_id=1,
    )
    model = GPT2LMHeadModel(config).to(DEVICE, torch.float16 if DEVICE == "cuda" else None).eval()

    def draw(logits, seen, temperature=0.8, best=40, penalty=1.2):
        logits = logits[:, -1].float()
        earlier = logits.gather(1, seen)
        earlier = torch.where(earlier < 0, earlier * penalty, earlier / penalty)
        logits = logits.scatter(1, seen, earlier) / temperature
        values, places = torch.topk(logits, best)
        return places.gather(1, torch.multinomial(torch.softmax(values, dim=-1), 1))

    cache = DynamicCache(config=config)
    seen = torch.zeros(1, 0, dtype=torch.long, device=DEVICE)
    lengths = []
    for turn, asked in enumerate([23, 11, 17]):
        said = []
        with torch.no_grad():
            with step("prefill"):
                prompt = torch.randint(2, 1000, (1, asked)).to(DEVICE)
                seen = torch.cat([seen, prompt], dim=1)
                result = model(prompt, past_key_values=cache, use_cache=True)
                token = draw(result.logits, seen)
            for _ in range([20, 14, 24][turn]):
                with step("decode"):
                    said.append(token.item())
                    if said[-1] == 1:
                        break
                    seen = torch.cat([seen, token], dim=1)
                    result = model(token, past_key_values=cache, use_cache=True)
                    token = draw(result.logits, seen)
        lengths.append(len(said))
        note(f"turn {turn}: {said}")
    print(f"lengths {lengths}, {seen.shape[1]} tokens in all")


@program
def bart_finetune():
    """train, eval: BART learns summaries, two batches a step; losses of held ones each epoch."""
    import torch
    from torch.utils.data import DataLoader
    from transformers import BartConfig, BartForConditionalGeneration
    from transformers import get_linear_schedule_with_warmup

    torch.manual_seed(0)
    config = BartConfig(
        vocab_size=1200,
        max_position_embeddings=128,
        d_model=128,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=256,
        decoder_ffn_dim=256,
    )
    model = BartForConditionalGeneration(config).to(DEVICE)

    def text(length):
        return torch.randint(4, 1200, (length,))

    def collate(pairs):
        longest = max(len(a) for a, _ in pairs)
        inputs = torch.full((len(pairs), longest), 1)
        labels = torch.full((len(pairs), max(len(b) for _, b in pairs)), -100)
        for row, (a, b) in enumerate(pairs):
            inputs[row, : len(a)], labels[row, : len(b)] = a, b
        return {"input_ids": inputs, "attention_mask": (inputs != 1).long(), "labels": labels}

    lengths = torch.randint(30, 100, (240,)).tolist()
    pairs = [(text(length), text(length // 4)) for length in lengths]
    options = {"batch_size": 8, "collate_fn": collate}
    training = DataLoader(pairs[:192], shuffle=True, **options)
    validation = DataLoader(pairs[192:], **options)
    plain = ("bias", "layer_norm.weight", "layernorm_embedding.weight")
    groups = [
        {"params": [p for n, p in model.named_parameters() if not n.endswith(plain)]},
        {"params": [p for n, p in model.named_parameters() if n.endswith(plain)]},
    ]
    groups[0]["weight_decay"], groups[1]["weight_decay"] = 0.01, 0.0
    optimizer = torch.optim.AdamW(groups, lr=5e-4)
    accumulate, epochs = 2, 2
    total = epochs * len(training) // accumulate
    schedule = get_linear_schedule_with_warmup(optimizer, total // 10, total)
    done = 0
    for epoch in range(epochs):
        model.train()
        running = 0.0
        for number, batch in enumerate(training):
            if number % accumulate == 0:
                begin("train")
            batch = {name: part.to(DEVICE) for name, part in batch.items()}
            loss = model(**batch).loss / accumulate
            loss.backward()
            running += loss.item()
            if (number + 1) % accumulate == 0:
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                schedule.step()
                optimizer.zero_grad()
                done += 1
                other()
                if done % 4 == 0:
                    note(f"step {done}: {running / 4:.3f} at {schedule.get_last_lr()[0]:.2e}")
                    running = 0.0
        model.eval()
        losses = []
        for batch in validation:
            with step("eval"):
                batch = {name: part.to(DEVICE) for name, part in batch.items()}
                with torch.no_grad():
                    result = model(**batch)
                losses.append(result.loss)
        judged = torch.stack(losses).mean().item()
        note(f"epoch {epoch}: {judged:.3f}")
    print(f"loss {finite(judged):.3f} after {done} steps")


# JAX


@program
def jax_cnn():
    """train, eval: a convolutional classifier by jitted SGD with momentum; judged each epoch."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    chance = np.random.default_rng(0)

    def convolve(x, weights, stride=1):
        dimensions = ("NHWC", "HWIO", "NHWC")
        return jax.lax.conv_general_dilated(
            x, weights, (stride, stride), "SAME", dimension_numbers=dimensions
        )

    def forward(parameters, images):
        x = images.astype(jnp.float32) / 127.5 - 1
        for layer in parameters["convolutions"]:
            x = jax.nn.relu(convolve(x, layer["weights"], 2) + layer["bias"])
        x = x.mean(axis=(1, 2))
        x = jax.nn.relu(x @ parameters["hidden"]["weights"] + parameters["hidden"]["bias"])
        return x @ parameters["out"]["weights"] + parameters["out"]["bias"]

    def loss_of(parameters, images, labels):
        chances = jax.nn.log_softmax(forward(parameters, images))
        loss = -jnp.take_along_axis(chances, labels[:, None], axis=1).mean()
        squares = sum(jnp.sum(part**2) for part in jax.tree.leaves(parameters))
        return loss + 1e-4 * squares, (chances.argmax(axis=1) == labels).mean()

    @jax.jit
    def train_step(parameters, speeds, images, labels, rate):
        (loss, right), slopes = jax.value_and_grad(loss_of, has_aux=True)(
            parameters, images, labels
        )
        speeds = jax.tree.map(lambda speed, slope: 0.9 * speed + slope, speeds, slopes)
        parameters = jax.tree.map(lambda p, speed: p - rate * speed, parameters, speeds)
        return parameters, speeds, loss, right

    @jax.jit
    def eval_step(parameters, images, labels):
        return (forward(parameters, images).argmax(axis=1) == labels).sum()

    def layer(*shape):
        scale = (2 / np.prod(shape[:-1])) ** 0.5
        weights = chance.standard_normal(shape, dtype=np.float32) * np.float32(scale)
        return jax.device_put({"weights": weights, "bias": np.zeros(shape[-1], np.float32)})

    def data(count):
        labels = chance.integers(0, 10, count, dtype=np.int32)
        images = chance.integers(0, 150, (count, 28, 28, 1)) + labels[:, None, None, None] * 10
        return images.astype(np.uint8), labels

    parameters = {
        "convolutions": [layer(3, 3, 1, 32), layer(3, 3, 32, 64), layer(3, 3, 64, 64)],
        "hidden": layer(64, 128),
        "out": layer(128, 10),
    }
    speeds = jax.tree.map(jnp.zeros_like, parameters)
    images, labels = data(1280)
    held_images, held_labels = data(256)
    jax.block_until_ready((parameters, speeds))
    count = 0
    for epoch in range(3):
        order = chance.permutation(len(images)).reshape(-1, 64)
        losses = []
        for chosen in order:
            with step("train"):
                rate = np.float32(0.05 * 0.5 * (1 + math.cos(math.pi * count / 60)))
                batch = jax.device_put((images[chosen], labels[chosen]))
                parameters, speeds, loss, right = train_step(parameters, speeds, *batch, rate)
                losses.append(loss)
                count += 1
        mean = float(np.mean([float(loss) for loss in losses]))
        found = 0
        for start in range(0, 256, 64):
            with step("eval"):
                part = slice(start, start + 64)
                batch = jax.device_put((held_images[part], held_labels[part]))
                found += int(eval_step(parameters, *batch))
        note(f"epoch {epoch}: loss {mean:.3f}, right {found / 256:.3f}")
    print(f"loss {finite(mean):.3f}, right {found / 256:.3f}")


@program
def jax_reinforce():
    """update: cart-poles driven by a network within a lax.scan, then one step of its weights."""
    import functools

    import jax
    import jax.numpy as jnp

    def policy(parameters, states):
        x = jnp.tanh(states @ parameters["w1"] + parameters["b1"])
        return x @ parameters["w2"] + parameters["b2"]

    def move(states, actions):
        x, speed, angle, turn = states.T
        push = jnp.where(actions == 1, 10.0, -10.0)
        common = (push + 0.05 * turn**2 * jnp.sin(angle)) / 1.1
        bend = (9.8 * jnp.sin(angle) - jnp.cos(angle) * common) / (
            0.5 * (4 / 3 - 0.1 * jnp.cos(angle) ** 2 / 1.1)
        )
        gain = common - 0.05 * bend * jnp.cos(angle) / 1.1
        states = states + 0.02 * jnp.stack([speed, gain, turn, bend], axis=1)
        return states, (jnp.abs(states[:, 0]) > 2.4) | (jnp.abs(states[:, 2]) > 0.21)

    @functools.partial(jax.jit, static_argnames="length")
    def rollout(parameters, key, length=32):
        first, key = jax.random.split(key)
        states = jax.random.uniform(first, (256, 4), minval=-0.05, maxval=0.05)

        def advance(carry, key):
            states, alive = carry
            actions = jax.random.categorical(key, policy(parameters, states))
            following, fallen = move(states, actions)
            return (following, alive & ~fallen), (states, actions, alive.astype(jnp.float32))

        start = (states, jnp.ones(256, bool))
        _, seen = jax.lax.scan(advance, start, jax.random.split(key, length))
        return seen

    def loss_of(parameters, states, actions, rewards):
        returns = jnp.flip(jnp.cumsum(jnp.flip(rewards, 0), 0), 0)
        better = (returns - returns.mean()) / (returns.std() + 1e-6)
        chances = jax.nn.log_softmax(policy(parameters, states))
        taken = jnp.take_along_axis(chances, actions[..., None], axis=-1)[..., 0]
        entropy = -(jnp.exp(chances) * chances).sum(-1)
        return -((taken * better + 0.01 * entropy) * rewards).mean()

    @jax.jit
    def learn(parameters, moments, count, seen):
        loss, slopes = jax.value_and_grad(loss_of)(parameters, *seen)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slopes)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, moments[1], slopes)

        def change(weights, m, v):
            return weights - 0.01 * m / (1 - 0.9**count) / (jnp.sqrt(v / (1 - 0.999**count)) + 1e-8)

        parameters = jax.tree.map(change, parameters, first, second)
        return parameters, (first, second), loss, seen[2].sum(axis=0).mean()

    keys = jax.random.split(jax.random.key(0), 43)
    parameters = {
        "w1": jax.random.normal(keys[0], (4, 64)) * 0.5,
        "b1": jnp.zeros(64),
        "w2": jax.random.normal(keys[1], (64, 2)) * 0.1,
        "b2": jnp.zeros(2),
    }
    moments = jax.tree.map(jnp.zeros_like, parameters), jax.tree.map(jnp.zeros_like, parameters)
    keys = list(keys[2:])
    jax.block_until_ready((parameters, moments, keys))
    for number in range(40):
        with step("update"):
            seen = rollout(parameters, keys[number])
            parameters, moments, loss, length = learn(parameters, moments, number + 1.0, seen)
            if number % 10 == 9:
                note(f"update {number}: loss {float(loss):.4f}, length {float(length):.1f}")
    print(f"loss {finite(float(loss)):.4f}, length {float(length):.1f}")


@program
def jax_fista():
    """iteration: of FISTA for a sparse picture from few measurements; checked on each tenth."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    chance = np.random.default_rng(0)
    size, measured = 64, 1800
    truth = np.zeros((size, size), np.float32)
    truth[chance.integers(0, size, 90), chance.integers(0, size, 90)] = chance.standard_normal(90)
    kernel = np.exp(-np.minimum(np.arange(size), size - np.arange(size)) ** 2 / 2.0)
    kernel = np.outer(kernel, kernel).astype(np.float32) / kernel.sum() ** 2
    response = jnp.fft.rfft2(jnp.asarray(kernel))
    places = jnp.asarray(chance.permutation(size * size)[:measured])

    def measure(picture):
        blurred = jnp.fft.irfft2(jnp.fft.rfft2(picture) * response, s=(size, size))
        return blurred.ravel()[places]

    def adjoint(values):
        spread = jnp.zeros(size * size).at[places].set(values).reshape(size, size)
        return jnp.fft.irfft2(jnp.fft.rfft2(spread) * jnp.conj(response), s=(size, size))

    @jax.jit
    def iterate(picture, ahead, inertia, data, weight):
        slope = adjoint(measure(ahead) - data)
        trial = ahead - slope
        new = jnp.sign(trial) * jnp.maximum(jnp.abs(trial) - weight, 0)
        following = (1 + jnp.sqrt(1 + 4 * inertia**2)) / 2
        return new, new + (inertia - 1) / following * (new - picture), following

    @jax.jit
    def objective(picture, data, weight):
        return 0.5 * jnp.sum((measure(picture) - data) ** 2) + weight * jnp.abs(picture).sum()

    noise = chance.standard_normal(measured).astype(np.float32)
    data = jax.jit(measure)(jnp.asarray(truth)) + 1e-3 * noise
    weight = jnp.float32(1e-3)
    picture, ahead = jnp.zeros((size, size)), jnp.zeros((size, size))
    inertia = jnp.float32(1.0)
    before = math.inf
    jax.block_until_ready((data, picture, ahead, inertia))
    for number in range(1, 201):
        with step("iteration"):
            picture, ahead, inertia = iterate(picture, ahead, inertia, data, weight)
        if number % 10 == 0:
            value = float(objective(picture, data, weight))
            if number % 50 == 0:
                note(f"{number}: {value:.5f}")
            if abs(before - value) < 1e-6 * value:
                break
            before = value
    found = int((jnp.abs(picture) > 1e-3).sum())
    print(f"objective {finite(value):.5f} after {number} iterations, {found} points")


# CuPy


@program
def cupy_heston():
    """step: of time in all paths of Heston's model, for three maturities one after the other."""
    import cupy
    import numpy as np

    advance = cupy.ElementwiseKernel(
        "float64 z1, float64 z2, float64 dt, float64 rate, float64 kappa, float64 theta, "
        "float64 xi, float64 rho",
        "float64 price, float64 variance",
        """
        double positive = max(variance, 0.0), root = sqrt(positive * dt);
        double mixed = rho * z1 + sqrt(1.0 - rho * rho) * z2;
        price *= exp((rate - 0.5 * positive) * dt + root * z1);
        variance += kappa * (theta - positive) * dt + xi * root * mixed;
        """,
        "advance_heston",
    )
    paths, rate = 100_000, 0.03
    generator = cupy.random.default_rng(7)
    prices = []
    for maturity, steps in [(0.25, 40), (0.5, 80), (1.0, 120)]:
        dt = maturity / steps
        price = cupy.full(paths, 100.0)
        variance = cupy.full(paths, 0.04)
        sums, highest = cupy.zeros(paths), cupy.full(paths, 100.0)
        for _ in range(steps):
            with step("step"):
                z1 = generator.standard_normal(paths)
                z2 = generator.standard_normal(paths)
                advance(z1, z2, dt, rate, 2.0, 0.04, 0.5, -0.7, price, variance)
                sums += price
                cupy.maximum(highest, price, out=highest)
        fall = math.exp(-rate * maturity)
        for strike in (90.0, 100.0, 110.0):
            call = fall * cupy.maximum(price - strike, 0)
            asian = fall * cupy.maximum(sums / steps - strike, 0)
            out = fall * cupy.where(highest < 130.0, cupy.maximum(price - strike, 0), 0)
            for payoff in (call, asian, out):
                error = float(payoff.std()) / paths**0.5
                prices.append((float(payoff.mean()), error))
        note(maturity, [f"{value:.3f}+-{error:.3f}" for value, error in prices[-9:]])
    print(f"{len(prices)} prices, mean {finite(float(np.mean([p for p, _ in prices]))):.4f}")


@program
def cupy_nmf():
    """iteration: a factorisation into positive parts by products; its error on each tenth."""
    import cupy

    cupy.random.seed(0)
    rows, columns, rank = 600, 800, 16
    left, right = cupy.random.rand(rows, rank), cupy.random.rand(rank, columns)
    table = (left @ right + 0.05 * cupy.random.rand(rows, columns)).astype(cupy.float32)
    w = cupy.random.rand(rows, rank).astype(cupy.float32)
    h = cupy.random.rand(rank, columns).astype(cupy.float32)
    small = cupy.float32(1e-9)
    whole = float(cupy.linalg.norm(table))
    before = math.inf
    for number in range(1, 151):
        begin("iteration")
        h *= (w.T @ table) / (w.T @ w @ h + small)
        w *= (table @ h.T) / (w @ (h @ h.T) + small)
        if number % 10 == 0:
            error = float(cupy.linalg.norm(table - w @ h)) / whole
            note(f"{number}: {error:.6f}")
            if before - error < 1e-5:
                break
            before = error
    other()
    scale = cupy.linalg.norm(w, axis=0)
    w, h = w / scale, h * scale[:, None]
    order = cupy.argsort(-h.sum(axis=1))
    w, h = w[:, order], h[order]
    print(f"error {finite(error):.5f} after {number}, first part {float(h[0].sum()):.1f}")


# Triton


def decoder_kernels():
    """RMSNorm, places turned into a cache, attention of one query over it, and SwiGLU."""
    import triton
    from triton import language as tl

    @triton.jit
    def rms_kernel(x, weight, out, width, small, BLOCK: tl.constexpr):
        row = tl.program_id(0)
        columns = tl.arange(0, BLOCK)
        inside = columns < width
        values = tl.load(x + row * width + columns, mask=inside, other=0.0).to(tl.float32)
        scale = 1.0 / tl.sqrt(tl.sum(values * values, axis=0) / width + small)
        values = values * scale * tl.load(weight + columns, mask=inside, other=0.0)
        tl.store(out + row * width + columns, values, mask=inside)

    @triton.jit
    def turn_kernel(
        projected, keys, values, queries, start, longest, HEADS: tl.constexpr, SIZE: tl.constexpr
    ):
        # One program for each token and head; `projected` is (tokens, 3, HEADS, SIZE).
        token, head = tl.program_id(0), tl.program_id(1)
        place = start + token
        half = tl.arange(0, SIZE // 2)
        angle = place * tl.exp(-half.to(tl.float32) / (SIZE // 2) * 9.2103)
        cosine, sine = tl.cos(angle), tl.sin(angle)
        own = projected + token * 3 * HEADS * SIZE + head * SIZE
        into = (head * longest + place) * SIZE
        first = tl.load(own + half).to(tl.float32)
        second = tl.load(own + SIZE // 2 + half).to(tl.float32)
        query = queries + (token * HEADS + head) * SIZE
        tl.store(query + half, first * cosine - second * sine)
        tl.store(query + SIZE // 2 + half, first * sine + second * cosine)
        first = tl.load(own + HEADS * SIZE + half).to(tl.float32)
        second = tl.load(own + HEADS * SIZE + SIZE // 2 + half).to(tl.float32)
        tl.store(keys + into + half, first * cosine - second * sine)
        tl.store(keys + into + SIZE // 2 + half, first * sine + second * cosine)
        whole = tl.arange(0, SIZE)
        tl.store(values + into + whole, tl.load(own + 2 * HEADS * SIZE + whole))

    @triton.jit
    def attend_kernel(
        queries, keys, values, out, start, longest, scale,
        HEADS: tl.constexpr, SIZE: tl.constexpr, BLOCK: tl.constexpr,
    ):
        token, head = tl.program_id(0), tl.program_id(1)
        part = tl.arange(0, SIZE)
        query = tl.load(queries + (token * HEADS + head) * SIZE + part).to(tl.float32) * scale
        count = start + token + 1
        most = -1.0e30
        total = 0.0
        sums = tl.zeros([SIZE], tl.float32)
        for first in range(0, count, BLOCK):
            rows = first + tl.arange(0, BLOCK)
            inside = rows < count
            at = (head * longest + rows)[:, None] * SIZE + part[None, :]
            key = tl.load(keys + at, mask=inside[:, None], other=0.0).to(tl.float32)
            scores = tl.where(inside, tl.sum(key * query[None, :], axis=1), -1.0e30)
            higher = tl.maximum(most, tl.max(scores, axis=0))
            shares = tl.exp(scores - higher)
            fade = tl.exp(most - higher)
            value = tl.load(values + at, mask=inside[:, None], other=0.0).to(tl.float32)
            sums = sums * fade + tl.sum(shares[:, None] * value, axis=0)
            total = total * fade + tl.sum(shares, axis=0)
            most = higher
        tl.store(out + (token * HEADS + head) * SIZE + part, sums / total)

    @triton.jit
    def gate_kernel(both, out, width, BLOCK: tl.constexpr):
        row = tl.program_id(0)
        columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
        inside = columns < width
        gate = tl.load(both + row * 2 * width + columns, mask=inside, other=0.0).to(tl.float32)
        up = tl.load(both + row * 2 * width + width + columns, mask=inside, other=0.0)
        tl.store(out + row * width + columns, gate / (1 + tl.exp(-gate)) * up, mask=inside)

    return rms_kernel, turn_kernel, attend_kernel, gate_kernel


@program
def triton_decode():
    """prefill, decode: a decoder whose norms, cache, attention and gates are kernels of Triton."""
    import torch

    rms_kernel, turn_kernel, attend_kernel, gate_kernel = decoder_kernels()
    torch.manual_seed(0)
    kind = torch.float16 if DEVICE == "cuda" else torch.float32
    words, width, heads, size, inner, layers, longest = 2000, 256, 4, 64, 512, 4, 128

    def weights(*shape):
        return (torch.randn(*shape) / shape[-1] ** 0.5).to(DEVICE, kind)

    table = weights(words, width)
    stack = [
        {
            "norm1": torch.ones(width, device=DEVICE, dtype=kind),
            "norm2": torch.ones(width, device=DEVICE, dtype=kind),
            "qkv": weights(3 * width, width),
            "o": weights(width, width),
            "both": weights(2 * inner, width),
            "down": weights(width, inner),
            "keys": torch.zeros(heads, longest, size, device=DEVICE, dtype=kind),
            "values": torch.zeros(heads, longest, size, device=DEVICE, dtype=kind),
        }
        for _ in range(layers)
    ]
    last = torch.ones(width, device=DEVICE, dtype=kind)

    def rms(x, weight):
        out = torch.empty_like(x)
        rms_kernel[(len(x),)](x, weight, out, width, 1e-5, BLOCK=256)
        return out

    def forward(tokens, start):
        x = table[tokens]
        count = len(tokens)
        for layer in stack:
            projected = rms(x, layer["norm1"]) @ layer["qkv"].T
            queries = torch.empty(count, heads, size, device=DEVICE, dtype=kind)
            cache = layer["keys"], layer["values"]
            turn_kernel[(count, heads)](
                projected, *cache, queries, start, longest, HEADS=heads, SIZE=size
            )
            mixed = torch.empty_like(queries)
            attend_kernel[(count, heads)](
                queries, *cache, mixed, start, longest, size**-0.5, HEADS=heads, SIZE=size, BLOCK=32
            )
            x = x + mixed.flatten(1) @ layer["o"].T
            both = rms(x, layer["norm2"]) @ layer["both"].T
            gated = torch.empty(count, inner, device=DEVICE, dtype=kind)
            gate_kernel[(count, inner // 128)](both, gated, inner, BLOCK=128)
            x = x + gated @ layer["down"].T
        return rms(x[-1:], last) @ table.T

    written = []
    for length in (37, 20):
        with step("prefill"):
            prompt = torch.randint(0, words, (length,)).to(DEVICE)
            token = forward(prompt, 0).argmax(dim=-1)
        texts = [int(token)]
        for place in range(length, length + 32):
            with step("decode"):
                logits = forward(token, place)
                token = (logits.float() / 0.7).softmax(dim=-1).multinomial(1).flatten()
                texts.append(int(token))
        written.append(texts)
        note(texts)
    print(f"{sum(map(len, written))} tokens, largest logit {finite(float(logits.max())):.3f}")


def dropout_kernels():
    """GELU of x + bias, then dropout by a seed, forward and backward, over flat arrays."""
    import triton
    from triton import language as tl

    @triton.jit
    def forward_kernel(x, bias, out, count, width, share, seed, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        inside = places < count
        values = tl.load(x + places, mask=inside) + tl.load(bias + places % width, mask=inside)
        bent = 0.5 * values * (1 + tl.math.erf(values * 0.70710678))
        kept = tl.rand(seed, places) > share
        tl.store(out + places, tl.where(kept, bent / (1 - share), 0.0), mask=inside)

    @triton.jit
    def backward_kernel(slope, x, bias, out, count, width, share, seed, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        inside = places < count
        values = tl.load(x + places, mask=inside) + tl.load(bias + places % width, mask=inside)
        bell = tl.exp(-0.5 * values * values) * 0.39894228
        change = 0.5 * (1 + tl.math.erf(values * 0.70710678)) + values * bell
        kept = tl.rand(seed, places) > share
        passed = tl.load(slope + places, mask=inside) * change / (1 - share)
        tl.store(out + places, tl.where(kept, passed, 0.0), mask=inside)

    return forward_kernel, backward_kernel


@program
def triton_dropout():
    """train, eval: a network for spectra, with bias, GELU and dropout in one kernel of Triton."""
    import random

    import torch
    from torch import nn
    from torch.nn import functional as F

    forward_kernel, backward_kernel = dropout_kernels()

    class BiasGeluDropout(torch.autograd.Function):
        @staticmethod
        def forward(context, x, bias, share):
            seed = random.getrandbits(30)
            out = torch.empty_like(x)
            grid = (-(-x.numel() // 1024),)
            forward_kernel[grid](x, bias, out, x.numel(), len(bias), share, seed, BLOCK=1024)
            context.save_for_backward(x, bias)
            context.share, context.seed = share, seed
            return out

        @staticmethod
        def backward(context, slope):
            x, bias = context.saved_tensors
            out = torch.empty_like(x)
            grid = (-(-x.numel() // 1024),)
            backward_kernel[grid](
                slope.contiguous(), x, bias, out, x.numel(), len(bias), context.share,
                context.seed, BLOCK=1024,
            )
            return out, out.sum(dim=0), None

    class Layer(nn.Module):
        def __init__(self, inputs, outputs, share):
            super().__init__()
            self.linear = nn.Linear(inputs, outputs, bias=False)
            self.bias = nn.Parameter(torch.zeros(outputs))
            self.share = share

        def forward(self, x):
            share = self.share if self.training else 0.0
            return BiasGeluDropout.apply(self.linear(x), self.bias, share)

    random.seed(0)
    torch.manual_seed(0)
    model = nn.Sequential(
        Layer(600, 512, 0.2), nn.LayerNorm(512), Layer(512, 256, 0.2), nn.LayerNorm(256),
        Layer(256, 128, 0.1), nn.Linear(128, 30),
    ).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
    kinds = torch.rand(30, 600)
    labels = torch.randint(0, 30, (1900,))
    spectra = kinds[labels] + 0.5 * torch.randn(1900, 600)
    for epoch in range(3):
        model.train()
        total = 0.0
        for chosen in torch.randperm(1600).split(100):
            with step("train"):
                x, wanted = spectra[chosen].to(DEVICE), labels[chosen].to(DEVICE)
                loss = F.cross_entropy(model(x), wanted)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += loss.item()
        schedule.step()
        model.eval()
        right = 0
        with torch.no_grad():
            for chosen in torch.arange(1600, 1900).split(100):
                with step("eval"):
                    x, wanted = spectra[chosen].to(DEVICE), labels[chosen].to(DEVICE)
                    right += (model(x).argmax(dim=1) == wanted).sum().item()
        note(f"epoch {epoch}: loss {total / 16:.3f}, right {right / 300:.3f}")
    print(f"loss {finite(total / 16):.3f}, right {right / 300:.3f}")


# Programs without steps


@program
def nosteps_gemm_sweep():
    """No steps: products of several shapes and kinds of numbers, each timed over a few runs."""
    import time

    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    rows = []

    def wait():
        if DEVICE == "cuda":
            torch.cuda.synchronize()

    def measure(name, work, call, warm=2, runs=6):
        for _ in range(warm):
            call()
        wait()
        start = time.perf_counter()
        for _ in range(runs):
            call()
        wait()
        seconds = (time.perf_counter() - start) / runs
        rows.append((name, seconds, work / seconds / 1e12))

    for kind in (torch.float32, torch.bfloat16):
        for m, n, k in [(512, 512, 512), (1024, 1024, 1024), (64, 2048, 1024), (2048, 64, 256)]:
            a = torch.randn(m, k, device=DEVICE, dtype=kind)
            b = torch.randn(k, n, device=DEVICE, dtype=kind)
            measure(f"mm {m}x{n}x{k} {kind}", 2 * m * n * k, lambda: a @ b)
    a, b = torch.randn(32, 128, 64, device=DEVICE), torch.randn(32, 64, 128, device=DEVICE)
    measure("bmm", 2 * 32 * 128 * 128 * 64, lambda: torch.bmm(a, b))
    x, weight = torch.randn(256, 512, device=DEVICE), torch.randn(768, 512, device=DEVICE)
    bias = torch.randn(768, device=DEVICE)
    measure("linear", 2 * 256 * 512 * 768, lambda: F.linear(x, weight, bias))
    measure("linear, GELU", 2 * 256 * 512 * 768, lambda: F.gelu(F.linear(x, weight, bias)))
    measure("mv", 2 * 768 * 512, lambda: torch.mv(weight, x[0]))
    measure("outer", 256 * 256, lambda: torch.outer(x[:, 0], x[:, 1]))
    q = torch.randn(4, 8, 128, 64, device=DEVICE, dtype=torch.bfloat16)
    work = 4 * 4 * 8 * 128 * 128 * 64

    def plain():
        scores = q @ q.transpose(-1, -2) / 8
        return scores.softmax(dim=-1) @ q

    measure("attention, plain", work, plain)
    measure("attention, fused", work, lambda: F.scaled_dot_product_attention(q, q, q))
    measure(
        "attention, causal", work, lambda: F.scaled_dot_product_attention(q, q, q, is_causal=True)
    )
    image, kernel = torch.randn(8, 32, 56, 56, device=DEVICE), torch.randn(64, 32, 3, 3).to(DEVICE)
    work = 2 * 8 * 64 * 32 * 9 * 56 * 56
    measure("conv2d", work, lambda: F.conv2d(image, kernel, padding=1))
    last = image.to(memory_format=torch.channels_last)
    measure("conv2d, channels last", work, lambda: F.conv2d(last, kernel, padding=1))
    measure("einsum", 2 * 32 * 128 * 64, lambda: torch.einsum("bik,bkj->bj", a, b), runs=4)
    for name, seconds, rate in rows:
        note(f"{name:36} {seconds * 1e6:9.1f} us {rate:8.3f} TFLOP/s")
    print(f"{len(rows)} rows, slowest {finite(max(row[1] for row in rows)) * 1e6:.0f} us")


@program
def nosteps_lsa():
    """No steps: documents: their weights, a truncated SVD, its rotation, neighbours and topics."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    documents, words, rank = 2000, 3000, 24

    # Counts of words, from a model of topics.
    topics = torch.softmax(2 * torch.randn(12, words, device=DEVICE), dim=1)
    mixtures = torch.distributions.Dirichlet(torch.full((12,), 0.2)).sample((documents,)).to(DEVICE)
    drawn = torch.multinomial(mixtures @ topics, 120, replacement=True)
    counts = torch.zeros(documents, words, device=DEVICE)
    counts.scatter_add_(1, drawn, torch.ones_like(drawn, dtype=torch.float32))
    often = counts.sum(dim=0)
    kept = (often >= 10) & (often <= 0.02 * often.sum())
    counts = counts[:, kept]
    note(f"{int(kept.sum())} of {words} words kept")

    # Logarithms of counts times inverse frequencies, of length one.
    frequency = (counts > 0).sum(dim=0)
    inverse = torch.log((1 + documents) / (1 + frequency)) + 1
    table = F.normalize(torch.log1p(counts) * inverse, dim=1)
    sparse = table.to_sparse_csr()
    note(f"{sparse.values().numel() / table.numel():.3f} of the table is not zero")

    # Halko's randomized SVD, with two powers.
    basis = sparse @ torch.randn(table.shape[1], rank + 8, device=DEVICE)
    basis, _ = torch.linalg.qr(basis)
    basis, _ = torch.linalg.qr(table @ (table.T @ basis))
    small = basis.T @ table
    u, scales, v = torch.linalg.svd(small, full_matrices=False)
    u, scales, v = (basis @ u)[:, :rank], scales[:rank], v[:rank]
    explained = scales.square().sum() / table.square().sum()
    signs = torch.sign(v.gather(1, v.abs().argmax(dim=1, keepdim=True)))
    u, v = u * signs.T, v * signs
    restored = (u * scales) @ v
    residual = (table - restored).norm() / table.norm()
    note(f"explained {explained.item():.3f}, left {residual.item():.3f}")

    # What is near to what, and how well it was kept.
    places = F.normalize(u * scales, dim=1)
    alike = places @ places.T
    alike.fill_diagonal_(-1)
    near = alike.topk(10, dim=1)
    exact = table @ table.T
    exact.fill_diagonal_(-1)
    wanted = exact.topk(10, dim=1).indices
    overlap = (near.indices[:, :, None] == wanted[:, None, :]).any(dim=2).float().mean()
    hubs = torch.bincount(near.indices.flatten(), minlength=documents)
    skew = ((hubs - hubs.float().mean()) / hubs.float().std()).pow(3).mean()
    note(f"overlap {overlap.item():.3f}, skew of hubs {skew.item():.2f}")

    # Topics by the heaviest words, coherence by pairs of them.
    best = v.abs().topk(8, dim=1).indices
    there = (counts > 0).float()
    together = torch.einsum("dti,dtj->tij", there[:, best], there[:, best]) / documents
    alone = there.mean(dim=0)[best]
    mutual = torch.log((together + 1e-6) / (alone[:, :, None] * alone[:, None, :]))
    coherence = mutual.triu(1).sum(dim=(1, 2)) / 28
    group = mixtures.argmax(dim=1)
    centers = torch.zeros(12, rank, device=DEVICE).index_add_(0, group, places)
    centers = F.normalize(centers / torch.bincount(group, minlength=12)[:, None], dim=1)
    guessed = (places @ centers.T).argmax(dim=1)
    confusion = torch.zeros(144, device=DEVICE).scatter_add_(
        0, group * 12 + guessed, torch.ones(documents, device=DEVICE)
    )
    purity = confusion.view(12, 12).diagonal().sum() / documents
    between = (places[group == 0].mean(dim=0) - places[group == 1].mean(dim=0)).norm()
    note(f"coherence {coherence.mean().item():.3f}, purity {purity.item():.3f}")

    # A query folded in, ranks, and precision over thresholds.
    query = torch.zeros(table.shape[1], device=DEVICE)
    query[best[0]] = inverse[best[0]]
    folded = F.normalize(query @ v.T, dim=0)
    scores, order = (places @ folded).sort(descending=True)
    relevant = (mixtures[:, group[order[0]]] > 0.5)[order].float()
    precision = relevant.cumsum(0) / torch.arange(1, documents + 1, device=DEVICE)
    average = (precision * relevant).sum() / relevant.sum().clamp(min=1)
    gain = relevant / torch.log2(torch.arange(2, documents + 2, device=DEVICE).float())
    ideal = relevant.sort(descending=True).values
    ideal = ideal / torch.log2(torch.arange(2, documents + 2, device=DEVICE).float())
    quality = gain[:50].sum() / ideal[:50].sum().clamp(min=1e-6)
    quantiles = torch.quantile(scores, torch.tensor([0.5, 0.9, 0.99], device=DEVICE))
    histogram = torch.histc(scores, 40, -1, 1)
    note(f"nDCG {quality.item():.3f}, quantiles {quantiles.tolist()}, top {int(histogram.max())}")

    # A map in two dimensions by classical scaling of distances to landmarks.
    landmarks = torch.randperm(documents, device=DEVICE)[:100]
    squares = torch.cdist(places[landmarks], places[landmarks]).square()
    centered = squares - squares.mean(0) - squares.mean(1, keepdim=True) + squares.mean()
    values, vectors = torch.linalg.eigh(-0.5 * centered)
    axes = vectors[:, -2:] / values[-2:].clamp(min=1e-6).sqrt()
    far = torch.cdist(places, places[landmarks]).square()
    flat = -0.5 * (far - squares.mean(0)) @ axes
    flat = (flat - flat.mean(0)) / flat.std(0)
    cells = ((flat.clamp(-3, 3) + 3) / 6 * 15).long()
    density = torch.bincount(cells[:, 0] * 16 + cells[:, 1], minlength=256).float()
    shares = density[density > 0] / documents
    entropy = -(shares * shares.log()).sum()
    spread = float(between + entropy)
    print(f"average precision {finite(average.item()):.4f}, spread {finite(spread):.3f}")


@program
def nosteps_sar():
    """No steps: an image by synthetic aperture radar: echoes, two compressions, looks, ships."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    light, carrier, rate, band, sweep = 3e8, 5.3e9, 60e6, 40e6, 4e-6
    pulses, samples, speed, repeat, nearest = 512, 1024, 150.0, 300.0, 8000.0
    wave = light / carrier

    # Echoes of points and of the sea, with noise.
    slow = (torch.arange(pulses, device=DEVICE) - pulses / 2) / repeat
    fast = 2 * nearest / light + torch.arange(samples, device=DEVICE) / rate
    targets = torch.tensor([[-30.0, 8400.0], [0.0, 8700.0], [20.0, 8550.0], [45.0, 9100.0]])
    targets = targets.to(DEVICE)
    strength = torch.tensor([1.0, 0.7, 1.3, 0.9], device=DEVICE)
    ranges = (targets[:, 1:] ** 2 + (speed * slow - targets[:, :1]) ** 2).sqrt()
    late = fast - 2 * ranges[..., None] / light
    inside = (late.abs() < sweep / 2) & ((speed * slow - targets[:, :1]).abs() < 80)[..., None]
    phase = math.pi * band / sweep * late**2 - 4 * math.pi * ranges[..., None] / wave
    echoes = torch.polar(inside.float() * strength[:, None, None], phase).sum(dim=0)
    noise = torch.randn(2, pulses, samples, device=DEVICE) * 0.3
    raw = echoes + torch.complex(noise[0], noise[1])

    # What the receiver did to the numbers: offsets, gains of I and Q, eight bits.
    worst = torch.view_as_real(raw).abs().amax()
    levels = (torch.view_as_real(raw) / worst * 110 + 2).round().clamp(-128, 127).to(torch.int8)
    parts = levels.float()
    parts = parts - parts.mean(dim=(0, 1))
    gains = parts.square().mean(dim=(0, 1)).sqrt()
    parts = parts / gains
    skew = (parts[..., 0] * parts[..., 1]).mean()
    parts = torch.stack([parts[..., 0], (parts[..., 1] - skew * parts[..., 0])], dim=-1)
    data = torch.view_as_complex(parts.contiguous())
    note(f"gains {gains.tolist()}, skew {skew.item():.4f}")

    # Range compression by a weighted replica.
    time = torch.arange(samples, device=DEVICE) / rate - sweep / 2
    replica = torch.polar((time.abs() < sweep / 2).float(), math.pi * band / sweep * time**2)
    window = torch.zeros(samples, device=DEVICE)
    window[: int(sweep * rate)] = torch.hann_window(int(sweep * rate), device=DEVICE)
    matched = torch.fft.fft(replica * window).conj()
    spectrum = torch.fft.fft(data, dim=1) * matched
    compressed = torch.fft.ifft(spectrum, dim=1).roll(int(sweep * rate) // 2, dims=1)
    pulse = compressed.abs().square().mean(dim=0)
    note(f"brightest range {int(pulse.argmax())}, {10 * pulse.max().log10().item():.1f} dB")

    # Where the Doppler spectrum lies, by the phase between pulses.
    turn = (compressed[1:] * compressed[:-1].conj()).sum()
    centroid = torch.angle(turn) * repeat / (2 * math.pi)
    doppler = torch.fft.fft(compressed, dim=0)
    frequency = torch.fft.fftfreq(pulses, 1 / repeat).to(DEVICE)
    power = doppler.abs().square().mean(dim=1)
    power = F.pad(power[None, None], (8, 8), mode="circular")
    power = F.conv1d(power, torch.ones(1, 1, 17, device=DEVICE))
    note(f"centroid {centroid.item():.2f} Hz, spectrum's {frequency[power.argmax()].item():.1f} Hz")

    # Migration of ranges, straightened by interpolation in each Doppler line.
    bend = 1 / (1 - (wave * frequency / (2 * speed)) ** 2).clamp(min=0.05).sqrt()
    own = nearest + torch.arange(samples, device=DEVICE) * light / (2 * rate)
    wanted = (own * bend[:, None] - nearest) * 2 * rate / light
    below = wanted.floor().long().clamp(0, samples - 2)
    part = (wanted - below).clamp(0, 1)
    straight = doppler.gather(1, below) * (1 - part) + doppler.gather(1, below + 1) * part
    straight = straight * (wanted < samples - 1)

    # Azimuth compression, with a window, and the picture.
    root = (1 - (wave * frequency / (2 * speed)) ** 2).clamp(min=0.05).sqrt()
    azimuth = torch.polar(torch.ones_like(wanted), 4 * math.pi * own / wave * root[:, None])
    taper = torch.kaiser_window(pulses, periodic=False, beta=2.5, device=DEVICE)
    focused = straight * azimuth * torch.fft.ifftshift(taper)[:, None]
    image = torch.fft.ifft(focused, dim=0)
    sharp = image.abs().pow(4).mean() / image.abs().square().mean().square()
    note(f"contrast {sharp.item():.2f}")

    # The response of the brightest point, sixteen times finer.
    peak = int(image.abs().argmax())
    row, column = peak // samples, peak % samples
    cut = torch.roll(image, (16 - row, 16 - column), (0, 1))[:32, :32]
    inner = torch.fft.fftshift(torch.fft.fft2(cut))
    finer = torch.fft.ifft2(torch.fft.ifftshift(F.pad(inner, (240, 240, 240, 240)))) * 256
    profile = finer.abs()[int(finer.abs().amax(dim=1).argmax())]
    decibel = 20 * torch.log10(profile / profile.max() + 1e-9)
    width = (decibel > -3).sum() / 16
    lobes = torch.where(decibel > -3, torch.full_like(decibel, -99.0), decibel).max()
    note(f"width {width.item():.2f} samples, next {lobes.item():.1f} dB")

    # Four looks, less speckle by Lee's filter, and bytes of a logarithm.
    looks = torch.stack(focused.roll(pulses // 2, 0).chunk(4, dim=0))
    looks = torch.fft.ifft(looks, dim=1).abs().square().mean(dim=0)
    mean = F.avg_pool2d(looks[None, None], 7, 1, 3)
    spread = (F.avg_pool2d(looks[None, None].square(), 7, 1, 3) - mean.square()).clamp(min=0)
    ratio = spread / mean.square().clamp(min=1e-20)
    weight = (1 - 0.25 / ratio.clamp(min=1e-6)).clamp(0, 1)
    calm = mean + weight * (looks[None, None] - mean)
    decibel = 10 * torch.log10(calm + 1e-12)
    low, high = torch.quantile(decibel.flatten()[::8], torch.tensor([0.02, 0.998]).to(DEVICE))
    picture = ((decibel - low) / (high - low)).clamp(0, 1).mul(255).to(torch.uint8)

    # Ships: brighter than a ring around them, joined, and listed.
    around = (F.avg_pool2d(calm, 21, 1, 10) * 441 - F.avg_pool2d(calm, 11, 1, 5) * 121) / 320
    found = calm > 12 * around
    found = F.max_pool2d(found.float(), 3, 1, 1)
    peaks = (calm == F.max_pool2d(calm, 15, 1, 7)) & (found > 0)
    places = peaks[0, 0].nonzero()
    bright = calm[0, 0][peaks[0, 0]]
    order = bright.argsort(descending=True)[:10]
    ships = torch.cat([places[order].float(), bright[order, None]], dim=1)
    ships[:, 1] = nearest + ships[:, 1] * light / (2 * rate)
    note(f"{len(places)} found: {ships[:4].tolist()}")

    # What the products' header says.
    histogram = torch.bincount(picture.flatten().long(), minlength=256)
    shares = histogram[histogram > 0] / picture.numel()
    entropy = -(shares * shares.log2()).sum().item()
    quick = F.interpolate(picture.float(), scale_factor=0.25, mode="area").round().byte()
    check = int((quick.long() * torch.arange(1, quick.numel() + 1).view_as(quick).to(DEVICE)).sum())
    print(f"entropy {finite(entropy):.3f} bits, check {check % 65521}, {len(places)} points")


@program
def nosteps_distributions():
    """No steps: like unit tests: draws of each distribution against its moments and its laws."""
    import torch
    from torch import distributions as D

    torch.manual_seed(0)
    passed = []

    def at(*values):
        return torch.tensor(values, device=DEVICE)

    def close(name, got, wanted, tolerance):
        error = float((got - wanted).abs().max())
        assert error < tolerance, (name, error)
        passed.append(name)

    def test_normal():
        law = D.Normal(at(1.0, -2.0), at(0.5, 2.0))
        draws = law.rsample((20000,))
        close("normal mean", draws.mean(0), law.mean, 0.1)
        close("normal deviation", draws.std(0), law.stddev, 0.1)
        close("normal median", law.icdf(at(0.5, 0.5)), law.mean, 1e-4)
        plain = -0.5 * ((draws - law.mean) / law.stddev) ** 2 - law.stddev.log() - 0.9189385
        close("normal density", law.log_prob(draws), plain, 1e-3)

    def test_beta_and_gamma():
        gamma = D.Gamma(at(2.0, 5.0), at(1.0, 3.0))
        draws = gamma.sample((20000,))
        close("gamma mean", draws.mean(0), at(2.0, 5.0) / at(1.0, 3.0), 0.1)
        a, b = D.Gamma(at(2.0), at(1.0)), D.Gamma(at(3.0), at(1.0))
        first, second = a.sample((20000,)), b.sample((20000,))
        close("beta of gammas", (first / (first + second)).mean(), D.Beta(2.0, 3.0).mean, 0.02)

    def test_categorical():
        logits = torch.randn(7, device=DEVICE)
        law = D.Categorical(logits=logits)
        shares = torch.bincount(law.sample((40000,)), minlength=7) / 40000
        close("categorical shares", shares, torch.softmax(logits, 0), 0.02)
        close("categorical entropy", law.entropy(), -(law.probs * law.probs.log()).sum(), 1e-4)

    def test_bernoulli_and_binomial():
        law = D.Binomial(10, at(0.3, 0.6))
        draws = law.sample((20000,))
        close("binomial mean", draws.mean(0), at(3.0, 6.0), 0.1)
        total = sum(D.Bernoulli(at(0.3)).sample((20000,)) for _ in range(4))
        close("sum of bernoullis", total.var(), at(0.84), 0.06)

    def test_multivariate():
        root = torch.tril(torch.randn(4, 4, device=DEVICE))
        root.diagonal().abs_().add_(0.5)
        law = D.MultivariateNormal(torch.zeros(4, device=DEVICE), scale_tril=root)
        draws = law.sample((50000,))
        close("covariance", draws.T @ draws / 50000, root @ root.T, 0.5)
        plain = -0.5 * (draws[:50] @ torch.linalg.inv(root @ root.T) * draws[:50]).sum(1)
        plain = plain - root.diagonal().log().sum() - 2 * math.log(2 * math.pi)
        close("multivariate density", law.log_prob(draws[:50]), plain, 5e-2)

    def test_dirichlet():
        weights = at(0.5, 1.0, 3.0)
        law = D.Dirichlet(weights)
        draws = law.sample((20000,))
        close("dirichlet mean", draws.mean(0), weights / weights.sum(), 0.02)
        close("dirichlet sums", draws.sum(1), torch.ones(20000, device=DEVICE), 1e-4)

    def test_divergences():
        p, q = D.Normal(at(0.0), at(1.0)), D.Normal(at(1.0), at(2.0))
        draws = p.sample((100000,))
        estimate = (p.log_prob(draws) - q.log_prob(draws)).mean()
        close("divergence", estimate, D.kl_divergence(p, q), 0.02)
        close("no divergence", D.kl_divergence(p, p), at(0.0), 1e-6)

    def test_transforms():
        law = D.TransformedDistribution(D.Normal(at(0.0), at(0.5)), [D.ExpTransform()])
        draws = law.sample((20000,))
        named = D.LogNormal(at(0.0), at(0.5))
        close("log-normal", law.log_prob(draws), named.log_prob(draws), 1e-3)
        stack = D.ComposeTransform([D.AffineTransform(1.0, 2.0), D.SigmoidTransform()])
        x = torch.randn(100, device=DEVICE)
        close("inverse", stack.inv(stack(x)), x, 1e-2)

    def test_mixture():
        parts = D.Normal(at(-2.0, 2.0), at(0.5, 0.5))
        law = D.MixtureSameFamily(D.Categorical(at(0.25, 0.75)), parts)
        grid = torch.linspace(-6, 6, 2001, device=DEVICE)
        close("mixture's integral", torch.trapezoid(law.log_prob(grid).exp(), grid), at(1.0), 1e-3)
        close("mixture's mean", law.sample((20000,)).mean(), at(1.0), 0.1)

    def test_gradients():
        mean = at(0.5).requires_grad_()
        D.Normal(mean, 1.0).rsample((20000,)).square().mean().backward()
        close("pathwise gradient", mean.grad, at(1.0), 0.1)
        logits = torch.zeros(3, device=DEVICE, requires_grad=True)
        law = D.Categorical(logits=logits)
        draws = law.sample((40000,))
        (law.log_prob(draws) * (draws == 1).float()).mean().backward()
        close("score gradient", logits.grad, at(-1.0, 2.0, -1.0) / 9, 0.03)

    def test_others():
        close("laplace", D.Laplace(at(0.0), at(1.0)).sample((40000,)).abs().mean(), at(1.0), 0.05)
        close("poisson", D.Poisson(at(4.0)).sample((20000,)).var(), at(4.0), 0.3)
        close("student", D.StudentT(at(8.0)).sample((40000,)).var(), at(8.0 / 6), 0.2)
        close("uniform", D.Uniform(at(1.0), at(3.0)).sample((20000,)).var(), at(1 / 3), 0.03)
        close("gumbel", D.Gumbel(at(0.0), at(1.0)).sample((20000,)).mean(), at(0.5772), 0.06)
        close("weibull", D.Weibull(at(1.0), at(1.0)).sample((20000,)).mean(), at(1.0), 0.06)
        close("half normal", D.HalfNormal(at(1.0)).sample((20000,)).mean(), at(0.7979), 0.03)
        close("pareto", D.Pareto(at(1.0), at(4.0)).sample((40000,)).mean(), at(4 / 3), 0.05)
        cauchy = D.Cauchy(at(1.0), at(2.0)).sample((40001,)).median()
        close("cauchy", cauchy, at(1.0), 0.15)
        mises = D.VonMises(at(0.5), at(20.0)).sample((5000,))
        close("von Mises", mises.mean(), at(0.5), 0.05)

    for test in list(locals().values()):
        if callable(test) and test.__name__.startswith("test_"):
            test()
            note(test.__name__, "passed")
    print(f"{len(passed)} checks passed")


@program
def nosteps_segformer():
    """No steps: one picture through a SegFormer, resized, its parts counted and drawn; once."""
    import torch
    from torch.nn import functional as F
    from transformers import SegformerConfig, SegformerForSemanticSegmentation

    torch.manual_seed(0)
    config = SegformerConfig(
        depths=[2, 2, 2, 2], hidden_sizes=[32, 64, 128, 192], decoder_hidden_size=128, num_labels=19
    )
    model = SegformerForSemanticSegmentation(config).eval().to(DEVICE)
    count = sum(p.numel() for p in model.parameters())
    note(f"{count / 1e6:.1f} million weights")

    photograph = torch.randint(0, 256, (480, 640, 3), dtype=torch.uint8)
    pixels = photograph.to(DEVICE).permute(2, 0, 1)[None].float() / 255
    pixels = F.interpolate(pixels, (512, 512), mode="bilinear", antialias=True)
    mean = torch.tensor([0.485, 0.456, 0.406], device=DEVICE).view(3, 1, 1)
    deviation = torch.tensor([0.229, 0.224, 0.225], device=DEVICE).view(3, 1, 1)
    pixels = (pixels - mean) / deviation
    with torch.inference_mode():
        logits = model(pixels).logits
        logits = F.interpolate(logits, (480, 640), mode="bilinear", align_corners=False)
        chances = logits.softmax(dim=1)
        sure, kinds = chances.max(dim=1)
        entropy = -(chances * chances.clamp(min=1e-9).log()).sum(dim=1)
        areas = torch.bincount(kinds.flatten(), minlength=19).float() / kinds.numel()
        edges = F.max_pool2d(kinds.float(), 3, 1, 1) != -F.max_pool2d(-kinds.float(), 3, 1, 1)
        palette = torch.randint(0, 256, (19, 3)).to(DEVICE)
        drawn = 0.5 * palette[kinds[0]] + 0.5 * photograph.to(DEVICE)
        drawn[edges[0]] = 255
        drawn = drawn.clamp(0, 255).byte()
        total = int(drawn.sum())
    largest = areas.topk(3)
    note(f"largest {largest.indices.tolist()} {largest.values.tolist()}, edges {int(edges.sum())}")
    print(f"sure {finite(sure.mean().item()):.4f}, entropy {entropy.mean().item():.4f}, {total}")


@program
def nosteps_jax_sky():
    """No steps: one exposure of a telescope: cleaned, its sky taken off, stars found, measured."""
    import jax
    import jax.numpy as jnp
    from jax.scipy.signal import convolve

    keys = jax.random.split(jax.random.key(0), 8)
    size = 512

    # The exposure.
    at = jax.random.uniform(keys[0], (60, 2), minval=20, maxval=size - 20)
    fluxes = 10 ** jax.random.uniform(keys[1], (60,), minval=3.2, maxval=5)
    rows, columns = jnp.mgrid[:size, :size]
    squares = (rows - at[:, 0, None, None]) ** 2 + (columns - at[:, 1, None, None]) ** 2
    stars = (fluxes[:, None, None] * jnp.exp(-squares / 8) / (8 * jnp.pi)).sum(0)
    sky = 200 + 0.1 * rows + 0.05 * columns
    flat = 1 - 0.2 * ((rows / size - 0.5) ** 2 + (columns / size - 0.5) ** 2)
    photons = jax.random.poisson(keys[2], (stars + sky) * flat).astype(jnp.float32)
    bias = 300 + jax.random.normal(keys[3], (size, size)) * 3
    hits = jax.random.uniform(keys[4], (size, size)) < 2e-4
    raw = photons + bias + jnp.where(hits, 5000.0, 0.0)

    # Bias, flat field, and what is hot for one pixel only.
    biases = 300 + 3 * jax.random.normal(keys[5], (5, size, size))
    clean = raw - jnp.median(biases, axis=0)
    clean = clean / (flat / jnp.mean(flat))
    around = jnp.stack([jnp.roll(clean, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)])
    middle = jnp.median(around, axis=0)
    noise = jnp.sqrt(jnp.maximum(middle, 1) + 9)
    hot = clean - middle > 20 * noise
    clean = jnp.where(hot, middle, clean)
    note(f"{int(hot.sum())} pixels were hit, {int(hits.sum())} truly")

    # The sky: medians of tiles, clipped, and a plane through them.
    tiles = clean.reshape(16, 32, 16, 32).transpose(0, 2, 1, 3).reshape(256, -1)
    center, spread = jnp.median(tiles, axis=1), jnp.std(tiles, axis=1)
    kept = jnp.abs(tiles - center[:, None]) < 2.5 * spread[:, None]
    level = jnp.nanmedian(jnp.where(kept, tiles, jnp.nan), axis=1)
    y, x = (part.ravel() * 32 + 15.5 for part in jnp.mgrid[:16, :16])
    design = jnp.stack([jnp.ones(256), y, x], axis=1)
    plane, _, rank, _ = jnp.linalg.lstsq(design, level)
    clean = clean - (plane[0] + plane[1] * rows + plane[2] * columns)
    deviation = 1.4826 * jnp.median(jnp.abs(clean - jnp.median(clean)))
    note(f"plane {plane.tolist()}, rank {int(rank)}, deviation {float(deviation):.2f}")

    # Stars: peaks of the picture through a matched filter.
    grid = jnp.arange(-6, 7)
    shape = jnp.exp(-(grid[:, None] ** 2 + grid**2) / 8)
    shape = shape / shape.sum()
    smooth = convolve(clean, shape, mode="same", method="fft")
    highest = jax.lax.reduce_window(smooth, -jnp.inf, jax.lax.max, (9, 9), (1, 1), "SAME")
    limit = 5 * deviation * jnp.sqrt((shape**2).sum())
    peaks = (smooth == highest) & (smooth > limit)
    places = jnp.argwhere(peaks, size=64, fill_value=-1)
    real = places[:, 0] >= 0
    note(f"{int(real.sum())} peaks")

    # Centres, fluxes in a circle, sizes.
    offsets = jnp.stack(jnp.meshgrid(grid, grid, indexing="ij"), axis=-1).reshape(-1, 2)
    near = jnp.clip(places[:, None] + offsets, 0, size - 1)
    stamps = clean[near[..., 0], near[..., 1]] * ((offsets**2).sum(1) <= 36)
    flux = stamps.sum(axis=1)
    centers = (stamps[..., None] * near).sum(axis=1) / flux[:, None]
    moments = jnp.einsum("np,npi,npj->nij", stamps, *2 * [near - centers[:, None]])
    moments = moments / flux[:, None, None]
    eigenvalues = jnp.linalg.eigvalsh(moments)
    widths = 2.3548 * jnp.sqrt(jnp.abs(eigenvalues).mean(axis=1))
    round_ = 1 - jnp.sqrt(jnp.abs(eigenvalues[:, 0] / eigenvalues[:, 1]))
    magnitudes = 25 - 2.5 * jnp.log10(jnp.maximum(flux, 1))
    errors = 1.0857 * jnp.sqrt(jnp.abs(flux) + 113 * deviation**2) / jnp.maximum(flux, 1)
    note(f"width {float(jnp.nanmedian(widths)):.2f}, round {float(jnp.nanmedian(round_)):.3f}")

    # Against the catalogue: nearest ones, zero point, plate.
    distance = jnp.linalg.norm(centers[:, None] - at, axis=-1)
    distance = jnp.where(real[:, None], distance, jnp.inf)
    nearest, match = distance.min(axis=1), distance.argmin(axis=1)
    good = real & (nearest < 2)
    known = 25 - 2.5 * jnp.log10(fluxes[match])
    zero = jnp.nanmedian(jnp.where(good, known - magnitudes, jnp.nan))
    weights = good.astype(jnp.float32) / (errors + 0.01)
    plate = jnp.concatenate([jnp.ones((64, 1)), centers], axis=1)
    solution = jnp.linalg.solve(
        (plate.T * weights) @ plate + 1e-3 * jnp.eye(3), (plate.T * weights) @ at[match]
    )
    left = jnp.where(good, jnp.linalg.norm(plate @ solution - at[match], axis=1), 0)
    found = jnp.unique(jnp.where(good, match, -1), size=61, fill_value=-1)
    complete = (found >= 0).sum() / 60
    order = jnp.argsort(magnitudes)
    growth = jnp.cumsum(jnp.sort(flux)[::-1]) / flux.sum()
    note(f"zero {float(zero):.3f}, left {float(left.max()):.3f}, best {int(order[0])}")

    # A picture for the page, and its spectrum.
    stretched = jnp.arcsinh(clean / (3 * deviation))
    low, high = jnp.percentile(stretched, jnp.array([1.0, 99.5]))
    picture = (255 * jnp.clip((stretched - low) / (high - low), 0, 1)).astype(jnp.uint8)
    small = jax.image.resize(picture.astype(jnp.float32), (128, 128), "bilinear")
    spectrum = jnp.abs(jnp.fft.fft2(clean)) ** 2
    radius = jnp.hypot(*jnp.meshgrid(jnp.fft.fftfreq(size), jnp.fft.fftfreq(size)))
    bins = jnp.digitize(radius.ravel(), jnp.linspace(0, 0.5, 20))
    power = jnp.bincount(bins, weights=spectrum.ravel(), length=21)
    power = power / jnp.maximum(jnp.bincount(bins, length=21), 1)
    note(f"slope {float(jnp.log(power[2] / power[15])):.2f}, half at {int((growth < 0.5).sum())}")
    print(f"complete {finite(float(complete)):.3f}, mean of the picture {float(small.mean()):.2f}")


@program
def nosteps_cupy_cells():
    """No steps: counts of genes in cells: filters, sizes, variable genes, components, markers."""
    import cupy

    cupy.random.seed(0)
    cells, genes, kinds = 1500, 2000, 5

    # Counts, and what they come from.
    kind = cupy.random.randint(0, kinds, cells)
    profiles = cupy.exp(cupy.random.standard_normal((kinds, genes)))
    depth = cupy.exp(7 + 0.5 * cupy.random.standard_normal(cells))
    shares = profiles / profiles.sum(axis=1, keepdims=True)
    counts = cupy.random.poisson(shares[kind] * depth[:, None]).astype(cupy.float32)
    mito = cupy.arange(genes) < 13

    # Cells and genes that are too poor, and cells that die.
    per_cell, seen = counts.sum(axis=1), (counts > 0).sum(axis=1)
    dying = counts[:, mito].sum(axis=1) / cupy.maximum(per_cell, 1)
    low, high = cupy.percentile(per_cell, cupy.asarray([2.0, 98.0]))
    typical = cupy.median(dying)
    deviation = cupy.median(cupy.abs(dying - typical))
    good = (per_cell > low) & (per_cell < high) & (dying < typical + 5 * deviation) & (seen > 50)
    counts, kind = counts[good], kind[good]
    often = (counts > 0).sum(axis=0) >= 10
    counts = counts[:, often]
    note(f"{counts.shape[0]} cells, {counts.shape[1]} genes")

    # Sizes, logarithms.
    size = counts.sum(axis=1)
    size = size / cupy.median(size)
    level = cupy.log1p(counts / size[:, None])
    mean, variance = level.mean(axis=0), level.var(axis=0)

    # Genes that vary more than others of their mean.
    order = cupy.argsort(mean)
    rank = cupy.empty_like(order)
    rank[order] = cupy.arange(len(order))
    group = rank * 20 // len(order)
    ratio = cupy.log(variance / cupy.maximum(mean, 1e-6) + 1e-6)
    number = cupy.bincount(group, minlength=20)
    center = cupy.bincount(group, weights=ratio, minlength=20) / number
    second = cupy.bincount(group, weights=ratio**2, minlength=20) / number
    spread = cupy.sqrt(cupy.maximum(second - center**2, 1e-12))
    score = (ratio - center[group]) / spread[group]
    chosen = cupy.sort(cupy.argsort(-score)[:500])
    note(f"{int((score > 1).sum())} genes vary much")

    # What depth alone explains is taken off; then each gene has one scale.
    table = level[:, chosen]
    design = cupy.stack([cupy.ones(len(table), cupy.float32), cupy.log(size)], axis=1)
    inverse = cupy.linalg.inv(design.T @ design)
    table = table - design @ (inverse @ (design.T @ table))
    table = table / cupy.maximum(table.std(axis=0, ddof=1), 1e-6)
    table = cupy.clip(table, -10, 10)

    # Principal components by the covariance.
    covariance = table.T @ table / (len(table) - 1)
    values, vectors = cupy.linalg.eigh(covariance)
    values, vectors = values[::-1], vectors[:, ::-1]
    scores = table @ vectors[:, :20]
    explained = cupy.cumsum(values) / values.sum()
    elbow = int(cupy.argmax(values[:30] / values[1:31]))
    note(f"20 components explain {float(explained[19]):.3f}, elbow {elbow}")

    # Neighbours, their graph, and how well it parts the kinds.
    squares = (scores**2).sum(axis=1)
    distance = squares[:, None] + squares - 2 * scores @ scores.T
    cupy.fill_diagonal(distance, cupy.inf)
    near = cupy.argpartition(distance, 15, axis=1)[:, :15]
    lengths = cupy.sqrt(cupy.maximum(cupy.take_along_axis(distance, near, axis=1), 0))
    reach = lengths.max(axis=1, keepdims=True)
    weight = cupy.exp(-((lengths / reach) ** 2))
    graph = cupy.zeros_like(distance)
    cupy.put_along_axis(graph, near, weight, axis=1)
    graph = cupy.maximum(graph, graph.T)
    degree = graph.sum(axis=1)
    same = (kind[near] == kind[:, None]).mean()
    root = 1 / cupy.sqrt(degree)
    laplace = cupy.eye(len(graph)) - graph * root[:, None] * root
    spectrum, modes = cupy.linalg.eigh(laplace)
    gaps = cupy.diff(spectrum[:12])
    note(f"same kind {float(same):.3f}, largest gap after {int(cupy.argmax(gaps)) + 1}")

    # Markers of kinds: means, effects, ranks.
    ones = (kind[:, None] == cupy.arange(kinds)).astype(cupy.float32)
    means = ones.T @ level / ones.sum(axis=0)[:, None]
    rest_means = (1 - ones).T @ level / (1 - ones).sum(axis=0)[:, None]
    effect = (means - rest_means) / cupy.sqrt(level.var(axis=0) + 1e-6)
    markers = cupy.argsort(-effect, axis=1)[:, :10]
    ranks = cupy.argsort(cupy.argsort(level[:, markers[0]], axis=0), axis=0) + 1.0
    first = ones[:, 0]
    statistic = (ranks * first[:, None]).sum(axis=0) - first.sum() * (first.sum() + 1) / 2
    area = statistic / (first.sum() * (len(first) - first.sum()))
    note(f"markers {markers[0].tolist()}, areas {area.round(3).tolist()}")

    # A summary.
    histogram, _ = cupy.histogram(cupy.log10(cupy.maximum(size, 1e-6)), bins=20)
    related = cupy.corrcoef(means)
    entropy = -(histogram / histogram.sum() * cupy.log(histogram / histogram.sum() + 1e-12)).sum()
    silhouette = float((modes[:, 1] ** 2).sum() + related.min())
    print(f"areas {finite(float(area.mean())):.4f}, entropy {float(entropy):.3f}, {silhouette:.3f}")


if __name__ == "__main__":
    main()
