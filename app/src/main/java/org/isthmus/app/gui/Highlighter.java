// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.gui;

import static org.onlab.util.Tools.groupedThreads;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.onosproject.net.host.HostService;
import org.onosproject.net.link.LinkService;
import org.onosproject.ui.UiExtension;
import org.onosproject.ui.UiExtensionService;
import org.onosproject.ui.UiViewHidden;
import org.onosproject.ui.topo.TopoJson;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the NAT64 in the topology of ONOS's GUI: the translators with the number of bindings, and
 * the paths of one binding's packets. It is there while the GUI is, on this node alone.
 *
 * <p>Threading: any thread; what is shown is put together on a thread of its own.
 */
@Component(immediate = true, service = Highlighter.class)
public final class Highlighter {
    /** The GUI lets the colours of links fade after 5 s. */
    static final long PERIOD_SECONDS = 2;

    private static final Logger LOG = LoggerFactory.getLogger(Highlighter.class);

    private final Nat64Service nat64Service;
    private final Scene scene;
    private final UiExtensionService extensions;
    private final ScheduledExecutorService executor;
    private final UiExtension extension;

    /** One for each GUI that is open. */
    private final Set<TopologyHandler> viewers = new CopyOnWriteArraySet<>();

    /** Runs while something is shown; null: nothing is. */
    private ScheduledFuture<?> timer;

    /** Null: no path, the translators alone. */
    private volatile Subject subject;

    /** What a path is asked for by. Immutable. */
    private static final class Subject {
        private final Protocol protocol;
        private final Ipv4Address address4;
        private final int port4;
        private final Ipv4Address peer4;

        private Subject(Protocol protocol, Ipv4Address address4, int port4, Ipv4Address peer4) {
            this.protocol = protocol;
            this.address4 = address4;
            this.port4 = port4;
            this.peer4 = peer4;
        }

        private BindingPath path(Nat64 nat64) {
            return nat64.path(protocol, address4, port4, peer4);
        }
    }

    @Activate
    public Highlighter(
            @Reference Nat64Service nat64Service,
            @Reference LinkService links,
            @Reference HostService hosts,
            @Reference UiExtensionService extensions) {
        this(
                nat64Service,
                links,
                hosts,
                extensions,
                Executors.newSingleThreadScheduledExecutor(groupedThreads("isthmus", "gui", LOG)));
    }

    Highlighter(
            Nat64Service nat64Service,
            LinkService links,
            HostService hosts,
            UiExtensionService extensions,
            ScheduledExecutorService executor) {
        this.nat64Service = nat64Service;
        this.scene = new Scene(links, hosts);
        this.extensions = extensions;
        this.executor = executor;
        // The GUI wants a view of everybody, so there is one that is in no menu.
        extension =
                new UiExtension.Builder(
                                getClass().getClassLoader(), List.of(new UiViewHidden("nat64")))
                        .messageHandlerFactory(() -> List.of(new TopologyHandler(this)))
                        .ui2()
                        .build();
        extensions.register(extension);
    }

    @Deactivate
    void deactivate() {
        off();
        extensions.unregister(extension);
        executor.shutdown();
    }

    /** Shows the translators. */
    public void showTranslators() {
        subject = null;
        on();
    }

    /**
     * Shows the translators and the paths of a binding's packets.
     *
     * @param peer4 as for {@link Nat64#path}
     * @throws NotFoundException there is no such binding; what is shown stays
     */
    public void showPath(
            Nat64 nat64, Protocol protocol, Ipv4Address address4, int port4, Ipv4Address peer4) {
        Subject asked = new Subject(protocol, address4, port4, peer4);
        asked.path(nat64);
        subject = asked;
        on();
    }

    private synchronized void on() {
        if (timer != null) {
            timer.cancel(false);
        }
        timer = executor.scheduleAtFixedRate(this::show, 0, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    /** Shows nothing any more. */
    public synchronized void off() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
            executor.execute(() -> send(TopoJson.highlightsMessage(scene.clear())));
        }
    }

    void add(TopologyHandler viewer) {
        viewers.add(viewer);
    }

    void remove(TopologyHandler viewer) {
        viewers.remove(viewer);
    }

    Nat64Service service() {
        return nat64Service;
    }

    private void show() {
        try {
            Nat64 nat64 = viewers.isEmpty() ? null : nat64Service.nat64();
            if (nat64 != null) {
                send(TopoJson.highlightsMessage(scene.of(nat64, path(nat64))));
            }
        } catch (RuntimeException e) {
            // The timer would end without a word; the next time may do.
            LOG.warn("Cannot show the NAT64 in the topology", e);
        }
    }

    /** Null once the binding is gone. */
    private BindingPath path(Nat64 nat64) {
        Subject shown = subject;
        try {
            return shown == null ? null : shown.path(nat64);
        } catch (NotFoundException e) {
            return null;
        }
    }

    private void send(ObjectNode message) {
        viewers.forEach(viewer -> viewer.send(message));
    }
}
