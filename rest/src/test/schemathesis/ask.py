# SPDX-License-Identifier: Apache-2.0
"""
Asks a controller over an embedded switch whatever its OpenAPI document allows, and what it does not,
as an admin and as a viewer: schemathesis (PyPI) makes the requests and compares the answers with the
document. Status 1 if it finds anything. Options are passed on, such as --max-examples 100 or
--include-path /pools.
"""
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
SECONDS_TO_START = 60


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def netcfg(port):
    return {
        "devices": {
            "device:leaf1": {
                "basic": {
                    "managementAddress": f"grpc://127.0.0.1:{port}?device_id=1",
                    "pipeconf": "org.isthmus.v1model",
                },
                "isthmus": {"mac": "00:00:5e:00:53:01", "loopbacks": ["192.0.0.1"]},
            }
        },
        "ports": {
            "device:leaf1/1": {"interfaces": [{"ips": ["2001:db8:1::1/64"]}]},
            "device:leaf1/2": {"interfaces": [{"ips": ["192.0.2.1/24"]}]},
        },
        "apps": {
            "org.isthmus": {
                "nat64": {
                    "instances": [{"name": "nat64", "prefix": "64:ff9b:1::/96"}],
                    "pools": [{"name": "configured", "prefixes": ["203.0.113.0/28"]}],
                }
            }
        },
    }


def credentials(controller, users):
    lines = []
    for user, (role, password) in users.items():
        command = [controller, "password", "--role", role, user]
        made = subprocess.run(
            command, input=password + "\n", text=True, check=True, stdout=subprocess.PIPE
        )
        lines.append(made.stdout)
    return "".join(lines)


def await_ready(url, process):
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        if process.poll() is not None:
            sys.exit(f"the controller ended with status {process.returncode}")
        try:
            with urllib.request.urlopen(url + "/ready"):
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    sys.exit(f"the controller is not ready after {SECONDS_TO_START} s")


def ask(url, user, password, directory):
    """Returns whether anything was found."""
    command = [
        Path(sys.executable).with_name("schemathesis"),
        "--config-file",
        HERE / "schemathesis.toml",
        "run",
        ROOT / "rest/src/main/resources/org/isthmus/rest/openapi.yaml",
        "--url",
        url,
        "--auth",
        f"{user}:{password}",
        *sys.argv[1:],
    ]
    return subprocess.run(command, cwd=directory).returncode != 0


def main():
    controller = ROOT / "controller/bin/isthmus-controller"
    users = {"alice": ("admin", "the admin's"), "bob": ("viewer", "the viewer's")}
    with tempfile.TemporaryDirectory() as directory:
        here = Path(directory)
        port, rest = free_port(), free_port()
        (here / "netcfg.json").write_text(json.dumps(netcfg(port)))
        (here / "credentials").write_text(credentials(controller, users))
        switch = [ROOT / "switch/bin/isthmus-switch", "--no-p4", "--device-id", "1", "--"]
        switch += ["--grpc-server-addr", f"127.0.0.1:{port}", "--cpu-port", "255"]
        server = [controller, "--netcfg", here / "netcfg.json", "--data", here / "data"]
        server += ["--credentials", here / "credentials", "--listen", f"127.0.0.1:{rest}"]
        found = False
        with open(here / "log", "w+") as log:
            parts = [subprocess.Popen(p, stdout=log, stderr=log) for p in (switch, server)]
            try:
                url = f"http://127.0.0.1:{rest}/onos/nat64"
                await_ready(url, parts[1])
                for user, (role, password) in users.items():
                    print(f"as {role}", flush=True)
                    found |= ask(url, user, password, directory)
                for part in parts:
                    if part.poll() is not None:
                        print(f"{part.args[0].name} ended with status {part.returncode}")
                        found = True
            finally:
                for part in parts:
                    part.terminate()
                    part.wait()
                if found:
                    log.seek(0)
                    print("".join(line for line in log if "org.isthmus.audit" not in line))
        return found


if __name__ == "__main__":
    sys.exit(main())
