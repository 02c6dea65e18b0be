struct Body { float x, y, z, vx, vy, vz, mass; };

__global__ void accelerate(const Body* bodies, float* accelerations, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < count; j++) {
        float dx = bodies[j].x - bodies[i].x;
        float dy = bodies[j].y - bodies[i].y;
        float dz = bodies[j].z - bodies[i].z;
        float square = dx * dx + dy * dy + dz * dz + 0.01;
        float scale = bodies[j].mass * (1.0 / (square * sqrt(square)));
        ax += dx * scale;
        ay += dy * scale;
        az += dz * scale;
    }
    accelerations[3 * i] = ax;
    accelerations[3 * i + 1] = ay;
    accelerations[3 * i + 2] = az;
}

void solve(const Body* bodies, float* accelerations, int count) {
    accelerate<<<(count + 127) / 128, 128>>>(bodies, accelerations, count);
}
