// Surfaces written and read, copies of CUDA arrays, and arrays of the driver; each line of the output is
// checked by a test.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>
#include <vector>

#define OK(call)                                                                          \
    do {                                                                                  \
        const cudaError_t error = cudaError_t(call);                                      \
        if (error != cudaSuccess) std::printf("%s: %s\n", #call, cudaGetErrorName(error)); \
    } while (0)

static cudaResourceDesc of_array(cudaArray_t array) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static cudaSurfaceObject_t surface(cudaArray_t array) {
    const cudaResourceDesc resource = of_array(array);
    cudaSurfaceObject_t object = 0;
    OK(cudaCreateSurfaceObject(&object, &resource));
    return object;
}

template <typename T>
static cudaArray_t made(size_t width, size_t height, size_t depth, unsigned flags) {
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<T>();
    cudaArray_t array = nullptr;
    OK(cudaMalloc3DArray(&array, &channels, make_cudaExtent(width, height, depth), flags | cudaArraySurfaceLoadStore));
    return array;
}

template <typename T>
static std::vector<T> all_of(cudaArray_t array, size_t width, size_t height, size_t depth) {
    std::vector<T> data(width * height * depth);
    cudaMemcpy3DParms copy{};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(data.data(), width * sizeof(T), width, height);
    copy.extent = make_cudaExtent(width, height, depth);
    copy.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&copy));
    return data;
}

// ---- each geometry, written by a kernel and copied back

__global__ void write_plane(cudaSurfaceObject_t to, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) surf2Dwrite(make_float4(x, y, x * y, x - y), to, x * 16, y);
}

__global__ void write_volume(cudaSurfaceObject_t to) {
    surf3Dwrite(short(threadIdx.x * 100 + threadIdx.y * 10 + threadIdx.z), to, threadIdx.x * 2, threadIdx.y,
                threadIdx.z);
}

__global__ void write_layers(cudaSurfaceObject_t to) {
    surf2DLayeredwrite(make_uchar4(threadIdx.x, threadIdx.y, threadIdx.z, 200), to, threadIdx.x * 4, threadIdx.y,
                       threadIdx.z);
}

__global__ void write_cube(cudaSurfaceObject_t to) {
    surfCubemapwrite(int(threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z), to, threadIdx.x * 4, threadIdx.y,
                     threadIdx.z);
}

__global__ void write_lines(cudaSurfaceObject_t line, cudaSurfaceObject_t lines) {
    surf1Dwrite(make_longlong2(threadIdx.x, -1LL - threadIdx.x), line, threadIdx.x * 16);
    surf1DLayeredwrite(float(threadIdx.x), lines, threadIdx.x * 4, threadIdx.x % 3);
}

static void geometries() {
    int differ = 0;
    const int w = 37, h = 21;
    cudaArray_t array = made<float4>(w, h, 0, 0);
    write_plane<<<dim3(3, 3), dim3(16, 8)>>>(surface(array), w, h);
    const auto plane = all_of<float4>(array, w, h, 1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const float4 v = plane[y * w + x];
            differ += v.x != x || v.y != y || v.z != x * y || v.w != x - y;
        }
    array = made<short>(9, 7, 5, 0);
    write_volume<<<1, dim3(9, 7, 5)>>>(surface(array));
    const auto volume = all_of<short>(array, 9, 7, 5);
    for (int i = 0; i < 315; i++) differ += volume[i] != i % 9 * 100 + i / 9 % 7 * 10 + i / 63;
    array = made<uchar4>(6, 9, 4, cudaArrayLayered);
    write_layers<<<1, dim3(6, 9, 4)>>>(surface(array));
    const auto layers = all_of<uchar4>(array, 6, 9, 4);
    for (int i = 0; i < 216; i++) {
        const uchar4 v = layers[i];
        differ += v.x != i % 6 || v.y != i / 6 % 9 || v.z != i / 54 || v.w != 200;
    }
    array = made<int>(4, 4, 6, cudaArrayCubemap);
    write_cube<<<1, dim3(4, 4, 6)>>>(surface(array));
    const auto cube = all_of<int>(array, 4, 4, 6);
    for (int i = 0; i < 96; i++) differ += cube[i] != i % 4 + i / 4 % 4 * 10 + i / 16 * 100;
    array = made<int4>(32, 0, 0, 0);
    const cudaArray_t lines = made<float>(32, 0, 3, cudaArrayLayered);
    write_lines<<<1, 32>>>(surface(array), surface(lines));
    const auto line = all_of<longlong2>(array, 32, 1, 1);
    const auto of_lines = all_of<float>(lines, 32, 1, 3);
    for (int i = 0; i < 32; i++)
        differ += line[i].x != i || line[i].y != -1LL - i || of_lines[i % 3 * 32 + i] != i;
    std::printf("geometries: %d differ\n", differ);
}

