package io.sluice.ingest;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.index.Receipts;
import io.sluice.position.RecordName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Records that are known one by one, each once, in the order of their batch; no more than one transaction takes.
final class NamedRecords {
    private final SourceBatch origin;
    private final SequencedMap<RecordName, SourceRecord> records;

    private NamedRecords(SourceBatch origin, SequencedMap<RecordName, SourceRecord> records) {
        this.origin = origin;
        this.records = records;
    }

    /// A batch in as few groups as transactions take. A record that is in the batch twice is in one of them, once.
    ///
    /// @throws EventFormatException when a record has no name
    static List<NamedRecords> of(SourceBatch batch) {
        SequencedMap<RecordName, SourceRecord> all = new LinkedHashMap<>();
        for (SourceRecord record : batch.records()) {
            all.putIfAbsent(record.name().orElseThrow(() -> new EventFormatException("Record " + record.recordId()
                    + " has no name by which it is known when it comes again")), record);
        }
        List<NamedRecords> groups = new ArrayList<>();
        all.forEach((name, record) -> {
            if (groups.isEmpty() || groups.getLast().records.size() == Receipts.NAMES_MAX) {
                groups.add(new NamedRecords(batch, new LinkedHashMap<>()));
            }
            groups.getLast().records.put(name, record);
        });
        return groups;
    }

    int size() {
        return records.size();
    }

    List<RecordName> names() {
        return List.copyOf(records.sequencedKeySet());
    }

    /// Those that are not staged yet.
    NamedRecords without(Collection<RecordName> staged) {
        SequencedMap<RecordName, SourceRecord> rest = new LinkedHashMap<>(records);
        rest.keySet().removeAll(staged);
        return new NamedRecords(origin, rest);
    }

    /// Tests whether a record of the origin is among them, or is one of them again.
    boolean holds(SourceRecord record) {
        return record.name().filter(records::containsKey).isPresent();
    }

    SourceBatch batch() {
        return new SourceBatch(origin.type(), origin.sourceArn(), "", List.copyOf(records.values()));
    }
}
