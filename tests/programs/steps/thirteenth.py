"""Programs for one test at the end: nothing that finds steps was made with them in view.

    python3 thirteenth.py NAME
    python3 thirteenth.py --list

The marks are those of marks.py. The first line of each program says what its steps are, after the
kinds of the steps. Frameworks are imported by the programs that want them.
"""

import math

from harness import DEVICE, finite, main, note, program
from marks import step

# Training in PyTorch


def efficient_network(classes):
    """A small EfficientNet: inverted residuals with squeeze and excitation, and stochastic depth."""
    import torch
    from torch import nn

    class SqueezeExcite(nn.Module):
        def __init__(self, width, reduced):
            super().__init__()
            self.reduce = nn.Conv2d(width, reduced, 1)
            self.expand = nn.Conv2d(reduced, width, 1)

        def forward(self, x):
            scale = x.mean((2, 3), keepdim=True)
            return x * self.expand(nn.functional.silu(self.reduce(scale))).sigmoid()

    class MBConv(nn.Module):
        def __init__(self, before, after, kernel, stride, expand, drop):
            super().__init__()
            inner = before * expand
            self.residual = stride == 1 and before == after
            self.drop = drop
            self.body = nn.Sequential(
                nn.Conv2d(before, inner, 1, bias=False),
                nn.BatchNorm2d(inner),
                nn.SiLU(inplace=True),
                nn.Conv2d(inner, inner, kernel, stride, kernel // 2, groups=inner, bias=False),
                nn.BatchNorm2d(inner),
                nn.SiLU(inplace=True),
                SqueezeExcite(inner, before // 4),
                nn.Conv2d(inner, after, 1, bias=False),
                nn.BatchNorm2d(after),
            )

        def forward(self, x):
            y = self.body(x)
            if not self.residual:
                return y
            if self.training and self.drop:
                keep = torch.rand(len(x), 1, 1, 1, device=x.device) >= self.drop
                y = y * keep / (1 - self.drop)
            return x + y

    blocks = [nn.Conv2d(3, 16, 3, 2, 1, bias=False), nn.BatchNorm2d(16), nn.SiLU(inplace=True)]
    plan = ((16, 24, 3, 1), (24, 24, 3, 1), (24, 40, 5, 2), (40, 40, 5, 1), (40, 80, 3, 2), (80, 80, 3, 1))
    for number, (before, after, kernel, stride) in enumerate(plan):
        blocks.append(MBConv(before, after, kernel, stride, 4, 0.2 * number / len(plan)))
    head = [nn.Conv2d(80, 160, 1, bias=False), nn.BatchNorm2d(160), nn.SiLU(inplace=True)]
    head += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.2), nn.Linear(160, classes)]
    return nn.Sequential(*blocks, *head)


class AverageMeter:
    def __init__(self):
        self.sum = self.count = 0

    def update(self, value, count=1):
        self.sum += value * count
        self.count += count

    @property
    def avg(self):
        return self.sum / max(1, self.count)


class ModelEma:
    """The weights smoothed over the updates, as in timm."""

    def __init__(self, model, decay):
        import copy

        self.module = copy.deepcopy(model).eval()
        for parameter in self.module.parameters():
            parameter.requires_grad_(False)
        self.decay = decay

    def update(self, model):
        import torch

        with torch.no_grad():
            pairs = zip(self.module.state_dict().values(), model.state_dict().values())
            pairs = [(ema, now) for ema, now in pairs if ema.is_floating_point()]
            torch._foreach_lerp_(*(list(tensors) for tensors in zip(*pairs)), 1 - self.decay)


def timm_train_one_epoch(epoch, model, loader, optimizer, scheduler, loss_fn, scaler, ema, updates):
    import torch

    losses = AverageMeter()
    model.train()
    for index, (images, labels) in enumerate(loader):
        with step("train"):
            images = images.to(DEVICE, non_blocking=True, memory_format=torch.channels_last)
            labels = labels.to(DEVICE, non_blocking=True)
            images = images.float().sub_(127.5).div_(58.0)
            with torch.autocast(DEVICE, torch.float16):
                loss = loss_fn(model(images), labels)
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            scaler.step(optimizer)
            scaler.update()
            ema.update(model)
            updates += 1
            scheduler(updates)
        if index % 4 == 0 or index == len(loader) - 1:
            losses.update(loss.item(), len(images))
            note(f"Train: {epoch} [{index}/{len(loader)}] Loss: {losses.avg:.3f}")
    return updates


def timm_validate(model, loader, loss_fn):
    import torch

    losses, top1, top5 = AverageMeter(), AverageMeter(), AverageMeter()
    model.eval()
    with torch.inference_mode():
        for images, labels in loader:
            with step("eval"):
                images = images.to(DEVICE, non_blocking=True, memory_format=torch.channels_last)
                labels = labels.to(DEVICE, non_blocking=True)
                images = images.float().sub_(127.5).div_(58.0)
                with torch.autocast(DEVICE, torch.float16):
                    output = model(images)
                    loss = loss_fn(output, labels)
                right = output.topk(5, 1)[1].eq(labels[:, None])
                losses.update(loss.item(), len(images))
                top1.update(right[:, :1].float().sum().item() * 100 / len(images), len(images))
                top5.update(right.float().sum().item() * 100 / len(images), len(images))
    return losses.avg, top1.avg, top5.avg


@program
def efficientnet_timm():
    """train, eval: an EfficientNet as timm's train.py has it: half precision, EMA, workers."""
    import torch
    from torch.utils.data import DataLoader, TensorDataset

    torch.manual_seed(0)
    torch.backends.cudnn.benchmark = False
    classes, cuda = 20, DEVICE == "cuda"
    images = torch.randint(0, 256, (448, 3, 64, 64), dtype=torch.uint8)
    labels = torch.randint(classes, (448,))
    images[:, 0] //= 1 + labels[:, None, None].to(torch.uint8)
    train = TensorDataset(images[:288], labels[:288])
    valid = TensorDataset(images[288:], labels[288:])
    options = dict(num_workers=2, pin_memory=cuda, persistent_workers=True)
    loader = DataLoader(train, 32, shuffle=True, drop_last=True, **options)
    loader_eval = DataLoader(valid, 64, **options)
    model = efficient_network(classes).to(DEVICE, memory_format=torch.channels_last)
    ema = ModelEma(model, 0.98)
    optimizer = torch.optim.RMSprop(model.parameters(), 1e-3, 0.9, eps=1e-3, momentum=0.9)
    scaler = torch.amp.GradScaler(DEVICE, enabled=cuda)
    loss_fn = torch.nn.CrossEntropyLoss(label_smoothing=0.1)
    epochs, updates = 3, 0

    def schedule(updates):
        rate = 1e-3 * 0.5 * (1 + math.cos(math.pi * updates / (epochs * len(loader))))
        for group in optimizer.param_groups:
            group["lr"] = rate

    best = 0.0
    for epoch in range(epochs):
        updates = timm_train_one_epoch(
            epoch, model, loader, optimizer, schedule, loss_fn, scaler, ema, updates
        )
        loss, top1, top5 = timm_validate(ema.module, loader_eval, torch.nn.CrossEntropyLoss())
        note(f"Test (EMA): {epoch} Loss: {finite(loss):.3f} Acc@1: {top1:.2f} Acc@5: {top5:.2f}")
        best = max(best, top1)
    print(f"best top-1 {best:.2f} after {updates} updates")


@program
def mamba_lm():
    """train, eval: a small Mamba-2 on letters by a script like nanoGPT's; losses on each eighth step."""
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Mamba2(nn.Module):
        """The state-space layer, by chunks, as in the paper's short listing."""

        def __init__(self, width, heads, state, chunk):
            super().__init__()
            self.inner, self.heads, self.state, self.chunk = 2 * width, heads, state, chunk
            self.inward = nn.Linear(width, 2 * self.inner + 2 * state + heads, bias=False)
            mixed = self.inner + 2 * state
            self.conv = nn.Conv1d(mixed, mixed, 4, groups=mixed, padding=3)
            self.bias = nn.Parameter(torch.full((heads,), -2.0))
            self.log = nn.Parameter(torch.arange(1, heads + 1).float().log())
            self.skip = nn.Parameter(torch.ones(heads))
            self.norm = nn.RMSNorm(self.inner)
            self.outward = nn.Linear(self.inner, width, bias=False)

        @staticmethod
        def segsum(x):
            length = x.size(-1)
            total = x.cumsum(-1)
            total = total[..., :, None] - total[..., None, :]
            mask = torch.ones(length, length, dtype=torch.bool, device=x.device).tril()
            return total.masked_fill(~mask, -torch.inf)

        def ssd(self, x, decay, b, c):
            batch, length = x.shape[:2]
            parts = length // self.chunk
            x, b, c = (t.reshape(batch, parts, self.chunk, *t.shape[2:]) for t in (x, b, c))
            decay = decay.reshape(batch, parts, self.chunk, self.heads).permute(0, 3, 1, 2)
            total = decay.cumsum(-1)
            inside = torch.exp(self.segsum(decay))
            diagonal = torch.einsum("bcln,bcsn,bhcls,bcshp->bclhp", c, b, inside, x)
            left = torch.exp(total[..., -1:] - total)
            states = torch.einsum("bcln,bhcl,bclhp->bchpn", b, left, x)
            states = torch.cat([torch.zeros_like(states[:, :1]), states], 1)
            between = torch.exp(self.segsum(F.pad(total[..., -1], (1, 0))))
            states = torch.einsum("bhzc,bchpn->bzhpn", between, states)[:, :-1]
            return (diagonal + torch.einsum("bcln,bchpn,bhcl->bclhp", c, states, torch.exp(total))).reshape(
                batch, length, self.heads, -1
            )

        def forward(self, u):
            batch, length, _ = u.shape
            sizes = [self.inner, self.inner + 2 * self.state, self.heads]
            gate, mixed, dt = self.inward(u).split(sizes, -1)
            mixed = F.silu(self.conv(mixed.transpose(1, 2))[..., :length].transpose(1, 2))
            x, b, c = mixed.split([self.inner, self.state, self.state], -1)
            x = x.reshape(batch, length, self.heads, -1)
            dt = F.softplus(dt + self.bias)
            y = self.ssd(x * dt[..., None], -self.log.exp() * dt, b, c)
            y = (y + x * self.skip[:, None]).reshape(batch, length, self.inner)
            return self.outward(self.norm(y * F.silu(gate)))

    class Model(nn.Module):
        def __init__(self, letters, width, layers):
            super().__init__()
            self.embed = nn.Embedding(letters, width)
            self.layers = nn.ModuleList(Mamba2(width, 8, 32, 32) for _ in range(layers))
            self.norms = nn.ModuleList(nn.RMSNorm(width) for _ in range(layers))
            self.last = nn.RMSNorm(width)
            self.head = nn.Linear(width, letters, bias=False)
            self.head.weight = self.embed.weight
            nn.init.normal_(self.embed.weight, std=0.02)

        def forward(self, idx, targets):
            x = self.embed(idx)
            for norm, layer in zip(self.norms, self.layers):
                x = x + layer(norm(x))
            logits = self.head(self.last(x))
            return logits, F.cross_entropy(logits.flatten(0, 1), targets.flatten())

    torch.manual_seed(1337)
    block_size, batch_size = 128, 12
    text = np.random.default_rng(0).integers(0, 65, 40_000).astype(np.uint16)
    text[1::2] = (text[::2] * 3 + 1) % 65
    splits = {"train": text[:36_000], "val": text[36_000:]}

    def get_batch(split):
        data = splits[split]
        ix = torch.randint(len(data) - block_size, (batch_size,))
        x = torch.stack([torch.from_numpy(data[i : i + block_size].astype(np.int64)) for i in ix])
        y = torch.stack([torch.from_numpy(data[i + 1 : i + 1 + block_size].astype(np.int64)) for i in ix])
        if DEVICE == "cuda":
            return (
                x.pin_memory().to(DEVICE, non_blocking=True),
                y.pin_memory().to(DEVICE, non_blocking=True),
            )
        return x, y

    max_iters, warmup, eval_interval, eval_iters, log_interval = 24, 4, 8, 3, 4
    model = Model(65, 192, 2).to(DEVICE)
    decay = [p for p in model.parameters() if p.dim() >= 2]
    plain = [p for p in model.parameters() if p.dim() < 2]
    groups = [dict(params=decay, weight_decay=0.1), dict(params=plain, weight_decay=0.0)]
    optimizer = torch.optim.AdamW(groups, 1e-3, betas=(0.9, 0.99), fused=DEVICE == "cuda")

    @torch.no_grad()
    def estimate_loss():
        out = {}
        model.eval()
        for split in ("train", "val"):
            losses = torch.zeros(eval_iters)
            for k in range(eval_iters):
                with step("eval"):
                    x, y = get_batch(split)
                    _, loss = model(x, y)
                    losses[k] = loss.item()
            out[split] = losses.mean().item()
        model.train()
        return out

    def get_lr(it):
        if it < warmup:
            return 1e-3 * (it + 1) / (warmup + 1)
        return 1e-4 + 0.5 * (1 + math.cos(math.pi * (it - warmup) / (max_iters - warmup))) * 9e-4

    for it in range(max_iters + 1):
        if it % eval_interval == 0:
            losses = estimate_loss()
            note(f"step {it}: train loss {losses['train']:.4f}, val loss {losses['val']:.4f}")
        if it == max_iters:
            break
        with step("train"):
            for group in optimizer.param_groups:
                group["lr"] = get_lr(it)
            x, y = get_batch("train")
            with torch.autocast(DEVICE, torch.bfloat16):
                _, loss = model(x, y)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        if it % log_interval == 0:
            note(f"iter {it}: loss {loss.item():.4f}")
    print(f"val loss {finite(losses['val']):.4f}")


class Callback:
    def on_fit_start(self, trainer, module):
        pass

    def on_train_batch_end(self, trainer, module, loss):
        pass

    def on_validation_end(self, trainer, module):
        pass


class ModelCheckpoint(Callback):
    """Keeps a copy of the best weights on the host."""

    def __init__(self, monitor):
        self.monitor, self.best, self.weights = monitor, None, None

    def on_validation_end(self, trainer, module):
        value = trainer.logged[self.monitor]
        if not trainer.sanity_checking and (self.best is None or value < self.best):
            self.best = value
            self.weights = {name: t.detach().cpu() for name, t in module.state_dict().items()}


class LossLogger(Callback):
    def __init__(self, every):
        self.every = every

    def on_train_batch_end(self, trainer, module, loss):
        if (trainer.global_step + 1) % self.every == 0:
            note(f"step {trainer.global_step}: train_loss {loss.item():.4f}")


class LightTrainer:
    """What is needed of a trainer such as Lightning's: fit(), a look at two batches first, callbacks."""

    def __init__(self, max_epochs, callbacks, clip=None, accumulate=1, sanity=2):
        self.max_epochs, self.callbacks, self.clip = max_epochs, callbacks, clip
        self.sanity, self.global_step, self.sanity_checking = sanity, 0, False
        self.logged = {}

    def call(self, hook, *arguments):
        for callback in self.callbacks:
            getattr(callback, hook)(self, *arguments)

    def to_device(self, batch):
        return tuple(t.to(DEVICE, non_blocking=True) for t in batch)

    def validate(self, module, loader, limit=None):
        import torch

        module.eval()
        outputs = []
        with torch.no_grad():
            for index, batch in enumerate(loader):
                if limit is not None and index >= limit:
                    break
                with step("eval"):
                    outputs.append(module.validation_step(self.to_device(batch)))
        self.logged.update(module.on_validation_epoch_end(outputs))
        self.call("on_validation_end", module)
        module.train()

    def run_train_batch(self, module, batch):
        import torch

        batch = self.to_device(batch)
        loss = module.training_step(batch)
        self.optimizer.zero_grad()
        loss.backward()
        if self.clip:
            torch.nn.utils.clip_grad_norm_(module.parameters(), self.clip)
        self.optimizer.step()
        return loss.detach()

    def fit(self, module, train_loader, val_loader):
        module.to(DEVICE)
        self.optimizer, self.scheduler = module.configure_optimizers()
        self.call("on_fit_start", module)
        self.sanity_checking = True
        self.validate(module, val_loader, self.sanity)
        self.sanity_checking = False
        for epoch in range(self.max_epochs):
            for batch in train_loader:
                with step("train"):
                    loss = self.run_train_batch(module, batch)
                self.call("on_train_batch_end", module, loss)
                self.global_step += 1
            self.validate(module, val_loader)
            self.scheduler.step()
            note(f"epoch {epoch}: {self.logged}")


