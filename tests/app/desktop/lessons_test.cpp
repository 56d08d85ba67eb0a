#include "tests/app/desktop/lessons_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"
#include "tests/small_png.hpp"
#include "tests/temporary_folder.hpp"

#include "app/desktop/text_scale.hpp"
#include "app/session/workbench/lesson_controls.hpp"

#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QPixmap>

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
    QVERIFY(!workbench().drawable().lists);                                // the picture waits
    QTRY_VERIFY_WITH_TIMEOUT(workbench().lessons().facts(), patience_ms);  // a prediction waits for the numbers
    NumberField* field = number(*window_, "lesson.1.guess");
    QVERIFY(field);
    QTRY_VERIFY_WITH_TIMEOUT(field->isAncestorOf(window_->focusWidget()) || field->hasFocus(), patience_ms);
    type(field, "60");
    QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QAbstractButton*>("lesson.1.answer")->isEnabled(), patience_ms);
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

void LessonsTest::a_picture_is_as_wide_as_the_panel_at_most() {
    const test::TemporaryFolder folder;
    folder.write("a.png", test::small_png());
    workbench().lessons().open(
        folder.write("pictures.md", "# P\n```page\ndata: hotspots:n=60\n```\n## Seen\n![four squares](a.png)\n\n![gone](none.png)\n"));
    const auto figure = [&]() -> QWidget* {
        for (QWidget* one : window_->findChild<QDockWidget*>("dock.lesson")->findChildren<QWidget*>())
            if (one->accessibleName() == QLatin1String("four squares") && one->isVisible()) return one;
        return nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(figure(), patience_ms);
    QCOMPARE(figure()->toolTip(), QStringLiteral("four squares"));
    QCOMPARE(figure()->heightForWidth(300), figure()->heightForWidth(600));  // 4 x 2 pixels are not enlarged
    const QImage drawn = figure()->grab().toImage();
    QCOMPARE(drawn.pixelColor(0, 0), QColor(255, 0, 0));
    QCOMPARE(drawn.pixelColor(int(2 * drawn.devicePixelRatio()), 0), QColor(0, 0, 255));
    QVERIFY(says(*window_, "Picture: gone"));
}

void LessonsTest::f5_shows_a_large_pointer_that_pulses() {
    QVERIFY(!QApplication::overrideCursor());
    QVERIFY(window_->run_command("view.pointer"));
    QVERIFY(QApplication::overrideCursor());
    QVERIFY(window_->run_command("view.pointer"));
    QVERIFY(!QApplication::overrideCursor());
    QVERIFY(window_->run_command("view.present"));
    QVERIFY(QApplication::overrideCursor());
    const qint64 at_rest = QApplication::overrideCursor()->pixmap().cacheKey();
    QVERIFY(QApplication::overrideCursor()->pixmap().width() > window_->height() / 25);
    QTest::mouseClick(window_->view(), Qt::LeftButton, {}, {20, 20});
    QVERIFY(QApplication::overrideCursor()->pixmap().cacheKey() != at_rest);  // a ring goes outwards
    const qint64 pulsing = QApplication::overrideCursor()->pixmap().cacheKey();
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::overrideCursor()->pixmap().cacheKey() != pulsing, patience_ms);
    QVERIFY(window_->run_command("view.pointer"));  // may be switched off there, too
    QVERIFY(!QApplication::overrideCursor());
    QVERIFY(window_->run_command("view.pointer"));
    QVERIFY(window_->run_command("view.present"));
    QVERIFY(!QApplication::overrideCursor());
}

void LessonsTest::the_picture_keeps_most_of_the_width() {
    QTRY_VERIFY_WITH_TIMEOUT(window_->view()->width() >= int(WindowLayout::view_beside_lesson * window_->width()), patience_ms);
}

void LessonsTest::its_text_grows_with_all_text() {
    const auto size = [&] {
        for (const QLabel* label : window_->findChild<QDockWidget*>("dock.lesson")->findChildren<QLabel*>())
            if (label->text() == "Which?") return label->font().pixelSize();
        return 0;
    };
    const int before = size();
    QVERIFY(window_->run_command("view.scale.125"));
    QVERIFY(size() > before);
    QVERIFY(says(*window_, "It has 60 points."));
    QCOMPARE(workbench().lessons().page(), std::size_t(0));
    QVERIFY(window_->run_command("view.scale.100"));
    QCOMPARE(size(), before);
}

void LessonsTest::f5_enlarges_its_text_as_the_picture() {
    const QSize size = window_->size();
    window_->resize(1920, 1200);
    QVERIFY(window_->run_command("view.present"));
    QCOMPARE(text_scale(), 150);
    window_->resize(1280, 800);
    QTRY_COMPARE_WITH_TIMEOUT(text_scale(), 100, patience_ms);
    window_->resize(1920, 1200);
    QTRY_COMPARE_WITH_TIMEOUT(text_scale(), 150, patience_ms);
    QVERIFY(window_->run_command("view.present"));
    QCOMPARE(text_scale(), 100);
    window_->resize(size);
}

void LessonsTest::large_text_shows_one_dock_at_a_time() {
    const auto dock = [&](const char* name) { return window_->findChild<QDockWidget*>(name); };
    const auto shown = [&] {
        QStringList names;
        for (const char* name : {"dock.left", "dock.right", "dock.bottom", "dock.lesson"})
            if (!dock(name)->isHidden()) names << name;
        return names;
    };
    const QSize size = window_->size();
    const int right = dock("dock.right")->width(), lesson = dock("dock.lesson")->width();
    const QStringList all{"dock.left", "dock.right", "dock.lesson"};
    QCOMPARE(shown(), all);
    const auto fits = [&] {
        return window_->view()->width() >= window_->width() / 2 && dock("dock.lesson")->geometry().right() < window_->width();
    };
    for (const int percent : {150, 175, 200}) {
        QVERIFY(window_->run_command(QStringLiteral("view.scale.%1").arg(percent)));
        QCOMPARE(shown(), QStringList{"dock.lesson"});
        QTRY_VERIFY_WITH_TIMEOUT(fits(), patience_ms);
    }
    QCOMPARE(window_->size(), size);
    QVERIFY(window_->run_command("view.dock.right"));
    QCOMPARE(shown(), QStringList{"dock.right"});
    QVERIFY(click(dock("dock.right"), "turn.Lesson"));
    QCOMPARE(shown(), QStringList{"dock.lesson"});
    QVERIFY(window_->run_command("view.present"));
    QCOMPARE(shown(), QStringList{"dock.lesson"});
    QTRY_VERIFY_WITH_TIMEOUT(fits(), patience_ms);
    QVERIFY(window_->run_command("view.present"));
    QVERIFY(window_->run_command("view.scale.100"));
    QCOMPARE(shown(), all);
    QTRY_COMPARE_WITH_TIMEOUT(dock("dock.right")->width(), right, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(dock("dock.lesson")->width(), lesson, patience_ms);
}
