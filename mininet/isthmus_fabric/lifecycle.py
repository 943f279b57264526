# SPDX-License-Identifier: Apache-2.0
"""Brings the fabric up and takes it down, whatever happened in between."""

import contextlib
import fcntl
import json
import os
import shutil
import signal
import sys
import time

from . import controllers, netcfg, processes, services, state, topology
from .fabric import Fabric
from .processes import FabricError

LOCK = "/run/lock/isthmus-fabric"
LISTEN = "127.0.0.1:8181"
PROGRAMS = ("curl", "dig", "ethtool", "finger", "in.fingerd", "ip", "iperf3", "lighttpd", "mnexec",
            "nft", "ping", "socat", "sysctl", "tayga", "tcpdump", "telnet", "telnetd", "traceroute",
            "unbound", "vsftpd")


class Busy(Exception):
    """A fabric is up already; the message says whose."""


def check_programs():
    """Raises MissingProgram unless the programs of the hosts are installed."""
    for program in PROGRAMS:
        processes.find(program, "as root, run `scripts/install demo`")
    if not processes.NAT64CTL.exists():
        raise processes.MissingProgram(f"{processes.NAT64CTL} is not there: run `make build`")


@contextlib.contextmanager
def _lock():
    """Two programs never bring a fabric up or down at once."""
    os.makedirs(os.path.dirname(LOCK), exist_ok=True)
    with open(LOCK, "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def up(switch_class, kind, controller, say=print):
    """Builds the fabric and starts everything in it; this process then owns it.

    Returns the Mininet. When something fails or a signal comes, what was made is removed.
    """
    with _lock():
        _refuse_second()
        _clear()
        for port in [s.grpc_port for s in topology.SWITCHES] + controller.ports():
            if processes.listening(port):
                raise Busy(f"port {port} of 127.0.0.1 is used by another program")
        state.save({
            "owner": {"pid": os.getpid(), "start": state.start_time(os.getpid())},
            "switch": kind, "controller": controller.settings, "root": str(processes.ROOT),
            "ready": False})
    os.environ[state.MARK] = "1"
    try:
        return _build(switch_class, kind, controller, say)
    except BaseException:
        take_down()
        raise


def _refuse_second():
    pid = state.owner()
    if pid is not None:
        raise Busy(f"a fabric is up already, kept by process {pid}: `mininet/demo check` checks "
                   "it, `mininet/demo down` takes it down")


def _build(switch_class, kind, controller, say):
    from . import network  # needs Mininet, which the rest of the module does not

    begun = time.monotonic()
    for directory in (processes.LOGS, processes.WORK / "data", processes.IMAGES):
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
    grpc = controller.switch_address
    processes.NETCFG.write_text(json.dumps(netcfg.build(kind, grpc), indent=2) + "\n")
    services.write(state.RUN, netcfg.share(kind))
    resolver = topology.host(topology.RESOLVER)
    for version, address in ((4, resolver.address4), (6, resolver.address6)):
        (state.RUN / f"resolv{version}.conf").write_text(f"nameserver {address}\n")

    say("building the network")
    net = network.create(switch_class, grpc)
    state.save({**state.load(), "hosts": {h.name: net.get(h.name).pid for h in topology.ALL_HOSTS}})
    say("starting the switches")
    net.start()
    fabric = Fabric()
    say(f"starting the controller ({controller})")
    fabric.controller.start()
    _start_services(fabric)
    _wait_for_paths(fabric)
    state.save({**state.load(), "ready": True})
    say(f"fabric ready after {time.monotonic() - begun:.1f} s")
    return net


def _start_services(fabric):
    waiting = []
    for service in services.services(state.RUN):
        host = fabric.host(service.host)
        process = processes.start(f"{service.host}-{service.name}", host.argv(*service.argv))
        waiting.append((host, service, process))
    for host, service, process in waiting:
        if service.tcp_port is not None:
            processes.wait_until(
                lambda h=host, s=service: f":{s.tcp_port} " in h.ok("ss", "-Hltn"),
                20, f"{service.name} on {service.host}", process)


def _wait_for_paths(fabric):
    """Waits until each host reaches its gateways."""
    for definition in topology.ALL_HOSTS:
        host = fabric.host(definition.name)
        for attachment in definition.attachments:
            for gateway in attachment.gateways:
                processes.wait_until(
                    lambda h=host, g=gateway: h.run("ping", "-c1", "-W1", g.ip).status == 0,
                    20 * fabric.pace, f"{definition.name} reaching its gateway {gateway.ip}")


def take_down():
    """Removes all that is up, with signals held back; raises FabricError if something stays."""
    held = {s: signal.signal(s, signal.SIG_IGN) for s in (signal.SIGINT, signal.SIGTERM)}
    try:
        with _lock():
            _clear()
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)


def _clear():
    controller = controllers.recorded()
    if controller is not None:
        controller.remove()
    left = state.clear()
    if left:
        raise FabricError(f"could not remove {', '.join(left)}")


def down():
    """Ends the owner of the fabric, if there is one, and removes what is left."""
    pid = state.owner()
    if pid is not None and pid != os.getpid():
        os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + 15
        while state.owner() == pid and time.monotonic() < deadline:
            time.sleep(0.1)
        if state.owner() == pid:
            os.kill(pid, signal.SIGKILL)
    take_down()


def keep(switch_class, kind, controller):
    """Brings the fabric up in a process of its own, which stays; returns when it is ready."""
    _refuse_second()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _keeper(switch_class, kind, controller, writing)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        last = ""
        for line in pipe:
            last = line.rstrip("\n")
            if last.startswith("error: "):
                break
            print(last, flush=True)
    if last.startswith("error: "):
        raise FabricError(last.removeprefix("error: "))
    if state.owner() != child:
        raise FabricError("the process that keeps the fabric up has ended")


def _keeper(switch_class, kind, controller, writing):
    """The body of the process that owns a fabric left running; never returns."""
    os.setsid()
    stopped = []
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _raise_interrupt)
    processes.WORK.mkdir(parents=True, exist_ok=True)
    with open(processes.WORK / "keeper.log", "wb") as log, open(os.devnull, "rb") as null:
        os.dup2(null.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)

    def say(text):
        os.write(writing, (text.replace("\n", " ") + "\n").encode())

    status = 0
    try:
        net = up(switch_class, kind, controller, say)
        stopped.append(net)
        os.close(writing)
        while True:
            signal.pause()
    except KeyboardInterrupt:
        pass
    except Exception as e:
        status = 1
        say(f"error: {e}")
    finally:
        if stopped:
            take_down()
        sys.stdout.flush()
        os._exit(status)


def _raise_interrupt(number, frame):
    raise KeyboardInterrupt


def interruptible():
    """Lets SIGINT and SIGTERM end the program in order, in the background as well."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _raise_interrupt)


def shell(name, command):
    """Replaces this process by a shell, or by a command, on a host."""
    fabric = Fabric()
    if name not in fabric.state["hosts"]:
        raise FabricError(f"no host {name}: there are {', '.join(fabric.state['hosts'])}")
    environment = {**processes.environment(), "PS1": f"{name}# "}
    argv = fabric.host(name).argv(*(command or ["bash", "--norc"]))
    os.execvpe(argv[0], argv, environment)


def logs_of_failure():
    """The last lines of the controller's and the switches' logs, for people to read."""
    text = []
    for path in [p for name in ("controller", "onos", "switch")
                 for p in sorted(processes.LOGS.glob(f"{name}*.log"))]:
        text.append(f"--- {path}\n{processes.tail(path.stem)}")
    return "\n".join(text)

