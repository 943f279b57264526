// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.isthmus.rest.Role;

/**
 * Users, their passwords, hashed with PBKDF2 (RFC 8018), and their roles: lines of {@code
 * USER:pbkdf2-sha256:ITERATIONS:SALT:HASH:ROLE}, salt and hash in base 64. A line without a role is
 * an admin's: it is from a release where every user was one. Any thread.
 */
public final class Credentials {
    private static final String SCHEME = "pbkdf2-sha256";
    private static final int ITERATIONS = 600_000;
    private static final int ITERATIONS_MIN = 10_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 256;
    private static final int REMEMBERED_MAX = 1000;

    private static final String REMEDY = "'isthmus-controller password USER' prints a line";

    private static final class Entry {
        final int iterations;
        final byte[] salt;
        final byte[] hash;
        final Role role;

        Entry(int iterations, byte[] salt, byte[] hash, Role role) {
            this.role = role;
            this.iterations = iterations;
            this.salt = salt;
            this.hash = hash;
        }
    }

    private final Map<String, Entry> users;

    /** A user nobody is, so that an unknown name takes as long to refuse as a wrong password. */
    private final Entry nobody;

    /**
     * Passwords that were right, since PBKDF2 is slow on purpose: by user, under a key that only
     * this process has.
     */
    private final Map<String, byte[]> remembered = new ConcurrentHashMap<>();

    private final SecretKeySpec processKey;

    private Credentials(Map<String, Entry> users) {
        this.users = Map.copyOf(users);
        SecureRandom random = new SecureRandom();
        this.nobody =
                new Entry(ITERATIONS, random(random, SALT_BYTES), random(random, 32), Role.VIEWER);
        this.processKey = new SecretKeySpec(random(random, 32), "HmacSHA256");
    }

    private static byte[] random(SecureRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /**
     * Reads a file.
     *
     * @throws IOException it cannot be read, or is wrong; names the line
     */
    public static Credentials read(Path file) throws IOException {
        Map<String, Entry> users = new HashMap<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split(":", -1);
            try {
                Entry entry = entry(parts);
                if (users.putIfAbsent(parts[0], entry) != null) {
                    throw new IllegalArgumentException("user " + parts[0] + " is there twice");
                }
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
            }
        }
        if (users.isEmpty()) {
            throw new IOException(file + ": no user; " + REMEDY);
        }
        return new Credentials(users);
    }

    /**
     * @throws IllegalArgumentException what is wrong; with nothing of the line, where a password
     *     may stand by mistake
     */
    private static Entry entry(String[] parts) {
        if (parts.length != 5 && parts.length != 6) {
            throw new IllegalArgumentException(
                    "has "
                            + parts.length
                            + (parts.length == 1 ? " field" : " fields")
                            + ", not the five of USER:"
                            + SCHEME
                            + ":ITERATIONS:SALT:HASH or the six with :ROLE; "
                            + REMEDY);
        }
        require(!parts[0].isEmpty(), "the name of the user is empty");
        require(parts[1].equals(SCHEME), "the second field is not " + SCHEME);
        require(parts[2].matches("[0-9]{1,9}"), "the iterations are not a number");
        int iterations = Integer.parseInt(parts[2]);
        require(
                iterations >= ITERATIONS_MIN,
                iterations + " iterations are fewer than " + ITERATIONS_MIN);
        byte[] salt = base64(parts[3], "salt");
        require(salt.length > 0, "the salt is empty");
        byte[] hash = base64(parts[4], "hash");
        require(
                hash.length == HASH_BITS / 8,
                "the hash has " + hash.length + " bytes, not " + HASH_BITS / 8);
        return new Entry(
                iterations, salt, hash, parts.length == 5 ? Role.ADMIN : Role.parse(parts[5]));
    }

    private static byte[] base64(String text, String name) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the " + name + " is not base 64", e);
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    private static List<String> lines(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory");
        }
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IOException(file + ": not text in UTF-8", e);
        }
    }

    /** The line of an admin, in the form that releases without roles read as well. */
    public static String line(String user, char[] password) {
        return line(user, password, Role.ADMIN);
    }

    /**
     * The line of a user.
     *
     * @param password null: there is none
     * @throws IllegalArgumentException there is no such line
     */
    public static String line(String user, char[] password, Role role) {
        require(!user.isEmpty(), "the name of the user is empty");
        require(user.indexOf(':') < 0, "a user name has no colon: " + user);
        require(
                user.chars().noneMatch(Character::isISOControl),
                "a user name has no control characters");
        require(password != null && password.length > 0, "no password");
        byte[] salt = random(new SecureRandom(), SALT_BYTES);
        Base64.Encoder base64 = Base64.getEncoder();
        return user
                + ":"
                + SCHEME
                + ":"
                + ITERATIONS
                + ":"
                + base64.encodeToString(salt)
                + ":"
                + base64.encodeToString(hash(password, salt, ITERATIONS))
                + (role == Role.ADMIN ? "" : ":" + role.text());
    }

    /** Who that is, if they were accepted before, or null; takes microseconds. */
    Caller remembered(String user, String password) {
        byte[] known = remembered.get(user);
        return known != null && MessageDigest.isEqual(known, quick(password))
                ? new Caller(user, users.get(user).role)
                : null;
    }

    /**
     * Who that is, or null. Takes the same time, a good part of a second, whether user or password
     * are wrong.
     */
    Caller accept(String user, String password) {
        Caller known = remembered(user, password);
        if (known != null) {
            return known;
        }
        Entry entry = users.getOrDefault(user, nobody);
        boolean right =
                MessageDigest.isEqual(
                                entry.hash,
                                hash(password.toCharArray(), entry.salt, entry.iterations))
                        && entry != nobody;
        if (right && remembered.size() < REMEMBERED_MAX) {
            remembered.put(user, quick(password));
        }
        return right ? new Caller(user, entry.role) : null;
    }

    private byte[] quick(String password) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(processKey);
            return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] hash(char[] password, byte[] salt, int iterations) {
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(
                            new PBEKeySpec(
                                    password.length == 0 ? new char[] {0} : password,
                                    salt,
                                    iterations,
                                    HASH_BITS))
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
