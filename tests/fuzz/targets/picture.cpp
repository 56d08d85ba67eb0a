// libFuzzer target for pictures, with limited sizes, so that allocations are small whatever a header says.
#include "app/data/faces/picture.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <algorithm>

using namespace neighborscope;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const InputFile file("picture", std::string(reinterpret_cast<const char*>(data), size));
    bool accepted = false;
    try {
        constexpr faces::PictureLimits limits{1e5};
        const faces::GreyPicture picture = faces::read_picture(file, limits);
        if (!(picture.size == faces::picture_size(file, limits)) || double(picture.grey.size()) != picture.size.pixels()) std::abort();
        const auto in_range = [](float grey) { return grey >= 0 && grey <= 1.0001f; };
        if (!std::all_of(picture.grey.begin(), picture.grey.end(), in_range)) std::abort();
        faces::GreyPicture small = faces::scaled(picture, {16, 12});
        faces::equalise(small);
        if (!std::all_of(small.grey.begin(), small.grey.end(), in_range)) std::abort();
        accepted = true;
    } catch (const Error& error) {
        if (error.kind != Failure::input || error.one_line().size() > 1000) std::abort();
    }
    test::count(accepted);
    return 0;
}
