#include "tests/app/desktop/test_panels.hpp"

#include "app/desktop/exactness_panel.hpp"
#include "app/desktop/look.hpp"
#include "app/desktop/method_panel.hpp"
#include "app/desktop/neighbours_panel.hpp"
#include "app/desktop/number_field.hpp"
#include "app/desktop/options_form.hpp"
#include "app/desktop/timings_panel.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QPalette>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

#include <cmath>

using namespace neighborscope;
using namespace neighborscope::desktop;

namespace {

MethodInfo method_with_options() {
    MethodInfo info;
    info.name = "walk";
    info.title = "A walk";
    info.group = "Indexed";
    info.help = "Walks";
    info.options = {{"leaf-capacity", std::int64_t(32), IntegerRange{1, 1024, true}, "points in a leaf"},
        {"work-factor", 1.5, RealRange{1, 3}, "work before a rebuild"},
        {"order", std::string("morton"), Choice{{"morton", "hilbert"}}, "order of leaves"}, {"graph", true, Flag{}, "one CUDA graph"}};
    return info;
}

std::vector<NeighbourRow> rows_of(const std::vector<std::pair<int, double>>& index_and_distance) {
    std::vector<NeighbourRow> rows;
    for (const auto& [index, distance] : index_and_distance) {
        NeighbourRow row;
        row.rank = int(rows.size()) + 1;
        row.row = row.file_row = index;
        row.distance = distance;
        rows.push_back(row);
    }
    return rows;
}

NumberField* number_named(QWidget& form, const QString& name) {
    for (NumberField* field : form.findChildren<NumberField*>())
        if (field->accessibleName() == name) return field;
    return nullptr;
}

double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

void PanelsTest::reads_numbers_as_people_write_them() {
    QCOMPARE(number_from(QString::fromUtf8("\u221215\u202f740.5")), -15740.5);
    QCOMPARE(number_from("1e3"), 1000.0);
    QVERIFY(std::isnan(number_from("12 apples")));
    QVERIFY(std::isnan(number_from("")));
    QVERIFY(std::isnan(number_from("1,5")));
}

void PanelsTest::slider_scale_reaches_both_ends() {
    for (const SliderScale& scale :
        {SliderScale(1, 1024, true), SliderScale(1, 1024, true, true), SliderScale(-2, 5, false), SliderScale(0, 10, true)}) {
        const double from = scale.value(0), to = scale.value(SliderScale::steps);
        QCOMPARE(scale.position(from), 0);
        QCOMPARE(scale.position(to), SliderScale::steps);
        QVERIFY(from < to);
    }
    QCOMPARE(SliderScale(1, 1024, true).position(32), SliderScale::steps / 2);  // logarithmic
    const SliderScale powers(1, 1024, true, true);
    for (int at = 0; at <= SliderScale::steps; ++at) {
        const double exponent = std::log2(powers.value(at));
        QCOMPARE(exponent, std::round(exponent));
    }
}

void PanelsTest::options_form_is_built_from_descriptions() {
    OptionsForm form(OptionsForm::Help::line);
    const MethodInfo info = method_with_options();
    form.show_options(info.options, {{"leaf-capacity", "64"}, {"order", "hilbert"}, {"graph", "off"}});
    QCOMPARE(number_named(form, "leaf-capacity")->value(), QString("64"));
    QCOMPARE(number_from(number_named(form, "work-factor")->value()), 1.5);
    QCOMPARE(form.findChild<QComboBox*>()->currentText(), QString("hilbert"));
    QCOMPARE(form.findChild<QCheckBox*>()->isChecked(), false);
    QSignalSpy changed(&form, &OptionsForm::changed);
    form.findChild<QCheckBox*>()->click();
    QCOMPARE(changed.takeFirst().at(1).toString(), QString("on"));
    form.findChild<QComboBox*>()->setCurrentText("morton");
    QCOMPARE(changed.takeFirst().at(1).toString(), QString("morton"));
    number_named(form, "leaf-capacity")->stepBy(1);
    QCOMPARE(changed.takeFirst().at(1).toString(), QString("128"));
    QCOMPARE(changed.size(), 0);
}

void PanelsTest::options_form_keeps_and_explains_a_wrong_value() {
    OptionsForm form(OptionsForm::Help::line);
    const MethodInfo info = method_with_options();
    form.show_options(info.options, {});
    form.show();
    NumberField* capacity = number_named(form, "leaf-capacity");
    QSignalSpy changed(&form, &OptionsForm::changed);
    type(capacity, "5000");
    QVERIFY(capacity->property("error").toBool());
    QCOMPARE(capacity->value(), QString("5000"));
    QCOMPARE(capacity->accessibleDescription(), QString("leaf-capacity is at most 1024"));
    bool sentence = false;
    for (Text* text : form.findChildren<Text*>())
        sentence = sentence || (text->isVisible() && text->text() == "leaf-capacity is at most 1024");
    QVERIFY(sentence);
    // A refresh from elsewhere does not take away what is to be mended.
    form.show_options(info.options, {});
    QCOMPARE(capacity->value(), QString("5000"));
    changed.clear();
    type(capacity, "64");
    QVERIFY(!capacity->property("error").toBool());
    QCOMPARE(changed.last().at(1).toString(), QString("64"));
}

void PanelsTest::methods_show_their_refusals() {
    Method plain, refused;
    plain.info = method_with_options();
    refused.info = method_with_options();
    refused.info.name = "nn-shared";
    MethodPanel panel;
    SessionState session;
    session.method = "walk";
    panel.show_methods({{&plain, {}}, {&refused, "k = 1 only"}}, session);
    const QAbstractItemModel* model = panel.list()->model();
    QCOMPARE(model->rowCount(), 3);  // a group's header and two methods
    const QModelIndex greyed = model->index(2, 0);
    QVERIFY(!(greyed.flags() & Qt::ItemIsEnabled));
    QVERIFY(greyed.data(Qt::ToolTipRole).toString().contains("k = 1 only"));
    QVERIFY(greyed.data(Qt::AccessibleTextRole).toString().contains("k = 1 only"));
    QCOMPARE(panel.list()->currentIndex().row(), 1);
    QSignalSpy chosen(&panel, &MethodPanel::method_chosen);
    panel.show_methods({{&plain, {}}, {&refused, {}}}, session);
    QCOMPARE(chosen.size(), 0);  // showing is not choosing
    panel.list()->setCurrentIndex(model->index(2, 0));
    QCOMPARE(chosen.takeFirst().at(0).toString(), QString("nn-shared"));
    auto* warning = panel.findChild<Text*>("method.warning");
    QVERIFY(!warning->isVisibleTo(&panel));
    plain.info.supports.approximate = true;
    panel.show_methods({{&plain, {}}, {&refused, {}}}, session);
    QVERIFY(warning->isVisibleTo(&panel));
    QVERIFY(warning->text().contains("Approximate"));
}

void PanelsTest::neighbours_sort_and_keep_the_selected_rank() {
    NeighboursPanel panel;
    ViewModel view;
    view.neighbours = rows_of({{50, 1.0}, {7, 2.0}, {9, 2.0}, {3, 4.0}});
    view.kth_distance = 4;
    panel.show_neighbours(view);
    QSignalSpy selected(&panel, &NeighboursPanel::rank_selected);
    panel.table()->selectRow(1);
    QCOMPARE(selected.last().at(0).toInt(), 1);
    panel.table()->sortByColumn(NeighboursModel::index_column, Qt::DescendingOrder);
    QStringList order;
    for (int row = 0; row < 4; ++row) order << panel.model()->index(row, NeighboursModel::index_column).data().toString();
    QCOMPARE(order, QStringList({"50", "9", "7", "3"}));
    QCOMPARE(panel.table()->selectionModel()->selectedRows().first().row(), 2);  // still rank 2, index 7
    // Another list of another length: the rank stays chosen.
    view.neighbours = rows_of({{1, 1.0}, {2, 2.0}, {3, 3.0}});
    panel.show_neighbours(view);
    QCOMPARE(panel.model()->row(panel.table()->selectionModel()->selectedRows().first().row()).rank, 2);
}

void PanelsTest::neighbours_have_names_where_the_file_gives_them() {
    NeighboursPanel panel;
    ViewModel view;
    view.neighbours = rows_of({{50, 1.0}, {7, 2.0}, {9, 3.0}});
    view.kth_distance = 3;
    panel.show_neighbours(view);
    QCOMPARE(panel.model()->columnCount(), 3);
    view.title_name = "place";
    for (std::size_t i = 0; i < 3; ++i) view.neighbours[i].title = std::vector<std::string>{"Ulm", "Bonn", "Kiel"}[i];
    panel.show_neighbours(view);
    QCOMPARE(panel.model()->columnCount(), 4);
    QCOMPARE(panel.model()->headerData(NeighboursModel::title_column, Qt::Horizontal, Qt::DisplayRole).toString(), QString("place"));
    QCOMPARE(panel.model()->index(1, NeighboursModel::title_column).data().toString(), QString("Bonn"));
    panel.table()->sortByColumn(NeighboursModel::title_column, Qt::AscendingOrder);
    QCOMPARE(panel.model()->index(0, NeighboursModel::title_column).data().toString(), QString("Bonn"));
    QCOMPARE(panel.model()->index(0, NeighboursModel::rank_column).data().toString(), QString("2"));
}

void PanelsTest::exactness_never_claims_without_the_count() {
    ExactnessPanel panel;
    ViewModel view;
    view.neighbours = rows_of({{1, 1.0}, {2, 2.0}});
    Exactness& exactness = view.exactness;
    panel.show_exactness(view);
    QVERIFY(!panel.sentence().contains("exact"));
    exactness.known = true;
    exactness.right = 15;
    exactness.of = 16;
    panel.show_exactness(view);
    QCOMPARE(panel.sentence(), QString("15 of 16 exact"));
    QCOMPARE(panel.at_this_step(), QString());
    view.stepping.ready = true;
    view.stepping.settled = 1;
    panel.show_exactness(view);
    QCOMPARE(panel.at_this_step(), QString("1 of 2"));
    QCOMPARE(panel.sentence(), QString("at the end 15 of 16 exact"));
    view.stepping.ready = false;
    // What an approximate method misses is no error; what it makes up is.
    exactness.approximate = true;
    panel.show_exactness(view);
    QCOMPARE(panel.sentence(), QString("recall 0.9375: 15 of 16"));
    exactness.wrong = "index 7 occurs twice";
    panel.show_exactness(view);
    QCOMPARE(panel.sentence(), QString("wrong: index 7 occurs twice"));
    view.neighbours.clear();
    panel.show_exactness(view);
    QVERIFY(!panel.sentence().contains("recall") && !panel.sentence().contains("wrong"));
}

/// The list of a step: where each neighbour came from, and what is final; the columns go with the stepping.
void PanelsTest::neighbours_of_a_step_say_leaf_and_final() {
    NeighboursPanel panel;
    ViewModel view;
    view.title_name = "place";
    view.neighbours = rows_of({{5, 1.0}, {6, 2.0}});
    view.neighbours[0].title = "Bonn";
    view.kth_distance = 2;
    panel.show_neighbours(view);
    QCOMPARE(panel.model()->columnCount(), 4);
    auto record = std::make_shared<Recording>();
    record->tree = std::make_shared<RecordedTree>();
    view.stepping.ready = true;
    view.stepping.record = record;
    view.step_neighbours = rows_of({{5, 1.0}, {7, 2.5}});
    view.step_neighbours[0].visit = 3;
    view.step_neighbours[0].way = 1;
    view.step_neighbours[0].settled = true;
    view.step_neighbours[1].visit = 1;
    panel.show_neighbours(view);
    QCOMPARE(panel.model()->columnCount(), 5);
    const auto shown = [&](int row, int column) { return panel.model()->index(row, column).data().toString(); };
    QCOMPARE(panel.model()->headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(), QString("leaf"));
    QCOMPARE(panel.model()->headerData(4, Qt::Horizontal, Qt::DisplayRole).toString(), QString("final"));
    QVERIFY(panel.model()->headerData(4, Qt::Horizontal, Qt::ToolTipRole).toString().contains("no longer change"));
    QCOMPARE(shown(0, 3) + ", " + shown(0, 4), QString("3 right, yes"));
    QCOMPARE(shown(1, 3) + ", " + shown(1, 4), QString("1 own, no"));
    QVERIFY(panel.model()->index(0, 0).data(Qt::ToolTipRole).toString().contains("visit 3 right"));
    panel.table()->sortByColumn(3, Qt::AscendingOrder);
    QCOMPARE(shown(0, 3), QString("1 own"));
    view.stepping.ready = false;
    panel.show_neighbours(view);
    QCOMPARE(panel.model()->columnCount(), 4);
    QCOMPARE(shown(0, 3), QString("Bonn"));
    QCOMPARE(shown(0, 0), QString("1"));
}

void PanelsTest::timings_table_ends_with_the_total() {
    TimingsPanel panel;
    Timings timings;
    timings.runs = 3;
    TimingRow row;
    row.phase = "scan points";
    row.median = 1.25;
    row.p5 = 1;
    row.p95 = 2;
    row.floor.bytes = 4000;
    row.floor.formula = "4 n D bytes";
    timings.phases = {row};
    timings.total_median = 1.5;
    panel.show_timings(timings);
    QTableWidget* table = panel.table();
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(table->item(0, TimingsPanel::phase)->text(), QString("scan points"));
    QCOMPARE(table->item(0, TimingsPanel::median)->text(), QString("1.250"));
    QCOMPARE(table->item(0, TimingsPanel::formula)->text(), QString("4 n D bytes"));
    QCOMPARE(table->item(1, TimingsPanel::phase)->text(), QString("total"));
    QCOMPARE(table->item(1, TimingsPanel::median)->text(), QString("1.500"));
    timings.build_milliseconds = 12.5;  // below the total: no part of it
    panel.show_timings(timings);
    QCOMPARE(table->rowCount(), 3);
    QCOMPARE(table->item(2, TimingsPanel::phase)->text(), QString("build"));
    QCOMPARE(table->item(2, TimingsPanel::median)->text(), QString("12.50"));
    QCOMPARE(table->item(2, TimingsPanel::formula)->text(), QString("once, not in the total"));
    panel.show_timings({});
    QCOMPARE(table->rowCount(), 0);
}

void PanelsTest::text_keeps_its_contrast_in_both_themes() {
    for (render::Theme one : {render::Theme::light, render::Theme::dark}) {
        apply_theme(one);
        const Colours& look = colours();
        for (const QColor& text : {look.text, look.second_text, look.disabled_text, look.accent, look.exact, look.warning, look.error})
            for (const QColor& ground : {look.dock, look.base, look.stripe})
                QVERIFY2(contrast(text, ground) >= 4.5, qPrintable(text.name() + " on " + ground.name()));
        QVERIFY(contrast(look.on_accent, look.accent) >= 4.5);
        QVERIFY(contrast(look.text, look.soft) >= 4.5);
        QCOMPARE(QGuiApplication::palette().color(QPalette::Base), look.base);
    }
    apply_theme(render::Theme::light);
}
