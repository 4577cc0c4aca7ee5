"""Python programs in a box do what `python3 solution.py` does: the interpreter itself is the oracle."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ordojudge.core.languages import find_language
from ordojudge.core.models import Limits
from ordojudge.ports import Ran, Run, Sandbox
from ordojudge.sandbox.memory_files import MemoryFile
from ordojudge.settings import LocalSandboxSettings
from tests.sandbox.oracle import compared

PYTHON = find_language("python")
MIB = 1 << 20
LIMITS = Limits(cpu_s=3.0, memory_bytes=256 * MIB)

RunPython = Callable[..., Ran]


@pytest.fixture
def run(sandbox: Sandbox) -> RunPython:
    """Compile a program and run it, in a box of its own."""

    def run(source: str | bytes, text: bytes = b"", *, times: int = 1, **fields: Any) -> Ran:
        with sandbox.box(PYTHON) as box:
            program = box.compile(source.encode() if isinstance(source, str) else source, PYTHON)
            assert program.ok, program.message
            for _ in range(times):
                ran = box.start(
                    Run(program=program, input=MemoryFile(text), **{"limits": LIMITS, **fields})
                ).wait()
            return ran

    return run


def last_line(error: bytes) -> bytes:
    return (error.strip().splitlines() or [b""])[-1]


# ----------------------------------------------------------- compared with the interpreter

ENDINGS = {
    "exit": "print(1)\nexit()\nprint(2)",
    "quit with a status": "print(1)\nquit(3)",
    "sys.exit": "import sys\nprint(1)\nsys.exit()",
    "sys.exit with a text": "import sys\nprint(1)\nsys.exit('no way')",
    "sys.exit with a tuple": "import sys\nsys.exit((1, 'a'))",
    "sys.exit with true": "import sys\nsys.exit(True)",
    "sys.exit with a float": "import sys\nsys.exit(2.5)",
    "sys.exit with a status beyond a byte": "import sys\nsys.exit(258)",
    "sys.exit with a negative status": "import sys\nsys.exit(-1)",
    "sys.exit inside a function": "import sys\ndef f():\n    print(1)\n    sys.exit(4)\nf()",
    "raise SystemExit": "print(1)\nraise SystemExit",
    "os._exit loses what is buffered": "import os\nprint(1)\nos._exit(3)",
    "an exception": "print(1)\n[][0]",
    "an exception with several lines": "raise ValueError('one\\ntwo')",
    "an exception of its own": "class Sorry(Exception): pass\nraise Sorry('so')",
    "a failed assertion": "assert 1 == 2, 'unequal'",
    "an exception hook": "import sys\nsys.excepthook = lambda *a: print('hook')\n1 / 0",
    "an exit function": "import atexit\natexit.register(print, 'bye')\nprint('hi')",
    "exit functions, last first": "import atexit\nfor n in range(3): atexit.register(print, n)",
    "an exit function after an exception": "import atexit\natexit.register(print, 'bye')\n1 / 0",
    "an exit function that raises": "import atexit\natexit.register(lambda: 1 / 0)\nprint('hi')",
    "an exit function that leaves": "import atexit, sys\natexit.register(sys.exit, 3)\nprint(1)",
    "a standard output that was closed": "import sys\nprint(1)\nsys.stdout.close()",
    "a descriptor that was closed": "import os\nprint(1)\nos.close(1)",
    "changed builtins": (
        "import builtins\nprint(1)\n"
        "for name in ('len', 'isinstance', 'getattr', 'print', 'open', 'list'):\n"
        "    setattr(builtins, name, lambda *args: True)"
    ),
    "no standard output": "import sys\nprint(1)\nsys.stdout = None\nprint(2)",
}

OUTPUTS = {
    "a file object left open": "out = open(1, 'w', closefd=False)\nout.write('a\\n')",
    "a binary file object left open": "import os\nout = os.fdopen(1, 'wb')\nout.write(b'a\\n')",
    "file objects in a list": "files = [open(1, 'w', closefd=False)]\nfiles[0].write('a\\n')",
    "a file object in an object": (
        "class Out:\n    def __init__(self): self.file = open(1, 'w', closefd=False)\n"
        "out = Out()\nout.file.write('a\\n')"
    ),
    "a file object in a function": (
        "import sys\ndef main():\n    out = open(1, 'w', closefd=False)\n"
        "    out.write('a\\n')\n    sys.exit()\nmain()"
    ),
    "a wrapper in the place of standard output": (
        "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer)\nprint('a')"
    ),
    "a buffer beside standard output": (
        "import io\nout = io.BufferedWriter(io.FileIO(1, 'w', closefd=False), 1 << 16)\n"
        "out.write(b'a\\n')"
    ),
    "a stream whose methods are values": (
        "import io, os, sys\n"
        "class Fast(io.IOBase):\n"
        "    def __init__(self, file):\n"
        "        self.number, self.held = file.fileno(), io.BytesIO()\n"
        "        self.writable = 'r' not in file.mode\n"
        "        self.write = lambda text: self.held.write(text.encode())\n"
        "    def flush(self):\n"
        "        os.write(self.number, self.held.getvalue())\n"
        "        self.held = io.BytesIO()\n"
        "sys.stdout = Fast(sys.stdout)\nprint('a')"
    ),
    "what was said before standard output was replaced": (
        "import io, sys\nprint('a')\nsys.stdout = io.StringIO()\nprint('b')"
    ),
    "redirection for a while": (
        "import contextlib, io\nprint('a')\nheld = io.StringIO()\n"
        "with contextlib.redirect_stdout(held): print('b')\nprint(held.getvalue().upper())"
    ),
    "an object that speaks when it goes": (
        "class Late:\n    def __del__(self): print('gone')\nlate = Late()\nprint('here')"
    ),
    "bytes and text, in order": (
        "import sys\nprint('a', flush=True)\nsys.stdout.buffer.write(b'b\\n')\n"
        "sys.stdout.flush()\nprint('c')"
    ),
    "bytes that are not UTF-8": "import sys\nsys.stdout.buffer.write(b'\\xff\\xfe\\n')",
    "every kind of character": "print('é', '日本', '😀', '\\x00', repr('\\udcff'))",
    "line ends as they are written": "print('a\\r\\nb', end='\\r\\n')",
    "no line end": "print('a', end='')",
    "nothing": "pass",
    "standard error": "import sys\nprint('a', file=sys.stderr)\nprint('b')",
    "much": "for n in range(100_000): print(n)",
    "the write of os": "import os\nprint('late')\nos.write(1, b'early\\n')",
    "a child's": (
        "import os, sys\nprint('a', flush=True)\n"
        "if not os.fork():\n    print('child')\n    sys.exit()\n"
        "os.wait()\nprint('parent')"
    ),
}

INPUTS = {
    "line by line": "import sys\nfor line in sys.stdin: print(repr(line))",
    "input until its end": (
        "while True:\n    try: print(repr(input()))\n    except EOFError: break"
    ),
    "with prompts, which are output": "print(input('n? '), input('m? '))",
    "all at once": "import sys\nprint(repr(sys.stdin.read()))",
    "as bytes": "import sys\nprint(sys.stdin.buffer.read())",
    "bytes by lines": "import sys\nprint(sys.stdin.buffer.readlines())",
    "by opening its number": "print(open(0).read().split())",
    "by opening its number, as bytes": "print(open(0, 'rb').read())",
    "by its path": "print(open('/dev/stdin').read().split())",
    "by the read of os": "import os\nprint(os.read(0, 5), os.read(0, 100))",
    "mixed": "import sys\nprint(repr(sys.stdin.readline()), repr(input()), repr(sys.stdin.read()))",
    "to standard output, unchanged": (
        "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())"
    ),
    "through text, unchanged": "import sys\nsys.stdout.write(sys.stdin.read())",
    "twice": "import sys\nprint(len(sys.stdin.read()), len(sys.stdin.read()))",
    "mapped": "import mmap\nprint(mmap.mmap(0, 0, prot=mmap.PROT_READ)[:])",
}

TEXTS = {
    "lines": b"3 4\n5\n",
    "every line end but the last, and characters of one to four bytes": (
        b"3 4\r\n5\r6\n\n7\0\x1c8\n" + "é 日 😀".encode()
    ),
}

SURROUNDINGS = {
    "its name": "print(__name__)",
    "the end of its file's name": "import os\nprint(os.path.basename(__file__))",
    "its arguments": "import sys\nprint(len(sys.argv), os.path.basename(sys.argv[0]))".replace(
        "import sys", "import os, sys"
    ),
    "the module it is": "import __main__\nx = 5\nprint(__main__.x)",
    "its module by name": "import sys\nx = 5\nprint(sys.modules['__main__'].x)",
    "what it starts with": "print(sorted(globals().keys() - {'__loader__', '__spec__'}))",
    "the recursion limit": "import sys\nprint(sys.getrecursionlimit() >= 1000)",
    "long numbers": "try: print(len(str(10 ** 5000)))\nexcept ValueError as error: print(error)",
    "encodings": "import sys\nprint(sys.stdin.encoding, sys.stdout.encoding, sys.stdin.errors)",
    "modes": "import sys\nprint(sys.stdin.mode, sys.stdout.mode, sys.stdout.fileno())",
    "collection": "import gc\nprint(gc.isenabled(), gc.get_threshold())",
    "the main thread": (
        "import threading\nprint(threading.current_thread() is threading.main_thread(),"
        " threading.active_count())"
    ),
    "signals": (
        "import signal\nprint(signal.getsignal(signal.SIGINT) is signal.default_int_handler,"
        " signal.getsignal(signal.SIGPIPE), signal.getsignal(signal.SIGTERM))"
    ),
    "a debugger's flags": "import sys\nprint(__debug__, sys.flags.optimize, sys.flags.utf8_mode)",
}

PROGRAMS = {
    "dataclasses": (
        "from dataclasses import dataclass, field\n@dataclass(order=True)\n"
        "class P:\n    x: int\n    y: list = field(default_factory=list)\nprint(sorted([P(2), P(1)]))"
    ),
    "pickled classes": (
        "import pickle\nclass P:\n    def __init__(self): self.x = 1\n"
        "print(pickle.loads(pickle.dumps(P())).x)"
    ),
    "named tuples and enumerations": (
        "from collections import namedtuple\nfrom enum import Enum\n"
        "P = namedtuple('P', 'x y')\nclass E(Enum):\n    A = 1\nprint(P(1, 2), E.A, E['A'].value)"
    ),
    "annotations from the future": (
        "from __future__ import annotations\ndef f(x: Nothing) -> Nowhere: return x\n"
        "print(f(1), f.__annotations__)"
    ),
    "a memory of calls": (
        "from functools import lru_cache\n@lru_cache(None)\n"
        "def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint(fib(300))"
    ),
    "threads": (
        "import threading\nanswers = []\n"
        "threads = [threading.Thread(target=answers.append, args=(n,)) for n in range(5)]\n"
        "for t in threads: t.start()\nfor t in threads: t.join()\nprint(sorted(answers))"
    ),
    "a thread that outlives the main one": (
        "import threading\n"
        "def late():\n    threading.main_thread().join()\n    print('late')\n"
        "threading.Thread(target=late).start()\nprint('main')"
    ),
    "a daemon that does not": (
        "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "print('main')"
    ),
    "an exception in a thread": (
        "import threading\nt = threading.Thread(target=lambda: 1 / 0)\nt.start()\nt.join()\nprint(1)"
    ),
    "a pool of threads": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(3) as pool: print(list(pool.map(abs, [-1, 2])))"
    ),
    "a thread with a large stack": (
        "import sys, threading\nsys.setrecursionlimit(10 ** 6)\nthreading.stack_size(64 << 20)\n"
        "def depth(n): return n and 1 + depth(n - 1)\n"
        "t = threading.Thread(target=lambda: print(depth(50_000)))\nt.start()\nt.join()"
    ),
    "deep recursion": (
        "import sys\nsys.setrecursionlimit(10 ** 6)\n"
        "def depth(n): return n and 1 + depth(n - 1)\nprint(depth(100_000))"
    ),
    "too deep recursion": "def f(): f()\ntry: f()\nexcept RecursionError as error: print(error)",
    "coroutines": (
        "import asyncio\nasync def f(n):\n    await asyncio.sleep(0)\n    return n\n"
        "async def main(): print(await asyncio.gather(f(1), f(2)))\nasyncio.run(main())"
    ),
    "another process": (
        "import subprocess\nprint(subprocess.run(['echo', 'a'], capture_output=True).stdout)"
    ),
    "files of its own": (
        "import os, tempfile\nopen('a', 'w').write('x')\nprint(os.listdir('.'), open('a').read())\n"
        "with tempfile.NamedTemporaryFile('w+') as f:\n    f.write('y')\n    f.seek(0)\n"
        "    print(f.read())"
    ),
    "the same hash of texts as ever": "print(hash('a'), list({'x', 'y', 'z'}))",
    "seeded randomness": "import random\nrandom.seed(5)\nprint(random.random(), random.sample(range(9), 3))",
    "code of its own making": "exec('y = 2')\nprint(y, eval('y + 1'), eval(compile('1', 'a', 'eval')))",
    "an alarm": (
        "import signal\ndef ring(*_): raise TimeoutError\nsignal.signal(signal.SIGALRM, ring)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.01)\n"
        "try:\n    while True: pass\nexcept TimeoutError: print('rang')"
    ),
    "big numbers": "print(3 ** 1000 % 10 ** 50, int('9' * 4000) + 1 == 10 ** 4000)",
    "decimals": "from decimal import Decimal, getcontext\nprint(getcontext().prec, Decimal(1) / 3)",
    "local time is UTC": "import time, datetime\nprint(time.localtime(0).tm_hour, time.tzname)",
    "collected cycles": (
        "import gc, weakref\nclass A: pass\na = A()\na.a = a\nr = weakref.ref(a)\ndel a\n"
        "gc.collect()\nprint(r())"
    ),
}  # fmt: skip


def by_the_interpreter(
    folder: Path, source: str, text: bytes
) -> "subprocess.CompletedProcess[bytes]":
    """What the interpreter of the boxes makes of a program that is known to be harmless."""
    (folder / "input").write_bytes(text)
    (folder / "run").mkdir()
    (folder / "solution.py").write_text(source, encoding="utf-8")
    with (folder / "input").open("rb") as stdin:
        return subprocess.run(
            [LocalSandboxSettings().interpreter, "-s", folder / "solution.py"],
            stdin=stdin,
            capture_output=True,
            cwd=folder / "run",
            env={"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "TZ": "UTC"},
            check=False,
        )


@pytest.mark.parametrize(
    ("source", "text"),
    compared(
        {"ends by": ENDINGS, "writes": OUTPUTS, "finds": SURROUNDINGS, "uses": PROGRAMS},
        readers=INPUTS,
        texts=TEXTS,
    ),
)
def test_a_program_does_what_it_does_in_the_interpreter(
    run: RunPython, source: str, text: bytes, tmp_path: Path
) -> None:
    done = run(source, text)
    right = by_the_interpreter(tmp_path, source, text)
    assert (done.output.read(), done.outcome.exit_code) == (right.stdout, right.returncode)
    assert last_line(done.error) == last_line(right.stderr)


# ------------------------------------------------------------- where a box differs, or adds


def test_the_recursion_limit_leaves_as_much_as_in_the_interpreter(
    run: RunPython, tmp_path: Path
) -> None:
    source = (
        "def depth(n):\n    try: return depth(n + 1)\n    except RecursionError: return n\n"
        "print(depth(1))\n"
    )
    here = int(run(source).output.read())
    there = int(by_the_interpreter(tmp_path, source, b"").stdout)
    assert there >= 990
    assert there <= here <= there + 10


def test_recursion_through_c_goes_deeper_than_in_the_interpreter(run: RunPython) -> None:
    done = run(
        "import functools, sys\nsys.setrecursionlimit(10 ** 6)\n"
        "@functools.lru_cache(None)\ndef depth(n): return n and 1 + depth(n - 1)\n"
        "print(depth(30_000))"
    )
    assert (done.outcome.exit_code, done.output.read()) == (0, b"30000\n")


def test_bytes_that_are_not_utf_8_pass_through_text_unchanged(run: RunPython) -> None:
    everything = bytes(range(256))
    done = run("import sys\nsys.stdout.write(sys.stdin.read())", everything)
    assert done.output.read() == everything
    done = run("print(len(input()), ascii(input()))", b"\xff\xfe\n\xe9t\xe9\n")
    assert done.output.read() == rb"2 '\udce9t\udce9'" + b"\n"


@pytest.mark.parametrize(
    "source",
    [
        "import random\nprint(random.random())",
        "from random import shuffle\nx = [*range(99)]\nshuffle(x)\nprint(x)",
        "import secrets\nprint(secrets.token_hex())",
        "import uuid\nprint(uuid.uuid4())",
        "import tempfile\nprint(tempfile.mktemp())",
    ],
    ids=["random", "from random", "secrets", "uuid", "tempfile"],
)
def test_each_test_has_a_randomness_of_its_own(sandbox: Sandbox, source: str) -> None:
    with sandbox.box(PYTHON) as box:
        program = box.compile(source.encode(), PYTHON)
        outputs = {
            box.start(Run(program=program, limits=LIMITS, input=MemoryFile())).wait().output.read()
            for _ in range(4)
        }
    assert len(outputs) == 4


def test_the_order_of_a_set_is_the_same_in_every_box(sandbox: Sandbox) -> None:
    source = b"print({str(n) for n in range(50)}, hash('a'))"
    outputs = set()
    for companion in (False, True):  # two boxes, and so two warm interpreters
        with sandbox.box(PYTHON, companion=companion) as box:
            program = box.compile(source, PYTHON)
            for _ in range(2):
                run = Run(program=program, limits=LIMITS, input=MemoryFile())
                outputs.add(box.start(run).wait().output.read())
    assert len(outputs) == 1


def test_arguments_files_and_the_status_of_a_crash_are_given_by_the_judge(run: RunPython) -> None:
    done = run(
        "import sys\nprint(sys.argv[1:], open('answer', 'rb').read())\n1 / 0",
        arguments=("a b", "", "--c"),
        files={"answer": MemoryFile(b"4\xff\n")},
        crash_status=70,
    )
    assert done.output.read() == b"['a b', '', '--c'] b'4\\xff\\n'\n"
    assert done.outcome.exit_code == 70


def test_only_the_submission_s_own_frames_are_told(run: RunPython) -> None:
    error = run("def f():\n    return [][0]\nf()").error.decode()
    assert error.startswith("Traceback (most recent call last):\n")
    assert 'File "solution.py", line 2, in f' in error
    assert "harness" not in error
    assert "/judge" not in error


def test_only_the_head_of_standard_error_is_kept(run: RunPython) -> None:
    done = run("import sys\nfor n in range(10_000): print(n, file=sys.stderr)")
    assert done.error.startswith(b"0\n1\n")
    assert len(done.error) == 4096
    assert done.outcome.error_bytes == 48_890


@pytest.mark.parametrize(
    ("source", "message"),
    [
        pytest.param(b"def f(:\n", "SyntaxError", id="a syntax error"),
        pytest.param(b"if 1:\nx = 1\n", "IndentationError", id="a missing indentation"),
        pytest.param(b"x = '\xff'\n", "utf-8", id="bytes that are not UTF-8"),
        pytest.param(b"x = 1\0\n", "null bytes", id="a NUL byte"),
        pytest.param(b"return 1\n", "outside function", id="a return outside of a function"),
        pytest.param(b"(" * 300 + b")" * 300, "too many nested", id="too many parentheses"),
        pytest.param(b"# coding: klingon\n", "unknown encoding: klingon", id="unknown encoding"),
    ],
)
def test_a_source_that_does_not_parse_is_refused_with_the_parser_s_words(
    sandbox: Sandbox, source: bytes, message: str
) -> None:
    with sandbox.box(PYTHON) as box:
        program = box.compile(source, PYTHON)
    assert not program.ok
    assert message in program.message


@pytest.mark.parametrize(
    ("source", "output"),
    [
        pytest.param("# coding: latin-1\nprint('\xe9')\n".encode("latin-1"), "é\n", id="latin-1"),
        pytest.param(b"\xef\xbb\xbfprint(1)\n", "1\n", id="a byte order mark"),
        pytest.param(b"print(1)\r\nprint(2)\r\n", "1\n2\n", id="CRLF"),
        pytest.param(b"print(1)", "1\n", id="no line end"),
        pytest.param(b"", "", id="nothing"),
        pytest.param(b"\tprint(1)\n".strip(), "1\n", id="stripped"),
    ],
)
def test_a_source_may_be_written_in_many_ways(run: RunPython, source: bytes, output: str) -> None:
    assert run(source).output.read().decode() == output


def test_numpy_is_there_where_the_machine_has_it(run: RunPython) -> None:
    done = run("import numpy as np\nprint(np.arange(4).sum(), np.random.rand() < 1)")
    if b"No module named 'numpy'" in done.error:
        pytest.skip("numpy: the interpreter of the boxes has none")
    assert (done.outcome.exit_code, done.output.read()) == (0, b"6 True\n")


def test_numpy_s_randomness_differs_from_test_to_test(sandbox: Sandbox) -> None:
    with sandbox.box(PYTHON) as box:
        program = box.compile(b"import numpy\nprint(numpy.random.rand())", PYTHON)
        runs = [
            box.start(Run(program=program, limits=LIMITS, input=MemoryFile())).wait()
            for _ in range(3)
        ]
    if b"No module named 'numpy'" in runs[0].error:
        pytest.skip("numpy: the interpreter of the boxes has none")
    assert len({ran.output.read() for ran in runs}) == 3
