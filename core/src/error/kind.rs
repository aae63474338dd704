//! The one table of error kinds: number, name, retryability and advice. Every binding maps all of it.

use std::fmt;

macro_rules! kinds {
    ($( $(#[$doc:meta])* $variant:ident = $code:literal, $retryable:literal, $what:literal, $advice:literal; )+) => {
        /// The kind of an error, as a closed list with stable numbers (protocol §5.2).
        ///
        /// New kinds may be added in a later version: match with a `_` arm.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u16)]
        pub enum ErrorKind {
            $( $(#[$doc])* $variant = $code, )+
        }

        impl ErrorKind {
            /// Every kind, in the order of its number. Bindings test that they map them all.
            pub const ALL: &'static [ErrorKind] = &[ $( ErrorKind::$variant, )+ ];

            /// The stable number of this kind; never reused for another meaning.
            #[must_use]
            pub const fn code(self) -> u16 {
                self as u16
            }

            /// The name of this kind, for example `"RateLimit"`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $( ErrorKind::$variant => stringify!($variant), )+ }
            }

            /// Whether an error of this kind is worth repeating unless the service said otherwise
            /// (spec §7, protocol §7.1).
            #[must_use]
            pub const fn is_retryable(self) -> bool {
                match self { $( ErrorKind::$variant => $retryable, )+ }
            }

            /// A short description.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $( ErrorKind::$variant => $what, )+ }
            }

            /// Advice for the caller, as one clause.
            #[must_use]
            pub const fn advice(self) -> &'static str {
                match self { $( ErrorKind::$variant => $advice, )+ }
            }
        }
    };
}

kinds! {
    /// 400: the request is malformed or does not fit the context window.
    BadRequest = 1, false, "the service refused the request", "correct what the service names in the request";
    /// 401: the key or token is missing, wrong or expired.
    Authentication = 2, false, "the credential was not accepted",
        "check the API key or token and the service it belongs to";
    /// 402: a payment problem of the account.
    Billing = 3, false, "the account has a billing problem", "settle it in the console of the service";
    /// 403: the credential may not use this resource.
    PermissionDenied = 4, false, "the credential may not do this", "use a key with the permission";
    /// 404: unknown path, model, batch or file.
    NotFound = 5, false, "the service does not know this resource", "check the model name, the id and the base URL";
    /// 409: conflict with the current state.
    Conflict = 6, true, "the request conflicts with the state of the resource", "read the state and try again";
    /// 413: the body is larger than the service takes.
    RequestTooLarge = 7, false, "the request is too large", "send less, or upload the data as a file";
    /// 422: understood but not processable.
    UnprocessableEntity = 8, false, "the service could not process the request", "correct the request";
    /// 429: requests or tokens per minute are used up, or a spend cap is reached.
    RateLimit = 9, true, "a rate limit was hit", "wait as long as the service asks, or lower the rate";
    /// 500 and other 5xx: a failure inside the service.
    InternalServer = 10, true, "the service failed", "try again later; quote the request id if it persists";
    /// 503: the service cannot be reached behind its gateway.
    ServiceUnavailable = 11, true, "the service is unavailable", "try again later";
    /// 504: the service gave up on its own deadline.
    DeadlineExceeded = 12, true, "the service ran out of time", "try again, ask for less, or stream the answer";
    /// 529: the service is overloaded.
    Overloaded = 13, true, "the service is overloaded", "try again later";
    /// Any other status, redirects included.
    ApiStatus = 14, false, "the service answered with an unexpected status",
        "check the base URL and any proxy or gateway in front of the service";
    /// No connection, or it was lost.
    Connection = 15, true, "the connection failed", "check network, proxy and TLS settings, then try again";
    /// One of the time limits ran out.
    Timeout = 16, true, "a time limit ran out", "raise the limit it names, or stream the answer";
    /// The events of a stream contradict the protocol.
    StreamProtocol = 17, false, "the stream broke the protocol", "report it with the request id";
    /// The stream ended before the message was complete.
    StreamEnded = 18, false, "the stream ended before the message was complete",
        "use the partial message, or ask again";
    /// An answer that cannot be read.
    Decode = 19, false, "the answer could not be read",
        "check the base URL and any proxy or gateway in front of the service";
    /// The caller gave up.
    Cancelled = 20, false, "the call was cancelled", "nothing: this was asked for";
    /// Settings or a request that were refused before any I/O.
    Config = 21, false, "refused before anything was sent", "correct the setting or the request as described";
    /// A defect of this library.
    Internal = 22, false, "an internal fault", "please report it";
    /// A limit that the client keeps by itself has no room for the call; nothing was sent.
    OverLimit = 23, true, "the limits that this client keeps have no room for the call",
        "try again after the wait that the error names, or raise the limit";
    /// A hook of the program failed, or refused the call.
    Hook = 24, false, "a hook of the program ended the call",
        "see the error of the hook; without it the call would go on";
    /// The client drains: it lets its running calls end and begins no others. Nothing was sent.
    Draining = 25, false, "the client accepts no new calls",
        "send it again through another client or process";
}

impl ErrorKind {
    /// The kind that belongs to an HTTP status (protocol §5.2); by `error.type` for statuses that
    /// the table does not name (decision 0019).
    #[must_use]
    pub fn from_status(status: u16, error_type: Option<&str>) -> ErrorKind {
        match status {
            400 => ErrorKind::BadRequest,
            401 => ErrorKind::Authentication,
            402 => ErrorKind::Billing,
            403 => ErrorKind::PermissionDenied,
            404 => ErrorKind::NotFound,
            409 => ErrorKind::Conflict,
            413 => ErrorKind::RequestTooLarge,
            422 => ErrorKind::UnprocessableEntity,
            429 => ErrorKind::RateLimit,
            503 => ErrorKind::ServiceUnavailable,
            504 => ErrorKind::DeadlineExceeded,
            529 => ErrorKind::Overloaded,
            500..=599 => ErrorKind::InternalServer,
            _ => error_type.and_then(ErrorKind::from_error_type).unwrap_or(ErrorKind::ApiStatus),
        }
    }

    /// The kind that belongs to an `error.type` of the service; `None` for one that is not known.
    #[must_use]
    pub fn from_error_type(error_type: &str) -> Option<ErrorKind> {
        Some(match error_type {
            "invalid_request_error" => ErrorKind::BadRequest,
            "authentication_error" => ErrorKind::Authentication,
            "billing_error" => ErrorKind::Billing,
            "permission_error" => ErrorKind::PermissionDenied,
            "not_found_error" => ErrorKind::NotFound,
            "conflict_error" => ErrorKind::Conflict,
            "request_too_large" => ErrorKind::RequestTooLarge,
            "rate_limit_error" => ErrorKind::RateLimit,
            "api_error" => ErrorKind::InternalServer,
            "timeout_error" => ErrorKind::DeadlineExceeded,
            "overloaded_error" => ErrorKind::Overloaded,
            _ => return None,
        })
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_unique_and_names_are_the_variants() {
        let mut codes: Vec<u16> = ErrorKind::ALL.iter().map(|k| k.code()).collect();
        codes.dedup();
        assert_eq!(codes.len(), ErrorKind::ALL.len());
        assert_eq!(codes, (1..=25).collect::<Vec<_>>());
        assert_eq!(ErrorKind::RateLimit.name(), format!("{:?}", ErrorKind::RateLimit));
    }

    #[test]
    fn statuses_follow_the_table() {
        for (status, kind) in [
            (400, ErrorKind::BadRequest),
            (401, ErrorKind::Authentication),
            (402, ErrorKind::Billing),
            (403, ErrorKind::PermissionDenied),
            (404, ErrorKind::NotFound),
            (409, ErrorKind::Conflict),
            (413, ErrorKind::RequestTooLarge),
            (422, ErrorKind::UnprocessableEntity),
            (429, ErrorKind::RateLimit),
            (500, ErrorKind::InternalServer),
            (502, ErrorKind::InternalServer),
            (503, ErrorKind::ServiceUnavailable),
            (504, ErrorKind::DeadlineExceeded),
            (529, ErrorKind::Overloaded),
            (599, ErrorKind::InternalServer),
            (418, ErrorKind::ApiStatus),
        ] {
            assert_eq!(ErrorKind::from_status(status, None), kind, "{status}");
        }
        assert_eq!(ErrorKind::from_status(418, Some("overloaded_error")), ErrorKind::Overloaded);
        assert_eq!(ErrorKind::from_status(429, Some("overloaded_error")), ErrorKind::RateLimit);
    }
}
