// Tables with aligned columns, for terminals.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::shell {

/// A header line and rows, separated by two spaces, without rules and frames; columns of numbers are right-aligned.
class Table {
public:
    enum class Align { left, right };
    void column(std::string header, Align = Align::right);
    void row(std::vector<std::string> cells);  ///< as many cells as columns
    std::string text(std::size_t indent = 0) const;

private:
    std::vector<std::string> headers_;
    std::vector<Align> aligns_;
    std::vector<std::vector<std::string>> rows_;
};

/// Returns the terminal columns of UTF-8 text (code points).
std::size_t display_width(std::string_view);
/// Breaks text at spaces into lines of at most `width`; indents all lines but the first.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace neighborscope::shell
