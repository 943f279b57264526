// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.List;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.behaviour.NextGroup;
import org.onosproject.net.behaviour.Pipeliner;
import org.onosproject.net.behaviour.PipelinerContext;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.Instructions.OutputInstruction;
import org.onosproject.net.flowobjective.FilteringObjective;
import org.onosproject.net.flowobjective.ForwardingObjective;
import org.onosproject.net.flowobjective.NextObjective;
import org.onosproject.net.flowobjective.Objective;
import org.onosproject.net.flowobjective.ObjectiveError;

/**
 * Takes the requests of ONOS's packet service, for which there is nothing to do: the program always
 * sends up what host and link discovery want. All other objectives are refused, since its tables
 * are one application's.
 */
public final class IsthmusPipeliner extends AbstractHandlerBehaviour implements Pipeliner {

    @Override
    public void init(DeviceId device, PipelinerContext context) {}

    @Override
    public void forward(ForwardingObjective objective) {
        if (toController(objective.treatment())) {
            objective.context().ifPresent(context -> context.onSuccess(objective));
        } else {
            refuse(objective);
        }
    }

    private static boolean toController(TrafficTreatment treatment) {
        if (treatment == null) {
            return false;
        }
        boolean output = false;
        for (Instruction instruction : treatment.allInstructions()) {
            if (instruction.type() != Instruction.Type.OUTPUT
                    || !((OutputInstruction) instruction).port().equals(PortNumber.CONTROLLER)) {
                return false;
            }
            output = true;
        }
        return output;
    }

    @Override
    public void filter(FilteringObjective objective) {
        refuse(objective);
    }

    @Override
    public void next(NextObjective objective) {
        refuse(objective);
    }

    private static void refuse(Objective objective) {
        objective
                .context()
                .ifPresent(context -> context.onError(objective, ObjectiveError.UNSUPPORTED));
    }

    /** Nothing was written for any application. */
    @Override
    public void purgeAll(ApplicationId app) {}

    @Override
    public List<String> getNextMappings(NextGroup group) {
        return List.of();
    }
}
