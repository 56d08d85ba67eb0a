#include "gpu/costs.hpp"

#include <charconv>
#include <cmath>
#include <array>
#include <mutex>
#include <numbers>
#include <sstream>
#include <utility>

namespace neighborscope {
namespace {

/// The number of points that a search visits in a kd-tree over uniform points with ten per leaf: a leaf is a cube, and (1 + r / side)^D
/// leaves are visited, with r the radius of a ball of k points. In many dimensions these are all.
double visited_points(double n, double d, double k) {
    constexpr double leaf = 10;
    const double ball = 0.5 * d * std::log(std::numbers::pi) - std::lgamma(0.5 * d + 1);  // logarithm of the volume of the unit ball
    const double logarithm = std::log(leaf) + d * std::log1p(std::exp((std::log(k / leaf) - ball) / d));
    return logarithm < std::log(n) ? std::exp(logarithm) : n;
}

/// From so many queries on, FAISS uses a matrix product (faiss::distance_compute_blas_threshold).
constexpr double least_of_product = 20;

constexpr CostTerm terms[] = {
    {"1: launches", [](double, double, double, double) { return 1.0; }},
    {"1 where several ask: threads", [](double, double, double q, double) { return q > 1 ? 1.0 : 0.0; }},
    {"D: a row", [](double, double d, double, double) { return d; }},
    {"k: one list", [](double, double, double, double k) { return k; }},
    {"n: a pass over the points", [](double n, double, double, double) { return n; }},
    {"n D: their coordinates", [](double n, double d, double, double) { return n * d; }},
    {"n k: points that enter lists", [](double n, double, double, double k) { return n * k; }},
    {"|Q|: queries", [](double, double, double q, double) { return q; }},
    {"|Q| D: their coordinates", [](double, double d, double q, double) { return q * d; }},
    {"|Q| n: distances", [](double n, double, double q, double) { return q * n; }},
    {"|Q| n D: their terms", [](double n, double d, double q, double) { return q * n * d; }},
    {"|Q| n where few ask: no matrix product", [](double n, double, double q, double) { return q < least_of_product ? q * n : 0.0; }},
    {"|Q| n D where few ask", [](double n, double d, double q, double) { return q < least_of_product ? q * n * d : 0.0; }},
    {"|Q| v: points that a kd-tree visits", [](double n, double d, double q, double k) { return q * visited_points(n, d, k); }},
    {"|Q| v D: their terms", [](double n, double d, double q, double k) { return q * d * visited_points(n, d, k); }},
    {"|Q| k: lists", [](double, double, double q, double k) { return q * k; }},
    {"|Q| k D: exact distances", [](double, double d, double q, double k) { return q * k * d; }},
    {"|Q| k^1.5: lists kept in order", [](double, double, double q, double k) { return q * std::pow(k, 1.5); }},
    {"|Q| log n: ways down a tree", [](double n, double, double q, double) { return q * std::log2(n + 1); }},
    {"|Q| k log n: points that enter lists", [](double n, double, double q, double k) { return q * k * std::log2(n / k + 2); }},
    {"sqrt(n |Q|): a device that is not full", [](double n, double, double q, double) { return std::sqrt(n * q); }},
    {"k^1.5: one long list in order", [](double, double, double, double k) { return std::pow(k, 1.5); }},
    {"k^1.5 where 1024 and more ask: lists of a warp in order",
        [](double, double, double q, double k) { return q >= 1024 ? std::pow(k, 1.5) : 0.0; }},
};
constexpr std::size_t number_of_terms = std::size(terms);

std::vector<double> term_values(const Problem& problem) {
    const double k = double(std::min<std::int64_t>(problem.k, std::max<std::int64_t>(problem.count, 1)));
    std::vector<double> all;
    for (const CostTerm& term : terms) all.push_back(term.of(double(problem.count), double(problem.dimension), double(problem.queries), k));
    return all;
}

/// The costs that the program contains, measured by `neighborscope bench regimes`.
constexpr std::string_view bundled_costs =
#include "gpu/costs.inc"
    ;

std::mutex guard;
std::vector<DeviceCosts>& known_costs() {
    static std::vector<DeviceCosts> all = read_costs(std::string(bundled_costs), "costs.inc");
    return all;
}

}  // namespace

std::span<const CostTerm> cost_terms() { return terms; }

CostFactors fit_costs(std::span<const TimedProblem> timed) {
    // Divides rows by their times, so that all errors are relative, and columns by their maxima, so that one step size suits all.
    std::vector<std::vector<double>> rows;
    std::vector<double> greatest(number_of_terms, 0);
    for (const TimedProblem& one : timed) {
        if (!(one.milliseconds > 0)) continue;
        rows.push_back(term_values(one.problem));
        for (std::size_t t = 0; t < number_of_terms; ++t) greatest[t] = std::max(greatest[t], rows.back()[t] /= one.milliseconds);
    }
    CostFactors factors(number_of_terms, 0);
    if (rows.empty()) return factors;
    for (double& most : greatest)
        if (most == 0) most = 1;  // a term that is 0 in all problems
    std::vector<std::vector<double>> squares(number_of_terms, std::vector<double>(number_of_terms, 0));
    std::vector<double> target(number_of_terms, 0);
    for (const std::vector<double>& row : rows)
        for (std::size_t a = 0; a < number_of_terms; ++a) {
            target[a] += row[a] / greatest[a];
            for (std::size_t b = 0; b < number_of_terms; ++b) squares[a][b] += row[a] / greatest[a] * row[b] / greatest[b];
        }
    constexpr int sweeps = 3000;  // of coordinate descent: each factor in turn, none below 0
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (std::size_t a = 0; a < number_of_terms; ++a) {
            double rest = target[a];
            for (std::size_t b = 0; b < number_of_terms; ++b)
                if (b != a) rest -= squares[a][b] * factors[b];
            factors[a] = squares[a][a] > 0 ? std::max(0.0, rest / squares[a][a]) : 0;
        }
    for (std::size_t t = 0; t < number_of_terms; ++t) factors[t] /= greatest[t];
    return factors;
}

double sum_of_costs(const CostFactors& factors, const Problem& problem) {
    const std::vector<double> all = term_values(problem);
    double sum = 0;
    for (std::size_t t = 0; t < std::min(all.size(), factors.size()); ++t) sum += factors[t] * all[t];
    return sum;
}

namespace {

/// How different two problems are: 0 for equal ones, 1 if the time of one says little about the other.
double dissimilarity(const Problem& a, const Problem& b) {
    constexpr double points = 1.2, dimension = 0.6, queries = 0.6, k = 0.8;  // natural logarithms
    const auto squared = [](double x, double y, double far) {
        const double ratio = std::log(std::max(x, 1.0) / std::max(y, 1.0)) / far;
        return ratio * ratio;
    };
    return squared(double(a.count), double(b.count), points) + squared(a.dimension, b.dimension, dimension) +
           squared(double(a.queries), double(b.queries), queries) + squared(a.k, b.k, k);
}

}  // namespace

MethodCosts::MethodCosts(std::vector<TimedProblem> timed) : timed_(std::move(timed)), factors_(fit_costs(timed_)) {
    for (const TimedProblem& one : timed_)
        log_errors_.push_back(std::log(one.milliseconds / std::max(sum_of_costs(factors_, one.problem), 1e-9)));
}

double MethodCosts::expected_milliseconds(const Problem& problem) const {
    constexpr double prior_weight = 1e-3;  // far from all measured problems the sum is not corrected
    double weights = prior_weight, sum = 0;
    for (std::size_t i = 0; i < timed_.size(); ++i) {
        const double weight = std::exp(-0.5 * dissimilarity(problem, timed_[i].problem));
        weights += weight;
        sum += weight * log_errors_[i];
    }
    return sum_of_costs(factors_, problem) * std::exp(sum / weights);
}

std::vector<DeviceCosts> read_costs(const std::string& text, const std::string& source) {
    std::vector<DeviceCosts> all;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty() || line.front() == '#') continue;
        const auto wrong = [&](const std::string& what) {
            return Error(Failure::input, source + ", line " + std::to_string(number) + ": " + what,
                "a line is device|kind|method|n D |Q| k ms; ... ; `neighborscope bench regimes` writes it anew");
        };
        std::vector<std::string> parts;
        std::istringstream fields(line);
        for (std::string part; std::getline(fields, part, '|');) parts.push_back(part);
        if (parts.size() != 4) throw wrong("not four parts");
        if (parts[1] != name(DeviceKind::cuda) && parts[1] != name(DeviceKind::host)) throw wrong("no kind of device '" + parts[1] + "'");
        std::vector<TimedProblem> timed;
        std::istringstream questions(parts[3]);
        for (std::string question; std::getline(questions, question, ';');) {
            std::array<double, 5> values{};
            std::size_t read = 0;
            std::istringstream words(question);
            for (std::string word; words >> word; ++read) {
                const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), values[std::min<std::size_t>(read, 4)]);
                if (error != std::errc() || end != word.data() + word.size()) throw wrong("'" + word + "' is no number");
            }
            const bool in_range = read == 5 &&
                                  std::all_of(values.begin(), values.end(), [](double value) { return value > 0 && value < 1e15; }) &&
                                  values[1] < 1e9 && values[3] < 1e9;
            if (!in_range) throw wrong("'" + question + "' is no measured question");
            timed.push_back({{std::int64_t(values[0]), std::int64_t(values[2]), int(values[1]), int(values[3])}, values[4]});
        }
        const DeviceKind kind = parts[1] == name(DeviceKind::cuda) ? DeviceKind::cuda : DeviceKind::host;
        auto found =
            std::find_if(all.begin(), all.end(), [&](const DeviceCosts& one) { return one.device == parts[0] && one.kind == kind; });
        if (found == all.end()) found = all.insert(all.end(), {parts[0], kind, {}});
        found->of_method[parts[2]] = MethodCosts(std::move(timed));
    }
    return all;
}

