// Points written to files in the background, one file after another.
#include "app/session/exporter.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <future>
#include <semaphore>
#include <sys/stat.h>
#include <unistd.h>

namespace neighborscope {
namespace {

/// A folder with a pipe: who writes to it waits until somebody reads.
class ExportFolder : public testing::Test {
protected:
    ExportFolder() : folder_(std::filesystem::temp_directory_path() / ("neighborscope_exports_" + std::to_string(getpid()))) {
        std::filesystem::create_directories(folder_);
        mkfifo(pipe().c_str(), 0600);
        data_->set.dimension = 1;
        data_->set.coordinates = {1, 2, 3};
        data_->set.origin = {0};
        data_->set.axes = {"x"};
    }
    ~ExportFolder() override { std::filesystem::remove_all(folder_); }

    std::string pipe() const { return (folder_ / "pipe.csv").string(); }
    std::string file() const { return (folder_ / "file.csv").string(); }
    static std::string content(const std::string& path) {
        std::ifstream in(path);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// Until there is nothing left to do: called with every piece of news.
    void until_done() {
        while (exporter_.busy()) news_.acquire();
    }

    std::filesystem::path folder_;
    std::shared_ptr<LoadedData> data_ = std::make_shared<LoadedData>();
    std::counting_semaphore<> news_{0};
    Exporter exporter_{[this] { news_.release(); }};
};

TEST_F(ExportFolder, ASecondFileDoesNotKeepTheCallerWaiting) {
    exporter_.write(pipe(), data_, {});
    const auto asked = std::async(std::launch::async, [&] { exporter_.write(file(), data_, {}); });
    const bool waited = asked.wait_for(std::chrono::seconds(10)) != std::future_status::ready;
    EXPECT_FALSE(waited);
    EXPECT_FALSE(std::filesystem::exists(file()));
    const std::string first = content(pipe());
    asked.wait();
    until_done();
    EXPECT_NE(first, "");
    EXPECT_EQ(content(file()), first);
    EXPECT_FALSE(exporter_.take_error());
}

TEST_F(ExportFolder, WhatWaitsIsCancelledToo) {
    exporter_.write(pipe(), data_, {});
    exporter_.write(file(), data_, {});
    exporter_.cancel();
    const int reader = open(pipe().c_str(), O_RDWR | O_CLOEXEC);  // if the first was begun, it goes on now
    until_done();
    close(reader);
    EXPECT_FALSE(std::filesystem::exists(file()));
    exporter_.write(file(), data_, {});
    until_done();
    EXPECT_TRUE(std::filesystem::exists(file())) << "a later one is written";
}

}  // namespace
}  // namespace neighborscope
