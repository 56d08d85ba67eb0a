// usearch 2: an optional matrix of vectors, a head of 64 bytes, the levels of all nodes, the nodes.
// Source: usearch/index_dense.hpp (index_dense_head_t, save_to_stream) and usearch/index.hpp (index_serialized_header_t, node_t).
#include "app/data/index_files/byte_reader.hpp"
#include "app/data/index_files/check_links.hpp"
#include "app/data/index_files/index_reader.hpp"

#include <optional>

namespace neighborscope::index_files {
namespace usearch {
namespace {

using stored::Element;
using stored::Links;
using stored::number_at;
using stored::VectorMetric;

constexpr std::string_view word = "usearch";
constexpr std::uint64_t head_bytes = 64, key_bytes = 8, level_bytes = 2, count_bytes = 4;
constexpr std::int64_t free_key = -1;  // of a node that was removed, in 64 bits

/// Nodes follow each other: key, level, then for each level a count and room for the most links.
class UsearchLinks final : public stored::LevelLinks {
public:
    UsearchLinks(const char* levels, std::vector<const char*> nodes, std::uint64_t base_bytes, std::uint64_t upper_bytes)
        : levels_(levels), nodes_(std::move(nodes)), base_bytes_(base_bytes), upper_bytes_(upper_bytes) {}
    int level(std::int64_t row) const override { return number_at<std::int16_t>(levels_ + 2 * row); }
    Links of(std::int64_t row, int level_asked) const override {
        if (level_asked > level(row)) return {};
        const char* at = nodes_[std::size_t(row)] + key_bytes + level_bytes;
        if (level_asked > 0) at += base_bytes_ + std::uint64_t(level_asked - 1) * upper_bytes_;
        return {at + count_bytes, int(number_at<std::uint32_t>(at))};
    }

private:
    const char* levels_;
    std::vector<const char*> nodes_;  // [rows]
    std::uint64_t base_bytes_, upper_bytes_;
};

struct Matrix {
    std::uint64_t rows = 0, row_bytes = 0, at = 0, end = 0;
};

/// Where the head begins: behind a matrix whose sizes have 32 or 64 bits, or at once.
std::optional<Matrix> matrix_before_head(const ByteReader& reader) {
    const auto has_head = [&](std::uint64_t byte) {
        return byte <= reader.size() && reader.size() - byte >= head_bytes && std::string_view(reader.bytes_at(byte), word.size()) == word;
    };
    if (has_head(0)) return Matrix{};
    for (const std::uint64_t size : {std::uint64_t(4), std::uint64_t(8)}) {
        if (reader.size() < 2 * size) continue;
        const std::uint64_t rows = size == 4 ? number_at<std::uint32_t>(reader.bytes_at(0)) : number_at<std::uint64_t>(reader.bytes_at(0));
        const std::uint64_t bytes = size == 4 ? number_at<std::uint32_t>(reader.bytes_at(4)) : number_at<std::uint64_t>(reader.bytes_at(8));
        if (bytes != 0 && rows > reader.size() / bytes) continue;
        if (has_head(2 * size + rows * bytes)) return Matrix{rows, bytes, 2 * size, 2 * size + rows * bytes};
    }
    return std::nullopt;
}

VectorMetric metric_of(char kind) {
    return kind == 'e'   ? VectorMetric::euclidean
           : kind == 'i' ? VectorMetric::inner_product
           : kind == 'c' ? VectorMetric::cosine
                         : VectorMetric::unknown;
}

/// Of those that no method has.
std::string_view name_of_metric(char kind) {
    switch (kind) {
        case 'b': return "the Hamming distance";
        case 'd': return "the Jensen-Shannon divergence";
        case 'h': return "the haversine distance";
        case 'j': return "the Jaccard distance";
        case 'p': return "Pearson's correlation";
        case 's': return "the Sorensen distance";
        case 't': return "the Tanimoto distance";
        default: return "one of the program that made it";
    }
}

std::optional<Element> element_of(int kind) {
    switch (kind) {
        case 4: return Element::bfloat16;
        case 10: return Element::float64;
        case 11: return Element::float32;
        case 12: return Element::float16;
        case 23: return Element::int8;
        default: return std::nullopt;
    }
}

struct Head {
    int version = 0, scalar = 0;
    char metric = 0;
    std::uint64_t dimension = 0;
};

Head read_head(ByteReader& reader) {
    const std::uint64_t at = reader.at();
    reader.take(word.size(), 1, "the head");
    Head head;
    head.version = reader.number<std::uint16_t>("the version");
    reader.take(4, 1, "the version");
    head.metric = reader.number<char>("the metric");
    head.scalar = reader.number<std::uint8_t>("the type of numbers");
    const int key = reader.number<std::uint8_t>("the type of keys"), slot = reader.number<std::uint8_t>("the type of slots");
    reader.take(16, 1, "the counts");
    head.dimension = reader.number<std::uint64_t>("the dimension");
    reader.go_to(at + head_bytes);
    if (head.version != 2)
        reader.fail(
            at + 7, "a file of usearch " + std::to_string(head.version) + ", and version 2 is read", "save it again with usearch 2");
    if (key != 14 || slot != 15)
        reader.fail(
            at + 15, "an index of usearch whose keys are not uint64, or whose slots are not uint32", "save an index with the usual types");
    return head;
}

void set_vectors(stored::StoredIndex& index, const ByteReader& reader, const Matrix& matrix, const Head& head) {
    if (matrix.rows == 0 && index.rows > 0) return;  // saved without its vectors
    if (matrix.rows != std::uint64_t(index.rows))
        reader.fail(0, std::to_string(matrix.rows) + " vectors for " + std::to_string(index.rows) + " nodes");
    const std::optional<Element> element = element_of(head.scalar);
    if (!element) {
        index.walk = stored::Walk::none;
        index.why_no_walk = head.scalar == 1 ? "its vectors are bits" : "its vectors have usearch's type " + std::to_string(head.scalar);
        return;
    }
    index.rounds_query = element != Element::float32 && element != Element::float64;
    if (matrix.rows > 0 && matrix.row_bytes != head.dimension * stored::element_bytes(*element))
        reader.fail(4, "a vector takes " + std::to_string(matrix.row_bytes) + " bytes, and " + std::to_string(head.dimension) +
                           " numbers of " + stored::element_name(*element) + " take others");
    index.vectors = {reader.bytes_at(matrix.at), matrix.row_bytes, stored::element_codec(*element, index.dimension)};
}

/// Finds where each node begins, and the keys.
void read_nodes(stored::StoredIndex& index, ByteReader& reader, const Items<std::int16_t>& levels) {
    const std::uint64_t base = count_bytes + 4 * std::uint64_t(index.most_links_base),
                        upper = count_bytes + 4 * std::uint64_t(index.most_links);
    const std::uint64_t graph_at = reader.at();
    std::vector<const char*> nodes(std::size_t(index.rows));
    auto keys = std::make_shared<std::vector<std::int64_t>>(std::size_t(index.rows));
    index.deleted.resize(std::size_t(index.rows));
    for (std::int64_t row = 0; row < index.rows; ++row) {
        const int level = levels[std::uint64_t(row)];
        const std::uint64_t at = reader.at();
        if (level < 0 || level > index.top_level)
            reader.fail(at, "node " + std::to_string(row) + " is on level " + std::to_string(level) + ", and the highest is " +
                                std::to_string(index.top_level));
        const char* const node =
            reader.take(1, key_bytes + level_bytes + base + std::uint64_t(level) * upper, "node " + std::to_string(row));
        nodes[std::size_t(row)] = node;
        (*keys)[std::size_t(row)] = number_at<std::int64_t>(node);
        index.deleted[std::size_t(row)] = number_at<std::int64_t>(node) == free_key;
        for (int i = 0; i <= level; ++i) {
            const char* const count = node + key_bytes + level_bytes + (i == 0 ? 0 : base + std::uint64_t(i - 1) * upper);
            const auto links = number_at<std::uint32_t>(count);
            const int most = i == 0 ? index.most_links_base : index.most_links;
            if (links > std::uint32_t(most))
                reader.fail(std::uint64_t(count - reader.bytes_at(0)), "node " + std::to_string(row) + " has " + std::to_string(links) +
                                                                           " links at level " + std::to_string(i) +
                                                                           ", and there is room for " + std::to_string(most));
        }
    }
    index.links = std::make_shared<UsearchLinks>(levels.first, std::move(nodes), base, upper);
    index.ids = stored::Column<std::int64_t>(reinterpret_cast<const char*>(keys->data()));
    index.memory.push_back(std::move(keys));
    count_deleted(index);
    check_links(reader, graph_at, index);
}

bool recognises(const InputFile& file) { return matrix_before_head(ByteReader(file)).has_value(); }

stored::StoredIndex read(const SharedFile& file) {
    ByteReader reader(*file);
    const std::optional<Matrix> matrix = matrix_before_head(reader);
    if (!matrix) reader.fail(0, "there is no word usearch behind the vectors");
    reader.go_to(matrix->end);
    const Head head = read_head(reader);
    stored::StoredIndex index;
    index.memory.push_back(file);
    index.library = "usearch";
    index.walk = stored::Walk::usearch;
    index.dimension = checked_dimension(reader, matrix->end + 33, head.dimension);
    index.metric = metric_of(head.metric);
    if (index.metric == VectorMetric::unknown) {
        index.walk = stored::Walk::none;
        index.why_no_walk = "its metric is " + std::string(name_of_metric(head.metric));
    }
    const std::uint64_t at = reader.at();
    const auto rows = reader.number<std::uint64_t>("the number of nodes");
    const auto links = reader.number<std::uint64_t>("the number of links"),
               links_base = reader.number<std::uint64_t>("the number of links");
    const auto top = reader.number<std::uint64_t>("the highest level"), entry = reader.number<std::uint64_t>("the entry");
    check_rows(reader, at, rows);
    if (links > 0xffff || links_base > 0xffff)
        reader.fail(at + 8, "room for " + std::to_string(links) + " links a node, and at most 65535 are possible");
    index.rows = index.capacity = std::int64_t(rows);
    index.most_links = int(links);
    index.most_links_base = int(links_base);
    index.kind = "HNSW, M = " + std::to_string(links);
    if (rows > 0) {
        index.top_level = checked_levels(reader, at + 24, top > most_rows ? -1 : std::int64_t(top));
        if (entry >= rows)
            reader.fail(at + 32, "the search begins at node " + std::to_string(entry) + ", and there are " + std::to_string(rows));
        index.entry = std::int32_t(entry);
    }
    set_vectors(index, reader, *matrix, head);
    const auto levels = reader.items<std::int16_t>(rows, "the levels of nodes");
    read_nodes(index, reader, levels);
    reader.expect_end("the index");
    return index;
}

}  // namespace
}  // namespace usearch

const IndexReader usearch_index_reader{
    "usearch", "files of usearch 2, with or without their vectors, keys of 64 bits", usearch::recognises, usearch::read};

}  // namespace neighborscope::index_files
