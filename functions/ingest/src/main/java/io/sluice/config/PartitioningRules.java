package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import io.sluice.jq.JqProgram;
import io.sluice.layout.PrefixExpression;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The rules between the prefix, the processors and dynamic partitioning.
final class PartitioningRules {
    private final Problems problems;
    private final PrefixExpression prefix;
    private final Place prefixPlace;
    private final ProcessingReader.Read processing;
    private final boolean dynamic;
    /// True if the `Sluice` section names code that may supply keys.
    private final boolean userCode;

    private PartitioningRules(Problems problems, PrefixExpression prefix, Place prefixPlace,
            ProcessingReader.Read processing, boolean dynamic, boolean userCode) {
        this.problems = problems;
        this.prefix = prefix;
        this.prefixPlace = prefixPlace;
        this.processing = processing;
        this.dynamic = dynamic;
        this.userCode = userCode;
    }

    /// @param dynamic whether `DynamicPartitioningConfiguration` is enabled
    static void check(Fields destination, PrefixExpression prefix, ProcessingReader.Read processing, boolean dynamic,
            SluiceSection sluice) {
        boolean userCode = sluice.keyExtractor().isPresent() || sluice.transformer().isPresent();
        PartitioningRules rules = new PartitioningRules(destination.problems(), prefix, destination.place("Prefix"),
                processing, dynamic, userCode);
        rules.checkSwitches();
        rules.checkSources();
        rules.checkNames();
        rules.checkQuery();
    }

    private void checkSwitches() {
        boolean partitioned = prefix.usesPartitionKeys();
        if (dynamic && !partitioned) {
            problems.lifted(prefixPlace, FirehoseMessages.PREFIX_WITHOUT_KEYS, "all records share one partition");
        }
        if (dynamic && !processing.enabled() && !userCode) {
            problems.lifted(processing.place(), FirehoseMessages.PROCESSING_OFF, "records pass as they are");
        }
        if (dynamic || problems.deliveryMode() == DeliveryMode.BUFFER) {
            return;
        }
        if (partitioned) {
            problems.error(prefixPlace, FirehoseMessages.KEYS_WITHOUT_PARTITIONING);
        }
        onlyWithPartitioning(ProcessorType.METADATA_EXTRACTION, "MetadataExtractionProcessor");
        onlyWithPartitioning(ProcessorType.RECORD_DE_AGGREGATION, "RecordDeAggregationProcessor");
    }

    private void onlyWithPartitioning(ProcessorType type, String className) {
        Optional.ofNullable(processing.processors().get(type))
                .ifPresent(place -> problems.error(place, FirehoseMessages.onlyWithPartitioning(className)));
    }

    private void checkSources() {
        if (!prefix.queryKeys().isEmpty() && !processing.has(ProcessorType.METADATA_EXTRACTION)) {
            problems.error(prefixPlace,
                    FirehoseMessages.QUERY_MISSING + " ProcessingConfiguration.Enabled must be true.");
        }
        if (!prefix.lambdaKeys().isEmpty() && !userCode) {
            checkLambda();
        }
    }

    private void checkLambda() {
        switch (problems.deliveryMode()) {
            case FIREHOSE -> {
                if (!processing.has(ProcessorType.LAMBDA)) {
                    problems.error(prefixPlace, FirehoseMessages.LAMBDA_MISSING);
                }
            }
            case BUFFER -> problems.error(prefixPlace, FirehoseMessages.LAMBDA_MISSING
                    + "; here they come from code in Sluice's own function: name it in Sluice.KeyExtractor or "
                    + "Sluice.Transformer");
        }
    }

    /// In `firehose` delivery the function answers the keys of both kinds in one map.
    private void checkNames() {
        String both = prefix.queryKeys().stream().filter(prefix.lambdaKeys()::contains)
                .collect(Collectors.joining(", "));
        if (!both.isEmpty() && problems.deliveryMode() == DeliveryMode.FIREHOSE) {
            problems.error(prefixPlace, "the key " + both + " is taken both from the query and from code; in firehose "
                    + "delivery the function answers both, so their names must differ");
        }
    }

    private void checkQuery() {
        processing.queryFault().ifPresent(fault -> problems.error(processing.queryPlace(), fault));
        processing.processing().metadataQuery().flatMap(JqProgram::objectKeys).ifPresent(this::checkKeys);
    }

    private void checkKeys(List<String> keys) {
        Place place = processing.queryPlace();
        if (keys.size() > MetadataQuery.FIREHOSE_KEYS_MAX) {
            problems.lifted(place, "Firehose extracts at most " + MetadataQuery.FIREHOSE_KEYS_MAX
                    + " keys; the query has " + keys.size(), "any number of keys");
        }
        Set<String> extracted = Set.copyOf(keys);
        String missing = without(prefix.queryKeys(), extracted);
        if (!missing.isEmpty()) {
            problems.error(place, FirehoseMessages.KEYS_DIFFER + "; Prefix uses " + missing
                    + ", which the query does not extract");
        }
        String unused = without(keys, prefix.queryKeys());
        if (!unused.isEmpty()) {
            problems.lifted(place, FirehoseMessages.KEYS_DIFFER + "; the query extracts " + unused
                    + ", which Prefix does not use. " + FirehoseMessages.USE_ALL_KEYS, "unused keys are left out");
        }
    }

    private static String without(Collection<String> names, Set<String> others) {
        return names.stream().distinct()
                .filter(name -> !others.contains(name)).collect(Collectors.joining(", "));
    }
}
