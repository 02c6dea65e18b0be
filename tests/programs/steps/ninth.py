"""Programs for one test at the end: nothing that finds steps was made with them in view.

    python3 ninth.py NAME
    python3 ninth.py --list

The marks are those of marks.py. The first line of each program says what its steps are, after the
kinds of the steps. Frameworks are imported by the programs that want them.
"""

import math

from harness import DEVICE, finite, main, note, program
from marks import begin, other, step


# Training in PyTorch


@program
def vit_amp():
    """train: a ViT in half precision: scaled gradients, fused AdamW, a cosine, and an average."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
    from torch.utils.data import DataLoader, TensorDataset

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.mlp = nn.Sequential(
                nn.Linear(width, 4 * width),
                nn.GELU(),
                nn.Dropout(0.1),
                nn.Linear(4 * width, width),
            )

        def forward(self, x):
            batch, places, width = x.shape
            qkv = self.qkv(self.norm1(x)).view(batch, places, 3, self.heads, -1)
            q, k, v = qkv.permute(2, 0, 3, 1, 4)
            y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(x.shape)
            x = x + self.proj(y)
            return x + self.mlp(self.norm2(x))

    class ViT(nn.Module):
        def __init__(self, width=192, depth=3, classes=10):
            super().__init__()
            self.patches = nn.Conv2d(3, width, 4, 4)
            self.token = nn.Parameter(torch.zeros(1, 1, width))
            self.places = nn.Parameter(0.02 * torch.randn(1, 65, width))
            self.blocks = nn.ModuleList([Block(width, 3) for _ in range(depth)])
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

        def forward(self, images):
            x = self.patches(images).flatten(2).transpose(1, 2)
            x = torch.cat([self.token.expand(len(x), -1, -1), x], dim=1) + self.places
            for block in self.blocks:
                x = block(x)
            return self.head(self.norm(x[:, 0]))

    torch.manual_seed(0)
    data = TensorDataset(torch.rand(480, 3, 32, 32), torch.randint(0, 10, (480,)))
    loader = DataLoader(
        data,
        batch_size=32,
        shuffle=True,
        num_workers=2,
        pin_memory=DEVICE == "cuda",
        persistent_workers=True,
    )
    model = ViT().to(DEVICE)
    ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.99))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05, fused=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=2 * len(loader))
    scaler = torch.amp.GradScaler(DEVICE)
    half = torch.float16 if DEVICE == "cuda" else torch.bfloat16
    number = 0
    for epoch in range(2):
        model.train()
        for images, labels in loader:
            with step("train"):
                images = images.to(DEVICE, non_blocking=True)
                labels = labels.to(DEVICE, non_blocking=True)
                optimizer.zero_grad(set_to_none=True)
                with torch.autocast(DEVICE, dtype=half):
                    loss = F.cross_entropy(model(images), labels, label_smoothing=0.1)
                scaler.scale(loss).backward()
                scaler.unscale_(optimizer)
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                scaler.step(optimizer)
                scaler.update()
                schedule.step()
                ema.update_parameters(model)
            number += 1
            if number % 10 == 0:
                note(f"epoch {epoch} step {number} loss {loss.item():.4f}")
    print(f"loss {finite(loss.item()):.3f}")


@program
def gpt_accumulate():
    """train, eval: a GPT, four small batches a step; losses of both splits on every fifth step."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.c_attn = nn.Linear(width, 3 * width, bias=False)
            self.c_proj = nn.Linear(width, width, bias=False)
            self.c_fc = nn.Linear(width, 4 * width, bias=False)
            self.c_out = nn.Linear(4 * width, width, bias=False)

        def forward(self, x):
            b, t, c = x.size()
            q, k, v = self.c_attn(self.ln_1(x)).split(c, dim=2)
            q, k, v = (y.view(b, t, self.heads, c // self.heads).transpose(1, 2) for y in (q, k, v))
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.c_proj(y.transpose(1, 2).contiguous().view(b, t, c))
            return x + self.c_out(F.gelu(self.c_fc(self.ln_2(x))))

    class GPT(nn.Module):
        def __init__(self, words=256, width=128, depth=3, heads=4, block_size=64):
            super().__init__()
            self.wte, self.wpe = nn.Embedding(words, width), nn.Embedding(block_size, width)
            self.h = nn.ModuleList([Block(width, heads) for _ in range(depth)])
            self.ln_f = nn.LayerNorm(width)
            self.lm_head = nn.Linear(width, words, bias=False)
            self.wte.weight = self.lm_head.weight

        def forward(self, idx, targets):
            pos = torch.arange(idx.size(1), device=idx.device)
            x = self.wte(idx) + self.wpe(pos)
            for block in self.h:
                x = block(x)
            logits = self.lm_head(self.ln_f(x))
            return F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))

    torch.manual_seed(1337)
    block_size, batch_size, accumulation = 64, 12, 4
    splits = {"train": torch.randint(0, 256, (20000,)), "val": torch.randint(0, 256, (4000,))}

    def get_batch(split):
        data = splits[split]
        ix = torch.randint(len(data) - block_size, (batch_size,))
        x = torch.stack([data[i : i + block_size] for i in ix])
        y = torch.stack([data[i + 1 : i + 1 + block_size] for i in ix])
        if DEVICE == "cuda":
            x, y = x.pin_memory(), y.pin_memory()
        return x.to(DEVICE, non_blocking=True), y.to(DEVICE, non_blocking=True)

    model = GPT().to(DEVICE)
    decay = [p for p in model.parameters() if p.dim() >= 2]
    plain = [p for p in model.parameters() if p.dim() < 2]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.1}, {"params": plain, "weight_decay": 0.0}],
        lr=1e-3,
        betas=(0.9, 0.95),
    )
    context = torch.autocast(DEVICE, dtype=torch.bfloat16)

    @torch.no_grad()
    def estimate_loss():
        out = {}
        model.eval()
        for split in ("train", "val"):
            losses = torch.zeros(3)
            for k in range(3):
                with step("eval"):
                    x, y = get_batch(split)
                    with context:
                        losses[k] = model(x, y).item()
            out[split] = losses.mean().item()
        model.train()
        return out

    def rate(it):
        if it < 3:
            return 1e-3 * (it + 1) / 4
        return 1e-4 + 0.5 * (1 + math.cos(math.pi * (it - 3) / 7)) * 9e-4

    x, y = get_batch("train")
    for it in range(10):
        for group in optimizer.param_groups:
            group["lr"] = rate(it)
        if it % 5 == 0:
            losses = estimate_loss()
            note(f"step {it}: train {losses['train']:.4f}, val {losses['val']:.4f}")
        with step("train"):
            for _ in range(accumulation):
                with context:
                    loss = model(x, y) / accumulation
                # The next batch is on its way while the model runs.
                x, y = get_batch("train")
                loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
    print(f"loss {finite(loss.item() * accumulation):.3f}")


@program
def resnet_epochs():
    """train, eval: epochs of a small ResNet by SGD, each followed by the validation batches."""
    import copy

    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.utils.data import DataLoader, TensorDataset

    class BasicBlock(nn.Module):
        def __init__(self, inside, outside, stride=1):
            super().__init__()
            self.conv1 = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
            self.bn1 = nn.BatchNorm2d(outside)
            self.conv2 = nn.Conv2d(outside, outside, 3, 1, 1, bias=False)
            self.bn2 = nn.BatchNorm2d(outside)
            self.shortcut = nn.Sequential()
            if stride != 1 or inside != outside:
                self.shortcut = nn.Sequential(
                    nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside)
                )

        def forward(self, x):
            out = F.relu(self.bn1(self.conv1(x)))
            return F.relu(self.bn2(self.conv2(out)) + self.shortcut(x))

    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(3, 16, 3, 1, 1, bias=False),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        BasicBlock(16, 16),
        BasicBlock(16, 32, 2),
        BasicBlock(32, 64, 2),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(64, 10),
    ).to(DEVICE)
    images, labels = torch.randn(760, 3, 32, 32), torch.randint(0, 10, (760,))
    train_loader = DataLoader(TensorDataset(images[:600], labels[:600]), 64, shuffle=True)
    test_loader = DataLoader(TensorDataset(images[600:], labels[600:]), 40)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=5e-4)
    scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[1, 2], gamma=0.1)
    best, kept = -1.0, None
    for epoch in range(3):
        model.train()
        total, correct, running = 0, 0, 0.0
        for inputs, targets in train_loader:
            with step("train"):
                inputs, targets = inputs.to(DEVICE), targets.to(DEVICE)
                optimizer.zero_grad()
                outputs = model(inputs)
                loss = criterion(outputs, targets)
                loss.backward()
                optimizer.step()
                running += loss.item()
                total += targets.size(0)
                correct += outputs.argmax(1).eq(targets).sum().item()
        note(f"epoch {epoch}: loss {running / len(train_loader):.3f}, {correct}/{total}")
        model.eval()
        correct = 0
        with torch.no_grad():
            for inputs, targets in test_loader:
                with step("eval"):
                    inputs, targets = inputs.to(DEVICE), targets.to(DEVICE)
                    outputs = model(inputs)
                    criterion(outputs, targets).item()
                    correct += outputs.argmax(1).eq(targets).sum().item()
        accuracy = correct / 160
        if accuracy > best:
            best, kept = accuracy, copy.deepcopy(model.state_dict())
        scheduler.step()
    print(f"loss {finite(loss.item()):.3f}, best accuracy {best:.3f}, {len(kept)} tensors kept")


