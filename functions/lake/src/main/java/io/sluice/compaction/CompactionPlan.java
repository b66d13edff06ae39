package io.sluice.compaction;

import io.sluice.codec.ObjectFormat;
import io.sluice.config.CompactionSection;
import io.sluice.config.KeyDates;
import io.sluice.config.StreamConfiguration;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ParquetSettings;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.Layout;
import io.sluice.layout.PrefixException;
import io.sluice.layout.PrefixExpression;
import io.sluice.repartition.RepartitionException;
import io.sluice.repartition.ViewDefinition;
import io.sluice.repartition.ViewTables;
import io.sluice.tables.TableSettings;
import java.time.Duration;
import java.util.Optional;

/// Makes a compaction of a stream's configuration.
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
            JoinedFormat format = format(stream, section);
            return new CompactionSettings(stream.stream(), bucket, paths, stream.timeZone(), section.after(),
                    grace.orElse(section.keepSource()), section.objectBytes(), format, names(stream, format));
        } catch (PrefixException | RepartitionException e) {
            throw new CompactionException(String.valueOf(e.getMessage()));
        }
    }

    private static JoinedFormat format(StreamConfiguration stream, CompactionSection section) {
        if (stream.conversion().isPresent()) {
            return new JoinedFormat.Rows(compacted(stream.conversion().get()), section.sortBy());
        }
        return switch (section.format()) {
            case AS_DELIVERED -> new JoinedFormat.Text(stream.compression());
            case PARQUET -> new JoinedFormat.Rows(ofText(stream), section.sortBy());
        };
    }

    /// With a dictionary: large objects have many rows of few values.
    private static FormatConversion compacted(FormatConversion of) {
        ParquetSettings parquet = of.parquet();
        return new FormatConversion(of.rules(), of.columns(), of.deserializer(),
                new ParquetSettings(parquet.compression(), parquet.blockBytes(), parquet.pageBytes(), true,
                        parquet.maxPaddingBytes(), parquet.writerVersion()),
                of.table());
    }

    /// Text is read as its table reads it.
    private static FormatConversion ofText(StreamConfiguration stream) {
        TableSettings table = stream.sluice().table().orElse(TableSettings.NONE);
        if (table.columns().isEmpty()) {
            throw new CompactionException("the configuration of stream " + stream.stream() + " declares no columns, and"
                    + " Parquet needs them; give them in Sluice.Table.Columns");
        }
        return compacted(new FormatConversion(FormatConversion.RULES, table.columns(),
                new Deserializer.OpenX(true, table.jsonKeys(), false), ParquetSettings.DEFAULT, Optional.empty()));
    }

    private static FirehoseObjectName names(StreamConfiguration stream, JoinedFormat format) {
        return switch (format) {
            case JoinedFormat.Text _ -> FirehoseObjectName.create(stream.stream(), stream.sluice().streamVersion(),
                    stream.timeZone(), stream.format(), stream.fileExtension());
            case JoinedFormat.Rows(var conversion, var _) -> FirehoseObjectName.create(stream.stream(),
                    stream.sluice().streamVersion(), stream.timeZone(), new ObjectFormat.Parquet(conversion.id()),
                    stream.fileExtension().filter(_ -> stream.conversion().isPresent()));
        };
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
