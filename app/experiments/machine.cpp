#include "app/experiments/machine.hpp"

#include "app/data/files/memory.hpp"
#include "app/experiments/commit.hpp"
#include "app/experiments/experiments.hpp"

#include <chrono>
#include <ctime>
#include <fstream>
#include <sys/utsname.h>
#include <thread>

namespace neighborscope::experiments {
namespace {

/// Returns the rest of the first line of `path` that begins with `label`, without separators and quotes.
std::string value_in(const char* path, const std::string& label) {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with(label)) continue;
        line.erase(0, label.size());
        const auto first = line.find_first_not_of(" \t:=\"");
        if (first == std::string::npos) return {};
        line = line.substr(first);
        line.erase(line.find_last_not_of(" \t\"") + 1);
        return line;
    }
    return {};
}

std::uint64_t total_memory() {
    const std::string kilobytes = value_in("/proc/meminfo", "MemTotal");
    return kilobytes.empty() ? 0 : std::strtoull(kilobytes.c_str(), nullptr, 10) * 1024;
}

}  // namespace

/// Returns the first word with dots that begins with a digit, in "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul ...".
std::string nvidia_driver_version() {
    std::string line = value_in("/proc/driver/nvidia/version", "NVRM version");
    for (std::size_t at = 0; at < line.size();) {
        const auto end = std::min(line.find(' ', at), line.size());
        std::string word = line.substr(at, end - at);
        if (!word.empty() && word[0] >= '0' && word[0] <= '9' && word.find('.') != std::string::npos) return word;
        at = end + 1;
    }
    return {};
}

Machine machine_without_rates(DeviceKind kind) {
    Machine machine;
    machine.device = device_info(kind);
    machine.driver = kind == DeviceKind::cuda ? nvidia_driver_version() : "";
    machine.processor = value_in("/proc/cpuinfo", "model name");
    machine.cores = std::thread::hardware_concurrency();
    machine.memory_bytes = total_memory();
    utsname names{};
    machine.system = value_in("/etc/os-release", "PRETTY_NAME");
    if (uname(&names) == 0) machine.system += (machine.system.empty() ? "" : ", ") + std::string(names.sysname) + " " + names.release;
    const std::time_t now = std::time(nullptr);
    char text[40];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", std::gmtime(&now));
    machine.date = text;
    machine.version = NEIGHBORSCOPE_VERSION;
    machine.commit = NEIGHBORSCOPE_COMMIT;
    return machine;
}

Machine this_machine(DeviceKind kind) {
    Machine machine = machine_without_rates(kind);
    machine.most = ceilings(kind);
    return machine;
}

std::vector<std::pair<std::string, std::string>> Machine::lines() const {
    std::vector<std::pair<std::string, std::string>> all;
    all.emplace_back("device", device.name + (device.architecture.empty() ? "" : ", " + device.architecture) +
                                   (device.kind == DeviceKind::cuda ? ", " + std::to_string(device.units) + " multiprocessors" : "") +
                                   ", " + bytes_text(double(device.total_bytes)));
    if (!driver.empty()) all.emplace_back("driver", "NVIDIA " + driver);
    all.emplace_back("ceilings, measured",
        digits(most.read_bytes_per_second / 1e9) + " GB/s (" + most.read_how + (most.date.empty() ? "" : ", " + most.date) + "), " +
            digits(most.fp32_operations_per_second / 1e9) + " GFLOP/s in float32 (" + most.fp32_how + ")");
    all.emplace_back("processor", (processor.empty() ? "unknown" : processor) + ", " + std::to_string(cores) + " threads");
    if (memory_bytes) all.emplace_back("memory", bytes_text(double(memory_bytes)));
    if (!system.empty()) all.emplace_back("system", system);
    all.emplace_back("program", "neighborscope " + version + (commit.empty() ? "" : ", commit " + commit));
    all.emplace_back("measured", date);
    return all;
}

}  // namespace neighborscope::experiments
