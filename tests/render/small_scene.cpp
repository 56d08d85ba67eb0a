#include "tests/render/small_scene.hpp"

#include <epoxy/gl.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

namespace neighborscope::render {
namespace {

template <class T>
Buffer buffer_of(const std::vector<T>& values) {
    Buffer buffer(values.size() * sizeof(T));
    glNamedBufferSubData(buffer.name(), 0, GLsizeiptr(buffer.bytes()), values.data());
    return buffer;
}

}  // namespace

double fraction(std::uint64_t i) {
    std::uint64_t z = (i + 1) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return double((z ^ (z >> 31)) >> 40) / double(1 << 24);
}

SmallScene::SmallScene(bool three_d, Theme theme, int count, int k) {
    for (int i = 0; i < count; ++i) {
        const int clump = i % 3;
        for (int axis = 0; axis < 3; ++axis) {
            double spread = 0;
            for (std::uint64_t t = 0; t < 4; ++t) spread += fraction(std::uint64_t(12 * i + 4 * axis) + t) - 0.5;
            const double centre = axis == 0 ? 30.0 * clump : axis == 1 ? 20.0 * (clump % 2) : 8.0 * clump;
            positions.push_back(axis == 2 && !three_d ? 0.0f : float(centre + 12 * spread));
        }
    }
    state.query = {29, 19, three_d ? 9.0f : 0.0f};
    std::vector<std::pair<float, int>> found;
    for (int i = 0; i < count; ++i)
        found.emplace_back(glm::length(glm::vec3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]) - state.query), i);
    std::sort(found.begin(), found.end());
    for (int rank = 0; rank < k; ++rank) {
        index.push_back(rank < count ? found[std::size_t(rank)].second : -1);
        distance.push_back(rank < count ? found[std::size_t(rank)].first : std::numeric_limits<float>::quiet_NaN());
    }
    position_buffer = buffer_of(positions);
    index_buffer = buffer_of(index);
    distance_buffer = buffer_of(distance);
    state.count = count;
    state.k = k;
    state.query_shown = true;
    state.theme = theme;
    state.selected_rank = 4;
    for (int axis = 0; axis < 3; ++axis) {
        double low = 1e30, high = -1e30;
        for (int i = 0; i < count; ++i) {
            low = std::min<double>(low, positions[std::size_t(3 * i + axis)]);
            high = std::max<double>(high, positions[std::size_t(3 * i + axis)]);
        }
        if (count > 0) state.box.low[axis] = low, state.box.high[axis] = high;
    }
    state.height_low = float(state.box.low.z);
    state.height_high = float(state.box.high.z);
    camera.three_d = three_d;
    camera.fit(state.box, {0, 0, double(width), double(height)}, width, height);
    if (count > 3) {  // so near that the circle is visible around the marks
        camera.set_focus(glm::dvec3(state.query));
        camera.zoom(3.5, 0.5 * width, 0.5 * height);
    }
}

Image SmallScene::draw(const SceneState& with, const Extras& extras) {
    framebuffer.bind();
    scene.draw(position_buffer, index_buffer, distance_buffer, camera, with, extras);
    return framebuffer.read();
}

int different_pixels(const Image& a, const Image& b) {
    if (a.width != b.width || a.height != b.height) return std::numeric_limits<int>::max();
    int different = 0;
    for (std::size_t pixel = 0; pixel + 2 < a.rgb.size(); pixel += 3) {
        int most = 0;
        for (std::size_t channel = 0; channel < 3; ++channel)
            most = std::max(most, std::abs(int(a.rgb[pixel + channel]) - int(b.rgb[pixel + channel])));
        different += most > 40;
    }
    return different;
}

void write_picture(const std::string& path, const Image& image) { std::ofstream(path, std::ios::binary) << png_of(image); }

Image reference_picture(const std::string& name, const Image& now) {
    const std::string path = std::string(NEIGHBORSCOPE_TEST_PICTURES) + "/" + name + ".png";
    const char* update = std::getenv("NEIGHBORSCOPE_UPDATE_PICTURES");
    if (update && std::string(update) == "1") write_picture(path, now);
    Image image;
    int channels = 0;
    unsigned char* read = stbi_load(path.c_str(), &image.width, &image.height, &channels, 3);
    if (!read) return image;
    image.rgb.assign(read, read + std::size_t(image.width) * std::size_t(image.height) * 3);
    stbi_image_free(read);
    return image;
}

}  // namespace neighborscope::render
