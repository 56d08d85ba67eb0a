// Points as the program holds them after loading or making them, whatever they came from.
#pragma once
#include "app/data/faces/face.hpp"
#include "app/data/points/edits.hpp"
#include "app/data/points/ground_plane.hpp"
#include "app/data/points/missing_values.hpp"
#include "app/data/points/motion.hpp"
#include "app/data/points/principal_plane.hpp"
#include "app/data/points/quantity.hpp"
#include "app/data/points/road_network.hpp"
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

/// Rows that were left out because a coordinate was NaN or infinite or missing.
struct SkippedRows {
    std::int64_t count = 0;
    std::int64_t first_row = -1;  ///< file row (from 0, header not counted) of the first one
    std::string why;              ///< "NaN or infinity"
    std::int64_t rows = 0;        ///< of the file, with these
    /// [dimension]: how many of them lack this coordinate. Empty where no row was left out, or they lack something else.
    std::vector<std::int64_t> missing_values;
};

/// Points so far from the others that float32 keeps fewer digits of them than of those (DataSet::origin is where the others are).
struct CoarsePoints {
    struct Axis {
        int axis = 0;
        double step = 0;  ///< to which the farthest is kept
    };
    std::int64_t count = 0;
    std::vector<Axis> axes;  ///< on which there are some, ascending
};

/// `count` rows of `dimension` coordinates. True coordinate = origin[axis] + coordinates[row][axis]. Origin is 0 unless float32
/// could not hold the true coordinates of that axis; then the origin is a float64, so that little or nothing is lost (`rounding`).
struct DataSet {
    std::string name;    ///< for people: "earthquakes", "stars.csv", "hotspots, 4000"
    std::string source;  ///< as typed: "sample:earthquakes", "path/stars.csv", "hotspots:n=4000"
    std::string format;  ///< "CSV", "NPY", "generator"
    std::string credit;  ///< source and licence, one line; may be empty
    int dimension = 0;
    std::vector<float> coordinates;  ///< [count][dimension], all finite
    std::vector<double> origin;      ///< [dimension]
    /// [dimension]: by how much origin + coordinate differs at most from what the file says, or from the metres that this is on the ground.
    /// Empty: nowhere, and of data made or computed here.
    std::vector<double> rounding;
    std::vector<std::string> axes;  ///< [dimension], column names; "x", "y", "z", or "1".. without better
    /// The axes that a picture shows unless others are chosen (Projection): the first three. When there are more and one of these has less than a quarter of the widest
    /// axis' variance (of a sample of rows): the three widest, widest first.
    std::array<int, 3> shown{0, 1, 2};
    /// Where a picture shows rows of more dimensions than it has, instead of along these axes. Found for windows only; null where the axes
    /// are principal components already (of a gallery).
    std::shared_ptr<const PrincipalPlane> plane;
    std::optional<DegreeAxes> degrees;              ///< which axes are longitude and latitude, or were before they were put on `ground`
    std::optional<GroundPlane> ground;              ///< where these axes are metres on a plane
    std::optional<PictureShape> picture;            ///< of data whose rows are pictures, coordinate by coordinate
    std::shared_ptr<const faces::Gallery> gallery;  ///< of data whose rows are vectors of a gallery's pictures; else null
    bool whitened = false;                          ///< these vectors are divided by the gallery's deviation along each component
    std::vector<std::int64_t> file_rows;            ///< row -> row of the file; empty when they are the same
    SkippedRows skipped;
    SkippedColumns skipped_columns;
    std::string missing_pictures;  ///< a sentence: which pictures the list of LoadOptions::pictures names that are not there; "": none
    CoarsePoints coarse;

    std::vector<std::string> empty_classes;      ///< that the file declares for its label, and no row of it has
    std::vector<Quantity> quantities;            ///< in the order of the file; its colours last
    std::shared_ptr<const RoadNetwork> network;  ///< null without one
    std::shared_ptr<const Motion> motion;        ///< null when the points stand still
    /// [2][dimension], least and greatest coordinates of what an index divides, relative to the origin, of points changed by hand; empty:
    /// the box of the points.
    std::vector<float> index_bounds;

    std::uint64_t hash = 0;  ///< xxHash64 (seed 0) of dimension (int32), origin and coordinates, in this order

    std::int64_t count() const { return dimension ? std::int64_t(coordinates.size()) / dimension : 0; }
    std::int64_t file_row(std::int64_t row) const { return file_rows.empty() ? row : file_rows[std::size_t(row)]; }
    /// The row that holds file row `file_row`, or -1 when that row does not exist or was left out.
    std::int64_t row_of_file_row(std::int64_t file_row) const;
    /// The quantity that is the class of a point, what it is called, or what stands for it in a list: its title, else its label. Null
    /// without one.
    const Quantity* label() const;
    const Quantity* title() const;
    const Quantity* naming() const { return title() ? title() : label(); }
    /// Which of `quantities` that is, -1 for none.
    void set_label(int quantity);
    void set_title(int quantity);
    double coordinate(std::int64_t row, int axis) const {
        return origin[std::size_t(axis)] + double(coordinates[std::size_t(row) * dimension + axis]);
    }
    /// A true position as float32 relative to the origin, as kernels see it.
    std::vector<float> relative(const std::vector<double>& position) const;
};

/// What was lost or passed over in reading, a sentence each, without a full stop: "328 of 500 rows lack a number in Preis and are left out,
/// the first is row 4" (DataSet::skipped), skipped_columns_text; missing_pictures; and why the people of a folder of pictures are doubtful. Empty
/// where nothing was.
std::vector<std::string> losses(const DataSet&);

