#include "app/data/load/array_choice.hpp"

#include "app/data/load/columns.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <span>

namespace neighborscope {
namespace {

using Kind = NamedArray::Kind;

constexpr std::string_view names_of_queries[] = {"queries", "query", "test", "x_test", "X_test"};
constexpr std::string_view names_of_points[] = {
    "points", "data", "x", "X", "train", "base", "arr_0", "x_train", "X_train", "vectors", "features", "embeddings"};

bool is_vector(const NamedArray& array) { return (array.kind == Kind::numbers || array.kind == Kind::text) && array.shape.size() == 1; }
bool is_matrix(const NamedArray& array) { return array.kind == Kind::records || (array.kind == Kind::numbers && array.shape.size() == 2); }

/// Whether an array holds indices into another array with this name and "_words".
bool is_spelled_out(const std::vector<NamedArray>& arrays, const std::string& name) {
    return std::any_of(arrays.begin(), arrays.end(),
        [&](const NamedArray& array) { return array.name == name + "_words" && array.kind == Kind::text && array.shape.size() == 1; });
}

/// Whether an array has the words of another one.
bool spells_out(const std::vector<NamedArray>& arrays, const NamedArray& words) {
    return std::any_of(arrays.begin(), arrays.end(), [&](const NamedArray& array) {
        return array.kind == Kind::numbers && words.name == array.name + "_words" && is_spelled_out(arrays, array.name);
    });
}

/// "points (1000 x 3), y (1000)": at most twelve.
std::string list_of(const std::vector<NamedArray>& arrays) {
    std::string text;
    for (std::size_t i = 0; i < arrays.size() && i < 12; ++i) text += (i ? ", " : "") + described(arrays[i]);
    return text + (arrays.size() > 12 ? ", ..." : "");
}

/// Returns the first array with one of these names for which `fits` is true; -1 if there is none.
template <class Fits>
int named(const std::vector<NamedArray>& arrays, std::span<const std::string_view> names, const Fits& fits) {
    for (const std::string_view name : names)
        for (std::size_t i = 0; i < arrays.size(); ++i)
            if (arrays[i].name == name && fits(arrays[i])) return int(i);
    return -1;
}

/// Returns the only array for which `fits` is true, -1 if there are none or several.
template <class Fits>
int only(const std::vector<NamedArray>& arrays, const Fits& fits) {
    if (std::count_if(arrays.begin(), arrays.end(), fits) != 1) return -1;
    return int(std::find_if(arrays.begin(), arrays.end(), fits) - arrays.begin());
}

/// Returns x, y (and z) if they are separate arrays.
std::vector<int> separate_coordinates(const std::vector<NamedArray>& arrays) {
    std::vector<std::string> names;
    for (const NamedArray& array : arrays)
        names.push_back(array.kind == Kind::numbers && array.shape.size() == 1 ? array.name : std::string{});
    std::vector<int> columns = columns_by_name(names);
    const auto other_length = [&](int i) { return arrays[std::size_t(i)].shape != arrays[std::size_t(columns.front())].shape; };
    if (columns.size() > 2 && other_length(columns[2])) columns.pop_back();
    if (std::any_of(columns.begin(), columns.end(), other_length)) columns.clear();
    return columns;
}

[[noreturn]] void refuse(const NamedArray& array) {
    const bool of_shape = array.why.find(" dimensions, shape ") != std::string::npos;
    throw Error(Failure::input, array.why,
        std::string("save an array of shape (points, dimensions)") +
            (of_shape ? ": reshape it to rows, array.reshape(len(array), -1)" : ""));
}

/// Throws if the array named as points cannot be read as points, instead of choosing another.
void refuse_unfit(const std::string& path, const std::vector<NamedArray>& arrays) {
    const auto unfit = [](const NamedArray& array) { return !array.why.empty() || (array.shape.size() > 1 && !is_matrix(array)); };
    const int meant = named(arrays, names_of_points, unfit);
    if (meant < 0) return;
    NamedArray array = arrays[std::size_t(meant)];
    if (array.why.empty()) array.why = path + ": array '" + array.name + "' holds no numbers";
    refuse(array);
}

/// Returns the array that --array names.
int asked_array(const std::string& path, const std::vector<NamedArray>& arrays, std::string_view asked) {
    while (asked.starts_with('/')) asked.remove_prefix(1);
    const auto at = std::find_if(arrays.begin(), arrays.end(), [&](const NamedArray& array) { return array.path == asked; });
    int found = at == arrays.end() ? -1 : int(at - arrays.begin());
    if (found < 0) found = only(arrays, [&](const NamedArray& array) { return array.name == asked; });
    if (found < 0)
        throw Error(Failure::usage,
            path + " has no array '" + std::string(asked) + "'" + (arrays.empty() ? "" : "; it holds " + list_of(arrays)),
            "name one of these with --array, with its folders where several have that name");
    NamedArray array = arrays[std::size_t(found)];
    if (is_matrix(array) || (array.kind == Kind::numbers && array.shape.size() == 1)) return found;
    if (array.why.empty()) array.why = path + ": array '" + array.path + "' holds no numbers";
    refuse(array);
}

std::vector<int> choose_points(const std::string& path, const std::vector<NamedArray>& arrays, const ReadOptions& options) {
    if (!options.load.array.empty()) return {asked_array(path, arrays, options.load.array)};
    int points = -1;
    if (options.queries) points = named(arrays, names_of_queries, is_matrix);
    if (points < 0) points = named(arrays, names_of_points, is_matrix);
    if (points >= 0) return {points};
    if (std::vector<int> separate = separate_coordinates(arrays); !separate.empty()) return separate;
    refuse_unfit(path, arrays);
    points = only(arrays, is_matrix);
    // does not prefer a one-dimensional array to one of several matrices
    if (points < 0 && std::none_of(arrays.begin(), arrays.end(), is_matrix))
        points = only(arrays, [](const NamedArray& array) { return array.kind == Kind::numbers && array.shape.size() == 1; });
    return points < 0 ? std::vector<int>{} : std::vector{points};
}

}  // namespace

std::string described(const NamedArray& array) {
    std::string text = array.path.substr(0, 80) + (array.shape.empty() ? "" : " (");
    for (std::size_t d = 0; d < array.shape.size() && d < 8; ++d) text += (d ? " x " : "") + std::to_string(array.shape[d]);
    return text + (array.shape.empty() ? "" : ")");
}

ArrayChoice choose_arrays(const std::string& path, const std::vector<NamedArray>& arrays, const ReadOptions& options) {
    ArrayChoice choice;
    choice.points = choose_points(path, arrays, options);
    if (choice.points.empty()) {
        const bool some = std::any_of(arrays.begin(), arrays.end(), [](const NamedArray& a) { return is_matrix(a); });
        if (arrays.size() == 1 && !arrays.front().why.empty()) refuse(arrays.front());
        throw Error(Failure::input,
            path + (arrays.empty() ? " holds no arrays"
                                   : (some ? " holds several arrays, and none is named points: " : " holds no matrix of numbers: ") +
                                         list_of(arrays)),
            some ? "say with --array which one holds the points" : "save an array of shape (points, dimensions)");
    }
    const NamedArray& first = arrays[std::size_t(choice.points.front())];
    if (first.shape.empty()) return choice;

    const std::uint64_t rows = first.shape.front();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const NamedArray& array = arrays[i];
        if (holds(choice.points, int(i))) continue;
        if (array.name == "axes" && array.kind == Kind::text && first.shape.size() == 2 && array.shape == std::vector{first.shape[1]}) {
            choice.axes = int(i);
        } else if (array.kind == Kind::numbers && array.shape == std::vector<std::uint64_t>{rows, 3} &&
                   (array.name == "colours" || array.name == "colors" || array.name == "rgb")) {
            choice.colours = int(i);
        } else if (is_vector(array) && array.shape.front() == rows && !spells_out(arrays, array)) {
            choice.quantities.push_back(int(i));
            names.push_back(array.name);
        }
    }
    const bool asked = !options.load.label.empty() && options.load.label != "none";
    choice.label_is_array = asked && !names.empty();
    if (asked && names.empty() && choice.points.size() > 1)
        throw Error(Failure::usage, path + " has no array '" + options.load.label + "' that could be the class of its points",
            "leave --label out, or add such an array");
    if (!asked || choice.label_is_array) choice.label = label_column(path, options.load, names);
    if (choice.label < 0 && options.load.label.empty()) choice.label = column_named(names, "y");
    choice.title = title_column(names);
    const auto is_text = [&](int quantity) {
        const NamedArray& array = arrays[std::size_t(choice.quantities[std::size_t(quantity)])];
        return array.kind == Kind::text || is_spelled_out(arrays, array.name);
    };
    if (choice.title == choice.label || (choice.title >= 0 && !is_text(choice.title))) choice.title = -1;
    if (!options.load.quantities) {
        choice.quantities.clear();
        choice.label = choice.title = choice.axes = choice.colours = -1;
    }
    return choice;
}

}  // namespace neighborscope
