"""Programs for one test at the end: nothing that finds steps was made with them in view.

    python3 twelfth.py NAME
    python3 twelfth.py --list

The marks are those of marks.py. The first line of each program says what its steps are, after the
kinds of the steps. Frameworks are imported by the programs that want them.
"""

import math
import os

from harness import DEVICE, finite, main, note, program
from marks import step


# Training in PyTorch


def mobile_network(classes):
    """MobileNetV2, but for small pictures."""
    import torch
    from torch import nn

    def conv(before, after, size, stride=1, groups=1):
        return nn.Sequential(
            nn.Conv2d(before, after, size, stride, size // 2, groups=groups, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU6(inplace=True),
        )

    class InvertedResidual(nn.Module):
        def __init__(self, before, after, stride, expand):
            super().__init__()
            inner = before * expand
            self.residual = stride == 1 and before == after
            self.body = nn.Sequential(
                conv(before, inner, 1),
                conv(inner, inner, 3, stride, groups=inner),
                nn.Conv2d(inner, after, 1, bias=False),
                nn.BatchNorm2d(after),
            )

        def forward(self, x):
            return x + self.body(x) if self.residual else self.body(x)

    class MobileNet(nn.Module):
        def __init__(self):
            super().__init__()
            layers, width = [conv(3, 16, 3)], 16
            for after, stride, count in ((24, 1, 1), (32, 2, 2), (48, 2, 2)):
                for number in range(count):
                    layers.append(InvertedResidual(width, after, stride if number == 0 else 1, 4))
                    width = after
            self.features = nn.Sequential(*layers, conv(width, 192, 1))
            self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(192, classes))

        def forward(self, x):
            return self.classifier(torch.mean(self.features(x), dim=(2, 3)))

    return MobileNet()


def pictures_of_classes(count, classes, seed):
    """Pictures on the host, cropped and turned at random by whoever reads them."""
    import torch
    from torch.utils.data import Dataset

    class Pictures(Dataset):
        def __init__(self):
            draw = torch.Generator().manual_seed(seed)
            self.labels = torch.randint(classes, (count,), generator=draw)
            means = torch.linspace(0.2, 0.8, classes)[self.labels].view(-1, 1, 1, 1)
            self.images = means + 0.2 * torch.randn(count, 3, 40, 40, generator=draw)

        def __len__(self):
            return count

        def __getitem__(self, index):
            image = self.images[index]
            top, left = torch.randint(9, (2,)).tolist()
            image = image[:, top : top + 32, left : left + 32]
            if torch.rand(()) < 0.5:
                image = image.flip(2)
            return (image - 0.5) / 0.25, self.labels[index]

    return Pictures()


def mobile_train_one_epoch(model, criterion, optimizer, loader, scaler, epoch):
    import torch

    model.train()
    for number, (image, target) in enumerate(loader):
        with step("train"):
            image = image.to(DEVICE, non_blocking=True)
            target = target.to(DEVICE, non_blocking=True)
            with torch.autocast(DEVICE, dtype=torch.float16, enabled=DEVICE == "cuda"):
                output = model(image)
                loss = criterion(output, target)
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            scaler.step(optimizer)
            scaler.update()
        if number % 4 == 0:
            rate = (output.argmax(1) == target).float().mean().item()
            note(f"epoch {epoch} [{number}/{len(loader)}] loss {loss.item():.3f} acc {rate:.3f}")


def mobile_evaluate(model, criterion, loader):
    import torch

    model.eval()
    right, seen, total = 0, 0, 0.0
    with torch.inference_mode():
        for image, target in loader:
            with step("eval"):
                image = image.to(DEVICE, non_blocking=True)
                target = target.to(DEVICE, non_blocking=True)
                output = model(image)
                total += criterion(output, target).item() * len(target)
                right += (output.argmax(1) == target).sum().item()
                seen += len(target)
    return total / seen, right / seen


@program
def mobilenet_epochs():
    """train, eval: a MobileNet in half precision by SGD, as in torchvision's references."""
    import torch
    from torch.utils.data import DataLoader

    torch.manual_seed(0)
    kept = {"num_workers": 2, "pin_memory": DEVICE == "cuda", "persistent_workers": True}
    train = DataLoader(pictures_of_classes(640, 10, 1), 64, True, drop_last=True, **kept)
    val = DataLoader(pictures_of_classes(256, 10, 2), 64, **kept)
    model = mobile_network(10).to(DEVICE)
    criterion = torch.nn.CrossEntropyLoss(label_smoothing=0.1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=4e-5)
    schedule = torch.optim.lr_scheduler.MultiStepLR(optimizer, [2, 3], gamma=0.2)
    scaler = torch.amp.GradScaler(DEVICE, enabled=DEVICE == "cuda")
    best = 0.0
    for epoch in range(3):
        mobile_train_one_epoch(model, criterion, optimizer, train, scaler, epoch)
        schedule.step()
        loss, rate = mobile_evaluate(model, criterion, val)
        best = max(best, rate)
        note(f"epoch {epoch}: val loss {loss:.3f} acc {rate:.3f}")
    print(f"loss {finite(loss):.3f} best {best:.3f}")


@program
def moe_gpt():
    """train: a language model of experts, two micro-batches a step, clipped; loss each fifth."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    vocabulary, places, width, heads = 256, 128, 128, 4

    class Experts(nn.Module):
        def __init__(self, count=4, top=2):
            super().__init__()
            self.top = top
            self.gate = nn.Linear(width, count, bias=False)
            self.experts = nn.ModuleList(
                nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))
                for _ in range(count)
            )

        def forward(self, x):
            flat = x.reshape(-1, width)
            shares = self.gate(flat).float().softmax(dim=-1)
            weight, chosen = shares.topk(self.top, dim=-1)
            weight = weight / weight.sum(dim=-1, keepdim=True)
            out = torch.zeros_like(flat)
            for number, expert in enumerate(self.experts):
                token, which = torch.where(chosen == number)
                made = expert(flat[token]) * weight[token, which, None]
                out.index_add_(0, token, made.to(out.dtype))
            used = F.one_hot(chosen, len(self.experts)).float().sum(dim=1).mean(dim=0)
            self.balance = len(self.experts) * (used * shares.mean(dim=0)).sum()
            return out.view_as(x)

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv = nn.Linear(width, 3 * width, bias=False)
            self.out = nn.Linear(width, width, bias=False)
            self.experts = Experts()

        def forward(self, x):
            shape = (x.shape[0], x.shape[1], heads, width // heads)
            q, k, v = (t.view(shape).transpose(1, 2) for t in self.qkv(self.norm1(x)).chunk(3, -1))
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(mixed.transpose(1, 2).reshape(x.shape))
            return x + self.experts(self.norm2(x))

    class GPT(nn.Module):
        def __init__(self):
            super().__init__()
            self.token = nn.Embedding(vocabulary, width)
            self.place = nn.Embedding(places, width)
            self.blocks = nn.ModuleList(Block() for _ in range(2))
            self.norm = nn.LayerNorm(width)
            self.head = nn.Linear(width, vocabulary, bias=False)
            self.head.weight = self.token.weight
            for p in self.parameters():
                if p.dim() > 1:
                    nn.init.normal_(p, std=0.02)

        def forward(self, ids, targets):
            x = self.token(ids) + self.place(torch.arange(ids.shape[1], device=ids.device))
            for block in self.blocks:
                x = block(x)
            logits = self.head(self.norm(x))
            loss = F.cross_entropy(logits.float().flatten(0, 1), targets.flatten())
            return loss, sum(block.experts.balance for block in self.blocks)

    text = torch.randint(64, (40_000,)) + torch.arange(40_000) % 7
    model = GPT().to(DEVICE)
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.1, fused=DEVICE == "cuda"
    )

    def get_batch():
        starts = torch.randint(len(text) - places - 1, (8,)).tolist()
        x = torch.stack([text[i : i + places] for i in starts])
        y = torch.stack([text[i + 1 : i + 1 + places] for i in starts])
        if DEVICE == "cuda":
            x, y = x.pin_memory(), y.pin_memory()
        return x.to(DEVICE, non_blocking=True), y.to(DEVICE, non_blocking=True)

    steps, micro = 12, 2
    for number in range(steps):
        with step("train"):
            part = min(1.0, (number + 1) / 5)
            for group in optimizer.param_groups:
                group["lr"] = 1e-3 * part * 0.5 * (1 + math.cos(math.pi * number / steps))
            for _ in range(micro):
                x, y = get_batch()
                with torch.autocast(DEVICE, dtype=torch.bfloat16):
                    loss, balance = model(x, y)
                    total = (loss + 0.01 * balance) / micro
                total.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            if number % 5 == 0:
                note(f"iter {number}: loss {loss.item():.3f} balance {balance.item():.3f}")
    print(f"loss {finite(loss.item()):.3f}")


class ForecastTrainer:
    """Fits a network to windows, looks at held ones after each epoch, and keeps the best."""

    def __init__(self, model, lr, patience=3):
        import torch

        self.model = model.to(DEVICE)
        self.compiled = torch.compile(self.model)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=lr)
        self.schedule = torch.optim.lr_scheduler.ReduceLROnPlateau(self.optimizer, patience=1)
        self.loss = torch.nn.HuberLoss()
        self.best, self.kept, self.bad, self.patience = math.inf, None, 0, patience

    def train_epoch(self, loader):
        self.model.train()
        losses = []
        for window, ahead in loader:
            with step("train"):
                window, ahead = window.to(DEVICE), ahead.to(DEVICE)
                self.optimizer.zero_grad()
                loss = self.loss(self.compiled(window), ahead)
                loss.backward()
                self.optimizer.step()
                losses.append(loss.item())
        return sum(losses) / len(losses)

    def validate(self, loader):
        import torch

        self.model.eval()
        total = 0.0
        with torch.no_grad():
            for window, ahead in loader:
                with step("eval"):
                    window, ahead = window.to(DEVICE), ahead.to(DEVICE)
                    total += self.loss(self.model(window), ahead).item()
        return total / len(loader)

    def fit(self, train, val, epochs):
        for epoch in range(epochs):
            train_loss = self.train_epoch(train)
            val_loss = self.validate(val)
            self.schedule.step(val_loss)
            note(f"epoch {epoch}: train {train_loss:.4f} val {val_loss:.4f}")
            if val_loss < self.best:
                self.best, self.bad = val_loss, 0
                self.kept = {
                    k: v.detach().cpu().clone() for k, v in self.model.state_dict().items()
                }
            else:
                self.bad += 1
                if self.bad >= self.patience:
                    break
        self.model.load_state_dict(self.kept)
        return self.best


@program
def tcn_trainer():
    """train, eval: a compiled convolutional network forecasts traffic; a Trainer with fit()."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.utils.data import DataLoader, TensorDataset

    class Causal(nn.Module):
        def __init__(self, width, dilation):
            super().__init__()
            self.before = 2 * dilation
            self.conv1 = nn.Conv1d(width, width, 3, dilation=dilation)
            self.conv2 = nn.Conv1d(width, width, 1)
            self.drop = nn.Dropout(0.1)

        def forward(self, x):
            y = F.gelu(self.conv1(F.pad(x, (self.before, 0))))
            return x + self.conv2(self.drop(y))

    class TCN(nn.Module):
        def __init__(self, sensors=16, width=64, ahead=12):
            super().__init__()
            self.sensors, self.ahead = sensors, ahead
            self.enter = nn.Conv1d(sensors, width, 1)
            self.body = nn.Sequential(*[Causal(width, 2**i) for i in range(4)])
            self.leave = nn.Linear(width, sensors * ahead)

        def forward(self, x):
            middle = x.mean(dim=1, keepdim=True)
            y = self.body(self.enter((x - middle).transpose(1, 2)))[:, :, -1]
            return self.leave(y).view(-1, self.ahead, self.sensors) + middle

    torch.manual_seed(0)
    time = torch.arange(1400).float()
    phases = torch.rand(16) * 6
    series = torch.sin(time[:, None] / 288 * 40 + phases) + 0.1 * torch.randn(1400, 16)
    windows = series.unfold(0, 96 + 12, 1).transpose(1, 2)
    x, y = windows[:, :96], windows[:, 96:]
    train = DataLoader(TensorDataset(x[:1024], y[:1024]), 64, shuffle=True, drop_last=True)
    val = DataLoader(TensorDataset(x[1024:1280], y[1024:1280]), 64)
    best = ForecastTrainer(TCN(), 2e-3).fit(train, val, 3)
    print(f"best {finite(best):.4f}")


