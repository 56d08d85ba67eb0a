#include "render/program.hpp"

#include "gpu/error.hpp"

#include <epoxy/gl.h>

#include <string>

namespace neighborscope::render {
namespace {

std::string first_line(std::string text) {
    text.resize(std::min(text.size(), text.find_first_of(std::string("\n\0", 2))));
    return text;
}

std::string names_of(std::initializer_list<Stage> stages) {
    std::string names;
    for (const Stage& stage : stages) names += (names.empty() ? "" : " and ") + std::string(stage.name);
    return names;
}

}  // namespace

Program::Program(std::initializer_list<Stage> stages)
    : name_(new unsigned(glCreateProgram()), [](const unsigned* name) {
          glDeleteProgram(*name);
          delete name;
      }) {
    for (const Stage& stage : stages) {
        const unsigned shader = glCreateShader(stage.type);
        glShaderSource(shader, int(stage.parts.size()), stage.parts.begin(), nullptr);
        glCompileShader(shader);
        int compiled = 0, length = 0;
        glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
        glAttachShader(name(), shader);
        if (!compiled) {
            glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
            std::string log(std::size_t(length) + 1, '\0');
            glGetShaderInfoLog(shader, length, nullptr, log.data());
            glDeleteShader(shader);
            throw Error(Failure::device, "the driver refuses shader " + std::string(stage.name) + ": " + first_line(log),
                "report it with the name of the graphics driver");
        }
        glDeleteShader(shader);  // stays alive while attached
    }
    glLinkProgram(name());
    int linked = 0, length = 0;
    glGetProgramiv(name(), GL_LINK_STATUS, &linked);
    if (!linked) {
        glGetProgramiv(name(), GL_INFO_LOG_LENGTH, &length);
        std::string log(std::size_t(length) + 1, '\0');
        glGetProgramInfoLog(name(), length, nullptr, log.data());
        throw Error(Failure::device, "the driver does not link " + names_of(stages) + ": " + first_line(log),
            "report it with the name of the graphics driver");
    }
}

Program Programs::of(std::initializer_list<Stage> stages) {
    const std::string names = names_of(stages);
    if (const auto known = all_.find(names); known != all_.end()) return known->second;
    return all_.emplace(names, Program(stages)).first->second;
}

}  // namespace neighborscope::render
