"""Sequences of launches with known steps, made by models of programs: no GPU is needed.

    python3 seventh.py OUT [NAME...]
    python3 seventh.py --list

Each function below describes a program: its loops, the kernels that its library launches, where the
host waits, copies or computes, and what changes with the data. A simple clock turns the description
into times: the host needs some microseconds per launch, a stream runs its kernels in order. The files
have the form that `sequence.py` writes. The first line of a function says what its steps are. The
programs with `nosteps` in their names have none.
"""

import gzip
import os
import random
import sys

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


class Run:
    """A program that runs: its clock, its launches and its marks."""

    def __init__(self, name):
        self.random = random.Random(name)
        self.host, self.streams = 0.0, {}
        self.launches, self.names, self.flags = [], {}, set()
        self.kinds, self.open = {}, None

    def k(self, *names, us=5.0, host=6.0, stream=0):
        """Launches kernels."""
        for name in names:
            number = self.names.setdefault(name, len(self.names))
            begin = max(self.streams.get(stream, 0.0), self.host + 4)
            ran = us * self.random.uniform(0.95, 1.1)
            self.streams[stream] = begin + ran + 0.8
            self.launches.append((number, begin, ran, "".join(sorted(self.flags, reverse=True))))
            self.flags = set()
            self.host += host * self.random.uniform(0.8, 1.5)

    def wait(self):
        """The host waits for the GPU, as for a value of it."""
        self.host = max([self.host, *self.streams.values()]) + 9
        self.flags.add("w")

    def put(self, us=20.0):
        """The host copies to the GPU."""
        self.host += us
        self.flags.add("c")

    def py(self, us):
        """The host does something else."""
        self.host += us * self.random.uniform(0.8, 1.3)

    def step(self, kind="step"):
        self.other()
        self.kinds.setdefault(kind, [[], 0])[0].append(len(self.launches))
        self.open = kind

    def other(self):
        if self.open:
            self.kinds[self.open][1] = len(self.launches)
        self.open = None

    def text(self, command):
        self.other()
        lines = [f"# {command}"]
        lines += [f"name {name}" for name in self.names]
        lines += [f"steps {kind} {' '.join(map(str, b))} {end}" for kind, (b, end) in self.kinds.items()]
        lines += [
            f"launch {number} {int(1000 * begin)} {int(1000 * ran)} {flags or '-'}"
            for number, begin, ran, flags in self.launches
        ]
        return "\n".join(lines) + "\n"


# Kernels as libraries name them.
AT = "void at::native::"
ADD, MUL, FILL, COPY, DIV, GELU, SILU, RELU, SUB = (
    f"{AT}vectorized_elementwise_kernel<4, {f}>"
    for f in ("CUDAFunctor_add<float>", "BinaryFunctor<MulFunctor>", "FillFunctor<float>",
              "direct_copy_kernel_cuda", "BinaryFunctor<DivFunctor>", "GeluCUDAKernelImpl",
              "silu_kernel", "clamp_scalar", "CUDAFunctorOnSelf_add")
)
SUM, MEAN, ARGMAX, MAX = (f"{AT}reduce_kernel<512, 1, {f}>" for f in ("sum", "MeanOps", "ArgMaxOps", "MaxOps"))
NORM, NORM_B, NORM_G = (f"{AT}layer_norm_{f}" for f in ("kernel", "grad_input_kernel", "GammaBeta_backward"))
SOFTMAX, SOFTMAX_B, NLL, NLL_B = (f"{AT}{f}" for f in (
    "softmax_warp_forward", "softmax_warp_backward", "nll_loss_forward_reduce", "nll_loss_backward_reduce"))
EMBED, EMBED_B, INDEX, CAT, RAND, NORMAL, ARANGE, TRI = (f"{AT}{f}" for f in (
    "vectorized_gather_kernel", "embedding_backward_feature_kernel", "index_elementwise_kernel",
    "CatArrayBatchedCopy", "distribution_uniform", "distribution_normal", "arange_cuda_out", "tril_kernel"))
ADAM = [f"{AT}multi_tensor_apply_kernel<{f}>" for f in (
    "BinaryOpScalar", "Lerp", "BinaryOpList", "Addcmul", "Sqrt", "DivScalarList", "Add", "Addcdiv")]
FLASH, FLASH_B, FLASH_S, FLASH_C = (f"flash_{f}_kernel" for f in ("fwd", "bwd_dq_dk_dv", "fwd_splitkv", "fwd_splitkv_combine"))
SORT = "cub::DeviceRadixSortOnesweepKernel"
SORT_H, SORT_E = "cub::DeviceRadixSortHistogramKernel", "cub::DeviceRadixSortExclusiveSumKernel"
SCAN_I, SCAN, REDUCE, REDUCE_1 = (f"cub::{f}" for f in ("DeviceScanInitKernel", "DeviceScanKernel", "DeviceReduceKernel", "DeviceReduceSingleTileKernel"))
SELECT = "cub::DeviceSelectSweepKernel"


def gemm(tile, layout="tn", chip="sm90_xmma_gemm_bf16"):
    return f"{chip}_{layout}_tilesize{tile}"


