// What ModernGPU asks its caller for: a stream, and storage that it may cut pieces from. Its own
// context allocates in each call, which a timed launch must not.
#pragma once

#include <moderngpu/context.hxx>

#include <vector>

class ModernGpuContext final : public mgpu::context_t {
  public:
    ~ModernGpuContext() {
        if (event_) cudaEventDestroy(event_);
    }
    cudaError_t open() {
        cudaFuncAttributes attributes{};
        int device = 0;
        cudaError_t status = cudaFuncGetAttributes(&attributes, mgpu::dummy_k<0>);
        if (status == cudaSuccess) status = cudaGetDevice(&device);
        if (status == cudaSuccess) status = cudaGetDeviceProperties(&props_, device);
        if (status == cudaSuccess) status = cudaEventCreateWithFlags(&event_, cudaEventDisableTiming);
        ptx_version_ = attributes.ptxVersion;
        return status;
    }
    // Before each call of the library: what the pieces of the call before lie in is free again.
    void begin(cudaStream_t stream, void *device, size_t device_bytes, void *host, size_t host_bytes) {
        stream_ = stream;
        spaces_[mgpu::memory_space_device] = {device, device_bytes, {}};
        spaces_[mgpu::memory_space_host] = {host, host_bytes, {}};
    }

    const cudaDeviceProp &props() const override { return props_; }
    int ptx_version() const override { return ptx_version_; }
    cudaStream_t stream() override { return stream_; }
    cudaEvent_t event() override { return event_; }
    void *alloc(size_t bytes, mgpu::memory_space_t space) override {
        return bytes ? spaces_[space].take(bytes) : nullptr;
    }
    void free(void *piece, mgpu::memory_space_t space) override { spaces_[space].give_back(piece); }
    void synchronize() override {
        const cudaError_t status = cudaStreamSynchronize(stream_);
        if (status != cudaSuccess) throw mgpu::cuda_exception_t(status);
    }
    // propp takes the time.
    void timer_begin() override {}
    double timer_end() override { return 0; }

  private:
    struct Piece {
        char *begin, *end;
    };
    struct Space {
        void *base = nullptr;
        size_t bytes = 0;
        std::vector<Piece> live;

        void *take(size_t wanted) {
            char *begin = live.empty() ? static_cast<char *>(base) : live.back().end;
            char *end = begin + (wanted + 255) / 256 * 256;
            if (end > static_cast<char *>(base) + bytes) {
                throw mgpu::cuda_exception_t(cudaErrorMemoryAllocation);
            }
            live.push_back({begin, end});
            return begin;
        }
        // The library frees in the reverse order. A piece that is not the last stays taken until
        // the next call.
        void give_back(void *piece) {
            if (!live.empty() && live.back().begin == piece) live.pop_back();
        }
    };

    cudaDeviceProp props_{};
    cudaEvent_t event_ = nullptr;
    cudaStream_t stream_ = nullptr;
    int ptx_version_ = 0;
    Space spaces_[2];
};
