#include "tests/fuzz/reader_check.hpp"

#include "app/data/load/plain_text.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <sstream>

#include <xxhash.h>

namespace neighborscope::test {
namespace {

struct Format {
    std::string_view name;
    const Reader* reader;
};
const Format all_formats[] = {
#define READER(format) {#format, &format##_reader},
#include "app/data/load/readers.inc"
#undef READER
};

void promise(bool kept, const std::string& what) {
    if (!kept) throw BrokenPromise(what);
}

/// Whether the text is free of characters that break a line or move a terminal's cursor.
bool printable_line(std::string_view text) {
    return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) { return (c >= 0 && c < 32) || c == 127; });
}

bool finite(const auto& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](auto value) { return std::isfinite(value); });
}

void check_quantity(const Quantity& quantity, std::size_t count) {
    promise(printable_line(quantity.name), "a quantity has a name of one line");
    promise(quantity.count() == std::int64_t(count), "the quantity " + quantity.name + " has a value for each point");
    if (const WordValues* words = quantity.words()) {
        const auto& [different, of_point] = *words;
        const auto last = std::int64_t(different.size());
        promise(std::all_of(of_point.begin(), of_point.end(), [&](std::int32_t word) { return word >= -1 && word < last; }),
            "words are in the list of words");
        promise(std::set<std::string_view>(different.begin(), different.end()).size() == different.size(), "words differ");
    }
    if (const ColourValues* colours = quantity.colours())
        promise(std::all_of(colours->of_point.begin(), colours->of_point.end(), [](std::uint32_t colour) { return colour >> 24 == 255; }),
            "colours are opaque");
}

void check_network(const RoadNetwork& network) {
    promise(network.nodes.size() % 2 == 0 && finite(network.nodes), "nodes have two finite coordinates");
    for (const RoadNetwork::Edge& edge : network.edges) {
        promise(edge.from >= 0 && edge.from < network.node_count() && edge.to >= 0 && edge.to < network.node_count(),
            "edges join nodes that there are");
        promise(std::isfinite(edge.length) && edge.length >= 0, "lengths are not negative");
    }
}

void check_motion(const Motion& motion, const DataSet& data) {
    const std::int64_t ticks = motion.ticks(), looked_at = std::min<std::int64_t>(ticks, 64);
    promise(ticks >= 1, "motion has a first tick");
    for (std::int64_t tick = 1; tick < looked_at; ++tick) promise(motion.tick_number(tick) > motion.tick_number(tick - 1), "ticks ascend");
    std::vector<float> coordinates(data.coordinates.size());
    const std::unique_ptr<TickCursor> tick_cursor = motion.tick_cursor();
    for (std::int64_t tick = 1; tick < looked_at; ++tick) {
        promise(tick_cursor->next(coordinates), "a walk reaches the last tick");
        promise(finite(coordinates), "positions are finite in every tick");
    }
    promise(looked_at < ticks || !tick_cursor->next(coordinates), "a walk ends after the last tick");
}

void check_data(const DataSet& data, const ReadOptions& options) {
    promise(data.dimension >= 1 && data.coordinates.size() % std::size_t(data.dimension) == 0 && data.count() >= 1, "there is a point");
    const std::size_t dimension = std::size_t(data.dimension), count = std::size_t(data.count());
    promise(finite(data.coordinates), "coordinates are finite");
    promise(data.origin.size() == dimension && finite(data.origin), "each axis has a finite origin");
    promise(data.axes.size() == dimension && std::all_of(data.axes.begin(), data.axes.end(), printable_line), "each axis has a name");
    if (data.file_rows.empty()) {
        promise(data.skipped.count == 0, "rows that were left out shift the rows of the file");
    } else {
        promise(data.file_rows.size() == count && data.file_rows.front() >= 0, "each point has its row of the file");
        promise(std::adjacent_find(data.file_rows.begin(), data.file_rows.end(), std::greater_equal<>()) == data.file_rows.end(),
            "rows of the file ascend");
    }
    promise(data.skipped.count == 0 || (data.skipped.first_row >= 0 && printable_line(data.skipped.why) && !options.load.strict),
        "rows that were left out are accounted for");
    promise(options.load.quantities || (data.quantities.empty() && !data.network), "what was not asked for is not there");
    for (const Quantity& quantity : data.quantities) check_quantity(quantity, count);
    for (const auto mark : {&Quantity::is_label, &Quantity::is_title})
        promise(std::count_if(data.quantities.begin(), data.quantities.end(), [&](const Quantity& one) { return one.*mark; }) <= 1,
            "there is one label and one title at most");
    if (data.network) check_network(*data.network);
    if (data.motion) check_motion(*data.motion, data);
}

