#include "tests/app/desktop/curves_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/measure/curve.hpp"

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace neighborscope;
using namespace neighborscope::desktop;

void CurvesTest::init() {
    SessionState session = session_of("uniform:n=300");
    session.curve_methods = {"serial", "heap"};
    session.curve_along = "n=20:2000:17";
    session.curve_queries = 3;
    window_ = open_window(session);
    QVERIFY(window_);
}

void CurvesTest::cleanup() { window_.reset(); }

void CurvesTest::a_curve_is_begun_stopped_and_gone_on_with() {
    QTest::keyClick(window_->view(), Qt::Key_U);
    QCOMPARE(workbench().session().chart, ChartShown::curves);
    QVERIFY(draws(window_->view()));
    auto* table = window_->findChild<QTableView*>("curve_points.table");
    QVERIFY(!table || table->model()->rowCount() == 0);
    QTRY_VERIFY_WITH_TIMEOUT(window_->action_of("timings.measure")->isEnabled(), patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_M, Qt::ControlModifier);
    QVERIFY(curves().running);
    QTRY_VERIFY_WITH_TIMEOUT(curves().curve->done() >= 2, patience_ms);
    window_->action_of("timings.stop")->trigger();
    QVERIFY(!curves().running);
    QTRY_VERIFY_WITH_TIMEOUT(!workbench().busy(), patience_ms);
    const auto kept = curves().curve->points[0].front();
    QVERIFY(kept.has_value());
    QVERIFY(window_->action_of("timings.measure")->isEnabled());
    window_->action_of("timings.measure")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!curves().running && curves().curve->complete(), 3 * patience_ms);
    QCOMPARE(curves().curve->points[0].front()->milliseconds, kept->milliseconds);
    QTest::keyClick(window_->view(), Qt::Key_3, Qt::ControlModifier);  // the bottom dock
    QTRY_VERIFY_WITH_TIMEOUT(
        (table = window_->findChild<QTableView*>("curve_points.table")) && table->model()->rowCount() == int(curves().curve->all()),
        patience_ms);
    QVERIFY(draws(window_->view()));
    QTest::keyClick(window_->view(), Qt::Key_U);
    QCOMPARE(workbench().session().chart, ChartShown::none);
}

void CurvesTest::the_command_is_copied() {
    QTRY_VERIFY_WITH_TIMEOUT(window_->action_of("timings.copy_curve_command")->isEnabled(), patience_ms);
    window_->action_of("timings.copy_curve_command")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("neighborscope curve uniform:n=300 --methods serial,heap --along n=20:2000:17 "
                                                           "-k 8 --random-queries 3 --device host --out curve-here"));
}

void CurvesTest::a_long_list_of_names_shows_its_beginning() {
    const QString all = "serial, heap, bulk-heap, quadtree-cached, quadtree-coalesced";
    QTest::keyClick(window_->view(), Qt::Key_U);
    NumberField* names = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT(names = window_->findChild<NumberField*>("curves.methods"), patience_ms);
    auto* line = names->findChild<QLineEdit*>();
    QTRY_COMPARE_WITH_TIMEOUT(line->text(), QString("serial, heap"), patience_ms);
    QTest::mouseClick(line, Qt::LeftButton);
    line->selectAll();
    QTest::keyClicks(line, all);
    QCOMPARE(line->cursorPosition(), int(all.size()));  // during typing
    window_->view()->setFocus();
    QTRY_COMPARE_WITH_TIMEOUT(workbench().session().curve_methods.size(), std::size_t(5), patience_ms);
    QCOMPARE(line->text(), all);
    QCOMPARE(line->cursorPosition(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(names->toolTip().startsWith(all), patience_ms);
    while (workbench().session().curve_methods.size() > 2 && workbench().can_undo()) workbench().undo();  // each key is a step
}

void CurvesTest::the_roofline_is_shown_and_left() {
    QTRY_VERIFY_WITH_TIMEOUT(
        !workbench().view().timings.phases.empty() && workbench().view().timings.fp32_operations_per_second > 0, patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_U, Qt::ShiftModifier);
    QCOMPARE(workbench().session().chart, ChartShown::roofline);
    QVERIFY(draws(window_->view()));
    bool told = false;
    for (const QLabel* label : window_->findChildren<QLabel*>()) told = told || label->text().contains("Most time goes to ");
    QVERIFY(told);
    QTest::keyClick(window_->view(), Qt::Key_U, Qt::ShiftModifier);
    QCOMPARE(workbench().session().chart, ChartShown::none);
}
