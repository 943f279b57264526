// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code ADDRESS:PORT}, an IPv6 address in brackets. The server checks the address. Immutable. */
final class Endpoint {
    final String address;
    final int port;

    private Endpoint(String address, int port) {
        this.address = address;
        this.port = port;
    }

    @Override
    public String toString() {
        return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port;
    }

    static final class Converter implements ITypeConverter<Endpoint> {
        @Override
        public Endpoint convert(String text) {
            int colon = text.lastIndexOf(':');
            String port = text.substring(colon + 1);
            String address = colon < 0 ? "" : text.substring(0, colon);
            if (address.matches("\\[.+]")) {
                address = address.substring(1, address.length() - 1);
            } else if (address.indexOf(':') >= 0) {
                address = "";
            }
            if (address.isEmpty() || !port.matches("[0-9]{1,5}")) {
                throw new TypeConversionException(
                        "must be ADDRESS:PORT, with an IPv6 address in brackets, not " + text);
            }
            return new Endpoint(address, Integer.parseInt(port));
        }
    }
}
