// Runs every entry of the primitive libraries on many sizes, types and
// distributions, checks it against a sequential reference and times it.
//
//     check --lib FILE [--lib FILE ...] [options]
//
//     --sizes LIST     comma-separated; 2^20, 2^20+1 and 2^20-1 are understood
//     --only PATTERN   entries whose "library primitive variant" contains PATTERN; may be repeated
//     --type NAME      i32, u32, f32, i64, f64; may be repeated
//     --dist NAME      uniform, sorted, constant, few; may be repeated
//     --no-time        check only
//     --no-check       time only
//     --reps N         timed runs of each (9; the median is printed)
//     --bad-only       print only what is not ok
//     --trace          say on stderr what is about to run
//     --exact          every buffer is an allocation of just its size, for compute-sanitizer,
//                      which then sees what is read or written one byte beyond
//
// Output, tab-separated: library, primitive, variant, type, n, m, distribution,
// status, ms, GB/s (compulsory bytes), what is wrong. Exit status 1 if any is wrong.
#include "reference.hpp"

#include "../propp_primitive.h"

#include <cuda_runtime.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

using check::Data;

void must(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "check: %s: %s\n", what, cudaGetErrorString(error));
    std::exit(2);
}

struct Options {
    std::vector<std::string> libraries, only, types, distributions;
    std::vector<uint64_t> sizes{0,    1,    2,    31,   32,   33,    127,   128,   129,    255,    256, 257,
                                511,  513,  1023, 1024, 1025, 2047,  2049,  4095,  4096,   4097,   8191,
                                8193, 16383, 16385, 65535, 65536, 65537, 1048575, 1048576, 1048577};
    bool time = true, check = true, bad_only = false, trace = false, exact = false;
    int reps = 9;
};

struct Named {
    const propp_library *library;
    const propp_entry *entry;
};

bool has(const std::vector<std::string> &list, const char *name) {
    return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
}

// Device memory with a guard behind it, and one before the next to be asked for; or
// of just the size that is asked for.
class Buffer {
  public:
    static inline bool exact = false;

    Buffer() = default;
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { cudaFree(base_); }

