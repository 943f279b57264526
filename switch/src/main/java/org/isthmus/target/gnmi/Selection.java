// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.gnmi;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.gnmi.Encoding;
import org.isthmus.gnmi.Notification;
import org.isthmus.gnmi.Path;
import org.isthmus.gnmi.PathElem;
import org.isthmus.target.gnmi.Interfaces.Interface;
import org.isthmus.target.gnmi.Leaf.Kind;

/** What a client wants to know, and in which form. Immutable. */
final class Selection {
    /** Paths of one request. */
    static final int MAX_PATHS = 64;

    private static final int MAX_ELEMENTS = 16;

    private static final EnumSet<Kind> COUNTERS = EnumSet.of(Kind.COUNTER);

    private static final EnumSet<Kind> STATES = EnumSet.of(Kind.STATE);

    private static final String ANY = "*";

    /** Of a path, any number of elements; ONOS has it for a key as well. */
    private static final String ANY_NUMBER = "...";

    private final List<List<PathElem>> patterns = new ArrayList<>();
    private final Set<Kind> kinds;
    private final Encoding encoding;

    /** Comes back in each answer as it was asked. */
    private final Path prefix;

    /**
     * @param models how many versions of models the client has named
     * @param kinds what may be told at all
     * @throws io.grpc.StatusRuntimeException there is no such path, form or model here
     */
    Selection(Path prefix, List<Path> paths, int models, Encoding encoding, Set<Kind> kinds) {
        this.encoding = encoding;
        this.kinds = kinds;
        this.prefix = Path.newBuilder().setTarget(prefix.getTarget()).build();
        if (models > 0) {
            throw unimplemented("use_models: there is one version of each model");
        }
        if (!Arrays.asList(Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO).contains(encoding)) {
            throw unimplemented("encoding " + encoding + ": JSON, JSON_IETF and PROTO are known");
        }
        if (paths.isEmpty() || paths.size() > MAX_PATHS) {
            throw Status.INVALID_ARGUMENT
                    .withDescription(paths.size() + " paths, and not 1 to " + MAX_PATHS)
                    .asRuntimeException();
        }
        for (Path each : paths) {
            List<PathElem> pattern = new ArrayList<>(prefix.getElemList());
            pattern.addAll(each.getElemList());
            check(prefix.getOrigin().isEmpty() ? each.getOrigin() : prefix.getOrigin(), pattern);
            patterns.add(pattern);
        }
    }

    private void check(String origin, List<PathElem> pattern) {
        boolean known = origin.isEmpty() || origin.equals("openconfig");
        if (!known || pattern.size() > MAX_ELEMENTS || !isOfSome(pattern)) {
            throw Status.NOT_FOUND
                    .withDescription(
                            (kinds.contains(Kind.COUNTER)
                                            ? "nothing is told of "
                                            : "no changes are told of ")
                                    + (known ? "" : origin + ":")
                                    + text(pattern)
                                    + " here. There are, under"
                                    + " /interfaces/interface[name=NAME]/state: "
                                    + leaves().map(Leaf::toString)
                                            .collect(Collectors.joining(", ")))
                    .asRuntimeException();
        }
    }

    private Stream<Leaf> leaves() {
        return Arrays.stream(Leaf.values()).filter(leaf -> kinds.contains(leaf.kind));
    }

    private static RuntimeException unimplemented(String what) {
        return Status.UNIMPLEMENTED.withDescription(what).asRuntimeException();
    }

    private static String text(List<PathElem> pattern) {
        StringBuilder text = new StringBuilder(pattern.isEmpty() ? "/" : "");
        for (PathElem each : pattern.subList(0, Math.min(MAX_ELEMENTS, pattern.size()))) {
            text.append('/').append(each.getName());
            each.getKeyMap().forEach((k, v) -> text.append('[' + k + '=' + v + ']'));
        }
        return text.toString();
    }

    /** Whether it may be of an interface, whatever that is called. */
    private boolean isOfSome(List<PathElem> pattern) {
        return leaves().anyMatch(leaf -> matches(pattern, 0, leaf.path(ANY).getElemList(), 0));
    }

    /** Whether a pattern, from an element on, is of a path or of what that is below. */
    private static boolean matches(List<PathElem> pattern, int i, List<PathElem> path, int j) {
        if (i == pattern.size()) {
            return true;
        }
        PathElem wanted = pattern.get(i);
        if (wanted.getName().equals(ANY_NUMBER)) {
            return matches(pattern, i + 1, path, j)
                    || j < path.size() && matches(pattern, i, path, j + 1);
        }
        return j < path.size()
                && (wanted.getName().equals(ANY) || wanted.getName().equals(path.get(j).getName()))
                && hasKeys(path.get(j).getKeyMap(), wanted.getKeyMap())
                && matches(pattern, i + 1, path, j + 1);
    }

    private static boolean hasKeys(Map<String, String> keys, Map<String, String> wanted) {
        for (Map.Entry<String, String> each : wanted.entrySet()) {
            String key = keys.get(each.getKey());
            String value = each.getValue();
            if (key == null
                    || !(key.equals(ANY)
                            || value.equals(ANY)
                            || value.equals(ANY_NUMBER)
                            || value.equals(key))) {
                return false;
            }
        }
        return true;
    }

    /**
     * What it has of an interface.
     *
     * @param now nanoseconds since 1970
     */
    List<Notification> whole(Interface of, long now) {
        List<Notification> all =
                new ArrayList<>(told(of, EnumSet.complementOf(COUNTERS), of.since));
        all.addAll(told(of, COUNTERS, now));
        return all;
    }

    /** What it has of what changed when an interface came up or went down. */
    List<Notification> changed(Interface of) {
        return told(of, STATES, of.since);
    }

    /** One, or none. */
    private List<Notification> told(Interface of, Set<Kind> some, long timestamp) {
        Notification.Builder all = Notification.newBuilder().setTimestamp(timestamp);
        leaves().filter(leaf -> some.contains(leaf.kind) && has(leaf.path(of.name).getElemList()))
                .forEach(leaf -> all.addUpdate(leaf.update(of, encoding)));
        if (!prefix.getTarget().isEmpty()) {
            all.setPrefix(prefix);
        }
        return all.getUpdateCount() == 0 ? List.of() : List.of(all.build());
    }

    private boolean has(List<PathElem> path) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, 0, path, 0));
    }
}
