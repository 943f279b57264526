// SPDX-License-Identifier: Apache-2.0
/*
 * The entry points of the libraries that P4-NetFPGA generates for a program (libcam, libtcam,
 * liblpm) and of its libsume, for a process without a card: each call goes on to what was attached.
 */
#include <stddef.h>
#include <stdint.h>

/* The same fields in the same order as StandInLibrary.Calls. */
struct standin_calls {
    int (*cam_add_entry)(uint32_t table, const char *key, const char *value);
    int (*cam_delete_entry)(uint32_t table, const char *key);
    int (*cam_read_entry)(uint32_t table, const char *key, char *value, char *found);
    uint32_t (*cam_get_size)(uint32_t table);
    int (*tcam_clean)(uint32_t table);
    int (*tcam_write_entry)(uint32_t table, uint32_t addr, const char *key, const char *mask,
                            const char *value);
    int (*tcam_erase_entry)(uint32_t table, uint32_t addr);
    int (*tcam_verify_entry)(uint32_t table, uint32_t addr, const char *key, const char *mask,
                             const char *value);
    int (*lpm_load_dataset)(uint32_t table, const char *file);
    int (*lpm_verify_dataset)(uint32_t table, const char *file);
    int (*lpm_set_active_lookup_bank)(uint32_t table, uint32_t bank);
    uint32_t (*regread)(uint32_t addr);
    uint32_t (*regwrite)(uint32_t addr, uint32_t value);
};

static struct standin_calls attached;

void standin_attach(const struct standin_calls *calls) { attached = *calls; }

/* The numbers are those of StandInLibrary. */
static const char *decode(int error) {
    switch (error) {
        case 0: return "success";
        case 1: return "Miscellaneous device access error";
        case 2: return "no room for the entry";
        case 3: return "an entry with this key exists";
        case 4: return "no entry has this key";
        case 5: return "Entry verification failed(did not match)";
        case 6: return "ioctl failed";
        case 7: return "no such address";
        default: return "Miscellaneous device access error";
    }
}

int cam_add_entry(uint32_t table, const char *key, const char *value) {
    return attached.cam_add_entry(table, key, value);
}

int cam_delete_entry(uint32_t table, const char *key) {
    return attached.cam_delete_entry(table, key);
}

int cam_read_entry(uint32_t table, const char *key, char *value, char *found) {
    return attached.cam_read_entry(table, key, value, found);
}

uint32_t cam_get_size(uint32_t table) { return attached.cam_get_size(table); }

const char *cam_error_decode(int error) { return decode(error); }

int tcam_clean(uint32_t table) { return attached.tcam_clean(table); }

int tcam_write_entry(uint32_t table, uint32_t addr, const char *key, const char *mask,
                     const char *value) {
    return attached.tcam_write_entry(table, addr, key, mask, value);
}

int tcam_erase_entry(uint32_t table, uint32_t addr) {
    return attached.tcam_erase_entry(table, addr);
}

uint32_t tcam_verify_entry(uint32_t table, uint32_t addr, const char *key, const char *mask,
                           const char *value) {
    return attached.tcam_verify_entry(table, addr, key, mask, value);
}

const char *tcam_error_decode(int error) { return decode(error); }

int lpm_load_dataset(uint32_t table, const char *file) {
    return attached.lpm_load_dataset(table, file);
}

int lpm_verify_dataset(uint32_t table, const char *file) {
    return attached.lpm_verify_dataset(table, file);
}

int lpm_set_active_lookup_bank(uint32_t table, uint32_t bank) {
    return attached.lpm_set_active_lookup_bank(table, bank);
}

const char *lpm_error_decode(int error) { return decode(error); }

uint32_t regread(uint32_t addr) { return attached.regread(addr); }

uint32_t regwrite(uint32_t addr, uint32_t value) { return attached.regwrite(addr, value); }
