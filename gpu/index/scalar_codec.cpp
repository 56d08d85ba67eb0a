// The scalar quantiser of FAISS.
#include "gpu/index/bytes.hpp"
#include "gpu/index/codec.hpp"
#include "gpu/index/small_floats.hpp"

namespace neighborscope::stored {
namespace {

bool is_uniform(ScalarCode code) { return code == ScalarCode::bits8_uniform || code == ScalarCode::bits4_uniform; }
bool has_ranges(ScalarCode code) { return code == ScalarCode::bits8 || code == ScalarCode::bits4 || code == ScalarCode::bits6; }

int bits_of(ScalarCode code) {
    switch (code) {
        case ScalarCode::bits4:
        case ScalarCode::bits4_uniform: return 4;
        case ScalarCode::bits6: return 6;
        case ScalarCode::float16:
        case ScalarCode::bfloat16: return 16;
        default: return 8;
    }
}

class ScalarCodec final : public Codec {
public:
    ScalarCodec(ScalarCode code, int dimension, std::vector<float> training)
        : Codec(scalar_code_name(code), dimension, scalar_bytes_of(code, dimension)), code_(code), training_(std::move(training)) {}

    void decode(const char* code, float* vector) const override {
        const auto* const bytes = reinterpret_cast<const unsigned char*>(code);
        for (int i = 0; i < dimension(); ++i) vector[i] = value(bytes, std::size_t(i));
    }
    bool is_exact() const override { return code_ == ScalarCode::bits8_direct || code_ == ScalarCode::bits8_direct_signed; }

private:
    float value(const unsigned char* bytes, std::size_t i) const {
        const char* const half = reinterpret_cast<const char*>(bytes) + 2 * i;
        switch (code_) {
            case ScalarCode::float16: return from_float16(number_at<std::uint16_t>(half));
            case ScalarCode::bfloat16: return from_bfloat16(number_at<std::uint16_t>(half));
            case ScalarCode::bits8_direct: return float(bytes[i]);
            case ScalarCode::bits8_direct_signed: return float(int(bytes[i]) - 128);
            case ScalarCode::bits8:
            case ScalarCode::bits8_uniform: return in_range((float(bytes[i]) + 0.5f) / 255.0f, i);
            case ScalarCode::bits6: return in_range((float(six_bits(bytes, i)) + 0.5f) / 63.0f, i);
            default: return in_range((float(bytes[i / 2] >> 4 * (i % 2) & 15) + 0.5f) / 15.0f, i);
        }
    }
    /// Four values in three bytes, the lowest bits first.
    static unsigned six_bits(const unsigned char* bytes, std::size_t i) {
        const std::size_t bit = 6 * i, byte = bit / 8, shift = bit % 8;
        const unsigned low = bytes[byte], high = shift > 2 ? bytes[byte + 1] : 0u;
        return (low | high << 8) >> shift & 63u;
    }
    float in_range(float share, std::size_t i) const {
        const bool one = is_uniform(code_);
        const float least = training_[one ? 0 : i], width = training_[one ? 1 : std::size_t(dimension()) + i];
        return least + share * width;
    }

    ScalarCode code_;
    std::vector<float> training_;
};

}  // namespace

const char* scalar_code_name(ScalarCode code) {
    switch (code) {
        case ScalarCode::bits8: return "8-bit codes";
        case ScalarCode::bits4: return "4-bit codes";
        case ScalarCode::bits8_uniform: return "8-bit codes of one range";
        case ScalarCode::bits4_uniform: return "4-bit codes of one range";
        case ScalarCode::float16: return "float16";
        case ScalarCode::bits8_direct: return "uint8";
        case ScalarCode::bits6: return "6-bit codes";
        case ScalarCode::bfloat16: return "bfloat16";
        default: return "int8";
    }
}

std::size_t scalar_training(ScalarCode code, int dimension) {
    return is_uniform(code) ? 2 : has_ranges(code) ? 2 * std::size_t(dimension) : 0;
}

std::size_t scalar_bytes_of(ScalarCode code, int dimension) { return (std::size_t(dimension) * std::size_t(bits_of(code)) + 7) / 8; }

SharedCodec scalar_codec(ScalarCode code, int dimension, std::vector<float> training) {
    return std::make_shared<ScalarCodec>(code, dimension, std::move(training));
}

}  // namespace neighborscope::stored
