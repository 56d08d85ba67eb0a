#include "tests/bench/cloud_files.hpp"

#include "app/data/make/stream.hpp"

#include <liblzf/lzf.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

namespace neighborscope::bench {
namespace {

/// Coordinates as a scanner writes them: millimetres within 100 m.
double coordinate(std::uint64_t element) { return double(std::int64_t(double(random_uniform_float(5, element)) * 200000) - 100000) / 1000; }

void position(std::string& out, std::uint64_t point) {
    for (std::uint64_t axis = 0; axis < 3; ++axis) put(out, float(coordinate(3 * point + axis)));
}

void line(std::string& out, std::uint64_t point, const char* before, const char* after) {
    char text[128];
    out.append(text, std::size_t(std::snprintf(text, sizeof text, "%s%.3f %.3f %.3f%s\n", before, 100 + coordinate(3 * point),
                         100 + coordinate(3 * point + 1), 100 + coordinate(3 * point + 2), after)));
}

void write_las(const std::string& path, double bytes) {
    const auto points = std::uint32_t(bytes / 34);
    std::string header(227, '\0');
    const auto set = [&](std::size_t at, auto value) { std::memcpy(header.data() + at, &value, sizeof value); };
    header.replace(0, 4, "LASF");
    header[24] = 1, header[25] = 2, header[104] = 3;
    set(94, std::uint16_t(227)), set(96, std::uint32_t(227)), set(105, std::uint16_t(34)), set(107, points);
    for (std::size_t axis = 0; axis < 3; ++axis) set(131 + 8 * axis, 0.001);
    write_records(path, 34.0 * points, header, [](std::string& out, std::uint64_t point) {
        for (std::uint64_t axis = 0; axis < 3; ++axis) put(out, std::int32_t(1000 * coordinate(3 * point + axis)));
        put(out, std::uint16_t(point));
        put(out, std::uint8_t(9)), put(out, std::uint8_t(2 + point % 5)), put(out, std::uint16_t(0)), put(out, std::uint16_t(7));
        put(out, double(point));
        for (std::uint32_t part = 0; part < 3; ++part) put(out, std::uint16_t((point * 77 + part) % 65536));
    });
}

const std::string pcd_header =
    "# .PCD v0.7\nVERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH $\nHEIGHT 1\nPOINTS $\nDATA ";

void write_compressed(const std::string& path, double bytes) {
    const auto points = std::uint32_t(bytes / 12);
    std::string plain;
    plain.reserve(12 * std::size_t(points));
    for (std::uint64_t axis = 0; axis < 3; ++axis)
        for (std::uint64_t point = 0; point < points; ++point) put(plain, float(std::int64_t(coordinate(3 * (point / 8) + axis))));
    std::string packed(plain.size(), '\0');
    const unsigned size = lzf_compress(plain.data(), unsigned(plain.size()), packed.data(), unsigned(packed.size()));
    std::string header = pcd_header + "binary_compressed\n";
    for (std::size_t at; (at = header.find('$')) != std::string::npos;) header.replace(at, 1, std::to_string(points));
    put(header, size), put(header, unsigned(plain.size()));
    std::ofstream(path, std::ios::binary) << header << packed.substr(0, size);
}

std::function<void()> lzf_alone(const std::string& path) {
    const auto file = std::make_shared<const std::string>(content_of(path));
    const std::size_t sizes = file->find("binary_compressed\n") + 18;
    unsigned packed = 0, plain = 0;
    std::memcpy(&packed, file->data() + sizes, 4);
    std::memcpy(&plain, file->data() + sizes + 4, 4);
    const auto out = std::make_shared<std::string>(plain, '\0');
    return [=] {
        if (lzf_decompress(file->data() + sizes + 8, packed, out->data(), plain) != plain) std::abort();
    };
}

}  // namespace

const std::vector<GeneratedFile>& cloud_files() {
    static const std::string xyz = "element vertex $\nproperty float x\nproperty float y\nproperty float z\n";
    static const std::string rgb = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    static const std::vector<GeneratedFile> files{
        {"PLY, binary, x y z", "points.ply",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "ply\nformat binary_little_endian 1.0\n" + xyz + "end_header\n", position);
            }},
        {"PLY, binary, colours, intensity", "points.ply",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "ply\nformat binary_little_endian 1.0\n" + xyz + rgb + "property float intensity\nend_header\n",
                    [](std::string& out, std::uint64_t point) {
                        position(out, point);
                        for (std::uint64_t part = 0; part < 3; ++part) put(out, std::uint8_t(point * 7 + part));
                        put(out, float(point));
                    });
            }},
        {"PLY, ascii", "points.ply",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "ply\nformat ascii 1.0\n" + xyz + "end_header\n",
                    [](std::string& out, std::uint64_t point) { line(out, point, "", ""); });
            }},
        {"PLY, ascii, colours", "points.ply",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "ply\nformat ascii 1.0\n" + xyz + rgb + "end_header\n",
                    [](std::string& out, std::uint64_t point) { line(out, point, "", " 255 128 64"); });
            }},
        {"PCD, binary", "points.pcd",
            [](const std::string& path, double bytes) { write_records(path, bytes, pcd_header + "binary\n", position); }},
        {"PCD, ascii", "points.pcd",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, pcd_header + "ascii\n", [](std::string& out, std::uint64_t point) { line(out, point, "", ""); });
            }},
        {"PCD, compressed", "points.pcd", write_compressed, lzf_alone},
        {"LAS, format 3, all fields", "points.las", write_las},
        {"KITTI", "points.bin",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "", [](std::string& out, std::uint64_t point) {
                    position(out, point);
                    put(out, float(point % 100) / 100);
                });
            }},
        {"OBJ", "points.obj",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "", [](std::string& out, std::uint64_t point) { line(out, point, "v ", ""); });
            }},
        {"OFF", "points.off",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "OFF\n$ 0 0\n", [](std::string& out, std::uint64_t point) { line(out, point, "", ""); });
            }},
        {"PTS, intensity, colours", "points.pts",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "$\n", [](std::string& out, std::uint64_t point) { line(out, point, "", " -1200 255 128 64"); });
            }},
    };
    return files;
}

}  // namespace neighborscope::bench
