// Reads OFF (Geomview manual, "OFF: Object File Format"): the vertices of OFF, COFF (colours), NOFF (normals), STOFF (texture) and their
// combinations, in ascii, one vertex per line. Skips faces.
#include "app/data/load/text_points.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <charconv>

namespace neighborscope {
namespace off {
namespace {

constexpr text_rows::HoldsTextBeforeComment is_row;

/// "[ST][C][N][4][n]OFF" at the beginning of a file.
struct Keyword {
    std::string_view word;  ///< with its letters before OFF; empty if there is no keyword
    bool texture = false, colours = false, normals = false, homogeneous = false, dimensions = false;
};

Keyword keyword_of(std::string_view text) {
    Keyword keyword;
    std::string_view rest = text;
    const auto take = [&](std::string_view letters) {
        if (!rest.starts_with(letters)) return false;
        rest.remove_prefix(letters.size());
        return true;
    };
    keyword.texture = take("ST");
    keyword.colours = take("C");
    keyword.normals = take("N");
    keyword.homogeneous = take("4");
    keyword.dimensions = take("n");
    if (!take("OFF")) return {};
    keyword.word = text.substr(0, text.size() - rest.size());
    return keyword;
}

/// Returns the first character that is neither blank nor in a comment.
const char* first_word(const char* p, const char* end) {
    while (p < end) {
        if (text_rows::is_blank(*p) || *p == '\n') ++p;
        else if (*p == '#') p = text_rows::next_line(p, end);
        else break;
    }
    return p;
}

bool recognises(std::string_view first_bytes, std::string_view file_name) {
    const char* end = first_bytes.data() + first_bytes.size();
    const char* word = first_word(first_bytes.data(), end);
    const bool named = extension_of(file_name) == ".off";
    const Keyword keyword = keyword_of({word, std::size_t(end - word)});
    if (keyword.word.empty()) return named && word < end && *word >= '0' && *word <= '9';  // the keyword is optional
    const char* after = word + keyword.word.size();
    return named || after == end || text_rows::is_blank(*after) || *after == '\n';
}

struct Header {
    Keyword keyword;
    std::uint64_t vertices = 0, faces = 0;
    const char* data = nullptr;
};

Header read_header(const InputFile& file) {
    Header header;
    const char* end = file.end();
    const char* p = first_word(file.begin(), end);
    const auto refuse = [&](const std::string& cause, const std::string& remedy) { text_rows::refuse_line(file, p, cause, remedy); };
    header.keyword = keyword_of({p, std::size_t(end - p)});
    if (header.keyword.homogeneous || header.keyword.dimensions)
        refuse(std::string(header.keyword.word) + " has points of another kind than x, y, z, which this build does not read",
            "save it as OFF or COFF");
    p = first_word(p + header.keyword.word.size(), end);
    if (std::string_view(p, std::size_t(end - p)).starts_with("BINARY"))
        refuse("binary OFF, which this build does not read", "save it as ascii OFF, or as .ply");
    std::uint64_t* counts[] = {&header.vertices, &header.faces};
    for (std::uint64_t* count : counts) {
        p = first_word(p, end);
        const auto [stopped, error] = std::from_chars(p, end, *count);
        if (error != std::errc{} || (stopped < end && !text_rows::is_blank(*stopped) && *stopped != '\n'))
            refuse("'" + text_rows::word_at(p, end) + "' is no number of " + (count == counts[0] ? "vertices" : "faces"),
                "after OFF come three counts: vertices, faces, edges");
        p = stopped;
    }
    // The number of edges is often missing, and not needed.
    header.data = text_rows::next_line(p, end);
    if (header.vertices == 0)
        throw Error(Failure::input, file.path() + " holds no points: it says 0 vertices", "name a file with at least one point");
    return header;
}

/// Returns the fields of a vertex line with `width` numbers; those that the keyword does not explain have no name and are hidden.
std::vector<PointField> fields_of(const Keyword& keyword, std::size_t width) {
    std::vector<PointField> fields{{"x"}, {"y"}, {"z"}};
    const auto add = [&](std::initializer_list<const char*> names, Scalar type) {
        for (const char* name : names)
            if (fields.size() < width) fields.push_back({name, type});
    };
    if (keyword.normals) add({"nx", "ny", "nz"}, Scalar::f8);
    if (keyword.colours) {
        add({"red", "green", "blue"}, Scalar::f4);
        if (fields.size() + (keyword.texture ? 2 : 0) < width) add({"alpha"}, Scalar::f4);
    }
    if (keyword.texture) add({"s", "t"}, Scalar::f8);
    while (fields.size() < width) fields.push_back({"number " + std::to_string(fields.size() + 1), Scalar::f8, true});
    return fields;
}

/// Throws if lines after the vertices are not faces, since the number of vertices is then wrong. Checks a thousand lines.
void check_faces(const InputFile& file, const Header& header, const char* p) {
    std::uint64_t left = std::min<std::uint64_t>(header.faces, 1000);
    if (left == 0) return;
    text_rows::for_each_row(p, file.end(), is_row, [&](const char* line, const char* end) {
        const char* at = line;
        const auto next = [&](std::uint64_t& value) {
            at = text_rows::skip_blanks(at, end);
            const auto [stopped, error] = std::from_chars(at, end, value);
            at = stopped;
            return error == std::errc{} && (at == end || *at == '#' || text_rows::is_blank(*at));
        };
        std::uint64_t corners = 0, corner = 0;
        bool good = next(corners) && corners > 0;
        for (std::uint64_t i = 0; good && i < corners; ++i) good = next(corner) && corner < header.vertices;
        if (!good)
            text_rows::refuse_line(file, line,
                "after " + std::to_string(header.vertices) +
                    " vertices comes a line that is no face of them: the number of its corners, then as many vertices, counted from 0",
                "correct the counts in the second line, or save it again with a vertex and a face a line");
        return --left > 0;
    });
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const Header header = read_header(file);
    TextPoints points;
    points.cut = text_rows::cut(file, header.data, file.end(), progress, is_row);
    if (const std::size_t lines = points.cut.total(); header.vertices > lines || header.faces > lines - header.vertices)
        throw Error(Failure::input,
            text_rows::last_place(file) + ": " + std::to_string(header.vertices) + " vertices and " + std::to_string(header.faces) +
                " faces are announced, but " + std::to_string(lines) + (lines == 1 ? " line follows" : " lines follow"),
            "the file is cut short, or its counts are wrong: save it again with a vertex a line");
    else if (header.faces == 0 && lines > header.vertices)
        throw Error(Failure::input,
            text_rows::last_place(file) + ": " + std::to_string(header.vertices) + " vertices and no faces are announced, but " +
                std::to_string(lines) + " lines follow",
            "correct the counts in the second line, or save it again");
    check_faces(file, header, text_rows::keep_first_rows(points.cut, std::size_t(header.vertices), is_row));

    std::size_t width = 0;
    text_rows::for_each_row(header.data, points.cut.begins.back(), is_row, [&](const char* p, const char* end) {
        for (; p < end && *p != '#'; p = text_rows::skip_blanks(p, end), ++width)
            while (p < end && !text_rows::is_blank(*p) && *p != '#') ++p;
        return false;
    });
    if (width > 64) width = 64;  // no vertex has as many: the first line is an error
    points.fields = fields_of(header.keyword, width);
    return read_plain_points(file, std::move(points), is_row, options, progress, ' ', '#');
}

}  // namespace
}  // namespace off

const Reader off_reader = {
    .name = "OFF",
    .extensions = ".off",
    .help =
        "the vertices of Geomview's OFF, COFF (colours), NOFF (normals) and CNOFF in ascii; faces are passed over; 4OFF and nOFF are "
        "refused",
    .recognises = off::recognises,
    .read = off::read,
    .is_text = true,
};

}  // namespace neighborscope
