// Pictures of rows side by side in few OpenGL textures, so that thousands of them are drawn in few calls. Inside instruments only.
#pragma once
#include "app/data/points/data_set.hpp"

#include <imgui.h>

#include <memory>
#include <unordered_map>
#include <vector>

namespace neighborscope {

/// GL context current in every call.
class PictureAtlas {
public:
    PictureAtlas() = default;
    ~PictureAtlas();
    PictureAtlas(const PictureAtlas&) = delete;
    PictureAtlas& operator=(const PictureAtlas&) = delete;

    void begin(const std::shared_ptr<const DataSet>&);  ///< the pictures of these data, none of them yet
    /// Before the pictures of a frame: forgets all where nearly no place is left.
    void begin_frame();
    /// The picture of a row of these data, from corner to corner; false where it has none, or this frame has had `max_tiles`.
    bool draw(ImDrawList&, std::int64_t row, ImVec2 from, ImVec2 to);

    static constexpr int page_side = 2048, longest_side = 128;  ///< pixels; larger pictures become smaller
    static constexpr std::size_t max_tiles = 16384;

private:
    struct Place {
        std::size_t page = 0;
        int x = 0, y = 0;  ///< pixels of the page
    };
    void forget();
    Place place_of(std::size_t number) const;
    bool add(std::int64_t row);

    std::shared_ptr<const DataSet> data_;
    PictureShape tile_;                   ///< size of all of them
    std::size_t columns_ = 1, rows_ = 1;  ///< of a page
    std::vector<unsigned> pages_;         ///< names of textures
    std::unordered_map<std::int64_t, std::size_t> places_;
};

}  // namespace neighborscope
