// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.isthmus.core.HostFrames;
import org.isthmus.core.Nat64Configs;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.Deferred;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.Store;

/**
 * The classes of this package without the rest of the core: a translator and a journal that answer
 * on request, and ports in memory.
 */
final class BindingFixture implements Translators, Journal, Ports {
    int mostBindings = Integer.MAX_VALUE;
    static final DeviceId DEVICE = DeviceId.of("device:one");
    static final int ADDRESS4 = Ipv4Address.parse("203.0.113.7").bits();

    long now = 1_800_000_000_000L;
    final StepClock clock = new StepClock(() -> now, () -> now);
    final Counters counters = new Counters();
    final Deferred deferred = new Deferred();
    final Instances instances = new Instances();
    final Bib bib = new Bib(1);
    final ExtraSessions extra = new ExtraSessions(bib);
    final Lifetimes lifetimes = new Lifetimes(bib, extra, instances, clock);
    final EstablishedRecords records = new EstablishedRecords(bib, extra, this, deferred);
    final Deletions deletions = new Deletions(bib, this, this, Deletions.MOST);
    final Sessions sessions = new Sessions(bib, this, clock, 1);
    final Remover remover =
            new Remover(
                    bib, extra, sessions, this, this, this, deletions, deferred, clock, counters);
    final SubscriberLimits limits = new SubscriberLimits(instances, this, this, clock);
    final Sampler sampler = new Sampler(bib, lifetimes, this, clock, counters);
    final BibMappings mappings = new BibMappings(bib, sessions, this, instances);

    /** What there was no room for. */
    final List<byte[]> refused = new ArrayList<>();

    final List<byte[]> prohibited = new ArrayList<>();
    final TcpProbes probes = new TcpProbes(bib, instances, this, counters);
    final SessionTimers timers =
            new SessionTimers(
                    bib, extra, sessions, instances, lifetimes, records, probes, this, remover,
                    clock, counters);
    final SessionSetup setup =
            new SessionSetup(
                    bib,
                    sessions,
                    timers,
                    this,
                    this,
                    instances,
                    limits,
                    (device, port, frame, prohibited) -> refused.add(frame),
                    counters);
    final HeldSyns held =
            new HeldSyns(
                    bib,
                    sessions,
                    this,
                    mappings,
                    this,
                    (device, port, frame) -> {},
                    clock,
                    counters,
                    1);
    private final BindingSetup bindingSetup =
            new BindingSetup(
                    bib,
                    lifetimes,
                    sessions,
                    setup,
                    remover,
                    deletions,
                    this,
                    this,
                    this,
                    (device, port, frame, prohibited) -> refused.add(frame),
                    clock,
                    counters);
    final Binder binder =
            new Binder(
                    bib,
                    bindingSetup,
                    setup,
                    new Repeats(
                            bib,
                            extra,
                            lifetimes,
                            records,
                            sampler,
                            bindingSetup,
                            this,
                            this,
                            counters),
                    held,
                    this,
                    this,
                    limits,
                    instances,
                    mappings,
                    (device, port, frame, prohibited) ->
                            (prohibited ? this.prohibited : refused).add(frame),
                    task -> this.answers.add(task),
                    clock,
                    counters);
    final Tracker tracker =
            new Tracker(
                    bib, extra, lifetimes, timers, held, this, records, this, mappings, clock,
                    counters);
    final Expirer expirer =
            new Expirer(
                    bib, extra, sessions, lifetimes, records, remover, probes, sampler, this,
                    clock);

    /** The requests so far, as text, in order. */
    final List<String> asked = new ArrayList<>();

    /** Answers still to be given. */
    final Queue<Runnable> answers = new ArrayDeque<>();

    /** Changes the translator has no room for. */
    final List<Class<? extends Intent>> noRoomFor = new ArrayList<>();

    boolean accepting = true;
    boolean ordered;

    Filtering filtering = Filtering.ENDPOINT_INDEPENDENT;

    /** Whether frames come behind changes that are not answered. */
    boolean frames;

    /** Whether the translator does not count, and until when it was not heard. */
    boolean sampled;

    int unheardUntil = -1;
    Throwable storeFailure;
    long allocated = (ADDRESS4 & 0xffff_ffffL) << 16 | 4242;
    int slotAtPort = Bib.NONE;