def init_weights(p, layers, per=4):
    for _ in range(layers):
        for part in range(per):
            p.k(NORMAL if part % 2 else RAND, FILL)
            p.py(30)


def block(p, tile="128x128", us=12.0):
    """A layer of a transformer, forward."""
    p.k(NORM, gemm(tile), FLASH, us=us)
    p.k(gemm(tile), ADD, NORM, gemm("256x128"), GELU, gemm(tile), ADD, us=us)


def block_back(p, tile="128x128", us=15.0):
    p.k(gemm(tile, "nn"), gemm(tile, "nt"), SUM, f"{AT}GeluBackward", us=us)
    p.k(gemm("256x128", "nn"), gemm(tile, "nt"), SUM, NORM_B, NORM_G, ADD, us=us)
    p.k(gemm(tile, "nn"), gemm(tile, "nt"), FLASH_B, gemm(tile, "nn"), gemm(tile, "nt"), us=us)
    p.k(NORM_B, NORM_G, ADD, us=us)


def loss(p):
    p.k(NORM, gemm("256x128"), SOFTMAX, NLL)


def loss_back(p):
    p.k(FILL, NLL_B, SOFTMAX_B, gemm("256x128", "nn"), gemm("256x128", "nt"), NORM_B, NORM_G)


def adam(p, groups=2):
    for _ in range(groups):
        p.k(*ADAM)


def mlp(p, tiles, act=RELU, us=4.0):
    for tile in tiles:
        p.k(gemm(tile, chip="ampere_sgemm"), ADD, act, us=us)


def mlp_back(p, tiles, us=5.0):
    for tile in reversed(tiles):
        p.k(f"{AT}threshold_backward", SUM, us=us)
        p.k(gemm(tile, "nt", "ampere_sgemm"), gemm(tile, "nn", "ampere_sgemm"), us=us)


# Training.


@program
def gpt_accumulate_validate(p):
    """train: one optimizer step of four micro-batches. val: one batch, six after each tenth step."""
    init_weights(p, 8)
    for number in range(40):
        p.step("train")
        for _ in range(4):
            p.put()
            p.k(EMBED, EMBED, ADD)
            [block(p) for _ in range(8)]
            loss(p)
            p.k(DIV)
            loss_back(p)
            [block_back(p) for _ in range(8)]
            p.k(EMBED_B, EMBED_B)
        p.k(*(f"{AT}multi_tensor_apply_kernel<{f}>" for f in ("LpNorm", "MulScalar")))
        adam(p)
        if number % 5 == 0:
            p.wait()
            p.py(200)
        p.other()
        if number % 10 == 9:
            for _ in range(6):
                p.step("val")
                p.put()
                p.k(EMBED, EMBED, ADD)
                [block(p) for _ in range(8)]
                loss(p)
                p.wait()
            p.other()
            p.py(900)


def conv(p, name, us=20.0):
    p.k("cudnn::nchwToNhwcKernel", us=3)
    p.k(f"sm90_xmma_fprop_implicit_gemm_{name}", "cudnn::bn_fw_tr_1C11_kernel_NCHW", RELU, us=us)


def conv_back(p, name, us=20.0):
    p.k(f"{AT}threshold_backward", "cudnn::bn_bw_1C11_kernel_new", us=us / 2)
    p.k(f"sm90_xmma_dgrad_implicit_gemm_{name}", f"sm90_xmma_wgrad_implicit_gemm_{name}", us=us)


@program
def resnet_epochs(p):
    """train: one batch, the last of an epoch is smaller. val: one batch."""
    names = ["64x64", "64x64", "128x64", "128x64", "256x64", "256x128"]
    init_weights(p, 6, 2)
    for name in sorted(set(names)):
        for algo in range(7):
            p.k("cudnn::nchwToNhwcKernel", f"cudnn_candidate_{algo}_{name}", us=40)
            p.wait()
    for epoch in range(3):
        for batch in range(22):
            small = batch == 21
            p.step("train")
            p.put(120)
            for name in names:
                conv(p, name + "_small" * small, 9 if small else 20)
            p.k(MEAN, gemm("64x32"), SOFTMAX, NLL, FILL, NLL_B, SOFTMAX_B)
            p.k(gemm("64x32", "nn"), gemm("64x32", "nt"), SUM)
            for name in reversed(names):
                conv_back(p, name + "_small" * small, 9 if small else 20)
            p.k(*ADAM[:3])
            if batch % 10 == 0:
                p.wait()
                p.py(150)
        p.other()
        for batch in range(6):
            p.step("val")
            p.put(120)
            for name in names:
                p.k("cudnn::nchwToNhwcKernel", f"sm90_xmma_fprop_implicit_gemm_{name}")
                p.k("cudnn::bn_fw_inf_1C11_kernel_NCHW", RELU)
            p.k(MEAN, gemm("64x32"), ARGMAX, f"{AT}compare_eq", SUM, ADD)
        p.other()
        p.wait()
        for _ in range(20):
            p.wait()  # parameters copied to the host
        p.py(30000)


