// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Prefix;

/** Jool's {@code global} (its page "global Mode"). For one thread. */
final class JoolGlobals {
    private static final Set<String> SIIT =
            Set.of(
                    "amend-udp-checksum-zero",
                    "eam-hairpin-mode",
                    "randomize-rfc6791-addresses",
                    "rfc6791v6-prefix",
                    "rfc6791v4-prefix");

    /** RFC 1191 section 7.1, as both have them. */
    private static final List<String> PLATEAUS =
            List.of(
                    "65535", "32000", "17914", "8166", "4352", "2002", "1492", "1006", "508", "296",
                    "68");

    private final Jool.Instance instance;
    private final Draft draft;
    private final Notes notes;

    JoolGlobals(Jool.Instance instance) {
        this.instance = instance;
        draft = instance.draft;
        notes = draft.notes();
    }

    /** Whether only SIIT has one of these. */
    static boolean isSiit(Set<String> names) {
        return names.stream().anyMatch(SIIT::contains);
    }

    void read(Map<String, LocatedJson> fields) {
        fields.forEach(this::field);
        tos(fields);
    }

    private void field(String name, LocatedJson value) {
        switch (name) {
            case "pool6":
            case "comment":
            case "zeroize-traffic-class":
            case "override-tos":
            case "tos":
                break;
            case "manually-enabled":
                fixed(value, true, "what is configured is translated");
                break;
            case "lowest-ipv6-mtu":
                number(value, "lowestIpv6Mtu", Limits.LOWEST_IPV6_MTU);
                break;
            case "logging-debug":
            case "trace":
                fixed(value, false, "packets are not logged; nat64ctl stats counts them by reason");
                break;
            case "mtu-plateaus":
                plateaus(value);
                break;
            case "amend-udp-checksum-zero":
                option(value, "zeroUdpChecksum", text(flag(value) ? "compute" : "drop"));
                break;
            case "eam-hairpin-mode":
                always(
                        value,
                        value.text != null && value.text.matches("intrinsic|2"),
                        "hairpinning is intrinsic, always (RFC 7757 section 4.2.2)");
                break;
            case "randomize-rfc6791-addresses":
                fixed(value, true, "the address is drawn at random (RFC 6791)");
                break;
            case "rfc6791v6-prefix":
                always(
                        value,
                        value.text == null,
                        "ICMPv4 errors are translated with an address under the NAT64 prefix");
                break;
            case "rfc6791v4-prefix":
                if (value.text != null) {
                    errorSource(instance, value);
                }
                break;
            case "address-dependent-filtering":
                if (flag(value)) {
                    instance.filtering = "address-dependent";
                    notes.changed(value.place, value, "static bindings are open to all");
                }
                break;
            case "drop-externally-initiated-tcp":
                fixed(
                        value,
                        false,
                        "the filtering of a pool is for all protocols: address-dependent comes"
                                + " nearest");
                break;
            case "drop-icmpv6-info":
                if (flag(value)) {
                    instance.json.withArray("deniedServices").addObject().put("protocol", "icmp");
                    notes.changed(value.place, value, "pings are refused both ways, with an error");
                }
                break;
            case "source-icmpv6-errors-better":
                fixed(value, true, "errors come from their router's address under the prefix");
                break;
            case "f-args":
                notes.dropped(
                        value.place,
                        value,
                        "a subscriber has one address and ports at random of its blocks, whatever"
                                + " the destination");
                break;
            case "handle-rst-during-fin-rcv":
                fixed(value, true, "a RST makes a session transitory in every state");
                break;
            case "tcp-est-timeout":
                lifetime(value, "tcpEstablishedTimeout", Limits.TCP_ESTABLISHED_TIMEOUT);
                break;
            case "tcp-trans-timeout":
                lifetime(value, "tcpTransitoryTimeout", Limits.TCP_TRANSITORY_TIMEOUT);
                break;
            case "udp-timeout":
                lifetime(value, "udpTimeout", Limits.UDP_TIMEOUT);
                break;
            case "icmp-timeout":
                lifetime(value, "icmpTimeout", Limits.ICMP_TIMEOUT);
                break;
            case "logging-bib":
                if (flag(value)) {
                    option(value, "logBindings", BooleanNode.TRUE);
                } else {
                    notes.unneeded(value.place, value, "the mapping log has blocks, not bindings");
                }
                break;
            case "logging-session":
                fixed(value, false, "destinations are not logged (RFC 6888 REQ-12)");
                break;
            case "maximum-simultaneous-opens":
                simultaneousOpens(value);
                break;
            default:
                other(name, value);
        }
    }

