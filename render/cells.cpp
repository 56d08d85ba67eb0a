#include "render/cells.hpp"

#include <epoxy/gl.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "render_shaders.hpp"

namespace neighborscope::render {
namespace {

/// std140; members in the order of tree.glsl.
struct TreeBlock {
    glm::vec4 query, low;
    std::array<glm::vec4, 9> ramp;
    glm::vec4 empty_and_full;
    std::int32_t leaves, dimension, level, deepest;
    std::int32_t fill, marked, marked_from, marked_to;
    std::int32_t hovered, query_shown;
    float strongest, weakest;
    std::int32_t queries_of_task;
    float lines_in_space;
    std::int32_t boxes, unused;
};
static_assert(sizeof(TreeBlock) % 16 == 0);

constexpr std::size_t found_words = 13, found_bytes = found_words * sizeof(std::uint32_t);  // the leaf's number, then its words

TreeBlock tree_block(const CellState& state, Theme theme) {
    TreeBlock block{};
    block.query = glm::vec4(state.query.value_or(glm::vec3(0)), 0);
    block.low = glm::vec4(state.low, state.grid ? float(1 << state.deepest) / state.side : 0);
    block.boxes = state.grid ? 0 : 1;
    for (std::size_t i = 0; i < block.ramp.size(); ++i) {
        const Colour c = ramp_colour(theme, float(i) / float(block.ramp.size() - 1));
        block.ramp[i] = {c.r, c.g, c.b, 1};
    }
    const CellOpacity opacity = cell_opacity(theme, state.grid);
    block.empty_and_full = {opacity.few, opacity.many, opacity.few_small, opacity.many_small};
    block.leaves = state.count;
    block.dimension = state.dimension;
    block.level = state.level;
    block.deepest = state.deepest;
    block.fill = std::int32_t(state.fill);
    block.marked = std::int32_t(state.marked);
    block.marked_from = state.marked_from;
    block.marked_to = state.marked_to;
    block.hovered = state.hovered;
    block.query_shown = state.query ? 1 : 0;
    block.weakest = state.weakest;
    block.queries_of_task = std::max(1, state.queries_of_task);
    block.lines_in_space = state.lines_in_space;
    block.strongest = std::max(state.strongest, state.weakest + 1);
    return block;
}

}  // namespace

CellOpacity cell_opacity(Theme theme, bool grid) {
    const float of_all = grid ? 1 : 0.5f;
    const CellOpacity light{0.16f, 0.5f, 0.3f, 0.75f}, dark{0.22f, 0.5f, 0.4f, 0.75f}, &one = theme == Theme::light ? light : dark;
    return {of_all * one.few, of_all * one.many, of_all * one.few_small, of_all * one.many_small};
}

Cells::Cells(Programs& programs)
    : areas_(programs.of({{GL_VERTEX_SHADER, "cells.vert", {shaders::frame_glsl, shaders::tree_glsl, shaders::cells_vert}},
          {GL_FRAGMENT_SHADER, "cells.frag", {"#version 450 core\n", shaders::cells_frag}}})),
      leaf_(programs.of({{GL_COMPUTE_SHADER, "leaf.comp", {"#version 450 core\n", shaders::tree_glsl, shaders::leaf_comp}}})),
      block_(sizeof(TreeBlock)),
      found_words_(found_bytes, Buffer::Access::host),
      own_words_(found_bytes) {}

Cells::~Cells() {
    if (fence_) glDeleteSync(static_cast<GLsync>(fence_));
}

void Cells::bind(const Buffer* cells, const CellState& state, Theme theme) {
    const TreeBlock block = tree_block(state, theme);
    glNamedBufferSubData(block_.name(), 0, sizeof block, &block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 1, block_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 6, cells ? cells->name() : found_words_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 8, own_words_.name());
    if (cells && !state.grid && state.query && state.count > 0) find_leaf(own_words_, *state.query);
}

/// Writes the leaf at a position into a buffer.
void Cells::find_leaf(const Buffer& into, const glm::vec3& position) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 7, into.name());
    glUseProgram(leaf_.name());
    glUniform3f(0, position.x, position.y, position.z);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
}

void Cells::draw_areas(int leaves, int first, int stride, unsigned empty_array) {
    glUseProgram(areas_.name());
    glUniform1i(0, 0);
    glUniform2i(1, first, stride);
    glBindVertexArray(empty_array);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, leaves);
}

void Cells::draw_outlines(const CellState& state, unsigned empty_array) {
    glUseProgram(areas_.name());
    glBindVertexArray(empty_array);
    for (const int kind : {1, 2}) {
        if (kind == 1 ? !state.hovers() : !state.query) continue;
        glUniform1i(0, kind);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
}

void Cells::find() {
    if (!requested_) return;
    collect(true);  // an older reading; it has ended, because a frame in between took longer
    find_leaf(found_words_, *requested_);
    glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    requested_.reset();
}

void Cells::collect(bool wait) {
    if (!fence_) return;
    const auto state = glClientWaitSync(static_cast<GLsync>(fence_), GL_SYNC_FLUSH_COMMANDS_BIT, wait ? 1'000'000'000 : 0);
    if (state == GL_TIMEOUT_EXPIRED && !wait) return;
    glDeleteSync(static_cast<GLsync>(fence_));
    fence_ = nullptr;
    std::array<std::uint32_t, found_words> words{};
    std::memcpy(words.data(), found_words_.on_host(), found_bytes);
    const auto number = [&](std::size_t at) { return std::bit_cast<float>(words[at]); };
    const auto whole = [&](std::size_t at) { return std::int32_t(words[at]); };
    found_ = FoundCell{whole(0), {number(1), number(2), number(3)}, {number(4), number(5), number(6)}, whole(8), whole(9), whole(10),
        whole(11), whole(12)};
}

void Cells::forget() {
    if (fence_) glDeleteSync(static_cast<GLsync>(fence_));
    fence_ = nullptr;
    requested_.reset();
    found_.reset();
}

std::optional<FoundCell> Cells::found() {
    collect(false);
    return found_;
}

}  // namespace neighborscope::render
