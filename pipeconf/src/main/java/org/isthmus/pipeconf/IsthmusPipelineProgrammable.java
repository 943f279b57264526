// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.isthmus.core.model.Capability;
import org.onosproject.drivers.p4runtime.AbstractP4RuntimePipelineProgrammable;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiCloneSessionEntry;

/**
 * Gives a device its program: in the form BMv2 runs where the pipeconf has that, else by P4Info
 * alone.
 */
public final class IsthmusPipelineProgrammable extends AbstractP4RuntimePipelineProgrammable {

    @Override
    public ByteBuffer createDeviceDataBuffer(PiPipeconf pipeconf) {
        Optional<InputStream> compiled = pipeconf.extension(PiPipeconf.ExtensionType.BMV2_JSON);
        if (compiled.isEmpty()) {
            return ByteBuffer.allocate(0);
        }
        try (InputStream in = compiled.get()) {
            return ByteBuffer.wrap(in.readAllBytes());
        } catch (IOException e) {
            log.warn("Cannot read the program of {}: {}", pipeconf.id(), e.toString());
            return null;
        }
    }

    /** BMv2 keeps copies of a clone session over a push, and forgets that it does. */
    @Override
    public CompletableFuture<Boolean> setPipeconf(PiPipeconf pipeconf) {
        if (!setupBehaviour("set the pipeline")) {
            return CompletableFuture.completedFuture(false);
        }
        Pipeconfs program = Pipeconfs.of(pipeconf.id());
        if (program == null || !program.pipeline().translator().can(Capability.CLONE_SESSION)) {
            return super.setPipeconf(pipeconf);
        }
        PiCloneSessionEntry session = CloneSession.entry();
        return client.isAnyPipelineConfigSet(p4DeviceId)
                .thenCompose(
                        set ->
                                set
                                        ? client.write(p4DeviceId, pipeconf)
                                                .delete(session.handle(deviceId))
                                                .submit()
                                        : CompletableFuture.completedFuture(null))
                .thenCompose(done -> super.setPipeconf(pipeconf));
    }

    @Override
    public Optional<PiPipeconf> getDefaultPipeconf() {
        return Optional.of(Pipeconfs.all().get(0));
    }
}
