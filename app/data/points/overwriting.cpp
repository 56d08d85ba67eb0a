#include "app/data/points/overwriting.hpp"

#include "app/data/faces/gallery.hpp"
#include "app/data/files/folders.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/make/generator.hpp"
#include "app/data/make/parameters.hpp"
#include "app/data/points/data_set.hpp"

#include <filesystem>
#include <sys/stat.h>

namespace neighborscope {
namespace {

bool same_file(const std::string& one, const std::string& other) {
    namespace fs = std::filesystem;
    struct stat first {
    }, second{};
    const bool there = stat(one.c_str(), &first) == 0, other_there = stat(other.c_str(), &second) == 0;
    if (there != other_there) return false;
    if (there) return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    std::error_code ignored;
    const auto place = [&](const std::string& path) { return fs::weakly_canonical(fs::absolute(path, ignored), ignored); };
    return place(one) == place(other);
}

/// Returns a file and its companions by name for any reader; a folder alone. Does not open the file to find its reader.
std::vector<NamedFile> with_companions(const std::string& name, const std::string& path) {
    std::vector<NamedFile> files{{name, path}};
    if (is_folder(path)) return files;
    const std::string_view file_name = without_gz(path);
    for (const Reader* reader : readers())
        if (reader->companions)
            for (std::string& companion : reader->companions(file_name)) files.push_back({"what belongs to " + name, std::move(companion)});
    return files;
}

}  // namespace

std::vector<NamedFile> files_of(const std::string& name, const std::string& source) {
    if (source.starts_with("sample:")) {
        for (const SampleInfo& sample : samples())
            if (source.substr(7) == sample.name) return with_companions(name, samples_folder() + "/" + sample.file);
        return {};
    }
    const Generator* generator = generator_of(source);
    if (!generator) return with_companions(name, source);
    if (generator->make) return {};
    const auto given = given_parameters(source);
    const auto network = given.find("network");
    return files_of("the network of " + name, network == given.end() ? GeneratorParameters().network : network->second);
}

void refuse_overwriting(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const NamedFile& output = outputs[i];
        if (output.path.empty()) continue;
        for (const NamedFile& other : outputs.subspan(i + 1))
            if (!other.path.empty() && same_file(output.path, other.path))
                throw Error(Failure::usage, output.name + " and " + other.name + " name the same file", "give each a name of its own");
        const auto refuse = [&](const std::string& input) {
            throw Error(Failure::usage,
                output.name + (output.name.empty() ? "'" : " '") + output.path + "' would overwrite " + input +
                    ", which is read from that file",
                "choose another name");
        };
        for (const NamedFile& input : inputs) {
            if (input.path.empty()) continue;
            if (same_file(output.path, input.path)) refuse(input.name);
            // A folder may be a whole disk: it is listed only if an existing file could be overwritten.
            if (std::error_code ignored; !is_folder(input.path) || !std::filesystem::exists(output.path, ignored)) continue;
            for (const std::string& file : faces::files_of_folder(input.path))
                if (same_file(output.path, file)) refuse("what belongs to " + input.name);
        }
    }
}

}  // namespace neighborscope
