// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.ws.rs.core.StreamingOutput;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.console.Session;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.app.gui.Highlighter;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.listing.Listing;
import org.isthmus.listing.TextTable;
import org.isthmus.rest.AuditLog;
import org.isthmus.rest.InstancesResource;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;
import org.isthmus.rest.ProblemMapper;
import org.onlab.osgi.ServiceNotFoundException;
import org.onosproject.cli.AbstractShellCommand;

/**
 * A command that asks the NAT64 something. It says what the REST API says: the same JSON, the same
 * names in messages. A refusal is thrown, so that the shell shows it and a script sees it.
 */
abstract class Nat64Command extends AbstractShellCommand {
    @Reference Session session;

    abstract void run(Nat64 nat64) throws IOException;

    @Override
    protected final void doExecute() throws IOException {
        execute(get(Nat64Service.class));
    }

    final void execute(Nat64Service service) throws IOException {
        Nat64 nat64 = service.nat64();
        if (nat64 == null) {
            throw NotReadyException.of(service);
        }
        OptionsAnywhere.read(this);
        try {
            run(nat64);
        } catch (InvalidException e) {
            throw new IllegalArgumentException(at(e.field()) + e.getMessage(), e);
        } catch (ConflictException e) {
            String other = e.other() == null ? "" : " (" + e.other() + ")";
            throw new IllegalArgumentException(at(e.field()) + e.getMessage() + other, e);
        } finally {
            System.out.flush();
        }
    }

    /** A command adds one, so its place in the list says nothing. */
    private static String at(String field) {
        String name = ProblemMapper.name(field).replaceFirst("^\\[0]\\.?", "");
        return name.isEmpty() ? "" : name + ": ";
    }

    /** The instance that is meant; it may be left out where there is only one. */
    static String instance(Nat64 nat64, String given) {
        String instance = given == null ? InstancesResource.only(nat64) : given;
        if (instance == null) {
            throw new IllegalArgumentException(
                    nat64.instances().isEmpty()
                            ? "there is no NAT64 instance in the network configuration"
                            : "--instance is missing: there are several instances");
        }
        return instance;
    }

    /** In any case, as nat64ctl takes them; null: none was given. */
    static Protocol protocol(String field, String text) {
        return Params.get(field, lower(text), Params::protocol);
    }

    static String lower(String text) {
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    /** What shows the NAT64 in the GUI of this node. */
    static Highlighter highlighter() {
        try {
            return get(Highlighter.class);
        } catch (ServiceNotFoundException e) {
            throw new IllegalStateException("The GUI is not running on this node.", e);
        }
    }

    static void json(StreamingOutput body) throws IOException {
        body.write(System.out);
        System.out.println();
    }

    /** Prints a whole list, as REST's object with one array or as a table. */
    final <T> void list(Listing listing, Iterable<T> items, JsonOutput.Writer<T> writer)
            throws IOException {
        print(listing, JsonOutput.list(listing.name, items, writer));
    }

    /** Prints an answer of REST, or the table that nat64ctl makes of it. */
    final void print(Listing listing, StreamingOutput answer) throws IOException {
        if (outputJson()) {
            json(answer);
            return;
        }
        TextTable table = table(listing);
        listing.read(input(answer), table::row);
        table.end();
    }

    static TextTable table(Listing listing) {
        return new TextTable(System.out::println, 0, listing.columns);
    }

    static InputStream input(StreamingOutput answer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        answer.write(bytes);
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    /** Brings a change that was made to the audit log. */
    final <T> void changed(List<T> before, List<T> after, JsonOutput.Writer<T> writer) {
        Command command = getClass().getAnnotation(Command.class);
        AuditLog.commanded((String) session.get("USER"), command.name(), before, after, writer);
    }

    /** The pool of a name, if there is one. */
    static List<Pool> pool(Nat64 nat64, String name) {
        return nat64.pools().stream()
                .filter(p -> p.spec.name.equals(name))
                .collect(Collectors.toList());
    }

    /** The static binding of an IPv4 side, if there is one. */
    static List<StaticBinding> staticBinding(
            Nat64 nat64, Protocol protocol, Ipv4Address address, int port) {
        return nat64.staticBindings().stream()
                .filter(
                        b ->
                                b.protocol == protocol
                                        && b.address4.equals(address)
                                        && b.port4 == port)
                .collect(Collectors.toList());
    }

    /** Prints what was made, or a sentence about it. */
    final <T> void made(T value, JsonOutput.Writer<T> writer, String sentence) throws IOException {
        made(List.of(), value, writer, sentence);
    }

    /** The same in the place of others. */
    final <T> void made(List<T> before, T value, JsonOutput.Writer<T> writer, String sentence)
            throws IOException {
        changed(before, List.of(value), writer);
        if (outputJson()) {
            json(JsonOutput.one(value, writer));
        } else {
            System.out.println(sentence);
        }
    }
}