@program
def keyword_spotting():
    """train, eval: spoken words from spectra, by a module and a trainer of the Lightning kind."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.utils.data import DataLoader, Dataset

    class Recordings(Dataset):
        def __init__(self, count, seed):
            generator = torch.Generator().manual_seed(seed)
            self.labels = torch.randint(12, (count,), generator=generator)
            self.seeds = torch.randint(2**31, (count,), generator=generator)

        def __len__(self):
            return len(self.labels)

        def __getitem__(self, index):
            generator = torch.Generator().manual_seed(int(self.seeds[index]))
            time = torch.arange(8000) / 8000
            tone = torch.sin(2 * math.pi * (200 + 150 * self.labels[index]) * time)
            return tone + 0.5 * torch.randn(8000, generator=generator), self.labels[index]

    class LogMel(nn.Module):
        def __init__(self, bands=40):
            super().__init__()
            self.register_buffer("window", torch.hann_window(256))
            centres = torch.linspace(0, 128, bands + 2)
            bins = torch.arange(129.0)[:, None]
            rise = (bins - centres[:-2]) / (centres[1:-1] - centres[:-2])
            fall = (centres[2:] - bins) / (centres[2:] - centres[1:-1])
            self.register_buffer("bank", torch.minimum(rise, fall).clamp(min=0))

        def forward(self, wave):
            spectrum = torch.stft(wave, 256, 128, window=self.window, return_complex=True)
            power = spectrum.abs().square().transpose(1, 2) @ self.bank
            return torch.log(power + 1e-6).transpose(1, 2)

    class KeywordModule(nn.Module):
        def __init__(self):
            super().__init__()
            self.features = LogMel()
            layers = [nn.Conv2d(1, 48, (10, 4), 2, 1), nn.BatchNorm2d(48), nn.ReLU()]
            for _ in range(4):
                layers += [nn.Conv2d(48, 48, 3, padding=1, groups=48), nn.BatchNorm2d(48), nn.ReLU()]
                layers += [nn.Conv2d(48, 48, 1), nn.BatchNorm2d(48), nn.ReLU()]
            self.net = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(48, 12))

        def mask(self, x):
            """SpecAugment: a band and a stretch of time become zero."""
            band = torch.randint(0, x.shape[1] - 6, (1,)).item()
            time = torch.randint(0, x.shape[2] - 10, (1,)).item()
            x[:, band : band + 6] = 0
            x[:, :, time : time + 10] = 0
            return x

        def forward(self, wave):
            x = self.features(wave)
            if self.training:
                x = self.mask(x)
            x = (x - x.mean((1, 2), keepdim=True)) / (x.std((1, 2), keepdim=True) + 1e-5)
            return self.net(x[:, None])

        def training_step(self, batch):
            wave, label = batch
            return F.cross_entropy(self(wave), label)

        def validation_step(self, batch):
            wave, label = batch
            logits = self(wave)
            return F.cross_entropy(logits, label), (logits.argmax(1) == label).float().mean()

        def on_validation_epoch_end(self, outputs):
            losses, hits = zip(*outputs)
            loss, hits = torch.stack(losses).mean(), torch.stack(hits).mean()
            return {"val_loss": finite(loss.item()), "val_acc": hits.item()}

        def configure_optimizers(self):
            optimizer = torch.optim.Adam(self.parameters(), 2e-3, weight_decay=1e-5)
            return optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)

    torch.manual_seed(0)
    cuda = DEVICE == "cuda"
    train = DataLoader(Recordings(768, 1), 32, shuffle=True, num_workers=2, pin_memory=cuda)
    valid = DataLoader(Recordings(192, 2), 32, num_workers=2, pin_memory=cuda)
    checkpoint = ModelCheckpoint("val_loss")
    trainer = LightTrainer(3, [checkpoint, LossLogger(10)], clip=1.0)
    trainer.fit(KeywordModule(), train, valid)
    print(f"best loss {checkpoint.best:.4f}, accuracy {trainer.logged['val_acc']:.3f}")


@program
def td3_learn():
    """collect, train: TD3 in classes like SB3's: an episode of a pendulum, then as many updates."""
    import copy

    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Pendulum:
        def __init__(self, length, seed):
            self.length, self.random = length, np.random.default_rng(seed)

        def observe(self):
            return np.array([np.cos(self.angle), np.sin(self.angle), self.speed], np.float32)

        def reset(self):
            self.angle, self.speed = self.random.uniform(-np.pi, np.pi), self.random.uniform(-1, 1)
            self.time = 0
            return self.observe()

        def step(self, action):
            force = 2.0 * float(np.clip(action[0], -1, 1))
            wrapped = (self.angle + np.pi) % (2 * np.pi) - np.pi
            cost = wrapped**2 + 0.1 * self.speed**2 + 0.001 * force**2
            self.speed += (15 * np.sin(self.angle) + 3 * force) * 0.05
            self.speed = float(np.clip(self.speed, -8, 8))
            self.angle += self.speed * 0.05
            self.time += 1
            return self.observe(), -cost, self.time >= self.length

    class ReplayBuffer:
        def __init__(self, size):
            self.size, self.pos, self.full = size, 0, False
            self.observations = np.zeros((size, 3), np.float32)
            self.next_observations = np.zeros((size, 3), np.float32)
            self.actions = np.zeros((size, 1), np.float32)
            self.rewards = np.zeros((size, 1), np.float32)
            self.dones = np.zeros((size, 1), np.float32)

        def add(self, obs, next_obs, action, reward, done):
            self.observations[self.pos], self.next_observations[self.pos] = obs, next_obs
            self.actions[self.pos], self.rewards[self.pos] = action, reward
            self.dones[self.pos] = done
            self.pos += 1
            if self.pos == self.size:
                self.full, self.pos = True, 0

        def sample(self, batch):
            chosen = np.random.randint(0, self.size if self.full else self.pos, batch)
            arrays = (self.observations, self.actions, self.next_observations, self.dones, self.rewards)
            return tuple(torch.tensor(array[chosen], device=DEVICE) for array in arrays)

    def mlp(before, after, last=None):
        layers = [nn.Linear(before, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU()]
        layers += [nn.Linear(256, after)] + ([last] if last else [])
        return nn.Sequential(*layers)

    class TD3:
        def __init__(self, env, learning_starts, batch_size=128, policy_delay=2, tau=0.005):
            self.env, self.learning_starts, self.batch_size = env, learning_starts, batch_size
            self.policy_delay, self.tau, self.gamma = policy_delay, tau, 0.98
            self.actor = mlp(3, 1, nn.Tanh()).to(DEVICE)
            self.critics = nn.ModuleList([mlp(4, 1), mlp(4, 1)]).to(DEVICE)
            self.actor_target = copy.deepcopy(self.actor)
            self.critics_target = copy.deepcopy(self.critics)
            self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), 1e-3)
            self.critic_optimizer = torch.optim.Adam(self.critics.parameters(), 1e-3)
            self.buffer = ReplayBuffer(10_000)
            self.num_timesteps = self.n_updates = 0
            self.noise = np.random.default_rng(3)

        def predict(self, obs):
            with torch.no_grad():
                obs = torch.as_tensor(obs, device=DEVICE).unsqueeze(0)
                return self.actor(obs).cpu().numpy()[0]

        def collect_rollouts(self):
            obs, done, total, steps = self.env.reset(), False, 0.0, 0
            while not done:
                if self.num_timesteps < self.learning_starts:
                    action = self.noise.uniform(-1, 1, 1).astype(np.float32)
                else:
                    with step("collect"):
                        action = self.predict(obs)
                    action = np.clip(action + self.noise.normal(0, 0.1, 1), -1, 1)
                next_obs, reward, done = self.env.step(action)
                self.buffer.add(obs, next_obs, action, reward, False)
                obs = next_obs
                total += reward
                steps += 1
                self.num_timesteps += 1
            return steps, total

        def polyak_update(self, params, target_params):
            with torch.no_grad():
                for param, target in zip(params, target_params):
                    target.data.mul_(1 - self.tau)
                    torch.add(target.data, param.data, alpha=self.tau, out=target.data)

        def train_step(self):
            self.n_updates += 1
            obs, actions, next_obs, dones, rewards = self.buffer.sample(self.batch_size)
            with torch.no_grad():
                noise = actions.clone().data.normal_(0, 0.2).clamp(-0.5, 0.5)
                next_actions = (self.actor_target(next_obs) + noise).clamp(-1, 1)
                both = torch.cat([next_obs, next_actions], 1)
                next_q = torch.cat([critic(both) for critic in self.critics_target], 1)
                next_q, _ = next_q.min(1, keepdim=True)
                target = rewards + (1 - dones) * self.gamma * next_q
            both = torch.cat([obs, actions], 1)
            critic_loss = sum(F.mse_loss(critic(both), target) for critic in self.critics)
            self.critic_losses.append(critic_loss.item())
            self.critic_optimizer.zero_grad()
            critic_loss.backward()
            self.critic_optimizer.step()
            if self.n_updates % self.policy_delay == 0:
                actor_loss = -self.critics[0](torch.cat([obs, self.actor(obs)], 1)).mean()
                self.actor_losses.append(actor_loss.item())
                self.actor_optimizer.zero_grad()
                actor_loss.backward()
                self.actor_optimizer.step()
                self.polyak_update(self.critics.parameters(), self.critics_target.parameters())
                self.polyak_update(self.actor.parameters(), self.actor_target.parameters())

        def train(self, gradient_steps):
            self.actor_losses, self.critic_losses = [], []
            for _ in range(gradient_steps):
                with step("train"):
                    self.train_step()
            return np.mean(self.actor_losses), np.mean(self.critic_losses)

        def learn(self, total_timesteps):
            while self.num_timesteps < total_timesteps:
                steps, reward = self.collect_rollouts()
                if self.num_timesteps > self.learning_starts:
                    actor, critic = self.train(steps)
                    note(f"{self.num_timesteps}: return {reward:.1f}, losses {actor:.3f} {critic:.3f}")
            return reward, critic

    torch.manual_seed(0)
    np.random.seed(0)
    reward, critic = TD3(Pendulum(24, 5), 96).learn(192)
    print(f"last return {reward:.2f}, loss of the critics {finite(critic):.4f}")


@program
def patch_forecast():
    """train, eval: PatchTST in an experiment's class: train(), vali() for two splits, test()."""
    import numpy as np
    import torch
    from torch import nn
    from torch.utils.data import DataLoader, Dataset

    class Series(Dataset):
        """Windows of hourly measurements: what is known, and what follows."""

        def __init__(self, data, known, ahead, stride):
            self.data, self.known, self.ahead, self.stride = data, known, ahead, stride

        def __len__(self):
            return (len(self.data) - self.known - self.ahead) // self.stride

        def __getitem__(self, index):
            start = index * self.stride
            middle = start + self.known
            return self.data[start:middle], self.data[middle : middle + self.ahead]

    class PatchTST(nn.Module):
        def __init__(self, known, ahead, patch=16, stride=8, width=96, layers=2):
            super().__init__()
            self.patch, self.stride = patch, stride
            patches = (known - patch) // stride + 2
            self.pad = nn.ReplicationPad1d((0, stride))
            self.embed = nn.Linear(patch, width, bias=False)
            self.position = nn.Parameter(torch.zeros(1, patches, width))
            layer = nn.TransformerEncoderLayer(width, 4, 2 * width, 0.1, "gelu", batch_first=True)
            self.encoder = nn.TransformerEncoder(layer, layers)
            self.head = nn.Sequential(nn.Flatten(-2), nn.Dropout(0.1), nn.Linear(patches * width, ahead))

        def forward(self, x):
            mean = x.mean(1, keepdim=True).detach()
            spread = torch.sqrt(x.var(1, keepdim=True, unbiased=False) + 1e-5)
            x = ((x - mean) / spread).permute(0, 2, 1)
            batch, channels = x.shape[:2]
            x = self.pad(x).unfold(-1, self.patch, self.stride)
            x = self.embed(x.flatten(0, 1)) + self.position
            x = self.head(self.encoder(x).reshape(batch, channels, -1, x.shape[-1]))
            return x.permute(0, 2, 1) * spread + mean

    class EarlyStopping:
        def __init__(self, patience):
            self.patience, self.counter, self.best, self.early_stop = patience, 0, None, False
            self.weights = None

        def __call__(self, loss, model):
            if self.best is None or loss < self.best:
                self.best, self.counter = loss, 0
                self.weights = {name: t.clone() for name, t in model.state_dict().items()}
            else:
                self.counter += 1
                self.early_stop = self.counter >= self.patience

    class Exp_Forecast:
        def __init__(self, epochs, batch):
            self.epochs, self.batch = epochs, batch
            time = np.arange(3000)[:, None]
            channels = np.arange(7)[None]
            data = np.sin(2 * np.pi * time / (24 + channels)) + 0.3 * np.cos(2 * np.pi * time / 168)
            data = data + 0.2 * np.random.default_rng(0).standard_normal(data.shape)
            data = torch.tensor(data, dtype=torch.float32)
            self.sets = {
                "train": Series(data[:2000], 96, 48, 2),
                "val": Series(data[2000:2500], 96, 48, 2),
                "test": Series(data[2500:], 96, 48, 2),
            }
            self.model = PatchTST(96, 48).to(DEVICE)
            self.criterion = nn.MSELoss()

        def get_data(self, split):
            return DataLoader(
                self.sets[split], self.batch, shuffle=split == "train", drop_last=split == "train"
            )

        def vali(self, loader):
            total = []
            self.model.eval()
            with torch.no_grad():
                for batch_x, batch_y in loader:
                    with step("eval"):
                        batch_x = batch_x.to(DEVICE)
                        batch_y = batch_y.to(DEVICE)
                        outputs = self.model(batch_x)
                        loss = self.criterion(outputs, batch_y)
                        total.append(loss.item())
            self.model.train()
            return np.average(total)

        def train(self):
            train_loader, vali_loader = self.get_data("train"), self.get_data("val")
            test_loader = self.get_data("test")
            stopping = EarlyStopping(3)
            optim = torch.optim.Adam(self.model.parameters(), 1e-3)
            for epoch in range(self.epochs):
                self.model.train()
                losses = []
                for i, (batch_x, batch_y) in enumerate(train_loader):
                    with step("train"):
                        optim.zero_grad()
                        batch_x = batch_x.to(DEVICE)
                        batch_y = batch_y.to(DEVICE)
                        outputs = self.model(batch_x)
                        loss = self.criterion(outputs, batch_y)
                        losses.append(loss.item())
                        if (i + 1) % 10 == 0:
                            note(f"\titers: {i + 1}, epoch: {epoch + 1} | loss: {losses[-1]:.5f}")
                        loss.backward()
                        optim.step()
                vali, test = self.vali(vali_loader), self.vali(test_loader)
                note(f"Epoch: {epoch + 1} | {np.average(losses):.5f} {vali:.5f} {test:.5f}")
                stopping(vali, self.model)
                if stopping.early_stop:
                    break
                for group in optim.param_groups:
                    group["lr"] = 1e-3 * 0.5 ** (epoch + 1)
            self.model.load_state_dict(stopping.weights)

        def test(self):
            preds, trues = [], []
            self.model.eval()
            with torch.no_grad():
                for batch_x, batch_y in self.get_data("test"):
                    with step("eval"):
                        outputs = self.model(batch_x.to(DEVICE))
                        preds.append(outputs.cpu().numpy())
                        trues.append(batch_y.numpy())
            preds, trues = np.concatenate(preds), np.concatenate(trues)
            return np.mean((preds - trues) ** 2), np.mean(np.abs(preds - trues))

    torch.manual_seed(2021)
    experiment = Exp_Forecast(3, 32)
    experiment.train()
    mse, mae = experiment.test()
    print(f"mse:{finite(mse):.4f}, mae:{finite(mae):.4f}")


