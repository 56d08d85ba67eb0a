#include "app/measure/curve.hpp"

#include "app/data/make/parameters.hpp"
#include "app/data/make/stream.hpp"
#include "app/data/points/metric_coordinates.hpp"
#include "app/data/points/point_set.hpp"
#include "app/data/save/csv_text.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/error.hpp"
#include "gpu/index/own_index.hpp"
#include "gpu/index/reach.hpp"
#include "gpu/index/replay.hpp"
#include "gpu/row_filter.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace neighborscope::measure {
namespace {

constexpr double logarithmic_from = 10;  // ratio of the ends from which the axis is logarithmic
constexpr std::uint64_t seed_of_rows = 901;

[[noreturn]] void refuse(const std::string& cause, const std::string& remedy) { throw Error(Failure::usage, cause, remedy); }

double number_in(const std::string& text, const std::string& whole) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        refuse("'" + whole + "': '" + text + "' is not a number", "write for example n=1000:100000");
    return value;
}

const OptionSpec* spec_of(const CurveLine& line, const std::string& option) {
    for (const OptionSpec& spec : line.method->info.options)
        if (spec.name == option) return &spec;
    return nullptr;
}

/// Returns the parameter of the generator that varies; "" if the points are not generated for each place.
std::string made_by(const CurveRequest& request) {
    const Generator* generator = generator_of(request.source);
    if (!generator) return {};
    if (request.along.what == "n") return "n";
    const std::string_view parameters = generator->parameters;
    return request.along.what == "dimension" && parameters.find("d=") != std::string_view::npos ? "d" : "";
}

/// Rounds a place to a power of two or an integer; large integers to few significant digits.
double as_integer(double value, bool powers, bool round) {
    if (powers) return std::exp2(std::round(std::log2(value)));
    if (!round || value < 100) return std::round(value);
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
    return std::round(value / unit) * unit;
}

std::vector<double> places_of(const Along& along, bool integer, bool powers) {
    std::vector<double> places;
    for (int i = 0; i < along.places; ++i) {
        const double share = along.places > 1 ? double(i) / (along.places - 1) : 0;
        double place =
            along.logarithmic ? along.from * std::pow(along.to / along.from, share) : along.from + share * (along.to - along.from);
        const bool end = i == 0 || i == along.places - 1;
        if (integer) place = end && !powers ? std::round(i == 0 ? along.from : along.to) : as_integer(place, powers, along.what == "n");
        place = std::clamp(place, along.from, along.to);
        if (places.empty() || place > places.back()) places.push_back(place);
    }
    return places;
}

/// Returns the data at a place: generated, or a part of the loaded data.
std::shared_ptr<const DataSet> data_at(const CurveRequest& request, double place, const Progress& progress) {
    const Progress stop_only = progress.without_report();
    if (const std::string parameter = made_by(request); !parameter.empty()) {
        LoadOptions options;
        options.only = request.only;
        options.quantities = !request.only.where.empty();
        return std::make_shared<const DataSet>(
            load_data(with_parameter(request.source, parameter, number_text(place)), options, stop_only));
    }
    const DataSet& whole = *request.data;
    const auto part = std::make_shared<DataSet>();
    part->name = whole.name, part->source = whole.source, part->format = whole.format;
    const bool fewer_rows = request.along.what == "n", fewer_axes = request.along.what == "dimension";
    if ((fewer_rows && std::int64_t(place) == whole.count()) || (fewer_axes && int(place) == whole.dimension) ||
        (!fewer_rows && !fewer_axes))
        return request.data;
    part->dimension = fewer_axes ? int(place) : whole.dimension;
    std::vector<std::int64_t> rows(std::size_t(whole.count()));
    std::iota(rows.begin(), rows.end(), 0);
    if (fewer_rows) {  // the first rows of a fixed random order: the smaller of two places is a subset of the larger
        const std::size_t wanted = std::size_t(place);
        for (std::size_t i = 0; i < wanted; ++i) std::swap(rows[i], rows[i + counter_hash(seed_of_rows, i) % (rows.size() - i)]);
        rows.resize(wanted);
        std::sort(rows.begin(), rows.end());
    }
    part->coordinates.reserve(rows.size() * std::size_t(part->dimension));
    for (const std::int64_t row : rows) {
        const auto from = whole.coordinates.begin() + std::ptrdiff_t(row) * whole.dimension;
        part->coordinates.insert(part->coordinates.end(), from, from + part->dimension);
    }
    if (whole.filter) {
        std::vector<bool> allowed;
        for (const std::int64_t row : rows) allowed.push_back(whole.filter->allows(row));
        part->conditions = whole.conditions;
        part->filter = std::make_shared<const RowFilter>(std::move(allowed));
    }
    part->origin.assign(whole.origin.begin(), whole.origin.begin() + part->dimension);
    if (int(whole.axes.size()) >= part->dimension) part->axes.assign(whole.axes.begin(), whole.axes.begin() + part->dimension);
    part->hash = hash_of(*part, stop_only);
    return part;
}

