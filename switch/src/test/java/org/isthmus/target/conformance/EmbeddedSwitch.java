// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.bmv2.ProgramView;
import org.isthmus.target.bmv2.run.Shortcut;
import org.isthmus.target.p4rt.P4RuntimeServer;

/** Our own switch, in this JVM. */
public final class EmbeddedSwitch implements SwitchUnderTest {
    /** No port of the tests, so that the CPU port is an ordinary one. */
    private static final int NO_CPU_PORT = 510;

    private static final int DROP_PORT = 511;

    private final Bmv2Target target;
    private final P4RuntimeServer server;
    private final P4RuntimeClient control;
    private final Worker worker;
    private List<Frame> out;

    public EmbeddedSwitch() {
        this(Integer.MAX_VALUE);
    }

    /**
     * @param nearRows rows of a table from which on packets stop there
     */
    EmbeddedSwitch(int nearRows) {
        target = new Bmv2Target(NO_CPU_PORT, DROP_PORT, System::nanoTime, nearRows);
        try {
            server =
                    new P4RuntimeServer(
                            target,
                            P4RuntimeClient.DEVICE_ID,
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            InsecureServerCredentials.create());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        worker =
                target.newWorker(
                        (port, buf, off, len) ->
                                out.add(new Frame(port, Arrays.copyOfRange(buf, off, off + len))));
        control =
                new P4RuntimeClient(
                        NettyChannelBuilder.forAddress(
                                        new InetSocketAddress(
                                                InetAddress.getLoopbackAddress(), server.port()),
                                        InsecureChannelCredentials.create())
                                .maxInboundMessageSize(64 << 20)
                                .build());
    }

    @Override
    public String name() {
        return "embedded";
    }

    @Override
    public P4RuntimeClient control() {
        return control;
    }

    void setShortcut(Shortcut shortcut) {
        target.setShortcut(shortcut);
    }

    /** What runs. */
    public ProgramView view() {
        return target.view();
    }

    @Override
    public List<List<Frame>> exchange(List<Frame> frames) {
        List<List<Frame>> results = new ArrayList<>(frames.size());
        for (Frame f : frames) {
            out = new ArrayList<>();
            worker.accept(f.port, f.bytes, 0, f.bytes.length);
            worker.flush();
            results.add(out);
        }
        return results;
    }

    @Override
    public void close() {
        control.close();
        server.close();
        target.close();
    }
}