@program
def dpm_inpaint():
    """denoise: a pipeline of the diffusers kind fills a hole by DPM-Solver++, once for each prompt."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class ResBlock(nn.Module):
        def __init__(self, before, after, time):
            super().__init__()
            self.norm1, self.conv1 = nn.GroupNorm(8, before), nn.Conv2d(before, after, 3, padding=1)
            self.time = nn.Linear(time, after)
            self.norm2, self.conv2 = nn.GroupNorm(8, after), nn.Conv2d(after, after, 3, padding=1)
            self.short = nn.Conv2d(before, after, 1) if before != after else nn.Identity()

        def forward(self, x, time):
            h = self.conv1(F.silu(self.norm1(x)))
            h = h + self.time(F.silu(time))[:, :, None, None]
            return self.conv2(F.silu(self.norm2(h))) + self.short(x)

    class CrossBlock(nn.Module):
        def __init__(self, width, text, heads=4):
            super().__init__()
            self.heads = heads
            self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
            self.qkv, self.out1 = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.q, self.kv = nn.Linear(width, width), nn.Linear(text, 2 * width)
            self.out2 = nn.Linear(width, width)
            self.up, self.down = nn.Linear(width, 8 * width), nn.Linear(4 * width, width)

        def attend(self, q, k, v):
            q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in (q, k, v))
            return F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)

        def forward(self, x, text):
            shape = x.shape
            h = x.flatten(2).transpose(1, 2)
            h = h + self.out1(self.attend(*self.qkv(self.norms[0](h)).chunk(3, -1)))
            h = h + self.out2(self.attend(self.q(self.norms[1](h)), *self.kv(text).chunk(2, -1)))
            value, gate = self.up(self.norms[2](h)).chunk(2, -1)
            h = h + self.down(value * F.gelu(gate))
            return h.transpose(1, 2).reshape(shape)

    class UNet(nn.Module):
        def __init__(self, channels=9, width=64, text=128):
            super().__init__()
            self.width = width
            self.time = nn.Sequential(nn.Linear(width, 256), nn.SiLU(), nn.Linear(256, 256))
            self.first = nn.Conv2d(channels, width, 3, padding=1)
            self.down1, self.cross1 = ResBlock(width, width, 256), CrossBlock(width, text)
            self.shrink = nn.Conv2d(width, width, 3, 2, 1)
            self.down2 = ResBlock(width, 2 * width, 256)
            self.cross2 = CrossBlock(2 * width, text)
            self.middle = ResBlock(2 * width, 2 * width, 256)
            self.grow = nn.Conv2d(2 * width, width, 3, padding=1)
            self.up1, self.cross3 = ResBlock(2 * width, width, 256), CrossBlock(width, text)
            self.norm, self.last = nn.GroupNorm(8, width), nn.Conv2d(width, 4, 3, padding=1)

        def forward(self, x, t, text):
            half = self.width // 2
            rates = torch.exp(-math.log(10000) * torch.arange(half, device=x.device) / half)
            angles = t[:, None].float() * rates
            time = self.time(torch.cat([angles.cos(), angles.sin()], -1).to(x.dtype))
            skip = self.cross1(self.down1(self.first(x), time), text)
            h = self.middle(self.cross2(self.down2(self.shrink(skip), time), text), time)
            h = self.grow(F.interpolate(h, scale_factor=2.0, mode="nearest"))
            h = self.cross3(self.up1(torch.cat([h, skip], 1), time), text)
            return self.last(F.silu(self.norm(h)))

    class DPMSolverMultistep:
        """DPM-Solver++(2M): the first step and, if few, the last one are of first order."""

        def __init__(self):
            betas = torch.linspace(0.00085**0.5, 0.012**0.5, 1000) ** 2
            self.alphas_cumprod = torch.cumprod(1 - betas, 0)
            self.init_noise_sigma = 1.0

        def set_timesteps(self, count):
            self.timesteps = torch.linspace(999, 0, count + 1).round()[:-1].long()
            sigmas = ((1 - self.alphas_cumprod) / self.alphas_cumprod) ** 0.5
            self.sigmas = torch.cat([sigmas[self.timesteps], sigmas[:1]])
            self.timesteps = self.timesteps.to(DEVICE)
            self.index, self.before = 0, None

        def terms(self, index):
            alpha = 1 / (self.sigmas[index] ** 2 + 1) ** 0.5
            sigma = self.sigmas[index] * alpha
            return alpha, sigma, torch.log(alpha) - torch.log(sigma)

        def step(self, noise, sample):
            alpha, sigma, now = self.terms(self.index)
            alpha_t, sigma_t, then = self.terms(self.index + 1)
            x0 = (sample - sigma * noise) / alpha
            h = then - now
            d = x0
            if self.before is not None and self.index + 1 < len(self.timesteps):
                h0 = now - self.terms(self.index - 1)[2]
                d = x0 + 0.5 * (h / h0) * (x0 - self.before)
            self.before, self.index = x0, self.index + 1
            return (sigma_t / sigma) * sample - alpha_t * torch.expm1(-h) * d

    class InpaintPipeline:
        def __init__(self, dtype):
            self.dtype = dtype
            self.embed = nn.Embedding(1000, 128)
            layer = nn.TransformerEncoderLayer(128, 4, 512, 0.0, "gelu", batch_first=True, norm_first=True)
            self.text = nn.TransformerEncoder(layer, 3, enable_nested_tensor=False)
            self.unet = UNet()
            down = [nn.Conv2d(3, 32, 3, 2, 1), nn.SiLU(), nn.Conv2d(32, 64, 3, 2, 1), nn.SiLU()]
            self.encoder = nn.Sequential(*down, nn.Conv2d(64, 4, 3, 2, 1))
            up = [nn.Conv2d(4, 64, 3, padding=1)]
            for before, after in ((64, 64), (64, 32), (32, 32)):
                up += [nn.SiLU(), nn.Upsample(scale_factor=2), nn.Conv2d(before, after, 3, padding=1)]
            self.decoder = nn.Sequential(*up, nn.SiLU(), nn.Conv2d(32, 3, 3, padding=1))
            self.scheduler = DPMSolverMultistep()
            for part in (self.embed, self.text, self.unet, self.encoder, self.decoder):
                part.to(DEVICE, dtype).eval()

        def encode_prompt(self, prompt, negative):
            both = torch.stack([negative, prompt]).to(DEVICE)
            return self.text(self.embed(both))

        @torch.no_grad()
        def __call__(self, prompt, negative, image, mask, steps=20, guidance=7.5, callback=None):
            text = self.encode_prompt(prompt, negative)
            self.scheduler.set_timesteps(steps)
            image = image.to(DEVICE, self.dtype) * 2 - 1
            mask = mask.to(DEVICE, self.dtype)
            masked = self.encoder(image * (mask < 0.5)) * 0.18215
            small = F.interpolate(mask, size=masked.shape[-2:])
            latents = torch.randn(masked.shape, device=DEVICE, dtype=self.dtype)
            latents = latents * self.scheduler.init_noise_sigma
            small, masked = torch.cat([small] * 2), torch.cat([masked] * 2)
            for i, t in enumerate(self.scheduler.timesteps):
                with step("denoise"):
                    both = torch.cat([torch.cat([latents] * 2), small, masked], 1)
                    noise = self.unet(both, t.expand(2), text)
                    uncond, cond = noise.chunk(2)
                    noise = uncond + guidance * (cond - uncond)
                    latents = self.scheduler.step(noise, latents)
                    if callback is not None:
                        callback(i, t, latents)
            picture = self.decoder(latents / 0.18215)
            picture = (picture / 2 + 0.5).clamp(0, 1)
            picture = picture * mask + (image / 2 + 0.5) * (1 - mask)
            return picture.float().permute(0, 2, 3, 1).cpu().numpy()

    torch.manual_seed(0)
    pipeline = InpaintPipeline(torch.float16 if DEVICE == "cuda" else torch.float32)
    negative = torch.zeros(24, dtype=torch.long)
    for number in range(2):
        prompt = torch.randint(1, 1000, (24,))
        image = torch.rand(1, 3, 256, 256)
        mask = torch.zeros(1, 1, 256, 256)
        mask[..., 64:160, 80 : 180 + 20 * number] = 1

        def progress(i, t, latents):
            if (i + 1) % 5 == 0:
                note(f"{i + 1}/25")

        picture = pipeline(prompt, negative, image, mask, steps=25, callback=progress)
        print(f"prompt {number}: mean of the picture {finite(float(picture.mean())):.4f}")


@program
def paged_engine():
    """prefill, decode: an engine like nano-vLLM, which admits requests as others come to their end."""
    import collections
    import random

    import torch
    from torch import nn
    from torch.nn import functional as F

    class Sequence:
        def __init__(self, number, prompt, limit, temperature):
            self.number, self.tokens, self.prompt = number, list(prompt), len(prompt)
            self.limit, self.temperature, self.blocks = limit, temperature, []

        @property
        def finished(self):
            return len(self.tokens) - self.prompt >= self.limit

    class BlockManager:
        def __init__(self, count, size):
            self.size, self.free = size, collections.deque(range(count))

        def can_allocate(self, sequence):
            return len(self.free) >= -(-(len(sequence.tokens) + sequence.limit) // self.size)

        def extend(self, sequence):
            while len(sequence.blocks) * self.size < len(sequence.tokens):
                sequence.blocks.append(self.free.popleft())

        def release(self, sequence):
            self.free.extend(sequence.blocks)
            sequence.blocks.clear()

        def slot(self, sequence, position):
            return sequence.blocks[position // self.size] * self.size + position % self.size

    class Attention(nn.Module):
        def __init__(self, width, heads, slots):
            super().__init__()
            self.heads = heads
            self.qkv = nn.Linear(width, 3 * width, bias=False)
            self.out = nn.Linear(width, width, bias=False)
            self.register_buffer("keys", torch.zeros(slots, heads, width // heads))
            self.register_buffer("values", torch.zeros(slots, heads, width // heads))

        def rotate(self, x, positions):
            half = x.shape[-1] // 2
            rates = 10000 ** (-torch.arange(half, device=x.device) / half)
            angles = positions[..., None, None] * rates
            cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
            a, b = x.chunk(2, -1)
            return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)

        def forward(self, x, context):
            q, k, v = self.qkv(x).unflatten(-1, (3, self.heads, -1)).unbind(-3)
            q = self.rotate(q, context["positions"])
            k = self.rotate(k, context["positions"])
            self.keys[context["slots"]] = k
            self.values[context["slots"]] = v
            if not context["prefill"]:
                k, v = self.keys[context["table"]], self.values[context["table"]]
            q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
            o = F.scaled_dot_product_attention(q, k, v, attn_mask=context["mask"])
            return self.out(o.transpose(1, 2).flatten(2))

    class Layer(nn.Module):
        def __init__(self, width, heads, slots):
            super().__init__()
            self.norm1, self.norm2 = nn.RMSNorm(width), nn.RMSNorm(width)
            self.attention = Attention(width, heads, slots)
            self.up = nn.Linear(width, 6 * width, bias=False)
            self.down = nn.Linear(3 * width, width, bias=False)

        def forward(self, x, context):
            x = x + self.attention(self.norm1(x), context)
            gate, value = self.up(self.norm2(x)).chunk(2, -1)
            return x + self.down(F.silu(gate) * value)

    class Model(nn.Module):
        def __init__(self, tokens, width, layers, heads, slots):
            super().__init__()
            self.embed = nn.Embedding(tokens, width)
            self.layers = nn.ModuleList(Layer(width, heads, slots) for _ in range(layers))
            self.norm, self.head = nn.RMSNorm(width), nn.Linear(width, tokens, bias=False)

        def forward(self, ids, context):
            x = self.embed(ids)
            for layer in self.layers:
                x = layer(x, context)
            x = x[torch.arange(len(x), device=x.device), context["last"]]
            return self.head(self.norm(x))

    class Engine:
        def __init__(self, most=8, at_once=4, block=16, blocks=64):
            self.dtype = torch.bfloat16 if DEVICE == "cuda" else torch.float32
            # The last block is where what only fills up a batch is put.
            self.trash = (blocks - 1) * block
            self.manager = BlockManager(blocks - 1, block)
            self.model = Model(2000, 256, 3, 4, blocks * block).to(DEVICE, self.dtype).eval()
            self.waiting, self.running = collections.deque(), []
            self.most, self.at_once, self.done = most, at_once, {}

        def tensor(self, numbers):
            host = torch.tensor(numbers, dtype=torch.long)
            if DEVICE == "cuda":
                host = host.pin_memory()
            return host.to(DEVICE, non_blocking=True)

        def schedule(self):
            admitted = []
            while self.waiting and len(admitted) < self.at_once:
                room = len(self.running) + len(admitted) < self.most
                if not room or not self.manager.can_allocate(self.waiting[0]):
                    break
                admitted.append(self.waiting.popleft())
            return admitted

        def prepare_prefill(self, sequences):
            longest = max(len(s.tokens) for s in sequences)
            ids, slots = [], []
            for s in sequences:
                self.manager.extend(s)
                empty = longest - len(s.tokens)
                ids.append(s.tokens + [0] * empty)
                used = [self.manager.slot(s, i) for i in range(len(s.tokens))]
                slots.append(used + [self.trash] * empty)
            positions = torch.arange(longest, device=DEVICE).expand(len(sequences), -1)
            mask = torch.ones(longest, longest, dtype=torch.bool, device=DEVICE).tril()
            last = self.tensor([len(s.tokens) - 1 for s in sequences])
            context = dict(prefill=True, positions=positions, slots=self.tensor(slots))
            return self.tensor(ids), dict(context, mask=mask, last=last)

        def prepare_decode(self, sequences):
            longest = max(len(s.tokens) for s in sequences)
            for s in sequences:
                self.manager.extend(s)
            table = [
                [self.manager.slot(s, i) if i < len(s.tokens) else self.trash for i in range(longest)]
                for s in sequences
            ]
            lengths = self.tensor([len(s.tokens) for s in sequences])
            mask = torch.arange(longest, device=DEVICE) < lengths[:, None]
            slots = self.tensor([[self.manager.slot(s, len(s.tokens) - 1)] for s in sequences])
            context = dict(prefill=False, positions=lengths[:, None] - 1, slots=slots)
            context.update(table=self.tensor(table), mask=mask[:, None, None])
            context["last"] = torch.zeros_like(lengths)
            return self.tensor([[s.tokens[-1]] for s in sequences]), context

        def sample(self, logits, sequences):
            heat = torch.tensor([s.temperature for s in sequences], device=DEVICE)
            chances = torch.softmax(logits.float() / heat[:, None], -1)
            drawn = torch.empty_like(chances).exponential_(1).clamp_min_(1e-10)
            return chances.div_(drawn).argmax(-1).tolist()

        @torch.inference_mode()
        def run(self, sequences, prefill):
            ids, context = (self.prepare_prefill if prefill else self.prepare_decode)(sequences)
            tokens = self.sample(self.model(ids, context), sequences)
            for sequence, token in zip(sequences, tokens):
                sequence.tokens.append(token)

        def step(self):
            admitted = self.schedule()
            if admitted:
                with step("prefill"):
                    self.run(admitted, True)
                self.running += admitted
            else:
                with step("decode"):
                    self.run(self.running, False)
            for sequence in [s for s in self.running if s.finished]:
                self.running.remove(sequence)
                self.manager.release(sequence)
                self.done[sequence.number] = sequence.tokens[sequence.prompt :]

        def generate(self, requests):
            self.waiting.extend(requests)
            while self.waiting or self.running:
                self.step()
            return self.done

    torch.manual_seed(0)
    random.seed(0)
    requests = []
    for number in range(16):
        prompt = [random.randrange(2000) for _ in range(random.randint(12, 40))]
        requests.append(Sequence(number, prompt, random.randint(16, 36), 0.8))
    done = Engine().generate(requests)
    print(f"{len(done)} requests, {sum(map(len, done.values()))} tokens")


@program
def link_autoencoder():
    """train, eval: missing links of a graph by two GCN layers, as in PyG's example; AUC of two splits."""
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional as F

    class GCNConv(nn.Module):
        def __init__(self, before, after):
            super().__init__()
            self.lin = nn.Linear(before, after, bias=False)
            self.bias = nn.Parameter(torch.zeros(after))

        def forward(self, x, edge_index):
            count = x.shape[0]
            loops = torch.arange(count, device=x.device).expand(2, -1)
            row, col = torch.cat([edge_index, loops], 1)
            ones = torch.ones(len(col), device=x.device)
            degree = torch.zeros(count, device=x.device).scatter_add_(0, col, ones)
            inverse = degree.pow(-0.5)
            weight = inverse[row] * inverse[col]
            x = self.lin(x)
            out = torch.zeros_like(x).index_add_(0, col, x[row] * weight[:, None])
            return out + self.bias

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1, self.conv2 = GCNConv(128, 128), GCNConv(128, 64)

        def encode(self, x, edge_index):
            return self.conv2(self.conv1(x, edge_index).relu(), edge_index)

        def decode(self, z, edge_label_index):
            return (z[edge_label_index[0]] * z[edge_label_index[1]]).sum(-1)

    def roc_auc(labels, scores):
        order = scores.argsort()
        ranks = np.empty(len(scores))
        ranks[order] = np.arange(1, len(scores) + 1)
        positive = labels > 0.5
        count = positive.sum()
        return (ranks[positive].sum() - count * (count + 1) / 2) / (count * (len(labels) - count))

    torch.manual_seed(0)
    nodes, groups = 2700, 7
    group = torch.randint(groups, (nodes,))
    pairs = torch.randint(nodes, (2, 60_000))
    pairs = pairs[:, (group[pairs[0]] == group[pairs[1]]) | (torch.rand(60_000) < 0.03)]
    x = (F.one_hot(group, groups).float() @ torch.randn(groups, 128) + torch.randn(nodes, 128)).to(DEVICE)
    held = pairs.shape[1] // 10
    train_edges = pairs[:, 2 * held :].to(DEVICE)

    def held_out(edges):
        negative = torch.randint(nodes, edges.shape)
        labels = torch.cat([torch.ones(edges.shape[1]), torch.zeros(edges.shape[1])])
        return torch.cat([edges, negative], 1).to(DEVICE), labels.to(DEVICE)

    val_data, test_data = held_out(pairs[:, :held]), held_out(pairs[:, held : 2 * held])
    model = Net().to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), 0.01)
    criterion = nn.BCEWithLogitsLoss()

    def train():
        model.train()
        optimizer.zero_grad()
        z = model.encode(x, train_edges)
        # New pairs that are not linked for each epoch.
        negative = torch.randint(nodes, train_edges.shape, device=DEVICE)
        edge_label_index = torch.cat([train_edges, negative], -1)
        ones = torch.ones(train_edges.shape[1], device=DEVICE)
        edge_label = torch.cat([ones, torch.zeros_like(ones)])
        out = model.decode(z, edge_label_index).view(-1)
        loss = criterion(out, edge_label)
        loss.backward()
        optimizer.step()
        return loss

    @torch.no_grad()
    def test(data):
        model.eval()
        z = model.encode(x, train_edges)
        out = model.decode(z, data[0]).view(-1).sigmoid()
        return roc_auc(data[1].cpu().numpy(), out.cpu().numpy())

    best_val = final_test = 0
    for epoch in range(1, 61):
        with step("train"):
            loss = train()
        with step("eval"):
            val_auc = test(val_data)
        with step("eval"):
            test_auc = test(test_data)
        if val_auc > best_val:
            best_val, final_test = val_auc, test_auc
        note(f"Epoch: {epoch:03d}, Loss: {loss:.4f}, Val: {val_auc:.4f}, Test: {test_auc:.4f}")
    print(f"Final test: {final_test:.4f}, loss {finite(loss.item()):.4f}")


