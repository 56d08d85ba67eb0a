#include "app/data/make/generator.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/load/assemble.hpp"
#include "app/data/load/words.hpp"
#include "app/data/make/parameters.hpp"
#include "app/data/make/roads.hpp"
#include "app/data/make/stream.hpp"
#include "app/data/make/random_walk.hpp"
#include "gpu/options.hpp"

#include <algorithm>
#include <numeric>

namespace neighborscope {
namespace {

void make_scaled(std::uint64_t seed, float scale, float shift, std::size_t first, std::size_t last, float* coordinates) {
    for (std::size_t e = first; e < last; ++e) coordinates[e] = random_uniform_float(seed, e) * scale + shift;
}

void make_uniform(const GeneratorParameters& p, std::int64_t first, std::int64_t last, float* coordinates) {
    make_scaled(3 + 1000 * p.seed, generated_side, 0.0f, std::size_t(first * p.d), std::size_t(last * p.d), coordinates);
}

void make_vectors(const GeneratorParameters& p, std::int64_t first, std::int64_t last, float* coordinates) {
    make_scaled(1 + 1000 * p.seed, 1.0f, 0.0f, std::size_t(first * p.d), std::size_t(last * p.d), coordinates);
}

void make_cube(const GeneratorParameters& p, std::int64_t first, std::int64_t last, float* coordinates) {
    make_scaled(4 + 1000 * p.seed, 10000.0f, -5000.0f, std::size_t(first * p.d), std::size_t(last * p.d), coordinates);
}

void make_hotspots(const GeneratorParameters& p, std::int64_t first, std::int64_t last, float* coordinates) {
    const std::uint64_t shift = 1000 * p.seed, d = std::uint64_t(p.d);
    for (std::uint64_t point = std::uint64_t(first); point < std::uint64_t(last); ++point) {
        const std::uint64_t centre = counter_hash(103 + shift, point) % std::uint64_t(p.hotspots);
        for (std::uint64_t j = 0; j < d; ++j) {
            const std::uint64_t e = point * d + j;
            std::int64_t sum = -6 * (std::int64_t(1) << 24);
            for (std::uint64_t t = 0; t < 12; ++t) sum += std::int64_t(counter_hash(203 + shift, 12 * e + t) >> 40);
            // Three statements, so that each step is rounded to float32, whatever the compiler contracts.
            const float middle = random_uniform_float(303 + shift, centre * d + j) * generated_side;
            const float offset = float(sum) * (hotspot_deviation * 0x1p-24f);
            coordinates[e] = middle + offset;
        }
    }
}

constexpr int most_attributes = 14;

/// Whether a point of one-hot is of the second class.
bool second_class(const GeneratorParameters& p, std::uint64_t point) { return counter_hash(6 + 1000 * p.seed, point) % 4 == 0; }

void make_one_hot(const GeneratorParameters& p, std::int64_t first, std::int64_t last, float* coordinates) {
    const std::uint64_t shift = 1000 * p.seed, d = std::uint64_t(p.d), attributes = std::min<std::uint64_t>(most_attributes, d);
    for (std::uint64_t point = std::uint64_t(first); point < std::uint64_t(last); ++point) {
        float* const row = coordinates + point * d;
        std::fill(row, row + d, 0.0f);
        const bool second = second_class(p, point);
        for (std::uint64_t a = 0; a < attributes; ++a) {
            const std::uint64_t begin = a * d / attributes, values = (a + 1) * d / attributes - begin, e = point * attributes + a;
            const std::uint64_t r = counter_hash(106 + shift, e) >> 40, value = values * (r * r >> 24) >> 24;  // low ones are frequent
            const bool mirrored = second && counter_hash(206 + shift, e) % 2 == 0;
            row[begin + (mirrored ? values - 1 - value : value)] = 1;
        }
    }
}

Quantity classes_of_one_hot(const GeneratorParameters& p) {
    NumberValues values;
    values.of_point.reserve(std::size_t(p.n));
    for (std::int64_t point = 0; point < p.n; ++point) values.of_point.push_back(second_class(p, std::uint64_t(point)));
    return {"class", std::move(values), true};
}

/// Whether side^d >= n, without overflow.
bool holds(std::int64_t side, int d, std::int64_t n) {
    std::int64_t volume = 1;
    for (int j = 0; j < d && volume < n; ++j)
        if (__builtin_mul_overflow(volume, side, &volume)) return true;
    return volume >= n;
}

std::int64_t grid_side(std::int64_t n, int d) {
    std::int64_t low = 1, high = n;
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        holds(middle, d, n) ? high = middle : low = middle + 1;
    }
    return low;
}

void make_grid(const GeneratorParameters& p, std::int64_t first, std::int64_t last, float* coordinates) {
    const std::int64_t side = grid_side(p.n, p.d);
    for (std::int64_t point = first; point < last; ++point) {
        std::int64_t rest = point;
        for (int j = 0; j < p.d; ++j, rest /= side) coordinates[point * p.d + j] = float(rest % side);
    }
}

void shuffle_rows(const GeneratorParameters& p, float* coordinates, const Progress& progress) {
    for (std::int64_t i = p.n - 1; i > 0; --i) {
        if (i % 4096 == 0) progress.step(0, 0);
        const std::int64_t other = std::int64_t(counter_hash(1000 * p.seed, std::uint64_t(i)) % std::uint64_t(i + 1));
        std::swap_ranges(coordinates + i * p.d, coordinates + (i + 1) * p.d, coordinates + other * p.d);
    }
}

constexpr Generator generators_here[] = {
    {"uniform", "n=10000,d=2,speed=200,seed=0",
        "evenly spread over a square or cube of side 22500; with ticks they wander about it, at most `speed` a tick", 2, false, true, false,
        make_uniform},
    {"hotspots", "n=10000,d=2,hotspots=25,speed=200,drift=0,seed=0",
        "normally distributed round hotspots, deviation 900, in a square or cube of side 22500; with ticks they wander about them, at most "
        "`speed` a tick, and the hotspots go straight on, at most `drift` a tick along each axis, and turn at the sides",
        2, true, true, false, make_hotspots},
    {"grid", "n=10000,d=2,seed=0", "whole numbers, row by row: many equal distances; a seed puts them in a random order", 2, false, false,
        false, make_grid},
    {"cube", "n=10000,seed=0", "evenly spread over [-5000, 5000] in three dimensions (Mohammadi)", 3, false, false, false, make_cube},
    {"vectors", "n=10000,d=128,seed=0", "feature vectors with coordinates evenly spread over [0, 1)", 128, false, false, false,
        make_vectors},
    {"one-hot", "n=10000,d=123,seed=0",
        "rows of 14 attributes, each a group of dimensions of which one is 1 and the others 0, and two classes: the shape of Adult (a1a)",
        123, false, false, true, make_one_hot},
    {"roads", "n=10000,network=sample:streets,speed=mean,units=file,seed=0",
        "objects that drive along the streets of a network, tick by tick: at most `speed` a tick, in the lengths of its edges (mean: their "
        "mean), turning at random where streets meet; units=metres puts a network in degrees on the ground",
        2, false, true, false, nullptr},
};

}  // namespace

