// Runs one launch of a kernel alone, as `propp capture` took it out of a program: checks its results
// against those that it left in the program, and times it. README.md has the commands.
//
// Everything about the launch is in launch.txt and the files that it names, so this program is the same
// for every launch. It uses the driver API and loads the driver when it runs: a kernel is a file (a
// cubin), and no library is linked.
#include <cuda.h>
#include <dlfcn.h>

#include "accepted.h"
#include "launch.h"

// ---- The driver --------------------------------------------------------------------------------

#define FUNCTIONS(X)                                                                              \
    X(cuInit) X(cuDeviceGet) X(cuDeviceGetAttribute) X(cuDevicePrimaryCtxRetain)                  \
    X(cuCtxSetCurrent) X(cuCtxSynchronize) X(cuCtxGetLimit) X(cuCtxSetLimit) X(cuGetErrorName)    \
    X(cuMemAddressReserve) X(cuMemAddressFree) X(cuMemCreate) X(cuMemMap) X(cuMemSetAccess)       \
    X(cuMemHostRegister) X(cuMemAlloc) X(cuMemcpyHtoD) X(cuMemcpyDtoH) X(cuMemsetD32Async)        \
    X(cuModuleLoadData) X(cuModuleGetFunction) X(cuModuleGetGlobal)                               \
    X(cuFuncSetAttribute) X(cuFuncGetParamInfo) X(cuLaunchKernelEx)                               \
    X(cuEventCreate) X(cuEventRecord) X(cuEventSynchronize) X(cuEventElapsedTime)

// The headers call newer versions of a function by its plain name, so names are taken after macros.
#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)
#define DECLARE(name) decltype(&::name) name;
static struct Driver {
    FUNCTIONS(DECLARE)
} driver;

static void load_driver() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) fail(NO_GPU, "no NVIDIA driver: %s", dlerror());
#define LOAD(name)                                                                                \
    driver.name = reinterpret_cast<decltype(driver.name)>(dlsym(library, NAME_OF(name)));         \
    if (!driver.name) fail(NO_GPU, "the driver is too old: it has no %s", NAME_OF(name));
    FUNCTIONS(LOAD)
}

static void must(CUresult status, const char* call) {
    if (status == CUDA_SUCCESS) return;
    const char* name = nullptr;
    driver.cuGetErrorName(status, &name);
    fail(NO_GPU, "%s: %s", call, name ? name : "unknown error");
}
#define CALL(name, ...) must(driver.name(__VA_ARGS__), #name)

// ---- Memory at the addresses of the captured launch --------------------------------------------

// Something else of this process has the address: a new process has it elsewhere.
[[noreturn]] static void try_again(uint64_t address, char** arguments) {
    const char* tries = getenv("ALONE_TRIES");
    const int count = tries ? atoi(tries) : 0;
    if (count < 8) {
        setenv("ALONE_TRIES", std::to_string(count + 1).c_str(), 1);
        execv("/proc/self/exe", arguments);
    }
    fail(NO_GPU, "something in this process holds the address %#llx", (unsigned long long)address);
}

