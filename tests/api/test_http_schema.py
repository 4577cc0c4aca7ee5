"""Requests made up from the OpenAPI document: none of them may be answered with a failure of the service."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode

from tests.api.service import PAIR_SUM, World

OPERATIONS = [
    ("POST", "/v1/grade"),
    ("POST", "/v1/grade/batch"),
    ("POST", "/v1/reward"),
    ("POST", "/v1/complexity"),
    ("POST", "/v1/complexity"),
    ("GET", "/v1/jobs/{job_id}"),
    ("DELETE", "/v1/jobs/{job_id}"),
    ("PUT", "/v1/problems/{problem_id}"),
    ("GET", "/v1/problems/{problem_id}"),
    ("HEAD", "/v1/problems/{problem_id}"),
    ("DELETE", "/v1/problems/{problem_id}"),
    ("GET", "/v1/problems"),
    ("GET", "/v1/languages"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
]

WITHOUT_INPUT = {"/healthz", "/readyz", "/metrics"}

bounded = settings(
    max_examples=10,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread."""
    started = threading.Event()
    servers = []
    listener = socket.create_server(("127.0.0.1", 0))

    async def serve() -> None:
        async with World(tmp_path_factory.mktemp("world")).open(timeout_s=5) as api:
            await api.ready()
            await api.client.put("/v1/problems/pair-sum", json=PAIR_SUM)
            config = uvicorn.Config(api.app, log_config=None, lifespan="off")
            servers.append(uvicorn.Server(config))
            started.set()
            await servers[0].serve(sockets=[listener])

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert started.wait(20)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    servers[0].should_exit = True
    thread.join(20)


@pytest.fixture(scope="module")
def schema(url: str) -> Any:
    return schemathesis.openapi.from_dict(httpx.get(f"{url}/openapi.json").json())


def test_every_operation_is_tried(schema: Any) -> None:
    found = {
        (operation.method.upper(), operation.path)
        for operation in (each.ok() for each in schema.get_all_operations())
    }
    assert found == set(OPERATIONS)


@pytest.mark.parametrize(
    ("method", "path", "mode"),
    [
        pytest.param(method, path, mode, id=f"{method} {path} {mode.value}")
        for method, path in OPERATIONS
        for mode in GenerationMode
        if mode is GenerationMode.POSITIVE or path not in WITHOUT_INPUT
    ],
)
def test_no_request_makes_the_service_fail(
    method: str, path: str, mode: GenerationMode, schema: Any, url: str
) -> None:
    strategy = schema[path][method].as_strategy(generation_mode=mode)
    not_ready = {503} if path == "/readyz" else set()

    @bounded
    @given(case=strategy)
    def told(case: Any) -> None:
        answer = case.call(base_url=url, timeout=20)
        assert answer.status_code < 500 or answer.status_code in not_ready, answer.text

    told()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values, max_size=4) | st.dictionaries(st.text(), values, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize("path", ["/v1/grade", "/v1/grade/batch", "/v1/reward", "/v1/complexity"])
def test_no_document_makes_the_service_fail(path: str, url: str) -> None:
    with httpx.Client(base_url=url, timeout=20) as client:

        @bounded
        @given(
            content=st.binary(max_size=200) | json_values.map(lambda value: repr(value).encode())
        )
        def told(content: bytes) -> None:
            answer = client.post(
                path, content=content, headers={"content-type": "application/json"}
            )
            assert 400 <= answer.status_code < 500

        told()
