// The speed of loading points, in MB/s of file, with cached files, compared with a plain copy of the file's bytes in the same run, and
// with the decompressor alone if there is one; and the memory it takes: the peak of anonymous memory (without the mapped file) over the
// bytes of the loaded points, so that a second copy of them would show as 2.
//
//   data_bench [MEGABYTES [WORD]]      size of each file that it generates in the temporary folder, 500 by default; only formats whose
//                                      name contains WORD
#include "app/data/make/stream.hpp"
#include "app/data/points/data_set.hpp"
#include "tests/bench/cloud_files.hpp"
#include "tests/bench/vector_files.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>
#include <fstream>
#include <functional>
#include <malloc.h>
#include <sys/resource.h>
#include <string>
#include <thread>
#include <vector>

namespace {

using neighborscope::DataSet;
using neighborscope::random_uniform_float;
using neighborscope::bench::GeneratedFile;

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

/// Seconds of processor time of this process, which other programs on the machine do not change.
double core_seconds() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return double(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1e-6 * double(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// `further`: with one of ten classes and a number in every row.
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
                std::snprintf(text, sizeof text, j ? ",%.6f" : "%.6f", double(random_uniform_float(3, e++)) * 360 - 180);
                block += text;
            }
            if (further) {
                char text[32];
                std::snprintf(text, sizeof text, ",%s,%.2f", kinds[e / 2 % 10], double(random_uniform_float(4, e)) * 100);
                block += text;
            }
            block += '\n';
        }
        out << block;
    }
}

void write_npy(const std::string& path, double bytes, const std::string& type, int item_bytes, bool fortran, int dimension) {
    const auto rows = std::uint64_t(bytes / item_bytes / dimension);
    std::ofstream out(path, std::ios::binary);
    out << neighborscope::bench::npy_header(type, fortran, rows, dimension);
    std::vector<char> block(std::size_t(dimension) * std::size_t(item_bytes) * 4096);
    for (std::uint64_t row = 0; row < rows; row += 4096) {
        const std::uint64_t here = std::min<std::uint64_t>(4096, rows - row);
        for (std::uint64_t i = 0; i < here * std::uint64_t(dimension); ++i) {
            const float value = random_uniform_float(1, row * std::uint64_t(dimension) + i);
            const double wide = value;
            std::memcpy(
                &block[i * std::size_t(item_bytes)], item_bytes == 4 ? static_cast<const void*>(&value) : &wide, std::size_t(item_bytes));
        }
        out.write(block.data(), std::streamsize(here * std::uint64_t(dimension) * std::uint64_t(item_bytes)));
    }
}

/// Bytes of this process that are not of files.
double anonymous_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kibibytes = 0; word == "RssAnon:" && status >> kibibytes) return kibibytes * 1024;
    return 0;
}

/// The peak of anonymous memory during `work`, sampled every millisecond, minus that before.
double peak_memory(const std::function<void()>& work) {
    malloc_trim(0);
    const double before = anonymous_memory();
    double peak = before;
    std::atomic<bool> over{false};
    std::thread watch([&] {
        while (!over) {
            peak = std::max(peak, anonymous_memory());
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    work();
    over = true;
    watch.join();
    return peak - before;
}

double bytes_of(const DataSet& data) {
    double bytes = double(data.coordinates.size() * 4 + data.file_rows.size() * 8);
    for (const neighborscope::Quantity& quantity : data.quantities)
        bytes += std::visit([](const auto& kind) { return double(kind.of_point.size() * sizeof kind.of_point[0]); }, quantity.values);
    return bytes;
}

void measure(const std::string& path, const GeneratedFile& file, bool attributes = true) {
    const double bytes = double(std::filesystem::file_size(path));
    std::vector<char> from(std::size_t(bytes), 1), to(std::size_t(bytes), 2);
    const double copy = median_seconds([&] { std::memcpy(to.data(), from.data(), from.size()); });
    if (to != from) std::abort();
    std::vector<char>().swap(from);
    std::vector<char>().swap(to);

    std::int64_t rows = 0;
    neighborscope::LoadOptions options;
    options.quantities = attributes;
    const double cores_before = core_seconds();
    const double load = median_seconds([&] { rows = neighborscope::load_data(path, options).count(); });
    const double cores = (core_seconds() - cores_before) / 5;
    double points = 0;
    const double peak = peak_memory([&] { points = bytes_of(neighborscope::load_data(path, options)); });
    std::printf("%-34s %8.1f MB %8.1f %10lld %8.3f s %8.3f s %8.1f MB/s %6.2f GB/s %6.1f %6.2f", file.what, bytes / 1e6, points / 1e6,
        static_cast<long long>(rows), load, cores, bytes / 1e6 / load, bytes / 1e9 / copy, load / copy, peak / points);
    if (file.decompressor) {
        const double alone = median_seconds(file.decompressor(path));
        std::printf(" %8.1f MB/s %4.0f %%", bytes / 1e6 / alone, 100 * alone / load);
    }
    std::printf("\n");
    std::fflush(stdout);
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
    const auto row = [&](const GeneratedFile& file, bool attributes = true) {
        if (!wanted(file.what)) return;
        const std::string path = folder + "/" + file.name;
        file.write(path, bytes);
        measure(path, file, attributes);
        std::filesystem::remove(path);
    };
    const auto csv = [&](const char* what, int dimension, bool further, bool attributes = true) {
        row({what, "points.csv", [=](const std::string& path, double size) { write_csv(path, size, dimension, further); }}, attributes);
    };
    const auto npy = [&](const char* what, const char* type, int item_bytes, bool fortran, int dimension) {
        row({what, "points.npy",
            [=](const std::string& path, double size) { write_npy(path, size, type, item_bytes, fortran, dimension); }});
    };
    std::printf("%-34s %11s %8s %10s %10s %10s %13s %11s %6s %6s %13s %6s\n", "", "file", "points", "rows", "load", "all cores", "of file",
        "copy", "copies", "memory", "unpack alone", "share");
    csv("CSV, 2-D", 2, false);
    csv("CSV, 3-D", 3, false);
    csv("CSV, 2-D, two more left alone", 2, true, false);
    csv("CSV, 2-D, with a text and a number", 2, true);
    npy("NPY, <f4, 3-D", "<f4", 4, false, 3);
    npy("NPY, <f4, 128 dimensions", "<f4", 4, false, 128);
    npy("NPY, <f4, Fortran, 128 dimensions", "<f4", 4, true, 128);
    npy("NPY, <f8, 3-D", "<f8", 8, false, 3);
    for (const GeneratedFile& file : neighborscope::bench::vector_files()) row(file);
    for (const GeneratedFile& file : neighborscope::bench::cloud_files()) row(file);
    std::filesystem::remove(folder);
    return 0;
}
