# SPDX-License-Identifier: Apache-2.0
"""What is done to the fabric. Each fault is a function of the running fabric that ends with the
fault healed, but for what the fabric must bring in order by itself; it may say how it was done."""

import http.client
import signal
import subprocess
import time

from isthmus_fabric.wires import cut

from . import bed
from .parts import REST, busy, duty, on

ALL = []

HOLD_SECONDS = 3
"""What a fault lasts, about, where nothing tells that it was noticed."""

FLOOD_SECONDS = 5

REPLACED_EAMS = 20_000

LOG_HEADER = 48
"""Bytes at the start of a segment of the mapping log that are no event."""


def fault(function):
    """Adds to the list of faults."""
    ALL.append((function.__name__.replace("_", "-"), function))
    return function


def changes(fabric, count):
    """So many changes by REST."""
    for _ in range(count):
        fabric.change()


def hold(fabric):
    """Some seconds, more or less."""
    time.sleep(HOLD_SECONDS * (0.5 + fabric.rng.random()))


@fault
def kill_controller(fabric):
    """Killed amid changes, and started again."""
    changing = fabric.apart(lambda: changes(fabric, 30))
    time.sleep(fabric.rng.random())
    fabric.controller.kill()
    changing.join()
    fabric.go_on("the controller's absence")
    fabric.controller.start()


@fault
def kill_controller_often(fabric):
    """Killed while it starts, too."""
    for _ in range(3):
        fabric.controller.kill()
        fabric.controller.start()
        time.sleep(fabric.rng.uniform(0.2, 4))
    fabric.go_on("many ends of the controller")


@fault
def kill_switch(fabric):
    """A switch loses its tables; mappings are deleted and added meanwhile."""
    switch = fabric.switches[fabric.rng.choice(("leaf1", "leaf2", "spine"))]
    switch.kill()
    fabric.told(f"device-down/{switch.switch.device}")
    changes(fabric, 6)
    if switch.name == "spine":
        fabric.go_on("the spine's absence")
    switch.start()
    return switch.name


@fault
def kill_both(fabric):
    """A switch and the controller at once."""
    switch = fabric.switches[fabric.rng.choice(("leaf1", "leaf2"))]
    changes(fabric, 4)
    switch.kill()
    fabric.controller.kill()
    fabric.controller.start()
    hold(fabric)
    switch.start()
    return switch.name


@fault
def stop_switch(fabric):
    """A switch does nothing for a while, which nobody may wait for."""
    switch = fabric.switches[fabric.rng.choice(("leaf1", "leaf2", "spine"))]
    switch.signal(signal.SIGSTOP)
    changing = fabric.apart(lambda: changes(fabric, 4))
    if switch.name == "spine":
        fabric.go_on("the spine's silence")
    fabric.told(f"device-reconciling/{switch.switch.device}",
                f"device-down/{switch.switch.device}")
    switch.signal(signal.SIGCONT)
    changing.join()
    return switch.name


@fault
def stop_controller(fabric):
    """The controller does nothing for a while."""
    fabric.controller.signal(signal.SIGSTOP)
    hold(fabric)
    fabric.go_on("the controller's silence")
    fabric.controller.signal(signal.SIGCONT)


@fault
def starve_controller(fabric):
    """It gets a tenth of a processor; it must take no part of the fabric for dead."""
    with duty(fabric.controller, 0.1):
        changing = fabric.apart(lambda: changes(fabric, 3))
        for _ in range(3):
            fabric.go_on("the controller's hunger")
            dead = [a for a in fabric.alarms() if a.startswith(("device-down", "link-down"))]
            if dead:
                fabric.find(f"a starved controller takes for dead what lives: {dead}")
    changing.join()


@fault
def starve_switch(fabric):
    """A switch gets a tenth of a processor."""
    switch = fabric.switches[fabric.rng.choice(("leaf1", "leaf2", "spine"))]
    with duty(switch, 0.1):
        changes(fabric, 3)
        fabric.go_on(f"the hunger of {switch.name}")
    return switch.name


