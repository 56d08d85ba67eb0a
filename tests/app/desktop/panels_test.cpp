#include "tests/app/desktop/panels_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QListView>
#include <QPalette>
#include <QPushButton>
#include <QSignalSpy>

#include <cmath>
#include <numeric>

using namespace neighborscope;
using namespace neighborscope::desktop;

namespace {

/// A made-up panel with a number between 1 and 1024 with a slider, a choice with a refusal and a table of three rows; and their changes.
struct MadeUp {
    double number = 32;
    bool merged = false;
    int chosen = 0, pressed = 0;
    std::int64_t selected = -1;
    int sorted_by = 0;
    bool descending = false;
    bool with_table = true;
    std::string voted = "ann";

    panels::Panel panel() {
        using namespace panels;
        Panel made{"made", "Made up", {}, {}, {}};
        Number leaf;
        leaf.value = number_as_typed(number);
        leaf.scale = SliderScale(1, 1024, true, true);
        leaf.step = [](double value, int steps) { return value * std::exp2(steps); };
        leaf.change = [this](const std::string& typed, bool merge) -> std::string {
            const double value = parse_number(typed);
            if (!(value <= 1024)) return "leaf-capacity is at most 1024";
            number = value, merged = merge;
            return {};
        };
        made.rows.push_back({"made.number", "leaf-capacity", "points in a leaf", leaf});
        panels::Choice methods{{{"walk", "Walks", "Indexed", {}}, {"nn-shared", "Shares", "Indexed", "k = 1 only"}}, chosen,
            [this](int at) { chosen = at; }, panels::Choice::Look::list};
        made.rows.push_back({"made.list", "Methods", {}, methods});
        panels::Choice order{{{"morton", {}, {}, {}}, {"hilbert", {}, {}, {}}}, chosen, [this](int at) { chosen = at; }};
        made.rows.push_back({"made.menu", "order", "order of leaves", order});
        made.rows.push_back({"made.check", "graph", "one CUDA graph", Check{chosen == 1, [this](bool on) { chosen = on; }}});
        Button press{"made.press", "Press…", "Presses", {}, {}, {}, [this] { ++pressed; }, {}};
        made.rows.push_back({"made.buttons", {}, {}, Buttons{{press}}});
        made.rows.push_back({"made.share", voted, {}, Share{"1 of 2", 0.5}});
        if (!with_table) return made;
        const std::vector<int> names{50, 7, 9};
        std::vector<int> order_of{0, 1, 2};
        std::sort(order_of.begin(), order_of.end(), [&](int a, int b) {
            const int x = sorted_by ? names[std::size_t(a)] : a, y = sorted_by ? names[std::size_t(b)] : b;
            return descending ? y < x : x < y;
        });
        Table table;
        table.columns = {{"rank", {}, false, 64}, {"index", {}, false, 0}};
        table.count = 3;
        table.cell = [=](std::int64_t row, int column) {
            const int at = order_of[std::size_t(row)];
            return column ? Table::Cell{std::to_string(names[std::size_t(at)])} : Table::Cell{std::to_string(at + 1), at + 1};
        };
        for (int row = 0; row < 3; ++row)
            if (order_of[std::size_t(row)] == selected) table.selected = row;
        table.select = [=, this](std::int64_t row) { selected = row < 0 ? -1 : order_of[std::size_t(row)]; };
        table.sorted_by = sorted_by;
        table.descending = descending;
        table.sort = [this](int column, bool down) { sorted_by = column, descending = down; };
        made.rows.push_back({"made.table", "Numbers", {}, table});
        return made;
    }
};

/// The panel on the screen, described again after every change.
struct Shown {
    MadeUp made;
    PanelWidget widget{made.panel()};
    int changes = 0;
    Shown() {
        QObject::connect(&widget, &PanelWidget::changed, &widget, [this] {
            ++changes;
            widget.show_panel(made.panel());
        });
        widget.show();
    }
    template <class Widget>
    Widget* find(const char* id) {
        return widget.findChild<Widget*>(id);
    }
};

double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

void PanelsTest::a_number_is_typed_stepped_and_dragged() {
    Shown shown;
    auto* field = shown.find<NumberField>("made.number");
    QCOMPARE(field->value(), QString("32"));
    QCOMPARE(field->accessibleName(), QString("leaf-capacity"));
    type(field, "64");
    QCOMPARE(shown.made.number, 64.0);
    QVERIFY(shown.made.merged);
    field->stepBy(1);
    QCOMPARE(shown.made.number, 128.0);
    auto* slider = shown.find<QSlider>("made.number.slider");
    slider->setValue(SliderScale::steps);
    QCOMPARE(shown.made.number, 1024.0);
    QVERIFY(!shown.made.merged);  // the slider is not held
    QSignalSpy ended(&shown.widget, &PanelWidget::drag_ended);
    field->findChild<QLineEdit*>()->clearFocus();
    QFocusEvent out(QEvent::FocusOut);
    QCoreApplication::sendEvent(field, &out);
    QVERIFY(ended.size() > 0);  // the next typing is another change
}

/// A picture, white above black, in a row and in the cell of a table.
void PanelsTest::a_picture_is_drawn() {
    const auto picture = std::make_shared<const GreyPicture>(GreyPicture{2, 1, {255, 0}});
    panels::Panel panel{"made", "Made up", {}, {}, {}};
    panel.rows.push_back({"made.picture", "The query", {}, panels::Picture{picture, "seven", "row 7", 40}});
    panels::Table table;
    table.columns = {{"rank", {}, false, 64}, {"picture", {}, true, 40}};
    table.count = 2;
    table.picture_height = 32;
    table.cell = [&](std::int64_t row, int column) {
        panels::Table::Cell cell{std::to_string(row + 1)};
        if (column == 1) cell.picture = picture;
        return cell;
    };
    panel.rows.push_back({"made.table", "Pictures", {}, table});
    PanelWidget widget{panel};
    widget.resize(300, 400);
    widget.show();
    auto* shown = widget.findChild<QWidget*>("made.picture");
    QVERIFY(shown);
    QCOMPARE(shown->size(), QSize(20, 40));
    QVERIFY(shown->accessibleName().contains("seven"));
    const QImage drawn = shown->grab().toImage();
    QVERIFY(qGray(drawn.pixel(10, 4)) > 220);
    QVERIFY(qGray(drawn.pixel(10, 36)) < 35);
    auto* view = widget.findChild<QTableView*>("made.table");
    QVERIFY(view->rowHeight(1) >= 32);
    const QRect cell = view->visualRect(view->model()->index(1, 1));
    const QImage rows = view->viewport()->grab().toImage();
    QVERIFY(qGray(rows.pixel(cell.left() + 9, cell.top() + 6)) > 220);
    QVERIFY(qGray(rows.pixel(cell.left() + 9, cell.top() + 29)) < 35);
}

void PanelsTest::a_wrong_number_is_kept_and_explained() {
    Shown shown;
    auto* field = shown.find<NumberField>("made.number");
    type(field, "5000");
    QVERIFY(field->property("error").toBool());
    QCOMPARE(field->value(), QString("5000"));
    QCOMPARE(field->accessibleDescription(), QString("leaf-capacity is at most 1024"));
    bool sentence = false;
    for (Text* text : shown.widget.findChildren<Text*>())
        sentence = sentence || (text->isVisible() && text->text() == "leaf-capacity is at most 1024");
    QVERIFY(sentence);
    QVERIFY(shown.made.number != 5000);
    shown.widget.show_panel(shown.made.panel());  // keeps the wrong text
    QCOMPARE(field->value(), QString("5000"));
    type(field, "64");
    QVERIFY(!field->property("error").toBool());
    QCOMPARE(shown.made.number, 64.0);
}

void PanelsTest::choices_show_their_refusals() {
    Shown shown;
    auto* list = shown.find<QListView>("made.list");
    const QAbstractItemModel* model = list->model();
    QCOMPARE(model->rowCount(), 3);  // a group's title and two items
    const QModelIndex greyed = model->index(2, 0);
    QVERIFY(!(greyed.flags() & Qt::ItemIsEnabled));
    QVERIFY(greyed.data(Qt::ToolTipRole).toString().contains("k = 1 only"));
    QVERIFY(greyed.data(Qt::AccessibleTextRole).toString().contains("k = 1 only"));
    QCOMPARE(list->currentIndex().row(), 1);
    QCOMPARE(shown.changes, 0);  // showing a panel changes nothing
    shown.find<QComboBox>("made.menu")->setCurrentText("hilbert");
    QCOMPARE(shown.made.chosen, 1);
    QVERIFY(shown.find<QCheckBox>("made.check")->isChecked());
    shown.find<QCheckBox>("made.check")->click();
    QCOMPARE(shown.made.chosen, 0);
    auto* press = shown.find<QPushButton>("made.press");
    QCOMPARE(press->text(), QString::fromUtf8("Press…"));
    press->click();
    QCOMPARE(shown.made.pressed, 1);
}

void PanelsTest::a_table_sorts_and_keeps_what_is_selected() {
    Shown shown;
    auto* table = shown.find<QTableView>("made.table");
    table->selectRow(1);
    QCOMPARE(shown.made.selected, std::int64_t(1));
    table->sortByColumn(1, Qt::DescendingOrder);
    QStringList order;
    for (int row = 0; row < 3; ++row) order << cell(table, row, 1);
    QCOMPARE(order, QStringList({"50", "9", "7"}));
    QCOMPARE(table->selectionModel()->selectedRows().first().row(), 2);
    QCOMPARE(shown.made.selected, std::int64_t(1));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(2, 0)).center());
    QCOMPARE(shown.made.selected, std::int64_t(-1));  // a second click deselects it
}

void PanelsTest::rows_keep_their_widgets_while_others_come_and_go() {
    Shown shown;
    auto* field = shown.find<NumberField>("made.number");
    field->findChild<QLineEdit*>()->setFocus();
    shown.made.with_table = false;
    shown.widget.show_panel(shown.made.panel());
    QCOMPARE(shown.find<NumberField>("made.number"), field);
    QVERIFY(!shown.widget.row("made.table"));
    shown.made.with_table = true;
    shown.widget.show_panel(shown.made.panel());
    QCOMPARE(shown.find<NumberField>("made.number"), field);
    QVERIFY(shown.widget.row("made.table"));
}

void PanelsTest::a_row_of_another_label_is_shown_with_it() {
    Shown shown;
    const auto labels = [&] {
        QStringList texts;
        for (const Text* text : shown.widget.row("made.share")->findChildren<Text*>()) texts << text->text();
        return texts;
    };
    QVERIFY(labels().contains("ann"));
    shown.made.voted = "bob";
    shown.widget.show_panel(shown.made.panel());
    QVERIFY2(labels().contains("bob") && !labels().contains("ann"), qPrintable(labels().join(" ")));
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
