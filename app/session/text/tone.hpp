// What a text is like, by which a window chooses its colour.
#pragma once

namespace neighborscope {

/// The colour of a text.
enum class Tone { normal, second, exact, warning, error };

}  // namespace neighborscope