@fault
def replace_eams(fabric):
    """The EAMT is replaced by a large one, and that by another, on a machine that is busy."""
    def replace(first, count):
        fabric.replace_eams(first, count)
        dead = [a for a in fabric.alarms() if a.startswith(("device-down", "link-down"))]
        if dead:
            fabric.find(f"a busy machine takes for dead what lives: {dead}")

    with busy():
        for first in (0, REPLACED_EAMS // 2):
            changing = fabric.apart(lambda first=first: replace(first, REPLACED_EAMS))
            while changing.is_alive():
                fabric.go_on("the replacement of the EAMT")
            fabric.opens("the replacement of the EAMT")
    fabric.replace_eams(0, 0)
    return f"{REPLACED_EAMS} EAMs"


@fault
def cut_link(fabric):
    """A link carries nothing; its traffic has another path."""
    one, port, other, other_port = fabric.rng.choice(bed.LINKS)
    with cut(one.interface(port), other.interface(other_port)):
        fabric.told(f"link-down/{one.device}/{port}-{other.device}/{other_port}",
                    f"link-down/{other.device}/{other_port}-{one.device}/{port}")
        fabric.go_on("the cut of a link")
        fabric.opens("the cut of a link")
    return f"{one.interface(port)}, {other.interface(other_port)}"


def attack(fabric, kind, seconds=FLOOD_SECONDS):
    """Starts bad frames of the attacker; returns what waits for their end and says their number."""
    process = subprocess.Popen(
        on(bed.A6, "attack", kind, bed.LEAF1.mac, fabric.rng.getrandbits(32), seconds,
           bed.ATTACKER6, bed.TARGET), stdout=subprocess.PIPE, text=True)
    return lambda: f"{process.communicate()[0].strip()} frames"


@fault
def flood_flows(fabric):
    """One host opens flows without end; another opens one."""
    def stopped():
        # By the controller, and for a while after it by the switches.
        return fabric.total("refused_") + fabric.drops("SUBSCRIBER_LIMIT")

    before = stopped()
    done = attack(fabric, "flows")
    fabric.opens("a flood of flows")
    fabric.go_on("a flood of flows")
    said = done()
    fabric.wait(lambda: stopped() > before, "flows of a host beyond its share counted")
    return said


@fault
def flood_spoofed(fabric):
    """One host sends from addresses that are not its own; they take no port."""
    before = fabric.drops("SOURCE_UNVERIFIED")
    done = attack(fabric, "spoofed")
    fabric.opens("a flood from foreign sources")
    fabric.go_on("a flood from foreign sources")
    said = done()
    fabric.wait(lambda: fabric.drops("SOURCE_UNVERIFIED") > before,
                "packets of foreign sources counted as SOURCE_UNVERIFIED")
    foreign = [s["ipv6"] for s in fabric.controller.pages("/subscribers", "subscribers")
               if not s["ipv6"].startswith(("2001:db8:6::", "2001:db8:a::"))]
    if foreign:
        fabric.find(f"subscribers that do not exist have ports: {foreign[:5]}")
    return said


@fault
def flood_fragments(fabric):
    """One host sends fragments of which no rest comes; another one's come together."""
    done = attack(fabric, "fragments")
    fabric.go_on("a flood of fragments")
    fabric.runs("a datagram in fragments beside a flood of them", bed.H6, "large", bed.TARGET)
    return done()


@fault
def corrupt_frames(fabric):
    """Frames that are damaged in some places."""
    done = attack(fabric, "mutated")
    fabric.go_on("damaged frames")
    return done()


@fault
def corrupt_p4runtime(fabric):
    """P4Runtime requests that are damaged."""
    switch = fabric.rng.choice(bed.SWITCHES)
    statuses = fabric.peer.ask("mutate", switch, fabric.rng.getrandbits(31), 300)
    for status in ("INTERNAL", "UNAVAILABLE", "DEADLINE_EXCEEDED"):
        if status in statuses:
            fabric.find(f"{switch.name} answers damaged requests with {statuses}")
    fabric.go_on("damaged requests to a switch")
    return f"{switch.name}: {statuses}"


@fault
def corrupt_rest(fabric):
    """HTTP requests that are damaged, none of which may change anything."""
    host, _, port = REST.rpartition(":")
    head = f" HTTP/1.1\r\nHost: {REST}\r\n".encode()
    eam = b'{"eamt": [{"ipv4": "198.18.9.9", "ipv6": "2001:db8:6::2:99"}]}'
    sound = [b"GET /onos/nat64/bindings?limit=10" + head + b"\r\n",
             b"GET /onos/nat64/path?protocol=tcp&ipv4=203.0.113.1&port=1" + head + b"\r\n",
             b"POST /onos/nat64/eamt/check" + head + b"Content-Type: application/json\r\n"
             + f"Content-Length: {len(eam)}\r\n\r\n".encode() + eam]
    statuses = {}
    for _ in range(200):
        request = bytearray(fabric.rng.choice(sound))
        for _ in range(fabric.rng.randint(1, 4)):
            request[fabric.rng.randrange(4, len(request))] = fabric.rng.randrange(256)
        connection = http.client.HTTPConnection(host, int(port), timeout=2)
        try:
            connection.connect()
            connection.sock.sendall(request)
            answer = http.client.HTTPResponse(connection.sock)
            answer.begin()
            status = answer.status
        except (OSError, http.client.HTTPException):
            status = 0  # closed, or waits for the rest
        finally:
            connection.close()
        statuses[status] = statuses.get(status, 0) + 1
    if any(s >= 500 and s != 503 for s in statuses):
        fabric.find(f"damaged HTTP requests are answered with {statuses}")
    fabric.go_on("damaged HTTP requests")
    return str(dict(sorted(statuses.items())))


def damage(fabric, path):
    """Damages a file in a manner that is chosen by chance; says which."""
    data = bytearray(path.read_bytes())
    kind = fabric.rng.choice(("empty", "half", "zeros", "bits"))
    if kind == "empty":
        data = b""
    elif kind == "half":
        data = data[:len(data) // 2]
    elif kind == "zeros":
        at = fabric.rng.randrange(len(data))
        data[at:at + 4096] = bytes(len(data[at:at + 4096]))
    else:
        for _ in range(len(data) // 512 + 1):
            data[fabric.rng.randrange(len(data))] ^= 1 << fabric.rng.randrange(8)
    path.write_bytes(data)
    return kind


def start_damaged(fabric, remedy):
    """Starts the controller with damaged files: it is ready, or refuses and is started with what it
    says is the remedy. Returns whether it refused."""
    controller = fabric.controller
    said = controller.log.stat().st_size
    controller.start()
    refused = []

    def decided():
        if controller.alive():
            return fabric.ready()
        refused.append(controller.log.read_bytes()[said:].decode(errors="replace"))
        return True

    fabric.wait(decided, "a controller that refuses damaged files, or is ready")
    if not refused:
        return False
    if remedy not in refused[0]:
        fabric.find(f"damaged files are refused without a remedy: {refused[0][-300:]}")
    controller.start(remedy)
    return True


@fault
def corrupt_store(fabric):
    """A file of the store is damaged at a start: it is refused, and recovered when that is asked for."""
    changes(fabric, 4)
    fabric.controller.kill()
    path = fabric.rng.choice([file for file in sorted(fabric.controller.data.glob("state.*"))
                              if file.stat().st_size and "damaged" not in file.name])
    how = f"{path.name.partition('-')[0]}: {damage(fabric, path)}"
    if not start_damaged(fabric, "--recover"):
        return f"{how}, nothing that counts was hit"
    fabric.told("store-recovered/store")
    fabric.go_on("a lost store")
    fabric.take_over()
    return f"{how}, refused, recovered"


@fault
def corrupt_log(fabric):
    """A row of the mapping log is damaged at a start; nothing else may suffer."""
    controller = fabric.controller
    controller.kill()
    path = sorted((controller.data / "mappings").glob("mappings-*.log"))[-1]
    controller.due.append(f"the mapping log is damaged: {path}")
    data = bytearray(path.read_bytes())
    for _ in range(8):
        data[fabric.rng.randrange(LOG_HEADER, len(data))] ^= 1 << fabric.rng.randrange(8)
    path.write_bytes(data)
    if not start_damaged(fabric, "--recover"):
        return "passed over"
    fabric.told("mapping-log-damaged/mapping-log")
    controller.kill()
    controller.start()
    return "refused, recovered, told until the next start"


@fault
def jump_clock(fabric):
    """The controller's time of day is set a day ahead, and back by two."""
    controller = fabric.controller
    if controller.faketime is None:
        return "left out: libfaketime is not there"
    for offset in ("+86400", "-86400"):
        controller.offset.write_text(offset + "\n")
        time.sleep(HOLD_SECONDS)
        fabric.go_on(f"a clock of {offset} s")
        fabric.opens(f"a clock of {offset} s")
        changes(fabric, 3)
        if not fabric.ready():
            fabric.find(f"a clock of {offset} s loses switches")
    controller.kill()
    controller.start()
    fabric.wait(fabric.ready, "every switch ready with a clock that went back")
    controller.offset.write_text("+0\n")
    return "a day ahead, two back, killed and started there, and right again"
