"""Problems in the Redis where jobs wait: registered ones, and those that come along with requests.

With N for the name that all keys begin with:

- ``N:problems:ids`` is the sorted set of ids
- ``N:problems:id:ID`` holds the digests that an id stands for, the present one first
- ``N:problems:content:DIGEST`` names the upload that holds the problem
- ``N:problems:upload:NAME`` is a hash: the document, and the archive cut into numbered pieces
- ``N:problems:inline:DIGEST`` is a problem that nobody registered, for a while
"""

import io
import json
import tempfile
import uuid
import zipfile
import zlib
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from redis import Redis

from ordojudge.core.errors import ProblemNotFound, StoreError
from ordojudge.core.models import Problem, problem_from_json
from ordojudge.problem_archive import (
    COMPRESSION_LEVEL,
    DAMAGE,
    PIECE_BYTES,
    VERSIONS,
    ArchivedProblems,
    pack,
    problem_of,
    require_digest,
)
from ordojudge.problem_cache import ProblemCache
from ordojudge.problem_folder import ProblemFolder
from ordojudge.problems import PROBLEM_FILE
from ordojudge.redis_link import attributed

ABANDONED_S: Final = 3600
"""After this an upload that wasn't completed is dropped."""

INLINE_S: Final = 3600
"""How long a problem that came along with a request is kept after the latest one."""

_DOCUMENT: Final = "document"

_CHANGE: Final = """
local N, id, digest, upload = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local call = redis.call
local function drop(old)
  local there = call('GET', N .. 'content:' .. old)
  if there then call('UNLINK', N .. 'upload:' .. there) end
  call('DEL', N .. 'content:' .. old)
end
local known = call('GET', N .. 'id:' .. id)
local versions = known and cjson.decode(known) or {}
if digest == '' then
  for _, old in ipairs(versions) do drop(old) end
  call('DEL', N .. 'id:' .. id)
  call('ZREM', N .. 'ids', id)
  return known and 1 or 0
end
if call('PERSIST', N .. 'upload:' .. upload) == 0 then return 0 end
local before = call('GET', N .. 'content:' .. digest)
if before then call('UNLINK', N .. 'upload:' .. before) end
call('SET', N .. 'content:' .. digest, upload)
local kept = {digest}
for _, old in ipairs(versions) do
  if old ~= digest then
    if #kept < tonumber(ARGV[4]) then kept[#kept + 1] = old else drop(old) end
  end
end
call('SET', N .. 'id:' .. id, cjson.encode(kept))
call('ZADD', N .. 'ids', 0, id)
return 1
"""
"""Make an id stand for an uploaded digest, or for none if that is empty; tells whether there was one."""


