"""More sequences of launches with known steps, made by models of programs as those of seventh.py.

    python3 eighth.py OUT [NAME...]
"""

from seventh import *

PROGRAMS.clear()


@program
def finetune_accumulating(p):
    """train: three micro-batches and an update; eval: one batch, four after each twelfth update."""
    init_weights(p, 5)
    for number in range(36):
        p.step("train")
        for _ in range(3):
            p.put()
            p.put()
            p.k(EMBED)
            [block(p, "128x64") for _ in range(5)]
            p.k(EMBED)
            [block(p, "64x64") for _ in range(3)]
            loss(p)
            p.k(DIV)
            loss_back(p)
            [block_back(p, "64x64") for _ in range(3)]
            [block_back(p, "128x64") for _ in range(5)]
        adam(p, 3)
        p.other()
        if number % 12 == 11:
            for _ in range(4):
                p.step("eval")
                p.put()
                p.k(EMBED)
                [block(p, "128x64") for _ in range(5)]
                [block(p, "64x64") for _ in range(3)]
                loss(p)
                p.wait()
            p.other()


@program
def flow_matching_with_average(p):
    """step: one batch, its update, and the moving average of the weights."""
    init_weights(p, 6)
    for number in range(80):
        p.step()
        p.put()
        p.k(NORMAL, RAND, MUL, SUB, MUL, ADD)
        for name in ("64x64", "128x64", "128x64", "64x64"):
            p.k(f"{AT}group_norm", SILU, f"fprop_{name}", ADD)
        p.k(SUB, MUL, MEAN, FILL, MUL)
        for name in ("64x64", "128x64", "128x64", "64x64"):
            p.k(f"dgrad_{name}", f"wgrad_{name}", f"{AT}silu_backward", f"{AT}group_norm_backward")
        adam(p, 1)
        p.k(f"{AT}multi_tensor_apply_kernel<Lerp>")
        if number % 25 == 24:
            p.wait()
            p.py(400)


@program
def pretrain_then_finetune(p):
    """pretrain: a masked batch. finetune: a labelled batch with a head of its own."""
    init_weights(p, 4)
    for _ in range(60):
        p.step("pretrain")
        p.put()
        p.k(EMBED, RAND, f"{AT}masked_fill")
        [block(p) for _ in range(4)]
        loss(p)
        loss_back(p)
        [block_back(p) for _ in range(4)]
        adam(p)
    p.other()
    p.k(NORMAL, FILL)
    p.py(4000)
    for _ in range(40):
        p.step("finetune")
        p.put()
        p.k(EMBED)
        [block(p) for _ in range(4)]
        p.k(MEAN, gemm("32x32"), ADD, SOFTMAX, NLL, FILL, NLL_B, SOFTMAX_B, gemm("32x32", "nt"), SUM)
        [block_back(p) for _ in range(4)]
        adam(p)
        p.wait()


@program
def speech_in_chunks(p):
    """chunk: one chunk of sound; the decoder adds up to four words."""
    init_weights(p, 6)
    for _ in range(70):
        p.step("chunk")
        p.put()
        p.k("vector_fft_r2c", MUL, gemm("64x32"), f"{AT}log_kernel", "conv1d_k3", GELU, "conv1d_k3", GELU)
        for _ in range(5):
            p.k(NORM, gemm("64x32"), FLASH, gemm("64x32"), ADD, "depthwise_conv", SILU, NORM, gemm("128x32"), ADD)
        for _ in range(p.random.choice([0, 1, 1, 2, 3, 4])):
            p.k(EMBED)
            for _ in range(2):
                p.k(gemm("32x8"), "lstm_cell", gemm("32x8"))
            p.k(ADD, gemm("64x8"), ARGMAX)
            p.wait()
        p.wait()
        p.py(300)


@program
def detector_and_tracker(p):
    """frame: detection, then as many crops as there are objects."""
    init_weights(p, 6)
    for _ in range(90):
        p.step("frame")
        p.put(200)
        p.k("nv12_to_rgb", "resize_bilinear", "normalize_image")
        for name in ("64x64", "64x64", "128x64", "128x64", "256x64"):
            p.k(f"trt_fprop_{name}", "trt_silu", f"trt_fprop_{name}")
        p.k("decode_boxes", SORT_H, SORT_E, SORT, SORT, "nms_kernel", SELECT)
        p.wait()
        for _ in range(p.random.randint(0, 6)):
            p.k("crop_resize", "trt_fprop_64x64", "trt_fprop_64x64", "trt_embed")
        p.k("cosine_matrix")
        p.wait()
        p.py(900)


