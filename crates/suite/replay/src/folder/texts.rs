//! The texts of the folder.

use std::fmt::Write as _;

use propp_base_text::{bytes, launch as shape_words, printable};
use propp_collect_cuda::Place;
use propp_recording_launch::Launch;

use super::{Copied, Exported};

/// The head of `launch.txt`: everything but memory.
pub(super) fn beginning(launch: &Launch) -> Vec<String> {
    let of = &launch.captured.launch;
    let size = |what: &str, [x, y, z]: [u32; 3]| format!("{what} {x} {y} {z}");
    let mut lines: Vec<String> = [
        "# The launch that alone.cu runs. A line has a word and its values:",
        "#   kernel      mangled name",
        "#   grid        blocks along x, y and z; likewise block (threads) and cluster (blocks, 0 without)",
        "#   shared      bytes of dynamic shared memory per block",
        "#   stack       bytes that a thread has for calls and arrays at least (0: as the driver gives)",
        "#   cooperative whether blocks may wait for each other",
        "#   parameter   offset, bytes, and the bytes of the value as hexadecimal digits",
        "#   reserve     addresses that are taken before the launch: whose memory, first address, bytes",
        "#   memory      an allocation: address, bytes, files with the contents before and after the launch",
        "#   variable    the same of a variable of the module: name, bytes, files",
        "# A `-` instead of the second file says that the launch changes nothing there.",
    ]
    .map(str::to_owned)
    .to_vec();
    lines.push(format!("kernel {}", launch.captured.name));
    lines.extend([
        size("grid", of.grid),
        size("block", of.block),
        size("cluster", of.cluster),
        format!("shared {}", of.dynamic_shared_bytes),
        format!("stack {}", launch.stack.unwrap_or(0)),
        format!("cooperative {}", u8::from(launch.captured.is_cooperative)),
    ]);
    for parameter in &launch.captured.parameters {
        let value = &parameter.value.0;
        let digits = value.iter().fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        });
        lines.push(format!("parameter {} {} {digits}", parameter.offset, value.len()));
    }
    lines
}

pub(super) fn reserved(range: &Place) -> String {
    let whose = if range.is_host { "host" } else { "device" };
    format!("reserve {whose} {:#x} {}", range.address, range.bytes)
}

/// `source` has plain letters alone.
pub(super) fn makefile(architecture: &str, source: Option<&str>) -> String {
    format!(
        "# make check       runs the captured kernel: results and time (needs its GPU)\n\
         # make check-mine  compiles SOURCE and runs its kernel in turns with the captured one\n\
         NVCC ?= nvcc\n\
         ARCH ?= {architecture}\n\
         SOURCE ?= source/{}\n\
         # Such as -I folders that the source needs.\n\
         FLAGS ?= -O3 -std=c++17 -lineinfo\n\
         # Such as --tolerance 1e-5; ./alone --help lists all.\n\
         OPTIONS ?=\n\
         \n\
         .PHONY: check check-mine clean always\n\
         check: alone\n\
         \t./alone $(OPTIONS)\n\
         check-mine: alone mine.cubin\n\
         \t./alone --with mine.cubin $(OPTIONS)\n\
         alone: alone.cu launch.h accepted.h\n\
         \t$(NVCC) -std=c++17 -O2 -o $@ alone.cu -ldl\n\
         # Compiled each time: SOURCE, FLAGS or a header may be others than last time.\n\
         mine.cubin: $(SOURCE) always\n\
         \t$(NVCC) -cubin -arch=$(ARCH) $(FLAGS) -o $@ $(SOURCE)\n\
         clean:\n\
         \trm -f alone mine.cubin\n",
        source.unwrap_or("mine.cu"),
    )
}

pub(super) fn readme(
    launch: &Launch,
    kernel: &str,
    source: Option<&str>,
    exported: &Exported,
) -> String {
    let of = &launch.captured.launch;
    let code = |text: &str| format!("`{}`", printable(text).replace('`', "'"));
    let gpu = launch.device.as_ref().map_or("an unknown GPU", |device| device.name.as_str());
    let mut text = format!(
        "# One launch of a kernel\n\n\
         {}, {}, captured on {} by `propp capture` and written by `propp capture --export`.\n\n\
         **`data/` holds the memory of the program that was captured** ({}), for example weights or records of \
         people. Only you can read this folder (mode 0700); think of that before you pass it on.\n\n\
         ```sh\n\
         make check        # builds alone, runs the captured kernel, checks its results and times it\n",
        code(kernel),
        shape_words(of.grid, of.block, of.dynamic_shared_bytes),
        code(gpu),
        bytes(launch.bytes()),
    );
    text += match source {
        Some(_) => {
            "make check-mine   # compiles the source of the kernel and runs it in turns with the captured one\n"
        }
        None => {
            "make check-mine SOURCE=my.cu   # the same for a kernel of yours with the same parameters\n"
        }
    };
    let _ = write!(
        text,
        "```\n\n\
         Both need `nvcc` (CUDA 12.4 or newer) and the GPU model of the capture: `kernel.cubin` is code for it. \
         The exit code is 0 if all results are right, 1 if not. `./alone --help` lists the options, such as \
         `--tolerance 1e-5` for results that need not be equal bit by bit, and `--with OTHER.cubin --grid 1024`.\n\n\
         A kernel of your own has the mangled name {} (or give `--kernel`) and the same parameters. All addresses are \
         those of the captured program, so pointers in memory are valid.\n\n",
        code(&launch.captured.name),
    );
    text += "| file | contents |\n|---|---|\n\
             | `alone.cu`, `launch.h`, `accepted.h` | the program; it is the same for every launch |\n\
             | `launch.txt` | grid, block, parameters and memory of the launch |\n\
             | `data/` | contents of memory, as the bytes are there |\n\
             | `kernel.cubin` | the code of the captured kernel |\n";
    if !launch.ptx.is_empty() {
        text += "| `kernel.ptx` | its PTX |\n";
    }
    for Copied { name, from, is_kernels } in &exported.sources {
        let what = if *is_kernels { "the source of the kernel" } else { "what it includes" };
        let from = from.display().to_string().replace('|', "\\|");
        let _ = writeln!(text, "| `source/{name}` | {what}, from {} |", code(&from));
    }
    if exported.sources.is_empty() {
        text += "\nNo source of the kernel is here: its code has no line information (`nvcc -lineinfo`), or the files were \
                 not below the folder where propp ran.\n";
    }
    text
}
