// Settings of a test lie in a folder of its own, gone with the object, instead of the user's.
#pragma once
#include "tests/temporary_folder.hpp"

#include <cstdlib>
#include <optional>

namespace neighborscope::test {

struct SettingsFolder : TemporaryFolder {
    SettingsFolder() {
        if (const char* set = std::getenv(variable)) before_ = set;
        setenv(variable, (*this / "config").c_str(), 1);
    }
    ~SettingsFolder() { before_ ? setenv(variable, before_->c_str(), 1) : unsetenv(variable); }

private:
    static constexpr const char* variable = "XDG_CONFIG_HOME";
    std::optional<std::string> before_;
};

}  // namespace neighborscope::test
