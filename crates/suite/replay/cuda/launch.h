// The captured launch: what launch.txt and the files that it names say.
#pragma once
#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Exit codes besides 0: results differ; a file or an option does not fit; the GPU cannot do it.
enum { DIFFERS = 1, WRONG_CALL = 2, NO_GPU = 3 };

[[noreturn]] inline void fail(int code, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::fprintf(stderr, "alone: ");
    std::vfprintf(stderr, format, arguments);
    std::fprintf(stderr, "\n");
    va_end(arguments);
    std::exit(code);
}

using Size = std::array<unsigned, 3>;

// Contents of a file. Holes of sparse files cost no memory.
struct File {
    const uint8_t* bytes = nullptr;
    size_t size = 0;

    explicit File(const std::string& path) {
        const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
        struct stat about;
        if (file < 0 || fstat(file, &about)) fail(WRONG_CALL, "cannot read %s", path.c_str());
        size = about.st_size;
        void* mapped = size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
        if (mapped == MAP_FAILED) fail(WRONG_CALL, "cannot map %s", path.c_str());
        bytes = static_cast<const uint8_t*>(mapped);
        close(file);
    }
};

struct Range {
    bool is_host;
    uint64_t address, bytes;
};

struct Parameter {
    size_t offset, bytes;
};

// An allocation or a variable of the module: what is in it before the launch and after it.
struct Contents {
    std::string name;      // of a variable; empty for an allocation
    uint64_t address = 0;  // of an allocation; a variable's is the module's
    size_t bytes = 0;
    const uint8_t *before = nullptr, *after = nullptr;
    std::vector<bool> is_dirty;  // pieces that a kernel changes
};

struct Launch {
    std::string kernel;
    Size grid{}, block{}, cluster{};
    unsigned shared = 0;
    size_t stack = 0;
    bool is_cooperative = false;
    std::vector<Parameter> parameters;
    std::vector<uint8_t> values;  // of all parameters, each at its offset
    std::vector<Range> reserved;
    std::vector<Contents> contents;
};

inline Contents contents_of(size_t bytes, const std::string& before, const std::string& after) {
    Contents contents;
    const File first(before), last(after == "-" ? before : after);
    if (first.size != bytes || last.size != bytes)
        fail(WRONG_CALL, "%s or %s has not %zu bytes", before.c_str(), after.c_str(), bytes);
    contents.bytes = bytes, contents.before = first.bytes, contents.after = last.bytes;
    return contents;
}

inline Launch read_launch(const char* path) {
    std::ifstream file(path);
    if (!file) fail(WRONG_CALL, "cannot read %s: run this program in its own folder", path);
    Launch launch;
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::string what, kind, before, after, value;
        if (!(words >> what) || what[0] == '#') continue;
        if (what == "kernel") {
            words >> launch.kernel;
        } else if (what == "grid" || what == "block" || what == "cluster") {
            Size& size = what == "grid" ? launch.grid : what == "block" ? launch.block : launch.cluster;
            words >> size[0] >> size[1] >> size[2];
        } else if (what == "shared") {
            words >> launch.shared;
        } else if (what == "stack") {
            words >> launch.stack;
        } else if (what == "cooperative") {
            words >> launch.is_cooperative;
        } else if (what == "parameter") {
            Parameter parameter{};
            words >> parameter.offset >> parameter.bytes >> value;
            const size_t end = parameter.offset + parameter.bytes;
            if (value.size() != 2 * parameter.bytes || end > 65536) words.setstate(std::ios::failbit);
            launch.values.resize(std::max(launch.values.size(), std::min<size_t>(end, 65536)));
            for (size_t i = 0; words && i < parameter.bytes; i++)
                launch.values[parameter.offset + i] = std::stoi(value.substr(2 * i, 2), nullptr, 16);
            launch.parameters.push_back(parameter);
        } else if (what == "reserve") {
            Range range{};
            words >> kind >> std::hex >> range.address >> std::dec >> range.bytes;
            range.is_host = kind == "host";
            launch.reserved.push_back(range);
        } else if (what == "memory" || what == "variable") {
            uint64_t address = 0;
            size_t bytes = 0;
            if (what == "memory")
                words >> std::hex >> address >> std::dec;
            else
                words >> value;
            words >> bytes >> before >> after;
            if (words) {
                launch.contents.push_back(contents_of(bytes, before, after));
                launch.contents.back().address = address, launch.contents.back().name = value;
            }
        } else {
            words.setstate(std::ios::failbit);
        }
        if (words.fail()) fail(WRONG_CALL, "%s: cannot read '%s'", path, line.c_str());
    }
    return launch;
}
