// FAISS: indexes that keep a code of each row in order: plain vectors, scalar and product codes.
#include "app/data/index_files/faiss_parts.hpp"

namespace neighborscope::index_files::faiss {
namespace {

void check_codes(const ByteReader& reader, std::uint64_t at, std::uint64_t bytes, const Header& header, std::size_t code_bytes) {
    if (bytes != std::uint64_t(header.rows) * code_bytes)
        reader.fail(at, std::to_string(bytes) + " bytes of codes, and " + std::to_string(header.rows) + " rows of " +
                            std::to_string(code_bytes) + " bytes take " + std::to_string(std::uint64_t(header.rows) * code_bytes));
}

}  // namespace

stored::SharedCodec read_scalar_quantizer(ByteReader& reader, int dimension) {
    const std::uint64_t at = reader.at();
    const auto kind = reader.number<std::int32_t>("the kind of scalar quantiser");
    reader.take(2, 4, "the scalar quantiser");  // how ranges were found: statistic and argument
    const auto wide = reader.number<std::uint64_t>("the quantiser's dimension"),
               bytes = reader.number<std::uint64_t>("the bytes of a code");
    const Items<float> training = reader.counted<float>("the quantiser's ranges");
    if (kind < 0 || kind >= stored::scalar_codes)
        reader.fail(at,
            "the scalar quantiser is of FAISS's kind " + std::to_string(kind) + ", which this build does not decode; it decodes 0 to 8",
            "save the lists that the index returns, for neighborscope compare");
    const auto code = stored::ScalarCode(kind);
    if (wide != std::uint64_t(dimension))
        reader.fail(at + 12, "the quantiser has " + std::to_string(wide) + " dimensions, and the index " + std::to_string(dimension));
    if (bytes != stored::scalar_bytes_of(code, dimension))
        reader.fail(at + 20, "a code takes " + std::to_string(bytes) + " bytes, and " + stored::scalar_code_name(code) + " take " +
                                 std::to_string(stored::scalar_bytes_of(code, dimension)));
    const std::size_t needed = stored::scalar_training(code, dimension);
    if (needed > 0 && training.count != needed)
        reader.fail(at + 28, std::to_string(training.count) + " numbers of ranges, and " + std::to_string(needed) + " are needed");
    std::vector<float> ranges(needed);
    for (std::size_t i = 0; i < needed; ++i) ranges[i] = training[i];
    return stored::scalar_codec(code, dimension, std::move(ranges));
}

stored::SharedCodec read_product_quantizer(ByteReader& reader, int dimension) {
    const std::uint64_t at = reader.at();
    const auto wide = reader.number<std::uint64_t>("the quantiser's dimension"),
               parts = reader.number<std::uint64_t>("the number of parts"), bits = reader.number<std::uint64_t>("the bits of a part");
    const Items<float> centroids = reader.counted<float>("the quantiser's centroids");
    if (wide != std::uint64_t(dimension) || parts == 0 || parts > wide || wide % parts != 0)
        reader.fail(at, "a product quantiser of " + std::to_string(wide) + " dimensions in " + std::to_string(parts) +
                            " parts, over vectors of " + std::to_string(dimension));
    if (bits == 0 || bits > 16) reader.fail(at + 16, "a part has " + std::to_string(bits) + " bits, and 1 to 16 are possible");
    if (centroids.count != wide << bits)
        reader.fail(
            at + 24, std::to_string(centroids.count) + " numbers of centroids, and " + std::to_string(wide << bits) + " are needed");
    return stored::product_codec(dimension, int(parts), int(bits), centroids.first);
}

stored::StoredIndex read_flat(ByteReader& reader, const SharedFile& file, const std::string& code) {
    const Header header = read_header(reader);
    stored::StoredIndex index = begin_index(header, file, "flat", stored::Walk::scan);
    stored::SharedCodec codec;
    if (code == "IxSQ") codec = read_scalar_quantizer(reader, header.dimension);
    else if (code == "IxPq") codec = read_product_quantizer(reader, header.dimension);
    else codec = stored::element_codec(stored::Element::float32, header.dimension);
    if (!codec->is_float32()) index.kind = codec->name();
    const std::uint64_t at = reader.at();
    const bool values = code != "IxSQ" && code != "IxPq";
    const std::uint64_t item = values ? sizeof(float) : 1, count = reader.number<std::uint64_t>("the codes");
    const char* const first = reader.take(count, item, "the codes");
    check_codes(reader, at, count * item, header, codec->bytes());
    index.vectors = {first, codec->bytes(), codec};
    if (code == "IxPq") {
        index.why_no_filter = "FAISS searches product-quantised rows without lists or links only without a filter";
        const auto type = reader.number<std::int32_t>("the kind of search");
        const auto signs = reader.number<std::uint8_t>("the kind of search");
        reader.number<std::int32_t>("the kind of search");
        if (type != 0 || signs != 0) {
            index.walk = stored::Walk::none;
            index.why_no_walk = "it searches with kind " + std::to_string(type) + " of FAISS (polysemous or symmetric distances)";
        }
    }
    return index;
}

}  // namespace neighborscope::index_files::faiss
