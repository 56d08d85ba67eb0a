#include "tests/app/desktop/test_tree.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/tree_panel.hpp"
#include "app/desktop/view_widget.hpp"

#include <QAction>
#include <QImage>
#include <QSlider>
#include <QTableWidget>
#include <QTest>

using namespace neighborscope;
using namespace neighborscope::desktop;

void TreeTest::init() {
    SessionState session = session_of("hotspots:n=3000,d=2");
    session.method = "quadtree-cached";
    session.query_mode = QueryMode::pinned;
    window_ = open_window(session);
    QVERIFY(window_);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree.has_value(), patience);
}

void TreeTest::cleanup() { window_.reset(); }

void TreeTest::g_goes_through_the_ways() {
    window_->view()->setFocus();
    for (const CellsShown next : {CellsShown::depth, CellsShown::none, CellsShown::outlines, CellsShown::occupancy}) {
        QTest::keyClick(window_->view(), Qt::Key_G);
        QVERIFY(workbench().session().cells == next);
        QVERIFY(window_->action_of(("view.cells." + std::string(name(next))).c_str())->isChecked());
    }
    window_->run_command("view.cells.outlines");
    QVERIFY(workbench().session().cells == CellsShown::outlines);
    workbench().undo();
    QVERIFY(workbench().session().cells == CellsShown::occupancy);
}

void TreeTest::methods_without_a_tree_refuse() {
    QVERIFY(window_->action_of("view.cells_next")->isEnabled());
    window_->run_command("method.heap");
    QTRY_VERIFY_WITH_TIMEOUT(!workbench().view().tree.has_value(), patience);
    QTRY_VERIFY(!window_->action_of("view.cells_next")->isEnabled());
    QVERIFY(!window_->tree_panel()->isVisible());
}

void TreeTest::the_table_counts_all_leaves() {
    window_->run_command("view.dock.bottom");
    QTableWidget* table = window_->tree_panel()->table();
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->rowCount() > 0, patience);
    const int leaves = workbench().view().tree->leaves;
    int by_objects = 0, by_level = 0;
    for (int row = 0; row < table->rowCount(); ++row) {
        QString number = table->item(row, TreePanel::leaves)->text();
        number.remove(QChar(0x202F));
        (table->item(row, TreePanel::what)->text().startsWith("level") ? by_level : by_objects) += number.toInt();
    }
    QCOMPARE(by_objects, leaves);
    QCOMPARE(by_level, leaves);
    QVERIFY(!table->accessibleName().isEmpty());
}

void TreeTest::a_chosen_row_stands_out() {
    window_->run_command("view.dock.bottom");
    QTableWidget* table = window_->tree_panel()->table();
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->rowCount() > 0, patience);
    QTest::qWait(300);
    const QImage before = window_->view()->grabFramebuffer();
    table->selectRow(table->rowCount() - 1);
    QTest::qWait(300);
    const QImage marked = window_->view()->grabFramebuffer();
    QCOMPARE(marked.size(), before.size());
    QVERIFY(marked != before);
    table->clearSelection();
    QTest::qWait(300);
    QVERIFY(window_->view()->grabFramebuffer() != marked);
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
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree && workbench().view().tree->leaves > leaves, patience);
    workbench().undo();
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree && workbench().view().tree->leaves == leaves, patience);
}
