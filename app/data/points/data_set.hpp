// Points as the program holds them after loading or generating them.
#pragma once
#include "app/data/faces/face.hpp"
#include "app/data/points/edits.hpp"
#include "app/data/points/ground_plane.hpp"
#include "app/data/points/missing_values.hpp"
#include "app/data/points/motion.hpp"
#include "app/data/points/principal_plane.hpp"
#include "app/data/points/quantity.hpp"
#include "app/data/points/road_network.hpp"
#include "app/data/points/row_conditions.hpp"
#include "app/data/points/row_picture.hpp"
#include "gpu/progress.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

namespace faces {
struct Gallery;  // app/data/faces/gallery.hpp
}
namespace stored {
struct StoredIndex;  // gpu/index/stored_index.hpp
}

/// Rows that were left out because a coordinate was NaN, infinite or missing.
struct SkippedRows {
    std::int64_t count = 0;
    std::int64_t first_row = -1;  ///< file row (from 0, header not counted) of the first one
    std::string why;              ///< "NaN or infinity"
    std::int64_t rows = 0;        ///< rows of the file, including these
    /// [dimension]: how many of these rows lack this coordinate. Empty if no row was left out, or if rows were left out for another reason.
    std::vector<std::int64_t> missing_values;
};

/// Points so far from the others that float32 keeps fewer digits of them (DataSet::origin is among the others).
struct CoarsePoints {
    struct Axis {
        int axis = 0;
        double step = 0;  ///< the rounding step of the farthest point
    };
    std::int64_t count = 0;
    std::vector<Axis> axes;  ///< axes with such points, ascending
};

/// `count` rows of `dimension` coordinates. True coordinate = origin[axis] + coordinates[row][axis]. Origin is 0 unless float32
/// could not hold the true coordinates of that axis; then the origin is a float64, so that little or nothing is lost (`rounding`).
struct DataSet {
    std::string name;    ///< as shown: "earthquakes", "stars.csv", "hotspots, 4000"
    std::string source;  ///< as typed: "sample:earthquakes", "path/stars.csv", "hotspots:n=4000"
    std::string format;  ///< "CSV", "NPY", "generator"
    std::string credit;  ///< source and licence, one line; may be empty
    int dimension = 0;
    std::vector<float> coordinates;  ///< [count][dimension], all finite
    std::vector<double> origin;      ///< [dimension]
    /// [dimension]: the largest difference between origin + coordinate and the value in the file, or the value in metres on the ground.
    /// Empty if there is none, and for data that were generated or computed here.
    std::vector<double> rounding;
    std::vector<std::string> axes;  ///< [dimension], column names; without names "x", "y", "z", or "1"..
    /// The axes that a picture shows unless others are chosen (Projection): the first three. If there are more and one of these has less
    /// than a quarter of the variance of the widest axis (of a sample of rows): the three widest, widest first.
    std::array<int, 3> shown{0, 1, 2};
    /// The principal components that a picture shows instead of these axes, for rows of more dimensions than the picture. Computed for
    /// windows only; null if the axes of the data are principal components already (of a gallery).
    std::shared_ptr<const PrincipalPlane> plane;
    std::optional<DegreeAxes> degrees;              ///< which axes are longitude and latitude, or were before projection onto `ground`
    std::optional<GroundPlane> ground;              ///< if axes are metres on a plane: that plane
    std::optional<PictureShape> picture;            ///< if each row is a picture, pixel by pixel: its shape
    std::shared_ptr<const faces::Gallery> gallery;  ///< if rows are vectors of a gallery's pictures: the gallery; else null
    bool whitened = false;                          ///< these vectors are divided by the gallery's standard deviation along each component
    std::vector<std::int64_t> file_rows;            ///< row -> row of the file; empty when they are the same
    /// Every N-th row of the file was read, from the first on (LoadOptions::every). Above 1, the points are a sample.
    std::int64_t every = 1;
    std::int64_t rows_in_file = 0;  ///< of a sample: all rows of the file
    SkippedRows skipped;
    SkippedColumns skipped_columns;
    std::string missing_pictures;  ///< a sentence that names pictures of the list LoadOptions::pictures that do not exist; "": all exist
    CoarsePoints coarse;

