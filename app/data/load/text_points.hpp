// Reads points in text, one per line (PLY, PCD, OFF, OBJ, PTS): coordinates and quantities in one pass.
#pragma once
#include "app/data/load/point_fields.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/load/text_rows.hpp"

#include <functional>
#include <string>
#include <vector>

namespace neighborscope {

/// Reads the numbers of a line, separated by blanks, or by one `separator` with optional blanks.
class FieldParser {
public:
    FieldParser(const InputFile& file, std::vector<std::string> names, char separator)
        : file_(file), names_(std::move(names)), separator_(separator) {}

    /// Reads field `field` at `p`, after optional blanks, before the line's `end`; skips it unless `wanted`. Returns where the next field
    /// begins. An input Error with the line if there is no number.
    const char* read(const char* p, const char* end, std::size_t field, bool wanted, double& value) const {
        p = text_rows::skip_blanks(p, end);
        const char* first = p;
        if (wanted) {
            if (!text_rows::read_number(p, end, value)) refuse(first, end, field, " is not a number");
        } else {
            while (p < end && !text_rows::is_blank(*p) && *p != separator_) ++p;
            if (p == first) refuse(first, end, field, "");
        }
        if (p == end) return p;
        if (separator_ != ' ') {
            const char* after = text_rows::skip_blanks(p, end);
            if (after < end && *after == separator_) return after + 1;
        }
        if (!text_rows::is_blank(*p)) refuse(first, end, field, " is not a number");
        return p;
    }
    /// Throws unless the rest of the line is blank, or a comment that begins with `comment`.
    void finish(const char* p, const char* end, char comment = '\n') const {
        p = text_rows::skip_blanks(p, end);
        if (p < end && *p != comment) too_many(p);
    }

    const InputFile& file() const { return file_; }
    const std::vector<std::string>& names() const { return names_; }

private:
    [[noreturn]] void refuse(const char* p, const char* end, std::size_t field, const char* why) const;
    [[noreturn]] void too_many(const char* p) const;

    const InputFile& file_;
    std::vector<std::string> names_;
    char separator_;
};

/// The names of fields, for messages.
std::vector<std::string> names_of(const std::vector<PointField>&);

/// Lines of points, in pieces.
struct TextPoints {
    text_rows::TextPieces cut;
    std::vector<PointField> fields;
    /// Calls `visit(line, values)` for every point of [p, last), with values [fields]: undefined unless `wanted` [fields], NaN for fields
    /// that the line does not have. Called from several threads.
    std::function<void(const char* p, const char* last, const std::vector<char>& wanted,
        const std::function<bool(const char* line, const double* values)>& visit)>
        read;
};

/// Reads coordinates, colours and quantities by their roles. Errors as `assemble` and `collect_quantities`, and an input Error with the
/// line of a coordinate that is outside the range of float32 or, if `strict`, NaN or infinite.
DataSet read_text_points(const InputFile&, const TextPoints&, const PointRoles&, const ReadOptions&, const Progress&);

/// The same for lines that have only the fields; `is_row` recognises these lines. Numbers are separated as in FieldParser, and `comment`
/// begins a comment.
template <class IsRow>
DataSet read_plain_points(const InputFile& file, TextPoints points, const IsRow& is_row, const ReadOptions& options,
    const Progress& progress, char separator = ' ', char comment = '\n') {
    const PointRoles roles = find_roles(file.path(), points.fields, options.load);
    const FieldParser parser(file, names_of(points.fields), separator);
    points.read = [&](const char* p, const char* last, const std::vector<char>& wanted, const auto& visit) {
        std::vector<double> values(wanted.size());
        text_rows::for_each_row(p, last, is_row, [&](const char* line, const char* end) {
            const char* at = line;
            for (std::size_t field = 0; field < values.size(); ++field) at = parser.read(at, end, field, wanted[field], values[field]);
            parser.finish(at, end, comment);
            return visit(line, values.data());
        });
    };
    return read_text_points(file, points, roles, options, progress);
}

}  // namespace neighborscope
