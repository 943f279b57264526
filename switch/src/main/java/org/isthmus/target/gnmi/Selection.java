// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.gnmi;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.gnmi.Encoding;
import org.isthmus.gnmi.Notification;
import org.isthmus.gnmi.Path;
import org.isthmus.gnmi.PathElem;
import org.isthmus.target.gnmi.Interfaces.Interface;

/** What a client wants to know, and in which form. Immutable. */
final class Selection {
    /** Paths of one request. */
    static final int MAX_PATHS = 64;

    private static final int MAX_ELEMENTS = 16;

    private static final String ANY = "*";

    /** Of a path, any number of elements; ONOS has it for a key as well. */
    private static final String ANY_NUMBER = "...";

    private final List<List<PathElem>> patterns = new ArrayList<>();
    private final Encoding encoding;

    /** Comes back in each answer as it was asked. */
    private final Path prefix;

    /**
     * @throws io.grpc.StatusRuntimeException there is no such path, form or model here
     */
    Selection(Path prefix, List<Path> paths, int models, Encoding encoding) {
        this.encoding = encoding;
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

    private static void check(String origin, List<PathElem> pattern) {
        boolean known = origin.isEmpty() || origin.equals("openconfig");
        if (!known || pattern.size() > MAX_ELEMENTS || !isOfSome(pattern)) {
            throw Status.NOT_FOUND
                    .withDescription(
                            "no such path here: "
                                    + (known ? "" : origin + ":")
                                    + text(pattern)
                                    + ". There are, under /interfaces/interface[name=NAME]/state: "
                                    + Arrays.stream(Leaf.values())
                                            .map(leaf -> leaf.leaf)
                                            .collect(Collectors.joining(", ")))
                    .asRuntimeException();
        }
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
    private static boolean isOfSome(List<PathElem> pattern) {
        return Arrays.stream(Leaf.values())
                .anyMatch(leaf -> matches(pattern, 0, leaf.path(ANY).getElemList(), 0));
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
     * What it has of an interface; null: nothing.
     *
     * @param changes what may change alone
     */
    Notification of(Interface now, boolean changes) {
        Notification.Builder all = Notification.newBuilder().setTimestamp(now.since);
        for (Leaf leaf : Leaf.values()) {
            if ((leaf.changes || !changes) && has(leaf.path(now.name).getElemList())) {
                all.addUpdate(leaf.update(now, encoding));
            }
        }
        if (!prefix.getTarget().isEmpty()) {
            all.setPrefix(prefix);
        }
        return all.getUpdateCount() == 0 ? null : all.build();
    }

    private boolean has(List<PathElem> path) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, 0, path, 0));
    }
}
