#include "../common.cuh"

using Byte = unsigned char;
void solve(const float* points, const float* corners, Byte* inside, int count, int edges);

// 0 or 1, or -1 if the point is too near to a corner's height or to an edge.
static int judge(const std::vector<float>& corner, float x, float y) {
    int edges = int(corner.size() / 2), odd = 0;
    for (int e = 0; e < edges; e++) {
        double x1 = corner[2 * e], y1 = corner[2 * e + 1];
        int next = e + 1 < edges ? e + 1 : 0;
        double x2 = corner[2 * next], y2 = corner[2 * next + 1];
        if (std::fabs(y1 - y) < 1e-5) return -1;
        if ((y1 > y) == (y2 > y)) continue;
        double cross = (x2 - x1) * (y - y1) / (y2 - y1) + x1;
        if (std::fabs(cross - x) < 1e-4) return -1;
        odd ^= x < cross;
    }
    return odd;
}

int main(int argc, char** words) {
    Options options(argc, words);
    int count = options.small ? 16384 : 1048576, edges = 128;
    Random random(options.seed);
    Buffer<float> points(2 * size_t(count)), corners(2 * size_t(edges));
    Buffer<Byte> inside(count);
    for (int round = 0; round < 3; round++) {
        std::vector<float> corner(corners.count), point(points.count);
        for (int e = 0; e < edges; e++) {
            double angle = 6.283185307 * e / edges, radius = random.uniform(0.5f, 1);
            corner[2 * e] = float(radius * std::cos(angle + 0.01));
            corner[2 * e + 1] = float(radius * std::sin(angle + 0.01));
        }
        std::vector<Byte> want(count);
        for (int i = 0; i < count; i++) {
            int found = -1;
            while (found < 0) {
                float x = random.uniform(-1, 1), y = random.uniform(-1, 1);
                point[2 * i] = x, point[2 * i + 1] = y;
                found = judge(corner, x, y);
            }
            want[i] = Byte(found);
        }
        points.set(point), corners.set(corner);
        inside.spoil();
        solve(points.data, corners.data, inside.data, count, edges);
        finish();
        compare(inside.get(), want, 0, 0);
    }
    return right();
}
