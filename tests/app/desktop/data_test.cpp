#include "tests/app/desktop/data_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/sheet.hpp"
#include "app/session/workbench/point_controls.hpp"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QTest>

using namespace neighborscope;
using namespace neighborscope::desktop;

namespace {

/// Twenty points with two heights, two classes and different names.
QByteArray places() {
    QByteArray text("x,y,height,kind,name\n");
    for (int i = 0; i < 20; ++i)
        text += QByteArray::number(i) + ',' + QByteArray::number(i * i % 7) + ',' + QByteArray::number(100.5 + i) + ',' +
                (i % 3 ? "oak" : "elm") + ",tree " + QByteArray::number(i) + '\n';
    return text;
}

QString sentence_of(Sheet* sheet) { return sheet->findChild<Text*>("columns.sentence")->text(); }
QComboBox* use_of(Sheet* sheet, int column) { return sheet->findChild<QComboBox*>(QString("columns.use.%1").arg(column)); }

}  // namespace

void DataTest::init() {
    const QString file = folder_.filePath("places.csv");
    if (!QFile::exists(file)) {
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(places()) > 0);
    }
    SessionState session = session_of(file.toStdString());
    session.columns = "x,y";
    window_ = open_window(session);
    QVERIFY(window_);
}

void DataTest::cleanup() { window_.reset(); }

void DataTest::settle() { QTRY_VERIFY_WITH_TIMEOUT(!workbench().busy() && !model().busy, patience_ms); }

void DataTest::colours_are_chosen_by_list_and_keys() {
    auto* list = window_->findChild<QComboBox*>("data.colour_by");
    QVERIFY(list->isVisible());
    QStringList ways;
    for (int i = 0; i < list->count(); ++i) ways << list->itemText(i);
    QCOMPARE(ways, QStringList({"plain", "height", "kind (label)"}));
    QCOMPARE(list->currentIndex(), 2);  // the label is the default
    const QImage by_kind = bare_picture(*window_);
    QCOMPARE(bare_picture(*window_), by_kind);  // nothing else changes
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Up);
    QCOMPARE(QString::fromStdString(workbench().session().colour_by), QString("height"));
    QVERIFY(bare_picture(*window_) != by_kind);
    window_->view()->setFocus();
    QTest::keyClick(window_->view(), Qt::Key_C);
    QCOMPARE(QString::fromStdString(workbench().session().colour_by), QString("label"));
    QTest::keyClick(window_->view(), Qt::Key_C);
    QCOMPARE(list->currentText(), QString("plain"));
    QTest::keyClick(window_->view(), Qt::Key_C, Qt::ShiftModifier);
    QCOMPARE(list->currentIndex(), 2);
    window_->run_command("edit.undo");
    QCOMPARE(list->currentText(), QString("plain"));
}

void DataTest::plain_data_offer_no_colours() {
    workbench().open_data("hotspots:n=200,d=2");
    QTRY_COMPARE_WITH_TIMEOUT(int(model().data.count), 200, patience_ms);
    settle();
    for (const char* gone : {"data.colour_by", "data.columns", "data.network"})
        QTRY_VERIFY_WITH_TIMEOUT(!window_->findChild<QWidget*>(gone) || !window_->findChild<QWidget*>(gone)->isVisible(), patience_ms);
    QVERIFY(!window_->run_command("view.colour_next"));
    QVERIFY(!window_->run_command("data.columns"));
    QTest::keyClick(window_->view(), Qt::Key_I, Qt::ControlModifier);
    QVERIFY(model().message.find("no columns to choose") != std::string::npos);
}

/// The first widget in the panel of data that Tab reaches although it is not right of or below the previous one; empty: none.
QString DataTest::wrong_way_of_tab() const {
    const QWidget* panel = window_->panel("data");
    const QWidget* first = window_->panel("data")->header();
    QStringList order;
    QPoint last(0, 0);
    for (const QWidget* one = first->nextInFocusChain(); one != window_->panel("method")->header(); one = one->nextInFocusChain()) {
        if (one == first) return "the method's panel does not follow";
        if (!(one->focusPolicy() & Qt::TabFocus) || one->focusProxy() || !one->isVisible() || one == window_->view()) continue;
        if (!panel->isAncestorOf(one)) return "goes away to " + one->objectName();
        const QPoint at = one->mapTo(panel, QPoint(0, 0));
        order << one->objectName();
        if (at.y() <= last.y() + 8 && (at.y() <= last.y() - 8 || at.x() <= last.x())) return order.join(" ");
        last = at;
    }
    return order.size() > 6 ? QString() : "only " + order.join(" ");
}

