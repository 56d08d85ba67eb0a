// Markdown as a tree of blocks and spans, with the line of each, parsed by md4c: CommonMark without raw HTML, and formulas between $ signs.
#pragma once
#include "gpu/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::lessons {

struct Node {
    enum class Kind {
        paragraph,
        heading,
        bullets,
        numbers,
        item,
        quote,
        rule,
        code_block,
        text,
        emphasis,
        strong,
        code,
        formula,
        display_formula,
        link,
        picture,
        line_break
    };
    Kind kind = Kind::text;
    std::size_t line = 0;     ///< of the file, from 1; of a code block that of its fence
    int level = 0;            ///< of a heading, 1 to 6
    std::string text = {};    ///< of text, code, code blocks and formulas
    std::string target = {};  ///< of a link or a picture; of a code block the word behind its fence
    std::vector<Node> inside = {};
};

/// Makes the input Error "file, line 12: cause; remedy".
Error error_at(const std::string& file, std::size_t line, const std::string& cause, const std::string& remedy);

/// Parses `text`, which begins at a line of `file`. Input Error for entities that XML does not have, and for blocks nested deeper than 16
/// levels.
std::vector<Node> parse_markdown(const std::string& file, std::string_view text, std::size_t first_line = 1);

/// The text of the nodes in one line and without marks, for titles and lists.
std::string plain_text(const std::vector<Node>&);

}  // namespace neighborscope::lessons
