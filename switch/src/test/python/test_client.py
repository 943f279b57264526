# SPDX-License-Identifier: Apache-2.0
"""What a controller may expect of a P4Runtime switch, asked with the official Python stubs."""

import grpc
import p4runtime_sh.shell as shell
import pytest
from google.protobuf import text_format
from p4.v1 import p4runtime_pb2

from conftest import CPU_PORT, DEVICE, HERE, code, codes, p4info

ETHERNET = bytes.fromhex("020000000001 020000000002 88b5") + b"payload"


def entity(text):
    return text_format.Parse(text, p4runtime_pb2.Entity())


def action(ids, name="forward", port=r"\x03"):
    params = f'params {{ param_id: 1 value: "{port}" }}' if name == "forward" else ""
    return f"action {{ action_id: {ids[name]} {params} }}"


@pytest.fixture
def l2(ids):
    """Makes a row of the table l2."""
    def make(mac, rest=None):
        rest = f"action {{ {action(ids)} }}" if rest is None else rest
        return entity(f'table_entry {{ table_id: {ids["l2"]} match {{ field_id: 1 exact {{ '
                      f'value: "{mac}" }} }} {rest} }}')
    return make


def table(ids, name, rest=""):
    return entity(f"table_entry {{ table_id: {ids[name]} {rest} }}")


def test_shell(address, election_id):
    shell.setup(device_id=DEVICE, grpc_addr=address, election_id=(0, election_id),
                config=shell.FwdPipeConfig(str(HERE / "client.p4info.txtpb"),
                                           str(HERE / "client.json")), verbose=False)
    try:
        row = shell.TableEntry("l2")(action="forward")
        row.match["h.ethernet.dst"] = "02:00:00:00:00:01"
        row.action["port"] = "3"
        row.insert()
        row.action["port"] = "4"
        row.modify()
        assert len(list(shell.TableEntry("l2").read())) == 1
        row.delete()
        assert not list(shell.TableEntry("l2").read())
        member = shell.ActionProfileMember("paths")(member_id=1, action="forward")
        member.action["port"] = "1"
        member.insert()
        group = shell.ActionProfileGroup("paths")(group_id=1)
        group.add(1, 1)
        group.insert()
        flood = shell.MulticastGroupEntry(1)
        flood.add(1, 1).add(2, 1)
        flood.insert()
        clone = shell.CloneSessionEntry(5)
        clone.add(CPU_PORT, 0)
        clone.insert()
        counter = shell.CounterEntry("ports")
        counter.index = 2
        counter.packet_count = 7
        counter.modify()
        assert [c.packet_count for c in shell.CounterEntry("ports").read()][2] == 7
        sniffer = shell.PacketIn()
        out = shell.PacketOut(payload=ETHERNET, egress_port=str(CPU_PORT), _pad="0")
        out.send()
        assert [p.packet.payload for p in sniffer.sniff(timeout=1)] == [ETHERNET]
    finally:
        shell.teardown()


def test_rows(primary, ids, l2):
    row = l2(r"\x05", f"action {{ {action(ids)} }} metadata: \"m\" idle_timeout_ns: 5000000000")
    primary.write("INSERT", row)
    assert primary.read(table(ids, "l2")) == [row]
    assert primary.read(l2(r"\x05", "")) == [row]
    assert primary.read(l2(r"\x06", "")) == []
    assert primary.read(entity("table_entry { }")).count(row) == 1
    primary.write("DELETE", l2(r"\x05", ""))
    assert primary.read(table(ids, "l2")) == []


def test_codes_of_rows(primary, ids, l2):
    primary.write("INSERT", l2(r"\x01"))
    assert codes(lambda: primary.write("INSERT", l2(r"\x02"), l2(r"\x01"), l2(r"\x03"))) == [
        "OK", "ALREADY_EXISTS", "OK"]
    assert codes(lambda: primary.write("MODIFY", l2(r"\x09"))) == ["NOT_FOUND"]
    assert codes(lambda: primary.write("DELETE", l2(r"\x09"))) == ["NOT_FOUND"]
    out_of_range = [
        l2(r"\x01" * 7),
        l2(""),
        l2(r"\x04", f"action {{ {action(ids, port=chr(92) + 'x02' + chr(92) + 'x00')} }}"),
    ]
    for e in out_of_range:
        assert codes(lambda e=e: primary.write("INSERT", e)) == ["OUT_OF_RANGE"], e
    wrong = [
        l2(r"\x04", "priority: 1 " + f"action {{ {action(ids)} }}"),
        l2(r"\x04", f"action {{ action {{ action_id: {ids['forward']} }} }}"),
        l2(r"\x04", f"action {{ action {{ action_id: {ids['NoAction'] + 1} }} }}"),
        l2(r"\x04", ""),
        table(ids, "l2", f"action {{ {action(ids)} }}"),
        entity("table_entry { table_id: 1 }"),
        table(ids, "route", 'match { field_id: 1 lpm { value: "\\001\\001" prefix_len: 16 } } '
              f"action {{ {action(ids)} }}"),
        table(ids, "acl", f"action {{ {action(ids, 'drop')} }}"),
    ]
    for e in wrong:
        assert codes(lambda e=e: primary.write("INSERT", e)) == ["INVALID_ARGUMENT"], e
    assert codes(lambda: primary.write(
        "MODIFY", table(ids, "l2", "is_default_action: true "
                        f"action {{ {action(ids, 'drop')} }}"))) == ["PERMISSION_DENIED"]
    assert codes(lambda: primary.write(
        "INSERT", table(ids, "fixed", 'match { field_id: 1 exact { value: "\\001" } } '
                        f"action {{ {action(ids, 'drop')} }}"))) == ["PERMISSION_DENIED"]


