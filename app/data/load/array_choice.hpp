// Which of the arrays that a file holds under names (NPZ, HDF5) is the points, and which say something of each of them.
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
    bool integers = false;  ///< of numbers: by their type
    std::string why;        ///< of `other`: why it cannot be read, "" when it is merely no such array
};

struct ArrayChoice {
    std::vector<int> points;      ///< one array, or those of x, y (and z), each of one dimension
    std::vector<int> quantities;  ///< one-dimensional, as long as the points
    int label = -1, title = -1;   ///< of `quantities`
    int axes = -1;                ///< names of the axes, one a column
    int colours = -1;             ///< red, green and blue of every point, [points][3]

    /// For the columns of the points: the label is among them only where no other array is.
    LoadOptions options_of_points(LoadOptions options) const {
        if (label_is_array) options.label.clear();
        return options;
    }
    bool label_is_array = false;
};

/// "group/train (1000 x 3)": what --array takes, and the shape.
std::string described(const NamedArray&);

/// The array that LoadOptions::array names, by its path or, where no other has it, its name; a usage Error that lists the arrays there are
/// when there is none. Without that the array named points, data, x, X, train.. (for queries first queries, query, test); else one-dimensional x and y; else the only
/// matrix or the only array of records; else the only array of one dimension. An input Error that lists the arrays there are when
/// none can be told. The label is as label_column has it, or named y; where no array lies beside a matrix, --label is a column of it.
ArrayChoice choose_arrays(const std::string& path, const std::vector<NamedArray>&, const ReadOptions&);

}  // namespace neighborscope
