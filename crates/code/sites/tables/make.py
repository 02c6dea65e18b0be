"""Writes routines.tsv: by which constants in machine code routines of CUDA are known, and what a call
costs a warp.

    nvcc -O3 -std=c++17 -diag-suppress 177 -arch=sm_90 -cudart shared -o routines routines.cu
    propp profile -o routines.propp ./routines
    cargo run -p propp-judge-analysis --example counts routines.propp > counts.tsv
    make.py NVCC counts.tsv > routines.tsv

The costs are the counts of a kernel with the routine less those of one without, per warp, on the GPU of
the recording. A constant stands for a routine if it is in its code for at least five of the seven
architectures, in no kernel without a routine, and in at most three other routines. Routines that contain
others stand before them. `fmod` in double is left out: its only such constants, 55, -54 and 1,872, are common numbers.
"""

import collections
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
ARCHITECTURES = ["75", "80", "86", "89", "90", "100", "120"]
COUNTERS = {
    "instructions": "smsp__inst_executed.sum",
    "alu": "sm__inst_executed_pipe_alu.sum",
    "fma": "sm__inst_executed_pipe_fma.sum",
    "fp64": "sm__inst_executed_pipe_fp64.sum",
    "xu": "sm__inst_executed_pipe_xu.sum",
    "issue_delays": "code__issue_delays.sum",
    "other_waits": "code__other_waits.sum",
}
# By kernel: what the source says, the family, and how the code is known, if not by several constants: by
# the one that stands here, which is in all such code, or (`mark`) by something that the crate looks for.
ROUTINES = """
lgamma_f32     lgammaf  special
tgamma_f32     tgammaf  special
normcdf_f32    normcdff special
erfc_f32       erfcf    special
erf_f32        erff     special
pow_f64        pow      power
erfc_f64       erfc     special
erf_f64        erf      special
tanh_f64       tanh     exponential
tan_f64        tan      angle
sin_f64        sin/cos  angle
log_f64        log      exponential
exp_f64        exp      exponential
pow_f32        powf     power
sin_f32        sinf/cosf angle
tan_f32        tanf     angle
asin_f32       asinf    angle
acos_f32       acosf    angle
atan2_f32      atan2f   angle
atan_f32       atanf    angle
sinh_f32       sinhf    exponential
tanh_f32       tanhf    exponential
expm1_f32      expm1f   exponential
log1p_f32      log1pf   exponential
log2_f32       log2f    exponential
log_f32        logf     exponential
exp10_f32      exp10f   exponential
exp_f32        expf     exponential
fmod_f32       fmodf    remainder
div_u32        integer division or remainder integer 0ffffffe
rcp_f32        reciprocal exact 01800000
sqrt_f32       sqrtf exact 727fffff
div_f64        division in double double 03600000
rcp_f64        reciprocal in double double 00300402
sqrt_f64       sqrt in double double 7ca00000
sin_f32_far    sinf/cosf of large angles far-angle mark
rem_u64        64-bit division or remainder integer mark
div_f32        exact division exact mark
"""
FAMILIES = {"special", "power", "angle", "exponential", "remainder", "far-angle", "integer", "exact", "double"}


def texts(cubin):
    """The code of each kernel of a cubin."""
    data = cubin.read_bytes()
    start = struct.unpack_from("<Q", data, 40)[0]
    size, count, names_at = struct.unpack_from("<HHH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + i * size) for i in range(count)]
    names = data[sections[names_at][4] :]
    for section in sections:
        name = names[section[0] : names.index(b"\0", section[0])].decode()
        if name.startswith(".text."):
            yield name.removeprefix(".text."), data[section[4] : section[4] + section[5]]


def constants(code):
    """The words that instructions have in place of their second or third operand."""
    words = (int.from_bytes(code[i : i + 16], "little") for i in range(0, len(code) - 15, 16))
    return {word >> 32 & 0xFFFFFFFF for word in words if word >> 9 & 7 in (2, 4)}


def compiled(nvcc):
    of = collections.defaultdict(dict)
    with tempfile.TemporaryDirectory() as folder:
        for architecture in ARCHITECTURES:
            cubin = pathlib.Path(folder, f"{architecture}.cubin")
            options = ["-O3", "-std=c++17", "-diag-suppress", "177", f"-arch=sm_{architecture}", "-cubin"]
            subprocess.run([nvcc, *options, "-o", cubin, HERE / "routines.cu"], check=True)
            for kernel, code in texts(cubin):
                of[kernel][architecture] = constants(code)
    return of


def signature(kernel, code, shared):
    """The constants that give a routine away, the rarest first."""
    found = []
    for word in set.union(*code[kernel].values()):
        users = shared[word]
        architectures = sum(word in of for of in code[kernel].values())
        is_rare = not any(user.startswith("none") for user in users) and len(users) <= 4
        if is_rare and architectures >= 5 and word.bit_count() >= 5:
            found.append((len(users), -architectures, word))
    return [word for *_, word in sorted(found)[:6]]


def counts(path):
    of = collections.defaultdict(dict)
    for line in path.read_text().splitlines():
        kernel, warps, _, counter, count = line.split("\t")
        of[kernel][counter] = float(count) / float(warps)
    return of


def base(kernel):
    types = {"f64": "none_double", "f32": "none_float", "u32": "none_int"}
    return next((name for part, name in types.items() if part in kernel), "none_long")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    code = compiled(sys.argv[1])
    measured = counts(pathlib.Path(sys.argv[2]))
    shared = collections.defaultdict(set)
    for kernel, architectures in code.items():
        if not kernel.endswith("_far"):
            for word in set.union(*architectures.values()):
                shared[word].add(kernel)
    print("# By which constants in machine code routines of CUDA are known, and what a call costs a warp (on an")
    print("# H100 80GB, by nvcc 13.0): written by make.py.")
    print("#" + "\t".join(["name", "call", "family", "constants", *COUNTERS]))
    for line in ROUTINES.split("\n")[1:-1]:
        kernel, rest = line.split(maxsplit=1)
        words = rest.split()
        mark = words.pop() if words[-1] not in FAMILIES else None
        family, call = words.pop(), " ".join(words)
        if mark is None:
            known = signature(kernel, code, shared)
        else:
            known = [] if mark == "mark" else [int(mark, 16)]
        assert family in FAMILIES and (mark or len(known) >= 2), line
        cost = [
            measured[kernel].get(counter, 0) - measured[base(kernel)].get(counter, 0)
            for counter in COUNTERS.values()
        ]
        columns = [",".join(f"{word:08x}" for word in known) or "-"]
        columns += [str(max(round(number), 0)) for number in cost]
        print("\t".join([kernel, call, family, *columns]))


main()