@program
def ppo_reacher():
    """iteration: PPO as in CleanRL: moves of all arms, advantages, two epochs of minibatches."""
    import torch
    from torch import nn
    from torch.distributions import Normal

    torch.manual_seed(0)

    class Reachers:
        """Arms of two joints that are to touch a point; all are moved at once."""

        def __init__(self, count):
            self.count = count
            self.angles = torch.zeros(count, 2, device=DEVICE)
            self.speeds = torch.zeros(count, 2, device=DEVICE)
            self.goals = torch.zeros(count, 2, device=DEVICE)
            self.age = torch.randint(40, (count,), device=DEVICE)

        def tip(self):
            first, second = self.angles[:, 0], self.angles.sum(dim=1)
            return torch.stack([first.cos() + second.cos(), first.sin() + second.sin()], dim=1)

        def observe(self):
            parts = [self.angles.cos(), self.angles.sin(), self.speeds, self.goals - self.tip()]
            return torch.cat(parts, dim=1)

        def reset(self, which):
            fresh = torch.rand(self.count, 2, device=DEVICE)
            which = which[:, None]
            self.angles = torch.where(which, 6.28 * fresh, self.angles)
            self.speeds = torch.where(which, 0.0, self.speeds)
            self.goals = torch.where(which, 2 * fresh.flip(1) - 1, self.goals)
            return self.observe()

        def move(self, action):
            self.speeds = 0.95 * self.speeds + 0.1 * action.clamp(-1, 1)
            self.angles = self.angles + 0.1 * self.speeds
            far = (self.goals - self.tip()).norm(dim=1)
            reward = -far - 0.01 * action.square().sum(dim=1)
            self.age = self.age + 1
            done = self.age >= 40
            self.age = torch.where(done, 0, self.age)
            return self.reset(done), reward, done.float()

    def network(outputs, scale):
        last = nn.Linear(64, outputs)
        nn.init.orthogonal_(last.weight, scale)
        return nn.Sequential(nn.Linear(8, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), last)

    class Agent(nn.Module):
        def __init__(self):
            super().__init__()
            self.critic, self.actor = network(1, 1.0), network(2, 0.01)
            self.spread = nn.Parameter(torch.zeros(1, 2))

        def value(self, x):
            return self.critic(x).squeeze(-1)

        def act(self, x, action=None):
            mean = self.actor(x)
            law = Normal(mean, self.spread.expand_as(mean).exp(), validate_args=False)
            if action is None:
                action = law.sample()
            return action, law.log_prob(action).sum(1), law.entropy().sum(1), self.value(x)

    arms, moves, iterations = 128, 10, 8
    agent = Agent().to(DEVICE)
    optimizer = torch.optim.Adam(agent.parameters(), lr=3e-4, eps=1e-5)
    env = Reachers(arms)
    seen = torch.zeros(moves, arms, 8, device=DEVICE)
    actions = torch.zeros(moves, arms, 2, device=DEVICE)
    logs, rewards, dones, values = torch.zeros(4, moves, arms, device=DEVICE)
    now = env.reset(torch.ones(arms, dtype=torch.bool, device=DEVICE))
    done = torch.zeros(arms, device=DEVICE)
    for iteration in range(iterations):
        with step("iteration"):
            optimizer.param_groups[0]["lr"] = 3e-4 * (1 - iteration / iterations)
            for move in range(moves):
                seen[move], dones[move] = now, done
                with torch.no_grad():
                    actions[move], logs[move], _, values[move] = agent.act(now)
                now, rewards[move], done = env.move(actions[move])
            with torch.no_grad():
                following, after = agent.value(now), 1 - done
                gains, gain = torch.zeros_like(rewards), 0.0
                for move in reversed(range(moves)):
                    delta = rewards[move] + 0.98 * following * after - values[move]
                    gains[move] = gain = delta + 0.98 * 0.95 * after * gain
                    following, after = values[move], 1 - dones[move]
                returns = gains + values
            b_seen, b_actions = seen.flatten(0, 1), actions.flatten(0, 1)
            b_logs, b_gains, b_returns = logs.flatten(), gains.flatten(), returns.flatten()
            for _ in range(2):
                for index in torch.randperm(moves * arms, device=DEVICE).chunk(4):
                    _, log, entropy, value = agent.act(b_seen[index], b_actions[index])
                    ratio = (log - b_logs[index]).exp()
                    gain = b_gains[index]
                    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                    policy = torch.max(-gain * ratio, -gain * ratio.clamp(0.8, 1.2)).mean()
                    worth = 0.5 * (value - b_returns[index]).square().mean()
                    loss = policy + 0.5 * worth - 0.001 * entropy.mean()
                    optimizer.zero_grad()
                    loss.backward()
                    nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                    optimizer.step()
            note(f"iteration {iteration}: reward {rewards.mean().item():.3f}")
    print(f"reward {finite(rewards.mean().item()):.3f} loss {finite(loss.item()):.3f}")


@program
def sage_neighbours():
    """train, eval: GraphSAGE on sampled neighbours; the whole graph is judged after each epoch."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    nodes, edges, classes, width = 20_000, 200_000, 8, 64
    labels = torch.randint(classes, (nodes,))
    source = torch.randint(nodes, (edges,))
    target = torch.where(
        torch.rand(edges) < 0.6, (source + classes * torch.randint(1, 99, (edges,))) % nodes, source
    )
    target = torch.where(target == source, torch.randint(nodes, (edges,)), target)
    order = target.argsort()
    source, target = source[order].to(DEVICE), target[order].to(DEVICE)
    features = (torch.eye(classes)[labels] @ torch.randn(classes, 32) + torch.randn(nodes, 32)).to(
        DEVICE
    )
    labels = labels.to(DEVICE)
    degree = torch.bincount(target, minlength=nodes)
    first = degree.cumsum(0) - degree

    def sample(seeds, fan):
        """So many neighbours of each seed, with repeats; a node without any is its own."""
        place = (torch.rand(len(seeds), fan, device=DEVICE) * degree[seeds, None]).long()
        found = source[(first[seeds, None] + place).clamp(max=edges - 1)]
        return torch.where(degree[seeds, None] > 0, found, seeds[:, None])

    class Layer(nn.Module):
        def __init__(self, before, after):
            super().__init__()
            self.own, self.others = nn.Linear(before, after), nn.Linear(before, after, bias=False)

        def forward(self, x, neighbours):
            return self.own(x) + self.others(neighbours)

    class SAGE(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList([Layer(32, width), Layer(width, classes)])

        def forward(self, seeds):
            near = sample(seeds, 10)
            ring = torch.cat([seeds[:, None], near], dim=1).flatten()
            far = sample(ring, 5)
            x = F.relu(self.layers[0](features[ring], features[far].mean(dim=1)))
            x = F.dropout(x, 0.3, self.training).view(len(seeds), 11, width)
            return self.layers[1](x[:, 0], x[:, 1:].mean(dim=1))

        def whole(self):
            x = features
            for number, layer in enumerate(self.layers):
                total = torch.zeros_like(x).index_add_(0, target, x[source])
                x = layer(x, total / degree.clamp(min=1)[:, None])
                if number == 0:
                    x = F.relu(x)
            return x

    shuffled = torch.randperm(nodes, device=DEVICE)
    train, val = shuffled[:12_288], shuffled[12_288:]
    model = SAGE().to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3, weight_decay=5e-4)
    for epoch in range(5):
        model.train()
        total = 0.0
        for seeds in train[torch.randperm(len(train), device=DEVICE)].split(1024):
            with step("train"):
                optimizer.zero_grad()
                loss = F.cross_entropy(model(seeds), labels[seeds])
                loss.backward()
                optimizer.step()
                total += loss.item() * len(seeds)
        with step("eval"):
            model.eval()
            with torch.no_grad():
                guesses = model.whole().argmax(dim=1)
                rates = [
                    (guesses[part] == labels[part]).float().mean().item() for part in (train, val)
                ]
        note(
            f"epoch {epoch}: loss {total / len(train):.3f} train {rates[0]:.3f} val {rates[1]:.3f}"
        )
    print(f"loss {finite(loss.item()):.3f} val {rates[1]:.3f}")


@program
def pinn_burgers():
    """train: a network that is to satisfy Burgers' equation; losses on each tenth step."""
    import torch
    from torch import nn

    torch.manual_seed(0)

    class Network(nn.Module):
        def __init__(self, layers=(2, 64, 64, 64, 1)):
            super().__init__()
            self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(layers, layers[1:]))
            for layer in self.layers:
                nn.init.xavier_normal_(layer.weight)

        def forward(self, x, t):
            y = torch.cat([x, t], dim=1)
            for layer in self.layers[:-1]:
                y = torch.tanh(layer(y))
            return self.layers[-1](y)

    def gradient(y, x):
        return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]

    model = Network().to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.99)
    x0 = torch.linspace(-1, 1, 256, device=DEVICE)[:, None]
    u0 = -torch.sin(math.pi * x0)
    t0 = torch.zeros_like(x0)
    tb = torch.linspace(0, 1, 128, device=DEVICE)[:, None]
    xb = torch.ones_like(tb)
    for number in range(40):
        with step("train"):
            optimizer.zero_grad()
            x = (2 * torch.rand(8192, 1, device=DEVICE) - 1).requires_grad_()
            t = torch.rand(8192, 1, device=DEVICE).requires_grad_()
            u = model(x, t)
            u_x, u_t = gradient(u, x), gradient(u, t)
            residual = u_t + u * u_x - 0.01 / math.pi * gradient(u_x, x)
            inside = residual.square().mean()
            start = (model(x0, t0) - u0).square().mean()
            edges = model(xb, tb).square().mean() + model(-xb, tb).square().mean()
            loss = inside + start + edges
            loss.backward()
            optimizer.step()
            schedule.step()
            if number % 10 == 0:
                note(
                    f"{number}: pde {inside.item():.4f} ic {start.item():.4f} bc {edges.item():.4f}"
                )
    with torch.no_grad():
        grid = torch.linspace(-1, 1, 200, device=DEVICE)[:, None]
        picture = [model(grid, torch.full_like(grid, t)).cpu() for t in (0.0, 0.25, 0.5, 0.75)]
    print(
        f"loss {finite(loss.item()):.4f} largest {max(p.abs().max().item() for p in picture):.3f}"
    )


class ModelEMA:
    """A smoothed copy of a network, as detectors keep for validation."""

    def __init__(self, model, decay=0.99):
        from copy import deepcopy

        self.ema = deepcopy(model).eval().requires_grad_(False)
        self.decay, self.updates = decay, 0

    def update(self, model):
        self.updates += 1
        decay = self.decay * (1 - math.exp(-self.updates / 10))
        state = model.state_dict()
        for name, value in self.ema.state_dict().items():
            if value.dtype.is_floating_point:
                value.mul_(decay).add_(state[name].detach(), alpha=1 - decay)


