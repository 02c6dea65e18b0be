// Which differences between results are accepted.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

struct Accepted {
    std::string type = "f32";
    double relative = 0, absolute = 0;

    size_t bytes() const { return type == "f64" ? 8 : type == "f32" ? 4 : 2; }

    double value(const uint8_t* from) const {
        if (type == "f64") {
            double value;
            std::memcpy(&value, from, 8);
            return value;
        }
        uint32_t bits = 0;
        std::memcpy(&bits, from, bytes());
        if (type == "f16") {
            const int exponent = bits >> 10 & 31, fraction = bits & 1023;
            const double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                                : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                                               : std::ldexp(fraction, -24);
            return bits >> 15 ? -size : size;
        }
        if (type == "bf16") bits <<= 16;
        float value;
        std::memcpy(&value, &bits, 4);
        return value;
    }

    // Integers and addresses look like tiny numbers: an absolute tolerance is not for them.
    bool is_tiny(double value) const {
        const double least = type == "f64" ? 0x1p-1022 : type == "f16" ? 0 : 0x1p-126;
        return value != 0 && std::fabs(value) < least;
    }

    bool accepts(double wanted, double got) const {
        if (relative == 0 && absolute == 0) return false;
        if (std::isnan(wanted) && std::isnan(got)) return true;
        const double size = std::fabs(wanted - got);
        return (size <= absolute && !is_tiny(wanted) && !is_tiny(got)) ||
               size / std::max(std::fabs(wanted), std::fabs(got)) <= relative;
    }
};
