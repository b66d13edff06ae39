package io.sluice.event;

import io.sluice.firehose.EventFormatException;
import io.sluice.objects.ObjectKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The values of one object's fields in a notification that were read so far.
final class ObjectFields {
    private static final int KEY_BYTES_MAX = 1_024;
    private static final int BITS = 4;
    /// Of every object that is put while a bucket's versions are suspended: it tells none from another. Source: Amazon
    /// S3 User Guide, "Working with objects in a versioning-suspended bucket".
    private static final String NO_VERSION = "null";

    private final Keys keys;
    private String bucket = "";
    private String key = "";
    private String version = "";
    private String etag = "";
    private @Nullable Instant time;

    /// The form in which keys are written.
    enum Keys {
        /// As in a URL's query: a space is `+`, and `%` begins two digits.
        ENCODED,
        /// As they are.
        PLAIN
    }

    ObjectFields(Keys keys) {
        this.keys = keys;
    }

    /// The time that `json` stands on.
    void time(EventJson json) throws IOException {
        try {
            time = Instant.parse(json.text());
        } catch (DateTimeException e) {
            throw json.failure("is no time as 2026-11-22T12:00:00Z");
        }
    }

    /// The object with `bucket` and `object` that `json` stands on.
    void object(EventJson json) throws IOException {
        json.fields(name -> {
            switch (name) {
                case "bucket" -> json.fields(each -> {
                    if (each.equals("name")) {
                        bucket = json.text();
                    } else {
                        json.skip();
                    }
                });
                case "object" -> json.fields(each -> objectField(json, each));
                default -> json.skip();
            }
        });
    }

    private void objectField(EventJson json, String name) throws IOException {
        switch (name) {
            case "key" -> key = keys == Keys.ENCODED ? decoded(json, json.text()) : json.text();
            case "versionId", "version-id" -> version = json.isNull() ? "" : json.text();
            case "eTag", "etag" -> etag = json.text().replace("\"", "");
            default -> json.skip();
        }
    }

    /// @param path     of `bucket` and `object`
    /// @param timePath of the event's time
    /// @throws EventFormatException naming what is not there
    UploadEvent toNotice(String subject, String path, String timePath) {
        require(!bucket.isEmpty(), subject, path + "/bucket/name");
        require(!key.isEmpty(), subject, path + "/object/key");
        if (key.getBytes(StandardCharsets.UTF_8).length > KEY_BYTES_MAX) {
            throw new EventFormatException(subject + "'s " + path + "/object/key is longer than " + KEY_BYTES_MAX
                    + " bytes, and no key of S3");
        }
        if (time == null) {
            throw new EventFormatException(subject + " has no " + timePath);
        }
        return new UploadEvent(bucket, new ObjectKey(key), present(version).filter(each -> !each.equals(NO_VERSION)),
                present(etag), time);
    }

    private static void require(boolean isThere, String subject, String path) {
        if (!isThere) {
            throw new EventFormatException(subject + " has no " + path);
        }
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /// Strictly: a key that is read as another one would be looked for in vain, or found.
    private static String decoded(EventJson json, String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '+') {
                bytes.write(' ');
            } else if (c == '%') {
                bytes.write(octet(json, text, i));
                i += 2;
            } else {
                int point = text.codePointAt(i);
                bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(point) - 1;
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
        } catch (CharacterCodingException e) {
            throw json.failure("is no UTF-8 when its % are decoded");
        }
    }

    private static int octet(EventJson json, String text, int at) {
        int high = at + 1 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
        int low = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
        if (high < 0 || low < 0) {
            throw json.failure("has a % without two hexadecimal digits");
        }
        return high << BITS | low;
    }
}
