// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManagementAddressTest {
    private static String refused(String text) {
        return assertThrows(
                        IllegalArgumentException.class, () -> ManagementAddress.parse(text), text)
                .getMessage();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grpc://192.0.2.9:50001?device_id=1",
                "grpcs://[2001:db8::1]:50001?device_id=9223372036854775807",
                "grpcs://spine1.example.net:1?device_id=0"
            })
    void isWrittenAsItIsRead(String text) {
        assertEquals(text, ManagementAddress.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grpc://192.0.2.9:50001?device_id=1#2",
                "grpc://192.0.2.9:50001/leaf?device_id=1",
                "grpc://192.0.2.9:50001",
                "grpc://192.0.2.9?device_id=1",
                "http://192.0.2.9:50001?device_id=1",
                "grpc://192.0.2.9:65536?device_id=1"
            })
    void whatIsOfAnotherFormIsRefused(String text) {
        assertTrue(refused(text).endsWith(text));
    }

    /** Nobody would be logged in, and what is refused is logged. */
    @Test
    void aUserIsRefusedWithoutThePassword() {
        String message = refused("grpcs://admin:secret@192.0.2.9:50001?device_id=1");
        assertTrue(message.startsWith("names a user"), message);
        assertFalse(message.contains("secret"), message);
    }
}
