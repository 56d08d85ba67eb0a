# Writes one header with a string per shader file: namespace shaders { inline constexpr char points_vert[] = R"(...)"; }
set(text "// Made by embed_shaders.cmake; edit render/shaders instead.\n#pragma once\nnamespace neighborscope::render::shaders {\n")
foreach(file IN LISTS SHADERS)
  file(READ ${file} content)
  get_filename_component(name ${file} NAME)
  string(MAKE_C_IDENTIFIER ${name} name)
  string(APPEND text "inline constexpr char ${name}[] = R\"SHADER(${content})SHADER\";\n")
endforeach()
file(WRITE ${OUTPUT} "${text}}\n")
