// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import com.google.rpc.Code;
import java.util.HashMap;
import java.util.Map;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.bmv2.ir.Action;

/** The actions that a table or an action profile may use, by P4Info id. Control plane only. */
public final class ActionTable {
    private final Map<Integer, Action> byId = new HashMap<>();
    private final Map<Integer, Integer> idByIndex = new HashMap<>();

    public void add(int p4infoId, Action action) {
        byId.put(p4infoId, action);
        idByIndex.put(action.index, p4infoId);
    }

    /**
     * @throws RefusedException INVALID_ARGUMENT: the action is none of these, or has another number
     *     of parameters; OUT_OF_RANGE: one has more bits here than the program's
     */
    Action check(ActionSpec spec, String where) throws RefusedException {
        Action a = byId.get(spec.id());
        if (a == null) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT, "action " + spec.id() + " is not one of " + where);
        }
        if (spec.params() != a.paramWidths.length) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT, "number of parameters of " + a.name + " in " + where);
        }
        for (int i = 0; i < a.paramWidths.length; i++) {
            if (!Words.fits(spec.param(i), a.paramWidths[i])) {
                throw new RefusedException(
                        Code.OUT_OF_RANGE,
                        "a parameter of " + a.name + " has " + a.paramWidths[i] + " bits alone");
            }
        }
        return a;
    }

    static void packParams(Action a, ActionSpec spec, long[] row, int at) {
        for (int i = 0; i < a.paramWidths.length; i++) {
            Words.fromBytes(spec.param(i), a.paramWidths[i], row, at + a.paramWord(i));
        }
    }

    /** The action and parameters of a row as the control plane gave them. */
    ActionSpec unpack(int actionIndex, long[] row, int at) {
        int id = idByIndex.get(actionIndex);
        Action a = byId.get(id);
        byte[][] params = new byte[a.paramWidths.length][];
        for (int i = 0; i < params.length; i++) {
            params[i] = Words.toBytes(row, at + a.paramWord(i), a.paramWidths[i]);
        }
        return ActionSpec.action(id, params);
    }

    /** Whether the control plane knows the action, so that {@link #unpack} can name it. */
    boolean knows(int actionIndex) {
        return idByIndex.containsKey(actionIndex);
    }
}