    void *make(size_t bytes) {
        if (exact ? bytes != bytes_ || !base_ : bytes + GUARD > capacity_ || !base_) {
            cudaFree(base_);
            base_ = nullptr;
            // No address is 0, also of nothing.
            capacity_ = exact ? std::max<size_t>(bytes, 1) : std::max(capacity_, bytes + GUARD);
            must(cudaMalloc(&base_, capacity_), "cudaMalloc");
        }
        bytes_ = bytes;
        if (exact) return base_;
        must(cudaMemset(static_cast<char *>(base_) + bytes, 0xA5, GUARD), "guard");
        return base_;
    }
    template <class T> const T *upload(const std::vector<T> &data) {
        void *to = make(data.size() * sizeof(T));
        if (!data.empty()) {
            must(cudaMemcpy(to, data.data(), data.size() * sizeof(T), cudaMemcpyHostToDevice), "upload");
        }
        return static_cast<const T *>(to);
    }
    void fill(int byte) { must(cudaMemset(base_, byte, bytes_), "fill"); }
    bool guard_intact() const {
        unsigned char guard[GUARD];
        if (!base_ || exact) return true;
        must(cudaMemcpy(guard, static_cast<char *>(base_) + bytes_, GUARD, cudaMemcpyDeviceToHost), "guard");
        return std::all_of(guard, guard + GUARD, [](unsigned char b) { return b == 0xA5; });
    }
    template <class T> std::vector<T> download(size_t count) const {
        std::vector<T> data(count);
        if (count) must(cudaMemcpy(data.data(), base_, count * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return data;
    }
    template <class T> bool holds(const std::vector<T> &data) const {
        return data.empty() || download<T>(data.size()) == data;
    }
    void *get() const { return base_; }

  private:
    static constexpr size_t GUARD = 512;
    void *base_ = nullptr;
    size_t capacity_ = 0, bytes_ = 0;
};

// Page-locked host memory.
class Pinned {
  public:
    ~Pinned() { cudaFreeHost(base_); }
    void *make(size_t bytes) {
        if (bytes > capacity_ || !base_) {
            cudaFreeHost(base_);
            capacity_ = std::max<size_t>(bytes, 4096);
            must(cudaMallocHost(&base_, capacity_), "cudaMallocHost");
        }
        return base_;
    }

  private:
    void *base_ = nullptr;
    size_t capacity_ = 0;
};

struct Device {
    Buffer in, in2, aux, index, flags, out, out_aux, count, temp, flush;
    Pinned host, host_result, host_in, host_out;
    cudaStream_t stream = nullptr;
    cudaEvent_t begin = nullptr, end = nullptr;
    size_t flush_bytes = size_t(256) << 20;

    Device() {
        must(cudaStreamCreate(&stream), "stream");
        must(cudaEventCreate(&begin), "event");
        must(cudaEventCreate(&end), "event");
    }
};

class Checker {
  public:
    explicit Checker(const Options &options) : options_(options) {}

    template <class T>
    void primitive(const std::string &name, uint64_t n, const std::string &dist,
                   const std::vector<Named> &entries, uint32_t type) {
        std::vector<Named> wanted;
        for (const Named &e : entries) {
            if (e.entry->types & PROPP_TYPE_BIT(type)) wanted.push_back(e);
        }
        if (wanted.empty() || !check::applies(name, dist)) return;
        if (n == 0 && name.rfind("reduce.", 0) == 0 && name != "reduce.sum") return;
        Data<T> data = check::make<T>(name, n, dist);
        if (options_.check) check::refer(name, data);
        upload(name, data, type);
        for (const Named &e : wanted) one(name, data, e, dist, type);
    }

    bool failed() const { return failed_; }

  private:
    template <class T> void upload(const std::string &name, const Data<T> &data, uint32_t type) {
        std::memset(&problem_, 0, sizeof problem_);
        problem_.struct_size = sizeof problem_;
        problem_.type = type;
        problem_.n = data.n;
        problem_.m = data.m;
        std::memcpy(&problem_.a, &data.a, sizeof(T));
        std::memcpy(&problem_.b, &data.b, sizeof(T));
        problem_.result_n = data.result_n;
        on_host_ = name == "copy.h2d" || name == "transform.host";
        if (on_host_) {
            void *pinned = device_.host_in.make(data.in.size() * sizeof(T));
            std::copy(data.in.begin(), data.in.end(), static_cast<T *>(pinned));
            problem_.in = pinned;
        } else {
            problem_.in = device_.in.upload(data.in);
        }
        problem_.in2 = data.in2.empty() && !check::has_second(name) ? nullptr : device_.in2.upload(data.in2);
        if (!data.aux.empty()) problem_.aux = device_.aux.upload(data.aux);
        else problem_.aux = static_cast<uint32_t *>(device_.aux.make(0));
        if (!data.index.empty()) problem_.index = device_.index.upload(data.index);
        else problem_.index = static_cast<uint32_t *>(device_.index.make(0));
        if (!data.flags.empty()) problem_.flags = device_.flags.upload(data.flags);
        else problem_.flags = static_cast<uint8_t *>(device_.flags.make(0));
        problem_.out_count = static_cast<uint64_t *>(device_.count.make(8));
        problem_.host_result = device_.host_result.make(PROPP_HOST_RESULT_BYTES);
    }

    template <class T>
    void one(const std::string &name, const Data<T> &data, const Named &e, const std::string &dist, uint32_t type) {
        static const char *const TYPES[] = {"i32", "u32", "f32", "i64", "f64"};
        const propp_entry *entry = e.entry;
        const uint64_t size = name == "transpose" ? data.n * data.m : data.n + data.m;
        if (entry->max_elements && size > entry->max_elements) return;
        if (options_.trace) {
            std::fprintf(stderr, "%s %s %s %s %llu %s\n", e.library->name, entry->primitive, entry->variant,
                         TYPES[type], static_cast<unsigned long long>(data.n), dist.c_str());
        }
        double ms = -1;
        std::string wrong = attempt(name, data, e, ms);
        const bool ok = wrong.empty();
        failed_ = failed_ || !ok;
        if (ok && options_.bad_only) return;
        propp_work work{};
        work.struct_size = sizeof work;
        if (entry->work) entry->work(entry, &problem_, &work);
        const double rate = ms > 0 ? (work.bytes_read + work.bytes_written) / ms / 1e6 : 0;
        std::printf("%s\t%s\t%s\t%s\t%llu\t%llu\t%s\t%s\t", e.library->name, entry->primitive, entry->variant,
                    TYPES[type], static_cast<unsigned long long>(data.n),
                    static_cast<unsigned long long>(data.m), dist.c_str(), ok ? "ok" : "WRONG");
        if (ms >= 0) std::printf("%.5f\t%.1f\t%s\n", ms, rate, wrong.c_str());
        else std::printf("-\t-\t%s\n", wrong.c_str());
        std::fflush(stdout);
    }

    // What is wrong; nothing if nothing is.
    template <class T>
    std::string attempt(const std::string &name, const Data<T> &data, const Named &e, double &ms) {
        const propp_entry *entry = e.entry;
        auto said = [&](const char *what, int32_t status) {
            if (status >= PROPP_E_CUDA) cudaGetLastError();
            return std::string(what) + ": " + e.library->message(status);
        };
        propp_sizes sizes{};
        sizes.struct_size = sizeof sizes;
        propp_problem asked = problem_;
        asked.in = asked.in2 = nullptr;
        asked.aux = asked.index = nullptr;
        asked.flags = nullptr;
        asked.out_count = nullptr;
        asked.host_result = nullptr;
        if (int32_t status = entry->sizes(entry, &asked, &sizes)) return said("sizes", status);
        const size_t out_bytes = sizes.out_elements * sizeof(T);
        problem_.out = on_host_ && name == "transform.host" ? device_.host_out.make(out_bytes)
                                                            : device_.out.make(out_bytes);
        problem_.out_aux = static_cast<uint32_t *>(device_.out_aux.make(sizes.out_aux_elements * 4));
        problem_.temp = device_.temp.make(sizes.temp_bytes);
        problem_.temp_bytes = sizes.temp_bytes;
        problem_.host = device_.host.make(sizes.host_bytes);
        problem_.host_bytes = sizes.host_bytes;
        device_.temp.fill(0xCC);
        if (!on_host_) device_.out.fill(check::keeps_zero(name) ? 0 : 0xBB);
        if (on_host_ && name == "copy.h2d") device_.out.fill(0xBB);
        device_.out_aux.fill(0xBB);
        device_.count.fill(0xBB);
        std::memset(problem_.host_result, 0xBB, PROPP_HOST_RESULT_BYTES);

        void *state = nullptr;
        if (int32_t status = entry->prepare(entry, &problem_, &state)) return said("prepare", status);
        must(cudaDeviceSynchronize(), "prepare");
        std::string wrong;
        for (int turn = 0; turn < 2 && wrong.empty(); ++turn) {
            if (entry->reset) {
                if (int32_t status = entry->reset(entry, &problem_, state, device_.stream)) wrong = said("reset", status);
            }
            if (int32_t status = entry->run(entry, &problem_, state, device_.stream)) wrong = said("run", status);
            const cudaError_t error = cudaStreamSynchronize(device_.stream);
            if (error != cudaSuccess) {
                std::printf("%s\t%s\t%s\t-\t%llu\t-\t-\tCRASH\t-\t-\t%s\n", e.library->name, entry->primitive,
                            entry->variant, static_cast<unsigned long long>(data.n), cudaGetErrorString(error));
                std::fflush(stdout);
                std::exit(3);
            }
        }
        if (wrong.empty() && options_.check) wrong = verify(name, data, *entry, sizes);
        if (wrong.empty() && options_.time && data.n >= 65536) ms = time(*entry, state);
        if (entry->release) entry->release(entry, state);
        return wrong;
    }

    template <class T>
    std::string verify(const std::string &name, const Data<T> &data, const propp_entry &entry,
                       const propp_sizes &sizes) {
        if (!device_.temp.guard_intact()) return "wrote behind temp";
        if (!device_.out.guard_intact()) return "wrote behind out";
        if (!device_.out_aux.guard_intact()) return "wrote behind out_aux";
        if (!device_.count.guard_intact()) return "wrote behind out_count";
        if (data.n <= 65536 && !on_host_) {
            if (!device_.in.holds(data.in)) return "changed its input";
            if (problem_.in2 && !device_.in2.holds(data.in2)) return "changed its second input";
            if (!device_.aux.holds(data.aux)) return "changed aux";
            if (!device_.index.holds(data.index)) return "changed index";
        }
        const bool host = entry.flags & PROPP_RESULT_ON_HOST;
        if (data.has_count) {
            uint64_t count = 0;
            if (host) std::memcpy(&count, problem_.host_result, sizeof count);
            else must(cudaMemcpy(&count, problem_.out_count, sizeof count, cudaMemcpyDeviceToHost), "count");
            if (count != data.want_count) {
                return "count " + std::to_string(count) + ", not " + std::to_string(data.want_count);
            }
        }
        std::vector<T> out(data.want.size());
        if (host && data.scalar_element) {
            std::memcpy(out.data(), problem_.host_result, sizeof(T));
        } else if (name == "transform.host") {
            std::memcpy(out.data(), problem_.out, out.size() * sizeof(T));
        } else {
            if (sizes.out_elements < out.size()) return "out_elements too small";
            out = device_.out.template download<T>(out.size());
        }
        std::string wrong = check::compare(name, data, out);
        if (!wrong.empty()) return wrong;
        if (sizes.out_aux_elements < data.want_aux.size()) return "out_aux_elements too small";
        const auto out_aux = device_.out_aux.template download<uint32_t>(data.want_aux.size());
        for (size_t i = 0; i < out_aux.size(); ++i) {
            if (out_aux[i] != data.want_aux[i]) {
                return "out_aux[" + std::to_string(i) + "] = " + std::to_string(out_aux[i]) + ", not " +
                       std::to_string(data.want_aux[i]);
            }
        }
        return {};
    }

    double time(const propp_entry &entry, void *state) {
        std::vector<float> times;
        for (int rep = 0; rep < options_.reps; ++rep) {
            device_.flush.make(device_.flush_bytes);
            must(cudaMemsetAsync(device_.flush.get(), rep, device_.flush_bytes, device_.stream), "flush");
            if (entry.reset) entry.reset(&entry, &problem_, state, device_.stream);
            if (entry.flags & PROPP_SYNCHRONISES) must(cudaStreamSynchronize(device_.stream), "flush");
            must(cudaEventRecord(device_.begin, device_.stream), "event");
            entry.run(&entry, &problem_, state, device_.stream);
            must(cudaEventRecord(device_.end, device_.stream), "event");
            must(cudaStreamSynchronize(device_.stream), "run");
            float ms = 0;
            must(cudaEventElapsedTime(&ms, device_.begin, device_.end), "event");
            times.push_back(ms);
        }
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }

    const Options &options_;
    Device device_;
    propp_problem problem_{};
    bool on_host_ = false, failed_ = false;
};

uint64_t parse_size(const std::string &text) {
    const size_t hat = text.find('^');
    if (hat == std::string::npos) return std::strtoull(text.c_str(), nullptr, 10);
    char *rest = nullptr;
    uint64_t size = uint64_t(1) << std::strtoull(text.c_str() + hat + 1, &rest, 10);
    if (rest && *rest) size += std::strtoll(rest, nullptr, 10);
    return size;
}

Options parse(int argc, char **argv) {
    Options o;
    for (int i = 1; i < argc; ++i) {
        const std::string arg = argv[i];
        if (arg == "--no-time") { o.time = false; continue; }
        if (arg == "--no-check") { o.check = false; continue; }
        if (arg == "--bad-only") { o.bad_only = true; continue; }
        if (arg == "--trace") { o.trace = true; continue; }
        if (arg == "--exact") { o.exact = true; continue; }
        if (i + 1 >= argc) {
            std::fprintf(stderr, "check: %s is unknown or needs a value; see the head of check.cu\n", argv[i]);
            std::exit(2);
        }
        const std::string value = argv[++i];
        if (arg == "--lib") o.libraries.push_back(value);
        else if (arg == "--only") o.only.push_back(value);
        else if (arg == "--type") o.types.push_back(value);
        else if (arg == "--dist") o.distributions.push_back(value);
        else if (arg == "--reps") o.reps = std::max(1, std::atoi(value.c_str()));
        else if (arg == "--sizes") {
            o.sizes.clear();
            for (size_t at = 0; at <= value.size();) {
                const size_t comma = std::min(value.find(',', at), value.size());
                o.sizes.push_back(parse_size(value.substr(at, comma - at)));
                at = comma + 1;
            }
        } else {
            std::fprintf(stderr, "check: no option %s; see the head of check.cu\n", arg.c_str());
            std::exit(2);
        }
    }
    return o;
}

const propp_library *open(const std::string &file) {
    void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        std::fprintf(stderr, "check: %s\n", dlerror());
        std::exit(2);
    }
    auto *get = reinterpret_cast<propp_primitive_library_fn>(dlsym(handle, PROPP_LIBRARY_SYMBOL));
    if (!get) {
        std::fprintf(stderr, "check: %s exports no " PROPP_LIBRARY_SYMBOL "\n", file.c_str());
        std::exit(2);
    }
    if (get(PROPP_ABI_VERSION + 1000)) {
        std::fprintf(stderr, "check: %s says yes to any version\n", file.c_str());
        std::exit(2);
    }
    const propp_library *library = get(PROPP_ABI_VERSION);
    if (!library || library->abi_version != PROPP_ABI_VERSION || library->entry_size < sizeof(propp_entry) ||
        library->library_size < sizeof(propp_library)) {
        std::fprintf(stderr, "check: %s has another version than %u\n", file.c_str(), PROPP_ABI_VERSION);
        std::exit(2);
    }
    return library;
}

} // namespace

