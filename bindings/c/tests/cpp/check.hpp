// Shared by the tests of the C++ interface.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <parlour.hpp>
#include <parlour_emulator.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

// Ends the program where something is not as it should be.
#define CHECK(condition)                                                           \
    do {                                                                           \
        if (!(condition)) {                                                        \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                          \
        }                                                                          \
    } while (0)

// A request with one question.
inline parlour::Request ask(std::string_view question) {
    parlour::Request request("svc-haiku-3-5", 64);
    request.user(question);
    return request;
}

// The text of a message, also of one that has no name.
inline std::string text_of(const parlour::Message &message) { return std::string(message.text()); }

// Runs a test and says its name.
#define RUN(test)                         \
    do {                                  \
        test();                           \
        std::printf("%s: ok\n", #test);   \
    } while (0)

#endif
