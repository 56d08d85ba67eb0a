#include "tests/app/desktop/steps_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/view_widget.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/workbench/stepping_controls.hpp"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QTableView>
#include <QTest>

using namespace neighborscope;
using namespace neighborscope::desktop;

void StepsTest::init() {
    SessionState session = session_of("hotspots:n=3000,d=2");
    session.options["heap"]["threads"] = "32";
    window_ = open_window(session);
    QVERIFY(window_);
}

void StepsTest::cleanup() { window_.reset(); }

void StepsTest::open() {
    window_->view()->setFocus();
    QTest::keyClick(window_->view(), Qt::Key_S);
    QTRY_VERIFY_WITH_TIMEOUT(stepping().ready, patience_ms);
    QVERIFY(draws(window_->view()));
}

void StepsTest::s_opens_and_keys_step() {
    QVERIFY(!window_->action_of("step.forward")->isEnabled());
    open();
    QVERIFY(window_->action_of("step.forward")->isEnabled());
    QVERIFY(window_->action_of("step.open")->isChecked());
    QCOMPARE(stepping().position, std::int64_t(0));
    QTest::keyClick(window_->view(), Qt::Key_Right);
    QTest::keyClick(window_->view(), Qt::Key_Right);
    QCOMPARE(stepping().position, std::int64_t(2));
    QTest::keyClick(window_->view(), Qt::Key_Left);
    QCOMPARE(stepping().position, std::int64_t(1));
    QTest::keyClick(window_->view(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(stepping().position, stepping().record->evictions.front());
    QVERIFY(stepping().left.row >= 0);
    QTest::keyClick(window_->view(), Qt::Key_End);
    QCOMPARE(stepping().position, stepping().count);
    QCOMPARE(stepping().best.size(), std::size_t(8));
    QTest::keyClick(window_->view(), Qt::Key_Home);
    QCOMPARE(stepping().position, std::int64_t(0));
    QTest::keyClick(window_->view(), Qt::Key_L);
    QVERIFY(stepping().loop);
    QVERIFY(!workbench().can_undo());
    QTest::keyClick(window_->view(), Qt::Key_S);
    QVERIFY(!stepping().open);
    QVERIFY(!window_->action_of("step.forward")->isEnabled());
}

void StepsTest::the_query_stays_until_it_is_closed() {
    open();
    const std::vector<double> before = workbench().view().query;
    const auto asked = workbench().session().query;
    QVERIFY(mouse_to(window_->view(), here));
    QVERIFY(mouse_to(window_->view(), there));
    QCOMPARE(workbench().session().query, asked);  // a query that follows is the document's at once
    QCOMPARE(workbench().view().query, before);
    QTest::keyClick(window_->view(), Qt::Key_S);
    QVERIFY(mouse_to(window_->view(), here));
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().query != before, patience_ms);
}

void StepsTest::play_plays_and_pauses() {
    open();
    workbench().stepping().set_speed(200);
    QTest::keyClick(window_->view(), Qt::Key_Space);
    QVERIFY(stepping().playing);
    QTRY_VERIFY_WITH_TIMEOUT(stepping().position > 20, patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_Space);
    QVERIFY(!stepping().playing);
    const std::int64_t here_now = stepping().position;
    QVERIFY(!workbench().seconds_to_next_step());
    QTRY_VERIFY_WITH_TIMEOUT(!workbench().busy(), patience_ms);
    const qint64 frames = window_->view()->frames();
    const bool painted = QTest::qWaitFor([&] { return window_->view()->frames() - frames >= 12; }, 300);
    QVERIFY2(!painted, "a paused picture is not painted again and again");
    QCOMPARE(stepping().position, here_now);
}

void StepsTest::the_dock_shows_the_step() {
    window_->run_command("view.dock.bottom");
    QVERIFY(!window_->panel("steps")->isVisible());
    open();
    QTRY_VERIFY_WITH_TIMEOUT(window_->panel("steps")->isVisible(), patience_ms);
    // The list in the dock, also for a method without a tree.
    const QAbstractItemModel* list = table(*window_, "neighbours.table")->model();
    QCOMPARE(list->rowCount(), 0);
    window_->run_command("step.last");
    QCOMPARE(list->rowCount(), int(workbench().view().neighbours.size()));
    QCOMPARE(list->index(0, list->columnCount() - 1).data().toString(), QString("yes"));
    window_->run_command("step.first");
    window_->run_command("step.next_eviction");
    QCOMPARE(list->rowCount(), int(stepping().best.size()));
    const auto* slider = window_->findChild<QSlider*>("steps.slider");
    const QTableView* steps = table(*window_, "steps.table");
    const auto* code = window_->findChild<QListWidget*>("steps.code");
    QCOMPARE(slider->value(), int(stepping().position));
    QCOMPARE(slider->maximum(), int(stepping().count));
    QCOMPARE(text(*window_, "steps.sentence"), QString::fromStdString(stepping().sentence));
    QCOMPARE(steps->currentIndex().row(), int(stepping().position) - 1);
    QCOMPARE(steps->model()->rowCount(), int(stepping().count));
    const QAbstractItemModel* model = steps->model();
    const int row = int(stepping().position) - 1;
    QCOMPARE(model->index(row, 7).data().toString(), QString::fromStdString(stepping().sentence));
    QCOMPARE(model->index(row, 5).data().toString(), QString::fromStdString(text_of_count(stepping().left.file_row)));
    QCOMPARE(code->count(), int(stepping().record->method->info.pseudo_code.size()));
    QCOMPARE(code->selectedItems().size(), qsizetype(stepping().lines.size()));
    QVERIFY(code->item(stepping().lines.front())->isSelected());
    window_->run_command("step.first");
    QCOMPARE(slider->value(), 0);
    QVERIFY(!steps->currentIndex().isValid());
    window_->run_command("step.open");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->panel("steps")->isVisible(), patience_ms);
}

