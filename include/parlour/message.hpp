/// @file
/// `parlour::Message` and `parlour::Answer`: what came back.
#ifndef PARLOUR_MESSAGE_HPP
#define PARLOUR_MESSAGE_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#if __cplusplus >= 202002L
#include <ranges>
#endif

#include "head.hpp"
#include "result.hpp"

namespace parlour {

/// The kind of a content block. A newer library may give numbers that are not named here.
enum class BlockKind : std::uint32_t {
    kOther = PARLOUR_BLOCK_OTHER,                                    ///< Of a type that this version does not know.
    // generated: kinds
    /// Text for the reader.
    kText = PARLOUR_BLOCK_TEXT,
    /// The model's reasoning.
    kThinking = PARLOUR_BLOCK_THINKING,
    /// Reasoning that the service keeps to itself.
    kRedactedThinking = PARLOUR_BLOCK_REDACTED_THINKING,
    /// A call of one of the caller's tools.
    kToolUse = PARLOUR_BLOCK_TOOL_USE,
    /// A call of a tool that the service runs itself.
    kServerToolUse = PARLOUR_BLOCK_SERVER_TOOL_USE,
    /// Result of a web search.
    kWebSearchToolResult = PARLOUR_BLOCK_WEB_SEARCH_TOOL_RESULT,
    /// Result of fetching a page.
    kWebFetchToolResult = PARLOUR_BLOCK_WEB_FETCH_TOOL_RESULT,
    /// Result of running code.
    kCodeExecutionToolResult = PARLOUR_BLOCK_CODE_EXECUTION_TOOL_RESULT,
    /// Result of a shell command.
    kBashCodeExecutionToolResult = PARLOUR_BLOCK_BASH_CODE_EXECUTION_TOOL_RESULT,
    /// Result of editing a file in the sandbox.
    kTextEditorCodeExecutionToolResult = PARLOUR_BLOCK_TEXT_EDITOR_CODE_EXECUTION_TOOL_RESULT,
    /// Result of a tool search.
    kToolSearchToolResult = PARLOUR_BLOCK_TOOL_SEARCH_TOOL_RESULT,
    /// A file in the sandbox.
    kContainerUpload = PARLOUR_BLOCK_CONTAINER_UPLOAD,
    /// Beta: a call of a tool of an MCP server, which the service runs itself.
    kMcpToolUse = PARLOUR_BLOCK_MCP_TOOL_USE,
    /// Beta: what such a call gave.
    kMcpToolResult = PARLOUR_BLOCK_MCP_TOOL_RESULT,
    /// Beta: the tools of an MCP server.
    kMcpToolListing = PARLOUR_BLOCK_MCP_TOOL_LISTING,
    /// Beta: a summary of the conversation so far.
    kCompaction = PARLOUR_BLOCK_COMPACTION,
    /// Beta: another model goes on from here.
    kFallback = PARLOUR_BLOCK_FALLBACK,
    /// Beta: what another model advised.
    kAdvisorToolResult = PARLOUR_BLOCK_ADVISOR_TOOL_RESULT,
    // end generated
};

/// Whether the input of a tool call may be used.
enum class InputState : std::uint32_t {
    kNone = PARLOUR_INPUT_NONE,                 ///< The block is no tool call.
    kComplete = PARLOUR_INPUT_COMPLETE,         ///< It is what the model wrote.
    kInvalid = PARLOUR_INPUT_INVALID,           ///< It is no JSON object. Do not run the tool.
    kIncomplete = PARLOUR_INPUT_INCOMPLETE,     ///< The answer was cut within it. Never run the tool.
};

/// A content block: a view, valid as long as its message.
class Block {
public:
    /// The block at a position of a message of parlour.h.
    Block(const parlour_message *message, std::size_t index) noexcept : message_(message), index_(index) {}

