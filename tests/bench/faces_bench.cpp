// A dropped picture: how long its projection and its search take on a device, and the bytes that they must read.
//
//   faces_bench [DATA] [PICTURE] [--method stream] [-k 16] [--device cuda]
//
// DATA is a gallery: sample:faces, a folder of pictures or a gallery.npz; without PICTURE the query is a picture of noise.
#include "app/data/faces/gallery.hpp"
#include "app/data/faces/query_picture.hpp"
#include "app/data/points/data_set.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/knn.hpp"
#include "gpu/projector.hpp"

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>

using namespace neighborscope;

namespace {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void measure(const DataSet& data, const std::string& picture, const std::string& method, int k, DeviceKind device) {
    if (!data.gallery || !data.gallery->projects()) throw Error(Failure::usage, data.name + " is not a gallery of pictures");
    const faces::Gallery& gallery = *data.gallery;
    std::vector<float> pixels(gallery.pixels());
    std::mt19937 random(1);
    for (float& grey : pixels) grey = float(random() % 256) / 255;
    if (!picture.empty()) pixels = faces::normalised_for_gallery(gallery, faces::read_picture(InputFile(picture)));

    constexpr int runs = 101;
    Projector projector(device, gallery.basis.mean, gallery.basis.components);
    const PointSet points(device, data.coordinates, data.dimension);
    Searcher searcher(find_method(method), points, Options(find_method(method).info.options, {}));
    ListSet lists(device, 1, k);
    std::vector<double> projecting, searching, both;
    for (int run = 0; run < runs; ++run) {
        const Projector::Projected projected = projector.project(pixels);
        const QuerySet query(device, projected.vector, data.dimension);
        const Report report = searcher.search(query, k, Metric::euclidean, lists);
        projecting.push_back(projected.milliseconds);
        searching.push_back(report.total_milliseconds);
        both.push_back(projected.milliseconds + report.total_milliseconds);
    }
    const auto lower_bound = [&](double values) { return ceilings(device).milliseconds_to_read(values * sizeof(float)); };
    std::printf("%lld pictures of %d x %d, %d components, %s, k = %d, %s; medians of %d runs, milliseconds\n", (long long)data.count(),
        gallery.size.width, gallery.size.height, data.dimension, method.c_str(), k, std::string(name(device)).c_str(), runs);
    std::printf("  project %.4f (floor %.4f)\n", median(projecting), lower_bound(double(gallery.pixels()) * (data.dimension + 2)));
    std::printf("  search  %.4f (floor %.4f)\n", median(searching), lower_bound(double(data.count()) * data.dimension));
    std::printf("  both    %.4f\n", median(both));
}

}  // namespace

int main(int count, char** words) try {
    std::string data = "sample:faces", picture, method = "stream";
    int k = 16, places = 0;
    DeviceKind device = default_device();
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word[0] != '-') (places++ == 0 ? data : picture) = word;
        else if (i + 1 == count) throw Error(Failure::usage, word + " needs a value");
        else if (word == "--method") method = words[++i];
        else if (word == "-k") k = std::stoi(words[++i]);
        else if (word == "--device") device = device_named(words[++i]);
        else throw Error(Failure::usage, "there is no option " + word);
    }
    LoadOptions options;
    if (!data.ends_with(".npz")) options.columns = "1-" + std::to_string(data == "sample:faces" ? 64 : 128);
    measure(load_data(data, options), picture, method, k, device);
} catch (const Error& error) {
    std::fprintf(stderr, "%s\n%s\n", error.what(), error.remedy.c_str());
    return 2;
}
