// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.grpc.CallOptions;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isthmus.target.api.Frame;

/**
 * BMv2's {@code simple_switch_grpc} from the PATH. Its ports are a gRPC stream (option {@code
 * --dp-grpc-server-addr}), on which every frame that leaves names the frame it came from.
 */
final class Bmv2Switch implements SwitchUnderTest {
    private static final String PROGRAM = "simple_switch_grpc";

    /** Frames under way at once; BMv2 drops what exceeds the 64 places of a port's queue. */
    private static final int WINDOW = 24;

    private static final int WAIT_SECONDS = 20;

    private final Process process;
    private final ManagedChannel ports;
    private StreamObserver<PortFrame> stream;
    private final P4RuntimeClient control;
    private final int[] portNumbers;
    private volatile Exchange current;
    private volatile Throwable failure;
    private int windows;

    /**
     * @param log where the program writes
     * @param portNumbers ports that frames may leave by, the CPU port among them
     */
    Bmv2Switch(File log, int... portNumbers) {
        this.portNumbers = portNumbers;
        try {
            int grpc = freePort();
            int dataplane = freePort();
            process =
                    new ProcessBuilder(
                                    PROGRAM,
                                    "--no-p4",
                                    "--device-id",
                                    "1",
                                    "--",
                                    "--grpc-server-addr",
                                    "127.0.0.1:" + grpc,
                                    "--dp-grpc-server-addr",
                                    "127.0.0.1:" + dataplane)
                            .redirectErrorStream(true)
                            .redirectOutput(log)
                            .start();
            control = new P4RuntimeClient(channel(grpc));
            ports = channel(dataplane);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** BMv2 refuses the stream until it has a pipeline. */
    private void open() {
        stream =
                ClientCalls.asyncBidiStreamingCall(
                        ports.newCall(METHOD, CallOptions.DEFAULT.withWaitForReady()),
                        new StreamObserver<PortFrame>() {
                            @Override
                            public void onNext(PortFrame f) {
                                current.left(f);
                            }

                            @Override
                            public void onError(Throwable t) {
                                failure = t;
                            }

                            @Override
                            public void onCompleted() {}
                        });
    }

    static boolean available() {
        for (String dir : System.getenv("PATH").split(File.pathSeparator)) {
            if (new File(dir, PROGRAM).canExecute()) {
                return true;
            }
        }
        return false;
    }

    private static int freePort() throws IOException {
        try (ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return s.getLocalPort();
        }
    }

    private static ManagedChannel channel(int port) {
        return NettyChannelBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        InsecureChannelCredentials.create())
                .maxInboundMessageSize(64 << 20)
                .build();
    }

    @Override
    public String name() {
        return "bmv2";
    }

    @Override
    public P4RuntimeClient control() {
        return control;
    }

    /**
     * Frames of one window, and behind them one for each port that tells that its queue ran dry.
     */
    private final class Exchange {
        final List<List<Frame>> results = new ArrayList<>();
        final CountDownLatch flushed = new CountDownLatch(portNumbers.length);

        synchronized void left(PortFrame f) {
            if (f.id > results.size()) {
                flushed.countDown();
            } else if (f.id > 0) {
                results.get((int) f.id - 1).add(new Frame(f.port, f.packet.toByteArray()));
            }
        }
    }

    @Override
    public List<List<Frame>> exchange(List<Frame> frames) {
        if (stream == null) {
            open();
        }
        List<List<Frame>> results = new ArrayList<>(frames.size());
        for (int from = 0; from < frames.size(); from += WINDOW) {
            List<Frame> window = frames.subList(from, Math.min(from + WINDOW, frames.size()));
            Exchange exchange = new Exchange();
            window.forEach(f -> exchange.results.add(new ArrayList<>()));
            current = exchange;
            windows++;
            long id = 0;
            for (Frame f : window) {
                stream.onNext(new PortFrame(++id, f.port, ByteString.copyFrom(f.bytes)));
            }
            for (int port : portNumbers) {
                Frame f = Sentinels.leavingBy(port);
                stream.onNext(new PortFrame(++id, f.port, ByteString.copyFrom(f.bytes)));
            }
            try {
                if (!exchange.flushed.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException(
                            process.isAlive() ? "BMv2 does not answer" : "BMv2 ended", failure);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            synchronized (exchange) {
                results.addAll(exchange.results);
            }
        }
        return results;
    }

    /** How often each of the {@link Sentinels} was sent. */
    int windows() {
        return windows;
    }

    @Override
    public void close() {
        if (stream != null) {
            stream.onCompleted();
        }
        control.close();
        ports.shutdownNow();
        process.destroyForcibly();
    }

    /** A message of the service, both ways: frame {@code id} at a port of device 1. */
    private static final class PortFrame {
        final long id;
        final int port;
        final ByteString packet;

        PortFrame(long id, int port, ByteString packet) {
            this.id = id;
            this.port = port;
            this.packet = packet;
        }
    }

    private static final MethodDescriptor.Marshaller<PortFrame> MARSHALLER =
            new MethodDescriptor.Marshaller<PortFrame>() {
                @Override
                public InputStream stream(PortFrame f) {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
                    try {
                        out.writeUInt64(1, f.id);
                        out.writeUInt64(2, P4RuntimeClient.DEVICE_ID);
                        out.writeUInt32(3, f.port);
                        out.writeBytes(4, f.packet);
                        out.flush();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return new ByteArrayInputStream(bytes.toByteArray());
                }

                @Override
                public PortFrame parse(InputStream stream) {
                    long id = 0;
                    int port = 0;
                    ByteString packet = ByteString.EMPTY;
                    CodedInputStream in = CodedInputStream.newInstance(stream);
                    try {
                        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                            switch (tag >>> 3) {
                                case 1:
                                    id = in.readUInt64();
                                    break;
                                case 3:
                                    port = in.readUInt32();
                                    break;
                                case 4:
                                    packet = in.readBytes();
                                    break;
                                default:
                                    in.skipField(tag);
                            }
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return new PortFrame(id, port, packet);
                }
            };

    private static final MethodDescriptor<PortFrame, PortFrame> METHOD =
            MethodDescriptor.<PortFrame, PortFrame>newBuilder()
                    .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                    .setFullMethodName("p4.bm.DataplaneInterface/PacketStream")
                    .setRequestMarshaller(MARSHALLER)
                    .setResponseMarshaller(MARSHALLER)
                    .build();
}
