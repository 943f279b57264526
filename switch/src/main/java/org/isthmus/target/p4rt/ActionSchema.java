// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.RefusedException;
import p4.config.v1.P4InfoOuterClass;
import p4.v1.P4RuntimeOuterClass.Action;

/** One action: reads and writes its parameters. */
final class ActionSchema {
    final int id;
    final String name;

    private final int[] paramIds;

    /** Of the parameters, as messages name them. */
    private final String[] names;

    private final int[] widths;

    ActionSchema(P4InfoOuterClass.Action a) throws RefusedException {
        id = a.getPreamble().getId();
        name = a.getPreamble().getName();
        int n = a.getParamsCount();
        paramIds = new int[n];
        names = new String[n];
        widths = new int[n];
        for (int i = 0; i < n; i++) {
            P4InfoOuterClass.Action.Param p = a.getParams(i);
            paramIds[i] = p.getId();
            names[i] = "action " + name + " parameter " + p.getName();
            widths[i] = ByteStrings.width(names[i], p.getBitwidth());
        }
    }

    ActionSpec decode(Action a) throws RefusedException {
        byte[][] values = new byte[paramIds.length][];
        for (int i = 0; i < a.getParamsCount(); i++) {
            Action.Param p = a.getParams(i);
            int at = indexOf(p.getParamId());
            if (at < 0) {
                throw Refusals.invalid(
                        "action " + name + " has no parameter with id " + p.getParamId());
            }
            if (values[at] != null) {
                throw Refusals.invalid(names[at] + ": given twice");
            }
            values[at] = ByteStrings.decode(names[at], p.getValue(), widths[at]);
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                throw Refusals.invalid(names[i] + ": missing");
            }
        }
        return ActionSpec.action(id, values);
    }

    private int indexOf(int paramId) {
        int guess = paramId - 1;
        if (guess >= 0 && guess < paramIds.length && paramIds[guess] == paramId) {
            return guess;
        }
        for (int i = 0; i < paramIds.length; i++) {
            if (paramIds[i] == paramId) {
                return i;
            }
        }
        return -1;
    }

    Action encode(ActionSpec spec) {
        Action.Builder b = Action.newBuilder().setActionId(id);
        for (int i = 0; i < paramIds.length; i++) {
            b.addParams(
                    Action.Param.newBuilder()
                            .setParamId(paramIds[i])
                            .setValue(ByteStrings.encode(spec.param(i))));
        }
        return b.build();
    }
}
