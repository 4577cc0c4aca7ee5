"""Ending a counted Python program that reaches for its counter. Standard library only; used inside boxes."""

import os
import sys
from typing import Any, Final

from ordojudge.sandbox.counting_tree import words

TAMPERED: Final = 124
"""Exit status of a program that reached for its counter."""

_WATCHED: Final = words(
    "exec compile import object.__getattr__ object.__setattr__ code.__new__ sys._getframe sys._current_frames"
    " sys._current_exceptions sys.settrace sys.setprofile gc.get_objects gc.get_referrers gc.get_referents"
    " os.fork os.forkpty os.exec os.posix_spawn os.spawn os.system subprocess.Popen"
    " cpython.remote_debugger_script"
)
"""Audit events; for all but the first four it is enough that the program itself raised them."""

_GUARDED_ATTRIBUTES: Final = words(
    "__code__ f_code tb_frame gi_code gi_frame cr_code cr_frame ag_code ag_frame"
)
_FOREIGN: Final = words("ctypes _ctypes cffi _testcapi _xxsubinterpreters _interpreters")
_COMPILING: Final = tuple(
    words(
        "ordojudge/sandbox/ collections/ /ast.py /dataclasses.py /enum.py /functools.py /inspect.py"
        " /traceback.py /typing.py"
    )
)
"""Library files that compile texts of their own, and the harness when it shows where an exception arose."""


def watch(spaces: set[int], own: set[int]) -> None:
    """From now on end the process at once when the program does what only tampering needs.

    Args:
        spaces: Identities of the program's global names.
        own: Those of the counting modules.
    """
    leave, getframe, asking = os._exit, sys._getframe, [False]

    def refused(event: str, arguments: tuple[Any, ...]) -> bool:
        frame: Any = getframe(2)
        space = frame.f_globals
        if id(space) in own:
            return False
        if event == "import":
            return arguments[0].partition(".")[0] in _FOREIGN and id(space) in spaces
        if event == "object.__getattr__":
            return arguments[1] in _GUARDED_ATTRIBUTES and id(space) in spaces
        if id(space) in spaces:
            return True
        if event not in ("exec", "compile"):
            return False
        file = frame.f_code.co_filename
        if file.startswith("<frozen ") or any(part in file for part in _COMPILING):
            return False
        while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
            frame = frame.f_back
        return frame is None

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _WATCHED and not asking[0]:
            asking[0] = True  # looking at frames is an event itself
            try:
                found = refused(event, arguments)
            finally:
                asking[0] = False
            if found:
                leave(TAMPERED)

    sys.addaudithook(audit)
