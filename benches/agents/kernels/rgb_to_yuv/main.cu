#include "../common.cuh"

using Byte = unsigned char;
void solve(const Byte* rgb, Byte* y, Byte* u, Byte* v, int pixels);

int main(int count, char** words) {
    Options options(count, words);
    int pixels = options.small ? 2097152 : 3840 * 2160;
    Random random(options.seed);
    Buffer<Byte> rgb(3 * size_t(pixels)), y(pixels), u(pixels), v(pixels);
    for (int round = 0; round < 3; round++) {
        std::vector<Byte> image(rgb.count), ys(pixels), us(pixels), vs(pixels);
        for (Byte& byte : image) byte = Byte(random.next() >> 56);
        rgb.set(image);
        y.spoil(), u.spoil(), v.spoil();
        solve(rgb.data, y.data, u.data, v.data, pixels);
        finish();
        for (int i = 0; i < pixels; i++) {
            int r = image[3 * i], g = image[3 * i + 1], b = image[3 * i + 2];
            ys[i] = Byte(((269484 * r + 528482 * g + 102760 * b + 524288) >> 20) + 16);
            us[i] = Byte(((-155189 * r - 305135 * g + 460324 * b + 524288) >> 20) + 128);
            vs[i] = Byte(((460324 * r - 385875 * g - 74449 * b + 524288) >> 20) + 128);
        }
        compare(y.get(), ys, 0, 0), compare(u.get(), us, 0, 0), compare(v.get(), vs, 0, 0);
    }
    return right();
}