@program
def dcgan():
    """train: the discriminator on real and on made images, then the generator; Adam for each."""
    import torch
    from torch import nn

    def up(inside, outside, size=4, stride=2, padding=1):
        return [
            nn.ConvTranspose2d(inside, outside, size, stride, padding, bias=False),
            nn.BatchNorm2d(outside),
            nn.ReLU(True),
        ]

    def down(inside, outside):
        return [
            nn.Conv2d(inside, outside, 4, 2, 1, bias=False),
            nn.BatchNorm2d(outside),
            nn.LeakyReLU(0.2, inplace=True),
        ]

    def weights_init(module):
        if isinstance(module, (nn.Conv2d, nn.ConvTranspose2d)):
            nn.init.normal_(module.weight, 0.0, 0.02)
        elif isinstance(module, nn.BatchNorm2d):
            nn.init.normal_(module.weight, 1.0, 0.02)
            nn.init.zeros_(module.bias)

    torch.manual_seed(999)
    nz = 64
    generator = nn.Sequential(
        *up(nz, 128, 4, 1, 0),
        *up(128, 64),
        *up(64, 32),
        nn.ConvTranspose2d(32, 3, 4, 2, 1, bias=False),
        nn.Tanh(),
    ).to(DEVICE)
    discriminator = nn.Sequential(
        nn.Conv2d(3, 32, 4, 2, 1, bias=False),
        nn.LeakyReLU(0.2, inplace=True),
        *down(32, 64),
        *down(64, 128),
        nn.Conv2d(128, 1, 4, 1, 0, bias=False),
        nn.Flatten(0),
    ).to(DEVICE)
    generator.apply(weights_init)
    discriminator.apply(weights_init)
    criterion = nn.BCEWithLogitsLoss()
    fixed_noise = torch.randn(16, nz, 1, 1, device=DEVICE)
    optimizer_d = torch.optim.Adam(discriminator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    optimizer_g = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    dataset = torch.utils.data.TensorDataset(torch.rand(512, 3, 32, 32) * 2 - 1)
    dataloader = torch.utils.data.DataLoader(dataset, batch_size=32, shuffle=True, drop_last=True)
    grids = []
    for epoch in range(2):
        for i, (real,) in enumerate(dataloader):
            with step("train"):
                discriminator.zero_grad()
                real = real.to(DEVICE)
                label = torch.full((len(real),), 1.0, device=DEVICE)
                loss_real = criterion(discriminator(real), label)
                loss_real.backward()
                fake = generator(torch.randn(len(real), nz, 1, 1, device=DEVICE))
                label.fill_(0.0)
                loss_fake = criterion(discriminator(fake.detach()), label)
                loss_fake.backward()
                optimizer_d.step()

                generator.zero_grad()
                label.fill_(1.0)
                loss_g = criterion(discriminator(fake), label)
                loss_g.backward()
                optimizer_g.step()
            if i % 5 == 0:
                note(f"[{epoch}][{i}] {(loss_real + loss_fake).item():.4f} {loss_g.item():.4f}")
        with torch.no_grad():
            grids.append(generator(fixed_noise).cpu())
    print(f"generator's loss {finite(loss_g.item()):.3f}, {len(grids)} grids")


@program
def ddim_guided():
    """denoise: latents from noise by DDIM with guidance by a text; then they become an image."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class ResBlock(nn.Module):
        def __init__(self, inside, outside, time):
            super().__init__()
            self.norm1, self.norm2 = nn.GroupNorm(8, inside), nn.GroupNorm(8, outside)
            self.conv1 = nn.Conv2d(inside, outside, 3, padding=1)
            self.conv2 = nn.Conv2d(outside, outside, 3, padding=1)
            self.time = nn.Linear(time, outside)
            self.skip = nn.Conv2d(inside, outside, 1) if inside != outside else nn.Identity()

        def forward(self, x, emb):
            h = self.conv1(F.silu(self.norm1(x)))
            h = h + self.time(F.silu(emb))[:, :, None, None]
            return self.skip(x) + self.conv2(F.silu(self.norm2(h)))

    class CrossAttention(nn.Module):
        def __init__(self, width, context):
            super().__init__()
            self.norm = nn.GroupNorm(8, width)
            self.q, self.kv = nn.Linear(width, width), nn.Linear(context, 2 * width)
            self.out = nn.Linear(width, width)

        def forward(self, x, context):
            b, c, h, w = x.shape
            q = self.q(self.norm(x).flatten(2).transpose(1, 2))
            k, v = self.kv(context).chunk(2, dim=-1)
            q, k, v = (y.unflatten(2, (4, -1)).transpose(1, 2) for y in (q, k, v))
            y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
            return x + self.out(y).transpose(1, 2).view(b, c, h, w)

    class UNet(nn.Module):
        def __init__(self, width=64, context=96):
            super().__init__()
            self.embed = nn.Sequential(
                nn.Linear(width, 4 * width), nn.SiLU(), nn.Linear(4 * width, 4 * width)
            )
            self.width = width
            self.conv_in = nn.Conv2d(4, width, 3, padding=1)
            self.down1 = ResBlock(width, width, 4 * width)
            self.pool = nn.Conv2d(width, 2 * width, 3, 2, 1)
            self.down2 = ResBlock(2 * width, 2 * width, 4 * width)
            self.attention = CrossAttention(2 * width, context)
            self.mid = ResBlock(2 * width, 2 * width, 4 * width)
            self.up = nn.Conv2d(2 * width, width, 3, padding=1)
            self.up1 = ResBlock(2 * width, width, 4 * width)
            self.norm = nn.GroupNorm(8, width)
            self.conv_out = nn.Conv2d(width, 4, 3, padding=1)

        def forward(self, x, t, context):
            half = self.width // 2
            waves = torch.exp(-9.2 * torch.arange(half, device=x.device) / half)
            angles = t[:, None].float() * waves[None]
            emb = self.embed(torch.cat([angles.cos(), angles.sin()], dim=-1))
            x1 = self.down1(self.conv_in(x), emb)
            x2 = self.attention(self.down2(self.pool(x1), emb), context)
            x2 = self.mid(x2, emb)
            x = self.up(F.interpolate(x2, scale_factor=2, mode="nearest"))
            x = self.up1(torch.cat([x, x1], dim=1), emb)
            return self.conv_out(F.silu(self.norm(x)))

    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(96, 4, 192, dropout=0.0, batch_first=True)
    text_encoder = nn.Sequential(nn.Embedding(500, 96), nn.TransformerEncoder(layer, 2))
    decoder = nn.Sequential(
        nn.Conv2d(4, 64, 3, padding=1),
        nn.SiLU(),
        nn.Upsample(scale_factor=2),
        nn.Conv2d(64, 32, 3, padding=1),
        nn.SiLU(),
        nn.Upsample(scale_factor=2),
        nn.Conv2d(32, 3, 3, padding=1),
    )
    unet = UNet()
    text_encoder, unet, decoder = (m.to(DEVICE).eval() for m in (text_encoder, unet, decoder))

    betas = torch.linspace(0.00085**0.5, 0.012**0.5, 1000, device=DEVICE) ** 2
    alphas = torch.cumprod(1 - betas, dim=0)
    steps, guidance = 40, 7.5
    timesteps = torch.arange(0, 1000, 1000 // steps).flip(0).tolist()
    with torch.no_grad():
        prompt = torch.randint(1, 500, (2, 16), device=DEVICE)
        empty = torch.zeros_like(prompt)
        context = text_encoder(torch.cat([empty, prompt]))
        latents = torch.randn(2, 4, 32, 32, device=DEVICE)
        for t in timesteps:
            with step("denoise"):
                both = torch.cat([latents] * 2)
                noise = unet(both, torch.full((4,), t, device=DEVICE), context)
                without, given = noise.chunk(2)
                noise = without + guidance * (given - without)
                now = alphas[t]
                before = alphas[t - 1000 // steps] if t >= 1000 // steps else alphas[0]
                clean = (latents - (1 - now).sqrt() * noise) / now.sqrt()
                clean = clean.clamp(-4, 4)
                latents = before.sqrt() * clean + (1 - before).sqrt() * noise
        image = (decoder(latents / 0.18215) / 2 + 0.5).clamp(0, 1)
        pixels = (image.permute(0, 2, 3, 1) * 255).round().to(torch.uint8).cpu()
    print(f"image {tuple(pixels.shape)}, mean {finite(pixels.float().mean().item()):.2f}")


@program
def a2c_cartpole():
    """update: five moves in all cart-poles at once, their returns, and one step of RMSprop."""
    import torch
    from torch import nn
    from torch.distributions import Categorical

    class CartPoles:
        def __init__(self, count):
            self.count = count
            self.state = 0.1 * torch.rand(count, 4, device=DEVICE) - 0.05

        def move(self, action):
            x, v, angle, spin = self.state.unbind(1)
            force = torch.where(action == 1, 10.0, -10.0)
            cos, sin = torch.cos(angle), torch.sin(angle)
            push = (force + 0.05 * spin**2 * sin) / 1.1
            turn = (9.8 * sin - cos * push) / (0.5 * (4.0 / 3.0 - 0.1 * cos**2 / 1.1))
            pull = push - 0.05 * turn * cos / 1.1
            state = torch.stack(
                [x + 0.02 * v, v + 0.02 * pull, angle + 0.02 * spin, spin + 0.02 * turn], dim=1
            )
            done = (state[:, 0].abs() > 2.4) | (state[:, 2].abs() > 0.2095)
            fresh = 0.1 * torch.rand_like(state) - 0.05
            self.state = torch.where(done[:, None], fresh, state)
            return self.state, torch.ones(self.count, device=DEVICE), done.float()

    class ActorCritic(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())
            self.policy, self.value = nn.Linear(64, 2), nn.Linear(64, 1)

        def forward(self, state):
            x = self.body(state)
            return Categorical(logits=self.policy(x)), self.value(x).squeeze(-1)

    torch.manual_seed(0)
    env = CartPoles(64)
    model = ActorCritic().to(DEVICE)
    optimizer = torch.optim.RMSprop(model.parameters(), lr=7e-4, alpha=0.99, eps=1e-5)
    state = env.state
    for update in range(16):
        with step("update"):
            log_probs, values, rewards, dones, entropy = [], [], [], [], 0.0
            for _ in range(5):
                policy, value = model(state)
                action = policy.sample()
                state, reward, done = env.move(action)
                log_probs.append(policy.log_prob(action))
                entropy = entropy + policy.entropy().mean()
                values.append(value)
                rewards.append(reward)
                dones.append(done)
            with torch.no_grad():
                _, ahead = model(state)
                returns = []
                for reward, done in zip(reversed(rewards), reversed(dones)):
                    ahead = reward + 0.99 * ahead * (1 - done)
                    returns.insert(0, ahead)
            returns, values = torch.stack(returns), torch.stack(values)
            advantage = returns - values
            actor = -(torch.stack(log_probs) * advantage.detach()).mean()
            loss = actor + 0.5 * advantage.pow(2).mean() - 0.01 * entropy / 5
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()
        if update % 8 == 7:
            note(f"update {update} loss {loss.item():.3f} ended {torch.stack(dones).sum().item()}")
    print(f"loss {finite(loss.item()):.3f}")


@program
def clip_towers():
    """train: pairs of pictures and captions, one loss both ways; recall at the end, once."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Pictures(nn.Module):
        def __init__(self, width):
            super().__init__()
            layers, inside = [], 3
            for outside in (32, 64, 128):
                layers += [nn.Conv2d(inside, outside, 3, 2, 1), nn.BatchNorm2d(outside), nn.ReLU()]
                inside = outside
            self.body = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten())
            self.project = nn.Linear(128, width, bias=False)

        def forward(self, images):
            return F.normalize(self.project(self.body(images)), dim=-1)

    class Captions(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.words = nn.Embedding(1000, 128)
            self.places = nn.Parameter(0.02 * torch.randn(24, 128))
            layer = nn.TransformerEncoderLayer(
                128, 4, 256, dropout=0.0, batch_first=True, norm_first=True
            )
            self.body = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
            self.project = nn.Linear(128, width, bias=False)

        def forward(self, tokens):
            x = self.body(self.words(tokens) + self.places)
            return F.normalize(self.project(x[:, -1]), dim=-1)

    torch.manual_seed(0)
    pictures, captions = Pictures(64).to(DEVICE), Captions(64).to(DEVICE)
    scale = nn.Parameter(torch.tensor(math.log(1 / 0.07), device=DEVICE))
    parameters = [*pictures.parameters(), *captions.parameters(), scale]
    optimizer = torch.optim.AdamW(parameters, lr=5e-4, weight_decay=0.2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=5e-4, total_steps=36)
    dataset = torch.utils.data.TensorDataset(
        torch.rand(576, 3, 32, 32), torch.randint(0, 1000, (576, 24))
    )
    loader = torch.utils.data.DataLoader(dataset, batch_size=48, shuffle=True)
    number = 0
    for epoch in range(3):
        for images, tokens in loader:
            with step("train"):
                images, tokens = images.to(DEVICE), tokens.to(DEVICE)
                logits = scale.exp() * pictures(images) @ captions(tokens).T
                labels = torch.arange(len(images), device=DEVICE)
                loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.T, labels)) / 2
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                with torch.no_grad():
                    scale.clamp_(0, math.log(100))
                number += 1
                if number % 10 == 0:
                    note(f"epoch {epoch} step {number} loss {loss.item():.3f}")
    pictures.eval(), captions.eval()
    with torch.no_grad():
        images, tokens = dataset[:128]
        similar = pictures(images.to(DEVICE)) @ captions(tokens.to(DEVICE)).T
        best = similar.topk(5, dim=1).indices
        wanted = torch.arange(128, device=DEVICE)[:, None]
        recall = (best == wanted).any(dim=1).float().mean().item()
    print(f"loss {finite(loss.item()):.3f}, recall at five {recall:.3f}")