std::span<const Generator> all_generators() { return generators_here; }

const Generator* find_generator(std::string_view name) {
    for (const Generator& generator : generators_here)
        if (generator.name == name) return &generator;
    return nullptr;
}

namespace {

/// Sets the parameter "n=4000". `example` shows how to write all of them.
void set_parameter(
    GeneratorParameters& p, const std::string& own, std::string_view key, std::string_view text, const std::string& example) {
    const std::string item = std::string(key) + "=" + std::string(text);
    if (key == "network") {
        if (text.empty()) throw Error(Failure::usage, own + ": network= names nothing", "name a .cnode or .gr file, or sample:streets");
        p.network = text;
        return;
    }
    if (key == "units") {
        if (text != "file" && text != "metres")
            throw Error(Failure::usage, own + ": " + item + " is neither units=file nor units=metres", example);
        p.metres = text == "metres";
        return;
    }
    if (key == "speed" || key == "drift") {
        double value = 0;
        const bool roads = own == "roads";
        if (roads && text == "mean") return;
        if (!read_whole(text, value) || !(value >= 0 && value <= 1e300))
            throw Error(Failure::usage,
                own + ": " + item + " is " + (roads ? "neither a number from 0 nor speed=mean" : "no number from 0"), example);
        if (key == "speed") p.speed = value;
        else p.drift = value;
        return;
    }
    const IntegerRange range = whole_numbers_of(key);
    std::int64_t value = 0;
    if (!whole_number(text, value) || value < range.from || value > range.to)
        throw Error(Failure::usage,
            own + ": " + item + " is not a whole number from " + std::to_string(range.from) + " to " + std::to_string(range.to), example);
    if (key == "n") p.n = value;
    if (key == "d") p.d = int(value);
    if (key == "hotspots") p.hotspots = value;
    if (key == "seed") p.seed = std::uint64_t(value);
}

}  // namespace

