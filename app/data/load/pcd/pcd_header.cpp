#include "app/data/load/pcd/pcd_header.hpp"

#include "app/data/load/text_rows.hpp"
#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <optional>
#include <string_view>

namespace neighborscope::pcd {
namespace {

using Words = std::vector<std::string_view>;

class HeaderReader {
public:
    explicit HeaderReader(const InputFile& file) : file_(file) {}

    Header read() {
        for (const char* p = file_.begin(); p < file_.end();) {
            line_ = p;
            const char* end = text_rows::line_end(p, file_.end());
            p = end < file_.end() ? end + 1 : end;
            const char* first = text_rows::skip_blanks(line_, end);
            if (first == end || *first == '#') continue;
            if (read_line(words_of(first, end))) {
                header_.data_offset = std::size_t(p - file_.begin());
                return finished();
            }
        }
        throw Error(Failure::input, file_.path() + ", byte " + std::to_string(file_.size()) + ": the header has no line DATA",
            "the file is cut short or damaged: save it again");
    }

private:
    Words words_of(const char* p, const char* end) const {
        Words words;
        while (p < end) {
            const char* first = p;
            while (p < end && !text_rows::is_blank(*p)) ++p;
            // A line with more words than a point may have values is not a header; binary data may look like one.
            if (words.size() > most_values) refuse("more than " + std::to_string(most_values) + " words", "save it with fewer fields");
            words.emplace_back(first, std::size_t(p - first));
            p = text_rows::skip_blanks(p, end);
        }
        return words;
    }

    /// Returns true for the line DATA, after which the points begin.
    bool read_line(Words words) {
        const std::string_view key = words.front();
        words.erase(words.begin());
        const auto is = [&](std::string_view word) { return same_word(key, word); };
        if (is("version")) {
            if (words.size() != 1) refuse("VERSION has no number", "write VERSION 0.7");
        } else if (is("fields") || is("columns")) names_ = std::move(words);
        else if (is("size")) sizes_ = std::move(words);
        else if (is("type")) types_ = std::move(words);
        else if (is("count")) counts_ = std::move(words);
        else if (is("width")) width_ = only_number(key, words);
        else if (is("height")) height_ = only_number(key, words);
        else if (is("points")) points_ = only_number(key, words), points_line_ = line_;
        else if (is("data")) return read_encoding(words), true;
        else if (!is("viewpoint"))
            refuse("'" + text_rows::word_at(key.data(), key.data() + key.size()) + "' is no word of a PCD header",
                "the words are VERSION, FIELDS, SIZE, TYPE, COUNT, WIDTH, HEIGHT, VIEWPOINT, POINTS and DATA");
        return false;
    }

    void read_encoding(const Words& words) {
        const std::string_view encoding = words.empty() ? std::string_view{} : words.front();
        if (same_word(encoding, "ascii")) header_.encoding = Encoding::ascii;
        else if (same_word(encoding, "binary")) header_.encoding = Encoding::binary;
        else if (same_word(encoding, "binary_compressed")) header_.encoding = Encoding::compressed;
        else
            refuse("DATA '" + text_rows::word_at(encoding.data(), encoding.data() + encoding.size()) + "' is unknown",
                "there are ascii, binary and binary_compressed");
    }

    std::uint64_t number(std::string_view key, std::string_view word) const {
        std::uint64_t value = 0;
        if (!read_whole(word, value))
            refuse_at(word, std::string(key) + " '" + text_rows::word_at(word.data(), word.data() + word.size()) + "' is no count",
                "correct the header");
        return value;
    }
    std::uint64_t only_number(std::string_view key, const Words& words) const {
        if (words.size() != 1) refuse(std::string(key) + " must be one number", "correct the header");
        return number(key, words[0]);
    }

