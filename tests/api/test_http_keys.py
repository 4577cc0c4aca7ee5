"""API keys: who is let in, under which name, and that a key is never told."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from ordojudge.core.errors import ConfigurationError, QueueFull
from ordojudge.ports import JobQueue
from ordojudge.settings import ApiSettings, Settings
from ordojudge_api.auth import load_keys
from ordojudge_api.serve import require_keys
from tests.api.service import Refusing, World, body
from tests.jobs.fakes import in_loop

KEY, HASHED_KEY, FILED_KEY = "correct-horse", "battery-staple", "of-the-file-1"
HASH = hashlib.sha256(HASHED_KEY.encode()).hexdigest()


def keys_of(keys: str | None = None, file: Path | None = None) -> ApiSettings:
    return ApiSettings(keys=None if keys is None else SecretStr(keys), keys_file=file)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "store")


@pytest.mark.parametrize(
    ("authorization", "status"),
    [
        pytest.param(None, 401, id="none"),
        pytest.param("", 401, id="empty"),
        pytest.param("Bearer", 401, id="no key after the scheme"),
        pytest.param(f"Basic {KEY}", 401, id="another scheme"),
        pytest.param("Bearer wrong-horse", 403, id="a wrong key"),
        pytest.param(f"Bearer {HASH}", 403, id="a hash instead of its key"),
        pytest.param("Bearer correct-hors", 403, id="a part of a key"),
        pytest.param("Bearer \u00e9" + "x" * 5000, 403, id="a long one of other letters"),
        pytest.param(f"Bearer {KEY}", 200, id="a key"),
        pytest.param(f"bearer {HASHED_KEY}", 200, id="a key known by its hash"),
        pytest.param(f"Bearer {FILED_KEY}", 200, id="a key of the file"),
    ],
)
@in_loop
async def test_only_keys_open_the_routes_that_cost(
    world: World, tmp_path: Path, authorization: str | None, status: int
) -> None:
    file = tmp_path / "keys"
    file.write_text(f"# for the trainers\n\n filed : {FILED_KEY} \n")
    headers = {} if authorization is None else {"authorization": authorization.encode("latin-1")}
    keys = SecretStr(f"{KEY}, hashed:sha256:{HASH}")
    async with world.open(keys=keys, keys_file=file) as api:
        posted = await api.client.post("/v1/grade", json=body(), headers=headers)  # type: ignore[arg-type]
        listed = await api.client.get("/v1/problems", headers=headers)  # type: ignore[arg-type]
        opened = [(await api.client.get(path)).status_code for path in ("/healthz", "/metrics")]
    assert (posted.status_code, listed.status_code, opened) == (status, status, [200, 200])
    if status == 401:
        assert posted.headers["www-authenticate"] == "Bearer"


@in_loop
async def test_jobs_belong_to_the_owner_of_the_key(world: World) -> None:
    clients = []

    class Seeing(Refusing):
        async def submit(self, *args: Any, client: str, **kwargs: Any) -> list[str]:
            clients.append(client)
            return await super().submit(*args, client=client, **kwargs)

    def see(queue: JobQueue) -> JobQueue:
        return Seeing(queue, QueueFull("", retry_after_s=1), times=0)

    async with world.open(queue=see, keys=SecretStr(f"alice:{KEY}")) as api:
        await api.client.post("/v1/grade", json=body(), headers={"authorization": f"Bearer {KEY}"})
    assert [client for client in clients if client != "self-test"] == ["alice"]


@pytest.mark.parametrize("key", ["a" * 9, "b" * 9, "c" * 9, "wrong-key", ""])
def test_a_key_is_compared_with_all_whether_or_not_it_is_right(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = load_keys(ApiSettings(keys=SecretStr(",".join(each * 9 for each in "abc"))))
    compared = 0

    def compare(one: bytes, other: bytes) -> bool:
        nonlocal compared
        compared += 1
        assert len(one) == len(other)  # in constant time only then
        return one == other

    monkeypatch.setattr("hmac.compare_digest", compare)
    assert (keys.owner(key) is not None) is (key[:1] in tuple("abc"))
    assert compared == 3


def test_a_key_without_a_name_is_named_by_its_hash() -> None:
    keys = load_keys(keys_of(f"sha256:{HASH.upper()}"))
    assert keys.owner(HASHED_KEY) == f"key-{HASH[:8]}"


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        pytest.param("short", "8 characters", id="too short"),
        pytest.param("me:", "8 characters", id="a name alone"),
        pytest.param("sha256:abc", "64 hexadecimal", id="half a hash"),
        pytest.param("a name:long-enough-1", "letters", id="a name with a space"),
        pytest.param("a:long-enough-1,a:long-enough-2", "twice", id="a name twice"),
        pytest.param("a:long-enough-1,b:long-enough-1", "twice", id="a key twice"),
    ],
)
def test_keys_that_cannot_be_are_refused_without_being_told(keys: str, told: str) -> None:
    with pytest.raises(ConfigurationError, match=told) as caught:
        load_keys(keys_of(keys))
    assert "ORDOJUDGE_API__KEYS: key" in str(caught.value)
    assert "long-enough" not in str(caught.value)


@pytest.mark.parametrize("content", [None, b"", b"# none\n", b"\xff\xfe"])
def test_a_file_without_keys_is_refused(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "keys"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConfigurationError, match="ORDOJUDGE_API__KEYS_FILE: "):
        load_keys(keys_of(file=file))


@pytest.mark.parametrize(
    ("host", "api", "served"),
    [
        ("127.0.0.1", {}, True),
        ("127.9.9.9", {}, True),
        ("::1", {}, True),
        ("localhost", {}, True),
        ("0.0.0.0", {}, False),  # noqa: S104 - what is refused
        ("::", {}, False),
        ("10.0.0.1", {}, False),
        ("localhost.example.org", {}, False),
        ("0.0.0.0", {"keys": SecretStr(KEY)}, True),  # noqa: S104
        ("0.0.0.0", {"keys": SecretStr(" , ")}, False),  # noqa: S104
        ("0.0.0.0", {"allow_anonymous": True}, True),  # noqa: S104
    ],
)
def test_strangers_are_not_served_unless_by_name(
    host: str, api: dict[str, Any], served: bool
) -> None:
    settings = Settings(api=ApiSettings(host=host, **api))
    if served:
        require_keys(settings)
    else:
        with pytest.raises(ConfigurationError, match="ORDOJUDGE_API__ALLOW_ANONYMOUS"):
            require_keys(settings)
