// A linked shader program, made of the files in render/shaders. Inside render only.
#pragma once
#include <initializer_list>

namespace neighborscope::render {

/// Parts of one stage, put after one another: the first begins with #version.
struct Stage {
    unsigned type;
    const char* name;
    std::initializer_list<const char*> parts;
};

/// Owns one program. Move only.
class Program {
public:
    Program() = default;
    /// Device Error with the stage's name and the driver's first complaint when it does not compile.
    explicit Program(std::initializer_list<Stage> stages);
    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;
    ~Program();
    unsigned name() const { return name_; }

private:
    unsigned name_ = 0;
};

}  // namespace neighborscope::render
