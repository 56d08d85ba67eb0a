// Marks of queries whose lists were compared with the truth: right ones pale, wrong ones not to be overlooked. Inside render only.
#pragma once
#include "render/program.hpp"
#include "render/scene.hpp"

namespace neighborscope::render {

class Compared {
public:
    Compared();
    /// Binds shader storage 3. Depth test and blending are the caller's.
    void draw(const Extras&, Theme, unsigned empty_array);

private:
    Program program_;
};

}  // namespace neighborscope::render
