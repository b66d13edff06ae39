package io.sluice.layout;

import io.sluice.codec.ObjectFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Names a stream's objects as Firehose does: `<evaluated
/// prefix><stream>-<version>-<yyyy-MM-dd-HH-mm-ss>-<uuid><extension>`. Immutable.
///
/// Source: Firehose developer guide, "Configure Amazon S3 object name format"; the time is in the stream's time zone.
public final class FirehoseObjectName {
    /// The longest name, in bytes: stream (64), version (10), time (19), UUID (36), extension (128) and three hyphens.
    static final int BYTES_MAX = 64 + 1 + 10 + 1 + 19 + 1 + 36 + 128;

    /// Between the name of a compacted object and its extension: the round that made it. A capital letter, which no
    /// extension has: nothing that follows it can look like one.
    private static final String ROUND = "-C";

    private static final String REPARTITIONED = "-repartition-";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss", Locale.ENGLISH);

    private final String start;
    private final ZoneId zone;
    private final String extension;

    private FirehoseObjectName(String start, ZoneId zone, String extension) {
        this.start = start;
        this.zone = zone;
        this.extension = extension;
    }

    /// The names of one stream version's objects.
    ///
    /// @param fileExtension `FileExtension`, in place of [the format's own][ObjectFormat#extension()]; empty, or empty
    ///        text: that one
    public static FirehoseObjectName create(String stream, int version, ZoneId zone, ObjectFormat format,
            Optional<String> fileExtension) {
        String extension = fileExtension.filter(given -> !given.isEmpty()).orElse(format.extension());
        return new FirehoseObjectName(stream + "-" + version + "-", zone, extension);
    }

    /// The text that replaces the stream's name where repartition made the object from a day's objects.
    public static String repartitioned(String stream, LocalDate day) {
        return stream + REPARTITIONED + day.format(DateTimeFormatter.BASIC_ISO_DATE);
    }

    /// The same names with the round of a compaction in them.
    public FirehoseObjectName ofRound(int round) {
        return new FirehoseObjectName(start, zone, ROUND + round + extension);
    }

    /// Tests whether a key ends as those of a round's objects do, in the extension of these names.
    public boolean isOfRound(String key) {
        int round = key.lastIndexOf(ROUND);
        return round >= 0 && key.substring(round + ROUND.length()).replaceFirst("^\\d+", "").equals(extension);
    }

    /// Whether a key ends as those of that round's objects do, in the extension of these names.
    public boolean isOfRound(String key, int round) {
        return key.endsWith(ROUND + round + extension);
    }

    /// A regular expression that finds the names of compacted objects of these rounds, and of no others, at the end of
    /// a path: as Java, Trino and Spark read it.
    public static String ofRounds(Collection<Integer> rounds) {
        return rounds.stream().map(String::valueOf)
                .collect(Collectors.joining("|", ROUND + "(", ")(\\.[^/A-Z]*)?$"));
    }

    /// Matches the names of a stream's objects, repartitioned and compacted ones too, of any version, format and file
    /// extension;
    /// nothing else is ours.
    static Pattern pattern(String stream) {
        return Pattern.compile(Pattern.quote(stream) + "(" + REPARTITIONED + "\\d{8})?"
                + "-[1-9]\\d{0,9}-\\d{4,9}-\\d\\d-\\d\\d-\\d\\d-\\d\\d-\\d\\d"
                + "-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(" + ROUND + "[1-9]\\d{0,5})?"
                + "(\\.[0-9a-z!\\-_.*'()]{1,127})?");
    }

    /// Whether a key ends as those of the objects do that flush runs of a stream's own buffers deliver.
    public static boolean isDelivered(String stream, String key) {
        int name = key.lastIndexOf(stream + "-");
        return name >= 0 && !key.startsWith(stream + REPARTITIONED, name)
                && pattern(stream).matcher(key.substring(name)).matches();
    }

    /// Tests whether a key's name is one of a stream's objects, repartitioned and compacted ones too. Safe for
    /// concurrent use.
    ///
    /// @param alone when nothing of the prefix stands before names
    public static Predicate<String> namesOf(String stream, boolean alone) {
        Pattern name = Pattern.compile((alone ? "" : ".*") + pattern(stream).pattern());
        return key -> name.matcher(key.substring(key.lastIndexOf('/') + 1)).matches();
    }

    /// The key of one object.
    ///
    /// @param evaluatedPrefix what [BoundPrefix#evaluate] gave
    /// @param at              the time in the name; Firehose gives the delivery's, to the second
    /// @param uuid            tells apart the objects of one prefix and second
    public String key(String evaluatedPrefix, Instant at, UUID uuid) {
        return evaluatedPrefix + start + TIME.format(at.atZone(zone)) + "-" + uuid + extension;
    }
}
