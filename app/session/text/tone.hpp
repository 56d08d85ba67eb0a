// The tone of a text, from which a window chooses its colour.
#pragma once

namespace neighborscope {

enum class Tone { normal, second, exact, warning, error };

}  // namespace neighborscope
