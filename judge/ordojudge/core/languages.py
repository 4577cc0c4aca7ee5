"""The one table of languages: how each is named, compiled, run and proven to work.

A new language is one row here, a toolchain in the box, and corpus programs.
Command lines are argument lists with these placeholders, filled in by the box:

``{source}`` the source file, ``{binary}`` what the compiler must write and what is run,
``{judge}`` the judge's own folder, with scripts that make one command of several,
``{headers}`` a folder with precompiled headers (the argument is left out where there is none),
``{linker}`` the option that picks a fast linker (left out where there is none),
``{memory_mib}`` the memory limit of the run, ``{heap_mib}`` the same without what the runtime gets for itself.
"""

from collections.abc import Mapping
from typing import Final, Literal

from ordojudge.core import self_tests
from ordojudge.core.errors import ProblemError, UnknownLanguage
from ordojudge.core.models import LanguageLimits, Limits, Model
from ordojudge.core.self_tests import SelfTest

MIB: Final = 1 << 20


class Language(Model):
    """One row of the table."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    """Other names, as in code fences and requests; compared without regard to case."""

    suffixes: tuple[str, ...] = ()
    """File name endings that mean this language on the command line."""

    source_file: str
    runtime: Literal["program", "python"] = "program"
    """``program``: a command line is run for each test. ``python``: a warm interpreter forks for each test."""

    tool: str = ""
    """Path of the compiler or interpreter without which the language isn't there; none for ``python``."""

    version: tuple[str, ...] = ("--version",)
    """Arguments with which the tool tells its version."""

    least_version: tuple[int, ...] = ()
    """The oldest version of the tool that has the language."""

    compile: tuple[str, ...] = ()
    """What makes a program of a source; without ``{binary}`` it only checks the source, which is then run."""

    server: tuple[str, ...] = ()
    """A warm compiler to ask first, where a box can have one; it speaks as `compile_server` says."""

    program_file: str = "main"
    """Name of the file that is run."""

    run: tuple[str, ...] = ()
    zygote: tuple[str, ...] = ()
    """A warm runtime that forks for each run, instead of being started for it; the fork is told ``run``."""

    zygote_version: str = ""
    """How the tool's version begins where the zygote was tried; another one is started for each run."""

    environment: tuple[str, ...] = ()
    """Further variables for a run, each ``NAME=VALUE``; not for a language with a zygote."""

    image: str
    """Name of the Docker image that carries the toolchain."""

    compile_cpu_s: float = 20.0
    compile_memory_bytes: int = 1 << 30
    processes: int = 64
    """Processes and threads one run may have at a time."""

    files: int = 256
    """Files that one run may have open at a time."""

    cpu_factor: float = 1.0
    """What a problem's CPU limit is multiplied by."""

    cpu_extra_s: float = 0.0
    """What is added to it then: the time that the runtime takes to start."""

    memory_extra_bytes: int = 0
    """What is added to a problem's memory limit: what the runtime holds before the program has anything."""

    out_of_memory_status: int | None = None
    """Exit status by which the runtime says that the program's memory ran out."""

    self_test: SelfTest


_OLDEST_GCC: Final[dict[str, tuple[int, ...]]] = {
    "gnu++17": (7,),
    "gnu++20": (10,),
    "gnu++23": (11,),
}


def _cpp(id_: str, standard: str, name: str, aliases: tuple[str, ...], test: SelfTest) -> Language:
    return Language(
        id=id_,
        name=name,
        aliases=aliases,
        suffixes=(".cpp", ".cc", ".cxx") if id_ == "cpp" else (),
        source_file="main.cpp",
        tool="/usr/bin/g++",
        compile=(
            "/usr/bin/g++",
            f"-std={standard}",
            "-O2",
            "-pipe",
            "-fmax-errors=20",
            "-DONLINE_JUDGE",
            "-I{headers}",
            "{linker}",
            "-o",
            "{binary}",
            "{source}",
        ),
        run=("{binary}",),
        image="cpp",
        least_version=_OLDEST_GCC[standard],
        self_test=test,
    )


_JVM: Final = (
    "/usr/bin/java",
    "-XX:ActiveProcessorCount=1",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:Tier3InvocationThreshold=1000",
    "-XX:-UsePerfData",
    "-XX:+ExitOnOutOfMemoryError",
    "-Xshare:auto",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:ArchiveRelocationMode=0",
    "-XX:-UseAES",
    "-XX:-UseSHA",
    "-XX:-UseGHASHIntrinsics",
    "-XX:-UseBASE64Intrinsics",
    "-Xms{heap_mib}m",
    "-Xmx{heap_mib}m",
    "-Xss64m",
)
"""One thread collects garbage and one compiles, quickly: programs are short, and CPU time is limited.
A short method is compiled once it is called 1,000 times instead of 200, so that Java's own start compiles less.
The shared classes are mapped to where they were dumped, so that no page of them needs to be written to.
What only the other compiler of Java uses, code for ciphers and hashes, isn't made at each start.
"""

