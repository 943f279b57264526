// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.ByteArrayInputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.isthmus.listing.TextTable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: its options, and how its errors end. */
@Command(
        name = "nat64ctl",
        description = "Manages a network-wide NAT64 over its REST API.",
        versionProvider = Nat64Ctl.Version.class,
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the server refused",
            "2:the command line is wrong, or the output cannot be written",
            "3:the server cannot be reached"
        },
        subcommands = {
            InitCommand.class,
            InstancesCommand.class,
            PoolsCommand.class,
            EamtCommand.class,
            StaticCommand.class,
            BindingsCommand.class,
            SessionsCommand.class,
            SubscribersCommand.class,
            SourceBindingsCommand.class,
            DevicesCommand.class,
            TablesCommand.class,
            FabricCommand.class,
            PathCommand.class,
            DiagnoseCommand.class,
            AlarmsCommand.class,
            StatsCommand.class,
            WhoHadCommand.class,
            PlanCommand.class,
            ImportCommand.class,
            ExportersCommand.class,
            HealthCommand.class,
            BackupCommand.class,
            LogLevelCommand.class,
            CompletionCommand.class,
            HelpCommand.class,
            VersionCommand.class
        })
public final class Nat64Ctl {
    /** How answers are printed; the names are those of the option. */
    enum Output {
        table,
        json,
        csv
    }

