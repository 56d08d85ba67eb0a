// Reads the pictures of a folder in one size.
#include "app/data/faces/folder_files.hpp"
#include "app/data/faces/picture_list.hpp"
#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/load/csv/csv_layout.hpp"

#include <algorithm>
#include <filesystem>

namespace neighborscope::faces {
namespace {

namespace fs = std::filesystem;
constexpr PictureSize usual_size{64, 64};
constexpr double most_pixels_unasked = 65536;

/// Returns the common size of all readable pictures; none if there are several, or if it is too large to be useful.
std::optional<PictureSize> common_size(const std::vector<PictureSize>& sizes, const std::vector<std::string>& complaints) {
    std::optional<PictureSize> common;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (!complaints[i].empty()) continue;
        if (common && *common != sizes[i]) return {};
        common = sizes[i];
    }
    return common && common->pixels() <= most_pixels_unasked ? common : std::nullopt;
}

constexpr std::string_view separators = ",;\t";

/// Removes a field and its separator from the beginning of a line. A quoted field may contain separators, and doubled quotes.
std::string take_field(const InputFile& table, std::string_view& line) {
    std::string field;
    for (const char* const begin = line.data(); line.starts_with('"');) {
        const std::size_t close = line.find('"', 1);
        if (close == std::string_view::npos)
            csv::refuse_line(table, begin, "this quote is not closed on its line", "close it, or remove it");
        if (line.data() != begin) field += '"';
        field += line.substr(1, close - 1);
        line.remove_prefix(close + 1);
    }
    const std::size_t end = std::min(line.find_first_of(separators), line.size());
    field += line.substr(0, end);
    line.remove_prefix(end);
    return field;
}

}  // namespace

std::vector<std::string> files_of_folder(const std::string& folder) {
    std::vector<std::string> files = files_below(folder).pictures;
    for (std::string& file : files) file = folder + "/" + file;
    if (const std::string labels = labels_file_of(folder, ""); !labels.empty()) files.push_back(labels);
    return files;
}

Gallery read_gallery_folder(const std::string& folder, const GalleryOptions& options, const Progress& progress) {
    Gallery gallery;
    gallery.equalised = options.equalise;
    const FolderFiles found = files_below(folder, progress);
    if (found.error) throw Error(Failure::input, folder + ": " + found.error.message(), "check that the folder may be read");
    const std::vector<std::string>& files = found.pictures;
    gallery.notes.skipped_files = skipped_files_text(found);
    if (files.empty())
        throw Error(Failure::input,
            folder + " is a folder without pictures" +
                (gallery.notes.skipped_files.empty() ? "" : "; not looked at: " + gallery.notes.skipped_files),
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
        ListedPicture one{take_field(table, text), {}, line};
        if (!text.empty()) {
            text.remove_prefix(1);
            one.person = take_field(table, text);
        }
        all.push_back(std::move(one));
    }
    return all;
}

std::string pictures_text(std::size_t count, PictureSize size) {
    return std::to_string(count) + " pictures of " + std::to_string(size.width) + " x " + std::to_string(size.height);
}

std::vector<std::string> read_pictures(Gallery& gallery, const std::string& folder, const std::vector<std::string>& files,
    std::optional<PictureSize> size, const Progress& progress, const PictureConsumer& taker) {
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
            const std::size_t named = cause.starts_with(path + " ")    ? path.size() + 1
                                      : cause.starts_with(path + ": ") ? path.size() + 2
                                                                       : 0;
            complaints[i] = cause.substr(named);
        }
    };
    parallel_pieces(files.size(), 1, progress.part(0, 1, 10),
        [&](std::size_t i) { look_at(i, [&](const InputFile& file) { sizes[i] = picture_size(file); }); });
    gallery.size = size ? *size : common_size(sizes, complaints).value_or(usual_size);
    taker.begin();
    parallel_pieces(files.size(), 1, progress.part(total / 10, total * 0.9, total), [&](std::size_t i) {
        if (complaints[i].empty())
            look_at(i, [&](const InputFile& file) { taker.take(i, normalised_for_gallery(gallery, read_picture(file))); });
    });
    return complaints;
}

std::vector<float> normalised_for_gallery(const Gallery& gallery, const GreyPicture& picture) {
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