    Header finished() {
        if (names_.empty()) refuse("the header has no line FIELDS", "add FIELDS x y z");
        for (const auto& [key, words] : {std::pair<const char*, const Words&>{"SIZE", sizes_}, {"TYPE", types_}, {"COUNT", counts_}})
            if (!words.empty() && words.size() != names_.size())
                refuse_at(words.front(),
                    std::string(key) + " has " + std::to_string(words.size()) + " entries for " + std::to_string(names_.size()) + " fields",
                    "give one for every field");
        std::uint64_t values = 0;
        DistinctNames seen;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            Field field;
            field.name = names_[i] == "_" ? "_" : seen.name(names_[i]);
            field.type = type_of(i);
            const std::uint64_t count = counts_.empty() ? 1 : number("COUNT", counts_[i]);
            const std::string_view word = counts_.empty() ? names_[i] : counts_[i];
            if (count > most_values || (values += count) > most_values)
                refuse_at(word, "more than " + std::to_string(most_values) + " values a point", "save it with fewer fields");
            if (count == 0) refuse_at(word, "COUNT of '" + field.name + "' is 0", "leave the field out");
            field.count = std::uint32_t(count);
            header_.fields.push_back(std::move(field));
        }
        count_points();
        return std::move(header_);
    }

    void count_points() {
        if (!points_ && !width_) refuse("the header has neither POINTS nor WIDTH", "add POINTS");
        if (width_) {
            const std::uint64_t height = height_.value_or(1);
            if (height && *width_ > ~std::uint64_t{0} / height) refuse("WIDTH times HEIGHT is beyond counting", "correct the header");
            if (points_ && *points_ != *width_ * height) {
                line_ = points_line_;
                refuse("POINTS is " + std::to_string(*points_) + ", but WIDTH times HEIGHT is " + std::to_string(*width_ * height),
                    "correct the header");
            }
            points_ = *width_ * height;
        }
        header_.points = *points_;
        if (header_.points == 0)
            throw Error(Failure::input, file_.path() + " holds no points: its header says POINTS 0", "name a file with at least one point");
    }

    /// The type of field i; without SIZE and TYPE (version 0.5) float32.
    Scalar type_of(std::size_t i) const {
        const std::string_view size = sizes_.empty() ? "4" : sizes_[i], type = types_.empty() ? "F" : types_[i];
        const std::string small = lower_case(type);
        const bool letter = small == "f" || small == "i" || small == "u";
        const std::string name = (letter ? small : "") + std::string(size);
        if (const std::optional<Scalar> known = scalar_named(name); letter && known && known != Scalar::f2) return *known;
        const Words& wrong = (letter && !sizes_.empty()) || types_.empty() ? sizes_ : types_;
        refuse_at(wrong[i],
            "there is no TYPE " + text_rows::word_at(type.data(), type.data() + type.size()) + " of SIZE " +
                text_rows::word_at(size.data(), size.data() + size.size()),
            "types are F (4, 8), I and U (1, 2, 4, 8)");
    }

    /// Throws an Error with the line of the word.
    [[noreturn]] void refuse_at(std::string_view word, const std::string& cause, const std::string& remedy) const {
        text_rows::refuse_line(file_, word.data(), cause, remedy);
    }
    [[noreturn]] void refuse(const std::string& cause, const std::string& remedy) const {
        text_rows::refuse_line(file_, line_, cause, remedy);
    }

    const InputFile& file_;
    const char *line_ = nullptr, *points_line_ = nullptr;  ///< `line_` is the present line, at the end that of DATA
    Header header_;
    Words names_, sizes_, types_, counts_;
    std::optional<std::uint64_t> width_, height_, points_;
};

}  // namespace

std::size_t Header::point_bytes() const {
    std::size_t bytes = 0;
    for (const Field& field : fields) bytes += scalar_bytes(field.type) * field.count;
    return std::max<std::size_t>(bytes, 1);  // a header without fields is an error; the analyzer cannot know
}

Header read_header(const InputFile& file) { return HeaderReader(file).read(); }

}  // namespace neighborscope::pcd