int main(int argc, char **argv) {
    const Options options = parse(argc, argv);
    Buffer::exact = options.exact;
    std::vector<std::string> order;
    std::map<std::string, std::vector<Named>> by_primitive;
    for (const std::string &file : options.libraries) {
        const propp_library *library = open(file);
        std::fprintf(stderr, "%s %s: %llu entries\n", library->name, library->version,
                     static_cast<unsigned long long>(library->count));
        const char *at = reinterpret_cast<const char *>(library->entries);
        for (uint64_t k = 0; k < library->count; ++k, at += library->entry_size) {
            const auto *entry = reinterpret_cast<const propp_entry *>(at);
            const std::string full = std::string(library->name) + " " + entry->primitive + " " + entry->variant;
            bool wanted = options.only.empty();
            for (const std::string &pattern : options.only) wanted = wanted || full.find(pattern) != std::string::npos;
            if (!wanted) continue;
            // `propp suite run` checks these; here they have no reference.
            if (std::strncmp(entry->primitive, "compute.", 8) == 0) continue;
            if (!check::known(entry->primitive)) {
                std::fprintf(stderr, "check: %s: no such primitive\n", full.c_str());
                return 2;
            }
            auto &list = by_primitive[entry->primitive];
            if (list.empty()) order.push_back(entry->primitive);
            for (const Named &other : list) {
                if (other.library == library && !std::strcmp(other.entry->variant, entry->variant)) {
                    std::fprintf(stderr, "check: %s is there twice\n", full.c_str());
                    return 2;
                }
            }
            list.push_back({library, entry});
        }
    }
    Checker checker(options);
    for (const std::string &name : order) {
        for (uint64_t n : options.sizes) {
            for (const char *dist : {"uniform", "sorted", "constant", "few"}) {
                if (!has(options.distributions, dist)) continue;
                const auto &entries = by_primitive[name];
                if (has(options.types, "i32")) checker.primitive<int32_t>(name, n, dist, entries, PROPP_I32);
                if (has(options.types, "u32")) checker.primitive<uint32_t>(name, n, dist, entries, PROPP_U32);
                if (has(options.types, "f32")) checker.primitive<float>(name, n, dist, entries, PROPP_F32);
                if (has(options.types, "i64")) checker.primitive<int64_t>(name, n, dist, entries, PROPP_I64);
                if (has(options.types, "f64")) checker.primitive<double>(name, n, dist, entries, PROPP_F64);
            }
        }
    }
    return checker.failed() ? 1 : 0;
}
