#include "app/command_line/table.hpp"

#include <algorithm>

namespace neighborscope::shell {

std::size_t display_width(std::string_view text) {
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void Table::column(std::string header, Align align) {
    headers_.push_back(std::move(header));
    aligns_.push_back(align);
}

void Table::row(std::vector<std::string> cells) {
    cells.resize(headers_.size());
    rows_.push_back(std::move(cells));
}

std::string Table::text(std::size_t indent) const {
    std::vector<std::size_t> width;
    for (const std::string& header : headers_) width.push_back(display_width(header));
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], display_width(row[i]));
    std::string text;
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i > 0) line += "  ";
            const std::string space(width[i] - display_width(cells[i]), ' ');
            line += aligns_[i] == Align::right ? space + cells[i] : cells[i] + space;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    line(headers_);
    for (const auto& row : rows_) line(row);
    return text;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::string out;
    std::size_t column = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (column > 0 && column + 1 + display_width(word) > width) {
            out += '\n' + std::string(indent, ' ');
            column = 0;
        }
        if (column > 0) out += ' ', ++column;
        out += word;
        column += display_width(word);
    }
    return out;
}

}  // namespace neighborscope::shell
