#include "app/data/faces/enrol.hpp"

#include "app/data/faces/query_picture.hpp"

#include <algorithm>
#include <filesystem>

namespace neighborscope::faces {
namespace {

/// Returns the index of a word; appends a new word.
std::int32_t place_of(std::vector<std::string>& words, const std::string& word) {
    const auto place = std::int32_t(std::find(words.begin(), words.end(), word) - words.begin());
    if (place == std::int32_t(words.size())) words.push_back(word);
    return place;
}

void append(Quantity& quantity, const std::string& person, const std::string& file) {
    if (auto* words = std::get_if<WordValues>(&quantity.values)) {
        const bool known = quantity.is_label || quantity.name == "file";
        words->of_point.push_back(known ? place_of(words->different, quantity.is_label ? person : file) : WordValues::missing);
    } else if (auto* numbers = std::get_if<NumberValues>(&quantity.values)) {
        numbers->of_point.push_back(NumberValues::missing);
    } else {
        std::get<ColourValues>(quantity.values).of_point.push_back(ColourValues::missing);
    }
}

}  // namespace

void enrol(DataSet& data, const std::vector<Enrolled>& all) {
    if (all.empty()) return;
    if (!data.gallery || !data.gallery->projects())
        throw Error(Failure::usage, data.name + " is not a gallery of faces, so nobody can be enrolled", "open a folder of faces first");
    auto gallery = std::make_shared<Gallery>(*data.gallery);
    if (data.label() == nullptr) {  // a gallery without names gets its first one
        data.quantities.push_back(
            {"person", WordValues{{}, std::vector<std::int32_t>(std::size_t(data.count()), WordValues::missing)}, true});
        gallery->person.assign(std::size_t(data.count()), -1);
    }
    const bool has_pictures = !gallery->grey.empty();
    for (const Enrolled& one : all) {
        const QueryPicture picture = make_query_picture(*gallery, one.file, one.crop);
        const std::string name = std::filesystem::path(one.file).filename().string();
        data.coordinates.insert(data.coordinates.end(), picture.vector.begin(), picture.vector.end());
        for (Quantity& quantity : data.quantities) append(quantity, one.person, name);
        gallery->files.push_back(name);
        gallery->person.push_back(place_of(gallery->people, one.person));
        gallery->face_space.push_back(float(picture.face_space));
        if (has_pictures) gallery->grey.insert(gallery->grey.end(), picture.picture->grey.begin(), picture.picture->grey.end());
    }
    data.gallery = std::move(gallery);
}

}  // namespace neighborscope::faces
