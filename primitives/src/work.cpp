// What a primitive's result needs at most, and what any implementation of it must
// move: compulsory bytes, read or written once each.
#include "common.cuh"

namespace propp {
namespace {

bool starts_with(const char *text, const char *start) {
    return std::strncmp(text, start, std::strlen(start)) == 0;
}

bool is(const char *text, const char *other) { return std::strcmp(text, other) == 0; }

bool is_sort(const char *primitive) {
    return starts_with(primitive, "merge_sort.") || starts_with(primitive, "radix_sort.");
}

bool is_pairs(const char *primitive) {
    return is(primitive, "merge_sort.pairs") || is(primitive, "radix_sort.pairs");
}

// Primitives whose one result is a number at out_count and nothing else.
bool counts_only(const char *primitive) {
    for (const char *name : {"equal", "mismatch", "count", "count_if", "reduce.argmin",
                             "reduce.argmax", "find"}) {
        if (is(primitive, name)) return true;
    }
    return false;
}

uint64_t element_size(uint32_t type) { return type == PROPP_I64 || type == PROPP_F64 ? 8 : 4; }

uint64_t log2_ceiling(uint64_t n) {
    uint64_t bits = 0;
    while ((uint64_t(1) << bits) < n) ++bits;
    return bits;
}

} // namespace

uint64_t out_room(const char *name, const Problem &p) {
    if (counts_only(name) || starts_with(name, "histogram.") || starts_with(name, "search.") ||
        is(name, "compute.nearest")) {
        return 0;
    }
    if (starts_with(name, "reduce.")) return 1;
    if (is(name, "merge") || is(name, "set.union")) return p.n + p.m;
    if (is(name, "set.intersection")) return p.n < p.m ? p.n : p.m;
    if (is(name, "transpose") || is(name, "compute.stencil")) return p.n * p.m;
    if (is(name, "compute.gemm")) return p.n / 256 * 256;
    if (is(name, "compute.softmax") || is(name, "compute.layer_norm") || is(name, "compute.block_scan")) {
        return p.n / 1024 * 1024;
    }
    if (is(name, "compute.small_gemm")) return p.n / 16 * 16;
    if (starts_with(name, "gather") || starts_with(name, "scatter") ||
        is(name, "segmented_reduce.sum") || is(name, "compute.spmv")) {
        return p.m;
    }
    return p.n;
}

uint64_t out_aux_room(const char *name, const Problem &p) {
    if (is(name, "histogram.even") || is(name, "search.lower_bound")) return p.m;
    if (is(name, "search.load_balance") || is(name, "reduce_by_key.sum") || is_pairs(name)) {
        return p.n;
    }
    if (is(name, "compute.nearest")) return p.n / 4;
    return 0;
}

int32_t expected_work(const propp_entry *entry, const Problem *p, propp_work *work) {
    if (!entry || !p || !work || work->struct_size < sizeof *work) return PROPP_E_ARGUMENT;
    const char *name = entry->primitive;
    const uint64_t size = element_size(p->type), n = p->n, m = p->m;
    const uint64_t room = out_room(name, *p);
    const uint64_t result = p->result_n == PROPP_SIZE_UNKNOWN ? room : p->result_n;
    uint64_t read = n * size, written = result * size, operations = n;

    if (is(name, "fill") || is(name, "sequence") || is(name, "tabulate")) {
        read = 0;
    } else if (is(name, "copy") || is(name, "copy.h2d")) {
        operations = 0;
    } else if (is(name, "transform") || is(name, "transform.host")) {
        operations = 2 * n;
    } else if (is(name, "transform_if")) {
        read += n;
        written = n * size;
        operations = 2 * n;
    } else if (is(name, "equal") || is(name, "mismatch")) {
        read = 2 * n * size;
        written = 8;
    } else if (is(name, "gather") || is(name, "gather_if")) {
        read = (n < m ? n : m) * size + m * 4;
        written = m * size;
        operations = 0;
    } else if (is(name, "scatter") || is(name, "scatter_if")) {
        read = n * size + n * 4;
        written = n * size;
        operations = 0;
    } else if (counts_only(name)) {
        written = 8;
    } else if (starts_with(name, "reduce.")) {
        written = size;
    } else if (is(name, "reduce_by_key.sum")) {
        read += n * 4;
        written = result * (size + 4) + 8;
    } else if (is(name, "segmented_reduce.sum")) {
        read += (m + 1) * 4;
        written = m * size;
    } else if (is(name, "histogram.even")) {
        written = m * 4;
    } else if (is(name, "scan_by_key.inclusive")) {
        read += n * 4;
    } else if (is(name, "segmented_scan.inclusive")) {
        read += (m + 1) * 4;
    } else if (is(name, "search.lower_bound")) {
        read = m * size + (n < m * (log2_ceiling(n) + 1) ? n : m * (log2_ceiling(n) + 1)) * size;
        written = m * 4;
        operations = m * (log2_ceiling(n) + 1);
    } else if (is(name, "search.load_balance")) {
        read = (m + 1) * 4;
        written = n * 4;
    } else if (is(name, "partition.if")) {
        written = n * size + 8;
    } else if (is(name, "select.flagged")) {
        read += n;
        written += 8;
    } else if (is(name, "select.if") || is(name, "unique")) {
        written += 8;
    } else if (is(name, "merge")) {
        read = (n + m) * size;
        operations = n + m;
    } else if (is_sort(name)) {
        if (is_pairs(name)) {
            read += n * 4;
            written += n * 4;
        }
        operations = n * log2_ceiling(n);
    } else if (starts_with(name, "set.")) {
        read = (n + m) * size;
        written += 8;
        operations = n + m;
    } else if (is(name, "transpose")) {
        read = n * m * size;
        operations = 0;
    } else if (is(name, "compute.gemm")) {
        read += m * size;
        operations = 2 * 256 * room;
    } else if (is(name, "compute.softmax")) {
        read = room * size;
        operations = 4 * room;
    } else if (is(name, "compute.layer_norm") || is(name, "compute.stencil")) {
        read = room * size;
        operations = 6 * room;
    } else if (is(name, "compute.nbody")) {
        read += m * size;
        operations = 5 * n * m;
    } else if (is(name, "compute.spmv")) {
        read += n * 4 + (m + 1) * 4 + m * size;
        written = m * size;
        operations = 2 * n;
    } else if (is(name, "compute.small_gemm")) {
        read = (room + m) * size;
        operations = 2 * 16 * room;
    } else if (is(name, "compute.nearest")) {
        read = (n / 4 * 4 + m) * size;
        written = n / 4 * 4;
        operations = n / 4 * 256 * 12;
    } else if (is(name, "compute.hash")) {
        operations = 16 * 12 * n;
    } else if (is(name, "compute.functions")) {
        operations = 4 * 5 * n;
    } else if (is(name, "compute.block_scan")) {
        read = room * size;
        operations = 2 * 8 * room;
    } else if (is(name, "compute.median")) {
        operations = 25 * n;
    }
    work->bytes_read = read;
    work->bytes_written = written;
    work->operations = operations;
    return PROPP_OK;
}

namespace {

const char *message(int32_t status) {
    switch (status) {
    case PROPP_OK: return "no error";
    case PROPP_E_TYPE: return "not an element type of this entry";
    case PROPP_E_SIZE: return "a size this entry cannot work on";
    case PROPP_E_ARGUMENT: return "a null pointer, too little temporary storage, or a bad parameter";
    case PROPP_E_MEMORY: return "no host memory";
    case PROPP_E_INTERNAL: return "internal error of the library";
    case PROPP_E_LIBRARY: return "a library that it calls is not installed, or not where the loader looks (LD_LIBRARY_PATH)";
    default: break;
    }
    if (status > PROPP_E_CUDA) {
        return cudaGetErrorString(static_cast<cudaError_t>(status - PROPP_E_CUDA));
    }
    return "unknown status";
}

} // namespace

const propp_library *library_of(const Registry &registry, const char *name, const char *version,
                                uint32_t host_abi_version) {
    if (host_abi_version != PROPP_ABI_VERSION) return nullptr;
    static propp_library library;
    library.abi_version = PROPP_ABI_VERSION;
    library.library_size = sizeof(propp_library);
    library.entry_size = sizeof(propp_entry);
    library.problem_size = sizeof(propp_problem);
    library.sizes_size = sizeof(propp_sizes);
    library.work_size = sizeof(propp_work);
    library.name = name;
    library.version = version;
    library.count = registry.size();
    library.entries = registry.data();
    library.message = message;
    return &library;
}

} // namespace propp
