// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-devices}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-devices",
        description = "Lists the switches as the NAT64 sees them")
public final class DevicesCommand extends Nat64Command {
    @Argument(name = "device", description = "Only this one")
    @Completion(DeviceCompleter.class)
    private String device;

    @Argument(
            index = 1,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Override
    void run(Nat64 nat64) throws IOException {
        List<Device> devices =
                nat64.devices().stream()
                        .filter(d -> device == null || d.id.toString().equals(device))
                        .collect(Collectors.toList());
        if (device != null && devices.isEmpty()) {
            throw new IllegalArgumentException("The NAT64 knows no switch " + device + ".");
        }
        list(Listing.DEVICES, devices, JsonOutput::device);
    }
}
