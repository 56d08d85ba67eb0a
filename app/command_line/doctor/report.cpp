// The findings as text and as JSON.
#include "app/command_line/console.hpp"
#include "app/command_line/doctor/findings.hpp"
#include "gpu/device/backend.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace neighborscope::shell::doctor {
namespace {

using Json = nlohmann::ordered_json;

std::string program_line(const Facts& facts) {
    return "neighborscope " + facts.version + (facts.commit.empty() ? ", not built from a checkout" : ", commit " + facts.commit);
}

std::string machine_line(const Facts& facts) {
    std::string line = facts.system + ", glibc " + facts.glibc + "; " + (facts.processor.empty() ? "processor" : facts.processor) + ", " +
                       std::to_string(facts.threads) + (facts.threads == 1 ? " thread" : " threads");
    if (facts.memory_bytes > 0) line += ", " + format_bytes(facts.memory_bytes);
    return line;
}

/// The home folder as "~": its name is that of a person.
std::string without_home(std::string text) {
    const char* home = std::getenv("HOME");
    const std::string folder = home ? home : "";
    if (folder.size() < 2 || folder == "/root") return text;
    for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos; ++at)
        if (const char next = at + folder.size() < text.size() ? text[at + folder.size()] : '/'; next == '/' || next == ' ' || next == ',')
            text.replace(at, folder.size(), "~");
    return text;
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

}  // namespace

std::string report_text(const Facts& facts, const std::vector<Finding>& all) {
    std::size_t widest = 0;
    for (const Finding& one : all) widest = std::max(widest, one.part.size());
    constexpr std::size_t standing_width = 9;
    std::string text = program_line(facts) + "\n" + printable(without_home(facts.program)) + "\n" + machine_line(facts) + "\n\n";
    for (const Finding& one : all) {
        text += padded(std::string(name(one.standing)), standing_width) + padded(one.part, widest + 2) +
                printable(without_home(one.found)) + "\n";
        if (!one.mend.empty()) text += std::string(standing_width + widest + 2, ' ') + "-> " + printable(without_home(one.mend)) + "\n";
    }
    return text;
}

std::string report_json(const Facts& facts, const std::vector<Finding>& all) {
    Json parts = Json::array();
    for (const Finding& one : all)
        parts.push_back({{"part", one.part}, {"standing", name(one.standing)}, {"found", without_home(one.found)},
            {"mend", one.mend.empty() ? Json() : Json(without_home(one.mend))}});
    const Json report = {{"version", facts.version}, {"commit", facts.commit.empty() ? Json() : Json(facts.commit)},
        {"program", without_home(facts.program)}, {"library", without_home(facts.library)}, {"system", facts.system},
        {"glibc", facts.glibc}, {"processor", facts.processor}, {"threads", facts.threads}, {"memory_bytes", facts.memory_bytes},
        {"parts", parts}};
    return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace neighborscope::shell::doctor
