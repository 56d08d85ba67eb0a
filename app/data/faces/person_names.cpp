#include "app/data/faces/person_names.hpp"

#include "app/data/load/words.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace neighborscope::faces {
namespace {

using std::string_view;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool has_digit(string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }
bool is_number(string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }
/// Whether a word is capitalised, like "George" and "W", and so part of a name; "up" and "HW" may be variants.
bool is_titled(string_view word) { return is_capital(word[0]) && (word.size() == 1 || std::any_of(word.begin(), word.end(), is_small)); }

bool is_variant_word(string_view word) {
    static constexpr string_view words[] = {"happy", "sad", "angry", "anger", "neutral", "normal", "surprise", "surprised", "fear",
        "afraid", "disgust", "disgusted", "contempt", "wink", "sleepy", "smile", "smiles", "smiling", "laughing", "serious", "frown",
        "glasses", "noglasses", "sunglasses", "left", "right", "straight", "front", "frontal", "profile", "centerlight", "leftlight",
        "rightlight", "open", "closed", "copy", "edited", "cropped"};
    return is_one_of(word, words);
}

/// Whether cameras, telephones and programs use this word for every picture.
bool is_camera_word(string_view word) {
    static constexpr string_view words[] = {"img", "image", "images", "imgp", "dsc", "dscn", "dscf", "dcim", "cimg", "mvi", "gopr", "gp",
        "pxl", "dji", "sam", "pict", "pic", "picture", "photo", "foto", "bild", "vid", "wp", "screenshot", "whatsapp", "signal", "snapchat",
        "scan", "untitled", "download", "frame", "face", "faces", "crop"};
    return is_one_of(word, words);
}

struct Part {
    std::size_t begin = 0, end = 0;
};

struct Name {
    std::string stem;  ///< without its extension
    std::vector<Part> parts;
    std::size_t end = 0;  ///< end of the person's name within `stem`; 0: unknown
    string_view part(std::size_t which) const {
        return string_view(stem).substr(parts[which].begin, parts[which].end - parts[which].begin);
    }
    string_view person() const {
        return parts.empty() || end == 0 ? string_view() : string_view(stem).substr(parts[0].begin, end - parts[0].begin);
    }
    /// Returns the number of parts of the person's name.
    std::size_t parts_of_person() const {
        return std::size_t(std::count_if(parts.begin(), parts.end(), [&](const Part& each) { return each.end <= end; }));
    }
};

Name in_parts(const std::string& file) {
    constexpr string_view separators = " _-.,()[]";
    Name name;
    name.stem = file.substr(0, file.rfind('.'));
    for (std::size_t at = 0; (at = name.stem.find_first_not_of(separators, at)) != std::string::npos;) {
        const std::size_t end = std::min(name.stem.find_first_of(separators, at), name.stem.size());
        name.parts.push_back({at, end});
        at = end;
    }
    return name;
}

int number_of(string_view digits) {
    int number = 0;
    read_whole(digits, number);
    return number;
}
bool is_year(string_view part) { return part.size() == 4 && is_number(part) && (part.starts_with("19") || part.starts_with("20")); }
/// Whether the part is "20240131", with or without a time of day.
bool is_date(string_view part) {
    if ((part.size() != 8 && part.size() != 14) || !is_number(part) || !is_year(part.substr(0, 4))) return false;
    const int month = number_of(part.substr(4, 2)), day = number_of(part.substr(6, 2));
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}
bool begins_with_date(const Name& name) {
    if (is_date(name.part(0))) return true;
    return name.parts.size() >= 3 && is_year(name.part(0)) && name.part(1).size() == 2 && is_number(name.part(1)) &&
           is_number(name.part(2));
}
/// Whether the name is a UUID or a checksum.
bool is_random(const Name& name) {
    const auto hexadecimal = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '-'; };
    return name.stem.size() >= 16 && has_digit(name.stem) && std::all_of(name.stem.begin(), name.stem.end(), hexadecimal) &&
           std::any_of(name.parts.begin(), name.parts.end(), [&](const Part& part) { return part.end - part.begin >= 8; });
}

