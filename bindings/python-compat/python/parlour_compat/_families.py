"""Families of names that the official SDK has and this package lacks, each with its advice."""

from __future__ import annotations

import re
from typing import Any, Final

from ._refusals import CLIENT_OPTIONS, MEMBERS, NAMES, refused

_TOOLSET: Final = NAMES["BetaAbstractBrowserToolset20260801"]
_FAMILIES: Final = (
    (r"(Beta)?(Response)?(Browser|Computer)[A-Z]\w*|(BETA_)?(BROWSER|COMPUTER)_MEMBER_NAME_VALUES", _TOOLSET),
    (
        r"Beta(Async)?(Browser|Computer|Confirm|Dialog|File|LocalFile|Navigation|Runnable|Screenshot)[A-Z]\w*",
        _TOOLSET,
    ),
    (r"Beta(Async)?(ToolConfigs|Toolset\w+|URL[A-Z]\w*)", _TOOLSET),
    (
        r"(Confirm|Disabled|Invalid|Tab|Toolset|URL|Unavailable|Unknown|Upload)(Member|Missing)?[A-Z]\w*Error",
        _TOOLSET,
    ),
    (r"(Resolved)?OpenTelemetry\w+", CLIENT_OPTIONS["open_telemetry"]),
    (r"MANAGED_AGENTS_\w+", MEMBERS["agents"]),
    (r"RetryableError", CLIENT_OPTIONS["middleware"]),
    (r"\w+With(Raw|Streaming)Response", MEMBERS["with_raw_response"]),
    (
        r"(Async)?(AccessToken|BaseURLBound|Credential|IdentityToken|WorkloadIdentity)\w+",
        NAMES["IdentityTokenFile"],
    ),
    (r"(Beta)?\w*ManagedAgents\w+", MEMBERS["agents"]),
    (r"(Beta)?(MessageThread\w*|Thread(Create|Send|Continue)Params|ThreadUnsupported\w+)", MEMBERS["thread"]),
    (
        r"(Beta)?(Deleted)?(Agent|Deployment|DeploymentRun|Dream|Environment|MemoryStore|Session|Tunnel|UserProfile|Vault)"
        r"([A-Z]\w*)?",
        MEMBERS["agents"],
    ),
    (
        r"(Beta)?(CloudConfig|LimitedNetwork|Packages|SelfHostedConfig|UnrestrictedNetwork)(Params?)?",
        MEMBERS["agents"],
    ),
    (
        r"(Beta)?(OutputBehavior\w*|Organization|OrganizationInfo|OrganizationRole|MonetaryAmount(Param)?)",
        MEMBERS["agents"],
    ),
)


_MODULES: Final = re.compile(
    r"parlour_compat\.types\.(beta\.)?(agents|deployments|dreams|environments|memory_stores|organization|sessions|tunnels"
    r"|user_profiles|vaults)\b.*"
)
"""Modules of types for features that this package lacks."""


def of_module(module: str, name: str) -> Any:
    """The refusal for a name of one of these modules; ``None`` for others."""
    return refused(name, MEMBERS["agents"]) if _MODULES.fullmatch(module) and name[:1].isupper() else None


def of_family(name: str) -> Any:
    """The refusal for a name of one of these families; ``None`` for others."""
    for pattern, advice in _FAMILIES:
        if re.fullmatch(pattern, name):
            return refused(name, advice)
    return None