GeneratorParameters parse_parameters(const Generator& generator, std::string_view text) {
    GeneratorParameters p;
    p.d = generator.preset_d;
    const std::string own(generator.name);
    const std::string example = "write " + own + ":" + std::string(generator.parameters) + " or part of it";
    std::vector<std::string_view> known, given;
    for (std::string_view rest = generator.parameters; !rest.empty();) {
        const std::string_view item = next_item(rest);
        known.push_back(item.substr(0, item.find('=')));
    }
    while (!text.empty()) {
        const std::string_view item = next_item(text);
        if (item.empty() && text.empty()) break;
        const std::size_t equals = item.find('=');
        const std::string_view key = item.substr(0, equals);
        if (equals == std::string_view::npos)
            throw Error(Failure::usage, own + ": '" + std::string(item) + "' is not of the form name=value", example);
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            const std::string near = nearest_name(key, known);
            const std::string guess = near.empty() ? "" : "did you mean '" + near + "'? ";
            throw Error(Failure::usage, own + " has no parameter '" + std::string(key) + "'", guess + example);
        }
        if (std::find(given.begin(), given.end(), key) != given.end())
            throw Error(Failure::usage, own + ": " + std::string(key) + " is given twice", example);
        given.push_back(key);
        set_parameter(p, own, key, item.substr(equals + 1), example);
    }
    if (generator.make == make_grid && grid_side(p.n, p.d) > (1 << 24))
        throw Error(Failure::usage, own + ": the whole numbers up to " + std::to_string(p.n - 1) + " are not all float32 numbers",
            "ask for at most 16777216 points, or more dimensions");
    return p;
}

DataSet make_data(const Generator& generator, const std::string& source, const Progress& progress) {
    const GeneratorParameters p = parse_parameters(generator, std::string_view(source).substr(generator.name.size() + 1));
    require_memory(double(p.n) * p.d * sizeof(float), source, "ask for fewer points or dimensions");
    DataSet data;
    data.name = std::string(generator.name) + ", " + std::to_string(p.n);
    data.source = source;
    data.format = "generator";
    data.credit = "generated points (" + std::string(generator.name) + "), seed " + std::to_string(p.seed);
    data.dimension = p.d;
    data.origin.assign(std::size_t(p.d), 0.0);
    data.axes = plain_axes(p.d);
    if (!generator.make) {
        make_roads(p, data, progress);
        data.hash = hash_of(data, progress);
        return data;
    }
    resize_large(data.coordinates, std::size_t(p.n) * std::size_t(p.d), progress);
    const std::int64_t rows = std::max<std::int64_t>(1, (128 << 10) / p.d);  // a piece takes some milliseconds
    const std::int64_t pieces = (p.n + rows - 1) / rows;
    parallel_pieces(std::size_t(pieces), double(rows), progress, [&](std::size_t piece) {
        const std::int64_t first = std::int64_t(piece) * rows;
        generator.make(p, first, std::min(p.n, first + rows), data.coordinates.data());
    });
    if (generator.make == make_grid && p.seed > 0) shuffle_rows(p, data.coordinates.data(), Progress{{}, progress.stop});
    if (generator.has_classes) data.quantities.push_back(classes_of_one_hot(p));
    if (generator.moves) data.motion = random_walk_motion(generator, p);
    data.hash = hash_of(data, progress);
    return data;
}

}  // namespace neighborscope
