package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import io.sluice.config.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Collects what is wrong with one configuration. Not thread-safe.
final class Problems {
    /// Messages quote what they find; a configuration may hold a text of any length.
    private static final int MESSAGE_CHARS_MAX = 1_000;

    private record Found(int order, Problem problem) {}

    private final List<Found> found = new ArrayList<>();
    private final FieldLog log;
    private DeliveryMode deliveryMode = DeliveryMode.BUFFER;

    Problems() {
        this(FieldLog.NONE);
    }

    /// @param log hears what is asked of the configuration
    Problems(FieldLog log) {
        this.log = log;
    }

    FieldLog log() {
        return log;
    }

    /// Sets whose rules hold: in `firehose` delivery Firehose's own.
    void judgeFor(DeliveryMode chosen) {
        deliveryMode = chosen;
    }

    DeliveryMode deliveryMode() {
        return deliveryMode;
    }

    void error(Place place, String message) {
        add(Severity.ERROR, place, message);
    }

    void warning(Place place, String message) {
        add(Severity.WARNING, place, message);
    }

    /// Something that Firehose refuses and that Sluice's flusher has no trouble with: an error in `firehose` delivery,
    /// a warning in `buffer`.
    ///
    /// @param message  Firehose's own
    /// @param inBuffer what holds in `buffer` delivery instead
    void lifted(Place place, String message, String inBuffer) {
        switch (deliveryMode) {
            case FIREHOSE -> error(place, message);
            case BUFFER -> warning(place, message + "; not so in buffer delivery: " + inBuffer);
        }
    }

    boolean hasErrors() {
        return found.stream().anyMatch(entry -> entry.problem.severity() == Severity.ERROR);
    }

    boolean hasErrorAt(Place place) {
        return found.stream().anyMatch(entry -> entry.problem.severity() == Severity.ERROR
                && entry.problem.path().equals(place.path()));
    }

    /// All of them, errors first, each group in document order.
    List<Problem> sorted() {
        return found.stream()
                .sorted(Comparator.comparing((Found entry) -> entry.problem.severity()).thenComparingInt(Found::order))
                .map(Found::problem).distinct().toList();
    }

    private void add(Severity severity, Place place, String message) {
        String bounded = message.length() <= MESSAGE_CHARS_MAX
                ? message
                : message.substring(0, MESSAGE_CHARS_MAX) + "…";
        found.add(new Found(place.order(), new Problem(severity, place.path(), bounded)));
    }
}