def test_every_match_kind(primary, ids):
    rows = [
        table(ids, "route", 'match { field_id: 1 lpm { value: "\\n\\000\\000\\000" '
              f"prefix_len: 8 }} }} action {{ {action(ids)} }}"),
        table(ids, "route", f"action {{ {action(ids)} }}"),
        table(ids, "acl", 'match { field_id: 1 ternary { value: "\\010\\000" mask: "\\377\\377" } }'
              ' match { field_id: 2 range { low: "\\001" high: "\\005" } }'
              ' match { field_id: 3 optional { value: "\\006" } } priority: 10 '
              f"action {{ {action(ids, 'drop')} }}"),
        table(ids, "acl", f"priority: 1 action {{ {action(ids, 'drop')} }}"),
    ]
    primary.write("INSERT", *rows)
    found = primary.read(table(ids, "route"), table(ids, "acl"))
    assert sorted(map(str, found)) == sorted(map(str, rows))


def test_full_table(primary, ids):
    rows = [table(ids, "route", f'match {{ field_id: 1 lpm {{ value: "\\{i}00\\000\\000\\000" '
                  f"prefix_len: 8 }} }} action {{ {action(ids)} }}") for i in range(1, 4)]
    primary.write("INSERT", *rows, table(ids, "route", f"action {{ {action(ids)} }}"))
    more = table(ids, "route", 'match { field_id: 1 lpm { value: "\\177\\000\\000\\000" '
                 f"prefix_len: 8 }} }} action {{ {action(ids)} }}")
    assert codes(lambda: primary.write("INSERT", more)) != ["OK"]


def test_default_action(primary, ids):
    row = table(ids, "l2", f"is_default_action: true action {{ {action(ids)} }}")
    primary.write("MODIFY", row)
    assert primary.read(table(ids, "l2", "is_default_action: true")) == [row]
    assert codes(lambda: primary.write("INSERT", row)) == ["INVALID_ARGUMENT"]
    primary.write("MODIFY", table(ids, "l2", "is_default_action: true"))
    assert primary.read(table(ids, "l2", "is_default_action: true")) == [
        table(ids, "l2", f"is_default_action: true action {{ {action(ids, 'to_controller')} }}")]


def test_members_groups_and_one_shots(primary, ids):
    def of(kind, number, rest=""):
        return entity(f"action_profile_{kind} {{ action_profile_id: {ids['paths']} "
                      f"{kind}_id: {number} {rest} }}")

    def row(rest):
        return table(ids, "balance",
                     f'match {{ field_id: 1 exact {{ value: "\\001" }} }} action {{ {rest} }}')

    member = of("member", 1, action(ids))
    group = of("group", 1, "members { member_id: 1 weight: 1 } max_size: 16")
    primary.write("INSERT", member)
    primary.write("INSERT", group)
    primary.write("INSERT", row("action_profile_group_id: 1"))
    assert primary.read(entity("action_profile_member { }")) == [member]
    assert primary.read(entity("action_profile_group { }")) == [group]
    assert primary.read(table(ids, "balance")) == [row("action_profile_group_id: 1")]
    assert codes(lambda: primary.write("INSERT", member)) == ["ALREADY_EXISTS"]
    assert codes(lambda: primary.write("DELETE", of("member", 2))) == ["NOT_FOUND"]
    assert codes(lambda: primary.write("INSERT", row(action(ids)))) == ["INVALID_ARGUMENT"]
    primary.set_pipeline()
    shot = row(f"action_profile_action_set {{ action_profile_actions {{ {action(ids)} weight: 2 }} "
               f"action_profile_actions {{ {action(ids, port=chr(92) + 'x04')} weight: 1 }} }}")
    primary.write("INSERT", shot)
    assert primary.read(table(ids, "balance")) == [shot]
    primary.write("DELETE", row(""))


