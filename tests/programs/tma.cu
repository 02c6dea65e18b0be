// The Tensor Memory Accelerator: tiles of a matrix by tensor map (cp.async.bulk.tensor) and
// plain pieces of memory (cp.async.bulk), into shared memory and back. Copies run on beside
// the threads, which wait for them at a barrier in shared memory.
#include "../device/robust/driver.cuh"

#include <cuda/barrier>
#include <cudaTypedefs.h>

#include <utility>

constexpr int side = 1024, tile = 32, threads = 256, steps = 5;

using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace copies = cuda::device::experimental;

// What both kernels do with the numbers of a tile once it is there.
__device__ void change(int* numbers) {
    for (int i = threadIdx.x; i < tile * tile; i += threads) numbers[i] = 3 * numbers[i] + i;
    copies::fence_proxy_async_shared_cta();  // the copy back must see what threads wrote
    __syncthreads();
}

__device__ void start(Barrier* barrier) {
    if (threadIdx.x == 0) {
        init(barrier, threads);
        copies::fence_proxy_async_shared_cta();  // the copy must see the barrier
    }
    __syncthreads();
}

__global__ void by_tensor_map(const __grid_constant__ CUtensorMap map) {
    __shared__ alignas(128) int numbers[tile * tile];
    __shared__ alignas(Barrier) char memory[sizeof(Barrier)];
    Barrier* barrier = reinterpret_cast<Barrier*>(memory);
    const int x = blockIdx.x * tile, y = blockIdx.y * tile;
    start(barrier);
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        copies::cp_async_bulk_tensor_2d_global_to_shared(numbers, &map, x, y, *barrier);
        token = cuda::device::barrier_arrive_tx(*barrier, 1, sizeof(numbers));
    } else {
        token = barrier->arrive();
    }
    barrier->wait(std::move(token));
    change(numbers);
    if (threadIdx.x == 0) {
        copies::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, numbers);
        copies::cp_async_bulk_commit_group();
        copies::cp_async_bulk_wait_group_read<0>();
    }
}

__global__ void by_address(int* matrix) {
    __shared__ alignas(128) int numbers[tile * tile];
    __shared__ alignas(Barrier) char memory[sizeof(Barrier)];
    Barrier* barrier = reinterpret_cast<Barrier*>(memory);
    int* piece = matrix + blockIdx.x * tile * tile;
    start(barrier);
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        copies::cp_async_bulk_global_to_shared(numbers, piece, sizeof(numbers), *barrier);
        token = cuda::device::barrier_arrive_tx(*barrier, 1, sizeof(numbers));
    } else {
        token = barrier->arrive();
    }
    barrier->wait(std::move(token));
    change(numbers);
    if (threadIdx.x == 0) {
        copies::cp_async_bulk_shared_to_global(piece, numbers, sizeof(numbers));
        copies::cp_async_bulk_commit_group();
        copies::cp_async_bulk_wait_group_read<0>();
    }
}

static CUtensorMap tensor_map(int* matrix) {
    const auto encode =
        driver_function<PFN_cuTensorMapEncodeTiled_v12000>("cuTensorMapEncodeTiled", 12000);
    const cuuint64_t size[] = {side, side}, stride[] = {side * sizeof(int)};
    const cuuint32_t box[] = {tile, tile}, step[] = {1, 1};
    CUtensorMap map{};
    DRIVER(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, size, stride, box, step,
                  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                  CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}

int main() {
    std::vector<int> tiled(side * side);
    for (int i = 0; i < side * side; i++) tiled[i] = i % 1009;
    std::vector<int> pieces = tiled;
    const DeviceArray<int> by_map(tiled), by_piece(pieces);
    const CUtensorMap map = tensor_map(by_map.get());
    for (int step = 0; step < steps; step++) {
        by_tensor_map<<<dim3(side / tile, side / tile), threads>>>(map);
        CHECK(cudaGetLastError());
        by_address<<<side * side / (tile * tile), threads>>>(by_piece.get());
        CHECK(cudaGetLastError());
        for (int i = 0; i < side * side; i++) {
            const int x = i % side, y = i / side;
            tiled[i] = 3 * tiled[i] + y % tile * tile + x % tile;
            pieces[i] = 3 * pieces[i] + i % (tile * tile);
        }
    }
    CHECK(cudaDeviceSynchronize());
    require(by_map.host() == tiled, "by_tensor_map");
    require(by_piece.host() == pieces, "by_address");
    unsigned checksum = 0;
    for (int i = 0; i < side * side; i++) checksum = checksum * 31 + tiled[i] + 7 * pieces[i];
    std::printf("tma: %d launches of each kernel, checksum %u\n", steps, checksum);
}