@program
def amp_distill(p):
    """step: teacher and student; at times the scaler skips the optimizer."""
    init_weights(p, 6)
    for number in range(45):
        p.step()
        p.put()
        p.k(EMBED)
        [block(p, "256x256", 30) for _ in range(6)]
        p.k(COPY, EMBED)
        [block(p, "64x64") for _ in range(3)]
        p.k(SOFTMAX, SOFTMAX, SUB, MUL, SUM, MUL, FILL, MUL)
        p.k(SOFTMAX_B)
        [block_back(p, "64x64") for _ in range(3)]
        p.k(EMBED_B, f"{AT}amp_non_finite_check_and_unscale")
        p.wait()
        if number not in (0, 1, 17):
            adam(p, 1)
        p.k(f"{AT}amp_update_scale")


@program
def gan_iterations(p):
    """step: discriminator, then generator, of one batch."""
    init_weights(p, 8, 2)
    generator, critic = ["64x64", "128x64", "256x64"], ["256x32", "128x32", "64x32"]
    for number in range(60):
        p.step()
        p.put()
        for fake in (False, True):
            if fake:
                p.k(NORMAL)
                [conv(p, name) for name in generator]
            [conv(p, name) for name in critic]
            p.k(f"{AT}binary_cross_entropy", FILL, f"{AT}binary_cross_entropy_backward")
            [conv_back(p, name) for name in reversed(critic)]
        adam(p, 1)
        [conv(p, name) for name in critic]
        p.k(f"{AT}binary_cross_entropy", FILL, f"{AT}binary_cross_entropy_backward")
        [conv_back(p, name) for name in reversed(critic)]
        [conv_back(p, name) for name in reversed(generator)]
        adam(p, 1)
        if number % 20 == 0:
            p.wait()
            p.wait()


@program
def wgan_five_critics(p):
    """critic: one update of the critic. generator: one of the generator, after five."""
    init_weights(p, 6, 2)
    generator, critic = ["64x64", "128x64", "256x64"], ["128x128", "64x128"]
    for number in range(100):
        p.step("critic")
        p.put()
        mlp(p, critic)
        p.k(MEAN, NORMAL)
        mlp(p, generator)
        mlp(p, critic)
        p.k(MEAN, SUB, RAND, MUL, MUL, ADD)
        mlp(p, critic)
        p.k(FILL)
        mlp_back(p, critic)
        p.k(f"{AT}norm_kernel", SUB, MUL, MEAN, MUL, ADD, FILL)
        mlp_back(p, critic)
        mlp_back(p, critic)
        p.k(*ADAM)
        p.other()
        if number % 5 == 4:
            p.step("generator")
            p.k(NORMAL)
            mlp(p, generator)
            mlp(p, critic)
            p.k(MEAN, f"{AT}neg_kernel", FILL, f"{AT}neg_kernel")
            mlp_back(p, critic)
            mlp_back(p, generator)
            p.k(*ADAM)
            p.other()


@program
def ppo_rollouts(p):
    """act: one step of the environments. update: one minibatch."""
    init_weights(p, 3, 2)
    layers = ["64x64", "64x32"]
    for _ in range(6):
        for _ in range(32):
            p.step("act")
            p.put(15)
            mlp(p, layers, f"{AT}tanh_kernel")
            p.k(gemm("32x32"), SOFTMAX, f"{AT}exponential", DIV, ARGMAX, INDEX)
            p.wait()
            p.py(400)
        p.other()
        p.put()
        p.k(SUB, MUL, ADD, MEAN, f"{AT}std_kernel", SUB, DIV)
        for _ in range(4):
            p.k(RAND, SORT_H, SORT_E, SORT, SORT)
            for _ in range(4):
                p.step("update")
                p.k(INDEX, INDEX, INDEX)
                mlp(p, layers, f"{AT}tanh_kernel")
                p.k(gemm("32x32"), SOFTMAX, INDEX, SUB, f"{AT}exp_kernel", MUL, f"{AT}clamp", MUL, f"{AT}minimum", MEAN)
                p.k(SUB, MUL, MEAN, ADD, FILL)
                mlp_back(p, layers)
                p.k(*(f"{AT}multi_tensor_apply_kernel<{f}>" for f in ("LpNorm", "MulScalar")), *ADAM)
            p.other()
        p.wait()


@program
def deep_q(p):
    """act: one step of the environment. learn: one update, after each fourth act."""
    init_weights(p, 4, 2)
    layers = ["128x64", "64x64", "32x32"]
    for number in range(320):
        p.step("act")
        if p.random.random() > 0.1:
            p.put(10)
            mlp(p, layers)
            p.k(ARGMAX)
        else:
            p.k(f"{AT}random_from_to")
        p.wait()
        p.py(120)
        p.other()
        if number > 40 and number % 4 == 3:
            p.step("learn")
            [p.put(10) for _ in range(5)]
            mlp(p, layers)
            p.k(f"{AT}gather")
            mlp(p, layers)
            p.k(MAX, MUL, ADD, f"{AT}smooth_l1", MEAN, FILL, f"{AT}smooth_l1_backward", f"{AT}scatter")
            mlp_back(p, layers)
            p.k(*ADAM)
            p.other()
        if number % 100 == 99:
            p.k(*[COPY] * 6)


