// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

import com.sun.jna.Library;
import com.sun.jna.Pointer;

/**
 * The libraries that P4-NetFPGA generates for a program, in {@code sw/CLI} of its project, and its
 * libsume. Tables, addresses and sizes are unsigned; keys, masks and values are hexadecimal without
 * a prefix. A result that is not zero is an error.
 */
final class SdnetLibraries {
    private SdnetLibraries() {}

    /** libcam: exact tables. */
    interface Cam extends Library {
        int cam_add_entry(int table, String key, String value);

        int cam_delete_entry(int table, String key);

        /**
         * @param value room for eight digits for each 32 bits of the value, and a zero
         * @param found room for "True" or "False", and a zero; not written on an error
         */
        int cam_read_entry(int table, String key, Pointer value, Pointer found);

        /** Rows that are in the table. */
        int cam_get_size(int table);

        String cam_error_decode(int error);
    }

    /** libtcam: ternary tables. */
    interface Tcam extends Library {
        int tcam_clean(int table);

        int tcam_write_entry(int table, int address, String key, String mask, String value);

        int tcam_erase_entry(int table, int address);

        /**
         * An error where the slot has another row; whether it is erased, the library does not see.
         */
        int tcam_verify_entry(int table, int address, String key, String mask, String value);

        String tcam_error_decode(int error);
    }

    /** liblpm: tables of prefixes. */
    interface Lpm extends Library {
        int lpm_load_dataset(int table, String file);

        int lpm_verify_dataset(int table, String file);

        int lpm_set_active_lookup_bank(int table, int bank);

        String lpm_error_decode(int error);
    }

    /** libsume: registers. */
    interface Sume extends Library {
        int regread(int address);

        int regwrite(int address, int value);
    }
}
