"""What every problem store promises, whatever it keeps problems in."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ordojudge.core.errors import ProblemError, ProblemNotFound
from ordojudge.core.models import MAX_TESTS, Problem, TestCase, problem_from_data
from ordojudge.core.texts import to_bytes
from ordojudge.ports import ProblemStore
from ordojudge.problem_folder import document_of
from ordojudge.problem_store import FileProblemStore
from ordojudge.problems import problem_digest
from ordojudge.redis_link import connect
from ordojudge.redis_problems import RedisProblemStore
from tests.redis_server import RedisServer

LONG = "1 2 3\n" * 1000

PROBLEM: dict[str, Any] = {
    "problem_id": "sum",
    "statement": "Add.",
    "tests": [
        {"case_id": "short", "input": "1 2\n", "output": "3\n", "group": "sample"},
        {"case_id": "long", "input": LONG, "output": "6\n" * 1000},
    ],
}
CALL: dict[str, Any] = {
    "problem_id": "call",
    "interface": {"type": "function", "entry_point": "f"},
    "tests": [{"case_id": "1", "input": [1], "output": 2}],
}

OpenStore = Callable[[], ProblemStore]


@pytest.fixture(params=["files", "redis"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStore]:
    """Opens the same store again and again, as its processes do."""
    if request.param == "files":
        yield lambda: FileProblemStore(tmp_path / "store")
        return
    redis: RedisServer = request.getfixturevalue("redis")
    name = redis.settings().name
    with closing(connect(redis.url, patience_s=0)) as client:
        yield lambda: RedisProblemStore(
            client, name=name, cache_folder=tmp_path / "cache", cache_bytes=1 << 30
        )


@pytest.fixture
def store(open_store: OpenStore) -> ProblemStore:
    return open_store()


def as_problem(data: dict[str, Any]) -> Problem:
    return problem_from_data(data)


def cut(document: bytes, size: int) -> Iterator[bytes]:
    return (document[start : start + size] for start in range(0, len(document), size))


def registered(store: ProblemStore, digest: str) -> Problem:
    """A problem of the store, with all its texts in place again."""
    with store.folder(digest) as folder:
        document = b"".join(document_of(store.get(digest), folder))
    return as_problem(json.loads(document))


def with_test(problem: dict[str, Any], **fields: object) -> dict[str, Any]:
    return {**problem, "tests": [{"case_id": "1", **fields}]}


# ------------------------------------------------------------------ what goes in comes out


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(PROBLEM, id="short and long texts"),
        pytest.param(
            with_test(PROBLEM, input="a\udcff\udcc3" * 900, output="é😀\r\n" * 900), id="odd bytes"
        ),
        pytest.param(with_test(PROBLEM, input="", output=""), id="empty texts"),
        pytest.param(CALL, id="a function's values"),
        pytest.param(
            with_test(CALL, input=[list(range(900))], output="x" * 2000), id="long values"
        ),
        pytest.param(
            with_test(CALL, input=json.dumps([[1] * 900]), output="2"), id="values as texts"
        ),
        pytest.param(
            with_test(CALL, output="é" * 2000, input={"s": "é" * 2000}), id="output first"
        ),
        pytest.param(
            {
                **with_test(PROBLEM, input="assert f(1) == 1\n" * 200),
                "interface": {"type": "asserts", "entry_point": "f"},
            },
            id="statements",
        ),
        pytest.param(
            {
                **with_test(PROBLEM, input=LONG, output=None),
                "checker": {
                    "type": "program",
                    "language": "python",
                    "source": "print('\udcff')",
                    "protocol": "testlib",
                },
            },
            id="no output, for a checker program",
        ),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_a_problem_is_the_same_whole_or_in_pieces(
    data: dict[str, Any], size: int, open_store: OpenStore
) -> None:
    problem = as_problem(data)
    digest = open_store().put(problem)
    assert digest == problem_digest(problem)
    assert open_store().put_stream(cut(json.dumps(data).encode(), size)) == digest
    again = open_store()
    assert again.digest(problem.problem_id) == digest
    assert registered(again, digest) == problem


def test_the_order_of_keys_is_of_no_matter(store: ProblemStore) -> None:
    document = json.dumps(dict(reversed(CALL.items()))).encode()
    assert store.put_stream([document]) == problem_digest(as_problem(CALL))


def as_json(data: object) -> bytes:
    """With characters as they are, where UTF-8 has them."""
    try:
        return json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(data).encode()


def as_bytes(test: TestCase) -> tuple[bytes, bytes]:
    return to_bytes(test.input or ""), to_bytes(test.output or "")


texts = st.text(
    st.characters(exclude_categories=["Cs"])
    | st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF)
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    tests=st.lists(st.tuples(texts, texts, st.sampled_from([1, 700])), min_size=1, max_size=4),
    size=st.integers(1, 5000),
)
def test_any_texts_come_back(
    tests: list[tuple[str, str, int]], size: int, store: ProblemStore
) -> None:
    data = {
        "problem_id": "any",
        "tests": [
            {"case_id": str(index), "input": first * times, "output": second * times}
            for index, (first, second, times) in enumerate(tests)
        ],
    }
    problem = as_problem(data)
    digest = store.put_stream(cut(as_json(data), size))
    assert digest == problem_digest(problem) == store.put(problem)
    kept = registered(store, digest)
    assert [as_bytes(test) for test in kept.tests] == [as_bytes(test) for test in problem.tests]


def test_a_problem_is_one_object_while_it_is_used(store: ProblemStore) -> None:
    digest = store.put(as_problem(PROBLEM))
    assert store.get(digest) is store.get(digest)


def test_a_new_statement_is_no_new_problem(open_store: OpenStore) -> None:
    store = open_store()
    digest = store.put(as_problem(PROBLEM))
    assert store.get(digest).statement == "Add."
    assert open_store().put(as_problem({**PROBLEM, "statement": "Add them."})) == digest
    assert store.get(digest).statement == "Add them."


def test_test_files_can_be_read_but_not_written(store: ProblemStore) -> None:
    digest = store.put(as_problem(PROBLEM))
    with store.folder(digest) as folder:
        assert folder is not None
        name = store.get(digest).tests[1].input_file
        assert name is not None
        assert (folder / name).read_text() == LONG
        assert (folder / name).stat().st_mode & 0o777 == 0o444


# ------------------------------------------------------------------ ids


def test_an_id_names_what_was_registered_last_and_the_version_before_can_still_be_had(
    open_store: OpenStore,
) -> None:
    store = open_store()
    versions = [
        store.put(as_problem({**PROBLEM, "limits": {"cpu_s": cpu_s}})) for cpu_s in (1, 2, 3)
    ]
    assert open_store().digest("sum") == versions[2]
    assert store.get(versions[1]).limits.cpu_s == 2
    with pytest.raises(ProblemNotFound):
        store.get(versions[0])
    assert store.put(as_problem({**PROBLEM, "limits": {"cpu_s": 2}})) == versions[1]
    assert store.digest("sum") == versions[1]
    assert store.ids() == ["sum"]


def test_a_deleted_problem_is_gone_with_all_its_versions(open_store: OpenStore) -> None:
    store = open_store()
    other = store.put(as_problem({**PROBLEM, "problem_id": "other"}))
    digests = [store.put(as_problem({**PROBLEM, "limits": {"cpu_s": s}})) for s in (1, 2)]
    store.delete("sum")
    for digest in digests:
        with pytest.raises(ProblemNotFound, match=digest):
            open_store().get(digest)
        with pytest.raises(ProblemNotFound), store.folder(digest):
            pass
    for missing in (store.digest, store.delete):
        with pytest.raises(ProblemNotFound, match="sum"):
            missing("sum")
    assert store.ids() == ["other"]
    assert registered(store, other).problem_id == "other"


def test_what_is_not_there_is_named(store: ProblemStore) -> None:
    with pytest.raises(ProblemNotFound, match="nobody"):
        store.digest("nobody")
    with pytest.raises(ProblemNotFound, match="nobody"):
        store.delete("nobody")
    for digest in ("0" * 64, "../../etc/passwd", ""):
        with pytest.raises(ProblemNotFound):
            store.get(digest)
    assert store.ids() == []


def test_ids_come_in_order_a_page_at_a_time(open_store: OpenStore) -> None:
    ids = ["a", "A", "..", ".", "a/b", "a%2Fb", "é", "x" * 256, "\U0001f600" * 256, " ", "-", "\n"]
    store = open_store()
    for problem_id in ids:
        store.put(as_problem({**CALL, "problem_id": problem_id}))
    pages: list[str] = []
    while page := open_store().ids(after=pages[-1] if pages else "", limit=5):
        assert len(page) <= 5
        pages += page
    assert pages == sorted(ids)
    assert [store.get(store.digest(each)).problem_id for each in ids] == ids


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        pytest.param(b"", "problem: line 1 column 1: an object is needed", id="nothing"),
        pytest.param(b"[]", "line 1 column 1: an object is needed", id="no object"),
        pytest.param(json.dumps(PROBLEM)[:-2].encode(), "is needed", id="cut off"),
        pytest.param(
            json.dumps(PROBLEM)[:200].encode(), "a string is not closed", id="cut off in a test"
        ),
        pytest.param(
            json.dumps(PROBLEM).encode() + b"{}", "more after its end", id="more after it"
        ),
        pytest.param(b'{"problem_id": "a\xff"}', "line 1: not UTF-8", id="not UTF-8"),
        pytest.param(
            b'{"tests":[{"input":"\\ud800"}]}', "stands for no character", id="half a pair"
        ),
        pytest.param(b'{"tests":[{"input":"\\udc00"}]}', r"tests\.0\.input.*no byte", id="no byte"),
        pytest.param(
            b'{"tests":[{"input":"a\nb"}]}', "Invalid control character", id="a raw newline"
        ),
        pytest.param(b'{"tests":[], "tests":[]}', "'tests' is given twice", id="a key twice"),
        pytest.param(
            b'{"tests":[{"input":"1","input":"2"}]}', "'input' is given twice", id="twice in a test"
        ),
        pytest.param(b'{"limits":{"cpu_s":NaN}}', "not JSON: NaN", id="NaN"),
        pytest.param(b'{"x":1}', "x: unknown key", id="an unknown key"),
        pytest.param(
            b'{"tests":[{"ouput":"1"}]}', r"tests\.0\.ouput: unknown key", id="unknown in a test"
        ),
        pytest.param(b'{"tests":[1]}', "column 11: an object is needed", id="a test that is none"),
        pytest.param(b'{"problem_id":"a","tests":{}}', "tests: ", id="tests that are none"),
        pytest.param(b'{"problem_id":"a","tests":[]}', "tests: .*at least 1", id="no tests"),
        pytest.param(
            b'{"tests":[' + b"{}," * MAX_TESTS + b"{}]}", "more than 10,000", id="too many tests"
        ),
        pytest.param(b'{"limits":' + b"[" * 100_000, "not JSON|nested", id="deep nesting, cut off"),
        pytest.param(
            b'{"limits":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
            "nested too deeply",
            id="deep nesting",
        ),
        pytest.param(
            json.dumps(with_test(PROBLEM, input_file="a", output="1")).encode(),
            r"tests\.0\.input_file: .* carries its tests",
            id="a file by name",
        ),
        pytest.param(
            json.dumps(with_test(PROBLEM, input=[1], output="1")).encode(),
            r"tests\.0\.input: a text is needed",
            id="a value for a program",
        ),
        pytest.param(
            json.dumps(with_test(PROBLEM, input="1", output=1)).encode(),
            r"tests\.0\.output: a text is needed",
            id="a value to be printed",
        ),
        pytest.param(
            json.dumps(with_test(CALL, input="[" + "1," * 2000, output="1")).encode(),
            r"tests\.0\.input: line 1 column 4002: not JSON",
            id="a long input that is no JSON",
        ),
        pytest.param(
            json.dumps(with_test(CALL, input='"' + "1" * 2000 + '"', output="1")).encode(),
            r"tests\.0\.input: a JSON array of arguments is needed",
            id="a long input that is no list",
        ),
        pytest.param(
            json.dumps({**PROBLEM, "tests": PROBLEM["tests"] * 2}).encode(),
            "used twice",
            id="a case twice",
        ),
    ],
)
def test_a_bad_document_is_refused_in_one_line_and_leaves_nothing(
    document: bytes, complaint: str, store: ProblemStore
) -> None:
    with pytest.raises(ProblemError, match=complaint) as caught:
        store.put_stream(cut(document, 1000))
    assert str(caught.value).startswith("problem: ")
    assert "\n" not in str(caught.value)
    assert store.ids() == []


def test_a_problem_with_tests_still_in_files_is_refused(store: ProblemStore) -> None:
    with pytest.raises(ProblemError, match=r"tests\.0\.input_file: 'a' must be loaded first"):
        store.put(as_problem(with_test(PROBLEM, input_file="a", output="1")))
    assert store.ids() == []


@pytest.mark.parametrize(
    ("expected", "complaint"),
    [
        pytest.param(
            {"problem_id": "product"}, "'sum', where 'product' is expected", id="another id"
        ),
        pytest.param({"digest": "0" * 64}, f"where {'0' * 64} is expected", id="another digest"),
    ],
)
def test_what_is_not_as_expected_is_not_registered(
    expected: dict[str, str], complaint: str, store: ProblemStore
) -> None:
    document = json.dumps(PROBLEM).encode()
    with pytest.raises(ProblemError, match=complaint):
        store.put_stream([document], **expected)
    assert store.ids() == []
    digest = problem_digest(as_problem(PROBLEM))
    assert store.put_stream([document], problem_id="sum", digest=digest.upper()) == digest


def test_what_reading_a_document_raises_comes_out(store: ProblemStore) -> None:
    class Gone(Exception):
        pass

    def chunks() -> Iterator[bytes]:
        yield json.dumps(PROBLEM)[:300].encode()
        raise Gone

    with pytest.raises(Gone):
        store.put_stream(chunks())
    assert store.ids() == []


# ------------------------------------------------------------------ in use


def test_files_in_use_stay_when_their_problem_is_deleted(open_store: OpenStore) -> None:
    store = open_store()
    digest = store.put(as_problem(PROBLEM))
    problem = store.get(digest)
    with store.folder(digest) as folder:
        open_store().delete("sum")
        assert folder is not None
        assert sorted(os.listdir(folder)) == sorted(
            [
                "problem.json",
                *(
                    name
                    for name in (problem.tests[1].input_file, problem.tests[1].output_file)
                    if name
                ),
            ]
        )
