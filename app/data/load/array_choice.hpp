// Chooses which of a file's named arrays (NPZ, HDF5) has the points, and which are quantities.
#pragma once
#include "app/data/load/reader.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

/// An array before it is read.
struct NamedArray {
    std::string name;  ///< without folders and ".npy"
    std::string path;  ///< with folders: "group/train"
    enum class Kind { numbers, text, records, other } kind = Kind::other;
    std::vector<std::uint64_t> shape;
    bool integers = false;  ///< numbers of an integer type
    std::string why;        ///< for `other`: why it cannot be read; "" if only its type or shape does not fit
};

struct ArrayChoice {
    std::vector<int> points;      ///< one array, or one-dimensional x, y (and z)
    std::vector<int> quantities;  ///< one-dimensional, as long as the points
    int label = -1, title = -1;   ///< indices into `quantities`
    int axes = -1;                ///< names of the axes, one per column
    int colours = -1;             ///< red, green and blue of every point, [points][3]

    /// Options for the columns of the points: the label is one of them only if no other array is the label.
    LoadOptions options_of_points(LoadOptions options) const {
        if (label_is_array) options.label.clear();
        return options;
    }
    bool label_is_array = false;
};

/// "group/train (1000 x 3)": the name for --array, and the shape.
std::string described(const NamedArray&);

/// Chooses the array that LoadOptions::array names, by its path or by a unique name; else the array named points, data, x, X, train.. (for
/// queries first queries, query, test); else one-dimensional x and y; else the only matrix or array of records; else the only
/// one-dimensional array. A usage Error for an unknown --array and an input Error if no rule applies; both list the arrays. The label is as
/// in label_column, or named y; if no array accompanies a matrix, --label is a column of it.
ArrayChoice choose_arrays(const std::string& path, const std::vector<NamedArray>&, const ReadOptions&);

}  // namespace neighborscope