    std::vector<std::string> empty_classes;      ///< classes that the file declares for its label, but that no row has
    std::vector<Quantity> quantities;            ///< in the order of the file; colours last
    std::shared_ptr<const RoadNetwork> network;  ///< null if there is none
    std::shared_ptr<const Motion> motion;        ///< null if the points do not move
    /// [2][dimension]: the box that an index divides, least and greatest coordinates relative to the origin, for points changed by hand.
    /// Empty: the bounding box of the points.
    std::vector<float> index_bounds;
    /// If rows are the vectors of an index of another library: this index; else null. The method `own` searches it.
    std::shared_ptr<const stored::StoredIndex> own_index;
    bool own_index_is_old = false;  ///< points were changed by hand since they were read from it

    RowConditions conditions;                 ///< those of `filter`
    std::shared_ptr<const RowFilter> filter;  ///< the rows that a search may return; null: all
    std::string filter_hint;                  ///< why they may be fewer than meant: "no row has class 'quak'; did you mean 'quake'?"; ""

    std::uint64_t hash = 0;  ///< xxHash64 (seed 0) of dimension (int32), origin, coordinates, and links or ids of own_index

    std::int64_t count() const { return dimension ? std::int64_t(coordinates.size()) / dimension : 0; }
    std::int64_t file_row(std::int64_t row) const { return file_rows.empty() ? row : file_rows[std::size_t(row)]; }
    /// Returns the row that holds file row `file_row`, or -1 if that row does not exist or was left out.
    std::int64_t row_of_file_row(std::int64_t file_row) const;
    /// Return the quantity with the class of a point, with its title, or with its name in a list (title, else label). Null if none.
    const Quantity* label() const;
    const Quantity* title() const;
    const Quantity* naming() const { return title() ? title() : label(); }
    /// Sets which of `quantities` is the label; -1 for none.
    void set_label(int quantity);
    void set_title(int quantity);
    double coordinate(std::int64_t row, int axis) const {
        return origin[std::size_t(axis)] + double(coordinates[std::size_t(row) * dimension + axis]);
    }
    /// Converts a true position to float32 relative to the origin, as kernels read it.
    std::vector<float> relative(const std::vector<double>& position) const;
};

/// The points are decoded from codes of an index that lose digits: its file holds no vectors.
bool is_decoded(const DataSet&);

/// Returns what was lost or left out in reading, one sentence each, without a full stop: "328 of 500 rows lack a number in Preis and are
/// left out, the first is row 4" (DataSet::skipped), skipped_columns_text, missing_pictures, and FolderNotes::doubt.
std::vector<std::string> losses(const DataSet&);

/// "a sample: one in 7 of the file's 1000 rows; neighbours are found among these alone" (DataSet::every); "" if all rows were read.
std::string sample_text(const DataSet&);

/// "2 points are kept to 0.06 in x and 0.5 in y only: far from the others" (DataSet::coarse); "" without such points.
std::string coarse_text(const DataSet&);

/// "coordinates are rounded by up to 3e-8 in lon and 2e-8 in lat" (DataSet::rounding); "" if that is less than a millionth of the distance
/// from a point to its nearest neighbour, estimated from a sample.
std::string rounding_text(const DataSet&);

// The last step of every way to a DataSet.
/// Computes DataSet::hash of the present data. Of the progress only `stop` is read.
std::uint64_t hash_of(const DataSet&, const Progress& = {});

/// Computes DataSet::shown of the present data.
std::array<int, 3> axes_to_show(const DataSet&);

struct LoadOptions {
    bool strict = false;  ///< refuse rows with NaN or infinity instead of leaving them out
    std::string columns;  ///< "lon,lat" or "1,3-5" (from 1); empty: the reader chooses
    std::string label;    ///< the column with the class of a point, by name or number (from 1); empty: the reader chooses
    /// Whether to read quantities and the network.
    bool quantities = true;
    std::string pictures;  ///< the file for faces::attach_pictures, a list of the rows' pictures; "": none
    bool metres = false;   ///< call project_onto_ground_plane
    bool whiten = false;   ///< call faces::whiten
    std::string array;  ///< which array of a file with several (NPZ, HDF5) has the points: "train", "group/train"; "": the reader chooses
    std::vector<faces::Enrolled> enrolled;  ///< added by faces::enrol
    PointEdits edits;                       ///< applied after all others, by apply_edits
    RowConditions only;                     ///< applied last, by filter_rows
    /// Read every N-th row of a file whose rows have equal length. 0: all rows, or a sample if they would not fit into memory.
    std::int64_t every = 1;

    bool operator==(const LoadOptions&) const = default;
};