def detector_network(classes):
    """Three stages and one head of boxes, certainty and classes for cells of eight pixels."""
    import torch
    from torch import nn

    def conv(before, after, size=3, stride=1):
        return nn.Sequential(
            nn.Conv2d(before, after, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(after, eps=1e-3, momentum=0.03),
            nn.SiLU(inplace=True),
        )

    class C3(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.left, self.right = conv(width, width // 2, 1), conv(width, width // 2, 1)
            self.inner = nn.Sequential(
                conv(width // 2, width // 2, 1), conv(width // 2, width // 2)
            )
            self.both = conv(width, width, 1)

        def forward(self, x):
            left = self.left(x)
            return self.both(torch.cat([left + self.inner(left), self.right(x)], dim=1))

    class Detector(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Sequential(
                conv(3, 16, 3, 2), conv(16, 32, 3, 2), C3(32), conv(32, 64, 3, 2), C3(64)
            )
            self.head = nn.Sequential(conv(64, 64), nn.Conv2d(64, 5 + classes, 1))

        def forward(self, images):
            return self.head(self.body(images)).permute(0, 2, 3, 1)

    return Detector()


def detector_loss(raw, boxes, classes):
    """The cell with the middle of a box answers for it. Boxes: picture, class, x, y, w, h."""
    import torch
    from torch.nn import functional as F

    count, rows, columns, _ = raw.shape
    picture, kind = boxes[:, 0].long(), boxes[:, 1].long()
    row = (boxes[:, 3] * rows).long().clamp(max=rows - 1)
    column = (boxes[:, 2] * columns).long().clamp(max=columns - 1)
    chosen = raw[picture, row, column]
    place = torch.stack([column, row], dim=1)
    middle = (chosen[:, :2].sigmoid() * 2 - 0.5 + place) / rows
    size = (chosen[:, 2:4].sigmoid() * 2).square() / 4
    low = torch.max(middle - size / 2, boxes[:, 2:4] - boxes[:, 4:] / 2)
    high = torch.min(middle + size / 2, boxes[:, 2:4] + boxes[:, 4:] / 2)
    shared = (high - low).clamp(min=0).prod(dim=1)
    iou = shared / (size.prod(dim=1) + boxes[:, 4:].prod(dim=1) - shared + 1e-7)
    certain = torch.zeros(count, rows, columns, device=raw.device)
    certain[picture, row, column] = iou.detach().clamp(min=0).to(certain.dtype)
    box_loss = (1 - iou).mean()
    object_loss = F.binary_cross_entropy_with_logits(raw[..., 4], certain)
    class_loss = F.binary_cross_entropy_with_logits(chosen[:, 5:], F.one_hot(kind, classes).float())
    loss = 0.5 * box_loss + object_loss + 0.5 * class_loss
    return loss, torch.stack([box_loss, object_loss, class_loss]).detach()


def detector_validate(model, loader, classes):
    import torch

    totals, found, seen = torch.zeros(3, device=DEVICE), 0.0, 0
    with torch.no_grad():
        for images, boxes in loader:
            with step("eval"):
                images = images.to(DEVICE, non_blocking=True).float() / 255
                boxes = boxes.to(DEVICE)
                raw = model(images)
                _, items = detector_loss(raw, boxes, classes)
                totals += items
                score = raw[..., 4].sigmoid().flatten(1)
                best, cell = score.topk(10, dim=1)
                kind = raw[..., 5:].flatten(1, 2).argmax(dim=2).gather(1, cell)
                right = (kind[boxes[:, 0].long()] == boxes[:, 1:2]).any(dim=1)
                found += right.float().sum().item()
                seen += len(boxes)
    return (totals / len(loader)).tolist(), found / seen


@program
def yolo_train():
    """train, eval: a detector with warm-up and a smoothed copy that is judged after each epoch."""
    import torch
    from torch.utils.data import DataLoader, Dataset

    classes, size = 5, 128

    class Scenes(Dataset):
        def __init__(self, count, seed):
            self.count, self.seed = count, seed

        def __len__(self):
            return self.count

        def __getitem__(self, index):
            draw = torch.Generator().manual_seed(self.seed * 10_000 + index)
            image = torch.randint(0, 60, (3, size, size), generator=draw, dtype=torch.uint8)
            boxes = []
            for _ in range(int(torch.randint(1, 5, (), generator=draw))):
                w, h = (0.15 + 0.25 * torch.rand(2, generator=draw)).tolist()
                x, y = torch.rand(2, generator=draw).tolist()
                x, y = w / 2 + x * (1 - w), h / 2 + y * (1 - h)
                kind = int(torch.randint(classes, (), generator=draw))
                left, top = int((x - w / 2) * size), int((y - h / 2) * size)
                image[kind % 3, top : top + int(h * size), left : left + int(w * size)] = (
                    120 + 25 * kind
                )
                boxes.append([0, kind, x, y, w, h])
            return image, torch.tensor(boxes)

    def collate(batch):
        images, boxes = zip(*batch)
        for number, one in enumerate(boxes):
            one[:, 0] = number
        return torch.stack(images), torch.cat(boxes)

    torch.manual_seed(0)
    kept = {"num_workers": 2, "pin_memory": DEVICE == "cuda", "collate_fn": collate}
    kept["persistent_workers"] = True
    train = DataLoader(Scenes(160, 1), 16, shuffle=True, **kept)
    val = DataLoader(Scenes(64, 2), 32, **kept)
    model = detector_network(classes).to(DEVICE)
    decay = [p for p in model.parameters() if p.dim() > 1]
    plain = [p for p in model.parameters() if p.dim() <= 1]
    groups = [{"params": plain}, {"params": decay, "weight_decay": 5e-4}]
    optimizer = torch.optim.SGD(groups, lr=0.02, momentum=0.937, nesterov=True)
    epochs, warm = 3, 10
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda e: 1 - 0.9 * e / epochs)
    ema = ModelEMA(model)
    scaler = torch.amp.GradScaler(DEVICE, enabled=DEVICE == "cuda")
    for epoch in range(epochs):
        model.train()
        mean = torch.zeros(3, device=DEVICE)
        for i, (images, boxes) in enumerate(train):
            with step("train"):
                images = images.to(DEVICE, non_blocking=True).float() / 255
                done = i + epoch * len(train)
                if done <= warm:
                    for group in optimizer.param_groups:
                        group["lr"] = group["initial_lr"] * done / warm
                        group["momentum"] = 0.8 + 0.137 * done / warm
                with torch.autocast(DEVICE, dtype=torch.float16, enabled=DEVICE == "cuda"):
                    raw = model(images)
                loss, items = detector_loss(raw.float(), boxes.to(DEVICE), classes)
                scaler.scale(loss).backward()
                scaler.unscale_(optimizer)
                torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=10.0)
                scaler.step(optimizer)
                scaler.update()
                optimizer.zero_grad()
                ema.update(model)
                mean = (mean * i + items) / (i + 1)
        schedule.step()
        losses, recall = detector_validate(ema.ema, val, classes)
        note(f"epoch {epoch}: train {mean.tolist()} val {losses} recall {recall:.3f}")
    print(f"loss {finite(loss.item()):.3f} recall {recall:.3f}")


# Sampling


@program
def flux_sample():
    """denoise: a flow between noise and pictures, by Euler, with texts; one VAE decode a call."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    width, heads = 256, 4

    def attend(q, k, v):
        q, k, v = (t.unflatten(-1, (heads, -1)).transpose(1, 2) for t in (q, k, v))
        return F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)

    class Stream(nn.Module):
        def __init__(self):
            super().__init__()
            self.rule = nn.Linear(width, 6 * width)
            self.norm1 = nn.LayerNorm(width, elementwise_affine=False)
            self.norm2 = nn.LayerNorm(width, elementwise_affine=False)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def before(self, x, time):
            self.parts = self.rule(F.silu(time))[:, None].chunk(6, dim=-1)
            return self.qkv(self.norm1(x) * (1 + self.parts[0]) + self.parts[1]).chunk(3, dim=-1)

        def after(self, x, mixed):
            x = x + self.parts[2] * self.out(mixed)
            y = self.norm2(x) * (1 + self.parts[3]) + self.parts[4]
            return x + self.parts[5] * self.down(F.gelu(self.up(y), approximate="tanh"))

    class Joint(nn.Module):
        """Pictures and texts each have weights of their own, and look at both."""

        def __init__(self):
            super().__init__()
            self.picture, self.text = Stream(), Stream()

        def forward(self, x, text, time):
            first, second = self.picture.before(x, time), self.text.before(text, time)
            mixed = attend(*(torch.cat(pair, dim=1) for pair in zip(second, first)))
            there = text.shape[1]
            return self.picture.after(x, mixed[:, there:]), self.text.after(text, mixed[:, :there])

    class Transformer(nn.Module):
        def __init__(self):
            super().__init__()
            self.enter, self.leave = nn.Linear(64, width), nn.Linear(width, 64)
            self.time = nn.Sequential(nn.Linear(256, width), nn.SiLU(), nn.Linear(width, width))
            self.pooled = nn.Linear(width, width)
            self.place = nn.Parameter(0.02 * torch.randn(1, 256, width))
            self.blocks = nn.ModuleList(Joint() for _ in range(3))
            self.norm = nn.LayerNorm(width)

        def forward(self, latents, text, pooled, t):
            rates = torch.exp(-math.log(10_000) * torch.arange(128, device=t.device) / 128)
            angles = 1000 * t[:, None].float() * rates
            waves = torch.cat([angles.cos(), angles.sin()], dim=1).to(latents.dtype)
            time = self.time(waves) + self.pooled(pooled)
            x = self.enter(latents) + self.place
            for block in self.blocks:
                x, text = block(x, text, time)
            return self.leave(self.norm(x))

    class Pipeline:
        def __init__(self):
            kind = torch.bfloat16 if DEVICE == "cuda" else torch.float32
            layer = nn.TransformerEncoderLayer(width, heads, 2 * width, 0.0, batch_first=True)
            self.words = nn.Embedding(1000, width).to(DEVICE, kind)
            self.encoder = nn.TransformerEncoder(layer, 2).to(DEVICE, kind).eval()
            self.transformer = Transformer().to(DEVICE, kind).eval()
            self.vae = nn.Sequential(
                nn.Conv2d(16, 64, 3, padding=1),
                nn.GroupNorm(8, 64),
                nn.SiLU(),
                nn.Upsample(scale_factor=2),
                nn.Conv2d(64, 32, 3, padding=1),
                nn.GroupNorm(8, 32),
                nn.SiLU(),
                nn.Upsample(scale_factor=4),
                nn.Conv2d(32, 3, 3, padding=1),
            ).to(DEVICE, kind)
            self.kind = kind

        def encode_prompt(self, ids):
            hidden = self.encoder(self.words(ids.to(DEVICE)))
            return hidden, hidden.mean(dim=1)

        @torch.no_grad()
        def __call__(self, ids, steps, guidance, shift=3.0):
            count = len(ids)
            both = torch.cat([torch.zeros_like(ids), ids])
            text, pooled = self.encode_prompt(both)
            latents = torch.randn(count, 256, 64, device=DEVICE, dtype=self.kind)
            sigmas = torch.linspace(1, 1 / steps, steps)
            sigmas = shift * sigmas / (1 + (shift - 1) * sigmas)
            sigmas = torch.cat([sigmas, torch.zeros(1)]).tolist()
            for now, after in zip(sigmas, sigmas[1:]):
                with step("denoise"):
                    t = torch.full((2 * count,), now, device=DEVICE)
                    flow = self.transformer(torch.cat([latents, latents]), text, pooled, t)
                    without, with_text = flow.chunk(2)
                    flow = without + guidance * (with_text - without)
                    latents = (latents.float() + (after - now) * flow.float()).to(self.kind)
            x = latents.view(count, 16, 16, 16, 2, 2).permute(0, 3, 1, 4, 2, 5)
            image = self.vae(x.reshape(count, 16, 32, 32) / 0.36 + 0.12)
            return (image / 2 + 0.5).clamp(0, 1).float().permute(0, 2, 3, 1).cpu()

    pipe = Pipeline()
    for count in (4, 1):
        images = pipe(torch.randint(1, 1000, (count, 32)), steps=24, guidance=3.5)
    print(f"image {tuple(images.shape)} mean {finite(images.mean().item()):.3f}")


@program
def graphed_vqvae():
    """train, eval: a VQ-VAE whose encoder and decoder are graphed callables; codes move by EMA."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    codes, width = 256, 32

    class Residual(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Sequential(
                nn.ReLU(), nn.Conv2d(64, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, 64, 1)
            )

        def forward(self, x):
            return x + self.body(x)

    encoder = nn.Sequential(
        nn.Conv2d(3, 32, 4, 2, 1),
        nn.ReLU(),
        nn.Conv2d(32, 64, 4, 2, 1),
        Residual(),
        Residual(),
        nn.Conv2d(64, width, 1),
    ).to(DEVICE)
    decoder = nn.Sequential(
        nn.Conv2d(width, 64, 3, padding=1),
        Residual(),
        Residual(),
        nn.ConvTranspose2d(64, 32, 4, 2, 1),
        nn.ReLU(),
        nn.ConvTranspose2d(32, 3, 4, 2, 1),
    ).to(DEVICE)
    book = 0.1 * torch.randn(codes, width, device=DEVICE)
    sizes, sums = torch.ones(codes, device=DEVICE), book.clone()
    batch = 64
    if DEVICE == "cuda":
        x = torch.randn(batch, 3, 32, 32, device=DEVICE)
        z = torch.randn(batch, width, 8, 8, device=DEVICE, requires_grad=True)
        encoder, decoder = torch.cuda.make_graphed_callables((encoder, decoder), ((x,), (z,)))
    parameters = [*encoder.parameters(), *decoder.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=1e-3)

    def quantize(z):
        flat = z.permute(0, 2, 3, 1).reshape(-1, width)
        far = flat.square().sum(1, keepdim=True) - 2 * flat @ book.T + book.square().sum(1)
        chosen = far.argmin(dim=1)
        q = book[chosen].view(z.shape[0], 8, 8, width).permute(0, 3, 1, 2)
        return q, chosen, flat

    def follow(chosen, flat):
        with torch.no_grad():
            marks = F.one_hot(chosen, codes).type(flat.dtype)
            sizes.mul_(0.95).add_(marks.sum(0), alpha=0.05)
            sums.mul_(0.95).add_(marks.T @ flat, alpha=0.05)
            total = sizes.sum()
            smooth = (sizes + 1e-5) / (total + codes * 1e-5) * total
            book.copy_(sums / smooth[:, None])
            share = marks.mean(0)
            return torch.exp(-(share * (share + 1e-10).log()).sum())

    images = torch.rand(1024, 3, 8, 8)
    images = F.interpolate(images, size=32, mode="bilinear") * 2 - 1
    train, held = images[:768], images[768:]
    done = 0
    for epoch in range(3):
        encoder.train(), decoder.train()
        for index in torch.randperm(len(train)).split(batch):
            with step("train"):
                x = train[index].to(DEVICE)
                z = encoder(x)
                q, chosen, flat = quantize(z)
                used = follow(chosen, flat.detach())
                commitment = F.mse_loss(z, q.detach())
                made = decoder(z + (q - z).detach())
                error = F.mse_loss(made, x)
                loss = error + 0.25 * commitment
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
            if done % 6 == 0:
                note(f"step {done}: error {error.item():.4f} perplexity {used.item():.1f}")
            done += 1
        encoder.eval(), decoder.eval()
        total = 0.0
        for x in held.split(batch):
            with step("eval"), torch.no_grad():
                x = x.to(DEVICE)
                q, _, _ = quantize(encoder(x))
                total += F.mse_loss(decoder(q), x).item()
        note(f"epoch {epoch}: held {total / 4:.4f}")
    print(f"loss {finite(loss.item()):.4f} held {total / 4:.4f}")


# transformers


@program
def distilbert_qa():
    """train, eval: a DistilBERT finds answers in texts padded by batch; judged each epoch."""
    import torch
    from transformers import DistilBertConfig, DistilBertForQuestionAnswering
    from transformers import get_linear_schedule_with_warmup

    torch.manual_seed(0)
    config = DistilBertConfig(
        vocab_size=1000, dim=128, n_layers=3, n_heads=4, hidden_dim=512, max_position_embeddings=160
    )
    model = DistilBertForQuestionAnswering(config).to(DEVICE)

    def examples(count):
        """A question asks for one word; its place in the text is the answer."""
        made = []
        for _ in range(count):
            length = int(torch.randint(60, 150, ()))
            ids = torch.randint(10, 1000, (length,))
            start = int(torch.randint(12, length - 4, ()))
            ids[0], ids[1], ids[2], ids[start] = 1, 5, 2, 5
            made.append((ids, start, start + int(torch.randint(3, ()))))
        return made

    def batches(data, size, shuffle):
        order = torch.randperm(len(data)).tolist() if shuffle else range(len(data))
        for first in range(0, len(data), size):
            part = [data[i] for i in order[first : first + size]]
            ids = torch.nn.utils.rnn.pad_sequence([p[0] for p in part], batch_first=True)
            places = torch.tensor([p[1:] for p in part])
            yield {
                "input_ids": ids,
                "attention_mask": (ids != 0).long(),
                "start_positions": places[:, 0],
                "end_positions": places[:, 1],
            }

    train, held = examples(160), examples(48)
    epochs, size = 2, 16
    total = epochs * len(train) // size
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4, weight_decay=0.01)
    schedule = get_linear_schedule_with_warmup(optimizer, total // 10, total)
    for epoch in range(epochs):
        model.train()
        for number, batch in enumerate(batches(train, size, True)):
            with step("train"):
                batch = {name: value.to(DEVICE) for name, value in batch.items()}
                outputs = model(**batch)
                loss = outputs.loss
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                schedule.step()
                optimizer.zero_grad()
            if number % 5 == 0:
                note(f"epoch {epoch} {number}: {loss.item():.3f}")
        model.eval()
        exact, seen = 0, 0
        for batch in batches(held, size, False):
            with step("eval"):
                batch = {name: value.to(DEVICE) for name, value in batch.items()}
                with torch.no_grad():
                    outputs = model(**batch)
                scores = outputs.start_logits[:, :, None] + outputs.end_logits[:, None, :]
                allowed = torch.ones_like(scores[0]).triu().tril(8).bool()
                best = scores.masked_fill(~allowed, -1e9).flatten(1).argmax(dim=1)
                start = best // scores.shape[2]
                exact += (start == batch["start_positions"]).sum().item()
                seen += len(start)
        note(f"epoch {epoch}: exact {exact / seen:.3f}")
    print(f"loss {finite(loss.item()):.3f} exact {exact / seen:.3f}")


@program
def opt_beam():
    """prefill, decode: beam search with a small OPT, its cache reordered after each token."""
    import torch
    from transformers import DynamicCache, OPTConfig, OPTForCausalLM

    torch.manual_seed(0)
    config = OPTConfig(
        vocab_size=2000,
        hidden_size=256,
        num_hidden_layers=4,
        ffn_dim=1024,
        num_attention_heads=4,
        max_position_embeddings=128,
        word_embed_proj_dim=256,
    )
    kind = torch.float16 if DEVICE == "cuda" else torch.float32
    model = OPTForCausalLM(config).to(DEVICE, kind).eval()

    @torch.inference_mode()
    def beam_search(ids, beams, new):
        with step("prefill"):
            ids = ids.to(DEVICE)
            count = len(ids)
            cache = DynamicCache()
            ids = ids.repeat_interleave(beams, dim=0)
            mask = torch.ones_like(ids)
            logits = model(ids, attention_mask=mask, past_key_values=cache, use_cache=True).logits
            scores = torch.full((count, beams), -1e9, device=DEVICE)
            scores[:, 0] = 0
            first = beams * torch.arange(count, device=DEVICE)[:, None]
        for _ in range(new):
            with step("decode"):
                likely = logits[:, -1].float().log_softmax(dim=-1)
                size = likely.shape[-1]
                sums = (scores.view(-1, 1) + likely).view(count, -1)
                scores, best = sums.topk(beams, dim=1)
                parent, token = (first + best // size).flatten(), (best % size).view(-1, 1)
                cache.reorder_cache(parent)
                ids = torch.cat([ids[parent], token], dim=1)
                mask = torch.cat([mask[parent], torch.ones_like(token)], dim=1)
                logits = model(
                    token, attention_mask=mask, past_key_values=cache, use_cache=True
                ).logits
        return ids.view(count, beams, -1)[:, 0].cpu(), (scores[:, 0] / ids.shape[1]).tolist()

    for length in (24, 40, 17):
        best, scores = beam_search(torch.randint(4, 2000, (2, length)), 4, 18)
        note(f"{length} tokens: {best[0, length:].tolist()} {scores[0]:.3f}")
    print(f"score {finite(scores[0]):.3f}")


# JAX


@program
def jax_vit():
    """train, eval: a ViT by jitted AdamW with a warm-up; three held batches after each epoch."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    draw = np.random.default_rng(0)
    width, heads, depth, patch, classes = 128, 4, 3, 4, 10
    labels = draw.integers(classes, size=1344)
    images = draw.normal(size=(1344, 32, 32, 3)) * 0.5 + labels[:, None, None, None] / classes
    images, labels = images.astype(np.float32), labels.astype(np.int32)

    def dense(key, before, after):
        return {"w": jax.random.normal(key, (before, after)) * before**-0.5, "b": jnp.zeros(after)}

    def norm():
        return {"scale": jnp.ones(width), "bias": jnp.zeros(width)}

    @jax.jit
    def create(key):
        keys = iter(jax.random.split(key, 3 + 4 * depth))
        blocks = []
        for _ in range(depth):
            block = {"norm1": norm(), "norm2": norm()}
            block["qkv"] = dense(next(keys), width, 3 * width)
            block["out"] = dense(next(keys), width, width)
            block["up"] = dense(next(keys), width, 4 * width)
            block["down"] = dense(next(keys), 4 * width, width)
            blocks.append(block)
        return {
            "enter": dense(next(keys), patch * patch * 3, width),
            "place": 0.02 * jax.random.normal(next(keys), (64, width)),
            "blocks": blocks,
            "norm": norm(),
            "head": dense(next(keys), width, classes),
        }

    def apply(layer, x):
        return x @ layer["w"] + layer["b"]

    def layer_norm(layer, x):
        x = x - x.mean(axis=-1, keepdims=True)
        x = x * jax.lax.rsqrt(jnp.square(x).mean(axis=-1, keepdims=True) + 1e-6)
        return x * layer["scale"] + layer["bias"]

    def forward(params, images):
        count = images.shape[0]
        x = images.reshape(count, 8, patch, 8, patch, 3).transpose(0, 1, 3, 2, 4, 5)
        x = apply(params["enter"], x.reshape(count, 64, -1)) + params["place"]
        for block in params["blocks"]:
            y = apply(block["qkv"], layer_norm(block["norm1"], x))
            q, k, v = jnp.moveaxis(y.reshape(count, 64, 3, heads, width // heads), 2, 0)
            mixed = jax.nn.dot_product_attention(q, k, v).reshape(count, 64, width)
            x = x + apply(block["out"], mixed)
            x = x + apply(
                block["down"], jax.nn.gelu(apply(block["up"], layer_norm(block["norm2"], x)))
            )
        return apply(params["head"], layer_norm(params["norm"], x).mean(axis=1))

    def loss_of(params, images, labels):
        logits = jax.nn.log_softmax(forward(params, images))
        return -jnp.take_along_axis(logits, labels[:, None], axis=1).mean()

    @jax.jit
    def train_step(state, images, labels):
        params, first, second, count = state
        loss, gradient = jax.value_and_grad(loss_of)(params, images, labels)
        count = count + 1
        rate = 1e-3 * jnp.minimum(1.0, count / 10)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)

        def moved(p, m, v):
            m, v = m / (1 - 0.9**count), v / (1 - 0.999**count)
            return p - rate * (m / (jnp.sqrt(v) + 1e-8) + 0.05 * p)

        return (jax.tree.map(moved, params, first, second), first, second, count), loss

    @jax.jit
    def eval_step(params, images, labels):
        return (forward(params, images).argmax(axis=1) == labels).mean()

    params = create(jax.random.key(0))
    state = (params, *(jax.tree.map(jnp.zeros_like, params) for _ in range(2)), jnp.float32(0))
    size = 64
    for epoch in range(3):
        order = draw.permutation(1152)
        for number in range(len(order) // size):
            with step("train"):
                index = order[number * size : (number + 1) * size]
                state, loss = train_step(state, images[index], labels[index])
            if number % 6 == 0:
                note(f"epoch {epoch} {number}: loss {loss:.3f}")
        rates = []
        for first in range(1152, 1344, size):
            with step("eval"):
                index = slice(first, first + size)
                rates.append(float(eval_step(state[0], images[index], labels[index])))
        note(f"epoch {epoch}: accuracy {np.mean(rates):.3f}")
    print(f"loss {finite(float(loss)):.3f} accuracy {np.mean(rates):.3f}")


@program
def jax_neural_ode():
    """train: a neural ODE whose integration is a lax.scan; the loss is read on each fifth step."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    times = jnp.linspace(0, 2, 11)

    @jax.jit
    def create(key):
        sizes = (2, 64, 64, 2)
        keys = jax.random.split(key, len(sizes) - 1)
        return [
            (jax.random.normal(k, (a, b)) * (0.5 / a) ** 0.5, jnp.zeros(b))
            for k, a, b in zip(keys, sizes, sizes[1:])
        ]

    def field(params, y):
        for weight, bias in params[:-1]:
            y = jnp.tanh(y @ weight + bias)
        return y @ params[-1][0] + params[-1][1]

    def solve(slope, start):
        """Fourth-order Runge-Kutta over the times."""

        def advance(y, dt):
            k1 = slope(y)
            k2 = slope(y + dt / 2 * k1)
            k3 = slope(y + dt / 2 * k2)
            k4 = slope(y + dt * k3)
            y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            return y, y

        _, path = jax.lax.scan(advance, start, jnp.diff(times))
        return path

    def spiral(y):
        return jnp.stack(
            [-0.1 * y[..., 0] + 2 * y[..., 1], -2 * y[..., 0] - 0.1 * y[..., 1]], axis=-1
        )

    @jax.jit
    def make_data(key):
        start = jax.random.uniform(key, (512, 2), minval=-2, maxval=2)
        return start, jnp.moveaxis(solve(spiral, start), 0, 1)

    def loss_of(params, start, path):
        made = solve(lambda y: field(params, y), start)
        return jnp.square(jnp.moveaxis(made, 0, 1) - path).mean()

    @jax.jit
    def make_step(params, m, v, count, start, path):
        loss, gradient = jax.value_and_grad(loss_of)(params, start, path)
        count = count + 1
        m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, gradient)
        v = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g * g, v, gradient)
        scale = 3e-3 * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        params = jax.tree.map(lambda p, a, b: p - scale * a / (jnp.sqrt(b) + 1e-8), params, m, v)
        return params, m, v, count, loss

    starts, paths = (np.asarray(part) for part in make_data(jax.random.key(1)))
    params = create(jax.random.key(0))
    m, v = (jax.tree.map(jnp.zeros_like, params) for _ in range(2))
    count = jnp.float32(0)
    draw = np.random.default_rng(0)
    for number in range(20):
        with step("train"):
            index = draw.choice(512, 64, replace=False)
            params, m, v, count, loss = make_step(params, m, v, count, starts[index], paths[index])
            if number % 5 == 0:
                note(f"step {number}: loss {loss.item():.4f}")
    print(f"loss {finite(loss.item()):.4f}")


@program
def jax_spectral():
    """step: turbulence in two dimensions by spectra, Crank-Nicolson and RK; energy each 25th."""
    import jax
    import jax.numpy as jnp

    size, dt, viscosity = 512, 2e-3, 1e-4
    k = jnp.fft.fftfreq(size, 1 / size)
    kx, ky = k[:, None], jnp.fft.rfftfreq(size, 1 / size)[None, :]
    squared = kx**2 + ky**2
    inverse = jnp.where(squared > 0, 1 / jnp.where(squared > 0, squared, 1), 0)
    keep = (jnp.abs(kx) < size / 3) & (ky < size / 3)
    decay = 0.5 * dt * viscosity * squared

    def carried(w):
        """Minus the vorticity carried by its own flow, without aliases."""
        stream = w * inverse
        u, v = jnp.fft.irfft2(1j * ky * stream), jnp.fft.irfft2(-1j * kx * stream)
        slope_x, slope_y = jnp.fft.irfft2(1j * kx * w), jnp.fft.irfft2(1j * ky * w)
        return jnp.where(keep, -jnp.fft.rfft2(u * slope_x + v * slope_y), 0)

    @jax.jit
    def advance(w):
        before = 0
        for old, new in ((0.0, 1 / 3), (-5 / 9, 15 / 16), (-153 / 128, 8 / 15)):
            before = carried(w) + old * before
            w = w + new * dt * before
        return w * (1 - decay) / (1 + decay)

    @jax.jit
    def energy(w):
        return (jnp.abs(w) ** 2 * inverse).sum() / float(size) ** 4

    @jax.jit
    def start(key):
        noise = jnp.fft.rfft2(jax.random.normal(key, (size, size)))
        ring = jnp.exp(-((jnp.sqrt(squared) - 8) ** 2) / 8)
        return 100 * noise * ring

    w = start(jax.random.key(0))
    for number in range(200):
        with step("step"):
            w = advance(w)
        if number % 25 == 24:
            note(f"step {number + 1}: energy {float(energy(w)):.5f}")
    print(f"energy {finite(float(energy(w))):.6f}")


# CuPy


@program
def cupy_gray_scott():
    """step: two chemicals that react and spread; means are read on each 100th step."""
    import cupy as cp

    react = cp.ElementwiseKernel(
        "float32 u, float32 v, float32 lu, float32 lv, float32 feed, float32 kill",
        "float32 nu, float32 nv",
        """
        float made = u * v * v;
        nu = u + 0.16f * lu - made + feed * (1.0f - u);
        nv = v + 0.08f * lv + made - (feed + kill) * v;
        """,
        "react",
    )
    laplace = cp.RawKernel(
        r"""
        extern "C" __global__ void laplace(const float *a, float *out, int n) {
            int x = blockIdx.x * blockDim.x + threadIdx.x;
            int y = blockIdx.y * blockDim.y + threadIdx.y;
            if (x >= n || y >= n) return;
            int left = (x + n - 1) % n, right = (x + 1) % n;
            int up = (y + n - 1) % n * n, down = (y + 1) % n * n, row = y * n;
            out[row + x] = 0.2f * (a[row + left] + a[row + right] + a[up + x] + a[down + x])
                + 0.05f * (a[up + left] + a[up + right] + a[down + left] + a[down + right])
                - a[row + x];
        }
        """,
        "laplace",
    )
    n = 1024
    cp.random.seed(0)
    u, v = cp.ones((n, n), dtype=cp.float32), cp.zeros((n, n), dtype=cp.float32)
    for _ in range(12):
        x, y = (int(place) for place in cp.random.randint(0, n - 40, 2))
        u[x : x + 40, y : y + 40], v[x : x + 40, y : y + 40] = 0.5, 0.25
    v += 0.02 * cp.random.random((n, n), dtype=cp.float32)
    lu, lv = cp.empty_like(u), cp.empty_like(v)
    grid, block = ((n + 31) // 32, (n + 7) // 8), (32, 8)
    for number in range(1500):
        with step("step"):
            laplace(grid, block, (u, lu, cp.int32(n)))
            laplace(grid, block, (v, lv, cp.int32(n)))
            react(u, v, lu, lv, cp.float32(0.035), cp.float32(0.06), u, v)
        if (number + 1) % 100 == 0:
            note(f"step {number + 1}: {float(u.mean()):.4f} {float(v.mean()):.4f}")
    print(f"mean {finite(float(v.mean())):.4f} spread {float(v.std()):.4f}")


@program
def cupy_hmc():
    """sample: Hamiltonian Monte Carlo for a logistic regression; ten moves, then judged."""
    import cupy as cp

    cp.random.seed(1)
    rows, columns = 20_000, 24
    x = cp.random.standard_normal((rows, columns))
    truth = cp.linspace(-1, 1, columns)
    y = (cp.random.random(rows) < 1 / (1 + cp.exp(-(x @ truth)))).astype(cp.float64)

    def energy(w):
        z = x @ w
        return cp.logaddexp(0, z).sum() - (y * z).sum() + 0.5 * (w * w).sum()

    def slope(w):
        return x.T @ (1 / (1 + cp.exp(-(x @ w))) - y) + w

    w, size, leaps = cp.zeros(columns), 0.01, 10
    now = energy(w)
    taken, kept, samples = 0, [], 100
    for number in range(samples):
        with step("sample"):
            p = cp.random.standard_normal(columns)
            start = now + 0.5 * (p * p).sum()
            q = w.copy()
            p -= 0.5 * size * slope(q)
            for leap in range(leaps):
                q += size * p
                p -= (size if leap < leaps - 1 else 0.5 * size) * slope(q)
            there = energy(q)
            if float(cp.log(cp.random.random())) < float(start - there - 0.5 * (p * p).sum()):
                w, now = q, there
                taken += 1
            if number >= samples // 2:
                kept.append(w)
        if number < samples // 2 and number % 10 == 9:
            size *= 1.2 if taken / (number + 1) > 0.8 else 0.8
            note(f"sample {number + 1}: energy {float(now):.2f} taken {taken / (number + 1):.2f}")
    mean = cp.stack(kept).mean(axis=0)
    print(f"error {finite(float(cp.abs(mean - truth).max())):.3f} taken {taken / samples:.2f}")


# Triton


def layer_norm_kernels():
    """LayerNorm forward and backward, as in the tutorial, and the optimizer Lion, in place."""
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def norm_forward(x, w, b, out, means, rstds, width, eps, block: tl.constexpr):
        row = tl.program_id(0)
        at = tl.arange(0, block)
        mask = at < width
        value = tl.load(x + row * width + at, mask=mask, other=0.0).to(tl.float32)
        mean = tl.sum(value, axis=0) / width
        apart = tl.where(mask, value - mean, 0.0)
        rstd = 1 / tl.sqrt(tl.sum(apart * apart, axis=0) / width + eps)
        tl.store(means + row, mean)
        tl.store(rstds + row, rstd)
        weight = tl.load(w + at, mask=mask, other=0.0)
        bias = tl.load(b + at, mask=mask, other=0.0)
        tl.store(out + row * width + at, apart * rstd * weight + bias, mask=mask)

    @triton.jit
    def norm_backward(dout, x, w, means, rstds, dx, dw, db, width, block: tl.constexpr):
        row = tl.program_id(0)
        at = tl.arange(0, block)
        mask = at < width
        value = tl.load(x + row * width + at, mask=mask, other=0.0).to(tl.float32)
        grad = tl.load(dout + row * width + at, mask=mask, other=0.0).to(tl.float32)
        weight = tl.load(w + at, mask=mask, other=0.0)
        rstd = tl.load(rstds + row)
        same = tl.where(mask, (value - tl.load(means + row)) * rstd, 0.0)
        tl.atomic_add(dw + at, grad * same, mask=mask)
        tl.atomic_add(db + at, grad, mask=mask)
        weighted = grad * weight
        first = tl.sum(same * weighted, axis=0) / width
        second = tl.sum(weighted, axis=0) / width
        tl.store(dx + row * width + at, (weighted - same * first - second) * rstd, mask=mask)

    @triton.jit
    def lion_kernel(p, g, m, lr, decay, beta1, beta2, count, block: tl.constexpr):
        at = tl.program_id(0) * block + tl.arange(0, block)
        mask = at < count
        value = tl.load(p + at, mask=mask)
        grad = tl.load(g + at, mask=mask)
        mean = tl.load(m + at, mask=mask)
        push = mean * beta1 + grad * (1 - beta1)
        sign = tl.where(push > 0, 1.0, tl.where(push < 0, -1.0, 0.0))
        tl.store(p + at, value * (1 - lr * decay) - lr * sign, mask=mask)
        tl.store(m + at, mean * beta2 + grad * (1 - beta2), mask=mask)

    class LayerNormFunction(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, weight, bias, eps):
            ctx.shape = x.shape
            flat = x.reshape(-1, x.shape[-1]).contiguous()
            rows, width = flat.shape
            out = torch.empty_like(flat)
            means, rstds = (torch.empty(rows, device=x.device) for _ in range(2))
            block = triton.next_power_of_2(width)
            norm_forward[(rows,)](flat, weight, bias, out, means, rstds, width, eps, block=block)
            ctx.save_for_backward(flat, weight, means, rstds)
            return out.view(x.shape)

        @staticmethod
        def backward(ctx, dout):
            flat, weight, means, rstds = ctx.saved_tensors
            rows, width = flat.shape
            dx = torch.empty_like(flat)
            dw, db = torch.zeros_like(weight), torch.zeros_like(weight)
            block = triton.next_power_of_2(width)
            dout = dout.reshape(rows, width).contiguous()
            norm_backward[(rows,)](dout, flat, weight, means, rstds, dx, dw, db, width, block=block)
            return dx.view(ctx.shape), dw, db, None

    class LayerNorm(torch.nn.Module):
        def __init__(self, width):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(width))
            self.bias = torch.nn.Parameter(torch.zeros(width))

        def forward(self, x):
            return LayerNormFunction.apply(x, self.weight, self.bias, 1e-5)

    class Lion(torch.optim.Optimizer):
        def __init__(self, params, lr, betas=(0.9, 0.99), weight_decay=0.1):
            super().__init__(params, {"lr": lr, "betas": betas, "weight_decay": weight_decay})

        @torch.no_grad()
        def step(self):
            for group in self.param_groups:
                for p in group["params"]:
                    state = self.state[p]
                    if not state:
                        state["mean"] = torch.zeros_like(p)
                    lion_kernel[(triton.cdiv(p.numel(), 1024),)](
                        p,
                        p.grad.contiguous(),
                        state["mean"],
                        group["lr"],
                        group["weight_decay"],
                        *group["betas"],
                        p.numel(),
                        block=1024,
                    )

    return LayerNorm, Lion


@program
def triton_lion():
    """train, eval: residual layers with LayerNorm and Lion in Triton, on table rows by epochs."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    LayerNorm, Lion = layer_norm_kernels()
    torch.manual_seed(0)

    class Residual(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.norm = LayerNorm(width)
            self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

        def forward(self, x):
            return x + self.down(F.gelu(self.up(self.norm(x))))

    model = nn.Sequential(
        nn.Linear(40, 192), *[Residual(192) for _ in range(4)], LayerNorm(192), nn.Linear(192, 6)
    ).to(DEVICE)
    optimizer = Lion(model.parameters(), lr=3e-4)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)
    x = torch.randn(6144, 40)
    y = (x @ torch.randn(40, 6)).argmax(dim=1)
    x, y, held_x, held_y = (t.to(DEVICE) for t in (x[:5120], y[:5120], x[5120:], y[5120:]))
    for epoch in range(4):
        model.train()
        for number, index in enumerate(torch.randperm(5120, device=DEVICE).split(512)):
            with step("train"):
                optimizer.zero_grad()
                loss = F.cross_entropy(model(x[index]), y[index])
                loss.backward()
                optimizer.step()
            if number % 5 == 0:
                note(f"epoch {epoch} {number}: loss {loss.item():.3f}")
        schedule.step()
        model.eval()
        right = 0
        with torch.no_grad():
            for a, b in zip(held_x.split(256), held_y.split(256)):
                with step("eval"):
                    right += (model(a).argmax(dim=1) == b).sum().item()
        note(f"epoch {epoch}: accuracy {right / len(held_y):.3f}")
    print(f"loss {finite(loss.item()):.3f} accuracy {right / len(held_y):.3f}")


# Programs without steps


@program
def nosteps_kmers():
    """No steps: reads of a genome: words counted, errors removed, a graph and its paths, once."""
    import torch

    torch.manual_seed(0)
    genome = torch.randint(4, (30_000,), device=DEVICE)
    starts = torch.randint(30_000 - 100, (8_000,), device=DEVICE)
    reads = genome[starts[:, None] + torch.arange(100, device=DEVICE)]
    wrong = torch.rand(reads.shape, device=DEVICE) < 0.005
    reads = torch.where(wrong, (reads + torch.randint(1, 4, reads.shape, device=DEVICE)) % 4, reads)
    note("reads", tuple(reads.shape), "errors", wrong.sum().item())

    # Quality of the reads.
    quality = (
        35 - 0.1 * torch.arange(100, device=DEVICE) + 3 * torch.randn(reads.shape, device=DEVICE)
    )
    quality = quality.clamp(2, 40)
    bad = quality.cumsum(1).div(torch.arange(1, 101, device=DEVICE)) < 28
    lengths = torch.where(bad.any(1), bad.float().argmax(1), 100)
    reads = reads[lengths >= 60]
    bases = torch.stack([(reads == base).float().mean(0) for base in range(4)])
    note("kept", len(reads), "GC", bases[1:3].sum(0).mean().item())

    # Words of 21 letters as numbers, and the smaller of each and its complement's.
    k = 21
    powers = 4 ** torch.arange(k - 1, -1, -1, device=DEVICE)
    words = (reads.unfold(1, k, 1) * powers).sum(-1)
    mirrored = ((3 - reads).unfold(1, k, 1) * powers.flip(0)).sum(-1)
    canonical = torch.minimum(words, mirrored).flatten()
    kinds, counts = torch.unique(canonical, return_counts=True)
    spectrum = torch.bincount(counts, minlength=60)[:60]
    valley = int(spectrum[1:12].argmin()) + 1
    peak = int(spectrum[valley:].argmax()) + valley
    size = (counts[counts >= valley].sum() / peak).item()
    note("words", len(kinds), "valley", valley, "peak", peak, "size about", size)

    # Only words that were seen often; a histogram, a scan, and a compaction.
    solid = counts >= valley
    place = solid.long().cumsum(0) - 1
    dense = torch.empty(int(solid.sum()), dtype=torch.long, device=DEVICE)
    dense[place[solid]] = kinds[solid]
    depth = torch.zeros(len(dense), device=DEVICE).index_put_(
        (place[solid],), counts[solid].float()
    )
    histogram = torch.histc(depth, bins=32)
    edges = histogram.cumsum(0) / histogram.sum()
    note("solid", len(dense), "median bin", int((edges < 0.5).sum()))

    # A sketch of the words, and how alike two halves of the reads are by it.
    def mixed(x):
        x = (x ^ (x >> 31)) * 0x7FB5D329728EA185
        return x ^ (x >> 27)

    halves = canonical.chunk(2)
    first, second = (torch.unique(mixed(half))[:2000] for half in halves)
    joined, times = torch.cat([first, second]).unique(return_counts=True)
    smallest = joined[:2000]
    note("alike", (times[:2000] == 2).float().mean().item(), smallest[0].item())

    # Edges between solid words, components by pointers, and the degrees.
    forward = words.flatten()
    where = torch.searchsorted(dense, canonical).clamp(max=len(dense) - 1)
    known = (dense[where] == canonical).view(words.shape)
    node = where.view(words.shape)
    both = known[:, :-1] & known[:, 1:]
    pairs = torch.stack([node[:, :-1][both], node[:, 1:][both]])
    pairs = torch.unique(pairs.sort(dim=0).values, dim=1)
    degree = torch.bincount(pairs.flatten(), minlength=len(dense))
    ends = (degree == 1).sum().item()
    note("edges", pairs.shape[1], "ends", ends, "branches", (degree > 2).sum().item())
    matrix = torch.sparse_coo_tensor(
        pairs, torch.ones(pairs.shape[1], device=DEVICE), (len(dense),) * 2
    )
    near = torch.sparse.mm(matrix, depth[:, None])[:, 0] + depth
    note("smoothed depth", near.mean().item())

    # Positions of the words in the genome that made them.
    all_words = (genome.unfold(0, k, 1) * powers).sum(-1)
    ordered, order = all_words.sort()
    index = torch.searchsorted(ordered, forward).clamp(max=len(ordered) - 1)
    found = ordered[index] == forward
    position = torch.where(found, order[index], -1).view(words.shape)
    diagonal = position - torch.arange(words.shape[1], device=DEVICE)
    start = torch.where(position >= 0, diagonal, 10**9).median(dim=1).values
    placed = start < 30_000
    cover = torch.zeros(30_101, device=DEVICE)
    cover.index_add_(0, start[placed], torch.ones(int(placed.sum()), device=DEVICE))
    cover.index_add_(0, start[placed] + 100, -torch.ones(int(placed.sum()), device=DEVICE))
    cover = cover.cumsum(0)
    votes = torch.zeros(30_100, 4, device=DEVICE)
    spots = (start[placed, None] + torch.arange(100, device=DEVICE)).clamp(0, 30_099)
    votes.view(-1).index_add_(
        0, (spots * 4 + reads[placed]).flatten(), torch.ones(spots.numel(), device=DEVICE)
    )
    consensus = votes.argmax(1)[:30_000]
    seen = votes.sum(1)[:30_000] > 0
    same = (consensus == genome)[seen].float().mean().item()
    note("placed", placed.float().mean().item(), "covered", (cover > 0).float().mean().item())
    letters = torch.tensor([16, 4, 1], device=DEVICE)
    translated = (consensus.view(-1, 3) * letters).sum(1)
    codons = torch.bincount(translated, minlength=64).float()
    usage = codons / codons.sum()
    entropy = -(usage * usage.clamp(min=1e-9).log2()).sum().item()
    print(f"same {finite(same):.4f} entropy {entropy:.3f}")


@program
def nosteps_layers_bench():
    """No steps: layers of networks, forward and backward, each warmed and timed over five runs."""
    import time

    import torch
    from torch import nn
    from torch.nn import functional as F

    torch.manual_seed(0)
    results = []

    def bench(name, make, *shapes, runs=5, backward=True):
        call = make.to(DEVICE) if isinstance(make, nn.Module) else make
        inputs = [torch.randn(s, device=DEVICE, requires_grad=backward) for s in shapes]

        def once():
            out = call(*inputs)
            out = out[0] if isinstance(out, tuple) else out
            if backward:
                out.sum().backward()

        once(), once()
        if DEVICE == "cuda":
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            for _ in range(runs):
                once()
            end.record()
            torch.cuda.synchronize()
            taken = start.elapsed_time(end) / runs
        else:
            began = time.perf_counter()
            for _ in range(runs):
                once()
            taken = (time.perf_counter() - began) * 1000 / runs
        results.append((name, taken))
        note(f"{name:24s} {taken:8.3f} ms")

    bench("linear", nn.Linear(1024, 4096), (2048, 1024))
    bench("conv3x3", nn.Conv2d(64, 64, 3, padding=1), (16, 64, 56, 56))
    bench("conv1x1", nn.Conv2d(64, 256, 1), (16, 64, 56, 56))
    bench("depthwise", nn.Conv2d(96, 96, 7, padding=3, groups=96), (8, 96, 56, 56))
    bench("conv transpose", nn.ConvTranspose2d(64, 32, 4, 2, 1), (8, 64, 28, 28))
    bench("conv3d", nn.Conv3d(16, 32, 3, padding=1), (2, 16, 16, 32, 32))
    bench("batch norm", nn.BatchNorm2d(128), (16, 128, 28, 28))
    bench("layer norm", nn.LayerNorm(1024), (4096, 1024))
    bench("group norm", nn.GroupNorm(8, 128), (16, 128, 28, 28))
    bench("softmax", nn.Softmax(dim=-1), (8, 8, 512, 512))
    bench("gelu", nn.GELU(), (4096, 4096))
    bench("silu", nn.SiLU(), (4096, 4096))
    bench("dropout", nn.Dropout(0.1), (4096, 4096))
    bench("max pool", nn.MaxPool2d(3, 2, 1), (16, 64, 112, 112))
    bench("adaptive pool", nn.AdaptiveAvgPool2d(1), (16, 512, 7, 7))
    bench("upsample", lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"), (8, 64, 56, 56))
    bench("attention", F.scaled_dot_product_attention, *[(4, 8, 512, 64)] * 3)
    bench(
        "attention, plain",
        lambda q, k, v: torch.softmax(q @ k.transpose(-1, -2) / 8, dim=-1) @ v,
        *[(4, 8, 512, 64)] * 3,
    )
    bench(
        "encoder layer", nn.TransformerEncoderLayer(256, 4, 1024, batch_first=True), (8, 128, 256)
    )
    bench("lstm", nn.LSTM(128, 256, 2, batch_first=True), (16, 64, 128))
    bench("gru", nn.GRU(128, 256, batch_first=True), (16, 64, 128))
    ids = torch.randint(30_000, (32, 512), device=DEVICE)
    table = nn.Embedding(30_000, 256).to(DEVICE)
    bench("embedding", lambda: table(ids))
    labels = torch.randint(1000, (4096,), device=DEVICE)
    bench("cross entropy", lambda x: F.cross_entropy(x, labels), (4096, 1000))
    bench(
        "grid sample",
        lambda x: F.grid_sample(x, torch.zeros(8, 56, 56, 2, device=DEVICE), align_corners=False),
        (8, 32, 56, 56),
    )
    bench("cosine similarity", lambda a, b: F.cosine_similarity(a, b), (4096, 512), (4096, 512))
    bench("topk", lambda x: x.topk(16)[0], (2048, 2048), backward=False)
    slowest = max(results, key=lambda pair: pair[1])
    print(
        f"{len(results)} layers, slowest {slowest[0]}, sum {finite(sum(r for _, r in results)):.2f} ms"
    )


@program
def nosteps_weather():
    """No steps: arrays of a forecast's archive are made fit for learning, each in its own way."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    days, lat, lon = 120, 90, 180
    place = torch.linspace(-1.5, 1.5, lat, device=DEVICE)
    temperature = (
        288 + 30 * place.cos()[None, :, None] + 5 * torch.randn(days, lat, lon, device=DEVICE)
    )
    wind = 8 * torch.randn(2, days, lat, lon, device=DEVICE)
    rain = torch.rand(days, lat, lon, device=DEVICE).pow(8) * 50
    height = (torch.randn(1, 1, 9, 18, device=DEVICE) * 800).clamp(min=0)
    stations = torch.rand(500, 2, device=DEVICE) * torch.tensor([lat - 1, lon - 1], device=DEVICE)
    readings = 285 + 8 * torch.randn(days * 4, 500, device=DEVICE)
    readings[torch.rand(readings.shape, device=DEVICE) < 0.05] = float("nan")

    # Temperature: its climate, what differs from it, and its trend.
    weight = place.cos() / place.cos().mean()
    season = temperature.view(4, 30, lat, lon).mean(1)
    smooth = F.avg_pool2d(F.pad(season[:, None], (2, 2, 0, 0), mode="circular"), (1, 5), 1)[:, 0]
    anomaly = temperature - smooth.repeat_interleave(30, 0)
    day = torch.arange(days, device=DEVICE).float()
    day = (day - day.mean()) / day.std()
    slope = (anomaly * day[:, None, None]).mean(0) / day.square().mean()
    anomaly = anomaly - slope * day[:, None, None]
    spread = anomaly.std(0).clamp(min=1e-3)
    normal = anomaly / spread
    globe = (temperature * weight[None, :, None]).mean((1, 2))
    note("globe", globe.mean().item(), "trend", slope.abs().mean().item())

    # Wind: speed, direction, vorticity, divergence, and a rose.
    u, v = wind
    speed, direction = torch.hypot(u, v), torch.atan2(v, u)
    du_x = (u.roll(-1, 2) - u.roll(1, 2)) / 2
    dv_x = (v.roll(-1, 2) - v.roll(1, 2)) / 2
    du_y, dv_y = torch.gradient(u, dim=1)[0], torch.gradient(v, dim=1)[0]
    vorticity, divergence = dv_x - du_y, du_x + dv_y
    sector = ((direction + math.pi) / (2 * math.pi) * 16).long().clamp(max=15)
    rose = torch.bincount(sector.flatten(), weights=speed.flatten(), minlength=16)
    rose = rose / rose.sum()
    calm = (speed < 1).float().mean()
    note(
        "rose",
        rose.max().item(),
        "calm",
        calm.item(),
        vorticity.std().item(),
        divergence.std().item(),
    )

    # Rain: a logarithm, dry spells, extremes by quantiles, and larger cells.
    logged = torch.log1p(rain / 0.1)
    dry = rain < 0.1
    ended = torch.where(dry, 0, torch.arange(days, device=DEVICE)[:, None, None])
    spell = torch.arange(days, device=DEVICE)[:, None, None] - ended.cummax(0).values
    limit = rain.flatten(1)[:, ::7].quantile(0.99, dim=1)
    extreme = rain > limit[:, None, None]
    coarse = F.avg_pool2d(rain[:, None], 3)[:, 0]
    wet = F.max_pool2d((~dry).float()[:, None], 3)[:, 0].mean(0)
    note(
        "longest",
        spell.max().item(),
        "extremes",
        extreme.sum().item(),
        coarse.mean().item(),
        wet.mean().item(),
    )

    # Heights: finer, slopes, aspects, and a mask of the sea.
    fine = F.interpolate(height, size=(lat, lon), mode="bicubic", align_corners=False)[0, 0]
    kernel = torch.tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]], device=DEVICE) / 8
    both = torch.stack([kernel, kernel.T])[:, None]
    slopes = F.conv2d(F.pad(fine[None, None], (1, 1, 1, 1), mode="replicate"), both)[0]
    steep = slopes.square().sum(0).sqrt().atan()
    aspect = torch.atan2(slopes[1], slopes[0])
    land = fine > 1.0
    coast = F.max_pool2d(land.float()[None, None], 3, 1, 1)[0, 0].bool() & ~land
    note(
        "land",
        land.float().mean().item(),
        "coast",
        coast.sum().item(),
        steep.max().item(),
        aspect.mean().item(),
    )

    # Stations: gaps filled, outliers cut, days from six hours, and the grid at each station.
    missing = readings.isnan()
    middle = readings.nanmedian(0).values
    filled = torch.where(missing, middle, readings)
    apart = (filled - middle).abs().median(0).values * 1.4826
    filled = filled.clamp(middle - 4 * apart, middle + 4 * apart)
    daily = filled.view(days, 4, 500)
    low, high, mean = daily.amin(1), daily.amax(1), daily.mean(1)
    grid = stations / torch.tensor([lat - 1, lon - 1], device=DEVICE) * 2 - 1
    grid = grid.flip(1).view(1, 1, 500, 2).expand(days, -1, -1, -1)
    at = F.grid_sample(temperature[:, None], grid, align_corners=True)[:, 0, 0]
    error = at - mean
    bias, rmse = error.mean(0), error.square().mean(0).sqrt()
    together = torch.corrcoef(torch.cat([at.T[:100], mean.T[:100]]))
    far = torch.cdist(stations, stations)
    near = far.fill_diagonal_(math.inf).topk(5, largest=False)
    share = (1 / near.values).softmax(dim=1)
    expected = (mean[:, near.indices] * share).sum(-1)
    suspect = ((mean - expected).abs().mean(0) > 3).sum()
    note(
        "bias",
        bias.mean().item(),
        "rmse",
        rmse.mean().item(),
        suspect.item(),
        together.abs().max().item(),
    )
    note("range", (high - low).mean().item())

    # Time of day and year as waves, spectra of the whole, and principal patterns.
    hours = torch.arange(days * 4, device=DEVICE) * 6.0
    waves = torch.cat(
        [
            f(2 * math.pi * hours / p)[:, None]
            for p in (24.0, 8766.0)
            for f in (torch.sin, torch.cos)
        ],
        1,
    )
    fit = torch.linalg.lstsq(waves, filled - filled.mean(0)).solution
    zonal = torch.fft.rfft(anomaly, dim=2).abs().square().mean((0, 1))
    patterns = torch.pca_lowrank((normal * weight.sqrt()[None, :, None]).flatten(1), q=8)
    shares = patterns[1].square() / normal.square().sum()
    note(
        "waves",
        fit.abs().mean().item(),
        "zonal",
        zonal.argmax().item(),
        "patterns",
        shares.sum().item(),
    )

    # All fields as one array in half precision, split by time, and its sums to check it.
    fields = torch.stack(
        [normal, speed / 10, vorticity, divergence, logged, extreme.float()], dim=1
    )
    fields = torch.cat(
        [fields, fine.expand(days, 1, -1, -1) / 1000, land.float().expand(days, 1, -1, -1)], 1
    )
    centre, scale = fields.mean((0, 2, 3), keepdim=True), fields.std((0, 2, 3), keepdim=True)
    fields = ((fields - centre) / scale).half()
    train, val, test = fields.split([84, 18, 18])
    sums = [part.float().abs().mean().item() for part in (train, val, test)]
    kept = fields.cpu()
    print(f"fields {tuple(kept.shape)} {finite(sums[0]):.4f} {sums[1]:.4f} {sums[2]:.4f}")


