// Fetches through textures, compared with a reference in C++ that follows the CUDA programming guide
// ("Texture Fetching"). Each line of the output is checked by a test.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <vector>

#define OK(call)                                                                          \
    do {                                                                                  \
        const cudaError_t error = (call);                                                 \
        if (error != cudaSuccess) std::printf("%s: %s\n", #call, cudaGetErrorName(error)); \
    } while (0)

static cudaResourceDesc of_array(cudaArray_t array) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static cudaTextureDesc described(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                 bool normalized) {
    cudaTextureDesc texture{};
    for (auto& own : texture.addressMode) own = mode;
    texture.filterMode = filter;
    texture.normalizedCoords = normalized;
    return texture;
}

static cudaTextureObject_t object(const cudaResourceDesc& resource, const cudaTextureDesc& texture) {
    cudaTextureObject_t object = 0;
    OK(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    return object;
}

template <typename T>
static cudaArray_t filled(const std::vector<T>& data, cudaExtent extent, unsigned flags = 0) {
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<T>();
    OK(cudaMalloc3DArray(&array, &channels, extent, flags));
    const size_t rows = extent.height ? extent.height : 1, slices = extent.depth ? extent.depth : 1;
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(data.data()), extent.width * sizeof(T),
                                      extent.width, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(extent.width, rows, slices);
    copy.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&copy));
    return array;
}

template <typename T>
struct Results {
    T* place;
    int count;
    explicit Results(int count) : count(count) { OK(cudaMallocManaged(&place, count * sizeof(T))); }
    ~Results() { cudaFree(place); }
    const T* get() {
        OK(cudaDeviceSynchronize());
        return place;
    }
};

// ---- all modes, with and without a filter, in one to three dimensions

constexpr int W = 5, H = 6, D = 3;
constexpr float STEP = 3.0f / 64;
constexpr int STEPS = 140;

__device__ __host__ float coordinate(int step, int texels, bool normalized) {
    const float x = step * STEP - 2.0f;
    return normalized ? x : x * texels;
}

__global__ void sample(cudaTextureObject_t texture, float* out, int dimensions, bool normalized) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= STEPS) return;
    const float x = coordinate(i, W, normalized), y = coordinate(STEPS - 1 - i, H, normalized);
    const float z = coordinate(i * 7 % STEPS, D, normalized);
    if (dimensions == 1) out[i] = tex1D<float>(texture, x);
    if (dimensions == 2) out[i] = tex2D<float>(texture, x, y);
    if (dimensions == 3) out[i] = tex3D<float>(texture, x, y, z);
}

struct Side {
    int index;
    double weight;
};

