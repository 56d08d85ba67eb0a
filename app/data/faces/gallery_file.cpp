// Reads and writes gallery.npz, as described in the README.md of app/data.
#include "app/data/faces/gallery.hpp"
#include "app/data/load/npy/npy_array.hpp"
#include "app/data/load/npy/zip.hpp"
#include "app/data/save/npz_writer.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <list>
#include <map>

namespace neighborscope::faces {
namespace {

constexpr const char *plain_normalisation = "grey 0 to 1", *equalised_normalisation = "grey 0 to 1, equalised";

class GalleryArchive {
public:
    GalleryArchive(const InputFile& file, const Progress& progress) : file_(file), progress_(progress) {
        for (zip::Member& member : zip::members(file)) members_.emplace(member.name, member);
    }

    /// Reads [rows][columns] in C order; `columns` 0 for a one-dimensional array, -1 for any matrix. `rows` -1 for any.
    template <class Value>
    std::vector<Value> numbers(const std::string& name, std::int64_t rows, std::int64_t columns, std::int64_t* width = nullptr) {
        const auto [content, header] = open(name);
        const bool matrix = header.dimensions == 2;
        if (header.structured || header.fields.front().kind != npy::Field::Kind::number || matrix != (columns != 0) ||
            (rows >= 0 && std::int64_t(header.rows) != rows) || (columns > 0 && std::int64_t(header.columns) != columns))
            refuse("its array '" + name + "' has another type or shape than a gallery's");
        if (width) *width = std::int64_t(header.columns);
        const NumberMatrix layout = header.matrix();
        std::vector<Value> values;
        values.reserve(header.rows * header.columns);
        std::vector<NumberColumn> each;
        for (std::size_t c = 0; c < header.columns; ++c) each.push_back(layout.column_at(content->begin() + header.data_offset, int(c)));
        for (std::size_t row = 0; row < header.rows; ++row)
            for (const NumberColumn& column : each) {
                const double value = number_at(column, row);
                if (!std::isfinite(value)) refuse("its array '" + name + "' holds NaN or infinity");
                values.push_back(Value(value));
            }
        return values;
    }
    std::vector<std::string> words(const std::string& name) {
        const auto [content, header] = open(name);
        if (header.structured || header.dimensions != 1 || header.fields.front().kind == npy::Field::Kind::number)
            refuse("its array '" + name + "' is not a list of words");
        const ColumnQuantity quantity = npy::quantity_of(*content, header, name);
        std::vector<std::string> all;
        for (std::size_t row = 0; row < header.rows; ++row) all.push_back(text_at(quantity, row));
        return all;
    }
    bool has(const std::string& name) const { return members_.contains(name + ".npy"); }
    [[noreturn]] void refuse(const std::string& cause) const {
        throw Error(
            Failure::input, file_.path() + " is not a gallery: " + cause, "make one with neighborscope faces DIR --out gallery.npz");
    }

private:
    std::pair<const InputFile*, npy::Header> open(const std::string& name) {
        const auto found = members_.find(name + ".npy");
        if (found == members_.end()) refuse("it has no array '" + name + "'");
        opened_.emplace_back(new InputFile(zip::unpack(file_, found->second, progress_)));
        return {opened_.back().get(), npy::read_header(*opened_.back())};
    }