@program
def nosteps_pod():
    """No steps: snapshots of a flow: an SVD, modes, spectra, a model of few modes; each once."""
    import torch

    torch.manual_seed(0)
    nx, ny, count = 96, 48, 200
    x = torch.linspace(0, 8, nx, device=DEVICE)[:, None, None]
    y = torch.linspace(-2, 2, ny, device=DEVICE)[None, :, None]
    t = torch.arange(count, device=DEVICE) * 0.1
    wake = torch.exp(-(y**2)) * torch.tanh(x / 2)
    u = (
        1
        - 0.5 * wake
        + 0.3 * wake * torch.sin(2 * x - 1.5 * t)
        + 0.1 * wake * torch.cos(4 * x - 3 * t) * y
    )
    v = 0.4 * wake * torch.cos(2 * x - 1.5 * t) + 0.02 * torch.randn(nx, ny, count, device=DEVICE)
    data = torch.cat([u.flatten(0, 1), v.flatten(0, 1)]).double()
    mean = data.mean(1, keepdim=True)
    rest_of = data - mean

    left, size, right = torch.linalg.svd(rest_of, full_matrices=False)
    energy = size.square().cumsum(0) / size.square().sum()
    rank = int((energy < 0.99).sum()) + 1
    gram = rest_of.T @ rest_of
    values, vectors = torch.linalg.eigh(gram)
    note("rank", rank, "differs", (values.flip(0)[:5].sqrt() - size[:5]).abs().max().item())
    note("turn", (vectors.flip(1)[:, 0] @ right[0]).abs().item())
    fast = torch.svd_lowrank(rest_of, q=12, niter=2)
    note("lowrank", ((fast[1][:6] - size[:6]) / size[:6]).abs().max().item())

    modes, amplitude = left[:, :rank], size[:rank, None] * right[:rank]
    back = modes @ amplitude + mean
    error = (back - data).norm() / data.norm()
    unit = (modes.T @ modes - torch.eye(rank, device=DEVICE, dtype=torch.double)).abs().max()
    spectrum = torch.fft.rfft(amplitude * torch.hann_window(count, device=DEVICE), dim=1).abs()
    peaks = torch.fft.rfftfreq(count, 0.1, device=DEVICE)[spectrum.argmax(1)]
    note("error", error.item(), "unit", unit.item(), "peaks", peaks.tolist())

    # Dynamic modes.
    first, second = rest_of[:, :-1], rest_of[:, 1:]
    a, s, b = torch.linalg.svd(first, full_matrices=False)
    a, s, b = a[:, :8], s[:8], b[:8]
    operator = a.T @ second @ b.T / s
    roots, bases = (part.to(DEVICE) for part in torch.linalg.eig(operator.cpu()))
    dynamic = (second @ b.T / s).to(torch.cdouble) @ bases
    start = torch.linalg.lstsq(dynamic, rest_of[:, :1].to(torch.cdouble)).solution
    vander = roots[:, None] ** torch.arange(count, device=DEVICE)
    made = (dynamic * start.T) @ vander
    rate = roots.log() / 0.1
    note("growth", rate.real.max().item(), "turns", rate.imag.abs().max().item())
    note("dmd error", ((made.real - rest_of).norm() / rest_of.norm()).item())

    # Points where to measure, and the flow from them.
    q, r = torch.linalg.qr(modes)
    weight = q.square().sum(1)
    points = weight.topk(3 * rank).indices
    few = torch.linalg.pinv(modes[points]) @ rest_of[points]
    guess = modes @ few
    condition = torch.linalg.cond(modes[points])
    note(
        "points",
        condition.item(),
        ((guess - rest_of).norm() / rest_of.norm()).item(),
        r.diagonal().abs().min().item(),
    )

    # A linear model of the amplitudes, its covariance, and its spectrum.
    past, future = amplitude[:, :-1], amplitude[:, 1:]
    ridge = past @ past.T + 1e-6 * torch.eye(rank, device=DEVICE, dtype=torch.double)
    model = torch.linalg.solve(ridge, past @ future.T).T
    noise = torch.cov(future - model @ past)
    factor = torch.linalg.cholesky(
        noise + 1e-9 * torch.eye(rank, device=DEVICE, dtype=torch.double)
    )
    ahead = torch.matrix_power(model, 50) @ amplitude[:, :1]
    flow = torch.linalg.matrix_exp(
        0.1 * (model - torch.eye(rank, device=DEVICE, dtype=torch.double))
    )
    radius = torch.linalg.eigvals(model.cpu()).abs().max()
    note(
        "radius",
        radius.item(),
        "ahead",
        ahead.norm().item(),
        torch.logdet(factor).item(),
        flow.trace().item(),
    )

    # Fields that follow from the flow.
    u, v = back.view(2, nx, ny, count)
    du_y, dv_x = torch.gradient(u, dim=1)[0], torch.gradient(v, dim=0)[0]
    du_x, dv_y = torch.gradient(u, dim=0)[0], torch.gradient(v, dim=1)[0]
    vorticity = dv_x - du_y
    strain = torch.sqrt(du_x.square() + dv_y.square() + 0.5 * (du_y + dv_x).square())
    q_value = 0.5 * (vorticity.square() / 2 - strain.square())
    stress = ((u - u.mean(2, keepdim=True)) * (v - v.mean(2, keepdim=True))).mean(2)
    share = torch.quantile(q_value[:, :, ::8].flatten(), 0.95)
    kinetic = 0.5 * (u.square() + v.square()).mean((0, 1))
    correlation = torch.corrcoef(
        torch.stack([kinetic, vorticity.abs().mean((0, 1)), strain.mean((0, 1))])
    )
    note(
        "stress", stress.abs().max().item(), "q", share.item(), "together", correlation[0, 1].item()
    )
    print(f"rank {rank} error {finite(error.item()):.5f} energy {energy[rank - 1].item():.4f}")


