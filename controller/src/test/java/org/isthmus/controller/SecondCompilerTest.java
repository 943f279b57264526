// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecondCompilerTest {
    private static final Path TASKS = Path.of("/proc/self/task");

    @TempDir Path tasks;

    private void thread(String id, String name) throws IOException {
        Files.writeString(Files.createDirectory(tasks.resolve(id)).resolve("comm"), name + "\n");
    }

    @Test
    void itsThreadsAreToldByTheirNames() throws IOException {
        thread("7", "C2 CompilerThre");
        thread("8", "C1 CompilerThre");
        thread("9", "store");
        Files.createDirectory(tasks.resolve("10"));
        assertEquals(List.of("7"), SecondCompiler.threads(tasks));
    }

    @Test
    void aSystemWithoutProcHasNoneToTell() throws IOException {
        assertEquals(List.of(), SecondCompiler.threads(tasks.resolve("none")));
    }

    /** Field 19 of proc(5)'s stat; the name before it may hold anything. */
    private static int nice(String thread) throws IOException {
        String stat = Files.readString(TASKS.resolve(thread).resolve("stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(") ") + 2).split(" ")[16]);
    }

    @Test
    void thatOfThisJvmGoesBehindAllOthers() throws IOException {
        SecondCompiler.letOthersGoFirst();
        List<String> threads = SecondCompiler.threads(TASKS);
        assertFalse(threads.isEmpty());
        for (String thread : threads) {
            assertTrue(nice(thread) >= SecondCompiler.NICE, thread);
        }
    }
}
