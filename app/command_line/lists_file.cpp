#include "app/command_line/lists_file.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/save/npz_writer.hpp"
#include "gpu/index/stored_index.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <type_traits>

namespace neighborscope::shell {
namespace {

template <class Number>
void append(std::string& line, Number number) {
    char text[32];
    line.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

/// The index whose ids are written beside its rows; null: the data are none, or the rows are its ids.
const stored::StoredIndex* index_with_ids(const DataSet& data) {
    return data.own_index && data.own_index->has_ids() && !data.own_index_is_old ? data.own_index.get() : nullptr;
}

void write_csv(OutputFile& file, const DataSet& data, const FetchedLists& lists, bool points_ask, const Progress& progress) {
    const stored::StoredIndex* const named = index_with_ids(data);
    file.write(named ? "query,rank,index,distance,id\n" : "query,rank,index,distance\n");
    std::string text;
    for (std::int64_t query = 0; query < lists.queries; ++query) {
        const auto index = lists.indices(query);
        const auto distance = lists.distances(query);
        for (int rank = 0; rank < lists.length(query); ++rank) {
            append(text, points_ask ? data.file_row(query) : query);
            text += ',';
            append(text, rank + 1);
            text += ',';
            append(text, data.file_row(index[std::size_t(rank)]));
            text += ',';
            append(text, distance[std::size_t(rank)]);
            if (named) append(text += ',', named->id_of(index[std::size_t(rank)]));
            text += '\n';
        }
        if (text.size() < 65536) continue;
        file.write(text);
        text.clear();
        progress.step(double(query), double(lists.queries));
    }
    file.write(text);
}

/// Copies [queries][k] items to [queries][wanted], with `missing` after each list. (C order; NpzWriter requests pieces.)
template <class Value>
NpzWriter::Fill padded(std::span<const Value> values, const FetchedLists& lists, std::type_identity_t<Value> missing) {
    return [values, k = lists.k, wanted = lists.wanted, missing](std::int64_t first, std::int64_t count, char* out) {
        for (std::int64_t item = first; item < first + count; ++item, out += sizeof(Value)) {
            const std::int64_t query = item / wanted, rank = item % wanted;
            const Value value = rank < k ? values[std::size_t(query * k + rank)] : missing;
            std::memcpy(out, &value, sizeof value);
        }
    };
}

}  // namespace

ListsFormat lists_format(const std::string& path) {
    const auto ends_with = [&path](std::string_view end) {
        return path.size() > end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0;
    };
    if (ends_with(".csv") || ends_with(".CSV") || is_standard_output(path)) return ListsFormat::csv;
    if (ends_with(".npz") || ends_with(".NPZ")) return ListsFormat::npz;
    throw Error(Failure::usage, "--out '" + path + "': lists can only be written as .csv or .npz", "end the name in one of them");
}

void require_room_for_lists(const OutputFile& file, ListsFormat format, std::int64_t queries, int k, std::int64_t points) {
    if (format != ListsFormat::npz) return;
    constexpr double entry = sizeof(std::int32_t) + sizeof(float), most_padding = 100e6;
    const std::string what = std::to_string(queries) + (queries == 1 ? " list of " : " lists of ") + std::to_string(k) + " in .npz";
    const double bytes = (entry * k + sizeof(std::int64_t)) * double(queries),
                 padding = entry * double(queries) * double(std::max<std::int64_t>(0, k - points));
    require_memory(bytes, what, "choose a smaller k, or write .csv, which ends a list when there are no more points");
    if (padding > most_padding)
        throw Error(Failure::usage,
            what + " would hold " + bytes_text(padding) + " of padding, because there are only " + std::to_string(points) + " points",
            "use -k " + std::to_string(points) + ", or write .csv, which ends a list when there are no more points");
    file.require_room(std::uint64_t(bytes));
}

void write_lists(
    OutputFile& file, ListsFormat format, const DataSet& data, const FetchedLists& lists, bool points_ask, const Progress& progress) {
    if (format == ListsFormat::csv) return write_csv(file, data, lists, points_ask, progress);
    std::vector<std::int32_t> rows;
    std::span<const std::int32_t> index = lists.index;
    if (!data.file_rows.empty()) {
        if (data.count() > 0 && data.file_rows.back() > std::numeric_limits<std::int32_t>::max())
            throw Error(Failure::input, file.path() + ": rows of this file do not fit in int32", "write .csv instead");
        rows.reserve(lists.index.size());
        for (const std::int32_t row : lists.index) rows.push_back(row < 0 ? -1 : std::int32_t(data.file_row(row)));
        index = rows;
    }
    progress.step(0, 0);
    NpzWriter npz(file);
    npz.add("index", "<i4", {lists.queries, lists.wanted}, padded(index, lists, -1));
    progress.step(1, 2);
    npz.add("distance", "<f4", {lists.queries, lists.wanted},
        padded(std::span(lists.distance), lists, std::numeric_limits<float>::quiet_NaN()));
    if (const stored::StoredIndex* const named = index_with_ids(data)) {
        std::vector<std::int64_t> ids;
        for (const std::int32_t row : lists.index) ids.push_back(row < 0 ? -1 : named->id_of(row));
        npz.add("id", "<i8", {lists.queries, lists.wanted}, padded(std::span<const std::int64_t>(ids), lists, -1));
    }
    if (points_ask)
        npz.add("query", "<i8", {lists.queries}, [&](std::int64_t first, std::int64_t count, char* out) {
            for (std::int64_t query = first; query < first + count; ++query, out += sizeof(std::int64_t)) {
                const std::int64_t row = data.file_row(query);
                std::memcpy(out, &row, sizeof row);
            }
        });
    npz.finish();
}

}  // namespace neighborscope::shell
