# SPDX-License-Identifier: Apache-2.0
"""FTP in passive mode: EPSV needs no help from the translator (RFC 2428)."""

import tempfile
from pathlib import Path

from .. import services, state
from ..fabric import CheckFailed
from .names import name
from .registry import check


@check("ftp", "5 MB by FTP with EPSV from an IPv4-only server", 40)
def ftp(fabric):
    with tempfile.NamedTemporaryFile(dir=state.RUN) as file:
        result = fabric.host("h1").run(
            "curl", "-v", "--fail", "--max-time", "30", "-o", file.name,
            f"ftp://{name('s1')}/{services.LARGE}")
        if result.status:
            raise CheckFailed(f"curl ended with status {result.status}: {result.err[-200:]}")
        if "EPSV" not in result.err or "PASV\n" in result.err.replace("EPSV\n", ""):
            raise CheckFailed("the transfer did not use EPSV")
        if services.digest(Path(file.name)) != services.digest(
                state.RUN / "files" / services.LARGE):
            raise CheckFailed("the file differs")
    return "EPSV, checksum equal"
