/// @file
/// Events of a stream, and batches of them.
#ifndef PARLOUR_EVENT_HPP
#define PARLOUR_EVENT_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#if __cplusplus >= 202002L
#include <ranges>
#endif

#include "base.hpp"

namespace parlour {

/// The kind of an event. A newer library may give numbers that are not named here.
enum class EventKind : std::uint32_t {
    kMessageStart = PARLOUR_EVENT_MESSAGE_START,               ///< The message begins: id, model, first usage.
    kContentBlockStart = PARLOUR_EVENT_CONTENT_BLOCK_START,    ///< A content block begins.
    kContentBlockDelta = PARLOUR_EVENT_CONTENT_BLOCK_DELTA,    ///< A piece of a content block.
    kContentBlockStop = PARLOUR_EVENT_CONTENT_BLOCK_STOP,      ///< A content block is complete.
    kMessageDelta = PARLOUR_EVENT_MESSAGE_DELTA,               ///< Stop reason and usage totals.
    kMessageStop = PARLOUR_EVENT_MESSAGE_STOP,                 ///< The message is complete.
    kPing = PARLOUR_EVENT_PING,                                ///< A sign of life without content.
    kUnknown = PARLOUR_EVENT_UNKNOWN,                          ///< Described by name() and json().
    kChunk = PARLOUR_EVENT_CHUNK,                              ///< A piece of a raw body, or a line of results.
    kBroken = PARLOUR_EVENT_BROKEN,                            ///< An invalid line of results: text() says why.
};

/// Which piece a delta carries.
enum class DeltaKind : std::uint32_t {
    kNone = PARLOUR_DELTA_NONE,                   ///< None, or one of another type: look into the JSON.
    kText = PARLOUR_DELTA_TEXT,                   ///< A piece of text.
    kPartialJson = PARLOUR_DELTA_PARTIAL_JSON,    ///< A piece of a tool's input.
    kThinking = PARLOUR_DELTA_THINKING,           ///< A piece of reasoning.
};

/// An event: a view, valid as long as its batch. Texts are empty where the event has none.
class Event {
public:
    /// An event of parlour.h, not NULL.
    explicit Event(const parlour_event *event) noexcept : event_(event) {}

    /// Its kind.
    EventKind kind() const noexcept { return static_cast<EventKind>(event_->kind); }
    /// The content block that it belongs to.
    std::optional<std::uint32_t> index() const noexcept {
        return event_->index == PARLOUR_NO_INDEX ? std::nullopt : std::optional<std::uint32_t>(event_->index);
    }
    /// Which piece a delta carries.
    DeltaKind delta() const noexcept { return static_cast<DeltaKind>(event_->delta); }
    /// The name on the wire, also of unknown kinds.
    std::string_view name() const noexcept { return detail::view(event_->name); }
    /// The JSON as it arrived; the bytes of a chunk.
    std::string_view json() const noexcept { return detail::view(event_->json); }
    /// The piece of text, decoded.
    std::string_view text() const noexcept { return detail::view(event_->text); }
    /// The piece of a tool's input, decoded: a fragment of JSON text.
    std::string_view partial_json() const noexcept { return detail::view(event_->partial_json); }
    /// The piece of reasoning, decoded.
    std::string_view thinking() const noexcept { return detail::view(event_->thinking); }

    /// The event of parlour.h.
    const parlour_event *get() const noexcept { return event_; }

private:
    const parlour_event *event_;
};

/// Some events, one after another: a view, valid as long as its owner.
class Events {
public:
    /// Goes from event to event.
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;    ///< Events are given by value.
        using value_type = Event;                             ///< The element type.
        using difference_type = std::ptrdiff_t;               ///< Between two places.
        using pointer = const Event *;                        ///< Unused.
        using reference = Event;                              ///< By value: an event is a view.

#if __cplusplus >= 202002L
        using iterator_concept = std::forward_iterator_tag;   ///< For std::ranges, which accept values.
#endif

        /// At no event.
        iterator() noexcept = default;
        /// At an event of parlour.h.
        explicit iterator(const parlour_event *at) noexcept : at_(at) {}
        /// The event.
        Event operator*() const noexcept { return Event(at_); }
        /// To the next one.
        iterator &operator++() noexcept {
            at_ = parlour_event_next(at_);
            return *this;
        }
        /// To the next one; gives where it was.
        iterator operator++(int) noexcept { return iterator(std::exchange(at_, parlour_event_next(at_))); }
        /// Whether two are at the same place.
        friend bool operator==(const iterator &one, const iterator &other) noexcept { return one.at_ == other.at_; }
        /// Whether two are at different places.
        friend bool operator!=(const iterator &one, const iterator &other) noexcept { return one.at_ != other.at_; }

    private:
        const parlour_event *at_ = nullptr;
    };

    /// The events of a batch of parlour.h; none for NULL.
    explicit Events(const parlour_batch *batch) noexcept
        : first_(parlour_batch_events(batch)), size_(parlour_batch_len(batch)) {}

    /// The first.
    iterator begin() const noexcept { return iterator(first_); }
    /// Beyond the last.
    iterator end() const noexcept { return iterator(size_ == 0 ? first_ : place(size_)); }
    /// How many there are.
    std::size_t size() const noexcept { return size_; }
    /// Whether there is none.
    bool empty() const noexcept { return size_ == 0; }
    /// The event at a position below size().
    Event operator[](std::size_t index) const noexcept { return Event(place(index)); }

private:
    /// The address of an event: those of a newer library are larger than the header's.
    const parlour_event *place(std::size_t index) const noexcept {
        const void *bytes = static_cast<const char *>(static_cast<const void *>(first_)) + index * first_->size;
        return static_cast<const parlour_event *>(bytes);
    }

    const parlour_event *first_;
    std::size_t size_;
};

/// Some events that may be kept. Freed early, its memory serves the next batch.
class Batch {
public:
    /// None.
    Batch() noexcept = default;
    /// Takes a handle of parlour.h.
    explicit Batch(parlour_batch *owned) noexcept : handle_(owned) {}

    /// The events: `for (const auto event : batch.events())`.
    Events events() const & noexcept PARLOUR_LIFETIMEBOUND { return Events(get()); }
    /// Deleted for rvalues: the view would dangle.
    Events events() const && = delete;
    /// The first event.
    Events::iterator begin() const noexcept { return Events(get()).begin(); }
    /// Beyond the last.
    Events::iterator end() const noexcept { return Events(get()).end(); }
    /// How many there are.
    std::size_t size() const noexcept { return parlour_batch_len(get()); }

    /// The handle, borrowed; NULL for none.
    const parlour_batch *get() const noexcept { return handle_.get(); }

private:
    detail::Handle<parlour_batch, parlour_batch_free> handle_;
};

}  // namespace parlour

#if defined(__cpp_lib_ranges)
/// Events are a view: copying them copies no event.
template <>
inline constexpr bool std::ranges::enable_view<parlour::Events> = true;
/// Their iterators outlive them, not the batch.
template <>
inline constexpr bool std::ranges::enable_borrowed_range<parlour::Events> = true;
#endif

#endif
