# SPDX-License-Identifier: Apache-2.0
"""The switches a fabric can be made of, as Mininet classes.

Each starts its processes in `batchStartup`, when all links are there, and returns once every
P4Runtime port listens.
"""

from mininet.node import Switch

from . import commands, processes, topology
from .processes import FabricError, MissingProgram
from .switch_processes import SwitchProcess


class FabricSwitch(Switch):
    """What the three have in common. A subclass says how its processes are called.

    `address` is where P4Runtime listens.
    """

    def __init__(self, name, **params):
        params.pop("batch", None)
        self.address = params.pop("address")
        super().__init__(name, **params)
        self.definition = topology.switch(name)

    @classmethod
    def check(cls):
        """Raises MissingProgram unless the switch can be started on this machine."""
        raise NotImplementedError

    @classmethod
    def command_lines(cls, switches):
        """Triples of a log's name, the switches of a process, and its command line."""
        raise NotImplementedError

    def start(self, controllers):
        """Nothing yet: see `batchStartup`."""

    @classmethod
    def batchStartup(cls, switches):
        """Starts the processes of all switches and waits for their P4Runtime servers."""
        ordered = sorted(switches, key=lambda s: s.definition.number)
        started = [SwitchProcess(name, [s.name for s in members], argv, ordered[0].address)
                   for name, members, argv in cls.command_lines(ordered)]
        for process in started:
            process.start()
        for process in started:
            process.wait()
        return switches

    def port_arguments(self):
        """The switch's ports as `PORT@INTERFACE`, ordered."""
        return [f"{port}@{interface.name}"
                for port, interface in sorted(self.intfs.items()) if port > 0]


class EmbeddedSwitch(FabricSwitch):
    """The project's own switch. Leaves share a process; a spine has its own, which may be killed."""

    OPTIONS = ()

    @classmethod
    def check(cls):
        if not processes.SWITCH.exists():
            raise MissingProgram(f"{processes.SWITCH} is not there: run `make build`")

    @classmethod
    def command_lines(cls, switches):
        leaves = [s for s in switches if s.definition in topology.LEAVES]
        return [("switch-leaves", leaves, cls._together(leaves))] + [
            (f"switch-{s.name}", [s], s._alone()) for s in switches if s not in leaves]

    def _alone(self):
        return self._together([self])

    @classmethod
    def _together(cls, switches):
        argv = [processes.SWITCH, "--log-console"]
        for index, switch in enumerate(switches):
            if index:
                argv.append("--and")
            argv += [*cls.OPTIONS, *commands.embedded_switch(
                switch.definition, switch.port_arguments(), switch.address)]
        return argv


class FastPathSwitch(EmbeddedSwitch):
    """The same, whose established flows the kernel forwards."""

    OPTIONS = ("--fast-path",)
    REFUSED = "no fast path in the kernel"

    @classmethod
    def batchStartup(cls, switches):
        started = super().batchStartup(switches)
        for name, _, _ in cls.command_lines(switches):
            refused = [line for line in processes.tail(name, 100).splitlines() if cls.REFUSED in line]
            if refused:
                raise FabricError(refused[0])
        return started


class NetfpgaSwitch(EmbeddedSwitch):
    """Spines are agents of emulated NetFPGA SUMEs; leaves are embedded switches."""

    @classmethod
    def check(cls):
        super().check()
        if not processes.AGENT.exists():
            raise MissingProgram(f"{processes.AGENT} is not there: run `make build`")

    CARD = ("--emulated", processes.CARD)

    def _alone(self):
        kind, program = self.CARD
        return [processes.AGENT, *commands.card(
            kind, self.definition, self.port_arguments(), self.address, program,
            processes.IMAGES / f"{self.name}.image")]


class RtlSwitch(NetfpgaSwitch):
    """Spines are agents of cards in Verilog."""

    CARD = ("--rtl", processes.VERILOG)

    @classmethod
    def check(cls):
        super().check()
        if not processes.VERILOG.exists():
            raise MissingProgram(f"{processes.VERILOG} is not there: run `make rtl`")


class Bmv2Switch(FabricSwitch):
    """simple_switch_grpc of the P4 language consortium; one process each."""

    @classmethod
    def check(cls):
        processes.find("simple_switch_grpc",
                       "install BMv2 (p4lang/behavioral-model) or use SWITCH=embedded")

    @classmethod
    def command_lines(cls, switches):
        program = processes.find("simple_switch_grpc", "")
        return [(f"switch-{s.name}", [s], [program, *commands.simple_switch(
            s.definition, s.port_arguments(), s.address)]) for s in switches]


class StratumSwitch(FabricSwitch):
    """stratum_bmv2 of the Stratum project; one process each."""

    @classmethod
    def check(cls):
        processes.find("stratum_bmv2",
                       "install Stratum's BMv2 package or use SWITCH=embedded")

    @classmethod
    def command_lines(cls, switches):
        program = processes.find("stratum_bmv2", "")
        return [(f"switch-{s.name}", [s], [program, *s._arguments()]) for s in switches]

    def _arguments(self):
        directory = processes.WORK / "stratum" / self.name
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "chassis.pb.txt").write_text(
            commands.chassis_config(self.definition, self.port_arguments()))
        return commands.stratum(self.definition, directory, processes.PIPELINE, self.address)


KINDS = {"embedded": EmbeddedSwitch, "fast-path": FastPathSwitch, "bmv2": Bmv2Switch,
         "stratum": StratumSwitch, "netfpga": NetfpgaSwitch, "rtl": RtlSwitch}
