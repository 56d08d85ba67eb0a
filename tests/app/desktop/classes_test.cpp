#include "tests/app/desktop/classes_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include <QPushButton>
#include <QTableView>

using namespace neighborscope;
using namespace neighborscope::desktop;

void ClassesTest::init() {
    SessionState session = session_of("sample:two-moons");
    session.method = "serial";
    session.k = 5;
    window_ = open_window(session);
    QVERIFY(window_);
}

void ClassesTest::cleanup() { window_.reset(); }

/// Starts leave-one-out classification, and shows it in the bottom dock.
void ClassesTest::classify() {
    QTRY_VERIFY_WITH_TIMEOUT(classes().no_votes.empty(), patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_Q);
    QTRY_VERIFY_WITH_TIMEOUT(classes().leave_one_out && classes().leave_one_out->complete() && !classes().is_classifying, patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_3, Qt::ControlModifier);
}

void ClassesTest::keys_draw_regions_and_go_to_misclassified_points() {
    QTRY_VERIFY_WITH_TIMEOUT(classes().no_regions.empty(), patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_A);
    QVERIFY(workbench().session().regions);
    QTRY_VERIFY_WITH_TIMEOUT(classes().regions && !classes().refining, 3 * patience_ms);
    QVERIFY(draws(window_->view()));
    classify();
    const auto wrong = classes().ringed;
    QVERIFY(wrong.size() > 2);
    for (const std::size_t place : {0, 1}) {
        QTest::keyClick(window_->view(), Qt::Key_F4);
        QTRY_COMPARE_WITH_TIMEOUT(workbench().view().query_row, wrong[place], patience_ms);
    }
    QTest::keyClick(window_->view(), Qt::Key_F4, Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(workbench().view().query_row, wrong[0], patience_ms);
    auto* winner = window_->findChild<Text*>("classes.winner");
    QVERIFY(winner && winner->isVisible());
    QTest::keyClick(window_->view(), Qt::Key_A);
    QVERIFY(!classes().regions);
}

void ClassesTest::a_cell_of_the_table_rings_its_points() {
    classify();
    QTableView* table = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT(
        (table = window_->findChild<QTableView*>("confusion.table")) && table->isVisible() && table->model()->rowCount() == 2, patience_ms);
    const QModelIndex cell = table->model()->index(0, 2);
    const std::int64_t count = cell.data().toString().toLongLong();
    QVERIFY(count > 0);
    table->scrollTo(cell);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    QVERIFY(classes().chosen == (ConfusionCell{0, 1}));
    QCOMPARE(std::int64_t(classes().ringed.size()), count);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    QVERIFY(!classes().chosen);
}

void ClassesTest::a_click_into_the_curve_asks_with_that_k() {
    classify();
    QWidget* curve = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT(
        (curve = window_->findChild<QWidget*>("accuracy.curve")) && curve->isVisible() && curve->width() > 80, patience_ms);
    QTest::mouseClick(curve, Qt::LeftButton, {}, QPoint(curve->width() - 8, curve->height() / 2));
    QVERIFY(workbench().session().k > 25);
    QTRY_VERIFY_WITH_TIMEOUT(classes().leave_one_out->k == workbench().session().k - 1, patience_ms);
    workbench().undo();
    QCOMPARE(workbench().session().k, 5);
}
