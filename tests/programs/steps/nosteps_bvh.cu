// One picture of a hilly ground, without steps: triangles, a tree of boxes over them by Morton
// codes (sorted by a bitonic network), rays of light and of shade, then a glow, an exposure and a
// curve.
//
//     ./nosteps_bvh [SIZE [PICTURE]]

#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "marks.cuh"

constexpr int BLOCK = 256, DEPTH = 64;

struct Vector {
    float x, y, z;
};

struct Box {
    Vector low, high;
};

struct Node {
    int left, right, parent, flag;
};

__device__ Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ Vector operator*(Vector a, float b) { return {a.x * b, a.y * b, a.z * b}; }
__device__ float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ Vector cross(Vector a, Vector b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
__device__ Vector least(Vector a, Vector b) {
    return {fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)};
}
__device__ Vector most(Vector a, Vector b) {
    return {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)};
}
__device__ Vector normalized(Vector a) { return a * rsqrtf(fmaxf(dot(a, a), 1e-20f)); }
__device__ unsigned mixed(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

// The ground.

__global__ void make_heights(float *heights, int size) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= size * size) return;
    float x = (float)(own % size) / size, y = (float)(own / size) / size, sum = 0;
    for (int octave = 0; octave < 6; octave++) {
        float scale = 3.0f * (1 << octave);
        sum += sinf(scale * x + 1.7f * octave) * cosf(scale * y - octave) / (1 << octave);
    }
    heights[own] = 0.12f * sum + 0.002f * (mixed(own) & 1023) / 1023.0f;
}

__global__ void smooth(const float *from, float *to, int size, int shift) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= size * size) return;
    int before = max(own - shift, 0), after = min(own + shift, size * size - 1);
    to[own] = 0.25f * from[before] + 0.5f * from[own] + 0.25f * from[after];
}

__global__ void make_vertices(const float *heights, Vector *vertices, int size) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= size * size) return;
    vertices[own] = {(float)(own % size) / (size - 1), heights[own],
                     (float)(own / size) / (size - 1)};
}

__global__ void make_triangles(int *triangles, int size) {
    int own = blockIdx.x * blockDim.x + threadIdx.x, side = size - 1;
    if (own >= side * side) return;
    int corner = own / side * size + own % side;
    int *first = triangles + own * 6;
    first[0] = corner, first[1] = corner + size, first[2] = corner + 1;
    first[3] = corner + 1, first[4] = corner + size, first[5] = corner + size + 1;
}

__global__ void add_normals(const Vector *vertices, const int *triangles, float *normals,
                            int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    const int *corners = triangles + own * 3;
    Vector a = vertices[corners[0]];
    Vector normal = cross(vertices[corners[1]] - a, vertices[corners[2]] - a);
    for (int i = 0; i < 3; i++) {
        atomicAdd(&normals[corners[i] * 3], normal.x);
        atomicAdd(&normals[corners[i] * 3 + 1], normal.y);
        atomicAdd(&normals[corners[i] * 3 + 2], normal.z);
    }
}

// The tree.

__global__ void make_boxes(const Vector *vertices, const int *triangles, Box *boxes, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    const int *corners = triangles + own * 3;
    Vector a = vertices[corners[0]], b = vertices[corners[1]], c = vertices[corners[2]];
    boxes[own] = {least(a, least(b, c)), most(a, most(b, c))};
}

__global__ void join_boxes(const Box *boxes, Box *joined, int count) {
    __shared__ Box partial[BLOCK];
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    Box none = {{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}};
    partial[threadIdx.x] = own < count ? boxes[own] : none;
    __syncthreads();
    for (int half = BLOCK / 2; half; half /= 2) {
        if ((int)threadIdx.x < half) {
            Box other = partial[threadIdx.x + half];
            partial[threadIdx.x].low = least(partial[threadIdx.x].low, other.low);
            partial[threadIdx.x].high = most(partial[threadIdx.x].high, other.high);
        }
        __syncthreads();
    }
    if (!threadIdx.x) joined[blockIdx.x] = partial[0];
}