    /** Between two times that something is shown. */
    interface Pause {
        /** Waits; false: it is not to be shown again. */
        boolean again(int seconds);
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            Properties p = new Properties();
            try (InputStream in = Nat64Ctl.class.getResourceAsStream("version.properties")) {
                p.load(in);
            }
            return new String[] {"nat64ctl " + p.getProperty("version")};
        }
    }

    /** How picocli begins with the name of a parameter or of an option. */
    private static final Pattern WRONG_VALUE =
            Pattern.compile(
                    "^Invalid value for (?:positional parameter at index \\d+ \\((.*?)\\)"
                            + "|option '(.*?)'(?: \\(.*?\\))?): ");

    @Option(
            names = "--url",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            defaultValue = "${env:NAT64_URL:-http://127.0.0.1:8181/onos/nat64}",
            description = "Of the REST API; also NAT64_URL. Default: ${DEFAULT-VALUE}")
    private String url;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            defaultValue = "${env:NAT64_USER}",
            description = "With the password of --password-file, NAT64_PASSWORD or the terminal.")
    private String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            defaultValue = "${env:NAT64_PASSWORD_FILE}",
            description = "Its first line is the password; also NAT64_PASSWORD_FILE.")
    private Path passwordFile;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "PEM certificates to trust instead of those Java trusts.")
    private Path cacert;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            scope = ScopeType.INHERIT,
            defaultValue = "300",
            description = "To wait for an answer. Default: ${DEFAULT-VALUE}")
    private int timeout;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            scope = ScopeType.INHERIT,
            defaultValue = "table",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    Output output;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Shows what there is.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Shows the version.")
    private boolean version;

    @Spec private CommandSpec spec;

    /** Width of the terminal; 0: none. */
    final int columns;

    /** Whether somebody watches the error stream. */
    final boolean progress;

    final InputStream stdin;

    Pause pause = Nat64Ctl::sleep;

    /** What the command has done; null: nothing but to show something. */
    String done;

    private final String environmentPassword;

    Nat64Ctl(int columns, boolean progress, InputStream stdin, String environmentPassword) {
        this.columns = columns;
        this.progress = progress;
        this.stdin = stdin;
        this.environmentPassword = environmentPassword;
    }

    /** Runs one command line and exits with its code. */
    public static void main(String[] args) {
        Nat64Ctl ctl =
                new Nat64Ctl(
                        Integer.getInteger("nat64ctl.columns", 0),
                        Boolean.getBoolean("nat64ctl.progress"),
                        System.in,
                        System.getenv("NAT64_PASSWORD"));
        PrintWriter out = writer(FileDescriptor.out);
        PrintWriter err = writer(FileDescriptor.err);
        int code = commandLine(ctl).setOut(out).setErr(err).execute(args);
        out.flush();
        err.flush();
        System.exit(code);
    }

    private static boolean sleep(int seconds) {
        try {
            TimeUnit.SECONDS.sleep(seconds);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static PrintWriter writer(FileDescriptor to) {
        return new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(to), StandardCharsets.UTF_8));
    }

    /** For those who describe it; without a terminal. */
    public static CommandLine commandLine() {
        return commandLine(new Nat64Ctl(0, false, InputStream.nullInputStream(), null));
    }

    static CommandLine commandLine(Nat64Ctl ctl) {
        CommandLine line = new CommandLine(ctl);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(int.class, number(Integer::valueOf));
        line.registerConverter(Integer.class, number(Integer::valueOf));
        line.registerConverter(long.class, number(Long::valueOf));
        if (ctl.columns > 40) {
            line.setUsageHelpWidth(ctl.columns);
        }
        line.setExecutionStrategy(
                parsed -> {
                    int code = new CommandLine.RunLast().execute(parsed);
                    try {
                        written(line.getOut());
                    } catch (CliException e) {
                        if (ctl.done != null) {
                            print(line.getErr(), List.of(ctl.done));
                        }
                        throw new ExecutionException(line, e.getMessage(), e);
                    }
                    return code;
                });
        line.setExecutionExceptionHandler(
                (e, command, parsed) -> {
                    if (!(e instanceof CliException)) {
                        throw e;
                    }
                    CliException end = (CliException) e;
                    print(command.getErr(), end.lines());
                    return end.exitCode();
                });
        line.setParameterExceptionHandler(
                (e, args) -> {
                    PrintWriter err = e.getCommandLine().getErr();
                    if (isBare(e)) {
                        e.getCommandLine().usage(err);
                        return CliException.USAGE;
                    }
                    print(err, List.of(words(e)));
                    UnmatchedArgumentException.printSuggestions(e, err);
                    err.println(
                            "See "
                                    + e.getCommandLine().getCommandSpec().qualifiedName()
                                    + " --help.");
                    err.flush();
                    return CliException.USAGE;
                });
        return line;
    }

    private static <T> ITypeConverter<T> number(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("not a number, or too large: " + text);
            }
        };
    }

    /** What is wrong, by the name that usage has for it: picocli has it by its index. */
    private static String words(ParameterException e) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        if (e instanceof UnmatchedArgumentException
                && !((UnmatchedArgumentException) e).isUnknownOption()) {
            List<String> more = ((UnmatchedArgumentException) e).getUnmatched();
            return command.subcommands().isEmpty()
                    ? "more than it takes: " + String.join(" ", more)
                    : command.qualifiedName() + " has no command " + more.get(0);
        }
        return WRONG_VALUE.matcher(e.getMessage()).replaceFirst("$1$2: ");
    }

    /** Whether nothing but the name of a command was given that has others below it. */
    private static boolean isBare(ParameterException e) {
        // picocli has no class of its own for it.
        return "Missing required subcommand".equals(e.getMessage());
    }

    /**
     * @throws CliException what was printed did not all get to where it goes: a disk may be full,
     *     or whoever read it gone
     */
    static void written(PrintWriter out) {
        // It keeps the error to itself until it is asked.
        if (out.checkError()) {
            throw new CliException(CliException.USAGE, "the output cannot be written");
        }
    }

    static void print(PrintWriter err, List<String> lines) {
        for (String text : lines) {
            err.println("nat64ctl: " + TextTable.printable(text));
        }
        err.flush();
    }

    /** The address of the server; null: it is none. */
    private URI address() {
        try {
            URI at = new URI(url);
            return at.getScheme() != null
                            && at.getScheme().matches("https?")
                            && at.getHost() != null
                            && at.getPort() <= 65535
                            && at.getQuery() == null
                            && at.getFragment() == null
                    ? at
                    : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    Client client() {
        URI at = address();
        if (at == null) {
            throw usage(
                    "--url: must be http://HOST... or https://HOST..., with an IPv6 address in"
                            + " brackets, not "
                            + url);
        }
        if (at.getUserInfo() != null) {
            throw usage("--url: must hold no user or password; see --user");
        }
        if (timeout < 1) {
            throw usage("--timeout: must be at least 1");
        }
        return new Client(at, authorization(), tls(), Duration.ofSeconds(timeout));
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private String authorization() {
        if (user == null || user.isEmpty()) {
            return null;
        }
        byte[] pair = (user + ":" + password()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private String password() {
        if (passwordFile != null) {
            byte[] content = FileFault.content("--password-file: ", passwordFile);
            return new String(content, StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElseThrow(() -> usage("--password-file: " + passwordFile + " is empty"));
        }
        if (environmentPassword != null) {
            return environmentPassword;
        }
        Console console = System.console();
        char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
        if (typed == null) {
            throw usage("--user: needs --password-file or NAT64_PASSWORD");
        }
        return new String(typed);
    }

    private SSLContext tls() {
        if (cacert == null) {
            return null;
        }
        InputStream in = new ByteArrayInputStream(FileFault.content("--cacert: ", cacert));
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int n = 0;
            for (Certificate c : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca" + n++, c);
            }
            if (n == 0) {
                throw usage("--cacert: " + cacert + " holds no certificate");
            }
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (CertificateException e) {
            throw usage("--cacert: " + cacert + " holds something else than certificates in PEM");
        } catch (IOException | GeneralSecurityException e) {
            throw usage("--cacert: cannot read " + cacert + ": " + e.getMessage());
        }
    }
}
