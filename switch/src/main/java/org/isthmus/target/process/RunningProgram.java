// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.isthmus.logging.Ending;
import org.isthmus.logging.LogLevel;
import org.isthmus.logging.Logs;
import org.isthmus.logging.WrongFileException;
import picocli.CommandLine.ParameterException;

/** A program that runs until it is told to end. */
public interface RunningProgram extends AutoCloseable {
    /** Exit status after a usage error, for which another attempt would end the same. */
    int USAGE = 2;

    /** One line that says what runs. */
    String describe();

    /** What it has counted, to be printed at its end. */
    List<String> counters();

    @Override
    void close();

    /**
     * The main method of such a program: errors of the command line, and files it names that are
     * not what they should be, end it with status 2, what may pass by itself, such as a host whose
     * address is not known, with status 1. SIGTERM ends it in order, with status 143 as any JVM.
     *
     * @param start reads the command line; its result is null if that was all
     * @return whether the program runs
     */
    static boolean main(String name, Callable<? extends RunningProgram> start) {
        // The P4Runtime stubs are older than the protobuf runtime, which would warn of each class.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        try {
            RunningProgram program = start.call();
            if (program != null) {
                Runtime.getRuntime().addShutdownHook(end(name, program));
                System.out.println(name + " ready: " + program.describe());
                return true;
            }
        } catch (ParameterException e) {
            boolean passes = isOfUnknownHost(e);
            complain(name, e.getMessage() + (passes ? "" : "\nTry --help."));
            System.exit(passes ? 1 : USAGE);
        } catch (RuntimeException e) {
            throw e;
        } catch (NoSuchFileException e) {
            Path directory = Path.of(e.getFile()).toAbsolutePath().getParent();
            complain(
                    name,
                    directory == null || Files.isDirectory(directory)
                            ? "there is no file " + e.getFile()
                            : "there is no directory " + directory);
            System.exit(USAGE);
        } catch (AccessDeniedException e) {
            complain(name, "permission denied: " + e.getFile());
            System.exit(USAGE);
        } catch (Exception e) {
            complain(name, e.getMessage());
            System.exit(WrongFileException.is(e) ? USAGE : 1);
        }
        return false;
    }

    private static boolean isOfUnknownHost(ParameterException e) {
        Throwable of = e;
        while (of != null && !(of instanceof UnknownHostException)) {
            of = of.getCause();
        }
        return of != null;
    }

    private static void complain(String name, String why) {
        Logs.print(LogLevel.ERROR, name + ": " + why);
    }

    private static Thread end(String name, RunningProgram program) {
        Thread closing =
                new Thread(
                        () -> {
                            program.counters().forEach(System.out::println);
                            program.close();
                        },
                        "close");
        Ending ending = new Ending(name);
        return new Thread(
                () -> {
                    closing.start();
                    ending.await(closing);
                },
                "end");
    }

    /** The line of --version. */
    static String version(String name, Class<?> of) {
        String v = version(of);
        return name + " " + (v == null ? "(unpackaged)" : v);
    }

    /** Null: it is unpackaged. */
    static String version(Class<?> of) {
        return of.getPackage().getImplementationVersion();
    }
}
