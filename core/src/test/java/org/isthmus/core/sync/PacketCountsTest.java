// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.junit.jupiter.api.Test;

class PacketCountsTest {
    /** Two of something: nobody looks at what they are. */
    private static final List<Intent> SIDES =
            List.of(
                    new TranslationIntent.Pool4(Ipv4Prefix.parse("192.0.2.0/25"), 1),
                    new TranslationIntent.Pool4(Ipv4Prefix.parse("192.0.2.128/25"), 1));

    private final Map<DeviceId, DeviceLink> links = new LinkedHashMap<>();
    private final Map<DeviceId, CompletableFuture<long[]>> asked = new LinkedHashMap<>();
    private final List<long[]> answers = new ArrayList<>();
    private final PacketCounts counts =
            new PacketCounts(
                    Runnable::run,
                    (device, sides) ->
                            asked.computeIfAbsent(device, d -> new CompletableFuture<>()),
                    links.values(),
                    link -> link.state != State.DOWN || link.forwarded > 0);

    /** One that forwards if {@code forwarded} is not 0, whatever its state. */
    private DeviceLink translator(String name, State state) {
        DeviceLink link = new DeviceLink(DeviceId.of(name), new Backoff(new Random(1)), 0);
        link.translator = true;
        link.compared = true;
        link.state = state;
        links.put(link.id, link);
        return link;
    }

    private void answer(DeviceLink link, long... packets) {
        asked.remove(link.id).complete(packets);
    }

    @Test
    void sumsAreThoseOfAllTranslatorsThatAreThere() {
        DeviceLink one = translator("device:one", State.READY);
        DeviceLink two = translator("device:two", State.RECONCILING);
        translator("device:router", State.READY).translator = false;
        translator("device:dead", State.DOWN);
        counts.sum(SIDES, answers::add);
        assertEquals(List.of(one.id, two.id), List.copyOf(asked.keySet()));
        answer(two, 3, 4);
        assertEquals(List.of(), answers);
        // It does not have the second.
        answer(one, 10, -1);
        assertArrayEquals(new long[] {13, 4}, answers.get(0));
    }

    @Test
    void whoDoesNotAnswerMayHaveForwardedAnything() {
        DeviceLink one = translator("device:one", State.READY);
        DeviceLink two = translator("device:two", State.READY);
        counts.sum(SIDES, answers::add);
        asked.get(one.id).completeExceptionally(new IllegalStateException("planted"));
        answer(two, 3, 4);
        assertNull(answers.get(0));
    }

    @Test
    void whoForwardsUnheardMayHaveForwardedAnything() {
        DeviceLink one = translator("device:one", State.READY);
        translator("device:unheard", State.DOWN).forwarded = 1;
        counts.sum(SIDES, answers::add);
        answer(one, 3, 4);
        assertNull(answers.get(0));
    }

    @Test
    void ofWhatWasNotReadSinceItConnectedNobodyKnowsWhatItLost() {
        translator("device:one", State.RECONCILING).compared = false;
        counts.sum(SIDES, answers::add);
        assertEquals(Map.of(), asked);
        assertNull(answers.get(0));
    }

    @Test
    void nobodysSumsAreNotKnown() {
        counts.sum(SIDES, answers::add);
        translator("device:dead", State.DOWN);
        counts.sum(SIDES, answers::add);
        assertNull(answers.get(0));
        assertNull(answers.get(1));
    }

    @Test
    void whatDiesWhileOthersAreAskedTakesItsCountersWithIt() {
        DeviceLink one = translator("device:one", State.READY);
        DeviceLink two = translator("device:two", State.READY);
        int before = counts.lost();
        counts.sum(SIDES, answers::add);
        answer(two, 3, 4);
        two.state = State.DOWN;
        answer(one, 3, 4);
        assertNull(answers.get(0));
        assertEquals(before + 1, counts.lost());
        assertEquals(before + 1, counts.lost(), "that is one loss");
    }

    @Test
    void whatComesBackBeforeSomebodyLooksIsLostIfItWasLookedAt() {
        DeviceLink one = translator("device:one", State.READY);
        int before = counts.lost();
        one.state = State.DOWN;
        counts.look();
        one.state = State.READY;
        assertEquals(before + 1, counts.lost());
        links.clear();
        assertEquals(before + 2, counts.lost(), "it is not configured any more");
    }
}
