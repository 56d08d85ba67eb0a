// The index files of tests/data/indexes, and the answers of their libraries.
#pragma once
#include "app/data/index_files/open_index.hpp"
#include "app/data/load/npy/npy_header.hpp"
#include "gpu/index/replay.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace neighborscope::test {

inline const std::filesystem::path index_folder = NEIGHBORSCOPE_TEST_DATA "/indexes";

template <class Number>
struct Matrix {
    std::size_t rows = 0, columns = 0;
    std::vector<Number> values;
    const Number* row(std::size_t row) const { return values.data() + row * columns; }
};

/// An array of numpy of that type, row after row.
template <class Number>
Matrix<Number> numbers_in(const std::filesystem::path& path) {
    const InputFile file(path.string());
    const npy::Header header = npy::read_header(file);
    Matrix<Number> matrix{header.rows, header.columns, std::vector<Number>(header.rows * header.columns)};
    std::memcpy(matrix.values.data(), file.begin() + header.data_offset, matrix.values.size() * sizeof(Number));
    return matrix;
}

/// One file with its library's lists.
struct LibraryAnswer {
    std::string name;  ///< "vectors/hnsw"
    std::string index;
    bool refused = false;  ///< by its name: this build does not read it

    std::filesystem::path beside(const std::string& ending) const { return index_folder / (name + ending); }
    std::filesystem::path queries() const { return beside("").parent_path() / "queries.npy"; }
    bool has_counts() const { return std::filesystem::exists(beside(".counts.npy")); }
    bool has(std::string_view word) const { return name.find(word) != std::string::npos; }
    /// With the metric that hnswlib's files do not say; its guess is tested by itself.
    stored::StoredIndex open() const {
        stored::StoredIndex opened = index_files::open_index(index);
        if (has("hnswlib-cosine")) stored::set_metric(opened, stored::VectorMetric::cosine);
        else if (has("hnswlib-ip")) stored::set_metric(opened, stored::VectorMetric::inner_product);
        else if (opened.metric_is_guessed) stored::set_metric(opened, stored::VectorMetric::euclidean);
        return opened;
    }
};
inline void PrintTo(const LibraryAnswer& answer, std::ostream* out) { *out << answer.name; }

/// All of them, or those of some folders.
inline const std::vector<std::string> index_folders = {"plane", "vectors", "kinds", "diskann-uint8", "diskann-int8-cosine",
    "diskann-product", "hnswlib-uint8", "hnswlib-uint8-10", "usearch-l2sq-i8"};
inline std::vector<LibraryAnswer> library_answers(const std::vector<std::string>& folders = index_folders) {
    std::vector<LibraryAnswer> all;
    constexpr std::string_view ending = ".lists.npy";
    for (const std::string& folder : folders)
        for (const auto& entry : std::filesystem::directory_iterator(index_folder / folder)) {
            const std::string file = entry.path().filename().string();
            if (!file.ends_with(ending)) continue;
            const std::string name = folder + "/" + file.substr(0, file.size() - ending.size());
            LibraryAnswer answer{name, "", false};
            for (const char* extension : {".faiss", ".bin", ".usearch", ""})
                if (answer.index.empty() && std::filesystem::exists(answer.beside(extension)))
                    answer.index = answer.beside(extension).string();
            answer.refused = answer.has("opq") || answer.has("fast-scan");
            all.push_back(answer);
        }
    std::sort(all.begin(), all.end(), [](const LibraryAnswer& a, const LibraryAnswer& b) { return a.name < b.name; });
    return all;
}

/// The settings with which the lists were made.
inline constexpr stored::ReplaySettings settings_of_answers{10, 50, 3};

/// "vectors_hnsw_ids", for names of tests.
inline std::string test_name(const LibraryAnswer& answer) {
    std::string name = answer.name;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

}  // namespace neighborscope::test
