// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperation;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.flow.FlowRuleServiceAdapter;
import org.onosproject.net.flow.FlowRuleStore;
import org.onosproject.net.flow.FlowRuleStoreException;

/**
 * ONOS's flow rules of one node: the store's rules about what is passed on to a device, the
 * driver's order within a batch, and the comparison with the device.
 */
public final class FakeFlowRules extends FlowRuleServiceAdapter {
    private final Executor executor;
    private final Function<DeviceId, FlowRuleProgrammable> drivers;
    private final Map<FlowRule, DefaultFlowEntry> stored = new LinkedHashMap<>();

    /** What comes back from ONOS is lost. */
    public boolean mute;

    /** What comes back from ONOS waits here; null: it does not wait. */
    private List<Runnable> held;

    /** The store has missed who is master. */
    public boolean masterless;

    public int batches;

    public FakeFlowRules(Executor executor, Function<DeviceId, FlowRuleProgrammable> drivers) {
        this.executor = executor;
        this.drivers = drivers;
    }

    /** For drivers, which ask what ONOS knows. */
    public FlowRuleStore store() {
        return (FlowRuleStore)
                Proxy.newProxyInstance(
                        FlowRuleStore.class.getClassLoader(),
                        new Class<?>[] {FlowRuleStore.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("getFlowEntry")) {
                                return stored.get(arguments[0]);
                            }
                            if (method.getName().equals("getFlowEntries")) {
                                return getFlowEntries((DeviceId) arguments[0]);
                            }
                            throw new AssertionError(method + " is not asked for");
                        });
    }

    /** A restart: nothing is known any more. */
    public void forget() {
        stored.clear();
    }

    public int count() {
        return stored.size();
    }

    public FlowEntryState state(FlowRule rule) {
        return stored.get(rule) == null ? null : stored.get(rule).state();
    }

    @Override
    public void apply(FlowRuleOperations operations) {
        executor.execute(() -> stages(operations));
    }

    private void stages(FlowRuleOperations operations) {
        boolean failed = false;
        for (Set<FlowRuleOperation> stage : operations.stages()) {
            Set<FlowRule> failures = batch(stage);
            if (!failures.isEmpty()) {
                failed = true;
                FlowRuleOperations.Builder builder = FlowRuleOperations.builder();
                failures.forEach(builder::add);
                FlowRuleOperations answer = builder.build();
                answer(
                        () -> {
                            if (!mute) {
                                operations.callback().onError(answer);
                            }
                        });
            }
        }
        if (!failed && !mute) {
            answer(() -> operations.callback().onSuccess(operations));
        }
    }

    private void answer(Runnable callback) {
        if (held != null) {
            held.add(callback);
        } else {
            executor.execute(callback);
        }
    }

    /** From now on answers wait, or no longer. */
    public void hold(boolean isHeld) {
        List<Runnable> due = held == null ? List.of() : held;
        held = isHeld ? new ArrayList<>(due) : null;
        if (!isHeld) {
            due.forEach(executor::execute);
        }
    }

    /** Answers that wait. */
    public int held() {
        return held == null ? 0 : held.size();
    }

    private Set<FlowRule> batch(Set<FlowRuleOperation> stage) {
        batches++;
        List<FlowRule> add = new ArrayList<>();
        List<FlowRule> remove = new ArrayList<>();
        DeviceId device = null;
        for (FlowRuleOperation operation : stage) {
            FlowRule rule = operation.rule();
            device = rule.deviceId();
            if (operation.type() == FlowRuleOperation.Type.REMOVE) {
                // The device never hears of what the store does not know.
                DefaultFlowEntry entry = stored.get(rule);
                if (entry != null) {
                    entry.setState(FlowEntryState.PENDING_REMOVE);
                    remove.add(rule);
                }
            } else {
                stored.remove(rule);
                stored.put(rule, new DefaultFlowEntry(rule, FlowEntryState.PENDING_ADD));
                add.add(rule);
            }
        }
        Set<FlowRule> failed = new HashSet<>();
        if (!add.isEmpty()) {
            failed.addAll(add);
            failed.removeAll(drivers.apply(device).applyFlowRules(add));
        }
        if (!remove.isEmpty()) {
            Collection<FlowRule> removed = drivers.apply(device).removeFlowRules(remove);
            remove.removeAll(removed);
            failed.addAll(remove);
        }
        return failed;
    }

    /** What ONOS does every few seconds. */
    public void poll(DeviceId device) {
        Map<FlowRule, FlowEntry> missing = new HashMap<>();
        getFlowEntries(device).forEach(e -> missing.put(e, e));
        for (FlowEntry held : drivers.apply(device).getFlowEntries()) {
            missing.remove(held);
            DefaultFlowEntry entry = stored.get(held);
            if (entry.state() == FlowEntryState.PENDING_REMOVE) {
                drivers.apply(device).removeFlowRules(List.of(entry));
            } else {
                entry.setState(FlowEntryState.ADDED);
            }
        }
        for (FlowEntry entry : missing.values()) {
            if (entry.state() == FlowEntryState.PENDING_REMOVE) {
                stored.remove(entry);
            } else {
                drivers.apply(device).applyFlowRules(List.of(entry));
            }
        }
    }

    @Override
    public Iterable<FlowEntry> getFlowEntries(DeviceId device) {
        if (masterless) {
            throw new FlowRuleStoreException("There is no master for available device");
        }
        List<FlowEntry> all = new ArrayList<>();
        stored.values().stream().filter(e -> e.deviceId().equals(device)).forEach(all::add);
        return all;
    }

    @Override
    public Iterable<FlowEntry> getFlowEntriesById(ApplicationId app) {
        throw new AssertionError("reads the rules of all devices");
    }
}
