// Codecs of plain numbers.
#include "gpu/index/bytes.hpp"
#include "gpu/index/codec.hpp"
#include "gpu/index/small_floats.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::stored {
namespace {

/// usearch's way: the vector at length 127, cut to integers (index_plugins.hpp, cast_to_i8_gt).
void to_int8(float* vector, std::size_t wide) {
    double square = 0;
    for (std::size_t i = 0; i < wide; ++i) square += double(vector[i]) * double(vector[i]);
    const double length = std::sqrt(square);
    for (std::size_t i = 0; i < wide && length > 0; ++i)
        vector[i] = float(std::trunc(std::clamp(double(vector[i]) * 127.0 / length, -127.0, 127.0)));
}

/// `Stored` is the type in the file, and `value` makes it float32.
template <class Stored, float (*value)(Stored)>
class ElementCodec final : public Codec {
public:
    ElementCodec(Element element, int dimension)
        : Codec(element_name(element), dimension, sizeof(Stored) * std::size_t(dimension)), element_(element) {}
    void decode(const char* code, float* vector) const override {
        for (int i = 0; i < dimension(); ++i) vector[i] = value(number_at<Stored>(code + sizeof(Stored) * std::size_t(i)));
    }
    void round(float* vector) const override {
        const auto wide = std::size_t(dimension());
        if (element_ == Element::float16)
            for (std::size_t i = 0; i < wide; ++i) vector[i] = from_float16(to_float16(vector[i]));
        if (element_ == Element::bfloat16)
            for (std::size_t i = 0; i < wide; ++i) vector[i] = from_bfloat16(to_bfloat16(vector[i]));
        if (element_ == Element::int8) to_int8(vector, wide);
    }
    bool is_float32() const override { return element_ == Element::float32; }

private:
    Element element_;
};

template <class Number>
float plain(Number number) {
    return float(number);
}

}  // namespace

std::size_t element_bytes(Element element) {
    switch (element) {
        case Element::float64: return 8;
        case Element::float32: return 4;
        case Element::float16:
        case Element::bfloat16: return 2;
        default: return 1;
    }
}

const char* element_name(Element element) {
    switch (element) {
        case Element::float64: return "float64";
        case Element::float32: return "float32";
        case Element::float16: return "float16";
        case Element::bfloat16: return "bfloat16";
        case Element::int8: return "int8";
        default: return "uint8";
    }
}

SharedCodec element_codec(Element element, int dimension) {
    switch (element) {
        case Element::float64: return std::make_shared<ElementCodec<double, plain<double>>>(element, dimension);
        case Element::float32: return std::make_shared<ElementCodec<float, plain<float>>>(element, dimension);
        case Element::float16: return std::make_shared<ElementCodec<std::uint16_t, from_float16>>(element, dimension);
        case Element::bfloat16: return std::make_shared<ElementCodec<std::uint16_t, from_bfloat16>>(element, dimension);
        case Element::int8: return std::make_shared<ElementCodec<std::int8_t, plain<std::int8_t>>>(element, dimension);
        default: return std::make_shared<ElementCodec<std::uint8_t, plain<std::uint8_t>>>(element, dimension);
    }
}

}  // namespace neighborscope::stored
