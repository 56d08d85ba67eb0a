#include "render/program.hpp"

#include "gpu/error.hpp"

#include <epoxy/gl.h>

#include <string>
#include <utility>
#include <vector>

namespace neighborscope::render {
namespace {

std::string first_line(std::string text) {
    text.resize(std::min(text.size(), text.find_first_of(std::string("\n\0", 2))));
    return text;
}

}  // namespace

Program::Program(std::initializer_list<Stage> stages) : name_(glCreateProgram()) {
    std::string names;
    for (const Stage& stage : stages) {
        names += (names.empty() ? "" : " and ") + std::string(stage.name);
        const unsigned shader = glCreateShader(stage.type);
        glShaderSource(shader, int(stage.parts.size()), stage.parts.begin(), nullptr);
        glCompileShader(shader);
        int compiled = 0, length = 0;
        glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
        glAttachShader(name_, shader);
        if (!compiled) {
            glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
            std::string log(std::size_t(length) + 1, '\0');
            glGetShaderInfoLog(shader, length, nullptr, log.data());
            glDeleteShader(shader);
            glDeleteProgram(name_);
            throw Error(Failure::device, "the driver refuses shader " + std::string(stage.name) + ": " + first_line(log),
                "report it with the name of the graphics driver");
        }
        glDeleteShader(shader);  // lives on while attached
    }
    glLinkProgram(name_);
    int linked = 0, length = 0;
    glGetProgramiv(name_, GL_LINK_STATUS, &linked);
    if (!linked) {
        glGetProgramiv(name_, GL_INFO_LOG_LENGTH, &length);
        std::string log(std::size_t(length) + 1, '\0');
        glGetProgramInfoLog(name_, length, nullptr, log.data());
        glDeleteProgram(name_);
        throw Error(Failure::device, "the driver does not link " + names + ": " + first_line(log),
            "report it with the name of the graphics driver");
    }
}

Program::Program(Program&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
Program& Program::operator=(Program&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
}
Program::~Program() {
    if (name_) glDeleteProgram(name_);
}

}  // namespace neighborscope::render
