// A folder of pictures: which there are, whose they are, and all of them in one size.
#include "app/data/faces/picture_list.hpp"
#include "app/data/load/words.hpp"
#include "app/data/memory.hpp"
#include "app/data/parallel.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <unordered_map>

namespace neighborscope::faces {
namespace {

namespace fs = std::filesystem;
constexpr PictureSize usual_size{64, 64};
constexpr double most_pixels_unasked = 65536;

/// Below the folder, sorted. `error` is set where the folder, or one in it, may not be read; those before it are given then.
std::vector<std::string> pictures_below(const std::string& folder, std::error_code& error, const Progress& progress) {
    std::vector<std::string> files;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        const std::string name = entry->path().filename().string();
        if (!name.starts_with('.') && is_picture_name(name) && entry->is_regular_file(ignored))
            files.push_back(entry->path().lexically_relative(folder).generic_string());
        if (files.size() % 1024 == 0) progress.step(0, 0);
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The person a file's place or name tells; "" when it does not.
std::string person_of(const std::string& file) {
    if (const std::size_t slash = file.find('/'); slash != std::string::npos) return file.substr(0, slash);
    const std::string stem = file.substr(0, file.rfind('.'));
    const std::size_t mark = stem.find_first_of("_-");
    return stem.substr(0, mark != std::string::npos ? mark : std::min(stem.size(), stem.find_first_of("0123456789")));
}

std::map<std::string, std::string> labels_in(const std::string& path) {
    std::map<std::string, std::string> person;
    for (ListedPicture& each : pictures_listed(path)) {
        if (!each.person)
            throw Error(Failure::input, path + ":" + std::to_string(each.line) + ": no comma separates file and person",
                "write a line a picture: anna/1.png,anna");
        person[std::move(each.file)] = std::move(*each.person);
    }
    return person;
}

std::string labels_file_of(const std::string& folder, const std::string& named) {
    if (!named.empty()) return named;
    for (const char* name : {"labels.csv", "labels.txt"})
        if (std::error_code error; fs::is_regular_file(folder + "/" + name, error)) return folder + "/" + name;
    return {};
}

void name_people(Gallery& gallery, const std::string& labels_file) {
    std::map<std::string, std::string> labels;
    if (!labels_file.empty()) labels = labels_in(labels_file);
    std::unordered_map<std::string, std::int32_t> place;
    std::size_t found = 0;
    std::string scratch;
    for (const std::string& file : gallery.files) {
        const auto listed = labels.find(file);
        found += listed != labels.end();
        std::string name = labels_file.empty() ? person_of(file) : listed != labels.end() ? listed->second : "";
        name = clean_word(name, scratch);
        const auto [at, is_new] = place.try_emplace(name, std::int32_t(gallery.people.size()));
        if (is_new && !name.empty()) gallery.people.push_back(name);
        gallery.person.push_back(name.empty() ? -1 : at->second);
        if (is_new && name.empty()) place.erase(at);
    }
    if (!labels_file.empty() && found == 0)
        throw Error(Failure::input, labels_file + " names none of the pictures",
            "write a line a picture as the folder has it: " + gallery.files.front() + ",anna");
}

/// The size of all pictures that can be read; none where they have several, or so large a one that nobody will have meant it.
std::optional<PictureSize> common_size(const std::vector<PictureSize>& sizes, const std::vector<std::string>& complaints) {
    std::optional<PictureSize> common;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (!complaints[i].empty()) continue;
        if (common && *common != sizes[i]) return {};
        common = sizes[i];
    }
    return common && common->pixels() <= most_pixels_unasked ? common : std::nullopt;
}

}  // namespace

std::vector<std::string> files_of_folder(const std::string& folder) {
    std::error_code ignored;
    std::vector<std::string> files = pictures_below(folder, ignored, {});
    for (std::string& file : files) file = folder + "/" + file;
    if (const std::string labels = labels_file_of(folder, ""); !labels.empty()) files.push_back(labels);
    return files;
}

Gallery read_gallery_folder(const std::string& folder, const GalleryOptions& options, const Progress& progress) {
    Gallery gallery;
    gallery.equalised = options.equalise;
    std::error_code error;
    const std::vector<std::string> files = pictures_below(folder, error, progress);
    if (error) throw Error(Failure::input, folder + ": " + error.message(), "check that the folder may be read");
    if (files.empty())
        throw Error(Failure::input, folder + " is a folder without pictures",
            "name a folder of .png, .jpg, .bmp, .pgm or .ppm, or one file of points");
    std::size_t pixels = 0;
    const std::vector<std::string> complaints = read_pictures(gallery, folder, files, options.size, progress,
        {[&] {
             pixels = gallery.pixels();
             require_memory(double(files.size()) * double(pixels) * sizeof(float), pictures_text(files.size(), gallery.size),
                 "choose a smaller --size or fewer pictures");
             resize_large(gallery.pictures, files.size() * pixels, progress);
         },
            [&](std::size_t i, const std::vector<float>& picture) {
                std::copy(picture.begin(), picture.end(), gallery.pictures.begin() + std::ptrdiff_t(i * pixels));
            }});
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!complaints[i].empty()) {
            gallery.left_out.push_back({files[i], complaints[i]});
            continue;
        }
        if (const std::size_t to = gallery.files.size(); to != i)
            std::copy_n(
                gallery.pictures.begin() + std::ptrdiff_t(i * pixels), pixels, gallery.pictures.begin() + std::ptrdiff_t(to * pixels));
        gallery.files.push_back(files[i]);
    }
    gallery.pictures.resize(gallery.files.size() * pixels);
    if (gallery.files.empty())
        throw Error(Failure::input,
            folder + ": none of " + std::to_string(files.size()) + " pictures can be read; " + gallery.left_out.front().file + " " +
                gallery.left_out.front().why,
            "save them again as .png");
    name_people(gallery, labels_file_of(folder, options.labels));
    return gallery;
}

