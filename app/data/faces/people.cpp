// Finds the people on the pictures of a folder: from a table, from folders, or from file names; and notes about the result.
#include "app/data/faces/person_names.hpp"
#include "app/data/faces/picture_list.hpp"
#include "app/data/load/words.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace neighborscope::faces {
namespace {

constexpr std::size_t examples = 3;
// Names are doubtful if so few cover nine of ten pictures; several only if each has many pictures.
constexpr std::size_t few_names = 3;
constexpr std::int64_t many_pictures_of_a_name = 20;

std::map<std::string, std::string> labels_in(const std::string& path) {
    std::map<std::string, std::string> people;
    bool first = true;
    for (ListedPicture& each : pictures_listed(path)) {
        const auto refuse = [&](const std::string& cause, const std::string& remedy) {
            throw Error(Failure::input, path + ":" + std::to_string(each.line) + ": " + cause, remedy);
        };
        if (!each.person) refuse("no comma separates file and person", "write one line per picture: anna/1.png,anna");
        if (std::exchange(first, false) && !is_picture_name(each.file)) continue;  // a header
        const auto [listed, is_new] = people.try_emplace(each.file, *each.person);
        if (!is_new && listed->second != *each.person)
            refuse(each.file + " is " + *each.person + ", and further up " + listed->second, "keep one line of this picture");
    }
    return people;
}

/// Returns FolderNotes::missing_pictures.
std::string missing_pictures_of(const Gallery& gallery, const std::map<std::string, std::string>& labels, const std::string& table) {
    std::set<std::string> there(gallery.files.begin(), gallery.files.end());
    for (const UnreadPicture& one : gallery.left_out) there.insert(one.file);
    std::vector<std::string> missing;
    for (const auto& [file, person] : labels)
        if (!there.contains(file)) missing.push_back(file);
    return missing_pictures_text(missing, table);
}

std::vector<std::string> people_of_table(
    const std::vector<std::string>& files, const std::map<std::string, std::string>& labels, const std::string& path) {
    std::vector<std::string> people;
    std::size_t found = 0;
    for (const std::string& file : files) {
        const auto listed = labels.find(file);
        found += listed != labels.end();
        people.push_back(listed != labels.end() ? listed->second : "");
    }
    if (found == 0)
        throw Error(Failure::input, path + " does not name any of the pictures",
            "write one line per picture, with its path in the folder: " + files.front() + ",anna");
    return people;
}

/// Returns ": anna/1.png is anna, bob/1.png is bob" for the first, the middle and the last person.
std::string examples_of(const std::vector<std::string>& files, const std::vector<std::string>& people, const std::vector<std::size_t>& of) {
    std::map<std::string, std::size_t> first;  // a person -> the person's first picture
    for (const std::size_t i : of)
        if (!people[i].empty()) first.try_emplace(people[i], i);
    std::vector<std::size_t> pictures;
    for (const auto& [person, picture] : first) pictures.push_back(picture);
    std::string text;
    const std::size_t shown = std::min(examples, pictures.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const std::size_t picture = pictures[shown == 1 ? 0 : i * (pictures.size() - 1) / (shown - 1)];
        text += (i == 0 ? ": " : ", ") + files[picture] + " is " + people[picture];
    }
    return text;
}

struct Named {
    std::vector<std::string> people;  ///< [files]; "" if unknown
    std::string how;                  ///< FolderNotes::people
    bool by_folders = false;          ///< true if some people come from folders
};

Named named_by_places_and_names(const std::vector<std::string>& files) {
    Named named;
    named.people.resize(files.size());
    std::vector<std::size_t> in_folders, beside;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::size_t slash = files[i].find('/');
        (slash != std::string::npos ? in_folders : beside).push_back(i);
        if (slash != std::string::npos) named.people[i] = files[i].substr(0, slash);
        else names.push_back(files[i]);
    }
    const NamedPeople by_names = people_of_names(names);
    const std::string* nobody = nullptr;
    for (std::size_t i = 0; i < beside.size(); ++i) {
        named.people[beside[i]] = by_names.person[i];
        if (by_names.person[i].empty() && !nobody) nobody = &files[beside[i]];
    }
    named.by_folders = !in_folders.empty();
    if (named.by_folders) named.how = "named by the folders of the pictures" + examples_of(files, named.people, in_folders);
    if (!by_names.rule.empty())
        named.how += (named.how.empty() ? "named by " : "; and by ") + by_names.rule + examples_of(files, named.people, beside);
    if (!nobody) return named;
    if (named.how.empty())
        named.how = "nobody is named: names such as " + *nobody +
                    " are only numbers or dates; put each person's pictures into a folder, or write labels.csv (file,person)";
    else named.how += "; names such as " + *nobody + " tell nobody";
    return named;
}

