#include "app/command_line/json_parts.hpp"

#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace neighborscope::shell {
namespace {

/// Counters with the names that they had before 0.9. JSON has both until 1.0.
constexpr std::pair<std::string_view, std::string_view> old_counter_names[] = {
    {"fallback queries", "queries asked again"}, {"certified queries", "certified at once"}};

}  // namespace

Json options_json(const Options& options) {
    Json json = Json::object();
    for (const auto& [name, value] : options.values()) std::visit([&, &name = name](const auto& typed) { json[name] = typed; }, value);
    return json;
}

Json data_json(const DataSet& data) {
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(data.hash));
    Json json{{"name", data.name}, {"count", data.count()}, {"dimension", data.dimension}, {"hash", hash}};
    if (data.filter) {
        json["allowed"] = allowed_rows(data);
        json["where"] = data.conditions.where;
        if (!data.conditions.mask.empty()) json["mask"] = data.conditions.mask;
    }
    return json;
}

Json counters_json(const std::vector<Counter>& counters) {
    Json json = Json::object();
    for (const Counter& counter : counters) {
        json[counter.name] = counter.value;
        for (const auto& [name, old_name] : old_counter_names)
            if (counter.name == name) json[std::string(old_name)] = counter.value;
    }
    return json;
}

double shortest(float value) {
    char digits[32];
    const char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    double read = 0;
    std::from_chars(digits, end, read);
    return read;
}

std::string json_text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace neighborscope::shell
