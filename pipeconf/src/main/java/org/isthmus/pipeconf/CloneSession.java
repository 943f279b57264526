// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.List;
import org.isthmus.pipeline.PacketIo;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.group.DefaultGroupBucket;
import org.onosproject.net.group.DefaultGroupDescription;
import org.onosproject.net.group.DefaultGroupKey;
import org.onosproject.net.group.GroupBuckets;
import org.onosproject.net.group.GroupDescription;
import org.onosproject.net.group.GroupKey;
import org.onosproject.net.pi.runtime.PiCloneSessionEntry;
import org.onosproject.net.pi.runtime.PiPreReplica;

/**
 * The clone session by which packets come up; must be on a device before anything is punted.
 * Stateless.
 */
public final class CloneSession {
    /** What GroupService knows {@link #group} by. */
    static final GroupKey KEY = new DefaultGroupKey(new byte[] {0});

    private CloneSession() {}

    /** What ONOS's P4Runtime client writes. */
    public static PiCloneSessionEntry entry() {
        return PiCloneSessionEntry.builder()
                .withSessionId(PacketIo.CLONE_SESSION)
                .addReplica(new PiPreReplica(PortNumber.portNumber(PacketIo.CPU_PORT), 1))
                .build();
    }

    /** What ONOS's stores know it as. */
    public static GroupDescription group(DeviceId device, ApplicationId app) {
        TrafficTreatment up =
                DefaultTrafficTreatment.builder()
                        .setOutput(PortNumber.portNumber(PacketIo.CPU_PORT))
                        .build();
        return new DefaultGroupDescription(
                device,
                GroupDescription.Type.CLONE,
                new GroupBuckets(List.of(DefaultGroupBucket.createCloneGroupBucket(up))),
                KEY,
                PacketIo.CLONE_SESSION,
                app);
    }
}
