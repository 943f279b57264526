// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Random;
import javax.ws.rs.ServiceUnavailableException;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class RequestBodyTest {
    private final RequestBody body = new RequestBody(() -> {});

    /** An object for each would be thirty times what they hold. */
    @Test
    void chunksOfAByteLieTogether() {
        for (int i = 0; i < 1000; i++) {
            body.add(Unpooled.wrappedBuffer(new byte[] {(byte) i}));
        }
        byte[] read = new byte[2000];
        assertTrue(body.read(read, 0, read.length) > 100);
    }

    /** A fault of ours would be in the log with its stack. */
    @Test
    void whoIsInterruptedSaysThatTheServerStops() {
        Thread.currentThread().interrupt();
        assertThrows(ServiceUnavailableException.class, body::read);
        assertTrue(Thread.interrupted());
    }

    @Test
    void whatIsReadIsWhatCameInWhateverParts() {
        Random random = new Random(Seeds.of(1));
        byte[] sent = new byte[100_000];
        random.nextBytes(sent);
        byte[] read = new byte[sent.length];
        int at = 0;
        for (int done = 0, n; done < sent.length; done += n) {
            n = Math.min(sent.length - done, 1 + random.nextInt(random.nextBoolean() ? 3 : 3000));
            body.add(Unpooled.wrappedBuffer(sent, done, n));
            if (random.nextInt(4) == 0) {
                at += body.read(read, at, 1 + random.nextInt(Math.min(2000, done + n - at)));
            }
        }
        body.end();
        for (int n; (n = body.read(read, at, read.length - at)) > 0; ) {
            at += n;
        }
        assertArrayEquals(Arrays.copyOf(sent, at), read);
    }
}