/// Returns the lower bound of the phases' milliseconds, with index traversals, each at the slower of memory and arithmetic; -1: unknown.
double floor_of(const std::vector<PhaseTime>& phases, const std::vector<Counter>& counters, DeviceKind device, const Progress& progress) {
    const Ceilings most = ceilings(device, progress);
    double sum = 0;
    for (const PhaseTime& phase : phases) {
        const LowerBound lower_bound = with_traversal(phase.lower_bound, counters);
        if (!lower_bound.is_complete()) return -1;
        sum += 1e3 * std::max(lower_bound.bytes / most.read_bytes_per_second, lower_bound.operations / most.fp32_operations_per_second);
    }
    return sum > 0 ? sum : -1;
}

/// One place, with its data on the devices that need it.
class Place {
public:
    Place(const CurveRequest& request, double place, const Progress& progress)
        : request_(request), progress_(progress), place_(place), data_(data_at(request, place, progress)) {}

    /// Moves to another place with the same data.
    void go_to(double place) { place_ = place; }

    CurvePoint measure(const CurveLine& line) {
        CurvePoint point;
        const Question question = question_of(line, point);
        const MethodInfo& info = line.method->info;
        if (request_.along.is_option() && !spec_of(line, request_.along.what)) {
            point.why_not = "has no option " + request_.along.what;
            return point;
        }
        const Problem problem{allowed_rows(*data_), point.queries, point.dimension, point.k, question.metric, question.queries == 0,
            own_index_of(*data_), data_->filter != nullptr};
        if (const auto why = info.unsupported_reason(problem, point.device)) {
            point.why_not = *why;
            return point;
        }
        const bool cuda = point.device == DeviceKind::cuda;
        try {
            if (!residents_.contains({point.device, needs_true_coordinates(*data_, question.metric)}))
                if (point.why_not = too_large(point.n, point.dimension, !cuda, cuda); !point.why_not.empty()) return point;
            ResidentData& resident = this->resident(point.device, question.metric);
            Times times = measure_total(resident, question, progress_);
            measure_work(resident, question, point, times);
            point.milliseconds = std::move(times.milliseconds);
        } catch (const Error& error) {
            if (error.kind != Failure::memory && error.kind != Failure::usage) throw;
            point.why_not = error.what();
        }
        return point;
    }

private:
    Question question_of(const CurveLine& line, CurvePoint& point) const {
        Question question{line.method, line.options, request_.queries, request_.k, line.metric.value_or(request_.metric), request_.repeats};
        const std::string& along = request_.along.what;
        if (along == "k") question.k = int(place_);
        else if (along == "queries") question.queries = std::int64_t(place_);
        else if (request_.along.is_option() && spec_of(line, along)) question.options[along] = number_text(place_);
        point.n = data_->count(), point.dimension = data_->dimension, point.k = question.k;
        point.queries = question.queries > 0 ? question.queries : point.n;
        const bool there = request_.device == DeviceKind::host ? line.method->info.supports.host : line.method->info.supports.cuda;
        point.device = there ? request_.device : DeviceKind::host;
        return question;
    }
    /// Runs without timing: lower bounds of the phases, computed distances, recall.
    void measure_work(ResidentData& resident, const Question& question, CurvePoint& point, const Times& times) {
        const Progress stop_only = progress_.without_report();
        ListSet lists(resident.device(), point.queries, question.k);
        const auto again = [&](Measure what) {
            return resident.searcher(question, stop_only)
                .search(resident.queries(question.queries), question.k, question.metric, lists, stop_only, what);
        };
        const Report report = again(Measure::phases);
        const std::vector<Counter> counters = again(Measure::counters).counters;
        point.floor_milliseconds = floor_of(report.phases, counters, resident.device(), stop_only);
        point.build_milliseconds = report.build_milliseconds;
        for (const Counter& counter : counters)
            if (counter.name == "distances") point.distances = counter.value;
        if (!question.method->info.supports.approximate) return;
        FetchedLists found;
        times.lists.fetch(found.index, found.distance);
        point.recall = recall_of(found, truth(question, point.queries), question.k, question.metric);
        if (question.method->info.supports.own_index) point.ceiling = ceiling(resident, question, point.queries);
    }
    /// Computed once for all settings of the index: they do not change where links lead.
    double ceiling(ResidentData& resident, const Question& question, std::int64_t queries) {
        auto [known, is_new] = ceilings_.try_emplace({question.queries, {question.k, question.metric}});
        if (!is_new) return known->second;
        stored::StoredIndex index = *data_->own_index;
        if (stored::metric_of(index) != question.metric) stored::set_metric(index, stored::vector_metric_of(question.metric));
        std::optional<stored::ReachOfStarts> reach;
        if (index.has_graph()) reach.emplace(index);
        stored::IndexReplay replay(index);
        const FetchedLists& wanted = truth(question, queries);
        const float* const asked = resident.queries(question.queries).queries().points.coordinates;
        std::int64_t all = 0, reachable = 0;
        for (std::int64_t query = 0; query < queries; ++query) {
            const std::int32_t start = reach ? replay.start_of(asked + query * data_->dimension) : -1;
            for (std::int64_t at = query * question.k; at < (query + 1) * question.k; ++at) {
                const std::int32_t row = wanted.index[std::size_t(at)];
                if (row < 0) break;
                ++all;
                reachable += !index.is_deleted(row) && (!reach || reach->reaches(start, row));
            }
        }
        return known->second = all > 0 ? double(reachable) / double(all) : 1;
    }
    const FetchedLists& truth(const Question& question, std::int64_t queries) {
        FetchedLists& known = truths_[{question.queries, {question.k, question.metric}}];
        if (!known.index.empty()) return known;
        Question exact = question;
        exact.method = &find_method("serial");
        exact.options.clear();
        ResidentData& on_host = resident(DeviceKind::host, exact.metric);
        ListSet lists(DeviceKind::host, queries, question.k);
        const Progress stop_only = progress_.without_report();
        on_host.searcher(exact, stop_only).search(on_host.queries(exact.queries), exact.k, exact.metric, lists, stop_only);
        lists.fetch(known.index, known.distance);
        return known;
    }
    ResidentData& resident(DeviceKind device, Metric metric) {
        const bool from_zero = needs_true_coordinates(*data_, metric);
        auto& found = residents_[{device, from_zero}];
        if (from_zero && !from_zero_) from_zero_ = data_for_metric(metric, data_, progress_.without_report());
        if (!found) found = std::make_unique<ResidentData>(device, from_zero ? *from_zero_ : *data_, progress_.without_report());
        return *found;
    }

