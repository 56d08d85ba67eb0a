// What a file format is to the program. A new format is one file beside this one and one line in readers.cpp.
#pragma once
#include "app/data/data_set.hpp"
#include "app/data/load/mapped_file.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace neighborscope {

struct ReadOptions {
    LoadOptions load;
    /// For queries: the origin of the data they will be asked of, [dimension]. Another dimension is a usage Error. Null: the
    /// reader finds an origin.
    const std::vector<double>* origin = nullptr;
};

/// One format. `read` fills dimension, coordinates, origin, axes, file_rows and skipped; the caller adds names and hash.
struct Reader {
    std::string_view name;        ///< "CSV"
    std::string_view extensions;  ///< ".csv .txt .xyz", lower case, for people and for `by_name`
    std::string_view help;        ///< one line: what is read, what is refused
    /// Whether these first bytes (at most 4096) of a file of that name are this format. Content first: a format with a
    /// signature ignores the name.
    bool (*recognises)(std::string_view first_bytes, std::string_view file_name);
    DataSet (*read)(const MappedFile&, const ReadOptions&, const Progress&);
};

/// All formats, those with a signature first.
std::span<const Reader* const> readers();
/// The reader for a file; an input Error that says what the file seems to be, or names the formats there are.
const Reader& reader_for(const MappedFile&);
/// The extension of a file name in lower case with its dot, "" when it has none.
std::string extension_of(std::string_view file_name);

extern const Reader csv_reader, npy_reader;

}  // namespace neighborscope