@program
def graph_replays(p):
    """step: one launch of a captured training step."""
    init_weights(p, 4)

    def body(host):
        p.k(EMBED, host=host)
        for _ in range(4):
            p.k(NORM, gemm("64x64"), FLASH, gemm("64x64"), ADD, NORM, gemm("128x64"), GELU, gemm("64x64"), ADD, host=host)
        p.k(SOFTMAX, NLL, FILL, NLL_B, SOFTMAX_B, host=host)
        for _ in range(4):
            p.k(gemm("64x64", "nn"), gemm("64x64", "nt"), SUM, f"{AT}GeluBackward", gemm("128x64", "nn"), host=host)
            p.k(gemm("64x64", "nt"), SUM, NORM_B, FLASH_B, gemm("64x64", "nn"), gemm("64x64", "nt"), ADD, host=host)
        p.k(*ADAM, host=host)

    for _ in range(3):
        p.k(FILL)
        body(6)
    p.wait()
    p.py(50000)
    for number in range(100):
        p.step()
        p.put()
        p.k(COPY, COPY)
        body(0)
        p.host += 20
        if number % 20 == 19:
            p.wait()
            p.py(100)


@program
def sparse_attention_triton(p):
    """step: one batch; the layout of the blocks is rebuilt in each fifth."""
    init_weights(p, 4)
    for name in ("block_sparse_fwd", "block_sparse_bwd"):
        for config in range(9):
            repeats = p.random.randint(9, 40)
            p.k(f"{name}_{config}")
            p.wait()
            for _ in range(repeats):
                p.k(FILL, f"{name}_{config}", us=20)
            p.wait()
    for number in range(30):
        p.step()
        p.put()
        p.k(EMBED)
        if number % 5 == 0:
            p.k(RAND, f"{AT}compare_ge", SCAN_I, SCAN, SELECT, INDEX)
            p.wait()
        for _ in range(6):
            p.k(NORM, gemm("128x64"), "block_sparse_fwd_3", gemm("128x64"), ADD, NORM, gemm("256x64"), GELU, gemm("128x64"), ADD)
        loss(p)
        loss_back(p)
        for _ in range(6):
            p.k(gemm("128x64", "nn"), gemm("128x64", "nt"), f"{AT}GeluBackward", gemm("256x64", "nn"), gemm("128x64", "nt"), NORM_B, ADD)
            p.k("block_sparse_preprocess", "block_sparse_bwd_7", gemm("128x64", "nn"), gemm("128x64", "nt"), NORM_B, ADD)
        adam(p, 1)
        p.wait()


@program
def graph_sampling(p):
    """step: one batch of nodes, whose neighbours are sampled on the GPU."""
    for number in range(70):
        p.step()
        p.put()
        for hop in range(3):
            p.k("dgl::CSRRowWiseSampleDegree", SCAN_I, SCAN)
            p.wait()
            p.k("dgl::CSRRowWiseSampleKernel")
            p.k(SORT_H, SORT_E)
            p.k(*[SORT] * (2 + (p.random.random() > 0.5) + hop))
            p.k("dgl::RemapIdx")
            p.wait()
        p.k(INDEX)
        for _ in range(3):
            p.k("cusparse::csrmm_kernel", gemm("64x64"), ADD, RELU)
        p.k(SOFTMAX, NLL, FILL, NLL_B, SOFTMAX_B)
        for _ in range(3):
            p.k(f"{AT}threshold_backward", gemm("64x64", "nt"), gemm("64x64", "nn"), "cusparse::csrmm_t_kernel")
        p.k(*ADAM)


# Inference.


def decode_layer(p, length, us=6.0):
    p.k("rms_norm_kernel", gemm("64x8"), "rotary_embedding_kernel", "reshape_and_cache_kernel", us=us)
    p.k(*([FLASH_S, FLASH_C] if length >= 256 else [FLASH]), us=us)
    p.k(gemm("64x8"), ADD, "rms_norm_kernel", gemm("128x8"), "silu_and_mul_kernel", gemm("64x8"), ADD, us=us)


def prefill(p, layers=12):
    p.put()
    p.k(EMBED, ARANGE, TRI)
    for _ in range(layers):
        p.k("rms_norm_kernel", gemm("256x128"), "rotary_embedding_kernel", "reshape_and_cache_kernel", us=30)
        p.k(FLASH, gemm("256x128"), ADD, "rms_norm_kernel", gemm("256x256"), "silu_and_mul_kernel", gemm("256x128"), ADD, us=30)
    p.k("rms_norm_kernel", gemm("64x8"), ARGMAX)
    p.wait()


@program
def decode_growing(p):
    """decode: one token; attention is split from 256 tokens on."""
    init_weights(p, 12)
    prefill(p)
    for token in range(90):
        p.step("decode")
        p.put(8)
        p.k(EMBED)
        for _ in range(12):
            decode_layer(p, 220 + token)
        p.k("rms_norm_kernel", gemm("64x8"), ARGMAX)
        p.wait()
        p.py(60)