/// Also for rows that were created later, with other data.
void DataTest::tab_goes_through_the_data_as_they_stand() {
    workbench().open_data("hotspots:n=200,d=2");
    QTRY_COMPARE_WITH_TIMEOUT(int(model().data.count), 200, patience_ms);
    settle();
    QTRY_COMPARE_WITH_TIMEOUT(wrong_way_of_tab(), QString(), patience_ms);  // the layout places new rows a little later
}

void DataTest::neighbours_are_named_and_copied_with_their_names() {
    const QTableView* list = table(*window_, "neighbours.table");
    QCOMPARE(list->model()->columnCount(), 4);
    const std::int64_t row = model().neighbours[0].file_row;
    QCOMPARE(cell(list, 0, 3), QString("tree %1").arg(row));
    button(*window_, "edit.copy_neighbours")->click();
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
    QCOMPARE(lines[0], QString("rank\tindex\tdistance\tx\ty\tname"));
    QVERIFY(lines[1].endsWith(QString("\ttree %1").arg(row)));
}

void DataTest::columns_are_chosen_and_undone() {
    QVERIFY(click(window_.get(), "data.columns"));
    Sheet* dialog = nullptr;  // after the columns are read
    QTRY_VERIFY_WITH_TIMEOUT(dialog = window_->findChild<Sheet*>("dialog.columns"), patience_ms);
    QCOMPARE(sentence_of(dialog), QString("2-D points from x, y; class: kind; 2 other columns"));
    QComboBox* height = use_of(dialog, 2);
    height->setFocus();
    QTest::keyClick(height, Qt::Key_Home);  // coordinate 1
    QTest::keyClick(height, Qt::Key_Down);
    QTest::keyClick(height, Qt::Key_Down);
    QCOMPARE(height->currentText(), QString("coordinate 3"));
    QCOMPARE(sentence_of(dialog), QString("3-D points from x, y, height; class: kind; 1 other column"));
    QCOMPARE(use_of(dialog, 3)->findText("coordinate 1"), -1);  // words
    QVERIFY(click(dialog, "columns.load"));
    QTRY_COMPARE_WITH_TIMEOUT(model().data.dimension, 3, patience_ms);
    settle();
    QCOMPARE(model().axes, (std::vector<std::string>{"x", "y", "height"}));
    window_->run_command("edit.undo");
    QTRY_COMPARE_WITH_TIMEOUT(model().data.dimension, 2, patience_ms);
    settle();
}

void DataTest::columns_without_coordinates_are_refused() {
    QVERIFY(window_->run_command("data.columns"));
    Sheet* dialog = nullptr;  // after the columns are read
    QTRY_VERIFY_WITH_TIMEOUT(dialog = window_->findChild<Sheet*>("dialog.columns"), patience_ms);
    for (int column : {0, 1}) {
        use_of(dialog, column)->setFocus();
        QTest::keyClick(use_of(dialog, column), Qt::Key_End);
    }
    QVERIFY(!dialog->findChild<QPushButton*>("columns.load")->isEnabled());
    QVERIFY(sentence_of(dialog).contains("at least one"));
    const auto before = workbench().session();
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(workbench().session() == before);
}

void DataTest::samples_say_why_and_offer_a_method() {
    QCOMPARE(text(*window_, "data.why"), QString());
    workbench().change([](SessionState& s) { s.method = "heap"; });
    workbench().open_data("sample:streets");
    QTRY_VERIFY_WITH_TIMEOUT(model().data.has_network, patience_ms);
    settle();
    QVERIFY(text(*window_, "data.why").contains("crossings"));
    QVERIFY(click(window_->panel("data")->row("data.try"), "method.quadtree-coalesced"));
    QCOMPARE(QString::fromStdString(workbench().session().method), QString("quadtree-coalesced"));
    QVERIFY(!window_->panel("data")->row("data.try"));
    QVERIFY(text(*window_, "data.why").contains("crossings"));
}

