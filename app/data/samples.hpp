// Where the samples that come with the program lie.
#pragma once
#include "app/data/data_set.hpp"

namespace neighborscope {

/// The folder with the samples: NEIGHBORSCOPE_SAMPLES of the environment when set, else ../share/neighborscope/samples beside
/// the program's folder (installed), else the source tree the program was built from. Input Error when none is there.
std::string samples_folder();

/// The sample of that name; a usage Error with a suggestion when there is none.
SampleInfo sample_named(const std::string& name);

}  // namespace neighborscope
