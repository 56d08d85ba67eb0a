#include "app/data/load/reader.hpp"

#include "app/data/load/csv/csv_layout.hpp"
#include "app/data/load/unsupported_formats.hpp"
#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace neighborscope {
namespace {

const Reader* const all_readers[] = {
#define READER(format) &format##_reader,
#include "app/data/load/readers.inc"
#undef READER
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

/// Quotes the text as one word of a POSIX shell.
std::string shell_word(std::string_view text) {
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'') word += "'\\''";
        else word += c;
    }
    return word + "'";
}

/// Returns a shell command that sends the unpacked file through `filter` to another file.
std::string through(const InputFile& file, const std::string& filter) {
    std::string_view path = file.path();
    constexpr std::string_view unpacked = " (unpacked)";
    if (file.unpacked() && path.ends_with(unpacked)) path.remove_suffix(unpacked.size());
    const std::string to = path == "points.csv" || path.ends_with("/points.csv") ? "converted.csv" : "points.csv";
    const std::string from = shell_word(path);
    return (file.unpacked() ? "gzip -dc < " + from + " | " + filter : filter + " < " + from) + " > " + to;
}

/// Returns the encoding of UTF-16 without a mark, if its first letters are ASCII: "UTF-16LE", "UTF-16BE" or "".
std::string unmarked_encoding(std::string_view text) {
    const std::size_t looked_at = std::min<std::size_t>(text.size() / 2 * 2, 64);
    if (looked_at < 4) return {};
    std::size_t zeros[2] = {0, 0};
    for (std::size_t i = 0; i < looked_at; ++i) zeros[i % 2] += text[i] == '\0';
    if (zeros[0] == 0 && zeros[1] == looked_at / 2) return "UTF-16LE";
    return zeros[1] == 0 && zeros[0] == looked_at / 2 ? "UTF-16BE" : "";
}

[[noreturn]] void refuse_encoding(const InputFile& file, const std::string& encoding) {
    throw Error(Failure::input, file.path() + " is text in " + encoding,
        "convert it to UTF-8: " + through(file, "iconv -f " + encoding + " -t UTF-8"));
}

}  // namespace

std::span<const Reader* const> readers() { return all_readers; }

void refuse_binary(const InputFile& file) { csv::refuse_nul(file, file.bytes().substr(0, 64 << 10)); }

void refuse_unsupported_text(const InputFile& file) {
    using namespace std::string_view_literals;
    std::string_view text = file.bytes();
    for (const auto& [mark, encoding] : {std::pair("\xff\xfe\0\0"sv, "UTF-32"), std::pair("\0\0\xfe\xff"sv, "UTF-32"),
             std::pair("\xff\xfe"sv, "UTF-16"), std::pair("\xfe\xff"sv, "UTF-16")})
        if (text.starts_with(mark)) refuse_encoding(file, encoding);
    if (const std::string encoding = unmarked_encoding(text); !encoding.empty()) refuse_encoding(file, encoding);
    const std::string_view first = text.substr(0, 256 << 10);
    const std::string_view word = first.substr(std::min(first.size(), first.find_first_not_of(" \t\r\n")));
    if (same_word(word.substr(0, 14), "<!doctype html") || same_word(word.substr(0, 5), "<html"))
        throw Error(Failure::input, file.path() + " is an HTML page, not a table", "download the file itself, not the page that shows it");
    if (first.find('\n') != std::string_view::npos) return;
    const std::size_t carriage = first.find('\r');
    if (carriage != std::string_view::npos && carriage + 1 < first.size() && first.find('\0') == std::string_view::npos)
        throw Error(Failure::input, file.path() + " ends its lines with CR alone", "convert it: " + through(file, "tr '\\r' '\\n'"));
}

std::string extension_of(std::string_view file_name) {
    const std::size_t slash = file_name.rfind('/'), dot = file_name.rfind('.');
    const std::size_t first = slash == std::string_view::npos ? 0 : slash + 1;
    if (dot == std::string_view::npos || dot <= first) return {};
    return lower_case(file_name.substr(dot));
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
    refuse_unsupported_format(file);
    for (const Reader* reader : all_readers) {
        if (!(reader->fits ? reader->fits(file) : reader->recognises(first_bytes, file.name()))) continue;
        if (reader->is_text) refuse_binary(file);
        return *reader;
    }
    refuse_unsupported_text(file);
    for (const Reader* reader : all_readers)
        if (has_extension(file.name(), reader->extensions))
            throw Error(Failure::input,
                file.path() + " is named " + extension_of(file.name()) + " but does not begin with the " + std::string(reader->name) +
                    " signature",
                "save it again as " + std::string(reader->name) + ", or name it by what it is");
    throw Error(Failure::input, file.path() + " is of no known format", supported());
}

}  // namespace neighborscope
