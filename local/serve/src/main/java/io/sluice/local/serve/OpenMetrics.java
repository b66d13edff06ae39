package io.sluice.local.serve;

import io.sluice.local.serve.streams.LiveStream;
import java.time.Duration;
import java.util.Collection;
import java.util.function.ToLongFunction;

/// All streams' figures in OpenMetrics text. ([format](https://prometheus.io/docs/specs/om/open_metrics_spec/))
final class OpenMetrics {
    private OpenMetrics() {}

    static String text(Collection<LiveStream> streams) {
        var text = new StringBuilder();
        counter(text, streams, "sluice_puts", "Calls that were answered well.", each -> each.figures().puts.sum());
        counter(text, streams, "sluice_records", "Records acknowledged.", each -> each.figures().records.sum());
        counter(text, streams, "sluice_record_bytes", "Bytes of records acknowledged.",
                each -> each.figures().bytes.sum());
        counter(text, streams, "sluice_records_throttled", "Records told to come again.",
                each -> each.figures().throttled.sum());
        counter(text, streams, "sluice_calls_repeated", "Calls recognised as attempts at one that was taken.",
                each -> each.figures().repeats.sum());
        counter(text, streams, "sluice_objects", "Objects delivered, error objects included.",
                each -> each.figures().objects.sum());
        counter(text, streams, "sluice_object_bytes", "Their bytes.", each -> each.figures().objectBytes.sum());
        counter(text, streams, "sluice_flush_failures", "Flush runs that failed.",
                each -> each.figures().flushFailures.sum());
        gauge(text, streams, "sluice_journal_records", "Records acknowledged and not staged, at most.",
                LiveStream::waiting);
        gauge(text, streams, "sluice_journal_bytes", "Bytes of the journal's files.", LiveStream::journalBytes);
        gauge(text, streams, "sluice_pending_records", "Records staged and not delivered, when last looked at.",
                each -> each.lastFlush().pending().records());
        gauge(text, streams, "sluice_pending_bytes", "Their bytes.", each -> each.lastFlush().pending().rawBytes());
        gauge(text, streams, "sluice_partitions", "Partitions that wait, when last looked at.",
                each -> each.lastFlush().pending().partitions());
        gauge(text, streams, "sluice_deliveries_open", "Objects decided and not seen written.",
                each -> each.lastFlush().open());
        gauge(text, streams, "sluice_freshness_seconds",
                "Age of the oldest record acknowledged and not delivered, when last looked at.",
                each -> each.freshness().toSeconds());
        counter(text, streams, "sluice_landings", "Landings: commits that saw objects written.",
                each -> each.figures().landings.sum());
        counter(text, streams, "sluice_landed_records", "Records in their objects, without rejected ones.",
                each -> each.figures().landedRecords.sum());
        gauge(text, streams, "sluice_completeness_lag_seconds",
                "Age of the time until which all that was acknowledged is delivered.",
                LiveStream::completenessLagSeconds);
        gauge(text, streams, "sluice_table_lag_seconds",
                "Age of the oldest landing that is not in the Iceberg table, where there is one.",
                each -> each.tableLag().map(Duration::toSeconds).orElse(0L));
        gauge(text, streams, "sluice_troubles", "The number of things that can't continue at present.",
                each -> each.troubles().size());
        return FigureText.ended(text);
    }

    private static void counter(StringBuilder text, Collection<LiveStream> streams, String name, String help,
            ToLongFunction<LiveStream> value) {
        family(text, streams, name, "counter", "_total", help, value);
    }

    private static void gauge(StringBuilder text, Collection<LiveStream> streams, String name, String help,
            ToLongFunction<LiveStream> value) {
        family(text, streams, name, "gauge", "", help, value);
    }

    private static void family(StringBuilder text, Collection<LiveStream> streams, String name, String type,
            String suffix, String help, ToLongFunction<LiveStream> value) {
        FigureText.family(text, name, type, suffix, help, streams.stream().map(stream -> new FigureText.Figure(
                FigureText.label("stream", stream.state().name()), value.applyAsLong(stream))).toList());
    }
}