@program
def nosteps_swin():
    """No steps: a Swin is made, its weights renamed, cast and checked, then sees one picture."""
    import torch
    from torch.nn import functional as F
    from transformers import SwinConfig, SwinForImageClassification

    torch.manual_seed(0)
    config = SwinConfig(
        image_size=128,
        patch_size=4,
        embed_dim=48,
        depths=[2, 2, 2],
        num_heads=[2, 4, 8],
        window_size=4,
        num_labels=100,
    )
    model = SwinForImageClassification(config).to(DEVICE).eval()
    model.set_attn_implementation("eager")
    parts = {}
    for name, value in model.state_dict().items():
        part = parts.setdefault(name.split(".")[1], [0, 0.0])
        part[0] += value.numel()
        if value.dtype.is_floating_point:
            part[1] = max(part[1], value.abs().max().item())
    note({name: (count, round(largest, 3)) for name, (count, largest) in parts.items()})

    # One photograph, made fit.
    photo = torch.randint(0, 256, (480, 640, 3), dtype=torch.uint8).to(DEVICE)
    image = photo.permute(2, 0, 1)[None].float() / 255
    image = F.interpolate(image, size=(146, 195), mode="bicubic", antialias=True)
    image = image[:, :, 9:137, 33:161]
    mean = torch.tensor([0.485, 0.456, 0.406], device=DEVICE).view(1, 3, 1, 1)
    std = torch.tensor([0.229, 0.224, 0.225], device=DEVICE).view(1, 3, 1, 1)
    image = (image - mean) / std
    with torch.no_grad():
        out = model(image, output_hidden_states=True, output_attentions=True)
        shares = out.logits.softmax(-1)
        best = shares.topk(5)
        for share, label in zip(best.values[0].tolist(), best.indices[0].tolist()):
            note(f"{share:.4f} label {label}")
        maps = out.hidden_states
        note([tuple(m.shape) for m in maps])
        look = out.attentions[0].mean((0, 1))
        entropy = -(look * look.clamp(min=1e-9).log()).sum(-1).mean()
        last = maps[-1][0]
        centred = last - last.mean(0)
        _, size, directions = torch.linalg.svd(centred, full_matrices=False)
        coloured = (centred @ directions[:3].T).view(8, 8, 3).permute(2, 0, 1)[None]
        coloured = F.interpolate(coloured, size=(128, 128), mode="bilinear")
        coloured = (coloured - coloured.amin()) / (coloured.amax() - coloured.amin())
        alike = F.normalize(last, dim=1) @ F.normalize(last, dim=1).T
        note(
            "entropy",
            entropy.item(),
            "first direction",
            size[0].item(),
            "alike",
            alike.mean().item(),
        )
        if DEVICE == "cuda":
            half = model.half()(image.half()).logits.float()
            note("half differs", (half - out.logits).abs().max().item())
    with open(os.devnull, "wb") as sink:
        sink.write((coloured[0].permute(1, 2, 0) * 255).byte().cpu().numpy().tobytes())
    print(f"best {best.indices[0, 0].item()} share {finite(best.values[0, 0].item()):.4f}")


