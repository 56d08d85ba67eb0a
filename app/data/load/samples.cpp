#include "app/data/points/data_set.hpp"

#include "gpu/error.hpp"
#include "gpu/options.hpp"

#include <cstdlib>
#include <filesystem>

namespace neighborscope {

std::vector<SampleInfo> samples() {
    return {
        {"earthquakes", "One week of earthquakes, 31 January to 7 February 2018", "earthquakes.csv",
            "U.S. Geological Survey, Earthquake Hazards Program; public domain",
            "1707 events: dense swarms in California and Alaska beside empty oceans", "quadtree-coalesced"},
        {"post-codes", "Post codes of the United States", "post-codes.csv", "GeoNames, https://www.geonames.org; CC BY 4.0",
            "42049 post codes at 33455 places: many lie at exactly the same distance, so ties decide", "quadtree-coalesced"},
        {"airports", "Airports of the United States", "airports.csv", "Federal Aviation Administration; public domain",
            "3376 airports and airfields, each with its code: many in the east, in Alaska few", "quadtree-coalesced"},
        {"lidar", "Airborne LiDAR of a stadium", "lidar.las", "Autzen stadium, Eugene, Oregon, from PDAL, (c) Hobu, Inc.; BSD 3-Clause",
            "10653 points in space: stands and roofs in flight lines, true heights in feet, each with its class", "quadtree-coalesced"},
        {"two-moons", "Two moons", "two-moons.csv", "made for this program; CC0 1.0",
            "400 points in two crescents that reach into each other: press A for the regions of both classes, and watch them with k",
            "quadtree-cached"},
        {"ring", "A ring, almost equally far", "ring.csv", "made for this program; CC0 1.0",
            "240 points equally far from the one in the middle, but for the last digit: float32 cannot tell which is the nearest, and "
            "Exactness says by how much",
            "quadtree-cached"},
        {"iris", "Iris flowers", "iris.csv", "R. A. Fisher 1936, measured by E. Anderson; UCI Machine Learning Repository; CC BY 4.0",
            "150 flowers of three species by four lengths: one species stands apart, the other two meet", "heap"},
        {"digits", "Handwritten digits", "digits-images-idx3-ubyte.gz",
            "MNIST, (c) Yann LeCun and Corinna Cortes; CC BY-SA 3.0 (the first 2000 of the test part)",
            "2000 pictures of 784 pixels with what they show: the nearest of a 7 are sevens, mostly", "heap"},
        {"faces", "Faces of twenty people", "faces", "CMU Face Images, T. Mitchell 1999, UCI Machine Learning Repository; CC BY 4.0",
            "624 pictures of 20 people, four poses, with and without sunglasses, as 64 eigenfaces: the nearest are of the same person",
            "heap"},
        {"streets", "Streets of eastern San Francisco", "streets.cnode", "(c) OpenStreetMap contributors; ODbL 1.0",
            "8506 crossings and bends joined by 10120 streets: dense downtown, empty parks and water; roads: moves objects on them",
            "quadtree-coalesced"},
        {"island", "An index with rows that are never found", "island.faiss", "made for this program with FAISS; CC0 1.0",
            "an HNSW index of 1400 points: no link from outside leads to 40 in the middle, so that no search finds them; press W on one of "
            "them",
            "own"},
        {"norms", "An index by inner product with a low ceiling", "norms.hnsw", "made for this program with hnswlib; CC0 1.0",
            "an HNSW index of 1500 points of four towns: links lead to the longest vectors, and seven of ten points are never found",
            "own"},
    };
}

namespace {

/// A folder that is installed with the program, or the one that the variable of the environment names.
std::string shared_folder(const char* name, const char* variable, const char* content) {
    namespace fs = std::filesystem;
    if (const char* chosen = std::getenv(variable); chosen && *chosen) return chosen;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = (program.parent_path() / NEIGHBORSCOPE_SHARED_FILES / name).lexically_normal();
    if (!error && fs::is_directory(installed, error)) return installed.string();
    throw Error(Failure::input, std::string("the ") + name + " are not at " + installed.string(),
        std::string("set ") + variable + " to the folder that holds " + content);
}

}  // namespace

std::string samples_folder() { return shared_folder("samples", "NEIGHBORSCOPE_SAMPLES", "earthquakes.csv"); }

std::string lessons_folder() { return shared_folder("lessons", "NEIGHBORSCOPE_LESSONS", "what-a-neighbour-is"); }

std::string file_of_source(const std::string& source) {
    constexpr std::string_view sample = "sample:";
    return source.starts_with(sample) ? samples_folder() + "/" + sample_named(source.substr(sample.size())).file : source;
}

SampleInfo sample_named(const std::string& name) {
    const std::vector<SampleInfo> all = samples();
    std::vector<std::string_view> names;
    std::string list;
    for (const SampleInfo& sample : all) {
        if (sample.name == name) return sample;
        names.push_back(sample.name);
        list += (list.empty() ? "" : ", ") + sample.name;
    }
    const std::string near = nearest_name(name, names);
    throw Error(Failure::usage, "there is no sample '" + name + "'",
        (near.empty() ? "" : "did you mean sample:" + near + "? ") + std::string("There are ") + list);
}

}  // namespace neighborscope
