#include "tests/app/desktop/race_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/view_widget.hpp"
#include "app/session/workbench/race_controls.hpp"

#include <QAction>
#include <QTest>
#include <QWheelEvent>

using namespace neighborscope;
using namespace neighborscope::desktop;

void RaceTest::init() {
    window_ = open_window(session_of("hotspots:n=2000,d=2"));
    QVERIFY(window_);
}

void RaceTest::cleanup() { window_.reset(); }

void RaceTest::begin() {
    window_->view()->setFocus();
    QTest::keyClick(window_->view(), Qt::Key_B, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(window_->view()->panes().size() == 2 && !workbench().busy(), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(!workbench().view().race.contenders.back().difference.empty(), patience_ms);
    QVERIFY(draws(window_->view()));
}

void RaceTest::ctrl_b_shows_two_pictures_and_the_menu_ends_it() {
    QVERIFY(!window_->action_of("race.end")->isEnabled());
    QVERIFY(window_->view()->panes().empty());
    begin();
    QCOMPARE(workbench().view().race.contenders.back().name, std::string("quadtree-cached"));
    QVERIFY(window_->action_of("race.end")->isEnabled());
    window_->action_of("race.end")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->view()->panes().empty(), patience_ms);
    QCOMPARE(workbench().session().method, std::string("heap"));
}

void RaceTest::the_mouse_in_the_second_picture_moves_both() {
    begin();
    const render::Rectangle second = window_->view()->panes().back();
    const QPoint at(int(second.x + 0.3 * second.width), int(second.y + 0.4 * second.height)),
        further(int(second.x + 0.7 * second.width), int(second.y + 0.6 * second.height));
    QVERIFY(mouse_to(window_->view(), at));
    const std::vector<double> before = *workbench().session().query;
    QVERIFY(mouse_to(window_->view(), further));
    QVERIFY(*workbench().session().query != before);
    QTRY_COMPARE_WITH_TIMEOUT(workbench().view().query, *workbench().session().query, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(workbench().race().other_contenders().front()->view().query, *workbench().session().query, patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_BracketRight);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().race().other_contenders().front()->view().neighbours.size() == 9, patience_ms);
}

void RaceTest::the_wheel_zooms_both() {
    begin();
    const render::Rectangle second = window_->view()->panes().back();
    const QPointF at(second.x + 0.5 * second.width, second.y + 0.5 * second.height);
    QVERIFY(mouse_to(window_->view(), at.toPoint()));
    const std::vector<double> left = window_->view()->position_at(at), right = window_->view()->position_at(at + QPointF(50, 0));
    QWheelEvent turn(at, window_->view()->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(window_->view(), &turn);
    QVERIFY(draws(window_->view()));
    const std::vector<double> nearer = window_->view()->position_at(at + QPointF(50, 0));
    QVERIFY(nearer[0] - left[0] < 0.9 * (right[0] - left[0]));
    QVERIFY(window_->view()->moved_camera().has_value());
}

void RaceTest::x_swaps_and_undo_takes_it_back() {
    begin();
    QTest::keyClick(window_->view(), Qt::Key_X);
    QTRY_COMPARE_WITH_TIMEOUT(workbench().session().method, std::string("quadtree-cached"), patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(workbench().view().race.contenders.back().name, std::string("heap"), patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(workbench().view().race.contenders.front().name, std::string("heap"), patience_ms);
}

void RaceTest::the_panel_sets_a_contender() {
    begin();
    NumberField* capacity = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((capacity = number(*window_, "race.B.leaf-capacity")), patience_ms);
    type(capacity, "32");
    QTRY_COMPARE_WITH_TIMEOUT(workbench().session().compared.front(), std::string("quadtree-cached:leaf-capacity=32"), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().race.contenders.size() == 2 && !workbench().busy(), patience_ms);
}

void RaceTest::steps_are_replayed_together() {
    begin();
    QTest::keyClick(window_->view(), Qt::Key_S);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().race.ready, patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_End);
    const auto& other_contender = workbench().race().other_contenders().front()->view().stepping;
    QCOMPARE(other_contender.position, other_contender.count);
    QTest::keyClick(window_->view(), Qt::Key_Home);
    QCOMPARE(other_contender.position, std::int64_t(0));
    QTest::keyClick(window_->view(), Qt::Key_Space);
    QVERIFY(workbench().view().race.playing);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().race.clock > 0, patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_Space);
    QVERIFY(!workbench().view().race.playing);
}
