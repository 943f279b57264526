// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a switch means by the alert that it ends a handshake with, of which TLS tells a name alone.
 * Stateless.
 */
final class TlsAlert {
    private static final Pattern NAME = Pattern.compile("(?:SSLV3|TLSV1|TLSV13)_ALERT_([A-Z_]+)");

    private TlsAlert() {}

    /**
     * An alert in words, with its name; null: there is none in the text.
     *
     * @param failure of a handshake, as BoringSSL and OpenSSL say it
     */
    static String explain(String failure) {
        Matcher alert = NAME.matcher(failure);
        return alert.find() ? text(alert.group(1)) + " (" + alert.group() + ")" : null;
    }

    private static String text(String alert) {
        String own = "the switch refuses the controller's certificate, --device-certificate: ";
        switch (alert) {
            case "CERTIFICATE_REQUIRED":
                return "the switch wants a certificate of the controller: --device-certificate";
            case "CERTIFICATE_EXPIRED":
                return own + "it has expired, or the clock there is wrong";
            case "UNKNOWN_CA":
                return own + "nobody whom it trusts has signed it";
            case "BAD_CERTIFICATE":
            case "CERTIFICATE_UNKNOWN":
            case "INTERNAL_ERROR":
                // Netty's server says the last of these of an authority that it does not know.
                return own
                        + "most likely nobody whom it trusts, --grpc-server-cacert, has signed it";
            default:
                return "the switch ended the TLS handshake";
        }
    }
}
