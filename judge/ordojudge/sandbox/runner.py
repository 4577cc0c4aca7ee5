"""The runner: the first process of a box. It does what the judge says and reports what was measured.

Standard library only. It knows nothing of tests, answers or verdicts, and holds the only connection to the
judge; submissions run as other processes, under another uid or in namespaces of their own.

Usage: ``runner.py CONTROL UID JUDGE_FOLDER [PACKAGE...]``, where CONTROL is ``fd:N`` or the path of a socket,
UID the submission's user id, or 0 for an ordinary user's box, in which every test gets its own namespaces, and
each PACKAGE a Python package to have ready for those that import packages.
A box without isolation has its folders where the variable ORDOJUDGE_BOX says, and no namespaces.

Operations, each a JSON object answered by one:

``run``      execute a command line or, with ``zygote``, fork a warm runtime; descriptors by ``fds``
``compile``  execute a compiler in the working folder and keep the file it made
``put``      lay a file into the box's read-only folder
``fetch``    a file of that folder, as a descriptor
``reset``    forget everything
"""

import contextlib
import marshal
import os
import select
import socket
import stat
import sys
from typing import Any

sys.path.insert(0, sys.argv[3])
from ordojudge.sandbox import wire

UNISOLATED = "ORDOJUDGE_BOX" in os.environ
BOX = os.environ.get("ORDOJUDGE_BOX", "/box")
SOURCE = f"{BOX}/s"
WORK = f"{BOX}/w"
ENVIRONMENT = [
    b"PATH=/usr/local/bin:/usr/bin:/bin",
    b"HOME=/tmp",
    b"LANG=C.UTF-8",
    b"PYTHONHASHSEED=0",
    b"OPENBLAS_NUM_THREADS=1",
    b"OMP_NUM_THREADS=1",
]
SCRATCH = [WORK] if UNISOLATED else [WORK, "/tmp", "/dev/shm"]
MEMORY_FILES = [
    "/cgroup/memory/memory.usage_in_bytes",
    "/cgroup/unified/memory.current",
    "/sys/fs/cgroup/memory/memory.usage_in_bytes",
    "/sys/fs/cgroup/memory.current",
]


class Peer:
    """The spawn server or a zygote: a process that runs one thing at a time."""

    def __init__(self, runner: "Runner", argv: list[str]) -> None:
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * wire.MESSAGE_BYTES)
        os.set_inheritable(there.fileno(), True)
        argv = [str(there.fileno()) if argument == "{fd}" else argument for argument in argv]
        environment = dict(text.decode().split("=", 1) for text in ENVIRONMENT)
        if UNISOLATED:
            environment["ORDOJUDGE_BOX"] = BOX
        self.pid = os.posix_spawn(argv[0], argv, environment)
        there.close()
        self._socket = here
        self._runner = runner

    def call(self, request: bytes, descriptors: list[int]) -> dict[str, Any]:
        wire.send(self._socket, request, descriptors)
        self._runner.wait_for(self._socket)
        data = self._socket.recv(4096)
        if not data:
            raise OSError("the spawn server is gone")
        return wire.unpack_report(data)._asdict()

    def expect_ready(self) -> None:
        self._runner.wait_for(self._socket)
        answer = self._socket.recv(4096)
        if answer != b"ready":
            raise OSError(f"the zygote didn't start: {answer[:200]!r}")


