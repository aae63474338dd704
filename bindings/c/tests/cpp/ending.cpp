// Calls where a thread or the process is at its end: functions of atexit(), destructors of globals and of thread
// locals. Each is a process of its own, in which the thread has made a call before, or has not: what belongs to the
// thread alone is gone.
#include "check.hpp"

#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

// Never destroyed: the thread ends here, not the service.
parlour::Emulator *service = nullptr;
parlour::Client *client = nullptr;
int good = 0;

// One of each kind: a whole answer, a stream, a failure, a setting, functions, and everything freed.
void all_calls() {
    const parlour::Request request = ask("Say hello");
    {
        const parlour::Message message = client->create(request);
        CHECK(message.text() == "hello");
    }
    {
        parlour::Stream stream = client->stream(request);
        std::string text;
        for (const auto piece : stream.text()) {
            text += piece;
        }
        CHECK(text == "hello");
    }
    {
        const auto told = client->try_request("GET", "/nowhere");
        CHECK(!told && told.error().status() == 404);
    }
    {
        int ends = 0;
        parlour::Handlers handlers;
        handlers.on_done = [&ends](parlour::CallRef, const parlour::result<void> &outcome) { ends += outcome ? 1 : 0; };
        const parlour::Call call = client->start(request, parlour::Mode::kWhole, std::move(handlers));
        CHECK(parlour_op_join(call.get(), 30000) == PARLOUR_OK && ends == 1);
    }
    {
        const parlour::Client other(service->config());
        const parlour::Message message = other.create(request);
        CHECK(message.text() == "hello");
    }
    ++good;
}

struct Ends {
    bool armed = false;
    ~Ends() {
        if (armed) {
            all_calls();
            CHECK(good >= 1);
            // The exit code of a destructor of a global: no other place can report any more.
            std::fflush(stdout);
            if (leaves) {
                _exit(7);
            }
        }
    }
    bool leaves = false;
};

thread_local Ends of_a_thread;
Ends of_the_process;

void at_the_exit() {
    all_calls();
    _exit(7);
}

void make() {
    service = new parlour::Emulator();
    client = new parlour::Client(service->config());
}

enum class Where { AtExit, Global, ThreadLocal };

[[noreturn]] void child(Where where, bool called_before) {
    // Before anything of the library: it is destroyed after what the library has for this thread.
    Ends *mine = &of_a_thread;
    if (where == Where::AtExit) {
        std::atexit(at_the_exit);
    }
    make();
    switch (where) {
        case Where::AtExit: break;
        case Where::Global: of_the_process.armed = of_the_process.leaves = true; break;
        case Where::ThreadLocal: mine->armed = mine->leaves = true; break;
    }
    if (called_before) {
        all_calls();
    }
    if (where == Where::ThreadLocal) {
        mine->armed = mine->leaves = false;
        std::thread([called_before] {
            of_a_thread.armed = of_a_thread.leaves = true;
            if (called_before) {
                all_calls();
            }
        }).join();
    }
    std::exit(1);
}

void calls_work_where_a_thread_ends() {
    for (const auto where : {Where::AtExit, Where::Global, Where::ThreadLocal}) {
        for (const bool called_before : {true, false}) {
            std::fflush(stdout);
            const pid_t process = fork();
            CHECK(process >= 0);
            if (process == 0) {
                child(where, called_before);
            }
            int status = 0;
            CHECK(waitpid(process, &status, 0) == process);
            if (!WIFEXITED(status) || WEXITSTATUS(status) != 7) {
                std::fprintf(stderr, "place %d, called before: %d: ended with %x\n", static_cast<int>(where),
                             called_before, status);
                std::exit(1);
            }
        }
    }
}

}  // namespace

int main() {
    RUN(calls_work_where_a_thread_ends);
    return 0;
}