@program
def compiled_llama():
    """train: one torch.compile'd loss of a small decoder, its gradients, and fused AdamW."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    width, heads, length = 128, 4, 64

    def rotated(x, cos, sin):
        first, second = x.chunk(2, dim=-1)
        return torch.cat([first * cos - second * sin, second * cos + first * sin], dim=-1)

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = nn.RMSNorm(width), nn.RMSNorm(width)
            self.qkv = nn.Linear(width, 3 * width, bias=False)
            self.out = nn.Linear(width, width, bias=False)
            self.gate = nn.Linear(width, 3 * width, bias=False)
            self.up = nn.Linear(width, 3 * width, bias=False)
            self.down = nn.Linear(3 * width, width, bias=False)

        def forward(self, x, cos, sin):
            qkv = self.qkv(self.norm1(x)).unflatten(2, (3, heads, -1))
            q, k, v = qkv.permute(2, 0, 3, 1, 4)
            q, k = rotated(q, cos, sin), rotated(k, cos, sin)
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(y.transpose(1, 2).flatten(2))
            y = self.norm2(x)
            return x + self.down(F.silu(self.gate(y)) * self.up(y))

    class Llama(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = nn.Embedding(512, width)
            self.layers = nn.ModuleList([Layer() for _ in range(2)])
            self.norm, self.head = nn.RMSNorm(width), nn.Linear(width, 512, bias=False)
            size = width // heads // 2
            angles = torch.outer(torch.arange(length), 10000 ** (-torch.arange(size) / size))
            self.register_buffer("cos", angles.cos())
            self.register_buffer("sin", angles.sin())

        def forward(self, tokens, targets):
            x = self.tokens(tokens)
            for layer in self.layers:
                x = layer(x, self.cos, self.sin)
            return F.cross_entropy(self.head(self.norm(x)).flatten(0, 1), targets.flatten())

    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    model = Llama().to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4, fused=True)
    compiled = torch.compile(model)
    text = torch.randint(0, 512, (50000,))
    losses = []
    for number in range(50):
        with step("train"):
            starts = torch.randint(len(text) - length - 1, (16,))
            rows = torch.stack([text[i : i + length + 1] for i in starts]).to(DEVICE)
            loss = compiled(rows[:, :-1].contiguous(), rows[:, 1:].contiguous())
            loss.backward()
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            if number % 10 == 0:
                losses.append(loss.item())
                note(f"iter {number}: loss {losses[-1]:.4f}")
    print(f"loss {finite(losses[-1]):.3f}")


@program
def graph_recommender():
    """train: a click model whose whole step is one CUDA graph: a batch copied in, a replay."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Recommender(nn.Module):
        def __init__(self):
            super().__init__()
            self.tables = nn.ModuleList([nn.Embedding(1000, 32) for _ in range(6)])
            self.bottom = nn.Sequential(nn.Linear(13, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU())
            self.top = nn.Sequential(nn.Linear(32 + 21, 64), nn.ReLU(), nn.Linear(64, 1))
            rows, columns = torch.tril_indices(7, 7, -1)
            self.register_buffer("pairs", rows * 7 + columns)

        def forward(self, numbers, choices):
            x = self.bottom(numbers)
            parts = [x] + [table(choices[:, i]) for i, table in enumerate(self.tables)]
            parts = torch.stack(parts, dim=1)
            crossed = torch.bmm(parts, parts.transpose(1, 2)).flatten(1)
            crossed = crossed.index_select(1, self.pairs)
            return self.top(torch.cat([x, crossed], dim=1)).squeeze(1)

    torch.manual_seed(0)
    model = Recommender().to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, capturable=DEVICE == "cuda")
    numbers = torch.randn(120, 256, 13)
    choices = torch.randint(0, 1000, (120, 256, 6))
    clicks = (torch.rand(120, 256) < 0.2).float()
    if DEVICE == "cuda":
        numbers, choices, clicks = numbers.pin_memory(), choices.pin_memory(), clicks.pin_memory()
    static = [data[0].to(DEVICE) for data in (numbers, choices, clicks)]

    def learn():
        loss = F.binary_cross_entropy_with_logits(model(static[0], static[1]), static[2])
        loss.backward()
        optimizer.step()
        return loss

    if DEVICE == "cuda":
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                optimizer.zero_grad(set_to_none=True)
                learn()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        optimizer.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph):
            static_loss = learn()
    for number in range(120):
        with step("train"):
            for place, data in zip(static, (numbers, choices, clicks)):
                place.copy_(data[number], non_blocking=True)
            if DEVICE == "cuda":
                graph.replay()
            else:
                optimizer.zero_grad(set_to_none=True)
                static_loss = learn()
        if number % 20 == 19:
            note(f"{number}: {static_loss.item():.4f}")
    print(f"loss {finite(static_loss.item()):.3f}")


@program
def translator():
    """train, eval: sentences by GRUs with attention, word by word; judged after each epoch."""
    import random

    import torch
    from torch import nn
    from torch.nn import functional as F

    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(300, 64)
            self.rnn = nn.GRU(64, 128, bidirectional=True, batch_first=True)
            self.fc = nn.Linear(256, 128)

        def forward(self, source):
            outputs, hidden = self.rnn(self.embedding(source))
            return outputs, torch.tanh(self.fc(torch.cat([hidden[-2], hidden[-1]], dim=1)))

    class Decoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(300, 64)
            self.attention, self.energy = nn.Linear(256 + 128, 128), nn.Linear(128, 1, bias=False)
            self.rnn = nn.GRUCell(256 + 64, 128)
            self.out = nn.Linear(256 + 128 + 64, 300)

        def forward(self, word, hidden, outputs):
            x = self.embedding(word)
            spread = hidden[:, None].expand(-1, outputs.shape[1], -1)
            energy = torch.tanh(self.attention(torch.cat([spread, outputs], dim=2)))
            shares = torch.softmax(self.energy(energy), dim=1)
            context = (shares * outputs).sum(dim=1)
            hidden = self.rnn(torch.cat([x, context], dim=1), hidden)
            return self.out(torch.cat([hidden, context, x], dim=1)), hidden

    torch.manual_seed(0)
    random.seed(0)
    encoder, decoder = Encoder().to(DEVICE), Decoder().to(DEVICE)
    optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-3)

    def sentences(count):
        made = []
        for _ in range(count):
            size = random.randint(6, 9)
            made.append((torch.randint(3, 300, (32, size + 1)), torch.randint(3, 300, (32, size))))
        return made

    def translate(source, target, forcing):
        outputs, hidden = encoder(source)
        word, results = target[:, 0], []
        for place in range(1, target.shape[1]):
            scores, hidden = decoder(word, hidden, outputs)
            results.append(scores)
            forced = random.random() < forcing
            word = target[:, place] if forced else scores.argmax(1)
        return F.cross_entropy(torch.stack(results, dim=1).flatten(0, 1), target[:, 1:].flatten())

    training, validation = sentences(7), sentences(3)
    for epoch in range(2):
        encoder.train(), decoder.train()
        random.shuffle(training)
        total = 0.0
        for source, target in training:
            with step("train"):
                source, target = source.to(DEVICE), target.to(DEVICE)
                optimizer.zero_grad()
                loss = translate(source, target, 0.5)
                loss.backward()
                nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
                nn.utils.clip_grad_norm_(decoder.parameters(), 1.0)
                optimizer.step()
                total += loss.item()
        encoder.eval(), decoder.eval()
        judged = 0.0
        with torch.no_grad():
            for source, target in validation:
                with step("eval"):
                    judged += translate(source.to(DEVICE), target.to(DEVICE), 0.0).item()
        note(f"epoch {epoch} train {total / 7:.3f} valid {judged / 3:.3f}")
    print(f"loss {finite(judged / 3):.3f}")


