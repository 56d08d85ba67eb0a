#include "tests/app/desktop/sliders_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include <QMouseEvent>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QTest>

using namespace neighborscope;
using namespace neighborscope::desktop;

namespace {

void send(QWidget* to, QEvent::Type type, const QPointF& at, Qt::MouseButtons held) {
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, to->mapToGlobal(at), button, held, Qt::NoModifier);
    QApplication::sendEvent(to, &event);
}

QPointF handle_of(QSlider* slider) {
    QStyleOptionSlider option;
    option.initFrom(slider);
    option.orientation = Qt::Horizontal;
    option.minimum = slider->minimum();
    option.maximum = slider->maximum();
    option.sliderPosition = option.sliderValue = slider->value();
    return QRectF(slider->style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, slider)).center();
}

}  // namespace

void SlidersTest::init() {
    window_ = open_window(tree_session_of("hotspots:n=3000,hotspots=25"));
    QVERIFY(window_);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree.has_value(), patience_ms);
}

void SlidersTest::cleanup() { window_.reset(); }

QSlider* SlidersTest::slider(const QString& name) {
    for (QSlider* one : window_->findChildren<QSlider*>())
        if (one->accessibleName().startsWith(name + ",") && one->isVisibleTo(window_.get())) return one;
    return nullptr;
}

/// Drags the handle to this share of the slider's length.
void SlidersTest::drag(const QString& name, double share) {
    QSlider* one = slider(name);
    QVERIFY(one);
    const QPointF from = handle_of(one), to(share * one->width(), from.y());
    send(one, QEvent::MouseButtonPress, from, Qt::LeftButton);
    QVERIFY(one->isSliderDown());
    for (int i = 1; i <= 6; ++i) {
        send(one, QEvent::MouseMove, from + (to - from) * i / 6.0, Qt::LeftButton);
        QCoreApplication::processEvents();
    }
    send(one, QEvent::MouseButtonRelease, to, Qt::NoButton);
}

/// Whether the document's data are drawn and answered.
bool SlidersTest::shown() {
    const Drawable drawable = workbench().drawable();
    return !workbench().busy() && drawable.data && drawable.data->source == workbench().session().data && drawable.lists;
}

void SlidersTest::hotspots_make_other_points() {
    const int leaves = workbench().view().tree->leaves;
    const std::vector<double> query = workbench().view().query;
    drag("hotspots", 0.02);
    QTRY_VERIFY_WITH_TIMEOUT(shown(), patience_ms);
    QVERIFY(workbench().session().data != "hotspots:n=3000,hotspots=25");
    QVERIFY(workbench().view().tree->leaves != leaves);
    QCOMPARE(workbench().view().query, query);
    workbench().undo();
    QCOMPARE(workbench().session().data, std::string("hotspots:n=3000,hotspots=25"));  // a drag is one step
    QVERIFY(!workbench().can_undo());
}

void SlidersTest::speed_keeps_the_tick() {
    for (const int tick : {1, 2, 3}) {
        window_->run_command("ticks.forward");
        QTRY_VERIFY_WITH_TIMEOUT(workbench().view().moving.tick == tick && !workbench().busy(), patience_ms);
    }
    const std::vector<float> before = workbench().drawable().data->coordinates;
    drag("speed", 0.8);
    QTRY_VERIFY_WITH_TIMEOUT(shown(), patience_ms);
    QVERIFY(workbench().session().data.find(",speed=") != std::string::npos);
    QCOMPARE(workbench().view().moving.tick, std::int64_t(3));
    QVERIFY(workbench().drawable().data->coordinates != before);
}

void SlidersTest::points_are_made_while_the_slider_is_held() {
    QSlider* one = slider("n");
    QVERIFY(one);
    const QPointF from = handle_of(one);
    send(one, QEvent::MouseButtonPress, from, Qt::LeftButton);
    send(one, QEvent::MouseMove, from - QPointF(20, 0), Qt::LeftButton);
    QVERIFY(workbench().session().data != "hotspots:n=3000,hotspots=25");
    QTRY_VERIFY_WITH_TIMEOUT(shown(), patience_ms);
    QVERIFY(workbench().view().data.count < 3000);
    QVERIFY(slider("n") == one);  // it is not created again under the mouse
    QVERIFY(one->isSliderDown());
    send(one, QEvent::MouseButtonRelease, from - QPointF(20, 0), Qt::NoButton);
}

void SlidersTest::leaf_capacity_divides_anew() {
    const int leaves = workbench().view().tree->leaves;
    drag("leaf-capacity", 0.1);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree && workbench().view().tree->leaves > leaves, patience_ms);
}

void SlidersTest::max_level_divides_anew() {
    const int leaves = workbench().view().tree->leaves;
    drag("max-level", 0.05);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().tree && workbench().view().tree->leaves < leaves, patience_ms);
}

void SlidersTest::k_asks_for_more() {
    QCOMPARE(workbench().view().neighbours.size(), std::size_t(8));
    drag("k", 0.7);
    QVERIFY(workbench().session().k > 40);
    QTRY_COMPARE_WITH_TIMEOUT(int(workbench().view().neighbours.size()), workbench().session().k, patience_ms);
}

void SlidersTest::a_seed_is_typed() {
    QVERIFY(!slider("seed"));  // only a field, since neighbouring seeds are unrelated
    type(number(*window_, "data.seed"), "12");
    QCOMPARE(workbench().session().data, std::string("hotspots:n=3000,hotspots=25,seed=12"));
    QTRY_VERIFY_WITH_TIMEOUT(shown(), patience_ms);
}

void SlidersTest::data_of_a_file_have_none() {
    workbench().open_data("sample:earthquakes");
    QTRY_VERIFY_WITH_TIMEOUT(shown(), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->panel("data")->row("data.n"), patience_ms);
}
