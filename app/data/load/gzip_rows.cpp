#include "app/data/load/gzip_rows.hpp"

#include "app/data/load/gzip_stream.hpp"
#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr std::size_t bytes_of_piece = 512 << 10;

/// Throws the Error of GzipStream when the file is damaged anywhere.
void read_to_its_end(GzipStream& stream, const Progress& progress) {
    std::vector<char> bytes(bytes_of_piece);
    stream.restart();
    do { progress.step(double(stream.taken()), double(stream.packed())); } while (stream.read(bytes.data(), bytes.size()) == bytes.size());
}

}  // namespace

DataSet assemble_gzip(const InputFile& beginning, std::size_t before, std::size_t rows, std::size_t row_bytes,
    const std::function<std::vector<NumberColumn>(const char*)>& columns, const ReadOptions& options, const Progress& progress) {
    const auto refuse = [&](const std::string& what) {
        throw Error(Failure::input, beginning.path() + ": " + what + " the " + std::to_string(rows) + " rows of its header",
            "copy the file again, or save it again");
    };
    GzipStream stream(beginning);
    PackedRows packed;
    packed.rows = rows;
    packed.row_bytes = row_bytes;
    packed.step = std::max<std::size_t>(1, bytes_of_piece / row_bytes);
    packed.packed_bytes = double(stream.packed());
    packed.restart = [&] {
        stream.restart();
        std::string header(before, '\0');
        stream.read(header.data(), before);
    };
    packed.unpack = [&](std::size_t first, std::size_t count, char* out) {
        const std::size_t got = stream.read(out, count * row_bytes);
        if (got < count * row_bytes) refuse("it ends after " + std::to_string(first + got / row_bytes) + " of");
    };
    try {
        DataSet data = assemble_packed(beginning.path(), packed, columns, options, progress);
        if (char beyond = 0; stream.read(&beyond, 1) > 0) refuse("more bytes follow");
        return data;
    } catch (const Error& error) {
        // What looks wrong with values may be damage of the gzip file, and that is what has to be told.
        if (error.kind == Failure::input) read_to_its_end(stream, progress);
        throw;
    }
}

}  // namespace neighborscope
