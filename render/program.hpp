// Linked shader programs, made of files in render/shaders and compiled once for all scenes of a context.
#pragma once
#include <initializer_list>
#include <map>
#include <memory>
#include <string>

namespace neighborscope::render {

/// The parts of one stage, concatenated: the first begins with #version.
struct Stage {
    unsigned type;
    const char* name;
    std::initializer_list<const char*> parts;
};

/// One program. Copies share it; the last one deletes it. The caller sets all uniforms that a draw uses.
class Program {
public:
    Program() = default;
    /// Device Error with the stage's name and the driver's first message if it does not compile.
    explicit Program(std::initializer_list<Stage> stages);
    unsigned name() const { return name_ ? *name_ : 0; }

private:
    std::shared_ptr<const unsigned> name_;
};

/// The programs of one context.
class Programs {
public:
    /// The program of these stages, by their names; compiled at the first call.
    Program of(std::initializer_list<Stage> stages);

private:
    std::map<std::string, Program> all_;
};

}  // namespace neighborscope::render