std::vector<ListedPicture> pictures_listed(const std::string& path) {
    const InputFile table(path);
    std::vector<ListedPicture> all;
    std::string_view rest = table.bytes();
    for (int line = 1; !rest.empty(); ++line) {
        std::string_view text = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), text.size() + 1));
        if (text.ends_with('\r')) text.remove_suffix(1);
        if (text.empty()) continue;
        const std::size_t mark = text.find_first_of(",;\t");
        ListedPicture one{std::string(text.substr(0, mark)), {}, line};
        if (mark != std::string_view::npos) one.person = text.substr(mark + 1, text.find_first_of(",;\t", mark + 1) - mark - 1);
        all.push_back(std::move(one));
    }
    return all;
}

std::string pictures_text(std::size_t count, PictureSize size) {
    return std::to_string(count) + " pictures of " + std::to_string(size.width) + " x " + std::to_string(size.height);
}

std::vector<std::string> read_pictures(Gallery& gallery, const std::string& folder, const std::vector<std::string>& files,
    std::optional<PictureSize> size, const Progress& progress, const PictureTaker& taker) {
    std::vector<PictureSize> sizes(files.size());
    std::vector<std::string> complaints(files.size());
    const double total = 10.0 * double(files.size());
    const auto look_at = [&](std::size_t i, const auto& work) {
        const std::string path = (fs::path(folder) / files[i]).string();
        try {
            work(InputFile(path));
        } catch (const Error& error) {
            if (error.kind != Failure::input) throw;
            const std::string cause = error.what();
            complaints[i] = cause.starts_with(path + " ") ? cause.substr(path.size() + 1) : cause;
        }
    };
    parallel_pieces(files.size(), 1, progress.part(0, 1, 10),
        [&](std::size_t i) { look_at(i, [&](const InputFile& file) { sizes[i] = picture_size(file); }); });
    gallery.size = size ? *size : common_size(sizes, complaints).value_or(usual_size);
    taker.begin();
    parallel_pieces(files.size(), 1, progress.part(total / 10, total * 0.9, total), [&](std::size_t i) {
        if (complaints[i].empty()) look_at(i, [&](const InputFile& file) { taker.take(i, as_in(gallery, read_picture(file))); });
    });
    return complaints;
}

std::vector<float> as_in(const Gallery& gallery, const GreyPicture& picture) {
    GreyPicture fitting = scaled(picture, gallery.size);
    if (gallery.equalised) equalise(fitting);
    return std::move(fitting.grey);
}

void fit(Gallery& gallery, int components, const Progress& progress) {
    gallery.basis = fit_basis(gallery.pictures, int(gallery.pixels()), components, progress);
    gallery.vectors = project(gallery.basis, gallery.pictures, progress);
    gallery.face_space = distances_to_face_space(gallery.basis, gallery.pictures, gallery.vectors, progress);
}

}  // namespace neighborscope::faces
