// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.ir.PipelineDef.ActionCall;
import org.isthmus.target.bmv2.ir.PipelineDef.Conditional;
import org.isthmus.target.bmv2.ir.PipelineDef.Node;
import org.isthmus.target.bmv2.ir.PipelineDef.TableDef;

/**
 * Where the ways from a node of a control join again: its immediate post-dominator. (Cooper, Harvey
 * and Kennedy, A Simple, Fast Dominance Algorithm, on the graph backwards; without loops one pass
 * does.)
 */
final class Joins {
    private final PipelineDef control;

    /** Nodes by name, each behind all that it leads to. The end is 0. */
    private final Map<String, Integer> order = new HashMap<>();

    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> joins = new HashMap<>();

    Joins(PipelineDef control) throws NotSupportedException {
        this.control = control;
        names.add(null);
        if (control.init != null) {
            visit(control.init, new HashSet<>());
        }
    }

    /** Name of the first node that all ways from a node come to; null: they meet at the end. */
    String of(String node) {
        return names.get(joins.get(node));
    }

    /** Names of the nodes, each behind all that lead to it. */
    List<String> fromTheFirst() {
        List<String> first = new ArrayList<>(names.subList(1, names.size()));
        Collections.reverse(first);
        return first;
    }

    private void visit(String name, Set<String> above) throws NotSupportedException {
        if (order.containsKey(name)) {
            return;
        }
        if (!above.add(name)) {
            throw new NotSupportedException("a loop through node " + name, "");
        }
        int join = -1;
        for (String next : nexts(control.nodes.get(name))) {
            if (next != null) {
                visit(next, above);
            }
            int to = next == null ? 0 : order.get(next);
            join = join < 0 ? to : meet(join, to);
        }
        above.remove(name);
        order.put(name, names.size());
        names.add(name);
        joins.put(name, Math.max(0, join));
    }

    /** Steps along the joins until both are at one node; later ones have lower numbers. */
    private int meet(int a, int b) {
        int x = a;
        int y = b;
        while (x != y) {
            if (x > y) {
                x = joins.get(names.get(x));
            } else {
                y = joins.get(names.get(y));
            }
        }
        return x;
    }

    /** Null among them: the end. */
    static List<String> nexts(Node node) {
        List<String> nexts = new ArrayList<>();
        if (node instanceof Conditional) {
            nexts.add(((Conditional) node).trueNext);
            nexts.add(((Conditional) node).falseNext);
        } else if (node instanceof ActionCall) {
            nexts.add(((ActionCall) node).next);
        } else {
            TableDef table = (TableDef) node;
            if (table.hitMiss) {
                nexts.add(table.missNext);
                if (!table.key.isEmpty()) {
                    nexts.add(table.hitNext);
                }
            } else if (table.key.isEmpty() && table.defaultAction != null) {
                nexts.add(table.nextByAction.get(table.defaultAction));
            } else {
                nexts.addAll(table.nextByAction.values());
                if (table.defaultAction == null) {
                    nexts.add(table.baseNext);
                }
            }
        }
        return nexts;
    }
}
