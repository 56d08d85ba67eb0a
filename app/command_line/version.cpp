// neighborscope --version: what this build is and has. Looks for no device.
#include "app/command_line/subcommands.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::shell {

std::string version_text() {
    std::string text = "neighborscope " NEIGHBORSCOPE_VERSION "\n";
#ifdef NEIGHBORSCOPE_WITH_CUDA
    text += "CUDA   yes, toolkit " NEIGHBORSCOPE_CUDA_TOOLKIT ", architectures " NEIGHBORSCOPE_CUDA_ARCHITECTURES "\n";
#else
    text += "CUDA   no, built for CPU only\n";
#endif
#ifdef NEIGHBORSCOPE_WITH_DESKTOP
    text += "Qt     " NEIGHBORSCOPE_QT_VERSION "\n";
#else
    text += "Qt     no, the window is not built\n";
#endif
#ifdef NEIGHBORSCOPE_WITH_LIGHT
    text += "GLFW   " NEIGHBORSCOPE_GLFW_VERSION "\n";
#else
    text += "GLFW   no, --light is not built\n";
#endif
    const std::string libraries = NEIGHBORSCOPE_CPU_LIBRARIES;
    text += "CPU    " + (libraries.empty() ? "no libraries" : libraries) + "\n";
    for (const Method& method : methods())
        if (!method.info.supports.missing_package.empty())
            text += "       no " + std::string(method.info.name) + ": " + std::string(method.info.supports.missing_package) +
                    " was not found\n";
    return text;
}

}  // namespace neighborscope::shell