@program
def molecules():
    """train, eval: graphs in batches, sums over neighbours by index_add; judged each epoch."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Convolution(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.eps = nn.Parameter(torch.zeros(1))
            self.bond = nn.Embedding(4, width)
            self.mlp = nn.Sequential(
                nn.Linear(width, 2 * width),
                nn.BatchNorm1d(2 * width),
                nn.ReLU(),
                nn.Linear(2 * width, width),
            )
            self.norm = nn.BatchNorm1d(width)

        def forward(self, x, source, target, kind):
            messages = F.relu(x[source] + self.bond(kind))
            gathered = torch.zeros_like(x).index_add_(0, target, messages)
            return F.relu(self.norm(self.mlp((1 + self.eps) * x + gathered)))

    class Network(nn.Module):
        def __init__(self, width=64):
            super().__init__()
            self.atoms = nn.Embedding(20, width)
            self.layers = nn.ModuleList([Convolution(width) for _ in range(3)])
            self.head = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))

        def forward(self, atoms, edges, kinds, owner, count):
            x = self.atoms(atoms)
            for layer in self.layers:
                x = x + layer(x, edges[0], edges[1], kinds)
            sums = x.new_zeros(count, x.shape[1]).index_add_(0, owner, x)
            sizes = torch.bincount(owner, minlength=count).clamp(min=1)
            return self.head(sums / sizes[:, None]).squeeze(1)

    torch.manual_seed(0)

    def molecule():
        size = int(torch.randint(8, 24, ()))
        chain = torch.stack([torch.arange(size - 1), torch.arange(1, size)])
        edges = torch.cat([chain, torch.randint(0, size, (2, size // 3))], dim=1)
        edges = torch.cat([edges, edges.flip(0)], dim=1)
        atoms = torch.randint(0, 20, (size,))
        return atoms, edges, torch.randint(0, 4, (edges.shape[1],)), atoms.float().mean()

    def collate(batch):
        offsets, start = [], 0
        for atoms, *_ in batch:
            offsets.append(start)
            start += len(atoms)
        return (
            torch.cat([atoms for atoms, *_ in batch]),
            torch.cat([edges + first for (_, edges, *_), first in zip(batch, offsets)], dim=1),
            torch.cat([kinds for _, _, kinds, _ in batch]),
            torch.repeat_interleave(
                torch.arange(len(batch)), torch.tensor([len(atoms) for atoms, *_ in batch])
            ),
            torch.stack([wanted for *_, wanted in batch]),
        )

    made = [molecule() for _ in range(600)]
    training = torch.utils.data.DataLoader(made[:480], 32, shuffle=True, collate_fn=collate)
    validation = torch.utils.data.DataLoader(made[480:], 32, collate_fn=collate)
    model = Network().to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=1)
    for epoch in range(2):
        model.train()
        for batch in training:
            with step("train"):
                atoms, edges, kinds, owner, wanted = (part.to(DEVICE) for part in batch)
                loss = F.l1_loss(model(atoms, edges, kinds, owner, len(wanted)), wanted)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        model.eval()
        error, count = 0.0, 0
        with torch.no_grad():
            for batch in validation:
                with step("eval"):
                    atoms, edges, kinds, owner, wanted = (part.to(DEVICE) for part in batch)
                    guess = model(atoms, edges, kinds, owner, len(wanted))
                    error += F.l1_loss(guess, wanted, reduction="sum").item()
                    count += len(wanted)
        plateau.step(error / count)
        note(f"epoch {epoch} train {loss.item():.4f} valid {error / count:.4f}")
    print(f"error {finite(error / count):.3f}")


# transformers


@program
def llama_generate():
    """prefill, decode: three calls of generate() of a small Llama, which draws the tokens."""
    import functools

    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=1000,
        hidden_size=128,
        intermediate_size=352,
        num_hidden_layers=4,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=256,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=None,
    )
    model = LlamaForCausalLM(config).to(DEVICE).eval()

    # The loop is inside the library: each of its rounds starts by preparing the inputs.
    prepare = model.prepare_inputs_for_generation
    calls = 0

    @functools.wraps(prepare)
    def prepare_and_mark(*arguments, **named):
        nonlocal calls
        begin("prefill" if calls == 0 else "decode")
        calls += 1
        return prepare(*arguments, **named)

    model.prepare_inputs_for_generation = prepare_and_mark
    lengths = []
    for size in (17, 9, 24):
        calls = 0
        prompt = torch.randint(3, 1000, (2, size)).to(DEVICE)
        answer = model.generate(
            input_ids=prompt,
            attention_mask=torch.ones_like(prompt),
            max_new_tokens=18,
            do_sample=True,
            top_k=50,
            top_p=0.95,
            temperature=0.8,
        )
        other()
        lengths.append(answer.shape[1])
        note(answer[0, size:].tolist())
    print(f"lengths {lengths}, last token {int(answer[0, -1])}")


@program
def lora_finetune():
    """train: low-rank changes to a frozen Qwen2 in bfloat16, texts of different lengths."""
    import torch
    from torch import nn
    from transformers import Qwen2Config, Qwen2ForCausalLM, get_cosine_schedule_with_warmup

    class LoRALinear(nn.Module):
        def __init__(self, base, rank=8, alpha=16):
            super().__init__()
            self.base, self.scaling = base, alpha / rank
            self.dropout = nn.Dropout(0.05)
            self.lora_a = nn.Parameter(torch.randn(rank, base.in_features) / base.in_features**0.5)
            self.lora_b = nn.Parameter(torch.zeros(base.out_features, rank))

        def forward(self, x):
            low = self.dropout(x).to(self.lora_a.dtype) @ self.lora_a.T @ self.lora_b.T
            return self.base(x) + (low * self.scaling).to(x.dtype)

    torch.manual_seed(0)
    config = Qwen2Config(
        vocab_size=1000,
        hidden_size=128,
        intermediate_size=384,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=256,
    )
    model = Qwen2ForCausalLM(config).to(torch.bfloat16)
    model.requires_grad_(False)
    for layer in model.model.layers:
        layer.self_attn.q_proj = LoRALinear(layer.self_attn.q_proj)
        layer.self_attn.v_proj = LoRALinear(layer.self_attn.v_proj)
    model.to(DEVICE).train()
    trained = [p for p in model.parameters() if p.requires_grad]
    note(f"trained {sum(p.numel() for p in trained)}")

    def collate(examples):
        longest = max(len(prompt) + len(answer) for prompt, answer in examples)
        ids = torch.zeros(len(examples), longest, dtype=torch.long)
        mask, labels = torch.zeros_like(ids), torch.full_like(ids, -100)
        for row, (prompt, answer) in enumerate(examples):
            size = len(prompt) + len(answer)
            ids[row, :size] = torch.cat([prompt, answer])
            mask[row, :size] = 1
            labels[row, len(prompt) : size] = answer
        return {"input_ids": ids, "attention_mask": mask, "labels": labels}

    def text(low, high):
        return torch.randint(5, 1000, (int(torch.randint(low, high, ())),))

    examples = [(text(8, 40), text(4, 60)) for _ in range(80)]
    loader = torch.utils.data.DataLoader(examples, 8, shuffle=True, collate_fn=collate)
    optimizer = torch.optim.AdamW(trained, lr=2e-4, weight_decay=0.0)
    schedule = get_cosine_schedule_with_warmup(optimizer, 3, 2 * len(loader))
    number = 0
    for epoch in range(2):
        for batch in loader:
            with step("train"):
                batch = {name: value.to(DEVICE) for name, value in batch.items()}
                loss = model(**batch, use_cache=False).loss
                loss.backward()
                nn.utils.clip_grad_norm_(trained, 1.0)
                optimizer.step()
                schedule.step()
                optimizer.zero_grad()
                number += 1
                if number % 5 == 0:
                    note(f"epoch {epoch} step {number} loss {loss.item():.4f}")
    merged = 0.0
    with torch.no_grad():
        for layer in model.model.layers:
            for name in ("q_proj", "v_proj"):
                lora = getattr(layer.self_attn, name)
                change = (lora.lora_b @ lora.lora_a) * lora.scaling
                lora.base.weight += change.to(lora.base.weight.dtype)
                merged += change.norm().item()
                setattr(layer.self_attn, name, lora.base)
    print(f"loss {finite(loss.item()):.3f}, change {finite(merged):.4f}")


@program
def speculative():
    """prefill, round: a draft of four tokens by half of a GPT-2, which the whole then judges."""
    import torch
    from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

    def gpt2(layers):
        config = GPT2Config(
            vocab_size=1000, n_positions=160, n_embd=128, n_layer=layers, n_head=4
        )
        return GPT2LMHeadModel(config)

    torch.manual_seed(0)
    target, draft = gpt2(6), gpt2(2)
    # The draft is the first layers of the target.
    draft.load_state_dict(target.state_dict(), strict=False)
    target, draft = target.to(DEVICE).eval(), draft.to(DEVICE).eval()
    ahead = 4
    taken = []
    with torch.no_grad():
        with step("prefill"):
            tokens = torch.randint(0, 1000, (1, 20)).to(DEVICE)
            target_cache, draft_cache = DynamicCache(), DynamicCache()
            logits = target(tokens, past_key_values=target_cache, use_cache=True).logits
            draft(tokens, past_key_values=draft_cache, use_cache=True)
            tokens = torch.cat([tokens, logits[:, -1:].argmax(-1)], dim=1)
        for _ in range(16):
            with step("round"):
                known = tokens.shape[1]
                guess = tokens
                for _ in range(ahead):
                    fresh = guess[:, draft_cache.get_seq_length() :]
                    result = draft(fresh, past_key_values=draft_cache, use_cache=True)
                    guess = torch.cat([guess, result.logits[:, -1:].argmax(-1)], dim=1)
                fresh = guess[:, target_cache.get_seq_length() :]
                result = target(fresh, past_key_values=target_cache, use_cache=True)
                wanted = result.logits[:, -ahead - 1 :].argmax(-1)
                same = (guess[:, known:] == wanted[:, :-1]).long()
                count = int(same.cumprod(dim=1).sum())
                tokens = torch.cat(
                    [tokens, guess[:, known : known + count], wanted[:, count : count + 1]], dim=1
                )
                target_cache.crop(tokens.shape[1] - 1)
                if draft_cache.get_seq_length() > tokens.shape[1] - 1:
                    draft_cache.crop(tokens.shape[1] - 1)
                taken.append(count)
    print(f"{tokens.shape[1]} tokens, taken {taken}")


# JAX. Whichever thread launches: steps wait for their results.


@program
def jax_flow():
    """train: a RealNVP fits two moons by jitted Adam; the loss is read on every tenth step."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    couplings, hidden = 6, 128

    def network(layer, x):
        x = jax.nn.relu(x @ layer["w1"] + layer["b1"])
        x = jax.nn.relu(x @ layer["w2"] + layer["b2"])
        return x @ layer["w3"] + layer["b3"]

    def log_likelihood(params, x):
        volume = jnp.zeros(x.shape[0])
        for place, layer in enumerate(params):
            fixed, moved = (x[:, :1], x[:, 1:]) if place % 2 else (x[:, 1:], x[:, :1])
            scale, shift = jnp.split(network(layer, fixed), 2, axis=1)
            scale = jnp.tanh(scale)
            moved = moved * jnp.exp(scale) + shift
            volume = volume + scale.sum(axis=1)
            parts = [fixed, moved] if place % 2 else [moved, fixed]
            x = jnp.concatenate(parts, axis=1)
        return (-0.5 * (x**2).sum(axis=1) - jnp.log(2 * jnp.pi) + volume).mean()

    @jax.jit
    def update(params, state, batch):
        loss, grads = jax.value_and_grad(lambda p: -log_likelihood(p, batch))(params)
        count, m, v = state
        count = count + 1
        m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, grads)
        v = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g**2, v, grads)
        params = jax.tree.map(
            lambda p, a, b: p
            - 1e-3 * (a / (1 - 0.9**count)) / (jnp.sqrt(b / (1 - 0.999**count)) + 1e-8),
            *(params, m, v),
        )
        return params, (count, m, v), loss

    rng = np.random.default_rng(0)

    def moons(count):
        angle = rng.uniform(0, np.pi, count)
        side = rng.integers(0, 2, count)
        x = np.where(side, 1 - np.cos(angle), np.cos(angle))
        y = np.where(side, 0.5 - np.sin(angle), np.sin(angle))
        points = np.stack([x, y], axis=1) + 0.08 * rng.standard_normal((count, 2))
        return points.astype(np.float32)

    def dense(inside, outside):
        return jnp.asarray(rng.standard_normal((inside, outside), dtype=np.float32) / inside**0.5)

    params = [
        {
            "w1": dense(1, hidden),
            "b1": jnp.zeros(hidden),
            "w2": dense(hidden, hidden),
            "b2": jnp.zeros(hidden),
            "w3": 0.1 * dense(hidden, 2),
            "b3": jnp.zeros(2),
        }
        for _ in range(couplings)
    ]
    zeros = jax.tree.map(jnp.zeros_like, params)
    state = (jnp.zeros(()), zeros, zeros)
    for number in range(40):
        with step("train"):
            batch = jax.device_put(moons(512))
            params, state, loss = jax.block_until_ready(update(params, state, batch))
        if number % 10 == 0:
            note(number, float(loss))
    print(f"loss {finite(float(loss)):.3f}")


@program
def jax_gru():
    """train, eval: a GRU by lax.scan over the places of texts; three batches judged an epoch."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    width, length, words, classes = 64, 16, 200, 5

    def forward(params, tokens):
        x = params["words"][tokens].swapaxes(0, 1)

        def cell(hidden, x):
            gates = jax.nn.sigmoid(x @ params["wx"] + hidden @ params["wh"] + params["b"])
            reset, keep = jnp.split(gates, 2, axis=-1)
            fresh = jnp.tanh(x @ params["vx"] + (reset * hidden) @ params["vh"])
            hidden = keep * hidden + (1 - keep) * fresh
            return hidden, None

        hidden, _ = jax.lax.scan(cell, jnp.zeros((tokens.shape[0], width)), x)
        return hidden @ params["out"]

    def loss_fn(params, tokens, labels):
        logits = forward(params, tokens)
        picked = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1)
        return -picked.mean(), (logits.argmax(1) == labels).mean()

    @jax.jit
    def train_step(params, velocity, tokens, labels):
        (loss, right), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, tokens, labels)
        norm = jnp.sqrt(sum(jnp.vdot(g, g) for g in jax.tree.leaves(grads)))
        grads = jax.tree.map(lambda g: g * jnp.minimum(1.0, 1.0 / (norm + 1e-6)), grads)
        velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
        params = jax.tree.map(lambda p, v: p - 0.1 * v, params, velocity)
        return params, velocity, loss, right

    eval_step = jax.jit(loss_fn)
    rng = np.random.default_rng(0)

    def weights(*shape):
        return jnp.asarray(rng.standard_normal(shape, dtype=np.float32) / shape[0] ** 0.5)

    def batches(count):
        for _ in range(count):
            tokens = rng.integers(0, words, (32, length), dtype=np.int32)
            yield tokens, (tokens.sum(axis=1) % classes).astype(np.int32)

    params = {
        "words": weights(words, width),
        "wx": weights(width, 2 * width),
        "wh": weights(width, 2 * width),
        "b": jnp.zeros(2 * width),
        "vx": weights(width, width),
        "vh": weights(width, width),
        "out": weights(width, classes),
    }
    velocity = jax.tree.map(jnp.zeros_like, params)
    for epoch in range(2):
        for tokens, labels in batches(10):
            with step("train"):
                tokens, labels = jax.device_put(tokens), jax.device_put(labels)
                params, velocity, loss, right = train_step(params, velocity, tokens, labels)
                jax.block_until_ready((params, velocity, loss, right))
        judged = []
        for tokens, labels in batches(3):
            with step("eval"):
                tokens, labels = jax.device_put(tokens), jax.device_put(labels)
                judged.append(float(eval_step(params, tokens, labels)[0]))
        note(f"epoch {epoch} loss {float(loss):.3f} judged {sum(judged) / 3:.3f}")
    print(f"loss {finite(float(loss)):.3f}, judged {finite(judged[-1]):.3f}")


@program
def jax_heat():
    """step: heat spreads where it conducts as it is warm: implicit, a jitted CG in each step."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.scipy.sparse.linalg import cg

    size, pace = 96, 2.0

    def spread(conducts, u):
        padded = jnp.pad(u, 1, mode="edge")
        walls = jnp.pad(conducts, 1, mode="edge")
        total = jnp.zeros_like(u)
        for dx, dy in ((0, 1), (2, 1), (1, 0), (1, 2)):
            near = padded[dx : dx + size, dy : dy + size]
            wall = 0.5 * (conducts + walls[dx : dx + size, dy : dy + size])
            total = total + wall * (near - u)
        return total

    @jax.jit
    def advance(u, source):
        conducts = 0.1 + u**2 / (1 + u**2)
        solution, _ = cg(
            lambda x: x - pace * spread(conducts, x), u + pace * source, x0=u, tol=1e-5, maxiter=40
        )
        return solution

    @jax.jit
    def measures(u):
        return u.mean(), u.max()

    place = np.linspace(-1, 1, size)
    x, y = np.meshgrid(place, place, indexing="ij")
    source = jnp.asarray(0.05 * np.exp(-20 * ((x - 0.3) ** 2 + (y + 0.2) ** 2)), jnp.float32)
    u = jnp.asarray(np.exp(-8 * (x**2 + y**2)), jnp.float32)
    for number in range(25):
        with step("step"):
            u = jax.block_until_ready(advance(u, source))
            if number % 5 == 4:
                mean, most = measures(u)
                note(f"{pace * (number + 1):.1f}: mean {float(mean):.4f} most {float(most):.4f}")
    print(f"mean {finite(float(u.mean())):.4f}")


