// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import javax.ws.rs.ClientErrorException;
import org.isthmus.rest.Nat64Application;
import org.junit.jupiter.api.Test;

/** What a connection does in time, without a network and on a clock that the test moves. */
class HttpConnectionTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final JerseyRequests REQUESTS =
            new JerseyRequests(new Nat64Application(() -> null));

    private final ClientConnections connections = new ClientConnections(4, 100, 2, 1);
    private final List<Runnable> work = new ArrayList<>();

    /** From a client's address. */
    private static final class Connection extends EmbeddedChannel {
        private final SocketAddress from;

        /** How often the network was asked for more. */
        private int reads;

        /** Whether the network takes none of what is sent. */
        private boolean isFull;

        Connection(String from, HttpConnection handler) throws Exception {
            super(false, false);
            this.from = new InetSocketAddress(InetAddress.getByName(from), 1);
            config().setAutoRead(false);
            RestServer.initialize(this, null, LIMITS, handler);
            register();
            freezeTime();
        }

        @Override
        protected SocketAddress remoteAddress0() {
            return from;
        }

        @Override
        protected SocketAddress localAddress0() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 8181);
        }

        @Override
        protected void doBeginRead() throws Exception {
            reads++;
            super.doBeginRead();
        }

        @Override
        protected void doWrite(ChannelOutboundBuffer sent) throws Exception {
            if (!isFull) {
                super.doWrite(sent);
            }
        }

        void send(String text) {
            writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
        }

        void passes(int seconds) {
            advanceTimeBy(seconds, TimeUnit.SECONDS);
            runScheduledPendingTasks();
            runPendingTasks();
        }

        /** What the server has sent since the last time. */
        String answer() {
            runPendingTasks();
            StringBuilder all = new StringBuilder();
            for (ByteBuf part; (part = readOutbound()) != null; part.release()) {
                all.append(part.toString(StandardCharsets.UTF_8));
            }
            return all.toString();
        }
    }

    private Connection connect(String from) throws Exception {
        return new Connection(
                from,
                new HttpConnection(
                        LIMITS,
                        connections,
                        new Gate(null, Runnable::run, LIMITS),
                        REQUESTS,
                        work::add,
                        Runnable::run));
    }

    private Connection connect() throws Exception {
        return connect("127.0.0.1");
    }

    private static final String GET =
            "GET /onos/nat64/openapi.json HTTP/1.1\r\nHost: localhost\r\n";

    private static String put(int length) {
        return "PUT /onos/nat64/eamt HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n"
                + "Content-Length: "
                + length
                + "\r\n\r\n";
    }

    @Test
    void aHeaderHasItsTimeHoweverItComes() throws Exception {
        Connection c = connect();
        c.passes(LIMITS.idleSeconds - 1);
        for (int i = 0; i < LIMITS.headSeconds; i++) {
            assertEquals("", c.answer());
            c.send(GET.substring(i, i + 1));
            c.passes(1);
        }
        String answer = c.answer();
        assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
        assertTrue(answer.contains("\"status\":408"), answer);
        assertFalse(c.isOpen());
    }

    @Test
    void aConnectionWithoutRequestsEnds() throws Exception {
        Connection c = connect();
        c.passes(LIMITS.idleSeconds - 1);
        c.send(GET + "\r\n");
        c.passes(LIMITS.idleSeconds + 1);
        assertTrue(c.isOpen(), "while a request is worked on");
        work.remove(0).run();
        assertTrue(c.answer().startsWith("HTTP/1.1 200 "));
        c.passes(LIMITS.idleSeconds - 1);
        assertTrue(c.isOpen());
        c.passes(1);
        assertFalse(c.isOpen());
        assertEquals("", c.answer());
    }

    @Test
    void aBodyComesAtSomeSpeed() throws Exception {
        Connection c = connect();
        c.send(put(1000));
        for (int i = 0; i < LIMITS.bodySeconds; i++) {
            assertEquals("", c.answer());
            c.send("x");
            c.passes(1);
        }
        assertTrue(c.answer().startsWith("HTTP/1.1 408 "));
        assertFalse(c.isOpen());
        assertEquals(List.of(), work, "no thread was taken");
    }

    /** Whoever supervises the process starts it anew where it does not answer. */
    @Test
    void aProbeWaitsForNoOtherRequest() throws Exception {
        connect().send(GET + "\r\n");
        connect().send(GET + "\r\n");
        assertEquals(1, work.size(), "the other one queues up");
        Connection probe = connect();
        probe.send("GET /onos/nat64/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
        String answer = probe.answer();
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    }

    @Test
    void aProbeIsHeardWhereEveryConnectionOfItsClientIsBusy() throws Exception {
        for (int i = 0; i < 4; i++) {
            connect().send(GET + "\r\n");
        }
        Connection fifth = connect();
        fifth.send(GET + "\r\n");
        String refusal = fifth.answer();
        assertTrue(refusal.startsWith("HTTP/1.1 503 "), refusal);
        Connection probe = connect();
        probe.send("GET /onos/nat64/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
        String answer = probe.answer();
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
        work.remove(0).run();
        Connection sixth = connect();
        sixth.send(GET + "\r\n");
        assertEquals("", sixth.answer(), "it queues up");
    }

    /** A connection whose requests are left to the test, which finds their bodies here. */
    private Connection connectUnanswered(Queue<InputStream> bodies) throws Exception {
        return new Connection(
                "127.0.0.1",
                new HttpConnection(
                        LIMITS,
                        connections,
                        new Gate(null, Runnable::run, LIMITS),
                        (base, target, head, caller, body, answer) -> bodies.add(body),
                        Runnable::run,
                        Runnable::run));
    }

    @Test
    void aLargeBodyComesAtSomeSpeedToTheEnd() throws Exception {
        Queue<InputStream> bodies = new ArrayDeque<>();
        Connection c = connectUnanswered(bodies);
        c.send(put(10 * LIMITS.gathered) + "x".repeat(LIMITS.gathered - 1));
        assertTrue(bodies.isEmpty(), "no thread was taken");
        c.send("x");
        InputStream body = bodies.remove();
        for (int i = 0; i < 3; i++) {
            // Nobody reads: it is not the client who is slow.
            c.passes(LIMITS.bodySeconds);
        }
        assertEquals(LIMITS.gathered, body.readNBytes(LIMITS.gathered).length);
        c.passes(0);
        c.send("x".repeat(LIMITS.bodyBytes));
        assertEquals(LIMITS.bodyBytes, body.readNBytes(LIMITS.bodyBytes).length);
        c.passes(LIMITS.bodySeconds);
        c.send("x");
        assertEquals('x', body.read());
        c.passes(LIMITS.bodySeconds);
        ClientErrorException e = assertThrows(ClientErrorException.class, body::read);
        assertEquals(408, e.getResponse().getStatus());
    }

    @Test
    void aBodyThatNobodyReadsStaysInTheNetwork() throws Exception {
        Queue<InputStream> bodies = new ArrayDeque<>();
        Connection c = connectUnanswered(bodies);
        c.send(put(100 * LIMITS.gathered));
        c.send("x".repeat(LIMITS.gathered));
        int reads = c.reads;
        c.send("x".repeat(LIMITS.gathered));
        c.send("x".repeat(LIMITS.gathered));
        assertEquals(reads, c.reads);
        assertEquals(LIMITS.gathered, bodies.remove().readNBytes(LIMITS.gathered).length);
    }

    @Test
    void whoLeavesEndsTheBody() throws Exception {
        Queue<InputStream> bodies = new ArrayDeque<>();
        Connection c = connectUnanswered(bodies);
        c.send(put(10 * LIMITS.gathered) + "x".repeat(LIMITS.gathered));
        InputStream body = bodies.remove();
        c.close();
        assertThrows(ClientErrorException.class, body::read);
    }

    @Test
    void theOldestHalfRequestMakesRoom() throws Exception {
        List<Connection> halves = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            halves.add(connect());
            halves.get(i).send("GET ");
        }
        Connection other = connect("192.0.2.1");
        halves.get(0).send(GET.substring(4) + "\r\n");
        Connection fifth = connect();
        assertTrue(halves.get(0).isOpen(), "its request is worked on");
        assertFalse(halves.get(1).isOpen());
        assertTrue(halves.get(2).isOpen());
        assertTrue(other.isOpen());
        assertTrue(fifth.isOpen());
    }

    @Test
    void aClientOfIpv6IsItsNetwork() throws Exception {
        List<Connection> halves = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            halves.add(connect("2001:db8::" + i));
        }
        assertFalse(halves.get(0).isOpen());
        assertTrue(connect("2001:db8:0:1::").isOpen());
        assertTrue(halves.get(1).isOpen());
    }

    @Test
    void requestsOfAClientQueueUp() throws Exception {
        Connection a = connect();
        Connection b = connect();
        Connection other = connect("192.0.2.1");
        a.send(GET + "\r\n");
        b.send(GET + "\r\n");
        assertEquals(1, work.size());
        other.send(GET + "\r\n");
        assertEquals(2, work.size());
        work.remove(0).run();
        assertTrue(a.answer().startsWith("HTTP/1.1 200 "));
        assertEquals("", b.answer());
        work.remove(1).run();
        assertTrue(b.answer().startsWith("HTTP/1.1 200 "));
    }

    /** Its thread has written all of it, and waits no more. */
    @Test
    void whoDoesNotTakeTheEndOfAnAnswerLosesTheConnection() throws Exception {
        Connection c = connect();
        c.send("GET /onos/nat64/instances HTTP/1.1\r\nHost: localhost\r\n\r\n");
        c.isFull = true;
        work.remove(0).run();
        c.passes(LIMITS.answerSeconds - 1);
        assertTrue(c.isOpen());
        c.passes(1);
        assertFalse(c.isOpen());
    }

    /** Reads a part of the body, and refuses it. */
    private static void refuse(InputStream body, Requests.Answer answer) {
        try {
            body.readNBytes(LIMITS.gathered);
            answer.begin(400, "Bad Request", List.of(), 0);
            answer.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theEndOfARequestBehindItsAnswerGivesNoMoreTime() throws Exception {
        Connection c =
                new Connection(
                        "127.0.0.1",
                        new HttpConnection(
                                LIMITS,
                                connections,
                                new Gate(null, Runnable::run, LIMITS),
                                (base, target, head, caller, body, answer) -> refuse(body, answer),
                                work::add,
                                Runnable::run));
        c.send(put(2 * LIMITS.gathered) + "x".repeat(LIMITS.gathered));
        c.isFull = true;
        work.remove(0).run();
        c.passes(0);
        c.send("x".repeat(LIMITS.gathered));
        c.passes(LIMITS.answerSeconds);
        assertFalse(c.isOpen());
    }

    @Test
    void whoDoesNotTakeARefusalLosesTheConnection() throws Exception {
        Connection c = connect();
        c.isFull = true;
        c.send("nonsense\r\n\r\n");
        c.passes(LIMITS.answerSeconds - 1);
        assertTrue(c.isOpen());
        c.passes(1);
        assertFalse(c.isOpen());
    }

    @Test
    void whoTakesNoAnswerLosesTheConnection() {
        EmbeddedChannel c = new EmbeddedChannel();
        c.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        AnswerBody body = new AnswerBody(c, 0);
        assertThrows(IOException.class, () -> body.write(1));
        assertFalse(c.isOpen());
        assertNull(c.readOutbound());
    }
}
