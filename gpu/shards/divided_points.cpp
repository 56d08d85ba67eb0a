#include "gpu/shards/divided_points.hpp"

#include "gpu/device/copy.hpp"
#include "gpu/device/on_device.hpp"
#include "gpu/shards/sharded_search.hpp"

namespace neighborscope::shards {

DividedPoints::DividedPoints(const Method& of, DeviceKind kind, const Points& all, const Options& chosen)
    : method(of),
      device(kind),
      points(all),
      options(chosen),
      numbers(sharing_devices(kind)),
      workers(kind, numbers),
      exchange(make_exchange(kind, numbers)),
      shards(numbers.size()) {}

void DividedPoints::divide(const Progress& progress) {
    std::vector<std::size_t> free(shards.size());
    workers.each([&](int rank) {
        free[std::size_t(rank)] = free_device_memory(device);
        shards[std::size_t(rank)].device = name_of_device(device, numbers[std::size_t(rank)]);
    });
    begin = divide_rows(points.count, row_bytes(), free);
    if (regions()) order_by_region();
    for (int rank = 0; rank < ranks(); ++rank) {
        Shard& shard = shards[std::size_t(rank)];
        const std::int64_t from = begin[std::size_t(rank)], count = begin[std::size_t(rank) + 1] - from;
        shard.rows = {nullptr, regions() ? 0 : from, count};
        shard.points = points;
        shard.points.count = count;
        shard.points.coordinates = nullptr;
    }
    if (method.learn_on_host && points.count > 0) {
        learned_ = (device == DeviceKind::cuda ? method.learn_on_cuda : method.learn_on_host)(points, options, progress);
        for (Shard& shard : shards) shard.points.learned = learned_;
    }
    copy_points();
}

/// Divides the rows in the order of the leaves that the method's tree over all points has, into first.rows.
void DividedPoints::order_by_region() {
    if (points.count == 0) return;
    const std::unique_ptr<Search> ordering = prepare_one(points, {});
    const std::optional<Tree> tree = ordering->tree();
    const LeafBoxes* const leaves = tree ? tree->boxes() : nullptr;
    if (!leaves) throw Error(Failure::device, std::string(method.info.name) + " has no order of leaves to divide");
    std::int32_t* const rows = first.rows.of<std::int32_t>(device, points.count, "rows of shards");
    copy_on_device(device, rows, leaves->row, std::size_t(points.count) * sizeof(std::int32_t));
    for (std::size_t rank = 0; rank < shards.size(); ++rank)  // ascending, so that equal distances keep the order of rows
        ON_DEVICE(device, sort_rows(rows + begin[rank], begin[rank + 1] - begin[rank]));
}

void DividedPoints::copy_points() {
    std::vector<Transfer> rows(shards.size()), row_numbers(shards.size());
    DeviceMemory packed;  // all points, one shard after another
    if (regions() && points.count > 0) {
        packed = DeviceMemory(device, std::size_t(points.count) * row_bytes(), "points of shards");
        float* const to = static_cast<float*>(packed.data());
        ON_DEVICE(device, gather_rows(points.coordinates, rows_of(0), points.count, points.dimension, to));
        for (std::size_t rank = 0; rank < shards.size(); ++rank) {
            Points some = shards[rank].points;
            some.coordinates = to + begin[rank] * points.dimension;
            shards[rank].box = ON_DEVICE(device, box_of(some));
            row_numbers[rank] = {rows_of(rank), nullptr, std::size_t(some.count) * sizeof(std::int32_t)};
            rows[rank] = {some.coordinates, nullptr, std::size_t(some.count) * row_bytes()};
        }
        ON_DEVICE(device, wait_for_thread());
    } else {
        for (int rank = 0; rank < ranks(); ++rank) {
            const Shard& shard = shards[std::size_t(rank)];
            rows[std::size_t(rank)] = {
                points.coordinates + shard.rows.first * points.dimension, nullptr, std::size_t(shard.points.count) * row_bytes()};
        }
    }
    workers.each([&](int rank) {
        Shard& shard = shards[std::size_t(rank)];
        Transfer &own = rows[std::size_t(rank)], &own_numbers = row_numbers[std::size_t(rank)];
        // The first device's range lies in the memory of all points.
        own.to = rank == 0 && !regions() ? const_cast<void*>(own.from) : shard.coordinates.at_least(device, own.bytes, "points of a shard");
        if (own_numbers.bytes > 0) own_numbers.to = shard.row_numbers.at_least(device, own_numbers.bytes, "rows of a shard");
        shard.points.coordinates = static_cast<const float*>(own.to);
        shard.points.largest = points.largest;
        shard.points.smallest = points.smallest;
        shard.rows.rows = static_cast<const std::int32_t*>(own_numbers.to);
    });
    const std::unique_lock<std::mutex> turn = exchange->turn();
    workers.each([&](int rank) {
        distribute(rank, rows);
        distribute(rank, row_numbers);
    });
}

bool DividedPoints::can_copy_all_points() {
    if (regions() || !can_have_copies_ || ranks() < 2) return false;
    std::vector<std::size_t> free(shards.size());
    workers.each([&](int rank) { free[std::size_t(rank)] = free_device_memory(device); });
    const std::size_t of_all = std::size_t(points.count) * row_bytes() * (device == DeviceKind::host ? shards.size() - 1 : 1);
    return std::all_of(free.begin(), free.end(), [&](std::size_t one) { return of_all <= one / 4; });
}

bool DividedPoints::copy_all_points(const Progress& progress) {
    if (has_copies_) return true;
    can_have_copies_ = can_copy_all_points();
    if (!can_have_copies_) return false;
    const Progress quiet = progress.without_report();
    std::vector<Transfer> rows(shards.size());
    try {
        workers.each([&](int rank) {
            Transfer& own = rows[std::size_t(rank)];
            if (rank == 0) return;
            own = {points.coordinates, nullptr, std::size_t(points.count) * row_bytes()};
            own.to = shards[std::size_t(rank)].all_coordinates.at_least(device, own.bytes, "all points");
        });
        workers.each([&](int rank) {
            distribute(rank, rows);
            Points all = points;
            if (rank > 0) all.coordinates = static_cast<const float*>(rows[std::size_t(rank)].to);
            all.learned = learned_;
            shards[std::size_t(rank)].search_of_all = prepare_one(all, quiet);
        });
    } catch (const Error& error) {
        if (error.kind != Failure::memory) throw;
        release_copies();
        return false;
    }
    return has_copies_ = true;
}

void DividedPoints::release_copies() {
    can_have_copies_ = has_copies_ = false;
    workers.each([&](int rank) {
        Shard& shard = shards[std::size_t(rank)];
        shard.search_of_all.reset();
        shard.all_coordinates = {};
    });
}

void DividedPoints::distribute(int rank, const std::vector<Transfer>& transfers) {
    const auto empty = [](const Transfer& one) { return one.bytes == 0; };
    if (!std::all_of(transfers.begin(), transfers.end(), empty)) exchange->distribute(rank, transfers);
}

std::unique_ptr<Search> DividedPoints::prepare_one(const Points& points, const Progress& progress) const {
    return (device == DeviceKind::cuda ? method.on_cuda : method.on_host)(points, options, progress);
}

void DividedPoints::prepare(Shard& shard, const Progress& progress) {
    if (shard.points.count > 0) shard.search = prepare_one(shard.points, progress);
}

DevicesOfRows DividedPoints::devices_of_rows() const {
    DevicesOfRows devices;
    const auto count = std::size_t(points.count);
    std::vector<std::int32_t> rows(regions() ? count : 0);
    if (!rows.empty()) copy_to_host(device, rows.data(), rows_of(0), count * sizeof(std::int32_t));
    devices.of_row.resize(count);
    for (std::size_t rank = 0; rank < shards.size(); ++rank) {
        devices.names.push_back(shards[rank].device);
        for (auto at = std::size_t(begin[rank]); at < std::size_t(begin[rank + 1]); ++at)
            devices.of_row[regions() ? std::size_t(rows[at]) : at] = std::uint8_t(rank);
    }
    return devices;
}

void DividedPoints::release() noexcept {
    try {
        workers.each([&](int rank) { shards[std::size_t(rank)] = {}; });
    } catch (...) {}
}

}  // namespace neighborscope::shards
