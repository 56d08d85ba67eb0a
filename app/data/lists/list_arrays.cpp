#include "app/data/lists/list_arrays.hpp"

#include "app/data/lists/list_names.hpp"

#include <algorithm>

namespace neighborscope::lists {
namespace {

struct Choice {
    int index = -1, distance = -1, query = -1;
    std::vector<std::string> notes;
};

bool same_shape(const ListArray& a, const ListArray& b) { return a.rows == b.rows && a.columns == b.columns; }
bool is_matrix(const ListArray& array) { return array.numbers && array.dimensions == 2; }
std::string shape_text(const ListArray& array) { return "[" + std::to_string(array.rows) + "][" + std::to_string(array.columns) + "]"; }

/// Returns the names of arrays for which `fits` is true, "" for the others.
template <class Fits>
std::vector<std::string> names_of(const std::vector<ListArray>& arrays, const Fits& fits) {
    std::vector<std::string> names;
    for (const ListArray& array : arrays) names.push_back(fits(array) ? array.name : std::string());
    return names;
}

/// Returns the array with a name of indices, preferably a matrix. A one-dimensional array (one neighbour per query) needs an unambiguous
/// name, because one-dimensional `ids` and `labels` are mostly something else.
int named_index(const std::vector<ListArray>& arrays) {
    const int matrix = place_of(ListPart::index, names_of(arrays, [](const ListArray& a) { return is_matrix(a) || a.error; }));
    if (matrix >= 0) return matrix;
    return place_of(ListPart::index, names_of(arrays, [](const ListArray& a) { return a.numbers && list_part_named(a.name).doubt < 2; }));
}

int named_distance(const std::vector<ListArray>& arrays, const ListArray& index) {
    return place_of(ListPart::distance, names_of(arrays, [&](const ListArray& a) {
        return a.error || (a.numbers && (same_shape(a, index) || list_part_named(a.name).doubt < 2));
    }));
}

/// Returns the only array for which `fits` is true, -1 if there are none or several.
template <class Fits>
int only(const std::vector<ListArray>& arrays, const Fits& fits) {
    const auto first = std::find_if(arrays.begin(), arrays.end(), fits);
    return first == arrays.end() || std::find_if(first + 1, arrays.end(), fits) != arrays.end() ? -1 : int(first - arrays.begin());
}

bool is_numbered(const ListArray& array) { return array.name == "arr_0" || array.name == "arr_1"; }

[[noreturn]] void refuse(const std::string& path, const std::vector<ListArray>& arrays) {
    std::string all;
    for (const ListArray& array : arrays) all += (all.empty() ? "" : ", ") + array.name.substr(0, 60);
    throw Error(Failure::input, path + " has no array 'index'" + (all.empty() ? "" : ": it has " + all.substr(0, 400)),
        "name the arrays 'index' and 'distance', both [queries][k]: numpy.savez(file, index=..., distance=...)");
}

bool holds_indices(const Matrix& matrix) {
    struct Fraction {};
    try {
        for (std::uint64_t row = 0; row < matrix.rows; ++row)
            for (std::size_t i = 0; i < matrix.columns; ++i)
                index_of(number_at(matrix.row(row), i), []() -> std::string { throw Fraction{}; });
    } catch (const Fraction&) { return false; }
    return true;
}

/// Chooses between two arrays of floats from numpy.savez(file, a, b): the indices are the one without fractions.
int numbered_index(const std::string& path, const std::vector<ListArray>& arrays, const std::function<Matrix(int)>& open) {
    std::vector<int> found;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (is_matrix(arrays[i]) && is_numbered(arrays[i])) {
            require_room(path, arrays[i].rows, arrays[i].columns, true);
            if (holds_indices(open(int(i)))) found.push_back(int(i));
        }
    return found.size() == 1 ? found.front() : -1;
}

/// Without a matrix: one-dimensional arrays hold the nearest neighbour of each query, or all neighbours of one query.
std::vector<ListArray> as_matrices(std::vector<ListArray> arrays) {
    if (std::none_of(arrays.begin(), arrays.end(), [](const ListArray& a) { return a.dimensions == 2; }))
        for (ListArray& array : arrays)
            if (array.dimensions == 1 && list_part_named(array.name).part != ListPart::query) array.dimensions = 2;
    return arrays;
}

Choice choose(const std::string& path, const std::vector<ListArray>& described, const std::function<Matrix(int)>& open) {
    const std::vector<ListArray> arrays = as_matrices(described);
    if (std::any_of(arrays.begin(), arrays.end(), [](const ListArray& a) { return a.name == "indptr"; }))
        throw Error(Failure::input, path + " is a sparse matrix of SciPy",
            "save what kneighbors() gives: numpy.savez(file, index=..., distance=...), both [queries][k]");
    Choice choice;
    choice.index = named_index(arrays);
    const bool named = choice.index >= 0;
    if (!named) choice.index = only(arrays, [](const ListArray& a) { return is_matrix(a) && a.integers; });
    if (choice.index < 0) choice.index = numbered_index(path, arrays, open);
    if (choice.index < 0) refuse(path, arrays);
    const ListArray& index = arrays[std::size_t(choice.index)];
    if (index.error) throw Error(*index.error);
    choice.distance = named_distance(arrays, index);
    if (choice.distance < 0 && !named)
        choice.distance = only(arrays, [&](const ListArray& a) { return is_matrix(a) && &a != &index && same_shape(a, index); });
    choice.query = place_of(ListPart::query,
        names_of(arrays, [&](const ListArray& a) { return a.numbers && a.integers && a.dimensions == 1 && a.rows == index.rows; }));
    if (!named)
        choice.notes.push_back(
            "'" + index.name.substr(0, 60) + "' is read as the indices" +
            (choice.distance < 0 ? std::string() : ", '" + arrays[std::size_t(choice.distance)].name.substr(0, 60) + "' as the distances"));
    if (choice.distance < 0) return choice;
    const ListArray& distance = arrays[std::size_t(choice.distance)];
    if (distance.error) throw Error(*distance.error);
    if (!same_shape(distance, index))
        throw Error(Failure::input, path + ": the indices are " + shape_text(index) + ", the distances " + shape_text(distance),
            "give a distance for every index");
    return choice;
}

/// Reads an index exactly: 64-bit integers are not rounded.
template <class Where>
std::int64_t index_at(const NumberColumn& column, std::size_t i, const Where& where) {
    return as_type(column.number.type, [&]<class Value>(Value) {
        const auto value = read_bits<Value>(column.first + i * column.stride, column.number.swapped);
        if constexpr (std::integral<Value>) return index_of(value, where);
        else return index_of(double(value), where);
    });
}

ForeignLists lists_of(const std::string& path, const Matrix& index, const std::optional<Matrix>& distance, const Progress& progress) {
    ForeignLists lists;
    lists.path = path;
    allocate_lists(lists, std::int64_t(index.rows), index.columns, distance.has_value());
    const std::size_t k = std::size_t(lists.k);
    for (std::size_t query = 0; query < index.rows; ++query) {
        if (query % 4096 == 0) progress.step(double(query), double(index.rows));
        const NumberColumn rows = index.row(query), shown = distance ? distance->row(query) : NumberColumn();
        for (std::size_t i = 0; i < k; ++i) {
            const auto where = [&] { return path + ": list " + std::to_string(query) + ", rank " + std::to_string(i + 1); };
            set_entry(lists, query * k + i, index_at(rows, i, where), distance ? number_at(shown, i) : 0);
        }
    }
    return lists;
}

}  // namespace

ForeignLists read_indices(const std::string& path, const Matrix& index, const Progress& progress) {
    return lists_of(path, index, std::nullopt, progress);
}

ForeignLists read_arrays(
    const std::string& path, const std::vector<ListArray>& arrays, const std::function<Matrix(int)>& open, const Progress& progress) {
    const Choice choice = choose(path, arrays, open);
    const ListArray& of_index = arrays[std::size_t(choice.index)];
    require_room(path, of_index.rows, of_index.columns, choice.distance >= 0);
    const Matrix index = open(choice.index);
    ForeignLists lists = lists_of(path, index, choice.distance >= 0 ? std::optional(open(choice.distance)) : std::nullopt, progress);
    lists.notes = choice.notes;
    if (choice.query < 0) return lists;
    const Matrix query = open(choice.query);
    for (std::uint64_t i = 0; i < query.rows; ++i)
        lists.query.push_back(index_at(
            query.row(i), 0, [&] { return path + ": '" + arrays[std::size_t(choice.query)].name + "', place " + std::to_string(i); }));
    return lists;
}

bool arrays_name_lists(const std::vector<ListArray>& arrays) {
    if (std::any_of(arrays.begin(), arrays.end(), [](const ListArray& a) { return names_points(a.name); })) return false;
    const int index = named_index(arrays);
    if (index < 0) {
        const int integers = only(arrays, [](const ListArray& a) { return is_matrix(a) && a.integers; });
        const int floats = only(arrays, [](const ListArray& a) { return is_matrix(a) && !a.integers; });
        return arrays.size() == 2 && integers >= 0 && floats >= 0 && is_numbered(arrays[0]) && is_numbered(arrays[1]) &&
               same_shape(arrays[0], arrays[1]);
    }
    const ListArray& found = arrays[std::size_t(index)];
    if (list_part_named(found.name).doubt < 2) return true;
    const int distance = named_distance(arrays, found);
    return found.integers && distance >= 0 && same_shape(found, arrays[std::size_t(distance)]);
}

}  // namespace neighborscope::lists
