// Lists as arrays: NPZ and NPY of numpy, and the .ivecs of the TEXMEX collections.
#include "app/data/lists/lists_parts.hpp"
#include "app/data/load/number_columns.hpp"
#include "app/data/load/npy/npy_header.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/load/words.hpp"
#include "app/data/load/npy/zip.hpp"

#include <algorithm>
#include <optional>

namespace neighborscope::lists {
namespace {

constexpr std::string_view index_names[] = {"index", "indices", "neighbors", "neighbours", "ids", "I"};
constexpr std::string_view distance_names[] = {"distance", "distances", "D"};

/// Without folders and ".npy".
std::string_view array_name(const zip::Member& member) {
    std::string_view name = member.name;
    if (name.ends_with(".npy")) name.remove_suffix(4);
    return name.substr(name.rfind('/') + 1);
}

template <std::size_t count>
const zip::Member* find(const std::vector<zip::Member>& members, const std::string_view (&names)[count]) {
    for (const std::string_view name : names)
        for (const zip::Member& member : members)
            if (member.name.ends_with(".npy") && array_name(member) == name) return &member;
    return nullptr;
}

/// A matrix of numbers, row by row.
struct Matrix : NumberMatrix {
    explicit Matrix(const InputFile& file) : Matrix(file, npy::read_header(file)) {}
    Matrix(const InputFile& file, const npy::Header& header) : NumberMatrix(header.matrix()), first(file.begin() + header.data_offset) {}
    NumberColumn row(std::uint64_t row) const { return {first + row * down, across, number}; }
    const char* first;
};

std::string shape_text(const npy::Header& header) {
    return "[" + std::to_string(header.rows) + "][" + std::to_string(header.columns) + "]";
}

/// Refuses by their headers what cannot be lists, before anything is unpacked.
void judge_headers(const std::string& path, const npy::Header& index, const std::optional<npy::Header>& distance) {
    for (const npy::Header* header : {&index, distance ? &*distance : nullptr})
        if (header && (header->structured || header->fields.front().kind != npy::Field::Kind::number))
            throw Error(Failure::input, path + " holds no numbers", "lists are arrays of numbers, [queries][k]");
    if (distance && (distance->rows != index.rows || distance->columns != index.columns))
        throw Error(Failure::input, path + ": the indices are " + shape_text(index) + ", the distances " + shape_text(*distance),
            "give a distance for every index");
    require_room(path, index.rows, index.columns, distance.has_value());
}

ForeignLists lists_of(const std::string& path, const Matrix& index, const std::optional<Matrix>& distance, const Progress& progress) {
    ForeignLists lists;
    lists.path = path;
    make_room(lists, std::int64_t(index.rows), index.columns, distance.has_value());
    const std::size_t k = std::size_t(lists.k);
    for (std::size_t query = 0; query < index.rows; ++query) {
        if (query % 4096 == 0) progress.step(double(query), double(index.rows));
        const NumberColumn rows = index.row(query), shown = distance ? distance->row(query) : NumberColumn();
        for (std::size_t i = 0; i < k; ++i) {
            const double its = distance ? number_at(shown, i) : 0;
            put(lists, query * k + i, number_at(rows, i), distance ? &its : nullptr,
                [&] { return path + ": list " + std::to_string(query) + ", rank " + std::to_string(i + 1); });
        }
    }
    return lists;
}

std::string list_place(const InputFile& file, std::size_t list) { return file.path() + ": list " + std::to_string(list); }

/// How many indices each list has, by the first one.
std::int32_t first_length(const InputFile& file) {
    const std::size_t most = (file.partly() ? most_unpacked(file.packed().size()) : file.size()) / 4;
    const std::int32_t k = file.size() < 4 ? 0 : read_bits<std::int32_t>(file.begin());
    if (k < 1 || std::size_t(k) > most)
        throw Error(
            Failure::input, list_place(file, 0) + " has a length of " + std::to_string(k), "every list of .ivecs begins with its length");
    return k;
}

/// Of the list at `begin`, of which `left` bytes are there.
void require_length(const InputFile& file, std::size_t list, const char* begin, std::size_t left, std::int32_t k) {
    if (const auto its = left < 4 ? k : read_bits<std::int32_t>(begin); its != k)
        throw Error(Failure::input, list_place(file, list) + " has " + std::to_string(its) + " neighbours, the first " + std::to_string(k),
            "give every list the same length, with -1 past its end");
}

}  // namespace

ForeignLists read_npz(const InputFile& file, const Progress& progress) {
    const std::vector<zip::Member> members = zip::members(file);
    const zip::Member* index = find(members, index_names);
    const zip::Member* distance = find(members, distance_names);
    if (!index) {
        std::string all;
        for (const zip::Member& member : members) all += (all.empty() ? "" : ", ") + member.name.substr(0, 60);
        throw Error(Failure::input, file.path() + " has no array 'index'" + (all.empty() ? "" : ": it has " + all.substr(0, 400)),
            "write one with numpy.savez(file, index=..., distance=...), both [queries][k]");
    }
    const auto header = [&](const zip::Member& member) {
        zip::check_method(file, member);
        return npy::read_header(InputFile(zip::path_of(file, member), zip::first_bytes(file, member, gzip_beginning)), member.size);
    };
    judge_headers(file.path(), header(*index), distance ? std::optional(header(*distance)) : std::nullopt);
    const InputFile indices = zip::unpack(file, *index, progress);
    if (!distance) return lists_of(file.path(), Matrix(indices), std::nullopt, progress);
    const InputFile distances = zip::unpack(file, *distance, progress);
    return lists_of(file.path(), Matrix(indices), Matrix(distances), progress);
}

bool npz_names_lists(const InputFile& file) {
    constexpr std::string_view sure[] = {"index", "indices", "neighbors", "neighbours"};
    constexpr std::string_view points[] = {"points", "data", "x", "X", "train", "coordinates"};
    const std::vector<zip::Member> members = zip::members(file);
    return find(members, sure) && !find(members, points);
}

ForeignLists read_npy(const InputFile& beginning, const Progress& progress) {
    const bool partly = beginning.partly();
    const npy::Header header =
        partly ? npy::read_header_of_unknown_size(beginning, most_unpacked(beginning.packed().size())) : npy::read_header(beginning);
    judge_headers(beginning.path(), header, std::nullopt);
    if (!partly) return lists_of(beginning.path(), Matrix(beginning), std::nullopt, progress);
    const InputFile whole(beginning.on_disk(), progress, header.end() + 1);
    if (whole.partly())
        throw Error(Failure::input, whole.path() + ": more bytes follow the " + std::to_string(header.rows) + " rows of its header",
            "save it again with numpy.save");
    return lists_of(whole.path(), Matrix(whole), std::nullopt, progress);
}

void judge_ivecs(const InputFile& beginning) {
    const std::int32_t k = first_length(beginning);
    const std::size_t stride = 4 + 4 * std::size_t(k);
    require_room(beginning.path(), 1, std::uint64_t(k), false);
    for (std::size_t list = 0; list * stride < beginning.size(); ++list)
        require_length(beginning, list, beginning.begin() + list * stride, beginning.size() - list * stride, k);
}

/// int32 k, then k indices, for every list.
ForeignLists read_ivecs(const InputFile& file, const Progress& progress) {
    const std::int32_t k = first_length(file);
    const std::size_t stride = 4 + 4 * std::size_t(k), count = file.size() / stride;
    ForeignLists lists;
    lists.path = file.path();
    make_room(lists, std::int64_t(std::max<std::size_t>(1, count)), std::uint64_t(k), false);
    for (std::size_t list = 0; list * stride < file.size(); ++list) {
        const char* begin = file.begin() + list * stride;
        const std::size_t left = file.size() - list * stride;
        require_length(file, list, begin, left, k);
        if (left < stride)
            throw Error(Failure::input, list_place(file, list) + " is cut off at the end of the file", "copy the file again");
        for (std::size_t i = 0; i < std::size_t(k); ++i)
            put(lists, list * std::size_t(k) + i, double(read_bits<std::int32_t>(begin + 4 + 4 * i)), nullptr,
                [&] { return list_place(file, list) + ", rank " + std::to_string(i + 1); });
        if (list % 65536 == 0) progress.step(double(list), double(count));
    }
    return lists;
}

}  // namespace neighborscope::lists
