package io.sluice.config;

import io.sluice.config.DeployedSource.Reading;
import io.sluice.config.DeployedSource.Start;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Members of `Sluice.Source` by their form.
///
/// @param section where they are
record SourceMembers(Fields section) {
    static final String BATCH = "BatchSize";
    static final String WINDOW = "MaximumBatchingWindowInSeconds";
    static final String FILTERS = "Filters";
    static final String START = "StartingPosition";
    private static final int BATCH_MAX = 10_000;
    private static final int WINDOW_MAX = 300;
    private static final int FILTERS_MAX = 10;
    private static final int FILTER_CHARS_MAX = 4_096;

    /// A name or an ARN.
    Optional<String> name(String member, ResourceText form) {
        section.problems().log().chars(section.place(), member, 1, ResourceText.CHARS_MAX, form.pattern());
        Optional<String> text = section.text(member);
        text.ifPresent(value -> require(member, value, form));
        return text;
    }

    /// Names of one form, at least one, none twice.
    List<String> names(String member, ResourceText form, int max) {
        Optional<List<String>> texts = texts(member, 1, max);
        texts.ifPresent(all -> {
            var seen = new HashSet<String>();
            all.forEach(each -> require(member, each, form));
            all.stream().filter(each -> !seen.add(each)).findFirst()
                    .ifPresent(twice -> error(member, twice + " is there twice: leave one out"));
        });
        return texts.orElse(List.of());
    }

    /// The settings by which Lambda reads.
    Reading reading() {
        List<String> filters = texts(FILTERS, 0, FILTERS_MAX).orElse(List.of());
        filters.stream().filter(filter -> !isPattern(filter)).forEach(filter -> error(FILTERS, filter
                + " is no event pattern: a text of a JSON object, as {\"body\":{\"type\":[\"order\"]}}, of at most "
                + FILTER_CHARS_MAX + " characters"));
        return new Reading(Checks.integer(section, BATCH, 1, BATCH_MAX),
                Checks.integer(section, WINDOW, 0, WINDOW_MAX).map(Duration::ofSeconds), filters);
    }

    private static boolean isPattern(String filter) {
        return filter.length() <= FILTER_CHARS_MAX
                && JsonDocument.read(filter.getBytes(StandardCharsets.UTF_8), new Problems())
                        .filter(pattern -> pattern instanceof JsonValue.Structure object && !object.members().isEmpty())
                        .isPresent();
    }

    /// @param takesTime whether it may be a time, too
    Optional<Start> start(boolean takesTime) {
        return section.text(START).flatMap(text -> switch (text) {
            case "oldest" -> Optional.of(Start.End.OLDEST);
            case "newest" -> Optional.of(Start.End.NEWEST);
            default -> {
                Optional<Start> at = takesTime ? time(text) : Optional.empty();
                if (at.isEmpty()) {
                    error(START, text + " is not oldest" + (takesTime
                            ? ", newest, or a time as 2026-11-22T00:00:00Z, of whole seconds from 1970 on"
                            : " or newest"));
                }
                yield at;
            }
        });
    }

    private static Optional<Start> time(String text) {
        try {
            return Optional.of(Instant.parse(text)).filter(at -> at.getNano() == 0 && at.getEpochSecond() >= 0)
                    .map(Start.At::new);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private Optional<List<String>> texts(String member, int min, int max) {
        section.problems().log().count(section.place(), member, min, max);
        Optional<List<String>> texts = section.elements(member, JsonValue.Text.class, "a string")
                .map(all -> all.stream().map(JsonValue.Text::value).toList());
        texts.map(List::size).filter(size -> size < min || size > max).ifPresent(size -> error(member, size == 0
                ? "it is an empty list: give at least one"
                : "it has " + size + " elements; AWS takes at most " + max));
        return texts;
    }

    private void require(String member, String value, ResourceText form) {
        if (!form.matches(value)) {
            error(member, (value.isEmpty() ? "an empty text" : value) + " is not " + form.form());
        }
    }

    void error(String member, String message) {
        section.problems().error(section.place(member), message);
    }

    /// Reports each of `members` that is there.
    void refuse(List<String> members, String message) {
        members.forEach(member -> section.refuses(member, message));
    }
}