@program
def barlow_graph():
    """train, eval: Barlow Twins, whose step is one CUDA graph: views copied in, a replay; k-NN at times."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    batch, epochs, per_epoch = 64, 3, 20
    labels = torch.randint(10, (batch * per_epoch,))
    base = torch.randn(10, 3, 40, 40)
    pictures = (base[labels] + 0.7 * torch.randn(len(labels), 3, 40, 40)).half()
    if DEVICE == "cuda":
        pictures = pictures.pin_memory()

    def conv(before, after, stride):
        return [nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]

    backbone = nn.Sequential(
        *conv(3, 32, 1),
        *conv(32, 64, 2),
        *conv(64, 64, 1),
        *conv(64, 128, 2),
        *conv(128, 128, 1),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
    ).to(DEVICE)
    projector = nn.Sequential(
        nn.Linear(128, 256, bias=False), nn.BatchNorm1d(256), nn.ReLU(), nn.Linear(256, 256)
    ).to(DEVICE)
    parameters = [*backbone.parameters(), *projector.parameters()]
    optimizer = torch.optim.SGD(parameters, 0.02, momentum=0.9, weight_decay=1e-4)

    def augment(images):
        """A crop, a flip, and other colours, on the device."""
        top, left = torch.randint(0, 9, (2,)).tolist()
        views = images[:, :, top : top + 32, left : left + 32].float()
        flip = torch.rand(len(views), 1, 1, 1, device=views.device) < 0.5
        views = torch.where(flip, views.flip(3), views)
        scale = 1 + 0.4 * (torch.rand(len(views), 3, 1, 1, device=views.device) - 0.5)
        return views * scale + 0.1 * torch.randn_like(views)

    static_a = torch.randn(batch, 3, 32, 32, device=DEVICE)
    static_b = torch.randn(batch, 3, 32, 32, device=DEVICE)

    def forward_backward_update():
        optimizer.zero_grad(set_to_none=True)
        za, zb = projector(backbone(static_a)), projector(backbone(static_b))
        za, zb = (za - za.mean(0)) / (za.std(0) + 1e-4), (zb - zb.mean(0)) / (zb.std(0) + 1e-4)
        c = za.T @ zb / batch
        on = (torch.diagonal(c) - 1).square().sum()
        off = c.square().sum() - torch.diagonal(c).square().sum()
        loss = on + 0.005 * off
        loss.backward()
        optimizer.step()
        return loss

    if DEVICE == "cuda":
        # Three rounds of warming up on a stream of their own, then the capture.
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                forward_backward_update()
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            static_loss = forward_backward_update()

    def train_step(images):
        images = images.to(DEVICE, non_blocking=True)
        static_a.copy_(augment(images))
        static_b.copy_(augment(images))
        if DEVICE == "cuda":
            graph.replay()
            return static_loss
        return forward_backward_update()

    @torch.no_grad()
    def knn_accuracy():
        backbone.eval()
        features = []
        for images in pictures[: 6 * batch].split(batch):
            with step("eval"):
                images = images.to(DEVICE, non_blocking=True)[:, :, 4:36, 4:36].float()
                features.append(F.normalize(backbone(images), dim=1))
        features = torch.cat(features)
        known, asked = features[: 4 * batch], features[4 * batch :]
        near = (asked @ known.T).topk(5, 1)[1].cpu()
        guess = labels[: 4 * batch][near].mode(1)[0]
        backbone.train()
        return (guess == labels[4 * batch : 6 * batch]).float().mean().item()

    for epoch in range(epochs):
        order = torch.randperm(len(pictures)).split(batch)
        for number, rows in enumerate(order):
            with step("train"):
                loss = train_step(pictures[rows])
            if number % 10 == 9:
                note(f"epoch {epoch} step {number}: loss {loss.item():.3f}")
        note(f"epoch {epoch}: accuracy of neighbours {knn_accuracy():.3f}")
    print(f"loss {finite(loss.item()):.4f}")


@program
def siren_compiled():
    """train: a torch.compile'd SIREN fits a picture from all its points; the error every 50 steps."""
    import torch
    from torch import nn

    class Sine(nn.Module):
        def __init__(self, before, after, first=False):
            super().__init__()
            self.linear = nn.Linear(before, after)
            bound = 1 / before if first else math.sqrt(6 / before) / 30
            nn.init.uniform_(self.linear.weight, -bound, bound)

        def forward(self, x):
            return torch.sin(30 * self.linear(x))

    torch.manual_seed(0)
    side = 128
    line = torch.linspace(-1, 1, side)
    coords = torch.stack(torch.meshgrid(line, line, indexing="ij"), -1).reshape(-1, 2).to(DEVICE)
    radius = coords.norm(dim=1, keepdim=True)
    target = torch.cat([torch.sin(9 * radius), torch.cos(7 * coords[:, :1]), coords[:, 1:]], 1)

    siren = nn.Sequential(Sine(2, 256, True), Sine(256, 256), Sine(256, 256), nn.Linear(256, 3)).to(DEVICE)
    model = torch.compile(siren) if DEVICE == "cuda" else siren
    optim = torch.optim.Adam(siren.parameters(), lr=1e-4)
    total_steps, steps_til_summary = 300, 50
    for number in range(total_steps):
        with step("train"):
            output = model(coords)
            loss = ((output - target) ** 2).mean()
            optim.zero_grad()
            loss.backward()
            optim.step()
        if not number % steps_til_summary:
            note(f"Step {number}, Total loss {loss.item():0.6f}")
    with torch.no_grad():
        psnr = -10 * torch.log10(((siren(coords) - target) ** 2).mean() / 4)
    print(f"PSNR {finite(psnr.item()):.2f} dB")


# With transformers


@program
def electra_names():
    """train, eval: ELECTRA marks names in texts, as run_ner_no_trainer.py: padding, a linear schedule."""
    import numpy as np
    import torch
    from torch.utils.data import DataLoader
    from transformers import ElectraConfig, ElectraForTokenClassification, get_scheduler

    torch.manual_seed(42)
    generator = np.random.default_rng(42)
    labels = 9

    def examples(count):
        made = []
        for _ in range(count):
            ids = generator.integers(10, 3000, generator.integers(10, 48))
            tags = np.where(ids % 5 == 0, ids % labels, 0)
            made.append(dict(input_ids=ids, labels=tags))
        return made

    def collate(features):
        longest = -(-max(len(f["input_ids"]) for f in features) // 8) * 8
        ids = np.zeros((len(features), longest), np.int64)
        mask, tags = np.zeros_like(ids), np.full_like(ids, -100)
        for row, feature in enumerate(features):
            length = len(feature["input_ids"])
            ids[row, :length], mask[row, :length] = feature["input_ids"], 1
            tags[row, :length] = feature["labels"]
        batch = dict(input_ids=ids, attention_mask=mask, labels=tags)
        return {name: torch.from_numpy(array) for name, array in batch.items()}

    config = ElectraConfig(
        vocab_size=3000,
        embedding_size=96,
        hidden_size=192,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=512,
        max_position_embeddings=64,
        num_labels=labels,
    )
    model = ElectraForTokenClassification(config).to(DEVICE)
    train_dataloader = DataLoader(examples(400), 16, shuffle=True, collate_fn=collate)
    eval_dataloader = DataLoader(examples(112), 16, collate_fn=collate)
    bare = ("bias", "LayerNorm.weight")
    decay = [p for n, p in model.named_parameters() if not n.endswith(bare)]
    plain = [p for n, p in model.named_parameters() if n.endswith(bare)]
    groups = [dict(params=decay, weight_decay=0.01), dict(params=plain, weight_decay=0.0)]
    optimizer = torch.optim.AdamW(groups, lr=5e-4)
    epochs = 2
    lr_scheduler = get_scheduler("linear", optimizer, 5, epochs * len(train_dataloader))
    for epoch in range(epochs):
        model.train()
        total_loss = 0
        for batch in train_dataloader:
            with step("train"):
                batch = {name: t.to(DEVICE) for name, t in batch.items()}
                outputs = model(**batch)
                loss = outputs.loss
                total_loss += loss.detach().float()
                loss.backward()
                optimizer.step()
                lr_scheduler.step()
                optimizer.zero_grad()
        model.eval()
        right = found = real = 0
        for batch in eval_dataloader:
            with step("eval"):
                batch = {name: t.to(DEVICE) for name, t in batch.items()}
                with torch.no_grad():
                    outputs = model(**batch)
                predictions = outputs.logits.argmax(dim=-1).cpu().numpy()
                tags = batch["labels"].cpu().numpy()
                kept = tags != -100
                right += ((predictions == tags) & kept & (tags > 0)).sum()
                found += ((predictions > 0) & kept).sum()
                real += (tags > 0).sum()
        f1 = 2 * right / max(1, found + real)
        loss = finite(total_loss.item() / len(train_dataloader))
        note(f"epoch {epoch}: loss {loss:.4f}, f1 {f1:.4f}")
    print(f"loss {loss:.4f}, f1 {f1:.4f}")


@program
def grpo_qwen():
    """iteration: GRPO in a trainer like TRL's: answers by generate(), rewards, one update of the weights."""
    import copy

    import torch
    from transformers import Qwen2Config, Qwen2ForCausalLM

    def reward_even(completions):
        return (completions % 2 == 0).float().mean(1)

    def reward_short(completions, eos):
        return (completions == eos).any(1).float() * 0.5

    class GRPOTrainer:
        def __init__(self, model, prompts, generations=6, new_tokens=12, beta=0.04, epsilon=0.2):
            self.model, self.prompts = model, prompts
            self.ref_model = copy.deepcopy(model).eval().requires_grad_(False)
            self.generations, self.new_tokens = generations, new_tokens
            self.beta, self.epsilon = beta, epsilon
            self.optimizer = torch.optim.AdamW(model.parameters(), 3e-4, fused=DEVICE == "cuda")
            self.eos = model.config.eos_token_id

        def get_per_token_logps(self, model, ids, mask, keep):
            logits = model(input_ids=ids, attention_mask=mask, use_cache=False).logits
            logits = logits[:, -keep - 1 : -1]
            logps = torch.log_softmax(logits.float(), -1)
            return logps.gather(-1, ids[:, -keep:, None]).squeeze(-1)

        def generate_and_score(self, prompt_ids):
            prompt_ids = prompt_ids.to(DEVICE).repeat_interleave(self.generations, 0)
            prompt_mask = torch.ones_like(prompt_ids)
            self.model.eval()
            with torch.no_grad():
                ids = self.model.generate(
                    input_ids=prompt_ids,
                    attention_mask=prompt_mask,
                    do_sample=True,
                    max_new_tokens=self.new_tokens,
                )
            self.model.train()
            completion_ids = ids[:, prompt_ids.shape[1] :]
            is_eos = completion_ids == self.eos
            length = completion_ids.shape[1]
            eos_idx = torch.full((len(ids),), length, device=ids.device)
            eos_idx[is_eos.any(1)] = is_eos.int().argmax(1)[is_eos.any(1)]
            places = torch.arange(length, device=ids.device)
            completion_mask = (places <= eos_idx[:, None]).int()
            mask = torch.cat([prompt_mask, completion_mask], 1)
            with torch.inference_mode():
                ref_logps = self.get_per_token_logps(self.ref_model, ids, mask, length)
            rewards = reward_even(completion_ids) + reward_short(completion_ids, self.eos)
            grouped = rewards.view(-1, self.generations)
            mean = grouped.mean(1).repeat_interleave(self.generations)
            std = grouped.std(1).repeat_interleave(self.generations)
            advantages = (rewards - mean) / (std + 1e-4)
            return ids, mask, completion_mask, ref_logps.clone(), advantages, rewards

        def compute_loss(self, ids, mask, completion_mask, ref_logps, advantages):
            logps = self.get_per_token_logps(self.model, ids, mask, completion_mask.shape[1])
            kl = torch.exp(ref_logps - logps) - (ref_logps - logps) - 1
            ratio = torch.exp(logps - logps.detach())
            clipped = ratio.clamp(1 - self.epsilon, 1 + self.epsilon)
            loss = -torch.min(ratio * advantages[:, None], clipped * advantages[:, None])
            loss = loss + self.beta * kl
            loss = ((loss * completion_mask).sum(1) / completion_mask.sum(1)).mean()
            return loss, (kl * completion_mask).sum() / completion_mask.sum()

        def training_step(self, prompt_ids):
            *inputs, rewards = self.generate_and_score(prompt_ids)
            loss, kl = self.compute_loss(*inputs)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            self.optimizer.zero_grad()
            return loss.detach(), kl.detach(), rewards.mean()

        def train(self, steps, per_step=2):
            for number in range(steps):
                with step("iteration"):
                    prompts = self.prompts[number * per_step : (number + 1) * per_step]
                    loss, kl, reward = self.training_step(prompts)
                if number % 3 == 2:
                    note(f"{number}: loss {loss:.4f} kl {kl:.4f} reward {reward:.4f}")
            return reward.item()

    torch.manual_seed(0)
    config = Qwen2Config(
        vocab_size=512,
        hidden_size=128,
        intermediate_size=384,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=128,
        eos_token_id=7,
        pad_token_id=0,
        bos_token_id=1,
    )
    model = Qwen2ForCausalLM(config).to(DEVICE)
    trainer = GRPOTrainer(model, torch.randint(8, 512, (16, 16)))
    print(f"reward {finite(trainer.train(8)):.4f}")


# With JAX


@program
def jax_accumulate():
    """train, eval: masked tokens by a BERT; micro-batches in a lax.scan of the jitted step, then AdamW."""
    from functools import partial

    import jax
    import jax.numpy as jnp
    import numpy as np

    tokens, length, width, heads, layers, micro, batch = 1000, 32, 128, 4, 2, 4, 16

    def create(key):
        keys = iter(jax.random.split(key, 3 + 4 * layers))

        def dense(before, after):
            return 0.02 * jax.random.normal(next(keys), (before, after))

        params = dict(embed=dense(tokens, width), place=dense(length, width), blocks=[])
        for _ in range(layers):
            block = dict(qkv=dense(width, 3 * width), out=dense(width, width))
            block.update(up=dense(width, 4 * width), down=dense(4 * width, width))
            block.update(norm1=jnp.ones(width), norm2=jnp.ones(width))
            params["blocks"].append(block)
        return dict(params, norm=jnp.ones(width))

    def norm(x, scale):
        mean = x.mean(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * scale

    def apply(params, ids):
        x = params["embed"][ids] + params["place"]
        for block in params["blocks"]:
            h = norm(x, block["norm1"]) @ block["qkv"]
            q, k, v = jnp.split(h.reshape(*h.shape[:2], heads, -1), 3, -1)
            scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / math.sqrt(q.shape[-1])
            h = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)
            x = x + h.reshape(x.shape) @ block["out"]
            x = x + jax.nn.gelu(norm(x, block["norm2"]) @ block["up"]) @ block["down"]
        return norm(x, params["norm"]) @ params["embed"].T

    def loss_fn(params, ids, key):
        masked = jax.random.uniform(key, ids.shape) < 0.15
        logits = apply(params, jnp.where(masked, 0, ids))
        losses = -jnp.take_along_axis(jax.nn.log_softmax(logits), ids[..., None], -1)[..., 0]
        return (losses * masked).sum() / jnp.maximum(masked.sum(), 1)

    @partial(jax.jit, donate_argnums=0)
    def train_step(state, ids, key):
        def one(total, inputs):
            loss, grads = jax.value_and_grad(loss_fn)(state["params"], *inputs)
            return jax.tree.map(jnp.add, total, (loss, grads)), None

        zero = (jnp.zeros(()), jax.tree.map(jnp.zeros_like, state["params"]))
        total, _ = jax.lax.scan(one, zero, (ids, jax.random.split(key, micro)))
        loss, grads = jax.tree.map(lambda x: x / micro, total)
        size = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grads)))
        grads = jax.tree.map(lambda g: g * jnp.minimum(1.0, 1.0 / (size + 1e-6)), grads)
        count = state["count"] + 1
        rate = 1e-3 * jnp.minimum(count / 10, 1.0)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["m"], grads)
        v = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, state["v"], grads)

        def move(p, m, v):
            m, v = m / (1 - 0.9**count), v / (1 - 0.99**count)
            return p - rate * (m / (jnp.sqrt(v) + 1e-8) + 0.01 * p)

        params = jax.tree.map(move, state["params"], m, v)
        return dict(params=params, m=m, v=v, count=count), loss

    eval_step = jax.jit(loss_fn)
    generator = np.random.default_rng(0)

    def get_batch(*shape):
        ids = generator.integers(1, tokens, (*shape, length), dtype=np.int32)
        ids[..., 1::2] = (ids[..., ::2] * 7 + 3) % (tokens - 1) + 1
        return ids

    params = jax.jit(create)(jax.random.key(0))
    zeros = jax.tree.map(jnp.zeros_like, params)
    state = dict(params=params, m=zeros, v=jax.tree.map(jnp.zeros_like, params), count=0)
    key = jax.random.key(1)
    for number in range(40):
        with step("train"):
            key, now = jax.random.split(key)
            state, loss = train_step(state, get_batch(micro, batch), now)
        if number % 10 == 9:
            note(f"step {number}: loss {loss.item():.4f}")
        if number % 20 == 19:
            losses = []
            for _ in range(4):
                with step("eval"):
                    losses.append(eval_step(state["params"], get_batch(batch), key).item())
            note(f"step {number}: held loss {np.mean(losses):.4f}")
    print(f"loss {finite(loss.item()):.4f}, held {finite(np.mean(losses)):.4f}")


