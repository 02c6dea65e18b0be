// Maximum noise fraction of a hyperspectral image, after Fang et al., section 8. A step in one of
// its versions, or the whole:
//
//     mnf filtering|covariance|transformation VERSION [IMAGE] [LAUNCHES]
//     mnf cuda|cublas|serial IMAGE [SHARE]
//
// IMAGE is 0 (tiny) to 3; the times are of 5 launches unless told otherwise. SHARE 4 takes the
// first quarter of the rows: a serial run of image 3 takes minutes.

#include <memory>

#include "covariance.cuh"
#include "cublas.cuh"
#include "serial.cuh"

static const char* words(Image size) {
    static char text[64];
    std::snprintf(text, sizeof text, "%d bands of %d x %d", size.bands, size.height, size.width);
    return text;
}

// Whether about `count` of `all` places are right, the first and the last among them.
template <typename Check>
static bool sampled(size_t all, size_t count, Check right) {
    const size_t step = std::max<size_t>(1, all / count);
    for (size_t place = 0; place < all; place += step) {
        if (!right(place)) return false;
    }
    return right(all - 1);
}

static bool near(double value, double expected, double error) {
    return std::abs(value - expected) <= error;
}

static int filtering(int version, Image size, int launches) {
    unsigned char* image = image_on_device(size);
    short* result = on_device<short>(size.bytes());
    const float time = milliseconds(launches, [&] { filter(version, image, result, size); });
    const auto bytes = on_host(image, size.bytes());
    const auto values = on_host(result, size.bytes());
    const bool right = sampled(size.bytes(), 1000003, [&](size_t place) {
        const size_t band = place / size.pixels(), pixel = place % size.pixels();
        return values[place] == noise(&bytes[band * size.pixels()], int(pixel / size.width),
                                      int(pixel % size.width), size, version == 0);
    });
    CHECK(cudaFree(image));
    CHECK(cudaFree(result));
    return report("filtering", version, words(size), time, right);
}

static int covariance(int version, Image size, int launches) {
    unsigned char* image = image_on_device(size);
    Covariance all(size, version == 0);
    all.find_means(image);
    const float time = milliseconds(launches, [&] { all.find(version, image); });
    const Matrix found = all.matrix();
    const auto bytes = on_host(image, size.bytes());
    const size_t bands = size.bands, pixels = size.pixels();
    const bool right = sampled(bands * bands, 24, [&](size_t place) {
        const size_t i = place / bands, j = place % bands;
        const double expected = covariance_of(&bytes[i * pixels], &bytes[j * pixels], pixels);
        return near(found[place], expected, 1e-3 * std::sqrt(found[i * bands + i] * found[j * bands + j]));
    });
    CHECK(cudaFree(image));
    return report("covariance", version, words(size), time, right);
}

static bool right_components(const std::vector<unsigned char>& image, const std::vector<float>& matrix,
                             const std::vector<float>& result, Image size) {
    return sampled(result.size(), 20011, [&](size_t place) {
        const int component = int(place / size.pixels());
        const float expected = serial_component(image.data(), matrix, component, place % size.pixels(), size);
        return near(result[place], expected, 1e-2 + 1e-3 * std::abs(expected));
    });
}

static int transformation(int version, Image size, int launches) {
    unsigned char* image = image_on_device(size);
    std::vector<float> matrix(size.bands * components);
    for (size_t i = 0; i < matrix.size(); i++) matrix[i] = (int(mixed(unsigned(i)) % 2001) - 1000) / 1000.f;
    float* device_matrix = on_device(matrix);
    CHECK(cudaMemcpyToSymbol(weights, matrix.data(), matrix.size() * sizeof(float)));
    float* result = on_device<float>(components * size.pixels());
    const float time = milliseconds(launches, [&] { transform(version, image, device_matrix, result, size); });
    const bool right = right_components(on_host(image, size.bytes()), matrix,
                                        on_host(result, components * size.pixels()), size);
    CHECK(cudaFree(image));
    CHECK(cudaFree(device_matrix));
    CHECK(cudaFree(result));
    return report("transformation", version, words(size), time, right);
}

// The noise is white in the result: the variance of each component is its ratio.
static bool right_ratios(const Transformation& found, const std::vector<float>& result, Image size) {
    const size_t pixels = size.pixels();
    for (int component = 0; component < components; component += components - 1) {
        const float* values = &result[component * pixels];
        const double variance = covariance_of(values, values, pixels);
        if (!near(variance, found.ratios[component], 5e-3 * found.ratios[component])) return false;
    }
    return true;
}