    const CurveRequest& request_;
    const Progress& progress_;
    double place_;
    std::shared_ptr<const DataSet> data_, from_zero_;  ///< unchanged, and for metrics that need true coordinates
    std::map<std::pair<DeviceKind, bool>, std::unique_ptr<ResidentData>> residents_;
    std::map<std::pair<std::int64_t, std::pair<int, Metric>>, FetchedLists> truths_;
    std::map<std::pair<std::int64_t, std::pair<int, Metric>>, double> ceilings_;
};

}  // namespace

std::string number_text(double value) {
    std::string text;
    if (std::abs(value) < 1e15 && value == std::floor(value)) append_number(text, std::int64_t(value));  // 1000000, not 1e+06
    else append_number(text, value);
    return text;
}

Along along_in(const std::string& text) {
    const std::string example = "write for example n=1000:100000, k=1:64 or threads=32:1024";
    const std::size_t mark = text.find('=');
    if (mark == std::string::npos || mark == 0) refuse("'" + text + "' does not say what varies and over which range", example);
    Along along;
    along.what = text.substr(0, mark);
    std::vector<std::string> parts(1);
    for (const char c : text.substr(mark + 1)) {
        if (c == ':') parts.emplace_back();
        else parts.back() += c;
    }
    if (parts.size() < 2) refuse("'" + text + "' has no end: it needs FROM:TO", example);
    along.from = number_in(parts[0], text), along.to = number_in(parts[1], text);
    if (!(along.to > along.from))
        refuse("'" + text + "' is not an increasing range: " + parts[1] + " is not more than " + parts[0], example);
    along.logarithmic = along.from > 0 && along.to / along.from >= logarithmic_from;
    for (std::size_t i = 2; i < parts.size(); ++i) {
        if (parts[i] == "linear") along.logarithmic = false;
        else if (parts[i] == "log") along.logarithmic = true;
        else {
            const double places = number_in(parts[i], text);
            if (places != std::floor(places) || places < 2 || places > most_places)
                refuse("'" + text + "': '" + parts[i] + "' is not a number of values from 2 to " + std::to_string(most_places), example);
            along.places = int(places);
        }
    }
    if (along.logarithmic && !(along.from > 0))
        refuse("'" + text + "': a logarithm needs numbers above 0", "write :linear, or begin above 0");
    return along;
}

