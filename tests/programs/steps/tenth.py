"""Programs for one test at the end: nothing that finds steps was made with them in view.

    python3 tenth.py NAME
    python3 tenth.py --list

The marks are those of marks.py. The first line of each program says what its steps are, after the
kinds of the steps. Frameworks are imported by the programs that want them.
"""

import math
import os

from harness import DEVICE, finite, main, note, program
from marks import begin, other, step


# PyTorch


@program
def unet_segment():
    """train, eval: U-Net in bfloat16, channels last, workers; three validation batches an epoch."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.utils.data import DataLoader, Dataset

    class Shapes(Dataset):
        """Pictures of a disc and a box on noise, with their masks."""

        def __init__(self, count, seed):
            self.count, self.seed = count, seed

        def __len__(self):
            return self.count

        def __getitem__(self, index):
            chance = torch.Generator().manual_seed(self.seed + index)
            y, x = torch.meshgrid(torch.arange(96), torch.arange(96), indexing="ij")
            cy, cx, r, top, left = torch.randint(16, 64, (5,), generator=chance).tolist()
            mask = torch.zeros(96, 96, dtype=torch.long)
            mask[(y - cy) ** 2 + (x - cx) ** 2 < (r // 3) ** 2] = 1
            mask[top : top + 20, left : left + 28] = 2
            colours = torch.rand(3, 3, generator=chance)
            image = colours[mask].permute(2, 0, 1) + 0.1 * torch.randn(3, 96, 96, generator=chance)
            return image, mask

    def double(before, after):
        return nn.Sequential(
            nn.Conv2d(before, after, 3, padding=1, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(inplace=True),
            nn.Conv2d(after, after, 3, padding=1, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(inplace=True),
        )

    class UNet(nn.Module):
        def __init__(self, classes, width=16):
            super().__init__()
            sizes = [width, 2 * width, 4 * width, 8 * width]
            self.down = nn.ModuleList()
            before = 3
            for size in sizes:
                self.down.append(double(before, size))
                before = size
            self.up, self.join = nn.ModuleList(), nn.ModuleList()
            for size in reversed(sizes[:-1]):
                self.up.append(nn.ConvTranspose2d(2 * size, size, 2, stride=2))
                self.join.append(double(2 * size, size))
            self.head = nn.Conv2d(width, classes, 1)

        def forward(self, x):
            kept = []
            for number, layer in enumerate(self.down):
                x = layer(x)
                if number < len(self.down) - 1:
                    kept.append(x)
                    x = F.max_pool2d(x, 2)
            for up, join in zip(self.up, self.join):
                x = join(torch.cat([kept.pop(), up(x)], dim=1))
            return self.head(x)

    def dice_loss(logits, masks):
        shares = logits.float().softmax(dim=1)
        wanted = F.one_hot(masks, 3).permute(0, 3, 1, 2).float()
        common = (shares * wanted).sum(dim=(0, 2, 3))
        total = (shares + wanted).sum(dim=(0, 2, 3))
        return 1 - ((2 * common + 1) / (total + 1)).mean()

    torch.manual_seed(0)
    loading = {"num_workers": 2, "pin_memory": DEVICE == "cuda", "persistent_workers": True}
    train_loader = DataLoader(Shapes(160, 0), batch_size=16, shuffle=True, **loading)
    val_loader = DataLoader(Shapes(48, 1000), batch_size=16, **loading)
    model = UNet(3).to(DEVICE, memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-4)
    epochs = 2
    total = epochs * len(train_loader)
    scheduler = torch.optim.lr_scheduler.PolynomialLR(optimizer, total, power=0.9)
    for epoch in range(epochs):
        model.train()
        running = 0.0
        for number, (images, masks) in enumerate(train_loader):
            with step("train"):
                images = images.to(
                    DEVICE, non_blocking=True, memory_format=torch.channels_last
                )
                masks = masks.to(DEVICE, non_blocking=True)
                optimizer.zero_grad(set_to_none=True)
                with torch.autocast(DEVICE, dtype=torch.bfloat16):
                    logits = model(images)
                    loss = F.cross_entropy(logits, masks) + dice_loss(logits, masks)
                loss.backward()
                optimizer.step()
                scheduler.step()
                running += loss.item()
        model.eval()
        confusion = torch.zeros(9, device=DEVICE)
        with torch.no_grad():
            for images, masks in val_loader:
                with step("eval"):
                    images = images.to(
                        DEVICE, non_blocking=True, memory_format=torch.channels_last
                    )
                    masks = masks.to(DEVICE, non_blocking=True)
                    with torch.autocast(DEVICE, dtype=torch.bfloat16):
                        guess = model(images).argmax(dim=1)
                    confusion += torch.bincount((masks * 3 + guess).flatten(), minlength=9)
        table = confusion.view(3, 3)
        common = table.diag()
        iou = common / (table.sum(0) + table.sum(1) - common).clamp(min=1)
        note(f"epoch {epoch}: loss {running / len(train_loader):.4f}, IoU {iou.mean().item():.3f}")
    print(f"mIoU {finite(iou.mean().item()):.3f}")


@program
def ddpm_train():
    """train, denoise: a diffusion model with EMA and warm-up; 25 steps of sampling an epoch."""
    import copy

    import torch
    from torch import nn
    from torch.nn import functional as F

    class Residual(nn.Module):
        def __init__(self, before, after, time):
            super().__init__()
            self.norm1, self.conv1 = nn.GroupNorm(8, before), nn.Conv2d(before, after, 3, padding=1)
            self.time = nn.Linear(time, after)
            self.norm2, self.conv2 = nn.GroupNorm(8, after), nn.Conv2d(after, after, 3, padding=1)
            self.short = nn.Conv2d(before, after, 1) if before != after else nn.Identity()

        def forward(self, x, time):
            y = self.conv1(F.silu(self.norm1(x)))
            y = y + self.time(F.silu(time))[:, :, None, None]
            return self.short(x) + self.conv2(F.silu(self.norm2(y)))

    class Attention(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.norm, self.qkv = nn.GroupNorm(8, width), nn.Conv2d(width, 3 * width, 1)
            self.out = nn.Conv2d(width, width, 1)

        def forward(self, x):
            batch, width, high, wide = x.shape
            qkv = self.qkv(self.norm(x)).view(batch, 3, 4, width // 4, high * wide)
            q, k, v = qkv.transpose(3, 4).unbind(1)
            y = F.scaled_dot_product_attention(q, k, v)
            return x + self.out(y.transpose(2, 3).reshape(batch, width, high, wide))

    class UNet(nn.Module):
        def __init__(self, width=32, time=128):
            super().__init__()
            self.width = width
            self.time = nn.Sequential(nn.Linear(width, time), nn.SiLU(), nn.Linear(time, time))
            self.enter = nn.Conv2d(3, width, 3, padding=1)
            self.down1 = Residual(width, width, time)
            self.shrink = nn.Conv2d(width, 2 * width, 3, 2, 1)
            self.down2 = Residual(2 * width, 2 * width, time)
            self.middle1, self.attention = Residual(2 * width, 2 * width, time), Attention(2 * width)
            self.middle2 = Residual(2 * width, 2 * width, time)
            self.up2 = Residual(4 * width, 2 * width, time)
            self.grow = nn.ConvTranspose2d(2 * width, width, 4, 2, 1)
            self.up1 = Residual(2 * width, width, time)
            self.norm, self.leave = nn.GroupNorm(8, width), nn.Conv2d(width, 3, 3, padding=1)

        def forward(self, x, t):
            half = self.width // 2
            rates = torch.exp(-math.log(10000) * torch.arange(half, device=x.device) / half)
            angles = t[:, None] * rates[None]
            time = self.time(torch.cat([angles.sin(), angles.cos()], dim=1))
            one = self.down1(self.enter(x), time)
            two = self.down2(self.shrink(one), time)
            x = self.middle2(self.attention(self.middle1(two, time)), time)
            x = self.up2(torch.cat([x, two], dim=1), time)
            x = self.up1(torch.cat([self.grow(x), one], dim=1), time)
            return self.leave(F.silu(self.norm(x)))

    torch.manual_seed(0)
    times = 25
    betas = torch.linspace(1e-3, 0.2, times, device=DEVICE)
    alphas = 1 - betas
    products = torch.cumprod(alphas, dim=0)
    model = UNet().to(DEVICE)
    average = copy.deepcopy(model).eval().requires_grad_(False)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-4)
    warmup = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda n: min(1.0, (n + 1) / 8))
    pictures = torch.rand(11 * 16, 3, 32, 32) * 2 - 1

    @torch.no_grad()
    def sample(count):
        x = torch.randn(count, 3, 32, 32, device=DEVICE)
        for t in reversed(range(times)):
            with step("denoise"):
                noise = average(x, torch.full((count,), float(t), device=DEVICE))
                x = (x - betas[t] / (1 - products[t]).sqrt() * noise) / alphas[t].sqrt()
                if t > 0:
                    x = x + betas[t].sqrt() * torch.randn_like(x)
        return (x.clamp(-1, 1) + 1) / 2

    for epoch in range(2):
        for chosen in torch.randperm(len(pictures)).split(16):
            with step("train"):
                x = pictures[chosen].to(DEVICE)
                t = torch.randint(0, times, (len(x),), device=DEVICE)
                noise = torch.randn_like(x)
                kept = products[t][:, None, None, None]
                noisy = kept.sqrt() * x + (1 - kept).sqrt() * noise
                loss = F.mse_loss(model(noisy, t.float()), noise)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                warmup.step()
                with torch.no_grad():
                    torch._foreach_lerp_(
                        list(average.parameters()), list(model.parameters()), 0.05
                    )
        grid = sample(8)
        note(f"epoch {epoch}: loss {loss.item():.4f}, samples' mean {grid.mean().item():.3f}")
    print(f"loss {finite(loss.item()):.4f}")


@program
def sac_pendulum():
    """step: pendulums move, then soft actor-critic learns, once a few moves have been stored."""
    import copy

    import torch
    from torch import nn
    from torch.nn import functional as F

    def network(inputs, outputs):
        return nn.Sequential(
            nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs)
        )

    class Actor(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = network(3, 2)

        def forward(self, seen):
            mean, spread = self.body(seen).chunk(2, dim=1)
            normal = torch.distributions.Normal(mean, spread.clamp(-5, 2).exp(), validate_args=False)
            drawn = normal.rsample()
            action = torch.tanh(drawn)
            chance = normal.log_prob(drawn) - torch.log(1 - action**2 + 1e-6)
            return action, chance

    class Pendulums:
        def __init__(self, count):
            self.angle = (torch.rand(count, device=DEVICE) * 2 - 1) * math.pi
            self.speed = torch.rand(count, device=DEVICE) * 2 - 1

        def seen(self):
            return torch.stack([self.angle.cos(), self.angle.sin(), self.speed / 8], dim=1)

        def move(self, action):
            force = 2 * action[:, 0]
            off = torch.remainder(self.angle + math.pi, 2 * math.pi) - math.pi
            reward = -(off**2 + 0.1 * self.speed**2 + 0.001 * force**2)
            self.speed = (self.speed + (15 * self.angle.sin() + 3 * force) * 0.05).clamp(-8, 8)
            self.angle = self.angle + self.speed * 0.05
            return self.seen(), reward

    torch.manual_seed(0)
    count, size = 64, 8192
    env = Pendulums(count)
    actor = Actor().to(DEVICE)
    critics = nn.ModuleList([network(4, 1), network(4, 1)]).to(DEVICE)
    targets = copy.deepcopy(critics).requires_grad_(False)
    log_alpha = torch.zeros(1, device=DEVICE, requires_grad=True)
    actor_optimizer = torch.optim.Adam(actor.parameters(), lr=3e-4)
    critic_optimizer = torch.optim.Adam(critics.parameters(), lr=1e-3)
    alpha_optimizer = torch.optim.Adam([log_alpha], lr=3e-4)
    memory = {
        "seen": torch.zeros(size, 3, device=DEVICE),
        "action": torch.zeros(size, 1, device=DEVICE),
        "reward": torch.zeros(size, device=DEVICE),
        "next": torch.zeros(size, 3, device=DEVICE),
    }
    place = 0
    seen = env.seen()
    for number in range(40):
        with step("step"):
            with torch.no_grad():
                if number < 6:
                    action = torch.rand(count, 1, device=DEVICE) * 2 - 1
                else:
                    action, _ = actor(seen)
            following, reward = env.move(action)
            for name, value in zip(memory, (seen, action, reward, following)):
                memory[name][place : place + count] = value
            place = (place + count) % size
            seen = following
            if number >= 6:
                rows = torch.randint(0, place, (256,), device=DEVICE)
                batch = {name: values[rows] for name, values in memory.items()}
                with torch.no_grad():
                    alpha = log_alpha.exp()
                    moved, chance = actor(batch["next"])
                    both = torch.cat([batch["next"], moved], dim=1)
                    value = torch.min(targets[0](both), targets[1](both)) - alpha * chance
                    goal = batch["reward"][:, None] + 0.99 * value
                both = torch.cat([batch["seen"], batch["action"]], dim=1)
                critic_loss = sum(F.mse_loss(critic(both), goal) for critic in critics)
                critic_optimizer.zero_grad()
                critic_loss.backward()
                critic_optimizer.step()

                moved, chance = actor(batch["seen"])
                both = torch.cat([batch["seen"], moved], dim=1)
                actor_loss = (alpha * chance - torch.min(critics[0](both), critics[1](both))).mean()
                actor_optimizer.zero_grad()
                actor_loss.backward()
                actor_optimizer.step()

                alpha_loss = -(log_alpha.exp() * (chance.detach() - 1.0)).mean()
                alpha_optimizer.zero_grad()
                alpha_loss.backward()
                alpha_optimizer.step()

                with torch.no_grad():
                    for slow, fast in zip(targets.parameters(), critics.parameters()):
                        slow.mul_(0.995).add_(fast, alpha=0.005)
            if number % 10 == 9:
                note(number, reward.mean().item(), critic_loss.item(), log_alpha.exp().item())
    print(f"critic loss {finite(critic_loss.item()):.3f}")


@program
def pix2pix():
    """train: a U-Net generator against a patch discriminator, with an L1 term; rates fall."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Generator(nn.Module):
        def __init__(self):
            super().__init__()
            widths = [32, 64, 128, 128]
            self.down, self.up = nn.ModuleList(), nn.ModuleList()
            before = 1
            for number, width in enumerate(widths):
                layers = [nn.Conv2d(before, width, 4, 2, 1)]
                if 0 < number < len(widths) - 1:
                    layers.append(nn.InstanceNorm2d(width))
                self.down.append(nn.Sequential(*layers))
                before = width
            for number, width in enumerate([128, 64, 32]):
                inputs = before if number == 0 else 2 * before
                layers = [nn.ConvTranspose2d(inputs, width, 4, 2, 1), nn.InstanceNorm2d(width)]
                if number == 0:
                    layers.append(nn.Dropout(0.5))
                self.up.append(nn.Sequential(*layers))
                before = width
            self.last = nn.ConvTranspose2d(64, 3, 4, 2, 1)

        def forward(self, x):
            kept = []
            for layer in self.down:
                x = layer(x)
                kept.append(x)
                x = F.leaky_relu(x, 0.2)
            x = F.relu(kept.pop())
            for layer in self.up:
                x = torch.relu(torch.cat([layer(x), kept.pop()], dim=1))
            return torch.tanh(self.last(x))

    discriminator = nn.Sequential(
        nn.Conv2d(4, 32, 4, 2, 1),
        nn.LeakyReLU(0.2, inplace=True),
        nn.Conv2d(32, 64, 4, 2, 1, bias=False),
        nn.BatchNorm2d(64),
        nn.LeakyReLU(0.2, inplace=True),
        nn.Conv2d(64, 128, 4, 1, 1, bias=False),
        nn.BatchNorm2d(128),
        nn.LeakyReLU(0.2, inplace=True),
        nn.Conv2d(128, 1, 4, 1, 1),
    )
    torch.manual_seed(0)
    generator, discriminator = Generator().to(DEVICE), discriminator.to(DEVICE)
    for module in (*generator.modules(), *discriminator.modules()):
        if isinstance(module, (nn.Conv2d, nn.ConvTranspose2d)):
            nn.init.normal_(module.weight, 0.0, 0.02)
    g_optimizer = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    d_optimizer = torch.optim.Adam(discriminator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    epochs = 3
    schedulers = [
        torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.3, total_iters=epochs)
        for optimizer in (g_optimizer, d_optimizer)
    ]
    edges = (torch.rand(72, 1, 64, 64) < 0.1).float()
    photos = torch.tanh(torch.randn(72, 3, 64, 64))
    for epoch in range(epochs):
        for number, chosen in enumerate(torch.randperm(72).split(8)):
            with step("train"):
                real_a, real_b = edges[chosen].to(DEVICE), photos[chosen].to(DEVICE)
                fake_b = generator(real_a)

                discriminator.requires_grad_(True)
                d_optimizer.zero_grad()
                guess = discriminator(torch.cat([real_a, fake_b.detach()], dim=1))
                loss_fake = F.binary_cross_entropy_with_logits(guess, torch.zeros_like(guess))
                guess = discriminator(torch.cat([real_a, real_b], dim=1))
                loss_real = F.binary_cross_entropy_with_logits(guess, torch.ones_like(guess))
                loss_d = (loss_fake + loss_real) * 0.5
                loss_d.backward()
                d_optimizer.step()

                discriminator.requires_grad_(False)
                g_optimizer.zero_grad()
                guess = discriminator(torch.cat([real_a, fake_b], dim=1))
                loss_gan = F.binary_cross_entropy_with_logits(guess, torch.ones_like(guess))
                loss_l1 = F.l1_loss(fake_b, real_b) * 100
                loss_g = loss_gan + loss_l1
                loss_g.backward()
                g_optimizer.step()
            if number % 4 == 0:
                note(epoch, number, loss_d.item(), loss_gan.item(), loss_l1.item())
        for scheduler in schedulers:
            scheduler.step()
    print(f"losses {finite(loss_d.item()):.3f} {finite(loss_g.item()):.3f}")


