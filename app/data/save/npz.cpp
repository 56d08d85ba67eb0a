// Writes NPZ: arrays as numpy.savez writes them, without pickled objects.
#include "app/data/save/columns.hpp"
#include "app/data/save/npz_writer.hpp"

#include <algorithm>
#include <cstring>

namespace neighborscope {
namespace {

const char* type_name(StoredColumn::Type type) {
    const char* const names[] = {"<f8", "<f4", "<i4", "|u1"};
    return names[int(type)];
}

/// Returns a name that is valid for a member of the archive and for an unpacked file.
std::string member_name(const std::string& name) {
    std::string member = name;
    for (char& c : member)
        if (static_cast<unsigned char>(c) < 32 || c == 127 || c == '/' || c == '\\') c = '_';
    return member;
}

}  // namespace

void write_npz(OutputFile& file, const DataSet& data, const PointResults* results, const Progress& progress) {
    NpzWriter npz(file);
    const std::int64_t count = data.count();
    const double items = 2.0 * double(data.coordinates.size());  // each is written twice
    double done = 0;
    const bool narrow = fits_float32(data);
    const std::size_t dimension = std::size_t(data.dimension);
    npz.add("points", narrow ? "<f4" : "<f8", {count, data.dimension}, [&](std::int64_t first, std::int64_t some, char* out) {
        progress.step(done, items);
        done += double(some);
        if (narrow) {
            std::memcpy(out, data.coordinates.data() + first, std::size_t(some) * sizeof(float));
            return;
        }
        for (std::size_t i = 0; i < std::size_t(some); ++i) {
            const std::size_t at = std::size_t(first) + i;
            const double value = data.origin[at % dimension] + double(data.coordinates[at]);
            std::memcpy(out + i * sizeof value, &value, sizeof value);
        }
    });
    add_strings(npz, "axes", data.axes);
    // A column must not have the name of another array.
    UniqueNames names{{"points", "axes", "colours", "rank", "distance"}};
    for (const SavedColumn& column : saved_columns(data, nullptr)) {
        if (!column.quantity || column.part > 0) continue;
        progress.step(items, items);
        const auto parts = std::int64_t(column.quantity->columns().size());
        const std::string name = parts > 1 ? column.quantity->name : names.of(member_name(column.name));
        npz.add(name, type_name(column.type), parts > 1 ? std::vector{count, parts} : std::vector{count},
            [&](std::int64_t first, std::int64_t some, char* out) {
                for (std::int64_t i = first; i < first + some; ++i)
                    as_stored(column.type, column.quantity->stored(i / parts, int(i % parts)), [&](auto stored) {
                        std::memcpy(out, &stored, sizeof stored);
                        out += sizeof stored;
                    });
            });
        if (column.words) add_strings(npz, names.of(name + "_words"), *column.words);
    }
    if (results) {
        npz.add("rank", "<i4", {count}, results->rank.data());
        npz.add("distance", "<f4", {count}, results->distance.data());
    }
    npz.finish();
}

}  // namespace neighborscope
