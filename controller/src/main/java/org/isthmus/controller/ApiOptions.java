// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.isthmus.controller.OptionFiles.load;
import static org.isthmus.controller.OptionFiles.reason;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.config.NetcfgException;
import org.isthmus.controller.http.Credentials;
import org.isthmus.controller.http.Keystore;
import org.isthmus.controller.http.RestServer;
import picocli.CommandLine.Option;

/** Where the REST API listens, and who may use it. */
final class ApiOptions {
    static final String KEYSTORE = "--tls-keystore";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:8181",
            description = "Address of the REST API; default: ${DEFAULT-VALUE}.")
    private String listen;

    @Option(
            names = "--credentials",
            paramLabel = "FILE",
            description = "Users of the REST API, one line each as 'password' prints it.")
    private Path credentials;

    @Option(
            names = KEYSTORE,
            paramLabel = "FILE",
            description = "Key and certificate of the REST API, PKCS 12.")
    private Path keystore;

    @Option(
            names = "--tls-keystore-password",
            paramLabel = "FILE",
            description = "Its first line opens the keystore.")
    private Path keystorePassword;

    @Option(
            names = "--insecure-http",
            description = "Allow a REST API without TLS beyond this machine.")
    private boolean insecureHttp;

    InetSocketAddress address() throws IOException {
        int colon = listen.lastIndexOf(':');
        if (colon < 1
                || !listen.substring(colon + 1).matches("[0-9]{1,5}")
                || Integer.parseInt(listen.substring(colon + 1)) > 0xffff) {
            throw noAddress();
        }
        String host = listen.substring(0, colon);
        try {
            return new InetSocketAddress(
                    InetAddress.getByName(host), Integer.parseInt(listen.substring(colon + 1)));
        } catch (UnknownHostException e) {
            if (host.indexOf(':') >= 0 && !host.matches("\\[.*]")) {
                throw noAddress();
            }
            throw new IOException("--listen " + listen + ": unknown host " + host, e);
        }
    }

    private WrongOption noAddress() {
        return new WrongOption(
                "--listen: not of the form HOST:PORT, with an IPv6 address in brackets: " + listen);
    }

    /** Null: whoever is on this machine. */
    Credentials users() throws IOException, NetcfgException {
        return credentials == null
                ? null
                : load("--credentials", () -> Credentials.read(credentials));
    }

    /** Null: without TLS. */
    Keystore keys() throws IOException, NetcfgException {
        if ((keystore == null) != (keystorePassword == null)) {
            throw new WrongOption("--tls-keystore and --tls-keystore-password go together");
        }
        return keystore == null
                ? null
                : load(KEYSTORE, () -> Keystore.read(keystore, keystorePassword));
    }

    /** Beyond this machine nobody gets in without a password, nor in clear text by accident. */
    void guard(InetSocketAddress address, Credentials users, Keystore keys) throws WrongOption {
        if (address.getAddress().isLoopbackAddress()) {
            return;
        }
        if (users == null) {
            throw new WrongOption(
                    "--listen "
                            + listen
                            + " is not a loopback address: it needs"
                            + " --credentials");
        }
        if (keys == null && !insecureHttp) {
            throw new WrongOption(
                    "--listen "
                            + listen
                            + " is not a loopback address: it needs"
                            + " --tls-keystore, or --insecure-http behind a proxy that has TLS");
        }
    }

    void warnOfReaders() throws IOException {
        OptionFiles.warnOfReaders("--credentials", credentials);
        OptionFiles.warnOfReaders(KEYSTORE, keystore);
        OptionFiles.warnOfReaders("--tls-keystore-password", keystorePassword);
    }

    /**
     * Takes who may use the API, and its certificate, as their files have it now.
     *
     * @return what is wrong with them; that stays as it was
     */
    List<String> reload(Host host, RestServer rest) {
        List<String> problems = new ArrayList<>();
        try {
            if (credentials != null) {
                rest.credentials(Credentials.read(credentials));
            }
        } catch (IOException e) {
            problems.add("--credentials: " + reason(e));
        }
        try {
            if (keystore != null) {
                Keystore keys = Keystore.read(keystore, keystorePassword);
                rest.tls(keys.context());
                host.certificate(KEYSTORE, keys.valid());
            }
        } catch (IOException e) {
            problems.add(KEYSTORE + ": " + reason(e));
        }
        return problems;
    }
}