@program
def jax_graphs():
    """train, eval: numbers of padded graphs by message passing with segment_sum, jitted; three epochs."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    graphs, nodes, edges, width, rounds = 32, 640, 2048, 96, 3

    def make(count, seed):
        """Batches, each of as many nodes and edges; what is left over belongs to a last graph."""
        generator, batches = np.random.default_rng(seed), []
        for _ in range(count):
            sizes = generator.integers(8, 20, graphs)
            owner = np.full(nodes, graphs, np.int32)
            owner[: sizes.sum()] = np.repeat(np.arange(graphs), sizes)
            starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
            senders = np.full(edges, nodes - 1, np.int32)
            receivers = np.full(edges, nodes - 1, np.int32)
            which = np.sort(generator.integers(0, graphs, edges - 200))
            senders[: len(which)] = starts[which] + generator.integers(0, 8, len(which))
            receivers[: len(which)] = starts[which] + generator.integers(0, sizes[which])
            kinds = generator.integers(0, 12, nodes).astype(np.int32)
            y = np.bincount(owner, kinds == 3, graphs + 1)[:graphs] + 0.1 * sizes
            batch = dict(kinds=kinds, senders=senders, receivers=receivers, owner=owner)
            batches.append(dict(batch, y=y.astype(np.float32)))
        return batches

    def create(key):
        keys = jax.random.split(key, 2 * rounds + 2)

        def dense(key, before, after):
            return dict(w=jax.random.normal(key, (before, after)) / math.sqrt(before), b=jnp.zeros(after))

        params = dict(embed=jax.random.normal(keys[0], (12, width)), last=dense(keys[1], width, 1))
        params["message"] = [dense(k, 2 * width, width) for k in keys[2 : 2 + rounds]]
        params["update"] = [dense(k, 2 * width, width) for k in keys[2 + rounds :]]
        return params

    def linear(layer, x):
        return x @ layer["w"] + layer["b"]

    def predict(params, batch):
        h = params["embed"][batch["kinds"]]
        for message, update in zip(params["message"], params["update"]):
            pair = jnp.concatenate([h[batch["senders"]], h[batch["receivers"]]], 1)
            sent = jax.nn.relu(linear(message, pair))
            got = jax.ops.segment_sum(sent, batch["receivers"], nodes)
            h = h + jax.nn.relu(linear(update, jnp.concatenate([h, got], 1)))
        pooled = jax.ops.segment_sum(h, batch["owner"], graphs + 1)[:graphs]
        return linear(params["last"], pooled)[:, 0]

    def loss_fn(params, batch):
        return jnp.mean((predict(params, batch) - batch["y"]) ** 2)

    @jax.jit
    def train_step(params, m, v, count, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, grads)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, grads)
        scale = 1e-3 * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        params = jax.tree.map(lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8), params, m, v)
        return params, m, v, loss

    @jax.jit
    def eval_step(params, batch):
        return jnp.abs(predict(params, batch) - batch["y"]).mean()

    train, valid = make(40, 0), make(6, 1)
    params = create(jax.random.key(0))
    m, v = jax.tree.map(jnp.zeros_like, params), jax.tree.map(jnp.zeros_like, params)
    shuffle, count = np.random.default_rng(2), 0
    for epoch in range(4):
        losses = []
        for index in shuffle.permutation(len(train)):
            with step("train"):
                count += 1
                batch = jax.device_put(train[index])
                params, m, v, loss = train_step(params, m, v, float(count), batch)
                losses.append(loss)
        errors = []
        for batch in valid:
            with step("eval"):
                errors.append(float(eval_step(params, batch)))
        loss = float(jnp.stack(losses).mean())
        note(f"epoch {epoch}: loss {loss:.4f}, mean error {np.mean(errors):.4f}")
    print(f"loss {finite(loss):.4f}, mean error {finite(np.mean(errors)):.4f}")


@program
def jax_topology():
    """iteration: a beam is made lighter: forces in balance by CG, sensitivities, a new density, jitted."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    wide, high, volume, penalty = 40, 16, 0.4, 3.0
    nu = 0.3
    k = np.array([1 / 2 - nu / 6, 1 / 8 + nu / 8, -1 / 4 - nu / 12, -1 / 8 + 3 * nu / 8])
    k = np.concatenate([k, [-1 / 4 + nu / 12, -1 / 8 - nu / 8, nu / 6, 1 / 8 - 3 * nu / 8]])
    order = [
        [0, 1, 2, 3, 4, 5, 6, 7],
        [1, 0, 7, 6, 5, 4, 3, 2],
        [2, 7, 0, 5, 6, 3, 4, 1],
        [3, 6, 5, 0, 7, 2, 1, 4],
        [4, 5, 6, 7, 0, 1, 2, 3],
        [5, 4, 3, 2, 1, 0, 7, 6],
        [6, 3, 4, 1, 2, 7, 0, 5],
        [7, 2, 1, 4, 3, 6, 5, 0],
    ]
    stiffness = jnp.array(k[np.array(order)] / (1 - nu**2), jnp.float32)
    x, y = np.meshgrid(np.arange(wide), np.arange(high), indexing="ij")
    first = ((high + 1) * x + y).ravel()
    after = ((high + 1) * (x + 1) + y).ravel()
    places = np.stack([2 * first + 2, 2 * first + 3, 2 * after + 2, 2 * after + 3], 1)
    places = np.concatenate([places, np.stack([2 * after, 2 * after + 1, 2 * first, 2 * first + 1], 1)], 1)
    places = jnp.array(places)
    unknowns = 2 * (wide + 1) * (high + 1)
    free = np.ones(unknowns, np.float32)
    free[np.arange(0, 2 * (high + 1), 2)] = 0
    free[-1] = 0
    free = jnp.array(free)
    force = jnp.zeros(unknowns).at[1].set(-1.0)

    def smooth(field):
        """The mean with the neighbours, weighted by their distance."""
        weights = jnp.array([[0.6, 1.0, 0.6], [1.0, 2.0, 1.0], [0.6, 1.0, 0.6]])[None, None]

        def conv(a):
            return jax.lax.conv_general_dilated(a[None, None], weights, (1, 1), "SAME")[0, 0]

        return conv(field) / conv(jnp.ones_like(field))

    @jax.jit
    def update(density, displacement):
        stiff = (1e-2 + (1 - 1e-2) * density.ravel() ** penalty)[:, None]

        def product(u):
            local = (u * free)[places] @ stiffness * stiff
            return jnp.zeros(unknowns).at[places].add(local) * free + u * (1 - free)

        diagonal = jnp.zeros(unknowns).at[places].add(jnp.diagonal(stiffness) * stiff)
        diagonal = jnp.where(free > 0, diagonal, 1.0)
        displacement, _ = jax.scipy.sparse.linalg.cg(
            product, force * free, displacement, tol=1e-3, maxiter=100, M=lambda r: r / diagonal
        )
        local = displacement[places]
        energy = ((local @ stiffness) * local).sum(1)
        compliance = (stiff[:, 0] * energy).sum()
        slope = -penalty * (1 - 1e-2) * density ** (penalty - 1) * energy.reshape(density.shape)
        slope = smooth(density * slope) / jnp.maximum(1e-3, density)

        def halve(_, bounds):
            low, top = bounds
            middle = 0.5 * (low + top)
            new = candidate(middle)
            heavy = new.mean() > volume
            return jnp.where(heavy, middle, low), jnp.where(heavy, top, middle)

        def candidate(multiplier):
            new = density * jnp.sqrt(jnp.maximum(-slope, 0) / multiplier)
            return jnp.clip(jnp.clip(new, density - 0.2, density + 0.2), 1e-3, 1.0)

        low, top = jax.lax.fori_loop(0, 30, halve, (jnp.array(1e-9), jnp.array(1e6)))
        new = candidate(0.5 * (low + top))
        return new, displacement, compliance, jnp.abs(new - density).max()

    density = jnp.full((wide, high), volume)
    displacement = jnp.zeros(unknowns)
    for number in range(12):
        with step("iteration"):
            density, displacement, compliance, change = update(density, displacement)
            note(f"It.: {number} Obj.: {compliance:.4f} Vol.: {density.mean():.3f} ch.: {change:.3f}")
    print(f"compliance {finite(float(compliance)):.4f}")


# With CuPy


@program
def cupy_condensate():
    """step: a condensate in a trap by split steps: in imaginary time, then stirred in real time."""
    import cupy as cp

    side, extent, strength = 256, 16.0, 500.0
    line = (cp.arange(side) - side // 2) * (extent / side)
    x, y = cp.meshgrid(line, line, indexing="ij")
    waves = 2 * math.pi * cp.fft.fftfreq(side, extent / side)
    kinetic = 0.5 * (waves[:, None] ** 2 + waves[None] ** 2)
    trap = 0.5 * (x**2 + y**2)
    area = (extent / side) ** 2

    def normalize(psi):
        return psi / cp.sqrt((cp.abs(psi) ** 2).sum() * area)

    def energy(psi):
        density = cp.abs(psi) ** 2
        wave = cp.fft.fft2(psi)
        moving = (kinetic * cp.abs(wave) ** 2).sum() / (cp.abs(wave) ** 2).sum()
        return float(moving + ((trap + 0.5 * strength * density) * density).sum() * area)

    psi = normalize(cp.exp(-(x**2 + 1.1 * y**2) / 8).astype(cp.complex128))
    dt = 2e-3
    drift = cp.exp(-dt * kinetic)
    for number in range(200):
        with step("step"):
            psi = psi * cp.exp(-0.5 * dt * (trap + strength * cp.abs(psi) ** 2))
            psi = cp.fft.ifft2(drift * cp.fft.fft2(psi))
            psi = psi * cp.exp(-0.5 * dt * (trap + strength * cp.abs(psi) ** 2))
            psi = normalize(psi)
        if number % 100 == 99:
            note(f"imaginary time, step {number}: energy {energy(psi):.5f}")
    drift = cp.exp(-1j * dt * kinetic)
    for number in range(300):
        with step("step"):
            angle = 0.7 * number * dt
            spoon = 40 * cp.exp(-((x - 3 * math.cos(angle)) ** 2 + (y - 3 * math.sin(angle)) ** 2))
            psi *= cp.exp(-0.5j * dt * (trap + spoon + strength * cp.abs(psi) ** 2))
            psi = cp.fft.ifft2(drift * cp.fft.fft2(psi))
            psi *= cp.exp(-0.5j * dt * (trap + spoon + strength * cp.abs(psi) ** 2))
            if number % 50 == 49:
                spin = (cp.conj(psi) * (x * cp.gradient(psi, axis=1) - y * cp.gradient(psi, axis=0))).imag
                note(f"step {number}: angular momentum {float(spin.sum()) * extent / side:.4f}")
    print(f"energy {finite(energy(psi)):.5f}")


@program
def cupy_mixture():
    """iteration: EM for a mixture of Gaussians, in a class like scikit-learn's, until it gains little."""
    import cupy as cp
    import numpy as np

    class GaussianMixture:
        def __init__(self, n_components, tol=1e-4, max_iter=100, reg_covar=1e-6, random_state=0):
            self.random = np.random.RandomState(random_state)
            self.n_components, self.tol, self.max_iter = n_components, tol, max_iter
            self.reg_covar = reg_covar

        def _initialize(self, X):
            """Centres far from each other, as k-means++ draws them."""
            rows = [self.random.randint(0, len(X))]
            for _ in range(self.n_components - 1):
                distance = ((X[:, None] - X[cp.array(rows)][None]) ** 2).sum(2).min(1)
                total = cp.cumsum(distance)
                rows.append(int(cp.searchsorted(total, total[-1:] * self.random.rand())[0]))
            self.means_ = X[cp.array(rows)]
            spread = cp.cov(X.T) + self.reg_covar * cp.eye(X.shape[1])
            self.covariances_ = cp.repeat(spread[None], self.n_components, 0)
            self.weights_ = cp.full(self.n_components, 1 / self.n_components)

        def _estimate_log_prob(self, X):
            cholesky = cp.linalg.cholesky(self.covariances_)
            inverse = cp.linalg.inv(cholesky)
            logdet = cp.log(cp.diagonal(cholesky, axis1=1, axis2=2)).sum(1)
            away = cp.einsum("kij,knj->kni", inverse, X[None] - self.means_[:, None])
            quadratic = (away**2).sum(2).T
            return -0.5 * (X.shape[1] * math.log(2 * math.pi) + quadratic) - logdet

        def _e_step(self, X):
            weighted = self._estimate_log_prob(X) + cp.log(self.weights_)
            top = weighted.max(1, keepdims=True)
            log_prob_norm = top + cp.log(cp.exp(weighted - top).sum(1, keepdims=True))
            return log_prob_norm.mean(), weighted - log_prob_norm

        def _m_step(self, X, log_resp):
            resp = cp.exp(log_resp)
            nk = resp.sum(0) + 1e-10
            self.means_ = (resp.T @ X) / nk[:, None]
            for k in range(self.n_components):
                diff = X - self.means_[k]
                covariance = (resp[:, k] * diff.T) @ diff / nk[k]
                covariance += self.reg_covar * cp.eye(X.shape[1])
                self.covariances_[k] = covariance
            self.weights_ = nk / len(X)

        def fit(self, X):
            self._initialize(X)
            lower_bound, self.converged_ = -math.inf, False
            for self.n_iter_ in range(1, self.max_iter + 1):
                with step("iteration"):
                    previous = lower_bound
                    log_prob_norm, log_resp = self._e_step(X)
                    self._m_step(X, log_resp)
                    lower_bound = float(log_prob_norm)
                if abs(lower_bound - previous) < self.tol:
                    self.converged_ = True
                    break
            self.lower_bound_ = lower_bound
            return self

        def predict(self, X):
            return self._e_step(X)[1].argmax(1)

    generator = np.random.default_rng(0)
    count, width, groups = 40_000, 8, 6
    centres = 0.9 * generator.standard_normal((groups, width))
    labels = generator.integers(0, groups, count)
    X = cp.asarray(centres[labels] + generator.standard_normal((count, width)))
    mixture = GaussianMixture(groups, tol=5e-4, max_iter=100).fit(X)
    found = mixture.predict(X)
    note(f"{mixture.n_iter_} iterations, sizes {cp.bincount(found, minlength=groups).tolist()}")
    print(f"lower bound {finite(mixture.lower_bound_):.5f}")


# With Triton


@program
def triton_flash():
    """train, eval: a transformer for sequences whose attention is Triton, forward and backward."""
    import torch
    import triton
    import triton.language as tl
    from torch import nn
    from torch.nn import functional as F

    @triton.jit
    def attention_forward(q, k, v, o, lse, scale, N: tl.constexpr, D: tl.constexpr, B: tl.constexpr):
        """One program for B queries of one head; keys and values come B at a time."""
        base = tl.program_id(1) * N * D
        rows = tl.program_id(0) * B + tl.arange(0, B)
        d = tl.arange(0, D)
        query = tl.load(q + base + rows[:, None] * D + d[None, :])
        most = tl.full((B,), -float("inf"), tl.float32)
        total = tl.zeros((B,), tl.float32)
        acc = tl.zeros((B, D), tl.float32)
        for start in range(0, N, B):
            cols = start + tl.arange(0, B)
            key = tl.load(k + base + cols[:, None] * D + d[None, :])
            value = tl.load(v + base + cols[:, None] * D + d[None, :])
            scores = tl.dot(query, tl.trans(key)) * scale
            new = tl.maximum(most, tl.max(scores, 1))
            p = tl.exp(scores - new[:, None])
            fade = tl.exp(most - new)
            total = total * fade + tl.sum(p, 1)
            acc = acc * fade[:, None] + tl.dot(p.to(value.dtype), value)
            most = new
        out = acc / total[:, None]
        tl.store(o + base + rows[:, None] * D + d[None, :], out.to(query.dtype))
        tl.store(lse + tl.program_id(1) * N + rows, most + tl.log(total))

    @triton.jit
    def attention_delta(o, do, delta, N: tl.constexpr, D: tl.constexpr, B: tl.constexpr):
        base = tl.program_id(1) * N * D
        rows = tl.program_id(0) * B + tl.arange(0, B)
        where = base + rows[:, None] * D + tl.arange(0, D)[None, :]
        out = tl.load(o + where).to(tl.float32)
        grad = tl.load(do + where).to(tl.float32)
        tl.store(delta + tl.program_id(1) * N + rows, tl.sum(out * grad, 1))

    @triton.jit
    def attention_dkdv(
        q, k, v, do, lse, delta, dk, dv, scale, N: tl.constexpr, D: tl.constexpr, B: tl.constexpr
    ):
        base, line = tl.program_id(1) * N * D, tl.program_id(1) * N
        cols = tl.program_id(0) * B + tl.arange(0, B)
        d = tl.arange(0, D)
        key = tl.load(k + base + cols[:, None] * D + d[None, :])
        value = tl.load(v + base + cols[:, None] * D + d[None, :])
        acc_k = tl.zeros((B, D), tl.float32)
        acc_v = tl.zeros((B, D), tl.float32)
        for start in range(0, N, B):
            rows = start + tl.arange(0, B)
            query = tl.load(q + base + rows[:, None] * D + d[None, :])
            grad = tl.load(do + base + rows[:, None] * D + d[None, :])
            p = tl.exp(tl.dot(query, tl.trans(key)) * scale - tl.load(lse + line + rows)[:, None])
            acc_v += tl.dot(tl.trans(p).to(grad.dtype), grad)
            dp = tl.dot(grad, tl.trans(value))
            ds = p * (dp - tl.load(delta + line + rows)[:, None]) * scale
            acc_k += tl.dot(tl.trans(ds).to(query.dtype), query)
        tl.store(dk + base + cols[:, None] * D + d[None, :], acc_k.to(key.dtype))
        tl.store(dv + base + cols[:, None] * D + d[None, :], acc_v.to(key.dtype))

    @triton.jit
    def attention_dq(q, k, v, do, lse, delta, dq, scale, N: tl.constexpr, D: tl.constexpr, B: tl.constexpr):
        base, line = tl.program_id(1) * N * D, tl.program_id(1) * N
        rows = tl.program_id(0) * B + tl.arange(0, B)
        d = tl.arange(0, D)
        query = tl.load(q + base + rows[:, None] * D + d[None, :])
        grad = tl.load(do + base + rows[:, None] * D + d[None, :])
        logs = tl.load(lse + line + rows)[:, None]
        less = tl.load(delta + line + rows)[:, None]
        acc = tl.zeros((B, D), tl.float32)
        for start in range(0, N, B):
            cols = start + tl.arange(0, B)
            key = tl.load(k + base + cols[:, None] * D + d[None, :])
            value = tl.load(v + base + cols[:, None] * D + d[None, :])
            p = tl.exp(tl.dot(query, tl.trans(key)) * scale - logs)
            ds = p * (tl.dot(grad, tl.trans(value)) - less) * scale
            acc += tl.dot(ds.to(key.dtype), key)
        tl.store(dq + base + rows[:, None] * D + d[None, :], acc.to(query.dtype))

    block = 32

    class FlashAttention(torch.autograd.Function):
        @staticmethod
        def forward(ctx, q, k, v):
            q, k, v = q.contiguous(), k.contiguous(), v.contiguous()
            batch, heads, N, D = q.shape
            o = torch.empty_like(q)
            lse = torch.empty(batch, heads, N, device=q.device, dtype=torch.float32)
            grid = (N // block, batch * heads)
            attention_forward[grid](q, k, v, o, lse, D**-0.5, N=N, D=D, B=block)
            ctx.save_for_backward(q, k, v, o, lse)
            return o

        @staticmethod
        def backward(ctx, do):
            q, k, v, o, lse = ctx.saved_tensors
            batch, heads, N, D = q.shape
            do, delta = do.contiguous(), torch.empty_like(lse)
            dq, dk, dv = torch.empty_like(q), torch.empty_like(k), torch.empty_like(v)
            grid = (N // block, batch * heads)
            attention_delta[grid](o, do, delta, N=N, D=D, B=block)
            attention_dkdv[grid](q, k, v, do, lse, delta, dk, dv, D**-0.5, N=N, D=D, B=block)
            attention_dq[grid](q, k, v, do, lse, delta, dq, D**-0.5, N=N, D=D, B=block)
            return dq, dk, dv

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

        def forward(self, x):
            q, k, v = self.qkv(self.norm1(x)).unflatten(-1, (3, self.heads, -1)).unbind(2)
            o = FlashAttention.apply(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2))
            x = x + self.out(o.transpose(1, 2).flatten(2))
            return x + self.mlp(self.norm2(x))

    class Classifier(nn.Module):
        def __init__(self, letters, length, width, heads, layers, classes):
            super().__init__()
            self.embed = nn.Embedding(letters, width)
            self.place = nn.Parameter(0.02 * torch.randn(length, width))
            self.blocks = nn.Sequential(*[Block(width, heads) for _ in range(layers)])
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

        def forward(self, ids):
            return self.head(self.norm(self.blocks(self.embed(ids) + self.place)).mean(1))

    torch.manual_seed(0)
    ids = torch.randint(0, 20, (960, 128))
    labels = ids[:, :64].eq(3).sum(1).clamp(max=9)
    train, valid = (ids[:768], labels[:768]), (ids[768:], labels[768:])
    model = Classifier(20, 128, 128, 4, 3, 10).to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), 5e-4)
    epochs, batch = 3, 32

    q, k, v = (torch.randn(2, 4, 128, 32, device=DEVICE) for _ in range(3))
    error = (FlashAttention.apply(q, k, v) - F.scaled_dot_product_attention(q, k, v)).abs().max()
    note(f"largest difference from PyTorch {error.item():.2e}")
    for epoch in range(epochs):
        model.train()
        for rows in torch.randperm(len(train[0])).split(batch):
            with step("train"):
                inputs = train[0][rows].to(DEVICE)
                targets = train[1][rows].to(DEVICE)
                loss = F.cross_entropy(model(inputs), targets)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        model.eval()
        right = 0
        with torch.no_grad():
            for inputs, targets in zip(valid[0].split(batch), valid[1].split(batch)):
                with step("eval"):
                    inputs, targets = inputs.to(DEVICE), targets.to(DEVICE)
                    right += (model(inputs).argmax(1) == targets).sum().item()
        note(f"epoch {epoch}: loss {loss.item():.4f}, accuracy {right / len(valid[0]):.3f}")
    print(f"loss {finite(loss.item()):.4f}")