_NODE: Final = (
    "/usr/bin/node",
    "--stack-size=60000",
    "--max-old-space-size={memory_mib}",
    "{binary}",
)
_NODE_ZYGOTE: Final = (
    "/usr/bin/node",
    "--single-threaded",
    "--no-liftoff",
    "{judge}/node_zygote.js",
)
"""V8 does all its work in the one thread that a fork has, and compiles WebAssembly for good at once."""

_NODE_FORKS: Final = "v22."

LANGUAGES: tuple[Language, ...] = (
    Language(
        id="python",
        name="Python 3",
        aliases=("py", "python3", "py3", "cpython"),
        suffixes=(".py",),
        source_file="solution.py",
        runtime="python",
        image="python",
        compile_cpu_s=10.0,
        self_test=self_tests.PYTHON,
    ),
    Language(
        id="c",
        name="C17",
        aliases=("c17", "c11", "c99", "gcc"),
        suffixes=(".c",),
        source_file="main.c",
        tool="/usr/bin/gcc",
        compile=(
            "/usr/bin/gcc",
            "-std=gnu17",
            "-O2",
            "-pipe",
            "-fmax-errors=20",
            "-DONLINE_JUDGE",
            "{linker}",
            "-o",
            "{binary}",
            "{source}",
            "-lm",
        ),
        run=("{binary}",),
        image="cpp",
        self_test=self_tests.C,
    ),
    _cpp(
        "cpp",
        "gnu++17",
        "C++17",
        ("c++", "cpp17", "c++17", "cxx", "cc", "g++", "gnu++17"),
        self_tests.CPP17,
    ),
    _cpp("cpp20", "gnu++20", "C++20", ("c++20", "gnu++20"), self_tests.CPP20),
    _cpp("cpp23", "gnu++23", "C++23", ("c++23", "gnu++23"), self_tests.CPP23),
    Language(
        id="java",
        name="Java 17",
        aliases=("java17", "openjdk"),
        suffixes=(".java",),
        source_file="Main.java",
        tool="/usr/bin/javac",
        least_version=(17,),
        compile=("/bin/sh", "{judge}/compilers/java.sh", "{judge}", "{source}", "{binary}"),
        server=("/bin/sh", "{judge}/compilers/java.sh", "{judge}"),
        program_file="main.jar",
        run=(*_JVM, "-jar", "{binary}"),
        image="java",
        processes=128,
        files=1024,
        cpu_extra_s=0.1,
        memory_extra_bytes=96 * MIB,
        out_of_memory_status=3,
        self_test=self_tests.JAVA,
    ),
    Language(
        id="javascript",
        name="JavaScript",
        aliases=("js", "node", "nodejs", "mjs", "cjs", "ecmascript"),
        suffixes=(".js", ".mjs", ".cjs"),
        source_file="main.js",
        tool="/usr/bin/node",
        compile=("/usr/bin/node", "--check", "{source}"),
        program_file="main.js",
        run=_NODE,
        zygote=_NODE_ZYGOTE,
        zygote_version=_NODE_FORKS,
        image="node",
        processes=128,
        files=1024,
        cpu_extra_s=0.1,
        memory_extra_bytes=96 * MIB,
        self_test=self_tests.JAVASCRIPT,
    ),
    Language(
        id="typescript",
        name="TypeScript",
        aliases=("ts", "mts", "cts"),
        suffixes=(".ts", ".mts", ".cts"),
        source_file="main.ts",
        tool="/usr/bin/node",
        least_version=(22, 13),
        compile=("/usr/bin/node", "{judge}/compilers/typescript.js", "{source}", "{binary}"),
        program_file="main.js",
        run=_NODE,
        zygote=_NODE_ZYGOTE,
        zygote_version=_NODE_FORKS,
        image="node",
        processes=128,
        files=1024,
        cpu_extra_s=0.1,
        memory_extra_bytes=96 * MIB,
        self_test=self_tests.TYPESCRIPT,
    ),
    Language(
        id="go",
        name="Go",
        aliases=("golang",),
        suffixes=(".go",),
        source_file="main.go",
        tool="/usr/bin/go",
        version=("version",),
        compile=("/bin/sh", "{judge}/compilers/go.sh", "{source}", "{binary}"),
        run=("{binary}",),
        environment=("GOMAXPROCS=1", "GOMEMLIMIT={memory_mib}MiB"),
        image="go",
        processes=128,
        files=1024,
        memory_extra_bytes=16 * MIB,
        self_test=self_tests.GO,
    ),
    Language(
        id="rust",
        name="Rust",
        aliases=("rs", "rustc"),
        suffixes=(".rs",),
        source_file="main.rs",
        tool="/usr/bin/rustc",
        compile=(
            "/usr/bin/rustc",
            "--edition=2021",
            "-Copt-level=2",
            "-Ccodegen-units=1",
            "-Cstrip=debuginfo",
            "-Clink-arg={linker}",
            "--crate-name=main",
            "--cap-lints=allow",
            "-o",
            "{binary}",
            "{source}",
        ),
        run=("{binary}",),
        image="rust",
        self_test=self_tests.RUST,
    ),
    Language(
        id="pypy",
        name="PyPy 3",
        aliases=("pypy3", "pypy3.9"),
        source_file="solution.py",
        tool="/usr/bin/pypy3",
        compile=(
            "/usr/bin/pypy3",
            "-I",
            "-S",
            "-c",
            "import sys; compile(open(sys.argv[1], 'rb').read(), 'solution.py', 'exec', 0, True)",
            "{source}",
        ),
        program_file="solution.py",
        run=("/usr/bin/pypy3", "-s", "-B", "{binary}"),
        image="pypy",
        cpu_extra_s=0.1,
        memory_extra_bytes=96 * MIB,
        self_test=self_tests.PYPY,
    ),
    Language(
        id="kotlin",
        name="Kotlin",
        aliases=("kt",),
        suffixes=(".kt",),
        source_file="Main.kt",
        tool="/usr/bin/kotlinc",
        version=("-version",),
        compile=("/usr/bin/kotlinc", "-nowarn", "-include-runtime", "-d", "{binary}", "{source}"),
        program_file="main.jar",
        run=(*_JVM, "-jar", "{binary}"),
        image="java",
        compile_cpu_s=30.0,
        compile_memory_bytes=2 << 30,
        processes=128,
        files=1024,
        cpu_extra_s=0.15,
        memory_extra_bytes=96 * MIB,
        out_of_memory_status=3,
        self_test=self_tests.KOTLIN,
    ),
    Language(
        id="csharp",
        name="C# (Mono)",
        aliases=("c#", "cs", "mono"),
        suffixes=(".cs",),
        source_file="main.cs",
        tool="/usr/bin/mcs",
        compile=(
            "/usr/bin/mcs",
            "-optimize+",
            "-unsafe+",
            "-warn:0",
            "-reference:System.Numerics",
            "-out:{binary}",
            "{source}",
        ),
        program_file="main.exe",
        run=("/usr/bin/mono", "{binary}"),
        environment=("MONO_GC_PARAMS=max-heap-size={memory_mib}m",),
        image="csharp",
        processes=128,
        files=1024,
        cpu_extra_s=0.1,
        memory_extra_bytes=64 * MIB,
        self_test=self_tests.CSHARP,
    ),
    Language(
        id="ruby",
        name="Ruby",
        aliases=("rb",),
        suffixes=(".rb",),
        source_file="main.rb",
        tool="/usr/bin/ruby",
        compile=("/usr/bin/ruby", "--disable-gems", "-c", "{source}"),
        program_file="main.rb",
        run=("/usr/bin/ruby", "--disable-gems", "{binary}"),
        image="scripts",
        memory_extra_bytes=16 * MIB,
        self_test=self_tests.RUBY,
    ),
    Language(
        id="php",
        name="PHP",
        aliases=("php8",),
        suffixes=(".php",),
        source_file="main.php",
        tool="/usr/bin/php",
        compile=("/usr/bin/php", "-n", "-l", "{source}"),
        program_file="main.php",
        run=(
            "/usr/bin/php",
            "-d",
            "memory_limit=-1",
            "-d",
            "display_errors=stderr",
            "{binary}",
        ),
        image="scripts",
        memory_extra_bytes=16 * MIB,
        self_test=self_tests.PHP,
    ),
    Language(
        id="perl",
        name="Perl",
        aliases=("pl", "perl5"),
        suffixes=(".pl",),
        source_file="main.pl",
        tool="/usr/bin/perl",
        compile=("/usr/bin/perl", "-c", "{source}"),
        program_file="main.pl",
        run=("/usr/bin/perl", "{binary}"),
        image="scripts",
        self_test=self_tests.PERL,
    ),
    Language(
        id="lua",
        name="Lua 5.4",
        aliases=("lua5.4",),
        suffixes=(".lua",),
        source_file="main.lua",
        tool="/usr/bin/lua5.4",
        version=("-v",),
        compile=("/usr/bin/luac5.4", "-p", "{source}"),
        program_file="main.lua",
        run=("/usr/bin/lua5.4", "{binary}"),
        image="scripts",
        self_test=self_tests.LUA,
    ),
    Language(
        id="haskell",
        name="Haskell",
        aliases=("hs", "ghc"),
        suffixes=(".hs",),
        source_file="Main.hs",
        tool="/usr/bin/ghc",
        compile=(
            "/usr/bin/ghc",
            "-v0",
            "-O",
            "-rtsopts=none",
            "-outputdir=.",
            "-o",
            "{binary}",
            "{source}",
        ),
        run=("{binary}",),
        image="haskell",
        self_test=self_tests.HASKELL,
    ),
    Language(
        id="ocaml",
        name="OCaml",
        aliases=("ml",),
        suffixes=(".ml",),
        source_file="main.ml",
        tool="/usr/bin/ocamlopt",
        version=("-version",),
        compile=("/bin/sh", "{judge}/compilers/ocaml.sh", "{source}", "{binary}"),
        run=("{binary}",),
        image="ocaml",
        self_test=self_tests.OCAML,
    ),
    Language(
        id="pascal",
        name="Free Pascal",
        aliases=("pas", "fpc", "delphi", "freepascal"),
        suffixes=(".pas", ".pp", ".dpr"),
        source_file="main.pas",
        tool="/usr/bin/fpc",
        version=("-iV",),
        compile=(
            "/usr/bin/fpc",
            "-O2",
            "-Sh",
            "-l-",
            "-v0ew",
            "-FU.",
            "-o{binary}",
            "{source}",
        ),
        run=("{binary}",),
        image="pascal",
        self_test=self_tests.PASCAL,
    ),
    Language(
        id="d",
        name="D",
        aliases=("dlang", "ldc"),
        suffixes=(".d",),
        source_file="main.d",
        tool="/usr/bin/ldc2",
        compile=(
            "/usr/bin/ldc2",
            "-O2",
            "--od=.",
            "--of={binary}",
            "{source}",
        ),
        run=("{binary}",),
        image="d",
        memory_extra_bytes=16 * MIB,
        self_test=self_tests.D,
    ),
    Language(
        id="r",
        name="R",
        aliases=("rscript", "rlang"),
        suffixes=(".r",),
        source_file="main.r",
        tool="/usr/bin/Rscript",
        compile=(
            "/usr/bin/Rscript",
            "--vanilla",
            "-e",
            "invisible(parse(commandArgs(TRUE)[1]))",
            "{source}",
        ),
        program_file="main.r",
        run=("/usr/bin/Rscript", "--vanilla", "{binary}"),
        image="r",
        cpu_extra_s=0.3,
        memory_extra_bytes=64 * MIB,
        self_test=self_tests.R,
    ),
)

