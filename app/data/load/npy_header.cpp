#include "app/data/load/npy_header.hpp"

#include "gpu/error.hpp"

#include <bit>
#include <charconv>
#include <string_view>
#include <vector>

namespace neighborscope::npy {
namespace {

const char* const save_again = "save it again with numpy.save('points.npy', array.astype('float32'))";

/// Reads the literal of a Python dictionary with exactly the keys descr, fortran_order and shape.
class Literal {
public:
    Literal(const std::string& path, std::string_view text, std::size_t offset) : path_(path), text_(text), offset_(offset) {}

    void read() {
        expect('{');
        while (!accept('}')) {
            const std::string key = quoted();
            expect(':');
            if (key == "descr" && !seen_descr_) seen_descr_ = true, read_descr();
            else if (key == "fortran_order" && !seen_order_) seen_order_ = true, fortran_order = boolean();
            else if (key == "shape" && !seen_shape_) seen_shape_ = true, read_shape();
            else damaged("key '" + key + "' is unknown or there twice");
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        blanks();
        if (at_ != text_.size()) damaged("something follows the dictionary");
        if (!seen_descr_ || !seen_order_ || !seen_shape_) damaged("descr, fortran_order or shape is missing");
    }

    std::string descr;
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
        blanks();
        structured = at_ < text_.size() && text_[at_] == '[';
        if (!structured) {
            descr = quoted();
            return;
        }
        // Passed over by its brackets; brackets inside quoted names do not count.
        int depth = 0;
        do {
            blanks();
            if (at_ == text_.size()) damaged("descr is never closed");
            const char c = text_[at_];
            if (c == '\'' || c == '"') {
                quoted();
                continue;
            }
            depth += (c == '[' || c == '(') - (c == ']' || c == ')');
            ++at_;
        } while (depth > 0);
    }
    void read_shape() {
        expect('(');
        while (!accept(')')) {
            blanks();
            std::uint64_t number = 0;
            const auto [stopped, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
            if (error == std::errc::result_out_of_range) damaged("a number of the shape is beyond 64 bits");
            if (error != std::errc{}) damaged("the shape is not made of numbers");
            at_ = std::size_t(stopped - text_.data());
            if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // written by Python 2
            shape.push_back(number);
            if (shape.size() > 64) damaged("the shape has more than 64 dimensions");
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
    }

    const std::string& path_;
    std::string_view text_;
    std::size_t offset_, at_ = 0;
    bool seen_descr_ = false, seen_order_ = false, seen_shape_ = false;
};

void read_type(const std::string& path, const Literal& literal, Header& header) {
    if (literal.structured)
        throw Error(Failure::input, path + " holds records with named fields, not a matrix",
            "save the coordinates alone: numpy.save('points.npy', numpy.column_stack([a['x'], a['y'], a['z']]))");
    const std::string& descr = literal.descr;
    const char order = descr.empty() ? ' ' : descr[0];
    const std::string_view kind =
        std::string_view(descr).substr(descr.empty() || std::string_view("<>|=").find(order) == std::string_view::npos ? 0 : 1);
    if (kind.starts_with("O")) throw Error(Failure::input, path + " holds Python objects; pickled objects are never loaded", save_again);
    static constexpr struct {
        std::string_view kind;
        Type type;
        std::size_t bytes;
    } types[] = {
        {"f2", Type::f2, 2},
        {"f4", Type::f4, 4},
        {"f8", Type::f8, 8},
        {"i1", Type::i1, 1},
        {"i2", Type::i2, 2},
        {"i4", Type::i4, 4},
        {"i8", Type::i8, 8},
        {"u1", Type::u1, 1},
        {"u2", Type::u2, 2},
        {"u4", Type::u4, 4},
        {"u8", Type::u8, 8},
        {"b1", Type::boolean, 1},
    };
    for (const auto& known : types) {
        if (kind != known.kind) continue;
        header.type = known.type;
        header.item_bytes = known.bytes;
        const bool big = order == '>', little = order == '<';
        header.swapped = known.bytes > 1 && (std::endian::native == std::endian::little ? big : little);
        return;
    }
    throw Error(Failure::input, path + " holds values of type '" + descr.substr(0, 40) + "', which are not coordinates", save_again);
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace

Header read_header(const InputFile& file) {
    const std::string& path = file.path();
    const std::string_view bytes = file.bytes();
    if (!bytes.starts_with("\x93NUMPY")) throw Error(Failure::input, path + " does not begin with the NPY signature", save_again);
    const auto byte = [&](std::size_t i) { return std::size_t(static_cast<unsigned char>(bytes[i])); };
    if (bytes.size() < 10)
        throw Error(
            Failure::input, path + " ends within the NPY header, after " + std::to_string(bytes.size()) + " bytes", "copy the file again");
    const std::size_t version = byte(6);
    if (version < 1 || version > 3 || byte(7) != 0)
        throw Error(Failure::input,
            path + " is NPY of version " + std::to_string(version) + "." + std::to_string(byte(7)) +
                "; versions 1.0, 2.0 and 3.0 are known",
            save_again);
    const std::size_t start = version == 1 ? 10 : 12;
    if (bytes.size() < start)
        throw Error(
            Failure::input, path + " ends within the NPY header, after " + std::to_string(bytes.size()) + " bytes", "copy the file again");
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
    read_type(path, literal, header);
    const std::string shape = shape_text(literal.shape);
    if (literal.shape.empty() || literal.shape.size() > 2)
        throw Error(Failure::input,
            path + " has " + std::to_string(literal.shape.size()) + " dimensions, shape " + shape + ": not a matrix of points",
            "save an array of shape (points, dimensions)");
    header.rows = literal.shape[0];
    header.columns = literal.shape.size() == 2 ? literal.shape[1] : 1;
    if (header.rows == 0 || header.columns == 0)
        throw Error(Failure::input, path + " holds no points: its shape is " + shape, "name a file with at least one point");

    std::uint64_t needed = 0;
    const std::uint64_t there = bytes.size() - header.data_offset;
    const std::string has = path + ": shape " + shape + " of " + std::to_string(header.item_bytes) + "-byte values needs ";
    if (__builtin_mul_overflow(header.rows, header.columns, &needed) ||
        __builtin_mul_overflow(needed, std::uint64_t(header.item_bytes), &needed))
        throw Error(Failure::input, has + "more than 2^64 bytes, " + std::to_string(there) + " are there", "copy the file again");
    if (needed > there)
        throw Error(Failure::input, has + std::to_string(needed) + " bytes, " + std::to_string(there) + " are there",
            "the file was cut: copy it again");
    if (needed < there)
        throw Error(Failure::input,
            has + std::to_string(needed) + " bytes, " + std::to_string(there) + " are there: " + std::to_string(there - needed) +
                " too many",
            save_again);
    return header;
}

}  // namespace neighborscope::npy