static int inside(int i, int n, cudaTextureAddressMode mode, bool normalized) {
    if (mode == cudaAddressModeBorder) return i < 0 || i >= n ? -1 : i;
    if (mode == cudaAddressModeWrap && normalized) return (i % n + n) % n;
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static int reference_axis(Side sides[2], float x, int n, cudaTextureAddressMode mode, bool linear,
                          bool normalized) {
    double u = x;
    if (normalized && mode == cudaAddressModeWrap) u = x - std::floor(x);
    if (normalized && mode == cudaAddressModeMirror) {
        const double part = x - std::floor(x);
        u = std::fmod(std::abs(std::floor(x)), 2) == 0 ? part : 1 - part;
    }
    if (normalized) u *= n;
    if (!linear) {
        sides[0] = {inside(int(std::floor(u)), n, mode, normalized), 1};
        return 1;
    }
    const double low = std::floor(u - 0.5);
    const double weight = std::floor((u - 0.5 - low) * 256 + 0.5) / 256;
    sides[0] = {inside(int(low), n, mode, normalized), 1 - weight};
    sides[1] = {inside(int(low) + 1, n, mode, normalized), weight};
    return 2;
}

// Of corner (i, j, k) of a cell, as an H200 splits the whole: along z, then x, then y. The part of the second
// texel is rounded to 1/256, and the first has the rest.
static double corner(double x, double y, double z, int i, int j, int k) {
    const double whole = k ? z : 1 - z;
    const double right = std::floor(whole * x * 256 + 0.5) / 256;
    const double part = i ? right : whole - right;
    const double below =
        i ? std::floor(part * y * 256 + 0.5) / 256 : std::ceil(part * y * 256 - 0.5) / 256;
    return j ? below : part - below;
}

static void modes() {
    std::vector<float> data(W * H * D);
    for (size_t i = 0; i < data.size(); i++) data[i] = float((i * 37 + 11) % 101);
    const char* names[] = {"wrap", "clamp", "mirror", "border"};
    for (int dimensions = 1; dimensions <= 3; dimensions++) {
        const int h = dimensions > 1 ? H : 1, d = dimensions > 2 ? D : 1;
        const cudaExtent extent = make_cudaExtent(W, dimensions > 1 ? H : 0, dimensions > 2 ? D : 0);
        const cudaArray_t array = filled(data, extent);
        int differ = 0, compared = 0;
        for (int mode = 0; mode < 4; mode++) {
            for (int kind = 0; kind < 4; kind++) {
                const bool linear = kind & 1, normalized = kind & 2;
                const auto address = cudaTextureAddressMode(mode);
                cudaTextureDesc how = described(
                    address, linear ? cudaFilterModeLinear : cudaFilterModePoint, normalized);
                how.borderColor[0] = 7;
                const cudaTextureObject_t texture = object(of_array(array), how);
                Results<float> results(STEPS);
                sample<<<3, 64>>>(texture, results.place, dimensions, normalized);
                const float* found = results.get();
                for (int i = 0; i < STEPS; i++) {
                    const float at[] = {coordinate(i, W, normalized),
                                        coordinate(STEPS - 1 - i, H, normalized),
                                        coordinate(i * 7 % STEPS, D, normalized)};
                    Side x[2], y[2] = {{0, 1}}, z[2] = {{0, 1}};
                    const int nx = reference_axis(x, at[0], W, address, linear, normalized);
                    int ny = h == 1 ? 1 : reference_axis(y, at[1], H, address, linear, normalized);
                    // A GPU filters a line as a plane at row 0, halfway between the border and the row.
                    if (h == 1 && linear && address == cudaAddressModeBorder) {
                        y[0] = {-1, 0.5}, y[1] = {0, 0.5};
                        ny = 2;
                    }
                    const int nz =
                        d == 1 ? 1 : reference_axis(z, at[2], D, address, linear, normalized);
                    double sum = 0;
                    for (int c = 0; c < nx * ny * nz; c++) {
                        const Side &a = x[c % nx], &b = y[c / nx % ny], &e = z[c / nx / ny];
                        const bool border = a.index < 0 || b.index < 0 || e.index < 0;
                        const double value =
                            border ? 7 : data[(e.index * h + b.index) * W + a.index];
                        const double weight =
                            linear ? corner(x[1].weight, y[1].weight, z[1].weight, c % nx, c / nx % ny,
                                            c / nx / ny)
                                   : 1;
                        sum += value * weight;
                    }
                    compared++;
                    if (std::abs(sum - found[i]) > 1e-5 * std::abs(sum)) {
                        if (!differ++)
                            std::printf("%dd %s %d %d at %d: %f, not %f\n", dimensions, names[mode],
                                        linear, normalized, i, found[i], sum);
                    }
                }
                OK(cudaDestroyTextureObject(texture));
            }
        }
        std::printf("%dd: %d of %d differ\n", dimensions, differ, compared);
        OK(cudaFreeArray(array));
    }
}

// ---- formats

template <typename T>
__global__ void read_all(cudaTextureObject_t texture, T* out) {
    out[threadIdx.x] = tex2D<T>(texture, threadIdx.x % 4 + 0.5f, threadIdx.x / 4 + 0.5f);
}

template <typename T>
static std::vector<T> counted(T (*of)(int)) {
    std::vector<T> data;
    for (int i = 0; i < 8; i++) data.push_back(of(i));
    return data;
}

template <typename Stored, typename Read>
static const Read* read_format(Results<Read>& results, Stored (*of)(int), bool fractions,
                               bool srgb = false) {
    const cudaArray_t array = filled(counted(of), make_cudaExtent(4, 2, 0));
    cudaTextureDesc how = described(cudaAddressModeClamp, cudaFilterModePoint, false);
    how.readMode = fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    how.sRGB = srgb;
    const cudaTextureObject_t texture = object(of_array(array), how);
    read_all<<<1, 8>>>(texture, results.place);
    const Read* found = results.get();
    OK(cudaDestroyTextureObject(texture));
    OK(cudaFreeArray(array));
    return found;
}

static uchar4 bytes(int i) { return make_uchar4(i, 255 - i, i * 30, 128); }
static short2 shorts(int i) { return make_short2(-i * 4000, i - 32768); }
static signed char small(int i) { return -128 + i * 36; }
static int4 ints(int i) { return make_int4(i, -i, 1 << i, INT_MIN + i); }
static float2 floats(int i) { return make_float2(i * 0.1f, -i); }

static void formats() {
    int differ = 0;
    Results<uchar4> b(8);
    const uchar4* fb = read_format(b, bytes, false);
    for (int i = 0; i < 8; i++)
        differ += fb[i].x != i || fb[i].y != 255 - i || fb[i].z != i * 30 || fb[i].w != 128;
    Results<float4> f(8);
    const float4* ff = read_format(f, bytes, true);
    for (int i = 0; i < 8; i++)
        differ += ff[i].x != i / 255.0f || ff[i].y != (255 - i) / 255.0f || ff[i].w != 128 / 255.0f;
    Results<float4> s(8);
    const float4* fs = read_format(s, bytes, true, true);
    for (int i = 0; i < 8; i++) {
        const double v = i * 30 / 255.0;
        const double linear = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        differ += std::abs(fs[i].z - linear) > 1e-6 || fs[i].w != 128 / 255.0f;
    }
    Results<short2> h(8);
    const short2* fh = read_format(h, shorts, false);
    for (int i = 0; i < 8; i++) differ += fh[i].x != -i * 4000 || fh[i].y != i - 32768;
    Results<float2> hn(8);
    const float2* fhn = read_format(hn, shorts, true);
    for (int i = 0; i < 8; i++) {
        const float low = (i - 32768) / 32767.0f;
        differ += std::abs(fhn[i].x + i * 4000 / 32767.0f) > 1e-7 || fhn[i].y != fmaxf(low, -1);
    }
    Results<float> c(8);
    const float* fc = read_format(c, small, true);
    for (int i = 0; i < 8; i++)
        differ += std::abs(fc[i] - fmaxf((-128 + i * 36) / 127.0f, -1)) > 1e-7;
    Results<int4> n(8);
    const int4* fn = read_format(n, ints, false);
    for (int i = 0; i < 8; i++)
        differ += fn[i].x != i || fn[i].y != -i || fn[i].z != 1 << i || fn[i].w != INT_MIN + i;
    Results<float2> g(8);
    const float2* fg = read_format(g, floats, false);
    for (int i = 0; i < 8; i++) differ += fg[i].x != i * 0.1f || fg[i].y != -i;
    std::printf("formats: %d differ\n", differ);

    // Halves are read as floats.
    const cudaChannelFormatDesc half_channels = cudaCreateChannelDescHalf2();
    std::vector<__half2> halves;
    for (int i = 0; i < 8; i++) halves.push_back(__floats2half2_rn(i * 0.25f, -1000.0f * i));
    cudaArray_t array;
    OK(cudaMallocArray(&array, &half_channels, 4, 2));
    OK(cudaMemcpy2DToArray(array, 0, 0, halves.data(), 16, 16, 2, cudaMemcpyHostToDevice));
    const cudaTextureObject_t texture =
        object(of_array(array), described(cudaAddressModeClamp, cudaFilterModeLinear, false));
    Results<float2> read(8);
    read_all<<<1, 8>>>(texture, read.place);
    differ = 0;
    for (int i = 0; i < 8; i++)
        differ += read.get()[i].x != i * 0.25f || read.get()[i].y != -1000.0f * i;
    std::printf("halves: %d differ\n", differ);

    // Integers have no filter, and words no fractions; the filter is checked first.
    cudaArray_t words = filled(counted(ints), make_cudaExtent(4, 2, 0));
    const cudaResourceDesc resource = of_array(words);
    cudaTextureDesc how = described(cudaAddressModeClamp, cudaFilterModeLinear, false);
    cudaTextureObject_t none;
    std::printf("%s", cudaGetErrorName(cudaCreateTextureObject(&none, &resource, &how, nullptr)));
    how.readMode = cudaReadModeNormalizedFloat;
    std::printf(" %s\n", cudaGetErrorName(cudaCreateTextureObject(&none, &resource, &how, nullptr)));
    cudaGetLastError();
}

// ---- weights

__global__ void one(cudaTextureObject_t texture, float* out, float x) { *out = tex1D<float>(texture, x); }

// A filter's weights have eight bits after the point: a third of the way is 85/256.
static void weights() {
    const cudaArray_t array = filled(std::vector<float>{0, 256, 1024}, make_cudaExtent(3, 0, 0));
    const cudaTextureObject_t texture =
        object(of_array(array), described(cudaAddressModeClamp, cudaFilterModeLinear, false));
    for (const float x : {0.5f, 0.5f + 1.0f / 3, 1.0f, 1.0f + 1.0f / 1024, 1.4999f, 1.5f + 2.0f / 3}) {
        Results<float> out(1);
        one<<<1, 1>>>(texture, out.place, x);
        std::printf("%g ", *out.get());
    }
    std::printf("\n");
}

// ---- memory without an array

__global__ void fetch(cudaTextureObject_t texture, int4* out, int first) {
    out[threadIdx.x] = tex1Dfetch<int4>(texture, int(threadIdx.x) + first);
}

__global__ void pitched(cudaTextureObject_t texture, float* out, int width) {
    out[threadIdx.y * width + threadIdx.x] =
        tex2D<float>(texture, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}

static void memory() {
    std::vector<int4> data;
    for (int i = 0; i < 30; i++) data.push_back(make_int4(i, 2 * i, 3 * i, 4 * i));
    int4* place;
    OK(cudaMalloc(&place, 30 * sizeof(int4)));
    OK(cudaMemcpy(place, data.data(), 30 * sizeof(int4), cudaMemcpyHostToDevice));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = place;
    resource.res.linear.desc = cudaCreateChannelDesc<int4>();
    resource.res.linear.sizeInBytes = 30 * sizeof(int4);
    cudaTextureObject_t texture = object(resource, cudaTextureDesc{});
    Results<int4> out(32);
    fetch<<<1, 32>>>(texture, out.place, -1);
    int differ = 0;
    for (int i = -1; i < 31; i++) {
        const int4 v = out.get()[i + 1];
        const int is = i >= 0 && i < 30 ? i : 0;
        differ += v.x != is || v.y != 2 * is || v.z != 3 * is || v.w != 4 * is;
    }
    std::printf("linear memory: %d differ\n", differ);

    const int width = 19, height = 7;
    std::vector<float> plane(width * height);
    for (size_t i = 0; i < plane.size(); i++) plane[i] = 0.5f * i;
    void* rows;
    size_t pitch;
    OK(cudaMallocPitch(&rows, &pitch, width * 4, height));
    OK(cudaMemcpy2D(rows, pitch, plane.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
    resource = cudaResourceDesc{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = rows;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    texture = object(resource, described(cudaAddressModeBorder, cudaFilterModePoint, false));
    Results<float> out2(width * height);
    pitched<<<1, dim3(width, height)>>>(texture, out2.place, width);
    differ = 0;
    for (size_t i = 0; i < plane.size(); i++) differ += out2.get()[i] != plane[i];
    std::printf("pitched memory: %d differ\n", differ);
}

// ---- layers and cubes

__global__ void layers(cudaTextureObject_t texture, float* out, int dimensions) {
    const int layer = int(threadIdx.x) - 1;
    out[threadIdx.x] = dimensions == 1 ? tex1DLayered<float>(texture, 2.0f, layer < 0 ? 0 : layer)
                                       : tex2DLayered<float>(texture, 2.5f, 1.0f, layer < 0 ? 0 : layer);
}

__global__ void cube(cudaTextureObject_t texture, float* out, int layer) {
    // The direction of a face's texel, by the table of the programming guide, inverted.
    const int face = threadIdx.x / 16, i = threadIdx.x % 4, j = threadIdx.x / 4 % 4;
    const float s = (i + 0.5f) / 2 - 1, t = (j + 0.5f) / 2 - 1;
    float x, y, z;
    switch (face) {
        case 0: x = 1, y = -t, z = -s; break;
        case 1: x = -1, y = -t, z = s; break;
        case 2: x = s, y = 1, z = t; break;
        case 3: x = s, y = -1, z = -t; break;
        case 4: x = s, y = -t, z = 1; break;
        default: x = -s, y = -t, z = -1; break;
    }
    const float far = 3.0f;
    out[threadIdx.x] = layer < 0 ? texCubemap<float>(texture, far * x, far * y, far * z)
                                 : texCubemapLayered<float>(texture, far * x, far * y, far * z, layer);
}

static void layered() {
    std::vector<float> data(4 * 2 * 3);
    for (size_t i = 0; i < data.size(); i++) data[i] = i;
    const cudaTextureDesc filter = described(cudaAddressModeClamp, cudaFilterModeLinear, false);
    Results<float> out(5);
    cudaArray_t array = filled(data, make_cudaExtent(4, 2, 3), cudaArrayLayered);
    layers<<<1, 5>>>(object(of_array(array), filter), out.place, 2);
    // Between texels 2 of both rows of the layer, the last layer from there on.
    for (int i = 0; i < 5; i++) std::printf("%g ", out.get()[i]);
    array = filled(data, make_cudaExtent(8, 0, 3), cudaArrayLayered);
    layers<<<1, 5>>>(object(of_array(array), filter), out.place, 1);
    for (int i = 0; i < 5; i++) std::printf("%g ", out.get()[i]);
    std::printf("\n");

    std::vector<float> faces(4 * 4 * 12);
    for (size_t i = 0; i < faces.size(); i++) faces[i] = i;
    int differ = 0;
    for (int layer = -1; layer < 2; layer++) {
        const unsigned flags = cudaArrayCubemap | (layer < 0 ? 0 : cudaArrayLayered);
        array = filled(faces, make_cudaExtent(4, 4, layer < 0 ? 6 : 12), flags);
        Results<float> found(96);
        cube<<<1, 96>>>(object(of_array(array), described(cudaAddressModeWrap, cudaFilterModeLinear, true)),
                        found.place, layer);
        for (int i = 0; i < 96; i++) differ += found.get()[i] != i + (layer == 1 ? 96 : 0);
    }
    std::printf("cubes: %d differ\n", differ);
}

// ---- gathers, levels, questions

__global__ void gather(cudaTextureObject_t texture, float4* out, uchar4* bytes, cudaTextureObject_t other) {
    out[0] = tex2Dgather<float4>(texture, 2.0f, 1.25f, 0);
    out[1] = tex2Dgather<float4>(texture, 2.0f, 1.25f, 1);
    out[2] = tex2Dgather<float4>(texture, 0.0f, 0.0f, 1);
    bytes[0] = tex2Dgather<uchar4>(other, 1.0f, 1.0f, 2);
}

__global__ void levels(cudaTextureObject_t texture, float* out) {
    out[0] = tex2DLod<float>(texture, 0.3f, 0.3f, 0.0f);
    out[1] = tex2DLod<float>(texture, 0.3f, 0.3f, 1.0f);
    out[2] = tex2DLod<float>(texture, 0.3f, 0.3f, 1.25f);
    out[3] = tex2DLod<float>(texture, 0.3f, 0.3f, 9.0f);
    // Two texels of the first level from thread to thread, then four.
    out[4] = tex2DGrad<float>(texture, 0.3f, 0.3f, make_float2(0.25f, 0), make_float2(0, 0.125f));
    out[5] = tex2DGrad<float>(texture, 0.3f, 0.3f, make_float2(0.0f, 0), make_float2(0, 0.5f));
    out[6] = tex2D<float>(texture, 0.3f, 0.3f);
    bool resident = false;
    out[7] = tex2D<float>(texture, 0.3f, 0.3f, &resident);
    out[8] = resident;
}

__global__ void ask(cudaTextureObject_t texture, int* out) {
    asm volatile("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(texture));
    asm volatile("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(texture));
    asm volatile("txq.num_mipmap_levels.b32 %0, [%1];" : "=r"(out[2]) : "l"(texture));
    asm volatile("txq.level.width.b32 %0, [%1], 2;" : "=r"(out[3]) : "l"(texture));
}

static uchar4 quads(int i) { return make_uchar4(0, 0, i + 10, 0); }

static void further() {
    std::vector<float2> data;
    for (int i = 0; i < 12; i++) data.push_back(make_float2(i, 100 + i));
    const cudaArray_t array = filled(data, make_cudaExtent(4, 3, 0), cudaArrayTextureGather);
    const cudaArray_t bytes = filled(counted(quads), make_cudaExtent(4, 2, 0), cudaArrayTextureGather);
    const cudaTextureDesc how = described(cudaAddressModeClamp, cudaFilterModePoint, false);
    Results<float4> out(3);
    Results<uchar4> of_bytes(1);
    gather<<<1, 1>>>(object(of_array(array), how), out.place, of_bytes.place, object(of_array(bytes), how));
    for (int i = 0; i < 3; i++) {
        const float4 v = out.get()[i];
        std::printf("%g %g %g %g, ", v.x, v.y, v.z, v.w);
    }
    const uchar4 v = *of_bytes.get();
    std::printf("%d %d %d %d\n", v.x, v.y, v.z, v.w);

    cudaMipmappedArray_t mipmapped;
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    OK(cudaMallocMipmappedArray(&mipmapped, &channels, make_cudaExtent(8, 8, 0), 4));
    for (int level = 0; level < 4; level++) {
        cudaArray_t own;
        OK(cudaGetMipmappedArrayLevel(&own, mipmapped, level));
        cudaExtent extent;
        OK(cudaArrayGetInfo(nullptr, &extent, nullptr, own));
        std::vector<float> same(extent.width * extent.height, float(10 << level));
        OK(cudaMemcpy2DToArray(own, 0, 0, same.data(), extent.width * 4, extent.width * 4, extent.height,
                               cudaMemcpyHostToDevice));
    }
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmapped;
    cudaTextureDesc mixed = described(cudaAddressModeWrap, cudaFilterModeLinear, true);
    mixed.mipmapFilterMode = cudaFilterModeLinear;
    mixed.maxMipmapLevelClamp = 3;
    cudaTextureObject_t texture = object(resource, mixed);
    Results<float> of_levels(9);
    levels<<<1, 1>>>(texture, of_levels.place);
    for (int i = 0; i < 9; i++) std::printf("%g ", of_levels.get()[i]);
    Results<int> answers(4);
    ask<<<1, 1>>>(texture, answers.place);
    for (int i = 0; i < 4; i++) std::printf("%d ", answers.get()[i]);
    std::printf("\n");

    cudaResourceDesc told{};
    cudaTextureDesc told_how{};
    OK(cudaGetTextureObjectResourceDesc(&told, texture));
    OK(cudaGetTextureObjectTextureDesc(&told_how, texture));
    std::printf("%d %d %g %d\n", told.resType, told.res.mipmap.mipmap == mipmapped,
                told_how.maxMipmapLevelClamp, told_how.filterMode);
    OK(cudaDestroyTextureObject(texture));
    std::printf("%s\n", cudaGetErrorName(cudaGetTextureObjectResourceDesc(&told, texture)));
    cudaGetLastError();
    OK(cudaFreeMipmappedArray(mipmapped));
    // An object that is no more.
    levels<<<1, 1>>>(texture, of_levels.place);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

int main() {
    modes();
    formats();
    weights();
    memory();
    layered();
    further();
}
