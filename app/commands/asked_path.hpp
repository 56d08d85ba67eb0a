// What a window has to know of an asked path before it is used.
#pragma once
#include "app/commands/commands.hpp"

#include <string>
#include <vector>

namespace neighborscope {

/// The path that is written for a typed one: with the ending of the first filter if it has none. Usage Error for other endings.
std::string path_with_extension(const std::string& typed, const std::vector<PathQuestion::Filter>&);

/// The question for points, which is also answered by a folder of pictures.
inline constexpr const char* id_of_open_question = "dialog.open";
/// The patterns of those pictures.
const std::vector<std::string>& pictures_of_faces();

}  // namespace neighborscope
