# SPDX-License-Identifier: Apache-2.0
"""The controller dies in the middle of a download and comes back."""

import time

from .. import services, state, topology
from ..fabric import CheckFailed
from .names import echo, literal
from .registry import check


@check("controller-restart", "The controller is killed during a download and comes back", 400,
       lambda controller, switch: None if controller.ours else "it runs already, and is not killed")
def controller_restart(fabric):
    file = state.RUN / "restart"
    target = literal(topology.synthesize(fabric.host("s1").address4))
    held = fabric.host("h3").talk("socat", "STDIO", f"TCP6:{target}:{services.ECHO_PORT}")
    held.expect_echo("before", "flow of h3")
    seconds = fabric.controller.restart_seconds
    transfer = fabric.host("h1").start(
        "curl", "-gsS", "--fail", "--max-time", fabric.patience(4 * seconds), "-o", file,
        "--limit-rate", services.size(services.LARGE) // seconds,
        f"http://{target}:{services.SLOW_PORT}/{services.LARGE}")
    fabric.sleep(1.5)
    fabric.controller.kill()
    killed = time.monotonic()
    fabric.sleep(1)
    if transfer.poll() is not None:
        raise CheckFailed("the download was over before the controller was killed")
    held.expect_echo("while down", "old flow while the controller is down")
    fabric.controller.start()
    back = time.monotonic() - killed
    fabric.finish(transfer, 4 * seconds, "curl on h1")
    if services.digest(file) != services.digest(state.RUN / "files" / services.LARGE):
        raise CheckFailed("the file differs")
    file.unlink()
    for client in ("h1", "h3"):
        echo(fabric.host(client), "TCP", target)
    held.expect_echo("afterwards", "old flow when the controller is back")
    return f"back after {back:.1f} s, checksum equal, old and new flows work"
