#include "app/data/load/csv/trajectories.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/load/csv/csv_table.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace neighborscope::csv {
namespace {

/// The positions that differ from the previous tick, tick by tick.
struct Changes {
    int dimension = 0;
    std::vector<float> first;                ///< [objects][dimension]
    std::vector<std::int64_t> tick_numbers;  ///< [ticks]
    std::vector<std::size_t> ends;           ///< [ticks]: where the changes of a tick end in `objects`
    std::vector<std::int32_t> objects;       ///< the objects that move
    std::vector<float> positions;            ///< [objects.size()][dimension], their new positions

    std::vector<float> extent(const Progress&) const {
        std::vector<float> extent(2 * std::size_t(dimension), INFINITY);
        std::fill(extent.begin() + dimension, extent.end(), -INFINITY);
        for (const std::vector<float>* all : {&first, &positions})
            for (std::size_t i = 0; i < all->size(); ++i) {
                float &low = extent[i % std::size_t(dimension)], &high = extent[std::size_t(dimension) + i % std::size_t(dimension)];
                low = std::min(low, (*all)[i]);
                high = std::max(high, (*all)[i]);
            }
        return extent;
    }
};

class TrajectoryCursor : public TickCursor {
public:
    TrajectoryCursor(std::shared_ptr<const Changes> changes, const Progress&) : changes_(std::move(changes)), now_(changes_->first) {}

    bool next(std::span<float> coordinates, const Progress&) override {
        if (tick_ + 1 >= changes_->ends.size()) return false;
        const std::size_t dimension = std::size_t(changes_->dimension);
        for (std::size_t i = changes_->ends[tick_]; i < changes_->ends[tick_ + 1]; ++i)
            std::copy_n(&changes_->positions[i * dimension], dimension, &now_[std::size_t(changes_->objects[i]) * dimension]);
        ++tick_;
        std::copy(now_.begin(), now_.end(), coordinates.begin());
        return true;
    }

private:
    std::shared_ptr<const Changes> changes_;
    std::vector<float> now_;
    std::size_t tick_ = 0;
};

class FileMotion : public MotionBy<Changes, TrajectoryCursor> {
public:
    using MotionBy::MotionBy;
    std::int64_t ticks() const override { return std::int64_t(rules_->tick_numbers.size()); }
    std::int64_t tick_number(std::int64_t tick) const override { return rules_->tick_numbers[std::size_t(tick)]; }
};

/// Returns the rows of the table ordered by tick, and within a tick as in the file. Empty if they are already ordered.
std::vector<std::int32_t> order_of(const std::vector<double>& ticks) {
    if (std::is_sorted(ticks.begin(), ticks.end())) return {};
    std::vector<std::int32_t> order(ticks.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(
        order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return ticks[std::size_t(a)] < ticks[std::size_t(b)]; });
    return order;
}

/// Replays the rows of the table tick by tick.
class Replay {
public:
    Replay(const DataSet& table, const std::vector<double>& ticks, const WordValues& ids)
        : table_(table), ticks_(ticks), ids_(ids), dimension_(std::size_t(table.dimension)), object_of_word_(ids.different.size(), -1) {
        changes_.dimension = table.dimension;
    }

    void play(const Progress& progress) {
        const Progress quiet{{}, progress.stop};
        const std::vector<std::int32_t> order = order_of(ticks_);
        const bool whole =
            std::all_of(ticks_.begin(), ticks_.end(), [](double tick) { return tick == std::floor(tick) && std::fabs(tick) < 9e15; });
        const std::size_t rows = ticks_.size();
        for (std::size_t from = 0; from < rows;) {
            const auto row_at = [&](std::size_t i) { return order.empty() ? i : std::size_t(order[i]); };
            const double tick = ticks_[row_at(from)];
            std::size_t to = from;
            for (; to < rows && ticks_[row_at(to)] == tick; ++to) move(row_at(to));
            end_tick(whole ? std::int64_t(tick) : std::int64_t(changes_.tick_numbers.size()));
            from = to;
            quiet.step(0, 0);
        }
    }

