// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/** The P4 program with the table sizes that one kind of target takes. Immutable. */
public final class Pipeline {
    private static final String PREFIX = "org.isthmus.";

    /** The profiles of p4/profiles.json. */
    private static final List<String> NAMES = List.of("v1model", "bmv2", "minimal", "netfpga");

    private final P4Info info;
    private final ByteString deviceConfig;
    private final long cookie;
    private final Translator translator;

    private Pipeline(byte[] p4Info, byte[] deviceConfig) {
        this.info = parse(p4Info);
        this.deviceConfig = ByteString.copyFrom(deviceConfig);
        this.cookie = cookie(p4Info, deviceConfig);
        this.translator = new Translator(info);
    }

    /** The program with tables of other sizes than a profile has. */
    public static Pipeline of(P4Info info, ByteString deviceConfig) {
        return new Pipeline(info.toByteArray(), deviceConfig.toByteArray());
    }

    /** With tables of up to four million bindings, which the embedded switch grows as needed. */
    public static Pipeline v1model() {
        return named("v1model");
    }

    /** With smaller tables: BMv2 allocates them at once. */
    public static Pipeline bmv2() {
        return named("bmv2");
    }

    /**
     * By the id that netcfg gives as a device's {@code pipeconf}.
     *
     * @throws IllegalArgumentException names the ids there are
     */
    public static Pipeline of(String pipeconf) {
        for (String name : NAMES) {
            if (pipeconf.equals(PREFIX + name)) {
                return named(name);
            }
        }
        throw new IllegalArgumentException(
                "no pipeconf "
                        + pipeconf
                        + "; there are "
                        + PREFIX
                        + String.join(", " + PREFIX, NAMES));
    }

    /**
     * @param name a profile of p4/profiles.json
     */
    static Pipeline named(String name) {
        return new Pipeline(
                resource(name + "/isthmus.p4info.bin"), resource(name + "/isthmus.json"));
    }

    public P4Info p4Info() {
        return info;
    }

    /** The compiled program in the target's own format. */
    public ByteString deviceConfig() {
        return deviceConfig;
    }

    /** Tells this build of the program from all others; never 0. */
    public long cookie() {
        return cookie;
    }

    public Translator translator() {
        return translator;
    }

    /** What P4Runtime pushes to a device. */
    public ForwardingPipelineConfig config() {
        return ForwardingPipelineConfig.newBuilder()
                .setP4Info(info)
                .setP4DeviceConfig(deviceConfig)
                .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(cookie))
                .build();
    }

    private static P4Info parse(byte[] bytes) {
        try {
            return P4Info.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the P4Info in this archive is broken", e);
        }
    }

    private static long cookie(byte[] p4Info, byte[] deviceConfig) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(p4Info);
            sha.update(deviceConfig);
            return Bytes.low(ByteString.copyFrom(sha.digest())) | 1;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] resource(String name) {
        try (InputStream in = Pipeline.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not in this archive: " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
