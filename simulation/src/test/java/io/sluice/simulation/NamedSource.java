package io.sluice.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.event.EventSettings;
import io.sluice.event.SourceEvents;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.index.Receipts;
import io.sluice.ingest.PartlyStagedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A source that hands any record over again among any others, an SQS queue or a DynamoDB stream, and its event source
/// mapping, by events as they are on the wire. A batch has any records in any order, some of them twice: what got no
/// answer comes again among others, while an invocation that has it still runs; so does, seldom, what was answered.
/// Half of the queues are subscribed to a topic, which may send a notification twice. Full batches have hundreds of
/// records, of which an answer may name some that are not staged: they alone come again for it.
///
/// Each record is a [SimulatedBatch].
final class NamedSource implements Source {
    private static final int MESSAGES_PER_BATCH = 4;
    private static final int BATCH_MAX = 5;
    private static final int FULL_BATCH_MAX = 220;
    private static final int FULL_DRAW_MAX = 120;
    private static final int FULL_MESSAGES_MAX = 300;
    private static final long A_DAY = Duration.ofDays(1).toMillis();
    private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:orders";

    private final World world;
    private final Mistake mistake;
    private final int messagesMax;
    private final int drawMax;
    private final int batchMax;
    private final Returns<SimulatedBatch> returns;
    private final SourceType type;
    private final RecordDraw drawn;
    private final List<SimulatedBatch> all = new ArrayList<>();
    private final Set<SimulatedBatch> deleted = new HashSet<>();
    private int invocations;

    private NamedSource(World world, Mistake mistake, Knobs knobs, SourceType type) {
        this.world = world;
        this.mistake = mistake;
        boolean full = knobs.extreme() == Knobs.Extreme.FULL_BATCHES;
        this.messagesMax = full ? FULL_MESSAGES_MAX : knobs.batches() * MESSAGES_PER_BATCH;
        this.drawMax = full ? FULL_DRAW_MAX : MESSAGES_PER_BATCH;
        this.batchMax = full ? FULL_BATCH_MAX : BATCH_MAX;
        this.returns = new Returns<>(world, knobs, LateReturns.MESSAGES_FOR);
        this.type = type;
        this.drawn = new RecordDraw(world.choices());
        world.keepSegments();
    }

    /// A queue.
    static NamedSource queue(World world, Mistake mistake, Knobs knobs) {
        return new NamedSource(world, mistake, knobs,
                world.choices().oneIn(2) ? SourceType.SNS : SourceType.SQS);
    }

    /// A table's changes, of any of its shards.
    static NamedSource changes(World world, Mistake mistake, Knobs knobs) {
        return new NamedSource(world, mistake, knobs, SourceType.DYNAMODB_STREAMS);
    }

    @Override
    public List<SimulatedBatch> batches() {
        return all;
    }

    /// A message that comes twice is known by the receipts of the table alone.
    @Override
    public boolean standsATableSetBack() {
        return false;
    }

    @Override
    public boolean asksForTheTable() {
        return true;
    }

    @Override
    public Optional<Actor> invoke(Supplier<Configuration> configuration) {
        Choices choices = world.choices();
        if (all.size() < messagesMax && choices.oneIn(2)) {
            for (int i = choices.between(1, drawMax); i > 0; i--) {
                long sent = ArrivalDraw.of(choices, world.clock().millis());
                all.add(new SimulatedBatch(all.size(), List.of(drawn.draw(sent)), world.clock().millis()));
            }
        }
        List<SimulatedBatch> visible = all.stream().filter(this::mayCome)
                .filter(message -> !deleted.contains(message) || choices.oneIn(6)).toList();
        if (visible.isEmpty()) {
            return Optional.empty();
        }
        List<SimulatedBatch> batch = new ArrayList<>();
        for (int i = choices.between(1, batchMax); i > 0; i--) {
            batch.add(choices.pick(visible));
        }
        return Optional.of(attempt(batch, configuration.get()));
    }

    private boolean mayCome(SimulatedBatch message) {
        return returns.mayCome(message, message.firstAttempt());
    }

    /// What is in the queue still; and what was, but for some worlds.
    @Override
    public void calm(Configuration configuration, Consumer<Actor> alone) {
        boolean whole = returns.allAtLast();
        List<SimulatedBatch> rest = all.stream().filter(each -> mayCome(each) && (whole || !deleted.contains(each)))
                .toList();
        for (int from = 0; from < rest.size(); from += batchMax) {
            alone.accept(attempt(rest.subList(from, Math.min(rest.size(), from + batchMax)), configuration));
        }
    }