/// A column of a table, described for a person who chooses columns.
struct ColumnPreview {
    std::string name;  ///< from the header, or "column 3"
    bool numeric = false;
    std::vector<std::string> examples;  ///< from the first rows, at most TablePreview::rows
    enum class Use { coordinate, label, title, colour, attribute } use = Use::attribute;
    int width = 1;  ///< numbers in each field: more than 1 for a point in WKT or a vector
};

/// How a reader will read a table, found before it reads the whole table.
struct TablePreview {
    std::string format;   ///< "CSV"
    std::string details;  ///< "separated by ;, decimal comma, header"
    std::vector<ColumnPreview> columns;
    std::vector<int> coordinates;       ///< the columns that would be coordinates, in order
    MissingValues missing_values;       ///< of all columns, including those that are not listed
    static constexpr int rows = 8;      ///< number of examples
    static constexpr int widest = 256;  ///< further columns are not listed
};

/// "328 of 500 rows lack a number in Preis and are left out" if `coordinates` are chosen, as far as the preview knows; "" if none is.
std::string loss_text(const TablePreview&, const std::vector<int>& coordinates);

/// Returns the columns of a table and which of them `columns` and `label`, or else the reader, choose. None for formats whose columns
/// cannot be chosen. Progress is of unpacking. Errors as load_data.
std::optional<TablePreview> preview_table(const std::string& file, const LoadOptions& = {}, const Progress& = {});

/// Returns the arrays of a file with several named arrays (NPZ, HDF5), as LoadOptions::array names them, with shapes: "train (1000 x 3)".
/// Empty for other files. Errors as load_data.
std::vector<std::string> arrays_of(const std::string& file, const Progress& = {});

/// Loads a file or sample:NAME, or generates the data. Errors: usage (unknown sample, generator or parameter, with a suggestion), input
/// (file, line or byte, cause, what to do), memory. `origin`: [dimension], the DataSet::origin of data that this is compared with, so that
/// equal rows have equal coordinates; null: chosen for this data.
DataSet load_data(const std::string& source, const LoadOptions& = {}, const Progress& = {}, const std::vector<double>* origin = nullptr);

/// Sets DataSet::filter as apply_conditions does, reading the mask. `file_rows`: of the file, before edits by hand (first_new_row).
void filter_rows(DataSet&, const RowConditions&, std::int64_t file_rows, const Progress& = {});

/// Loads queries from a file in any readable format. The file holds true coordinates: longitude and latitude for data on the ground plane,
/// unwhitened vectors for whitened data. Returns [count][dimension], relative to `data.origin` (see DataSet::relative). A usage Error if
/// the dimension differs from the data's; an input Error that names the row for NaN, infinity and missing values.
std::vector<float> load_queries(const std::string& file, const DataSet& data, const LoadOptions& = {}, const Progress& = {});

/// LIBSVM files leave out features that are 0, so a file of queries may have more features than the data. If both are LIBSVM, adds these
/// features to `data` (loaded without `columns`) with value 0. Returns how many it added. Errors as load_data.
int add_features_of(const std::string& queries_file, DataSet& data, const Progress& = {});
/// Extends rows to `dimension` with features that are 0; does nothing if they have as many. Memory Error if they do not fit.
void add_zero_features(DataSet& data, int dimension, const Progress& = {});

/// Returns n random queries, [n][dimension], relative to `data.origin`: U(2, .) of the generators, scaled to the data's box (for `vectors:`
/// exactly U(2, e), or U(2 + 1000 S, e) if the vectors were made with seed=S).
std::vector<float> random_queries(const DataSet& data, std::int64_t n);

struct SampleInfo {
    std::string name, title, file, credit, why, method;
};  ///< `why` it is interesting, a good first `method`
std::vector<SampleInfo> samples();
/// Returns the folder with the samples: environment variable NEIGHBORSCOPE_SAMPLES if set, else ../share/neighborscope/samples beside
/// the program's folder, which exists in the build folder too. Input Error if none exists.
std::string samples_folder();
/// The same for the lessons that come with the program: NEIGHBORSCOPE_LESSONS, else ../share/neighborscope/lessons.
std::string lessons_folder();

/// Returns the file that a source names: that of a sample, else the source itself.
std::string file_of_source(const std::string& source);

/// Returns the sample with that name; a usage Error with a suggestion if there is none.
SampleInfo sample_named(const std::string& name);

struct FormatInfo {
    std::string name, extensions, help;
};
std::vector<FormatInfo> formats();
struct GeneratorInfo {
    std::string name, parameters, help;
};
std::vector<GeneratorInfo> generators();

}  // namespace neighborscope
