// neighborscope list: lists methods, samples, formats, lessons, devices and terms, as text or JSON. Only `devices` looks for a GPU.
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/command_line/table.hpp"
#include "app/data/load/input_file.hpp"
#include "app/glossary/glossary.hpp"
#include "app/lessons/lesson.hpp"
#include "app/lessons/shipped.hpp"
#include "app/session/shown/view_model.hpp"
#include "gpu/device/ceilings.hpp"

#include <nlohmann/json.hpp>

#include <limits>

namespace neighborscope::shell {
namespace {

using namespace lessons;
using Json = nlohmann::ordered_json;
constexpr std::size_t list_width = 100;

struct ListArguments {
    std::string what;
    bool json = false, measure = false;
};

std::string paragraph(const std::string& label, std::string_view text) {
    const std::string start = "  " + label + std::string(label.size() < 10 ? 10 - label.size() : 1, ' ');
    return start + wrapped(text, list_width - start.size(), start.size()) + "\n";
}

std::string devices_of(const Method& method) {
    const Supports& supports = method.info.supports;
    return std::string(supports.cuda ? "cuda" : "") + (supports.cuda && supports.host ? ", " : "") + (supports.host ? "host" : "");
}

/// The names of the metrics that a method supports.
std::vector<std::string> metrics_of(const MethodInfo& info) {
    std::vector<std::string> metrics{std::string(name(Metric::euclidean))};
    if (info.supports.manhattan) metrics.emplace_back(name(Metric::manhattan));
    if (info.supports.chebyshev) metrics.emplace_back(name(Metric::chebyshev));
    if (!info.counts_query_work) metrics.emplace_back(name(Metric::cosine));
    if (info.supports.no_inner_product.empty()) metrics.emplace_back(name(Metric::inner_product));
    return metrics;
}

std::string limits_of(const MethodInfo& info) {
    const Supports& supports = info.supports;
    std::string text = std::to_string(supports.dimension_from) + " - " + std::to_string(supports.dimension_to) + " dimensions, ";
    text += supports.k_to == std::numeric_limits<int>::max() ? "any k" : "k up to " + std::to_string(supports.k_to);
    const std::vector<std::string> metrics = metrics_of(info);
    if (metrics.size() < std::size(all_metrics))
        for (const std::string& metric : metrics)
            text += (metric == metrics.front() ? ", " : metric == metrics.back() ? " and " : ", ") + metric;
    return text + (supports.approximate ? ", approximate: may miss neighbours" : "");
}

std::string title_of(const MethodInfo& info) {
    return std::string(info.name) + " - " + std::string(info.title) + (info.supports.missing_package.empty() ? "" : " - not built") + "\n";
}

std::string methods_text() {
    std::string text;
    std::string_view group;
    for (const Method& method : methods()) {
        const MethodInfo& info = method.info;
        text += text.empty() ? "" : "\n";
        if (info.group != group) text += std::string(group = info.group) + "\n" + std::string(info.group.size(), '-') + "\n";
        text += title_of(info);
        if (const std::string_view package = info.supports.missing_package; !package.empty())
            text += paragraph("not built", std::string(package) + " was not found; install it and build again to use this method");
        if (const std::string_view lacking = info.supports.missing_on_cuda(); !lacking.empty())
            text += paragraph("missing", "on CUDA it needs " + std::string(lacking) + ", which was not found; it runs on the host device");
        text += paragraph("how", info.help);
        text += paragraph("from", info.citation);
        std::string phases;
        for (const std::string_view phase : info.phases) phases += (phases.empty() ? "" : ", ") + std::string(phase);
        text += paragraph("phases", phases);
        if (info.records_steps()) text += paragraph("steps", std::to_string(info.step_kinds.size()) + " kinds, with --record");
        text += paragraph("devices", devices_of(method));
        text += paragraph("limits", limits_of(info));
        if (info.options.empty()) continue;
        Table options;
        for (const char* header : {"--set", "default", "may be", ""}) options.column(header, Table::Align::left);
        for (const OptionSpec& option : info.options)
            options.row({std::string(option.name), to_text(option.preset), describe_domain(option), std::string(option.help)});
        text += options.text(2);
    }
    return text;
}

Json methods_json() {
    Json list = Json::array();
    for (const Method& method : methods()) {
        const MethodInfo& info = method.info;
        const std::string_view lacking = info.supports.missing_on_cuda();
        Json options = Json::array(), devices = Json::array();
        for (const OptionSpec& option : info.options) {
            Json entry = {{"name", option.name}};
            std::visit([&entry](const auto& preset) { entry["default"] = preset; }, option.preset);
            entry["domain"] = describe_domain(option);
            entry["help"] = option.help;
            options.push_back(std::move(entry));
        }
        if (info.supports.cuda) devices.push_back("cuda");
        if (info.supports.host) devices.push_back("host");
        list.push_back({{"name", info.name}, {"title", info.title}, {"group", info.group}, {"citation", info.citation}, {"help", info.help},
            {"devices", devices}, {"dimension_from", info.supports.dimension_from}, {"dimension_to", info.supports.dimension_to},
            {"k_to", info.supports.k_to == std::numeric_limits<int>::max() ? Json() : Json(info.supports.k_to)},
            {"approximate", info.supports.approximate}, {"metrics", metrics_of(info)},
            {"missing_package", info.supports.missing_package.empty() ? Json() : Json(info.supports.missing_package)},
            {"missing_on_cuda", lacking.empty() ? Json() : Json(lacking)}, {"phases", info.phases}, {"records_steps", info.records_steps()},
            {"options", options}});
    }
    return list;
}

std::string samples_text() {
    std::string text;
    for (const SampleInfo& sample : samples()) {
        text += (text.empty() ? "" : "\n") + ("sample:" + sample.name) + " - " + sample.title + "\n";
        text += paragraph("why", sample.why);
        text += paragraph("credit", sample.credit);
        text += paragraph("try", "neighborscope run sample:" + sample.name + " --method " + sample.method + " -k 8");
    }
    return text;
}

Json samples_json() {
    Json list = Json::array();
    for (const SampleInfo& sample : samples())
        list.push_back({{"name", sample.name}, {"data", "sample:" + sample.name}, {"title", sample.title}, {"file", sample.file},
            {"credit", sample.credit}, {"why", sample.why}, {"method", sample.method}});
    return list;
}

std::string formats_text() {
    std::string text = "Files\n";
    for (const FormatInfo& format : formats()) text += paragraph(format.name, format.extensions + ". " + format.help);
    text += "\nGenerators\n";
    for (const GeneratorInfo& generator : generators())
        text += "  " + generator.name + ":" + generator.parameters + "\n" + paragraph("", generator.help);
    return text;
}

Json formats_json() {
    Json list = Json::array();
    for (const FormatInfo& format : formats())
        list.push_back({{"kind", "file"}, {"name", format.name}, {"extensions", format.extensions}, {"help", format.help}});
    for (const GeneratorInfo& generator : generators())
        list.push_back({{"kind", "generator"}, {"name", generator.name}, {"parameters", generator.parameters}, {"help", generator.help}});
    return list;
}

Lesson lesson_named(std::string_view name) {
    const std::string file = lesson_file(std::string(name));
    return parse_lesson(file, InputFile(file).bytes());
}

std::string lessons_text() {
    std::string text;
    for (const std::string_view name : shipped_lessons()) {
        const Lesson lesson = lesson_named(name);
        text += (text.empty() ? "" : "\n") + std::string(name) + " - " + lesson.title + "\n";
        text += paragraph("about", plain_text(lesson.introduction));
        text += paragraph("try", "neighborscope lesson " + std::string(name) + " --handout out.html");
    }
    return text;
}

std::string terms_text() {
    std::string text;
    for (const Term& term : glossary()) {
        text += std::string(term.name) + "\n  " + wrapped(std::string(term.meaning), list_width - 2, 2) + "\n";
        if (!term.source.empty()) text += paragraph("from", term.source);
    }
    return text;
}

Json lessons_json() {
    Json list = Json::array();
    for (const std::string_view name : shipped_lessons()) {
        const Lesson lesson = lesson_named(name);
        list.push_back({{"name", name}, {"title", lesson.title}, {"about", plain_text(lesson.introduction)}, {"file", lesson.file},
            {"pages", lesson.pages.size()}, {"tasks", lesson.count_of_tasks()}, {"predictions", lesson.count_of_predictions()},
            {"questions", lesson.count_of_questions()}});
    }
    return list;
}

Json terms_json() {
    Json list = Json::array();
    for (const Term& term : glossary())
        list.push_back({{"name", term.name}, {"meaning", term.meaning}, {"source", term.source.empty() ? Json() : Json(term.source)}});
    return list;
}

std::string gigabytes(std::size_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", double(bytes) / 1e9);
    return text;
}

std::string rate(double per_second, const char* unit) {
    char text[48];
    std::snprintf(text, sizeof text, "%.0f %s", per_second / 1e9, unit);
    return text;
}

std::vector<DeviceInfo> all_devices() {
    std::vector<DeviceInfo> all = cuda_devices();
    all.push_back(device_info(DeviceKind::host));
    return all;
}

/// The name for --device: "cuda:1" if there are several GPUs.
std::string name_with_number(const DeviceInfo& device) {
    std::string text(name(device.kind));
    if (device.kind == DeviceKind::cuda && cuda_devices().size() > 1) text += ":" + std::to_string(device.number);
    return text;
}

/// Whether this device is in use: of several GPUs only one is.
bool is_used(const DeviceInfo& device) { return device.number == device_info(device.kind).number; }

std::string devices_text(bool measure) {
    const std::string missing = why_no_cuda();
    Table table;
    for (const char* header : {"--device", "name", "architecture"}) table.column(header, Table::Align::left);
    for (const char* header : {"units", "memory free", "of"}) table.column(header);
    if (measure) table.column("reads"), table.column("float32");
    std::string how;
    for (const DeviceInfo& device : all_devices()) {
        std::vector<std::string> cells = {name_with_number(device), device.name, device.architecture.empty() ? "-" : device.architecture,
            std::to_string(device.units), gigabytes(device.free_bytes), gigabytes(device.total_bytes)};
        if (measure && is_used(device)) {
            const Ceilings most = improve_ceilings(device.kind);
            cells.push_back(rate(most.read_bytes_per_second, "GB/s"));
            cells.push_back(rate(most.fp32_operations_per_second, "GFLOP/s"));
            how += std::string(name(device.kind)) + ": " + most.read_how + ", " + most.date + "; " + most.fp32_how + "\n";
            if (most.was_busy()) how += "  warning: now memory is read far more slowly than that: other programs keep the machine busy\n";
        }
        table.row(std::move(cells));
    }
    return table.text() + (how.empty() ? "" : "\n" + how) + (missing.empty() ? "" : "\n" + missing + "\n");
}

Json devices_json(bool measure) {
    Json list = Json::array();
    for (const DeviceInfo& device : all_devices()) {
        Json entry = {{"device", name_with_number(device)}, {"name", device.name}, {"architecture", device.architecture},
            {"units", device.units}, {"free_bytes", device.free_bytes}, {"total_bytes", device.total_bytes}};
        if (measure && is_used(device)) {
            const Ceilings most = improve_ceilings(device.kind);
            entry["read_bytes_per_second"] = most.read_bytes_per_second;
            entry["read_how"] = most.read_how;
            entry["read_date"] = most.date;
            entry["fp32_operations_per_second"] = most.fp32_operations_per_second;
            entry["fp32_how"] = most.fp32_how;
        }
        list.push_back(std::move(entry));
    }
    return list;
}

int list(const ListArguments& typed) {
    if (typed.what.empty())
        throw Error(Failure::usage, "list needs one of methods, samples, formats, lessons, devices or terms",
            "for example neighborscope list methods");
    const std::size_t what = choice_in(typed.what, "list", {"methods", "samples", "formats", "lessons", "devices", "terms"});
    constexpr std::size_t devices_place = 4;
    if (typed.measure && what != devices_place)
        throw Error(Failure::usage, "--measure needs devices", "for example neighborscope list devices --measure");
    const auto as_text = [](const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; };
    if (what == devices_place) {
        print(typed.json ? as_text(devices_json(typed.measure)) : devices_text(typed.measure));
        return 0;
    }
    constexpr std::string (*texts[])() = {methods_text, samples_text, formats_text, lessons_text, nullptr, terms_text};
    constexpr Json (*jsons[])() = {methods_json, samples_json, formats_json, lessons_json, nullptr, terms_json};
    print(typed.json ? as_text(jsons[what]()) : texts[what]());
    return 0;
}

}  // namespace

Subcommand add_list(CLI::App& app) {
    auto typed = std::make_shared<ListArguments>();
    app.add_option("WHAT", typed->what, "methods, samples, formats (with generators), lessons, devices or terms (the glossary)")
        ->type_name("methods|samples|formats|lessons|devices|terms");
    app.add_flag("--json", typed->json, "print JSON, for programs");
    app.add_flag("--measure", typed->measure,
        "with devices: also show the bandwidth and operations per second of each device; they are measured again, and the best values ever "
        "measured are shown");
    Subcommand subcommand;
    subcommand.usage = "list methods|samples|formats|lessons|devices|terms [--json] [--measure]";
    subcommand.examples = {
        "neighborscope list methods          options, phases and papers of every method",
        "neighborscope list devices --measure   with the peak rates of every device",
    };
    subcommand.run = [typed] { return list(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
