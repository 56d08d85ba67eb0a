// Pictures of rows packed into few OpenGL textures, so that thousands of them are drawn in few calls. Only for app/instruments.
#pragma once
#include "app/data/points/data_set.hpp"

#include <imgui.h>

#include <memory>
#include <unordered_map>
#include <vector>

namespace neighborscope {

/// The GL context must be current in every call.
class PictureAtlas {
public:
    PictureAtlas() = default;
    ~PictureAtlas();
    PictureAtlas(const PictureAtlas&) = delete;
    PictureAtlas& operator=(const PictureAtlas&) = delete;

    void begin(const std::shared_ptr<const DataSet>&);  ///< starts an empty atlas for these data
    /// Call before the pictures of a frame. Clears the atlas if it is nearly full.
    void begin_frame();
    /// Draws the picture of a row into a rectangle. False if the row has none, or `max_tiles` have been drawn in this frame.
    bool draw(ImDrawList&, std::int64_t row, ImVec2 from, ImVec2 to);

    static constexpr int page_side = 2048, longest_side = 128;  ///< pixels; larger pictures are scaled down
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
    PictureShape tile_;                   ///< size of each picture
    std::size_t columns_ = 1, rows_ = 1;  ///< tiles per page
    std::vector<unsigned> pages_;         ///< textures
    std::unordered_map<std::int64_t, std::size_t> places_;
};

}  // namespace neighborscope
