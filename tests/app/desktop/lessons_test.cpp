#include "tests/app/desktop/lessons_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"
#include "tests/temporary_folder.hpp"

#include "app/session/workbench/lesson_controls.hpp"

#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>

using namespace neighborscope;
using namespace neighborscope::desktop;

namespace {

constexpr const char* lesson =
    "# Small\n```page\ndata: hotspots:n=60\n```\n## First\nIt has {points} points.\n```question\nask: Which?\nwrong: This.\n"
    "because: Why not.\nright: That.\n```\n```hint\nLook.\n```\n```page\ndata: hotspots:n=70\n```\n## Second\n"
    "```predict\nask: How many?\nanswer: points\n```\nAfter it.\n";

/// Whether a text of the lesson that is shown has these words.
bool says(MainWindow& window, const QString& words) {
    for (const QLabel* label : window.findChild<QDockWidget*>("dock.lesson")->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words)) return true;
    return false;
}

}  // namespace

void LessonsTest::init() {
    window_ = open_window(session_of("hotspots:n=50"));
    QVERIFY(window_);
    QVERIFY(window_->findChild<QDockWidget*>("dock.lesson")->isHidden());
    const test::TemporaryFolder folder;  // gone when it is read
    workbench().lessons().open(folder.write("lesson.md", lesson));
    QTRY_VERIFY_WITH_TIMEOUT(says(*window_, "It has 60 points."), patience_ms);
}

void LessonsTest::cleanup() { window_.reset(); }

void LessonsTest::exercises_are_clicked() {
    QVERIFY(!window_->findChild<QDockWidget*>("dock.lesson")->isHidden());
    QVERIFY(!says(*window_, "Look."));
    QVERIFY(click(window_.get(), "lesson.2.hint"));
    QTRY_VERIFY_WITH_TIMEOUT(says(*window_, "Look."), patience_ms);
    QVERIFY(click(window_.get(), "lesson.2.choice.0"));
    QTRY_VERIFY_WITH_TIMEOUT(says(*window_, "Why not."), patience_ms);
    QVERIFY(click(window_.get(), "lesson.2.choice.1"));
    QTRY_VERIFY_WITH_TIMEOUT(workbench().lessons().progress().of(0, 2).done, patience_ms);
    QVERIFY(click(window_.get(), "lesson.next"));
    QTRY_VERIFY_WITH_TIMEOUT(says(*window_, "How many?"), patience_ms);
    QVERIFY(!says(*window_, "After it."));
    QVERIFY(workbench().session().data == "hotspots:n=60");
    NumberField* field = number(*window_, "lesson.1.guess");
    QVERIFY(field);
    type(field, "60");
    QVERIFY(click(window_.get(), "lesson.1.answer"));
    QTRY_VERIFY_WITH_TIMEOUT(says(*window_, "You said 60. It is 70, more than you said."), patience_ms);
    QVERIFY(says(*window_, "After it."));
    QVERIFY(workbench().session().data == "hotspots:n=70");
    QVERIFY(click(window_.get(), "lesson.close"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QDockWidget*>("dock.lesson")->isHidden(), patience_ms);
}

void LessonsTest::f5_keeps_it_and_enlarges_it() {
    const auto size = [&] {
        for (const QLabel* label : window_->findChild<QDockWidget*>("dock.lesson")->findChildren<QLabel*>())
            if (label->text() == "Which?") return label->font().pixelSize();
        return 0;
    };
    const int before = size();
    QVERIFY(before > 0);
    window_->run_command("view.present");
    QTRY_VERIFY_WITH_TIMEOUT(size() > before, patience_ms);
    QVERIFY(!window_->findChild<QDockWidget*>("dock.lesson")->isHidden());
    QVERIFY(window_->menuBar()->isHidden());
    window_->view()->setFocus();
    QTest::keyClick(window_->view(), Qt::Key_Right, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(says(*window_, "How many?"), patience_ms);
    window_->run_command("view.present");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->menuBar()->isHidden(), patience_ms);
    QVERIFY(!window_->findChild<QDockWidget*>("dock.lesson")->isHidden());
}

void LessonsTest::a_window_made_anew_goes_on_with_it() {
    WindowHandover kept = window_->hand_over();
    window_.reset();
    WindowOptions start;
    start.width = 1280, start.height = 800;
    window_ = std::make_unique<MainWindow>(std::move(kept), start);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience_ms));
    QTRY_VERIFY_WITH_TIMEOUT(says(*window_, "It has 60 points."), patience_ms);
}