std::string costs_text(const DeviceCosts& costs) {
    std::ostringstream text;
    text.precision(4);
    for (const auto& [method, known_costs] : costs.of_method) {
        text << costs.device << '|' << name(costs.kind) << '|' << method << '|';
        const char* between = "";
        for (const TimedProblem& one : known_costs.timed()) {
            text << std::exchange(between, ";") << one.problem.count << ' ' << one.problem.dimension << ' ' << one.problem.queries << ' '
                 << one.problem.k << ' ' << one.milliseconds;
        }
        text << '\n';
    }
    return text.str();
}

void add_costs(std::vector<DeviceCosts> more) {
    const std::lock_guard lock(guard);
    known_costs().insert(known_costs().begin(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

const DeviceCosts* costs_for(DeviceKind kind, const std::string& device) {
    const std::lock_guard lock(guard);
    const DeviceCosts* other = nullptr;
    for (const DeviceCosts& one : known_costs()) {
        if (one.kind != kind) continue;
        if (one.device == device) return &one;
        if (!other) other = &one;
    }
    return other;
}

std::vector<ExpectedTime> expected_times(const Problem& problem, DeviceKind device, const std::string& device_name) {
    std::vector<ExpectedTime> all;
    const DeviceCosts* const costs = costs_for(device, device_name);
    if (!costs) return all;
    for (const Method& method : methods()) {
        const auto found = costs->of_method.find(std::string(method.info.name));
        if (found == costs->of_method.end() || method.info.supports.approximate || method.info.unsupported_reason(problem, device))
            continue;
        all.push_back({&method, found->second.expected_milliseconds(problem)});
    }
    std::stable_sort(all.begin(), all.end(), [](const ExpectedTime& a, const ExpectedTime& b) { return a.milliseconds < b.milliseconds; });
    return all;
}

}  // namespace neighborscope