# CuPy


@program
def cupy_fdtd():
    """step: of a wave in two dimensions around a disc of glass; a picture on every hundredth."""
    import cupy as cp
    import numpy as np

    size, courant = 256, 0.5
    x, y = cp.meshgrid(cp.arange(size), cp.arange(size), indexing="ij")
    disc = (x - 150) ** 2 + (y - 128) ** 2 < 40**2
    glass = (1 + 1.25 * disc).astype(cp.float32)
    # A conducting border takes up what arrives there.
    depth = cp.minimum(cp.minimum(x, size - 1 - x), cp.minimum(y, size - 1 - y))
    sigma = 0.3 * cp.maximum((12 - depth) / 12, 0).astype(cp.float32) ** 3
    ca = (1 - sigma / 2 / glass) / (1 + sigma / 2 / glass)
    cb = courant / glass / (1 + sigma / 2 / glass)
    ez = cp.zeros((size, size), dtype=cp.float32)
    hx = cp.zeros((size, size - 1), dtype=cp.float32)
    hy = cp.zeros((size - 1, size), dtype=cp.float32)
    fade_x, fade_y = (1 - sigma)[:, 1:], (1 - sigma)[1:, :]
    frames, trace = [], []
    for n in range(300):
        with step("step"):
            hx = fade_x * (hx - courant * (ez[:, 1:] - ez[:, :-1]))
            hy = fade_y * (hy + courant * (ez[1:, :] - ez[:-1, :]))
            curl = (hy[1:, 1:-1] - hy[:-1, 1:-1]) - (hx[1:-1, 1:] - hx[1:-1, :-1])
            ez[1:-1, 1:-1] = ca[1:-1, 1:-1] * ez[1:-1, 1:-1] + cb[1:-1, 1:-1] * curl
            pulse = math.exp(-(((n - 40) / 12) ** 2)) * math.sin(2 * math.pi * n / 20)
            ez[60, 80:176] += np.float32(pulse)
            if n % 100 == 99:
                frames.append(cp.asnumpy(ez))
                trace.append(float(cp.sum(ez * ez)))
                note(f"step {n + 1} energy {trace[-1]:.3f}")
    print(f"{len(frames)} frames, energy {finite(trace[-1]):.4f}")


