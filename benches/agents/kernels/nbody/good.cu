struct Body { float x, y, z, vx, vy, vz, mass; };

// A block has tiles of 512 bodies in shared memory; 8 lanes share the sum of one body.
constexpr int TILE = 512, LANES = 8;

__global__ void accelerate(const Body* __restrict__ bodies, float* __restrict__ accelerations,
                           int count) {
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * (blockDim.x / LANES) + threadIdx.x / LANES, lane = threadIdx.x % LANES;
    float x = bodies[i].x, y = bodies[i].y, z = bodies[i].z;
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < count; first += TILE) {
        __syncthreads();
        for (int j = threadIdx.x; j < TILE; j += blockDim.x) {
            const Body& body = bodies[first + j];
            tile[j] = make_float4(body.x, body.y, body.z, body.mass);
        }
        __syncthreads();
#pragma unroll 4
        for (int j = lane; j < TILE; j += LANES) {
            float4 other = tile[j];
            float dx = other.x - x, dy = other.y - y, dz = other.z - z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float scale = other.w * inverse * inverse * inverse;
            ax += dx * scale;
            ay += dy * scale;
            az += dz * scale;
        }
    }
#pragma unroll
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        ax += __shfl_xor_sync(~0u, ax, distance);
        ay += __shfl_xor_sync(~0u, ay, distance);
        az += __shfl_xor_sync(~0u, az, distance);
    }
    if (lane < 3) accelerations[3 * i + lane] = lane == 0 ? ax : lane == 1 ? ay : az;
}

void solve(const Body* bodies, float* accelerations, int count) {
    accelerate<<<count * LANES / 128, 128>>>(bodies, accelerations, count);
}
