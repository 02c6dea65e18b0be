// Bodies under gravity, leapfrog. Steps (step): half a kick, a drift, forces with the other half.
//
//     nvcc -O2 -lineinfo -o nbody nbody.cu -ldl

#include <cmath>
#include <vector>

#include "marks.cuh"

constexpr int COUNT = 4096;
constexpr float PACE = 1e-3f;

__global__ void kick(float3 *speed, const float3 *force) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    speed[i].x += 0.5f * PACE * force[i].x;
    speed[i].y += 0.5f * PACE * force[i].y;
    speed[i].z += 0.5f * PACE * force[i].z;
}

__global__ void drift(float3 *place, const float3 *speed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    place[i].x += PACE * speed[i].x;
    place[i].y += PACE * speed[i].y;
    place[i].z += PACE * speed[i].z;
}

__device__ float3 pull(const float3 *place, int i) {
    float3 sum = make_float3(0, 0, 0);
    const float3 here = place[i];
    for (int j = 0; j < COUNT; ++j) {
        const float x = place[j].x - here.x, y = place[j].y - here.y, z = place[j].z - here.z;
        const float near = rsqrtf(x * x + y * y + z * z + 1e-3f);
        const float share = near * near * near / COUNT;
        sum.x += share * x;
        sum.y += share * y;
        sum.z += share * z;
    }
    return sum;
}

__global__ void forces(float3 *force, const float3 *place) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < COUNT) force[i] = pull(place, i);
}

__global__ void forces_and_kick(float3 *force, float3 *speed, const float3 *place) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    force[i] = pull(place, i);
    speed[i].x += 0.5f * PACE * force[i].x;
    speed[i].y += 0.5f * PACE * force[i].y;
    speed[i].z += 0.5f * PACE * force[i].z;
}

__global__ void motion(float *sums, const float3 *speed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    atomicAdd(&sums[0], speed[i].x);
    atomicAdd(&sums[1], speed[i].y);
    atomicAdd(&sums[2], speed[i].z);
}

int main() {
    Marks marks("step");
    std::vector<float3> start(COUNT);
    srand(1);
    for (float3 &body : start) {
        body.x = rand() / float(RAND_MAX);
        body.y = rand() / float(RAND_MAX);
        body.z = rand() / float(RAND_MAX);
    }
    float3 *place = allocate<float3>(COUNT);
    float3 *speed = allocate<float3>(COUNT);
    float3 *force = allocate<float3>(COUNT);
    float *sums = allocate<float>(3);
    upload(place, start.data(), COUNT);

    forces<<<blocks(COUNT), 256>>>(force, place);
    for (int step = 0; step < 30; ++step) {
        marks.begin();
        kick<<<blocks(COUNT), 256>>>(speed, force);
        drift<<<blocks(COUNT), 256>>>(place, speed);
        forces_and_kick<<<blocks(COUNT), 256>>>(force, speed, place);
    }
    marks.other();
    motion<<<blocks(COUNT), 256>>>(sums, speed);

    float total[3];
    download(total, sums, 3);
    // Each pull has its opposite.
    expect(fabsf(total[0]) + fabsf(total[1]) + fabsf(total[2]) < 0.1f, "momentum");
    printf("%d bodies, 30 steps\n", COUNT);
    return 0;
}