    /** Null: the translators do not answer. */
    long[] counted;

    BindingFixture() {
        instances.set(List.of(Nat64Configs.instance(64, 4, 0)), 1280, -1, true);
    }

    /** Gives the next answer. */
    void answer() {
        answers.remove().run();
    }

    void answerAll() {
        while (!answers.isEmpty()) {
            answer();
        }
    }

    /** Sets up a binding; returns its slot. */
    int live() {
        binder.miss(DEVICE, 1, HostFrames.udp("2001:db8::1", 1000, "198.51.100.1", 53));
        binder.flush();
        answerAll();
        asked.clear();
        return slotAtPort;
    }

    @Override
    public boolean isTranslator(DeviceId device) {
        return device.equals(DEVICE);
    }

    @Override
    public boolean isAccepting(DeviceId device) {
        return accepting;
    }

    @Override
    public int mostPortSets() {
        return 0;
    }

    @Override
    public int mostBindings() {
        return mostBindings;
    }

    @Override
    public long most(Intent like) {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean areAllReady() {
        return accepting;
    }

    @Override
    public boolean isOrdered() {
        return ordered;
    }

    @Override
    public Ready firstReady() {
        return new Ready(DEVICE, MacAddress.of(0x02_00_00_00_01_00L));
    }

    @Override
    public void spread(List<Change> changes, Consumer<List<Refusal>> done) {
        List<Refusal> refusals = new ArrayList<>();
        for (Change c : changes) {
            asked.add(c.kind() + " " + c.intent().getClass().getSimpleName());
            if (c.kind() == Change.Kind.SET && noRoomFor.contains(c.intent().getClass())) {
                refusals.add(new Refusal(c, true, "full"));
            }
        }
        answers.add(() -> done.accept(Collections.unmodifiableList(refusals)));
    }

    @Override
    public void spread(List<Change> changes, Runnable sent, Consumer<List<Refusal>> done) {
        spread(changes, done);
        if (frames) {
            sent.run();
        }
    }

    @Override
    public void spread(Kind kind, List<Change> changes, Consumer<List<Refusal>> done) {
        spread(changes, done);
    }

    @Override
    public boolean isSampled(DeviceId device) {
        return sampled;
    }

    @Override
    public boolean isAnySampled() {
        return sampled;
    }

    @Override
    public int unheardUntil() {
        return unheardUntil;
    }

    @Override
    public void send(DeviceId device, List<Change> changes, Consumer<List<Refusal>> done) {
        spread(changes, done);
    }

    @Override
    public void submit(DeviceId device, byte[] frame) {
        asked.add("submit");
    }

    @Override
    public void count(List<? extends Intent> bindings, Consumer<long[]> done) {
        asked.add("count " + bindings.size());
        answers.add(() -> done.accept(counted));
    }

    @Override
    public int countersLost() {
        return 0;
    }

    @Override
    public void write(List<Store.Record> records, Consumer<Throwable> then) {
        asked.add("store " + records.size());
        answers.add(() -> then.accept(storeFailure));
    }

    @Override
    public int find(Protocol protocol, int address4, int port4) {
        return slotAtPort;
    }

    @Override
    public long allocate(
            int instance, Protocol protocol, long high, long low, int port6, boolean sets, int at) {
        return allocated;
    }

    @Override
    public long refusal(int instance, Protocol protocol, long high, long low, int at) {
        return Math.min(allocated, 0);
    }

    @Override
    public Filtering filtering(int address4) {
        return filtering;
    }

    @Override
    public int portSets(int address4) {
        return 0;
    }

    @Override
    public int sessions(Protocol protocol, int address4, int port4, int more) {
        return 0;
    }

    @Override
    public void place(Protocol protocol, int address4, int port4, int setBits, int slot) {
        slotAtPort = slot;
    }

    @Override
    public boolean adopt(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int address4,
            int port4,
            int setBits,
            int slot) {
        boolean free = slotAtPort == Bib.NONE;
        slotAtPort = free ? slot : slotAtPort;
        return free;
    }

    @Override
    public void release(Protocol protocol, int address4, int port4, int setBits, int at) {
        asked.add("release");
        slotAtPort = Bib.NONE;
    }

    @Override
    public void releaseStatic(Protocol protocol, int address4, int port4, int at) {
        release(protocol, address4, port4, 0, at);
    }
}