__device__ unsigned long long spread(unsigned long long x) {
    x &= 0x3ff;
    x = (x | x << 16) & 0x30000ff;
    x = (x | x << 8) & 0x300f00f;
    x = (x | x << 4) & 0x30c30c3;
    return (x | x << 2) & 0x9249249;
}

// The code of a middle above, the number of the triangle below. What is beyond the end is last.
__global__ void make_keys(const Box *boxes, const Box *whole, unsigned long long *keys, int count,
                          int padded) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= padded) return;
    if (own >= count) {
        keys[own] = ~0ull;
        return;
    }
    Vector size = whole->high - whole->low;
    Vector at = (boxes[own].low + boxes[own].high) * 0.5f - whole->low;
    unsigned long long code = spread(1023 * at.x / fmaxf(size.x, 1e-6f)) << 2 |
                              spread(1023 * at.y / fmaxf(size.y, 1e-6f)) << 1 |
                              spread(1023 * at.z / fmaxf(size.z, 1e-6f));
    keys[own] = code << 32 | (unsigned)own;
}

__global__ void exchange(unsigned long long *keys, int span, int apart, int padded) {
    int own = blockIdx.x * blockDim.x + threadIdx.x, other = own ^ apart;
    if (own >= padded || other <= own) return;
    unsigned long long a = keys[own], b = keys[other];
    if ((a > b) == ((own & span) == 0)) {
        keys[own] = b;
        keys[other] = a;
    }
}

__device__ int common(const unsigned long long *keys, int count, int i, int j) {
    return j < 0 || j >= count ? -1 : __clzll(keys[i] ^ keys[j]);
}

// Karras: the range of each inner node, and where it parts. Leaves follow the inner nodes.
__global__ void make_nodes(const unsigned long long *keys, Node *nodes, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count - 1) return;
    int way = common(keys, count, i, i + 1) > common(keys, count, i, i - 1) ? 1 : -1;
    int shortest = common(keys, count, i, i - way), longest = 2;
    while (common(keys, count, i, i + longest * way) > shortest) longest *= 2;
    int length = 0;
    for (int step = longest / 2; step; step /= 2)
        if (common(keys, count, i, i + (length + step) * way) > shortest) length += step;
    int end = i + length * way, same = common(keys, count, i, end), split = 0;
    for (int step = length; step > 1;) {
        step = (step + 1) / 2;
        if (split + step < length && common(keys, count, i, i + (split + step) * way) > same)
            split += step;
    }
    int gap = i + split * way + min(way, 0);
    nodes[i].left = min(i, end) == gap ? count - 1 + gap : gap;
    nodes[i].right = max(i, end) == gap + 1 ? count + gap : gap + 1;
    nodes[nodes[i].left].parent = i;
    nodes[nodes[i].right].parent = i;
    if (!i) nodes[0].parent = -1;
}

__global__ void fit(const unsigned long long *keys, const Box *boxes, Node *nodes, Box *fitted,
                    int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    int node = count - 1 + own;
    fitted[node] = boxes[(unsigned)keys[own]];
    __threadfence();
    for (node = nodes[node].parent; node >= 0; node = nodes[node].parent) {
        // The second one to come goes on.
        if (!atomicAdd(&nodes[node].flag, 1)) return;
        __threadfence();
        Box a = fitted[nodes[node].left], b = fitted[nodes[node].right];
        fitted[node] = {least(a.low, b.low), most(a.high, b.high)};
        __threadfence();
    }
}

