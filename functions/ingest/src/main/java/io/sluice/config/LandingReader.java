package io.sluice.config;

import io.sluice.firehose.SourceType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads `Sluice.Landing`.
final class LandingReader {
    private static final int DAYS = 7;
    private static final int DAYS_MAX = 365;
    /// What Firehose buffers before a function at the most. Source: Firehose's API reference, `ProcessorParameter`.
    private static final int SOURCE_LAG_SECONDS = 900;
    private static final int SOURCE_LAG_SECONDS_MAX = 604_800;
    private static final int LATENESS_HOURS_MAX = 8_760;
    private static final String BUS = "EventBusARN";
    private static final String QUEUE = "QueueARN";
    private static final String KEY = "KMSKeyARN";

    /// Values of `Type`.
    private enum Type {
        EVENTBRIDGE, SQS
    }

    private static final Map<String, Type> TYPES = Map.of("eventbridge", Type.EVENTBRIDGE, "sqs", Type.SQS);

    private LandingReader() {}

    /// @param landing the section; empty: what is told otherwise needs the log, and all is as by default
    static LandingSection read(Optional<Fields> landing, SourceType source) {
        int lagDefault = source == SourceType.DIRECT ? 0 : SOURCE_LAG_SECONDS;
        return landing.map(each -> read(each, lagDefault)).orElseGet(() -> new LandingSection(Duration.ofDays(DAYS),
                Duration.ofSeconds(lagDefault), Optional.empty(), false, Optional.empty()));
    }

    private static LandingSection read(Fields landing, int lagDefault) {
        int days = Checks.integer(landing, "KeepLandingsForDays", 1, DAYS_MAX).orElse(DAYS);
        int lag = Checks.integer(landing, "SourceLagInSeconds", 0, SOURCE_LAG_SECONDS_MAX).orElse(lagDefault);
        Optional<Duration> lateness = Checks.integer(landing, "LatenessInHours", 0, LATENESS_HOURS_MAX)
                .map(Duration::ofHours);
        Optional<EventTarget> events = landing.object("Events").flatMap(LandingReader::events);
        boolean success = landing.flag("SuccessObjects").orElse(false);
        if (success) {
            needsDates(landing);
        }
        landing.rejectOthers();
        return new LandingSection(Duration.ofDays(days), Duration.ofSeconds(lag), lateness, success, events);
    }

    /// The function of the events finds when a date is complete.
    private static void needsDates(Fields landing) {
        List<String> missing = Stream.of("LatenessInHours", "Events").filter(name -> !landing.has(name)).toList();
        if (!missing.isEmpty()) {
            landing.problems().error(landing.place("SuccessObjects"), "it needs " + String.join(" and ", missing)
                    + " beside it: the function that tells a date to be complete puts its _SUCCESS object");
        }
    }

    private static Optional<EventTarget> events(Fields events) {
        Checks.required(events, "Type");
        SourceMembers members = new SourceMembers(events);
        Optional<Type> told = events.oneOf("Type", TYPES);
        if (told.isEmpty()) {
            events.knows(List.of(BUS, QUEUE, KEY));
        }
        Optional<EventTarget> target = told.flatMap(type -> switch (type) {
            case EVENTBRIDGE -> {
                members.refuse(List.of(QUEUE, KEY), "it is for Type sqs; Type is eventbridge");
                yield Optional.of(new EventTarget.EventBus(members.name(BUS, ResourceText.EVENT_BUS)));
            }
            case SQS -> {
                members.refuse(List.of(BUS), "it is for Type eventbridge; Type is sqs");
                Checks.required(events, QUEUE);
                Optional<String> key = members.name(KEY, ResourceText.KEY);
                yield members.name(QUEUE, ResourceText.QUEUE).map(arn -> new EventTarget.Queue(arn, key));
            }
        });
        events.rejectOthers();
        return target;
    }
}
