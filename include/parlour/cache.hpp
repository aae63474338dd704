/// @file
/// `parlour::cache_change`: where two requests part, which is up to where the prompt cache was read at most.
#ifndef PARLOUR_CACHE_HPP
#define PARLOUR_CACHE_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "json.hpp"
#include "request.hpp"

namespace parlour {

/// Where two requests part.
struct CacheChange {
    /// The part of the request: "tools", "system", "messages", ...
    std::string part;
    /// The place of the tool or of the message in its list; nothing for a part that is no list.
    std::optional<std::size_t> index;
    /// The number of equal bytes at the start of the changed part.
    std::size_t offset = 0;
};

/// The first difference between `now` and `before`, the request that was sent before it; nothing if all of `before` is
/// repeated. Message::cache_miss() has the service's own report.
inline result<std::optional<CacheChange>> try_cache_change(const Request &before, const Request &now) {
    using Change = result<std::optional<CacheChange>>;
    if (before.mistake() || now.mistake()) {
        return before.mistake() ? *before.mistake() : *now.mistake();
    }
    parlour_json *made = nullptr;
    parlour_error *error = nullptr;
    const parlour_result code = parlour_cache_change(before.get(), now.get(), &made, &error);
    if (code == PARLOUR_NOT_FOUND) {
        return Change(std::nullopt);
    }
    if (code != PARLOUR_OK) {
        return Change(Error(code, error, "cache"));
    }
    const Json json(made);
    CacheChange change;
    change.part = std::string(json["/part"].string());
    if (json["/index"].kind() == JsonKind::kNumber) {
        change.index = static_cast<std::size_t>(json["/index"].integer());
    }
    change.offset = static_cast<std::size_t>(json["/offset"].integer());
    return Change(std::move(change));
}
#if PARLOUR_EXCEPTIONS
/// As try_cache_change(); throws Error.
inline std::optional<CacheChange> cache_change(const Request &before, const Request &now) {
    return try_cache_change(before, now).value();
}
#endif

}  // namespace parlour

#endif