/// "2 points are kept to 0.06 in x and 0.5 in y only: far from the others" (DataSet::coarse); "" without such points.
std::string coarse_text(const DataSet&);

/// "coordinates are rounded by up to 3e-8 in lon and 2e-8 in lat" (DataSet::rounding); "" where that is less than a millionth of the
/// distance from a point to its nearest, as far as a sample tells.
std::string rounding_text(const DataSet&);

// The last step of every way to a DataSet.
/// DataSet::hash of the data as it stands. Of the progress only `stop` is looked at.
std::uint64_t hash_of(const DataSet&, const Progress& = {});

/// DataSet::shown of the data as they stand.
std::array<int, 3> axes_to_show(const DataSet&);

struct LoadOptions {
    bool strict = false;  ///< refuse rows with NaN or infinity instead of leaving them out
    std::string columns;  ///< "lon,lat" or "1,3-5" (from 1); empty: the reader's guess
    std::string label;    ///< the column that is the class of a point, by name or number (from 1); empty: the reader's guess
    /// Whether quantities and the network are wanted; without them they are neither read nor held.
    bool quantities = true;
    std::string pictures;  ///< faces::attach_pictures: a list of the rows' pictures; "": none
    bool metres = false;   ///< project_onto_ground_plane
    bool whiten = false;   ///< faces::whiten
    std::string array;     ///< of a file of several arrays (NPZ, HDF5) the points: "train", "group/train"; "": the reader's choice
    std::vector<faces::Enrolled> enrolled;  ///< faces::enrol
    PointEdits edits;                       ///< apply_edits, last

    bool operator==(const LoadOptions&) const = default;
};

/// A column of a table as a person chooses it.
struct ColumnPreview {
    std::string name;  ///< of the header, or "column 3"
    bool numeric = false;
    std::vector<std::string> examples;  ///< of the first rows, TablePreview::rows of them at most
    enum class Use { coordinate, label, title, colour, attribute } use = Use::attribute;
    int width = 1;  ///< numbers in each field: more of a point in WKT or a vector
};

/// What a reader takes a table for before it reads it whole.
struct TablePreview {
    std::string format;   ///< "CSV"
    std::string details;  ///< "separated by ;, decimal comma, header"
    std::vector<ColumnPreview> columns;
    std::vector<int> coordinates;       ///< the columns that would be coordinates, in their order
    MissingValues missing_values;       ///< of all columns, those not listed too
    static constexpr int rows = 8;      ///< of examples
    static constexpr int widest = 256;  ///< columns beyond are not listed
};

/// "328 of 500 rows lack a number in Preis and are left out": with `coordinates`, as far as the preview knows; "" where no row is.
std::string loss_text(const TablePreview&, const std::vector<int>& coordinates);

/// The columns of a file of a format that has columns, with the guess that `columns` and `label` override. None for formats
/// without a choice. Progress is of unpacking. Errors as load_data.
std::optional<TablePreview> preview_table(const std::string& file, const LoadOptions& = {}, const Progress& = {});

/// The arrays of a file that holds several under names (NPZ, HDF5), as LoadOptions::array names them, with their shapes: "train (1000 x 3)".
/// None of other files. Errors as load_data.
std::vector<std::string> arrays_of(const std::string& file, const Progress& = {});

/// Loads or makes the data a command line names: a file, sample:NAME or a generator. Errors: usage (unknown sample, generator
/// or parameter, with a suggestion), input (file, line or byte, cause, what to do), memory. `origin`: [dimension], DataSet::origin of data
/// that this will be compared with, so that equal rows have equal coordinates; null: one that suits the data.
DataSet load_data(const std::string& source, const LoadOptions& = {}, const Progress& = {}, const std::vector<double>* origin = nullptr);

/// Queries from a file (any readable format) that holds true coordinates (longitude and latitude where the data are on the ground, vectors of pictures where the data are whitened);
/// returned relative to `data.origin` (see DataSet::relative), [count][dimension]. Another dimension than `data`'s is a usage Error; NaN,
/// infinity and missing values are an input Error that names the row.
std::vector<float> load_queries(const std::string& file, const DataSet& data, const LoadOptions& = {}, const Progress& = {});

/// LIBSVM leaves out features that are 0, so that a file of queries may have more of them than any point of the data: where both are
/// LIBSVM, `data` (loaded without `columns`) gets these, 0 in every point. Returns how many that were. Errors as load_data.
int add_features_of(const std::string& queries_file, DataSet& data, const Progress& = {});
/// Makes rows as wide as `dimension` by features that are 0 in every point; nothing where they are as wide. Memory Error when they do not fit.
void add_zero_features(DataSet& data, int dimension, const Progress& = {});

/// n random queries, relative to `data.origin`, [n][dimension]: U(2, .) of the generators scaled to the data's box (for
/// `vectors:` exactly U(2, e), or U(2 + 1000 S, e) when the vectors were made with seed=S).
std::vector<float> random_queries(const DataSet& data, std::int64_t n);

struct SampleInfo {
    std::string name, title, file, credit, why, method;
};  ///< `why` it is interesting, a good first `method`
std::vector<SampleInfo> samples();
/// The folder with the samples: NEIGHBORSCOPE_SAMPLES of the environment when set, else ../share/neighborscope/samples beside
/// the program's folder, which the build folder has too. Input Error when none is there.
std::string samples_folder();

/// The sample of that name; a usage Error with a suggestion when there is none.
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
