#include "app/session/points/describe_data.hpp"

#include "app/data/faces/gallery.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/make/parameters.hpp"
#include "app/data/points/point_set.hpp"
#include "gpu/index/own_index.hpp"
#include "gpu/index/replay.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

/// The paper of an index's search; "": every row is compared.
std::string citation_of(const stored::StoredIndex& index) {
    if (index.walk == stored::Walk::diskann) return "S. Jayaram Subramanya et al.: DiskANN, 2019, algorithm 1";
    if (index.has_graph())
        return "Y. Malkov, D. Yashunin: Efficient and robust approximate nearest neighbor search using hierarchical navigable small world "
               "graphs, 2018, algorithms 2 and 5";
    if (index.lists) return "J. Sivic, A. Zisserman: Video Google, 2003; H. Jégou, M. Douze, C. Schmid: Product quantization, 2011";
    return {};
}

std::string column_names(const DataSet& set) {
    std::string names;
    for (std::size_t axis = 0; axis < set.axes.size() && axis < 4; ++axis) names += (axis ? ", " : "") + set.axes[axis];
    if (set.axes.size() > 4) names += ", ... (" + text_of_count(set.dimension) + ")";
    return names;
}

/// "species, 3 classes"
std::string label_text(const Quantity& label) {
    const std::optional<std::int64_t> classes = label.class_count();
    return label.name + ", " + (classes ? text_of_amount(*classes, "class", "classes") : "numbers");
}

void add_other_quantities(const DataSet& set, std::vector<std::pair<std::string, std::string>>& facts) {
    if (const Quantity* label = set.label()) facts.emplace_back("Label", label_text(*label));
    if (const Quantity* title = set.title()) facts.emplace_back("Name", title->name);
    std::string further;
    std::int64_t many = 0;
    bool colours = false;
    for (const Quantity& quantity : set.quantities) {
        colours = colours || quantity.colours();
        if (quantity.is_label || quantity.is_title || !quantity.has_text()) continue;
        if (++many <= 4) further += (further.empty() ? "" : ", ") + quantity.name;
    }
    if (many > 4) further += ", ... (" + text_of_count(many) + ")";
    if (many > 0) facts.emplace_back("Further columns", further);
    if (colours) facts.emplace_back("Colours", "of the file");
    if (set.network)
        facts.emplace_back("Network", text_of_amount(set.network->node_count(), "node", "nodes") + ", " +
                                          text_of_amount(std::int64_t(set.network->edges.size()), "edge", "edges"));
    if (set.motion) facts.emplace_back("Ticks", set.motion->ticks() > 0 ? text_of_count(set.motion->ticks()) : "no last tick");
}

void add_gallery(const faces::Gallery& gallery, std::vector<std::pair<std::string, std::string>>& facts) {
    if (gallery.projects()) {
        double share = 0;
        for (int i = 0; i < gallery.basis.count(); ++i) share += gallery.basis.explained(i);
        facts.emplace_back("Components", text_of_count(gallery.basis.count()) + ", " + text_of_percent(share) + " of the variance");
    }
    if (!gallery.notes.people.empty())
        facts.emplace_back("People", text_of_count(std::int64_t(gallery.people.size())) + ", " + gallery.notes.people);
    if (!gallery.left_out.empty())
        facts.emplace_back("Left out", text_of_amount(std::int64_t(gallery.left_out.size()), "picture", "pictures") +
                                           " that cannot be read, first " + gallery.left_out.front().file + ": " +
                                           gallery.left_out.front().why);
    if (!gallery.notes.skipped_files.empty()) facts.emplace_back("Not read", gallery.notes.skipped_files);
}

}  // namespace

bool shows_ids(const DataSet& set) { return set.own_index && set.own_index->ids_differ && !set.own_index_is_old; }

std::string title_name(const DataSet& set) { return set.naming() ? set.naming()->name : std::string(); }

