// Modules, libraries and the system.
#include "app/command_line/doctor/facts.hpp"

#include "app/command_line/display.hpp"
#include "app/command_line/doctor/child.hpp"
#include "app/command_line/library_version.hpp"
#include "app/experiments/machine.hpp"
#include "gpu/knn.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <link.h>

namespace neighborscope::shell::doctor {
namespace {

namespace fs = std::filesystem;
using modules::Module;

/// Paths of all libraries of this process.
std::vector<std::string> loaded_libraries() {
    std::vector<std::string> all;
    const auto add = [](dl_phdr_info* library, std::size_t, void* to) {
        if (library->dlpi_name && library->dlpi_name[0] == '/')
            static_cast<std::vector<std::string>*>(to)->emplace_back(library->dlpi_name);
        return 0;
    };
    dl_iterate_phdr(add, &all);
    return all;
}

/// Neither a folder of the system nor `own`. What NVIDIA's installers bring counts as the system's.
bool is_foreign(const std::string& library, const fs::path& own) {
    for (const char* folder : {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/local/cuda"})
        if (library.starts_with(folder)) return false;
    return !own.empty() && fs::path(library).parent_path() != own;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// Opens a module in a child. Which libraries came with it is added to `libraries`.
ModuleFacts module_here(Module module, std::vector<std::string>& libraries) {
    ModuleFacts facts{modules::built(module)};
    if (!facts.built) return facts;
    const Answer answer = ask_in_child([module] {
        modules::require(module);
        return joined(loaded_libraries());
    });
    facts.trouble = answer.trouble;
    facts.mend = answer.mend;
    if (const auto colon = facts.trouble.find(": apt install "); colon != std::string::npos) {  // the loader knows better than a remedy
        facts.mend = facts.trouble.substr(colon + 2);
        facts.trouble.erase(colon);
    }
    for (std::string& library : lines_of(answer.text))
        if (std::find(libraries.begin(), libraries.end(), library) == libraries.end()) libraries.push_back(std::move(library));
    return facts;
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

void look_at_program(Facts& facts) {
    std::error_code error;
    facts.program = fs::read_symlink("/proc/self/exe", error).string();
    const ProgramLibrary library = program_library();
    facts.library = library.path;
    facts.library_version = library.version;
    facts.library_beside = library.beside;
    facts.others = other_programs(variable("PATH"), facts.program, facts.first_on_path);
    const experiments::Machine machine = experiments::machine_without_rates(DeviceKind::host);
    facts.version = machine.version;
    facts.commit = machine.commit;
    facts.system = machine.system;
    facts.processor = machine.processor;
    facts.threads = machine.cores;
    facts.memory_bytes = std::size_t(machine.memory_bytes);
    facts.glibc = gnu_get_libc_version();
    facts.library_path = variable("LD_LIBRARY_PATH");
    facts.preload = variable("LD_PRELOAD");
}

void look_at_libraries(Facts& facts, const std::vector<std::string>& libraries) {
    for (const Method& method : methods())
        if (const std::string_view package = method.info.supports.missing_package; !package.empty())
            facts.left_out.emplace_back(method.info.name, package);
        else if (method.info.name.starts_with("faiss-")) facts.faiss = true;
    const fs::path own = fs::path(facts.library).parent_path();
    for (const std::string& library : libraries) {
        if (is_foreign(library, own)) facts.foreign.push_back(library);
        const std::string name = fs::path(library).filename().string();
        std::error_code error;
        if (name.starts_with("libblas.so") || name.starts_with("libopenblas") || name.starts_with("libmkl_rt"))
            facts.blas = fs::canonical(library, error).string();
    }
}

}  // namespace

Facts facts_here() {
    Facts facts;
    look_at_program(facts);
    std::vector<std::string> libraries = loaded_libraries();
    facts.rendering = module_here(Module::rendering, libraries);
    facts.desktop = module_here(Module::desktop, libraries);
    facts.light = module_here(Module::light, libraries);
    facts.detector = module_here(Module::detector, libraries);
    if (facts.rendering.trouble.empty()) {
        const Answer answer = ask_in_child([] { return modules::opengl_name(); });
        facts.opengl = answer.text;
        if (!answer.trouble.empty()) facts.rendering.trouble = answer.trouble, facts.rendering.mend = answer.mend;
    }
    for (std::string& library : lines_of(ask_in_child([] {
             if (!dlopen("libblas.so.3", RTLD_LAZY)) dlopen("libopenblas.so.0", RTLD_LAZY);  // as FAISS does when it needs one
             return joined(loaded_libraries());
         }).text))
        if (std::find(libraries.begin(), libraries.end(), library) == libraries.end()) libraries.push_back(std::move(library));
    facts.why_no_display = why_no_display().value_or("");
    std::error_code error;
    facts.landmarks = fs::exists("/usr/share/dlib/shape_predictor_68_face_landmarks.dat", error);
    look_at_libraries(facts, libraries);
    facts.home = home_here();
    facts.gpu = gpu_here();  // last: CUDA starts threads
    return facts;
}

}  // namespace neighborscope::shell::doctor
