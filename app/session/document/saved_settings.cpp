#include "app/session/document/saved_settings.hpp"

#include "app/data/files/output_file.hpp"
#include "app/session/document/saved_json.hpp"
#include "gpu/costs.hpp"
#include "gpu/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
constexpr const char *view_file = "view.json", *ceilings_file = "ceilings.json", *costs_file = "costs.txt";
constexpr std::uintmax_t max_bytes = std::uintmax_t(4) << 20;  ///< limit of a file

/// Empty without a home directory. One that does not exist is not made: no user has it, but a build or a service.
fs::path file_of(const char* file_name) {
    const auto given = [](const char* name) {
        const char* value = std::getenv(name);
        return fs::path(value ? value : "");
    };
    const fs::path config = given("XDG_CONFIG_HOME"), home = given("HOME");
    if (!config.is_absolute() && !home.is_absolute()) return {};
    std::error_code error;
    if (!fs::exists(config.is_absolute() ? config.parent_path() : home, error)) return {};
    return (config.is_absolute() ? config : home / ".config") / "neighborscope" / file_name;
}

struct SavedText {
    std::string text;          ///< "" if there is no file
    std::string why_not = {};  ///< why the file cannot be read, with its path
};

SavedText saved_text(const char* file_name) {
    const fs::path path = file_of(file_name);
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (path.empty() || status.type() == fs::file_type::not_found || status.type() == fs::file_type::none) return {};
    const auto unreadable = [&](const std::string& why) { return SavedText{"", path.string() + ": " + why}; };
    if (status.type() != fs::file_type::regular) return unreadable("is not a regular file");
    if (const std::uintmax_t bytes = fs::file_size(path, error); error || bytes > max_bytes)
        return unreadable(error ? error.message() : "is larger than any file that this program writes");
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
    if (!file.is_open() || file.bad()) return unreadable("cannot be read");
    return {text.str()};
}

/// An object; empty if there is no file.
nlohmann::json saved_json(const char* file_name) {
    nlohmann::json kept = nlohmann::json::parse(saved_text(file_name).text, nullptr, false);
    return kept.is_object() ? kept : nlohmann::json::object();
}

void save_text(const char* file_name, const std::string& text) {
    const fs::path path = file_of(file_name);
    if (path.empty())
        throw Error(Failure::usage, std::string(file_name) + ": there is no home folder to keep it in", "set HOME to a folder that exists");
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) throw Error(Failure::usage, path.string() + ": " + error.message(), "make the folder writable");
    if (fs::exists(path, error) && !fs::is_regular_file(path, error))
        throw Error(Failure::usage, path.string() + ": is not a regular file", "move it away");
    write_file(path.string(), text);
}

void save_json(const char* file_name, const nlohmann::json& what) {
    save_text(file_name, what.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace

nlohmann::json load_saved_json(const char* file) { return nlohmann::json::parse(saved_text(file).text, nullptr, false); }
void save_as_json(const char* file, const nlohmann::json& what) { save_json(file, what); }

namespace {

/// Identifies a device: CPU and number of threads, or GPU and driver.
std::string device_key(DeviceKind kind) {
    const DeviceInfo info = device_info(kind);
    if (kind == DeviceKind::cuda) return info.name + ", CUDA " + info.driver;
    std::ifstream file("/proc/cpuinfo");
    std::string name;
    for (std::string line; name.empty() && std::getline(file, line);)
        if (line.starts_with("model name")) name = line.substr(std::min(line.size(), line.find(':') + 2));
    return name + ", " + info.name;
}

std::optional<Ceilings> load_ceilings(DeviceKind kind) try {
    const nlohmann::json all = saved_json(ceilings_file);
    const auto found = all.find(device_key(kind));
    if (found == all.end() || !found->is_object()) return std::nullopt;
    const auto number = [&](const char* key) {
        const auto value = found->find(key);
        const double rate = value != found->end() && value->is_number() ? value->get<double>() : 0;
        return rate > 0 && rate < 1e18 ? rate : 0;
    };
    const auto words = [&](const char* key, const char* otherwise) -> std::string {
        constexpr std::size_t most = 100;
        const auto value = found->find(key);
        const std::string text = value != found->end() && value->is_string() ? value->get<std::string>() : "";
        const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
        return text.empty() || text.size() > most || !plain ? otherwise : text;
    };
    return Ceilings{.read_bytes_per_second = number("read_bytes_per_second"),
        .fp32_operations_per_second = number("fp32_operations_per_second"),
        .read_how = words("read_how", "measured at an earlier start"),
        .fp32_how = words("fp32_how", "measured at an earlier start"),
        .date = words("date", "")};
} catch (const std::exception&) { return std::nullopt; }

void save_ceilings(DeviceKind kind, const Ceilings& best) try {
    nlohmann::json all = saved_json(ceilings_file);
    all[device_key(kind)] = {{"read_bytes_per_second", best.read_bytes_per_second}, {"read_how", best.read_how}, {"date", best.date},
        {"fp32_operations_per_second", best.fp32_operations_per_second}, {"fp32_how", best.fp32_how}};
    save_json(ceilings_file, all);
} catch (const std::exception&) {}  // measured again at the next start

}  // namespace

bool has_settings_folder() { return !file_of(view_file).empty(); }

int fitting_scale(int percent, double width, double height) {
    int fitting = scales[0];
    for (const int scale : scales)
        if (scale <= percent && 100 * width / scale >= least_window_width && 100 * height / scale >= least_window_height) fitting = scale;
    return fitting;
}

int saved_scale() {
    const nlohmann::json kept = saved_json(view_file);
    const auto found = kept.find("scale_percent");
    if (found == kept.end() || !found->is_number_integer()) return 100;
    const int percent = found->get<int>();
    return std::find(std::begin(scales), std::end(scales), percent) == std::end(scales) ? 100 : percent;
}

void save_scale(int percent) { save_json(view_file, {{"scale_percent", percent}}); }

CeilingsStore saved_ceilings() { return {load_ceilings, save_ceilings}; }

namespace {

/// Empty, with the reason, if the file cannot be read.
std::vector<DeviceCosts> saved_costs(std::string& why_not) try {
    const SavedText kept = saved_text(costs_file);
    why_not = kept.why_not;
    return read_costs(kept.text, file_of(costs_file).string());
} catch (const std::exception& error) {
    why_not = error.what();
    return {};
}

}  // namespace

std::string load_costs() {
    std::string why_not;
    add_costs(saved_costs(why_not));
    if (why_not.empty()) return {};
    constexpr std::size_t most = 300;  // longest line that is not ours
    if (why_not.size() > most) why_not.resize(most), why_not += "...";
    return why_not + "; `auto` chooses without measurements of this machine; `neighborscope bench regimes` measures them again";
}

void save_costs(const std::string& text) {
    const std::vector<DeviceCosts> now = read_costs(text, "costs");
    std::string all = text, unreadable;
    for (const DeviceCosts& before : saved_costs(unreadable))
        if (std::none_of(
                now.begin(), now.end(), [&](const DeviceCosts& one) { return one.device == before.device && one.kind == before.kind; }))
            all += costs_text(before);
    save_text(costs_file, all);
}

}  // namespace neighborscope
