// Device | buffer path | bytes to the host | search | frame | credit. Numbers have fixed widths, so that nothing jumps.
#pragma once
#include "app/desktop/theme.hpp"
#include "app/session/shown/view_model.hpp"

#include <QStatusBar>

namespace neighborscope::desktop {

class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);
    void show_status(const ViewModel&);
    /// An error or progress, as the view's card says it, for those who cannot see the view; "" = none.
    QString card() const { return card_->text(); }

private:
    Text *device_, *path_, *to_host_, *search_, *frame_, *card_;
};

}  // namespace neighborscope::desktop