__global__ void add_areas(const Box *fitted, float *total, int inner) {
    __shared__ float partial[BLOCK];
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    float area = 0;
    if (own < inner) {
        Vector size = fitted[own].high - fitted[own].low;
        area = size.x * size.y + size.y * size.z + size.z * size.x;
    }
    partial[threadIdx.x] = area;
    __syncthreads();
    for (int half = BLOCK / 2; half; half /= 2) {
        if ((int)threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (!threadIdx.x) atomicAdd(total, partial[0]);
}

// Rays.

struct Scene {
    const Vector *vertices;
    const int *triangles;
    const unsigned long long *keys;
    const Node *nodes;
    const Box *fitted;
    int count;
};

struct Hit {
    float distance, u, v;
    int triangle;
};

__device__ bool enters(Box box, Vector from, Vector inverse, float far) {
    float near = 0;
    float a = (box.low.x - from.x) * inverse.x, b = (box.high.x - from.x) * inverse.x;
    near = fmaxf(near, fminf(a, b)), far = fminf(far, fmaxf(a, b));
    a = (box.low.y - from.y) * inverse.y, b = (box.high.y - from.y) * inverse.y;
    near = fmaxf(near, fminf(a, b)), far = fminf(far, fmaxf(a, b));
    a = (box.low.z - from.z) * inverse.z, b = (box.high.z - from.z) * inverse.z;
    near = fmaxf(near, fminf(a, b)), far = fminf(far, fmaxf(a, b));
    return near <= far;
}

__device__ void meet(const Scene &scene, int triangle, Vector from, Vector way, Hit &hit) {
    const int *corners = scene.triangles + triangle * 3;
    Vector a = scene.vertices[corners[0]];
    Vector ab = scene.vertices[corners[1]] - a, ac = scene.vertices[corners[2]] - a;
    Vector p = cross(way, ac);
    float determinant = dot(ab, p);
    if (fabsf(determinant) < 1e-12f) return;
    Vector t = from - a, q = cross(t, ab);
    float u = dot(t, p) / determinant, v = dot(way, q) / determinant;
    float distance = dot(ac, q) / determinant;
    if (u < 0 || v < 0 || u + v > 1 || distance < 1e-4f || distance >= hit.distance) return;
    hit = {distance, u, v, triangle};
}

__device__ Hit trace(const Scene &scene, Vector from, Vector way, float far, bool any) {
    Vector inverse = {1 / way.x, 1 / way.y, 1 / way.z};
    Hit hit = {far, 0, 0, -1};
    int stack[DEPTH], filled = 0;
    stack[filled++] = 0;
    while (filled) {
        int node = stack[--filled];
        if (!enters(scene.fitted[node], from, inverse, hit.distance)) continue;
        if (node >= scene.count - 1) {
            meet(scene, (unsigned)scene.keys[node - scene.count + 1], from, way, hit);
            if (any && hit.triangle >= 0) return hit;
        } else if (filled < DEPTH - 1) {
            stack[filled++] = scene.nodes[node].left;
            stack[filled++] = scene.nodes[node].right;
        }
    }
    return hit;
}

__device__ Vector way_of(int own, int side) {
    float x = (own % side + 0.5f) / side - 0.5f, y = 0.5f - (own / side + 0.5f) / side;
    return normalized({x, y - 0.35f, 0.9f});
}

__global__ void look(Scene scene, Hit *hits, int side) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= side * side) return;
    hits[own] = trace(scene, {0.5f, 0.6f, -0.8f}, way_of(own, side), 1e30f, false);
}

__global__ void shade(Scene scene, const Hit *hits, const float *normals, Vector *picture,
                      int side) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= side * side) return;
    Hit hit = hits[own];
    Vector way = way_of(own, side);
    if (hit.triangle < 0) {
        picture[own] = Vector{0.4f, 0.6f, 1.0f} * (1 + way.y);
        return;
    }
    const int *corners = scene.triangles + hit.triangle * 3;
    float shares[3] = {1 - hit.u - hit.v, hit.u, hit.v};
    Vector normal = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        const float *part = normals + corners[i] * 3;
        normal = normal + normalized({part[0], part[1], part[2]}) * shares[i];
    }
    normal = normalized(normal);
    Vector at = Vector{0.5f, 0.6f, -0.8f} + way * hit.distance + normal * 1e-3f;
    Vector sun = normalized({0.5f, 0.6f, -0.3f});
    bool lit = trace(scene, at, sun, 1e30f, true).triangle < 0;
    int open = 0;
    for (int i = 0; i < 4; i++) {
        unsigned chance = mixed(own * 4 + i);
        Vector other = {(chance & 1023) / 511.5f - 1, (chance >> 10 & 1023) / 511.5f - 1,
                        (chance >> 20 & 1023) / 511.5f - 1};
        open += trace(scene, at, normalized(normal + other * 0.9f), 0.2f, true).triangle < 0;
    }
    float light = 0.15f * open / 4 + (lit ? 1.5f * fmaxf(dot(normal, sun), 0.0f) : 0);
    picture[own] = Vector{0.5f, 0.45f, 0.3f} * light;
}

