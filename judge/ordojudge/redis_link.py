"""The way to Redis: one client per process, and what is said when it can't be used."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog
from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ConnectionError,
    NoPermissionError,
    RedisError,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry

from ordojudge.core.errors import ConfigurationError, JudgeError
from ordojudge.settings import shown_url

log = structlog.get_logger(__name__)

OLDEST: Final = (6, 2)
"""The first version that has all that is used: moving entries between lists, looking one up."""

CONNECT_S: Final = 2.0
ANSWER_S: Final = 10.0
"""How long one command may take; a working Redis answers in less than a millisecond."""

_FIRST_PAUSE_S: Final = 0.02
_LONGEST_PAUSE_S: Final = 0.5


def connect(url: str, *, patience_s: float) -> Redis:
    """A client, which connects when it is first used. Thread-safe.

    Args:
        url: ``redis://``, ``rediss://`` or ``unix://``.
        patience_s: How long commands are tried again while the server is away, as while it restarts.

    Raises:
        ConfigurationError: that isn't such an URL.
    """
    pauses = 5 + round(patience_s / _LONGEST_PAUSE_S)  # the first five are short
    try:
        return Redis.from_url(
            url,
            socket_connect_timeout=CONNECT_S,
            socket_timeout=ANSWER_S,
            protocol=2,  # the newer one is unknown to servers that are to be told their age
            retry=Retry(
                ExponentialBackoff(base=_FIRST_PAUSE_S, cap=_LONGEST_PAUSE_S),
                pauses if patience_s else 0,
                (ConnectionError, TimeoutError),
            ),
        )
    except ValueError as error:
        raise ConfigurationError(f"Redis URL {shown_url(url)}: {error}") from None


def require_redis(url: str) -> None:
    """Refuse to start over a Redis that can't be used.

    Raises:
        ConfigurationError: one line that says what is wrong with it, without its password.
    """
    where = f"Redis at {shown_url(url)}"
    client = connect(url, patience_s=0)
    try:
        facts = client.info()
    except (AuthenticationError, AuthorizationError, NoPermissionError) as error:
        raise ConfigurationError(f"{where}: user or password not accepted: {error}") from None
    except ResponseError as error:
        refused = str(error).startswith(("NOAUTH", "WRONGPASS", "NOPERM"))
        reason = "user or password not accepted: " if refused else ""
        raise ConfigurationError(f"{where}: {reason}{error}") from None
    except (RedisError, OSError) as error:
        raise ConfigurationError(f"{where}: {error}") from None
    finally:
        client.close()
    version = str(facts.get("redis_version", "0"))
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())
    if numbers < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise ConfigurationError(f"{where}: version {version}; {oldest} or newer is needed")
    if not facts.get("aof_enabled"):
        log.warning("Redis keeps no log, so jobs are lost when it restarts", setting="appendonly")
    if facts.get("maxmemory") and facts.get("maxmemory_policy") != "noeviction":
        log.warning("Redis may drop jobs when its memory is full", setting="maxmemory-policy")


@contextmanager
def attributed(kind: type[JudgeError], action: str) -> Iterator[None]:
    """Attribute what Redis does to the driver that asked it.

    Args:
        kind: The error to raise in place of Redis'.
        action: What was being done, for the message.
    """
    try:
        yield
    except (RedisError, OSError) as error:
        raise kind(f"{action}: Redis: {error}") from error
