// What a file format is to the program. A new format is a folder beside this file and one line in readers.inc.
#pragma once
#include "app/data/load/input_file.hpp"
#include "app/data/points/data_set.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace neighborscope {

struct ReadOptions {
    LoadOptions load;
    /// Of what will be compared with other data: their origin, [dimension]. Another dimension is a usage Error. Null: the reader finds
    /// an origin.
    const std::vector<double>* origin = nullptr;
    bool queries = false;  ///< of files that hold points and queries the queries are wanted; pictures are none
    /// Where the coordinates go as the file has them, [rows][dimension], rows as in the data; only with an origin. Null: they are not wanted.
    std::vector<double>* numbers = nullptr;
};

/// One format. `read` fills dimension, coordinates, origin, axes, file_rows, skipped and, when `LoadOptions::quantities` asks for
/// them, quantities and network; the caller adds names and hash.
struct Reader {
    std::string_view name;        ///< "CSV"
    std::string_view extensions;  ///< ".csv .txt .xyz", lower case, for people and for `has_extension`
    std::string_view help;        ///< one line: what is read, what is refused
    /// Whether these first bytes (at most 4096) of a file of that name (InputFile::name) are this format. Content first: a format
    /// with a signature ignores the name. Companions (edges beside nodes, labels beside images) are the reader's to find.
    bool (*recognises)(std::string_view first_bytes, std::string_view file_name);
    DataSet (*read)(const InputFile&, const ReadOptions&, const Progress&);
    /// For formats whose columns a person can choose; else null.
    TablePreview (*preview)(const InputFile&, const LoadOptions&) = nullptr;
    /// Text: refuse_binary is asked before it is read. (CSV, which may be UTF-16, does that itself.)
    bool is_text = false;
    /// Gzip is handed over with its beginning only (InputFile::is_partial): it is unpacked as it is read. A preview likewise.
    bool unpacks_itself = false;
    /// Files that exist and are read beside one of that name (InputFile::name), for formats that have such; else null.
    std::vector<std::string> (*companions)(std::string_view file_name) = nullptr;
    /// For formats of several arrays under names: arrays_of; else null.
    std::vector<std::string> (*arrays)(const InputFile&, const Progress&) = nullptr;
    /// Asked in place of `recognises` by formats whose first bytes mean something only together with the file's size; else null.
    bool (*fits)(const InputFile&) = nullptr;
};
constexpr std::size_t gzip_beginning = 1 << 20;  ///< of those

/// All formats, those with a signature first.
std::span<const Reader* const> readers();
/// The reader for a file; an input Error that says what the file seems to be, or names the formats there are.
const Reader& reader_for(const InputFile&);
/// Throws the input Error when the first 64 KiB hold a NUL byte, before gigabytes of them are searched for the end of a line.
void refuse_binary(const InputFile&);
/// Throws the input Error for what is no text in UTF-8 with lines: UTF-16, UTF-32, an HTML page, CR alone as line end. The commands these
/// give can be pasted into a shell.
void refuse_unsupported_text(const InputFile&);
constexpr std::string_view pictures_format = "pictures";  ///< DataSet::format of a folder of pictures
/// The points of a file, a folder of pictures or sample:NAME, without their hash. Errors as load_data.
DataSet read_source(const std::string& source, const ReadOptions&, const Progress&);
/// The extension of a file name in lower case with its dot, "" when it has none.
std::string extension_of(std::string_view file_name);
/// Whether the name ends in one of these: has_extension("a/b.TXT", ".csv .txt").
bool has_extension(std::string_view file_name, std::string_view extensions);
/// The file of this name, or of this name with ".gz", when it exists; else "".
std::string companion(const std::string& file_name);

#define READER(format) extern const Reader format##_reader;
#include "app/data/load/readers.inc"
#undef READER

}  // namespace neighborscope
