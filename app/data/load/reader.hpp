// The interface of a file format. A new format is a folder beside this file and one line in readers.inc.
#pragma once
#include "app/data/load/input_file.hpp"
#include "app/data/points/data_set.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace neighborscope {

struct ReadOptions {
    LoadOptions load;
    /// DataSet::origin, [dimension], of data with which this data is compared. Another dimension is a usage Error. Null: chosen by the
    /// reader.
    const std::vector<double>* origin = nullptr;
    bool queries = false;  ///< read the queries of a file with points and queries; a folder of pictures is a usage Error
    /// Receives the coordinates of the file in float64, [rows][dimension], rows as in the data; only with an origin. Null: not wanted.
    std::vector<double>* numbers = nullptr;
};

struct StoredRows;  // number_columns.hpp

/// One format. `read` sets dimension, coordinates, origin, axes, file_rows, skipped and, if `LoadOptions::quantities` is set, quantities
/// and network; the caller sets names and hash.
struct Reader {
    std::string_view name;        ///< "CSV"
    std::string_view extensions;  ///< ".csv .txt .xyz", lower case, for people and for `has_extension`
    std::string_view help;        ///< one line: what is read, what is refused
    /// Whether a file with these first bytes (at most 4096) and this name (InputFile::name) has this format. A format with a signature
    /// ignores the name. The reader itself finds companions (edges beside nodes, labels beside images).
    bool (*recognises)(std::string_view first_bytes, std::string_view file_name);
    DataSet (*read)(const InputFile&, const ReadOptions&, const Progress&);
    /// For formats whose columns a person can choose; else null.
    TablePreview (*preview)(const InputFile&, const LoadOptions&) = nullptr;
    /// A text format: refuse_binary is called before it is read. (CSV, which may be UTF-16, does that itself.)
    bool is_text = false;
    /// The reader gets only the beginning of a gzip file (InputFile::is_partial) and unpacks it while reading; so does a preview.
    bool unpacks_itself = false;
    /// Returns the existing files that are read beside a file of that name (InputFile::name); null if the format has none.
    std::vector<std::string> (*companions)(std::string_view file_name) = nullptr;
    /// Lists arrays for arrays_of, for formats with several named arrays; else null.
    std::vector<std::string> (*arrays)(const InputFile&, const Progress&) = nullptr;
    /// Returns where the rows of points lie in the file, for reading a part of them (row_file.hpp); an input Error if they do not lie there
    /// as they are (packed, in chunks). Null for formats that cannot be read in parts.
    StoredRows (*rows)(const InputFile&, const LoadOptions&) = nullptr;
    /// Replaces `recognises` for formats whose first bytes are meaningful only with the file's size; else null.
    bool (*fits)(const InputFile&) = nullptr;
};
constexpr std::size_t gzip_beginning = 1 << 20;  ///< length of that beginning

/// All formats; those with a signature first.
std::span<const Reader* const> readers();
/// Returns the reader for a file; an input Error that names the likely format of the file, or the supported formats.
const Reader& reader_for(const InputFile&);
/// Throws the input Error if the first 64 KiB have a NUL byte, before gigabytes are searched for the end of a line.
void refuse_binary(const InputFile&);
/// Throws the input Error for text that is not lines of UTF-8: UTF-16, UTF-32, an HTML page, CR alone as line end. The commands in its text
/// can be pasted into a shell.
void refuse_unsupported_text(const InputFile&);
constexpr std::string_view pictures_format = "pictures";  ///< DataSet::format of a folder of pictures
/// Returns the points of a file, a folder of pictures or sample:NAME, without their hash. Errors as load_data.
DataSet read_source(const std::string& source, const ReadOptions&, const Progress&);
/// Returns the extension of a file name in lower case with its dot; "" if it has none.
std::string extension_of(std::string_view file_name);
/// Whether the name ends in one of these: has_extension("a/b.TXT", ".csv .txt").
bool has_extension(std::string_view file_name, std::string_view extensions);
/// Returns the file of this name, or of this name with ".gz", if it exists; else "".
std::string companion(const std::string& file_name);

#define READER(format) extern const Reader format##_reader;
#include "app/data/load/readers.inc"
#undef READER

}  // namespace neighborscope
