/// @file
/// parlour in an asio loop: calls that take completion tokens, or a queue whose descriptor asio watches. Wants asio
/// (1.19 and later) beside parlour.hpp: standalone, or Boost's (1.77 and later) if PARLOUR_ASIO_BOOST is defined.
///
/// @code
/// asio::awaitable<void> ask(parlour::asio_client &client, const parlour::Request &request) {
///     const parlour::Message answer = co_await client.async_create(request, asio::use_awaitable);
///     parlour::asio_stream stream = client.stream(request);
///     while (const auto event = co_await stream.async_next(asio::use_awaitable)) std::cout << event->text();
/// }
///
/// asio::io_context loop;
/// parlour::asio_client client(loop.get_executor(), parlour::Client());
/// asio::co_spawn(loop, ask(client, request), asio::detached);
/// loop.run();
/// @endcode
#ifndef PARLOUR_ASIO_HPP
#define PARLOUR_ASIO_HPP

#include "parlour/asio_client.hpp"
#include "parlour/asio_queue.hpp"

#endif
