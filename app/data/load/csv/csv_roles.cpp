#include "app/data/load/csv/csv_roles.hpp"

#include "app/data/load/columns.hpp"
#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace neighborscope::csv {
namespace {

constexpr std::string_view labels[] = {"label", "labels", "class", "classes", "cls", "classname", "classlabel", "classid", "category",
    "species", "type", "kind", "target", "cluster", "clusterid", "group", "genus", "variety"};
constexpr std::string_view titles[] = {"name", "names", "title", "city", "place", "placename", "station", "stationname", "cityname"};
constexpr std::string_view hex_colours[] = {"colour", "color", "rgb", "hex"};
constexpr std::string_view primaries[][3] = {{"red", "green", "blue"}, {"r", "g", "b"}};
constexpr int few = 64;  // most values of a label that is not known by its name

class Guess {
public:
    explicit Guess(const Layout& layout) : layout_(layout) {
        for (const std::string& name : layout.names) names_.push_back(plain_name(name));
    }

    bool is_one_of(int column, std::span<const std::string_view> names) const {
        return !names_.empty() && std::find(names.begin(), names.end(), names_[std::size_t(column)]) != names.end();
    }

    /// Returns the first column with the first name for which `fits` is true.
    template <class Fits>
    int named(std::span<const std::string_view> names, const Fits& fits) const {
        for (const std::string_view name : names)
            for (std::size_t column = 0; column < names_.size(); ++column)
                if (names_[column] == name && fits(layout_.facts[column])) return int(column);
        return -1;
    }

    /// Returns the only column for which `fits` is true; -1 if there are none or several.
    template <class Fits>
    int only(const Fits& fits) const {
        int found = -1;
        for (int column = 0; column < layout_.columns; ++column) {
            if (!fits(layout_.facts[std::size_t(column)])) continue;
            if (found >= 0) return -1;
            found = column;
        }
        return found;
    }

    /// Returns the first column whose fields are points or other geometry, else that of vectors. Vectors of several lengths are included if
    /// there is no `other` choice, so that reading reports them. Empty if there is none.
    std::vector<int> several(bool other) const {
        for (const FieldForm form : {FieldForm::point, FieldForm::vector})
            for (int column = 0; column < layout_.columns; ++column) {
                const ColumnFacts& facts = layout_.facts[std::size_t(column)];
                if (facts.form == form && (!other || form == FieldForm::point || (facts.parts > 1 && facts.same_number_of_parts)))
                    return {column};
            }
        return {};
    }

    /// Whether the column only identifies rows. A column without a name beside named ones has row numbers, as pandas and R write.
    bool identifies(int column) const {
        const bool nameless = !names_.empty() && names_[std::size_t(column)].empty();
        return nameless || layout_.facts[std::size_t(column)].codes || is_one_of(column, identifier_names);
    }

    std::vector<int> numbers(int label, bool xyz) const {
        std::vector<int> all, without_names;
        for (int column = 0; column < layout_.columns; ++column) {
            if (!layout_.facts[std::size_t(column)].mostly_numbers() || column == label) continue;
            all.push_back(column);
            if (!identifies(column) && !is_one_of(column, labels)) without_names.push_back(column);
        }
        std::vector<int> columns = without_names.empty() ? all : without_names;
        // An XYZ file has x, y, z and then further values: colours, normals, intensity.
        if (xyz && columns.size() > 3) columns.resize(3);
        return columns;
    }

private:
    const Layout& layout_;
    std::vector<std::string> names_;
};

bool is_text(const ColumnFacts& facts) { return facts.texts > 0 && !facts.only_numbers() && facts.parts == 0; }

/// At most half as many values as rows, so that in a small file not every text becomes a label.
bool has_few_values(const ColumnFacts& facts) {
    const int values = facts.numbers + facts.texts;
    return is_text(facts) && facts.texts > facts.numbers && facts.different <= few && 2 * facts.different <= values;
}

bool all_differ(const ColumnFacts& facts) {
    const int values = facts.numbers + facts.texts;
    return (is_text(facts) || facts.codes) && values > 1 && 20 * facts.different >= 19 * values;
}

/// A column with this name may also hold numbers to be predicted, which are not classes.
bool may_be_label(const ColumnFacts& facts) {
    return facts.texts > 0 || (facts.numbers > 0 && facts.whole && (facts.different <= few || 2 * facts.different <= facts.numbers));
}

void find_colours(Roles& roles, const Guess& guess, const Layout& layout) {
    const auto free = [&](int column) { return column != roles.label && !holds(roles.coordinates, column); };
    for (const auto& names : primaries) {
        std::vector<int> columns;
        double maximum = 0, minimum = 0;
        bool whole = true;
        int above_byte = 0, above_zero = 0;
        for (const std::string_view& name : names) {
            const int column = guess.named({&name, 1}, [](const ColumnFacts& facts) { return facts.only_numbers(); });
            if (column < 0 || !free(column)) break;
            const ColumnFacts& facts = layout.facts[std::size_t(column)];
            maximum = std::max(maximum, facts.maximum);
            minimum = std::min(minimum, facts.minimum);
            whole = whole && facts.whole;
            above_byte += facts.above_byte;
            above_zero += facts.above_zero;
            columns.push_back(column);
        }
        if (columns.size() != 3 || minimum < 0 || maximum > 65535) continue;
        roles.colours = columns;
        // A single component of 256 among bytes does not mean 16 bits: it is shown as 255.
        roles.colour_scale = 2 * above_byte > above_zero ? 1 / 257.0 : maximum <= 1 && !whole ? 255 : 1;
        return;
    }
    const int hex = guess.named(hex_colours, [](const ColumnFacts& facts) { return facts.colours; });
    if (hex >= 0 && free(hex)) roles.colours = {hex};
}

/// Throws for a table whose numbers only identify rows, since its coordinates must be in text that is not understood. A table of numbers
/// only is accepted.
void refuse_identifiers(const InputFile& file, const Layout& layout, int identifier) {
    for (int column = 0; column < layout.columns; ++column) {
        const ColumnFacts& facts = layout.facts[std::size_t(column)];
        if (facts.texts == 0) continue;
        refuse_line(file, facts.first_text.begin,
            "no column holds coordinates: " + layout.in_column(identifier) + " only identifies rows, and '" + printable(facts.first_text) +
                "' in " + layout.in_column(column) + " is not a number",
            "write coordinates as columns of numbers; --columns " + std::to_string(identifier + 1) + " makes points of the identifiers");
    }
}

/// Returns columns with names of coordinates that have values in most rows, if they are enough.
std::vector<int> known_by_name(const Layout& layout, bool strict, std::vector<int>& skipped_columns) {
    std::vector<int> all = columns_by_name(layout.names);
    if (strict) return all;
    std::vector<std::string> names = layout.names;
    for (std::size_t column = 0; column < names.size(); ++column)
        if (layout.missing_values.is_mostly_missing(int(column))) names[column].clear();
    std::vector<int> full = columns_by_name(names);
    if (full.empty()) return all;
    skipped_columns = all;
    std::erase_if(skipped_columns, [&](int column) { return !layout.missing_values.is_mostly_missing(column); });
    return full;
}

}  // namespace

