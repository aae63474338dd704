/// @file
/// `parlour::Parameter`: what the parts of a request in parameters.hpp are made of.
#ifndef PARLOUR_PARAMETER_HPP
#define PARLOUR_PARAMETER_HPP

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "json.hpp"

namespace parlour {
namespace detail {

/// A text as JSON. One that is not UTF-8 stays as it is, so that the request that takes it tells of it.
inline std::string json_of(std::string_view text) {
    std::string quoted = json_quoted(text);
    return quoted.empty() ? '"' + std::string(text) + '"' : quoted;
}
/// The shortest number that reads as this one, whatever the locale; one that is not finite is refused as no JSON.
inline std::string json_of(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}
inline std::string json_of(std::int64_t number) { return std::to_string(number); }
inline std::string json_of(bool flag) { return flag ? "true" : "false"; }
/// A list of texts, or of parts.
template <class T>
std::string json_of(const std::vector<T> &items) {
    std::string text = "[";
    for (const T &item : items) {
        text += text.size() > 1 ? "," : "";
        if constexpr (std::is_same_v<T, std::string>) {
            text += json_of(std::string_view(item));
        } else {
            text += item.json();
        }
    }
    return text + "]";
}

}  // namespace detail

/// A part of a request: an object of JSON, of any type in parameters.hpp.
class Parameter {
public:
    /// Its JSON text.
    std::string json() const {
        std::string text = "{";
        for (const auto &[name, value] : members_) {
            text += (text.size() > 1 ? "," : "") + detail::json_of(std::string_view(name)) + ":" + value;
        }
        return text + "}";
    }

protected:
    Parameter() = default;
    /// Sets a member, replacing an earlier value.
    void put(std::string_view name, std::string json) {
        for (auto &member : members_) {
            if (member.first == name) {
                member.second = std::move(json);
                return;
            }
        }
        members_.emplace_back(std::string(name), std::move(json));
    }

private:
    std::vector<std::pair<std::string, std::string>> members_;
};

namespace detail {

/// The base of the parts of a request. Setters can be chained.
template <class Derived>
class Part : public Parameter {
public:
    /// Sets a member to a JSON value, also one that this version does not know.
    Derived &set(std::string_view name, std::string_view json) {
        put(name, std::string(json));
        return static_cast<Derived &>(*this);
    }
};

}  // namespace detail
}  // namespace parlour

#endif
