# SPDX-License-Identifier: Apache-2.0
"""The ordinary programs that run on the hosts: their configuration and command lines."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from . import state, topology

SMALL = "small.bin"
MEDIUM = "medium.bin"
LARGE = "large.bin"
FILES = {SMALL: 1024, MEDIUM: 256 * 1024, LARGE: 5 * 1024 * 1024}
"""What the servers offer, with sizes in bytes."""

ECHO_PORT = 7
IPERF_PORT = 5201

SLOW_PORT = 8000
SLOW_RATE = 1000
"""Kilobytes per second of a download from SLOW_PORT; the large file lasts about 5 s."""


@dataclass(frozen=True)
class Service:
    """A daemon in the foreground on a host; ready once `tcp_port` listens there."""

    host: str
    name: str
    argv: tuple
    tcp_port: int | None


def zone():
    """The zone file of the fabric's domain: IPv4-only servers have A records alone."""
    lines = [
        "$TTL 60",
        "@ SOA dns hostmaster 1 3600 600 86400 60",
        "@ NS dns",
    ]
    for host in topology.ALL_HOSTS:
        for address in (host.address4, host.address6):
            if address is not None:
                lines.append(f"{host.name} {_record(address)}")
    lines.append(f"e6 {_record(topology.EAM_HOST)}")
    lines.append(f"h2-bound {_record(topology.STATIC_ADDRESS)}")
    return "\n".join(lines) + "\n"


def _record(address):
    return f"{'A' if address.version == 4 else 'AAAA'} {address}"


IPV4ONLY_ZONE = """\
$TTL 60
@ SOA localhost. hostmaster.localhost. 1 3600 600 86400 60
@ NS localhost.
@ A 192.0.0.170
@ A 192.0.0.171
"""
"""ipv4only.arpa, by which clients find the NAT64 prefix (RFC 7050)."""


def unbound_conf(directory):
    """A DNS64 resolver that serves the demo's zones and forwards no query."""
    zones = {topology.DOMAIN: "zone", "ipv4only.arpa": "ipv4only.zone"}
    # Authoritative data must come from the iterator: dns64 does not see local-data.
    auth = "".join(
        f'auth-zone:\n    name: "{name}."\n    zonefile: "{directory}/{file}"\n'
        "    for-downstream: no\n    for-upstream: yes\n    fallback-enabled: no\n"
        for name, file in zones.items())
    open_zones = "".join(f'    local-zone: "{name}." transparent\n' for name in zones)
    return f"""\
server:
    directory: "{directory}"
    chroot: ""
    username: ""
    pidfile: "{directory}/unbound.pid"
    use-syslog: no
    log-queries: yes
    do-daemonize: no
    interface: 0.0.0.0
    interface: ::0
    interface-automatic: yes
    access-control: 0.0.0.0/0 allow
    access-control: ::0/0 allow
    module-config: "dns64 iterator"
    dns64-prefix: {topology.PREFIX}
    local-zone: "." static
{open_zones}remote-control:
    control-enable: no
{auth}"""


def lighttpd_conf(directory, version, share=1):
    """A web server for one family, `version` 4 or 6; on SLOW_PORT it takes its time, and has its rate
    divided by `share`."""
    bind = "0.0.0.0" if version == 4 else "[::]"
    return f"""\
server.document-root = "{directory}/files"
server.bind = "{bind}"
server.port = 80
server.max-connections = 512
mimetype.assign = ("" => "application/octet-stream")
$SERVER["socket"] == "{bind}:{SLOW_PORT}" {{
    connection.kbytes-per-second = {SLOW_RATE // share}
}}
"""


FTP_PORTS = range(50000, 50004)
"""Where FTP servers take connections for data."""


def vsftpd_conf(directory, version):
    """An anonymous read-only FTP server for one family, `version` 4 or 6."""
    return f"""\
{"listen" if version == 4 else "listen_ipv6"}=YES
pasv_min_port={FTP_PORTS[0]}
pasv_max_port={FTP_PORTS[-1]}
background=NO
anonymous_enable=YES
no_anon_password=YES
local_enable=NO
anon_root={directory}/files
secure_chroot_dir={directory}/empty
seccomp_sandbox=NO
xferlog_enable=YES
vsftpd_log_file={directory}/vsftpd.log
log_ftp_protocol=YES
"""


