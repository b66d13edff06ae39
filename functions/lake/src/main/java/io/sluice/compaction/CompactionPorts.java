package io.sluice.compaction;

import io.sluice.objects.ObjectStore;
import io.sluice.source.SourceStore;
import io.sluice.view.Announcements;
import io.sluice.work.Workers;
import java.time.InstantSource;
import java.util.Optional;

/// The ports that a compaction is carried out with.
///
/// @param source   the data bucket, as it is read
/// @param data     the data bucket, as it is written
/// @param staging  rounds and watermarks
/// @param writers  tells what flush runs may still write
/// @param workers  for requests side by side
/// @param fetchers for what each join reads ahead
/// @param announcements where it is told what was joined; empty: nobody is told
/// @param rows     for what is joined to rows; empty: this jar has no writer of them
public record CompactionPorts(SourceStore source, ObjectStore data, ObjectStore staging, FlushWriters writers,
        Workers workers, Workers fetchers, InstantSource clock, Optional<Announcements> announcements,
        Optional<RowPorts> rows) {}