/// Returns FolderNotes::doubt.
std::string doubt_of(const Gallery& gallery, bool by_folders) {
    std::vector<std::pair<std::int64_t, std::size_t>> pictures(gallery.people.size());  // number of pictures, index of the person
    for (std::size_t person = 0; person < pictures.size(); ++person) pictures[person].second = person;
    for (const std::int32_t person : gallery.person)
        if (person >= 0) ++pictures[std::size_t(person)].first;
    std::stable_sort(pictures.begin(), pictures.end(), [](const auto& one, const auto& other) { return one.first > other.first; });
    const std::int64_t all = gallery.count();
    std::int64_t covered = 0;
    std::size_t names = 0;
    std::string list;
    while (names < pictures.size() && names <= few_names && 10 * covered < 9 * all) {
        covered += pictures[names].first;
        list += (list.empty() ? "" : ", ") + gallery.people[pictures[names].second];
        ++names;
    }
    if (all < 2 || 10 * covered < 9 * all || names > few_names || (names > 1 && all < std::int64_t(names) * many_pictures_of_a_name))
        return {};
    const std::string of_all = covered == all ? "all " + std::to_string(all) : std::to_string(covered) + " of " + std::to_string(all);
    return (names == 1 ? "1 name covers " : std::to_string(names) + " names cover ") + of_all + " pictures (" + list + "): if " +
           (names == 1 ? "that is not one person, " : "these are not people, ") +
           (by_folders ? "open the folder that has a folder for each person" : "put each person's pictures into a folder") +
           ", or write labels.csv (file,person)";
}

}  // namespace

std::string missing_pictures_text(const std::vector<std::string>& missing, const std::string& table) {
    const std::size_t count = missing.size();
    if (count == 0) return {};
    std::string names = missing.front();
    for (std::size_t i = 1; i < std::min(count, examples); ++i) names += ", " + missing[i];
    return (count == 1 ? "1 picture that " : std::to_string(count) + " pictures that ") + table +
           (count == 1 ? " names is" : " names are") + " not there: " + names + (count > examples ? ", ..." : "");
}

std::string labels_file_of(const std::string& folder, const std::string& named) {
    namespace fs = std::filesystem;
    if (!named.empty()) return named;
    for (const char* name : {"labels.csv", "labels.txt"})
        if (std::error_code error; fs::is_regular_file(folder + "/" + name, error)) return folder + "/" + name;
    return {};
}

void name_people(Gallery& gallery, const std::string& labels_file) {
    Named named;
    if (labels_file.empty()) named = named_by_places_and_names(gallery.files);
    else {
        const std::map<std::string, std::string> labels = labels_in(labels_file);
        const std::string table = std::filesystem::path(labels_file).filename().string();
        named.people = people_of_table(gallery.files, labels, labels_file);
        named.how = "named by the table " + table;
        gallery.notes.missing_pictures = missing_pictures_of(gallery, labels, table);
    }
    std::unordered_map<std::string, std::int32_t> place;
    std::string scratch;
    for (const std::string& person : named.people) {
        const std::string name(clean_word(person, scratch));
        if (name.empty()) {
            gallery.person.push_back(-1);
            continue;
        }
        const auto [at, is_new] = place.try_emplace(name, std::int32_t(gallery.people.size()));
        if (is_new) gallery.people.push_back(name);
        gallery.person.push_back(at->second);
    }
    gallery.notes.people = std::move(named.how);
    if (labels_file.empty()) gallery.notes.doubt = doubt_of(gallery, named.by_folders);
}

}  // namespace neighborscope::faces
