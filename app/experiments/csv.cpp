// Writes and reads every repeat, one per line.
#include "app/experiments/report.hpp"

#include "app/data/save/csv_text.hpp"
#include "gpu/error.hpp"

#include <charconv>
#include <cstdio>

namespace neighborscope::experiments {
namespace {

constexpr std::string_view header =
    "experiment,method,device,data,n,dimension,k,queries,phase,repeat,milliseconds,minimum_bytes,minimum_operations,options\n";
constexpr std::size_t columns = 14;

std::string field(std::string_view text) {
    std::string quoted;
    append_field(quoted, text);
    return quoted;
}

std::string number(double value) {
    char text[40];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    return {text, end};
}

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
    throw Error(Failure::input, "line " + std::to_string(line) + ": " + why, "give a file that `neighborscope bench` wrote");
}

std::vector<std::string> fields(std::string_view line, std::size_t number) {
    std::vector<std::string> found(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') found.back() += '"', ++i;
        else if (c == '"') quoted = !quoted;
        else if (c == ',' && !quoted) found.emplace_back();
        else found.back() += c;
    }
    if (quoted) refuse(number, "a quote is not closed");
    if (found.size() != columns) refuse(number, std::to_string(found.size()) + " fields instead of " + std::to_string(columns));
    return found;
}

template <class T>
T value_of(const std::string& text, std::size_t line) {
    T value{};
    if (text.empty()) return value;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) refuse(line, "'" + text + "' is not a number");
    return value;
}

}  // namespace

std::string options_text(const Case& asked) {
    std::string text;
    for (const auto& [name, value] : asked.options) text += (text.empty() ? "" : " ") + name + "=" + value;
    return text;
}

std::string csv_text(const SuiteRun& run) {
    std::string text(header);
    for (std::size_t e = 0; e < run.findings.size(); ++e)
        for (const MeasuredCase& one : run.findings[e].measured) {
            const Case& asked = one.asked;
            const std::string start = field(run.suite->experiments[e].id) + "," + field(asked.method) + "," +
                                      std::string(name(one.device)) + "," + field(asked.data) + "," + std::to_string(asked.n) + "," +
                                      std::to_string(asked.dimension) + "," + std::to_string(asked.k) + "," +
                                      std::to_string(asked.asked()) + ",";
            const std::string options = field(options_text(asked)) + "\n";
            for (std::size_t i = 0; i < one.milliseconds.size(); ++i)
                text += start + "total," + std::to_string(i + 1) + "," + number(one.milliseconds[i]) + ",,," + options;
            for (const MeasuredPhase& phase : one.phases)
                for (std::size_t i = 0; i < phase.milliseconds.size(); ++i)
                    text += start + field(phase.name) + "," + std::to_string(i + 1) + "," + number(phase.milliseconds[i]) + "," +
                            number(phase.lower_bound.bytes) + "," + number(phase.lower_bound.operations) + "," + options;
        }
    return text;
}

std::vector<CsvLine> read_csv(const std::string& text) {
    if (!text.starts_with(header)) refuse(1, "another header");
    std::vector<CsvLine> all;
    std::size_t at = header.size(), line = 1;
    while (at < text.size()) {
        const std::size_t end = text.find('\n', at);
        ++line;
        if (end == std::string::npos) refuse(line, "it is not whole");
        const std::vector<std::string> f = fields(std::string_view(text).substr(at, end - at), line);
        CsvLine one;
        one.experiment = f[0], one.method = f[1], one.device = f[2], one.data = f[3], one.phase = f[8], one.options = f[13];
        one.n = value_of<std::int64_t>(f[4], line), one.dimension = value_of<int>(f[5], line), one.k = value_of<int>(f[6], line);
        one.queries = value_of<std::int64_t>(f[7], line), one.repeat = value_of<int>(f[9], line);
        one.milliseconds = value_of<double>(f[10], line);
        one.bytes = value_of<double>(f[11], line), one.operations = value_of<double>(f[12], line);
        all.push_back(std::move(one));
        at = end + 1;
    }
    return all;
}

}  // namespace neighborscope::experiments
