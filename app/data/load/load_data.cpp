// Loads the data that a command line names: a sample, a generator or a file.
#include "app/data/faces/enrol.hpp"
#include "app/data/faces/gallery.hpp"
#include "app/data/files/folders.hpp"
#include "app/data/files/memory.hpp"
#include "app/data/index_files/index_points.hpp"
#include "app/data/index_files/open_index.hpp"
#include "app/data/load/assemble.hpp"
#include "app/data/load/plain_text.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/load/row_file.hpp"
#include "app/data/load/row_mask.hpp"
#include "app/data/load/stored_index/stored_index.hpp"
#include "app/data/make/generator.hpp"
#include "gpu/options.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>

namespace neighborscope {
namespace {

DataSet read_folder(const std::string& path, const ReadOptions& options, const Progress& progress) {
    if (options.queries)
        throw Error(Failure::usage, path + " is a folder of pictures, which are not queries",
            "ask of one picture with neighborscope faces DIR --query");
    DataSet data = faces::load_folder(path, options.load, progress);
    const std::filesystem::path folder(path);
    data.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    data.source = path;
    data.format = pictures_format;
    return data;
}

DataSet read_index(const std::string& path, const ReadOptions& options, const Progress& progress) {
    DataSet data = with_plain_errors([&] { return read_index_folder(path, options, progress); });
    const std::filesystem::path folder(path);
    data.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    return data;
}

/// All rows, or those that LoadOptions::every asks for.
DataSet read_part(const Reader& reader, const InputFile& file, ReadOptions options, const Progress& progress) {
    if (options.load.every == 0) {
        options.load.every = 1;
        if (reader.rows && !file.unpacked()) {
            try {
                options.load.every = every_row_that_fits(reader.rows(file, options.load), double(available_memory()));
            } catch (const Error&) {}  // these rows cannot be read in part: the reader reads all, or says what is wrong
        }
    }
    return options.load.every > 1 ? read_sample(reader, file, options, progress) : read_plainly(reader, file, options, progress);
}

DataSet read_file(const std::string& path, const ReadOptions& options, const Progress& progress) {
    if (path == "-") throw Error(Failure::usage, "'-': a pipe cannot be read", "save it to a file first and name that file");
    if (is_folder(path)) return index_files::is_index(path) ? read_index(path, options, progress) : read_folder(path, options, progress);
    try {
        return with_plain_errors([&] {
            const InputFile beginning(path, progress, gzip_beginning);
            const Reader& reader = reader_for(beginning);
            std::optional<InputFile> whole;
            if (beginning.is_partial() && !reader.unpacks_itself) whole.emplace(path, progress);
            if (!options.load.array.empty() && !reader.arrays)
                throw Error(Failure::usage,
                    "--array is for files of several arrays, NPZ and HDF5; " + path + " is " + std::string(reader.name),
                    "leave --array out");
            DataSet data = read_part(reader, whole ? *whole : beginning, options, progress);
            data.name = std::filesystem::path(path).filename().string();
            data.source = path;
            if (data.format.empty()) data.format = reader.name;  // an index says whose it is
            if (&reader == &npz_reader && options.load.array.empty() &&
                (options.load.quantities || options.load.whiten || !options.load.enrolled.empty()))
                faces::attach_gallery(data, path, progress);
            return data;
        });
    } catch (const std::bad_alloc&) {
        throw Error(
            Failure::memory, "there is not enough memory to load " + path, "read fewer columns with --columns, or a part of the file");
    }
}

/// Whether the source is "word:..." and the word may be the name of a generator: only letters, and no such file.
bool looks_like_generator(const std::string& source) {
    const std::size_t colon = source.find(':');
    if (colon == std::string::npos || colon == 0) return false;
    std::error_code error;
    return std::all_of(source.begin(), source.begin() + std::ptrdiff_t(colon), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
    }) && !std::filesystem::exists(source, error);
}

[[noreturn]] void unknown_generator(const std::string& name) {
    std::vector<std::string_view> names{"sample"};
    std::string list;
    for (const Generator& generator : all_generators()) {
        names.push_back(generator.name);
        list += (list.empty() ? "" : ", ") + std::string(generator.name);
    }
    const std::string near = nearest_name(name, names);
    throw Error(Failure::usage, "there is no generator '" + name + "'",
        (near.empty() ? "" : "did you mean " + near + ":? ") + std::string("There are ") + list + ", and sample:NAME");
}

DataSet load_sample(const std::string& source, const ReadOptions& options, const Progress& progress) {
    const SampleInfo sample = sample_named(source.substr(7));
    DataSet data = read_file(samples_folder() + "/" + sample.file, options, progress);
    data.name = sample.name;
    data.source = source;
    data.credit = sample.credit;
    return data;
}

DataSet load_generated(const Generator& generator, const std::string& source, const LoadOptions& options, const Progress& progress) {
    if (!options.columns.empty())
        throw Error(
            Failure::usage, "--columns is for files; " + std::string(generator.name) + " has its dimensions by d=", "leave --columns out");
    if (options.every > 1)
        throw Error(Failure::usage, "--every is for files; " + std::string(generator.name) + " makes as many points as n= says",
            "leave --every out");
    if (!options.array.empty())
        throw Error(Failure::usage, "--array is for files; " + std::string(generator.name) + " makes its points", "leave --array out");
    if (!options.pictures.empty())
        throw Error(
            Failure::usage, "--pictures is for files; " + std::string(generator.name) + " makes its points", "leave --pictures out");
    if (!options.label.empty() && !generator.has_classes)
        throw Error(
            Failure::usage, "--label is for files; " + std::string(generator.name) + " makes points without classes", "leave --label out");
    try {
        DataSet data = make_data(generator, source, progress);
        if (options.label == "none") data.set_label(-1);
        else if (!options.label.empty() && options.label != data.label()->name)
            throw Error(Failure::usage, std::string(generator.name) + " has no column '" + options.label + "'",
                "its classes are called " + data.label()->name);
        if (!options.quantities) data.quantities.clear();
        return data;
    } catch (const std::bad_alloc&) {
        throw Error(Failure::memory, "there is not enough memory for " + source, "ask for fewer points or dimensions");
    }
}

/// Moves generated data to another origin. Its coordinates are exact, and the difference is rounded once, as when a file is read.
void put_relative_to(const std::vector<double>& origin, DataSet& made) {
    if (made.origin == origin || made.origin.size() != origin.size()) return;
    const std::size_t wide = origin.size();
    for (std::size_t i = 0; i < made.coordinates.size(); ++i)
        made.coordinates[i] = float(made.origin[i % wide] + double(made.coordinates[i]) - origin[i % wide]);
    made.origin = origin;
}

DataSet load_any(const std::string& source, const LoadOptions& options, const std::vector<double>* origin, const Progress& progress) {
    if (source.empty()) throw Error(Failure::usage, "no data is named", "name a file, sample:earthquakes or uniform:n=10000,d=2");
    const std::string word = source.substr(0, source.find(':'));
    if (word.size() < source.size())
        if (const Generator* generator = find_generator(word)) {
            DataSet data = load_generated(*generator, source, options, progress);
            if (origin) put_relative_to(*origin, data);
            return data;
        }
    DataSet data;
    const ReadOptions read{options, origin};
    if (!source.starts_with("sample:") && looks_like_generator(source)) unknown_generator(word);
    if (std::error_code error; find_generator(source) && !std::filesystem::exists(source, error))
        throw Error(Failure::input, "there is no file '" + source + "'", "for the generator write " + source + ": with a colon");
    data = read_source(source, read, progress);
    data.hash = hash_of(data, progress);
    return data;
}

}  // namespace