class Runner:
    def __init__(self, control: socket.socket, uid: int, folder: str, packages: list[str]) -> None:
        self.control = control
        self.uid = uid
        self.folder = folder
        self.packages = packages
        for path, mode in ((SOURCE, 0o755), (WORK, 0o777)):
            os.makedirs(path, exist_ok=True)
            os.chmod(path, mode)
        self.scratch = [path for path in SCRATCH if path == WORK or os.path.ismount(path)]
        self.spawner = Peer(self, [f"{folder}/spawnd", "{fd}"])
        self.zygotes: dict[tuple[str, ...], Peer] = {}
        self.servers: dict[str, Any] = {}

    def wait_for(self, peer: socket.socket) -> None:
        """Wait for an answer; end the box at once if the judge goes away meanwhile."""
        poll = select.poll()
        poll.register(peer, select.POLLIN)
        poll.register(self.control, 0)
        while True:
            for descriptor, events in poll.poll():
                if descriptor == self.control.fileno() and events & (
                    select.POLLHUP | select.POLLERR
                ):
                    os._exit(0)
                if descriptor == peer.fileno():
                    return

    def serve(self) -> None:
        buffer = bytearray(wire.MESSAGE_BYTES)
        while True:
            message, descriptors = wire.receive(self.control, buffer)
            if not message:
                os._exit(0)
            answer: dict[str, Any]
            handed_out: list[int] = []
            try:
                order = wire.decode(message)
                answer, handed_out = getattr(self, "do_" + order.pop("op"))(order, descriptors)
            except Exception as error:  # the judge decides what a failure means; the box can't
                answer = {"failure": f"{type(error).__name__}: {error}"}
            finally:
                for descriptor in descriptors:
                    os.close(descriptor)
            wire.send(self.control, wire.encode(answer), handed_out)
            for descriptor in handed_out:
                os.close(descriptor)

    def do_run(self, order: dict[str, Any], fds: list[int]) -> tuple[dict[str, Any], list[int]]:
        allowance = wire.Allowance(**order["allowance"])
        files = order.get("files", [])
        channels, extra = fds[: len(fds) - len(files)], fds[len(fds) - len(files) :]
        for name, descriptor in zip(files, extra, strict=True):
            copy_file(descriptor, f"{WORK}/{name}", 0o444)
        # with namespaces of its own a test has a working folder of its own, too, without the files
        flags = wire.KEEP_WORK if files else 0
        try:
            if "interpreter" in order:
                report = self.interpret(
                    order["interpreter"], order["harness"], allowance, channels, flags=flags
                )
            else:
                argv = [argument.encode("utf-8", "surrogateescape") for argument in order["argv"]]
                environment = ENVIRONMENT + [text.encode() for text in order["environment"]]
                request = self.request(allowance, argv, environment=environment, flags=flags)
                peer = self.forker(order["zygote"]) if order["zygote"] else self.spawner
                report = peer.call(request, channels)
                slept = report["stopped"] == "wall" and peer is not self.spawner
                if slept and not files and rewound(channels):
                    # a fork that sleeps may wait for a thread that it doesn't have; a new process tells
                    self.wipe()
                    report = both(report, self.spawner.call(request, channels))
        finally:
            self.wipe()
        return report, []

    def request(
        self,
        allowance: wire.Allowance,
        argv: list[bytes],
        *,
        environment: list[bytes] = ENVIRONMENT,
        flags: int = 0,
    ) -> bytes:
        flags |= wire.PLAIN if UNISOLATED else 0
        return wire.pack_request(
            allowance, uid=self.uid, argv=argv, environment=environment, flags=flags
        )

    def interpret(
        self,
        name: str,
        harness: dict[str, Any],
        allowance: wire.Allowance,
        channels: list[int],
        *,
        flags: int,
    ) -> dict[str, Any]:
        """Run Python, in a fork of a warm interpreter."""
        request = self.request(allowance, [], environment=[], flags=flags)
        # Not -I, which would ignore PYTHONHASHSEED: the order of a set is the same in every run.
        flags_of_python = ["-s", "-B"] if name == "packages" else ["-s", "-S", "-B"]
        script = f"{self.folder}/ordojudge/sandbox/zygote.py"
        packages = self.packages if name == "packages" else []
        zygote = self.zygote(sys.executable, *flags_of_python, script, self.folder, name, *packages)
        return zygote.call(request + marshal.dumps(harness), channels)

    def do_compile(self, order: dict[str, Any], fds: list[int]) -> tuple[dict[str, Any], list[int]]:
        allowance = wire.Allowance(**order["allowance"])
        argv = [argument.encode() for argument in order["argv"]]
        request = self.request(allowance, argv, flags=wire.KEEP_WORK)
        answer: dict[str, Any] = {}
        if "server" in order and self.uid:  # an ordinary user has no other id to run it under
            report = self.ask_server(order, allowance, fds[1])
            if report is not None:
                return {"report": report}, []
        try:
            answer["report"] = report = self.spawner.call(request, fds)
            if report["status"] == 0 and not report["stopped"]:
                try:
                    self.keep(order["product"], order["binary"])
                except OSError as error:
                    answer["product"] = f"the compiler made no usable program: {error}"
        finally:
            self.wipe()
        return answer, []

    def ask_server(
        self, order: dict[str, Any], allowance: wire.Allowance, messages: int
    ) -> dict[str, Any] | None:
        """Have a warm compiler do it; none if that fails, and then the ordinary one has to."""
        from ordojudge.sandbox import compile_server  # what it imports costs every box's start

        name, argv, source = order["server"]
        if name not in self.servers:
            environment = dict(text.decode().split("=", 1) for text in ENVIRONMENT)
            wrap = [f"{self.folder}/spawnd", "wrap", "0", *argv]
            try:
                self.servers[name] = compile_server.CompileServer(
                    wrap, uid=self.uid + compile_server.UID_OFFSET, environment=environment
                )
            except OSError:
                return None
        done = self.servers[name].compile(
            f"{SOURCE}/{source}", cpu_us=allowance.cpu_us, product_limit=allowance.file_size
        )
        worn = self.servers[name].jobs >= compile_server.MOST_JOBS
        if done is None or done.stopped or worn:
            self.servers.pop(name).close()
        if done is None:
            return None
        os.write(messages, done.message)
        if done.product is not None:
            write_file(f"{SOURCE}/{order['binary']}", done.product, 0o555)
        status = 0 if done.product is not None else 1 << 8
        stopped = "cpu" if done.stopped else None
        return wire.Report(status, stopped, 0, 0, done.wall_us, done.cpu_us, 0, 0, 0)._asdict()

    def keep(self, product: str, binary: str) -> None:
        """Copy what the compiler made to where the submission can't write."""
        self.become_submission()
        try:
            source = os.open(product, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        finally:
            self.become_runner()
        try:
            if not stat.S_ISREG(os.fstat(source).st_mode):
                raise OSError("the compiler's product is no regular file")
            copy_file(source, f"{SOURCE}/{binary}", 0o555)
        finally:
            os.close(source)

    def do_ping(self, order: dict[str, Any], fds: list[int]) -> tuple[dict[str, Any], list[int]]:
        return {}, []

    def do_put(self, order: dict[str, Any], fds: list[int]) -> tuple[dict[str, Any], list[int]]:
        copy_file(fds[0], f"{SOURCE}/{order['name']}", order["mode"])
        return {}, []

    def do_fetch(self, order: dict[str, Any], fds: list[int]) -> tuple[dict[str, Any], list[int]]:
        return {}, [
            os.open(f"{SOURCE}/{order['name']}", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        ]

    def do_reset(self, order: dict[str, Any], fds: list[int]) -> tuple[dict[str, Any], list[int]]:
        self.wipe()
        empty_folder(SOURCE)
        return {}, []

    def zygote(self, *argv: str) -> Peer:
        """The warm runtime of this command line, started when first needed."""
        if argv not in self.zygotes:
            # one that makes namespaces for its tests can't be under the filter itself
            wrap = "wrap" if self.uid or UNISOLATED else "wrap-open"
            peer = Peer(self, [f"{self.folder}/spawnd", wrap, "{fd}", *argv])
            peer.expect_ready()
            self.zygotes[argv] = peer
        return self.zygotes[argv]

    def forker(self, argv: list[str]) -> Peer:
        """The warm runtime of this command line or, where it can't start, what starts a new one each time."""
        try:
            return self.zygote(*argv)
        except OSError:
            self.zygotes[tuple(argv)] = self.spawner
            return self.spawner

    def wipe(self) -> None:
        """Remove what a run left. Done as the submission's uid, which needs no capability for it."""
        self.become_submission()
        try:
            for path in self.scratch:
                empty_folder(path)
        finally:
            self.become_runner()

    def become_submission(self) -> None:
        if self.uid:
            os.setegid(self.uid)
            os.seteuid(self.uid)

    def become_runner(self) -> None:
        if self.uid:
            os.seteuid(0)
            os.setegid(0)


def rewound(channels: list[int]) -> bool:
    """Make standard streams as they were before a run; whether they can be, as unsealed files can."""
    if len(channels) > 3 or not all(stat.S_ISREG(os.fstat(each).st_mode) for each in channels):
        return False
    try:
        for each in channels[1:]:
            os.ftruncate(each, 0)
    except PermissionError:
        return False
    for each in channels:
        os.lseek(each, 0, os.SEEK_SET)
    return True


def both(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """The report of a second run, charged with the first one's time, which it may have profited from."""
    sums = {name: first[name] + second[name] for name in ("cpu_us", "oom_kills", "left")}
    return {**second, **sums, "peak_bytes": max(first["peak_bytes"], second["peak_bytes"])}


def copy_file(source: int, path: str, mode: int) -> None:
    """Write the content of a descriptor to a new file that only its owner could have made."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    target = os.open(
        path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode
    )
    try:
        offset, size = 0, os.fstat(source).st_size
        while offset < size:
            sent = os.sendfile(target, source, offset, size - offset)
            if not sent:
                raise OSError("the file shrank while it was copied")
            offset += sent
        os.fchmod(target, mode)
    finally:
        os.close(target)


def write_file(path: str, content: bytes, mode: int) -> None:
    """As `copy_file`, from memory."""
    source = os.memfd_create("product", os.MFD_CLOEXEC)
    try:
        with open(source, "wb", closefd=False) as file:
            file.write(content)
        copy_file(source, path, mode)
    finally:
        os.close(source)


def empty_folder(path: str) -> None:
    """Remove all that is in a folder, however deep, without recursion: sub-folders are first moved up."""
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    moved, prefix = 0, ""
    try:
        again = True
        while again:
            again = False
            for name, is_folder in entries(folder):
                if not is_folder:
                    os.unlink(name, dir_fd=folder)
                    continue
                again = True
                os.chmod(name, 0o700, dir_fd=folder)
                inner = os.open(
                    name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder
                )
                try:
                    for inner_name, inner_is_folder in entries(inner):
                        if inner_is_folder:
                            # an unforeseeable name: a folder of that name, left by the program, would
                            # make the move fail
                            prefix = prefix or os.urandom(12).hex()
                            os.chmod(
                                inner_name, 0o700, dir_fd=inner
                            )  # a closed folder can't be moved
                            os.rename(
                                inner_name, f"{prefix}-{moved}", src_dir_fd=inner, dst_dir_fd=folder
                            )
                            moved += 1
                        else:
                            os.unlink(inner_name, dir_fd=inner)
                finally:
                    os.close(inner)
                os.rmdir(name, dir_fd=folder)
    finally:
        os.close(folder)


def entries(folder: int) -> list[tuple[str, bool]]:
    with os.scandir(folder) as found:
        return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]


def main() -> None:
    os.umask(0o022)
    address = sys.argv[1]
    if address.startswith("fd:"):
        control = socket.socket(fileno=int(address[3:]))
        control.set_inheritable(False)
    else:
        control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        control.connect(address)
    control.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * wire.MESSAGE_BYTES)
    runner = Runner(control, int(sys.argv[2]), sys.argv[3], sys.argv[4:])
    hello = {
        "version": open(f"{runner.folder}/version").read().strip(),  # noqa: SIM115  read once, at start
        "python": sys.version.split()[0],
        "cgroup": any(os.path.exists(path) for path in MEMORY_FILES),
    }
    wire.send(control, wire.encode(hello), [])
    runner.serve()


if __name__ == "__main__":
    main()