// ---- places beyond the bounds

__global__ void beyond(cudaSurfaceObject_t surface, int* out) {
    const int x = int(threadIdx.x) - 3, y = int(threadIdx.x) / 2 - 1;
    out[threadIdx.x] = surf2Dread<int>(surface, x * 4, y, cudaBoundaryModeClamp);
    out[threadIdx.x + 16] = surf2Dread<int>(surface, x * 4, y, cudaBoundaryModeZero);
}

__global__ void write_beyond(cudaSurfaceObject_t surface) {
    surf2Dwrite(-7, surface, int(threadIdx.x) * 4 - 4, 5, cudaBoundaryModeZero);
    if (threadIdx.x == 31) surf2Dwrite(-9, surface, 4000, -20, cudaBoundaryModeClamp);
}

__global__ void reduce(cudaSurfaceObject_t surface, int* out) {
    asm volatile("sured.b.add.2d.u32.clamp [%0, {%1, %2}], %3;" ::"l"(surface), "r"(0), "r"(0), "r"(threadIdx.x)
                 : "memory");
    asm volatile("sured.b.max.2d.s32.zero [%0, {%1, %2}], %3;" ::"l"(surface), "r"(4), "r"(0),
                 "r"(int(threadIdx.x) - 40)
                 : "memory");
    asm volatile("suq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(surface));
    asm volatile("suq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(surface));
}

__global__ void trap(cudaSurfaceObject_t surface) { surf2Dwrite(1, surface, int(threadIdx.x) * 4, 6); }

static void bounds() {
    const int w = 8, h = 6;
    std::vector<int> data(w * h);
    for (int i = 0; i < w * h; i++) data[i] = i + 1;
    const cudaArray_t array = made<int>(w, h, 0, 0);
    OK(cudaMemcpy2DToArray(array, 0, 0, data.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
    const cudaSurfaceObject_t object = surface(array);
    int* out;
    OK(cudaMallocManaged(&out, 32 * 4));
    beyond<<<1, 16>>>(object, out);
    OK(cudaDeviceSynchronize());
    int differ = 0;
    for (int i = 0; i < 16; i++) {
        const int x = i - 3, y = i / 2 - 1;
        const int cx = x < 0 ? 0 : x > 7 ? 7 : x, cy = y < 0 ? 0 : y > 5 ? 5 : y;
        differ += out[i] != data[cy * w + cx];
        differ += out[i + 16] != (cx == x && cy == y ? data[y * w + x] : 0);
    }
    write_beyond<<<1, 32>>>(object);
    const auto after = all_of<int>(array, w, h, 1);
    for (int i = 0; i < w * h; i++) differ += after[i] != (i / w == 5 ? -7 : i == 7 ? -9 : data[i]);
    std::printf("bounds: %d differ\n", differ);
    reduce<<<1, 32>>>(object, out);
    const auto reduced = all_of<int>(array, w, h, 1);
    std::printf("reductions: %d %d, %d by %d\n", reduced[0], reduced[1], out[0], out[1]);
}

// ---- texture and surface of one array

__global__ void twice(cudaTextureObject_t from, cudaSurfaceObject_t to) {
    const float x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(2 * tex2D<float>(from, x + 0.5f, y + 0.5f), to, threadIdx.x * 4, threadIdx.y);
}

static void chains() {
    const cudaArray_t first = made<float>(16, 16, 0, 0), second = made<float>(16, 16, 0, 0);
    std::vector<float> data(256);
    for (int i = 0; i < 256; i++) data[i] = i;
    OK(cudaMemcpy2DToArray(first, 0, 0, data.data(), 64, 64, 16, cudaMemcpyHostToDevice));
    cudaTextureDesc how{};
    cudaTextureObject_t textures[2];
    const cudaSurfaceObject_t surfaces[] = {surface(first), surface(second)};
    const cudaResourceDesc resources[] = {of_array(first), of_array(second)};
    for (int i = 0; i < 2; i++) OK(cudaCreateTextureObject(&textures[i], &resources[i], &how, nullptr));
    for (int i = 0; i < 4; i++) twice<<<1, dim3(16, 16)>>>(textures[i % 2], surfaces[1 - i % 2]);
    const auto after = all_of<float>(first, 16, 16, 1);
    int differ = 0;
    for (int i = 0; i < 256; i++) differ += after[i] != 16 * i;
    std::printf("chains: %d differ\n", differ);
}

// ---- copies

static void copies() {
    int differ = 0;
    const int w = 10, h = 12;
    std::vector<short> data(w * h), back(w * h);
    for (int i = 0; i < w * h; i++) data[i] = i * 3;
    const cudaArray_t array = made<short>(w, h, 0, 0), other = made<short>(w, h, 0, 0);
    // Bytes that follow each other, from the middle of a row on, in three pieces.
    OK(cudaMemset(nullptr, 0, 0));
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
    OK(cudaMemcpyToArray(array, 0, 0, data.data(), w * h * 2, cudaMemcpyHostToDevice));
    OK(cudaMemcpyToArray(array, 6, 1, data.data(), 70, cudaMemcpyHostToDevice));
    OK(cudaMemcpyFromArray(back.data(), array, 0, 0, w * h * 2, cudaMemcpyDeviceToHost));
    std::printf("%s\n", cudaGetErrorName(cudaMemcpyToArray(array, 18, h - 1, data.data(), 4, cudaMemcpyHostToDevice)));
    _Pragma("GCC diagnostic pop")
    cudaGetLastError();
    for (int i = 0; i < w * h; i++) differ += back[i] != (i >= 13 && i < 48 ? data[i - 13] : data[i]);
    // A part of one array to another, and back in a stream.
    OK(cudaMemcpy2DToArray(other, 0, 0, data.data(), w * 2, w * 2, h, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DArrayToArray(other, 4, 2, array, 6, 1, 8, 3));
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    std::vector<short> part(4 * 5, -1);
    OK(cudaMemcpy2DFromArrayAsync(part.data(), 10, other, 4, 2, 8, 4, cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamSynchronize(stream));
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 5; x++) {
            const short is = x == 4 ? -1 : y == 3 ? data[(y + 2) * w + x + 2] : back[(y + 1) * w + x + 3];
            differ += part[y * 5 + x] != is;
        }
    // From an array to an array and to device memory, a box within boxes, kept in a graph.
    const cudaArray_t volume = made<int2>(5, 4, 3, 0), target = made<int2>(7, 6, 5, 0);
    std::vector<int2> boxes(60);
    for (int i = 0; i < 60; i++) boxes[i] = make_int2(i, -i);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(boxes.data(), 40, 5, 4);
    copy.dstArray = volume;
    copy.extent = make_cudaExtent(5, 4, 3);
    copy.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&copy));
    copy = cudaMemcpy3DParms{};
    copy.srcArray = volume;
    copy.srcPos = make_cudaPos(1, 1, 1);
    copy.dstArray = target;
    copy.dstPos = make_cudaPos(3, 2, 3);
    copy.extent = make_cudaExtent(3, 2, 2);
    copy.kind = cudaMemcpyDeviceToDevice;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    OK(cudaMemcpy3DAsync(&copy, stream));
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaGraphInstantiate(&executable, graph, 0));
    OK(cudaGraphLaunch(executable, stream));
    const auto found = all_of<int2>(target, 7, 6, 5);
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 3; x++) {
                const int from = ((z + 1) * 4 + y + 1) * 5 + x + 1;
                const int2 v = found[((z + 3) * 6 + y + 2) * 7 + x + 3];
                differ += v.x != from || v.y != -from;
            }
    copy.dstPos = make_cudaPos(5, 2, 3);
    std::printf("copies: %d differ, %s\n", differ, cudaGetErrorName(cudaMemcpy3D(&copy)));
    cudaGetLastError();

    cudaChannelFormatDesc channels;
    cudaExtent extent;
    unsigned flags;
    OK(cudaArrayGetInfo(&channels, &extent, &flags, made<uchar2>(6, 0, 2, cudaArrayLayered)));
    std::printf("%d %d %d %d, %zu %zu %zu, %u\n", channels.x, channels.y, channels.z, channels.f, extent.width,
                extent.height, extent.depth, flags);
    OK(cudaGetChannelDesc(&channels, volume));
    const cudaResourceDesc plain = of_array(target);
    cudaArray_t no_surface;
    const cudaChannelFormatDesc three = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
    std::printf("%d %d %d, %s", channels.x, channels.y, channels.f,
                cudaGetErrorName(cudaMallocArray(&no_surface, &three, 4, 4)));
    OK(cudaMallocArray(&no_surface, &channels, 4, 4));
    cudaSurfaceObject_t none;
    const cudaResourceDesc resource = of_array(no_surface);
    std::printf(" %s", cudaGetErrorName(cudaCreateSurfaceObject(&none, &resource)));
    OK(cudaFreeArray(no_surface));
    std::printf(" %s\n", cudaGetErrorName(cudaFree(target)));
    cudaGetLastError();
    OK(cudaCreateSurfaceObject(&none, &plain));
}

// ---- the driver

template <typename Call>
static Call driver(const char* name) {
    void* call = nullptr;
    cudaDriverEntryPointQueryResult found;
    OK(cudaGetDriverEntryPointByVersion(name, &call, 13000, 0, &found));
    return Call(call);
}
#define DRIVER(name) driver<decltype(&name)>(#name)

__global__ void read_driver(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex2D<float>(texture, (threadIdx.x + 1) / 4.0f, 0.5f);
}

static void of_driver() {
    CUDA_ARRAY3D_DESCRIPTOR volume{};
    volume.Width = 4, volume.Height = 2, volume.Format = CU_AD_FORMAT_UNSIGNED_INT8, volume.NumChannels = 1;
    volume.Flags = CUDA_ARRAY3D_SURFACE_LDST;
    CUarray array;
    OK(DRIVER(cuArray3DCreate)(&array, &volume));
    const unsigned char data[] = {0, 51, 102, 255, 0, 51, 102, 255};
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = data, copy.srcPitch = 4;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
    copy.WidthInBytes = 4, copy.Height = 2;
    OK(DRIVER(cuMemcpy2D)(&copy));
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_ARRAY, resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC how{};
    how.filterMode = CU_TR_FILTER_MODE_LINEAR, how.flags = CU_TRSF_NORMALIZED_COORDINATES;
    CUtexObject texture;
    OK(DRIVER(cuTexObjectCreate)(&texture, &resource, &how, nullptr));
    float* out;
    OK(cudaMallocManaged(&out, 16));
    read_driver<<<1, 4>>>(texture, out);
    OK(cudaDeviceSynchronize());
    std::printf("driver: %g %g %g %g", out[0], out[1], out[2], out[3]);
    CUDA_ARRAY_DESCRIPTOR plane;
    OK(DRIVER(cuArrayGetDescriptor)(&plane, array));
    unsigned char back[4];
    CUDA_MEMCPY3D box{};
    box.srcMemoryType = CU_MEMORYTYPE_ARRAY, box.srcArray = array, box.srcXInBytes = 1, box.srcY = 1;
    box.dstMemoryType = CU_MEMORYTYPE_HOST, box.dstHost = back, box.dstXInBytes = 1, box.dstPitch = 4, box.dstHeight = 1;
    box.WidthInBytes = 3, box.Height = 1, box.Depth = 1;
    OK(DRIVER(cuMemcpy3D)(&box));
    CUDA_RESOURCE_DESC told;
    OK(DRIVER(cuTexObjectGetResourceDesc)(&told, texture));
    std::printf(", %zu %zu %d %u, %d %d %d, %d\n", plane.Width, plane.Height, plane.Format, plane.NumChannels, back[1],
                back[2], back[3], told.res.array.hArray == array);
    CUsurfObject surface;
    OK(DRIVER(cuSurfObjectCreate)(&surface, &resource));
    OK(DRIVER(cuSurfObjectDestroy)(surface));
    OK(DRIVER(cuTexObjectDestroy)(texture));
    OK(DRIVER(cuArrayDestroy)(array));

    // A line of the driver.
    CUDA_ARRAY_DESCRIPTOR line{};
    line.Width = 8, line.Format = CU_AD_FORMAT_FLOAT, line.NumChannels = 1;
    OK(DRIVER(cuArrayCreate)(&array, &line));
    const float floats[] = {1, 2, 3, 4, 5, 6, 7, 8};
    float floats_back[3];
    OK(DRIVER(cuMemcpyHtoA)(array, 0, floats, 32));
    OK(DRIVER(cuMemcpyAtoH)(floats_back, array, 8, 12));
    std::printf("%g %g %g\n", floats_back[0], floats_back[1], floats_back[2]);
    // The last part: every call fails after the trap.
    const cudaArray_t last = made<int>(8, 6, 0, 0);
    trap<<<1, 8>>>(::surface(last));
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

int main() {
    // What was printed before a crash is seen.
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    geometries();
    bounds();
    chains();
    copies();
    of_driver();
}
