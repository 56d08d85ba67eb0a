// Names of metrics, unsupported problems, and the registry made of gpu/methods.inc.
#include "gpu/knn.hpp"
#include "gpu/index/own_index.hpp"

#include <algorithm>

namespace neighborscope {

// Includes methods.inc once to declare what every method's folder defines ...
#define DECLARE_HOST(folder)                                                         \
    namespace host::folder {                                                         \
    MethodInfo info();                                                               \
    std::unique_ptr<Search> prepare(const Points&, const Options&, const Progress&); \
    }
#define DECLARE_CUDA(folder)                                                         \
    namespace cuda::folder {                                                         \
    MethodInfo info();                                                               \
    std::unique_ptr<Search> prepare(const Points&, const Options&, const Progress&); \
    }
#define DECLARE_BOTH(folder) DECLARE_HOST(folder) DECLARE_CUDA(folder)
#define DECLARE_NANOFLANN(folder) DECLARE_HOST(folder)
#define DECLARE_FLANN(folder) DECLARE_HOST(folder)
#define DECLARE_FAISS(folder) DECLARE_HOST(folder)
#define METHOD(folder, where) DECLARE_##where(folder)
#include "gpu/methods.inc"
#undef METHOD

// What `ivf` learns for indexes over parts of the points: its centroids.
namespace host::ivf {
std::vector<float> learn(const Points&, const Options&, const Progress&);
}
namespace cuda::ivf {
std::vector<float> learn(const Points&, const Options&, const Progress&);
}

namespace {

constexpr int most_k = 1 << 30;  ///< kernels count in ints, up to a block's threads beyond k

Method described(MethodInfo info, Method::Prepare on_host, Method::Prepare on_cuda) {
    info.supports.host = on_host != nullptr;
    info.supports.cuda = on_cuda != nullptr;
    return {std::move(info), on_host, on_cuda, nullptr, nullptr};
}

/// A library's method in a build without that library: it has a description, and supports nothing.
[[maybe_unused]] Method without(std::string_view package, MethodInfo info) {
    info.supports.cuda = false;
    info.supports.missing_package = package;
    return {std::move(info), nullptr, nullptr, nullptr, nullptr};
}

// ... and once to fill the table. A list, not self-registering statics: linkers drop those from static libraries.
std::vector<Method> built_in() {
    std::vector<Method> list;
#define FILL_HOST(folder) list.push_back(described(host::folder::info(), host::folder::prepare, nullptr));
#if defined(NEIGHBORSCOPE_WITH_NANOFLANN)
#define FILL_NANOFLANN(folder) FILL_HOST(folder)
#else
#define FILL_NANOFLANN(folder) list.push_back(without("libnanoflann-dev", host::folder::info()));
#endif
#if defined(NEIGHBORSCOPE_WITH_FLANN)
#define FILL_FLANN(folder) FILL_HOST(folder)
#else
#define FILL_FLANN(folder) list.push_back(without("libflann-dev", host::folder::info()));
#endif
#if defined(NEIGHBORSCOPE_WITH_FAISS)
#define FILL_FAISS(folder) FILL_HOST(folder)
#else
#define FILL_FAISS(folder) list.push_back(without("libfaiss-dev", host::folder::info()));
#endif
#if defined(NEIGHBORSCOPE_WITH_CUDA)
#define FILL_BOTH(folder) list.push_back(described(host::folder::info(), host::folder::prepare, cuda::folder::prepare));
#define FILL_CUDA(folder) list.push_back(described(cuda::folder::info(), nullptr, cuda::folder::prepare));
#else
#define FILL_BOTH(folder) FILL_HOST(folder)
#define FILL_CUDA(folder)
#endif
#define METHOD(folder, where) FILL_##where(folder)
#include "gpu/methods.inc"
#undef METHOD
#if !defined(NEIGHBORSCOPE_WITH_CUDA)  // a build without CUDA still describes what a method supports elsewhere
#undef FILL_HOST
#undef FILL_BOTH
#undef FILL_NANOFLANN
#undef FILL_FLANN
#undef FILL_FAISS
#define FILL_HOST(folder)
#define FILL_NANOFLANN(folder)
#define FILL_FLANN(folder)
#define FILL_FAISS(folder)
#define FILL_BOTH(folder) find(host::folder::info().name).info.supports.cuda = true;
    const auto find = [&](std::string_view name) -> Method& {
        return *std::find_if(list.begin(), list.end(), [&](const Method& m) { return m.info.name == name; });
    };
#define METHOD(folder, where) FILL_##where(folder)
#include "gpu/methods.inc"
#undef METHOD
#endif
    Method& ivf = *std::find_if(list.begin(), list.end(), [](const Method& one) { return one.info.name == "ivf"; });
    ivf.learn_on_host = host::ivf::learn;
#if defined(NEIGHBORSCOPE_WITH_CUDA)
    ivf.learn_on_cuda = cuda::ivf::learn;
#endif
    return list;
}

std::vector<Method>& registry() {
    static std::vector<Method> list = built_in();
    return list;
}

/// The greatest length of a list: k, or the number of points.
std::int64_t longest_list(const Problem& problem) { return std::min<std::int64_t>(problem.k, problem.count); }

constexpr std::string_view metric_names[] = {"euclidean", "manhattan", "chebyshev", "cosine", "inner-product"};

}  // namespace

std::string_view name(Metric metric) { return metric_names[int(metric)]; }

Metric metric_named(std::string_view typed) {
    for (const Metric metric : all_metrics)
        if (typed == name(metric)) return metric;
    const std::string meant = nearest_name(typed, metric_names);
    throw Error(Failure::usage, "no metric '" + std::string(typed) + "'",
        meant.empty() ? "there are euclidean, manhattan, chebyshev, cosine, inner-product" : "did you mean " + meant + "?");
}

std::optional<std::string> MethodInfo::unsupported_reason(const Problem& problem, DeviceKind device) const {
    if (!supports.missing_package.empty()) return "not built: " + std::string(supports.missing_package) + " was not found";
    if (supports.own_index)
        if (auto why = stored::why_not_searched(problem.own, problem.metric, problem.filtered)) return why;
    if (device == DeviceKind::host && !supports.host) return "CUDA only";
    if (device == DeviceKind::cuda && !supports.cuda) return "host only";
    if (const std::string_view lacking = device == DeviceKind::cuda ? supports.missing_on_cuda() : ""; !lacking.empty())
        return "on CUDA it needs " + std::string(lacking) + ", which was not found";
    if (problem.dimension < supports.dimension_from) return "at least " + std::to_string(supports.dimension_from) + " dimensions";
    if (problem.dimension > supports.dimension_to)
        return supports.dimension_to == supports.dimension_from ? std::to_string(supports.dimension_to) + " dimensions only"
                                                                : "at most " + std::to_string(supports.dimension_to) + " dimensions";
    if (const int most = std::min(supports.k_to, most_k); longest_list(problem) > most)
        return most == 1 ? std::string("k = 1 only") : "k at most " + std::to_string(most);
    if (problem.metric == Metric::manhattan && !supports.manhattan) return "no Manhattan distance";
    if (problem.metric == Metric::chebyshev && !supports.chebyshev) return "no Chebyshev distance";
    if (problem.metric == Metric::cosine && counts_query_work) return "no cosine distance: its tree divides space along the coordinates";
    if (problem.metric == Metric::inner_product && !supports.no_inner_product.empty())
        return "no inner product: " + std::string(supports.no_inner_product);
    if (problem.count > std::numeric_limits<std::int32_t>::max()) return "at most 2147483647 points";
    return std::nullopt;
}

std::string MethodInfo::suggest_alternatives(const Problem& problem, DeviceKind device) const {
    std::string others;
    for (const bool automatic : {true, false})  // `auto` first: it always gives an answer
        for (const Method& other : registry())
            if ((other.info.name == "auto") == automatic && !other.info.supports.approximate &&
                !other.info.unsupported_reason(problem, device))
                others += (others.empty() ? "" : ", ") + std::string(other.info.name);
    const int most = std::min(supports.k_to, most_k);
    const std::string fewer = longest_list(problem) <= most ? "" : most == 1 ? "ask for k = 1" : "ask for k up to " + std::to_string(most);
    if (fewer.empty()) return others.empty() ? "change k, the metric or the data" : "choose " + others;
    return others.empty() ? fewer : fewer + ", or choose " + others;
}

std::span<const Method> methods() { return registry(); }

const Method& find_method(std::string_view name) {
    std::vector<std::string_view> known;
    std::string all;
    for (const Method& method : registry()) {
        if (method.info.name == name) return method;
        known.push_back(method.info.name);
        all += (all.empty() ? "" : ", ") + std::string(method.info.name);
    }
    const std::string meant = nearest_name(name, known);
    throw Error(
        Failure::usage, "no method '" + std::string(name) + "'", meant.empty() ? "there are " + all : "did you mean " + meant + "?");
}

void check_steps(const Method& method, DeviceKind device) {
    if (method.info.records_steps()) return;
    std::string others;
    for (const Method& other : registry())
        if (other.info.records_steps() && !other.info.supports.own_index && (device == DeviceKind::cuda ? other.on_cuda : other.on_host))
            others += (others.empty() ? "" : ", ") + std::string(other.info.name);
    throw Error(Failure::usage, std::string(method.info.name) + " does not record its steps",
        others.empty() ? "choose another method" : "these do: " + others);
}

void add_method(Method method) { registry().push_back(std::move(method)); }

}  // namespace neighborscope
