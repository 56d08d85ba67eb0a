// A gallery: pictures of people in one size, their eigenfaces, and the vectors they are searched by.
#pragma once
#include "app/data/data_set.hpp"
#include "app/data/faces/eigenfaces.hpp"
#include "app/data/faces/picture.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope {
class OutputFile;
}

namespace neighborscope::faces {

constexpr int usual_components = 64;

struct LeftOut {
    std::string file, why;
};

struct Gallery {
    PictureSize size;
    bool equalised = false;
    std::vector<float> pictures;       ///< [count][pixels], 0 to 1; empty when the gallery comes from a gallery.npz
    std::vector<std::string> files;    ///< [count], below the folder
    std::vector<std::int32_t> person;  ///< [count], which of `people`; -1 where nobody knows
    std::vector<std::string> people;
    std::vector<LeftOut> left_out;  ///< pictures that could not be read
    Basis basis;
    std::vector<float> vectors;     ///< [count][basis.count()]
    std::vector<float> face_space;  ///< [count], distance of each picture to face space

    std::int64_t count() const { return std::int64_t(files.size()); }
    std::size_t pixels() const { return std::size_t(size.width) * std::size_t(size.height); }
};

struct GalleryOptions {
    std::optional<PictureSize> size;  ///< none: that of all pictures where they agree and have 65536 pixels at most, else 64 x 64
    bool equalise = false;
    std::string labels;  ///< a table "file,person"; "": labels.csv or labels.txt of the folder where there is one
};

/// The pictures of a folder and the folders in it, sorted by name, without basis and vectors. A person is what the table of labels says,
/// else the first folder below, else the file's name before '_' or '-', else before its first digit. Input Errors: no folder, no picture
/// that can be read. A memory Error with the numbers.
Gallery read_gallery_folder(const std::string& folder, const GalleryOptions& = {}, const Progress& = {});
/// What it reads of a folder: the table of labels where there is one, and the pictures; as many as can be found.
std::vector<std::string> files_of_folder(const std::string& folder);
/// Fits the basis to all pictures and projects them.
void fit(Gallery&, int components = usual_components, const Progress& = {});

/// A picture as the gallery has them: in its size and normalisation, [pixels].
std::vector<float> as_in(const Gallery&, const GreyPicture&);

/// NPZ as app/data/README.md describes it.
void write_gallery(OutputFile&, const Gallery&, const Progress& = {});
/// Input Errors: no such archive, an array is missing or of another shape.
Gallery read_gallery_file(const std::string& path, const Progress& = {});

/// The vectors as points; people are their label, files their title.
DataSet as_data(const Gallery&);
/// The same of a folder, as DATA is opened.
DataSet load_folder(const std::string& folder, const LoadOptions&, const Progress&);

}  // namespace neighborscope::faces