using Names = std::vector<Name*>;

bool most(std::size_t some, std::size_t all) { return 2 * some > all; }
bool nearly_all(std::size_t some, std::size_t all) { return 10 * some >= 9 * all; }

/// Counts the pictures of people with several pictures.
std::size_t in_company(const std::vector<string_view>& people) {
    std::map<string_view, std::size_t> pictures;
    for (const string_view person : people) ++pictures[person];
    return std::size_t(std::count_if(people.begin(), people.end(), [&](string_view person) { return pictures[person] > 1; }));
}

/// The parts after a first part that is a word, up to a part with a digit or a certain variant.
struct Words {
    std::size_t sure = 1;  ///< parts up to here are the name, because the last capitalised one is among them (Osama_bin_Laden, Jan_van_Dyk)
    std::size_t end = 1;   ///< parts from `sure` up to here are words in lower case, which may be variants
    bool variant_follows = false;
};

Words words_of(const Name& name) {
    Words words;
    if (has_digit(name.part(0))) return words;
    for (; words.end < name.parts.size() && !has_digit(name.part(words.end)); ++words.end) {
        words.variant_follows = is_variant_word(name.part(words.end));
        if (words.variant_follows) break;
        if (is_titled(name.part(words.end))) words.sure = words.end + 1;
    }
    return words;
}

/// Whether words in lower case are variants: most names that begin with a word have them, and most follow several first parts.
bool small_words_are_variants(const Names& names) {
    std::map<string_view, std::set<string_view>> before;  // a word -> the first parts that it follows
    std::size_t beginning_with_word = 0, with_variants = 0;
    for (const Name* name : names) {
        if (has_digit(name->part(0))) continue;
        const Words words = words_of(*name);
        ++beginning_with_word;
        with_variants += words.variant_follows || words.sure < words.end;
        for (std::size_t which = words.sure; which < words.end; ++which) before[name->part(which)].insert(name->part(0));
    }
    const auto several = std::count_if(before.begin(), before.end(), [](const auto& word) { return word.second.size() > 1; });
    return most(with_variants, beginning_with_word) && most(std::size_t(several), before.size());
}

std::size_t end_of_first_and_words(const Name& name, bool small_are_variants) {
    const Words words = words_of(name);
    return name.parts[(small_are_variants ? words.sure : words.end) - 1].end;
}

/// For names with a single part: eve07 is eve, 17 is unknown. Not if the part is a person elsewhere: subject01 beside subject01.happy.
void cut_numbers_off(const Names& names) {
    std::set<string_view> people;
    for (const Name* name : names)
        if (name->parts.size() > 1) people.insert(name->person());
    for (Name* name : names) {
        if (name->parts.size() > 1 || people.contains(name->person())) continue;
        const std::size_t last = string_view(name->stem).substr(0, name->end).find_last_not_of("0123456789");
        name->end = last == string_view::npos || last < name->parts[0].begin ? 0 : last + 1;
    }
}

/// Extends m-001-01 and w-001-01 to m-001 and w-001.
void take_numbers_in(const Names& names) {
    std::vector<std::pair<Name*, std::size_t>> longer;  // with the end of the longer name
    std::set<string_view> people, numbers;
    std::vector<string_view> after;
    for (Name* name : names) {
        const std::size_t next = name->parts_of_person();
        if (next == 0 || has_digit(name->person()) || next + 1 >= name->parts.size()) continue;
        const string_view number = name->part(next);
        if (!is_number(number) || is_date(number) || is_year(number)) continue;
        people.insert(name->person());
        numbers.insert(number);
        longer.emplace_back(name, name->parts[next].end);
        after.push_back(string_view(name->stem).substr(0, name->parts[next].end));
    }
    if (longer.empty() || !nearly_all(longer.size(), names.size()) || numbers.size() < people.size() ||
        !most(in_company(after), after.size()))
        return;
    for (auto [name, end] : longer) name->end = end;
}

