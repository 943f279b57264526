// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;

/**
 * The operations of the NAT64, behind REST, the command lines and the GUI of both hosts.
 *
 * <p>Threading: any thread; a call waits for the core's own thread. A change has reached the store
 * and every connected device when its method returns. Methods refuse with {@link InvalidException},
 * {@link ConflictException}, {@link NotFoundException} or {@link ExhaustedException}; then nothing
 * was changed. The field an exception names is a path in the argument by the names of these
 * classes: {@code [3].prefix6}, {@code firstPort[1]}, {@code address4}.
 */
public interface Nat64 {
    /** As configured, ordered by id. */
    List<InstanceConfig> instances();

    List<Pool> pools();

    /** Adds a pool; its addresses must overlap no other pool and no EAM. */
    Pool addPool(PoolSpec spec);

    /**
     * What {@link #addPool} would refuse of a pool, at most the first 100 faults; empty: it would
     * accept it. Nothing is changed.
     */
    List<Fault> checkPool(PoolSpec spec);

    /**
     * Has a pool drain, or not any more: see {@link PoolSpec#drains}. What it has already stays.
     *
     * @throws ConflictException it is deterministic, or of the network configuration
     */
    Pool drainPool(String name, boolean drain);

    /** Removes a pool with every binding in it. */
    void removePool(String name);

    /** Ordered by IPv4 prefix. */
    List<Eam> eamt();

    /** Those of {@link #eamt} that are in the network configuration, which alone changes them. */
    List<Eam> configuredEams();

    /** Adds all of them or, when one conflicts, none. */
    void addEams(List<Eam> eams);

    /** Removes the EAM of this IPv4 prefix. */
    void removeEam(Ipv4Prefix prefix4);

    /**
     * Replaces the whole table atomically, or leaves it unchanged.
     *
     * @param expected the table as {@link #eamt} last returned it to the caller, so that no change
     *     made since is lost: a conflict if it differs by now; null: do not compare
     */
    void replaceEamt(List<Eam> eams, List<Eam> expected);

    /**
     * What {@link #replaceEamt} would refuse of a table, at most the first 100 faults; empty: it
     * would accept it. Nothing is changed.
     */
    List<Fault> checkEamt(List<Eam> eams);

    List<StaticBinding> staticBindings();

    /** Those of {@link #staticBindings} that are in the network configuration, as for EAMs. */
    List<StaticBinding> configuredStaticBindings();

    StaticBinding addStaticBinding(StaticBinding binding);

    /**
     * Replaces a static binding by another, whose IPv4 side may be the same or not. Its flows are
     * cut; if the other is refused once devices have lost it, it is made again.
     */
    StaticBinding replaceStaticBinding(
            Protocol protocol, int address4, int port4, StaticBinding by);

    /**
     * What {@link #addStaticBinding} or {@link #replaceStaticBinding} would refuse, as {@link
     * #checkPool} does.
     *
     * @param replaced the one whose place it is to take, known by its IPv4 side; null: none
     * @throws NotFoundException there is none to replace
     */
    List<Fault> checkStaticBinding(StaticBinding binding, StaticBinding replaced);

    /** By the IPv4 side, which is unique. */
    void removeStaticBinding(Protocol protocol, int address4, int port4);

    /**
     * A row that is there from the first page to the last, and stays where it is in the order, is
     * on exactly one of them.
     *
     * @param filter fields left null match everything
     */
    Page<Binding> bindings(Filter filter, PageRequest request);

    /** As {@link #bindings}; {@link Session#peers} says what is not among them. */
    Page<Session> sessions(Filter filter, PageRequest request);

    /** In any order, without totals. Parameters as for {@link #subscribers}. */
    default Page<Binding> bindings(Filter filter, String after, int limit) {
        return bindings(filter, PageRequest.of(after, limit));
    }

    /** In any order, without totals. Parameters as for {@link #subscribers}. */
    default Page<Session> sessions(Filter filter, String after, int limit) {
        return sessions(filter, PageRequest.of(after, limit));
    }

    /**
     * @param filter fields left null match everything; the IPv6 and IPv4 addresses count
     * @param after cursor of the previous page, null for the first
     * @param limit 1 to 10,000
     */
    Page<Subscriber> subscribers(Filter filter, String after, int limit);

    /**
     * Addresses that were learned where sources are validated so, in their order. Parameters as for
     * {@link #subscribers}.
     */
    Page<SourceBinding> sourceBindings(Filter filter, String after, int limit);

    List<Device> devices();

    Statistics statistics();

    /**
     * A time of {@link #whoHad}: now, whatever was said by the clocks that events have been by. The
     * largest value is what mapping logs of release 0.1 take for a time that was lost.
     */
    long PRESENT = Long.MAX_VALUE - 1;

    /**
     * @param epochMillis the time asked for
     * @throws LostException the mapping log has lost that time
     */
    List<MappingEvent> whoHad(Protocol protocol, int address4, int port, long epochMillis);

    /** Where events of the mapping log are told besides, in the order of the names. */
    List<Exporter> exporters();

    Health health();

    /** Conditions that hold now: those of {@link Health}, and warnings. */
    List<Alarm> alarms();

    FabricView fabric();

    /**
     * The paths of a binding's packets through the fabric, by its IPv4 side.
     *
     * @param peer4 the peer; null: that of its first session, and without one only the paths
     *     between the host and the translators are known
     * @throws NotFoundException there is no such binding
     */
    BindingPath path(Protocol protocol, Ipv4Address address4, int port4, Ipv4Address peer4);

    /**
     * What a new flow would meet on its way now. Nothing is changed, and no packet is sent.
     *
     * @throws InvalidException the instance is not there, is not the peer's, or must be named
     */
    Diagnosis diagnose(Diagnosis.Flow flow);
}
