# SPDX-License-Identifier: Apache-2.0
"""The load generators in C beside this file."""

import contextlib
import pathlib
import subprocess

SOURCES = pathlib.Path(__file__).parent
BUILT = pathlib.Path(__file__).resolve().parents[2] / "target/bench"


def program(name):
    """A program, built unless it is newer than its sources."""
    built, source = BUILT / name, SOURCES / f"{name}.c"
    newest = max(file.stat().st_mtime for file in (source, *SOURCES.glob("*.h")))
    if not built.exists() or built.stat().st_mtime < newest:
        BUILT.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o",
                        str(built), str(source)], check=True)
    return str(built)


@contextlib.contextmanager
def listening(port, *command):
    """A program listens on a port in here; it says `ready` when it does."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        if server.stdout.readline() != "ready\n":
            raise RuntimeError(f"nobody listens: is port {port} in use?")
        yield
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