Roles find_roles(const InputFile& file, const Layout& layout, const LoadOptions& options) {
    const Guess guess(layout);
    Roles roles;
    const bool guess_label = options.label.empty();
    if (guess_label) roles.label = guess.named(labels, may_be_label);
    else if (options.label != "none") roles.label = chosen_column(file.path(), "--label", options.label, layout.names, layout.columns);

    bool known = true;
    if (!options.columns.empty()) roles.coordinates = chosen_columns(file.path(), options.columns, layout.names, layout.columns);
    else if (roles.coordinates = known_by_name(layout, options.strict, roles.skipped_columns); roles.coordinates.empty()) {
        const auto only_identifies = [&] {
            return std::ranges::all_of(roles.coordinates, [&](int column) { return guess.identifies(column); });
        };
        roles.coordinates = guess.several(true);
        known = !roles.coordinates.empty();
        if (const int numbers = layout.dialect.numbers_after_word; numbers > 0) {
            roles.coordinates.resize(std::size_t(numbers));
            std::iota(roles.coordinates.begin(), roles.coordinates.end(), 1);
        } else if (!known) {
            roles.coordinates = guess.numbers(roles.label, extension_of(file.name()) == ".xyz");
            if (only_identifies())
                if (const std::vector<int> several = guess.several(false); !several.empty()) roles.coordinates = several;
            if (roles.coordinates.empty() && guess_label) {  // a class as a coordinate is better than no coordinate
                roles.label = -1;
                roles.coordinates = guess.numbers(-1, false);
            }
            if (!roles.coordinates.empty() && only_identifies()) refuse_identifiers(file, layout, roles.coordinates.front());
        }
        if (!options.strict)
            roles.skipped_columns = std::exchange(roles.coordinates, layout.missing_values.columns_that_keep_most_rows(roles.coordinates));
        std::erase_if(roles.skipped_columns, [&](int column) { return holds(roles.coordinates, column); });
    }
    if (roles.coordinates.empty()) throw Error(Failure::input, file.path() + " has no column of numbers", "name a file with coordinates");
    if (known) find_colours(roles, guess, layout);

    const auto taken = [&](int column) { return holds(roles.coordinates, column) || holds(roles.colours, column); };
    if (guess_label && roles.label < 0) roles.label = guess.only(has_few_values);
    if (guess_label && roles.label >= 0 && taken(roles.label)) roles.label = -1;
    roles.title = layout.dialect.numbers_after_word > 0 ? 0 : guess.named(titles, is_text);
    if (roles.title < 0) roles.title = guess.named(identifier_names, all_differ);
    if (roles.title < 0) roles.title = guess.only(all_differ);
    if (roles.title >= 0 && (taken(roles.title) || roles.title == roles.label)) roles.title = -1;
    return roles;
}

std::optional<TrajectoryColumns> find_trajectories(const InputFile& file, const Layout& layout, const LoadOptions& options) {
    if (!options.columns.empty()) return std::nullopt;
    constexpr std::string_view ticks[] = {"tick", "t", "time"}, ids[] = {"id", "objectid", "trackid", "object", "track"};
    const Guess guess(layout);
    const auto any = [](const ColumnFacts&) { return true; };
    TrajectoryColumns columns;
    columns.tick = guess.named(ticks, [](const ColumnFacts& facts) { return facts.mostly_numbers(); });
    columns.id = guess.named(ids, any);
    for (const std::string_view name : {"x", "y", "z"}) {
        const int column = guess.named({&name, 1}, any);
        if (column >= 0 && name == "z" && !options.strict && layout.missing_values.is_mostly_missing(column))
            columns.skipped_columns.push_back(column);
        else if (column >= 0) columns.coordinates.push_back(column);
        else if (name != "z") return std::nullopt;
    }
    if (columns.tick < 0 || columns.id < 0) return std::nullopt;
    if (options.label.empty() || options.label == "none") return columns;
    columns.label = chosen_column(file.path(), "--label", options.label, layout.names, layout.columns);
    if (columns.label == columns.tick)
        throw Error(
            Failure::usage, "--label " + options.label + ": the ticks of " + file.path() + " are no classes", "name another column");
    return columns;
}

}  // namespace neighborscope::csv
