#include "tests/app/desktop/tree_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/status_line.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/compare/comparing.hpp"
#include "app/session/workbench/comparing_controls.hpp"

#include <QAction>
#include <QDockWidget>
#include <QHeaderView>
#include <QImage>
#include <QMenuBar>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace neighborscope;
using namespace neighborscope::desktop;

void TreeTest::init() {
    window_ = open_window(tree_session_of("hotspots:n=3000,d=2"));
    QVERIFY(window_);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree.has_value(), patience_ms);
}

void TreeTest::cleanup() { window_.reset(); }

void TreeTest::g_goes_through_the_ways() {
    window_->view()->setFocus();
    for (const CellsShown next :
        {CellsShown::depth, CellsShown::queries, CellsShown::work, CellsShown::none, CellsShown::outlines, CellsShown::occupancy}) {
        QTest::keyClick(window_->view(), Qt::Key_G);
        QVERIFY(workbench().session().cells == next);
        QVERIFY(window_->action_of(("view.cells." + std::string(name(next))).c_str())->isChecked());
    }
    window_->run_command("view.cells.outlines");
    QVERIFY(workbench().session().cells == CellsShown::outlines);
    workbench().undo();
    QVERIFY(workbench().session().cells == CellsShown::occupancy);
}

void TreeTest::j_goes_to_the_costliest_query() {
    window_->run_command("view.cells.work");
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree && workbench().view().tree->work, patience_ms);
    const std::int64_t row = workbench().view().tree->work->distances.place_of_maximum;
    window_->view()->setFocus();
    QTest::keyClick(window_->view(), Qt::Key_J);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().session().query_row == row, patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().why.has_value(), patience_ms);
    window_->run_command("view.dock.bottom");
    QTableView* leaves_table = table(*window_, "tree.table");
    const auto rows_of = [&](const QString& word) {
        int rows = 0;
        for (int i = 0; i < leaves_table->model()->rowCount(); ++i) rows += cell(leaves_table, i, 0).contains(word);
        return rows;
    };
    QTRY_VERIFY_WITH_TIMEOUT(rows_of("distances per query") > 1, patience_ms);
    QVERIFY(rows_of("quer") > rows_of("distances per query"));
}

void TreeTest::methods_without_a_tree_refuse() {
    QVERIFY(window_->action_of("view.cells_next")->isEnabled());
    window_->run_command("method.heap");
    QTRY_VERIFY_WITH_TIMEOUT(!workbench().view().tree.has_value(), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->action_of("view.cells_next")->isEnabled(), patience_ms);
    QVERIFY(!window_->panel("tree")->isVisible());
}

void TreeTest::the_table_counts_all_leaves() {
    window_->run_command("view.dock.bottom");
    QTableView* leaves_table = table(*window_, "tree.table");
    QTRY_VERIFY_WITH_TIMEOUT(leaves_table->isVisible() && leaves_table->model()->rowCount() > 0, patience_ms);
    const int leaves = workbench().view().tree->leaves;
    int by_objects = 0, by_level = 0;
    for (int row = 0; row < leaves_table->model()->rowCount(); ++row) {
        QString number = cell(leaves_table, row, 1).section(QChar(','), 0, 0);
        number.remove(QChar(0x202F));
        (cell(leaves_table, row, 0).contains("level") ? by_level : by_objects) += number.toInt();
    }
    QVERIFY(!workbench().view().tree->work);
    QCOMPARE(by_objects, leaves);
    QCOMPARE(by_level, leaves);
    QVERIFY(!leaves_table->accessibleName().isEmpty());
    window_->resize(1280, 800);
    for (const char* id : {"tree.table", "timings.table"}) {  // no column is cut off
        const QTableView* one = table(*window_, id);
        QTRY_VERIFY2_WITH_TIMEOUT(one->isVisible() && one->horizontalHeader()->length() <= one->viewport()->width() + 1, id, patience_ms);
        QVERIFY2(one->horizontalHeader()->length() > 100, id);
    }
}

void TreeTest::a_chosen_row_stands_out() {
    const QImage closed = bare_picture(*window_);
    window_->run_command("view.dock.bottom");
    QTableView* leaves_table = table(*window_, "tree.table");
    QTRY_VERIFY_WITH_TIMEOUT(leaves_table->isVisible() && leaves_table->model()->rowCount() > 0, patience_ms);
    const QImage before = bare_picture(*window_);
    QCOMPARE(bare_picture(*window_), before);  // nothing else changes
    leaves_table->selectRow(leaves_table->model()->rowCount() - 1);
    QVERIFY(bare_picture(*window_) != before);
    leaves_table->clearSelection();
    QCOMPARE(bare_picture(*window_), before);
    leaves_table->selectRow(0);
    window_->run_command("view.dock.bottom");  // hiding the table removes the highlight
    QTRY_COMPARE_WITH_TIMEOUT(window_->view()->height(), closed.height(), patience_ms);
    QVERIFY(draws(window_->view()));  // fitted to the area that instruments leave
    QCOMPARE(bare_picture(*window_), closed);
}

void TreeTest::dragging_an_option_divides_anew_and_is_undone() {
    const int leaves = workbench().view().tree->leaves;
    QSlider* slider = nullptr;
    for (QSlider* one : window_->findChildren<QSlider*>())
        if (one->accessibleName().startsWith("leaf-capacity")) slider = one;
    QVERIFY(slider);
    slider->setSliderDown(true);
    const int from = slider->value();
    for (const int tenths : {9, 7, 5}) slider->setValue(from * tenths / 10);
    slider->setSliderDown(false);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree && workbench().view().tree->leaves > leaves, patience_ms);
    workbench().undo();
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree && workbench().view().tree->leaves == leaves, patience_ms);
}