@program
def gat_citations():
    """train, eval: graph attention on one whole graph, and accuracies of its splits each epoch."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Attention(nn.Module):
        def __init__(self, inputs, outputs, heads, join):
            super().__init__()
            self.heads, self.outputs, self.join = heads, outputs, join
            self.map = nn.Linear(inputs, heads * outputs, bias=False)
            self.source = nn.Parameter(torch.randn(1, heads, outputs) * 0.1)
            self.target = nn.Parameter(torch.randn(1, heads, outputs) * 0.1)
            self.bias = nn.Parameter(torch.zeros(heads * outputs if join else outputs))

        def forward(self, x, edges):
            nodes = len(x)
            source, target = edges
            x = self.map(x).view(nodes, self.heads, self.outputs)
            by_source, by_target = (x * self.source).sum(-1), (x * self.target).sum(-1)
            scores = F.leaky_relu(by_source[source] + by_target[target], 0.2)
            places = target[:, None].expand_as(scores)
            most = torch.full((nodes, self.heads), -1e9, device=x.device)
            most = most.scatter_reduce(0, places, scores.detach(), "amax")
            shares = (scores - most[target]).exp()
            total = torch.zeros(nodes, self.heads, device=x.device).index_add(0, target, shares)
            shares = F.dropout(shares / (total[target] + 1e-16), 0.6, self.training)
            y = torch.zeros_like(x).index_add(0, target, x[source] * shares[..., None])
            return (y.flatten(1) if self.join else y.mean(1)) + self.bias

    class Network(nn.Module):
        def __init__(self, inputs, classes):
            super().__init__()
            self.one = Attention(inputs, 8, 8, True)
            self.two = Attention(64, classes, 1, False)

        def forward(self, x, edges):
            x = F.dropout(x, 0.6, self.training)
            x = F.elu(self.one(x, edges))
            x = F.dropout(x, 0.6, self.training)
            return self.two(x, edges)

    torch.manual_seed(0)
    nodes, classes = 2708, 7
    y = torch.randint(0, classes, (nodes,))
    x = (torch.rand(nodes, 512) < 0.02).float()
    x[torch.arange(nodes)[:, None], y[:, None] * 8 + torch.arange(8)] += (
        torch.rand(nodes, 8) < 0.3
    ).float()
    ends = torch.randint(0, nodes, (2, 5278))
    loops = torch.arange(nodes).expand(2, nodes)
    edges = torch.cat([ends, ends.flip(0), loops], dim=1).to(DEVICE)
    order = torch.randperm(nodes)
    masks = []
    for rows in (order[:140], order[140:640], order[640:1640]):
        mask = torch.zeros(nodes, dtype=torch.bool)
        mask[rows] = True
        masks.append(mask.to(DEVICE))
    x, y = x.to(DEVICE), y.to(DEVICE)
    model = Network(512, classes).to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3, weight_decay=5e-4)

    def train():
        model.train()
        optimizer.zero_grad()
        out = model(x, edges)
        loss = F.cross_entropy(out[masks[0]], y[masks[0]])
        loss.backward()
        optimizer.step()
        return loss.item()

    @torch.no_grad()
    def test():
        model.eval()
        guess = model(x, edges).argmax(dim=-1)
        return [
            int((guess[mask] == y[mask]).sum().item()) / int(mask.sum().item()) for mask in masks
        ]

    best = final = 0.0
    for epoch in range(1, 51):
        with step("train"):
            loss = train()
        with step("eval"):
            accuracies = test()
        if accuracies[1] > best:
            best, final = accuracies[1:]
        if epoch % 10 == 0:
            note(f"epoch {epoch}: loss {loss:.4f}, best {best:.3f}, test {final:.3f}")
    print(f"loss {finite(loss):.4f}, test accuracy {final:.3f}")


@program
def compiled_table():
    """train, eval: torch.compile'd residual layers for a table; mixup, OneCycleLR, three epochs."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Block(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.norm = nn.LayerNorm(width)
            self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
            self.drop = nn.Dropout(0.1)

        def forward(self, x):
            return x + self.drop(self.down(F.gelu(self.up(self.norm(x)))))

    class Table(nn.Module):
        def __init__(self, numbers, categories, classes, width=192):
            super().__init__()
            self.embed = nn.ModuleList([nn.Embedding(size, 16) for size in categories])
            self.enter = nn.Linear(numbers + 16 * len(categories), width)
            self.blocks = nn.Sequential(*(Block(width) for _ in range(3)))
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

        def forward(self, numbers, categories):
            parts = [layer(categories[:, i]) for i, layer in enumerate(self.embed)]
            x = self.enter(torch.cat([numbers, *parts], dim=1))
            return self.head(self.norm(self.blocks(x)))

    torch.manual_seed(0)
    sizes = [12, 7, 30]
    rows = 512 * 15 + 512 * 4
    numbers = torch.randn(rows, 24).to(DEVICE)
    categories = torch.stack([torch.randint(0, n, (rows,)) for n in sizes], dim=1).to(DEVICE)
    labels = ((numbers[:, 0] * numbers[:, 1] > 0).long() + (categories[:, 1] > 3).long()).to(DEVICE)
    training, held = torch.arange(rows, device=DEVICE).split([512 * 15, 512 * 4])
    model = Table(24, sizes, 3).to(DEVICE)
    compiled = torch.compile(model) if DEVICE == "cuda" else model
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.02, foreach=True)
    epochs = 3
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=epochs * 15)
    for epoch in range(epochs):
        model.train()
        order = training[torch.randperm(len(training), device=DEVICE)]
        for number, chosen in enumerate(order.split(512)):
            with step("train"):
                mixed = chosen[torch.randperm(len(chosen), device=DEVICE)]
                share = float(torch.distributions.Beta(0.4, 0.4).sample())
                x = share * numbers[chosen] + (1 - share) * numbers[mixed]
                optimizer.zero_grad(set_to_none=True)
                with torch.autocast(DEVICE, dtype=torch.bfloat16):
                    logits = compiled(x, categories[chosen])
                logits = logits.float()
                loss = share * F.cross_entropy(logits, labels[chosen]) + (
                    1 - share
                ) * F.cross_entropy(logits, labels[mixed])
                loss.backward()
                optimizer.step()
                scheduler.step()
            if number % 5 == 0:
                note(epoch, number, loss.item())
        model.eval()
        right = 0
        for chosen in held.split(512):
            with step("eval"), torch.inference_mode():
                with torch.autocast(DEVICE, dtype=torch.bfloat16):
                    guess = compiled(numbers[chosen], categories[chosen]).argmax(1)
                right += (guess == labels[chosen]).sum().item()
        note(f"epoch {epoch}: accuracy {right / len(held):.3f}")
    print(f"loss {finite(loss.item()):.4f}, accuracy {right / len(held):.3f}")


