#include "tests/app/desktop/keys_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include <QFileDialog>
#include <QListView>
#include <QSlider>

using namespace neighborscope;
using namespace neighborscope::desktop;

namespace {

/// Presses a key in the focused widget.
void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }

}  // namespace

void KeysTest::init() {
    window_ = open_window(session_of("hotspots:n=3000,d=2"));
    QVERIFY(window_);
}

void KeysTest::cleanup() { window_.reset(); }

void KeysTest::step() {
    press(Qt::Key_S);
    QTRY_VERIFY_WITH_TIMEOUT(stepping().ready, patience_ms);
    QCOMPARE(stepping().position, std::int64_t(0));
}

void KeysTest::after_return_letters_are_the_views() {
    auto* line = window_->findChild<QLineEdit*>("method.list.find");
    line->setFocus();
    QTest::keyClicks(line, "COALESCED quad");
    press(Qt::Key_Return);
    QCOMPARE(workbench().session().method, std::string("quadtree-coalesced"));
    QVERIFY(window_->view()->hasFocus());
    press(Qt::Key_P);
    QCOMPARE(workbench().session().query_mode, QueryMode::pinned);
    QVERIFY(line->text().isEmpty());
    window_->findChild<QListView*>("method.list")->setFocus();
    press(Qt::Key_P);
    QCOMPARE(workbench().session().query_mode, QueryMode::follow);
    press(Qt::Key_H);  // in other lists it would choose the first item with an h
    QCOMPARE(workbench().session().method, std::string("quadtree-coalesced"));
    NumberField* k = number(*window_, "query.k");
    type(k, "0");
    press(Qt::Key_Return);
    QVERIFY2(!window_->view()->hasFocus(), "it can be corrected");
    press(Qt::Key_Escape);
    for (const Qt::Key end : {Qt::Key_Return, Qt::Key_Escape}) {
        type(k, "9");
        press(end);
        QVERIFY(window_->view()->hasFocus());
    }
}

void KeysTest::after_return_in_a_note_the_keys_are_the_views() {
    for (const auto& [text, end] : {std::pair("first", Qt::Key_Return), std::pair("second", Qt::Key_Escape)}) {
        const std::size_t before = workbench().session().notes.size();
        QTest::keyClick(window_->view(), Qt::Key_N, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(workbench().session().notes.size(), before + 1, patience_ms);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->view()->hasFocus(), patience_ms);
        QTest::keyClicks(QApplication::focusWidget(), text);
        press(end);
        QVERIFY(window_->view()->hasFocus());
        QCOMPARE(workbench().session().notes.back().text, std::string(text));
    }
}

void KeysTest::a_text_keeps_the_keyboard_after_return() {
    NumberField* where = number(*window_, "data.where");
    where->setFocus();
    QTest::keyClicks(QApplication::focusWidget(), "row<");
    press(Qt::Key_Return);  // an error
    QVERIFY(!window_->view()->hasFocus());
    QTest::keyClicks(QApplication::focusWidget(), "50");
    press(Qt::Key_Return);
    QCOMPARE(workbench().session().where, std::vector<std::string>{"row<50"});
    QVERIFY(!window_->view()->hasFocus());
    QTest::keyClicks(QApplication::focusWidget(), "0");
    QCOMPARE(workbench().session().where, std::vector<std::string>{"row<500"});
    workbench().undo();
    QCOMPARE(workbench().session().where, std::vector<std::string>{"row<50"});  // Return ended the change
    press(Qt::Key_Escape);
    QVERIFY(window_->view()->hasFocus());
}

void KeysTest::a_clicked_button_gives_the_keyboard_back() {
    step();
    QTest::mouseClick(button(*window_, "query.mode.Pinned"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window_->view()->hasFocus(), patience_ms);
    QCOMPARE(workbench().session().query_mode, QueryMode::pinned);
}

void KeysTest::keys_that_step_step_wherever_the_keyboard_is() {
    step();
    for (const char* id : {"query.mode.Follow", "query.k.slider", "method.list", "neighbours.table"}) {
        auto* widget = window_->findChild<QWidget*>(id);
        QVERIFY2(widget, id);
        widget->setFocus();
        press(Qt::Key_End);
        QCOMPARE(stepping().position, stepping().count);
        press(Qt::Key_Home);
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        press(Qt::Key_Left);
        QCOMPARE(stepping().position, std::int64_t(1));
        press(Qt::Key_Space);
        QVERIFY2(stepping().playing, id);
        press(Qt::Key_Space);
        QVERIFY2(!stepping().playing, id);
        QVERIFY2(widget->hasFocus(), id);
        QCOMPARE(workbench().session().k, 8);
        QCOMPARE(workbench().session().method, std::string("heap"));
    }
    NumberField* k = number(*window_, "query.k");
    k->setFocus();
    k->selectAll();
    for (const bool plays : {true, false}) {
        press(Qt::Key_Space);
        QCOMPARE(stepping().playing, plays);
        QCOMPARE(k->text(), QStringLiteral("8"));
    }
    button(*window_, "query.mode.Pinned")->setFocus();
    press(Qt::Key_Return);  // where the space bar plays
    QCOMPARE(workbench().session().query_mode, QueryMode::pinned);
}

void KeysTest::a_widget_has_the_keys_that_no_command_wants() {
    auto* slider = window_->findChild<QSlider*>("query.k.slider");
    slider->setFocus();
    press(Qt::Key_End);
    QVERIFY(workbench().session().k > 8);
    NumberField* k = number(*window_, "query.k");
    const QString before = k->text();
    k->setFocus();
    k->selectAll();
    press(Qt::Key_Space);
    QCOMPARE(k->text(), before);
    button(*window_, "query.mode.Pinned")->setFocus();
    press(Qt::Key_Space);
    QCOMPARE(workbench().session().query_mode, QueryMode::pinned);
}

void KeysTest::a_dialog_gives_the_keyboard_back_to_the_view() {
    type(number(*window_, "query.k"), "9");
    press(Qt::Key_Return);
    press(Qt::Key_F12);
    QFileDialog* dialog = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((dialog = window_->findChild<QFileDialog*>()), patience_ms);
    dialog->reject();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->findChild<QFileDialog*>(), patience_ms);
    QApplication::setActiveWindow(window_.get());
    QTRY_VERIFY_WITH_TIMEOUT(window_->view()->hasFocus(), patience_ms);
}
