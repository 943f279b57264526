# SPDX-License-Identifier: Apache-2.0
"""The running fabric, what operators do to it, and what is compared all the while."""

import json
import shutil
import subprocess
import threading
import time
from ipaddress import IPv4Address, IPv6Address

from isthmus_fabric.controllers.controller import Refused

from . import bed, comparisons
from .comparisons import Ledger, mapping
from .parts import WORK, Controller, Flows, Peer, Switch, on

PATIENCE = 300
"""Seconds after which something that must come has not come. A judgement is never about speed: the
machine may be busy with other things."""

FLOWS = 8
"""Of each protocol."""

EAMS_AT_ONCE = 40


class Fabric:
    """Context manager: all is up inside it. `say` prints; `findings` collects what was found."""

    def __init__(self, rng, say):
        self.rng = rng
        self.say = say
        self.findings = []
        self.compared = 0
        self.changes = 0
        self.statics, self.eams = Ledger(), Ledger()
        self.switches = {s.name: Switch(s) for s in bed.SWITCHES}
        self.largest = {}
        self._number = 0
        self._watching = threading.Event()

    def __enter__(self):
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir(parents=True)
        self.controller = Controller()
        self.parts = [*self.switches.values(), self.controller]
        self.flows = self.peer = None
        try:
            for part in self.parts:
                part.start()
            self.peer = Peer()
            self.wait(self.ready, "every switch is ready")
            self.flows = Flows(FLOWS)
            self.wait(lambda: len(self.flows.states) == 2 * FLOWS, "the flows begin")
            if not self.findings:
                self.settle("the start")
            if self.findings:
                raise RuntimeError(f"the fabric did not come up: {self.findings}; logs: {WORK}")
        except BaseException:
            self.__exit__()
            raise
        self._watching.set()
        threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._watching.clear()
        for part in (self.flows, self.peer, *reversed(self.parts)):
            if part is not None:
                part.end()

    # What is found and waited for.

    def find(self, text):
        """A finding, once."""
        if text not in self.findings:
            self.findings.append(text)
            self.say(f"FOUND: {text}")

    def wait(self, condition, what, seconds=PATIENCE):
        """Waits for what must come; a finding if it does not. Returns whether it came."""
        end = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > end:
                self.find(f"not within {seconds} s: {what}")
                return value
            time.sleep(0.2)

    def ready(self):
        """Whether every switch is connected and compared."""
        try:
            devices = self.controller.call("GET", "/devices", seconds=10)["devices"]
        except (OSError, ValueError):
            return False
        return (len(devices) == len(bed.SWITCHES)
                and all(d["state"] == "ready" for d in devices))

    def alarms(self):
        """Alarms now; none where nobody answers."""
        try:
            return self.controller.alarms()
        except (OSError, ValueError):
            return {}

    def told(self, *prefixes):
        """Waits until an alarm whose id begins so says what was done."""
        self.wait(lambda: any(a.startswith(prefixes) for a in self.alarms()),
                  f"an alarm {' or '.join(prefixes)}")

    def statistics(self):
        return self.controller.call("GET", "/statistics")

    def total(self, name):
        """The sum of the counters whose names begin so."""
        return sum(v for k, v in self.statistics()["counters"].items() if k.startswith(name))

    def drops(self, reason):
        """Packets that all switches dropped for a reason."""
        return sum(((d.get("statistics") or {}).get("drops") or {}).get(reason, 0)
                   for d in self.controller.call("GET", "/devices")["devices"])

    def go_on(self, during):
        """Every flow must have an answer to something that it sends from now on."""
        since = time.monotonic()
        if not self.wait(lambda: not comparisons.silent(self.flows.states, since),
                         f"answers to every flow during {during}"):
            self.find(f"silent during {during}: "
                      f"{comparisons.silent(self.flows.states, since)}")

    def opens(self, during, target=bed.TARGET, source=bed.H6, port=7):
        """A new flow must be answered."""
        self.runs(f"a new flow from {source} to {target} during {during}", source, "probe", target,
                  port)

    def runs(self, what, *program):
        """A program of a host must end well: where, its name, its arguments."""
        try:
            subprocess.run(on(*program), timeout=PATIENCE, check=True)
        except subprocess.SubprocessError:
            self.find(f"not within {PATIENCE} s: {what}")

    # What operators do.

    def change(self):
        """One change by REST, chosen by chance; the ledgers know how it ended."""
        self.changes += 1
        kind = self.rng.choice(("static", "static", "eam", "eam", "import"))
        ledger = self.statics if kind == "static" else self.eams
        if kind != "import" and ledger.there and self.rng.random() < 0.4:
            self._remove(kind, ledger, self.rng.choice(sorted(ledger.there)))
        else:
            self._add(kind, ledger)

    def _next(self):
        self._number += 1
        return self._number

    def _add(self, kind, ledger):
        if kind == "static":
            item = mapping("tcp", f"2001:db8:6::1:{self._next():x}", 80,
                           f"203.0.113.{self.rng.randint(1, 14)}", self.rng.randint(1024, 65535))
            self.ask(ledger, [item], "POST", "/static-bindings", static_row(item))
        elif kind == "eam":
            item = self._eam()
            self.ask(ledger, [item], "POST", "/eamt", eam_row(item))
        else:
            items = [self._eam() for _ in range(EAMS_AT_ONCE)]
            self.ask(ledger, items, "POST", "/eamt/import",
                     {"eamt": [eam_row(i) for i in items]})

    def _eam(self):
        n = self._next()
        return f"198.18.{n >> 8 & 255}.{n & 255}/32", f"2001:db8:6::2:{n:x}/128", "ipv6"

    def _remove(self, kind, ledger, item):
        path = (f"/static-bindings/{item[0]}/{item[3]}/{item[4]}" if kind == "static"
                else f"/eamt/{item[0]}")
        self.ask(ledger, [item], "DELETE", path)

    def replace_eams(self, first, count):
        """Puts so many more EAMs, by number, beside those of the ledger, which stay."""
        base4, base6 = IPv4Address("100.64.0.0"), IPv6Address("2001:db8:6::3:0:0")
        rows = [eam_row(i) for i in sorted(self.eams.there)] + [
            eam_row((str(base4 + n), str(base6 + n))) for n in range(first, first + count)]
        try:
            self.controller.call("PUT", "/eamt", {"eamt": rows}, seconds=PATIENCE)
        except (OSError, ValueError) as e:
            self.find(f"the EAMT cannot be replaced by one of {len(rows)}: {e}")

    def ask(self, ledger, items, method, path, body=None):
        """A change of these items; returns whether it was acknowledged."""
        try:
            self.controller.call(method, path, body)
        except Refused as e:
            if e.status in (500, 502):
                self.find(f"{method} {path}: {e}")
            return False
        except (OSError, ValueError):
            # Nobody says whether it was done.
            for item in items:
                ledger.doubted(item)
            return False
        for item in items:
            (ledger.removed if method == "DELETE" else ledger.added)(item)
        return True

    def take_over(self):
        """A store was lost: what the API lists now is what is there."""
        self.wait(self.ready, "every switch ready after the recovery of the store")
        self.statics.replace(self._statics())
        self.eams.replace(self._eams())

    @staticmethod
    def apart(work):
        """Runs something in a thread of its own; returns the thread."""
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        return thread

    # What is compared.

    def _watch(self):
        """While all this runs: flows, sizes, processes' logs."""
        while self._watching.is_set():
            self._look()
            time.sleep(1)

    def _look(self):
        for text in comparisons.flows(self.flows.states, bed.HOST6):
            self.find(text)
        for part in self.parts:
            size = part.size() if part.alive() else None
            if size is not None:
                resident, _, descriptors = size
                most = self.largest.get(part.name, (0, 0))
                self.largest[part.name] = max(resident, most[0]), max(descriptors, most[1])
            for text in comparisons.sizes(part.name, size) + [
                    f"{part.name} logs: {line}" for line in part.ill()]:
                self.find(text)

    def settle(self, after):
        """When a fault is over: all is ready, alarms are over, flows go on, all is as it should."""
        for part in self.parts:
            if not part.alive():
                self.find(f"{part.name} ended by itself, with status {part.process.returncode}")
                part.start()
        self.wait(self.ready, f"every switch ready after {after}")
        self.wait(lambda: not self._problems(), f"the end of alarms after {after}")
        if self._problems():
            self.find(f"alarms after {after}: {self._problems()}")
        self.go_on(f"the time after {after}")
        self.compare(after)

    def _problems(self):
        try:
            alarms = self.controller.alarms()
        except (OSError, ValueError):
            return ["no answer"]
        return sorted(a for a, severity in alarms.items()
                      if severity != "warning" or a.startswith("link-down"))

    def compare(self, after):
        """Compares until all is equal: what was read while something changed may differ."""
        self.compared += 1
        differences = []

        def equal():
            try:
                differences[:] = self._differences()
            except (OSError, ValueError, subprocess.SubprocessError) as e:
                differences[:] = [f"cannot be compared: {e}"]
            return not differences

        if not self.wait(equal, f"all equal after {after}"):
            for text in differences[:20]:
                self.find(f"after {after}: {text}")
            (WORK / f"differences-{self.compared}.json").write_text(
                json.dumps(differences, indent=1))

    def _differences(self):
        static, eams = self._statics(), self._eams()
        self.statics.settle(static)
        self.eams.settle(eams)
        found = self.statics.compare("static binding", "REST", static)
        found += self.eams.compare("EAM", "REST", eams)
        found += [f"REST: static binding {i} is of nobody"
                  for i in sorted(static - self.statics.there)]
        found += [f"REST: EAM {i} is of nobody" for i in sorted(eams - self.eams.there)]
        states = self.flows.states
        before = self._bindings()
        tables = {s: self.peer.ask("read", s) for s in bed.SWITCHES}
        after = self._bindings()
        for switch, held in tables.items():
            found += comparisons.unknown(switch.name, held)
            if switch.translator:
                found += comparisons.bindings(switch.name, held, before, after)
                found += comparisons.eams(switch.name, held, self.eams)
                found += self.statics.compare(
                    "static binding", switch.name, {mapping(*r) for r in held["outbound"]})
            else:
                found += comparisons.not_a_translator(switch.name, held)
        found += comparisons.one_owner(after)
        found += comparisons.blocks(self.controller.pages("/subscribers", "subscribers"))
        found += comparisons.flows(states, bed.HOST6, after)
        unconfirmed = self.statistics()["gauges"].get("deletions_unconfirmed", 0)
        if unconfirmed:
            found.append(f"{unconfirmed} deletions are unconfirmed, and every switch is ready")
        return found

    def _statics(self):
        return comparisons.of_rest(
            self.controller.call("GET", "/static-bindings")["staticBindings"])

    def _eams(self):
        return {(e["ipv4"], e["ipv6"], e["host"])
                for e in self.controller.call("GET", "/eamt")["eamt"]}

    def _bindings(self):
        return comparisons.of_rest(self.controller.pages("/bindings", "bindings"))

    def in_force(self):
        """An EAM and a static binding that are accepted now work at once, for real packets."""
        n = self._next()
        address, host = f"198.18.200.{n % 250 + 1}", self.rng.choice(bed.EAM_HOSTS6)
        item = f"{address}/32", f"{host}/128", "ipv6"
        if self.ask(self.eams, [item], "POST", "/eamt", eam_row(item)):
            self.opens("an EAM in force", address, bed.H4)
            self.ask(self.eams, [item], "DELETE", f"/eamt/{address}/32")
        item = mapping("tcp", bed.HOST6, 7, "203.0.113.14", self.rng.randint(1024, 65535))
        if self.ask(self.statics, [item], "POST", "/static-bindings", static_row(item)):
            self.opens("a static binding in force", item[3], bed.H4, item[4])
            self.ask(self.statics, [item], "DELETE",
                     f"/static-bindings/{item[0]}/{item[3]}/{item[4]}")

    def report(self):
        """Lines about all of it."""
        yield (f"{self.compared} comparisons of REST with {len(bed.SWITCHES)} switches, "
               f"{self.changes} changes by REST, {len(self.flows.states)} flows all the time")
        for name, (resident, descriptors) in sorted(self.largest.items()):
            yield f"{name}: {resident >> 20} MB, {descriptors} files open at most"


def static_row(item):
    """A static binding as REST has it."""
    protocol, address6, port6, address4, port4 = item
    return {"protocol": protocol, "ipv6": address6, "port6": port6, "ipv4": address4,
            "port4": port4}


def eam_row(item):
    """An EAM as REST has it."""
    return {"ipv4": item[0], "ipv6": item[1]}
