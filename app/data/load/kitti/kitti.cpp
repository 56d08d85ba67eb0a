// Reads raw float32 in the form of the KITTI Vision Benchmark's Velodyne scans (Geiger, Lenz, Stiller & Urtasun, "Vision meets Robotics:
// The KITTI Dataset", 2013, section III): x, y, z, intensity, little-endian, no header. Recognised by name only.
#include "app/data/load/bigann/bigann.hpp"
#include "app/data/load/number_columns.hpp"
#include "app/data/load/point_records.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

namespace neighborscope {
namespace kitti {
namespace {

bool recognises(std::string_view, std::string_view file_name) { return extension_of(file_name) == ".bin"; }

/// Throws for vectors that each begin with the same dimension: as a float32 it would be below 1e-41, which no scanner measures. The
/// beginning of a file is enough.
void refuse_vectors(const InputFile& file) {
    constexpr std::int32_t most_dimensions = 4096;
    constexpr std::size_t most_rows = 1000;
    const std::int32_t dimension = file.size() < 4 ? 0 : read_bits<std::int32_t>(file.begin());
    if (dimension < 1 || dimension > most_dimensions) return;
    for (const std::size_t item : {4, 1}) {
        const std::size_t stride = 4 + std::size_t(dimension) * item, rows = file.size() / stride;
        if (file.is_partial() ? rows < 2 : rows == 0 || file.size() % stride != 0) continue;
        bool all = true;
        for (std::size_t row = 1; all && row < std::min(rows, most_rows); ++row)
            all = read_bits<std::int32_t>(file.begin() + row * stride) == dimension;
        if (all)
            throw Error(Failure::input,
                file.path() + " looks like vectors of TEXMEX: each of " + (file.is_partial() ? "the first " : "") + std::to_string(rows) +
                    " begins with its dimension, " + std::to_string(dimension),
                item == 4 ? "name it .fvecs" : "name it .bvecs");
    }
}

constexpr const char* remedy_text =
    "name it .xyz.bin when points are x, y, z, or .xyzi.bin when they are x, y, z, intensity; save vectors "
    "as .npy, or as .fbin with their number and dimension before them";

constexpr std::size_t too_few_values = 60;  ///< too few to decide

/// Formats a value for messages, with six digits.
std::string short_number(double value) {
    char text[32];
    return {text, std::size_t(std::snprintf(text, sizeof text, "%g", value))};
}

/// Statistics of the first points, field by field, to recognise points by their values.
struct FieldFacts {
    float least = std::numeric_limits<float>::infinity(), greatest = -least;
    double sum = 0, squares = 0;
    std::size_t count = 0;
    double mean() const { return sum / double(count); }
    double deviation() const { return std::sqrt(std::max(0.0, squares / double(count) - mean() * mean())); }
};

std::vector<FieldFacts> facts_of(const InputFile& file, std::size_t width) {
    constexpr std::size_t most_rows = 100000;
    std::vector<FieldFacts> facts(width);
    for (std::size_t row = 0; row < std::min(file.size() / (4 * width), most_rows); ++row)
        for (std::size_t i = 0; i < width; ++i) {
            const auto value = std::bit_cast<float>(read_bits<std::uint32_t>(file.begin() + 4 * (width * row + i)));
            if (!std::isfinite(value)) continue;
            facts[i].least = std::min(facts[i].least, value), facts[i].greatest = std::max(facts[i].greatest, value);
            facts[i].sum += value, facts[i].squares += double(value) * double(value);
            ++facts[i].count;
        }
    return facts;
}

/// Throws for files that are probably something else, vectors in particular: a fourth value that is not an intensity, or is similar to x, y
/// and z.
void refuse_doubtful_scan(const InputFile& file, std::uint64_t size) {
    constexpr std::size_t most_rows = 100000;
    const bool many = size >= 4 * too_few_values, also_xyz = size % 48 == 0;
    for (std::size_t row = 0; (many || also_xyz) && row < std::min(file.size() / 16, most_rows); ++row) {
        const std::size_t byte = 16 * row + 12;
        const auto intensity = std::bit_cast<float>(read_bits<std::uint32_t>(file.begin() + byte));
        if (intensity < 0 || (also_xyz && intensity > 255))
            throw Error(Failure::input,
                file.path() + ", byte " + std::to_string(byte) + ": " + short_number(intensity) +
                    (also_xyz ? " is not an intensity from 0 to 255, and the file size also fits points of x, y, z"
                              : " is not an intensity, so these are not points of x, y, z, intensity"),
                remedy_text);
    }
    if (!many) return;
    const std::vector<FieldFacts> facts = facts_of(file, 4);
    const bool told_apart = std::any_of(facts.begin(), facts.end() - 1,
        [&](const FieldFacts& axis) { return axis.least < 0 || axis.greatest > 2 * facts[3].greatest || axis.greatest > 255; });
    if (!told_apart)
        throw Error(Failure::input,
            file.path() + ": the bytes do not tell whether these are points: x, y and z would lie between 0 and " +
                short_number(std::max({facts[0].greatest, facts[1].greatest, facts[2].greatest})) +
                " as the intensity does, between 0 and " + short_number(facts[3].greatest),
            remedy_text);
}

/// Throws for three values with similar spread, as vectors have.
void refuse_doubtful_points(const InputFile& file, std::uint64_t size) {
    if (size < 4 * too_few_values) return;
    const std::vector<FieldFacts> facts = facts_of(file, 3);
    const bool alike = std::all_of(facts.begin(), facts.end(), [&](const FieldFacts& axis) {
        const double here = axis.deviation(), first = facts[0].deviation();
        return axis.count > 0 && std::fabs(axis.mean() - facts[0].mean()) <= 0.5 * first && here <= 1.5 * first && first <= 1.5 * here;
    });
    if (alike)
        throw Error(Failure::input,
            file.path() + ": the bytes do not tell whether these are points: x, y and z would be spread alike, as values of vectors are",
            remedy_text);
}

/// Throws for points without any finite coordinates: such bytes have another type, and no choice of columns helps.
void refuse_nothing_finite(const InputFile& file, std::size_t width) {
    const std::size_t rows = file.size() / (4 * width);
    for (std::size_t row = 0; row < rows; ++row) {
        const char* point = file.begin() + 4 * width * row;
        const auto finite = [&](std::size_t i) { return std::isfinite(std::bit_cast<float>(read_bits<std::uint32_t>(point + 4 * i))); };
        if (finite(0) && finite(1) && finite(2)) return;
    }
    throw Error(Failure::input, file.path() + ": x, y or z of all " + std::to_string(rows) + " points is NaN or infinite",
        ".bin is read as little-endian float32; save other numbers as .npy");
}

/// Throws for bytes of another type: read as float32, a quarter of float64 values and half of random ones have implausible magnitudes.
void refuse_other_type(const InputFile& file) {
    constexpr std::size_t most_values = 100000;
    const std::size_t values = std::min(file.size() / 4, most_values);
    std::size_t odd = 0;
    for (std::size_t i = 0; i < values; ++i) {
        const float size = std::fabs(std::bit_cast<float>(read_bits<std::uint32_t>(file.begin() + 4 * i)));
        odd += std::isfinite(size) && size != 0 && (size < 1e-20f || size > 1e20f);
    }
    if (values >= too_few_values ? 10 * odd > values : 5 * odd >= values && odd > 0)
        throw Error(Failure::input,
            file.path() + ": " + std::to_string(odd) + " of the first " + std::to_string(values) +
                " values are beyond 1e20 or within 1e-20 of zero: these bytes are not float32",
            ".bin is read as little-endian float32; save other numbers as .npy");
}

void refuse_text(const InputFile& file) {
    const std::string_view start = file.bytes().substr(0, 4096);
    if (std::all_of(start.begin(), start.end(), [](char c) { return (c >= 32 && c < 127) || (c >= 9 && c <= 13); }))
        throw Error(Failure::input, file.path() + " is text, where .bin is read as float32", "name it .csv or .txt");
}

void check_beginning(const InputFile& beginning) {
    refuse_vectors(beginning);
    bigann::refuse_header(beginning);
    refuse_text(beginning);
    refuse_other_type(beginning);
}

std::vector<std::string> fields_of(const InputFile& file, std::uint64_t size) {
    std::vector<std::string> names{"x", "y", "z", "intensity"};
    const std::string_view name = file.name();
    const std::string inner = extension_of(name.substr(0, name.size() - std::min<std::size_t>(4, name.size())));
    if (inner == ".pcd") names.emplace_back("ring");
    else if (inner == ".xyz") names.pop_back();
    else if (inner != ".xyzi" && size % 16 != 0 && size % 12 == 0) {
        refuse_doubtful_points(file, size);
        names.pop_back();
    } else if (inner != ".xyzi" && size % 16 == 0) {
        refuse_doubtful_scan(file, size);
    }
    return names;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    std::uint64_t size = file.size();
    std::optional<GzipStream> stream;
    if (file.is_partial()) {  // unpacked once to find the length of a point, and once more to read it
        check_beginning(file);
        size = stream.emplace(file).skip(~std::uint64_t(0), progress);
    }
    check_beginning(file);
    const std::vector<std::string> names = fields_of(file, size);
    const std::size_t record = 4 * names.size();
    if (size == 0 || size % record != 0)
        throw Error(Failure::input,
            file.path() + ", byte " + std::to_string(size / record * record) + ": " + std::to_string(size % record) +
                " bytes are left after " + std::to_string(size / record) + " points of " + std::to_string(names.size()) + " float32",
            ".bin is read as x, y, z, intensity (16 bytes a point) or x, y, z (12); save another layout as .npy or .fbin");
    if (!stream) refuse_nothing_finite(file, names.size());

    Records records;
    records.rows = std::size_t(size / record);
    std::vector<FieldPlace> places;
    std::vector<std::size_t> offsets;
    for (const std::string& field : names) {
        offsets.push_back(4 * records.fields.size());
        places.push_back({file.begin() + offsets.back(), record});
        records.fields.push_back({field, Scalar::f4});
    }
    if (stream) {
        const auto cut_short = [&](std::uint64_t) {
            throw Error(Failure::input, file.path() + " changed while it was read", "read it again");
        };
        read_while_unpacking(records, file, *stream, 0, std::move(offsets), record, false, cut_short);
    } else {
        read_in_place(records, file, std::move(places), false);
    }
    return read_records(file, records, find_roles(file.path(), records.fields, options.load), options, progress);
}

}  // namespace
}  // namespace kitti

const Reader kitti_reader = {
    .name = "KITTI",
    .extensions = ".bin",
    .help =
        "little-endian float32 without a header: x, y, z, intensity as KITTI's scans when the size is a multiple of 16, else x, y, z when "
        "it is one of 12; refused where the values are as likely those of vectors, unless named .xyz.bin or .xyzi.bin; .pcd.bin as "
        "nuScenes has it: x, y, z, intensity, ring",
    .recognises = kitti::recognises,
    .read = kitti::read,
    .unpacks_itself = true,
};

}  // namespace neighborscope
