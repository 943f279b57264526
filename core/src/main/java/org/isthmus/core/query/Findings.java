// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Diagnosis.Check;
import org.isthmus.core.api.Diagnosis.Result;

/** Gathers what was found of a flow. */
final class Findings {
    private final List<Diagnosis.Finding> all = new ArrayList<>();

    void ok(Check check, String message) {
        add(check, Result.OK, message);
    }

    void note(Check check, String message) {
        add(check, Result.NOTE, message);
    }

    void problem(Check check, String message) {
        add(check, Result.PROBLEM, message);
    }

    void add(Check check, Result result, String message) {
        all.add(new Diagnosis.Finding(check, result, clause(message)));
    }

    /** A sentence, such as of an alarm, without its beginning and end; NAT64 and the like stay. */
    private static String clause(String message) {
        String clause =
                message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
        return clause.length() > 1 && Character.isLowerCase(clause.charAt(1))
                ? Character.toLowerCase(clause.charAt(0)) + clause.substring(1)
                : clause;
    }

    Diagnosis diagnosis() {
        return new Diagnosis(all);
    }
}
