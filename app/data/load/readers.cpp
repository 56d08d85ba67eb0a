#include "app/data/load/reader.hpp"

#include "app/data/load/csv/csv_foreign.hpp"
#include "app/data/load/csv/csv_layout.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <filesystem>

namespace neighborscope {
namespace {

const Reader* const all_readers[] = {
#define READER(format) &format##_reader,
#include "app/data/load/readers.inc"
#undef READER
};

/// Formats people try that this build does not read, known by their first bytes, with the way out.
struct Foreign {
    std::string_view signature, what, remedy;
};
constexpr std::string_view mesh_remedy = "open it in MeshLab or CloudCompare and save its points as .ply";
constexpr std::string_view raster_remedy = "save its cells as .csv with x, y and value: gdal_translate -of XYZ";
const Foreign foreign[] = {
    {"\x1f\x8b", "gzip-compressed twice", "unpack it once with gunzip"},
    {"BZh", "bzip2-compressed", "unpack it with bunzip2 first"},
    {"\xfd"
     "7zXZ",
        "xz-compressed", "unpack it with unxz first"},
    {"\x28\xb5\x2f\xfd", "Zstandard-compressed", "unpack it with unzstd first"},
    {"PAR1", "a Parquet file", "save it as .csv or .npy"},
    {"\x89PNG", "a PNG picture", ""},
    {"\xff\xd8\xff", "a JPEG picture", ""},
    {"%PDF", "a PDF document", ""},
    {"solid ", "an STL mesh", mesh_remedy},
    {"# vtk DataFile", "a VTK file", mesh_remedy},
    {"<VTKFile", "a VTK file", mesh_remedy},
    {"<COLLADA", "a COLLADA (DAE) scene", mesh_remedy},
    {"<X3D", "an X3D scene", mesh_remedy},
    {"#VRML", "a VRML scene", mesh_remedy},
    {"<?xml", "an XML file (COLLADA, X3D, VTK and GML are)", mesh_remedy},
    {"glTF", "a binary glTF scene", mesh_remedy},
    {"Kaydara FBX", "an FBX scene", mesh_remedy},
    {"ASTM-E57", "an E57 file of laser scans", "convert it with CloudCompare, or pdal translate points.e57 points.las"},
    {"OFF BINARY", "binary OFF", "save it as ascii OFF, or as .ply"},
    {"version https://git-lfs", "a pointer of Git LFS in place of the data", "fetch the data: git lfs pull"},
    {"ncols ", "a grid of ESRI", raster_remedy},
    {"NCOLS ", "a grid of ESRI", raster_remedy},
    {"CDF\1", "a NetCDF file", raster_remedy},
    {"CDF\2", "a NetCDF file", raster_remedy},
    {"%%MatrixMarket", "a MatrixMarket file", "load it with scipy.io.mmread and save it as .npy"},
    {"SQLite format 3", "an SQLite database (GeoPackages are)", "export a layer as .csv: ogr2ogr -lco GEOMETRY=AS_XY points.csv file.gpkg"},
    {"{", "a JSON file", "save its points as .csv or .npy"},
    {"[{", "a JSON file", "save its points as .csv or .npy"},
    {"\x7f"
     "ELF",
        "a program", ""},
};

std::string supported() {
    std::string text = "this build reads";
    std::string_view before = " ";
    for (const Reader* reader : all_readers) {
        text += std::string(before) + std::string(reader->extensions);
        before = ", ";
    }
    return text + ", and these with .gz; neighborscope list formats says more";
}

}  // namespace

std::span<const Reader* const> readers() { return all_readers; }

void refuse_binary(const InputFile& file) { csv::refuse_nul(file, file.bytes().substr(0, 64 << 10)); }

std::string extension_of(std::string_view file_name) {
    const std::size_t slash = file_name.rfind('/'), dot = file_name.rfind('.');
    const std::size_t first = slash == std::string_view::npos ? 0 : slash + 1;
    if (dot == std::string_view::npos || dot <= first) return {};
    std::string extension(file_name.substr(dot));
    std::transform(extension.begin(), extension.end(), extension.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return extension;
}

bool has_extension(std::string_view file_name, std::string_view extensions) {
    const std::string extension = extension_of(file_name);
    if (extension.empty()) return false;
    for (std::size_t at = extensions.find(extension); at != std::string_view::npos; at = extensions.find(extension, at + 1)) {
        const std::size_t after = at + extension.size();
        if (after == extensions.size() || extensions[after] == ' ') return true;
    }
    return false;
}

std::string companion(const std::string& file_name) {
    for (const char* ending : {"", ".gz"}) {
        std::error_code error;
        if (std::filesystem::is_regular_file(file_name + ending, error)) return file_name + ending;
    }
    return {};
}

const Reader& reader_for(const InputFile& file) {
    const std::string_view first_bytes = file.bytes().substr(0, 4096);
    for (const Foreign& other : foreign) {
        if (first_bytes.starts_with(other.signature))
            throw Error(Failure::input, file.path() + " is " + std::string(other.what) + ", which this build does not read",
                other.remedy.empty() ? supported() : std::string(other.remedy));
    }
    for (const Reader* reader : all_readers) {
        if (!reader->recognises(first_bytes, file.name())) continue;
        if (reader->is_text) refuse_binary(file);
        return *reader;
    }
    csv::refuse_foreign(file);
    for (const Reader* reader : all_readers)
        if (has_extension(file.name(), reader->extensions))
            throw Error(Failure::input,
                file.path() + " is named " + extension_of(file.name()) + " but does not begin with the " + std::string(reader->name) +
                    " signature",
                "save it again as " + std::string(reader->name) + ", or name it by what it is");
    throw Error(Failure::input, file.path() + " is of no known format", supported());
}

}  // namespace neighborscope
