package io.sluice.compaction;

import io.sluice.config.CompactionSection;
import io.sluice.config.KeyDates;
import io.sluice.config.StreamConfiguration;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.Layout;
import io.sluice.layout.PrefixException;
import io.sluice.layout.PrefixExpression;
import io.sluice.repartition.RepartitionException;
import io.sluice.repartition.ViewDefinition;
import io.sluice.repartition.ViewTables;
import java.time.Duration;
import java.util.Optional;

/// What a stream's configuration makes of a compaction.
public final class CompactionPlan {
    private CompactionPlan() {}

    /// @param grace how long joined objects stay; empty: as the configuration says
    /// @throws CompactionException when the configuration asks for no compaction, or for one that cannot be carried out
    public static CompactionSettings settings(StreamConfiguration stream, String bucket, Optional<Duration> grace) {
        CompactionSection section = stream.sluice().compaction().orElseThrow(() -> new CompactionException(
                "the configuration of stream " + stream.stream() + " has no Sluice.Compaction; add one, with the Prefix"
                        + " of compacted objects"));
        try {
            Layout layout = Layout.of(stream.stream(), stream.prefix(), stream.sluice().keyEncoding(),
                    KeyDates.patterns(stream), stream.timeZone());
            CompactedPaths paths = new CompactedPaths(layout,
                    new CompactedPrefix(stream.prefix().literalHead(), section.prefix()), ViewTables.pathDay(stream));
            return new CompactionSettings(stream.stream(), bucket, paths, stream.timeZone(), section.after(),
                    grace.orElse(section.keepSource()), section.objectBytes(), stream.compression(),
                    FirehoseObjectName.create(stream.stream(), stream.sluice().streamVersion(), stream.timeZone(),
                            stream.format(), stream.fileExtension()));
        } catch (PrefixException | RepartitionException e) {
            throw new CompactionException(String.valueOf(e.getMessage()));
        }
    }

    /// The prefix of what a stream's objects are compacted to; empty where they are not.
    public static Optional<PrefixExpression> prefix(StreamConfiguration stream) {
        return stream.sluice().compaction().map(section -> new CompactedPrefix(stream.prefix().literalHead(),
                section.prefix()).of(stream.prefix()));
    }

    /// The view over both.
    ///
    /// @throws CompactionException when the stream's prefix has no date that can be told
    public static ViewDefinition view(StreamConfiguration stream) {
        try {
            return ViewTables.ofCompaction(stream);
        } catch (RepartitionException e) {
            throw new CompactionException(String.valueOf(e.getMessage()));
        }
    }
}
