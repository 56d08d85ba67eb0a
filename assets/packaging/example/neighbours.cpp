// Points in, neighbour lists out, on every device of this machine.
#include <gpu/knn.hpp>

#include <cstdio>

int main() {
    using namespace neighborscope;
    const std::vector<float> points = {0, 0, 1, 0, 0, 2, 5, 5}, queries = {0.9f, 0.1f, 4, 4};  // rows of x and y
    constexpr int dimension = 2, k = 2;
    const Method& method = find_method("heap");
    for (const DeviceInfo& device : devices()) {
        const PointSet rows(device.kind, points, dimension);
        const QuerySet asked(device.kind, queries, dimension);
        ListSet lists(device.kind, 2, k);
        Searcher(method, rows, Options(method.info.options)).search(asked, k, Metric::euclidean, lists);
        std::vector<std::int32_t> index;
        std::vector<float> distance;
        lists.fetch(index, distance);
        for (std::size_t i = 0; i < index.size(); ++i)
            std::printf("%s: query %zu, neighbour %d at %.3f\n", name(device.kind).data(), i / k, index[i], distance[i]);
    }
}
