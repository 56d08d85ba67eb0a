// Reads lists in NPZ and NPY.
#include "app/data/lists/list_arrays.hpp"
#include "app/data/load/npy/npy_header.hpp"
#include "app/data/load/npy/zip.hpp"
#include "app/data/load/reader.hpp"

#include <memory>

namespace neighborscope::lists {
namespace {

/// Throws for a header that cannot be of lists, before anything is unpacked.
void check_header(const std::string& path, const npy::Header& index) {
    if (index.structured || index.fields.front().kind != npy::Field::Kind::number)
        throw Error(Failure::input, path + " holds no numbers", "lists are arrays of numbers, [queries][k]");
    require_room(path, index.rows, index.columns, false);
}

Matrix matrix_of(const InputFile& file) {
    const npy::Header header = npy::read_header(file);
    return {header.matrix(), file.begin() + header.data_offset};
}

ForeignLists read_indices_of(const InputFile& file, const Progress& progress) {
    return read_indices(file.path(), matrix_of(file), progress);
}

/// Describes a member that ends in ".npy" by its header.
ListArray describe(const InputFile& file, const zip::Member& member) {
    ListArray array;
    array.name = member.name.substr(member.name.rfind('/') + 1);
    array.name.resize(array.name.size() - 4);
    try {
        zip::check_method(file, member);
        const npy::Header header =
            npy::read_header(InputFile(zip::path_of(file, member), zip::first_bytes(file, member, gzip_beginning)), member.size);
        array.rows = header.rows;
        array.columns = header.columns;
        array.dimensions = header.dimensions;
        array.numbers = !header.structured && header.fields.front().kind == npy::Field::Kind::number;
        array.integers = array.numbers && is_integer(header.fields.front().number.type);
    } catch (const Error& error) { array.error = error; }
    return array;
}

struct Archive {
    explicit Archive(const InputFile& file) : file(file) {
        for (zip::Member& member : zip::members(file))
            if (member.name.ends_with(".npy")) {
                arrays.push_back(describe(file, member));
                members.push_back(std::move(member));
            }
        unpacked.resize(members.size());
    }
    Matrix open(int i, const Progress& progress) {
        auto& its = unpacked[std::size_t(i)];
        if (!its) its.reset(new InputFile(zip::unpack(file, members[std::size_t(i)], progress)));
        return matrix_of(*its);
    }
    const InputFile& file;
    std::vector<zip::Member> members;
    std::vector<ListArray> arrays;
    std::vector<std::unique_ptr<const InputFile>> unpacked;
};

}  // namespace

ForeignLists read_npz(const InputFile& file, const Progress& progress) {
    Archive archive(file);
    return read_arrays(
        file.path(), archive.arrays, [&](int i) { return archive.open(i, progress); }, progress);
}

bool npz_names_lists(const InputFile& file) { return arrays_name_lists(Archive(file).arrays); }

ForeignLists read_npy(const InputFile& beginning, const Progress& progress) {
    const bool is_partial = beginning.is_partial();
    const npy::Header header =
        is_partial ? npy::read_header_of_unknown_size(beginning, most_unpacked(beginning.packed().size())) : npy::read_header(beginning);
    check_header(beginning.path(), header);
    if (!is_partial) return read_indices_of(beginning, progress);
    const InputFile whole(beginning.on_disk(), progress, header.end() + 1);
    if (whole.is_partial())
        throw Error(Failure::input, whole.path() + ": more bytes follow the " + std::to_string(header.rows) + " rows of its header",
            "save it again with numpy.save");
    return read_indices_of(whole, progress);
}

}  // namespace neighborscope::lists
