package io.sluice.local.verify;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The parts of an object's key: `<prefix><stream>-<version>-<yyyy-MM-dd-HH-mm-ss>-<uuid><extension>`; what a
/// repartition made has `-repartition-<yyyyMMdd>` behind the stream's name. What has one more UUID at its end is what a
/// server that was killed left of an object, and none.
///
/// @param prefix evaluated
/// @param oldest arrival of its oldest record, in the stream's time zone
/// @param uuid   what random strings in the prefix are drawn from
record ObjectName(String prefix, LocalDateTime oldest, String uuid) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss");

    private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    /// Reads keys of one stream.
    static final class Reader {
        private final Pattern name;
        private final Pattern leftover;

        Reader(String stream) {
            leftover = Pattern.compile(".*" + Pattern.quote(stream) + "[^/]*-" + UUID + "[^/]*-" + UUID,
                    Pattern.DOTALL);
            name = Pattern.compile("(.*?)" + Pattern.quote(stream)
                    + "(?:-repartition-\\d{8})?-\\d+-(\\d{4}(?:-\\d{2}){5})-(" + UUID + ")(?![^/]*-" + UUID + "$)[^/]*",
                    Pattern.DOTALL);
        }

        /// Tells what a server that was killed left of an object of the stream by its key.
        boolean isLeftover(String key) {
            return leftover.matcher(key).matches() && read(key).isEmpty();
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
