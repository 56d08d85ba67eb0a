// Linked shader programs, made of the files in render/shaders: compiled once for all scenes of a context.
#pragma once
#include <initializer_list>
#include <map>
#include <memory>
#include <string>

namespace neighborscope::render {

/// Parts of one stage, put after one another: the first begins with #version.
struct Stage {
    unsigned type;
    const char* name;
    std::initializer_list<const char*> parts;
};

/// One program. Copies are the same one, which goes with the last of them. Whoever draws sets all uniforms that the draw looks at.
class Program {
public:
    Program() = default;
    /// Device Error with the stage's name and the driver's first complaint when it does not compile.
    explicit Program(std::initializer_list<Stage> stages);
    unsigned name() const { return name_ ? *name_ : 0; }

private:
    std::shared_ptr<const unsigned> name_;
};

/// Those of one context.
class Programs {
public:
    /// The program of these stages, by their names; compiled when it is asked for the first time.
    Program of(std::initializer_list<Stage> stages);

private:
    std::map<std::string, Program> all_;
};

}  // namespace neighborscope::render
