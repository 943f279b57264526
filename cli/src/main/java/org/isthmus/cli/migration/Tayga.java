// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/**
 * Reads tayga.conf (tayga.conf(5), of 0.9.2 and of the releases up to 0.9.6), files of maps, and
 * dynamic.map. For one thread.
 */
public final class Tayga {
    private final Draft draft;
    private final Notes notes;
    private Ipv6Prefix prefix;
    private Place prefixPlace;
    private Ipv4Prefix pool;
    private Place poolPlace;
    private Place first;
    private boolean saysChecksum;

    /** Addresses that are not the pool's. */
    private final List<Ipv4Prefix> taken = new ArrayList<>();

    public Tayga(Draft draft) {
        this.draft = draft;
        notes = draft.notes();
    }

    /** Reads tayga.conf. */
    public void read(String file, byte[] content) {
        String[] lines = Draft.lines(content);
        for (int i = 0; i < lines.length; i++) {
            String text = lines[i].replaceFirst("(^|\\s)#.*", "").trim();
            if (!text.isEmpty()) {
                String[] words = text.split("\\s+");
                String word = words[0].toLowerCase(Locale.ROOT);
                Place place = new Place(file, i + 1, word);
                first = first == null ? place : first;
                boolean map = word.equals("map");
                if (words.length < (map ? 3 : 2) && !word.equals("log")) {
                    notes.wrong(place, map ? "needs two prefixes" : "needs a value");
                } else {
                    directive(place, word, words);
                }
            }
        }
    }

    /** Reads dynamic.map: the hosts in it get EAMs, so that they keep their addresses. */
    public void readDynamicMap(String file, byte[] content) {
        String[] lines = Draft.lines(content);
        for (int i = 0; i < lines.length; i++) {
            String text = lines[i].replaceFirst("(^|\\s)#.*", "").trim();
            if (text.isEmpty()) {
                continue;
            }
            Place place = new Place(file, i + 1, "");
            String[] words = text.split("\\s+");
            if (words.length != 3) {
                notes.wrong(place, "must be an IPv4 address, an IPv6 address and a time");
            } else {
                notes.changed(place, words[0] + " " + words[1], "an EAM, which does not expire");
                map(place, words[0], words[1]);
            }
        }
    }

    /** To be called after the last file. */
    public void end() {
        if (first == null) {
            return;
        }
        Place place = prefixPlace == null ? first : prefixPlace;
        String name = draft.instance(place, "tayga", prefix).path("name").textValue();
        draft.rows(Draft.Section.EAMT).forEach(row -> row.json.put("instance", name));
        if (!saysChecksum) {
            notes.changed(
                    place,
                    prefix,
                    "UDP of IPv4 without a checksum gets one, unless options.zeroUdpChecksum is"
                            + " drop, as Tayga does without udp-cksum-mode");
        }
        if (pool != null) {
            ObjectNode json = draft.pool(poolPlace, name);
            ArrayNode prefixes = json.putArray("prefixes");
            pool(prefixes);
            if (prefixes.isEmpty()) {
                notes.wrong(poolPlace, "every address of " + pool + " is mapped");
            }
            notes.changed(
                    poolPlace,
                    pool,
                    "hosts share addresses, each by ports of its own; who has to have an address"
                            + " for itself gets an EAM");
        }
    }

