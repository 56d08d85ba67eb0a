// Product quantisation: Jegou, Douze, Schmid 2011, "Product quantization for nearest neighbor search".
#include "gpu/index/bytes.hpp"
#include "gpu/index/codec.hpp"

namespace neighborscope::stored {
namespace {

class ProductCodec final : public Codec {
public:
    ProductCodec(int dimension, int parts, int bits, const char* centroids)
        : Codec("product codes, " + std::to_string(parts) + " x " + std::to_string(bits) + " bits", dimension,
              (std::size_t(parts) * std::size_t(bits) + 7) / 8),
          parts_(parts),
          bits_(bits),
          centroids_(centroids) {}

    void decode(const char* code, float* vector) const override {
        const auto wide = std::size_t(dimension() / parts_);
        for (int part = 0; part < parts_; ++part) {
            const std::size_t row = (std::size_t(part) << bits_) + code_of(code, part);
            std::memcpy(vector + std::size_t(part) * wide, centroids_ + row * wide * sizeof(float), wide * sizeof(float));
        }
    }
    bool is_exact() const override { return false; }

private:
    /// Bit after bit, the lowest of a byte first.
    std::size_t code_of(const char* code, int part) const {
        const auto* const bytes = reinterpret_cast<const unsigned char*>(code);
        if (bits_ == 8) return bytes[part];
        std::size_t value = 0, bit = std::size_t(part) * std::size_t(bits_);
        for (int taken = 0; taken < bits_; ++taken, ++bit) value |= std::size_t(bytes[bit / 8] >> bit % 8 & 1) << taken;
        return value;
    }

    int parts_, bits_;
    const char* centroids_;
};

}  // namespace

SharedCodec product_codec(int dimension, int parts, int bits, const char* centroids) {
    return std::make_shared<ProductCodec>(dimension, parts, bits, centroids);
}

}  // namespace neighborscope::stored