@program
def serve_requests(p):
    """prefill: one prompt. decode: one token of one request."""
    init_weights(p, 12)
    for _ in range(9):
        p.step("prefill")
        prefill(p)
        for token in range(p.random.randint(7, 30)):
            p.step("decode")
            p.put(8)
            p.k(EMBED)
            for _ in range(12):
                decode_layer(p, 100 + token)
            p.k("rms_norm_kernel", gemm("64x8"), DIV, SOFTMAX, SORT_H, SORT_E, SORT, SORT, SCAN, f"{AT}multinomial")
            p.wait()
        p.other()
        p.py(3000)


@program
def speculative_rounds(p):
    """step: some guesses of the small model, and one pass of the large one."""
    init_weights(p, 10)
    for model in ("draft", "target"):
        p.put()
        p.k(EMBED)
        [block(p, "64x64" if model == "draft" else "256x128") for _ in range(2 if model == "draft" else 8)]
        p.k(ARGMAX)
        p.wait()
    for _ in range(40):
        p.step()
        for _ in range(p.random.choice([2, 3, 4, 4, 4, 5])):
            p.k(EMBED)
            for _ in range(2):
                p.k(NORM, gemm("32x8"), FLASH_S, FLASH_C, gemm("32x8"), ADD, NORM, gemm("32x8"), GELU, gemm("32x8"), ADD)
            p.k(gemm("64x8"), SOFTMAX, ARGMAX, CAT)
        p.k(EMBED)
        for _ in range(8):
            p.k(NORM, gemm("64x16"), FLASH_S, FLASH_C, gemm("64x16"), ADD, NORM, gemm("128x16"), GELU, gemm("64x16"), ADD)
        p.k(gemm("64x16"), SOFTMAX, ARGMAX, f"{AT}compare_eq", f"{AT}cumprod", SUM)
        p.wait()
        p.k(CAT)


@program
def batches_of_all_sizes(p):
    """step: one batch of 1 to 64 texts; the kernels of products depend on its size."""
    init_weights(p, 6)
    for _ in range(60):
        tile = p.random.choice(["32x32", "64x32", "64x64", "128x64", "128x128", "128x128"])
        p.step()
        p.put()
        p.put()
        p.k(EMBED, EMBED, ADD, NORM)
        for _ in range(6):
            p.k(gemm(tile), gemm(tile), gemm(tile), FLASH, gemm(tile), ADD, NORM, gemm(tile), GELU, gemm(tile), ADD, NORM)
            if tile == "32x32":
                p.k("cublasLt::splitKreduce_kernel")
        p.k(MUL, SUM, SUM, DIV, f"{AT}norm_kernel", DIV)
        p.wait()
        p.py(500)


@program
def mixture_decode(p):
    """step: one token; the number of experts per layer changes."""
    init_weights(p, 8)
    prefill(p, 6)
    for _ in range(70):
        p.step()
        p.k(EMBED)
        for _ in range(6):
            p.k("rms_norm_kernel", gemm("64x8"), "rotary_embedding_kernel", FLASH_S, FLASH_C, gemm("64x8"), ADD)
            p.k("rms_norm_kernel", gemm("32x8"), SOFTMAX, "topk_kernel", SORT_H, SORT_E, SORT)
            p.wait()
            for _ in range(p.random.choice([2, 2, 3, 4])):
                p.k(INDEX, gemm("128x8"), SILU, MUL, gemm("64x8"), MUL, f"{AT}index_add")
            p.k(ADD)
        p.k("rms_norm_kernel", gemm("64x8"), ARGMAX)
        p.wait()


@program
def images_by_diffusion(p):
    """step: one denoising step, 25 per image."""
    init_weights(p, 8)
    for _ in range(4):
        p.put()
        p.k(EMBED)
        [block(p, "64x64") for _ in range(6)]
        p.k(NORMAL, MUL)
        for _ in range(25):
            p.step()
            p.k(CAT, MUL, "sinusoidal_embedding", gemm("32x32"), SILU, gemm("32x32"))
            for name in ("64x64", "128x64", "256x64"):
                for _ in range(2):
                    p.k(f"{AT}group_norm", SILU, f"fprop_{name}", ADD, f"{AT}group_norm", SILU, f"fprop_{name}", ADD)
                p.k(NORM, gemm("64x64"), FLASH, gemm("64x64"), ADD)
            for name in ("256x64", "128x64", "64x64"):
                p.k(CAT)
                p.k(f"{AT}group_norm", SILU, f"fprop_{name}", ADD, f"{AT}group_norm", SILU, f"fprop_{name}", ADD)
                p.k(f"{AT}upsample_nearest2d")
            p.k(SUB, MUL, ADD, MUL, SUB, MUL, ADD)
        p.other()
        for name in ("64x64", "128x64", "256x64"):
            p.k(f"{AT}upsample_nearest2d", f"fprop_{name}", f"{AT}group_norm", SILU)
        p.wait()
        p.py(5000)


@program
def beams(p):
    """step: one token of all beams, of sentences with 12 to 40 tokens."""
    init_weights(p, 6)
    for _ in range(6):
        p.put()
        p.k(EMBED)
        for _ in range(4):
            block(p, "128x64")
        for _ in range(p.random.randint(12, 40)):
            p.step()
            p.k(EMBED)
            for _ in range(4):
                p.k(NORM, gemm("32x32"), CAT, CAT, FLASH, gemm("32x32"), ADD, NORM, gemm("32x32"), FLASH, gemm("32x32"), ADD)
                p.k(NORM, gemm("64x32"), RELU, gemm("32x32"), ADD)
            p.k(gemm("128x32"), SOFTMAX, ADD, "topk_kernel", SORT, DIV, INDEX, INDEX)
            p.wait()
            p.py(250)
            p.k(*[INDEX] * 8)
        p.other()
        p.py(2000)


