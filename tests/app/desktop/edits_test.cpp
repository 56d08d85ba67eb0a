#include "tests/app/desktop/edits_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/view_widget.hpp"

#include <QAction>
#include <QPushButton>
#include <QTest>

using namespace neighborscope;
using namespace neighborscope::desktop;

void EditsTest::init() {
    window_ = open_window(tree_session_of("hotspots:n=300,d=2"));
    QVERIFY(window_);
    window_->run_command("points.edit");
    QVERIFY(workbench().view().manual_edits.on);
}

void EditsTest::cleanup() { window_.reset(); }

bool EditsTest::settled() {
    return QTest::qWaitFor([&] { return !workbench().busy() && draws(window_->view()); }, patience_ms);
}

/// A position in the view without points and instruments.
QPoint EditsTest::empty_place() {
    const ViewWidget* view = window_->view();
    const DataSet& data = *workbench().drawable().data;
    QPoint best;
    double farthest = 0;
    for (int x = view->width() / 3; x < view->width() / 2; x += 7)
        for (int y = view->height() / 3; y < view->height() / 2; y += 7) {
            double nearest = 1e9;
            for (std::int64_t row = 0; row < data.count(); ++row) {
                const QPointF at = view->pixels_of({data.coordinate(row, 0), data.coordinate(row, 1)});
                nearest = std::min(nearest, std::hypot(at.x() - x, at.y() - y));
            }
            if (nearest > farthest) farthest = nearest, best = {x, y};
        }
    return best;
}

void EditsTest::the_mouse_adds_moves_and_erases() {
    ViewWidget* view = window_->view();
    const QPoint place = empty_place();
    const auto over_point = [&](const QPoint& at, bool wanted) {
        return QTest::qWaitFor(
            [&] {
                QTest::mouseMove(view, at + QPoint(1, 0));
                QTest::mouseMove(view, at);
                return draws(view, 3) && (workbench().view().manual_edits.hovered >= 0) == wanted;
            },
            patience_ms);
    };
    QVERIFY(over_point(place, false));
    QTest::mouseClick(view, Qt::LeftButton, {}, place);
    QCOMPARE(int(workbench().session().edits.added.size()), 1);
    const std::vector<double> at = workbench().session().edits.added[0].at;
    const QPointF drawn = view->pixels_of(at);
    QVERIFY(std::hypot(drawn.x() - place.x(), drawn.y() - place.y()) < 2);
    QVERIFY(settled());
    QCOMPARE(int(workbench().view().data.count), 301);

    QVERIFY(over_point(place, true));
    QCOMPARE(int(workbench().view().manual_edits.hovered), 300);
    QCOMPARE(view->cursor().shape(), Qt::OpenHandCursor);
    QTest::mousePress(view, Qt::LeftButton, {}, place);
    for (int step = 1; step <= 5; ++step) QTest::mouseMove(view, place + QPoint(4 * step, 3 * step));
    QTest::mouseRelease(view, Qt::LeftButton, {}, place + QPoint(20, 15));
    QVERIFY(settled());
    QCOMPARE(int(workbench().session().edits.added.size()), 1);
    const QPointF moved = view->pixels_of(workbench().session().edits.added[0].at);
    QVERIFY(std::hypot(moved.x() - drawn.x() - 20, moved.y() - drawn.y() - 15) < 2);
    QCOMPARE(workbench().undo_kind(), std::string("move a point"));
    workbench().undo();
    QVERIFY(settled());
    QVERIFY(workbench().session().edits.added[0].at == at);

    QVERIFY(over_point(place, true));
    QTest::mouseClick(view, Qt::RightButton, {}, place);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().session().edits.empty(), patience_ms);
    workbench().undo();
    QVERIFY(settled());
    QVERIFY(over_point(place, true));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Delete);
    QVERIFY(workbench().session().edits.empty());
    QCOMPARE(workbench().undo_kind(), std::string("erase a point"));
}

void EditsTest::escape_ends_it_and_buttons_take_back() {
    ViewWidget* view = window_->view();
    QTest::mouseClick(view, Qt::LeftButton, {}, empty_place());
    QVERIFY(settled());
    QVERIFY(window_->action_of("points.edit")->isChecked());
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Escape);
    QVERIFY(!workbench().view().manual_edits.on);
    auto* take_back = window_->panel("edits")->findChild<QPushButton*>("points.take_back");
    QTRY_VERIFY_WITH_TIMEOUT(take_back && take_back->isVisible() && take_back->isEnabled(), patience_ms);
    take_back->click();
    QVERIFY(workbench().session().edits.empty());
    QTRY_VERIFY_WITH_TIMEOUT(!window_->panel("edits")->isVisible(), patience_ms);
    QVERIFY(settled());
    QTest::mouseClick(view, Qt::LeftButton, {}, empty_place());
    QVERIFY(workbench().session().edits.empty());
}