void DataTest::samples_open_as_a_menu() {
    QVERIFY(click(window_.get(), "data.samples"));
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::activePopupWidget(), patience_ms);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QVERIFY(menu->actions().size() > 6);
    menu->close();
}

void DataTest::the_health_of_an_index_opens_below() {
    workbench().open_data("sample:island");
    QTRY_VERIFY_WITH_TIMEOUT(model().inspecting.inspection, patience_ms);
    settle();
    QVERIFY(click(window_->panel("data")->row("data.health"), "inspect.health"));
    QVERIFY(model().inspecting.open);
    QTRY_VERIFY_WITH_TIMEOUT(window_->panel("health")->isVisible(), patience_ms);
    QVERIFY(click(window_->panel("data")->row("data.health"), "inspect.health"));
    QVERIFY(!model().inspecting.open);
}

void DataTest::points_are_exported() {
    const QString file = folder_.filePath("out.csv");
    QVERIFY(window_->run_command("file.export_points"));
    auto* dialog = window_->findChild<QFileDialog*>("dialog.export_points");
    QVERIFY(dialog);
    dialog->setDirectory(folder_.path());
    dialog->selectFile(file);
    QMetaObject::invokeMethod(dialog, "accept");
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), patience_ms);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(written.readAll()).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 21);
    QVERIFY(lines[0].trimmed().endsWith("rank,distance"));
    // The nearest is marked as such in its own row.
    QCOMPARE(lines[int(model().neighbours[0].row) + 1].trimmed().section(',', -2, -2), QString("1"));
    workbench().points().write("no-such-folder/points.csv");
    QTRY_VERIFY_WITH_TIMEOUT(model().error.has_value(), patience_ms);
    QVERIFY(model().error->title.find("not written") != std::string::npos);
}

void DataTest::streets_are_switched() {
    workbench().open_data("sample:streets");
    QTRY_VERIFY_WITH_TIMEOUT(model().data.has_network, patience_ms);
    settle();
    auto* streets = window_->findChild<QCheckBox*>("data.network");
    QVERIFY(streets->isVisible() && streets->isChecked());
    const QImage with = bare_picture(*window_);
    QCOMPARE(bare_picture(*window_), with);  // nothing else changes
    QTest::mouseClick(streets, Qt::LeftButton, Qt::NoModifier, QPoint(8, streets->height() / 2));
    QVERIFY(!workbench().session().network);
    QVERIFY(bare_picture(*window_) != with);
    window_->view()->setFocus();
    QTest::keyClick(window_->view(), Qt::Key_R);
    QVERIFY(streets->isChecked());
}

void DataTest::every_format_is_in_the_dialog() {
    window_->run_command("file.open");
    auto* dialog = window_->findChild<QFileDialog*>("dialog.open");
    QVERIFY(dialog);
    const QString all = dialog->nameFilters().first();
    for (const FormatInfo& format : formats())
        for (const QString& ending : QString::fromStdString(format.extensions).split(' ', Qt::SkipEmptyParts))
            QVERIFY2(all.contains('*' + ending), qPrintable(ending));
    dialog->close();
}

void DataTest::o_shows_the_polar_view_of_many_dimensions() {
    window_.reset();
    window_ = open_window(session_of("vectors:n=600,d=12"));
    QVERIFY(window_);
    QVERIFY(model().polar_shown && model().polar);
    QVERIFY(bool(model().projection.plane));
    QVERIFY(window_->action_of("view.toggle_polar")->isChecked());
    window_->view()->setFocus();
    QTest::keyClick(window_->view(), Qt::Key_O);
    QVERIFY(!model().polar_shown);
    QTest::keyClick(window_->view(), Qt::Key_O, Qt::ShiftModifier);
    QVERIFY(workbench().session().projection == "axes" && !model().projection.plane);
    workbench().undo();
    QVERIFY(bool(model().projection.plane));
    workbench().undo();
    QVERIFY(model().polar_shown && model().polar);
    QVERIFY(draws(window_->view()));
}
