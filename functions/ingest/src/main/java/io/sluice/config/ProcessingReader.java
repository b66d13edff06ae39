package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads `ProcessingConfiguration`.
final class ProcessingReader {
    private static final int PROCESSORS_MAX = 5;
    private static final Map<String, ProcessorType> TYPES = ProcessorType.byApiName();

    private final Problems problems;
    private final Map<ProcessorType, Place> places = new EnumMap<>(ProcessorType.class);
    private final Map<ProcessorType, ProcessorParameters> processors = new EnumMap<>(ProcessorType.class);

    private ProcessingReader(Problems problems) {
        this.problems = problems;
    }

    /// The content of the section.
    ///
    /// @param enabled    whether its processors are on
    /// @param place      the section's
    /// @param processors the place of each processor that is on
    /// @param queryPlace the place of the query, or where it would be
    /// @param queryFault what is wrong with the query
    /// @param processing the steps that are on
    record Read(boolean enabled, Place place, Map<ProcessorType, Place> processors, Place queryPlace,
            Optional<String> queryFault, Processing processing) {
        boolean has(ProcessorType type) {
            return processors.containsKey(type);
        }
    }

    static Read read(Fields destination) {
        Place place = destination.place("ProcessingConfiguration");
        Processing none = new Processing(false, false, Optional.empty(), Optional.empty(), false);
        Optional<Fields> section = destination.object("ProcessingConfiguration");
        if (section.isEmpty()) {
            return new Read(false, place, Map.of(), place, Optional.empty(), none);
        }
        ProcessingReader reader = new ProcessingReader(destination.problems());
        boolean enabled = section.get().flag("Enabled").orElse(false);
        List<Fields> listed = section.get().objects("Processors").orElse(List.of());
        section.get().rejectOthers();
        listed.forEach(reader::readProcessor);
        Read read = reader.finish(enabled, place);
        if (enabled) {
            reader.checkCount(listed.size(), section.get().place("Processors"));
            return read;
        }
        if (!listed.isEmpty()) {
            destination.problems().warning(section.get().place("Enabled"),
                    "the processors are off: Enabled is not true, and Firehose takes a missing Enabled for false");
        }
        return new Read(false, place, Map.of(), place, Optional.empty(), none);
    }

    private void readProcessor(Fields processor) {
        Checks.required(processor, "Type");
        Optional<ProcessorType> type = processor.oneOf("Type", TYPES);
        if (type.isEmpty()) {
            processor.knows(List.of("Parameters"));
            processor.rejectOthers();
            return;
        }
        ProcessorParameters parameters = ProcessorParameters.read(processor, type.get());
        processor.rejectOthers();
        if (places.putIfAbsent(type.get(), processor.place()) == null) {
            processors.put(type.get(), parameters);
        } else {
            reportSecond(type.get(), processor.place());
        }
    }

    private void reportSecond(ProcessorType type, Place second) {
        switch (type) {
            case LAMBDA -> problems.error(second, FirehoseMessages.ONE_LAMBDA);
            case APPEND_DELIMITER_TO_RECORD -> problems.warning(second,
                    "a second AppendDelimiterToRecord processor changes nothing: Firehose keeps one");
            case RECORD_DE_AGGREGATION, DECOMPRESSION, CLOUD_WATCH_LOG_PROCESSING, METADATA_EXTRACTION -> problems
                    .error(second, "only one " + type.apiName() + " processor can be used");
        }
    }

    private void checkCount(int count, Place place) {
        if (count == 0) {
            problems.lifted(place, FirehoseMessages.PROCESSOR_COUNT, "records pass as they are");
        } else if (count > PROCESSORS_MAX) {
            problems.lifted(place, FirehoseMessages.PROCESSOR_COUNT, "any number of processors");
        }
    }

    private Read finish(boolean enabled, Place place) {
        processor(ProcessorType.LAMBDA).ifPresent(ProcessorChecks::lambda);
        Optional<ProcessorParameters> delimiter = processor(ProcessorType.APPEND_DELIMITER_TO_RECORD);
        delimiter.ifPresent(ProcessorChecks::appendDelimiter);
        Optional<ProcessorParameters> extraction = processor(ProcessorType.METADATA_EXTRACTION);
        Optional<MetadataQuery> query = extraction.flatMap(ProcessorChecks::query).map(MetadataQuery::of);
        Processing processing = new Processing(
                processor(ProcessorType.DECOMPRESSION).map(ProcessorChecks::decompression).orElse(false),
                processor(ProcessorType.CLOUD_WATCH_LOG_PROCESSING).map(ProcessorChecks::messageExtraction)
                        .orElse(false),
                processor(ProcessorType.RECORD_DE_AGGREGATION).flatMap(ProcessorChecks::deaggregation),
                query.flatMap(MetadataQuery::program), delimiter.isPresent());
        checkTogether();
        Place queryPlace = extraction.map(parameters -> parameters.place("MetadataExtractionQuery")).orElse(place);
        return new Read(enabled, place, Map.copyOf(places), queryPlace, query.flatMap(MetadataQuery::fault),
                processing);
    }

    private Optional<ProcessorParameters> processor(ProcessorType type) {
        return Optional.ofNullable(processors.get(type));
    }

    private void checkTogether() {
        Place logs = places.get(ProcessorType.CLOUD_WATCH_LOG_PROCESSING);
        Place decompression = places.get(ProcessorType.DECOMPRESSION);
        if (logs != null && decompression == null) {
            problems.error(logs, FirehoseMessages.LOGS_WITHOUT_DECOMPRESSION);
        }
        boolean lambda = places.containsKey(ProcessorType.LAMBDA);
        if (decompression != null && !lambda && problems.deliveryMode() == DeliveryMode.FIREHOSE) {
            problems.warning(decompression, FirehoseMessages.DECOMPRESSION_WITHOUT_LAMBDA
                    + " Creating a stream is not affected, updating one is");
        }
    }
}