@program
def graph_decode():
    """prefill, decode: three batches of prompts; decoding replays one CUDA graph for each token."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    batch, longest, width, heads = 4, 96, 256, 4

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = nn.RMSNorm(width), nn.RMSNorm(width)
            self.qkv = nn.Linear(width, 3 * width, bias=False)
            self.out = nn.Linear(width, width, bias=False)
            self.gate = nn.Linear(width, 2 * width, bias=False)
            self.up = nn.Linear(width, 2 * width, bias=False)
            self.down = nn.Linear(2 * width, width, bias=False)
            shape = batch, heads, longest, width // heads
            self.register_buffer("keys", torch.zeros(shape))
            self.register_buffer("values", torch.zeros(shape))

        def forward(self, x, places, turn, mask):
            count = x.shape[1]
            qkv = self.qkv(self.norm1(x)).view(batch, count, 3, heads, width // heads)
            q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
            cos, sin = turn
            q, k = (
                torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
                for a, b in (q.chunk(2, dim=-1), k.chunk(2, dim=-1))
            )
            self.keys.index_copy_(2, places, k)
            self.values.index_copy_(2, places, v)
            y = F.scaled_dot_product_attention(q, self.keys, self.values, attn_mask=mask)
            x = x + self.out(y.transpose(1, 2).reshape(batch, count, width))
            y = self.norm2(x)
            return x + self.down(F.silu(self.gate(y)) * self.up(y))

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = nn.Embedding(2000, width)
            self.layers = nn.ModuleList(Layer() for _ in range(4))
            self.norm, self.head = nn.RMSNorm(width), nn.Linear(width, 2000, bias=False)
            angles = torch.arange(longest)[:, None] * 10000 ** (-torch.arange(32) / 32)
            self.register_buffer("cos", angles.cos())
            self.register_buffer("sin", angles.sin())
            self.register_buffer("line", torch.arange(longest))

        def forward(self, tokens, places):
            x = self.tokens(tokens)
            turn = self.cos[places], self.sin[places]
            mask = self.line[None, :] <= places[:, None]
            for layer in self.layers:
                x = layer(x, places, turn, mask)
            return self.head(self.norm(x[:, -1])).float()

    torch.manual_seed(0)
    model = Model().to(DEVICE).bfloat16().eval()

    def draw(logits):
        top, names = torch.topk(logits / 0.8, 50)
        return names.gather(1, torch.multinomial(top.softmax(-1), 1))

    with torch.inference_mode():
        static_tokens = torch.zeros(batch, 1, dtype=torch.long, device=DEVICE)
        static_places = torch.zeros(1, dtype=torch.long, device=DEVICE)
        if DEVICE == "cuda":
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                for _ in range(3):
                    model(static_tokens, static_places)
            torch.cuda.current_stream().wait_stream(side)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                static_logits = model(static_tokens, static_places)

            def decode():
                graph.replay()
                return static_logits
        else:

            def decode():
                return model(static_tokens, static_places)

        for length in (24, 31, 17):
            prompt = torch.randint(0, 2000, (batch, length))
            with step("prefill"):
                tokens = draw(model(prompt.to(DEVICE), torch.arange(length, device=DEVICE)))
                made = [tokens]
            for place in range(length, length + 30):
                with step("decode"):
                    static_tokens.copy_(tokens)
                    static_places.fill_(place)
                    tokens = draw(decode())
                    made.append(tokens)
            text = torch.cat(made, dim=1).tolist()
            note(text[0])
    print(f"{len(text)} texts of {len(text[0])} tokens, the last {text[-1][-1]}")


@program
def mae_accumulate():
    """train: a masked autoencoder in bfloat16: three micro-batches a step, the rate by hand."""
    import torch
    from torch import nn

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
            self.mlp = nn.Sequential(
                nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
            )

        def forward(self, x):
            y = self.norm1(x)
            x = x + self.attention(y, y, y, need_weights=False)[0]
            return x + self.mlp(self.norm2(x))

    class Masked(nn.Module):
        def __init__(self, places=64, patch=8, width=128, small=64):
            super().__init__()
            self.patch = patch
            self.embed = nn.Conv2d(3, width, patch, patch)
            self.places = nn.Parameter(torch.randn(1, places, width) * 0.02)
            self.encoder = nn.Sequential(Block(width, 4), Block(width, 4), Block(width, 4))
            self.norm = nn.LayerNorm(width)
            self.shrink = nn.Linear(width, small)
            self.token = nn.Parameter(torch.randn(1, 1, small) * 0.02)
            self.small_places = nn.Parameter(torch.randn(1, places, small) * 0.02)
            self.decoder = nn.Sequential(Block(small, 2), nn.LayerNorm(small))
            self.head = nn.Linear(small, patch * patch * 3)

        def patches(self, images):
            p = self.patch
            batch, _, high, wide = images.shape
            x = images.reshape(batch, 3, high // p, p, wide // p, p)
            return torch.einsum("nchpwq->nhwpqc", x).reshape(batch, -1, p * p * 3)

        def forward(self, images, share=0.75):
            x = self.embed(images).flatten(2).transpose(1, 2) + self.places
            batch, places, width = x.shape
            keep = int(places * (1 - share))
            order = torch.rand(batch, places, device=x.device).argsort(dim=1)
            restore = order.argsort(dim=1)
            x = x.gather(1, order[:, :keep, None].expand(-1, -1, width))
            mask = torch.ones(batch, places, device=x.device)
            mask[:, :keep] = 0
            mask = mask.gather(1, restore)
            x = self.shrink(self.norm(self.encoder(x)))
            tokens = self.token.to(x.dtype).expand(batch, places - keep, -1)
            x = torch.cat([x, tokens], dim=1)
            x = x.gather(1, restore[..., None].expand(-1, -1, x.shape[2]))
            guess = self.head(self.decoder(x + self.small_places))
            wanted = self.patches(images)
            mean, var = wanted.mean(-1, keepdim=True), wanted.var(-1, keepdim=True)
            wanted = (wanted - mean) / (var + 1e-6) ** 0.5
            loss = ((guess - wanted) ** 2).mean(-1)
            return (loss * mask).sum() / mask.sum()

    torch.manual_seed(0)
    model = Masked().to(DEVICE)
    decay = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decay, "weight_decay": 0.05}, {"params": plain, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.95))
    images = torch.rand(512, 3, 64, 64)
    if DEVICE == "cuda":
        images = images.pin_memory()
    steps, warmup, micro = 14, 3, 3
    place = 0
    for number in range(steps):
        with step("train"):
            if number < warmup:
                rate = 1e-3 * (number + 1) / warmup
            else:
                rate = 5e-4 * (1 + math.cos(math.pi * (number - warmup) / (steps - warmup)))
            for group in optimizer.param_groups:
                group["lr"] = rate
            total = 0.0
            for _ in range(micro):
                x = images[place : place + 32].to(DEVICE, non_blocking=True)
                place = (place + 32) % 512
                with torch.autocast(DEVICE, dtype=torch.bfloat16):
                    loss = model(x) / micro
                loss.backward()
                total += loss.detach()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        if number % 5 == 0:
            note(number, rate, total.item())
    print(f"loss {finite(total.item()):.4f}")


@program
def speech_ctc():
    """train, eval: convolutions, a two-way LSTM and CTC on recordings of different lengths."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

    class Speech(nn.Module):
        def __init__(self, letters=29):
            super().__init__()
            self.conv = nn.Sequential(
                nn.Conv2d(1, 16, (11, 11), (2, 2), (5, 5)),
                nn.BatchNorm2d(16),
                nn.Hardtanh(0, 20, inplace=True),
                nn.Conv2d(16, 16, (11, 11), (2, 2), (5, 5)),
                nn.BatchNorm2d(16),
                nn.Hardtanh(0, 20, inplace=True),
            )
            self.lstm = nn.LSTM(16 * 16, 128, bidirectional=True)
            self.head = nn.Linear(256, letters)

        def forward(self, sounds, lengths):
            x = self.conv(sounds[:, None])
            lengths = (lengths + 3) // 4
            x = x.flatten(1, 2).permute(2, 0, 1)
            packed = pack_padded_sequence(x, lengths, enforce_sorted=True)
            x, _ = pad_packed_sequence(self.lstm(packed)[0])
            return F.log_softmax(self.head(x), dim=-1), lengths

    chance = torch.Generator().manual_seed(0)

    def recording():
        length = int(torch.randint(80, 140, (1,), generator=chance))
        words = int(torch.randint(5, 10, (1,), generator=chance))
        sound = torch.randn(length, 64, generator=chance)
        return sound, torch.randint(1, 29, (words,), generator=chance)

    def collate(recordings):
        recordings = sorted(recordings, key=lambda item: -len(item[0]))
        sounds = pad_sequence([sound for sound, _ in recordings], batch_first=True)
        lengths = torch.tensor([len(sound) for sound, _ in recordings])
        labels = torch.cat([text for _, text in recordings])
        return sounds.transpose(1, 2), lengths, labels, torch.tensor([len(t) for _, t in recordings])

    def decoded(chances, lengths):
        texts = []
        for letters, length in zip(chances.argmax(-1).T.cpu(), lengths):
            letters = torch.unique_consecutive(letters[:length])
            texts.append(letters[letters != 0].tolist())
        return texts

    torch.manual_seed(0)
    everything = [recording() for _ in range(8 * 12 + 8 * 4)]
    loader = torch.utils.data.DataLoader(
        everything[: 8 * 12], batch_size=8, shuffle=True, collate_fn=collate
    )
    val_loader = torch.utils.data.DataLoader(everything[8 * 12 :], batch_size=8, collate_fn=collate)
    model = Speech().to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)
    for epoch in range(2):
        model.train()
        for number, (sounds, lengths, labels, sizes) in enumerate(loader):
            with step("train"):
                sounds, labels = sounds.to(DEVICE), labels.to(DEVICE)
                chances, places = model(sounds, lengths)
                loss = F.ctc_loss(chances, labels, places, sizes, zero_infinity=True)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 5.0)
                optimizer.step()
                value = loss.item()
            if number % 6 == 0:
                note(f"epoch {epoch}, batch {number}: loss {value:.3f}")
        scheduler.step()
        model.eval()
        total, letters = 0.0, 0
        with torch.no_grad():
            for sounds, lengths, labels, sizes in val_loader:
                with step("eval"):
                    sounds, labels = sounds.to(DEVICE), labels.to(DEVICE)
                    chances, places = model(sounds, lengths)
                    loss = F.ctc_loss(chances, labels, places, sizes, zero_infinity=True)
                    total += loss.item()
                    letters += sum(len(text) for text in decoded(chances, places))
        note(f"epoch {epoch}: validation {total / len(val_loader):.3f}, {letters} letters")
    print(f"loss {finite(value):.3f}, validation {finite(total / len(val_loader)):.3f}")


# transformers