DataFacts facts_of(const LoadedData& loaded, const Projection& projection) {
    const DataSet& set = loaded.set;
    DataFacts facts;
    facts.name = set.name;
    facts.credit = set.credit;
    facts.dimension = set.dimension;
    facts.count = set.count();
    facts.loaded = true;
    facts.losses = losses(set);
    facts.sample = sample_text(set);
    facts.rounding = loaded.rounding;
    facts.distance_unit = distance_unit(set);
    facts.distance_note = distance_note(set);
    facts.distances_doubtful = distances_doubtful(set);
    facts.offers_metres = set.degrees && !set.motion;
    facts.summary = text_of_amount(facts.count, "point", "points") + ", " + std::to_string(set.dimension) + "-D";
    facts.facts.emplace_back("Points", text_of_count(facts.count) + (set.every > 1 ? " of " + text_of_count(set.rows_in_file) : ""));
    facts.facts.emplace_back("Columns", column_names(set));
    if (set.coarse.count > 0) facts.facts.emplace_back("Stored with low precision", coarse_text(set));
    if (!facts.rounding.empty()) facts.facts.emplace_back("Stored as float32", facts.rounding);
    if (const auto shape = picture_shape(set))
        facts.facts.emplace_back("Pictures", text_of_count(shape->width) + " \u00d7 " + text_of_count(shape->height));
    if (set.gallery) add_gallery(*set.gallery, facts.facts);
    if (set.picture)
        facts.facts.emplace_back(
            "Grey", text_of_coordinate(set.picture->black, 1e5) + " \u2013 " + text_of_coordinate(set.picture->white, 1e5));
    for (std::size_t place = 0; place < std::min<std::size_t>(3, loaded.low.size()); ++place) {
        if (const PrincipalPlane* plane = projection.plane.get()) {
            facts.low.push_back(double(plane->low[place]));
            facts.high.push_back(double(plane->high[place]));
            facts.facts.emplace_back(plane->axis_name(int(place)), text_of_percent(plane->share[place], 1) + " of the variance");
            continue;
        }
        const std::size_t axis = std::size_t(projection.axes[place]);
        facts.low.push_back(loaded.low[axis]);
        facts.high.push_back(loaded.high[axis]);
        const double extent = loaded.high[axis] - loaded.low[axis];
        facts.facts.emplace_back(axis < set.axes.size() ? set.axes[axis] : std::to_string(axis),
            text_of_coordinate(loaded.low[axis], extent) + " \u2013 " + text_of_coordinate(loaded.high[axis], extent));
    }
    add_other_quantities(set, facts.facts);
    facts.facts.emplace_back("Format", set.format);
    if (set.own_index) {
        facts.own_title = own_title(set);
        facts.own_option = stored::option_of(*set.own_index);
        facts.own_citation = citation_of(*set.own_index);
        if (is_decoded(set)) facts.own_codes = set.own_index->codec().name();
        facts.own_compares_all = !set.own_index->has_graph() && !set.own_index->lists;
        const stored::ReplaySettings automatic = stored::settled(*set.own_index, {});
        facts.own_setting = set.own_index->has_graph() ? automatic.ef : automatic.probes;
        facts.own_most = set.own_index->lists ? std::int64_t(set.own_index->lists->lists.size()) : set.own_index->rows;
        facts.own_has_ids = shows_ids(set);
        facts.facts.emplace_back("Index", set.own_index->kind);
        facts.facts.emplace_back("Metric",
            std::string(stored::name(set.own_index->metric)) + (set.own_index->metric_is_guessed ? ", guessed from the vectors" : ""));
        if (set.own_index->deleted_rows > 0) facts.facts.emplace_back("Deleted", text_of_count(set.own_index->deleted_rows) + " rows");
        for (const std::string& remark : set.own_index->remarks) facts.facts.emplace_back("", remark);
    }
    facts.has_network = set.network != nullptr;
    facts.filter = filter_text(set);
    facts.allowed = allowed_rows(set);
    facts.condition_columns = condition_columns(set);
    constexpr std::size_t most_classes = 100;
    if (const Quantity* label = set.label(); label && label->words() && label->words()->different.size() <= most_classes)
        facts.classes = label->words()->different;
    facts.parameters = adjustable_parameters(set);
    for (const SampleInfo& sample : samples())
        if (set.source == "sample:" + sample.name) facts.why = sample.why, facts.first_method = sample.method;
    for (const Reader* reader : readers()) facts.has_columns = facts.has_columns || (reader->preview && reader->name == set.format);
    return facts;
}

std::vector<NeighbourRow> neighbour_rows(const DataSet& set, std::span<const std::int32_t> index, std::span<const float> distance) {
    std::vector<NeighbourRow> rows;
    const Quantity* names = set.naming();
    const bool ids = shows_ids(set);
    for (std::size_t rank = 0; rank < index.size() && index[rank] >= 0; ++rank) {
        NeighbourRow row;
        row.rank = int(rank) + 1;
        row.row = index[rank];
        row.file_row = set.file_row(row.row);
        row.distance = double(distance[rank]);
        if (names) row.title = names->card_text(row.row);
        if (ids) row.id = set.own_index->id_of(row.row);
        rows.push_back(std::move(row));
    }
    return rows;
}

void place_rows(std::vector<NeighbourRow>& rows, const DataSet& set, const Projection& projection) {
    for (NeighbourRow& row : rows) {
        row.coordinates.clear();
        if (row.row < 0 || row.row >= set.count()) continue;
        const std::array<double, 3> at = projection.place(set, row.row);
        for (int axis = 0; axis < std::min(3, set.dimension); ++axis)
            row.coordinates.push_back(at[std::size_t(axis)] + projection.origin(set, axis));
    }
}

}  // namespace neighborscope
