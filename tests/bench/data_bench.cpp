// How fast points come in, in MB/s of file, files cached, against a plain copy of the same bytes measured
// in the same run.
//
//   data_bench [MEGABYTES [WORD]]      size of each file made for it in the temporary folder, 500 without more; only formats whose
//                                      name holds the word
#include "app/data/data_set.hpp"
#include "app/data/make/stream.hpp"
#include "tests/bench/cloud_files.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

using neighborscope::stream_uniform;

double seconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Median of five.
double median_seconds(const std::function<void()>& work) {
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) times.push_back(seconds(work));
    std::sort(times.begin(), times.end());
    return times[2];
}

/// `further`: with a class of ten and a number in every row.
void write_csv(const std::string& path, double bytes, int dimension, bool further) {
    constexpr const char* kinds[] = {
        "residential", "industrial", "forest", "meadow", "water", "road", "rail", "park", "quarry", "bare rock"};
    std::ofstream out(path, std::ios::binary);
    out << (dimension == 2 ? "x,y" : "x,y,z") << (further ? ",kind,height\n" : "\n");
    std::string block;
    std::uint64_t e = 0;
    for (double written = 0; written < bytes; written += double(block.size())) {
        block.clear();
        while (block.size() < (1 << 20)) {
            for (int j = 0; j < dimension; ++j) {
                char text[32];
                std::snprintf(text, sizeof text, j ? ",%.6f" : "%.6f", double(stream_uniform(3, e++)) * 360 - 180);
                block += text;
            }
            if (further) {
                char text[32];
                std::snprintf(text, sizeof text, ",%s,%.2f", kinds[e / 2 % 10], double(stream_uniform(4, e)) * 100);
                block += text;
            }
            block += '\n';
        }
        out << block;
    }
}

void write_npy(const std::string& path, double bytes, const std::string& type, int item_bytes, bool fortran, int dimension) {
    const auto rows = std::uint64_t(bytes / item_bytes / dimension);
    std::string header = "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': (" +
                         std::to_string(rows) + ", " + std::to_string(dimension) + "), }";
    header.resize((header.size() + 10 + 63) / 64 * 64 - 10, ' ');
    std::ofstream out(path, std::ios::binary);
    out.write("\x93NUMPY\x01\x00", 8);
    out.put(char(header.size() & 255)).put(char(header.size() >> 8));
    out << header;
    std::vector<char> block(std::size_t(dimension) * std::size_t(item_bytes) * 4096);
    for (std::uint64_t row = 0; row < rows; row += 4096) {
        const std::uint64_t here = std::min<std::uint64_t>(4096, rows - row);
        for (std::uint64_t i = 0; i < here * std::uint64_t(dimension); ++i) {
            const float value = stream_uniform(1, row * std::uint64_t(dimension) + i);
            const double wide = value;
            std::memcpy(
                &block[i * std::size_t(item_bytes)], item_bytes == 4 ? static_cast<const void*>(&value) : &wide, std::size_t(item_bytes));
        }
        out.write(block.data(), std::streamsize(here * std::uint64_t(dimension) * std::uint64_t(item_bytes)));
    }
}

void measure(const std::string& path, const char* what, bool attributes = true, bool keep = false) {
    const double bytes = double(std::filesystem::file_size(path));
    std::vector<char> from(std::size_t(bytes), 1), to(std::size_t(bytes), 2);
    const double copy = median_seconds([&] { std::memcpy(to.data(), from.data(), from.size()); });
    if (to != from) std::abort();
    std::vector<char>().swap(from);
    std::vector<char>().swap(to);

    std::int64_t rows = 0;
    neighborscope::LoadOptions options;
    options.attributes = attributes;
    const double load = median_seconds([&] { rows = neighborscope::load_data(path, options).count(); });
    std::printf("%-34s %9.1f MB  %11lld rows  %7.3f s  %8.1f MB/s  (copy %.2f GB/s, load takes %.1f copies)\n", what, bytes / 1e6,
        static_cast<long long>(rows), load, bytes / 1e6 / load, bytes / 1e9 / copy, load / copy);
    std::fflush(stdout);
    if (!keep) std::filesystem::remove(path);
}

}  // namespace

int main(int count, char** arguments) {
    const double bytes = (count > 1 ? std::atof(arguments[1]) : 500) * 1e6;
    if (!(bytes >= 1e5)) {
        std::fprintf(stderr, "data_bench: the size in megabytes must be at least 0.1\n");
        return 2;
    }
    const std::string folder = std::filesystem::temp_directory_path().string() + "/neighborscope_data_bench_" + std::to_string(getpid());
    std::filesystem::create_directories(folder);
    const std::string word = count > 2 ? arguments[2] : "";
    const auto wanted = [&](const std::string& what) { return what.find(word) != std::string::npos; };
    for (const int dimension : {2, 3}) {
        if (!wanted("CSV")) continue;
        write_csv(folder + "/points.csv", bytes, dimension, false);
        measure(folder + "/points.csv", dimension == 2 ? "CSV, 2-D" : "CSV, 3-D");
    }
    if (wanted("CSV")) {
        write_csv(folder + "/points.csv", bytes, 2, true);
        measure(folder + "/points.csv", "CSV, 2-D, two more left alone", false, true);
        measure(folder + "/points.csv", "CSV, 2-D, with a text and a number");
    }
    const struct {
        const char *what, *type;
        int item_bytes;
        bool fortran;
        int dimension;
    } arrays[] = {
        {"NPY, <f4, 3-D", "<f4", 4, false, 3},
        {"NPY, <f4, 128 dimensions", "<f4", 4, false, 128},
        {"NPY, <f4, Fortran, 128 dimensions", "<f4", 4, true, 128},
        {"NPY, <f8, 3-D", "<f8", 8, false, 3},
    };
    for (const auto& array : arrays) {
        if (!wanted(array.what)) continue;
        write_npy(folder + "/points.npy", bytes, array.type, array.item_bytes, array.fortran, array.dimension);
        measure(folder + "/points.npy", array.what);
    }
    for (const neighborscope::bench::CloudFile& cloud : neighborscope::bench::cloud_files()) {
        if (!wanted(cloud.what)) continue;
        cloud.write(folder + "/" + cloud.name, bytes);
        measure(folder + "/" + cloud.name, cloud.what);
    }
    std::filesystem::remove(folder);
    return 0;
}