    const InputFile& file_;
    const Progress& progress_;
    std::map<std::string, zip::Member> members_;
    std::list<std::unique_ptr<const InputFile>> opened_;
};

}  // namespace

void write_gallery(OutputFile& file, const Gallery& gallery, const Progress& progress) {
    const Basis& basis = gallery.basis;
    NpzWriter npz(file);
    const std::int64_t count = gallery.count(), d = basis.count(), pixels = basis.pixels();
    const auto add = [&](const std::string& name, const char* type, const std::vector<std::int64_t>& shape, const void* data) {
        progress.step(0, 0);
        npz.add(name, type, shape, data);
    };
    add("vectors", "<f4", {count, d}, gallery.vectors.data());
    add("labels", "<i4", {count}, gallery.person.data());
    add_strings(npz, "people", gallery.people);
    add_strings(npz, "files", gallery.files);
    add("mean", "<f4", {pixels}, basis.mean.data());
    add("components", "<f4", {d, pixels}, basis.components.data());
    add("variance", "<f8", {d}, basis.variance.data());
    add("total_variance", "<f8", {1}, &basis.total_variance);
    add("face_space", "<f4", {count}, gallery.face_space.data());
    const std::int32_t height_width[] = {gallery.size.height, gallery.size.width};
    add("height_width", "<i4", {2}, height_width);
    add_strings(npz, "normalisation", {gallery.equalised ? equalised_normalisation : plain_normalisation});
    if (const std::vector<std::uint8_t> grey = gallery.grey.empty() ? as_bytes(gallery.pictures) : gallery.grey; !grey.empty())
        add("pictures", "|u1", {count, pixels}, grey.data());
    npz.finish();
}

std::vector<std::uint8_t> as_bytes(const std::vector<float>& grey) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(grey.size());
    for (const float one : grey) bytes.push_back(std::uint8_t(std::lround(std::clamp(255.0f * one, 0.0f, 255.0f))));
    return bytes;
}

bool is_gallery_file(const std::string& path) {
    const InputFile file(path, {}, gzip_beginning);
    if (file.is_partial() || !file.bytes().starts_with("PK\x03\x04")) return false;
    const auto members = zip::members(file);
    const auto has = [&](const std::string& name) {
        return std::any_of(members.begin(), members.end(), [&](const zip::Member& member) { return member.name == name + ".npy"; });
    };
    return has("vectors") && has("mean") && has("components") && has("height_width") && has("normalisation");
}

Gallery read_gallery_file(const std::string& path, const Progress& progress) {
    const InputFile file(path, progress);
    if (!file.bytes().starts_with("PK\x03\x04"))
        throw Error(Failure::input, path + " is not a gallery",
            "give a folder of pictures, or make a gallery with neighborscope faces DIR --out gallery.npz");
    GalleryArchive archive(file, progress);
    Gallery gallery;
    const auto size = archive.numbers<std::int32_t>("height_width", 2, 0);
    if (size[0] < 1 || size[1] < 1 || double(size[0]) * size[1] > 1e8) archive.refuse("the size of its pictures is impossible");
    gallery.size = {size[1], size[0]};
    Basis& basis = gallery.basis;
    const auto pixels = std::int64_t(gallery.pixels());
    basis.mean = archive.numbers<float>("mean", pixels, 0);
    std::int64_t d = 0;
    gallery.vectors = archive.numbers<float>("vectors", -1, -1, &d);
    basis.components = archive.numbers<float>("components", d, pixels);
    basis.variance = archive.numbers<double>("variance", d, 0);
    basis.total_variance = archive.numbers<double>("total_variance", 1, 0).front();
    if (basis.total_variance < 0 || std::any_of(basis.variance.begin(), basis.variance.end(), [](double one) { return one < 0; }))
        archive.refuse("a variance is negative");
    const std::int64_t count = std::int64_t(gallery.vectors.size()) / std::max<std::int64_t>(1, d);
    gallery.person = archive.numbers<std::int32_t>("labels", count, 0);
    gallery.face_space = archive.numbers<float>("face_space", count, 0);
    gallery.files = archive.words("files");
    if (std::any_of(gallery.person.begin(), gallery.person.end(), [](std::int32_t person) { return person >= 0; }))
        gallery.people = archive.words("people");
    const auto people = std::int64_t(gallery.people.size());
    if (gallery.count() != count) archive.refuse("it does not have as many files as vectors");
    if (std::any_of(gallery.person.begin(), gallery.person.end(), [&](std::int32_t person) { return person < -1 || person >= people; }))
        archive.refuse("its labels are not places in people");
    if (archive.has("pictures")) gallery.grey = archive.numbers<std::uint8_t>("pictures", count, pixels);
    const std::vector<std::string> normalisation = archive.words("normalisation");
    gallery.equalised = normalisation.front() == equalised_normalisation;
    if (!gallery.equalised && normalisation.front() != plain_normalisation)
        archive.refuse("its normalisation '" + normalisation.front() + "' is not known");
    return gallery;
}

}  // namespace neighborscope::faces