DataSet read_source(const std::string& source, const ReadOptions& options, const Progress& progress) {
    return source.starts_with("sample:") ? load_sample(source, options, progress) : read_file(source, options, progress);
}

DataSet load_data(const std::string& source, const LoadOptions& options, const Progress& progress, const std::vector<double>* origin) {
    DataSet data = load_any(source, options, origin, progress);
    if (options.metres) {
        project_onto_ground_plane(data, options.quantities, progress);
        data.hash = hash_of(data, progress);
    } else {
        data.degrees = degree_axes(data, Progress{{}, progress.stop});
    }
    if (!options.pictures.empty()) {
        if (options.quantities) faces::attach_pictures(data, options.pictures, progress);
        else faces::check_pictures(data, options.pictures);
    }
    if (options.whiten || !options.enrolled.empty()) {
        faces::enrol(data, options.enrolled);
        if (options.whiten) faces::whiten(data);
        data.hash = hash_of(data, progress);
    }
    find_row_pictures(data, progress);
    const std::int64_t file_rows = first_new_row(data);
    apply_edits(data, options.edits);
    filter_rows(data, options.only, file_rows, progress);
    data.shown = axes_to_show(data);
    return data;
}

void filter_rows(DataSet& data, const RowConditions& only, std::int64_t file_rows, const Progress& progress) {
    apply_conditions(data, only, only.mask.empty() ? std::vector<bool>() : read_row_mask(only.mask, file_rows, progress));
}

