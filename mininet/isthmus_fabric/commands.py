# SPDX-License-Identifier: Apache-2.0
"""Command lines of interfaces and of the switches that can make up the fabric."""

from .topology import authority, is_loopback

CPU_PORT = 255
"""The port packet-in and packet-out go through."""

STRATUM_LOCAL_PORTS = 100
"""How far Stratum's second, local server is from its P4Runtime port."""


def offloads(interface, state):
    """Arguments of ethtool that turn all offloads of an interface "on" or "off".

    Where they are off, frames carry their real checksums and sizes, as on a wire.
    """
    kinds = ("rx", "tx", "sg", "tso", "gso", "gro")
    return ["ethtool", "-K", interface, *(word for kind in kinds for word in (kind, state))]


def simple_switch(switch, ports, address):
    """Arguments in the manner of simple_switch_grpc; ports are like `3@isth-leaf1-3`.

    P4Runtime listens on `address`.
    """
    argv = ["--no-p4", "--device-id", str(switch.number)]
    for port in ports:
        argv += ["-i", port]
    return [*argv, "--", "--grpc-server-addr", authority(address, switch.grpc_port),
            "--cpu-port", str(CPU_PORT)]


def embedded_switch(switch, ports, address):
    """The same for the embedded switch, which listens in clear text only if it is told to."""
    argv = simple_switch(switch, ports, address)
    return argv if is_loopback(address) else [*argv, "--insecure-grpc"]


def card(kind, switch, ports, address, program, image):
    """Arguments of the agent of a card that executes `program`, a directory; `kind` is
    "--emulated" or "--rtl".

    `image` is the agent's own file of what the card holds.
    """
    argv = [kind, str(program), "--image", str(image), "--device-id", str(switch.number),
            "--grpc-server-addr", authority(address, switch.grpc_port)]
    for port in ports:
        argv += ["-i", port]
    return argv if is_loopback(address) else [*argv, "--insecure-grpc"]


def stratum(switch, directory, pipeline, address):
    """Arguments of stratum_bmv2, with `chassis.pb.txt` in its directory.

    Stratum starts only with some pipeline; `pipeline` is a BMv2 JSON file the controller
    replaces.
    """
    return [
        f"-device_id={switch.number}",
        f"-chassis_config_file={directory}/chassis.pb.txt",
        "-forwarding_pipeline_configs_file=/dev/null",
        f"-persistent_config_dir={directory}",
        f"-initial_pipeline={pipeline}",
        f"-cpu_port={CPU_PORT}",
        f"-external_stratum_urls={authority(address, switch.grpc_port)}",
        f"-local_stratum_url=127.0.0.1:{switch.grpc_port + STRATUM_LOCAL_PORTS}",
        "-max_num_controllers_per_node=10",
        f"-write_req_log_file={directory}/writes.txt",
        "-logtosyslog=false",
        "-logtostderr=true",
    ]


def chassis_config(switch, ports):
    """Stratum's chassis configuration as protobuf text; ports are like `3@isth-leaf1-3`."""
    text = (
        f'description: "Isthmus fabric: {switch.name}"\n'
        f'chassis {{\n  platform: PLT_P4_SOFT_SWITCH\n  name: "{switch.name}"\n}}\n'
        f'nodes {{\n  id: {switch.number}\n  name: "{switch.name}"\n  slot: 1\n  index: 1\n}}\n')
    for item in ports:
        port, _, interface = item.partition("@")
        text += (
            f'singleton_ports {{\n  id: {port}\n  name: "{interface}"\n  slot: 1\n'
            f"  port: {port}\n  channel: 1\n  speed_bps: 10000000000\n"
            "  config_params {\n    admin_state: ADMIN_STATE_ENABLED\n  }\n"
            f"  node: {switch.number}\n}}\n")
    return text
