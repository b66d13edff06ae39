package io.sluice.local.verify;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What an object's key says: `<prefix><stream>-<version>-<yyyy-MM-dd-HH-mm-ss>-<uuid><extension>`.
///
/// @param prefix evaluated
/// @param oldest arrival of its oldest record, in the stream's time zone
/// @param uuid   what random strings in the prefix are drawn from
record ObjectName(String prefix, LocalDateTime oldest, String uuid) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss");

    /// Reads keys of one stream.
    static final class Reader {
        private final Pattern name;

        Reader(String stream) {
            name = Pattern.compile("(.*?)" + Pattern.quote(stream)
                    + "-\\d+-(\\d{4}(?:-\\d{2}){5})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[^/]*",
                    Pattern.DOTALL);
        }

        /// Empty for a key that no object of the stream has.
        Optional<ObjectName> read(String key) {
            Matcher matcher = name.matcher(key);
            if (!matcher.matches()) {
                return Optional.empty();
            }
            try {
                return Optional.of(new ObjectName(matcher.group(1), LocalDateTime.parse(matcher.group(2), TIME),
                        matcher.group(3)));
            } catch (DateTimeException e) {
                return Optional.empty();
            }
        }
    }

    /// False for a name that may be the end of another stream's.
    boolean hasFolderOfItsOwn() {
        return prefix.isEmpty() || prefix.endsWith("/");
    }
}
