package io.sluice.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Aggregates as the Kinesis Producer Library writes them.
public final class Aggregates {
    private Aggregates() {}

    /// An aggregate of these records, each with a partition key of its own.
    public static byte[] of(String... texts) {
        return framed(message(texts));
    }

    public static byte[] message(String... texts) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        for (int i = 0; i < texts.length; i++) {
            field(message, 1, bytes("key " + i));
        }
        for (int i = 0; i < texts.length; i++) {
            ByteArrayOutputStream user = new ByteArrayOutputStream();
            user.write(1 << 3);
            varint(user, i);
            field(user, 3, bytes(texts[i]));
            field(message, 3, user.toByteArray());
        }
        return message.toByteArray();
    }

    public static byte[] framed(byte[] message) {
        ByteArrayOutputStream aggregate = new ByteArrayOutputStream();
        aggregate.writeBytes(new byte[]{(byte) 0xF3, (byte) 0x89, (byte) 0x9A, (byte) 0xC2});
        aggregate.writeBytes(message);
        try {
            aggregate.writeBytes(MessageDigest.getInstance("MD5").digest(message));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
        return aggregate.toByteArray();
    }

    public static void field(ByteArrayOutputStream out, int number, byte[] value) {
        out.write(number << 3 | 2);
        varint(out, value.length);
        out.writeBytes(value);
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (rest > 0x7f) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
