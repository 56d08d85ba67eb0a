// Raw float32 as the KITTI Vision Benchmark's Velodyne scans are (Geiger, Lenz, Stiller & Urtasun, "Vision meets Robotics: The KITTI
// Dataset", 2013, section III): x, y, z, intensity, little endian, no header. The name says what it is, as nothing else does.
#include "app/data/load/point_records.hpp"
#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

bool recognises(std::string_view, std::string_view file_name) { return extension_of(file_name) == ".bin"; }

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    std::vector<std::string> names{"x", "y", "z", "intensity"};
    const std::string_view name = file.name();
    if (extension_of(name.substr(0, name.size() - std::min<std::size_t>(4, name.size()))) == ".pcd") names.emplace_back("ring");
    else if (file.size() % 16 != 0 && file.size() % 12 == 0) names.pop_back();
    const std::size_t record = 4 * names.size();
    if (file.size() == 0 || file.size() % record != 0)
        throw Error(Failure::input,
            file.path() + ", byte " + std::to_string(file.size() / record * record) + ": " + std::to_string(file.size() % record) +
                " bytes are left after " + std::to_string(file.size() / record) + " points of " + std::to_string(names.size()) + " float32",
            ".bin is read as x, y, z, intensity (16 bytes a point) or x, y, z (12); save another layout as .npy");
    const std::string_view start = file.bytes().substr(0, 4096);
    if (std::all_of(start.begin(), start.end(), [](char c) { return (c >= 32 && c < 127) || (c >= 9 && c <= 13); }))
        throw Error(Failure::input, file.path() + " is text, where .bin is read as float32", "name it .csv or .txt");

    Records records;
    records.rows = file.size() / record;
    std::vector<FieldPlace> places;
    for (const std::string& field : names) {
        places.push_back({file.begin() + 4 * records.fields.size(), record});
        records.fields.push_back({field, Scalar::f4});
    }
    read_in_place(records, file, std::move(places), false);
    return read_records(file, records, find_roles(file.path(), records.fields, options.load), options, progress);
}

}  // namespace

const Reader kitti_reader = {
    "KITTI",
    ".bin",
    "little-endian float32 without a header: x, y, z, intensity as KITTI's scans when the size is a multiple of 16, else x, y, z when "
    "it is one of 12; .pcd.bin as nuScenes has it: x, y, z, intensity, ring",
    recognises,
    read,
};

}  // namespace neighborscope
