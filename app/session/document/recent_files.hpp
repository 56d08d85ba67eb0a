// Files of points and sessions that were opened last, the newest first: recent.json among what is kept for the next start.
#pragma once
#include <string>
#include <vector>

namespace neighborscope {

class RecentFiles {
public:
    static constexpr std::size_t most = 8;

    RecentFiles();  ///< as they were kept; none where they cannot be read
    const std::vector<std::string>& paths() const { return paths_; }
    /// It is the newest from now on. Where that cannot be kept, it is forgotten at the end.
    void add(const std::string& path);
    void clear();
    /// The file's name, with its folder where another has the same name; "" when there are not so many.
    std::string title(std::size_t place) const;

private:
    void keep() const;

    std::vector<std::string> paths_;  ///< absolute
};

}  // namespace neighborscope
