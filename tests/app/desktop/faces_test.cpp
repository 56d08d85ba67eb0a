#include "tests/app/desktop/faces_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/data/faces/evaluate.hpp"
#include "app/data/faces/query_picture.hpp"
#include "app/data/points/data_set.hpp"
#include "app/session/workbench/query_controls.hpp"

#include <QDir>
#include <QSlider>
#include <QTest>
#include <QWheelEvent>

using namespace neighborscope;
using namespace neighborscope::desktop;

namespace {

/// A grey picture of a person: a gradient specific to the person, and a weaker one specific to the picture.
QImage face(int person, int picture, int width = 16, int height = 12) {
    QImage image(width, height, QImage::Format_Grayscale8);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.scanLine(y)[x] = uchar((x * (person * 5 + 3) + y * (11 - 3 * person) + (person + 1) * x * y / 3 +
                                             picture * ((x + person) % 3) + (picture + 2) * (y % 4)) %
                                         256);
    return image;
}

}  // namespace

void FacesTest::initTestCase() {
    for (const int person : {0, 1, 2}) {
        const QString folder = folder_.filePath(QString("gallery/person %1").arg(person));
        QVERIFY(QDir().mkpath(folder));
        for (int i = 0; i < 4; ++i) QVERIFY(face(person, i).save(QString("%1/%2.png").arg(folder).arg(i)));
    }
    QVERIFY(face(1, 2, 64, 48).save(folder_.filePath("photo.png")));
}

void FacesTest::init() {
    window_ = open_window(session_of(folder_.filePath("gallery").toStdString()));
    QVERIFY(window_);
}

void FacesTest::cleanup() { window_.reset(); }
void FacesTest::settle() { QTRY_VERIFY_WITH_TIMEOUT(!workbench().busy() && !model().busy, patience_ms); }

void FacesTest::drop(const QString& file) {
    QVERIFY(drop_file(*window_, file));
    QTRY_VERIFY_WITH_TIMEOUT(model().query_picture && !workbench().busy() && model().query == model().query_picture->vector, patience_ms);
}

