// Reads PTS (Leica Geosystems, Cyclone's ascii export): the number of points, then one per line: x y z, optionally with intensity, with red
// green blue, or with all. Recognised by name and first line; other text with that name is a table (csv.cpp).
#include "app/data/load/text_points.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <charconv>

namespace neighborscope {
namespace pts {
namespace {

constexpr text_rows::HoldsTextBeforeComment is_row;

/// Recognises the name, and a first line with the number of points or a point: "//X;Y;Z" and names of columns begin a table.
bool recognises(std::string_view first_bytes, std::string_view file_name) {
    if (extension_of(file_name) != ".pts") return false;
    bool table = false;
    const char* begin = first_bytes.data();
    text_rows::for_each_row(begin, begin + first_bytes.size(), is_row, [&](const char* line, const char* end) {
        const auto is_number = [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+'; };
        table = !is_number(*line) || std::find(line, end, ';') < end || std::find(line, end, ',') < end;
        return false;
    });
    return !table;
}

/// Returns the count of numbers in a line, separated by blanks or by one other separator; 0 if it has both.
std::size_t numbers_in(const char* p, const char* end, char& separator) {
    const auto separators = std::size_t(std::count_if(p, end, [](char c) { return c == ',' || c == ';'; }));
    std::size_t words = 0;
    char before = ' ';
    for (p = text_rows::skip_blanks(p, end); p < end; p = text_rows::skip_blanks(p, end)) {
        if (*p == ',' || *p == ';') {
            separator = before = *p++;
            continue;
        }
        if (words++ > 0 && separators > 0 && before == ' ') return 0;
        before = ' ';
        while (p < end && !text_rows::is_blank(*p) && *p != ',' && *p != ';') ++p;
    }
    return separators == 0 || separators + 1 == words ? words : 0;
}

std::vector<PointField> fields_of(const InputFile& file, const char* line, std::size_t width) {
    std::vector<PointField> fields{{"x"}, {"y"}, {"z"}};
    if (width == 4 || width == 7) fields.push_back({"intensity"});
    if (width >= 6)
        for (const char* name : {"red", "green", "blue"}) fields.push_back({name, Scalar::u1});
    if (width == 0)
        text_rows::refuse_line(file, line, "numbers are separated by blanks and by commas or semicolons", "separate them in one way");
    if (fields.size() != width)
        text_rows::refuse_line(file, line,
            std::to_string(width) + (width == 1 ? " number" : " numbers") + " for a point, where .pts has 3, 4, 6 or 7",
            "name it .csv or .txt when it is another table");
    return fields;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const char *data = file.begin(), *first_point = nullptr;
    std::size_t width = 0;
    char separator = ' ';
    const char* count_word = nullptr;
    text_rows::for_each_row(data, file.end(), is_row, [&](const char* line, const char* end) {
        const std::size_t words = numbers_in(line, end, separator);
        if (words == 1 && !count_word) {
            count_word = line;
            data = end < file.end() ? end + 1 : end;
            return true;
        }
        first_point = line;
        width = words;
        return false;
    });
    std::uint64_t announced = 0;
    if (count_word) {
        const auto [stopped, error] = std::from_chars(count_word, file.end(), announced);
        if (error != std::errc{} || (stopped < file.end() && *stopped != '\n' && !text_rows::is_blank(*stopped)))
            text_rows::refuse_line(file, count_word, "'" + text_rows::word_at(count_word, file.end()) + "' is no number of points",
                "the first line of a .pts file is how many points there are");
    }
    if (!first_point) throw Error(Failure::input, file.path() + " holds no points", "name a file with at least one point");

    TextPoints points;
    points.cut = text_rows::cut(file, data, file.end(), progress, is_row);
    if (count_word && points.cut.total() != announced)
        throw Error(Failure::input,
            text_rows::last_place(file) + ": the first line says " + std::to_string(announced) + " points, but " +
                std::to_string(points.cut.total()) + " lines follow it",
            "the file is cut short, or holds several scans: correct the first line, or save one scan in a file");
    points.fields = fields_of(file, first_point, width);
    return read_plain_points(file, std::move(points), is_row, options, progress, separator);
}

}  // namespace
}  // namespace pts

const Reader pts_reader = {
    .name = "PTS",
    .extensions = ".pts",
    .help = "Leica's text of scanned points: their number, then x y z [intensity] [red green blue] a line",
    .recognises = pts::recognises,
    .read = pts::read,
    .is_text = true,
};

}  // namespace neighborscope