@program
def contrastive_towers(p):
    """step: images and texts, each through its tower."""
    init_weights(p, 8)
    for number in range(50):
        p.step()
        p.put(100)
        p.k("conv_patch")
        [block(p, "256x64") for _ in range(4)]
        p.put()
        p.k(EMBED)
        [block(p, "128x64") for _ in range(3)]
        p.k(f"{AT}norm_kernel", DIV, f"{AT}norm_kernel", DIV, gemm("256x128"), MUL, SOFTMAX, NLL, SOFTMAX, NLL, ADD)
        p.k(FILL, NLL_B, SOFTMAX_B, NLL_B, SOFTMAX_B, ADD, gemm("256x128", "nn"), gemm("256x128", "nt"))
        [block_back(p, "128x64") for _ in range(3)]
        [block_back(p, "256x64") for _ in range(4)]
        p.k("wgrad_patch")
        adam(p, 1)
        if number % 10 == 0:
            p.wait()


@program
def waves_with_snapshots(p):
    """step: one time step; a snapshot after each fortieth."""
    p.k("load_velocity", "make_sponge")
    for number in range(600):
        p.step()
        p.k("stencil_velocity", us=30)
        p.k("boundary_velocity", "stencil_pressure", "boundary_pressure", "inject_source", "record_receivers", us=12)
        if number % 40 == 39:
            p.k("pack_snapshot")
            p.wait()
            p.py(2000)


@program
def smoothed_particles(p):
    """step: one time step; particles are sorted after each 20th, sizes of steps are read each time."""
    p.k("fill_box", "init_mass")
    for number in range(240):
        p.step()
        if number % 20 == 0:
            p.k("morton_codes", SORT_H, SORT_E, SORT, SORT, SORT, SORT, "reorder", "reorder", "reorder")
        p.k("grid_count", SCAN_I, SCAN, "grid_fill", "density", "pressure", "forces_sph", us=20)
        p.k(REDUCE, REDUCE_1)
        p.wait()
        p.k("kick_drift")


@program
def hybrid_monte_carlo(p):
    """trajectory: twelve leapfrog steps, each with a solver whose iterations change."""
    p.k("hot_start", "plaquette", REDUCE, REDUCE_1)
    p.wait()
    for _ in range(14):
        p.step("trajectory")
        p.k("gaussian_momenta", "gaussian_spinor", "dslash_even", "kinetic", REDUCE, REDUCE_1)
        p.wait()
        for _ in range(12):
            p.k("update_links", "staples")
            for _ in range(p.random.randint(9, 22)):
                p.k("dslash_even", "dslash_odd", "axpy_norm", REDUCE_1, "xpay")
                p.wait()
            p.k("fermion_force", "update_momenta")
        p.k("plaquette", "kinetic", REDUCE, REDUCE_1)
        p.wait()
        if p.random.random() < 0.75:
            p.k("copy_links")


@program
def alternating_factors(p):
    """sweep: rows then columns, with five iterations of conjugate gradients each."""
    p.k("csr_to_csc", SORT_H, SORT_E, SORT, SORT, NORMAL, NORMAL)
    for _ in range(24):
        p.step("sweep")
        for side in ("rows", "columns"):
            p.k("gram_syrk", f"gather_{side}", f"rhs_{side}")
            for _ in range(5):
                p.k(f"apply_{side}", "dot_batched", "axpy_batched", "dot_batched", "xpay_batched")
        p.k("rmse_sampled", REDUCE, REDUCE_1)
        p.wait()


@program
def largest_eigenvalues(p):
    """step: one iteration of Lanczos with its orthogonalisation; restarts after thirty."""
    p.k("csr_load", NORMAL, "nrm2", "scale")
    for restart in range(6):
        for iteration in range(30):
            p.step()
            p.k("spmv_merge", "gemv_t", "gemv_n", "gemv_t", "gemv_n", "nrm2", us=9)
            p.wait()
            p.k("scale")
        p.other()
        p.py(900)
        p.put()
        p.k("ampere_dgemm_64x64", "residual_norms")
        p.wait()