// All steps with the last version of each kernel. The CPU decomposes the covariance of the noise
// while the GPU computes that of the image.
static int whole(Image size, bool by_cublas) {
    unsigned char* image = image_on_device(size);
    const auto bytes = on_host(image, size.bytes());
    const size_t pixels = size.pixels();
    std::vector<float> values(components * pixels);
    short* noises = on_device<short>(size.bytes());
    float* result = on_device<float>(values.size());
    Covariance all(size);
    const auto blas = by_cublas ? std::make_unique<Cublas>(size) : nullptr;
    const auto start_covariance = [&](const auto* data) {
        all.find_means(data);
        if (!blas) return all.find(5, data);
        blas->covariance(data, all.means, all.result);
    };

    const double start = seconds();
    CHECK(cudaMemcpy(image, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
    filter(3, image, noises, size);
    start_covariance(noises);
    const Matrix of_noise = all.matrix();
    start_covariance(image);
    const double before = seconds();
    const Matrix p = whitening(of_noise, size.bands);
    double small = seconds() - before;
    const Matrix of_image = all.matrix();
    const double again = seconds();
    const Transformation found = transformation(p, of_image, size.bands);
    small += seconds() - again;
    CHECK(cudaMemcpyToSymbol(weights, found.weights.data(), found.weights.size() * sizeof(float)));
    transform(2, image, nullptr, result, size);
    CHECK(cudaMemcpy(values.data(), result, values.size() * sizeof(float), cudaMemcpyDeviceToHost));
    const double time = seconds() - start;

    bool right = right_components(bytes, found.weights, values, size) && right_ratios(found, values, size);
    if (size.bands < 224) {
        const Serial expected = serial(bytes, size);
        for (int i = 0; i < size.bands; i++) {
            right &= near(found.ratios[i], expected.found.ratios[i], 1e-2 * expected.found.ratios[i]);
        }
    }
    std::printf("%s MNF, %s: %.2f ms, of these %.2f ms S3 and S5 to S7 on the CPU, %s\n",
                by_cublas ? "cuBLAS" : "CUDA", words(size), time * 1e3, small * 1e3,
                right ? "correct" : "WRONG");
    for (void* memory : {(void*)image, (void*)noises, (void*)result}) CHECK(cudaFree(memory));
    return right ? 0 : 1;
}

static int on_cpu(Image size) {
    std::vector<unsigned char> image(size.bytes());
    for (size_t i = 0; i < image.size(); i++) {
        const size_t pixel = i % size.pixels();
        image[i] = made(int(i / size.pixels()), int(pixel / size.width), int(pixel % size.width));
    }
    const Serial run = serial(image, size);
    const bool right = right_ratios(run.found, run.result, size);
    std::printf("serial MNF, %s: %.2f ms: filtering %.2f, covariances %.2f, small matrices %.2f, "
                "transformation %.2f, %s\n",
                words(size), run.whole() * 1e3, run.filtering * 1e3, run.covariances * 1e3,
                run.small * 1e3, run.transforming * 1e3, right ? "correct" : "WRONG");
    return right ? 0 : 1;
}

static int usage() {
    std::fprintf(stderr, "usage: mnf filtering|covariance|transformation VERSION [IMAGE] [LAUNCHES]\n"
                         "       mnf cuda|cublas|serial IMAGE [SHARE]\n");
    return 2;
}

int main(int argc, char** argv) {
    if (argc < 3) return usage();
    const auto is = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
    const bool step = is("filtering") || is("covariance") || is("transformation");
    const long image = step ? number(argc, argv, 3, 1) : number(argc, argv, 2, 1);
    const int version = int(number(argc, argv, 2, 0));
    const int last = number(argc, argv, step ? 4 : 3, step ? 5 : 1);
    if (image < 0 || image > 3 || last < 1) return usage();
    Image size = images[image];
    if (step) {
        const int versions = is("covariance") ? 5 : is("filtering") ? 3 : 2;
        if (version < 0 || version > versions) return usage();
        if (is("filtering")) return filtering(version, size, last);
        if (is("covariance")) return covariance(version, size, last);
        return transformation(version, size, last);
    }
    size.height /= last;
    if (is("serial")) return on_cpu(size);
    if (is("cuda") || is("cublas")) return whole(size, is("cublas"));
    return usage();
}
