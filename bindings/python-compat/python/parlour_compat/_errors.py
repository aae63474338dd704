"""Error classes of the official SDK for statuses and codes that have no class in this package. Each is made
when a program uses it or an error belongs to it, since ``except`` needs real classes. The types of errors in
bodies, which the SDK has among its types, are here too."""

from __future__ import annotations

import functools
import re
from typing import Any, Final

import parlour
from parlour.types import ErrorDetail

from ._kinds import kind_of

_STATUSES: Final = {
    "RequestTimeoutError": (408, "APIStatusError"),
    "PreconditionFailedError": (412, "APIStatusError"),
    "RequestHeaderFieldsTooLargeError": (431, "APIStatusError"),
    "ClientClosedRequestError": (499, "APIStatusError"),
    "HTTPNotImplementedError": (501, "InternalServerError"),
}
_CODES: Final = {
    "BadRequestError": """
        approval_required available_tools_limit_exceeded cmek_key_disabled cmek_key_network_blocked
        compaction_block_ambiguous compaction_block_misplaced compaction_content_mismatch compaction_incomplete_turn
        compaction_nothing_to_summarize compaction_signature_invalid
        compaction_too_many_tool_references compaction_tool_changes_mismatch environment_archived file_not_downloadable
        human_review_not_available image_dimensions_too_large invalid_config_type_change invalid_metadata
        org_member_limit_exceeded organization_not_eligible organization_not_enrolled_in_beta
        organization_on_hold organization_type_not_supported parent_organization_required request_body_encoding_invalid
        request_body_encoding_unsupported request_body_timeout storage_quota_exceeded thread_already_continued
        thread_continue_in_flight thread_fingerprint_mismatch thread_unsupported_request tool_name_conflict
        tool_reference_unresolved unsupported_charset user_profile_not_found user_profile_required
        workspace_human_review_disabled
    """,
    "BillingError": "linked_organization_billing_unavailable linked_organization_spend_limit_reached",
    "ConflictError": "concurrent_membership_change skill_read_blocked_undecryptable",
    "PermissionDeniedError": """
        environment_create_disabled environment_update_disabled sandbox_egress_restricted
        user_profile_billing_not_authorized user_profile_not_billable
    """,
    "NotFoundError": "environment_not_found file_expired rbac_role_not_found thread_not_found",
    "OverloadedError": "compaction_unavailable",
    "RequestTooLargeError": "request_body_too_large_after_decoding",
    "RateLimitError": "contract_spend_limit_reached enforced_spend_limit_reached ramp_limit_exceeded",
    "ServiceUnavailableError": """
        authorization_check_unavailable change_outcome_unknown cmek_context_unavailable cmek_key_unreachable
    """,
}
"""The codes of a class, in the words of the wire."""
_OF_A_PRODUCT: Final = ("_code_key_creator_not_member", "_code_version_too_old")
"""How codes end that begin with the name of a product of the vendor's. Their class is ``BadRequestError``."""


def _name_of(code: str) -> str:
    words = (one.upper() if one in ("cmek", "rbac") else one.capitalize() for one in code.split("_"))
    return "".join(words) + "Error"


_BASES: Final = {
    **{name: base for name, (_, base) in _STATUSES.items()},
    **{_name_of(code): base for base, codes in _CODES.items() for code in codes.split()},
}
_NAMES: Final[dict[str | int | None, str]] = {
    **{status: name for name, (status, _) in _STATUSES.items()},
    **{code: _name_of(code) for codes in _CODES.values() for code in codes.split()},
}


def base_of(name: str) -> str | None:
    """The base of a class by its name; ``None`` if there is none by it."""
    if name.endswith(tuple(_name_of(end[1:]) for end in _OF_A_PRODUCT)):
        return "BadRequestError"
    return _BASES.get(name)


@functools.cache
def _class_of(name: str) -> Any:
    base = getattr(parlour, str(base_of(name)))
    return type(name, (base,), {"__doc__": base.__doc__, "__module__": "parlour_compat"})


def find_class(name: str) -> Any:
    """The class of a status or a code by the SDK's name; ``None`` if it is none of them."""
    plain = name.removeprefix("Beta")
    return None if base_of(plain) is None else _class_of(plain)


def refine(error: parlour.ParlourError) -> None:
    """Gives an error the class of its code or status, if there is one here."""
    code = error.error_code
    name = _NAMES.get(code) or _NAMES.get(error.status_code)
    if code is not None and code.endswith(_OF_A_PRODUCT):
        name = _name_of(code)
    if name is not None and type(error) is getattr(parlour, str(base_of(name))):
        error.__class__ = _class_of(name)


class ErrorDetails(dict[str, Any]):
    """Details of an error besides its message: a dict whose keys can be read as attributes."""

    def __getattr__(self, name: str) -> Any:
        if name not in self:
            said = f"these details have {', '.join(self) or 'nothing'}, not {name!r}"
            raise AttributeError(said, name=name, obj=self)
        return self[name]


def install() -> None:
    """Has details of errors read as the SDK's. Once for a process; they stay a dict."""
    of_errors: Any = parlour.ParlourError
    own = of_errors.details.fget

    def details(self: Any) -> ErrorDetails | None:
        found = own(self)
        return None if found is None else ErrorDetails(found)

    details.__doc__ = own.__doc__
    of_errors.details = property(details)


@functools.cache
def find_shape(name: str) -> Any:
    """The SDK's type of an error in a body; ``None`` for other names. These types have the names of
    exceptions."""
    plain = re.sub(r"Object$", "", name.removeprefix("Beta"))
    if plain in ("Error", "SharedError"):
        return ErrorDetail
    if plain == "ErrorDetails":
        return ErrorDetails
    if plain.endswith("ErrorDetails") and base_of(plain.removesuffix("Details")) is not None:
        of_code = plain.removesuffix("Details")
        return kind_of(name, ErrorDetails, lambda value: _name_of(value.get("error_code", "")) == of_code)
    if plain not in _SHAPES:
        return None
    kind = _SHAPES[plain]
    return kind_of(name, ErrorDetail, lambda value: value.type == kind, f"An error of the type ``{kind}``.")


_SHAPES: Final = {
    "APIError": "api_error",
    "AuthenticationError": "authentication_error",
    "BillingError": "billing_error",
    "GatewayTimeoutError": "timeout_error",
    "InvalidRequestError": "invalid_request_error",
    "NotFoundError": "not_found_error",
    "OverloadedError": "overloaded_error",
    "PermissionError": "permission_error",
    "RateLimitError": "rate_limit_error",
}
