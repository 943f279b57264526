// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.isthmus.proto.agent.v1.AgentStatus;
import org.isthmus.proto.agent.v1.Port;
import org.isthmus.proto.agent.v1.Temperature;
import org.junit.jupiter.api.Test;

class AgentStatusTest {
    @Test
    void isReadAsItWasWritten() throws Exception {
        AgentStatus status =
                AgentStatus.newBuilder()
                        .setCard("0000:03:00.0")
                        .addPorts(Port.newBuilder().setNumber(1).setName("nf0").setUp(true))
                        .addTemperatures(
                                Temperature.newBuilder()
                                        .setSensor("fpga")
                                        .setMillidegreesCelsius(-500))
                        .build();
        assertEquals(status, AgentStatus.parseFrom(status.toByteArray()));
    }
}