def test_arrays(primary, ids):
    counter = entity(f"counter_entry {{ counter_id: {ids['ports']} index {{ index: 3 }} "
                     "data { packet_count: 5 byte_count: 6 } }")
    primary.write("MODIFY", counter)
    assert primary.read(entity(f"counter_entry {{ counter_id: {ids['ports']} index {{ index: 3 }} "
                               "}")) == [counter]
    assert len(primary.read(entity(f"counter_entry {{ counter_id: {ids['ports']} }}"))) == 8
    assert codes(lambda: primary.write("INSERT", counter)) == ["INVALID_ARGUMENT"]
    meter = entity(f"meter_entry {{ meter_id: {ids['limits']} index {{ index: 1 }} "
                   "config { cir: 1000 cburst: 100 pir: 2000 pburst: 200 } }")
    primary.write("MODIFY", meter)
    assert primary.read(entity(f"meter_entry {{ meter_id: {ids['limits']} index {{ index: 1 }} "
                               "}")) == [meter]


def test_replication(primary):
    group = entity("packet_replication_engine_entry { multicast_group_entry { "
                   "multicast_group_id: 3 replicas { egress_port: 1 instance: 1 } "
                   "replicas { egress_port: 2 instance: 1 } } }")
    session = entity("packet_replication_engine_entry { clone_session_entry { session_id: 5 "
                     "replicas { egress_port: 255 instance: 0 } packet_length_bytes: 64 } }")
    primary.write("INSERT", group)
    primary.write("INSERT", session)
    assert primary.read(entity(
        "packet_replication_engine_entry { multicast_group_entry { } }")) == [group]
    assert primary.read(entity(
        "packet_replication_engine_entry { clone_session_entry { session_id: 5 } }")) == [session]
    assert codes(lambda: primary.write("INSERT", group)) == ["ALREADY_EXISTS"]
    primary.write("DELETE", group, session)


def test_packets(primary):
    def packet(*metadata):
        return p4runtime_pb2.PacketOut(payload=ETHERNET, metadata=[
            p4runtime_pb2.PacketMetadata(metadata_id=i, value=v) for i, v in metadata])

    primary.send(packet=packet((1, bytes([CPU_PORT])), (2, b"\0")))
    answer = primary.next().packet
    assert answer.payload == ETHERNET
    assert [(m.metadata_id, m.value) for m in answer.metadata] == [
        (1, bytes([CPU_PORT])), (2, b"\0")]
    # Controllers leave padding out.
    primary.send(packet=packet((1, bytes([CPU_PORT]))))
    assert primary.next().packet.payload == ETHERNET
    primary.send(packet=packet((7, b"\1")))
    error = primary.next().error
    assert error.canonical_code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    assert error.packet_out.packet_out.payload == ETHERNET


def test_idle_timeout(primary, ids, l2):
    row = l2(r"\x05", f"action {{ {action(ids)} }} idle_timeout_ns: 500000000")
    primary.write("INSERT", row)
    notice = primary.next().idle_timeout_notification
    assert [e.match for e in notice.table_entry] == [row.table_entry.match]
    found = primary.read(l2(r"\x05", "time_since_last_hit { }"))
    assert found[0].table_entry.HasField("time_since_last_hit")


def test_arbitration(connect, primary):
    backup = connect(primary.election_id.low - 1)
    answer = backup.arbitrate().arbitration
    assert answer.status.code == grpc.StatusCode.ALREADY_EXISTS.value[0]
    assert answer.election_id == primary.election_id
    assert code(lambda: backup.write("INSERT")) == "PERMISSION_DENIED"
    twin = connect(primary.election_id.low)
    assert twin.arbitrate().code() == grpc.StatusCode.INVALID_ARGUMENT


def test_pipeline(primary):
    request = p4runtime_pb2.GetForwardingPipelineConfigRequest(device_id=DEVICE)
    config = primary.stub.GetForwardingPipelineConfig(request).config
    assert config.cookie.cookie == 99
    assert config.p4info == p4info()
    assert config.p4_device_config == (HERE / "client.json").read_bytes()
    primary.set_pipeline("VERIFY")
    empty = p4runtime_pb2.ForwardingPipelineConfig(p4_device_config=b"{}")
    empty.p4info.CopyFrom(p4info())
    assert code(lambda: primary.set_pipeline(config=empty)) != "OK"


def test_capabilities(primary):
    answer = primary.stub.Capabilities(p4runtime_pb2.CapabilitiesRequest())
    assert answer.p4runtime_api_version.startswith("1.")
