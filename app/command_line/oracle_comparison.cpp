#include "app/command_line/oracle_comparison.hpp"

#include "app/data/make/stream.hpp"
#include "app/data/points/point_set.hpp"

namespace neighborscope::shell {

Tally compare_with_oracle(const DataSet& data, const QueryBatch& batch, const FetchedLists& lists, Metric metric, bool approximate,
    std::int64_t sample, const Progress& progress) {
    const HostRows points = searched_rows(data), queries = batch.rows(data);
    const std::int64_t wanted = lists_compared(batch.count, sample), k = lists.k;
    if (wanted == batch.count)
        return verify(points, queries, batch.exclude, lists.index, lists.distance, lists.k, metric, progress, 0, approximate);
    std::vector<std::int64_t> chosen;
    std::vector<float> some, distance;
    std::vector<std::int32_t> exclude, index;
    for (std::int64_t i = 0; i < wanted; ++i) {
        const std::int64_t first = batch.count * i / wanted, next = batch.count * (i + 1) / wanted;
        const std::int64_t query = first + std::int64_t(counter_hash(0, std::uint64_t(i)) % std::uint64_t(next - first));
        chosen.push_back(query);
        some.insert(some.end(), queries.row(query), queries.row(query) + queries.dimension);
        if (!batch.exclude.empty()) exclude.push_back(batch.exclude[std::size_t(query)]);
        index.insert(index.end(), lists.index.begin() + query * k, lists.index.begin() + (query + 1) * k);
        distance.insert(distance.end(), lists.distance.begin() + query * k, lists.distance.begin() + (query + 1) * k);
    }
    Tally tally = verify(points, {some, data.dimension}, exclude, index, distance, lists.k, metric, progress, 0, approximate);
    if (tally.wrong > 0) tally.first_wrong = chosen[std::size_t(tally.first_wrong)];
    return tally;
}

}  // namespace neighborscope::shell