/// `numbers` of the file; the data have them in float32.
void check_numbers(const std::vector<double>& numbers, const DataSet& data) {
    promise(numbers.size() == data.coordinates.size(), "each coordinate has its number of the file");
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t axis = i % std::size_t(data.dimension);
        promise(float(numbers[i] - data.origin[axis]) == data.coordinates[i], "a coordinate is the file's number less the origin");
        const double rounding = std::fabs(numbers[i] - (data.origin[axis] + double(data.coordinates[i])));
        promise(rounding <= (data.rounding.empty() ? 0 : data.rounding[axis]), "no coordinate is rounded by more than is said");
    }
}

void check_error(const Error& error, const std::string& file_name, bool something_chosen) {
    const std::string line = error.one_line();
    promise(printable_line(line), "an error is one line, not: " + line);
    promise(line.size() <= 1000, "an error is short, not: " + line);
    promise(*error.what() != '\0', "an error says its cause: " + line);
    // An error may name a companion instead; errors in --columns need no file name.
    promise(error.kind == Failure::usage || line.find(file_name.substr(0, file_name.rfind('/') + 1)) != std::string::npos,
        "an error names the file: " + line);
    promise(error.kind == Failure::input || (error.kind == Failure::usage && something_chosen),
        "what is wrong with a small file is its content: " + line);
}

/// Returns pseudo-random options, mostly values that a file is likely to have.
LoadOptions drawn_options(std::uint64_t number) {
    const char* columns[] = {"", "", "1", "1,2", "2-3", "x,y", "3,1", "z"};
    const char* labels[] = {"", "", "1", "class", "label", "2"};
    LoadOptions options;
    options.strict = number & 1;
    options.quantities = number >> 1 & 1;
    options.columns = columns[(number >> 8) % std::size(columns)];
    options.label = labels[(number >> 16) % std::size(labels)];
    return options;
}

}  // namespace

const Reader* reader_named(std::string_view format) {
    for (const Format& each : all_formats)
        if (each.name == format) return each.reader;
    return nullptr;
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const Format& format : all_formats) names.emplace_back(format.name);
    return names;
}

std::vector<std::string> extensions_of(const Reader& reader) {
    std::istringstream all{std::string(reader.extensions)};
    return {std::istream_iterator<std::string>(all), {}};
}

Outcome read_checked(const Reader& reader, const std::string& file_name, std::string_view bytes, const ReadOptions& options) {
    Outcome outcome;
    try {
        outcome.data = read_plainly(reader, InputFile(file_name, std::string(bytes)), options, Progress{});
        outcome.accepted = true;
    } catch (const Error& error) {
        check_error(error, file_name, options.origin || !options.load.columns.empty() || !options.load.label.empty());
        outcome.message = error.one_line();
    }
    if (outcome.accepted) check_data(outcome.data, options);
    return outcome;
}

bool read_every_way(const Reader& reader, const std::string& file_name, std::string_view bytes) {
    const Outcome plain = read_checked(reader, file_name, bytes);
    const std::uint64_t number = XXH64(bytes.data(), bytes.size(), 0);
    // A file with an error mostly has it with any options.
    if (!plain.accepted && number >> 32 & 3) return false;
    ReadOptions drawn{drawn_options(number)};
    std::vector<double> numbers;
    if (plain.accepted && drawn.load.strict) drawn.origin = &plain.data.origin, drawn.numbers = &numbers;
    const Outcome other = read_checked(reader, file_name, bytes, drawn);
    if (drawn.numbers && other.accepted) check_numbers(numbers, other.data);
    // Archives may hold queries beside points: these are read if there is an origin.
    const bool queries = drawn.origin && (&reader == reader_named("npz") || &reader == reader_named("hdf5"));
    if (drawn.load.columns.empty() && drawn.load.label.empty() && !queries) {
        const bool left_out = plain.accepted && plain.data.skipped.count > 0;
        promise(!plain.accepted || other.accepted == !(drawn.load.strict && left_out), "strict refuses rows that are left out, only these");
        if (plain.accepted && other.accepted)
            promise(plain.data.coordinates == other.data.coordinates && plain.data.origin == other.data.origin,
                "attributes and a known origin change no point");
    }
    if (reader.preview) {
        try {
            const TablePreview preview =
                with_plain_errors([&] { return reader.preview(InputFile(file_name, std::string(bytes)), drawn.load); });
            promise(preview.columns.size() <= TablePreview::widest, "a preview is short");
            for (const ColumnPreview& column : preview.columns)
                promise(column.examples.size() <= TablePreview::rows, "a preview has few rows");
        } catch (const Error& error) { check_error(error, file_name, true); }
    }
    return plain.accepted;
}

}  // namespace neighborscope::test
