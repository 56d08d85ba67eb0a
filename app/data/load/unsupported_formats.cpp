#include "app/data/load/unsupported_formats.hpp"

#include "app/data/faces/picture.hpp"
#include "app/data/load/index_files.hpp"
#include "app/data/load/scalars.hpp"
#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace neighborscope {
namespace {

struct UnsupportedFormat {
    std::string_view signature, what, remedy;
};

constexpr std::string_view mesh_remedy = "open it in MeshLab or CloudCompare and save its points as .ply";
constexpr std::string_view raster_remedy = "save its cells as .csv with x, y and value: gdal_translate -of XYZ";
constexpr std::string_view vector_remedy = "save its points as .csv: ogr2ogr -lco GEOMETRY=AS_XY points.csv FILE";
constexpr std::string_view gpx_remedy = "save its points as .csv: ogr2ogr -lco GEOMETRY=AS_XY points.csv FILE waypoints (or track_points)";
constexpr std::string_view arrow_remedy = "save it as .csv, with pandas.read_feather(FILE).to_csv('points.csv'), or its vectors as .npy";
constexpr std::string_view tensors_remedy = "save the tensor that holds the points as .npy, with numpy.save";
constexpr std::string_view picture_remedy =
    "a picture is one row: name the folder of all pictures; neighborscope faces DIR --query PICTURE searches for one";

/// Recognised by the first bytes.
const UnsupportedFormat by_beginning[] = {
    {"\x1f\x8b", "gzip-compressed twice", "unpack it once with gunzip"},
    {"BZh", "bzip2-compressed", "unpack it with bunzip2 first"},
    {"\xfd"
     "7zXZ",
        "xz-compressed", "unpack it with unxz first"},
    {"\x28\xb5\x2f\xfd", "Zstandard-compressed", "unpack it with unzstd first"},
    {"PAR1", "a Parquet file", "save it as .csv or .npy"},
    {"ARROW1", "an Arrow file (Feather)", arrow_remedy},
    {"FEA1", "a Feather file of version 1", arrow_remedy},
    {"GIF8", "a GIF picture", picture_remedy},
    {"II*", "a TIFF picture or raster",
        "of a raster save its cells as .csv: gdal_translate -of XYZ; of a picture name the folder, as .png"},
    {{"MM\0*", 4}, "a TIFF picture or raster",
        "of a raster save its cells as .csv: gdal_translate -of XYZ; of a picture name the folder, as .png"},
    {"%PDF", "a PDF document", "save its table as .csv"},
    {"solid ", "an STL mesh", mesh_remedy},
    {"# vtk DataFile", "a VTK file", mesh_remedy},
    {"<VTKFile", "a VTK file", mesh_remedy},
    {"<COLLADA", "a COLLADA (DAE) scene", mesh_remedy},
    {"<X3D", "an X3D scene", mesh_remedy},
    {"#VRML", "a VRML scene", mesh_remedy},
    {"<kml", "a KML file", vector_remedy},
    {"<gpx", "a GPX file", gpx_remedy},
    {"glTF", "a binary glTF scene", mesh_remedy},
    {"Kaydara FBX", "an FBX scene", mesh_remedy},
    {"ASTM-E57", "an E57 file of laser scans", "convert it with CloudCompare, or pdal translate points.e57 points.las"},
    {"OFF BINARY", "binary OFF", "save it as ascii OFF, or as .ply"},
    {"version https://git-lfs", "a pointer of Git LFS in place of the data", "fetch the data: git lfs pull"},
    {"ncols ", "a grid of ESRI", raster_remedy},
    {"NCOLS ", "a grid of ESRI", raster_remedy},
    {"CDF\1", "a NetCDF file", raster_remedy},
    {"CDF\2", "a NetCDF file", raster_remedy},
    {{"\0\0\x27\x0a", 4}, "a shapefile of ESRI", vector_remedy},
    {"fgb\3", "a FlatGeobuf file", vector_remedy},
    {"%%MatrixMarket", "a MatrixMarket file", "load it with scipy.io.mmread and save it as .npy"},
    {"MATLAB 5.0 MAT-file", "a file of MATLAB", "load it with scipy.io.loadmat and save the matrix of the points as .npy"},
    {"\x80\4\x95", "a pickle of Python", "load it where it comes from and save its array as .npy"},
    {"SQLite format 3", "an SQLite database (GeoPackages are)", "export a layer as .csv: ogr2ogr -lco GEOMETRY=AS_XY points.csv file.gpkg"},
    {"\x7f"
     "ELF",
        "a program", "name a file of points"},
};

/// Recognised by an element near the beginning of an XML file.
const UnsupportedFormat by_element[] = {
    {"<kml", "a KML file", vector_remedy},
    {"<gpx", "a GPX file", gpx_remedy},
    {"FeatureCollection", "a GML file", vector_remedy},
    {"<osm", "a file of OpenStreetMap", "save its points as .csv: ogr2ogr -lco GEOMETRY=AS_XY points.csv FILE points"},
    {"<svg", "an SVG picture", "name a file of points"},
    {"", "an XML file (COLLADA, X3D and VTK are)", mesh_remedy},
};

[[noreturn]] void refuse(const InputFile& file, std::string_view what, std::string_view remedy) {
    throw Error(Failure::input, file.path() + " is " + std::string(what) + ", which this build does not read", std::string(remedy));
}

/// A mark, the length of a message, and a table of FlatBuffers, which begins 16 bytes later.
bool is_arrow_stream(const InputFile& file) {
    return file.size() > 16 && read_bits<std::uint32_t>(file.begin()) == ~0u && read_bits<std::uint32_t>(file.begin() + 4) % 8 == 0 &&
           read_bits<std::uint32_t>(file.begin() + 8) == 16;
}

/// The length of a JSON header, then the header.
bool is_safetensors(const InputFile& file) {
    if (file.size() < 10 || file.begin()[8] != '{' || file.begin()[9] != '"') return false;
    const auto header = read_bits<std::uint64_t>(file.begin());
    return header >= 2 && header < 100 << 20 && (file.is_partial() || header <= file.size() - 8);
}

/// "3000000 300", then a word, and binary numbers.
bool is_binary_word2vec(std::string_view first_bytes) {
    const std::size_t line = first_bytes.find('\n'), blank = first_bytes.find(' ');
    if (line == std::string_view::npos || blank > line) return false;
    std::uint64_t words = 0, numbers = 0;
    if (!read_whole(first_bytes.substr(0, blank), words) || !read_whole(first_bytes.substr(blank + 1, line - blank - 1), numbers))
        return false;
    const std::string_view row = first_bytes.substr(line + 1, 200);
    const std::size_t word = row.find(' ');
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 9; };
    return word != std::string_view::npos && std::none_of(row.begin(), row.begin() + std::ptrdiff_t(word), is_control) &&
           std::any_of(row.begin() + std::ptrdiff_t(word), row.end(), is_control);
}

}  // namespace