std::string text_of(const Along& along) {
    const bool by_itself = along.from > 0 && along.to / along.from >= logarithmic_from;
    return along.what + "=" + number_text(along.from) + ":" + number_text(along.to) +
           (along.places == Along().places ? "" : ":" + std::to_string(along.places)) +
           (along.logarithmic == by_itself ? ""
               : along.logarithmic         ? ":log"
                                           : ":linear");
}

std::vector<std::size_t> coarse_to_fine_order(std::size_t count) {
    std::vector<std::size_t> order;
    if (count > 0) order.push_back(0);
    if (count > 1) order.push_back(count - 1);
    std::vector<std::pair<std::size_t, std::size_t>> gaps;
    if (count > 2) gaps.emplace_back(0, count - 1);
    while (!gaps.empty()) {
        std::vector<std::pair<std::size_t, std::size_t>> next;
        for (const auto& [low, high] : gaps) {
            const std::size_t middle = (low + high) / 2;
            order.push_back(middle);
            if (middle - low > 1) next.emplace_back(low, middle);
            if (high - middle > 1) next.emplace_back(middle, high);
        }
        gaps = std::move(next);
    }
    return order;
}

bool CurveRequest::needs_data() const { return made_by(*this).empty(); }

bool CurveRequest::operator==(const CurveRequest& other) const {
    const bool same_points = !needs_data() || data == other.data || (data && other.data && data->hash == other.data->hash);
    const auto source_of = [](const CurveRequest& one) {
        const std::string parameter = made_by(one);
        return parameter.empty() ? one.source : with_parameter(one.source, parameter, "1");
    };
    return source_of(*this) == source_of(other) && only == other.only && same_points && lines == other.lines && along == other.along &&
           (along.what == "k" || k == other.k) && metric == other.metric && (along.what == "queries" || queries == other.queries) &&
           device == other.device && repeats.most == other.repeats.most && repeats.time_budget_ms == other.repeats.time_budget_ms;
}

