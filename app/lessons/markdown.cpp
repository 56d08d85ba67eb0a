#include "app/lessons/markdown.hpp"

#include <md4c.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace neighborscope::lessons {
namespace {

constexpr std::size_t deepest_markdown = 16;

/// Builds the tree from the calls of md4c.
class Builder {
public:
    Builder(const std::string& file, std::string_view text, std::size_t first_line) : file_(file), text_(text), line_(first_line) {
        open_.push_back(&root_);
    }

    std::vector<Node> parse() {
        MD_PARSER parser{};
        parser.flags = MD_FLAG_NOHTML | MD_FLAG_LATEXMATHSPANS | MD_FLAG_TABLES;  // tables are refused
        parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
            return at(self).guarded([&] { at(self).enter(type, detail); });
        };
        parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
            if (type != MD_BLOCK_DOC) at(self).open_.pop_back();
            return 0;
        };
        parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
            return at(self).guarded([&] { at(self).enter(type, detail); });
        };
        parser.leave_span = [](MD_SPANTYPE, void*, void* self) {
            at(self).open_.pop_back();
            return 0;
        };
        parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
            return at(self).guarded([&] { at(self).add(type, {text, size}); });
        };
        const int failed = md_parse(text_.data(), MD_SIZE(text_.size()), &parser, this);
        if (error_) throw *error_;
        if (failed) throw error_at(file_, line_, "this text cannot be parsed", "write it more simply");
        return std::move(root_.inside);
    }

private:
    static Builder& at(void* self) { return *static_cast<Builder*>(self); }

    /// md4c is C: an error is kept until it has returned.
    template <class Work>
    int guarded(Work work) {
        try {
            work();
            return 0;
        } catch (const Error& error) {
            if (!error_) error_ = error;  // md4c may go on for a while
            return 1;
        }
    }

    /// Moves on to the line of a part of the text; other strings are md4c's own.
    void move_to(const char* place) {
        const std::less<const char*> before;
        const char* end = text_.data() + text_.size();
        if (!place || before(place, counted_) || before(end, place)) return;
        line_ += std::size_t(std::count(counted_, place, '\n'));
        counted_ = place;
    }

    static std::string string_of(const MD_ATTRIBUTE& attribute) { return {attribute.text ? attribute.text : "", attribute.size}; }

    void push(Node node) {
        if (open_.size() > deepest_markdown) throw error_at(file_, line_, "this is nested deeper than 16 levels", "write it more simply");
        node.line = line_;
        open_.back()->inside.push_back(std::move(node));
        open_.push_back(&open_.back()->inside.back());
    }

    void enter(MD_BLOCKTYPE type, void* detail) {
        using Kind = Node::Kind;
        switch (type) {
            case MD_BLOCK_DOC: return;
            case MD_BLOCK_QUOTE: return push({Kind::quote});
            case MD_BLOCK_UL: return push({Kind::bullets});
            case MD_BLOCK_OL: return push({Kind::numbers});
            case MD_BLOCK_LI: return push({Kind::item});
            case MD_BLOCK_HR: return push({Kind::rule});
            case MD_BLOCK_H: return push({.kind = Kind::heading, .level = int(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level)});
            case MD_BLOCK_CODE: {
                const MD_ATTRIBUTE& info = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->info;
                move_to(info.text);
                return push({.kind = Kind::code_block, .target = string_of(info)});
            }
            case MD_BLOCK_TABLE: in_table_ = true; return push({Kind::paragraph});
            default: return push({Kind::paragraph});  // parts of a table; there is no HTML
        }
    }

    void enter(MD_SPANTYPE type, void* detail) {
        using Kind = Node::Kind;
        switch (type) {
            case MD_SPAN_EM: return push({Kind::emphasis});
            case MD_SPAN_STRONG: return push({Kind::strong});
            case MD_SPAN_CODE: return push({Kind::code});
            case MD_SPAN_LATEXMATH: return push({Kind::formula});
            case MD_SPAN_LATEXMATH_DISPLAY: return push({Kind::display_formula});
            case MD_SPAN_A: return push({.kind = Kind::link, .target = string_of(static_cast<MD_SPAN_A_DETAIL*>(detail)->href)});
            case MD_SPAN_IMG: return push({.kind = Kind::picture, .target = string_of(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src)});
            default: return push({Kind::emphasis});  // of extensions that are not switched on
        }
    }

    void add(MD_TEXTTYPE type, std::string_view text) {
        move_to(text.data());
        if (in_table_) throw error_at(file_, line_, "a table, which lessons do not show", "write a list, or a picture of the table");
        if (type == MD_TEXT_NORMAL && text.find("$$") != std::string_view::npos)
            throw error_at(file_, line_, "the formula that begins with $$ is not closed", "write $$ behind it, or the signs as code: `$$`");
        Node& last = *open_.back();
        if (last.inside.empty() && last.line < line_ && last.kind != Node::Kind::code_block) last.line = line_;
        switch (type) {
            case MD_TEXT_CODE:
            case MD_TEXT_LATEXMATH: last.text += text; return;
            case MD_TEXT_BR: last.inside.push_back({Node::Kind::line_break, line_}); return;
            case MD_TEXT_SOFTBR: return add_text(" ");
            case MD_TEXT_ENTITY: return add_text(character_of(text));
            default: return add_text(text);
        }
    }

    void add_text(std::string_view text) {
        std::vector<Node>& inside = open_.back()->inside;
        if (inside.empty() || inside.back().kind != Node::Kind::text) inside.push_back({Node::Kind::text, line_});
        inside.back().text += text;
    }

    std::string_view character_of(std::string_view entity) const {
        constexpr std::pair<std::string_view, std::string_view> known[] = {
            {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", "\u00a0"}};
        for (const auto& [name, character] : known)
            if (name == entity) return character;
        throw error_at(file_, line_, "the entity " + std::string(entity) + " is not known", "write the character itself");
    }

    const std::string& file_;
    std::string_view text_;
    std::size_t line_;
    bool in_table_ = false;
    const char* counted_ = text_.data();  ///< the lines up to here are counted
    Node root_;
    std::vector<Node*> open_;  // addresses stay: only the last of a list grows
    std::optional<Error> error_;
};

}  // namespace

Error error_at(const std::string& file, std::size_t line, const std::string& cause, const std::string& remedy) {
    constexpr std::size_t longest = 300;  // a line of the file may be as long as the file
    std::string shown = cause;
    if (shown.size() > longest) {
        std::size_t end = longest;
        while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xc0) == 0x80) --end;
        shown = shown.substr(0, end) + "…";
    }
    std::replace_if(
        shown.begin(), shown.end(), [](unsigned char c) { return c < 32 || c == 127; }, ' ');
    return Error(Failure::input, file + ", line " + std::to_string(line) + ": " + shown, remedy);
}

std::vector<Node> parse_markdown(const std::string& file, std::string_view text, std::size_t first_line) {
    return Builder(file, text, first_line).parse();
}

std::string plain_text(const std::vector<Node>& nodes) {
    std::string text;
    for (const Node& node : nodes) {
        const bool begins_line = node.kind < Node::Kind::text || node.kind == Node::Kind::line_break;  // a block, as all before text are
        if (begins_line && !text.empty()) text += ' ';
        text += node.text + plain_text(node.inside);
    }
    return text;
}

}  // namespace neighborscope::lessons
