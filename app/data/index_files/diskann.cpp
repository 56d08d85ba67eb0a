// DiskANN's index in memory: a graph, and beside it the vectors in NAME.data.
// Source: DiskANN, src/in_mem_graph_store.cpp (save_graph), src/in_mem_data_store.cpp (save); diskannpy 0.7.
#include "app/data/index_files/byte_reader.hpp"
#include "app/data/index_files/check_links.hpp"
#include "app/data/index_files/index_reader.hpp"

#include <filesystem>
#include <optional>

namespace neighborscope::index_files {
namespace diskann {
namespace {

using stored::Element;
using stored::Links;
using stored::number_at;

constexpr std::uint64_t header_bytes = 24, vectors_header_bytes = 8;

/// A count and so many links, row after row.
class DiskannLinks final : public stored::LevelLinks {
public:
    explicit DiskannLinks(std::vector<const char*> rows) : rows_(std::move(rows)) {}
    int level(std::int64_t) const override { return 0; }
    Links of(std::int64_t row, int level) const override {
        const char* const at = rows_[std::size_t(row)];
        return level > 0 ? Links() : Links(at + 4, int(number_at<std::uint32_t>(at)));
    }

private:
    std::vector<const char*> rows_;
};

/// diskannpy writes NAME_metadata.bin: type of values, metric, rows, dimension, as uint64.
struct Metadata {
    std::optional<Element> element;
    stored::VectorMetric metric = stored::VectorMetric::unknown;
};

bool exists(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

Metadata read_metadata(const std::string& path) {
    Metadata metadata;
    if (!exists(path)) return metadata;
    constexpr Element elements[] = {Element::float32, Element::int8, Element::uint8};
    constexpr stored::VectorMetric metrics[] = {
        stored::VectorMetric::euclidean, stored::VectorMetric::inner_product, stored::VectorMetric::cosine};
    const InputFile file(path);
    ByteReader reader(file);
    const auto element = reader.number<std::uint64_t>("the type of values"), metric = reader.number<std::uint64_t>("the metric");
    if (element > 2 || metric > 2)
        reader.fail(0, "type " + std::to_string(element) + " and metric " + std::to_string(metric) + ", and each is 0, 1 or 2");
    metadata.element = elements[element];
    metadata.metric = metrics[metric];
    return metadata;
}

/// Vectors: uint32 number, uint32 dimension, then values. Where no file says of which type, the size does.
void read_vectors(stored::StoredIndex& index, const std::string& path, std::optional<Element> element) {
    const auto file = std::make_shared<const InputFile>(path);
    ByteReader reader(*file);
    const auto rows = reader.number<std::uint32_t>("the number of vectors"), dimension = reader.number<std::uint32_t>("the dimension");
    if (std::int64_t(rows) != index.rows)
        reader.fail(0,
            "there are " + std::to_string(rows) + " vectors, and the graph beside them has " + std::to_string(index.rows) + " rows",
            "take both files from one index");
    index.dimension = checked_dimension(reader, 4, dimension);
    const std::uint64_t values = std::uint64_t(rows) * dimension;
    if (!element && reader.left() == values) {
        element = Element::int8;
        index.remarks.push_back("its vectors are bytes, and are taken for int8");
    }
    const std::uint64_t bytes = stored::element_bytes(element.value_or(Element::float32));
    if (reader.left() != bytes * values)
        reader.fail(vectors_header_bytes, std::to_string(rows) + " vectors of " + std::to_string(dimension) + " dimensions do not take " +
                                              std::to_string(reader.left()) + " bytes");
    index.vectors = {reader.bytes_at(vectors_header_bytes), bytes * dimension,
        stored::element_codec(element.value_or(Element::float32), int(dimension))};
    index.memory.push_back(file);
}

bool is_graph(const InputFile& file) {
    if (file.size() < header_bytes) return false;
    const auto degree = number_at<std::uint32_t>(file.begin() + 8);
    return number_at<std::uint64_t>(file.begin()) == file.size() && degree > 0 && degree < 1 << 16;
}

/// The graph beside NAME.data; "": there is none, or this is no file of vectors.
std::string graph_of(const InputFile& file) {
    constexpr std::string_view ending = ".data";
    if (!file.path().ends_with(ending)) return {};
    const std::string graph = file.path().substr(0, file.path().size() - ending.size());
    return exists(graph) && is_graph(InputFile(graph)) ? graph : std::string();
}

bool recognises(const InputFile& file) { return is_graph(file) || !graph_of(file).empty(); }

stored::StoredIndex read(const SharedFile& file) {
    if (const std::string graph = graph_of(*file); !graph.empty()) return read(std::make_shared<const InputFile>(graph));
    ByteReader reader(*file);
    const auto size = reader.number<std::uint64_t>("the file's size");
    const auto degree = reader.number<std::uint32_t>("the greatest degree"), start = reader.number<std::uint32_t>("the start");
    const auto frozen = reader.number<std::uint64_t>("the number of frozen points");
    if (size != reader.size())
        reader.fail(0, "the graph has " + std::to_string(size) + " bytes by its header, and the file " + std::to_string(reader.size()));
    std::vector<const char*> rows;
    while (reader.left() > 0) {
        const std::uint64_t at = reader.at();
        const auto count = reader.number<std::uint32_t>("a number of links");
        if (count > degree)
            reader.fail(at, "row " + std::to_string(rows.size()) + " has " + std::to_string(count) +
                                " links, and the header says at most " + std::to_string(degree));
        reader.take(count, 4, "the links of row " + std::to_string(rows.size()));
        rows.push_back(reader.bytes_at(at));
        check_rows(reader, at, rows.size());
    }
    if (frozen > rows.size())
        reader.fail(16, std::to_string(frozen) + " frozen points, and there are " + std::to_string(rows.size()) + " rows");

    stored::StoredIndex index;
    index.library = "DiskANN";
    index.kind = "Vamana, R = " + std::to_string(degree);
    index.walk = stored::Walk::diskann;
    index.why_no_filter = "DiskANN searches an index in memory without a filter of rows";
    index.rows = index.capacity = std::int64_t(rows.size());
    index.entry = rows.empty() ? -1 : std::int32_t(start);
    index.most_links_base = int(degree);
    index.deleted.resize(rows.size());
    for (std::uint64_t i = 0; i < frozen; ++i) index.deleted[rows.size() - 1 - i] = true;
    if (frozen > 0)
        index.remarks.push_back(std::to_string(frozen) + " of its rows are frozen points, where searches begin, and are never returned");
    index.links = std::make_shared<DiskannLinks>(std::move(rows));
    index.memory.push_back(file);
    count_deleted(index);
    check_links(reader, 12, index);
    const std::string vectors = file->path() + ".data";
    if (!exists(vectors)) return index;
    const Metadata metadata = read_metadata(file->path() + "_metadata.bin");
    index.metric = metadata.metric;
    read_vectors(index, vectors, metadata.element);
    return index;
}

}  // namespace
}  // namespace diskann

const IndexReader diskann_index_reader{"DiskANN",
    "the graph of DiskANN's index in memory, with NAME.data beside it; named by either file, folder or prefix", diskann::recognises,
    diskann::read};

}  // namespace neighborscope::index_files
