// libFuzzer target for the parameters of a generator: "n=4000,d=3". Makes few points, so that it is fast.
#include "app/data/make/generator.hpp"
#include "gpu/error.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <algorithm>
#include <cmath>

using namespace neighborscope;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    bool accepted = false;
    for (const Generator& generator : all_generators()) {
        try {
            const GeneratorParameters parameters = parse_parameters(generator, text);
            accepted = true;
            if (double(parameters.n) * parameters.d > 1e4) continue;
            const DataSet made = make_data(generator, std::string(generator.name) + ":" + text, Progress{});
            if (made.count() != parameters.n || made.dimension != parameters.d) std::abort();
            if (!std::all_of(made.coordinates.begin(), made.coordinates.end(), [](float value) { return std::isfinite(value); }))
                std::abort();
        } catch (const Error& error) {
            const bool file_named = text.find("network=") != std::string::npos;
            if ((error.kind != Failure::usage && !file_named) || error.one_line().size() > 1000) std::abort();
        }
    }
    test::count(accepted);
    return 0;
}