@program
def split_step(p):
    """step: one time step of two transforms; energy after each 16th."""
    p.k("potential", "initial_packet", "fft_plan_twiddle")
    for number in range(320):
        p.step()
        p.k("phase_potential", "regular_fft_512", "regular_fft_512", "phase_kinetic", "regular_fft_512", "regular_fft_512", "phase_potential")
        if number % 16 == 15:
            p.k("density_energy", REDUCE, REDUCE_1)
            p.wait()


@program
def tiles_upscaled(p):
    """tile: one tile of an image, 9 to 24 per image."""
    init_weights(p, 4)
    for _ in range(7):
        p.put(400)
        p.k("srgb_to_linear", "pad_reflect")
        for _ in range(p.random.randint(9, 24)):
            p.step("tile")
            p.k("crop_tile", "fprop_64x64")
            for _ in range(6):
                p.k("fprop_64x64", f"{AT}leaky_relu", "fprop_64x64", MUL, ADD)
            p.k("pixel_shuffle", "fprop_64x64", "blend_tile")
        p.other()
        p.k("linear_to_srgb")
        p.wait()
        p.py(8000)


@program
def annealing(p):
    """sweep: black and white spins at one temperature; the energy of each tenth is read."""
    p.k("random_spins", "couplings")
    for number in range(200):
        p.step("sweep")
        p.k("philox_uniform", "update_black", "philox_uniform", "update_white")
        if number % 10 == 9:
            p.k("energy", REDUCE, REDUCE_1)
            p.wait()


@program
def nosteps_convert_weights(p):
    """none: tensors of many shapes are read, cast and written."""
    for number in range(90):
        p.put(500)
        p.k(COPY)
        if p.random.random() < 0.4:
            p.k("transpose_tiled")
        if p.random.random() < 0.3:
            p.k(MAX, DIV, "quantize_int8")
        p.wait()


@program
def nosteps_singular_values(p):
    """none: one decomposition, in a call that takes 90 rounds of rotations."""
    p.k(NORMAL, "copy_matrix")
    for _ in range(90):
        p.k("gesvdj_rotate_batched", "gesvdj_apply_u", "gesvdj_apply_v", host=3)
    p.k("sort_singular", "gather_columns")
    p.wait()


@program
def nosteps_tree_and_image(p):
    """none: a tree is built by sorting, then one image is rendered in nine bounces."""
    p.put(700)
    p.k("triangle_bounds", REDUCE, REDUCE_1, "morton_codes", SORT_H, SORT_E, *[SORT] * 4, "build_radix_tree", "fit_boxes")
    p.wait()
    p.k("generate_rays")
    for _ in range(9):
        p.k("trace_closest", "shade", "trace_shadow", SCAN_I, SCAN, "compact_rays")
    p.k("tonemap")
    p.wait()


@program
def nosteps_tests_of_layers(p):
    """none: each of 22 layers is run forward and backward and compared."""
    for number in range(22):
        p.put()
        p.k(NORMAL, NORMAL, f"layer_{number}_forward", f"layer_{number}_backward", f"reference_{number}")
        p.k(*[SUB, f"{AT}abs_kernel", MAX] * p.random.randint(1, 3))
        p.wait()


@program
def nosteps_five_files(p):
    """none: five files are read, and each is summarised in another way."""
    for number in range(5):
        p.put(3000)
        p.k("parse_rows", SCAN_I, SCAN, "to_columns")
        for _ in range(number + 2):
            p.k(f"summary_{number}_{p.random.randint(0, 3)}", REDUCE, REDUCE_1)
            p.wait()


@program
def nosteps_one_generation(p):
    """none: a network is compiled, and one picture is made in two passes of a coder."""
    init_weights(p, 14, 6)
    p.put()
    for name in ("64x64", "128x64", "256x64"):
        for _ in range(3):
            p.k(f"{AT}group_norm", SILU, f"fprop_{name}", f"{AT}group_norm", SILU, f"fprop_{name}", ADD)
        p.k(f"downsample_{name}")
    p.k(NORM, gemm("64x64"), FLASH, gemm("64x64"), ADD, NORMAL, MUL, ADD)
    for name in ("256x64", "128x64", "64x64"):
        for _ in range(4):
            p.k(f"{AT}group_norm", SILU, f"fprop_{name}", f"{AT}group_norm", SILU, f"fprop_{name}", ADD)
        p.k(f"upsample_{name}")
    p.wait()


main("eighth")
