#include "app/modules/clash.hpp"

#include <filesystem>

namespace neighborscope::modules {
namespace {

/// Between the first two of `marks` from `at` on.
std::string quoted(const std::string& text, std::size_t at, char open, char close) {
    const auto from = text.find(open, at);
    const auto to = from == std::string::npos ? from : text.find(close, from + 1);
    return to == std::string::npos ? std::string() : text.substr(from + 1, to - from - 1);
}

}  // namespace

// The loader says "/opt/x/libstdc++.so.6: version `GLIBCXX_3.4.30' not found (required by /usr/lib/libfaiss.so)" or
// "/usr/lib/neighborscope/libneighborscope_desktop.so: undefined symbol: _ZN..., version Qt_6".
Clash clash_in(const std::string& complaint, const std::string& library_path, const std::string& preload) {
    const std::string file = complaint.substr(0, complaint.find(": "));
    const auto version = complaint.find(": version `");
    const bool symbol = complaint.find("undefined symbol") != std::string::npos;
    if ((version == std::string::npos && !symbol) || file.find('/') == std::string::npos) return {};
    Clash clash;
    if (symbol) {
        clash.cause = std::filesystem::path(file).filename().string() + " met a library of another version (undefined symbol)";
    } else {
        const std::string needed = quoted(complaint, version, '`', '\''), by = quoted(complaint, version, '(', ')');
        clash.cause = file + " is of another version: it lacks " + needed + (by.empty() ? "" : ", " + by);
    }
    clash.remedy = !preload.empty()        ? "unset LD_PRELOAD"
                   : !library_path.empty() ? "unset LD_LIBRARY_PATH"
                                           : "install Neighborscope again for this system";
    return clash;
}

}  // namespace neighborscope::modules