_BY_NAME = {
    name.lower(): language for language in LANGUAGES for name in (language.id, *language.aliases)
}
_BY_SUFFIX = {suffix: language for language in LANGUAGES for suffix in language.suffixes}


def find_language(name: str) -> Language:
    """The row with this id or alias.

    Raises:
        UnknownLanguage: no row has it; the message lists the ids.
    """
    language = _BY_NAME.get(name.strip().lower())
    if language is None:
        known = ", ".join(sorted(row.id for row in LANGUAGES))
        raise UnknownLanguage(f"language: {name!r} is unknown; known are {known}")
    return language


def language_of_tag(tag: str) -> Language | None:
    """The language that a code fence's tag names; none if it names no language of the table."""
    return _BY_NAME.get(tag.strip().lower())


def language_of_suffix(suffix: str) -> Language | None:
    """The language that a file name's ending means, e.g. ``.py``."""
    return _BY_SUFFIX.get(suffix.lower())


def limits_for(
    language: Language, limits: Limits, *, own: Mapping[str, LanguageLimits] | None = None
) -> Limits:
    """The limits of one test in a language.

    Args:
        limits: The problem's.
        own: What the problem says of languages, in place of what the table says; by id or other name.

    Raises:
        ProblemError: it names a language that the table doesn't have.
    """
    said = _said_of(language, own or {})
    factor = language.cpu_factor if said.cpu_factor is None else said.cpu_factor
    extra_s = language.cpu_extra_s if said.cpu_extra_s is None else said.cpu_extra_s
    memory = (
        language.memory_extra_bytes if said.memory_extra_bytes is None else said.memory_extra_bytes
    )
    if (factor, extra_s, memory) == (1, 0, 0):
        return limits
    # More than what a problem may ask for is fine here: the limits are the problem's, and this is on top.
    return limits.model_copy(
        update={
            "cpu_s": limits.cpu_s * factor + extra_s,
            "wall_s": None if limits.wall_s is None else limits.wall_s * factor + extra_s,
            "memory_bytes": limits.memory_bytes + memory,
        }
    )


def _said_of(language: Language, own: Mapping[str, LanguageLimits]) -> LanguageLimits:
    said = LanguageLimits()
    for name, limits in own.items():
        named = language_of_tag(name)
        if named is None:
            raise ProblemError(f"language_limits: {name!r} is no language")
        if named is language:
            said = limits
    return said
