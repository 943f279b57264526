// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.gui;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.rest.Params;
import org.onlab.osgi.ServiceDirectory;
import org.onosproject.ui.RequestHandler;
import org.onosproject.ui.UiConnection;
import org.onosproject.ui.UiMessageHandler;

/** One open GUI: it may ask for what the commands {@code nat64-show...} do, and is shown it. */
final class TopologyHandler extends UiMessageHandler {
    private final Highlighter highlighter;

    TopologyHandler(Highlighter highlighter) {
        this.highlighter = highlighter;
    }

    @Override
    public void init(UiConnection connection, ServiceDirectory directory) {
        super.init(connection, directory);
        highlighter.add(this);
    }

    @Override
    public void destroy() {
        highlighter.remove(this);
        super.destroy();
    }

    void send(ObjectNode message) {
        sendMessage(message);
    }

    /** The names of the fields are those of {@code /path} in the REST API. */
    @Override
    protected Collection<RequestHandler> createRequestHandlers() {
        return List.of(
                request("nat64Show", fields -> highlighter.showTranslators()),
                request("nat64ShowPath", this::showPath),
                request("nat64ShowOff", fields -> highlighter.off()));
    }

    private void showPath(ObjectNode fields) {
        Nat64 nat64 = highlighter.service().nat64();
        if (nat64 == null) {
            throw NotReadyException.of(highlighter.service());
        }
        highlighter.showPath(
                nat64,
                Params.require("protocol", text(fields, "protocol"), Params::protocol),
                Params.require("ipv4", text(fields, "ipv4"), Ipv4Address::parse),
                Params.require("port", text(fields, "port"), Params::port),
                Params.get("peer", text(fields, "peer"), Ipv4Address::parse));
    }

    private static String text(ObjectNode fields, String name) {
        return fields.hasNonNull(name) ? fields.get(name).asText() : null;
    }

    /** What an event throws, the GUI's own connection logs. */
    private static RequestHandler request(String event, Consumer<ObjectNode> action) {
        return new RequestHandler(event) {
            @Override
            public void process(ObjectNode payload) {
                action.accept(payload);
            }
        };
    }
}