class RedisProblemStore(ArchivedProblems):
    """A `ports.ProblemStore` in Redis. Thread-safe, and shared by any number of processes."""

    def __init__(self, redis: Redis, *, name: str, cache_folder: Path, cache_bytes: int) -> None:
        """Open a store.

        Args:
            redis: A client.
            name: How the names of its keys begin.
            cache_folder: Where this machine unpacks problems.
            cache_bytes: The size that the unpacked ones are kept under.
        """
        super().__init__(ProblemCache(cache_folder, max_bytes=cache_bytes))
        self._redis: Any = redis
        self._prefix = f"{name}:problems:"
        self._cache_folder = cache_folder
        self._change = redis.register_script(_CHANGE)

    # -- ports.ProblemStore, beside what all archived problems have

    def digest(self, problem_id: str) -> str:
        """See `ports.ProblemStore`."""
        with attributed(StoreError, "finding a problem"):
            text = self._redis.get(self._id_key(problem_id))
        if text is None:
            raise ProblemNotFound(f"{problem_id}: no problem of this id is registered")
        return str(json.loads(text)[0])

    def ids(self, *, after: str = "", limit: int = 100) -> list[str]:
        """See `ports.ProblemStore`."""
        low = b"(" + _encoded(after) if after else b"-"
        with attributed(StoreError, "listing problems"):
            found = self._redis.zrangebylex(f"{self._prefix}ids", low, b"+", 0, limit)
        return [each.decode("utf-8", "surrogatepass") for each in found]

    def delete(self, problem_id: str) -> None:
        """See `ports.ProblemStore`."""
        with attributed(StoreError, "deleting a problem"):
            arguments: list[bytes | str | int] = [_encoded(problem_id), "", "", VERSIONS]
            if not self._change(keys=[self._prefix], args=arguments):
                raise ProblemNotFound(f"{problem_id}: no problem of this id is registered")

    # -- content

    def _register(self, folder: ProblemFolder, problem: Problem, digest: str) -> None:
        upload = uuid.uuid4().hex
        key = f"{self._prefix}upload:{upload}"
        with self._scratch() as file, attributed(StoreError, "registering a problem"):
            pack(folder.path, file)
            file.seek(0)
            document = (folder.path / PROBLEM_FILE).read_bytes()
            self._redis.hset(key, _DOCUMENT, zlib.compress(document, COMPRESSION_LEVEL))
            self._redis.expire(key, ABANDONED_S)
            for number, piece in enumerate(iter(lambda: file.read(PIECE_BYTES), b"")):
                self._redis.hset(key, str(number), piece)
            self._cache.keep(folder.path, digest)
            arguments: list[bytes | str | int] = [
                _encoded(problem.problem_id),
                digest,
                upload,
                VERSIONS,
            ]
            if not self._change(keys=[self._prefix], args=arguments):
                raise StoreError("registering a problem: it took too long; register it again")

    def _revision(self, digest: str) -> Hashable:
        return self._upload(digest)

    def _document(self, digest: str) -> Problem:
        with _damage_named(digest), attributed(StoreError, "reading a problem"):
            packed = self._piece(digest, _DOCUMENT)
            return problem_of(zlib.decompress(packed), digest)

    @contextmanager
    def _opened(self, digest: str) -> Iterator[zipfile.ZipFile]:
        with self._scratch() as file:
            with attributed(StoreError, "fetching a problem"):
                self._fetch(digest, file)
            with _damage_named(digest), zipfile.ZipFile(file) as archive:
                yield archive

    def _fetch(self, digest: str, file: io.BufferedRandom) -> None:
        key = f"{self._prefix}upload:{self._upload(digest)}"
        for number in range(self._redis.hlen(key) - 1):
            piece = self._redis.hget(key, str(number))
            if piece is None:
                raise StoreError(f"problem {digest}: changed while it was read; try again")
            file.write(piece)
        file.seek(0)

    def _piece(self, digest: str, field: str) -> bytes:
        for _ in range(2):  # it may be registered anew between the two questions
            piece: bytes | None = self._redis.hget(
                f"{self._prefix}upload:{self._upload(digest)}", field
            )
            if piece is not None:
                return piece
        raise zipfile.BadZipFile("its content is missing")

    def _upload(self, digest: str) -> str:
        with attributed(StoreError, "finding a problem"):
            found = self._redis.get(f"{self._prefix}content:{require_digest(digest)}")
        if found is None:
            raise ProblemNotFound(f"{digest}: no problem of this digest is stored")
        return str(found, "ascii")

    def _id_key(self, problem_id: str) -> bytes:
        return f"{self._prefix}id:".encode("ascii") + _encoded(problem_id)

    @contextmanager
    def _scratch(self) -> Iterator[io.BufferedRandom]:
        self._cache_folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=self._cache_folder) as file:
            yield file


class InlineShelf:
    """Problems that came along with requests, where workers find them by digest. Thread-safe."""

    def __init__(self, redis: Redis, *, name: str) -> None:
        """The shelf of this name."""
        self._redis: Any = redis
        self._prefix = f"{name}:problems:inline:"

    def put(self, digest: str, problem: Problem) -> None:
        """Keep a problem for a while from now; costs little if it is there.

        Raises:
            StoreError: Redis failed.
        """
        with attributed(StoreError, "keeping a problem that came along"):
            if not self._redis.expire(self._prefix + digest, INLINE_S):
                document = json.dumps(problem.model_dump(exclude_none=True)).encode("ascii")
                packed = zlib.compress(document, COMPRESSION_LEVEL)
                self._redis.set(self._prefix + digest, packed, ex=INLINE_S)

    def get(self, digest: str) -> Problem:
        """The problem of a digest.

        Raises:
            ProblemNotFound: it isn't kept, or no more.
            StoreError: Redis failed.
        """
        with attributed(StoreError, "fetching a problem that came along"):
            packed = self._redis.get(self._prefix + digest)
        if packed is None:
            raise ProblemNotFound(f"{digest}: no problem of this digest is stored")
        with _damage_named(digest):
            return problem_from_json(zlib.decompress(packed), where="problem")


def _encoded(problem_id: str) -> bytes:
    return problem_id.encode("utf-8", "surrogatepass")


@contextmanager
def _damage_named(digest: str) -> Iterator[None]:
    try:
        yield
    except DAMAGE as error:
        raise StoreError(
            f"problem {digest}: damaged in Redis: {error}; register the problem again"
        ) from error