    private Actor attempt(List<SimulatedBatch> messages, Configuration configuration) {
        Actor[] self = new Actor[1];
        String numbers = messages.stream().map(each -> String.valueOf(each.number())).collect(Collectors.joining(" "));
        self[0] = new Actor("ingest " + invocations++ + " [" + numbers + "]", world.clock().millis(), () -> {
            Mistake.Ports ports = mistake.plant(world.ports(self[0]), world);
            messages.forEach(returns::attempted);
            List<SimulatedBatch> staged = staged(messages, configuration, ports);
            world.reached().note(RareState.MESSAGE_ANSWERED_TWICE,
                    staged.stream().anyMatch(SimulatedBatch::isAccepted));
            world.reached().note(RareState.MESSAGE_ANSWERED_AFTER_DAYS, staged.stream()
                    .anyMatch(each -> each.isAccepted() && each.firstAttempt() + A_DAY < world.clock().millis()));
            world.reached().note(RareState.BATCH_OF_SEVERAL_TRANSACTIONS,
                    staged.stream().distinct().count() > Receipts.NAMES_MAX);
            staged.forEach(SimulatedBatch::accept);
            deleted.addAll(staged.subList(0, staged.size() - staged.size() / 3));
            world.trace().add(self[0], () -> "answers");
            ports.answered().run();
        });
        return self[0];
    }

    /// What an answer says of a batch: all of its messages, or those that are not named as failed.
    private List<SimulatedBatch> staged(List<SimulatedBatch> messages, Configuration configuration,
            Mistake.Ports ports) {
        SourceBatch batch = batch(messages, configuration);
        try {
            world.versions().stage(configuration, ports, world, () -> batch);
            return messages;
        } catch (PartlyStagedException e) {
            world.reached().note(RareState.BATCH_ANSWERED_IN_PART);
            return IntStream.range(0, messages.size())
                    .filter(i -> !e.notStaged().contains(batch.records().get(i).recordId())).mapToObj(messages::get)
                    .toList();
        }
    }

    private SourceBatch batch(List<SimulatedBatch> messages, Configuration configuration) {
        String records = messages.stream()
                .map(message -> type == SourceType.DYNAMODB_STREAMS
                        ? change(message, configuration)
                        : message(message, configuration))
                .collect(Collectors.joining(", "));
        RecordForm form = type == SourceType.DYNAMODB_STREAMS ? RecordForm.ENVELOPE : RecordForm.PAYLOAD;
        try {
            SourceBatch read = new SourceEvents(new EventSettings(type, form, Optional.empty()), world.clock())
                    .read(new ByteArrayInputStream(("{\"Records\": [" + records + "]}").getBytes(UTF_8)));
            return type == SourceType.DYNAMODB_STREAMS ? withTexts(read) : read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The same records, of which this world's transformation reads the text in their envelopes.
    private static SourceBatch withTexts(SourceBatch batch) {
        return new SourceBatch(batch.type(), batch.sourceArn(), "", batch.records().stream()
                .map(record -> SourceRecord.named(record.recordId(), record.arrival(), text(record.data()),
                        record.name().orElseThrow()))
                .toList());
    }

    private static byte[] text(byte[] envelope) {
        String json = new String(envelope, UTF_8);
        String start = "\"newImage\":{\"text\":\"";
        int from = json.indexOf(start) + start.length();
        return json.substring(from, json.indexOf('"', from)).getBytes(UTF_8);
    }

    private String change(SimulatedBatch change, Configuration configuration) {
        SimulatedRecord record = change.records().getFirst();
        String text = new String(change.attempt(configuration).records().getFirst().data(), UTF_8);
        return "{\"eventID\": \"e" + change.number() + "\", \"eventName\": \"INSERT\","
                + " \"eventSource\": \"aws:dynamodb\", \"eventSourceARN\": \"arn:table/t/stream/1\","
                + " \"dynamodb\": {\"Keys\": {}, \"NewImage\": {\"text\":"
                + " {\"S\": \"" + text + "\"}}, \"SequenceNumber\": \"" + change.number() / 2
                + "\", \"ApproximateCreationDateTime\": " + record.arrival() / 1_000 + "."
                + String.format(Locale.ROOT, "%03d", record.arrival() % 1_000) + "}}";
    }

    /// A notification is in the queue twice, as messages with ids and times of their own.
    private String message(SimulatedBatch message, Configuration configuration) {
        String text = new String(message.attempt(configuration).records().getFirst().data(), UTF_8);
        boolean again = type == SourceType.SNS && invocations % 2 == 0;
        String body = type == SourceType.SNS
                ? "{\\\"Type\\\": \\\"Notification\\\", \\\"TopicArn\\\": \\\"arn:aws:sns:us-east-1:1:t\\\","
                        + " \\\"MessageId\\\": \\\"n" + message.number() + "\\\", \\\"Message\\\": \\\"" + text
                        + "\\\"}"
                : text;
        return "{\"messageId\": \"m" + message.number() + (again ? "-again" : "") + "\", \"eventSource\": \"aws:sqs\","
                + " \"eventSourceARN\": \"" + QUEUE + "\", \"attributes\": {\"SentTimestamp\": \""
                + message.records().getFirst().arrival() + "\"}, \"body\": \"" + body + "\"}";
    }
}
