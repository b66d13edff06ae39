package io.sluice.app;

import io.sluice.call.CallGroups;
import io.sluice.config.DeliveryMode;
import io.sluice.config.StreamConfiguration;
import io.sluice.event.ObjectMessage;
import io.sluice.event.PartialAnswer;
import io.sluice.event.SourceEvents;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.KeyAnswers;
import io.sluice.ingest.PartlyStagedException;
import io.sluice.ingest.RecordProcessor;
import io.sluice.upload.ObjectIntake;
import io.sluice.upload.OwnOutput;
import io.sluice.view.MovedDays;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The way of records into a stream, or, in delivery `firehose`, to their keys. Safe for concurrent use.
public final class Intake {
    private final StreamConfiguration configuration;
    private final Pipeline pipeline;
    private final Ports ports;
    private final StreamBuffers buffers;
    private final Telemetry telemetry;
    private final SourceEvents events;
    private final Once<Ingest> ingest;
    private final Once<ObjectIntake> objects;
    private final Once<KeyAnswers> keyAnswers;

    /// Makes what batches need, as a function starts and not with its first event.
    Intake(Pipeline pipeline, Ports ports, StreamBuffers buffers, Telemetry telemetry) {
        this.configuration = pipeline.configuration();
        this.pipeline = pipeline;
        this.ports = ports;
        this.buffers = buffers;
        this.telemetry = telemetry;
        this.events = new SourceEvents(configuration.sluice().events(), pipeline.clock());
        this.ingest = new Once<>(() -> ingest(pipeline.processor()));
        this.objects = new Once<>(() -> new ObjectIntake(ownOutput(), ports.uploads(),
                configuration.sluice().textForm(), known -> ingest(pipeline.processor().refusing(known))));
        this.keyAnswers = new Once<>(
                () -> new KeyAnswers(pipeline.firehoseProcessor(), configuration.sluice().keyEncoding()));
        Object _ = buffers() ? ingest.get() : keyAnswers.get();
    }

    private Ingest ingest(RecordProcessor processor) {
        return new Ingest(pipeline.ingestSettings(), processor, pipeline.binders(), pipeline.delimiting(),
                buffers.count(), buffers::guarded);
    }

    private OwnOutput ownOutput() {
        List<String> buckets = ports.buckets();
        List<String> prefixes = new ArrayList<>();
        prefixes.add(configuration.prefix().literalHead());
        prefixes.add(configuration.errorOutputPrefix().literalHead());
        configuration.compactedPrefix().ifPresent(compacted -> {
            prefixes.add(compacted.literalHead());
            prefixes.add(MovedDays.FOLDER);
        });
        configuration.sluice().iceberg().ifPresent(table -> prefixes.add(table.location() + "/"));
        return new OwnOutput(buckets.getFirst(), buckets.getLast(), prefixes);
    }

    /// Tests whether the stream keeps its records, as in delivery `buffer`: they are staged, and not answered.
    public boolean buffers() {
        return configuration.sluice().deliveryMode() == DeliveryMode.BUFFER;
    }

    /// The reader of the source's events.
    public SourceEvents events() {
        return events;
    }

    /// The records that the source is told to hand over again.
    public PartialAnswer partialAnswer() {
        return configuration.sluice().events().answer();
    }

    /// Stages a batch: when it returns, each of the records would be answered `Dropped`.
    ///
    /// @param functionArn for error records of failed transformations
    /// @throws PartlyStagedException when a part is staged: the rest must be handed over again, or all of it
    /// @throws io.sluice.objects.StoreException as an invocation fails: the batch must be handed over again
    public void stage(SourceBatch batch, Optional<String> functionArn) {
        try {
            telemetry.staged(ingest.get().accept(batch, functionArn));
        } catch (PartlyStagedException e) {
            telemetry.partlyStaged(e);
            throw e;
        }
    }

    /// The door of calls, for a stream of [SourceType#DIRECT].
    ///
    /// @param nanos a monotonic clock
    /// @param ages  takes the age of each group, from its first call to its outcome
    public CallGroups calls(LongSupplier nanos, Consumer<Duration> ages) {
        return new CallGroups(configuration.stream(), configuration.sluice().events().calls().joining(),
                new CallStaging(ingest, telemetry), pipeline.clock(), nanos, ages);
    }

    /// Stages the records of the objects that messages name.
    ///
    /// @return the ids of the messages that must come again
    /// @throws RuntimeException the first failure, where the source is not told which messages failed or all of them
    ///     did: then all come again, of which what is staged is left alone
    public List<String> take(List<ObjectMessage> messages, Deadline deadline, Optional<String> functionArn) {
        return new ObjectEvents(objects.get(), telemetry, deadline, functionArn).take(messages, partialAnswer());
    }

    /// Writes the answer to a batch in delivery `firehose`.
    public void answer(SourceBatch batch, OutputStream output) throws IOException {
        if (batch.type() == SourceType.KINESIS) {
            throw new EventFormatException("The event is a Kinesis event-source batch, and the stream's Sluice.Delivery"
                    + " is firehose: Firehose reads the stream itself; remove the event source mapping, or set"
                    + " Sluice.Delivery to buffer");
        }
        telemetry.answered(batch.records().size(), keyAnswers.get().answer(batch, output));
    }

    /// Reads the index and the staging bucket once, so that who can't reach them knows before anything comes.
    ///
    /// @throws io.sluice.objects.StoreException when either can't be read
    public void reachStores() {
        buffers.readSomething();
    }

    /// The steps that ready a function: its records' way, and the requests', without writing anything.
    public List<Runnable> priming(Supplier<SourceBatch> batch) {
        return buffers()
                ? List.of(() -> ingest.get().rehearse(batch.get()), buffers::readSomething)
                : List.of(() -> rehearse(batch.get()));
    }

    private void rehearse(SourceBatch batch) {
        try {
            int _ = keyAnswers.get().answer(batch, OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written anywhere", e);
        }
    }
}
