// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;

/** Turns the texts of parameters and fields into values. */
public final class Params {
    private static final List<String> STATES =
            List.of(
                    "V4 INIT",
                    "V6 INIT",
                    "ESTABLISHED",
                    "V4 FIN RCV",
                    "V6 FIN RCV",
                    "V4 FIN + V6 FIN RCV",
                    "TRANS");

    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

    private Params() {}

    /**
     * @param parse throws IllegalArgumentException with what is wrong
     * @return null if the parameter was not given
     * @throws BadInputException names the parameter
     */
    public static <T> T get(String name, String text, Function<String, T> parse) {
        if (text == null) {
            return null;
        }
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(name, e.getMessage());
        }
    }

    /** Like {@link #get}, of a parameter that must be given. */
    public static <T> T require(String name, String text, Function<String, T> parse) {
        if (text == null) {
            throw new BadInputException(name, "is missing");
        }
        return get(name, text, parse);
    }

    public static String name(Protocol protocol) {
        return protocol.name().toLowerCase(Locale.ROOT);
    }

    public static Protocol protocol(String text) {
        for (Protocol p : Protocol.values()) {
            if (name(p).equals(text)) {
                return p;
            }
        }
        throw new IllegalArgumentException("must be icmp, tcp or udp, not " + text);
    }

    /** Of either family, {@link V4Mapped} if it is IPv4. */
    public static Ipv6Address address(String text) {
        if (text.contains(":")) {
            return Ipv6Address.parse(text);
        }
        try {
            return V4Mapped.of(Ipv4Address.parse(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not an IPv4 or IPv6 address: " + text, e);
        }
    }

    public static int port(String text) {
        return number(text, 0, 65535);
    }

    /** Both ends of {@code FIRST-LAST}. */
    public static int[] portRange(String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            throw new IllegalArgumentException("must be FIRST-LAST, not " + text);
        }
        int[] range = {port(text.substring(0, dash)), port(text.substring(dash + 1))};
        if (range[0] > range[1]) {
            throw new IllegalArgumentException("the first port is above the last: " + text);
        }
        return range;
    }

    /** How many rows a page has. */
    public static int limit(String text) {
        return text == null ? 1000 : get("limit", text, t -> number(t, 1, 10_000));
    }

    private static int number(String text, int min, int max) {
        int value = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
        if (value < min || value > max) {
            throw new IllegalArgumentException("must be " + min + " to " + max + ", not " + text);
        }
        return value;
    }

    /**
     * A time that is not in the future, RFC 3339, in milliseconds of the epoch. One that is ahead
     * by no more than clocks of two machines may differ is {@link Nat64#PRESENT}.
     */
    public static long past(String text, Clock clock) {
        long time = time(text);
        Instant now = clock.instant();
        if (time <= now.toEpochMilli()) {
            return time;
        }
        if (time <= now.plus(CLOCKS_DIFFER).toEpochMilli()) {
            return Nat64.PRESENT;
        }
        throw new IllegalArgumentException(
                text + " is in the future: it is " + now.truncatedTo(ChronoUnit.SECONDS) + " now");
    }

    private static long time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "must be a time such as 2026-01-31T10:32:00Z, not " + text);
        }
    }

    /** A name of an instance or a pool. */
    public static String identifier(String text) {
        if (!Limits.NAME.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "must be 1 to 64 letters, digits, dots, dashes or underscores, not . or ..");
        }
        return text;
    }

    public static boolean bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("must be true or false, not " + text);
        }
        return text.equals("true");
    }

    /** One of the states of RFC 6146 section 3.5.2 and RFC 7857 in which a session is listed. */
    private static String state(String text) {
        if (!STATES.contains(text)) {
            throw new IllegalArgumentException(
                    "must be one of " + String.join(", ", STATES) + ", not " + text);
        }
        return text;
    }

    /** A filter for lists of what has no peers. */
    public static Filter filter(String ipv6, String ipv4) {
        return filter(null, null, ipv6, ipv4, null, null, null, null, null);
    }

    public static Filter filter(
            String instance,
            String protocol,
            String ipv6,
            String ipv4,
            String port,
            String bindingPort,
            String peer,
            String peerPort,
            String state) {
        return new Filter(
                instance,
                get("protocol", protocol, Params::protocol),
                get("ipv6", ipv6, Ipv6Prefix::parse),
                get("ipv4", ipv4, Ipv4Prefix::parse),
                anyOr("port", port),
                anyOr("bindingPort", bindingPort),
                get("peer", peer, Ipv4Prefix::parse),
                anyOr("peerPort", peerPort),
                get("state", state, Params::state));
    }

    /** A port; -1: any. */
    private static int anyOr(String name, String text) {
        Integer number = get(name, text, Params::port);
        return number == null ? -1 : number;
    }
}
