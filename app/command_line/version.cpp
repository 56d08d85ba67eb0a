// neighborscope --version: prints the version and parts of this build. Looks for no device and loads no OpenGL.
#include "app/command_line/describe.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/experiments/commit.hpp"
#include "app/modules/modules.hpp"
#include "gpu/knn.hpp"

#include <string_view>

namespace neighborscope::shell {
namespace {

/// Whether the build has the module, and what this machine lacks for it.
std::string module_line(const std::string& label, modules::Module module, const std::string& version, const std::string& not_built) {
    if (!modules::built(module)) return label + " no, " + not_built + "\n";
    const std::string missing = modules::what_is_missing(module);
    return label + " " + version + (missing.empty() ? "" : ", but " + missing) + "\n";
}

}  // namespace

std::string version_line() {
    constexpr std::string_view commit = NEIGHBORSCOPE_COMMIT;  // "" in a tree without git
    std::string line = "neighborscope " NEIGHBORSCOPE_VERSION;
    if (!commit.empty()) line.append(", commit ").append(commit);
    return line;
}

std::string version_text() {
    std::string text = version_line() + "\n";
#ifdef NEIGHBORSCOPE_WITH_CUDA
    text += "CUDA   yes, toolkit " NEIGHBORSCOPE_CUDA_TOOLKIT ", architectures " NEIGHBORSCOPE_CUDA_ARCHITECTURES "\n";
#else
    text += "CUDA   no, built for CPU only\n";
#endif
    text += module_line("OpenGL", modules::Module::rendering, "yes", "");
    text += module_line("Qt    ", modules::Module::desktop, NEIGHBORSCOPE_QT_VERSION, "the window is not built");
    text += module_line("GLFW  ", modules::Module::light, NEIGHBORSCOPE_GLFW_VERSION, "--light is not built");
    const std::string libraries = NEIGHBORSCOPE_CPU_LIBRARIES;
    text += "CPU    " + (libraries.empty() ? "no libraries" : libraries) + "\n";
    for (const Method& method : methods())
        if (!method.info.supports.missing_package.empty())
            text += "       no " + std::string(method.info.name) + ": " + std::string(method.info.supports.missing_package) +
                    " was not found\n";
    return text;
}

}  // namespace neighborscope::shell
