// FAISS: which letters are read, and by which source.
#include "app/data/index_files/faiss_parts.hpp"

#include <algorithm>
#include <array>

namespace neighborscope::index_files {
namespace faiss {
namespace {

constexpr std::int64_t filler = 1 << 20;
constexpr const char* known = "IHNf, IHNs, IHNp, IHc2, IwFl, IwPQ, IwSq, IxF2, IxFI, IxPq, IxSQ, IxMp and IxM2";

/// What letters stand for that are not read.
struct Letters {
    std::string_view code, what;
};
constexpr Letters not_read[] = {
    {"IxPT", "a transform (OPQ, PCA) before another index"},
    {"IxRF", "an index whose results are refined"},
    {"IHfP", "HNSW with Panorama's bounds"},
    {"IHN2", "HNSW over codes of two layers"},
    {"IwQR", "inverted lists with refined product codes"},
    {"IwPf", "inverted lists for fast scanning of product codes"},
    {"IPfs", "product codes for fast scanning"},
    {"IvFL", "inverted lists of an old version"},
    {"IvPQ", "inverted lists of an old version"},
    {"INSf", "an NSG graph"},
    {"INNf", "an NN-Descent graph"},
    {"IxRQ", "a residual quantiser"},
    {"IxRq", "a residual quantiser"},
    {"IxLS", "a quantiser by local search"},
    {"IxPR", "a product of residual quantisers"},
    {"IxPL", "a product of quantisers by local search"},
    {"IwRQ", "inverted lists of residual codes"},
    {"IwRq", "inverted lists of residual codes"},
    {"IwLS", "inverted lists of codes by local search"},
    {"Ixrq", "RaBitQ codes"},
    {"Iwrq", "inverted lists of RaBitQ codes"},
    {"IxHe", "locality-sensitive hashing"},
    {"IBxF", "an index of bits"},
    {"IBwF", "inverted lists of bits"},
    {"IBHf", "HNSW over bits"},
};

[[noreturn]] void refuse(const ByteReader& reader, std::uint64_t at, const std::string& code) {
    const auto found = std::find_if(std::begin(not_read), std::end(not_read), [&](const Letters& one) { return one.code == code; });
    reader.fail(at,
        code + (found == std::end(not_read) ? "" : ", " + std::string(found->what) + ",") +
            " is an index of FAISS that this build does not read; it reads " + known,
        "save the lists that it returns, for neighborscope compare, or its graph as arrays in an NPZ");
}

/// Of FAISS's MetricType, those beyond inner product and L2.
std::string name_of_metric(int metric) {
    switch (metric) {
        case 2: return "L1";
        case 3: return "L-infinity";
        case 4: return "Lp";
        case 20: return "Canberra";
        case 21: return "Bray-Curtis";
        case 22: return "Jensen-Shannon";
        case 23: return "Jaccard";
        default: return "FAISS's number " + std::to_string(metric);
    }
}

bool recognises(const InputFile& file) {
    if (file.size() < 4 || file.begin()[0] != 'I') return false;
    const std::string_view code(file.begin(), 4);
    if (std::any_of(code.begin(), code.end(), [](char c) { return c <= ' ' || c > '~'; })) return false;
    if (code.starts_with("IB")) return true;
    return file.size() >= 32 && stored::number_at<std::int64_t>(file.begin() + 16) == filler &&
           stored::number_at<std::int64_t>(file.begin() + 24) == filler;
}

stored::StoredIndex read(const SharedFile& file) {
    ByteReader reader(*file);
    stored::StoredIndex index = read_index(reader, file, 0);
    reader.expect_end("the index");
    return index;
}

}  // namespace

Header read_header(ByteReader& reader) {
    Header header;
    const std::uint64_t at = reader.at();
    header.dimension = checked_dimension(reader, at, std::uint64_t(std::max(reader.number<std::int32_t>("the dimension"), 0)));
    const auto rows = reader.number<std::uint64_t>("the number of rows");
    check_rows(reader, at + 4, rows);
    header.rows = std::int64_t(rows);
    reader.take(2, sizeof(std::int64_t), "the header");
    reader.number<std::uint8_t>("the header");
    header.metric = reader.number<std::int32_t>("the metric");
    if (header.metric > 1) reader.number<float>("the metric's argument");
    return header;
}

stored::StoredIndex begin_index(const Header& header, const SharedFile& file, std::string kind, stored::Walk walk) {
    stored::StoredIndex index;
    index.library = "FAISS";
    index.kind = std::move(kind);
    index.walk = walk;
    index.dimension = header.dimension;
    index.rows = index.capacity = header.rows;
    index.memory.push_back(file);
    if (header.metric == 0) index.metric = stored::VectorMetric::inner_product;
    else if (header.metric == 1) index.metric = stored::VectorMetric::euclidean;
    else {
        index.walk = stored::Walk::none;
        index.why_no_walk = "its metric is " + name_of_metric(header.metric);
    }
    return index;
}

stored::StoredIndex read_index(ByteReader& reader, const SharedFile& file, int depth) {
    const std::uint64_t at = reader.at();
    const std::string code = reader.code("the code of an index of FAISS");
    if (depth > deepest) reader.fail(at, "more than 4 indexes lie within each other");
    const auto is_one_of = [&](std::initializer_list<std::string_view> codes) {
        return std::find(codes.begin(), codes.end(), code) != codes.end();
    };
    if (is_one_of({"IxF2", "IxFI", "IxFl", "IxPq", "IxSQ"})) return read_flat(reader, file, code);
    if (is_one_of({"IHNf", "IHNs", "IHNp", "IHc2", "IHNc", "IH00"})) return read_graph(reader, file, code, depth);
    if (is_one_of({"IwFl", "IwPQ", "IwSq"})) return read_lists(reader, file, code, depth);
    if (is_one_of({"IxMp", "IxM2"})) return read_ids(reader, file, depth);
    refuse(reader, at, code);
}

stored::StoredIndex read_ids(ByteReader& reader, const SharedFile& file, int depth) {
    const Header header = read_header(reader);
    stored::StoredIndex index = read_index(reader, file, depth + 1);
    const std::uint64_t at = reader.at();
    const Items<std::int64_t> ids = reader.counted<std::int64_t>("the ids");
    if (std::int64_t(ids.count) != index.rows || header.rows != index.rows)
        reader.fail(at, std::to_string(ids.count) + " ids for " + std::to_string(index.rows) + " rows");
    if (index.lists && !index.lists->ids_are_rows)
        index.remarks.push_back("its lists have ids of their own, and ids are given to these: rows are numbered by their places in lists");
    index.ids = stored::Column<std::int64_t>(ids.first);
    return index;
}

}  // namespace faiss

const IndexReader faiss_index_reader{"FAISS",
    "write_index of FAISS: IHNf, IHNs, IHNp, IHc2 (HNSW), IwFl, IwPQ, IwSq (IVF), IxF2, IxFI, IxPq, IxSQ, with IxMp or IxM2 around them",
    faiss::recognises, faiss::read};

}  // namespace neighborscope::index_files
