// A gallery: pictures of people in one size, their eigenfaces, and the vectors they are searched by.
#pragma once
#include "app/data/faces/crop.hpp"
#include "app/data/faces/eigenfaces.hpp"
#include "app/data/faces/picture.hpp"
#include "app/data/points/data_set.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope {
class OutputFile;
}

namespace neighborscope::faces {

constexpr int usual_components = 64;

struct UnreadPicture {
    std::string file, why;
};

/// Notes about a folder of pictures, without a full stop; "" if there is nothing to note, and for galleries of other origin.
struct FolderNotes {
    std::string people;            ///< "named by the file names up to the last '_': Ann_Lee_1.jpg is Ann_Lee": to follow their number
    std::string doubt;             ///< why these may not be people: "1 name covers all 40 pictures.."
    std::string missing_pictures;  ///< "2 pictures that labels.csv names are not there: eve.png, ..."
    std::string skipped_files;     ///< what was not read: "2 hidden or system folders (.git, __MACOSX)"
};

struct Gallery {
    PictureSize size;
    bool equalised = false;
    std::vector<float> pictures;       ///< [count][pixels], 0 to 1; empty in a DataSet, and when the gallery comes from a gallery.npz
    std::vector<std::uint8_t> grey;    ///< the same to look at, 0 to 255; empty while there are `pictures`, and of a file without them
    std::vector<std::string> files;    ///< [count], below the folder
    std::vector<std::int32_t> person;  ///< [count], which of `people`; -1 where nobody knows
    std::vector<std::string> people;
    std::vector<UnreadPicture> left_out;  ///< pictures that could not be read
    FolderNotes notes;
    Basis basis;                    ///< empty if another program computed the vectors
    std::vector<float> vectors;     ///< [count][basis.count()]
    std::vector<float> face_space;  ///< [count], distance of each picture to face space; empty without a basis

    std::int64_t count() const { return std::int64_t(files.size()); }
    /// Whether a picture can become a vector: false if another program computed the vectors.
    bool projects() const { return basis.count() > 0; }
    std::size_t pixels() const { return std::size_t(size.width) * std::size_t(size.height); }
};

struct GalleryOptions {
    std::optional<PictureSize> size;  ///< none: that of all pictures where they agree and have 65536 pixels at most, else 64 x 64
    bool equalise = false;
    std::string labels;  ///< a table "file,person"; "": labels.csv or labels.txt of the folder where there is one
};

/// The pictures of a folder and the folders in it, sorted by name, without basis and vectors; hidden and system folders and files are not
/// looked at. A person is what the table of labels says, else the first folder below, else as people_of_names. Input Errors: no folder, no
/// picture that can be read. A memory Error with the numbers.
Gallery read_gallery_folder(const std::string& folder, const GalleryOptions& = {}, const Progress& = {});
/// What it reads of a folder: the table of labels where there is one, and the pictures; as many as can be found.
std::vector<std::string> files_of_folder(const std::string& folder);
/// Computes the basis from all pictures and projects them.
void fit(Gallery&, int components = usual_components, const Progress& = {});

/// A picture in the size and normalisation of the gallery, [pixels].
std::vector<float> normalised_for_gallery(const Gallery&, const GreyPicture&);

/// Where the eyes are in most of the gallery's pictures: medians over some of them. The usual places where faces are found in too few.
EyePlaces eye_places(const Gallery&, const FaceFinder&);

/// Grey values 0 to 1 as 0 to 255.
std::vector<std::uint8_t> as_bytes(const std::vector<float>& grey);

/// Whether it is an archive with the arrays of a gallery.
bool is_gallery_file(const std::string& path);
/// NPZ as app/data/README.md describes it.
void write_gallery(OutputFile&, const Gallery&, const Progress& = {});
/// Input Errors: no such archive, an array is missing or of another shape.
Gallery read_gallery_file(const std::string& path, const Progress& = {});

/// The vectors as points; people are their label, without people files are their title. The gallery stays with them, without `pictures` and
/// `vectors`.
DataSet gallery_to_data(Gallery);
/// The same of a folder, as DATA is opened. LoadOptions::columns may be "1-32": the first 32 components.
DataSet load_folder(const std::string& folder, const LoadOptions&, const Progress&);
/// Gives points that were read from a file their gallery, when the file is one and the points are its vectors or their first components.
void attach_gallery(DataSet&, const std::string& path, const Progress&);
/// Gives vectors that another program made a gallery without a basis: line by line the picture of each row of their file, "file" or
/// "file,person", read from beside the list. What cannot be read stays black and is left_out; what is not
/// there is said, too (DataSet::missing_pictures). Input Errors: the list has another number of lines than the file has rows, none of its
/// pictures can be read. Usage Error for data that have a gallery.
void attach_pictures(DataSet&, const std::string& list, const Progress&);
/// The same if the pictures themselves are not needed: checks that the files exist, without reading them.
void check_pictures(DataSet&, const std::string& list);
/// Makes distances Mahalanobis: divides each component by its standard deviation in the gallery. Usage Error for data without a
/// gallery.
void whiten(DataSet&);
/// Keeps only the first components of basis and vectors; pictures are farther from the smaller face space.
void keep_first_components(Gallery&, int components);

}  // namespace neighborscope::faces
