// Inputs of every primitive and what must come out of it, computed one element
// after the other on the host.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

namespace check {

template <class T> struct Data {
    uint64_t n = 0, m = 0, result_n = 0;
    T a{}, b{};
    std::vector<T> in, in2;
    std::vector<uint32_t> aux, index;
    std::vector<uint8_t> flags;

    std::vector<T> want;
    std::vector<double> scale; // of the tolerance, per element of want; empty: exact
    std::vector<uint32_t> want_aux;
    uint64_t want_count = 0;
    bool has_count = false;      // out_count is part of the result
    bool scalar_element = false; // the one element of want is the scalar result
    uint64_t ordered = 0;        // only so many of want in this order (partition)
};

inline bool starts(const std::string &name, const char *with) { return name.rfind(with, 0) == 0; }
inline bool ends(const std::string &name, const std::string &with) {
    return name.size() >= with.size() && name.compare(name.size() - with.size(), with.size(), with) == 0;
}
inline bool is_sort(const std::string &name) { return starts(name, "merge_sort.") || starts(name, "radix_sort."); }
inline bool is_segmented(const std::string &name) {
    return starts(name, "segmented_") || name == "search.load_balance";
}
inline bool by_key(const std::string &name) { return starts(name, "reduce_by_key") || starts(name, "scan_by_key"); }
// Whose input is ascending, whatever the distribution.
inline bool wants_sorted(const std::string &name) {
    return name == "merge" || starts(name, "set.") || name == "search.lower_bound";
}
inline bool has_second(const std::string &name) {
    return wants_sorted(name) || name == "equal" || name == "mismatch";
}
inline bool keeps_zero(const std::string &name) {
    return name == "transform_if" || name == "gather_if" || starts(name, "scatter");
}
inline bool sums(const std::string &name) {
    return name == "reduce.sum" || starts(name, "scan.") || is_segmented(name) || by_key(name) ||
           name == "histogram.even";
}
inline bool known(const std::string &name) {
    for (const char *other :
         {"fill", "sequence", "tabulate", "transform", "replace", "adjacent_difference", "transform_if", "equal",
          "mismatch", "copy", "copy.h2d", "transform.host", "gather", "gather_if", "scatter", "scatter_if", "count",
          "count_if", "reduce.min", "reduce.max", "reduce.argmin", "reduce.argmax", "reduce.sum",
          "reduce_by_key.sum", "segmented_reduce.sum", "histogram.even", "scan.inclusive", "scan.exclusive",
          "scan_by_key.inclusive", "segmented_scan.inclusive", "find", "search.lower_bound",
          "search.load_balance", "partition.if", "select.if", "select.flagged", "merge", "merge_sort.keys",
          "merge_sort.pairs", "radix_sort.keys", "radix_sort.pairs", "set.union", "set.intersection",
          "set.difference", "unique", "transpose"}) {
        if (name == other) return true;
    }
    return false;
}
// Distributions that make no difference are left out.
inline bool applies(const std::string &name, const std::string &dist) {
    if (dist == "uniform") return true;
    for (const char *other : {"fill", "sequence", "tabulate", "transform", "transform_if", "copy", "copy.h2d",
                              "transform.host", "transpose"}) {
        if (name == other) return false;
    }
    return true;
}

inline uint64_t hash(uint64_t x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

// A value of T from 64 random bits that grows with them.
template <class T> T value_of(uint64_t bits, bool coarse) {
    if constexpr (std::is_floating_point_v<T>) {
        if (coarse) return T(int64_t(bits >> 55) - 256) / T(256);
        const int shift = std::is_same_v<T, float> ? 40 : 11;
        return T(std::ldexp(double(bits >> shift), -(63 - shift)) - 1);
    } else if constexpr (std::is_signed_v<T>) {
        using U = std::make_unsigned_t<T>;
        return T(U(bits >> (64 - 8 * sizeof(T))) ^ (U(1) << (8 * sizeof(T) - 1)));
    } else {
        return T(bits >> (64 - 8 * sizeof(T)));
    }
}

template <class T>
std::vector<T> values(uint64_t n, const std::string &dist, bool coarse, bool sorted, uint64_t seed) {
    std::vector<T> out(n);
    for (uint64_t i = 0; i < n; ++i) {
        uint64_t bits = hash(i + seed * 0x100000001ull);
        if (dist == "constant") bits = hash(77);
        else if (dist == "few") bits = sorted ? (i * 16 / n) << 60 : (bits >> 60) << 60;
        else if (sorted || dist == "sorted") {
            // Ascending with a few repeats: evenly spaced, shaken by less than a step.
            const unsigned __int128 place = (static_cast<unsigned __int128>(i) << 64) / n;
            const uint64_t step = ~uint64_t(0) / n;
            bits = uint64_t(place) + (step > 1 ? bits % step : 0);
        }
        out[i] = value_of<T>(bits, coarse);
    }
    return out;
}

// m + 1 offsets into n items.
inline std::vector<uint32_t> offsets(uint64_t n, uint64_t m, const std::string &dist) {
    std::vector<uint32_t> out(m + 1, 0);
    if (dist == "constant") { // one giant among empty ones
        for (uint64_t j = m / 2 + 1; j <= m; ++j) out[j] = uint32_t(n);
    } else if (dist == "few") { // mostly empty
        for (uint64_t j = 1; j < m; ++j) out[j] = uint32_t(j / 16 * 16 * n / m);
    } else if (dist == "sorted") { // a power law
        for (uint64_t j = 1; j < m; ++j) {
            const double x = double(j) / double(m);
            out[j] = uint32_t(double(n) * x * x * x);
        }
    } else {
        for (uint64_t j = 1; j < m; ++j) out[j] = uint32_t(hash(j) % (n + 1));
        std::sort(out.begin() + 1, out.end() - (m > 0 ? 1 : 0));
    }
    out[0] = 0;
    if (m > 0) out[m] = uint32_t(n);
    return out;
}

template <class T> Data<T> make(const std::string &name, uint64_t n, const std::string &dist) {
    Data<T> d;
    d.n = n;
    const bool coarse = sums(name);
    const bool sorted = wants_sorted(name);
    d.a = value_of<T>(uint64_t(1) << 63, coarse); // the median
    d.b = value_of<T>(uint64_t(3) << 62, coarse);

    if (name == "gather" || name == "gather_if") d.m = n == 0 ? 0 : n + n / 3;
    else if (starts(name, "scatter")) d.m = n + n / 3;
    else if (name == "equal" || name == "mismatch") d.m = n;
    else if (is_segmented(name)) d.m = dist == "few" ? n / 2 + 3 : n / 37 + 1;
    else if (name == "histogram.even") d.m = dist == "few" ? 16 : dist == "sorted" ? 1000 : 256;
    else if (wants_sorted(name)) d.m = n / 2 + n / 16 + (dist == "few" ? 0 : 3);
    if (name == "transpose") {
        const uint64_t total = n;
        d.n = std::max<uint64_t>(1, uint64_t(std::sqrt(double(total))));
        d.m = total / d.n;
        if (total == 0) d.n = 0;
    }
    const uint64_t count = name == "transpose" ? d.n * d.m : n;

    if (name == "equal" || name == "mismatch") {
        d.in = values<T>(n, dist, false, false, 1);
        d.in2 = d.in;
        if (dist != "constant" && n > 0) d.in2[n * 3 / 4] = d.in2[n * 3 / 4] == T(1) ? T(0) : T(1);
    } else if (name == "search.load_balance") {
    } else if (name != "fill" && name != "sequence" && name != "tabulate") {
        d.in = values<T>(count, dist, coarse, sorted, 1);
    }
    if (name == "fill" || name == "sequence" || name == "tabulate") d.b = std::is_integral_v<T> ? T(3) : T(0.5);
    if (starts(name, "transform")) d.a = std::is_integral_v<T> ? T(3) : T(0.75);
    if (name == "unique") { // runs
        for (uint64_t i = 1; i < n; ++i) {
            if (hash(i) % 3) d.in[i] = d.in[i - 1];
        }
    }
    if (sorted) d.in2 = values<T>(d.m, dist, false, name != "search.lower_bound" || dist == "sorted", 2);
    // Some of the second range must occur in the first.
    if (starts(name, "set.") || name == "merge") {
        for (uint64_t j = 0; n > 0 && j < d.m; ++j) {
            // The smaller the value the more often, so that either range can hold more of it.
            const uint64_t place = hash(j) % n * (hash(j + 7) % n) / n;
            if (hash(j + 5) % 2) d.in2[j] = d.in[place];
        }
        std::sort(d.in2.begin(), d.in2.end());
    }
    if (name == "find" || name == "count" || name == "replace") {
        d.a = n > 0 ? d.in[n * 3 / 4] : T(1);
        if (name == "find" && dist == "constant") d.a = T(1); // not there
    }
    if (name == "histogram.even") {
        // The middle half of the values; a power of two a bin where m is one.
        if constexpr (std::is_floating_point_v<T>) {
            double width = 1.0 / 256;
            while (width * double(d.m) < 1.0) width *= 2;
            d.a = T(-0.5);
            d.b = T(-0.5 + width * double(d.m));
        } else {
            uint64_t width = 1;
            while (width * 2 * d.m < (uint64_t(1) << 31)) width *= 2;
            d.a = std::is_signed_v<T> ? T(-(int64_t(1) << 29)) : T(1) << 30;
            d.b = T(d.a + T(width * d.m));
        }
    }
    if (is_sort(name) && ends(name, "pairs")) {
        d.aux.resize(n);
        std::iota(d.aux.begin(), d.aux.end(), 0u);
    }
    if (by_key(name)) {
        d.aux.resize(n);
        uint32_t key = 7;
        for (uint64_t i = 0; i < n; ++i) {
            const uint64_t length = dist == "uniform" ? 8 : dist == "few" ? 1000 : dist == "sorted" ? 1 : ~0ull;
            if (i > 0 && hash(i) % length == 0) key += 1 + uint32_t(hash(i * 3) % 5);
            d.aux[i] = key;
        }
    }
    if (is_segmented(name)) {
        d.index = offsets(n, d.m, dist);
    } else if (starts(name, "gather")) {
        d.index.resize(d.m);
        for (uint64_t j = 0; j < d.m; ++j) {
            d.index[j] = uint32_t(dist == "uniform"  ? hash(j) % n
                                  : dist == "sorted" ? j % n
                                  : dist == "few"    ? (j * 16) % n
                                                     : n / 2);
        }
    } else if (starts(name, "scatter")) {
        d.index.resize(n);
        std::iota(d.index.begin(), d.index.end(), 0u);
        if (dist == "uniform") {
            for (uint64_t i = n; i > 1; --i) std::swap(d.index[i - 1], d.index[hash(i) % i]);
        } else if (dist == "constant") {
            std::reverse(d.index.begin(), d.index.end());
        } else if (dist == "few") {
            for (uint64_t i = 0; i < n; ++i) d.index[i] = uint32_t(d.m - 1 - i);
        }
    }
    if (name == "transform_if" || name == "scatter_if" || name == "select.flagged" || name == "gather_if") {
        d.flags.resize(name == "gather_if" ? d.m : n);
        for (uint64_t i = 0; i < d.flags.size(); ++i) {
            d.flags[i] = dist == "constant" ? 1 : dist == "few" ? i / 100 % 2 : dist == "sorted" ? hash(i) % 64 == 0
                                                                                                  : hash(i) % 2;
        }
    }
    d.result_n = ~uint64_t(0);
    return d;
}

// Sums as the header wants them: integers wrap, floats in a wider type.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double,
                                std::conditional_t<std::is_same_v<T, double>, long double,
                                                   std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>>;
template <class T> double size_of(T x) { return std::is_floating_point_v<T> ? std::fabs(double(x)) : 0.0; }

template <class T> void refer(const std::string &name, Data<T> &d) {
    using W = Wide<T>;
    constexpr bool FLOAT = std::is_floating_point_v<T>;
    const uint64_t n = d.n, m = d.m;
    auto count_is = [&](uint64_t count) {
        d.want_count = d.result_n = count;
        d.has_count = true;
    };
    auto near = [&](uint64_t i, W value, double scale) {
        d.want[i] = T(value);
        if (FLOAT) {
            if (d.scale.size() < d.want.size()) d.scale.resize(d.want.size());
            d.scale[i] = scale;
        }
    };
    auto affine = [&](uint64_t i) {
        near(i, W(d.a) * W(d.in[i]) + W(d.b), size_of(d.a) * size_of(d.in[i]) + size_of(d.b));
    };

    if (name == "fill") {
        d.want.assign(n, d.a);
    } else if (name == "sequence") {
        d.want.resize(n);
        for (uint64_t i = 0; i < n; ++i) near(i, W(d.a) + W(T(i)) * W(d.b), size_of(d.a) + double(i) * size_of(d.b));
    } else if (name == "tabulate") {
        d.want.resize(n);
        for (uint64_t i = 0; i < n; ++i) d.want[i] = T((uint32_t(i) * 2654435761u) >> 16);
    } else if (name == "transform" || name == "transform.host") {
        d.want.resize(n);
        for (uint64_t i = 0; i < n; ++i) affine(i);
    } else if (name == "transform_if") {
        d.want.assign(n, T(0));
        if (FLOAT) d.scale.assign(n, 0.0);
        for (uint64_t i = 0; i < n; ++i) {
            if (d.flags[i]) affine(i);
        }
    } else if (name == "replace") {
        d.want = d.in;
        std::replace(d.want.begin(), d.want.end(), T(d.a), d.b);
    } else if (name == "adjacent_difference") {
        d.want.resize(n);
        for (uint64_t i = 0; i < n; ++i) {
            if (i == 0) near(0, W(d.in[0]), size_of(d.in[0]));
            else near(i, W(d.in[i]) - W(d.in[i - 1]), size_of(d.in[i]) + size_of(d.in[i - 1]));
        }
    } else if (name == "equal") {
        count_is(d.in == d.in2 ? 1 : 0);
    } else if (name == "mismatch") {
        count_is(uint64_t(std::mismatch(d.in.begin(), d.in.end(), d.in2.begin()).first - d.in.begin()));
    } else if (name == "copy" || name == "copy.h2d") {
        d.want = d.in;
    } else if (starts(name, "gather")) {
        d.want.assign(m, T(0));
        for (uint64_t j = 0; j < m; ++j) {
            if (d.flags.empty() || d.flags[j]) d.want[j] = d.in[d.index[j]];
        }
    } else if (starts(name, "scatter")) {
        d.want.assign(m, T(0));
        for (uint64_t i = 0; i < n; ++i) {
            if (d.flags.empty() || d.flags[i]) d.want[d.index[i]] = d.in[i];
        }
    } else if (name == "count") {
        count_is(uint64_t(std::count(d.in.begin(), d.in.end(), d.a)));
    } else if (name == "count_if") {
        count_is(uint64_t(std::count_if(d.in.begin(), d.in.end(), [&](T x) { return x < d.a; })));
    } else if (name == "find") {
        count_is(uint64_t(std::find(d.in.begin(), d.in.end(), d.a) - d.in.begin()));
    } else if (name == "reduce.min" || name == "reduce.max") {
        d.want = {name == "reduce.min" ? *std::min_element(d.in.begin(), d.in.end())
                                       : *std::max_element(d.in.begin(), d.in.end())};
        d.scalar_element = true;
    } else if (name == "reduce.argmin") {
        count_is(uint64_t(std::min_element(d.in.begin(), d.in.end()) - d.in.begin()));
    } else if (name == "reduce.argmax") {
        count_is(uint64_t(std::max_element(d.in.begin(), d.in.end()) - d.in.begin()));
    } else if (name == "reduce.sum") {
        W sum = 0;
        double scale = 0;
        for (T x : d.in) sum += W(x), scale += size_of(x);
        d.want.resize(1);
        near(0, sum, scale);
        d.scalar_element = true;
    } else if (starts(name, "scan.")) {
        d.want.resize(n);
        W sum = 0;
        double scale = 0;
        for (uint64_t i = 0; i < n; ++i) {
            if (name == "scan.exclusive") near(i, sum, scale);
            sum += W(d.in[i]);
            scale += size_of(d.in[i]);
            if (name == "scan.inclusive") near(i, sum, scale);
        }
    } else if (name == "scan_by_key.inclusive") {
        d.want.resize(n);
        W sum = 0;
        double scale = 0;
        for (uint64_t i = 0; i < n; ++i) {
            if (i > 0 && d.aux[i] != d.aux[i - 1]) sum = 0, scale = 0;
            sum += W(d.in[i]);
            scale += size_of(d.in[i]);
            near(i, sum, scale);
        }
    } else if (name == "reduce_by_key.sum") {
        uint64_t runs = 0;
        W sum = 0;
        double scale = 0;
        std::vector<double> scales;
        for (uint64_t i = 0; i < n; ++i) {
            sum += W(d.in[i]);
            scale += size_of(d.in[i]);
            if (i + 1 == n || d.aux[i] != d.aux[i + 1]) {
                d.want_aux.push_back(d.aux[i]);
                d.want.push_back(T(sum));
                scales.push_back(scale);
                sum = 0, scale = 0;
                ++runs;
            }
        }
        if (FLOAT) d.scale = scales;
        count_is(runs);
    } else if (name == "segmented_reduce.sum") {
        d.want.resize(m);
        for (uint64_t j = 0; j < m; ++j) {
            W sum = 0;
            double scale = 0;
            for (uint64_t i = d.index[j]; i < d.index[j + 1]; ++i) sum += W(d.in[i]), scale += size_of(d.in[i]);
            near(j, sum, scale);
        }
    } else if (name == "segmented_scan.inclusive") {
        d.want.resize(n);
        for (uint64_t j = 0; j < m; ++j) {
            W sum = 0;
            double scale = 0;
            for (uint64_t i = d.index[j]; i < d.index[j + 1]; ++i) {
                sum += W(d.in[i]);
                scale += size_of(d.in[i]);
                near(i, sum, scale);
            }
        }
    } else if (name == "search.load_balance") {
        d.want_aux.resize(n);
        for (uint64_t j = 0; j < m; ++j) {
            for (uint64_t i = d.index[j]; i < d.index[j + 1]; ++i) d.want_aux[i] = uint32_t(j);
        }
    } else if (name == "histogram.even") {
        d.want_aux.assign(m, 0);
        for (T x : d.in) {
            if (x < d.a || !(x < d.b)) continue;
            if constexpr (FLOAT) {
                const double width = (double(d.b) - double(d.a)) / double(m);
                ++d.want_aux[uint64_t((double(x) - double(d.a)) / width)];
            } else {
                const uint64_t width = uint64_t(int64_t(d.b) - int64_t(d.a)) / m;
                ++d.want_aux[uint64_t(int64_t(x) - int64_t(d.a)) / width];
            }
        }
    } else if (name == "search.lower_bound") {
        d.want_aux.resize(m);
        for (uint64_t j = 0; j < m; ++j) {
            d.want_aux[j] = uint32_t(std::lower_bound(d.in.begin(), d.in.end(), d.in2[j]) - d.in.begin());
        }
    } else if (name == "select.if" || name == "partition.if") {
        for (T x : d.in) {
            if (x < d.a) d.want.push_back(x);
        }
        count_is(d.want.size());
        d.ordered = d.want.size();
        if (name == "partition.if") {
            for (T x : d.in) {
                if (!(x < d.a)) d.want.push_back(x);
            }
        }
    } else if (name == "select.flagged") {
        for (uint64_t i = 0; i < n; ++i) {
            if (d.flags[i]) d.want.push_back(d.in[i]);
        }
        count_is(d.want.size());
    } else if (name == "unique") {
        for (uint64_t i = 0; i < n; ++i) {
            if (i == 0 || d.in[i] != d.in[i - 1]) d.want.push_back(d.in[i]);
        }
        count_is(d.want.size());
    } else if (name == "merge") {
        d.want.resize(n + m);
        std::merge(d.in.begin(), d.in.end(), d.in2.begin(), d.in2.end(), d.want.begin());
    } else if (is_sort(name)) {
        if (ends(name, "keys")) {
            d.want = d.in;
            std::sort(d.want.begin(), d.want.end());
        } else {
            d.want_aux = d.aux; // which is 0, 1, 2, ...
            std::stable_sort(d.want_aux.begin(), d.want_aux.end(),
                             [&](uint32_t x, uint32_t y) { return d.in[x] < d.in[y]; });
            d.want.resize(n);
            for (uint64_t i = 0; i < n; ++i) d.want[i] = d.in[d.want_aux[i]];
        }
    } else if (name == "set.union") {
        std::set_union(d.in.begin(), d.in.end(), d.in2.begin(), d.in2.end(), std::back_inserter(d.want));
        count_is(d.want.size());
    } else if (name == "set.intersection") {
        std::set_intersection(d.in.begin(), d.in.end(), d.in2.begin(), d.in2.end(), std::back_inserter(d.want));
        count_is(d.want.size());
    } else if (name == "set.difference") {
        std::set_difference(d.in.begin(), d.in.end(), d.in2.begin(), d.in2.end(), std::back_inserter(d.want));
        count_is(d.want.size());
    } else if (name == "transpose") {
        d.want.resize(n * m);
        for (uint64_t i = 0; i < n; ++i) {
            for (uint64_t j = 0; j < m; ++j) d.want[j * n + i] = d.in[i * m + j];
        }
    }
}

template <class T> std::string compare(const std::string &name, const Data<T> &d, std::vector<T> out) {
    if (name == "partition.if") std::sort(out.begin() + d.ordered, out.end());
    std::vector<T> sorted_rest;
    const std::vector<T> *want = &d.want;
    if (name == "partition.if") {
        sorted_rest = d.want;
        std::sort(sorted_rest.begin() + d.ordered, sorted_rest.end());
        want = &sorted_rest;
    }
    const double e = std::is_same_v<T, float> ? std::ldexp(1.0, -14) : std::ldexp(1.0, -40);
    for (size_t i = 0; i < out.size(); ++i) {
        const T got = out[i], wanted = (*want)[i];
        const bool ok = d.scale.empty() ? got == wanted
                                        : std::fabs(double(got) - double(wanted)) <= e * d.scale[i];
        if (!ok) {
            char text[160];
            if (std::is_floating_point_v<T>) {
                std::snprintf(text, sizeof text, "out[%zu] = %.17g, not %.17g", i, double(got), double(wanted));
            } else {
                std::snprintf(text, sizeof text, "out[%zu] = %lld, not %lld", i, static_cast<long long>(got),
                              static_cast<long long>(wanted));
            }
            return text;
        }
    }
    return {};
}

} // namespace check