    std::int64_t objects() const { return std::int64_t(words_.size()); }
    /// Returns a column of words from each object's first row, with words numbered by first occurrence.
    Quantity of_first_rows(const Quantity& column) const {
        const WordValues& words = *column.words();
        WordValues found;
        std::vector<std::int32_t> number(words.different.size(), -1);
        for (const std::size_t row : first_rows_) {
            const std::int32_t word = words.of_point[row];
            if (word >= 0 && number[std::size_t(word)] < 0) {
                number[std::size_t(word)] = std::int32_t(found.different.size());
                found.different.push_back(words.different[std::size_t(word)]);
            }
            found.of_point.push_back(word < 0 ? -1 : number[std::size_t(word)]);
        }
        return {column.name, std::move(found)};
    }
    Changes take_changes() { return std::move(changes_); }
    /// [objects]: the rows of their first positions.
    const std::vector<std::size_t>& places() const { return places_; }
    /// The ids of the objects, in their order.
    Quantity title(std::string name) const {
        WordValues title;
        for (const std::int32_t word : words_) {
            title.of_point.push_back(std::int32_t(title.different.size()));
            title.different.push_back(ids_.different[std::size_t(word)]);
        }
        return {std::move(name), std::move(title)};
    }

private:
    void move(std::size_t row) {
        const float* position = &table_.coordinates[row * dimension_];
        std::int32_t& object = object_of_word_[std::size_t(ids_.of_point[row])];
        if (object < 0) {
            object = std::int32_t(words_.size());
            places_.push_back(row);
            words_.push_back(ids_.of_point[row]);
            first_rows_.push_back(row);
            now_.insert(now_.end(), position, position + dimension_);
            changes_.first.insert(changes_.first.end(), position, position + dimension_);
            changed_.push_back(born_);
            return;
        }
        if (changed_[std::size_t(object)] == born_) places_[std::size_t(object)] = row;
        float* place = &now_[std::size_t(object) * dimension_];
        if (std::equal(position, position + dimension_, place)) return;
        std::copy_n(position, dimension_, place);
        // In its first tick an object only takes the position that it has had from the beginning.
        if (changed_[std::size_t(object)] == born_) std::copy_n(position, dimension_, &changes_.first[std::size_t(object) * dimension_]);
        else if (changed_[std::size_t(object)] != this_tick()) {
            changed_[std::size_t(object)] = this_tick();
            moved_.push_back(object);
        }
    }

    void end_tick(std::int64_t number) {
        for (const std::int32_t object : moved_) {
            changes_.objects.push_back(object);
            const float* position = &now_[std::size_t(object) * dimension_];
            changes_.positions.insert(changes_.positions.end(), position, position + dimension_);
        }
        moved_.clear();
        changes_.tick_numbers.push_back(number);
        changes_.ends.push_back(changes_.objects.size());
        for (; settled_ < changed_.size(); ++settled_) changed_[settled_] = 0;
    }

    std::int64_t this_tick() const { return std::int64_t(changes_.tick_numbers.size()); }

    static constexpr std::int64_t born_ = -1;
    const DataSet& table_;
    const std::vector<double>& ticks_;
    const WordValues& ids_;
    std::size_t dimension_;
    std::vector<std::int32_t> object_of_word_;  ///< [ids_.different]: -1 before its first occurrence
    std::vector<std::int32_t> words_;           ///< [objects]
    std::vector<std::size_t> first_rows_;       ///< [objects]
    std::vector<std::size_t> places_;           ///< [objects]
    std::vector<float> now_;                    ///< [objects][dimension]
    std::vector<std::int64_t> changed_;         ///< [objects]: the tick of its last move, `born_` within its first tick
    std::vector<std::int32_t> moved_;           ///< in this tick
    std::size_t settled_ = 0;                   ///< objects that existed before this tick
    Changes changes_;
};

[[noreturn]] void refuse(const InputFile& file, const Layout& layout, std::int64_t row, int column, const char* what) {
    throw Error(Failure::input, place_of_row(file, layout, row) + ": " + layout.in_column(column) + what,
        "correct the line, or read the file as a table: --columns x,y");
}

}  // namespace