# Without steps


@program
def nosteps_attention_bench():
    """No steps: twenty kinds of attention and what is about it, each warmed up once and timed over four."""
    import time

    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    cuda = DEVICE == "cuda"
    dtype = torch.float16 if cuda else torch.float32
    batch, heads, length, size = 4, 8, 512 if cuda else 64, 64

    def tensor(*shape):
        return torch.randn(*shape, device=DEVICE, dtype=dtype)

    q, k, v = (tensor(batch, heads, length, size) for _ in range(3))
    x, weight = tensor(batch, length, heads * size), tensor(heads * size, 3 * heads * size) * 0.02
    few_k, few_v = tensor(batch, 2, length, size), tensor(batch, 2, length, size)
    mask = torch.rand(length, length, device=DEVICE) < 0.8
    mask[:, 0] = True
    causal = torch.ones(length, length, dtype=torch.bool, device=DEVICE).tril()
    places = torch.arange(length, device=DEVICE)
    slopes = 2.0 ** -torch.arange(1, heads + 1, device=DEVICE)
    angles = places[:, None] * 10000 ** (-torch.arange(size // 2, device=DEVICE) / (size // 2))
    projection = tensor(size, 64)

    def naive():
        return torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(size), -1) @ v

    def naive_causal():
        scores = q @ k.transpose(-1, -2) / math.sqrt(size)
        return torch.softmax(scores.masked_fill(~causal, -torch.inf), -1) @ v

    def einsum():
        scores = torch.einsum("bhqd,bhkd->bhqk", q, k).float() * size**-0.5
        return torch.einsum("bhqk,bhkd->bhqd", scores.softmax(-1).to(dtype), v)

    def alibi():
        bias = -(places[:, None] - places).abs() * slopes[:, None, None]
        return F.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(dtype)[None])

    def window():
        near = (places[:, None] - places).abs() < 32
        return F.scaled_dot_product_attention(q, k, v, attn_mask=near)

    def grouped():
        return F.scaled_dot_product_attention(q, few_k, few_v, enable_gqa=True)

    def repeated():
        more_k, more_v = few_k.repeat_interleave(4, 1), few_v.repeat_interleave(4, 1)
        return F.scaled_dot_product_attention(q, more_k, more_v)

    def linear():
        fq, fk = F.elu(q) + 1, F.elu(k) + 1
        return fq @ (fk.transpose(-1, -2) @ v / length) / (fq @ fk.mean(2, keepdim=True).transpose(-1, -2))

    def performer():
        fq = torch.exp(q @ projection * 0.05 - q.square().sum(-1, keepdim=True) * 0.001)
        fk = torch.exp(k @ projection * 0.05 - k.square().sum(-1, keepdim=True) * 0.001)
        return fq @ (fk.transpose(-1, -2) @ v) / (fq * fk.sum(2, keepdim=True)).sum(-1, keepdim=True)

    def chunked():
        parts = [F.scaled_dot_product_attention(part, k, v) for part in q.chunk(4, 2)]
        return torch.cat(parts, 2)

    def blocks():
        q5, k5, v5 = (t.unflatten(2, (-1, 32)) for t in (q, k, v))
        return F.scaled_dot_product_attention(q5, k5, v5)

    def top():
        scores = q @ k.transpose(-1, -2) / math.sqrt(size)
        bound = scores.topk(16, -1)[0][..., -1:]
        return torch.softmax(scores.masked_fill(scores < bound, -torch.inf), -1) @ v

    def sigmoid():
        scores = q @ k.transpose(-1, -2) / math.sqrt(size)
        return torch.sigmoid(scores - math.log(length)) @ v

    def cosine():
        return F.scaled_dot_product_attention(F.normalize(q, dim=-1), F.normalize(k, dim=-1), v, scale=10.0)

    def rotary():
        a, b = q.chunk(2, -1)
        cos, sin = angles.cos().to(dtype), angles.sin().to(dtype)
        return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)

    def projected():
        parts = (x @ weight).unflatten(-1, (3, heads, size)).permute(2, 0, 3, 1, 4)
        o = F.scaled_dot_product_attention(*parts)
        return o.transpose(1, 2).reshape(x.shape)

    def backward():
        inputs = [t.detach().requires_grad_() for t in (q, k, v)]
        F.scaled_dot_product_attention(*inputs, is_causal=True).sum().backward()
        return inputs[0].grad

    benchmarks = {
        "naive": naive,
        "naive causal": naive_causal,
        "einsum in float32": einsum,
        "sdpa": lambda: F.scaled_dot_product_attention(q, k, v),
        "sdpa causal": lambda: F.scaled_dot_product_attention(q, k, v, is_causal=True),
        "sdpa mask": lambda: F.scaled_dot_product_attention(q, k, v, attn_mask=mask),
        "sdpa backward": backward,
        "alibi": alibi,
        "window": window,
        "grouped": grouped,
        "repeated": repeated,
        "linear": linear,
        "performer": performer,
        "chunked": chunked,
        "blocks": blocks,
        "top-k": top,
        "sigmoid": sigmoid,
        "cosine": cosine,
        "rotary": rotary,
        "projected": projected,
    }
    synchronize = torch.cuda.synchronize if cuda else lambda: None
    total = 0.0
    for name, function in benchmarks.items():
        result = function()
        synchronize()
        start = time.perf_counter()
        for _ in range(4):
            result = function()
        synchronize()
        taken = (time.perf_counter() - start) / 4
        total += result.float().abs().mean().item()
        note(f"{name:20} {taken * 1e6:9.1f} us")
    print(f"sum of means {finite(total):.4f}")


