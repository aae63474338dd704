/// @file
/// `parlour::Json`: JSON that was read, and values in it by JSON pointer, for programs without a JSON library.
#ifndef PARLOUR_JSON_HPP
#define PARLOUR_JSON_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "result.hpp"

namespace parlour {

/// The kind of a JSON value.
enum class JsonKind : std::uint32_t {
    kNone = PARLOUR_JSON_NONE,      ///< There is no value.
    kNull = PARLOUR_JSON_NULL,      ///< `null`.
    kBool = PARLOUR_JSON_BOOL,      ///< `true` or `false`.
    kNumber = PARLOUR_JSON_NUMBER,  ///< A number.
    kString = PARLOUR_JSON_STRING,  ///< A string.
    kArray = PARLOUR_JSON_ARRAY,    ///< An array.
    kObject = PARLOUR_JSON_OBJECT,  ///< An object.
};

/// A JSON value, or none. It shares the document with the values in it: a copy is cheap, and each may outlive the
/// others. Immutable, readable from any thread. Texts live as long as one value of the document.
///
/// @code
/// const auto input = parlour::Json::parse(block.tool_input_json());
/// const std::string city(input["/city"].string());
/// @endcode
class Json {
public:
    /// No value.
    Json() noexcept = default;
    /// Takes a handle of parlour.h.
    explicit Json(parlour_json *owned)
        : root_(owned, [](const parlour_json *old) { parlour_json_free(const_cast<parlour_json *>(old)); }),
          value_(owned) {}

    /// Reads a JSON text, nested at most 127 deep.
    static result<Json> try_parse(std::string_view json) {
        parlour_json *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_json_parse(detail::lend(json), &made, &error);
        return code == PARLOUR_OK ? result<Json>(Json(made)) : result<Json>(Error(code, error));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_parse(); throws Error.
    static Json parse(std::string_view json) { return try_parse(json).value(); }
#endif

    /// The value at a JSON pointer (RFC 6901), for example "/content/0/text"; none if there is none.
    Json operator[](std::string_view pointer) const {
        return Json(root_, parlour_json_at(value_, detail::lend(pointer)));
    }
    /// A value of an array, or of a member of an object, by its place; none beyond the last.
    Json at(std::size_t index) const { return Json(root_, parlour_json_item(value_, index)); }
    /// The key of a member of an object, by its place; empty beyond the last.
    std::string_view key(std::size_t index) const noexcept { return detail::view(parlour_json_key(value_, index)); }
    /// How many values an array has, or members an object.
    std::size_t size() const noexcept { return parlour_json_count(value_); }

    /// Its kind.
    JsonKind kind() const noexcept { return static_cast<JsonKind>(parlour_json_kind_of(value_)); }
    /// Whether there is a value, `null` included.
    explicit operator bool() const noexcept { return value_ != nullptr; }
    /// The text of a string; empty for everything else.
    std::string_view string() const noexcept { return detail::view(parlour_json_string(value_)); }
    /// A number without a fraction that fits; `otherwise` for everything else.
    std::int64_t integer(std::int64_t otherwise = 0) const noexcept { return parlour_json_int(value_, otherwise); }
    /// A number; `otherwise` for everything else.
    double number(double otherwise = 0) const noexcept { return parlour_json_double(value_, otherwise); }
    /// `true` or `false`; `otherwise` for everything else.
    bool boolean(bool otherwise = false) const noexcept { return parlour_json_bool(value_, otherwise); }
    /// The value as compact JSON text; empty if there is none.
    std::string_view text() const noexcept { return detail::view(parlour_json_text(value_)); }

    /// The value, borrowed; NULL if there is none.
    const parlour_json *get() const noexcept { return value_; }

private:
    Json(std::shared_ptr<const parlour_json> root, const parlour_json *value) noexcept
        : root_(std::move(root)), value_(value) {}

    std::shared_ptr<const parlour_json> root_;
    const parlour_json *value_ = nullptr;
};

/// A text as a JSON string, with its quotes; empty if it is not UTF-8.
inline std::string json_quoted(std::string_view text) {
    std::string quoted(parlour_json_quote(detail::lend(text), nullptr, 0), '\0');
    if (!quoted.empty()) {
        // The place behind the last character is NUL already, and is written as such.
        parlour_json_quote(detail::lend(text), &quoted[0], quoted.size() + 1);
    }
    return quoted;
}

}  // namespace parlour

#endif
