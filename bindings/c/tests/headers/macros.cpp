/* Behind macros of other libraries: the headers compile, and what they name can be named. The standard library is not
 * required to, so that its headers come first. */
#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <iosfwd>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <ratio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#if defined(__has_include)
#if __cplusplus >= 202002L && __has_include(<coroutine>)
#include <coroutine>
#include <ranges>
#include <version>
#endif
#if __cplusplus >= 202302L && __has_include(<expected>)
#include <expected>
#include <format>
#endif
#endif

#include "macros.h"

#include <parlour.hpp>
#include <parlour_emulator.hpp>

/* Macros that were there before stay what they were. */
static_assert(Success == 0 && BadRequest == 1 && None == 0L && min(1, 2) == 1 && max(1, 2) == 2, "");

int main() {
    parlour::Request request("svc-sonnet-4-5", 64);
    request.user("x");
    const parlour::JsonKind json[] = {parlour::JsonKind::kNone, parlour::JsonKind::kBool, parlour::JsonKind::kNull};
    const parlour::Kind kinds[] = {parlour::Kind::kNone, parlour::Kind::kBadRequest, parlour::Kind::kTimeout};
    const bool is_limited = parlour::no_limit < parlour::milliseconds(1);
    return is_limited || json[0] == json[1] || kinds[0] == kinds[1];
}
