# SPDX-License-Identifier: Apache-2.0
"""Old programs of one connection each."""

from .. import topology
from ..fabric import CheckFailed
from .names import name
from .registry import check


@check("telnet", "A telnet session each way", 30)
def telnet(fabric):
    for client, target in (("h1", name("s1")), ("s1", topology.EAM_HOST)):
        host = fabric.host(client)
        talk = host.talk("telnet", target)
        greeting = f"hello, {client}"
        said = talk.until("who are you?")
        talk.say(client)
        said += talk.until(greeting)
        if "Connected to" not in said:
            raise CheckFailed(f"{client}: {said!r}")
    return "h1 to s1, s1 to e6"


@check("finger", "Who somebody is, each way", 20)
def finger(fabric):
    for client, target in (("h1", name("s1")), ("s1", topology.EAM_HOST)):
        out = fabric.host(client).ok("finger", f"root@{target}", seconds=10)
        if "Login: root" not in out:
            raise CheckFailed(f"{client}: {out!r} from {target}")
    return "root at s1 and at e6"