// The picture.

__global__ void bright(const Vector *picture, Vector *result, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    Vector color = picture[own];
    float luminance = dot(color, {0.2126f, 0.7152f, 0.0722f});
    result[own] = color * fminf(fmaxf(2 * (luminance - 0.6f), 0.0f), 1.0f);
}

__global__ void halve(const Vector *from, Vector *to, int side) {
    int own = blockIdx.x * blockDim.x + threadIdx.x, half = side / 2;
    if (own >= half * half) return;
    const Vector *corner = from + own / half * 2 * side + own % half * 2;
    to[own] = (corner[0] + corner[1] + corner[side] + corner[side + 1]) * 0.25f;
}

__global__ void double_onto(const Vector *from, Vector *to, int side, float share) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= side * side) return;
    to[own] = to[own] + from[own / side / 2 * (side / 2) + own % side / 2] * share;
}

__global__ void count_logs(const Vector *picture, int *counts, int count) {
    __shared__ int partial[64];
    if (threadIdx.x < 64) partial[threadIdx.x] = 0;
    __syncthreads();
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own < count) {
        float luminance = dot(picture[own], {0.2126f, 0.7152f, 0.0722f});
        int bin = (int)((log2f(fmaxf(luminance, 1e-4f)) + 10) * 4);
        atomicAdd(&partial[min(max(bin, 0), 63)], 1);
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&counts[threadIdx.x], partial[threadIdx.x]);
}

__global__ void expose(const int *counts, float *scale, int count) {
    int seen = 0, bin = 0;
    while (bin < 63 && (seen += counts[bin]) < count * 3 / 5) bin++;
    *scale = 0.35f / exp2f(bin / 4.0f - 10);
}