DataSet read_trajectories(
    const InputFile& file, const Layout& layout, const TrajectoryColumns& columns, const ReadOptions& options, const Progress& progress) {
    TablePlan plan;
    plan.coordinates = columns.coordinates;
    const bool labelled = columns.label >= 0 && columns.label != columns.id && options.load.quantities;
    plan.quantities = {{columns.tick, false}, {columns.id, true}};
    if (labelled) plan.quantities.push_back({columns.label, true});
    std::sort(plan.quantities.begin(), plan.quantities.end(), [](const auto& a, const auto& b) { return a.column < b.column; });
    DataSet data = read_table(file, layout, plan, options, progress);
    std::vector<Quantity> read = std::exchange(data.quantities, {});
    const auto of = [&](int column) -> Quantity& {
        return read[std::size_t(std::find_if(plan.quantities.begin(), plan.quantities.end(), [&](const auto& one) {
            return one.column == column;
        }) - plan.quantities.begin())];
    };
    const WordValues ids = std::get<WordValues>(std::move(of(columns.id).values));

    const auto row_of = [&](auto found, const auto& values) { return data.file_row(found - values.begin()); };
    std::vector<double> ticks;
    if (const WordValues* words = of(columns.tick).words()) {  // some field is not a number as written, though its text may be read as one
        ticks.resize(words->of_point.size());
        for (std::size_t row = 0; row < ticks.size(); ++row) {
            const std::int32_t word = words->of_point[row];
            if (word < 0 || read_number(words->different[std::size_t(word)], layout.dialect, ticks[row]) != Kind::number)
                refuse(file, layout, data.file_row(std::int64_t(row)), columns.tick, " is not a number");
        }
    } else {
        ticks = std::get<NumberValues>(std::move(of(columns.tick).values)).of_point;
    }
    if (const auto wrong = std::find_if(ticks.begin(), ticks.end(), [](double tick) { return std::isnan(tick); }); wrong != ticks.end())
        refuse(file, layout, row_of(wrong, ticks), columns.tick, " is missing");
    if (const auto wrong = std::find(ids.of_point.begin(), ids.of_point.end(), ids.missing); wrong != ids.of_point.end())
        refuse(file, layout, row_of(wrong, ids.of_point), columns.id, " is missing");

    require_memory(double(data.count()) * (data.dimension * 4 + 16), "sorting " + file.path() + " by ticks", "read a part of the file");
    Replay replay(data, ticks, ids);
    replay.play(progress);
    if (options.load.quantities) {
        data.quantities.push_back(replay.title(layout.name_of(columns.id)));
        data.set_title(0);
        if (labelled) data.quantities.push_back(replay.of_first_rows(of(columns.label)));
        if (columns.label >= 0) data.set_label(labelled ? 1 : 0);
    }
    Changes changes = replay.take_changes();
    data.coordinates = changes.first;
    if (options.numbers) {
        std::vector<double> first;
        for (const std::size_t row : replay.places()) {
            const auto at = options.numbers->begin() + std::ptrdiff_t(row * std::size_t(data.dimension));
            first.insert(first.end(), at, at + data.dimension);
        }
        *options.numbers = std::move(first);
    }
    // Titles are the objects' numbers: rows that were left out must be recorded.
    data.file_rows.resize(data.skipped.count ? std::size_t(replay.objects()) : 0);
    std::iota(data.file_rows.begin(), data.file_rows.end(), 0);
    if (changes.tick_numbers.size() > 1)
        data.motion = std::make_shared<const FileMotion>(std::make_shared<const Changes>(std::move(changes)));
    return data;
}

}  // namespace neighborscope::csv