@program
def roberta_classify():
    """train, eval: a small RoBERTa learns to sort texts, padded by batch; accuracy each epoch."""
    import torch
    from transformers import (
        RobertaConfig,
        RobertaForSequenceClassification,
        get_linear_schedule_with_warmup,
    )

    torch.manual_seed(0)
    config = RobertaConfig(
        vocab_size=2000,
        hidden_size=128,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=512,
        max_position_embeddings=80,
        num_labels=3,
        pad_token_id=1,
    )
    model = RobertaForSequenceClassification(config).to(DEVICE)

    def example(_):
        length = int(torch.randint(12, 64, (1,)))
        tokens = torch.randint(5, 2000, (length,))
        return {"tokens": tokens, "label": int(tokens[0]) % 3}

    def collate(examples):
        tokens = torch.nn.utils.rnn.pad_sequence(
            [item["tokens"] for item in examples], batch_first=True, padding_value=1
        )
        return {
            "input_ids": tokens,
            "attention_mask": (tokens != 1).long(),
            "labels": torch.tensor([item["label"] for item in examples]),
        }

    training = [example(i) for i in range(16 * 11 + 8)]
    held = [example(i) for i in range(32 * 3)]
    loader = torch.utils.data.DataLoader(training, 16, shuffle=True, collate_fn=collate)
    val_loader = torch.utils.data.DataLoader(held, 32, collate_fn=collate)
    exempt = ("bias", "LayerNorm.weight")
    named = list(model.named_parameters())
    groups = [
        {"params": [p for n, p in named if not n.endswith(exempt)], "weight_decay": 0.01},
        {"params": [p for n, p in named if n.endswith(exempt)], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=3e-4, fused=DEVICE == "cuda")
    epochs = 2
    scheduler = get_linear_schedule_with_warmup(optimizer, 4, epochs * len(loader))
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for batch in loader:
            with step("train"):
                batch = {name: value.to(DEVICE) for name, value in batch.items()}
                loss = model(**batch).loss
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
                total += loss.item()
        model.eval()
        right = 0
        for batch in val_loader:
            with step("eval"), torch.no_grad():
                batch = {name: value.to(DEVICE) for name, value in batch.items()}
                guess = model(**batch).logits.argmax(dim=-1)
                right += (guess == batch["labels"]).sum().item()
        note(f"epoch {epoch}: loss {total / len(loader):.4f}, accuracy {right / len(held):.3f}")
    print(f"loss {finite(total / len(loader)):.4f}, accuracy {right / len(held):.3f}")


@program
def dpo_llama():
    """train: direct preference optimisation of a small Llama against its frozen copy."""
    import copy

    import torch
    from torch.nn import functional as F
    from transformers import LlamaConfig, LlamaForCausalLM, get_cosine_schedule_with_warmup

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=1000,
        hidden_size=192,
        intermediate_size=512,
        num_hidden_layers=3,
        num_attention_heads=6,
        num_key_value_heads=2,
        max_position_embeddings=128,
        use_cache=False,
        pad_token_id=0,
    )
    policy = LlamaForCausalLM(config).to(DEVICE, torch.bfloat16)
    reference = copy.deepcopy(policy).eval().requires_grad_(False)
    optimizer = torch.optim.AdamW(policy.parameters(), lr=1e-4, weight_decay=0.0)
    steps = 18
    scheduler = get_cosine_schedule_with_warmup(optimizer, 3, steps)

    def pairs(count):
        """Chosen and rejected answers to the same prompts, one under the other."""
        rows, labels = [], []
        prompts = [torch.randint(3, 1000, (int(torch.randint(8, 24, (1,))),)) for _ in range(count)]
        for _ in range(2):
            for prompt in prompts:
                answer = torch.randint(3, 1000, (int(torch.randint(8, 40, (1,))),))
                rows.append(torch.cat([prompt, answer]))
                labels.append(torch.cat([torch.full_like(prompt, -100), answer]))
        pad = torch.nn.utils.rnn.pad_sequence
        tokens, labels = pad(rows, True, 0), pad(labels, True, -100)
        return {"input_ids": tokens, "attention_mask": (tokens != 0).long()}, labels

    def log_chances(model, inputs, labels):
        logits = model(**inputs).logits[:, :-1].float()
        labels = labels[:, 1:]
        mask = labels != -100
        chances = logits.log_softmax(-1).gather(2, labels.clamp(min=0)[..., None])[..., 0]
        return (chances * mask).sum(-1).chunk(2)

    policy.train()
    for number in range(steps):
        with step("train"):
            inputs, labels = pairs(6)
            inputs = {name: value.to(DEVICE) for name, value in inputs.items()}
            labels = labels.to(DEVICE)
            chosen, rejected = log_chances(policy, inputs, labels)
            with torch.no_grad():
                chosen_before, rejected_before = log_chances(reference, inputs, labels)
            gained, lost = 0.1 * (chosen - chosen_before), 0.1 * (rejected - rejected_before)
            loss = -F.logsigmoid(gained - lost).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            if number % 4 == 3:
                accuracy = (gained > lost).float().mean().item()
                note(number, loss.item(), accuracy, (gained - lost).mean().item())
    print(f"loss {finite(loss.item()):.4f}")


@program
def whisper_transcribe():
    """prefill, decode: four recordings; one is encoded and begun, then a token for each step."""
    import torch
    from transformers import WhisperConfig, WhisperForConditionalGeneration

    torch.manual_seed(0)
    config = WhisperConfig(
        vocab_size=1200,
        num_mel_bins=80,
        d_model=128,
        encoder_layers=3,
        decoder_layers=3,
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
        suppress_tokens=None,
        begin_suppress_tokens=None,
    )
    model = WhisperForConditionalGeneration(config).to(DEVICE).eval()
    encoder, decoder = model.get_encoder(), model.get_decoder()
    tokens = 0

    def encoding(*_):
        nonlocal tokens
        tokens = 0
        begin("prefill")

    def decoding(*_):
        nonlocal tokens
        if tokens:
            begin("decode")
        tokens += 1

    encoder.register_forward_pre_hook(encoding)
    decoder.register_forward_pre_hook(decoding)
    texts = []
    for _ in range(4):
        sound = torch.randn(1, 600 * 160)
        window = torch.hann_window(400)
        power = torch.stft(sound, 400, 160, window=window, return_complex=True)[..., :-1].abs() ** 2
        filters = torch.rand(80, 201) * (torch.rand(80, 201) < 0.05)
        mels = (filters @ power).clamp(min=1e-10).log10()
        mels = (torch.maximum(mels, mels.max() - 8) + 4) / 4
        made = model.generate(
            mels.to(DEVICE), max_new_tokens=20, min_new_tokens=20, do_sample=False, num_beams=1
        )
        other()
        texts.append(made[0].tolist())
        note(texts[-1])
    print(f"{len(texts)} texts, the last of {len(texts[-1])} tokens")


# JAX


@program
def jax_vae():
    """train, eval: a variational autoencoder in one jitted step; three held batches an epoch."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    chance = np.random.default_rng(0)

    def dense(inputs, outputs):
        weights = chance.standard_normal((inputs, outputs), dtype=np.float32) / inputs**0.5
        return {"w": jnp.asarray(weights), "b": jnp.zeros(outputs)}

    parameters = {
        "in": dense(256, 128),
        "mean": dense(128, 16),
        "log": dense(128, 16),
        "out1": dense(16, 128),
        "out2": dense(128, 256),
    }

    def apply(layer, x):
        return x @ layer["w"] + layer["b"]

    def loss_of(parameters, x, key):
        hidden = jax.nn.relu(apply(parameters["in"], x))
        mean, log = apply(parameters["mean"], hidden), apply(parameters["log"], hidden)
        z = mean + jnp.exp(log / 2) * jax.random.normal(key, mean.shape)
        logits = apply(parameters["out2"], jax.nn.relu(apply(parameters["out1"], z)))
        likely = -(x * jax.nn.log_sigmoid(logits) + (1 - x) * jax.nn.log_sigmoid(-logits))
        kl = -0.5 * (1 + log - mean**2 - jnp.exp(log))
        return (likely.sum(-1) + kl.sum(-1)).mean()

    @jax.jit
    def train_step(parameters, moments, count, x, key):
        loss, slopes = jax.value_and_grad(loss_of)(parameters, x, key)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slopes)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, moments[1], slopes)
        rate = 1e-3 * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        parameters = jax.tree.map(
            lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), parameters, first, second
        )
        return parameters, (first, second), loss

    eval_step = jax.jit(loss_of)
    moments = jax.tree.map(jnp.zeros_like, parameters), jax.tree.map(jnp.zeros_like, parameters)
    blobs = chance.random((8, 256)) < 0.3
    pictures = blobs[chance.integers(0, 8, 64 * 18)] ^ (chance.random((64 * 18, 256)) < 0.05)
    pictures = pictures.astype(np.float32)
    training, held = pictures[: 64 * 15], pictures[64 * 15 :]
    key = jax.random.key(0)
    jax.block_until_ready((parameters, moments))
    count = 0
    for epoch in range(3):
        order = chance.permutation(len(training))
        for chosen in order.reshape(-1, 64):
            with step("train"):
                count += 1
                key, used = jax.random.split(key)
                x = jnp.asarray(training[chosen])
                parameters, moments, loss = train_step(parameters, moments, float(count), x, used)
                jax.block_until_ready(loss)
        total = 0.0
        for x in held.reshape(-1, 64, 256):
            with step("eval"):
                key, used = jax.random.split(key)
                total += float(eval_step(parameters, jnp.asarray(x), used))
        note(f"epoch {epoch}: loss {float(loss):.3f}, held {total / 3:.3f}")
    print(f"loss {finite(float(loss)):.3f}, held {finite(total / 3):.3f}")


@program
def jax_scan_gpt():
    """train: a transformer whose like layers are a lax.scan with remat; loss on each eighth step."""
    import functools

    import jax
    import jax.numpy as jnp
    import numpy as np

    width, heads, depth, length, letters = 128, 4, 4, 64, 128
    chance = np.random.default_rng(0)

    def weights(*shape):
        return jnp.asarray(chance.standard_normal(shape, dtype=np.float32) * 0.05)

    parameters = {
        "letters": weights(letters, width),
        "places": weights(length, width),
        "layers": {
            "scale1": jnp.ones((depth, width)),
            "qkv": weights(depth, width, 3 * width),
            "out": weights(depth, width, width),
            "scale2": jnp.ones((depth, width)),
            "up": weights(depth, width, 4 * width),
            "down": weights(depth, 4 * width, width),
        },
        "scale": jnp.ones(width),
    }

    def normed(x, scale):
        return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * scale

    def block(x, layer):
        batch = x.shape[0]
        qkv = (normed(x, layer["scale1"]) @ layer["qkv"]).reshape(batch, length, 3, heads, -1)
        q, k, v = qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2]
        scores = jnp.einsum("bihd,bjhd->bhij", q, k) / (width // heads) ** 0.5
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
        mixed = jnp.einsum("bhij,bjhd->bihd", jax.nn.softmax(scores), v)
        x = x + mixed.reshape(batch, length, width) @ layer["out"]
        x = x + jax.nn.gelu(normed(x, layer["scale2"]) @ layer["up"]) @ layer["down"]
        return x, None

    def loss_of(parameters, tokens):
        x = parameters["letters"][tokens[:, :-1]] + parameters["places"]
        x, _ = jax.lax.scan(jax.checkpoint(block), x, parameters["layers"])
        logits = normed(x, parameters["scale"]) @ parameters["letters"].T
        chances = jax.nn.log_softmax(logits)
        return -jnp.take_along_axis(chances, tokens[:, 1:, None], axis=-1).mean()

    @functools.partial(jax.jit, donate_argnums=(0, 1))
    def train_step(parameters, momentum, tokens, rate):
        loss, slopes = jax.value_and_grad(loss_of)(parameters, tokens)
        norm = jnp.sqrt(sum((g * g).sum() for g in jax.tree.leaves(slopes)))
        factor = jnp.minimum(1.0, 1.0 / (norm + 1e-6))
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g * factor, momentum, slopes)
        parameters = jax.tree.map(lambda p, m: p - rate * m, parameters, momentum)
        return parameters, momentum, loss

    momentum = jax.tree.map(jnp.zeros_like, parameters)
    text = chance.integers(0, letters, 20000, dtype=np.int32)
    jax.block_until_ready((parameters, momentum))
    steps = 32
    for number in range(steps):
        with step("train"):
            starts = chance.integers(0, len(text) - length - 1, 8)
            tokens = jax.device_put(np.stack([text[s : s + length + 1] for s in starts]))
            rate = 0.05 * 0.5 * (1 + math.cos(math.pi * number / steps))
            parameters, momentum, loss = train_step(parameters, momentum, tokens, rate)
        if number % 8 == 0:
            note(f"step {number}: loss {float(loss):.4f}")
    print(f"loss {finite(float(loss)):.4f}")


@program
def jax_shallow_water():
    """step: jitted shallow water with third-order Runge-Kutta; diagnostics after each 30th step."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    size, gravity, depth = 256, 9.81, 10.0
    dx = 1000.0
    dt = 0.4 * dx / (gravity * depth) ** 0.5

    def along(f, axis):
        return (jnp.roll(f, -1, axis) - jnp.roll(f, 1, axis)) / (2 * dx)

    def spread(f):
        around = sum(jnp.roll(f, shift, axis) for shift in (-1, 1) for axis in (0, 1))
        return (around - 4 * f) / dx**2

    def tendency(state):
        h, u, v = state
        return (
            -along((depth + h) * u, 0) - along((depth + h) * v, 1),
            -u * along(u, 0) - v * along(u, 1) + 1e-4 * v - gravity * along(h, 0) + 50 * spread(u),
            -u * along(v, 0) - v * along(v, 1) - 1e-4 * u - gravity * along(h, 1) + 50 * spread(v),
        )

    def added(state, slopes, length):
        return jax.tree.map(lambda x, k: x + length * k, state, slopes)

    @jax.jit
    def advance(state):
        one = added(state, tendency(state), dt)
        two = jax.tree.map(
            lambda x, y: 0.75 * x + 0.25 * y, state, added(one, tendency(one), dt)
        )
        three = added(two, tendency(two), dt)
        return jax.tree.map(lambda x, y: x / 3 + 2 * y / 3, state, three)

    @jax.jit
    def diagnostics(state):
        h, u, v = state
        energy = 0.5 * ((depth + h) * (u**2 + v**2) + gravity * h**2).mean()
        return h.mean(), energy, jnp.abs(along(v, 0) - along(u, 1)).max()

    y, x = np.meshgrid(np.arange(size), np.arange(size))
    bump = np.exp(-((x - 90) ** 2 + (y - 128) ** 2) / 200.0).astype(np.float32)
    state = jnp.asarray(bump), jnp.zeros((size, size)), jnp.zeros((size, size))
    jax.block_until_ready(state)
    for number in range(150):
        with step("step"):
            state = advance(state)
        if number % 30 == 29:
            mean, energy, whirl = map(float, diagnostics(state))
            note(f"{number + 1}: mean {mean:.5f}, energy {energy:.5f}, vorticity {whirl:.2e}")
    print(f"energy {finite(energy):.5f}")


