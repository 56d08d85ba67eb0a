#include "app/data/index_files/hnswlib_parts.hpp"

#include "app/data/index_files/check_links.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::index_files::hnswlib {
namespace {

using stored::Links;
using stored::number_at;

constexpr std::uint64_t link_bytes = 4, label_bytes = 8, count_bytes = 4;

/// Links of level 0 lie in the elements, those of higher levels behind all elements, for rows that have them.
class HnswlibLinks final : public stored::LevelLinks {
public:
    HnswlibLinks(const char* elements, std::uint64_t element_bytes, std::uint64_t level_bytes)
        : elements_(elements), element_bytes_(element_bytes), level_bytes_(level_bytes) {}
    void add_upper(std::int32_t row, int levels, const char* links) { upper_.push_back({row, levels, links}); }

    int level(std::int64_t row) const override {
        const Upper* const upper = upper_of(row);
        return upper ? upper->levels : 0;
    }
    Links of(std::int64_t row, int level) const override {
        const char* at = elements_ + std::uint64_t(row) * element_bytes_;
        if (level > 0) {
            const Upper* const upper = upper_of(row);
            if (!upper || level > upper->levels) return {};
            at = upper->links + std::uint64_t(level - 1) * level_bytes_;
        }
        return {at + count_bytes, number_at<std::uint16_t>(at)};
    }

private:
    struct Upper {
        std::int32_t row;
        int levels;
        const char* links;
    };
    const Upper* upper_of(std::int64_t row) const {
        const auto at = std::lower_bound(upper_.begin(), upper_.end(), row, [](const Upper& a, std::int64_t b) { return a.row < b; });
        return at != upper_.end() && at->row == row ? &*at : nullptr;
    }

    const char* elements_;
    std::uint64_t element_bytes_, level_bytes_;
    std::vector<Upper> upper_;  // ascending by row
};

void check_count(const ByteReader& reader, const char* at, std::uint64_t most, std::uint64_t row, int level) {
    if (number_at<std::uint16_t>(at) > most)
        reader.fail(std::uint64_t(at - reader.bytes_at(0)), "row " + std::to_string(row) + " has " +
                                                                std::to_string(number_at<std::uint16_t>(at)) + " links at level " +
                                                                std::to_string(level) + ", and there is room for " + std::to_string(most));
}

/// Programs in C++ also store bytes (L2SpaceI), and no file says so. Four bytes read as one float32 are mostly a number that no data have.
bool are_bytes(const Header& header, const char* first) {
    const std::uint64_t bytes = header.label_at - header.vector_at;
    if (bytes % 4 != 0) return true;
    constexpr std::uint64_t rows_looked_at = 1000;
    constexpr float tiny = 1e-18f, huge = 1e18f;
    std::uint64_t odd = 0, usual = 0;
    for (std::uint64_t row = 0; row < header.rows; row += header.rows / rows_looked_at + 1)
        for (std::uint64_t at = 0; at < bytes; at += 4) {
            const float value = std::fabs(number_at<float>(first + row * header.element_bytes + header.vector_at + at));
            if (value == 0) continue;
            (value >= tiny && value <= huge ? usual : odd) += 1;  // NaN is odd
        }
    return odd > usual / 3;
}

}  // namespace

bool Header::is_possible() const {
    const bool links = most_links_base > 0 && most_links_base <= 0xffff && most_links > 0 && most_links <= 0xffff;
    return level0 == 0 && rows <= capacity && links && vector_at == count_bytes + link_bytes * most_links_base && label_at > vector_at &&
           element_bytes > label_at && element_bytes - label_at == label_bytes;
}

