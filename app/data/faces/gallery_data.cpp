// Converts a gallery to points: its vectors, labelled with people, and its pictures.
#include "app/data/faces/gallery.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/words.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace neighborscope::faces {
namespace {

std::vector<std::string> component_names(int count) {
    std::vector<std::string> names;
    for (int i = 1; i <= count; ++i) names.push_back("component " + std::to_string(i));
    return names;
}

/// Returns the number of components in "1-32".
int components_in(const std::string& folder, const std::string& columns, const Gallery& gallery) {
    const int most = int(std::min<std::int64_t>(gallery.count() - 1, std::int64_t(gallery.pixels())));
    if (columns.empty()) return usual_components;
    const std::vector<int> chosen = chosen_columns(folder, columns, component_names(most), most);
    for (std::size_t i = 0; i < chosen.size(); ++i)
        if (chosen[i] != int(i))
            throw Error(Failure::usage, "--columns " + columns + ": of a gallery only the first components can be chosen",
                "write for example --columns 1-32");
    return int(chosen.size());
}

}  // namespace

void keep_first_components(Gallery& gallery, int components) {
    const auto before = std::size_t(gallery.basis.count()), after = std::min(before, std::size_t(components));
    if (after == before) return;
    std::vector<float> kept;
    kept.reserve(std::size_t(gallery.count()) * after);
    for (std::size_t i = 0; i < std::size_t(gallery.count()); ++i) {
        const float* vector = &gallery.vectors[i * before];
        kept.insert(kept.end(), vector, vector + after);
        double square = double(gallery.face_space[i]) * double(gallery.face_space[i]);
        for (std::size_t c = after; c < before; ++c) square += double(vector[c]) * double(vector[c]);
        gallery.face_space[i] = float(std::sqrt(square));
    }
    gallery.vectors = std::move(kept);
    gallery.basis.variance.resize(after);
    gallery.basis.components.resize(after * std::size_t(gallery.basis.pixels()));
}

DataSet gallery_to_data(Gallery gallery) {
    DataSet data;
    data.dimension = gallery.basis.count();
    data.coordinates = std::move(gallery.vectors);
    data.origin.assign(std::size_t(data.dimension), 0);
    data.axes = component_names(data.dimension);
    WordValues files;
    std::string scratch;
    std::unordered_map<std::string, std::int32_t> place;
    for (const std::string& file : gallery.files) {
        const auto [at, is_new] = place.try_emplace(std::string(clean_word(file, scratch)), std::int32_t(files.different.size()));
        if (is_new) files.different.push_back(at->first);
        files.of_point.push_back(at->second);
    }
    data.quantities.push_back({"file", std::move(files), false, gallery.people.empty()});
    if (!gallery.people.empty()) data.quantities.push_back({"person", WordValues{gallery.people, gallery.person}, true});
    gallery.grey = as_bytes(gallery.pictures);
    gallery.pictures = {};
    gallery.vectors = {};
    data.gallery = std::make_shared<const Gallery>(std::move(gallery));
    return data;
}

DataSet load_folder(const std::string& folder, const LoadOptions& options, const Progress& progress) {
    if (!options.label.empty())
        throw Error(
            Failure::usage, "--label needs a table; " + folder + " is a folder of pictures, whose label is the person", "leave it out");
    Gallery gallery = read_gallery_folder(folder, {}, progress);
    if (options.strict && !gallery.left_out.empty())
        throw Error(
            Failure::input, folder + "/" + gallery.left_out.front().file + " " + gallery.left_out.front().why, "leave --strict out");
    const int components = components_in(folder, options.columns, gallery);
    fit(gallery, std::max(components, usual_components), progress);  // as many as a later change of `columns` will mostly need
    keep_first_components(gallery, components);
    DataSet data = gallery_to_data(std::move(gallery));
    if (!options.quantities) data.quantities.clear();
    return data;
}

void attach_gallery(DataSet& data, const std::string& path, const Progress& progress) {
    if (data.skipped.count > 0 || !is_gallery_file(path)) return;
    Gallery gallery = read_gallery_file(path, progress);
    keep_first_components(gallery, data.dimension);
    if (data.coordinates != gallery.vectors) return;  // the points are other columns
    gallery.vectors = {};
    data.gallery = std::make_shared<const Gallery>(std::move(gallery));
}

void whiten(DataSet& data) {
    if (!data.gallery || !data.gallery->projects())
        throw Error(Failure::usage, data.name + " is not a gallery of faces: it has no components to whiten",
            "leave --whiten out, or open a folder of faces");
    data.coordinates = whitened(data.gallery->basis, std::move(data.coordinates));
    data.whitened = true;
}

}  // namespace neighborscope::faces