static void take(const Range& range, int device, char** arguments) {
    void* place = reinterpret_cast<void*>(range.address);
    if (range.is_host) {
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
        if (mmap(place, range.bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != place)
            try_again(range.address, arguments);
        CALL(cuMemHostRegister, place, range.bytes,
             CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP);
        return;
    }
    CUdeviceptr got = 0;
    CALL(cuMemAddressReserve, &got, range.bytes, 0, range.address, 0);
    if (got != range.address) try_again(range.address, arguments);
    CUmemAllocationProp kind{};
    kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    kind.location.id = device;
    CUmemGenericAllocationHandle memory;
    CALL(cuMemCreate, &memory, range.bytes, &kind, 0);
    CALL(cuMemMap, range.address, range.bytes, 0, memory, 0);
    CUmemAccessDesc access{};
    access.location = kind.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CALL(cuMemSetAccess, range.address, range.bytes, &access, 1);
}

// ---- Kernels -----------------------------------------------------------------------------------

struct Kernel {
    CUfunction function = nullptr;
    Size grid{}, block{}, cluster{};
    unsigned shared = 0;
    bool is_cooperative = false;
    std::vector<uint64_t> places;  // of the launch's contents; 0 for a variable that it lacks
    std::vector<float> microseconds;
};

static Kernel load(Launch& launch, const std::string& cubin, const std::string& name) {
    const File code(cubin);
    std::vector<uint8_t> text(code.bytes, code.bytes + code.size);
    text.push_back(0);
    CUmodule module;
    CALL(cuModuleLoadData, &module, text.data());
    Kernel kernel;
    if (driver.cuModuleGetFunction(&kernel.function, module, name.c_str()) != CUDA_SUCCESS)
        fail(WRONG_CALL, "%s has no kernel '%s': name one with --kernel", cubin.c_str(), name.c_str());
    std::vector<Parameter> own;
    Parameter parameter{};
    while (driver.cuFuncGetParamInfo(kernel.function, own.size(), &parameter.offset,
                                     &parameter.bytes) == CUDA_SUCCESS)
        own.push_back(parameter);
    const auto is_same = [](const Parameter& a, const Parameter& b) {
        return a.offset == b.offset && a.bytes == b.bytes;
    };
    const std::vector<Parameter>& wanted = launch.parameters;
    if (!std::equal(own.begin(), own.end(), wanted.begin(), wanted.end(), is_same))
        fail(WRONG_CALL, "the kernel of %s has other parameters than the captured one", cubin.c_str());
    for (const Contents& contents : launch.contents) {
        CUdeviceptr place = contents.address;
        size_t bytes = contents.bytes;
        if (!contents.name.empty() &&
            (driver.cuModuleGetGlobal(&place, &bytes, module, contents.name.c_str()) != CUDA_SUCCESS ||
             bytes != contents.bytes)) {
            // Without it nothing tells whether its result is right.
            if (std::memcmp(contents.before, contents.after, contents.bytes))
                fail(WRONG_CALL, "%s lacks the variable %s, which the launch writes", cubin.c_str(),
                     contents.name.c_str());
            std::printf("%s lacks the variable %s\n", cubin.c_str(), contents.name.c_str());
            place = 0;
        }
        kernel.places.push_back(place);
    }
    kernel.grid = launch.grid, kernel.block = launch.block, kernel.cluster = launch.cluster;
    kernel.shared = launch.shared, kernel.is_cooperative = launch.is_cooperative;
    return kernel;
}

static void run(Launch& launch, const Kernel& kernel) {
    std::vector<void*> values;
    for (const Parameter& one : launch.parameters) values.push_back(launch.values.data() + one.offset);
    std::vector<CUlaunchAttribute> attributes;
    CUlaunchAttribute attribute{};
    if (kernel.cluster[0]) {
        attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        attribute.value.clusterDim = {kernel.cluster[0], kernel.cluster[1], kernel.cluster[2]};
        attributes.push_back(attribute);
    }
    if (kernel.is_cooperative) {
        attribute = {};
        attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attribute.value.cooperative = 1;
        attributes.push_back(attribute);
    }
    CUlaunchConfig config{};
    config.gridDimX = kernel.grid[0], config.blockDimX = kernel.block[0];
    config.gridDimY = kernel.grid[1], config.blockDimY = kernel.block[1];
    config.gridDimZ = kernel.grid[2], config.blockDimZ = kernel.block[2];
    config.sharedMemBytes = kernel.shared;
    config.attrs = attributes.data(), config.numAttrs = attributes.size();
    CALL(cuLaunchKernelEx, &config, kernel.function, values.data(), nullptr);
}

static void allow(const Launch& launch, const Kernel& kernel) {
    CALL(cuFuncSetAttribute, kernel.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
         int(kernel.shared));
    // Only clusters of more than 8 blocks need it, and only GPUs that have clusters know it.
    if (launch.cluster[0])
        driver.cuFuncSetAttribute(kernel.function,
                                  CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
}

// ---- Results -----------------------------------------------------------------------------------

constexpr size_t PIECE = 1 << 20;

// Makes memory what it was before the launch: all of it, or what kernels change.
static void restore(Launch& launch, const Kernel& kernel, bool is_all) {
    for (size_t which = 0; which < launch.contents.size(); which++) {
        Contents& contents = launch.contents[which];
        if (!kernel.places[which]) continue;
        contents.is_dirty.resize((contents.bytes + PIECE - 1) / PIECE);
        for (size_t from = 0; from < contents.bytes; from += PIECE) {
            const size_t bytes = std::min(PIECE, contents.bytes - from);
            if (is_all || contents.is_dirty[from / PIECE])
                CALL(cuMemcpyHtoD, kernel.places[which] + from, contents.before + from, bytes);
        }
    }
}

// Runs a kernel once and compares what it left with what the captured launch left.
static bool check(Launch& launch, const Kernel& kernel, const Accepted& accepted, const char* who) {
    restore(launch, kernel, true);
    run(launch, kernel);
    CALL(cuCtxSynchronize);
    const size_t step = accepted.bytes();
    size_t compared = 0, different = 0, wrong = 0;
    std::string first;
    std::vector<uint8_t> now(PIECE);
    for (size_t which = 0; which < launch.contents.size(); which++) {
        Contents& contents = launch.contents[which];
        if (!kernel.places[which]) continue;
        for (size_t from = 0; from < contents.bytes; from += PIECE) {
            const size_t bytes = std::min(PIECE, contents.bytes - from);
            CALL(cuMemcpyDtoH, now.data(), kernel.places[which] + from, bytes);
            if (std::memcmp(now.data(), contents.before + from, bytes))
                contents.is_dirty[from / PIECE] = true;
            compared += (bytes + step - 1) / step;
            if (!std::memcmp(now.data(), contents.after + from, bytes)) continue;
            for (size_t at = 0; at < bytes; at += step) {
                const uint8_t *wanted = contents.after + from + at, *got = now.data() + at;
                const size_t part = std::min(step, bytes - at);
                if (!std::memcmp(wanted, got, part)) continue;
                different++;
                if (part == step && accepted.accepts(accepted.value(wanted), accepted.value(got)))
                    continue;
                if (!wrong++ && part == step) {
                    std::ostringstream text;
                    text << (contents.name.empty() ? "memory" : contents.name) << " at byte "
                         << from + at << ": " << accepted.value(got) << " instead of "
                         << accepted.value(wanted);
                    first = text.str();
                }
            }
        }
    }
    if (wrong)
        std::printf("%-9s RESULTS DIFFER: %zu of %zu numbers; %s\n", who, wrong, compared,
                    first.c_str());
    else if (different)
        std::printf("%-9s results within the tolerance: %zu numbers differ\n", who, different);
    else
        std::printf("%-9s results equal, bit by bit (%zu numbers)\n", who, compared);
    return wrong == 0;
}

// ---- Times -------------------------------------------------------------------------------------

// Empties the L2 cache. That takes longer than to queue a launch and its two events, so nothing waits for
// the host between them.
static void empty_cache(int device) {
    static CUdeviceptr buffer = 0;
    static size_t bytes = 0;
    if (!buffer) {
        int cache = 0;
        CALL(cuDeviceGetAttribute, &cache, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device);
        bytes = std::max<size_t>(2 * size_t(cache), size_t(256) << 20);
        CALL(cuMemAlloc, &buffer, bytes);
    }
    CALL(cuMemsetD32Async, buffer, 0, bytes / 4, nullptr);
}

static void time_once(Launch& launch, Kernel& kernel, int device) {
    static CUevent begin = nullptr, end = nullptr;
    if (!begin) {
        CALL(cuEventCreate, &begin, CU_EVENT_DEFAULT);
        CALL(cuEventCreate, &end, CU_EVENT_DEFAULT);
    }
    restore(launch, kernel, false);
    CALL(cuCtxSynchronize);
    empty_cache(device);
    CALL(cuEventRecord, begin, nullptr);
    run(launch, kernel);
    CALL(cuEventRecord, end, nullptr);
    CALL(cuEventSynchronize, end);
    float milliseconds = 0;
    CALL(cuEventElapsedTime, &milliseconds, begin, end);
    kernel.microseconds.push_back(1000 * milliseconds);
}

static float print_times(const char* who, Kernel& kernel) {
    std::vector<float>& times = kernel.microseconds;
    if (times.empty()) return 0;
    std::sort(times.begin(), times.end());
    const float median = (times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2;
    std::printf("%-9s %.2f us (median of %zu launches, %.2f us to %.2f us; L2 empty)\n", who, median,
                times.size(), times.front(), times.back());
    return median;
}

// ---- The command -------------------------------------------------------------------------------

static const char USAGE[] =
    "./alone [--with OTHER.cubin [--kernel NAME] [--grid X,Y,Z] [--block X,Y,Z] [--shared BYTES]]\n"
    "        [--tolerance PART] [--absolute SIZE] [--type f32|f64|f16|bf16] [--rounds N] [--device N]\n"
    "Runs the captured launch and checks and times it; with --with also another kernel that has the same\n"
    "parameters. Exit code: 0 if all results are right, 1 if not, 2 for a wrong call or file, 3 if the\n"
    "GPU cannot do it.\n";

static double number_of(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end || !(number >= 0)) fail(WRONG_CALL, "'%s' is no number", text.c_str());
    return number;
}

static Size size_of(std::string text) {
    const std::string given = text;
    std::replace(text.begin(), text.end(), 'x', ',');
    std::istringstream words(text);
    Size size{1, 1, 1};
    for (unsigned& one : size) {
        char comma = 0;
        if (!(words >> one)) break;
        if (!(words >> comma)) return size;
        if (comma != ',') break;
    }
    fail(WRONG_CALL, "'%s' is no size such as 64,16,1", given.c_str());
}

int main(int count, char** arguments) {
    std::string with, name, grid, block, shared;
    Accepted accepted;
    int rounds = 20, index = 0;
    for (int i = 1; i < count; i++) {
        const std::string option = arguments[i];
        if (option == "--help") return std::printf("%s", USAGE), 0;
        if (i + 1 == count) fail(WRONG_CALL, "'%s' lacks its value\n%s", option.c_str(), USAGE);
        const std::string value = arguments[++i];
        if (option == "--with") with = value;
        else if (option == "--kernel") name = value;
        else if (option == "--grid") grid = value;
        else if (option == "--block") block = value;
        else if (option == "--shared") shared = value;
        else if (option == "--tolerance") accepted.relative = number_of(value);
        else if (option == "--absolute") accepted.absolute = number_of(value);
        else if (option == "--type") accepted.type = value;
        else if (option == "--rounds") rounds = int(number_of(value));
        else if (option == "--device") index = int(number_of(value));
        else fail(WRONG_CALL, "there is no option '%s'\n%s", option.c_str(), USAGE);
    }
    const std::array<const char*, 4> types{"f32", "f64", "f16", "bf16"};
    if (std::find(types.begin(), types.end(), accepted.type) == types.end())
        fail(WRONG_CALL, "--type is f32, f64, f16 or bf16");

    Launch launch = read_launch("launch.txt");
    load_driver();
    CALL(cuInit, 0);
    CUdevice device;
    CALL(cuDeviceGet, &device, index);
    CUcontext context;
    CALL(cuDevicePrimaryCtxRetain, &context, device);
    CALL(cuCtxSetCurrent, context);
    // Before anything else in this process asks for memory of the GPU.
    for (const Range& range : launch.reserved) take(range, device, arguments);
    size_t stack = 0;
    CALL(cuCtxGetLimit, &stack, CU_LIMIT_STACK_SIZE);
    // A kernel that needs less runs without, where there is no memory for it.
    if (stack < launch.stack) driver.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, launch.stack);

    std::vector<Kernel> kernels{load(launch, "kernel.cubin", launch.kernel)};
    if (!with.empty()) {
        Kernel other = load(launch, with, name.empty() ? launch.kernel : name);
        if (!grid.empty()) other.grid = size_of(grid);
        if (!block.empty()) other.block = size_of(block);
        if (!shared.empty()) other.shared = unsigned(number_of(shared));
        kernels.push_back(other);
    }
    const char* who[] = {"captured", "other"};
    bool are_right = true;
    for (size_t i = 0; i < kernels.size(); i++) {
        allow(launch, kernels[i]);
        are_right &= check(launch, kernels[i], accepted, who[i]);
    }
    for (int round = 0; round < rounds; round++)
        for (Kernel& kernel : kernels) time_once(launch, kernel, device);
    const float of_captured = print_times(who[0], kernels[0]);
    if (kernels.size() > 1) {
        const float of_other = print_times(who[1], kernels[1]);
        if (are_right && of_other > 0)
            std::printf("other is %.2fx as fast (medians; propp replay says how certain that is)\n",
                        of_captured / of_other);
    }
    return are_right ? 0 : DIFFERS;
}
