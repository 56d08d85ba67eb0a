#include "app/data/load/quantities.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <type_traits>

namespace neighborscope {

void QuantityCollector::begin_row() {
    ++rows_;
    for (Quantity& quantity : quantities_) std::visit([](auto& kind) { kind.of_point.push_back(kind.missing); }, quantity.values);
}

void QuantityCollector::word(std::size_t quantity, std::string_view text) {
    if (text.empty()) return;
    text = clean_word(text, scratch_);
    auto& [different, of_point] = *std::get_if<WordValues>(&quantities_[quantity].values);
    auto found = find_[quantity].find(text);
    if (found == find_[quantity].end()) {
        found = find_[quantity].emplace(std::string(text), std::int32_t(different.size())).first;
        different.emplace_back(text);
    }
    of_point.back() = found->second;
}

QuantityJoin::QuantityJoin(const std::vector<Quantity>& plan, std::size_t rows, const std::vector<std::int64_t>& kept)
    : plan_(plan), kept_(kept), quantities_(plan), find_(plan.size()) {
    for (Quantity& quantity : quantities_) std::visit([rows](auto& kind) { kind.of_point.reserve(rows); }, quantity.values);
}

bool QuantityJoin::has(std::size_t piece) const {
    const std::lock_guard lock(mutex_);
    return received_.contains(piece);
}

void QuantityJoin::add(std::size_t piece, QuantityCollector collector, const std::vector<std::int64_t>& left_out) {
    const std::lock_guard lock(mutex_);
    received_.insert(piece);
    pending_.emplace(piece, PendingPiece{std::move(collector), left_out});
    for (auto first = pending_.begin(); first != pending_.end() && first->first == next_; first = pending_.erase(first), ++next_)
        append(first->second);
}

std::vector<std::size_t> QuantityJoin::kept_rows(const PendingPiece& waiting) {
    std::vector<std::size_t> rows;
    rows.reserve(std::size_t(waiting.piece.rows_));
    auto out = waiting.left_out.begin();
    for (std::int64_t row = 0; row < waiting.piece.rows_; ++row) {
        if (out != waiting.left_out.end() && *out == row) {
            ++out;
        } else if (kept_.empty()) {
            rows.push_back(std::size_t(row));
        } else if (next_kept_ < kept_.size() && kept_[next_kept_] == file_row_ + row) {
            ++next_kept_;
            rows.push_back(std::size_t(row));
        }
    }
    file_row_ += waiting.piece.rows_;
    return rows;
}

void QuantityJoin::append(const PendingPiece& waiting) {
    const std::vector<std::size_t> rows = kept_rows(waiting);
    const auto append_kind = [&](std::size_t q, auto& all) {
        const auto& part = *std::get_if<std::decay_t<decltype(all)>>(&waiting.piece.quantities_[q].values);
        if constexpr (std::is_same_v<std::decay_t<decltype(all)>, WordValues>) {
            std::vector<std::int32_t> renamed;
            renamed.reserve(part.different.size());
            for (const std::string& word : part.different) {
                const auto [found, fresh] = find_[q].emplace(word, std::int32_t(all.different.size()));
                if (fresh) all.different.push_back(word);
                renamed.push_back(found->second);
            }
            for (const std::size_t row : rows)
                all.of_point.push_back(part.of_point[row] < 0 ? all.missing : renamed[std::size_t(part.of_point[row])]);
        } else {
            for (const std::size_t row : rows) all.of_point.push_back(part.of_point[row]);
        }
    };
    for (std::size_t q = 0; q < quantities_.size(); ++q) std::visit([&](auto& all) { append_kind(q, all); }, quantities_[q].values);
}

void QuantityJoin::move_into(DataSet& data) { data.quantities = std::move(quantities_); }

double quantity_bytes(const std::vector<Quantity>& plan) {
    double bytes = 0;
    for (const Quantity& quantity : plan)
        bytes += std::visit([](const auto& kind) { return double(sizeof kind.of_point[0]); }, quantity.values);
    return bytes;
}

void collect_quantities(DataSet& data, const std::string& path, const std::vector<Quantity>& plan, std::size_t pieces,
    const std::function<void(std::size_t piece, QuantityCollector&)>& read, const Progress& progress) {
    if (plan.empty()) return;
    require_memory(quantity_bytes(plan) * double(data.count()), "reading the further columns of " + path, "read a part of the file");
    QuantityJoin join(plan, std::size_t(data.count()), data.file_rows);
    parallel_pieces(pieces, 0, Progress{{}, progress.stop}, [&](std::size_t piece) {
        QuantityCollector collector = join.collector();
        read(piece, collector);
        join.add(piece, std::move(collector), {});
    });
    join.move_into(data);
}

}  // namespace neighborscope