@program
def nosteps_jax_mri():
    """No steps: one slice by magnetic resonance: noise, coils, spectra, an image, its parts."""
    import jax
    import jax.numpy as jnp

    size, coils = 256, 8
    keys = jax.random.split(jax.random.key(0), 6)
    y, x = jnp.meshgrid(jnp.linspace(-1, 1, size), jnp.linspace(-1, 1, size), indexing="ij")

    # The slice, the coils, and what they would hear.
    image = jnp.zeros((size, size))
    for level, a, b, cx, cy in (
        (1.0, 0.69, 0.92, 0.0, 0.0),
        (-0.6, 0.66, 0.87, 0.0, -0.02),
        (-0.2, 0.11, 0.31, 0.22, 0.0),
        (-0.2, 0.16, 0.41, -0.22, 0.0),
        (0.3, 0.21, 0.25, 0.0, 0.35),
        (0.2, 0.05, 0.05, 0.0, 0.1),
    ):
        image = image + level * (((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 <= 1)
    angle = 2 * jnp.pi * jnp.arange(coils) / coils
    far = (x - 1.2 * jnp.cos(angle)[:, None, None]) ** 2 + (
        y - 1.2 * jnp.sin(angle)[:, None, None]
    ) ** 2
    sense = jnp.exp(-far / 2) * jnp.exp(1j * angle)[:, None, None]
    truth = (
        jnp.fft.fftshift(jnp.fft.fft2(jnp.fft.ifftshift(image * sense, axes=(1, 2))), axes=(1, 2))
        / size
    )
    mix = jnp.eye(coils) + 0.1 * jax.random.normal(keys[0], (coils, coils))
    noise = jax.random.normal(keys[1], (2, coils, size, size))
    heard = truth + 0.01 * jnp.einsum("ij,jxy->ixy", mix, noise[0] + 1j * noise[1])
    note("heard", float(jnp.abs(heard).max()))

    # The noise of the coils is made white.
    quiet = jax.random.normal(keys[2], (2, coils, 4096))
    quiet = 0.01 * mix @ (quiet[0] + 1j * quiet[1])
    together = quiet @ quiet.conj().T / quiet.shape[1]
    factor = jnp.linalg.cholesky(together)
    white = jax.scipy.linalg.solve_triangular(factor, heard.reshape(coils, -1), lower=True)
    white = white.reshape(heard.shape) * 0.01
    values = jnp.linalg.eigvalsh(together)
    note("condition", float(values[-1] / values[0]))

    # Fewer coils by an SVD.
    left, weight, _ = jnp.linalg.svd(white.reshape(coils, -1)[:, ::16], full_matrices=False)
    kept = int((jnp.cumsum(weight**2) / jnp.sum(weight**2) < 0.99).sum()) + 1
    few = jnp.einsum("ik,ixy->kxy", left[:, :kept].conj(), white)
    note("coils kept", kept)

    # Maps of the coils from the middle of the spectra, and the image by them.
    def picture(k):
        k = jnp.fft.ifftshift(k, axes=(-2, -1))
        return jnp.fft.fftshift(jnp.fft.ifft2(k), axes=(-2, -1)) * size

    window = jnp.zeros(size).at[size // 2 - 16 : size // 2 + 16].set(jnp.hanning(32))
    smooth = picture(few * window[:, None] * window)
    root = jnp.sqrt((jnp.abs(smooth) ** 2).sum(0))
    maps = smooth / jnp.maximum(root, 1e-3)
    full = (maps.conj() * picture(few)).sum(0)
    plain = jnp.sqrt((jnp.abs(picture(few)) ** 2).sum(0))
    note("difference", float(jnp.abs(jnp.abs(full) - plain).mean()))

    # Every second line is left out; pairs of folded points are solved for.
    lines = few.at[:, 1::2].set(0)
    folded = 2 * picture(lines)[:, : size // 2]
    pairs = jnp.stack([maps[:, : size // 2], maps[:, size // 2 :]], axis=-1)
    normal = jnp.einsum("cxyi,cxyj->xyij", pairs.conj(), pairs) + 1e-3 * jnp.eye(2)
    side = jnp.einsum("cxyi,cxy->xyi", pairs.conj(), folded)
    (a, b), (c, d) = jnp.moveaxis(normal, (2, 3), (0, 1))
    determinant = a * d - b * c
    upper = (d * side[..., 0] - b * side[..., 1]) / determinant
    lower = (a * side[..., 1] - c * side[..., 0]) / determinant
    unfolded = jnp.concatenate([upper, lower], axis=0)
    gain = jnp.sqrt(jnp.abs(d / determinant * a))
    error = jnp.linalg.norm(jnp.abs(unfolded) - jnp.abs(full)) / jnp.linalg.norm(full)
    note("unfolded", float(error), "gain", float(gain.max()))

    # The field's slow shade is taken off, noise lowered, edges found, and tissues told apart.
    shown = jnp.abs(full)
    shade = jax.scipy.signal.convolve(shown, jnp.ones((41, 41)) / 41**2, mode="same", method="fft")
    even = shown / jnp.maximum(shade, 0.1 * shade.max())
    padded = jnp.pad(even, 1, mode="edge")
    shifts = [padded[i : i + size, j : j + size] for i in range(3) for j in range(3)]
    median = jnp.median(jnp.stack(shifts), axis=0)
    slope_y, slope_x = jnp.gradient(median)
    edges = jnp.hypot(slope_x, slope_y)
    strong = edges > jnp.percentile(edges, 95)
    counts, bins = jnp.histogram(median, bins=128)
    share = counts / counts.sum()
    below = jnp.cumsum(share)
    middle = (bins[1:] + bins[:-1]) / 2
    mean = jnp.cumsum(share * middle)
    between = (mean[-1] * below - mean) ** 2 / jnp.maximum(below * (1 - below), 1e-6)
    limit = middle[between.argmax()]
    tissue = median > limit
    note("limit", float(limit), "tissue", float(tissue.mean()), "edges", int(strong.sum()))
    rows, columns = jnp.where(tissue)
    spots = jnp.stack([rows, columns]).astype(jnp.float32)
    axes = jnp.linalg.eigh(jnp.cov(spots))
    tilt = jnp.degrees(jnp.arctan2(axes[1][0, 1], axes[1][1, 1]))
    note("centre", spots.mean(1).tolist(), "tilt", float(tilt))

    # How good it is.
    scaled = shown * (image * shown).sum() / (shown**2).sum()
    rmse = jnp.sqrt(((scaled - image) ** 2).mean())
    psnr = 20 * jnp.log10(image.max() / rmse)
    corner = shown[:24, :24]
    snr = shown[100:150, 100:150].mean() / corner.std()
    ordered = jnp.sort(shown.ravel())
    stretched = jnp.interp(shown, ordered[:: size * size // 256], jnp.linspace(0, 1, 256))
    print(f"psnr {finite(float(psnr)):.2f} snr {float(snr):.1f} mean {float(stretched.mean()):.3f}")


@program
def nosteps_cupy_trips():
    """No steps: a table of taxi trips: joined, sorted, grouped, binned, and compacted, once."""
    import cupy as cp

    cp.random.seed(0)
    rows, zones = 2_000_000, 260
    start = cp.random.randint(0, 31 * 86400, rows)
    taken = cp.random.exponential(800, rows).astype(cp.int64) + 30
    origin, target = cp.random.randint(0, zones, rows), cp.random.randint(0, zones, rows)
    miles = cp.abs(cp.random.standard_normal(rows)) * 3 + taken / 2000
    fare = 3 + 2.5 * miles + 0.005 * taken + cp.random.standard_normal(rows)
    tip = cp.where(cp.random.random(rows) < 0.6, 0.2 * fare, 0)
    people = cp.random.randint(0, 7, rows)
    note("rows", rows, "fare", float(fare.mean()))

    # Bad rows are left out: a mask, a scan, and a compaction.
    speed = miles / (taken / 3600)
    good = (people > 0) & (fare > 2.5) & (speed < 80) & (miles > 0.1)
    place = cp.cumsum(good) - 1
    count = int(place[-1]) + 1
    kept = cp.empty(count, dtype=cp.int64)
    kept[place[good]] = cp.nonzero(good)[0]
    start, taken, origin, target = start[kept], taken[kept], origin[kept], target[kept]
    miles, fare, tip, speed = miles[kept], fare[kept], tip[kept], speed[kept]
    note("kept", count)

    # One big sort by time, and how many taxis are on the road.
    order = cp.argsort(start)
    start, taken, origin, target = start[order], taken[order], origin[order], target[order]
    miles, fare, tip, speed = miles[order], fare[order], tip[order], speed[order]
    change = cp.zeros(31 * 1440 + 1440)
    change += cp.bincount(start // 60, minlength=len(change))[: len(change)]
    change -= cp.bincount((start + taken) // 60, minlength=len(change))[: len(change)]
    road = cp.cumsum(change)
    note("busiest minute", int(road.argmax()), "taxis", int(road.max()))

    # Groups: hours, days, zones, pairs of zones.
    hour, day = start // 3600 % 24, start // 86400 % 7
    trips_by_hour = cp.bincount(hour, minlength=24)
    fare_by_hour = cp.bincount(hour, weights=fare, minlength=24) / trips_by_hour
    tip_by_day = cp.bincount(day, weights=tip / fare, minlength=7) / cp.bincount(day, minlength=7)
    pair = origin * zones + target
    flows = cp.bincount(pair, minlength=zones * zones).reshape(zones, zones)
    top = cp.argsort(flows.ravel())[::-1][:10]
    note("best hour", int(fare_by_hour.argmax()), "day", int(tip_by_day.argmax()), top[:3].tolist())
    by_pair = cp.argsort(pair)
    ordered = pair[by_pair]
    heads = cp.concatenate([cp.ones(1, dtype=bool), ordered[1:] != ordered[:-1]])
    first = cp.nonzero(heads)[0]
    sums = cp.concatenate([cp.zeros(1), cp.cumsum(fare[by_pair])])
    ends = cp.concatenate([first[1:], cp.full(1, count)])
    means = (sums[ends] - sums[first]) / (ends - first)
    note("pairs", len(first), "dearest", float(means.max()))

    # A join with a table of zones and one of weather.
    borough = cp.random.randint(0, 6, zones)
    area = cp.random.random(zones) * 5 + 0.2
    names, inverse = cp.unique(borough[origin], return_inverse=True)
    by_borough = cp.bincount(inverse, weights=fare)
    density = cp.bincount(origin, minlength=zones) / area
    changes = cp.sort(cp.random.randint(0, 31 * 86400, 400))
    rain = cp.random.random(401) * (cp.random.random(401) < 0.3)
    wet = rain[cp.searchsorted(changes, start)]
    slower = speed[wet > 0].mean() / speed[wet == 0].mean()
    note(
        "boroughs",
        len(names),
        float(by_borough.max()),
        "density",
        float(density.max()),
        "rain",
        float(slower),
    )

    # Histograms, quantiles, and a line through fares.
    counts, edges = cp.histogram(miles, bins=100)
    share = cp.cumsum(counts) / count
    middle = float(edges[int((share < 0.5).sum())])
    limits = cp.percentile(fare, cp.asarray([1.0, 25, 50, 75, 99]))
    clipped = cp.clip(fare, limits[0], limits[4])
    plane, _, _ = cp.histogram2d(miles[:500_000], clipped[:500_000], bins=32)
    wide = cp.stack([cp.ones(count), miles, taken / 60, wet], axis=1)
    weights = cp.linalg.solve(wide.T @ wide, wide.T @ clipped)
    left = clipped - wide @ weights
    fit = 1 - float((left**2).sum() / ((clipped - clipped.mean()) ** 2).sum())
    note("middle", middle, "limits", limits.tolist(), "plane", int((plane > 0).sum()), "fit", fit)

    # The day's wave, places alike by their hours, and a table in small types.
    wave = cp.abs(cp.fft.rfft(road[: 31 * 1440] - road[: 31 * 1440].mean()))
    strongest = int(wave[1:].argmax()) + 1
    hours = (
        cp.bincount(origin * 24 + hour, minlength=zones * 24).reshape(zones, 24).astype(cp.float64)
    )
    hours /= cp.linalg.norm(hours, axis=1, keepdims=True)
    alike = hours @ hours.T
    values, _ = cp.linalg.eigh(cp.cov(hours.T))
    nearest = cp.argmax(alike - 2 * cp.eye(zones), axis=1)
    small = cp.stack([miles.astype(cp.float16), fare.astype(cp.float16), tip.astype(cp.float16)])
    lost = float(cp.abs(small[1].astype(cp.float64) - fare).max())
    key = (origin.astype(cp.int32) << 16) | target.astype(cp.int32)
    shuffled = cp.random.permutation(count)
    sample = key[shuffled[:100_000]]
    note(
        "wave",
        strongest,
        "spread",
        float(values[-1]),
        "nearest",
        int(nearest[0]),
        "lost",
        lost,
        int(sample.max()),
    )
    out = cp.asnumpy(flows)
    print(f"trips {count} fit {finite(fit):.3f} flows {int(out.sum())}")


@program
def nosteps_triton_quant():
    """No steps: tensors of a checkpoint into eight and four bits by kernels of Triton, checked."""
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def rows_to_int8(x, out, scales, width, block: tl.constexpr):
        row = tl.program_id(0)
        at = tl.arange(0, block)
        mask = at < width
        value = tl.load(x + row * width + at, mask=mask, other=0.0).to(tl.float32)
        scale = tl.max(tl.abs(value), axis=0) / 127 + 1e-12
        level = value / scale
        level = tl.where(level >= 0, tl.floor(level + 0.5), -tl.floor(0.5 - level))
        tl.store(out + row * width + at, level.to(tl.int8), mask=mask)
        tl.store(scales + row, scale)

    @triton.jit
    def rows_from_int8(q, scales, out, width, block: tl.constexpr):
        row = tl.program_id(0)
        at = tl.arange(0, block)
        mask = at < width
        level = tl.load(q + row * width + at, mask=mask, other=0).to(tl.float32)
        tl.store(out + row * width + at, level * tl.load(scales + row), mask=mask)

    @triton.jit
    def groups_to_int4(x, out, scales, zeros, group: tl.constexpr):
        number = tl.program_id(0)
        half: tl.constexpr = group // 2
        at = tl.arange(0, half)
        low = tl.load(x + number * group + at).to(tl.float32)
        high = tl.load(x + number * group + half + at).to(tl.float32)
        least = tl.minimum(tl.min(low, axis=0), tl.min(high, axis=0))
        most = tl.maximum(tl.max(low, axis=0), tl.max(high, axis=0))
        scale = (most - least) / 15 + 1e-12
        a = tl.floor((low - least) / scale + 0.5).to(tl.int32)
        b = tl.floor((high - least) / scale + 0.5).to(tl.int32)
        tl.store(out + number * half + at, (a | (b << 4)).to(tl.uint8))
        tl.store(scales + number, scale)
        tl.store(zeros + number, least)

    @triton.jit
    def groups_from_int4(q, scales, zeros, out, group: tl.constexpr):
        number = tl.program_id(0)
        half: tl.constexpr = group // 2
        at = tl.arange(0, half)
        both = tl.load(q + number * half + at).to(tl.int32)
        scale, zero = tl.load(scales + number), tl.load(zeros + number)
        tl.store(out + number * group + at, (both & 15).to(tl.float32) * scale + zero)
        tl.store(out + number * group + half + at, (both >> 4).to(tl.float32) * scale + zero)

    @triton.jit
    def histogram(x, counts, low, scale, bins, count, block: tl.constexpr):
        at = tl.program_id(0) * block + tl.arange(0, block)
        mask = at < count
        value = (tl.load(x + at, mask=mask, other=0.0) - low) * scale
        place = tl.minimum(tl.maximum(value, 0.0), bins - 1.0).to(tl.int32)
        tl.atomic_add(counts + place, 1, mask=mask)

    def int8(x):
        rows, width = x.shape
        q = torch.empty(rows, width, dtype=torch.int8, device=DEVICE)
        scales, back = torch.empty(rows, device=DEVICE), torch.empty(rows, width, device=DEVICE)
        block = triton.next_power_of_2(width)
        rows_to_int8[(rows,)](x, q, scales, width, block=block)
        rows_from_int8[(rows,)](q, scales, back, width, block=block)
        return q, scales, back

    def int4(x, group=128):
        count = x.numel() // group
        q = torch.empty(x.numel() // 2, dtype=torch.uint8, device=DEVICE)
        scales, zeros = torch.empty(2, count, device=DEVICE)
        back = torch.empty_like(x)
        groups_to_int4[(count,)](x, q, scales, zeros, group=group)
        groups_from_int4[(count,)](q, scales, zeros, back, group=group)
        return q, scales, zeros, back

    def far(name, back, x):
        error = ((back - x).norm() / x.norm()).item()
        note(f"{name:10s} {tuple(x.shape)} relative error {error:.5f}")
        return error

    torch.manual_seed(0)
    state = {"embedding": torch.randn(2000, 256), "norm": 1 + 0.1 * torch.randn(256)}
    for number in range(2):
        state[f"{number}.qkv"] = torch.randn(768, 256) / 16
        state[f"{number}.out"] = torch.randn(256, 256) / 16
        state[f"{number}.up"] = torch.randn(1024, 256) / 16
        state[f"{number}.down"] = torch.randn(256, 1024) / 32
    state["head"] = state["embedding"] * 0.05
    state = {name: value.to(DEVICE) for name, value in state.items()}
    errors = {}

    # The table of words and the head, which keep eight bits.
    _, scales, back = int8(state["embedding"])
    errors["embedding"] = far("embedding", back, state["embedding"])
    q, scales_head, back = int8(state["head"])
    errors["head"] = far("head", back, state["head"])
    note(
        "same levels",
        torch.allclose(scales_head, scales * 0.05, rtol=1e-4),
        q.float().abs().mean().item(),
    )

    # How the weights lie.
    x = state["0.qkv"]
    low, high = x.min().item(), x.max().item()
    counts = torch.zeros(64, dtype=torch.int32, device=DEVICE)
    grid = (triton.cdiv(x.numel(), 1024),)
    histogram[grid](x, counts, low, 64 / (high - low), 64, x.numel(), block=1024)
    wanted = torch.histc(x, 64, low, high)
    note("histogram", (counts - wanted).abs().max().item(), "of", counts.sum().item())

    # Attention: rows in the order of their size, outliers left in full.
    limit = x.abs().flatten().topk(x.numel() // 1000).values[-1]
    loud = x.abs() >= limit
    sparse = (x * loud).to_sparse()
    rest_of = torch.where(loud, 0.0, x)
    _, scales, zeros, back = int4(rest_of)
    errors["qkv"] = far("0.qkv", back + sparse.to_dense(), x)
    order = state["0.out"].norm(dim=1).argsort()
    _, _, _, back = int4(state["0.out"][order].contiguous())
    errors["out"] = far("0.out", back[order.argsort()], state["0.out"])

    # The feed-forward: scales moved from what comes in to the weights, and a turned one.
    inputs = torch.randn(512, 256, device=DEVICE) * torch.linspace(0.1, 4, 256, device=DEVICE)
    move = (inputs.abs().amax(0).sqrt() / state["0.up"].abs().amax(0).sqrt()).clamp(0.1, 10)
    _, _, _, back = int4((state["0.up"] * move).contiguous())
    errors["up"] = far("0.up", inputs / move @ back.T, inputs @ state["0.up"].T)
    turn = torch.linalg.qr(torch.randn(1024, 1024, device=DEVICE))[0]
    _, _, _, back = int4((state["0.down"] @ turn).contiguous(), group=64)
    errors["down"] = far("0.down", back @ turn.T, state["0.down"])

    # The second layer: differences from the first, low rank for what is lost.
    lost = state["1.qkv"] - int4(state["1.qkv"])[3]
    a, s, b = torch.linalg.svd(lost, full_matrices=False)
    errors["rank"] = far(
        "1.qkv", state["1.qkv"] - lost + (a[:, :16] * s[:16]) @ b[:16], state["1.qkv"]
    )
    _, _, back = int8(state["1.out"])
    errors["1.out"] = far("1.out", back, state["1.out"])
    _, _, _, back = int4(state["1.up"], group=32)
    errors["1.up"] = far("1.up", back, state["1.up"])
    best = min(
        (far(f"down/{group}", int4(state["1.down"], group)[3], state["1.down"]), group)
        for group in (32, 256)
    )
    note("best group", best[1])

    # What is written, and a sum to check it.
    packed = torch.cat([int4(state[name])[0] for name in ("0.qkv", "1.down")])
    sums = packed.view(-1, 256).long().sum(1)
    check = (sums * torch.arange(1, len(sums) + 1, device=DEVICE)).sum().item() % 65521
    norm = state["norm"].to(torch.float16)
    note("norm", (norm.float() - state["norm"]).abs().max().item(), "check", check)
    print(f"worst {finite(max(errors.values())):.4f} bytes {packed.cpu().numel()}")


if __name__ == "__main__":
    main()