void TreeTest::steps_list_leaves_and_what_is_final() {
    window_->run_command("step.open");
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().stepping.ready, patience_ms);
    const QAbstractItemModel* list = table(*window_, "neighbours.table")->model();
    QCOMPARE(list->columnCount(), 5);
    QCOMPARE(list->rowCount(), 0);
    QCOMPARE(text(*window_, "exactness.step"), QString("0 of 8"));
    window_->run_command("step.last");
    QCOMPARE(list->rowCount(), 8);
    for (int row = 0; row < 8; ++row) QCOMPARE(list->index(row, 4).data().toString(), QString("yes"));
    QVERIFY(list->index(0, 3).data().toString().contains("own"));
    QCOMPARE(text(*window_, "exactness.step"), QString("8 of 8"));
    QVERIFY(QString::fromStdString(workbench().view().stepping.sentence).contains("of 3\u202f000 distances."));
    window_->run_command("step.open");
    QCOMPARE(list->columnCount(), 3);
    QCOMPARE(text(*window_, "exactness.step"), QString());
}

void TreeTest::f5_presents_and_escape_ends_it() {
    ViewWidget* view = window_->view();
    view->setFocus();
    window_->run_command("view.dock.bottom");
    QTRY_VERIFY_WITH_TIMEOUT(window_->bottom_dock()->isVisible(), patience_ms);
    QVERIFY(draws(view));
    const QSize before = view->size();
    QTest::keyClick(view, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(view->size(), window_->size(), patience_ms);
    QVERIFY(!window_->menuBar()->isVisible() && !window_->status_line()->isVisible() && !window_->bottom_dock()->isVisible());
    QVERIFY(window_->action_of("view.present")->isChecked());
    QVERIFY(!workbench().session().stepping);
    QTest::keyClick(view, Qt::Key_V, Qt::ShiftModifier);  // keys still work without menus, and open the steps
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().stepping.ready, patience_ms);
    QCOMPARE(workbench().view().stepping.position, workbench().view().stepping.count);
    QTest::keyClick(view, Qt::Key_V, Qt::ShiftModifier);
    QVERIFY(workbench().view().stepping.position < workbench().view().stepping.count);
    QTest::keyClick(view, Qt::Key_Home);
    QCOMPARE(workbench().view().stepping.position, std::int64_t(0));
    // Positions in the view and in the picture agree despite the enlargement.
    const std::int64_t frames = view->frames();
    QTRY_VERIFY_WITH_TIMEOUT(view->frames() > frames + 1, patience_ms);
    const QPointF middle(view->width() / 2.0, view->height() / 2.0);
    QVERIFY((view->pixels_of(view->position_at(middle)) - middle).manhattanLength() < 0.5);
    QTest::mouseClick(view, Qt::LeftButton, {}, QPoint(view->width() / 2, view->height() / 2));
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().stepping.ready && !workbench().busy(), patience_ms);
    QVERIFY((view->pixels_of(workbench().view().query) - middle).manhattanLength() < 20);
    QTest::keyClick(view, Qt::Key_Escape);
    QVERIFY(!window_->action_of("view.present")->isChecked());
    QVERIFY(window_->menuBar()->isVisible() && window_->status_line()->isVisible() && window_->bottom_dock()->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(view->size(), before, patience_ms);
    QVERIFY(workbench().session().stepping);
    window_->run_command("step.open");
    QVERIFY(!workbench().session().stepping);
}

void TreeTest::f3_goes_to_wrong_lists() {
    QTemporaryDir folder;
    const std::string path = (folder.path() + "/theirs.csv").toStdString();
    {
        std::ofstream out(path);
        for (int row = 0; row < 3000; ++row) out << (row == 20 || row == 70 ? row + 1 : row) << '\n';
    }
    workbench().comparing().compare(path);
    QTRY_VERIFY_WITH_TIMEOUT(!workbench().busy() && workbench().view().comparing.lists, patience_ms);
    // A list with only another point has a true distance, but not the nearest neighbour.
    QCOMPARE(workbench().view().comparing.selected_class, ListClass::missing);
    QCOMPARE(workbench().view().comparing.selected_count, 2);
    window_->run_command("view.dock.bottom");
    QTRY_VERIFY_WITH_TIMEOUT(window_->panel("compare")->isVisible(), patience_ms);
    QVERIFY(text(*window_, "compare.sentence").contains("2 of"));
    window_->view()->setFocus();
    for (const int wrong : {20, 70, 20}) {
        QTest::keyClick(window_->view(), Qt::Key_F3);
        QTRY_VERIFY_WITH_TIMEOUT(workbench().view().comparing.chosen && workbench().view().comparing.chosen->query == wrong, patience_ms);
        QTableView* ranks = table(*window_, "compare.table");
        QTRY_COMPARE_WITH_TIMEOUT(ranks->model()->rowCount(), 1, patience_ms);
        QTRY_COMPARE_WITH_TIMEOUT(cell(ranks, 0, 3), QString::number(wrong), patience_ms);
        QVERIFY(cell(ranks, 0, 5).contains("false"));
        QCOMPARE(workbench().session().query_row.value_or(-1), wrong);
    }
    QTest::keyClick(window_->view(), Qt::Key_F3, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().comparing.chosen && workbench().view().comparing.chosen->query == 70, patience_ms);
    window_->run_command("compare.close");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->panel("compare")->isVisible(), patience_ms);
}
