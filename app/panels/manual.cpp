// The README as a sheet, for users without a browser.
#include "app/data/points/data_set.hpp"
#include "app/panels/sheets.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

namespace neighborscope::panels {
namespace {

/// Opens the README of the source tree, or of the installed program, which is beside the samples.
std::ifstream open_readme() {
    const std::filesystem::path samples = samples_folder();
    std::ifstream file(samples.parent_path() / "README.md");
    return file ? std::move(file) : std::ifstream(samples.parent_path().parent_path() / "README.md");
}

/// A line without formatting marks; of links only their text.
std::string plain_line(const std::string& line) {
    std::string text;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '`' || (line[at] == '*' && line.compare(at, 2, "**") == 0)) {
            at += line[at] == '*';
        } else if (line[at] == ']' && line.compare(at, 2, "](") == 0) {
            at = std::min(line.find(')', at), line.size() - 1);
            const auto from = text.rfind('[');
            if (from != std::string::npos) text.erase(from, 1);
        } else {
            text += line[at];
        }
    }
    return text;
}

/// "| heap | heaps of a block |" is "heap – heaps of a block".
std::string table_line(const std::string& line) {
    std::string text;
    for (std::size_t from = 1, to; (to = line.find('|', from)) != std::string::npos; from = to + 1) {
        std::string cell = line.substr(from, to - from);
        cell.erase(0, std::min(cell.find_first_not_of(' '), cell.size()));
        cell.erase(cell.find_last_not_of(' ') + 1);
        if (!cell.empty()) text += (text.empty() ? "" : " \u2013 ") + cell;
    }
    return text;
}

}  // namespace

std::vector<Text> manual_texts(std::istream& readme) {
    std::vector<Text> texts;
    std::string paragraph;
    const auto end_paragraph = [&] {
        if (!paragraph.empty()) texts.push_back({plain_line(std::exchange(paragraph, {}))});
    };
    bool code = false;
    for (std::string line; std::getline(readme, line);) {
        if (line.starts_with("```")) {
            end_paragraph();
            code = !code;
        } else if (code) {
            texts.push_back({line, Tone::second});
        } else if (line.empty() || line.starts_with("![") || line.starts_with("|---")) {
            end_paragraph();  // leaves out pictures of the window
        } else if (line.front() == '#') {
            end_paragraph();
            texts.push_back({plain_line(line.substr(std::min(line.find_first_not_of("# "), line.size())))});
            texts.back().heading = true;
        } else if (line.front() == '|') {
            end_paragraph();
            texts.push_back({plain_line(table_line(line))});
        } else {
            if (line.starts_with("- ")) end_paragraph(), line.replace(0, 1, "\u2022");
            const std::size_t words = std::min(line.find_first_not_of(' '), line.size());
            paragraph += (paragraph.empty() ? "" : " ") + line.substr(words);
        }
    }
    end_paragraph();
    return texts;
}

Sheet manual_sheet() {
    return [] {
        Panel panel{"manual", "Manual", {}, {}, {}};
        std::vector<Text> texts;
        try {
            std::ifstream readme = open_readme();
            texts = manual_texts(readme);
        } catch (const Error&) {}  // without samples there is no README either
        if (texts.empty()) texts.push_back({"README.md is not beside the samples of this program.", Tone::warning});
        for (std::size_t i = 0; i < texts.size(); ++i) panel.rows.push_back({"manual." + std::to_string(i), {}, {}, std::move(texts[i])});
        panel.rows.push_back({"manual.buttons", {}, {}, Buttons{{close_button()}}});
        return panel;
    };
}

}  // namespace neighborscope::panels