# Solvers and simulations.


def dot(p):
    p.k(REDUCE, REDUCE_1)


@program
def heat_implicit_cg(p):
    """step: one time step; conjugate gradients need 7 to 19 iterations."""
    p.k("assemble_rows", SCAN_I, SCAN, "assemble_values", "jacobi_diagonal")
    for number in range(40):
        p.step()
        p.k("right_hand_side", "cusparse::csrmv_v3_kernel", "axpby")
        dot(p)
        p.wait()
        for _ in range(p.random.randint(7, 19)):
            p.k("precondition")
            dot(p)
            p.k("axpby", "cusparse::csrmv_v3_kernel", us=14)
            dot(p)
            p.k("axpy", "axpy")
            dot(p)
            p.wait()
        if number % 10 == 9:
            p.wait()
            p.py(2000)


@program
def gmres_twenty(p):
    """step: one restart of twenty iterations; each iteration orthogonalises against all before."""
    p.k("assemble", "ilu_analysis", "ilu_factor", "ilu_factor", "ilu_factor")
    p.wait()
    for _ in range(9):
        p.step()
        p.k("csrmv", "axpby", "nrm2")
        p.wait()
        p.k("scale")
        for iteration in range(20):
            p.k("csrsv_lower", "csrsv_upper", "csrmv", us=15)
            for _ in range(iteration + 1):
                p.k("dot_kernel", "axpy_device")
            p.k("nrm2")
            p.wait()
            p.k("scale")
        p.put()
        p.k("gemv_n", "csrsv_lower", "csrsv_upper", "axpy_device")


@program
def multigrid_f_cycles(p):
    """step: one cycle of five levels; smoothing is repeated on the coarsest until it is good."""
    for level in range(5):
        p.k(f"galerkin_product<{level}>", SCAN_I, SCAN)
        p.wait()
    for number in range(26):
        p.step()
        for level in range(4):
            p.k("smooth_red", "smooth_black", "smooth_red", "smooth_black", "residual", "restrict_full", "fill_zero", us=20 / (level + 1))
        for _ in range(p.random.randint(3, 12)):
            p.k("smooth_red", "smooth_black", us=2)
        for level in range(4):
            p.k("prolong_add", "smooth_red", "smooth_black", us=20 / (4 - level))
        p.k("residual")
        dot(p)
        p.wait()


@program
def adaptive_runge_kutta(p):
    """step: one attempt of seven stages, accepted or not; output after each tenth accepted."""
    p.k("initial_condition", "rhs_reaction", "norm_scaled")
    p.wait()
    accepted = 0
    for number in range(150):
        p.step()
        for stage in range(6):
            p.k(f"combine<{stage + 1}>", "rhs_diffusion", "rhs_reaction", us=9)
        p.k("error_estimate", "norm_scaled")
        p.wait()
        if p.random.random() < 0.85:
            accepted += 1
            p.k("swap_solution")
            if accepted % 10 == 0:
                p.k("interpolate_output")
                p.wait()


@program
def lattice_with_checkpoints(p):
    """step: one time step; sums after each 25th, a checkpoint after each 100th."""
    p.k("init_populations", "init_walls")
    for number in range(420):
        p.step()
        p.k("collide", us=30)
        p.k("stream", us=25)
        p.k("bounce_back")
        if number % 25 == 24:
            p.k("macroscopic")
            dot(p)
            dot(p)
            p.wait()
        if number % 100 == 99:
            p.k("pack_checkpoint")
            p.wait()
            p.py(8000)


@program
def molecules(p):
    """step: one time step; the list of neighbours is made anew when an atom moved far."""
    p.k("init_lattice", "init_velocities", "remove_drift")
    left = 0
    for number in range(300):
        p.step()
        p.k("integrate_first")
        p.k("max_displacement")
        if left == 0:
            p.k("cell_index", SORT_H, SORT_E, SORT, SORT, SORT, "cell_bounds", "build_neighbours", us=15)
            left = p.random.randint(7, 15)
        left -= 1
        p.k("forces_pair", us=60)
        p.k("forces_bond", "forces_angle", "integrate_second")
        if number % 50 == 0:
            p.k("kinetic_energy")
            dot(p)
            p.wait()
            p.py(100)


@program
def newton_of_time_steps(p):
    """step: one time step; two to four Newton iterations, each with 4 to 15 of BiCGSTAB."""
    p.k("mesh_upload", "colour_edges", "volumes")
    for _ in range(26):
        p.step()
        p.k("copy_state", "boundary")
        for _ in range(p.random.choice([2, 2, 3, 3, 4])):
            p.k("flux_residual", "jacobian_values", "ilu0_numeric", us=22)
            dot(p)
            p.wait()
            for _ in range(p.random.randint(4, 15)):
                p.k("ilu_solve", "spmv")
                dot(p)
                p.k("axpy", "ilu_solve", "spmv")
                dot(p)
                dot(p)
                p.k("axpy", "axpy")
                dot(p)
                p.wait()
            p.k("update_state")
            dot(p)
            p.wait()