LOGIN = """\
#!/bin/sh
echo "who are you?"
read -r name
echo "hello, $name"
read -r _
"""
"""What a telnet server runs in place of login(1). It stays until the client goes: what a program says
right before it ends may be lost by telnetd."""


def clat_conf():
    """Tayga as a CLAT (RFC 6877): one IPv4 address to one of IPv6, all others into the NAT64 prefix."""
    return f"""\
tun-device {topology.CLAT_INTERFACE}
ipv4-addr {topology.CLAT4}
ipv6-addr {topology.CLAT6}
prefix {topology.PREFIX}
map {topology.CLAT_HOST4} {topology.CLAT_HOST6}
"""


def sizes(share):
    """Sizes of the larger files, in words, where their bytes are divided by `share`."""
    words = {}
    for word, name in (("medium", MEDIUM), ("large", LARGE)):
        kilobytes = FILES[name] // share // 1024
        words[word] = f"{kilobytes // 1024} MB" if kilobytes % 1024 == 0 else f"{kilobytes} KB"
    return words


def size(name):
    """Bytes of a file that is served."""
    return (state.RUN / "files" / name).stat().st_size


def write(directory: Path, share=1):
    """Writes all configuration and the files to be served below `directory`; those beyond the
    small one have their size divided by `share`, and what is slow its rate, so that it lasts as long."""
    files = directory / "files"
    files.mkdir(parents=True, exist_ok=True)
    (directory / "empty").mkdir(exist_ok=True)
    for name, size in FILES.items():
        (files / name).write_bytes(os.urandom(size if name == SMALL else size // share))
    (directory / "zone").write_text(zone())
    (directory / "ipv4only.zone").write_text(IPV4ONLY_ZONE)
    (directory / "unbound.conf").write_text(unbound_conf(directory))
    for version in (4, 6):
        (directory / f"lighttpd{version}.conf").write_text(
            lighttpd_conf(directory, version, share))
        (directory / f"vsftpd{version}.conf").write_text(vsftpd_conf(directory, version))
    (directory / "clat.conf").write_text(clat_conf())
    login = directory / "login"
    login.write_text(LOGIN)
    login.chmod(0o755)


def digest(path):
    """SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def services(directory: Path):
    """Every daemon of the fabric; `write` has been called on the same directory."""
    found = [Service(topology.RESOLVER, "unbound",
                     ("unbound", "-d", "-c", f"{directory}/unbound.conf"), 53)]
    for name in ("s1", "s2", "s3", "s4", "h2", "h3", "h4", "e6"):
        version = 4 if topology.host(name).address4 else 6
        found += [
            Service(name, "lighttpd",
                    ("lighttpd", "-D", "-f", f"{directory}/lighttpd{version}.conf"), 80),
            _echo(name, f"TCP{version}-LISTEN:{ECHO_PORT}", "echo-tcp", ECHO_PORT),
        ]
        # Bound to one address each, so that answers come from the address that was asked.
        addresses = [a for t in topology.host(name).attachments for a in t.addresses]
        for index, address in enumerate(addresses, 1):
            literal = f"[{address}]" if version == 6 else str(address)
            found.append(_echo(name, f"UDP{version}-LISTEN:{ECHO_PORT},bind={literal}",
                               f"echo-udp{index}", None))
    for name in ("s1", "h3", "e6"):
        found.append(Service(name, "iperf3", ("iperf3", "-s"), IPERF_PORT))
    for name in ("s1", "e6", "h2"):
        version = 4 if topology.host(name).address4 else 6
        found.append(Service(name, "vsftpd", ("vsftpd", f"{directory}/vsftpd{version}.conf"), 21))
    for name in ("s1", "e6"):
        version = 4 if topology.host(name).address4 else 6
        found += [_inetd(name, version, "telnetd", 23, f"telnetd -h -E {directory}/login"),
                  _inetd(name, version, "fingerd", 79, "in.fingerd")]
    return found


def _inetd(host, version, name, port, command):
    """A program that serves the connection that is its input and output."""
    return Service(host, name, ("socat", f"TCP{version}-LISTEN:{port},fork,reuseaddr",
                                f"EXEC:{command},nofork"), port)


def _echo(host, listen, name, tcp_port):
    return Service(host, name, ("socat", f"{listen},fork,reuseaddr", "EXEC:cat"), tcp_port)
