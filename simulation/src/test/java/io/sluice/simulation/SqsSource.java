package io.sluice.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.event.EventSettings;
import io.sluice.event.EventSource;
import io.sluice.event.RecordForm;
import io.sluice.event.SourceEvents;
import io.sluice.firehose.SourceBatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// An SQS queue and its event source mapping, by events as they are on the wire. A batch has any messages in any order,
/// some of them twice: what is not deleted comes again among others, while an invocation that has it still runs; so
/// does, seldom, what is deleted. Half of the queues are subscribed to a topic, which may send a notification twice.
///
/// Each message is a [SimulatedBatch].
final class SqsSource implements Source {
    private static final int MESSAGES_PER_BATCH = 4;
    private static final int BATCH_MAX = 5;
    private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:orders";

    private final World world;
    private final Mistake mistake;
    private final int messagesMax;
    private final boolean bounded;
    private final EventSource type;
    private final RecordDraw drawn;
    private final List<SimulatedBatch> all = new ArrayList<>();
    private final Set<SimulatedBatch> deleted = new HashSet<>();
    private int invocations;

    /// @param bounded whether no message comes later than a lost table's receipts are made again for
    SqsSource(World world, Mistake mistake, int batchesMax, boolean bounded) {
        this.world = world;
        this.mistake = mistake;
        this.messagesMax = batchesMax * MESSAGES_PER_BATCH;
        this.bounded = bounded;
        this.type = world.choices().oneIn(2) ? EventSource.SNS : EventSource.SQS;
        this.drawn = new RecordDraw(world.choices());
        world.keepSegments();
    }

    @Override
    public List<SimulatedBatch> batches() {
        return all;
    }

    @Override
    public boolean asksForTheTable() {
        return true;
    }

    @Override
    public Optional<Actor> invoke(Supplier<Configuration> configuration) {
        Choices choices = world.choices();
        if (all.size() < messagesMax && choices.oneIn(2)) {
            for (int i = choices.between(1, MESSAGES_PER_BATCH); i > 0; i--) {
                long sent = world.clock().millis() - choices.below(5_000);
                all.add(new SimulatedBatch(all.size(), List.of(drawn.draw(sent)), world.clock().millis()));
            }
        }
        List<SimulatedBatch> visible = all.stream().filter(this::mayCome)
                .filter(message -> !deleted.contains(message) || choices.oneIn(6)).toList();
        if (visible.isEmpty()) {
            return Optional.empty();
        }
        List<SimulatedBatch> batch = new ArrayList<>();
        for (int i = choices.between(1, BATCH_MAX); i > 0; i--) {
            batch.add(choices.pick(visible));
        }
        return Optional.of(attempt(batch, configuration.get()));
    }

    private boolean mayCome(SimulatedBatch message) {
        return !bounded || message.firstAttempt() + World.RETRIED_FOR.toMillis() > world.clock().millis();
    }

    /// What is in the queue still, and some of what was.
    @Override
    public void calm(Configuration configuration, Consumer<Actor> alone) {
        List<SimulatedBatch> rest = all.stream().filter(this::mayCome).toList();
        for (int from = 0; from < rest.size(); from += BATCH_MAX) {
            alone.accept(attempt(rest.subList(from, Math.min(rest.size(), from + BATCH_MAX)), configuration));
        }
    }

    private Actor attempt(List<SimulatedBatch> messages, Configuration configuration) {
        Actor[] self = new Actor[1];
        String numbers = messages.stream().map(each -> String.valueOf(each.number())).collect(Collectors.joining(" "));
        self[0] = new Actor("ingest " + invocations++ + " [" + numbers + "]", world.clock().millis(), () -> {
            Mistake.Ports ports = mistake.plant(world.ports(self[0]), world);
            Source.ingest(configuration, ports, world.spans()).accept(batch(messages, configuration), Optional.empty());
            messages.forEach(SimulatedBatch::accept);
            deleted.addAll(messages.subList(0, messages.size() - messages.size() / 3));
            world.trace().add(self[0], () -> "answers");
            ports.answered().run();
        });
        return self[0];
    }

    private SourceBatch batch(List<SimulatedBatch> messages, Configuration configuration) {
        String records = messages.stream().map(message -> message(message, configuration))
                .collect(Collectors.joining(", "));
        try {
            return new SourceEvents(new EventSettings(type, RecordForm.PAYLOAD, Optional.empty()), world.clock())
                    .read(new ByteArrayInputStream(("{\"Records\": [" + records + "]}").getBytes(UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A notification is in the queue twice, as messages with ids and times of their own.
    private String message(SimulatedBatch message, Configuration configuration) {
        String text = new String(message.attempt(configuration).records().getFirst().data(), UTF_8);
        boolean again = type == EventSource.SNS && invocations % 2 == 0;
        String body = type == EventSource.SNS
                ? "{\\\"Type\\\": \\\"Notification\\\", \\\"TopicArn\\\": \\\"arn:aws:sns:us-east-1:1:t\\\","
                        + " \\\"MessageId\\\": \\\"n" + message.number() + "\\\", \\\"Message\\\": \\\"" + text
                        + "\\\"}"
                : text;
        return "{\"messageId\": \"m" + message.number() + (again ? "-again" : "") + "\", \"eventSource\": \"aws:sqs\","
                + " \"eventSourceARN\": \"" + QUEUE + "\", \"attributes\": {\"SentTimestamp\": \""
                + message.records().getFirst().arrival() + "\"}, \"body\": \"" + body + "\"}";
    }
}
