"""What tests share: the sandbox of this machine, a judge over it, the data beside the clone.

A service that is absent skips the tests that need it, by name.
``ORDOJUDGE_TEST_REQUIRE`` lists, by commas, the services whose absence fails them instead.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.ports import Sandbox
from ordojudge.service import Judge
from ordojudge.settings import load_settings
from ordojudge_api.wiring import open_sandbox

if TYPE_CHECKING:
    from tests.redis_server import RedisServer

ROOT = Path(__file__).resolve().parents[1]

# Each test has a timeout already; one example may take long on a busy machine.
hypothesis_settings.register_profile(
    "ordojudge", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("ordojudge")


def required() -> list[str]:
    """The ids of services whose absence fails tests."""
    return os.environ.get("ORDOJUDGE_TEST_REQUIRE", "").split(",")


def absent(service: str, name: str, reason: str) -> NoReturn:
    """Skip the test for want of a service, or fail it where the service is required.

    Args:
        service: Its id in ``ORDOJUDGE_TEST_REQUIRE``.
        name: Its name for people.
        reason: What is missing.
    """
    message = f"{name}: {reason}"
    if service in required():
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data: ``ORDOJUDGE_TEST_SHARED``, or ``shared`` beside the clone."""
    folder = Path(os.environ.get("ORDOJUDGE_TEST_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        absent("shared", "shared data", f"there is no folder {folder}")
    return folder


@contextmanager
def opened_sandbox(driver: str) -> Iterator[Sandbox]:
    """The sandbox of a driver, as configured by the environment; where there is none, the test is skipped."""
    with ExitStack() as stack:
        try:
            opened = stack.enter_context(open_sandbox(load_settings(driver=driver)))
        except SandboxUnavailable as error:
            absent("sandbox" if driver == "local" else driver, f"{driver} sandbox", str(error))
        yield opened


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """The sandbox of the driver that ``ORDOJUDGE_TEST_SANDBOX`` names; the local one by default."""
    with opened_sandbox(os.environ.get("ORDOJUDGE_TEST_SANDBOX", "local")) as opened:
        yield opened


@pytest.fixture(scope="session")
def judge(sandbox: Sandbox) -> Judge:
    """A judge over that sandbox."""
    return Judge(sandbox)


@pytest.fixture(scope="session")
def redis() -> "Iterator[RedisServer]":
    """A Redis that tests share; each queue in it has a name of its own."""
    from tests.redis_server import redis_server  # it needs `absent`

    with redis_server() as server:
        yield server