# CuPy


@program
def cupy_ising():
    """sweep: both colours of a lattice, for four temperatures; a measurement on each fifth one."""
    import cupy
    import numpy as np

    source = r"""
    extern "C" __global__ void half_sweep(signed char *spins, int size, float beta, int colour,
                                          unsigned seed) {
        int i = blockIdx.y * blockDim.y + threadIdx.y;
        int j = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + ((i + colour) & 1);
        if (i >= size || j >= size) return;
        int up = (i + size - 1) % size, down = (i + 1) % size;
        int left = (j + size - 1) % size, right = (j + 1) % size;
        int sum = spins[up * size + j] + spins[down * size + j] + spins[i * size + left]
            + spins[i * size + right];
        unsigned x = seed * 747796405u + (unsigned)(i * size + j) * 2891336453u;
        x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
        float chance = (x >> 8) * (1.0f / 16777216.0f);
        int spin = spins[i * size + j];
        if (chance < expf(-2.0f * beta * spin * sum)) spins[i * size + j] = -spin;
    }
    """
    half_sweep = cupy.RawKernel(source, "half_sweep")
    size = 512
    threads = (32, 8)
    grid = (size // 2 // 32, size // 8)
    rng = np.random.default_rng(0)
    seed = 1
    results = []
    for temperature in (1.8, 2.2, 2.4, 3.0):
        spins = cupy.asarray(rng.choice([-1, 1], (size, size)).astype(np.int8))
        beta = np.float32(1 / temperature)
        energies, magnets = [], []
        for sweep in range(60):
            with step("sweep"):
                for colour in (0, 1):
                    arguments = spins, np.int32(size), beta, np.int32(colour), np.uint32(seed)
                    half_sweep(grid, threads, arguments)
                    seed += 1
                if sweep % 5 == 4:
                    wide = spins.astype(cupy.float32)
                    around = cupy.roll(wide, 1, 0) + cupy.roll(wide, 1, 1)
                    energies.append(float(-(wide * around).mean()))
                    magnets.append(abs(float(wide.mean())))
        results.append((temperature, np.mean(energies[4:]), np.mean(magnets[4:])))
        note("T {:.1f}: energy {:.4f}, magnetisation {:.4f}".format(*results[-1]))
    print(f"energy {finite(float(results[-1][1])):.4f}")


@program
def cupy_bicgstab():
    """iteration: of BiCGSTAB for an implicit step of carried heat; the residual is read each."""
    import cupy
    import numpy as np

    size = 160
    h = 1.0 / (size + 1)
    line = cupy.arange(1, size + 1) * h
    y, x = cupy.meshgrid(line, line, indexing="ij")
    wind_x, wind_y = 60 * (y - 0.5), -60 * (x - 0.5)

    def apply(u):
        wide = cupy.pad(u, 1)
        left, right = wide[1:-1, :-2], wide[1:-1, 2:]
        down, up = wide[:-2, 1:-1], wide[2:, 1:-1]
        spread = (4 * u - left - right - down - up) / h**2
        return spread + (wind_x * (right - left) + wind_y * (up - down)) / (2 * h) + 1000 * u

    diagonal = 4 / h**2 + 1000
    rng = np.random.default_rng(0)
    b = cupy.asarray(rng.standard_normal((size, size)))
    solution = cupy.zeros_like(b)
    residual = b - apply(solution)
    shadow = residual.copy()
    rho = alpha = omega = 1.0
    p = v = cupy.zeros_like(b)
    start = float(cupy.sqrt((b * b).sum()))
    history = []
    for number in range(400):
        with step("iteration"):
            new_rho = float((shadow * residual).sum())
            beta = (new_rho / rho) * (alpha / omega)
            rho = new_rho
            p = residual + beta * (p - omega * v)
            p_hat = p / diagonal
            v = apply(p_hat)
            alpha = rho / float((shadow * v).sum())
            s = residual - alpha * v
            s_hat = s / diagonal
            t = apply(s_hat)
            omega = float((t * s).sum()) / float((t * t).sum())
            solution = solution + alpha * p_hat + omega * s_hat
            residual = s - omega * t
            history.append(float(cupy.sqrt((residual * residual).sum())) / start)
        if len(history) % 50 == 0:
            note(len(history), history[-1])
        if history[-1] < 1e-6:
            break
    print(f"{len(history)} iterations, residual {finite(history[-1]):.2e}")


# Triton


@program
def triton_rms_language():
    """train, eval: a language model with RMSNorm and cross-entropy in Triton; two eval batches."""
    import torch
    import triton
    from torch import nn
    from torch.nn import functional as F
    from triton import language as tl

    @triton.jit
    def rms_forward(x, scale, out, inverses, WIDTH: tl.constexpr):
        row = tl.program_id(0)
        columns = tl.arange(0, WIDTH)
        values = tl.load(x + row * WIDTH + columns)
        inverse = 1 / tl.sqrt(tl.sum(values * values, axis=0) / WIDTH + 1e-6)
        tl.store(inverses + row, inverse)
        tl.store(out + row * WIDTH + columns, values * inverse * tl.load(scale + columns))

    @triton.jit
    def rms_backward(x, scale, inverses, slope, x_slope, parts, WIDTH: tl.constexpr):
        row = tl.program_id(0)
        columns = tl.arange(0, WIDTH)
        values = tl.load(x + row * WIDTH + columns)
        slopes = tl.load(slope + row * WIDTH + columns)
        inverse = tl.load(inverses + row)
        scaled = slopes * tl.load(scale + columns)
        along = tl.sum(scaled * values, axis=0) / WIDTH * inverse * inverse
        tl.store(x_slope + row * WIDTH + columns, (scaled - values * along) * inverse)
        tl.store(parts + row * WIDTH + columns, slopes * values * inverse)

    @triton.jit
    def cross_entropy(logits, labels, losses, slopes, rows, CLASSES: tl.constexpr):
        row = tl.program_id(0)
        columns = tl.arange(0, CLASSES)
        values = tl.load(logits + row * CLASSES + columns)
        label = tl.load(labels + row)
        values = values - tl.max(values, axis=0)
        powers = tl.exp(values)
        total = tl.sum(powers, axis=0)
        picked = tl.sum(tl.where(columns == label, values, 0.0), axis=0)
        tl.store(losses + row, tl.log(total) - picked)
        slope = (powers / total - tl.where(columns == label, 1.0, 0.0)) / rows
        tl.store(slopes + row * CLASSES + columns, slope)

    class RMS(torch.autograd.Function):
        @staticmethod
        def forward(context, x, scale):
            flat = x.reshape(-1, x.shape[-1]).contiguous()
            out = torch.empty_like(flat)
            inverses = torch.empty(len(flat), device=x.device)
            rms_forward[(len(flat),)](flat, scale, out, inverses, WIDTH=flat.shape[1])
            context.save_for_backward(flat, scale, inverses)
            return out.view(x.shape)

        @staticmethod
        def backward(context, slope):
            flat, scale, inverses = context.saved_tensors
            slopes = slope.reshape(flat.shape).contiguous()
            x_slope, parts = torch.empty_like(flat), torch.empty_like(flat)
            rms_backward[(len(flat),)](
                flat, scale, inverses, slopes, x_slope, parts, WIDTH=flat.shape[1]
            )
            return x_slope.view(slope.shape), parts.sum(0)

    class CrossEntropy(torch.autograd.Function):
        @staticmethod
        def forward(context, logits, labels):
            logits = logits.contiguous()
            rows, classes = logits.shape
            losses, slopes = torch.empty(rows, device=logits.device), torch.empty_like(logits)
            cross_entropy[(rows,)](logits, labels, losses, slopes, rows, CLASSES=classes)
            context.save_for_backward(slopes)
            return losses.mean()

        @staticmethod
        def backward(context, slope):
            (slopes,) = context.saved_tensors
            return slopes * slope, None

    class Norm(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.scale = nn.Parameter(torch.ones(width))

        def forward(self, x):
            return RMS.apply(x, self.scale)

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.norm1, self.norm2 = Norm(width), Norm(width)
            self.qkv = nn.Linear(width, 3 * width, bias=False)
            self.out = nn.Linear(width, width, bias=False)
            self.gate = nn.Linear(width, 2 * width, bias=False)
            self.up = nn.Linear(width, 2 * width, bias=False)
            self.down = nn.Linear(2 * width, width, bias=False)

        def forward(self, x):
            batch, places, width = x.shape
            qkv = self.qkv(self.norm1(x)).view(batch, places, 3, self.heads, -1)
            q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(y.transpose(1, 2).reshape(x.shape))
            y = self.norm2(x)
            return x + self.down(F.silu(self.gate(y)) * self.up(y))

    class Language(nn.Module):
        def __init__(self, words=512, width=128, length=32):
            super().__init__()
            self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
            self.blocks = nn.Sequential(*(Block(width, 4) for _ in range(3)))
            self.norm, self.head = Norm(width), nn.Linear(width, words, bias=False)

        def forward(self, tokens):
            places = torch.arange(tokens.shape[1], device=tokens.device)
            x = self.words(tokens) + self.places(places)
            return self.head(self.norm(self.blocks(x)))

    torch.manual_seed(0)
    text = torch.randint(0, 512, (20000,))
    model = Language().to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95))

    def batch():
        starts = torch.randint(0, len(text) - 33, (8,))
        rows = torch.stack([text[s : s + 33] for s in starts.tolist()]).to(DEVICE)
        return rows[:, :-1], rows[:, 1:]

    def loss_of(tokens, labels):
        return CrossEntropy.apply(model(tokens).flatten(0, 1), labels.flatten())

    for number in range(28):
        with step("train"):
            tokens, labels = batch()
            loss = loss_of(tokens, labels)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
        if number % 7 == 6:
            model.eval()
            judged = 0.0
            for _ in range(2):
                with step("eval"), torch.no_grad():
                    judged += loss_of(*batch()).item() / 2
            model.train()
            note(f"step {number}: loss {loss.item():.4f}, judged {judged:.4f}")
    print(f"loss {finite(loss.item()):.4f}, judged {finite(judged):.4f}")