Header read_header(ByteReader& reader) {
    Header header;
    header.level0 = reader.number<std::uint64_t>("the header");
    header.capacity = reader.number<std::uint64_t>("the header");
    header.rows = reader.number<std::uint64_t>("the header");
    header.element_bytes = reader.number<std::uint64_t>("the header");
    header.label_at = reader.number<std::uint64_t>("the header");
    header.vector_at = reader.number<std::uint64_t>("the header");
    header.top_level = reader.number<std::int32_t>("the header");
    header.entry = reader.number<std::uint32_t>("the header");
    header.most_links = reader.number<std::uint64_t>("the header");
    header.most_links_base = reader.number<std::uint64_t>("the header");
    header.links_asked = reader.number<std::uint64_t>("the header");
    header.level_multiplier = reader.number<double>("the header");
    header.ef_construction = reader.number<std::uint64_t>("the header");
    return header;
}

void check_header(const ByteReader& reader, std::uint64_t byte, const Header& header) {
    if (!header.is_possible()) reader.fail(byte, "the sizes of the header do not add up to an element of hnswlib");
    check_rows(reader, byte + 16, header.rows);
    const std::uint64_t bytes = header.label_at - header.vector_at;
    checked_dimension(reader, byte + 40, bytes % 4 == 0 ? bytes / 4 : bytes);
    if (header.rows > 0) checked_levels(reader, byte + 48, header.top_level);
}

stored::StoredIndex make_index(
    const Header& header, ByteReader& elements, ByteReader& upper, std::vector<std::shared_ptr<const void>> files) {
    const std::uint64_t graph_at = elements.at();
    const char* const first = elements.take(header.rows, header.element_bytes, "the elements of level 0");

    stored::StoredIndex index;
    index.library = "hnswlib";
    index.kind = "HNSW, M = " + std::to_string(header.links_asked);
    index.walk = stored::Walk::hnswlib;
    const bool bytes = are_bytes(header, first);
    index.dimension = checked_dimension(elements, graph_at, (header.label_at - header.vector_at) / (bytes ? 1 : 4));
    if (bytes) {
        index.metric = stored::VectorMetric::euclidean;  // the only one that hnswlib has for bytes
        index.remarks.push_back("its vectors are bytes, and are taken for uint8");
    }
    index.rows = std::int64_t(header.rows);
    index.capacity = std::int64_t(std::min<std::uint64_t>(header.capacity, std::uint64_t(1) << 62));
    index.top_level = header.rows > 0 ? header.top_level : 0;
    index.entry = header.rows > 0 ? std::int32_t(header.entry) : -1;
    index.most_links = int(header.most_links);
    index.most_links_base = int(header.most_links_base);
    index.vectors = {first + header.vector_at, header.element_bytes,
        stored::element_codec(bytes ? stored::Element::uint8 : stored::Element::float32, index.dimension)};
    index.ids = stored::Column<std::int64_t>(first + header.label_at, header.element_bytes);

    const std::uint64_t level_bytes = count_bytes + link_bytes * header.most_links;
    auto links = std::make_shared<HnswlibLinks>(first, header.element_bytes, level_bytes);
    index.deleted.resize(header.rows);
    for (std::uint64_t row = 0; row < header.rows; ++row) {
        const char* const element = first + row * header.element_bytes;
        check_count(elements, element, header.most_links_base, row, 0);
        index.deleted[row] = element[2] & 1;
        const std::uint64_t at = upper.at(), bytes = upper.number<std::uint32_t>("the links of upper levels");
        if (bytes == 0) continue;
        const std::uint64_t levels = bytes / level_bytes;
        if (bytes % level_bytes != 0 || levels > std::uint64_t(std::max(index.top_level, 0)))
            upper.fail(at, "row " + std::to_string(row) + " has " + std::to_string(bytes) +
                               " bytes of links above level 0, and a level takes " + std::to_string(level_bytes) +
                               "; the highest level is " + std::to_string(index.top_level));
        const char* const above = upper.take(levels, level_bytes, "the links of upper levels");
        for (std::uint64_t level = 0; level < levels; ++level)
            check_count(upper, above + level * level_bytes, header.most_links, row, int(level) + 1);
        links->add_upper(std::int32_t(row), int(levels), above);
    }
    index.links = std::move(links);
    index.memory = std::move(files);
    count_deleted(index);
    check_links(elements, graph_at, index);
    return index;
}

}  // namespace neighborscope::index_files::hnswlib
