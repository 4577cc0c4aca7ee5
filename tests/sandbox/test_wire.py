"""What travels between judge, runner and spawn server: layouts of both sides, and messages whole."""

import os
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.sandbox import wire
from ordojudge.sandbox.memory_files import MemoryFile

SPAWN_SERVER = Path(wire.__file__).with_name("spawnd.c")

# ------------------------------------------------------------------- structures in C

REQUEST = {
    "uid": 1001,
    "argc": 2,
    "envc": 3,
    "processes": 64,
    "files": 256,
    "flags": wire.KEEP_WORK | wire.PLAIN,
    "cpu_us": 1 << 33,
    "wall_us": 1 << 34,
    "patience_us": 1 << 35,
    "stack": 1 << 36,
    "file_size": 1 << 37,
    "memory": 1 << 38,
}
REPORT = {
    "status": -9,
    "error": 22,
    "oom_kills": 3,
    "wall_us": 1 << 33,
    "cpu_us": 1 << 34,
    "run_delay_us": 1 << 35,
    "peak_bytes": 1 << 36,
    "left": 7,
}

MAIN = """
int main(void) {{
  struct request request;
  struct report report = {{ {report}, .stopped = STOPPED_MEMORY }};
  if (fread(&request, sizeof request, 1, stdin) != 1 || getchar() != 'a') return 1;
  {prints}
  fprintf(stderr, "{constants}", {names});
  return fwrite(&report, sizeof report, 1, stdout) != 1;
}}
"""


@pytest.fixture(scope="module")
def echo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program with the spawn server's structures: reads a request, and tells what it holds."""
    source = SPAWN_SERVER.read_text()
    declarations = re.findall(
        r"^(?:struct (?:request|report)|enum) \{.*?\};$", source, re.DOTALL | re.MULTILINE
    )
    names = ["KEEP_WORK", "PLAIN", *(f"STOPPED_{name.upper()}" for _, name in wire.STOPS)]
    kept = [text for text in declarations if "struct" in text or any(n in text for n in names)]
    folder = tmp_path_factory.mktemp("echo")
    (folder / "echo.c").write_text(
        "#include <stdint.h>\n#include <stdio.h>\n"
        + "\n".join(kept)
        + MAIN.format(
            report=", ".join(f".{name} = {value}" for name, value in REPORT.items()),
            prints="\n  ".join(
                f'fprintf(stderr, "{name} %llu\\n", (unsigned long long)request.{name});'
                for name in REQUEST
            ),
            constants="".join(f"{name} %d\\n" for name in names),
            names=", ".join(names),
        )
    )
    subprocess.run(["gcc", "-Wall", "-Werror", "-o", "echo", "echo.c"], cwd=folder, check=True)
    return folder / "echo"


def test_c_and_python_agree_on_requests_and_reports(echo: Path) -> None:
    allowance = wire.Allowance(**{name: REQUEST[name] for name in wire.Allowance._fields})
    request = wire.pack_request(
        allowance,
        uid=REQUEST["uid"],
        argv=[b"a", b"b"],
        environment=[b"X=1", b"Y=", b"Z"],
        flags=REQUEST["flags"],
    )
    assert request[wire.REQUEST_BYTES :] == b"a\0b\0X=1\0Y=\0Z\0"

    done = subprocess.run([echo], input=request, capture_output=True, check=True)
    told = dict(line.split() for line in done.stderr.decode().splitlines())
    assert {name: int(told[name]) for name in REQUEST} == REQUEST
    assert (int(told["KEEP_WORK"]), int(told["PLAIN"])) == (wire.KEEP_WORK, wire.PLAIN)
    assert [int(told[f"STOPPED_{name.upper()}"]) for _, name in wire.STOPS] == [
        bit for bit, _ in wire.STOPS
    ]

    assert len(done.stdout) == wire.REPORT_BYTES
    report = wire.unpack_report(done.stdout)
    assert report == wire.Report(**REPORT, stopped="memory")


# ------------------------------------------------------------------------- messages


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The two ends of a connection between judge and runner."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with here, there:
        here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * wire.MESSAGE_BYTES)
        yield here, there


TEXT = st.text(max_size=5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda values: st.lists(values, max_size=3) | st.dictionaries(TEXT, values, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(TEXT, JSON, max_size=3))
def test_a_message_is_decoded_as_it_was(message: dict[str, object]) -> None:
    assert wire.decode(wire.encode(message)) == message


@pytest.mark.parametrize("data", [b"", b"[]", b"7", b"null", b"{", b"\xff", b'"run"'])
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  any: the message only tells what JSON's reader said
        wire.decode(data)


def test_messages_stay_apart_and_descriptors_come_along(
    line: tuple[socket.socket, socket.socket],
) -> None:
    here, there = line
    files = [MemoryFile(str(number).encode()) for number in range(wire.MAX_DESCRIPTORS)]
    wire.send(here, b"first", [file.descriptor for file in files])
    wire.send(here, b"second", [])
    message, descriptors = wire.receive(there)
    try:
        assert message == b"first"
        assert [os.pread(descriptor, 9, 0) for descriptor in descriptors] == [
            file.read() for file in files
        ]
        assert not any(map(os.get_inheritable, descriptors))
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
    assert wire.receive(there) == (b"second", [])


def test_the_longest_message_arrives_whole(line: tuple[socket.socket, socket.socket]) -> None:
    here, there = line
    longest = os.urandom(wire.MESSAGE_BYTES)
    wire.send(here, longest, [])
    assert wire.receive(there) == (longest, [])


def test_the_end_of_the_line_is_an_empty_message(
    line: tuple[socket.socket, socket.socket],
) -> None:
    here, there = line
    here.close()
    assert wire.receive(there) == (b"", [])