@program
def cupy_cg():
    """iteration: of conjugate gradients with a diagonal for an uneven Poisson equation."""
    import cupy as cp
    import numpy as np

    size = 128
    rng = np.random.default_rng(0)
    permeability = cp.asarray(np.exp(0.5 * rng.standard_normal((size + 2, size + 2))))
    middle = permeability[1:-1, 1:-1]
    east = 2 / (1 / middle + 1 / permeability[2:, 1:-1])
    west = 2 / (1 / middle + 1 / permeability[:-2, 1:-1])
    north = 2 / (1 / middle + 1 / permeability[1:-1, 2:])
    south = 2 / (1 / middle + 1 / permeability[1:-1, :-2])
    diagonal = east + west + north + south
    padded = cp.zeros((size + 2, size + 2))

    def apply(u):
        padded[1:-1, 1:-1] = u
        out = diagonal * u
        out -= east * padded[2:, 1:-1] + west * padded[:-2, 1:-1]
        out -= north * padded[1:-1, 2:] + south * padded[1:-1, :-2]
        return out

    b = cp.zeros((size, size))
    b[size // 4, size // 4], b[3 * size // 4, 3 * size // 4] = 1.0, -1.0
    x = cp.zeros_like(b)
    r = b - apply(x)
    z = r / diagonal
    p = z.copy()
    rz = cp.vdot(r, z)
    limit = 1e-5 * float(cp.linalg.norm(b))
    for iteration in range(1, 401):
        with step("iteration"):
            q = apply(p)
            alpha = rz / cp.vdot(p, q)
            x += alpha * p
            r -= alpha * q
            residual = float(cp.linalg.norm(r))
            if residual >= limit:
                z = r / diagonal
                before, rz = rz, cp.vdot(r, z)
                p = z + (rz / before) * p
        if iteration % 50 == 0:
            note(f"{iteration}: {residual:.3e}")
        if residual < limit:
            break
    print(f"{iteration} iterations, residual {finite(residual):.2e}")


# Triton


def swiglu_kernels():
    """silu(a) * b forward and backward, and AdamW in place, each over a flat array."""
    import triton
    from triton import language as tl

    @triton.jit
    def forward(a, b, out, count, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = places < count
        left = tl.load(a + places, mask=mask, other=0.0)
        right = tl.load(b + places, mask=mask, other=0.0)
        tl.store(out + places, left * tl.sigmoid(left) * right, mask=mask)

    @triton.jit
    def backward(slope, a, b, a_slope, b_slope, count, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = places < count
        given = tl.load(slope + places, mask=mask, other=0.0)
        left = tl.load(a + places, mask=mask, other=0.0)
        right = tl.load(b + places, mask=mask, other=0.0)
        share = tl.sigmoid(left)
        silu = left * share
        tl.store(b_slope + places, given * silu, mask=mask)
        tl.store(a_slope + places, given * right * (silu * (1 - share) + share), mask=mask)

    @triton.jit
    def adamw(p, g, m, v, count, lr, decay, fix1, fix2, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = places < count
        weight = tl.load(p + places, mask=mask, other=0.0)
        slope = tl.load(g + places, mask=mask, other=0.0)
        first = 0.9 * tl.load(m + places, mask=mask, other=0.0) + 0.1 * slope
        second = 0.999 * tl.load(v + places, mask=mask, other=0.0) + 0.001 * slope * slope
        weight = weight * (1 - lr * decay)
        weight -= lr * (first / fix1) / (tl.sqrt(second / fix2) + 1e-8)
        tl.store(p + places, weight, mask=mask)
        tl.store(m + places, first, mask=mask)
        tl.store(v + places, second, mask=mask)

    return forward, backward, adamw


@program
def triton_swiglu():
    """train: a network with a SwiGLU and an AdamW written in Triton, on a table in memory."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    kernel_forward, kernel_backward, kernel_adamw = swiglu_kernels()
    block = 1024

    def grid(count):
        return ((count + block - 1) // block,)

    class SwiGLU(torch.autograd.Function):
        @staticmethod
        def forward(context, a, b):
            a, b = a.contiguous(), b.contiguous()
            out = torch.empty_like(a)
            kernel_forward[grid(a.numel())](a, b, out, a.numel(), BLOCK=block)
            context.save_for_backward(a, b)
            return out

        @staticmethod
        def backward(context, slope):
            a, b = context.saved_tensors
            a_slope, b_slope = torch.empty_like(a), torch.empty_like(b)
            kernel_backward[grid(a.numel())](
                slope.contiguous(), a, b, a_slope, b_slope, a.numel(), BLOCK=block
            )
            return a_slope, b_slope

    class AdamW(torch.optim.Optimizer):
        def __init__(self, params, lr, weight_decay=0.01):
            super().__init__(params, {"lr": lr, "weight_decay": weight_decay})

        @torch.no_grad()
        def step(self):
            for group in self.param_groups:
                for p in group["params"]:
                    state = self.state[p]
                    if not state:
                        state["count"] = 0
                        state["m"], state["v"] = torch.zeros_like(p), torch.zeros_like(p)
                    state["count"] += 1
                    kernel_adamw[grid(p.numel())](
                        *(p, p.grad.contiguous(), state["m"], state["v"], p.numel()),
                        *(group["lr"], group["weight_decay"]),
                        1 - 0.9 ** state["count"],
                        1 - 0.999 ** state["count"],
                        BLOCK=block,
                    )

    class Layer(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.norm = nn.LayerNorm(width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(2 * width, width)

        def forward(self, x):
            a, b = self.up(self.norm(x)).chunk(2, dim=-1)
            return x + self.down(SwiGLU.apply(a, b))

    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(24, 128), *(Layer(128) for _ in range(3)), nn.Linear(128, 4))
    model = model.to(DEVICE)
    optimizer = AdamW(model.parameters(), lr=2e-3)
    table = torch.randn(6000, 24)
    labels = (table[:, :4] * table[:, 4:8]).argmax(dim=1)
    table, labels = table.to(DEVICE), labels.to(DEVICE)
    for epoch in range(2):
        order = torch.randperm(6000, device=DEVICE)
        for start in range(0, 6000, 400):
            with step("train"):
                rows = order[start : start + 400]
                loss = F.cross_entropy(model(table[rows]), labels[rows])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        note(f"epoch {epoch} loss {loss.item():.4f}")
    with torch.no_grad():
        right = (model(table).argmax(dim=1) == labels).float().mean().item()
    print(f"loss {finite(loss.item()):.4f}, right {right:.3f}")


# No steps


@program
def nosteps_benchmark():
    """No steps: twenty operations, each warmed up twice and then timed over five runs."""
    import time

    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    a, b = torch.randn(2, 512, 512, device=DEVICE)
    half_a, half_b = a.bfloat16(), b.bfloat16()
    batch = torch.randn(32, 128, 128, device=DEVICE)
    images = torch.randn(16, 32, 56, 56, device=DEVICE)
    filters = torch.randn(64, 32, 3, 3, device=DEVICE)
    q, k, v = torch.randn(3, 4, 8, 256, 64, device=DEVICE)
    flat = torch.randn(1 << 20, device=DEVICE)
    index = torch.randint(0, 1 << 20, (1 << 18,), device=DEVICE)
    table = torch.randn(10000, 128, device=DEVICE)
    words = torch.randint(0, 10000, (64, 128), device=DEVICE)
    logits = torch.randn(2048, 1000, device=DEVICE)
    labels = torch.arange(2048, device=DEVICE) % 1000
    cases = {
        "matmul fp32": lambda: a @ b,
        "matmul bf16": lambda: half_a @ half_b,
        "bmm": lambda: torch.bmm(batch, batch),
        "conv2d": lambda: F.conv2d(images, filters, padding=1),
        "attention": lambda: F.scaled_dot_product_attention(q, k, v),
        "softmax": lambda: torch.softmax(logits, dim=-1),
        "layer norm": lambda: F.layer_norm(logits, (1000,)),
        "gelu": lambda: F.gelu(flat),
        "sum": lambda: flat.sum(),
        "cumsum": lambda: flat.cumsum(0),
        "sort": lambda: flat.sort(),
        "topk": lambda: logits.topk(10),
        "gather": lambda: flat[index],
        "scatter": lambda: torch.zeros_like(flat).index_add_(0, index, flat[: len(index)]),
        "embedding": lambda: F.embedding(words, table),
        "cross entropy": lambda: F.cross_entropy(logits, labels),
        "max pool": lambda: F.max_pool2d(images, 2),
        "transpose copy": lambda: a.T.contiguous(),
        "fft": lambda: torch.fft.rfft(flat),
        "dropout": lambda: F.dropout(flat, 0.5),
    }
    total = 0.0

    def wait():
        if DEVICE == "cuda":
            torch.cuda.synchronize()

    for name, run in cases.items():
        for _ in range(2):
            run()
        wait()
        start = time.perf_counter()
        for _ in range(5):
            run()
        wait()
        spent = (time.perf_counter() - start) / 5 * 1e6
        total += spent
        print(f"{name:16s} {spent:10.1f} us")
    print(f"{len(cases)} operations, {total:.0f} us")


@program
def nosteps_table():
    """No steps: a table of customers is cleaned, encoded, and its components are found, once."""
    import torch

    torch.manual_seed(0)
    count = 20000
    age = torch.randint(18, 95, (count,)).to(DEVICE)
    income = torch.exp(10 + torch.randn(count)).to(DEVICE)
    city = torch.randint(0, 12, (count,)).to(DEVICE)
    visits = torch.poisson(torch.full((count,), 3.0)).to(DEVICE)
    joined = torch.randint(0, 3650, (count,)).to(DEVICE)
    sensors = torch.randn(count, 24).to(DEVICE)
    sensors[torch.rand(count, 24, device=DEVICE) < 0.03] = float("nan")

    low, high = torch.quantile(income, torch.tensor([0.01, 0.99], device=DEVICE))
    income = torch.log1p(income.clamp(low, high))
    income = (income - income.mean()) / income.std()

    edges = torch.tensor([25, 35, 50, 65], device=DEVICE)
    groups = torch.nn.functional.one_hot(torch.bucketize(age, edges), 5).float()

    sums = torch.zeros(12, device=DEVICE).scatter_add_(0, city, income)
    sizes = torch.bincount(city, minlength=12)
    city_mean = (sums / sizes)[city]
    order = sizes.argsort(descending=True)
    rank = torch.empty_like(order)
    rank[order] = torch.arange(12, device=DEVICE)

    months = joined // 30
    season = 2 * math.pi * (joined % 365).float() / 365
    cycle = torch.stack([season.sin(), season.cos()], dim=1)
    tenure = months.float() / months.max()

    missing = sensors.isnan()
    middle = sensors.nanmedian(dim=0).values
    sensors = torch.where(missing, middle, sensors)
    spread = sensors.quantile(0.75, dim=0) - sensors.quantile(0.25, dim=0)
    sensors = (sensors - middle) / spread
    sensors = sensors.clamp(-5, 5)

    often = (visits > visits.median()).float()
    columns = [income, city_mean, rank[city].float() / 12, tenure, often, visits.sqrt()]
    table = torch.cat([torch.stack(columns, dim=1), groups, cycle, sensors], dim=1)
    table = torch.cat([table, missing.float().mean(dim=1, keepdim=True)], dim=1)
    unique, repeats = torch.unique((table[:, :4] * 10).round(), dim=0, return_counts=True)
    kept = (table.abs() < 8).all(dim=1)
    table = table[kept]

    table = table - table.mean(dim=0)
    correlation = torch.corrcoef(table.T)
    correlation = torch.nan_to_num(correlation)
    strongest = correlation.fill_diagonal_(0).abs().max()
    u, s, vh = torch.linalg.svd(table, full_matrices=False)
    explained = (s**2 / (s**2).sum()).cumsum(0)
    needed = int((explained < 0.95).sum()) + 1
    scores = u[:, :needed] * s[:needed]
    whitened = scores / scores.std(dim=0)
    far = whitened.norm(dim=1)
    strange = far.topk(50).indices
    shuffle = torch.randperm(len(table), device=DEVICE)
    training, testing = scores[shuffle[:15000]], scores[shuffle[15000:]]
    weights = torch.linalg.lstsq(training[:, 1:], training[:, :1]).solution
    error = (testing[:, 1:] @ weights - testing[:, :1]).square().mean().sqrt()
    histogram = torch.histc(far, bins=40)
    note(f"{len(unique)} kinds, most {int(repeats.max())}, strange {int(strange[0])}")
    note(f"correlation {strongest.item():.3f}, {int(histogram.argmax())}")
    print(f"{needed} components, error {finite(error.item()):.4f}, kept {len(table)}")


@program
def nosteps_convert():
    """No steps: a checkpoint is renamed, its matrices split, cast, put in eight bits, checked."""
    import torch

    torch.manual_seed(0)
    width, heads, kv, layers = 256, 8, 2, 10
    head = width // heads
    checkpoint = {"tok_embeddings.weight": torch.randn(2000, width)}
    for i in range(layers):
        prefix = f"layers.{i}."
        checkpoint[prefix + "attention.wqkv.weight"] = torch.randn(width + 2 * kv * head, width)
        checkpoint[prefix + "attention.wo.weight"] = torch.randn(width, width)
        checkpoint[prefix + "feed_forward.w13.weight"] = torch.randn(4 * width, width)
        checkpoint[prefix + "feed_forward.w2.weight"] = torch.randn(width, 2 * width)
        checkpoint[prefix + "attention_norm.weight"] = torch.rand(width)
        checkpoint[prefix + "ffn_norm.weight"] = torch.rand(width)
    checkpoint["norm.weight"] = torch.rand(width)
    checkpoint["output.weight"] = torch.randn(2000, width)

    def permuted(weight, count):
        # From pairs beside each other to halves.
        rows = weight.shape[0]
        return weight.view(count, rows // count // 2, 2, width).transpose(1, 2).reshape(rows, width)

    def quantized(weight):
        scale = weight.abs().amax(dim=1, keepdim=True) / 127
        return (weight / scale).round().clamp(-128, 127).to(torch.int8), scale.half()

    def moved(name):
        return checkpoint.pop(name).to(DEVICE)

    state, worst = {}, 0.0
    state["model.embed_tokens.weight"] = moved("tok_embeddings.weight").half()
    for i in range(layers):
        old, new = f"layers.{i}.", f"model.layers.{i}."
        q, k, v = moved(old + "attention.wqkv.weight").split([width, kv * head, kv * head])
        parts = {
            "self_attn.q_proj": permuted(q, heads),
            "self_attn.k_proj": permuted(k, kv),
            "self_attn.v_proj": v,
            "self_attn.o_proj": moved(old + "attention.wo.weight"),
        }
        gate, up = moved(old + "feed_forward.w13.weight").chunk(2)
        parts["mlp.gate_proj"], parts["mlp.up_proj"] = gate, up
        parts["mlp.down_proj"] = moved(old + "feed_forward.w2.weight")
        for name, weight in parts.items():
            small, scale = quantized(weight)
            error = (small * scale - weight).abs().max() / weight.abs().max()
            worst = max(worst, error.item())
            state[new + name + ".weight"], state[new + name + ".scale"] = small.cpu(), scale.cpu()
        for norm, name in (("attention_norm", "input_layernorm"), ("ffn_norm", "post_attention")):
            state[new + name + ".weight"] = moved(old + norm + ".weight").half().cpu()
    state["model.norm.weight"] = moved("norm.weight").half().cpu()
    state["lm_head.weight"] = moved("output.weight").half().cpu()
    assert not checkpoint, checkpoint.keys()
    size = sum(value.numel() * value.element_size() for value in state.values())
    print(f"{len(state)} tensors, {size / 1e6:.1f} MB, largest error {finite(worst):.4f}")


@program
def nosteps_checks():
    """No steps: like a file of unit tests: each layer against a plain version, one by one."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    passed = []

    def close(name, ours, wanted, limit=1e-2):
        error = (ours - wanted).abs().max().item()
        assert error <= limit * max(1.0, wanted.abs().max().item()), (name, error)
        passed.append(name)

    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False

    def test_layer_norm():
        x = torch.randn(33, 100, device=DEVICE)
        norm = nn.LayerNorm(100).to(DEVICE)
        mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)
        close("layer norm", norm(x), (x - mean) / (var + 1e-5).sqrt())

    def test_batch_norm():
        x = torch.randn(8, 5, 9, 9, device=DEVICE)
        norm = nn.BatchNorm2d(5).to(DEVICE)
        mean = x.mean((0, 2, 3), keepdim=True)
        var = x.var((0, 2, 3), keepdim=True, unbiased=False)
        close("batch norm", norm(x), (x - mean) / (var + 1e-5).sqrt())
        close("running mean", norm.running_mean, 0.1 * mean.flatten())

    def test_attention():
        q, k, v = torch.randn(3, 2, 4, 20, 16, device=DEVICE)
        mask = torch.ones(20, 20, dtype=torch.bool, device=DEVICE).tril()
        scores = (q @ k.transpose(-2, -1) / 4).masked_fill(~mask, float("-inf"))
        ours = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        close("attention", ours, scores.softmax(-1) @ v)

    def test_multihead():
        layer = nn.MultiheadAttention(32, 4, batch_first=True).to(DEVICE)
        x = torch.randn(3, 10, 32, device=DEVICE)
        q, k, v = F.linear(x, layer.in_proj_weight, layer.in_proj_bias).chunk(3, dim=-1)
        q, k, v = (y.unflatten(2, (4, 8)).transpose(1, 2) for y in (q, k, v))
        wanted = (q @ k.transpose(-2, -1) / 8**0.5).softmax(-1) @ v
        wanted = layer.out_proj(wanted.transpose(1, 2).flatten(2))
        close("multi-head", layer(x, x, x)[0], wanted)

    def test_convolution():
        x, w = torch.randn(2, 3, 12, 12, device=DEVICE), torch.randn(4, 3, 3, 3, device=DEVICE)
        patches = F.unfold(x, 3, padding=1)
        wanted = (w.flatten(1) @ patches).view(2, 4, 12, 12)
        close("convolution", F.conv2d(x, w, padding=1), wanted)

    def test_transposed():
        x, w = torch.randn(1, 4, 6, 6, device=DEVICE), torch.randn(4, 2, 3, 3, device=DEVICE)
        y = torch.randn(1, 2, 8, 8, device=DEVICE)
        left = (F.conv_transpose2d(x, w) * y).sum()
        right = (x * F.conv2d(y, w)).sum()
        close("transposed", left, right)

    def test_lstm_cell():
        cell = nn.LSTMCell(7, 11).to(DEVICE)
        x, h, c = (torch.randn(4, n, device=DEVICE) for n in (7, 11, 11))
        gates = x @ cell.weight_ih.T + cell.bias_ih + h @ cell.weight_hh.T + cell.bias_hh
        i, f, g, o = gates.chunk(4, dim=1)
        wanted = f.sigmoid() * c + i.sigmoid() * g.tanh()
        hidden, memory = cell(x, (h, c))
        close("memory", memory, wanted)
        close("hidden", hidden, o.sigmoid() * wanted.tanh())

    def test_losses():
        logits, labels = torch.randn(16, 9, device=DEVICE), torch.arange(16, device=DEVICE) % 9
        picked = logits.log_softmax(1)[torch.arange(16, device=DEVICE), labels]
        close("cross entropy", F.cross_entropy(logits, labels), -picked.mean())
        x, y = torch.randn(2, 50, device=DEVICE)
        wanted = torch.where((x - y).abs() < 1, 0.5 * (x - y) ** 2, (x - y).abs() - 0.5).mean()
        close("smooth", F.smooth_l1_loss(x, y), wanted)
        target = torch.rand(50, device=DEVICE)
        chance = x.sigmoid()
        wanted = -(target * chance.log() + (1 - target) * (1 - chance).log()).mean()
        close("binary", F.binary_cross_entropy_with_logits(x, target), wanted)

    def test_adam():
        weight = nn.Parameter(torch.randn(10, device=DEVICE))
        start = weight.detach().clone()
        optimizer = torch.optim.Adam([weight], lr=0.1)
        (weight**2).sum().backward()
        optimizer.step()
        slope = 2 * start
        close("adam", weight.detach(), start - 0.1 * slope / (slope.abs() + 1e-8))

    def test_gradients():
        x = torch.randn(4, 6, dtype=torch.double, device=DEVICE, requires_grad=True)
        assert torch.autograd.gradcheck(lambda x: F.gelu(x).sum(dim=1), (x,))
        passed.append("gelu's gradient")

    def test_linear_algebra():
        a = torch.randn(24, 24, device=DEVICE)
        a = a @ a.T + 24 * torch.eye(24, device=DEVICE)
        lower = torch.linalg.cholesky(a)
        close("cholesky", lower @ lower.T, a)
        q, r = torch.linalg.qr(a)
        close("qr", q @ r, a)
        values, vectors = torch.linalg.eigh(a)
        close("eigh", vectors * values @ vectors.T, a)
        close("inverse", torch.linalg.inv(a) @ a, torch.eye(24, device=DEVICE))

    def test_indexing():
        x = torch.randn(40, 3, device=DEVICE)
        index = torch.randint(0, 5, (40,), device=DEVICE)
        sums = torch.zeros(5, 3, device=DEVICE).index_add_(0, index, x)
        close("index_add", sums, F.one_hot(index, 5).float().T @ x)
        values, order = x[:, 0].sort()
        close("sort", x[order, 0], values)
        close("pool", F.max_pool1d(x.T[None], 4)[0].T, x.view(10, 4, 3).amax(1))

    def test_fourier():
        x = torch.randn(64, device=DEVICE)
        places = torch.arange(64, device=DEVICE)
        angles = -2 * math.pi * torch.outer(places, places) / 64
        close("real", torch.fft.fft(x).real, angles.cos() @ x)
        close("imaginary", torch.fft.fft(x).imag, angles.sin() @ x)

    tests = [value for name, value in locals().items() if name.startswith("test_")]
    for test in tests:
        test()
        note(f"{test.__name__} ok")
    print(f"{len(passed)} checks in {len(tests)} tests")


@program
def nosteps_audio():
    """No steps: one recording: resampled, its noise lowered, its spectra and features, once."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    rate, count = 44100, 44100 * 8
    time = torch.arange(count, device=DEVICE) / rate
    vibrato = 4 * torch.sin(2 * math.pi * 5 * time)
    sound = torch.zeros(count, device=DEVICE)
    for harmonic in range(1, 6):
        sound += torch.sin(2 * math.pi * (220 * time + vibrato / 31) * harmonic) / harmonic
    sound *= 0.5 + 0.5 * torch.sin(2 * math.pi * 0.5 * time).square()
    sound += 0.05 * torch.randn(count, device=DEVICE)

    # Down to 16 kHz by the spectrum, then a high-pass and pre-emphasis.
    spectrum = torch.fft.rfft(sound)
    shorter = count * 16000 // rate
    sound = torch.fft.irfft(spectrum[: shorter // 2 + 1], n=shorter) * (shorter / count)
    taps = torch.arange(-64, 65, device=DEVICE).float()
    lowpass = torch.sinc(2 * 80 / 16000 * taps) * torch.hann_window(129, False, device=DEVICE)
    lowpass /= lowpass.sum()
    sound = sound - F.conv1d(sound[None, None], lowpass[None, None], padding=64)[0, 0]
    sound = torch.cat([sound[:1], sound[1:] - 0.97 * sound[:-1]])
    sound = sound / sound.abs().max()

    # Spectral subtraction.
    window = torch.hann_window(512, device=DEVICE)
    frames = torch.stft(sound, 512, 160, window=window, return_complex=True)
    size, phase = frames.abs(), frames.angle()
    floor = size.quantile(0.1, dim=1, keepdim=True)
    quiet = torch.maximum(size - 1.5 * floor, 0.05 * size)
    cleaned = torch.istft(torch.polar(quiet, phase), 512, 160, window=window, length=len(sound))

    # Mel bands and cepstra.
    power = torch.stft(cleaned, 512, 160, window=window, return_complex=True).abs() ** 2
    top = 2595 * math.log10(1 + 8000 / 700)
    centres = 700 * (10 ** (torch.linspace(0, top, 42, device=DEVICE) / 2595) - 1)
    bins = torch.linspace(0, 8000, 257, device=DEVICE)
    up = (bins - centres[:-2, None]) / (centres[1:-1] - centres[:-2])[:, None]
    down = (centres[2:, None] - bins) / (centres[2:] - centres[1:-1])[:, None]
    mel = torch.minimum(up, down).clamp(min=0) @ power
    decibels = 10 * torch.log10(mel.clamp(min=1e-10))
    decibels = torch.maximum(decibels, decibels.max() - 80)
    places = torch.arange(40, device=DEVICE).float()
    basis = torch.cos(math.pi / 40 * torch.outer(places[:13], places + 0.5))
    cepstra = basis @ decibels
    padded = F.pad(cepstra[None], (2, 2), mode="replicate")[0]
    deltas = (2 * (padded[:, 4:] - padded[:, :-4]) + padded[:, 3:-1] - padded[:, 1:-3]) / 10
    features = torch.cat([cepstra, deltas])
    features = (features - features.mean(1, keepdim=True)) / features.std(1, keepdim=True)

    # Pitch by autocorrelation, loudness, crossings, centroid, flatness.
    blocks = cleaned.unfold(0, 1024, 512)
    blocks = blocks - blocks.mean(dim=1, keepdim=True)
    spectra = torch.fft.rfft(blocks, n=2048)
    related = torch.fft.irfft(spectra.abs() ** 2)[:, :512]
    lag = related[:, 40:400].argmax(dim=1) + 40
    pitch = (16000 / lag.float()).median()
    loud = blocks.square().mean(dim=1).sqrt()
    silent = loud < 0.1 * loud.max()
    crossings = (blocks[:, 1:].sign() != blocks[:, :-1].sign()).float().mean(dim=1)
    centroid = (bins[:, None] * power).sum(0) / power.sum(0).clamp(min=1e-9)
    flatness = power.clamp(min=1e-10).log().mean(0).exp() / power.mean(0).clamp(min=1e-10)
    onset = (decibels[:, 1:] - decibels[:, :-1]).clamp(min=0).mean(dim=0)
    onset = onset - F.avg_pool1d(onset[None], 31, 1, 15)[0]
    related = torch.fft.irfft(torch.fft.rfft(onset, n=2 * len(onset)).abs() ** 2)
    tempo = related[30:200].argmax() + 30
    picture = F.interpolate(decibels[None, None], (128, 256), mode="bilinear")[0, 0]
    picture = ((picture - picture.min()) / (picture.max() - picture.min()) * 255).to(torch.uint8)
    note(f"silent {int(silent.sum())}, tempo {int(tempo)}, crossings {crossings.mean().item():.3f}")
    note(f"centroid {centroid.mean().item():.0f}, flatness {flatness.mean().item():.3f}")
    note(f"features {tuple(features.shape)}, picture {picture.cpu().float().mean().item():.1f}")
    print(f"pitch {finite(pitch.item()):.1f} Hz")


@program
def nosteps_zero_shot():
    """No steps: one picture against twelve captions by a CLIP, then one pass of a BERT; once."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, CLIPConfig, CLIPModel

    torch.manual_seed(0)
    sizes = {
        "hidden_size": 128,
        "intermediate_size": 512,
        "num_hidden_layers": 5,
        "num_attention_heads": 4,
        "projection_dim": 64,
    }
    config = CLIPConfig(
        text_config={**sizes, "vocab_size": 1000, "eos_token_id": 999, "bos_token_id": 998},
        vision_config={**sizes, "image_size": 96, "patch_size": 16},
        projection_dim=64,
    )
    model = CLIPModel(config).to(DEVICE).eval()
    picture = torch.randint(0, 256, (1, 3, 240, 320), dtype=torch.uint8).to(DEVICE)
    captions = torch.randint(1, 998, (12, 16))
    captions[:, -1] = 999
    mean = torch.tensor([0.481, 0.458, 0.408], device=DEVICE)[:, None, None]
    std = torch.tensor([0.269, 0.261, 0.276], device=DEVICE)[:, None, None]
    with torch.inference_mode():
        pixels = picture.float() / 255
        pixels = torch.nn.functional.interpolate(pixels, (96, 128), mode="bicubic", antialias=True)
        pixels = (pixels[..., 16:112] - mean) / std
        captions = captions.to(DEVICE)
        result = model(
            input_ids=captions, pixel_values=pixels, attention_mask=torch.ones_like(captions)
        )
        chances = result.logits_per_image.softmax(dim=-1)[0]
        best = chances.topk(5)
        note(best.indices.tolist(), [round(value, 3) for value in best.values.tolist()])

        config = BertConfig(
            vocab_size=1000,
            hidden_size=128,
            num_hidden_layers=5,
            num_attention_heads=4,
            intermediate_size=512,
            max_position_embeddings=64,
            num_labels=3,
        )
        judge = BertForSequenceClassification(config).to(DEVICE).eval()
        pairs = torch.cat([captions[best.indices[:1]].expand(5, -1), captions[best.indices]], dim=1)
        kinds = (torch.arange(32, device=DEVICE) >= 16).long().expand(5, -1)
        verdict = judge(input_ids=pairs, token_type_ids=kinds).logits.softmax(dim=-1)
    chance = finite(chances.max().item())
    print(f"chance {chance:.3f}, verdicts {verdict.argmax(-1).tolist()}")


@program
def nosteps_jax_gp():
    """No steps: a Gaussian process fitted once to measurements, and what can be said by it."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.scipy.linalg import cho_solve, solve_triangular

    jax.config.update("jax_default_matmul_precision", "highest")
    rng = np.random.default_rng(0)
    x = jnp.asarray(np.sort(rng.uniform(0, 10, 400)), jnp.float32)
    y = jnp.sin(x) + 0.3 * jnp.cos(3.1 * x) + 0.1 * x
    y = y + 0.1 * jnp.asarray(rng.standard_normal(400), jnp.float32)
    wanted = jnp.linspace(-1, 11, 300)
    offset, scale = y.mean(), y.std()
    y = (y - offset) / scale

    def kernel(a, b):
        far = jnp.abs(a[:, None] - b[None, :])
        smooth = jnp.exp(-0.5 * (far / 1.2) ** 2)
        periodic = jnp.exp(-2 * jnp.sin(jnp.pi * far / 6.3) ** 2)
        rough = (1 + jnp.sqrt(3.0) * far / 0.5) * jnp.exp(-jnp.sqrt(3.0) * far / 0.5)
        return smooth + 0.5 * periodic * smooth + 0.1 * rough

    gram = kernel(x, x) + 0.02 * jnp.eye(400)
    lower = jnp.linalg.cholesky(gram)
    weights = cho_solve((lower, True), y)
    fit = -0.5 * y @ weights
    evidence = fit - jnp.log(jnp.diag(lower)).sum() - 200 * jnp.log(2 * jnp.pi)

    cross = kernel(x, wanted)
    mean = cross.T @ weights
    half = solve_triangular(lower, cross, lower=True)
    covariance = kernel(wanted, wanted) - half.T @ half
    deviation = jnp.sqrt(jnp.clip(jnp.diag(covariance), 1e-6))
    noise = jax.random.normal(jax.random.PRNGKey(0), (300, 20))
    drawn = mean[:, None] + jnp.linalg.cholesky(covariance + 1e-3 * jnp.eye(300)) @ noise
    above = (drawn > 1).mean(axis=1)
    peak = wanted[drawn.argmax(axis=0)]

    inverse = cho_solve((lower, True), jnp.eye(400))
    left_out = y - weights / jnp.diag(inverse)
    residual = (y - left_out) * jnp.sqrt(jnp.diag(inverse))
    inside = (jnp.abs(residual) < 1.96).mean()
    histogram, edges = jnp.histogram(residual, bins=20)
    slope = jnp.gradient(mean, wanted)
    turns = (jnp.sign(slope[1:]) != jnp.sign(slope[:-1])).sum()
    area = jnp.trapezoid(mean * scale + offset, wanted)
    values, vectors = jnp.linalg.eigh(gram)
    effective = (values / (values + 0.02)).sum()
    order = jnp.argsort(-jnp.abs(vectors.T @ y))
    related = jnp.corrcoef(drawn.T)
    spectrum = jnp.abs(jnp.fft.rfft(mean - mean.mean()))
    low, high = jnp.percentile(drawn, jnp.array([5.0, 95.0]), axis=1)
    note(f"inside {float(inside):.3f}, turns {int(turns)}, area {float(area):.3f}")
    note(f"effective {float(effective):.1f}, first {int(order[0])}, peak {float(peak.mean()):.2f}")
    note(f"band {float((high - low).mean()):.3f}, above {float(above.max()):.2f}")
    note(f"related {float(related[0, 1]):.3f}, frequency {int(spectrum.argmax())}")
    note(f"deviation {float(deviation.max()):.3f}, mode {float(edges[histogram.argmax()]):.2f}")
    print(f"evidence {finite(float(evidence)):.2f}")


@program
def nosteps_cupy_options():
    """No steps: prices of ten kinds of options by Monte Carlo, each with its checks, once."""
    import cupy as cp
    import numpy as np

    rng = np.random.default_rng(7)
    paths, days = 20000, 64
    spot, strike, rate, volatility, years = 100.0, 105.0, 0.03, 0.25, 1.0
    dt = years / days
    normal = cp.asarray(rng.standard_normal((paths, days)))
    normal = cp.concatenate([normal, -normal])
    logs = cp.cumsum((rate - volatility**2 / 2) * dt + volatility * math.sqrt(dt) * normal, axis=1)
    prices = spot * cp.exp(logs)
    discount = math.exp(-rate * years)
    last = prices[:, -1]
    results = {}

    def said(name, payoff):
        payoff = discount * payoff
        error = cp.std(payoff) / math.sqrt(payoff.size)
        results[name] = float(cp.mean(payoff)), float(error)

    said("call", cp.maximum(last - strike, 0))
    said("put", cp.maximum(strike - last, 0))
    said("digital", (last > strike).astype(cp.float64))

    # Arithmetic Asian, with the geometric one as its control.
    average = prices.mean(axis=1)
    asian = cp.maximum(average - strike, 0)
    geometric = cp.maximum(cp.exp(cp.log(prices).mean(axis=1)) - strike, 0)
    both = cp.stack([asian - asian.mean(), geometric - geometric.mean()])
    covariance = both @ both.T / asian.size
    beta = covariance[0, 1] / covariance[1, 1]
    said("asian", asian - beta * (geometric - geometric.mean()))

    highest, lowest = prices.max(axis=1), prices.min(axis=1)
    said("up and out", cp.where(highest < 140, cp.maximum(last - strike, 0), 0.0))
    said("down and in", cp.where(lowest < 85, cp.maximum(strike - last, 0), 0.0))
    said("lookback", highest - spot)
    said("fall", cp.maximum(1 - lowest / highest - 0.2, 0) * 100)

    # A basket of four shares that move together.
    related = cp.asarray(0.5 * np.ones((4, 4)) + 0.5 * np.eye(4))
    factors = cp.asarray(rng.standard_normal((paths, 4))) @ cp.linalg.cholesky(related).T
    sigmas = cp.asarray([0.2, 0.25, 0.3, 0.35])
    shares = spot * cp.exp((rate - sigmas**2 / 2) * years + sigmas * factors)
    said("basket", cp.maximum(shares @ cp.asarray([0.4, 0.3, 0.2, 0.1]) - strike, 0))
    said("best of", cp.maximum(shares.max(axis=1) - strike, 0))

    # Greeks of the call: along the path, and by the likelihood.
    inside = last > strike
    delta = float(discount * cp.mean(cp.where(inside, last / spot, 0.0)))
    score = normal[:, 0] / (spot * volatility * math.sqrt(dt))
    other_delta = float(discount * cp.mean(cp.maximum(last - strike, 0) * score))
    drift = cp.log(last / spot) - (rate + volatility**2 / 2) * years
    vega = float(discount * cp.mean(cp.where(inside, last * drift / volatility, 0.0)))

    # What the paths look like.
    returns = cp.diff(logs, axis=1)
    realized = cp.sqrt((returns**2).mean(axis=1) / dt)
    losses = cp.sort(spot - last)
    at_risk = float(losses[int(0.99 * losses.size)])
    shortfall = float(losses[int(0.99 * losses.size) :].mean())
    counts, edges = cp.histogram(last, bins=50)
    deep = float(((last - last.mean()) ** 4).mean() / last.var() ** 2)
    crossed = float((prices > strike).any(axis=1).mean())
    middle = float(cp.median(realized))
    note(f"delta {delta:.3f} or {other_delta:.3f}, vega {vega:.2f}, at risk {at_risk:.2f}")
    note(f"shortfall {shortfall:.2f}, kurtosis {deep:.2f}, crossed {crossed:.3f}, {middle:.3f}")
    note(f"mode {float(edges[int(counts.argmax())]):.1f}")
    for name, (price, error) in results.items():
        note(f"{name:12s} {price:8.4f} +- {error:.4f}")
    parity = results["call"][0] - results["put"][0] - (spot - strike * discount)
    print(f"call {finite(results['call'][0]):.4f}, parity {finite(parity):.4f}")


def checked_kernels():
    """Six small kernels for the checks below."""
    import triton
    from triton import language as tl

    @triton.jit
    def add(x, y, out, count, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = places < count
        total = tl.load(x + places, mask=mask) + tl.load(y + places, mask=mask)
        tl.store(out + places, total, mask=mask)

    @triton.jit
    def softmax(x, out, width, BLOCK: tl.constexpr):
        row = tl.program_id(0)
        columns = tl.arange(0, BLOCK)
        mask = columns < width
        values = tl.load(x + row * width + columns, mask=mask, other=-float("inf"))
        powers = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * width + columns, powers / tl.sum(powers, axis=0), mask=mask)

    @triton.jit
    def matmul(a, b, out, M, N, K, BLOCK: tl.constexpr):
        rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
        total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
        for start in range(0, K, BLOCK):
            depth = start + tl.arange(0, BLOCK)
            left_mask = (rows[:, None] < M) & (depth[None, :] < K)
            left = tl.load(a + rows[:, None] * K + depth[None, :], mask=left_mask, other=0.0)
            right_mask = (depth[:, None] < K) & (columns[None, :] < N)
            right = tl.load(b + depth[:, None] * N + columns[None, :], mask=right_mask, other=0.0)
            total += tl.dot(left, right)
        mask = (rows[:, None] < M) & (columns[None, :] < N)
        tl.store(out + rows[:, None] * N + columns[None, :], total, mask=mask)

    @triton.jit
    def transpose(x, out, rows, columns, BLOCK: tl.constexpr):
        i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
        mask = (i[:, None] < rows) & (j[None, :] < columns)
        tile = tl.load(x + i[:, None] * columns + j[None, :], mask=mask)
        tl.store(out + j[None, :] * rows + i[:, None], tile, mask=mask)

    @triton.jit
    def total(x, out, count, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        values = tl.load(x + places, mask=places < count, other=0.0)
        tl.atomic_add(out, tl.sum(values, axis=0))

    @triton.jit
    def histogram(x, out, count, BINS: tl.constexpr, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = places < count
        tl.atomic_add(out + tl.load(x + places, mask=mask, other=0) % BINS, 1, mask=mask)

    return add, softmax, matmul, transpose, total, histogram


@program
def nosteps_triton_checks():
    """No steps: six kernels of Triton against PyTorch, each for several shapes."""
    import torch

    add, softmax, matmul, transpose, total, histogram = checked_kernels()
    torch.manual_seed(0)
    passed = 0

    def parts(count, block):
        return (count + block - 1) // block

    def close(ours, wanted, limit):
        nonlocal passed
        torch.testing.assert_close(ours, wanted, atol=limit, rtol=limit)
        passed += 1

    for count in (1, 100, 1024, 98432):
        x, y = torch.randn(2, count, device=DEVICE)
        out = torch.empty_like(x)
        add[(parts(count, 1024),)](x, y, out, count, BLOCK=1024)
        close(out, x + y, 0)
    for rows, width, block in ((4, 64, 64), (33, 100, 128), (128, 781, 1024)):
        x = torch.randn(rows, width, device=DEVICE)
        out = torch.empty_like(x)
        softmax[(rows,)](x, out, width, BLOCK=block)
        close(out, torch.softmax(x, dim=1), 1e-5)
    for m, n, k in ((32, 32, 32), (64, 96, 128), (50, 70, 90)):
        a = torch.randn(m, k, device=DEVICE, dtype=torch.float16)
        b = torch.randn(k, n, device=DEVICE, dtype=torch.float16)
        out = torch.empty(m, n, device=DEVICE)
        matmul[(parts(m, 32), parts(n, 32))](a, b, out, m, n, k, BLOCK=32)
        close(out, a.float() @ b.float(), 2e-2)
    for rows, columns in ((32, 32), (100, 60), (257, 129)):
        x = torch.randn(rows, columns, device=DEVICE)
        out = torch.empty(columns, rows, device=DEVICE)
        grid = (parts(rows, 32), parts(columns, 32))
        transpose[grid](x, out, rows, columns, BLOCK=32)
        close(out, x.T.contiguous(), 0)
    for count in (1000, 4096, 50000):
        x = torch.rand(count, device=DEVICE)
        out = torch.zeros(1, device=DEVICE)
        total[(parts(count, 512),)](x, out, count, BLOCK=512)
        close(out[0], x.sum(), 1e-3)
    for count, bins in ((1000, 16), (4096, 64), (20000, 256)):
        x = torch.randint(0, 100000, (count,), device=DEVICE, dtype=torch.int32)
        out = torch.zeros(bins, device=DEVICE, dtype=torch.int32)
        histogram[(parts(count, 512),)](x, out, count, BINS=bins, BLOCK=512)
        close(out.long(), torch.bincount(x.long() % bins, minlength=bins), 0)
    print(f"{passed} checks passed")


if __name__ == "__main__":
    main()
