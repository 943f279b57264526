// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A port on a network interface, {@code PORT@NAME} on a command line. Immutable. */
public final class PortInterface {
    public final int port;
    public final String name;

    private PortInterface(int port, String name) {
        this.port = port;
        this.name = name;
    }

    /** For the option that has it. */
    public static final class Text implements ITypeConverter<PortInterface> {
        @Override
        public PortInterface convert(String text) {
            int at = text.indexOf('@');
            if (at < 1 || at == text.length() - 1) {
                throw new TypeConversionException(text + " is not PORT@NAME");
            }
            int port = (int) Numbers.parse(text.substring(0, at), 0, Integer.MAX_VALUE);
            return new PortInterface(port, text.substring(at + 1));
        }
    }
}