void StepsTest::slider_and_table_go_to_a_step() {
    window_->run_command("view.dock.bottom");
    open();
    QTRY_VERIFY_WITH_TIMEOUT(window_->panel("steps")->isVisible(), patience_ms);
    auto* slider = window_->findChild<QSlider*>("steps.slider");
    QTableView* steps = table(*window_, "steps.table");
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_End);
    QCOMPARE(stepping().position, stepping().count);
    QTest::keyClick(slider, Qt::Key_Left);
    QCOMPARE(stepping().position, stepping().count - 1);
    steps->scrollTo(steps->model()->index(2, 0));
    const QRect cell = steps->visualRect(steps->model()->index(2, 0));
    QTest::mouseClick(steps->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(stepping().position, std::int64_t(3));
    QTest::keyClick(steps, Qt::Key_Right);
    QCOMPARE(stepping().position, std::int64_t(4));
    QTest::mouseClick(window_->panel("steps")->findChild<QPushButton*>("step.forward"), Qt::LeftButton);
    QCOMPARE(stepping().position, std::int64_t(5));
    auto* speed = window_->findChild<QSlider*>("steps.speed");
    speed->setValue(speed->maximum());
    QCOMPARE(stepping().speed, fastest_steps);
}

void StepsTest::the_track_is_clicked() {
    open();
    ViewWidget* view = window_->view();
    // A click on the lane of the longest phase, at the bottom, goes to the middle of the phase.
    std::int64_t gone_to = 0;
    for (int y = view->height() - 12; y > view->height() - 200 && gone_to == 0; y -= 6) {
        const QPoint at(view->width() * 3 / 4, y);
        QTest::mouseClick(view, Qt::LeftButton, {}, at);
        QVERIFY(draws(view));
        if (stepping().position > 5 && stepping().position < stepping().count - 20) gone_to = stepping().position;
    }
    QVERIFY(gone_to > 0);
    QVERIFY(stepping().open);
}

void StepsTest::methods_without_steps_say_so() {
    workbench().change([](SessionState& state) { state.method = "serial"; });
    QTRY_VERIFY_WITH_TIMEOUT(!workbench().busy(), patience_ms);
    QAction* open_action = window_->action_of("step.open");
    QTRY_VERIFY_WITH_TIMEOUT(!open_action->isEnabled(), patience_ms);
    QVERIFY(open_action->toolTip().startsWith("serial cannot be stepped through: insertion"));
}

void StepsTest::every_control_has_a_name() {
    window_->run_command("view.dock.bottom");
    open();
    QTRY_VERIFY_WITH_TIMEOUT(window_->panel("steps")->isVisible(), patience_ms);
    for (QWidget* widget : window_->panel("steps")->findChildren<QWidget*>())
        if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QAbstractSlider*>(widget) || qobject_cast<QTableView*>(widget) ||
            qobject_cast<QListWidget*>(widget)) {
            if (widget->objectName().startsWith("qt_") || !widget->isVisible() || qobject_cast<QScrollBar*>(widget)) continue;
            QVERIFY2(!widget->accessibleName().isEmpty() || qobject_cast<QAbstractButton*>(widget), qPrintable(widget->objectName()));
        }
}