Interval CurvePoint::time() const {
    std::vector<double> values = milliseconds;
    return values.empty() ? Interval() : median_of(values);
}

std::size_t Curve::done() const {
    std::size_t count = 0;
    for (const auto& line : points)
        for (const auto& point : line) count += point.has_value();
    return count;
}

std::optional<double> Curve::seconds_left() const {
    double sum = 0;
    for (const auto& line : points) {
        if (line.empty() || !line.front() || !line.back()) return std::nullopt;
        for (std::size_t at = 1; at < line.size(); ++at) {
            if (line[at]) continue;
            std::size_t low = at - 1, high = at + 1;
            while (!line[low]) --low;
            while (!line[high]) ++high;
            const double share = (places[at] - places[low]) / (places[high] - places[low]);
            sum += std::lerp(line[low]->seconds, line[high]->seconds, share);
        }
    }
    return sum;
}

Curve begin_curve(CurveRequest request) {
    Along& along = request.along;
    for (CurveLine& line : request.lines) line.options.erase(along.what);
    if (request.lines.empty()) refuse("no method is given", "name one or more, for example heap,quadtree-cached");
    if (request.lines.size() > most_lines)
        refuse(
            std::to_string(request.lines.size()) + " methods are too many for a chart", "name " + std::to_string(most_lines) + " at most");
    Curve curve;
    bool integer = true, powers = false;
    if (along.is_option()) {
        const OptionSpec* spec = nullptr;
        std::vector<std::string_view> known{"n", "k", "queries", "dimension"};
        for (const CurveLine& line : request.lines) {
            if (!spec) spec = spec_of(line, along.what);
            for (const OptionSpec& one : line.method->info.options)
                if (!std::holds_alternative<neighborscope::Choice>(one.domain) && !std::holds_alternative<Flag>(one.domain))
                    known.push_back(one.name);
        }
        std::string names;
        for (const std::string_view name : std::set<std::string_view>(known.begin(), known.end()))
            names += (names.empty() ? "" : ", ") + std::string(name);
        if (!spec) refuse("'" + along.what + "' is neither n, k, queries, dimension nor an option of these methods", "there are " + names);
        const auto* whole = std::get_if<IntegerRange>(&spec->domain);
        const auto* real = std::get_if<RealRange>(&spec->domain);
        if (!whole && !real)
            refuse("the option " + along.what + " is not a number",
                "compare its values as separate curves: METHOD:" + along.what + "=A,METHOD:" + along.what + "=B");
        const double low = whole ? double(whole->from) : real->from, high = whole ? double(whole->to) : real->to;
        if (along.from < low || along.to > high)
            refuse(along.what + " goes from " + number_text(low) + " to " + number_text(high), "choose a range within it");
        integer = whole != nullptr, powers = whole && whole->powers_of_two;
    } else if (along.from < 1) {
        refuse(along.what + " begins at 1, not at " + number_text(along.from), "begin at 1 or more");
    } else if (along.to > (along.what == "dimension" ? 4096 : 2e9)) {
        refuse(number_text(along.to) + " is too large for " + along.what,
            along.what == "dimension" ? "methods take at most 4096" : "end at 2e9 or lower");
    }
    if (request.needs_data()) {
        if (!request.data || request.data->count() == 0) refuse("there are no points to measure", "open data first");
        const bool rows = along.what == "n", axes = along.what == "dimension";
        const double there = rows ? double(request.data->count()) : double(request.data->dimension);
        if (axes && generator_of(request.source))
            refuse("these points always have " + number_text(there) + " dimensions", "use uniform: or vectors:");
        if (rows || axes) {
            if (along.from >= there)
                refuse("the data have " + number_text(there) + (rows ? " points" : " dimensions") + " only",
                    "begin below " + number_text(there));
            if (along.to > there) {
                curve.remarks.push_back("The data end at " + number_text(there) + (rows ? " points." : " dimensions."));
                along.to = there;
            }
            curve.remarks.push_back(
                rows ? "Fewer points are rows of the data chosen at random, always the same (seed " + std::to_string(seed_of_rows) + ")."
                     : "Fewer dimensions are the first ones of the data.");
        }
    }
    curve.places = places_of(along, integer, powers);
    curve.points.assign(request.lines.size(), std::vector<std::optional<CurvePoint>>(curve.places.size()));
    curve.asked = std::move(request);
    return curve;
}

