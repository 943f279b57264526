# SPDX-License-Identifier: Apache-2.0
"""FTP in passive mode: EPSV tells a port alone and needs no help from the translator (RFC 2428).

PASV tells an IPv4 address as well, which is right if the server has one. vsftpd tells 0.0.0.0 to whom comes
by IPv6, and clients that connect to the address they know reach it all the same.
"""

import tempfile
from pathlib import Path

from .. import services, state, topology
from ..fabric import CheckFailed
from .names import name
from .registry import check

EPSV = ()
PASV = ("--disable-epsv",)
PASV_AS_TOLD = (*PASV, "--no-ftp-skip-pasv-ip")
"""How curl asks for a connection for data. By PASV, it connects to the address that it knows, or to
the one that it is told, as old clients do."""


def fetch(client, url, mode):
    """Fetches the large file; raises CheckFailed unless it comes, by EPSV or PASV as it should."""
    with tempfile.NamedTemporaryFile(dir=state.RUN) as file:
        result = client.run("curl", "-v", "--fail", "--max-time", client.fabric.patience(30), *mode,
                            "-o", file.name, f"{url}/{services.LARGE}")
        if result.status:
            raise CheckFailed(f"{client.name}: curl ended with status {result.status}: "
                              f"{result.err[-200:]}")
        asked = {line[2:].strip() for line in result.err.splitlines() if line.startswith("> ")}
        if asked & {"EPSV", "PASV"} != {"EPSV" if mode is EPSV else "PASV"}:
            raise CheckFailed(f"{client.name}: the transfer used {asked}")
        if services.digest(Path(file.name)) != services.digest(
                state.RUN / "files" / services.LARGE):
            raise CheckFailed(f"{client.name}: the file differs")


@check("ftp", "{large} by FTP with EPSV from an IPv4-only server", 40)
def ftp(fabric):
    fetch(fabric.host("h1"), f"ftp://{name('s1')}", EPSV)
    return "EPSV, checksum equal"


@check("ftp46", "{large} by FTP from IPv6-only servers to IPv4: by an EAM, by static bindings", 60)
def ftp46(fabric):
    client = fabric.host("s1")
    for mode in (EPSV, PASV):
        fetch(client, f"ftp://{topology.EAM_HOST}", mode)
        fetch(client, f"ftp://{topology.STATIC_ADDRESS}:{topology.STATIC_FTP_PORT}", mode)
    return "e6 by its EAM, h2 by bindings for control and data; EPSV, and PASV without its address"
