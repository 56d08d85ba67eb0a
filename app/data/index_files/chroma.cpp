#include "app/data/index_files/chroma.hpp"

#include "app/data/index_files/hnswlib_parts.hpp"

#include <filesystem>

namespace neighborscope::index_files {
namespace {

constexpr std::int32_t known_version = 1;

std::string file_in(const std::string& folder, const char* name) { return (std::filesystem::path(folder) / name).string(); }

bool exists(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

}  // namespace

bool is_chroma_folder(const std::string& folder) {
    return exists(file_in(folder, "header.bin")) && exists(file_in(folder, "data_level0.bin"));
}

stored::StoredIndex read_chroma(const std::string& folder) {
    const InputFile header_file(file_in(folder, "header.bin"));
    ByteReader header_reader(header_file);
    const auto version = header_reader.number<std::int32_t>("the version");
    if (version != known_version)
        header_reader.fail(
            0, "version " + std::to_string(version) + " of Chroma's index, and version 1 is read", "export it with Chroma's own tools");
    const hnswlib::Header header = hnswlib::read_header(header_reader);
    hnswlib::check_header(header_reader, 4, header);

    const auto elements = std::make_shared<const InputFile>(file_in(folder, "data_level0.bin"));
    ByteReader element_reader(*elements);
    // The file of upper links is empty, and may be missing, where no row is on an upper level.
    const std::string links_path = file_in(folder, "link_lists.bin");
    std::error_code error;
    const bool links = std::filesystem::file_size(links_path, error) > 0 && !error;
    const auto upper = links ? std::make_shared<const InputFile>(links_path)
                             : std::make_shared<const InputFile>(links_path, std::string(4 * header.rows, '\0'));
    ByteReader upper_reader(*upper);
    stored::StoredIndex index = hnswlib::make_index(header, element_reader, upper_reader, {elements, upper});
    index.library = "Chroma (hnswlib)";
    return index;
}

}  // namespace neighborscope::index_files
