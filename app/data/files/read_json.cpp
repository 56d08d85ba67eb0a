#include "app/data/files/read_json.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/load/input_file.hpp"
#include "gpu/error.hpp"

namespace neighborscope {
namespace {

using nlohmann::json;

struct TooDeep {};

/// Called for every bracket with its depth.
bool refuse_deep(int depth, json::parse_event_t event, json&) {
    const bool opens = event == json::parse_event_t::object_start || event == json::parse_event_t::array_start;
    if (opens && depth >= deepest_json) throw TooDeep{};
    return true;
}

}  // namespace

std::string json_error_text(const json::exception& error) {
    std::string why = error.what();
    for (char& c : why)
        if (c == '\n') c = ' ';
    const auto colon = why.find("] ");
    return colon == std::string::npos ? why : why.substr(colon + 2);
}

json read_json(const std::string& path, const std::string& remedy) {
    const auto refuse = [&](const std::string& what) { return Error(Failure::input, path + ": " + what, remedy); };
    try {
        const InputFile file(path, Progress{}, largest_json + 1);
        if (file.size() > largest_json) throw refuse("holds more than the " + bytes_text(double(largest_json)) + " that are read of JSON");
        return json::parse(file.begin(), file.end(), refuse_deep);
    } catch (const TooDeep&) {
        throw refuse("not read as JSON: brackets are nested more than " + std::to_string(deepest_json) + " deep");
    } catch (const json::out_of_range&) { throw refuse(number_too_far); } catch (const json::exception& error) {
        throw refuse("not JSON: " + json_error_text(error));
    } catch (const Error& error) { throw Error(error.kind, error.what(), remedy); }
}

}  // namespace neighborscope
