// Calls that cannot be inlined: recursion, virtual functions, tables of functions, the heap of
// kernels. The host computes the same; each line of the output has the number of differences.
#include <cstdio>
#include <vector>

#define OK(call)                                                                           \
    do {                                                                                   \
        const cudaError_t error = (call);                                                  \
        if (error != cudaSuccess) std::printf("%s: %s\n", #call, cudaGetErrorName(error)); \
    } while (0)

constexpr int threads = 64, blocks = 128, total = threads * blocks;

template <class T, class... Arguments>
static std::vector<T> run(void (*kernel)(T*, Arguments...), Arguments... arguments) {
    T* device;
    std::vector<T> host(total);
    OK(cudaMalloc(&device, total * sizeof(T)));
    OK(cudaMemset(device, 0, total * sizeof(T)));
    kernel<<<blocks, threads>>>(device, arguments...);
    OK(cudaGetLastError());
    OK(cudaMemcpy(host.data(), device, total * sizeof(T), cudaMemcpyDeviceToHost));
    OK(cudaFree(device));
    return host;
}

template <class T, class F>
static void compare(const char* name, const std::vector<T>& found, F expected) {
    int differ = 0;
    for (int i = 0; i < total; i++) differ += found[i] != expected(i);
    std::printf("%s: %d\n", name, differ);
}

// Two calls of itself, with registers that are kept; the depth differs from lane to lane.
__host__ __device__ __noinline__ unsigned fibonacci(unsigned n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__global__ void numbers(unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = fibonacci(i % 11) + 1000 * fibonacci(3);
}

// Depth by an argument, and functions that call each other.
__host__ __device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
__host__ __device__ unsigned odd(unsigned n);
__host__ __device__ __noinline__ unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
__host__ __device__ __noinline__ unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
__host__ __device__ unsigned deep(int i) {
    return ackermann(i % 3, i % 5) * 2 + even(i % 129);
}
__global__ void depths(unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = deep(i);
}

// An array of each call, whose address goes to the next one; a structure as argument and result.
struct Pair {
    double sum;
    int count;
    char mark;
};
__host__ __device__ __noinline__ Pair gathered(const int* above, int left, Pair so_far) {
    int own[6];
    for (int i = 0; i < 6; i++) own[i] = above[i] + i * left;
    so_far.sum += own[left % 6];
    so_far.count++;
    so_far.mark ^= static_cast<char>(own[5]);
    if (left == 0) return so_far;
    const Pair below = gathered(own, left - 1, so_far);
    return {below.sum + own[1], below.count, static_cast<char>(below.mark + 1)};
}
__host__ __device__ double gather(int i) {
    const int first[6] = {i, 1, 2, 3, 4, 5};
    const Pair pair = gathered(first, i % 7, {0.5, 0, 'a'});
    return pair.sum * 1000 + pair.count * 10 + pair.mark;
}
__global__ void frames(double* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = gather(i);
}

// Quicksort in shared memory, by the first lane of each warp.
__device__ __noinline__ void sort(int* first, int* last) {
    if (last - first < 2) return;
    const int middle = first[(last - first) / 2];
    int *left = first, *right = last - 1;
    while (left <= right) {
        while (*left < middle) left++;
        while (*right > middle) right--;
        if (left <= right) {
            const int swapped = *left;
            *left++ = *right;
            *right-- = swapped;
        }
    }
    sort(first, right + 1);
    sort(left, last);
}
__global__ void sorted(int* out) {
    __shared__ int values[threads];
    const int i = threadIdx.x;
    values[i] = (i * 37 + blockIdx.x) % threads;
    __syncthreads();
    if (i % 32 == 0) sort(values + i, values + i + 32);
    __syncthreads();
    out[blockIdx.x * threads + i] = i % 32 == 0 || values[i - 1] <= values[i];
}

// Objects that lanes make and destroy, with virtual functions of several kinds in one warp.
__device__ int destroyed;
struct Shape {
    int size;
    __host__ __device__ explicit Shape(int size) : size(size) {}
    __host__ __device__ virtual int area(int scale) const = 0;
    __host__ __device__ virtual ~Shape() {}
};
struct Square : Shape {
    using Shape::Shape;
    __host__ __device__ int area(int scale) const override { return size * size * scale; }
};
struct Strip : Shape {
    int length;
    __host__ __device__ Strip(int size, int length) : Shape(size), length(length) {}
    __host__ __device__ int area(int scale) const override { return size * length + scale; }
    __host__ __device__ ~Strip() override {
#ifdef __CUDA_ARCH__
        atomicAdd(&destroyed, 1);
#endif
    }
};
struct Halves : Strip {
    using Strip::Strip;
    __host__ __device__ int area(int scale) const override {
        return Strip::area(scale) / 2 + static_cast<int>(fibonacci(size % 6));
    }
};
__host__ __device__ int shaped(int i) {
    Shape* shape = i % 3 == 0 ? static_cast<Shape*>(new Square(i % 17))
                 : i % 3 == 1 ? static_cast<Shape*>(new Strip(i % 13, 4))
                              : static_cast<Shape*>(new Halves(i % 11, 6));
    const int area = shape->area(i % 5);
    delete shape;
    return area;
}
__global__ void shapes(int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = shaped(i);
}

// Functions in global and constant memory, one by a parameter, and one that votes with the lanes
// that have come to it.
using Function = int (*)(int);
__host__ __device__ __noinline__ int thrice(int x) { return 3 * x; }
__host__ __device__ __noinline__ int less(int x) { return x - 7; }
__host__ __device__ __noinline__ int folded(int x) { return x < 2 ? 1 : folded(x / 2) + less(x); }
__device__ __noinline__ int together(int) { return __popc(__activemask()); }
__device__ Function table[4] = {thrice, less, folded, together};
__constant__ Function fixed[2] = {less, thrice};
__global__ void chosen(int* out, Function given) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[i % 4](i) + 10000 * fixed[i % 2](i % 9) + given(i);
}
static int choice(int i) {
    const Function host[] = {thrice, less, folded};
    const int own = i % 4 == 3 ? 8 : host[i % 4](i);
    return own + 10000 * (i % 2 == 0 ? less : thrice)(i % 9) + folded(i);
}

// Memory that one kernel takes and another gives back; and more than there is.
__global__ void take(int** out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = static_cast<int*>(malloc(4 * (1 + i % 5)));
    for (int j = 0; j <= i % 5; j++) out[i][j] = i + j;
}
__global__ void give_back(int* out, int** taken) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j <= i % 5; j++) out[i] += taken[i][j];
    free(taken[i]);
    if (i == 0) out[i] += malloc(size_t{1} << 40) == nullptr ? 0 : 1;
}

__global__ void find(Function* out) { out[0] = table[2]; }

int main() {
    // The deepest calls need more than the default of 1 KiB.
    OK(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10));
    compare("two calls", run(numbers), [](int i) { return fibonacci(i % 11) + 2000; });
    compare("depth", run(depths), deep);
    compare("frames", run(frames), gather);
    compare("quicksort", run(sorted), [](int) { return 1; });
    compare("virtual", run(shapes), shaped);
    int gone = 0;
    OK(cudaMemcpyFromSymbol(&gone, destroyed, 4));
    std::printf("destroyed: %d\n", gone - (total - (total + 2) / 3));
    Function* found;
    Function given;
    OK(cudaMalloc(&found, 8));
    find<<<1, 1>>>(found);
    OK(cudaMemcpy(&given, found, 8, cudaMemcpyDeviceToHost));
    compare("tables", run(chosen, given), choice);
    int** taken;
    OK(cudaMalloc(&taken, total * sizeof(int*)));
    take<<<blocks, threads>>>(taken);
    compare("heap", run(give_back, taken), [](int i) {
        const int count = 1 + i % 5;
        return count * i + count * (count - 1) / 2;
    });
    return 0;
}
