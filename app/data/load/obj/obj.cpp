// Reads OBJ (Wavefront, "Appendix B1. Object Files", version 3.0): the geometric vertices, "v x y z [w]", with the colours that MeshLab and
// others append. Skips everything else. Recognised by name, or by lines that all begin with its keywords.
#include "app/data/load/text_points.hpp"
#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope {
namespace obj {
namespace {

/// Whether a statement is one of OBJ, with valid arguments: words, or numbers. `numbers`: the number of values of a vertex.
bool is_statement(const char* p, const char* end, std::size_t& numbers) {
    static constexpr std::string_view with_words[] = {"o", "g", "s", "mtllib", "usemtl"},
                                      with_numbers[] = {"v", "vn", "vt", "vp", "f", "l", "p"};
    const char* after = std::find_if(p, end, text_rows::is_blank);
    const std::string_view keyword(p, std::size_t(after - p));
    if (std::ranges::count(with_words, keyword)) return true;
    if (!std::ranges::count(with_numbers, keyword)) return false;
    std::size_t count = 0;
    for (p = text_rows::skip_blanks(after, end); p < end && *p != '#' && *p != '\\'; p = text_rows::skip_blanks(p, end), ++count) {
        double value = 0;
        if (!text_rows::read_number(p, end, value)) return false;
        if (keyword.size() == 1 && keyword != "v")  // 1/2/3: an index into each list
            while (p < end && !text_rows::is_blank(*p)) ++p;
        else if (p < end && !text_rows::is_blank(*p)) return false;
    }
    if (keyword == "v") numbers = std::max(numbers, count);
    return true;
}

/// Recognises OBJ by its name, or if every complete line of the first bytes that is neither empty nor a comment is a statement of OBJ and
/// one of them is a vertex of at least three numbers.
bool recognises(std::string_view first_bytes, std::string_view file_name) {
    if (extension_of(file_name) == ".obj") return true;
    const char *p = first_bytes.data(), *end = p + first_bytes.size();
    std::size_t numbers = 0;
    bool continued = false;
    while (p < end) {
        const char* line = text_rows::line_end(p, end);
        if (line == end && first_bytes.size() >= 4096) break;  // cut in the middle
        const char *first = text_rows::skip_blanks(p, line), *last = line;
        while (last > first && text_rows::is_blank(last[-1])) --last;
        p = line < end ? line + 1 : end;
        const bool goes_on = last > first && last[-1] == '\\';
        if (!continued && first < last && *first != '#' && !is_statement(first, last, numbers)) return false;
        continued = goes_on;
    }
    return numbers >= 3;
}

struct IsVertex {
    bool operator()(const char* first, const char* line_end) const {
        return first < line_end && *first == 'v' && (first + 1 == line_end || text_rows::is_blank(first[1]));
    }
};

const std::vector<std::string> names{"x", "y", "z", "red", "green", "blue"};

class VertexReader {
public:
    explicit VertexReader(const InputFile& file) : parser_(file, names, ' ') {}

    template <class Visit>
    void read(const char* p, const char* last, const Visit& visit) const {
        text_rows::for_each_row(p, last, IsVertex{}, [&](const char* line, const char* end) {
            double numbers[8];
            const int count = read_numbers(line, end, last, numbers);
            double values[6] = {numbers[0], numbers[1], numbers[2], NAN, NAN, NAN};
            if (count >= 6) std::copy(numbers + count - 3, numbers + count, values + 3);  // after an optional w
            return visit(line, values);
        });
    }

private:
    /// Reads 3 numbers, 4 with w, 6 with colours, 7 with both. Returns how many.
    int read_numbers(const char* line, const char* end, const char* last, double* numbers) const {
        static constexpr std::size_t field[] = {0, 1, 2, 3, 3, 4, 5};
        int count = 0;
        for (const char* p = line + 1;;) {
            p = text_rows::skip_blanks(p, end);
            if (p < end && *p == '\\' && text_rows::skip_blanks(p + 1, end) == end) {  // continues in the next line
                if (last - end < 2) break;
                p = end + 1;
                end = text_rows::line_end(p, last);
                continue;
            }
            if (p == end || *p == '#') break;
            if (count == 7)
                text_rows::refuse_line(parser_.file(), line, "more than 7 numbers for a vertex", "write v x y z [w] [red green blue]");
            const char* word = p;
            while (p < end && !text_rows::is_blank(*p) && *p != '\\') ++p;
            parser_.read(word, p, field[count], true, numbers[count]);
            ++count;
        }
        if (count < 3 || count == 5)
            text_rows::refuse_line(parser_.file(), line, std::to_string(count) + (count == 1 ? " number" : " numbers") + " for a vertex",
                "write v x y z [w] [red green blue]");
        return count;
    }

    FieldParser parser_;
};

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    TextPoints points;
    for (std::size_t i = 0; i < names.size(); ++i) points.fields.push_back({names[i], i < 3 ? Scalar::f8 : Scalar::f4});
    points.cut = text_rows::cut(file, file.begin(), file.end(), progress, IsVertex{}, true);
    if (points.cut.total() == 0)
        throw Error(Failure::input, file.path() + " holds no vertices: no line begins with 'v '", "name a file of points");
    const VertexReader reader(file);
    points.read = [&](const char* p, const char* last, const std::vector<char>&, const auto& visit) { reader.read(p, last, visit); };

    PointRoles roles = find_roles(file.path(), points.fields, options.load);
    if (!roles.colour.empty()) {  // if one of the first thousand vertices has colours
        bool coloured = false;
        int rows = 0;
        reader.read(points.cut.begins.front(), points.cut.begins.back(), [&](const char*, const double* values) {
            coloured |= !std::isnan(values[3]);
            return !coloured && ++rows < 1000;
        });
        if (!coloured) roles.colour.clear();
    }
    return read_text_points(file, points, roles, options, progress);
}

}  // namespace
}  // namespace obj

const Reader obj_reader = {
    .name = "OBJ",
    .extensions = ".obj",
    .help =
        "the vertices of a Wavefront OBJ file, v x y z [w] [red green blue]; faces, normals and all else are passed over; known by its "
        "content "
        "whatever its name",
    .recognises = obj::recognises,
    .read = obj::read,
    .is_text = true,
};

}  // namespace neighborscope
