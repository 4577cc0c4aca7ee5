import ctypes
libc = ctypes.CDLL(None, use_errno=True)
bad = [name for name, result in (
    ("ptrace", libc.ptrace(0, 0, 0, 0)),
    ("unshare", libc.unshare(0x10000000)),
    ("setresuid", libc.setresuid(0, 0, 0) if __import__("os").getuid() else -1),
    ("mount", libc.mount(b"none", b"/tmp", b"tmpfs", 0, None)),
    ("socket", libc.socket(2, 1, 0)),
) if result != -1]
print("escaped" if bad else "contained", bad or "")
