// A gallery: pictures of people in one size, their eigenfaces, and their vectors, in which the program searches.
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

/// Notes about a folder of pictures, without a full stop; "" if there is nothing to note, and for galleries from other sources.
struct FolderNotes {
    /// how people were named: "named by the file names up to the last '_': Ann_Lee_1.jpg is Ann_Lee", shown after their number
    std::string people;
    std::string doubt;             ///< why these may not be people: "1 name covers all 40 pictures.."
    std::string missing_pictures;  ///< "2 pictures that labels.csv names are not there: eve.png, ..."
    std::string skipped_files;     ///< "2 hidden or system folders (.git, __MACOSX)"
};

struct Gallery {
    PictureSize size;
    bool equalised = false;
    std::vector<float> pictures;       ///< [count][pixels], 0 to 1; empty in a DataSet, and for a gallery.npz
    std::vector<std::uint8_t> grey;    ///< the same for display, 0 to 255; empty while `pictures` is not, and for a file without pictures
    std::vector<std::string> files;    ///< [count], relative to the folder
    std::vector<std::int32_t> person;  ///< [count], index into `people`; -1 if unknown
    std::vector<std::string> people;
    std::vector<UnreadPicture> left_out;  ///< pictures that could not be read
    FolderNotes notes;
    Basis basis;                    ///< empty if another program computed the vectors
    std::vector<float> vectors;     ///< [count][basis.count()]
    std::vector<float> face_space;  ///< [count], distance of each picture to face space; empty without a basis

    std::int64_t count() const { return std::int64_t(files.size()); }
    /// Whether pictures can be projected: false if another program computed the vectors.
    bool projects() const { return basis.count() > 0; }
    std::size_t pixels() const { return std::size_t(size.width) * std::size_t(size.height); }
};

struct GalleryOptions {
    std::optional<PictureSize> size;  ///< none: the size of all pictures if they agree and have at most 65536 pixels, else 64 x 64
    bool equalise = false;
    std::string labels;  ///< a table "file,person"; "": labels.csv or labels.txt of the folder if it exists
};

/// Reads the pictures of a folder and its subfolders, sorted by name, without basis and vectors; skips hidden and system folders and files.
/// The person is as in the table of labels, else the first subfolder, else by people_of_names. Input Errors: no folder, no readable
/// picture. A memory Error with the numbers.
Gallery read_gallery_folder(const std::string& folder, const GalleryOptions& = {}, const Progress& = {});
/// Returns the files that read_gallery_folder reads: the table of labels if it exists, and the pictures.
std::vector<std::string> files_of_folder(const std::string& folder);
/// Computes the basis from all pictures and projects them.
void fit(Gallery&, int components = usual_components, const Progress& = {});

/// Returns a picture in the size and normalisation of the gallery, [pixels].
std::vector<float> normalised_for_gallery(const Gallery&, const GreyPicture&);

/// Returns the medians of the eyes over some of the gallery's pictures; the usual places if faces are found in too few of them.
EyePlaces eye_places(const Gallery&, const FaceFinder&);

/// Converts grey values from 0 to 1 to 0 to 255.
std::vector<std::uint8_t> as_bytes(const std::vector<float>& grey);

/// Whether the file is an archive with the arrays of a gallery.
bool is_gallery_file(const std::string& path);
/// Writes an NPZ archive as described in app/data/README.md.
void write_gallery(OutputFile&, const Gallery&, const Progress& = {});
/// Reads such an archive. Input Errors: no such archive, an array is missing or has another shape.
Gallery read_gallery_file(const std::string& path, const Progress& = {});

/// Converts the vectors to points, labelled with people; files are titles if no people are known. The data keep the gallery without
/// `pictures` and `vectors`.
DataSet gallery_to_data(Gallery);
/// Loads a folder as DATA. LoadOptions::columns may be "1-32": the first 32 components.
DataSet load_folder(const std::string& folder, const LoadOptions&, const Progress&);
/// If the file is a gallery and the points are its vectors or their first components, gives the points this gallery.
void attach_gallery(DataSet&, const std::string& path, const Progress&);
/// Gives vectors that another program computed a gallery without a basis. The list has one line per row of the vectors' file, "file" or
/// "file,person"; paths are relative to the list. Unreadable pictures stay black and are in `left_out`; files that do not exist are in
/// DataSet::missing_pictures. Input Errors: another number of lines than rows, no readable picture. Usage Error for data with a gallery.
void attach_pictures(DataSet&, const std::string& list, const Progress&);
/// Does the same without reading the pictures: only checks that the files exist.
void check_pictures(DataSet&, const std::string& list);
/// Divides each component by its standard deviation in the gallery, so that distances are Mahalanobis distances. Usage Error for data
/// without a gallery.
void whiten(DataSet&);
/// Keeps only the first components of basis and vectors, which increases distances to face space.
void keep_first_components(Gallery&, int components);

}  // namespace neighborscope::faces