void FacesTest::a_dropped_picture_is_asked() {
    drop(folder_.filePath("gallery/person 1/2.png"));
    QCOMPARE(model().neighbours.front().row, 6);
    QVERIFY(model().neighbours.front().distance < 1e-4);
    auto* who = window_->findChild<Text*>("votes.who");
    QVERIFY(who);
    QTRY_COMPARE_WITH_TIMEOUT(who->text(), QString("person 1"), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QWidget*>("face_space.crop"), patience_ms);
    workbench().undo();
    QTRY_VERIFY_WITH_TIMEOUT(!model().query_picture, patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(
        !window_->findChild<QWidget*>("face_space.crop") || !window_->findChild<QWidget*>("face_space.crop")->isVisible(), patience_ms);
}

void FacesTest::the_frame_is_dragged_and_sized() {
    drop(folder_.filePath("photo.png"));
    QWidget* photo = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((photo = window_->findChild<QWidget*>("face_space.crop")) && photo->height() > 40, patience_ms);
    QVERIFY(!workbench().session().query_crop);
    const QPoint middle = photo->rect().center();
    QWheelEvent wheel(middle, photo->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    photo->clearFocus();
    QCoreApplication::sendEvent(photo, &wheel);
    QVERIFY(!workbench().session().query_crop);  // scrolling over the picture
    photo->setFocus();
    for (int i = 0; i < 6; ++i) QCoreApplication::sendEvent(photo, &wheel);
    settle();
    QVERIFY(workbench().session().query_crop);
    const faces::Crop sized = *workbench().session().query_crop;
    QVERIFY(sized.width < 63 && sized.width > 20);
    const auto before = model().query;
    QTest::mousePress(photo, Qt::LeftButton, {}, middle);
    for (int i = 1; i <= 10; ++i) {
        QMouseEvent move(QEvent::MouseMove, QPointF(middle + QPoint(2 * i, i)), photo->mapToGlobal(QPointF(middle + QPoint(2 * i, i))),
            Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(photo, &move);
    }
    QTest::mouseRelease(photo, Qt::LeftButton, {}, middle + QPoint(20, 10));
    settle();
    const faces::Crop moved = *workbench().session().query_crop;
    QVERIFY(moved.x > sized.x + 2 && moved.y > sized.y + 1);
    QCOMPARE(moved.width, sized.width);
    QTRY_VERIFY_WITH_TIMEOUT(model().query != before, patience_ms);
    auto* whole = window_->findChild<QAbstractButton*>("face_space.whole");
    QVERIFY(whole);
    QTRY_VERIFY_WITH_TIMEOUT(whole->isEnabled(), patience_ms);
    whole->click();
    settle();
    QVERIFY(!workbench().session().query_crop);
}

void FacesTest::two_clicks_on_the_eyes_cut_the_face_out() {
    drop(folder_.filePath("photo.png"));
    QWidget* photo = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((photo = window_->findChild<QWidget*>("face_space.crop")) && photo->height() > 40, patience_ms);
    const double larger = double(photo->height()) / 48;
    const auto at = [&](double x, double y) { return QPoint(qRound(x * larger), qRound(y * larger)); };
    QTest::mouseClick(photo, Qt::LeftButton, {}, at(24, 20));
    QVERIFY(!workbench().session().query_crop);
    QTest::mouseClick(photo, Qt::LeftButton, {}, at(36, 20));
    settle();
    QVERIFY(workbench().session().query_crop);
    QVERIFY(std::abs(workbench().session().query_crop->width - 30) < 2);
    QVERIFY(std::abs(workbench().session().query_crop->x - 30) < 1);
}

void FacesTest::fewer_components_by_the_slider() {
    auto* panel = window_->findChild<QWidget*>("face_space.pictures")->parentWidget();
    auto* field = panel->findChild<NumberField*>("face_space.components");
    QVERIFY(field);
    const int before = model().data.dimension;
    QVERIFY(before > 3);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "3\r");
    QTRY_COMPARE_WITH_TIMEOUT(model().data.dimension, 3, patience_ms);
    settle();
    QCOMPARE(workbench().session().columns, std::string("1-3"));
    workbench().undo();
    QTRY_COMPARE_WITH_TIMEOUT(model().data.dimension, before, patience_ms);
}

void FacesTest::after_enrol_the_keyboard_is_the_views() {
    drop(folder_.filePath("photo.png"));
    NumberField* name = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((name = number(*window_, "face_space.enrol_as")) && name->isVisible(), patience_ms);
    settle();
    type(name, "zoe");
    QVERIFY(click(window_.get(), "face_space.enrol"));
    QTRY_VERIFY_WITH_TIMEOUT(!button(*window_, "face_space.enrol")->isEnabled(), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(window_->view()->hasFocus(), patience_ms);
    settle();
    QVERIFY(window_->view()->hasFocus());
    QCOMPARE(workbench().session().enrolled.size(), std::size_t(1));
}

void FacesTest::the_limit_is_dragged() {
    auto* chart = window_->findChild<QWidget*>("face_space.histogram");
    QVERIFY(chart && chart->height() > 40);
    QVERIFY(!workbench().session().unknown_above);
    QTest::mousePress(chart, Qt::LeftButton, {}, QPoint(2, chart->height() / 2));
    QTest::mouseRelease(chart, Qt::LeftButton, {}, QPoint(2, chart->height() / 2));
    QVERIFY(workbench().session().unknown_above);
    auto* who = window_->findChild<Text*>("votes.who");
    workbench().query().pin_at_row(5);
    settle();
    QTRY_VERIFY_WITH_TIMEOUT(who->text().startsWith("Unknown") || model().query_row == 5, patience_ms);
}

void FacesTest::wrong_answers_are_shown_as_pictures() {
    QVERIFY(window_->run_command("view.dock.bottom"));
    QVERIFY(window_->run_command("data.evaluate"));
    QTRY_VERIFY_WITH_TIMEOUT(model().evaluation, patience_ms);
    QCOMPARE(model().evaluation->tested, 12);
    QTableView* wrong = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((wrong = window_->findChild<QTableView*>("evaluation.wrong")), patience_ms);
    QCOMPARE(wrong->model()->rowCount(), int(model().evaluation->wrong.size()));
}
