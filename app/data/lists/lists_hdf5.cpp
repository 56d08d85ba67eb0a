// Reads lists in HDF5: `neighbors` and `distances`, as in the files of ann-benchmarks.
#include "app/data/lists/list_arrays.hpp"
#include "app/data/lists/list_names.hpp"
#include "app/data/load/hdf5/hdf5_file.hpp"

#include <algorithm>

namespace neighborscope::lists {
namespace {

ListArray list_array_of(const NamedArray& named) {
    ListArray array;
    array.name = named.name;
    array.dimensions = int(named.shape.size());
    if (!named.shape.empty()) array.rows = named.shape[0];
    if (named.shape.size() == 2) array.columns = named.shape[1];
    array.numbers = named.kind == NamedArray::Kind::numbers;
    array.integers = named.integers;
    if (!named.why.empty()) array.error = Error(Failure::input, named.why, "lists are arrays of numbers, [queries][k]");
    return array;
}

/// Returns the arrays that may be parts of lists: by name or, if no name fits the indices, any matrix that is not named as points.
std::vector<int> parts_of(const std::vector<NamedArray>& all) {
    std::vector<int> named, matrices;
    bool has_index = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ListPart part = list_part_named(all[i].name).part;
        if (all[i].kind != NamedArray::Kind::numbers) continue;
        if (part == ListPart::index || part == ListPart::distance || (part == ListPart::query && all[i].shape.size() == 1))
            named.push_back(int(i));
        has_index = has_index || part == ListPart::index;
        if (all[i].shape.size() == 2 && !names_points(all[i].name)) matrices.push_back(int(i));
    }
    return has_index ? named : matrices;
}

}  // namespace

ForeignLists read_hdf5(const InputFile& file, const Progress& progress) {
    std::vector<ListArray> arrays;
    const auto choose = [&](const std::vector<NamedArray>& all) {
        ArrayChoice choice;
        choice.points = parts_of(all);
        arrays.clear();
        for (std::size_t i = 0; i < all.size(); ++i) {
            arrays.push_back(list_array_of(all[i]));
            arrays.back().numbers = std::count(choice.points.begin(), choice.points.end(), int(i)) > 0;  // other arrays are not read
        }
        return choice;
    };
    const hdf5::Contents contents = hdf5::read_contents(file, choose, progress);
    std::vector<std::vector<char>> raw(arrays.size());
    const auto open = [&](int i) {
        const auto& chosen = contents.choice.points;
        const hdf5::StoredArray& values = contents.points[std::size_t(std::find(chosen.begin(), chosen.end(), i) - chosen.begin())];
        return Matrix(values.matrix(), hdf5::whole_values(file, values, raw[std::size_t(i)], progress));
    };
    return read_arrays(file.path(), arrays, open, progress);
}

bool hdf5_names_lists(const InputFile& file) {
    std::vector<ListArray> arrays;
    hdf5::read_contents(
        file,
        [&](const std::vector<NamedArray>& all) {
            arrays.clear();
            for (const NamedArray& named : all) arrays.push_back(list_array_of(named));
            return ArrayChoice();
        },
        Progress{});
    return arrays_name_lists(arrays);
}

}  // namespace neighborscope::lists