std::vector<float> load_queries(const std::string& file, const DataSet& data, const LoadOptions& options, const Progress& progress) {
    std::vector<double> origin = data.origin;
    const GroundPlane* ground = data.ground ? &*data.ground : nullptr;
    if (ground) {
        origin[std::size_t(data.degrees->longitude)] = ground->longitude();
        origin[std::size_t(data.degrees->latitude)] = ground->latitude();
    }
    ReadOptions read{options, &origin, true};
    read.load.array.clear();  // it is that of the data
    read.load.strict = true;  // leaving out a query would shift the results of all later ones
    read.load.quantities = false;
    read.load.every = 1;
    DataSet queries = read_file(file, read, progress);
    for (std::int64_t row = 0; ground && row < queries.count(); ++row) {
        const double longitude = queries.coordinate(row, data.degrees->longitude),
                     latitude = queries.coordinate(row, data.degrees->latitude);
        if (std::fabs(longitude) > 360 || std::fabs(latitude) > 90)
            throw Error(Failure::input, file + ": row " + std::to_string(row) + " is not longitude and latitude in degrees",
                "give queries in degrees, as the file of the data has them");
        const std::array<double, 2> at = ground->place(longitude, latitude);
        float* values = &queries.coordinates[std::size_t(row * queries.dimension)];
        values[data.degrees->longitude] = float(at[0]);
        values[data.degrees->latitude] = float(at[1]);
    }
    if (data.whitened && queries.dimension == data.dimension) return faces::whitened(data.gallery->basis, std::move(queries.coordinates));
    if (queries.dimension == data.dimension) index_files::scale_queries(data, queries.coordinates);
    return std::move(queries.coordinates);
}

int add_features_of(const std::string& queries_file, DataSet& data, const Progress& progress) {
    if (data.format != libsvm_reader.name) return 0;
    ReadOptions read;
    read.load.strict = true;
    read.load.quantities = false;
    const DataSet queries = read_file(queries_file, read, progress);
    if (queries.format != libsvm_reader.name || queries.dimension <= data.dimension) return 0;
    const int added = queries.dimension - data.dimension;
    add_zero_features(data, queries.dimension, progress);
    return added;
}

void add_zero_features(DataSet& data, int dimension, const Progress& progress) {
    if (dimension <= data.dimension) return;
    const auto count = std::size_t(data.count()), before = std::size_t(data.dimension), after = std::size_t(dimension);
    require_memory(double(count) * double(after - before) * sizeof(float), "adding features to " + data.name,
        "choose features with --columns, for example --columns 1-" + std::to_string(before));
    resize_large(data.coordinates, count * after, progress);
    float* values = data.coordinates.data();
    for (std::size_t row = count; row-- > 0;) {  // from the last: every row moves backwards, over those moved before
        std::memmove(values + row * after, values + row * before, before * sizeof(float));
        std::fill(values + row * after + before, values + (row + 1) * after, 0.0f);
    }
    data.dimension = dimension;
    data.origin.resize(after, 0.0);
    if (!data.rounding.empty()) data.rounding.resize(after, 0.0);
    data.axes = plain_axes(data.dimension);
    data.hash = hash_of(data, progress);
    data.shown = axes_to_show(data);
}

std::vector<std::string> arrays_of(const std::string& path, const Progress& progress) {
    if (is_folder(path)) return {};
    return with_plain_errors([&]() -> std::vector<std::string> {
        const InputFile beginning(path, progress, gzip_beginning);
        const Reader& reader = reader_for(beginning);
        if (!reader.arrays) return {};
        std::optional<InputFile> whole;
        if (beginning.is_partial()) whole.emplace(path, progress);
        std::vector<std::string> names = reader.arrays(whole ? *whole : beginning, progress);
        for (std::string& name : names) name = plain_text(std::move(name));
        return names;
    });
}

std::optional<TablePreview> preview_table(const std::string& path, const LoadOptions& options, const Progress& progress) {
    const std::string file_name = file_of_source(path);
    if (is_folder(file_name)) return std::nullopt;
    return with_plain_errors([&]() -> std::optional<TablePreview> {
        const InputFile file(file_name, progress, gzip_beginning);
        const Reader& reader = reader_for(file);
        if (!reader.preview) return std::nullopt;  // formats with a preview unpack the rest themselves
        TablePreview preview = reader.preview(file, options);
        preview.format = reader.name;
        return preview;
    });
}

std::vector<FormatInfo> formats() {
    std::vector<FormatInfo> all;
    for (const Reader* reader : readers())
        all.push_back({std::string(reader->name), std::string(reader->extensions), std::string(reader->help)});
    return all;
}

std::vector<GeneratorInfo> generators() {
    std::vector<GeneratorInfo> all;
    for (const Generator& generator : all_generators())
        all.push_back({std::string(generator.name), std::string(generator.parameters), std::string(generator.help)});
    return all;
}

}  // namespace neighborscope