__global__ void curve(const Vector *picture, const float *scale, unsigned char *bytes, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    float parts[3] = {picture[own].x, picture[own].y, picture[own].z};
    for (int i = 0; i < 3; i++) {
        float x = parts[i] * *scale;
        x = x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
        bytes[own * 3 + i] = 255 * powf(fminf(fmaxf(x, 0.0f), 1.0f), 1 / 2.2f);
    }
}

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 300, side = argc > 2 ? atoi(argv[2]) : 512;
    int vertex_count = size * size, count = (size - 1) * (size - 1) * 2, pixels = side * side;
    Marks marks("none");

    float *heights = allocate<float>(vertex_count), *smoothed = allocate<float>(vertex_count);
    Vector *vertices = allocate<Vector>(vertex_count);
    int *triangles = allocate<int>(count * 3);
    float *normals = allocate<float>(vertex_count * 3);
    make_heights<<<blocks(vertex_count), BLOCK>>>(heights, size);
    smooth<<<blocks(vertex_count), BLOCK>>>(heights, smoothed, size, 1);
    smooth<<<blocks(vertex_count), BLOCK>>>(smoothed, heights, size, size);
    make_vertices<<<blocks(vertex_count), BLOCK>>>(heights, vertices, size);
    make_triangles<<<blocks(count / 2), BLOCK>>>(triangles, size);
    add_normals<<<blocks(count), BLOCK>>>(vertices, triangles, normals, count);

    int padded = 1;
    while (padded < count) padded *= 2;
    Box *boxes = allocate<Box>(count), *fitted = allocate<Box>(2 * count);
    Box *joined = allocate<Box>(blocks(count)), *whole = allocate<Box>(blocks(count));
    unsigned long long *keys = allocate<unsigned long long>(padded);
    Node *nodes = allocate<Node>(2 * count);
    float *total = allocate<float>(1);
    make_boxes<<<blocks(count), BLOCK>>>(vertices, triangles, boxes, count);
    join_boxes<<<blocks(count), BLOCK>>>(boxes, joined, count);
    for (int left = blocks(count); left > 1; left = blocks(left)) {
        join_boxes<<<blocks(left), BLOCK>>>(joined, whole, left);
        std::swap(joined, whole);
    }
    make_keys<<<blocks(padded), BLOCK>>>(boxes, joined, keys, count, padded);
    for (int span = 2; span <= padded; span *= 2)
        for (int apart = span / 2; apart; apart /= 2)
            exchange<<<blocks(padded), BLOCK>>>(keys, span, apart, padded);
    make_nodes<<<blocks(count), BLOCK>>>(keys, nodes, count);
    fit<<<blocks(count), BLOCK>>>(keys, boxes, nodes, fitted, count);
    add_areas<<<blocks(count), BLOCK>>>(fitted, total, count - 1);
    float area = 0;
    download(&area, total, 1);
    Box outer;
    download(&outer, fitted, 1);
    fprintf(stderr, "%d triangles, areas of boxes %.3f\n", count, area);
    expect(outer.low.x == 0 && outer.high.x == 1 && outer.high.z == 1, "the tree's box");

    Scene scene = {vertices, triangles, keys, nodes, fitted, count};
    Hit *hits = allocate<Hit>(pixels);
    Vector *picture = allocate<Vector>(pixels), *glow = allocate<Vector>(2 * pixels);
    look<<<blocks(pixels, 128), 128>>>(scene, hits, side);
    shade<<<blocks(pixels, 128), 128>>>(scene, hits, normals, picture, side);

    // The glow: what is bright, ever coarser, then added up again.
    int levels = 5;
    std::vector<Vector *> pyramid = {glow};
    bright<<<blocks(pixels), BLOCK>>>(picture, glow, pixels);
    for (int i = 0, now = side; i < levels; i++, now /= 2) {
        pyramid.push_back(pyramid.back() + now * now);
        halve<<<blocks(now * now / 4), BLOCK>>>(pyramid[i], pyramid[i + 1], now);
    }
    for (int i = levels - 1; i >= 0; i--) {
        int now = side >> i;
        Vector *onto = i ? pyramid[i] : picture;
        double_onto<<<blocks(now * now), BLOCK>>>(pyramid[i + 1], onto, now, i ? 0.8f : 0.1f);
    }
    int *counts = allocate<int>(64);
    float *scale = allocate<float>(1);
    unsigned char *bytes = allocate<unsigned char>(pixels * 3);
    count_logs<<<blocks(pixels), BLOCK>>>(picture, counts, pixels);
    expose<<<1, 1>>>(counts, scale, pixels);
    curve<<<blocks(pixels), BLOCK>>>(picture, scale, bytes, pixels);
    std::vector<unsigned char> shown(pixels * 3);
    download(shown.data(), bytes, pixels * 3);
    std::vector<Hit> seen(pixels);
    download(seen.data(), hits, pixels);
    double mean = 0;
    int met = 0;
    for (unsigned char byte : shown) mean += byte / (3.0 * pixels);
    for (const Hit &hit : seen) met += hit.triangle >= 0;
    expect(met > pixels / 10 && met < pixels, "ground in the picture");
    expect(mean > 1 && mean < 254, "the picture");
    if (argc > 3) {
        FILE *file = fopen(argv[3], "wb");
        fprintf(file, "P6 %d %d 255\n", side, side);
        fwrite(shown.data(), 1, shown.size(), file);
        fclose(file);
    }
    printf("mean of the picture %.3f, %.4f of it is ground\n", mean, (double)met / pixels);
}
