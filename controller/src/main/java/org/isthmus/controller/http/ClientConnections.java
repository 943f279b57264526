// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * The connections there are, by client: an IPv4 address or an IPv6 /64. Where there are too many,
 * the one that has waited longest for the rest of a request makes room, so that half a request
 * keeps no whole one out; and where as many are worked on as may be, some more may still wait, so
 * that a probe is heard. A client may have as many requests worked on as are left for others: half
 * of all when it is alone, and always one when it comes. Any thread.
 */
final class ClientConnections {
    private static final int IPV6_PREFIX_BYTES = 8;

    private final int maxOfClient;
    private final int max;
    private final int maxBusy;
    private final int leastWaiting;
    private final Map<Object, Client> clients = new HashMap<>();
    private final Set<Channel> waiting = new LinkedHashSet<>();

    /** Those of which requests are due, in turn. */
    private final Set<Client> due = new LinkedHashSet<>();

    private int count;

    /** Requests that are worked on. */
    private int busy;

    private static final class Client {
        final Set<Channel> open = new LinkedHashSet<>();
        final Set<Channel> waiting = new LinkedHashSet<>();
        final Queue<Runnable> due = new ArrayDeque<>();
        int busy;

        /** Connections whose request is worked on, or is due. */
        int working() {
            return open.size() - waiting.size();
        }
    }

    /**
     * @param maxOfClient connections of one client
     * @param max connections in all
     * @param maxBusy requests that are worked on at a time; others queue up
     * @param leastWaiting connections that may wait for a request, however many are at work
     */
    ClientConnections(int maxOfClient, int max, int maxBusy, int leastWaiting) {
        this.maxOfClient = maxOfClient;
        this.max = max;
        this.maxBusy = maxBusy;
        this.leastWaiting = leastWaiting;
    }

    /** Who has it, as something that equals that of its other connections. */
    static Object client(Channel channel) {
        SocketAddress from = channel.remoteAddress();
        if (!(from instanceof InetSocketAddress)) {
            return "unknown";
        }
        InetAddress address = ((InetSocketAddress) from).getAddress();
        return address instanceof Inet6Address
                ? ByteBuffer.wrap(address.getAddress(), 0, IPV6_PREFIX_BYTES)
                : address;
    }

    /** A new connection, which waits for a request. */
    synchronized void open(Channel channel) {
        Client client = clients.computeIfAbsent(client(channel), k -> new Client());
        makeRoom(client.waiting, maxOfClient - client.working());
        makeRoom(waiting, max - working());
        // What made room may have been all it had, and it is forgotten.
        clients.put(client(channel), client);
        client.open.add(channel);
        count++;
        waits(channel);
    }

    private int working() {
        return count - waiting.size();
    }

    private void makeRoom(Set<Channel> among, int most) {
        if (among.size() >= Math.max(most, leastWaiting)) {
            Channel oldest = among.iterator().next();
            closed(oldest);
            oldest.close();
        }
    }

    /** It waits for a request, or for the rest of one. */
    synchronized void waits(Channel channel) {
        Client client = clients.get(client(channel));
        if (client != null && client.open.contains(channel)) {
            client.waiting.add(channel);
            waiting.add(channel);
        }
    }

    /**
     * A request of this connection is worked on, from now or when others of its client are done.
     *
     * @param work to be followed by {@link #done}
     * @return false: as many are worked on or due as may be, and this one will not be
     */
    boolean busy(Channel channel, Runnable work) {
        synchronized (this) {
            Client client = clients.get(client(channel));
            if (client == null || !client.open.contains(channel)) {
                return true;
            }
            if (client.working() >= maxOfClient || working() >= max) {
                return false;
            }
            client.waiting.remove(channel);
            waiting.remove(channel);
            if (!mayWork(client)) {
                client.due.add(work);
                due.add(client);
                return true;
            }
            begin(client);
        }
        work.run();
        return true;
    }

    private boolean mayWork(Client client) {
        return client.busy < maxBusy - busy;
    }

    private void begin(Client client) {
        client.busy++;
        busy++;
    }

    /** Work on a request has ended, whether its connection is still there or not. */
    void done(Channel channel) {
        synchronized (this) {
            Client client = clients.get(client(channel));
            client.busy--;
            busy--;
            forget(channel, client);
        }
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    /** A request that is due and may be worked on from now; null: there is none. */
    private synchronized Runnable next() {
        Client client = due.stream().filter(this::mayWork).findFirst().orElse(null);
        if (client == null) {
            return null;
        }
        due.remove(client);
        Runnable next = client.due.remove();
        if (!client.due.isEmpty()) {
            due.add(client);
        }
        begin(client);
        return next;
    }

    /** A second time does nothing. */
    synchronized void closed(Channel channel) {
        Client client = clients.get(client(channel));
        if (client != null && client.open.remove(channel)) {
            count--;
            client.waiting.remove(channel);
            waiting.remove(channel);
            forget(channel, client);
        }
    }

    private void forget(Channel channel, Client client) {
        if (client.open.isEmpty() && client.busy == 0 && client.due.isEmpty()) {
            clients.remove(client(channel));
        }
    }
}
