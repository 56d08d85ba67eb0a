// The structure of any index as arrays in an NPZ: links of levels, or inverted lists. Which arrays: README.md beside this file.
#include "app/data/index_files/byte_reader.hpp"
#include "app/data/index_files/check_links.hpp"
#include "app/data/index_files/index_reader.hpp"
#include "app/data/load/npy/npy_header.hpp"
#include "app/data/load/npy/zip.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace neighborscope::index_files {
namespace npz {
namespace {

using stored::Links;
using stored::number_at;

constexpr const char* remedy = "see app/data/index_files/README.md for the arrays that describe an index";

/// An array of the archive: mapped where it is stored, unpacked where it is deflated.
struct Array {
    std::shared_ptr<const InputFile> file;
    npy::Header header;
    const char* first() const { return file->begin() + header.data_offset; }
    bool is(Scalar type) const {
        return !header.structured && !header.fortran_order && header.fields.front().kind == npy::Field::Kind::number &&
               header.fields.front().number == NumberFormat{type};
    }
};

class Archive {
public:
    explicit Archive(SharedFile file) : file_(std::move(file)), members_(zip::members(*file_)) {}

    bool has(std::string_view name) const { return member(name) != nullptr; }
    /// Nothing when there is none of that name.
    std::optional<Array> find(std::string_view name) const {
        const zip::Member* const found = member(name);
        if (!found) return std::nullopt;
        Array array;
        array.file.reset(new InputFile(zip::unpack(*file_, *found, {})));
        array.header = npy::read_header(*array.file);
        return array;
    }
    /// An array of these numbers: rows, and columns unless -1. Nothing when there is none of that name.
    std::optional<Array> find(std::string_view name, std::initializer_list<Scalar> types, const char* type_names, std::int64_t rows) const {
        std::optional<Array> array = find(name);
        if (!array) return array;
        if (std::none_of(types.begin(), types.end(), [&](Scalar type) { return array->is(type); }))
            throw Error(Failure::input, array->file->path() + " holds other numbers than " + type_names,
                "save it as these, row after row: numpy.ascontiguousarray(" + std::string(name) + ", '" + type_names + "')");
        if (rows >= 0 && array->header.rows != std::uint64_t(rows))
            throw Error(Failure::input,
                array->file->path() + " has " + std::to_string(array->header.rows) + " rows, and " + std::to_string(rows) + " belong there",
                remedy);
        return array;
    }
    const InputFile& file() const { return *file_; }

private:
    const zip::Member* member(std::string_view name) const {
        const std::string whole = std::string(name) + ".npy";
        const auto at = std::find_if(members_.begin(), members_.end(), [&](const zip::Member& one) { return one.name == whole; });
        return at == members_.end() ? nullptr : &*at;
    }

