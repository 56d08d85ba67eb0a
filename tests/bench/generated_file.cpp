#include "tests/bench/generated_file.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <zlib.h>

namespace neighborscope::bench {
namespace {

/// Inflates a whole stream into `out`, which grows if it is too small.
void inflate_all(const std::string& packed, std::size_t at, int window, std::string& out) {
    z_stream stream{};
    if (inflateInit2(&stream, window) != Z_OK) std::abort();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + at));
    stream.avail_in = uInt(packed.size() - at);
    int result = Z_OK;
    while (result == Z_OK) {
        if (stream.total_out == out.size()) out.resize(out.size() + (std::size_t(64) << 20));
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + stream.total_out);
        stream.avail_out = uInt(out.size() - stream.total_out);
        result = inflate(&stream, Z_NO_FLUSH);
    }
    if (result != Z_STREAM_END) std::abort();
    inflateEnd(&stream);
}

}  // namespace

void write_records(
    const std::string& path, double bytes, std::string header, const std::function<void(std::string&, std::uint64_t)>& record) {
    std::string one;
    record(one, 0);
    const auto points = std::uint64_t(bytes / double(one.size()));
    for (std::size_t at; (at = header.find('$')) != std::string::npos;) header.replace(at, 1, std::to_string(points));
    std::ofstream out(path, std::ios::binary);
    out << header;
    std::string block;
    for (std::uint64_t point = 0; point < points; ++point) {
        record(block, point);
        if (block.size() > (1 << 20) || point + 1 == points) {
            out << block;
            block.clear();
        }
    }
}

std::string content_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    std::string content(std::size_t(in.tellg()), '\0');
    in.seekg(0);
    in.read(content.data(), std::streamsize(content.size()));
    return content;
}

std::string npy_header(const std::string& type, bool fortran, std::uint64_t rows, int dimension) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': (" +
                         std::to_string(rows) + ", " + std::to_string(dimension) + "), }";
    header.resize((header.size() + 10 + 63) / 64 * 64 - 10, ' ');
    std::string start("\x93NUMPY\x01\x00", 8);
    put(start, std::uint16_t(header.size()));
    return start + header;
}

std::function<void()> inflate_alone(const std::string& path, std::size_t at, int window) {
    const auto packed = std::make_shared<const std::string>(content_of(path));
    const auto out = std::make_shared<std::string>();
    inflate_all(*packed, at, window, *out);  // now it is large enough
    return [=] { inflate_all(*packed, at, window, *out); };
}

}  // namespace neighborscope::bench
