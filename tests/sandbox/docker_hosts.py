"""Stand-ins for a Docker daemon: one with canned answers, and one between the judge and the real one."""

import json
import re
import socket
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingMixIn, UnixStreamServer
from typing import Any, Self

INFO: Mapping[str, Any] = {
    "OSType": "linux",
    "MemoryLimit": True,
    "PidsLimit": True,
    "Runtimes": {"runc": {}},
}

Answer = tuple[int, Any]


class CannedDaemon(ThreadingMixIn, UnixStreamServer):
    """Answers each path with what a table says: a pattern to a status and a JSON value."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, path: Path, answers: Mapping[str, Answer | list[Answer]]) -> None:
        self.answers: dict[str, Answer | list[Answer]] = {
            "/version": (200, {"ApiVersion": "1.41", "Version": "20.10"}),
            "/info": (200, INFO),
            "/containers/json": (200, []),
            "/images/json": (200, []),
            **answers,
        }
        self.address = f"unix://{path}"
        self.created: list[dict[str, Any]] = []
        """What it was asked to create, in order."""
        super().__init__(str(path), _Handler)
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: CannedDaemon

    def address_string(self) -> str:
        return "unix"

    def log_message(self, *_: object) -> None:
        pass

    def _answer(self) -> None:
        asked = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = re.sub(r"^/v[\d.]+", "", self.path.partition("?")[0])
        if path == "/containers/create":
            self.server.created.append(json.loads(asked))
        missing: Answer = (404, {"message": f"no such thing: {path}"})
        found = (answer for key, answer in self.server.answers.items() if re.fullmatch(key, path))
        told = next(found, missing)
        if isinstance(told, list):  # one after the other, and the last for ever
            told = told.pop(0) if len(told) > 1 else told[0]
        status, value = told
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_DELETE = do_HEAD = _answer


class HangingProxy:
    """Passes everything on to a daemon, until it is told to hang."""

    def __init__(self, path: Path, behind: str) -> None:
        self.address = f"unix://{path}"
        self._behind = behind.removeprefix("unix://")
        self._flowing = threading.Event()
        self._flowing.set()
        self._ended = False
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(16)
        self._sockets = [self._listener]
        self._threads = [threading.Thread(target=self._accept)]

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        self._flowing.set()
        for each in list(self._sockets):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        for thread in list(self._threads):
            thread.join()
        for each in self._sockets:
            each.close()

    def hang(self) -> None:
        """Pass nothing on any more."""
        self._flowing.clear()

    def resume(self) -> None:
        """Pass on what was held back, and all that follows."""
        self._flowing.set()

    def _accept(self) -> None:
        while not self._ended:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            self._sockets += [near, far]
            far.connect(self._behind)
            for ends in ((near, far), (far, near)):
                thread = threading.Thread(target=self._pass_on, args=ends)
                self._threads.append(thread)
                thread.start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(1 << 16):
                self._flowing.wait()
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            return