    private void other(String name, LocatedJson value) {
        if (name.startsWith("ss-")) {
            always(
                    value,
                    !name.equals("ss-enabled") || !flag(value),
                    "every translator has every binding: there is no joold");
        } else if (name.equals("mapt")) {
            notes.dropped(value.place, value, "there is no MAP");
        } else if (name.equals("fragment-arrival-timeout")) {
            notes.dropped(value.place, value, "options.fragmentTimeout, 4 seconds by default");
        } else {
            notes.dropped(value.place, value, "no field of Jool 3.5 or 4");
        }
    }

    /** Of a flag that has one value here. */
    private void fixed(LocatedJson value, boolean ours, String reason) {
        always(value, flag(value) == ours, reason);
    }

    /** Of what is always the same here. */
    private void always(LocatedJson value, boolean same, String reason) {
        if (same) {
            notes.unneeded(value.place, value, reason);
        } else {
            notes.dropped(value.place, value, reason);
        }
    }

    private boolean flag(LocatedJson value) {
        if (value.text == null || !value.text.matches("true|false")) {
            notes.wrong(value.place, "must be true or false, not " + value);
            return false;
        }
        return value.text.equals("true");
    }

    private static JsonNode text(String text) {
        return TextNode.valueOf(text);
    }

    private void option(LocatedJson value, String option, JsonNode json) {
        draft.option(value.place, option, json);
    }

    private void number(LocatedJson value, String option, Limits.Range range) {
        Integer n = draft.parse(value.place, String.valueOf(value), JoolGlobals::number);
        if (n != null) {
            option(value, option, IntNode.valueOf(draft.within(value.place, n, range, "bytes")));
        }
    }

    private static int number(String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("not a number: " + text);
        }
        return Integer.parseInt(text);
    }

    private void simultaneousOpens(LocatedJson value) {
        Integer n = draft.parse(value.place, String.valueOf(value), JoolGlobals::number);
        if (n != null && n > 0) {
            instance.holdsSyns = true;
            notes.changed(
                    value.place, value, "holdSyns holds 4096 for all pools, 64 of one sender");
        }
    }

    private void plateaus(LocatedJson value) {
        boolean same =
                value.items != null
                        && value.items.stream()
                                .map(String::valueOf)
                                .collect(Collectors.toSet())
                                .equals(Set.copyOf(PLATEAUS));
        always(value, same, "the plateaus are those of RFC 1191");
    }

    /** One option is for TOS and traffic class together. */
    private void tos(Map<String, LocatedJson> fields) {
        LocatedJson zeroize = fields.get("zeroize-traffic-class");
        LocatedJson override = fields.get("override-tos");
        LocatedJson tos = fields.get("tos");
        boolean zero = zeroize != null && flag(zeroize);
        if (override != null && flag(override)) {
            Integer n = tos == null ? 0 : draft.parse(tos.place, "" + tos, JoolGlobals::number);
            if (n != null) {
                option(override, "tos", text("" + draft.within(override.place, n, Limits.TOS, "")));
            }
            if (!zero) {
                notes.changed(override.place, override, "the traffic class becomes 0 with it");
            }
            return;
        }
        if (zero) {
            notes.dropped(
                    zeroize.place,
                    zeroize,
                    "the traffic class is 0 only where TOS is set as well: options.tos");
        }
        if (tos != null) {
            notes.unneeded(tos.place, tos, "TOS is copied unless override-tos says otherwise");
        }
    }

    private void lifetime(LocatedJson value, String field, Limits.Range range) {
        Long seconds = draft.parse(value.place, String.valueOf(value), JoolGlobals::seconds);
        if (seconds != null) {
            instance.json.put(field, draft.within(value.place, seconds, range, "seconds"));
        }
    }

    /** Of {@code [[HH:]MM:]SS[.mmm]}, or of a number of seconds, as in Jool 3.5; rounded up. */
    private static long seconds(String text) {
        if (!text.matches("([0-9]{1,5}:){0,2}[0-9]{1,9}([.][0-9]{3,})?")) {
            throw new IllegalArgumentException("must be [[HH:]MM:]SS[.mmm], not " + text);
        }
        int point = text.indexOf('.');
        long seconds = 0;
        for (String part : (point < 0 ? text : text.substring(0, point)).split(":")) {
            seconds = seconds * 60 + Long.parseLong(part);
        }
        return point >= 0 && !text.substring(point + 1).matches("0+") ? seconds + 1 : seconds;
    }

    /** A prefix of addresses that errors come from (RFC 6791). */
    static void errorSource(Jool.Instance instance, LocatedJson value) {
        Draft draft = instance.draft;
        Ipv4Prefix prefix = draft.parse(value.place, String.valueOf(value), Ipv4Prefix::parse);
        if (prefix != null) {
            draft.option(
                    value.place,
                    "errorSources",
                    JsonNodeFactory.instance.arrayNode().add(prefix.toString()));
        }
    }
}