    private void directive(Place place, String word, String[] words) {
        String value = words.length > 1 ? words[1] : null;
        switch (word) {
            case "prefix":
                once(prefixPlace, place);
                prefix = draft.parse(place, value, Ipv6Prefix::parse);
                prefixPlace = place;
                break;
            case "map":
                map(place, value, words[2]);
                break;
            case "dynamic-pool":
                once(poolPlace, place);
                pool = draft.parse(place, value, Ipv4Prefix::parse);
                poolPlace = place;
                if (pool != null) {
                    // Tayga hands the lowest one out to nobody.
                    taken.add(Ipv4Prefix.of(pool.bits(), 32));
                }
                break;
            case "ipv4-addr":
                Ipv4Prefix address = draft.parse(place, value, Ipv4Prefix::parse);
                if (address != null) {
                    taken.add(address);
                }
                notes.dropped(place, value, "a switch has its addresses: loopbacks of its device");
                break;
            case "ipv6-addr":
                notes.dropped(place, value, "a switch has its addresses: loopbacks of its device");
                break;
            case "tun-device":
            case "tun-up":
            case "tun-ip":
            case "tun-route":
                notes.dropped(place, value, "there is no tunnel: packets come by switch ports");
                break;
            case "data-dir":
                notes.dropped(
                        place,
                        value,
                        "--dynamic-map "
                                + value
                                + "/dynamic.map makes an EAM of each host in it; others get"
                                + " ports of the pool");
                break;
            case "map-file":
                notes.dropped(place, value, "a file of its own: name it behind this one");
                break;
            case "strict-frag-hdr":
                notes.dropped(place, value, "a fragment header is there where there are fragments");
                break;
            case "wkpf-strict":
                always(
                        place,
                        value,
                        value.matches("(?i)true|on|yes|1"),
                        "64:ff9b::/96 is for global addresses alone (RFC 6052 section 3.1)");
                break;
            case "udp-cksum-mode":
                saysChecksum = true;
                checksum(place, value.toLowerCase(Locale.ROOT));
                break;
            case "offlink-mtu":
                mtu(place, value);
                break;
            case "log":
                notes.dropped(
                        place,
                        value,
                        "packets are not logged; nat64ctl stats counts them by reason");
                break;
            case "workers":
                notes.dropped(place, value, "threads are the switch's: isthmus-switch --threads");
                break;
            default:
                notes.dropped(place, value, "no directive of Tayga 0.9");
        }
    }

    /** Tayga takes such a directive once; a second one is of another Tayga's file. */
    private void once(Place before, Place place) {
        if (before != null) {
            notes.wrong(place, "a second one, there is one at " + before);
        }
    }

    private void map(Place place, String text4, String text6) {
        Ipv4Prefix ipv4 = draft.parse(place, text4, Ipv4Prefix::parse);
        Ipv6Prefix ipv6 = draft.parse(place, text6, Ipv6Prefix::parse);
        if (ipv4 != null && ipv6 != null) {
            taken.add(ipv4);
            draft.eam(place, null, ipv4, ipv6);
        }
    }

    private void always(Place place, String value, boolean same, String reason) {
        if (same) {
            notes.unneeded(place, value, reason);
        } else {
            notes.dropped(place, value, reason);
        }
    }

    private void checksum(Place place, String value) {
        if (value.startsWith("dr")) {
            draft.option(place, "zeroUdpChecksum", TextNode.valueOf("drop"));
        } else if (value.startsWith("calc")) {
            draft.option(place, "zeroUdpChecksum", TextNode.valueOf("compute"));
        } else {
            notes.dropped(place, value, "UDP in IPv6 has to have a checksum: compute or drop");
        }
    }

    private void mtu(Place place, String value) {
        if (!value.matches("[0-9]{1,9}")) {
            notes.wrong(place, "must be a number of bytes, not " + value);
            return;
        }
        int mtu = draft.within(place, Integer.parseInt(value), Limits.LOWEST_IPV6_MTU, "bytes");
        draft.option(place, "lowestIpv6Mtu", IntNode.valueOf(mtu));
    }

    /** The addresses of the pool that nobody else has, as the fewest ranges. */
    private void pool(ArrayNode prefixes) {
        taken.sort(null);
        long next = pool.bits() & 0xffff_ffffL;
        long end = next + pool.size();
        for (Ipv4Prefix t : taken) {
            if (t.overlaps(pool)) {
                long begin = t.bits() & 0xffff_ffffL;
                range(prefixes, next, Math.min(begin, end) - 1);
                next = Math.max(next, begin + t.size());
            }
        }
        range(prefixes, next, end - 1);
    }

    private static void range(ArrayNode prefixes, long from, long to) {
        if (from <= to) {
            String range = Ipv4Address.toString((int) from) + "-" + Ipv4Address.toString((int) to);
            List<Ipv4Prefix> all = Ipv4Prefix.parseRange(range);
            prefixes.add(all.size() == 1 ? all.get(0).toString() : range);
        }
    }
}
