"""Who may use the API: keys, of which only hashes are kept in memory."""

import hashlib
import hmac
import re
from collections.abc import Iterator
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.security import HTTPBearer

from ordojudge.core.errors import ConfigurationError
from ordojudge.settings import ApiSettings
from ordojudge_api.http_errors import HttpProblem

ANONYMOUS: Final = "anonymous"
"""Whose jobs they are when no key is asked for."""

HASHED: Final = "sha256:"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LEAST_CHARACTERS: Final = 8


class ApiKeys:
    """The keys that are accepted, each with the name of its owner."""

    def __init__(self, owners: dict[bytes, str]) -> None:
        """Keys.

        Args:
            owners: Names by the SHA-256 of their key.
        """
        self._owners = owners

    def __bool__(self) -> bool:
        """Whether there are any; without them everyone is let in."""
        return bool(self._owners)

    def owner(self, key: str) -> str | None:
        """Whose key it is; none if nobody's. Takes as long for a wrong key as for a right one."""
        presented = hashlib.sha256(key.encode("utf-8", "replace")).digest()
        found = None
        for digest, name in self._owners.items():
            if hmac.compare_digest(digest, presented):
                found = name
        return found


def load_keys(settings: ApiSettings) -> ApiKeys:
    """The configured keys.

    Raises:
        ConfigurationError: one line that names the setting or the file's line, never a key.
    """
    owners: dict[bytes, str] = {}
    names: set[str] = set()
    for place, entry in _entries(settings):
        name, digest = _owner_and_digest(entry, place)
        if digest in owners or name in names:
            raise ConfigurationError(f"{place}: the key or its name is given twice")
        owners[digest] = name
        names.add(name)
    return ApiKeys(owners)


def _entries(settings: ApiSettings) -> Iterator[tuple[str, str]]:
    if settings.keys is not None:
        for number, entry in enumerate(settings.keys.get_secret_value().split(","), 1):
            if entry.strip():
                yield f"ORDOJUDGE_API__KEYS: key {number}", entry.strip()
    path = settings.keys_file
    if path is None:
        return
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise ConfigurationError(f"ORDOJUDGE_API__KEYS_FILE: {path}: {reason}") from None
    found = False
    for number, line in enumerate(lines, 1):
        entry = line.strip()
        if entry and not entry.startswith("#"):
            found = True
            yield f"{path}: line {number}", entry
    if not found:
        raise ConfigurationError(f"ORDOJUDGE_API__KEYS_FILE: {path}: there is no key in it")


def _owner_and_digest(entry: str, place: str) -> tuple[str, bytes]:
    name, colon, key = entry.partition(":")
    if not colon or entry.startswith(HASHED):
        name, key = "", entry
    key = key.strip()
    if key.startswith(HASHED):
        text = key.removeprefix(HASHED).lower()
        if not _DIGEST.fullmatch(text):
            raise ConfigurationError(f"{place}: {HASHED} needs 64 hexadecimal digits after it")
        digest = bytes.fromhex(text)
    elif len(key) < _LEAST_CHARACTERS:
        raise ConfigurationError(f"{place}: a key needs {_LEAST_CHARACTERS} characters or more")
    else:
        digest = hashlib.sha256(key.encode()).digest()
    name = name.strip() or f"key-{digest.hex()[:8]}"
    if not _NAME.fullmatch(name):
        raise ConfigurationError(f"{place}: a name is letters, digits, dots, dashes, underscores")
    return name, digest


class _Authenticated(HTTPBearer):
    """The name of the client that asks; a dependency of every route that costs anything."""

    async def __call__(self, request: Request) -> str:  # type: ignore[override]
        keys: ApiKeys = request.app.state.keys
        name = ANONYMOUS
        if keys:
            credentials = await super().__call__(request)
            if credentials is None:
                raise HttpProblem(
                    401,
                    "key-missing",
                    "an API key is needed: Authorization: Bearer KEY",
                    headers={"WWW-Authenticate": "Bearer"},
                )
            owner = keys.owner(credentials.credentials)
            if owner is None:
                raise HttpProblem(403, "key-unknown", "this API key is not accepted here")
            name = owner
        request.scope["client_name"] = name
        return name


ClientName = Annotated[
    str,
    Depends(
        _Authenticated(
            scheme_name="HTTPBearer",
            auto_error=False,
            description="An API key, where the service asks for one.",
        )
    ),
]
