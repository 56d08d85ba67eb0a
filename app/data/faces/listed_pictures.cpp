// Reads a list of pictures for vectors that another program computed.
#include "app/data/faces/picture_list.hpp"
#include "app/data/files/memory.hpp"
#include "app/data/load/words.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_map>

namespace neighborscope::faces {
namespace {

/// Returns the lines of the list, one for each row of the data's file.
std::vector<ListedPicture> lines_for(const DataSet& data, const std::string& list) {
    if (data.gallery)
        throw Error(Failure::usage, "--pictures needs vectors without pictures; " + data.name + " already has pictures", "leave it out");
    std::vector<ListedPicture> lines = pictures_listed(list);
    const std::int64_t rows = data.skipped.count > 0 ? data.skipped.rows : data.count();
    if (std::int64_t(lines.size()) == rows + 1 && !is_picture_name(lines.front().file)) lines.erase(lines.begin());  // a header
    if (std::int64_t(lines.size()) != rows)
        throw Error(Failure::input,
            list + " lists " + std::to_string(lines.size()) + " pictures; " + data.name + " has " + std::to_string(rows) + " rows",
            "list one picture per line, in the order of the rows: anna/1.png,anna");
    return lines;
}

[[noreturn]] void refuse_all(const std::string& list, const std::string& first, const std::string& why) {
    throw Error(Failure::input, list + ": none of its pictures can be read; " + first + " " + why,
        "give file names relative to the folder of the list");
}

/// Returns DataSet::missing_pictures for lines_for.
std::string missing_of(const std::vector<ListedPicture>& lines, const std::string& list) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(list).parent_path();
    std::vector<std::string> missing;
    std::error_code ignored;
    for (const ListedPicture& line : lines)
        if (!fs::exists(folder / line.file, ignored)) missing.push_back(line.file);
    if (!missing.empty() && missing.size() == lines.size()) refuse_all(list, missing.front(), "is not there");
    return missing_pictures_text(missing, fs::path(list).filename().string());
}

WordValues words_of(const std::vector<std::string>& all) {
    WordValues words;
    std::string scratch;
    std::unordered_map<std::string, std::int32_t> place;
    for (const std::string& each : all) {
        const std::string_view clean = clean_word(each, scratch);
        if (clean.empty()) {
            words.of_point.push_back(WordValues::missing);
            continue;
        }
        const auto [at, is_new] = place.try_emplace(std::string(clean), std::int32_t(words.different.size()));
        if (is_new) words.different.push_back(at->first);
        words.of_point.push_back(at->second);
    }
    return words;
}

}  // namespace

void check_pictures(DataSet& data, const std::string& list) { data.missing_pictures = missing_of(lines_for(data, list), list); }

void attach_pictures(DataSet& data, const std::string& list, const Progress& progress) {
    const std::vector<ListedPicture> lines = lines_for(data, list);
    data.missing_pictures = missing_of(lines, list);
    Gallery gallery;
    std::vector<std::string> people;
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const ListedPicture& line = lines[std::size_t(data.file_row(row))];
        gallery.files.push_back(line.file);
        people.push_back(line.person.value_or(""));
    }
    const auto folder = std::filesystem::path(list).parent_path();
    std::size_t pixels = 0;
    const std::vector<std::string> complaints = read_pictures(gallery, folder.string(), gallery.files, {}, progress,
        {[&] {
             pixels = gallery.pixels();
             require_memory(
                 double(gallery.files.size()) * double(pixels), pictures_text(gallery.files.size(), gallery.size), "list smaller pictures");
             gallery.grey.assign(gallery.files.size() * pixels, 0);
         },
            [&](std::size_t row, const std::vector<float>& picture) {
                const std::vector<std::uint8_t> grey = as_bytes(picture);
                std::copy(grey.begin(), grey.end(), gallery.grey.begin() + std::ptrdiff_t(row * pixels));
            }});
    for (std::size_t row = 0; row < complaints.size(); ++row)
        if (!complaints[row].empty()) gallery.left_out.push_back({gallery.files[row], complaints[row]});
    if (!complaints.empty() && gallery.left_out.size() == complaints.size())
        refuse_all(list, gallery.left_out.front().file, gallery.left_out.front().why);
    data.quantities.push_back({"file", words_of(gallery.files)});
    const auto file = int(data.quantities.size()) - 1;
    const bool known = std::any_of(people.begin(), people.end(), [](const std::string& person) { return !person.empty(); });
    if (known) {
        WordValues words = words_of(people);
        gallery.people = words.different;
        gallery.person = words.of_point;
        data.quantities.push_back({"person", std::move(words)});
        data.set_label(file + 1);
        data.set_title(-1);
    } else {
        gallery.person.assign(gallery.files.size(), -1);
        data.set_title(file);
    }
    data.gallery = std::make_shared<const Gallery>(std::move(gallery));
}

}  // namespace neighborscope::faces
