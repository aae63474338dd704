/// @file
/// parlour for C++17: a client for hosted language-model messaging services, header only, over parlour.h.
///
/// @code
/// parlour::Client client(parlour::Config().base_url("https://...").api_key("..."));
/// parlour::Request request("svc-sonnet-4-5", 256);
/// request.system("Be brief.").user("Name three rivers.");
///
/// const parlour::Message answer = client.create(request);  // a whole answer
/// std::cout << answer.text() << '\n';
///
/// parlour::Stream stream = client.stream(request);        // or while it comes
/// for (const auto piece : stream.text()) std::cout << piece << std::flush;
/// const parlour::Message message = stream.message();
/// @endcode
///
/// **Errors.** Every call comes twice: one throws parlour::Error, its variant with `try_` in front gives a
/// parlour::result, which holds the value or the Error. Compiled with -fno-exceptions only these variants exist.
/// Setters of Config, Options and Request can be chained; the first mistake in a chain is reported by the call that
/// uses it.
///
/// **Ownership.** Objects own their handles and free them, also when an exception is thrown. They can be moved but not
/// copied; copies of Error, Message, Answer and Json are possible, and share their contents. After a move only
/// destruction and assignment make sense; other uses give errors, never a crash. Functions that return std::string_view
/// lend their text as long as the object lives, unless the comment says otherwise. They do not compile on a temporary:
/// keep the object in a variable.
///
/// **Threads.** As in parlour.h: const objects may be used by any number of threads at once. One thread at a time takes
/// from a Call or Stream; any thread may cancel it.
#ifndef PARLOUR_HPP
#define PARLOUR_HPP

#include "parlour.h"
#include "parlour/base.hpp"
#include "parlour/builder.hpp"
#include "parlour/cache.hpp"
#include "parlour/call.hpp"
#include "parlour/client.hpp"
#include "parlour/client_tools.hpp"
#include "parlour/config.hpp"
#include "parlour/content.hpp"
#include "parlour/conversation.hpp"
#include "parlour/endpoint.hpp"
#include "parlour/error.hpp"
#include "parlour/event.hpp"
#include "parlour/handlers.hpp"
#include "parlour/head.hpp"
#include "parlour/hook.hpp"
#include "parlour/interrupt.hpp"
#include "parlour/json.hpp"
#include "parlour/kind.hpp"
#include "parlour/message.hpp"
#include "parlour/message_batch.hpp"
#include "parlour/output.hpp"
#include "parlour/pages.hpp"
#include "parlour/parameter.hpp"
#include "parlour/parameters.hpp"
#include "parlour/partial_json.hpp"
#include "parlour/queue.hpp"
#include "parlour/request.hpp"
#include "parlour/resources.hpp"
#include "parlour/result.hpp"
#include "parlour/stream.hpp"
#include "parlour/structured.hpp"
#include "parlour/tool_loop.hpp"
#include "parlour/tools.hpp"
#include "parlour/upload.hpp"
#include "parlour/view.hpp"
#include "parlour/webhook.hpp"

/// Everything of parlour.hpp.
namespace parlour {

/// The version of the loaded library, for example "0.1.0".
inline std::string_view version() noexcept { return parlour_version(); }

/// Whether the loaded library has the ABI that this program was compiled for.
inline bool abi_fits() noexcept { return parlour_check_abi(); }

}  // namespace parlour

#endif
