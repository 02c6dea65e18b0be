#include "../common.cuh"

struct Body { float x, y, z, vx, vy, vz, mass; };
void solve(const Body* bodies, float* accelerations, int count);

int main(int argc, char** words) {
    Options options(argc, words);
    int count = options.small ? 1536 : 8192;
    Random random(options.seed);
    Buffer<Body> bodies(count);
    Buffer<float> accelerations(3 * size_t(count));
    for (int round = 0; round < 3; round++) {
        std::vector<Body> all(count);
        for (Body& body : all) {
            auto v = random.floats(6, -1, 1);
            body = {v[0], v[1], v[2], v[3], v[4], v[5], random.uniform(0.1f, 1)};
        }
        bodies.set(all);
        accelerations.spoil();
        solve(bodies.data, accelerations.data, count);
        finish();
        // Single precision for each term lets the compiler use vectors; sums of 64 terms are short.
        std::vector<double> want(3 * size_t(count));
        std::vector<float> x(count), y(count), z(count), m(count);
        for (int j = 0; j < count; j++)
            x[j] = all[j].x, y[j] = all[j].y, z[j] = all[j].z, m[j] = all[j].mass;
        for (int i = 0; i < count; i++)
            for (int j0 = 0; j0 < count; j0 += 64) {
                float ax = 0, ay = 0, az = 0;
                for (int j = j0; j < j0 + 64; j++) {
                    float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
                    float square = dx * dx + dy * dy + dz * dz + 0.01f;
                    float scale = m[j] / (square * std::sqrt(square));
                    ax += dx * scale, ay += dy * scale, az += dz * scale;
                }
                want[3 * i] += ax, want[3 * i + 1] += ay, want[3 * i + 2] += az;
            }
        compare(accelerations.get(), want, 2e-2, 1e-3);
    }
    return right();
}
