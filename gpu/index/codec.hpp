// Vectors as an index stores them: as numbers of some type, or as codes of a quantiser, which are decoded to float32.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope::stored {

/// One way to store a vector.
class Codec {
public:
    Codec(std::string name, int dimension, std::size_t bytes) : name_(std::move(name)), dimension_(dimension), bytes_(bytes) {}
    virtual ~Codec() = default;
    const std::string& name() const { return name_; }  ///< "float32", "8-bit codes"
    int dimension() const { return dimension_; }
    std::size_t bytes() const { return bytes_; }  ///< of one vector
    /// Writes [dimension] values. A quantiser gives the middle of the cell that the code names.
    virtual void decode(const char* code, float* vector) const = 0;
    virtual bool is_float32() const { return false; }
    /// Rounds values as storing them would: [dimension].
    virtual void round(float* /*vector*/) const {}
    /// Whether decoding gives what was stored, and not only something near it.
    virtual bool is_exact() const { return true; }

private:
    std::string name_;
    int dimension_;
    std::size_t bytes_;
};
using SharedCodec = std::shared_ptr<const Codec>;

enum class Element { float32, float64, float16, bfloat16, int8, uint8 };
std::size_t element_bytes(Element);
const char* element_name(Element);
SharedCodec element_codec(Element, int dimension);

/// FAISS's scalar quantiser (faiss/impl/ScalarQuantizer.h): each value is an integer in a range of its own, or in one range for all.
enum class ScalarCode { bits8, bits4, bits8_uniform, bits4_uniform, float16, bits8_direct, bits6, bfloat16, bits8_direct_signed };
inline constexpr int scalar_codes = 9;
const char* scalar_code_name(ScalarCode);
/// How many numbers its training leaves: least values, then widths of ranges, of one or all dimensions; 0 for those without.
std::size_t scalar_training(ScalarCode, int dimension);
std::size_t scalar_bytes_of(ScalarCode, int dimension);
/// `training` holds scalar_training() numbers.
SharedCodec scalar_codec(ScalarCode, int dimension, std::vector<float> training);

/// A product quantiser (Jegou, Douze, Schmid 2011, section III): the vector is cut into `parts`, and each is the nearest of 2^bits
/// centroids. `centroids`: float32 [parts][2^bits][dimension / parts] in memory that outlives this. Codes are packed bit by bit, the
/// lowest first.
/// 1 to 16 bits.
SharedCodec product_codec(int dimension, int parts, int bits, const char* centroids);

/// Vectors that lie `stride` bytes apart in a mapped file.
struct CodedRows {
    const char* first = nullptr;  ///< null: the file holds no vectors
    std::size_t stride = 0;
    SharedCodec codec;

    explicit operator bool() const { return first != nullptr; }
    const char* at(std::int64_t row) const { return first + std::size_t(row) * stride; }
};

}  // namespace neighborscope::stored
