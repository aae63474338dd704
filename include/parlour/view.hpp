/// @file
/// `parlour::View` and `parlour::Items`: what the typed values of resources.hpp are made of.
#ifndef PARLOUR_VIEW_HPP
#define PARLOUR_VIEW_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "json.hpp"
#include "message.hpp"

namespace parlour {

/// The base of the typed values of resources. Each is a view of a JSON object of an answer or of an item of a list:
/// copies share the object, fields are decoded when they are read, and json() includes fields that this version does
/// not know. Texts are valid as long as a copy is.
template <class T>
class View {
public:
    /// No value.
    View() noexcept = default;
    /// The value that this JSON is.
    explicit View(Json json) noexcept : json_(std::move(json)) {}

    /// Reads a JSON text, such as a line of results.
    static result<T> try_parse(std::string_view json) {
        auto read = Json::try_parse(json);
        return read ? result<T>(T(*std::move(read))) : result<T>(read.error());
    }
    /// Reads the body of an answer.
    static result<T> try_parse(const Answer &answer) { return try_parse(answer.body()); }
#if PARLOUR_EXCEPTIONS
    /// As try_parse(); throws Error.
    static T parse(std::string_view json) { return try_parse(json).value(); }
    /// As try_parse(); throws Error.
    static T parse(const Answer &answer) { return try_parse(answer).value(); }
#endif

    /// Whether there is a value: the service said so, and not `null`.
    explicit operator bool() const noexcept { return static_cast<bool>(json_); }
    /// All of it.
    const Json &json() const noexcept { return json_; }

protected:
    /// A field; none where it is missing or `null`.
    Json field(std::string_view pointer) const {
        Json found = json_[pointer];
        return found.kind() == JsonKind::kNull ? Json() : found;
    }
    /// A text that may be missing.
    std::optional<std::string_view> text(std::string_view pointer) const {
        const Json found = json_[pointer];
        return found.kind() == JsonKind::kString ? std::optional<std::string_view>(found.string()) : std::nullopt;
    }
    /// A number without a fraction that may be missing.
    std::optional<std::int64_t> integer(std::string_view pointer) const {
        const Json found = json_[pointer];
        return found.kind() == JsonKind::kNumber ? std::optional<std::int64_t>(found.integer()) : std::nullopt;
    }
    /// A yes or no that may be missing.
    std::optional<bool> flag(std::string_view pointer) const {
        const Json found = json_[pointer];
        return found.kind() == JsonKind::kBool ? std::optional<bool>(found.boolean()) : std::nullopt;
    }

private:
    Json json_;
};

namespace detail {
/// An item of an array as its type.
template <class T>
T item_of(const Json &json) {
    return T(json);
}
/// An item that is a text.
template <>
inline std::string_view item_of<std::string_view>(const Json &json) {
    return json.string();
}
}  // namespace detail

/// The items of an array: typed values, or texts. Copies share the array.
template <class T>
class Items {
public:
    /// Goes from item to item.
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;    ///< One pass.
        using value_type = T;                                 ///< The element type.
        using difference_type = std::ptrdiff_t;               ///< Needed by std::ranges.
        using pointer = void;                                 ///< There is none.
        using reference = T;                                  ///< By value.

        /// No place.
        iterator() noexcept = default;
        /// At this place of an array.
        iterator(Json json, std::size_t index) noexcept : json_(std::move(json)), index_(index) {}
        /// The item.
        T operator*() const { return detail::item_of<T>(json_.at(index_)); }
        /// Goes on.
        iterator &operator++() noexcept {
            ++index_;
            return *this;
        }
        /// Goes on, and gives the place before.
        iterator operator++(int) {
            iterator before = *this;
            ++index_;
            return before;
        }
        /// Whether two are at one place.
        friend bool operator==(const iterator &one, const iterator &other) noexcept {
            return one.index_ == other.index_;
        }
        /// Whether two are at different places.
        friend bool operator!=(const iterator &one, const iterator &other) noexcept { return !(one == other); }

    private:
        Json json_;
        std::size_t index_ = 0;
    };

    /// No items.
    Items() noexcept = default;
    /// Those of this array.
    explicit Items(Json json) noexcept : json_(std::move(json)) {}
    /// Whether there is an array: the service said so, and not `null`.
    explicit operator bool() const noexcept { return static_cast<bool>(json_); }
    /// How many there are.
    std::size_t size() const noexcept { return json_.size(); }
    /// Whether there are none.
    bool empty() const noexcept { return size() == 0; }
    /// An item by its place; no value beyond the last.
    T operator[](std::size_t index) const { return detail::item_of<T>(json_.at(index)); }
    /// The first item.
    iterator begin() const { return iterator(json_, 0); }
    /// Behind the last item.
    iterator end() const { return iterator(json_, size()); }
    /// The array.
    const Json &json() const noexcept { return json_; }

private:
    Json json_;
};

}  // namespace parlour

#endif