# Without steps


@program
def nosteps_detector():
    """No steps: objects are found in one picture: features, pyramid, boxes, suppression, masks."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    def layer(before, after, size=3, stride=1):
        return nn.Sequential(
            nn.Conv2d(before, after, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(after),
            nn.SiLU(inplace=True),
        )

    class Stage(nn.Module):
        def __init__(self, before, after, depth):
            super().__init__()
            self.enter = layer(before, after, 3, 2)
            self.one, self.two = layer(after, after // 2, 1), layer(after, after // 2, 1)
            self.body = nn.ModuleList(
                nn.Sequential(layer(after // 2, after // 2, 1), layer(after // 2, after // 2))
                for _ in range(depth)
            )
            self.out = layer(after, after, 1)

        def forward(self, x):
            x = self.enter(x)
            y, z = self.one(x), self.two(x)
            for part in self.body:
                y = y + part(y)
            return self.out(torch.cat([y, z], dim=1))

    class Detector(nn.Module):
        def __init__(self, classes=20):
            super().__init__()
            self.stem = layer(3, 32, 6 + 1, 2)
            self.stages = nn.ModuleList(
                [Stage(32, 64, 1), Stage(64, 128, 2), Stage(128, 192, 2), Stage(192, 256, 1)]
            )
            self.side = nn.ModuleList(nn.Conv2d(width, 96, 1) for width in (128, 192, 256))
            self.smooth = nn.ModuleList(layer(96, 96) for _ in range(3))
            self.boxes = nn.ModuleList(
                nn.Sequential(layer(96, 64), layer(64, 64), nn.Conv2d(64, 4, 1)) for _ in range(3)
            )
            self.classes = nn.ModuleList(
                nn.Sequential(layer(96, 64), nn.Conv2d(64, classes, 1)) for _ in range(3)
            )
            self.masks = nn.Sequential(layer(96, 64), nn.Upsample(scale_factor=2), layer(64, 32))
            self.mask_weights = nn.ModuleList(nn.Conv2d(96, 32, 1) for _ in range(3))

        def forward(self, x):
            x = self.stages[0](self.stem(x))
            kept = []
            for stage in self.stages[1:]:
                x = stage(x)
                kept.append(x)
            one, two, three = (side(x) for side, x in zip(self.side, kept))
            two = two + F.interpolate(three, scale_factor=2)
            one = one + F.interpolate(two, scale_factor=2)
            levels = [smooth(x) for smooth, x in zip(self.smooth, (one, two, three))]
            results = [
                [head(x) for head, x in zip(heads, levels)]
                for heads in (self.boxes, self.classes, self.mask_weights)
            ]
            return *results, self.masks(levels[0])

    torch.manual_seed(0)
    model = Detector().to(DEVICE).eval()
    picture = torch.randint(0, 256, (427, 640, 3), dtype=torch.uint8)
    with torch.inference_mode():
        x = picture.to(DEVICE).permute(2, 0, 1)[None].float() / 255
        high, wide = x.shape[2:]
        ratio = 512 / max(high, wide)
        x = F.interpolate(x, scale_factor=ratio, mode="bilinear", antialias=True)
        below, beside = 512 - x.shape[2], 512 - x.shape[3]
        x = F.pad(x, (beside // 2, beside - beside // 2, below // 2, below - below // 2), value=0.45)
        mean = torch.tensor([0.485, 0.456, 0.406], device=DEVICE)[:, None, None]
        spread = torch.tensor([0.229, 0.224, 0.225], device=DEVICE)[:, None, None]
        boxes, classes, weights, masks = model((x - mean) / spread)

        all_boxes, all_scores, all_weights = [], [], []
        for stride, box, score, weight in zip((8, 16, 32), boxes, classes, weights):
            rows, columns = box.shape[2:]
            y, x = torch.meshgrid(
                torch.arange(rows, device=DEVICE), torch.arange(columns, device=DEVICE), indexing="ij"
            )
            centres = (torch.stack([x, y], dim=-1).view(-1, 2) + 0.5) * stride
            sides = F.softplus(box[0].flatten(1).T) * stride * 2
            all_boxes.append(torch.cat([centres - sides[:, :2], centres + sides[:, 2:]], dim=1))
            all_scores.append(score[0].flatten(1).T.sigmoid())
            all_weights.append(weight[0].flatten(1).T)
        boxes = torch.cat(all_boxes).clamp(0, 512)
        scores, labels = torch.cat(all_scores).max(dim=1)
        scores, order = scores.topk(300)
        boxes, labels, weights = boxes[order], labels[order], torch.cat(all_weights)[order]

        moved = boxes + labels[:, None] * 1000
        areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        corner = torch.maximum(moved[:, None, :2], moved[None, :, :2])
        far = torch.minimum(moved[:, None, 2:], moved[None, :, 2:])
        common = (far - corner).clamp(min=0).prod(dim=2)
        iou = (common / (areas[:, None] + areas[None] - common + 1e-6)).triu(1)
        # Matrix suppression, as in SOLOv2.
        most = iou.max(dim=0).values
        decay = torch.exp(-(iou**2 - most[:, None] ** 2) / 0.5).min(dim=0).values
        scores = scores * decay
        kept = (scores > 0.05).nonzero()[:, 0][:50]
        boxes, scores, labels, weights = boxes[kept], scores[kept], labels[kept], weights[kept]

        shapes = (weights @ masks[0].flatten(1)).sigmoid().view(-1, *masks.shape[2:])
        shapes = F.interpolate(shapes[None], size=(512, 512), mode="bilinear")[0] > 0.5
        line = torch.arange(512, device=DEVICE)
        inside_x = (line >= boxes[:, :1]) & (line < boxes[:, 2:3])
        inside_y = (line >= boxes[:, 1:2]) & (line < boxes[:, 3:4])
        shapes = shapes & inside_x[:, None, :] & inside_y[:, :, None]
        shift = torch.tensor([beside // 2, below // 2] * 2, device=DEVICE)
        boxes = (boxes - shift) / ratio
        counts = torch.bincount(labels, minlength=20)
    print(f"{len(boxes)} boxes, {int(shapes.sum())} pixels, most of class {int(counts.argmax())}")


@program
def nosteps_linear_algebra():
    """No steps: a tour of factorisations and functions of matrices, each one once or twice."""
    import torch

    torch.manual_seed(0)
    size = 192
    a = torch.randn(size, size, dtype=torch.float64).to(DEVICE)
    b = torch.randn(size, 8, dtype=torch.float64).to(DEVICE)
    eye = torch.eye(size, dtype=torch.float64, device=DEVICE)
    symmetric = (a + a.T) / 2
    positive = a @ a.T / size + eye
    results = {}

    lu, pivots = torch.linalg.lu_factor(a)
    results["lu"] = (torch.linalg.lu_solve(lu, pivots, b) - torch.linalg.solve(a, b)).abs().max()
    p, lower, upper = torch.linalg.lu(a)
    results["plu"] = (p @ lower @ upper - a).norm()
    results["determinant"] = torch.linalg.slogdet(positive).logabsdet
    factor = torch.linalg.cholesky(positive)
    results["cholesky"] = (factor @ factor.T - positive).norm()
    results["cholesky solve"] = (positive @ torch.cholesky_solve(b, factor) - b).norm()
    results["inverse"] = (torch.cholesky_inverse(factor) @ positive - eye).norm()
    q, r = torch.linalg.qr(a)
    results["qr"] = (q.T @ q - eye).norm() + (q @ r - a).norm()
    values, vectors = torch.linalg.eigh(symmetric)
    results["eigh"] = (symmetric @ vectors - vectors * values).norm()
    u, s, vh = torch.linalg.svd(a)
    results["svd"] = ((u * s) @ vh - a).norm()
    low = (u[:, :20] * s[:20]) @ vh[:20]
    results["rank 20"] = (a - low).norm() / a.norm()
    results["condition"] = s[0] / s[-1]
    results["polar"] = (u @ vh @ vh.T @ u.T - eye).norm()
    results["pseudo-inverse"] = (a @ torch.linalg.pinv(a) - eye).norm()
    results["least squares"] = torch.linalg.lstsq(a[:, :50], b).solution.norm()
    results["triangular"] = torch.linalg.solve_triangular(upper, b, upper=True).norm()
    results["exponential"] = torch.linalg.matrix_exp(symmetric / 20).trace()
    results["power"] = torch.linalg.matrix_power(symmetric / 20, 5).trace()
    results["root"] = ((vectors * values.abs().sqrt()) @ vectors.T).trace()
    results["nuclear"] = torch.linalg.matrix_norm(a, "nuc")
    results["spectral"] = torch.linalg.matrix_norm(a, 2)
    results["kronecker"] = torch.kron(a[:12, :12], a[:10, :10]).norm()
    results["vandermonde"] = torch.linalg.vander(a[0, :30].tanh()).norm()
    results["cross"] = torch.linalg.cross(a[:, :3], a[:, 3:6]).norm()
    results["householder"] = torch.linalg.householder_product(*torch.geqrf(a[:, :32])).norm()
    results["chain"] = torch.linalg.multi_dot([a, b, b.T, a, b]).norm()
    results["covariance"] = torch.cov(a).trace() - torch.corrcoef(a).trace()
    distances = torch.cdist(a, a)
    centre = eye - 1.0 / size
    gram = -0.5 * centre @ distances**2 @ centre
    results["scaling"] = torch.linalg.eigvalsh(gram)[-2:].sum()
    sketch = a @ torch.randn(size, 24, dtype=torch.float64, device=DEVICE)
    basis, _ = torch.linalg.qr(sketch)
    results["sketch"] = torch.linalg.svdvals(basis.T @ a)[0] / s[0]
    toeplitz = torch.fft.ifft(torch.fft.fft(a[0]) * torch.fft.fft(a[1])).real
    results["circulant"] = toeplitz.norm()
    batch = positive[:160, :160].reshape(10, 16, 160)[:, :, :16] + 9 * eye[:16, :16]
    results["batched"] = torch.linalg.inv(batch).diagonal(dim1=1, dim2=2).sum()
    results["einsum"] = torch.einsum("ij,jk,ki->", a, symmetric, positive)
    for name, value in results.items():
        note(name, finite(value.item()))
    print(f"{len(results)} results, condition {results['condition'].item():.1f}")


@program
def nosteps_points():
    """No steps: one cloud of points is cleaned, thinned, described, cut and drawn, once."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    plane = torch.rand(12000, 3) * torch.tensor([10.0, 10.0, 0.02])
    ball = F.normalize(torch.randn(6000, 3), dim=1) + torch.tensor([4.0, 5.0, 1.2])
    box = torch.rand(4000, 3) * torch.tensor([1.0, 2.0, 1.5]) + torch.tensor([7.0, 2.0, 0.0])
    stray = torch.rand(300, 3) * 10
    points = torch.cat([plane, ball, box, stray])
    colours = torch.rand(len(points), 3)
    points, colours = points.to(DEVICE), colours.to(DEVICE)

    # Crop, then keep the mean of each voxel.
    inside = ((points > -0.5) & (points < 10.5)).all(dim=1)
    points, colours = points[inside], colours[inside]
    low = points.amin(dim=0)
    cells = ((points - low) / 0.12).long()
    keys = (cells[:, 0] * 1000 + cells[:, 1]) * 1000 + cells[:, 2]
    unique, back, counts = torch.unique(keys, return_inverse=True, return_counts=True)
    thin = torch.zeros(len(unique), 3, device=DEVICE).index_add_(0, back, points)
    shade = torch.zeros(len(unique), 3, device=DEVICE).index_add_(0, back, colours)
    points, colours = thin / counts[:, None], shade / counts[:, None]

    # Drop those far from their neighbours.
    distances = torch.cdist(points, points)
    near, neighbours = distances.topk(17, largest=False)
    gaps = near[:, 1:].mean(dim=1)
    good = gaps < gaps.mean() + 2 * gaps.std()
    points, colours = points[good], colours[good]
    distances = distances[good][:, good]
    near, neighbours = distances.topk(17, largest=False)

    # Normals and curvature.
    around = points[neighbours] - points[neighbours].mean(dim=1, keepdim=True)
    covariance = around.transpose(1, 2) @ around / 17
    # The direction of least spread in closed form, since batched solvers are slow for so many.
    mean = covariance.diagonal(dim1=1, dim2=2).mean(dim=1)
    eye = torch.eye(3, device=DEVICE)
    centred = covariance - mean[:, None, None] * eye
    spread = (centred.pow(2).sum(dim=(1, 2)) / 6).sqrt().clamp(min=1e-9)
    half = (torch.linalg.det(centred / spread[:, None, None]) / 2).clamp(-1, 1)
    angle = half.acos() / 3
    biggest = mean + 2 * spread * angle.cos()
    least = mean + 2 * spread * (angle + 2 * math.pi / 3).cos()
    middle = 3 * mean - biggest - least
    product = (covariance - biggest[:, None, None] * eye) @ (
        covariance - middle[:, None, None] * eye
    )
    column = product.norm(dim=1).argmax(dim=1)
    normals = product.gather(2, column[:, None, None].expand(-1, 3, 1))[:, :, 0]
    normals = F.normalize(normals, dim=1)
    eye_point = torch.tensor([5.0, 5.0, 20.0], device=DEVICE)
    turned = ((eye_point - points) * normals).sum(dim=1) < 0
    normals = torch.where(turned[:, None], -normals, normals)
    curvature = least / (3 * mean)

    # Descriptors from pairs of normals.
    between = F.normalize(points[neighbours] - points[:, None], dim=2)
    alpha = (normals[neighbours] * normals[:, None]).sum(2)
    phi = (between * normals[:, None]).sum(2)
    theta = (between * normals[neighbours]).sum(2)
    bins = [((value + 1) * 5.5).long().clamp(0, 10) for value in (alpha, phi, theta)]
    features = torch.cat([F.one_hot(value, 11).float().mean(dim=1) for value in bins], dim=1)
    features = features + (features[neighbours] / (near[..., None] + 0.1)).mean(dim=1)

    # The floor, from all draws of three points at a time.
    draws = torch.randint(0, len(points), (256, 3), device=DEVICE)
    one, two, three = points[draws].unbind(dim=1)
    across = F.normalize(torch.linalg.cross(two - one, three - one), dim=1)
    offset = (across * one).sum(dim=1)
    close = (points @ across.T - offset).abs() < 0.05
    best = close.sum(dim=0).argmax()
    floor = close[:, best]
    rest_points, rest_normals = points[~floor], normals[~floor]

    # The ball by least squares, the box by its extent.
    chosen = (rest_points[:, 0] < 5.5) & (rest_points[:, 0] > 2.5)
    near_ball = rest_points[chosen]
    system = torch.cat([2 * near_ball, torch.ones_like(near_ball[:, :1])], dim=1)
    right = near_ball.pow(2).sum(dim=1, keepdim=True)
    normal = system.T @ system + 1e-4 * torch.eye(4, device=DEVICE)
    answer = torch.linalg.solve(normal, system.T @ right)
    radius = (answer[3] + answer[:3].pow(2).sum()).clamp(min=0).sqrt()
    boxed = rest_points[rest_points[:, 0] > 6.5]
    extent = boxed.amax(dim=0) - boxed.amin(dim=0)

    # A picture from above, nearest first, then filled and blurred.
    seen = points @ torch.tensor([[0.9, -0.1, 0], [0.1, 0.9, 0], [0, 0, 1.0]], device=DEVICE)
    pixel = (seen[:, :2] * 12).long().clamp(0, 127)
    places = pixel[:, 1] * 128 + pixel[:, 0]
    picture = torch.full((128 * 128,), -1.0, device=DEVICE)
    picture = picture.scatter_reduce(0, places, seen[:, 2], "amax").view(1, 1, 128, 128)
    filled = F.max_pool2d(picture, 3, 1, 1)
    blurred = F.avg_pool2d(filled, 5, 1, 2)
    slope = F.conv2d(blurred, torch.tensor([[[[-1.0, 0, 1]]]], device=DEVICE))
    heights = torch.histc(points[:, 2], bins=32, min=0, max=3)
    density = (distances < 0.3).sum(dim=1)
    summary = {
        "points": len(points),
        "curvature": curvature.median().item(),
        "features": features.std(dim=0).mean().item(),
        "floor": floor.float().mean().item(),
        "up": rest_normals[:, 2].mean().item(),
        "radius": radius.item(),
        "box": extent.prod().item(),
        "edges": slope.abs().mean().item(),
        "heights": heights.argmax().item(),
        "density": density.float().mean().item(),
        "colour": colours.mean().item(),
    }
    for name, value in summary.items():
        note(name, finite(value))
    print(f"{summary['points']} points, radius {summary['radius']:.3f}")