@program
def nosteps_sparse():
    """No steps: a tour of sparse tensors: formats, conversions, products, reductions; each once or twice."""
    import torch

    torch.manual_seed(0)
    rows, columns, count = 3000, 2000, 40_000
    where = torch.stack([torch.randint(rows, (count,)), torch.randint(columns, (count,))]).to(DEVICE)
    values = torch.rand(count, device=DEVICE)

    # From a list of entries, some of which are twice there.
    coo = torch.sparse_coo_tensor(where, values, (rows, columns)).coalesce()
    note(f"{coo._nnz()} entries, {coo._nnz() / rows / columns:.4%}")
    dense = coo.to_dense()
    csr = coo.to_sparse_csr()
    csc = dense.to_sparse_csc()
    torch.testing.assert_close(csr.to_dense(), dense)
    torch.testing.assert_close(csc.to_dense(), dense)

    # Products with a vector, a matrix, and the other way round.
    vector = torch.randn(columns, device=DEVICE)
    matrix = torch.randn(columns, 64, device=DEVICE)
    torch.testing.assert_close(csr @ vector, dense @ vector, rtol=1e-3, atol=1e-3)
    torch.testing.assert_close(csr @ matrix, dense @ matrix, rtol=1e-3, atol=1e-3)
    torch.testing.assert_close(torch.sparse.mm(coo, matrix), dense @ matrix, rtol=1e-3, atol=1e-3)
    turned = coo.t().coalesce()
    left = torch.randn(rows, 32, device=DEVICE)
    torch.testing.assert_close(torch.sparse.mm(turned, left), dense.T @ left, rtol=1e-3, atol=1e-3)

    # What becomes of rows and columns.
    sums = torch.sparse.sum(coo, 1).to_dense()
    torch.testing.assert_close(sums, dense.sum(1), rtol=1e-3, atol=1e-3)
    lengths = csr.crow_indices().diff()
    note(f"rows have {lengths.float().mean().item():.2f} entries, at most {lengths.max().item()}")
    squares = torch.zeros(columns, device=DEVICE).index_add_(0, coo.indices()[1], coo.values() ** 2)
    scale = squares.sqrt().clamp(min=1e-6)
    scaled = torch.sparse_coo_tensor(coo.indices(), coo.values() / scale[coo.indices()[1]], coo.shape)
    norm = scaled.to_dense().norm(dim=0)
    note(f"columns of length one: {(norm > 0.99).sum().item()}")

    # Sums and products of two.
    other = torch.sparse_coo_tensor(where.flip(1), values, (rows, columns)).coalesce()
    both = (coo + other).coalesce()
    torch.testing.assert_close(both.to_dense(), dense + other.to_dense())
    shared = (coo * other).coalesce()
    note(f"{both._nnz()} entries in the sum, {shared._nnz()} in the product")
    twice = torch.sparse.mm(coo, turned).coalesce()
    torch.testing.assert_close(twice.to_dense(), dense @ dense.T, rtol=1e-2, atol=1e-2)
    note(f"{twice._nnz()} pairs of rows share a column")

    # A softmax over what is there, and gradients.
    soft = torch.sparse.softmax(coo, 1)
    note(f"softmax: rows of sum one {torch.sparse.sum(soft, 1).to_dense().gt(0.99).sum().item()}")
    asked = matrix.clone().requires_grad_()
    torch.sparse.mm(coo, asked).square().sum().backward()
    note(f"gradient of the dense factor {asked.grad.norm().item():.3f}")
    entries = coo.values().clone().requires_grad_()
    made = torch.sparse_coo_tensor(coo.indices(), entries, coo.shape)
    torch.sparse.mm(made, matrix).sum().backward()
    expected = matrix.sum(1)[coo.indices()[1]]
    torch.testing.assert_close(entries.grad, expected, rtol=1e-3, atol=1e-3)

    # Dense products of which only some entries are wanted.
    a, b = torch.randn(rows, 48, device=DEVICE), torch.randn(48, columns, device=DEVICE)
    wanted = (a[coo.indices()[0]] * b.T[coo.indices()[1]]).sum(1)
    torch.testing.assert_close(wanted, (a @ b)[tuple(coo.indices())], rtol=1e-3, atol=1e-3)

    # The graph of rows: degrees, a Laplacian, and one step of a walk.
    square = torch.sparse_coo_tensor(where % columns, values, (columns, columns)).coalesce()
    adjacent = (square + square.t()).coalesce()
    degree = torch.sparse.sum(adjacent, 1).to_dense()
    i, j = adjacent.indices()
    walk = torch.sparse_coo_tensor(
        adjacent.indices(), adjacent.values() / degree[i].clamp(min=1e-6), adjacent.shape
    )
    start = torch.zeros(columns, 1, device=DEVICE)
    start[0] = 1
    spread = torch.sparse.mm(walk.t(), start)
    note(f"reached from the first: {(spread > 0).sum().item()}")
    laplacian = torch.diag(degree) - adjacent.to_dense()
    smooth = (vector @ laplacian @ vector).item()
    by_edges = 0.5 * (adjacent.values() * (vector[i] - vector[j]) ** 2).sum().item()
    note(f"smoothness {smooth:.2f}, by edges {by_edges:.2f}")

    # Compressed by hand: sorted keys, counts, offsets, and the heaviest of each row.
    key = where[0] * columns + where[1]
    ordered, order = key.sort()
    unique, repeats = torch.unique_consecutive(ordered, return_counts=True)
    offsets = torch.searchsorted(unique // columns, torch.arange(rows + 1, device=DEVICE))
    assert torch.equal(offsets, csr.crow_indices())
    merged = torch.zeros(len(unique), device=DEVICE)
    merged.scatter_add_(
        0, torch.repeat_interleave(torch.arange(len(unique), device=DEVICE), repeats), values[order]
    )
    torch.testing.assert_close(merged, coo.values())
    best = torch.zeros(rows, device=DEVICE).scatter_reduce_(0, unique // columns, merged, "amax")
    torch.testing.assert_close(best, dense.amax(1))
    heavy = merged > merged.mean() + merged.std()
    pruned = torch.sparse_coo_tensor(coo.indices()[:, heavy], merged[heavy], coo.shape)
    lost = 1 - pruned.to_dense().square().sum() / dense.square().sum()
    note(f"{heavy.sum().item()} entries kept, {lost.item():.2%} lost")

    # Two of four, as the tensor cores have it, and blocks.
    weight = torch.randn(512, 512, device=DEVICE)
    groups = weight.unflatten(1, (-1, 4))
    kept = torch.zeros_like(groups, dtype=torch.bool).scatter_(2, groups.abs().topk(2, 2)[1], True)
    pruned = (groups * kept).flatten(1)
    note(f"two of four: error {((pruned - weight).norm() / weight.norm()).item():.4f}")
    tiles = weight.unflatten(0, (-1, 32)).unflatten(2, (-1, 32)).permute(0, 2, 1, 3)
    strong = tiles.flatten(2).norm(dim=2)
    chosen = strong >= strong.flatten().median()
    masked = (tiles * chosen[..., None, None]).permute(0, 2, 1, 3).reshape(512, 512)
    note(f"half of the blocks: error {((masked - weight).norm() / weight.norm()).item():.4f}")
    packed, at = tiles[chosen], chosen.nonzero()
    x = torch.randn(512, 16, device=DEVICE)
    parts = packed @ x.unflatten(0, (-1, 32))[at[:, 1]]
    result = torch.zeros(16, 32, 16, device=DEVICE).index_add_(0, at[:, 0], parts).flatten(0, 1)
    torch.testing.assert_close(result, masked @ x, rtol=1e-2, atol=1e-2)
    print(f"norm of the last product {finite(result.norm().item()):.4f}")


@program
def nosteps_portfolio():
    """No steps: prices of stocks are cleaned and judged: risk, factors, portfolios, losses; each once."""
    import torch

    torch.manual_seed(0)
    days, stocks, sectors = 1500, 400, 11
    sector = torch.randint(sectors, (stocks,))
    market = 0.0003 + 0.01 * torch.randn(days, 1)
    own = 0.006 * torch.randn(days, sectors)[:, sector]
    beta = 0.5 + torch.rand(stocks)
    returns = market * beta + own + 0.012 * torch.randn(days, stocks)
    prices = 100 * torch.exp(torch.cumsum(returns, 0))
    prices[torch.rand(days, stocks) < 0.01] = torch.nan
    volume = torch.exp(12 + torch.randn(days, stocks))
    prices, volume, sector = prices.to(DEVICE), volume.to(DEVICE), sector.to(DEVICE)

    # Gaps are filled by the price before them.
    missing = prices.isnan()
    note(f"{missing.float().mean().item():.3%} missing")
    day = torch.arange(days, device=DEVICE)[:, None].expand_as(prices)
    last = torch.where(missing, 0, day).cummax(0)[0]
    filled = prices.gather(0, last)
    filled = torch.where(filled.isnan(), filled.nanmean(0), filled)
    returns = filled.log().diff(dim=0)
    low, high = torch.quantile(returns, torch.tensor([0.001, 0.999], device=DEVICE), dim=0)
    returns = returns.clamp(low, high)

    # Moments, and how far they are from a normal law.
    mean, deviation = returns.mean(0), returns.std(0)
    standard = (returns - mean) / deviation
    skew, kurtosis = (standard**3).mean(0), (standard**4).mean(0) - 3
    bera = len(returns) / 6 * (skew**2 + kurtosis**2 / 4)
    note(f"not normal: {(bera > 5.99).sum().item()}, kurtosis {kurtosis.mean().item():.3f}")

    # Moving averages, bands, strength, and the drawdown.
    total = torch.cumsum(filled, 0)
    fast = (total[20:] - total[:-20]) / 20
    slow = (total[100:] - total[:-100]) / 100
    crosses = (fast[80:] > slow).int().diff(dim=0).abs().sum(0)
    band = filled.unfold(0, 20, 1).std(-1)
    outside = ((filled[19:] - filled.unfold(0, 20, 1).mean(-1)).abs() > 2 * band).float().mean()
    gains, drops = returns.clamp(min=0).unfold(0, 14, 1).mean(-1), (-returns).clamp(min=0).unfold(
        0, 14, 1
    ).mean(-1)
    strength = 100 - 100 / (1 + gains / drops.clamp(min=1e-9))
    drawdown = (1 - filled / filled.cummax(0)[0]).max(0)[0]
    momentum = filled[-21] / filled[-252] - 1
    turnover = (filled * volume).mean(0)
    note(f"{crosses.float().mean().item():.2f} crosses, {outside.item():.3f} outside the bands")
    note(f"strength {strength[-1].mean().item():.1f}, deepest drawdown {drawdown.max().item():.3f}")

    # Against the market.
    weight = turnover / turnover.sum()
    index = returns @ weight
    centred = index - index.mean()
    betas = (returns - mean).T @ centred / centred.square().sum()
    alpha = mean - betas * index.mean()
    residual = returns - alpha - index[:, None] * betas
    explained = 1 - residual.var(0) / returns.var(0)
    note(f"beta {betas.mean().item():.3f}, explained {explained.mean().item():.3f}")
    by_sector = torch.zeros(sectors, device=DEVICE).index_add_(0, sector, momentum)
    sizes = torch.bincount(sector, minlength=sectors)
    note(f"best sector {(by_sector / sizes).argmax().item()}")

    # Covariance, its eigenvalues against noise, and shrinkage.
    covariance = torch.cov(returns.T)
    correlation = torch.corrcoef(returns.T)
    values, vectors = torch.linalg.eigh(correlation)
    edge = (1 + math.sqrt(stocks / len(returns))) ** 2
    strong = values > edge
    note(f"{strong.sum().item()} eigenvalues over the noise, the largest {values[-1].item():.2f}")
    quiet = torch.where(strong, values, values[~strong].mean())
    cleaned = (vectors * quiet) @ vectors.T
    cleaned = cleaned / torch.sqrt(torch.outer(cleaned.diagonal(), cleaned.diagonal()))
    cleaned = cleaned * torch.outer(deviation, deviation)
    target = covariance.diagonal().mean() * torch.eye(stocks, device=DEVICE)
    centred = returns - mean
    noise = ((centred**2).T @ (centred**2) / len(returns) - covariance**2).sum() / len(returns)
    shrink = (noise / (covariance - target).square().sum()).clamp(0, 1)
    shrunk = shrink * target + (1 - shrink) * covariance
    note(f"shrinkage {shrink.item():.4f}, condition {torch.linalg.cond(shrunk).item():.1f}")
    u, s, _ = torch.linalg.svd(centred, full_matrices=False)
    note(f"five components carry {(s[:5].square().sum() / s.square().sum()).item():.3f}")

    # Portfolios: least risk, the best ratio, equal risk, and some wanted returns.
    ones = torch.ones(stocks, device=DEVICE)
    chol = torch.linalg.cholesky(shrunk)
    safe = torch.cholesky_solve(ones[:, None], chol)[:, 0]
    sharp = torch.cholesky_solve(mean[:, None], chol)[:, 0]
    a, b, c = ones @ safe, ones @ sharp, mean @ sharp
    least, best = safe / a, sharp / b
    inverse = 1 / deviation
    parity = inverse / inverse.sum()
    wanted = torch.linspace(0, 0.002, 50, device=DEVICE)
    frontier = torch.sqrt((a * wanted**2 - 2 * b * wanted + c) / (a * c - b * b))
    positive = torch.softmax(20 * momentum, 0)
    portfolios = torch.stack([ones / stocks, least, best, parity, positive, weight])
    risk = torch.einsum("pi,ij,pj->p", portfolios, covariance, portfolios).sqrt()
    gain = portfolios @ mean
    note(f"ratios {[f'{x:.3f}' for x in (gain / risk * math.sqrt(252)).tolist()]}")
    note(f"the frontier begins at {frontier.min().item():.5f}")
    part = portfolios * (portfolios @ covariance) / risk.square()[:, None]
    note(f"the largest part in the risk {part.max(1)[0].tolist()}")

    # Losses: from history, from a normal law, from drawn returns, and after a shock.
    history = returns @ portfolios.T
    ordered = history.sort(0)[0]
    tail = int(0.05 * len(ordered))
    value_at_risk, shortfall = -ordered[tail], -ordered[:tail].mean(0)
    normal = 1.645 * risk - gain
    draws = torch.randn(50_000, stocks, device=DEVICE) @ torch.linalg.cholesky(cleaned).T + mean
    drawn = -torch.quantile(draws @ portfolios.T, 0.05, dim=0)
    heavy = torch.distributions.StudentT(4.0).sample((50_000, 1)).to(DEVICE).abs()
    stressed = -torch.quantile((draws * heavy) @ portfolios.T, 0.01, dim=0)
    shock = portfolios @ (-0.2 * betas)
    torch.testing.assert_close(normal, drawn, rtol=0.5, atol=0.01)
    note(f"value at risk {value_at_risk[0].item():.4f}, drawn {drawn[0].item():.4f}")
    note(
        f"shortfall {shortfall[0].item():.4f}, stressed {stressed[0].item():.4f}, shock {shock[0].item():.4f}"
    )

    # Likes of each other, and what one day says of the next.
    distance = torch.sqrt((1 - correlation).clamp(min=0) / 2)
    distance.fill_diagonal_(torch.inf)
    near = distance.argmin(1)
    same = (sector[near] == sector).float().mean()
    spectrum = torch.fft.rfft(index - index.mean(), 2 * len(index))
    memory = torch.fft.irfft(spectrum.abs().square())[:20]
    memory = memory / memory[0]
    box = (
        len(index)
        * (len(index) + 2)
        * (memory[1:11].square() / (len(index) - torch.arange(1, 11, device=DEVICE))).sum()
    )
    rank_a = momentum.argsort().argsort().float()
    rank_b = returns[-21:].sum(0).argsort().argsort().float()
    information = torch.corrcoef(torch.stack([rank_a, rank_b]))[0, 1]
    note(f"nearest of the same sector {same.item():.3f}, Ljung-Box {box.item():.2f}")
    print(f"risk of the safest {finite(risk[1].item()):.5f}, rank correlation {information.item():.4f}")


@program
def nosteps_model_zoo():
    """No steps: a smoke test of small models of transformers, each made and asked once."""
    import torch
    import transformers as tr

    torch.manual_seed(0)
    ids = torch.randint(5, 900, (2, 24), device=DEVICE)
    picture = torch.rand(1, 3, 64, 64, device=DEVICE)
    sound = torch.randn(1, 8000, device=DEVICE)
    text = dict(
        vocab_size=1000,
        hidden_size=96,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=192,
    )

    def ask(name, model, **inputs):
        model = model.to(DEVICE).eval()
        with torch.inference_mode():
            output = model(**inputs)
        value = output[0].float().abs().mean().item()
        count = sum(p.numel() for p in model.parameters())
        note(f"{name:12} {count / 1e6:6.2f} M parameters, {value:.4f}")
        return finite(value)

    total = 0.0
    albert = tr.AlbertConfig(embedding_size=64, **text)
    total += ask("ALBERT", tr.AlbertModel(albert), input_ids=ids)
    neox = tr.GPTNeoXConfig(max_position_embeddings=64, **text)
    total += ask("GPT-NeoX", tr.GPTNeoXForCausalLM(neox), input_ids=ids)
    mpnet = tr.MPNetConfig(max_position_embeddings=64, **text)
    total += ask("MPNet", tr.MPNetModel(mpnet), input_ids=ids)
    t5 = tr.T5Config(vocab_size=1000, d_model=96, d_kv=24, d_ff=192, num_layers=2, num_heads=4)
    total += ask("T5 encoder", tr.T5EncoderModel(t5), input_ids=ids)
    vision = dict(hidden_size=96, num_hidden_layers=3, num_attention_heads=4, image_size=64, patch_size=8)
    dino = tr.Dinov2Config(**vision)
    total += ask("DINOv2", tr.Dinov2Model(dino), pixel_values=picture)
    beit = tr.ViTConfig(intermediate_size=192, **vision)
    total += ask("ViT", tr.ViTModel(beit), pixel_values=picture)
    convnext = tr.ConvNextConfig(hidden_sizes=[24, 48, 96, 128], depths=[1, 1, 2, 1])
    total += ask("ConvNeXt", tr.ConvNextModel(convnext), pixel_values=picture)
    resnet = tr.ResNetConfig(embedding_size=16, hidden_sizes=[32, 64, 96, 128], depths=[1, 1, 2, 1])
    total += ask("ResNet", tr.ResNetForImageClassification(resnet), pixel_values=picture)
    wave = tr.Wav2Vec2Config(
        hidden_size=96,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=192,
        conv_dim=(32,) * 7,
        num_conv_pos_embeddings=16,
        num_conv_pos_embedding_groups=4,
    )
    total += ask("wav2vec 2.0", tr.Wav2Vec2ForCTC(wave), input_values=sound)
    bart = tr.BartConfig(
        vocab_size=1000,
        d_model=96,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=192,
        decoder_ffn_dim=192,
        max_position_embeddings=64,
    )
    total += ask("BART", tr.BartModel(bart), input_ids=ids, decoder_input_ids=ids[:, :12])
    falcon = tr.MistralConfig(num_key_value_heads=2, **text)
    total += ask("Mistral", tr.MistralForCausalLM(falcon), input_ids=ids)
    print(f"sum of means {total:.4f}")


@program
def nosteps_jax_optics():
    """No steps: a telescope's optics from its pupil to what a detector sees, by eager JAX, each part once."""
    import jax
    import jax.numpy as jnp

    side = 512
    key = jax.random.key(0)
    line = (jnp.arange(side) - side // 2) / (side // 4)
    x, y = jnp.meshgrid(line, line, indexing="ij")
    r, phi = jnp.hypot(x, y), jnp.arctan2(y, x)
    arms = (jnp.abs(x) > 0.02) & (jnp.abs(y) > 0.02)
    pupil = ((r < 1) & (r > 0.3) & arms).astype(jnp.float32)
    area = pupil.sum()

    # Errors of its surface: the first of Zernike's polynomials, and dust.
    zernike = jnp.stack(
        [
            jnp.ones_like(r),
            2 * r * jnp.cos(phi),
            2 * r * jnp.sin(phi),
            math.sqrt(3) * (2 * r**2 - 1),
            math.sqrt(6) * r**2 * jnp.sin(2 * phi),
            math.sqrt(6) * r**2 * jnp.cos(2 * phi),
            math.sqrt(8) * (3 * r**3 - 2 * r) * jnp.sin(phi),
            math.sqrt(8) * (3 * r**3 - 2 * r) * jnp.cos(phi),
            math.sqrt(5) * (6 * r**4 - 6 * r**2 + 1),
        ]
    )
    key, now = jax.random.split(key)
    wanted = 0.3 * jax.random.normal(now, (9,)) / jnp.arange(1, 10)
    phase = jnp.tensordot(wanted, zernike, 1)
    key, now = jax.random.split(key)
    waves = jnp.hypot(*jnp.meshgrid(jnp.fft.fftfreq(side), jnp.fft.fftfreq(side), indexing="ij"))
    power = jnp.where(waves > 0, jnp.maximum(waves, 1e-3) ** (-11 / 6), 0)
    noise = jax.random.normal(now, (side, side))
    air = jnp.fft.ifft2(jnp.fft.fft2(noise) * power).real
    air = 0.4 * air / air.std()
    phase = (phase + air) * pupil
    rms = jnp.sqrt((phase**2).sum() / area)
    note(f"error of the wave {rms:.4f} rad, Strehl at best {jnp.exp(-(rms**2)):.4f}")

    # The polynomials are found again by least squares.
    basis = (zernike * pupil).reshape(9, -1)
    found = jnp.linalg.solve(basis @ basis.T, basis @ phase.ravel())
    left = phase - jnp.tensordot(found, zernike, 1) * pupil
    note(f"found {found[:4]}, left {jnp.sqrt((left**2).sum() / area):.4f}")

    # Point spread, its Strehl ratio, and what it lets through.
    def spread(phase):
        field = pupil * jnp.exp(1j * phase)
        psf = jnp.abs(jnp.fft.fftshift(jnp.fft.fft2(jnp.fft.ifftshift(field)))) ** 2
        return psf / area**2

    ideal, psf = spread(jnp.zeros_like(phase)), spread(phase)
    strehl = psf.max() / ideal.max()
    otf = jnp.fft.fft2(jnp.fft.ifftshift(psf / psf.sum()))
    mtf = jnp.abs(jnp.fft.fftshift(otf))
    bins = jnp.clip((r * side / 4).astype(jnp.int32), 0, side // 2)
    profile = jnp.bincount(bins.ravel(), mtf.ravel(), length=side // 2) / jnp.maximum(
        jnp.bincount(bins.ravel(), length=side // 2), 1
    )
    inside = jnp.cumsum(jnp.bincount(bins.ravel(), psf.ravel(), length=side // 2))
    half = jnp.argmax(inside > 0.5 * inside[-1])
    note(f"Strehl {strehl:.4f}, half of the light in {half} pixels, contrast {profile[40]:.4f}")
    slope = jax.grad(lambda a: spread(jnp.tensordot(a, zernike, 1)).max())(wanted)
    note(f"the peak's slope {jnp.linalg.norm(slope):.5f}")

    # A sky: stars, a galaxy, and its passage through the air and the telescope.
    key, *keys = jax.random.split(key, 8)
    places = jax.random.randint(keys[0], (300, 2), 20, side - 20)
    flux = 200 * jax.random.pareto(keys[1], 1.5, (300,))
    sky = jnp.zeros((side, side)).at[places[:, 0], places[:, 1]].add(flux)
    radius = jnp.sqrt((x - 0.4) ** 2 + 2 * (y + 0.3) ** 2 + 0.6 * (x - 0.4) * (y + 0.3))
    sky = sky + 60 * jnp.exp(-7 * (radius / 0.5) ** 0.25)
    seen = jnp.fft.ifft2(jnp.fft.fft2(sky) * otf).real
    seen = jnp.maximum(seen, 0) + 2.0
    flat = 1 + 0.03 * jax.random.normal(keys[2], seen.shape)
    counts = jax.random.poisson(keys[3], seen * flat).astype(jnp.float32)
    counts = counts + 3 * jax.random.normal(keys[4], counts.shape)
    hot = jax.random.bernoulli(keys[5], 5e-4, counts.shape)
    counts = jnp.where(hot, 5000.0, counts)

    # The detector's own marks are taken off, and its pictures set right.
    image = counts / flat
    windows = jnp.stack([jnp.roll(image, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)])
    middle = jnp.median(windows, 0)
    bad = jnp.abs(image - middle) > 8 * jnp.sqrt(jnp.abs(middle) + 9)
    image = jnp.where(bad, middle, image)
    background = jnp.median(image)
    sigma = 1.4826 * jnp.median(jnp.abs(image - background))
    note(f"{bad.sum()} bad pixels, sky {background:.3f} +- {sigma:.3f}")
    wiener = jnp.conj(otf) / (jnp.abs(otf) ** 2 + 0.01)
    sharp = jnp.fft.ifft2(jnp.fft.fft2(image - background) * wiener).real
    error_before = jnp.linalg.norm(image - background - sky) / jnp.linalg.norm(sky)
    error_after = jnp.linalg.norm(sharp - sky) / jnp.linalg.norm(sky)
    note(f"error {error_before:.4f}, after Wiener {error_after:.4f}")

    # What it is good for: peaks, sizes, colours of the galaxy's rings, and bins.
    peaks = (image >= windows.max(0)) & (image > background + 8 * sigma)
    shape = image[:, side // 4 :: 4]
    smaller = image.reshape(side // 2, 2, side // 2, 2).sum((1, 3))
    ring = jnp.clip((radius * 40).astype(jnp.int32), 0, 63)
    light = jax.ops.segment_sum(image.ravel(), ring.ravel(), 64)
    many = jax.ops.segment_sum(jnp.ones(image.size), ring.ravel(), 64)
    fit = jnp.polyfit(jnp.arange(5, 30) ** 0.25, jnp.log(light[5:30] / many[5:30]), 1)
    u, s, vt = jnp.linalg.svd(smaller - smaller.mean(), full_matrices=False)
    low = (u[:, :40] * s[:40]) @ vt[:40]
    stretched = jnp.arcsinh(image / sigma)
    scaled = (255 * (stretched - stretched.min()) / jnp.ptp(stretched)).astype(jnp.uint8)
    histogram = jnp.bincount(scaled.ravel(), length=256)
    chance = histogram / histogram.sum()
    entropy = -(chance * jnp.log2(jnp.maximum(chance, 1e-12))).sum()
    note(f"{peaks.sum()} peaks, slope of the profile {fit[0]:.3f}, mean {shape.mean():.3f}")
    note(f"rank 40 leaves {jnp.linalg.norm(smaller - low) / jnp.linalg.norm(smaller):.4f}")
    print(f"Strehl {finite(float(strehl)):.4f}, entropy {finite(float(entropy)):.4f} bits")


@program
def nosteps_cupy_radio():
    """No steps: one observation by a radio interferometer: flags, gains, gridding, an image, sources; once."""
    import cupy as cp

    cp.random.seed(0)
    antennas, times, channels, side, cell = 27, 60, 16, 512, 2e-5
    count = antennas * (antennas - 1) // 2
    spots = cp.random.normal(0, 400, (antennas, 2))
    first, second = cp.triu_indices(antennas, 1)
    hours = cp.linspace(-0.6, 0.6, times)
    base = spots[second] - spots[first]
    east = base[None, :, 0] * cp.cos(hours)[:, None] - base[None, :, 1] * cp.sin(hours)[:, None]
    north = base[None, :, 0] * cp.sin(hours)[:, None] + base[None, :, 1] * cp.cos(hours)[:, None]
    frequency = cp.linspace(1.35e9, 1.45e9, channels) / 3e8
    u = east[..., None] * frequency
    v = north[..., None] * frequency
    note(f"{count} baselines, longest {float(cp.hypot(u, v).max()):.0f} wavelengths")

    # What the sky gives, the gains of the antennas, and noise.
    places = cp.random.uniform(-150, 150, (12, 2)) * cell
    flux = cp.sort(cp.random.exponential(1.0, 12))[::-1]
    angle = u[..., None] * places[:, 0] + v[..., None] * places[:, 1]
    true = (flux * cp.exp(-2j * math.pi * angle)).sum(-1)
    gain = (1 + 0.1 * cp.random.standard_normal(antennas)) * cp.exp(
        0.5j * cp.random.standard_normal(antennas)
    )
    seen = true * (gain[first] * cp.conj(gain[second]))[None, :, None]
    noise = cp.random.standard_normal(seen.shape) + 1j * cp.random.standard_normal(seen.shape)
    seen = seen + 0.3 * noise
    struck = cp.random.random_sample(seen.shape) < 0.01
    seen = cp.where(struck, seen + 60, seen)

    # Interference: what is far from the median of its channel, and channels with too much of it.
    size = cp.abs(seen)
    middle = cp.median(size, (0, 1), keepdims=True)
    away = 1.4826 * cp.median(cp.abs(size - middle), (0, 1), keepdims=True)
    flags = cp.abs(size - middle) > 6 * away
    share = flags.mean((0, 1))
    flags = flags | (share > 0.2)[None, None]
    found = float((flags & struck).sum() / struck.sum())
    note(f"flagged {float(flags.mean()):.3%}, of what was struck {found:.3f}")
    weight = cp.where(flags, 0.0, 1.0)

    # Gains by the eigenvector of what was seen over what the model says, then their phases.
    ratio = (seen * cp.conj(true) * weight).sum((0, 2)) / ((cp.abs(true) ** 2 * weight).sum((0, 2)) + 1e-9)
    matrix = cp.eye(antennas).astype(cp.complex128)
    matrix[first, second] = ratio
    matrix[second, first] = cp.conj(ratio)
    values, vectors = cp.linalg.eigh(matrix)
    guess = vectors[:, -1] * cp.sqrt(values[-1])
    guess = guess * cp.exp(1j * (cp.angle(gain[0]) - cp.angle(guess[0])))
    note(f"gains off by {float(cp.abs(guess - gain).mean()):.4f}")
    data = seen / (guess[first] * cp.conj(guess[second]))[None, :, None]

    # Averages over time and over channels, the spectrum and its slope.
    averaged = (data * weight).reshape(times // 4, 4, count, channels).sum(1)
    weights = weight.reshape(times // 4, 4, count, channels).sum(1)
    averaged = averaged / cp.maximum(weights, 1e-9)
    spectrum = cp.abs((data * weight).sum((0, 1)) / weight.sum((0, 1)))
    slope = cp.polyfit(cp.log(frequency), cp.log(spectrum), 1)
    note(f"slope of the spectrum {float(slope[0]):.3f}, averages {averaged.size}")

    # Onto a grid, with weights that are alike for all places, then the dirty image and its beam.
    column = cp.rint(u * side * cell).astype(cp.int64) % side
    row = cp.rint(v * side * cell).astype(cp.int64) % side
    where = (row * side + column).ravel()
    density = cp.bincount(where, weight.ravel(), minlength=side * side)
    even = weight.ravel() / cp.maximum(density[where], 1e-9)
    flat = data.ravel() * even
    grid = cp.bincount(where, flat.real, minlength=side * side) + 1j * cp.bincount(
        where, flat.imag, minlength=side * side
    )
    sampled = cp.bincount(where, even, minlength=side * side).reshape(side, side)
    dirty = cp.fft.fftshift(cp.fft.ifft2(grid.reshape(side, side)).real)
    beam = cp.fft.fftshift(cp.fft.ifft2(sampled).real)
    dirty, beam = dirty / beam.max(), beam / beam.max()
    note(f"brightest {float(dirty.max()):.4f}, {float((sampled > 0).mean()):.3%} of the grid is filled")

    # The beam's core by its second moments, and its lobes.
    core = beam > 0.5
    yy, xx = cp.nonzero(core)
    spread = cp.cov(cp.stack([yy, xx]).astype(cp.float64))
    axes = cp.sqrt(cp.linalg.eigvalsh(spread + 1e-6 * cp.eye(2)))
    lobe = cp.where(core, 0.0, cp.abs(beam)).max()
    note(f"core {axes.tolist()}, highest lobe {float(lobe):.4f}")

    # Noise, peaks, their fluxes by a window, and what is left without the brightest.
    sky = cp.median(dirty)
    sigma = 1.4826 * cp.median(cp.abs(dirty - sky))
    shifts = [cp.roll(dirty, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    highest = cp.stack(shifts).max(0)
    peaks = cp.argwhere((dirty >= highest) & (dirty > sky + 8 * sigma))
    total = cp.cumsum(cp.cumsum(cp.pad(dirty, ((1, 0), (1, 0))), 0), 1)
    top, left = cp.clip(peaks - 3, 0, side - 7).T
    window = total[top + 7, left + 7] - total[top, left + 7] - total[top + 7, left] + total[top, left]
    order = cp.argsort(window)[::-1]
    brightest = cp.unravel_index(cp.argmax(dirty), dirty.shape)
    shift = (int(brightest[0]) - side // 2, int(brightest[1]) - side // 2)
    without = dirty - dirty.max() * cp.roll(beam, shift, (0, 1))
    note(f"{len(peaks)} peaks, fluxes {window[order[:3]].tolist()}, left {float(without.std()):.5f}")

    # Smooth, stretched, counted, and small.
    wave = cp.fft.fftfreq(side)
    gauss = cp.exp(-200 * (wave[:, None] ** 2 + wave[None] ** 2))
    smooth = cp.fft.ifft2(cp.fft.fft2(dirty) * gauss).real
    stretched = cp.arcsinh(dirty / sigma)
    bounds = cp.percentile(stretched, cp.array([0.5, 99.5]))
    scaled = cp.clip((stretched - bounds[0]) / (bounds[1] - bounds[0]), 0, 1)
    histogram, _ = cp.histogram(scaled, 64)
    chance = histogram / histogram.sum()
    entropy = -(chance * cp.log2(cp.maximum(chance, 1e-12))).sum()
    radius = cp.hypot(*cp.meshgrid(wave, wave)) * side
    power = cp.bincount(radius.astype(cp.int64).ravel(), (cp.abs(cp.fft.fft2(smooth)) ** 2).ravel())
    small = scaled.reshape(side // 4, 4, side // 4, 4).mean((1, 3))
    parts = cp.linalg.svd(small, compute_uv=False)
    note(
        f"entropy {float(entropy):.4f}, power {float(power[10]):.4e}, rank one {float(parts[0] / parts.sum()):.4f}"
    )
    print(f"noise {finite(float(sigma)):.6f}, mean {finite(float(small.mean())):.4f}")


@program
def nosteps_triton_picture():
    """No steps: one picture through a dozen kernels of Triton, each checked against PyTorch, once."""
    import torch
    import triton
    import triton.language as tl
    from torch.nn import functional as F

    @triton.jit
    def grey_kernel(picture, out, count, B: tl.constexpr):
        at = tl.program_id(0) * B + tl.arange(0, B)
        r = tl.load(picture + at, mask=at < count)
        g = tl.load(picture + count + at, mask=at < count)
        b = tl.load(picture + 2 * count + at, mask=at < count)
        tl.store(out + at, 0.299 * r + 0.587 * g + 0.114 * b, mask=at < count)

    @triton.jit
    def curve_kernel(x, out, power, count, B: tl.constexpr):
        at = tl.program_id(0) * B + tl.arange(0, B)
        value = tl.load(x + at, mask=at < count, other=1.0)
        value = tl.exp(power * tl.log(tl.maximum(value, 1e-6)))
        tl.store(out + at, value, mask=at < count)

    @triton.jit
    def histogram_kernel(x, bins, count, B: tl.constexpr):
        at = tl.program_id(0) * B + tl.arange(0, B)
        value = tl.load(x + at, mask=at < count, other=0.0)
        place = tl.minimum((value * 256).to(tl.int32), 255)
        tl.atomic_add(bins + place, 1, mask=at < count)

    @triton.jit
    def lookup_kernel(x, table, out, count, B: tl.constexpr):
        at = tl.program_id(0) * B + tl.arange(0, B)
        value = tl.load(x + at, mask=at < count, other=0.0)
        place = tl.minimum((value * 256).to(tl.int32), 255)
        tl.store(out + at, tl.load(table + place), mask=at < count)

    @triton.jit
    def filter_kernel(x, weights, out, high, wide, R: tl.constexpr, B: tl.constexpr):
        """A filter of (2 R + 1)² weights; what is outside is zero."""
        row = tl.program_id(0)
        column = tl.program_id(1) * B + tl.arange(0, B)
        acc = tl.zeros((B,), tl.float32)
        for i in range(-R, R + 1):
            for j in range(-R, R + 1):
                weight = tl.load(weights + (i + R) * (2 * R + 1) + j + R)
                inside = (row + i >= 0) & (row + i < high) & (column + j >= 0) & (column + j < wide)
                acc += weight * tl.load(x + (row + i) * wide + column + j, mask=inside, other=0.0)
        tl.store(out + row * wide + column, acc, mask=column < wide)

    @triton.jit
    def gradient_kernel(gx, gy, size, angle, count, B: tl.constexpr):
        at = tl.program_id(0) * B + tl.arange(0, B)
        a = tl.load(gx + at, mask=at < count, other=0.0)
        b = tl.load(gy + at, mask=at < count, other=0.0)
        tl.store(size + at, tl.sqrt(a * a + b * b), mask=at < count)
        steep = tl.where(tl.abs(b) > tl.abs(a), 1, 0) + tl.where(a * b < 0, 2, 0)
        tl.store(angle + at, steep, mask=at < count)

    @triton.jit
    def widest_kernel(x, out, high, wide, R: tl.constexpr, B: tl.constexpr):
        row = tl.program_id(0)
        column = tl.program_id(1) * B + tl.arange(0, B)
        acc = tl.full((B,), -1e30, tl.float32)
        for i in range(-R, R + 1):
            for j in range(-R, R + 1):
                inside = (row + i >= 0) & (row + i < high) & (column + j >= 0) & (column + j < wide)
                acc = tl.maximum(acc, tl.load(x + (row + i) * wide + column + j, mask=inside, other=-1e30))
        tl.store(out + row * wide + column, acc, mask=column < wide)

    @triton.jit
    def rows_kernel(x, out, wide, B: tl.constexpr):
        """Sums along a row; two of these, with a turn between them, are an integral image."""
        row = tl.program_id(0)
        column = tl.arange(0, B)
        value = tl.load(x + row * wide + column, mask=column < wide, other=0.0)
        tl.store(out + row * wide + column, tl.cumsum(value, 0), mask=column < wide)

    @triton.jit
    def turn_kernel(x, out, high, wide, B: tl.constexpr):
        row = tl.program_id(0) * B + tl.arange(0, B)
        column = tl.program_id(1) * B + tl.arange(0, B)
        mask = (row < high)[:, None] & (column < wide)[None, :]
        value = tl.load(x + row[:, None] * wide + column[None, :], mask=mask)
        tl.store(out + column[None, :] * high + row[:, None], value, mask=mask)

    @triton.jit
    def half_kernel(x, out, wide, B: tl.constexpr):
        row = tl.program_id(0)
        column = tl.program_id(1) * B + tl.arange(0, B)
        mask = column < wide // 2
        start = x + 2 * row * wide + 2 * column
        a, b = tl.load(start, mask=mask), tl.load(start + 1, mask=mask)
        c, d = tl.load(start + wide, mask=mask), tl.load(start + wide + 1, mask=mask)
        tl.store(out + row * (wide // 2) + column, 0.25 * (a + b + c + d), mask=mask)

    @triton.jit
    def moments_kernel(x, out, wide, B: tl.constexpr):
        row = tl.program_id(0)
        column = tl.arange(0, B)
        value = tl.load(x + row * wide + column, mask=column < wide, other=0.0)
        tl.atomic_add(out, tl.sum(value, 0))
        tl.atomic_add(out + 1, tl.sum(value * column, 0))
        tl.atomic_add(out + 2, tl.sum(value * row, 0))

    torch.manual_seed(0)
    torch.backends.cudnn.allow_tf32 = False
    high, wide = 384, 512
    count, B = high * wide, 1024
    flat = (triton.cdiv(count, B),)
    y, x = torch.meshgrid(torch.linspace(-1, 1, high), torch.linspace(-1, 1, wide), indexing="ij")
    picture = torch.stack([x.abs(), (x * x + y * y).sqrt().clamp(max=1), (6 * x).sin() * 0.5 + 0.5])
    picture = (0.9 * picture + 0.1 * torch.rand(3, high, wide)).clamp(0, 1).to(DEVICE).contiguous()

    def same(result, expected, what, tolerance=1e-3):
        torch.testing.assert_close(result, expected, rtol=tolerance, atol=tolerance)
        note(f"{what}: {result.float().mean().item():.5f}")

    grey = torch.empty(high, wide, device=DEVICE)
    grey_kernel[flat](picture, grey, count, B=B)
    light = torch.tensor([0.299, 0.587, 0.114], device=DEVICE)
    same(grey, (picture * light[:, None, None]).sum(0), "grey")

    curved = torch.empty_like(grey)
    curve_kernel[flat](grey, curved, 1 / 2.2, count, B=B)
    same(curved, grey.clamp(min=1e-6) ** (1 / 2.2), "curve")

    bins = torch.zeros(256, dtype=torch.int32, device=DEVICE)
    histogram_kernel[flat](curved, bins, count, B=B)
    places = (curved * 256).int().clamp(max=255)
    same(bins, torch.bincount(places.flatten(), minlength=256).int(), "histogram")

    table = (bins.cumsum(0) / count).float()
    equal = torch.empty_like(grey)
    lookup_kernel[flat](curved, table, equal, count, B=B)
    same(equal, table[places], "equalised")

    # The threshold that parts the two sides best.
    chance = bins.float() / count
    below = chance.cumsum(0)
    mean = (chance * torch.arange(256, device=DEVICE)).cumsum(0)
    between = (mean[-1] * below - mean) ** 2 / (below * (1 - below)).clamp(min=1e-6)
    threshold = between.argmax().item() / 256
    mask = (curved > threshold).float()
    note(f"threshold {threshold:.4f}, over it {mask.mean().item():.4f}")

    def filtered(image, weights, what):
        out = torch.empty_like(image)
        radius = weights.shape[0] // 2
        grid = (image.shape[0], triton.cdiv(image.shape[1], 256))
        filter_kernel[grid](image, weights, out, image.shape[0], image.shape[1], R=radius, B=256)
        same(out, F.conv2d(image[None, None], weights[None, None], padding=radius)[0, 0], what, 1e-2)
        return out

    bell = torch.exp(-0.5 * (torch.arange(-2, 3, device=DEVICE) / 1.2) ** 2)
    bell = torch.outer(bell, bell) / bell.sum() ** 2
    smooth = filtered(equal, bell, "smooth")
    sobel = torch.tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]], device=DEVICE)
    gx, gy = filtered(smooth, sobel, "slope across"), filtered(smooth, sobel.T.contiguous(), "slope down")
    size, angle = torch.empty_like(gx), torch.empty(high, wide, dtype=torch.int32, device=DEVICE)
    gradient_kernel[flat](gx, gy, size, angle, count, B=B)
    same(size, torch.hypot(gx, gy), "edges")
    same(torch.bincount(angle.flatten(), minlength=4).sum(), torch.tensor(count, device=DEVICE), "angles")
    sharp = equal + 0.7 * (equal - smooth)
    note(f"sharper by {(sharp.std() / equal.std()).item():.4f}")

    def widest(image, radius, what):
        out = torch.empty_like(image)
        widest_kernel[(high, triton.cdiv(wide, 256))](image, out, high, wide, R=radius, B=256)
        same(out, F.max_pool2d(image[None, None], 2 * radius + 1, 1, radius)[0, 0], what)
        return out

    grown = widest(mask, 1, "grown")
    shrunk = -widest(-grown, 1, "shrunk")
    rim = widest(shrunk, 1, "grown again") - shrunk
    top = widest(size, 2, "highest edges")
    corners = ((size == top) & (size > size.mean() + 2 * size.std())).nonzero()
    note(f"closed {shrunk.mean().item():.4f}, rim {rim.sum().item():.0f}, {len(corners)} peaks")

    along, turned = torch.empty_like(grey), torch.empty(wide, high, device=DEVICE)
    rows_kernel[(high,)](sharp, along, wide, B=512)
    turn_kernel[(triton.cdiv(high, 32), triton.cdiv(wide, 32))](along, turned, high, wide, B=32)
    down = torch.empty_like(turned)
    rows_kernel[(wide,)](turned, down, high, B=512)
    integral = down.T
    same(integral, sharp.cumsum(1).cumsum(0), "integral", 1e-1)
    box = integral[16:, 16:] - integral[:-16, 16:] - integral[16:, :-16] + integral[:-16, :-16]
    note(f"mean of a box {(box / 256).mean().item():.4f}")

    # Smaller pictures of it, and what each of them lacks.
    level, levels = smooth, [smooth]
    for number in range(5):
        smaller = torch.empty(level.shape[0] // 2, level.shape[1] // 2, device=DEVICE)
        grid = (smaller.shape[0], triton.cdiv(smaller.shape[1], 256))
        half_kernel[grid](level, smaller, level.shape[1], B=256)
        same(smaller, F.avg_pool2d(level[None, None], 2)[0, 0], f"level {number}")
        back = F.interpolate(smaller[None, None], scale_factor=2, mode="nearest")[0, 0]
        note(f"lacks {(level - back).std().item():.5f}")
        level = smaller
        levels.append(smaller)

    sums = torch.zeros(3, device=DEVICE)
    moments_kernel[(high,)](shrunk, sums, wide, B=512)
    columns, lines = torch.arange(wide, device=DEVICE), torch.arange(high, device=DEVICE)
    expected = torch.stack([shrunk.sum(), (shrunk * columns).sum(), (shrunk * lines[:, None]).sum()])
    same(sums / count, expected / count, "moments", 1e-1)
    middle = (sums[1:] / sums[0]).tolist()
    print(f"middle {middle[0]:.2f} {middle[1]:.2f}, mean {finite(levels[-1].mean().item()):.5f}")


if __name__ == "__main__":
    main()
