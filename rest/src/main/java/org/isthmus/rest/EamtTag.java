// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import javax.ws.rs.core.EntityTag;
import org.isthmus.core.model.Eam;

/**
 * Entity tag of a table: a digest of its entries, so that it is the same on every host of a cluster
 * and after a restart. Each format has its own (RFC 9110 section 8.8.3).
 */
final class EamtTag {
    private EamtTag() {}

    /** The tags of JSON and CSV, in this order. */
    static EntityTag[] of(List<Eam> eams) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        ByteBuffer fixed = ByteBuffer.allocate(4 + 1 + 8 + 8 + 1 + 1 + 4);
        String name = "";
        byte[] instance = {};
        for (Eam eam : eams) {
            if (!eam.instance.equals(name)) {
                name = eam.instance;
                instance = name.getBytes(StandardCharsets.UTF_8);
            }
            fixed.clear();
            fixed.putInt(eam.prefix4.bits()).put((byte) eam.prefix4.length());
            fixed.putLong(eam.prefix6.high()).putLong(eam.prefix6.low());
            fixed.put((byte) eam.prefix6.length());
            fixed.put((byte) eam.host.ordinal()).putInt(instance.length);
            digest.update(fixed.array());
            digest.update(instance);
        }
        String text =
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(digest.digest())
                        .substring(0, 22);
        return new EntityTag[] {new EntityTag(text + ".json"), new EntityTag(text + ".csv")};
    }
}