/// Returns the end of the first number in a first part with further characters: i000 in i000qa. 0 if there is none.
std::size_t end_of_first_number(const Name& name) {
    const string_view first = name.part(0);
    const auto digit = std::find_if(first.begin(), first.end(), is_digit), behind = std::find_if_not(digit, first.end(), is_digit);
    return digit == first.end() || behind == first.end() ? 0 : name.parts[0].begin + std::size_t(behind - first.begin());
}

/// Reduces i000qa-fn and i000qb-fn to i000.
void end_behind_first_numbers(const Names& names) {
    std::vector<string_view> before, after;
    std::vector<Name*> shorter;
    std::map<string_view, std::set<string_view>> tails;  // a tail -> its people
    for (Name* name : names) {
        const std::size_t end = end_of_first_number(*name);
        if (end == 0) continue;
        shorter.push_back(name);
        before.push_back(name->person());
        after.push_back(string_view(name->stem).substr(0, end));
        tails[string_view(name->stem).substr(end, name->parts[0].end - end)].insert(after.back());
    }
    if (shorter.empty() || !nearly_all(shorter.size(), names.size()) || most(in_company(before), before.size()) ||
        !most(in_company(after), after.size()))
        return;
    const auto several = std::count_if(tails.begin(), tails.end(), [](const auto& tail) { return tail.second.size() > 1; });
    if (2 * std::size_t(several) < tails.size()) return;
    for (Name* name : shorter) name->end = end_of_first_number(*name);
}

bool is_of_a_camera(const Name& name) {
    const std::size_t count = name.parts_of_person();
    for (std::size_t which = 0; which < std::max<std::size_t>(1, count); ++which) {
        const string_view part = count == 0 ? name.person() : name.part(which);
        if (!is_camera_word(part)) return false;
    }
    return true;
}

/// Describes the rule that was applied. A name without a separator is unchanged by all rules.
std::string rule_of(const std::vector<Name>& names) {
    const auto rest_of = [](const Name& name) { return string_view(name.stem).substr(name.end); };
    const auto cut = std::find_if(names.begin(), names.end(), [&](const Name& name) { return name.end > 0 && !rest_of(name).empty(); });
    const auto all = [&](const auto& holds) {
        return std::all_of(names.begin(), names.end(), [&](const Name& name) { return name.end == 0 || holds(name); });
    };
    if (cut == names.end()) return all([](const Name&) { return false; }) ? "" : "whole file names";
    if (all([&](const Name& name) { return is_number(rest_of(name)); })) return "the file names without the number at their end";
    const char mark = rest_of(*cut)[0];
    const auto up_to = [&](std::size_t found, const Name& name) { return std::min(found, name.stem.size()) == name.end; };
    const bool first = all([&](const Name& name) { return up_to(name.stem.find(mark), name); });
    const bool last = all([&](const Name& name) { return up_to(name.stem.rfind(mark), name); });
    const std::string marked = mark == ' ' ? "blank" : std::string("'") + mark + "'";
    if (is_digit(mark) || (!first && !last)) return "the beginnings of the file names";
    return std::string("the file names up to the ") + (last && (mark != '.' || !first) ? "last " : "first ") + marked;
}

}  // namespace

NamedPeople people_of_names(const std::vector<std::string>& names) {
    std::vector<Name> all;
    for (const std::string& name : names) all.push_back(in_parts(name));
    Names telling;
    for (Name& name : all)
        if (!name.parts.empty() && !begins_with_date(name) && !is_random(name)) telling.push_back(&name);
    const bool small_are_variants = small_words_are_variants(telling);
    for (Name* name : telling) name->end = end_of_first_and_words(*name, small_are_variants);
    cut_numbers_off(telling);
    end_behind_first_numbers(telling);
    take_numbers_in(telling);
    for (Name* name : telling)
        if (is_of_a_camera(*name)) name->end = 0;
    NamedPeople people;
    for (const Name& name : all) people.person.emplace_back(name.person());
    people.rule = rule_of(all);
    return people;
}

}  // namespace neighborscope::faces
