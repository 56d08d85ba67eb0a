#include "app/data/load/npy/npy_header.hpp"

#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace neighborscope::npy {
namespace {

constexpr std::size_t most_fields = 8192;
const char* const save_again = "save it again with numpy.save('points.npy', array.astype('float32'))";

/// Parses the literal of a Python dictionary with exactly the keys descr, fortran_order and shape.
class Literal {
public:
    Literal(const std::string& path, std::string_view text, std::size_t offset) : path_(path), text_(text), offset_(offset) {}

    void read() {
        expect('{');
        while (!accept('}')) {
            const std::string key = quoted();
            std::string scratch;
            expect(':');
            if (key == "descr" && !seen_descr_) seen_descr_ = true, read_descr();
            else if (key == "fortran_order" && !seen_order_) seen_order_ = true, fortran_order = boolean();
            else if (key == "shape" && !seen_shape_) seen_shape_ = true, shape = numbers();
            else damaged("key '" + std::string(clean_word(key, scratch)) + "' is unknown or there twice");
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        blanks();
        if (at_ != text_.size()) damaged("something follows the dictionary");
        if (!seen_descr_ || !seen_order_ || !seen_shape_) damaged("descr, fortran_order or shape is missing");
    }

    /// A field in descr: its name, type and number of values.
    struct Described {
        std::string name, type;
        std::uint64_t count = 1;
    };
    std::vector<Described> fields;
    bool structured = false, fortran_order = false;
    std::vector<std::uint64_t> shape;

private:
    [[noreturn]] void damaged(const std::string& why) const {
        throw Error(Failure::input, path_ + ": byte " + std::to_string(offset_ + at_) + ": the NPY header is damaged: " + why, save_again);
    }
    void blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
    }
    bool accept(char c) {
        blanks();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!accept(c)) damaged(std::string("expected '") + c + "'");
    }
    std::string quoted() {
        blanks();
        const char quote = at_ < text_.size() ? text_[at_] : ' ';
        if (quote != '\'' && quote != '"') damaged("expected a quoted name");
        const std::size_t close = text_.find(quote, at_ + 1);
        if (close == std::string_view::npos) damaged("a quote is never closed");
        std::string text(text_.substr(at_ + 1, close - at_ - 1));
        for (char& c : text)
            if (static_cast<unsigned char>(c) < 32) c = ' ';
        at_ = close + 1;
        return text;
    }
    bool boolean() {
        blanks();
        for (const std::string_view word : {"True", "False"})
            if (text_.substr(at_).starts_with(word)) {
                at_ += word.size();
                return word == "True";
            }
        damaged("fortran_order is neither True nor False");
    }
    void read_descr() {
        if (!accept('[')) {
            fields.push_back({"", quoted(), 1});
            return;
        }
        structured = true;
        while (!accept(']')) {
            read_field();
            if (fields.size() > most_fields) damaged("records have more than " + std::to_string(most_fields) + " fields");
            if (!accept(',')) {
                expect(']');
                break;
            }
        }
        if (fields.empty()) damaged("records have no fields");
    }
    /// Parses ('x', '<f4'), ('position', '<f4', (3,)) or (('title', 'x'), '<f4').
    void read_field() {
        Described field;
        expect('(');
        if (accept('(')) {
            quoted();
            expect(',');
            field.name = quoted();
            accept(',');
            expect(')');
        } else {
            field.name = quoted();
        }
        expect(',');
        if (accept('['))
            throw Error(Failure::input, path_ + ": field '" + field.name.substr(0, 40) + "' holds records within records",
                "save the coordinates alone: numpy.save('points.npy', numpy.column_stack([a['x'], a['y'], a['z']]))");
        field.type = quoted();
        if (accept(',') && !(blanks(), at_ < text_.size() && text_[at_] == ')')) {
            const std::vector<std::uint64_t> counts = at_ < text_.size() && text_[at_] == '(' ? numbers() : std::vector{number()};
            for (const std::uint64_t count : counts) {
                if (count > most_fields) damaged("a field repeats " + std::to_string(count) + " values");
                field.count *= count;
                if (field.count > most_fields) damaged("a field repeats " + std::to_string(field.count) + " values");
            }
            accept(',');
        }
        expect(')');
        fields.push_back(std::move(field));
    }
    std::uint64_t number() {
        blanks();
        std::uint64_t value = 0;
        const auto [stopped, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (error == std::errc::result_out_of_range) damaged("a number of the shape is beyond 64 bits");
        if (error != std::errc{}) damaged("the shape is not made of numbers");
        at_ = std::size_t(stopped - text_.data());
        if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // written by Python 2
        return value;
    }
    std::vector<std::uint64_t> numbers() {
        std::vector<std::uint64_t> all;
        expect('(');
        while (!accept(')')) {
            all.push_back(number());
            if (all.size() > 64) damaged("the shape has more than 64 dimensions");
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return all;
    }

    const std::string& path_;
    std::string_view text_;
    std::size_t offset_, at_ = 0;
    bool seen_descr_ = false, seen_order_ = false, seen_shape_ = false;
};

/// Parses the type of one value: "<f4", "|u1", ">i8", "<U10".
Field read_type(const std::string& path, const std::string& descr) {
    const char order = descr.empty() ? ' ' : descr[0];
    const std::string_view kind =
        std::string_view(descr).substr(descr.empty() || std::string_view("<>|=").find(order) == std::string_view::npos ? 0 : 1);
    if (kind.starts_with("O")) throw Error(Failure::input, path + " holds Python objects; pickled objects are never loaded", save_again);
    Field field;
    const auto ordered = [&](Scalar type) { return order == '>' ? big_endian(type) : NumberFormat{type}; };
    if (const std::optional<Scalar> known = scalar_named(kind)) {
        field.number = ordered(*known);
        field.width = scalar_bytes(*known);
        return field;
    }
    // Text, which may be labels, and types that are skipped in records: complex numbers, dates, padding.
    std::uint32_t width = 0;
    const bool sized = kind.size() > 1 && std::string_view("SaUVcfMm").find(kind[0]) != std::string_view::npos &&
                       std::from_chars(kind.data() + 1, kind.data() + kind.size(), width).ec == std::errc{};
    if (!sized || width > (1 << 24))
        throw Error(Failure::input, path + " holds values of type '" + descr.substr(0, 40) + "', which are not coordinates", save_again);
    field.kind = kind[0] == 'S' || kind[0] == 'a' ? Field::Kind::bytes : kind[0] == 'U' ? Field::Kind::utf32 : Field::Kind::other;
    field.number = ordered(Scalar::u4);
    field.width = kind[0] == 'U' ? 4 * std::size_t(width) : width;
    return field;
}

/// Expands the fields of the header; fields of several values become one field each.
void read_types(const std::string& path, const Literal& literal, Header& header) {
    header.structured = literal.structured;
    for (const Literal::Described& described : literal.fields) {
        Field field = read_type(path, described.type);
        if (!header.structured && field.kind == Field::Kind::other)
            throw Error(Failure::input, path + " holds values of type '" + described.type.substr(0, 40) + "', which are not coordinates",
                save_again);
        for (std::uint64_t i = 0; i < described.count; ++i) {
            if (header.fields.size() == most_fields)
                throw Error(Failure::input, path + " holds records of more than " + std::to_string(most_fields) + " values", save_again);
            field.name = described.name + (described.count > 1 ? " " + std::to_string(i + 1) : "");
            field.offset = header.item_bytes;
            header.item_bytes += field.width;
            header.fields.push_back(field);
        }
    }
    if (header.item_bytes == 0) throw Error(Failure::input, path + " holds values of no bytes", save_again);
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

/// `size` is exact, or an upper bound.
Header read_header(const InputFile& file, std::uint64_t size, bool exactly) {
    const std::string& path = file.path();
    const std::string_view bytes = file.bytes();
    if (!bytes.starts_with("\x93NUMPY")) throw Error(Failure::input, path + " does not begin with the NPY signature", save_again);
    const auto byte = [&](std::size_t i) { return std::size_t(static_cast<unsigned char>(bytes[i])); };
    const auto need = [&](std::size_t start) {
        if (bytes.size() < start)
            throw Error(Failure::input, path + " ends within the NPY header, after " + std::to_string(bytes.size()) + " bytes",
                "copy the file again");
    };
    need(10);
    const std::size_t version = byte(6);
    if (version < 1 || version > 3 || byte(7) != 0)
        throw Error(Failure::input,
            path + " is NPY of version " + std::to_string(version) + "." + std::to_string(byte(7)) +
                "; versions 1.0, 2.0 and 3.0 are known",
            save_again);
    const std::size_t start = version == 1 ? 10 : 12;
    need(start);
    const std::size_t length = version == 1 ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
    if (length > bytes.size() - start)
        throw Error(Failure::input,
            path + ": the NPY header is said to have " + std::to_string(length) + " bytes, " + std::to_string(bytes.size() - start) +
                " are there",
            "copy the file again");

    Literal literal(path, bytes.substr(start, length), start);
    literal.read();
    Header header;
    header.data_offset = start + length;
    header.fortran_order = literal.fortran_order;
    read_types(path, literal, header);
    const std::string shape = shape_text(literal.shape);
    header.dimensions = int(literal.shape.size());
    const bool one_text = literal.shape.empty() && !header.structured && header.fields.front().kind != Field::Kind::number;
    if ((literal.shape.empty() && !one_text) || (literal.shape.size() > 2 && !header.structured))
        throw Error(Failure::input,
            path + " has " + std::to_string(literal.shape.size()) + " dimensions, shape " + shape + ": not a matrix of points",
            "save an array of shape (points, dimensions): array.reshape(len(array), -1)");
    header.rows = one_text ? 1 : literal.shape[0];
    header.columns = literal.shape.size() == 2 ? literal.shape[1] : 1;
    if (header.structured) {
        header.columns = 1;
        for (std::size_t i = 1; i < literal.shape.size(); ++i)
            if (__builtin_mul_overflow(header.rows, literal.shape[i], &header.rows)) header.rows = std::uint64_t(1) << 63;
    }
    if (header.rows == 0 || header.columns == 0)
        throw Error(Failure::input, path + " holds no points: its shape is " + shape, "name a file with at least one point");

    std::uint64_t needed = 0;
    const std::uint64_t there = size - header.data_offset;
    const std::string has = path + ": shape " + shape + " of " + std::to_string(header.item_bytes) +
                            (header.structured ? "-byte records needs " : "-byte values needs ");
    if (__builtin_mul_overflow(header.rows, header.columns, &needed) ||
        __builtin_mul_overflow(needed, std::uint64_t(header.item_bytes), &needed))
        throw Error(Failure::input, has + "more than 2^64 bytes, " + std::to_string(there) + " are there", "copy the file again");
    if (needed > there)
        throw Error(Failure::input, has + std::to_string(needed) + " bytes, " + std::to_string(there) + " are there",
            "the file was cut: copy it again");
    if (exactly && needed < there)
        throw Error(Failure::input,
            has + std::to_string(needed) + " bytes, " + std::to_string(there) + " are there: " + std::to_string(there - needed) +
                " too many",
            save_again);
    return header;
}

}  // namespace

Header read_header(const InputFile& file) { return read_header(file, file.size(), true); }

Header read_header(const InputFile& first_bytes, std::uint64_t size) { return read_header(first_bytes, size, true); }

Header read_header_of_unknown_size(const InputFile& first_bytes, std::uint64_t most) { return read_header(first_bytes, most, false); }

}  // namespace neighborscope::npy