    /// The kind.
    BlockKind kind() const noexcept {
        return static_cast<BlockKind>(parlour_message_block_kind(message_, index_));
    }
    /// The type on the wire, for example "text"; an open set.
    std::string_view type() const noexcept { return detail::view(parlour_message_block_type(message_, index_)); }
    /// The text of a text block, or the reasoning of a thinking block; empty for any other.
    std::string_view text() const noexcept { return detail::view(parlour_message_block_text(message_, index_)); }
    /// The id of a tool call, which its result has to name; empty for any other block.
    std::string_view tool_id() const noexcept {
        return detail::view(parlour_message_block_tool_id(message_, index_));
    }
    /// The name of the tool that is called; empty for any other block.
    std::string_view tool_name() const noexcept {
        return detail::view(parlour_message_block_tool_name(message_, index_));
    }
    /// The input of a tool call: a JSON object as the model wrote it. Look at input_state() before running the tool.
    std::string_view tool_input_json() const noexcept {
        return detail::view(parlour_message_block_tool_input_json(message_, index_));
    }
    /// Whether the input of a tool call may be used.
    InputState input_state() const noexcept {
        return static_cast<InputState>(parlour_message_block_input_state(message_, index_));
    }
    /// The text of an incomplete input, as the model wrote it; empty for one that is.
    std::string_view input_raw() const noexcept {
        return detail::view(parlour_message_block_input_raw(message_, index_));
    }
    /// The whole block as JSON text.
    std::string_view json() const noexcept { return detail::view(parlour_message_block_json(message_, index_)); }

private:
    const parlour_message *message_;
    std::size_t index_;
};

/// The blocks of a message, for a loop.
class Blocks {
public:
    /// Goes from block to block.
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;    ///< One pass.
        using value_type = Block;                             ///< The element type.
        using difference_type = std::ptrdiff_t;               ///< Between two places.
        using pointer = const Block *;                        ///< Unused.
        using reference = Block;                              ///< By value: a block is a view.

#if __cplusplus >= 202002L
        using iterator_concept = std::forward_iterator_tag;   ///< For std::ranges, which accept values.
#endif

        /// At no block.
        iterator() noexcept = default;
        /// At a position of a message.
        iterator(const parlour_message *message, std::size_t index) noexcept : message_(message), index_(index) {}
        /// The block.
        Block operator*() const noexcept { return Block(message_, index_); }
        /// To the next one.
        iterator &operator++() noexcept {
            ++index_;
            return *this;
        }
        /// To the next one; gives where it was.
        iterator operator++(int) noexcept { return iterator(message_, index_++); }
        /// Whether two are at the same place.
        friend bool operator==(const iterator &one, const iterator &other) noexcept {
            return one.index_ == other.index_;
        }
        /// Whether two are at different places.
        friend bool operator!=(const iterator &one, const iterator &other) noexcept { return !(one == other); }

    private:
        const parlour_message *message_ = nullptr;
        std::size_t index_ = 0;
    };

    /// The blocks of a message of parlour.h.
    explicit Blocks(const parlour_message *message) noexcept : message_(message) {}

    /// The first.
    iterator begin() const noexcept { return iterator(message_, 0); }
    /// Beyond the last.
    iterator end() const noexcept { return iterator(message_, size()); }
    /// How many there are.
    std::size_t size() const noexcept { return parlour_message_block_count(message_); }
    /// Whether there is none.
    bool empty() const noexcept { return size() == 0; }
    /// The block at a position; beyond the last an empty one.
    Block operator[](std::size_t index) const noexcept { return Block(message_, index); }

private:
    const parlour_message *message_;
};

/// The token counts of an answer: the numbers of parlour_usage.
struct Usage : parlour_usage {};

/// An answer of the model. Immutable: a copy shares it and is cheap. Texts are borrowed and live as long as the
/// message. Readable from any thread.
class Message {
public:
    /// Takes a handle of parlour.h.
    explicit Message(parlour_message *owned) noexcept : handle_(owned) {}
    /// Another owner of the same message.
    Message(const Message &other) : handle_(copy(other.get())) {}
    /// @copydoc Message(const Message &)
    Message &operator=(const Message &other) {
        if (this != &other) {
            handle_.reset(copy(other.get()));
        }
        return *this;
    }
    /// Takes the handle of a message that is not used any more.
    Message(Message &&) noexcept = default;
    /// @copydoc Message(Message &&)
    Message &operator=(Message &&) noexcept = default;
    /// Frees the handle.
    ~Message() = default;

    /// A message from the text of json(): for stored messages.
    static result<Message> try_from_json(std::string_view json) {
        parlour_message *made = nullptr;
        parlour_error *error = nullptr;
        const parlour_result code = parlour_message_from_json(detail::lend(json), &made, &error);
        return code == PARLOUR_OK ? result<Message>(Message(made)) : result<Message>(Error(code, error));
    }
#if PARLOUR_EXCEPTIONS
    /// As try_from_json(); throws Error.
    static Message from_json(std::string_view json) { return try_from_json(json).value(); }
#endif

