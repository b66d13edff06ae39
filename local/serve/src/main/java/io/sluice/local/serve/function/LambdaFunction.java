package io.sluice.local.serve.function;

import io.sluice.firehose.ResponseWriter;
import io.sluice.ingest.FunctionUnavailableException;
import io.sluice.ingest.Processed;
import io.sluice.ingest.RecordFunction;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.batch.EventWriter;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A stream's function, called as Firehose calls it: with as many records as its buffer holds, and again when a call
/// fails, as often as the stream's configuration says; then all records of the call are given up. A server that is not
/// there is no failed call: the batch waits for it. Thread-safe.
public final class LambdaFunction implements RecordFunction, AutoCloseable {
    /// Leaves room for keys in an answer of many small records, which Lambda bounds as it bounds the event.
    private static final int EVENT_BYTES_MAX = ResponseWriter.RESPONSE_BYTES_MAX / 4 * 3;
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    private final FunctionSettings settings;
    private final FunctionServer server;
    private final EventWriter events;
    private final Duration firstPause;
    private final HttpClient client;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicLong numbers;

    /// @param firstNumber of the events, whose ids are made of it: another one for each function object
    /// @param firstPause  before the first retry; each later one is twice as long, up to five seconds
    public LambdaFunction(String stream, FunctionSettings settings, FunctionServer server, long firstNumber,
            Duration firstPause) {
        this.settings = settings;
        this.server = server;
        this.events = new EventWriter(stream);
        this.firstPause = firstPause;
        this.client = server.client();
        this.numbers = new AtomicLong(firstNumber);
    }

    @Override
    public List<Answer> call(List<Input> records) {
        List<Answer> answers = new ArrayList<>(records.size());
        List<BatchRecord> buffer = new ArrayList<>();
        long dataBytes = 0;
        long eventBytes = 0;
        for (Input input : records) {
            var record = new BatchRecord(input.recordId(), input.arrival(), input.data());
            dataBytes += record.data().length;
            eventBytes += events.recordBytes(record);
            boolean isFull = dataBytes > settings.bufferBytes() || eventBytes > EVENT_BYTES_MAX;
            if (isFull && !buffer.isEmpty()) {
                answers.addAll(answered(buffer));
                buffer.clear();
                dataBytes = record.data().length;
                eventBytes = events.recordBytes(record);
            }
            buffer.add(record);
        }
        answers.addAll(answered(buffer));
        return answers;
    }

    private List<Answer> answered(List<BatchRecord> records) {
        var batch = new Batch(numbers.getAndIncrement(), records.getLast().arrival(), records, 0);
        Duration pause = firstPause;
        Reject reject = Reject.FUNCTION_ERROR;
        for (int attempt = 0; attempt <= settings.retries(); attempt++) {
            if (attempt > 0) {
                rest(pause);
                pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
            }
            switch (judged(events.write(batch, attempt))) {
                case FunctionAnswer.Judged.Usable usable -> {
                    return answers(records, usable, attempt + 1);
                }
                case FunctionAnswer.Judged.Unusable(Reject why) -> reject = why;
            }
        }
        Answer failed = new Answer.Failed(reject, attempts(settings.retries() + 1));
        return records.stream().map(_ -> failed).toList();
    }

    private FunctionAnswer.Judged judged(byte[] event) {
        requireOpen();
        try {
            Invocation invocation = server.call(settings, event, client);
            // A call that was cut off by the end of this function object says nothing about the function.
            requireOpen();
            return switch (invocation) {
                case Invocation.Answered(byte[] answer) -> FunctionAnswer.read(answer);
                case Invocation.Failed(Reject reject) -> new FunctionAnswer.Judged.Unusable(reject);
            };
        } catch (IOException e) {
            throw new FunctionUnavailableException(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FunctionUnavailableException("the call of " + settings.name() + " was interrupted", e);
        }
    }

    private void requireOpen() {
        if (closed.getCount() == 0) {
            throw new FunctionUnavailableException("the function " + settings.name() + " is not called any more by a"
                    + " server that ends, or under a configuration that has changed");
        }
    }

    private List<Answer> answers(List<BatchRecord> records, FunctionAnswer.Judged.Usable usable, int attempt) {
        return records.stream().map(record -> switch (usable.of(record.recordId())) {
            case FunctionAnswer.Outcome.Good(Answer answer) -> answer;
            case FunctionAnswer.Outcome.Bad(Reject reject) -> new Answer.Failed(reject, attempts(attempt));
        }).toList();
    }

    private Processed.Attempts attempts(int made) {
        return new Processed.Attempts(made, Optional.of(settings.versionedArn()));
    }

    private void rest(Duration pause) {
        try {
            if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                requireOpen();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FunctionUnavailableException("the call of " + settings.name() + " was interrupted", e);
        }
    }

    /// Gives up what is under way: its batches are not staged, and are tried again by who is there next.
    @Override
    public void close() {
        closed.countDown();
        client.shutdownNow();
    }
}