    SharedFile file_;
    std::vector<zip::Member> members_;
};

/// [rows][degree], -1 behind the last link of a row.
class MatrixLinks final : public stored::LevelLinks {
public:
    MatrixLinks(const char* first, int degree) : first_(first), degree_(degree) {}
    int level(std::int64_t) const override { return 0; }
    Links of(std::int64_t row, int level) const override {
        const char* const at = first_ + 4 * row * degree_;
        int count = 0;
        while (level == 0 && count < degree_ && number_at<std::int32_t>(at + 4 * std::ptrdiff_t(count)) != -1) ++count;
        return {at, count};
    }

private:
    const char* first_;
    int degree_;
};

/// For each level where the links of each row begin, and all links.
class RangedLinks final : public stored::LevelLinks {
public:
    struct Level {
        Items<std::int64_t> begin;
        const char* to = nullptr;
    };
    explicit RangedLinks(std::vector<Level> levels) : levels_(std::move(levels)) {}
    int level(std::int64_t row) const override {
        int top = int(levels_.size()) - 1;
        while (top > 0 && of(row, top).count() == 0) --top;
        return top;
    }
    Links of(std::int64_t row, int level) const override {
        if (level >= int(levels_.size())) return {};
        const Level& one = levels_[std::size_t(level)];
        const std::int64_t begin = one.begin[std::uint64_t(row)];
        return {one.to + 4 * begin, int(one.begin[std::uint64_t(row) + 1] - begin)};
    }

private:
    std::vector<Level> levels_;
};

/// `begin` ascends from 0 to `end`.
Items<std::int64_t> checked_begins(const Array& begin, std::uint64_t end, std::int64_t widest) {
    const Items<std::int64_t> items{begin.first(), begin.header.rows};
    std::int64_t before = 0;
    for (std::uint64_t i = 0; i < items.count; ++i) {
        if ((i == 0 && items[i] != 0) || items[i] < before || items[i] - before > widest)
            throw Error(Failure::input,
                begin.file->path() + ": number " + std::to_string(i) + " is " + std::to_string(items[i]) + ", and the one before " +
                    std::to_string(before),
                "it has to begin with 0 and ascend");
        before = items[i];
    }
    if (std::uint64_t(before) != end)
        throw Error(Failure::input,
            begin.file->path() + " ends with " + std::to_string(before) + ", and there are " + std::to_string(end) + " entries", remedy);
    return items;
}

void keep(stored::StoredIndex& index, const Array& array) { index.memory.push_back(array.file); }

void read_levels(stored::StoredIndex& index, const Archive& archive) {
    std::vector<RangedLinks::Level> levels;
    for (int level = 0; level < most_levels; ++level) {
        const std::string name = "graph_" + std::to_string(level);
        const auto begin = archive.find(name + "_begin", {Scalar::i8}, "<i8", level == 0 ? -1 : index.rows + 1);
        if (!begin) break;
        const auto to = archive.find(name + "_to", {Scalar::i4, Scalar::u4}, "<i4", -1);
        if (!to) throw Error(Failure::input, archive.file().path() + " has " + name + "_begin, and no " + name + "_to", remedy);
        if (level == 0) index.rows = std::int64_t(begin->header.rows) - 1;
        const Items<std::int64_t> items = checked_begins(*begin, to->header.rows, 1 << 24);
        for (std::int64_t row = 0; row < index.rows; ++row) {
            int& most = level == 0 ? index.most_links_base : index.most_links;
            most = std::max(most, int(items[std::uint64_t(row) + 1] - items[std::uint64_t(row)]));
        }
        levels.push_back({items, to->first()});
        keep(index, *begin);
        keep(index, *to);
    }
    index.top_level = int(levels.size()) - 1;
    index.kind = levels.size() > 1 ? "graph of " + std::to_string(levels.size()) + " levels"
                                   : "graph, degree at most " + std::to_string(index.most_links_base);
    index.links = std::make_shared<RangedLinks>(std::move(levels));
}

void read_graph(stored::StoredIndex& index, const Archive& archive) {
    index.walk = stored::Walk::hnswlib;
    if (const auto matrix = archive.find("graph", {Scalar::i4, Scalar::u4}, "<i4", -1)) {
        if (matrix->header.dimensions != 2 || matrix->header.columns > 1 << 16)
            throw Error(Failure::input, matrix->file->path() + " is no matrix of links, a row of the graph in each row", remedy);
        index.rows = std::int64_t(matrix->header.rows);
        index.most_links_base = int(matrix->header.columns);
        index.kind = "graph, degree " + std::to_string(index.most_links_base);
        index.links = std::make_shared<MatrixLinks>(matrix->first(), index.most_links_base);
        keep(index, *matrix);
    } else {
        read_levels(index, archive);
    }
    if (index.rows < 1 || std::uint64_t(index.rows) > most_rows)
        throw Error(Failure::input, archive.file().path() + " has a graph of " + std::to_string(index.rows) + " rows", remedy);
    index.entry = 0;
    if (const auto entry = archive.find("entry", {Scalar::i8, Scalar::i4}, "<i8", 1))
        index.entry =
            entry->is(Scalar::i8) ? std::int32_t(number_at<std::int64_t>(entry->first())) : number_at<std::int32_t>(entry->first());
    else index.remarks.push_back("the file names no entry: searches begin at row 0");
    check_links(ByteReader(archive.file()), 0, index);
}

void read_lists(stored::StoredIndex& index, const Archive& archive, const std::optional<Array>& points) {
    const auto begin = archive.find("list_begin", {Scalar::i8}, "<i8", -1);
    const auto lists = std::int64_t(begin->header.rows) - 1;
    const auto ids = archive.find("list_ids", {Scalar::i8}, "<i8", -1);
    const auto centroids = archive.find("centroids", {Scalar::f4}, "<f4", lists);
    if (!ids || !centroids || !points || lists < 1)
        throw Error(Failure::input, archive.file().path() + " has list_begin, and lacks list_ids, centroids or points", remedy);
    index.rows = std::int64_t(ids->header.rows);
    const Items<std::int64_t> begins = checked_begins(*begin, ids->header.rows, std::int64_t(most_rows));
    auto stored_lists = std::make_shared<stored::StoredLists>();
    stored_lists->codec = stored::element_codec(stored::Element::float32, int(points->header.columns));
    const std::size_t bytes = stored_lists->codec->bytes();
    for (std::int64_t i = 0; i < lists; ++i) {
        const std::int64_t first = begins[std::uint64_t(i)], count = begins[std::uint64_t(i) + 1] - first;
        stored_lists->lists.push_back({points->first() + std::size_t(first) * bytes, ids->first() + 8 * first, count, first});
    }
    auto coarse = std::make_shared<stored::StoredIndex>();
    coarse->walk = stored::Walk::scan;
    coarse->rows = coarse->capacity = lists;
    coarse->dimension = int(centroids->header.columns);
    coarse->metric = stored::VectorMetric::euclidean;
    coarse->vectors = {
        centroids->first(), sizeof(float) * centroids->header.columns, stored::element_codec(stored::Element::float32, coarse->dimension)};
    if (centroids->header.columns != points->header.columns)
        throw Error(Failure::input, centroids->file->path() + " has other dimensions than points", remedy);
    stored_lists->coarse = std::move(coarse);
    index.lists = std::move(stored_lists);
    index.walk = stored::Walk::lists;
    index.kind = "IVF, " + std::to_string(lists) + " lists";
    for (const auto& array : {begin, ids, centroids}) keep(index, *array);
}

/// What the array `metric`, a text of numpy, names.
stored::VectorMetric metric_in(const Array& array) {
    const npy::Field& field = array.header.fields.front();
    std::string text;
    if (field.kind == npy::Field::Kind::utf32 && array.header.rows == 1)
        for (std::size_t at = 0; at < field.width; at += 4)
            if (const auto letter = number_at<std::uint32_t>(array.first() + at); letter != 0) text += letter < 128 ? char(letter) : '?';
    if (text == "euclidean" || text == "sqeuclidean" || text == "l2") return stored::VectorMetric::euclidean;
    if (text == "inner_product" || text == "inner-product") return stored::VectorMetric::inner_product;
    if (text == "cosine") return stored::VectorMetric::cosine;
    throw Error(Failure::input,
        array.file->path() + (text.empty() ? " is no text" : " names the metric '" + text + "', which is not known"),
        "save numpy.array('euclidean'), 'inner_product' or 'cosine', or leave it out");
}

bool recognises(const InputFile& file) {
    if (!file.bytes().starts_with("PK\x03\x04")) return false;
    try {
        const auto members = zip::members(file);
        return std::any_of(members.begin(), members.end(), [](const zip::Member& member) {
            return member.name == "graph.npy" || member.name == "graph_0_begin.npy" || member.name == "list_begin.npy";
        });
    } catch (const Error&) { return false; }
}

stored::StoredIndex read(const SharedFile& file) {
    const Archive archive(file);
    stored::StoredIndex index;
    index.library = "NPZ";
    index.memory.push_back(file);
    const auto points = archive.find("points", {Scalar::f4}, "<f4", -1);
    if (points && (points->header.columns == 0 || points->header.columns > std::uint64_t(most_dimensions)))
        throw Error(Failure::input, points->file->path() + " has " + std::to_string(points->header.columns) + " columns", remedy);
    if (archive.has("list_begin")) read_lists(index, archive, points);
    else read_graph(index, archive);
    if (points) {
        if (std::int64_t(points->header.rows) != index.rows)
            throw Error(Failure::input,
                points->file->path() + " has " + std::to_string(points->header.rows) + " rows, and the index " + std::to_string(index.rows),
                remedy);
        index.dimension = int(points->header.columns);
        if (!index.lists)
            index.vectors = {
                points->first(), sizeof(float) * points->header.columns, stored::element_codec(stored::Element::float32, index.dimension)};
        keep(index, *points);
    }
    if (const auto ids = archive.find("ids", {Scalar::i8}, "<i8", index.rows); ids && !index.lists) {
        index.ids = stored::Column<std::int64_t>(ids->first());
        keep(index, *ids);
    }
    if (const auto metric = archive.find("metric")) set_metric(index, metric_in(*metric));
    index.capacity = index.rows;
    return index;
}

}  // namespace
}  // namespace npz

const IndexReader npz_index_reader{"NPZ",
    "arrays of numpy: graph, or graph_0_begin and graph_0_to, or list_begin, list_ids and centroids; points", npz::recognises, npz::read};

}  // namespace neighborscope::index_files