    /// Names the message; opaque.
    std::string_view id() const & noexcept PARLOUR_LIFETIMEBOUND { return detail::view(parlour_message_id(get())); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view id() const && = delete;
    /// The model that answered; may be the dated form of the one asked for.
    std::string_view model() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_message_model(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view model() const && = delete;
    /// Who speaks: "assistant".
    std::string_view role() const & noexcept PARLOUR_LIFETIMEBOUND { return detail::view(parlour_message_role(get())); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view role() const && = delete;
    /// Why the model stopped, for example "end_turn", "tool_use"; an open set. Empty while a stream runs.
    std::string_view stop_reason() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_message_stop_reason(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view stop_reason() const && = delete;
    /// The stop sequence that was produced; empty if none was.
    std::string_view stop_sequence() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_message_stop_sequence(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view stop_sequence() const && = delete;
    /// All text blocks joined, with nothing between them.
    std::string_view text() const & noexcept PARLOUR_LIFETIMEBOUND { return detail::view(parlour_message_text(get())); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view text() const && = delete;
    /// The blocks: `for (const auto block : message.blocks())`.
    Blocks blocks() const & noexcept PARLOUR_LIFETIMEBOUND { return Blocks(get()); }
    /// Deleted for rvalues: the view would dangle.
    Blocks blocks() const && = delete;
    /// The token counts of the answer.
    Usage usage() const noexcept { return Usage{*parlour_message_usage(get())}; }
    /// All usage data from the service, as a JSON object.
    std::string_view usage_json() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_message_usage_json(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view usage_json() const && = delete;
    /// The reason that the service reports for a cache miss: the name of a part of the request, as in
    /// CacheChange::part; empty if there is none.
    std::string_view cache_miss() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_message_cache_miss(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view cache_miss() const && = delete;
    /// The message as JSON text: as received, or written anew if it came as a stream.
    std::string_view json() const & noexcept PARLOUR_LIFETIMEBOUND { return detail::view(parlour_message_json(get())); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view json() const && = delete;
    /// Status and headers; empty for a message that did not come from an answer.
    Head head() const & noexcept PARLOUR_LIFETIMEBOUND { return Head(parlour_message_head(get())); }
    /// Deleted for rvalues: the view would dangle.
    Head head() const && = delete;
    /// The id of the request at the service; empty if there is none.
    std::string_view request_id() const & noexcept PARLOUR_LIFETIMEBOUND {
        return detail::view(parlour_message_request_id(get()));
    }
    /// Deleted for rvalues: the view would dangle.
    std::string_view request_id() const && = delete;

    /// The handle, borrowed; NULL after a move.
    const parlour_message *get() const noexcept { return handle_.get(); }

private:
    /// Shares what the library holds; the handle itself is small.
    static parlour_message *copy(const parlour_message *owned) {
        parlour_message *copied = nullptr;
        if (owned != nullptr) {
            const parlour_result code = parlour_message_clone(owned, &copied);
            if (code != PARLOUR_OK) {
                detail::raise(Error(code));
            }
        }
        return copied;
    }

    detail::Handle<parlour_message, parlour_message_free> handle_;
};

/// The answer of a raw request. A copy shares it and is cheap.
class Answer {
public:
    /// Takes a handle of parlour.h.
    explicit Answer(parlour_answer *owned) noexcept : handle_(owned) {}
    /// Another owner of the same answer.
    Answer(const Answer &other) : handle_(copy(other.get())) {}
    /// @copydoc Answer(const Answer &)
    Answer &operator=(const Answer &other) {
        if (this != &other) {
            handle_.reset(copy(other.get()));
        }
        return *this;
    }
    /// Takes the handle of a answer that is not used any more.
    Answer(Answer &&) noexcept = default;
    /// @copydoc Answer(Answer &&)
    Answer &operator=(Answer &&) noexcept = default;
    /// Frees the handle.
    ~Answer() = default;

    /// The body as it came: any bytes. Lives as long as the answer.
    std::string_view body() const & noexcept PARLOUR_LIFETIMEBOUND { return detail::view(parlour_answer_body(get())); }
    /// Deleted for rvalues: the view would dangle.
    std::string_view body() const && = delete;
    /// Status and headers.
    Head head() const & noexcept PARLOUR_LIFETIMEBOUND { return Head(parlour_answer_head(get())); }
    /// Deleted for rvalues: the view would dangle.
    Head head() const && = delete;

    /// The handle, borrowed; NULL after a move.
    const parlour_answer *get() const noexcept { return handle_.get(); }

private:
    /// Shares what the library holds; the handle itself is small.
    static parlour_answer *copy(const parlour_answer *owned) {
        parlour_answer *copied = nullptr;
        if (owned != nullptr) {
            const parlour_result code = parlour_answer_clone(owned, &copied);
            if (code != PARLOUR_OK) {
                detail::raise(Error(code));
            }
        }
        return copied;
    }

    detail::Handle<parlour_answer, parlour_answer_free> handle_;
};

inline std::optional<Message> Error::partial_message() const {
    const parlour_message *partial = parlour_error_partial_message(get());
    parlour_message *copy = nullptr;
    if (partial == nullptr || parlour_message_clone(partial, &copy) != PARLOUR_OK) {
        return std::nullopt;
    }
    return Message(copy);
}

}  // namespace parlour

#if defined(__cpp_lib_ranges)
/// Blocks are a view: copying them copies no block.
template <>
inline constexpr bool std::ranges::enable_view<parlour::Blocks> = true;
/// Their iterators outlive them, not the message.
template <>
inline constexpr bool std::ranges::enable_borrowed_range<parlour::Blocks> = true;
#endif

#endif