@program
def nosteps_checkpoint():
    """No steps: a checkpoint is read, two of its kin merged into it, and one text passed through."""
    import tempfile

    import torch
    from safetensors.torch import load_file, save_file
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    config = GPT2Config(vocab_size=1500, n_positions=128, n_embd=160, n_layer=5, n_head=5)
    model = GPT2LMHeadModel(config)
    state = {name: value for name, value in model.state_dict().items() if name != "lm_head.weight"}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("base", "code", "chat"):
            noise = 0.0 if name == "base" else 0.01
            tensors = {n: (v + noise * torch.randn_like(v)).half() for n, v in state.items()}
            save_file(tensors, os.path.join(folder, f"{name}.safetensors"))
        base, code, chat = (
            load_file(os.path.join(folder, f"{name}.safetensors"), device=DEVICE)
            for name in ("base", "code", "chat")
        )
    merged = {}
    for name, weights in base.items():
        weights = weights.float()
        if weights.ndim == 1:
            merged[name] = (code[name].float() + chat[name].float()) / 2
            continue
        changes = torch.stack([kin[name].float() - weights for kin in (code, chat)])
        if name.startswith("transformer.w"):
            merged[name] = weights + changes.mean(dim=0)
            continue
        # The trimmed, sign-elected merge of TIES.
        least = changes.abs().flatten(1).kthvalue(int(changes[0].numel() * 0.8), dim=1).values
        changes = changes * (changes.abs() >= least[:, None, None])
        sign = changes.sum(dim=0).sign()
        agree = (changes.sign() == sign) & (changes != 0)
        merged[name] = weights + (changes * agree).sum(dim=0) / agree.sum(dim=0).clamp(min=1)

    # More words and places than before.
    words = merged["transformer.wte.weight"]
    more = words.mean(dim=0) + 0.02 * torch.randn(36, words.shape[1], device=DEVICE)
    merged["transformer.wte.weight"] = torch.cat([words, more])
    places = merged["transformer.wpe.weight"].T[None]
    longer = torch.nn.functional.interpolate(places, size=256, mode="linear", align_corners=True)
    merged["transformer.wpe.weight"] = longer[0].T.contiguous()
    merged["lm_head.weight"] = merged["transformer.wte.weight"]

    config.vocab_size, config.n_positions = 1536, 256
    with torch.device(DEVICE):
        model = GPT2LMHeadModel(config)
    model.load_state_dict(merged)
    model = model.eval().bfloat16()
    sums = {name: value.float().norm().item() for name, value in model.named_parameters()}
    broken = [name for name, value in merged.items() if not torch.isfinite(value).all()]
    with torch.inference_mode():
        tokens = torch.randint(0, 1536, (1, 200)).to(DEVICE)
        loss = model(input_ids=tokens, labels=tokens).loss.item()
    note(f"{len(sums)} tensors, largest norm {max(sums.values()):.2f}, broken: {broken}")
    print(f"loss {finite(loss):.4f}")