@program
def line_searches(p):
    """step: one iteration of L-BFGS; its line search evaluates one to four times."""
    init_weights(p, 2)
    layers = ["64x64", "64x64", "32x32"]
    for number in range(45):
        p.step()
        for _ in range(min(number, 10)):
            p.k("dot_kernel", MUL, ADD)
        p.k(MUL)
        for _ in range(min(number, 10)):
            p.k("dot_kernel", SUB, ADD)
        for _ in range(p.random.choice([1, 1, 1, 2, 3, 4])):
            p.k(ADD, COPY)
            mlp(p, layers, f"{AT}sin_kernel")
            p.k(SUB, MUL, MEAN, FILL)
            mlp_back(p, layers)
            p.wait()
        p.k(SUB, SUB, "dot_kernel", "dot_kernel")
        p.wait()


@program
def fft_frames(p):
    """step: one frame; the dark frame is measured anew in each 16th."""
    p.k("make_window", "make_kernel", "regular_fft_2048", "regular_fft_2048")
    for number in range(80):
        p.step()
        p.put(150)
        p.k("u16_to_float")
        if number % 16 == 0:
            p.k("median_rows", "median_columns", "store_dark")
        p.k("subtract_dark", "vector_fft_r2c", "regular_fft_2048", "regular_fft_2048", "multiply_spectrum", us=18)
        p.k("regular_fft_2048", "regular_fft_2048", "vector_fft_c2r", "scale_crop", us=18)
        p.k("histogram", SCAN_I, SCAN, "apply_lut")
        p.wait()


@program
def three_streams(p):
    """step: one block of data, read by one stream, transformed by another, reduced by a third."""
    p.k("generate_tables")
    lanes = [["unpack", "calibrate", "interpolate"], ["fft_forward", "dedisperse", "dedisperse", "fft_backward"], ["detect", "threshold", "compact"]]
    for _ in range(90):
        p.step()
        p.put(60)
        queues = [list(lane) for lane in lanes]
        p.k(queues[0].pop(0), us=15, stream=0)
        while any(queues):
            lane = p.random.choice([lane for lane in range(3) if queues[lane]])
            p.k(queues[lane].pop(0), us=15, stream=lane)
        if p.random.random() < 0.3:
            p.wait()


@program
def options_in_chunks(p):
    """step: one chunk of paths; 126 dates each, then payoffs."""
    for _ in range(30):
        p.step()
        p.k("generate_seed_pseudo", us=3)
        p.k("fill_spot", "fill_variance")
        for _ in range(126):
            p.k("gen_sequenced_normal", "heston_euler")
        p.k("payoff_asian")
        dot(p)
        p.wait()


@program
def cluster_restarts(p):
    """step: one iteration of Lloyd; 9 to 30 in each of five restarts."""
    p.put()
    for _ in range(5):
        p.k(RAND, "cupy_take")
        for _ in range(15):
            p.k("pairwise_distances", "cupy_minimum", "cupy_cumsum", "cupy_searchsorted", "cupy_take")
        for _ in range(p.random.randint(9, 30)):
            p.step()
            p.k("pairwise_distances", "cupy_argmin", "cupy_bincount", "cupy_scatter_add", "cupy_divide", "cupy_subtract", "cupy_norm", us=10)
            p.wait()
        p.other()
        p.k("cupy_sum")
        p.wait()


@program
def particle_filter(p):
    """step: one observation; particles are resampled when their weights degenerate."""
    p.k(RAND, "init_particles")
    for _ in range(120):
        p.step()
        p.put(10)
        p.k(NORMAL, "propagate", "likelihood", "normalise")
        dot(p)
        p.wait()
        if p.random.random() < 0.35:
            p.k(SCAN_I, SCAN, "systematic_resample", "gather_particles", "fill_weights")
        p.k("estimate")
        dot(p)
        p.wait()


# Programs without steps.


@program
def nosteps_one_forward(p):
    """none: weights are made, then one batch passes 24 layers."""
    init_weights(p, 24)
    p.put()
    p.k(EMBED, ADD)
    [block(p) for _ in range(24)]
    loss(p)
    p.wait()


@program
def nosteps_sort_passes(p):
    """none: three arrays are sorted, the largest in 60 merges."""
    p.k(RAND, RAND, RAND)
    p.k(SORT_H, SORT_E, *[SORT] * 4)
    p.k("cub::DeviceMergeSortBlockSortKernel")
    for _ in range(60):
        p.k("cub::DeviceMergeSortPartitionKernel", "cub::DeviceMergeSortMergeKernel")
    p.k("is_sorted", REDUCE, REDUCE_1)
    p.wait()
    p.k(SORT_H, SORT_E, *[SORT] * 8, "adjacent_difference", SELECT)
    p.wait()


