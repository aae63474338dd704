/// @file
/// Which asio is in use: the standalone one, or Boost's if PARLOUR_ASIO_BOOST is defined.
#ifndef PARLOUR_ASIO_BASE_HPP
#define PARLOUR_ASIO_BASE_HPP

#if defined(PARLOUR_ASIO_BOOST)
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#else
#include <asio/any_io_executor.hpp>
#include <asio/cancellation_type.hpp>
#include <asio/compose.hpp>
#include <asio/error.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#endif

#include "../parlour.hpp"

namespace parlour {

/// The asio that is in use.
#if defined(PARLOUR_ASIO_BOOST)
namespace asio_in_use = ::boost::asio;
using asio_error_code = ::boost::system::error_code;    ///< Its error codes.
#else
namespace asio_in_use = ::asio;
using asio_error_code = std::error_code;                ///< Its error codes.
#endif

}  // namespace parlour

#endif