@program
def nosteps_jax_tour():
    """No steps: a tutorial of JAX from top to bottom, each cell run once."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.standard_normal(1000, dtype=np.float32))
    matrix = jnp.asarray(rng.standard_normal((64, 64), dtype=np.float32))

    def selu(x, alpha=1.67, scale=1.05):
        return scale * jnp.where(x > 0, x, alpha * jnp.exp(x) - alpha)

    cells = {"selu": selu(x).mean(), "jitted": jax.jit(selu)(x).mean()}
    cells["grad"] = jax.grad(lambda x: jnp.sum(jax.nn.sigmoid(x)))(x).sum()
    cells["second"] = jax.grad(jax.grad(jax.grad(jnp.tanh)))(0.7)
    cells["batched"] = jax.vmap(lambda v: matrix @ v)(x[:640].reshape(10, 64)).sum()
    cells["jacobian"] = jax.jacfwd(lambda v: jnp.cumsum(v**2))(x[:12]).sum()
    cells["product"] = jax.jvp(jnp.sin, (x,), (x,))[1].sum()
    updated = x.at[::2].set(0.0).at[1::2].add(1.0)
    cells["update"] = updated.sum()
    keys = jax.random.split(jax.random.key(0), 3)
    cells["normal"] = jax.random.normal(keys[0], (100, 100)).std()
    cells["uniform"] = jax.random.uniform(keys[1], (5000,)).mean()
    cells["shuffle"] = jax.random.permutation(keys[2], x)[:10].sum()
    cells["cond"] = jax.lax.cond(x[0] > 0, jnp.sum, jnp.prod, x[:10])
    cells["loop"] = jax.lax.fori_loop(0, 8, lambda i, v: jnp.tanh(matrix @ v), x[:64]).sum()
    total, sums = jax.lax.scan(lambda c, v: (0.9 * c + v, c), 0.0, x[:16])
    cells["scan"] = total + sums.sum()
    cells["sorted"] = jnp.sort(x)[100]
    cells["histogram"] = jnp.histogram(x, bins=20)[0].max()
    cells["unique"] = jnp.unique(jnp.round(x)).size
    cells["fft"] = jnp.abs(jnp.fft.rfft(x)).max()
    cells["convolution"] = jnp.convolve(x, jnp.ones(9) / 9, mode="same").std()
    image = x[:900].reshape(1, 1, 30, 30)
    kernel = jnp.ones((4, 1, 3, 3)) / 9
    cells["conv"] = jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME").sum()
    cells["norm"] = jnp.linalg.norm(matrix)
    cells["qr"] = jnp.abs(jnp.linalg.qr(matrix)[1]).sum()
    cells["solve"] = jnp.linalg.solve(matrix + 20 * jnp.eye(64), x[:64]).sum()
    cells["einsum"] = jnp.einsum("ij,jk,kl->il", matrix, matrix, matrix).trace()
    cells["segments"] = jax.ops.segment_sum(x, jnp.arange(1000) // 100).max()
    cells["softmax"] = jax.nn.softmax(matrix, axis=-1).max()
    cells["one hot"] = jax.nn.one_hot(jnp.arange(10), 12).sum()
    cells["logsumexp"] = jax.nn.logsumexp(matrix)
    tree = {"a": x, "b": [matrix, 2 * matrix]}
    cells["tree"] = sum(leaf.sum() for leaf in jax.tree.leaves(tree))
    line = jnp.linspace(-1, 1, 50)
    slope, offset = jnp.polyfit(line, 3 * line + 0.1 * x[:50], 1)
    cells["fit"] = slope - offset
    cells["triangle"] = jnp.triu(matrix, 1).sum()
    cells["rolled"] = jnp.roll(matrix, 3, axis=0)[0].sum()
    cells["repeated"] = jnp.tile(x, 3).sum() + jnp.repeat(x, 2).sum()
    for name, value in cells.items():
        note(name, finite(float(value)))
    print(f"{len(cells)} cells, slope {float(slope):.3f}")


@program
def nosteps_cupy_picture():
    """No steps: one photograph through colours, filters, edges, shapes and statistics, once."""
    import cupy
    import numpy as np

    rng = np.random.default_rng(0)
    y, x = np.mgrid[:480, :640]
    photo = np.stack([np.sin(x / 40) + np.cos(y / 30), np.sin((x + y) / 50), np.cos(x * y / 9000)])
    photo = np.clip((photo + 0.2 * rng.standard_normal(photo.shape)) * 60 + 120, 0, 255)
    photo = cupy.asarray(photo.astype(np.uint8))
    facts = {}

    # Colours.
    linear = (photo.astype(cupy.float32) / 255) ** 2.2
    white = linear.mean(axis=(1, 2), keepdims=True)
    linear = cupy.clip(linear * (white.mean() / white), 0, 1)
    red, green, blue = linear
    grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    most, least = linear.max(axis=0), linear.min(axis=0)
    span = most - least + 1e-6
    hue = cupy.where(
        most == red,
        (green - blue) / span,
        cupy.where(most == green, 2 + (blue - red) / span, 4 + (red - green) / span),
    )
    hue = (hue / 6) % 1.0
    saturation = span / (most + 1e-6)
    facts["hue"] = hue.mean()
    facts["saturation"] = saturation.std()

    # Filters.
    wide = cupy.pad(grey, 3, mode="reflect")
    taps = [0.006, 0.061, 0.242, 0.382, 0.242, 0.061, 0.006]
    rows = sum(tap * wide[3:-3, i : i + 640] for i, tap in enumerate(taps))
    high = cupy.pad(rows, ((3, 3), (0, 0)), mode="reflect")
    blurred = sum(tap * high[i : i + 480] for i, tap in enumerate(taps))
    sharp = cupy.clip(grey + 1.5 * (grey - blurred), 0, 1)
    facts["sharpness"] = cupy.abs(sharp - blurred).mean()
    near = cupy.stack([wide[2 + i : 482 + i, 2 + j : 642 + j] for i in range(3) for j in range(3)])
    middle = cupy.sort(near, axis=0)[4]
    facts["noise"] = cupy.abs(grey - middle).mean()
    sums = cupy.pad(cupy.cumsum(cupy.cumsum(grey, axis=0), axis=1), ((1, 0), (1, 0)))
    box = (sums[15:, 15:] - sums[:-15, 15:] - sums[15:, :-15] + sums[:-15, :-15]) / 225
    facts["box"] = box.max()

    # Contrast.
    levels = cupy.clip(grey * 255, 0, 255).astype(cupy.int32)
    counts = cupy.bincount(levels.ravel(), minlength=256)
    spread = cupy.cumsum(counts) / levels.size
    equal = spread[levels]
    facts["equal"] = equal.std()
    shares = counts / levels.size
    facts["entropy"] = -(shares * cupy.log2(shares + 1e-12)).sum()
    weight = cupy.cumsum(shares)
    moments = cupy.cumsum(shares * cupy.arange(256))
    between = (moments[-1] * weight - moments) ** 2 / (weight * (1 - weight) + 1e-9)
    threshold = int(between.argmax())
    facts["threshold"] = threshold

    # Edges and corners.
    w = cupy.pad(blurred, 1, mode="edge")
    gx = w[:-2, 2:] + 2 * w[1:-1, 2:] + w[2:, 2:] - w[:-2, :-2] - 2 * w[1:-1, :-2] - w[2:, :-2]
    gy = w[2:, :-2] + 2 * w[2:, 1:-1] + w[2:, 2:] - w[:-2, :-2] - 2 * w[:-2, 1:-1] - w[:-2, 2:]
    strength = cupy.hypot(gx, gy)
    direction = cupy.arctan2(gy, gx)
    facts["edges"] = (strength > cupy.percentile(strength, 90)).mean()
    xx, yy, xy = gx * gx, gy * gy, gx * gy
    corner = xx * yy - xy * xy - 0.05 * (xx + yy) ** 2
    facts["corners"] = (corner > 0.1 * corner.max()).sum()
    turns = cupy.histogram(direction, bins=36, weights=strength)[0]
    facts["direction"] = turns.argmax()

    # Shapes.
    mask = levels > threshold
    m = cupy.pad(mask, 1)
    grown = m[1:-1, 1:-1] | m[:-2, 1:-1] | m[2:, 1:-1] | m[1:-1, :-2] | m[1:-1, 2:]
    shrunk = m[1:-1, 1:-1] & m[:-2, 1:-1] & m[2:, 1:-1] & m[1:-1, :-2] & m[1:-1, 2:]
    facts["outline"] = (grown ^ shrunk).sum()
    ys, xs = cupy.nonzero(mask)
    facts["centre"] = xs.mean() + ys.mean()
    facts["moment"] = ((xs - xs.mean()) * (ys - ys.mean())).mean()

    # Frequencies and blocks.
    waves = cupy.fft.fft2(grey)
    fy, fx = cupy.fft.fftfreq(480)[:, None], cupy.fft.fftfreq(640)[None]
    radius = cupy.sqrt(fx**2 + fy**2)
    smooth = cupy.fft.ifft2(waves * (radius < 0.1)).real
    facts["smooth"] = smooth.std()
    rings = (radius * 100).astype(cupy.int32).ravel()
    power = cupy.bincount(rings, weights=cupy.abs(waves).ravel() ** 2)
    facts["spectrum"] = cupy.log(power[1:40] + 1).sum()
    k, n = cupy.arange(8)[:, None], cupy.arange(8)[None]
    basis = 0.5 * cupy.cos(cupy.pi * k * (2 * n + 1) / 16)
    basis[0] *= 0.5**0.5
    blocks = grey.reshape(60, 8, 80, 8).transpose(0, 2, 1, 3)
    coded = cupy.rint((basis[None, None] @ blocks @ basis.T) * 32)
    facts["zeros"] = (coded == 0).mean()
    decoded = basis.T @ (coded / 32) @ basis
    error = ((decoded - blocks) ** 2).mean()
    facts["quality"] = -10 * cupy.log10(error)

    # A smaller, turned copy.
    small = grey.reshape(240, 2, 320, 2).mean(axis=(1, 3))
    cos, sin = math.cos(0.3), math.sin(0.3)
    ty, tx = cupy.mgrid[:240, :320].astype(cupy.float32)
    sx = cos * (tx - 160) - sin * (ty - 120) + 160
    sy = sin * (tx - 160) + cos * (ty - 120) + 120
    ix, iy = cupy.floor(sx).astype(int), cupy.floor(sy).astype(int)
    dx, dy = sx - ix, sy - iy
    ix, iy = cupy.clip(ix, 0, 318), cupy.clip(iy, 0, 238)
    upper = small[iy, ix] * (1 - dx) + small[iy, ix + 1] * dx
    lower = small[iy + 1, ix] * (1 - dx) + small[iy + 1, ix + 1] * dx
    turned = upper * (1 - dy) + lower * dy
    facts["turned"] = turned.mean()
    facts["correlation"] = cupy.corrcoef(red.ravel(), blue.ravel())[0, 1]
    for name, value in facts.items():
        note(name, finite(float(value)))
    print(f"{len(facts)} facts, entropy {float(facts['entropy']):.3f}")


@program
def nosteps_triton_tutorial():
    """No steps: three kernels are checked, then timed beside PyTorch's for six sizes each."""
    import torch
    import triton
    from torch.nn import functional as F
    from triton import language as tl

    @triton.jit
    def add_kernel(x, y, out, count, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = places < count
        total = tl.load(x + places, mask=mask) + tl.load(y + places, mask=mask)
        tl.store(out + places, total, mask=mask)

    @triton.jit
    def softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
        row = tl.program_id(0)
        places = tl.arange(0, BLOCK)
        mask = places < columns
        values = tl.load(x + row * columns + places, mask=mask, other=-float("inf"))
        powers = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * columns + places, powers / tl.sum(powers, axis=0), mask=mask)

    @triton.jit
    def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
        rows = tl.program_id(0) * BM + tl.arange(0, BM)
        columns = tl.program_id(1) * BN + tl.arange(0, BN)
        inner = tl.arange(0, BK)
        total = tl.zeros((BM, BN), dtype=tl.float32)
        for start in range(0, K, BK):
            left = tl.load(a + rows[:, None] * K + (start + inner)[None, :])
            right = tl.load(b + (start + inner)[:, None] * N + columns[None, :])
            total = tl.dot(left, right, total)
        tl.store(c + rows[:, None] * N + columns[None, :], total.to(tl.float16))

    def add(x, y):
        out = torch.empty_like(x)
        add_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, out, x.numel(), BLOCK=1024)
        return out

    def softmax(x):
        out = torch.empty_like(x)
        block = triton.next_power_of_2(x.shape[1])
        softmax_kernel[(x.shape[0],)](x, out, x.shape[1], BLOCK=block)
        return out

    def matmul(a, b):
        (m, k), n = a.shape, b.shape[1]
        c = torch.empty(m, n, device=a.device, dtype=a.dtype)
        matmul_kernel[(m // 64, n // 64)](a, b, c, m, n, k, BM=64, BN=64, BK=32)
        return c

    def timed(run):
        for _ in range(2):
            run()
        if DEVICE != "cuda":
            return 1.0
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(6):
            run()
        end.record()
        torch.cuda.synchronize()
        return start.elapsed_time(end) / 6

    torch.manual_seed(0)
    x, y = torch.rand(98432, device=DEVICE), torch.rand(98432, device=DEVICE)
    torch.testing.assert_close(add(x, y), x + y)
    for power in range(12, 24, 2):
        x, y = torch.rand(2**power, device=DEVICE), torch.rand(2**power, device=DEVICE)
        ours, theirs = timed(lambda: add(x, y)), timed(lambda: x + y)
        note(f"add {2**power}: {ours:.4f} ms, PyTorch {theirs:.4f} ms")
    x = torch.randn(183, 781, device=DEVICE)
    torch.testing.assert_close(softmax(x), x.softmax(dim=1))
    for columns in (128, 256, 500, 1000, 2000, 4000):
        x = torch.randn(512, columns, device=DEVICE)
        ours, theirs = timed(lambda: softmax(x)), timed(lambda: F.softmax(x, dim=1))
        note(f"softmax {columns}: {ours:.4f} ms, PyTorch {theirs:.4f} ms")
    a = torch.randn(128, 128, device=DEVICE, dtype=torch.float16)
    torch.testing.assert_close(matmul(a, a.T.contiguous()), a @ a.T, atol=5e-2, rtol=1e-2)
    for size in (128, 256, 384, 512, 1024, 1536):
        a = torch.randn(size, size, device=DEVICE, dtype=torch.float16)
        b = torch.randn(size, size, device=DEVICE, dtype=torch.float16)
        ours, theirs = timed(lambda: matmul(a, b)), timed(lambda: a @ b)
        note(f"matmul {size}: {ours:.4f} ms, PyTorch {theirs:.4f} ms")
    print(f"last ratio {finite(ours / theirs):.2f}")


if __name__ == "__main__":
    main()