@program
def nosteps_factorisation(p):
    """none: one call factorises a matrix in 48 panels, another solves."""
    p.k(NORMAL, "symmetrise", "add_diagonal")
    for panel in range(48):
        p.k("potf2_panel", us=12, host=3)
        if panel < 47:
            p.k("trsm_right", gemm("128x64" if panel < 30 else "64x64", "nt", "ampere_dgemm"), us=30 - panel / 2, host=3)
    p.k("trsv_lower", "trsv_upper", "csrmv_residual", "nrm2")
    p.wait()


@program
def nosteps_table_analysis(p):
    """none: a table is read, six columns are described, grouped and joined."""
    for column in range(9):
        p.put(300)
        p.k("cudf::parse_csv", "cudf::convert_strings" if column % 3 == 0 else "cudf::convert_numbers", SCAN_I, SCAN)
    for column in range(6):
        p.k(REDUCE, REDUCE_1)
        p.wait()
        if column % 2:
            p.k(SORT_H, SORT_E, *[SORT] * (4 + column % 3), "cudf::quantile")
        p.k("cudf::null_count")
        p.wait()
        p.py(700)
    p.k("cudf::hash_groupby", SELECT, "cudf::gather")
    p.wait()
    p.k("cudf::hash_join_build", "cudf::hash_join_probe", SCAN_I, SCAN, "cudf::gather", "cudf::gather")
    p.wait()
    p.k(SORT_H, SORT_E, *[SORT] * 8, "cudf::gather", "cudf::write_csv")
    p.wait()


@program
def nosteps_seismic_pipeline(p):
    """none: one data set passes the stages of a pipeline."""
    p.put(900)
    for stage in ("demultiplex", "trace_edit", "geometry", "amplitude", "deconvolve", "cmp_sort", "velocity", "nmo", "stack", "migrate", "filter", "gain"):
        p.k(f"{stage}_prepare", f"{stage}_apply", us=200)
        if stage in ("deconvolve", "migrate", "filter"):
            p.k("vector_fft_r2c", "multiply_spectrum", "vector_fft_c2r", us=50)
        if stage in ("velocity", "stack"):
            dot(p)
            p.wait()
    p.wait()


@program
def nosteps_operator_tests(p):
    """none: each of forty operators is run once and compared with a reference."""
    kernels = [f"op_{number}" for number in range(40)]
    for kernel in kernels:
        p.put()
        p.k(RAND)
        for _ in range(p.random.randint(1, 3)):
            p.k(kernel)
        p.k(f"{kernel}_reference", SUB, f"{AT}abs_kernel", MAX)
        p.wait()


@program
def nosteps_tuning_alone(p):
    """none: a tuner times twelve variants of two kernels and ends."""
    for name in ("matmul", "softmax"):
        p.k(NORMAL, NORMAL)
        for variant in range(12):
            p.k(f"{name}_{variant}")
            p.wait()
            for _ in range(5):
                p.k(FILL, f"{name}_{variant}", us=20)
            p.wait()
            for _ in range(p.random.randint(20, 60)):
                p.k(FILL, f"{name}_{variant}", us=20)
            p.wait()


@program
def nosteps_random_mix(p):
    """none: 900 launches of 25 kernels in random order."""
    for _ in range(900):
        p.k(f"mixed_{p.random.randint(0, 24)}")
        if p.random.random() < 0.1:
            p.wait()
        if p.random.random() < 0.1:
            p.put()


@program
def nosteps_two_images(p):
    """none: a network for segmentation is loaded and run on two images of different sizes."""
    for _ in range(60):
        p.put(40)
    p.k(*[COPY] * 8)
    for size in ("", "_large"):
        p.put()
        for name in ("64x64", "128x64", "256x64", "256x128"):
            for _ in range(3):
                p.k("cudnn::nchwToNhwcKernel", f"fprop_{name}{size}", "bn_fw_inf", RELU)
            p.k(f"{AT}max_pool")
        for name in ("256x64", "128x64", "64x64"):
            p.k(f"{AT}upsample_bilinear2d", CAT)
            for _ in range(2):
                p.k("cudnn::nchwToNhwcKernel", f"fprop_{name}{size}", "bn_fw_inf", RELU)
        p.k(SOFTMAX, ARGMAX)
        p.wait()


@program
def nosteps_merge_many(p):
    """none: parts of a mesh are built by rules that depend on their kind, and joined."""
    for _ in range(30):
        kind = p.random.choice("pqrs")
        p.k(f"triangulate_{kind}")
        for _ in range(p.random.randint(1, 9)):
            p.k(f"refine_{kind}")
        if kind in "pr":
            p.k(SCAN_I, SCAN)
            p.wait()
        p.k(f"smooth_{kind}")
    p.k("weld", SORT_H, SORT_E, *[SORT] * 8, "normals")
    p.wait()


def main(file):
    """Writes the sequences of the programs that were described."""
    if sys.argv[1:] == ["--list"]:
        print(*PROGRAMS, sep="\n")
        return
    out, *names = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    for name in names or PROGRAMS:
        run = Run(name)
        PROGRAMS[name](run)
        with open(os.path.join(out, f"{file}.{name}.txt.gz"), "wb") as packed:
            packed.write(gzip.compress(run.text(f"{file}.py {name}").encode(), 9, mtime=0))


if __name__ == "__main__":
    main("seventh")
