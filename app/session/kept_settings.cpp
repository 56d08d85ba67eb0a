#include "app/session/kept_settings.hpp"

#include "app/data/output_file.hpp"
#include "gpu/costs.hpp"
#include "gpu/device/ceilings.hpp"
#include "gpu/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace neighborscope {
namespace {

std::filesystem::path file_of(const char* called) {
    const auto given = [](const char* name) {
        const char* value = std::getenv(name);
        return std::filesystem::path(value ? value : "");
    };
    const std::filesystem::path config = given("XDG_CONFIG_HOME"), home = given("HOME");
    return (config.is_absolute() ? config : home / ".config") / "neighborscope" / called;
}

constexpr const char *view_file = "view.json", *ceilings_file = "ceilings.json", *costs_file = "costs.txt";

nlohmann::json kept_in(const char* called) {
    std::ifstream file(file_of(called));
    return nlohmann::json::parse(file, nullptr, false);
}

void write_in(const char* called, const std::string& text) {
    const std::filesystem::path path = file_of(called);
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) throw Error(Failure::usage, path.string() + ": " + error.message(), "make the folder writable");
    write_file(path.string(), text);
}

void keep_in(const char* called, const nlohmann::json& what) { write_in(called, what.dump() + "\n"); }

/// Its name and how many threads it runs: on another machine the same home may be mounted.
std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    std::string name;
    for (std::string line; name.empty() && std::getline(file, line);)
        if (line.starts_with("model name")) name = line.substr(std::min(line.size(), line.find(':') + 2));
    return name + ", " + device_info(DeviceKind::host).name;
}

}  // namespace

int fitting_scale(int percent, double width, double height) {
    constexpr double least_width = 960, least_height = 600;  // logical pixels
    int fitting = scales[0];
    for (const int scale : scales)
        if (scale <= percent && 100 * width / scale >= least_width && 100 * height / scale >= least_height) fitting = scale;
    return fitting;
}

int kept_scale() {
    const nlohmann::json kept = kept_in(view_file);
    const auto found = kept.is_object() ? kept.find("scale_percent") : kept.end();
    if (!kept.is_object() || found == kept.end() || !found->is_number_integer()) return 100;
    const int percent = found->get<int>();
    return std::find(std::begin(scales), std::end(scales), percent) == std::end(scales) ? 100 : percent;
}

void keep_scale(int percent) { keep_in(view_file, {{"scale_percent", percent}}); }

void recall_ceilings() {
    const nlohmann::json kept = kept_in(ceilings_file);
    const std::string device = processor();
    if (!kept.is_object() || !kept.contains(device) || !kept[device].is_object()) return;
    const auto number = [&](const char* key) {
        const auto found = kept[device].find(key);
        const double value = found != kept[device].end() && found->is_number() ? found->get<double>() : 0;
        return value > 0 && value < 1e18 ? value : 0;
    };
    Ceilings before{number("read_bytes_per_second"), number("fp32_operations_per_second"), {}, {}};
    before.read_how = before.fp32_how = "measured at an earlier start";
    remember_ceilings(DeviceKind::host, before);
}

void keep_ceilings() {
    const auto best = known_ceilings(DeviceKind::host);
    if (!best) return;
    try {
        keep_in(ceilings_file, {{processor(), {{"read_bytes_per_second", best->read_bytes_per_second},
                                                  {"fp32_operations_per_second", best->fp32_operations_per_second}}}});
    } catch (const Error&) {}  // they are measured again
}

namespace {

std::vector<DeviceCosts> kept_costs() {
    std::ifstream file(file_of(costs_file));
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    try {
        return read_costs(text, costs_file);
    } catch (const Error&) {  // of another version
        return {};
    }
}

}  // namespace

void recall_costs() { add_costs(kept_costs()); }

void keep_costs(const std::string& text) {
    const std::vector<DeviceCosts> now = read_costs(text, "costs");
    std::string all = text;
    for (const DeviceCosts& before : kept_costs())
        if (std::none_of(
                now.begin(), now.end(), [&](const DeviceCosts& one) { return one.device == before.device && one.kind == before.kind; }))
            all += costs_text(before);
    write_in(costs_file, all);
}

}  // namespace neighborscope