void measure_curve(Curve& curve, const Progress& progress, const std::function<void(const Curve&)>& on_point) {
    const CurveRequest asked = curve.asked;
    const bool same_data = asked.along.what == "k" || asked.along.what == "queries";
    std::unique_ptr<Place> place;
    for (const std::size_t at : coarse_to_fine_order(curve.places.size())) {
        const auto lacks = [&](const auto& line) { return !line[at]; };
        if (std::none_of(curve.points.begin(), curve.points.end(), lacks)) continue;
        progress.step(double(curve.done()), double(curve.all()));
        auto began = std::chrono::steady_clock::now();
        if (!place || !same_data) place.reset(), place = std::make_unique<Place>(asked, curve.places[at], progress);
        else place->go_to(curve.places[at]);
        for (std::size_t line = 0; line < asked.lines.size(); ++line) {
            if (curve.points[line][at]) continue;
            CurvePoint point = place->measure(asked.lines[line]);
            const auto ended = std::chrono::steady_clock::now();
            point.seconds = std::chrono::duration<double>(ended - std::exchange(began, ended)).count();
            if (point.measured()) curve.busy_ceilings = ceilings(point.device, progress.without_report()).was_busy();
            curve.points[line][at] = std::move(point);
            progress.step(double(curve.done()), double(curve.all()));
            if (on_point) on_point(curve);
        }
    }
}

std::string csv_of(const Curve& curve) {
    std::string text = "method,options,device,data,n,dimension,k,queries,metric,quantity,repeat,value\n";
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        const CurveLine& line = curve.asked.lines[i];
        for (std::size_t at = 0; at < curve.places.size(); ++at) {
            const std::optional<CurvePoint>& point = curve.points[i][at];
            if (!point || !point->measured()) continue;
            std::map<std::string, std::string> options = line.options;
            if (curve.asked.along.is_option()) options[curve.asked.along.what] = number_text(curve.places[at]);
            std::string settings, start;
            for (const auto& [name, value] : options) settings += (settings.empty() ? "" : " ") + name + "=" + value;
            append_field(start, line.method->info.name);
            append_field(start += ",", settings);
            start += "," + std::string(name(point->device)) + ",";
            append_field(start, curve.asked.source);
            start += "," + std::to_string(point->n) + "," + std::to_string(point->dimension) + "," + std::to_string(point->k) + "," +
                     std::to_string(point->queries) + "," + std::string(name(line.metric.value_or(curve.asked.metric))) + ",";
            const auto add = [&](const char* quantity, const std::string& repeat, double value) {
                text += start + quantity + "," + repeat + "," + number_text(value) + "\n";
            };
            for (std::size_t run = 0; run < point->milliseconds.size(); ++run)
                add("milliseconds", std::to_string(run + 1), point->milliseconds[run]);
            if (point->floor_milliseconds >= 0) add("least milliseconds", "", point->floor_milliseconds);
            if (point->distances >= 0) add("distances", "", double(point->distances));
            add("recall", "", point->recall);
            if (line.method->info.supports.own_index) add("ceiling", "", point->ceiling);
        }
    }
    return text;
}

}  // namespace neighborscope::measure
