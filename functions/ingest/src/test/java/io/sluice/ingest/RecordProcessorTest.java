package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.deaggregate.Deaggregator;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.SourceDecoder.Decoded;
import io.sluice.plugin.KeyExtractor;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import io.sluice.plugin.Transformed.Output;
import io.sluice.reject.Reject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RecordProcessorTest {
    private SourceDecoder decoder = SourceDecoder.PLAIN;
    private Deaggregator deaggregator = Deaggregator.none();
    private Optional<RecordTransformer> transformer = Optional.empty();
    private Optional<QueryKeys> queryKeys = Optional.empty();
    private Optional<KeyExtractor> keyExtractor = Optional.empty();

    @Test
    void withoutAnyStepARecordPassesUncopied() {
        byte[] data = "x".getBytes(UTF_8);
        Processed.Keyed keyed = (Processed.Keyed) process(data).getFirst();
        assertSame(data, keyed.data());
        assertEquals(Map.of(), keyed.queryValues());
    }

    @Test
    void theStepsAreInFirehosesOrder() {
        decoder = record -> new Decoded.Payloads(List.of((text(record) + "d").getBytes(UTF_8)));
        deaggregator = Deaggregator.delimited("|".getBytes(UTF_8));
        transformer = texts(text -> text + "t");
        queryKeys = Optional.of((data, offset, length) -> new Extracted.Keys(
                Map.of("q", new String(data, offset, length, UTF_8))));
        keyExtractor = Optional.of(extractor(text -> Map.of("l", text + "l")));
        assertEquals(List.of("at q=at l=atl", "bdt q=bdt l=bdtl"), described("a|b"));
    }

    @Test
    void aRecordAboveTheLimitGoesThroughNoStep() {
        decoder = record -> {
            throw new AssertionError("decoded");
        };
        assertEquals(List.of("Sluice.RecordTooLarge of 1024001"), described("x".repeat(1_024_001)));
    }

    @Test
    void aRecordOfJustTheLimitIsTaken() {
        byte[] largest = new byte[1_024_000];
        assertSame(largest, ((Processed.Keyed) process(largest).getFirst()).data());
    }

    @Test
    void aRecordOfWhichTheTransformerKeepsNothingCountsAsDropped() {
        transformer = Optional.of(transformer(record -> new Transformed.Dropped()));
        assertEquals(List.of("dropped"), described("r"));
        transformer = Optional.of(transformer(record -> new Transformed.Kept(List.of())));
        assertEquals(List.of("dropped"), described("r"));
    }

    @Test
    void aSourceThatOnlySpokeToItsConsumerCountsAsDropped() {
        decoder = record -> new Decoded.Payloads(List.of());
        assertEquals(List.of("dropped"), described("control message"));
    }

    @Test
    void whatCannotBeDecodedIsRejectedWhole() {
        decoder = record -> new Decoded.Failed(Reject.DECOMPRESSION_FAILED);
        deaggregator = Deaggregator.delimited("|".getBytes(UTF_8));
        assertEquals(List.of("Decompression failed. of 3"), described("a|b"));
    }

    @Test
    void aBrokenPieceIsRejectedAmongItsNeighbours() {
        deaggregator = Deaggregator.json();
        assertEquals(List.of("{}", "DynamicPartitioning.MetadataExtractionFailed of 4", "{}"),
                described("{}{\"a}\n{}"));
    }

    @Test
    void aRejectedRecordHasItsBytesFromBeforeTheTransformation() {
        transformer = texts(text -> text + text);
        queryKeys = Optional.of((data, offset, length) -> new Extracted.Failed(Reject.EMPTY_KEY));
        assertEquals(List.of("DynamicPartitioning.MetadataExtractionFailed of 3"), described("abc"));
    }

    @Test
    void aFannedOutRecordIsJudgedPartByPart() {
        transformer = Optional.of(transformer(record -> new Transformed.Kept(List.of(output("a"), output("b")))));
        queryKeys = Optional.of((data, offset, length) -> data[offset] == 'a'
                ? new Extracted.Keys(Map.of("q", "1"))
                : new Extracted.Failed(Reject.EMPTY_KEY));
        assertEquals(List.of("a q=1", "DynamicPartitioning.MetadataExtractionFailed of 2"), described("ab"));
    }

    @Test
    void theExtractorsKeysReplaceTheTransformers() {
        transformer = Optional.of(transformer(
                record -> new Transformed.Kept(List.of(new Output(record, Map.of("l", "t", "m", "t"))))));
        keyExtractor = Optional.of(extractor(text -> Map.of("l", "x")));
        assertEquals(List.of("r l=x m=t"), described("r"));
    }

    @Test
    void aTransformerThatGivesNothingRejectsItsRecord() {
        transformer = Optional.of(transformer(record -> null));
        assertEquals(List.of("Lambda.ProcessingFailedStatus of 1"), described("r"));
    }

    @Test
    void aTransformerThatThrowsRejectsItsRecordAndSaysWhy() {
        transformer = Optional.of(transformer(record -> {
            throw new IllegalStateException("made up");
        }));
        assertEquals(Reject.processing(Reject.PROCESSING_FAILED.code(), "java.lang.IllegalStateException: made up"),
                ((Processed.Rejected) process("r".getBytes(UTF_8)).getFirst()).reject());
    }

    @Test
    void anExtractorThatGivesNothingRejectsItsRecord() {
        keyExtractor = Optional.of(extractor(record -> null));
        assertEquals(List.of("DynamicPartitioning.PartitioningFailed of 1"), described("r"));
    }

    @Test
    void anErrorOfTheVirtualMachineIsNotTheRecordsFault() {
        transformer = Optional.of(transformer(record -> {
            throw new OutOfMemoryError("made up");
        }));
        assertThrows(OutOfMemoryError.class, () -> described("r"));
    }

    private List<Processed> process(byte[] data) {
        List<Processed> processed = new ArrayList<>();
        new RecordProcessor(decoder, deaggregator, transformer, queryKeys, keyExtractor)
                .process(new SourceRecord("1", Instant.EPOCH, data), processed::add);
        return processed;
    }

    private List<String> described(String record) {
        return process(record.getBytes(UTF_8)).stream().map(RecordProcessorTest::describe).toList();
    }

    private static String describe(Processed processed) {
        return switch (processed) {
            case Processed.Keyed keyed -> {
                StringBuilder text = new StringBuilder(text(keyed.bytes()));
                new TreeMap<>(keyed.queryValues()).forEach((k, v) -> text.append(' ').append(k + "=" + v));
                new TreeMap<>(keyed.lambdaValues()).forEach((k, v) -> text.append(' ').append(k + "=" + v));
                yield text.toString();
            }
            case Processed.Rejected(byte[] raw, Reject reject, var _) -> reject.code() + " of " + raw.length;
            case Processed.Dropped() -> "dropped";
        };
    }

    private static Optional<RecordTransformer> texts(UnaryOperator<String> change) {
        return Optional.of(transformer(record -> Transformed.kept(change.apply(text(record)).getBytes(UTF_8))));
    }

    /// As a plug-in that marks nothing as nullable.
    @NullUnmarked
    private static RecordTransformer transformer(Function<byte[], @Nullable Transformed> transform) {
        return new RecordTransformer() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public Transformed transform(byte[] record) {
                return transform.apply(record);
            }
        };
    }

    /// As a plug-in that marks nothing as nullable.
    @NullUnmarked
    private static KeyExtractor extractor(Function<String, @Nullable Map<String, String>> keys) {
        return new KeyExtractor() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public Map<String, String> keys(byte[] record) {
                return keys.apply(text(record));
            }
        };
    }

    private static Output output(String text) {
        return new Output(text.getBytes(UTF_8), Map.of());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