void refuse_unsupported_format(const InputFile& file) {
    const std::string_view first_bytes = file.bytes().substr(0, 4096);
    for (const auto& [signature, what, remedy] : by_beginning)
        if (first_bytes.starts_with(signature)) refuse(file, what, remedy);
    const bool webp =
        first_bytes.starts_with("RIFF") && first_bytes.substr(std::min<std::size_t>(8, first_bytes.size())).starts_with("WEBP");
    const bool named_as_text = first_bytes.starts_with("P") && !faces::is_picture_name(file.name());  // "P1 P2" may be names of columns
    if (webp || (faces::is_picture(first_bytes) && !named_as_text)) refuse(file, "a single picture", picture_remedy);
    if (first_bytes.starts_with("<?xml"))
        for (const auto& [element, what, remedy] : by_element)
            if (first_bytes.find(element) != std::string_view::npos) refuse(file, what, remedy);
    if (is_arrow_stream(file)) refuse(file, "an Arrow stream", arrow_remedy);
    if (is_safetensors(file)) refuse(file, "a safetensors file", tensors_remedy);
    if (is_binary_word2vec(first_bytes))
        refuse(file, "a file of word vectors in word2vec's binary format",
            "save them as text, in gensim: vectors.save_word2vec_format('vectors.txt', binary=False)");
    if (const std::string index = index_kind(file); !index.empty())
        refuse(file, index, "give the file of the points from which it was built");
}

}  // namespace neighborscope
