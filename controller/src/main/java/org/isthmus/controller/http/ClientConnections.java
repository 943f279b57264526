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
 * keeps no whole one out. Any thread.
 */
final class ClientConnections {
    private static final int IPV6_PREFIX_BYTES = 8;

    private final int maxOfClient;
    private final int max;
    private final int maxBusy;
    private final Map<Object, Client> clients = new HashMap<>();
    private final Set<Channel> waiting = new LinkedHashSet<>();
    private int count;

    private static final class Client {
        final Set<Channel> open = new LinkedHashSet<>();
        final Set<Channel> waiting = new LinkedHashSet<>();
        final Queue<Runnable> due = new ArrayDeque<>();
        int busy;
    }

    /**
     * @param maxOfClient connections of one client
     * @param max connections in all
     * @param maxBusy requests of one client that are worked on at a time; others of it queue up
     */
    ClientConnections(int maxOfClient, int max, int maxBusy) {
        this.maxOfClient = maxOfClient;
        this.max = max;
        this.maxBusy = maxBusy;
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

    /** A new connection, which waits for a request; false: there is no room for it. */
    synchronized boolean open(Channel channel) {
        Client client = clients.computeIfAbsent(client(channel), k -> new Client());
        boolean room = client.open.size() < maxOfClient || closeOldest(client.waiting);
        room = room && (count < max || closeOldest(waiting));
        if (room) {
            // What made room may have been all it had, and it is forgotten.
            clients.put(client(channel), client);
            client.open.add(channel);
            count++;
            waits(channel);
        } else {
            forget(channel, client);
        }
        return room;
    }

    private boolean closeOldest(Set<Channel> among) {
        if (among.isEmpty()) {
            return false;
        }
        Channel oldest = among.iterator().next();
        closed(oldest);
        oldest.close();
        return true;
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
     */
    void busy(Channel channel, Runnable work) {
        synchronized (this) {
            Client client = clients.get(client(channel));
            if (client == null || !client.open.contains(channel)) {
                return;
            }
            client.waiting.remove(channel);
            waiting.remove(channel);
            if (client.busy == maxBusy) {
                client.due.add(work);
                return;
            }
            client.busy++;
        }
        work.run();
    }

    /** Work on a request has ended, whether its connection is still there or not. */
    void done(Channel channel) {
        Runnable next;
        synchronized (this) {
            Client client = clients.get(client(channel));
            next = client.due.poll();
            if (next == null) {
                client.busy--;
                forget(channel, client);
            }
        }
        if (next != null) {
            next.run();
        }
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
        if (client.open.isEmpty() && client.busy == 0) {
            clients.remove(client(channel));
        }
    }
}
